/* ls-recording.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-plain-type-private.h"
#include "ls-recording-pages-private.h"
#include "ls-recording-private.h"

LS_DEFINE_PLAIN_TYPE (LsRecordingThread, ls_recording_thread)

/**
 * LsRecording:
 *
 * What a tool recorded: events on the threads of processes, in the order of their times. It does not change, so any thread may read
 * it. Texts belong to it.
 */

G_DEFINE_FINAL_TYPE (LsRecording, ls_recording, G_TYPE_OBJECT)
/**
 * ls_recording_error_quark:
 *
 * Gets the domain of errors of recordings.
 *
 * Returns: the number of the domain
 */
G_DEFINE_QUARK (ls-recording-error-quark, ls_recording_error)

static void
ls_recording_finalize (GObject *object)
{
  LsRecording *self = LS_RECORDING (object);

  ls_recording_pages_free (self->events, MAX (self->n_events, 1) * sizeof *self->events);
  g_clear_pointer (&self->threads, g_array_unref);
  g_free (self->first);
  g_clear_pointer (&self->loops, g_array_unref);
  for (guint i = 0; self->agents != NULL && i < self->agents->len; i++)
    g_clear_pointer (&g_ptr_array_index (self->agents, i), g_array_unref);
  g_clear_pointer (&self->agents, g_ptr_array_unref);
  g_free (self->indices);
  g_clear_pointer (&self->names, g_string_chunk_free);
  g_clear_pointer (&self->texts, ls_recording_texts_free);
  g_clear_pointer (&self->infos, g_hash_table_unref);
  g_strfreev (self->problems);
  g_strfreev (self->lacks);

  G_OBJECT_CLASS (ls_recording_parent_class)->finalize (object);
}

static void
ls_recording_class_init (LsRecordingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_recording_finalize;
}

static void
ls_recording_init (LsRecording *self)
{
}

/**
 * ls_recording_get_format:
 * @self: a recording
 *
 * Tells which tool made it.
 *
 * Returns: which tool made it
 */
LsRecordingFormat
ls_recording_get_format (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), LS_RECORDING_FORMAT_NONE);

  return self->format;
}

/**
 * ls_recording_get_n_threads:
 * @self: a recording
 *
 * Counts the threads.
 *
 * Returns: how many threads it knows, with or without events
 */
guint
ls_recording_get_n_threads (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), 0);

  return self->threads->len;
}

/**
 * ls_recording_get_thread:
 * @self: a recording
 * @thread: which thread, from 0
 *
 * Gets what is known of a thread.
 *
 * Returns: (transfer none) (nullable): what is known of the thread, or %NULL where there is none of that number
 */
const LsRecordingThread *
ls_recording_get_thread (LsRecording *self,
                         guint        thread)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);

  return thread < self->threads->len ? &g_array_index (self->threads, LsRecordingThread, thread) : NULL;
}

/**
 * ls_recording_list_loops:
 * @self: a recording
 * @n_threads: (out): how many there are
 *
 * Lists the threads that have loops: the one with most scheduler tasks first, then those that run scripts, the busiest first, then
 * others of the browser.
 *
 * Returns: (transfer none) (array length=n_threads): numbers of threads
 */
const guint *
ls_recording_list_loops (LsRecording *self,
                         guint       *n_threads)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);
  g_return_val_if_fail (n_threads != NULL, NULL);

  *n_threads = self->loops->len;
  return (const guint *) (gpointer) self->loops->data;
}

/**
 * ls_recording_list_agents_of:
 * @self: a recording
 * @thread: which thread, from 0
 * @n_threads: (out): how many there are
 *
 * Lists the threads to be looked at together: a main thread with the workers of its process. Any other thread is alone.
 *
 * Returns: (transfer none) (array length=n_threads): numbers of threads, @thread first; none if there is no such thread
 */
const guint *
ls_recording_list_agents_of (LsRecording *self,
                             guint        thread,
                             guint       *n_threads)
{
  const GArray *agents;

  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);
  g_return_val_if_fail (n_threads != NULL, NULL);

  *n_threads = 0;
  if (thread >= self->threads->len)
    return NULL;

  agents = g_ptr_array_index (self->agents, thread);
  *n_threads = agents != NULL ? agents->len : 1;
  return agents != NULL ? (const guint *) (gconstpointer) agents->data : &self->indices[thread];
}

