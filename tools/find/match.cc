#include "tools/find/match.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <tuple>

namespace wardrobe {
namespace {

/// Windows of a picture that are looked up, how far apart the first ones are at least, and the
/// others, which see past a cursor.
constexpr size_t kWindows = 32;
constexpr size_t kFirstWindows = 16;
constexpr size_t kFirstApart = 3;
constexpr size_t kApart = 2;
/// Fewer windows than this come from specks of a picture.
constexpr size_t kFew = 4;
/// Features that a picture must have in common with a part of the image; if less than half of it is
/// seen; and with the whole image, whose size and outline count, too.
constexpr uint32_t kPartFeatures = 8;
constexpr uint32_t kHiddenFeatures = 20;
constexpr uint32_t kWholeFeatures = 12;

/// Counts something in the window that begins at each pixel, from its sums over all pixels above
/// and to the left.
class WindowCounts {
 public:
  template <class Is>
  WindowCounts(size_t width, size_t height, const Is& is)
      : stride_(width + 1), sums_(stride_ * (height + 1)) {
    for (size_t y = 0; y < height; ++y) {
      uint32_t row = 0;
      for (size_t x = 0; x < width; ++x) {
        row += is(x, y) ? 1 : 0;
        sums_[(y + 1) * stride_ + x + 1] = sums_[y * stride_ + x + 1] + row;
      }
    }
  }

  /// In the `side` × `side` pixels from here on.
  uint32_t at(size_t x, size_t y, size_t side) const {
    const size_t above = y * stride_ + x;
    const size_t below = above + side * stride_;
    return sums_[below + side] - sums_[below] - sums_[above + side] + sums_[above];
  }

 private:
  size_t stride_;
  std::vector<uint32_t> sums_;
};

/// All windows of neighbouring pixels with enough features.
std::vector<TemplateWindow> dense_windows(const Template& picture) {
  std::vector<TemplateWindow> found;
  if (picture.width < kWindow || picture.height < kWindow) return found;
  const auto at = [&](size_t x, size_t y) { return picture.at(x, y); };
  const WindowCounts drawn(picture.width, picture.height,
                           [&](size_t x, size_t y) { return picture.is_drawn(x, y); });
  const WindowCounts features(picture.width, picture.height, [&](size_t x, size_t y) {
    return x > 0 && y > 0 && is_feature_at(at, x, y);
  });
  for (size_t y = 0; y + kWindow <= picture.height; ++y) {
    for (size_t x = 0; x + kWindow <= picture.width; ++x) {
      if (drawn.at(x, y, kWindow) < kWindow * kWindow) continue;
      const uint32_t count = features.at(x + 1, y + 1, kWindow - 1);
      if (count >= kWindowFeatures) found.push_back({x, y, 1, count});
    }
  }
  return found;
}

/// All windows of every other pixel with enough features.
std::vector<TemplateWindow> sparse_windows(const Template& picture) {
  constexpr size_t kStep = kSteps[1];
  const auto at = [&](size_t x, size_t y) { return picture.at(x, y); };
  std::vector<TemplateWindow> found;
  for (size_t y = 0; y + window_span(kStep) <= picture.height; ++y) {
    for (size_t x = 0; x + window_span(kStep) <= picture.width; ++x) {
      const auto window = window_from(at, x, y, kStep);
      if (!std::ranges::all_of(window, [&](uint8_t value) { return picture.drawn[value]; }))
        continue;
      const Pattern pattern = window_pattern(window, kStep);
      if (pattern.features > 0) found.push_back({x, y, kStep, pattern.features});
    }
  }
  return found;
}

/// A picture at a place of a reading, and the colour that stands for each value there.
class Overlap {
 public:
  Overlap(const Template& picture, const Reading& reading, int32_t x, int32_t y,
          const TemplateWindow& window)
      : picture_(picture), reading_(reading), x_(x), y_(y), step_(window.step) {
    const auto end = [](int64_t from, size_t size, size_t limit) {
      return static_cast<size_t>(
          std::clamp<int64_t>(static_cast<int64_t>(limit) - from, 0, static_cast<int64_t>(size)));
    };
    left_ = static_cast<size_t>(std::max(-x, 0));
    top_ = static_cast<size_t>(std::max(-y, 0));
    right_ = end(x, picture.width, reading.width);
    bottom_ = end(y, picture.height, reading.height);
    vote();
    for (size_t i = 0; i < kWindow * kWindow; ++i) {
      const size_t column = window.x + step_ * (i % kWindow);
      const size_t row = window.y + step_ * (i / kWindow);
      color_of_[picture_.at(column, row)] = color(column, row);
    }
  }

