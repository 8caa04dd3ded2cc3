// The spaces of `tune` where nobody names one. The published values (docs/training.md) lie well inside.
#include "eqnet/base/error.h"
#include "experiments/search_space.h"

namespace eqnet::experiments {
namespace {

struct DefaultSpace {
  std::string_view kind, toml;
};

constexpr DefaultSpace kSpaces[] = {
    {"eqnet-mul",
     R"(# One number per point, and no search for an exact algebra: that one succeeds on small spaces whatever the
# settings are, and would leave nothing to compare.
block = 1
settle = false
learning_rate = { log = [0.002, 0.1] }
rho = { linear = [0.8, 0.999] }
momentum = { linear = [0.5, 0.98] }
weight_decay = { log = [0.001, 2] }
temperature = { log = [0.003, 0.1] }
leaf_noise = { linear = [0, 0.6] }
batch = { log = [200, 2000] }
group = { integer = [2, 8] }
init_std = { log = [0.1, 1.5] }
embedding_std = { log = [0.3, 2] }
)"},
    {"eqnet", R"(learning_rate = { log = [0.0005, 0.05] }
rho = { linear = [0.6, 0.99] }
momentum = { linear = [0, 0.97] }
batch = { log = [100, 2000] }
clip = { log = [0.1, 10] }
init_std = { log = [0.001, 0.3] }
dropout = { linear = [0, 0.5] }
hidden = { integer = [4, 32] }
code = { integer = [4, 16] }
kappa = { linear = [0.2, 0.9] }
nu = { linear = [1, 5] }
curriculum_start = { linear = [3, 12] }
curriculum_step = { linear = [0.5, 5] }
margin = { log = [0.1, 16] }
)"},
    {"treenn1", R"(learning_rate = { log = [0.00003, 0.01] }
rho = { linear = [0.3, 0.99] }
momentum = { linear = [0, 0.97] }
batch = { log = [100, 2000] }
clip = { log = [0.3, 30] }
init_std = { log = [0.001, 0.5] }
dropout = { linear = [0, 0.5] }
curriculum_start = { linear = [2, 12] }
curriculum_step = { linear = [0.5, 5] }
margin = { log = [0.1, 16] }
)"},
    {"treenn2", R"(learning_rate = { log = [0.00003, 0.01] }
rho = { linear = [0.3, 0.99] }
momentum = { linear = [0, 0.97] }
batch = { log = [100, 2000] }
clip = { log = [0.3, 30] }
init_std = { log = [0.00001, 0.3] }
dropout = { linear = [0, 0.5] }
hidden = { integer = [8, 64] }
curriculum_start = { linear = [2, 12] }
curriculum_step = { linear = [0.5, 5] }
margin = { log = [0.1, 16] }
)"},
    {"gru", R"(learning_rate = { log = [0.0005, 0.05] }
rho = { linear = [0.5, 0.99] }
momentum = { linear = [0, 0.97] }
batch = { log = [30, 1000] }
clip = { log = [0.1, 10] }
init_std = { log = [0.01, 0.3] }
embedding_std = { log = [0.01, 0.3] }
dropout = { linear = [0, 0.5] }
token_dimension = { choice = [32, 64, 128, 256] }
margin = { log = [0.1, 16] }
)"},
    {"stackrnn", R"(learning_rate = { log = [0.0001, 0.01] }
rho = { linear = [0.5, 0.999] }
momentum = { linear = [0, 0.97] }
batch = { log = [50, 1000] }
clip = { log = [0.1, 10] }
init_std = { log = [0.00001, 0.3] }
embedding_std = { log = [0.0001, 0.3] }
activation = { choice = ["sigmoid", "tanh"] }
token_dimension = { choice = [32, 64, 128] }
stacks = { integer = [10, 60] }
margin = { log = [0.1, 16] }
)"},
    {"values", R"(dimension = { log = [16, 256] }
)"},
};

}  // namespace

std::string_view default_space(const encode::ModelKind& kind) {
  for (const DefaultSpace& space : kSpaces) {
    if (space.kind == kind.name) return space.toml;
  }
  throw base::Error("model " + kind.name, "has no settings to search");
}

}  // namespace eqnet::experiments
