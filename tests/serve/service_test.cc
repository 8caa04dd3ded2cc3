// What the server answers, without a socket.
#include "serve/service.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <sstream>
#include <thread>

#include "serve/openapi.h"

namespace eqnet::serve {
namespace {

ServiceParams with_everything() {
  ServiceParams params;
  params.model = api::Model::open("boolean");
  params.index = api::Index(*params.model, {"a & b", "a | b", "~(~a | ~b)"});
  params.version = "test";
  return params;
}

// The whole of an answer, its stream too.
std::string whole(Response response) {
  std::string text = response.body;
  if (response.more) {
    while (response.more(text)) {
    }
  }
  return text;
}

std::string post(const Service& service, const std::string& path, const std::string& body, int status = 200) {
  const Response response = service.answer({"POST", path, body});
  const std::string text = whole(response);
  EXPECT_EQ(response.status, status) << body << "\n" << text;
  return text;
}

rapidjson::Document parsed(const std::string& text) {
  rapidjson::Document document;
  document.Parse(text.c_str());
  EXPECT_FALSE(document.HasParseError()) << text;
  return document;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST(Service, DecidesOnePairAndMany) {
  const Service service(with_everything());
  const auto same = parsed(post(service, "/v1/equiv", R"({"left": "a -> b", "right": "~a | b"})"));
  EXPECT_STREQ(same["verdict"].GetString(), "equivalent");
  EXPECT_TRUE(same["witness"].IsNull());
  const auto other = parsed(post(service, "/v1/equiv", R"({"left": "x*x", "right": "2*x", "domain": "polynomial"})"));
  EXPECT_STREQ(other["verdict"].GetString(), "different");
  const int x = other["witness"]["x"].GetInt();
  EXPECT_NE(x * x, 2 * x);
  EXPECT_EQ(other["left"].GetInt(), x * x);
  const std::string roots = R"json({"left": "sqrt(x^2)", "right": "x", "assume": "x > 0", "domain": "real"})json";
  EXPECT_STREQ(parsed(post(service, "/v1/equiv", roots))["verdict"].GetString(), "equivalent");
  const std::string strict = R"json({"left": "sqrt(x)^2", "right": "x", "strict": true, "domain": "real"})json";
  EXPECT_STREQ(parsed(post(service, "/v1/equiv", strict))["verdict"].GetString(), "different");
  const auto lines = lines_of(post(
      service, "/v1/equiv",
      R"({"pairs": [{"left": "a", "right": "a & a"}, {"left": "a &", "right": "b"}, {"left": "a", "right": "b"}]})"));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_STREQ(parsed(lines[0])["verdict"].GetString(), "equivalent");
  EXPECT_NE(std::string(parsed(lines[1])["error"].GetString()).find("column 4"), std::string::npos);
  EXPECT_STREQ(parsed(lines[2])["verdict"].GetString(), "different");
  EXPECT_EQ(post(service, "/v1/equiv", R"({"pairs": []})"), "");
}

TEST(Service, NamesAnAssumptionAboutAVariableThatOccursNowhere) {
  const Service service({});
  const auto note_of = [](const std::string& line) {
    const auto answer = parsed(line);
    return answer.HasMember("note") ? std::string(answer["note"].GetString()) : "";
  };
  const std::string root = R"json("left": "sqrt(x^2)", "right": "x")json";
  EXPECT_EQ(note_of(post(service, "/v1/equiv", "{" + root + R"(, "assume": "x > 0"})")), "");
  const std::string both = R"("assume": "x > 0, y < 0")";
  const std::string note = note_of(post(service, "/v1/equiv", "{" + root + ", " + both + "}"));
  EXPECT_NE(note.find("'y', a variable that occurs nowhere"), std::string::npos) << note;
  const std::string pairs = R"json("pairs": [{"left": "sqrt(x^2)", "right": "x"}, {"left": "|y|", "right": "-y"}])json";
  for (const std::string& line : lines_of(post(service, "/v1/equiv", "{" + pairs + ", " + both + "}"))) {
    EXPECT_STREQ(parsed(line)["verdict"].GetString(), "equivalent") << line;
    EXPECT_EQ(note_of(line), "") << "it is about another pair";
  }
}

TEST(Service, SaysWhereAShortestFormHasAValueAndWhatWasGivenHasNone) {
  const Service service({});
  const auto shorter = parsed(post(service, "/v1/simplify", R"json({"expression": "(x^2 - 1)/(x - 1)"})json"));
  EXPECT_STREQ(shorter["verdict"].GetString(), "equivalent");
  EXPECT_STREQ(shorter["condition"].GetString(), "the first has no value where x = 1");
  EXPECT_FALSE(parsed(post(service, "/v1/simplify", R"({"expression": "x/1 + x"})")).HasMember("condition"));
}

TEST(Service, SimplifiesEmbedsAndFindsNeighbours) {
  const Service service(with_everything());
  const auto shorter = parsed(post(service, "/v1/simplify", R"({"expression": "a & b | a & ~b"})"));
  EXPECT_STREQ(shorter["result"].GetString(), "a");
  EXPECT_TRUE(shorter["minimal"].GetBool());
  const auto vector = parsed(post(service, "/v1/embed", R"({"expression": "a & b"})"));
  const std::vector<float> expected = api::Model::open("boolean").embed("a & b");
  ASSERT_EQ(vector["vector"].Size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(vector["vector"][static_cast<rapidjson::SizeType>(i)].GetFloat(), expected[i]);
  }
  const auto nearest = parsed(post(service, "/v1/nearest", R"({"expression": "b & a", "k": 2})"));
  ASSERT_EQ(nearest["neighbours"].Size(), 2U);
  EXPECT_STREQ(nearest["neighbours"][0]["verdict"].GetString(), "equivalent");
  const auto none = parsed(post(service, "/v1/nearest", R"({"expression": "a ^ c", "equivalent": true})"));
  EXPECT_EQ(none["neighbours"].Size(), 0U);
}

TEST(Service, ReadsExpressionsInItsOwnDomain) {
  const std::string pair = R"({"left": "a + a", "right": "a"})";
  const auto verdict = [&](const ServiceParams& params, const std::string& body) {
    return std::string(parsed(post(Service(params), "/v1/equiv", body))["verdict"].GetString());
  };
  EXPECT_EQ(verdict({}, pair), "different");  // a sum
  EXPECT_EQ(verdict(with_everything(), pair), "equivalent");
  EXPECT_EQ(verdict(with_everything(), R"({"left": "a + a", "right": "a", "domain": "polynomial"})"), "different");
  EXPECT_EQ(verdict(with_everything(), R"({"left": "a + a", "right": "a", "domain": "auto"})"), "different");
  ServiceParams own;
  own.domain = &domain::domain_from_toml(
      "name = \"least\"\nvalues = [\"0\", \"1\", \"2\"]\n[[operator]]\nname = \"Least\"\nsymbol = \"+\"\n"
      "table = [[\"0\",\"0\",\"0\"], [\"0\",\"1\",\"1\"], [\"0\",\"1\",\"2\"]]\n",
      "least.toml");
  EXPECT_EQ(verdict(own, pair), "equivalent");
  EXPECT_EQ(verdict(own, R"({"left": "a + 2", "right": "a", "domain": "least"})"), "equivalent");
  const auto info = parsed(whole(Service(own).answer({"GET", "/v1/info", ""})));
  EXPECT_STREQ(info["domain"].GetString(), "least");
  EXPECT_STREQ(info["domains"][0].GetString(), "least");
}

TEST(Service, ShowsHowAnExpressionWasRead) {
  const Service service(with_everything());
  EXPECT_EQ(post(service, "/v1/parse", R"({"expression": "(~a)&b"})"),
            R"({"text":"~a & b","domain":"boolean","size":4,"variables":["a","b"],"nodes":[)"
            R"({"label":"&","children":[1,2]},{"label":"~","children":[3]},{"label":"b","children":[]},)"
            R"({"label":"a","children":[]}],"whole":true})"
            "\n");
  std::string deep;
  for (int i = 0; i < 30000; ++i) deep += "~";
  const auto cut = parsed(post(service, "/v1/parse", R"({"expression": ")" + deep + R"(a"})"));
  EXPECT_EQ(cut["size"].GetUint(), 30001U);
  EXPECT_EQ(cut["nodes"].Size(), 400U);
  EXPECT_FALSE(cut["whole"].GetBool());
  EXPECT_TRUE(cut["nodes"][399]["cut"].GetBool());
}

TEST(Service, ServesAPageAndSearchesItsMap) {
  ServiceParams params = with_everything();
  EXPECT_EQ(Service(params).answer({"POST", "/v1/nearest", R"({"expression": "a", "map": true})"}).status, 501);
  params.page = "<!doctype html>";
  params.on_map = api::Index(*params.model, params.index->dataset(2));
  const Service service(params);
  const Response page = service.answer({"GET", "/", ""});
  EXPECT_EQ(page.type, "text/html; charset=utf-8");
  EXPECT_EQ(page.body, "<!doctype html>");
  const auto all = parsed(post(service, "/v1/nearest", R"({"expression": "b | a"})"));
  EXPECT_EQ(all["neighbours"].Size(), 3U);
  EXPECT_EQ(all["neighbours"][0]["row"].GetInt(), 1);
  const auto on_map = parsed(post(service, "/v1/nearest", R"({"expression": "b | a", "map": true})"));
  ASSERT_EQ(on_map["neighbours"].Size(), 2U);
  EXPECT_STREQ(on_map["neighbours"][0]["expression"].GetString(), "a | b");
  EXPECT_EQ(on_map["neighbours"][0]["row"].GetInt(), 1);
  EXPECT_EQ(parsed(whole(service.answer({"GET", "/v1/info", ""})))["on_map"].GetInt(), 2);
}

TEST(Service, NamesWhatIsWrongWithARequest) {
  const Service service(with_everything());
  const auto refused = [&](const std::string& path, const std::string& body, const char* part) {
    const std::string text = post(service, path, body, 400);
    EXPECT_NE(std::string(parsed(text)["error"].GetString()).find(part), std::string::npos) << text;
  };
  refused("/v1/equiv", "", "no JSON");
  refused("/v1/equiv", "[]", "no JSON object");
  refused("/v1/equiv", R"({"left": "a"})", "'left' and 'right' are needed");
  refused("/v1/equiv", R"({"left": "a", "right": "b", "pairs": []})", "either");
  refused("/v1/equiv", R"({"lefft": "a", "right": "b"})", "'lefft' is not known");
  refused("/v1/equiv", R"({"left": 1, "right": "b"})", "'left' is no text");
  refused("/v1/equiv", R"({"left": "a &", "right": "b"})", "column 4");
  refused("/v1/equiv", R"({"left": "a", "right": "b", "domain": "/etc/passwd"})", "is not known");
  refused("/v1/equiv", R"({"left": "a", "right": "b", "timeout": -1})", "'timeout'");
  refused("/v1/equiv", R"({"pairs": [{"left": "a"}]})", "item 1");
  refused("/v1/equiv", R"({"left": "a", "right": "a", "assume": "a > 0"})", "nothing can be assumed");
  for (const char* pair : {R"("left": "x", "right": "x")", R"("pairs": [{"left": "x", "right": "x"}])"}) {
    const auto assumed = [&](const std::string& what) {
      return "{" + std::string(pair) + R"(, "domain": "real", "assume": ")" + what + "\"}";
    };
    refused("/v1/equiv", assumed("x is nice"), "'x is nice' was not understood");
    refused("/v1/equiv", assumed("x > 1, x < 0"), "leave no number for x");
  }
  refused("/v1/embed", R"({"expression": "zebra & a"})", "zebra");
  refused("/v1/embed", R"({"expressions": "a"})", "no list");
  refused("/v1/nearest", R"({"expression": "a", "k": 0})", "'k'");
  refused("/v1/nearest", R"({"expression": "a", "k": 1.5})", "whole");
  refused("/v1/simplify", R"({"expression": "a", "expressions": ["b"]})", "either");
  refused("/v1/simplify", "{\"expression\": \"" + std::string(70000, 'a') + "\"}", "characters");
  refused("/v1/equiv", std::string(100000, '['), "no JSON");
  refused("/v1/equiv", R"({"left": "a", "right": "a", "left": "b"})", "'left' is there twice");
  refused("/v1/equiv", std::string(R"({"left": "a", "right": "a"})") + '\0', "zero byte");
  EXPECT_EQ(service.answer({"GET", "/v1/equiv", ""}).status, 405);
  EXPECT_EQ(service.answer({"POST", "/healthz", ""}).status, 405);
  EXPECT_EQ(service.answer({"GET", "/../etc/passwd", ""}).status, 404);
  const Service bare({});
  EXPECT_EQ(bare.answer({"POST", "/v1/embed", R"({"expression": "a"})"}).status, 501);
  EXPECT_EQ(bare.answer({"POST", "/v1/nearest", R"({"expression": "a"})"}).status, 501);
}

TEST(Service, EndsWithinItsTime) {
  ServiceParams params;
  params.timeout_s = 0.5;
  const Service service(params);
  std::string pairs;
  for (int i = 0; i < 50; ++i) {
    pairs += std::string(i == 0 ? "" : ",") +
             R"~({"left": "(a+b+c+d)^70*(a-b)^70", "right": "(a+b+c+d)^70*(a-b)^70*(e-e+1)"})~";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(lines_of(post(service, "/v1/equiv", "{\"pairs\": [" + pairs + "]}")).size(), 50U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

// Each verdict alone is within its time, so that only all of them together can be too many: the same factors in two
// orders, which takes long to expand.
TEST(Service, EndsWithinItsTimeWhereNeighboursAreHardToProve) {
  const auto product = [](size_t step) {
    constexpr size_t kFactors = 79;  // a prime
    std::string text;
    for (size_t i = 0; i < kFactors; ++i) {
      const size_t n = i * step % kFactors;
      const auto letter = [&](size_t k) { return std::string(1, "abcd"[k % 4]); };
      text += (i == 0 ? "(" : "*(") + letter(n) + "+" + letter(n / 4) + "*" + letter(n / 16) + "-" + letter(7 * n / 5) +
              ")";
    }
    return text;
  };
  ServiceParams params;
  params.timeout_s = 1;
  params.index = api::Index(api::Model::open("polynomial"),
                            {"a + b", "b + a", "b + a - c + c", "a + b - d + d", "a - c + (b + c)", "a + (b + d) - d"});
  const Service service(params);
  const auto start = std::chrono::steady_clock::now();
  post(service, "/v1/nearest", R"({"expression": "a + b + )" + product(2) + " - " + product(3) + R"("})");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(4));
}

TEST(Service, AnswersManyThreadsAtOnce) {
  const Service service(with_everything());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) {
        EXPECT_EQ(
            parsed(whole(service.answer({"POST", "/v1/simplify", R"({"expression": "a | a & b"})"})))["after"].GetInt(),
            1);
        EXPECT_EQ(service.answer({"POST", "/v1/nearest", R"({"expression": "a & b"})"}).status, 200);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// What is described is what there is.
TEST(Service, IsDescribed) {
  const Service service(with_everything());
  const auto description = parsed(std::string(openapi()));
  EXPECT_EQ(whole(service.answer({"GET", "/openapi.json", ""})), openapi());
  size_t described = 0;
  for (const auto& path : description["paths"].GetObject()) {
    described += 1;
    if (std::string(path.name.GetString()) == "/metrics") continue;  // the server's own
    const auto& known = Service::paths();
    EXPECT_NE(std::ranges::find(known, path.name.GetString()), known.end()) << path.name.GetString();
  }
  EXPECT_EQ(described, Service::paths().size() + 1);
  const auto has = [&](const char* schema, const std::string& answer) {
    const auto object = parsed(answer);
    const auto& properties = description["components"]["schemas"][schema]["properties"];
    for (const auto& member : object.GetObject())
      EXPECT_TRUE(properties.HasMember(member.name)) << member.name.GetString();
    for (const auto& key : description["components"]["schemas"][schema]["required"].GetArray()) {
      EXPECT_TRUE(object.HasMember(key)) << key.GetString();
    }
  };
  has("Verdict", post(service, "/v1/equiv", R"({"left": "a", "right": "b"})"));
  has("Simplified", post(service, "/v1/simplify", R"({"expression": "a & a"})"));
  has("Vector", post(service, "/v1/embed", R"({"expression": "a & a"})"));
  has("Neighbours", post(service, "/v1/nearest", R"({"expression": "a & a"})"));
  has("Tree", post(service, "/v1/parse", R"({"expression": "a & a"})"));
  has("Info", whole(service.answer({"GET", "/v1/info", ""})));
  has("Error", post(service, "/v1/equiv", "x", 400));
}

}  // namespace eqnet::serve
