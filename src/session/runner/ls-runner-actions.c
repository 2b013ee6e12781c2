/* ls-runner-actions.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include "ls-event-loop-private.h"
#include "ls-step-private.h"

/* The user's actions, each of which the run does again at the moment at which the user did it. A moment is a turn, a microtask of
 * it and a statement. If something has changed before it, the turn has another number: such an action follows the task instead
 * whose turn it was, and is done at the same microtask and statement of that task's turn. */

/* An action that is to be done. */
typedef struct
{
  LsAction *action;
  LsStamp   stamp;
  guint64   turn;    /* the task that the action follows: what the tracker knows it by; 0 if the stamp says all */
  guint     index;
  LsBody   *body;    /* its one step */
  gboolean  is_over; /* one that follows a task was done or given up */
} Pending;

static void
pending_free (gpointer data)
{
  Pending *pending = data;

  ls_action_unref (pending->action);
  ls_body_unref (pending->body);
  g_free (pending);
}

static int
compare_pending (gconstpointer a,
                 gconstpointer b)
{
  const Pending *first = *(const Pending *const *) a;
  const Pending *second = *(const Pending *const *) b;
  int order = ls_stamp_compare (&first->stamp, &second->stamp);

  return order != 0 ? order : (first->index > second->index) - (first->index < second->index);
}

/* Returns: whether an action is left that may still be done */
gboolean
ls_runner_has_actions (LsRunner *self)
{
  return self->next_action < self->actions->len || self->n_following > 0;
}

/* Learns which task's turn it is. The tracker reads all records, so that it knows tasks by who has posted them. */
static void
track (LsRunner *self,
       guint32   turn)
{
  const LsRunnerDriverClass *klass = self->driver->klass;
  const LsRecord *records;
  gsize n_records;

  if (!self->follows || self->without_trace)
    return;
  if (self->tracker.trace == NULL)
    ls_turn_tracker_init (&self->tracker, self->trace);
  ls_probe_publish (klass->get_probe != NULL ? klass->get_probe (self->driver) : ls_event_loop_get_probe (self->loop));
  while ((records = ls_trace_peek_records (self->trace, self->n_tracked, &n_records)) != NULL)
    {
      for (gsize i = 0; i < n_records; i++)
        {
          LsStepOrigin origin;

          ls_turn_tracker_read (&self->tracker, &records[i], &origin);
        }
      self->n_tracked += n_records;
    }
  self->tracked_turn = turn;
}

/* Notes what has become of an action. */
static void
note_outcome (LsRunner       *self,
              const Pending  *pending,
              LsActionResult  result,
              const LsStamp  *now)
{
  LsActionOutcome *outcome = &g_array_index (self->outcomes, LsActionOutcome, pending->index);

  outcome->result = result;
  if (result == LS_ACTION_DONE)
    {
      outcome->stamp = *now;
      outcome->turn = self->tracker.trace != NULL ? self->tracker.loop.origin.identity : 0;
    }
  else
    g_ptr_array_add (self->unapplied, ls_action_ref (pending->action));
  self->n_outcomes++;
}

/* Returns: whether everything that the step itself names is there. What its bodies name is looked up when they run. */
static gboolean
has_names (LsRunner *self,
           LsStep   *step)
{
  const LsOpSpec *spec = ls_step_op_get_spec (step->op);

  for (guint i = 0; spec->members[i].member != LS_MEMBER_NONE; i++)
    {
      const LsMemberSpec *member = &spec->members[i];
      const char *name = member->type == LS_MEMBER_TYPE_REFER ? ls_step_get_text (step, member->member) : NULL;
      const LsStepValue *value = ls_step_find_value (step, member->member);
      g_auto (LsValue) exception = LS_VALUE_INIT;

      if (name != NULL && !(member->flags & LS_MEMBER_OR_INHERIT && g_str_equal (name, "inherit")) &&
          !(member->flags & LS_MEMBER_OR_MAIN && g_str_equal (name, "main")) &&
          ls_program_scope_find (self->interpreter, name, member->kinds, &exception) == NULL)
        return FALSE;
      if (member->type != LS_MEMBER_TYPE_REFER_ALL || value == NULL)
        continue;
      for (guint j = 0; value->names[j] != NULL; j++)
        if (ls_program_scope_find (self->interpreter, value->names[j], member->kinds, &exception) == NULL)
          return FALSE;
    }
  return TRUE;
}

/* A yield makes the code yield that runs: there is none between two callbacks. */
static LsActionResult
check (LsRunner      *self,
       const Pending *pending,
       const LsStamp *now)
{
  LsStep *step = ls_action_get_step (pending->action);

  if (step->op == LS_STEP_OP_YIELD && now->statement == 0)
    return LS_ACTION_NOTHING_YIELDS;
  return pending->turn == 0 || has_names (self, step) ? LS_ACTION_DONE : LS_ACTION_NO_NAME;
}

/* Whether the yield is one of a program in JavaScript, which knows its own scheduling state. A signal by name, an option of the
 * 2023 edition, is the interpreter's to find. */
