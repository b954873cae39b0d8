#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "tools/apply/aseprite_file.h"
#include "tools/apply/color_edits.h"
#include "tools/apply/edits.h"
#include "tools/apply/json_fields.h"
#include "tools/apply/manifest.h"
#include "tools/list/text.h"

namespace wardrobe {
namespace {

/// What the user data of a cel and of its layer say.
struct CelSlot {
  /// The actor's limb. In an AKOS, Slot::limb is kNoLimb, because one table serves all limbs.
  uint8_t limb = 0;
  Slot slot;
  bool flip = false;
};

/// An edit and the frame that makes it.
struct CelEdit {
  PictureEdit edit;
  uint32_t frame = 0;
};

/// "frame 1" for frame 0: editors count from 1.
std::string frame_text(uint32_t frame) { return fmt::format("frame {}", frame + 1); }

/// Reads the edits in one .aseprite file.
class CostumeReader {
 public:
  /// `rgb` has the colours by which pixels are restored; empty: unknown.
  CostumeReader(const ReadGame& game, uint32_t costume, Bytes rgb, std::string name,
                const AsepriteFile& file)
      : game_(game),
        t_(game.tables),
        costume_(costume),
        rgb_(rgb),
        name_(std::move(name)),
        file_(file) {}

  Status read(Edits& out) {
    TRY(find_ticks());
    for (const AsepriteCel& cel : file_.cels) {
      if (cel.data.empty()) {
        out.notes.push_back(
            fmt::format("{}: {} has a cel that is not a picture of the game; skipped", name_,
                        frame_text(cel.frame)));
      } else if (Status read = read_cel(cel); !read) {
        return read;
      }
    }
    if (reordered_) out.notes.push_back(name_ + kOtherOrder);
    for (auto& [stored, edit] : edits_) out.pictures.push_back(std::move(edit.edit));
    return ok();
  }

 private:
  Error refused(const std::string& message) const {
    return {ErrorCode::damaged, kNoOffset, name_ + ": " + message};
  }
  Error refused(const AsepriteCel& cel, const std::string& message) const {
    return refused(frame_text(cel.frame) + ": " + message);
  }
  Error refused(const AsepriteCel& cel, uint32_t entry, const std::string& message) const {
    return refused(cel, slot_text(t_, costume_, entry) + ": " + message);
  }

  /// The chores that were exported, as the layers say; empty: all.
  std::vector<unsigned> chores() const {
    std::vector<unsigned> found;
    for (const std::string& text : file_.layer_data) {
      const Result<Json> data = parse_json(text);
      if (!data || !data->is_object() || !data->contains("chores")) continue;
      for (const Json& chore : (*data)["chores"]) {
        if (chore.is_number_unsigned()) found.push_back(chore.get<unsigned>());
      }
    }
    return found;
  }

  /// Finds the frame of the game that each frame of the file shows. The frames show the ticks of
  /// all timelines that were exported, so the duration of a tick is the sum of all durations
  /// divided by the number of ticks.
  Status find_ticks() {
    std::vector<uint32_t> ticks;
    for (const uint32_t timeline : timelines_of(t_, costume_, chores())) {
      const auto some = elements_at(t_.timelines.tick_offset, t_.timelines.tick, timeline);
      ticks.insert(ticks.end(), some.begin(), some.end());
    }
    if (frames_show(ticks)) return ok();
    return refused(
        "its frames or their durations have changed since the export; only pictures and their "
        "placement can be edited");
  }

  /// Whether the durations of the file's frames split these ticks into runs of equal ticks. If so,
  /// sets shown_.
  bool frames_show(std::span<const uint32_t> ticks) {
    shown_.clear();
    const auto all_ms = std::accumulate(file_.frame_ms.begin(), file_.frame_ms.end(), uint64_t{0});
    const uint64_t tick_ms = ticks.empty() ? 0 : all_ms / ticks.size();
    if (tick_ms == 0) return false;
    for (const uint32_t ms : file_.frame_ms) {
      const uint64_t count = ms / tick_ms;
      if (ms % tick_ms != 0 || count == 0 || count > ticks.size()) return false;
      const auto frame = ticks.first(count);
      if (std::ranges::count(frame, frame.front()) != std::ssize(frame)) return false;
      shown_.push_back(frame.front());
      ticks = ticks.subspan(count);
    }
    return ticks.empty();
  }

