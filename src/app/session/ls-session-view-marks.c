/* ls-session-view-marks.c: bookmarks and notes at steps of the session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-text.h"
#include "ls-timeline.h"

static gboolean
has_bookmark (LsSession *session,
              guint32    step)
{
  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    if (ls_session_get_bookmark (session, i)->step == step)
      return TRUE;
  return FALSE;
}

static const char *
find_note (LsSession *session,
           guint32    step)
{
  for (guint i = 0; i < ls_session_get_n_notes (session); i++)
    if (ls_session_get_note (session, i)->step == step)
      return ls_session_get_note (session, i)->text;
  return NULL;
}

static void
edit_marks (LsSessionView *self,
            gboolean  focus_note)
{
  ls_session_view_show_page (self, self->timeline);
  ls_timeline_edit_marks (LS_TIMELINE (self->timeline), ls_player_get_step (self->player), focus_note);
}

/* Sets a bookmark with a name. If there is one already, lets the user change its name. */
static void
bookmark_action (LsSessionView *self,
                 const char    *name,
                 GVariant      *parameter)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  LsState *state = ls_player_get_state (self->player);
  guint32 step = ls_player_get_step (self->player);
  guint32 task = ls_state_get_running_task (state);
  g_autofree char *title = NULL;

  if (session == NULL)
    return;
  if (has_bookmark (session, step))
    {
      edit_marks (self, FALSE);
      return;
    }
  if (task == 0)
    task = ls_state_get_next_task (state);
  title = task != 0 ? ls_text_format_task (ls_state_get_ahead (state), task) : ls_text_format_time (ls_state_get_time (state));
  ls_debugger_set_marks (self->debugger, step, title, find_note (session, step), _("add a bookmark"));
}

static void
note_action (LsSessionView *self,
             const char    *name,
             GVariant      *parameter)
{
  if (ls_debugger_get_session (self->debugger) == NULL)
    return;
  ls_player_set_running (self->player, FALSE);
  edit_marks (self, TRUE);
}

static void
consider (guint32   step,
          guint32   now,
          gboolean  back,
          guint32  *best)
{
  if (back ? step < now && (*best == G_MAXUINT32 || step > *best) : step > now && step < *best)
    *best = step;
}

static void
go_to_mark_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  gboolean back = g_str_equal (name, "previous-mark");
  LsSession *session = ls_debugger_get_session (self->debugger);
  guint32 now = ls_player_get_step (self->player);
  guint32 best = G_MAXUINT32;

  if (session == NULL)
    return;
  for (guint i = 0; i < ls_session_get_n_bookmarks (session); i++)
    consider (ls_session_get_bookmark (session, i)->step, now, back, &best);
  for (guint i = 0; i < ls_session_get_n_notes (session); i++)
    consider (ls_session_get_note (session, i)->step, now, back, &best);
  /* Nothing leads back to a step that is no longer kept. */
  if (best == G_MAXUINT32 || ls_player_has_forgotten_step (self->player, best))
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_step_to (self->player, best);
}

const LsActionEntry ls_session_view_mark_actions[] = {
  { "bookmark", NULL, LS_NEEDS_WHOLE, G_CALLBACK (bookmark_action) },
  { "note", NULL, LS_NEEDS_WHOLE, G_CALLBACK (note_action) },
  { "next-mark", NULL, 0, G_CALLBACK (go_to_mark_action) },
  { "previous-mark", NULL, 0, G_CALLBACK (go_to_mark_action) },
  { NULL },
};
