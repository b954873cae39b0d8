#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

#include "formats/akos_commands.h"
#include "formats/play_rules.h"
#include "formats/scumm.h"
#include "formats/version.h"

namespace wardrobe {

/// All that depends on the version (SCUMM.md).
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order in which a row reads best
struct VersionFacts {
  Version version;
  std::string_view name;         ///< for people
  std::string_view option = {};  ///< value of --game that asks for it; none if it is detected only
  BlockStyle style = BlockStyle::tag_first;
  bool room_files = false;  ///< each room has a file of its own (§1 "Versions 1 to 3")
  uint32_t maxs_size = 0;   ///< of the index's MAXS, header included; 0: none (§1 "Versions")
  uint32_t rmhd_size = 14;  ///< of a room's RMHD, header included
  DirectoryForm directories = DirectoryForm::plain;
  bool plain_names = false;       ///< RNAM has u16 numbers and plain names; DISK has rooms' disks
  bool one_palette = false;       ///< rooms have at most one palette, in PA or CLUT, not PALS
  bool eight_directions = false;  ///< actors face 8 directions, and scripts state degrees (§5)
  Kind kind = Kind::cost;         ///< of its costumes
  CostLayout cost = {};
  AkosRules akos = {};
  PlayerRules player = {};

  /// The version without its form: 3 for Version::v3_16.
  constexpr int number() const {
    const auto value = static_cast<int>(version);
    return value > 8 && !is_humongous(version) ? value / 10 : value;
  }
  /// The room's block is RMDA, and a DLFL in the index replaces the resource files' LOFF.
  constexpr bool has_dlfl() const { return directories == DirectoryForm::sized; }
  /// The operand of C083 that stands for the z-plane of the actor's box (§6 "Commands").
  constexpr int32_t box_clip() const { return is_humongous(version) ? 0 : 100; }
  /// A room's REMP maps the colours of actors (§6 "Colours").
  constexpr bool maps_actor_colors() const { return version == Version::he70; }
  /// Pixels of this colour darken what is behind them (§6 "Shadows").
  constexpr bool is_shadow(uint8_t color) const {
    return (version == Version::v7 && color == 13) || (version == Version::v8 && color < 8);
  }
  /// AKOS pictures are scaled by the table of 768 entries (§8 "Scaled pictures").
  constexpr bool wide_scale() const { return kind == Kind::akos && !is_humongous(version); }
  /// COST pictures that are low and tall are not drawn (§8 "Scaled pictures").
  constexpr bool skips_low_tall() const { return kind == Kind::cost && !is_humongous(version); }
};

/// A row a version, by rising value.
// clang-format off
inline constexpr VersionFacts kVersionFacts[] = {
    {.version = Version::v1, .name = "1", .option = "1", .style = BlockStyle::nameless,
     .room_files = true, .one_palette = true, .cost = kCostOfV1, .player = kRulesOfV1},
    {.version = Version::v2, .name = "2", .option = "2", .style = BlockStyle::nameless,
     .room_files = true, .one_palette = true, .cost = kCostOfV2, .player = kRulesOfV2},
    {.version = Version::v3, .name = "3", .option = "3", .style = BlockStyle::size_first,
     .room_files = true, .directories = DirectoryForm::pairs, .one_palette = true,
     .cost = kCostOfV3},
    {.version = Version::v4, .name = "4", .option = "4", .style = BlockStyle::size_first,
     .directories = DirectoryForm::pairs, .one_palette = true},
    {.version = Version::v5, .name = "5", .option = "5", .maxs_size = 26,
     .one_palette = true},
    {.version = Version::v6, .name = "6", .option = "6", .maxs_size = 38,
     .cost = kCostOfV6},
    {.version = Version::v7, .name = "7", .option = "7", .maxs_size = 138,
     .rmhd_size = 18, .eight_directions = true, .kind = Kind::akos, .cost = kCostOfV6,
     .player = kRulesOfV7},
    {.version = Version::v8, .name = "8", .option = "8", .maxs_size = 176,
     .rmhd_size = 32, .directories = DirectoryForm::wide, .eight_directions = true,
     .kind = Kind::akos, .cost = kCostOfV6, .player = kRulesOfV7},
    {.version = Version::v3_16, .name = "3 (16 colours)", .style = BlockStyle::nameless,
     .room_files = true, .one_palette = true, .cost = kCostOfV2, .player = {kFeetInBox}},
    {.version = Version::v5_rows, .name = "5 (Amiga)", .option = "amiga",
     .maxs_size = 26, .one_palette = true},
    {.version = Version::he60, .name = "HE 60", .option = "he60",
     .maxs_size = 38, .cost = kCostOfHe},
    {.version = Version::he61, .name = "HE 61", .option = "he61", .maxs_size = 38,
     .kind = Kind::akos, .cost = kCostOfHe, .akos = kAkosOfHe61},
    {.version = Version::he70, .name = "HE 70", .option = "he70", .maxs_size = 38,
     .directories = DirectoryForm::sized, .kind = Kind::akos, .cost = kCostOfHe,
     .akos = kAkosOfHe70},
    {.version = Version::he71, .name = "HE 71", .option = "he71", .maxs_size = 38,
     .directories = DirectoryForm::sized, .kind = Kind::akos, .cost = kCostOfHe,
     .akos = kAkosOfHe71},
    {.version = Version::he72, .name = "HE 72", .option = "he72", .maxs_size = 40,
     .directories = DirectoryForm::sized, .kind = Kind::akos, .cost = kCostOfHe,
     .akos = kAkosOfHe71},
    {.version = Version::he80, .name = "HE 80", .option = "he80", .maxs_size = 40,
     .directories = DirectoryForm::sized, .plain_names = true, .kind = Kind::akos,
     .cost = kCostOfHe, .akos = kAkosOfHe80},
    {.version = Version::he85, .name = "HE 85", .option = "he85", .maxs_size = 40,
     .directories = DirectoryForm::sized, .plain_names = true, .kind = Kind::akos,
     .cost = kCostOfHe, .akos = kAkosOfHe85},
    {.version = Version::he90, .name = "HE 90", .option = "he90", .maxs_size = 46,
     .directories = DirectoryForm::sized, .plain_names = true, .kind = Kind::akos,
     .cost = kCostOfHe, .akos = kAkosOfHe90},
    {.version = Version::he95, .name = "HE 95", .option = "he95", .maxs_size = 46,
     .directories = DirectoryForm::sized, .plain_names = true, .kind = Kind::akos,
     .cost = kCostOfHe, .akos = kAkosOfHe90},
    {.version = Version::he98, .name = "HE 98", .option = "he98", .maxs_size = 46,
     .directories = DirectoryForm::sized, .plain_names = true, .kind = Kind::akos,
     .cost = kCostOfHe, .akos = kAkosOfHe90},
    {.version = Version::he99, .name = "HE 99", .option = "he99", .maxs_size = 52,
     .directories = DirectoryForm::sized, .plain_names = true, .kind = Kind::akos,
     .cost = kCostOfHe, .akos = kAkosOfHe90, .player = kRulesOfHe99},
    {.version = Version::he100, .name = "HE 100", .option = "he100", .maxs_size = 52,
     .directories = DirectoryForm::sized, .plain_names = true, .kind = Kind::akos,
     .cost = kCostOfHe, .akos = kAkosOfHe90, .player = kRulesOfHe100},
};
// clang-format on
static_assert(std::ranges::equal(kVersionFacts, kAllVersions, {}, &VersionFacts::version));

/// The row of a version; that of version 6 if there is none.
constexpr const VersionFacts& facts(Version version) {
  const auto* const row = std::ranges::find(kVersionFacts, version, &VersionFacts::version);
  return row != std::end(kVersionFacts) ? *row : kVersionFacts[5];
}

/// The value of --game for a Humongous game whose version is to be detected.
inline constexpr std::string_view kAnyHumongous = "he";

/// Returns the version that a value of --game asks for; nullopt if there is none. Both
/// kAnyHumongous and "he60" give Version::he60.
constexpr std::optional<Version> version_of_option(std::string_view option) {
  if (option == kAnyHumongous) return Version::he60;
  const auto* const row = std::ranges::find(kVersionFacts, option, &VersionFacts::option);
  if (option.empty() || row == std::end(kVersionFacts)) return std::nullopt;
  return row->version;
}

/// Returns the earliest version with a MAXS of this size; nullopt if unknown.
constexpr std::optional<Version> version_of_maxs(uint32_t size) {
  const auto* const row = std::ranges::find(kVersionFacts, size, &VersionFacts::maxs_size);
  if (size == 0 || row == std::end(kVersionFacts)) return std::nullopt;
  return row->version;
}

}  // namespace wardrobe
