// Decodes several rows of codes at once, for AVX-512 with VBMI2 and BITALG, which Intel has from
// Ice Lake on and AMD from Zen 4 on. There it is about twice as fast as row_codes_splat-inl.h,
// which all targets have (bench/SPEED.md). Included once per target, which is why it has no include
// guard.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <hwy/highway.h>

#include "kernels/bits-inl.h"
#include "kernels/row_codes.h"

HWY_BEFORE_NAMESPACE();
namespace wardrobe::HWY_NAMESPACE {
namespace {

using Bytes = Bytes64;
using ByteVector = hn::Vec<Bytes>;

// A step decodes whole rows of up to 62 bytes and 254 pixels in total, without branches on the
// codes. It reads each byte as if a code began there, which yields a table: for each place, the
// place where the next code begins. Looking the table up in itself yields the place two codes on,
// then four, eight and so on. With these tables, one look-up per bit of i takes lane i from the
// first code to code i. The byte count at the start of a row is taken for a code without pixels.
//
// Two rows of codec 5 with 5 pixels (a run of 3, then 2 literals; a run of 5):
//   place        0  1  2  3  4  5  6  7  8  9 10
//   block       05 00 05 07 02 08 09 02 00 09 06
//   next         2     4     7        9    11      (at places where a code begins)
//   two codes on 4     7     9       11            next[next[0]] and so on
// So lanes 0 to 5 have the codes at places 0, 2, 4, 7, 9 and 11, the last of which is the end.
//   ends         0  3  5  5 10 10                  in pixels: prefix sums of the lengths
//   sources         3  2    10                     the first run's colour is at place 3, the
//                                                  literal that becomes pixel p at place p + 2
// A pixel belongs to the first lane that ends after it, here 1 1 1 2 2 4 4 4 4 4. So its byte is at
// place 3 3 3 5 6 10 10 10 10 10, and the rows are 07 07 07 08 09 and 06 06 06 06 06.
//
// The latency of a step is several times its share of the execution units. Storing the pixels of a
// step after the next one's codes have been found lets the two overlap.

constexpr size_t kMostBytes = 62;
constexpr size_t kMostPixels = 254;
constexpr uint8_t kNowhere = 63;  ///< a place past the rows: holds 255
// Flags of sources. The other bits are a place.
constexpr uint8_t kLiteral = 0x80;  ///< relative to the pixel
constexpr uint8_t kRowStart = 0x40;

/// Rows that a step takes from the start of its input.
struct Rows {
  size_t count = 0;
  size_t bytes = 0;
  uint64_t starts = 1;  ///< bit i: place i is where a row begins, or where the last row ends
};

/// Codes that were found. There is one in each lane.
struct Step {
  bool is_valid = false;  ///< if not, the rows are damaged or of too rare a kind
  ByteVector block;
  ByteVector ends;     ///< in pixels, from the start of the first row; saturated at 255
  ByteVector sources;  ///< where the pixels come from
};

/// Returns table[index[i] % 64] in byte i. Highway 1.0.3 has this look-up only for larger lanes.
/// Made of its look-ups in 16 bytes, a step would take three times as long.
HWY_INLINE ByteVector look_up(ByteVector table, ByteVector index) {
  return ByteVector{_mm512_permutexvar_epi8(index.raw, table.raw)};
}

/// Returns a mask of the lanes whose number has this bit set.
constexpr uint64_t lanes_with(size_t bit) {
  uint64_t lanes = 0;
  for (size_t i = 0; i < 64; ++i) lanes |= uint64_t{(i & bit) != 0} << i;
  return lanes;
}

template <class Codes>
class StepDecoder {
 public:
  /// Decodes the next rows, `most` at most, but stores their pixels only when it is called again.
  /// Takes no rows, and has stored those before, if the next row is too large, damaged or of too
  /// rare a kind. Requires most * width <= kMostPixels. Writes up to 63 bytes past the rows.
  HWY_INLINE Rows next(std::span<const uint8_t> in, size_t width, size_t most, uint8_t* out) {
    Rows rows = find_rows(in, most);
    const Step step = rows.count == 0 ? Step() : read(in, rows, width);
    if (HWY_UNLIKELY(!step.is_valid)) rows.count = 0;
    store();
    step_ = step;
    out_ = out;
    pixels_ = rows.count * width;
    return rows;
  }

  /// Stores the pixels of the last rows.
  HWY_INLINE void store() const {
    const Bytes d;
    for (size_t at = 0; at < pixels_; at += 64) {
      const ByteVector pixels = hn::Iota(d, static_cast<uint8_t>(at));
      const ByteVector source = look_up(step_.sources, lanes_of(pixels, step_.ends));
      const ByteVector places =
          hn::IfThenElse(hn::MaskFromVec(source), hn::Add(source, pixels), source);
      hn::StoreU(look_up(step_.block, places), d, out_ + at);
    }
  }

