#include <optional>
#include <span>

#include "formats/colors.h"
#include "formats/tables.h"
#include "tools/library/call.h"
#include "tools/library/cels.h"
#include "tools/library/handles.h"
#include "tools/library/painter.h"
#include "tools/library/wardrobe.h"
#include "tools/render/looks.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// Fails unless the arguments of a function that reads colours or a shading are right.
Outcome check_look(const wardrobe_archive* archive, uint32_t costume, uint32_t palette,
                   const void* result) {
  if (archive == nullptr || result == nullptr) {
    return wrong_argument("archive, colors or shading is NULL");
  }
  const TablesView& tables = archive->tables();
  if (costume >= tables.costumes.id.size()) return no_row("costumes", costume);
  const bool found = palette == WARDROBE_NONE || palette < tables.palettes.room.size();
  return found ? Outcome() : no_row("palettes", palette);
}

std::optional<uint32_t> unless_none(uint32_t palette) {
  return palette == WARDROBE_NONE ? std::nullopt : std::optional(palette);
}

wardrobe_colors read_colors(const TablesView& tables, uint32_t costume, uint32_t palette,
                            const SlotColors& recolours = {}) {
  Look look = make_look(tables, costume, unless_none(palette));
  recolour(tables, costume, unless_none(palette), recolours, look);
  wardrobe_colors colors{};
  for (size_t value = 0; value < ImagePalette::kColors; ++value) {
    uint8_t* const rgba = colors.rgba[value];
    std::copy_n(&look.palette.rgb[3 * value], 3, rgba);
    rgba[3] = look.palette.shadow[value] ? kShadowAlpha : 255;
  }
  std::ranges::fill(colors.rgba[transparent_value(tables, costume)], uint8_t{0});
  return colors;
}

/// Cels of a frame, for draw_cels.
struct FrameCels {
  const CelsView& table;
  RowRange rows;

  size_t size() const { return rows.size(); }
  Cel operator[](size_t i) const { return cel_at(table, rows.front() + static_cast<uint32_t>(i)); }
};

/// A caller's cels, for draw_cels.
struct GivenCels {
  std::span<const wardrobe_cel> cels;

  size_t size() const { return cels.size(); }
  Cel operator[](size_t i) const { return from_c(cels[i]); }
};

}  // namespace
}  // namespace wardrobe

using namespace wardrobe;

wardrobe_status wardrobe_read_colors(const wardrobe_archive* archive, uint32_t costume,
                                     uint32_t palette, wardrobe_colors* colors,
                                     wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    Outcome known = check_look(archive, costume, palette, colors);
    if (known.status == WARDROBE_OK) *colors = read_colors(archive->tables(), costume, palette);
    return known;
  });
}

wardrobe_status wardrobe_read_look(const wardrobe_archive* archive, uint32_t costume,
                                   uint32_t palette, uint32_t look, wardrobe_colors* colors,
                                   wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    Outcome known = check_look(archive, costume, palette, colors);
    if (known.status != WARDROBE_OK) return known;
    const Result<SlotColors> recolours = look_of(archive->tables(), costume, look);
    if (!recolours) return recolours.error();
    *colors = read_colors(archive->tables(), costume, palette, *recolours);
    return {};
  });
}

wardrobe_status wardrobe_read_shading(const wardrobe_archive* archive, uint32_t costume,
                                      uint32_t palette, wardrobe_shading* shading,
                                      wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    Outcome known = check_look(archive, costume, palette, shading);
    if (known.status == WARDROBE_OK) {
      *shading = to_c(make_look(archive->tables(), costume, unless_none(palette)).shading);
    }
    return known;
  });
}

wardrobe_status wardrobe_draw_cels(const wardrobe_archive* archive, const wardrobe_cel* cels,
                                   size_t count, const wardrobe_colors* colors,
                                   const wardrobe_canvas* canvas, size_t canvas_size,
                                   wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    if (cels == nullptr && count != 0) return wrong_argument("cels is NULL");
    Outcome known = check_pictures(archive->tables(), {cels, count});
    if (known.status != WARDROBE_OK) return known;
    const Painter painter(archive->archive, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    return painter.draw(GivenCels{{cels, count}});
  });
}

wardrobe_status wardrobe_draw_tick(const wardrobe_archive* archive, uint32_t timeline,
                                   uint32_t tick, const wardrobe_colors* colors,
                                   const wardrobe_canvas* canvas, size_t canvas_size,
                                   wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    const TablesView& tables = archive->tables();
    if (timeline >= tables.timelines.flags.size()) return no_row("timelines", timeline);
    const Painter painter(archive->archive, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    const uint32_t frame = frame_at(tables.timelines, timeline, tick);
    return painter.draw(FrameCels{tables.cels, rows_of(tables.frames.cel_offset, frame)});
  });
}

wardrobe_status wardrobe_measure_cels(const wardrobe_archive* archive, const wardrobe_cel* cels,
                                      size_t count, wardrobe_box* box, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || box == nullptr) return wrong_argument("archive or box is NULL");
    if (cels == nullptr && count != 0) return wrong_argument("cels is NULL");
    const PicturesView& pictures = archive->tables().pictures;
    Outcome known = check_pictures(archive->tables(), {cels, count});
    if (known.status != WARDROBE_OK) return known;
    Extent extent;
    for (const wardrobe_cel& cel : std::span(cels, count)) {
      extent.add(cel.x, cel.y, pictures.width[cel.picture], pictures.height[cel.picture]);
    }
    *box = extent.empty() ? wardrobe_box{} : to_c(extent.box());
    return {};
  });
}
