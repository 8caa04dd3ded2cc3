#include "report/pictures.h"

#include <algorithm>
#include <cmath>

#include "base/encoding.h"
#include "eqnet/expr/print.h"
#include "report/frame.h"
#include "report/pca.h"

namespace eqnet::report {
namespace {

void add_names(base::Json& json, const PictureOf& names) {
  json.key("dataset").value(names.dataset).key("model").value(names.model);
}

// Little-endian 16-bit numbers as base64.
void add_numbers(base::Json& json, const char* key, const std::vector<uint16_t>& numbers) {
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(uint16_t));
  json.key(key).value(base::base64(bytes));
}

// The smallest node of each meaning; first of its size.
std::vector<uint32_t> simplest(const NeighbourMap& map) {
  constexpr uint32_t kNone = UINT32_MAX;
  std::vector<uint32_t> first(map.meanings.count, kNone);
  const expr::Pool& pool = map.dataset.pool;
  for (uint32_t node = 0; node < map.nodes.size(); ++node) {
    if (map.meanings.of[node] == Meanings::kUnknown) continue;
    uint32_t& known = first[map.meanings.of[node]];
    if (known == kNone || pool.tree_size(map.nodes[node]) < pool.tree_size(map.nodes[known])) known = node;
  }
  return first;
}

struct Pair {
  uint32_t expression, negation;  // nodes
};

// Each pair of meanings once, the simpler one as the expression; the simplest pairs first.
std::vector<Pair> negation_pairs(const NeighbourMap& map) {
  const std::vector<uint32_t> first = simplest(map);
  const expr::Pool& pool = map.dataset.pool;
  const auto size = [&](uint32_t node) { return pool.tree_size(map.nodes[node]); };
  std::vector<Pair> pairs;
  for (uint32_t meaning = 0; meaning < first.size(); ++meaning) {
    const uint32_t other = map.meanings.negation[meaning];
    if (other == Meanings::kUnknown || other <= meaning) continue;
    Pair pair{first[meaning], first[other]};
    if (size(pair.negation) < size(pair.expression)) std::swap(pair.expression, pair.negation);
    pairs.push_back(pair);
  }
  std::stable_sort(pairs.begin(), pairs.end(), [&](const Pair& a, const Pair& b) {
    return std::pair(size(a.expression), size(a.negation)) < std::pair(size(b.expression), size(b.negation));
  });
  pairs.resize(std::min(pairs.size(), kNegationPairs));
  return pairs;
}

// Nodes from the root down, each with its parent's place in this list: a shared subexpression is there as often as it
// occurs. place: of the pool's nodes among the map's.
void add_nodes(base::Json& json, const NeighbourMap& map, const std::vector<size_t>& place, expr::NodeId root) {
  const expr::Pool& pool = map.dataset.pool;
  const expr::Syntax& syntax = map.dataset.domain->syntax();
  const expr::Printer printer(pool, syntax);
  Frame frame(json, "nodes", {"parent", "label", "expression", "score_5"});
  std::vector<std::pair<expr::NodeId, std::optional<double>>> stack{{root, std::nullopt}};
  for (size_t number = 0; !stack.empty(); ++number) {
    const auto [node, parent] = stack.back();
    stack.pop_back();
    const auto children = pool.children(node);
    for (size_t i = children.size(); i-- > 0;) stack.emplace_back(children[i], static_cast<double>(number));
    frame.row(parent, expr::symbol_text(pool.symbol_of(node), syntax), printer.text(node), map.score_5(place[node]));
  }
}

}  // namespace

std::vector<expr::NodeId> sample_trees(const data::Dataset& dataset, size_t count) {
  constexpr size_t kMostNodes = 40;  // what can be read
  const data::Classes& classes = dataset.split ? dataset.part(data::Part::unseen) : dataset.classes;
  std::vector<expr::NodeId> candidates;
  size_t largest = 0;
  for (const data::EquivalenceClass& c : classes) {
    for (const expr::NodeId member : c.members) {
      const size_t size = dataset.pool.tree_size(member);
      if (size > kMostNodes || size < largest) continue;
      if (size > largest) candidates.clear();
      largest = size;
      candidates.push_back(member);
    }
  }
  std::vector<expr::NodeId> sample;
  count = std::min(count, candidates.size());
  for (size_t i = 0; i < count; ++i) sample.push_back(candidates[(2 * i + 1) * candidates.size() / (2 * count)]);
  return sample;
}

void add_trees(base::Json& json, const PictureOf& names, const NeighbourMap& map, std::span<const expr::NodeId> trees) {
  const expr::Pool& pool = map.dataset.pool;
  const expr::Printer printer(pool, map.dataset.domain->syntax());
  std::vector<size_t> place(pool.size(), SIZE_MAX);
  for (size_t i = 0; i < map.nodes.size(); ++i) place[map.nodes[i]] = i;
  json.object();
  add_names(json, names);
  json.key("trees").array();
  for (const expr::NodeId root : trees) {
    json.object().key("expression").value(printer.text(root));
    add_nodes(json, map, place, root);
    json.end_object();
  }
  json.end_array().end_object();
}

void add_negations(base::Json& json, const PictureOf& names, const NeighbourMap& map) {
  const std::vector<Pair> pairs = negation_pairs(map);
  const size_t width = map.vectors.width();
  std::vector<float> rows;
  for (const Pair& pair : pairs) {
    for (const uint32_t node : {pair.expression, pair.negation}) {
      rows.insert(rows.end(), map.vector(node), map.vector(node) + width);
    }
  }
  const expr::Printer printer(map.dataset.pool, map.dataset.domain->syntax());
  json.object();
  add_names(json, names);
  const auto negation = map.dataset.domain->negation();
  json.key("word").value(negation ? negation->word : "negation");
  const Pca plane = rows.empty() ? Pca{} : pca(rows, width, {});
  json.key("shares").array();
  for (const double share : plane.shares) json.value(share);
  json.end_array();
  {
    Frame frame(json, "pairs", {"expression", "x", "y", "negation", "negation_x", "negation_y"});
    for (size_t i = 0; i < pairs.size(); ++i) {
      const float* at = plane.coordinates.data() + 4 * i;
      const auto number = [&](size_t j) { return static_cast<double>(at[j]); };
      frame.row(printer.text(map.nodes[pairs[i].expression]), number(0), number(1),
                printer.text(map.nodes[pairs[i].negation]), number(2), number(3));
    }
  }
  json.end_object();
}

void add_map(base::Json& json, const PictureOf& names, const NeighbourMap& map, const Projection& projection) {
  constexpr double kSteps = 32767;  // of half a side
  std::vector<uint16_t> x;
  std::vector<uint16_t> y;
  std::vector<uint16_t> classes;
  const std::vector<float> plane = framed(projection.plane);
  for (size_t i = 0; i < map.members(); ++i) {
    x.push_back(static_cast<uint16_t>(std::lround((plane[2 * i] + 1) * kSteps)));
    y.push_back(static_cast<uint16_t>(std::lround((plane[2 * i + 1] + 1) * kSteps)));
    classes.push_back(static_cast<uint16_t>(map.rows.labels[i]));  // 65,536 classes on: colours repeat long before
  }
  json.object();
  add_names(json, names);
  json.key("method").value(projection.method).key("note").value(projection.note);
  json.key("points").value(map.members()).key("classes").value(map.rows.class_sizes.size());
  add_numbers(json, "x", x);
  add_numbers(json, "y", y);
  add_numbers(json, "class", classes);
  json.end_object();
}

}  // namespace eqnet::report
