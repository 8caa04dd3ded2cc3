// A folder of generated datasets and small models made by the built program, and what tests of its verbs say often.
#pragma once

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <sstream>

#include "support/run_program.h"

namespace eqnet::cli {

using eqnet::testing::Outcome;
using eqnet::testing::read_file;
using eqnet::testing::run_program;
using eqnet::testing::TemporaryFolder;
using Arguments = std::vector<std::string>;

inline rapidjson::Document json(const std::string& text) {
  rapidjson::Document document;
  document.Parse(text.c_str());
  EXPECT_FALSE(document.HasParseError()) << text;
  return document;
}

inline std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline Arguments operator+(Arguments a, const Arguments& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Exit code 2, nothing on stdout, one line on stderr that contains the parts.
inline void expect_refused(const Arguments& arguments, const std::vector<std::string>& parts) {
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
  EXPECT_EQ(outcome.err.substr(0, 14), "eqnet: error: ") << outcome.err;
  for (const std::string& part : parts) {
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err << "lacks: " << part;
  }
}

// A folder with generated datasets and small models.
struct Workshop {
  TemporaryFolder folder;

  explicit Workshop(const Arguments& presets = {"boolean5"}) {
    EXPECT_EQ(run_program(Arguments{"generate", "-o", folder.path()} + presets).exit_code, 0);
  }
  [[nodiscard]] std::string dataset(const std::string& preset = "boolean5") const {
    return folder.file(preset + ".json.gz");
  }
  // Returns the model's file.
  [[nodiscard]] std::string train(const std::string& name, const Arguments& more = {},
                                  const std::string& preset = "boolean5") const {
    return make(name, Arguments{"--epochs", "30", "--set", "dimension=16", "--threads", "1"} + more, preset);
  }
  [[nodiscard]] std::string make(const std::string& name, const Arguments& more,
                                 const std::string& preset = "boolean5") const {
    const bool named = std::find(more.begin(), more.end(), "-m") != more.end();
    const Arguments kind = named ? Arguments{} : Arguments{"-m", "eqnet"};
    const Outcome outcome =
        run_program(Arguments{"train", dataset(preset), "-o", folder.file(name), "--force"} + kind + more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "") << "no status line without a terminal";
    return folder.file(name);
  }
};

}  // namespace eqnet::cli
