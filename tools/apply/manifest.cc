#include "tools/apply/manifest.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "pipeline/io/files.h"
#include "tools/apply/json_fields.h"

namespace wardrobe {
namespace {

std::vector<uint8_t> rgb_of(JsonFields& fields) {
  const std::string text = fields.text("rgb");
  std::vector<uint8_t> rgb(text.size() / 2);
  bool right = text.size() % 6 == 0 && text.size() <= 6 * 256;
  for (size_t i = 0; right && i < rgb.size(); ++i) {
    const char* digits = text.data() + 2 * i;
    const auto [end, code] = std::from_chars(digits, digits + 2, rgb[i], 16);
    right = code == std::errc() && end == digits + 2;
  }
  if (!right) fields.wrong("\"rgb\" is not 6 hexadecimal digits for each of up to 256 colours");
  return rgb;
}

uint64_t hash_of(JsonFields& fields) {
  const std::string text = fields.text("xxh64");
  uint64_t hash = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (code != std::errc() || end != text.data() + text.size()) {
    fields.wrong("\"xxh64\" is not a hexadecimal number");
  }
  return hash;
}

std::vector<Slot> slots_of(JsonFields& fields) {
  std::vector<Slot> slots;
  const Json& list = fields.field("slots");
  if (!list.is_array() || list.empty()) fields.wrong("\"slots\" is not a list of [limb, index]");
  for (const Json& pair : list) {
    if (!pair.is_array() || pair.size() != 2) {
      fields.wrong("\"slots\" is not a list of [limb, index]");
      break;
    }
    const uint8_t limb = pair[0].is_null() ? kNoLimb : fields.integer_of<uint8_t>(pair[0], "slots");
    slots.push_back({limb, fields.integer_of<uint16_t>(pair[1], "slots")});
  }
  return slots;
}

/// Reads a length in pixels of the exported PNG, and returns it in pixels of the game: divided by
/// `scale`, and rounded half up.
template <class T>
T reduced(JsonFields& fields, const char* name, int64_t scale) {
  const int64_t lowest = scale * std::numeric_limits<T>::min();
  const int64_t highest = scale * std::numeric_limits<T>::max();
  const int64_t half_up = fields.integer_in(fields.field(name), name, lowest, highest) + scale / 2;
  return static_cast<T>((half_up - lowest) / scale + lowest / scale);
}

ManifestPicture picture_of(JsonFields& fields, uint32_t scale) {
  ManifestPicture picture;
  picture.file = inner_file_name(fields, fields.text("file"));
  fields.add_where(", " + JsonFields::shown(Json(picture.file)));
  if (!fields.field("costume").is_null()) picture.costume = fields.integer<uint16_t>("costume");
  picture.costume_row = fields.integer<uint32_t>("costume_row");
  picture.slots = slots_of(fields);
  picture.shape.width = reduced<uint16_t>(fields, "width", scale);
  picture.shape.height = reduced<uint16_t>(fields, "height", scale);
  picture.shape.x = reduced<int16_t>(fields, "x", scale);
  picture.shape.y = reduced<int16_t>(fields, "y", scale);
  picture.shape.xinc = reduced<int16_t>(fields, "xinc", scale);
  picture.shape.yinc = reduced<int16_t>(fields, "yinc", scale);
  picture.xxh64 = hash_of(fields);
  picture.transparent = fields.integer<uint8_t>("transparent");
  return picture;
}

}  // namespace

std::vector<ExportedFile> read_exported_files(JsonFields& root) {
  std::vector<ExportedFile> files;
  JsonFields game(root.field("game"), root.where() + ": \"game\"");
  for_each_of(game, "files", "file", [&](JsonFields& fields) {
    files.push_back({fields.text("name"), fields.integer<uint32_t>("size")});
    if (fields.has("xxh64")) files.back().xxh64 = hash_of(fields);
  });
  if (game.error()) root.fail(*game.error());
  return files;
}

ExportedPalettes read_exported_palettes(JsonFields& root) {
  ExportedPalettes palettes;
  if (!root.has("palettes")) return palettes;
  for_each_of(root, "palettes", "palette", [&](JsonFields& fields) {
    const auto costume = fields.integer<uint32_t>("costume_row");
    palettes[costume] = rgb_of(fields);
  });
  return palettes;
}

bool is_inner_name(const std::string& name) {
  const std::filesystem::path path = path_from(name);
  bool inside =
      path.has_filename() && !path.has_root_path() && name.find('\0') == std::string::npos;
  for (const std::filesystem::path& part : path) inside = inside && part != "..";
  return inside;
}

std::string inner_file_name(JsonFields& fields, const std::string& name) {
  if (!is_inner_name(name)) {
    fields.wrong("\"file\" is " + JsonFields::shown(Json(name)) + ", not a file in its folder");
  }
  return name;
}

Status check_exported_game(const std::string& where, const std::vector<ExportedFile>& files,
                           const Tables& tables) {
  const Sources& sources = tables.sources;
  const bool is_mod =
      std::ranges::any_of(files, [](const ExportedFile& file) { return file.xxh64.has_value(); });
  const std::string reason =
      is_mod ? "; the mod is for another game, or for this one without other mods, which are to be "
               "named with it"
             : kOtherGame;
  const auto wrong = [&](const std::string& message) {
    return Error{ErrorCode::damaged, kNoOffset, where + ": " + message + reason};
  };
  if (files.size() != sources.size.size()) {
    return wrong(
        fmt::format("the game had {} files; this one has {}", files.size(), sources.size.size()));
  }
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string name(text_at(sources.name_offset, sources.name, i));
    // The name may lead through a container or another folder.
    const bool same_name = ("/" + files[i].name).ends_with("/" + name);
    const bool same_size = same_name && files[i].size == sources.size[i];
    const std::optional<uint64_t>& hash = files[i].xxh64;
    if (same_size && (!hash || *hash == sources.xxh64[i])) continue;
    if (same_size) {
      return wrong(
          fmt::format("{} is not the file for which the edits are: its XXH64 is {}, not {}", name,
                      hash_text(sources.xxh64[i]), hash_text(*hash)));
    }
    return wrong(fmt::format("the game had {} with {} bytes; this one has {} with {}",
                             files[i].name, files[i].size, name, sources.size[i]));
  }
  return ok();
}

Result<Manifest> read_manifest(std::string_view text) {
  const Result<Json> root = parse_json(text);
  Manifest manifest;
  JsonFields whole(root, kManifestName);
  manifest.files = read_exported_files(whole);
  manifest.palettes = read_exported_palettes(whole);
  if (whole.has("scale")) {
    const Json& scale = whole.field("scale");
    manifest.scale = static_cast<uint32_t>(whole.integer_in(scale, "scale", 1, kMaxPictureScale));
  }
  if (whole.has("shadows")) manifest.has_dark_shadows = whole.text("shadows") == "darken";
  if (whole.error()) return *whole.error();
  for_each_of(whole, "pictures", "picture", [&](JsonFields& fields) {
    manifest.pictures.push_back(picture_of(fields, manifest.scale));
  });
  if (whole.error()) return *whole.error();
  return manifest;
}

}  // namespace wardrobe
