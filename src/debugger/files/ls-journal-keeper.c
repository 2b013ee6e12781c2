/* ls-journal-keeper.c: keeps the journal of what a debugger's session becomes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-journal-keeper.h"

#include "ls-lesson.h"

/* Typing does not write the journal for each key. */
#define TYPING_MS 250

/* Nor does dragging or stepping through time for each place. */
#define MOVING_MS 1000

/**
 * LsJournalKeeper:
 *
 * Writes what a debugger's session becomes into a journal, soon after each change, for as long as it is not saved. The journal
 * says as well where the session was shown.
 */
struct _LsJournalKeeper
{
  GObject             parent_instance;

  LsJournals         *journals;    /* NULL if nothing is kept */
  LsSessionFile      *file;
  LsDebugger         *debugger;
  LsJournalTextsFunc  texts;
  gpointer            user_data;
  LsJournal          *journal;     /* NULL until there is something to save */
  GSignalGroup       *session_signals;
  gboolean            is_closed;
  guint               source;
  guint               delay;       /* of the source, in ms */
  guint32             step;        /* where the run was shown when the journal was written last */
  gboolean            is_early;    /* the run was still on its way to that step */
  gboolean            is_kept;     /* for the next start */
  LsJournalPlace      place;
};

static guint failed_signal;

G_DEFINE_FINAL_TYPE (LsJournalKeeper, ls_journal_keeper, G_TYPE_OBJECT)

static GPtrArray *
list_texts (LsJournalKeeper *self)
{
  return self->texts != NULL ? self->texts (self->user_data) : NULL;
}

/* Whether the session has something to keep. What was recorded is in its file, and no session can hold it. What a learner makes
 * of the pages of a lesson is nobody's to save, and yet would be missed. */
static gboolean
has_changes (LsJournalKeeper *self)
{
  return !ls_debugger_is_recorded (self->debugger) &&
         (ls_debugger_get_modified (self->debugger) || ls_debugger_has_learners_work (self->debugger));
}

static gboolean
is_modified (LsJournalKeeper *self)
{
  g_autoptr (GPtrArray) texts = NULL;

  if (has_changes (self))
    return TRUE;
  texts = list_texts (self);
  return texts != NULL;
}

static void
on_failed (LsJournalKeeper *self,
           const char      *message)
{
  g_signal_emit (self, failed_signal, 0, message);
}

/* Returns NULL if nothing is kept. */
static LsJournal *
ensure_journal (LsJournalKeeper *self)
{
  if (self->journal == NULL && self->journals != NULL)
    {
      self->journal = ls_journal_new (self->journals);
      g_signal_connect_object (self->journal, "failed", G_CALLBACK (on_failed), self, G_CONNECT_SWAPPED);
    }
  return self->journal;
}

/* Returns (transfer full) what the file of the session is to have. @texts: (inout) (nullable): what is typed, NULL afterwards
 * where that is in it, or has no place in it. */
static LsSession *
dup_kept (LsJournalKeeper  *self,
          GPtrArray       **texts)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autoptr (LsSession) shown = NULL;
  LsSession *kept;
  gboolean has_program;

  /* What is typed in the program of a page is not part of that of its lesson. */
  if (ls_debugger_keeps_run (self->debugger, &has_program) && has_program)
    g_clear_pointer (texts, g_ptr_array_unref);
  if (*texts == NULL || ls_session_get_lesson (session) == NULL || ls_debugger_keeps_run (self->debugger, NULL))
    return ls_debugger_dup_kept (self->debugger);

  shown = ls_session_copy (session);
  for (guint i = 0; i < (*texts)->len; i++)
    if (g_ptr_array_index (*texts, i) != NULL)
      ls_session_set_script_text (shown, i, g_ptr_array_index (*texts, i), NULL);
  kept = ls_debugger_dup_kept_with (self->debugger, shown);
  /* It is in what the learner has made of a page. */
  if (!ls_session_runs_like (kept, shown))
    g_clear_pointer (texts, g_ptr_array_unref);
  return kept;
}

/* Makes the journal say what the session is now. */
static void
update (LsJournalKeeper *self)
{
  LsPlayer *player = ls_debugger_get_player (self->debugger);
  g_autoptr (GPtrArray) texts = list_texts (self);

  g_clear_handle_id (&self->source, g_source_remove);
  if (texts == NULL && !has_changes (self))
    {
      if (self->journal != NULL)
        ls_journal_remove (self->journal);
    }
  else if (ensure_journal (self) != NULL)
    {
      g_autoptr (LsSession) kept = dup_kept (self, &texts);
      guint action;

      self->step = ls_player_get_wanted_step (player);
      self->place.action = ls_player_get_wanted_action (player, &action) ? (int) action : -1;
      ls_journal_write (self->journal, kept, ls_session_file_get_title (self->file), texts,
                        ls_debugger_get_file (self->debugger), ls_session_file_get_etag (self->file), self->step, &self->place);
      self->is_early = ls_player_is_pending (player);
    }
}

