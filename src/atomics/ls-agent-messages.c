/* ls-agent-messages.c: the tasks that agents post to each other
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-private.h"

#include "ls-agent-cluster-private.h"
#include "ls-agent-records-private.h"
#include "ls-agent-threads-private.h"
#include "ls-event-loop-private.h"

typedef struct
{
  LsTaskFunc     func;
  gpointer       data;
  GDestroyNotify destroy;
  LsQueueType    queue;
} Message;

static void
message_run (gpointer data)
{
  Message *message = data;

  message->func (message->data);
}

static void
message_free (gpointer data)
{
  Message *message = data;

  if (message->destroy != NULL)
    message->destroy (message->data);
  g_free (message);
}

/* Moves the early posts to the loop of the agent. The agent has posted its own first tasks by now: the posts of others come after
 * those. Returns whether there were any. */
static gboolean
agent_flush_early_posts (LsAgent *self)
{
  g_autoptr (GPtrArray) posts = NULL;
  LsEventLoop *loop;

  if (self->thread != NULL)
    posts = ls_agent_thread_take_posts (self);
  else
    posts = g_steal_pointer (&self->early_posts);
  if (self->thread == NULL)
    self->takes_posts = TRUE;
  if (posts == NULL)
    return FALSE;
  loop = ls_agent_get_loop (self);
  g_ptr_array_set_free_func (posts, NULL);
  for (guint i = 0; i < posts->len; i++)
    {
      Message *message = g_ptr_array_index (posts, i);

      if (loop != NULL)
        ls_event_loop_post_from_thread (loop, message->queue, message_run, message, message_free);
      else
        message_free (message);
    }
  return TRUE;
}

void
ls_agent_flush_early_posts (LsAgent *self)
{
  /* Agents on other threads go on posting meanwhile. */
  while (agent_flush_early_posts (self) && self->thread != NULL)
    ;
}

/* Posts to an agent on a thread of its own. Takes over @message. */
static gboolean
agent_post_to_thread (LsAgent  *self,
                      Message  *message,
                      GError  **error)
{
  LsAgent *poster = ls_agent_get_threaded ();
  const LsOperation operation = { .kind = LS_OPERATION_POST, .replacement = self->id };

  if (poster != NULL && !ls_agent_thread_may_operate (poster, error))
    {
      message_free (message);
      return FALSE;
    }
  if (poster != NULL)
    {
      /* Report the post before the other agent can report its arrival. */
      ls_agent_enter_trace (poster);
      ls_agent_report_other (poster, &operation);
      ls_agent_leave_trace (poster);
    }
  if (!ls_agent_thread_keep_post (self, message, message_free))
    ls_event_loop_post_from_thread (self->loop, message->queue, message_run, message, message_free);
  return TRUE;
}

/**
 * ls_agent_post:
 * @self: an agent of a model, or of a thread with a loop
 * @queue: the task queue of its loop
 * @func: a function that runs there, as a task of its own
 * @user_data: data for @func
 * @destroy: (nullable): called with @user_data when the task has run or was dropped
 * @error: return location for an error
 *
 * Posts a task to another agent, as `postMessage()` does. For an agent of a model it is an operation of the posting agent. A post
 * to an agent that has ended is dropped.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_TERMINATED where the posting agent has been terminated
 */
gboolean
ls_agent_post (LsAgent         *self,
               LsQueueType      queue,
               LsTaskFunc       func,
               gpointer         user_data,
               GDestroyNotify   destroy,
               GError         **error)
{
  LsAgent *poster = ls_agent_get_modelled ();
  const LsOperation operation = { .kind = LS_OPERATION_POST, .replacement = self->id };
  Message *message;
  LsEventLoop *loop;

  g_return_val_if_fail (LS_IS_AGENT (self), FALSE);
  g_return_val_if_fail (func != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  message = g_new (Message, 1);
  *message = (Message) { func, user_data, destroy, queue };
  if (self->thread != NULL)
    return agent_post_to_thread (self, message, error);
  if (poster != NULL && !ls_agent_begin_operation (poster, &operation, error))
    {
      message_free (message);
      return FALSE;
    }
  if (self->cluster != NULL && !self->takes_posts && self->state != LS_AGENT_STATE_ENDED)
    {
      if (self->early_posts == NULL)
        self->early_posts = g_ptr_array_new_with_free_func (message_free);
      g_ptr_array_add (self->early_posts, message);
    }
  else if (self->state == LS_AGENT_STATE_ENDED || (loop = ls_agent_get_loop (self)) == NULL)
    message_free (message);
  else
    ls_event_loop_post_from_thread (loop, queue, message_run, message, message_free);
  if (poster != NULL)
    {
      if (self->cluster == poster->cluster)
        ls_hash_mix_hash (&self->messages, &poster->history);
      ls_agent_report_other (poster, &operation);
      ls_agent_end_operation (poster, &operation, 0, TRUE);
    }
  return TRUE;
}
