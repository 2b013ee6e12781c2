/* ls-handout-queues.c: what waits and runs at a moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-moment.h"

#include <glib/gi18n.h>

#include "ls-state-lists-private.h"
#include "ls-trace-names-private.h"

#define MAX_GROUPS 8      /* queues of one priority, agents, places in memory */
#define MAX_SEEN 100      /* tasks of one list */

static char *
name_task (LsState *state,
           guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  const char *name = task != NULL ? ls_trace_get_text (ls_state_get_trace (state), task->name) : NULL;

  return name != NULL ? ls_names_shorten (g_strdup (name)) : ls_names_task_numbered (state, id);
}

/* Returns (transfer full) a time, to 0.1 ms: with the virtual clock each look at it takes 5 µs. */
static char *
say_time (guint64 time)
{
  return ls_names_say_duration ((time + 50) / 100 * 100);
}

static void
add_running (LsHandoutFigure *figure,
             LsState         *state)
{
  LsHandoutRow *row = ls_handout_figure_add_row (figure, _("Running"), C_("running", "between tasks"));
  const guint32 id = ls_state_get_running_task (state);
  const guint32 microtask = ls_state_get_running_microtask (state);
  g_autofree char *name = NULL, *note = NULL;
  LsHandoutGroup *group;
  guint64 started_at;

  if (id == 0 || ls_state_is_between_turns (state))
    return;
  started_at = ls_state_get_task (state, id)->started_at;
  name = name_task (state, id);
  if (started_at != LS_TIME_NEVER)
    {
      g_autofree char *time = say_time (started_at);

      /* Translators: since when a task runs */
      note = g_strdup_printf (_("since %s"), time);
    }
  group = ls_handout_row_add_group (row, NULL);
  ls_handout_group_add (group, name, note);
  if (microtask != 0)
    {
      g_autofree char *callback = ls_names_say_microtask (state, microtask);

      ls_handout_group_add (group, callback, _("microtask"));
    }
}

static void
add_microtasks (LsHandoutFigure *figure,
                LsState         *state)
{
  LsHandoutRow *row = ls_handout_figure_add_row (figure, _("Microtasks"), C_("microtasks", "none"));
  LsHandoutGroup *group = NULL;
  guint32 n_queued, id = ls_state_get_first_microtask (state, &n_queued);

  for (guint i = 0; id != 0 && i < MAX_SEEN; i++)
    {
      const LsMicrotaskState *microtask = ls_state_get_microtask_state (state, id);
      const char *text = ls_trace_get_text (ls_state_get_trace (state), microtask->name);
      g_autofree char *name = text != NULL ? ls_names_shorten (g_strdup (text)) : ls_names_say_microtask (state, id);

      if (group == NULL)
        group = ls_handout_row_add_group (row, NULL);
      ls_handout_group_add (group, name, NULL);
      id = microtask->next;
    }
  if (group != NULL && n_queued > MAX_SEEN)
    group->n_more += n_queued - MAX_SEEN;
}

/* Adds the tasks of one queue of a scheduler. */
static void
add_queue (LsHandoutRow       *row,
           LsState            *state,
           const LsQueueState *queue)
{
  g_autofree char *signal = queue->signal != 0 ? ls_names_signal (state, queue->signal) : g_strdup (C_("queue", "static"));
  /* Translators: a queue’s signal, or “static” */
  g_autofree char *title = queue->is_continuation ? g_strdup_printf (_("%s, continuations"), signal) : g_steal_pointer (&signal);
  LsHandoutGroup *group = ls_handout_row_add_group (row, title);
  guint32 id = queue->tasks.first;
  guint n_seen = 0;

  for (; id != 0 && n_seen < MAX_SEEN; n_seen++)
    {
      const LsTaskState *task = ls_state_get_task (state, id);
      g_autofree char *name = name_task (state, id);
      g_autofree char *order = g_strdup_printf ("%u", task->enqueue_order);

      ls_handout_group_add (group, name, order);
      id = task->next;
    }
  group->n_more += queue->tasks.length - n_seen;
}

/* Returns the group that counts the tasks of queues that there is no room for. */
static LsHandoutGroup *
get_rest (LsHandoutRow *row)
{
  return row->groups->len > MAX_GROUPS ? g_ptr_array_index (row->groups, MAX_GROUPS) : ls_handout_row_add_group (row, NULL);
}

static gboolean
is_any_task_queued (LsState *state,
                    GArray  *queues)
{
  for (guint i = 0; i < queues->len; i++)
    if (ls_state_get_queue (state, g_array_index (queues, guint32, i))->tasks.length > 0)
      return TRUE;
  return FALSE;
}

static void
add_priorities (LsHandoutFigure *figure,
                LsState         *state)
{
  g_autoptr (GArray) queues = ls_state_list_queues (state);
  LsHandoutRow *row = NULL;
  guint priority = G_MAXUINT, next = 0;

  if (!is_any_task_queued (state, queues))
    {
      ls_handout_figure_add_row (figure, _("Scheduler"), C_("tasks", "none"));
      return;
    }
  for (int i = LS_N_EFFECTIVE_PRIORITIES - 1; i >= 0; i--)
    {
      if (priority != ls_task_priority_from_effective (i))
        {
          priority = ls_task_priority_from_effective (i);
          row = ls_handout_figure_add_row (figure, ls_task_priority_to_string (priority), C_("lane", "empty"));
        }
      for (; next < queues->len; next++)
        {
          const LsQueueState *queue = ls_state_get_queue (state, g_array_index (queues, guint32, next));

          if (queue->effective_priority != i)
            break;
          if (queue->tasks.length > 0 && row->groups->len < MAX_GROUPS)
            add_queue (row, state, queue);
          else if (queue->tasks.length > 0)
            get_rest (row)->n_more += queue->tasks.length;
        }
    }
}

