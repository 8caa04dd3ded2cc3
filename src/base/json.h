// JSON text, by RapidJSON's writer. What comes out is valid JSON, or base::Error is thrown.
#pragma once

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cmath>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "eqnet/base/error.h"

namespace eqnet::base {

class Json {
 public:
  Json& object() { return writer_.StartObject(), *this; }
  Json& end_object() { return writer_.EndObject(), *this; }
  Json& array() { return writer_.StartArray(), *this; }
  Json& end_array() { return writer_.EndArray(), *this; }
  // Bytes that are no UTF-8 become U+FFFD.
  Json& key(std::string_view name) {
    const std::string text = as_utf8(name);
    return writer_.Key(text.data(), static_cast<unsigned>(text.size())), *this;
  }
  Json& value(std::string_view text) {
    const std::string valid = as_utf8(text);
    return writer_.String(valid.data(), static_cast<unsigned>(valid.size())), *this;
  }
  Json& value(const char* text) { return value(std::string_view(text)); }
  Json& value(size_t number) { return writer_.Uint64(number), *this; }
  Json& value(bool flag) { return writer_.Bool(flag), *this; }
  // Throws base::Error on NaN and infinity, which JSON does not have. Not null in their place: whoever reads it would
  // take a fault of the numbers for a value that is not there. Who means that says null().
  Json& value(double number) {
    if (!std::isfinite(number)) {
      throw Error("JSON", "cannot hold " + std::to_string(number), "the numbers before it have overflowed somewhere");
    }
    return writer_.Double(number), *this;
  }
  Json& null() { return writer_.Null(), *this; }
  // A number of any length, given by its digits.
  Json& number(std::string_view digits) {
    return writer_.RawValue(digits.data(), digits.size(), rapidjson::kNumberType), *this;
  }

  // A value that is JSON text already.
  Json& raw(std::string_view json) { return writer_.RawValue(json.data(), json.size(), rapidjson::kObjectType), *this; }

  [[nodiscard]] std::string text() const { return buffer_.GetString(); }

 private:
  rapidjson::StringBuffer buffer_;
  rapidjson::Writer<rapidjson::StringBuffer> writer_{buffer_};
};

}  // namespace eqnet::base
