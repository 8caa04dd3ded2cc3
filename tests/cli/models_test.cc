// The verbs that use models, as scripts see them: info, evaluate, embed, nearest.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "cli/workshop.h"

namespace eqnet::cli {

TEST(ModelVerbs, HaveHelpWithExamples) {
  for (const char* verb : {"train", "evaluate", "embed", "nearest", "info"}) {
    const Outcome help = run_program({verb, "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_NE(help.out.find("Example"), std::string::npos) << verb;
    EXPECT_EQ(help.err, "");
  }
  const std::string help = run_program({"train", "--help"}).out;
  for (const char* setting : {"learning_rate", "curriculum_start", "kappa", "stacks"}) {
    EXPECT_NE(help.find(setting), std::string::npos) << setting;
  }
}

TEST(Pretrained, ModelsAreThereByName) {
  const Outcome outcome = run_program({"embed", "boolean", "a -> (b -> c)", "~(a & b) | c", "a & b", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  std::vector<std::vector<double>> vectors;
  for (const std::string& line : lines(outcome.out)) {
    vectors.emplace_back();
    const auto object = json(line);
    for (const auto& number : object["vector"].GetArray()) vectors.back().push_back(number.GetDouble());
  }
  ASSERT_EQ(vectors.size(), 3U);
  const auto cosine = [](const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);  // of length 1
  };
  EXPECT_GT(cosine(vectors[0], vectors[1]), 0.999);
  EXPECT_LT(cosine(vectors[0], vectors[2]), 0.9);

  EXPECT_EQ(run_program({"info", "polynomial"}).exit_code, 0);
  const Outcome deep = run_program({"evaluate", "polynomial", "--random-size", "9", "--count", "500", "--json"});
  ASSERT_EQ(deep.exit_code, 0) << deep.err;
  const auto scores = json(deep.out);
  EXPECT_GT(scores["unseen"]["score"][4].GetDouble(), 0.9 * scores["unseen"]["ceiling"][4].GetDouble());
  EXPECT_TRUE(scores["seen"].IsNull());
  expect_refused({"embed", "boolean", "a & z"}, {"z"});

  const Outcome fractions = run_program({"embed", "rational", "(a*a - 1)/(a - 1)", "a + 1", "a - 1", "--json"});
  ASSERT_EQ(fractions.exit_code, 0) << fractions.err;
  vectors.clear();
  for (const std::string& line : lines(fractions.out)) {
    vectors.emplace_back();
    const auto object = json(line);
    for (const auto& number : object["vector"].GetArray()) vectors.back().push_back(number.GetDouble());
  }
  ASSERT_EQ(vectors.size(), 3U);
  EXPECT_GT(cosine(vectors[0], vectors[1]), 0.999);
  EXPECT_LT(cosine(vectors[0], vectors[2]), 0.9);
  expect_refused({"embed", "booleann", "a"}, {"booleann", "did you mean 'boolean'?", "polynomial"});
}

TEST(Pretrained, ModelsGiveWayToFilesOfTheirName) {
  const Workshop shop;
  (void)shop.train("boolean");
  std::filesystem::create_directory(shop.folder.file("polynomial"));  // no file
  const auto kind = [&](const char* name) {
    const Outcome outcome =
        eqnet::testing::run_program_at(EQNET_PROGRAM, {"info", name, "--json"}, "", shop.folder.path());
    return outcome.exit_code == 0 ? json(outcome.out)["model"].GetString() : outcome.err;
  };
  EXPECT_EQ(kind("boolean"), "eqnet");
  EXPECT_EQ(kind("polynomial"), "eqnet-mul");
  EXPECT_EQ(kind("rational"), "eqnet-mul");
}

TEST(Evaluate, AsksAboutRandomTrees) {
  const Workshop shop;
  const std::string model = shop.train("m");
  const Arguments ask = {"evaluate", model, "--random-size", "20", "--count", "300", "--json", "--scores-only"};
  const Outcome first = run_program(ask);
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(run_program(ask).out, first.out);
  EXPECT_NE(run_program(ask + Arguments{"--seed", "2"}).out, first.out);
  expect_refused({"evaluate", model}, {"DATASET", "--random-size"});
  expect_refused({"evaluate", model, shop.dataset(), "--random-size", "9"}, {"--random-size", "leave out"});
  expect_refused({"evaluate", model, "--random-size", "5000"}, {"2000"});
  expect_refused({"evaluate", "polynomial", "--random-size", "8"}, {"8 nodes", "odd"});
  expect_refused({"evaluate", model, "--random-size", "1"}, {"too few trees"});
  EXPECT_EQ(run_program({"evaluate", model, shop.dataset(), "--count", "9"}).exit_code, 2) << "needs --random-size";
  const std::string table =
      run_program({"evaluate", model, "--random-size", "20", "--count", "300", "--scores-only"}).out;
  EXPECT_EQ(table.find("precision-recall"), std::string::npos) << table;
}

TEST(Info, TellsWhatAModelIs) {
  const Workshop shop;
  const std::string model = shop.train("m", {"--seed", "3", "--set", "dropout=0.2"});
  const Outcome outcome = run_program({"info", model, "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto info = json(outcome.out);
  EXPECT_STREQ(info["model"].GetString(), "eqnet");
  EXPECT_STREQ(info["domain"].GetString(), "boolean");
  EXPECT_GT(info["parameters"].GetInt(), 1000);
  ASSERT_EQ(info["leaves"].Size(), 3U);
  EXPECT_STREQ(info["leaves"][0].GetString(), "a");
  EXPECT_EQ(info["operators"].Size(), 5U);
  EXPECT_STREQ(info["settings"]["dimension"].GetString(), "16");
  EXPECT_STREQ(info["settings"]["dropout"].GetString(), "0.2");
  EXPECT_STREQ(info["notes"]["dataset"].GetString(), "boolean5");
  EXPECT_STREQ(info["notes"]["seed"].GetString(), "3");
  EXPECT_EQ(info["notes"]["data_hash"].GetStringLength(), 16U);
  EXPECT_FALSE(info.HasMember("algebras")) << "of an eqnet-mul alone";
  const std::string text = run_program({"info", model}).out;
  EXPECT_NE(text.find("eqnet, boolean expressions over a b c with And Implies Not Or Xor"), std::string::npos) << text;
  EXPECT_NE(text.find("vectors of 16 numbers"), std::string::npos) << text;
  EXPECT_EQ(text.find("learned"), std::string::npos) << text;
}

// The pretrained model knows two truth values at most of its points, and what its operators do with them.
TEST(Info, SaysOfAnIndexThatItIsOne) {
  const TemporaryFolder folder;
  const std::string index = folder.file("some.index");
  ASSERT_EQ(run_program({"index", "boolean", folder.write("list", "a & b\na | b\n"), "-o", index}).exit_code, 0);
  expect_refused({"info", index}, {index, "is an index", "eqnet nearest"});
}

TEST(Info, TellsWhatAnEqNetMulHasLearned) {
  const Outcome outcome = run_program({"info", "boolean", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto info = json(outcome.out);
  EXPECT_EQ(info["blocks"]["count"].GetUint(), 255U);
  unsigned live = 0;
  for (const auto& algebra : info["algebras"].GetArray()) live += algebra["live"].GetUint();
  EXPECT_EQ(live, info["blocks"]["live"].GetUint()) << "each in one algebra";
  const auto& algebra = info["algebras"][0];
  ASSERT_EQ(algebra["values"].Size(), 2U);
  EXPECT_GT(algebra["live"].GetUint(), 100U);
  EXPECT_LE(algebra["assignments"].GetUint(), 64U);
  ASSERT_EQ(info["operators"].Size(), 5U);
  for (unsigned op = 0; op < 5; ++op) {
    const auto& learned = algebra["operators"][op];
    EXPECT_EQ(learned["name"], info["operators"][op]);
    const std::string name = learned["name"].GetString();
    for (unsigned l = 0; l < 2; ++l) {
      if (name == "Not") {
        EXPECT_EQ(learned["table"][l].GetUint(), 1 - l);
      }
      for (unsigned r = 0; r < 2 && name != "Not"; ++r) {
        const bool value = name == "And"       ? l != 0 && r != 0
                           : name == "Implies" ? l == 0 || r != 0
                           : name == "Or"      ? l != 0 || r != 0
                                               : l != r;
        EXPECT_EQ(learned["table"][l][r].GetUint(), value ? 1U : 0U) << name << l << r;
      }
    }
    const auto& commutes = learned["laws"][0];
    if (name == "Not") continue;
    EXPECT_STREQ(commutes["law"].GetString(), "commutes");
    EXPECT_EQ(commutes["holds"].GetBool(), name != "Implies");
    EXPECT_EQ(commutes["error"].GetDouble() < 0.1, name != "Implies");
  }
  const std::string text = run_program({"info", "boolean"}).out;
  EXPECT_NE(text.find("And | v0 v1"), std::string::npos) << text;
  EXPECT_NE(text.find("does not commute"), std::string::npos) << text;
  for (const std::string& line : lines(text)) EXPECT_LE(line.size(), 100U) << line;
  const std::string card = run_program({"info", "boolean", "--card"}).out;
  EXPECT_NE(card.find("## What it has learned"), std::string::npos) << card;
}

TEST(Info, EscapesWhatItPutsIntoACard) {
  const Workshop shop;
  const std::string card = run_program({"info", shop.train("a|b <i>"), "--card"}).out;
  EXPECT_NE(card.find("a\\|b \\<i\\>: "), std::string::npos) << card.substr(0, 200);
  EXPECT_NE(card.find("a|b <i>' 'EXPR'"), std::string::npos) << "quoted for the shell: " << card;
}

TEST(Isa, ThatIsNoneIsRefused) {
  const auto with = [](const std::string& isa) {
    const std::string command = "EQNET_ISA=" + isa + " '" + EQNET_PROGRAM + "' embed boolean a > /dev/null 2>&1";
    return WEXITSTATUS(std::system(command.c_str()));
  };
  EXPECT_EQ(with("base"), 0);
  EXPECT_EQ(with("avx"), 2);
}

TEST(Info, WritesACardWhoseSettingsTrainTheSameModel) {
  const Workshop shop;
  for (const char* margin : {"margin=0.75", "margin=.75"}) {
    const std::string model = shop.train(
        "m", {"--set", "mu_schedule=fast", "--set", "residual=off", "--set", "epsilon=1E-6", "--set", margin});
    const std::string card = run_program({"info", model, "--card"}).out;
    EXPECT_EQ(card.substr(0, 2), "# ");
    const size_t begin = card.find("```toml\n") + 8;
    ASSERT_GE(begin, 8U) << card;
    const std::string config = shop.folder.write("c.toml", card.substr(begin, card.find("```", begin) - begin));
    const Outcome again =
        run_program({"train", shop.dataset(), "-m", "eqnet", "--force", "-o", shop.folder.file("again"), "--epochs",
                     "30", "--threads", "1", "--config", config});
    ASSERT_EQ(again.exit_code, 0) << again.err << margin;
    const Arguments expressions = {"a", "a & b", "~(a ^ c) | b"};
    EXPECT_EQ(run_program(Arguments{"embed", shop.folder.file("again")} + expressions).out,
              run_program(Arguments{"embed", model} + expressions).out);
  }
}

TEST(Evaluate, GivesScoresWithCeilingsAndAreas) {
  const Workshop shop;
  const std::string model = shop.train("m");
  const Outcome outcome = run_program({"evaluate", model, shop.dataset(), "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto result = json(outcome.out);
  EXPECT_EQ(result["model"].GetString(), model);
  EXPECT_STREQ(result["dataset"].GetString(), "boolean5");
  const auto stats = json(run_program({"stats", "--json", shop.dataset()}).out);
  for (const char* part : {"seen", "unseen"}) {
    ASSERT_TRUE(result[part].IsObject()) << part;
    ASSERT_EQ(result[part]["score"].Size(), 15U);
    ASSERT_EQ(result[part]["ceiling"].Size(), 15U);
    for (unsigned k = 0; k < 15; ++k) {
      const double ceiling = result[part]["ceiling"][k].GetDouble();
      EXPECT_NEAR(ceiling, stats["ceilings"][part][k].GetDouble(), 1e-12) << "as stats says";
      EXPECT_LE(result[part]["score"][k].GetDouble(), ceiling + 1e-12);
      EXPECT_GT(result[part]["score"][k].GetDouble(), 0);
    }
    EXPECT_GT(result[part]["queries"].GetInt(), 50);
    for (const char* area : {"pr_auc", "roc_auc"}) {
      EXPECT_GT(result[part][area].GetDouble(), 0) << area;
      EXPECT_LE(result[part][area].GetDouble(), 1) << area;
    }
    EXPECT_GT(result[part]["roc_auc"].GetDouble(), 0.55) << "better than chance";
  }
  const auto table = lines(run_program({"evaluate", model, shop.dataset()}).out);
  ASSERT_GT(table.size(), 15U);
  EXPECT_EQ(table[0].substr(0, 1), "k");
  EXPECT_EQ(table[15].substr(0, 2), "15");
  EXPECT_EQ(run_program({"evaluate", model, shop.dataset(), "--json", "--threads", "1"}).out,
            run_program({"evaluate", model, shop.dataset(), "--json", "--threads", "3"}).out);
  const auto scores = json(run_program({"evaluate", model, shop.dataset(), "--json", "--scores-only"}).out);
  EXPECT_FALSE(scores["seen"].HasMember("pr_auc"));
  EXPECT_EQ(scores["seen"]["score"], result["seen"]["score"]);
}

TEST(Embed, WritesTextJsonAndNumPyAlike) {
  const Workshop shop;
  const std::string model = shop.train("m");
  const Arguments expressions = {"a & b", "~(a ^ c)", "b"};
  const auto text = lines(run_program(Arguments{"embed", model} + expressions).out);
  const auto objects = lines(run_program(Arguments{"embed", model, "--json"} + expressions).out);
  const Outcome silent = run_program(Arguments{"embed", model, "--npy", shop.folder.file("v.npy")} + expressions);
  EXPECT_EQ(silent.exit_code, 0) << silent.err;
  EXPECT_EQ(silent.out, "");
  const std::string npy = read_file(shop.folder.file("v.npy"));
  ASSERT_EQ(text.size(), 3U);
  ASSERT_EQ(objects.size(), 3U);

  // NumPy's format, version 1.0.
  ASSERT_EQ(npy.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const size_t begin = 10 + static_cast<unsigned char>(npy[8]) + 256 * static_cast<unsigned char>(npy[9]);
  EXPECT_EQ(begin % 64, 0U);
  EXPECT_EQ(npy[begin - 1], '\n');
  const std::string header = npy.substr(10, begin - 10);
  for (const char* part : {"'descr': '<f4'", "'fortran_order': False", "'shape': (3, 16)"}) {
    EXPECT_NE(header.find(part), std::string::npos) << header;
  }
  ASSERT_EQ(npy.size(), begin + 3 * 16 * sizeof(float));

  for (size_t i = 0; i < 3; ++i) {
    const auto object = json(objects[i]);
    EXPECT_EQ(object["expression"].GetString(), expressions[i]);
    ASSERT_EQ(object["vector"].Size(), 16U);
    EXPECT_EQ(text[i].substr(text[i].find('\t') + 1), expressions[i]);
    std::istringstream numbers(text[i]);
    double square = 0;
    for (unsigned j = 0; j < 16; ++j) {
      float exact = 0;
      std::memcpy(&exact, npy.data() + begin + (i * 16 + j) * sizeof(float), sizeof(float));
      double printed = 0;
      numbers >> printed;
      EXPECT_EQ(static_cast<float>(object["vector"][j].GetDouble()), exact) << "JSON has every bit";
      EXPECT_NEAR(printed, exact, 1e-5 * std::fabs(exact));
      square += static_cast<double>(exact) * exact;
    }
    EXPECT_NEAR(square, 1, 1e-5);
  }
}

TEST(Embed, ReadsStandardInput) {
  const Workshop shop;
  const std::string model = shop.train("m");
  const std::string expected = run_program({"embed", model, "a & b", "~c"}).out;
  EXPECT_EQ(run_program({"embed", model}, "a & b\n~c\r\n").out, expected);
  EXPECT_EQ(run_program({"embed", model, "a & b", "-"}, "~c").out, expected);
  const Outcome nothing = run_program({"embed", model}, "");
  EXPECT_EQ(nothing.exit_code, 0);
  EXPECT_EQ(nothing.out, "");
}

// Rows and lines stay together, whatever is in the lines.
TEST(Embed, GivesOneRowPerLine) {
  const Workshop shop;
  const std::string model = shop.train("m");
  const std::string input = "a & b\n\na &\n~zebra\n~c\n";
  const Outcome refused = run_program({"embed", model}, input);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(lines(refused.out).size(), 1U) << "the rows before it";
  EXPECT_NE(refused.err.find("standard input, line 2: "), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("--skip-bad"), std::string::npos) << refused.err;

  const Outcome skipped = run_program({"embed", model, "--skip-bad"}, input);
  EXPECT_EQ(skipped.exit_code, 0);
  EXPECT_NE(skipped.err.find("3 of 5 expressions"), std::string::npos) << skipped.err;
  EXPECT_EQ(run_program({"embed", model, "--skip-bad", "-q"}, input).err, "");
  const auto rows = lines(skipped.out);
  ASSERT_EQ(rows.size(), 5U);
  const auto good = lines(run_program({"embed", model, "a & b", "~c"}).out);
  EXPECT_EQ(rows[0], good[0]);
  EXPECT_EQ(rows[4], good[1]);
  for (const size_t bad : {1, 2, 3}) EXPECT_EQ(rows[bad].substr(0, 8), "nan nan ") << rows[bad];

  const auto objects = lines(run_program({"embed", model, "--skip-bad", "--json"}, input).out);
  ASSERT_EQ(objects.size(), 5U);
  EXPECT_TRUE(json(objects[3])["vector"].IsNull());
  EXPECT_NE(std::string(json(objects[3])["error"].GetString()).find("zebra"), std::string::npos);
  EXPECT_TRUE(json(objects[4])["vector"].IsArray());

  ASSERT_EQ(run_program({"embed", model, "--skip-bad", "--npy", shop.folder.file("v.npy")}, input).exit_code, 0);
  EXPECT_NE(read_file(shop.folder.file("v.npy")).find("(5, 16)"), std::string::npos);
}

TEST(Embed, WritesValidJsonOfAnyBytes) {
  const Outcome outcome = run_program({"embed", "boolean", "--json", "--skip-bad"}, "a\n\xFF\xFE\n");
  const auto rows = lines(outcome.out);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_STREQ(json(rows[1])["expression"].GetString(), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(run_program({"embed", "boolean", "--json", "--skip-bad", "-a+", "a"}).out.find("\\u0001"),
            std::string::npos);
}

TEST(Embed, NamesAFewOfManyUnknownSymbols) {
  std::string text = "u0";
  for (int i = 1; i < 20000; ++i) text += "&u" + std::to_string(i);
  const Outcome outcome = run_program({"embed", "boolean"}, text + "\n");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("and 19992 more"), std::string::npos) << outcome.err.substr(0, 500);
  EXPECT_LT(outcome.err.size(), 1000U);
}

TEST(Embed, TakesAnEmptyValueForWhatItIs) {
  const Outcome outcome = run_program({"embed", "boolean", "--npy=", "a", "b"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(lines(outcome.out).size(), 2U) << "no file, and both expressions";
}

TEST(Embed, NumbersLinesOverAllOfALongInput) {
  std::string input;
  for (int i = 0; i < 140000; ++i) input += i == 139998 ? "a &&& b\n" : "a & b\n";
  const Outcome outcome = run_program({"embed", "boolean", "--npy", "/dev/null"}, input);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("standard input, line 139999: column 5"), std::string::npos) << outcome.err;
}

TEST(Embed, RefusesWhatItCannotRead) {
  const Workshop shop;
  const std::string model = shop.train("m");
  expect_refused({"embed", model, "a & z"}, {"variable 'z'", "it knows a, b, c"});
  expect_refused({"embed", model, "a & true"}, {"constant"});
  expect_refused({"embed", model, "a", "--npy", shop.folder.file("no/such/v.npy")}, {"no/such/v.npy"});
  const Outcome syntax = run_program({"embed", model, "a & & b"});
  EXPECT_EQ(syntax.exit_code, 2);
  EXPECT_NE(syntax.err.find("column 5"), std::string::npos) << syntax.err;
}

TEST(Nearest, GivesNeighboursWithVerdictsThatEquivAgreesWith) {
  const Workshop shop;
  const std::string model = shop.train("m");
  const Outcome outcome = run_program({"nearest", model, shop.dataset(), "a -> b", "-k", "8", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto result = json(outcome.out);
  const std::string query = result["expression"].GetString();
  ASSERT_EQ(result["neighbours"].Size(), 8U);
  double last = 1.001;
  for (const auto& one : result["neighbours"].GetArray()) {
    EXPECT_NE(one["expression"].GetString(), query) << "not its own neighbour";
    EXPECT_LE(one["similarity"].GetDouble(), last);
    last = one["similarity"].GetDouble();
    EXPECT_NEAR(one["distance"].GetDouble(), 1 - last, 1e-6);
    EXPECT_GT(one["class"].GetStringLength(), 0U);
    const int equivalent = run_program({"equiv", query, one["expression"].GetString()}).exit_code;
    EXPECT_STREQ(one["verdict"].GetString(), equivalent == 0 ? "equivalent" : "different");
  }
  const auto table = lines(run_program({"nearest", model, shop.dataset(), "a -> b", "-k", "3"}).out);
  EXPECT_EQ(table.size(), 4U);
  EXPECT_EQ(lines(run_program({"nearest", model, shop.dataset(), "a -> b", "-k", "5000", "--timeout", "0"}).out).size(),
            1239U)
      << "a header, and all but the query";
  expect_refused({"nearest", model, shop.dataset(), "a & z"}, {"expression", "variable 'z'"});
}

// Of the same tokens in another order tf-idf makes the same vector; rounding must not show as a negative distance.
TEST(Nearest, GivesNoDistanceBelowZero) {
  const Workshop shop;
  const std::string model = shop.make("m", {"-m", "tfidf"});
  for (const char* expression : {"a & b", "b | a", "a -> (b -> c)", "(a & b) ^ c"}) {
    const auto result = json(run_program({"nearest", model, shop.dataset(), expression, "-k", "3", "--json"}).out);
    for (const auto& one : result["neighbours"].GetArray()) EXPECT_GE(one["distance"].GetDouble(), 0) << expression;
  }
}

TEST(Nearest, TakesTheLargestNumberOfNeighbours) {
  const Workshop shop;
  const std::string model = shop.train("m");
  const Outcome outcome =
      run_program({"nearest", model, shop.dataset(), "a", "-k", "18446744073709551615", "--timeout", "0"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
}

TEST(Transfer, ToADatasetWithUnknownSymbolsIsRefusedByName) {
  const Workshop shop({"boolean5", "simplepoly5", "poly5", "largeSimpleBoolean5"});
  const std::string sums = shop.train("sums", {}, "simplepoly5");
  expect_refused({"evaluate", sums, shop.dataset("poly5")}, {"dataset poly5", "operator 'Multiply'", "it knows"});
  expect_refused({"nearest", sums, shop.dataset("poly5"), "a"}, {"dataset poly5", "operator 'Multiply'"});
  const std::string logic = shop.train("logic");
  expect_refused({"evaluate", logic, shop.dataset("largeSimpleBoolean5")}, {"variable 'd'", "variable 'j'"});
  expect_refused({"evaluate", logic, shop.dataset("poly5")}, {"poly5.json.gz", "unknown boolean operator"});
  EXPECT_EQ(
      run_program({"evaluate", shop.train("products", {}, "poly5"), shop.dataset("simplepoly5"), "--json"}).exit_code,
      0)
      << "fewer symbols are no problem";
}

TEST(ModelVerbs, RefuseDamagedModelsInOneLine) {
  const Workshop shop;
  const std::string good = read_file(shop.train("m"));
  std::string flipped = good;
  flipped[good.size() - 10] = static_cast<char>(flipped[good.size() - 10] ^ 1);
  std::string version = good;
  const size_t at = version.find("\"version\":\"2\"");
  ASSERT_NE(at, std::string::npos);
  version[at + 11] = '9';
  const std::vector<std::pair<std::string, std::string>> files = {
      {"empty", ""},
      {"eight", good.substr(0, 8)},
      {"header", good.substr(0, 300)},
      {"half", good.substr(0, good.size() / 2)},
      {"nearly", good.substr(0, good.size() - 1)},
      {"longer", good + "x"},
      {"flipped", flipped},
      {"version", version},
      {"text", "c\ta & b\n"},
      {"zeros", std::string(1000, '\0')},
      {"ones", std::string(1000, '\xff')},
  };
  for (const auto& [name, bytes] : files) {
    const std::string path = shop.folder.write("bad-" + name, bytes);
    for (const Arguments& arguments :
         {Arguments{"info", path}, Arguments{"evaluate", path, shop.dataset()}, Arguments{"embed", path, "a"},
          Arguments{"nearest", path, shop.dataset(), "a"}}) {
      expect_refused(arguments, {path});
    }
  }
  expect_refused({"info", shop.dataset()}, {shop.dataset()});
  expect_refused({"info", shop.folder.file("none")}, {shop.folder.file("none")});
  expect_refused({"info", shop.folder.path()}, {shop.folder.path()});
}

// Before the first epoch: a run may take hours.
// A real one, in a mount namespace of this process, where that is allowed.
// The word in place of a model's file.
TEST(ValuesWord, NeedsNoTraining) {
  const Workshop shop({"boolean5", "poly5"});
  const auto found = json(run_program({"nearest", "values", shop.dataset(), "a -> b", "-k", "5", "--json"}).out);
  ASSERT_EQ(found["neighbours"].Size(), 5U);
  for (const auto& one : found["neighbours"].GetArray()) {
    EXPECT_STREQ(one["verdict"].GetString(), "equivalent");
    EXPECT_NEAR(one["distance"].GetDouble(), 0, 1e-6);
  }
  const std::string trained = shop.make("v", {"-m", "values"}, "poly5");
  const auto scores = json(run_program({"evaluate", "values", shop.dataset("poly5"), "--json"}).out);
  const auto same = json(run_program({"evaluate", trained, shop.dataset("poly5"), "--json"}).out);
  EXPECT_STREQ(scores["kind"].GetString(), "values");
  EXPECT_EQ(scores["unseen"], same["unseen"]) << "it is the model that training makes by default";
  EXPECT_EQ(scores["unseen"]["score"], scores["unseen"]["ceiling"]);
  const Outcome places = run_program({"project", "values", shop.dataset(), "--method", "pca", "-q"});
  EXPECT_EQ(places.exit_code, 0) << places.err;
  EXPECT_EQ(run_program({"explore", "values", shop.dataset(), "--method", "pca", "-o", shop.folder.file("page"), "-q"})
                .exit_code,
            0);
  EXPECT_TRUE(std::filesystem::exists(shop.folder.file("page")));
}

TEST(ValuesWord, IsAFileWhereThereIsOne) {
  const Workshop shop;
  (void)shop.make("values", {"-m", "tfidf"});
  const auto kind = [&](const std::string& where) {
    const Arguments arguments = {"evaluate", "values", shop.dataset(), "--json"};
    const Outcome outcome = eqnet::testing::run_program_at(EQNET_PROGRAM, arguments, "", where);
    return std::string(json(outcome.out)["kind"].GetString());
  };
  EXPECT_EQ(kind(shop.folder.path()), "tfidf");
  EXPECT_EQ(kind("/"), "values");
}

TEST(ValuesWord, WantsADatasetThatMeansSomething) {
  const Workshop shop;
  std::ofstream(shop.folder.file("open.txt")) << "x\t(f a b)\ny\t(f b b)\n";
  expect_refused({"nearest", "values", shop.folder.file("open.txt"), "(f a b)", "--domain", "open"},
                 {"model values", "domain open has no values at points", "eqnet-mul"});
  expect_refused({"evaluate", "values", "--random-size", "5"}, {"values", "no such file"});
  expect_refused({"embed", "values", "a"}, {"values", "no such file"});
  expect_refused({"nearest", "values", shop.folder.file("none.json.gz"), "a"}, {"none.json.gz"});
}

}  // namespace eqnet::cli