  Result<CelSlot> slot_of(const AsepriteCel& cel) const {
    const Result<Json> data = parse_json(cel.data);
    const std::string& text =
        cel.layer < file_.layer_data.size() ? file_.layer_data[cel.layer] : "";
    const Result<Json> layer_data = parse_json(text);
    JsonFields fields(data, "the user data of a cel");
    JsonFields layer(layer_data, "the user data of its layer");
    CelSlot out;
    out.limb = layer.integer<uint8_t>("limb");
    if (layer.integer<uint32_t>("costume_row") != costume_)
      layer.wrong("it belongs to another costume");
    out.slot.index = fields.integer<uint16_t>("index");
    out.slot.limb = fields.field("limb").is_null() ? kNoLimb : fields.integer<uint8_t>("limb");
    out.flip = fields.integer<uint8_t>("flip") != 0;
    if (fields.error()) return refused(cel, fields.error()->message);
    if (layer.error()) return refused(cel, layer.error()->message);
    return out;
  }

  /// The row of Cels that this cel of the file shows. If several fit, the nearest.
  std::optional<uint32_t> game_cel(const AsepriteCel& cel, const CelSlot& slot) const {
    std::optional<uint32_t> found;
    const auto distance = [&](uint32_t i) {
      return std::abs(int64_t{t_.cels.x[i]} - cel.x) + std::abs(int64_t{t_.cels.y[i]} - cel.y);
    };
    for (const uint32_t i : rows_of(t_.frames.cel_offset, shown_[cel.frame])) {
      const bool same = t_.cels.limb[i] == slot.limb && t_.cels.index[i] == slot.slot.index &&
                        (t_.cels.flip[i] != 0) == slot.flip;
      if (same && (!found || distance(i) < distance(*found))) found = i;
    }
    return found;
  }

  Status read_cel(const AsepriteCel& cel) {
    ASSIGN_OR_RETURN(const CelSlot slot, slot_of(cel));
    const std::optional<uint32_t> entry = entry_at(t_, costume_, slot.slot);
    const std::optional<uint32_t> shown = game_cel(cel, slot);
    if (!entry || !shown || t_.entries.picture[*entry] == kNone) {
      return refused(cel, fmt::format("{}: the game does not show it there{}",
                                      slot_text(t_, costume_, slot.slot), kOtherGame));
    }
    ASSIGN_OR_RETURN(PictureEdit edit, edit_of(cel, slot, *entry, *shown));
    const Result<bool> changed = compare_with_game(game_, edit);
    if (!changed) return refused(cel, *entry, changed.error().message);
    if (!*changed) return ok();
    const uint32_t stored = game_.stored[*entry];
    const auto [known, is_new] = edits_.try_emplace(stored, CelEdit{edit, cel.frame});
    const PictureEdit& other = known->second.edit;
    if (is_new || (other.shape == edit.shape && other.pixels == edit.pixels)) return ok();
    return refused(cel, *entry, "conflicts with the edit in " + frame_text(known->second.frame));
  }

  /// Returns the edit that a cel makes. Editors trim transparent borders of cels. A cel inside the
  /// old picture's rectangle is therefore extended to that rectangle again; any other cel keeps its
  /// own size.
  Result<PictureEdit> edit_of(const AsepriteCel& cel, const CelSlot& slot, uint32_t entry,
                              uint32_t shown) {
    const PictureShape old = shape_at(t_, entry);
    const int left = cel.x - t_.cels.x[shown];
    const int top = cel.y - t_.cels.y[shown];
    const int right = left + cel.width - old.width;  // how far the cel sticks out
    const int bottom = top + cel.height - old.height;
    const bool inside = left >= 0 && top >= 0 && right <= 0 && bottom <= 0;
    const int dx = slot.flip ? -right : left;
    PictureEdit edit{name_, costume_, {}, old, false, {}, {}};
    for (const uint32_t other : entries_of(t_, costume_)) {
      const Column<uint32_t>& stored = game_.stored;
      if (stored[other] == stored[entry]) edit.entries.push_back(other);
    }
    if (!inside) {
      const auto fits = [](int v) { return v == static_cast<int16_t>(v); };
      if (!fits(old.x + dx) || !fits(old.y + top))
        return refused(cel, entry, "it is too far from the anchor");
      edit.shape.width = cel.width;
      edit.shape.height = cel.height;
      edit.shape.x = static_cast<int16_t>(old.x + dx);
      edit.shape.y = static_cast<int16_t>(old.y + top);
    }
    const uint8_t transparent = t_.pictures.transparent[t_.entries.picture[entry]];
    ASSIGN_OR_RETURN(const std::vector<uint8_t> pixels, restored_pixels(cel, entry, transparent));
    edit.pixels.assign(size_t{edit.shape.width} * edit.shape.height, transparent);
    for (size_t y = 0; y < cel.height; ++y) {
      for (size_t x = 0; x < cel.width; ++x) {
        const size_t from = y * cel.width + (slot.flip ? cel.width - 1 - x : x);
        if (cel.pixels[from] == file_.transparent) continue;
        const uint8_t value = pixels[from];
        if (value == transparent) {
          return refused(cel, entry, fmt::format("colour {} is not drawn in the game", value));
        }
        const size_t to_x = inside ? x + static_cast<size_t>(dx) : x;
        const size_t to_y = inside ? y + static_cast<size_t>(top) : y;
        edit.pixels[to_y * edit.shape.width + to_x] = value;
      }
    }
    return edit;
  }

