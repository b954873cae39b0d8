#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "formats/result.h"

namespace wardrobe {

/// The fields of one object; the first that is wrong is remembered, and all others give zeros.
class JsonFields {
 public:
  JsonFields(const nlohmann::json& object, std::string where)
      : object_(object), where_(std::move(where)) {
    if (!object.is_object()) wrong("it is no object");
  }

  const std::string& where() const { return where_; }
  const std::optional<Error>& error() const { return error_; }

  /// Lets errors from now on say more about where they are.
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
    wrong(std::string("there is no \"") + name + '"');
    return kNull;
  }

  template <class T>
  T integer(const char* name) {
    return integer_of<T>(field(name), name);
  }

  template <class T>
  T integer_of(const nlohmann::json& value, const char* name) {
    constexpr int64_t kLowest = std::numeric_limits<T>::min();
    constexpr int64_t kHighest = std::numeric_limits<T>::max();
    const bool too_high =
        value.is_number_unsigned() && value.get<uint64_t>() > static_cast<uint64_t>(kHighest);
    if (value.is_number_integer() && !too_high && value.get<int64_t>() >= kLowest &&
        value.get<int64_t>() <= kHighest) {
      return static_cast<T>(value.get<int64_t>());
    }
    wrong('"' + std::string(name) + "\" is " + shown(value) + ", not a whole number from " +
          std::to_string(kLowest) + " to " + std::to_string(kHighest));
    return 0;
  }

  std::string text(const char* name) {
    const nlohmann::json& value = field(name);
    if (value.is_string()) return value.get<std::string>();
    wrong('"' + std::string(name) + "\" is " + shown(value) + ", not a text");
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

/// Calls take(fields) for every object of the list `name`, up to the first that is wrong.
template <class Take>
void for_each_of(JsonFields& parent, const char* name, const char* what, Take take) {
  const nlohmann::json& list = parent.field(name);
  if (!list.is_array()) parent.wrong('"' + std::string(name) + "\" is no list");
  for (size_t i = 0; i < list.size() && !parent.error(); ++i) {
    JsonFields fields(list[i], parent.where() + ": " + std::string(what) + ' ' + std::to_string(i));
    take(fields);
    if (fields.error()) parent.fail(*fields.error());
  }
}

}  // namespace wardrobe
