/* ls-state-format.c: the whole state as text
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-state-format.h"

#include "ls-foresight-private.h"
#include "ls-trace-names-private.h"
#include "ls-state-lists-private.h"

/* So many tasks of one queue, or signals of one source, are shown. */
#define MAX_SHOWN 20

/* A signal that depends on others is shown below the first of them, down to so many levels. */
#define MAX_DEPTH 8

static const char *const status_names[] = {
  [LS_TASK_STATUS_NONE] = "none",
  [LS_TASK_STATUS_POSTED] = "posted",
  [LS_TASK_STATUS_DELAYED] = "delayed",
  [LS_TASK_STATUS_QUEUED] = "queued",
  [LS_TASK_STATUS_INCOMING] = "incoming",
  [LS_TASK_STATUS_RUNNING] = "running",
  [LS_TASK_STATUS_FINISHED] = "finished",
  [LS_TASK_STATUS_REMOVED] = "removed",
};

/**
 * ls_task_status_to_string:
 * @status: where a task is
 *
 * Gets the name of a status.
 *
 * Returns: (transfer none): its name in text and JSON, stable over releases
 */
const char *
ls_task_status_to_string (LsTaskStatus status)
{
  return (guint) status < G_N_ELEMENTS (status_names) ? status_names[status] : "unknown";
}

static const char *
get_text (LsState *state,
          guint32  text)
{
  return ls_trace_get_text (ls_state_get_trace (state), text);
}

static void
append_head (GString *text,
             LsState *state)
{
  const char *where = get_text (state, ls_state_get_statement_text (state));
  const char *preset = ls_state_get_preset (state);
  g_autofree char *experiments = ls_experiments_to_string (ls_state_get_experiments (state));
  g_autofree char *time = ls_names_duration (ls_state_get_time (state));

  g_string_append_printf (text, "%s · step %u · position %" G_GSIZE_FORMAT " · turn %u, microtask %u, statement %u",
                          time, ls_state_get_step (state), ls_state_get_position (state), ls_state_get_turn (state),
                          ls_state_get_microtask (state), ls_state_get_statement (state));
  if (where != NULL)
    g_string_append_printf (text, " (%s)", where);
  g_string_append_printf (text, "\npreset %s · edition %s", preset != NULL ? preset : "none",
                          ls_edition_to_string (ls_state_get_edition (state)));
  if (experiments != NULL)
    g_string_append_printf (text, " · experiments %s", experiments);
  g_string_append (text, "\n\n");
}

static void
append_scheduling_state (GString *text,
                         LsState *state)
{
  guint32 abort_source, priority_source;

  if (!ls_state_get_scheduling_state (state, &abort_source, &priority_source))
    return;

  g_string_append (text, "             scheduling state:");
  if (priority_source != 0)
    {
      g_autofree char *name = ls_names_signal (state, priority_source);

      g_string_append_printf (text, " priority ← %s", name);
    }
  if (abort_source != 0)
    {
      g_autofree char *name = ls_names_signal (state, abort_source);

      g_string_append_printf (text, "%s abort ← %s", priority_source != 0 ? "," : "", name);
    }
  g_string_append_c (text, '\n');
}

static void
append_running (GString *text,
                LsState *state)
{
  guint32 id = ls_state_get_running_task (state);

  if (id == 0)
    g_string_append (text, "Running      nothing\n");
  else if (ls_state_is_between_turns (state))
    {
      g_autofree char *name = ls_names_task_numbered (state, id);

      g_string_append_printf (text, "Running      nothing, after %s\n", name);
    }
  else
    {
      const LsTaskState *task = ls_state_get_task (state, id);
      g_autofree char *name = ls_names_task_numbered (state, id);
      g_autofree char *since = ls_names_duration (task->started_at);

      g_string_append_printf (text, "Running      %s", name);
      if (task->started_at != LS_TIME_NEVER)
        g_string_append_printf (text, ", since %s", since);
      if (task->finished_at != LS_TIME_NEVER)
        g_string_append (text, ", its microtasks now");
      g_string_append_c (text, '\n');
    }

  if (ls_state_get_running_microtask (state) != 0)
    {
      g_autofree char *name = ls_names_microtask (state, ls_state_get_running_microtask (state));

      g_string_append_printf (text, "             microtask %s\n", name);
    }
  append_scheduling_state (text, state);
}

