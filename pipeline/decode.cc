#include "pipeline/decode.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "formats/colors.h"
#include "formats/hash.h"
#include "formats/limits.h"
#include "formats/version.h"
#include "pipeline/failures.h"
#include "pipeline/io/huge_pages.h"
#include "pipeline/parallel.h"
#include "pipeline/picture_codec.h"
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
namespace {

/// Pixels to inspect. In a game with more pixels, only every n-th picture is inspected.
constexpr uint64_t kMostPixels = 1 << 20;
/// With fewer pixels, the result is not significant.
constexpr uint64_t kLeastPixels = 10000;
/// Least ratio, in hundredths, of the differences by columns to those by rows, at which pictures
/// count as stored by rows.
constexpr uint64_t kLeastMargin = 120;

/// Numbers of differing pairs of neighbours, for each order of reading.
struct Roughness {
  uint64_t pixels = 0;
  uint64_t by_columns = 0;
  uint64_t by_rows = 0;
};

/// Returns the number of differing pairs of pixels at this distance.
uint64_t unequal(Bytes pixels, size_t distance) {
  uint64_t count = 0;
  for (size_t i = distance; i < pixels.size(); ++i) count += pixels[i] != pixels[i - distance];
  return count;
}

/// Returns the number of lines whose first pixel differs from the last one of the line before.
uint64_t unequal_across_lines(Bytes pixels, size_t line) {
  uint64_t count = 0;
  for (size_t i = line; i < pixels.size(); i += line) count += pixels[i] != pixels[i - 1];
  return count;
}

/// Adds the counts of a picture whose pixels are in the order in which they are stored.
void add_picture(Bytes stored, size_t width, size_t height, Roughness& out) {
  const uint64_t along = unequal(stored, 1);
  out.pixels += stored.size();
  out.by_columns += along - unequal_across_lines(stored, height) + unequal(stored, height);
  out.by_rows += along - unequal_across_lines(stored, width) + unequal(stored, width);
}

/// Returns the pictures to inspect. Square ones are left out, because they cannot tell rows from
/// columns.
std::vector<uint32_t> telling_pictures(const StoredPictures& stored) {
  std::vector<uint32_t> rows;
  uint64_t pixels = 0;
  for (uint32_t row = 0; row < stored.count(); ++row) {
    const uint64_t size = uint64_t{stored.width[row]} * stored.height[row];
    const bool tells = stored.fault[row] == PictureFault::none && size != 0 &&
                       size <= kMaxPicturePixels && stored.width[row] != stored.height[row];
    if (!tells) continue;
    rows.push_back(row);
    pixels += size;
  }
  const uint64_t step = pixels / kMostPixels + 1;
  std::vector<uint32_t> chosen;
  for (size_t i = 0; i < rows.size(); i += step) chosen.push_back(rows[i]);
  return chosen;
}

Roughness roughness_of(const StoredPictures& stored, Bytes data) {
  const std::vector<uint32_t> rows = telling_pictures(stored);
  std::vector<Roughness> parts(worker_count());
  std::vector<std::vector<uint8_t>> pixels(parts.size());
  parallel_for(rows.size(), [&](size_t i, size_t worker) {
    const uint32_t row = rows[i];
    const size_t size = size_t{stored.width[row]} * stored.height[row];
    std::vector<uint8_t>& out = pixels[worker];
    if (out.size() < size + kPixelPadding) out.resize(size + kPixelPadding);
    const Bytes in = data.subspan(stored.data[row], stored.data_end[row] - stored.data[row]);
    const PictureCodec codec{kRleByRows, stored.colors[row]};
    std::vector<uint8_t> unused;
    const DecodeEnd end = codec.decode(in, stored.width[row], stored.height[row], out, unused).end;
    if (end != DecodeEnd::complete) return;
    add_picture(Bytes(out).first(size), stored.width[row], stored.height[row], parts[worker]);
  });
  Roughness all;
  for (const Roughness& part : parts) {
    all.pixels += part.pixels;
    all.by_columns += part.by_columns;
    all.by_rows += part.by_rows;
  }
  return all;
}

}  // namespace

