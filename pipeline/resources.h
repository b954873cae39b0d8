#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "formats/scumm/block.h"
#include "formats/scumm/detect.h"
#include "formats/tables.h"

namespace wardrobe {

/// A costume block.
struct FoundCostume {
  Block block;
  Kind kind = Kind::cost;
  uint32_t room = kNone;           ///< row of Rooms
  std::vector<uint16_t> ids;       ///< rising; filled in by resolve_ids
  std::optional<Error> trouble{};  ///< why the payload cannot be read
};

/// Where LOFF, DLFL or FO places a room.
struct RoomPlace {
  uint16_t number;
  uint32_t source;  ///< row of Sources
  uint64_t offset;  ///< of the room's block or of its LFLF; the index counts offsets from here
};

/// The blocks with a room's picture and boxes, each the first of its kind.
struct RoomBlocks {
  std::optional<Block> header;
  std::optional<Block> transparent;
  std::optional<Block> boxes;
  std::optional<Block> scales;
  std::optional<Block> image;      ///< RMIM or IMAG
  std::optional<Error> trouble{};  ///< the first reason why one of them cannot be read
};

/// Results of scan_resource_file, completed by resolve_ids. Payloads are not read yet.
struct Resources {
  std::map<std::pair<uint32_t, uint64_t>, FoundCostume> costumes;  ///< by source and offset
  std::vector<RoomPlace> places;
  VersionHints hints;                   ///< from all blocks but costumes
  Rooms rooms;                          ///< without names
  std::vector<RoomBlocks> room_blocks;  ///< one for each room
  Palettes palettes;
  Failures failures;
};

/// Returns the kind of costume that a block with this tag holds, if any.
constexpr std::optional<Kind> costume_kind(Tag block_tag) {
  if (block_tag == tag("COST") || block_tag == tag("CO")) return Kind::cost;
  if (block_tag == tag("AKOS")) return Kind::akos;
  return std::nullopt;
}

}  // namespace wardrobe
