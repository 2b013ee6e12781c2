/* ls-recording-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>

#include "ls-recording-reader.h"

#include "ls-plain-type-private.h"
#include "ls-recording-input-private.h"
#include "ls-recording-reading-private.h"
#include "ls-recording-sniffer-private.h"
#include "ls-task-thread-private.h"

LS_DEFINE_PLAIN_TYPE (LsRecordingWatch, ls_recording_watch)

/* How many bytes of a file are looked at together. */
#define SNIFF_SIZE (64 * 1024)

/* The beginning that comes before the whole, unless the caller wants another one: bytes of the unpacked file. */
#define PART_BYTES (48 * 1024 * 1024)

/* A file comes in parts if it is that many times as long as its beginning. Reading the beginning twice then costs little. */
#define PARTS 4

/* What follows the reading. */
typedef struct
{
  const LsRecordingWatch *watch;      /* (nullable) */
  guint64                 n_bytes;    /* of the file, 0 if nobody knows */
  LsRecordingReading      part;       /* while the part is read, too */
  gsize                   part_left;  /* bytes of it */
} Follower;

/* @input: (nullable): where the bytes came from, if not from memory */
static LsRecording *
end (LsRecordingReading *reading,
     LsRecordingInput   *input,
     gboolean            is_stopped,
     GError            **error)
{
  LsRecordingBuilder *builder;
  LsRecordingParser *parser;
  LsRecording *recording;
  gboolean is_fine;

  if (!ls_recording_reading_end (reading, error))
    return NULL;
  builder = reading->builder;
  parser = reading->parser;

  /* It is not the file's fault that it ends here. */
  ls_recording_builder_hush (builder, is_stopped);
  is_fine = parser->end (parser, is_stopped || (input != NULL && ls_recording_input_is_cut (input)), error);
  ls_recording_builder_hush (builder, FALSE);
  if (!is_fine)
    return NULL;

  if (is_stopped)
    {
      g_autofree char *size = g_format_size (ls_recording_input_get_n_read (input));

      /* Translators: %s is a size, such as "1.2 GB" */
      ls_recording_builder_complain (builder, _("You stopped reading after %s of the file. What follows is not shown."), size);
    }
  else if (input != NULL && ls_recording_input_get_trouble (input) != NULL)
    ls_recording_builder_complain (builder, "%s", ls_recording_input_get_trouble (input));
  recording = ls_recording_builder_end (builder);
  if (recording == NULL)
    g_set_error_literal (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_MEMORY,
                         _("Found more events than there is memory for, expected a smaller recording"));
  return recording;
}

/* Finds out whether somebody wants the beginning before the whole, and how long it is. The first @n_read bytes of the file have
 * become @n_bytes: the others will become as many times more. */
static void
follower_begin (Follower *self,
                guint64   n_read,
                gsize     n_bytes)
{
  const LsRecordingWatch *watch = self->watch;
  const gsize part_bytes = watch != NULL && watch->part_bytes > 0 ? watch->part_bytes : PART_BYTES;

  if (watch == NULL || watch->part == NULL || n_read == 0)
    return;
  if ((double) self->n_bytes * n_bytes / n_read >= (double) part_bytes * PARTS)
    self->part_left = part_bytes;
}

/* The part is read. One in which there is nothing to look at is no part. */
static void
follower_end_part (Follower *self)
{
  g_autoptr (LsRecording) part = NULL;
  guint n_loops = 0;

  if (ls_recording_reading_end (&self->part, NULL))
    {
      ls_recording_builder_set_part (self->part.builder);
      ls_recording_builder_complain (self->part.builder, _("This is only the beginning of the file."));
      /* What lacks its end here may have it in the rest. */
      ls_recording_builder_hush (self->part.builder, TRUE);
      if (self->part.parser->end (self->part.parser, TRUE, NULL))
        part = ls_recording_builder_end (self->part.builder);
    }
  ls_recording_reading_clear (&self->part);
  if (part != NULL)
    ls_recording_list_loops (part, &n_loops);
  /* Of more threads those without events are left out, so that they may have other numbers in the whole. */
  if (n_loops > 0 && ls_recording_get_n_threads (part) < LS_RECORDING_MAX_THREADS)
    self->watch->part (g_steal_pointer (&part), self->watch->user_data);
}

static void
follower_feed (Follower     *self,
               const guint8 *bytes,
               gsize         n_bytes)
{
  const gsize n = MIN (n_bytes, self->part_left);

  if (n == 0)
    return;

  self->part_left -= n;
  /* What is wrong with the file is said when it is read. */
  if (!ls_recording_reading_feed (&self->part, bytes, n, NULL))
    {
      self->part_left = 0;
      ls_recording_reading_clear (&self->part);
    }
  else if (self->part_left == 0)
    follower_end_part (self);
}

