#include "pipeline/write_rows.h"

#include <string>
#include <unordered_map>
#include <utility>

#include "formats/limits.h"
#include "pipeline/failures.h"

namespace wardrobe {
namespace {

template <class T>
void append_list(Offsets& offset, Column<T>& to, const Column<T>& elements) {
  append(to, elements);
  offset.push_back(static_cast<uint32_t>(to.size()));
}

void write_palettes(uint32_t room, const RoomPalettes& palettes, Palettes& to) {
  for (size_t i = 0; i < palettes.count(); ++i) {
    const Bytes rgb = elements_at(palettes.rgb_offset, palettes.rgb, i);
    to.room.push_back(room);
    to.number.push_back(static_cast<uint16_t>(i));
    append_list(to.rgb_offset, to.rgb, Column<uint8_t>(rgb.begin(), rgb.end()));
  }
}

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

/// Writes the rooms' objects with their images.
class ObjectWriter {
 public:
  /// The pictures of objects follow the first `number` of `decoded`.
  ObjectWriter(const Decoded& decoded, uint32_t number, const ScriptRows& scripts, Tables& out)
      : decoded_(decoded), number_(number), scripts_(scripts), out_(out) {}

  /// Writes those of the room in `row`.
  void write(uint32_t row, const FoundRoom& room, const RoomLook& look) {
    Objects& to = out_.objects;
    const auto first = static_cast<uint32_t>(to.number.size());
    for (const ObjectLook& object : look.objects) {
      to.number.push_back(object.number);
      append_list(to.name_offset, to.name, object.name);
      to.x.push_back(object.x);
      to.y.push_back(object.y);
      to.width.push_back(object.width);
      to.height.push_back(object.height);
      to.walk_x.push_back(object.walk_x);
      to.walk_y.push_back(object.walk_y);
      to.direction.push_back(object.direction);
      const bool has_parent = object.parent != 0 && object.parent <= look.objects.size();
      to.parent.push_back(has_parent ? first + object.parent - 1 : kNone);
      to.parent_state.push_back(object.parent_state);
      to.state.push_back(object.state);
      const auto entered = scripts_.entered.find({row, object.number});
      to.entered.push_back(entered == scripts_.entered.end() ? kNoState : entered->second);
      for (size_t i = 0; i < object.images.size(); ++i) {
        write_image(object.images[i], picture_of(room, object, object.images[i]));
        append_table(out_.masks, object.masks[i]);
        out_.images.mask_offset.push_back(static_cast<uint32_t>(out_.masks.bits_offset.rows()));
      }
      to.image_offset.push_back(static_cast<uint32_t>(out_.images.state.size()));
    }
  }

 private:
  void write_image(const ObjectImage& image, uint32_t picture) {
    Images& to = out_.images;
    to.state.push_back(image.state);
    to.blast.push_back(image.blast ? 1 : 0);
    to.x.push_back(image.x);
    to.y.push_back(image.y);
    to.width.push_back(static_cast<uint16_t>(image.width));
    to.height.push_back(static_cast<uint16_t>(image.height));
    to.hotspot_x.push_back(image.hotspot_x);
    to.hotspot_y.push_back(image.hotspot_y);
    to.picture.push_back(picture);
  }

  /// The row of the image's picture; none, with a failure, if it could not be decoded.
  uint32_t picture_of(const FoundRoom& room, const RoomObject& object, const ObjectImage& image) {
    if (number_ >= decoded_.picture.size()) return kNone;
    const uint32_t number = number_++;
    const PictureFault fault = decoded_.fault[number];
    if (fault == PictureFault::none) return decoded_.picture[number];
    const std::string why = fault == PictureFault::too_many
                                ? "the pictures of the game's objects are too large"
                                : reason(fault, 0);
    add_failure(out_.failures, {.room = room.number, .source = room.source, .offset = image.at},
                image_text(object.number, image.state) + why);
    return kNone;
  }

