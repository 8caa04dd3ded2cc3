// gru and stackrnn against their definitions, written as loops over numbers, and against finite differences.
#include <gtest/gtest.h>

#include <thread>

#include "models/registry.h"
#include "support/expect_error.h"
#include "torch/batches.h"
#include "torch/gru.h"
#include "torch/stack_rnn.h"

namespace eqnet::torch_networks {
namespace {

using encode::Settings;
using encode::Training;

constexpr Training kSequenceTraining{77, 0.25, 0};

// name: a kind, or a stackrnn's activation.
Settings settings(const std::string& name) {
  Settings settings = models::settings(name == "gru" ? "gru" : "stackrnn");
  settings.set("dimension", "7");
  settings.set("token_dimension", "5");
  if (name == "gru") return settings;
  settings.set("stacks", "3");
  settings.set("activation", name);
  return settings;
}

template <class Real>
std::unique_ptr<encode::Network<Real>> make(const Settings& settings, const encode::Vocabulary& vocabulary) {
  return settings.kind().name == "gru" ? make_gru<Real>(settings, vocabulary)
                                       : make_stack_rnn<Real>(settings, vocabulary);
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

// A matrix of the flat vector.
struct Matrix {
  const double* numbers;
  size_t rows, columns;

  Matrix(const encode::Layout& layout, const std::vector<double>& parameters, const std::string& name) {
    const auto found = std::find_if(layout.tensors().begin(), layout.tensors().end(),
                                    [&](const encode::Tensor& tensor) { return tensor.name == name; });
    numbers = parameters.data() + found->offset;
    rows = found->shape[0];
    columns = found->size() / rows;
  }
  [[nodiscard]] double times(size_t row, const std::vector<double>& x) const {
    double sum = 0;
    for (size_t j = 0; j < columns; ++j) sum += numbers[row * columns + j] * x[j];
    return sum;
  }
  [[nodiscard]] std::vector<double> row(size_t i) const { return {numbers + i * columns, numbers + (i + 1) * columns}; }
};

std::vector<double> gru_by_hand(const encode::Layout& layout, const std::vector<double>& p,
                                const std::vector<uint32_t>& tokens) {
  const Matrix embeddings(layout, p, "embeddings"), w(layout, p, "W"), u(layout, p, "U"), b(layout, p, "b"),
      c(layout, p, "c");
  const size_t d = u.columns;
  std::vector<double> h(d);
  for (const uint32_t token : tokens) {
    const std::vector<double> x = embeddings.row(token);
    std::vector<double> next(d);
    for (size_t j = 0; j < d; ++j) {
      const auto in = [&](size_t gate) { return w.times(gate * d + j, x) + b.numbers[gate * d + j]; };
      const auto back = [&](size_t gate) { return u.times(gate * d + j, h) + c.numbers[gate * d + j]; };
      const double r = sigmoid(in(0) + back(0));
      const double z = sigmoid(in(1) + back(1));
      next[j] = (1 - z) * std::tanh(in(2) + r * back(2)) + z * h[j];
    }
    h = next;
  }
  return h;
}

std::vector<double> stack_rnn_by_hand(const encode::Layout& layout, const std::vector<double>& p,
                                      const std::vector<uint32_t>& tokens, bool tanh) {
  const Matrix embeddings(layout, p, "embeddings"), u(layout, p, "U"), r(layout, p, "R"), top_p(layout, p, "P"),
      push_a(layout, p, "A.push"), pop_a(layout, p, "A.pop"), value_d(layout, p, "D");
  std::vector<double> h(r.rows);
  // Deeper than any sequence reaches: no number ever gets here from the bottom.
  std::vector<std::vector<double>> stacks(top_p.columns, std::vector<double>(2 * tokens.size() + 2, -1));
  for (const uint32_t token : tokens) {
    std::vector<double> top(stacks.size());
    for (size_t s = 0; s < stacks.size(); ++s) top[s] = stacks[s][0];
    std::vector<double> next(h.size());
    for (size_t j = 0; j < h.size(); ++j) {
      const double sum = u.times(j, embeddings.row(token)) + r.times(j, h) + top_p.times(j, top);
      next[j] = tanh ? std::tanh(sum) : sigmoid(sum);
    }
    h = next;
    for (size_t s = 0; s < stacks.size(); ++s) {
      const double push_score = std::exp(push_a.times(s, h));
      const double pop_score = std::exp(pop_a.times(s, h));
      const double push = push_score / (push_score + pop_score);
      const double pop = pop_score / (push_score + pop_score);
      const std::vector<double> old = stacks[s];
      stacks[s][0] = push * sigmoid(value_d.times(s, h)) + pop * old[1];
      for (size_t i = 1; i + 1 < old.size(); ++i) stacks[s][i] = push * old[i - 1] + pop * old[i + 1];
    }
  }
  return h;
}

class SequenceNetworks : public ::testing::TestWithParam<std::string> {
 protected:
  Expressions expressions;
  const std::unique_ptr<encode::Network<double>> network = make<double>(settings(GetParam()), expressions.vocabulary());
  const std::vector<double> parameters = gaussians<double>(network->layout().size(), 0.7, 3);
};

TEST_P(SequenceNetworks, ReadAsTheirDefinitionSays) {
  const std::unique_ptr<encode::Pass<double>> pass = network->pass();
  for (const auto& [name, schedule] : expressions.batches()) {
    SCOPED_TRACE(name);
    std::vector<double> expected;
    for (size_t root = 0; root < schedule.roots.size(); ++root) {
      std::vector<uint32_t> tokens;
      append_tokens(schedule, expressions.vocabulary(), root, tokens);
      const std::vector<double> vector =
          GetParam() == "gru" ? gru_by_hand(network->layout(), parameters, tokens)
                              : stack_rnn_by_hand(network->layout(), parameters, tokens, GetParam() == "tanh");
      expected.insert(expected.end(), vector.begin(), vector.end());
    }
    EXPECT_GT(largest(expected), 0.01);
    EXPECT_LE(largest_difference(inference(*pass, *network, parameters, schedule), expected), 1e-12);
    EXPECT_LE(
        largest_difference(train_step(*pass, *network, parameters, schedule, kSequenceTraining).vectors, expected),
        1e-12);
  }
}

TEST_P(SequenceNetworks, GiveAVectorThatDoesNotDependOnTheBatch) {
  // Many times over, so that inference needs several chunks.
  Nodes roots;
  for (int i = 0; i < 10; ++i) {
    roots.insert(roots.end(), expressions.many_roots().begin(), expressions.many_roots().end());
  }
  const std::unique_ptr<encode::Pass<double>> pass = network->pass();
  const encode::Schedule together = expressions.schedule(roots);
  const std::vector<double> vectors = inference(*pass, *network, parameters, together);
  const size_t d = network->dimension();
  const size_t distinct = expressions.many_roots().size();
  for (size_t i = 0; i < distinct; ++i) {
    const std::vector<double> alone = inference(*pass, *network, parameters, expressions.schedule({roots[i]}));
    for (size_t copy = i; copy < roots.size(); copy += distinct) {
      const std::vector<double> row(vectors.data() + copy * d, vectors.data() + (copy + 1) * d);
      ASSERT_LE(largest_difference(row, alone), 1e-13) << "root " << copy;
    }
  }
  EXPECT_LE(largest_difference(train_step(*pass, *network, parameters, together, kSequenceTraining).vectors, vectors),
            1e-13);
}

TEST_P(SequenceNetworks, HaveTheGradientOfFiniteDifferences) {
  for (const auto& [name, schedule] : expressions.batches()) {
    SCOPED_TRACE(name);
    const std::unique_ptr<encode::Pass<double>> pass = network->pass();
    EXPECT_GT(largest(train_step(*pass, *network, parameters, schedule, kSequenceTraining).gradient), 1e-3);
    EXPECT_LE(finite_difference_error(*network, schedule, kSequenceTraining, parameters), 1e-6);
  }
}

TEST_P(SequenceNetworks, HaveAGradientInEveryTensor) {
  const encode::Schedule schedule = expressions.schedule(expressions.mixed_roots());
  const std::unique_ptr<encode::Pass<double>> pass = network->pass();
  const Result<double> result = train_step(*pass, *network, parameters, schedule, kSequenceTraining);
  EXPECT_EQ(result.own_loss, 0);
  for (const encode::Tensor& tensor : network->layout().tensors()) {
    const auto begin = result.gradient.begin() + static_cast<ptrdiff_t>(tensor.offset);
    EXPECT_GT(largest(std::vector<double>(begin, begin + static_cast<ptrdiff_t>(tensor.size()))), 0) << tensor.name;
  }
}

TEST_P(SequenceNetworks, AgreeInFloatAndDouble) {
  const encode::Schedule schedule = expressions.schedule(expressions.mixed_roots());
  const std::unique_ptr<encode::Network<float>> single = make<float>(settings(GetParam()), expressions.vocabulary());
  const std::vector<float> rounded(parameters.begin(), parameters.end());
  const std::unique_ptr<encode::Pass<double>> pass = network->pass();
  const std::unique_ptr<encode::Pass<float>> single_pass = single->pass();
  const Result<double> exact = train_step(*pass, *network, parameters, schedule, kSequenceTraining);
  const Result<float> found = train_step(*single_pass, *single, rounded, schedule, kSequenceTraining);
  EXPECT_LE(largest_difference(std::vector<double>(found.vectors.begin(), found.vectors.end()), exact.vectors), 1e-5);
  EXPECT_LE(largest_difference(std::vector<double>(found.gradient.begin(), found.gradient.end()), exact.gradient),
            1e-4 * largest(exact.gradient));
}

TEST_P(SequenceNetworks, MayRunInSeveralThreadsAtOnce) {
  const std::vector<Expressions::Batch> batches = expressions.batches();
  std::vector<Result<double>> alone, together(batches.size());
  for (const auto& [name, schedule] : batches) {
    alone.push_back(train_step(*network->pass(), *network, parameters, schedule, kSequenceTraining));
  }
  std::vector<std::thread> threads;
  for (size_t i = 0; i < batches.size(); ++i) {
    threads.emplace_back([&, i] {
      const std::unique_ptr<encode::Pass<double>> pass = network->pass();
      for (int round = 0; round < 20; ++round) {
        together[i] = train_step(*pass, *network, parameters, batches[i].schedule, kSequenceTraining);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < batches.size(); ++i) {
    EXPECT_EQ(together[i].vectors, alone[i].vectors) << batches[i].name;
    EXPECT_EQ(together[i].gradient, alone[i].gradient) << batches[i].name;
  }
}

TEST_P(SequenceNetworks, RefuseATreeTooLargeToBeReadTokenByToken) {
  expr::NodeId node = expressions.mixed_roots()[0];
  for (int i = 0; i < 40; ++i) node = expressions.both(node, node);
  const encode::Schedule schedule = expressions.schedule({expressions.mixed_roots()[0], node});
  EXPECT_ERROR(inference(*network->pass(), *network, parameters, schedule), "expression 2", "tokens");
}

TEST_P(SequenceNetworks, TurnTheExceptionsOfLibtorchIntoErrors) {
  encode::Schedule schedule;  // of a leaf that the vocabulary does not have
  schedule.leaves = 1;
  schedule.symbols = {1000};
  schedule.roots = {0};
  schedule.sizes = {1};
  schedule.inner = {0};
  EXPECT_ERROR(inference(*network->pass(), *network, parameters, schedule), "libtorch: ", "index");
}

TEST_P(SequenceNetworks, HaveNothingToSayAboutNothing) {
  const encode::Schedule schedule = expressions.schedule({});
  EXPECT_EQ(largest(train_step(*network->pass(), *network, parameters, schedule, kSequenceTraining).gradient), 0);
  EXPECT_TRUE(inference(*network->pass(), *network, parameters, schedule).empty());
}

INSTANTIATE_TEST_SUITE_P(Kinds, SequenceNetworks, ::testing::Values("gru", "sigmoid", "tanh"),
                         [](const auto& info) { return info.param == "gru" ? info.param : "stackrnn_" + info.param; });

}  // namespace
}  // namespace eqnet::torch_networks
