#include <algorithm>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "pipeline/container/container.h"
#include "pipeline/container/members.h"

namespace wardrobe {
namespace {

constexpr size_t kMacEntrySize = 40;
constexpr size_t kMacNameSize = 32;

/// The place of a container's directory, in its first 8 bytes.
struct Directory {
  uint32_t place;
  uint32_t size;
};

Directory directory_of(Bytes head) {
  ByteReader header(head);
  const uint32_t place = header.u32_be();
  return {place, header.u32_be()};
}

constexpr uint64_t kForkUnit = 128;  ///< of MacBinary: its header, and what forks are padded to

uint64_t padded(uint64_t size) { return (size + kForkUnit - 1) / kForkUnit * kForkUnit; }

/// Returns the size of the data fork of a file in MacBinary; 0 if this is no header of one.
uint64_t fork_size(Bytes header, uint64_t file_size) {
  constexpr uint8_t kMostName = 63;
  if (header.size() < kForkUnit || header[0] != 0 || header[74] != 0 || header[82] != 0) return 0;
  if (header[1] == 0 || header[1] > kMostName) return 0;
  const Bytes name = header.subspan(2, header[1]);
  if (std::ranges::any_of(name, [](uint8_t c) { return c == 0; })) return 0;
  ByteReader forks(header, 83);
  const uint64_t data = forks.u32_be();
  const uint64_t resources = forks.u32_be();
  const uint64_t comment = header[99] * 256u + header[100];
  const uint64_t size = kForkUnit + padded(data) + padded(resources) + padded(comment);
  return size == padded(file_size) && kForkUnit + data <= file_size ? data : 0;
}

}  // namespace

bool may_be_mac(Bytes head, uint64_t size) {
  const Directory at = directory_of(head);
  return at.size != 0 && at.size % kMacEntrySize == 0 && at.size <= kMacEntrySize * kMaxMacFiles &&
         uint64_t{at.place} + at.size <= size;
}

Result<Members> mac_members(const std::shared_ptr<const ByteSource>& file) {
  const std::vector<uint8_t> head = bytes_at(*file, 0, kContainerHead);
  if (!may_be_mac(head, file->size())) return other_kind();
  const Directory at = directory_of(head);
  const std::vector<uint8_t> entries = bytes_at(*file, at.place, at.size);
  ByteReader reader(entries);
  std::vector<StoredMember> stored;
  while (reader.left() >= kMacEntrySize) {
    const uint32_t offset = reader.u32_be();
    const uint32_t length = reader.u32_be();
    const Bytes field = reader.take(kMacNameSize);
    std::string name(field.begin(), std::ranges::find(field, 0));
    if (!name.empty()) stored.push_back({std::move(name), offset, length});
  }
  const bool named = std::ranges::any_of(
      stored, [](const StoredMember& member) { return !has_control_bytes(member.name); });
  if (!named) return other_kind();
  return members_of(file, std::move(stored));
}

Result<Unwrapped> open_unwrapped(const Folder& folder, const std::string& name) {
  ASSIGN_OR_RETURN(std::unique_ptr<ByteSource> file, folder.open(name));
  uint8_t first = 1;  // Most files are known to be none by their first byte.
  const bool maybe = file->size() > kForkUnit && file->read(0, {&first, 1}) && first == 0;
  const uint64_t data = maybe ? fork_size(bytes_at(*file, 0, kForkUnit), file->size()) : 0;
  if (data == 0) return Unwrapped{std::move(file)};
  return Unwrapped{open_part(std::move(file), kForkUnit, data), true};
}

}  // namespace wardrobe
