// An index: expressions and their vectors, prepared once; then the nearest ones to any expression, each with an exact
// verdict. Nothing of it changes after it was made, so many threads may ask at once.
#pragma once

#include "eqnet/data/dataset.h"
#include "eqnet/expr/parse.h"
#include "search/index_file.h"

namespace eqnet::search {

struct Found {
  uint32_t row = 0;
  double similarity = 0;  // cosine
  domain::Verdict verdict;
};

struct NearestParams {
  size_t k = 10;
  double timeout_s = 10;  // for one verdict
  double total_s = 1e9;   // for all of them
  // Only those that are proved to be equivalent: among the vectors that are nearly the query's, which are found without
  // a look at most of the others, and where there are none among the k nearest.
  bool equivalent = false;
  bool itself = false;  // whether a member that is written as the query is a neighbour of it
};

// Where a domain has no meaning of its own the classes of the data say what is equivalent, and these are the methods of
// its verdicts. The last two are undecided: the query is no member, or one of the two is in no class.
constexpr std::string_view kSameClass = "same class";
constexpr std::string_view kOtherClass = "other class";
constexpr std::string_view kNotInTheData = "not in the data";
constexpr std::string_view kNoClass = "no class";

// Expressions have rows, numbered from 0 in the order in which they were added.
class Index {
 public:
  Index(IndexFile file, const domain::Domain& domain);
  // The members of a dataset's classes, in order. vectors: a row of `width` numbers per member.
  Index(const data::Dataset& dataset, std::vector<float> vectors, size_t width);

  [[nodiscard]] size_t size() const { return contents_.class_of.size(); }
  [[nodiscard]] size_t distinct_vectors() const { return contents_.vectors.rows(); }
  [[nodiscard]] size_t width() const { return contents_.vectors.width; }
  [[nodiscard]] const domain::Domain& domain() const { return *domain_; }
  // By row. text: as the domain prints it. class_name: empty where there is none. Good as long as the index is there.
  [[nodiscard]] std::string_view text(uint32_t row) const;
  [[nodiscard]] std::string_view class_name(uint32_t row) const;

  // The k most similar members, best first, fewer where there are not as many. query: a node of any pool; where it is a
  // member itself, it is not its own neighbour unless params say so. vector: width() numbers.
  [[nodiscard]] std::vector<Found> nearest(const expr::Pool& pool, expr::NodeId query, std::span<const float> vector,
                                           const NearestParams& params = {}) const;

  // model: the bytes of the file of the model that made the vectors.
  void save(const std::string& path, std::string_view model) const;

 private:
  friend class IndexBuilder;
  struct Owned;
  Index(std::shared_ptr<const Owned> owned, const domain::Domain& domain);

  [[nodiscard]] std::string_view string(std::span<const uint64_t> starts, std::string_view texts, size_t number) const;
  void before_read(const void* begin, size_t bytes) const;
  [[nodiscard]] expr::NodeId parsed(uint32_t row, expr::Pool& pool) const;
  // The rows of a text, in order: a class may have it twice.
  [[nodiscard]] std::vector<uint32_t> rows_of(std::string_view text) const;
  [[nodiscard]] domain::Verdict by_class(std::span<const uint32_t> query, uint32_t row) const;

  const domain::Domain* domain_;
  IndexContents contents_;
  std::shared_ptr<const IndexFile> file_;  // one of the two has the contents
  std::shared_ptr<const Owned> owned_;
  std::unique_ptr<const expr::Parser> parser_;
};

// Makes an index of expressions as they come.
class IndexBuilder {
 public:
  IndexBuilder(const domain::Domain& domain, size_t width);
  ~IndexBuilder();

  // text: as the domain prints it. class_name: empty for none.
  void add(std::string_view text, std::string_view class_name);
  // The vectors of the next ones of these, `width` numbers each, any number of them at a time.
  void add_vectors(std::vector<float> vectors);
  // Throws base::Error where there are not as many vectors as expressions.
  [[nodiscard]] Index finish();

 private:
  const domain::Domain& domain_;
  std::shared_ptr<Index::Owned> owned_;
};

}  // namespace eqnet::search
