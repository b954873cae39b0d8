#pragma once

#include <array>
#include <cstdint>

namespace wardrobe {

/// A game's version, with the value that an archive has for it in game.version. 1 to 8 are SCUMM's
/// own; ten times as much is the second form of a version. A Humongous game ("HE") has a value from
/// 60 on. Its files tell some of these versions apart only by guess (SCUMM.md §1 "Versions").
/// formats/versions.h says how versions differ.
enum class Version : uint8_t {
  v1 = 1,
  v2 = 2,
  v3 = 3,  ///< with 256 colours and block headers of 6 bytes
  v4 = 4,
  v5 = 5,
  v6 = 6,
  v7 = 7,
  v8 = 8,
  v3_16 = 30,    ///< with 16 colours and block headers of 4 bytes
  v5_rows = 50,  ///< with pictures stored by rows, as on the Amiga
  he60 = 60,
  he61 = 61,  ///< also 62; AKOS in containers of version 6
  he70 = 70,  ///< DLFL and directories with sizes in the index, RMDA, not ROOM; REMP in rooms
  he71 = 71,
  he72 = 72,  ///< also 73 and 74
  he80 = 80,  ///< plain room names in the index
  he85 = 85,
  he90 = 90,
  he95 = 95,
  he98 = 98,
  he99 = 99,
  he100 = 100,
};

/// All of them, by rising value.
inline constexpr auto kAllVersions = [] {
  using enum Version;
  return std::array{v1,   v2,   v3,   v4,   v5,   v6,   v7,   v8,   v3_16, v5_rows, he60,
                    he61, he70, he71, he72, he80, he85, he90, he95, he98,  he99,    he100};
}();

constexpr bool is_humongous(Version version) { return version >= Version::he60; }

}  // namespace wardrobe
