// The command line as scripts see it: exit codes, what goes to stdout and to stderr, JSON keys.
#include "cli/workshop.h"

namespace eqnet::cli {

TEST(Program, SaysWhenStandardOutputCannotBeWritten) {
  const TemporaryFolder folder;
  const std::string command =
      std::string("'") + EQNET_PROGRAM + "' equiv a a > /dev/full 2> '" + folder.file("err") + "'";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
  EXPECT_NE(read_file(folder.file("err")).find("cannot be written"), std::string::npos);
  const std::string help = std::string("'") + EQNET_PROGRAM + "' --help > /dev/full 2> /dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(help.c_str())), 2);
}

TEST(Program, HelpsOnStdoutAndComplainsOnStderr) {
  const Outcome help = run_program({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("generate"), std::string::npos);
  EXPECT_EQ(help.err, "");
  for (const char* verb : {"generate", "stats", "equiv"}) {
    const Outcome verb_help = run_program({verb, "--help"});
    EXPECT_EQ(verb_help.exit_code, 0);
    EXPECT_NE(verb_help.out.find("Examples:"), std::string::npos) << verb;
  }
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{},
                                                {"frobnicate"},
                                                {"equiv", "a"},
                                                {"stats"},
                                                {"generate", "boolean5", "-o"},
                                                {"--nonsense"}}) {
    const Outcome outcome = run_program(wrong);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.substr(0, 14), "eqnet: error: ") << outcome.err;
  }
  EXPECT_EQ(run_program({"--version"}).out.substr(0, 6), "eqnet ");
}

TEST(Program, NamesWhatItDoesNotKnowAndTheNearest) {
  const auto complaint = [](const std::vector<std::string>& arguments) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
    return outcome.err;
  };
  const auto expect = [&](const std::vector<std::string>& arguments, const char* part) {
    const std::string text = complaint(arguments);
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  expect({"genrate"}, "verb 'genrate' is not known; did you mean 'generate'?");
  expect({"frobnicate"}, "verb 'frobnicate' is not known; `eqnet --help` lists the verbs");
  expect({"help", "eqiv"}, "did you mean 'equiv'?");
  expect({"equiv", "a", "b", "--jsn"}, "option '--jsn' is not known to `eqnet equiv`; did you mean '--json'?");
  expect({"stats", "x", "--verfy=1"}, "did you mean '--verify'?");
  expect({"equiv", "a", "b", "c"}, "'c'");
  // Before what is missing because of it.
  expect({"train", "x", "--ouput", "y"}, "option '--ouput' is not known to `eqnet train`; did you mean '--output'?");
  expect({"stats", "--verfy"}, "did you mean '--verify'?");
  expect({"stats"}, "DATASET is required");
  expect({"train", "x", "-o", "y", "-m", "eqnetmul"}, "did you mean 'eqnet-mul'?");
  expect({}, "no verb");
  expect({""}, "verb");
}

TEST(Program, HelpsOnAVerbAskedForByName) {
  EXPECT_EQ(run_program({"help"}).out, run_program({"--help"}).out);
  const Outcome help = run_program({"help", "equiv"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_EQ(help.out, run_program({"equiv", "--help"}).out);
}

TEST(Program, RefusesNumbersThatAreNone) {
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"generate", "boolean5", "--count", "--threads", "-1"},
                                             {"generate", "boolean5", "--count", "--threads", "99999999"},
                                             {"generate", "boolean5", "--count", "--seed", "-1"},
                                             {"generate", "boolean5", "--count", "--seed", "99999999999999999999"},
                                             {"generate", "boolean5", "--count", "--seed", "1x"},
                                             {"equiv", "a", "a", "--timeout", "nan"},
                                             {"equiv", "a", "a", "--timeout", "inf"},
                                             {"equiv", "a", "a", "--timeout", "-1"}}) {
    const Outcome outcome = run_program(wrong);
    EXPECT_EQ(outcome.exit_code, 2) << wrong.back();
    EXPECT_NE(outcome.err.find("found '" + wrong.back() + "', expected a"), std::string::npos) << outcome.err;
  }
}

