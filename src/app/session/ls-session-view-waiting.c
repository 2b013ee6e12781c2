/* ls-session-view-waiting.c: says that the run of a lesson's page is on its way
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include "ls-lesson-view.h"
#include "ls-widget.h"

/* A run that is there sooner needs no sign. */
#define PATIENCE_MS 250

/* What is on screen is the run of the page before, or its beginning: it must not look like what the text is about. */
static void
set_waiting (LsSessionView *self,
             gboolean       is_waiting)
{
  GtkWidget *outdated[] = { self->stage, self->bottom_stack, self->panes.inspector_pane };

  if (gtk_widget_get_visible (self->waiting) == is_waiting)
    return;
  gtk_widget_set_visible (self->waiting, is_waiting);
  for (guint i = 0; i < G_N_ELEMENTS (outdated); i++)
    ls_widget_set_class (outdated[i], "outdated", is_waiting);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->stage), GTK_ACCESSIBLE_STATE_BUSY, is_waiting, -1);
  ls_lesson_view_set_waiting (LS_LESSON_VIEW (self->lesson), is_waiting);
  if (is_waiting)
    ls_compat_announce (self->stage, gtk_label_get_label (GTK_LABEL (self->waiting_label)));
}

static gboolean
waiting_cb (gpointer user_data)
{
  LsSessionView *self = user_data;

  self->waiting_source = 0;
  set_waiting (self, TRUE);
  return G_SOURCE_REMOVE;
}

void
ls_session_view_end_waiting (LsSessionView *self)
{
  g_clear_handle_id (&self->waiting_source, g_source_remove);
  set_waiting (self, FALSE);
}

/* The moment of the page is reached, or left. */
void
ls_session_view_follow_waiting (LsSessionView *self)
{
  if (!ls_player_is_pending (self->player))
    ls_session_view_end_waiting (self);
}

/* The player goes to the moment of a page. */
void
ls_session_view_begin_waiting (LsSessionView *self)
{
  ls_session_view_follow_waiting (self);
  if (ls_player_is_pending (self->player) && self->waiting_source == 0 && !gtk_widget_get_visible (self->waiting))
    self->waiting_source = g_timeout_add (PATIENCE_MS, waiting_cb, self);
}
