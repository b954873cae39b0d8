#include "tools/sample/write_old_room.h"

#include <algorithm>
#include <string_view>

#include "formats/bytes.h"
#include "formats/versions.h"
#include "tools/sample/block_scope.h"

namespace wardrobe {
namespace {

using Strips = RoomPictureDraft::Strips;

void write_number(size_t width, size_t value, std::vector<uint8_t>& out) {
  ByteWriter writer(out);
  width == 2 ? writer.u16(static_cast<unsigned>(value)) : writer.u32(static_cast<uint32_t>(value));
}

/// Appends the size, the offsets and the strips of a bitmap or z-plane. The widths are those of the
/// size, 0 for none, and of an offset.
void write_table(const Strips& strips, size_t size_width, size_t width, std::vector<uint8_t>& out) {
  size_t at = size_width + width * strips.size();
  size_t size = at;
  for (const std::vector<uint8_t>& strip : strips) size += strip.size();
  if (size_width > 0) write_number(size_width, size, out);
  for (const std::vector<uint8_t>& strip : strips) {
    write_number(width, strip.empty() ? 0 : at, out);
    at += strip.size();
  }
  for (const std::vector<uint8_t>& strip : strips) ByteWriter(out).bytes(strip);
}

/// Appends a picture, but not that of a room of version 1.
void write_picture(const RoomPictureDraft& picture, Version version, std::vector<uint8_t>& out) {
  if (!picture.bitmap.empty()) return ByteWriter(out).bytes(picture.bitmap);
  const bool small = version == Version::v3_16;
  write_table(picture.strips, small ? 2 : 4, small ? 2 : 4, out);
  const size_t size_width = small ? 0 : version == Version::v3 ? 4 : 2;
  for (const Strips& plane : picture.planes) write_table(plane, size_width, 2, out);
  if (version == Version::v3 && picture.planes.empty()) ByteWriter(out).u32(0);
}

/// Appends a CC of 16 cycles. Those that are missing do not run.
void write_cc(const Cycles& cycles, std::vector<uint8_t>& out) {
  constexpr size_t kCycles = 16;
  const BlockScope block(out, "CC");
  ByteWriter writer(out);
  for (size_t i = 0; i < kCycles; ++i) {
    const bool runs = i < cycles.number.size();
    const unsigned rate = runs ? 16384u / cycles.delay[i] : i % 2 == 0 ? 0u : 0x0AAAu;
    writer.u8(rate >> 8);
    writer.u8(rate & 0xFF);
    writer.u8(runs ? cycles.start[i] : 16u);
    writer.u8(runs ? cycles.end[i] : 31u);
  }
}

void write_small_scene(const RoomScene& scene, Version version, std::vector<uint8_t>& out) {
  if (version == Version::v4) write_cc(scene.cycles, out);
  {
    const BlockScope block(out, "BM");
    write_picture(scene.picture, version, out);
    if (version == Version::v4) ByteWriter(out).u16(0);  // behind the z-planes
  }
  // Only their numbers tell which OC they belong to.
  for (auto object = scene.objects.rbegin(); object != scene.objects.rend(); ++object) {
    const BlockScope block(out, "OI");
    ByteWriter(out).u16(object->number);
    if (!object->images.empty()) write_picture(object->images[0], version, out);
  }
}

/// Appends the pictures of a room without names, which starts at `room`, and sets their offsets.
/// An object without an image gets the offset of the next one's or, if there is none, of what
/// follows.
void write_nameless_scene(const RoomScene& scene, Version version, size_t room,
                          std::vector<uint8_t>& out) {
  constexpr size_t kFourColors = 6;
  constexpr size_t kPicture = 10;
  ByteWriter writer(out);
  const auto here = [&] { return static_cast<unsigned>(out.size() - room); };
  if (version == Version::v1) {
    std::ranges::copy(scene.picture.bitmap,
                      out.begin() + static_cast<ptrdiff_t>(room + kFourColors));
    for (size_t i = 0; i < scene.picture.strips.size(); ++i) {
      writer.patch_u16(room + kPicture + 2 * i, here());
      writer.bytes(scene.picture.strips[i]);
    }
  } else {
    writer.patch_u16(room + kPicture, here());
    write_picture(scene.picture, version, out);
  }
  size_t place = room + nameless_tables(version);
  for (const ObjectDraft& object : scene.objects) {
    writer.patch_u16(place, here());
    place += 2;
    if (!object.images.empty()) write_picture(object.images[0], version, out);
  }
}

}  // namespace

void write_ro(uint16_t width, uint16_t height, const RoomPalettes& palettes, const RoomScene* scene,
              std::span<const ScriptDraft> scripts, Version version, std::vector<uint8_t>& out) {
  const BlockScope room(out, "RO");
  ByteWriter writer(out);
  {
    const BlockScope header(out, "HD");
    writer.u16(width);
    writer.u16(height);
    writer.u16(
        static_cast<unsigned>(std::ranges::count(scripts, ScriptKind::object, &ScriptDraft::kind)));
  }
  if (palettes.count() > 0) {
    const Bytes rgb = elements_at(palettes.rgb_offset, palettes.rgb, 0);
    const BlockScope pa(out, "PA");
    writer.u16(static_cast<unsigned>(version == Version::v3 ? rgb.size() / 3 : rgb.size()));
    writer.bytes(rgb);
  }
  if (scene != nullptr) write_small_scene(*scene, version, out);
  write_room_scripts(scripts, scene ? scene->objects : std::vector<ObjectDraft>(), version, out);
}

void write_nameless_room(uint16_t width, uint16_t height, const RoomScene* scene,
                         std::span<const ScriptDraft> scripts, Version version,
                         std::vector<uint8_t>& out) {
  const BlockScope room(out, "");
  ByteWriter writer(out);
  const bool in_units = version == Version::v1;
  for (const unsigned size : {width, height}) {
    in_units ? writer.u8(size / 8) : writer.u16(size);
  }
  if (scene == nullptr && scripts.empty()) return;
  write_nameless_tables(scripts, version, room.start(), out);
  if (scene != nullptr) write_nameless_scene(*scene, version, room.start(), out);
  write_nameless_scripts(scripts, scene ? scene->objects : std::vector<ObjectDraft>(), version,
                         room.start(), out);
}

}  // namespace wardrobe
