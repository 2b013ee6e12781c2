/* ls-commands.c: does what the watcher asks for
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-preload-private.h"

#include <pthread.h>

/* All of it is done on the loop's own thread, between two dispatches or instead of sleeping, and with GLib's public functions. */

/* A thread that is held looks this often whether it still is, should nobody wake it. */
#define HOLD_MS 500

#define MAX_RUNS 64

static gboolean
is_alive (const GSource *source)
{
  return source != NULL && (source->flags & G_HOOK_FLAG_ACTIVE) != 0;
}

/* Running a source at once */

/* A source that is to be dispatched at once, and what it is to have again when it is. */
typedef struct
{
  GSource *source;               /* a reference */
  gint64   ready_time;
  int      priority;
} Run;

/* Of all threads: whoever notices that nobody watches any more takes all of them. */
static Run runs[MAX_RUNS];
static _Atomic unsigned n_runs;
static pthread_mutex_t running = PTHREAD_MUTEX_INITIALIZER;

void
ls_commands_on_fork (void)
{
  pthread_mutex_init (&running, NULL);
}

/* Takes the run of @source, NULL: any run; @gone: of a source that is gone. Returns whether there was one. */
static gboolean
take_run (GSource  *source,
          gboolean  gone,
          Run      *run)
{
  gboolean found = FALSE;

  pthread_mutex_lock (&running);
  for (unsigned i = 0; i < n_runs && !found; i++)
    if ((source == NULL || runs[i].source == source) && (!gone || !is_alive (runs[i].source)))
      {
        *run = runs[i];
        runs[i] = runs[n_runs - 1];
        n_runs--;
        found = TRUE;
      }
  pthread_mutex_unlock (&running);
  return found;
}

/* A source gets back what it had, but for what somebody has changed since. */
static void
end_run (const Run *run)
{
  if (is_alive (run->source) && run->source->priority == G_MININT)
    ls_glib.g_source_set_priority (run->source, run->priority);
  if (is_alive (run->source) && ls_glib.g_source_get_ready_time (run->source) == 0)
    ls_glib.g_source_set_ready_time (run->source, run->ready_time);
  ls_glib.g_source_unref (run->source);
}

/* Nobody wants sources to run at once any more. */
void
ls_commands_undo (void)
{
  Run run;

  while (n_runs > 0 && take_run (NULL, FALSE, &run))
    end_run (&run);
}

/* GLib dispatches the source itself, in the next iteration and before all others: whatever its kind, it is ready when its time has
 * come. What it calls finds everything as in any other dispatch. */
static void
begin_run (GSource *source)
{
  gboolean is_new;

  pthread_mutex_lock (&running);
  is_new = n_runs < MAX_RUNS;
  for (unsigned i = 0; i < n_runs; i++)
    is_new &= runs[i].source != source;
  if (is_new)
    {
      runs[n_runs] = (Run) { .source = ls_glib.g_source_ref (source), .priority = source->priority,
                             .ready_time = ls_glib.g_source_get_ready_time (source) };
      n_runs++;
      ls_glib.g_source_set_priority (source, G_MININT);
      ls_glib.g_source_set_ready_time (source, 0);
    }
  pthread_mutex_unlock (&running);
  /* The watcher may have gone just now. */
  if (!ls_ring_writer_is_active)
    ls_commands_undo ();
}

/* Returns whether the source has a run, which gets another priority to give back. */
static gboolean
change_run (GSource *source,
            int      priority)
{
  gboolean found = FALSE;

  pthread_mutex_lock (&running);
  for (unsigned i = 0; i < n_runs; i++)
    if (runs[i].source == source)
      {
        runs[i].priority = priority;
        found = TRUE;
      }
  pthread_mutex_unlock (&running);
  return found;
}

/* Commands */

static void
obey_command (uint32_t      kind,
              GMainContext *context,
              GSource      *source,
              int           value)
{
  switch (kind)
    {
    case LS_WIRE_COMMAND_PRIORITY:
      ls_watched_tell_change (LS_WIRE_PRIORITY, context, source->source_id, 0, value, 0);
      if (!change_run (source, value))
        ls_glib.g_source_set_priority (source, value);
      break;
    case LS_WIRE_COMMAND_REMOVE:
      ls_watched_tell_change (LS_WIRE_DESTROYED, context, source->source_id, 0, 0, 0);
      ls_glib.g_source_destroy (source);
      break;
    case LS_WIRE_COMMAND_RUN:
      begin_run (source);
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
  const uint32_t key = ls_watched_get_key (thread, context);
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
      if (command->context != key)
        {
          *has_more = TRUE;
          continue;
        }
      if (!atomic_compare_exchange_strong (&command->kind, &kind, LS_WIRE_COMMAND_NONE))
        continue;
      source = id != 0 ? ls_glib.g_main_context_find_source_by_id (context, id) : NULL;
      if (!is_alive (source))
        continue;
      obey_command (kind, context, source, value);
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
  atomic_store_explicit (&thread->ring->held, LS_WIRE_HELD (++thread->n_held, key >> 32 & UINT16_MAX, key & UINT32_MAX),
                         memory_order_release);
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
  Run run;
  gboolean has_more;
  const gboolean has_obeyed = obey_all (thread, context, &has_more);

  while (n_runs > 0 && take_run (NULL, TRUE, &run))
    end_run (&run);
  /* What is not done with is looked at before each dispatch. */
  thread->attention = attention;
  if (has_more || n_runs > 0 || atomic_load_explicit (&control->hold, memory_order_relaxed) != 0 ||
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
  const uint64_t key = LS_WIRE_SOURCE (ls_watched_get_key (thread, context), source->source_id);
  Run run;

  ls_commands_obey (thread, context);
  if (is_alive (source) && is_to_be_held (key))
    {
      hold (thread, context, source, key);
      ls_commands_obey (thread, context);
    }
  if (!is_alive (source))
    return FALSE;
  if (n_runs > 0 && take_run (source, FALSE, &run))
    end_run (&run);
  return TRUE;
}
