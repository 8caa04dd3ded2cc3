#include "domain/table_key.h"

namespace eqnet::domain {
namespace {

// The table without a variable, where it makes no difference. step: radix^index.
bool drop(std::vector<uint8_t>& values, size_t radix, size_t step) {
  std::vector<uint8_t> without;
  without.reserve(values.size() / radix);
  for (size_t high = 0; high < values.size(); high += step * radix) {
    for (size_t low = high; low < high + step; ++low) {
      for (size_t digit = 1; digit < radix; ++digit) {
        if (values[low + digit * step] != values[low]) return false;
      }
      without.push_back(values[low]);
    }
  }
  values = std::move(without);
  return true;
}

}  // namespace

std::string table_key(std::vector<uint8_t> values, size_t radix, const std::vector<std::string>& variables) {
  std::string key;
  size_t step = 1;
  for (const std::string& variable : variables) {
    if (radix < 2 || drop(values, radix, step)) continue;
    key.append(key.empty() ? "" : " ").append(variable);
    step *= radix;
  }
  key += ':';
  constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-";
  for (const uint8_t value : values) key += kDigits[value % 64];
  return key;
}

}  // namespace eqnet::domain