  /// The cel's pixels as values of the costume's palette.
  Result<std::vector<uint8_t>> restored_pixels(const AsepriteCel& cel, uint32_t entry,
                                               uint8_t transparent) {
    std::vector<uint8_t> pixels = cel.pixels;
    if (rgb_.empty()) return pixels;
    const Result<bool> restored =
        restore_palette(rgb_, transparent, file_.palette, cel.width, pixels);
    if (!restored) return refused(cel, entry, restored.error().message);
    reordered_ = reordered_ || *restored;
    return pixels;
  }

  const ReadGame& game_;
  const Tables& t_;
  uint32_t costume_;
  Bytes rgb_;
  std::string name_;
  const AsepriteFile& file_;
  bool reordered_ = false;             ///< whether the palette was reordered
  std::vector<uint32_t> shown_;        ///< by frame of the file: a row of Frames
  std::map<uint32_t, CelEdit> edits_;  ///< by row of StoredPictures
};

struct CostumeFiles {
  uint32_t costume = 0;
  std::vector<std::string> files;
};

CostumeFiles files_of(JsonFields& fields, size_t costumes) {
  CostumeFiles out{fields.integer<uint32_t>("row"), {}};
  if (out.costume >= costumes) {
    fields.wrong(fmt::format("\"row\" is {}, but the game has {} costumes{}", out.costume, costumes,
                             kOtherGame));
  }
  const Json& files = fields.field("files");
  if (!files.is_array()) fields.wrong("\"files\" is not a list");
  for (const Json& file : files) {
    if (file.is_string()) out.files.push_back(inner_file_name(fields, file.get<std::string>()));
  }
  return out;
}

}  // namespace

Result<Edits> read_aseprite_edits(Bytes index, const LoadFile& load, const ReadGame& game,
                                  const ColorOptions& options) {
  const Result<Json> root = parse_json(as_text(index));
  JsonFields fields(root, kExportIndexName);
  if (fields.text("format") != "aseprite") {
    fields.wrong("the folder has neither manifest.json nor .aseprite files");
  }
  const std::vector<ExportedFile> files = read_exported_files(fields);
  if (fields.error()) return *fields.error();
  TRY(check_exported_game(kExportIndexName, files, game.tables));
  std::vector<CostumeFiles> costumes;
  for_each_of(fields, "costumes", "costume", [&](JsonFields& costume) {
    costumes.push_back(files_of(costume, game.tables.costumes.id.size()));
  });
  const ExportedPalettes palettes = read_exported_palettes(fields);
  if (fields.error()) return *fields.error();
  CostumePalettes colors(game, palettes, options.palette);
  Edits out;
  std::set<std::string> names;
  for (const CostumeFiles& costume : costumes) {
    for (const std::string& name : costume.files) {
      if (!name.ends_with(".aseprite")) continue;
      if (!names.insert(name).second) {
        return Error{ErrorCode::damaged, kNoOffset,
                     fmt::format("{}: it lists {} twice", kExportIndexName, name)};
      }
      const Result<std::vector<uint8_t>> bytes = load(name);
      if (!bytes && bytes.error().code == ErrorCode::not_found) {
        out.missing.push_back(name);
        continue;
      }
      if (!bytes) return bytes.error();
      const Result<AsepriteFile> file = read_aseprite(*bytes);
      if (!file) return Error{file.error().code, kNoOffset, name + ": " + file.error().message};
      colors.add(costume.costume);
      const auto rgb = colors.colors_of(costume.costume, name, file->palette);
      if (!rgb) return Error{rgb.error().code, kNoOffset, name + ": " + rgb.error().message};
      TRY(CostumeReader(game, costume.costume, *rgb, name, *file).read(out));
    }
  }
  ASSIGN_OR_RETURN(out.colors, colors.edits(out.notes));
  return out;
}

}  // namespace wardrobe