static LsRecording *
load (GInputStream  *stream,
      Follower      *follower,
      GCancellable  *cancellable,
      GError       **error)
{
  const LsRecordingWatch *watch = follower->watch;
  LsRecordingInput *input = ls_recording_input_new (stream, cancellable);
  LsRecordingReading whole = { NULL };
  LsRecording *recording = NULL;
  gboolean is_stopped = FALSE;
  GError *inner = NULL;
  const guint8 *bytes;
  gsize n_bytes;

  while (!is_stopped && (bytes = ls_recording_input_read (input, &n_bytes, &inner)) != NULL)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, &inner))
        break;
      if (whole.parser == NULL)
        follower_begin (follower, ls_recording_input_get_n_read (input), n_bytes);
      if (!ls_recording_reading_feed (&whole, bytes, n_bytes, &inner))
        break;
      follower_feed (follower, bytes, n_bytes);
      if (watch != NULL && watch->progress != NULL)
        watch->progress (ls_recording_input_get_n_read (input), follower->n_bytes, watch->user_data);
      is_stopped = watch != NULL && g_cancellable_is_cancelled (watch->stop);
    }

  if (is_stopped && inner == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, &inner);
  if (inner != NULL)
    g_propagate_error (error, inner);
  else
    recording = end (&whole, input, is_stopped, error);

  ls_recording_reading_clear (&whole);
  ls_recording_reading_clear (&follower->part);
  ls_recording_input_free (input);
  return recording;
}

/* What is in memory as it is to be read needs no thread to bring it. */
static LsRecording *
load_plain (const guint8  *bytes,
            gsize          n_bytes,
            GError       **error)
{
  LsRecordingReading reading = { NULL };
  LsRecording *recording = NULL;
  gboolean is_fine;
  gsize i = 0;

  do
    {
      is_fine = ls_recording_reading_feed (&reading, bytes + i, MIN (n_bytes - i, LS_RECORDING_BLOCK), error);
      i += LS_RECORDING_BLOCK;
    }
  while (is_fine && i < n_bytes);
  if (is_fine)
    recording = end (&reading, NULL, FALSE, error);

  ls_recording_reading_clear (&reading);
  return recording;
}

/**
 * ls_recording_load_stream:
 * @stream: where a recording is read from, packed with gzip or not
 * @cancellable: (nullable): ends the reading
 * @error: return location for an error: of %LS_RECORDING_ERROR where it is no recording, or of reading
 *
 * Reads a recording until the end of a stream, which it does not close. Blocks: call it on a thread.
 *
 * Returns: (transfer full): the recording
 */
LsRecording *
ls_recording_load_stream (GInputStream  *stream,
                          GCancellable  *cancellable,
                          GError       **error)
{
  Follower follower = { NULL };

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  return load (stream, &follower, cancellable, error);
}

/**
 * ls_recording_load_data:
 * @bytes: (array length=n_bytes): a recording, packed with gzip or not
 * @n_bytes: how long it is
 * @error: return location for an error of %LS_RECORDING_ERROR: it is no recording
 *
 * Reads a recording that is in memory.
 *
 * Returns: (transfer full): the recording
 */
LsRecording *
ls_recording_load_data (const guint8  *bytes,
                        gsize          n_bytes,
                        GError       **error)
{
  g_autoptr (GInputStream) stream = NULL;
  Follower follower = { NULL };

  g_return_val_if_fail (bytes != NULL || n_bytes == 0, NULL);

  if (n_bytes < 2 || bytes[0] != 0x1f || bytes[1] != 0x8b)
    return load_plain (bytes, n_bytes, error);

  stream = g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, NULL);
  return load (stream, &follower, NULL, error);
}

static guint64
get_size (GFile        *file,
          GCancellable *cancellable)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, cancellable, NULL);

  return info != NULL ? (guint64) g_file_info_get_size (info) : 0;
}

/**
 * ls_recording_load:
 * @file: a recording, packed with gzip or not
 * @progress: (scope call) (nullable) (closure user_data): is told how far the reading is, on this thread
 * @user_data: for @progress
 * @cancellable: (nullable): ends the reading
 * @error: return location for an error: of %LS_RECORDING_ERROR where it is no recording, or of reading. It names the file
 *
 * Reads a recording. What the file is called does not matter. A file that ends too early is read as far as it goes; see
 * [method@Recording.is_cut]. Blocks: call it on a thread, or use ls_recording_load_async().
 *
 * Returns: (transfer full): the recording
 */
