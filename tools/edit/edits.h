#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/edit/nearest_colors.h"
#include "tools/edit/read_game.h"
#include "tools/export/export.h"

namespace wardrobe {

/// Reads a file of the exported folder, given its name in that folder. Errors name the file.
using LoadFile = std::function<Result<std::vector<uint8_t>>(const std::string& name)>;

/// What to do with PNGs of another size or in other colours (APPLY.md "Other colours").
struct ColorOptions {
  uint32_t scale = 0;  ///< 1 to kMaxPictureScale: pixels of a PNG on a side of one of the game; 0:
                       ///< as exported
  bool quantize = false;  ///< match other colours; so does a scale above 1. Else they are refused
  bool dither = false;
  std::optional<double> most;  ///< the worst ColorError that is not refused
};

/// A picture that was changed.
struct PictureEdit {
  std::string file;
  uint32_t costume = 0;           ///< row of Costumes
  std::vector<uint32_t> entries;  ///< all rows of Entries that will show it
  PictureShape shape;
  bool repainted = false;           ///< its pixels or its size; else only its placement
  std::vector<uint8_t> pixels;      ///< row-major
  std::optional<ColorError> error;  ///< if colours were matched
};

/// Compares an edit with the game's picture, and sets `repainted`, its only missing member. False
/// if nothing has changed; an error if the costume lacks a colour.
Result<bool> compare_with_game(const ReadGame& game, PictureEdit& edit);

struct Edits {
  std::vector<PictureEdit> pictures;
  std::vector<std::string> missing;  ///< files that were removed: nothing in them changes
  std::vector<std::string> notes;    ///< for people: what was repaired or is missing
};

/// First stage: the edits in a folder of PNGs with manifest.json, or of .aseprite files with
/// index.json. Compares pictures and placements with the game's. Impossible edits and those of
/// other games are errors that name file, costume, limb and index.
Result<Edits> read_edits(const LoadFile& load, const ReadGame& game, const ColorOptions& options);

/// The same for a folder of PNGs, with the text of its manifest.json.
Result<Edits> read_png_edits(Bytes manifest, const LoadFile& load, const ReadGame& game,
                             const ColorOptions& options);

/// The same for a folder of `export --format aseprite`, with the text of its index.json. A cel's
/// user data name its slot, and its frame its old place. A slot that several cels show may be
/// changed in one of them, or in all alike.
Result<Edits> read_aseprite_edits(Bytes index, const LoadFile& load, const ReadGame& game);

}  // namespace wardrobe
