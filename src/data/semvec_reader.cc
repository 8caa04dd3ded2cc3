// SemVec's JSON as a stream of events: memory depends on the expressions, not on the bytes of the file.
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <unordered_map>
#include <unordered_set>

#include "data/leaf_names.h"
#include "data/members.h"
#include "data/node_names.h"
#include "data/readers.h"
#include "eqnet/base/error.h"

namespace eqnet::data {
namespace {

// RapidJSON's view of a ByteSource; it takes '\0' for the end, which JSON text cannot contain.
class Stream {
 public:
  using Ch = char;
  explicit Stream(base::ByteSource& source) : source_(source) {}
  [[nodiscard]] Ch Peek() const {
    const int byte = source_.peek();
    return byte == base::ByteSource::kEnd ? '\0' : static_cast<char>(byte);
  }
  Ch Take() {
    const int byte = source_.take();
    return byte == base::ByteSource::kEnd ? '\0' : static_cast<char>(byte);
  }
  [[nodiscard]] size_t Tell() const { return source_.position(); }
  // Only in-place parsing writes.
  Ch* PutBegin() { return nullptr; }
  void Put(Ch /*unused*/) {}
  void Flush() {}
  size_t PutEnd(Ch* /*unused*/) { return 0; }

 private:
  base::ByteSource& source_;
};

// RapidJSON's stack, on which it keeps a text until it is whole and a few bytes for every object that is open. The
// limit is far from any name, and from trees of a million levels.
struct TooMuch {};
class ParserMemory {
 public:
  [[maybe_unused]] static constexpr bool kNeedFree = true;  // part of what RapidJSON expects
  static constexpr size_t kMost = size_t{64} << 20;
  static void* Malloc(size_t size) { return size == 0 ? nullptr : std::malloc(size); }
  static void* Realloc(void* block, size_t /*unused*/, size_t size) {
    if (size > kMost) throw TooMuch();
    if (size == 0) {
      std::free(block);
      return nullptr;
    }
    return std::realloc(block, size);
  }
  static void Free(void* block) { std::free(block); }
};

enum class Where : uint8_t { start, top, klass, noise, expression, tokens, node, children, end };

// A tree node being read. Frames are reused, so that reading allocates nothing in the long run.
struct NodeFrame {
  std::string name;
  uint8_t keys = 0;  // that were there, by bits
  uint32_t symbol = NodeNames::kNone;
  std::vector<std::pair<uint32_t, expr::NodeId>> children;  // place among the children, node
};

bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// The keys of an object, as bits of the set of those that were there.
enum Key : uint8_t { kOriginal = 1, kNoise = 2, kTokens = 1, kTree = 2, kName = 1, kSymbol = 2, kChildren = 4 };

class Handler {
 public:
  Handler(const base::ByteSource& source, Dataset& dataset, DomainChoice& choice)
      : source_(source), dataset_(dataset), choice_(choice), members_(dataset), leaf_names_(choice) {
    // Those of the files before it; while it is read nobody else has them.
    names_ = std::const_pointer_cast<NodeNames>(std::move(dataset.node_names));
    if (names_ == nullptr) names_ = std::make_shared<NodeNames>();
    for (uint32_t i = 0; i < names_->names.size(); ++i) symbol_ids_.emplace(names_->names[i], i);
    candidates_ = choice.domain != nullptr ? std::vector{choice.domain} : domain::domains();
    if (choice.domain == nullptr) others_ = candidates_;
    if (!any_operators()) std::erase_if(candidates_, [](const auto* one) { return one->syntax().s_expressions; });
  }

  Classes take_classes() {
    dataset_.node_names = std::move(names_);
    return std::move(classes_);
  }

  // --- RapidJSON's events
  bool Null() { return value("null"); }
  bool Bool(bool /*unused*/) { return value("a truth value"); }
  bool RawNumber(const char* /*unused*/, rapidjson::SizeType /*unused*/, bool /*unused*/) { return value("a number"); }
  bool Int(int /*unused*/) { return value("a number"); }
  bool Uint(unsigned /*unused*/) { return value("a number"); }
  bool Int64(int64_t /*unused*/) { return value("a number"); }
  bool Uint64(uint64_t /*unused*/) { return value("a number"); }
  bool Double(double /*unused*/) { return value("a number"); }

