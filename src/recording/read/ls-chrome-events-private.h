/* ls-chrome-events-private.h: what Chromium's trace events mean, whatever format they are written in
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-chrome-specs-private.h"
#include "ls-recording-builder-private.h"

G_BEGIN_DECLS

/*< private >
 * LsChromeArg:
 *
 * The arguments of events that mean something here. Their paths are in ls-chrome-event.c. */
typedef enum
{
  LS_CHROME_ARG_NONE = 0,
  LS_CHROME_ARG_ALLOTTED,            /* data.allottedMilliseconds */
  LS_CHROME_ARG_BLOCKING_DURATION,   /* animation_frame_timing_info.blocking_duration_ms */
  LS_CHROME_ARG_CLASS_LIKE_NAME,     /* animation_frame_script_timing_info.class_like_name */
  LS_CHROME_ARG_COLUMN,              /* data.columnNumber */
  LS_CHROME_ARG_DELAY,               /* data.delay */
  LS_CHROME_ARG_DETAIL,              /* data.detail, detail */
  LS_CHROME_ARG_DOCUMENT_URL,        /* data.documentLoaderURL */
  LS_CHROME_ARG_FILE_NAME,           /* fileName */
  LS_CHROME_ARG_FRAME,               /* data.frame, beginData.frame, frame */
  LS_CHROME_ARG_FUNCTION,            /* data.functionName */
  LS_CHROME_ARG_ID,                  /* data.id */
  LS_CHROME_ARG_INTERACTION,         /* data.interactionId */
  LS_CHROME_ARG_INVOKER,             /* animation_frame_script_timing_info.invoker_type */
  LS_CHROME_ARG_IS_MAIN_FRAME,       /* data.isLoadingMainFrame, data.isMainFrame, data.isInPrimaryMainFrame */
  LS_CHROME_ARG_IS_OUTERMOST,        /* data.isOutermostMainFrame */
  LS_CHROME_ARG_LABELS,              /* labels: of process_labels */
  LS_CHROME_ARG_LINE,                /* data.lineNumber */
  LS_CHROME_ARG_MESSAGE,             /* data.message */
  LS_CHROME_ARG_MICROTASKS,          /* microtask_count */
  LS_CHROME_ARG_NAME,                /* name: of thread_name, process_name */
  LS_CHROME_ARG_PARENT,              /* data.parent */
  LS_CHROME_ARG_PRIORITY,            /* data.priority */
  LS_CHROME_ARG_PROCESSING_END,      /* data.processingEnd */
  LS_CHROME_ARG_PROCESSING_START,    /* data.processingStart */
  LS_CHROME_ARG_PROCESS_ID,          /* data.processId */
  LS_CHROME_ARG_PROPERTY_LIKE_NAME,  /* animation_frame_script_timing_info.property_like_name */
  LS_CHROME_ARG_QUEUE_NAME,          /* sequence_manager_task.queue_name */
  LS_CHROME_ARG_QUEUE_PRIORITY,      /* sequence_manager_task.priority, a name such as "NORMAL_PRIORITY" */
  LS_CHROME_ARG_SINGLE_SHOT,         /* data.singleShot */
  LS_CHROME_ARG_SOURCE_FILE,         /* src_file */
  LS_CHROME_ARG_SOURCE_FUNCTION,     /* src_func */
  LS_CHROME_ARG_SOURCE_LINE,         /* src_line */
  LS_CHROME_ARG_SCRIPT_FUNCTION,     /* animation_frame_script_timing_info.source_location_function_name */
  LS_CHROME_ARG_SCRIPT_URL,          /* animation_frame_script_timing_info.source_location_url */
  LS_CHROME_ARG_STACK_COLUMN,        /* data.stackTrace[0].columnNumber, beginData.stackTrace[0]… */
  LS_CHROME_ARG_STACK_FUNCTION,      /* data.stackTrace[0].functionName */
  LS_CHROME_ARG_STACK_LINE,          /* data.stackTrace[0].lineNumber */
  LS_CHROME_ARG_STACK_URL,           /* data.stackTrace[0].url */
  LS_CHROME_ARG_START_LINE,          /* beginData.startLine */
  LS_CHROME_ARG_START_TIME,          /* data.startTime, startTime */
  LS_CHROME_ARG_TASK_ID,             /* data.taskId */
  LS_CHROME_ARG_TIMED_OUT,           /* data.timedOut */
  LS_CHROME_ARG_TIMEOUT,             /* data.timeout */
  LS_CHROME_ARG_TIMER_ID,            /* data.timerId */
  LS_CHROME_ARG_TIME_STAMP,          /* data.timeStamp */
  LS_CHROME_ARG_TRACE_ID,            /* data.traceId */
  LS_CHROME_ARG_TYPE,                /* data.type */
  LS_CHROME_ARG_URL,                 /* data.url, beginData.url */
  LS_CHROME_ARG_WORKER_THREAD,       /* data.workerThreadId */
  LS_CHROME_ARG_LOOPSCOPE,           /* loopscope: this program's own */
  LS_CHROME_ARG_EXECUTION_ASYNC_ID,  /* data.executionAsyncId: of Node.js */
  LS_CHROME_ARG_TRIGGER_ASYNC_ID,    /* data.triggerAsyncId */
  LS_CHROME_ARG_NODE,                /* node: the version of Node.js */
  LS_N_CHROME_ARGS
} LsChromeArg;

