/* ls-abort-algorithms.c: the abort algorithms of a signal, as DOM has them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-abort-signal-private.h"
#include "ls-event-loop-private.h"

/* An algorithm of ls_abort_signal_add_algorithm(). */
typedef struct
{
  LsAbortAlgorithmNode node;
  guint                id;
  LsAbortAlgorithm     algorithm;
  gpointer             user_data;
  GDestroyNotify       destroy;
} LsPublicAlgorithm;

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

void
ls_abort_signal_add_node (LsAbortSignal        *self,
                          LsAbortAlgorithmNode *node)
{
  LsAbortSignalPrivate *priv = ls_abort_signal_get_private (self);

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
  LsAbortSignalPrivate *priv = ls_abort_signal_get_private (self);

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
 * Adds a function that runs when the signal is aborted, as DOM's “add an algorithm to an AbortSignal” does.
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

  priv = ls_abort_signal_get_private (self);
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

  for (LsAbortAlgorithmNode *node = ls_abort_signal_get_private (self)->first_algorithm; node != NULL; node = node->next)
    if (node->run == public_algorithm_run && ((LsPublicAlgorithm *) node)->id == id)
      {
        g_autoptr (LsAbortSignal) held = g_object_ref (self);

        ls_abort_signal_remove_node (held, node);
        public_algorithm_free ((LsPublicAlgorithm *) node);
        return;
      }
}

/* Drops the algorithms of a signal that goes. */
void
ls_abort_signal_drop_algorithms (LsAbortSignal *self)
{
  LsAbortSignalPrivate *priv = ls_abort_signal_get_private (self);

  while (priv->first_algorithm != NULL)
    {
      LsAbortAlgorithmNode *node = priv->first_algorithm;

      /* Task handles hold a reference to their signal: only public algorithms are left here. */
      ls_abort_signal_remove_node (self, node);
      public_algorithm_free ((LsPublicAlgorithm *) node);
    }
}