  bool String(const char* text, rapidjson::SizeType length, bool /*unused*/) {
    const std::string_view content(text, length);
    if (where() == Where::tokens) return true;
    if (where() == Where::node && key_ == "Name") {
      frame().name = content;
      return true;
    }
    if (where() == Where::node && key_ == "Symbol") {
      frame().symbol = intern_symbol(content);
      return true;
    }
    return value("text");
  }

  bool Key(const char* text, rapidjson::SizeType length, bool /*unused*/) {
    key_.assign(text, length);
    switch (where()) {
      case Where::top:
        if (!class_names_.insert(key_).second) fail("the class name " + base::quoted(key_) + " occurs twice");
        classes_.push_back({key_, {}});
        class_keys_ = 0;
        return true;
      case Where::children:
        child_place(key_);
        return true;
      case Where::klass:
        return note_key(class_keys_,
                        key_ == "Original" ? kOriginal
                        : key_ == "Noise"  ? kNoise
                                           : 0,
                        "'Original' or 'Noise'");
      case Where::expression:
        return note_key(expression_keys_,
                        key_ == "Tokens" ? kTokens
                        : key_ == "Tree" ? kTree
                                         : 0,
                        "'Tokens' or 'Tree'");
      default:
        return note_key(frame().keys,
                        key_ == "Name"       ? kName
                        : key_ == "Symbol"   ? kSymbol
                        : key_ == "Children" ? kChildren
                                             : 0,
                        "'Name', 'Symbol' or 'Children'");
    }
  }

  bool StartObject() {
    switch (where()) {
      case Where::start:
        return enter(Where::top);
      case Where::top:
        return enter(Where::klass);
      case Where::noise:
        return enter_expression();
      case Where::klass:
        if (key_ == "Original") return enter_expression();
        break;
      case Where::expression:
        if (key_ == "Tree") return enter_node();
        break;
      case Where::node:
        if (key_ == "Children") return enter(Where::children);
        break;
      case Where::children:
        slots_.push_back(child_place(key_));
        return enter_node();
      default:
        break;
    }
    return value("an object");
  }

  bool EndObject(rapidjson::SizeType /*unused*/) {
    const Where left = where();
    path_.pop_back();
    if (left == Where::node) {
      leave_node();
    } else if (left == Where::expression) {
      if (!root_) fail("an expression has no 'Tree'");
      // The original goes first wherever its key stands in the object.
      auto& members = classes_.back().members;
      members.insert(where() == Where::klass ? members.begin() : members.end(), *root_);
      members_.add(*root_, static_cast<uint32_t>(classes_.size() - 1), classes_, choice_.or_default(),
                   [&] { return place(); });
    } else if (left == Where::klass && (class_keys_ & kOriginal) == 0) {
      fail("the class has no 'Original'");
    }
    return true;
  }

  bool StartArray() {
    if (where() == Where::klass && key_ == "Noise") return enter(Where::noise);
    if (where() == Where::expression && key_ == "Tokens") return enter(Where::tokens);
    return value("an array");
  }
  bool EndArray(rapidjson::SizeType /*unused*/) {
    path_.pop_back();
    return true;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw base::Error(place(), what, "see docs/formats.md for the shape of a SemVec file");
  }
  // After the last byte: a file without any operator is of no domain until then.
  void finish() { leaf_names_.check_waiting(); }

 private:
  [[nodiscard]] Where where() const { return path_.back(); }
  [[nodiscard]] std::string place() const {
    std::string text = source_.name() + ": byte " + std::to_string(source_.position());
    if (!classes_.empty()) text += ", class " + base::quoted(classes_.back().name);
    return text;
  }
  bool enter(Where next) {
    path_.push_back(next);
    return true;
  }
  bool enter_expression() {
    root_.reset();
    expression_keys_ = 0;
    return enter(Where::expression);
  }
  bool enter_node() {
    if (++depth_ > frames_.size()) frames_.emplace_back();
    frame().name.clear();
    frame().keys = 0;
    frame().symbol = NodeNames::kNone;
    frame().children.clear();
    return enter(Where::node);
  }
  NodeFrame& frame() { return frames_[depth_ - 1]; }

