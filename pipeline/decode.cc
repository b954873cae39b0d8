#include "pipeline/decode.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <tuple>

#include "formats/costume_colors.h"
#include "formats/hash.h"
#include "formats/limits.h"
#include "pipeline/auxiliary_pictures.h"
#include "pipeline/failures.h"
#include "pipeline/parallel.h"
#include "pipeline/picture_codec.h"
#include "pipeline/picture_set.h"

namespace wardrobe {
namespace {

/// A task gets whole costumes, one after the other, until they have this many bytes in total.
constexpr uint64_t kBytesPerTask = 64 * 1024;

std::string reason(PictureFault fault) {
  switch (fault) {
    case PictureFault::outside:
      return "the picture's header or data lies outside its block";
    case PictureFault::redirect:
      return "the picture redirects to a picture that does not exist";
    case PictureFault::coding:
      return "auxiliary pictures of this coding are not read";
    case PictureFault::too_large:
      return "the picture is larger than " + limit_text(kMaxSide) + " pixels a side or " +
             limit_text(kMaxPicturePixels) + " pixels";
    case PictureFault::too_many:
      return "the costume's pictures exceed " + limit_text(kMaxCostumePixels) + " pixels";
    case PictureFault::game_full:
      return "the game's pictures exceed " + limit_text(kGamePixels.free) + " pixels and " +
             limit_text(kGamePixels.per_byte) + " for each byte of its costumes";
    case PictureFault::truncated:
      return "the picture's data is truncated";
    case PictureFault::overrun:
      return "a run of pixels passes the end of its row or of the picture";
    case PictureFault::damaged:
      return "the picture's data is invalid for its codec";
    case PictureFault::colors:
      return "the picture has colours for which pixels have no value left";
    default:
      return "";
  }
}

struct DecodedPicture {
  Bytes bytes;
  uint64_t xxh64 = 0;
  PictureFault fault = PictureFault::none;
  uint8_t transparent = 0;
};

Bytes colors_of(const Costumes& costumes, size_t costume) {
  return elements_at(costumes.color_offset, costumes.color, costume);
}

/// Returns a picture's key. Of pictures with equal keys, only the first is decoded.
auto key_of(const StoredPictures& from, uint32_t row) {
  return std::tuple(from.data[row], from.width[row], from.height[row], from.fault[row]);
}

uint64_t pixels_of(const StoredPictures& from, uint32_t row) {
  return uint64_t{from.width[row]} * from.height[row];
}

/// Returns the fault that the picture's header alone shows; `none` if only decoding can show one.
PictureFault fault_of_header(const StoredPictures& from, uint32_t row) {
  if (from.fault[row] != PictureFault::none) return from.fault[row];
  if (pixels_of(from, row) == 0) return PictureFault::zero_size;
  const bool too_large = from.width[row] > kMaxSide || from.height[row] > kMaxSide ||
                         pixels_of(from, row) > kMaxPicturePixels;
  return too_large ? PictureFault::too_large : PictureFault::none;
}

/// The order in which pictures are decoded, and the number of pixels that each costume may have.
class DecodePlan {
 public:
  explicit DecodePlan(const StoredPictures& from)
      : from_(from), order_(from.count()), allowed_(from.row_offset.rows()) {}

  /// Orders the pictures of a costume so that equal keys are adjacent, and counts its pixels.
  /// Costumes may be ordered in parallel.
  void order(size_t costume) {
    const RowRange rows = rows_of(from_.row_offset, costume);
    const std::span<uint32_t> order = std::span(order_).subspan(rows.front(), rows.size());
    std::iota(order.begin(), order.end(), rows.front());
    std::ranges::stable_sort(order, {}, [this](uint32_t row) { return key_of(from_, row); });
    uint64_t left = kMaxCostumePixels;
    for (size_t i = 0; i < order.size(); ++i) {
      if (fault_of_header(from_, order[i]) != PictureFault::none) continue;
      if (i > 0 && key_of(from_, order[i]) == key_of(from_, order[i - 1])) continue;
      if (pixels_of(from_, order[i]) <= left) left -= pixels_of(from_, order[i]);
    }
    allowed_[costume] = kMaxCostumePixels - left;
  }

  /// Divides `budget` pixels among the ordered costumes. Each in turn gets all the pixels that it
  /// needs, until none are left.
  void share(uint64_t budget) {
    for (uint64_t& allowed : allowed_) {
      game_full_.push_back(allowed > budget);
      allowed = std::min(allowed, budget);
      budget -= allowed;
    }
  }