static gboolean
yields_in_program (LsRunner     *self,
                   LsStep       *step,
                   LsActivation *within)
{
  const char *signal = ls_step_get_text (step, LS_MEMBER_SIGNAL);

  return step->op == LS_STEP_OP_YIELD && within == NULL && self->runtime != NULL && self->runtime->yield != NULL &&
         (signal == NULL || g_str_equal (signal, "inherit") || self->settings->edition == LS_EDITION_2025);
}

static void
apply_action (LsRunner      *self,
              Pending       *pending,
              LsActivation  *within,
              LsPromise    **promise)
{
  LsStep *step = ls_action_get_step (pending->action);
  g_autofree char *text = ls_step_describe (step);
  LsActionOutcome *outcome;

  ls_runner_emit (self, &(LsRecord) { .kind = LS_RECORD_ACTION, .subject = pending->index }, text);
  if (yields_in_program (self, step, within))
    self->runtime->yield (self->program_run, ls_step_get_text (step, LS_MEMBER_SIGNAL),
                          ls_step_get_text (step, LS_MEMBER_PRIORITY));
  else
    ls_interpreter_perform (self->interpreter, pending->body, within, promise);
  ls_runner_emit (self, &(LsRecord) { .kind = LS_RECORD_ACTION_FINISHED, .subject = pending->index }, NULL);
  __atomic_add_fetch (&self->n_steps, 1, __ATOMIC_RELAXED);
  outcome = &g_array_index (self->outcomes, LsActionOutcome, pending->index);
  outcome->time = ls_runner_get_time (self);
  outcome->step = ls_runner_get_n_steps (self);
}

/* Whether an action that follows a task is to be done now: at its place in the turn of that task, or, where the turn is shorter
 * than it was, at the end of the callback or of the turn. */
static gboolean
is_due (LsRunner      *self,
        const Pending *pending,
        const LsStamp *now)
{
  const LsStamp wanted = { now->turn, pending->stamp.microtask, pending->stamp.statement };
  int order;

  if (pending->is_over || pending->turn != self->tracker.loop.origin.identity || now->turn != self->tracked_turn)
    return FALSE;
  order = ls_stamp_compare (&wanted, now);
  if (order == 0 || now->statement > 0)
    return order == 0;
  return order < 0 || !ls_event_loop_has_microtasks (self->loop);
}

/* It stays until the run is over: the interpreter knows bodies by their addresses. */
static void
end_following (LsRunner *self,
               Pending  *pending)
{
  pending->is_over = TRUE;
  self->n_following--;
}

/* Takes the first action in the order of the file that is to be done now, and gives up those whose moment has passed. Returns:
 * (transfer none) (nullable) */
static Pending *
take_due (LsRunner      *self,
          const LsStamp *now)
{
  Pending *stamped = NULL;

  while (self->next_action < self->actions->len)
    {
      Pending *pending = g_ptr_array_index (self->actions, self->next_action);
      int order = ls_stamp_compare (&pending->stamp, now);

      if (order == 0)
        stamped = pending;
      if (order >= 0)
        break;
      self->next_action++;
      note_outcome (self, pending, LS_ACTION_NO_MOMENT, now);
    }
  for (guint i = 0; i < self->followers->len; i++)
    {
      Pending *pending = g_ptr_array_index (self->followers, i);

      if (!is_due (self, pending, now) || (stamped != NULL && stamped->index < pending->index))
        continue;
      end_following (self, pending);
      return pending;
    }
  if (stamped != NULL)
    self->next_action++;
  return stamped;
}

/* Does the actions whose moment is now, and gives up those whose moment has passed. */
LsPromise *
ls_runner_apply_actions (LsRunner     *self,
                         guint32       statement,
                         LsActivation *within)
{
  LsPromise *promise = NULL;
  Pending *pending;
  LsStamp now = {
    .turn = ls_event_loop_get_turn (self->loop),
    .microtask = ls_event_loop_get_turn_microtasks (self->loop),
    .statement = statement,
  };

  if (!ls_runner_has_actions (self))
    return NULL;
  if (statement == 0 || self->tracked_turn != now.turn)
    track (self, now.turn);
  while ((pending = take_due (self, &now)) != NULL)
    {
      const LsActionResult result = check (self, pending, &now);
      LsPromise *awaited = NULL;

      note_outcome (self, pending, result, &now);
      if (result != LS_ACTION_DONE)
        continue;
      apply_action (self, pending, within, &awaited);
      if (awaited != NULL)
        {
          g_clear_pointer (&promise, ls_promise_unref);
          promise = awaited;
        }
    }

  return promise;
}

/* Returns: whether an action is due now, between two callbacks */
gboolean
ls_runner_has_due_action (LsRunner *self)
{
  const LsStamp now = {
    .turn = ls_event_loop_get_turn (self->loop),
    .microtask = ls_event_loop_get_turn_microtasks (self->loop),
  };
  const Pending *pending;

  if (self->next_action < self->actions->len)
    {
      pending = g_ptr_array_index (self->actions, self->next_action);
      if (ls_stamp_compare (&pending->stamp, &now) <= 0)
        return TRUE;
    }
  if (self->n_following > 0)
    track (self, now.turn);
  for (guint i = 0; i < self->followers->len; i++)
    if (is_due (self, g_ptr_array_index (self->followers, i), &now))
      return TRUE;
  return FALSE;
}

