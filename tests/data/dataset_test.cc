#include "eqnet/data/dataset.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>

#include "base/files.h"
#include "data/node_names.h"
#include "eqnet/data/generate.h"
#include "eqnet/data/stats.h"
#include "eqnet/expr/parse.h"
#include "eqnet/expr/print.h"
#include "support/expect_error.h"
#include "support/official.h"
#include "support/temporary_folder.h"

namespace eqnet::data {
namespace {

using eqnet::testing::TemporaryFolder;

// Everything that a file says, in a form that does not depend on node ids.
std::vector<std::string> content(const Dataset& dataset, const Classes& classes, bool with_symbols) {
  const expr::Printer printer(dataset.pool, dataset.domain->syntax(), expr::Style::tokens);
  std::vector<std::string> lines;
  for (const EquivalenceClass& c : classes) {
    for (const expr::NodeId member : c.members) {
      std::string line = c.name + "\t" + printer.text(member);
      const expr::NodeId roots[] = {member};
      const expr::Subgraph graph(dataset.pool, roots);
      for (size_t i = 0; with_symbols && i < graph.size(); ++i) {
        line += "\t" + dataset.node_names->names.at(dataset.node_names->name_of.at(graph.id(i)));
      }
      lines.push_back(line);
    }
  }
  return lines;
}

void expect_same(const Dataset& a, const Dataset& b, bool with_symbols) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.domain, b.domain);
  EXPECT_EQ(content(a, a.classes, with_symbols), content(b, b.classes, with_symbols));
  ASSERT_EQ(a.split.has_value(), b.split.has_value());
  for (const Part part : kParts) {
    EXPECT_EQ(content(a, a.part(part), with_symbols), content(b, b.part(part), with_symbols)) << name(part);
  }
}

Dataset from(std::string_view bytes, const domain::Domain* kind = nullptr) {
  return load_memory(bytes, "FILE", {kind});
}

// A SemVec file of one class with one tree.
std::string semvec(const std::string& tree) {
  return R"({"c": {"Original": {"Tokens": [], "Tree": {"Name": "Start", "Symbol": "c", "Children": {"child": )" + tree +
         R"(}}}, "Noise": []}})";
}
const std::string kLeaf = R"({"Name": "a", "Symbol": "a"})";

}  // namespace

TEST(Save, IsReadBackIdenticallyInBothFormats) {
  for (const char* preset_name : {"boolean5", "poly5", "largeSimpleBoolean5", "oneVarPoly10"}) {
    const TemporaryFolder folder;
    Dataset dataset = generate(preset(preset_name), 1);
    make_split(dataset, 1);
    for (const Format format : {Format::semvec, Format::text}) {
      const std::string path = save(dataset, folder.path(), format);
      expect_same(load(path), dataset, format == Format::semvec);
    }
  }
}

TEST(Save, WritesTheSameBytesForTheSameDataset) {
  const TemporaryFolder folder;
  const Dataset dataset = generate(preset("boolean5"), 1);
  const std::string first = eqnet::testing::read_file(save(dataset, folder.file("1"), Format::semvec));
  const std::string second = eqnet::testing::read_file(save(dataset, folder.file("2"), Format::semvec));
  EXPECT_EQ(first, second);
}

TEST(Save, WritesFieldsAsThePublishedFilesHaveThem) {
  const TemporaryFolder folder;
  const std::string tree = R"_({"Name": "Not", "Symbol": "Not(a)", "Children": {"child": )_" + kLeaf + "}}";
  base::ByteSource source = base::ByteSource::open(save(from(semvec(tree)), folder.path(), Format::semvec));
  std::string line;
  source.line(line);
  EXPECT_EQ(
      line,
      std::string(R"_({"c": {"Original": {"Tree": {"Name": "Start", "Children": {"child": {"Name": "Not", )_") +
          R"_("Children": {"child": {"Name": "a", "Symbol": "a"}}, "Symbol": "Not(a)"}}, "Symbol": "Not(a)"}, )_" +
          R"_("Tokens": ["~", "a"]}, "Noise": []}})_");
}

