#include "serve/server.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <set>

#include "base/encoding.h"
#include "base/stopwatch.h"
#include "eqnet/base/error.h"
#include "serve/metrics.h"

namespace eqnet::serve {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = asio::ip::tcp;

std::chrono::milliseconds duration(double seconds) {
  return std::chrono::milliseconds(static_cast<long long>(1000 * seconds));
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

// In time that does not depend on where the two differ.
bool same(std::string_view a, std::string_view b) {
  unsigned different = a.size() == b.size() ? 0 : 1;
  for (size_t i = 0; i < a.size(); ++i) {
    different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b.empty() ? 0 : b[i % b.size()]);
  }
  return different == 0;
}

// "example.org" of "Example.org.:80", "::1" of "[::1]:80"; empty where it is none.
std::string name_of(std::string_view host) {
  const bool bracketed = host.starts_with('[');
  const size_t end = bracketed ? host.find(']') : std::min(host.find(':'), host.size());
  if (end == std::string_view::npos) return {};
  const std::string_view port = host.substr(end + (bracketed ? 1 : 0));
  const bool is_port =
      port.empty() || (port[0] == ':' && port.find_first_not_of("0123456789", 1) == std::string_view::npos);
  if (!is_port) return {};
  std::string name = lower(host.substr(bracketed ? 1 : 0, end - (bracketed ? 1 : 0)));
  if (name.ends_with('.')) name.pop_back();
  return name;
}

// The token of `Bearer TOKEN`, or the password of `Basic base64(NAME:PASSWORD)`, as which a browser asks for it.
std::string token_in(std::string_view authorization) {
  constexpr std::string_view kBearer = "Bearer ", kBasic = "Basic ";
  const auto is = [&](std::string_view scheme) {
    return beast::iequals(authorization.substr(0, scheme.size()), scheme);
  };
  if (is(kBearer)) return std::string(authorization.substr(kBearer.size()));
  if (!is(kBasic)) return {};
  const std::string both = base::from_base64(authorization.substr(kBasic.size()));
  const size_t colon = both.find(':');
  return colon == std::string::npos ? std::string() : both.substr(colon + 1);
}

}  // namespace

struct Server::State : std::enable_shared_from_this<Server::State> {
  class Connection;

  State(const Service& own_service, ServerParams own_params)
      : service(own_service),
        params(std::move(own_params)),
        acceptor(io),
        signals(io),
        workers(std::max<size_t>(1, params.workers)) {
    boost::system::error_code failed;
    const auto address = asio::ip::make_address(params.address, failed);
    if (failed) throw base::Error("address " + base::quoted(params.address) + " is none", "try 127.0.0.1 or 0.0.0.0");
    const tcp::endpoint endpoint(address, params.port);
    acceptor.open(endpoint.protocol(), failed);
    if (!failed) acceptor.set_option(tcp::acceptor::reuse_address(true), failed);
    if (!failed) acceptor.bind(endpoint, failed);
    if (!failed) acceptor.listen(asio::socket_base::max_listen_connections, failed);
    if (failed) {
      throw base::Error("port " + std::to_string(params.port) + " of " + params.address,
                        "cannot be taken: " + failed.message(), "choose another with --port");
    }
  }

  void accept();
  void stop() {
    asio::post(io, [self = shared_from_this()] { self->stop_now(); });
  }
  void stop_now();

  // Why a request is not let in; 0 where it is.
  template <class Fields>
  [[nodiscard]] int refusal(const Fields& fields) const;

  const Service& service;
  ServerParams params;
  Metrics metrics;
  asio::io_context io{1};
  tcp::acceptor acceptor;
  asio::signal_set signals;
  asio::thread_pool workers;
  std::set<Connection*> connections;  // by the thread of io alone, as all that is not said to be otherwise
  std::atomic<size_t> waiting = 0;
  bool stopping = false;
};

