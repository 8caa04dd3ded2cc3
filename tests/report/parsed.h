// JSON that the report room writes, as its readers see it.
#pragma once

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <map>
#include <string>
#include <vector>

namespace eqnet::report {

inline rapidjson::Document parsed(const std::string& text) {
  rapidjson::Document json;
  json.Parse<rapidjson::kParseFullPrecisionFlag>(text.c_str());
  EXPECT_FALSE(json.HasParseError()) << text.substr(0, 2000);
  return json;
}

// The rows of a Frame by the names of its columns.
using Row = std::map<std::string, const rapidjson::Value*>;
inline std::vector<Row> rows_of_frame(const rapidjson::Value& frame) {
  std::vector<Row> rows;
  for (const auto& values : frame["rows"].GetArray()) {
    EXPECT_EQ(values.Size(), frame["columns"].Size());
    Row row;
    for (rapidjson::SizeType i = 0; i < values.Size(); ++i) row[frame["columns"][i].GetString()] = &values[i];
    rows.push_back(row);
  }
  return rows;
}

inline std::string text_of(const Row& row, const std::string& column) {
  return row.at(column)->GetString();
}
inline double number_of(const Row& row, const std::string& column) {
  EXPECT_TRUE(row.at(column)->IsNumber()) << column;
  return row.at(column)->IsNumber() ? row.at(column)->GetDouble() : -1;
}
inline bool is_null(const Row& row, const std::string& column) {
  return row.at(column)->IsNull();
}

// The rows that have these texts.
using Texts = std::map<std::string, std::string>;
inline std::vector<Row> where(const std::vector<Row>& rows, const Texts& wanted) {
  std::vector<Row> found;
  for (const Row& row : rows) {
    bool fits = true;
    for (const auto& [column, text] : wanted) fits = fits && text_of(row, column) == text;
    if (fits) found.push_back(row);
  }
  return found;
}
// The only one.
inline Row one(const std::vector<Row>& rows, const Texts& wanted) {
  const std::vector<Row> found = where(rows, wanted);
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? Row() : found.front();
}

}  // namespace eqnet::report
