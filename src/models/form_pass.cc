#include "models/form_pass.h"

#include "base/format.h"
#include "eqnet/base/error.h"

namespace eqnet::models {

FormParameters::FormParameters(const FormShape& shape, const encode::Vocabulary& vocabulary, const char* name,
                               size_t (*count)(size_t arity))
    : dimension(shape.dimension),
      numbers(shape.numbers),
      leaf_noise(shape.leaf_noise),
      leaf_count(vocabulary.leaves().size()) {
  leaves = layout.add({"leaves", {leaf_count, numbers}, false, shape.leaf_deviation});
  for (const expr::Symbol& op : vocabulary.operators()) {
    if (op.arity > kMostFormChildren) {
      throw base::Error("operator " + base::quoted(op.name),
                        base::format("has {} children; {} are for {} or fewer", op.arity, name, kMostFormChildren));
    }
    operators.push_back({op.arity, layout.add({op.name + "." + name, {count(op.arity)}, false, shape.deviation})});
  }
}

template <class Real>
void set_forms(const FormParameters& all, std::span<const std::vector<double>> operators, std::vector<Real>& flat) {
  for (size_t op = 0; op < operators.size(); ++op) {
    for (size_t form = 0; form < operators[op].size(); ++form) {
      flat[all.operators[op].shares + form] = static_cast<Real>(operators[op][form] > 0.5 ? kCertain : -kCertain);
    }
  }
}
template void set_forms<float>(const FormParameters&, std::span<const std::vector<double>>, std::vector<float>&);
template void set_forms<double>(const FormParameters&, std::span<const std::vector<double>>, std::vector<double>&);

}  // namespace eqnet::models