// One client: reads a request, has a worker answer it, writes the answer, and again.
class Server::State::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, std::shared_ptr<State> state) : stream_(std::move(socket)), state_(std::move(state)) {
    boost::system::error_code ignored;
    client_ = stream_.socket().remote_endpoint(ignored).address().to_string(ignored);
    stream_.socket().set_option(tcp::no_delay(true), ignored);
    state_->connections.insert(this);
    state_->metrics.connection_opened();
  }
  ~Connection() {
    state_->connections.erase(this);
    state_->metrics.connection_closed();
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(static_cast<uint32_t>(state_->params.most_header));
    parser_->body_limit(state_->params.most_body);
    began_ = false;
    header_seen_ = false;
    stream_.expires_after(duration(state_->params.idle_seconds));
    read_header();
  }

  // What waits for a request has nothing to finish.
  void stop() {
    if (!busy_ && !began_) close();
  }

 private:
  // The header piece by piece: with its first byte the client's time begins, which no trickle makes longer.
  void read_header() {
    http::async_read_some(stream_, buffer_, *parser_, [self = shared()](beast::error_code failed, size_t) {
      if (failed) return self->failed(failed);
      if (!self->began_) {
        self->began_ = true;
        self->watch_ = base::Stopwatch();
        self->stream_.expires_after(duration(self->state_->params.client_seconds));
      }
      if (self->parser_->is_header_done() && !self->header_seen_) {
        self->header_seen_ = true;
        if (self->see_header()) return;
      }
      self->read_body();
    });
  }
  void read_body() { parser_->is_done() ? answer() : read_header(); }

  // Looks at the header before there is a body, and fields behind it, which say nothing. Whether something is written.
  bool see_header() {
    const auto& message = parser_->get();
    refusal_ = state_->refusal(message);
    const auto coding = message[http::field::transfer_encoding];
    if (!coding.empty() && !beast::iequals(coding, "chunked")) {
      refuse(501, "of the transfer codings only chunked is known");
      return true;
    }
    // A client that waits for a word before it sends its body; curl does so for long ones.
    if (parser_->is_done() || !beast::iequals(message[http::field::expect], "100-continue")) return false;
    static const std::string kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(stream_, asio::buffer(kContinue), [self = shared()](beast::error_code failed, size_t) {
      failed ? self->close() : self->read_body();
    });
    return true;
  }

  void failed(beast::error_code why) {
    if (why == http::error::header_limit) return refuse(431, "the header is too long");
    if (why == http::error::body_limit)
      return refuse(413, "the body is longer than " + std::to_string(state_->params.most_body) + " bytes");
    const bool malformed = why.category() == http::make_error_code(http::error::bad_method).category();
    if (malformed && why != http::error::end_of_stream && why != http::error::partial_message) {
      return refuse(400, "this is no HTTP: " + why.message());
    }
    close();
  }

  void refuse(int status, const std::string& what) {
    keep_ = false;
    head_ = false;
    write(problem(status, what));
  }

  void answer() {
    const auto& message = parser_->get();
    keep_ = message.keep_alive() && !state_->stopping;
    head_ = message.method() == http::verb::head;
    std::string_view target(message.target().data(), message.target().size());
    if (target.starts_with("http://")) target.remove_prefix(std::min(target.find('/', 7), target.size()));
    request_ = {std::string(message.method_string()), std::string(target.substr(0, target.find('?'))), message.body()};
    one_piece_ = message.version() < 11;
    switch (refusal_) {
      case 400:
        return refuse(400, "one Host is needed, and at most one Origin");
      case 401:
        return write(problem(401, "a token is needed: Authorization: Bearer …"));
      case 403:
        return write(problem(403, "the Host or Origin of the request is none of this server's; --host-name adds one"));
      default:
        break;
    }
    if (request_.path == "/metrics" && request_.method == "POST") return write(problem(405, "/metrics takes GET"));
    if (request_.path == "/metrics")
      return write({.type = "text/plain; version=0.0.4", .body = state_->metrics.text()});
    // Nothing has to be found out for these, and whoever watches the server should not wait behind those who ask much.
    if (request_.method != "POST") return write(state_->service.answer(request_));
    if (state_->waiting >= state_->params.most_waiting) {
      state_->metrics.refused();
      return write(problem(503, "the server is busy; try again"));
    }
    ++state_->waiting;
    busy_ = true;
    stream_.expires_never();  // the time of a worker is not the client's
    // The guard keeps the loop of io going where this is the last thing to be done.
    asio::post(state_->workers, [self = shared(), guard = asio::make_work_guard(state_->io)]() mutable {
      --self->state_->waiting;
      Response response = self->state_->service.answer(self->request_);
      to_io(std::move(self),
            [response = std::move(response)](Connection& own) mutable { own.write(std::move(response)); });
    });
  }

  // From a worker's thread; the connection goes along, so that it ends in the thread of io.
  template <class Work>
  static void to_io(std::shared_ptr<Connection> self, Work work) {
    asio::io_context& io = self->state_->io;
    asio::post(io, [self = std::move(self), work = std::move(work)]() mutable { work(*self); });
  }

  void write(Response response) {
    busy_ = true;
    response_ = std::move(response);
    sent_ = 0;
    stream_.expires_after(duration(state_->params.client_seconds));
    if (response_.more && !head_) return write_stream();
    message_.emplace();
    fill(*message_);
    message_->content_length(response_.body.size());
    if (!head_) message_->body() = std::move(response_.body);
    sent_ = message_->body().size();
    http::async_write(stream_, *message_,
                      [self = shared()](beast::error_code failed, size_t) { self->written(failed); });
  }

  template <class Message>
  void fill(Message& message) {
    message.result(static_cast<unsigned>(response_.status));
    message.version(11);
    message.set(http::field::server, "eqnet");
    message.set(http::field::content_type, response_.type);
    message.set(http::field::cache_control, "no-store");
    message.set("X-Content-Type-Options", "nosniff");
    message.set("Content-Security-Policy", "frame-ancestors 'none'");
    if (response_.status == 503) message.set(http::field::retry_after, "1");
    // A browser that was sent to the page asks its reader then, and sends the token with all that the page asks for.
    if (response_.status == 401) {
      message.set(http::field::www_authenticate, request_.path == "/" ? "Basic realm=\"eqnet\"" : "Bearer");
    }
    message.keep_alive(keep_);
  }

  void write_stream() {
    header_.emplace();
    fill(*header_);
    // Clients of HTTP/1.0 know no chunks: for them the answer ends with the connection.
    if (one_piece_) keep_ = false;
    header_->chunked(!one_piece_);
    header_->keep_alive(keep_);
    serializer_.emplace(*header_);
    http::async_write_header(stream_, *serializer_, [self = shared()](beast::error_code failed, size_t) {
      failed ? self->close() : self->next_piece();
    });
  }

  void next_piece() {
    stream_.expires_never();
    asio::post(state_->workers, [self = shared(), guard = asio::make_work_guard(state_->io)]() mutable {
      self->piece_.clear();
      const bool more = self->response_.more(self->piece_);
      to_io(std::move(self), [more](Connection& own) { own.write_piece(more); });
    });
  }

  void write_piece(bool more) {
    stream_.expires_after(duration(state_->params.client_seconds));
    sent_ += piece_.size();
    if (!more && one_piece_) return written({});
    const auto next = [self = shared()](beast::error_code failed, size_t) {
      failed ? self->close() : self->next_piece();
    };
    if (one_piece_) return asio::async_write(stream_, asio::buffer(piece_), next);
    if (!more) {
      return asio::async_write(stream_, http::make_chunk_last(),
                               [self = shared()](beast::error_code failed, size_t) { self->written(failed); });
    }
    asio::async_write(stream_, http::make_chunk(asio::buffer(piece_)), next);
  }

  void written(beast::error_code failed) {
    const auto& paths = Service::paths();
    const bool known = std::ranges::find(paths, request_.path) != paths.end() || request_.path == "/metrics";
    state_->metrics.count(known ? request_.path : "other", response_.status, watch_.seconds());
    if (state_->params.log) {
      state_->params.log({client_, request_.method, request_.path, response_.status, sent_, watch_.seconds()});
    }
    busy_ = false;
    response_.more = nullptr;
    if (failed || !keep_ || state_->stopping) return close();
    read();
  }

  void close() {
    boost::system::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.close();
  }

  std::shared_ptr<Connection> shared() { return shared_from_this(); }

  beast::tcp_stream stream_;
  std::shared_ptr<State> state_;
  std::string client_;
  beast::flat_buffer buffer_{size_t{64} * 1024};
  std::optional<http::request_parser<http::string_body>> parser_;
  Request request_;
  Response response_;
  std::optional<http::response<http::string_body>> message_;
  std::optional<http::response<http::empty_body>> header_;
  std::optional<http::response_serializer<http::empty_body>> serializer_;
  std::string piece_;
  base::Stopwatch watch_;
  size_t sent_ = 0;
  int refusal_ = 0;  // of State::refusal
  bool keep_ = false, head_ = false;
  bool began_ = false;  // whether a byte of the request was read
  bool header_seen_ = false;
  bool one_piece_ = false;  // of the client: it knows no chunks
  bool busy_ = false;       // whether it is being answered
};

