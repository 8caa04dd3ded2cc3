#include "serve/service.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>

#include "api/verdict_json.h"
#include "base/json.h"
#include "base/stopwatch.h"
#include "eqnet/api/session.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/algebra.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "eqnet/search/check.h"
#include "eqnet/search/simplify.h"
#include "serve/body.h"
#include "serve/openapi.h"

namespace eqnet::serve {
namespace {

constexpr double kMostTimeout = 3600;

// What is left of a request's time.
class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds) {}
  [[nodiscard]] double left() const { return std::max(0.0, seconds_ - watch_.seconds()); }

 private:
  base::Stopwatch watch_;
  double seconds_;
};

const domain::Domain& domain_for(const domain::Domain* chosen, std::string_view text) {
  if (chosen != nullptr) return *chosen;
  const domain::Domain* guessed = domain::guess(text);
  return guessed != nullptr ? *guessed : domain::default_domain();
}

std::string error_line(const std::string& what) {
  base::Json json;
  return json.object().key("error").value(what).end_object().text() + "\n";
}

// Answers to the items of a request: an object for one, a stream of lines for many. A bad item of many is answered as
// such and holds up no other.
template <class Line>
Response answers(size_t count, bool many, Line line) {
  if (!many) return {.body = line(0)};
  const auto safely = [line = std::move(line)](size_t item) -> std::string {
    try {
      return line(item);
    } catch (const std::exception& error) {
      return error_line(error.what());
    }
  };
  constexpr size_t kPiece = size_t{16} * 1024;  // bytes
  return {.type = "application/x-ndjson", .more = [safely, count, next = size_t{0}](std::string& piece) mutable {
            if (next == count) return false;
            while (next < count && piece.size() < kPiece) piece += safely(next++);
            return true;
          }};
}

// The tree of an expression, level by level as far as it can be drawn.
void add_tree(base::Json& json, const expr::Pool& pool, expr::NodeId root, const expr::Syntax& syntax) {
  constexpr size_t kMostNodes = 400;
  std::vector<expr::NodeId> nodes = {root};
  bool whole = true;
  json.key("nodes").array();
  for (size_t i = 0; i < nodes.size(); ++i) {
    const auto children = pool.children(nodes[i]);
    const bool fits = nodes.size() + children.size() <= kMostNodes;
    whole = whole && fits;
    json.object().key("label").value(expr::symbol_text(pool.symbol_of(nodes[i]), syntax)).key("children").array();
    for (size_t child = 0; fits && child < children.size(); ++child) {
      json.value(nodes.size());
      nodes.push_back(children[child]);
    }
    json.end_array();
    if (!fits) json.key("cut").value(true);
    json.end_object();
  }
  json.end_array().key("whole").value(whole);
}

// note: what is to be said beside the verdict.
std::string line_of(const search::Checked& checked, const std::string& note) {
  if (!checked.error.empty()) throw base::Error(checked.error);
  base::Json json;
  json.object();
  api::add_verdict(json, checked.verdict);
  json.key("domain").value(checked.domain->name());
  if (!note.empty()) json.key("note").value(note);
  return json.end_object().text() + "\n";
}

// Simplifiers keep tables that take a moment to make, and are for one thread at a time.
class Simplifiers {
 public:
  search::Simplified simplify(const domain::Domain& domain, double timeout_s, std::string_view text) {
    std::unique_ptr<search::Simplifier> own;
    {
      const std::lock_guard lock(mutex_);
      auto& idle = idle_[{&domain, timeout_s}];
      if (!idle.empty()) {
        own = std::move(idle.back());
        idle.pop_back();
      }
    }
    if (!own) {
      search::SimplifyParams params;
      params.timeout_s = timeout_s;
      own = std::make_unique<search::Simplifier>(domain, std::move(params));
    }
    search::Simplified result = own->simplify(text);
    const std::lock_guard lock(mutex_);
    idle_[{&domain, timeout_s}].push_back(std::move(own));
    return result;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<const domain::Domain*, double>, std::vector<std::unique_ptr<search::Simplifier>>> idle_;
};

}  // namespace

Response problem(int status, const std::string& what) {
  return {.status = status, .body = error_line(what)};
}

struct Service::State {
  explicit State(ServiceParams own) : params(std::move(own)) {}

  // That of this server, which may be one that nobody else has.
  [[nodiscard]] const domain::Domain* own_domain() const {
    if (params.domain != nullptr) return params.domain;
    const api::Model* model = own_model();
    return model != nullptr ? &model->domain() : nullptr;
  }

