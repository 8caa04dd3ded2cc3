#include "report/page.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/json.h"
#include "report/parsed.h"
#include "support/expect_error.h"
#include "support/temporary_folder.h"

namespace eqnet::report {
namespace {

using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

// What stands in the page's data element; nothing where there is none.
std::string data_of(const std::string& page) {
  const size_t element = page.find("<script id=\"eqnet-data\"");
  EXPECT_NE(element, std::string::npos);
  if (element == std::string::npos) return "";
  const size_t begin = page.find('>', element) + 1;
  return page.substr(begin, page.find("</script>", begin) - begin);
}

std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  size_t count = 0;
  for (const char c : text) {
    if (c == '=') break;
    EXPECT_NE(digits.find(c), std::string::npos);
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 255);
  }
  return bytes;
}

}  // namespace

TEST(InScript, LeavesNoTagAndTheSameJson) {
  const std::vector<std::string> texts = {"</script><b>", "<!--", "<<<", "a < b", "\\", "\\u003c", "\"<\"", "", "α<β"};
  base::Json written;
  written.object();
  for (const std::string& text : texts) written.key(text).value(text);
  written.key("numbers").array().value(0.25).value(size_t{7}).null().value(true).end_array().end_object();
  const std::string safe = in_script(written.text());
  EXPECT_EQ(safe.find('<'), std::string::npos) << safe;
  EXPECT_TRUE(parsed(safe) == parsed(written.text()));
  const auto json = parsed(safe);
  for (const std::string& text : texts) {
    ASSERT_TRUE(json.HasMember(text.c_str())) << text;
    EXPECT_EQ(json[text.c_str()].GetString(), text);
  }
}

TEST(InScript, ChangesNothingElse) {
  EXPECT_EQ(in_script(R"({"a": [1, "x > y & z \\ \n"]})"), R"({"a": [1, "x > y & z \\ \n"]})");
  EXPECT_EQ(in_script(""), "");
}

TEST(Page, OfAReportHasItsDataAndNothingFromElsewhere) {
  if (!has_pages()) GTEST_SKIP() << "built without pages";
  const TemporaryFolder folder;
  write_report(folder.file("report.html"), R"({"evil": "</script><script>alert(1)</script>"})");
  EXPECT_EQ(folder.entries(), 1U) << "nothing beside it";
  const std::string page = read_file(folder.file("report.html"));
  EXPECT_EQ(page.substr(0, 15), "<!doctype html>");
  EXPECT_EQ(page.find("<!-- data -->"), std::string::npos);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_STREQ(parsed(data_of(page))["evil"].GetString(), "</script><script>alert(1)</script>");
  for (const char* outside : {"<script src", "<link", "@import"}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
}

TEST(Page, OfAnExplorerHasItsBytes) {
  if (!has_pages()) GTEST_SKIP() << "built without pages";
  const TemporaryFolder folder;
  std::string bytes = "</script>";
  for (int i = 0; i < 10000; ++i) bytes += static_cast<char>(i * i % 251);
  write_explorer(folder.file("explorer.html"), bytes);
  const std::string page = read_file(folder.file("explorer.html"));
  const std::string packed = from_base64(data_of(page));
  EXPECT_TRUE(base::ByteSource::memory(packed, "PAGE").rest() == bytes);
}

TEST(Page, ReplacesTheFileThatWasThere) {
  if (!has_pages()) GTEST_SKIP() << "built without pages";
  const TemporaryFolder folder;
  const std::string path = folder.write("report.html", std::string(10 << 20, 'x'));
  write_report(path, "{}");
  EXPECT_EQ(data_of(read_file(path)), "{}");
  EXPECT_LT(read_file(path).size(), size_t{10} << 20);
}

TEST(Page, LeavesNothingBehindWhereItCannotBeWritten) {
  if (!has_pages()) GTEST_SKIP() << "built without pages";
  const TemporaryFolder folder;
  EXPECT_ERROR(write_report(folder.file("none/report.html"), "{}"), "none/report.html", "cannot be written");
  EXPECT_ERROR(write_explorer(folder.file("none/explorer.html"), "bytes"), "none/explorer.html", "cannot be written");
  EXPECT_ERROR(write_report(folder.path(), "{}"), "is a directory");
  EXPECT_EQ(folder.entries(), 0U);
  folder.write("file", "as it was");
  EXPECT_ERROR(write_report(folder.file("file/report.html"), "{}"), "file/report.html");
  EXPECT_EQ(folder.entries(), 1U);
  EXPECT_EQ(read_file(folder.file("file")), "as it was");
}

TEST(Page, OfAProgramWithoutPagesIsAnErrorWithARemedy) {
  if (has_pages()) GTEST_SKIP() << "built with pages";
  const TemporaryFolder folder;
  EXPECT_ERROR(write_report(folder.file("p.html"), "{}"), "p.html", "built without its pages", "-DEQNET_PAGES=ON");
  EXPECT_ERROR(write_explorer(folder.file("p.html"), ""), "built without its pages");
  EXPECT_EQ(folder.entries(), 0U);
}

}  // namespace eqnet::report
