#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace wardrobe {

/// Parses `text` as a decimal number up to `most`; nullopt if it is anything else.
inline std::optional<uint32_t> parse_decimal(std::string_view text, uint32_t most = ~uint32_t{0}) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > most) return std::nullopt;
  return value;
}

}  // namespace wardrobe
