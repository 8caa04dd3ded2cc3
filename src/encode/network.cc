#include "encode/network.h"

#include <numeric>

namespace eqnet::encode {

size_t Tensor::size() const {
  return std::accumulate(shape.begin(), shape.end(), size_t{1}, std::multiplies<>());
}

size_t Layout::add(Tensor tensor) {
  tensor.offset = size_;
  size_ += tensor.size();
  tensors_.push_back(std::move(tensor));
  return tensors_.back().offset;
}

template <class Real>
void Layout::initialise(Real* parameters, base::Random& random) const {
  for (const Tensor& tensor : tensors_) {
    for (size_t i = 0; i < tensor.size(); ++i) {
      parameters[tensor.offset + i] =
          tensor.deviation == 0 ? Real(0) : static_cast<Real>(tensor.deviation * random.gaussian());
    }
  }
}

template void Layout::initialise(float*, base::Random&) const;
template void Layout::initialise(double*, base::Random&) const;

}  // namespace eqnet::encode
