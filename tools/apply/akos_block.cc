#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "formats/costume.h"
#include "formats/scumm.h"
#include "tools/apply/block_parts.h"
#include "tools/apply/changes.h"

namespace wardrobe {
namespace {

constexpr size_t kOffsetSize = 6;  // of a row of AKOF, in bytes
constexpr size_t kShortHeader = 4;

/// A chunk that has a part for each cel of an AKOS: its pixels or its header. Cels may share a
/// part.
struct CelParts {
  Bytes chunk;
  std::vector<Span> spans;  ///< of each cel; empty if the cel has no part or if its size is unknown
};

/// New parts by cel.
using NewParts = std::map<size_t, std::vector<uint8_t>>;

struct PlacedParts {
  std::vector<uint8_t> chunk;
  std::vector<uint32_t> offset;  ///< of each cel's part
};

/// Returns the first cel that uses the part of `cel`. nullopt unless all cels that use any byte of
/// this part have exactly this part and change.
std::optional<size_t> first_owner(const CelParts& parts, size_t cel, const NewParts& changes) {
  const Span& part = parts.spans[cel];
  std::optional<size_t> first;
  for (size_t other = 0; other < parts.spans.size(); ++other) {
    const Span& span = parts.spans[other];
    if (span.size() == 0 || part.size() == 0 || !span.overlaps(part)) continue;
    if (span != part || !changes.contains(other)) return std::nullopt;
    if (!first) first = other;
  }
  return first;
}

/// Puts the new parts into a chunk. If all cels that use an old part change, the new part of the
/// first one replaces it; cels with the same new part share it. All other new parts go to the end.
PlacedParts place_parts(const CelParts& parts, const NewParts& changes) {
  std::map<size_t, Replacement> replaced;  // by where the part begins
  std::vector<size_t> appended;
  for (const auto& [cel, bytes] : changes) {
    const std::optional<size_t> owner = first_owner(parts, cel, changes);
    if (owner && changes.at(*owner) == bytes) {
      replaced.insert_or_assign(parts.spans[cel].begin, Replacement{parts.spans[cel], bytes});
    } else {
      appended.push_back(cel);
    }
  }
  std::vector<Replacement> replacements;
  for (auto& [begin, replacement] : replaced) replacements.push_back(std::move(replacement));
  const Pieces pieces(parts.chunk, std::move(replacements));
  PlacedParts out{pieces.bytes(), {}};
  for (const Span& span : parts.spans) {
    // A part of unknown size may begin outside the chunk.
    const size_t begin = std::min(span.begin, parts.chunk.size());
    out.offset.push_back(static_cast<uint32_t>(pieces.moved(begin).value_or(begin)));
  }
  for (const size_t cel : appended) {
    const std::vector<uint8_t>& bytes = changes.at(cel);
    out.offset[cel] = static_cast<uint32_t>(out.chunk.size());
    out.chunk.insert(out.chunk.end(), bytes.begin(), bytes.end());
  }
  return out;
}

class AkosBuilder {
 public:
  AkosBuilder(const ReadGame& game, const CostumeChange& change)
      : game_(game),
        change_(change),
        old_(game.payload(change.costume)),
        akos_(game.costumes[change.costume]) {}

  Result<std::vector<uint8_t>> build() {
    TRY(read_chunks());
    for (const PictureChange& picture : change_.pictures) {
      changed_[picture.stored - akos_.first_picture] = &picture;
    }
    TRY(place_headers());
    place_data();
    return fill();
  }

 private:
  Error refused(const PictureChange& picture, const std::string& message) const {
    return change_error(game_, change_.costume, picture, message);
  }

  Status read_chunks() {
    std::optional<Block> damage;
    blocks_ = read_blocks(old_, 0, damage);
    if (damage) {
      return refused(
          change_.pictures[0],
          fmt::format("the costume has a chunk of a wrong size, at byte {}", damage->offset));
    }
    for (const Block& block : blocks_) {
      payloads_.emplace_back(block.payload.begin(), block.payload.end());
    }
    return ok();
  }

  /// The first chunk of that name, as an index into blocks_ and payloads_. Every costume with
  /// pictures has the chunks that are asked for.
  size_t chunk(std::string_view name) const {
    return static_cast<size_t>(std::ranges::find(blocks_, tag(name), &Block::tag) -
                               blocks_.begin());
  }
  /// The position of the chunk's payload in the old costume.
  size_t start(size_t chunk) const { return blocks_[chunk].payload_at(); }
  ByteWriter offsets() { return ByteWriter(payloads_[chunk("AKOF")]); }

  size_t cels() const { return akos_.entries_of(0).size(); }