TEST(Save, TakesOperatorsOfThreeChildrenThrough) {
  const TemporaryFolder folder;
  Dataset dataset = from("k\t(if x y \"odd \\\"name\")\nk\t(if y x z)\n", &domain::open());
  dataset.name = "open";
  for (const Format format : {Format::semvec, Format::text}) {
    const std::string path = save(dataset, folder.path(), format);
    EXPECT_EQ(content(load(path, {&domain::open()}), load(path, {&domain::open()}).classes, false),
              content(dataset, dataset.classes, false));
  }
}

TEST(Save, LeavesNothingBehindWhenAFileCannotBeWritten) {
  const TemporaryFolder folder;
  Dataset dataset = generate(preset("boolean5"), 1);
  make_split(dataset, 1);
  std::filesystem::create_directories(folder.file("split/boolean5-testset.json.gz"));  // a folder stands in the way
  EXPECT_ERROR(save(dataset, folder.path(), Format::semvec), "testset.json.gz", "is a directory");
  EXPECT_EQ(folder.entries(), 2U);
}

TEST(Load, TakesDeepTrees) {
  constexpr size_t kDepth = 100'000;
  std::string open, close;
  for (size_t i = 0; i < kDepth; ++i) {
    open += R"({"Name": "Not", "Children": {"child": )";
    close += "}}";
  }
  const Dataset dataset = from(semvec(open + kLeaf + close));
  EXPECT_EQ(dataset.pool.height(dataset.classes[0].members[0]), kDepth);
}

