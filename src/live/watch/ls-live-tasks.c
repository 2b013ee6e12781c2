/* ls-live-tasks.c: the tasks of sources that wait, in the queues of their contexts
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-live-writer-types-private.h"

/* Records */

void
ls_live_writer_add (LsLiveWriter  *self,
                    LsLiveContext *context,
                    LsRecord       record)
{
  record.clause = record.clause != 0 ? record.clause : LS_CLAUSE_RECORDED;
  ls_live_writer_add_for (self, context->agent, record);
}

/* Sources */

/* The source was attached, or has another priority: it is the last one of its priority then. */
void
ls_live_writer_tell_source (LsLiveWriter  *self,
                            LsLiveContext *context,
                            LsLiveSource  *source,
                            guint8         flags)
{
  if (source->number == 0)
    source->number = ++self->n_sources;
  ls_live_emit (self, context, .kind = LS_RECORD_SOURCE_ATTACHED, .subject = source->number,
                .object = source->sort == LS_WIRE_SORT_TIMEOUT && source->interval != LS_WIRE_NO_INTERVAL ? source->interval : 0,
                .value = (guint32) source->priority, .text = source->name, .level = source->sort,
                .queue = ls_queue_type_for_source_priority (source->priority), .flags = flags,
                .clause = source->is_found || source->is_lost ? LS_CLAUSE_INFERRED_DUE : LS_CLAUSE_RECORDED);
}

/* The loop wakes up that went to sleep at @began, in µs: perhaps within a dispatch, which then does not work. */
void
ls_live_writer_tell_sleep (LsLiveWriter  *self,
                           LsLiveContext *context,
                           guint64        began)
{
  began = MAX (began, context->quiet_since);
  context->quiet_since = self->now;
  if (began < self->now)
    ls_live_emit (self, context, .kind = LS_RECORD_CLOCK_ADVANCED, .value = ls_live_saturate (self->now - began));
}

/* Tasks */

static void
enqueue (LsLiveWriter  *self,
         LsLiveContext *context,
         LsLiveSource  *source,
         guint8         flags)
{
  source->order = ++context->last_order;
  ls_live_emit (self, context, .kind = LS_RECORD_TASK_INCOMING, .subject = source->task, .object = source->number,
                .value = source->order, .text = source->name, .queue = source->queue, .flags = flags);
  context->n_incoming[source->queue]++;
}

/* GLib lets timeouts of whole seconds end together, up to a second later. */
static gboolean
may_wait_for_others (const LsLiveSource *source)
{
  return source->sort == LS_WIRE_SORT_TIMEOUT && source->interval >= 1000 && source->interval % 1000 == 0;
}

/* @previous: the task that this one takes the place of, 0 for none */
static void
add_task (LsLiveWriter  *self,
          LsLiveContext *context,
          guint32        id,
          LsLiveSource  *source,
          guint64        due,
          guint8         flags,
          guint32        previous)
{
  const guint32 key = LS_WIRE_CONTEXT_USE (context->number, context->use);
  const LsLiveTarget target = { .process = context->process, .source = LS_WIRE_SOURCE (key, id), .priority = source->priority };

  source->task = ++self->n_tasks;
  ls_live_targets_add (&self->targets, source->task, &target, previous);
  source->queue = ls_queue_type_for_source_priority (source->priority);
  source->is_delayed = due > self->now;
  source->is_delayed_work = FALSE;
  source->due = due;
  if (due == LS_LIVE_NEVER)
    {
      ls_live_emit (self, context, .kind = LS_RECORD_TASK_DELAYED, .subject = source->task, .object = source->number,
                    .value = G_MAXUINT32, .text = source->name, .queue = source->queue, .flags = flags | LS_RECORD_FLAG_EVENT);
    }
  else if (source->is_delayed)
    {
      LsLiveDelay *delay = g_new (LsLiveDelay, 1);

      *delay = (LsLiveDelay) { .due = due, .task = source->task, .source = id, .context = context };
      g_tree_insert (self->delays, delay, delay);
      ls_live_emit (self, context, .kind = LS_RECORD_TASK_DELAYED, .subject = source->task, .object = source->number,
                    .value = ls_live_saturate (due - self->now), .text = source->name, .queue = source->queue,
                    .flags = flags | (source->sort == LS_WIRE_SORT_TIMEOUT ? LS_RECORD_FLAG_TIMER : 0),
                    .clause = may_wait_for_others (source) ? LS_CLAUSE_INFERRED_DUE : LS_CLAUSE_RECORDED);
    }
  else
    {
      enqueue (self, context, source, flags);
    }
}

