#include "train/multilinear.h"

#include <algorithm>
#include <cmath>

namespace eqnet::train {
namespace {

constexpr size_t kMostChecked = 120;   // equations
constexpr size_t kMostTold = 150;      // pairs of classes
constexpr size_t kMostDrawn = 40;      // classes beside those of the equations
constexpr double kLeastError = 1e-14;  // below it is rounding
constexpr double kLeastDistance = 1e-8;
constexpr double kTold = 1e-5;  // distance of classes that are told apart

}  // namespace

Multilinear::Multilinear(const Equations& equations, size_t size, base::Random& random)
    : equations_(equations), k_(size) {
  for (const size_t arity : equations.arity) {
    size_t terms = 1;
    for (size_t i = 0; i < arity; ++i) terms *= k_ + 1;
    terms_.push_back(terms);
    offset_.push_back(leaves_);
    leaves_ += terms * k_;
    most_terms_ = std::max(most_terms_, terms);
  }
  unknowns_ = leaves_ + equations.leaves.size() * k_ * kPoints;
  choose_equations(random);
  choose_pairs(random);
  const size_t numbers = places_.size() * k_ * kPoints;
  for (Vector* of_values : {&values_, &down_, &changes_}) of_values->resize(numbers);
  for (Vector* of_products : {&products_, &product_down_, &product_changes_})
    of_products->resize(most_terms_ * kPoints);
  results_.resize(checks_.size() * k_ * kPoints);
  result_down_.resize(k_ * kPoints);
}

Multilinear::Vector Multilinear::random_start(double deviation, base::Random& random) const {
  Vector x(unknowns_);
  for (size_t i = 0; i < unknowns_; ++i) x[i] = (i < leaves_ ? deviation : 1) * random.gaussian();
  return x;
}

// The place of a term's value, with all that it is made of. Without recursion: a term may be a chain.
uint32_t Multilinear::place(uint32_t term) {
  std::vector<uint32_t> open{term};
  while (!open.empty()) {
    const uint32_t top = open.back();
    const auto own = static_cast<uint32_t>(places_.size());
    const uint32_t definition = equations_.definition[top];
    if (places_.contains(top)) {
      open.pop_back();
    } else if (definition == Equations::kLeaf) {
      places_.emplace(top, own);
      for (size_t leaf = 0; leaf < equations_.leaves.size(); ++leaf) {
        if (equations_.leaves[leaf] == top) leaf_places_.emplace_back(leaf, own);
      }
    } else {
      const Application& application = equations_.applications[definition];
      const auto children = equations_.children_of(application);
      const size_t before = open.size();
      // The first child is made first.
      for (size_t c = children.size(); c-- > 0;) {
        if (!places_.contains(children[c])) open.push_back(children[c]);
      }
      if (open.size() > before) continue;
      Step step{application.op, own, {}};
      for (const uint32_t child : children) step.children.push_back(places_.at(child));
      places_.emplace(top, own);
      steps_.push_back(std::move(step));
    }
  }
  return places_.at(term);
}

// The smallest ones, which are simple, and some of all sizes, which say what those do not.
void Multilinear::choose_equations(base::Random& random) {
  std::vector<uint32_t> all;
  for (uint32_t i = 0; i < equations_.applications.size(); ++i) {
    if (equations_.definition[equations_.applications[i].result] != i) all.push_back(i);
  }
  const size_t smallest = std::min(all.size(), kMostChecked / 2);
  std::vector<uint32_t> others(all.begin() + static_cast<std::ptrdiff_t>(smallest), all.end());
  random.shuffle(others);
  others.resize(std::min(others.size(), kMostChecked - kMostChecked / 2));
  all.resize(smallest);
  all.insert(all.end(), others.begin(), others.end());
  for (const uint32_t i : all) {
    const Application& application = equations_.applications[i];
    Step check{application.op, place(application.result), {}};
    for (const uint32_t child : equations_.children_of(application)) check.children.push_back(place(child));
    checks_.push_back(std::move(check));
  }
}

// Half of them of classes that are alike: of the same leaves, each as often.
void Multilinear::choose_pairs(base::Random& random) {
  // Classes of all sizes: where only small ones are looked at, larger ones may all come to the same.
  std::vector<uint32_t> order = equations_.class_terms();
  std::sort(order.begin(), order.end());  // classes that contradict each other are one term
  order.erase(std::unique(order.begin(), order.end()), order.end());
  random.shuffle(order);
  std::vector<uint32_t> chosen;
  size_t drawn = 0;
  for (const uint32_t term : order) {
    if (!places_.contains(term) && drawn++ >= kMostDrawn) continue;
    place(term);
    chosen.push_back(term);
  }
  std::map<std::vector<uint32_t>, std::vector<uint32_t>> alike;
  const std::vector<std::vector<uint32_t>> counts = leaf_counts();
  for (const uint32_t term : chosen) alike[counts[places_.at(term)]].push_back(places_.at(term));
  for (const auto& [key, terms] : alike) {
    for (size_t i = 0; i < terms.size(); ++i) {
      for (size_t j = 0; j < i; ++j) pairs_.emplace_back(terms[i], terms[j]);
    }
  }
  random.shuffle(pairs_);
  pairs_.resize(std::min(pairs_.size(), kMostTold / 2));
  while (chosen.size() > 1 && pairs_.size() < kMostTold) {
    const uint32_t a = chosen[random.below(chosen.size())];
    const uint32_t b = chosen[random.below(chosen.size())];
    if (a != b) pairs_.emplace_back(places_.at(a), places_.at(b));
  }
}

// By place: how often each leaf occurs in the smallest tree.
std::vector<std::vector<uint32_t>> Multilinear::leaf_counts() const {
  std::vector<std::vector<uint32_t>> counts(places_.size(), std::vector<uint32_t>(equations_.leaves.size()));
  for (const auto& [leaf, at] : leaf_places_) counts[at][leaf] = 1;
  for (const Step& step : steps_) {
    for (const uint32_t child : step.children) {
      for (size_t leaf = 0; leaf < counts[child].size(); ++leaf) counts[step.result][leaf] += counts[child][leaf];
    }
  }
  return counts;
}

void Multilinear::make_products(const Step& step) {
  std::fill_n(products_.begin(), kPoints, 1.0);
  size_t n = 1;
  for (const uint32_t child : step.children) {
    const double* v = value(child);
    for (size_t digit = k_; digit > 0; --digit) {
      for (size_t i = 0; i < n; ++i) {
        double* to = products_.data() + (digit * n + i) * kPoints;
        const double* from = products_.data() + i * kPoints;
        const double* factor = v + (digit - 1) * kPoints;
        for (size_t p = 0; p < kPoints; ++p) to[p] = factor[p] * from[p];
      }
    }
    n *= k_ + 1;
  }
}
void Multilinear::apply(const Vector& x, const Step& step, double* result) {
  make_products(step);
  const size_t terms = terms_[step.op];
  const double* c = x.data() + offset_[step.op];
  for (size_t i = 0; i < k_; ++i) {
    double sum[kPoints] = {};
    for (size_t t = 0; t < terms; ++t) {
      const double* product = products_.data() + t * kPoints;
      for (size_t p = 0; p < kPoints; ++p) sum[p] += c[i * terms + t] * product[p];
    }
    std::copy_n(sum, kPoints, result + i * kPoints);
  }
}
void Multilinear::pass_back(const Vector& x, const Step& step, const double* result_down, Vector& gradient) {
  make_products(step);
  const size_t terms = terms_[step.op];
  const double* c = x.data() + offset_[step.op];
  double* g = gradient.data() + offset_[step.op];
  std::fill_n(product_down_.begin(), terms * kPoints, 0.0);
  for (size_t i = 0; i < k_; ++i) {
    const double* d = result_down + i * kPoints;
    for (size_t t = 0; t < terms; ++t) {
      const double* product = products_.data() + t * kPoints;
      double* back = product_down_.data() + t * kPoints;
      double sum = 0;
      for (size_t p = 0; p < kPoints; ++p) {
        sum += d[p] * product[p];
        back[p] += c[i * terms + t] * d[p];
      }
      g[i * terms + t] += sum;
    }
  }
  // From the last child to the first: its numbers' share, and what is left for those before it.
  size_t n = terms;
  for (size_t child = step.children.size(); child-- > 0;) {
    n /= k_ + 1;
    const double* v = value(step.children[child]);
    double* to = down(step.children[child]);
    // products_[0 .. n) are the products of the children before it.
    for (size_t digit = 1; digit <= k_; ++digit) {
      const double* factor = v + (digit - 1) * kPoints;
      double* own = to + (digit - 1) * kPoints;
      for (size_t i = 0; i < n; ++i) {
        const double* back = product_down_.data() + (digit * n + i) * kPoints;
        const double* before = products_.data() + i * kPoints;
        double* rest = product_down_.data() + i * kPoints;
        for (size_t p = 0; p < kPoints; ++p) {
          own[p] += back[p] * before[p];
          rest[p] += back[p] * factor[p];
        }
      }
    }
  }
}

// The change of a result for these changes of the unknowns; changes_ are those of the children.
void Multilinear::apply_change(const Vector& x, const Vector& change, const Step& step, double* result) {
  std::fill_n(products_.begin(), kPoints, 1.0);
  std::fill_n(product_changes_.begin(), kPoints, 0.0);
  size_t n = 1;
  for (const uint32_t child : step.children) {
    for (size_t digit = k_; digit > 0; --digit) {
      const double* factor = value(child) + (digit - 1) * kPoints;
      const double* factor_change = changes_.data() + (child * k_ + digit - 1) * kPoints;
      for (size_t i = 0; i < n; ++i) {
        const double* from = products_.data() + i * kPoints;
        const double* from_change = product_changes_.data() + i * kPoints;
        double* to = products_.data() + (digit * n + i) * kPoints;
        double* to_change = product_changes_.data() + (digit * n + i) * kPoints;
        for (size_t p = 0; p < kPoints; ++p) {
          to[p] = factor[p] * from[p];
          to_change[p] = factor_change[p] * from[p] + factor[p] * from_change[p];
        }
      }
    }
    n *= k_ + 1;
  }
  const size_t terms = terms_[step.op];
  const double* c = x.data() + offset_[step.op];
  const double* c_change = change.data() + offset_[step.op];
  for (size_t i = 0; i < k_; ++i) {
    double sum[kPoints] = {};
    for (size_t t = 0; t < terms; ++t) {
      const double* product = products_.data() + t * kPoints;
      const double* product_change = product_changes_.data() + t * kPoints;
      const double own = c[i * terms + t];
      const double own_change = c_change[i * terms + t];
      for (size_t p = 0; p < kPoints; ++p) sum[p] += own * product_change[p] + own_change * product[p];
    }
    std::copy_n(sum, kPoints, result + i * kPoints);
  }
}

void Multilinear::change_values(const Vector& x, const Vector& change) {
  for (const auto& [leaf, at] : leaf_places_) {
    std::copy_n(change.data() + leaves_ + leaf * k_ * kPoints, k_ * kPoints, changes_.data() + at * k_ * kPoints);
  }
  for (const Step& step : steps_) {
    apply_change(x, change, step, changes_.data() + size_t{step.result} * k_ * kPoints);
  }
}

// The inverse length of (1, a) at a point.
double Multilinear::inverse_length(const double* a, size_t p) const {
  double sum = 1;
  for (size_t i = 0; i < k_; ++i) sum += a[i * kPoints + p] * a[i * kPoints + p];
  return 1 / std::sqrt(sum);
}

// The square of the difference of the directions of (1, a) and (1, b), the mean over the points. Not by their cosine,
// which has no digits left where they are nearly the same.
double Multilinear::distance(const double* a, const double* b) const {
  double sum = 0;
  for (size_t p = 0; p < kPoints; ++p) {
    const double la = inverse_length(a, p);
    const double lb = inverse_length(b, p);
    sum += (la - lb) * (la - lb);
    for (size_t i = 0; i < k_; ++i) {
      const double difference = a[i * kPoints + p] * la - b[i * kPoints + p] * lb;
      sum += difference * difference;
    }
  }
  return sum / kPoints;
}
// Adds the gradient of `factor` x distance. With u and w for the two directions, that of |u - w|^2 by a is
// 2 ((u - w) - u (u . (u - w))) / |(1, a)|, and u . (u - w) is half the distance.
void Multilinear::add_slope(const double* a, const double* b, double factor, double* a_down, double* b_down) const {
  for (size_t p = 0; p < kPoints; ++p) {
    const double la = inverse_length(a, p);
    const double lb = inverse_length(b, p);
    double twice = (la - lb) * (la - lb);
    for (size_t i = 0; i < k_; ++i) {
      const double difference = a[i * kPoints + p] * la - b[i * kPoints + p] * lb;
      twice += difference * difference;
    }
    const double scale = 2 * factor / kPoints;
    for (size_t i = 0; i < k_; ++i) {
      const double u = a[i * kPoints + p] * la;
      const double w = b[i * kPoints + p] * lb;
      a_down[i * kPoints + p] += scale * la * (u - w - u * twice / 2);
      b_down[i * kPoints + p] += scale * lb * (w - u - w * twice / 2);
    }
  }
}

// The values of all terms, the error of the equations, and how many pairs are told apart.
void Multilinear::measure(const Vector& x) {
  for (const auto& [leaf, at] : leaf_places_) {
    std::copy_n(x.data() + leaves_ + leaf * k_ * kPoints, k_ * kPoints, value(at));
  }
  for (const Step& step : steps_) apply(x, step, value(step.result));
  error_ = kLeastError;
  for (size_t i = 0; i < checks_.size(); ++i) {
    double* result = results_.data() + i * k_ * kPoints;
    apply(x, checks_[i], result);
    error_ += distance(result, value(checks_[i].result)) / static_cast<double>(checks_.size());
  }
  told_ = 0;
  apart_.clear();
  for (const auto& [a, b] : pairs_) {
    apart_.push_back(distance(value(a), value(b)));
    told_ += apart_.back() > kTold ? 1 : 0;
  }
}

double Multilinear::objective(const Vector& x, double weight, Vector& gradient) {
  measure(x);
  if (!std::isfinite(error_)) return HUGE_VAL;
  std::fill(down_.begin(), down_.end(), 0);
  std::fill(gradient.begin(), gradient.end(), 0);
  double inverse = 0;
  for (const double apart : apart_) inverse += 1 / (kLeastDistance + apart);
  double sum = std::log(error_) + weight * std::log(inverse / static_cast<double>(pairs_.size()));
  for (size_t i = 0; i < pairs_.size(); ++i) {
    const auto& [a, b] = pairs_[i];
    const double d = kLeastDistance + apart_[i];
    add_slope(value(a), value(b), -weight / (d * d * inverse), down(a), down(b));
  }
  for (size_t i = 0; i < checks_.size(); ++i) {
    std::fill(result_down_.begin(), result_down_.end(), 0);
    add_slope(results_.data() + i * k_ * kPoints, value(checks_[i].result),
              1 / (error_ * static_cast<double>(checks_.size())), result_down_.data(), down(checks_[i].result));
    pass_back(x, checks_[i], result_down_.data(), gradient);
  }
  for (size_t i = steps_.size(); i-- > 0;) pass_back(x, steps_[i], down(steps_[i].result), gradient);
  for (const auto& [leaf, at] : leaf_places_) {
    double* to = gradient.data() + leaves_ + leaf * k_ * kPoints;
    for (size_t i = 0; i < k_ * kPoints; ++i) to[i] += down(at)[i];
  }
  constexpr double kSmall = 1e-3;  // keeps numbers in range
  for (size_t i = 0; i < x.size(); ++i) {
    sum += kSmall * x[i] * x[i];
    gradient[i] += 2 * kSmall * x[i];
  }
  return sum;
}

// Those of (1, value) in direction, for each equation, number and assignment.
void Multilinear::residuals(const Vector& x, double barrier, Vector& residuals, Vector* derivatives, size_t first) {
  measure(x);
  const size_t width = (k_ + 1) * kPoints;
  const size_t of_pairs = checks_.size() * width;  // first row
  const size_t rows = of_pairs + pairs_.size();
  residuals.resize(rows);
  const double pair_scale = std::sqrt(barrier / static_cast<double>(pairs_.size()));
  for (size_t i = 0; i < pairs_.size(); ++i) {
    residuals[of_pairs + i] = pair_scale / std::sqrt(kLeastDistance + apart_[i]);
  }
  const double scale =
      1 / std::sqrt(static_cast<double>(checks_.size() * kPoints));  // so that their squares sum to the error
  const auto difference = [&](size_t check, auto&& of) {
    const double* a = results_.data() + check * k_ * kPoints;
    const double* b = value(checks_[check].result);
    for (size_t p = 0; p < kPoints; ++p) of(p, a + p, b + p, inverse_length(a, p), inverse_length(b, p));
  };
  for (size_t i = 0; i < checks_.size(); ++i) {
    difference(i, [&](size_t p, const double* a, const double* b, double la, double lb) {
      double* to = residuals.data() + i * width + p;
      to[0] = scale * (la - lb);
      for (size_t j = 0; j < k_; ++j) to[(j + 1) * kPoints] = scale * (a[j * kPoints] * la - b[j * kPoints] * lb);
    });
  }
  if (derivatives == nullptr) return;
  derivatives->assign(rows * (unknowns_ - first), 0);
  Vector change(unknowns_);
  Vector result(k_ * kPoints);
  // A leaf's number under one assignment matters for that assignment only: those under all of them go together.
  for (size_t u = first; u < unknowns_; u += u < leaves_ ? 1 : kPoints) {
    const size_t together = u < leaves_ ? 1 : kPoints;
    std::fill_n(change.begin() + static_cast<std::ptrdiff_t>(u), together, 1.0);
    change_values(x, change);
    for (size_t i = 0; i < checks_.size(); ++i) {
      apply_change(x, change, checks_[i], result.data());
      const double* other = changes_.data() + size_t{checks_[i].result} * k_ * kPoints;
      difference(i, [&](size_t p, const double* a, const double* b, double la, double lb) {
        double* to = derivatives->data() + (u - first + (together == 1 ? 0 : p)) * rows + i * width + p;
        double along_a = 0;
        double along_b = 0;
        for (size_t j = 0; j < k_; ++j) {
          along_a += a[j * kPoints] * result[j * kPoints + p] * la * la;
          along_b += b[j * kPoints] * other[j * kPoints + p] * lb * lb;
        }
        to[0] = scale * (lb * along_b - la * along_a);
        for (size_t j = 0; j < k_; ++j) {
          to[(j + 1) * kPoints] = scale * (la * (result[j * kPoints + p] - a[j * kPoints] * along_a) -
                                           lb * (other[j * kPoints + p] - b[j * kPoints] * along_b));
        }
      });
    }
    for (size_t i = 0; i < pairs_.size() && barrier > 0; ++i) {
      // That of s / sqrt(d) is -s / (2 sqrt(d)^3) that of d.
      const auto [a, b] = pairs_[i];
      const double inverse = residuals[of_pairs + i] / pair_scale;
      const double factor = -0.5 * pair_scale * inverse * inverse * inverse;
      std::fill(result.begin(), result.end(), 0);
      Vector& other = result_down_;
      std::fill(other.begin(), other.end(), 0);
      add_slope(value(a), value(b), factor, result.data(), other.data());
      for (size_t p = 0; p < kPoints; ++p) {
        double sum = 0;
        for (size_t j = 0; j < k_; ++j) {
          sum += result[j * kPoints + p] * changes_[(a * k_ + j) * kPoints + p] +
                 other[j * kPoints + p] * changes_[(b * k_ + j) * kPoints + p];
        }
        (*derivatives)[(u - first + (together == 1 ? 0 : p)) * rows + of_pairs + i] += sum;
      }
    }
    std::fill_n(change.begin() + static_cast<std::ptrdiff_t>(u), together, 0.0);
  }
}

Spread Multilinear::spread() const {
  Spread spread(k_);
  for (size_t at = 0; at < places_.size(); ++at) {
    for (size_t p = 0; p < kPoints; ++p) spread.add(values_.data() + at * k_ * kPoints + p, kPoints);
  }
  return spread;
}

std::vector<Multilinear::Vector> Multilinear::operators(const Vector& x) const {
  std::vector<Vector> all;
  for (size_t op = 0; op < offset_.size(); ++op) {
    const auto begin = x.begin() + static_cast<std::ptrdiff_t>(offset_[op]);
    all.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(terms_[op] * k_));
  }
  return all;
}

std::vector<Multilinear::Vector> Multilinear::leaves(const Vector& x) const {
  std::vector<Vector> all(kPoints);
  for (size_t p = 0; p < kPoints; ++p) {
    for (size_t i = 0; i < equations_.leaves.size() * k_; ++i) all[p].push_back(x[leaves_ + i * kPoints + p]);
  }
  return all;
}

}  // namespace eqnet::train
