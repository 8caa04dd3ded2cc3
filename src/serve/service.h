// What the server answers, without a socket: one request in, one response out. Thread-safe.
//
//   POST /v1/equiv     {"left": "a -> b", "right": "~a | b"}        or {"pairs": [{…}, …]}
//   POST /v1/simplify  {"expression": "a & a"}                      or {"expressions": […]}
//   POST /v1/embed     {"expression": "a & b"}                      or {"expressions": […]}
//   POST /v1/nearest   {"expression": "a & b", "k": 5}              or {"expressions": […], "k": 5}
//   POST /v1/parse     {"expression": "a & b"}                      or {"expressions": […]}
//   GET  /             the live page
//   GET  /v1/info, /healthz, /openapi.json
//
// Many in one request are answered one after the other: the response is JSON lines, written as they are found. The
// whole is described by openapi.json.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eqnet/api/index.h"

namespace eqnet::serve {

struct Request {
  std::string method, path, body;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  // Where the answer is a stream: appends the next piece, and says whether there was one.
  std::function<bool(std::string& piece)> more = {};
};

struct ServiceParams {
  std::optional<api::Model> model;  // for embed
  // Whose expressions are asked about where a request names none; null: the model's, else by their operators.
  const domain::Domain* domain = nullptr;
  std::optional<api::Index> index;   // for nearest; its model embeds where none is given
  std::string page = {};             // at /, whole (report/page.h)
  std::optional<api::Index> on_map;  // what its map shows, row by row
  std::string version;
  double timeout_s = 10;                 // for one request
  size_t most_items = 10000;             // of a request
  size_t most_text = size_t{64} * 1024;  // characters of an expression
  size_t most_neighbours = 1000;         // of a query
};

// One line of JSON with an error.
Response problem(int status, const std::string& what);

class Service {
 public:
  explicit Service(ServiceParams params);
  ~Service();
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // Never throws: what goes wrong is a response.
  [[nodiscard]] Response answer(const Request& request) const;

  // The paths that it knows, for counting by them.
  static const std::vector<std::string>& paths();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace eqnet::serve
