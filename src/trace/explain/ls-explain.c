/* ls-explain.c: why the next task is next
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-explain-private.h"

#include <glib/gi18n-lib.h>

#include "ls-foresight-private.h"
#include "ls-trace-names-private.h"
#include "ls-state-private.h"
#include "ls-trace-growth-private.h"

G_DEFINE_BOXED_TYPE (LsExplanation, ls_explanation, ls_explanation_copy, ls_explanation_free)

LsExplanation *
ls_explanation_new (LsExplanationKind kind,
                    guint32           task)
{
  LsExplanation *self = g_new0 (LsExplanation, 1);

  self->kind = kind;
  self->task = task;
  self->effective_priority = -1;
  self->rank = 255;

  return self;
}

/* Adds a sentence, after a space if it is not the first. */
void
ls_explanation_say (GString    *text,
                    const char *format,
                    ...)
{
  va_list arguments;
  gsize start;

  if (text->len > 0)
    g_string_append_c (text, ' ');
  start = text->len;
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  ls_names_capitalize (text, start);
}

/* Makes @sentence the whole text. Takes @sentence. */
void
ls_explanation_begin (LsExplanation *self,
                      char          *sentence)
{
  GString *text = g_string_new (sentence);

  ls_names_capitalize (text, 0);
  g_free (sentence);
  g_free (self->sentence);
  g_free (self->text);
  self->sentence = g_strdup (text->str);
  self->text = g_string_free (text, FALSE);
}

/* Adds a sentence that is not the first. Takes @sentence. */
void
ls_explanation_add (LsExplanation *self,
                    char          *sentence)
{
  GString *text = g_string_new (self->text);

  ls_explanation_say (text, "%s", sentence);
  g_free (sentence);
  g_free (self->text);
  self->text = g_string_free (text, FALSE);
}

/* Puts another sentence first. Takes @sentence. */
void
ls_explanation_put_first (LsExplanation *self,
                          char          *sentence)
{
  char *rest = g_steal_pointer (&self->text);

  ls_explanation_begin (self, sentence);
  ls_explanation_add (self, rest);
}

void
ls_explanation_set_clause (LsExplanation *self,
                           LsClause       clause,
                           guint          first_step,
                           guint          last_step)
{
  self->clause = clause;
  self->first_step = first_step;
  self->last_step = last_step;
  g_free (self->reference);
  if (first_step == last_step)
    self->reference = ls_clause_format (clause, first_step);
  else
    {
      g_autofree char *whole = ls_clause_format (clause, 0);

      /* Translators: an algorithm of the specification, and the first and the last of some of its steps */
      self->reference = g_strdup_printf (_("%s, steps %u–%u"), whole, first_step, last_step);
    }
}

/* The main loop of a GLib program follows no specification. Where one would decide, its iteration does. */
void
ls_explanation_settle_clause (LsExplanation *self,
                              LsState       *state)
{
  if (ls_state_is_of_glib (state) && self->clause != LS_CLAUSE_NONE &&
      self->clause != LS_CLAUSE_RECORDED)
    ls_explanation_set_clause (self, LS_CLAUSE_GLIB_ITERATION, 0, 0);
}

/* The clause that decides about tasks of schedulers, or about a queue of the loop; with @flags, that of their rule. */
void
ls_explanation_set_selection_clause (LsExplanation *self,
                                     gboolean       scheduler,
                                     guint          flags)
{
  if ((flags & LS_RECORD_FLAG_FAIR_TURN) != 0)
    ls_explanation_set_clause (self, LS_CLAUSE_PRESET, 0, 0);
  else if ((flags & LS_RECORD_FLAG_STARVATION_GUARD) != 0)
    ls_explanation_set_clause (self, LS_CLAUSE_BLINK_SELECTOR, 0, 0);
  else if (scheduler)
    ls_explanation_set_clause (self, LS_CLAUSE_SELECT_NEXT_QUEUE, 5, 6);
  else
    ls_explanation_set_clause (self, LS_CLAUSE_EVENT_LOOP, 2, 2);
}

