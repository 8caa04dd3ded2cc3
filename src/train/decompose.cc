#include "train/decompose.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace eqnet::train {
namespace {

using Partition = std::vector<uint8_t>;  // by value: the least value that it is called the same as

// How many children an operator has whose table has so many entries. require: two values or more.
size_t children_for(size_t entries, size_t values) {
  size_t children = 0;
  for (size_t n = 1; n < entries; n *= values) ++children;
  return children;
}

// Values by their images.
std::vector<uint8_t> images_of(std::span<const uint8_t> values, std::span<const uint8_t> image) {
  std::vector<uint8_t> images(values.size());
  std::ranges::transform(values, images.begin(), [&](uint8_t value) { return image[value]; });
  return images;
}

// Calls visit(op, values of the children, place in the table) for every entry of every table.
template <class Visit>
void for_entries(const FiniteTables& algebra, const Visit& visit) {
  for (size_t op = 0; op < algebra.operators.size(); ++op) {
    const size_t entries = algebra.operators[op].size();
    std::vector<uint8_t> children(children_for(entries, algebra.values));
    for (size_t place = 0; place < entries; ++place) {
      visit(op, children, place);
      for (size_t c = 0; c < children.size() && ++children[c] == algebra.values; ++c) children[c] = 0;
    }
  }
}

void call_same(Partition& partition, uint8_t a, uint8_t b) {
  const uint8_t least = std::min(partition[a], partition[b]);
  const uint8_t other = std::max(partition[a], partition[b]);
  std::ranges::replace(partition, other, least);
}

// The finest congruence that calls the same what the partition does.
void close(const FiniteTables& algebra, Partition& partition) {
  for (Partition before; before != partition;) {
    before = partition;
    for_entries(algebra, [&](size_t op, const std::vector<uint8_t>& children, size_t place) {
      const size_t same = table_place(images_of(children, before), algebra.values);
      call_same(partition, algebra.operators[op][place], algebra.operators[op][same]);
    });
  }
}

// All congruences but the one that calls everything the same: those of single pairs, and what they come to together.
std::set<Partition> congruences(const FiniteTables& algebra) {
  Partition none(algebra.values);
  std::iota(none.begin(), none.end(), uint8_t{0});
  std::set<Partition> found{none};
  std::vector<Partition> open{none};
  const auto count = [](const Partition& partition) { return std::set(partition.begin(), partition.end()).size(); };
  while (!open.empty()) {
    const Partition from = open.back();
    open.pop_back();
    for (uint8_t a = 0; a < algebra.values; ++a) {
      for (uint8_t b = 0; b < a && found.size() < kMostQuotients; ++b) {
        Partition partition = from;
        call_same(partition, a, b);
        close(algebra, partition);
        if (count(partition) > 1 && found.insert(partition).second) open.push_back(partition);
      }
    }
  }
  return found;
}

FiniteTables image(const FiniteTables& algebra, const Partition& partition) {
  std::vector<uint8_t> number(algebra.values);
  std::vector<uint8_t> least;
  for (size_t v = 0; v < algebra.values; ++v) {
    if (partition[v] == v) {
      number[v] = static_cast<uint8_t>(least.size());
      least.push_back(static_cast<uint8_t>(v));
    } else {
      number[v] = number[partition[v]];
    }
  }
  FiniteTables result;
  result.values = least.size();
  result.operators.resize(algebra.operators.size());
  for (size_t op = 0; op < algebra.operators.size(); ++op) {
    size_t entries = 1;
    for (size_t c = children_for(algebra.operators[op].size(), algebra.values); c > 0; --c) entries *= result.values;
    result.operators[op].resize(entries);
  }
  for_entries(algebra, [&](size_t op, const std::vector<uint8_t>& children, size_t place) {
    result.operators[op][table_place(images_of(children, number), result.values)] =
        number[algebra.operators[op][place]];
  });
  std::set<std::vector<uint8_t>> seen;
  for (const auto& leaves : algebra.assignments) {
    std::vector<uint8_t> images = images_of(leaves, number);
    if (seen.insert(images).second) result.assignments.push_back(std::move(images));
  }
  return result;
}

}  // namespace

std::vector<FiniteTables> quotients(const FiniteTables& algebra) {
  std::vector<FiniteTables> all;
  for (const Partition& partition : congruences(algebra)) all.push_back(image(algebra, partition));
  return all;
}

encode::FinitePart generated(const FiniteTables& algebra, std::span<const uint8_t> leaves) {
  std::vector<bool> made(algebra.values);
  for (const uint8_t leaf : leaves) made[leaf] = true;
  for (bool more = true; more;) {
    more = false;
    for_entries(algebra, [&](size_t op, const std::vector<uint8_t>& children, size_t place) {
      const uint8_t result = algebra.operators[op][place];
      if (made[result] || !std::ranges::all_of(children, [&](uint8_t child) { return made[child]; })) return;
      made[result] = true;
      more = true;
    });
  }
  encode::FinitePart part;
  std::vector<uint8_t> number(algebra.values);
  for (size_t v = 0; v < algebra.values; ++v) {
    if (made[v]) number[v] = static_cast<uint8_t>(part.values++);
  }
  part.operators.resize(algebra.operators.size());
  // The entries come in the order of their places, so that those that are left do too.
  for_entries(algebra, [&](size_t op, const std::vector<uint8_t>& children, size_t place) {
    if (!std::ranges::all_of(children, [&](uint8_t child) { return made[child]; })) return;
    part.operators[op].push_back(number[algebra.operators[op][place]]);
  });
  part.leaves = images_of(leaves, number);
  return part;
}

}  // namespace eqnet::train
