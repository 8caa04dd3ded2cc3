// Readers of the two file formats (docs/formats.md).
#pragma once

#include "base/files.h"
#include "eqnet/data/dataset.h"

namespace eqnet::data {

// The domain of a file: given by the user, or settled by the first operator that belongs to one.
struct DomainChoice {
  const domain::Domain* domain = nullptr;  // null: not settled yet
  // Data that is all variables means the same in every domain.
  [[nodiscard]] const domain::Domain& or_default() const { return domain ? *domain : domain::default_domain(); }
};

// Classes of a file, their nodes in dataset.pool, names of nodes in dataset.node_names.
Classes read_semvec(base::ByteSource& source, Dataset& dataset, DomainChoice& choice);
// lists: LoadParams.
Classes read_text(base::ByteSource& source, Dataset& dataset, DomainChoice& choice, bool lists);

std::string expression_text(const Dataset& dataset, expr::NodeId node);

}  // namespace eqnet::data
