/* ls-abort-signal.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-abort-signal-private.h"

#include "ls-event-loop-private.h"

enum
{
  PROP_0,
  PROP_LOOP,
  PROP_NAME,
  PROP_ABORTED,
  PROP_REASON,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];
static guint abort_id;

/**
 * LsAbortSignal:
 *
 * DOM's AbortSignal. Use it where something can be aborted and has no priority; [class@TaskSignal] has a priority as well. An
 * [class@AbortController] aborts its signal. A timeout aborts a signal, and so does another signal that it depends on.
 *
 * A signal belongs to the thread of its loop. Programs may hold it longer than the loop. Listeners keep a dependent signal alive,
 * as in DOM; handlers that are connected to a signal of GObject do not.
 */
G_DEFINE_TYPE_WITH_PRIVATE (LsAbortSignal, ls_abort_signal, G_TYPE_OBJECT)

static inline LsAbortSignalPrivate *
get_private (LsAbortSignal *self)
{
  return ls_abort_signal_get_instance_private (self);
}

/* Lets the other files of the class see its members. */
LsAbortSignalPrivate *
ls_abort_signal_get_private (LsAbortSignal *self)
{
  return get_private (self);
}

/* Removes all links of a signal that goes. Its dependents may have lost their last source, and then nothing keeps them alive. */
static void
abort_signal_disconnect (LsAbortSignal *self)
{
  LsAbortSignalPrivate *priv = get_private (self);

  while (priv->links.first_source != NULL)
    {
      LsSignalLink *link = priv->links.first_source;

      ls_signal_links_disconnect (&get_private (link->source)->links, &priv->links, link);
    }
  while (priv->links.first_dependent != NULL)
    {
      LsSignalLink *link = priv->links.first_dependent;
      g_autoptr (LsAbortSignal) dependent = g_object_ref (link->dependent);

      ls_signal_links_disconnect (&priv->links, &get_private (dependent)->links, link);
      ls_abort_signal_update_keep_alive (dependent);
    }
}

static void
ls_abort_signal_finalize (GObject *object)
{
  LsAbortSignal *self = LS_ABORT_SIGNAL (object);
  LsAbortSignalPrivate *priv = get_private (self);
  LsEventLoop *loop = priv->space->loop;

  abort_signal_disconnect (self);
  ls_event_listeners_clear (&priv->listeners);
  ls_abort_signal_drop_algorithms (self);
  if (loop != NULL && loop->probe != NULL)
    ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_FINALIZED, .subject = priv->id,
                        .clause = LS_CLAUSE_GARBAGE_COLLECTION);
  ls_value_clear (&priv->reason);
  g_free (priv->name);
  ls_loop_space_unref (priv->space);

  G_OBJECT_CLASS (ls_abort_signal_parent_class)->finalize (object);
}

/* The rule of DOM for the garbage collection of dependent signals: a dependent signal stays while a source lives and somebody
 * would notice its abort. */
static gboolean
abort_signal_is_needed (LsAbortSignal *self)
{
  LsAbortSignalPrivate *priv = get_private (self);

  return !priv->is_aborted && priv->links.first_source != NULL &&
         (priv->first_algorithm != NULL || ls_event_listeners_count (&priv->listeners, "abort") > 0);
}

