#include <string>
#include <string_view>
#include <utility>

#include "tools/diff/compare.h"

namespace wardrobe {
namespace {

/// The name of a source without folders, in lower case.
std::string file_name(const Tables& tables, uint32_t source) {
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

/// Where in its file a failure starts.
uint64_t start(const Failures& failures, uint32_t row) {
  return failures.offset[row] == kNoOffset ? 0 : failures.offset[row];
}

}  // namespace

UnreadSide::UnreadSide(const Tables& lacking, const Tables& other)
    : lacking_(lacking), other_(other), files_(failures_of_files()) {
  const Failures& failures = lacking.failures;
  for (uint32_t row = 0; row < failures.costume.size(); ++row) {
    if (failures.costume[row] != kNone) {
      parts_.emplace(Part{failures.costume[row], failures.limb[row], failures.index[row]}, row);
    } else if (failures.id[row] != 0) {
      ids_.emplace(failures.id[row], row);
    } else if (failures.room[row] != 0) {
      rooms_.emplace(failures.room[row], row);
    }
  }
}

/// Failures that name neither a costume nor a room are about a file as a whole.
std::vector<uint32_t> UnreadSide::failures_of_files() const {
  const Failures& failures = lacking_.failures;
  std::vector<uint32_t> first(lacking_.sources.size.size(), kNone);
  for (uint32_t row = 0; row < failures.costume.size(); ++row) {
    const uint32_t source = failures.source[row];
    const bool whole =
        failures.costume[row] == kNone && failures.id[row] == 0 && failures.room[row] == 0;
    if (!whole || source == kNone) continue;
    uint32_t& known = first[source];
    if (known == kNone || start(failures, row) < start(failures, known)) known = row;
  }
  std::map<std::string, uint32_t> by_name;
  for (uint32_t source = 0; source < first.size(); ++source) {
    if (first[source] != kNone) by_name.emplace(file_name(lacking_, source), first[source]);
  }
  std::vector<uint32_t> files;
  for (uint32_t source = 0; source < other_.sources.size.size(); ++source) {
    files.push_back(find(by_name, file_name(other_, source)));
  }
  return files;
}

uint32_t UnreadSide::costume(uint32_t row) const {
  const Costumes& costumes = other_.costumes;
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

uint32_t UnreadSide::room(uint32_t row) const {
  const uint32_t failure = in_room(other_.rooms.number[row]);
  return failure != kNone ? failure : behind(other_.rooms.source[row], other_.rooms.offset[row]);
}

uint32_t UnreadSide::in_room(uint16_t number) const { return find(rooms_, number); }

uint32_t UnreadSide::in_costume(uint32_t row, SlotPlace place) const {
  const uint32_t failure = find(parts_, Part{row, place.limb, place.index});
  return failure != kNone ? failure : find(ids_, lacking_.costumes.id[row]);
}

uint32_t UnreadSide::behind(uint32_t source, uint64_t offset) const {
  const uint32_t failure = source == kNone ? kNone : files_[source];
  const bool before = failure != kNone && start(lacking_.failures, failure) <= offset;
  return before ? failure : kNone;
}

Sides Unread::costume(Sides lacking) const {
  if (lacking.new_row == kNone) return {kNone, new_side.costume(lacking.old_row)};
  return {old_side.costume(lacking.new_row), kNone};
}

Sides Unread::room(Sides lacking) const {
  if (lacking.new_row == kNone) return {kNone, new_side.room(lacking.old_row)};
  return {old_side.room(lacking.new_row), kNone};
}

Sides Unread::in_room(uint16_t number, Sides lacking) const {
  if (lacking.new_row == kNone) return {kNone, new_side.in_room(number)};
  return {old_side.in_room(number), kNone};
}

Sides Unread::in_costume(Sides costumes, Sides lacking, SlotPlace place) const {
  if (lacking.new_row == kNone) return {kNone, new_side.in_costume(costumes.new_row, place)};
  return {old_side.in_costume(costumes.old_row, place), kNone};
}

void mark_unreadable(Finding& finding, std::string_view field, Sides failure) {
  if (failure == Sides{}) return;
  finding.kind = FindingKind::unreadable;
  finding.field = field;
  finding.failure = failure;
}

}  // namespace wardrobe
