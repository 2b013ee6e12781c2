/* ls-session-view-journal.c: what restores a session after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-program-pane.h"
#include "ls-welcome.h"

/* Whoever types does not want a file to be written for each key. */
#define TYPING_MS 250

/* Nor does who drags or steps through time want one for each place. */
#define MOVING_MS 1000

static void
on_failed (LsSessionView   *self,
           const char *message)
{
  ls_session_view_report (self, message);
}

/* NULL if there is nowhere to keep one. */
static LsJournal *
ensure_journal (LsSessionView *self)
{
  if (self->journal == NULL && self->journals != NULL)
    {
      self->journal = ls_journal_new (self->journals);
      g_signal_connect_object (self->journal, "failed", G_CALLBACK (on_failed), self, G_CONNECT_SWAPPED);
    }
  return self->journal;
}

/* Makes the journal say what the view has now. */
static void
update_journal (LsSessionView *self)
{
  g_clear_handle_id (&self->journal_source, g_source_remove);
  if (!ls_session_view_get_modified (self))
    {
      if (self->journal != NULL)
        ls_journal_remove (self->journal);
      return;
    }
  if (ensure_journal (self) != NULL)
    {
      g_autoptr (GPtrArray) texts = ls_program_pane_list_texts (LS_PROGRAM_PANE (self->program));

      self->journal_step = ls_player_get_wanted_step (self->player);
      ls_journal_set_place (self->journal, self->window_id, self->place, self->seen);
      ls_journal_write (self->journal, ls_debugger_get_session (self->debugger), ls_session_file_get_title (self->file), texts,
                        ls_debugger_get_file (self->debugger), ls_session_file_get_etag (self->file), self->journal_step);
      self->journal_is_early = ls_player_is_pending (self->player);
    }
}

