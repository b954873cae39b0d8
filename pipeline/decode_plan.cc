#include "pipeline/decode_plan.h"

#include <array>
#include <tuple>

#include "formats/hash.h"
#include "formats/limits.h"
#include "pipeline/row_set.h"

namespace wardrobe {
namespace {

/// Returns a picture's key. Of pictures with equal keys, only the first is decoded.
auto key_of(const StoredPictures& from, uint32_t row) {
  return std::tuple(from.data[row], from.data_end[row], from.width[row], from.height[row],
                    from.fault[row]);
}

uint64_t hash_of_key(const StoredPictures& from, uint32_t row) {
  const std::array<uint64_t, 2> key = {from.data[row], uint64_t{from.width[row]} << 32 |
                                                           uint64_t{from.height[row]} << 8 |
                                                           static_cast<uint64_t>(from.fault[row])};
  return quick_hash({reinterpret_cast<const uint8_t*>(key.data()), sizeof(key)});
}

/// Returns the fault that the picture's header alone shows; `none` if only decoding can show one.
PictureFault fault_of_header(const StoredPictures& from, uint32_t row) {
  if (from.fault[row] != PictureFault::none) return from.fault[row];
  if (pixels_of(from, row) == 0) return PictureFault::zero_size;
  const bool too_large = from.width[row] > kMaxSide || from.height[row] > kMaxSide ||
                         pixels_of(from, row) > kMaxPicturePixels;
  return too_large ? PictureFault::too_large : PictureFault::none;
}

/// Cuts the order into batches.
void cut_batches(const StoredPictures& from, DecodePlan& plan) {
  plan.batch = {0};
  uint64_t pixels = 0;
  for (size_t i = 0; i < plan.order.size(); ++i) {
    const uint64_t size = pixels_of(from, plan.order[i]);
    if (pixels != 0 && pixels + size > kPixelPiece) {
      plan.batch.push_back(i);
      pixels = 0;
    }
    pixels += size;
  }
  if (!plan.order.empty()) plan.batch.push_back(plan.order.size());
}

}  // namespace

DecodePlan plan_decoding(const StoredPictures& from, const Tables& tables) {
  DecodePlan plan;
  plan.same.assign(from.count(), kNone);
  plan.fault.resize(from.count());
  RowSet distinct;
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    uint64_t left = kCostumePixels.of(tables.costumes.size[costume]);
    for (const uint32_t entry :
         rows_of(tables.limb_tables.entry_offset, rows_of(tables.costumes.table_offset, costume))) {
      const uint32_t row = from.of_entry[entry];
      if (row == kNone || plan.same[row] != kNone) continue;
      plan.same[row] = distinct.find_or_add(hash_of_key(from, row), row, [&](uint32_t known) {
        return key_of(from, known) == key_of(from, row);
      });
      if (plan.same[row] != row) continue;
      PictureFault& fault = plan.fault[row] = fault_of_header(from, row);
      if (fault != PictureFault::none) continue;
      if (pixels_of(from, row) > left) {
        fault = PictureFault::too_many;
        continue;
      }
      left -= pixels_of(from, row);  // Damaged pictures count too: they cost as much time.
      plan.order.push_back(row);
      plan.costume.push_back(costume);
    }
  }
  cut_batches(from, plan);
  return plan;
}

}  // namespace wardrobe