  const Decoded& decoded_;
  uint32_t number_;
  const ScriptRows& scripts_;
  Tables& out_;
};

void write_room(const FoundRoom& room, const RoomLook& look, bool maps_actor_colors, Tables& out) {
  Rooms& to = out.rooms;
  to.number.push_back(room.number);
  to.source.push_back(room.source);
  to.offset.push_back(room.offset);
  append_text(to.name_offset, to.name, room.name);
  to.width.push_back(look.width);
  to.height.push_back(look.height);
  to.transparent.push_back(look.transparent);
  for (const std::vector<uint8_t>& bits : look.planes) {
    append_list(out.planes.bits_offset, out.planes.bits, bits);
  }
  append_table(out.boxes, look.boxes);
  append_table(out.scales, look.scales);
  append_table(out.cycles, look.cycles);
  to.plane_offset.push_back(static_cast<uint32_t>(out.planes.bits_offset.rows()));
  to.box_offset.push_back(static_cast<uint32_t>(out.boxes.mask.size()));
  to.scale_offset.push_back(static_cast<uint32_t>(out.scales.y1.size()));
  to.object_offset.push_back(static_cast<uint32_t>(out.objects.number.size()));
  to.cycle_offset.push_back(static_cast<uint32_t>(out.cycles.number.size()));
  append_list(to.actor_color_offset, to.actor_color,
              maps_actor_colors ? room.actor_colors : Column<uint8_t>());
  append_list(to.see_through_offset, to.see_through, look.see_through);
  to.background_xxh64.push_back(look.background_xxh64);
  to.background_offset.push_back(to.background_offset.back() + look.background_pixels);
}

/// Writes what scripts say, with the rows of the costumes.
void write_script_rows(ScriptRows from, Tables& out) {
  std::unordered_map<uint16_t, uint32_t> rows;
  for (uint32_t row = 0; row < out.costumes.id.size(); ++row) {
    rows.try_emplace(out.costumes.id[row], row);
    for (const uint16_t id : elements_at(out.costumes.alias_offset, out.costumes.alias, row)) {
      rows.try_emplace(id, row);
    }
  }
  const auto take = [&](auto& to, auto& table) {
    to = std::move(table);
    for (const uint16_t id : to.id) {
      const auto row = rows.find(id);
      to.costume.push_back(row == rows.end() ? kNone : row->second);
    }
  };
  out.scripts = std::move(from.scripts);
  take(out.wearers, from.wearers);
  take(out.recolours, from.recolours);
  take(out.calls, from.calls);
}

/// Writes the costumes one by one.
class CostumeWriter {
 public:
  CostumeWriter(const Scanned& scanned, const Decoded& decoded, Tables& out)
      : scanned_(scanned), decoded_(decoded), out_(out) {}

  void write(const ParsedCostume& costume) {
    write_entries(costume);
    append_table(out_.sequences, costume.sequences);
    append_table(out_.records, costume.records);
    append_table(out_.windows, costume.windows);
    const FoundCostume& found = scanned_.costumes[costume.block];
    Costumes& to = out_.costumes;
    to.id.push_back(found.id());
    append_list(to.alias_offset, to.alias,
                Column<uint16_t>(found.ids.begin() + (found.ids.empty() ? 0 : 1), found.ids.end()));
    append_text(to.name_offset, to.name, costume.name.empty() ? found.name : costume.name);
    to.room.push_back(found.room);
    to.source.push_back(found.source);
    to.offset.push_back(static_cast<uint32_t>(found.block.offset));
    to.size.push_back(static_cast<uint32_t>(found.size()));
    to.kind.push_back(costume.kind);
    to.format.push_back(costume.format);
    to.codec.push_back(costume.codec);
    to.mirror_west.push_back(costume.mirror_west ? 1 : 0);
    to.directions.push_back(costume.directions);
    append_list(to.color_offset, to.color, costume.colors);
    append_list(to.shadow_offset, to.shadow, costume.shadow);
    append_list(to.command_offset, to.command, costume.command);
    append_list(to.rgb_offset, to.rgb, costume.true_colors);
    append_list(to.jump_offset, to.jump, costume.jump);
    append_list(to.condition_offset, to.condition, costume.condition);
    to.table_offset.push_back(static_cast<uint32_t>(out_.limb_tables.limb.size()));
    to.record_offset.push_back(static_cast<uint32_t>(out_.records.number.size()));
    to.sequence_offset.push_back(static_cast<uint32_t>(out_.sequences.start.size()));
    ++row_;
  }

 private:
  /// Writes the limb tables. Limbs of a COST without entries have none.
  void write_entries(const ParsedCostume& costume) {
    for (size_t table = 0; table < kLimbs; ++table) {
      const RowRange entries = costume.entries_of(table);
      const bool is_cels = costume.kind == Kind::akos && table == 0;
      if (entries.empty() && !is_cels) continue;
      const uint8_t limb = costume.limb_of(table);
      for (const uint32_t entry : entries) {
        if (!write_entry(costume, entry))
          fail(costume, limb, entry - entries.front(), costume.entry_picture[entry]);
      }
      out_.limb_tables.limb.push_back(limb);
      out_.limb_tables.entry_offset.push_back(static_cast<uint32_t>(out_.entries.state.size()));
    }
  }

