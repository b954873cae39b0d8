#pragma once

#include <array>
#include <cstdint>

#include "formats/version.h"

namespace wardrobe {

/// The names of the two files of a game.
struct FileNames {
  Version version;
  const char* index;
  const char* resources;
};

inline constexpr std::array kFileNames = {FileNames{Version::v4, "000.LFL", "DISK01.LEC"},
                                          FileNames{Version::v5, "GAME.000", "GAME.001"},
                                          FileNames{Version::v6, "GAME.000", "GAME.001"},
                                          FileNames{Version::v7, "GAME.LA0", "GAME.LA1"},
                                          FileNames{Version::v8, "GAME.LA0", "GAME.LA1"},
                                          FileNames{Version::v1, "00.LFL", "03.LFL"},
                                          FileNames{Version::v2, "00.LFL", "03.LFL"},
                                          FileNames{Version::v3_16, "00.LFL", "03.LFL"},
                                          FileNames{Version::v3, "00.LFL", "03.LFL"},
                                          FileNames{Version::he70, "GAME.HE0", "GAME.HE1"}};

}  // namespace wardrobe
