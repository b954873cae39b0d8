#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace wardrobe {

/// The direction in which an actor faces, in steps of 45° clockwise from North, as costumes of 8
/// directions number them (SCUMM.md §6).
enum class Direction : uint8_t {
  north = 0,
  north_east = 1,
  east = 2,
  south_east = 3,
  south = 4,
  south_west = 5,
  west = 6,
  north_west = 7,
};

inline constexpr unsigned kDirections = 8;

/// The directions of a costume that has 4, in the order of its records. All costumes have 4, except
/// some of versions 7 and 8 (SCUMM.md §3).
inline constexpr std::array kFourDirections = {Direction::west, Direction::east, Direction::south,
                                               Direction::north};

constexpr unsigned degrees(Direction facing) { return static_cast<unsigned>(facing) * 45; }

constexpr std::optional<Direction> direction_at(unsigned degrees) {
  if (degrees % 45 != 0 || degrees >= 360) return std::nullopt;
  return static_cast<Direction>(degrees / 45);
}

/// The chore and the direction of a record.
struct RecordKey {
  unsigned chore = 0;
  Direction facing = Direction::north;

  // clang-tidy 14 is wrong about defaulted comparisons.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  friend auto operator<=>(const RecordKey&, const RecordKey&) = default;
};

/// Returns the chore and direction of a record. `directions` is the costume's, 4 or 8: FORMAT.md
/// "costumes".
constexpr RecordKey record_key(unsigned number, unsigned directions) {
  const unsigned rest = number % directions;
  return {number / directions,
          directions == kDirections ? static_cast<Direction>(rest) : kFourDirections[rest]};
}

/// Returns the number of a chore's record for a direction. With 4 directions, 45° and 315° count as
/// North, 135° and 225° as South.
constexpr unsigned record_number(unsigned chore, Direction facing, unsigned directions) {
  constexpr std::array<unsigned, kDirections> kOfFour = {3, 3, 1, 2, 2, 2, 0, 3};
  const auto angle = static_cast<unsigned>(facing);
  return chore * directions + (directions == kDirections ? angle : kOfFour[angle]);
}

/// Returns "W", "E", "S" or "N"; for costumes of 8 directions, the degrees.
inline std::string direction_name(Direction facing, unsigned directions) {
  if (directions == kDirections) return std::to_string(degrees(facing));
  constexpr std::array kNames = {"W", "E", "S", "N"};
  return kNames[record_number(0, facing, directions)];
}

}  // namespace wardrobe
