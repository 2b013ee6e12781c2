/* ls-commands.c: does what the watcher asks for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

/* All of it is done on the loop's own thread, between two dispatches or instead of sleeping, and with GLib's public functions. */

/* A thread that is held looks this often whether it still is, should nobody wake it. */
#define HOLD_MS 500

static gboolean
is_alive (const GSource *source)
{
  return source != NULL && (source->flags & G_HOOK_FLAG_ACTIVE) != 0;
}

/* Running a source at once */

static void
forget_run (LsThread *thread,
            unsigned  i)
{
  GSource *source = thread->runs[i].source;

  thread->runs[i] = thread->runs[--thread->n_runs];
  ls_glib.g_source_unref (source);
}

/* Forgets the sources that are gone. */
static void
forget_runs (LsThread *thread)
{
  for (unsigned i = thread->n_runs; i-- > 0;)
    if (!is_alive (thread->runs[i].source))
      forget_run (thread, i);
}

/* GLib dispatches the source itself, in the next iteration and before all others: whatever its kind, it is ready when its time has
 * come. What it calls finds everything as in any other dispatch. */
static void
begin_run (LsThread *thread,
           GSource  *source)
{
  for (unsigned i = 0; i < thread->n_runs; i++)
    if (thread->runs[i].source == source)
      return;
  if (thread->n_runs == LS_MAX_RUNS)
    return;
  thread->runs[thread->n_runs++] = (LsRun) { .source = ls_glib.g_source_ref (source), .priority = source->priority,
                                             .ready_time = ls_glib.g_source_get_ready_time (source) };
  ls_glib.g_source_set_priority (source, G_MININT);
  ls_glib.g_source_set_ready_time (source, 0);
}

/* The source is going to be dispatched: it gets back what it had, which its callback may change. */
static void
end_run (LsThread *thread,
         GSource  *source)
{
  for (unsigned i = 0; i < thread->n_runs; i++)
    if (thread->runs[i].source == source)
      {
        ls_glib.g_source_set_priority (source, thread->runs[i].priority);
        ls_glib.g_source_set_ready_time (source, thread->runs[i].ready_time);
        forget_run (thread, i);
        return;
      }
}

/* Commands */

static void
obey_command (LsThread     *thread,
              uint32_t      kind,
              GMainContext *context,
              GSource      *source,
              int           value)
{
  switch (kind)
    {
    case LS_WIRE_COMMAND_PRIORITY:
      ls_watched_tell_change (LS_WIRE_PRIORITY, context, source->source_id, 0, value, 0);
      for (unsigned i = 0; i < thread->n_runs; i++)
        if (thread->runs[i].source == source)
          {
            thread->runs[i].priority = value;
            return;
          }
      ls_glib.g_source_set_priority (source, value);
      break;
    case LS_WIRE_COMMAND_REMOVE:
      ls_watched_tell_change (LS_WIRE_DESTROYED, context, source->source_id, 0, 0, 0);
      ls_glib.g_source_destroy (source);
      break;
    case LS_WIRE_COMMAND_RUN:
      begin_run (thread, source);
      break;
    default:
      break;
    }
}

/* Does what is to be done in a context that iterates on the calling thread. Others may be gone by now: @has_more says whether
 * there is something for them. Returns whether there was something to do. */
static gboolean
obey_all (LsThread     *thread,
          GMainContext *context,
          gboolean     *has_more)
{
  LsWireControl *control = ls_ring_writer_control;
  const uint32_t number = ls_watched_get_context (thread, context)->number;
  gboolean has_obeyed = FALSE;

  *has_more = FALSE;
  for (unsigned i = 0; i < LS_WIRE_N_COMMANDS; i++)
    {
      LsWireCommand *command = &control->commands[i];
      uint32_t kind = atomic_load_explicit (&command->kind, memory_order_acquire);
      const uint32_t id = command->source;
      const int value = command->value;
      GSource *source;

      if (kind == LS_WIRE_COMMAND_NONE)
        continue;
      if (command->context != number)
        {
          *has_more = TRUE;
          continue;
        }
      if (!atomic_compare_exchange_strong (&command->kind, &kind, LS_WIRE_COMMAND_NONE))
        continue;
      source = id != 0 ? ls_glib.g_main_context_find_source_by_id (context, id) : NULL;
      if (!is_alive (source))
        continue;
      obey_command (thread, kind, context, source, value);
      has_obeyed = TRUE;
    }
  return has_obeyed;
}

static gboolean
is_to_be_held (uint64_t key)
{
  LsWireControl *control = ls_ring_writer_control;

  return ls_ring_writer_is_active && (atomic_load_explicit (&control->hold, memory_order_acquire) != 0 ||
                                      atomic_load_explicit (&control->hold_at, memory_order_acquire) == key);
}

/* Keeps the thread from the dispatch of a source, until it is let go or the source is gone. */
static void
hold (LsThread     *thread,
      GMainContext *context,
      GSource      *source,
      uint64_t      key)
{
  const unsigned generation = thread->generation;
  gboolean has_more;

  thread->n_steps = atomic_load_explicit (&thread->ring->n_steps, memory_order_acquire);
  atomic_store_explicit (&thread->ring->held, LS_WIRE_HELD (++thread->n_held, key >> 32, key & UINT32_MAX), memory_order_release);
  ls_ring_writer_wake ();
  while (is_to_be_held (key) && is_alive (source) &&
         thread->generation == generation && atomic_load_explicit (&thread->ring->n_steps, memory_order_acquire) == thread->n_steps)
    {
      ls_ring_writer_wait (thread, HOLD_MS);
      obey_all (thread, context, &has_more);
    }
  atomic_store_explicit (&thread->ring->held, 0, memory_order_release);
}

/* Does what is to be done in a context that iterates on the calling thread, without a source that is going to be dispatched.
 * Returns whether there was something. */
gboolean
ls_commands_obey (LsThread     *thread,
                  GMainContext *context)
{
  LsWireControl *control = ls_ring_writer_control;
  const uint32_t attention = atomic_load_explicit (&control->attention, memory_order_acquire);
  gboolean has_more;
  const gboolean has_obeyed = obey_all (thread, context, &has_more);

  forget_runs (thread);
  /* What is not done with is looked at before each dispatch. */
  thread->attention = attention;
  if (has_more || thread->n_runs > 0 || atomic_load_explicit (&control->hold, memory_order_relaxed) != 0 ||
      atomic_load_explicit (&control->hold_at, memory_order_relaxed) != 0)
    thread->attention = attention - 1;
  return has_obeyed;
}

/* Does what is to be done before the dispatch of a source. Returns FALSE if it must not be dispatched, as it is gone. */
gboolean
ls_commands_look (LsThread *thread,
                  GSource  *source)
{
  GMainContext *context = source->context;
  const uint64_t key = LS_WIRE_SOURCE (ls_watched_get_context (thread, context)->number, source->source_id);

  ls_commands_obey (thread, context);
  if (is_alive (source) && is_to_be_held (key))
    {
      hold (thread, context, source, key);
      ls_commands_obey (thread, context);
    }
  if (!is_alive (source))
    return FALSE;
  end_run (thread, source);
  return TRUE;
}
