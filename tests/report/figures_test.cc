#include "report/figures.h"

#include <gtest/gtest.h>

#include "report/page_tables.h"

namespace eqnet::report {

TEST(Tables, OfNoResultsAreEmptyButWhole) {
  rapidjson::Document keep;
  const auto all = tables({}, keep);
  for (const char* name : {"scores", "areas", "score_k", "precision_recall", "roc", "characteristics", "transfer",
                           "ablations", "ablation_means", "beyond", "confusions"}) {
    ASSERT_TRUE(all.contains(name)) << name;
    EXPECT_TRUE(all.at(name).empty()) << name;
  }
  EXPECT_EQ(all.at("datasets").size(), 14U);
}

}  // namespace eqnet::report
