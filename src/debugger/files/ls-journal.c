/* ls-journal.c: what restores a session that is not saved
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-journal.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "ls-json-writer-private.h"
#include "ls-task-thread-private.h"

/* What is written into a journal. It does not change, so a thread can write it. */
typedef struct
{
  LsSession *session;   /* NULL to remove the file */
  GPtrArray *texts;
  char      *title;
  char      *uri;
  char      *etag;
  guint32    step;
  LsJournalPlace place;
  gint64     time;
} Snapshot;

/**
 * LsJournal:
 *
 * A file with a session that is not saved, and with what is needed to go on with it. A thread replaces the file as a whole. While
 * it writes, only the last of what is to be written next is kept. So nobody waits for the file, and it never gets larger than the
 * session. "failed" tells, once, that it cannot be written.
 */
struct _LsJournal
{
  GObject     parent_instance;

  LsJournals *journals;
  char       *path;           /* NULL until it is written for the first time */
  gboolean    is_writing;     /* a thread has been started, and has not told yet that it is done */
  gboolean    has_failed;
  GMutex      file;           /* whoever writes or removes the file holds it; protects @path and @is_old */
  gboolean    is_old;         /* the last write failed */
  GMutex      lock;           /* protects @pending */
  Snapshot   *pending;        /* what is to be written, or NULL */
};

static guint failed_signal;

G_DEFINE_FINAL_TYPE (LsJournal, ls_journal, G_TYPE_OBJECT)

static void
tell_failure (LsJournal  *self,
              const char *reason)
{
  /* Translators: %s says why */
  g_autofree char *message = g_strdup_printf (_("Could not back up the session; a crash would lose it: %s"), reason);

  if (self->has_failed)
    return;
  self->has_failed = TRUE;
  g_signal_emit (self, failed_signal, 0, message);
}

static void
snapshot_free (Snapshot *self)
{
  g_clear_object (&self->session);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_free (self->title);
  g_free (self->uri);
  g_free (self->etag);
  g_free (self->place.window);
  g_free (self->place.course);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Snapshot, snapshot_free)

static void
add_string (JsonObject *object,
            const char *member,
            const char *text)
{
  if (text != NULL)
    json_object_set_string_member (object, member, text);
}

/* Returns the text of each script, null where the session has it. */
static JsonArray *
make_scripts (LsProgram *program,
              GPtrArray *texts)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < ls_program_get_n_scripts (program); i++)
    {
      LsScript *script = ls_program_get_script (program, i);
      const char *text = texts != NULL && i < texts->len ? g_ptr_array_index (texts, i) : NULL;

      if (text == NULL && ls_script_get_file (script) != NULL)
        text = ls_script_get_text (script);
      if (text != NULL)
        json_array_add_string_element (array, text);
      else
        json_array_add_null_element (array);
    }
  return array;
}

static char *
make_data (const Snapshot *self,
           gsize          *length)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *object = json_object_new ();
  g_autofree char *data = ls_session_to_data (self->session, NULL);
  char *text;

  json_object_set_string_member (object, "format", LS_JOURNAL_FORMAT);
  json_object_set_int_member (object, "time", self->time);
  json_object_set_string_member (object, "title", self->title);
  json_object_set_int_member (object, "step", self->step);
  if (self->place.action >= 0)
    json_object_set_int_member (object, "action", self->place.action);
  add_string (object, "window", self->place.window);
  json_object_set_int_member (object, "place", self->place.tab);
  json_object_set_int_member (object, "seen", self->place.seen);
  add_string (object, "course", self->place.course);
  if (self->place.course != NULL)
    json_object_set_int_member (object, "lesson", self->place.lesson);
  add_string (object, "uri", self->uri);
  add_string (object, "etag", self->etag);
  json_object_set_string_member (object, "session", data);
  json_object_set_array_member (object, "scripts", make_scripts (ls_session_get_program (self->session), self->texts));
  json_node_take_object (root, object);
  text = ls_json_format_compact (root);
  *length = strlen (text);
  return text;
}

static gboolean
write_snapshot (const char      *path,
                const Snapshot  *snapshot,
                GError         **error)
{
  g_autofree char *data = NULL;
  gsize length;

  if (snapshot->session == NULL)
    {
      g_unlink (path);
      return TRUE;
    }
  data = make_data (snapshot, &length);
  return g_file_set_contents_full (path, data, length, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600,
                                   error);
}

/* Makes @snapshot what is written next, and returns what would have been. */
static Snapshot *
swap_pending (LsJournal *self,
              Snapshot  *snapshot)
{
  Snapshot *pending;

  g_mutex_lock (&self->lock);
  pending = self->pending;
  self->pending = snapshot;
  g_mutex_unlock (&self->lock);
  return pending;
}

