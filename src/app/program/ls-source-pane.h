/* ls-source-pane.h: the text of a script that a recording is about
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-sources.h"

G_BEGIN_DECLS

#define LS_TYPE_SOURCE_PANE (ls_source_pane_get_type ())
G_DECLARE_FINAL_TYPE (LsSourcePane, ls_source_pane, LS, SOURCE_PANE, GtkBox)

void ls_source_pane_set_sources (LsSourcePane *self,
                                 LsSources    *sources);
void ls_source_pane_show_place  (LsSourcePane *self,
                                 const char   *place);
void ls_source_pane_close       (LsSourcePane *self);

G_END_DECLS
