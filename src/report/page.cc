#include "report/page.h"

#include "base/encoding.h"
#include "base/files.h"
#include "eqnet/base/error.h"

#ifdef EQNET_PAGES
#include "base/built_in.h"

EQNET_BUILD_IN(eqnet_page_report, EQNET_PAGES "/report.html");
EQNET_BUILD_IN(eqnet_page_explorer, EQNET_PAGES "/explorer.html");
EQNET_BUILD_IN(eqnet_page_tune, EQNET_PAGES "/tune.html");
#else
#define EQNET_BUILT_IN(symbol) std::string_view()
#endif

namespace eqnet::report {
namespace {

constexpr std::string_view kMark = "<!-- data -->";

base::Error no_pages(const std::string& what) {
  return {what, "cannot be made: this program was built without its pages",
          "build it with npm at hand and -DEQNET_PAGES=ON"};
}

void write_page(const std::string& path, std::string_view page, std::string_view data) {
  const size_t mark = page.find(kMark);
  if (mark == std::string_view::npos) throw no_pages(path);
  base::AtomicFile file(path);
  file.write(page.substr(0, mark));
  file.write(data);
  file.write(page.substr(mark + kMark.size()));
  file.commit();
}

void replace(std::string& text, std::string_view part, std::string_view by) {
  const size_t place = text.find(part);
  if (place == std::string::npos) throw no_pages("the page");
  text.replace(place, part.size(), by);
}

}  // namespace

std::string in_script(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {  // only strings of JSON can have it, and there it may be written so
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

bool has_pages() {
  return !EQNET_BUILT_IN(eqnet_page_report).empty();
}

void write_report(const std::string& path, std::string_view json) {
  write_page(path, EQNET_BUILT_IN(eqnet_page_report), in_script(json));
}

void write_tune_page(const std::string& path, std::string_view json) {
  write_page(path, EQNET_BUILT_IN(eqnet_page_tune), in_script(json));
}

void write_explorer(const std::string& path, std::string_view bytes) {
  write_page(path, EQNET_BUILT_IN(eqnet_page_explorer), base::base64(base::gzip(bytes)));
}

std::string live_explorer(std::string_view bytes) {
  std::string page(EQNET_BUILT_IN(eqnet_page_explorer));
  replace(page, "default-src 'none'", "default-src 'none'; connect-src 'self'");
  replace(page, "<body>", "<body data-live>");
  replace(page, kMark, bytes.empty() ? "" : base::base64(base::gzip(bytes)));
  return page;
}

}  // namespace eqnet::report
