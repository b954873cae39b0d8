/* libwardrobe: reads .wardrobe archives and draws their timelines. wardrobe_room.h puts costumes
 * into rooms, wardrobe_player.h plays them live, and wardrobe_columns.h gives everything that is in
 * an archive. C99 and C++. These rules hold for all headers.
 *
 * Names, units and meanings are those of FORMAT.md: rows count from 0, and WARDROBE_NONE is "none".
 * x and y are in pixels from the actor's anchor, rightwards and downwards. Directions are in
 * degrees, clockwise from North.
 *
 * Errors: a function that can fail returns a wardrobe_status. If it fails, it fills in `error`,
 * unless that is NULL, and does not change its other outputs. A row out of range and NULL for a
 * required pointer are WARDROBE_E_ARGUMENT. The library never prints or throws, nor ends the
 * process, except wardrobe_list if memory runs out.
 *
 * Lifetimes: wardrobe_X_free frees an X; it may be NULL. Free an archive after its players.
 * Pointers to an archive's data are valid until it is freed.
 *
 * Threads: any number of threads may use an archive at once, but not while it is freed. A player
 * belongs to one thread at a time. There is no other state.
 *
 * Memory: an archive has all its tables in memory. It decompresses pixels and backgrounds when they
 * are first used, and keeps them until it is freed.
 *
 * Growth: a later version may add functions, constants, and members at the end of structures,
 * except wardrobe_error, _cel, _event, _box, _colors and _shading, which are final. All others are
 * passed with their size, `sizeof`. In a structure that it fills in, the library omits members that
 * do not fit, and zeroes members that it does not know. In a structure that it reads, omitted
 * members count as 0, and members that it does not know must be 0. Numbers never change. */
#ifndef WARDROBE_H
#define WARDROBE_H

/* NOLINTBEGIN(readability-identifier-naming,modernize-use-using): the names of C. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WARDROBE_VERSION_MAJOR 1
#define WARDROBE_VERSION_MINOR 0
#define WARDROBE_VERSION_PATCH 0
#define WARDROBE_VERSION \
  (WARDROBE_VERSION_MAJOR * 10000 + WARDROBE_VERSION_MINOR * 100 + WARDROBE_VERSION_PATCH)
#define WARDROBE_NONE 0xFFFFFFFFu

/* Define WARDROBE_STATIC to link the static libraries on Windows. WARDROBE_EXPORTS is only for
 * building the libraries. */
#if !defined(_WIN32)
#define WARDROBE_API __attribute__((visibility("default")))
#elif defined(WARDROBE_STATIC)
#define WARDROBE_API
#elif defined(WARDROBE_EXPORTS)
#define WARDROBE_API __declspec(dllexport)
#else
#define WARDROBE_API __declspec(dllimport)
#endif

typedef enum wardrobe_status {
  WARDROBE_OK = 0,
  WARDROBE_E_ARGUMENT = 1, /* a mistake of the caller */
  WARDROBE_E_MEMORY = 2,
  WARDROBE_E_IO = 3, /* the system could not read or write */
  WARDROBE_E_NOT_FOUND = 4,
  WARDROBE_E_UNKNOWN_FORMAT = 5, /* an unknown version or format */
  WARDROBE_E_TRUNCATED = 6,
  WARDROBE_E_DAMAGED = 7,
  WARDROBE_E_LIMIT = 8,    /* a limit was exceeded: LIMITS.md */
  WARDROBE_E_CANCELLED = 9 /* wardrobe_pack.h */
} wardrobe_status;

typedef struct wardrobe_error {
  wardrobe_status status;
  uint64_t offset;   /* position in the file; UINT64_MAX: none */
  char message[240]; /* for people; cut off if too long */
} wardrobe_error;

typedef struct wardrobe_archive wardrobe_archive;

/* ---- Library ---- */

/* The version of the library that runs, in the form of WARDROBE_VERSION. */
WARDROBE_API uint32_t wardrobe_version(void);
/* The status as text, such as "damaged"; never NULL. */
WARDROBE_API const char* wardrobe_status_text(wardrobe_status status);

/* ---- Archives ---- */

/* Bytes that can be read at any offset. `read` fills all of `out` and returns 0; on failure it
 * returns another value. Several threads may call it at once. `close`, if not NULL, is called once:
 * when the archive is freed, or if opening fails. */
typedef struct wardrobe_reader {
  void* user;
  uint64_t size;
  int (*read)(void* user, uint64_t offset, void* out, size_t size);
  void (*close)(void* user);
} wardrobe_reader;

