// eqnet embed: vectors of expressions, as text, JSON lines or a NumPy file.
#include <cstdio>
#include <iostream>

#include "base/files.h"
#include "cli/json.h"
#include "cli/verbs.h"
#include "eqnet/base/error.h"
#include "eqnet/domain/domain.h"
#include "eqnet/expr/parse.h"
#include "models/encoder.h"

namespace eqnet::cli {
namespace {

struct Options {
  std::string model;
  std::vector<std::string> expressions;
  std::string npy;
  Common common;
};

// The arguments, or where there are none (or "-") the lines of standard input that are not empty.
std::vector<std::string> texts_of(const Options& options) {
  std::vector<std::string> texts;
  const auto read_input = [&] {
    base::ByteSource source = base::ByteSource::open("-");
    for (std::string line; source.line(line);) {
      if (line.find_first_not_of(" \t\r") != std::string::npos) texts.push_back(line);
    }
  };
  if (options.expressions.empty()) read_input();
  for (const std::string& text : options.expressions) {
    if (text == "-") {
      read_input();
    } else {
      texts.push_back(text);
    }
  }
  return texts;
}

// NumPy's format, version 1.0: magic, a dictionary padded to 64 bytes, the numbers.
void write_npy(const std::string& path, const std::vector<float>& vectors, size_t rows, size_t width) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                       std::to_string(width) + "), }";
  constexpr size_t kBefore = 10;
  header.resize((kBefore + header.size() + 1 + 63) / 64 * 64 - kBefore - 1, ' ');
  header += '\n';
  std::string start("\x93NUMPY\x01\x00", 8);
  start += static_cast<char>(header.size() & 0xFF);
  start += static_cast<char>(header.size() >> 8);
  base::AtomicFile file(path);
  file.write(start);
  file.write(header);
  file.write({reinterpret_cast<const char*>(vectors.data()), vectors.size() * sizeof(float)});
  file.commit();
}

int run_embed(const Options& options) {
  const models::Encoder encoder = models::Encoder::load(options.model);
  const domain::Kind kind = domain::kind_of(encoder.model().domain);
  const std::vector<std::string> texts = texts_of(options);
  expr::Pool pool;
  const expr::Parser parser(domain::syntax(kind));
  std::vector<expr::NodeId> roots;
  roots.reserve(texts.size());
  for (const std::string& text : texts) roots.push_back(parser.parse(text, pool));
  const std::vector<float> vectors = encoder.embed(pool, roots, "expression", {threads_of(options.common)});
  const size_t width = encoder.dimension();
  if (!options.npy.empty()) {
    write_npy(options.npy, vectors, roots.size(), width);
    return kYes;
  }
  for (size_t i = 0; i < roots.size(); ++i) {
    const float* row = vectors.data() + i * width;
    if (options.common.json) {
      Json json;
      json.object().key("expression").value(texts[i]).key("vector").array();
      for (size_t j = 0; j < width; ++j) json.value(static_cast<double>(row[j]));
      json.end_array().end_object();
      json.print();
      continue;
    }
    for (size_t j = 0; j < width; ++j) std::printf("%s%.6g", j == 0 ? "" : " ", static_cast<double>(row[j]));
    std::printf("\t%s\n", texts[i].c_str());
  }
  return kYes;
}

}  // namespace

Verb add_embed(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("embed", "Print the vectors of expressions");
  app->add_option("MODEL", options->model, "Model file")->required();
  app->add_option("EXPR", options->expressions, "Expressions; none or '-': lines of standard input");
  app->add_option("--npy", options->npy, "Write a NumPy file of float32 instead, one row an expression");
  add_common(*app, options->common, Uses::threads);
  app->footer(
      "Text output: the vector's numbers, a tab, the expression. --json: one object a line.\n\n"
      "Examples:\n"
      "  eqnet embed bool5.eqnet 'a & b' 'b & a'\n"
      "  eqnet embed bool5.eqnet --npy vectors.npy < expressions.txt");
  return {app, [options] { return run_embed(*options); }};
}

}  // namespace eqnet::cli
