#include "torch/torch_network.h"

#include <ATen/Parallel.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/GradMode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "eqnet/base/error.h"
#include "kernels/rows.h"

namespace eqnet::torch_networks {
namespace {

// When the plug-in is loaded: parallel work is one pass a thread, and libtorch's own threads would only compete with
// those. (OpenBLAS, a pool of its own, is kept to one thread by kernels/blas.cc.)
[[maybe_unused]] const bool kOneThread = [] {
  at::set_num_threads(1);
  return true;
}();

// Runs the work with libtorch's exceptions as ours, which are one line.
template <class Work>
auto guarded(const Work& work) {
  try {
    return work();
  } catch (const c10::Error& error) {
    const std::string text = error.what_without_backtrace();
    throw base::Error("libtorch", text.substr(0, text.find('\n')));
  }
}

template <class Real>
constexpr at::ScalarType kType = c10::CppTypeToScalarType<Real>::value;

// The caller's numbers as a tensor, not copied; libtorch has no tensor of constants. require: nobody writes to it.
template <class Real>
at::Tensor view(const Real* numbers, at::IntArrayRef shape) {
  return at::from_blob(const_cast<Real*>(numbers), shape, at::TensorOptions().dtype(kType<Real>));
}

template <class Real>
class TorchPass final : public encode::Pass<Real> {
 public:
  explicit TorchPass(const TorchNetwork<Real>& network) : network_(network) {}

  void forward(const Real* parameters, const Schedule& schedule, const std::optional<Training>& training,
               Real* roots) override {
    guarded([&] {
      forget();
      if (schedule.roots.empty()) return;
      const c10::AutoGradMode mode(training.has_value());
      at::Tensor flat = view(parameters, {static_cast<int64_t>(network_.layout().size())});
      // A copy: the graph keeps parts of it until backward, and the caller's array is not ours to keep.
      if (training) flat = flat.clone().set_requires_grad(true);
      at::Tensor own_loss;
      const at::Tensor vectors = network_.encode(flat, schedule, training, &own_loss).contiguous();
      std::copy_n(vectors.template data_ptr<Real>(), vectors.numel(), roots);
      if (!training) return;
      flat_ = flat;
      outputs_.push_back(vectors);
      if (own_loss.defined()) outputs_.push_back(own_loss);
    });
  }

  double backward(const Real* /*parameters*/, const Schedule& /*schedule*/, const Real* root_gradient,
                  Real* gradient) override {
    return guarded([&] {
      if (outputs_.empty()) return 0.0;
      std::vector<at::Tensor> output_gradients = {view(root_gradient, outputs_[0].sizes())};
      double own_loss = 0;
      if (outputs_.size() > 1) {
        own_loss = outputs_[1].template item<double>();
        output_gradients.emplace_back();  // none stands for 1
      }
      const at::Tensor found = torch::autograd::grad(outputs_, {flat_}, output_gradients)[0].contiguous();
      kernels::rows<Real>().add_scaled(found.template data_ptr<Real>(), network_.layout().size(), Real(1), gradient);
      forget();
      return own_loss;
    });
  }

 private:
  void forget() {
    flat_.reset();
    outputs_.clear();
  }

  const TorchNetwork<Real>& network_;
  at::Tensor flat_;                  // of the last forward in training
  std::vector<at::Tensor> outputs_;  // the vectors, and the network's own loss if it has one
};

}  // namespace

template <class Real>
std::unique_ptr<encode::Pass<Real>> TorchNetwork<Real>::pass() const {
  return std::make_unique<TorchPass<Real>>(*this);
}

template <class Real>
std::vector<at::Tensor> TorchNetwork<Real>::parts(const at::Tensor& parameters) const {
  std::vector<int64_t> sizes;
  for (const encode::Tensor& tensor : layout_.tensors()) sizes.push_back(static_cast<int64_t>(tensor.size()));
  // One split, whose gradient is one concatenation; a slice for each tensor would each pad its gradient to full length.
  std::vector<at::Tensor> parts = parameters.split_with_sizes(sizes);
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::vector<size_t>& shape = layout_.tensors()[i].shape;
    parts[i] = parts[i].view(std::vector<int64_t>(shape.begin(), shape.end()));
  }
  return parts;
}

template class TorchNetwork<float>;
template class TorchNetwork<double>;

}  // namespace eqnet::torch_networks
