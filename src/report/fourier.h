// FFTW, single precision: arrays that it likes, and plans that free themselves. Plans are estimated, not measured, so
// that the same sizes always give the same plan and the same bits. Making and freeing plans is behind a lock (FFTW's
// planner is for one thread at a time); running them is for all.
#pragma once

#include <fftw3.h>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace eqnet::report {

// Complex numbers are pairs of floats here, FFTW's own layout.
struct Complex {
  float real = 0, imaginary = 0;
};

// Numbers that start on a cache line, all 0 at first.
template <class T>
class Aligned {
 public:
  explicit Aligned(size_t size) : data_(static_cast<T*>(::operator new(size * sizeof(T), kLine))) {
    std::memset(static_cast<void*>(data_.get()), 0, size * sizeof(T));
  }
  T* data() { return data_.get(); }
  [[nodiscard]] const T* data() const { return data_.get(); }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Free {
    void operator()(T* data) const { ::operator delete(data, kLine); }
  };
  std::unique_ptr<T, Free> data_;
};

// One kind of transform; run with arrays as aligned as those of Aligned. Nothing is scaled.
class Transform {
 public:
  // n floats to n / 2 + 1 complex numbers, and back (which spoils its input).
  static Transform forward_row(size_t n);
  static Transform backward_row(size_t n);
  // n complex numbers, `width` columns of them at once, row by row; the input is spoiled.
  static Transform forward_columns(size_t n, size_t width) { return columns(n, width, FFTW_FORWARD); }
  static Transform backward_columns(size_t n, size_t width) { return columns(n, width, FFTW_BACKWARD); }

  void run(float* from, Complex* to) const {
    fftwf_execute_dft_r2c(plan_.get(), from, reinterpret_cast<fftwf_complex*>(to));
  }
  void run(Complex* from, float* to) const {
    fftwf_execute_dft_c2r(plan_.get(), reinterpret_cast<fftwf_complex*>(from), to);
  }
  void run(Complex* from, Complex* to) const {
    fftwf_execute_dft(plan_.get(), reinterpret_cast<fftwf_complex*>(from), reinterpret_cast<fftwf_complex*>(to));
  }

 private:
  struct Free {
    void operator()(fftwf_plan plan) const;
  };

  explicit Transform(fftwf_plan plan) : plan_(plan) {}
  static Transform columns(size_t n, size_t width, int sign);

  std::unique_ptr<std::remove_pointer_t<fftwf_plan>, Free> plan_;
};

// The smallest multiple of 16 that has no prime factor above 5 and is at least n: FFTW is fast on these.
size_t good_length(size_t n);

}  // namespace eqnet::report
