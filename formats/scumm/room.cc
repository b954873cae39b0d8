#include "formats/scumm/room.h"

#include <algorithm>
#include <array>

#include "formats/scumm/block.h"
#include "formats/scumm/version.h"
#include "formats/tables.h"

namespace wardrobe {
namespace {

// 16 × red, green, blue.
constexpr std::array<uint8_t, 48> kEgaColors = {
    0x00, 0x00, 0x00, 0x00, 0x00, 0xAA, 0x00, 0xAA, 0x00, 0x00, 0xAA, 0xAA, 0xAA, 0x00, 0x00, 0xAA,
    0x00, 0xAA, 0xAA, 0x55, 0x00, 0xAA, 0xAA, 0xAA, 0x55, 0x55, 0x55, 0x55, 0x55, 0xFF, 0x55, 0xFF,
    0x55, 0x55, 0xFF, 0xFF, 0xFF, 0x55, 0x55, 0xFF, 0x55, 0xFF, 0xFF, 0xFF, 0x55, 0xFF, 0xFF, 0xFF};

void add_checked(const Block& block, size_t base, RoomPalettes& palettes,
                 std::vector<Error>& problems) {
  if (block.payload.size() < kPaletteSize) {
    problems.push_back({ErrorCode::truncated, base + block.offset,
                        tag_name(block.tag) + " holds " + std::to_string(block.payload.size()) +
                            " bytes instead of 768"});
  }
  palettes.add(block.payload.first(std::min(block.payload.size(), kPaletteSize)));
}

/// Returns the APAL blocks that OFFS lists, in its order. Returns none if OFFS lists anything else,
/// or if they have more than `most` bytes in total: OFFS may list one block many times.
std::vector<Block> listed_palettes(const Block& offs, std::span<const Block> blocks, size_t most) {
  std::vector<Block> listed;
  size_t bytes = 0;
  ByteReader reader(offs.payload);
  while (reader.left() >= 4) {
    const size_t offset = offs.offset + reader.u32();
    const auto found = std::ranges::lower_bound(blocks, offset, {}, &Block::offset);
    if (found == blocks.end() || found->offset != offset || found->tag != tag("APAL")) return {};
    bytes += kBlockHeaderSize + found->payload.size();
    if (bytes > most) return {};
    listed.push_back(*found);
  }
  return listed;
}

void read_wrap(const Block& wrap, RoomPalettes& palettes, std::vector<Error>& problems) {
  const size_t base = wrap.payload_at();
  std::optional<Block> damage;
  const std::vector<Block> blocks = read_blocks(wrap.payload, 0, damage);
  if (damage) {
    problems.push_back({ErrorCode::damaged, base + damage->offset, "a block in WRAP does not fit"});
  }
  const auto offs = std::ranges::find(blocks, tag("OFFS"), &Block::tag);
  std::vector<Block> listed;
  if (offs != blocks.end()) listed = listed_palettes(*offs, blocks, 2 * wrap.payload.size());
  if (listed.empty()) {
    std::ranges::copy_if(blocks, std::back_inserter(listed),
                         [](const Block& block) { return block.tag == tag("APAL"); });
    if (!listed.empty()) {
      problems.push_back({ErrorCode::damaged, wrap.offset,
                          "OFFS does not list the APAL blocks; they are read in file order"});
    }
  }
  for (const Block& palette : listed) add_checked(palette, base, palettes, problems);
}

}  // namespace

RoomOffsets read_room_offsets(std::string_view name, Bytes payload, std::vector<Error>& problems) {
  ByteReader reader(payload);
  const size_t count = reader.u8();
  RoomOffsets offsets;
  for (size_t i = 0; i < count; ++i) {
    const uint8_t room = reader.u8();
    const uint32_t offset = reader.u32();
    if (!reader.ok()) {
      problems.push_back({ErrorCode::truncated, 0,
                          std::string(name) + " claims " + std::to_string(count) +
                              " rooms but holds " + std::to_string(i)});
      break;
    }
    offsets.room.push_back(room);
    offsets.offset.push_back(offset);
  }
  return offsets;
}

void RoomPalettes::add(Bytes colors) {
  rgb.insert(rgb.end(), colors.begin(), colors.end());
  rgb_offset.push_back(static_cast<uint32_t>(rgb.size()));
}

void read_clut(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems) {
  add_checked({.tag = tag("CLUT"), .payload = payload}, 0, palettes, problems);
}

void read_pa(Bytes payload, bool counts_colors, RoomPalettes& palettes,
             std::vector<Error>& problems) {
  ByteReader reader(payload);
  const size_t size = (counts_colors ? 3 : 1) * size_t{reader.u16()};
  const size_t fits = std::min(size, reader.left());
  if (!reader.ok() || fits < size) {
    problems.push_back({ErrorCode::truncated, 0,
                        "PA claims " + std::to_string(size) + " bytes of colours but holds " +
                            std::to_string(fits)});
  }
  palettes.add(reader.take(std::min(fits, kPaletteSize)));
}

RoomPalettes ega_palette() {
  RoomPalettes palettes;
  palettes.add(kEgaColors);
  return palettes;
}

void read_pals(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems) {
  std::optional<Block> damage;
  for (const Block& block : read_blocks(payload, 0, damage)) {
    if (block.tag == tag("WRAP")) read_wrap(block, palettes, problems);
  }
  if (damage) {
    problems.push_back({ErrorCode::damaged, damage->offset, "a block in PALS does not fit"});
  }
}

}  // namespace wardrobe
