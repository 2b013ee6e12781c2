/* ls-task-waits.c: how long a task would have waited with other priorities
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-task-waits.h"

#include "ls-record-walk-private.h"
#include "ls-what-if.h"

/**
 * LsTaskWaits:
 *
 * Runs the session again for each other priority, on a thread of its own, until one task has started that is scheduled with that
 * priority. It does not touch the session and its run.
 */
struct _LsTaskWaits
{
  GObject           parent_instance;

  LsDebugger       *debugger;
  LsWhatIf         *what_if;
  guint32           task;                              /* 0 for none */
  LsTaskPriority    priority;                          /* the priority of the present run, NONE for no run */
  LsTaskWaitStatus  statuses[LS_N_TASK_PRIORITIES + 1];
  guint64           waits[LS_N_TASK_PRIORITIES + 1];   /* in µs */
  gsize             scanned;                           /* how many records of the run were read */
  guint64           queued_at;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (LsTaskWaits, ls_task_waits, G_TYPE_OBJECT)

static void
start_next (LsTaskWaits *self)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  LsSession *session = ls_debugger_get_session (self->debugger);
  LsState *state = ls_player_get_state (ls_debugger_get_player (self->debugger));

  self->priority = LS_TASK_PRIORITY_NONE;
  ls_debugger_get_budgets (self->debugger, &options.step_budget, &options.time_budget, &options.record_budget,
                           &options.kept_records);
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING && self->priority == LS_TASK_PRIORITY_NONE; i++)
    {
      LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;

      if (self->statuses[i] != LS_TASK_WAIT_PENDING)
        continue;
      change.task = self->task;
      change.task_priority = i;
      self->scanned = 0;
      self->queued_at = LS_TIME_NEVER;
      if (session != NULL && ls_what_if_start (self->what_if, session, state, &change, &options, TRUE, NULL))
        self->priority = i;
      else
        self->statuses[i] = LS_TASK_WAIT_NONE;
    }
}

static void
finish (LsTaskWaits      *self,
        LsTaskWaitStatus  status,
        guint64           waited)
{
  self->statuses[self->priority] = status;
  self->waits[self->priority] = waited;
  ls_what_if_cancel (self->what_if);
  start_next (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Returns: whether the record tells what became of the task */
static gboolean
look_at (LsTaskWaits      *self,
         const LsRecord   *record,
         LsTaskWaitStatus *status,
         guint64          *waited)
{
  if (record->subject != self->task)
    return FALSE;
  if (record->kind == LS_RECORD_TASK_QUEUED && self->queued_at == LS_TIME_NEVER)
    self->queued_at = record->time;
  *waited = self->queued_at != LS_TIME_NEVER ? record->time - self->queued_at : 0;
  if (record->kind == LS_RECORD_TASK_STARTED)
    *status = LS_TASK_WAIT_KNOWN;
  else if (record->kind == LS_RECORD_TASK_REMOVED || record->kind == LS_RECORD_TASK_REFUSED)
    *status = LS_TASK_WAIT_REMOVED;
  else
    return FALSE;
  return TRUE;
}

static void
on_progressed (LsTaskWaits *self)
{
  LsTrace *trace = ls_what_if_get_trace (self->what_if);
  LsRecordWalk walk = { trace, self->scanned, trace != NULL ? ls_trace_get_length (trace) : 0 };
  const LsRecord *record;

  if (self->priority == LS_TASK_PRIORITY_NONE)
    return;
  /* The trace may have forgotten its oldest records. */
  while ((record = ls_record_walk_next (&walk)) != NULL)
    {
      LsTaskWaitStatus status;
      guint64 waited;

      if (look_at (self, record, &status, &waited))
        {
          finish (self, status, waited);
          return;
        }
    }
  self->scanned = walk.position;
}

static void
on_done (LsTaskWaits *self)
{
  LsTaskPriority priority = self->priority;

  on_progressed (self);
  if (priority != LS_TASK_PRIORITY_NONE && self->priority == priority)
    finish (self, LS_TASK_WAIT_ENDLESS, 0);
}

static void
ls_task_waits_dispose (GObject *object)
{
  LsTaskWaits *self = LS_TASK_WAITS (object);

  if (self->what_if != NULL)
    ls_task_waits_cancel (self);
  g_clear_object (&self->what_if);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_task_waits_parent_class)->dispose (object);
}

static void
ls_task_waits_class_init (LsTaskWaitsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_task_waits_dispose;

  changed_signal = g_signal_new ("changed", LS_TYPE_TASK_WAITS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_task_waits_init (LsTaskWaits *self)
{
  self->priority = LS_TASK_PRIORITY_NONE;
  self->what_if = ls_what_if_new ();
  g_signal_connect_object (self->what_if, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->what_if, "done", G_CALLBACK (on_done), self, G_CONNECT_SWAPPED);
}

/**
 * ls_task_waits_new:
 * @debugger: has the session
 *
 * Returns: (transfer full): an object that has tried nothing yet
 */
LsTaskWaits *
ls_task_waits_new (LsDebugger *debugger)
{
  LsTaskWaits *self = g_object_new (LS_TYPE_TASK_WAITS, NULL);

  self->debugger = g_object_ref (debugger);
  return self;
}

/**
 * ls_task_waits_start:
 * @self: an object
 * @task: a scheduler task's number in the present run
 * @except: the priority that need not be tried
 *
 * Begins to find out how long @task would have waited with each other priority. Cancels what it was asked before.
 */
void
ls_task_waits_start (LsTaskWaits    *self,
                     guint32         task,
                     LsTaskPriority  except)
{
  g_return_if_fail (task != 0);

  ls_task_waits_cancel (self);
  self->task = task;
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    self->statuses[i] = i != (guint) except ? LS_TASK_WAIT_PENDING : LS_TASK_WAIT_NONE;
  start_next (self);
}

/**
 * ls_task_waits_cancel:
 * @self: an object
 *
 * Stops, and forgets what was found.
 */
void
ls_task_waits_cancel (LsTaskWaits *self)
{
  self->task = 0;
  self->priority = LS_TASK_PRIORITY_NONE;
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    self->statuses[i] = LS_TASK_WAIT_NONE;
  ls_what_if_cancel (self->what_if);
}

/**
 * ls_task_waits_get_task:
 * @self: an object
 *
 * Returns: the task that was asked for last, 0 for none
 */
guint32
ls_task_waits_get_task (LsTaskWaits *self)
{
  return self->task;
}

/**
 * ls_task_waits_get:
 * @self: an object
 * @priority: a priority
 * @waited: (out): how long it would have waited, in µs, with %LS_TASK_WAIT_KNOWN
 *
 * Returns: what is known of the task with @priority
 */
LsTaskWaitStatus
ls_task_waits_get (LsTaskWaits    *self,
                   LsTaskPriority  priority,
                   guint64        *waited)
{
  g_return_val_if_fail (ls_task_priority_is_valid (priority), LS_TASK_WAIT_NONE);

  *waited = self->waits[priority];
  return self->statuses[priority];
}
