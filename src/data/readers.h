// Readers of the two file formats (docs/formats.md).
#pragma once

#include <optional>

#include "base/files.h"
#include "eqnet/data/dataset.h"

namespace eqnet::data {

// The domain of a file: given by the user, or settled by the first operator that belongs to one.
struct DomainChoice {
  std::optional<domain::Kind> kind;
  // Data that is all variables means the same in every domain.
  [[nodiscard]] domain::Kind kind_or_default() const { return kind.value_or(domain::Kind::boolean); }
};

// Classes of a file, their nodes in dataset.pool, node symbols in dataset.symbols.
Classes read_semvec(base::ByteSource& source, Dataset& dataset, DomainChoice& choice);
Classes read_text(base::ByteSource& source, Dataset& dataset, DomainChoice& choice);

std::string expression_text(const Dataset& dataset, expr::NodeId node);

}  // namespace eqnet::data
