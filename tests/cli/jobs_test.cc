// The verbs for many expressions: equiv --batch, group, simplify, rules.
#include "cli/workshop.h"

namespace eqnet::cli {

TEST(EquivBatch, AnswersEveryLineByOne) {
  const std::string input = "a -> b\t~a | b\na xor b\ta or b\n(x+1)^2\tx^2 + 2x + 1\na &\tb\nno tab\n\nx\ty\tz\n";
  const Outcome outcome = run_program({"equiv", "--batch", "-"}, input);
  EXPECT_EQ(outcome.exit_code, 2);
  const std::vector<std::string> answers = lines(outcome.out);
  ASSERT_EQ(answers.size(), 7U) << outcome.out;
  EXPECT_EQ(answers[0], "equivalent (truth table)");
  EXPECT_EQ(answers[1], "different: at a = 1, b = 1 the first is 0 and the second is 1");
  EXPECT_EQ(answers[2], "equivalent (normal form)");
  EXPECT_EQ(answers[3].find("error: left, column 4: found the end, expected "), 0U);
  EXPECT_EQ(answers[4], "error: no tab between two expressions");
  EXPECT_EQ(answers[5], "error: no tab between two expressions");
  EXPECT_EQ(answers[6].find("error: more than one tab"), 0U);
  EXPECT_EQ(outcome.err, "eqnet: 7 pairs: 2 equivalent, 1 different, 0 undecided, 4 unreadable\n");
}

TEST(EquivBatch, ExitsByTheWorstAnswer) {
  const std::string same = "a & b\tb & a\n";
  const std::string other = "a & b\ta | b\n";
  const std::string open = "((a+b+c+d)^3000)^2\t((d+c+b+a)^3000)^2\n";
  const std::string bad = "&\ta\n";
  const auto code = [](const std::string& input) {
    return run_program({"equiv", "--batch", "-", "--timeout", "0.1", "-q"}, input).exit_code;
  };
  EXPECT_EQ(code(same), 0);
  EXPECT_EQ(code(""), 0);
  EXPECT_EQ(code(same + open), 3);
  EXPECT_EQ(code(open + other + same), 1);
  EXPECT_EQ(code(other + bad + open), 2);
}

TEST(EquivBatch, PrintsJsonLines) {
  const Outcome outcome = run_program({"equiv", "--batch", "-", "--json"}, "a\t~a\nx +\tx\n2xy\t2*x*y\n");
  const std::vector<std::string> answers = lines(outcome.out);
  ASSERT_EQ(answers.size(), 3U);
  const auto first = json(answers[0]);
  EXPECT_STREQ(first["verdict"].GetString(), "different");
  EXPECT_EQ(first["witness"]["a"].GetInt(), 0);
  EXPECT_STREQ(json(answers[1])["verdict"].GetString(), "error");
  EXPECT_TRUE(contains(json(answers[2])["note"].GetString(), "'xy' was read as one variable"));
}

TEST(EquivBatch, RefusesWhatMakesNoSense) {
  expect_refused({"equiv", "--batch", "-", "a", "b"}, {"--batch takes its pairs from a file"});
  expect_refused({"equiv", "a"}, {"two expressions are needed, or --batch FILE"});
  expect_refused({"equiv", "--batch", "no such file"}, {"no such file"});
  expect_refused({"equiv", "--batch", "-", "--assume", "x is nice"}, {"'x is nice' was not understood"});
}

TEST(GroupVerb, GroupsLinesByMeaning) {
  const Outcome outcome = run_program({"group", "--counts"}, "~(~a | ~b)\nb & a\na | b\nb & a\n");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "1\t2\tb & a\n1\t1\t~(~a | ~b)\n2\t1\ta | b\n");
  EXPECT_EQ(outcome.err, "eqnet: 4 expressions of the boolean domain, 3 of them distinct, in 2 groups\n");
  EXPECT_EQ(run_program({"group", "--unique", "-q"}, "~(~a | ~b)\nb & a\na | b\n").out, "b & a\na | b\n");
  const auto group = json(lines(run_program({"group", "--json"}, "x+y\ny+x\n").out).at(0));
  EXPECT_EQ(group["distinct"].GetInt(), 2);
  EXPECT_STREQ(group["members"][1]["expression"].GetString(), "y + x");
}

TEST(GroupVerb, SaysWhichLineToldTheDomain) {
  const Outcome outcome = run_program({"group"}, "x*x + x\nx + y | x\n");
  EXPECT_TRUE(contains(outcome.err, "of the boolean domain (so line 2; --domain takes another)")) << outcome.err;
  EXPECT_FALSE(contains(run_program({"group", "--domain", "polynomial"}, "x\nx - y\n").err, "so line"));
}

TEST(GroupVerb, NamesLinesThatItCannotRead) {
  const Outcome outcome = run_program({"group"}, "a & b\na &\n\n# remark\nb & a\n?\n");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(lines(outcome.out).size(), 2U);
  EXPECT_TRUE(contains(outcome.err, "standard input, line 2, column 4: found the end")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "2 lines could not be read and are left out")) << outcome.err;
}

