// read_cost on damaged costumes of both versions: every position it returns is inside the
// payload.

#include "formats/cost/cost.h"
#include "tests/formats/cost/cost_builder.h"
#include "tests/fuzz/edits.h"

namespace wardrobe {
namespace {

std::vector<uint8_t> right_costume(int version) {
  CostBuilder builder(version == 5 ? 0x59 : 0x60);
  const uint32_t first = builder.picture(9, 7, 2, -4, -6, 1, 1);
  const uint32_t second = builder.picture(3, 3, 1);
  builder.table(0, {first, second, kNone});
  builder.table(2, {second, first});
  if (version == 6) builder.table(5, {builder.picture_of({}, 9, 7, 0, 0, 0, 0, 0, 0)});
  builder.record(4, 0, {0, 1, 0x7C, 2});
  builder.record(5, 2, {0, 1}, WindowMode::once);
  if (version == 6) builder.record(9, 5, {0});
  return builder.write(version);
}

void check(Bytes payload, const CostTables& tables) {
  for (size_t i = 0; i < tables.windows.limb.size(); ++i) {
    require(tables.windows.start[i] + tables.windows.length[i] <=
            static_cast<int>(tables.command.size()));
  }
  for (size_t i = 0; i < tables.candidates.size(); ++i) {
    require(tables.candidates.data[i] <= payload.size());
  }
  require(tables.entry_offset.back() == tables.entry_candidate.size());
  require(tables.entry_reached.size() == tables.entry_candidate.size());
  for (const uint32_t candidate : tables.entry_candidate) {
    require(candidate == kNone || candidate < tables.candidates.size());
  }
}

}  // namespace
}  // namespace wardrobe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const std::vector<uint8_t> kRight[] = {right_costume(5), right_costume(6)};
  static CostTables tables;
  for (const int version : {5, 6}) {
    const std::vector<uint8_t> payload = edited(kRight[version - 5], {data, size});
    if (read_cost(payload, version, tables)) check(payload, tables);
  }
  return 0;
}