TEST(Load, RefusesTextsAndNestingsWithoutEnd) {
  const std::string endless(size_t{80} << 20, 'a');
  EXPECT_ERROR(from("{\"" + endless), "FILE: byte", "beyond 64 MiB");
  EXPECT_ERROR(from(R"({"c": {"Original": {"Tokens": [")" + endless), "FILE: byte", "class 'c'", "beyond 64 MiB");
  std::string deep = R"({"c": {"Original": {"Tree": )";
  while (deep.size() < size_t{200} << 20) deep += R"({"Children":{"child":)";
  EXPECT_ERROR(from(deep), "FILE: byte", "class 'c'", "beyond 64 MiB");
  EXPECT_ERROR(from(endless), "FILE:1", "longer than 64 MiB");
}

// Many lines before one that shows the domain keep their numbers.
TEST(Load, CountsLinesBeforeTheDomainIsKnown) {
  EXPECT_ERROR(from("c\ta + b\n\n# note\nd\ta * (b\ne\ta & b\n"), "FILE:4", "column");
  const Dataset dataset = from("c\ta + b\n\n# note\nd\ta * b\ne\ta ^ b\ne\ta & ~b | ~a & b\n");
  EXPECT_EQ(dataset.domain, &domain::boolean());
  EXPECT_EQ(dataset.classes.size(), 3U);
  EXPECT_EQ(dataset.classes[0].name, "c");
  EXPECT_EQ(dataset.classes[1].name, "d");
}

TEST(Load, PutsTheOriginalFirstWhereverItStands) {
  const Dataset dataset = from(R"({"c": {"Noise": [{"Tree": {"Name": "Start", "Children": {"child": {"Name": "b"}}}}],)"
                               R"( "Original": {"Tree": {"Children": {"child": {"Name": "a"}}, "Name": "Start"}}}})");
  EXPECT_EQ(dataset.pool.symbol_of(dataset.classes[0].members[0]).name, "a");
  EXPECT_EQ(dataset.pool.symbol_of(dataset.classes[0].members[1]).name, "b");
}

TEST(Load, AcceptsAClassWithOneMember) {
  EXPECT_EQ(from("c\ta & b\n").classes.size(), 1U);
}

TEST(Load, RefusesDamagedFiles) {
  EXPECT_ERROR(from(""), "FILE", "is empty");
  EXPECT_ERROR(from("  \n "), "FILE", "no expression");
  EXPECT_ERROR(from("{}"), "FILE", "no expression");
  EXPECT_ERROR(from("# only a comment\n"), "FILE", "no expression");
  EXPECT_ERROR(from("{\"c\": "), "FILE: byte", "not valid JSON");
  EXPECT_ERROR(from("{\"c\": 1}"), "FILE: byte", "class 'c'", "found a number", "expected an object");
  EXPECT_ERROR(from("{\"c\": {}}"), "class 'c'", "no 'Original'");
  EXPECT_ERROR(from("{\"c\": {\"Noise\": []}}"), "no 'Original'");
  EXPECT_ERROR(from("{\"c\": {\"Other\": []}}"), "'Other'", "expected 'Original' or 'Noise'");
  EXPECT_ERROR(from("{\"c\": {\"Original\": []}}"), "found an array", "expected an object");
  EXPECT_ERROR(from("{\"c\": {\"Original\": {\"Tokens\": []}}}"), "no 'Tree'");
  EXPECT_ERROR(from("{\"c\": {\"Original\": {\"Tokens\": [1]}}}"), "found a number", "expected text");
  EXPECT_ERROR(from("{\"c\": {\"Original\": {\"Tree\": {\"Name\": \"a\"}}}}"), "'Start'");
  EXPECT_ERROR(from(semvec("{}")), "no 'Name'");
  EXPECT_ERROR(from(semvec(kLeaf) + std::string("\0x", 2)), "zero byte");
  EXPECT_ERROR(from(semvec(R"({"Name": "And", "Children": {"left": {"Name": "a"}, "middle": {"Name": "b"}}})")),
               "'middle'");
  EXPECT_ERROR(from(semvec(R"({"Name": "And", "Children": {"right": {"Name": "a"}}})")), "'And'", "numbered wrongly");
  EXPECT_ERROR(from(std::string("{\"\xff\": 1}")), "not valid JSON");
}

TEST(Load, RefusesUnknownAndMisusedOperators) {
  EXPECT_ERROR(from(semvec(R"({"Name": "Nand", "Children": {"left": {"Name": "a"}, "right": {"Name": "b"}}})")),
               "FILE: byte", "class 'c'", "unknown operator 'Nand'", "--domain open");
  EXPECT_ERROR(from(semvec(R"({"Name": "And", "Children": {"child": {"Name": "a"}}})")), "'And' has 1 children",
               "takes 2");
  EXPECT_ERROR(from(semvec(R"({"Name": "Not", "Children": {"left": {"Name": "a"}, "right": {"Name": "b"}}})")),
               "'Not' has 2 children", "takes 1");
  const std::string inner = R"({"Name": "Add", "Children": {"left": {"Name": "a"}, "right": {"Name": "b"}}})";
  EXPECT_ERROR(from(semvec(R"({"Name": "Not", "Children": {"child": )" + inner + "}}")), "unknown", "'Not'");
}

TEST(Load, RefusesAnExpressionInTwoClassesOrTwice) {
  EXPECT_ERROR(from("c\ta & b\n\nd\ta & b\n"), "FILE:3", "'a & b'", "two classes", "'c'", "'d'");
  EXPECT_ERROR(from("c\ta & b\nc\t(a & b)\n"), "FILE:2", "'a & b'", "twice", "'c'");
  const std::string first = semvec(kLeaf);
  std::string twice = first;
  twice.replace(twice.rfind("[]"), 2, R"([{"Tree": {"Name": "Start", "Children": {"child": )" + kLeaf + "}}}]");
  EXPECT_ERROR(from(twice), "FILE: byte", "class 'c'", "'a' is twice in class 'c'", "remove one");
  const std::string second = ", \"d" + first.substr(3);
  EXPECT_ERROR(from(first.substr(0, first.size() - 1) + second),
               "FILE: byte " + std::to_string(first.size() - 1 + second.find("}, \"Noise\"")), "class 'd'",
               "two classes, 'c' and 'd'");
  EXPECT_ERROR(from(R"({"c": 1, "c": 2})"), "expected an object");
}

TEST(Load, RefusesLeavesThatTheDomainCannotName) {
  const auto named = [](const std::string& name) { return R"({"Name": ")" + name + "\"}"; };
  const auto sum = [&](const std::string& op, const std::string& left, const std::string& right) {
    return semvec(R"({"Name": ")" + op + R"(", "Children": {"left": )" + named(left) + R"(, "right": )" + named(right) +
                  "}}");
  };
  for (const char* odd : {"",   " ",     "a b", " a",  "a ",  "And", "Not",      "or", "&",   "(a)",
                          "~a", "a & b", "2a",  "a-b", "1.5", "\\n", "a\\u0000", "-",  "--1", "+1"}) {
    EXPECT_ERROR(from(sum("And", "a", odd)), "FILE: byte", "class 'c'", "a leaf is named", "boolean domain", "rename");
    EXPECT_ERROR(from(sum("And", odd, "a")), "FILE: byte", "class 'c'", "a leaf is named", "boolean domain");
    EXPECT_NO_THROW(from(sum("And", "a", odd), &domain::open())) << odd;
  }
  for (const char* odd : {"", "a b", "Add", "Power", "true", "False", "01", "-0", "a*b"}) {
    EXPECT_ERROR(from(sum("Add", "a", odd)), "a leaf is named", "polynomial domain");
  }
  for (const char* odd : {"1", "-3"}) EXPECT_ERROR(from(sum("And", "a", odd)), "a leaf is named", "boolean domain");
  for (const char* good : {"b", "_", "x1", "carry_in", "α", "True", "false", "Add"}) {
    EXPECT_NO_THROW(from(sum("And", "a", good))) << good;
  }
  for (const char* good : {"b", "x1", "0", "17", "-3", "123456789012345678901234567890", "And", "or"}) {
    EXPECT_NO_THROW(from(sum("Add", "a", good))) << good;
  }
  EXPECT_ERROR(from(sum("And", "a b", "a")), "FILE: byte " +
                                                 std::to_string(sum("And", "a b", "a").find("\"}, \"right\"") + 1) +
                                                 ", class 'c': a leaf is named 'a b'");
  // Without any operator a name of either domain will do.
  for (const char* good : {"a", "7", "true"}) EXPECT_NO_THROW(from(semvec(named(good)))) << good;
  EXPECT_ERROR(from(semvec(named("a b"))), "a leaf is named 'a b'", "boolean or polynomial");
}

