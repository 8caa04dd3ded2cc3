// eqnet embed: vectors of expressions, as text, JSON lines or a NumPy file.
#include <cstdio>
#include <optional>

#include "base/files.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/api/model.h"
#include "eqnet/base/error.h"

namespace eqnet::cli {
namespace {

struct EmbedOptions {
  std::string model;
  std::vector<std::string> expressions;
  std::string domain = "auto";
  std::string npy;
  bool skip_bad = false;
  Common common;
};

// The expressions a few at a time: the arguments, or where there are none (or "-") the lines of standard input, every
// one of them, so that rows and lines stay together.
class Texts {
 public:
  explicit Texts(const EmbedOptions& options) : arguments_(options.expressions) {
    if (arguments_.empty()) arguments_.emplace_back("-");
  }

  // Where the expression of a number, counted from 0 over all, was found.
  [[nodiscard]] std::string place(size_t number) const {
    if (number < first_line_) return "expression " + std::to_string(number + 1);
    return "standard input, line " + std::to_string(number - first_line_ + 1);
  }

  // At most `most` further ones; none at the end.
  std::vector<std::string> next(size_t most) {
    std::vector<std::string> texts;
    while (texts.size() < most && at_ < arguments_.size()) {
      if (arguments_[at_] != "-") {
        texts.push_back(arguments_[at_++]);
        ++given_;
        continue;
      }
      if (!input_) {
        input_.emplace(base::ByteSource::open("-"));
        first_line_ = given_;
      }
      std::string line;
      if (!input_->line(line)) {
        ++at_;
        continue;
      }
      texts.push_back(std::move(line));
      ++given_;
    }
    return texts;
  }

 private:
  std::vector<std::string> arguments_;
  size_t at_ = 0;
  size_t given_ = 0;
  size_t first_line_ = SIZE_MAX;  // number of the first that came from standard input
  std::optional<base::ByteSource> input_;
};

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
  const std::string_view numbers(reinterpret_cast<const char*>(vectors.data()), vectors.size() * sizeof(float));
  if (path == "-") {
    for (const std::string_view part : {std::string_view(start), std::string_view(header), numbers}) {
      std::fwrite(part.data(), 1, part.size(), stdout);
    }
    return;
  }
  base::AtomicFile file(path);
  file.write(start);
  file.write(header);
  file.write(numbers);
  file.commit();
}

// bad: why there is no vector; nullptr where there is one.
void print_row(const std::string& text, const float* row, size_t width, const api::BadText* bad, bool as_json) {
  if (as_json) {
    base::Json json;
    json.object().key("expression").value(text).key("vector");
    if (bad != nullptr) {
      json.null().key("error").value(bad->what);
    } else {
      json.array();
      for (size_t j = 0; j < width; ++j) json.value(static_cast<double>(row[j]));
      json.end_array();
    }
    json.end_object();
    print(json);
    return;
  }
  for (size_t j = 0; j < width; ++j) std::printf("%s%.6g", j == 0 ? "" : " ", static_cast<double>(row[j]));
  std::printf("\t%s\n", text.c_str());
}

[[noreturn]] void refuse(const std::string& place, const api::BadText& bad, bool of_many) {
  std::string what = place + ": " + bad.what;
  if (of_many) what += "; --skip-bad goes on with a row of NaN in its place";
  if (!bad.excerpt.empty()) what += "\n" + bad.excerpt;
  throw base::Error(what);
}

int run_embed(const EmbedOptions& options) {
  if (!options.npy.empty() && options.common.json) throw base::Error("--npy", "is no JSON", "leave out one of the two");
  constexpr size_t kAtATime = 131072;  // so that a stream of any length needs no more memory than this
  const api::Model model = api::Model::open(options.model, chosen_domain(options.domain));
  const size_t width = model.dimension();
  base::Progress progress("embedding", 0, terminal_progress(options.common.quiet));
  Texts texts(options);
  size_t done = 0;
  size_t left_out = 0;
  std::vector<float> all;  // for the file, which says first how many there are
  for (std::vector<std::string> some; !(some = texts.next(kAtATime)).empty(); done += some.size()) {
    std::vector<api::BadText> bad;
    const std::vector<float> vectors = model.embed(some, threads_of(options.common), &bad);
    const bool stops = !bad.empty() && !options.skip_bad;  // after the rows before it
    left_out += bad.size();
    progress.add(some.size());
    if (!options.npy.empty()) all.insert(all.end(), vectors.begin(), vectors.end());
    auto next_bad = bad.begin();
    for (size_t i = 0; options.npy.empty() && i < (stops ? bad.front().index : some.size()); ++i) {
      const bool is_bad = next_bad != bad.end() && next_bad->index == i;
      print_row(some[i], vectors.data() + i * width, width, is_bad ? &*next_bad++ : nullptr, options.common.json);
    }
    if (stops) refuse(texts.place(done + bad.front().index), bad.front(), done + some.size() > 1);
  }
  if (!options.npy.empty()) write_npy(options.npy, all, all.size() / width, width);
  if (left_out > 0 && !options.common.quiet) {
    std::fprintf(stderr, "eqnet: %zu of %zu expressions have no vector; their rows are %s\n", left_out, done,
                 options.common.json ? "null" : "NaN");
  }
  return kYes;
}

}  // namespace

Verb add_embed(CommandLine& program) {
  auto options = std::make_shared<EmbedOptions>();
  Command verb = program.verb("embed", "Print the vectors of expressions", CommandLine::Takes::expressions);
  verb.option("MODEL", options->model, model_help()).required();
  verb.option("EXPR", options->expressions, "Expressions; none or '-': lines of standard input");
  verb.option("--npy", options->npy, "Write a NumPy file of float32 instead, one row per expression; - is stdout");
  add_domain(verb, options->domain, "the model's");
  verb.flag("--skip-bad", options->skip_bad,
            "Rows of NaN for lines that are no expressions or have unknown symbols, and their number at the end");
  add_common(verb, options->common, Uses::threads);
  verb.footer(
      "One row per expression, and per line of standard input, in their order. Text: the vector's numbers, a tab, the\n"
      "expression. --json: one object per line; under --skip-bad a bad line has vector null and an error.\n\n"
      "Examples:\n"
      "  eqnet embed bool5.eqnet 'a & b' 'b & a'\n"
      "  eqnet embed bool5.eqnet --npy vectors.npy < expressions.txt");
  return {"embed", [options] { return run_embed(*options); }};
}

}  // namespace eqnet::cli
