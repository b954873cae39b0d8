#pragma once

#include <array>
#include <cstdint>

#include "formats/scumm/version.h"

namespace wardrobe {

/// The names of the two files of a game.
struct FileNames {
  int version;
  const char* index;
  const char* resources;
};

inline constexpr std::array kFileNames = {
    FileNames{kScumm4, "000.LFL", "DISK01.LEC"}, FileNames{kScumm5, "GAME.000", "GAME.001"},
    FileNames{kScumm6, "GAME.000", "GAME.001"},  FileNames{kScumm7, "GAME.LA0", "GAME.LA1"},
    FileNames{kScumm8, "GAME.LA0", "GAME.LA1"},  FileNames{kScumm1, "00.LFL", "03.LFL"},
    FileNames{kScumm2, "00.LFL", "03.LFL"},      FileNames{kScumm3Old, "00.LFL", "03.LFL"},
    FileNames{kScumm3, "00.LFL", "03.LFL"},      FileNames{kHe70, "GAME.HE0", "GAME.HE1"}};

}  // namespace wardrobe
