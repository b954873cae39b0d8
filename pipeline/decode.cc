#include "pipeline/decode.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/version.h"
#include "pipeline/failures.h"
#include "pipeline/io/files.h"
#include "pipeline/parse.h"

namespace wardrobe {
namespace {

/// Most pixels of several pictures in a piece (pixel_sink.h) of pictures; a larger picture is a
/// piece of its own.
constexpr size_t kPixelPiece = 512 * 1024;

/// A stored picture of a costume or of an object.
struct Picture {
  const ParsedCostume* costume = nullptr;
  uint32_t row = 0;  ///< of the costume's pictures
  Bytes data;
  const ObjectImage* image = nullptr;  ///< of an object, which has no costume
  uint8_t room_transparent = 0;        ///< of an object: its room's transparent colour

  const StoredPicture& stored() const { return costume->pictures[row]; }
  uint16_t width() const {
    return image != nullptr ? static_cast<uint16_t>(image->width) : stored().width;
  }
  uint16_t height() const {
    return image != nullptr ? static_cast<uint16_t>(image->height) : stored().height;
  }
  uint64_t pixels() const { return uint64_t{width()} * height(); }
  PictureFault fault() const { return image != nullptr ? PictureFault::none : stored().fault; }
  /// Of pictures with equal keys, only the first is decoded.
  auto key() const { return std::tuple(data.data(), data.size(), width(), height(), fault()); }
};

/// Returns the pictures of all costumes and of the objects of these rooms, by their numbers.
std::vector<Picture> all_pictures(const Scanned& scanned,
                                  const std::vector<ParsedCostume>& costumes,
                                  const std::vector<RoomLook>& looks = {}) {
  std::vector<Picture> all;
  all.reserve(picture_count(costumes));
  for (const ParsedCostume& costume : costumes) {
    const Bytes payload = scanned.payload(costume.block);
    for (uint32_t row = 0; row < costume.pictures.size(); ++row) {
      all.push_back({&costume, row, costume.pictures[row].data_in(payload)});
    }
  }
  for (const RoomLook& look : looks) {
    for (const ObjectLook& object : look.objects) {
      for (const ObjectImage& image : object.images) {
        all.push_back(
            {.data = image.image.data, .image = &image, .room_transparent = look.transparent});
      }
    }
  }
  return all;
}

/// What becomes of every stored picture, as far as can be told without decoding it.
struct DecodePlan {
  std::vector<uint32_t> same;       ///< the first picture with the same data and size, or none
  std::vector<PictureFault> fault;  ///< of pictures that are the first; decoding may find more
  std::vector<uint32_t> order;      ///< pictures to decode, in order of first use
  std::vector<size_t> batch;        ///< batch i has rows batch[i] up to batch[i + 1] of `order`,
                                    ///< of kPixelPiece pixels in total, or one larger picture
};

/// Returns the fault that the picture's header alone shows; `none` if only decoding can show one.
PictureFault fault_of_header(const Picture& picture) {
  if (picture.fault() != PictureFault::none) return picture.fault();
  if (picture.pixels() == 0) return PictureFault::zero_size;
  const bool too_large = picture.width() > kMaxSide || picture.height() > kMaxSide ||
                         picture.pixels() > kMaxPicturePixels;
  return too_large ? PictureFault::too_large : PictureFault::none;
}

/// Cuts the order into batches.
void cut_batches(const std::vector<Picture>& all, DecodePlan& plan) {
  plan.batch = {0};
  uint64_t pixels = 0;
  for (size_t i = 0; i < plan.order.size(); ++i) {
    const uint64_t size = all[plan.order[i]].pixels();
    if (pixels != 0 && pixels + size > kPixelPiece) {
      plan.batch.push_back(i);
      pixels = 0;
    }
    pixels += size;
  }
  if (!plan.order.empty()) plan.batch.push_back(plan.order.size());
}

uint64_t bytes_of_objects(const Scanned& scanned) {
  uint64_t bytes = 0;
  for (const std::vector<uint8_t>& block : scanned.object_bytes) bytes += block.size();
  return bytes;
}

DecodePlan plan_decoding(const Scanned& scanned, const std::vector<ParsedCostume>& costumes,
                         const std::vector<Picture>& all) {
  DecodePlan plan;
  plan.same.assign(all.size(), kNone);
  plan.fault.resize(all.size());
  const auto hash_of = [&](const Picture& picture) {
    const std::array<uint64_t, 2> key = {reinterpret_cast<uintptr_t>(picture.data.data()),
                                         uint64_t{picture.width()} << 32 |
                                             uint64_t{picture.height()} << 8 |
                                             static_cast<uint64_t>(picture.fault())};
    return quick_hash({reinterpret_cast<const uint8_t*>(key.data()), sizeof(key)});
  };
  RowSet distinct;
  const auto add = [&](uint32_t number, uint64_t& left) {
    const Picture& picture = all[number];
    if (plan.same[number] != kNone) return;
    plan.same[number] = distinct.find_or_add(hash_of(picture), number, [&](uint32_t known) {
      return all[known].key() == picture.key();
    });
    if (plan.same[number] != number) return;
    PictureFault& fault = plan.fault[number] = fault_of_header(picture);
    if (fault != PictureFault::none) return;
    if (picture.pixels() > left) {
      fault = PictureFault::too_many;
      return;
    }
    left -= picture.pixels();  // Damaged pictures count too: they cost as much time.
    plan.order.push_back(number);
  };
  for (const ParsedCostume& costume : costumes) {
    uint64_t left = kCostumePixels.of(scanned.costumes[costume.block].size());
    for (const uint32_t row : costume.entry_picture) {
      if (row != kNone) add(costume.first_picture + row, left);
    }
  }
  uint64_t left = kGameObjects.of(bytes_of_objects(scanned));
  for (uint32_t number = picture_count(costumes); number < all.size(); ++number) add(number, left);
  cut_batches(all, plan);
  return plan;
}

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
std::vector<Picture> telling_pictures(const std::vector<Picture>& all) {
  std::vector<Picture> telling;
  uint64_t pixels = 0;
  for (const Picture& picture : all) {
    const bool tells = picture.fault() == PictureFault::none && picture.pixels() != 0 &&
                       picture.pixels() <= kMaxPicturePixels && picture.width() != picture.height();
    if (!tells) continue;
    telling.push_back(picture);
    pixels += picture.pixels();
  }
  const uint64_t step = pixels / kMostPixels + 1;
  std::vector<Picture> chosen;
  for (size_t i = 0; i < telling.size(); i += step) chosen.push_back(telling[i]);
  return chosen;
}

Roughness roughness_of(const std::vector<Picture>& pictures) {
  std::vector<Roughness> parts(worker_count());
  std::vector<std::vector<uint8_t>> buffers(parts.size());
  parallel_for(pictures.size(), [&](size_t i, size_t worker) {
    const Picture& picture = pictures[i];
    std::vector<uint8_t>& out = buffers[worker];
    const size_t width = picture.width();
    const size_t height = picture.height();
    if (out.size() < width * height + kPixelPadding) out.resize(width * height + kPixelPadding);
    const PictureCodec codec = picture.costume->codec_of(picture.row, Version::v5_rows);
    std::vector<uint8_t> unused;
    const DecodeEnd end = codec.decode(picture.data, width, height, out, unused).end;
    if (end != DecodeEnd::complete) return;
    add_picture(Bytes(out).first(width * height), width, height, parts[worker]);
  });
  Roughness all;
  for (const Roughness& part : parts) {
    all.pixels += part.pixels;
    all.by_columns += part.by_columns;
    all.by_rows += part.by_rows;
  }
  return all;
}

/// Decodes pictures, finds the distinct ones and hands on their pixels. In memory are only the
/// pixels of the batches under way.
class Decoder {
 public:
  Decoder(const Scanned& scanned, const std::vector<Picture>& all, DecodePlan plan, PixelSink& sink)
      : scanned_(scanned),
        all_(all),
        plan_(std::move(plan)),
        sink_(sink),
        slots_(most_under_way()),
        scratch_(worker_count()),
        set_(pictures_),
        picture_(all.size(), kNone) {
    if (pictures_in(0).size() < plan_.order.size()) open_.reserve(kPixelPiece);
  }

