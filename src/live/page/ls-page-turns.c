/* ls-page-turns.c: what a page posts, and the turns of its loop
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-writer-types-private.h"

/* 2^32 ms are 49 days. */
#define MAX_DELAY_MS G_MAXUINT32
/* What a page can make wait. */
#define MAX_TASKS 1000000
#define MAX_RESULTS 200000

/* Whether the poster is the task whose turn it is, or a microtask of that turn. The script says "in the microtasks after it" also
 * of what runs later and is not watched. */
static gboolean
is_inside (const LsPageAgent *self,
           gint64             poster)
{
  const gint64 number = ABS (poster);

  return self->in_turn && number != 0 &&
         (number == self->task.number || number == self->microtask_number || number == self->last_microtask);
}

static LsClause
get_poster_clause (const LsPageAgent *self,
                   gint64             poster)
{
  return poster < 0 && self->task.kind != LS_PAGE_TASK_CONTINUATION && is_inside (self, poster) ? LS_CLAUSE_INFERRED_POSTER
                                                                                                 : LS_CLAUSE_RECORDED;
}

/* Whether a number of a task is new. */
static gboolean
takes_number (LsPageAgent *self,
              gint64       number)
{
  return number > 0 && number <= G_MAXUINT32 && self->tasks.n_items < MAX_TASKS &&
         ls_page_agent_peek_task (self, number) == NULL;
}

static void
create_promise (LsPageAgent *self,
                LsPageTask  *task)
{
  task->promise = ++self->writer->n_promises;
  ls_page_emit (self, .kind = LS_RECORD_PROMISE_CREATED, .subject = task->promise, .object = task->id, .text = task->name);
}

/* Posts a scheduler task: it waits from now on, or never comes to be. */
static void
post (LsPageAgent *self,
      LsPageTask  *task,
      guint8       given_priority,
      guint64      delay,
      gint64       poster)
{
  const LsPageSignal *signal = ls_page_agent_peek_signal (self, task->signal);
  const gboolean is_continuation = task->kind == LS_PAGE_TASK_CONTINUATION;
  const guint8 flags = is_continuation ? LS_RECORD_FLAG_CONTINUATION : 0;

  if (signal != NULL && signal->is_aborted)
    {
      ls_page_emit (self, .kind = LS_RECORD_TASK_REFUSED, .subject = task->id, .object = signal->id, .text = task->name,
                    .flags = flags);
      ls_id_map_remove (&self->ids, task->id);
      ls_id_map_remove (&self->tasks, task->number);
      return;
    }
  ls_page_emit (self, .kind = LS_RECORD_TASK_POSTED, .subject = task->id, .object = signal != NULL ? signal->id : 0,
                .value = ls_page_saturate (delay), .text = task->name, .priority = given_priority,
                .queue = LS_QUEUE_TYPE_WEB_SCHEDULING,
                .flags = flags | (is_inside (self, poster) ? 0 : LS_RECORD_FLAG_OUTSIDE),
                .clause = get_poster_clause (self, poster));
  if (!is_continuation)
    create_promise (self, task);
  ls_page_agent_watch_abort (self, task);
  if (delay > 0)
    ls_page_agent_delay (self, task, delay * 1000, 0, LS_CLAUSE_RECORDED);
  else
    ls_page_agent_enqueue (self, task, 0, LS_CLAUSE_RECORDED);
  ls_page_agent_tell_place (self, task);
}

static guint64
get_delay (gint64 ms)
{
  return CLAMP (ms, 0, MAX_DELAY_MS);
}

