// The verbs that draw, as scripts see them: report, project, explore.
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "base/files.h"
#include "cli/workshop.h"
#include "eqnet/data/dataset.h"
#include "eqnet/expr/print.h"

namespace eqnet::cli {
namespace {

// What stands in the data element of a page.
std::string data_of(const std::string& path, const std::string& type) {
  const std::string page = read_file(path);
  const std::string mark = "<script id=\"eqnet-data\" type=\"" + type + "\">";
  const size_t begin = page.find(mark);
  EXPECT_NE(begin, std::string::npos) << path;
  if (begin == std::string::npos) return "";
  const size_t from = begin + mark.size();
  return page.substr(from, page.find("</script>", from) - from);
}
rapidjson::Document report_data(const std::string& path) {
  return json(data_of(path, "application/json"));
}
// The header of an explorer's data.
rapidjson::Document explorer_header(const std::string& path) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string packed;
  unsigned bits = 0;
  size_t count = 0;
  for (const char c : data_of(path, "text/plain")) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count >= 8) packed += static_cast<char>(bits >> (count -= 8) & 255);
  }
  const std::string bytes = base::ByteSource::memory(packed, path).rest();
  size_t length = 0;
  for (size_t i = 4; i-- > 0;) length = length << 8 | static_cast<unsigned char>(bytes.at(i));
  return json(bytes.substr(4, length));
}

std::set<std::string> texts(const rapidjson::Value& list) {
  std::set<std::string> all;
  for (const auto& text : list.GetArray()) all.insert(text.GetString());
  return all;
}

// Replaces every occurrence in a file, gzipped or not.
void edit(const std::string& path, const std::string& what, const std::string& by) {
  std::string text = base::ByteSource::open(path).rest();
  std::string changed;
  size_t from = 0;
  for (size_t at = text.find(what); at != std::string::npos; from = at + what.size(), at = text.find(what, from)) {
    changed += text.substr(from, at - from) + by;
  }
  EXPECT_GT(from, 0U) << path << " lacks " << what;
  std::ofstream(path, std::ios::binary) << changed + text.substr(from);
}

// Results of the two smallest datasets; tf-idf alone takes milliseconds.
struct Laboratory {
  Workshop shop{{"boolean5", "simplepoly5"}};

  explicit Laboratory(const std::string& models = "tfidf", bool make = true) {
    if (make) reproduce(models);
  }
  void reproduce(const std::string& models) const {
    const Outcome outcome =
        run_program({"reproduce", shop.folder.path(), "-o", results(), "--models", models, "--datasets",
                     "boolean5,simplepoly5", "--only", "models,transfer", "--time", "1", "-q"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  }
  [[nodiscard]] std::string file(const std::string& name) const { return shop.folder.file(name); }
  [[nodiscard]] std::string results() const { return file("results"); }
  [[nodiscard]] std::string cell(const std::string& key) const { return results() + "/cells/" + key + ".json"; }
  [[nodiscard]] std::string page() const { return file("report.html"); }
  [[nodiscard]] std::string explorer() const { return file("explorer.html"); }
  // The arguments of a quick report.
  [[nodiscard]] Arguments report(const Arguments& more = {}) const {
    return Arguments{"report", results(), "-o", page(), "--iterations", "20"} + more;
  }
};

bool exists(const std::string& path) {
  return std::filesystem::exists(path);
}

// Without pages in the program nothing here can be tested.
class Pages : public ::testing::Test {
 protected:
  void SetUp() override {
    const Workshop shop({"simplepoly5"});
    const std::string model = shop.make("m", {"-m", "tfidf"}, "simplepoly5");
    const Outcome outcome = run_program(
        {"explore", model, shop.dataset("simplepoly5"), "-o", shop.folder.file("e.html"), "--iterations", "1"});
    if (contains(outcome.err, "built without its pages")) GTEST_SKIP() << outcome.err;
  }
};
class ReportVerb : public Pages {};
class ExploreVerb : public Pages {};

}  // namespace

TEST(DrawingVerbs, HaveHelpWithExamples) {
  for (const char* verb : {"report", "project", "explore"}) {
    const Outcome help = run_program({verb, "--help"});
    EXPECT_EQ(help.exit_code, 0);
    for (const char* part : {"Example", "--method", "--perplexity", "--iterations"}) {
      EXPECT_TRUE(contains(help.out, part)) << verb << " " << part;
    }
    const Outcome wrong = run_program({verb, "x", "y", "--method", "umap"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_TRUE(contains(wrong.err, "umap")) << wrong.err;
  }
}

TEST_F(ReportVerb, DrawsAllThatTheCellsHaveModelsAndDataOf) {
  const Laboratory lab("tfidf,eqnet-mul");
  const Outcome outcome = run_program(lab.report());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "report.html: the figures of 4 cells")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "explorer.html: the explorer")) << outcome.err;
  const auto data = report_data(lab.page());
  EXPECT_STREQ(data["format"].GetString(), "eqnet-report");
  EXPECT_EQ(data["cells"].GetInt(), 4);
  EXPECT_EQ(data["sampled_cells"].GetInt(), 0);
  EXPECT_EQ(data["seeds"]["eqnet-mul"].GetInt(), 1);
  EXPECT_EQ(data["models"].Size(), 2U);
  EXPECT_STREQ(data["models"][0].GetString(), "tfidf");
  EXPECT_EQ(data["revisions"].MemberCount(), 1U);
  EXPECT_EQ(data["notes"].Size(), 0U);
  EXPECT_EQ(data["unreadable"].Size(), 0U);
  EXPECT_STREQ(data["explorer"].GetString(), "explorer.html");