/* "9 decode, of 1:user-visible" */
static void
append_choice (GString    *text,
               LsState    *state,
               const char *title,
               guint32     id)
{
  LsState *ahead = ls_state_get_choice (state);
  const LsTaskState *task = ls_state_get_task (ahead, id);
  const LsQueueState *queue = task != NULL ? ls_state_get_queue (ahead, task->queue) : NULL;
  g_autofree char *name = ls_names_task_numbered (ahead, id);
  g_autofree char *key = queue != NULL ? ls_names_queue (ahead, queue)
                                       : g_strdup_printf ("(%s)", ls_queue_type_to_string (task != NULL ? task->queue_type
                                                                                                        : LS_QUEUE_TYPE_OTHER));

  g_string_append_printf (text, "%-13s%s, of %s", title, name, key);
}

static void
append_next (GString *text,
             LsState *state)
{
  const guint32 id = ls_state_get_next_task (state), expected = ls_state_get_expected_task (state);
  const LsNextBasis basis = ls_state_get_next_basis (state);

  if (id == 0)
    {
      g_string_append (text, "Next         nothing\n");
      return;
    }
  append_choice (text, state, basis == LS_NEXT_SO_FAR ? "Next so far" : "Next", id);
  g_string_append (text, basis == LS_NEXT_HELD ? ", held before it\n" : "\n");
  if (expected == 0 || expected == id)
    return;
  append_choice (text, state, "Expected", expected);
  g_string_append_c (text, '\n');
}

/* "9 decode 2, 10 decode 3, and 36 more" */
static void
append_tasks (GString          *text,
              LsState          *state,
              const LsTaskList *list)
{
  guint32 id = list->first;

  for (guint i = 0; id != 0 && i < MAX_SHOWN; i++)
    {
      g_autofree char *name = ls_names_task_numbered (state, id);

      g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : "", name,
                              ls_state_infers_queue (state, id) ? " (inferred: the queue)" : "");
      id = ls_state_get_task (state, id)->next;
    }
  if (list->length > MAX_SHOWN)
    g_string_append_printf (text, ", and %u more", list->length - MAX_SHOWN);
}

static void
append_queue (GString            *text,
              LsState            *state,
              const LsQueueState *queue)
{
  g_autofree char *signal = queue->signal != 0 ? ls_names_signal (state, queue->signal) : g_strdup ("static");

  g_string_append_printf (text, "  %s%s [", signal, queue->exists ? "" : " (removed)");
  append_tasks (text, state, &queue->tasks);
  g_string_append_c (text, ']');
}

static void
append_lanes (GString *text,
              LsState *state)
{
  g_autoptr (GArray) queues = NULL;
  guint next = 0;

  if (!ls_state_has_loop_queue (state, LS_QUEUE_TYPE_WEB_SCHEDULING))
    return;
  queues = ls_state_list_queues (state);
  for (int i = LS_N_EFFECTIVE_PRIORITIES - 1; i >= 0; i--)
    {
      guint n_shown = 0;

      if (i % 2 == 1)
        g_string_append_printf (text, "\n%s\n", ls_task_priority_to_string (ls_task_priority_from_effective (i)));
      g_string_append_printf (text, "  %d %s", i, i % 2 == 1 ? "continuations" : "tasks        ");
      for (; next < queues->len; next++)
        {
          const LsQueueState *queue = ls_state_get_queue (state, g_array_index (queues, guint32, next));

          if (queue->effective_priority != i)
            break;
          n_shown++;
          append_queue (text, state, queue);
        }
      g_string_append (text, n_shown > 0 ? "\n" : "  empty\n");
    }
}

