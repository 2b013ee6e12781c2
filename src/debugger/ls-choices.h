/* ls-choices.h: where the loop of a player's recording chose otherwise than its preset
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-departures.h"
#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_CHOICES (ls_choices_get_type ())
G_DECLARE_FINAL_TYPE (LsChoices, ls_choices, LS, CHOICES, GObject)

/* Signals: changed (gboolean is_new) – more is known; with is_new nothing is yet, as the trace is another one. found () – there are
 * more departures to ask for. */

LsChoices         *ls_choices_of               (LsPlayer        *player);
LsDepartures      *ls_choices_get_departures   (LsChoices       *self);
const LsDeparture *ls_choices_find_task        (LsChoices       *self,
                                                guint32          task);
char              *ls_choices_describe         (LsChoices       *self,
                                                guint32          task);

G_END_DECLS
