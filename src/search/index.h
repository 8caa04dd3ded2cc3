// An index: expressions and their vectors, prepared once; then the nearest ones to any expression, each with an exact
// verdict. Nothing of it changes after it was made, so many threads may ask at once.
#pragma once

#include "encode/neighbours.h"
#include "eqnet/data/dataset.h"

namespace eqnet::search {

struct Found {
  uint32_t row = 0;
  double similarity = 0;  // cosine
  domain::Verdict verdict;
};

struct NearestParams {
  size_t k = 10;
  double timeout_s = 10;  // for one verdict
};

// Where a domain has no meaning of its own the classes of the data say what is equivalent, and these are the methods of
// its verdicts. The last two are undecided: the query is no member, or one of the two is in no class.
constexpr std::string_view kSameClass = "same class";
constexpr std::string_view kOtherClass = "other class";
constexpr std::string_view kNotInTheData = "not in the data";
constexpr std::string_view kNoClass = "no class";

class Index {
 public:
  // The members of a dataset's classes, in order. vectors: a row of `width` numbers per member.
  Index(data::Dataset dataset, std::vector<float> vectors, size_t width);
  // Any expressions of one pool. classes: the name of each one's class, empty for none; may be left out.
  Index(const domain::Domain& domain, expr::Pool pool, std::vector<expr::NodeId> expressions,
        std::vector<float> vectors, size_t width, const std::vector<std::string>& classes = {});

  [[nodiscard]] size_t size() const { return expressions_.size(); }
  [[nodiscard]] size_t width() const { return vectors_.rows().width(); }
  [[nodiscard]] const domain::Domain& domain() const { return *domain_; }
  [[nodiscard]] const expr::Pool& pool() const { return pool_; }
  // By row.
  [[nodiscard]] expr::NodeId expression(uint32_t row) const { return expressions_[row]; }
  [[nodiscard]] const std::string& class_name(uint32_t row) const { return class_names_[class_of_[row]]; }

  // The k most similar members, best first, fewer where there are not as many. query: a node of any pool; where it is a
  // member itself, it is not its own neighbour. vector: width() numbers.
  [[nodiscard]] std::vector<Found> nearest(const expr::Pool& pool, expr::NodeId query, std::span<const float> vector,
                                           const NearestParams& params = {}) const;

 private:
  using Member = std::pair<expr::NodeId, uint32_t>;  // and its row

  // What holds whichever way it is made.
  void prepare();
  // The rows of an expression, in order: a class may have it twice.
  [[nodiscard]] std::span<const Member> rows_of(const expr::Pool& pool, expr::NodeId query) const;
  [[nodiscard]] domain::Verdict by_class(std::span<const Member> query, uint32_t row) const;

  const domain::Domain* domain_;
  expr::Pool pool_;
  std::vector<expr::NodeId> expressions_;
  std::vector<uint32_t> class_of_;               // by row
  std::vector<std::string> class_names_ = {""};  // the first stands for no class
  std::vector<Member> members_;                  // in order
  encode::NeighbourBase vectors_;
};

}  // namespace eqnet::search
