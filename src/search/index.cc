#include "search/index.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/stopwatch.h"
#include "eqnet/base/error.h"
#include "eqnet/expr/print.h"
#include "search/text_order.h"

namespace eqnet::search {
namespace {

// How far apart the vectors of equivalent expressions may be to be looked for first: those of exact models are within
// 1e-6.
constexpr double kNearlyEqual = 0.01;

std::vector<float> unit(std::span<const float> vector) {
  return encode::UnitRows({vector.begin(), vector.end()}, vector.size()).take();
}

}  // namespace

// What an index that was not read from a file consists of.
struct Index::Owned {
  explicit Owned(size_t width) : vectors(width) {}

  std::vector<uint64_t> text_starts = {0};
  std::string texts;
  std::vector<uint32_t> by_text, class_of;
  std::vector<uint64_t> class_starts = {0, 0};  // the first class stands for none
  std::string class_names;
  std::unordered_map<std::string, uint32_t> classes = {{"", 0}};
  VectorTableBuilder vectors;
  IndexContents contents;
};

IndexBuilder::IndexBuilder(const domain::Domain& domain, size_t width)
    : domain_(domain), owned_(std::make_shared<Index::Owned>(width)) {}
IndexBuilder::~IndexBuilder() = default;

void IndexBuilder::add(std::string_view text, std::string_view class_name) {
  Index::Owned& owned = *owned_;
  if (owned.class_of.size() == UINT32_MAX) throw base::Error("an index has room for 4 billion expressions at most");
  owned.texts += text;
  owned.text_starts.push_back(owned.texts.size());
  const auto [found, added] =
      owned.classes.try_emplace(std::string(class_name), static_cast<uint32_t>(owned.classes.size()));
  if (added) {
    owned.class_names += class_name;
    owned.class_starts.push_back(owned.class_names.size());
  }
  owned.class_of.push_back(found->second);
}

void IndexBuilder::add_vectors(std::vector<float> vectors) {
  owned_->vectors.add(std::move(vectors));
}

Index IndexBuilder::finish() {
  Index::Owned& owned = *owned_;
  const VectorTable table = owned.vectors.finish();
  const size_t size = owned.class_of.size();
  if (table.members.size() != size) {
    throw base::Error("an index of " + std::to_string(size) + " expressions was given " +
                      std::to_string(table.members.size()) + " vectors");
  }
  owned.by_text = by_text(owned.texts, owned.text_starts);
  owned.contents = {
      {}, owned.text_starts, owned.texts, owned.by_text, owned.class_of, owned.class_starts, owned.class_names, table};
  return Index(owned_, domain_);
}

Index::Index(std::shared_ptr<const Owned> owned, const domain::Domain& domain)
    : domain_(&domain),
      contents_(owned->contents),
      owned_(std::move(owned)),
      parser_(std::make_unique<const expr::Parser>(domain.syntax())) {}

Index::Index(IndexFile file, const domain::Domain& domain)
    : domain_(&domain),
      contents_(file.contents()),
      file_(std::make_shared<const IndexFile>(std::move(file))),
      parser_(std::make_unique<const expr::Parser>(domain.syntax())) {}

namespace {

Index of_dataset(const data::Dataset& dataset, std::vector<float> vectors, size_t width) {
  IndexBuilder builder(*dataset.domain, width);
  const expr::Printer printer(dataset.pool, dataset.domain->syntax());
  for (const data::EquivalenceClass& c : dataset.classes) {
    for (const expr::NodeId member : c.members) builder.add(printer.text(member), c.name);
  }
  builder.add_vectors(std::move(vectors));
  return builder.finish();
}

}  // namespace

Index::Index(const data::Dataset& dataset, std::vector<float> vectors, size_t width)
    : Index(of_dataset(dataset, std::move(vectors), width)) {}

void Index::before_read(const void* begin, size_t bytes) const {
  if (file_) file_->before_read(begin, bytes);
}

std::string_view Index::string(std::span<const uint64_t> starts, std::string_view texts, size_t number) const {
  before_read(starts.data() + number, 2 * sizeof(uint64_t));
  const uint64_t begin = std::min<uint64_t>(starts[number], texts.size());
  const uint64_t end = std::clamp<uint64_t>(starts[number + 1], begin, texts.size());
  before_read(texts.data() + begin, end - begin);
  return texts.substr(begin, end - begin);
}

std::string_view Index::text(uint32_t row) const {
  return string(contents_.text_starts, contents_.texts, std::min<size_t>(row, size() - 1));
}

std::string_view Index::class_name(uint32_t row) const {
  before_read(&contents_.class_of[row], sizeof(uint32_t));
  const size_t number = contents_.class_of[row];
  if (number + 1 >= contents_.class_starts.size())
    throw base::Error("an index is damaged: there is no class " + std::to_string(number));
  return string(contents_.class_starts, contents_.class_names, number);
}

std::vector<uint32_t> Index::rows_of(std::string_view text_of_query) const {
  const auto& sorted = contents_.by_text;
  // Only the places that halving comes to are read.
  const auto at = [&](size_t place) {
    before_read(&sorted[place], sizeof(uint32_t));
    return std::min<uint32_t>(sorted[place], static_cast<uint32_t>(size() - 1));
  };
  size_t begin = 0;
  size_t end = sorted.size();
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2;
    if (text(at(middle)) < text_of_query) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  std::vector<uint32_t> rows;
  for (; begin < sorted.size() && text(at(begin)) == text_of_query; ++begin) rows.push_back(at(begin));
  return rows;
}

domain::Verdict Index::by_class(std::span<const uint32_t> query, uint32_t row) const {
  using domain::Answer;
  const auto verdict = [](Answer answer, std::string_view method) {
    return domain::Verdict{answer, {}, {}, {}, std::string(method)};
  };
  if (query.empty()) return verdict(Answer::undecided, kNotInTheData);
  const std::string_view other = class_name(row);
  bool classified = false;
  for (const uint32_t member : query) {
    const std::string_view own = class_name(member);
    if (!own.empty() && own == other) return verdict(Answer::equivalent, kSameClass);
    classified = classified || !own.empty();
  }
  if (!classified || other.empty()) return verdict(Answer::undecided, kNoClass);
  return verdict(Answer::different, kOtherClass);
}

expr::NodeId Index::parsed(uint32_t row, expr::Pool& pool) const {
  try {
    return parser_->parse(text(row), pool);
  } catch (const expr::ParseError& error) {
    throw base::Error(file_ ? file_->source() : "the index",
                      "has " + base::quoted(text(row)) + " in it, which is no expression: " + error.what(),
                      "make the index anew");
  }
}

std::vector<Found> Index::nearest(const expr::Pool& pool, expr::NodeId query, std::span<const float> vector,
                                  const NearestParams& params) const {
  if (vector.size() != width()) {
    throw base::Error("a query of " + std::to_string(vector.size()) + " numbers to an index of vectors of " +
                      std::to_string(width()));
  }
  if (params.k == 0 || size() == 0) return {};
  const std::vector<uint32_t> own = rows_of(expr::print(pool, query, domain_->syntax()));
  const size_t left_out = params.itself ? 0 : own.size();
  const size_t k = params.k < size() - left_out ? params.k + left_out : size();
  const std::vector<float> of_query = unit(vector);
  const BeforeRead check =
      file_ ? BeforeRead([this](const void* begin, size_t bytes) { before_read(begin, bytes); }) : BeforeRead();

  expr::Pool pair;  // of the query and what was found: no one else's pool is written to
  const expr::NodeId left = expr::copy(pool, query, pair);
  std::vector<Found> found;
  const base::Stopwatch watch;
  const auto judge = [&](const std::vector<encode::Neighbour>& rows) {
    for (const auto& [row, similarity] : rows) {
      if (found.size() == params.k) break;
      if (row >= size() || (!params.itself && std::ranges::find(own, row) != own.end())) continue;
      domain::Verdict verdict =
          domain_->has_meaning()
              ? domain_->equivalent(pair, left, parsed(row, pair),
                                    {std::clamp(params.total_s - watch.seconds(), 0.0, params.timeout_s)})
              : by_class(own, row);
      if (params.equivalent && verdict.answer != domain::Answer::equivalent) continue;
      found.push_back({row, similarity, std::move(verdict)});
    }
  };
  if (params.equivalent) {
    judge(within(contents_.vectors, of_query, kNearlyEqual, check));
    if (!found.empty()) return found;
  }
  judge(search::nearest(contents_.vectors, of_query, k, check));
  return found;
}

void Index::save(const std::string& path, std::string_view model) const {
  IndexContents contents = contents_;
  contents.model = model;
  write_index(path, contents);
}

}  // namespace eqnet::search
