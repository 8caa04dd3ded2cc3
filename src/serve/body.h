// The body of a request: a JSON object, read without recursion and within limits. What is wrong with it is a
// base::Error that names the key.
#pragma once

#include <rapidjson/document.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eqnet::serve {

struct BodyLimits {
  size_t most_items = 10000;
  size_t most_text = size_t{64} * 1024;
};

class Body {
 public:
  Body(std::string_view text, const BodyLimits& limits);

  // Keys that are not among these are an error: a misspelt one would be ignored in silence.
  void allow(std::initializer_list<std::string_view> keys) const;
  // An expression, or another text.
  [[nodiscard]] std::optional<std::string> text(const char* key) const;
  [[nodiscard]] std::optional<double> number(const char* key, double least, double most) const;
  // A whole one.
  [[nodiscard]] std::optional<size_t> count(const char* key, size_t least, size_t most) const;
  [[nodiscard]] std::optional<bool> flag(const char* key) const;

  // The texts of one of two forms: {"expression": "a"}, which is answered by an object, and {"expressions": ["a",
  // "b"]}.
  struct Texts {
    std::vector<std::string> texts;
    bool many = false;
  };
  [[nodiscard]] Texts texts() const;
  // {"left": "a", "right": "b"}, and {"pairs": [{"left": "a", "right": "b"}, …]}: left and right in turn.
  [[nodiscard]] Texts pairs() const;

 private:
  [[nodiscard]] std::string checked(const rapidjson::Value& value, const std::string& place) const;
  [[nodiscard]] const rapidjson::Value* list(const char* key) const;

  BodyLimits limits_;
  rapidjson::Document document_;
};

}  // namespace eqnet::serve
