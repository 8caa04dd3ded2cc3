// EqNet in another project's subdirectory: add_subdirectory(eqnet), link eqnet::eqnet, and nothing else changes there.
//
// Compiling the library takes minutes, so it is only configured; of its files one is compiled. The other project's
// program is compiled and linked as CMake says, with the libeqnet.a of this build in place of its own, and run.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>
#include <regex>
#include <sstream>

#include "support/temporary_folder.h"

namespace eqnet::project {
namespace {

using eqnet::testing::read_file;
using eqnet::testing::TemporaryFolder;

// Three of their names are ours too: the imported targets fmt and rapidjson, and a package that both look for.
constexpr const char* kLists = R"(cmake_minimum_required(VERSION 3.22)
project(stranger LANGUAGES CXX)
find_package(ZLIB REQUIRED)
add_subdirectory(")" EQNET_SOURCE R"(" eqnet)
add_library(fmt INTERFACE)
add_library(rapidjson INTERFACE)
add_subdirectory(program)
get_directory_property(options COMPILE_OPTIONS)
message(STATUS "leaked: ${options}${CMAKE_BUILD_TYPE}${CMAKE_CXX_STANDARD}${CMAKE_RUNTIME_OUTPUT_DIRECTORY}.")
)";

constexpr const char* kProgramLists = R"(add_executable(stranger main.cc)
target_link_libraries(stranger PRIVATE eqnet::eqnet)
)";

constexpr const char* kMain = R"(#include <eqnet/eqnet.hpp>

#include <cstdio>

int main() {
  eqnet::Session session(eqnet::Model::open("boolean"));
  const auto distance = [&](const char* left, const char* right) {
    const auto span = session.embed(left);
    const std::vector<float> a(span.begin(), span.end());
    const auto b = session.embed(right);
    double sum = 0;
    for (size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
  };
  std::puts(distance("a & b", "b & a") < 0.01 * distance("a & b", "a | b") ? "near" : "far");
}
)";

class Stranger {
 public:
  Stranger() {
    std::filesystem::create_directories(folder_.file("program"));
    folder_.write("CMakeLists.txt", kLists);
    folder_.write("program/CMakeLists.txt", kProgramLists);
    folder_.write("program/main.cc", kMain);
  }
  // Runs a command in the build folder and returns what it printed.
  [[nodiscard]] std::string run(const std::string& command) const {
    std::filesystem::create_directories(folder_.file("build"));
    const int status =
        std::system(("cd '" + folder_.file("build") + "' && { " + command + "; } > ../out 2>&1").c_str());
    const std::string output = read_file(folder_.file("out"));
    EXPECT_EQ(WEXITSTATUS(status), 0) << command << "\n" << output;
    return output;
  }
  [[nodiscard]] std::string configure(const std::string& more = "") const {
    return run(EQNET_CMAKE " .. -G Ninja -DCMAKE_CXX_COMPILER='" EQNET_CXX "' -DCMAKE_EXPORT_COMPILE_COMMANDS=ON " +
               more);
  }
  // How a file is compiled.
  [[nodiscard]] std::string command_of(const std::string& file) const {
    std::istringstream commands(read_file(folder_.file("build/compile_commands.json")));
    for (std::string line; std::getline(commands, line);) {
      if (line.find("\"command\"") != std::string::npos && line.find(file + "\"") != std::string::npos) return line;
    }
    ADD_FAILURE() << file << " is not compiled";
    return "";
  }
  [[nodiscard]] std::string file(const std::string& name) const { return folder_.file(name); }

 private:
  TemporaryFolder folder_;
};

}  // namespace

TEST(Subproject, BringsOnlyTheLibrary) {
  const Stranger stranger;
  const std::string said = stranger.configure();
  EXPECT_NE(said.find("leaked: .\n"), std::string::npos) << said;
  const std::string cache = read_file(stranger.file("build/CMakeCache.txt"));
  for (const char* option : {"TESTS", "BENCH", "TORCH", "PAGES", "FUZZ"}) {
    EXPECT_NE(cache.find(std::string("EQNET_") + option + ":BOOL=OFF"), std::string::npos) << option;
  }
  for (const char* package : {"GTest_DIR", "Torch_DIR", "benchmark_DIR", "EQNET_NPM", "rapidcheck"}) {
    EXPECT_EQ(cache.find(package), std::string::npos) << package << " is looked for";
  }
  const std::string targets = stranger.run(EQNET_CMAKE " --build . --target help");
  EXPECT_NE(targets.find("eqnet: phony"), std::string::npos) << targets;
  EXPECT_FALSE(std::regex_search(targets, std::regex("_tests|_bench|fuzz_|eqnet_torch|example_|\\.html"))) << targets;

  const std::string ours = stranger.command_of("src/expr/pool.cc");
  EXPECT_NE(ours.find(" -O3 -DNDEBUG "), std::string::npos) << "Release where nobody says otherwise: " << ours;
  EXPECT_EQ(ours.find("-Werror"), std::string::npos) << ours;
  const std::string theirs = stranger.command_of("program/main.cc");
  EXPECT_TRUE(std::regex_search(theirs, std::regex(" -std=(c|gnu)\\+\\+2"))) << theirs;
  EXPECT_FALSE(std::regex_search(theirs, std::regex(" -(O|W|D|f|isystem)"))) << theirs;
}

TEST(Subproject, TakesTheBuildTypeAndFlagsOfTheOther) {
  const Stranger stranger;
  (void)stranger.configure("-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-Og");
  EXPECT_NE(stranger.command_of("src/expr/pool.cc").find(" -Og "), std::string::npos);
  EXPECT_EQ(stranger.command_of("src/expr/pool.cc").find("-DNDEBUG"), std::string::npos);
}

TEST(Subproject, LinksAndRuns) {
  const Stranger stranger;
  (void)stranger.configure("-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON");
  (void)stranger.run(
      "ninja eqnet/CMakeFiles/eqnet_expr.dir/src/expr/pool.cc.o program/CMakeFiles/stranger.dir/main.cc.o");
  std::filesystem::create_symlink(EQNET_LIBRARY, stranger.file("build/eqnet/libeqnet.a"));
  EXPECT_EQ(stranger.run("sh -c \"$(ninja -t commands program/stranger | tail -1)\" && program/stranger"), "near\n");
}

}  // namespace eqnet::project
