// Any bytes as the body of a request to any path: the answer is one, with JSON in it, and never an error of the server.
#include <rapidjson/document.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "serve/service.h"

namespace {

using eqnet::serve::Response;
using eqnet::serve::Service;

const Service& service() {
  static const Service only([] {
    eqnet::serve::ServiceParams params;
    params.model = eqnet::api::Model::open("boolean");
    params.index = eqnet::api::Index(*params.model, {"a & b", "a | b", "~a"});
    params.timeout_s = 0.2;
    params.most_text = 200;
    params.most_items = 20;
    return params;
  }());
  return only;
}

void check_lines(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    rapidjson::Document document;
    document.Parse(text.data() + at, end - at);
    if (document.HasParseError() || !document.IsObject()) std::abort();
    at = end + 1;
  }
}

}  // namespace

// The service keeps simplifiers, whose tables hold FLINT's numbers. These are pointers shifted by two bits, which the
// leak checker does not see, so it would take them for lost. tests/serve looks for leaks of services that end.
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier): the sanitizer's name
  return "detect_leaks=0";
}

// The table of all functions of four variables is made once. With sanitizers that takes seconds, which are no input's
// own.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  (void)service().answer({"POST", "/v1/simplify", R"({"expression": "a & b | c & ~d"})"});
  return 0;
}

// The first byte chooses the path.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const char* paths[] = {"/v1/embed", "/v1/nearest", "/v1/parse", "/v1/equiv",
                         "/v1/simplify"};  // by the digits 2 3 4 0 1
  Response response = service().answer(
      {"POST", paths[data[0] % std::size(paths)], std::string(reinterpret_cast<const char*>(data + 1), size - 1)});
  if (response.status == 500) std::abort();
  if (response.more) {
    while (response.more(response.body)) {
    }
  }
  check_lines(response.body);
  return 0;
}
