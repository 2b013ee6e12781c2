/* ls-recording-builder.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-recording-builder-private.h"
#include "ls-recording-names-private.h"
#include "ls-recording-pages-private.h"
#include "ls-recording-private.h"
#include "ls-recording-tasks-private.h"

#define MAX_EVENTS ((gsize) 50 * 1000 * 1000)   /* 2.3 GB */
#define MIN_EVENTS 1024
#define MAX_KNOWN_THREADS 65000         /* with or without */
#define MAX_NAMED_THREADS 50000         /* that are known because something is said of them */
G_STATIC_ASSERT (MAX_KNOWN_THREADS < G_MAXUINT16);
#define MAX_NAMES (16 * 1024 * 1024)   /* bytes of names of threads */
#define MAX_PROBLEMS 100
#define MAX_INFOS 100

typedef struct
{
  guint64 pid;
  char   *name;
  char   *title;
  char   *url;
} Process;

struct _LsRecordingBuilder
{
  LsRecordingFormat  format;
  LsRecordingEvent  *events;
  gsize              n_events;
  gsize              n_allocated;
  GArray            *threads;    /* LsRecordingThread: the texts are those of @names; n_events is 1 if it has some */
  guint              n_busy;     /* threads with events */
  GHashTable        *indices;    /* guint64[2]: pid, tid → index + 1 */
  GHashTable        *processes;  /* guint64 * → Process */
  GStringChunk      *names;
  gsize              n_name_bytes;
  LsRecordingTexts  *texts;
  GHashTable        *infos;
  GPtrArray         *problems;
  gsize              n_more_problems;
  GPtrArray         *lacks;
  gboolean           is_cut;
  gboolean           is_part;
  gboolean           is_hushed;
  gint64             beginning;  /* ns: the absolute time from which the recording counts */
  gboolean           is_shifted; /* times count from the beginning of the recording already */
  guint64            duration;   /* ns, if so */
  gboolean           has_too_many_threads;
  gboolean           has_too_many_events;

  guint64            last_key[2];
  guint32            last_thread;
};

static guint
hash_key (gconstpointer key)
{
  const guint64 *numbers = key;
  guint64 hash = (numbers[0] * G_GUINT64_CONSTANT (0x9fb21c651e98df25)) ^ numbers[1];

  hash *= G_GUINT64_CONSTANT (0x9fb21c651e98df25);
  return hash ^ (hash >> 32);
}

static gboolean
equal_keys (gconstpointer a,
            gconstpointer b)
{
  return memcmp (a, b, 2 * sizeof (guint64)) == 0;
}

static void
free_process (gpointer data)
{
  Process *process = data;

  g_free (process->name);
  g_free (process->title);
  g_free (process->url);
  g_free (process);
}

/* Makes a builder for a recording of @format, which may change until the end. */
LsRecordingBuilder *
ls_recording_builder_new (LsRecordingFormat format)
{
  LsRecordingBuilder *self = g_new0 (LsRecordingBuilder, 1);

  self->format = format;
  self->threads = g_array_new (FALSE, TRUE, sizeof (LsRecordingThread));
  self->indices = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  self->processes = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, free_process);
  self->names = g_string_chunk_new (4096);
  self->texts = ls_recording_texts_new ();
  self->infos = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  self->lacks = g_ptr_array_new_with_free_func (g_free);
  self->last_thread = LS_RECORDING_NO_THREAD;

  return self;
}

/* Frees a builder that is not to end in a recording, or has. */
void
ls_recording_builder_free (LsRecordingBuilder *self)
{
  ls_recording_pages_free (self->events, self->n_allocated * sizeof *self->events);
  g_array_unref (self->threads);
  g_hash_table_unref (self->indices);
  g_hash_table_unref (self->processes);
  g_clear_pointer (&self->names, g_string_chunk_free);
  g_clear_pointer (&self->texts, ls_recording_texts_free);
  g_clear_pointer (&self->infos, g_hash_table_unref);
  g_ptr_array_unref (self->problems);
  g_ptr_array_unref (self->lacks);
  g_free (self);
}

/* Says which format it is after all. */
void
ls_recording_builder_set_format (LsRecordingBuilder *self,
                                 LsRecordingFormat   format)
{
  self->format = format;
}

/* Finds the number of a text of @length bytes (-1: up to its NUL), or 0 if it is NULL or empty, or there are too many. */
guint32
ls_recording_builder_intern (LsRecordingBuilder *self,
                             const char         *text,
                             gssize              length)
{
  if (text == NULL)
    return 0;

  return ls_recording_texts_intern (self->texts, text, length < 0 ? strlen (text) : (gsize) length);
}

/* Returns the text of a number, or NULL. */
const char *
ls_recording_builder_get_text (LsRecordingBuilder *self,
                               guint32             text)
{
  return ls_recording_texts_get (self->texts, text);
}

