#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "formats/scumm.h"
#include "tests/unit/pipeline/test_game.h"
#include "tools/sample/block_scope.h"
#include "tools/sample/write_index.h"
#include "tools/sample/write_room.h"

namespace wardrobe {

/// A block after the room in an LF, or bytes that are not a block.
struct V4Part {
  std::string_view tag;  ///< CO, SO, SC, RO; empty: no header
  std::vector<uint8_t> bytes;
  uint16_t id = 0;  ///< id in the directory of its kind; 0: the index does not list it
};

struct V4Room {
  uint8_t number;
  uint8_t disk;
  std::vector<V4Part> parts;
};

/// Returns bytes that are not blocks: a header read anywhere in them claims far more bytes than a
/// test game has.
inline std::vector<uint8_t> no_blocks(size_t size) { return std::vector<uint8_t>(size, 0xEE); }

inline V4Part costume_part(uint16_t id) {
  return {"CO", simple_costume(static_cast<uint8_t>(id)).write(Version::v4), id};
}

/// Makes a game with scripts, sounds and music, which write_game does not make.
class V4Game {
 public:
  explicit V4Game(const std::vector<V4Room>& rooms) {
    for (const V4Room& room : rooms) last_disk_ = std::max(last_disk_, room.disk);
    for (uint8_t disk = 1; disk <= last_disk_; ++disk) write_disk(rooms, disk);
    std::vector<uint8_t>& index = game_.files.index;
    {
      const BlockScope names(index, "RN");
      ByteWriter(index).u8(0);
    }
    write_directory("0R", rooms_, Version::v4, index);
    write_directory("0S", scripts_, Version::v4, index);
    write_directory("0N", sounds_, Version::v4, index);
    write_directory("0C", costumes_, Version::v4, index);
  }

  TestGame game() const { return game_; }

 private:
  static void set(Directory& directory, size_t id, uint8_t room, size_t offset) {
    if (directory.room.size() <= id) {
      directory.room.resize(id + 1);
      directory.offset.resize(id + 1);
    }
    directory.room[id] = room;
    directory.offset[id] = static_cast<uint32_t>(offset);
  }

  Directory& directory_of(std::string_view tag) {
    if (tag == "CO") return costumes_;
    return tag == "SC" ? scripts_ : sounds_;
  }

  void write_disk(const std::vector<V4Room>& rooms, uint8_t disk) {
    std::vector<uint8_t>& out = game_.files.disks.emplace_back();
    const BlockScope file(out, "LE");
    const auto here = [&](const V4Room& room) { return room.disk == disk; };
    size_t entry = 0;
    {
      const BlockScope offsets(out, "FO");
      const auto count = static_cast<size_t>(std::ranges::count_if(rooms, here));
      ByteWriter(out).u8(static_cast<unsigned>(count));
      entry = out.size();
      ByteWriter(out).zeros(5 * count);
    }
    for (const V4Room& room : rooms) {
      if (!here(room)) continue;
      set(rooms_, room.number, disk, 0);
      out[entry] = room.number;
      ByteWriter(out).patch_u32(entry + 1, static_cast<uint32_t>(out.size()));
      entry += 5;
      write_lf(room, out);
    }
  }

  void write_lf(const V4Room& room, std::vector<uint8_t>& out) {
    const BlockScope lf(out, "LF");
    ByteWriter(out).u16(room.number);
    const size_t place = out.size();
    write_room(320, 144, grey_palette(), Version::v4, out);
    for (const V4Part& part : room.parts) {
      if (part.id != 0) set(directory_of(part.tag), part.id, room.number, out.size() - place);
      if (part.tag.empty()) {
        ByteWriter(out).bytes(part.bytes);
      } else {
        const BlockScope block(out, part.tag);
        ByteWriter(out).bytes(part.bytes);
      }
    }
  }

  TestGame game_{{}, BlockStyle::size_first};
  uint8_t last_disk_ = 1;
  Directory rooms_{{0}, {0}};
  Directory scripts_{{0}, {0}};
  Directory sounds_{{0}, {0}};
  Directory costumes_{{0}, {0}};
};

inline TestGame v4_game(const std::vector<V4Room>& rooms) { return V4Game(rooms).game(); }

}  // namespace wardrobe