  const std::set<std::string> missing = texts(data["missing"]);
  EXPECT_EQ(missing.size(), 2U * 12);
  EXPECT_TRUE(missing.contains("boolean8.tfidf") && missing.contains("poly8.eqnet-mul"));
  EXPECT_FALSE(missing.contains("boolean5.tfidf") || missing.contains("simplepoly5.eqnet-mul"));
  EXPECT_TRUE(contains(outcome.err, "24 cells of the paper's grid are missing")) << outcome.err;

  for (const char* picture : {"trees", "negations", "maps"}) {
    std::set<std::string> of;
    for (const auto& one : data[picture].GetArray()) {
      of.insert(one["dataset"].GetString() + std::string(" ") + one["model"].GetString());
    }
    const std::set<std::string> expected = {"boolean5 eqnet-mul", "boolean5 tfidf", "simplepoly5 eqnet-mul",
                                            "simplepoly5 tfidf"};
    EXPECT_EQ(of, expected) << picture;
  }
  for (const auto& map : data["maps"].GetArray()) {
    EXPECT_EQ(map["points"].GetInt(), map["dataset"].GetString() == std::string("boolean5") ? 1239 : 237);
  }
  // The table says what the cells say.
  const auto& scores = data["tables"]["scores"];
  std::map<std::string, rapidjson::SizeType> column;
  for (rapidjson::SizeType i = 0; i < scores["columns"].Size(); ++i) column[scores["columns"][i].GetString()] = i;
  size_t compared = 0;
  for (const auto& row : scores["rows"].GetArray()) {
    const std::string path =
        lab.cell(row[column["dataset"]].GetString() + std::string(".") + row[column["model"]].GetString() + ".seed1");
    ASSERT_EQ(row[column["seeds"]].GetInt(), exists(path) ? 1 : 0);
    if (!exists(path)) continue;
    const auto cell = json(read_file(path));
    const auto& part = cell[row[column["part"]].GetString()];
    EXPECT_NEAR(row[column["score_5"]].GetDouble(), part["score"][4].GetDouble(), 1e-6);
    EXPECT_NEAR(row[column["ceiling_15"]].GetDouble(), part["ceiling"][14].GetDouble(), 1e-6);
    ++compared;
  }
  EXPECT_EQ(compared, 8U);

  const auto header = explorer_header(lab.explorer());
  EXPECT_STREQ(header["dataset"]["name"].GetString(), "boolean5");
  EXPECT_STREQ(header["model"]["kind"].GetString(), "eqnet-mul");
  EXPECT_EQ(header["members"].GetInt(), 1239);
}

