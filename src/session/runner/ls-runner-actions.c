/* ls-runner-actions.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

/* The user's actions, each of which the run does again at the moment at which the user did it. */

/* An action that is to be done. */
typedef struct
{
  LsAction *action;
  LsStamp   stamp;
  guint     index;
  LsBody   *body;    /* its one step */
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

static void
apply_action (LsRunner      *self,
              Pending       *pending,
              LsActivation  *within,
              LsPromise    **promise)
{
  g_autofree char *text = ls_step_describe (ls_action_get_step (pending->action));

  ls_runner_emit (self, &(LsRecord) { .kind = LS_RECORD_ACTION, .subject = pending->index }, text);
  ls_interpreter_perform (self->interpreter, pending->body, within, promise);
  ls_runner_emit (self, &(LsRecord) { .kind = LS_RECORD_ACTION_FINISHED, .subject = pending->index }, NULL);
  __atomic_add_fetch (&self->n_steps, 1, __ATOMIC_RELAXED);
}

/* Does the actions whose moment is now, and gives up those whose moment has passed. */
LsPromise *
ls_runner_apply_actions (LsRunner     *self,
                         guint32       statement,
                         LsActivation *within)
{
  LsPromise *promise = NULL;
  LsStamp now = {
    .turn = ls_event_loop_get_turn (self->loop),
    .microtask = ls_event_loop_get_turn_microtasks (self->loop),
    .statement = statement,
  };

  while (self->next_action < self->actions->len)
    {
      Pending *pending = g_ptr_array_index (self->actions, self->next_action);
      int order = ls_stamp_compare (&pending->stamp, &now);

      if (order > 0)
        break;
      self->next_action++;
      if (order < 0)
        g_ptr_array_add (self->unapplied, ls_action_ref (pending->action));
      else
        {
          LsPromise *awaited = NULL;

          apply_action (self, pending, within, &awaited);
          if (awaited != NULL)
            {
              g_clear_pointer (&promise, ls_promise_unref);
              promise = awaited;
            }
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

  if (self->next_action >= self->actions->len)
    return FALSE;
  pending = g_ptr_array_index (self->actions, self->next_action);
  return ls_stamp_compare (&pending->stamp, &now) <= 0;
}

/* Returns: the number of the statement after @n of this callback at which an action is to be done, %G_MAXUINT32 for none */
guint32
ls_runner_next_statement (LsRunner *self,
                          guint32   n)
{
  Pending *pending;

  if (self->next_action >= self->actions->len)
    return G_MAXUINT32;

  pending = g_ptr_array_index (self->actions, self->next_action);
  if (pending->stamp.turn != ls_event_loop_get_turn (self->loop) ||
      pending->stamp.microtask != ls_event_loop_get_turn_microtasks (self->loop) || pending->stamp.statement <= n)
    return G_MAXUINT32;
  return pending->stamp.statement;
}

/* Gives up all actions that are left. */
void
ls_runner_drop_actions (LsRunner *self)
{
  while (self->next_action < self->actions->len)
    {
      Pending *pending = g_ptr_array_index (self->actions, self->next_action++);

      g_ptr_array_add (self->unapplied, ls_action_ref (pending->action));
    }
}

void
ls_runner_add_actions (LsRunner *self)
{
  self->actions = g_ptr_array_new_with_free_func (pending_free);
  for (guint i = 0; i < ls_session_get_n_actions (self->session); i++)
    {
      Pending *pending = g_new0 (Pending, 1);
      LsStep *step;

      pending->action = ls_action_ref (ls_session_get_action (self->session, i));
      pending->index = i;
      ls_action_get_stamp (pending->action, &pending->stamp);

      step = ls_action_get_step (pending->action);
      pending->body = g_new0 (LsBody, 1);
      g_atomic_ref_count_init (&pending->body->ref_count);
      pending->body->pointer = g_strdup (ls_step_get_pointer (step));
      pending->body->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_step_unref);
      g_ptr_array_add (pending->body->steps, ls_step_ref (step));
      g_ptr_array_add (self->actions, pending);
    }

  g_ptr_array_sort (self->actions, compare_pending);
}
