// Where the program looks for its plug-ins, and which it refuses.
#include <cctype>

#include "cli/workshop.h"

namespace eqnet::cli {

using eqnet::testing::run_program_at;

// The files are no libraries, so that the error names the one that was tried; none is needed where libtorch is not.
TEST(Plugin, IsTakenFromBesideTheProgramThenFromLib) {
  const Workshop shop;
  std::filesystem::create_directories(shop.folder.file("bin"));
  const std::string program = shop.folder.file("bin/eqnet");
  std::filesystem::copy_file(EQNET_PROGRAM, program);
  const auto tried = [&] {
    const Outcome outcome =
        run_program_at(program, {"train", shop.dataset(), "-m", "gru", "-o", shop.folder.file("m"), "--epochs", "1"});
    EXPECT_EQ(outcome.exit_code, 2);
    return outcome.err;
  };
  const std::string beside = shop.folder.file("bin/libeqnet-torch.so");
  const std::string installed = shop.folder.file("lib/libeqnet-torch.so");
  EXPECT_EQ(tried().find("eqnet: error: " + beside), 0U) << tried() << "it names the first place where there is none";
  shop.folder.write("lib/libeqnet-torch.so", "no library");
  EXPECT_EQ(tried().find("eqnet: error: " + installed), 0U) << tried();
  shop.folder.write("bin/libeqnet-torch.so", "no library");
  EXPECT_EQ(tried().find("eqnet: error: " + beside), 0U) << tried();
}

// As `make mpi` leaves one for a later `make build`: with the hash of other headers.
TEST(Plugin, IsRefusedWhereItWasBuiltWithOtherHeaders) {
  const Workshop shop;
  const Arguments verbs[] = {{"EQNET_MPI_PLUGIN=", "train", shop.dataset(), "--mpi", "-m", "treenn1"},
                             {"EQNET_DLIB_PLUGIN=", "tune", shop.dataset()}};
  for (const std::string name : {"mpi", "dlib"}) {
    const std::filesystem::path built =
        std::filesystem::path(EQNET_PROGRAM).parent_path() / ("libeqnet-" + name + ".so");
    if (!std::filesystem::exists(built)) GTEST_SKIP() << "libeqnet-" << name << " is not built";
    std::string bytes = read_file(built);
    constexpr size_t kDigits = 64;
    size_t digits = 0;
    size_t end = 0;
    for (; end < bytes.size() && digits < kDigits; ++end) {
      digits = std::isxdigit(static_cast<unsigned char>(bytes[end])) != 0 ? digits + 1 : 0;
    }
    ASSERT_EQ(digits, kDigits) << built;
    bytes[end - 1] = bytes[end - 1] == '0' ? '1' : '0';
    const std::string other = shop.folder.write(name + ".so", bytes);
    const Arguments& verb = verbs[name == "mpi" ? 0 : 1];
    const Outcome outcome = run_program_at("/usr/bin/env", Arguments{verb[0] + other, EQNET_PROGRAM} +
                                                               Arguments(verb.begin() + 1, verb.end()) +
                                                               Arguments{"-o", shop.folder.file("out"), "-q"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.err, "cannot be loaded (it was built with another eqnet); `make " + name + "` builds"))
        << outcome.err;
  }
}

}  // namespace eqnet::cli
