/* ls-loop-source.c: a loop on a GMainContext
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

/* GDK redraws at this priority. A loop that has more to do after a quantum goes behind the sources of this priority. GLib
 * dispatches the ready sources of one priority one after another. So a redraw waits for a quantum at most, and a redraw that is
 * always due does not keep the loop from running. */
#define PRIORITY_REDRAW (G_PRIORITY_HIGH_IDLE + 20)

/* With a virtual clock tasks may take no loop time at all. The source looks at the real clock once in so many turns, and more
 * often in the beginning. */
#define TURNS_BETWEEN_LOOKS 64

typedef struct
{
  GSource      source;
  LsEventLoop *loop;               /* (unowned): the loop detaches its source before it goes */
  gboolean     is_dispatching;
  gboolean     waits_behind_redraw;
} LsLoopSource;

/* Computes the GLib priority from the best queued task. Microtasks, and rejections to report, count as more than background tasks:
 * they go first wherever the loop runs. */
static int
loop_source_compute_priority (LsLoopSource *source)
{
  LsEventLoop *self = source->loop;
  LsRunnableQueue *queue = ls_runnable_queues_peek (&self->scheduler_queues);
  int priority = G_PRIORITY_HIGH_IDLE;

  if (queue != NULL && queue->priority == LS_TASK_PRIORITY_USER_BLOCKING)
    priority = G_PRIORITY_DEFAULT;
  else if (queue != NULL && queue->priority == LS_TASK_PRIORITY_BACKGROUND && self->ready_queues == 0 &&
           !ls_event_loop_has_microtasks (self) && !ls_event_loop_has_rejections (self))
    priority = G_PRIORITY_DEFAULT_IDLE;
  return source->waits_behind_redraw ? MAX (priority, PRIORITY_REDRAW) : priority;
}

static void
loop_source_update_priority (LsLoopSource *source)
{
  const int priority = loop_source_compute_priority (source);

  if (g_source_get_priority (&source->source) != priority)
    g_source_set_priority (&source->source, priority);
}

static gboolean
loop_source_is_ready (LsLoopSource *source)
{
  LsEventLoop *self = source->loop;

  /* Inside a callback, in a nested main loop, the loop can run nothing. */
  if (self->in_callback)
    return FALSE;
  return ls_event_loop_has_runnable (self) || ls_event_loop_has_microtasks (self) || ls_event_loop_has_rejections (self) ||
         ls_event_loop_has_incoming (self);
}

static gboolean
loop_source_prepare (GSource *base,
                     int     *timeout)
{
  LsLoopSource *source = (LsLoopSource *) base;
  LsEventLoop *self = source->loop;
  const guint64 next = ls_wake_up_queue_get_next (&self->wake_ups);

  *timeout = -1;
  if (loop_source_is_ready (source))
    return TRUE;
  if (next == LS_TIME_NEVER || self->in_callback)
    return FALSE;
  if (self->clock == LS_CLOCK_VIRTUAL)
    return TRUE;
  ls_event_loop_update_clock (self);
  if (next <= self->now)
    return TRUE;
  *timeout = MIN ((next - self->now + 999) / 1000, G_MAXINT);
  return FALSE;
}

static gboolean
loop_source_check (GSource *base)
{
  int timeout;

  return loop_source_prepare (base, &timeout);
}

