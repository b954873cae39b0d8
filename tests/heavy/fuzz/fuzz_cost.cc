// Runs read_cost on damaged costumes of all layouts. Every position that it returns must be inside
// the payload.

#include "formats/costume.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/unit/formats/cost/cost_builder.h"

namespace wardrobe {
namespace {

std::vector<uint8_t> right_costume(Version version) {
  CostBuilder builder(version == Version::v6   ? 0x60
                      : version == Version::v1 ? 0x57
                      : version == Version::v2 ? 0x58
                                               : 0x59);
  const uint32_t first = builder.picture(16, 7, 2, -8, -6, 8, 1);
  const uint32_t second = builder.picture(8, 3, 1);
  builder.table(0, {first, second, kNone});
  builder.table(2, {second, first});
  if (version == Version::v6) builder.table(5, {builder.picture_of({}, 16, 7, 0, 0, 0, 0, 0, 0)});
  builder.record(4, 0, {0, 1, 0x7C, 2});
  builder.record(5, 2, {0, 1}, WindowMode::once);
  if (version == Version::v6) builder.record(9, 5, {0});
  return builder.write(version);
}

void check(Bytes payload, const StoredCostume& tables) {
  for (size_t i = 0; i < tables.windows.limb.size(); ++i) {
    require(tables.windows.start[i] + tables.windows.length[i] <=
            static_cast<int>(tables.command.size()));
  }
  for (size_t i = 0; i < tables.pictures.size(); ++i) {
    require(tables.pictures[i].data <= tables.pictures[i].data_end);
    require(tables.pictures[i].data_end <= payload.size());
  }
  require(tables.entry_offset.back() == tables.entry_picture.size());
  require(tables.entry_reached.size() == tables.entry_picture.size());
  for (const uint32_t picture : tables.entry_picture) {
    require(picture == kNone || picture < tables.pictures.size());
  }
}

}  // namespace
}  // namespace wardrobe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  constexpr Version kVersions[] = {Version::v1, Version::v2, Version::v3, Version::v5, Version::v6};
  static const std::vector<std::vector<uint8_t>> kRight = [&] {
    std::vector<std::vector<uint8_t>> right;
    for (const Version version : kVersions) right.push_back(right_costume(version));
    return right;
  }();
  for (size_t i = 0; i < std::size(kVersions); ++i) {
    const std::vector<uint8_t> payload = edited(kRight[i], {data, size});
    const Result<StoredCostume> costume = read_cost(payload, kVersions[i]);
    if (costume) check(payload, *costume);
    require(costume || !is_consistent_cost(payload, kVersions[i]));
  }
  return 0;
}
