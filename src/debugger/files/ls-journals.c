/* ls-journals.c: where the journals of sessions that are not saved lie
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-journals-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "ls-task-thread-private.h"

#define LOCK "lock"
#define DAMAGED "damaged"
#define MAX_DAMAGED 10
#define MAX_LISTED 100

/* Suffixes of files: a running program writes the first. One that starts gives the second to those of programs that have ended,
 * and the user has discarded the third. */
#define LIVE ".journal"
#define LEFT ".left"
#define DISCARDED ".discarded"

/**
 * LsJournals:
 *
 * The folders of journals: each running program has one, with a file for each session that is not saved, see [class@Journal]. A
 * lock says whether the program still runs. A program that starts takes over what ended programs have left. "changed" tells that
 * the list of what was left is another.
 */
struct _LsJournals
{
  GObject    parent_instance;

  char      *base;        /* contains the folders of all programs */
  char      *folder;      /* of this program, NULL until it is needed */
  int        lock;
  guint      n_paths;
  GHashTable *known;      /* (element-type LsJournalEntry) by identifier: entries that were read, which do not change */
  GHashTable *reading;    /* (element-type utf8): identifiers of those that are being restored */
  gboolean   is_looking;  /* a thread is reading what was left */
  GMutex     lock_damaged;
  GPtrArray *damaged;     /* (element-type filename): where the files are now that could not be read */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (LsJournals, ls_journals, G_TYPE_OBJECT)

static void
ls_journals_finalize (GObject *object)
{
  LsJournals *self = LS_JOURNALS (object);

  ls_journals_close (self);
  g_free (self->base);
  g_hash_table_unref (self->known);
  g_hash_table_unref (self->reading);
  g_ptr_array_unref (self->damaged);
  g_mutex_clear (&self->lock_damaged);

  G_OBJECT_CLASS (ls_journals_parent_class)->finalize (object);
}

static void
ls_journals_class_init (LsJournalsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_journals_finalize;

  changed_signal = g_signal_new ("changed", LS_TYPE_JOURNALS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_journals_init (LsJournals *self)
{
  self->lock = -1;
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, ls_journal_entry_free);
  self->reading = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_mutex_init (&self->lock_damaged);
  self->damaged = g_ptr_array_new_with_free_func (g_free);
}

/**
 * ls_journals_new:
 * @folder: (nullable): where the journals of all programs lie; %NULL for the user's
 *
 * Returns: journals; nothing is read or written yet
 */
LsJournals *
ls_journals_new (const char *folder)
{
  LsJournals *self = g_object_new (LS_TYPE_JOURNALS, NULL);

  self->base = folder != NULL ? g_strdup (folder)
                              : g_build_filename (g_get_user_state_dir (), "loopscope", "journals", NULL);
  return self;
}

/* Whether the lock at @path is the one that @lock is open on: another program may have taken the folder for an old one. */
static gboolean
is_same_file (const char *path,
              int         lock)
{
  GStatBuf named;
  struct stat open_one;

  return g_stat (path, &named) == 0 && fstat (lock, &open_one) == 0 && named.st_ino == open_one.st_ino &&
         named.st_dev == open_one.st_dev;
}

/* Returns -1 if another program holds it. */
static int
take_lock (const char *path,
           int         flags)
{
  int lock = g_open (path, O_RDWR | O_CLOEXEC | flags, 0600);

  if (lock < 0)
    return -1;
  if (flock (lock, LOCK_EX | LOCK_NB) == 0 && is_same_file (path, lock))
    return lock;
  close (lock);
  return -1;
}

static gboolean
fail (GError     **error,
      const char  *path)
{
  int code = errno;
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s: %s", name, g_strerror (code));
  return FALSE;
}

/* Makes this program's folder if there is none yet. Returns %FALSE with @error set if that did not work. */
gboolean
ls_journals_ensure (LsJournals  *self,
                    GError     **error)
{
  for (guint i = 0; self->folder == NULL && i < 10; i++)
    {
      g_autofree char *folder = g_build_filename (self->base, "XXXXXX", NULL);
      g_autofree char *path = NULL;

      if (g_mkdir_with_parents (self->base, 0700) != 0)
        return fail (error, self->base);
      if (g_mkdtemp_full (folder, 0700) == NULL)
        return fail (error, self->base);
      path = g_build_filename (folder, LOCK, NULL);
      self->lock = take_lock (path, O_CREAT);
      if (self->lock >= 0)
        self->folder = g_steal_pointer (&folder);
    }
  if (self->folder == NULL)
    return fail (error, self->base);
  return TRUE;
}

/* Returns (transfer full) (nullable) a path for a new journal, %NULL if there is no folder for it. */
char *
ls_journals_make_path (LsJournals *self)
{
  g_autofree char *name = NULL;

  if (!ls_journals_ensure (self, NULL))
    return NULL;
  name = g_strdup_printf ("%u" LIVE, ++self->n_paths);
  return g_build_filename (self->folder, name, NULL);
}

static GPtrArray *
list_names (const char *folder,
            const char *suffix)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (suffix == NULL || g_str_has_suffix (name, suffix))
      g_ptr_array_add (names, g_strdup (name));
  return names;
}

/* Whether @id may be that of an entry. */
static gboolean
is_entry (LsJournals *self,
          const char *id)
{
  return self->folder != NULL && strchr (id, G_DIR_SEPARATOR) == NULL && g_str_has_suffix (id, LEFT);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* Takes the files in the folder of a program that has ended. */
static void
claim_folder (LsJournals *self,
              const char *name)
{
  g_autofree char *folder = g_build_filename (self->base, name, NULL);
  g_autofree char *path = g_build_filename (folder, LOCK, NULL);
  int lock = take_lock (path, O_CREAT);
  g_autoptr (GPtrArray) names = NULL;

  if (lock < 0)
    return;
  names = list_names (folder, NULL);
  for (guint i = 0; i < names->len; i++)
    {
      const char *old = g_ptr_array_index (names, i);
      g_autofree char *from = g_build_filename (folder, old, NULL);
      g_autofree char *kept = g_strdup_printf ("%s-%u" LEFT, name, i);
      g_autofree char *to = g_build_filename (self->folder, kept, NULL);

      /* Other files were only half written, or discarded. */
      if (g_str_has_suffix (old, LIVE) || g_str_has_suffix (old, LEFT))
        g_rename (from, to);
      else if (!g_str_equal (old, LOCK))
        g_unlink (from);
    }
  g_unlink (path);
  g_rmdir (folder);
  close (lock);
}

/* Moves a file that cannot be read to where nobody removes it: another version may be able to read it. Any thread may call it. */
void
ls_journals_put_aside (LsJournals *self,
                       const char *path)
{
  g_autofree char *folder = g_build_filename (self->base, DAMAGED, NULL);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *stamped = g_strdup_printf ("%" G_GINT64_FORMAT "-%s", g_get_real_time (), name);
  g_autofree char *to = g_build_filename (folder, stamped, NULL);
  g_autoptr (GPtrArray) old = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0 || g_rename (path, to) != 0)
    return;
  g_mutex_lock (&self->lock_damaged);
  g_ptr_array_add (self->damaged, g_steal_pointer (&to));
  g_mutex_unlock (&self->lock_damaged);
  old = list_names (folder, NULL);
  g_ptr_array_sort (old, compare_names);
  for (guint i = 0; i + MAX_DAMAGED < old->len; i++)
    {
      g_autofree char *oldest = g_build_filename (folder, g_ptr_array_index (old, i), NULL);

      g_unlink (oldest);
    }
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const LsJournalEntry *first = *(LsJournalEntry *const *) a;
  const LsJournalEntry *second = *(LsJournalEntry *const *) b;

  if (first->time != second->time)
    return first->time > second->time ? -1 : 1;
  return g_strcmp0 (first->id, second->id);
}

static void
note_entry (LsJournals     *self,
            LsJournalEntry *entry)
{
  g_hash_table_replace (self->known, entry->id, entry);
}

/**
 * ls_journals_list:
 * @self: journals
 *
 * Files that cannot be read are put aside, see ls_journals_list_damaged(). Entries that are being restored are not listed, and none
 * is while ls_journals_look_async() reads them.
 *
 * Returns: (transfer full) (element-type LsJournalEntry): what was left, the newest first
 */
GPtrArray *
ls_journals_list (LsJournals *self)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (ls_journal_entry_free);
  g_autoptr (GPtrArray) names = self->folder != NULL ? list_names (self->folder, LEFT) : g_ptr_array_new ();