  /// The match, if they agree enough.
  std::optional<Match> match() const {
    Match match;
    uint32_t features = 0;
    const auto value_at = [&](size_t x, size_t y) { return picture_.at(x, y); };
    const auto color_at = [&](size_t x, size_t y) { return color(x, y); };
    for (size_t y = top_; y < bottom_; ++y) {
      for (size_t x = left_; x < right_; ++x) {
        if (!picture_.is_drawn(x, y)) continue;
        ++match.visible;
        match.matched += agrees(x, y) ? 1 : 0;
        if (x < left_ + step_ || y < top_ + step_) continue;
        const auto all = [&](const auto& is) {
          return is(x, y) && is(x - step_, y) && is(x, y - step_) && is(x - step_, y - step_);
        };
        if (!all([&](size_t i, size_t j) { return picture_.is_drawn(i, j); })) continue;
        features += is_feature_at(value_at, x, y, step_) ? 1 : 0;
        if (!all([&](size_t i, size_t j) { return agrees(i, j); })) continue;
        match.score += is_feature_at(color_at, x, y, step_) ? 1 : 0;
      }
    }
    // Other limbs, z-planes and shadows may hide half of it, or two thirds if the rest is certain.
    const bool half = match.score * 2 >= features && match.matched * 2 >= match.visible;
    const bool third = match.score * 3 >= features && match.matched * 3 >= match.visible;
    if (!third || match.score < (half ? kPartFeatures : kHiddenFeatures)) return std::nullopt;
    match.x = x_;
    match.y = y_;
    return match;
  }

 private:
  uint32_t color(size_t x, size_t y) const {
    return reading_.at(static_cast<size_t>(static_cast<int64_t>(x) + x_),
                       static_cast<size_t>(static_cast<int64_t>(y) + y_));
  }
  bool agrees(size_t x, size_t y) const { return color(x, y) == color_of_[picture_.at(x, y)]; }

  /// Gives each value the colour that more than half of its pixels have, if there is one.
  void vote() {
    std::array<uint32_t, 256> lead{};
    std::array<uint32_t, 256> count{};
    color_of_.fill(Reading::kNothing);
    for_each_drawn([&](uint8_t value, uint32_t color) {
      ++count[value];
      if (lead[value] == 0) color_of_[value] = color;
      lead[value] += color_of_[value] == color ? 1 : ~uint32_t{0};
    });
    std::array<uint32_t, 256> votes{};
    for_each_drawn(
        [&](uint8_t value, uint32_t color) { votes[value] += color == color_of_[value] ? 1 : 0; });
    for (size_t value = 0; value < count.size(); ++value) {
      const bool clear = color_of_[value] == reading_.transparent;
      if (votes[value] * 2 <= count[value] || clear) color_of_[value] = Reading::kNothing;
    }
  }

  template <class Visit>
  void for_each_drawn(const Visit& visit) const {
    for (size_t y = top_; y < bottom_; ++y) {
      for (size_t x = left_; x < right_; ++x) {
        if (picture_.is_drawn(x, y)) visit(picture_.at(x, y), color(x, y));
      }
    }
  }

