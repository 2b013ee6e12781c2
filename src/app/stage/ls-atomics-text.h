/* ls-atomics-text.h: how agents and places in shared memory are named to people
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "ls-state.h"

G_BEGIN_DECLS

char *ls_atomics_text_format_agent (LsState   *state,
                                    guint32    agent);
char *ls_atomics_text_format_place (LsState   *state,
                                    guint32    memory,
                                    guint32    byte_index);
gboolean ls_atomics_text_can_go     (LsState   *state,
                                    guint32    agent);
const char *ls_atomics_text_agent_state (LsState *state,
                                    guint32    agent);
void  ls_atomics_text_set_agent_class (GtkWidget *widget,
                                    guint32    agent);

G_END_DECLS
