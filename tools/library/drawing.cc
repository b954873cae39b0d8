#include <optional>
#include <span>

#include "formats/akos/akos.h"
#include "formats/tables.h"
#include "tools/library/call.h"
#include "tools/library/cels.h"
#include "tools/library/painter.h"
#include "tools/library/row_reader.h"
#include "tools/library/wardrobe.h"
#include "tools/render/palette_choice.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

wardrobe_colors read_colors(RowReader& reader, uint32_t costume, std::optional<uint32_t> palette) {
  const CostumeColors own{reader.get<&Game::version>(0), reader.get<&Costumes::codec>(costume),
                          reader.get<&Costumes::room>(costume),
                          reader.elements<&Costumes::color_offset, &Costumes::color>(costume),
                          reader.elements<&Costumes::rgb_offset, &Costumes::rgb>(costume)};
  const PaletteRows palettes{reader.all<&Palettes::room>(), [&](uint32_t row) -> Bytes {
                               return reader.elements<&Palettes::rgb_offset, &Palettes::rgb>(row);
                             }};
  const Look look = make_look(own, palettes, palette, {});
  wardrobe_colors colors{};
  for (size_t value = 0; value < ImagePalette::kColors; ++value) {
    uint8_t* const rgba = colors.rgba[value];
    std::copy_n(&look.palette.rgb[3 * value], 3, rgba);
    rgba[3] = 255;
  }
  colors.rgba[akos_transparent(own.codec, own.color, own.version)][3] = 0;
  return colors;
}

/// Whether all cels of a caller name pictures that there are.
Outcome check(const RowReader& reader, std::span<const wardrobe_cel> cels) {
  const uint64_t pictures = reader.count<&Pictures::width>();
  for (const wardrobe_cel& cel : cels) {
    if (cel.picture >= pictures) return no_row("pictures", cel.picture);
  }
  return {};
}

}  // namespace
}  // namespace wardrobe

using namespace wardrobe;

wardrobe_status wardrobe_read_colors(const wardrobe_archive* archive, uint32_t costume,
                                     uint32_t palette, wardrobe_colors* colors,
                                     wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || colors == nullptr) return wrong_argument("archive or colors is NULL");
    RowReader reader(*archive);
    if (costume >= reader.count<&Costumes::id>()) return no_row("costumes", costume);
    if (palette != WARDROBE_NONE && palette >= reader.count<&Palettes::room>()) {
      return no_row("palettes", palette);
    }
    const wardrobe_colors read = read_colors(
        reader, costume, palette == WARDROBE_NONE ? std::nullopt : std::optional(palette));
    if (reader.status()) *colors = read;
    return reader.status();
  });
}

wardrobe_status wardrobe_draw_cels(const wardrobe_archive* archive, const wardrobe_cel* cels,
                                   size_t count, const wardrobe_colors* colors,
                                   const wardrobe_canvas* canvas, size_t canvas_size,
                                   wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    if (cels == nullptr && count != 0) return wrong_argument("cels is NULL");
    RowReader reader(*archive);
    Outcome known = check(reader, {cels, count});
    if (known.status != WARDROBE_OK) return known;
    const Painter painter(reader, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    return painter.draw(count, [&](size_t i) { return from_c(cels[i]); });
  });
}

wardrobe_status wardrobe_draw_tick(const wardrobe_archive* archive, uint32_t timeline,
                                   uint32_t tick, const wardrobe_colors* colors,
                                   const wardrobe_canvas* canvas, size_t canvas_size,
                                   wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    RowReader reader(*archive);
    if (timeline >= reader.count<&Timelines::flags>()) return no_row("timelines", timeline);
    const Painter painter(reader, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    const CelRows cels(reader, frame_at(reader, timeline, tick));
    if (!reader.status()) return reader.status();
    return painter.draw(cels.size(), [&](size_t i) { return cels[i]; });
  });
}

wardrobe_status wardrobe_measure_cels(const wardrobe_archive* archive, const wardrobe_cel* cels,
                                      size_t count, wardrobe_box* box, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || box == nullptr) return wrong_argument("archive or box is NULL");
    if (cels == nullptr && count != 0) return wrong_argument("cels is NULL");
    RowReader reader(*archive);
    Outcome known = check(reader, {cels, count});
    if (known.status != WARDROBE_OK) return known;
    Extent extent;
    for (const wardrobe_cel& cel : std::span(cels, count)) {
      extent.add(cel.x, cel.y, reader.get<&Pictures::width>(cel.picture),
                 reader.get<&Pictures::height>(cel.picture));
    }
    if (reader.status()) *box = extent.empty() ? wardrobe_box{} : to_c(extent.box());
    return reader.status();
  });
}
