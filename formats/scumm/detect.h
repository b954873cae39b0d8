#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/scumm/block.h"
#include "formats/scumm/index.h"
#include "formats/scumm/version.h"

namespace wardrobe {

/// Evidence of a game's version in its resource files.
struct VersionHints {
  BlockStyle style = BlockStyle::tag_first;
  bool room_files = false;  ///< each room has a file of its own
  uint32_t rmhd_size = 0;   ///< of the first RMHD, header included; 0: none
  bool clut = false;
  bool pals = false;
  bool rmda = false;
  bool remp = false;
  bool akos = false;
  bool signature = false;  ///< a COST has "CO", as in version 6
};

struct DetectedVersion {
  Version version{};
  std::string evidence;  ///< the reason, as text: "MAXS has 138 bytes"
};

/// Detects the version of a game (SCUMM.md §1 "Versions"). `requested` is the user's choice, of
/// those that version_of_option() returns: Version::v3 is either form of it, and Version::he60 is a
/// Humongous game whose version is to be detected. Without an index file, `index` is empty.
DetectedVersion detect_version(std::optional<Version> requested, const GameIndex& index,
                               const VersionHints& hints);

}  // namespace wardrobe