template <class Fields>
int Server::State::refusal(const Fields& fields) const {
  const auto is_own = [&](std::string_view host) {
    const std::string own = name_of(host);
    if (own == "localhost" || own == "127.0.0.1" || own == "::1" || own == params.address) return true;
    return std::ranges::any_of(params.host_names, [&](const std::string& name) { return name_of(name) == own; });
  };
  const auto text = [&](http::field field) {
    const auto value = fields[field];
    return std::string_view(value.data(), value.size());
  };
  if (fields.count(http::field::host) > 1 || fields.count(http::field::origin) > 1) return 400;
  // Whoever listens on all addresses is known by names that it cannot tell; a token then keeps strangers out.
  const bool any_name = params.host_names.empty() && (params.address == "0.0.0.0" || params.address == "::");
  if (!any_name && !is_own(text(http::field::host))) return 403;
  if (const std::string_view origin = text(http::field::origin); !origin.empty()) {
    const size_t scheme = origin.find("://");
    if (scheme == std::string_view::npos || origin.substr(scheme + 3) != text(http::field::host)) return 403;
  }
  if (!params.token.empty()) {
    if (!same(token_in(text(http::field::authorization)), params.token)) return 401;
  }
  return 0;
}

void Server::State::accept() {
  acceptor.async_accept([self = shared_from_this()](boost::system::error_code failed, tcp::socket socket) {
    if (self->stopping) return;
    if (!failed) {
      if (self->connections.size() >= self->params.most_connections) {
        self->metrics.refused();
        static const std::string kBusy =
            "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        socket.non_blocking(true, failed);
        socket.write_some(asio::buffer(kBusy), failed);
      } else {
        std::make_shared<Connection>(std::move(socket), self)->read();
      }
    } else {
      // There are no more files or memory to be had: a moment later there may be.
      auto pause = std::make_shared<asio::steady_timer>(self->io, std::chrono::milliseconds(100));
      return pause->async_wait([self, pause](boost::system::error_code) { self->accept(); });
    }
    self->accept();
  });
}

void Server::State::stop_now() {
  if (stopping) return;
  stopping = true;
  boost::system::error_code ignored;
  acceptor.close(ignored);
  signals.cancel(ignored);
  const std::vector<Connection*> all(connections.begin(), connections.end());
  for (Connection* connection : all) connection->stop();
}

Server::Server(const Service& service, ServerParams params)
    : state_(std::make_shared<State>(service, std::move(params))) {}

Server::~Server() = default;

uint16_t Server::port() const {
  boost::system::error_code ignored;
  return state_->acceptor.local_endpoint(ignored).port();
}

void Server::run() {
  state_->accept();
  state_->io.run();  // ends when nothing is left to do
  state_->workers.join();
}

void Server::stop() {
  state_->stop();
}

void Server::stop_on_signals() {
  state_->signals.add(SIGINT);
  state_->signals.add(SIGTERM);
  state_->signals.async_wait([state = state_.get()](boost::system::error_code failed, int) {
    if (!failed) state->stop_now();
  });
}

}  // namespace eqnet::serve
