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

/// Tasks take whole costumes until they have this much to read.
constexpr uint64_t kBytesPerTask = 64 * 1024;

constexpr uint64_t kMaxPixels = 4 << 20;
constexpr uint64_t kMaxCostumePixels = 64 << 20;

/// What became of a candidate.
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
      return "the picture's header lies outside the block";
    case Outcome::redirect:
      return "the picture redirects to one that is not there";
    case Outcome::too_large:
      return "the picture is larger than 4096 pixels a side or 4 Mpx";
    case Outcome::too_many:
      return "the costume's pictures have more than 64 Mpx together";
    case Outcome::truncated:
      return "the block ends inside the picture's data";
    case Outcome::overrun:
      return "a run of the picture's data passes its row's or its own last pixel";
    case Outcome::damaged:
      return "the picture's data says what its codec cannot have";
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

/// Decodes the candidates of one costume after the other.
class CostumeDecoder {
 public:
  CostumeDecoder(const Scanned& scanned, const Parsed& parsed, std::vector<Pixels>& pixels,
                 PixelArena& arena, std::vector<uint8_t>& scratch)
      : data_(scanned.data),
        parsed_(parsed),
        from_(parsed.candidates),
        pixels_(pixels),
        arena_(arena),
        scratch_(scratch) {}

  /// The same data at the same size is decoded once: candidates are taken in an order in which
  /// those follow each other.
  void decode(size_t costume) {
    const auto key = [this](uint32_t c) {
      return std::tuple(from_.data[c], from_.width[c], from_.height[c], from_.fault[c]);
    };
    order_.resize(from_.row_offset[costume + 1] - from_.row_offset[costume]);
    std::iota(order_.begin(), order_.end(), from_.row_offset[costume]);
    std::ranges::stable_sort(order_, {}, key);
    codec_ = {parsed_.costumes.codec[costume], colors_of(parsed_.costumes, costume).size()};
    left_ = kMaxCostumePixels;
    for (size_t i = 0; i < order_.size(); ++i) {
      const uint32_t c = order_[i];
      if (i > 0 && key(c) == key(order_[i - 1])) {
        pixels_[c] = pixels_[order_[i - 1]];
      } else {
        pixels_[c].outcome = decode_candidate(c, pixels_[c]);
      }
    }
  }

 private:
  Outcome decode_candidate(uint32_t c, Pixels& out) {
    if (from_.fault[c] == CostCandidates::Fault::header_outside) return Outcome::outside;
    if (from_.fault[c] == CostCandidates::Fault::redirect_outside) return Outcome::redirect;
    const size_t width = from_.width[c];
    const size_t height = from_.height[c];
    const size_t count = width * height;
    if (count == 0) return Outcome::zero_size;
    if (width > kMaxSide || height > kMaxSide || count > kMaxPixels) return Outcome::too_large;
    if (count > left_) return Outcome::too_many;
    left_ -= count;  // Tried is enough: damaged pictures cost time, too.
    const Bytes data = data_.subspan(from_.data[c], from_.data_end[c] - from_.data[c]);
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
  const Candidates& from_;
  std::vector<Pixels>& pixels_;
  PixelArena& arena_;
  std::vector<uint8_t>& scratch_;
  std::vector<uint32_t> order_;
  PictureCodec codec_;
  uint64_t left_ = 0;
};

/// Runs of costumes that make a task each: task i has costumes first[i] up to first[i + 1].
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

/// Gives entries their pictures, one costume after the other, so that rows come in order of first
/// use.
class EntryResolver {
 public:
  EntryResolver(const Scanned& scanned, const std::vector<Pixels>& pixels, Parsed& parsed,
                Decoded& out)
      : scanned_(scanned),
        pixels_(pixels),
        parsed_(parsed),
        out_(out),
        candidate_picture_(pixels.size(), kNone) {}

  void resolve(size_t costume) {
    const LimbTables& tables = parsed_.limb_tables;
    transparent_ = transparent(costume);
    for (uint32_t table = parsed_.costumes.table_offset[costume];
         table < parsed_.costumes.table_offset[costume + 1]; ++table) {
      const uint32_t first = tables.entry_offset[table];
      for (uint32_t entry = first; entry < tables.entry_offset[table + 1]; ++entry) {
        const uint32_t candidate = parsed_.entry_candidate[entry];
        if (candidate == kNone) continue;
        resolve_entry(entry, candidate);
        if (state(entry) == EntryState::missing) {
          fail(costume, tables.limb[table], entry - first, candidate);
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

  void resolve_entry(uint32_t entry, uint32_t candidate) {
    Entries& entries = parsed_.entries;
    auto state = EntryState::empty;
    switch (pixels_[candidate].outcome) {
      case Outcome::decoded:
        state = EntryState::picture;
        entries.picture[entry] = picture_of(candidate);
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

  uint32_t picture_of(uint32_t candidate) {
    uint32_t& row = candidate_picture_[candidate];
    if (row == kNone) {
      const Pixels& pixels = pixels_[candidate];
      row = out_.pictures.add(parsed_.candidates.width[candidate],
                              parsed_.candidates.height[candidate], transparent_, pixels.xxh64,
                              pixels.bytes);
    }
    return row;
  }

  void clear_placement(uint32_t entry) {
    Entries& entries = parsed_.entries;
    entries.x[entry] = entries.y[entry] = entries.xinc[entry] = entries.yinc[entry] = 0;
    entries.redirect_limb[entry] = kNoLimb;
    entries.redirect_index[entry] = 0xFF;
  }

  void fail(size_t costume, uint8_t limb, uint32_t index, uint32_t candidate) {
    const Costumes& costumes = parsed_.costumes;
    FailurePlace place;
    place.costume = static_cast<uint32_t>(costume);
    place.id = costumes.id[costume];
    if (costumes.room[costume] != kNone) place.room = scanned_.rooms.number[costumes.room[costume]];
    place.source = costumes.source[costume];
    place.offset = parsed_.candidates.header[candidate];
    place.limb = limb;
    place.index = static_cast<uint16_t>(index);
    add_failure(out_.failures, place, reason(pixels_[candidate].outcome));
  }

  const Scanned& scanned_;
  const std::vector<Pixels>& pixels_;
  Parsed& parsed_;
  Decoded& out_;
  std::vector<uint32_t> candidate_picture_;
  uint8_t transparent_ = 0;  ///< of the costume
};

}  // namespace

void decode(const Scanned& scanned, Parsed& parsed, Decoded& out) {
  const std::vector<size_t> tasks = cut_tasks(parsed);
  out.pictures.clear();
  out.failures = {};
  out.arenas.resize(std::max(out.arenas.size(), tasks.size()));
  std::vector<Pixels> pixels(parsed.candidates.count());
  if (out.scratch.size() < worker_count()) out.scratch.resize(worker_count());
  parallel_for(tasks.size() - 1, [&](size_t task, size_t worker) {
    out.arenas[task].clear();
    CostumeDecoder decoder(scanned, parsed, pixels, out.arenas[task], out.scratch[worker]);
    for (size_t costume = tasks[task]; costume < tasks[task + 1]; ++costume) {
      decoder.decode(costume);
    }
  });
  EntryResolver resolver(scanned, pixels, parsed, out);
  for (size_t costume = 0; costume < parsed.costumes.id.size(); ++costume) {
    resolver.resolve(costume);
  }
}

}  // namespace wardrobe