TEST(Load, RefusesPowersWhoseExponentIsNoNumber) {
  const auto power = [](const std::string& exponent) {
    return semvec(R"({"Name": "Power", "Children": {"left": {"Name": "a"}, "right": )" + exponent + "}}");
  };
  EXPECT_NO_THROW(from(power(R"({"Name": "3"})")));
  EXPECT_NO_THROW(from(power(R"({"Name": "0"})")));
  for (const char* odd : {R"({"Name": "b"})", R"({"Name": "-1"})",
                          R"({"Name": "Add", "Children": {"left": {"Name": "1"}, "right": {"Name": "1"}}})"}) {
    EXPECT_ERROR(from(power(odd)), "FILE: byte", "class 'c'", "exponent of 'Power'", "non-negative integer");
  }
}

TEST(Load, RefusesAKeyThatOccursTwiceInAnObject) {
  const std::string tree = R"({"Name": "Start", "Children": {"child": )" + kLeaf + "}}";
  const auto refuse = [](const std::string& bytes, const char* key) {
    EXPECT_ERROR(from(bytes), "FILE: byte", "class 'c'", "the key '" + std::string(key) + "' occurs twice");
  };
  const std::string original = R"("Original": {"Tree": )" + tree + "}";
  refuse(R"({"c": {)" + original + ", " + original + "}}", "Original");
  refuse(R"({"c": {)" + original + R"(, "Noise": [], "Noise": []}})", "Noise");
  refuse(R"({"c": {"Original": {"Tree": )" + tree + R"(, "Tree": )" + tree + "}}}", "Tree");
  refuse(R"({"c": {"Original": {"Tokens": [], "Tokens": [], "Tree": )" + tree + "}}}", "Tokens");
  refuse(semvec(R"({"Name": "a", "Name": "b"})"), "Name");
  refuse(semvec(R"({"Name": "a", "Symbol": "a", "Symbol": "a"})"), "Symbol");
  refuse(semvec(R"({"Name": "And", "Children": {"left": )" + kLeaf + R"(}, "Children": {"right": )" + kLeaf + "}}"),
         "Children");
  EXPECT_ERROR(from(semvec(R"({"Name": "And", "Children": {"left": )" + kLeaf + R"(, "left": )" + kLeaf + "}}")),
               "class 'c'", "node 'And' has a child twice");
  EXPECT_ERROR(from(semvec(kLeaf).substr(0, semvec(kLeaf).size() - 1) + ", " + semvec(kLeaf).substr(1)),
               "class name 'c' occurs twice");
}

