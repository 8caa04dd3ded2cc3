#include "eqnet/api/evaluate.h"

#include "api/example.h"
#include "eqnet/eqnet.hpp"
#include "support/expect_error.h"

namespace eqnet::api {

TEST(Evaluate, GivesBothPartsWithTheirCeilings) {
  const data::Dataset dataset = boolean5();
  const Evaluation found = evaluate(Model::open("boolean"), dataset, {.threads = 2});
  ASSERT_TRUE(found.seen && found.unseen);
  const data::Curve seen = *data::ceiling(dataset, data::Part::seen);
  const data::Curve unseen = *data::ceiling(dataset, data::Part::unseen);
  for (size_t k = 0; k < data::kMostNeighbours; ++k) {  // summed in another order
    EXPECT_NEAR(found.seen->ceiling[k], seen[k], 1e-12);
    EXPECT_NEAR(found.unseen->ceiling[k], unseen[k], 1e-12);
  }
  for (const Scores& part : {*found.seen, *found.unseen}) {
    EXPECT_GT(part.queries, 10U);
    for (size_t k = 0; k < data::kMostNeighbours; ++k) {
      EXPECT_LE(part.score[k], part.ceiling[k] + 1e-12);
      EXPECT_GT(part.score[k], 0.9 * part.ceiling[k]) << "the pretrained model is good at these";
    }
  }
  EXPECT_EQ(evaluate(Model::open("boolean"), dataset).seen->score, found.seen->score) << "on any number of threads";
  EXPECT_LE(evaluate(Model::open("boolean"), dataset, {.most_queries = 5}).seen->queries, 5U);
}

TEST(Evaluate, NeedsASplit) {
  data::Dataset dataset = boolean5();
  dataset.split.reset();
  EXPECT_ERROR((void)evaluate(Model::open("boolean"), dataset), "no split");
}

}  // namespace eqnet::api