  std::span<const uint32_t> pictures(size_t costume) const {
    return elements_at(from_.row_offset, order_, costume);
  }
  uint64_t allowed_pixels(size_t costume) const { return allowed_[costume]; }
  /// Returns the fault of a picture that has more pixels than its costume has left.
  PictureFault beyond(size_t costume) const {
    return game_full_[costume] ? PictureFault::game_full : PictureFault::too_many;
  }

 private:
  const StoredPictures& from_;
  std::vector<uint32_t> order_;    ///< rows of StoredPictures, costume by costume
  std::vector<uint64_t> allowed_;  ///< by costume: first the pixels needed, then allowed
  std::vector<bool> game_full_;    ///< by costume: whether fewer are allowed than needed
};

/// Decodes the stored pictures of one costume after the other.
class CostumeDecoder {
 public:
  CostumeDecoder(const Scanned& scanned, const StoredPictures& stored, const Tables& tables,
                 const DecodePlan& plan, std::vector<DecodedPicture>& pixels, PixelArena& arena,
                 std::vector<uint8_t>& scratch)
      : data_(scanned.data),
        tables_(tables),
        from_(stored),
        plan_(plan),
        pixels_(pixels),
        arena_(arena),
        scratch_(scratch) {}

  void decode(size_t costume) {
    const std::span<const uint32_t> order = plan_.pictures(costume);
    costume_ = costume;
    transparent_ = transparent_value(TablesView(tables_), static_cast<uint32_t>(costume));
    left_ = plan_.allowed_pixels(costume);
    for (size_t i = 0; i < order.size(); ++i) {
      const uint32_t row = order[i];
      if (i > 0 && key_of(from_, row) == key_of(from_, order[i - 1])) {
        pixels_[row] = pixels_[order[i - 1]];
        continue;
      }
      PictureFault fault = fault_of_header(from_, row);
      if (fault == PictureFault::none && pixels_of(from_, row) > left_) {
        fault = plan_.beyond(costume);
      }
      pixels_[row].fault = fault == PictureFault::none ? decode_data(row) : fault;
    }
  }

 private:
  PictureFault decode_data(uint32_t row) {
    const size_t count = pixels_of(from_, row);
    left_ -= count;  // Damaged pictures count too: they cost as much time.
    const Bytes data = data_.subspan(from_.data[row], from_.data_end[row] - from_.data[row]);
    const std::span<uint8_t> out = arena_.reserve(count);
    pixels_[row].transparent = transparent_;
    const PictureFault fault = decode_to(out, row, data);
    if (fault != PictureFault::none) return fault;
    pixels_[row].bytes = arena_.keep(count);
    pixels_[row].xxh64 = xxh64(pixels_[row].bytes);
    return fault;
  }

  PictureFault decode_to(std::span<uint8_t> out, uint32_t row, Bytes data) {
    const uint16_t width = from_.width[row];
    const uint16_t height = from_.height[row];
    if (from_.codec[row] == kAuxiliary) {
      const Costumes& costumes = tables_.costumes;
      return decode_auxiliary(data, width, height, costumes.codec[costume_],
                              colors_of(costumes, costume_), pixels_[row].transparent, out);
    }
    const PictureCodec codec{from_.codec[row], from_.colors[row]};
    return fault_of(codec.decode(data, width, height, out, scratch_).end);
  }

  Bytes data_;
  const Tables& tables_;
  const StoredPictures& from_;
  const DecodePlan& plan_;
  std::vector<DecodedPicture>& pixels_;
  PixelArena& arena_;
  std::vector<uint8_t>& scratch_;
  size_t costume_ = 0;
  uint8_t transparent_ = 0;  ///< of the costume's cels
  uint64_t left_ = 0;        ///< pixels that the costume may still decode
};

/// Divides the costumes into tasks. Task i gets costumes first[i] up to first[i + 1] of the result
/// `first`.
std::vector<size_t> cut_tasks(const Costumes& costumes) {
  std::vector<size_t> first{0};
  uint64_t bytes = 0;
  for (size_t costume = 0; costume < costumes.id.size(); ++costume) {
    bytes += costumes.size[costume];
    if (bytes < kBytesPerTask) continue;
    first.push_back(costume + 1);
    bytes = 0;
  }
  if (first.back() != costumes.id.size()) first.push_back(costumes.id.size());
  return first;
}

/// Gives entries their pictures, one costume after the other, so that the rows of pictures are in
/// order of first use.
class EntryResolver {
 public:
  EntryResolver(const StoredPictures& stored, const std::vector<DecodedPicture>& pixels,
                Tables& tables, PictureSet& pictures)
      : stored_(stored),
        pixels_(pixels),
        tables_(tables),
        pictures_(pictures),
        picture_(pixels.size(), kNone) {}