TEST_F(ReportVerb, WritesTheSameBytesOnAnyNumberOfThreads) {
  const Laboratory lab;
  ASSERT_EQ(run_program(lab.report({"--threads", "1"})).exit_code, 0);
  const std::string page = read_file(lab.page());
  const std::string explorer = read_file(lab.explorer());
  const Outcome quiet = run_program(lab.report({"--threads", "2", "-q"}));
  EXPECT_EQ(quiet.err, "");
  EXPECT_TRUE(read_file(lab.page()) == page);
  EXPECT_TRUE(read_file(lab.explorer()) == explorer);
}

TEST_F(ReportVerb, NotesDatasetsThatAreGoneAndFindsThemAgain) {
  const Laboratory lab;
  std::filesystem::create_directory(lab.file("moved"));
  std::filesystem::rename(lab.file("boolean5.json.gz"), lab.file("moved/boolean5.json.gz"));
  const Outcome outcome = run_program(lab.report());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  auto data = report_data(lab.page());
  ASSERT_EQ(data["notes"].Size(), 1U);
  const std::string note = data["notes"][0].GetString();
  for (const std::string& part : {std::string("boolean"), lab.file("boolean5.json.gz"), std::string("--data")}) {
    EXPECT_TRUE(contains(note, part)) << note;
  }
  EXPECT_TRUE(contains(outcome.err, note)) << outcome.err;
  EXPECT_EQ(data["maps"].Size(), 1U);
  EXPECT_STREQ(explorer_header(lab.explorer())["dataset"]["name"].GetString(), "simplepoly5");

  const Outcome none = run_program(lab.report({"--data", lab.file("nowhere")}));
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE(contains(none.err, "does not exist")) << none.err;
  std::filesystem::create_directory(lab.file("nowhere"));
  const Outcome found = run_program(lab.report({"--data", lab.file("nowhere"), lab.file("moved")}));
  ASSERT_EQ(found.exit_code, 0) << found.err;
  data = report_data(lab.page());
  EXPECT_EQ(data["notes"].Size(), 0U);
  EXPECT_EQ(data["maps"].Size(), 2U);
  EXPECT_STREQ(explorer_header(lab.explorer())["dataset"]["name"].GetString(), "boolean5");
}

TEST_F(ReportVerb, NotesDatasetsThatAreDamaged) {
  const Laboratory lab;
  lab.shop.folder.write("boolean5.json.gz", "no\tdata&\n\x01");
  const Outcome outcome = run_program(lab.report());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto data = report_data(lab.page());
  ASSERT_EQ(data["notes"].Size(), 1U);
  EXPECT_TRUE(contains(data["notes"][0].GetString(), "No pictures of boolean5: ")) << data["notes"][0].GetString();
  EXPECT_EQ(data["trees"].Size(), 1U);
}

TEST_F(ReportVerb, NotesThatThereAreNoModels) {
  const Laboratory lab;
  std::filesystem::remove_all(lab.results() + "/models");
  const Outcome outcome = run_program(lab.report());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto data = report_data(lab.page());
  ASSERT_EQ(data["notes"].Size(), 2U);
  for (const auto& note : data["notes"].GetArray()) {
    EXPECT_TRUE(contains(note.GetString(), "no trained model")) << note.GetString();
  }
  EXPECT_TRUE(data["explorer"].IsNull());
  EXPECT_FALSE(exists(lab.explorer()));
  EXPECT_EQ(data["maps"].Size(), 0U);
}

TEST_F(ReportVerb, ListsCellsThatItCannotRead) {
  const Laboratory lab;
  edit(lab.cell("boolean5.tfidf.seed1"), "\"version\":1", "\"version\":7");
  const Outcome outcome = run_program(lab.report());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "left out: ")) << outcome.err;
  const auto data = report_data(lab.page());
  EXPECT_EQ(data["cells"].GetInt(), 1);
  ASSERT_EQ(data["unreadable"].Size(), 1U);
  EXPECT_STREQ(data["unreadable"][0]["cell"].GetString(), "boolean5.tfidf.seed1");
  EXPECT_TRUE(contains(data["unreadable"][0]["reason"].GetString(), "version 7"));
  EXPECT_TRUE(texts(data["missing"]).contains("boolean5.tfidf"));

  edit(lab.cell("simplepoly5.tfidf.seed1"), "\"version\":1", "\"version\":7");
  std::filesystem::remove(lab.page());
  expect_refused(lab.report(), {"version 7", "reads 1", "eqnet reproduce"});
  EXPECT_FALSE(exists(lab.page()));
}