/* Writes what is pending, if anything is. */
static gboolean
write_pending (LsJournal  *self,
               GError    **error)
{
  g_autoptr (Snapshot) snapshot = NULL;
  gboolean done;

  g_mutex_lock (&self->file);
  snapshot = swap_pending (self, NULL);
  done = snapshot == NULL || write_snapshot (self->path, snapshot, error);
  if (snapshot != NULL)
    self->is_old = !done;
  g_mutex_unlock (&self->file);
  return done;
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_pending (source, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void start (LsJournal *self);

static void
written_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  LsJournal *self = LS_JOURNAL (object);
  g_autoptr (GError) error = NULL;
  gboolean more;

  self->is_writing = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    tell_failure (self, error->message);
  g_mutex_lock (&self->lock);
  more = self->pending != NULL;
  g_mutex_unlock (&self->lock);
  if (more)
    start (self);
}

static void
start (LsJournal *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, written_cb, NULL);

  g_task_set_source_tag (task, start);
  self->is_writing = TRUE;
  ls_task_run_in_thread (task, write_thread);
}

static void
ls_journal_finalize (GObject *object)
{
  LsJournal *self = LS_JOURNAL (object);

  g_clear_pointer (&self->pending, snapshot_free);
  g_mutex_clear (&self->file);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_clear_object (&self->journals);

  G_OBJECT_CLASS (ls_journal_parent_class)->finalize (object);
}

static void
ls_journal_class_init (LsJournalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_journal_finalize;

  failed_signal = g_signal_new ("failed", LS_TYPE_JOURNAL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);
}

static void
ls_journal_init (LsJournal *self)
{
  g_mutex_init (&self->file);
  g_mutex_init (&self->lock);
}

/* Returns a journal of a session that has nothing to be saved. */
LsJournal *
ls_journal_new (LsJournals *journals)
{
  LsJournal *self = g_object_new (LS_TYPE_JOURNAL, NULL);

  self->journals = g_object_ref (journals);
  return self;
}

/* Takes over the file of an entry of its journals. The file stays as it is until more is written. */
void
ls_journal_take (LsJournal  *self,
                 const char *id)
{
  char *path = ls_journals_take (self->journals, id);

  if (path == NULL)
    return;
  g_mutex_lock (&self->file);
  g_free (self->path);
  self->path = path;
  g_mutex_unlock (&self->file);
}

/**
 * ls_journal_write:
 * @self: a journal
 * @session: a session that is not saved
 * @title: what to call it
 * @texts: (nullable) (element-type utf8): for each script the text that the session does not have yet, or %NULL; nobody must
 *   change it any more
 * @file: (nullable): the session's file
 * @etag: (nullable): of @file when it was read or written
 * @step: where the session is shown, unless @place says an action
 * @place: (nullable): where the session is to be again
 *
 * Begins to write the journal.
 */
void
ls_journal_write (LsJournal  *self,
                  LsSession  *session,
                  const char *title,
                  GPtrArray  *texts,
                  GFile      *file,
                  const char *etag,
                  guint32     step,
                  const LsJournalPlace *place)
{
  g_autoptr (GError) error = NULL;
  Snapshot *snapshot, *old;

  if (!ls_journals_ensure (self->journals, &error))
    {
      tell_failure (self, error->message);
      return;
    }
  if (self->path == NULL)
    self->path = ls_journals_make_path (self->journals);

  snapshot = g_new0 (Snapshot, 1);
  snapshot->session = ls_session_copy (session);
  snapshot->texts = texts != NULL ? g_ptr_array_ref (texts) : NULL;
  snapshot->title = g_strdup (title);
  snapshot->uri = file != NULL ? g_file_get_uri (file) : NULL;
  snapshot->etag = g_strdup (etag);
  snapshot->step = step;
  snapshot->place.action = -1;
  if (place != NULL)
    {
      snapshot->place = *place;
      snapshot->place.window = g_strdup (place->window);
      snapshot->place.course = g_strdup (place->course);
    }
  snapshot->time = g_get_real_time () / G_USEC_PER_SEC;
  old = swap_pending (self, snapshot);
  g_clear_pointer (&old, snapshot_free);
  if (!self->is_writing)
    start (self);
}

/* Waits until everything is written. Any thread may be writing it. Returns whether the file says the last of it. */
gboolean
ls_journal_finish (LsJournal *self)
{
  gboolean done = write_pending (self, NULL);

  g_mutex_lock (&self->file);
  done = done && !self->is_old && self->path != NULL && g_file_test (self->path, G_FILE_TEST_EXISTS);
  g_mutex_unlock (&self->file);
  return done;
}

/* Removes the journal, because the session is saved or not wanted any more. If a thread is writing it, it is removed after that;
 * ls_journal_finish() waits for that. */
void
ls_journal_remove (LsJournal *self)
{
  Snapshot *old;

  if (self->path == NULL)
    return;
  old = swap_pending (self, g_new0 (Snapshot, 1));
  g_clear_pointer (&old, snapshot_free);
  if (!self->is_writing)
    write_pending (self, NULL);
}

/* Returns whether there is something to restore from, and all of it is written. */
gboolean
ls_journal_exists (LsJournal *self)
{
  return self->path != NULL && !self->is_writing && g_file_test (self->path, G_FILE_TEST_EXISTS);
}