/*< private >
 * LsChromeValue:
 * @number: the value as a number; of a text the number that it begins with, of "true" 1
 * @text: offset of the text among the event's texts; numbers have none
 * @length: bytes of the text
 * @is_text: whether the value is a text
 *
 * The value of an argument. */
typedef struct
{
  double  number;
  guint64 integer;
  gsize   text;
  gsize   length;
  gboolean is_text;
} LsChromeValue;

/*< private >
 * LsChromeFrame:
 *
 * A frame of TracingStartedInBrowser's data.frames. */
typedef struct
{
  guint64  pid;
  gsize    url;
  gsize    url_length;
  gboolean has_parent;
  gboolean is_outermost;
  gboolean knows_outermost;
} LsChromeFrame;

/*< private >
 * LsChromeIdScope:
 *
 * How far the id of an async event or a flow is known: in the whole file, or in its process. */
typedef enum
{
  LS_CHROME_ID_NONE = 0,
  LS_CHROME_ID_GLOBAL,
  LS_CHROME_ID_LOCAL
} LsChromeIdScope;

/*< private >
 * LsChromeEvent:
 * @name: the event's name, @name_length bytes; it need not end in a NUL
 * @category: likewise, categories with commas between them
 * @phase: as in JSON: 'X', 'B', 'E', 'I' (or 'i', 'R'), 'b', 'n', 'e', 's', 't', 'f', 'M'
 * @pid: process
 * @tid: thread
 * @time: ns, as recorded
 * @duration: ns, of phase X; -1 if it has none
 * @id_scope: whether it has an id
 * @id: the id, or a hash of it where it is no number
 *
 * One event as it is in the file. Begin with ls_chrome_event_reset(), set members, add arguments with ls_chrome_event_set_*(),
 * and hand it to ls_chrome_events_add(). It can be used again. */
typedef struct
{
  const char      *name;
  gsize            name_length;
  const char      *category;
  gsize            category_length;
  char             phase;
  guint64          pid;
  guint64          tid;
  gint64           time;
  gint64           duration;
  LsChromeIdScope  id_scope;
  guint64          id;

  guint64          present;   /* bits: which arguments there are */
  LsChromeValue    args[LS_N_CHROME_ARGS];
  GArray          *frames;    /* LsChromeFrame */
  GString         *texts;     /* texts of arguments */
} LsChromeEvent;

G_STATIC_ASSERT (LS_N_CHROME_ARGS <= 64);

/* ls-chrome-event.c */
void     ls_chrome_event_init        (LsChromeEvent *self);
void     ls_chrome_event_clear       (LsChromeEvent *self);
void     ls_chrome_event_reset       (LsChromeEvent *self);
void     ls_chrome_event_set_text    (LsChromeEvent *self,
                                      const char    *path,
                                      gsize          path_length,
                                      const char    *text,
                                      gsize          length);
void     ls_chrome_event_set_number  (LsChromeEvent *self,
                                      const char    *path,
                                      gsize          path_length,
                                      double         number,
                                      guint64        integer);
void     ls_chrome_event_set_id_text (LsChromeEvent   *self,
                                      LsChromeIdScope  scope,
                                      const char      *text,
                                      gsize            length);
gboolean ls_chrome_event_has         (LsChromeEvent *self,
                                      LsChromeArg    arg);
double   ls_chrome_event_get_number  (LsChromeEvent *self,
                                      LsChromeArg    arg);
guint64  ls_chrome_event_get_integer (LsChromeEvent *self,
                                      LsChromeArg    arg);
const char *ls_chrome_event_get_text (LsChromeEvent *self,
                                      LsChromeArg    arg,
                                      gsize         *length);

/*< private >
 * LsChromeEvents:
 *
 * Makes the events of a recording from Chromium's: pairs begins and ends, knows names and pages. It belongs to one thread. */
typedef struct _LsChromeEvents LsChromeEvents;

/* ls-chrome-events.c */
LsChromeEvents *ls_chrome_events_new   (LsRecordingBuilder *builder);
void            ls_chrome_events_free  (LsChromeEvents     *self);
void            ls_chrome_events_add   (LsChromeEvents     *self,
                                        LsChromeEvent      *event);
gboolean        ls_chrome_events_wants (const char         *name,
                                        gsize               name_length,
                                        const char         *category,
                                        gsize               category_length,
                                        char                phase);
void            ls_chrome_events_add_known (LsChromeEvents     *self,
                                            LsChromeEvent      *event,
                                            const LsChromeSpec *spec);
void            ls_chrome_events_end   (LsChromeEvents     *self,
                                        gboolean            has_ids);

/* ls-chrome-queues.c */
guint8          ls_chrome_queue_from_name (const char      *name,
                                           gsize            length);
guint8          ls_chrome_rank_from_name  (const char      *name,
                                           gsize            length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChromeEvents, ls_chrome_events_free)

G_END_DECLS
