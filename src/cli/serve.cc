// eqnet serve: equivalence, shortest forms, vectors and nearest expressions over HTTP.
#include "serve/server.h"

#include <cstdio>

#include <filesystem>

#include "api/model_state.h"
#include "base/files.h"
#include "base/format.h"
#include "base/json.h"
#include "base/progress.h"
#include "cli/drawing.h"
#include "cli/print.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "report/page.h"

namespace eqnet::cli {
namespace {

struct ServeOptions {
  std::string model, data, token_file;
  std::string domain = "auto";
  serve::ServerParams server;
  serve::ServiceParams service;
  size_t port = serve::ServerParams{}.port;
  size_t points = 5000;
  bool log_json = false;
  Common common;
};

std::string token_of(const std::string& path) {
  std::string token = base::read_bytes(path);
  while (!token.empty() && (token.back() == '\n' || token.back() == '\r')) token.pop_back();
  if (token.size() < 16 || token.find_first_of(" \t\n") != std::string::npos) {
    throw base::Error(path, "holds no token: one line of 16 or more characters without spaces",
                      "try openssl rand -hex 16");
  }
  return token;
}

void print_log(const serve::RequestLog& log, bool as_json) {
  if (as_json) {
    base::Json json;
    json.object().key("client").value(log.client).key("method").value(log.method).key("path").value(log.path);
    json.key("status").value(static_cast<size_t>(log.status)).key("bytes").value(log.bytes);
    json.key("ms").value(1000 * log.seconds).end_object();
    std::fprintf(stderr, "%s\n", json.text().c_str());
    return;
  }
  std::fprintf(stderr, "%s %s %s %d %zu bytes %.1f ms\n", log.client.c_str(), log.method.c_str(),
               base::quoted(log.path).c_str(), log.status, log.bytes, 1000 * log.seconds);
}

// The page at /: with a map of the index, where there is one.
void add_page(ServeOptions& options) {
  serve::ServiceParams& service = options.service;
  // A point alone is no map.
  if (!service.index || std::min(options.points, service.index->size()) < 2) {
    service.page = report::live_explorer({});
    return;
  }
  const api::Model& model = service.index->model();
  data::Dataset dataset = service.index->dataset(options.points);
  dataset.name = std::filesystem::path(options.data).filename();
  const size_t drawn = data::count_expressions(dataset.classes);
  if (drawn < service.index->size()) {
    dataset.name += " (" + base::with_commas(drawn) + " of " + base::with_commas(service.index->size()) + ")";
  }
  const report::ProjectionParams params = ProjectionOptions().params(options.common);
  const models::Encoder& encoder = model.state().encoder;
  const report::NeighbourMap map = neighbour_map_of(encoder, dataset, params, options.common);
  const report::Projection projection = project(map, params, options.common);
  const std::string name = options.model.empty() ? options.data : options.model;
  service.page = report::live_explorer(explorer_bytes(map, projection, encoder, std::filesystem::path(name).stem()));
  service.on_map = api::Index(model, dataset, threads_of(options.common));
}

int run_serve(ServeOptions& options) {
  if (!options.model.empty()) options.service.model = api::Model::open(options.model, chosen_domain(options.domain));
  if (!options.data.empty()) {
    if (api::Index::is_index(options.data)) {
      options.service.index = api::Index::open(options.data);
    } else if (!options.service.model) {
      throw UsageError(
          "--data with a dataset needs --model, by which its expressions are embedded; an index has its own");
    } else {
      data::LoadParams load;
      load.domain = &options.service.model->domain();
      load.with_split = false;
      load.lists = true;
      options.service.index =
          api::Index(*options.service.model, data::load(options.data, load), threads_of(options.common));
    }
  }
  options.service.version = EQNET_VERSION;
  options.service.domain = chosen_domain(options.domain);
  add_page(options);
  if (!options.token_file.empty()) options.server.token = token_of(options.token_file);
  options.server.port = static_cast<uint16_t>(options.port);
  options.server.workers = threads_of(options.common);
  if (!options.common.quiet) {
    options.server.log = [&](const serve::RequestLog& log) { print_log(log, options.log_json); };
  }
  const serve::Service service(options.service);
  serve::Server server(service, options.server);
  server.stop_on_signals();
  const std::string& address = options.server.address;
  const bool local = address.starts_with("127.") || address == "::1";
  if (!local && options.server.token.empty()) {
    std::fprintf(stderr, "eqnet: warning: whoever reaches %s may ask; --token-file keeps strangers out\n",
                 address.c_str());
  }
  const bool bracketed = address.find(':') != std::string::npos;  // of IPv6
  std::printf(bracketed ? "http://[%s]:%u\n" : "http://%s:%u\n", address.c_str(), static_cast<unsigned>(server.port()));
  std::fflush(stdout);
  server.run();
  return kYes;
}

}  // namespace

Verb add_serve(CommandLine& program) {
  auto options = std::make_shared<ServeOptions>();
  Command verb = program.verb(
      "serve", "Serve a page to ask in, and answers over HTTP: equivalence, shortest forms, vectors, nearest");
  verb.option("--model", options->model, model_help());
  verb.option("--data", options->data,
              "Expressions for the map and /v1/nearest: an index, or a dataset or list with --model");
  constexpr double kMostPoints = 1e6;
  verb.option("--points", options->points, "Most expressions on the page's map, evenly spaced in the data; 0: no map")
      .between(0, kMostPoints)
      .shows_default();
  constexpr double kMostPort = 65535;
  verb.option("--port", options->port, "Port; 0: any that is free").between(0, kMostPort).shows_default();
  verb.option("--address", options->server.address, "Address to listen on; 0.0.0.0: all").shows_default();
  verb.option("--host-name", options->server.host_names, "Name under which browsers know this server; may be repeated")
      .repeatable();
  verb.option("--token-file", options->token_file,
              "File with the token that requests must carry (Authorization: Bearer)");
  verb.option("--timeout", options->service.timeout_s, "Seconds for one request").positive().shows_default();
  verb.option("--connections", options->server.most_connections, "Most clients at a time").at_least(1).shows_default();
  verb.flag("--log-json", options->log_json, "Log lines as JSON");
  add_domain(verb, options->domain, "the model's, else by the operators");
  add_common(verb, options->common, Uses::drawing);
  verb.footer(
      "Open its address in a browser: a map of --data, on which any expression is placed, with its neighbours, its\n"
      "shortest form, and a comparison with another.\n\n"
      "Prints its address, then one line per request on stderr (--quiet: none). SIGTERM and Ctrl-C end it when what "
      "has\n"
      "begun is answered. Nobody but this machine can reach it unless --address says otherwise; then use "
      "--token-file.\n"
      "/openapi.json describes the interface, /metrics counts for Prometheus.\n\n"
      "Examples:\n"
      "  eqnet serve --model boolean --data data/boolean5.json.gz\n"
      "  curl -d '{\"left\": \"a -> b\", \"right\": \"~a | b\"}' http://127.0.0.1:8080/v1/equiv\n"
      "  eqnet serve --data formulas.index --address 0.0.0.0 --token-file token.txt");
  return {"serve", [options] { return run_serve(*options); }};
}

}  // namespace eqnet::cli
