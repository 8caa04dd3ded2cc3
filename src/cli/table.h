// Tables for people: columns as wide as their widest cell, numbers to the right.
#pragma once

#include <string>
#include <vector>

namespace eqnet::cli {

class Table {
 public:
  explicit Table(std::vector<std::string> header) { rows_.push_back(std::move(header)); }
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  // To stdout, the first column left-aligned and the others right-aligned.
  void print() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace eqnet::cli
