/* ls-task-signal.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-enums.h"
#include "ls-event-loop-private.h"
#include "ls-scheduler-error.h"
#include "ls-task-signal-private.h"

/**
 * LsTaskSignal:
 *
 * The TaskSignal of the specification (§3.3): an [class@AbortSignal] with a priority. Tasks posted with it follow its priority
 * and are aborted with it. Its [class@TaskController] sets the priority; or the signal follows a source signal, or has one
 * priority for good.
 */
G_DEFINE_FINAL_TYPE (LsTaskSignal, ls_task_signal, LS_TYPE_ABORT_SIGNAL)

enum
{
  PROP_0,
  PROP_PRIORITY,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];
static guint prioritychange_id;

static void
ls_task_signal_finalize (GObject *object)
{
  LsTaskSignal *self = LS_TASK_SIGNAL (object);
  LsSignalLink *link = self->priority_links.first_source;

  if (link != NULL)
    ls_signal_links_disconnect (&LS_TASK_SIGNAL (link->source)->priority_links, &self->priority_links, link);
  while ((link = self->priority_links.first_dependent) != NULL)
    {
      g_autoptr (LsTaskSignal) dependent = LS_TASK_SIGNAL (g_object_ref (link->dependent));

      ls_signal_links_disconnect (&self->priority_links, &dependent->priority_links, link);
      ls_abort_signal_update_keep_alive (LS_ABORT_SIGNAL (dependent));
    }

  G_OBJECT_CLASS (ls_task_signal_parent_class)->finalize (object);
}

/* §3.3.1: a dependent signal with a source also stays alive while it has prioritychange listeners or algorithms. */
static gboolean
task_signal_is_needed (LsAbortSignal *signal)
{
  LsTaskSignal *self = LS_TASK_SIGNAL (signal);

  if (LS_ABORT_SIGNAL_CLASS (ls_task_signal_parent_class)->is_needed (signal))
    return TRUE;
  return self->priority_links.first_source != NULL &&
         (self->first_algorithm != NULL || ls_abort_signal_count_listeners (signal, "prioritychange") > 0);
}

