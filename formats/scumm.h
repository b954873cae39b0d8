#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/version.h"

namespace wardrobe {

/// The XOR key of resource files of v4 to v6 and of most Humongous files (SCUMM.md §1 "Names").
inline constexpr uint8_t kXorKey = 0x69;

/// How the blocks of a file start (SCUMM.md §1 "Blocks").
enum class BlockStyle : uint8_t {
  tag_first,   ///< four letters, then the size, big-endian: version 5 and later
  size_first,  ///< the size, little-endian, then two letters: version 4, and 3 with 256 colours
  nameless,    ///< u16 size, u16 not used: versions 1 and 2, and 3 with 16 colours
};

/// Size of the header of BlockStyle::tag_first.
inline constexpr size_t kBlockHeaderSize = 8;

constexpr size_t header_size(BlockStyle style) {
  constexpr size_t kSizes[] = {kBlockHeaderSize, 6, 4};
  return kSizes[static_cast<size_t>(style)];
}

/// Distance from the start of an LFLF or LF to the room in it. The header of an LF is shorter, but
/// the room's number follows it.
inline constexpr size_t kRoomInFile = 8;

/// A block's tag: its characters in file order, the first in the lowest byte. If there are two, the
/// upper bytes are 0. 0 is no tag.
using Tag = uint32_t;

constexpr Tag tag(std::string_view name) {
  Tag value = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    value |= static_cast<Tag>(static_cast<uint8_t>(name[i])) << (8 * i);
  }
  return value;
}

/// The tag as text, with unprintable bytes as `\xNN`.
std::string tag_name(Tag tag);

/// What a file is, judged by the tag of its first block.
enum class FileKind : uint8_t { index, resources };

struct FileType {
  FileKind kind;
  uint8_t xor_key;  ///< 0 for plain files
  BlockStyle style = BlockStyle::tag_first;
  bool has_room_files = false;  ///< whether it is a room's own file, or the index of such files
};

/// Number of bytes that detect_file reads.
inline constexpr size_t kDetectedBytes = 6;

/// Recognises a file by its first tag, plain or XORed; nullopt if it is not a SCUMM file. Two
/// letters in the middle of a header are weak evidence of BlockStyle::size_first, and the two bytes
/// by which an index of BlockStyle::nameless is known are weaker still.
std::optional<FileType> detect_file(Bytes first_bytes);

/// The first two bytes of an index of BlockStyle::nameless in version 1, XOR removed (SCUMM.md §1
/// "Versions 1 to 3").
inline constexpr uint16_t kIndexOfV1 = 0x0A31;
inline constexpr uint16_t kIndexOfV2 = 0x0100;  ///< the same in version 2, and 3 with 16 colours

/// The XOR key of files of BlockStyle::nameless. Copies made for reading lack it.
inline constexpr uint8_t kNamelessKey = 0xFF;

/// Applies or removes the XOR of a file.
inline void toggle_xor(uint8_t key, std::span<uint8_t> bytes) {
  for (uint8_t& byte : bytes) byte ^= key;
}

/// A block of a file or of bytes in memory, known by its header (SCUMM.md §1 "Blocks").
struct Block {
  Tag tag = 0;
  uint64_t offset = 0;       ///< of the header
  uint64_t end = 0;          ///< not beyond the parent's end
  uint32_t stated_size = 0;  ///< in the header, which counts itself
  BlockStyle style = BlockStyle::tag_first;
  Bytes payload{};  ///< if it is in memory

  uint64_t payload_at() const { return offset + header_size(style); }
  /// Whether the header claims less than its own bytes, or more than the parent has left.
  bool damaged() const { return stated_size != end - offset; }
  /// A message about the damage.
  std::string damage() const;
};

/// Walks the blocks in memory or in a file. In a file, it reads the headers and a little around
/// them. A place that cannot be read looks like the end of the file; trouble() tells the two apart.
class BlockWalk {
 public:
  explicit BlockWalk(Bytes bytes, BlockStyle style = BlockStyle::tag_first)
      : style_(style), view_(bytes) {}
  BlockWalk(const ByteSource& file, BlockStyle style, uint8_t xor_key)
      : file_(&file), style_(style), xor_key_(xor_key) {}
  BlockWalk(const BlockWalk&) = delete;
  BlockWalk& operator=(const BlockWalk&) = delete;