  for (guint i = 0; i < MIN (names->len, MAX_LISTED); i++)
    {
      const char *id = g_ptr_array_index (names, i);
      LsJournalEntry *entry = g_hash_table_lookup (self->known, id);

      if (g_hash_table_contains (self->reading, id))
        continue;
      if (entry == NULL && !self->is_looking && (entry = ls_journals_read_entry (self, self->folder, id)) != NULL)
        note_entry (self, entry);
      if (entry != NULL)
        g_ptr_array_add (entries, ls_journal_entry_copy (entry));
    }
  g_ptr_array_sort (entries, compare_entries);
  return entries;
}

static void
claim_all (LsJournals *self)
{
  g_autoptr (GPtrArray) names = list_names (self->base, NULL);
  g_autofree char *own = NULL;

  if (names->len == 0 || !ls_journals_ensure (self, NULL))
    return;
  own = g_path_get_basename (self->folder);
  for (guint i = 0; i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);

      if (!g_str_equal (name, own) && !g_str_equal (name, DAMAGED))
        claim_folder (self, name);
    }
}

/* Takes over what programs have left that have ended. */
void
ls_journals_claim (LsJournals *self)
{
  claim_all (self);
  g_signal_emit (self, changed_signal, 0);
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (ls_journal_entry_free);
  const char *folder = task_data;
  g_autoptr (GPtrArray) names = list_names (folder, LEFT);

  for (guint i = 0; i < MIN (names->len, MAX_LISTED); i++)
    {
      LsJournalEntry *entry = ls_journals_read_entry (source, folder, g_ptr_array_index (names, i));

      if (entry != NULL)
        g_ptr_array_add (entries, entry);
    }
  g_task_return_pointer (task, entries, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * ls_journals_look_async:
 * @self: journals
 * @callback: is told when it is done
 * @user_data: for @callback
 *
 * Takes over what was left, as ls_journals_claim() does, and reads it on a thread, since it may be large. ls_journals_list() has it
 * after that.
 */
void
ls_journals_look_async (LsJournals          *self,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_task_set_source_tag (task, ls_journals_look_async);
  claim_all (self);
  if (self->folder == NULL || self->is_looking)
    {
      g_task_return_pointer (task, NULL, NULL);
      return;
    }
  self->is_looking = TRUE;
  g_task_set_task_data (task, g_strdup (self->folder), g_free);
  ls_task_run_in_thread (task, look_thread);
}

/**
 * ls_journals_look_finish:
 * @self: journals
 * @result: what the callback was given
 *
 * Ends ls_journals_look_async(); for its callback.
 */
void
ls_journals_look_finish (LsJournals   *self,
                         GAsyncResult *result)
{
  g_autoptr (GPtrArray) entries = g_task_propagate_pointer (G_TASK (result), NULL);

  if (entries == NULL)
    return;
  self->is_looking = FALSE;
  while (entries->len > 0)
    note_entry (self, g_ptr_array_steal_index (entries, entries->len - 1));
  g_signal_emit (self, changed_signal, 0);
}

/**
 * ls_journals_list_damaged:
 * @self: journals
 *
 * Returns: (transfer full) (element-type filename): what could not be read since this was last asked, where it is kept now
 */
GPtrArray *
ls_journals_list_damaged (LsJournals *self)
{
  GPtrArray *damaged;

  g_mutex_lock (&self->lock_damaged);
  damaged = self->damaged;
  self->damaged = g_ptr_array_new_with_free_func (g_free);
  g_mutex_unlock (&self->lock_damaged);
  return damaged;
}

/* Stops listing the entry @id while it is being restored, until ls_journals_end_reading(). Returns (transfer full) what
 * ls_journals_read_path() reads, or %NULL with @error set. */
char *
ls_journals_begin_reading (LsJournals  *self,
                           const char  *id,
                           GError     **error)
{
  if (!is_entry (self, id) || !g_hash_table_add (self->reading, g_strdup (id)))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("No such journal"));
      return NULL;
    }
  g_signal_emit (self, changed_signal, 0);
  return g_build_filename (self->folder, id, NULL);
}