/* Finds the index of a thread. Returns LS_RECORDING_NO_THREAD if it would be new, and there are @limit already. */
static guint32
find_thread (LsRecordingBuilder *self,
             guint64             pid,
             guint64             tid,
             guint               limit)
{
  const guint64 key[2] = { pid, tid };
  guint32 index;

  if (self->last_thread != LS_RECORDING_NO_THREAD && memcmp (key, self->last_key, sizeof key) == 0)
    return self->last_thread;

  index = GPOINTER_TO_UINT (g_hash_table_lookup (self->indices, key));
  if (index == 0)
    {
      LsRecordingThread thread = { .pid = pid, .tid = tid };

      if (self->threads->len >= limit)
        return LS_RECORDING_NO_THREAD;

      g_array_append_val (self->threads, thread);
      index = self->threads->len;
      g_hash_table_insert (self->indices, g_memdup2 (key, sizeof key), GUINT_TO_POINTER (index));
    }

  memcpy (self->last_key, key, sizeof key);
  self->last_thread = index - 1;
  return self->last_thread;
}

/* Finds the index of a thread that has events. Returns LS_RECORDING_NO_THREAD if there are too many. */
guint32
ls_recording_builder_get_thread (LsRecordingBuilder *self,
                                 guint64             pid,
                                 guint64             tid)
{
  const guint32 thread = find_thread (self, pid, tid, MAX_KNOWN_THREADS);

  self->has_too_many_threads |= thread == LS_RECORDING_NO_THREAD;
  return thread;
}

/* Finds the index of a thread of which something is said, whether it has events or not: such threads leave room for those that
 * have. Returns LS_RECORDING_NO_THREAD if there are too many. */
guint32
ls_recording_builder_know_thread (LsRecordingBuilder *self,
                                  guint64             pid,
                                  guint64             tid)
{
  return find_thread (self, pid, tid, MAX_NAMED_THREADS);
}

/* Returns the process of a thread. */
guint64
ls_recording_builder_get_pid (LsRecordingBuilder *self,
                              guint32             thread)
{
  return thread < self->threads->len ? g_array_index (self->threads, LsRecordingThread, thread).pid : 0;
}

/* Makes room for @n events. */
static gboolean
resize (LsRecordingBuilder *self,
        gsize               n)
{
  LsRecordingEvent *events = ls_recording_pages_resize (self->events, self->n_allocated * sizeof *events, n * sizeof *events);

  if (events == NULL)
    return FALSE;

  self->events = events;
  self->n_allocated = n;
  return TRUE;
}

static gboolean
grow (LsRecordingBuilder *self)
{
  gsize n = CLAMP (self->n_allocated + self->n_allocated / 2, MIN_EVENTS, MAX_EVENTS);

  return n > self->n_allocated && resize (self, n);
}

/* Notes that a thread has events. Returns FALSE if there are too many such threads. */
static gboolean
note_event (LsRecordingBuilder *self,
            guint32             thread)
{
  LsRecordingThread *there = &g_array_index (self->threads, LsRecordingThread, thread);

  if (there->n_events > 0)
    return TRUE;
  if (self->n_busy == LS_RECORDING_MAX_THREADS)
    {
      self->has_too_many_threads = TRUE;
      return FALSE;
    }
  there->n_events = 1;
  self->n_busy++;
  return TRUE;
}

/* Adds a copy of @event, whose time is a gint64 in ns. Those of LS_RECORDING_NO_THREAD and beyond the limit are not kept. */
void
ls_recording_builder_add (LsRecordingBuilder     *self,
                          const LsRecordingEvent *event)
{
  if (self->has_too_many_events || event->thread >= self->threads->len || !note_event (self, event->thread))
    return;
  if (self->n_events == self->n_allocated && !grow (self))
    {
      self->has_too_many_events = TRUE;
      return;
    }

  self->events[self->n_events++] = *event;
}

/* Returns how many events there are: the index of the next one. */
gsize
ls_recording_builder_get_n_events (LsRecordingBuilder *self)
{
  return self->n_events;
}

/* Returns the event of that index, to change it, until the next one is added. */
LsRecordingEvent *
ls_recording_builder_peek_event (LsRecordingBuilder *self,
                                 gsize               index)
{
  g_return_val_if_fail (index < self->n_events, NULL);

  return &self->events[index];
}

/* Returns the name as the builder keeps it: the same text once. */
static const char *
keep_name (LsRecordingBuilder *self,
           const char         *text)
{
  g_autofree char *name = ls_recording_clean_name (text);

  if (name == NULL || self->n_name_bytes > MAX_NAMES)
    return NULL;

  self->n_name_bytes += strlen (name);
  return g_string_chunk_insert_const (self->names, name);
}