  // No path: the server reads no files for strangers. Null: by the operators.
  [[nodiscard]] const domain::Domain* domain_named(const std::optional<std::string>& name) const {
    const domain::Domain* own = own_domain();
    if (!name) return own;
    if (*name == "auto") return nullptr;
    std::string known;
    for (const domain::Domain* one : known_domains()) {
      if (one->name() == *name) return one;
      known.append(known.empty() ? "" : ", ").append(one->name());
    }
    throw base::Error("domain " + base::quoted(*name) + " is not known; known are " + known);
  }

  [[nodiscard]] std::vector<const domain::Domain*> known_domains() const {
    std::vector<const domain::Domain*> known = domain::domains();
    const domain::Domain* own = own_domain();
    if (own != nullptr && std::ranges::find(known, own) == known.end()) known.insert(known.begin(), own);
    return known;
  }

  [[nodiscard]] Response equiv(const Body& body) const {
    body.allow({"left", "right", "pairs", "domain", "timeout", "strict", "assume"});
    search::CheckParams check;
    check.domain = domain_named(body.text("domain"));
    check.strict = body.flag("strict").value_or(false);
    check.assumptions = body.text("assume").value_or("");
    const double timeout = body.number("timeout", 0, kMostTimeout).value_or(params.timeout_s);
    Body::Texts pairs = body.pairs();
    (void)search::check({}, check);  // throws where the assumptions are wrong, before the first line is on its way
    const Deadline deadline(params.timeout_s);
    const size_t count = pairs.texts.size() / 2;
    return answers(count, pairs.many, [pairs, check, timeout, deadline](size_t item) {
      search::CheckParams own = check;
      own.timeout_s = std::min(timeout, deadline.left());
      const search::TextPair pair{pairs.texts[2 * item], pairs.texts[2 * item + 1]};
      const search::Checked checked = search::check({&pair, 1}, own).front();
      return line_of(checked, pairs.many ? checked.note : checked.remark());
    });
  }

  [[nodiscard]] Response simplify(const Body& body) const {
    body.allow({"expression", "expressions", "domain"});
    const domain::Domain* chosen = domain_named(body.text("domain"));
    const Body::Texts texts = body.texts();
    const Deadline deadline(params.timeout_s);
    return answers(texts.texts.size(), texts.many, [this, texts, chosen, deadline](size_t item) {
      const std::string& text = texts.texts[item];
      if (item > 0 && deadline.left() == 0) throw base::Error("the request's time is over");
      const search::Simplified one =
          simplifiers.simplify(domain_for(chosen, text), std::min(1.0, params.timeout_s), text);
      base::Json json;
      json.object().key("result").value(one.text).key("before").value(one.cost_before).key("after").value(one.cost);
      json.key("minimal").value(one.minimal).key("finished").value(one.finished);
      json.key("verdict").value(name(one.proof.answer)).key("method").value(one.proof.method);
      if (!one.proof.condition.empty()) json.key("condition").value(one.proof.condition);
      return json.end_object().text() + "\n";
    });
  }

  [[nodiscard]] Response parse(const Body& body) const {
    body.allow({"expression", "expressions", "domain"});
    const domain::Domain* chosen = domain_named(body.text("domain"));
    const Body::Texts texts = body.texts();
    return answers(texts.texts.size(), texts.many, [texts, chosen](size_t item) {
      const domain::Domain& domain = domain_for(chosen, texts.texts[item]);
      expr::Pool pool;
      const expr::NodeId root = expr::parse(texts.texts[item], domain.syntax(), pool);
      base::Json json;
      json.object().key("text").value(expr::print(pool, root, domain.syntax())).key("domain").value(domain.name());
      json.key("size").value(size_t{pool.tree_size(root)}).key("variables").array();
      for (const std::string& name : domain::variables_of(pool)) json.value(name);
      json.end_array();
      add_tree(json, pool, root, domain.syntax());
      return json.end_object().text() + "\n";
    });
  }

  [[nodiscard]] Response embed(const Body& body) const {
    const api::Model* model = own_model();
    if (model == nullptr) return problem(501, "this server has no model; start it with --model");
    body.allow({"expression", "expressions"});
    const Body::Texts texts = body.texts();
    return answers(texts.texts.size(), texts.many, [model, texts](size_t item) {
      base::Json json;
      json.object().key("vector").array();
      char digits[32];
      for (const float number : model->embed(texts.texts[item])) {  // as few digits as give the float again
        const std::to_chars_result end = std::to_chars(std::begin(digits), std::end(digits), number);
        json.number({digits, static_cast<size_t>(end.ptr - digits)});
      }
      return json.end_array().end_object().text() + "\n";
    });
  }

