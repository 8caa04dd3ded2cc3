// The nearest expressions of a dataset to one of your own, each with a proof.
#include <eqnet/eqnet.hpp>
#include <iostream>

int main() {
  using namespace eqnet;
  Dataset dataset = data::generate(data::preset("boolean5"), 1);
  data::make_split(dataset, 1);

  const Model model = Model::open("boolean");  // pretrained; Model::train(dataset) makes one of your own
  const Evaluation scores = evaluate(model, dataset);
  std::cout << "score_5 on UnseenEqClass: " << scores.unseen->score[4] << " of at most " << scores.unseen->ceiling[4]
            << '\n';

  const Index index(model, dataset);
  for (const Neighbour& one : index.nearest("~(~a | ~b)", {.k = 3})) {
    std::cout << one.text << ": " << domain::name(one.verdict.answer) << '\n';
  }
}
