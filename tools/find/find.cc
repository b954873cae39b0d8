#include "tools/find/find.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "formats/colors.h"
#include "formats/limits.h"
#include "formats/player.h"
#include "tools/find/answer_rows.h"
#include "tools/find/costume_match.h"
#include "tools/find/scaled.h"
#include "tools/list/text.h"
#include "tools/list/wearers.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// The distinct pictures of a costume.
std::set<uint32_t> pictures_of(const TablesView& tables, uint32_t costume) {
  std::set<uint32_t> pictures;
  for (const uint32_t entry : entries_of(tables, costume)) {
    pictures.insert(tables.entries.picture[entry]);
  }
  pictures.erase(kNone);
  return pictures;
}

/// What the pictures of a costume have in common.
Template template_of(const TablesView& tables, uint32_t costume) {
  Template common;
  common.transparent = transparent_value(tables, costume);
  common.drawn.fill(true);
  common.drawn[common.transparent] = false;
  for (const uint8_t value : shadows_of(tables, costume)) common.drawn[value] = false;
  const ImagePalette palette = make_look(tables, costume, {}, {}, Shadows::as_stored).palette;
  for (size_t value = 0; value < common.colors.size(); ++value) {
    if (value == common.transparent) continue;
    common.colors[value] = uint32_t{0xFF} << 24;
    for (size_t i = 0; i < 3; ++i) {
      common.colors[value] |= uint32_t{palette.rgb[3 * value + i]} << 8 * i;
    }
  }
  for (size_t value = 0; value < common.colors.size(); ++value) {
    common.by_color[value] = static_cast<uint8_t>(
        std::ranges::find(common.colors, common.colors[value]) - common.colors.begin());
  }
  return common;
}

/// How the timelines of a costume draw each of its pictures; some ways only, if `pixels_left`,
/// which it lowers, are too few.
std::map<uint32_t, std::set<Placement>> placements_of(const TablesView& tables, uint32_t costume,
                                                      uint64_t& pixels_left) {
  std::map<uint32_t, std::set<Placement>> placements;
  for (const uint32_t frame : frames_of(tables, costume)) {
    for (const uint32_t row : rows_of(tables.frames.cel_offset, frame)) {
      const Cel cel = cel_at(tables.cels, row);
      const uint64_t pixels = kPlacementPixels + uint64_t{tables.pictures.width[cel.picture]} *
                                                     tables.pictures.height[cel.picture];
      if (pixels_left < pixels) return placements;
      pixels_left -= placements[cel.picture].insert(placement_of(cel)).second ? pixels : 0;
    }
  }
  return placements;
}

/// Leaves only what was matched in the best way. A picture as a whole is better not mirrored.
void keep_best_kind(const Query& query, Matches& found) {
  const auto rank_of = [&](const Match& match) {
    const bool mirrored = query.readings()[match.reading].mirrored;
    return std::pair(match.kind, match.kind != MatchKind::part && mirrored);
  };
  auto best = std::pair(MatchKind::part, true);
  for (const auto& [picture, matches] : found) {
    for (const Match& match : matches) best = std::min(best, rank_of(match));
  }
  for (auto& [picture, matches] : found) {
    std::erase_if(matches, [&](const Match& match) { return rank_of(match) != best; });
  }
}

/// What of a costume the image shows, at full size or else made smaller by a room.
Result<std::optional<CostumeMatch>> find_costume(const OpenArchive& open, uint32_t costume,
                                                 const Query& query, uint64_t& scaled_pixels_left) {
  const TablesView& tables = open.tables;
  Template picture = template_of(tables, costume);
  std::map<uint32_t, std::vector<TemplateWindow>> windows;
  const auto load = [&](uint32_t row) -> Status {
    ASSIGN_OR_RETURN(picture.pixels, open.archive.read_picture(row));
    picture.width = tables.pictures.width[row];
    picture.height = tables.pictures.height[row];
    return ok();
  };
  Matches full;
  for (const uint32_t row : pictures_of(tables, costume)) {
    TRY(load(row));
    windows[row] = windows_of(picture);
    full[row] = matches_of(picture, windows[row], query);
  }
  keep_best_kind(query, full);
  std::optional<CostumeMatch> found = match_costume(tables, costume, query, full);
  const ScaleRule rule = scale_rule(tables.costumes.kind[costume], tables.costumes.codec[costume],
                                    tables.game.version[0]);
  if (found || rule == ScaleRule::unscaled) return found;
  Matches smaller;
  for (const auto& [row, placements] : placements_of(tables, costume, scaled_pixels_left)) {
    if (windows[row].empty()) continue;
    TRY(load(row));
    for (const Placement& placement : placements) {
      add_scaled_matches(picture, windows[row], placement, rule, query, smaller[row]);
    }
  }
  return match_costume(tables, costume, query, smaller);
}

/// Whether an answer explains the place of another one so much better that this is none: in a
/// better way, or with more than 4/3 of its features.
bool is_beaten(const Answer& answer, const Answer& by) {
  const Box& a = answer.box;
  const Box& b = by.box;
  const bool overlap = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const bool is_worse = uint64_t{answer.score} * 4 < uint64_t{by.score} * 3;
  return overlap && (by.kind < answer.kind || is_worse);
}

}  // namespace

Result<std::vector<Answer>> find_in(const OpenArchive& open, const std::string& archive,
                                    const Query& query, GivenNames names) {
  const TablesView& tables = open.tables;
  TRY(check_shown_cels(tables));
  uint64_t scaled_pixels_left = kScaledPixels.of(open.archive.file().size());
  const CostumeWearers wearers(tables, std::move(names));
  std::vector<Answer> answers;
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    ASSIGN_OR_RETURN(const std::optional<CostumeMatch> found,
                     find_costume(open, costume, query, scaled_pixels_left));
    if (!found) continue;
    const Match& best = found->pictures[0].match;
    answers.push_back({best.kind, found->score, box_of(best, query),
                       answer_row(tables, query, archive, costume, wearers.text(costume), *found),
                       wearers.label(costume)});
  }
  return answers;
}

void rank(std::vector<Answer>& answers) {
  std::ranges::stable_sort(
      answers, {}, [](const Answer& answer) { return std::tuple(answer.kind, ~answer.score); });
  std::vector<Answer> kept;
  for (Answer& answer : answers) {
    const auto beats = [&](const Answer& other) { return is_beaten(answer, other); };
    if (std::ranges::none_of(kept, beats)) kept.push_back(std::move(answer));
  }
  answers = std::move(kept);
}

}  // namespace wardrobe