/* Says that the entry @id is not being restored any more. */
void
ls_journals_end_reading (LsJournals *self,
                         const char *id)
{
  if (g_hash_table_remove (self->reading, id))
    g_signal_emit (self, changed_signal, 0);
}

/* Stops listing the entry @id, because its session is open again. The session is written to the same file from now on, so that
 * there is one file at any moment, and never two. Returns (transfer full) (nullable) the journal's path, %NULL if there is no such
 * entry. */
char *
ls_journals_take (LsJournals *self,
                  const char *id)
{
  g_autofree char *path = ls_journals_make_path (self);
  g_autofree char *old = NULL;

  if (path == NULL || !is_entry (self, id))
    return NULL;
  old = g_build_filename (self->folder, id, NULL);
  if (g_rename (old, path) != 0)
    return NULL;
  g_signal_emit (self, changed_signal, 0);
  return g_steal_pointer (&path);
}

static void
rename_suffix (LsJournals *self,
               const char *id,
               const char *from,
               const char *to)
{
  g_autofree char *stem = g_strndup (id, strlen (id) - MIN (strlen (id), strlen (LEFT)));
  g_autofree char *old = g_strconcat (stem, from, NULL);
  g_autofree char *new = g_strconcat (stem, to, NULL);
  g_autofree char *old_path = NULL;
  g_autofree char *new_path = NULL;

  if (!is_entry (self, id))
    return;
  old_path = g_build_filename (self->folder, old, NULL);
  new_path = g_build_filename (self->folder, new, NULL);
  g_rename (old_path, new_path);
  g_signal_emit (self, changed_signal, 0);
}

