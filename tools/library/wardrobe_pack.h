/* libwardrobe-pack: packs a game into a .wardrobe archive. C99 and C++.
 * Errors, lifetimes and names: wardrobe.h. Any number of threads may pack at once. */
#ifndef WARDROBE_PACK_H
#define WARDROBE_PACK_H

/* NOLINTBEGIN(readability-identifier-naming,modernize-use-using): the names of C. */

#include "wardrobe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options. All 0, or NULL for the structure: the defaults of `wardrobe pack`. */
typedef struct wardrobe_pack_options {
  int32_t level;      /* zstd level, 1 to 22; 0: 12 */
  uint32_t threads;   /* number of threads; 0: as many as the machine has */
  const char* game;   /* its version, as `wardrobe pack --game` takes it: "6"; NULL: detect it */
  uint32_t max_ticks; /* most ticks of a timeline that never loops, up to 2^20; 0: 4096 */
  /* Called from any thread, but never by two at once. `done` of `total` never falls. Return 0 to
   * continue; any other value cancels. May be NULL. */
  int (*progress)(void* user, uint32_t done, uint32_t total);
  void* user;
  uint32_t rooms; /* 1: pack the backgrounds of rooms, as `wardrobe pack --rooms` */
} wardrobe_pack_options;

/* A file of a game. `name` is relative to the game's folder, with "/" between folders. It may begin
 * with a folder that all files have in common: "MONKEY/000.LFL" or "000.LFL". This structure never
 * changes. */
typedef struct wardrobe_file {
  const char* name; /* UTF-8 */
  const void* bytes;
  size_t size;
} wardrobe_file;

/* The bytes of an archive. */
typedef struct wardrobe_packed wardrobe_packed;
WARDROBE_API const uint8_t* wardrobe_packed_bytes(const wardrobe_packed* packed, size_t* size);
/* The number of rows in the archive's table of failures that are damage, not notes. */
WARDROBE_API uint32_t wardrobe_packed_failure_count(const wardrobe_packed* packed);
WARDROBE_API void wardrobe_packed_free(wardrobe_packed* packed);

/* Packs the game at `path`, which is UTF-8. It is a game folder, an index or resource file, a
 * container such as a .zip or .pak, or a path inside a container: "game.pak/classic/en". Fails with
 * WARDROBE_E_NOT_FOUND if there is no game. */
WARDROBE_API wardrobe_status wardrobe_pack_folder(const char* path,
                                                  const wardrobe_pack_options* options,
                                                  size_t options_size, wardrobe_packed** packed,
                                                  wardrobe_error* error);
/* Packs a game from the files of a folder, in any order. Ignores files that do not belong to the
 * game. */
WARDROBE_API wardrobe_status wardrobe_pack_files(const wardrobe_file* files, size_t count,
                                                 const wardrobe_pack_options* options,
                                                 size_t options_size, wardrobe_packed** packed,
                                                 wardrobe_error* error);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming,modernize-use-using) */
#endif
