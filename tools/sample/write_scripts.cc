#include "tools/sample/write_scripts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "formats/bytes.h"
#include "formats/versions.h"
#include "tools/sample/block_scope.h"
#include "tools/sample/write_room.h"

namespace wardrobe {
namespace {

/// The names of blocks by kind.
constexpr std::array<std::string_view, 5> kSmallNames = {"SC", "EN", "EX", "LS", "OC"};
constexpr std::array<std::string_view, 5> kNames = {"SCRP", "ENCD", "EXCD", "LSCR", "OBCD"};
/// The verb that stands for all others.
constexpr uint16_t kAnyVerb = 0xFF;

/// Appends the verbs of an object, and what follows them: `between`, then the code, whose offset
/// counts from `start`.
void write_verbs(const ScriptDraft& script, size_t start, size_t width, std::string_view between,
                 std::vector<uint8_t>& out) {
  ByteWriter writer(out);
  const size_t verb_width = width == 4 ? 4 : 1;
  const auto number = [&](size_t bytes, size_t value) {
    for (size_t i = 0; i < bytes; ++i) writer.u8(value >> (8 * i) & 0xFF);
  };
  const size_t verbs = script.numbers.size() - 1;
  const size_t code = out.size() + verbs * (verb_width + width) + verb_width + between.size();
  for (size_t i = 1; i <= verbs; ++i) {
    const uint16_t verb = script.numbers[i];
    number(verb_width, verb == kAnyVerb ? ~size_t{0} : verb);
    number(width, code - start);
  }
  number(verb_width, 0);
  writer.text(between);
  writer.bytes(script.code);
}

/// The object whose code a script is. If it is not there, it has only a number and a name.
ObjectDraft object_of(const ScriptDraft& script, std::span<const ObjectDraft> objects) {
  const auto known = std::ranges::find(objects, script.numbers[0], &ObjectDraft::number);
  return known != objects.end() ? *known : ObjectDraft{script.numbers[0], "thing"};
}

/// Appends what an object of version 1 to 4 has behind its header (SCUMM.md §8 "Objects up to
/// version 4"). Offsets count from `start`.
void write_old_object(const ScriptDraft& script, const ObjectDraft& object, Version version,
                      size_t start, std::vector<uint8_t>& out) {
  ByteWriter writer(out);
  const bool in_units = version == Version::v1 || version == Version::v2;
  const size_t width = in_units ? 1 : 2;
  writer.u16(object.number);
  writer.zeros(1);
  writer.u8(static_cast<unsigned>(object.x / 8));
  writer.u8(static_cast<unsigned>(object.y / 8) | (object.parent_state != 0 ? 0x80u : 0u));
  writer.u8(object.width / 8);
  writer.u8(object.parent);
  for (const int value : {object.walk_x, object.walk_y}) {
    in_units ? writer.u8(static_cast<unsigned>(value / 8)) : writer.i16(value);
  }
  writer.u8((object.height & ~7u) | object_direction(object.direction));
  const size_t verbs = (script.numbers.size() - 1) * (1 + width) + 1;
  writer.u8(static_cast<unsigned>(out.size() + 1 - start + verbs));
  write_verbs(script, start, width, object.name + '\0', out);
}

/// Appends a CDHD (SCUMM.md §8 "Objects").
void write_cdhd(const ObjectDraft& object, Version version, std::vector<uint8_t>& out) {
  const BlockScope head(out, "CDHD");
  ByteWriter writer(out);
  const bool v5 = version == Version::v5 || version == Version::v5_rows;
  if (version == Version::v7 || version == Version::v8) {
    writer.u32(version == Version::v8 ? 801 : 730);
    writer.u16(object.number);
    writer.u8(object.parent);
    writer.u8(object.parent_state);
    return;
  }
  writer.u16(object.number);
  for (const int value : {object.x, object.y}) {
    v5 ? writer.u8(static_cast<unsigned>(value / 8)) : writer.i16(value);
  }
  for (const unsigned value : {object.width, object.height}) {
    v5 ? writer.u8(value / 8) : writer.u16(value);
  }
  writer.u8(object.parent_state);
  writer.u8(object.parent);
  for (const int value : {object.walk_x, object.walk_y}) writer.i16(value);
  writer.u8(object_direction(object.direction));
}

/// Appends what an OBCD holds.
void write_object(const ScriptDraft& script, const ObjectDraft& object, Version version,
                  std::vector<uint8_t>& out) {
  const bool v8 = version == Version::v8;
  write_cdhd(object, version, out);
  {
    const BlockScope verb(out, "VERB");
    write_verbs(script, v8 ? out.size() : verb.start(), v8 ? 4 : 2, "", out);
  }
  const BlockScope name(out, "OBNA");
  ByteWriter writer(out);
  writer.text(object.name);
  writer.u8(0);
}

}  // namespace

std::string object_name_of_v8(uint16_t number) { return "object-" + std::to_string(number); }

void write_room_scripts(std::span<const ScriptDraft> scripts, std::span<const ObjectDraft> objects,
                        Version version, std::vector<uint8_t>& out) {
  const bool small = facts(version).style == BlockStyle::size_first;
  ByteWriter writer(out);
  for (const ScriptDraft& script : scripts) {
    if (script.kind == ScriptKind::global) continue;
    const auto kind = static_cast<size_t>(script.kind);
    const BlockScope block(out, (small ? kSmallNames : kNames)[kind]);
    if (script.kind == ScriptKind::object) {
      const ObjectDraft object = object_of(script, objects);
      small ? write_old_object(script, object, version, block.start(), out)
            : write_object(script, object, version, out);
      continue;
    }
    if (script.kind == ScriptKind::local) {
      if (version == Version::v8) {
        writer.u32(script.numbers[0]);
      } else {
        version == Version::v7 ? writer.u16(script.numbers[0]) : writer.u8(script.numbers[0]);
      }
    }
    writer.bytes(script.code);
  }
}

void write_nameless_tables(std::span<const ScriptDraft> scripts, Version version, size_t room,
                           std::vector<uint8_t>& out) {
  const auto count = [&](ScriptKind kind) {
    return static_cast<size_t>(std::ranges::count(scripts, kind, &ScriptDraft::kind));
  };
  const size_t objects = count(ScriptKind::object);
  out.resize(room + nameless_tables(version) + 4 * objects);
  out[room + 20] = static_cast<uint8_t>(objects);
  if (version == Version::v3_16) out.resize(out.size() + 3 * count(ScriptKind::local) + 1);
}

void write_nameless_scripts(std::span<const ScriptDraft> scripts,
                            std::span<const ObjectDraft> objects, Version version, size_t room,
                            std::vector<uint8_t>& out) {
  const bool v3 = version == Version::v3_16;
  ByteWriter writer(out);
  const auto here = [&] { return static_cast<unsigned>(out.size() - room); };
  const size_t count = out[room + 20];
  size_t object = room + nameless_tables(version) + 2 * count;  // behind the offsets of pictures
  size_t local = object + 2 * count;
  for (const ScriptDraft& script : scripts) {
    if (script.kind != ScriptKind::object) continue;
    writer.patch_u16(object, here());
    object += 2;
    const BlockScope block(out, "");
    write_old_object(script, object_of(script, objects), version, block.start(), out);
  }
  // The others have no size: each ends where the next one starts, or with the room.
  for (const ScriptDraft& script : scripts) {
    if (script.kind == ScriptKind::exit) writer.patch_u16(room + (v3 ? 0x19 : 0x18), here());
    if (script.kind == ScriptKind::entry) writer.patch_u16(room + (v3 ? 0x1B : 0x1A), here());
    if (script.kind == ScriptKind::local && v3) {
      out[local] = static_cast<uint8_t>(script.numbers[0]);
      writer.patch_u16(local + 1, here());
      local += 3;
    }
    const bool written = script.kind == ScriptKind::exit || script.kind == ScriptKind::entry ||
                         (script.kind == ScriptKind::local && v3);
    if (written) writer.bytes(script.code);
  }
}

}  // namespace wardrobe
