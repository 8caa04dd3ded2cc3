// The tables of summary.md, as a reader finds them.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace eqnet::experiments {

using TextRow = std::vector<std::string>;

// "| a | b |": its cells, without the blanks around them. A bar that is escaped is part of a cell.
inline TextRow cells_of(const std::string& line) {
  TextRow cells;
  std::string cell;
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i] != '|' || line[i - 1] == '\\') {
      cell += line[i];
      continue;
    }
    const size_t begin = cell.find_first_not_of(' ');
    cells.push_back(begin == std::string::npos ? "" : cell.substr(begin, cell.find_last_not_of(' ') - begin + 1));
    cell.clear();
  }
  return cells;
}

// The rows under a heading that begins so, the names of the columns first; none where there is no such heading.
inline std::vector<TextRow> table_under(const std::string& markdown, const std::string& heading) {
  std::istringstream lines(markdown);
  std::vector<TextRow> rows;
  bool here = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) here = line.starts_with("## " + heading);
    if (here && line.starts_with("|") && !line.starts_with("|---")) rows.push_back(cells_of(line));
  }
  return rows;
}

// The row that begins with these cells, and without them.
inline TextRow row_of(const std::vector<TextRow>& table, const TextRow& first) {
  for (const TextRow& row : table) {
    if (row.size() < first.size() || !std::equal(first.begin(), first.end(), row.begin())) continue;
    return {row.begin() + static_cast<std::ptrdiff_t>(first.size()), row.end()};
  }
  ADD_FAILURE() << "no row of " << ::testing::PrintToString(first);
  return {};
}

}  // namespace eqnet::experiments
