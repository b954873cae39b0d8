#include "formats/scumm/walk_boxes.h"

#include <algorithm>
#include <string>

#include "formats/scumm/block.h"
#include "formats/scumm/version.h"

namespace wardrobe {
namespace {

constexpr size_t kBoxSize = 20;
constexpr size_t kBoxSizeOfV8 = 52;
constexpr size_t kSlotSize = 8;
constexpr size_t kSlotSizeOfV8 = 16;
/// Slots of every SCAL; in version 8 there may be more.
constexpr size_t kSlots = 4;

/// Returns `value`, or `most` if that is less.
template <class T>
T at_most(uint32_t value, uint32_t most) {
  return static_cast<T>(std::min(value, most));
}

void read_box_of_v8(ByteReader& reader, Boxes& boxes) {
  for (const auto corner : kBoxCorners)
    (boxes.*corner).push_back(static_cast<int32_t>(reader.u32()));
  boxes.mask.push_back(at_most<uint8_t>(reader.u32(), 0xFF));
  boxes.flags.push_back(reader.u32());
  const uint32_t slot = reader.u32();
  const uint32_t scale = reader.u32();
  reader.take(4);
  const uint32_t by_slot = kScaleSlot | std::min(slot - 1, kScaleSlot - 1u);
  boxes.scale.push_back(slot != 0 ? static_cast<uint16_t>(by_slot)
                                  : at_most<uint16_t>(scale, kScaleSlot - 1u));
}

void read_box(ByteReader& reader, Boxes& boxes) {
  for (const auto corner : kBoxCorners) (boxes.*corner).push_back(reader.i16());
  boxes.mask.push_back(reader.u8());
  boxes.flags.push_back(reader.u8());
  boxes.scale.push_back(reader.u16());
}

Error cut_short(const char* name, const char* claims, size_t count, const char* what, size_t held) {
  return {ErrorCode::truncated, 0,
          std::string(name) + claims + std::to_string(count) + what + std::to_string(held)};
}

}  // namespace

void read_boxes(Bytes payload, Version version, Boxes& boxes, std::vector<Error>& problems) {
  const bool v8 = version == Version::v8;
  ByteReader reader(payload);
  const size_t count = v8 ? reader.u32() : reader.u16();
  const size_t held = std::min(count, reader.left() / (v8 ? kBoxSizeOfV8 : kBoxSize));
  if (!reader.ok() || held < count) {
    problems.push_back(cut_short("BOXD", " claims ", count, " boxes but holds ", held));
  }
  for (size_t i = 0; i < held; ++i) v8 ? read_box_of_v8(reader, boxes) : read_box(reader, boxes);
}

void read_scales(Bytes payload, Version version, Scales& scales, std::vector<Error>& problems) {
  const bool v8 = version == Version::v8;
  const size_t held = payload.size() / (v8 ? kSlotSizeOfV8 : kSlotSize);
  if (held < kSlots) {
    problems.push_back(cut_short("SCAL", " should have ", kSlots, " slots but holds ", held));
  }
  ByteReader reader(payload);
  const auto number = [&] { return v8 ? static_cast<int32_t>(reader.u32()) : reader.u16(); };
  for (size_t i = 0; i < (v8 ? held : std::min(held, kSlots)); ++i) {
    scales.scale1.push_back(number());
    scales.y1.push_back(number());
    scales.scale2.push_back(number());
    scales.y2.push_back(number());
  }
}

}  // namespace wardrobe
