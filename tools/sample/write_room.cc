#include "tools/sample/write_room.h"

#include <algorithm>
#include <array>
#include <string>

#include "formats/room.h"
#include "formats/scumm.h"
#include "formats/versions.h"
#include "tools/sample/block_scope.h"
#include "tools/sample/write_old_room.h"

namespace wardrobe {
namespace {

using Strips = RoomPictureDraft::Strips;

void write_offset(ByteWriter& writer, size_t width, uint32_t offset) {
  width == 2 ? writer.u16(offset) : writer.u32(offset);
}

/// Appends the offset of each piece; 0 for a piece without bytes. The first piece is at `at`.
void write_offsets(const Strips& pieces, size_t at, size_t width, std::vector<uint8_t>& out) {
  ByteWriter writer(out);
  for (const std::vector<uint8_t>& piece : pieces) {
    write_offset(writer, width, piece.empty() ? 0u : static_cast<uint32_t>(at));
    at += piece.size();
  }
}

void write_pieces(const Strips& pieces, std::vector<uint8_t>& out) {
  for (const std::vector<uint8_t>& piece : pieces) ByteWriter(out).bytes(piece);
}

/// Appends a SMAP or ZPnn: the offsets of the strips, from the block's tag, and the strips.
void write_strips(const Strips& strips, std::string_view name, size_t width,
                  std::vector<uint8_t>& out) {
  const BlockScope block(out, name);
  write_offsets(strips, kBlockHeaderSize + width * strips.size(), width, out);
  write_pieces(strips, out);
}

/// Appends a block with a WRAP, which has an OFFS and these pieces.
void write_wrapped(const Strips& pieces, std::string_view name, std::vector<uint8_t>& out) {
  const BlockScope block(out, name);
  const BlockScope wrap(out, "WRAP");
  {
    const BlockScope offs(out, "OFFS");
    write_offsets(pieces, kBlockHeaderSize + 4 * pieces.size(), 4, out);
  }
  write_pieces(pieces, out);
}

// RMHD and others start with these version numbers in versions 7 and 8. Nothing reads them.
constexpr uint32_t kRmhdMark7 = 730;
constexpr uint32_t kRmhdMark8 = 801;

/// Appends a BOMP with its size, which is that of the object.
void write_bomp(const RoomPictureDraft& picture, const ObjectDraft& object, Version version,
                std::vector<uint8_t>& out) {
  const BlockScope block(out, "BOMP");
  ByteWriter writer(out);
  const bool v8 = version == Version::v8;
  if (!v8) writer.u16(0);
  for (const unsigned size : {object.width, object.height}) {
    v8 ? writer.u32(size) : writer.u16(size);
  }
  if (!v8) writer.u32(0);
  writer.bytes(picture.bomp);
}

/// Appends an IMAG with these pictures, which are an object's if there is one.
void write_imag(std::span<const RoomPictureDraft> pictures, const ObjectDraft* object,
                std::vector<uint8_t>& out) {
  Strips wrapped;
  for (const RoomPictureDraft& picture : pictures) {
    std::vector<uint8_t>& smap = wrapped.emplace_back();
    if (!picture.bomp.empty()) {
      write_bomp(picture, *object, Version::v8, smap);
      continue;
    }
    const BlockScope block(smap, "SMAP");
    write_wrapped(picture.strips, "BSTR", smap);
    Strips planes;
    for (const Strips& plane : picture.planes) {
      std::vector<uint8_t>& zstr = planes.emplace_back();
      if (!plane.empty()) write_wrapped(plane, "ZSTR", zstr);
    }
    if (!planes.empty()) write_wrapped(planes, "ZPLN", smap);
  }
  write_wrapped(wrapped, "IMAG", out);
}

/// Appends an IMnn.
void write_im(const RoomPictureDraft& picture, const std::string& name, const ObjectDraft* object,
              Version version, std::vector<uint8_t>& out) {
  const BlockScope image(out, name);
  if (!picture.bomp.empty()) {
    write_bomp(picture, *object, version, out);
  } else if (picture.bitmap.empty()) {
    write_strips(picture.strips, "SMAP", 4, out);
  } else {
    const BlockScope bitmap(out, "BMAP");
    ByteWriter(out).bytes(picture.bitmap);
  }
  for (size_t i = 0; i < picture.planes.size(); ++i) {
    if (picture.planes[i].empty()) continue;
    write_strips(picture.planes[i], "ZP0" + std::to_string(i + 1), 2, out);
  }
}

/// Appends an IMHD. All hotspots are at the point to walk to.
void write_imhd(const ObjectDraft& object, Version version, std::vector<uint8_t>& out) {
  const BlockScope block(out, "IMHD");
  ByteWriter writer(out);
  const auto images = static_cast<unsigned>(object.images.size());
  const int spot_x = object.walk_x - object.x;
  const int spot_y = object.walk_y - object.y;
  if (version == Version::v8) {
    std::string name = object_name_of_v8(object.number);
    name.resize(40);
    writer.text(name);
    writer.u32(kRmhdMark8);
    writer.u32(images);
    for (const int value : {object.x, object.y}) writer.u32(static_cast<uint32_t>(value));
    for (const unsigned value : {object.width, object.height}) writer.u32(value);
    writer.u32(object.direction);
    writer.u32(0);  // flags
    for (unsigned i = 0; i < std::max(images, 1u); ++i) {
      for (const int value : {spot_x, spot_y}) writer.u32(static_cast<uint32_t>(value));
    }
    return;
  }
  const bool v7 = version == Version::v7;
  if (v7) writer.u32(kRmhdMark7);
  writer.u16(object.number);
  writer.u16(images);
  if (!v7) {
    writer.u16(object.images.empty() ? 0 : static_cast<unsigned>(object.images[0].planes.size()));
    writer.u16(is_humongous(version) ? 1 : 0);  // planes are added
  }
  for (const int value : {object.x, object.y}) writer.i16(value);
  for (const unsigned value : {object.width, object.height}) writer.u16(value);
  if (v7) {
    writer.zeros(3);
    writer.u8(object_direction(object.direction));
  }
  if (version == Version::v5) return;
  writer.u16(std::max(images, 1u));
  for (unsigned i = 0; i < std::max(images, 1u); ++i) {
    for (const int value : {spot_x, spot_y}) writer.i16(value);
  }
}

/// Appends the OBIM of an object.
void write_images(const ObjectDraft& object, Version version, std::vector<uint8_t>& out) {
  const BlockScope block(out, "OBIM");
  write_imhd(object, version, out);
  if (version == Version::v8) {
    if (!object.images.empty()) write_imag(object.images, &object, out);
    return;
  }
  for (size_t i = 0; i < object.images.size(); ++i) {
    write_im(object.images[i], "IM0" + std::to_string(i + 1), &object, version, out);
  }
}

void write_cycles(const Cycles& cycles, std::vector<uint8_t>& out) {
  const BlockScope block(out, "CYCL");
  ByteWriter writer(out);
  for (size_t i = 0; i < cycles.number.size(); ++i) {
    const unsigned rate = 16384u / cycles.delay[i];
    writer.u8(cycles.number[i]);
    for (const unsigned value : {0u, rate, cycles.reverse[i] * 2u}) {
      writer.u8(value >> 8);
      writer.u8(value & 0xFF);
    }
    writer.u8(cycles.start[i]);
    writer.u8(cycles.end[i]);
  }
  writer.u8(0);
}

unsigned objects_of(std::span<const ScriptDraft> scripts) {
  return static_cast<unsigned>(std::ranges::count(scripts, ScriptKind::object, &ScriptDraft::kind));
}

void write_rmhd(uint16_t width, uint16_t height, unsigned objects, Version version,
                const RoomScene* scene, std::vector<uint8_t>& out) {
  const BlockScope rmhd(out, "RMHD");
  ByteWriter writer(out);
  if (version == Version::v8) {
    writer.u32(kRmhdMark8);
    writer.u32(width);
    writer.u32(height);
    if (scene != nullptr) {
      writer.u32(objects);
      writer.u32(static_cast<uint32_t>(scene->picture.planes.size()));
      writer.u32(scene->transparent);
    }
  } else {
    if (version == Version::v7) writer.u32(kRmhdMark7);
    writer.u16(width);
    writer.u16(height);
    writer.u16(objects);
  }
  writer.zeros(rmhd.start() + facts(version).rmhd_size - out.size());
}

void write_palettes(const RoomPalettes& palettes, Version version, std::vector<uint8_t>& out) {
  ByteWriter writer(out);
  const auto palette = [&](size_t i) { return elements_at(palettes.rgb_offset, palettes.rgb, i); };
  if (facts(version).one_palette) {
    const BlockScope clut(out, "CLUT");
    writer.bytes(palette(0));
    return;
  }
  const BlockScope pals(out, "PALS");
  const BlockScope wrap(out, "WRAP");
  size_t offs_start = 0;
  {
    const BlockScope offs(out, "OFFS");
    offs_start = offs.start();
    writer.zeros(4 * palettes.count());
  }
  for (size_t i = 0; i < palettes.count(); ++i) {
    writer.patch_u32(offs_start + kBlockHeaderSize + 4 * i,
                     static_cast<uint32_t>(writer.position() - offs_start));
    const BlockScope apal(out, "APAL");
    writer.bytes(palette(i));
  }
}

void write_scene(const RoomScene& scene, Version version, std::vector<uint8_t>& out) {
  if (version != Version::v8) {
    const BlockScope trns(out, "TRNS");
    ByteWriter(out).u16(scene.transparent);  // and a byte that means nothing
  }
  if (!scene.cycles.number.empty()) write_cycles(scene.cycles, out);
  write_boxes(scene.boxes, version, out);
  write_scales(scene.scales, version, out);
  if (!facts(version).has_dlfl()) write_room_picture(scene.picture, version, out);
  for (const ObjectDraft& object : scene.objects) write_images(object, version, out);
}

}  // namespace

unsigned object_direction(uint16_t degrees) {
  constexpr std::array<uint16_t, 4> kDegrees = {270, 90, 180, 0};
  return static_cast<unsigned>(std::ranges::find(kDegrees, degrees) - kDegrees.begin());
}

void write_boxes(const Boxes& boxes, Version version, std::vector<uint8_t>& out) {
  const BlockScope block(out, "BOXD");
  ByteWriter writer(out);
  const bool v8 = version == Version::v8;
  const auto count = static_cast<uint32_t>(boxes.mask.size());
  v8 ? writer.u32(count) : writer.u16(count);
  for (size_t i = 0; i < count; ++i) {
    for (const auto corner : kBoxCorners) {
      const int32_t value = (boxes.*corner)[i];
      v8 ? writer.u32(static_cast<uint32_t>(value)) : writer.i16(value);
    }
    const uint16_t scale = boxes.scale[i];
    if (v8) {
      const bool by_slot = (scale & kScaleSlot) != 0;
      writer.u32(boxes.mask[i]);
      writer.u32(boxes.flags[i]);
      writer.u32(by_slot ? (scale & ~uint32_t{kScaleSlot}) + 1 : 0);
      writer.u32(by_slot ? 0u : scale);
      writer.zeros(4);
    } else {
      writer.u8(boxes.mask[i]);
      writer.u8(boxes.flags[i]);
      writer.u16(scale);
    }
  }
}

void write_scales(const Scales& scales, Version version, std::vector<uint8_t>& out) {
  const BlockScope block(out, "SCAL");
  ByteWriter writer(out);
  for (size_t i = 0; i < scales.y1.size(); ++i) {
    for (const int32_t value : {scales.scale1[i], scales.y1[i], scales.scale2[i], scales.y2[i]}) {
      const auto bits = static_cast<uint32_t>(value);
      version == Version::v8 ? writer.u32(bits) : writer.u16(bits & 0xFFFF);
    }
  }
}

void write_room_picture(const RoomPictureDraft& picture, Version version,
                        std::vector<uint8_t>& out) {
  if (version == Version::v8) return write_imag({&picture, 1}, nullptr, out);
  const BlockScope rmim(out, "RMIM");
  {
    const BlockScope head(out, "RMIH");
    ByteWriter(out).u16(static_cast<unsigned>(picture.planes.size()));
  }
  write_im(picture, "IM00", nullptr, version, out);
}

void write_room(uint16_t width, uint16_t height, const RoomPalettes& palettes, Version version,
                std::vector<uint8_t>& out, const RoomScene* scene,
                std::span<const ScriptDraft> scripts) {
  if (facts(version).style == BlockStyle::nameless) {
    return write_nameless_room(width, height, scene, scripts, version, out);
  }
  if (facts(version).style == BlockStyle::size_first)
    return write_ro(width, height, palettes, scene, scripts, version, out);
  const BlockScope room(out, facts(version).has_dlfl() ? "RMDA" : "ROOM");
  write_rmhd(width, height, objects_of(scripts), version, scene, out);
  if (scene != nullptr) write_scene(*scene, version, out);
  write_palettes(palettes, version, out);
  if (version != Version::v8) {
    write_room_scripts(scripts, scene ? scene->objects : std::vector<ObjectDraft>(), version, out);
  }
}

}  // namespace wardrobe
