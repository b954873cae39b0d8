#include "tools/apply/edit_files.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "pipeline/container/container.h"
#include "pipeline/io/files.h"
#include "tools/apply/aseprite_file.h"
#include "tools/apply/color_edits.h"
#include "tools/apply/json_fields.h"
#include "tools/apply/manifest.h"
#include "tools/export/names.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Error refused(const std::string& name, const std::string& message) {
  return {ErrorCode::not_found, kNoOffset, name + ": " + message};
}

Result<std::vector<uint8_t>> load_from(const fs::path& folder, const std::string& name) {
  const fs::path path = folder / path_from(name);
  std::error_code code;
  const fs::path real_folder = fs::canonical(folder, code);
  const fs::path real = code ? fs::path() : fs::canonical(path, code);
  if (code) {
    const bool missing = code == std::errc::no_such_file_or_directory;
    return Error{missing ? ErrorCode::not_found : ErrorCode::io, kNoOffset,
                 path.string() + ": " + code.message()};
  }
  if (!is_in(real, real_folder)) {
    return Error{ErrorCode::io, kNoOffset, path.string() + ": leads outside the folder"};
  }
  Result<std::vector<uint8_t>> file = read_file(real);
  if (!file) return Error{file.error().code, kNoOffset, describe(path.string(), file.error())};
  return file;
}

/// The files of a game, as an index or a manifest lists them.
Json files_row(const Tables& tables) {
  Json files = Json::array();
  for (size_t i = 0; i < tables.sources.size.size(); ++i) {
    files.push_back(
        {{"name", std::string(text_at(tables.sources.name_offset, tables.sources.name, i))},
         {"size", tables.sources.size[i]}});
  }
  return {{"files", std::move(files)}};
}

std::vector<uint8_t> bytes_of(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return {text.begin(), text.end()};
}

/// The JSON in a file; an empty object if the file is empty or missing.
Result<Json> parse_if_any(Bytes file) {
  if (file.empty()) return Json::object();
  return parse_json(as_text(file));
}

/// The costume to which the layers of an .aseprite file belong.
Result<uint32_t> costume_of(const std::string& name, const AsepriteFile& file,
                            const ReadGame& game) {
  for (const std::string& data : file.layer_data) {
    const Result<Json> layer = parse_json(data);
    if (!layer || !layer->is_object() || !layer->contains("costume_row")) continue;
    const Json& costume = (*layer)["costume_row"];
    if (costume.is_number_unsigned() && costume < game.tables.costumes.id.size()) {
      return costume.get<uint32_t>();
    }
  }
  return refused(name,
                 "no layer tells its costume; only files that wardrobe export wrote, and an "
                 "editor saved again, can be applied");
}

/// The row of a manifest for the PNG with this name; an error if no picture's file has it.
Result<Json> picture_row(const std::string& name, const ReadGame& game) {
  const Tables& tables = game.tables;
  const std::vector<std::string> costumes = costume_names(view(tables.costumes));
  const auto folder = std::ranges::find(costumes, name.substr(0, name.find('/')));
  const auto costume = static_cast<uint32_t>(folder - costumes.begin());
  const Error unknown = refused(
      name,
      "its name does not tell which picture it is; expected one such as "
      "costume-001/limb-04-001.png, as wardrobe export --format pictures writes it, or the whole "
      "folder");
  if (folder == costumes.end()) return unknown;
  for (const uint32_t entry : entries_of(tables, costume)) {
    const uint32_t picture = tables.entries.picture[entry];
    if (picture == kNone || picture_file_name(*folder, slot_of(tables, costume, entry)) != name) {
      continue;
    }
    Json slots = Json::array();
    for (const uint32_t other : entries_of(tables, costume)) {
      if (game.stored[other] != game.stored[entry]) continue;
      slots.emplace_back(slot_row(slot_of(tables, costume, other)));
    }
    const PictureShape shape = shape_at(tables, entry);
    return Json{{"file", name},
                {"costume", costume_id(tables.costumes.id[costume])},
                {"costume_row", costume},
                {"slots", std::move(slots)},
                {"width", shape.width},
                {"height", shape.height},
                {"x", shape.x},
                {"y", shape.y},
                {"xinc", shape.xinc},
                {"yinc", shape.yinc},
                {"xxh64", hash_text(tables.pictures.xxh64[picture])},
                {"transparent", tables.pictures.transparent[picture]}};
  }
  return unknown;
}

bool is_picture_file(const fs::path& path) {
  return path.extension() == ".aseprite" || path.extension() == ".png";
}

/// The names of all .aseprite files and PNGs in a folder and below, as far as it can be read.
std::vector<std::string> pictures_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code code;
  fs::recursive_directory_iterator at(folder, code);
  for (; !code && at != fs::recursive_directory_iterator(); at.increment(code)) {
    if (!is_picture_file(at->path())) continue;
    names.push_back(at->path().lexically_relative(folder).generic_string());
  }
  std::ranges::sort(names);
  return names;
}

/// Appends the names of all pictures in a folder of a .zip, and below.
Status add_pictures_in(const Folder& folder, const std::string& before,
                       std::vector<std::string>& names) {
  ASSIGN_OR_RETURN(const std::vector<std::string> files, folder.names());
  for (const std::string& name : files) {
    if (is_picture_file(path_from(name))) names.push_back(before + name);
  }
  ASSIGN_OR_RETURN(const std::vector<std::string> folders, folder.folders());
  for (const std::string& name : folders) {
    TRY(add_pictures_in(*folder.folder(name), before + name + "/", names));
  }
  return ok();
}

