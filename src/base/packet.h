// Numbers and texts one after the other, for another rank of the same job: as they lie in memory, because all ranks run
// the same program on the same kind of machine.
#pragma once

#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace eqnet::base {

class PacketWriter {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number> PacketWriter& add(Number number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
    return *this;
  }
  template <class Number>
  requires std::is_arithmetic_v<Number> PacketWriter& add(std::span<const Number> numbers) {
    add(numbers.size());
    bytes_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
    return *this;
  }
  PacketWriter& add(const std::string& text) { return add(std::span<const char>(text)); }

  [[nodiscard]] std::string take() && { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class PacketReader {
 public:
  explicit PacketReader(std::string bytes) : bytes_(std::move(bytes)) {}

  template <class Number>
  requires std::is_arithmetic_v<Number> Number number() {
    Number number;
    std::memcpy(&number, next(sizeof number), sizeof number);
    return number;
  }
  template <class Number>
  void numbers(std::vector<Number>& to) {
    to.resize(number<size_t>());
    if (!to.empty()) std::memcpy(to.data(), next(to.size() * sizeof(Number)), to.size() * sizeof(Number));
  }
  std::string text() {
    const auto size = number<size_t>();
    return {next(size), size};
  }

 private:
  const char* next(size_t n) {
    if (n > bytes_.size() - at_) throw std::logic_error("a packet is shorter than its contents");
    const char* place = bytes_.data() + at_;
    at_ += n;
    return place;
  }

  std::string bytes_;
  size_t at_ = 0;
};

}  // namespace eqnet::base