void
ls_explanation_set_described (LsExplanation    *self,
                              LsState          *state,
                              const LsNextTask *described)
{
  self->queue = described->queue;
  self->effective_priority = described->effective_priority;
  self->rank = described->rank;
  self->n_candidates = ls_selection_count_queues (ls_state_get_world (state));
}

/* Names the agent of the loop where there are several agents. One that cannot go on is what all its tasks wait for. */
void
ls_explanation_add_agent (LsExplanation *self,
                          LsState       *state)
{
  const LsAgentTraceState *agent = ls_state_get_agent (state, ls_state_get_shown_agent (state));
  g_autofree char *name = NULL, *place = NULL, *reason = NULL;

  if (agent == NULL)
    return;
  name = ls_names_say_agent (state, agent->id);
  switch (agent->state)
    {
    case LS_AGENT_STATE_WAITING:
      place = ls_names_place (state, agent->memory, agent->byte_index);
      /* Translators: an agent, a place in shared memory such as “lock[0]” */
      reason = g_strdup_printf (_("%s is suspended in Atomics.wait() at %s: nothing runs on its loop until it is notified or its "
                                  "time is over."),
                                name, place);
      break;
    case LS_AGENT_STATE_ENDED:
      /* Translators: an agent */
      reason = g_strdup_printf (_("%s has ended: nothing runs on its loop any more."), name);
      break;
    default:
      if (agent->state == LS_AGENT_STATE_RUNNING && ls_state_get_running_task (state) == 0)
        /* Translators: an agent */
        ls_explanation_add (self, g_strdup_printf (_("%s is running: its loop goes on when that is done."), name));
      else if (agent->id != ls_state_get_current_agent (state))
        /* Translators: an agent */
        ls_explanation_add (self, g_strdup_printf (_("This is the loop of %s. Another agent is running, and which one goes on is "
                                                     "open."), name));
      return;
    }
  if (self->kind == LS_EXPLANATION_NOTHING_RUNNABLE)
    ls_explanation_begin (self, g_steal_pointer (&reason));
  else
    ls_explanation_put_first (self, g_steal_pointer (&reason));
}

/* "Worker 2 can go on": who may have something to do that is no task yet. */
static void
add_who_can_go_on (LsExplanation *self,
                   LsState       *state)
{
  for (guint32 id = 1; id <= ls_state_get_n_agents (state); id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);
      g_autofree char *name = NULL;

      if (agent == NULL || (agent->state != LS_AGENT_STATE_RUNNABLE && agent->state != LS_AGENT_STATE_RUNNING))
        continue;
      name = ls_names_say_agent (state, id);
      /* Translators: an agent */
      ls_explanation_add (self, g_strdup_printf (agent->state == LS_AGENT_STATE_RUNNING ? _("%s is running.") : _("%s can go on."),
                                                 name));
    }
}

/* Whether code that is no task can go on and post one: in the loop that was asked for, or in any. */
static gboolean
can_agent_go_on (LsState *state)
{
  const guint32 asked = ls_state_get_asked_agent (state);

  for (guint32 id = 1; id <= ls_state_get_n_agents (state); id++)
    {
      const LsAgentTraceState *agent = ls_state_get_agent (state, id);

      if (agent != NULL && (asked == 0 || asked == id) &&
          (agent->state == LS_AGENT_STATE_RUNNABLE || agent->state == LS_AGENT_STATE_RUNNING))
        return TRUE;
    }
  return FALSE;
}