  void resolve(size_t costume) {
    const LimbTables& tables = tables_.limb_tables;
    for (const uint32_t table : rows_of(tables_.costumes.table_offset, costume)) {
      const RowRange entries = rows_of(tables.entry_offset, table);
      for (const uint32_t entry : entries) {
        const uint32_t stored = stored_.of_entry[entry];
        if (stored == kNone) continue;
        resolve_entry(entry, stored);
        const bool unread = pixels_[stored].fault == PictureFault::coding;
        if (state(entry) == EntryState::missing || unread) {
          fail(costume, tables.limb[table], entry - entries.front(), stored);
        }
      }
    }
  }

 private:
  EntryState state(uint32_t entry) const { return tables_.entries.state[entry]; }

  void resolve_entry(uint32_t entry, uint32_t stored) {
    Entries& entries = tables_.entries;
    auto state = EntryState::empty;
    switch (pixels_[stored].fault) {
      case PictureFault::none:
        state = EntryState::picture;
        entries.picture[entry] = picture_of(stored);
        break;
      case PictureFault::zero_size:
        state = EntryState::zero_size;
        break;
      default:
        if (entries.reached[entry] != 0) state = EntryState::missing;
        clear_placement(entry);
    }
    entries.state[entry] = state;
  }

  uint32_t picture_of(uint32_t stored) {
    uint32_t& row = picture_[stored];
    if (row == kNone) {
      const DecodedPicture& pixels = pixels_[stored];
      row = pictures_.add(stored_.width[stored], stored_.height[stored], pixels.transparent,
                          pixels.xxh64, pixels.bytes);
    }
    return row;
  }

  void clear_placement(uint32_t entry) {
    Entries& entries = tables_.entries;
    entries.x[entry] = entries.y[entry] = entries.xinc[entry] = entries.yinc[entry] = 0;
    entries.redirect_limb[entry] = kNoLimb;
    entries.redirect_index[entry] = 0xFF;
  }

  void fail(size_t costume, uint8_t limb, uint32_t index, uint32_t stored) {
    const Costumes& costumes = tables_.costumes;
    // A tool of the games' makers leaves such cels behind.
    const bool empty = costumes.kind[costume] == Kind::akos &&
                       pixels_[stored].fault == PictureFault::truncated &&
                       stored_.data[stored] == stored_.data_end[stored];
    const bool unread = pixels_[stored].fault == PictureFault::coding;
    add_failure(tables_.failures,
                {.costume = static_cast<uint32_t>(costume),
                 .id = costumes.id[costume],
                 .room = number_of_room(tables_.rooms, costumes.room[costume]),
                 .source = costumes.source[costume],
                 .offset = stored_.header[stored],
                 .limb = limb,
                 .index = static_cast<uint16_t>(index),
                 .kind = empty || unread ? FailureKind::note : FailureKind::damage},
                empty ? "it has no pixels: its data would start where all data ends"
                      : reason(pixels_[stored].fault));
  }

  const StoredPictures& stored_;
  const std::vector<DecodedPicture>& pixels_;
  Tables& tables_;
  PictureSet& pictures_;
  std::vector<uint32_t> picture_;  ///< row of StoredPictures → row of Pictures, or none yet
};

}  // namespace

Decoded decode(const Scanned& scanned, const StoredPictures& stored, Tables& tables,
               Progress& progress) {
  const std::vector<size_t> tasks = cut_tasks(tables.costumes);
  Decoded out;
  out.arenas.resize(worker_count());
  std::vector<DecodedPicture> pixels(stored.count());
  std::vector<std::vector<uint8_t>> scratch(worker_count());
  DecodePlan plan(stored);
  parallel_for(tasks.size() - 1, [&](size_t task, size_t) {
    for (size_t costume = tasks[task]; costume < tasks[task + 1]; ++costume) plan.order(costume);
  });
  plan.share(kGamePixels.of(scanned.data.size()));
  parallel_for(tasks.size() - 1, progress, [&](size_t task, size_t worker) {
    CostumeDecoder decoder(scanned, stored, tables, plan, pixels, out.arenas[worker],
                           scratch[worker]);
    for (size_t costume = tasks[task]; costume < tasks[task + 1]; ++costume) {
      decoder.decode(costume);
    }
  });
  PictureSet pictures(tables.pictures, out.pixels);
  EntryResolver resolver(stored, pixels, tables, pictures);
  for (size_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    resolver.resolve(costume);
  }
  return out;
}

}  // namespace wardrobe
