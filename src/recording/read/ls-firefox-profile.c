/* ls-firefox-profile.c: the processes, threads and documents of a profile of Firefox
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-firefox-profile-private.h"

#define MAX_PROCESSES 4096
#define MAX_THREADS 65536
#define MAX_WINDOWS 65536

/* Markers of one thread, and of those that wait: 72 bytes each. */
#define MAX_MARKERS (8 * 1024 * 1024)

#define NS_PER_MS 1e6
#define MAX_MS 9e12

/* The browser's profile has in it one for each of the other processes. */
typedef struct
{
  double start_time;
  gboolean has_start_time;
} Process;

/* How many markers of a thread are of a document. */
typedef struct
{
  guint64 window;
  guint32 thread;
  guint n_markers;
} Window;

struct _LsFirefoxProfile
{
  LsRecordingBuilder *builder;
  LsRecordingFlows *flows;

  /* All processes, and the numbers of those whose end has not come yet. */
  GArray *processes;
  GArray *open;

  /* The thread that is being read, and those that wait. */
  LsFirefoxThread *thread;
  GPtrArray *waiting;
  gsize n_waiting;
  guint n_threads;

  LsFirefoxStrings shared;
  LsFirefoxPages *pages;
  GArray *windows;

  guint64 n_lost_markers;
  guint64 n_lost_threads;
  guint64 n_nameless;
};

static void
free_thread (gpointer data)
{
  if (data != NULL)
    ls_firefox_thread_free (data);
}

LsFirefoxProfile *
ls_firefox_profile_new (LsRecordingBuilder *builder)
{
  LsFirefoxProfile *self = g_new0 (LsFirefoxProfile, 1);

  self->builder = builder;
  self->flows = ls_recording_flows_new (builder);
  self->processes = g_array_new (FALSE, TRUE, sizeof (Process));
  self->open = g_array_new (FALSE, FALSE, sizeof (guint));
  self->waiting = g_ptr_array_new_with_free_func (free_thread);
  ls_firefox_strings_init (&self->shared);
  self->pages = ls_firefox_pages_new ();
  self->windows = g_array_new (FALSE, FALSE, sizeof (Window));

  return self;
}

void
ls_firefox_profile_free (LsFirefoxProfile *self)
{
  g_clear_pointer (&self->thread, ls_firefox_thread_free);
  ls_recording_flows_free (self->flows);
  g_array_unref (self->processes);
  g_array_unref (self->open);
  g_ptr_array_unref (self->waiting);
  ls_firefox_strings_clear (&self->shared);
  ls_firefox_pages_free (self->pages);
  g_array_unref (self->windows);
  g_free (self);
}

/*< private >
 * ls_firefox_profile_begin_process:
 * @self: a profile
 *
 * Returns: %FALSE if there are too many processes
 */
gboolean
ls_firefox_profile_begin_process (LsFirefoxProfile *self)
{
  Process process = { 0 };
  guint index = self->processes->len;

  if (index >= MAX_PROCESSES)
    return FALSE;

  g_array_append_val (self->processes, process);
  g_array_append_val (self->open, index);
  return TRUE;
}

static guint
get_process (LsFirefoxProfile *self)
{
  return self->open->len > 0 ? g_array_index (self->open, guint, self->open->len - 1) : 0;
}

/*< private >
 * ls_firefox_profile_is_outermost:
 * @self: a profile
 *
 * Returns: whether what is read now is the browser's own part
 */
gboolean
ls_firefox_profile_is_outermost (LsFirefoxProfile *self)
{
  return self->open->len == 1;
}

/*< private >
 * ls_firefox_profile_set_start_time:
 * @self: a profile
 * @start_time: ms since 1970
 *
 * Says when the process began that is read now.
 */
void
ls_firefox_profile_set_start_time (LsFirefoxProfile *self,
                                   double            start_time)
{
  Process *process;

  if (self->processes->len == 0)
    return;

  process = &g_array_index (self->processes, Process, get_process (self));
  process->start_time = start_time;
  process->has_start_time = TRUE;
}

static gint64
get_origin (LsFirefoxProfile *self,
            guint             process)
{
  double ms = g_array_index (self->processes, Process, process).start_time;

  return ms > 0 && ms < MAX_MS ? (gint64) (ms * NS_PER_MS) : 0;
}