static void
ls_abort_signal_get_property (GObject    *object,
                              guint       id,
                              GValue     *value,
                              GParamSpec *spec)
{
  LsAbortSignalPrivate *priv = get_private (LS_ABORT_SIGNAL (object));

  switch (id)
    {
    case PROP_LOOP:
      g_value_set_object (value, priv->space->loop);
      break;
    case PROP_NAME:
      g_value_set_string (value, priv->name);
      break;
    case PROP_ABORTED:
      g_value_set_boolean (value, priv->is_aborted);
      break;
    case PROP_REASON:
      g_value_set_boxed (value, &priv->reason);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_abort_signal_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *spec)
{
  switch (id)
    {
    case PROP_NAME:
      ls_abort_signal_set_name (LS_ABORT_SIGNAL (object), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
ls_abort_signal_class_init (LsAbortSignalClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ls_abort_signal_finalize;
  object_class->get_property = ls_abort_signal_get_property;
  object_class->set_property = ls_abort_signal_set_property;
  klass->is_needed = abort_signal_is_needed;

  /**
   * LsAbortSignal:loop:
   *
   * The loop of the signal; %NULL once that is gone
   */
  properties[PROP_LOOP] = g_param_spec_object ("loop", NULL, NULL, LS_TYPE_EVENT_LOOP,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsAbortSignal:name:
   *
   * A name for people
   */
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * LsAbortSignal:aborted:
   *
   * AbortSignal.aborted. It changes once, and tells of it just before [signal@AbortSignal::abort]
   */
  properties[PROP_ABORTED] = g_param_spec_boolean ("aborted", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsAbortSignal:reason:
   *
   * AbortSignal.reason
   */
  properties[PROP_REASON] = g_param_spec_boxed ("reason", NULL, NULL, LS_TYPE_VALUE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  /**
   * LsAbortSignal::abort:
   * @self: the signal
   *
   * The event "abort", for programs that rather connect than add a listener. Handlers run after all listeners, unless one of
   * these has stopped the event.
   */
  abort_id = g_signal_new ("abort", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/* Tells GObject's side of an abort. */
void
ls_abort_signal_emit_abort (LsAbortSignal *self,
                            gboolean       is_stopped)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ABORTED]);
  if (!is_stopped)
    g_signal_emit (self, abort_id, 0);
}

static void
ls_abort_signal_init (LsAbortSignal *self)
{
}

LsAbortSignal *
ls_abort_signal_new_internal (LsEventLoop *loop,
                              GType        type)
{
  LsAbortSignal *self = g_object_new (type, NULL);
  LsAbortSignalPrivate *priv = get_private (self);

  priv->space = ls_loop_space_ref (loop->space);
  priv->id = ++loop->numbers->last_signal;
  return self;
}

/* Reports a new signal and its sources, once it is complete. */
void
ls_abort_signal_report_creation (LsAbortSignal  *self,
                                 guint8          flags,
                                 LsTaskPriority  priority,
                                 LsAbortSignal  *priority_source,
                                 LsClause        clause)
{
  LsAbortSignalPrivate *priv = get_private (self);
  LsEventLoop *loop = priv->space->loop;

  if (loop->probe == NULL)
    return;
  ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_CREATED, .subject = priv->id,
                      .object = priority_source != NULL ? ls_abort_signal_get_id (priority_source) : 0,
                      .text = ls_probe_intern (loop->probe, priv->name), .priority = priority,
                      .flags = flags | (priv->is_dependent ? LS_RECORD_FLAG_DEPENDENT : 0), .clause = clause);
  for (LsSignalLink *link = priv->links.first_source; link != NULL; link = link->next_source)
    ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_ABORT_SOURCE, .subject = priv->id,
                        .object = ls_abort_signal_get_id (link->source), .clause = LS_CLAUSE_DOM_DEPENDENT_SIGNAL);
  if (priv->is_aborted)
    {
      g_autofree char *text = ls_value_to_string (&priv->reason);

      ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_ABORTED, .subject = priv->id,
                          .text = ls_probe_intern (loop->probe, text),
                          .clause = clause == LS_CLAUSE_DOM_SIGNAL_ABORT ? clause : LS_CLAUSE_DOM_DEPENDENT_SIGNAL);
    }
}

/* Returns: (nullable): the loop of the signal, if that still runs */
LsEventLoop *
ls_abort_signal_get_running_loop (LsAbortSignal *self)
{
  LsEventLoop *loop = get_private (self)->space->loop;

  return loop != NULL && !loop->shut_down ? loop : NULL;
}

/**
 * ls_abort_signal_get_loop:
 * @self: a signal
 *
 * Gets the loop of the signal.
 *
 * Returns: (transfer none) (nullable): the loop of the signal; %NULL once that is gone
 */
LsEventLoop *
ls_abort_signal_get_loop (LsAbortSignal *self)
{
  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), NULL);

  return get_private (self)->space->loop;
}

/**
 * ls_abort_signal_get_id:
 * @self: a signal
 *
 * Gets the number of the signal.
 *
 * Returns: its number, as in records
 */
guint32
ls_abort_signal_get_id (LsAbortSignal *self)
{
  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), 0);

  return get_private (self)->id;
}

/**
 * ls_abort_signal_set_name:
 * @self: a signal
 * @name: (nullable): a name for people
 *
 * Sets the name that people see in traces and statistics. It means nothing to the engine. Signals of a controller have the name
 * that this was given; others, such as those of [func@TaskSignal.any_with_source], have none until this function names them.
 */
void
ls_abort_signal_set_name (LsAbortSignal *self,
                          const char    *name)
{
  LsAbortSignalPrivate *priv;
  LsEventLoop *loop;

  g_return_if_fail (LS_IS_ABORT_SIGNAL (self));

  priv = get_private (self);
  loop = priv->space->loop;
  if (g_strcmp0 (priv->name, name) == 0)
    return;
  g_free (priv->name);
  priv->name = g_strdup (name);
  if (loop != NULL && loop->probe != NULL)
    ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_NAMED, .subject = priv->id,
                        .text = ls_probe_intern (loop->probe, name), .clause = LS_CLAUSE_SESSION);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
}

/**
 * ls_abort_signal_get_name:
 * @self: a signal
 *
 * Gets the name that people see in traces.
 *
 * Returns: (transfer none) (nullable): the name
 */
const char *
ls_abort_signal_get_name (LsAbortSignal *self)
{
  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), NULL);

  return get_private (self)->name;
}