 private:
  /// Enough for the shortest codes, which have 1 or 2 bytes, and for the end of the last row.
  static constexpr size_t kLanes = Codes::kSkips ? 64 : 32;

  /// For each place, what the byte there means if it is the first of a code.
  struct Table {
    ByteVector next;     ///< where the next code begins
    ByteVector lengths;  ///< in pixels
    ByteVector sources;  ///< as in Step, but places of literals are not relative
  };

  HWY_INLINE static Rows find_rows(std::span<const uint8_t> in, size_t most) {
    Rows rows;
    const size_t end = std::min(in.size(), kMostBytes);
    while (rows.count < most && rows.bytes + 2 <= end) {
      const size_t next = rows.bytes + 2 + (in[rows.bytes] | in[rows.bytes + 1] << 8);
      if (next > end) break;
      rows.starts |= uint64_t{1} << next;
      rows.bytes = next;
      ++rows.count;
    }
    return rows;
  }

  HWY_INLINE static Step read(std::span<const uint8_t> in, const Rows& rows, size_t width) {
    const Bytes d;
    const ByteVector all = hn::Set(d, 0xFF);
    const hn::Mask<Bytes> used = hn::FirstN(d, rows.bytes);
    const ByteVector block = hn::IfThenElse(used, hn::MaskedLoad(used, d, in.data()), all);
    const Table table = read_all(block, used, mask_of(d, rows.starts));
    const ByteVector places = find_places(table.next);
    const ByteVector lengths = look_up(table.lengths, places);
    const ByteVector sources = look_up(table.sources, places);
    if constexpr (Codes::kSkips) {
      const hn::Mask<Bytes> is_255 = hn::And(hn::Eq(block, all), used);
      if (HWY_UNLIKELY(has_opaque_255(bits_of(d, is_255), lengths))) return Step();
    }
    ByteVector ends = ends_of(lengths);
    const hn::Mask<Bytes> starts_row = hn::TestBit(sources, hn::Set(d, kRowStart));
    // The number of pixels that the codes before each row have.
    const ByteVector before = hn::Compress(ends, starts_row);
    if (HWY_UNLIKELY(hn::CountTrue(d, starts_row) != rows.count + 1)) return Step();
    if (HWY_UNLIKELY(!have_width(before, width, rows.count))) return Step();
    if constexpr (Codes::kSkips) {
      // Rows may end early. The lane where the next row begins also stands for the pixels missing.
      const ByteVector missing = hn::Sub(multiples(width), before);
      const auto later_rows = hn::Set(Qwords8(), bits_of(d, starts_row) & ~uint64_t{1});
      const ByteVector row = prefix_counts(later_rows, below_octet());
      ends = hn::SaturatedAdd(ends, look_up(missing, row));
    }
    return Step{true, block, ends, relative(sources, hn::Sub(ends, lengths))};
  }

  HWY_INLINE static Table read_all(ByteVector block, hn::Mask<Bytes> used,
                                   hn::Mask<Bytes> starts_row) {
    const Bytes d;
    const ByteVector one = hn::Set(d, 1);
    const ByteVector nowhere = hn::Set(d, kNowhere);
    const ByteVector one_on = hn::And(hn::Iota(d, 1), nowhere);
    const ByteVector two_on = hn::Iota(d, 2);
    // The count of two bytes that begins a row is read as a run.
    const ByteVector run = hn::Set(d, Codes::write({CodeKind::run, 1}));
    const ByteVector codes = hn::IfThenElse(starts_row, run, block);
    const ByteVector kind = hn::And(codes, hn::Set(d, Codes::kSkips ? 3 : 1));
    const hn::Mask<Bytes> is_literals = hn::Eq(kind, hn::Zero(d));
    constexpr int kLengthShift = Codes::kSkips ? 2 : 1;
    const ByteVector more = hn::ShiftRight<kLengthShift>(codes);
    ByteVector next = hn::IfThenElse(is_literals, hn::Add(two_on, more), two_on);
    ByteVector lengths = hn::Add(more, one);
    ByteVector sources = hn::IfThenElse(is_literals, hn::Or(one_on, hn::Set(d, kLiteral)), one_on);
    if constexpr (Codes::kSkips) {
      const hn::Mask<Bytes> is_skip = hn::TestBit(codes, one);
      next = hn::IfThenElse(is_skip, one_on, next);
      lengths = hn::IfThenElse(is_skip, hn::ShiftRight<1>(codes), lengths);
      sources = hn::IfThenElse(is_skip, nowhere, sources);
    }
    return {hn::IfThenElse(used, hn::Min(next, nowhere), nowhere),
            hn::IfThenElseZero(hn::AndNot(starts_row, used), lengths),
            hn::IfThenElse(starts_row, hn::Set(d, kRowStart | kNowhere), sources)};
  }