#ifndef EQNET_SANITIZE
// Where memory is short there is an answer or an error, and no thread is started that is not needed.
TEST(Program, AnswersWhereMemoryIsShort) {
  const auto under = [](const std::string& limit, const std::vector<std::string>& arguments) {
    const TemporaryFolder folder;
    std::string command = "ulimit -v " + limit + "; exec timeout 60 '" + EQNET_PROGRAM + "'";
    for (const std::string& argument : arguments) command += " '" + argument + "'";
    command = "sh -c \"" + command + "\" > '" + folder.file("out") + "' 2> '" + folder.file("err") + "'";
    const int status = std::system(command.c_str());
    return Outcome{WEXITSTATUS(status), read_file(folder.file("out")), read_file(folder.file("err"))};
  };
  const Outcome small = under("150000", {"equiv", "(x + y)^2", "x^2 + 2x*y + y^2"});
  EXPECT_EQ(small.exit_code, 0);
  EXPECT_EQ(small.out, "equivalent (normal form)\n");
  EXPECT_EQ(small.err, "");

  const TemporaryFolder folder;
  ASSERT_EQ(run_program({"generate", "boolean5", "-o", folder.path()}).exit_code, 0);
  for (int i = 0; i < 5; ++i) {  // two threads, and room for the buffer of one
    const Outcome some = under("300000", {"train", folder.file("boolean5.json.gz"), "-o", folder.file("n"), "--force",
                                          "--set", "steps=20", "--threads", "2", "-q"});
    EXPECT_TRUE(some.exit_code == 0 || (some.exit_code == 2 && some.err.find("out of memory") != std::string::npos))
        << some.exit_code << some.err;
  }
  const Outcome products = under("150000", {"train", folder.file("boolean5.json.gz"), "-o", folder.file("m"), "-q"});
  EXPECT_EQ(products.exit_code, 2);
  EXPECT_NE(products.err.find("out of memory"), std::string::npos) << products.err;

  std::string up = "v0";
  std::string down = "v99999";
  for (int i = 1; i < 100000; ++i) {
    up += "+v" + std::to_string(i);
    down += "+v" + std::to_string(99999 - i);
  }
  folder.write("both", up + "\n" + down + "\n");
  const std::string command = "ulimit -v 2000000; exec timeout 60 '" + std::string(EQNET_PROGRAM) +
                              "' equiv --timeout 5 - - < '" + folder.file("both") + "' > '" + folder.file("out") + "'";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);
  EXPECT_EQ(read_file(folder.file("out")).substr(0, 11), "undecided (");

  std::string lines_of_many;
  for (int i = 0; i < 100000; ++i) {
    lines_of_many += "c" + std::to_string(i) + "\tw" + std::to_string(i) + " - 2\n";
  }
  const Outcome verified = under("2000000", {"stats", "--verify", folder.write("many.txt", lines_of_many)});
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  const Outcome generated = under("4000000", {"generate", "--domain", "polynomial", "--vars", "50000", "--count"});
  EXPECT_EQ(generated.exit_code, 2) << generated.out;
  EXPECT_NE(generated.err.find("memory"), std::string::npos) << generated.err;
}
#endif

