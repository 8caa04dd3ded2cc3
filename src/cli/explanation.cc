#include "cli/explanation.h"

#include <algorithm>
#include <cstdio>

namespace eqnet::cli {
namespace {

using models::Explanation;
using models::Law;
using models::LawKind;
using models::LearnedAlgebra;
using models::Side;

constexpr size_t kMostShown = 4;        // algebras in text, ...
constexpr size_t kLeastShare = 20;      // ... of one live part in so many, or more
constexpr size_t kMostValuesShown = 9;  // of a table in text
constexpr double kLeastShown = 1e-4;    // of an error
constexpr size_t kWidth = 100;          // columns of text

std::string name_of(LawKind kind) {
  switch (kind) {
    case LawKind::commutes:
      return "commutes";
    case LawKind::associates:
      return "associates";
    case LawKind::idempotent:
      return "idempotent";
    case LawKind::involution:
      return "involution";
    case LawKind::identity:
      return "identity";
    case LawKind::inverses:
      return "inverses";
    case LawKind::distributes:
      return "distributes";
  }
  return "";
}

std::string name_of(Side side) {
  return side == Side::both ? "both" : side == Side::left ? "left" : "right";
}

std::string percent(double error) {
  if (error < kLeastShown) return "< 0.01%";
  char text[32];
  std::snprintf(text, sizeof text, error < 0.1 ? "%.2f%%" : "%.0f%%", 100 * std::min(error, 99.99));
  return text;
}

std::string counted(size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// In words; empty for those that do not hold and are not worth a word.
std::string in_words(const Law& law, const Explanation& learned, const LearnedAlgebra& algebra) {
  std::string text = name_of(law.kind);
  if (!law.holds) {
    if (law.kind != LawKind::commutes && law.kind != LawKind::associates) return "";
    text = law.kind == LawKind::commutes ? "does not commute" : "does not associate";
  }
  if (law.kind == LawKind::involution) text = "its own inverse";
  if (law.kind == LawKind::identity) {
    if (law.side != Side::both) text = name_of(law.side) + " identity";
    if (law.value) text += " " + algebra.table->values[*law.value];
  }
  if (law.kind == LawKind::inverses && law.other == law.op) text = "every value its own inverse";
  if (law.kind == LawKind::inverses && law.other != law.op && law.other != models::kNoOperator) {
    text += " by " + learned.operators[law.other];
  }
  if (law.kind == LawKind::distributes) {
    text += " over " + learned.operators[law.other];
    if (law.side != Side::both) text += " from the " + name_of(law.side);
  }
  return law.error && *law.error >= kLeastShown ? text + " (" + percent(*law.error) + ")" : text;
}

// A line per operator, wrapped.
void print_laws(const Explanation& learned, const LearnedAlgebra& algebra) {
  size_t width = 0;
  for (const std::string& name : learned.operators) width = std::max(width, name.size());
  for (size_t op = 0; op < learned.operators.size(); ++op) {
    std::vector<std::string> words;
    for (const Law& law : algebra.laws) {
      std::string text = law.op == op ? in_words(law, learned, algebra) : "";
      if (!text.empty()) words.push_back(std::move(text));
    }
    if (words.empty()) words.emplace_back(learned.arities[op] > 2 ? "laws are for one or two children" : "none");
    std::string line = "    " + learned.operators[op] + std::string(width - learned.operators[op].size() + 1, ' ');
    bool fresh = true;
    for (size_t i = 0; i < words.size(); ++i) {
      const std::string word = words[i] + (i + 1 < words.size() ? "," : "");
      if (!fresh && line.size() + 1 + word.size() > kWidth) {
        std::printf("%s\n", line.c_str());
        line.assign(width + 5, ' ');
      }
      line += " " + word;
      fresh = false;
    }
    std::printf("%s\n", line.c_str());
  }
}

std::string padded(const std::string& text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

// The lines of an operator's table: a row per value of the first child, a column per value of the second.
std::vector<std::string> grid(const models::LearnedTable& table, const std::string& name, size_t op, size_t arity) {
  const size_t q = table.values.size();
  size_t cell = 0;
  for (const std::string& value : table.values) cell = std::max(cell, value.size());
  const size_t head = std::max(cell, name.size());
  std::vector<std::string> lines = {padded(name, head) + " |"};
  for (size_t column = 0; column < (arity == 2 ? q : 1); ++column) {
    lines[0] += " " + padded(arity == 2 ? table.values[column] : "", cell);
  }
  for (size_t row = 0; row < q; ++row) {
    std::string& line = lines.emplace_back(padded(table.values[row], head) + " |");
    for (size_t column = 0; column < (arity == 2 ? q : 1); ++column) {
      line += " " + padded(table.values[table.operators[op][row + q * column]], cell);
    }
  }
  return lines;
}

// As many beside each other as there is room for.
void print_tables(const Explanation& learned, const models::LearnedTable& table) {
  if (table.values.size() > kMostValuesShown) {
    std::printf("    tables of so many values are in --json\n");
    return;
  }
  std::vector<std::string> rows;
  const auto flush = [&] {
    for (const std::string& row : rows) std::printf("    %s\n", row.c_str());
    rows.clear();
  };
  for (size_t op = 0; op < learned.operators.size(); ++op) {
    if (learned.arities[op] > 2) continue;
    const std::vector<std::string> lines = grid(table, learned.operators[op], op, learned.arities[op]);
    if (!rows.empty() && 4 + rows[0].size() + 3 + lines[0].size() > kWidth) flush();
    const bool first = rows.empty();
    rows.resize(lines.size());
    for (size_t i = 0; i < lines.size(); ++i) rows[i] += (first ? "" : "   ") + lines[i];
  }
  flush();
}

std::string name_of(models::Learned learned) {
  switch (learned) {
    case models::Learned::table:
      return "table";
    case models::Learned::laws:
      return "laws";
    case models::Learned::forgotten:
      return "forgotten";
    case models::Learned::single_value:
      return "single value";
  }
  return "";
}

// Live blocks; or parts, where some are taken apart.
std::string places(const Explanation& learned, size_t live) {
  return counted(live, learned.apart() ? "part" : "block");
}

std::string title(const Explanation& learned, const LearnedAlgebra& algebra) {
  const std::string blocks = places(learned, algebra.live);
  switch (algebra.learned) {
    case models::Learned::table:
      return "an algebra of " + counted(algebra.table->values.size(), "value") + " in " + blocks;
    case models::Learned::laws:
      return "an algebra without a table in " + blocks;
    case models::Learned::forgotten:
      return "operators that forget their children in " + blocks;
    case models::Learned::single_value:
      return "a single value in " + blocks;
  }
  return "";
}

std::string details(const LearnedAlgebra& algebra) {
  std::string text = counted(algebra.sets, "set") + " of coefficients";
  if (algebra.distinct < algebra.sets) text += " (" + std::to_string(algebra.distinct) + " without copies)";
  text += ", " + counted(algebra.assignments, "assignment") + " of leaves";
  if (algebra.table) text += ", table error " + percent(algebra.table->error);
  return text;
}

bool says_something(const LearnedAlgebra& algebra) {
  return algebra.learned == models::Learned::table || algebra.learned == models::Learned::laws;
}

// Algebras worth being shown to people: the first ones.
size_t shown_of(const Explanation& learned) {
  size_t shown = 0;
  while (shown < std::min(kMostShown, learned.algebras.size()) &&
         learned.algebras[shown].live * kLeastShare >= learned.parts) {
    ++shown;
  }
  return std::max(shown, std::min<size_t>(1, learned.algebras.size()));
}

// In words; empty where all are shown.
std::string others(const Explanation& learned) {
  size_t live = 0;
  for (size_t i = shown_of(learned); i < learned.algebras.size(); ++i) live += learned.algebras[i].live;
  if (live == 0) return "";
  return "others, " + std::to_string(learned.algebras.size() - shown_of(learned)) + " of them, in " +
         places(learned, live);
}

std::string live_of(const Explanation& learned) {
  std::string text = std::to_string(learned.live) + " of " + counted(learned.blocks, "block") + " of " +
                     counted(learned.block, "number") + " live";
  if (learned.apart()) text += ", with " + counted(learned.parts, "independent part");
  if (learned.looked_at < learned.live_sets) {
    text += "; " + std::to_string(learned.looked_at) + " of " + counted(learned.live_sets, "live set") +
            " of coefficients looked at";
  }
  return text;
}

// Results as nested arrays, the first child's values outermost.
void add_table(base::Json& json, const std::vector<uint32_t>& results, size_t values, size_t arity) {
  std::vector<size_t> steps(arity, 1);  // place of the next value of each child
  for (size_t c = 1; c < arity; ++c) steps[c] = steps[c - 1] * values;
  std::vector<size_t> choice(arity);
  for (size_t c = 0; c < arity; ++c) json.array();
  for (;;) {
    size_t place = 0;
    for (size_t c = 0; c < arity; ++c) place += choice[c] * steps[c];
    json.value(size_t{results[place]});
    size_t c = arity;
    while (c > 0 && ++choice[c - 1] == values) {
      choice[--c] = 0;
      json.end_array();
    }
    if (c == 0) return;
    for (; c < arity; ++c) json.array();
  }
}

void add_law(base::Json& json, const Law& law, const Explanation& learned) {
  json.object().key("law").value(name_of(law.kind)).key("holds").value(law.holds).key("error");
  law.error ? json.value(*law.error) : json.null();
  if (law.kind == LawKind::identity || law.kind == LawKind::distributes) json.key("side").value(name_of(law.side));
  if (law.value) json.key("identity").value(size_t{*law.value});
  if (law.other != models::kNoOperator) {
    json.key(law.kind == LawKind::inverses ? "by" : "over").value(learned.operators[law.other]);
  }
  json.end_object();
}

void add_algebra(base::Json& json, const LearnedAlgebra& algebra, const Explanation& learned) {
  json.object()
      .key("learned")
      .value(name_of(algebra.learned))
      .key("sets")
      .value(algebra.sets)
      .key("distinct_sets")
      .value(algebra.distinct);
  json.key("blocks").value(algebra.blocks).key("live").value(algebra.live);
  json.key("assignments").value(algebra.assignments);
  json.key("values");
  if (algebra.table) {
    json.array();
    for (const std::string& name : algebra.table->values) json.value(name);
    json.end_array().key("table_error").value(algebra.table->error);
  } else {
    json.null();
  }
  json.key("operators").array();
  for (size_t op = 0; op < learned.operators.size(); ++op) {
    json.object().key("name").value(learned.operators[op]);
    if (algebra.table) {
      add_table(json.key("table"), algebra.table->operators[op], algebra.table->values.size(), learned.arities[op]);
    }
    json.key("laws").array();
    for (const Law& law : algebra.laws) {
      if (law.op == op) add_law(json, law, learned);
    }
    json.end_array().end_object();
  }
  json.end_array().end_object();
}

}  // namespace

void print_explanation(const Explanation& learned) {
  std::printf("learned: %s\n", live_of(learned).c_str());
  for (size_t i = 0; i < shown_of(learned); ++i) {
    const LearnedAlgebra& algebra = learned.algebras[i];
    std::printf("  %s\n", title(learned, algebra).c_str());
    if (!says_something(algebra)) continue;
    std::printf("    %s\n", details(algebra).c_str());
    print_laws(learned, algebra);
    if (algebra.table) print_tables(learned, *algebra.table);
  }
  if (const std::string rest = others(learned); !rest.empty()) std::printf("  %s: see --json\n", rest.c_str());
}

std::string summary_of(const Explanation& learned) {
  std::string text = live_of(learned) + ".\n\n";
  for (size_t i = 0; i < shown_of(learned); ++i) {
    const LearnedAlgebra& algebra = learned.algebras[i];
    text += "- " + title(learned, algebra) + (says_something(algebra) ? ": " + details(algebra) : "") + "\n";
  }
  const std::string rest = others(learned);
  return rest.empty() ? text : text + "- " + rest + "\n";
}

void add_explanation(base::Json& json, const Explanation& learned) {
  json.key("blocks").object().key("numbers").value(learned.block).key("count").value(learned.blocks);
  json.key("live")
      .value(learned.live)
      .key("parts")
      .value(learned.parts)
      .key("sets")
      .value(learned.sets)
      .key("live_sets")
      .value(learned.live_sets);
  json.key("sets_looked_at").value(learned.looked_at).end_object();
  json.key("algebras").array();
  for (const LearnedAlgebra& algebra : learned.algebras) add_algebra(json, algebra, learned);
  json.end_array();
}

}  // namespace eqnet::cli
