#include "formats/tables.h"

namespace wardrobe {

Tables::Tables() = default;
Tables::Tables(const Tables&) = default;
Tables::Tables(Tables&&) noexcept = default;
Tables& Tables::operator=(const Tables&) = default;
Tables& Tables::operator=(Tables&&) noexcept = default;
Tables::~Tables() = default;

TablesView view_all(const Tables& built) {
  TablesView views;
  for_each_pair(views.members(), built.members(),
                [](auto& to, const auto& from) { to = view(from); });
  return views;
}

}  // namespace wardrobe
