#include <algorithm>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "pipeline/container/members.h"

namespace wardrobe {
namespace {

constexpr size_t kMacHeaderSize = 8;
constexpr size_t kMacEntrySize = 40;
constexpr size_t kMacNameSize = 32;

}  // namespace

Result<Members> mac_members(const std::shared_ptr<const ByteSource>& file) {
  const std::vector<uint8_t> head = bytes_at(*file, 0, kMacHeaderSize);
  ByteReader header(head);
  const uint32_t place = header.u32_be();
  const uint32_t size = header.u32_be();
  if (size == 0 || size % kMacEntrySize != 0 || size > kMacEntrySize * kMaxMacFiles)
    return other_kind();
  const std::vector<uint8_t> entries = bytes_at(*file, place, size);
  ByteReader reader(entries);
  std::vector<StoredMember> stored;
  while (reader.left() >= kMacEntrySize) {
    const uint32_t offset = reader.u32_be();
    const uint32_t length = reader.u32_be();
    const Bytes field = reader.take(kMacNameSize);
    const std::string name(field.begin(), std::ranges::find(field, 0));
    const bool is_text = std::ranges::none_of(name, [](char c) { return (c & 0xE0) == 0; });
    if (is_text && !name.empty()) stored.push_back({name, offset, length});
  }
  if (stored.empty()) return other_kind();
  return members_of(file, std::move(stored));
}

}  // namespace wardrobe
