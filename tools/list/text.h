#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"
#include "tools/list/rows.h"

namespace wardrobe {

/// Text for terminals and pages.

/// A character that controls the terminal or reorders text (C0, DEL, C1 and bidi controls), or a
/// byte that is not part of a UTF-8 sequence.
struct UnsafeCharacter {
  uint32_t code;
  bool valid;  ///< false: `code` is such a byte
};

/// The text, with escape(character) in place of each unsafe character.
std::string escaped(std::string_view text, std::string (*escape)(UnsafeCharacter));

/// The text, safe to print: control characters become \xNN or \uNNNN, and bytes that are not UTF-8
/// become \xNN.
std::string printable(std::string_view text);

/// The text as UTF-8, in which different texts stay different: a byte that is not UTF-8 becomes the
/// private character U+F700 + byte, and so does each byte of these characters themselves.
std::string as_utf8(std::string_view text);

/// A text of a game, in code page 437, as UTF-8, without escapes and filling; control characters
/// become \xNN (SCUMM.md §9 "Names of actors").
std::string game_text(Bytes text, Version version);

/// Two hexadecimal digits per byte.
std::string hex_text(Bytes bytes, std::string_view between = "");

/// "1.5 KiB", "12.3 MiB"; "17 bytes" below 1 KiB.
std::string size_text(uint64_t bytes);

/// 16 hexadecimal digits.
std::string hash_text(uint64_t hash);

/// "1 picture", "2 pictures".
std::string count_text(uint64_t count, std::string_view noun);

/// A slot of a costume, as exports name it.
struct Slot {
  uint8_t limb = kNoLimb;  ///< of an AKOS's cels kNoLimb, of its auxiliary pictures kAuxiliaryLimb
  uint16_t index = 0;
};

/// The rows of Entries of all slots of a costume.
RowRange entries_of(const TablesView& tables, uint32_t costume);

/// The slot of one of the costume's entries.
Slot slot_of(const TablesView& tables, uint32_t costume, uint32_t entry);

/// The row of Entries of a slot, even of an empty one; nullopt if there is no such slot.
std::optional<uint32_t> entry_at(const TablesView& tables, uint32_t costume, const Slot& slot);

/// The row of Entries that a cel of the costume shows, a row of Cels; kNone if there is none.
uint32_t entry_of_cel(const TablesView& tables, uint32_t costume, uint32_t cel);

/// The rows of Timelines of a costume that belong to some chores; without chores, all.
std::vector<uint32_t> timelines_of(const TablesView& tables, uint32_t costume,
                                   std::span<const unsigned> chores);

/// The rows of Entries that the timelines of some chores show.
std::set<uint32_t> entries_shown(const TablesView& tables, uint32_t costume,
                                 std::span<const unsigned> chores);

/// Whether `entry`, a row of Entries, takes its pixels from another slot.
bool has_redirect(const EntriesView& entries, uint32_t entry);

/// [limb, index]; the limb of an AKOS's cels is null.
Row slot_row(const Slot& slot);

/// For messages: "costume 12"; without an id "costume @3", by its row.
std::string costume_text(const TablesView& tables, uint32_t costume);
/// "costume 12, limb 0, index 3", "costume 12, index 3" of an AKOS, or "costume 12, auxiliary
/// picture 3".
std::string slot_text(const TablesView& tables, uint32_t costume, const Slot& slot);
std::string slot_text(const TablesView& tables, uint32_t costume, uint32_t entry);

}  // namespace wardrobe
