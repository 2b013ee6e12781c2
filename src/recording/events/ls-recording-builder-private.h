/* ls-recording-builder-private.h: makes a recording, event by event
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording.h"

G_BEGIN_DECLS

/*< private >
 * LS_RECORDING_NO_THREAD:
 *
 * There are too many threads; events of this one are not kept.
 */
#define LS_RECORDING_NO_THREAD G_MAXUINT32

/*< private >
 * LS_RECORDING_MAX_TEXT:
 *
 * How many bytes a text of a recording has at most. A longer one ends in "…".
 */
#define LS_RECORDING_MAX_TEXT 4096

/*< private >
 * LS_RECORDING_MAX_THREADS:
 *
 * How many threads of a recording have events at most.
 */
#define LS_RECORDING_MAX_THREADS 10000

/*< private >
 * LS_RECORDING_EVENT_FLAG_INNER:
 *
 * A flag of tasks while a recording is built: another task encloses this one and is the same, and lacks what this one knows.
 */
#define LS_RECORDING_EVENT_FLAG_INNER (1 << 7)

/*< private >
 * LsRecordingBuilder:
 *
 * Collects events in any order, with absolute times: @time of an event is a gint64 in ns here. It belongs to one thread. Whatever a
 * file says, it needs no more than 48 bytes an event and the texts, and refuses what is beyond the limits with a line of its own
 * among the problems.
 *
 * An event with %LS_RECORDING_EVENT_FLAG_NO_BEGINNING has its end as its time, and no duration: ls_recording_builder_end(), which
 * knows when the recording begins, makes it last from there. */
typedef struct _LsRecordingBuilder LsRecordingBuilder;

LsRecordingBuilder *ls_recording_builder_new              (LsRecordingFormat       format);
void                ls_recording_builder_free             (LsRecordingBuilder     *self);
void                ls_recording_builder_set_format       (LsRecordingBuilder     *self,
                                                           LsRecordingFormat       format);
guint32             ls_recording_builder_intern           (LsRecordingBuilder     *self,
                                                           const char             *text,
                                                           gssize                  length);
const char         *ls_recording_builder_get_text         (LsRecordingBuilder     *self,
                                                           guint32                 text);
guint32             ls_recording_builder_get_thread       (LsRecordingBuilder     *self,
                                                           guint64                 pid,
                                                           guint64                 tid);
guint32             ls_recording_builder_know_thread      (LsRecordingBuilder     *self,
                                                           guint64                 pid,
                                                           guint64                 tid);
guint64             ls_recording_builder_get_pid          (LsRecordingBuilder     *self,
                                                           guint32                 thread);
void                ls_recording_builder_add              (LsRecordingBuilder     *self,
                                                           const LsRecordingEvent *event);
gsize               ls_recording_builder_get_n_events     (LsRecordingBuilder     *self);
LsRecordingEvent   *ls_recording_builder_peek_event       (LsRecordingBuilder     *self,
                                                           gsize                   index);
void                ls_recording_builder_set_thread_name  (LsRecordingBuilder     *self,
                                                           guint32                 thread,
                                                           const char             *name);
void                ls_recording_builder_set_thread_kind  (LsRecordingBuilder     *self,
                                                           guint32                 thread,
                                                           LsRecordingThreadKind   kind);
void                ls_recording_builder_set_thread_page  (LsRecordingBuilder     *self,
                                                           guint32                 thread,
                                                           const char             *title,
                                                           const char             *url);
void                ls_recording_builder_set_thread_process (LsRecordingBuilder   *self,
                                                             guint32               thread,
                                                             const char           *name);
void                ls_recording_builder_set_process_name (LsRecordingBuilder     *self,
                                                           guint64                 pid,
                                                           const char             *name);
void                ls_recording_builder_set_process_page (LsRecordingBuilder     *self,
                                                           guint64                 pid,
                                                           const char             *title,
                                                           const char             *url);
const char         *ls_recording_builder_get_info         (LsRecordingBuilder     *self,
                                                           const char             *key);
void                ls_recording_builder_set_info         (LsRecordingBuilder     *self,
                                                           const char             *key,
                                                           const char             *value);
void                ls_recording_builder_complain         (LsRecordingBuilder     *self,
                                                           const char             *format,
                                                           ...) G_GNUC_PRINTF (2, 3);
void                ls_recording_builder_add_lack         (LsRecordingBuilder     *self,
                                                           const char             *text);
void                ls_recording_builder_set_cut          (LsRecordingBuilder     *self);
void                ls_recording_builder_set_part         (LsRecordingBuilder     *self);
void                ls_recording_builder_hush             (LsRecordingBuilder     *self,
                                                           gboolean                hush);
void                ls_recording_builder_set_duration     (LsRecordingBuilder     *self,
                                                           guint64                 duration);
void                ls_recording_builder_name             (LsRecordingBuilder     *self,
                                                           LsRecording            *recording);
LsRecording        *ls_recording_builder_end              (LsRecordingBuilder     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRecordingBuilder, ls_recording_builder_free)

G_END_DECLS
