// A table of numbers behind a figure, as the page has it: a list of columns and a list of rows. It is also what the
// page offers as CSV.
#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "base/json.h"

namespace eqnet::report {

class Frame {
 public:
  Frame(base::Json& json, std::string_view name, std::initializer_list<std::string_view> columns) : json_(json) {
    json_.key(name).object().key("columns").array();
    for (const std::string_view column : columns) json_.value(column);
    json_.end_array().key("rows").array();
  }
  ~Frame() { json_.end_array().end_object(); }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  template <class... Values>
  void row(const Values&... values) {
    json_.array();
    (value(values), ...);
    json_.end_array();
  }

 private:
  void value(std::string_view text) { json_.value(text); }
  void value(const std::string& text) { json_.value(std::string_view(text)); }
  void value(const char* text) { json_.value(text); }
  void value(size_t number) { json_.value(number); }
  void value(bool flag) { json_.value(flag); }
  // As measured: rounding is for who shows them. JSON knows no NaN.
  void value(double number) {
    if (std::isfinite(number)) {
      json_.value(number);
    } else {
      json_.null();
    }
  }
  void value(const std::optional<double>& number) {
    if (number) {
      value(*number);
    } else {
      json_.null();
    }
  }

  base::Json& json_;
};

}  // namespace eqnet::report
