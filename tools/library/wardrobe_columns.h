/* libwardrobe: everything that is in an archive, as columns of numbers, as one image, or as text.
 * The common rules are in wardrobe.h. */
#ifndef WARDROBE_COLUMNS_H
#define WARDROBE_COLUMNS_H

/* NOLINTBEGIN(readability-identifier-naming,modernize-use-using): the names of C. */

#include "wardrobe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Columns: FORMAT.md "The tables" ---- */

/* FORMAT.md "The image". */
typedef enum wardrobe_type {
  WARDROBE_TYPE_U8 = 1,
  WARDROBE_TYPE_U16 = 2,
  WARDROBE_TYPE_U32 = 3,
  WARDROBE_TYPE_U64 = 4,
  WARDROBE_TYPE_I16 = 5,
  WARDROBE_TYPE_I32 = 6
} wardrobe_type;

typedef struct wardrobe_column {
  const void* data; /* aligned to its type; may be NULL if count is 0 */
  size_t count;
  wardrobe_type type;
} wardrobe_column;

WARDROBE_API uint32_t wardrobe_column_count(const wardrobe_archive* archive);
/* The name of column `index`, from 0; NULL past the last one. */
WARDROBE_API const char* wardrobe_column_name(const wardrobe_archive* archive, uint32_t index);
/* Reads a column by its name, such as "cels.x" or "pixels". */
WARDROBE_API wardrobe_status wardrobe_read_column(const wardrobe_archive* archive, const char* name,
                                                  wardrobe_column* column, size_t size,
                                                  wardrobe_error* error);

/* Decompresses everything that has not been decompressed yet. The bytes are those of FORMAT.md "The
 * image". */
WARDROBE_API wardrobe_status wardrobe_read_image(const wardrobe_archive* archive,
                                                 const uint8_t** image, size_t* size,
                                                 wardrobe_error* error);

/* ---- Text ---- */

/* Lists a table as `wardrobe list ARCHIVE TABLE --json` does: costumes, pictures, timelines,
 * windows, commands, palettes, rooms, objects, cycles, wearers, recolours, calls or failures. The
 * text is UTF-8 and ends with a 0, which `size` does not count. It has one JSON object per row,
 * each followed by a line feed; tools/list/README.md describes them. */
WARDROBE_API wardrobe_status wardrobe_list(const wardrobe_archive* archive, const char* table,
                                           char** text, size_t* size, wardrobe_error* error);
WARDROBE_API void wardrobe_text_free(char* text);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming,modernize-use-using) */

#endif