/* The source waits for its dispatch: from now on, or from @due on; LS_LIVE_NEVER: from the moment on when something happens. @id:
 * its number in the context */
void
ls_live_writer_add_task (LsLiveWriter  *self,
                         LsLiveContext *context,
                         guint32        id,
                         LsLiveSource  *source,
                         guint64        due,
                         guint8         flags)
{
  add_task (self, context, id, source, due, flags, 0);
}

static void
forget_delay (LsLiveWriter *self,
              LsLiveSource *source)
{
  const LsLiveDelay key = { .due = source->due, .task = source->task };

  if (source->due != LS_LIVE_NEVER)
    g_tree_remove (self->delays, &key);
}

/* The source is ready. @is_known: since now; else it may have been before */
void
ls_live_writer_end_delay (LsLiveWriter  *self,
                          LsLiveContext *context,
                          LsLiveSource  *source,
                          gboolean       is_known)
{
  forget_delay (self, source);
  source->is_delayed = FALSE;
  source->is_delayed_work = TRUE;
  source->order = ++context->last_order;
  if (source->due == LS_LIVE_NEVER && is_known)
    source->due = self->now;
  ls_live_emit (self, context, .kind = LS_RECORD_TASK_DUE, .subject = source->task, .value = source->order, .queue = source->queue,
                .clause = is_known ? LS_CLAUSE_RECORDED : LS_CLAUSE_INFERRED_DUE);
}

/* All delays that are over by @time end, each at its own time. */
void
ls_live_writer_end_delays (LsLiveWriter *self,
                           guint64       time)
{
  GTreeNode *first;

  while ((first = g_tree_node_first (self->delays)) != NULL)
    {
      const LsLiveDelay delay = *(const LsLiveDelay *) g_tree_node_key (first);
      LsLiveSource *source;

      if (delay.due > time)
        return;
      self->now = MAX (self->now, delay.due);
      source = ls_id_map_get (&delay.context->sources, delay.source);
      if (source != NULL && source->task == delay.task)
        ls_live_writer_end_delay (self, delay.context, source, TRUE);
      else
        g_tree_remove (self->delays, &delay);
    }
}

/* The task leaves its queue. An empty immediate work queue first takes over the incoming one. */
void
ls_live_writer_leave_queue (LsLiveWriter  *self,
                            LsLiveContext *context,
                            LsLiveSource  *source,
                            gboolean       runs)
{
  const guint8 queue = source->queue;

  if (source->is_delayed_work)
    return;
  if (source->order <= context->reloaded[queue])
    {
      context->n_work[queue]--;
    }
  else if (!runs)
    {
      context->n_incoming[queue]--;
    }
  else
    {
      ls_live_emit (self, context, .kind = LS_RECORD_QUEUE_RELOADED, .value = context->n_incoming[queue], .queue = queue);
      context->n_work[queue] += context->n_incoming[queue] - 1;
      context->n_incoming[queue] = 0;
      context->reloaded[queue] = context->last_order;
    }
}

static void
take_task (LsLiveWriter  *self,
           LsLiveContext *context,
           LsLiveSource  *source)
{
  if (source->is_delayed)
    forget_delay (self, source);
  else
    ls_live_writer_leave_queue (self, context, source, FALSE);
  ls_live_emit (self, context, .kind = LS_RECORD_TASK_REMOVED, .subject = source->task);
}

void
ls_live_writer_remove_task (LsLiveWriter  *self,
                            LsLiveContext *context,
                            LsLiveSource  *source)
{
  if (source->task == 0)
    return;
  take_task (self, context, source);
  ls_live_targets_remove (&self->targets, source->task);
  source->task = 0;
}

/* A source that waits gets into the queue of its new priority, as another task. */
void
ls_live_writer_move_task (LsLiveWriter  *self,
                          LsLiveContext *context,
                          guint32        id,
                          LsLiveSource  *source,
                          guint64        due,
                          guint8         flags)
{
  const guint32 previous = source->task;

  take_task (self, context, source);
  add_task (self, context, id, source, due, flags, previous);
}

/* The source is gone, and with it the task that waits. */
void
ls_live_writer_tell_end (LsLiveWriter  *self,
                         LsLiveContext *context,
                         LsLiveSource  *source)
{
  ls_live_writer_remove_task (self, context, source);
  ls_live_emit (self, context, .kind = LS_RECORD_SOURCE_DESTROYED, .subject = source->number);
}
