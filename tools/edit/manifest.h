#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/edit/read_game.h"
#include "tools/export/export.h"

namespace wardrobe {

/// Reads the fields of a JSON object. Remembers the first error; from then on, all fields are zero.
class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string where)
      : object_(object), where_(std::move(where)) {
    if (!object.is_object()) wrong("not an object");
  }

  const std::string& where() const { return where_; }
  const std::optional<Error>& error() const { return error_; }

  /// Appends to the place that later errors name.
  void add_where(const std::string& more) { where_ += more; }

  void wrong(const std::string& message) {
    if (error_) return;
    error_ = Error{ErrorCode::damaged, kNoOffset, where_ + ": " + message};
  }

  void fail(const Error& error) {
    if (!error_) error_ = error;
  }

  bool has(const char* name) const { return object_.is_object() && object_.contains(name); }

  const nlohmann::json& field(const char* name) {
    static const nlohmann::json kNull;
    if (has(name)) return object_[name];
    wrong(fmt::format("there is no \"{}\"", name));
    return kNull;
  }

  template <class T>
  T integer(const char* name) {
    return integer_of<T>(field(name), name);
  }

  template <class T>
  T integer_of(const nlohmann::json& value, const char* name) {
    return static_cast<T>(
        integer_in(value, name, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  }

  int64_t integer_in(const nlohmann::json& value, const char* name, int64_t lowest,
                     int64_t highest) {
    const bool too_high =
        value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(highest);
    if (value.is_number_integer() && !too_high && value.get<int64_t>() >= lowest &&
        value.get<int64_t>() <= highest) {
      return value.get<int64_t>();
    }
    wrong(fmt::format("\"{}\" is {}, not an integer from {} to {}", name, shown(value), lowest,
                      highest));
    return 0;
  }

  std::string text(const char* name) {
    const nlohmann::json& value = field(name);
    if (value.is_string()) return value.get<std::string>();
    wrong(fmt::format("\"{}\" is {}, not a string", name, shown(value)));
    return {};
  }

  static std::string shown(const nlohmann::json& value) {
    constexpr size_t kLongest = 40;
    const std::string text = value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
  }

 private:
  const nlohmann::json& object_;
  std::string where_;
  std::optional<Error> error_;
};

/// Calls take(fields) for every object in the list `name`. Stops after an object with an error.
template <class Take>
void for_each_of(JsonFields& parent, const char* name, const char* what, Take take) {
  const nlohmann::json& list = parent.field(name);
  if (!list.is_array()) parent.wrong(fmt::format("\"{}\" is not a list", name));
  for (size_t i = 0; i < list.size() && !parent.error(); ++i) {
    JsonFields fields(list[i], fmt::format("{}: {} {}", parent.where(), what, i));
    take(fields);
    if (fields.error()) parent.fail(*fields.error());
  }
}

/// A file of the game from which the folder was exported.
struct ExportedFile {
  std::string name;
  uint64_t size = 0;
};

/// Reads the list "game" of a manifest or an index.
std::vector<ExportedFile> read_exported_files(JsonFields& root);

/// Row of Costumes → red, green and blue of each colour when exported. Has only costumes with a
/// palette in the manifest or index.
using ExportedPalettes = std::map<uint32_t, std::vector<uint8_t>>;
ExportedPalettes read_exported_palettes(JsonFields& root);

/// Whether a relative name leads to a file in its folder, or below it.
bool is_inner_name(const std::string& name);

/// Reads the name of a file in the exported folder. A name that leads outside the folder is an
/// error.
std::string inner_file_name(JsonFields& fields, const std::string& name);

inline constexpr const char* kOtherGame = "; the folder was exported from another game";

/// Checks that `files` are the files of the game in `tables`. Errors start with `where`.
Status check_exported_game(const std::string& where, const std::vector<ExportedFile>& files,
                           const Tables& tables);

/// A picture of `export --format pictures` or `hd`, with its new placement.
struct ManifestPicture {
  std::string file;
  uint16_t costume = 0;  ///< id; 0: none
  uint32_t costume_row = 0;
  std::vector<Slot> slots;
  PictureShape shape;
  uint64_t xxh64 = 0;  ///< of the pixels as exported
  uint8_t transparent = 0;
};

struct Manifest {
  std::vector<ExportedFile> files;
  uint32_t scale = 1;  ///< of the exported PNGs; `pictures` has lengths in pixels of the game
  bool has_dark_shadows = false;  ///< the PNGs have shadows as half-transparent black: hd
  ExportedPalettes palettes;
  std::vector<ManifestPicture> pictures;
};

/// Reads manifest.json. Errors name the picture and the field. Safe on any input.
Result<Manifest> read_manifest(std::string_view text);

}  // namespace wardrobe