/* postTask() */
void
ls_page_agent_on_post (LsPageAgent       *self,
                       const LsPageEvent *event)
{
  const guint8 given = ls_page_get_priority (event->fields[1]);
  const LsPageSignal *signal = ls_page_agent_peek_signal (self, event->fields[2]);
  LsPageTask *task;

  if (!takes_number (self, event->fields[0]))
    return;
  task = ls_page_agent_new_task (self, event->fields[0], LS_PAGE_TASK_SCHEDULER);
  task->name = event->fields[4];
  task->place = event->fields[6];
  task->signal = signal != NULL ? event->fields[2] : 0;
  task->follows_signal = given == LS_TASK_PRIORITY_NONE && signal != NULL && ls_task_priority_is_valid (signal->priority);
  task->priority = given != LS_TASK_PRIORITY_NONE ? given : LS_TASK_PRIORITY_USER_VISIBLE;
  post (self, task, given, get_delay (event->fields[3]), event->fields[5]);
}

/* yield(): it goes on with the state of whoever yields. */
void
ls_page_agent_on_yield (LsPageAgent       *self,
                        const LsPageEvent *event)
{
  LsPageTask *task;
  guint8 given = LS_TASK_PRIORITY_NONE;

  if (!takes_number (self, event->fields[0]))
    return;
  task = ls_page_agent_new_task (self, event->fields[0], LS_PAGE_TASK_CONTINUATION);
  task->priority = LS_TASK_PRIORITY_USER_VISIBLE;
  task->place = event->fields[2];
  if (is_inside (self, event->fields[1]))
    {
      task->name = self->task.name;
      if (ls_page_task_is_scheduler (&self->task))
        {
          task->signal = self->task.signal;
          task->follows_signal = self->task.follows_signal;
          task->priority = self->task.priority;
        }
      else if (self->task.kind == LS_PAGE_TASK_IDLE)
        task->priority = LS_TASK_PRIORITY_BACKGROUND;
    }
  if (!task->follows_signal && task->priority != LS_TASK_PRIORITY_USER_VISIBLE)
    given = task->priority;
  post (self, task, given, 0, event->fields[1]);
}

static void
install_timer (LsPageAgent *self,
               LsPageTask  *task,
               guint8       flags)
{
  ls_page_emit (self, .kind = LS_RECORD_TIMER_INSTALLED, .subject = task->thing, .object = task->id, .value = task->timeout,
                .text = task->name, .queue = task->type,
                .flags = task->kind == LS_PAGE_TASK_INTERVAL ? LS_RECORD_FLAG_REPEATING : 0);
  ls_page_agent_delay (self, task, task->timeout * G_GUINT64_CONSTANT (1000), LS_RECORD_FLAG_TIMER | flags,
                       LS_CLAUSE_INFERRED_QUEUE);
  ls_page_agent_tell_place (self, task);
}

/* setTimeout(), setInterval(), requestAnimationFrame(), requestIdleCallback(), queueMicrotask(), and in Node.js
 * setImmediate() and process.nextTick() */
void
ls_page_agent_on_timer (LsPageAgent       *self,
                        const LsPageEvent *event)
{
  LsPageWriter *writer = self->writer;
  const gint64 kind = event->fields[1], poster = event->fields[4];
  const guint8 outside = is_inside (self, poster) ? 0 : LS_RECORD_FLAG_OUTSIDE;
  LsPageTask *task;

  if (!takes_number (self, event->fields[0]) || kind < LS_PAGE_TASK_TIMER || kind >= LS_N_PAGE_TASKS)
    return;
  task = ls_page_agent_new_task (self, event->fields[0], kind);
  task->name = event->fields[3];
  task->place = event->fields[5];
  task->timeout = get_delay (event->fields[2]);
  if (kind == LS_PAGE_TASK_TIMER || kind == LS_PAGE_TASK_INTERVAL)
    {
      task->thing = ++writer->n_timers;
      install_timer (self, task, outside);
    }
  else if (kind == LS_PAGE_TASK_IDLE)
    {
      task->thing = ++writer->n_idle_callbacks;
      ls_page_emit (self, .kind = LS_RECORD_IDLE_REQUESTED, .subject = task->thing, .object = task->id, .value = task->timeout,
                    .text = task->name);
      ls_page_agent_enqueue (self, task, outside, LS_CLAUSE_INFERRED_QUEUE);
      ls_page_agent_tell_place (self, task);
    }
  else if (kind == LS_PAGE_TASK_MICROTASK)
    {
      task->thing = ++writer->n_microtasks;
      ls_page_emit (self, .kind = LS_RECORD_MICROTASK_QUEUED, .subject = task->thing, .value = LS_MICROTASK_CALLBACK,
                    .text = task->name);
    }
  else if (kind == LS_PAGE_TASK_IMMEDIATE)
    {
      ls_page_agent_enqueue (self, task, outside, LS_CLAUSE_INFERRED_QUEUE);
      ls_page_agent_tell_place (self, task);
    }
}

