/* libwardrobe: rooms, and costumes in rooms. The common rules are in wardrobe.h. */
#ifndef WARDROBE_ROOM_H
#define WARDROBE_ROOM_H

/* NOLINTBEGIN(readability-identifier-naming,modernize-use-using): the names of C. */

#include "wardrobe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wardrobe_room {
  uint32_t number;         /* in the game */
  uint32_t source;         /* row of sources */
  uint32_t offset;         /* position of its block in that file */
  uint32_t width, height;  /* 0: unknown */
  uint32_t transparent;    /* the colour that see-through strips do not draw */
  uint32_t plane_count;    /* planes are numbered from 1 */
  uint32_t box_count;      /* boxes are numbered from 0; box 0 is a dummy */
  uint32_t has_background; /* 1: it is in the archive */
  const char* name;        /* UTF-8; "" if the game has none */
} wardrobe_room;

WARDROBE_API wardrobe_status wardrobe_read_room(const wardrobe_archive* archive, uint32_t row,
                                                wardrobe_room* room, size_t size,
                                                wardrobe_error* error);
/* Finds the room with this number in the game. */
WARDROBE_API wardrobe_status wardrobe_find_room(const wardrobe_archive* archive, uint32_t number,
                                                uint32_t* room, wardrobe_error* error);
/* Reads the colours of a row of palettes; alpha is 255. */
WARDROBE_API wardrobe_status wardrobe_read_palette(const wardrobe_archive* archive,
                                                   uint32_t palette, wardrobe_colors* colors,
                                                   wardrobe_error* error);
/* Reads the shading of a costume for canvases of a room's colours. `palette` is a row of palettes.
 */
WARDROBE_API wardrobe_status wardrobe_read_room_shading(const wardrobe_archive* archive,
                                                        uint32_t costume, uint32_t palette,
                                                        wardrobe_shading* shading,
                                                        wardrobe_error* error);
/* Reads a z-plane: rows of (width + 7) / 8 bytes; bit 7 is leftmost, and 1 hides. If *size is 0,
 * the plane hides nothing. */
WARDROBE_API wardrobe_status wardrobe_read_plane(const wardrobe_archive* archive, uint32_t room,
                                                 uint32_t plane, const uint8_t** bits, size_t* size,
                                                 wardrobe_error* error);

/* A costume in a room. */
typedef struct wardrobe_actor {
  uint32_t room;    /* row of rooms */
  uint32_t costume; /* row of costumes */
  int32_t x, y;     /* its anchor, in pixels of the room */
  uint32_t box;     /* the walk box where it stands; 0 or none: no box */
  uint32_t plane;   /* the z-plane that hides it; 0: none */
  uint32_t scale;   /* 1 to 255; 255: full size */
  /* The states of the room's objects, which change its planes; NULL: as without objects. */
  const uint8_t* states;
  size_t state_count;
} wardrobe_actor;

/* Which objects of a room are shown. */
enum {
  WARDROBE_OBJECTS_NONE = 0,
  WARDROBE_OBJECTS_FIRST = 1, /* as when the game starts, before its scripts change them */
  WARDROBE_OBJECTS_ALL = 2, /* those not shown at first, too, in their first state with an image */
  /* as FIRST, but for the states that the room's entry script sets by constants: mostly behind
   * conditions, so this is a guess */
  WARDROBE_OBJECTS_ENTERED = 3
};

/* Reads the states of a room's objects, one for each of its rows of objects, in their order. Fills
 * in as many as fit, and sets *count to the number of all. */
WARDROBE_API wardrobe_status wardrobe_read_object_states(const wardrobe_archive* archive,
                                                         uint32_t room, uint32_t shown,
                                                         uint8_t* states, size_t capacity,
                                                         size_t* count, wardrobe_error* error);
/* Sets the state of an object, a row of objects, as scripts do: up to version 5, objects with the
 * same place and size are no longer shown. */
WARDROBE_API wardrobe_status wardrobe_set_object_state(const wardrobe_archive* archive,
                                                       uint32_t object, uint32_t state,
                                                       uint8_t* states, size_t count,
                                                       wardrobe_error* error);

/* Sets the plane and the scale of an actor by its walk box. If `box` is none, it first sets `box`
 * to the highest visible box that contains (x, y), or else to the nearest one, or to 0 if there is
 * no box. That is a guess: boxes overlap, and games lock some of them. */
WARDROBE_API wardrobe_status wardrobe_place_actor(const wardrobe_archive* archive,
                                                  wardrobe_actor* actor, size_t size,
                                                  wardrobe_error* error);

/* Reads the numbers of all boxes that contain a point, also of those that are not visible, the
 * highest first. Fills in as many as fit, and sets *count to the number of all. */
WARDROBE_API wardrobe_status wardrobe_read_boxes_at(const wardrobe_archive* archive, uint32_t room,
                                                    int32_t x, int32_t y, uint32_t* boxes,
                                                    size_t capacity, size_t* count,
                                                    wardrobe_error* error);

/* Finds the value by which a timeline has set the z-plane before a tick: that of the last event of
 * kind WARDROBE_EVENT_CLIP of an earlier tick; of several in one tick, the first.
 * WARDROBE_E_NOT_FOUND: there is none. */
WARDROBE_API wardrobe_status wardrobe_find_clip(const wardrobe_archive* archive, uint32_t timeline,
                                                uint32_t tick, int32_t* value,
                                                wardrobe_error* error);
/* Sets the plane of an actor whose animation has set another one: `value` is that of
 * wardrobe_find_clip, or of an event of kind WARDROBE_EVENT_CLIP of a player, which counts from the
 * next tick on. Some values stand for the plane of the actor's box. */
WARDROBE_API wardrobe_status wardrobe_clip_actor(const wardrobe_archive* archive,
                                                 wardrobe_actor* actor, size_t size, int32_t value,
                                                 wardrobe_error* error);

/* Draw over a canvas whose anchor is the room's top left. Clear it first: what is outside the room
 * or see-through in its background stays unchanged. If `colors` is NULL, indices of the room's
 * palettes are drawn. WARDROBE_E_NOT_FOUND: the archive has no background of the room.
 * `states` are those of the room's objects; NULL: the background alone. Draw actors after the room,
 * with the colours from wardrobe_read_colors. Actors are scaled, hidden by their plane, and drawn
 * only inside the room. */
WARDROBE_API wardrobe_status wardrobe_draw_room(const wardrobe_archive* archive, uint32_t room,
                                                const uint8_t* states, size_t state_count,
                                                const wardrobe_colors* colors,
                                                const wardrobe_canvas* canvas, size_t canvas_size,
                                                wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_draw_actor(const wardrobe_archive* archive,
                                                 const wardrobe_actor* actor, size_t actor_size,
                                                 const wardrobe_cel* cels, size_t count,
                                                 const wardrobe_colors* colors,
                                                 const wardrobe_canvas* canvas, size_t canvas_size,
                                                 wardrobe_error* error);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming,modernize-use-using) */

#endif
