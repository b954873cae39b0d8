#include "tools/find/costume_match.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <utility>

namespace wardrobe {
namespace {

/// Features that all parts of the image that show an actor must have together.
constexpr uint32_t kActorFeatures = 16;

/// How an actor stands in a reading.
struct Pose {
  uint32_t reading = 0;
  bool mirrored = false;
  uint8_t scale = kFullScale;
  int64_t x = 0;  ///< of the anchor
  int64_t y = 0;

  // clang-tidy 14 is wrong about defaulted comparisons.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  friend auto operator<=>(const Pose&, const Pose&) = default;
};

/// What of a frame was found, with the actor in one pose.
struct FrameMatch {
  uint32_t score = 0;
  bool mirrored = false;
  std::vector<PictureMatch> pictures;
};

/// The left edge of a match in the mirror image of its reading.
int64_t left_in_mirror(const Match& match, const Query& query) {
  const auto width = static_cast<int64_t>(query.readings()[match.reading].width);
  return width - match.x - int64_t{match.width};
}

/// The pose in which a cel is where its picture was found.
Pose pose_of(const Cel& cel, const Match& match, const Query& query) {
  const bool scaled = match.actor_scale != kFullScale;
  const int64_t x = scaled ? match.from_anchor_x : cel.x;
  const int64_t y = match.y - (scaled ? match.from_anchor_y : cel.y);
  const bool mirrored = query.readings()[match.reading].mirrored;
  if (cel.flip == 0) return {match.reading, mirrored, match.actor_scale, match.x - x, y};
  // The picture is as stored in the mirror image of the one in which the cel is flipped.
  return {Query::mirror_of(match.reading), !mirrored, match.actor_scale,
          left_in_mirror(match, query) - x, y};
}

/// The most of a frame that was found in one pose.
FrameMatch match_frame(const TablesView& tables, const Query& query, uint32_t frame,
                       const Matches& found) {
  std::map<Pose, FrameMatch> poses;
  for (const uint32_t row : rows_of(tables.frames.cel_offset, frame)) {
    const Cel cel = cel_at(tables.cels, row);
    const auto matches = found.find(cel.picture);
    if (matches == found.end()) continue;
    for (const Match& match : matches->second) {
      if (match.actor_scale != kFullScale && match.placement != placement_of(cel)) continue;
      FrameMatch& pose = poses[pose_of(cel, match, query)];
      pose.score += match.score;
      pose.pictures.push_back({cel.picture, match});
    }
  }
  FrameMatch best;
  for (auto& [pose, one] : poses) {
    one.mirrored = pose.mirrored;
    if (one.score > best.score || (one.score == best.score && best.mirrored)) best = std::move(one);
  }
  return best;
}

/// The best picture alone.
CostumeMatch best_picture(const Matches& matches) {
  CostumeMatch best;
  for (const auto& [picture, places] : matches) {
    for (const Match& match : places) {
      if (match.score > best.score) best = {match.score, {{picture, match}}, {}};
    }
  }
  return best;
}

/// The best frames, and the ticks that show them: in the image before in its mirror image.
CostumeMatch best_frames(const TablesView& tables, uint32_t costume, const Query& query,
                         const Matches& matches) {
  CostumeMatch best;
  std::map<uint32_t, FrameMatch> frames;
  for (const uint32_t frame : frames_of(tables, costume)) {
    const FrameMatch& found = frames[frame] = match_frame(tables, query, frame, matches);
    best.score = std::max(best.score, found.score);
  }
  if (best.score == 0) return best;
  for (const bool mirrored : {false, true}) {
    for (const uint32_t timeline : rows_of(tables.costumes.record_offset, costume)) {
      ShownTicks shown{timeline, mirrored, {}};
      const RowRange ticks = rows_of(tables.timelines.tick_offset, timeline);
      for (const uint32_t tick : ticks) {
        const FrameMatch& found = frames.at(tables.timelines.tick[tick]);
        if (found.score != best.score || found.mirrored != mirrored) continue;
        shown.ticks.push_back(tick - ticks.front());
        if (best.pictures.empty()) best.pictures = found.pictures;
      }
      if (!shown.ticks.empty()) best.shown.push_back(std::move(shown));
    }
  }
  return best;
}

}  // namespace

std::set<uint32_t> frames_of(const TablesView& tables, uint32_t costume) {
  std::set<uint32_t> frames;
  for (const uint32_t timeline : rows_of(tables.costumes.record_offset, costume)) {
    for (const uint32_t tick : rows_of(tables.timelines.tick_offset, timeline)) {
      frames.insert(tables.timelines.tick[tick]);
    }
  }
  return frames;
}

Placement placement_of(const Cel& cel) { return {cel.x, cel.y, cel.flip != 0}; }

Box box_of(const Match& match, const Query& query) {
  const Reading& reading = query.readings()[match.reading];
  const int64_t x = reading.mirrored ? left_in_mirror(match, query) : int64_t{match.x};
  return {reading.columns.start(x), reading.rows.start(match.y),
          reading.columns.start(x + match.width),
          reading.rows.start(match.y + int64_t{match.height})};
}

std::optional<CostumeMatch> match_costume(const TablesView& tables, uint32_t costume,
                                          const Query& query, const Matches& matches) {
  CostumeMatch found = best_picture(matches);
  if (found.pictures.empty()) return std::nullopt;
  CostumeMatch frames = best_frames(tables, costume, query, matches);
  if (frames.score >= found.score) found = std::move(frames);
  std::ranges::stable_sort(found.pictures, std::ranges::greater(),
                           [](const PictureMatch& one) { return one.match.score; });
  const bool is_part = found.pictures[0].match.kind == MatchKind::part;
  if (is_part && found.score < kActorFeatures) return std::nullopt;
  return found;
}

}  // namespace wardrobe
