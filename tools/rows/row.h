#pragma once

#include <type_traits>

#include <nlohmann/json.hpp>

#include "tools/rows/json_rows.h"

namespace wardrobe {

/// The value; null if it is `none`.
template <class Value>
Row or_null(Value value, std::type_identity_t<Value> none) {
  return value == none ? Row() : Row(value);
}

}  // namespace wardrobe
