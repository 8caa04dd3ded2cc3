// libeqnet-dlib: dlib's global_function_search as a proposer, in a library of its own because Debian's libdlib brings
// much along that nothing else here needs.
#include <dlib/global_optimization/global_function_search.h>

#include <deque>
#include <string_view>

#include "experiments/proposer.h"
#include "proposer_interface.h"

namespace eqnet::dlib_search {
namespace {

using experiments::Axis;
using Place = ::dlib::matrix<double, 0, 1>;

::dlib::function_spec spec_of(std::span<const Axis> axes) {
  const auto n = static_cast<long>(axes.size());
  Place low(n);
  Place high(n);
  std::vector<bool> whole(axes.size());
  for (long i = 0; i < n; ++i) {
    const Axis& axis = axes[static_cast<size_t>(i)];
    low(i) = axis.low;
    high(i) = axis.high;
    whole[static_cast<size_t>(i)] = axis.whole;
  }
  return {low, high, whole};
}

class DlibProposer final : public experiments::Proposer {
 public:
  DlibProposer(std::span<const Axis> axes, uint64_t seed) : search_(spec_of(axes)) {
    search_.set_seed(static_cast<time_t>(seed));
    // Below this, a better score is chance: retrieval is a mean over some hundred to thousand queries.
    constexpr double kNoise = 0.001;
    search_.set_solver_epsilon(kNoise);
  }

  std::vector<double> propose() override {
    open_.push_back(search_.get_next_x());
    const Place& place = open_.back().x();
    return {place.begin(), place.end()};
  }
  void tell(double score) override {
    open_.front().set(score);
    open_.pop_front();
  }

 private:
  ::dlib::global_function_search search_;
  std::deque<::dlib::function_evaluation_request> open_;
};

}  // namespace
}  // namespace eqnet::dlib_search

extern "C" __attribute__((visibility("default"))) const char eqnet_interface[] = EQNET_INTERFACE_OF_proposer;

extern "C" __attribute__((visibility("default"))) eqnet::experiments::Proposer* eqnet_make_dlib_proposer(
    const eqnet::experiments::Axis* axes, size_t n, uint64_t seed) {
  static_assert(std::string_view(eqnet::experiments::kDlibEntry) == "eqnet_make_dlib_proposer");
  return std::make_unique<eqnet::dlib_search::DlibProposer>(std::span(axes, n), seed).release();
}
