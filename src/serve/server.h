// An HTTP/1.1 server around a Service, by Boost.Beast, which server.cc alone includes.
//
//   eqnet::serve::Server server(service, {.port = 8080});
//   server.run();                     // until stop(), which may be called from anywhere, a signal handler's thread too
//
// One thread reads and writes; workers answer. Whatever a client does, memory is bounded: connections, headers, bodies
// and requests that wait are limited, and clients that are slow are dropped.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "serve/service.h"

namespace eqnet::serve {

struct RequestLog {
  std::string client, method, path;
  int status = 0;
  size_t bytes = 0;  // of the answer
  double seconds = 0;
};

struct ServerParams {
  std::string address = "127.0.0.1";
  uint16_t port = 8080;  // 0: any that is free
  size_t workers = 1;
  // Names under which a browser may know it, beside the address and localhost: a page elsewhere cannot then reach it by
  // a name of its own (DNS rebinding).
  std::vector<std::string> host_names = {};
  std::string token = {};  // asked for as `Authorization: Bearer`; empty: none
  size_t most_connections = 1000;
  size_t most_waiting = 256;               // requests that no worker has taken yet; further ones are answered by 503
  size_t most_header = size_t{8} * 1024;   // bytes
  size_t most_body = size_t{1024} * 1024;  // bytes
  double client_seconds = 10;              // for a client to send a request or to take an answer
  double idle_seconds = 60;                // that a connection may be silent between requests
  std::function<void(const RequestLog&)> log = {};  // called by one thread at a time
};

class Server {
 public:
  // Takes the port. Throws base::Error where it cannot. service: must outlive it.
  Server(const Service& service, ServerParams params);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] uint16_t port() const;
  // Serves until it is stopped; then what has begun is finished.
  void run();
  void stop();
  // SIGINT and SIGTERM stop it from now on.
  void stop_on_signals();

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace eqnet::serve