static gboolean
loop_source_dispatch (GSource     *base,
                      GSourceFunc  callback,
                      gpointer     user_data)
{
  LsLoopSource *source = (LsLoopSource *) base;
  g_autoptr (LsEventLoop) self = g_object_ref (source->loop);
  const int dispatched_priority = g_source_get_priority (base);
  const guint64 start = ls_event_loop_get_time (self);
  const gint64 real_start = g_get_monotonic_time ();
  gboolean may_run = TRUE;
  guint turns = 0;

  source->is_dispatching = TRUE;
  source->waits_behind_redraw = FALSE;
  /* What other code than the tasks has queued: the next task may be less urgent. */
  if (!self->in_turn && (ls_event_loop_has_microtasks (self) || ls_event_loop_has_rejections (self)))
    {
      ls_event_loop_perform_microtask_checkpoint (self);
      may_run = loop_source_compute_priority (source) <= dispatched_priority;
    }
  while (may_run && !self->shut_down && ls_event_loop_run_turn (self))
    {
      turns++;
      if (ls_event_loop_get_time (self) - start >= self->quantum)
        {
          source->waits_behind_redraw = TRUE;
          break;
        }
      if ((turns % TURNS_BETWEEN_LOOKS == 0 || (turns & (turns - 1)) == 0) &&
          (guint64) (g_get_monotonic_time () - real_start) >= self->quantum)
        {
          source->waits_behind_redraw = TRUE;
          break;
        }
      /* What is left is less urgent than what the context chose this source for. Others may be more urgent than that. */
      if (loop_source_compute_priority (source) > dispatched_priority)
        break;
    }
  source->is_dispatching = FALSE;
  if (g_source_is_destroyed (base))
    return G_SOURCE_REMOVE;

  source->waits_behind_redraw &= loop_source_is_ready (source);
  /* Setting the priority puts the source behind the others of this priority, also where it is the same. */
  g_source_set_priority (base, loop_source_compute_priority (source));
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs loop_source_funcs = {
  .prepare = loop_source_prepare,
  .check = loop_source_check,
  .dispatch = loop_source_dispatch,
};

/* Wakes the loop: another thread has posted to an empty incoming queue. */
void
ls_loop_source_wake (LsEventLoop *self)
{
  GMainContext *context = g_atomic_pointer_get (&self->context);

  if (context != NULL)
    g_main_context_wakeup (context);
  if (self->wake != NULL)
    self->wake (self->wake_data);
}

/* Adjusts the source after the loop's own thread has queued a task. */
void
ls_event_loop_notice_work (LsEventLoop *self)
{
  LsLoopSource *source = (LsLoopSource *) self->source;

  if (G_LIKELY (source == NULL))
    {
      if (G_UNLIKELY (self->may_be_neglected))
        ls_loop_neglect_begin (self);
      return;
    }
  if (source->is_dispatching)
    return;
  loop_source_update_priority (source);
  /* The context may sleep if this thread does not run it. Waking it is cheap, and rare. */
  if (!g_main_context_is_owner (self->context))
    g_main_context_wakeup (self->context);
}

/**
 * ls_event_loop_attach:
 * @self: a loop
 * @context: (nullable): a main context, %NULL for the one that the thread has made its default, as [class@Gio.Task] does
 *
 * Lets @context run the loop with one [struct@GLib.Source], whose GLib priority follows the best queued task:
 *
 * | best queued task | GLib priority |
 * | --- | --- |
 * | user-blocking, of a scheduler | %G_PRIORITY_DEFAULT, 0 |
 * | any other, but background | %G_PRIORITY_HIGH_IDLE, 100: before GTK's layout (110) and redraw (120) |
 * | background, of a scheduler | %G_PRIORITY_DEFAULT_IDLE, 200 |
 * | background or none, and microtasks wait that other code than the loop's tasks has queued | %G_PRIORITY_HIGH_IDLE, 100 |
 * | any, after a quantum that did not suffice | at best GDK's redraw priority, 120 |
 *
 * The source runs tasks for a quantum at a time, and fewer where the tasks that are left have a worse priority in this table.
 * Between two quanta it lets the sources go first that are due at the redraw priority of GDK, so a window in the same context
 * keeps its frame rate however many tasks are queued.
 *
 * Handlers of promises are microtasks. A handler of a GTK signal that settles promises, by an abort for instance, is such other
 * code; [method@EventLoop.perform_microtask_checkpoint] runs their handlers at once.
 *
 * Keep a reference to the loop for as long as it is to run. Neither the source nor a scheduler holds one: the loop ends with its
 * last reference, and its source goes with it. What is posted to its schedulers afterwards never runs, and a message says so. A
 * loop that is never attached, and that nobody runs with [method@EventLoop.run], runs nothing either: with the monotonic clock, a
 * message says so after five seconds of the main context.
 *
 * Call this on the thread of the loop, which must be the thread that runs @context, and always with the same @context. A loop of
 * a [class@LoopGroup] cannot be attached.
 */
void
ls_event_loop_attach (LsEventLoop  *self,
                      GMainContext *context)
{
  g_autoptr (GMainContext) found = NULL;
  LsLoopSource *source;

  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  g_return_if_fail (self->source == NULL);
  g_return_if_fail (self->shared_clock == NULL);
  g_return_if_fail (!self->shut_down);
  LS_ASSERT_LOOP_THREAD (self);

  found = context != NULL ? g_main_context_ref (context) : g_main_context_ref_thread_default ();
  g_return_if_fail (self->context == NULL || self->context == found);

  self->source = g_source_new (&loop_source_funcs, sizeof (LsLoopSource));
  source = (LsLoopSource *) self->source;
  source->loop = self;
  ls_loop_neglect_end (self);
  g_source_set_static_name (self->source, "[loopscope] event loop");
  g_source_set_priority (self->source, loop_source_compute_priority (source));
  /* Other threads may look at the context: the loop sets it once and keeps it. */
  if (self->context == NULL)
    g_atomic_pointer_set (&self->context, g_main_context_ref (found));
  g_source_attach (self->source, found);
}

/**
 * ls_event_loop_detach:
 * @self: a loop
 *
 * Takes the loop off its main context. All queued tasks stay queued.
 */
void
ls_event_loop_detach (LsEventLoop *self)
{
  g_return_if_fail (LS_IS_EVENT_LOOP (self));

  if (self->source == NULL)
    return;
  g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

/**
 * ls_event_loop_set_quantum:
 * @self: a loop
 * @quantum: in µs
 *
 * Sets how much loop time the loop uses before it lets the other sources of its main context go first. The loop never interrupts
 * a task that takes longer.
 */
void
ls_event_loop_set_quantum (LsEventLoop *self,
                           guint64      quantum)
{
  g_return_if_fail (LS_IS_EVENT_LOOP (self));
  LS_ASSERT_LOOP_THREAD (self);

  quantum = MAX (quantum, 1);
  if (self->quantum == quantum)
    return;
  self->quantum = quantum;
  g_object_notify (G_OBJECT (self), "quantum");
}
