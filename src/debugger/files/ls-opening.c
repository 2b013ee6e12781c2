/* ls-opening.c: a session that is being read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-opening.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-courses.h"
#include "ls-drop.h"
#include "ls-lesson.h"
#include "ls-recording-reader.h"
#include "ls-task-thread-private.h"

#define PARTS 10000   /* steps in which progress is counted */

/**
 * LsOpening:
 *
 * Reads a session on a thread, since it may be large, or lie on a slow disk. "done" tells that it is read, or cannot be. Of a large
 * recording "part" brings the beginning before that. Neither comes after ls_opening_cancel().
 */
struct _LsOpening
{
  GObject       parent_instance;

  GFile        *file;          /* NULL for several scripts */
  GStrv         paths;         /* of scripts, or NULL */
  LsJournals   *journals;      /* that have the entry, or NULL */
  char         *journal;       /* the entry that is restored, or NULL */
  char         *journal_path;
  char         *name;          /* for people */
  gboolean      example;       /* saving must not change the file */
  LsCourse     *course;        /* whose lesson is opened, or NULL */
  guint         lesson;        /* of the course; G_MAXUINT for the first one that is not finished */
  LsCourse     *read_course;   /* which the thread brings */
  GCancellable *cancellable;
  int           progress;      /* in PARTS; atomic, since the thread writes it */
  LsSession    *session;
  GError       *error;
  char         *etag;
  guint32       step;          /* at which the entry was shown, if @action is -1 */
  int           action;        /* at whose end it was shown */
  GCancellable *stop;          /* ends the reading of a recording with what there is */
  gsize         part_bytes;    /* how long its beginning is, 0 for what is usual */
  GMutex        lock;          /* protects @part, which the thread brings */
  LsSession    *part;
};

enum
{
  PART,
  DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsOpening, ls_opening, G_TYPE_OBJECT)

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  LsOpening *self = user_data;

  g_atomic_int_set (&self->progress, (int) (fraction * PARTS));
}

static gboolean
tell_part_cb (gpointer user_data)
{
  LsOpening *self = user_data;

  if (!g_cancellable_is_cancelled (self->cancellable) && self->session == NULL && self->error == NULL)
    g_signal_emit (self, signals[PART], 0);
  return G_SOURCE_REMOVE;
}

/* Brings the beginning of a recording to the main thread. */
static void
part_cb (LsSession *part,
         gpointer   user_data)
{
  LsOpening *self = user_data;

  g_mutex_lock (&self->lock);
  g_clear_pointer (&self->part, ls_session_drop);
  self->part = part;
  g_mutex_unlock (&self->lock);
  g_idle_add_full (G_PRIORITY_DEFAULT, tell_part_cb, g_object_ref (self), g_object_unref);
}

static gboolean
is_text (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return base != NULL && g_str_has_suffix (base, ".txt");
}

/* Reads a program from a file of text. Saving does not replace such a file. */
static LsSession *
read_as_text (GFile         *file,
              GCancellable  *cancellable,
              GError       **error)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_utf8_make_valid (base, -1);
  g_autofree char *text = NULL;
  LsSession *session;
  gsize length;

  strcpy (name + strlen (name) - strlen (".txt"), ".js");
  if (!g_file_load_contents (file, cancellable, &text, &length, NULL, error))
    return NULL;
  if (!g_utf8_validate (text, length, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("%s: found bytes that are not valid UTF-8 text"), base);
      return NULL;
    }
  session = ls_session_new_for_text (name, g_str_has_prefix (text, "\357\273\277") ? text + 3 : text, error);
  if (session != NULL)
    ls_session_set_modified (session, FALSE);
  return session;
}

/* Reads what tells a file from what another program makes of it. The entity tag alone has the time of the last write, which two
 * writes share that come within a tick of the kernel's clock: the size and the file's identity tell these apart. Blocks; any thread
 * may call it. Returns (transfer full) (nullable) the tag, or %NULL if there is no such file or it has none. */
char *
ls_opening_read_etag (GFile        *file,
                      GCancellable *cancellable)
{
  g_autoptr (GFileInfo) info =
    g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE "," G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_ID_FILE,
                       G_FILE_QUERY_INFO_NONE, cancellable, NULL);
  const char *etag = info != NULL ? g_file_info_get_etag (info) : NULL;
  const char *id = info != NULL ? g_file_info_get_attribute_string (info, G_FILE_ATTRIBUTE_ID_FILE) : NULL;

  if (etag == NULL)
    return NULL;
  return g_strdup_printf ("%s %" G_GOFFSET_FORMAT " %s", etag, g_file_info_get_size (info), id != NULL ? id : "");
}

