#include "tools/edit/read_game.h"

#include "pipeline/bake.h"
#include "pipeline/pipeline.h"
#include "pipeline/table_append.h"

namespace wardrobe {
namespace {

/// Costumes and blocks have the same order; a block that could not be read has no costume.
void find_blocks(ReadGame& game) {
  const CostumeBlocks& blocks = game.scanned.blocks;
  const Costumes& costumes = game.tables.costumes;
  uint32_t block = 0;
  for (size_t i = 0; i < costumes.id.size(); ++i, ++block) {
    while (blocks.source[block] != costumes.source[i] ||
           blocks.offset[block] != costumes.offset[i]) {
      ++block;
    }
    game.block.push_back(block);
  }
}

}  // namespace

Status read_game(const GameInput& input, ReadGame& out) {
  out = ReadGame{};
  if (Status scanned = scan(input, 0, out.scanned); !scanned) return scanned;
  ParseBuffers buffers;
  parse(out.scanned, buffers, out.parsed);
  if (Status parsed = check_parsed(out.parsed); !parsed) return parsed;
  decode(out.scanned, out.parsed, out.decoded);
  RoomTables rooms;  // An edit leaves rooms as they are.
  gather_tables(out.scanned, rooms, out.parsed, out.decoded, out.tables);
  if (Status gathered = check_tables(out.tables); !gathered) return gathered;
  bake(out.tables, kDefaultMaxTicks);
  find_blocks(out);
  return check_tables(out.tables);
}

}  // namespace wardrobe
