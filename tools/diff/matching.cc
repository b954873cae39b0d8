#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

/// Parts that more costumes than this have are ignored. They say little, and would make too many
/// pairs.
constexpr size_t kMostOwners = 32;

/// The costumes of one archive during matching.
struct Candidates {
  TablesView tables;
  std::vector<uint64_t> hash;
  std::vector<bool> taken;
  std::map<uint16_t, uint32_t> by_id;
  std::vector<uint32_t> without_id;

  explicit Candidates(const TablesView& t) : tables(t), taken(t.costumes.id.size()) {
    for (uint32_t row = 0; row < taken.size(); ++row) {
      hash.push_back(content_hash(tables, row));
      const std::vector<uint16_t> ids = ids_of(tables.costumes, row);
      if (ids.empty()) without_id.push_back(row);
      for (const uint16_t id : ids) by_id.emplace(id, row);
    }
  }

  std::vector<uint32_t> unpaired() const {
    std::vector<uint32_t> rows;
    for (uint32_t row = 0; row < taken.size(); ++row) {
      if (!taken[row]) rows.push_back(row);
    }
    return rows;
  }
};

/// The parts of each unpaired costume, and the costumes that have each part.
struct PartIndex {
  std::map<uint32_t, std::vector<uint64_t>> parts;
  std::unordered_map<uint64_t, std::vector<uint32_t>> owners;

  explicit PartIndex(const Candidates& costumes) {
    for (const uint32_t row : costumes.unpaired()) {
      const auto& own = parts[row] = content_parts(costumes.tables, row);
      for (size_t i = 0; i < own.size(); ++i) {
        if (i == 0 || own[i - 1] != own[i]) owners[own[i]].push_back(row);
      }
    }
  }
};

class Matching {
 public:
  Matching(const TablesView& old_tables, const TablesView& new_tables)
      : old_(old_tables), new_(new_tables) {}

  std::vector<CostumePair> pairs() {
    match_ids(true);
    match_content(old_.without_id, new_.without_id);
    match_content(old_.unpaired(), new_.unpaired());
    match_ids(false);
    match_similar();
    std::ranges::sort(pairs_, {}, [](const CostumePair& pair) { return pair.rows.new_row; });
    for (const uint32_t row : old_.unpaired()) pairs_.push_back({{row, kNone}, false});
    for (const uint32_t row : new_.unpaired()) pairs_.push_back({{kNone, row}, false});
    return std::move(pairs_);
  }

 private:
  void take(uint32_t old_row, uint32_t new_row) {
    old_.taken[old_row] = new_.taken[new_row] = true;
    pairs_.push_back({{old_row, new_row}, old_.hash[old_row] == new_.hash[new_row]});
  }

  void match_ids(bool same_content) {
    for (const auto& [id, old_row] : old_.by_id) {
      const auto found = new_.by_id.find(id);
      if (found == new_.by_id.end()) continue;
      const uint32_t new_row = found->second;
      if (old_.taken[old_row] || new_.taken[new_row]) continue;
      if (same_content && old_.hash[old_row] != new_.hash[new_row]) continue;
      take(old_row, new_row);
    }
  }

  /// Pairs costumes of the same content, in row order.
  void match_content(std::span<const uint32_t> old_rows, std::span<const uint32_t> new_rows) {
    std::unordered_map<uint64_t, std::deque<uint32_t>> by_hash;
    for (const uint32_t row : new_rows) {
      if (!new_.taken[row]) by_hash[new_.hash[row]].push_back(row);
    }
    for (const uint32_t row : old_rows) {
      const auto found = by_hash.find(old_.hash[row]);
      if (old_.taken[row] || found == by_hash.end() || found->second.empty()) continue;
      take(row, found->second.front());
      found->second.pop_front();
    }
  }

  /// Two costumes that may be the same one.
  struct PossiblePair {
    uint32_t old_row;
    uint32_t new_row;
    uint64_t common;  ///< number of parts that both have
    uint64_t all;     ///< number of parts of the larger one

    /// A key that breaks ties. It is the same if old and new are swapped.
    auto order() const { return std::pair(std::min(old_row, new_row), std::max(old_row, new_row)); }
  };

  void match_similar() {
    std::vector<PossiblePair> possible = similar_pairs();
    std::ranges::sort(possible, [](const PossiblePair& a, const PossiblePair& b) {
      const uint64_t left = a.common * b.all;
      const uint64_t right = b.common * a.all;
      return left != right ? left > right : a.order() < b.order();
    });
    for (const PossiblePair& pair : possible) {
      if (old_.taken[pair.old_row] || new_.taken[pair.new_row]) continue;
      take(pair.old_row, pair.new_row);
    }
  }

  std::vector<PossiblePair> similar_pairs() const {
    const PartIndex old_parts(old_);
    const PartIndex new_parts(new_);
    std::set<std::pair<uint32_t, uint32_t>> met;
    for (const auto& [part, old_rows] : old_parts.owners) {
      const auto found = new_parts.owners.find(part);
      if (found == new_parts.owners.end()) continue;
      if (old_rows.size() > kMostOwners || found->second.size() > kMostOwners) continue;
      for (const uint32_t old_row : old_rows) {
        for (const uint32_t new_row : found->second) met.emplace(old_row, new_row);
      }
    }
    std::vector<PossiblePair> pairs;
    for (const auto& [old_row, new_row] : met) {
      const std::vector<uint64_t>& before = old_parts.parts.at(old_row);
      const std::vector<uint64_t>& after = new_parts.parts.at(new_row);
      std::vector<uint64_t> common;
      std::ranges::set_intersection(before, after, std::back_inserter(common));
      const uint64_t all = std::max(before.size(), after.size());
      if (2 * common.size() >= all) pairs.push_back({old_row, new_row, common.size(), all});
    }
    return pairs;
  }

  Candidates old_;
  Candidates new_;
  std::vector<CostumePair> pairs_;
};

}  // namespace

std::vector<CostumePair> match_costumes(const TablesView& old_tables,
                                        const TablesView& new_tables) {
  return Matching(old_tables, new_tables).pairs();
}

std::vector<uint16_t> ids_of(const CostumesView& costumes, uint32_t row) {
  const auto aliases = elements_at(costumes.alias_offset, costumes.alias, row);
  std::vector<uint16_t> ids(aliases.begin(), aliases.end());
  if (costumes.id[row] != 0) ids.push_back(costumes.id[row]);
  std::ranges::sort(ids);
  return ids;
}

}  // namespace wardrobe