/* Returns how many sources of GLib are known to be ready. @first: (out): the task of one of them */
static guint
count_ready_sources (LsState *state,
                     guint32 *first)
{
  const LsWorld *world = ls_state_get_world (state);
  guint n = 0;

  for (guint type = LS_QUEUE_TYPE_SOURCES; type < LS_N_TRACE_QUEUE_TYPES; type++)
    for (guint kind = 0; kind < LS_N_WORK_QUEUES; kind++)
      if (kind != LS_WORK_QUEUE_DELAYED_INCOMING && world->loop.loop_queues[type].work_queues[kind].length > 0)
        {
          n += world->loop.loop_queues[type].work_queues[kind].length;
          *first = world->loop.loop_queues[type].work_queues[kind].first;
        }
  return n;
}

/* Nobody has recorded yet what is next, and the preset of an engine does not say it. */
static void
explain_unknown (LsExplanation *self,
                 LsState       *state)
{
  g_autofree char *name = NULL;
  guint32 ready = 0;
  const guint n_ready = ls_state_is_of_glib (state) ? count_ready_sources (state, &ready) : 0;

  if (ls_state_is_of_node (state) || n_ready > 0)
    {
      g_free (self->title);
      self->title = g_strdup (_("Nobody knows"));
    }
  if (ls_state_is_of_node (state))
    ls_explanation_begin (self, g_strdup (_("Node.js has no priorities: no model says what runs next.")));
  else if (ls_trace_is_of_page (ls_state_get_trace (state)))
    ls_explanation_begin (self, g_strdup (_("As far as the page has told, no task waits.")));
  else if (!ls_state_is_of_glib (state))
    ls_explanation_begin (self, g_strdup (_("The recording does not say what runs next.")));
  else if (n_ready == 0)
    ls_explanation_begin (self, g_strdup (_("No source is known to be ready.")));
  else if (n_ready > 1)
    ls_explanation_begin (self, g_strdup_printf (_("%u sources are known to be ready. GLib may find more when it looks again."),
                                                 n_ready));
  else
    {
      name = ls_names_say_task (state, ready);
      /* Translators: a source of GLib */
      ls_explanation_begin (self, g_strdup_printf (_("%s is ready. GLib may find more sources ready when it looks again."), name));
    }
}

static LsExplanation *
explain_nothing (LsState *state)
{
  LsExplanation *self = ls_explanation_new (LS_EXPLANATION_NOTHING_RUNNABLE, 0);
  const gboolean is_between = ls_state_is_between_turns (state);
  const guint32 running = is_between ? 0 : ls_state_get_running_task (state);

  self->blocker = running;
  self->position = ls_state_get_position (state);
  self->title = g_strdup (_("Nothing to run"));
  ls_explanation_set_clause (self, LS_CLAUSE_EVENT_LOOP, 2, 2);
  if (ls_state_is_recorded (ls_state_get_choice (state)))
    {
      explain_unknown (self, state);
      return self;
    }
  if (running != 0)
    {
      g_autofree char *name = ls_names_say_task (state, running);

      /* Translators: the running task */
      ls_explanation_begin (self, g_strdup_printf (_("Nothing follows %s so far: no other task is ready or delayed."), name));
    }
  else if (ls_state_get_n_tasks (state) == 0 && ls_state_get_n_agents (state) == 0)
    ls_explanation_begin (self, g_strdup (_("Nothing to run: no task has been posted yet.")));
  else if (is_between && !can_agent_go_on (state))
    ls_explanation_begin (self, g_strdup (_("Nothing to run: no task is ready or delayed.")));
  else
    ls_explanation_begin (self, g_strdup (_("Nothing to run so far: no task is ready or delayed.")));

  if (ls_state_get_asked_agent (state) != 0)
    ls_explanation_add_agent (self, state);
  else
    add_who_can_go_on (self, state);
  return self;
}

/* Describes the task that is next at the moment of the choice. Returns FALSE where no such task waits there: then the trace
 * contradicts itself. */
