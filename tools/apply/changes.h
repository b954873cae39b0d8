#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/apply/edits.h"

namespace wardrobe {

/// What happens to pictures that redirect to a repainted one (SCUMM.md §2 "Pictures").
enum class Redirects : uint8_t {
  follow,  ///< they show the new picture, too
  keep,    ///< they get a copy of the old picture
};

/// Where a changed picture takes its pixels from.
enum class PixelSource : uint8_t {
  kept,      ///< the old data; only the header changes
  own,       ///< new data for this picture
  followed,  ///< the changed picture to which it redirects
};

/// A stored picture to change. All slots that show it get the new contents.
struct PictureChange {
  uint32_t stored = 0;  ///< its number among those of all costumes
  std::vector<uint32_t> entries;
  PictureShape shape;
  PixelSource source = PixelSource::kept;
  Bytes pixels;                     ///< of an edit or of the game; none if kept
  std::string file;                 ///< of the edit that changes it
  std::optional<ColorError> error;  ///< of an edit whose colours were matched
};

/// The changes of one costume; its pictures are in the order of `stored`.
struct CostumeChange {
  uint32_t costume = 0;  ///< row of Costumes
  std::vector<PictureChange> pictures;
  const ColorEdit* colors = nullptr;  ///< null: its palette stays
};

/// "art/3.png: costume 12, limb 0, index 3: MESSAGE".
Error change_error(const ReadGame& game, uint32_t costume, const PictureChange& picture,
                   const std::string& message);

/// Second stage. Returns the changes to the blocks of costumes, redirects included, in the order of
/// Costumes. The result refers to `edits` and `game`.
Result<std::vector<CostumeChange>> settle_changes(const ReadGame& game, const Edits& edits,
                                                  Redirects redirects);

/// Third stage. Returns the payload of a COST with changed pictures. It is never shorter than the
/// old one; zeros fill it up. Everything else in it stays the same, except offsets of parts that
/// move. Errors name file, costume, limb and index.
Result<std::vector<uint8_t>> new_cost_payload(const ReadGame& game, const CostumeChange& change);

/// The same for an AKOS. If a changed cel shares its header or pixels with unchanged cels, it gets
/// its own.
Result<std::vector<uint8_t>> new_akos_payload(const ReadGame& game, const CostumeChange& change);

}  // namespace wardrobe