static void
append_loop_queue (GString                *text,
                   LsState                *state,
                   const LsLoopQueueState *queue)
{
  g_autofree char *rank = ls_names_rank (state, ls_state_get_rank (state, queue->type));

  g_string_append_printf (text, "  %s", ls_queue_type_to_string (queue->type));
  if (queue->type != LS_QUEUE_TYPE_WEB_SCHEDULING)
    g_string_append_printf (text, ", %s", rank);
  if (queue->boosted_rank != 255)
    g_string_append_printf (text, ", raised after waiting %u ms", queue->starved_ms);
  g_string_append_c (text, '\n');

  for (guint i = 0; i < LS_N_WORK_QUEUES; i++)
    {
      if (queue->work_queues[i].length == 0)
        continue;
      g_string_append_printf (text, "    %-18s  ", ls_work_queue_kind_to_string (i));
      append_tasks (text, state, &queue->work_queues[i]);
      g_string_append_c (text, '\n');
    }
}

static void
append_loop_queues (GString *text,
                    LsState *state)
{
  gboolean any = FALSE;

  for (guint type = 0; type < LS_N_TRACE_QUEUE_TYPES; type++)
    {
      const LsLoopQueueState *queue = ls_state_get_loop_queue (state, type);
      guint32 n_tasks = 0;

      for (guint i = 0; queue != NULL && i < LS_N_WORK_QUEUES; i++)
        n_tasks += queue->work_queues[i].length;
      if (queue == NULL || (n_tasks == 0 && queue->boosted_rank == 255))
        continue;
      if (!any)
        g_string_append (text, "\nQueues of the loop\n");
      any = TRUE;
      append_loop_queue (text, state, queue);
    }
}

static void
append_microtasks (GString *text,
                   LsState *state)
{
  guint32 n_queued, id = ls_state_get_first_microtask (state, &n_queued);

  if (n_queued == 0)
    return;

  g_string_append (text, "\nMicrotasks   ");
  for (guint i = 0; id != 0 && i < MAX_SHOWN; i++)
    {
      g_autofree char *name = ls_names_microtask (state, id);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", name);
      id = ls_state_get_microtask_state (state, id)->next;
    }
  if (n_queued > MAX_SHOWN)
    g_string_append_printf (text, ", and %u more", n_queued - MAX_SHOWN);
  g_string_append_c (text, '\n');
}

static void
append_delayed (GString *text,
                LsState *state)
{
  const LsTaskList *list = ls_state_get_delayed_tasks (state);
  guint64 now = ls_state_get_time (state);
  guint32 id = list->first;

  if (id == 0)
    return;

  g_string_append (text, "\nDelayed\n");
  for (guint i = 0; id != 0 && i < MAX_SHOWN; i++)
    {
      const LsTaskState *task = ls_state_get_task (state, id);
      g_autofree char *name = ls_names_task_numbered (state, id);
      g_autofree char *left = ls_names_duration (task->due_at > now ? task->due_at - now : 0);
      g_autofree char *due = ls_names_duration (task->due_at);

      if (task->awaits_event)
        g_string_append_printf (text, "  %s  waits for an event\n", name);
      else if (ls_state_infers_due (state, id))
        g_string_append_printf (text, "  %s  inferred: the recording does not say when it can run\n", name);
      else
        g_string_append_printf (text, "  %s  in %s (at %s)\n", name, left, due);
      id = task->next_delayed;
    }
  if (list->length > MAX_SHOWN)
    g_string_append_printf (text, "  and %u more\n", list->length - MAX_SHOWN);
}

static gboolean
is_shown (const LsSignalState *signal)
{
  return signal != NULL && signal->exists && (signal->flags & LS_RECORD_FLAG_INTERNAL) == 0;
}

/* The signal below which another one is shown: the first shown one that it depends on, or 0. Sources are older than
 * their dependents, except in a corrupt trace. */