/* Says what the recording calls a thread. */
void
ls_recording_builder_set_thread_name (LsRecordingBuilder *self,
                                      guint32             thread,
                                      const char         *name)
{
  if (thread < self->threads->len)
    g_array_index (self->threads, LsRecordingThread, thread).name = keep_name (self, name);
}

/* Says what a thread is. */
void
ls_recording_builder_set_thread_kind (LsRecordingBuilder    *self,
                                      guint32                thread,
                                      LsRecordingThreadKind  kind)
{
  if (thread < self->threads->len)
    g_array_index (self->threads, LsRecordingThread, thread).kind = kind;
}

/* Says what the recording calls the process of a thread, whatever it says of other threads. */
void
ls_recording_builder_set_thread_process (LsRecordingBuilder *self,
                                         guint32             thread,
                                         const char         *name)
{
  if (thread < self->threads->len)
    g_array_index (self->threads, LsRecordingThread, thread).process_name = keep_name (self, name);
}

/* Says which page or which script a thread is for. NULL leaves what was said before. */
void
ls_recording_builder_set_thread_page (LsRecordingBuilder *self,
                                      guint32             thread,
                                      const char         *title,
                                      const char         *url)
{
  LsRecordingThread *there;

  if (thread >= self->threads->len)
    return;

  there = &g_array_index (self->threads, LsRecordingThread, thread);
  if (title != NULL)
    there->title = keep_name (self, title);
  if (url != NULL)
    there->url = keep_name (self, url);
}

static Process *
get_process (LsRecordingBuilder *self,
             guint64             pid)
{
  Process *process = g_hash_table_lookup (self->processes, &pid);

  if (process == NULL && g_hash_table_size (self->processes) < MAX_NAMED_THREADS)
    {
      process = g_new0 (Process, 1);
      process->pid = pid;
      g_hash_table_insert (self->processes, &process->pid, process);
    }

  return process;
}

static void
replace (char       **there,
         const char  *text)
{
  g_free (*there);
  *there = ls_recording_clean_name (text);
}

/* Says what the recording calls a process. */
void
ls_recording_builder_set_process_name (LsRecordingBuilder *self,
                                       guint64             pid,
                                       const char         *name)
{
  Process *process = get_process (self, pid);

  if (process != NULL)
    replace (&process->name, name);
}

/* Says which page the main threads of a process are for. NULL leaves what was said before. */
void
ls_recording_builder_set_process_page (LsRecordingBuilder *self,
                                       guint64             pid,
                                       const char         *title,
                                       const char         *url)
{
  Process *process = get_process (self, pid);

  if (process != NULL && title != NULL)
    replace (&process->title, title);
  if (process != NULL && url != NULL)
    replace (&process->url, url);
}

/* Notes something about the whole recording; see ls_recording_get_info() for keys. */
void
ls_recording_builder_set_info (LsRecordingBuilder *self,
                               const char         *key,
                               const char         *value)
{
  g_autofree char *text = ls_recording_clean_name (value);

  if (text != NULL && (g_hash_table_size (self->infos) < MAX_INFOS || g_hash_table_contains (self->infos, key)))
    g_hash_table_replace (self->infos, g_strdup (key), g_steal_pointer (&text));
}

/* Returns what has been noted, or NULL. */
const char *
ls_recording_builder_get_info (LsRecordingBuilder *self,
                               const char         *key)
{
  return g_hash_table_lookup (self->infos, key);
}

/* Adds a line to the problems, a whole sentence that says where, unless they are hushed. There is a limit to them. */
void
ls_recording_builder_complain (LsRecordingBuilder *self,
                               const char         *format,
                               ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (self->is_hushed)
    return;
  if (self->problems->len >= MAX_PROBLEMS)
    {
      self->n_more_problems++;
      return;
    }

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->problems, g_utf8_make_valid (text, -1));
}

/* Adds a sentence that says what the version of the tool does not record. */
void
ls_recording_builder_add_lack (LsRecordingBuilder *self,
                               const char         *text)
{
  if (!g_ptr_array_find_with_equal_func (self->lacks, text, g_str_equal, NULL))
    g_ptr_array_add (self->lacks, g_strdup (text));
}

/* Says that the file ends too early. */
void
ls_recording_builder_set_cut (LsRecordingBuilder *self)
{
  self->is_cut = TRUE;
}

/* Says that this is the beginning of a file of which the rest is still to be read. */
void
ls_recording_builder_set_part (LsRecordingBuilder *self)
{
  self->is_part = TRUE;
}

/* Whether complaints are not to be noted: what is wrong is not the file's fault. */
void
ls_recording_builder_hush (LsRecordingBuilder *self,
                           gboolean            hush)
{
  self->is_hushed = hush;
}

/* Says that the events are those of a recording that has been made before: their times count from its beginning, and it has that
 * duration. */
