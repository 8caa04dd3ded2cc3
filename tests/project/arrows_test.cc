// Every #include against the modules of docs/architecture.md: a module may use only what is below it on its arrow.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace eqnet::project {
namespace {

using Modules = std::map<std::string, std::set<std::string>>;

// The lines eqnet_module(NAME USES …) and eqnet_plugin(NAME USES …) of CMakeLists.txt. The program may load plug-ins.
Modules read_arrows() {
  std::ifstream file(std::string(EQNET_SOURCE) + "/CMakeLists.txt");
  const std::regex line_of_module("^\\s*eqnet_(module|plugin)\\((\\w+)(?: USES ([a-z ]+))?.*");
  Modules arrows;
  std::set<std::string> plugins;
  std::smatch found;
  for (std::string line; std::getline(file, line);) {
    if (!std::regex_match(line, found, line_of_module)) continue;
    if (found[1] == "plugin") plugins.insert(found[2]);
    std::istringstream words(found[3]);
    std::set<std::string>& uses = arrows[found[2]];
    for (std::string word; words >> word;) uses.insert(word);
  }
  arrows["cli"].insert(plugins.begin(), plugins.end());
  return arrows;
}

// Direct arrows; what a module's modules may use it may use too.
const Modules kArrows = read_arrows();

std::set<std::string> reachable(const std::string& module) {
  std::set<std::string> modules = {module};
  for (const std::string& next : kArrows.at(module)) {
    const auto further = reachable(next);
    modules.insert(further.begin(), further.end());
  }
  return modules;
}

// The module of "expr/text.h" or "eqnet/expr/pool.h"; empty for a header of no module.
std::string module_of(std::string header) {
  if (header.rfind("eqnet/", 0) == 0) header.erase(0, 6);
  const std::string folder = header.substr(0, header.find('/'));
  return kArrows.count(folder) > 0 && header.find('/') != std::string::npos ? folder : "";
}

struct FoundIncludes {
  size_t files = 0;
  size_t includes = 0;
  std::vector<std::string> wrong;
};

FoundIncludes check(const std::filesystem::path& root) {
  const std::regex include("^\\s*#\\s*include\\s*[\"<]([^\">]+)[\">]");
  // Whose headers only one plug-in may include.
  const std::map<std::string, std::string> plugins = {
      {"torch", "torch"}, {"ATen", "torch"}, {"c10", "torch"}, {"dlib", "dlib"}, {"mpi.h", "mpi"}};
  FoundIncludes found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
    const std::string relative = std::filesystem::relative(entry.path(), root).string();
    const std::string module = module_of(relative);
    if (module.empty()) {
      found.wrong.push_back(relative + " is in no module");
      continue;
    }
    ++found.files;
    const auto allowed = reachable(module);
    std::ifstream file(entry.path());
    std::smatch match;
    for (std::string line; std::getline(file, line);) {
      if (!std::regex_search(line, match, include)) continue;
      const std::string header = match[1];
      const std::string used = module_of(header);
      // <torch/…> in angle brackets is libtorch, "torch/…" in quotes is the module.
      const auto plugin = plugins.find(header.substr(0, header.find('/')));
      const bool library = line.find('<') != std::string::npos && plugin != plugins.end();
      if (library && module != plugin->second) found.wrong.push_back(relative + " includes a library's " + header);
      if (used.empty() || library) continue;
      ++found.includes;
      if (allowed.count(used) == 0) found.wrong.push_back(relative + " may not include " + header);
    }
  }
  return found;
}

}  // namespace

TEST(Arrows, AreKeptByEveryInclude) {
  const std::filesystem::path source = EQNET_SOURCE;
  for (const FoundIncludes& found : {check(source / "src"), check(source / "include/eqnet")}) {
    EXPECT_GT(found.files, 5U);
    EXPECT_GT(found.includes, 10U);
    for (const std::string& wrong : found.wrong) ADD_FAILURE() << wrong;
  }
}

TEST(Arrows, AreCheckedForReal) {
  const std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("eqnet-arrows-" + std::to_string(getpid()));
  std::filesystem::create_directories(root / "expr");
  std::ofstream(root / "expr/bad.cc")
      << "#include \"data/readers.h\"\n  #include \"eqnet/domain/domain.h\"\n#include <torch/torch.h>\n";
  EXPECT_EQ(check(root).wrong.size(), 3U);
  std::filesystem::remove_all(root);
}

}  // namespace eqnet::project