/// The edits in a .zip of such a folder, or of its contents.
Result<EditFiles> edits_in_zip(const fs::path& path) {
  Result<std::unique_ptr<ByteSource>> file = open_file(path);
  if (!file) return Error{file.error().code, kNoOffset, describe(path.string(), file.error())};
  ASSIGN_OR_RETURN(std::shared_ptr<Folder> zip, open_container(*std::move(file), path.string()));
  if (!zip) return refused(path.string(), "is not a .zip");
  ASSIGN_OR_RETURN(const std::vector<std::string> names, zip->names());
  ASSIGN_OR_RETURN(const std::vector<std::string> folders, zip->folders());
  if (names.empty() && folders.size() == 1) zip = zip->folder(folders[0]);
  EditFiles edits;
  TRY(add_pictures_in(*zip, "", edits.pictures));
  std::ranges::sort(edits.pictures);
  edits.load = [zip](const std::string& name) -> Result<std::vector<uint8_t>> {
    const auto named = [&](const Error& error) {
      return Error{error.code, kNoOffset, describe(zip->path_of(name), error)};
    };
    const Result<std::unique_ptr<ByteSource>> inner = zip->open(name);
    if (!inner) return named(inner.error());
    std::vector<uint8_t> bytes(static_cast<size_t>((*inner)->size()));
    const Status read = (*inner)->read(0, bytes);
    if (!read) return named(read.error());
    return bytes;
  };
  return edits;
}

}  // namespace

Result<EditFiles> find_edits(const std::vector<fs::path>& paths) {
  std::error_code ignored;
  EditFiles edits;
  fs::path folder = paths[0];
  const auto is_zip = [&](const fs::path& path) {
    return path.extension() == ".zip" && fs::is_regular_file(path, ignored);
  };
  if (std::ranges::all_of(paths, is_zip)) {
    ASSIGN_OR_RETURN(edits, edits_in_zip(folder));
    for (const fs::path& path : std::span(paths).subspan(1)) {
      ASSIGN_OR_RETURN(edits.mods.emplace_back(), edits_in_zip(path));
    }
    return edits;
  }
  if (paths.size() > 1 || !fs::is_directory(folder, ignored)) {
    for (const fs::path& path : paths) {
      if (!fs::exists(path, ignored)) return refused(path.string(), "no such file or folder");
      if (!is_picture_file(path)) {
        return refused(path.string(),
                       "expected one folder that wardrobe export wrote, a .zip of it, mods, or "
                       ".aseprite files or PNGs of it");
      }
      // PNGs are in a folder for each costume.
      const fs::path file = fs::absolute(path, ignored).lexically_normal();
      const fs::path around =
          path.extension() == ".png" ? file.parent_path().parent_path() : file.parent_path();
      if (edits.alone.empty()) folder = around;
      if (around != folder || path.extension() != paths[0].extension()) {
        return refused(path.string(), "is not of the same export as " + paths[0].string());
      }
      edits.alone.push_back(file.lexically_relative(folder).generic_string());
    }
  }
  if (edits.alone.empty()) edits.pictures = pictures_in(folder);
  edits.load = [folder](const std::string& name) { return load_from(folder, name); };
  return edits;
}

Result<std::vector<uint8_t>> index_of_files(Bytes index, const EditFiles& files,
                                            const ReadGame& game) {
  const Result<Json> parsed = parse_if_any(index);
  JsonFields fields(parsed, kExportIndexName);
  const bool is_of_files = fields.has("format") && fields.text("format") == "aseprite";
  if (fields.error()) return *fields.error();
  Json root{{"format", "aseprite"}, {"game", files_row(game.tables)}};
  if (is_of_files) root = *parsed;
  const bool has_palettes = root.contains("palettes");
  Json costumes = Json::array();
  std::set<uint32_t> known;
  for (const std::string& name : files.alone) {
    ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, files.load(name));
    const Result<AsepriteFile> file = read_aseprite(bytes);
    if (!file) return Error{file.error().code, kNoOffset, name + ": " + file.error().message};
    ASSIGN_OR_RETURN(const uint32_t costume, costume_of(name, *file, game));
    if (!known.insert(costume).second) {
      return refused(name, "another of the files is of the same costume");
    }
    costumes.push_back({{"row", costume}, {"files", {name}}});
    if (has_palettes) continue;
    const std::vector<uint8_t> rgb = likely_colors(game, costume, file->palette);
    root["palettes"].push_back({{"costume_row", costume}, {"rgb", hex_text(rgb)}});
  }
  root["costumes"] = std::move(costumes);
  return bytes_of(root);
}

Result<std::vector<uint8_t>> manifest_of_files(Bytes manifest, const EditFiles& files,
                                               const ReadGame& game) {
  const Result<Json> parsed = parse_if_any(manifest);
  JsonFields fields(parsed, kManifestName);
  const bool lists_pictures = fields.has("pictures");
  if (lists_pictures && !fields.field("pictures").is_array()) {
    fields.wrong("\"pictures\" is not a list");
  }
  if (fields.error()) return *fields.error();
  Json root{{"game", files_row(game.tables)}};
  if (lists_pictures) root = *parsed;
  const Json listed = lists_pictures ? root["pictures"] : Json::array();
  Json pictures = Json::array();
  for (const std::string& name : files.alone) {
    const auto row = std::ranges::find_if(listed, [&](const Json& picture) {
      return picture.is_object() && picture.contains("file") && picture["file"] == name;
    });
    if (row != listed.end()) {
      pictures.push_back(*row);
      continue;
    }
    ASSIGN_OR_RETURN(Json made, picture_row(name, game));
    pictures.push_back(std::move(made));
  }
  root["pictures"] = std::move(pictures);
  return bytes_of(root);
}

}  // namespace wardrobe