/**
 * ls_recording_peek_events: (skip)
 * @self: a recording
 * @thread: which thread, from 0
 * @n_events: (out): how many there are
 *
 * Gives the events of a thread as they are in memory, in the order of their times. Of those that begin together the longest is
 * first, so what encloses others comes before them.
 *
 * Returns: (transfer none) (array length=n_events): the events
 */
const LsRecordingEvent *
ls_recording_peek_events (LsRecording *self,
                          guint        thread,
                          gsize       *n_events)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);
  g_return_val_if_fail (n_events != NULL, NULL);

  *n_events = 0;
  if (thread >= self->threads->len)
    return NULL;

  *n_events = self->first[thread + 1] - self->first[thread];
  return self->events + self->first[thread];
}

/**
 * ls_recording_get_n_events:
 * @self: a recording
 *
 * Counts the events of all threads.
 *
 * Returns: how many events all threads have together
 */
gsize
ls_recording_get_n_events (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), 0);

  return self->n_events;
}

/**
 * ls_recording_get_text:
 * @self: a recording
 * @text: a text's number in an event
 *
 * Gets one of the texts.
 *
 * Returns: (transfer none) (nullable): the text, which is UTF-8; %NULL for 0
 */
const char *
ls_recording_get_text (LsRecording *self,
                       guint32      text)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);

  return ls_recording_texts_get (self->texts, text);
}

/**
 * ls_recording_get_n_texts:
 * @self: a recording
 *
 * Counts the texts.
 *
 * Returns: one more than the highest number of a text
 */
guint
ls_recording_get_n_texts (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), 0);

  return ls_recording_texts_get_n (self->texts);
}

/**
 * ls_recording_get_duration:
 * @self: a recording
 *
 * Tells how long the recording is, in ns.
 *
 * Returns: ns from its first event to the end of its last one
 */
guint64
ls_recording_get_duration (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), 0);

  return self->duration;
}

/**
 * ls_recording_get_info:
 * @self: a recording
 * @key: "source" (which tool wrote the file), "time" (when it was recorded), "browser" (name and version), "user-agent", "revision",
 *   "title" and "url" (of the page that has most scheduler tasks), "os", "clock", "cpu-throttling" (how many times slower),
 *   "network-throttling" or "scripts" (the file has texts of scripts)
 *
 * Gets what the recording says of itself.
 *
 * Returns: (transfer none) (nullable): what the recording says of itself, as it says it; %NULL if it does not
 */
const char *
ls_recording_get_info (LsRecording *self,
                       const char  *key)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);
  g_return_val_if_fail (key != NULL, NULL);

  return g_hash_table_lookup (self->infos, key);
}

/**
 * ls_recording_list_problems:
 * @self: a recording
 *
 * Lists what is wrong with the file, a sentence each, with places. There is a limit to them.
 *
 * Returns: (transfer none) (array zero-terminated=1): the sentences, in the user's language
 */
const char * const *
ls_recording_list_problems (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);

  return (const char * const *) self->problems;
}

/**
 * ls_recording_list_lacks:
 * @self: a recording
 *
 * Lists what the tool, its version or the chosen categories do not record, so that nobody takes it for nothing having happened.
 *
 * Returns: (transfer none) (array zero-terminated=1): the sentences, in the user's language
 */
const char * const *
ls_recording_list_lacks (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), NULL);

  return (const char * const *) self->lacks;
}

/**
 * ls_recording_is_cut:
 * @self: a recording
 *
 * Tells whether the file ended too early.
 *
 * Returns: whether the file ends too early; what is whole is there
 */
gboolean
ls_recording_is_cut (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), FALSE);

  return self->is_cut;
}

/**
 * ls_recording_is_part:
 * @self: a recording
 *
 * Tells whether the rest of the file is still to be read.
 *
 * Returns: whether this is the beginning of a file of which the rest is still to be read; see [struct@RecordingWatch]
 */
gboolean
ls_recording_is_part (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), FALSE);

  return self->is_part;
}

/**
 * ls_recording_get_beginning:
 * @self: a recording
 *
 * Tells at which time of the recording tool's clock the recording begins.
 *
 * Returns: the time from which the recording counts, in ns on the clock of the tool that made it: the same moment of a part and of
 *   the whole has the same time on that clock
 */
gint64
ls_recording_get_beginning (LsRecording *self)
{
  g_return_val_if_fail (LS_IS_RECORDING (self), 0);

  return self->beginning;
}