/* What waits is cleared, cancelled, or the promise of a yield is rejected. */
void
ls_page_agent_on_clear (LsPageAgent       *self,
                        const LsPageEvent *event)
{
  LsPageTask *task = ls_page_agent_peek_task (self, event->fields[0]);

  if (task != NULL && task->kind != LS_PAGE_TASK_MICROTASK)
    ls_page_agent_remove (self, task->number, 0, 0);
}

/* Turns */

static void
finish_microtask (LsPageAgent *self,
                  guint8       flags)
{
  if (self->microtask == 0)
    return;
  if (self->writer->now > self->microtask_start)
    ls_page_emit (self, .kind = LS_RECORD_WORK, .value = ls_page_saturate (self->writer->now - self->microtask_start),
                  .text = self->microtask_name);
  ls_page_emit (self, .kind = LS_RECORD_MICROTASK_FINISHED, .subject = self->microtask, .flags = flags);
  self->last_microtask = self->microtask_number;
  self->microtask = self->microtask_number = 0;
}

static void
start_microtask (LsPageAgent *self,
                 guint32      id,
                 guint32      number,
                 guint32      name,
                 LsClause     clause)
{
  const LsPageTask *task = &self->task;
  const gboolean has_state = ls_page_task_is_scheduler (task);
  const LsPageSignal *signal = has_state ? ls_page_agent_peek_signal (self, task->signal) : NULL;

  self->microtask = id;
  self->microtask_number = number;
  self->microtask_name = name;
  self->microtask_start = self->writer->now;
  ls_page_emit (self, .kind = LS_RECORD_MICROTASK_STARTED, .subject = id, .object = signal != NULL ? signal->id : 0,
                .value = signal != NULL && task->follows_signal ? signal->id : 0,
                .priority = has_state ? task->priority : LS_TASK_PRIORITY_NONE, .clause = clause);
}

static void
finish_task (LsPageAgent *self,
             guint8       flags)
{
  if (self->has_finished)
    return;
  self->has_finished = TRUE;
  if (self->writer->now > self->task.started)
    ls_page_emit (self, .kind = LS_RECORD_WORK, .value = ls_page_saturate (self->writer->now - self->task.started),
                  .text = self->task.name);
  ls_page_emit (self, .kind = LS_RECORD_TASK_FINISHED, .subject = self->task.id, .flags = flags);
}

/* The turn is over with the last event. */
void
ls_page_agent_end_turn (LsPageAgent *self)
{
  finish_task (self, 0);
  finish_microtask (self, 0);
  ls_page_emit (self, .kind = LS_RECORD_TURN_ENDED, .value = self->turn);
  self->in_turn = FALSE;
  self->quiet_since = self->writer->now;
}