/* Adds the tasks of a queue of the loop that can run. */
static void
add_loop_queue (LsHandoutFigure        *figure,
                LsState                *state,
                const LsLoopQueueState *queue)
{
  static const LsWorkQueueKind kinds[] = { LS_WORK_QUEUE_DELAYED_WORK, LS_WORK_QUEUE_IMMEDIATE_WORK,
                                           LS_WORK_QUEUE_IMMEDIATE_INCOMING, LS_WORK_QUEUE_DELAYED_INCOMING };
  LsHandoutGroup *group = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const LsTaskList *list = &queue->work_queues[kinds[i]];
      guint32 id = list->first;

      for (guint n_seen = 0; id != 0 && n_seen < MAX_SEEN; n_seen++)
        {
          const LsTaskState *task = ls_state_get_task (state, id);
          g_autofree char *name = name_task (state, id);

          if (kinds[i] == LS_WORK_QUEUE_DELAYED_INCOMING && task->due_at > ls_state_get_time (state))
            break;
          if (group == NULL)
            group = ls_handout_row_add_group (ls_handout_figure_add_row (figure, ls_names_say_queue_type (queue->type), ""), NULL);
          ls_handout_group_add (group, name, NULL);
          id = task->next;
        }
    }
}

static void
add_delayed (LsHandoutFigure *figure,
             LsState         *state)
{
  LsHandoutRow *row = ls_handout_figure_add_row (figure, _("Waiting for time"), C_("tasks", "none"));
  LsHandoutGroup *group = NULL;
  guint32 id = ls_state_get_delayed_tasks (state)->first;

  for (guint n_seen = 0; id != 0 && n_seen < MAX_SEEN; n_seen++)
    {
      const LsTaskState *task = ls_state_get_task (state, id);
      g_autofree char *name = name_task (state, id), *time = say_time (task->due_at);
      /* Translators: when a task can run */
      g_autofree char *note = task->awaits_event ? NULL : g_strdup_printf (_("due at %s"), time);

      id = task->next_delayed;
      /* A timer that is due is in its queue. */
      if (task->due_at <= ls_state_get_time (state) && !task->is_scheduler_task && !task->awaits_event)
        continue;
      if (group == NULL)
        group = ls_handout_row_add_group (row, NULL);
      ls_handout_group_add (group, name, note);
    }
}

static void
add_agents (LsHandoutFigure *figure,
            LsState         *state)
{
  const guint32 n_agents = ls_state_get_n_agents (state);
  LsHandoutGroup *group;

  if (n_agents < 2)
    return;
  group = ls_handout_row_add_group (ls_handout_figure_add_row (figure, _("Agents"), ""), NULL);
  for (guint32 id = 1; id <= MIN (n_agents, MAX_GROUPS); id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);
      g_autofree char *name = agent != NULL ? ls_names_shorten (ls_names_agent (state, id)) : NULL;
      g_autofree char *place = NULL, *note = NULL;

      if (agent == NULL)
        continue;
      if (agent->memory == 0)
        {
          ls_handout_group_add (group, name, ls_names_say_agent_state (agent->state));
          continue;
        }
      place = ls_names_place (state, agent->memory, agent->byte_index);
      /* Translators: what an agent does, the place in memory at which it does that */
      note = g_strdup_printf (C_("agent", "%s at %s"), ls_names_say_agent_state (agent->state), place);
      ls_handout_group_add (group, name, note);
    }
  group->n_more += n_agents > MAX_GROUPS ? n_agents - MAX_GROUPS : 0;
}

static void
add_memory (LsHandoutFigure *figure,
            LsState         *state)
{
  LsHandoutGroup *group = NULL;

  for (guint32 id = 1; id <= MIN (ls_state_get_n_memories (state), MAX_GROUPS); id++)
    {
      guint n_cells = 0;
      const guint32 *cells = ls_state_get_memory (state, id) != NULL ? ls_state_list_cells (state, id, &n_cells) : NULL;

      for (guint i = 0; i < MIN (n_cells, MAX_SEEN); i++)
        {
          const LsCellState *cell = ls_state_get_cell (state, id, cells[i]);
          g_autofree char *place = ls_names_place (state, id, cells[i]);
          g_autofree char *value = ls_names_cell_value (cell), *note = g_strdup_printf ("= %s", value);

          if (group == NULL)
            group = ls_handout_row_add_group (ls_handout_figure_add_row (figure, _("Shared memory"), ""), NULL);
          ls_handout_group_add (group, place, note);
        }
    }
}

/* Draws what waits and what runs. It does not show which task is next, as this may be what the reader is asked. */
LsHandoutFigure *
ls_handout_draw_queues (LsState *state)
{
  LsHandoutFigure *figure = ls_handout_figure_new ();

  add_agents (figure, state);
  add_memory (figure, state);
  add_running (figure, state);
  add_microtasks (figure, state);
  if (ls_state_has_loop_queue (state, LS_QUEUE_TYPE_WEB_SCHEDULING))
    add_priorities (figure, state);
  for (guint type = 0; type < LS_N_TRACE_QUEUE_TYPES; type++)
    {
      const LsLoopQueueState *queue = type != LS_QUEUE_TYPE_WEB_SCHEDULING ? ls_state_get_loop_queue (state, type) : NULL;

      if (queue != NULL)
        add_loop_queue (figure, state, queue);
    }
  add_delayed (figure, state);
  return figure;
}
