#pragma once

#include <cstdint>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/game_input.h"
#include "pipeline/io/huge_pages.h"
#include "pipeline/progress.h"
#include "pipeline/resources.h"

namespace wardrobe {

/// The costume blocks of a game, one row each, in order of file and offset.
struct CostumeBlocks {
  Column<Kind> kind;
  Column<uint16_t> id;  ///< the lowest id that leads to the block; 0: none
  Offsets alias_offset;
  Column<uint16_t> alias;    ///< the other ids, rising
  Column<uint32_t> room;     ///< row of Rooms, or none
  Column<uint32_t> source;   ///< row of Sources
  Column<uint32_t> offset;   ///< of the block's header in the source
  Column<uint32_t> payload;  ///< of the payload in the source
  Column<uint32_t> size;     ///< of the block with its header, cut at the file's end
  Offsets64 data_offset;     ///< of the payloads in Scanned::data

  size_t count() const { return kind.size(); }
};

/// What scan() hands on to the next stages.
struct Scanned {
  std::vector<RoomBlocks> room_blocks;           ///< one for each room
  std::vector<std::vector<uint8_t>> room_bytes;  ///< their payloads, XOR removed
  CostumeBlocks blocks;
  HugeBuffer data;    ///< the payloads of all costume blocks, XOR removed
  Failures unhashed;  ///< files that cannot be read up to their ends

  Bytes payload(size_t block) const {
    return Bytes(data).subspan(blocks.data_offset[block],
                               blocks.data_offset[block + 1] - blocks.data_offset[block]);
  }
};

/// First stage. Walks the blocks of all resource files by their headers (SCUMM.md §1), then reads
/// each file once: its hash, its costumes and the blocks of its rooms. `version` is the one that
/// the user gave: he60 for any Humongous game, none if it is to be detected
/// (formats/scumm/detect.h). Fills tables.game, sources, palettes and failures, and starts
/// tables.rooms. An error means that there is nothing to pack, and names
/// the file, or that it was cancelled.
Result<Scanned> scan(const GameInput& input, std::optional<Version> version, Tables& tables,
                     Progress& progress);

}  // namespace wardrobe