/**
 * ls_journals_discard:
 * @self: journals
 * @id: of an entry
 *
 * Stops listing an entry. ls_journals_undo_discard() lists it again, until the program ends.
 */
void
ls_journals_discard (LsJournals *self,
                     const char *id)
{
  rename_suffix (self, id, LEFT, DISCARDED);
}

void
ls_journals_undo_discard (LsJournals *self,
                          const char *id)
{
  rename_suffix (self, id, DISCARDED, LEFT);
}

/**
 * ls_journals_close:
 * @self: journals
 *
 * Unlocks the folder, and removes it if it is empty.
 */
void
ls_journals_close (LsJournals *self)
{
  g_autoptr (GPtrArray) discarded = NULL;
  g_autofree char *lock = NULL;

  if (self->folder == NULL)
    return;
  discarded = list_names (self->folder, DISCARDED);
  for (guint i = 0; i < discarded->len; i++)
    {
      g_autofree char *path = g_build_filename (self->folder, g_ptr_array_index (discarded, i), NULL);

      g_unlink (path);
    }
  lock = g_build_filename (self->folder, LOCK, NULL);
  g_unlink (lock);
  g_rmdir (self->folder);
  close (self->lock);
  self->lock = -1;
  g_clear_pointer (&self->folder, g_free);
}