static guint32
get_parent (LsState             *state,
            const LsSignalState *signal)
{
  const guint32 *sources;
  guint n_sources;

  if (signal->source < signal->id && is_shown (ls_state_get_signal (state, signal->source)))
    return signal->source;
  sources = ls_state_get_abort_sources (state, signal->id, &n_sources);
  for (guint i = 0; i < n_sources; i++)
    if (sources[i] < signal->id && is_shown (ls_state_get_signal (state, sources[i])))
      return sources[i];

  return 0;
}

static void
append_signal_line (GString             *text,
                    LsState             *state,
                    const LsSignalState *signal,
                    guint                depth)
{
  g_autofree char *name = ls_names_signal (state, signal->id);

  g_string_append_printf (text, "%*s%s", (int) (2 + 2 * depth), "", name);
  if (ls_task_priority_is_valid (signal->priority))
    g_string_append_printf (text, "  %s", ls_task_priority_to_string (signal->priority));
  if (signal->aborted)
    {
      const char *reason = get_text (state, signal->reason);

      g_string_append_printf (text, "  aborted “%s”", reason != NULL ? reason : "");
    }
  if (signal->n_listeners > 0)
    g_string_append_printf (text, signal->n_listeners == 1 ? "  %u listener" : "  %u listeners", signal->n_listeners);
  g_string_append (text, signal->dispatching > 0 ? "  dispatching an event\n" : "\n");
}

static void
append_signal (GString       *text,
               LsState       *state,
               const GArray  *dependencies,
               guint32        id,
               guint          depth)
{
  append_signal_line (text, state, ls_state_get_signal (state, id), depth);
  if (depth >= MAX_DEPTH)
    return;

  for (guint i = ls_dependencies_find (dependencies, id), n_shown = 0; i < dependencies->len; i++)
    {
      const LsDependency *dependency = &g_array_index (dependencies, LsDependency, i);
      const LsSignalState *signal = ls_state_get_signal (state, dependency->dependent);

      if (dependency->source != id || n_shown == MAX_SHOWN)
        break;
      if (!is_shown (signal) || get_parent (state, signal) != id)
        continue;
      append_signal (text, state, dependencies, dependency->dependent, depth + 1);
      n_shown++;
    }
}

static void
append_signals (GString *text,
                LsState *state)
{
  g_autoptr (GArray) dependencies = ls_state_list_dependents (state);
  guint32 n_signals = ls_state_get_n_signals (state);
  guint n_shown = 0;

  for (guint32 id = 1; id <= n_signals; id++)
    {
      const LsSignalState *signal = ls_state_get_signal (state, id);

      if (!is_shown (signal) || get_parent (state, signal) != 0)
        continue;
      if (n_shown++ == 0)
        g_string_append (text, "\nSignals\n");
      append_signal (text, state, dependencies, id, 0);
    }
}

static void
append_timers (GString *text,
               LsState *state)
{
  guint32 n_timers = ls_state_get_n_timers (state);
  guint n_shown = 0;

  for (guint32 id = 1; id <= n_timers; id++)
    {
      const LsTimerState *timer = ls_state_get_timer (state, id);
      const char *name;

      if (timer == NULL || !timer->active)
        continue;
      if (n_shown++ == 0)
        g_string_append (text, "\nTimers\n");
      name = get_text (state, timer->name);
      g_string_append_printf (text, "  %u %s  %s %u ms%s, nesting level %u, task %u\n", id, name != NULL ? name : "",
                              timer->repeating ? "every" : "after", timer->timeout, timer->clamped ? " (clamped)" : "",
                              timer->nesting_level, timer->task);
    }
}

