#include "formats/tables.h"

namespace wardrobe {

Tables::Tables() = default;
Tables::Tables(const Tables&) = default;
Tables::Tables(Tables&&) noexcept = default;
Tables& Tables::operator=(const Tables&) = default;
Tables& Tables::operator=(Tables&&) noexcept = default;
Tables::~Tables() = default;

namespace schema {

std::string words(const Bounds& bounds) {
  std::string text;
  for (const auto& [first, last] : bounds.allowed()) {
    text += (text.empty() ? "" : ", ") + std::to_string(first);
    if (last != first) text += " to " + std::to_string(last);
  }
  if (bounds.row_of) {
    text +=
        "a row of " + std::string(table_name(*bounds.row_of)) + (bounds.or_none ? ", or none" : "");
  }
  if (bounds.rises) text += text.empty() ? "rising" : "; rising";
  return text;
}

std::string words(const Count& count) {
  if (count.is_any()) return {};
  if (count.most == kNone) return std::to_string(count.least) + " or more";
  return "at most " + std::to_string(count.most);
}

}  // namespace schema

std::string ColumnInfo::name() const {
  return std::string(table_name(table)) + "." + std::string(column);
}

TablesView view_all(const Tables& built) {
  TablesView views;
  zip_columns([](const ColumnInfo&, auto& to, const auto& from) { to = from; }, views, built);
  return views;
}

}  // namespace wardrobe