gboolean
ls_explanation_describe_next (LsState    *state,
                              LsNextTask *next)
{
  const LsWorld *ahead = ls_state_get_world (ls_state_get_choice (state));
  const guint32 id = ls_state_get_next_task (state);
  const LsTaskState *task;

  ls_selection_find_next (ahead, next);
  if (next->task == id)
    return TRUE;
  task = ls_world_peek_task (ahead, id);
  return task != NULL && task->id != 0 && ls_selection_describe (ahead, task, next);
}

/* Whether nothing can run before the delay of the next task ends, and nothing else then. */
static gboolean
is_due_first (LsState           *state,
              const LsTaskState *task)
{
  return task != NULL && task->status == LS_TASK_STATUS_DELAYED && task->due_at > ls_state_get_time (state) &&
         ls_state_is_between_turns (state) && ls_selection_count_queues (ls_state_get_world (state)) == 0 &&
         ls_selection_count_queues (ls_state_get_world (ls_state_get_choice (state))) == 1;
}

/* What time has to do with it: a delay that ends first, or that is over. */
static void
add_delay (LsExplanation     *self,
           LsState           *state,
           const LsTaskState *task)
{
  const guint64 now = ls_state_get_time (state);
  g_autofree char *time = NULL;

  if (task == NULL || task->status != LS_TASK_STATUS_DELAYED)
    return;
  time = ls_names_say_duration (task->due_at > now ? task->due_at - now : now - task->due_at);
  if (task->awaits_event)
    ls_explanation_add (self, g_strdup (_("It is not ready yet: it waits for an event.")));
  else if (ls_state_infers_due (state, task->id))
    ls_explanation_add (self, g_strdup (_("The recording does not say since when it can run.")));
  else if (task->due_at > now)
    /* Translators: a time such as “5 ms” */
    ls_explanation_add (self, g_strdup_printf (_("Its delay ends in %s."), time));
  else if (task->due_at < now)
    /* Translators: a time such as “5 ms” */
    ls_explanation_add (self, g_strdup_printf (_("It is due, %s late."), time));
  else
    ls_explanation_add (self, g_strdup (_("Its delay ends now.")));
}

/* What a recording does not say of the task, and is inferred. */
static void
add_inferred (LsExplanation *self,
              LsState       *state,
              guint32        task)
{
  if (ls_state_infers_queue (state, task))
    ls_explanation_add (self, g_strdup (_("Its queue is inferred: the recording does not name it.")));
  if (ls_state_infers_wait (state, task))
    ls_explanation_add (self, g_strdup (_("Since when it could run is inferred: the recording does not say.")));
}

/* Whose task it is, where no agent was asked for. */
static void
add_owner (LsExplanation *self,
           LsState       *state,
           LsState       *ahead)
{
  const guint32 agent = ls_state_get_shown_agent (ahead);
  g_autofree char *name = NULL;

  if (ls_state_get_n_agents (ahead) == 0 || ls_state_get_asked_agent (state) != 0)
    return;
  name = ls_names_say_agent (ahead, agent);
  if (ls_state_is_of_glib (ahead))
    /* Translators: a context of GLib */
    ls_explanation_add (self, g_strdup_printf (_("It is a source of %s."), name));
  else if (agent == ls_state_get_current_agent (state))
    /* Translators: an agent */
    ls_explanation_add (self, g_strdup_printf (_("It is a task of %s."), name));
  else
    /* Translators: an agent */
    ls_explanation_add (self, g_strdup_printf (_("It is a task of %s; no other agent starts a task before that."), name));
}

/* The task whose turn must end before the next one starts, 0 for none. The turn of another agent may go on. */
static guint32
get_turn_before (LsState *state)
{
  if (ls_state_is_between_turns (state) || ls_state_get_next_basis (state) == LS_NEXT_HELD ||
      ls_state_get_shown_agent (ls_state_get_choice (state)) != ls_state_get_shown_agent (state))
    return 0;
  return ls_state_get_running_task (state);
}