/* Reads a course with its lessons. */
static LsCourse *
read_course (GFile         *file,
             GCancellable  *cancellable,
             GError       **error)
{
  g_auto (GStrv) folders = ls_course_list_folders ();
  LsCourse *course = ls_course_new_from_file (file, NULL, cancellable, error);

  if (course != NULL)
    ls_course_find_lessons (course, (const char *const *) folders, cancellable);
  return course;
}

/* Opens a lesson of the course. */
static void
open_lesson (LsOpening *self)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  const guint first = ls_courses_find_unfinished (settings, self->course, G_MAXUINT);

  if (self->lesson == G_MAXUINT)
    self->lesson = first != G_MAXUINT ? first : 0;
  if (ls_course_check_lesson (self->course, self->lesson, &self->error))
    self->session = ls_session_copy (ls_course_get_lesson (self->course, self->lesson)->session);
}

/* Reads the course of the lesson that was not saved. Whoever has changed the course since may have moved the lesson in it, or taken
 * it out: then the lesson is one by itself. */
static void
read_course_again (LsOpening        *self,
                   LsJournalContent *content,
                   GCancellable     *cancellable)
{
  LsLesson *lesson = ls_session_get_lesson (content->session);
  g_autoptr (LsCourse) course = lesson != NULL && content->course != NULL ? read_course (content->course, cancellable, NULL) : NULL;
  const guint n_lessons = course != NULL ? ls_course_get_n_lessons (course) : 0;

  /* The one that it was comes first, since a lesson may be in a course twice. */
  for (guint i = 0; i < n_lessons; i++)
    {
      const guint index = (content->lesson % n_lessons + i) % n_lessons;

      if (!g_str_equal (ls_course_get_lesson (course, index)->id, ls_lesson_get_id (lesson)))
        continue;
      self->read_course = g_steal_pointer (&course);
      content->lesson = index;
      return;
    }
}

static void
read_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  LsOpening *self = source;
  LsJournalContent *content = self->journal != NULL ? NULL : g_new0 (LsJournalContent, 1);
  const LsSessionWatch watch = { .progress = progress_cb, .part = part_cb, .user_data = self, .part_bytes = self->part_bytes,
                                 .stop = self->stop };
  GError *error = NULL;

  if (self->journal != NULL)
    {
      content = ls_journals_read_path (self->journals, self->journal_path, &error);
      if (content != NULL)
        read_course_again (self, content, cancellable);
    }
  else if (self->course == NULL && self->paths == NULL && ls_course_is_file (self->file, cancellable))
    self->read_course = read_course (self->file, cancellable, &error);
  else if (self->paths != NULL)
    content->session = ls_session_new_for_scripts ((const char *const *) self->paths, &error);
  else if (self->course == NULL && is_text (self->file) && !ls_recording_is_file (self->file, cancellable))
    content->session = read_as_text (self->file, cancellable, &error);
  else if (self->course == NULL)
    {
      /* The etag comes first, so that a change while the file is read is noticed. */
      content->etag = self->example ? NULL : ls_opening_read_etag (self->file, cancellable);
      content->session = ls_session_new_from_file_watched (self->file, &watch, cancellable, &error);
    }

  if (content != NULL && error == NULL)
    {
      g_task_return_pointer (task, content, (GDestroyNotify) ls_journal_content_free);
      return;
    }
  g_clear_pointer (&content, ls_journal_content_free);
  g_task_return_error (task, error);
}

static void
read_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  LsOpening *self = LS_OPENING (object);
  g_autoptr (LsJournalContent) content = g_task_propagate_pointer (G_TASK (result), &self->error);

  if (self->read_course != NULL)
    self->course = g_steal_pointer (&self->read_course);
  if (content != NULL && self->course != NULL && self->journal == NULL)
    {
      open_lesson (self);
    }
  else if (content != NULL)
    {
      self->session = g_steal_pointer (&content->session);
      self->etag = g_steal_pointer (&content->etag);
      self->step = content->step;
      self->action = content->action;
      /* The session may have lost its file: the entry knows. */
      if (self->journal != NULL)
        {
          g_set_object (&self->file, content->file);
          self->lesson = content->lesson;
        }
    }
  if (!g_cancellable_is_cancelled (self->cancellable))
    g_signal_emit (self, signals[DONE], 0);
  if (self->journal != NULL)
    ls_journals_end_reading (self->journals, self->journal);
}