static void
add_windows (LsFirefoxProfile *self,
             guint32           thread,
             GHashTable       *windows)
{
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  g_hash_table_iter_init (&iter, windows);
  while (g_hash_table_iter_next (&iter, &key, &value) && self->windows->len < MAX_WINDOWS)
    {
      Window window = { .window = *(const guint64 *) key, .thread = thread, .n_markers = GPOINTER_TO_UINT (value) };

      g_array_append_val (self->windows, window);
    }
}

static void
describe (LsFirefoxProfile *self,
          LsFirefoxThread  *thread,
          guint32           index)
{
  if (thread->process_name != NULL)
    ls_recording_builder_set_process_name (self->builder, thread->pid, thread->process_name);
  if (thread->name == NULL)
    return;

  ls_recording_builder_set_thread_name (self->builder, index, thread->name);
  if (strcmp (thread->name, "GeckoMain") == 0)
    ls_recording_builder_set_thread_kind (self->builder, index, LS_RECORDING_THREAD_MAIN);
  else if (g_str_has_prefix (thread->name, "DOM Worker"))
    ls_recording_builder_set_thread_kind (self->builder, index, LS_RECORDING_THREAD_WORKER);
}

static void
add_thread (LsFirefoxProfile *self,
            LsFirefoxThread  *thread)
{
  LsFirefoxStrings *strings = thread->strings.entries->len > 0 ? &thread->strings : &self->shared;
  g_autoptr (GHashTable) windows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint32 index = ls_recording_builder_get_thread (self->builder, thread->pid, thread->tid);

  if (index == LS_RECORDING_NO_THREAD)
    return;

  if (strings->entries->len == 0)
    self->n_nameless += thread->markers->len;
  describe (self, thread, index);
  ls_firefox_add_markers (self->builder, self->flows, thread, strings, get_origin (self, thread->process), windows);
  add_windows (self, index, windows);
}

/* Adds the threads of @process that have waited for no more than its start; or all that are left. */
static void
add_waiting (LsFirefoxProfile *self,
             guint             process,
             gboolean          all)
{
  g_autoptr (GPtrArray) waiting = g_steal_pointer (&self->waiting);

  self->waiting = g_ptr_array_new_with_free_func (free_thread);
  for (guint i = 0; i < waiting->len; i++)
    {
      g_autoptr (LsFirefoxThread) thread = g_steal_pointer (&g_ptr_array_index (waiting, i));

      if (all || (thread->process == process && thread->strings.entries->len > 0))
        {
          self->n_waiting -= thread->markers->len;
          add_thread (self, thread);
        }
      else
        g_ptr_array_add (self->waiting, g_steal_pointer (&thread));
    }
}

/*< private >
 * ls_firefox_profile_end_process:
 * @self: a profile
 *
 * All of the process has been read that began last.
 */
void
ls_firefox_profile_end_process (LsFirefoxProfile *self)
{
  if (self->open->len == 0)
    return;

  add_waiting (self, get_process (self), FALSE);
  g_array_set_size (self->open, self->open->len - 1);
}

/*< private >
 * ls_firefox_profile_begin_thread:
 * @self: a profile
 *
 * Returns: (nullable): a thread to be filled, which the profile owns; %NULL if there are too many
 */
LsFirefoxThread *
ls_firefox_profile_begin_thread (LsFirefoxProfile *self)
{
  if (self->n_threads >= MAX_THREADS || self->processes->len == 0)
    {
      self->n_lost_threads++;
      return NULL;
    }

  ls_firefox_profile_end_thread (self);
  self->n_threads++;
  self->thread = ls_firefox_thread_new ();
  self->thread->process = get_process (self);
  return self->thread;
}

/*< private >
 * ls_firefox_profile_end_thread:
 * @self: a profile
 *
 * All of the thread has been read. It becomes events now, or when what it needs is there.
 */
void
ls_firefox_profile_end_thread (LsFirefoxProfile *self)
{
  g_autoptr (LsFirefoxThread) thread = g_steal_pointer (&self->thread);

  if (thread == NULL)
    return;

  if (thread->strings.entries->len > 0 && g_array_index (self->processes, Process, thread->process).has_start_time)
    add_thread (self, thread);
  else
    {
      self->n_waiting += thread->markers->len;
      g_ptr_array_add (self->waiting, g_steal_pointer (&thread));
    }
}

