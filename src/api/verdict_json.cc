#include "api/verdict_json.h"

namespace eqnet::api {
namespace {

// Plain integers of any size are numbers; what is none ("3 (mod …)") is text.
void add_number(base::Json& json, const std::string& digits) {
  if (digits.empty()) {
    json.null();
    return;
  }
  const bool plain = digits.find_first_not_of("-0123456789") == std::string::npos;
  plain ? json.number(digits) : json.value(digits);
}

}  // namespace

void add_verdict(base::Json& json, const domain::Verdict& verdict) {
  json.key("verdict").value(name(verdict.answer)).key("method").value(verdict.method).key("witness");
  if (verdict.answer != domain::Answer::different) {
    json.null();
    if (!verdict.condition.empty()) json.key("condition").value(verdict.condition);
    return;
  }
  json.object();
  for (const auto& [variable, value] : verdict.witness) add_number(json.key(variable), value);
  json.end_object();
  add_number(json.key("left"), verdict.left);
  add_number(json.key("right"), verdict.right);
}

}  // namespace eqnet::api
