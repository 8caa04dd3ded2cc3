// A limit on the time of a search, which CaDiCaL asks for too.
#pragma once

#include <cadical.hpp>
#include <chrono>

namespace eqnet::domain {

class Deadline : public CaDiCaL::Terminator {
 public:
  explicit Deadline(double seconds) : end_(Clock::now() + std::chrono::duration<double>(seconds)) {}
  bool terminate() override { return Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::chrono::time_point<Clock, std::chrono::duration<double>> end_;
};

}  // namespace eqnet::domain
