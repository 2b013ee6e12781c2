/* ls-handout-moment.h: pictures of a moment of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-bars-key-private.h"
#include "ls-handout-figure.h"
#include "ls-state.h"

G_BEGIN_DECLS

LsHandoutFigure *ls_handout_draw_queues   (LsState   *state);
LsHandoutFigure *ls_handout_draw_timeline (LsState   *state,
                                           guint64    now);
LsHandoutFigure *ls_handout_draw_bars     (LsBarsKey *key,
                                           GArray    *order,
                                           gboolean   is_solved);
char            *ls_handout_list_log      (LsState   *state);

G_END_DECLS
