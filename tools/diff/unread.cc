#include <string>
#include <string_view>

#include "tools/diff/compare.h"
#include "tools/diff/costume_fingerprint.h"

namespace wardrobe {
namespace {

/// The name of a source in lower case, without its folders.
std::string file_name(const TablesView& tables, uint32_t source) {
  std::string name(text_at(tables.sources.name_offset, tables.sources.name, source));
  if (const size_t slash = name.rfind('/'); slash != std::string::npos) name.erase(0, slash + 1);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

template <class Key>
uint32_t find(const std::map<Key, uint32_t>& rows, const Key& key) {
  const auto found = rows.find(key);
  return found == rows.end() ? kNone : found->second;
}

/// The offset of a failure in its file; 0 if it has none.
uint64_t start(const FailuresView& failures, uint32_t row) {
  return failures.offset[row] == kNoOffset ? 0 : failures.offset[row];
}

}  // namespace

Unread::Unread(const TablesView& lacking, const TablesView& other, uint32_t Sides::*side)
    : lacking_(lacking), other_(other), side_(side) {
  const FailuresView& failures = lacking.failures;
  std::vector<uint32_t> first(lacking.sources.size.size(), kNone);
  for (uint32_t row = 0; row < failures.costume.size(); ++row) {
    const uint32_t source = failures.source[row];
    if (failures.kind[row] == FailureKind::note) continue;
    if (failures.costume[row] != kNone) {
      parts_.emplace(Part{failures.costume[row], failures.limb[row], failures.index[row]}, row);
    } else if (failures.id[row] != 0) {
      ids_.emplace(failures.id[row], row);
    } else if (failures.room[row] != 0) {
      rooms_.emplace(failures.room[row], row);
    } else if (source != kNone) {  // The failure is about a file as a whole.
      uint32_t& known = first[source];
      if (known == kNone || start(failures, row) < start(failures, known)) known = row;
    }
  }
  for (uint32_t source = 0; source < first.size(); ++source) {
    if (first[source] != kNone) files_.emplace(file_name(lacking, source), first[source]);
  }
}

uint32_t Unread::costume(uint32_t row) const {
  const CostumesView& costumes = other_.costumes;
  const std::vector<uint16_t> ids = ids_of(costumes, row);
  for (const uint16_t id : ids) {
    if (const uint32_t failure = find(ids_, id); failure != kNone) return failure;
  }
  if (ids.empty() && costumes.room[row] != kNone) {
    const uint32_t failure = in_room(other_.rooms.number[costumes.room[row]]);
    if (failure != kNone) return failure;
  }
  return behind(costumes.source[row], costumes.offset[row]);
}

uint32_t Unread::room(uint32_t row) const {
  const uint32_t failure = in_room(other_.rooms.number[row]);
  return failure != kNone ? failure : behind(other_.rooms.source[row], other_.rooms.offset[row]);
}

uint32_t Unread::in_room(uint16_t number) const { return find(rooms_, number); }

uint32_t Unread::in_costume(Sides costumes, SlotPlace place) const {
  const uint32_t row = costumes.*side_;
  uint32_t failure = find(parts_, Part{row, place.limb, place.index});
  if (failure == kNone) failure = find(parts_, Part{row, kNoLimb, kNoIndex});
  return failure != kNone ? failure : find(ids_, lacking_.costumes.id[row]);
}

uint32_t Unread::behind(uint32_t source, uint64_t offset) const {
  const uint32_t failure = source == kNone ? kNone : find(files_, file_name(other_, source));
  const bool before = failure != kNone && start(lacking_.failures, failure) <= offset;
  return before ? failure : kNone;
}

bool Unread::mark(Finding& finding, std::string_view field, uint32_t failure) const {
  if (failure == kNone) return false;
  finding.kind = FindingKind::unreadable;
  finding.field = field;
  finding.failure.*side_ = failure;
  return true;
}

}  // namespace wardrobe
