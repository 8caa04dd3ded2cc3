// What the files of the C interface share: errors become a return value and a text of the thread.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "eqnet.h"
#include "eqnet/api/model.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"

// NOLINTBEGIN(readability-identifier-naming): names of C

struct eqnet_model {
  eqnet::api::Model model;
};

struct eqnet_texts {
  std::vector<std::string> texts;
};

// NOLINTEND(readability-identifier-naming)

namespace eqnet::api {

// Of the calling thread; "" where its last call did not fail.
std::string& error_of_thread();

// work's result, or `failed` and an error where it throws or a pointer is NULL.
template <class Result, class Work>
Result guarded(Result failed, std::initializer_list<const void*> pointers, const Work& work) {
  std::string& error = error_of_thread();
  try {
    error.clear();
    if (std::find(pointers.begin(), pointers.end(), nullptr) != pointers.end())
      throw base::Error("an argument is NULL");
    return work();
  } catch (const std::exception& problem) {
    error = problem.what();
  } catch (...) {
    error = "an unknown error";
  }
  return failed;
}

inline void check_size(size_t size, size_t expected, const char* what) {
  if (size == expected) return;
  throw base::Error(std::string(what) + " has room for " + std::to_string(size) + " numbers, but there are " +
                    std::to_string(expected));
}

inline std::vector<std::string> strings(const char* const* texts, size_t count) {
  if (texts == nullptr && count > 0) throw base::Error("an argument is NULL");
  std::vector<std::string> all;
  for (size_t i = 0; i < count; ++i) {
    if (texts[i] == nullptr) throw base::Error("text " + std::to_string(i + 1) + " is NULL");
    all.emplace_back(texts[i]);
  }
  return all;
}

inline eqnet_texts* list_of(std::vector<std::string> texts) {
  return std::make_unique<eqnet_texts>(eqnet_texts{std::move(texts)}).release();
}

// What lies between spaces; none for NULL.
inline std::vector<std::string> words(const char* text) {
  std::vector<std::string> all;
  std::istringstream stream(text == nullptr ? "" : text);
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

// "And Or Not", or as the command line takes them; none for NULL.
inline std::vector<std::string> operators_of(const char* text, const domain::Domain& domain) {
  return text == nullptr ? std::vector<std::string>() : domain::parse_operators(text, domain);
}

// As the command line chooses one: by its name, or by what is written.
inline const domain::Domain* chosen(const char* domain) {
  return domain == nullptr ? nullptr : &domain::domain_of(domain);
}
inline const domain::Domain& domain_for(const char* domain, std::string_view text) {
  if (domain != nullptr) return *chosen(domain);
  const domain::Domain* guessed = domain::guess(text);
  return guessed != nullptr ? *guessed : domain::default_domain();
}

inline int number(domain::Answer answer) {
  switch (answer) {
    case domain::Answer::equivalent:
      return EQNET_EQUIVALENT;
    case domain::Answer::different:
      return EQNET_DIFFERENT;
    default:
      return EQNET_UNDECIDED;
  }
}

// "a=0 b=1"
inline std::string witness_text(const domain::Verdict& verdict) {
  std::string text;
  for (const auto& [variable, value] : verdict.witness) {
    text.append(text.empty() ? "" : " ").append(variable).append("=").append(value);
  }
  return text;
}

}  // namespace eqnet::api
