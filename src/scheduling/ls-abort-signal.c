/* ls-abort-signal.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-abort-signal-private.h"

#include "ls-event-loop-private.h"

/**
 * LsAbortSignal:
 *
 * DOM's AbortSignal. Use it where something can be aborted and has no priority; [class@TaskSignal] has a priority as well. An
 * [class@AbortController] aborts its signal. A timeout aborts a signal, and so does another signal that it depends on.
 *
 * A signal belongs to the thread of its loop. Programs may hold it longer than the loop.
 */
/* An algorithm of ls_abort_signal_add_algorithm(). */
typedef struct
{
  LsAbortAlgorithmNode node;
  guint                id;
  LsAbortAlgorithm     algorithm;
  gpointer             user_data;
  GDestroyNotify       destroy;
} LsPublicAlgorithm;

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

static void
public_algorithm_free (LsPublicAlgorithm *algorithm)
{
  if (algorithm->destroy != NULL)
    algorithm->destroy (algorithm->user_data);
  g_free (algorithm);
}

static void
public_algorithm_run (LsAbortSignal        *signal,
                      LsAbortAlgorithmNode *node)
{
  LsPublicAlgorithm *algorithm = (LsPublicAlgorithm *) node;

  algorithm->algorithm (signal, algorithm->user_data);
  public_algorithm_free (algorithm);
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
  while (priv->first_algorithm != NULL)
    {
      LsAbortAlgorithmNode *node = priv->first_algorithm;

      /* Task handles hold a reference to their signal: only public algorithms are left here. */
      ls_abort_signal_remove_node (self, node);
      public_algorithm_free ((LsPublicAlgorithm *) node);
    }
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
ls_abort_signal_class_init (LsAbortSignalClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_abort_signal_finalize;
  klass->is_needed = abort_signal_is_needed;
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
}

/**
 * ls_abort_signal_get_name:
 * @self: a signal
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

/* Abort algorithms */

void
ls_abort_signal_add_node (LsAbortSignal        *self,
                          LsAbortAlgorithmNode *node)
{
  LsAbortSignalPrivate *priv = get_private (self);

  node->next = NULL;
  node->previous = priv->last_algorithm;
  if (priv->last_algorithm != NULL)
    priv->last_algorithm->next = node;
  else
    priv->first_algorithm = node;
  priv->last_algorithm = node;
  if (priv->links.first_source != NULL)
    ls_abort_signal_update_keep_alive (self);
}

/* Takes @node out of the list. The caller holds a reference to @self. */
void
ls_abort_signal_remove_node (LsAbortSignal        *self,
                             LsAbortAlgorithmNode *node)
{
  LsAbortSignalPrivate *priv = get_private (self);

  if (node->previous != NULL)
    node->previous->next = node->next;
  else
    priv->first_algorithm = node->next;
  if (node->next != NULL)
    node->next->previous = node->previous;
  else
    priv->last_algorithm = node->previous;
  node->next = NULL;
  node->previous = NULL;
  if (priv->first_algorithm == NULL && priv->is_kept_alive)
    ls_abort_signal_update_keep_alive (self);
}

/**
 * ls_abort_signal_add_algorithm:
 * @self: a signal
 * @algorithm: a function that runs once, when @self is aborted, before the event
 * @user_data: data for @algorithm
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * DOM: add an algorithm to an AbortSignal.
 *
 * Returns: a number to remove the algorithm with; 0 where @self is aborted already: then nothing is added
 */
guint
ls_abort_signal_add_algorithm (LsAbortSignal    *self,
                               LsAbortAlgorithm  algorithm,
                               gpointer          user_data,
                               GDestroyNotify    destroy)
{
  LsAbortSignalPrivate *priv;
  LsPublicAlgorithm *item;

  g_return_val_if_fail (LS_IS_ABORT_SIGNAL (self), 0);
  g_return_val_if_fail (algorithm != NULL, 0);

  priv = get_private (self);
  if (priv->is_aborted)
    {
      if (destroy != NULL)
        destroy (user_data);
      return 0;
    }
  item = g_new0 (LsPublicAlgorithm, 1);
  item->node.run = public_algorithm_run;
  item->id = ++priv->last_algorithm_id;
  item->algorithm = algorithm;
  item->user_data = user_data;
  item->destroy = destroy;
  ls_abort_signal_add_node (self, &item->node);
  return item->id;
}

/**
 * ls_abort_signal_remove_algorithm:
 * @self: a signal
 * @id: what [method@AbortSignal.add_algorithm] returned; the function ignores an unknown number
 *
 * DOM: remove an algorithm from an AbortSignal.
 */
void
ls_abort_signal_remove_algorithm (LsAbortSignal *self,
                                  guint          id)
{
  g_return_if_fail (LS_IS_ABORT_SIGNAL (self));

  for (LsAbortAlgorithmNode *node = get_private (self)->first_algorithm; node != NULL; node = node->next)
    if (node->run == public_algorithm_run && ((LsPublicAlgorithm *) node)->id == id)
      {
        g_autoptr (LsAbortSignal) held = g_object_ref (self);

        ls_abort_signal_remove_node (held, node);
        public_algorithm_free ((LsPublicAlgorithm *) node);
        return;
      }
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