static void
start_task (LsPageAgent *self)
{
  const LsPageTask *task = &self->task;
  const gboolean has_state = task->kind == LS_PAGE_TASK_SCHEDULER;
  const LsPageSignal *signal = has_state ? ls_page_agent_peek_signal (self, task->signal) : NULL;

  ls_page_emit (self, .kind = LS_RECORD_TASK_STARTED, .subject = task->id, .object = signal != NULL ? signal->id : 0,
                .value = signal != NULL && task->follows_signal ? signal->id : 0, .queue = task->type,
                .priority = has_state ? task->priority : LS_TASK_PRIORITY_NONE);
  if (task->kind == LS_PAGE_TASK_TIMER || task->kind == LS_PAGE_TASK_INTERVAL)
    ls_page_emit (self, .kind = LS_RECORD_TIMER_FIRED, .subject = task->thing, .object = task->id);
  else if (task->kind == LS_PAGE_TASK_IDLE)
    ls_page_emit (self, .kind = LS_RECORD_IDLE_FIRED, .subject = task->thing, .object = task->id);
}

/* An interval goes on until it is cleared, which its callback may do. */
static void
rearm (LsPageAgent *self)
{
  const LsPageTask before = self->task;
  LsPageTask *task = ls_page_agent_new_task (self, before.number, LS_PAGE_TASK_INTERVAL);

  task->name = before.name;
  task->thing = before.thing;
  task->place = before.place;
  task->timeout = MAX (before.timeout, 1);
  install_timer (self, task, 0);
}

/* Returns the number of a task whose post nobody has told of: all that is known is that it runs. */
static gboolean
post_unknown (LsPageAgent *self,
              gint64       number,
              gint64       kind)
{
  LsPageTask *task;

  if (!takes_number (self, number) || kind < 0 || kind >= LS_N_PAGE_TASKS || kind == LS_PAGE_TASK_MICROTASK)
    return FALSE;
  task = ls_page_agent_new_task (self, number, kind);
  if (ls_page_task_is_scheduler (task))
    {
      task->priority = LS_TASK_PRIORITY_USER_VISIBLE;
      ls_page_emit (self, .kind = LS_RECORD_TASK_POSTED, .subject = task->id, .priority = task->priority,
                    .queue = LS_QUEUE_TYPE_WEB_SCHEDULING, .clause = LS_CLAUSE_INFERRED_DUE,
                    .flags = LS_RECORD_FLAG_OUTSIDE | (kind == LS_PAGE_TASK_CONTINUATION ? LS_RECORD_FLAG_CONTINUATION : 0));
    }
  else if (kind == LS_PAGE_TASK_TIMER || kind == LS_PAGE_TASK_INTERVAL)
    {
      task->thing = ++self->writer->n_timers;
      task->kind = LS_PAGE_TASK_TIMER;
    }
  else if (kind == LS_PAGE_TASK_IDLE)
    task->thing = ++self->writer->n_idle_callbacks;
  return TRUE;
}

static void
run_microtask (LsPageAgent       *self,
               const LsPageEvent *event)
{
  LsPageTask *task = ls_page_agent_peek_task (self, event->fields[0]);
  LsPageTask known;

  if (task == NULL || task->kind != LS_PAGE_TASK_MICROTASK)
    return;
  known = *task;
  ls_id_map_remove (&self->ids, known.id);
  ls_id_map_remove (&self->tasks, known.number);
  if (!self->in_turn)
    {
      /* A task that nobody watches: a script, or an event of the user. */
      LsPageTask *unknown = ls_page_agent_new_task (self, known.number, LS_PAGE_TASK_IMMEDIATE);

      ls_page_agent_select (self, unknown->number);
      self->task.number = 0;
      start_task (self);
    }
  finish_task (self, 0);
  finish_microtask (self, 0);
  start_microtask (self, known.thing, known.number, known.name, LS_CLAUSE_RECORDED);
}