  /// Returns false if there is a failure to tell of.
  bool write_entry(const ParsedCostume& costume, uint32_t entry) {
    const uint32_t picture = costume.entry_picture[entry];
    auto state = EntryState::empty;
    uint32_t row = kNone;
    bool fine = true;
    if (picture != kNone) {
      const uint32_t number = costume.first_picture + picture;
      switch (decoded_.fault[number]) {
        case PictureFault::none:
          state = EntryState::picture;
          row = decoded_.picture[number];
          break;
        case PictureFault::zero_size:
          state = EntryState::zero_size;
          break;
        default:
          if (costume.entry_reached[entry] != 0) state = EntryState::missing;
          fine = state != EntryState::missing && decoded_.fault[number] != PictureFault::coding;
      }
    }
    const bool placed = state == EntryState::picture || state == EntryState::zero_size;
    const StoredPicture from = placed ? costume.pictures[picture] : StoredPicture();
    Entries& to = out_.entries;
    to.state.push_back(state);
    to.reached.push_back(costume.entry_reached[entry]);
    to.picture.push_back(row);
    to.x.push_back(from.x);
    to.y.push_back(from.y);
    to.xinc.push_back(from.xinc);
    to.yinc.push_back(from.yinc);
    to.redirect_limb.push_back(from.redirect_limb);
    to.redirect_index.push_back(from.redirect_index);
    return fine;
  }

  void fail(const ParsedCostume& costume, uint8_t limb, uint32_t index, uint32_t picture) {
    const PictureFault fault = decoded_.fault[costume.first_picture + picture];
    const StoredPicture& from = costume.pictures[picture];
    // A tool of the games' makers leaves such cels behind.
    const bool empty = costume.kind == Kind::akos && fault == PictureFault::truncated &&
                       from.data == from.data_end;
    const FoundCostume& found = scanned_.costumes[costume.block];
    FailurePlace place = scanned_.place_of(costume.block);
    place.costume = row_;
    place.offset = found.block.payload_at();
    add_failure(out_.failures, place,
                Error{empty || fault == PictureFault::coding ? ErrorCode::odd : ErrorCode::damaged,
                      from.header,
                      empty ? "it has no pixels: its data would start where all data ends"
                            : reason(fault, found.size()),
                      limb, static_cast<uint16_t>(index)});
  }

  const Scanned& scanned_;
  const Decoded& decoded_;
  Tables& out_;
  uint32_t row_ = 0;  ///< of the costume
};

}  // namespace

void write_rows(const Scanned& scanned, std::vector<RoomLook> looks,
                const std::vector<ParsedCostume>& costumes, Decoded decoded, Tables& tables,
                ScriptRows script_rows) {
  tables.game = scanned.game;
  tables.sources = scanned.sources;
  looks.resize(scanned.rooms.size());
  const bool maps_actor_colors = facts(scanned.version()).maps_actor_colors();
  ObjectWriter objects(decoded, picture_count(costumes), script_rows, tables);
  for (uint32_t row = 0; row < scanned.rooms.size(); ++row) {
    const auto first = static_cast<uint32_t>(tables.palettes.room.size());
    write_palettes(row, scanned.rooms[row].palettes, tables.palettes);
    objects.write(row, scanned.rooms[row], looks[row]);
    write_room(scanned.rooms[row], std::exchange(looks[row], {}), maps_actor_colors, tables);
    const uint32_t count = tables.palettes.room.size() - first;
    const uint32_t number =
        row < script_rows.room_palette.size() ? script_rows.room_palette[row].value_or(0) : 0;
    tables.rooms.palette.push_back(count == 0 ? kNone : first + (number < count ? number : 0));
  }
  tables.pictures = std::move(decoded.pictures);
  CostumeWriter writer(scanned, decoded, tables);
  for (const ParsedCostume& costume : costumes) writer.write(costume);
  write_script_rows(std::move(script_rows), tables);
}

Status check_sizes(const Tables& tables, size_t most) {
  Status status = ok();
  for_each_column(tables, [&](const std::string& name, const auto& column) {
    if (!status || column.size() <= most) return;
    status = Error{ErrorCode::limit, kNoOffset,
                   "the game is too large: \"" + name + "\" would have " +
                       std::to_string(column.size()) + " elements, and an archive's columns have " +
                       std::to_string(most) + " at most"};
  });
  return status;
}

}  // namespace wardrobe
