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

struct PakTable {
  uint32_t start = 0;
  uint32_t size = 0;
};

struct PakHeader {
  PakTable first;  ///< the index; in a file of wide entries, the entries
  PakTable entries;
  PakTable names;
  uint32_t data = 0;
};

PakHeader read_header(Bytes bytes) {
  ByteReader reader(bytes, 8);  // after magic and version
  PakHeader header;
  header.first.start = reader.u32();
  header.entries.start = reader.u32();
  header.names.start = reader.u32();
  header.data = reader.u32();
  header.first.size = reader.u32();
  header.entries.size = reader.u32();
  header.names.size = reader.u32();
  return header;
}

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
Stretch read_entry(Bytes entry, uint64_t data, const std::string& name, bool wide) {
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
  const PakHeader header = read_header(head);
  const Error too_many{ErrorCode::limit, kNoOffset, "this .pak has more files than any game"};
  if (header.entries.size > kMaxContainerFiles * kWidePakEntrySize ||
      header.names.size > kMaxContainerNames) {
    return too_many;
  }
  const std::vector<std::string> names =
      read_names(bytes_at(*file, header.names.start, header.names.size));
  if (names.size() > kMaxContainerFiles) return too_many;
  const bool wide = header.entries.size == kWidePakEntrySize * names.size();
  const size_t entry_size = wide ? kWidePakEntrySize : kPakEntrySize;
  const std::vector<uint8_t> entries =
      bytes_at(*file, wide ? header.first.start : header.entries.start, header.entries.size);
  const size_t count = entries.size() / entry_size;
  if (count == 0 || entries.size() % entry_size != 0 || count > names.size()) {
    return damaged("the entries of this .pak do not match its names and size");
  }
  ByteReader reader(entries);
  std::vector<Stretch> stretches;
  for (size_t i = 0; i < count; ++i) {
    stretches.push_back(read_entry(reader.take(entry_size), header.data, names[i], wide));
  }
  return members_of(file, std::move(stretches));
}

}  // namespace wardrobe
