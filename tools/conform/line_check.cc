#include "tools/conform/line_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/core.h>

#include "tools/list/rows.h"
#include "tools/list/text.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// Bytes of a line. Those of real costumes have a few hundred.
constexpr size_t kMaxLine = 1 << 20;

Error invalid(std::string message) { return {ErrorCode::damaged, kNoOffset, std::move(message)}; }

/// A whole number that fits in 53 bits, as in any language.
Result<int64_t> number_in(const Json& row, const std::string& key) {
  constexpr double kMost = 1LL << 53;
  const auto found = row.find(key);
  if (found != row.end() && found->is_number_integer()) {
    if (std::abs(found->get<double>()) <= kMost) return found->get<int64_t>();
  }
  return invalid(fmt::format("expected a whole number as \"{}\"", key));
}

Result<std::string> direction_in(const Json& row) {
  const auto found = row.find("dir");
  if (found != row.end() && found->is_string()) return found->get<std::string>();
  if (found != row.end() && found->is_number_integer()) return found->dump();
  return invalid("expected a direction as \"dir\"");
}

/// The costume's row; kNone if there is no such costume.
Result<uint32_t> costume_in(const Json& row, const TablesView& tables) {
  const bool by_row = row.contains("costume_row");
  if (!by_row && (!row.contains("costume") || row["costume"].is_null())) {
    return invalid("expected a whole number as \"costume\" or \"costume_row\"");
  }
  ASSIGN_OR_RETURN(const int64_t number, number_in(row, by_row ? "costume_row" : "costume"));
  if (number < 0 || number >= kNone) return kNone;
  const auto positive = static_cast<uint32_t>(number);
  if (by_row) return positive < tables.costumes.id.size() ? positive : kNone;
  return find_costume(tables, positive).value_or(kNone);
}

Result<Json> parse_line(const std::string& line) {
  ASSIGN_OR_RETURN(Json row, parse_json(line));
  if (row.is_object()) return row;
  return invalid("this is not a JSON object");
}

/// The names of a frame's fields, and of a cel's after the limb.
constexpr std::array kFields = {"x", "y", "width", "height", "xxh64"};

template <class Look>
Json fields_of(const Look& look) {
  return {look.x, look.y, look.width, look.height, hash_text(look.xxh64)};
}

/// "x is 4 instead of 5", for the first field that differs; empty if none does.
std::string field_difference(const Json& expected, const Json& given) {
  for (size_t i = 0; i < kFields.size(); ++i) {
    if (given[i] == expected[i]) continue;
    return fmt::format("{} is {} instead of {}", kFields[i], json_text(given[i]),
                       json_text(expected[i]));
  }
  return {};
}

Result<Json> frame_in(const Json& row) {
  Json fields = Json::array();
  for (size_t i = 0; i + 1 < kFields.size(); ++i) {
    ASSIGN_OR_RETURN(const int64_t number, number_in(row, kFields[i]));
    fields.push_back(number);
  }
  const auto hash = row.find(kFields.back());
  if (hash == row.end() || !hash->is_string()) return invalid("expected a hash as \"xxh64\"");
  fields.push_back(*hash);
  return fields;
}

bool is_cel(const Json& cel) {
  return cel.is_array() && cel.size() == kFields.size() + 1 && cel.back().is_string() &&
         std::all_of(cel.begin(), cel.end() - 1,
                     [](const Json& field) { return field.is_number_integer(); });
}

/// "limb 2: x is 4 instead of 5", for the first cel that differs; empty if none does.
std::string cel_difference(const std::vector<CelLook>& expected, const Json& given) {
  for (size_t i = 0; i < std::max(expected.size(), given.size()); ++i) {
    if (i >= given.size()) return fmt::format("limb {} is not drawn", expected[i].limb);
    const std::string limb = json_text(given[i][0]);
    if (i >= expected.size()) return fmt::format("limb {} is drawn in excess", limb);
    if (given[i][0] != expected[i].limb) {
      return fmt::format("limb {} is drawn where limb {} is expected", limb, expected[i].limb);
    }
    const Json fields(Json::array_t(given[i].begin() + 1, given[i].end()));
    const std::string difference = field_difference(fields_of(expected[i]), fields);
    if (!difference.empty()) return fmt::format("limb {}: {}", limb, difference);
  }
  return {};
}

