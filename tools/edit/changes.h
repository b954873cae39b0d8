#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/edit/edits.h"

namespace wardrobe {

/// What to do about pictures that redirect to one that is repainted (SCUMM.md §2 "Pictures").
enum class Redirects : uint8_t {
  follow,  ///< they show the new one, too
  keep,    ///< they get a copy of the old one
};

/// Where a changed picture has its pixels.
enum class PixelSource : uint8_t {
  kept,      ///< where they were: only the header changes
  own,       ///< new data of its own
  followed,  ///< where they were, in a picture that gets new ones, to which it redirects
};

/// A stored picture that is to change, and what all slots that show it will then show.
struct PictureChange {
  uint32_t stored = 0;  ///< row of StoredPictures
  std::vector<uint32_t> entries;
  PictureShape shape;
  PixelSource source = PixelSource::kept;
  Bytes pixels;      ///< unless kept; those of an edit or of the game
  std::string file;  ///< of the edit that asks for it
};

/// The changes of one costume, by rising `stored`.
struct CostumeChange {
  uint32_t costume = 0;  ///< row of Costumes
  std::vector<PictureChange> pictures;
};

/// "art/3.png: costume 12, limb 0, index 3: MESSAGE".
Error change_error(const ReadGame& game, uint32_t costume, const PictureChange& picture,
                   const std::string& message);

/// Second stage: what is to change in each costume's block, redirects included; by rising row of
/// Costumes. The result refers to `edits` and `game`.
Result<std::vector<CostumeChange>> settle_changes(const ReadGame& game, const Edits& edits,
                                                  Redirects redirects);

/// Third stage: the payload of a costume with changed pictures. It is no shorter than it was; if it
/// needs less, it is filled up with zeros. Everything else in it stays as it is, but for the
/// offsets of what moves. Errors name file, costume, limb and index.
Result<std::vector<uint8_t>> new_cost_payload(const ReadGame& game, const CostumeChange& change);

/// Likewise of an AKOS. Cels that share a header or pixels with others that stay get their own.
Result<std::vector<uint8_t>> new_akos_payload(const ReadGame& game, const CostumeChange& change);

}  // namespace wardrobe
