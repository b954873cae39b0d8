// Runs read_akos on damaged costumes. Every position that it returns must be inside the payload.

#include "formats/costume.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/unit/formats/akos/akos_builder.h"
#include "tools/sample/block_scope.h"

namespace wardrobe {
namespace {

std::vector<uint8_t> right_costume() {
  AkosBuilder builder;
  builder.tables.color.assign(16, 3);
  builder.tables.jump = {0, 3};
  for (uint8_t i = 0; i < 4; ++i) builder.cel(5, 4, i);
  builder.record(4, {{0, WindowMode::loop, {0, 1, 2}}, {3, WindowMode::once, {3, 0x80, 2}}});
  builder.record(
      5,
      {{1, WindowMode::program, {0, 0xC0, 0x60, 0xC0, 0x70, 6, 0, 1, 2, 0, 1, 0xC0, 0x30, 6, 0}}});
  builder.record(6, {{2, WindowMode::program, {0xC0, 0x20, 1, 0, 0, 0, 0, 2, 0xC0, 0xFF}},
                     {4, WindowMode::stop, {}}});
  builder.record(9, {{0, WindowMode::program, {1, 0xC0, 0x90, 0, 0, 1, 2, 0xC0, 0x9F, 3}}});
  std::vector<uint8_t> payload = builder.write();
  for (const char* name : {"AKCT", "AKST", "AKSF"}) {
    const BlockScope block(payload, name);
    payload.insert(payload.end(), {0, 0, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    if (name[3] == 'F') payload.resize(payload.size() - 4);
  }
  return payload;
}

void check(Bytes payload, const StoredCostume& tables) {
  require(tables.records.window_offset.back() == tables.windows.limb.size());
  const std::vector<StoredPicture>& pictures = tables.pictures;
  for (size_t i = 0; i < pictures.size(); ++i) {
    require(pictures[i].data <= pictures[i].data_end && pictures[i].data_end <= payload.size());
    require(pictures[i].fault != PictureFault::none || i >= tables.entry_offset[1] ||
            pictures[i].header + 12 <= payload.size());
  }
  require(tables.entry_offset.back() == pictures.size());
  require(tables.entry_reached.size() == pictures.size());
  for (const WindowMode mode : tables.windows.mode) require(mode <= WindowMode::unseen);
}

}  // namespace
}  // namespace wardrobe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const std::vector<uint8_t> kRight = right_costume();
  for (const Version version : {Version::v7, Version::he80}) {
    const std::vector<uint8_t> payload = edited(kRight, {data, size});
    const Result<StoredCostume> costume = read_akos(payload, version);
    if (costume) check(payload, *costume);
  }
  return 0;
}
