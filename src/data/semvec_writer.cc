// SemVec's JSON, written as text: a JSON library would build or validate what is known here to be well-formed.
#include "base/format.h"
#include "data/node_names.h"
#include "data/writers.h"
#include "eqnet/expr/print.h"

namespace eqnet::data {
namespace {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20) {
      result += base::format("\\u{:04x}", byte);
    } else {
      result += c;
    }
  }
  return result += '"';
}

class Writer {
 public:
  Writer(const Dataset& dataset, base::AtomicFile& file)
      : dataset_(dataset), file_(file), printer_(dataset.pool, dataset.domain->syntax(), expr::Style::tokens) {
    for (expr::SymbolId id = 0; id < dataset.pool.symbols.size(); ++id) {
      names_.push_back("{\"Name\": " + json_string(dataset.pool.symbols[id].name));
    }
    if (dataset.node_names == nullptr) return;
    for (const std::string& name : dataset.node_names->names) symbols_.push_back(", \"Symbol\": " + json_string(name));
    symbol_of_ = dataset.node_names->name_of;
  }

  void write(const Classes& classes) {
    out_ = "{";
    for (size_t i = 0; i < classes.size(); ++i) {
      if (i > 0) out_ += ", ";
      out_ += json_string(classes[i].name);
      out_ += ": {\"Original\": ";
      const auto& members = classes[i].members;
      expression(members[0]);
      out_ += ", \"Noise\": [";
      for (size_t m = 1; m < members.size(); ++m) {
        if (m > 1) out_ += ", ";
        expression(members[m]);
      }
      out_ += "]}";
    }
    out_ += "}\n";
    file_.write(out_);
  }

 private:
  void expression(expr::NodeId root) {
    out_ += R"({"Tree": {"Name": "Start", "Children": {"child": )";
    tree(root);
    out_ += '}';
    symbol(root);
    out_ += "}, \"Tokens\": [";
    tokens_.clear();
    printer_.tokens(root, tokens_);
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (i > 0) out_ += ", ";
      if (tokens_[i].size() == 1 && tokens_[i][0] != '"' && tokens_[i][0] != '\\') {  // nearly all of them
        out_ += '"';
        out_ += tokens_[i];
        out_ += '"';
      } else {
        out_ += json_string(tokens_[i]);
      }
    }
    out_ += "]}";
    constexpr size_t kBlock = 1 << 16;
    if (out_.size() < kBlock) return;
    file_.write(out_);
    out_.clear();
  }

  void symbol(expr::NodeId node) {
    if (node < symbol_of_.size() && symbol_of_[node] != NodeNames::kNone) out_ += symbols_[symbol_of_[node]];
  }

  // A node is visited once for each of its children and once more to be closed.
  void tree(expr::NodeId root) {
    stack_.push_back({root, 0});
    while (!stack_.empty()) {
      auto& [node, next] = stack_.back();
      const auto children = dataset_.pool.children(node);
      if (next == 0) {
        out_ += names_[dataset_.pool.symbol(node)];
        if (!children.empty()) out_ += ", \"Children\": {";
      }
      if (next < children.size()) {
        if (next > 0) out_ += ", ";
        child_key(next, children.size());
        const expr::NodeId child = children[next++];
        stack_.push_back({child, 0});
        continue;
      }
      if (!children.empty()) out_ += '}';
      symbol(node);
      out_ += '}';
      stack_.pop_back();
    }
  }

  void child_key(size_t place, size_t count) {
    if (count == 1) {
      out_ += "\"child\": ";
    } else if (count == 2) {
      out_ += place == 0 ? "\"left\": " : "\"right\": ";
    } else {
      out_ += "\"child" + std::to_string(place) + "\": ";
    }
  }

  const Dataset& dataset_;
  base::AtomicFile& file_;
  expr::Printer printer_;
  std::vector<std::string> names_;       // by pool symbol: the opening of its nodes
  std::vector<std::string> symbols_;     // by name: the field
  std::span<const uint32_t> symbol_of_;  // by node
  std::string out_;
  std::vector<std::string_view> tokens_;
  struct Open {
    expr::NodeId node;
    size_t next;
  };
  std::vector<Open> stack_;
};

}  // namespace

void write_semvec(const Dataset& dataset, const Classes& classes, base::AtomicFile& file) {
  Writer(dataset, file).write(classes);
}

}  // namespace eqnet::data
