/* ls-session-view-journal.c: what restores a session after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include "ls-program-pane.h"
#include "ls-welcome.h"

static GPtrArray *
list_texts (gpointer user_data)
{
  LsProgramPane *program = LS_PROGRAM_PANE (LS_SESSION_VIEW (user_data)->program);

  return ls_program_pane_get_unsaved (program) ? ls_program_pane_list_texts (program) : NULL;
}

static void
on_edited (LsSessionView *self)
{
  ls_journal_keeper_set_edited (self->keeper, FALSE);
}

static void
on_text_changed (LsSessionView *self)
{
  ls_journal_keeper_set_edited (self->keeper, TRUE);
}

/* Keeps a journal in @journals (nullable) from now on of whatever is done in the view. */
void
ls_session_view_init_journal (LsSessionView *self,
                              LsJournals    *journals)
{
  self->keeper = ls_journal_keeper_new (journals, self->file, list_texts, self);
  g_signal_connect_object (self->keeper, "failed", G_CALLBACK (ls_session_view_report), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->program, "edited", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->program, "text-changed", G_CALLBACK (on_text_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ls_session_view_get_keeper:
 * @self: a view
 *
 * Returns: (transfer none): what keeps its journal
 */
LsJournalKeeper *
ls_session_view_get_keeper (LsSessionView *self)
{
  return self->keeper;
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
  return !self->discard && !ls_journal_keeper_is_kept (self->keeper) &&
         (ls_session_view_get_modified (self) || ls_session_file_is_saving (self->file));
}

/**
 * ls_session_view_restore:
 * @self: a view with journals that has nothing to be saved
 * @id: an entry of its journals
 * @error: return location for an error
 *
 * Opens what was not saved, as it was: at its step, with its file, and still not saved. A thread reads it first. The view stops
 * waiting for another session that is being read.
 *
 * Returns: %FALSE with @error set if there is no such entry
 */
gboolean
ls_session_view_restore (LsSessionView  *self,
                         const char     *id,
                         GError        **error)
{
  LsOpening *opening = ls_journal_keeper_restore (self->keeper, id, error);

  if (opening == NULL)
    return FALSE;
  ls_session_view_begin_opening (self, opening);
  return TRUE;
}

/**
 * ls_session_view_update_unsaved:
 * @self: a view
 *
 * Offers on the welcome page what was not saved.
 */
void
ls_session_view_update_unsaved (LsSessionView *self)
{
  g_autoptr (GPtrArray) entries = ls_session_view_has_session (self) ? NULL : ls_journal_keeper_list_entries (self->keeper);

  if (entries != NULL)
    ls_welcome_set_unsaved (LS_WELCOME (self->welcome), entries);
}
