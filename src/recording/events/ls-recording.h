/* ls-recording.h: what a tool recorded: events on the threads of processes
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-recording-event.h"

G_BEGIN_DECLS

/**
 * LsRecordingFormat:
 * @LS_RECORDING_FORMAT_NONE: not a recording
 * @LS_RECORDING_FORMAT_CHROME: Chrome's trace events as JSON: DevTools, Puppeteer, chrome://tracing
 * @LS_RECORDING_FORMAT_NODE: the same of Node.js
 * @LS_RECORDING_FORMAT_PERFETTO: Perfetto's protobuf, as Chromium writes it
 * @LS_RECORDING_FORMAT_FIREFOX: a profile of Firefox, raw or processed
 * @LS_RECORDING_FORMAT_LOOPSCOPE: a trace file of this program: Chrome's JSON with the records of a run
 *
 * Which tool made a recording.
 */
typedef enum
{
  LS_RECORDING_FORMAT_NONE = 0,
  LS_RECORDING_FORMAT_CHROME,
  LS_RECORDING_FORMAT_NODE,
  LS_RECORDING_FORMAT_PERFETTO,
  LS_RECORDING_FORMAT_FIREFOX,
  LS_RECORDING_FORMAT_LOOPSCOPE
} LsRecordingFormat;

/**
 * LsRecordingThreadKind:
 * @LS_RECORDING_THREAD_OTHER: none of the others
 * @LS_RECORDING_THREAD_MAIN: a main thread that runs scripts: of a page, of Node.js
 * @LS_RECORDING_THREAD_WORKER: a worker
 *
 * What a thread of a recording runs.
 */
typedef enum
{
  LS_RECORDING_THREAD_OTHER = 0,
  LS_RECORDING_THREAD_MAIN,
  LS_RECORDING_THREAD_WORKER
} LsRecordingThreadKind;

/**
 * LsRecordingThread:
 * @pid: its process
 * @tid: its number in the process
 * @kind: what it is
 * @name: (nullable): what the recording calls it, such as "CrRendererMain"
 * @process_name: (nullable): what it calls the process
 * @title: (nullable): the page's title
 * @url: (nullable): the URL of the page or of the worker's script
 * @n_events: how many events there are
 * @n_scheduler_tasks: how many tasks and continuations of the scheduler they tell of
 * @busy: µs for which tasks ran
 * @is_loop: whether it has tasks of a loop at all, so that it can be looked at
 *
 * A thread of a recording. The recording owns the texts.
 */
typedef struct
{
  guint64 pid;
  guint64 tid;
  LsRecordingThreadKind kind;
  const char *name;
  const char *process_name;
  const char *title;
  const char *url;
  gsize n_events;
  gsize n_scheduler_tasks;
  guint64 busy;
  gboolean is_loop;
} LsRecordingThread;

#define LS_TYPE_RECORDING_THREAD (ls_recording_thread_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_recording_thread_get_type (void);

/**
 * LS_RECORDING_ERROR:
 *
 * Errors of recordings. Messages are one line: the file, what was found there and what was expected.
 */
#define LS_RECORDING_ERROR (ls_recording_error_quark ())

/**
 * LsRecordingError:
 * @LS_RECORDING_ERROR_FORMAT: the file is no recording
 * @LS_RECORDING_ERROR_MEMORY: there is not enough memory for the recording's events
 * @LS_RECORDING_ERROR_THREAD: there is no such thread, or there are several
 *
 * What can go wrong with a recording.
 */
typedef enum
{
  LS_RECORDING_ERROR_FORMAT,
  LS_RECORDING_ERROR_MEMORY,
  LS_RECORDING_ERROR_THREAD
} LsRecordingError;

LS_AVAILABLE_IN_1_0
GQuark ls_recording_error_quark (void);

#define LS_TYPE_RECORDING (ls_recording_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsRecording, ls_recording, LS, RECORDING, GObject)

/* A recording does not change: any thread may read it. */

LS_AVAILABLE_IN_1_0
LsRecordingFormat        ls_recording_get_format       (LsRecording *self);
LS_AVAILABLE_IN_1_0
guint                    ls_recording_get_n_threads    (LsRecording *self);
LS_AVAILABLE_IN_1_0
const LsRecordingThread *ls_recording_get_thread       (LsRecording *self,
                                                        guint        thread);
LS_AVAILABLE_IN_1_0
const guint             *ls_recording_list_loops       (LsRecording *self,
                                                        guint       *n_threads);
LS_AVAILABLE_IN_1_0
const guint             *ls_recording_list_agents_of   (LsRecording *self,
                                                        guint        thread,
                                                        guint       *n_threads);
LS_AVAILABLE_IN_1_0
char                    *ls_recording_dup_thread_title (LsRecording *self,
                                                        guint        thread);
LS_AVAILABLE_IN_1_0
gboolean                 ls_recording_find_thread      (LsRecording *self,
                                                        const char  *text,
                                                        guint       *thread,
                                                        GError     **error);
LS_AVAILABLE_IN_1_0
const LsRecordingEvent  *ls_recording_peek_events      (LsRecording *self,
                                                        guint        thread,
                                                        gsize       *n_events);
LS_AVAILABLE_IN_1_0
gsize                    ls_recording_get_n_events     (LsRecording *self);
LS_AVAILABLE_IN_1_0
const char              *ls_recording_get_text         (LsRecording *self,
                                                        guint32      text);
LS_AVAILABLE_IN_1_0
guint                    ls_recording_get_n_texts      (LsRecording *self);
LS_AVAILABLE_IN_1_0
guint64                  ls_recording_get_duration     (LsRecording *self);
LS_AVAILABLE_IN_1_0
const char              *ls_recording_get_info         (LsRecording *self,
                                                        const char  *key);
LS_AVAILABLE_IN_1_0
const char * const      *ls_recording_list_problems    (LsRecording *self);
LS_AVAILABLE_IN_1_0
const char * const      *ls_recording_list_lacks       (LsRecording *self);
LS_AVAILABLE_IN_1_0
gboolean                 ls_recording_is_cut           (LsRecording *self);
LS_AVAILABLE_IN_1_0
gboolean                 ls_recording_is_part          (LsRecording *self);
LS_AVAILABLE_IN_1_0
gint64                   ls_recording_get_beginning    (LsRecording *self);

G_END_DECLS