/* Returns: the number of the statement after @n of this callback at which an action is to be done, %G_MAXUINT32 for none */
guint32
ls_runner_next_statement (LsRunner *self,
                          guint32   n)
{
  const guint32 turn = ls_event_loop_get_turn (self->loop);
  const guint32 microtask = ls_event_loop_get_turn_microtasks (self->loop);
  guint32 next = G_MAXUINT32;
  const Pending *pending;

  if (self->next_action < self->actions->len)
    {
      pending = g_ptr_array_index (self->actions, self->next_action);
      if (pending->stamp.turn == turn && pending->stamp.microtask == microtask && pending->stamp.statement > n)
        next = pending->stamp.statement;
    }
  for (guint i = 0; i < self->followers->len; i++)
    {
      pending = g_ptr_array_index (self->followers, i);
      if (!pending->is_over && pending->turn == self->tracker.loop.origin.identity && self->tracked_turn == turn &&
          pending->stamp.microtask == microtask && pending->stamp.statement > n)
        next = MIN (next, pending->stamp.statement);
    }
  return next;
}

/* Gives up all actions that are left. */
void
ls_runner_drop_actions (LsRunner *self)
{
  while (self->next_action < self->actions->len)
    note_outcome (self, g_ptr_array_index (self->actions, self->next_action++), LS_ACTION_NO_MOMENT, NULL);
  /* Where something else has ended the run, the task might have run later. */
  for (guint i = 0; i < self->followers->len; i++)
    {
      Pending *pending = g_ptr_array_index (self->followers, i);

      if (pending->is_over)
        continue;
      end_following (self, pending);
      note_outcome (self, pending, self->state == LS_RUNNER_FINISHED ? LS_ACTION_NO_TASK : LS_ACTION_NO_MOMENT, NULL);
    }
}

static Pending *
pending_new (LsAction *action,
             guint     index,
             guint64   turn)
{
  LsStep *step = ls_action_get_step (action);
  Pending *pending = g_new0 (Pending, 1);

  pending->action = ls_action_ref (action);
  pending->index = index;
  pending->turn = turn;
  ls_action_get_stamp (action, &pending->stamp);
  pending->body = g_new0 (LsBody, 1);
  g_atomic_ref_count_init (&pending->body->ref_count);
  pending->body->pointer = g_strdup (ls_step_get_pointer (step));
  pending->body->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_step_unref);
  g_ptr_array_add (pending->body->steps, ls_step_ref (step));
  return pending;
}

/* @turns: (nullable) (element-type guint64): for each action the task that it follows, 0 for none */
void
ls_runner_add_actions (LsRunner *self,
                       GArray   *turns)
{
  const guint n_actions = ls_session_get_n_actions (self->session);

  self->actions = g_ptr_array_new_with_free_func (pending_free);
  self->followers = g_ptr_array_new_with_free_func (pending_free);
  self->outcomes = g_array_sized_new (FALSE, TRUE, sizeof (LsActionOutcome), n_actions);
  self->follows = turns != NULL;
  for (guint i = 0; i < n_actions; i++)
    {
      LsAction *action = ls_session_get_action (self->session, i);
      const guint64 turn = turns != NULL && i < turns->len ? g_array_index (turns, guint64, i) : 0;
      LsActionOutcome outcome = { .result = LS_ACTION_PENDING };

      ls_action_get_stamp (action, &outcome.stamp);
      if (turn == 0 && !ls_action_get_enabled (action, NULL))
        outcome.result = LS_ACTION_OFF;
      else
        g_ptr_array_add (turn != 0 ? self->followers : self->actions, pending_new (action, i, turn));
      g_array_append_val (self->outcomes, outcome);
    }

  self->n_following = self->followers->len;
  g_ptr_array_sort (self->actions, compare_pending);
}

void
ls_runner_free_actions (LsRunner *self)
{
  if (self->tracker.trace != NULL)
    ls_turn_tracker_clear (&self->tracker);
  g_clear_pointer (&self->actions, g_ptr_array_unref);
  g_clear_pointer (&self->followers, g_ptr_array_unref);
  g_clear_pointer (&self->outcomes, g_array_unref);
}

/**
 * ls_runner_get_action_outcome:
 * @self: a runner
 * @index: less than [method@Session.get_n_actions] of its session
 * @outcome: (out caller-allocates): what has become of the action so far
 *
 * Finds out whether an action of the session was done, and if not, why.
 */
void
ls_runner_get_action_outcome (LsRunner        *self,
                              guint            index,
                              LsActionOutcome *outcome)
{
  g_return_if_fail (LS_IS_RUNNER (self));
  g_return_if_fail (index < self->outcomes->len);
  g_return_if_fail (outcome != NULL);

  *outcome = g_array_index (self->outcomes, LsActionOutcome, index);
}
