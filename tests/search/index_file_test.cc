#include "search/index_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/files.h"
#include "eqnet/expr/parse.h"
#include "search/index.h"
#include "support/expect_error.h"
#include "support/random_numbers.h"
#include "support/temporary_folder.h"

namespace eqnet::search {
namespace {

// An index of sums, some of which share a vector.
Index example(size_t size = 300) {
  IndexBuilder builder(domain::polynomial(), 4);
  base::Random random(1);
  for (size_t i = 0; i < size; ++i) {
    builder.add("a + " + std::to_string(i), i % 3 == 0 ? "" : "class " + std::to_string(i % 7));
    builder.add_vectors(i % 5 == 0 ? std::vector<float>{1, 2, 3, 4} : testing::gaussians<float>(random, 4));
  }
  return builder.finish();
}

std::vector<Found> ask(const Index& index, const std::string& text, size_t k = 10) {
  expr::Pool pool;
  const expr::NodeId query = expr::parse(text, index.domain().syntax(), pool);
  return index.nearest(pool, query, std::vector<float>{1, 2, 3, 3}, {k, 10});
}

void write(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

TEST(IndexFile, AnswersAsTheIndexThatWasSaved) {
  const testing::TemporaryFolder folder;
  for (const size_t size : {0, 1, 300}) {
    const Index index = example(size);
    const std::string path = folder.file("some.index");
    index.save(path, "the bytes of a model");
    EXPECT_TRUE(IndexFile::is_one(path));
    IndexFile file(path);
    EXPECT_EQ(file.contents().model, "the bytes of a model");
    const Index again(std::move(file), domain::polynomial());
    ASSERT_EQ(again.size(), size);
    EXPECT_EQ(again.distinct_vectors(), index.distinct_vectors());
    for (uint32_t row = 0; row < size; ++row) {
      EXPECT_EQ(again.text(row), index.text(row));
      EXPECT_EQ(again.class_name(row), index.class_name(row));
    }
    const auto expected = ask(index, "a + 5");
    const auto found = ask(again, "a + 5");
    ASSERT_EQ(found.size(), expected.size());
    for (size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].row, expected[i].row);
      EXPECT_EQ(found[i].similarity, expected[i].similarity);
      EXPECT_EQ(found[i].verdict.answer, expected[i].verdict.answer);
    }
  }
}

TEST(IndexFile, IsRefusedWhereItIsCutShort) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("some.index");
  example().save(path, "model");
  const std::string whole = base::read_bytes(path);
  for (const size_t size :
       {size_t{0}, size_t{7}, size_t{8}, size_t{100}, size_t{255}, size_t{256}, whole.size() / 2, whole.size() - 1}) {
    write(path, std::string_view(whole).substr(0, size));
    EXPECT_ERROR(IndexFile(path), path, "index");
  }
  write(path, whole + "x");
  EXPECT_ERROR(IndexFile(path), path, "damaged");
  EXPECT_ERROR(IndexFile(folder.file("none.index")), "none.index", "No such file");
  EXPECT_ERROR(IndexFile(folder.file("")), "directory");
}

// Any single byte that changes is noticed by the time that all was read, and nothing crashes on the way.
TEST(IndexFile, NoticesEveryByteThatChanges) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("some.index");
  example(40).save(path, "model");
  const std::string whole = base::read_bytes(path);
  for (size_t at = 0; at < whole.size(); at += at < 256 ? 1 : 7) {  // all of the head, and some of each part
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    write(path, changed);
    const auto read_all = [&] {
      IndexFile file(path);
      const std::string_view model = file.contents().model;
      file.before_read(model.data(), model.size());
      const Index index(std::move(file), domain::polynomial());
      return ask(index, "a + 5");
    };
    EXPECT_ERROR(read_all(), path);
  }
}

TEST(IndexFile, OfAnotherVersionIsRefusedByNumber) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.file("some.index");
  example(3).save(path, "model");
  std::string bytes = base::read_bytes(path);
  bytes[8] = 9;
  write(path, bytes);
  EXPECT_ERROR(IndexFile(path), "version 9", "version 2");
}

}  // namespace eqnet::search