TEST_F(ReportVerb, RefusesFoldersThatAreNoResults) {
  const Laboratory lab("", false);
  const size_t before = lab.shop.folder.entries();
  expect_refused(lab.report(), {lab.results(), "is no folder of results"});
  expect_refused({"report", lab.shop.folder.path(), "-o", lab.page()}, {"is no folder of results", "eqnet reproduce"});
  std::filesystem::create_directories(lab.results() + "/cells");
  expect_refused(lab.report(), {"has no cells yet"});
  EXPECT_EQ(lab.shop.folder.entries(), before + 2) << "nothing but those folders";
}

TEST_F(ReportVerb, RefusesOutputsAtOnceThatItCannotWrite) {
  const Laboratory lab;
  const size_t before = lab.shop.folder.entries();
  expect_refused({"report", lab.results(), "-o", lab.file("none/report.html")}, {"none/report.html", "written"});
  expect_refused({"report", lab.results(), "-o", lab.shop.folder.path()}, {"is a directory"});
  expect_refused({"report", lab.file("no-results"), "-o", lab.file("none/report.html")}, {"none/report.html"});
  expect_refused({"report", lab.results(), "-o", lab.explorer()}, {"explorer.html", "--no-explorer"});
  EXPECT_EQ(lab.shop.folder.entries(), before);
  std::filesystem::create_directory(lab.explorer());
  expect_refused(lab.report(), {"explorer.html", "is a directory"});
  EXPECT_EQ(lab.shop.folder.entries(), before + 1);
  EXPECT_EQ(run_program(lab.report({"--no-explorer"})).exit_code, 0);
}

TEST_F(ReportVerb, ExploresTheDatasetThatIsAskedFor) {
  const Laboratory lab;
  const size_t before = lab.shop.folder.entries();
  expect_refused(lab.report({"--explore", "boolean8"}), {"boolean8", "--data"});
  ASSERT_EQ(run_program({"generate", "-o", lab.file("more"), "poly5", "-q"}).exit_code, 0);
  std::filesystem::copy(lab.file("more/poly5.json.gz"), lab.file("poly5.json.gz"));
  std::filesystem::remove_all(lab.file("more"));
  expect_refused(lab.report({"--explore", "poly5", "--data", lab.shop.folder.path()}), {"no trained model of poly5"});
  EXPECT_EQ(lab.shop.folder.entries(), before + 1) << "nothing was written";

  ASSERT_EQ(run_program(lab.report({"--explore", "simplepoly5"})).exit_code, 0);
  EXPECT_STREQ(explorer_header(lab.explorer())["dataset"]["name"].GetString(), "simplepoly5");
  EXPECT_EQ(report_data(lab.page())["maps"].Size(), 2U) << "the figures are what they are without it";
}

TEST_F(ReportVerb, MayLeaveTheExplorerOut) {
  const Laboratory lab;
  ASSERT_EQ(run_program(lab.report({"--no-explorer", "--method", "pca"})).exit_code, 0);
  EXPECT_FALSE(exists(lab.explorer()));
  const auto data = report_data(lab.page());
  EXPECT_TRUE(data["explorer"].IsNull());
  EXPECT_STREQ(data["maps"][0]["method"].GetString(), "PCA");
}

