// Where the program looks for the networks on libtorch.
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

}  // namespace eqnet::cli
