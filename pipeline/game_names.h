#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/scumm/block.h"

namespace wardrobe {

/// The stems of games whose files have no common part in their names: of version 4, and of versions
/// 1 to 3.
inline constexpr const char* kStemOfV4 = "";
inline constexpr const char* kStemOfRooms = "/";

/// Facts that the name of a file tells (SCUMM.md §1 "Names").
struct GameName {
  std::string stem;   ///< the name without its ending, which a game's files share
  unsigned disk = 0;  ///< as GameFile::disk
  bool v4 = false;    ///< 000.LFL, DISK01.LEC
  bool room = false;  ///< of versions 1 to 3: 00.LFL, 01.LFL; 00.MAN
  /// The kind implied by the name; nullopt if a file of any kind could have the name.
  std::optional<FileKind> kind;
};

/// `file_name` may lead through a folder of rooms.
GameName name_of(const std::string& file_name);

/// A name split into stem and ending: "COMI" and ".LA0", "Pajama Sam" and " (0)". A name without an
/// ending, or of a hidden file, is all stem. A folder before it is dropped.
struct SplitName {
  std::string stem;
  std::string ending;
};
SplitName split_name(const std::string& file_name);

std::string lower_case(std::string text);

/// What is equal in the stems of a game's files, which differ in case and in apostrophes.
std::string stem_key(const std::string& stem);

/// Whether a folder is named like one in which a game keeps its room files.
bool is_rooms_folder(const std::string& name);

/// Whether a file is named like a program for Windows or DOS, or like one for the Mac, which has no
/// ending.
bool is_exe(const std::string& file_name);
bool has_no_ending(const std::string& file_name);

/// At most `most` of `names`, and how many more there are: "a, b and 3 more".
std::string first_names(const std::vector<std::string>& names, size_t most = 8);

}  // namespace wardrobe