LsRecording *
ls_recording_load (GFile                    *file,
                   LsRecordingProgressFunc   progress,
                   gpointer                  user_data,
                   GCancellable             *cancellable,
                   GError                  **error)
{
  const LsRecordingWatch watch = { .progress = progress, .user_data = user_data };

  return ls_recording_load_watched (file, &watch, cancellable, error);
}

/**
 * ls_recording_load_watched: (skip)
 * @file: a recording, packed with gzip or not
 * @watch: who follows the reading
 * @cancellable: (nullable): ends the reading, of which nothing comes then
 * @error: return location for an error, as ls_recording_load() has them
 *
 * Reads a recording as ls_recording_load() does. If the file is large, its beginning comes first, so that there is something to
 * look at while the rest is read.
 *
 * Returns: (transfer full): the recording
 */
LsRecording *
ls_recording_load_watched (GFile                   *file,
                           const LsRecordingWatch  *watch,
                           GCancellable            *cancellable,
                           GError                 **error)
{
  Follower follower = { .watch = watch };
  g_autoptr (GInputStream) stream = NULL;
  LsRecording *recording = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);
  g_return_val_if_fail (watch != NULL, NULL);

  stream = G_INPUT_STREAM (g_file_read (file, cancellable, error));
  if (stream != NULL)
    {
      follower.n_bytes = get_size (file, cancellable);
      recording = load (stream, &follower, cancellable, error);
    }

  if (recording == NULL)
    {
      g_autofree char *name = g_file_get_parse_name (file);

      g_prefix_error (error, "%s: ", name);
    }
  return recording;
}

typedef struct
{
  GFile                   *file;
  LsRecordingProgressFunc  progress;
  gpointer                 user_data;
} Loading;

static void
free_loading (gpointer data)
{
  Loading *loading = data;

  g_object_unref (loading->file);
  g_free (loading);
}

static void
run (GTask        *task,
     gpointer      source,
     gpointer      data,
     GCancellable *cancellable)
{
  Loading *loading = data;
  GError *error = NULL;
  LsRecording *recording = ls_recording_load (loading->file, loading->progress, loading->user_data, cancellable, &error);

  if (recording != NULL)
    g_task_return_pointer (task, recording, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * ls_recording_load_async: (skip)
 * @file: a recording, packed with gzip or not
 * @progress: (nullable): is told how far the reading is, on the thread that reads
 * @user_data: for @progress; must live until @callback is called
 * @cancellable: (nullable): ends the reading
 * @callback: is called when the recording is there, in the main context of this thread
 * @callback_data: for @callback
 *
 * Reads a recording as ls_recording_load() does, on a thread of its own.
 */
void
ls_recording_load_async (GFile                   *file,
                         LsRecordingProgressFunc  progress,
                         gpointer                 user_data,
                         GCancellable            *cancellable,
                         GAsyncReadyCallback      callback,
                         gpointer                 callback_data)
{
  g_autoptr (GTask) task = NULL;
  Loading *loading;

  g_return_if_fail (G_IS_FILE (file));

  loading = g_new0 (Loading, 1);
  loading->file = g_object_ref (file);
  loading->progress = progress;
  loading->user_data = user_data;

  task = g_task_new (NULL, cancellable, callback, callback_data);
  g_task_set_source_tag (task, ls_recording_load_async);
  g_task_set_task_data (task, loading, free_loading);
  ls_task_run_in_thread (task, run);
}

/**
 * ls_recording_load_finish:
 * @result: what the callback got
 * @error: return location for an error, as ls_recording_load() has them
 *
 * Ends ls_recording_load_async().
 *
 * Returns: (transfer full): the recording
 */
LsRecording *
ls_recording_load_finish (GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * ls_recording_is_file:
 * @file: a file
 * @cancellable: (nullable): ends the reading
 *
 * Looks at a file, packed with gzip or not, until it tells what it is: usually its beginning does. Blocks.
 *
 * Returns: whether it is a recording
 */
gboolean
ls_recording_is_file (GFile        *file,
                      GCancellable *cancellable)
{
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (LsRecordingSniffer) sniffer = NULL;
  g_autofree guint8 *bytes = NULL;
  gsize n_bytes;

  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  stream = G_INPUT_STREAM (g_file_read (file, cancellable, NULL));
  if (stream == NULL)
    return FALSE;

  sniffer = ls_recording_sniffer_new ();
  bytes = g_malloc (SNIFF_SIZE);
  while (g_input_stream_read_all (stream, bytes, SNIFF_SIZE, &n_bytes, cancellable, NULL) && n_bytes > 0 &&
         ls_recording_sniffer_feed (sniffer, bytes, n_bytes))
    ;
  return ls_recording_sniffer_end (sniffer, TRUE) != LS_RECORDING_FORMAT_NONE;
}