void
ls_recording_builder_set_duration (LsRecordingBuilder *self,
                                   guint64             duration)
{
  self->is_shifted = TRUE;
  self->duration = duration;
}

/* Makes times count from the beginning of the recording. Returns its duration. */
static guint64
shift (LsRecordingBuilder *self)
{
  gsize n_early;
  guint64 duration = ls_recording_shift (self->events, self->n_events, &self->beginning, &n_early);

  if (n_early > 0)
    ls_recording_builder_complain (self, ngettext ("%" PRIu64 " event has a time before 0. Loopscope shows it at the beginning.",
                                                   "%" PRIu64 " events have times before 0. Loopscope shows them at the beginning.",
                                                   n_early), (guint64) n_early);
  return duration;
}

static void
name_threads (LsRecordingBuilder *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      LsRecordingThread *thread = &g_array_index (self->threads, LsRecordingThread, i);
      const Process *process = g_hash_table_lookup (self->processes, &thread->pid);

      if (process == NULL)
        continue;

      thread->process_name = keep_name (self, process->name);
      if (thread->kind == LS_RECORDING_THREAD_MAIN && thread->title == NULL)
        thread->title = keep_name (self, process->title);
      if (thread->kind == LS_RECORDING_THREAD_MAIN && thread->url == NULL)
        thread->url = keep_name (self, process->url);
    }
}

static void
complain_of_limits (LsRecordingBuilder *self)
{
  if (self->has_too_many_threads)
    ls_recording_builder_complain (self, _("There are more than %d threads. Loopscope leaves out the events of the others."),
                                   LS_RECORDING_MAX_THREADS);
  if (self->has_too_many_events)
    ls_recording_builder_complain (self, self->n_events == MAX_EVENTS
                                           ? _("There are more than %" PRIu64 " events. Loopscope leaves out the others.")
                                           : _("There is only memory for %" PRIu64 " events. Loopscope leaves out the others."),
                                   (guint64) self->n_events);
  if (ls_recording_texts_is_full (self->texts))
    ls_recording_builder_complain (self, _("There are too many different texts. Loopscope leaves out those of some events."));
}

static GStrv
end_texts (GPtrArray *texts)
{
  g_ptr_array_add (texts, NULL);
  return (GStrv) g_ptr_array_steal (texts, NULL);
}

/* Makes the recording: sorts, puts tasks together and finds the loops. The builder can only be freed afterwards.
 *
 * Returns: (transfer full): the recording, or NULL if there is not enough memory */
LsRecording *
ls_recording_builder_end (LsRecordingBuilder *self)
{
  g_autoptr (LsRecording) recording = g_object_new (LS_TYPE_RECORDING, NULL);
  gsize n_lost = 0, n_events = self->n_events;

  ls_recording_trim_threads (self->threads, LS_RECORDING_MAX_THREADS, self->events, n_events);
  recording->format = self->format;
  recording->duration = self->is_shifted ? self->duration : shift (self);
  recording->first = g_new0 (gsize, self->threads->len + 1);
  if (n_events > 0)
    {
      if (!resize (self, n_events))
        return NULL;
      recording->events = ls_recording_layout (g_steal_pointer (&self->events), n_events, recording->first, self->threads->len);
      if (recording->events == NULL)
        return NULL;
      recording->n_events = n_events;
    }

  for (guint i = 0; recording->events != NULL && i < self->threads->len; i++)
    n_lost += ls_recording_join_tasks (recording->events + recording->first[i], recording->first[i + 1] - recording->first[i]);
  if (n_lost > 0)
    ls_recording_builder_complain (self, ngettext ("%" PRIu64 " task lacks its beginning or end. Loopscope cuts it where another "
                                                   "task is.",
                                                   "%" PRIu64 " tasks lack their beginning or end. Loopscope cuts them where "
                                                   "other tasks are.",
                                                   n_lost), (guint64) n_lost);

  recording->threads = g_array_ref (self->threads);
  if (!ls_recording_pack (recording))
    return NULL;
  ls_recording_find_kinds (recording);
  name_threads (self);
  ls_recording_find_loops (recording);
  ls_recording_builder_name (self, recording);

  complain_of_limits (self);
  if (self->n_more_problems > 0)
    g_ptr_array_add (self->problems, g_strdup_printf (ngettext ("There is %" PRIu64 " more problem.",
                                                                "There are %" PRIu64 " more problems.", self->n_more_problems),
                                                      (guint64) self->n_more_problems));

  recording->names = g_steal_pointer (&self->names);
  recording->texts = g_steal_pointer (&self->texts);
  recording->infos = g_steal_pointer (&self->infos);
  recording->problems = end_texts (self->problems);
  recording->lacks = end_texts (self->lacks);
  recording->is_cut = self->is_cut;
  recording->is_part = self->is_part;
  recording->beginning = self->beginning;

  return g_steal_pointer (&recording);
}
