#include "tools/list/text.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

namespace wardrobe {
namespace {

/// The first bytes of UTF-8 sequences of one length, and the smallest code point of that length.
struct Utf8Form {
  uint8_t first;
  uint8_t last;
  size_t length;
  char32_t smallest;
};
constexpr std::array kUtf8Forms = {Utf8Form{0x00, 0x7F, 1, 0}, Utf8Form{0xC2, 0xDF, 2, 0x80},
                                   Utf8Form{0xE0, 0xEF, 3, 0x800},
                                   Utf8Form{0xF0, 0xF4, 4, 0x10000}};

bool is_scalar(char32_t code) { return code < 0xD800 || (code > 0xDFFF && code <= 0x10FFFF); }

struct Character {
  std::string_view bytes;
  char32_t code = 0;
  bool valid = true;  ///< false: `bytes` is a single byte that is not part of a UTF-8 sequence
};

/// Returns the first character of a nonempty text.
Character first_character(std::string_view text) {
  const Character invalid{text.substr(0, 1), static_cast<uint8_t>(text[0]), false};
  const auto lead = static_cast<uint8_t>(text[0]);
  const auto* const form = std::find_if(
      kUtf8Forms.data(), kUtf8Forms.data() + kUtf8Forms.size(),
      [&](const Utf8Form& candidate) { return candidate.first <= lead && lead <= candidate.last; });
  if (form == kUtf8Forms.data() + kUtf8Forms.size() || text.size() < form->length) return invalid;
  if (form->length == 1) return {text.substr(0, 1), lead};
  char32_t code = lead & (0x7Fu >> form->length);
  for (const char c : text.substr(1, form->length - 1)) {
    const auto byte = static_cast<uint8_t>(c);
    if ((byte & 0xC0) != 0x80) return invalid;
    code = code << 6 | (byte & 0x3Fu);
  }
  if (code < form->smallest || !is_scalar(code)) return invalid;
  return {text.substr(0, form->length), code};
}

/// Returns the start of a text, up to the first character that is not printable ASCII.
std::string_view plain_start(std::string_view text) {
  const auto is_plain = [](char c) { return ' ' <= c && c <= '~'; };
  return {text.begin(), std::ranges::find_if_not(text, is_plain)};
}

/// Whether a character controls the terminal or reorders text.
bool is_control(char32_t code) {
  constexpr std::array<std::pair<char32_t, char32_t>, 6> kControls = {{{0x00, 0x1F},
                                                                       {0x7F, 0x9F},
                                                                       {0x061C, 0x061C},
                                                                       {0x200E, 0x200F},
                                                                       {0x202A, 0x202E},
                                                                       {0x2066, 0x2069}}};
  return std::ranges::any_of(
      kControls, [&](const auto& range) { return range.first <= code && code <= range.second; });
}

}  // namespace

std::string escaped(std::string_view text, std::string (*escape)(UnsafeCharacter)) {
  std::string out;
  while (!text.empty()) {
    const std::string_view plain = plain_start(text);
    out += plain;
    text.remove_prefix(plain.size());
    if (text.empty()) break;
    const Character character = first_character(text);
    text.remove_prefix(character.bytes.size());
    if (!character.valid || is_control(character.code)) {
      out += escape({static_cast<uint32_t>(character.code), character.valid});
    } else {
      out += character.bytes;
    }
  }
  return out;
}

std::string printable(std::string_view text) {
  return escaped(text, [](UnsafeCharacter character) {
    const auto [code, valid] = character;
    return valid && code >= 0x80 ? fmt::format("\\u{:04X}", code) : fmt::format("\\x{:02X}", code);
  });
}

std::string as_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character character = first_character(text);
    text.remove_prefix(character.bytes.size());
    if (character.valid && (character.code < 0xF780 || character.code > 0xF7FF)) {
      out += character.bytes;
      continue;
    }
    for (const char c : character.bytes) {
      const auto byte = static_cast<uint8_t>(c);
      out += '\xEF';
      out += static_cast<char>(0x9C | byte >> 6);
      out += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return out;
}

std::string game_text(Bytes bytes, Version version) {
  constexpr std::u16string_view kFrom128 =
      u"ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌"
      u"█▄"
      u"▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0";
  static_assert(kFrom128.size() == 128);
  constexpr uint8_t kEscape = 0xFF;
  constexpr std::string_view kShortEscapes = "\x01\x02\x03\x08\x2E";
  const bool has_escapes = version > Version::v2 && version < Version::he72;
  std::string text;
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] != kEscape || !has_escapes) {
      text += static_cast<char>(bytes[i]);
    } else if (++i < bytes.size() &&
               kShortEscapes.find(static_cast<char>(bytes[i])) == std::string_view::npos) {
      i += version == Version::v8 ? 4 : 2;
    }
  }
  const size_t first = std::min(text.find_first_not_of(" @"), text.size());
  text = text.substr(first, text.find_last_not_of(" @") + 1 - first);
  std::string out;
  for (const char character : text) {
    const auto byte = static_cast<uint8_t>(character);
    const char16_t code = byte < 128 ? byte : kFrom128[byte - 128];
    if (code < ' ' || code == 127) {
      out += fmt::format("\\x{:02X}", byte);
    } else if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
    } else {
      out += {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
              static_cast<char>(0x80 | (code & 0x3F))};
    }
  }
  return out;
}

