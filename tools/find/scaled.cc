#include "tools/find/scaled.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>
#include <tuple>

#include "formats/play_rules.h"

namespace wardrobe {
namespace {

/// The smallest scale that is tried: a quarter. Smaller actors have too few pixels.
constexpr uint16_t kLeastScale = 64;

/// The lines of a window.
using WindowLines = std::array<size_t, kWindow>;

/// The first lines from `from` on that are drawn at a scale; none if there are too few.
std::optional<WindowLines> window_lines(const std::vector<uint16_t>& least, size_t from,
                                        uint16_t scale) {
  WindowLines lines{};
  size_t count = 0;
  for (size_t line = from; line < least.size() && count < kWindow; ++line) {
    if (least[line] <= scale) lines[count++] = line;
  }
  if (count < kWindow) return std::nullopt;
  return lines;
}

/// The lowest scale at which all of these lines are drawn.
uint16_t least_of(const std::vector<uint16_t>& least, std::span<const size_t> lines) {
  uint16_t most = kLeastScale;
  for (const size_t line : lines) most = std::max(most, least[line]);
  return most;
}

std::vector<size_t> drawn_lines(const std::vector<uint16_t>& least, uint16_t scale) {
  std::vector<size_t> lines;
  for (size_t line = 0; line < least.size(); ++line) {
    if (least[line] <= scale) lines.push_back(line);
  }
  return lines;
}

/// Where the first of `count` lines is drawn from the anchor, from the left or from above.
int64_t place_of(ScaledLines line, size_t count) {
  std::optional<int64_t> place;
  for (size_t i = 0; i < count; ++i, line.next()) {
    if (line.is_kept()) place = std::min(line.to(), place.value_or(line.to()));
  }
  return place.value_or(0);
}

/// A picture at a placement.
class ScaledSearch {
 public:
  ScaledSearch(const Template& picture, const Placement& placement, ScaleRule rule,
               const Query& query, std::vector<Match>& matches)
      : picture_(picture),
        placement_(placement),
        rule_(rule),
        query_(query),
        matches_(matches),
        x_(left_edge(placement.x, static_cast<uint16_t>(picture.width), placement.flip)),
        columns_(least_scales(rule, x_, placement.flip, picture.width)),
        rows_(least_scales(rule, placement.y, false, picture.height)) {}

  /// Tries all scales. A window consists of the same lines down to a scale.
  void search(const TemplateWindow& window) {
    uint16_t highest = kFullScale - 1;
    while (highest >= kLeastScale) {
      const std::optional<WindowLines> columns = window_lines(columns_, window.x, highest);
      const std::optional<WindowLines> rows = window_lines(rows_, window.y, highest);
      if (!columns || !rows) return;
      const uint16_t least = std::max(least_of(columns_, *columns), least_of(rows_, *rows));
      for (const WindowPlace& place : places_of(*columns, *rows)) {
        verify(place, columns->front(), rows->front(), least, highest);
      }
      highest = static_cast<uint16_t>(least - 1);
    }
  }

 private:
  std::span<const WindowPlace> places_of(const WindowLines& columns,
                                         const WindowLines& rows) const {
    const auto at = [&](size_t x, size_t y) { return picture_.at(columns[x], rows[y]); };
    const auto window = window_from(at, 0, 0);
    if (!std::ranges::all_of(window, [&](uint8_t value) { return picture_.drawn[value]; })) {
      return {};
    }
    const Pattern pattern = window_pattern(window);
    if (pattern.features == 0) return {};
    return query_.places_of(pattern.hash);
  }

  /// Adds the matches with a window at this place, at the scales from `least` to `highest`. Its
  /// first lines are `left` and `top`.
  void verify(const WindowPlace& place, size_t left, size_t top, uint16_t least, uint16_t highest) {
    while (highest >= least) {
      const std::vector<size_t> columns = drawn_lines(columns_, highest);
      const std::vector<size_t> rows = drawn_lines(rows_, highest);
      const uint16_t same = std::max(least_of(columns_, columns), least_of(rows_, rows));
      const auto match = match_lines(columns, rows, place, left, top);
      for (; highest >= same; --highest) {
        if (match) add(*match, highest);
      }
    }
  }

  /// Whether the picture of these lines is at the place.
  std::optional<Match> match_lines(const std::vector<size_t>& columns,
                                   const std::vector<size_t>& rows, const WindowPlace& place,
                                   size_t left, size_t top) {
    const auto before = [](const std::vector<size_t>& lines, size_t line) {
      return static_cast<size_t>(std::ranges::find(lines, line) - lines.begin());
    };
    const size_t width = query_.readings()[place.reading].width;
    const TemplateWindow window{before(columns, left), before(rows, top)};
    const int32_t x = static_cast<int32_t>(place.at % width) - static_cast<int32_t>(window.x);
    const int32_t y = static_cast<int32_t>(place.at / width) - static_cast<int32_t>(window.y);
    if (!tried_.emplace(columns.size(), rows.size(), place.reading, x, y).second) {
      return std::nullopt;
    }
    std::vector<uint8_t> pixels;
    for (const size_t row : rows) {
      for (const size_t column : columns) pixels.push_back(picture_.at(column, row));
    }
    Template drawn = picture_;
    drawn.pixels = pixels;
    drawn.width = columns.size();
    drawn.height = rows.size();
    return match_at(drawn, query_, place.reading, x, y, window);
  }

  void add(Match match, uint16_t scale) {
    match.placement = placement_;
    match.actor_scale = static_cast<uint8_t>(scale);
    const ActorScale lines(rule_, match.actor_scale);
    match.from_anchor_x = place_of(lines.columns(0, x_, placement_.flip), picture_.width);
    match.from_anchor_y = place_of(lines.rows(0, placement_.y), picture_.height);
    matches_.push_back(match);
  }

  const Template& picture_;
  const Placement& placement_;
  ScaleRule rule_;
  const Query& query_;
  std::vector<Match>& matches_;
  int64_t x_;                      ///< of the picture before it is flipped
  std::vector<uint16_t> columns_;  ///< the lowest scale at which each is drawn
  std::vector<uint16_t> rows_;
  std::set<std::tuple<size_t, size_t, uint32_t, int32_t, int32_t>> tried_;  ///< by lines and place
};

}  // namespace

void add_scaled_matches(const Template& picture, std::span<const TemplateWindow> windows,
                        const Placement& placement, ScaleRule rule, const Query& query,
                        std::vector<Match>& matches) {
  ScaledSearch scaled(picture, placement, rule, query, matches);
  for (const TemplateWindow& window : windows) {
    if (window.step == 1) scaled.search(window);
  }
}

}  // namespace wardrobe
