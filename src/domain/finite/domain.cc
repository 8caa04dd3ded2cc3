// Finite algebras: domains that a text defines.
#include <algorithm>
#include <map>
#include <mutex>

#include "base/files.h"
#include "domain/classify.h"
#include "domain/finite/algebra.h"
#include "domain/finite/program.h"
#include "domain/finite/spellings.h"
#include "domain/table_key.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/point_values.h"

namespace eqnet::domain {
namespace {

class FinitePointValues final : public PointValues {
 public:
  FinitePointValues(const Definition& definition, uint64_t seed) : PointValues(seed), definition_(definition) {}

  void leaf(const expr::Symbol& leaf, std::span<Value> values) const override {
    if (leaf.kind == expr::SymbolKind::variable) {
      draw(leaf.name, definition_.values.size(), values);
    } else {
      std::ranges::fill(values, Value{definition_.value(leaf)});
    }
  }
  void apply(const expr::Symbol& op, std::span<const Operand> children, std::span<Value> values) const override {
    const FiniteOperator& known = definition_.op(op);
    for (size_t j = 0; j < values.size(); ++j) {
      size_t place = 0;
      for (const Operand& child : children) {
        place = place * definition_.values.size() + static_cast<size_t>(child.values[j]);
      }
      values[j] = known.table[place];
    }
  }

 private:
  const Definition& definition_;  // of the domain, which stays
};

class Finite final : public Domain {
 public:
  Finite(std::string text, Definition definition)
      : text_(std::move(text)), definition_(std::move(definition)), syntax_(syntax_of(definition_, latex_)) {}

  [[nodiscard]] std::string_view name() const override { return definition_.name; }
  [[nodiscard]] std::string_view definition() const override { return text_; }
  [[nodiscard]] const expr::Syntax& syntax() const override { return syntax_; }

  [[nodiscard]] std::unique_ptr<Algebra> algebra(const std::vector<std::string>& variables) const override {
    return std::make_unique<FiniteAlgebra>(definition_, syntax_, variables);
  }

  [[nodiscard]] std::optional<std::string> key(const expr::Pool& pool, expr::NodeId root) const override {
    const FiniteProgram program(definition_, pool, {&root, 1});
    const size_t radix = definition_.values.size();
    const size_t assignments = count_assignments(radix, program.variables.size(), kMostTableAssignments);
    if (assignments == SIZE_MAX) return std::nullopt;
    std::vector<uint8_t> table;
    std::vector<Value> inputs;
    std::vector<Value> values;
    for (size_t first = 0; first < assignments; first += program.block()) {
      program.count_from(first, inputs);
      program.evaluate(inputs, values);
      const auto own = values.begin() + static_cast<std::ptrdiff_t>(program.roots[0] * program.block());
      table.insert(table.end(), own, own + static_cast<std::ptrdiff_t>(std::min(program.block(), assignments - first)));
    }
    return table_key(std::move(table), radix, program.variables);
  }

  // By functions where their tables take no more than some 256 MiB.
  [[nodiscard]] std::vector<uint32_t> classify(const expr::Pool& pool, std::span<const expr::NodeId> roots,
                                               const EquivalenceParams& params) const override {
    constexpr size_t kMostBytes = size_t{1} << 28;
    const std::vector<std::string> variables = variables_of(pool);
    const size_t assignments = count_assignments(definition_.values.size(), variables.size(), kMostTableAssignments);
    const bool small = assignments != SIZE_MAX && assignments <= kMostBytes / (pool.size() + 1);
    if (small) return classify_by_function(*algebra(variables), pool, roots);
    return classify_by_signature(*this, pool, roots, signatures(pool), params);
  }

  [[nodiscard]] std::unique_ptr<const PointValues> point_values(uint64_t seed) const override {
    return std::make_unique<FinitePointValues>(definition_, seed);
  }

  [[nodiscard]] std::vector<Sample> samples(const expr::Pool& pool, std::span<const expr::NodeId> nodes, size_t first,
                                            size_t count) const override {
    return finite_samples(definition_, pool, nodes, first, count);
  }

 private:
  [[nodiscard]] Verdict decide(const expr::Pool& pool, expr::NodeId left, expr::NodeId right,
                               const EquivalenceParams& params) const override {
    return equivalent_finite(definition_, pool, left, right, params);
  }

  // Two hashes of the values of all nodes under random assignments.
  [[nodiscard]] std::vector<Signature> signatures(const expr::Pool& pool) const {
    constexpr size_t kPoints = 32;
    using Values = std::array<Value, kPoints>;
    std::vector<Values> values(pool.size());
    std::vector<Signature> signatures(pool.size());
    for (expr::NodeId id = 0; id < pool.size(); ++id) {
      const expr::Symbol& symbol = pool.symbol_of(id);
      Values& own = values[id];
      if (symbol.kind == expr::SymbolKind::variable) {
        base::Random random = random_of(pool, id);
        for (Value& value : own) value = static_cast<Value>(random.below(definition_.values.size()));
      } else if (symbol.kind == expr::SymbolKind::constant) {
        own.fill(definition_.value(symbol));
      } else {
        const FiniteOperator& op = definition_.op(symbol);
        for (size_t j = 0; j < kPoints; ++j) {
          size_t place = 0;
          for (const expr::NodeId child : pool.children(id))
            place = place * definition_.values.size() + values[child][j];
          own[j] = op.table[place];
        }
      }
      for (const Value value : own) {
        for (uint64_t& half : signatures[id]) half = (half ^ value) * 0x9E3779B97F4A7C15ULL;
        signatures[id][1] ^= signatures[id][1] >> 29;
      }
    }
    return signatures;
  }

  const std::string text_;
  const Definition definition_;
  std::deque<std::string> latex_;  // texts that the syntax refers to
  const expr::Syntax syntax_;
};

// Never destroyed, as the registry: what was handed out stays.
struct Known {
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<const Domain>, std::less<>> by_text;
};

}  // namespace

const Domain& domain_from_toml(std::string_view text, std::string_view where) {
  static auto* const known = new Known;
  const std::lock_guard lock(known->mutex);
  const auto found = known->by_text.find(text);
  if (found != known->by_text.end()) return *found->second;
  auto made = std::make_unique<const Finite>(std::string(text), read_definition(text, where));
  return *known->by_text.emplace(text, std::move(made)).first->second;
}

const Domain& domain_from_file(const std::string& path) {
  base::SourceLimits limits;
  limits.most_at_once = kMostDefinitionBytes;
  return domain_from_toml(base::ByteSource::open(path, limits).rest(), path);
}

bool defines_domain(std::string_view text) {
  return has_operators(text);
}

}  // namespace eqnet::domain