// Names of classes and what cells say may be any text.
TEST_F(ReportVerb, PutsNoNameIntoItsPagesAsATag) {
  const Laboratory lab("", false);
  const std::string evil = "<script>alert(1)</script>";
  const std::string was = R"_("And(a, b)": {"Original")_";
  const std::string by = "\"" + evil + R"(": {"Original")";
  edit(lab.file("boolean5.json.gz"), was, by);
  for (const char* part : {"trainset", "validationset", "testset", "neweqtestset"}) {
    const std::string path = lab.file("split/boolean5-" + std::string(part) + ".json.gz");
    if (contains(base::ByteSource::open(path).rest(), was)) edit(path, was, by);
  }
  lab.reproduce("tfidf");
  edit(lab.cell("boolean5.tfidf.seed1"), R"("confusions":[{"query":")", R"("confusions":[{"query":")" + evil);
  ASSERT_EQ(run_program(lab.report()).exit_code, 0);
  for (const std::string& path : {lab.page(), lab.explorer()}) {
    EXPECT_FALSE(contains(read_file(path), "<script>alert")) << path;
  }
  EXPECT_TRUE(contains(read_file(lab.page()), "\\u003cscript>alert(1)\\u003c/script>")) << "it is there";
  bool named = false;
  const auto header = explorer_header(lab.explorer());
  for (const auto& one : header["classes"].GetArray()) named = named || one.GetString() == evil;
  EXPECT_TRUE(named) << "and is what it was";

  const std::string page = lab.file("own.html");
  const Outcome outcome = run_program({"explore", lab.results() + "/models/boolean5.tfidf.seed1.eqnet",
                                       lab.file("boolean5.json.gz"), "-o", page, "--method", "pca"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_FALSE(contains(read_file(page), "<script>alert"));
}

TEST(ProjectVerb, GivesEveryExpressionAPlaceAndItsClass) {
  const Workshop shop;
  const std::string model = shop.make("m", {"-m", "tfidf"});
  const Arguments ask = {"project", model, shop.dataset(), "--iterations", "20"};
  const Outcome outcome = run_program(ask + Arguments{"--threads", "1"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(run_program(ask + Arguments{"--threads", "2"}).out == outcome.out);

  const data::Dataset dataset = data::load(shop.dataset());
  std::multimap<std::string, std::string> expected;  // class by expression
  for (const data::EquivalenceClass& c : dataset.classes) {
    for (const expr::NodeId member : c.members) {
      expected.emplace(expr::print(dataset.pool, member, dataset.domain->syntax()), c.name);
    }
  }
  const auto table = lines(outcome.out);
  const auto objects = lines(run_program(ask + Arguments{"--json"}).out);
  const auto stats = json(run_program({"stats", "--json", shop.dataset()}).out);
  const auto& count = stats.IsArray() ? stats[0]["expressions"] : stats["expressions"];
  ASSERT_EQ(table.size(), count.GetUint64() + 1);
  ASSERT_EQ(objects.size(), count.GetUint64());
  EXPECT_EQ(table[0], "x\ty\tclass\texpression");
  std::multimap<std::string, std::string> found;
  std::set<std::string> places;
  for (size_t i = 1; i < table.size(); ++i) {
    std::istringstream line(table[i]);
    double x = 0;
    double y = 0;
    std::string name;
    std::string expression;
    line >> x >> y;
    line.get();
    std::getline(line, name, '\t');
    std::getline(line, expression);
    found.emplace(expression, name);
    places.insert(table[i].substr(0, table[i].find('\t', table[i].find('\t') + 1)));
    const auto object = json(objects[i - 1]);
    EXPECT_EQ(object["expression"].GetString(), expression);
    EXPECT_EQ(object["class"].GetString(), name);
    EXPECT_NEAR(object["x"].GetDouble(), x, 1e-5 * std::fabs(x));
    EXPECT_NEAR(object["y"].GetDouble(), y, 1e-5 * std::fabs(y));
  }
  EXPECT_EQ(found, expected);
  EXPECT_GT(places.size(), 50U) << "not all in one place";
}

TEST(ProjectVerb, WritesFilesAndKnowsPca) {
  const Workshop shop({"simplepoly5"});
  const std::string model = shop.make("m", {"-m", "tfidf"}, "simplepoly5");
  const Arguments ask = {"project", model, shop.dataset("simplepoly5"), "--method", "pca"};
  const Outcome printed = run_program(ask);
  ASSERT_EQ(printed.exit_code, 0) << printed.err;
  EXPECT_EQ(lines(printed.out).size(), 238U);
  const std::string path = shop.folder.file("places.tsv");
  const Outcome written = run_program(ask + Arguments{"-o", path});
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(written.out, "");
  EXPECT_TRUE(read_file(path) == printed.out);
  EXPECT_TRUE(run_program(ask + Arguments{"--threads", "2"}).out == printed.out);
  // Principal components: the mean is 0, the first direction the widest.
  double sum[2] = {0, 0};
  double square[2] = {0, 0};
  for (const std::string& line : lines(printed.out)) {
    if (line.starts_with("x\t")) continue;
    std::istringstream stream(line);
    for (size_t axis = 0; axis < 2; ++axis) {
      double at = 0;
      stream >> at;
      sum[axis] += at;
      square[axis] += at * at;
    }
  }
  EXPECT_NEAR(sum[0], 0, 1e-3);
  EXPECT_NEAR(sum[1], 0, 1e-3);
  EXPECT_GE(square[0], square[1]);
}

TEST(ProjectVerb, KeepsItsFieldsApart) {
  const Workshop shop({"simplepoly5"});
  const std::string was = R"("a": {"Original")";
  for (const std::string file : {"", "split/"}) {
    for (const auto& entry : std::filesystem::directory_iterator(shop.folder.file(file))) {
      if (!entry.is_regular_file() || !contains(base::ByteSource::open(entry.path()).rest(), was)) continue;
      edit(entry.path(), was, R"("a\tb\nc\rd": {"Original")");
    }
  }
  const std::string model = shop.make("m", {"-m", "tfidf"}, "simplepoly5");
  const Outcome outcome = run_program({"project", model, shop.dataset("simplepoly5"), "--method", "pca"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto table = lines(outcome.out);
  EXPECT_EQ(table.size(), 238U);
  for (const std::string& line : table) EXPECT_EQ(std::ranges::count(line, '\t'), 3) << line;
}

TEST(ProjectVerb, RefusesWhatItCannotDo) {
  const Workshop shop({"boolean5", "simplepoly5"});
  const std::string model = shop.make("m", {"-m", "tfidf"});
  const size_t before = shop.folder.entries();
  expect_refused({"project", model, shop.dataset(), "-o", shop.folder.file("none/p.tsv")}, {"none/p.tsv"});
  expect_refused({"project", model, shop.folder.file("none.json.gz")}, {"none.json.gz"});
  expect_refused({"project", shop.folder.file("none.eqnet"), shop.dataset()}, {"none.eqnet"});
  expect_refused({"project", model, shop.dataset("simplepoly5")}, {"simplepoly5"});
  EXPECT_EQ(shop.folder.entries(), before);
}

TEST_F(ExploreVerb, WritesAPageThatIsTheSameOnAnyNumberOfThreads) {
  const Workshop shop;
  const std::string model = shop.make("my model", {"-m", "tfidf"});
  const std::string page = shop.folder.file("page.html");
  const Arguments ask = {"explore", model, shop.dataset(), "-o", page, "--iterations", "20"};
  const Outcome outcome = run_program(ask + Arguments{"--threads", "1"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "page.html: 1,239 expressions of boolean5")) << outcome.err;
  const std::string first = read_file(page);
  const auto header = explorer_header(page);
  EXPECT_STREQ(header["format"].GetString(), "eqnet-explorer");
  EXPECT_STREQ(header["model"]["name"].GetString(), "my model");
  EXPECT_STREQ(header["model"]["kind"].GetString(), "tfidf");
  EXPECT_EQ(header["classes"].Size(), 95U);
  EXPECT_EQ(header["k"].GetInt(), 10);
  EXPECT_STREQ(header["projection"]["note"].GetString(), "perplexity 30, 20 iterations");
  const Outcome again = run_program(ask + Arguments{"--threads", "2", "-q"});
  EXPECT_EQ(again.err, "");
  EXPECT_TRUE(read_file(page) == first);
}

TEST_F(ExploreVerb, RefusesWhatItCannotDo) {
  const Workshop shop;
  const std::string model = shop.make("m", {"-m", "tfidf"});
  const std::string single = shop.folder.write("single.txt", "one\ta & b\n");
  const size_t before = shop.folder.entries();
  expect_refused({"explore", model, shop.dataset(), "-o", shop.folder.file("none/p.html")}, {"none/p.html"});
  expect_refused({"explore", shop.folder.file("none.eqnet"), shop.dataset(), "-o", shop.folder.file("p.html")},
                 {"none.eqnet"});
  expect_refused({"explore", model, single, "-o", shop.folder.file("p.html")}, {"fewer than two expressions"});
  EXPECT_EQ(shop.folder.entries(), before);
}

}  // namespace eqnet::cli
