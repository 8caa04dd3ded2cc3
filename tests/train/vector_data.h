// Open data of algebras that are written as functions, and what algebras of vectors mean.
#pragma once

#include <cmath>
#include <functional>

#include "train/algebra_data.h"
#include "train/vector_algebra.h"

namespace eqnet::train {

// Operators on meanings, which are texts.
struct OpenAlgebra {
  struct Operator {
    std::string name;
    size_t arity;  // 1 or 2
    std::function<std::string(const std::string& left, const std::string& right)> result;
  };
  std::vector<std::pair<std::string, std::string>> leaves;  // name, meaning
  std::vector<Operator> operators;
};

// All trees up to a size, by what they mean.
inline data::Dataset data_of(const OpenAlgebra& algebra, size_t max_size) {
  struct Written {
    std::string text, meaning;
  };
  std::vector<std::vector<Written>> by_size(max_size + 1);
  for (const auto& [name, meaning] : algebra.leaves) by_size[1].push_back({name, meaning});
  std::string lines;
  for (size_t size = 1; size <= max_size; ++size) {
    for (const OpenAlgebra::Operator& op : algebra.operators) {
      if (op.arity == 1 && size > 1) {
        for (const Written& one : by_size[size - 1]) {
          by_size[size].push_back({"(" + op.name + " " + one.text + ")", op.result(one.meaning, "")});
        }
      }
      for (size_t left = 1; op.arity == 2 && left + 1 < size; ++left) {
        for (const Written& one : by_size[left]) {
          for (const Written& other : by_size[size - 1 - left]) {
            by_size[size].push_back(
                {"(" + op.name + " " + one.text + " " + other.text + ")", op.result(one.meaning, other.meaning)});
          }
        }
      }
    }
    for (const Written& one : by_size[size]) lines += "=" + one.meaning + "\t" + one.text + "\n";
  }
  return data_of(lines);
}

// Words over two letters, joined and turned round.
inline OpenAlgebra words() {
  return {{{"a", "a"}, {"b", "b"}},
          {{"reverse", 1,
            [](const std::string& word, const std::string&) { return std::string(word.rbegin(), word.rend()); }},
           {"join", 2, [](const std::string& left, const std::string& right) { return left + right; }}}};
}

// Complex numbers modulo a prime, at one choice of the variables: sum, product and conjugate.
inline OpenAlgebra complex_numbers() {
  constexpr int64_t kPrime = 1000003;
  const auto read = [](const std::string& text) {
    const size_t comma = text.find(',');
    return std::pair<int64_t, int64_t>(std::stoll(text), std::stoll(text.substr(comma + 1)));
  };
  const auto text = [](int64_t real, int64_t imaginary) {
    const auto reduced = [](int64_t number) { return std::to_string((number % kPrime + kPrime) % kPrime); };
    return reduced(real) + "," + reduced(imaginary);
  };
  return {{{"a", "31415,92653"}, {"b", "58979,32384"}},
          {{"conjugate", 1,
            [=](const std::string& x, const std::string&) {
              const auto [real, imaginary] = read(x);
              return text(real, -imaginary);
            }},
           {"plus", 2,
            [=](const std::string& x, const std::string& y) {
              const auto [a, b] = read(x);
              const auto [c, d] = read(y);
              return text(a + c, b + d);
            }},
           {"times", 2, [=](const std::string& x, const std::string& y) {
              const auto [a, b] = read(x);
              const auto [c, d] = read(y);
              return text(a * c - b * d, a * d + b * c);
            }}}};
}

// The value of a tree from the definition of a block: a sum over choices of one number of each child.
inline std::vector<double> value_in(const VectorAlgebra& algebra, const std::vector<double>& leaves,
                                    const encode::Vocabulary& vocabulary, const expr::Pool& pool, expr::NodeId node) {
  const size_t k = algebra.size;
  const uint32_t number = vocabulary.number(pool.symbol_of(node));
  if (pool.is_leaf(node)) return {leaves.begin() + number * k, leaves.begin() + (number + 1) * k};
  std::vector<std::vector<double>> children;
  for (const expr::NodeId child : pool.children(node)) {
    children.push_back(value_in(algebra, leaves, vocabulary, pool, child));
    children.back().insert(children.back().begin(), 1);
  }
  const std::vector<double>& coefficients = algebra.operators[number];
  const size_t terms = coefficients.size() / k;
  std::vector<double> result(k);
  for (size_t i = 0; i < coefficients.size(); ++i) {
    double product = coefficients[i];
    size_t digits = i % terms;
    for (const auto& child : children) {
      product *= child[digits % (k + 1)];
      digits /= k + 1;
    }
    result[i / terms] += product;
  }
  return result;
}

inline double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0;
  double size = 2;
  for (size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    size += a[i] * a[i] + b[i] * b[i];
  }
  return std::sqrt(difference / size);
}

}  // namespace eqnet::train