  void run(Progress& progress) {
    const size_t items =
        plan_.batch.size();  // The last one has no pictures: it ends the last piece.
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

  Decoded finish() && {
    Decoded out{std::move(pictures_), std::move(picture_), std::move(plan_.fault)};
    for (uint32_t number = 0; number < all_.size(); ++number) {
      const uint32_t same = plan_.same[number];
      if (same == kNone) continue;
      out.picture[number] = out.picture[same];
      out.fault[number] = out.fault[same];
    }
    return out;
  }

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
    const std::vector<size_t>& at = plan_.batch;
    if (batch + 1 == at.size()) return {};
    return std::span(plan_.order).subspan(at[batch], at[batch + 1] - at[batch]);
  }

  PictureFault decode_picture(const Picture& picture, std::span<uint8_t> out,
                              std::vector<uint8_t>& scratch, uint8_t& transparent) const {
    if (picture.image != nullptr) {
      transparent = picture.room_transparent;
      return decode_object_image(*picture.image, transparent, out);
    }
    const ParsedCostume& costume = *picture.costume;
    const Version version = scanned_.version();
    transparent = akos_transparent(costume.codec, costume.colors, version,
                                   scanned_.actor_colors(costume.block));
    if (costume.is_auxiliary(picture.row)) {
      return decode_auxiliary(picture.data, picture.width(), picture.height(), costume.codec,
                              costume.colors, transparent, out);
    }
    const PictureCodec codec = costume.codec_of(picture.row, version);
    return fault_of(
        codec.decode(picture.data, picture.width(), picture.height(), out, scratch).end);
  }