static gboolean
update_cb (gpointer user_data)
{
  LsSessionView *self = user_data;

  self->journal_source = 0;
  update_journal (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (LsSessionView *self,
          guint          delay)
{
  if (self->journal_source != 0 && self->journal_delay <= delay)
    return;
  g_clear_handle_id (&self->journal_source, g_source_remove);
  self->journal_delay = delay;
  self->journal_source = delay == 0 ? g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL)
                                    : g_timeout_add (delay, update_cb, self);
}

static void
on_changed (LsSessionView *self)
{
  schedule (self, 0);
}

/* What is changed is run again, up to a place whose step may be known only then. Otherwise where one looks is not worth a file in
 * each frame, nor any while it is on its way. */
static void
on_moved (LsSessionView *self)
{
  if (ls_player_is_pending (self->player) || ls_player_get_running (self->player))
    return;
  if (self->journal_is_early)
    {
      self->journal_is_early = FALSE;
      schedule (self, 0);
    }
  else if (self->journal != NULL && ls_player_get_step (self->player) != self->journal_step &&
           ls_session_view_get_modified (self))
    {
      schedule (self, MOVING_MS);
    }
}

static void
on_text_changed (LsSessionView *self)
{
  schedule (self, TYPING_MS);
}

static void
on_session_changed (LsSessionView *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  schedule (self, 0);
  if (session == self->journaled)
    return;
  if (self->journaled != NULL)
    g_signal_handlers_disconnect_by_func (self->journaled, on_changed, self);
  g_set_object (&self->journaled, session);
  g_signal_connect_object (session, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ls_session_view_set_seen:
 * @self: a view
 *
 * Says that it is selected now.
 */
void
ls_session_view_set_seen (LsSessionView *self)
{
  self->seen = g_get_real_time ();
  if (self->journal != NULL && ls_session_view_get_modified (self))
    schedule (self, TYPING_MS);
}

/**
 * ls_session_view_set_place:
 * @self: a view
 * @window_id: of the window that has it
 * @place: of its tab among those of the window
 *
 * Says where the session is to be again after a crash.
 */
void
ls_session_view_set_place (LsSessionView *self,
                           const char    *window_id,
                           int            place)
{
  if (g_strcmp0 (self->window_id, window_id) == 0 && self->place == place)
    return;
  g_free (self->window_id);
  self->window_id = g_strdup (window_id);
  self->place = place;
  if (self->journal != NULL && ls_session_view_get_modified (self))
    schedule (self, TYPING_MS);
}

/**
 * ls_session_view_get_place:
 * @self: a view
 *
 * Returns: of its tab, see ls_session_view_set_place()
 */
int
ls_session_view_get_place (LsSessionView *self)
{
  return self->place;
}

/**
 * ls_session_view_init_journal:
 * @self: a view
 *
 * Keeps a journal from now on of whatever is done in the view.
 */
void
ls_session_view_init_journal (LsSessionView *self)
{
  g_signal_connect_swapped (self->debugger, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->debugger, "session-changed", G_CALLBACK (on_session_changed), self);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (on_moved), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->program, "edited", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->program, "text-changed", G_CALLBACK (on_text_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ls_session_view_dispose_journal:
 * @self: a view
 *
 * A view that is closed has nothing more to restore, unless it is to be open again at the next start.
 */
void
ls_session_view_dispose_journal (LsSessionView *self)
{
  g_clear_handle_id (&self->journal_source, g_source_remove);
  if (self->journaled != NULL)
    g_signal_handlers_disconnect_by_func (self->journaled, on_changed, self);
  g_clear_object (&self->journaled);
  if (self->journal != NULL && !self->keeps_journal)
    {
      ls_journal_remove (self->journal);
      /* It may be the last that the program does. */
      ls_journal_finish (self->journal);
    }
  g_clear_object (&self->journal);
}

/**
 * ls_session_view_keep_journal:
 * @self: a view that is about to be closed
 *
 * Leaves what is not saved for the next start, so that there is no need to ask.
 *
 * Returns: whether that worked
 */
gboolean
ls_session_view_keep_journal (LsSessionView *self)
{
  /* What is being saved is not left. */
  ls_session_file_finish (self->file);
  if (!ls_session_view_get_modified (self))
    return TRUE;
  update_journal (self);
  if (self->journal == NULL)
    return FALSE;
  self->keeps_journal = ls_journal_finish (self->journal);
  return self->keeps_journal;
}

/**
 * ls_session_view_let_journal_go:
 * @self: a view that is not closed after all
 *
 * Takes ls_session_view_keep_journal() back.
 */
void
ls_session_view_let_journal_go (LsSessionView *self)
{
  self->keeps_journal = FALSE;
}

/**
 * ls_session_view_discard:
 * @self: a view that is about to be closed
 *
 * Lets changes that are not saved be lost: the user has said so.
 */
void
ls_session_view_discard (LsSessionView *self)
{
  self->discard = TRUE;
}

/**
 * ls_session_view_is_unsaved:
 * @self: a view
 *
 * Returns: whether something would be lost if it were closed
 */
gboolean
ls_session_view_is_unsaved (LsSessionView *self)
{
  return !self->discard && !self->keeps_journal &&
         (ls_session_view_get_modified (self) || ls_session_file_is_saving (self->file));
}

/**
 * ls_session_view_restore:
 * @self: a view that has nothing to be saved
 * @id: an entry of its journals
 * @error: return location for an error
 *
 * Opens what was not saved, as it was: at its step, with its file, and still not saved. It is read on a thread first. What is being
 * read for the view is given up.
 *
 * Returns: %FALSE with @error set if there is no such entry
 */
gboolean
ls_session_view_restore (LsSessionView  *self,
                         const char     *id,
                         GError        **error)
{
  LsOpening *opening = ls_opening_new_for_journal (self->journals, id, error);

  if (opening == NULL)
    return FALSE;
  ls_session_view_begin_opening (self, opening);
  return TRUE;
}

/**
 * ls_session_view_take_journal:
 * @self: a view with a session that was not saved
 * @id: the entry that it is from
 *
 * Goes on with the journal that was left.
 */
void
ls_session_view_take_journal (LsSessionView *self,
                              const char    *id)
{
  if (ensure_journal (self) != NULL)
    ls_journal_take (self->journal, id);
  update_journal (self);
}

/**
 * ls_session_view_update_unsaved:
 * @self: a view
 *
 * Offers what was not saved on the welcome page.
 */
void
ls_session_view_update_unsaved (LsSessionView *self)
{
  g_autoptr (GPtrArray) entries = NULL;

  if (self->journals == NULL || ls_session_view_has_session (self))
    return;
  entries = ls_journals_list (self->journals);
  ls_welcome_set_unsaved (LS_WELCOME (self->welcome), entries);
}

/**
 * ls_session_view_offer_undo_discard:
 * @self: a view
 * @id: what was discarded
 *
 * Says that something was discarded, and lets the user take that back.
 */
void
ls_session_view_offer_undo_discard (LsSessionView   *self,
                              const char *id)
{
  AdwToast *toast = adw_toast_new (_("Discarded what was not saved"));

  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "app.undo-discard");
  adw_toast_set_action_target_value (toast, g_variant_new_string (id));
  ls_session_view_add_toast (self, toast);
}

/**
 * ls_session_view_offer_restore:
 * @self: a view with a session
 * @n_sessions: how many were not saved
 *
 * Offers to restore what was not saved, where there is no welcome page to do so.
 */
void
ls_session_view_offer_restore (LsSessionView *self,
                         guint     n_sessions)
{
  g_autofree char *title = g_strdup_printf (ngettext ("%u session was not saved when Loopscope ended",
                                                      "%u sessions were not saved when Loopscope ended", n_sessions),
                                            n_sessions);
  AdwToast *toast = adw_toast_new (title);

  adw_toast_set_timeout (toast, 0);
  adw_toast_set_button_label (toast, _("_Restore"));
  adw_toast_set_action_name (toast, "app.restore-all");
  ls_session_view_add_toast (self, toast);
}
