#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/tables.h"
#include "formats/version.h"

namespace wardrobe {

/// A script to write (SCUMM.md "Scripts").
struct ScriptDraft {
  ScriptKind kind = ScriptKind::global;
  /// Of a global script, its numbers in the index; of a local one, its number; of an object's, the
  /// object's id and the verbs that start it.
  std::vector<uint16_t> numbers;
  std::vector<uint8_t> code;
};

struct ObjectDraft;

/// Appends all scripts of a room but the global ones: the blocks that its RO, ROOM, RMDA or RMSC
/// ends with. Those of objects have headers from `objects`, or none but the number.
void write_room_scripts(std::span<const ScriptDraft> scripts, std::span<const ObjectDraft> objects,
                        Version version, std::vector<uint8_t>& out);

/// The name of an object by which DOBJ and IMHD of version 8 know it.
std::string object_name_of_v8(uint16_t number);

/// Appends the rest of the header of a room whose blocks have no names, which starts at `room` in
/// `out`: its tables, still without offsets.
void write_nameless_tables(std::span<const ScriptDraft> scripts, Version version, size_t room,
                           std::vector<uint8_t>& out);

/// Appends the scripts of such a room, and sets their offsets. Versions 1 and 2 have no local ones.
void write_nameless_scripts(std::span<const ScriptDraft> scripts,
                            std::span<const ObjectDraft> objects, Version version, size_t room,
                            std::vector<uint8_t>& out);

}  // namespace wardrobe
