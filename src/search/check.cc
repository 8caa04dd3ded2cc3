#include "eqnet/search/check.h"

#include <map>
#include <mutex>

#include "base/threads.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/parse.h"

namespace eqnet::search {
namespace {

constexpr size_t kTogether = 256;  // pairs that are read into one pool

// Made at the first use, one for each domain.
class Parsers {
 public:
  const expr::Parser& of(const domain::Domain& domain) {
    const std::lock_guard lock(mutex_);
    return parsers_.try_emplace(&domain, domain.syntax()).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<const domain::Domain*, expr::Parser> parsers_;
};

const domain::Domain& domain_of_pair(const TextPair& pair, const CheckParams& params) {
  if (params.domain != nullptr) return *params.domain;
  std::string both;
  both.reserve(pair.left.size() + pair.right.size() + 1);
  both.append(pair.left).append("\n").append(pair.right);
  return domain::choose(both, params.assumptions);
}

// The pairs of one domain among those that are read together.
struct Batch {
  const domain::Domain* domain = nullptr;
  const expr::Parser* parser = nullptr;
  expr::Pool pool;
  std::vector<domain::NodePair> pairs;
  std::vector<size_t> places;  // of the pairs among all
};

void read(const TextPair& pair, Batch& batch, size_t place, Checked& checked) {
  const char* side = "left";
  try {
    expr::NodeId left = batch.parser->parse(pair.left, batch.pool);
    side = "right";
    expr::NodeId right = batch.parser->parse(pair.right, batch.pool);
    right = batch.domain->read_beside(batch.pool, pair.right, right, pair.left, left);
    side = "left";
    left = batch.domain->read_beside(batch.pool, pair.left, left, pair.right, right);
    batch.pairs.push_back({left, right});
    batch.places.push_back(place);
  } catch (const expr::ParseError& error) {
    checked.error = std::string(side) + ", column " + std::to_string(error.column) + ": found " + error.found +
                    ", expected " + error.expected;
  } catch (const base::Error& error) {
    checked.error = std::string(side) + ": " + error.what();
  }
}

bool has_variable(const expr::Pool& pool, expr::NodeId left, expr::NodeId right) {
  const expr::NodeId both[] = {left, right};
  const expr::Subgraph graph(pool, both);
  for (size_t place = 0; place < graph.size(); ++place) {
    if (pool.symbol_of(graph.id(place)).kind == expr::SymbolKind::variable) return true;
  }
  return false;
}

void decide(const Batch& batch, const domain::Domain& domain, const CheckParams& params, std::span<Checked> checked) {
  std::vector<domain::Verdict> verdicts =
      domain.verdicts(batch.pool, batch.pairs, {params.timeout_s, params.strict, params.assumptions});
  for (size_t i = 0; i < verdicts.size(); ++i) {
    Checked& one = checked[batch.places[i]];
    const auto [left, right] = batch.pairs[i];
    one.verdict = std::move(verdicts[i]);
    const expr::NodeId both[] = {left, right};
    one.idle = domain::idle_assumption(domain, batch.pool, both, params.assumptions);
    if (one.verdict.answer != domain::Answer::different) continue;
    one.note = domain.misreading(batch.pool, left, right);
    one.variables = !one.verdict.witness.empty() || has_variable(batch.pool, left, right);
  }
}

void check_together(std::span<const TextPair> pairs, const CheckParams& params, Parsers& parsers,
                    std::span<Checked> checked) {
  std::map<const domain::Domain*, Batch> batches;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const domain::Domain& domain = domain_of_pair(pairs[i], params);
    checked[i].domain = &domain;
    Batch& batch = batches[&domain];
    if (batch.parser == nullptr) {
      batch.domain = &domain;
      batch.parser = &parsers.of(domain);
    }
    read(pairs[i], batch, i, checked[i]);
  }
  for (const auto& [domain, batch] : batches) decide(batch, *domain, params, checked);
}

}  // namespace

std::vector<Checked> check(std::span<const TextPair> pairs, const CheckParams& params) {
  // They choose the domain of all pairs. What is wrong with them is wrong with none of these.
  if (!params.assumptions.empty()) (void)domain_of_pair({}, params).assumed_variables(params.assumptions);
  std::vector<Checked> checked(pairs.size());
  Parsers parsers;
  base::parallel_for((pairs.size() + kTogether - 1) / kTogether, params.threads, [&](size_t part) {
    const size_t begin = part * kTogether;
    const size_t count = std::min(kTogether, pairs.size() - begin);
    check_together(pairs.subspan(begin, count), params, parsers, std::span(checked).subspan(begin, count));
  });
  return checked;
}

}  // namespace eqnet::search