  void decode(size_t batch, size_t worker) {
    Slot& slot = slots_[batch % slots_.size()];
    const std::span<const uint32_t> numbers = pictures_in(batch);
    uint64_t size = 0;
    for (const uint32_t number : numbers) size += all_[number].pixels();
    if (slot.pixels.size() < size + kPixelPadding) {
      slot.pixels = HugeBuffer(std::max<size_t>(size, kPixelPiece) + kPixelPadding);
    }
    slot.xxh64.resize(numbers.size());
    slot.transparent.resize(numbers.size());
    std::span<uint8_t> out = slot.pixels;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const Picture& picture = all_[numbers[i]];
      plan_.fault[numbers[i]] = decode_picture(picture, out, scratch_[worker], slot.transparent[i]);
      slot.xxh64[i] = xxh64(out.first(picture.pixels()));
      out = out.subspan(picture.pixels());
    }
  }

  /// Adds the pictures of a batch to the set, and the pixels of new ones to the open piece. A batch
  /// completes one piece at most, because all but the first picture of a batch fit into a piece.
  void add(size_t batch, size_t /*worker*/) {
    Slot& slot = slots_[batch % slots_.size()];
    const std::span<const uint32_t> numbers = pictures_in(batch);
    if (numbers.empty()) complete_piece(slot);
    Bytes from = slot.pixels;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const Picture& picture = all_[numbers[i]];
      const Bytes pixels = from.first(picture.pixels());
      from = from.subspan(pixels.size());
      if (plan_.fault[numbers[i]] != PictureFault::none) continue;
      const uint32_t row =
          set_.add(picture.width(), picture.height(), slot.transparent[i], slot.xxh64[i],
                   [&](uint32_t known) { return equals(known, pixels); });
      picture_[numbers[i]] = row;
      if (row != first_.size()) continue;
      first_.push_back(numbers[i]);
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
    const uint64_t at = pictures_.pixel_offset[known];
    if (at >= open_at_) {
      return std::ranges::equal(Bytes(open_).subspan(at - open_at_, pixels.size()), pixels);
    }
    if (again_.size() < pixels.size() + kPixelPadding) again_.resize(pixels.size() + kPixelPadding);
    uint8_t transparent = 0;
    decode_picture(all_[first_[known]], again_, again_scratch_, transparent);
    return std::ranges::equal(Bytes(again_).first(pixels.size()), pixels);
  }

  const Scanned& scanned_;
  const std::vector<Picture>& all_;  ///< by number
  DecodePlan plan_;
  PixelSink& sink_;
  std::vector<Slot> slots_;
  std::vector<std::vector<uint8_t>> scratch_;  ///< of each worker
  Pictures pictures_;
  PictureSet set_;
  std::vector<uint32_t> picture_;  ///< number of a picture → row of Pictures
  std::vector<uint32_t> first_;    ///< row of Pictures → number of the first such picture
  std::vector<uint8_t> open_;      ///< pixels of the piece that is not yet complete
  uint64_t open_at_ = 0;           ///< where it starts in the column
  size_t pieces_ = 0;              ///< number of complete ones
  std::vector<uint8_t> again_;
  std::vector<uint8_t> again_scratch_;
};

}  // namespace

void tell_row_order(const std::vector<ParsedCostume>& costumes, Scanned& scanned) {
  Game& game = scanned.game;
  if (scanned.version() != Version::v5) return;
  const Roughness found = roughness_of(telling_pictures(all_pictures(scanned, costumes)));
  if (found.pixels < kLeastPixels || found.by_rows == 0) return;
  const uint64_t margin = 100 * found.by_columns / found.by_rows;
  if (margin < kLeastMargin) return;
  game.version[0] = Version::v5_rows;
  const std::string hundredths = std::to_string(100 + margin % 100).substr(1);
  const std::string told = "; pictures stored by rows, as on the Amiga: they are " +
                           std::to_string(margin / 100) + "." + hundredths +
                           " times as smooth as by columns";
  game.evidence.insert(game.evidence.end(), told.begin(), told.end());
  game.evidence_offset[1] = static_cast<uint32_t>(game.evidence.size());
}

Decoded decode(const Scanned& scanned, const std::vector<ParsedCostume>& costumes,
               const std::vector<RoomLook>& looks, PixelSink& sink, Progress& progress) {
  const std::vector<Picture> all = all_pictures(scanned, costumes, looks);
  Decoder decoder(scanned, all, plan_decoding(scanned, costumes, all), sink);
  decoder.run(progress);
  return std::move(decoder).finish();
}

}  // namespace wardrobe
