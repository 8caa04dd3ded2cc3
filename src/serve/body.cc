#include "serve/body.h"

#include <rapidjson/error/en.h>

#include <algorithm>
#include <cmath>

#include "eqnet/base/error.h"

namespace eqnet::serve {

Body::Body(std::string_view text, const BodyLimits& limits) : limits_(limits) {
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  if (text.find('\0') != std::string_view::npos) throw base::Error("the body is no JSON: it has a zero byte");
  document_.Parse<kFlags>(text.data(), text.size());
  if (document_.HasParseError()) {
    throw base::Error("the body is no JSON: at byte " + std::to_string(document_.GetErrorOffset()) + ", " +
                      rapidjson::GetParseError_En(document_.GetParseError()));
  }
  if (!document_.IsObject()) throw base::Error("the body is no JSON object");
}

void Body::allow(std::initializer_list<std::string_view> keys) const {
  std::vector<std::string_view> seen;
  for (const auto& member : document_.GetObject()) {
    const std::string_view key(member.name.GetString(), member.name.GetStringLength());
    if (std::ranges::find(seen, key) != seen.end()) throw base::Error("key " + base::quoted(key) + " is there twice");
    seen.push_back(key);
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    std::string known;
    for (const std::string_view one : keys) known.append(known.empty() ? "" : ", ").append(one);
    throw base::Error("key " + base::quoted(key) + " is not known here; known are " + known);
  }
}

std::string Body::checked(const rapidjson::Value& value, const std::string& place) const {
  if (!value.IsString()) throw base::Error(place + " is no text");
  if (value.GetStringLength() > limits_.most_text) {
    throw base::Error(place + " has " + std::to_string(value.GetStringLength()) + " characters, and at most " +
                      std::to_string(limits_.most_text) + " are taken");
  }
  return {value.GetString(), value.GetStringLength()};
}

std::optional<std::string> Body::text(const char* key) const {
  const auto found = document_.FindMember(key);
  if (found == document_.MemberEnd()) return std::nullopt;
  return checked(found->value, base::quoted(key));
}

std::optional<double> Body::number(const char* key, double least, double most) const {
  const auto found = document_.FindMember(key);
  if (found == document_.MemberEnd()) return std::nullopt;
  if (!found->value.IsNumber() || !(found->value.GetDouble() >= least && found->value.GetDouble() <= most)) {
    throw base::Error(base::quoted(key) + " is no number from " + std::to_string(static_cast<long long>(least)) +
                      " to " + std::to_string(static_cast<long long>(most)));
  }
  return found->value.GetDouble();
}

std::optional<size_t> Body::count(const char* key, size_t least, size_t most) const {
  const std::optional<double> found = number(key, static_cast<double>(least), static_cast<double>(most));
  if (!found) return std::nullopt;
  if (*found != std::floor(*found)) throw base::Error(base::quoted(key) + " is no whole number");
  return static_cast<size_t>(*found);
}

std::optional<bool> Body::flag(const char* key) const {
  const auto found = document_.FindMember(key);
  if (found == document_.MemberEnd()) return std::nullopt;
  if (!found->value.IsBool()) throw base::Error(base::quoted(key) + " is neither true nor false");
  return found->value.GetBool();
}

const rapidjson::Value* Body::list(const char* key) const {
  const auto found = document_.FindMember(key);
  if (found == document_.MemberEnd()) return nullptr;
  if (!found->value.IsArray()) throw base::Error(base::quoted(key) + " is no list");
  if (found->value.Size() > limits_.most_items) {
    throw base::Error(base::quoted(key) + " has " + std::to_string(found->value.Size()) + " items, and at most " +
                      std::to_string(limits_.most_items) + " are taken at a time");
  }
  return &found->value;
}

Body::Texts Body::texts() const {
  const std::optional<std::string> one = text("expression");
  const rapidjson::Value* many = list("expressions");
  if (one.has_value() == (many != nullptr)) throw base::Error("either 'expression' or 'expressions' is needed");
  if (one) return {{*one}, false};
  Texts all{{}, true};
  for (rapidjson::SizeType i = 0; i < many->Size(); ++i) {
    all.texts.push_back(checked((*many)[i], "item " + std::to_string(i + 1) + " of 'expressions'"));
  }
  return all;
}

Body::Texts Body::pairs() const {
  const std::optional<std::string> left = text("left");
  const std::optional<std::string> right = text("right");
  const rapidjson::Value* many = list("pairs");
  if (many == nullptr) {
    if (!left || !right) throw base::Error("'left' and 'right' are needed, or 'pairs'");
    return {{*left, *right}, false};
  }
  if (left || right) throw base::Error("either 'left' and 'right' are needed, or 'pairs'");
  Texts all{{}, true};
  for (rapidjson::SizeType i = 0; i < many->Size(); ++i) {
    const rapidjson::Value& pair = (*many)[i];
    const std::string place = "item " + std::to_string(i + 1) + " of 'pairs'";
    if (!pair.IsObject() || pair.MemberCount() != 2 || !pair.HasMember("left") || !pair.HasMember("right")) {
      throw base::Error(place + " is no object with the keys 'left' and 'right'");
    }
    all.texts.push_back(checked(pair["left"], place));
    all.texts.push_back(checked(pair["right"], place));
  }
  return all;
}

}  // namespace eqnet::serve
