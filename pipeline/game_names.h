#pragma once

#include <optional>
#include <string>

#include "formats/scumm/block.h"

namespace wardrobe {

/// The stems of games whose files have no common part in their names: of version 4, and of versions
/// 1 to 3.
inline constexpr const char* kStemOfV4 = "";
inline constexpr const char* kStemOfRooms = "/";

/// Facts that the name of a file tells (SCUMM.md §1 "Names").
struct GameName {
  std::string stem;   ///< the name without its ending, which a game's files share, in any case
  unsigned disk = 0;  ///< as GameFile::disk
  bool v4 = false;    ///< 000.LFL, DISK01.LEC
  bool room = false;  ///< of versions 1 to 3: 00.LFL, 01.LFL; 00.MAN
  /// The kind implied by the name; nullopt if a file of any kind could have the name.
  std::optional<FileKind> kind;
};

GameName name_of(const std::string& file_name);

/// A name split into stem and ending: "COMI" and ".LA0". A name without an ending, or of a hidden
/// file, is all stem.
struct SplitName {
  std::string stem;
  std::string ending;
};
SplitName split_name(const std::string& file_name);

std::string lower_case(std::string text);

/// Whether the file is named like a program for Windows or DOS.
bool is_program(const std::string& file_name);

}  // namespace wardrobe