static gboolean
exists (LsState *state,
        guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);

  return task != NULL && task->id != 0;
}

/* Says that a task of the choice does not exist yet: the stage does not show it, because it shows the present. */
static void
add_what_is_missing (LsExplanation *self,
                     LsState       *state)
{
  LsState *ahead = ls_state_get_choice (state);
  g_autofree char *name = NULL, *other = NULL;
  const gboolean is_missing = !exists (state, self->task);
  guint32 runner_up = 0;
  LsNextTask next;

  if (ls_state_get_n_tasks (ahead) == ls_state_get_n_tasks (state) || ls_state_is_of_glib (ahead))
    return;
  if (ls_explanation_describe_next (state, &next))
    runner_up = ls_explanation_find_runner_up (ahead, &next);
  if (runner_up != 0 && exists (state, runner_up))
    runner_up = 0;
  if (runner_up != 0)
    ls_explanation_name_two (ahead, self->task, runner_up, &name, &other);
  if (is_missing && runner_up != 0)
    /* Translators: two tasks */
    ls_explanation_add (self, g_strdup_printf (_("Neither %s nor %s is queued yet."), name, other));
  else if (is_missing)
    ls_explanation_add (self, g_strdup (_("It is not queued yet.")));
  else if (runner_up != 0)
    /* Translators: a task */
    ls_explanation_add (self, g_strdup_printf (_("%s is not queued yet."), other));
}

/* What comes before the choice. */
static void
add_what_is_first (LsExplanation *self,
                   LsState       *state)
{
  const guint32 running = get_turn_before (state);
  g_autofree char *next = NULL, *name = NULL;
  guint32 n_microtasks;

  ls_state_get_first_microtask (state, &n_microtasks);
  if (running != 0)
    {
      ls_explanation_name_two (ls_state_get_choice (state), self->task, running, &next, &name);
      /* Translators: the running task */
      ls_explanation_add (self, g_strdup_printf (ls_state_is_of_glib (state)
                                                   ? _("It is dispatched when the callback of %s has returned.")
                                                   : _("It starts when %s and its microtasks are done."), name));
    }
  else if (n_microtasks > 0 && ls_state_get_shown_agent (ls_state_get_choice (state)) == ls_state_get_shown_agent (state))
    ls_explanation_add (self, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u microtask runs first.", "%u microtasks run first.",
                                                            n_microtasks), n_microtasks));
}

/* "“toast” runs next: its delay ends first, in 20 ms." */
static char *
say_due_first (LsState           *state,
               const LsTaskState *task,
               gboolean           is_so_far)
{
  g_autofree char *name = ls_names_say_task (state, task->id);
  g_autofree char *left = ls_names_say_duration (task->due_at - ls_state_get_time (state));

  if (task->awaits_event)
    /* Translators: a source of GLib */
    return g_strdup_printf (_("%s is dispatched next: nothing else is ready before it."), name);
  if (ls_state_infers_due (state, task->id))
    /* Translators: a task */
    return g_strdup_printf (_("%s runs next. The recording does not say since when it can run."), name);
  /* Translators: a task, a time such as “5 ms” */
  return g_strdup_printf (is_so_far ? _("%s is next so far: its delay ends first, in %s.")
                                    : _("%s runs next: its delay ends first, in %s."), name, left);
}

/* Whether the next task can run only once it is queued, which it is not yet, and nothing else can run then. */
static gboolean
is_alone (LsState            *state,
          LsExplanationTense  tense,
          const LsNextTask   *next)
{
  return tense == LS_EXPLANATION_PRESENT && !exists (state, next->task) &&
         ls_explanation_find_runner_up (ls_state_get_choice (state), next) == 0;
}

static char *
say_alone (LsState    *state,
           const char *name)
{
  return g_strdup_printf (ls_state_get_n_agents (state) > 0 ? _("%s runs next: no other task in its loop can run.")
                                                            : _("%s runs next: no other task can run."), name);
}

