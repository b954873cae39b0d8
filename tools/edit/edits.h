#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/edit/read_game.h"
#include "tools/export/export.h"

namespace wardrobe {

/// Reads a file of the folder that export wrote, by its name there. Errors name the file.
using LoadFile = std::function<Result<std::vector<uint8_t>>(const std::string& name)>;

/// A picture that was changed.
struct PictureEdit {
  std::string file;
  uint32_t costume = 0;           ///< row of Costumes
  std::vector<uint32_t> entries;  ///< rows of Entries, all those that are to show it
  PictureShape shape;
  bool repainted = false;       ///< its pixels or its size; else only its placement
  std::vector<uint8_t> pixels;  ///< row-major
};

/// Compares an edit, complete but for `repainted`, with what the game shows there, and sets that.
/// False if nothing has changed; an error if the costume lacks a colour.
Result<bool> compare_with_game(const ReadGame& game, PictureEdit& edit);

struct Edits {
  std::vector<PictureEdit> pictures;
  std::vector<std::string> missing;  ///< files that were removed: nothing in them changes
  std::vector<std::string> notes;    ///< for people: what was repaired or is missing
};

/// First stage: what is changed in a folder of PNGs with their manifest.json, or of .aseprite files
/// with their index.json. Compares pictures and placements with the game's; whatever cannot be
/// done, or does not belong to this game, is an error that names file, costume, limb and index.
Result<Edits> read_edits(const LoadFile& load, const ReadGame& game);

/// Likewise of a folder of indexed PNGs, whose manifest.json this is.
Result<Edits> read_png_edits(Bytes manifest, const LoadFile& load, const ReadGame& game);

/// Likewise of a folder that `export --format aseprite` wrote, whose index.json this is. A cel
/// leads to its slot by its user data, and by its frame to where it was; a slot that several cels
/// show may be changed in one of them, or in all alike.
Result<Edits> read_aseprite_edits(Bytes index, const LoadFile& load, const ReadGame& game);

}  // namespace wardrobe
