// eqnet index and nearest over it, as scripts see them.
#include <fstream>

#include "cli/workshop.h"

namespace eqnet::cli {
namespace {

// A list of formulas and an index of it, by the pretrained model.
struct Formulas {
  explicit Formulas(const std::string& list = "a & b\na | b\n~(~a | ~b)\na -> b\na & b\n\n# a comment\nc ^ a\n") {
    path = folder.write("formulas.txt", list);
    index = folder.file("formulas.index");
    made = run_program({"index", "boolean", path, "-o", index});
  }
  eqnet::testing::TemporaryFolder folder;
  std::string path, index;
  Outcome made;
};

}  // namespace

TEST(IndexVerb, PreparesAListForNearest) {
  const Formulas formulas;
  ASSERT_EQ(formulas.made.exit_code, 0) << formulas.made.err;
  EXPECT_EQ(formulas.made.out, "");
  EXPECT_NE(formulas.made.err.find("5 expressions, "), std::string::npos) << formulas.made.err;
  const Outcome found = run_program({"nearest", formulas.index, "b & a", "-k", "3", "--json"});
  ASSERT_EQ(found.exit_code, 0) << found.err;
  const auto object = json(found.out);
  const auto neighbours = object["neighbours"].GetArray();
  ASSERT_EQ(neighbours.Size(), 3U);
  for (size_t i = 0; i < 2; ++i)
    EXPECT_STREQ(neighbours[static_cast<unsigned>(i)]["verdict"].GetString(), "equivalent");
  EXPECT_STREQ(neighbours[2]["verdict"].GetString(), "different");
  // The same as from the list itself.
  const Outcome direct = run_program({"nearest", "boolean", formulas.path, "b & a", "-k", "3", "--json"});
  EXPECT_EQ(direct.out, found.out) << direct.err;
}

TEST(IndexVerb, TakesDatasetsWithTheirClasses) {
  const eqnet::testing::TemporaryFolder folder;
  const std::string data = folder.write("small.txt", "and\ta & b\nand\tb & a\nor\ta | b\n");
  const std::string index = folder.file("small.index");
  const Outcome made = run_program({"index", "values", data, "-o", index, "--json"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(json(made.out)["expressions"].GetInt(), 3);
  const Outcome found = run_program({"nearest", index, "a & b", "-k", "1", "--json"});
  ASSERT_EQ(found.exit_code, 0) << found.err;
  EXPECT_STREQ(json(found.out)["neighbours"][0]["class"].GetString(), "and");
}

TEST(IndexVerb, TellsWhetherThereIsAnEquivalentOne) {
  const Formulas formulas;
  const Outcome yes = run_program({"nearest", formulas.index, "~a | b", "--equivalent"});
  EXPECT_EQ(yes.exit_code, 0) << yes.err;
  EXPECT_NE(yes.out.find("a >> b"), std::string::npos) << yes.out;
  EXPECT_EQ(yes.out.find("a & b"), std::string::npos) << "not equivalent: " << yes.out;
  const Outcome itself = run_program({"nearest", formulas.index, "a | b", "--equivalent"});
  EXPECT_EQ(itself.exit_code, 0) << "it is there: " << itself.out;
  const Outcome no = run_program({"nearest", formulas.index, "a & ~b & c", "--equivalent"});
  EXPECT_EQ(no.exit_code, 1) << no.err;
}

TEST(IndexVerb, TakesOtherNamesForVariables) {
  const Formulas formulas;
  expect_refused({"nearest", formulas.index, "p -> q"}, {"p"});
  const Outcome found = run_program({"nearest", formulas.index, "p -> q", "--rename", "--equivalent", "--json"});
  ASSERT_EQ(found.exit_code, 0) << found.err;
  const auto object = json(found.out);
  ASSERT_EQ(object["neighbours"].Size(), 1U) << "each expression once";
  EXPECT_STREQ(object["neighbours"][0]["renaming"]["p"].GetString(), "a");
  EXPECT_STREQ(object["neighbours"][0]["renaming"]["q"].GetString(), "b");
  expect_refused({"nearest", formulas.index, "p & q & r & s & t & u & v", "--rename"}, {"7 variables", "6"});
}

TEST(IndexVerb, RefusesWhatIsNoIndexOrDamaged) {
  const Formulas formulas;
  expect_refused({"nearest", formulas.path, "a & b"}, {"formulas.txt", "is no index", "eqnet index"});
  expect_refused({"nearest", "boolean", "a & b"}, {"'boolean' is no index"});
  expect_refused({"nearest", formulas.index, formulas.path, "a & b"}, {"is an index", "needs no dataset"});
  expect_refused({"index", "boolean", formulas.path, "-o", formulas.path}, {"formulas.txt", "made of"});
  expect_refused({"nearest", formulas.folder.file("none"), "a"}, {"none", "no such file"});
  expect_refused({"nearest", formulas.index, "a", "--domain", "polynomial"}, {"boolean domain", "leave out --domain"});
  std::string bytes = eqnet::testing::read_file(formulas.index);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  expect_refused({"nearest", formulas.folder.write("bad.index", bytes), "a & b"}, {"bad.index", "damaged"});
  expect_refused({"nearest", formulas.folder.write("short.index", bytes.substr(0, 1000)), "a & b"}, {"cut short"});
}

TEST(IndexVerb, RefusesListsThatItCannotRead) {
  const eqnet::testing::TemporaryFolder folder;
  const std::string out = folder.file("out.index");
  expect_refused({"index", "boolean", folder.write("bad.txt", "a & b\na &\n"), "-o", out}, {"bad.txt:2"});
  expect_refused({"index", "boolean", folder.write("mixed.txt", "a & b\nc\ta\n"), "-o", out}, {"mixed.txt:2"});
  expect_refused({"index", "boolean", folder.write("empty.txt", ""), "-o", out}, {"empty"});
  expect_refused({"index", "boolean", folder.write("z.txt", "a & zz\n"), "-o", out}, {"zz"});
  expect_refused({"index", "boolean", folder.write("a.txt", "a\n"), "-o", folder.path()}, {"directory"});
  EXPECT_FALSE(std::ifstream(out).good());
}

TEST(SimplifyVerb, TakesFormsFromAnIndex) {
  const std::string shorter = "a & b & c & d & e";
  const Formulas formulas(shorter + "\n");
  const Outcome outcome =
      run_program({"simplify", "--index", formulas.index, "--json", "a & b & c & d & e & (f | ~f)"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(json(outcome.out)["after"].GetInt(), 9) << outcome.out;
  expect_refused({"simplify", "--index", formulas.index, "--domain", "polynomial", "a"}, {"boolean domain"});
}

TEST(SimplifyVerb, RefusesWhatIsNoIndex) {
  const TemporaryFolder folder;
  expect_refused({"simplify", "--index", folder.path(), "a"}, {folder.path(), "is no index", "eqnet index"});
  expect_refused({"simplify", "--index", folder.write("text", "a & b\n"), "a"}, {"text: is no index"});
  expect_refused({"simplify", "--index", folder.file("none"), "a"}, {"none", "No such file"});
}

TEST(SimplifyVerb, NamesABadFileOfCostsOnce) {
  const Outcome outcome = run_program({"simplify", "--batch", "-", "--cost", "/nonexistent"}, "a & b\nb & a\n");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.out, "");
}

TEST(SimplifyVerb, ReadsAVariableAloneInTheDomainOfTheOperators) {
  const Outcome outcome = run_program({"simplify", "--batch", "-", "--ops", "and,or,not", "-q"}, "c\na & a\n");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.out;
  EXPECT_EQ(outcome.out, "c\tc\na & a\ta\n");
}

}  // namespace eqnet::cli
