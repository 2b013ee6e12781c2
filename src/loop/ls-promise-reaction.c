/* ls-promise-reaction.c: reactions of promises and their jobs, §4.1.5 to §4.1.7
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"
#include "ls-promise-private.h"

static LsReaction *
reaction_new (LsEventLoop    *loop,
              LsReactionKind  kind,
              LsPromise      *derived)
{
  LsReaction *reaction = ls_pool_alloc (&loop->space->reactions);

  *reaction = (LsReaction) { .kind = kind, .derived = derived != NULL ? ls_promise_ref (derived) : NULL };
  return reaction;
}

/* ECMAScript: PerformPromiseThen, with HostMakeJobCallback (§4.1.5) for the handlers. Takes over @reaction. @waiter (nullable): the
 * promise that what reacts will settle. */
static void
promise_perform_then (LsPromise   *self,
                      LsEventLoop *loop,
                      LsReaction  *reaction,
                      LsPromise   *waiter)
{
  /* Deviation for presets that model it: Firefox loses the state where the promise is settled already. */
  if (self->state == LS_PROMISE_PENDING || !loop->preset.loses_state_settled_reaction)
    reaction->state = ls_continuation_state_ref (loop->continuation_state);

  if (G_UNLIKELY (loop->promise_awaited != NULL) && self->state == LS_PROMISE_PENDING)
    loop->promise_awaited (loop, self->id, waiter != NULL ? waiter->id : 0);
  if (self->state == LS_PROMISE_PENDING)
    {
      if (self->last_reaction != NULL)
        self->last_reaction->next = reaction;
      else
        {
          ls_promise_start_waiting (self);
          self->first_reaction = reaction;
        }
      self->last_reaction = reaction;
    }
  else
    {
      /* HostPromiseRejectionTracker, "handle" */
      if (self->is_reported && !self->is_handled && loop->probe != NULL)
        ls_event_loop_emit (loop, .kind = LS_RECORD_PROMISE_HANDLED, .subject = self->id,
                            .clause = LS_CLAUSE_HTML_UNHANDLED_REJECTION);
      ls_reaction_queue_job (loop, self, reaction);
    }
  self->is_handled = TRUE;
}

/* The thenFinally and catchFinally functions of ECMAScript: promise.resolve(result).then(() => value, or a thrower). */
static void
reaction_continue_finally (LsEventLoop   *loop,
                           LsReaction    *reaction,
                           const LsValue *result,
                           const LsValue *argument,
                           gboolean       rejected)
{
  g_autoptr (LsPromise) waited = NULL;
  g_autoptr (LsPromise) passed = ls_promise_new_for_task (loop, 0, 0);
  g_auto (LsValue) adopted = LS_VALUE_INIT;
  LsReaction *pass = reaction_new (loop, rejected ? LS_REACTION_PASS_REASON : LS_REACTION_PASS_VALUE, passed);

  ls_value_copy (argument, &pass->argument);
  /* PromiseResolve returns a promise as it is. */
  if (result->type == LS_VALUE_PROMISE)
    waited = ls_promise_ref (result->as.promise);
  else
    waited = ls_promise_new_resolved (loop, result);
  promise_perform_then (waited, loop, pass, passed);
  ls_value_set_promise (&adopted, passed);
  ls_promise_resolve (reaction->derived, &adopted);
}

/* Runs a handler as HostCallJobCallback does (§4.1.6) and settles the derived promise with its outcome. */
static gboolean
reaction_call_handler (LsEventLoop   *loop,
                       LsReaction    *reaction,
                       const LsValue *argument,
                       gboolean       rejected)
{
  LsCallback handler = rejected ? reaction->on_rejected : reaction->on_fulfilled;
  g_auto (LsValue) result = LS_VALUE_INIT;
  LsCompletion completion;

  ls_event_loop_set_continuation_state (loop, reaction->state);
  completion = handler (argument, &result, reaction->user_data);
  ls_event_loop_note_time (loop);
  if (completion == LS_COMPLETION_THROW && reaction->derived != NULL)
    ls_promise_reject (reaction->derived, &result);
  else if (completion == LS_COMPLETION_THROW)
    ls_event_loop_report_exception (loop, &result);
  else if (reaction->kind == LS_REACTION_FINALLY)
    reaction_continue_finally (loop, reaction, &result, argument, rejected);
  else if (reaction->derived != NULL)
    ls_promise_resolve (reaction->derived, &result);
  ls_event_loop_set_continuation_state (loop, NULL);
  return completion == LS_COMPLETION_THROW;
}

