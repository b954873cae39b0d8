#include "pipeline/decode.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <tuple>

#include "formats/akos/akos.h"
#include "formats/hash.h"
#include "formats/limits.h"
#include "pipeline/failures.h"
#include "pipeline/parallel.h"
#include "pipeline/picture_codec.h"

namespace wardrobe {
namespace {

/// A task gets whole costumes until they have this many bytes.
constexpr uint64_t kBytesPerTask = 64 * 1024;

constexpr uint64_t kMaxCostumePixels = 64 << 20;

/// What became of a stored picture.
enum class Outcome : uint8_t {
  decoded,
  zero_size,
  outside,
  redirect,
  too_large,
  too_many,
  truncated,
  overrun,
  damaged
};

const char* reason(Outcome outcome) {
  switch (outcome) {
    case Outcome::outside:
      return "the picture's header or data lies outside its block";
    case Outcome::redirect:
      return "the picture redirects to a picture that does not exist";
    case Outcome::too_large:
      return "the picture is larger than 4096 pixels a side or 4 Mi pixels";
    case Outcome::too_many:
      return "the costume's pictures exceed 64 Mi pixels";
    case Outcome::truncated:
      return "the picture's data is truncated";
    case Outcome::overrun:
      return "a run of pixels passes the end of its row or of the picture";
    case Outcome::damaged:
      return "the picture's data is invalid for its codec";
    default:
      return "";
  }
}

struct Pixels {
  Bytes bytes;
  uint64_t xxh64 = 0;
  Outcome outcome = Outcome::decoded;
};

Bytes colors_of(const Costumes& costumes, size_t costume) {
  return elements_at(costumes.color_offset, costumes.color, costume);
}

/// Decodes the stored pictures of one costume after the other.
class CostumeDecoder {
 public:
  CostumeDecoder(const Scanned& scanned, const Parsed& parsed, std::vector<Pixels>& pixels,
                 PixelArena& arena, std::vector<uint8_t>& scratch)
      : data_(scanned.data),
        parsed_(parsed),
        from_(parsed.stored),
        pixels_(pixels),
        arena_(arena),
        scratch_(scratch) {}

  /// Decodes the same data at the same size only once: sorting puts such pictures side by side.
  void decode(size_t costume) {
    const auto key = [this](uint32_t row) {
      return std::tuple(from_.data[row], from_.width[row], from_.height[row], from_.fault[row]);
    };
    const RowRange rows = rows_of(from_.row_offset, costume);
    order_.resize(rows.size());
    std::iota(order_.begin(), order_.end(), rows.front());
    std::ranges::stable_sort(order_, {}, key);
    codec_ = {parsed_.costumes.codec[costume], colors_of(parsed_.costumes, costume).size()};
    left_ = kMaxCostumePixels;
    for (size_t i = 0; i < order_.size(); ++i) {
      const uint32_t row = order_[i];
      if (i > 0 && key(row) == key(order_[i - 1])) {
        pixels_[row] = pixels_[order_[i - 1]];
      } else {
        pixels_[row].outcome = decode_picture(row, pixels_[row]);
      }
    }
  }

 private:
  Outcome decode_picture(uint32_t row, Pixels& out) {
    if (from_.fault[row] == PictureFault::outside) return Outcome::outside;
    if (from_.fault[row] == PictureFault::redirect) return Outcome::redirect;
    const size_t width = from_.width[row];
    const size_t height = from_.height[row];
    const size_t count = width * height;
    if (count == 0) return Outcome::zero_size;
    if (width > kMaxSide || height > kMaxSide || count > kMaxPicturePixels) {
      return Outcome::too_large;
    }
    if (count > left_) return Outcome::too_many;
    left_ -= count;  // Damaged pictures count too: they cost as much time.
    const Bytes data = data_.subspan(from_.data[row], from_.data_end[row] - from_.data[row]);
    switch (codec_.decode(data, width, height, arena_.reserve(count), scratch_).end) {
      case DecodeEnd::complete:
        out.bytes = arena_.keep(count);
        out.xxh64 = xxh64(out.bytes);
        return Outcome::decoded;
      case DecodeEnd::truncated:
        return Outcome::truncated;
      case DecodeEnd::overrun:
        return Outcome::overrun;
      default:
        return Outcome::damaged;
    }
  }

  Bytes data_;
  const Parsed& parsed_;
  const StoredPictures& from_;
  std::vector<Pixels>& pixels_;
  PixelArena& arena_;
  std::vector<uint8_t>& scratch_;
  std::vector<uint32_t> order_;
  PictureCodec codec_;
  uint64_t left_ = 0;  ///< pixels that the costume may still decode
};

/// Divides the costumes into tasks: task i gets costumes first[i] up to first[i + 1].
std::vector<size_t> cut_tasks(const Parsed& parsed) {
  std::vector<size_t> first{0};
  uint64_t bytes = 0;
  for (size_t costume = 0; costume < parsed.costumes.id.size(); ++costume) {
    bytes += parsed.costumes.size[costume];
    if (bytes < kBytesPerTask) continue;
    first.push_back(costume + 1);
    bytes = 0;
  }
  if (first.back() != parsed.costumes.id.size()) first.push_back(parsed.costumes.id.size());
  return first;
}

/// Gives entries their pictures, one costume after the other, so that pictures get their rows in
/// order of first use.
class EntryResolver {
 public:
  EntryResolver(const Scanned& scanned, const std::vector<Pixels>& pixels, Parsed& parsed,
                Decoded& out)
      : scanned_(scanned),
        pixels_(pixels),
        parsed_(parsed),
        out_(out),
        picture_(pixels.size(), kNone) {}