/* A callback begins, or the code after a yield. */
void
ls_page_agent_on_run (LsPageAgent       *self,
                      const LsPageEvent *event)
{
  LsPageTask *task = ls_page_agent_peek_task (self, event->fields[0]);

  if (event->fields[1] == LS_PAGE_TASK_MICROTASK)
    {
      run_microtask (self, event);
      return;
    }
  if (task != NULL && task->kind == LS_PAGE_TASK_MICROTASK)
    return;
  if (task == NULL && event->fields[0] == self->task.number && self->in_turn)
    return;
  if (self->in_turn)
    ls_page_agent_end_turn (self);
  if (task == NULL && !post_unknown (self, event->fields[0], event->fields[1]))
    return;
  ls_page_agent_select (self, event->fields[0]);
  start_task (self);
  if (self->task.kind == LS_PAGE_TASK_INTERVAL)
    rearm (self);
  if (self->task.kind == LS_PAGE_TASK_CONTINUATION)
    {
      const guint32 microtask = ++self->writer->n_microtasks;

      finish_task (self, 0);
      ls_page_emit (self, .kind = LS_RECORD_MICROTASK_QUEUED, .subject = microtask, .value = LS_MICROTASK_AWAIT,
                    .text = self->task.name, .clause = LS_CLAUSE_INFERRED_CONTINUATION);
      start_microtask (self, microtask, self->task.number, self->task.name, LS_CLAUSE_INFERRED_CONTINUATION);
    }
}

/* A callback began before now that nobody has posted, and nobody tells when it ends. */
void
ls_page_agent_on_callback (LsPageAgent       *self,
                           const LsPageEvent *event)
{
  LsPageTask *task;

  if (self->in_turn)
    ls_page_agent_end_turn (self);
  if (!takes_number (self, event->fields[0]))
    return;
  task = ls_page_agent_new_task (self, event->fields[0], LS_PAGE_TASK_IMMEDIATE);
  task->name = event->fields[1];
  ls_page_agent_select (self, event->fields[0]);
  start_task (self);
  finish_task (self, 0);
}

static void
settle (LsPageAgent *self,
        guint32      promise,
        gint64       how,
        guint32      text)
{
  ls_page_emit (self, .kind = how == 2 ? LS_RECORD_PROMISE_REJECTED : LS_RECORD_PROMISE_FULFILLED, .subject = promise,
                .text = text);
}

/* A callback returns. */
void
ls_page_agent_on_end (LsPageAgent       *self,
                      const LsPageEvent *event)
{
  const gint64 number = event->fields[0], how = event->fields[1];
  const guint8 flags = how == 2 ? LS_RECORD_FLAG_THREW : 0;

  if (!self->in_turn || number <= 0)
    return;
  if (number == self->microtask_number && self->microtask != 0)
    {
      finish_microtask (self, flags);
      return;
    }
  if (number != self->task.number || self->has_finished)
    return;
  finish_task (self, flags);
  if (self->task.promise == 0)
    return;
  if (how != 1)
    settle (self, self->task.promise, how, event->fields[2]);
  else if (self->results.n_items < MAX_RESULTS)
    *(guint32 *) ls_id_map_add (&self->results, number) = self->task.promise;
}

/* The promise that a callback returned is fulfilled or rejected, and with it the one of postTask(). */
void
ls_page_agent_on_settled (LsPageAgent       *self,
                          const LsPageEvent *event)
{
  const gint64 number = event->fields[0];
  const guint32 *promise = number > 0 && number <= G_MAXUINT32 ? ls_id_map_get (&self->results, number) : NULL;

  if (promise == NULL)
    return;
  settle (self, *promise, event->fields[1], event->fields[2]);
  ls_id_map_remove (&self->results, number);
}

/* A signal is aborted: the promise of a task whose callback runs is rejected at once. @reason: a text of the trace */
void
ls_page_agent_reject (LsPageAgent        *self,
                      const LsPageSignal *signal,
                      guint32             reason)
{
  if (!self->in_turn || self->has_finished || self->task.promise == 0 || self->task.signal == 0 ||
      ls_page_agent_peek_signal (self, self->task.signal) != signal)
    return;
  settle (self, self->task.promise, 2, reason);
  self->task.promise = 0;
}
