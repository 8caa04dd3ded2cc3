#include "report/fourier.h"

#include <mutex>

namespace eqnet::report {
namespace {

std::mutex& planner() {
  static std::mutex mutex;
  return mutex;
}

fftwf_complex* raw(Complex* numbers) {
  return reinterpret_cast<fftwf_complex*>(numbers);
}

}  // namespace

void Transform::Free::operator()(fftwf_plan plan) const {
  const std::lock_guard lock(planner());
  fftwf_destroy_plan(plan);
}

Transform Transform::forward_row(size_t n) {
  Aligned<float> from(n);
  Aligned<Complex> to(n / 2 + 1);
  const std::lock_guard lock(planner());
  return Transform(fftwf_plan_dft_r2c_1d(static_cast<int>(n), from.data(), raw(to.data()), FFTW_ESTIMATE));
}

Transform Transform::backward_row(size_t n) {
  Aligned<Complex> from(n / 2 + 1);
  Aligned<float> to(n);
  const std::lock_guard lock(planner());
  return Transform(fftwf_plan_dft_c2r_1d(static_cast<int>(n), raw(from.data()), to.data(), FFTW_ESTIMATE));
}

Transform Transform::columns(size_t n, size_t width, int sign) {
  Aligned<Complex> from(n * width);
  Aligned<Complex> to(n * width);
  const int length = static_cast<int>(n);
  const int step = static_cast<int>(width);
  const std::lock_guard lock(planner());
  return Transform(fftwf_plan_many_dft(1, &length, step, raw(from.data()), nullptr, step, 1, raw(to.data()), nullptr,
                                       step, 1, sign, FFTW_ESTIMATE | FFTW_DESTROY_INPUT));
}

size_t good_length(size_t n) {
  for (size_t sixteens = (n + 15) / 16;; ++sixteens) {
    size_t rest = sixteens;
    for (const size_t factor : {2, 3, 5}) {
      while (rest % factor == 0) rest /= factor;
    }
    if (rest == 1) return 16 * sixteens;
  }
}

}  // namespace eqnet::report
