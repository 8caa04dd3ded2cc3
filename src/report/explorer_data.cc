#include "report/explorer_data.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/json.h"
#include "base/progress.h"
#include "eqnet/expr/print.h"
#include "report/projection.h"
#include "report/witnesses.h"

namespace eqnet::report {
namespace {

// The arrays one after the other, each at a multiple of 8, and the list of them for the header.
class Arrays {
 public:
  template <class T>
  void add(const char* name, const char* type, const std::vector<T>& values) {
    add(name, type, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)}, values.size());
  }
  void add(const char* name, const char* type, std::string_view bytes, size_t length) {
    entries_.push_back({name, type, bytes_.size(), length});
    bytes_ += bytes;
    bytes_.resize((bytes_.size() + 7) / 8 * 8, '\0');
  }
  void describe(base::Json& json, size_t begin) const {
    json.key("arrays").object();
    for (const Entry& entry : entries_) {
      json.key(entry.name).object().key("type").value(entry.type).key("offset").value(begin + entry.offset);
      json.key("length").value(entry.length).end_object();
    }
    json.end_object();
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  struct Entry {
    const char *name, *type;
    size_t offset, length;
  };
  std::vector<Entry> entries_;
  std::string bytes_;
};

// Texts line by line. A subexpression of a deep tree is nearly as long as the tree, so long ones are only counted.
std::string texts_of(const NeighbourMap& map) {
  constexpr size_t kMostNodes = 2000;
  const expr::Pool& pool = map.dataset.pool;
  const expr::Printer printer(pool, map.dataset.domain->syntax());
  std::string texts;
  for (size_t i = 0; i < map.nodes.size(); ++i) {
    const size_t size = pool.tree_size(map.nodes[i]);
    std::string text = size <= kMostNodes
                           ? printer.text(map.nodes[i])
                           : "an expression of " + base::with_commas(size) + " nodes, number " + std::to_string(i);
    std::replace(text.begin(), text.end(), '\n', ' ');
    texts += (i == 0 ? "" : "\n") + text;
  }
  return texts;
}

void add_structure(Arrays& arrays, const NeighbourMap& map) {
  const expr::Pool& pool = map.dataset.pool;
  std::vector<uint32_t> place(pool.size(), UINT32_MAX);
  for (uint32_t i = 0; i < map.nodes.size(); ++i) place[map.nodes[i]] = i;
  std::vector<uint32_t> symbols;
  std::vector<uint32_t> children;
  for (const expr::NodeId node : map.nodes) {
    symbols.push_back(pool.symbol(node));
    for (const expr::NodeId child : pool.children(node)) children.push_back(place[child]);
  }
  arrays.add("symbol", "u32", symbols);
  arrays.add("children", "u32", children);
}

void add_neighbours(Arrays& arrays, const NeighbourMap& map) {
  std::vector<uint32_t> rows;
  std::vector<uint16_t> distances;
  std::vector<uint8_t> scores;
  for (size_t i = 0; i < map.nodes.size(); ++i) {
    for (const encode::Neighbour& one : map.neighbours(i)) {
      rows.push_back(one.row);
      distances.push_back(static_cast<uint16_t>(std::lround(std::clamp(1.0 - one.similarity, 0.0, 2.0) * 32767)));
    }
    const auto score = map.score_5(i);
    scores.push_back(score ? static_cast<uint8_t>(std::lround(*score * 60)) : 255);  // fifths, quarters, thirds, halves
  }
  arrays.add("neighbour", "u32", rows);
  arrays.add("distance", "u16", distances);
  arrays.add("score", "u8", scores);
}

std::vector<uint8_t> parts_of(const NeighbourMap& map) {
  std::vector<uint8_t> parts(map.members(), 255);
  if (!map.dataset.split) return parts;
  std::vector<uint8_t> by_node(map.dataset.pool.size(), 255);
  for (size_t p = 0; p < data::kParts.size(); ++p) {
    for (const data::EquivalenceClass& c : (*map.dataset.split)[p]) {
      for (const expr::NodeId member : c.members) by_node[member] = static_cast<uint8_t>(p);
    }
  }
  for (size_t i = 0; i < parts.size(); ++i) parts[i] = by_node[map.nodes[i]];
  return parts;
}

// What the page needs to know of the domain: nothing in it names one.
void add_domain(base::Json& json, const domain::Domain& domain) {
  json.key("domain").object().key("name").value(domain.name()).key("exact").value(domain.has_meaning());
  json.key("negation");
  if (const auto negation = domain.negation()) {
    json.object().key("operator").value(negation->op).key("word").value(negation->word).end_object();
  } else {
    json.null();
  }
  json.end_object();
}

// The assignments of the points, and the texts that values are places of.
void add_witnesses(base::Json& json, const Witnesses& witnesses) {
  json.key("points").array();
  for (const domain::Assignment& point : witnesses.points) {
    json.object();
    for (const auto& [name, value] : point) json.key(name).value(value);
    json.end_object();
  }
  json.end_array().key("values").array();
  for (const std::string& text : witnesses.texts) json.value(text);
  json.end_array();
}

std::string header(const NeighbourMap& map, const ExplorerNames& names, const Witnesses& witnesses,
                   const Arrays& arrays, size_t begin) {
  static constexpr const char* kKinds[] = {"variable", "constant", "op"};
  const data::Dataset& dataset = map.dataset;
  base::Json json;
  json.object().key("format").value(kExplorerFormat).key("version").value(kExplorerVersion);
  json.key("dataset").object().key("name").value(dataset.name);
  add_domain(json, *dataset.domain);
  json.end_object().key("model").object().key("name").value(names.model).key("kind").value(names.model_kind);
  json.key("dimension").value(map.vectors.width()).end_object();
  json.key("projection").object().key("method").value(names.method).key("note").value(names.note).end_object();
  json.key("k").value(map.k).key("members").value(map.members()).key("nodes").value(map.nodes.size());
  json.key("meanings").value(map.meanings.count).key("wrong_labels").value(map.meanings.wrong_labels);
  json.key("classes").array();
  for (const data::EquivalenceClass& c : dataset.classes) json.value(c.name);
  json.end_array().key("parts").array();
  for (const char* part : {"train", "validation", "seen", "unseen"}) json.value(part);  // in the order of kParts
  json.end_array().key("symbols").array();
  const expr::SymbolTable& symbols = dataset.pool.symbols;
  for (expr::SymbolId id = 0; id < symbols.size(); ++id) {
    json.object().key("name").value(symbols[id].name);
    json.key("text").value(expr::symbol_text(symbols[id], dataset.domain->syntax()));
    json.key("kind").value(kKinds[static_cast<size_t>(symbols[id].kind)]).key("arity");
    json.value(size_t{symbols[id].arity}).end_object();
  }
  json.end_array().key("operators").array();  // how people may write them
  for (const expr::OperatorSyntax& op : dataset.domain->syntax().operators) {
    json.object().key("name").value(op.symbol).key("arity").value(size_t{op.arity});
    json.key("precedence").value(static_cast<size_t>(op.precedence)).key("right").value(op.right_associative);
    json.key("spellings").array();
    for (const std::string_view spelling : op.spellings) json.value(spelling);
    json.end_array().end_object();
  }
  json.end_array();
  add_witnesses(json, witnesses);
  arrays.describe(json, begin);
  json.end_object();
  return json.text();
}

}  // namespace

std::string explorer_bytes(const NeighbourMap& map, std::span<const float> plane, const ExplorerNames& names) {
  Arrays arrays;
  arrays.add("position", "f32", framed(plane));
  arrays.add("class", "u32", map.rows.labels);
  arrays.add("meaning", "u32", map.meanings.of);
  arrays.add("negation", "u32", map.meanings.negation);
  const Witnesses witnesses = witnesses_of(map.dataset, map.nodes, map.meanings);
  arrays.add("value", "u32", witnesses.values);
  arrays.add("part", "u8", parts_of(map));
  add_structure(arrays, map);
  add_neighbours(arrays, map);
  const std::string texts = texts_of(map);
  arrays.add("text", "utf8", texts, texts.size());

  // Offsets count from the start of the bytes, so the header has to know its own length: the length with the largest
  // offsets that can occur is room enough for all.
  const size_t room = (sizeof(uint32_t) + header(map, names, witnesses, arrays, size_t{1} << 40).size() + 7) / 8 * 8;
  std::string json = header(map, names, witnesses, arrays, room);
  json.resize(room - sizeof(uint32_t), ' ');
  const auto length = static_cast<uint32_t>(json.size());
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes + json + arrays.bytes();
}

}  // namespace eqnet::report