static void
ls_opening_finalize (GObject *object)
{
  LsOpening *self = LS_OPENING (object);

  g_clear_object (&self->journals);
  g_free (self->journal);
  g_free (self->journal_path);
  g_clear_object (&self->file);
  g_clear_pointer (&self->course, ls_course_unref);
  g_clear_pointer (&self->read_course, ls_course_unref);
  g_clear_pointer (&self->paths, g_strfreev);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->stop);
  g_clear_pointer (&self->session, ls_session_drop);
  g_clear_pointer (&self->part, ls_session_drop);
  g_mutex_clear (&self->lock);
  g_clear_error (&self->error);
  g_free (self->name);
  g_free (self->etag);

  G_OBJECT_CLASS (ls_opening_parent_class)->finalize (object);
}

static void
ls_opening_class_init (LsOpeningClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_opening_finalize;

  /**
   * LsOpening::part:
   * @self: an opening
   *
   * ls_opening_take_part() has the beginning of the recording. The rest is still being read.
   */
  signals[PART] = g_signal_new ("part", LS_TYPE_OPENING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsOpening::done:
   * @self: an opening
   *
   * ls_opening_finish() has what came of it.
   */
  signals[DONE] = g_signal_new ("done", LS_TYPE_OPENING, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_opening_init (LsOpening *self)
{
  self->lesson = G_MAXUINT;
  self->cancellable = g_cancellable_new ();
  self->stop = g_cancellable_new ();
  g_mutex_init (&self->lock);
}

static char *
make_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base != NULL ? base : "");
}

/**
 * ls_opening_new_for_file:
 * @file: a session's file, a script, text that is a script, a course, or a recording, which its content tells
 * @example: whether it is a template that saving is not to change
 *
 * Returns: an opening that has not begun
 */
LsOpening *
ls_opening_new_for_file (GFile    *file,
                         gboolean  example)
{
  LsOpening *self = g_object_new (LS_TYPE_OPENING, NULL);

  self->file = g_object_ref (file);
  self->name = make_name (file);
  self->example = example;
  return self;
}

/**
 * ls_opening_new_for_scripts:
 * @paths: (array zero-terminated=1): scripts' paths or URIs, one at least
 *
 * Returns: an opening of a program of several scripts, that has not begun
 */
LsOpening *
ls_opening_new_for_scripts (const char *const *paths)
{
  LsOpening *self = g_object_new (LS_TYPE_OPENING, NULL);

  self->paths = g_strdupv ((GStrv) paths);
  self->name = g_filename_display_basename (paths[0]);
  return self;
}

/**
 * ls_opening_new_for_course:
 * @course: a course whose lessons have been looked for
 * @lesson: the index of one of them
 *
 * Returns: an opening of a lesson, that has not begun
 */
LsOpening *
ls_opening_new_for_course (LsCourse *course,
                           guint     lesson)
{
  LsOpening *self = g_object_new (LS_TYPE_OPENING, NULL);

  self->course = ls_course_ref (course);
  self->lesson = lesson;
  self->name = g_strdup (ls_course_get_title (course));
  self->example = TRUE;
  return self;
}

/* Returns (transfer full) an opening of the entry @id, which was not saved, that has not begun; %NULL with @error set if there is
 * no such entry. */
LsOpening *
ls_opening_new_for_journal (LsJournals  *journals,
                            const char  *id,
                            GError     **error)
{
  g_autoptr (GPtrArray) entries = ls_journals_list (journals);
  g_autofree char *path = ls_journals_begin_reading (journals, id, error);
  LsOpening *self;

  if (path == NULL)
    return NULL;
  self = g_object_new (LS_TYPE_OPENING, NULL);
  self->journals = g_object_ref (journals);
  self->journal = g_strdup (id);
  self->journal_path = g_steal_pointer (&path);
  for (guint i = 0; i < entries->len; i++)
    {
      const LsJournalEntry *entry = g_ptr_array_index (entries, i);

      if (!g_str_equal (entry->id, id))
        continue;
      self->name = g_strdup (entry->title);
      g_set_object (&self->file, entry->file);
    }
  if (self->name == NULL)
    self->name = g_strdup (id);
  return self;
}

/* Begins to read. */
void
ls_opening_start (LsOpening *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, read_cb, NULL);

  g_task_set_source_tag (task, ls_opening_start);
  ls_task_run_in_thread (task, read_thread);
}

