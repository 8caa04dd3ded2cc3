// An index: expressions with their vectors, prepared once, and the nearest of them to any expression, each with an
// exact verdict.
//
//   const eqnet::api::Index index(model, eqnet::data::load("data/boolean8.json.gz"));
//   for (const eqnet::api::Neighbour& one : index.nearest("a & b", {.k = 5})) std::cout << one.text << '\n';
//   index.save("boolean8.index");   // and then, in milliseconds: eqnet::api::Index::open("boolean8.index")
//
// An index never changes, and copying one is cheap: any number of threads may ask it at once.
#pragma once

#include "eqnet/api/model.h"

namespace eqnet::api {

struct Neighbour {
  size_t row = 0;  // of the text it was built from, or of the dataset's members in the order of its classes
  std::string text;
  std::string class_name;  // empty where there are no classes
  double similarity = 0;   // cosine of the two vectors
  // The query is its left side. In a domain without a meaning of its own the classes say what is equivalent, and the
  // method is "same class", "other class", "not in the data" or "no class".
  domain::Verdict verdict;
  // With NearestOptions::rename: the query's variables and what they were taken for, in the order of names. The verdict
  // is about the query with these.
  domain::Assignment renaming;
};

struct NearestOptions {
  size_t k = 10;
  double timeout_s = 10;  // for one verdict
  double total_s = 1e9;   // for all verdicts of a query; what comes after is undecided
  // Only those that are proved to be equivalent: among the vectors that are nearly the query's, which are found without
  // a look at most of the others, and where there are none among the k nearest. The expression itself is one of them.
  bool equivalent = false;
  // The query's variables stand for any of the model's, in every way that takes different ones for different; of all
  // these queries the nearest are given, each expression once. Throws base::Error where there are too many ways.
  bool rename = false;
};

class Index {
 public:
  // Of all members of a dataset's classes. Throws base::Error on symbols which the model has not learned. progress:
  // told how many expressions were done, again and again.
  using Progress = std::function<void(size_t done)>;
  Index(const Model& model, const data::Dataset& dataset, size_t threads = 1, const Progress& progress = {});
  // Of any expressions, in the model's domain; classes: the name of each one's class, or nothing at all. Throws as
  // Model::embed does.
  Index(const Model& model, std::span<const std::string> texts, size_t threads = 1,
        const std::vector<std::string>& classes = {});
  // The same for texts that are written out: {"a & b", "b & a"}.
  Index(const Model& model, std::initializer_list<std::string> texts)
      : Index(model, std::span(texts.begin(), texts.size())) {}

  // A file that save wrote. It is read as it is needed, and has its model in it; another may take its name, as save
  // does, but it must not be made shorter in place. Throws base::Error on a file that is no index or is damaged; so
  // does a query that comes upon a damaged part.
  static Index open(const std::string& path);
  // Whether a file is an index, by its first bytes.
  static bool is_index(const std::string& path);
  void save(const std::string& path) const;

  [[nodiscard]] const Model& model() const;
  [[nodiscard]] size_t size() const;              // expressions
  [[nodiscard]] size_t distinct_vectors() const;  // that they have
  // The expressions in their classes, or by what they mean where they have none, without a split: all, or so many of
  // them, evenly spaced, where there are more.
  [[nodiscard]] data::Dataset dataset(size_t most) const;

  // The k most similar ones, best first, fewer where there are not as many. Where the expression itself is in the index
  // it is not its own neighbour. Throws as Model::embed does.
  [[nodiscard]] std::vector<Neighbour> nearest(std::string_view text, const NearestOptions& options = {}) const;

 private:
  struct State;
  explicit Index(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

}  // namespace eqnet::api
