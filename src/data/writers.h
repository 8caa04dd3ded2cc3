// Writers of the two file formats (docs/formats.md).
#pragma once

#include "base/files.h"
#include "eqnet/data/dataset.h"

namespace eqnet::data {

void write_semvec(const Dataset& dataset, const Classes& classes, base::AtomicFile& file);
void write_text(const Dataset& dataset, const Classes& classes, base::AtomicFile& file);

}  // namespace eqnet::data
