#include "tools/diff/changed_timelines.h"

#include <set>

#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

std::set<RecordKey> named_by(const std::vector<const Finding*>& findings) {
  std::set<RecordKey> keys;
  for (const Finding* finding : findings) {
    if (const RecordKey* key = finding->record_key()) keys.insert(*key);
    if (const SlotChange* slot = finding->slot()) {
      keys.insert(slot->timelines.begin(), slot->timelines.end());
    }
  }
  return keys;
}

std::vector<TimelinePair> changed_in(const ComparedTables& compared, const FindingGroup& group) {
  std::vector<TimelinePair> changed;
  if (!group.costume.both()) return changed;
  const std::set<RecordKey> named = named_by(group.findings);
  for (const auto& [key, row] : pair_records(compared.tables, group.costume)) {
    if (named.contains(key) || (row.both() && timelines_differ(compared, row))) {
      changed.push_back({key, row});
    }
  }
  return changed;
}

}  // namespace

std::vector<std::vector<TimelinePair>> changed_timelines(const DiffTables& tables,
                                                         const std::vector<FindingGroup>& groups) {
  const ComparedTables compared(tables);
  std::vector<std::vector<TimelinePair>> changed;
  for (const FindingGroup& group : groups) changed.push_back(changed_in(compared, group));
  return changed;
}

}  // namespace wardrobe