/* ECMAScript: the steps of NewPromiseReactionJob. microtask->a is the reaction; b says whether the promise was rejected; c is the
 * space. */
static gboolean
run_reaction_job (LsEventLoop *loop,
                  LsMicrotask *microtask,
                  gboolean     run)
{
  LsReaction *reaction = microtask->a;
  const gboolean rejected = microtask->b != NULL;
  const LsPromiseState state = rejected ? LS_PROMISE_REJECTED : LS_PROMISE_FULFILLED;
  gboolean threw = FALSE;

  if (run)
    switch (reaction->kind)
      {
      case LS_REACTION_THEN:
      case LS_REACTION_FINALLY:
        if ((rejected ? reaction->on_rejected : reaction->on_fulfilled) != NULL)
          threw = reaction_call_handler (loop, reaction, &microtask->argument, rejected);
        else if (reaction->derived != NULL && rejected)
          ls_promise_reject (reaction->derived, &microtask->argument);
        else if (reaction->derived != NULL)
          ls_promise_resolve (reaction->derived, &microtask->argument);
        break;
      case LS_REACTION_ADOPT:
        ls_promise_settle (reaction->derived, state, &microtask->argument);
        break;
      case LS_REACTION_PASS_VALUE:
        if (rejected)
          ls_promise_reject (reaction->derived, &microtask->argument);
        else
          ls_promise_resolve (reaction->derived, &reaction->argument);
        break;
      case LS_REACTION_PASS_REASON:
        ls_promise_reject (reaction->derived, rejected ? &microtask->argument : &reaction->argument);
        break;
      default:
        g_assert_not_reached ();
      }
  ls_value_clear (&microtask->argument);
  ls_reaction_free (microtask->c, reaction);
  ls_loop_space_unref (microtask->c);
  return threw;
}

void
ls_reaction_queue_job (LsEventLoop *loop,
                       LsPromise   *promise,
                       LsReaction  *reaction)
{
  LsMicrotask *microtask = ls_event_loop_push_microtask (loop, reaction->is_await ? LS_MICROTASK_AWAIT
                                                                                  : LS_MICROTASK_REACTION,
                                                         run_reaction_job, promise->id, promise->name);

  /* Only the record shows this state: the job sets it around the handler alone. */
  microtask->a = reaction;
  microtask->b = GINT_TO_POINTER (promise->state == LS_PROMISE_REJECTED);
  microtask->c = ls_loop_space_ref (loop->space);
  microtask->shown_state = reaction->state;
  ls_value_copy (&promise->result, &microtask->argument);
  ls_event_loop_notice_work (loop);
}

/* The steps of the job: microtask->a is the promise to resolve, the argument the thenable. */
static gboolean
run_thenable_job (LsEventLoop *loop,
                  LsMicrotask *microtask,
                  gboolean     run)
{
  if (run)
    {
      ls_event_loop_set_continuation_state (loop, microtask->state);
      promise_perform_then (microtask->argument.as.promise, loop,
                            reaction_new (loop, LS_REACTION_ADOPT, microtask->a), microtask->a);
      ls_event_loop_set_continuation_state (loop, NULL);
    }
  ls_value_clear (&microtask->argument);
  ls_promise_unref (microtask->a);
  ls_continuation_state_unref (microtask->state);
  return FALSE;
}