static void
append_agents (GString *text,
               LsState *state)
{
  const guint32 n_agents = ls_state_get_n_agents (state), shown = ls_state_get_shown_agent (state);
  const guint64 now = ls_state_get_time (state);

  if (n_agents == 0)
    return;
  g_string_append (text, "\nAgents\n");
  for (guint32 id = 1; id <= n_agents; id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);
      g_autofree char *name = NULL;
      g_autofree char *since = NULL;

      if (agent == NULL)
        continue;
      name = ls_names_agent (state, id);
      since = ls_names_duration (now > agent->since ? now - agent->since : 0);
      g_string_append_printf (text, "%c %u %s  %s", id == shown ? '>' : ' ', id, name, ls_agent_state_to_string (agent->state));
      if (agent->memory != 0)
        {
          g_autofree char *place = ls_names_place (state, agent->memory, agent->byte_index);

          g_string_append_printf (text, " at %s", place);
        }
      g_string_append_printf (text, " for %s%s\n", since, agent->can_block ? "" : ", cannot block");
    }
}

static void
append_cell (GString           *text,
             LsState           *state,
             const LsCellState *cell)
{
  g_autofree char *place = ls_names_place (state, cell->memory, cell->byte_index);
  g_autofree char *value = ls_names_cell_value (cell);

  g_string_append_printf (text, "  %s  %s", place, value);
  if (cell->writer != 0)
    {
      g_autofree char *writer = ls_names_agent (state, cell->writer);

      g_string_append_printf (text, "  written by %s", writer);
    }
  if (cell->lock_owner != 0)
    {
      g_autofree char *owner = ls_names_agent (state, cell->lock_owner);

      g_string_append_printf (text, "  locked by %s", owner);
    }
  for (guint32 id = cell->first_waiter, i = 0; id != 0 && i < MAX_SHOWN; i++)
    {
      const LsWaiterState *waiter = ls_state_get_waiter (state, id);
      g_autofree char *name = ls_names_agent (state, waiter->agent);

      g_string_append_printf (text, "%s%s%s", i == 0 ? "  waiting: " : ", ", name, waiter->is_async ? " (promise)" : "");
      id = waiter->next;
    }
  if (cell->n_waiting > MAX_SHOWN)
    g_string_append_printf (text, ", and %u more", cell->n_waiting - MAX_SHOWN);
  g_string_append_c (text, '\n');
}

static void
append_memories (GString *text,
                 LsState *state)
{
  const guint32 n_memories = ls_state_get_n_memories (state);

  for (guint32 id = 1; id <= n_memories; id++)
    {
      const LsMemoryState *memory = ls_state_get_memory (state, id);
      const guint32 *cells;
      const char *name;
      guint n_cells;

      if (memory == NULL)
        continue;
      name = get_text (state, memory->name);
      g_string_append_printf (text, "\nMemory %u %s  %u bytes\n", id, name != NULL ? name : "", memory->length);
      cells = ls_state_list_cells (state, id, &n_cells);
      for (guint i = 0; i < MIN (n_cells, MAX_SHOWN); i++)
        append_cell (text, state, ls_state_get_cell (state, id, cells[i]));
      if (n_cells > MAX_SHOWN)
        g_string_append_printf (text, "  and %u more\n", n_cells - MAX_SHOWN);
    }
}

/**
 * ls_state_to_text:
 * @state: a state
 *
 * The state for people: what runs and what is next, the six lanes with their queues and tasks ("number name"), the
 * queues of the loop, microtasks, delayed tasks, signals below what they depend on, active timers; with several agents all that of
 * the one that is looked at, then the agents, and the memory that they share with who waits where. Of a long queue only
 * the first tasks are shown, with how many more there are. The form may change from release to release; programs read
 * ls_state_to_json().
 *
 * Returns: (transfer full): text in lines
 */
char *
ls_state_to_text (LsState *state)
{
  GString *text;

  g_return_val_if_fail (state != NULL, NULL);

  text = g_string_new (NULL);
  append_head (text, state);
  append_running (text, state);
  append_next (text, state);
  append_lanes (text, state);
  append_loop_queues (text, state);
  append_microtasks (text, state);
  append_delayed (text, state);
  append_signals (text, state);
  append_timers (text, state);
  append_agents (text, state);
  append_memories (text, state);

  return g_string_free (text, FALSE);
}