  // Any value in a place where another was wanted.
  bool value(const char* found) const {
    const char* expected = "";
    switch (where()) {
      case Where::start:
      case Where::top:
      case Where::noise:
      case Where::children:
        expected = "an object";
        break;
      case Where::tokens:
        expected = "text";
        break;
      case Where::klass:
        expected = key_ == "Noise" ? "an array" : "an object";
        break;
      case Where::expression:
        expected = key_ == "Tokens" ? "an array" : "an object";
        break;
      default:
        expected = key_ == "Children" ? "an object" : "text";
    }
    fail(std::string("found ") + found + (key_.empty() ? "" : " at " + base::quoted(key_)) + ", expected " + expected);
  }
  // key: its bit, 0 for one that does not belong here.
  bool note_key(uint8_t& keys, int key, const char* expected) const {
    if (key == 0) fail("found the key " + base::quoted(key_) + ", expected " + expected);
    if ((keys & key) != 0) fail("the key " + base::quoted(key_) + " occurs twice in one object");
    keys = static_cast<uint8_t>(keys | key);
    return true;
  }

  // left, right; child; child0, child1, … for more than two.
  uint32_t child_place(std::string_view key) const {
    if (key == "left" || key == "child") return 0;
    if (key == "right") return 1;
    uint32_t place = 0;
    if (key.starts_with("child")) {
      const std::string_view digits = key.substr(5);
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), place);
      if (error == std::errc() && end == digits.data() + digits.size()) return place;
    }
    fail("found the key " + base::quoted(key) + ", expected 'left', 'right', 'child' or 'child0', 'child1', …");
  }

  uint32_t intern_symbol(std::string_view text) {
    const auto [entry, added] = symbol_ids_.try_emplace(std::string(text), static_cast<uint32_t>(names_->names.size()));
    if (added) names_->names.emplace_back(text);
    return entry->second;
  }

  void leave_node() {
    NodeFrame& done = frame();
    --depth_;
    if ((done.keys & kName) == 0) fail("a node has no 'Name'");
    std::ranges::sort(done.children);
    arguments_.clear();
    for (const auto& [place, node] : done.children) {
      if (size_t{place} + 1 == arguments_.size()) fail("node " + base::quoted(done.name) + " has a child twice");
      if (place != arguments_.size()) fail("node " + base::quoted(done.name) + " has its children numbered wrongly");
      arguments_.push_back(node);
    }
    if (depth_ == 0) {
      if (done.name != "Start" || arguments_.size() != 1) fail("the root of a tree must be 'Start' with one child");
      root_ = arguments_[0];
      return;
    }
    const expr::NodeId node = make_node(done.name);
    if (names_->name_of.size() < dataset_.pool.size()) names_->name_of.resize(dataset_.pool.size(), NodeNames::kNone);
    if (done.symbol != NodeNames::kNone) names_->name_of[node] = done.symbol;
    frame().children.emplace_back(slots_.back(), node);
    slots_.pop_back();
  }

  expr::NodeId make_node(const std::string& name) {
    const auto arity = static_cast<uint32_t>(arguments_.size());
    if (arity == 0) {
      if (any_operators()) return dataset_.pool.variable(name);
      const expr::NodeId leaf = make_leaf(name);
      leaf_names_.check(dataset_.pool, leaf, name, [&] { return place(); });
      return leaf;
    }
    expr::NodeId node = 0;
    try {
      if (!any_operators()) check_operator(name, arity);
      node = dataset_.pool.node(dataset_.pool.symbols.op(name, arity), arguments_);
    } catch (const base::Error& error) {
      fail(error.what());
    }
    leaf_names_.check_waiting();  // the operator may have settled the domain
    return node;
  }

  expr::NodeId make_leaf(const std::string& name) {
    if (is_integer(name)) return dataset_.pool.constant(name);
    for (const domain::Domain* one : candidates_) {
      for (const expr::ConstantSyntax& constant : one->syntax().constants) {
        const bool spelled = std::ranges::find(constant.spellings, name) != constant.spellings.end();
        if (spelled) return dataset_.pool.constant(constant.symbol);
      }
    }
    return dataset_.pool.variable(name);
  }

  // Whether operators are the data's own.
  [[nodiscard]] bool any_operators() const {
    return choice_.domain != nullptr && choice_.domain->syntax().s_expressions;
  }
  void settle(const domain::Domain* domain) {
    if (choice_.domain != nullptr) return;
    choice_.domain = domain;
    candidates_ = {domain};
  }