/* ECMAScript: NewPromiseResolveThenableJob, with HostMakeJobCallback for then. @value is a promise. */
void
ls_promise_queue_thenable_job (LsPromise     *self,
                               LsEventLoop   *loop,
                               const LsValue *value)
{
  LsMicrotask *microtask = ls_event_loop_push_microtask (loop, LS_MICROTASK_THENABLE, run_thenable_job, self->id, self->name);

  microtask->a = ls_promise_ref (self);
  /* Deviation for presets that model it: Firefox loses the state here. */
  if (!loop->preset.loses_state_thenable_job)
    microtask->state = ls_continuation_state_ref (loop->continuation_state);
  microtask->shown_state = microtask->state;
  ls_value_copy (value, &microtask->argument);
  ls_event_loop_notice_work (loop);
}

static LsPromise *
promise_then (LsPromise      *self,
              LsPromise      *waiter,
              LsReactionKind  kind,
              LsCallback      on_fulfilled,
              LsCallback      on_rejected,
              gpointer        user_data,
              GDestroyNotify  destroy,
              gboolean        is_await)
{
  LsEventLoop *loop = self->space->loop;
  g_autoptr (LsPromise) derived = NULL;
  LsReaction *reaction;

  g_return_val_if_fail (!self->is_hosted, NULL);

  if (loop == NULL || loop->shut_down)
    {
      if (destroy != NULL)
        destroy (user_data);
      return is_await ? NULL : ls_promise_ref (self);
    }
  LS_ASSERT_LOOP_THREAD (loop);
  if (!is_await)
    derived = ls_promise_new_for_task (loop, 0, self->name);
  reaction = reaction_new (loop, kind, derived);
  reaction->on_fulfilled = on_fulfilled;
  reaction->on_rejected = on_rejected;
  reaction->user_data = user_data;
  reaction->destroy = destroy;
  reaction->is_await = is_await;
  promise_perform_then (self, loop, reaction, derived != NULL ? derived : waiter);
  return g_steal_pointer (&derived);
}

/* Promise.prototype.then() with one @user_data for both handlers. */
LsPromise *
ls_promise_then_both (LsPromise      *self,
                      LsCallback      on_fulfilled,
                      LsCallback      on_rejected,
                      gpointer        user_data,
                      GDestroyNotify  destroy)
{
  return promise_then (self, NULL, LS_REACTION_THEN, on_fulfilled, on_rejected, user_data, destroy, FALSE);
}

/**
 * ls_promise_then:
 * @self: a promise
 * @on_fulfilled: (nullable): a handler for the value; its return value resolves the new promise, its exception rejects it
 * @user_data: data for @on_fulfilled
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * Promise.prototype.then(). The handler runs as a microtask with the current continuation state. A rejection goes on to the new
 * promise. See [method@Promise.then_full] for a handler of the reason beside that of the value.
 *
 * Returns: (transfer full): the new promise; @self once the loop has ended
 */
LsPromise *
ls_promise_then (LsPromise      *self,
                 LsCallback      on_fulfilled,
                 gpointer        user_data,
                 GDestroyNotify  destroy)
{
  g_return_val_if_fail (self != NULL, NULL);

  return ls_promise_then_both (self, on_fulfilled, NULL, user_data, destroy);
}

/* The two closures of ls_promise_then_full() */
typedef struct
{
  LsCallback     callback;
  gpointer       user_data;
  GDestroyNotify destroy;
} Handler;

typedef struct
{
  Handler fulfilled;
  Handler rejected;
} Handlers;

static LsCompletion
handlers_call_fulfilled (const LsValue *argument,
                         LsValue       *result,
                         gpointer       data)
{
  const Handlers *self = data;

  return self->fulfilled.callback (argument, result, self->fulfilled.user_data);
}

static LsCompletion
handlers_call_rejected (const LsValue *argument,
                        LsValue       *result,
                        gpointer       data)
{
  const Handlers *self = data;

  return self->rejected.callback (argument, result, self->rejected.user_data);
}

static void
handlers_free (gpointer data)
{
  Handlers *self = data;

  if (self->fulfilled.destroy != NULL)
    self->fulfilled.destroy (self->fulfilled.user_data);
  if (self->rejected.destroy != NULL)
    self->rejected.destroy (self->rejected.user_data);
  g_free (self);
}