  /// Returns the places of the first kLanes codes; kNowhere after the last code.
  HWY_INLINE static ByteVector find_places(ByteVector next) {
    const Bytes d;
    ByteVector places = hn::IfThenZeroElse(hn::FirstN(d, kLanes), hn::Set(d, kNowhere));
    for (size_t codes = 1; codes < kLanes; codes *= 2) {
      places = hn::IfThenElse(mask_of(d, lanes_with(codes)), look_up(next, places), places);
      next = look_up(next, next);
    }
    return places;
  }

  /// Returns the prefix sums of the lengths, saturated at 255.
  HWY_INLINE static ByteVector ends_of(ByteVector lengths) {
    const Bytes d;
    const Qwords8 d64;
    ByteVector ends = lengths;
    ends = hn::SaturatedAdd(ends, hn::BitCast(d, hn::ShiftLeft<8>(hn::BitCast(d64, ends))));
    ends = hn::SaturatedAdd(ends, hn::BitCast(d, hn::ShiftLeft<16>(hn::BitCast(d64, ends))));
    ends = hn::SaturatedAdd(ends, hn::BitCast(d, hn::ShiftLeft<32>(hn::BitCast(d64, ends))));
    for (size_t half = 8; half < kLanes; half *= 2) {
      const auto low_bits = static_cast<uint8_t>(2 * half - 1);
      const ByteVector start = hn::AndNot(hn::Set(d, low_bits), hn::Iota(d, 0));
      const ByteVector last = hn::Or(start, hn::Set(d, low_bits / 2));
      const ByteVector sums = hn::IfThenElseZero(mask_of(d, lanes_with(half)), look_up(ends, last));
      ends = hn::SaturatedAdd(ends, sums);
    }
    return ends;
  }

  /// Returns i * width in byte i, up to the first product of more than 255.
  HWY_INLINE static ByteVector multiples(size_t width) {
    const Bytes d;
    const hn::Repartition<uint16_t, Bytes> d16;
    const auto factor = hn::Set(d16, static_cast<uint16_t>(width));
    return hn::BitCast(d, hn::Mul(hn::BitCast(d16, hn::Iota(d, 0)), factor));
  }

  /// Whether all rows have the right number of pixels, or fewer if they may end early. `before` is
  /// the number of pixels before each row. Saturated numbers fail, as all rows have at most
  /// kMostPixels.
  HWY_INLINE static bool have_width(ByteVector before, size_t width, size_t rows) {
    const Bytes d;
    const uint64_t ends = (uint64_t{2} << rows) - 2;
    if (!Codes::kSkips) return (bits_of(d, hn::Ne(before, multiples(width))) & ends) == 0;
    const ByteVector widths = hn::Sub(before, look_up(before, hn::Iota(d, 63)));
    const hn::Mask<Bytes> is_wide = hn::Gt(widths, hn::Set(d, static_cast<uint8_t>(width)));
    return (bits_of(d, is_wide) & ends) == 0;
  }

  HWY_INLINE static bool has_opaque_255(uint64_t bytes_of_255, ByteVector lengths) {
    if (HWY_LIKELY(bytes_of_255 == 0)) return false;
    const Bytes d;
    const hn::Mask<Bytes> is_code = hn::Eq(lengths, hn::Set(d, 127));  // a skip, the only such code
    return hwy::PopCount(bytes_of_255) != hn::CountTrue(d, is_code);
  }

  /// Makes the places of literals relative to the pixel.
  HWY_INLINE static ByteVector relative(ByteVector sources, ByteVector starts) {
    const hn::Mask<Bytes> is_literals = hn::MaskFromVec(sources);
    const ByteVector places = hn::IfThenElse(is_literals, hn::Sub(sources, starts), sources);
    return hn::IfVecThenElse(hn::Set(Bytes(), 63), places, sources);
  }

  /// Returns the lane of each pixel: how many lanes end at or before it. This is a binary search.
  HWY_INLINE static ByteVector lanes_of(ByteVector pixels, ByteVector ends) {
    const Bytes d;
    const ByteVector after = hn::Add(pixels, hn::Set(d, 1));
    ByteVector lanes = hn::Zero(d);
    for (size_t half = kLanes / 2; half != 0; half /= 2) {
      const ByteVector last = hn::Add(lanes, hn::Set(d, static_cast<uint8_t>(half - 1)));
      const hn::Mask<Bytes> is_later = hn::Lt(look_up(ends, last), after);
      const ByteVector later = hn::Add(lanes, hn::Set(d, static_cast<uint8_t>(half)));
      lanes = hn::IfThenElse(is_later, later, lanes);
    }
    return lanes;
  }

  Step step_;
  uint8_t* out_ = nullptr;
  size_t pixels_ = 0;  ///< of the rows of step_
};

}  // namespace
}  // namespace wardrobe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