  /// Returns the block at `offset`, cut at `end`; nullopt if its header does not fit. `end` must
  /// not be beyond the end of the bytes or of the file.
  std::optional<Block> at(uint64_t offset, uint64_t end);

  /// Returns the block at `offset` or, if bytes that belong to none stand there, the one behind
  /// them; nullopt if there is none before `end`. Released games and tools leave such bytes
  /// (SCUMM.md §1 "Stray bytes").
  std::optional<Block> next(uint64_t offset, uint64_t end);

  /// Returns the starts of the blocks of a file of BlockStyle::nameless, if they follow each other
  /// to its end (SCUMM.md §1 "Versions 1 to 3"); else none.
  std::vector<uint64_t> chain();

  /// Returns the first kMaxRoomBlock bytes of the payload of a block in a file, XOR removed; none
  /// if they cannot be read.
  std::vector<uint8_t> payload(const Block& block);

  /// The first read error, if any.
  const std::optional<Error>& trouble() const { return trouble_; }

 private:
  bool is_zero(uint64_t begin, uint64_t end);

  const ByteSource* file_ = nullptr;  ///< null: `view_` is all there is
  BlockStyle style_;
  uint8_t xor_key_ = 0;
  std::vector<uint8_t> buffer_;
  Bytes view_;  ///< of a file, what `buffer_` holds
  uint64_t view_at_ = 0;
  std::optional<Error> trouble_;
};

/// Returns the consecutive blocks in `bytes` from `offset` on. A size below the header's ends the
/// sequence. A block that extends past the end is cut there and is the last. Both set `damage`.
std::vector<Block> read_blocks(Bytes bytes, size_t offset, std::optional<Block>& damage,
                               BlockStyle style = BlockStyle::tag_first);

/// The first of these blocks with this tag; null if there is none.
const Block* find_block(std::span<const Block> blocks, std::string_view name);

/// Returns the blocks with this tag, in the order in which OFFS, which is one of `blocks`, lists
/// them. nullopt if there is no OFFS, if it lists anything else, or if they have more than `most`
/// bytes in total: OFFS may list one block many times.
std::optional<std::vector<Block>> listed_blocks(std::span<const Block> blocks,
                                                std::string_view name,
                                                uint64_t most = ~uint64_t{0});

/// Returns all of these blocks with this tag.
std::vector<Block> all_blocks(std::span<const Block> blocks, std::string_view name);

/// Where a room of BlockStyle::nameless has the offsets of its objects' pictures; those of their
/// code are behind them.
constexpr size_t nameless_tables(Version version) { return version == Version::v3_16 ? 29 : 28; }

/// A room of BlockStyle::nameless without its header, from which its offsets count (SCUMM.md §8
/// "Objects up to version 4", §9).
struct NamelessRoom {
  Bytes payload;
  Version version;

  /// What is there from an offset on; no bytes if that is outside.
  Bytes from(size_t offset) const {
    constexpr size_t kHeader = header_size(BlockStyle::nameless);
    const size_t at = std::max(offset, kHeader) - kHeader;
    return offset < kHeader || at > payload.size() ? Bytes() : payload.subspan(at);
  }
  ByteReader at(size_t offset) const { return ByteReader(from(offset)); }
  size_t objects() const { return at(20).u8(); }
  uint16_t exit_script() const { return at(nameless_tables(version) - 4).u16(); }
  uint16_t entry_script() const { return at(nameless_tables(version) - 2).u16(); }
};

/// The error for a block at `offset` that holds less than it states: "PA claims 9 bytes but holds
/// 3".
Error cut_short(const std::string& name, uint64_t stated, const char* what, uint64_t held,
                uint64_t offset = 0);

/// Room numbers in a directory are bytes.
inline constexpr size_t kRoomNumbers = 256;

/// In versions 1 to 3, an offset that leads nowhere.
inline constexpr uint16_t kNowhere = 0xFFFF;

/// A directory of an index file, indexed by id; entry 0 is unused (SCUMM.md §1 "Index").
struct Directory {
  std::vector<uint8_t> room;     ///< in DROO, DIRR and 0R, the disk number instead
  std::vector<uint32_t> offset;  ///< relative to the room's offset
  std::vector<uint32_t> size{};  ///< from HE 70 on; empty before

  friend bool operator==(const Directory&, const Directory&) = default;
};

