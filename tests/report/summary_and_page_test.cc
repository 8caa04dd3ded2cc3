// summary.md and the page are made of the same tables, so they show the same numbers, also where datasets have
// different numbers of seeds.
#include <gtest/gtest.h>

#include "base/progress.h"
#include "experiments/markdown.h"
#include "experiments/summary.h"
#include "report/page_tables.h"

namespace eqnet::report {
namespace {

// A number of the page as the summary writes it.
std::string shown(const Row& row, const std::string& column) {
  return is_null(row, column) ? "–" : base::percent(number_of(row, column));
}

// The rows that have these texts, by the text of another column.
std::map<std::string, Row> by(const std::vector<Row>& rows, const Texts& wanted, const std::string& column) {
  std::map<std::string, Row> found;
  for (const Row& row : where(rows, wanted)) EXPECT_TRUE(found.emplace(text_of(row, column), row).second);
  return found;
}

// Those of a table over k at k = 5.
std::vector<Row> at_5(const std::vector<Row>& rows) {
  std::vector<Row> found;
  for (const Row& row : rows) {
    if (number_of(row, "k") == 5) found.push_back(row);
  }
  return found;
}

// The cell of a column of a summary's table.
std::string under(const std::vector<TextRow>& table, const TextRow& row, const std::string& column) {
  const auto at = std::find(table.at(0).begin(), table.at(0).end(), column) - table.at(0).begin();
  EXPECT_LT(static_cast<size_t>(at), table.at(0).size()) << column;
  return row.at(static_cast<size_t>(at));
}

class SummaryAndPage : public ::testing::TestWithParam<uint64_t> {
 protected:
  Results results = random_results(GetParam());
  std::string text = summary(make_tables(results));
  rapidjson::Document keep;
  std::map<std::string, std::vector<Row>> page = tables(results, keep);
  size_t compared = 0;