/* Explains the next task: the choice, and what else decides. Except in the present, @state is where it was selected. */
LsExplanation *
ls_explanation_new_next (LsState            *state,
                         LsExplanationTense  tense)
{
  const guint32 id = ls_state_get_next_task (state);
  LsState *ahead = ls_state_get_choice (state);
  const gboolean is_so_far = ls_state_get_next_basis (state) == LS_NEXT_SO_FAR;
  const LsTaskState *now = ls_state_get_task (state, id);
  LsExplanation *self = ls_explanation_new (is_so_far ? LS_EXPLANATION_NEXT_SO_FAR : LS_EXPLANATION_NEXT, id);
  g_autofree char *name = ls_names_say_task (ahead, id);
  LsNextTask next;

  if (is_so_far)
    tense = LS_EXPLANATION_SO_FAR;
  self->position = ls_state_get_position (state);
  self->blocker = get_turn_before (state);
  /* Translators: a task */
  self->title = g_strdup_printf (is_so_far ? _("Next so far: %s") : _("Next: %s"), name);
  if (!ls_explanation_describe_next (state, &next))
    {
      ls_explanation_begin (self, ls_explanation_say_untold (tense, name));
      ls_explanation_set_clause (self, LS_CLAUSE_NONE, 0, 0);
    }
  else
    {
      ls_explanation_set_described (self, ahead, &next);
      ls_explanation_set_selection_clause (self, next.queue != 0, next.flags);
      ls_explanation_begin (self, is_due_first (state, now) ? say_due_first (state, now, is_so_far)
                                  : is_alone (state, tense, &next) ? say_alone (state, name)
                                                                   : ls_explanation_say_choice (ahead, tense, &next));
    }
  if (ls_state_get_next_basis (state) == LS_NEXT_HELD)
    ls_explanation_add_held (self, state);
  else if (!is_due_first (state, now))
    add_delay (self, state, now);
  add_owner (self, state, ahead);
  add_inferred (self, ahead, id);
  return self;
}

/* Where the answer is not recorded, says who may change it. */
void
ls_explanation_add_doubt (LsExplanation *self,
                          LsState       *state)
{
  if (ls_state_get_next_basis (state) != LS_NEXT_SO_FAR)
    return;
  if (ls_state_get_n_agents (state) > 0 && ls_state_get_asked_agent (state) == 0)
    add_who_can_go_on (self, state);
  ls_explanation_add (self, g_strdup (_("What runs first may change this.")));
}

/**
 * ls_explain_next:
 * @state: a state
 *
 * Why the next task is next: the one of [method@State.get_next_task], as things stand at the moment of the choice.
 *
 * Returns: (transfer full): of kind %LS_EXPLANATION_NEXT, %LS_EXPLANATION_NEXT_SO_FAR or %LS_EXPLANATION_NOTHING_RUNNABLE
 */
LsExplanation *
ls_explain_next (LsState *state)
{
  LsExplanation *self;

  g_return_val_if_fail (state != NULL, NULL);

  if (ls_state_get_next_task (state) == 0)
    {
      self = explain_nothing (state);
      ls_explanation_settle_clause (self, state);
      return self;
    }

  self = ls_explanation_new_next (state, LS_EXPLANATION_PRESENT);
  add_what_is_missing (self, state);
  if (ls_state_get_next_basis (state) != LS_NEXT_HELD)
    add_what_is_first (self, state);
  ls_explanation_add_deferred (self, ls_state_get_choice (state));
  ls_explanation_add_doubt (self, state);
  ls_explanation_add_change (self, state);
  ls_explanation_add_raise (self, ls_state_get_choice (state));
  if (ls_state_get_asked_agent (state) != 0 && ls_state_get_next_basis (state) != LS_NEXT_HELD)
    ls_explanation_add_agent (self, state);
  ls_explanation_settle_clause (self, state);

  return self;
}