/// DOBJ or 0O: objects, by their numbers (SCUMM.md §1 "Index").
struct ObjectDirectory {
  std::vector<uint8_t> state;  ///< when the game starts; up to version 4, 0 or 1 (§8)
  std::map<std::string, uint16_t, std::less<>> number{};  ///< by the name in IMHD: version 8
  bool of_zak = false;  ///< in version 1, of Zak McKracken, which has other colours

  /// The state of an object; 0 if the directory does not have it.
  uint8_t state_of(size_t object) const { return object < state.size() ? state[object] : 0; }

  friend bool operator==(const ObjectDirectory&, const ObjectDirectory&) = default;
};

/// Reads the payload of a DOBJ in the form that fits it; none if no form does.
ObjectDirectory read_objects_of_index(Bytes payload);

/// The rooms and costumes of an index file.
struct GameIndex {
  uint32_t maxs_size = 0;    ///< size of the MAXS block, header included; 0: none
  bool plain_names = false;  ///< RNAM has the form of HE 80
  bool inib = false;         ///< there is an INIB
  std::vector<uint16_t> named_room;
  std::vector<std::string> room_name;
  Directory rooms;     ///< DROO, DIRR or 0R
  Directory costumes;  ///< DCOS, DIRC or 0C
  Directory scripts;   ///< DSCR, DIRS or 0S
  ObjectDirectory objects;
  std::vector<uint32_t> room_offset;  ///< DLFL, by room; empty: none
  std::vector<uint8_t> disk;          ///< DISK, by room: 1 is the first; empty: none
  /// For each room, the offsets that 0S, 0N and 0C list, rising, relative to the room's offset.
  /// Empty unless the game is of version 3 or 4.
  std::vector<std::vector<uint32_t>> starts{};
  std::optional<Version> version{};  ///< of an index whose blocks have no names

  /// Returns the disk number of the room's resource file, from DISK or else from `rooms`; 0:
  /// unknown.
  unsigned disk_of(size_t room_number) const;

  friend bool operator==(const GameIndex&, const GameIndex&) = default;
};

/// Reads an index whose blocks have names; `file` is without XOR. Each block is read in the form
/// that fits it. Damage is reported in `problems`, with offsets from the start of the file, and
/// everything else is read. Directories are read up to entry 65,535, because ids are u16.
GameIndex read_index(Bytes file, std::vector<Error>& problems,
                     BlockStyle style = BlockStyle::tag_first);

/// The forms of a directory (SCUMM.md §1 "Index", "Version 4").
enum class DirectoryForm : uint8_t {
  plain,  ///< u16 count, rooms, offsets
  sized,  ///< u16 count, rooms, offsets, sizes: from HE 70 on
  wide,   ///< u32 count, rooms, offsets: version 8
  pairs,  ///< u16 count, then room and offset of each entry in turn: version 4
};

/// Returns the form of version 5 or later whose entries fill the payload exactly. At most one form
/// does. nullopt if none does, or if there are no entries.
std::optional<DirectoryForm> fitting_form(Bytes payload);

/// Reads an index of version 1, 2, or 3 with 16 colours, XOR removed (SCUMM.md §1 "Versions 1 to
/// 3"). `requested` is the version that the user chose; `last_room` is the highest
/// number of a room's file. They decide what the index leaves open. Costumes without a place get
/// room 0. Damage is reported in `problems`, and intact parts are read.
GameIndex read_nameless_index(Bytes file, std::optional<Version> requested, unsigned last_room,
                              std::vector<Error>& problems);

struct DetectedVersion {
  Version version{};
  std::string evidence;  ///< the reason, as text: "MAXS has 138 bytes"
};

/// Evidence of a game's version in its resource files.
struct VersionHints {
  BlockStyle style = BlockStyle::tag_first;
  bool room_files = false;  ///< each room has a file of its own
  uint32_t rmhd_size = 0;   ///< of the first RMHD, header included; 0: none
  bool clut = false;
  bool pals = false;
  bool rmda = false;
  bool remp = false;
  bool akos = false;
  bool signature = false;  ///< a COST has "CO", as in version 6
  /// Of a file of BlockStyle::nameless without an index.
  std::optional<DetectedVersion> by_blocks{};
};

/// Detects the version of a game (SCUMM.md §1 "Versions"). `requested` is the user's choice, of
/// those that version_of_option() returns: Version::v3 is either form of it, and Version::he60 is a
/// Humongous game whose version is to be detected. Without an index file, `index` is empty.
DetectedVersion detect_version(std::optional<Version> requested, const GameIndex& index,
                               const VersionHints& hints);

}  // namespace wardrobe