  const Template& picture_;
  const Reading& reading_;
  int32_t x_;
  int32_t y_;
  size_t step_;
  size_t left_ = 0;  ///< of the overlap, in the picture
  size_t top_ = 0;
  size_t right_ = 0;
  size_t bottom_ = 0;
  std::array<uint32_t, 256> color_of_{};  ///< by value; kNothing: none
};

/// Whether the whole reading is the picture in its own values or colours, with the same transparent
/// borders around `part`. The patterns inside of these are the same.
bool is_exact(const Template& picture, const ImagePart& part, const Reading& reading) {
  const bool same_size = reading.width == picture.width && reading.height == picture.height &&
                         reading.whole.left == part.left && reading.whole.top == part.top;
  bool same_values = same_size && reading.by_index;
  bool same_colors = same_size;
  for (size_t y = 0; y < part.height; ++y) {
    for (size_t x = 0; x < part.width; ++x) {
      const uint8_t value = picture.at(part.left + x, part.top + y);
      const uint32_t given = reading.at(reading.whole.left + x, reading.whole.top + y);
      same_values = same_values && given == value;
      same_colors = same_colors && reading.colors[given] == picture.colors[value];
    }
  }
  return same_values || same_colors;
}

/// Adds the readings that are the picture as a whole; `values` are its pixels or the first values
/// of their colours.
void add_whole(const Template& picture, const std::vector<uint8_t>& values, const Query& query,
               std::vector<Match>& matches) {
  const ImagePart part = trimmed_part(values, picture.width, picture.transparent);
  if (part.width == 0) return;
  std::optional<Pattern> pattern;
  for (uint32_t number = 0; number < query.readings().size(); ++number) {
    const Reading& reading = query.readings()[number];
    if (reading.whole.width != part.width || reading.whole.height != part.height) continue;
    if (!pattern) pattern = image_pattern(part_of(values, picture.width, part), part.width, 256);
    if (reading.pattern.hash != pattern->hash) continue;
    const bool exact = is_exact(picture, part, reading);
    if (!exact && pattern->features < kWholeFeatures) continue;
    const auto area = static_cast<uint32_t>(part.width * part.height);
    Match& match = matches.emplace_back();
    match.reading = number;
    match.x = static_cast<int32_t>(reading.whole.left) - static_cast<int32_t>(part.left);
    match.y = static_cast<int32_t>(reading.whole.top) - static_cast<int32_t>(part.top);
    match.kind = exact ? MatchKind::exact : MatchKind::whole;
    match.matched = match.visible = area;
    match.score = pattern->features + 1;
    match.width = static_cast<uint32_t>(picture.width);
    match.height = static_cast<uint32_t>(picture.height);
  }
}

void add_parts(const Template& picture, std::span<const TemplateWindow> windows, const Query& query,
               std::vector<Match>& matches) {
  std::set<std::tuple<uint32_t, int32_t, int32_t>> tried;
  const auto try_at = [&](const TemplateWindow& window, uint64_t hash) {
    for (const WindowPlace& place : query.places_of(hash)) {
      const size_t width = query.readings()[place.reading].width;
      const auto x = static_cast<int32_t>(place.at % width) - static_cast<int32_t>(window.x);
      const auto y = static_cast<int32_t>(place.at / width) - static_cast<int32_t>(window.y);
      if (!tried.emplace(place.reading, x, y).second) continue;
      const std::optional<Match> match = match_at(picture, query, place.reading, x, y, window);
      if (match) matches.push_back(*match);
    }
  };
  const auto at = [&](size_t x, size_t y) { return picture.at(x, y); };
  for (const TemplateWindow& window : windows) {
    auto values = window_from(at, window.x, window.y, window.step);
    const uint64_t by_value = window_pattern(values, window.step).hash;
    try_at(window, by_value);
    for (uint8_t& value : values) value = picture.by_color[value];
    const Pattern by_color = window_pattern(values, window.step);
    if (by_color.features > 0 && by_color.hash != by_value) try_at(window, by_color.hash);
  }
}

}  // namespace

std::vector<TemplateWindow> windows_of(const Template& picture) {
  std::vector<TemplateWindow> all = dense_windows(picture);
  if (all.size() < kFew) std::ranges::copy(sparse_windows(picture), std::back_inserter(all));
  std::ranges::stable_sort(all, std::ranges::greater(), &TemplateWindow::features);
  std::vector<TemplateWindow> chosen;
  const auto choose = [&](size_t most, size_t apart) {
    const auto is_near = [&](const TemplateWindow& window) {
      return std::ranges::any_of(chosen, [&](const TemplateWindow& other) {
        return std::max(window.x, other.x) - std::min(window.x, other.x) < apart &&
               std::max(window.y, other.y) - std::min(window.y, other.y) < apart;
      });
    };
    for (const TemplateWindow& window : all) {
      if (chosen.size() == most) return;
      if (!is_near(window)) chosen.push_back(window);
    }
  };
  choose(kFirstWindows, kFirstApart);
  choose(kWindows, kApart);
  return chosen;
}

std::optional<Match> match_at(const Template& picture, const Query& query, uint32_t reading,
                              int32_t x, int32_t y, const TemplateWindow& window) {
  std::optional<Match> match = Overlap(picture, query.readings()[reading], x, y, window).match();
  if (!match) return match;
  match->reading = reading;
  match->width = static_cast<uint32_t>(picture.width);
  match->height = static_cast<uint32_t>(picture.height);
  return match;
}

std::vector<Match> matches_of(const Template& picture, std::span<const TemplateWindow> windows,
                              const Query& query) {
  std::vector<Match> matches;
  const std::vector<uint8_t> values(picture.pixels.begin(), picture.pixels.end());
  add_whole(picture, values, query, matches);
  std::vector<uint8_t> by_color = values;
  for (uint8_t& value : by_color) value = picture.by_color[value];
  if (matches.empty() && by_color != values) add_whole(picture, by_color, query, matches);
  if (matches.empty()) add_parts(picture, windows, query, matches);
  return matches;
}

}  // namespace wardrobe