  [[nodiscard]] Response nearest(const Body& body) const {
    if (!params.index) return problem(501, "this server has no expressions to search; start it with --data");
    body.allow({"expression", "expressions", "k", "equivalent", "map"});
    const bool map = body.flag("map").value_or(false);
    if (map && !params.on_map) return problem(501, "this server has no map");
    api::NearestOptions options;
    options.k = body.count("k", 1, params.most_neighbours).value_or(options.k);
    options.equivalent = body.flag("equivalent").value_or(false);
    const Body::Texts texts = body.texts();
    const Deadline deadline(params.timeout_s);
    return answers(texts.texts.size(), texts.many, [this, texts, options, deadline, map](size_t item) {
      if (item > 0 && deadline.left() == 0) throw base::Error("the request's time is over");
      api::NearestOptions own = options;
      own.timeout_s = 1;
      own.total_s = deadline.left();
      base::Json json;
      json.object().key("neighbours").array();
      for (const api::Neighbour& one : (map ? params.on_map : params.index)->nearest(texts.texts[item], own)) {
        json.object().key("row").value(one.row).key("expression").value(one.text).key("class").value(one.class_name);
        json.key("similarity").value(one.similarity);
        api::add_verdict(json, one.verdict);
        json.end_object();
      }
      return json.end_array().end_object().text() + "\n";
    });
  }

  [[nodiscard]] Response info() const {
    base::Json json;
    json.object().key("version").value(params.version).key("domains").array();
    for (const domain::Domain* one : known_domains()) json.value(one->name());
    json.end_array();
    if (const domain::Domain* own = own_domain()) json.key("domain").value(own->name());
    if (const api::Model* model = own_model()) {
      json.key("model").object().key("kind").value(model->kind()).key("domain").value(model->domain().name());
      json.key("dimension").value(model->dimension()).end_object();
    }
    if (params.index) json.key("expressions").value(params.index->size());
    if (params.on_map) json.key("on_map").value(params.on_map->size());
    return {.body = json.end_object().text() + "\n"};
  }

  [[nodiscard]] const api::Model* own_model() const {
    if (params.model) return &*params.model;
    return params.index ? &params.index->model() : nullptr;
  }

  ServiceParams params;
  mutable Simplifiers simplifiers;
};

Service::Service(ServiceParams params) : state_(std::make_unique<State>(std::move(params))) {}
Service::~Service() = default;

const std::vector<std::string>& Service::paths() {
  static const std::vector<std::string> all = {"/",         "/v1/equiv", "/v1/simplify", "/v1/embed",    "/v1/nearest",
                                               "/v1/parse", "/v1/info",  "/healthz",     "/openapi.json"};
  return all;
}

Response Service::answer(const Request& request) const {
  using Post = Response (State::*)(const Body&) const;
  static const std::map<std::string, Post> kPosts = {{"/v1/equiv", &State::equiv},
                                                     {"/v1/simplify", &State::simplify},
                                                     {"/v1/embed", &State::embed},
                                                     {"/v1/nearest", &State::nearest},
                                                     {"/v1/parse", &State::parse}};
  try {
    if (const auto post = kPosts.find(request.path); post != kPosts.end()) {
      if (request.method != "POST") return problem(405, request.path + " takes POST");
      const Body body(request.body, {state_->params.most_items, state_->params.most_text});
      return ((*state_).*(post->second))(body);
    }
    const bool known = std::ranges::find(paths(), request.path) != paths().end();
    if (!known) return problem(404, "there is nothing at this path; /openapi.json says what there is");
    if (request.method != "GET" && request.method != "HEAD") return problem(405, request.path + " takes GET");
    if (request.path == "/") return {.type = "text/html; charset=utf-8", .body = state_->params.page};
    if (request.path == "/healthz") return {.type = "text/plain", .body = "ok\n"};
    if (request.path == "/openapi.json") return {.body = std::string(openapi())};
    return state_->info();
  } catch (const base::Error& error) {
    return problem(400, error.what());
  } catch (const std::bad_alloc&) {
    return problem(503, "out of memory");
  } catch (const std::exception& error) {
    return problem(500, error.what());
  }
}

}  // namespace eqnet::serve
