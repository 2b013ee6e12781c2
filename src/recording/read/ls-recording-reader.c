/* ls-recording-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>

#include "ls-recording-reader.h"

#include "ls-recording-input-private.h"
#include "ls-recording-parser-private.h"

/* How many bytes of a file tell its format. */
#define SNIFF_SIZE (64 * 1024)

/* Where the reading is watched from. */
typedef struct
{
  LsRecordingProgressFunc progress;
  gpointer                user_data;
  guint64                 n_bytes;
} Watch;

static LsRecordingParser *
make_parser (LsRecordingBuilder *builder,
             const guint8       *bytes,
             gsize               n_bytes,
             GError            **error)
{
  LsRecordingFormat format = ls_recording_sniff (bytes, n_bytes);

  ls_recording_builder_set_format (builder, format == LS_RECORDING_FORMAT_NONE ? LS_RECORDING_FORMAT_CHROME : format);
  switch (format)
    {
    case LS_RECORDING_FORMAT_NONE:
      /* Its members may come later: they decide. */
      for (gsize i = 0; i < n_bytes; i++)
        if (!g_ascii_isspace (bytes[i]) && bytes[i] != 0xef && bytes[i] != 0xbb && bytes[i] != 0xbf)
          {
            if (bytes[i] == '{')
              return ls_chrome_parser_new (builder);
            break;
          }
      g_set_error_literal (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT,
                           n_bytes == 0 ? _("Found an empty file, expected a recording of a browser or of Node.js")
                                        : _("Found a file of an unknown format, expected a recording of a browser or of Node.js"));
      return NULL;
    case LS_RECORDING_FORMAT_PERFETTO:
      return ls_perfetto_parser_new (builder);
    case LS_RECORDING_FORMAT_FIREFOX:
      return ls_firefox_parser_new (builder);
    case LS_RECORDING_FORMAT_CHROME:
    case LS_RECORDING_FORMAT_NODE:
    case LS_RECORDING_FORMAT_LOOPSCOPE:
    default:
      return ls_chrome_parser_new (builder);
    }
}

/* @input: (nullable): where the bytes came from, if not from memory */
static LsRecording *
end (LsRecordingBuilder *builder,
     LsRecordingInput   *input,
     LsRecordingParser  *parser,
     GError            **error)
{
  LsRecording *recording;

  if (!parser->end (parser, input != NULL && ls_recording_input_is_cut (input), error))
    return NULL;

  if (input != NULL && ls_recording_input_get_trouble (input) != NULL)
    ls_recording_builder_complain (builder, "%s", ls_recording_input_get_trouble (input));
  recording = ls_recording_builder_end (builder);
  if (recording == NULL)
    g_set_error_literal (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_MEMORY,
                         _("Found more events than there is memory for, expected a smaller recording"));
  return recording;
}

static LsRecording *
load (GInputStream  *stream,
      const Watch   *watch,
      GCancellable  *cancellable,
      GError       **error)
{
  LsRecordingBuilder *builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  LsRecordingInput *input = ls_recording_input_new (stream, cancellable);
  LsRecordingParser *parser = NULL;
  LsRecording *recording = NULL;
  GError *inner = NULL;
  const guint8 *bytes;
  gsize n_bytes;

  while ((bytes = ls_recording_input_read (input, &n_bytes, &inner)) != NULL)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, &inner))
        break;
      if (parser == NULL && (parser = make_parser (builder, bytes, n_bytes, &inner)) == NULL)
        break;
      if (!parser->feed (parser, bytes, n_bytes, &inner))
        break;
      if (watch != NULL && watch->progress != NULL)
        watch->progress (ls_recording_input_get_n_read (input), watch->n_bytes, watch->user_data);
    }

  if (inner != NULL)
    g_propagate_error (error, inner);
  else
    recording = end (builder, input, parser, error);

  if (parser != NULL)
    parser->free (parser);
  ls_recording_input_free (input);
  ls_recording_builder_free (builder);
  return recording;
}

/* What is in memory as it is to be read needs no thread to bring it. */
static LsRecording *
load_plain (const guint8  *bytes,
            gsize          n_bytes,
            GError       **error)
{
  LsRecordingBuilder *builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  LsRecordingParser *parser = make_parser (builder, bytes, MIN (n_bytes, LS_RECORDING_BLOCK), error);
  LsRecording *recording = NULL;
  gboolean is_fine = parser != NULL;

  for (gsize i = 0; i < n_bytes && is_fine; i += LS_RECORDING_BLOCK)
    is_fine = parser->feed (parser, bytes + i, MIN (n_bytes - i, LS_RECORDING_BLOCK), error);
  if (is_fine)
    recording = end (builder, NULL, parser, error);

  if (parser != NULL)
    parser->free (parser);
  ls_recording_builder_free (builder);
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
  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  return load (stream, NULL, cancellable, error);
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

  g_return_val_if_fail (bytes != NULL || n_bytes == 0, NULL);

  if (n_bytes < 2 || bytes[0] != 0x1f || bytes[1] != 0x8b)
    return load_plain (bytes, n_bytes, error);

  stream = g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, NULL);
  return load (stream, NULL, NULL, error);
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
  Watch watch = { progress, user_data, 0 };
  g_autoptr (GInputStream) stream = NULL;
  LsRecording *recording = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  stream = G_INPUT_STREAM (g_file_read (file, cancellable, error));
  if (stream != NULL)
    {
      watch.n_bytes = get_size (file, cancellable);
      recording = load (stream, &watch, cancellable, error);
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
  g_task_run_in_thread (task, run);
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
 * Looks at the beginning of a file, packed with gzip or not. Blocks.
 *
 * Returns: whether it begins like a recording
 */
gboolean
ls_recording_is_file (GFile        *file,
                      GCancellable *cancellable)
{
  g_autoptr (GInputStream) stream = NULL;
  LsRecordingInput *input;
  const guint8 *bytes;
  gboolean is_recording = FALSE;
  gsize n_bytes;

  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  stream = G_INPUT_STREAM (g_file_read (file, cancellable, NULL));
  if (stream == NULL)
    return FALSE;

  input = ls_recording_input_new (stream, cancellable);
  bytes = ls_recording_input_read (input, &n_bytes, NULL);
  if (bytes != NULL)
    is_recording = ls_recording_sniff (bytes, MIN (n_bytes, SNIFF_SIZE)) != LS_RECORDING_FORMAT_NONE;
  ls_recording_input_free (input);

  return is_recording;
}
