#include "tools/edit/grown_mark.h"

#include <algorithm>

namespace wardrobe {
namespace {

constexpr size_t kNoteSize = 6;  // of both kinds
constexpr size_t kMarkSize = 20;
constexpr size_t kChunkSize = 4;

}  // namespace

size_t GrownMark::bytes() const { return kNoteSize * notes.size() + kMarkSize; }
size_t GrownAkos::bytes() const { return kChunkSize + kNoteSize * notes.size(); }

std::optional<GrownMark> read_grown_mark(Bytes payload) {
  if (payload.size() < kMarkSize) return std::nullopt;
  ByteReader reader(payload, payload.size() - kMarkSize);
  const Bytes name = reader.take(kGrownMark.size());
  GrownMark mark{reader.u32(), reader.u32(), {}};
  const size_t count = reader.u32();
  const bool fits =
      mark.size <= payload.size() && count <= (payload.size() - kMarkSize) / kNoteSize;
  if (!std::ranges::equal(name, kGrownMark) || !fits) return std::nullopt;
  ByteReader notes(payload, payload.size() - kMarkSize - kNoteSize * count);
  for (size_t i = 0; i < count; ++i) {
    mark.notes.push_back({notes.u16(), notes.u16(), notes.u8(), notes.u8()});
  }
  return mark;
}

void append_grown_mark(const GrownMark& mark, std::vector<uint8_t>& payload) {
  ByteWriter writer(payload);
  for (const PictureNote& note : mark.notes) {
    writer.u16(note.picture);
    writer.u16(note.home);
    writer.u8(note.limb);
    writer.u8(note.index);
  }
  writer.text(kGrownMark);
  writer.u32(mark.size);
  writer.u32(mark.stated);
  writer.u32(static_cast<uint32_t>(mark.notes.size()));
}

GrownAkos read_grown_akos(Bytes chunk) {
  ByteReader reader(chunk);
  GrownAkos mark{reader.u32(), {}};
  while (reader.left() >= kNoteSize) {
    mark.notes.push_back({reader.u16(), reader.u16(), reader.u16()});
  }
  return mark;
}

void put_grown_akos(const GrownAkos& mark, ByteWriter& out) {
  out.u32(mark.size);
  for (const CelNote& note : mark.notes) {
    out.u16(note.cel);
    out.u16(note.data_of);
    out.u16(note.header_of);
  }
}

}  // namespace wardrobe
