#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace wardrobe {

/// A game's version. 1 to 8 are SCUMM's own. A Humongous game ("HE") has a number from 60 on: that
/// of the earliest HE version with the features found in its files. Within each family, a higher
/// number is a later version. The second form of a version is ten times its number.
inline constexpr int kScumm1 = 1;
inline constexpr int kScumm2 = 2;
inline constexpr int kScumm3 = 3;      ///< with 256 colours and block headers of 6 bytes
inline constexpr int kScumm3Old = 30;  ///< with 16 colours and block headers of 4 bytes
inline constexpr int kScumm4 = 4;
inline constexpr int kScumm5 = 5;
inline constexpr int kScumm5Rows = 50;  ///< with pictures stored by rows, as on the Amiga
inline constexpr int kScumm6 = 6;
inline constexpr int kScumm7 = 7;
inline constexpr int kScumm8 = 8;
inline constexpr int kHe60 = 60;
inline constexpr int kHe61 = 61;  ///< AKOS in containers of version 6
inline constexpr int kHe70 = 70;  ///< DLFL and directories with sizes in the index, RMDA, not ROOM
inline constexpr int kHe80 = 80;  ///< plain room names in the index

constexpr bool is_humongous(int version) { return version >= kHe60; }

/// Whether `version` is the second form of a version.
constexpr bool is_variant(int version) { return version == kScumm3Old || version == kScumm5Rows; }

/// The version without its form: 3 for kScumm3Old.
constexpr int version_number(int version) { return is_variant(version) ? version / 10 : version; }

/// The inverse: version `number` in its second form if `variant` is not 0 and there is such a form.
constexpr int version_of(int number, int variant) {
  return variant != 0 && is_variant(10 * number) ? 10 * number : number;
}

/// Blocks have two letters and rooms at most one palette, in PA (SCUMM.md §1 "Version 4").
constexpr bool has_small_headers(int version) { return version == kScumm3 || version == kScumm4; }

/// Blocks have no names, and only the index tells what they are (SCUMM.md §1 "Versions 1 to 3").
constexpr bool has_nameless_blocks(int version) {
  return version == kScumm1 || version == kScumm2 || version == kScumm3Old;
}

/// Each room has a file of its own (SCUMM.md §1 "Versions 1 to 3").
constexpr bool has_room_files(int version) {
  return version == kScumm3 || has_nameless_blocks(version);
}

/// Actors face 8 directions, and scripts state angles in degrees (SCUMM.md §5).
constexpr bool has_eight_directions(int version) {
  return version == kScumm7 || version == kScumm8;
}

/// Rooms of version 5 have one palette, in CLUT; later ones have PALS.
constexpr bool has_clut(int version) { return version_number(version) == kScumm5; }

/// The room's block is RMDA, a DLFL in the index replaces the resource files' LOFF, and directories
/// are named DIRx and have sizes.
constexpr bool has_dlfl(int version) { return version >= kHe70; }

/// RNAM has u16 numbers and plain names; DISK has the disk numbers of rooms.
constexpr bool has_plain_names(int version) { return version >= kHe80; }

/// Directories have u32 counts, LOFF points at LFLF blocks, and rooms have an RMSC beside ROOM.
constexpr bool has_wide_directories(int version) { return version == kScumm8; }

/// The size of the version's MAXS block, header included (SCUMM.md §1 "Versions").
constexpr uint32_t maxs_size(int version) {
  if (version_number(version) == kScumm5) return 26;
  if (version == kScumm7) return 138;
  if (version == kScumm8) return 176;
  return has_plain_names(version) ? 46 : 38;
}

/// Returns the version with a MAXS of this size; nullopt if unknown. Version 6 and Humongous games
/// up to HE 71 have the same size.
constexpr std::optional<int> version_of_maxs(uint32_t size) {
  for (const int version : {kScumm5, kScumm6, kScumm7, kScumm8}) {
    if (size == maxs_size(version)) return version;
  }
  if (size == 40 || size == 46 || size == 52) return kHe70;
  return std::nullopt;
}

/// The size of the version's RMHD block, header included.
constexpr uint32_t rmhd_size(int version) {
  if (version == kScumm7) return 18;
  return version == kScumm8 ? 32 : 14;
}

/// The version as text: "7", "3 (16 colours)", "HE 70 or later".
inline std::string version_name(int version) {
  if (is_humongous(version)) return "HE " + std::to_string(version) + " or later";
  if (version == kScumm3Old) return "3 (16 colours)";
  if (version == kScumm5Rows) return "5 (Amiga)";
  return std::to_string(version);
}

}  // namespace wardrobe