std::string hex_text(Bytes bytes, std::string_view between) {
  std::string text;
  for (const uint8_t byte : bytes) {
    text += fmt::format("{}{:02x}", text.empty() ? "" : between, byte);
  }
  return text;
}

std::string size_text(uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  constexpr std::array kUnits = {"KiB", "MiB", "GiB"};
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string hash_text(uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string count_text(uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

RowRange entries_of(const TablesView& tables, uint32_t costume) {
  return rows_of(tables.limb_tables.entry_offset, rows_of(tables.costumes.table_offset, costume));
}

Slot slot_of(const TablesView& tables, uint32_t costume, uint32_t entry) {
  Slot slot;
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const uint32_t first = rows_of(tables.limb_tables.entry_offset, table).front();
    if (first > entry) break;
    slot = {tables.limb_tables.limb[table], static_cast<uint16_t>(entry - first)};
  }
  return slot;
}

std::optional<uint32_t> entry_at(const TablesView& tables, uint32_t costume, const Slot& slot) {
  for (const uint32_t table : rows_of(tables.costumes.table_offset, costume)) {
    const RowRange entries = rows_of(tables.limb_tables.entry_offset, table);
    if (tables.limb_tables.limb[table] == slot.limb && slot.index < entries.size()) {
      return entries.front() + slot.index;
    }
  }
  return std::nullopt;
}

uint32_t entry_of_cel(const TablesView& tables, uint32_t costume, uint32_t cel) {
  const bool has_limbs = tables.costumes.kind[costume] == Kind::cost;
  const uint8_t limb = has_limbs ? tables.cels.limb[cel] : kNoLimb;
  return entry_at(tables, costume, {limb, tables.cels.index[cel]}).value_or(kNone);
}

std::vector<uint32_t> timelines_of(const TablesView& tables, uint32_t costume,
                                   std::span<const unsigned> chores) {
  const unsigned directions = tables.costumes.directions[costume];
  std::vector<uint32_t> found;
  for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
    const unsigned chore = record_key(tables.records.number[row], directions).chore;
    if (!chores.empty() && std::ranges::find(chores, chore) == chores.end()) continue;
    found.push_back(row);
  }
  return found;
}

std::set<uint32_t> entries_shown(const TablesView& tables, uint32_t costume,
                                 std::span<const unsigned> chores) {
  std::set<uint32_t> frames;
  for (const uint32_t row : timelines_of(tables, costume, chores)) {
    const auto ticks = elements_at(tables.timelines.tick_offset, tables.timelines.tick, row);
    frames.insert(ticks.begin(), ticks.end());
  }
  std::set<uint32_t> entries;
  for (const uint32_t frame : frames) {
    for (const uint32_t cel : rows_of(tables.frames.cel_offset, frame)) {
      entries.insert(entry_of_cel(tables, costume, cel));
    }
  }
  entries.erase(kNone);
  return entries;
}

bool has_redirect(const EntriesView& entries, uint32_t entry) {
  constexpr uint8_t kNoRedirect = 0xFF;
  return entries.redirect_limb[entry] != kNoLimb || entries.redirect_index[entry] != kNoRedirect;
}

Row slot_row(const Slot& slot) {
  return Row::array({slot.limb == kNoLimb ? Row() : Row(slot.limb), slot.index});
}

std::string costume_text(const TablesView& tables, uint32_t costume) {
  const uint16_t id = tables.costumes.id[costume];
  return id != 0 ? fmt::format("costume {}", id) : fmt::format("costume @{}", costume);
}

std::string slot_text(const TablesView& tables, uint32_t costume, const Slot& slot) {
  const std::string costume_name = costume_text(tables, costume);
  if (slot.limb == kAuxiliaryLimb) {
    return fmt::format("{}, auxiliary picture {}", costume_name, slot.index);
  }
  const std::string limb = slot.limb == kNoLimb ? "" : fmt::format("limb {}, ", slot.limb);
  return fmt::format("{}, {}index {}", costume_name, limb, slot.index);
}

std::string slot_text(const TablesView& tables, uint32_t costume, uint32_t entry) {
  return slot_text(tables, costume, slot_of(tables, costume, entry));
}

}  // namespace wardrobe