static gboolean
update_cb (gpointer user_data)
{
  LsJournalKeeper *self = user_data;

  self->source = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
schedule (LsJournalKeeper *self,
          guint            delay)
{
  if (self->is_closed || (self->source != 0 && self->delay <= delay))
    return;
  g_clear_handle_id (&self->source, g_source_remove);
  self->delay = delay;
  self->source = delay == 0 ? g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_cb, self, NULL)
                            : g_timeout_add (delay, update_cb, self);
}

static void
on_changed (LsJournalKeeper *self)
{
  schedule (self, 0);
}

/* Each change runs the session again, up to a place whose step may be known only when it is reached. Other moves are not worth a
 * file in each frame, and none at all while the run is on its way. */
static void
on_moved (LsJournalKeeper *self)
{
  LsPlayer *player = ls_debugger_get_player (self->debugger);

  if (ls_player_is_pending (player) || ls_player_get_running (player))
    return;
  if (self->is_early)
    {
      self->is_early = FALSE;
      schedule (self, 0);
    }
  else if (self->journal != NULL && ls_player_get_step (player) != self->step && is_modified (self))
    {
      schedule (self, MOVING_MS);
    }
}

static void
on_session_changed (LsJournalKeeper *self)
{
  schedule (self, 0);
  g_signal_group_set_target (self->session_signals, ls_debugger_get_session (self->debugger));
}

static void
ls_journal_keeper_dispose (GObject *object)
{
  LsJournalKeeper *self = LS_JOURNAL_KEEPER (object);

  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_object (&self->session_signals);
  g_clear_object (&self->journal);
  g_clear_object (&self->journals);
  g_clear_object (&self->file);
  g_clear_object (&self->debugger);
  g_clear_pointer (&self->place.window, g_free);
  g_clear_pointer (&self->place.course, g_free);

  G_OBJECT_CLASS (ls_journal_keeper_parent_class)->dispose (object);
}

static void
ls_journal_keeper_class_init (LsJournalKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_journal_keeper_dispose;

  /**
   * LsJournalKeeper::failed:
   * @self: a keeper
   * @message: a sentence that says what is wrong
   *
   * The journal cannot be written; comes once.
   */
  failed_signal = g_signal_new ("failed", LS_TYPE_JOURNAL_KEEPER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);
}

static void
ls_journal_keeper_init (LsJournalKeeper *self)
{
  self->place.action = -1;
  self->session_signals = g_signal_group_new (LS_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session_signals, "changed", G_CALLBACK (on_changed), self);
}

/**
 * ls_journal_keeper_new:
 * @journals: (nullable): where the journal is to lie, %NULL to keep none
 * @file: the file of the debugger whose session is kept
 * @texts: (nullable): says which texts of scripts the session does not have yet
 * @user_data: for @texts
 *
 * Returns: a keeper, which follows the debugger from now on
 */
