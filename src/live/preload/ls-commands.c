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

static GSource *
find_source (uint64_t key)
{
  LsContext *context = ls_watched_get_numbered ((uint32_t) (key >> 32));

  return context != NULL && (uint32_t) key != 0
         ? ls_glib.g_main_context_find_source_by_id (context->pointer, (uint32_t) key) : NULL;
}

/* Running a source at once */

/* Forgets the sources that are gone. */
static void
forget_runs (LsThread *thread)
{
  unsigned n = 0;

  for (unsigned i = 0; i < thread->n_runs; i++)
    if (is_alive (find_source (thread->runs[i].source)))
      thread->runs[n++] = thread->runs[i];
  thread->n_runs = n;
}

/* GLib dispatches the source itself, in the next iteration and before all others: whatever its kind, it is ready when its time has
 * come. What it calls finds everything as in any other dispatch. */
static void
begin_run (LsThread *thread,
           GSource  *source,
           uint64_t  key)
{
  for (unsigned i = 0; i < thread->n_runs; i++)
    if (thread->runs[i].source == key)
      return;
  if (thread->n_runs == LS_MAX_RUNS)
    return;
  thread->runs[thread->n_runs++] = (LsRun) { .source = key, .priority = source->priority,
                                             .ready_time = ls_glib.g_source_get_ready_time (source) };
  ls_glib.g_source_set_priority (source, G_MININT);
  ls_glib.g_source_set_ready_time (source, 0);
}

/* The source is going to be dispatched: it gets back what it had, which its callback may change. */
static void
end_run (LsThread *thread,
         GSource  *source,
         uint64_t  key)
{
  for (unsigned i = 0; i < thread->n_runs; i++)
    if (thread->runs[i].source == key)
      {
        ls_glib.g_source_set_priority (source, thread->runs[i].priority);
        ls_glib.g_source_set_ready_time (source, thread->runs[i].ready_time);
        thread->runs[i] = thread->runs[--thread->n_runs];
        return;
      }
}

/* Commands */

static void
obey_command (LsThread *thread,
              uint32_t  kind,
              GSource  *source,
              uint64_t  key,
              int       value)
{
  GMainContext *context = source->context;

  switch (kind)
    {
    case LS_WIRE_COMMAND_PRIORITY:
      ls_watched_tell_change (LS_WIRE_PRIORITY, context, (uint32_t) key, 0, value, 0);
      for (unsigned i = 0; i < thread->n_runs; i++)
        if (thread->runs[i].source == key)
          {
            thread->runs[i].priority = value;
            return;
          }
      ls_glib.g_source_set_priority (source, value);
      break;
    case LS_WIRE_COMMAND_REMOVE:
      ls_watched_tell_change (LS_WIRE_DESTROYED, context, (uint32_t) key, 0, 0, 0);
      ls_glib.g_source_destroy (source);
      break;
    case LS_WIRE_COMMAND_RUN:
      begin_run (thread, source, key);
      break;
    default:
      break;
    }
}

/* Does what is to be done in the contexts of the calling thread. Returns whether there was something. */
static gboolean
obey_all (LsThread *thread)
{
  LsWireControl *control = ls_ring_writer_control;
  gboolean has_obeyed = FALSE;

  for (unsigned i = 0; i < LS_WIRE_N_COMMANDS; i++)
    {
      LsWireCommand *command = &control->commands[i];
      uint32_t kind = atomic_load_explicit (&command->kind, memory_order_acquire);
      const uint64_t key = LS_WIRE_SOURCE (command->context, command->source);
      const int value = command->value;
      LsContext *context = kind != LS_WIRE_COMMAND_NONE ? ls_watched_get_numbered (command->context) : NULL;
      GSource *source;

      if (context == NULL || !ls_glib.g_main_context_is_owner (context->pointer) ||
          !atomic_compare_exchange_strong (&command->kind, &kind, LS_WIRE_COMMAND_NONE))
        continue;
      source = find_source (key);
      if (!is_alive (source))
        continue;
      obey_command (thread, kind, source, key, value);
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
hold (LsThread *thread,
      GSource  *source,
      uint64_t  key)
{
  const unsigned generation = thread->generation;

  thread->n_steps = atomic_load_explicit (&thread->ring->n_steps, memory_order_acquire);
  atomic_store_explicit (&thread->ring->held, LS_WIRE_HELD (++thread->n_held, key >> 32, key & UINT32_MAX), memory_order_release);
  ls_ring_writer_wake ();
  while (is_to_be_held (key) && is_alive (source) &&
         thread->generation == generation && atomic_load_explicit (&thread->ring->n_steps, memory_order_acquire) == thread->n_steps)
    {
      ls_ring_writer_wait (thread, HOLD_MS);
      obey_all (thread);
    }
  atomic_store_explicit (&thread->ring->held, 0, memory_order_release);
}

/* Does what is to be done without a source that is going to be dispatched. Returns whether there was something. */
gboolean
ls_commands_obey (LsThread *thread)
{
  LsWireControl *control = ls_ring_writer_control;
  const uint32_t attention = atomic_load_explicit (&control->attention, memory_order_acquire);
  const gboolean has_obeyed = obey_all (thread);

  forget_runs (thread);
  /* What is not done with is looked at before each dispatch. */
  thread->attention = attention;
  if (thread->n_runs > 0 || atomic_load_explicit (&control->hold, memory_order_relaxed) != 0 ||
      atomic_load_explicit (&control->hold_at, memory_order_relaxed) != 0)
    thread->attention = attention - 1;
  return has_obeyed;
}

/* Does what is to be done before the dispatch of a source. Returns FALSE if it must not be dispatched, as it is gone. */
gboolean
ls_commands_look (LsThread  *thread,
                  LsContext *context,
                  GSource   *source)
{
  const uint64_t key = LS_WIRE_SOURCE (context->number, source->source_id);

  ls_commands_obey (thread);
  if (is_alive (source) && is_to_be_held (key))
    {
      hold (thread, source, key);
      ls_commands_obey (thread);
    }
  if (!is_alive (source))
    return FALSE;
  end_run (thread, source, key);
  return TRUE;
}
