#include "pipeline/unread_games.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "formats/bytes.h"
#include "formats/scumm/block.h"
#include "pipeline/game_names.h"

namespace wardrobe {
namespace {

constexpr const char* kTooOld = "; versions before 4 are not read";
constexpr uint64_t kC64ImageSize = 174848;
constexpr uint16_t kIndexOfV1 = 0x0A31;
constexpr uint16_t kIndexOfV2 = 0x0100;

/// Indexes of versions 0 to 3 that only their sizes tell apart.
struct OldIndex {
  uint64_t size;
  const char* game;
};
constexpr std::array kOldIndexes = {OldIndex{1188, "Maniac Mansion for the C64 or Apple II"},
                                    OldIndex{1914, "Zak McKracken for the C64"},
                                    OldIndex{2082, "Maniac Mansion for the NES"},
                                    OldIndex{6532, "Loom for the PC Engine"}};

/// The file's bytes from `offset` on; none if it has not so many.
std::vector<uint8_t> bytes_at(const ByteSource& file, uint64_t offset, size_t count) {
  std::vector<uint8_t> bytes(count);
  if (offset > file.size() || file.size() - offset < count) return {};
  return file.read(offset, bytes) ? bytes : std::vector<uint8_t>{};
}

/// "01.LFL" and "01.MAN", in lower case: a room of version 1 to 3; 00 is their index.
bool is_old_name(const std::string& name) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  return name.size() == 6 && is_digit(name[0]) && is_digit(name[1]) &&
         (name.ends_with(".lfl") || name.ends_with(".man"));
}

std::string describe_old_index(const ByteSource& file) {
  const auto known = std::ranges::find(kOldIndexes, file.size(), &OldIndex::size);
  if (known != kOldIndexes.end()) return std::string("the index of ") + known->game;
  const std::vector<uint8_t> start = bytes_at(file, 0, 6);
  const auto header = read_block_header(start, 0, BlockStyle::size_first);
  if (header && header->tag == tag("0R")) return "the index of a game of SCUMM version 3";
  const unsigned first = ByteReader(start).u16() ^ 0xFFFFu;
  if (first == kIndexOfV1) return "the index of a game of SCUMM version 1";
  if (first == kIndexOfV2) return "the index of a game of SCUMM version 2 or 3";
  return "the index of a game of SCUMM version 1 to 3";
}

/// Whether the file is a container of a Mac game: it starts with the place and the size of a
/// directory, which has entries of 40 bytes, one of them with the name of an index or a disk.
bool is_mac_container(const ByteSource& file) {
  constexpr size_t kEntrySize = 40;
  constexpr size_t kMostEntries = 1024;
  const std::vector<uint8_t> head = bytes_at(file, 0, 8);
  ByteReader header(head);
  const uint32_t place = header.u32_be();
  const uint32_t size = header.u32_be();
  if (size == 0 || size % kEntrySize != 0 || size > kEntrySize * kMostEntries) return false;
  const std::vector<uint8_t> entries = bytes_at(file, place, size);
  ByteReader reader(entries);
  while (reader.left() >= kEntrySize) {
    const uint64_t offset = reader.u32_be();
    const uint64_t length = reader.u32_be();
    const Bytes text = reader.take(kEntrySize - 8);
    const std::string name(text.begin(), std::ranges::find(text, 0));
    if (length != 0 && offset + length <= file.size() && name_of(name).kind) return true;
  }
  return false;
}

/// The same as unread_game, without the file's name.
std::optional<std::string> describe(const std::string& file_name, const ByteSource& file) {
  const std::string name = lower_case(file_name);
  if (is_old_name(name)) {
    const bool is_index = name.starts_with("00");
    const std::string room = "a room of a game of SCUMM version 1 to 3";
    return (is_index ? describe_old_index(file) : room) + kTooOld;
  }
  if (name.ends_with(".d64") && file.size() == kC64ImageSize) {
    return std::string("a disk image of the C64") + kTooOld;
  }
  if (name.ends_with(".dsk")) return std::string("a disk image of the Apple II") + kTooOld;
  if (name.ends_with(".prg")) return std::string("an image of the NES") + kTooOld;
  if (is_mac_container(file)) return "a container of a Mac game; take its files out first";
  return std::nullopt;
}

/// What is in a folder, sorted; nothing if it cannot be listed.
std::vector<std::string> names_in(const Folder& folder) {
  Result<std::vector<std::string>> names = folder.names();
  return names ? *std::move(names) : std::vector<std::string>{};
}

}  // namespace

std::optional<std::string> unread_game(const Folder& folder, const std::string& name) {
  const Result<std::unique_ptr<ByteSource>> bytes = folder.open(name);
  if (!bytes) return std::nullopt;
  const std::optional<std::string> what = describe(name, **bytes);
  return what ? std::optional(folder.path_of(name) + ": " + *what) : std::nullopt;
}

std::optional<std::string> unread_game_in(const Folder& folder) {
  for (const std::string& name : names_in(folder)) {
    std::optional<std::string> what = unread_game(folder, name);
    if (!what) continue;
    const std::string program = program_in(folder);
    const bool lacks_index = is_old_name(lower_case(name)) && !name.starts_with("00");
    if (lacks_index && !program.empty()) *what += " (the index may be inside " + program + ")";
    return what;
  }
  return std::nullopt;
}

std::string program_in(const Folder& folder) {
  for (const std::string& name : names_in(folder)) {
    if (lower_case(split_name(name).ending) == ".exe" && folder.open(name)) return name;
  }
  return "";
}

}  // namespace wardrobe
