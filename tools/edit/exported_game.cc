#include "tools/edit/exported_game.h"

#include <charconv>
#include <filesystem>

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

}  // namespace

std::vector<ExportedFile> read_exported_files(JsonFields& root) {
  std::vector<ExportedFile> files;
  JsonFields game(root.field("game"), root.where() + ": \"game\"");
  for_each_of(game, "files", "file", [&](JsonFields& fields) {
    files.push_back({fields.text("name"), fields.integer<uint32_t>("size")});
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

std::string inner_file_name(JsonFields& fields, const std::string& name) {
  const std::filesystem::path path(name);
  bool inside = !name.empty() && path.is_relative() && name.find('\0') == std::string::npos;
  for (const std::filesystem::path& part : path) inside = inside && part != "..";
  if (!inside) {
    fields.wrong("\"file\" is " + JsonFields::shown(nlohmann::json(name)) +
                 ", not a file in its folder");
  }
  return name;
}

Status check_exported_game(const std::string& where, const std::vector<ExportedFile>& files,
                           const Tables& tables) {
  const Sources& sources = tables.sources;
  const auto wrong = [&](const std::string& message) {
    return Error{ErrorCode::damaged, kNoOffset, where + ": " + message + kOtherGame};
  };
  if (files.size() != sources.size.size()) {
    return wrong("the game had " + std::to_string(files.size()) + " files; this one has " +
                 std::to_string(sources.size.size()));
  }
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string name(text_at(sources.name_offset, sources.name, i));
    if (files[i].name == name && files[i].size == sources.size[i]) continue;
    return wrong("the game had " + files[i].name + " with " + std::to_string(files[i].size) +
                 " bytes; this one has " + name + " with " + std::to_string(sources.size[i]));
  }
  return ok();
}

}  // namespace wardrobe