/* Open an archive: decompress and check all of its tables. Only pixels and backgrounds are left for
 * later, so only functions that read or draw them can find damage. `path` is UTF-8. For
 * open_memory, `bytes` must outlive the archive. */
WARDROBE_API wardrobe_status wardrobe_open_file(const char* path, wardrobe_archive** archive,
                                                wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_open_memory(const void* bytes, size_t size,
                                                  wardrobe_archive** archive,
                                                  wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_open_reader(const wardrobe_reader* reader, size_t reader_size,
                                                  wardrobe_archive** archive,
                                                  wardrobe_error* error);
WARDROBE_API void wardrobe_archive_free(wardrobe_archive* archive);

/* Checks every byte of the file; slow. Keeps no pixels. */
WARDROBE_API wardrobe_status wardrobe_verify(const wardrobe_archive* archive,
                                             wardrobe_error* error);

/* ---- Rows ---- */

/* Counts the rows of a table of FORMAT.md, such as "costumes". */
WARDROBE_API wardrobe_status wardrobe_row_count(const wardrobe_archive* archive, const char* table,
                                                uint32_t* count, wardrobe_error* error);

typedef struct wardrobe_game {
  uint32_t version;    /* SCUMM version as people know it, 1 to 8; Humongous games: 6 */
  uint32_t humongous;  /* its Humongous version, such as 80, or an earlier one; 0: another game */
  uint32_t directions; /* number of directions that actors can face, 4 or 8 */
  const char* name;    /* the version for people, such as "3 (16 colours)" or "HE 80" */
  const char* reason;  /* why it is this version, such as "MAXS has 138 bytes"; "": not known */
} wardrobe_game;

/* A file of the game. */
typedef struct wardrobe_source {
  const char* name; /* relative to the game's folder, UTF-8 */
  uint64_t size;
  uint32_t xor_key; /* every byte of the file is XORed with it */
  uint64_t xxh64;   /* XXH64, seed 0, of the file; 0: not known */
} wardrobe_source;

/* Kinds of costumes. */
enum { WARDROBE_KIND_COST = 0, WARDROBE_KIND_AKOS = 1 };

/* Codecs of a costume's pictures in the game: SCUMM.md §6 "Pixels". */
enum {
  WARDROBE_CODEC_RLE = 1,
  WARDROBE_CODEC_BOMP = 5,
  WARDROBE_CODEC_MAJMIN = 16,
  WARDROBE_CODEC_TRLE = 32
};

typedef struct wardrobe_costume {
  uint32_t id;             /* its lowest id; 0: none */
  uint32_t room;           /* row of rooms, or none */
  uint32_t kind;           /* WARDROBE_KIND_… */
  uint32_t codec;          /* WARDROBE_CODEC_… */
  uint32_t color_count;    /* number of colours of its palette */
  uint32_t directions;     /* 4 or 8 */
  uint32_t mirror_west;    /* 1: West is drawn by flipping */
  uint32_t first_timeline; /* row of timelines; they ascend by chore and direction */
  uint32_t timeline_count;
  uint32_t default_timeline; /* the row of timelines that shows it best; none if there are none */
  uint32_t default_palette;  /* row of palettes; none: its true colours or, without these, greys */
} wardrobe_costume;

typedef struct wardrobe_timeline {
  uint32_t costume; /* row of costumes */
  uint32_t chore;
  uint32_t degrees;
  uint32_t tick_count; /* 1 or more */
  uint32_t loop_start; /* the tick that plays after the last one; none: the timeline was cut */
  uint32_t flags;      /* WARDROBE_TIMELINE_… */
  uint32_t event_count;
  int32_t left, top;      /* the box around all its cels, from the anchor */
  uint32_t width, height; /* at least 1 × 1 */
} wardrobe_timeline;

/* Flags of a timeline. */
enum {
  WARDROBE_TIMELINE_TRUNCATED = 1,
  WARDROBE_TIMELINE_DYNAMIC = 2,
  WARDROBE_TIMELINE_STUCK = 4,
  WARDROBE_TIMELINE_MISSING_PICTURE = 8,
  WARDROBE_TIMELINE_LOST = 16
};

typedef struct wardrobe_picture {
  uint32_t width, height; /* 1 to 4096 */
  uint32_t transparent;   /* the index that is not drawn */
  uint64_t xxh64;         /* XXH64, seed 0, of `indices` */
  const uint8_t* indices; /* width * height, row-major, from the top left */
} wardrobe_picture;

typedef struct wardrobe_cel {
  uint32_t picture;   /* row of pictures */
  int32_t x, y;       /* top left, as drawn */
  uint16_t index;     /* slot in the limb's table; AKOS: the cel */
  uint8_t limb, flip; /* flip 1: mirrored within the same rectangle */
} wardrobe_cel;

typedef struct wardrobe_event {
  uint32_t tick;      /* the tick before the step */
  int32_t value;      /* FORMAT.md "events" */
  uint8_t limb, kind; /* WARDROBE_EVENT_… */
} wardrobe_event;

/* Kinds of events. */
enum {
  WARDROBE_EVENT_COUNTER = 0,
  WARDROBE_EVENT_SOUND = 1,
  WARDROBE_EVENT_STUCK = 2,
  WARDROBE_EVENT_SCRIPT = 3,
  WARDROBE_EVENT_ANIM = 4,
  WARDROBE_EVENT_TALKIE = 5,
  WARDROBE_EVENT_HIDE = 6,
  WARDROBE_EVENT_CLIP = 7,
  WARDROBE_EVENT_OFFSET = 8,
  WARDROBE_EVENT_PICTURE = 9
};

/* Something that could not be read, or that is odd. */
typedef struct wardrobe_failure {
  uint32_t costume;    /* row of costumes if it is about part of one, else none */
  uint32_t id;         /* of the costume; 0: none */
  uint32_t room;       /* number of its room; 0: none */
  uint32_t source;     /* row of sources, or none */
  uint64_t offset;     /* position in that file; UINT64_MAX: unknown */
  uint32_t limb;       /* or none */
  uint32_t index;      /* slot in the limb's table, or none */
  const char* message; /* the reason, as text */
  uint32_t kind;       /* 0: damage; 1: a note: odd, but no damage */
} wardrobe_failure;

WARDROBE_API wardrobe_status wardrobe_read_game(const wardrobe_archive* archive,
                                                wardrobe_game* game, size_t size,
                                                wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_read_source(const wardrobe_archive* archive, uint32_t row,
                                                  wardrobe_source* source, size_t size,
                                                  wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_read_costume(const wardrobe_archive* archive, uint32_t row,
                                                   wardrobe_costume* costume, size_t size,
                                                   wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_read_timeline(const wardrobe_archive* archive, uint32_t row,
                                                    wardrobe_timeline* timeline, size_t size,
                                                    wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_read_picture(const wardrobe_archive* archive, uint32_t row,
                                                   wardrobe_picture* picture, size_t size,
                                                   wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_read_failure(const wardrobe_archive* archive, uint32_t row,
                                                   wardrobe_failure* failure, size_t size,
                                                   wardrobe_error* error);

/* Read the cels of a tick, or all events of a timeline. After its last tick, a timeline continues
 * with its loop; without a loop, it repeats the last tick. Both fill in as many rows as fit, and
 * set *count to the number of all. Pass NULL and 0 to get only that number. */
WARDROBE_API wardrobe_status wardrobe_read_cels(const wardrobe_archive* archive, uint32_t timeline,
                                                uint32_t tick, wardrobe_cel* cels, size_t capacity,
                                                size_t* count, wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_read_events(const wardrobe_archive* archive,
                                                  uint32_t timeline, wardrobe_event* events,
                                                  size_t capacity, size_t* count,
                                                  wardrobe_error* error);

/* Reads the name that the game gives to a row of `table`, which is "objects", "wearers", "costumes"
 * or "records": as `wardrobe list` shows it, in UTF-8; "": none. It lives as long as the archive.
 * The game's own bytes are in the table's column "name". */
WARDROBE_API wardrobe_status wardrobe_read_name(const wardrobe_archive* archive, const char* table,
                                                uint32_t row, const char** name,
                                                wardrobe_error* error);

/* ---- Look-up: WARDROBE_E_NOT_FOUND if there is no such row ---- */

/* Finds a costume by its id or an alias. */
WARDROBE_API wardrobe_status wardrobe_find_costume(const wardrobe_archive* archive, uint32_t id,
                                                   uint32_t* costume, wardrobe_error* error);
/* Finds a chore by its name: "init", "walk", "stand", "talk-start" or "talk-stop". Their numbers
 * depend on the game's version. All other chores have only numbers. */
WARDROBE_API wardrobe_status wardrobe_find_chore(const wardrobe_archive* archive, const char* name,
                                                 uint32_t* chore, wardrobe_error* error);
/* The name of a chore; NULL if it has none. */
WARDROBE_API const char* wardrobe_chore_name(const wardrobe_archive* archive, uint32_t chore);
/* Finds a timeline by chore and direction. If the costume has 4 directions, 45° and 315° count as
 * North, and 135° and 225° as South. Chore, degrees or both may be WARDROBE_NONE: any. This finds
 * the timeline that shows the costume best (FORMAT.md "costumes"), with both none its default. */
WARDROBE_API wardrobe_status wardrobe_find_timeline(const wardrobe_archive* archive,
                                                    uint32_t costume, uint32_t chore,
                                                    uint32_t degrees, uint32_t* timeline,
                                                    wardrobe_error* error);
/* Finds palette `number`, from 0, of the room whose number in the game is `room_number`. */
WARDROBE_API wardrobe_status wardrobe_find_palette(const wardrobe_archive* archive,
                                                   uint32_t room_number, uint32_t number,
                                                   uint32_t* palette, wardrobe_error* error);

/* ---- Drawing ---- */

/* Maps pixel values to red, green, blue and alpha: all 0 for the transparent value; black and 128
 * for shadows (costumes.shadow); else alpha is 255. `palette` is a row of palettes; none: the
 * costume's default. */
typedef struct wardrobe_colors {
  uint8_t rgba[256][4];
} wardrobe_colors;
WARDROBE_API wardrobe_status wardrobe_read_colors(const wardrobe_archive* archive, uint32_t costume,
                                                  uint32_t palette, wardrobe_colors* colors,
                                                  wardrobe_error* error);
/* The same in a look of the costume: 0 has its own colours, 1 the first that the game's scripts
 * give it, and so on. WARDROBE_E_NOT_FOUND: there are fewer. */
WARDROBE_API wardrobe_status wardrobe_read_look(const wardrobe_archive* archive, uint32_t costume,
                                                uint32_t palette, uint32_t look,
                                                wardrobe_colors* colors, wardrobe_error* error);

/* How shadows, pixel values with 1 in `is_shadow`, are drawn as indices: `darker` maps an index to
 * the one of the nearest colour to half of its own. This is that of canvases of pixel values. */
typedef struct wardrobe_shading {
  uint8_t is_shadow[256], darker[256];
} wardrobe_shading;
WARDROBE_API wardrobe_status wardrobe_read_shading(const wardrobe_archive* archive,
                                                   uint32_t costume, uint32_t palette,
                                                   wardrobe_shading* shading,
                                                   wardrobe_error* error);

/* A box is empty if its width or height is 0. */
typedef struct wardrobe_box {
  int32_t left, top;
  uint32_t width, height;
} wardrobe_box;

/* Where to draw. `pixels` has the caller's pixels, row by row from the top; rows are `stride` bytes
 * apart. A pixel is four bytes, RGBA; if drawn without colours, it is one byte, its index. For
 * RGBA, `pixels` and `stride` must be multiples of 4. The anchor is at (anchor_x, anchor_y) of the
 * canvas. Only pixels inside `clip` change; it is in coordinates of the canvas, and if empty, it is
 * the whole canvas. Sides are at most 2147483647 pixels. Indices are drawn with `shading`, if any.
 */
typedef struct wardrobe_canvas {
  uint8_t* pixels;
  size_t stride;
  uint32_t width, height;
  int32_t anchor_x, anchor_y;
  wardrobe_box clip;
  const wardrobe_shading* shading;
} wardrobe_canvas;

/* Draw over the canvas. Transparent pixels leave it unchanged. Colours are blended by their alpha;
 * no colour, of the canvas either, is multiplied by alpha. If `colors` is NULL, indices are drawn.
 * If a picture cannot be read, the pictures before it have been drawn. */
WARDROBE_API wardrobe_status wardrobe_draw_cels(const wardrobe_archive* archive,
                                                const wardrobe_cel* cels, size_t count,
                                                const wardrobe_colors* colors,
                                                const wardrobe_canvas* canvas, size_t canvas_size,
                                                wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_draw_tick(const wardrobe_archive* archive, uint32_t timeline,
                                                uint32_t tick, const wardrobe_colors* colors,
                                                const wardrobe_canvas* canvas, size_t canvas_size,
                                                wardrobe_error* error);
/* Measures the smallest box around the cels, from the anchor; empty if there are no cels. */
WARDROBE_API wardrobe_status wardrobe_measure_cels(const wardrobe_archive* archive,
                                                   const wardrobe_cel* cels, size_t count,
                                                   wardrobe_box* box, wardrobe_error* error);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming,modernize-use-using) */

#endif
