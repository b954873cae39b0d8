#include "tools/diff/changed_timelines.h"

#include <map>

#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

bool is_named(const FindingGroup& group, const RecordKey& key) {
  for (const Finding* finding : group.findings) {
    if (finding->record_key() != nullptr && *finding->record_key() == key) return true;
    const SlotChange* slot = finding->slot();
    if (slot != nullptr && std::ranges::binary_search(slot->timelines, key)) return true;
  }
  return false;
}

std::vector<TimelinePair> changed_in(const ComparedTables& compared, const FindingGroup& group) {
  std::vector<TimelinePair> changed;
  if (!group.costume.both()) return changed;
  for (const auto& [key, row] : pair_records(compared.tables, group.costume)) {
    if (is_named(group, key) || (row.both() && timelines_differ(compared, row))) {
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
