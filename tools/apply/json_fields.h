#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/result.h"
#include "tools/apply/manifest.h"
#include "tools/list/rows.h"

namespace wardrobe {

/// Reads the fields of a JSON object. Remembers the first error; from then on, all fields are zero.
class JsonFields {
 public:
  JsonFields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
    if (!object.is_object()) wrong("not an object");
  }

  /// Reads what parse_json() returned.
  JsonFields(const Result<Json>& parsed, std::string where)
      : object_(parsed ? *parsed : null()), where_(std::move(where)) {
    if (!parsed) wrong(parsed.error().message);
    if (!object_.is_object()) wrong("not an object");
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

  const Json& field(const char* name) {
    if (has(name)) return object_[name];
    wrong(fmt::format("there is no \"{}\"", name));
    return null();
  }

  template <class T>
  T integer(const char* name) {
    return integer_of<T>(field(name), name);
  }

  template <class T>
  T integer_of(const Json& value, const char* name) {
    return static_cast<T>(
        integer_in(value, name, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  }

  int64_t integer_in(const Json& value, const char* name, int64_t lowest, int64_t highest) {
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
    const Json& value = field(name);
    if (value.is_string()) return value.get<std::string>();
    wrong(fmt::format("\"{}\" is {}, not a string", name, shown(value)));
    return {};
  }

  /// The value for messages: of a long text its start, of a list or an object only that it is one.
  static std::string shown(const Json& value) {
    constexpr size_t kLongest = 40;
    if (value.is_array()) return "a list";
    if (value.is_object()) return "an object";
    const std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
  }

 private:
  static const Json& null() {
    static const Json kNull;
    return kNull;
  }

  const Json& object_;
  std::string where_;
  std::optional<Error> error_;
};

/// Calls take(fields) for every object in the list `name`. Stops after an object with an error.
template <class Take>
void for_each_of(JsonFields& parent, const char* name, const char* what, Take take) {
  const Json& list = parent.field(name);
  if (!list.is_array()) parent.wrong(fmt::format("\"{}\" is not a list", name));
  for (size_t i = 0; i < list.size() && !parent.error(); ++i) {
    JsonFields fields(list[i], fmt::format("{}: {} {}", parent.where(), what, i));
    take(fields);
    if (fields.error()) parent.fail(*fields.error());
  }
}

/// Reads the list "game" of a manifest or an index.
std::vector<ExportedFile> read_exported_files(JsonFields& root);

/// Reads the list "palettes" of a manifest or an index.
ExportedPalettes read_exported_palettes(JsonFields& root);

/// Reads the name of a file in the exported folder. A name that leads outside the folder is an
/// error.
std::string inner_file_name(JsonFields& fields, const std::string& name);

}  // namespace wardrobe