/**
 * ls_promise_then_full:
 * @self: a promise
 * @on_fulfilled: (nullable) (scope notified) (closure fulfilled_data) (destroy fulfilled_destroy): a handler for the value; its
 *   return value resolves the new promise, its exception rejects it
 * @fulfilled_data: data for @on_fulfilled
 * @fulfilled_destroy: (nullable): called with @fulfilled_data once neither function can run any more
 * @on_rejected: (nullable) (scope notified) (closure rejected_data) (destroy rejected_destroy): a handler for the reason,
 *   likewise
 * @rejected_data: data for @on_rejected
 * @rejected_destroy: (nullable): called with @rejected_data once neither function can run any more
 *
 * Promise.prototype.then() with both of its arguments.
 *
 * Returns: (transfer full): the new promise; @self once the loop has ended
 */
LsPromise *
ls_promise_then_full (LsPromise      *self,
                      LsCallback      on_fulfilled,
                      gpointer        fulfilled_data,
                      GDestroyNotify  fulfilled_destroy,
                      LsCallback      on_rejected,
                      gpointer        rejected_data,
                      GDestroyNotify  rejected_destroy)
{
  Handlers *handlers;

  g_return_val_if_fail (self != NULL, NULL);

  handlers = g_new (Handlers, 1);
  *handlers = (Handlers) { { on_fulfilled, fulfilled_data, fulfilled_destroy }, { on_rejected, rejected_data, rejected_destroy } };
  return ls_promise_then_both (self, on_fulfilled != NULL ? handlers_call_fulfilled : NULL,
                               on_rejected != NULL ? handlers_call_rejected : NULL, handlers, handlers_free);
}

/**
 * ls_promise_catch:
 * @self: a promise
 * @on_rejected: a handler for the reason
 * @user_data: data for @on_rejected
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * Promise.prototype.catch().
 *
 * Returns: (transfer full): the new promise
 */
LsPromise *
ls_promise_catch (LsPromise      *self,
                  LsCallback      on_rejected,
                  gpointer        user_data,
                  GDestroyNotify  destroy)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (on_rejected != NULL, NULL);

  return ls_promise_then_both (self, NULL, on_rejected, user_data, destroy);
}

/**
 * ls_promise_finally:
 * @self: a promise
 * @on_finally: a handler that runs once @self is settled, with its value or reason; the promise waits for its result and drops it
 * @user_data: data for @on_finally
 * @destroy: (nullable): called with @user_data once the function cannot run any more
 *
 * Promise.prototype.finally(). (In ECMAScript the handler gets no argument; it does no harm here.)
 *
 * Returns: (transfer full): the new promise
 */
LsPromise *
ls_promise_finally (LsPromise      *self,
                    LsCallback      on_finally,
                    gpointer        user_data,
                    GDestroyNotify  destroy)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (on_finally != NULL, NULL);

  return promise_then (self, NULL, LS_REACTION_FINALLY, on_finally, on_finally, user_data, destroy, FALSE);
}

/**
 * ls_promise_await: (skip)
 * @self: a promise
 * @on_fulfilled: goes on with the value
 * @on_rejected: goes on with the reason
 * @user_data: data for both functions
 * @destroy: (nullable): called with @user_data once neither function can run any more
 *
 * Adds a reaction without a new promise, as `await` does. For bodies that are written as state machines: both functions
 * share their data.
 */
void
ls_promise_await (LsPromise      *self,
                  LsCallback      on_fulfilled,
                  LsCallback      on_rejected,
                  gpointer        user_data,
                  GDestroyNotify  destroy)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (on_fulfilled != NULL && on_rejected != NULL);

  promise_then (self, NULL, LS_REACTION_THEN, on_fulfilled, on_rejected, user_data, destroy, TRUE);
}

/* ls_promise_await() of a body whose own promise is @waiter (nullable). */
void
ls_promise_await_for (LsPromise      *self,
                      LsPromise      *waiter,
                      LsCallback      on_fulfilled,
                      LsCallback      on_rejected,
                      gpointer        user_data,
                      GDestroyNotify  destroy)
{
  promise_then (self, waiter, LS_REACTION_THEN, on_fulfilled, on_rejected, user_data, destroy, TRUE);
}
