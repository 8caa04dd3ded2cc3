// The server as clients meet it, the unfriendly ones too: bytes over sockets of this machine.
#include "serve/server.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/encoding.h"
#include "eqnet/base/error.h"

namespace eqnet::serve {
namespace {

// A server that runs beside the test, and ends with it.
class Running {
 public:
  explicit Running(ServerParams params = {}, ServiceParams service = {})
      : service_(std::move(service)),
        server_(service_, on_any_port(std::move(params))),
        thread_([this] { server_.run(); }) {}
  ~Running() { stop(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void stop() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }
  [[nodiscard]] uint16_t port() const { return port_; }

 private:
  static ServerParams on_any_port(ServerParams params) {
    params.port = 0;
    params.workers = 2;
    return params;
  }
  Service service_;
  Server server_;
  uint16_t port_ = server_.port();
  std::thread thread_;
};

class Client {
 public:
  explicit Client(const Running& server) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(server.port());
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  void send_no_more() const { shutdown(socket_, SHUT_WR); }
  // What comes until the end, or until a text has come; at most ten seconds.
  std::string read(std::string_view until = "") const {
    std::string all;
    char buffer[4096];
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < end) {
      pollfd ready{socket_, POLLIN, 0};
      if (poll(&ready, 1, 100) == 0) continue;
      const ssize_t got = recv(socket_, buffer, sizeof buffer, 0);
      if (got <= 0) return all;
      all.append(buffer, static_cast<size_t>(got));
      if (!until.empty() && all.find(until) != std::string::npos) return all;
    }
    return all + " [still open after ten seconds]";
  }