static void
ls_task_signal_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *spec)
{
  switch (id)
    {
    case PROP_PRIORITY:
      g_value_set_enum (value, LS_TASK_SIGNAL (object)->priority);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_task_signal_class_init (LsTaskSignalClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ls_task_signal_finalize;
  object_class->get_property = ls_task_signal_get_property;
  LS_ABORT_SIGNAL_CLASS (klass)->is_needed = task_signal_is_needed;

  /**
   * LsTaskSignal:priority:
   *
   * TaskSignal.priority. It tells of a change just before [signal@TaskSignal::prioritychange]
   */
  properties[PROP_PRIORITY] = g_param_spec_enum ("priority", NULL, NULL, LS_TYPE_TASK_PRIORITY, LS_TASK_PRIORITY_USER_VISIBLE,
                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  /**
   * LsTaskSignal::prioritychange:
   * @self: the signal
   * @previous: TaskPriorityChangeEvent.previousPriority
   *
   * The event "prioritychange", for programs that rather connect than add a listener. Handlers run after all listeners, unless one
   * of these has stopped the event.
   */
  prioritychange_id = g_signal_new ("prioritychange", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, LS_TYPE_TASK_PRIORITY);
}

static void
ls_task_signal_init (LsTaskSignal *self)
{
  self->priority = LS_TASK_PRIORITY_USER_VISIBLE;
}

LsTaskSignal *
ls_task_signal_new_for_controller (LsEventLoop    *loop,
                                   LsTaskPriority  priority,
                                   const char     *name)
{
  LsTaskSignal *self = LS_TASK_SIGNAL (ls_abort_signal_new_internal (loop, LS_TYPE_TASK_SIGNAL));

  self->priority = priority;
  ls_abort_signal_report_creation (LS_ABORT_SIGNAL (self), LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_CONTROLLER, priority,
                                   NULL, LS_CLAUSE_TASK_CONTROLLER);
  ls_abort_signal_set_name (LS_ABORT_SIGNAL (self), name);
  return self;
}

/* §3.3 create a dependent task signal, steps 1 to 3 with a TaskPriority, 4 with a TaskSignal */
static LsTaskSignal *
create_dependent_task_signal (LsEventLoop    *loop,
                              LsAbortSignal **signals,
                              gsize           n_signals,
                              LsTaskPriority  priority,
                              LsTaskSignal   *source,
                              guint8          flags,
                              LsClause        clause)
{
  LsTaskSignal *self = LS_TASK_SIGNAL (ls_abort_signal_new_internal (loop, LS_TYPE_TASK_SIGNAL));

  ls_abort_signal_depend_on (LS_ABORT_SIGNAL (self), signals, n_signals); /* step 1 */
  self->dependent = TRUE;                                                 /* step 2 */
  if (source == NULL)
    self->priority = priority; /* step 3 */
  else
    {
      self->priority = source->priority; /* step 4.2 */
      if (!ls_task_signal_has_fixed_priority (source))
        {
          if (source->dependent)
            source = LS_TASK_SIGNAL (source->priority_links.first_source->source);
          ls_signal_links_connect (&source->priority_links, LS_ABORT_SIGNAL (source), &self->priority_links,
                                   LS_ABORT_SIGNAL (self));
        }
      else
        source = NULL;
    }
  if (ls_task_signal_has_fixed_priority (self))
    flags |= LS_RECORD_FLAG_FIXED;
  ls_abort_signal_report_creation (LS_ABORT_SIGNAL (self), flags | LS_RECORD_FLAG_TASK_SIGNAL | LS_RECORD_FLAG_DEPENDENT,
                                   self->priority, (LsAbortSignal *) source, clause);
  return self;
}

/* §3.3 create a fixed priority unabortable task signal */
LsTaskSignal *
ls_task_signal_new_fixed_priority_unabortable (LsEventLoop    *loop,
                                               LsTaskPriority  priority)
{
  return create_dependent_task_signal (loop, NULL, 0, priority, NULL, LS_RECORD_FLAG_INTERNAL, LS_CLAUSE_FIXED_PRIORITY_SIGNAL);
}

/* Makes one signal of the two sources of a scheduling state, for the experiment of currentTaskSignal. @abort_source: (nullable) */
LsTaskSignal *
ls_task_signal_new_for_state (LsEventLoop   *loop,
                              LsAbortSignal *abort_source,
                              LsTaskSignal  *priority_source)
{
  const gboolean is_fixed = ls_task_signal_has_fixed_priority (priority_source);

  return create_dependent_task_signal (loop, &abort_source, abort_source != NULL, priority_source->priority,
                                       is_fixed ? NULL : priority_source, 0, LS_CLAUSE_EXPERIMENT_CURRENT_TASK_SIGNAL);
}

/**
 * ls_task_signal_any:
 * @loop: an event loop
 * @signals: (array length=n_signals): signals of the same loop
 * @n_signals: the number of @signals
 * @priority: the fixed priority of the new signal; %LS_TASK_PRIORITY_NONE for the default, user-visible
 *
 * TaskSignal.any() with a TaskPriority: create a dependent task signal (§3.3). It has no name: [method@AbortSignal.set_name] gives
 * it one for traces and statistics.
 *
 * Returns: (transfer full): a signal that is aborted when one of @signals is
 */
LsTaskSignal *
ls_task_signal_any (LsEventLoop    *loop,
                    LsAbortSignal **signals,
                    gsize           n_signals,
                    LsTaskPriority  priority)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  g_return_val_if_fail (ls_abort_signal_are_of_loop (signals, n_signals, loop), NULL);
  priority = ls_task_priority_or_default (priority);
  g_return_val_if_fail (ls_task_priority_is_valid (priority), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  return create_dependent_task_signal (loop, signals, n_signals, priority, NULL, 0, LS_CLAUSE_CREATE_DEPENDENT_TASK_SIGNAL);
}

/**
 * ls_task_signal_any_with_source:
 * @loop: an event loop
 * @signals: (array length=n_signals): signals of the same loop
 * @n_signals: the number of @signals
 * @priority_source: a signal; the new signal follows its priority. It need not be among @signals: where it is not, its abort does
 *   not abort the new signal
 *
 * TaskSignal.any() with a TaskSignal as priority: create a dependent task signal (§3.3). The new signal follows the root: a
 * dependent source stands for the signal that it follows itself.
 *
 * The new signal has no name, not even that of its source: [method@AbortSignal.set_name] gives it one for traces and statistics.
 *
 * Returns: (transfer full): a signal that is aborted when one of @signals is
 */
LsTaskSignal *
ls_task_signal_any_with_source (LsEventLoop    *loop,
                                LsAbortSignal **signals,
                                gsize           n_signals,
                                LsTaskSignal   *priority_source)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  g_return_val_if_fail (ls_abort_signal_are_of_loop (signals, n_signals, loop), NULL);
  g_return_val_if_fail (LS_IS_TASK_SIGNAL (priority_source), NULL);
  g_return_val_if_fail (ls_abort_signal_get_loop (LS_ABORT_SIGNAL (priority_source)) == loop, NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  return create_dependent_task_signal (loop, signals, n_signals, LS_TASK_PRIORITY_NONE, priority_source, 0,
                                       LS_CLAUSE_CREATE_DEPENDENT_TASK_SIGNAL);
}

/**
 * ls_task_signal_get_priority:
 * @self: a signal
 *
 * Gets the priority of the signal, `TaskSignal.priority`.
 *
 * Returns: TaskSignal.priority
 */
LsTaskPriority
ls_task_signal_get_priority (LsTaskSignal *self)
{
  g_return_val_if_fail (LS_IS_TASK_SIGNAL (self), LS_TASK_PRIORITY_USER_VISIBLE);

  return self->priority;
}

/**
 * ls_task_signal_has_fixed_priority:
 * @self: a signal
 *
 * Tells whether the priority can never change, §3.3.
 *
 * Returns: whether the priority can never change: the signal is dependent and has no source signal (any more)
 */
gboolean
ls_task_signal_has_fixed_priority (LsTaskSignal *self)
{
  g_return_val_if_fail (LS_IS_TASK_SIGNAL (self), TRUE);

  return self->dependent && self->priority_links.first_source == NULL;
}

/**
 * ls_task_signal_get_source:
 * @self: a signal
 *
 * Gets the signal whose priority this one follows, its priority source signal in §3.3.
 *
 * Returns: (transfer none) (nullable): the signal whose priority @self follows
 */
LsTaskSignal *
ls_task_signal_get_source (LsTaskSignal *self)
{
  g_return_val_if_fail (LS_IS_TASK_SIGNAL (self), NULL);

  return self->priority_links.first_source != NULL ? LS_TASK_SIGNAL (self->priority_links.first_source->source) : NULL;
}

/**
 * ls_task_signal_get_n_dependents:
 * @self: a signal
 *
 * Counts the signals that follow the priority of this one.
 *
 * Returns: the number of signals that follow its priority
 */
guint
ls_task_signal_get_n_dependents (LsTaskSignal *self)
{
  g_return_val_if_fail (LS_IS_TASK_SIGNAL (self), 0);

  return self->priority_links.n_dependents;
}

/* §3.3 add a priority change algorithm. @algorithm is new. */
void
ls_task_signal_add_priority_change_algorithm (LsTaskSignal        *self,
                                              LsPriorityAlgorithm *algorithm)
{
  algorithm->previous = self->last_algorithm;
  if (self->last_algorithm != NULL)
    self->last_algorithm->next = algorithm;
  else
    self->first_algorithm = algorithm;
  self->last_algorithm = algorithm;
  if (self->priority_links.first_source != NULL)
    ls_abort_signal_update_keep_alive (LS_ABORT_SIGNAL (self));
}

/* The specification leaves the algorithms of removed queues with the signal, where they do nothing. The caller holds a reference
 * to @self. */
void
ls_task_signal_remove_priority_change_algorithm (LsTaskSignal        *self,
                                                 LsPriorityAlgorithm *algorithm)
{
  if (algorithm->previous != NULL)
    algorithm->previous->next = algorithm->next;
  else
    self->first_algorithm = algorithm->next;
  if (algorithm->next != NULL)
    algorithm->next->previous = algorithm->previous;
  else
    self->last_algorithm = algorithm->previous;
  if (self->priority_links.first_source != NULL)
    ls_abort_signal_update_keep_alive (LS_ABORT_SIGNAL (self));
}

static void
task_signal_report_refusal (LsTaskSignal   *self,
                            LsTaskPriority  priority)
{
  LsEventLoop *loop = ls_abort_signal_get_loop (LS_ABORT_SIGNAL (self));

  if (loop != NULL && loop->probe != NULL)
    ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_PRIORITY_REFUSED,
                        .subject = ls_abort_signal_get_id (LS_ABORT_SIGNAL (self)), .priority = priority,
                        .clause = LS_CLAUSE_SIGNAL_PRIORITY_CHANGE, .step = 1);
}

/* §3.3 signal priority change */
gboolean
ls_task_signal_signal_priority_change (LsTaskSignal    *self,
                                       LsTaskPriority   priority,
                                       GError         **error)
{
  g_autoptr (LsTaskSignal) held = g_object_ref (self);
  g_autoptr (GPtrArray) dependents = NULL;
  LsEventLoop *loop = ls_abort_signal_get_loop (LS_ABORT_SIGNAL (self));
  LsSignalLink *source = self->priority_links.first_source;
  LsSignalLink *last;
  const LsTaskPriority previous = self->priority;
  LsEvent event = { .type = "prioritychange", .target = LS_ABORT_SIGNAL (self), .previous_priority = previous };

  /* Step 1 */
  if (self->priority_changing)
    {
      task_signal_report_refusal (self, priority);
      g_set_error (error, LS_SCHEDULER_ERROR, LS_SCHEDULER_ERROR_NOT_ALLOWED,
                   "Cannot change the priority while a prioritychange event of the same signal is in progress");
      return FALSE;
    }
  /* Step 2 */
  if (previous == priority)
    return TRUE;

  /* Steps 3 to 5 */
  self->priority_changing = TRUE;
  self->priority = priority;
  if (loop != NULL && loop->probe != NULL)
    ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_PRIORITY, .subject = ls_abort_signal_get_id (event.target),
                        .object = source != NULL ? ls_abort_signal_get_id (source->source) : 0, .value = previous,
                        .priority = priority, .clause = LS_CLAUSE_SIGNAL_PRIORITY_CHANGE, .step = 5);
  /* Step 6 */
  for (LsPriorityAlgorithm *algorithm = self->first_algorithm; algorithm != NULL; algorithm = algorithm->next)
    algorithm->run (self, algorithm);
  /* A delayed task is in no queue, and has another priority all the same. */
  if (loop != NULL)
    ls_runnable_queues_note_change (&loop->scheduler_queues);
  /* Step 7 */
  ls_abort_signal_fire (LS_ABORT_SIGNAL (self), &event, LS_CLAUSE_SIGNAL_PRIORITY_CHANGE, 7);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRIORITY]);
  if (!event.stop_immediate_propagation)
    g_signal_emit (self, prioritychange_id, 0, previous);
  /* Step 8. A signal that the handler made has the new priority already and returns at its step 2. A signal that the handler of a
   * dependent made has the old priority if it took it from a dependent whose turn was yet to come: the loop goes on until no
   * signal is new. */
  do
    {
      g_clear_pointer (&dependents, g_ptr_array_unref);
      last = self->priority_links.last_dependent;
      dependents = ls_signal_links_hold_dependents (&self->priority_links);
      for (guint i = 0; i < dependents->len; i++)
        ls_task_signal_signal_priority_change (g_ptr_array_index (dependents, i), priority, NULL);
    }
  while (self->priority_links.last_dependent != last);
  /* Step 9 */
  self->priority_changing = FALSE;
  return TRUE;
}
