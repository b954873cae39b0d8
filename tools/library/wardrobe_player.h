/* libwardrobe: plays costumes live. The common rules are in wardrobe.h.
 *
 * In each tick, the costume is drawn and then takes a step. A player reads and checks the data of
 * its costume when it is made. */
#ifndef WARDROBE_PLAYER_H
#define WARDROBE_PLAYER_H

/* NOLINTBEGIN(readability-identifier-naming,modernize-use-using): the names of C. */

#include "wardrobe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wardrobe_player wardrobe_player;

#define WARDROBE_ALL_LIMBS 0xFFFFu

/* Makes a player, as reset to face South. */
WARDROBE_API wardrobe_status wardrobe_player_new(const wardrobe_archive* archive, uint32_t costume,
                                                 wardrobe_player** player, wardrobe_error* error);
WARDROBE_API void wardrobe_player_free(wardrobe_player* player);

/* For wardrobe_player_reset: the first chore that is started does not make the actor appear. */
enum { WARDROBE_PLAYER_BARE = 1 };

/* `degrees` is a multiple of 45 below 360.
 * reset: turns all limbs off; none is stopped. The first chore that is started then makes the actor
 * appear, as in the game: all limbs start init before it, or in versions 1 and 2 stand, init and
 * talk-stop, unless `flags` is WARDROBE_PLAYER_BARE instead of 0. So reset and start play a
 * timeline of the archive.
 * start: starts a chore in the present direction, on those limbs of its record that are also in
 * `limbs` (bit i is limb i). Other limbs continue, so chores can mix. If the chore has no record
 * for the direction, it changes nothing.
 * face: turns at once. Each limb continues with its chore in the new direction.
 * animate: does what a script's animate call does, SCUMM.md §5. */
WARDROBE_API wardrobe_status wardrobe_player_reset(wardrobe_player* player, uint32_t degrees,
                                                   uint32_t flags, wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_player_start(wardrobe_player* player, uint32_t chore,
                                                   uint32_t limbs, wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_player_face(wardrobe_player* player, uint32_t degrees,
                                                  wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_player_animate(wardrobe_player* player, uint32_t operand,
                                                     wardrobe_error* error);
/* Sets variable `number`, 0 to 255, of an AKOS to a 16-bit value. Timelines that read variables are
 * WARDROBE_TIMELINE_DYNAMIC (FORMAT.md "timelines"). reset sets all variables to 0. Has no effect
 * on a COST. */
WARDROBE_API wardrobe_status wardrobe_player_set_variable(wardrobe_player* player, uint32_t number,
                                                          int32_t value, wardrobe_error* error);
/* Makes the actor of an AKOS talk, with the mouth of `state`, 1 to 13 (SCUMM.md §6 "Conditions").
 * 0: it is silent, as after a reset. Has no effect on a COST. */
WARDROBE_API wardrobe_status wardrobe_player_set_talking(wardrobe_player* player, uint32_t state,
                                                         wardrobe_error* error);
/* Reads the cels of the present tick, in the same way as wardrobe_read_cels. */
WARDROBE_API wardrobe_status wardrobe_player_cels(wardrobe_player* player, wardrobe_cel* cels,
                                                  size_t capacity, size_t* count,
                                                  wardrobe_error* error);
/* Steps to the next tick. wardrobe_player_events then returns the events of that step. Their `tick`
 * is the number of steps before it since the player was made or reset. */
WARDROBE_API wardrobe_status wardrobe_player_step(wardrobe_player* player, wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_player_events(const wardrobe_player* player,
                                                    wardrobe_event* events, size_t capacity,
                                                    size_t* count, wardrobe_error* error);
WARDROBE_API wardrobe_status wardrobe_player_draw(wardrobe_player* player,
                                                  const wardrobe_colors* colors,
                                                  const wardrobe_canvas* canvas, size_t canvas_size,
                                                  wardrobe_error* error);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming,modernize-use-using) */

#endif