TEST(Equiv, SaysWhatMayHaveBeenMisread) {
  const Outcome outcome = run_program({"equiv", "2xy", "2*x*y"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.out.find("\nnote: 'xy' was read as one variable"), std::string::npos) << outcome.out;
  EXPECT_TRUE(json(run_program({"equiv", "--json", "2xy", "2*x*y"}).out).HasMember("note"));
  EXPECT_EQ(run_program({"equiv", "(x+1)(x-1)", "x^2 - 1"}).exit_code, 0);
  EXPECT_EQ(run_program({"equiv", "a <-> b", "a iff b"}).exit_code, 0);
}

TEST(Equiv, SaysWhyItIsUndecidedAndShowsAPointWhereThereIsOne) {
  const Outcome large = run_program({"equiv", "--timeout", "1", "((a+b)^2000)^2", "(a+b)^4000"});
  EXPECT_EQ(large.exit_code, 3);
  EXPECT_NE(large.out.find("undecided (too large: "), std::string::npos) << large.out;
  EXPECT_EQ(run_program({"equiv", "2305843009213693951*x", "0"}).out.substr(0, 19), "different: at x = -");
  EXPECT_EQ(run_program({"equiv", "2", "3"}).out, "different: at every point the first is 2 and the second is 3\n");
}

TEST(Equiv, AnswersByExitCode) {
  EXPECT_EQ(run_program({"equiv", "a -> b", "~a | b"}).exit_code, 0);
  EXPECT_EQ(run_program({"equiv", "a & b", "a | b"}).exit_code, 1);
  EXPECT_EQ(run_program({"equiv", "a &", "a"}).exit_code, 2);
  EXPECT_EQ(run_program({"equiv", "--timeout", "1", "(a+b+c+d)^999999999", "(b+a+c+d)^999999999"}).exit_code, 3);
  EXPECT_EQ(run_program({"equiv", "--domain", "open", "(f a)", "(g a)"}).exit_code, 3);
}

TEST(Equiv, PrintsTheWitness) {
  EXPECT_EQ(run_program({"equiv", "a & b", "a | b"}).out,
            "different: at a = 1, b = 0 the first is 0 and the second is 1\n");
  const auto document = json(run_program({"equiv", "--json", "x*x", "x + x"}).out);
  EXPECT_STREQ(document["verdict"].GetString(), "different");
  const int x = document["witness"]["x"].GetInt();
  EXPECT_EQ(document["left"].GetInt(), x * x);
  EXPECT_EQ(document["right"].GetInt(), x + x);
  EXPECT_TRUE(json(run_program({"equiv", "--json", "a", "a"}).out)["witness"].IsNull());
}

TEST(Equiv, CountsColumnsOfWhatWasTyped) {
  const Outcome outcome = run_program({"equiv", "-x+", "x"});
  EXPECT_NE(outcome.err.find("column 4"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("\n-x+\n   ^"), std::string::npos) << outcome.err;
}

TEST(Equiv, TakesALeadingMinusAndStdin) {
  EXPECT_EQ(run_program({"equiv", "-a + b", "b - a"}).exit_code, 0);
  EXPECT_EQ(run_program({"equiv", "--json", "-a", "--a"}).exit_code, 1);
  EXPECT_EQ(run_program({"equiv", "-", "b - a"}, "-a + b\n").exit_code, 0);
  EXPECT_EQ(run_program({"equiv", "-", "-"}, "-a + b\nb - a\n").exit_code, 0);
  const Outcome none = run_program({"equiv", "-", "-"}, "a\n");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.err.find("standard input"), std::string::npos);
}

TEST(Equiv, ShowsTheMistakeWithACaret) {
  const Outcome outcome = run_program({"equiv", "a & (b | )", "a"});
  EXPECT_EQ(
      outcome.err,
      "eqnet: error: line 1, column 10: found ')', expected a variable, 'false', 'true', '~' or '(' (in the first "
      "expression)\na & (b | )\n         ^\n");
}

TEST(Equiv, UsesTheDomainThatIsAskedFor) {
  EXPECT_EQ(run_program({"equiv", "a + a*b", "a"}).exit_code, 1);
  EXPECT_EQ(run_program({"equiv", "--domain", "boolean", "a + a*b", "a"}).exit_code, 0);
  EXPECT_EQ(run_program({"equiv", "--domain", "nonsense", "a", "a"}).exit_code, 2);
}

TEST(Generate, WritesDatasetsThatStatsFindsClean) {
  const TemporaryFolder folder;
  const Outcome made = run_program({"generate", "boolean5", "poly5", "-o", folder.path()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_EQ(made.err, "") << "no progress bar without a terminal";
  const Outcome stats = run_program({"stats", "--verify", "--json", folder.file("boolean5.json.gz")});
  ASSERT_EQ(stats.exit_code, 0) << stats.err;
  const auto document = json(stats.out);
  EXPECT_STREQ(document["dataset"].GetString(), "boolean5");
  EXPECT_EQ(document["expressions"].GetInt(), 1239);
  EXPECT_EQ(document["classes"].GetInt(), 95);
  EXPECT_NEAR(document["entropy_bits"].GetDouble(), 5.6, 0.05);
  EXPECT_EQ(document["max_size"].GetInt(), 5);
  int sum = 0;
  for (const char* part : {"trainset", "validationset", "testset", "neweqtestset"}) {
    sum += document["splits"][part]["expressions"].GetInt();
    EXPECT_GT(document["splits"][part]["classes"].GetInt(), 0);
  }
  EXPECT_EQ(sum, 1239);
  EXPECT_EQ(document["ceilings"]["seen"].Size(), 15U);
  EXPECT_EQ(document["ceilings"]["unseen"].Size(), 15U);
  EXPECT_LE(document["ceilings"]["unseen"][4].GetDouble(), 1.0);
  EXPECT_EQ(document["mixed_classes"].Size(), 0U);
  EXPECT_EQ(document["split_functions"].Size(), 0U);
  const auto both =
      json(run_program({"stats", "--json", folder.file("boolean5.json.gz"), folder.file("poly5.json.gz")}).out);
  EXPECT_EQ(both.Size(), 2U);
}

TEST(Generate, GivesTheSameBytesForEveryNumberOfThreads) {
  const TemporaryFolder folder;
  const std::vector<std::string> names = {"boolean5", "simpleBoolean10", "poly5", "oneVarPoly10"};
  for (const char* threads : {"1", "3"}) {
    std::vector<std::string> arguments = {"generate", "--seed", "9", "--threads", threads, "-o", folder.file(threads)};
    arguments.insert(arguments.end(), names.begin(), names.end());
    ASSERT_EQ(run_program(arguments).exit_code, 0);
  }
  for (const std::string& name : names) {
    for (const std::string& file : {name + ".json.gz", "split/" + name + "-trainset.json.gz"}) {
      EXPECT_EQ(read_file(folder.file("1/" + file)), read_file(folder.file("3/" + file))) << file;
    }
  }
}

TEST(Generate, MakesSpacesOfYourOwn) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_program({"generate", "--domain", "polynomial", "--vars", "2", "--ops", "+,*", "--max-size", "7",
                   "--per-class", "5", "--name", "mine", "--format", "text", "-o", folder.path()});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string text = read_file(folder.file("mine.txt"));
  EXPECT_EQ(text.find('-'), std::string::npos);
  EXPECT_EQ(run_program({"stats", "--verify", folder.file("mine.txt")}).exit_code, 0);
  const auto document = json(run_program({"stats", "--json", folder.file("mine.txt")}).out);
  EXPECT_EQ(document["expressions"].GetUint(), lines(text).size());
  EXPECT_TRUE(document["splits"].HasMember("trainset"));
}

TEST(Generate, TakesThePapersNamesToo) {
  const auto document = json(run_program({"generate", "--count", "--json", "oneV-Poly10", "Bool5", "boolean5"}).out);
  ASSERT_EQ(document.Size(), 2U) << "two names of one dataset";
  EXPECT_STREQ(document[0]["dataset"].GetString(), "oneVarPoly10");
  EXPECT_STREQ(document[1]["dataset"].GetString(), "boolean5");
}

TEST(Generate, OnlyCountsWhenAskedTo) {
  const auto document = json(run_program({"generate", "--count", "--json", "boolean10"}).out);
  EXPECT_EQ(document["classes"].GetInt(), 256);
  EXPECT_EQ(document["expressions"].GetInt(), 51200);
  EXPECT_EQ(document["space"].GetInt(), 12041598);
}

TEST(Generate, RefusesWhatMakesNoSense) {
  const TemporaryFolder folder;
  const auto expect_refused = [](const std::vector<std::string>& arguments, const char* part) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  };
  expect_refused({"generate", "boolean9", "-o", folder.path()}, "did you mean 'boolean");
  expect_refused({"generate", "boolean5", "--vars", "4", "--count"}, "--domain");
  expect_refused({"generate", "-o", folder.path()}, "name a preset");
  expect_refused({"generate", "boolean5"}, "-o DIR");
  expect_refused({"generate", "--domain", "boolean", "--ops", "nand", "-o", folder.path()}, "'nand'");
  expect_refused({"generate", "--domain", "boolean", "--max-size", "30", "-o", folder.path()}, "--per-class");
  expect_refused({"generate", "--domain", "boolean", "--vars", "40", "-o", folder.path()}, "16");
  EXPECT_EQ(folder.entries(), 0U);
  const std::string file = folder.write("file", "");
  expect_refused({"generate", "boolean5", "-o", file}, "cannot be made a folder");
}

TEST(Stats, NamesWhatIsWrongAndExitsWithOne) {
  const TemporaryFolder folder;
  const std::string path = folder.write("bad.txt", "c\ta & b\nc\ta | b\nd\tb & a\n");
  const Outcome outcome = run_program({"stats", "--verify", path});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.out.find("class 'c' mixes 2 functions: 'a & b' and 'a | b' differ"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("split over the classes 'c', 'd'"), std::string::npos) << outcome.out;
  const auto document = json(run_program({"stats", "--verify", "--json", path}).out);
  EXPECT_STREQ(document["mixed_classes"][0].GetString(), "c");
  EXPECT_STREQ(document["split_functions"][0][1].GetString(), "d");
  EXPECT_TRUE(document["splits"].IsNull());
  EXPECT_EQ(run_program({"stats", path}).exit_code, 0) << "without --verify nothing is judged";
}

TEST(Stats, RefusesBadFilesInOneLine) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_program({"generate", "boolean5", "-o", folder.path()}).exit_code, 0);
  const std::string good = read_file(folder.file("boolean5.json.gz"));
  folder.write("truncated.json.gz", good.substr(0, good.size() / 2));
  folder.write("corrupt.json.gz", good.substr(0, 1000) + "x" + good.substr(1001));
  folder.write("empty.json.gz", "");
  folder.write("array.json", "[1, 2]");
  for (const std::string& name : std::vector<std::string>{"truncated.json.gz", "corrupt.json.gz", "empty.json.gz",
                                                          "array.json", "missing.json.gz", ""}) {
    const Outcome outcome = run_program({"stats", folder.file(name)});
    EXPECT_EQ(outcome.exit_code, 2) << name;
    EXPECT_EQ(outcome.out, "") << name;
    EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
    EXPECT_NE(outcome.err.find(folder.path()), std::string::npos) << outcome.err;
  }
}

}  // namespace eqnet::cli