  bool is_there(size_t cel) const {
    return cel < cels() && akos_.pictures[cel].fault == PictureFault::none;
  }

  const PictureShape& shape(size_t cel) const { return akos_.pictures[cel]; }

  PictureCodec codec() const { return {akos_.codec, akos_.color.size()}; }

  CelParts header_parts() const {
    const size_t headers = chunk("AKCI");
    CelParts parts{blocks_[headers].payload, {}};
    const size_t size = akos_.short_headers ? kShortHeader : kPictureHeader;
    for (size_t cel = 0; cel < cels(); ++cel) {
      const size_t begin = akos_.pictures[cel].header - start(headers);
      parts.spans.push_back({begin, begin + (is_there(cel) ? size : 0)});
    }
    return parts;
  }

  Status place_headers() {
    NewParts headers;
    for (const auto& [cel, change] : changed_) {
      const PictureShape& to = change->shape;
      if (to == shape(cel)) continue;
      if (akos_.short_headers && (to.x != 0 || to.y != 0 || to.xinc != 0 || to.yinc != 0)) {
        return refused(*change, "the cels of this costume have no placement; it must be 0");
      }
      headers[cel] = header_bytes(to);
      if (akos_.short_headers) headers[cel].resize(kShortHeader);
    }
    PlacedParts placed = place_parts(header_parts(), headers);
    for (size_t cel = 0; cel < cels(); ++cel) {
      if (!is_there(cel)) continue;
      if (placed.offset[cel] > 0xFFFF) {
        const auto change = changed_.find(cel);
        return refused(change == changed_.end() ? change_.pictures[0] : *change->second,
                       "the costume has no room for another cel's header");
      }
      offsets().patch_u16(kOffsetSize * cel + 4, placed.offset[cel]);
    }
    payloads_[chunk("AKCI")] = std::move(placed.chunk);
    return ok();
  }

  /// The parts of AKCD: pixels. Zeros after the last part that can be decoded are left out.
  CelParts pixel_parts() const {
    const size_t data_start = start(chunk("AKCD"));
    const Bytes data = blocks_[chunk("AKCD")].payload;
    CelParts parts;
    size_t end = 0;
    for (size_t cel = 0; cel < cels(); ++cel) {
      const size_t begin = akos_.pictures[cel].data - data_start;
      const size_t size = is_there(cel)
                              ? stored_size(codec(), data.subspan(std::min(begin, data.size())),
                                            akos_.pictures[cel].width, akos_.pictures[cel].height)
                              : 0;
      parts.spans.push_back({begin, begin + size});
      if (size > 0) end = std::max(end, begin + size);
    }
    parts.chunk = without_filling(data, end);
    return parts;
  }

  void place_data() {
    NewParts pixels;
    for (const auto& [cel, change] : changed_) {
      if (change->source != PixelSource::own) continue;
      pixels[cel] = encode_picture(codec(), change->pixels, change->shape);
    }
    PlacedParts placed = place_parts(pixel_parts(), pixels);
    for (size_t cel = 0; cel < cels(); ++cel) {
      if (is_there(cel)) offsets().patch_u32(kOffsetSize * cel, placed.offset[cel]);
    }
    payloads_[chunk("AKCD")] = std::move(placed.chunk);
  }

  /// Joins the chunks. If they take less space than before, AKCD is padded.
  std::vector<uint8_t> fill() {
    const Bytes rest = old_.subspan(blocks_.back().end);
    size_t size = rest.size();
    for (const auto& payload : payloads_) size += kBlockHeaderSize + payload.size();
    std::vector<uint8_t>& data = payloads_[chunk("AKCD")];
    if (size < old_.size()) data.resize(data.size() + old_.size() - size);
    std::vector<uint8_t> out;
    ByteWriter writer(out);
    for (size_t i = 0; i < blocks_.size(); ++i) {
      writer.u32(blocks_[i].tag);
      writer.u32_be(static_cast<uint32_t>(kBlockHeaderSize + payloads_[i].size()));
      writer.bytes(payloads_[i]);
    }
    writer.bytes(rest);
    return out;
  }

  const ReadGame& game_;
  const CostumeChange& change_;
  Bytes old_;
  const ParsedCostume& akos_;
  std::vector<Block> blocks_;
  std::map<size_t, const PictureChange*> changed_;  ///< by cel
  std::vector<std::vector<uint8_t>> payloads_;      ///< the new payloads of blocks_
};

}  // namespace

Result<std::vector<uint8_t>> new_akos_payload(const ReadGame& game, const CostumeChange& change) {
  return AkosBuilder(game, change).build();
}

}  // namespace wardrobe