/**
 * ls_abort_signal_get_aborted:
 * @self: a signal
 *
 * Tells whether the signal is aborted, `AbortSignal.aborted`. That never changes back.
 *
 * Returns: AbortSignal.aborted
 */
gboolean
ls_abort_signal_get_aborted (LsAbortSignal *self)
{
  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), FALSE);

  return get_private (self)->is_aborted;
}

/**
 * ls_abort_signal_get_reason:
 * @self: a signal
 *
 * Gets why the signal is aborted, `AbortSignal.reason`; `undefined` before.
 *
 * Returns: (transfer none): AbortSignal.reason, identical to the value that it was aborted with
 */
const LsValue *
ls_abort_signal_get_reason (LsAbortSignal *self)
{
  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), NULL);

  return &get_private (self)->reason;
}

/**
 * ls_abort_signal_throw_if_aborted:
 * @self: a signal
 * @result: (out): the reason, if @self is aborted
 *
 * AbortSignal.throwIfAborted(). A callback returns the result of this function.
 *
 * Returns: %LS_COMPLETION_THROW if @self is aborted
 */
LsCompletion
ls_abort_signal_throw_if_aborted (LsAbortSignal *self,
                                  LsValue       *result)
{
  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), LS_COMPLETION_NORMAL);

  if (!get_private (self)->is_aborted)
    return LS_COMPLETION_NORMAL;
  ls_value_clear (result);
  ls_value_copy (&get_private (self)->reason, result);
  return LS_COMPLETION_THROW;
}

/* Lifetime */

/* A signal holds a reference to itself while its class says that it is needed. */
void
ls_abort_signal_update_keep_alive (LsAbortSignal *self)
{
  LsAbortSignalPrivate *priv = get_private (self);
  const gboolean keep = LS_ABORT_SIGNAL_GET_CLASS (self)->is_needed (self);

  if (keep == priv->is_kept_alive)
    return;
  priv->is_kept_alive = keep;
  if (keep)
    g_object_ref (self);
  else
    g_object_unref (self);
}

/* Aborting */

static void
abort_signal_mark (LsAbortSignal *self,
                   const LsValue *reason,
                   LsAbortSignal *source)
{
  LsAbortSignalPrivate *priv = get_private (self);
  LsEventLoop *loop = priv->space->loop;

  priv->is_aborted = TRUE;
  ls_value_copy (reason, &priv->reason);
  if (loop != NULL && loop->probe != NULL)
    {
      g_autofree char *text = ls_value_to_string (reason);

      ls_event_loop_emit (loop, .kind = LS_RECORD_SIGNAL_ABORTED, .subject = priv->id,
                          .object = source != NULL ? get_private (source)->id : 0,
                          .text = ls_probe_intern (loop->probe, text), .clause = LS_CLAUSE_DOM_SIGNAL_ABORT,
                          .step = source != NULL ? 4 : 2);
    }
}

/* DOM: run the abort steps: first the algorithms, then the event. */
static void
abort_signal_run_abort_steps (LsAbortSignal *self)
{
  LsAbortSignalPrivate *priv = get_private (self);
  LsEvent event = { .type = "abort", .target = self, .previous_priority = LS_TASK_PRIORITY_NONE };

  while (priv->first_algorithm != NULL)
    {
      LsAbortAlgorithmNode *node = priv->first_algorithm;

      ls_abort_signal_remove_node (self, node);
      node->run (self, node);
    }
  ls_abort_signal_fire (self, &event, LS_CLAUSE_DOM_SIGNAL_ABORT, 5);
  ls_abort_signal_emit_abort (self, event.stop_immediate_propagation);
  ls_abort_signal_update_keep_alive (self);
}

/* DOM: signal abort. */
void
ls_abort_signal_signal_abort (LsAbortSignal *self,
                              const LsValue *reason)
{
  LsAbortSignalPrivate *priv = get_private (self);
  g_autoptr (LsAbortSignal) held = g_object_ref (self);
  g_autoptr (GPtrArray) dependents = NULL;
  g_auto (LsValue) actual = LS_VALUE_INIT;

  if (priv->is_aborted)
    return;
  ls_abort_signal_compute_reason (reason, "AbortError", "signal is aborted without reason", &actual);
  abort_signal_mark (self, &actual, NULL);

  dependents = ls_signal_links_hold_dependents (&priv->links);
  for (guint i = 0; i < dependents->len;)
    {
      LsAbortSignal *dependent = g_ptr_array_index (dependents, i);

      if (get_private (dependent)->is_aborted)
        g_ptr_array_remove_index (dependents, i);
      else
        {
          abort_signal_mark (dependent, &actual, self);
          i++;
        }
    }

  abort_signal_run_abort_steps (self);
  for (guint i = 0; i < dependents->len; i++)
    abort_signal_run_abort_steps (g_ptr_array_index (dependents, i));
}
