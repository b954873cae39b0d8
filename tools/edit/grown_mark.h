#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// What stands at the end of a costume that had to grow (SCUMM.md §8), so that undoing the edit
/// gives the original bytes. Games do not look there.
struct GrownMark {
  uint32_t size = 0;    ///< of the original payload
  uint32_t stated = 0;  ///< COST: its size field; 0 where it has none
};

inline constexpr std::string_view kGrownMark = "WARDROBE";
inline constexpr size_t kGrownMarkSize = 16;

/// The mark of a COST's payload, if it has one.
std::optional<GrownMark> read_grown_mark(Bytes payload);
void append_grown_mark(const GrownMark& mark, std::vector<uint8_t>& payload);

/// The chunk that marks an AKOS; its payload is the u32 original size.
inline constexpr std::string_view kGrownChunk = "WRDB";

}  // namespace wardrobe