  void resolve(size_t costume) {
    const LimbTables& tables = parsed_.limb_tables;
    transparent_ = transparent(costume);
    for (const uint32_t table : rows_of(parsed_.costumes.table_offset, costume)) {
      const RowRange entries = rows_of(tables.entry_offset, table);
      for (const uint32_t entry : entries) {
        const uint32_t stored = parsed_.entry_stored[entry];
        if (stored == kNone) continue;
        resolve_entry(entry, stored);
        if (state(entry) == EntryState::missing) {
          fail(costume, tables.limb[table], entry - entries.front(), stored);
        }
      }
    }
  }

 private:
  /// COST: SCUMM.md §2; AKOS: §6.
  uint8_t transparent(size_t costume) const {
    const Costumes& costumes = parsed_.costumes;
    if (static_cast<Kind>(costumes.kind[costume]) == Kind::cost) return 0;
    return akos_transparent(costumes.codec[costume], colors_of(costumes, costume),
                            scanned_.game.version[0]);
  }

  EntryState state(uint32_t entry) const {
    return static_cast<EntryState>(parsed_.entries.state[entry]);
  }

  void resolve_entry(uint32_t entry, uint32_t stored) {
    Entries& entries = parsed_.entries;
    auto state = EntryState::empty;
    switch (pixels_[stored].outcome) {
      case Outcome::decoded:
        state = EntryState::picture;
        entries.picture[entry] = picture_of(stored);
        break;
      case Outcome::zero_size:
        state = EntryState::zero_size;
        break;
      default:
        if (entries.reached[entry] != 0) state = EntryState::missing;
        clear_placement(entry);
    }
    entries.state[entry] = static_cast<uint8_t>(state);
  }

  uint32_t picture_of(uint32_t stored) {
    uint32_t& row = picture_[stored];
    if (row == kNone) {
      const Pixels& pixels = pixels_[stored];
      row = out_.pictures.add(parsed_.stored.width[stored], parsed_.stored.height[stored],
                              transparent_, pixels.xxh64, pixels.bytes);
    }
    return row;
  }

  void clear_placement(uint32_t entry) {
    Entries& entries = parsed_.entries;
    entries.x[entry] = entries.y[entry] = entries.xinc[entry] = entries.yinc[entry] = 0;
    entries.redirect_limb[entry] = kNoLimb;
    entries.redirect_index[entry] = 0xFF;
  }

  void fail(size_t costume, uint8_t limb, uint32_t index, uint32_t stored) {
    const Costumes& costumes = parsed_.costumes;
    FailurePlace place;
    place.costume = static_cast<uint32_t>(costume);
    place.id = costumes.id[costume];
    place.room = number_of_room(scanned_.rooms, costumes.room[costume]);
    place.source = costumes.source[costume];
    place.offset = parsed_.stored.header[stored];
    place.limb = limb;
    place.index = static_cast<uint16_t>(index);
    add_failure(out_.failures, place, reason(pixels_[stored].outcome));
  }

  const Scanned& scanned_;
  const std::vector<Pixels>& pixels_;
  Parsed& parsed_;
  Decoded& out_;
  std::vector<uint32_t> picture_;  ///< row of StoredPictures → row of Pictures, or none yet
  uint8_t transparent_ = 0;        ///< of the costume
};

}  // namespace

void decode(const Scanned& scanned, Parsed& parsed, Decoded& out, Progress* progress) {
  const std::vector<size_t> tasks = cut_tasks(parsed);
  out.pictures.clear();
  out.failures = {};
  out.arenas.resize(std::max(out.arenas.size(), tasks.size()));
  std::vector<Pixels> pixels(parsed.stored.count());
  if (out.scratch.size() < worker_count()) out.scratch.resize(worker_count());
  const bool decoded = parallel_for(tasks.size() - 1, progress, [&](size_t task, size_t worker) {
    out.arenas[task].clear();
    CostumeDecoder decoder(scanned, parsed, pixels, out.arenas[task], out.scratch[worker]);
    for (size_t costume = tasks[task]; costume < tasks[task + 1]; ++costume) {
      decoder.decode(costume);
    }
  });
  if (!decoded) return;
  EntryResolver resolver(scanned, pixels, parsed, out);
  for (size_t costume = 0; costume < parsed.costumes.id.size(); ++costume) {
    resolver.resolve(costume);
  }
}

}  // namespace wardrobe
