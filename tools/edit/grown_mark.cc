#include "tools/edit/grown_mark.h"

#include <algorithm>

namespace wardrobe {

std::optional<GrownMark> read_grown_mark(Bytes payload) {
  if (payload.size() < kGrownMarkSize) return std::nullopt;
  ByteReader reader(payload, payload.size() - kGrownMarkSize);
  const Bytes name = reader.take(kGrownMark.size());
  GrownMark mark{reader.u32(), reader.u32()};
  if (!std::ranges::equal(name, kGrownMark) || mark.size >= payload.size()) return std::nullopt;
  return mark;
}

void append_grown_mark(const GrownMark& mark, std::vector<uint8_t>& payload) {
  ByteWriter writer(payload);
  writer.text(kGrownMark);
  writer.u32(mark.size);
  writer.u32(mark.stated);
}

}  // namespace wardrobe