TEST(SimplifyVerb, PrintsResultSizesAndProof) {
  const Outcome outcome = run_program({"simplify", "(a & b) | (a & ~b)", "--steps"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(lines(outcome.out).front(), "a");
  EXPECT_TRUE(contains(outcome.out, "nodes 1, before 8")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "nothing shorter is equivalent"));
  EXPECT_TRUE(contains(outcome.out, "proved (truth table)"));
  EXPECT_TRUE(contains(outcome.out, "becomes"));
  const Outcome batch = run_program({"simplify", "--batch", "-"}, "x*y + x*z\na &\n");
  EXPECT_EQ(batch.exit_code, 2);
  EXPECT_EQ(lines(batch.out).at(0), "x*y + x*z\tx * (y + z)");
  EXPECT_EQ(lines(batch.out).at(1).find("a &\terror: column 4"), 0U) << batch.out;
}

TEST(SimplifyVerb, SaysWhereOneOfTheTwoHasNoValue) {
  const Outcome outcome = run_program({"simplify", "(x^2 - 1)/(x - 1)"});
  EXPECT_EQ(lines(outcome.out).front(), "x + 1");
  EXPECT_TRUE(contains(outcome.out, "where both have a value: the first has no value where x = 1")) << outcome.out;
  const Outcome json = run_program({"simplify", "x/x", "--json"});
  EXPECT_TRUE(contains(json.out, "\"condition\":\"the first has no value where x = 0\"")) << json.out;
  const Outcome nowhere = run_program({"simplify", "1/(x - x)"});
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_TRUE(contains(nowhere.err, "no point is known at which it has a value")) << nowhere.err;
}

TEST(SimplifyVerb, TakesOperatorsAndCosts) {
  const Outcome plain = run_program({"simplify", "--ops", "and,or,not", "a xor b", "-q"});
  EXPECT_EQ(lines(plain.out).front().find('^'), std::string::npos) << plain.out;
  const TemporaryFolder folder;
  const std::string costs = folder.write("gates.toml", "Xor = 20\n");
  EXPECT_EQ(lines(run_program({"simplify", "--cost", costs, "a xor b"}).out).front().find('^'), std::string::npos);
  expect_refused({"simplify", "--cost", folder.write("bad.toml", "Xor = no"), "a"}, {"bad.toml, line 1"});
  expect_refused({"simplify", "--ops", "plus", "a & b"}, {"'plus' is not an operator of the boolean domain"});
  expect_refused({"simplify"}, {"an expression is needed"});
  expect_refused({"simplify", "--batch", "-", "--steps"}, {"add --json"});
}

TEST(RulesVerb, FindsRulesInSeveralSyntaxes) {
  const Outcome text = run_program({"rules", "--ops", "and,not", "--max-size", "3"});
  EXPECT_EQ(text.exit_code, 0);
  EXPECT_EQ(text.out, "a & b = b & a\na & a = a\n~~a = a\n");
  EXPECT_TRUE(contains(text.err, "3 rules, from which all equations between ")) << text.err;
  EXPECT_EQ(lines(run_program({"rules", "--ops", "and", "--max-size", "3", "--format", "egglog"}).out).front(),
            "(birewrite (And a b) (And b a))");
  const auto rule = json(lines(run_program({"rules", "--ops", "and", "--max-size", "3", "--json"}).out).front());
  EXPECT_STREQ(rule["left"].GetString(), "a & b");
  expect_refused({"rules", "--ops", "and,or,not", "--max-size", "20"}, {"more than 4000000 expressions"});
  expect_refused({"rules", "--constants", "maybe"}, {"'maybe' is not a constant of the boolean domain"});
}

TEST(RulesVerb, ProvesOrRefutesRulesOfAFile) {
  const Outcome outcome =
      run_program({"rules", "--check", "-"}, "(& ?a ?b) ==> (& ?b ?a)\n# a comment\n\na | b = a & b\n(? ==> a\n");
  EXPECT_EQ(outcome.exit_code, 2);
  const std::vector<std::string> answers = lines(outcome.out);
  ASSERT_EQ(answers.size(), 3U) << outcome.out;
  EXPECT_EQ(answers[0], "equivalent (truth table)\t(& ?a ?b) ==> (& ?b ?a)");
  EXPECT_EQ(answers[1], "different a=1 b=0: 1 is not 0\ta | b = a & b");
  EXPECT_EQ(answers[2].find("error: line 5: "), 0U) << answers[2];
  EXPECT_EQ(run_program({"rules", "--check", "-", "-q"}, "a = ~a\n").exit_code, 1);
  EXPECT_EQ(run_program({"rules", "--check", "-", "-q"}, "a = ~~a\n").exit_code, 0);
  // Sums, as everywhere, unless something says otherwise: the sign between the sides does not.
  const std::string sums = "(+ ?a ?a) ==> ?a\n";
  const Outcome checked = run_program({"rules", "--check", "-"}, sums);
  EXPECT_EQ(checked.exit_code, 1) << checked.out;
  EXPECT_TRUE(contains(checked.err, "1 rules of the polynomial domain: 0 proved, 1 refuted")) << checked.err;
  EXPECT_EQ(run_program({"rules", "--check", "-", "-q"}, sums + "(& ?a ?a) <==> ?a\n").exit_code, 0);
  EXPECT_EQ(run_program({"rules", "--check", "-", "-q", "--domain", "boolean"}, sums).exit_code, 0);
}

}  // namespace eqnet::cli