  static bool has(const domain::Domain& domain, const std::string& name, size_t arity) {
    return std::ranges::any_of(domain.syntax().operators,
                               [&](const expr::OperatorSyntax& op) { return op.symbol == name && op.arity == arity; });
  }
  // Sums and products may turn out to be of another domain than their own. What is a variable must be one there too.
  [[nodiscard]] bool has_all_so_far(const domain::Domain& domain) const {
    const expr::SymbolTable& symbols = dataset_.pool.symbols;
    for (expr::SymbolId id = 0; id < symbols.size(); ++id) {
      const expr::Symbol& symbol = symbols[id];
      if (symbol.kind == expr::SymbolKind::op && !has(domain, symbol.name, symbol.arity)) return false;
      if (symbol.kind != expr::SymbolKind::variable) continue;
      for (const expr::ConstantSyntax& constant : domain.syntax().constants) {
        if (std::ranges::find(constant.spellings, symbol.name) != constant.spellings.end()) return false;
      }
    }
    return true;
  }

  // As the parser has it: the domain can tell what a power means only where the exponent is a number.
  void check_exponent(const std::string& name) const {
    const expr::Symbol& exponent = dataset_.pool.symbol_of(arguments_.back());
    if (exponent.kind == expr::SymbolKind::constant && !exponent.name.starts_with('-')) return;
    throw base::Error("the exponent of " + base::quoted(name) + " is " + base::quoted(exponent.name) +
                      ", expected a non-negative integer");
  }

  // An operator of the file's domain, with its number of children; the first operator settles the domain.
  void check_operator(const std::string& name, uint32_t arity) {
    for (const domain::Domain* one : candidates_) {
      for (const expr::OperatorSyntax& op : one->syntax().operators) {
        if (op.symbol != name) continue;
        if (op.arity != arity) {
          throw base::Error("operator " + base::quoted(name) + " has " + std::to_string(arity) +
                            " children, but takes " + std::to_string(op.arity));
        }
        settle(one);
        if (op.literal_last) check_exponent(name);
        return;
      }
    }
    for (const domain::Domain* one : others_) {
      if (one->syntax().s_expressions || !has(*one, name, arity) || !has_all_so_far(*one)) continue;
      choice_.domain = one;
      candidates_ = {one};
      return;
    }
    const std::string domain = choice_.domain != nullptr ? std::string(choice_.domain->name()) + " " : "";
    throw base::Error("unknown " + domain + "operator " + base::quoted(name) +
                      " (say --domain open if operators are the data's own)");
  }

  const base::ByteSource& source_;
  Dataset& dataset_;
  DomainChoice& choice_;
  std::vector<const domain::Domain*> candidates_;  // the file's domain, or all that it may be of
  std::vector<const domain::Domain*> others_;      // that it may turn out to be of, where the user did not say
  Members members_;
  LeafNames leaf_names_;
  Classes classes_;
  std::unordered_set<std::string> class_names_;
  std::shared_ptr<NodeNames> names_;
  std::unordered_map<std::string, uint32_t> symbol_ids_;
  std::vector<Where> path_{Where::start};
  std::string key_;
  std::vector<NodeFrame> frames_;
  size_t depth_ = 0;
  std::vector<uint32_t> slots_;  // of the nodes being read, their places among their siblings
  std::vector<expr::NodeId> arguments_;
  std::optional<expr::NodeId> root_;
  uint8_t class_keys_ = 0, expression_keys_ = 0;
};

}  // namespace

Classes read_semvec(base::ByteSource& source, Dataset& dataset, DomainChoice& choice) {
  Handler handler(source, dataset, choice);
  Stream stream(source);
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, ParserMemory> reader;
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  rapidjson::ParseResult result;
  try {
    result = reader.Parse<kFlags>(stream, handler);
  } catch (const TooMuch&) {
    handler.fail("a text or a nesting of objects beyond " + std::to_string(ParserMemory::kMost >> 20) + " MiB");
  }
  if (result.IsError()) {
    throw base::Error(source.name() + ": byte " + std::to_string(result.Offset()),
                      std::string("not valid JSON: ") + rapidjson::GetParseError_En(result.Code()),
                      "copy or generate the file again");
  }
  if (source.peek() != base::ByteSource::kEnd) handler.fail("a zero byte");
  handler.finish();
  return handler.take_classes();
}

}  // namespace eqnet::data