  void expect_same(const std::string& in_summary, const std::string& in_page, const std::string& what) {
    EXPECT_EQ(in_summary, in_page) << what;
    compared += in_page == "–" ? 0 : 1;
  }
};

}  // namespace

TEST_P(SummaryAndPage, ShowTheSameScoresOfDatasets) {
  for (const std::string part : {"unseen", "seen"}) {
    const auto table = table_under(text, part == "seen" ? "score_5 on SeenEqClass" : "score_5 on UnseenEqClass");
    const auto datasets = by(page.at("datasets"), {}, "name");
    for (size_t i = 1; i < table.size(); ++i) {
      const Row& dataset = datasets.at(table[i][0]);
      expect_same(under(table, table[i], "ceiling"), shown(dataset, "ceiling_5_" + part), table[i][0]);
      const auto models = by(page.at("scores"), {{"dataset", text_of(dataset, "preset")}, {"part", part}}, "model");
      for (const auto& [model, row] : models) {
        expect_same(under(table, table[i], model), shown(row, "score_5"), table[i][0] + " " + model);
      }
    }
  }
  const auto table = table_under(text, "eqnet-mul: share of the ceiling");
  const auto rows = by(page.at("scores"), {{"model", "eqnet-mul"}, {"part", "unseen"}}, "dataset");
  for (const Row& dataset : page.at("datasets")) {
    const Row& row = rows.at(text_of(dataset, "preset"));
    if (is_null(row, "share_5")) continue;
    expect_same(row_of(table, {text_of(dataset, "name")}).at(0), shown(row, "share_5"), text_of(dataset, "name"));
  }
  EXPECT_GT(compared, 20U);
}

TEST_P(SummaryAndPage, ShowTheSameMeansOverDatasetsAndPairs) {
  const auto areas = table_under(text, "Areas");
  for (const Row& row : page.at("areas")) {
    const std::string part = text_of(row, "part");
    const std::string model = text_of(row, "model");
    TextRow whole = row_of(areas, {model});
    whole.insert(whole.begin(), model);
    for (const auto& [title, column] :
         {std::pair("score_k ", "score_k"), std::pair("PR ", "precision_recall"), std::pair("ROC ", "roc")}) {
      expect_same(under(areas, whole, title + part), shown(row, column), model + " " + title + part);
    }
  }
  const auto transfer = table_under(text, "Transfer");
  for (size_t i = 1; i < transfer.size(); ++i) {
    const auto models = by(at_5(page.at("transfer")),
                           {{"train", transfer[i][0]}, {"test", transfer[i][1]}, {"part", "unseen"}}, "model");
    for (const std::string model : {"tfidf", "eqnet", "eqnet-mul"}) {
      const auto row = models.find(model);
      expect_same(under(transfer, transfer[i], model), row == models.end() ? "–" : shown(row->second, "score"),
                  transfer[i][0] + " " + transfer[i][1] + " " + model);
    }
  }
  for (const auto& [heading, group_by] :
       {std::pair("EqNet by number of variables", "variables"), std::pair("EqNet by operators", "operators")}) {
    const auto table = table_under(text, heading);
    for (const std::string part : {"seen", "unseen"}) {
      const auto groups =
          by(at_5(page.at("characteristics")), {{"by", group_by}, {"model", "eqnet"}, {"part", part}}, "group");
      for (size_t i = 1; i < table.size(); ++i) {
        const auto row = groups.find(table[i][0]);
        expect_same(under(table, table[i], "score_5 " + part), row == groups.end() ? "–" : shown(row->second, "score"),
                    table[i][0] + " " + part);
      }
    }
  }
  EXPECT_GT(compared, 20U);
}

TEST_P(SummaryAndPage, ShowTheSameBeyondThePaperAndOfAblations) {
  for (const Row& row : page.at("beyond")) {
    const std::map<std::string, std::string> headings = {
        {"depth", "Depth"}, {"frontier", "Frontier"}, {"algebras", "Algebras: scores"}};
    const auto table = table_under(text, headings.at(text_of(row, "group")));
    std::string asked = text_of(row, "dataset");
    const int size = row.at("random_size")->GetInt();
    if (size > 0) asked += ", random trees of " + std::to_string(size);
    const TextRow& names = table.at(0);
    const auto at = std::find(names.begin(), names.end(), text_of(row, "model")) - names.begin() - 1;
    const TextRow own = row_of(table, {asked});
    expect_same(own.at(static_cast<size_t>(at)), shown(row, "score_5"), asked);
    expect_same(own.at(static_cast<size_t>(at) + 1), shown(row, "share_5"), asked);
    expect_same(own.at(0), shown(row, "row_ceiling_5"), asked);
  }
  const auto glance = table_under(text, "Algebras: share");
  for (const Row& row : where(page.at("beyond"), {{"group", "algebras"}})) {
    // Of each model: unseen, of random trees, seconds.
    const auto model = std::ranges::find(glance.at(0), text_of(row, "model")) - glance.at(0).begin() - 1;
    const size_t at = static_cast<size_t>(model) + (row.at("random_size")->GetInt() > 0 ? 1 : 0);
    expect_same(row_of(glance, {text_of(row, "dataset")}).at(at), shown(row, "share_5"), text_of(row, "dataset"));
  }
  const auto losses = table_under(text, "Ablation: area");
  const auto shares = table_under(text, "Ablation of eqnet-mul");
  for (const Row& row : page.at("ablation_means")) {
    const std::string variant = text_of(row, "variant");
    const bool seen = text_of(row, "part") == "seen";
    if (text_of(row, "kind") == "eqnet") {
      const TextRow own = row_of(losses, {variant});
      expect_same(own.at(seen ? 0 : 2), shown(row, "score_auc"), variant);
      expect_same(own.at(seen ? 1 : 3), is_null(row, "loss") ? "–" : shown(row, "loss") + "%", variant);
      if (!seen) expect_same(own.at(4), shown(row, "score_5"), variant);
    } else if (!seen && variant != "eqnet-mul" && !is_null(row, "share_5")) {
      expect_same(row_of(shares, {variant}).back(), shown(row, "share_5"), variant);
    }
  }
  EXPECT_GT(compared, 10U);
}

INSTANTIATE_TEST_SUITE_P(OfUnequalSeeds, SummaryAndPage, ::testing::Range<uint64_t>(1, 6));

}  // namespace eqnet::report