LsJournalKeeper *
ls_journal_keeper_new (LsJournals         *journals,
                       LsSessionFile      *file,
                       LsJournalTextsFunc  texts,
                       gpointer            user_data)
{
  LsJournalKeeper *self = g_object_new (LS_TYPE_JOURNAL_KEEPER, NULL);

  g_set_object (&self->journals, journals);
  self->file = g_object_ref (file);
  self->debugger = g_object_ref (ls_session_file_get_debugger (file));
  self->texts = texts;
  self->user_data = user_data;
  g_signal_connect_object (self->debugger, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_debugger_get_player (self->debugger), "changed", G_CALLBACK (on_moved), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * ls_journal_keeper_close:
 * @self: a keeper whose session is closed
 *
 * Takes the journal away, unless ls_journal_keeper_keep() was called; waits for that. Nothing is written any more.
 */
void
ls_journal_keeper_close (LsJournalKeeper *self)
{
  self->is_closed = TRUE;
  g_clear_handle_id (&self->source, g_source_remove);
  self->texts = NULL;
  if (self->journal != NULL && !self->is_kept)
    {
      ls_journal_remove (self->journal);
      /* It may be the last that the program does. */
      ls_journal_finish (self->journal);
    }
}

/**
 * ls_journal_keeper_set_edited:
 * @self: a keeper
 * @is_typing: whether more is likely to come at once
 *
 * Says that there are texts that the session does not have yet, or others.
 */
void
ls_journal_keeper_set_edited (LsJournalKeeper *self,
                              gboolean         is_typing)
{
  schedule (self, is_typing ? TYPING_MS : 0);
}

/* Writes again where the session was. */
static void
update_place (LsJournalKeeper *self)
{
  if (self->journal != NULL && is_modified (self))
    schedule (self, TYPING_MS);
}

/**
 * ls_journal_keeper_set_seen:
 * @self: a keeper
 *
 * Says that the session's tab is selected now.
 */
void
ls_journal_keeper_set_seen (LsJournalKeeper *self)
{
  self->place.seen = g_get_real_time ();
  update_place (self);
}

/**
 * ls_journal_keeper_set_place:
 * @self: a keeper
 * @window: identifies the window that has the session
 * @place: of its tab among those of the window
 *
 * Says where the session is to be again after a crash.
 */
void
ls_journal_keeper_set_place (LsJournalKeeper *self,
                             const char      *window,
                             int              place)
{
  if (g_strcmp0 (self->place.window, window) == 0 && self->place.tab == place)
    return;
  g_free (self->place.window);
  self->place.window = g_strdup (window);
  self->place.tab = place;
  update_place (self);
}

/**
 * ls_journal_keeper_set_course:
 * @self: a keeper
 * @course: (nullable): the file of the course that the session's lesson is of
 * @lesson: the index of the lesson in it
 *
 * Says of which course the lesson is to be after a crash.
 */
void
ls_journal_keeper_set_course (LsJournalKeeper *self,
                              GFile           *course,
                              guint            lesson)
{
  g_autofree char *uri = course != NULL ? g_file_get_uri (course) : NULL;

  if (g_strcmp0 (self->place.course, uri) == 0 && self->place.lesson == lesson)
    return;
  g_free (self->place.course);
  self->place.course = g_steal_pointer (&uri);
  self->place.lesson = lesson;
  update_place (self);
}

/* Returns (nullable) the id of the session's window, see ls_journal_keeper_set_place(). */
const char *
ls_journal_keeper_get_window (LsJournalKeeper *self)
{
  return self->place.window;
}

/**
 * ls_journal_keeper_get_place:
 * @self: a keeper
 *
 * Returns: of the session's tab, see ls_journal_keeper_set_place()
 */
int
ls_journal_keeper_get_place (LsJournalKeeper *self)
{
  return self->place.tab;
}

/**
 * ls_journal_keeper_restore:
 * @self: a keeper with journals
 * @id: an entry of its journals
 * @error: return location for an error
 *
 * Returns: (transfer full): what reads @id; %NULL with @error set if there is no such entry
 */
LsOpening *
ls_journal_keeper_restore (LsJournalKeeper  *self,
                           const char       *id,
                           GError          **error)
{
  return ls_opening_new_for_journal (self->journals, id, error);
}

/**
 * ls_journal_keeper_take:
 * @self: a keeper whose session was restored
 * @id: the entry that it is from
 *
 * Goes on with the journal that was left.
 */
void
ls_journal_keeper_take (LsJournalKeeper *self,
                        const char      *id)
{
  if (ensure_journal (self) != NULL)
    ls_journal_take (self->journal, id);
  update (self);
}

/**
 * ls_journal_keeper_keep:
 * @self: a keeper whose session is about to be closed
 *
 * Leaves what is not saved for the next start, so that the user need not be asked. Waits until it is written, and for saves.
 *
 * Returns: whether nothing would be lost
 */
gboolean
ls_journal_keeper_keep (LsJournalKeeper *self)
{
  ls_session_file_finish (self->file);
  if (!is_modified (self))
    return TRUE;
  update (self);
  self->is_kept = self->journal != NULL && ls_journal_finish (self->journal);
  return self->is_kept;
}

/**
 * ls_journal_keeper_let_go:
 * @self: a keeper whose session is not closed after all
 *
 * Takes ls_journal_keeper_keep() back.
 */
void
ls_journal_keeper_let_go (LsJournalKeeper *self)
{
  self->is_kept = FALSE;
}

/**
 * ls_journal_keeper_is_kept:
 * @self: a keeper
 *
 * Returns: whether what is not saved is there for the next start
 */
gboolean
ls_journal_keeper_is_kept (LsJournalKeeper *self)
{
  return self->is_kept;
}

/* Returns whether the journal is to be written or taken away soon. */
gboolean
ls_journal_keeper_is_waiting (LsJournalKeeper *self)
{
  return self->source != 0;
}

/* Returns (nullable) the journal, %NULL before there was something to save. */
LsJournal *
ls_journal_keeper_get_journal (LsJournalKeeper *self)
{
  return self->journal;
}

/**
 * ls_journal_keeper_list_entries:
 * @self: a keeper
 *
 * Returns: (transfer full) (nullable) (element-type LsJournalEntry): what was not saved and can be restored, see
 *   ls_journals_list(); %NULL if nothing is kept
 */
GPtrArray *
ls_journal_keeper_list_entries (LsJournalKeeper *self)
{
  return self->journals != NULL ? ls_journals_list (self->journals) : NULL;
}
