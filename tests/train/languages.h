// Regular expressions over two letters, as open data: what they mean is their words of up to kLongestWord letters.
#pragma once

#include <set>

#include "train/vector_data.h"

namespace eqnet::train {

constexpr size_t kLongestWord = 8;

// Words of a language are written one after the other, each with a comma behind it.
inline std::set<std::string> words_of(const std::string& text) {
  std::set<std::string> words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find(',', at);
    words.insert(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}
inline std::string text_of(const std::set<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + ",";
  return text;
}
inline std::set<std::string> joined(const std::set<std::string>& x, const std::set<std::string>& y) {
  std::set<std::string> result;
  for (const std::string& start : x) {
    for (const std::string& end : y) {
      if (start.size() + end.size() <= kLongestWord) result.insert(start + end);
    }
  }
  return result;
}

inline OpenAlgebra regular_expressions() {
  return {{{"a", "a,"}, {"b", "b,"}},
          {{"join", 2,
            [](const std::string& x, const std::string& y) { return text_of(joined(words_of(x), words_of(y))); }},
           {"star", 1,
            [](const std::string& x, const std::string&) {
              const std::set<std::string> once = words_of(x);
              std::set<std::string> all = {""};
              for (size_t before = 0; before != all.size();) {
                before = all.size();
                all.merge(joined(all, once));
              }
              return text_of(all);
            }},
           {"union", 2, [](const std::string& x, const std::string& y) {
              std::set<std::string> both = words_of(x);
              both.merge(words_of(y));
              return text_of(both);
            }}}};
}

}  // namespace eqnet::train
