#include "tools/edit/manifest.h"

#include <charconv>

#include "tools/edit/json_fields.h"

namespace wardrobe {
namespace {

using Json = nlohmann::json;

uint64_t hash_of(JsonFields& fields) {
  const std::string text = fields.text("xxh64");
  uint64_t hash = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (code != std::errc() || end != text.data() + text.size()) {
    fields.wrong("\"xxh64\" is not a hexadecimal number");
  }
  return hash;
}

std::vector<SlotId> slots_of(JsonFields& fields) {
  std::vector<SlotId> slots;
  const Json& list = fields.field("slots");
  if (!list.is_array() || list.empty()) fields.wrong("\"slots\" is no list of [limb, index]");
  for (const Json& pair : list) {
    if (!pair.is_array() || pair.size() != 2) {
      fields.wrong("\"slots\" has " + JsonFields::shown(pair) + ", not [limb, index]");
      break;
    }
    const uint8_t limb = pair[0].is_null() ? kNoLimb : fields.integer_of<uint8_t>(pair[0], "slots");
    slots.push_back({limb, fields.integer_of<uint16_t>(pair[1], "slots")});
  }
  return slots;
}

ManifestPicture picture_of(JsonFields& fields) {
  ManifestPicture picture;
  picture.file = inner_file_name(fields, fields.text("file"));
  fields.add_where(", " + JsonFields::shown(Json(picture.file)));
  if (!fields.field("costume").is_null()) picture.costume = fields.integer<uint16_t>("costume");
  picture.costume_row = fields.integer<uint32_t>("costume_row");
  picture.slots = slots_of(fields);
  picture.shape.width = fields.integer<uint16_t>("width");
  picture.shape.height = fields.integer<uint16_t>("height");
  picture.shape.x = fields.integer<int16_t>("x");
  picture.shape.y = fields.integer<int16_t>("y");
  picture.shape.xinc = fields.integer<int16_t>("xinc");
  picture.shape.yinc = fields.integer<int16_t>("yinc");
  picture.xxh64 = hash_of(fields);
  picture.transparent = fields.integer<uint8_t>("transparent");
  return picture;
}

}  // namespace

Result<Manifest> read_manifest(std::string_view text) {
  const Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded()) {
    return Error{ErrorCode::damaged, kNoOffset, std::string(kManifestName) + ": it is no JSON"};
  }
  Manifest manifest;
  JsonFields whole(root, kManifestName);
  manifest.files = read_exported_files(whole);
  manifest.palettes = read_exported_palettes(whole);
  for_each_of(whole, "pictures", "picture",
              [&](JsonFields& fields) { manifest.pictures.push_back(picture_of(fields)); });
  if (whole.error()) return *whole.error();
  return manifest;
}

}  // namespace wardrobe
