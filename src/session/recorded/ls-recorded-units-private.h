/* ls-recorded-units-private.h: what ran on a thread of a recording, and what it posted
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-recording.h"

G_BEGIN_DECLS

/* The index of nothing. */
#define LS_RECORDED_NONE G_MAXUINT32

/* What a unit is: an outermost task of the thread's loop. */
typedef enum
{
  LS_UNIT_OTHER,          /* loading, garbage collection, the browser's own */
  LS_UNIT_TASK,           /* the callback of a postTask() */
  LS_UNIT_CONTINUATION,   /* the code after a yield() */
  LS_UNIT_TIMER,
  LS_UNIT_IDLE,
  LS_UNIT_MESSAGE,
  LS_UNIT_FRAME,
  LS_UNIT_INPUT
} LsRecordedUnitKind;

/*< private >
 * LsRecordedUnit:
 * @begin: µs since the recording began
 * @end: likewise
 * @lead: µs for which the thread was busy elsewhere right before, though the unit could have run
 * @rest: µs for which it was busy elsewhere afterwards, though something that is known waited
 * @item: what posted it, or %LS_RECORDED_NONE: it is pinned to its time
 * @first_op: the first of its operations
 * @n_ops: how many follow each other from there
 * @first_span: the first of its spans
 * @n_spans: how many follow each other from there
 * @name: a text of the recording, 0 if it has none
 * @place: likewise, where a function without a name is
 * @kind: [enum@RecordedUnitKind]
 * @has_script: whether it runs code of the program
 */
typedef struct
{
  guint64 begin;
  guint64 end;
  guint64 lead;
  guint64 rest;
  guint32 item;
  guint32 first_op;
  guint32 n_ops;
  guint32 first_span;
  guint32 n_spans;
  guint32 name;
  guint32 place;
  guint8  kind;
  guint8  has_script;
  guint8  is_discrete;
} LsRecordedUnit;

/*< private >
 * LsRecordedItem:
 * @posted: µs, when it was posted
 * @ready: µs, when it could run
 * @ended: µs, when it was aborted; %G_MAXUINT64 if it was not
 * @poster: the unit that posted it, or %LS_RECORDED_NONE
 * @runner: the unit that it became, or %LS_RECORDED_NONE
 * @root: of a continuation the task that yielded first; of a task itself
 * @controller: its controller, or %LS_RECORDED_NONE
 * @kind: which unit it is to become
 * @priority: at the post; %LS_TASK_PRIORITY_NONE if it is unknown
 *
 * Something that was posted: a task, a continuation, one firing of a timer, an idle callback, a message.
 */
typedef struct
{
  guint64 posted;
  guint64 ready;
  guint64 ended;
  guint32 poster;
  guint32 runner;
  guint32 root;
  guint32 controller;
  guint32 abort_unit;     /* the unit in which it was aborted, or LS_RECORDED_NONE */
  guint32 name, place;    /* of a continuation: who yielded */
  guint32 delay;          /* µs, as recorded */
  guint32 timeout;        /* µs: an idle callback's, 0 for none */
  guint8  kind;
  guint8  priority;
  guint8  run_priority;
  guint8  is_interval;
  guint8  is_resource;    /* of Node.js */
  guint8  is_delay_unknown;
  guint8  is_timed_out;   /* an idle callback that did not wait for an idle thread */
  guint8  is_outside;     /* nobody known posted it: it comes when it ran */
  guint8  has_signal;     /* the recording helper says so */
  guint8  has_own_priority;
} LsRecordedItem;

typedef enum
{
  LS_OP_POST,          /* ref = item */
  LS_OP_SET_PRIORITY,  /* ref = controller */
  LS_OP_ABORT          /* ref = controller */
} LsRecordedOpKind;

/* Something that a unit did. */
typedef struct
{
  guint64 time;
  guint32 unit;
  guint32 order;       /* among those of one time */
  guint32 ref;
  guint8  kind;
  guint8  priority;
} LsRecordedOp;

/* What a part of a unit is. */
typedef enum
{
  LS_SPAN_SCRIPT,      /* the program's code: callbacks, and the microtasks that follow each */
  LS_SPAN_RENDERING,   /* style, layout, paint: within a script where that asked for it, else the browser's own */
  LS_SPAN_BROWSER      /* garbage collection, compilation */
} LsRecordedSpanKind;

/* A part of a unit. Scripts do not overlap each other; what the browser does within one follows it. */
typedef struct
{
  guint64 begin;   /* µs */
  guint64 end;
  guint8  kind;
} LsRecordedSpan;

/* Who can change priorities or abort. */
typedef struct
{
  char    *name;
  GArray  *sources;     /* (nullable) of guint32: on whose abort it depends. Then it is a dependent signal */
  guint32  follows;     /* whose priority it has, or LS_RECORDED_NONE */
  guint8   priority;
  guint8   is_inferred;
  guint8   is_aborted;  /* it or one of its sources */
} LsRecordedController;

/* A thread of a recording. */
typedef struct
{
  LsRecording *recording;   /* (unowned) */
  guint        thread;
  guint64      duration;    /* µs */
  GArray      *units;       /* in the order in which they ran */
  GArray      *items;
  GArray      *ops;
  GArray      *spans;
  GArray      *controllers;
  GHashTable  *names;       /* places → what functions there are called */
  guint        n_changes;   /* priorities that changed while something waited */
  GArray      *changed;     /* guint32: the tasks that these changes are inferred of, as items */
  gboolean     has_marks;   /* the recording helper's */
} LsRecordedThread;

LsRecordedThread *ls_recorded_thread_new  (LsRecording      *recording,
                                           guint             thread,
                                           GCancellable     *cancellable,
                                           GError          **error);
void              ls_recorded_thread_free (LsRecordedThread *self);
void              ls_recorded_thread_sort_ops (LsRecordedThread *self);
void              ls_recorded_infer       (LsRecordedThread *self);
guint32           ls_recorded_add_controller (LsRecordedThread *self,
                                           char             *name,
                                           LsTaskPriority    priority,
                                           gboolean          is_inferred);
void              ls_recorded_add_op      (LsRecordedThread *self,
                                           LsRecordedOpKind  kind,
                                           guint32           unit,
                                           guint64           time,
                                           guint32           ref,
                                           LsTaskPriority    priority);
const char       *ls_recorded_get_name    (LsRecordedThread *self,
                                           guint32           unit);
char             *ls_recorded_make_name   (const char       *text);
char             *ls_recorded_make_unique (GHashTable       *names,
                                           const char       *name);
GHashTable       *ls_recorded_count_names_new (void);
void              ls_recorded_count_name  (GHashTable       *counts,
                                           const char       *name);
char            **ls_recorded_count_names_end (GHashTable   *counts);
char             *ls_recorded_list_names  (GPtrArray        *names,
                                           guint             n_shown);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRecordedThread, ls_recorded_thread_free)

#define ls_recorded_unit(self, i) (&g_array_index ((self)->units, LsRecordedUnit, i))
#define ls_recorded_item(self, i) (&g_array_index ((self)->items, LsRecordedItem, i))
#define ls_recorded_span(self, i) (&g_array_index ((self)->spans, LsRecordedSpan, i))
#define ls_recorded_op(self, i) (&g_array_index ((self)->ops, LsRecordedOp, i))
#define ls_recorded_controller(self, i) (&g_array_index ((self)->controllers, LsRecordedController, i))

G_END_DECLS
