// The library never prints: what it has to say goes through return values, errors and callbacks, and only src/cli
// writes to a terminal.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "support/temporary_folder.h"

namespace eqnet::project {
namespace {

struct FoundPrints {
  size_t files = 0;
  std::vector<std::string> prints;
};

// Lines that print, or that ask whether there is a terminal, in folders other than these.
FoundPrints prints_under(const std::filesystem::path& root, const std::set<std::string>& but) {
  const std::regex prints(
      "\\b(v?printf|v?dprintf|puts|putchar|perror|isatty|ttyname)\\s*\\(|\\b(stdout|stderr|STDOUT_FILENO|STDERR_FILENO)"
      "\\b"
      "|\\b(cout|cerr|clog)\\b|#\\s*include\\s*<(iostream|print|syslog\\.h|fmt/(std|color|ostream)\\.h)>");
  FoundPrints found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    const std::filesystem::path relative = entry.path().lexically_relative(root);
    if (but.count(relative.begin()->string()) > 0) continue;
    ++found.files;
    std::ifstream file(entry.path());
    size_t number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      const std::string code = line.substr(0, line.find("//"));
      const bool comment = code.find_first_not_of(' ') == code.find('*');  // a line of C's
      if (!comment && std::regex_search(code, prints)) {
        found.prints.push_back(relative.string() + ":" + std::to_string(number) + ": " + line);
      }
    }
  }
  return found;
}

}  // namespace

TEST(Library, NeverPrints) {
  const std::filesystem::path source = EQNET_SOURCE;
  for (const FoundPrints& found : {prints_under(source / "src", {"cli"}), prints_under(source / "include", {})}) {
    EXPECT_GT(found.files, 10U);
    for (const std::string& line : found.prints) ADD_FAILURE() << line;
  }
}

TEST(Library, IsSearchedForReal) {
  const eqnet::testing::TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("base"));
  std::filesystem::create_directories(folder.file("cli"));
  folder.write("cli/may.cc", "std::printf(\"cli may\");\n");
  folder.write("base/must_not.cc",
               "std::printf(\"1\");\nstd::fputs(text, stderr);\nstd::cerr << 3;\nif (isatty(2) == 1) return;\n"
               "write(STDERR_FILENO, text, 5);\n"
               "std::snprintf(text, sizeof text, \"into a buffer\");  // not to stderr\n");
  EXPECT_EQ(prints_under(folder.path(), {"cli"}).prints.size(), 5U);
}

}  // namespace eqnet::project