TEST(Load, SkipsAByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(from(mark + semvec(kLeaf)).classes[0].name, "c");
  EXPECT_EQ(from(mark + "c\ta & b\n").classes[0].name, "c");
  EXPECT_EQ(from(mark + "# note\nc\ta & b\n").classes.size(), 1U);
  EXPECT_ERROR(from(mark), "FILE", "is empty");
  EXPECT_EQ(from("\xEF\xBD\x81\ta & b\n").classes[0].name, "\xEF\xBD\x81") << "a letter that starts like the mark";
  EXPECT_EQ(from("c\ta & b\n" + mark + "\ta\n").classes[1].name, mark) << "elsewhere it is what it is";
}

TEST(Load, RefusesBadTextLines) {
  EXPECT_ERROR(from("c\ta & b\n\n# note\na | b\n"), "FILE:4", "no TAB");
  EXPECT_ERROR(from("\ta & b\n"), "FILE:1", "no name");
  EXPECT_ERROR(from("c\ta\tb & c\n"), "FILE:1", "more than one TAB");
  EXPECT_ERROR(from("c\ta & b\nd\ta & & b\n"), "FILE:2", "column 5", "found '&'");
  EXPECT_ERROR(from("c\t\xff & a\n"), "FILE:1", "UTF-8");
}

TEST(Load, RefusesASplitThatDoesNotFitTheMainFile) {
  const auto files = [](const TemporaryFolder& folder, const std::string& validation, const std::string& seen) {
    folder.write("split/d-trainset.txt", "c\ta & b\n");
    folder.write("split/d-validationset.txt", validation);
    folder.write("split/d-testset.txt", seen);
    folder.write("split/d-neweqtestset.txt", "");
    return folder.write("d.txt", "c\ta & b\nc\tb & a\nd\ta | b\n");
  };
  const TemporaryFolder folder;
  EXPECT_TRUE(load(files(folder, "c\tb & a\n", "d\ta | b\n")).split.has_value());
  EXPECT_EQ(load(folder.file("d.txt")).format, Format::text);
  EXPECT_ERROR(load(files(folder, "c\tb & c\n", "")), "validationset", "'b & c'", "not in the main file");
  EXPECT_ERROR(load(files(folder, "d\tb & a\n", "")), "validationset", "'b & a'", "'d'", "'c'");
  EXPECT_ERROR(load(files(folder, "c\tb & a\n", "c\tb & a\n")), "testset", "another part");
  std::filesystem::remove(folder.file("split/d-testset.txt"));
  const Dataset without = load(folder.file("d.txt"));
  EXPECT_TRUE(without.part(Part::seen).empty()) << "a part that is not there is empty";
  EXPECT_EQ(without.part(Part::train).size(), 1U);
}

TEST(Save, RefusesWhatALineOfTextCannotHold) {
  const TemporaryFolder folder;
  for (const char* name : {"", "{1}", "\xEF\xBB\xBFq", "#c", " c", "a\tb", "a\nb"}) {
    Dataset dataset = from("c\ta & b\n");
    dataset.name = "odd";
    dataset.classes[0].name = name;
    EXPECT_ERROR(save(dataset, folder.path(), Format::text), "line of text cannot hold", "SemVec");
    EXPECT_EQ(load(save(dataset, folder.path(), Format::semvec)).classes[0].name, name);
  }
  for (const char* atom : {"\"x\ny\"", "\"x\ty\""}) {
    expr::Pool pool;
    Dataset dataset = from("c\t(f x)\n", &domain::open());
    dataset.name = "odd";
    dataset.classes[0].members = {expr::parse(std::string("(f ") + atom + ")", domain::open().syntax(), dataset.pool)};
    EXPECT_ERROR(save(dataset, folder.path(), Format::text), "line of text cannot hold", "SemVec");
  }
  EXPECT_ERROR(from("c\xFF\ta & b\n"), "FILE:1", "UTF-8");
}

TEST(Load, GuessesTheDomainOfText) {
  EXPECT_EQ(from("c\ta\nc\ta & a\n").domain, &domain::boolean());
  EXPECT_EQ(from("c\ta + b\nd\ta - b\n").domain, &domain::polynomial());
  EXPECT_EQ(from("c\ta + b\nd\ta * b\n").domain, &domain::polynomial());
  EXPECT_EQ(from("c\ta + b\nd\ta * b\n", &domain::boolean()).domain, &domain::boolean());
}

