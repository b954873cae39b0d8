#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/apply/manifest.h"
#include "tools/apply/nearest_colors.h"
#include "tools/apply/palette_order.h"
#include "tools/apply/read_game.h"

namespace wardrobe {

/// The new colours of a costume, for `--palette` and `--color`.
struct NamedPalette {
  std::string file;       ///< or "--color"
  EditedPalette palette;  ///< of the file
  /// Instead of a file: the colours that change, by pixel value.
  std::map<uint32_t, std::array<uint8_t, 3>> colors{};
};

/// Reads a palette of GIMP (.gpl), Paint Shop Pro (.pal) or Photoshop (.act). Safe on any input.
Result<EditedPalette> read_palette_file(Bytes file);

/// The colours with which a file was exported that has `palette` now, if no manifest tells them:
/// those of the room's palette that is most like it.
std::vector<uint8_t> likely_colors(const ReadGame& game, uint32_t costume,
                                   const EditedPalette& palette);

/// A costume's own palette, COST's or AKPL, with other colours of the room.
struct ColorEdit {
  std::string file;
  uint32_t costume = 0;         ///< row of Costumes
  std::vector<uint8_t> colors;  ///< as many as costumes.color has
  uint16_t room = 0;            ///< whose palette has the wanted colours, or the nearest ones
  ColorError error;             ///< over the changed colours
};

/// Finds the costumes whose files have other colours than those exported: tools/apply/README.md
/// "Recolouring".
class CostumePalettes {
 public:
  /// `given` is what `--palette` or `--color` gives. All must outlive this.
  CostumePalettes(const ReadGame& game, const ExportedPalettes& exported,
                  const std::optional<NamedPalette>& given)
      : game_(game), exported_(exported), given_(given) {}

  /// Says that a file of this costume is among the edits.
  void add(uint32_t costume) { costumes_.insert(costume); }

  /// Returns the colours by which restore_palette() takes the pixels of a file: those exported or,
  /// if the file recolours its costume, its own; empty: unknown. Fails if another file of the
  /// costume has other colours; the error names that file only.
  Result<std::vector<uint8_t>> colors_of(uint32_t costume, const std::string& file,
                                         const EditedPalette& palette);

  /// Returns the edits, in the order of Costumes. Appends to `notes` what changes nothing.
  Result<std::vector<ColorEdit>> edits(std::vector<std::string>& notes) const;

 private:
  /// Red, green and blue of each colour of a costume; the same before and after if not drawn.
  struct Colors {
    std::string file;
    std::vector<uint8_t> before;
    std::vector<uint8_t> after;
  };

  Colors drawn_colors(uint32_t costume, const std::string& file, Bytes before,
                      const EditedPalette& palette) const;
  Result<ColorEdit> edit_of(uint32_t costume, const Colors& colors) const;

  const ReadGame& game_;
  const ExportedPalettes& exported_;
  const std::optional<NamedPalette>& given_;
  std::set<uint32_t> costumes_;
  std::map<uint32_t, Colors> colors_;  ///< by row of Costumes: those of its first file
};

/// Puts new colours into the payload of a costume.
void put_colors(const ReadGame& game, const ColorEdit& edit, std::vector<uint8_t>& payload);

}  // namespace wardrobe