/*< private >
 * ls_firefox_profile_get_marker:
 * @self: a profile
 * @index: the marker's number
 *
 * Returns: (nullable): the marker of the thread that is being read, which is new the first time; %NULL if there are too many
 */
LsFirefoxMarker *
ls_firefox_profile_get_marker (LsFirefoxProfile *self,
                               guint32           index)
{
  GArray *markers;

  if (self->thread == NULL)
    return NULL;
  if (self->n_waiting + index >= MAX_MARKERS)
    {
      self->n_lost_markers++;
      return NULL;
    }

  /* A column has values for all markers, but not every marker has a value. */
  markers = self->thread->markers;
  while (markers->len <= index)
    {
      LsFirefoxMarker marker;

      ls_firefox_marker_reset (&marker);
      g_array_append_val (markers, marker);
    }

  return &g_array_index (markers, LsFirefoxMarker, index);
}

/*< private >
 * ls_firefox_profile_add_marker:
 * @self: a profile
 * @marker: a marker of the thread that is being read
 *
 * Adds a marker after the others.
 */
void
ls_firefox_profile_add_marker (LsFirefoxProfile *self,
                               LsFirefoxMarker  *marker)
{
  LsFirefoxMarker *there = self->thread != NULL ? ls_firefox_profile_get_marker (self, self->thread->markers->len) : NULL;

  if (there != NULL)
    *there = *marker;
}

LsFirefoxStrings *
ls_firefox_profile_get_shared (LsFirefoxProfile *self)
{
  return &self->shared;
}

LsFirefoxPages *
ls_firefox_profile_get_pages (LsFirefoxProfile *self)
{
  return self->pages;
}

/*< private >
 * ls_firefox_profile_has_something:
 * @self: a profile
 *
 * Returns: whether anything has been read that only a profile of Firefox has
 */
gboolean
ls_firefox_profile_has_something (LsFirefoxProfile *self)
{
  return self->n_threads > 0;
}

/* The page of a thread is the one in which most of its documents are, by their markers. */
static void
set_pages (LsFirefoxProfile *self)
{
  guint i = 0;

  while (i < self->windows->len)
    {
      guint32 thread = g_array_index (self->windows, Window, i).thread;
      g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
      const char *best = NULL;
      guint n_best = 0;

      for (; i < self->windows->len && g_array_index (self->windows, Window, i).thread == thread; i++)
        {
          const Window *window = &g_array_index (self->windows, Window, i);
          const char *url = ls_firefox_pages_find_outermost (self->pages, window->window);
          guint n;

          if (url == NULL)
            continue;
          n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, url)) + window->n_markers;
          g_hash_table_insert (counts, (gpointer) url, GUINT_TO_POINTER (n));
          if (n > n_best)
            {
              best = url;
              n_best = n;
            }
        }

      if (best != NULL)
        ls_recording_builder_set_thread_page (self->builder, thread, NULL, best);
    }
}

/*< private >
 * ls_firefox_profile_end:
 * @self: a profile
 *
 * There is no more: makes events of all that still waits.
 */
void
ls_firefox_profile_end (LsFirefoxProfile *self)
{
  ls_firefox_profile_end_thread (self);
  add_waiting (self, 0, TRUE);
  ls_recording_flows_end (self->flows, NULL, NULL);
  set_pages (self);

  if (self->n_lost_markers > 0)
    ls_recording_builder_complain (self->builder, ngettext ("Loopscope leaves out %" PRIu64 " marker: there are too many.",
                                                            "Loopscope leaves out %" PRIu64 " markers: there are too many.",
                                                            self->n_lost_markers), self->n_lost_markers);
  if (self->n_lost_threads > 0)
    ls_recording_builder_complain (self->builder, ngettext ("Loopscope leaves out %" PRIu64 " thread: there are too many.",
                                                            "Loopscope leaves out %" PRIu64 " threads: there are too many.",
                                                            self->n_lost_threads), self->n_lost_threads);
  if (self->n_nameless > 0)
    ls_recording_builder_complain (self->builder,
                                   ngettext ("Loopscope leaves out %" PRIu64 " marker: the file ends before its name.",
                                             "Loopscope leaves out %" PRIu64 " markers: the file ends before their names.",
                                             self->n_nameless), self->n_nameless);
}
