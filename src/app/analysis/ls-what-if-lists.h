/* ls-what-if-lists.h: what the lists of What If offer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ls_what_if_lists_offer_presets (GtkDropDown *list);
void ls_what_if_lists_offer_queues  (GtkDropDown *list);

G_END_DECLS