 private:
  int socket_;
};

std::string request(const std::string& path, const std::string& body,
                    const std::string& headers = "Host: localhost\r\n") {
  return (body.empty() ? "GET " : "POST ") + path + " HTTP/1.1\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

const std::string kPair = R"({"left": "a -> b", "right": "~a | b"})";

// More pigeons than holes: no solver that there is says within seconds that this is false.
std::string hard_pair() {
  constexpr int kHoles = 11;
  const auto in = [](int pigeon, int hole) { return "p" + std::to_string(pigeon) + "_" + std::to_string(hole); };
  std::string text;
  for (int pigeon = 0; pigeon <= kHoles; ++pigeon) {
    text += pigeon == 0 ? "(" : " & (";
    for (int hole = 0; hole < kHoles; ++hole) text += (hole == 0 ? "" : " | ") + in(pigeon, hole);
    text += ")";
    for (int other = 0; other < pigeon; ++other) {
      for (int hole = 0; hole < kHoles; ++hole) text += " & ~(" + in(pigeon, hole) + " & " + in(other, hole) + ")";
    }
  }
  return "{\"left\": \"" + text + "\", \"right\": \"false\"}";
}

std::string once(const Running& server, const std::string& bytes) {
  const Client client(server);
  EXPECT_TRUE(client.send(bytes));
  client.send_no_more();
  return client.read();
}

bool starts(const std::string& text, const std::string& with) {
  return text.starts_with(with);
}

}  // namespace

TEST(Server, KeepsAConnectionForManyRequests) {
  const Running server;
  const Client client(server);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(client.send(request("/v1/equiv", kPair)));
    const std::string answer = client.read("\"boolean\"}\n");
    EXPECT_TRUE(starts(answer, "HTTP/1.1 200 OK\r\n")) << answer;
  }
  // Several at once are answered one after the other.
  ASSERT_TRUE(client.send(request("/healthz", "") + request("/v1/info", "") + request("/nothing", "")));
  const std::string three = client.read("openapi.json says");
  EXPECT_NE(three.find("ok\n"), std::string::npos) << three;
  EXPECT_NE(three.find("404"), std::string::npos) << three;
}

TEST(Server, StreamsAnswersToMany) {
  const Running server;
  std::string pairs;
  for (int i = 0; i < 2000; ++i) pairs += std::string(i == 0 ? "" : ",") + kPair;
  const std::string answer = once(server, request("/v1/equiv", "{\"pairs\": [" + pairs + "]}"));
  EXPECT_NE(answer.find("Transfer-Encoding: chunked"), std::string::npos) << answer.substr(0, 300);
  size_t lines = 0;
  for (size_t at = 0; (at = answer.find("{\"verdict\":\"equivalent\"", at)) != std::string::npos; ++at) ++lines;
  EXPECT_GE(lines, 1900U);  // some are cut in two by the ends of chunks
  EXPECT_TRUE(answer.ends_with("0\r\n\r\n"));
}

TEST(Server, LetsInOnlyItsOwnHostsAndOrigins) {
  ServerParams params;
  params.host_names = {"eqnet.example"};
  const Running server(params);
  const auto status = [&](const std::string& headers) {
    return once(server, request("/healthz", "", headers)).substr(9, 3);
  };
  EXPECT_EQ(status("Host: localhost:8080\r\n"), "200");
  EXPECT_EQ(status("Host: [::1]:8080\r\n"), "200");
  EXPECT_EQ(status("Host: eqnet.example\r\n"), "200");
  EXPECT_EQ(status("Host: evil.example\r\n"), "403");
  EXPECT_EQ(status(""), "403");
  EXPECT_EQ(status("Host: [\r\n"), "403");
  EXPECT_EQ(status("Host: localhost\r\nOrigin: http://localhost\r\n"), "200");
  EXPECT_EQ(status("Host: localhost\r\nOrigin: http://evil.example\r\n"), "403");
  EXPECT_EQ(status("Host: localhost\r\nOrigin: null\r\n"), "403");
}

// curl waits for it before it sends a long body, and asks again over the same connection.
TEST(Server, TellsThoseWhoWaitToGoOn) {
  const Running server;
  const Client client(server);
  for (int i = 0; i < 2; ++i) {
    const std::string whole = request("/v1/equiv", kPair, "Host: localhost\r\nExpect: 100-continue\r\n");
    const size_t body = whole.size() - kPair.size();
    EXPECT_TRUE(client.send(whole.substr(0, body)));
    EXPECT_EQ(client.read("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
    EXPECT_TRUE(client.send(whole.substr(body)));
    EXPECT_TRUE(starts(client.read("equivalent"), "HTTP/1.1 200"));
  }
}

// A client that never reads must not keep others waiting, however many words it is due.
TEST(Server, WaitsForNobodyWhoWaits) {
  const Running server;
  const Client deaf(server);
  const std::string head =
      "POST /v1/equiv HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";
  for (int i = 0; i < 200; ++i) {
    if (!deaf.send(head)) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!deaf.send("12345")) break;
  }
  EXPECT_TRUE(starts(once(server, request("/healthz", "")), "HTTP/1.1 200"));
}

TEST(Server, TakesNoOtherCodingsAndNoFieldsBehindTheBody) {
  ServerParams params;
  params.token = "a-secret-of-some-length";
  const Running server(params);
  const std::string post = "POST /v1/equiv HTTP/1.1\r\nHost: localhost\r\n";
  EXPECT_TRUE(starts(once(server, post + "Transfer-Encoding: chunked, identity\r\n\r\nGET / HTTP/1.1\r\n\r\n"),
                     "HTTP/1.1 501"));
  EXPECT_TRUE(
      starts(once(server, post + "Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}"), "HTTP/1.1 501"));
  EXPECT_TRUE(starts(once(server, post + "Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n2\r\n{}\r\n0\r\n"
                                         "Authorization: Bearer a-secret-of-some-length\r\n\r\n"),
                     "HTTP/1.1 401"));
}

TEST(Server, KnowsClientsOfOldAndNamesHoweverWritten) {
  ServerParams params;
  params.host_names = {"MyHost.example"};
  const Running server(params);
  const std::string many = R"({"pairs": [{"left": "a", "right": "a"}, {"left": "a", "right": "b"}]})";
  const std::string old =
      once(server, "POST /v1/equiv HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nContent-Length: " +
                       std::to_string(many.size()) + "\r\n\r\n" + many);
  EXPECT_EQ(old.find("chunked"), std::string::npos) << old;
  EXPECT_NE(old.find("\r\n\r\n{\"verdict\":\"equivalent\""), std::string::npos) << old;
  EXPECT_TRUE(old.ends_with("}\n")) << old;
  const auto status = [&](const std::string& headers) {
    return once(server, request("/healthz", "", headers)).substr(9, 3);
  };
  for (const char* own : {"myhost.example", "MYHOST.example.:80", "LOCALHOST", "localhost.", "[::1]:8080"}) {
    EXPECT_EQ(status("Host: " + std::string(own) + "\r\n"), "200") << own;
  }
  for (const char* other :
       {"[localhost]evil.com", "[::1].evil.com", "localhost:x.evil.com", "localhost.evil.com", "[", "."}) {
    EXPECT_EQ(status("Host: " + std::string(other) + "\r\n"), "403") << other;
  }
  EXPECT_EQ(status("Host: localhost\r\nHost: evil.com\r\n"), "400");
  EXPECT_EQ(status("Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.com\r\n"), "400");
  EXPECT_TRUE(starts(once(server, "GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"), "HTTP/1.1 200"));
  EXPECT_TRUE(starts(once(server, request("/metrics", "{}")), "HTTP/1.1 405"));
  EXPECT_NE(once(server, request("/", "")).find("frame-ancestors 'none'"), std::string::npos);
}

TEST(Server, AsksForItsToken) {
  ServerParams params;
  params.token = "a-secret-of-some-length";
  const Running server(params);
  const auto status = [&](const std::string& token) {
    return once(server, request("/healthz", "", "Host: localhost\r\n" + token)).substr(9, 3);
  };
  EXPECT_EQ(status("Authorization: Bearer a-secret-of-some-length\r\n"), "200");
  EXPECT_EQ(status(""), "401");
  EXPECT_EQ(status("Authorization: Bearer a-secret-of-some-lengtH\r\n"), "401");
  EXPECT_EQ(status("Authorization: Bearer \r\n"), "401");
  // As a browser has it from its reader, for the page: name:password.
  EXPECT_EQ(status("Authorization: Basic " + base::base64("me:a-secret-of-some-length") + "\r\n"), "200");
  EXPECT_EQ(status("Authorization: Basic " + base::base64("a-secret-of-some-length") + "\r\n"), "401");
  EXPECT_EQ(status("Authorization: Basic *\r\n"), "401");
  EXPECT_EQ(status("Authorization: bearer a-secret-of-some-length\r\n"), "200");
  EXPECT_NE(once(server, request("/", "", "Host: localhost\r\n")).find("WWW-Authenticate: Basic"), std::string::npos);
  EXPECT_NE(once(server, request("/v1/info", "", "Host: localhost\r\n")).find("WWW-Authenticate: Bearer"),
            std::string::npos);
}

TEST(Server, RefusesWhatIsTooLongOrNoHttp) {
  ServerParams params;
  params.most_body = 1000;
  const Running server(params);
  EXPECT_TRUE(starts(once(server, request("/healthz", "", "Host: localhost\r\nX: " + std::string(9000, 'x') + "\r\n")),
                     "HTTP/1.1 431"));
  EXPECT_TRUE(starts(once(server, request("/v1/equiv", std::string(2000, ' '))), "HTTP/1.1 413"));
  EXPECT_TRUE(
      starts(once(server, "GET /healthz HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"), "HTTP/1.1 400"));
  EXPECT_TRUE(starts(once(server, "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n"), "HTTP/1.1 400"));
  EXPECT_TRUE(starts(once(server, "FROB \x01 \r\n\r\n"), "HTTP/1.1 400"));
  EXPECT_EQ(once(server, "GET /healthz HTTP/1.1\r\nHost: loc"), "");
  EXPECT_TRUE(starts(once(server, request("/healthz", "")), "HTTP/1.1 200")) << "it goes on";
}

TEST(Server, DropsClientsThatAreSlow) {
  ServerParams params;
  params.client_seconds = 0.4;
  params.idle_seconds = 0.4;
  const Running server(params);
  const auto start = std::chrono::steady_clock::now();
  const Client silent(server);
  const Client trickling(server);
  for (const char byte : std::string("GET /healthz HTTP/1.1\r\n")) {
    if (!trickling.send({&byte, 1})) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_EQ(trickling.read(), "");
  EXPECT_EQ(silent.read(), "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Server, AnswersByBusyWhereThereAreTooManyClients) {
  ServerParams params;
  params.most_connections = 2;
  const Running server(params);
  const Client one(server);
  const Client two(server);
  ASSERT_TRUE(one.send(request("/healthz", "")));
  (void)one.read("ok\n");
  ASSERT_TRUE(two.send(request("/healthz", "")));
  (void)two.read("ok\n");
  const std::string third = Client(server).read();
  EXPECT_TRUE(starts(third, "HTTP/1.1 503")) << third;
  EXPECT_NE(third.find("Retry-After: 1"), std::string::npos) << third;
}

TEST(Server, AnswersByBusyWhereTooMuchWaits) {
  ServerParams params;
  params.most_waiting = 1;
  ServiceParams service;
  service.timeout_s = 1;
  const Running server(params, service);
  // Two workers are kept busy, one request waits, the rest is refused.
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 12; ++i) {
    clients.push_back(std::make_unique<Client>(server));
    ASSERT_TRUE(clients.back()->send(request("/v1/equiv", hard_pair())));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  size_t refused = 0;
  size_t answered = 0;
  for (const auto& client : clients) {
    const std::string answer = client->read("}\n");
    (starts(answer, "HTTP/1.1 503") ? refused : answered) += 1;
  }
  EXPECT_GE(answered, 2U);
  EXPECT_GE(refused, 5U);
  EXPECT_EQ(answered + refused, 12U);
}

TEST(Server, FinishesWhatHasBegunWhenItIsStopped) {
  ServiceParams service;
  service.timeout_s = 1;
  auto server = std::make_unique<Running>(ServerParams{}, service);
  const Client idle(*server);
  const Client busy(*server);
  const std::string hard = "{\"pairs\": [" + hard_pair() + ", " + kPair + "]}";
  ASSERT_TRUE(busy.send(request("/v1/equiv", hard)));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  server->stop();
  const std::string answer = busy.read();
  EXPECT_NE(answer.find("\"undecided\""), std::string::npos) << answer;
  EXPECT_TRUE(answer.ends_with("0\r\n\r\n")) << answer;
  EXPECT_EQ(idle.read(), "");
}

TEST(Server, CountsAndLogs) {
  std::vector<RequestLog> logs;
  ServerParams params;
  params.log = [&](const RequestLog& log) { logs.push_back(log); };
  Running server(params);
  (void)once(server, request("/v1/equiv", kPair));
  (void)once(server, request("/strange/path", ""));
  const std::string metrics = once(server, request("/metrics", ""));
  EXPECT_NE(metrics.find("eqnet_requests_total{path=\"/v1/equiv\",status=\"200\"} 1\n"), std::string::npos) << metrics;
  EXPECT_NE(metrics.find("eqnet_requests_total{path=\"other\",status=\"404\"} 1\n"), std::string::npos) << metrics;
  EXPECT_EQ(metrics.find("strange"), std::string::npos);
  server.stop();
  ASSERT_EQ(logs.size(), 3U);
  EXPECT_EQ(logs[0].path, "/v1/equiv");
  EXPECT_EQ(logs[0].client, "127.0.0.1");
  EXPECT_EQ(logs[1].status, 404);
}

TEST(Server, SaysWhenThePortIsTaken) {
  const Running server;
  const Service service({});
  ServerParams params;
  params.port = server.port();
  EXPECT_THROW(Server(service, params), base::Error);
  params.address = "no address";
  EXPECT_THROW(Server(service, params), base::Error);
}

}  // namespace eqnet::serve
