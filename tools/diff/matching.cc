#include "tools/diff/matching.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

/// A part that more costumes than this have tells little, and would make too many pairs.
constexpr size_t kMostAlike = 32;

/// The costumes of one archive while they are being matched.
struct Side {
  const Tables& tables;
  std::vector<uint64_t> hash;
  std::vector<bool> taken;
  std::map<uint16_t, uint32_t> by_id;
  std::vector<uint32_t> without_id;

  explicit Side(const Tables& t) : tables(t), taken(t.costumes.id.size()) {
    for (uint32_t row = 0; row < taken.size(); ++row) {
      hash.push_back(content_hash(tables, row));
      const std::vector<uint16_t> ids = ids_of(tables.costumes, row);
      if (ids.empty()) without_id.push_back(row);
      for (const uint16_t id : ids) by_id.emplace(id, row);
    }
  }

  /// Rows that have no partner yet, by hash.
  std::unordered_map<uint64_t, std::vector<uint32_t>> left_by_hash(
      std::span<const uint32_t> rows) const {
    std::unordered_map<uint64_t, std::vector<uint32_t>> by_hash;
    for (const uint32_t row : rows) {
      if (!taken[row]) by_hash[hash[row]].push_back(row);
    }
    return by_hash;
  }

  std::vector<uint32_t> left() const {
    std::vector<uint32_t> rows;
    for (uint32_t row = 0; row < taken.size(); ++row) {
      if (!taken[row]) rows.push_back(row);
    }
    return rows;
  }
};

class Matching {
 public:
  Matching(const Tables& old_tables, const Tables& new_tables)
      : old_(old_tables), new_(new_tables) {}

  std::vector<CostumePair> pairs() {
    match_ids(true);
    match_content(old_.without_id, new_.without_id);
    match_content(old_.left(), new_.left());
    match_ids(false);
    match_alike();
    std::ranges::sort(pairs_, {}, [](const CostumePair& pair) { return pair.rows.new_row; });
    for (const uint32_t row : old_.left()) pairs_.push_back({{row, kNone}, false});
    for (const uint32_t row : new_.left()) pairs_.push_back({{kNone, row}, false});
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

  /// Those of the same content, in their order.
  void match_content(std::span<const uint32_t> old_rows, std::span<const uint32_t> new_rows) {
    const auto old_by_hash = old_.left_by_hash(old_rows);
    const auto new_by_hash = new_.left_by_hash(new_rows);
    for (const auto& [hash, rows] : old_by_hash) {
      const auto found = new_by_hash.find(hash);
      if (found == new_by_hash.end()) continue;
      const size_t count = std::min(rows.size(), found->second.size());
      for (size_t i = 0; i < count; ++i) take(rows[i], found->second[i]);
    }
  }

  /// Two costumes that have something in common.
  struct Candidate {
    uint32_t old_row;
    uint32_t new_row;
    uint64_t common;  ///< parts
    uint64_t all;     ///< parts of the one that has more

    /// Like nothing but the pair itself: exchanging old and new changes no choice.
    auto order() const { return std::pair(std::min(old_row, new_row), std::max(old_row, new_row)); }
  };

  void match_alike() {
    std::vector<Candidate> candidates = alike();
    std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
      const uint64_t left = a.common * b.all;
      const uint64_t right = b.common * a.all;
      return left != right ? left > right : a.order() < b.order();
    });
    for (const Candidate& candidate : candidates) {
      if (old_.taken[candidate.old_row] || new_.taken[candidate.new_row]) continue;
      take(candidate.old_row, candidate.new_row);
    }
  }

  std::vector<Candidate> alike() const {
    using Parts = std::map<uint32_t, std::vector<uint64_t>>;
    using Owners = std::unordered_map<uint64_t, std::vector<uint32_t>>;
    const auto read = [](const Side& side, Parts& parts, Owners& owners) {
      for (const uint32_t row : side.left()) {
        parts[row] = content_parts(side.tables, row);
        for (size_t i = 0; i < parts[row].size(); ++i) {
          const uint64_t part = parts[row][i];
          if (i == 0 || parts[row][i - 1] != part) owners[part].push_back(row);
        }
      }
    };
    Parts old_parts;
    Parts new_parts;
    Owners old_owners;
    Owners new_owners;
    read(old_, old_parts, old_owners);
    read(new_, new_parts, new_owners);
    std::set<std::pair<uint32_t, uint32_t>> met;
    for (const auto& [part, old_rows] : old_owners) {
      const auto found = new_owners.find(part);
      if (found == new_owners.end()) continue;
      if (old_rows.size() > kMostAlike || found->second.size() > kMostAlike) continue;
      for (const uint32_t old_row : old_rows) {
        for (const uint32_t new_row : found->second) met.emplace(old_row, new_row);
      }
    }
    std::vector<Candidate> candidates;
    for (const auto& [old_row, new_row] : met) {
      const uint64_t common = common_parts(old_parts[old_row], new_parts[new_row]);
      const uint64_t all = std::max(old_parts[old_row].size(), new_parts[new_row].size());
      if (2 * common >= all) candidates.push_back({old_row, new_row, common, all});
    }
    return candidates;
  }

  static uint64_t common_parts(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
    uint64_t count = 0;
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
      if (*i == *j) {
        ++count;
        ++i;
        ++j;
      } else {
        ++(*i < *j ? i : j);
      }
    }
    return count;
  }

  Side old_;
  Side new_;
  std::vector<CostumePair> pairs_;
};

}  // namespace

std::vector<CostumePair> match_costumes(const Tables& old_tables, const Tables& new_tables) {
  return Matching(old_tables, new_tables).pairs();
}

std::vector<uint16_t> ids_of(const Costumes& costumes, uint32_t row) {
  std::vector<uint16_t> ids;
  if (costumes.id[row] != 0) ids.push_back(costumes.id[row]);
  for (uint32_t i = costumes.alias_offset[row]; i < costumes.alias_offset[row + 1]; ++i) {
    ids.push_back(costumes.alias[i]);
  }
  std::ranges::sort(ids);
  return ids;
}

}  // namespace wardrobe
