#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/apply/color_edits.h"
#include "tools/apply/nearest_colors.h"
#include "tools/apply/read_game.h"
#include "tools/export/export.h"

namespace wardrobe {

/// Reads a file of the exported folder, given its name in that folder. Errors name the file.
using LoadFile = std::function<Result<std::vector<uint8_t>>(const std::string& name)>;

/// Where edits are: in a folder that export wrote, or in some files of it.
struct EditFiles {
  LoadFile load;
  std::vector<std::string> alone{};     ///< the files' names in the folder; empty: the whole folder
  std::vector<std::string> pictures{};  ///< of a whole folder: the names of its .aseprite and PNGs
  std::vector<EditFiles> mods{};        ///< those named behind it
};

/// How to treat PNGs of another size or in other colours (tools/apply/README.md "Other colours").
struct ColorOptions {
  /// The width of one of the game's pixels in pixels of a PNG, 1 to kMaxPictureScale; 0: as
  /// exported.
  uint32_t scale = 0;
  bool quantize = false;  ///< match colours that the costume lacks; a scale above 1 does so, too
  std::optional<NamedPalette> palette{};  ///< the new colours of the costume of the edits
};

/// A picture that was changed.
struct PictureEdit {
  std::string file;
  uint32_t costume = 0;           ///< row of Costumes
  std::vector<uint32_t> entries;  ///< all rows of Entries that will show it
  PictureShape shape;
  bool repainted = false;           ///< whether pixels or size change; else only the placement
  std::vector<uint8_t> pixels;      ///< row-major
  std::optional<ColorError> error;  ///< if colours were matched
};

/// Sets `repainted`, the only member of the edit that is missing, by comparison with the game's
/// picture. Returns false if nothing has changed. Fails if the costume lacks a colour.
Result<bool> compare_with_game(const ReadGame& game, PictureEdit& edit);

struct Edits {
  std::vector<PictureEdit> pictures;
  std::vector<ColorEdit> colors;     ///< at most one a costume
  std::vector<std::string> missing;  ///< files that were removed; their pictures stay the same
  std::vector<std::string> notes;    ///< for the user: what was repaired or is missing
};

/// First stage. Returns the edits in a folder of PNGs with manifest.json, or of .aseprite files
/// with index.json. Compares pictures and placements with those of the game. Fails if an edit is
/// impossible or belongs to another game, or if two mods change a picture or the colours of a
/// costume; the error names file, costume, limb and index.
Result<Edits> read_edits(const EditFiles& files, const ReadGame& game, const ColorOptions& options);

/// The same without files: the costume, a row of Costumes, gets the colours of the options'
/// palette.
Result<Edits> recolor(const ReadGame& game, uint32_t costume, const ColorOptions& options);

/// The same for a folder of PNGs. `manifest` is the text of its manifest.json.
Result<Edits> read_png_edits(Bytes manifest, const LoadFile& load, const ReadGame& game,
                             const ColorOptions& options);

/// The same for a folder of `export --format aseprite`. `index` is the text of its index.json. A
/// cel's user data name its slot; its frame tells where it was drawn before. If several cels show a
/// slot, one of them may change, or all in the same way.
Result<Edits> read_aseprite_edits(Bytes index, const LoadFile& load, const ReadGame& game,
                                  const ColorOptions& options);

}  // namespace wardrobe