/* Stops reading, because nobody wants the session any more. What cannot be interrupted goes on, and its result is dropped. */
void
ls_opening_cancel (LsOpening *self)
{
  g_cancellable_cancel (self->cancellable);
}

/**
 * ls_opening_stop:
 * @self: an opening
 *
 * Ends the reading of a recording: what has been read by then is all that comes of it. What is no recording is read to its end.
 */
void
ls_opening_stop (LsOpening *self)
{
  g_cancellable_cancel (self->stop);
}

/**
 * ls_opening_set_part_bytes:
 * @self: an opening that has not begun
 * @part_bytes: bytes of the unpacked file, 0 for what takes a fraction of a second to read
 *
 * Sets how long the beginning of a recording is that comes before the whole.
 */
void
ls_opening_set_part_bytes (LsOpening *self,
                           gsize      part_bytes)
{
  self->part_bytes = part_bytes;
}

/**
 * ls_opening_take_part:
 * @self: an opening
 *
 * Returns: (transfer full) (nullable): a session with the beginning of the recording, once; %NULL if there is none
 */
LsSession *
ls_opening_take_part (LsOpening *self)
{
  LsSession *part;

  g_mutex_lock (&self->lock);
  part = g_steal_pointer (&self->part);
  g_mutex_unlock (&self->lock);
  return part;
}

/**
 * ls_opening_finish:
 * @self: an opening that is done
 * @error: return location for an error
 *
 * Returns: (transfer full): the session, or %NULL with @error set; once
 */
LsSession *
ls_opening_finish (LsOpening  *self,
                   GError    **error)
{
  if (self->session == NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  return g_steal_pointer (&self->session);
}

/**
 * ls_opening_get_fraction:
 * @self: an opening
 *
 * Returns: how much of it is done, from 0 to 1
 */
double
ls_opening_get_fraction (LsOpening *self)
{
  return (double) g_atomic_int_get (&self->progress) / PARTS;
}

/**
 * ls_opening_get_file:
 * @self: an opening
 *
 * Returns: (transfer none) (nullable): what saving is to write; %NULL if that is to ask
 */
GFile *
ls_opening_get_file (LsOpening *self)
{
  const gboolean is_of_course = self->course != NULL && self->journal == NULL;

  return self->example || self->file == NULL || is_of_course || is_text (self->file) ? NULL : self->file;
}

/**
 * ls_opening_get_course:
 * @self: an opening that is done
 * @lesson: (out): the index of the lesson that was opened
 *
 * Returns: (transfer none) (nullable): the course of the lesson
 */
LsCourse *
ls_opening_get_course (LsOpening *self,
                       guint     *lesson)
{
  *lesson = self->lesson;
  return self->course;
}

/**
 * ls_opening_get_recent:
 * @self: an opening that is done
 *
 * Returns: (transfer none) (nullable): the file to remember as one that the user has opened
 */
GFile *
ls_opening_get_recent (LsOpening *self)
{
  return self->course != NULL && !self->example ? self->file : ls_opening_get_file (self);
}

/**
 * ls_opening_get_name:
 * @self: an opening
 *
 * Returns: what people call the file
 */
const char *
ls_opening_get_name (LsOpening *self)
{
  return self->name;
}

/**
 * ls_opening_get_etag:
 * @self: an opening that is done
 *
 * Returns: (nullable): tells the file as it was read from what others make of it
 */
const char *
ls_opening_get_etag (LsOpening *self)
{
  return self->etag;
}

/**
 * ls_opening_get_journal:
 * @self: an opening that is done
 * @step: (out): where what was not saved was shown, if @action is -1
 * @action: (out): the action of the session at whose end it was shown
 *
 * Returns: (nullable): the entry that is restored, %NULL for something else
 */
const char *
ls_opening_get_journal (LsOpening *self,
                        guint32   *step,
                        int       *action)
{
  *step = self->step;
  *action = self->action;
  return self->journal;
}
