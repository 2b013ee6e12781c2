/* ls-source-card.h: what runs, the microtasks, and the delayed tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"

G_BEGIN_DECLS

#define LS_TYPE_SOURCE_CARD (ls_source_card_get_type ())
G_DECLARE_FINAL_TYPE (LsSourceCard, ls_source_card, LS, SOURCE_CARD, GtkBox)

void ls_source_card_set_hides_yield (LsSourceCard *self,
                                     gboolean      hides_yield);
void ls_source_card_show_running    (LsSourceCard *self,
                                     LsPlayer     *player);
void ls_source_card_show_microtasks (LsSourceCard *self,
                                     LsPlayer     *player);
void ls_source_card_show_delayed    (LsSourceCard *self,
                                     LsPlayer     *player);

G_END_DECLS
