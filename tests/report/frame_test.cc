#include "report/frame.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "report/parsed.h"

namespace eqnet::report {

TEST(Frame, WritesNumbersAsTheyAreAndNullForWhatIsNone) {
  base::Json json;
  json.object();
  {
    Frame frame(json, "t", {"a", "b"});
    frame.row(1.0 / 3, std::numeric_limits<double>::quiet_NaN());
    frame.row(std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity());
    frame.row(std::optional<double>(), std::optional<double>(-2.0 / 3));
    frame.row(std::optional<double>(std::nan("")), size_t{12345678901});
    frame.row(true, "a \"quoted\" text");
    frame.row(std::string("</script>"), std::string_view("view"));
  }
  json.key("after").value("t").end_object();
  const auto read = parsed(json.text());
  EXPECT_STREQ(read["after"].GetString(), "t");
  const std::vector<Row> rows = rows_of_frame(read["t"]);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(number_of(rows[0], "a"), 1.0 / 3) << "every bit";
  EXPECT_TRUE(is_null(rows[0], "b"));
  EXPECT_TRUE(is_null(rows[1], "a") && is_null(rows[1], "b"));
  EXPECT_TRUE(is_null(rows[2], "a"));
  EXPECT_EQ(number_of(rows[2], "b"), -2.0 / 3);
  EXPECT_TRUE(is_null(rows[3], "a"));
  EXPECT_EQ(rows[3].at("b")->GetUint64(), 12345678901U);
  EXPECT_TRUE(rows[4].at("a")->IsTrue());
  EXPECT_EQ(text_of(rows[4], "b"), "a \"quoted\" text");
  EXPECT_EQ(text_of(rows[5], "a"), "</script>");
  EXPECT_EQ(text_of(rows[5], "b"), "view");
}

TEST(Frame, MayBeEmpty) {
  base::Json json;
  json.object();
  { const Frame frame(json, "t", {"a"}); }
  EXPECT_EQ(json.end_object().text(), R"({"t":{"columns":["a"],"rows":[]}})");
}

}  // namespace eqnet::report
