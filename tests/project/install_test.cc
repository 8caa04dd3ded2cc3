// What `cmake --install` leaves is what others build with: programs in C++ and C, by CMake and by pkg-config, with the
// static and the shared library; and a shared library that shows the functions of eqnet.h and nothing else.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "support/temporary_folder.h"

namespace eqnet::project {
namespace {

using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

constexpr const char* kCppProgram = R"(#include <eqnet/eqnet.hpp>

#include <iostream>

int main() {
  const auto checked = eqnet::check(std::vector<eqnet::TextPair>{{"a -> b", "~a | b"}});
  std::cout << eqnet::domain::name(checked[0].verdict.answer) << ' ' << (eqnet::Model::open("boolean").dimension() > 0) << '\n';
}
)";

constexpr const char* kCProgram = R"(#include <eqnet.h>
#include <stdio.h>

int main(void) {
  eqnet_model* model = eqnet_open("boolean");
  if (model == NULL || eqnet_version() != EQNET_C_VERSION) return 1;
  printf("%s %d\n", eqnet_equivalent(model, "a -> b", "~a | b", 1, NULL, 0) == EQNET_EQUIVALENT ? "equivalent" : "no",
         eqnet_dimension(model) > 0);
  eqnet_close(model);
  return 0;
}
)";

constexpr const char* kFindLists = R"(cmake_minimum_required(VERSION 3.22)
project(stranger LANGUAGES C CXX)
find_package(eqnet 0.2 REQUIRED)
add_executable(cpp main.cc)
target_link_libraries(cpp PRIVATE eqnet::eqnet)
add_executable(c main.c)
target_link_libraries(c PRIVATE eqnet::eqnet)
add_executable(c_shared main.c)
target_link_libraries(c_shared PRIVATE eqnet::shared)
)";

class Installed : public ::testing::Test {
 protected:
  // Once for all tests of this file: a prefix with a space in its name, which was moved after it was installed.
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    run(EQNET_CMAKE " --install '" EQNET_BUILD "' --prefix installed");
    std::filesystem::rename(folder_->file("installed"), prefix());
    folder_->write("main.cc", kCppProgram);
    folder_->write("main.c", kCProgram);
    folder_->write("CMakeLists.txt", kFindLists);
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static std::string prefix() { return folder_->file("the prefix"); }
  // Runs a command there and returns what it printed.
  static std::string run(const std::string& command) {
    const int status = std::system(("cd '" + folder_->path() + "' && { " + command + "; } > out 2>&1").c_str());
    const std::string output = read_file(folder_->file("out"));
    EXPECT_EQ(WEXITSTATUS(status), 0) << command << "\n" << output;
    return output;
  }
  static std::string library_folder() {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(prefix())) {
      if (entry.path().filename() == "libeqnet.a") return entry.path().parent_path();
    }
    ADD_FAILURE() << "there is no libeqnet.a";
    return "";
  }

  static inline std::unique_ptr<TemporaryFolder> folder_;
};

std::set<std::string> names_in(const std::string& text, const char* pattern) {
  std::set<std::string> names;
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) names.insert((*at)[1]);
  return names;
}

}  // namespace

TEST_F(Installed, SharedLibraryShowsTheFunctionsOfItsHeaderAndNothingElse) {
  const std::string shown = run("nm -D --defined-only '" + library_folder() + "/libeqnet.so'");
  // Declarations begin a line or follow their type; comments that call a function name no type before it.
  const std::set<std::string> declared =
      names_in(read_file(EQNET_SOURCE "/include/eqnet.h"),
               R"((?:^|\n)(?:const )?(?:unsigned |long )?[a-z_]+\*? (eqnet_[a-z_]+)\()");
  EXPECT_GT(declared.size(), 30U);
  EXPECT_EQ(names_in(shown, R"( [A-Za-z] ([^\s@]+))"), declared);
  EXPECT_NE(run("readelf -d '" + library_folder() + "/libeqnet.so'").find("[libeqnet.so.0]"), std::string::npos);
}

TEST_F(Installed, IsFoundByCMake) {
  (void)run(EQNET_CMAKE " -S . -B build -G Ninja -DCMAKE_CXX_COMPILER='" EQNET_CXX "' -DCMAKE_PREFIX_PATH='" +
            prefix() + "' && " EQNET_CMAKE " --build build");
  for (const char* program : {"cpp", "c", "c_shared"}) {
    EXPECT_EQ(run(std::string("build/") + program), "equivalent 1\n") << program;
  }
}

TEST_F(Installed, IsFoundByPkgConfig) {
  const std::string flags = "PKG_CONFIG_PATH='" + library_folder() + "/pkgconfig' pkg-config --cflags --libs ";
  const std::string compile = "eval " EQNET_CXX " -std=c++20 ";
  (void)run(compile + "main.cc -o cpp $(" + flags + "eqnet-static)");
  (void)run("eval cc main.c -o c_static $(" + flags + "eqnet-static)");
  (void)run("eval cc main.c -o c_shared $(" + flags + "eqnet)");
  EXPECT_EQ(run("./cpp"), "equivalent 1\n");
  EXPECT_EQ(run("./c_static"), "equivalent 1\n");
  EXPECT_EQ(run("LD_LIBRARY_PATH='" + library_folder() + "' ./c_shared"), "equivalent 1\n");
}

TEST_F(Installed, HasAManualPagePerVerb) {
  std::istringstream verbs(run("'" + prefix() + "/bin/eqnet' man --list"));
  size_t count = 0;
  for (std::string verb; verbs >> verb; ++count) {
    const std::string page = read_file(prefix() + "/share/man/man1/eqnet-" + verb + ".1");
    EXPECT_NE(page.find(".SH NAME\neqnet\\-" + verb + " \\- "), std::string::npos) << verb;
    EXPECT_NE(page.find(".SH OPTIONS\n"), std::string::npos) << verb;
  }
  EXPECT_GT(count, 15U);
  EXPECT_NE(read_file(prefix() + "/share/man/man1/eqnet.1").find("eqnet\\-train (1)"), std::string::npos);
}

TEST_F(Installed, CompletesVerbsOptionsAndChoicesInBash) {
  const auto completed = [&](const std::string& words) {
    const std::string script = prefix() + "/share/bash-completion/completions/eqnet";
    return run("bash -c 'source \"" + script + "\" && COMP_WORDS=(" + words +
               ") && COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) && _eqnet && echo ${COMPREPLY[*]}'");
  };
  EXPECT_EQ(completed("eqnet expl"), "explore\n");
  EXPECT_EQ(completed("eqnet help gro"), "group\n");
  EXPECT_EQ(completed("eqnet train data --mod"), "--model\n");
  EXPECT_EQ(completed("eqnet train data --model eqnet-"), "eqnet-mul\n");
  EXPECT_EQ(completed("eqnet completion f"), "fish\n");
  EXPECT_EQ(completed("eqnet train data -o some"), "\n");  // bash's own completion of files
}

TEST_F(Installed, CompletionsAreReadByTheirShells) {
  for (const std::string shell : {"zsh", "fish"}) {
    if (std::system(("command -v " + shell + " > /dev/null").c_str()) != 0) {
      GTEST_SKIP() << shell << " is not installed";
    }
    (void)run("'" + prefix() + "/bin/eqnet' completion " + shell + " > script && " + shell + " -n script");
  }
}

}  // namespace eqnet::project
