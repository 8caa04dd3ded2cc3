// eqnet serve, as curl meets it.
#include "cli/workshop.h"

namespace eqnet::cli {
namespace {

// Starts the server with these options, has the shell run commands with its address in $at, and ends it by SIGTERM.
// What the commands print comes first, then the exit code of the server.
std::string serve(const TemporaryFolder& folder, const std::string& options, const std::string& commands) {
  folder.write("run.sh", "cd '" + folder.path() + "'\n'" EQNET_PROGRAM "' serve --port 0 " + options +
                             " > address 2> log & server=$!\n"
                             "for i in $(seq 100); do [ -s address ] && break; sleep 0.1; done\n"
                             "at=$(cat address)\n" +
                             commands + "\nkill -TERM $server\nwait $server\necho exit $?\n");
  const int status = std::system(("bash '" + folder.file("run.sh") + "' > '" + folder.file("out") + "' 2>&1").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 0);
  return read_file(folder.file("out"));
}

}  // namespace

TEST(ServeVerb, AnswersCurlAndEndsOnSigterm) {
  const TemporaryFolder folder;
  folder.write("list.txt", "a & b\na | b\n");
  const std::string out = serve(folder, "--model boolean --data list.txt",
                                R"(curl -s -d '{"left": "a -> b", "right": "~a | b"}' $at/v1/equiv)"
                                "\n"
                                R"(curl -s -d '{"expression": "b & a", "k": 1}' $at/v1/nearest)"
                                "\n"
                                "curl -s $at/healthz");
  EXPECT_EQ(out,
            "{\"verdict\":\"equivalent\",\"method\":\"truth table\",\"witness\":null,\"domain\":\"boolean\"}\n"
            "{\"neighbours\":[{\"row\":0,\"expression\":\"a & "
            "b\",\"class\":\"\",\"similarity\":1.0,\"verdict\":\"equivalent\","
            "\"method\":\"truth table\",\"witness\":null}]}\n"
            "ok\nexit 0\n");
  const std::string log = read_file(folder.file("log"));
  EXPECT_EQ(lines(log).size(), 3U) << log;
  EXPECT_NE(log.find("POST '/v1/equiv' 200"), std::string::npos) << log;
}

// The commands of docs/server.md that show what comes of them.
TEST(ServeVerb, DoesWhatItsPageSays) {
  const TemporaryFolder folder;
  const std::string page = read_file(EQNET_SOURCE "/docs/server.md");
  const std::string start = "$ eqnet serve --model boolean &\nhttp://127.0.0.1:8080\n";
  const size_t begin = page.find(start);
  ASSERT_NE(begin, std::string::npos);
  std::string commands, expected;
  for (const std::string& line :
       lines(page.substr(begin + start.size(), page.find("```", begin) - begin - start.size()))) {
    if (!line.starts_with("$ ")) {
      expected += line + "\n";
      continue;
    }
    std::string command = line.substr(2);
    const std::string address = "http://127.0.0.1:8080";
    command.replace(command.find(address), address.size(), "$at");
    commands += command.replace(0, 4, "curl -s") + "\n";
  }
  ASSERT_FALSE(commands.empty());
  EXPECT_EQ(serve(folder, "--model boolean", commands), expected + "exit 0\n");
}

TEST(ServeVerb, AsksForTheTokenOfAFile) {
  const TemporaryFolder folder;
  folder.write("token", "0123456789abcdef\n");
  const std::string code = "curl -s -o /dev/null -w '%{http_code}\\n' ";
  EXPECT_EQ(serve(folder, "--token-file token --log-json",
                  code + "$at/healthz\n" + code + "-H 'Authorization: Bearer 0123456789abcdef' $at/healthz"),
            "401\n200\nexit 0\n");
  EXPECT_STREQ(json(lines(read_file(folder.file("log")))[0])["path"].GetString(), "/healthz");
}

TEST(ServeVerb, RefusesWhatMakesNoSense) {
  const TemporaryFolder folder;
  expect_refused({"serve", "--port", "70000"}, {"65535"});
  expect_refused({"serve", "--address", "nowhere"}, {"'nowhere'"});
  expect_refused({"serve", "--data", folder.write("list.txt", "a\n")}, {"needs --model"});
  expect_refused({"serve", "--token-file", folder.write("short", "abc")}, {"holds no token", "16"});
  expect_refused({"serve", "--model", "boolen"}, {"boolean"});
}

}  // namespace eqnet::cli
