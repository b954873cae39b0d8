#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

#include "formats/akos_commands.h"
#include "formats/costume.h"
#include "formats/play_rules.h"
#include "formats/version.h"
#include "kernels/encode.h"
#include "tools/sample/sketch.h"
#include "tools/sample/write_costume.h"

namespace wardrobe::sample {
namespace {

/// The sound that plays in v6 for a COST's last sound command.
constexpr unsigned kSoundNumber = 7;

/// The costumes take these codecs in turn. Codec 32, which is never flipped, is for those of a
/// Humongous game that have pictures of their own for West.
constexpr std::array kCodecsOfScumm = {kAkosRle, kAkosBomp, kAkosMajMin};
constexpr std::array kCodecsOfHe = {kAkosMajMin, kAkosBomp, kAkosRle, kAkosBomp};

/// How an AKOS is written.
struct AkosForm {
  uint8_t codec = kAkosRle;
  unsigned directions = 4;   ///< 8: North and South also serve the directions next to them
  unsigned first_sound = 1;  ///< the number of the first sound: 0 from HE 61 on
  /// Whether cels have short headers and the RGBS has the whole palette. Cels with short headers
  /// are placed only by draw-many commands.
  bool short_headers = false;
};

AkosForm form_of(Version version, size_t number, bool west_is_drawn) {
  if (!is_humongous(version)) {
    const unsigned directions = version == Version::v8 && number == 0 ? kDirections : 4;
    return {kCodecsOfScumm[number % kCodecsOfScumm.size()], directions};
  }
  const uint8_t codec = west_is_drawn ? kAkosTrle : kCodecsOfHe[number % kCodecsOfHe.size()];
  return {codec, 4, 0, codec == kAkosRle};
}

/// Pixels of codec 1 are numbers of the costume's colours; pixels of other codecs are colours of
/// the room's palette.
void append_pixels(const Drawing& drawing, uint8_t codec, Bytes colors,
                   std::vector<uint8_t>& data) {
  const size_t width = drawing.width;
  const size_t height = drawing.height;
  std::vector<uint8_t> pixels = drawing.pixels;
  if (codec != kAkosRle) {
    for (uint8_t& pixel : pixels) pixel = pixel == 0 ? kNotDrawn : colors[pixel];
  }
  const auto encode = [&](size_t bound, auto&& encoder, auto... split) {
    const size_t start = data.size();
    data.resize(start + bound);
    data.resize(start + encoder(pixels, width, height, split..., std::span(data).subspan(start)));
  };
  switch (codec) {
    case kAkosBomp:
      return encode(encode_bomp_bound(width, height), encode_bomp);
    case kAkosTrle:
      return encode(encode_trle_bound(width, height), encode_trle);
    case kAkosMajMin:
      return encode(encode_majmin_bound(pixels.size()), encode_majmin);
    default:
      return encode(encode_rle_bound(pixels.size()), encode_rle,
                    colors.size() == 32 ? RleSplit::colors32 : RleSplit::colors16);
  }
}

/// A window as AKSQ codes: where they are, and how they are played.
struct Sequence {
  WindowMode mode = WindowMode::off;
  uint16_t start = 0;
  uint16_t length = 0;
};

/// Writes the windows of a COST as sequences of AKSQ.
class SequenceWriter {
 public:
  SequenceWriter(const std::vector<StoredPicture>& cels, const AkosForm& form,
                 std::vector<uint8_t>& out)
      : cels_(cels),
        draws_many_(form.codec == kAkosTrle || form.short_headers),
        first_sound_(form.first_sound),
        writer_(out) {}

  /// Adds a window, and returns its codes. `slots` maps a slot of the limb's table to a cel.
  Sequence add(const Part& part, const std::vector<uint32_t>& slots) {
    if (part.commands.empty()) return {};
    if (part.commands[0] == kCommandStop) return {WindowMode::stop, 0, 0};
    if (part.commands[0] == kCommandUnstop) return {WindowMode::unstop, 0, 0};
    const auto [known, is_new] = known_.try_emplace({part.limb, part.commands, part.loops});
    if (is_new) known->second = write(part, slots);
    return known->second;
  }

 private:
  Sequence write(const Part& part, const std::vector<uint32_t>& slots) {
    const auto takes_no_time = [](uint8_t command) {
      return command == kCommandCount || command == kLastSoundCommand;
    };
    const bool is_program = draws_many_ || std::ranges::any_of(part.commands, takes_no_time);
    const size_t start = writer_.position();
    size_t last = start;
    for (const uint8_t command : part.commands) {
      last = writer_.position();
      write_code_of(command, slots);
    }
    WindowMode mode = part.loops ? WindowMode::loop : WindowMode::once;
    if (is_program) {
      mode = WindowMode::program;
      write_command(AkosCommand::go_to);
      writer_.u16(static_cast<unsigned>(part.loops ? start : last));
    }
    // The window ends with the first byte of its last code. Mode 3 stays at that code.
    return {mode, static_cast<uint16_t>(start), static_cast<uint16_t>(last - start + 1)};
  }

