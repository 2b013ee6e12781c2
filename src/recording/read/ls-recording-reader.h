/* ls-recording-reader.h: reads recordings of browsers, Node.js and this program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-recording.h"

G_BEGIN_DECLS

/**
 * LsRecordingProgressFunc:
 * @n_read: how many bytes of the file have been read
 * @n_bytes: how many it has, or 0 if nobody knows
 * @user_data: what was passed with the function
 *
 * Called now and then on the thread that reads.
 */
typedef void (*LsRecordingProgressFunc) (guint64  n_read,
                                         guint64  n_bytes,
                                         gpointer user_data);

/**
 * LsRecordingPartFunc:
 * @part: (transfer full): the beginning of the recording, as if the file ended there
 * @user_data: what was passed with the function
 *
 * Called on the thread that reads, while the rest is still to be read.
 */
typedef void (*LsRecordingPartFunc) (LsRecording *part,
                                     gpointer     user_data);

/**
 * LsRecordingWatch:
 * @progress: (nullable): is told how far the reading is
 * @part: (nullable): gets the beginning of a large file as soon as that is read. A thread has the same number in the part and in
 *   the whole
 * @user_data: for both
 * @part_bytes: how long that beginning is, in bytes of the unpacked file; 0 for what takes a fraction of a second to read. A file
 *   that is not several times as long comes as a whole only
 * @stop: (nullable): ends the reading early, with what there is by then, as if the file ended there
 *
 * How somebody follows the reading of a recording.
 */
typedef struct
{
  LsRecordingProgressFunc  progress;
  LsRecordingPartFunc      part;
  gpointer                 user_data;
  gsize                    part_bytes;
  GCancellable            *stop;
} LsRecordingWatch;

#define LS_TYPE_RECORDING_WATCH (ls_recording_watch_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_recording_watch_get_type (void);

LS_AVAILABLE_IN_1_0
LsRecordingFormat ls_recording_sniff        (const guint8             *bytes,
                                             gsize                     n_bytes);
LS_AVAILABLE_IN_1_0
gboolean          ls_recording_is_file      (GFile                    *file,
                                             GCancellable             *cancellable);
LS_AVAILABLE_IN_1_0
LsRecording      *ls_recording_load         (GFile                    *file,
                                             LsRecordingProgressFunc   progress,
                                             gpointer                  user_data,
                                             GCancellable             *cancellable,
                                             GError                  **error);
LS_AVAILABLE_IN_1_0
LsRecording      *ls_recording_load_watched (GFile                    *file,
                                             const LsRecordingWatch   *watch,
                                             GCancellable             *cancellable,
                                             GError                  **error);
LS_AVAILABLE_IN_1_0
LsRecording      *ls_recording_load_stream  (GInputStream             *stream,
                                             GCancellable             *cancellable,
                                             GError                  **error);
LS_AVAILABLE_IN_1_0
LsRecording      *ls_recording_load_data    (const guint8             *bytes,
                                             gsize                     n_bytes,
                                             GError                  **error);
LS_AVAILABLE_IN_1_0
void              ls_recording_load_async   (GFile                    *file,
                                             LsRecordingProgressFunc   progress,
                                             gpointer                  user_data,
                                             GCancellable             *cancellable,
                                             GAsyncReadyCallback       callback,
                                             gpointer                  callback_data);
LS_AVAILABLE_IN_1_0
LsRecording      *ls_recording_load_finish  (GAsyncResult             *result,
                                             GError                  **error);

G_END_DECLS