TEST(DatasetsIn, AreFilesWithTheEndingsOfDatasets) {
  const TemporaryFolder folder;
  folder.write("b.txt", "c\ta\n");
  folder.write("split/b-testset.txt", "c\ta\n");
  folder.write("a.json.gz", "");
  folder.write("a.tsv.gz", "");
  folder.write("a.toml", "[[operator]]\nname = \"f\"\n");
  for (const char* other : {"READY", "a.eqnet", ".txt", "b.txt.tmp", "folder.txt/file"}) folder.write(other, "");
  std::vector<std::string> found;
  for (const DatasetFile& file : datasets_in(folder.path())) {
    EXPECT_EQ(file.path, folder.file(file.name + (file.name == "b"              ? ".txt"
                                                  : file.format == Format::text ? ".tsv.gz"
                                                                                : ".json.gz")));
    EXPECT_EQ(file.has_split, file.name == "b");
    EXPECT_EQ(file.has_definition, file.name == "a");
    found.push_back(file.name);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"a", "a", "b"}));
  EXPECT_TRUE(datasets_in(folder.file("none")).empty());
}

TEST(Official, HasThePublishedCountsAndCeilingsAndIsClean) {
  EQNET_OFFICIAL_OR_SKIP();
  for (const auto& official : eqnet::testing::kOfficial) {
    const Dataset dataset = load(eqnet::testing::official_path(official.name));
    const Stats stats = statistics(dataset);
    EXPECT_EQ(stats.expressions, official.expressions) << official.name;
    EXPECT_EQ(stats.classes, official.classes) << official.name;
    EXPECT_NEAR((*stats.unseen_ceiling)[4] * 100, official.ceiling, 0.05) << official.name;
    EXPECT_TRUE(verify(dataset).clean()) << official.name;
  }
}

TEST(Official, SurvivesARoundTrip) {
  EQNET_OFFICIAL_OR_SKIP();
  for (const auto& official : eqnet::testing::kOfficial) {
    const TemporaryFolder folder;
    const Dataset dataset = load(eqnet::testing::official_path(official.name));
    expect_same(load(save(dataset, folder.path(), Format::semvec)), dataset, true);
  }
}

// Our generator makes the published sets, expression for expression and (boolean8 aside) name for name.
TEST(Official, IsWhatGenerateMakes) {
  EQNET_OFFICIAL_OR_SKIP();
  for (const auto& official : eqnet::testing::kOfficial) {
    const bool same_names =
        std::string_view(official.name) != "boolean8";  // 16 of 232 sums of products are others of equal length
    const Dataset published = load(eqnet::testing::official_path(official.name), {nullptr, false});
    const Dataset made = generate(preset(official.name), 1);
    const auto lines = [&](const Dataset& dataset) {
      std::vector<std::string> all = content(dataset, dataset.classes, false);
      for (std::string& line : all) {
        if (!same_names) line.erase(0, line.find('\t'));
      }
      std::ranges::sort(all);
      return all;
    };
    EXPECT_TRUE(lines(published) == lines(made)) << official.name;
  }
}

TEST(Load, TakesAListOfExpressionsWhereThatIsAllowed) {
  LoadParams lists;
  lists.lists = true;
  const Dataset list = load_memory("# some\na & b\n\nb & a\na & b\n", "list.txt", lists);
  ASSERT_EQ(list.classes.size(), 1U);
  EXPECT_EQ(list.classes[0].name, "");
  EXPECT_EQ(list.classes[0].members.size(), 2U) << "what comes again is left out";
  EXPECT_EQ(list.domain, &domain::boolean());
  EXPECT_EQ(load_memory("a + b\n2*a\n", "list.txt", lists).domain, &domain::polynomial()) << "by the second line";
  EXPECT_EQ(load_memory("c\ta & b\n", "data.txt", lists).classes[0].name, "c") << "a dataset stays one";
  EXPECT_ERROR(load_memory("a & b\nc\ta\n", "list.txt", lists), "list.txt:2", "column 3");
  EXPECT_ERROR(load_memory("c\ta & b\na\n", "data.txt", lists), "data.txt:2", "TAB");
  EXPECT_ERROR(load_memory("a & b\n", "list.txt"), "list.txt:1", "TAB");
}

}  // namespace eqnet::data