  void write_code_of(uint8_t command, const std::vector<uint32_t>& slots) {
    switch (command) {
      case kCommandHide:
        return write_command(AkosCommand::empty_cel);
      case kCommandCount:
        return write_command(AkosCommand::count);
      case kLastSoundCommand:
        write_command(AkosCommand::sound);
        return writer_.u8(first_sound_ + kSoundNumber);
      default:
        return write_cel(slots[command]);
    }
  }

  void write_cel(uint32_t cel) {
    if (!draws_many_) return write_number(cel);
    const PictureShape& shape = cels_[cel];
    const bool moves = shape.xinc != 0 || shape.yinc != 0;
    write_command(moves ? AkosCommand::draw_many_and_move : AkosCommand::draw_many);
    if (moves) {
      writer_.i16(shape.xinc);
      writer_.i16(shape.yinc);
    }
    writer_.u8(1);
    writer_.i16(shape.x);
    writer_.i16(shape.y);
    write_number(cel);
  }

  void write_number(uint32_t cel) {
    if (cel < 0x80) return writer_.u8(cel);
    write_code(static_cast<uint16_t>(0x8000 | cel));
  }

  void write_command(AkosCommand command) { write_code(static_cast<uint16_t>(command)); }

  void write_code(uint16_t code) {
    writer_.u8(code >> 8);
    writer_.u8(code & 0xFF);
  }

  const std::vector<StoredPicture>& cels_;
  bool draws_many_;
  unsigned first_sound_;
  ByteWriter writer_;
  std::map<std::tuple<uint8_t, Commands, bool>, Sequence> known_;
};

/// The RGBS: the whole palette, or only the entries that the costume uses.
std::vector<uint8_t> true_colors(Bytes colors, bool whole, Bytes palette) {
  if (whole) return {palette.begin(), palette.begin() + 768};
  std::vector<uint8_t> rgb;
  for (const uint8_t color : colors) {
    rgb.insert(rgb.end(), &palette[size_t{3} * color], &palette[size_t{3} * color] + 3);
  }
  return rgb;
}

void write_cels(const CostumeSketch& sketch, uint8_t codec, StoredCostume& tables,
                std::vector<uint8_t>& data, std::vector<uint32_t>& data_offset) {
  for (const CostumeSketch::Picture& picture : sketch.pictures) {
    tables.pictures.push_back({picture.shape()});
    if (picture.redirect_limb != kNoLimb) {
      data_offset.push_back(
          data_offset[sketch.slots[picture.redirect_limb][picture.redirect_index]]);
      continue;
    }
    data_offset.push_back(static_cast<uint32_t>(data.size()));
    append_pixels(picture.drawing, codec, sketch.colors, data);
  }
}

}  // namespace

std::vector<uint8_t> akos_payload(const CostumeSketch& sketch, Version version, size_t number,
                                  Bytes room_rgb) {
  const bool west_is_drawn = (sketch.format_v6 & 0x80) != 0;
  const AkosForm form = form_of(version, number, west_is_drawn);
  const uint8_t codec = form.codec;
  StoredCostume tables;
  tables.codec = codec;
  tables.flags = static_cast<uint16_t>((west_is_drawn ? kAkosWestIsDrawn : 0) |
                                       (form.directions == kDirections ? kAkosEightDirections : 0) |
                                       (form.short_headers ? kAkosShortHeaders : 0));
  tables.short_headers = form.short_headers;
  if (codec == kAkosRle) {
    tables.color = sketch.colors;
    tables.rgb = true_colors(sketch.colors, form.short_headers, room_rgb);
  }
  if (codec == kAkosMajMin) tables.color = {kNotDrawn};
  std::vector<uint8_t> data;
  std::vector<uint32_t> data_offset;
  write_cels(sketch, codec, tables, data, data_offset);

  std::vector<uint8_t> commands;
  SequenceWriter writer(tables.pictures, form, commands);
  std::map<unsigned, std::vector<std::pair<uint8_t, Sequence>>> records;
  for (const auto& [record, parts] : sketch.records) {
    const RecordKey key = record_key(record, kFourDirections.size());
    std::vector<std::pair<uint8_t, Sequence>> sequences;
    for (const Part& part : parts) {
      sequences.emplace_back(part.limb, writer.add(part, sketch.slots[part.limb]));
    }
    for (unsigned angle = 0; angle < kDirections; ++angle) {
      const auto facing = static_cast<Direction>(angle);
      if (record_number(key.chore, facing, kFourDirections.size()) != record) continue;
      records[record_number(key.chore, facing, form.directions)] = sequences;
    }
  }
  const bool has_names = is_humongous(version);
  if (has_names) tables.name = sketch.name + ".spl";
  for (const auto& [record, sequences] : records) {
    for (const auto& [limb, sequence] : sequences) {
      append_window(tables.windows, limb, sequence.mode, sequence.start, sequence.length);
    }
    const auto name = sketch.chore_names.find(record_key(record, form.directions).chore);
    const bool has_name = has_names && name != sketch.chore_names.end();
    append_record(tables.records, record, tables.windows,
                  has_name ? name->second : std::string_view());
  }
  if (commands.size() > 0xFFFF) std::abort();
  tables.command = std::move(commands);
  return write_akos(tables, data, data_offset);
}

}  // namespace wardrobe::sample
