#include "experiments/proposer.h"

#include <stdexcept>

#include "base/plugin.h"
#include "base/random.h"
#include "kernels/blas.h"
#include "proposer_interface.h"

namespace eqnet::experiments {
namespace {

class RandomProposer final : public Proposer {
 public:
  RandomProposer(std::span<const Axis> axes, uint64_t seed) : axes_(axes.begin(), axes.end()), random_(seed) {}

  std::vector<double> propose() override {
    std::vector<double> places;
    places.reserve(axes_.size());
    for (const Axis& axis : axes_) {
      const double span = axis.high - axis.low;
      places.push_back(axis.low + (axis.whole ? static_cast<double>(random_.below(static_cast<uint64_t>(span) + 1))
                                              : span * random_.uniform()));
    }
    return places;
  }
  void tell(double /*score*/) override {}

 private:
  std::vector<Axis> axes_;
  base::Random random_;
};

DlibEntry load_dlib() {
  kernels::load_blas();  // or dlib would load it, and it would start a thread per core
  return reinterpret_cast<DlibEntry>(base::load_plugin({.library = "libeqnet-dlib.so",
                                                        .variable = "EQNET_DLIB_PLUGIN",
                                                        .entry = kDlibEntry,
                                                        .brings = "the proposals of dlib",
                                                        .remedy = "`make dlib` builds it; --method random needs none",
                                                        .interface = EQNET_INTERFACE_OF_proposer}));
}

}  // namespace

const std::vector<std::string>& proposers() {
  static const std::vector<std::string> names = {"dlib", "random"};
  return names;
}

std::unique_ptr<Proposer> make_proposer(const std::string& name, std::span<const Axis> axes, uint64_t seed) {
  if (name == "random") return std::make_unique<RandomProposer>(axes, seed);
  if (name != "dlib") throw std::logic_error("no proposer " + name);
  static const DlibEntry entry = load_dlib();
  return std::unique_ptr<Proposer>(entry(axes.data(), axes.size(), seed));
}

}  // namespace eqnet::experiments
