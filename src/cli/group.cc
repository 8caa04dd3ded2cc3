// eqnet group: expressions, one a line, grouped by meaning.
#include "eqnet/search/group.h"

#include <cstdio>
#include <memory>

#include "base/files.h"
#include "cli/print.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "eqnet/expr/print.h"

namespace eqnet::cli {
namespace {

struct GroupOptions {
  std::string file = "-";
  std::string domain = "auto";
  search::GroupParams params;
  bool unique = false;
  bool counts = false;
  Common common;
};

// The lines of a file, and the domain that the first of them are of where none was chosen.
class Lines {
 public:
  Lines(const std::string& path, const domain::Domain* chosen) : input_(base::ByteSource::open(path)), domain_(chosen) {
    constexpr size_t kLookedAt = 1000;
    std::string text;
    while (domain_ == nullptr && first_.size() < kLookedAt && input_.line(text)) {
      domain_ = domain::guess(text);
      first_.push_back(std::move(text));
      if (domain_ != nullptr && first_.size() > 1) told_by_ = first_.size();
    }
    if (domain_ == nullptr) domain_ = &domain::default_domain();
  }

  [[nodiscard]] const domain::Domain& domain() const { return *domain_; }
  // The line that the domain was taken from; 0 where it is the first, or was chosen.
  [[nodiscard]] size_t told_by() const { return told_by_; }
  // The number of the line that next() gave, from 1.
  [[nodiscard]] size_t number() const { return number_; }
  bool next(std::string& line) {
    ++number_;
    if (number_ > first_.size()) return input_.line(line);
    line = std::move(first_[number_ - 1]);
    return true;
  }

 private:
  base::ByteSource input_;
  const domain::Domain* domain_;
  std::vector<std::string> first_;
  size_t number_ = 0, told_by_ = 0;
};

void print_json(const search::Grouping& grouping, const std::vector<search::Group>& groups, bool unique) {
  const expr::Printer printer(grouping.pool(), grouping.domain().syntax());
  for (size_t i = 0; i < groups.size(); ++i) {
    const search::Group& group = groups[i];
    uint64_t times = 0;
    for (const search::GroupMember& member : group.members) times += member.times;
    base::Json json;
    json.object().key("group").value(i + 1).key("expression").value(printer.text(group.members.front().expression));
    json.key("count").value(times).key("distinct").value(group.members.size());
    if (group.undecided_with) {
      json.key("undecided_with").value(*group.undecided_with + 1).key("why").value(group.why);
    }
    if (!unique) {
      json.key("members").array();
      for (const search::GroupMember& member : group.members) {
        json.object().key("expression").value(printer.text(member.expression));
        json.key("count").value(member.times).end_object();
      }
      json.end_array();
    }
    print(json.end_object());
  }
}

void print_text(const search::Grouping& grouping, const std::vector<search::Group>& groups, bool unique, bool counts) {
  const expr::Printer printer(grouping.pool(), grouping.domain().syntax());
  for (size_t i = 0; i < groups.size(); ++i) {
    const search::Group& group = groups[i];
    uint64_t times = 0;
    for (const search::GroupMember& member : group.members) times += member.times;
    for (const search::GroupMember& member : group.members) {
      std::string line;
      if (!unique) line += std::to_string(i + 1) + "\t";
      if (counts) line += std::to_string(unique ? times : member.times) + "\t";
      line += printer.text(member.expression);
      if (group.undecided_with) {
        line += "\tundecided: perhaps group " + std::to_string(*group.undecided_with + 1) + " (" + group.why + ")";
      }
      std::printf("%s\n", line.c_str());
      if (unique) break;
    }
  }
}

int run_group(const GroupOptions& options) {
  Lines lines(options.file, chosen_domain(options.domain));
  search::Grouping grouping(lines.domain());
  base::Progress progress("reading", 0, terminal_progress(options.common.quiet));
  constexpr size_t kShown = 5;  // bad lines
  size_t bad = 0;
  for (std::string line; lines.next(line);) {
    if (base::is_remark(line)) continue;
    try {
      grouping.add(line);
    } catch (const expr::ParseError& error) {
      if (++bad <= kShown) {
        const std::string place = options.file == "-" ? "standard input" : options.file;
        std::fprintf(stderr, "eqnet: %s, line %zu, column %zu: found %s, expected %s\n", place.c_str(), lines.number(),
                     error.column, error.found.c_str(), error.expected.c_str());
      }
    }
    progress.add(1);
  }
  const std::vector<search::Group> groups = grouping.groups(options.params);
  options.common.json ? print_json(grouping, groups, options.unique)
                      : print_text(grouping, groups, options.unique, options.counts);
  size_t undecided = 0;
  for (const search::Group& group : groups) undecided += group.undecided_with ? 1 : 0;
  if (!options.common.quiet) {
    const std::string by =
        lines.told_by() == 0 ? "" : " (so line " + std::to_string(lines.told_by()) + "; --domain takes another)";
    std::fprintf(stderr, "eqnet: %llu expressions of the %s domain%s, %zu of them distinct, in %zu groups",
                 static_cast<unsigned long long>(grouping.added()), std::string(grouping.domain().name()).c_str(),
                 by.c_str(), grouping.distinct(), groups.size());
    if (undecided > 0) std::fprintf(stderr, ", %zu of which may be one with another", undecided);
    if (bad > 0) std::fprintf(stderr, "; %zu lines could not be read and are left out", bad);
    std::fprintf(stderr, "\n");
  }
  return bad > 0 ? kError : undecided > 0 ? kUndecided : kYes;
}

}  // namespace

Verb add_group(CommandLine& program) {
  auto options = std::make_shared<GroupOptions>();
  Command verb = program.verb("group", "Group expressions by what they mean", CommandLine::Takes::names);
  verb.option("FILE", options->file, "Expressions, one a line; none or -: standard input");
  verb.flag("--unique", options->unique, "Only a shortest expression of each group");
  verb.flag("--counts", options->counts, "How often each was given, before it");
  verb.option("--timeout", options->params.timeout_s, "Seconds for one proof").at_least(0).shows_default();
  add_domain(verb, options->domain, "by the operators of the first lines");
  add_common(verb, options->common, Uses::output);
  verb.footer(
      "A line of output is the number of a group, a tab and an expression, a shortest one of the group first; each\n"
      "expression once, however often it was given. Groups are numbered as their first members came. Two expressions\n"
      "are in one group only where that is proved; a group for which it could not be decided says so. --json: an "
      "object\n"
      "per group. Lines that cannot be read are named on stderr and left out; the exit code is then 2. Blank lines "
      "and\n"
      "those that start with # do not count.\n\n"
      "Examples:\n"
      "  eqnet group answers.txt\n"
      "  eqnet group candidates.txt --unique --counts | sort -rn | head\n"
      "  printf 'a & b\\nb & a\\na | b\\n' | eqnet group");
  return {"group", [options] { return run_group(*options); }};
}

}  // namespace eqnet::cli
