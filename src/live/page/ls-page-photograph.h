/* ls-page-photograph.h: the queues of a browser at one moment
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-types.h"

G_BEGIN_DECLS

#define LS_TYPE_PAGE_PHOTOGRAPH (ls_page_photograph_get_type ())

/**
 * LsPhotographPlace:
 * @LS_PHOTOGRAPH_IMMEDIATE: in the immediate work queue: it has no delay
 * @LS_PHOTOGRAPH_INCOMING: on its way into that
 * @LS_PHOTOGRAPH_DUE: in the delayed work queue: its delay is over
 * @LS_PHOTOGRAPH_DELAYED: its delay is not over
 *
 * Where a queue of Chromium has a task.
 */
typedef enum
{
  LS_PHOTOGRAPH_IMMEDIATE,
  LS_PHOTOGRAPH_INCOMING,
  LS_PHOTOGRAPH_DUE,
  LS_PHOTOGRAPH_DELAYED
} LsPhotographPlace;

/**
 * LS_N_PHOTOGRAPH_PLACES:
 *
 * How many values [enum@PhotographPlace] has.
 */
#define LS_N_PHOTOGRAPH_PLACES (LS_PHOTOGRAPH_DELAYED + 1)

/**
 * LsPhotographTask:
 * @place: where in its queue it is
 * @posted_from: the place in the browser's own code that posted it
 * @sequence: its number among all tasks of the thread
 * @order: by which tasks of one priority run, 0 until it has one
 * @due_in: ms until its delay is over, negative where it is over; 0 without a delay
 * @is_cancelled: whether it will do nothing
 * @task: its number in the trace, 0 where the trace knows it not or nobody can tell which it is
 * @name: what the trace calls it, or an empty string
 * @age: ms since it was posted, negative where nobody knows
 *
 * A task that waits in the browser.
 */
typedef struct
{
  LsPhotographPlace place;
  char             *posted_from;
  guint64           sequence, order;
  double            due_in;
  gboolean          is_cancelled;
  guint32           task;
  char             *name;
  double            age;
} LsPhotographTask;

#define LS_TYPE_PHOTOGRAPH_TASK (ls_photograph_task_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_photograph_task_get_type (void);

/**
 * LsPhotographQueue:
 * @name: what the browser calls it
 * @priority: 0 is the highest
 * @is_enabled: whether tasks are taken from it
 * @is_fenced: whether tasks behind a fence wait for its end
 * @is_selected: whether the browser takes a task from it at this moment: that is the one that takes the photograph
 * @sizes: how many tasks are in each place
 * @delay_to_next: ms until the next delay is over; negative where it is, NaN where there is none
 * @tasks: (element-type LsPhotographTask): in the order in which they run; 2000 of each place at most
 *
 * A queue of the browser.
 */
typedef struct
{
  char      *name;
  guint      priority;
  gboolean   is_enabled, is_fenced, is_selected;
  guint      sizes[LS_N_PHOTOGRAPH_PLACES];
  double     delay_to_next;
  GPtrArray *tasks;
} LsPhotographQueue;

#define LS_TYPE_PHOTOGRAPH_QUEUE (ls_photograph_queue_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_photograph_queue_get_type (void);

/**
 * LsPhotographMissing:
 * @task: its number in the trace
 * @name: what the trace calls it, or an empty string
 * @effective_priority: of the specification, from 0 to 5; %LS_N_EFFECTIVE_PRIORITIES for a timer
 *
 * A task that waits in the model and not in the browser.
 */
typedef struct
{
  guint32 task;
  char   *name;
  guint   effective_priority;
} LsPhotographMissing;

#define LS_TYPE_PHOTOGRAPH_MISSING (ls_photograph_missing_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_photograph_missing_get_type (void);

/**
 * LsPhotographThread:
 * @names: (array zero-terminated=1): the titles or addresses of the pages, frames and workers that run on it
 * @has_answered: whether it was free to answer; else a task runs that does not end, and nothing else is known
 * @is_interrupted: whether it did not come to the end of a task in time, and had to be interrupted within it: what this task has
 *   posted may be missing from the queues, and be with the model alone
 * @is_held: whether Loopscope holds it
 * @held_task: before which task of the trace, 0 for none
 * @held_name: what the trace calls that, or an empty string
 * @queues: (element-type LsPhotographQueue): by priority, those with tasks first
 * @missing: (element-type LsPhotographMissing): what the browser should have and has not
 * @n_joined: tasks that browser and model both have
 * @n_unknown: tasks of the page in the browser that the model knows nothing of
 *
 * A thread of the browser that has pages or workers, and a scheduler.
 */
typedef struct
{
  GStrv      names;
  gboolean   has_answered, is_interrupted, is_held;
  guint32    held_task;
  char      *held_name;
  GPtrArray *queues, *missing;
  guint      n_joined, n_unknown;
} LsPhotographThread;

#define LS_TYPE_PHOTOGRAPH_THREAD (ls_photograph_thread_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_photograph_thread_get_type (void);

/**
 * LsPagePhotograph:
 * @threads: (element-type LsPhotographThread): that have pages or workers that are watched
 * @duration: how long it took, in µs
 *
 * The browser's own queues beside the tasks that the model has at the same moment.
 */
typedef struct
{
  GPtrArray *threads;
  guint64    duration;
} LsPagePhotograph;

LS_AVAILABLE_IN_1_0
GType             ls_page_photograph_get_type  (void);
LS_AVAILABLE_IN_1_0
LsPagePhotograph *ls_page_photograph_ref       (LsPagePhotograph        *self);
LS_AVAILABLE_IN_1_0
void              ls_page_photograph_unref     (LsPagePhotograph        *self);
LS_AVAILABLE_IN_1_0
char             *ls_page_photograph_to_text   (const LsPagePhotograph  *self);
LS_AVAILABLE_IN_1_0
char             *ls_page_photograph_to_json   (const LsPagePhotograph  *self);
LS_AVAILABLE_IN_1_0
gboolean          ls_photograph_queue_differs  (const LsPhotographQueue *self);
LS_AVAILABLE_IN_1_0
guint             ls_photograph_queue_get_n_tasks (const LsPhotographQueue *self);
LS_AVAILABLE_IN_1_0
gboolean          ls_photograph_task_differs   (const LsPhotographTask  *self);
LS_AVAILABLE_IN_1_0
char             *ls_photograph_task_to_text   (const LsPhotographTask  *self);
LS_AVAILABLE_IN_1_0
char             *ls_photograph_queue_to_text  (const LsPhotographQueue *self);
LS_AVAILABLE_IN_1_0
char             *ls_photograph_thread_to_text (const LsPhotographThread *self);
LS_AVAILABLE_IN_1_0
const char       *ls_photograph_place_to_string (LsPhotographPlace       place);
LS_AVAILABLE_IN_1_0
const char       *ls_photograph_priority_to_string (guint                priority);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPagePhotograph, ls_page_photograph_unref)

G_END_DECLS
