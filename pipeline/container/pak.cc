#include "formats/bytes.h"
#include "formats/limits.h"
#include "pipeline/container/members.h"

namespace wardrobe {
namespace {

constexpr size_t kPakHeaderSize = 40;
/// Sizes of an entry. The Special Editions of Monkey Island have the smaller one. Full Throttle has
/// the wide one, whose offsets are wider.
constexpr size_t kPakEntrySize = 20;
constexpr size_t kWidePakEntrySize = 24;

/// Reads names, each of which ends with a zero byte. Leaves out empty names at the end. Reads at
/// most one name more than the limit.
std::vector<std::string> read_names(Bytes bytes) {
  std::vector<std::string> names;
  std::string name;
  for (const uint8_t byte : bytes) {
    if (names.size() > kMaxContainerFiles) break;
    if (byte != 0) {
      name += byte == '\\' ? '/' : static_cast<char>(byte);
      continue;
    }
    names.push_back(std::move(name));
    name.clear();
  }
  while (!names.empty() && names.back().empty()) names.pop_back();
  return names;
}

/// Reads an entry. `name` is its name by its place in the list of names, because the name offset in
/// an entry is wrong in some games.
StoredMember read_entry(Bytes entry, uint64_t data, const std::string& name, bool wide) {
  ByteReader reader(entry);
  const uint64_t offset = wide ? reader.u64() : reader.u32();
  reader.u32();
  const uint32_t size = reader.u32();
  const bool compressed = reader.u32() != size || (!wide && reader.u32() != 0);
  const bool overflows = offset > ~data;
  return {name, overflows ? offset : data + offset, size,
          compressed ? "compressed in its .pak, which is not supported; unpack the .pak first"
                     : nullptr};
}

}  // namespace

Result<Members> pak_members(const std::shared_ptr<const ByteSource>& file) {
  const std::vector<uint8_t> magic = bytes_at(*file, 0, 4);
  if (as_text(magic) != "KAPL" && as_text(magic) != "LPAK") return other_kind();
  const std::vector<uint8_t> head = bytes_at(*file, 0, kPakHeaderSize);
  if (head.empty()) return damaged("this .pak ends within its header");
  ByteReader header(head, 8);  // after magic and version
  const uint32_t index_at = header.u32();
  const uint32_t entries_at = header.u32();
  const uint32_t names_at = header.u32();
  const uint32_t data = header.u32();
  header.u32();  // the size of the index
  const uint32_t entries_size = header.u32();
  const uint32_t names_size = header.u32();
  const Error too_many{ErrorCode::limit, kNoOffset, "this .pak has more files than any game"};
  if (entries_size > kMaxContainerFiles * kWidePakEntrySize || names_size > kMaxContainerNames) {
    return too_many;
  }
  const std::vector<std::string> names = read_names(bytes_at(*file, names_at, names_size));
  if (names.size() > kMaxContainerFiles) return too_many;
  // Wide entries are where other files have an index.
  const bool wide = entries_size == kWidePakEntrySize * names.size();
  const size_t entry_size = wide ? kWidePakEntrySize : kPakEntrySize;
  const std::vector<uint8_t> entries = bytes_at(*file, wide ? index_at : entries_at, entries_size);
  const size_t count = entries.size() / entry_size;
  if (count == 0 || entries.size() % entry_size != 0 || count > names.size()) {
    return damaged("the entries of this .pak do not match its names and size");
  }
  ByteReader reader(entries);
  std::vector<StoredMember> stored;
  for (size_t i = 0; i < count; ++i) {
    stored.push_back(read_entry(reader.take(entry_size), data, names[i], wide));
  }
  return members_of(file, std::move(stored));
}

}  // namespace wardrobe