/// What differs in a line; empty if nothing does.
Result<std::string> difference_in(const Json& row, const TickLooks& looks, size_t tick) {
  ASSIGN_OR_RETURN(const Json given, frame_in(row));
  std::string difference = field_difference(fields_of(looks.frame(tick)), given);
  const auto cels = row.find("cels");
  if (cels == row.end() || cels->is_null()) return difference;
  if (!cels->is_array() || !std::all_of(cels->begin(), cels->end(), is_cel)) {
    return invalid("expected [limb, x, y, width, height, xxh64] for each of the \"cels\"");
  }
  const std::string of_cels = cel_difference(looks.cels(tick), *cels);
  if (!difference.empty() && !of_cels.empty()) difference += "; ";
  return difference + of_cels;
}

Status check_header(const Json& row) {
  if (row["format"] == kConformFormat && row.contains("version") &&
      row["version"] == kConformVersion) {
    return ok();
  }
  return invalid(
      fmt::format("expected \"format\":\"{}\",\"version\":{}", kConformFormat, kConformVersion));
}

}  // namespace

Status LineCheck::take(std::string_view piece) {
  while (!piece.empty()) {
    const size_t end = piece.find('\n');
    rest_ += piece.substr(0, end);
    if (rest_.size() > kMaxLine) return invalid(fmt::format("line {} does not end", line_ + 1));
    if (end == std::string_view::npos) break;
    TRY(finish());
    piece.remove_prefix(end + 1);
  }
  return ok();
}

Status LineCheck::finish() {
  ++line_;
  const bool blank = rest_.find_first_not_of(" \t\r") == std::string::npos;
  const Status taken = blank ? ok() : take_line();
  rest_.clear();
  if (taken) return ok();
  return invalid(fmt::format("line {}: {}", line_, taken.error().message));
}

Status LineCheck::take_line() {
  ASSIGN_OR_RETURN(const Json row, parse_line(rest_));
  if (row.contains("format")) return check_header(row);
  ASSIGN_OR_RETURN(const uint32_t costume, costume_in(row, looks_.tables()));
  ASSIGN_OR_RETURN(const int64_t chore, number_in(row, "chore"));
  ASSIGN_OR_RETURN(const std::string direction, direction_in(row));
  ASSIGN_OR_RETURN(const int64_t number, number_in(row, "tick"));
  const std::optional<size_t> tick = looks_.find(costume, chore, direction, number);
  if (!tick || seen_[*tick]) {
    if (extra_++ == 0) first_extra_ = line_;
    return ok();
  }
  ASSIGN_OR_RETURN(std::string difference, difference_in(row, looks_, *tick));
  seen_[*tick] = true;
  ++(difference.empty() ? right_ : differing_);
  if (!difference.empty() && *tick < first_differing_.value_or(looks_.size())) {
    first_differing_ = *tick;
    difference_ = std::move(difference);
  }
  return ok();
}

std::string LineCheck::report() const {
  if (same()) return count_text(right_, "tick") + (right_ == 1 ? " is" : " are") + " the same\n";
  std::string text;
  if (first_differing_) {
    text += fmt::format("{}: {}\n{} of {} differ\n", looks_.name(*first_differing_), difference_,
                        differing_, count_text(looks_.size(), "tick"));
  }
  if (missing() > 0) {
    const auto first = std::ranges::find(seen_, false) - seen_.begin();
    text += fmt::format("missing: {}; first {}\n", count_text(missing(), "tick"),
                        looks_.name(static_cast<size_t>(first)));
  }
  if (extra_ > 0) {
    text += fmt::format("unknown or repeated: {}; first line {}\n", count_text(extra_, "line"),
                        first_extra_);
  }
  return text;
}

}  // namespace wardrobe