void tell_row_order(const Scanned& scanned, StoredPictures& stored, Tables& tables) {
  Game& game = tables.game;
  if (game.version[0] != Version::v5) return;
  const Roughness found = roughness_of(stored, scanned.data);
  if (found.pixels < kLeastPixels || found.by_rows == 0) return;
  const uint64_t margin = 100 * found.by_columns / found.by_rows;
  if (margin < kLeastMargin) return;
  game.version[0] = Version::v5_rows;
  std::ranges::fill(stored.codec, kRleByRows);
  const std::string hundredths = std::to_string(100 + margin % 100).substr(1);
  const std::string told = "; pictures stored by rows, as on the Amiga: they are " +
                           std::to_string(margin / 100) + "." + hundredths +
                           " times as smooth as by columns";
  game.evidence.insert(game.evidence.end(), told.begin(), told.end());
  game.evidence_offset[1] = static_cast<uint32_t>(game.evidence.size());
}
namespace {

/// Returns the limit that pictures of a costume with a block of `bytes` bytes exceed.
std::string budget_text(uint64_t bytes) {
  if (kCostumePixels.of(bytes) == kCostumePixels.most) return limit_text(kCostumePixels.most);
  return limit_text(kCostumePixels.free) + " + " + limit_text(kCostumePixels.per_byte) +
         " for each of its " + std::to_string(bytes) + " bytes";
}

/// Returns the text about a fault in a costume with a block of `bytes` bytes.
std::string reason(PictureFault fault, uint64_t bytes) {
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
      return "the costume's pictures exceed the limit of pixels: " + budget_text(bytes);
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

/// Decodes pictures, finds the distinct ones and hands on their pixels. In memory are only the
/// pixels of the batches under way.
class Decoder {
 public:
  Decoder(const Scanned& scanned, const StoredPictures& stored, Tables& tables, DecodePlan& plan,
          PixelSink& sink)
      : data_(scanned.data),
        stored_(stored),
        tables_(tables),
        plan_(plan),
        sink_(sink),
        batch_(plan.batch),
        slots_(most_under_way()),
        scratch_(worker_count()),
        set_(tables.pictures),
        picture_(stored.count(), kNone) {
    if (pictures_in(0).size() < plan.order.size()) open_.reserve(kPixelPiece);
    for (size_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
      transparent_.push_back(transparent_value(TablesView(tables), static_cast<uint32_t>(costume)));
    }
  }

  void run(Progress& progress) {
    const size_t items = batch_.size();  // The last one has no pictures: it ends the last piece.
    sink_.start(items);
    const auto unless_cancelled = [&](auto step) -> Step {
      return [this, &progress, step](size_t item, size_t worker) {
        if (!progress.cancelled()) (this->*step)(item, worker);
      };
    };
    parallel_in_order(items, {unless_cancelled(&Decoder::decode), unless_cancelled(&Decoder::add),
                              unless_cancelled(&Decoder::hand_on),
                              [&](size_t, size_t) { progress.item_done(items); }});
  }

  /// Returns the row of Pictures of a stored picture, which must have no fault.
  uint32_t picture_of(uint32_t stored) const { return picture_[stored]; }

 private:
  /// The pictures of a batch, and the piece that they completed.
  struct Slot {
    HugeBuffer pixels;  ///< of all pictures, one after the other; then padding
    std::vector<uint64_t> xxh64;
    std::vector<uint8_t> transparent;  ///< the value of each picture that is not drawn
    std::vector<uint8_t> piece;        ///< empty: none was completed
    size_t number = 0;                 ///< of the piece
  };

  std::span<const uint32_t> pictures_in(size_t batch) const {
    if (batch + 1 == batch_.size()) return {};
    return std::span(plan_.order).subspan(batch_[batch], batch_[batch + 1] - batch_[batch]);
  }

  PictureFault decode_picture(uint32_t costume, uint32_t row, std::span<uint8_t> out,
                              std::vector<uint8_t>& scratch, uint8_t& transparent) const {
    const Bytes data = data_.subspan(stored_.data[row], stored_.data_end[row] - stored_.data[row]);
    const uint16_t width = stored_.width[row];
    const uint16_t height = stored_.height[row];
    transparent = transparent_[costume];
    if (stored_.codec[row] == kAuxiliary) {
      const Costumes& costumes = tables_.costumes;
      return decode_auxiliary(data, width, height, costumes.codec[costume],
                              elements_at(costumes.color_offset, costumes.color, costume),
                              transparent, out);
    }
    const PictureCodec codec{stored_.codec[row], stored_.colors[row]};
    return fault_of(codec.decode(data, width, height, out, scratch).end);
  }

  void decode(size_t batch, size_t worker) {
    Slot& slot = slots_[batch % slots_.size()];
    const std::span<const uint32_t> rows = pictures_in(batch);
    uint64_t size = 0;
    for (const uint32_t row : rows) size += pixels_of(stored_, row);
    if (slot.pixels.size() < size + kPixelPadding) {
      slot.pixels = HugeBuffer(std::max<size_t>(size, kPixelPiece) + kPixelPadding);
    }
    slot.xxh64.resize(rows.size());
    slot.transparent.resize(rows.size());
    std::span<uint8_t> out = slot.pixels;
    for (size_t i = 0; i < rows.size(); ++i) {
      const uint32_t costume = plan_.costume[batch_[batch] + i];
      plan_.fault[rows[i]] =
          decode_picture(costume, rows[i], out, scratch_[worker], slot.transparent[i]);
      slot.xxh64[i] = xxh64(out.first(pixels_of(stored_, rows[i])));
      out = out.subspan(pixels_of(stored_, rows[i]));
    }
  }

  /// Adds the pictures of a batch to the set, and the pixels of new ones to the open piece. A batch
  /// completes one piece at most, because all but the first picture of a batch fit into a piece.
  void add(size_t batch, size_t /*worker*/) {
    Slot& slot = slots_[batch % slots_.size()];
    const std::span<const uint32_t> rows = pictures_in(batch);
    if (rows.empty()) complete_piece(slot);
    Bytes from = slot.pixels;
    for (size_t i = 0; i < rows.size(); ++i) {
      const uint32_t row = rows[i];
      const Bytes pixels = from.first(pixels_of(stored_, row));
      from = from.subspan(pixels.size());
      if (plan_.fault[row] != PictureFault::none) continue;
      picture_[row] =
          set_.add(stored_.width[row], stored_.height[row], slot.transparent[i], slot.xxh64[i],
                   [&](uint32_t known) { return equals(known, pixels); });
      if (picture_[row] != source_.size()) continue;
      source_.push_back({row, plan_.costume[batch_[batch] + i]});
      if (open_.size() + pixels.size() > kPixelPiece) complete_piece(slot);
      open_.insert(open_.end(), pixels.begin(), pixels.end());
    }
  }

  void complete_piece(Slot& slot) {
    if (open_.empty()) return;
    std::swap(open_, slot.piece);
    open_.reserve(kPixelPiece);
    slot.number = pieces_++;
    open_at_ += slot.piece.size();
  }

  void hand_on(size_t batch, size_t worker) {
    Slot& slot = slots_[batch % slots_.size()];
    if (!slot.piece.empty()) sink_.take(slot.number, slot.piece, worker);
    slot.piece.clear();
  }

  /// Whether a row of Pictures, which has as many pixels, has these. Pixels that are no longer in
  /// memory are decoded again.
  bool equals(uint32_t known, Bytes pixels) {
    const uint64_t at = tables_.pictures.pixel_offset[known];
    if (at >= open_at_) {
      return std::ranges::equal(Bytes(open_).subspan(at - open_at_, pixels.size()), pixels);
    }
    if (again_.size() < pixels.size() + kPixelPadding) again_.resize(pixels.size() + kPixelPadding);
    const auto [row, costume] = source_[known];
    uint8_t transparent = 0;
    decode_picture(costume, row, again_, again_scratch_, transparent);
    return std::ranges::equal(Bytes(again_).first(pixels.size()), pixels);
  }

  /// Where the pixels of a row of Pictures come from.
  struct Source {
    uint32_t stored;   ///< row of StoredPictures
    uint32_t costume;  ///< row of Costumes
  };

  Bytes data_;
  const StoredPictures& stored_;
  const Tables& tables_;
  DecodePlan& plan_;
  PixelSink& sink_;
  const std::vector<size_t>& batch_;
  std::vector<uint8_t> transparent_;  ///< of each costume's cels
  std::vector<Slot> slots_;
  std::vector<std::vector<uint8_t>> scratch_;  ///< of each worker
  PictureSet set_;
  std::vector<uint32_t> picture_;  ///< row of StoredPictures → row of Pictures
  std::vector<Source> source_;     ///< of each row of Pictures
  std::vector<uint8_t> open_;      ///< pixels of the piece that is not yet complete
  uint64_t open_at_ = 0;           ///< where it starts in the column
  size_t pieces_ = 0;              ///< number of complete ones
  std::vector<uint8_t> again_;
  std::vector<uint8_t> again_scratch_;
};

/// Completes the entries, and adds failures.
class EntryResolver {
 public:
  EntryResolver(const StoredPictures& stored, const DecodePlan& plan, const Decoder& decoder,
                Tables& tables)
      : stored_(stored), plan_(plan), decoder_(decoder), tables_(tables) {}

  void resolve(size_t costume) {
    const LimbTables& tables = tables_.limb_tables;
    for (const uint32_t table : rows_of(tables_.costumes.table_offset, costume)) {
      const RowRange entries = rows_of(tables.entry_offset, table);
      for (const uint32_t entry : entries) {
        if (stored_.of_entry[entry] == kNone) continue;
        const uint32_t stored = plan_.same[stored_.of_entry[entry]];
        resolve_entry(entry, stored);
        const bool unread = plan_.fault[stored] == PictureFault::coding;
        if (tables_.entries.state[entry] == EntryState::missing || unread) {
          fail(costume, tables.limb[table], entry - entries.front(), stored_.of_entry[entry]);
        }
      }
    }
  }

 private:
  void resolve_entry(uint32_t entry, uint32_t stored) {
    Entries& entries = tables_.entries;
    auto state = EntryState::empty;
    switch (plan_.fault[stored]) {
      case PictureFault::none:
        state = EntryState::picture;
        entries.picture[entry] = decoder_.picture_of(stored);
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

  void clear_placement(uint32_t entry) {
    Entries& entries = tables_.entries;
    entries.x[entry] = entries.y[entry] = entries.xinc[entry] = entries.yinc[entry] = 0;
    entries.redirect_limb[entry] = kNoLimb;
    entries.redirect_index[entry] = 0xFF;
  }

  void fail(size_t costume, uint8_t limb, uint32_t index, uint32_t stored) {
    const Costumes& costumes = tables_.costumes;
    const PictureFault fault = plan_.fault[plan_.same[stored]];
    // A tool of the games' makers leaves such cels behind.
    const bool empty = costumes.kind[costume] == Kind::akos && fault == PictureFault::truncated &&
                       stored_.data[stored] == stored_.data_end[stored];
    add_failure(
        tables_.failures,
        {.costume = static_cast<uint32_t>(costume),
         .id = costumes.id[costume],
         .room = number_of_room(tables_.rooms, costumes.room[costume]),
         .source = costumes.source[costume],
         .offset = stored_.header[stored],
         .limb = limb,
         .index = static_cast<uint16_t>(index),
         .kind = empty || fault == PictureFault::coding ? FailureKind::note : FailureKind::damage},
        empty ? "it has no pixels: its data would start where all data ends"
              : reason(fault, costumes.size[costume]));
  }

  const StoredPictures& stored_;
  const DecodePlan& plan_;
  const Decoder& decoder_;
  Tables& tables_;
};

}  // namespace

void decode(const Scanned& scanned, const StoredPictures& stored, Tables& tables, PixelSink& sink,
            Progress& progress) {
  DecodePlan plan = plan_decoding(stored, tables);
  Decoder decoder(scanned, stored, tables, plan, sink);
  decoder.run(progress);
  if (progress.cancelled()) return;
  EntryResolver resolver(stored, plan, decoder, tables);
  for (size_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    resolver.resolve(costume);
  }
}

}  // namespace wardrobe
