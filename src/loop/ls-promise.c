/* ls-promise.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-loop-private.h"

#include "ls-promise-private.h"

/**
 * LsPromise:
 *
 * A promise exactly as ECMAScript has it: reactions run as microtasks, being resolved with another promise takes two
 * more of them, the continuation state of whoever adds a reaction goes with it (§4.1.5, §4.1.6). Use it for results of
 * tasks; use a #GTask for what leaves the loop.
 *
 * It is counted, belongs to its loop's thread and may outlive the loop; nothing runs any more then.
 */
G_DEFINE_BOXED_TYPE (LsPromise, ls_promise, ls_promise_ref, ls_promise_unref)

static void        promise_settle       (LsPromise      *self,
                                         LsPromiseState  state,
                                         const LsValue  *result);
static void        promise_perform_then (LsPromise      *self,
                                         LsEventLoop    *loop,
                                         LsReaction     *reaction);
static LsReaction *reaction_new         (LsEventLoop    *loop,
                                         LsReactionKind  kind,
                                         LsPromise      *derived);

LsPromise *
ls_promise_new_for_task (LsEventLoop *loop,
                         guint32      task,
                         guint32      name)
{
  LsPromise *self = ls_pool_alloc (&loop->space->promises);
  volatile guint32 *last_promise = loop->foreign_jobs.last_promise != NULL ? loop->foreign_jobs.last_promise
                                                                              : &loop->numbers->last_promise;

  *self = (LsPromise) { .space = ls_loop_space_ref (loop->space), .ref_count = 1, .id = ++*last_promise,
                        .name = name };
  if (loop->probe != NULL)
    ls_event_loop_emit (loop, .kind = LS_RECORD_PROMISE_CREATED, .subject = self->id, .object = task, .text = name);
  return self;
}

/**
 * ls_promise_new:
 * @loop: its loop
 *
 * Returns: (transfer full): a pending promise
 */
LsPromise *
ls_promise_new (LsEventLoop *loop)
{
  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  return ls_promise_new_for_task (loop, 0, 0);
}

/* A promise that is made after the loop was shut down: nobody can react to it, and nobody is told of it. */
static LsPromise *
promise_new_settled (LsEventLoop    *loop,
                     LsPromiseState  state,
                     const LsValue  *result)
{
  LsPromise *self = ls_promise_new_for_task (loop, 0, 0);

  self->state = state;
  self->already_resolved = TRUE;
  if (result != NULL)
    ls_value_copy (result, &self->result);
  return self;
}

/**
 * ls_promise_new_resolved:
 * @loop: its loop
 * @value: (nullable): a value, `undefined` if %NULL
 *
 * Promise.resolve() for a new promise: a promise given as @value is adopted, not returned; where the loop was shut
 * down, that one stays pending.
 *
 * Returns: (transfer full): a promise resolved with @value
 */
LsPromise *
ls_promise_new_resolved (LsEventLoop   *loop,
                         const LsValue *value)
{
  LsPromise *self;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  if (loop->shut_down && (value == NULL || value->type != LS_VALUE_PROMISE))
    return promise_new_settled (loop, LS_PROMISE_FULFILLED, value);
  self = ls_promise_new_for_task (loop, 0, 0);
  ls_promise_resolve (self, value);
  return self;
}

/**
 * ls_promise_new_rejected:
 * @loop: its loop
 * @reason: (nullable): a reason, `undefined` if %NULL
 *
 * Returns: (transfer full): a promise rejected with @reason
 */
LsPromise *
ls_promise_new_rejected (LsEventLoop   *loop,
                         const LsValue *reason)
{
  LsPromise *self;

  g_return_val_if_fail (LS_IS_EVENT_LOOP (loop), NULL);
  LS_ASSERT_LOOP_THREAD (loop);

  if (loop->shut_down)
    return promise_new_settled (loop, LS_PROMISE_REJECTED, reason);
  self = ls_promise_new_for_task (loop, 0, 0);
  ls_promise_reject (self, reason);
  return self;
}

/**
 * ls_promise_ref:
 * @self: a promise
 *
 * Returns: (transfer full): @self
 */
LsPromise *
ls_promise_ref (LsPromise *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->ref_count++;
  return self;
}

static void
reaction_free (LsLoopSpace *space,
               LsReaction  *reaction)
{
  if (reaction->destroy != NULL)
    reaction->destroy (reaction->user_data);
  if (reaction->derived != NULL)
    ls_promise_unref (reaction->derived);
  ls_continuation_state_unref (reaction->state);
  ls_value_clear (&reaction->argument);
  ls_pool_free (&space->reactions, reaction);
}

/* A pending promise gets its first reaction. */
static void
promise_start_waiting (LsPromise *self)
{
  LsPromise *next = self->space->waiting;

  self->waiting.next = next;
  self->waiting.previous = NULL;
  if (next != NULL)
    next->waiting.previous = self;
  self->space->waiting = self;
}

/* Returns: (transfer full): its reactions */
static LsReaction *
promise_stop_waiting (LsPromise *self)
{
  LsReaction *reactions = self->is_hosted ? NULL : g_steal_pointer (&self->first_reaction);
  LsPromise *next = self->waiting.next;
  LsPromise *previous = self->waiting.previous;

  if (self->is_hosted)
    return NULL;

  self->last_reaction = NULL;
  if (reactions == NULL)
    return NULL;
  if (previous != NULL)
    previous->waiting.next = next;
  else
    self->space->waiting = next;
  if (next != NULL)
    next->waiting.previous = previous;
  self->result = (LsValue) LS_VALUE_INIT;
  return reactions;
}

/* Dropping a reaction drops the promise that is derived with it, which drops that one's reactions. They are put behind
 * those that are to be dropped already, so that the stack does not grow with the length of a chain. */
static void
promise_drop_reactions (LsPromise *self)
{
  LsLoopSpace *space = self->space;
  LsReaction *last = self->is_hosted ? NULL : self->last_reaction;
  LsReaction *first = promise_stop_waiting (self);

  if (first == NULL)
    return;
  if (space->first_dropped != NULL)
    space->last_dropped->next = first;
  else
    space->first_dropped = first;
  space->last_dropped = last;
  if (space->is_dropping)
    return;

  space->is_dropping = TRUE;
  while (space->first_dropped != NULL)
    {
      LsReaction *reaction = space->first_dropped;

      space->first_dropped = reaction->next;
      reaction_free (space, reaction);
    }
  space->is_dropping = FALSE;
}

/* Nothing will settle a promise any more. Those that wait for each other, in a circle, let go of each other here. */
void
ls_promises_shut_down (LsEventLoop *loop)
{
  while (loop->space->waiting != NULL)
    {
      LsPromise *promise = ls_promise_ref (loop->space->waiting);

      promise_drop_reactions (promise);
      ls_promise_unref (promise);
    }
}

static void
promise_free (LsPromise *self)
{
  LsLoopSpace *space = self->space;

  promise_drop_reactions (self);
  ls_value_clear (&self->result);
  ls_pool_free (&space->promises, self);
  ls_loop_space_unref (space);
}

/**
 * ls_promise_unref:
 * @self: (transfer full): a promise
 */
void
ls_promise_unref (LsPromise *self)
{
  g_return_if_fail (self != NULL && self->ref_count > 0);

  if (--self->ref_count == 0)
    promise_free (self);
}

/**
 * ls_promise_get_id:
 * @self: a promise
 *
 * Returns: its number, as in records
 */
guint32
ls_promise_get_id (LsPromise *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->id;
}

/**
 * ls_promise_get_state:
 * @self: a promise
 *
 * Returns: whether it is settled and how
 */
LsPromiseState
ls_promise_get_state (LsPromise *self)
{
  g_return_val_if_fail (self != NULL, LS_PROMISE_PENDING);

  return self->state;
}

/**
 * ls_promise_get_result:
 * @self: a promise
 *
 * Returns: (transfer none): its value or reason, `undefined` while it is pending
 */
const LsValue *
ls_promise_get_result (LsPromise *self)
{
  static const LsValue undefined = LS_VALUE_INIT;

  g_return_val_if_fail (self != NULL, NULL);

  return self->state != LS_PROMISE_PENDING ? &self->result : &undefined;
}

/**
 * ls_promise_is_handled:
 * @self: a promise
 *
 * Returns: ECMAScript's [[PromiseIsHandled]]: whether anybody has ever added a reaction
 */
gboolean
ls_promise_is_handled (LsPromise *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->is_handled;
}

/**
 * ls_promise_set_name:
 * @self: a promise
 * @name: (nullable): for people; microtasks of its reactions carry it
 */
void
ls_promise_set_name (LsPromise  *self,
                     const char *name)
{
  g_return_if_fail (self != NULL);

  if (self->space->loop != NULL)
    self->name = ls_probe_intern (self->space->loop->probe, name);
}

/* Jobs */

/* ECMAScript's thenFinally and catchFinally functions: promise.resolve(result).then(() => value, or a thrower). */
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
  /* PromiseResolve: a promise is taken as it is. */
  if (result->type == LS_VALUE_PROMISE)
    waited = ls_promise_ref (result->as.promise);
  else
    waited = ls_promise_new_resolved (loop, result);
  promise_perform_then (waited, loop, pass);
  ls_value_set_promise (&adopted, passed);
  ls_promise_resolve (reaction->derived, &adopted);
}

/* Runs a handler as HostCallJobCallback does (§4.1.6) and settles the derived promise with what comes of it. */
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

/* ECMAScript: NewPromiseReactionJob. microtask->a is the reaction, b says whether the promise was rejected. */
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
        promise_settle (reaction->derived, state, &microtask->argument);
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
  reaction_free (microtask->c, reaction);
  ls_loop_space_unref (microtask->c);
  return threw;
}

static void
reaction_queue_job (LsEventLoop   *loop,
                    LsPromise     *promise,
                    LsReaction    *reaction)
{
  LsMicrotask *microtask = ls_event_loop_push_microtask (loop, reaction->is_await ? LS_MICROTASK_AWAIT
                                                                                  : LS_MICROTASK_REACTION,
                                                         run_reaction_job, promise->id, promise->name);

  /* For the record and for those who look: the handler's state is set around the handler alone. */
  microtask->a = reaction;
  microtask->b = GINT_TO_POINTER (promise->state == LS_PROMISE_REJECTED);
  microtask->c = ls_loop_space_ref (loop->space);
  microtask->shown_state = reaction->state;
  ls_value_copy (&promise->result, &microtask->argument);
  ls_event_loop_notice_work (loop);
}

/* ECMAScript: NewPromiseResolveThenableJob. microtask->a is the promise to resolve, the argument the thenable. */
static gboolean
run_thenable_job (LsEventLoop *loop,
                  LsMicrotask *microtask,
                  gboolean     run)
{
  if (run)
    {
      ls_event_loop_set_continuation_state (loop, microtask->state);
      promise_perform_then (microtask->argument.as.promise, loop,
                            reaction_new (loop, LS_REACTION_ADOPT, microtask->a));
      ls_event_loop_set_continuation_state (loop, NULL);
    }
  ls_value_clear (&microtask->argument);
  ls_promise_unref (microtask->a);
  ls_continuation_state_unref (microtask->state);
  return FALSE;
}

/* Reactions */

static LsReaction *
reaction_new (LsEventLoop    *loop,
              LsReactionKind  kind,
              LsPromise      *derived)
{
  LsReaction *reaction = ls_pool_alloc (&loop->space->reactions);

  *reaction = (LsReaction) { .kind = kind, .derived = derived != NULL ? ls_promise_ref (derived) : NULL };
  return reaction;
}

/* ECMAScript: PerformPromiseThen, with HostMakeJobCallback (§4.1.5) for the handlers. Takes @reaction. */
static void
promise_perform_then (LsPromise   *self,
                      LsEventLoop *loop,
                      LsReaction  *reaction)
{
  /* Deviation for presets that model it: Firefox loses the state where the promise is settled already. */
  if (self->state == LS_PROMISE_PENDING || !loop->preset.loses_state_settled_reaction)
    reaction->state = ls_continuation_state_ref (loop->continuation_state);

  if (self->state == LS_PROMISE_PENDING)
    {
      if (self->last_reaction != NULL)
        self->last_reaction->next = reaction;
      else
        {
          promise_start_waiting (self);
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
      reaction_queue_job (loop, self, reaction);
    }
  self->is_handled = TRUE;
}

static LsPromise *
promise_then (LsPromise      *self,
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
  promise_perform_then (self, loop, reaction);
  return g_steal_pointer (&derived);
}

/**
 * ls_promise_then:
 * @self: a promise
 * @on_fulfilled: (nullable) (scope forever): called with the value; what it returns resolves the new promise, what it throws
 *   rejects it
 * @on_rejected: (nullable): the same for the reason
 * @user_data: for both
 * @destroy: (nullable): called with @user_data once neither can be called any more
 *
 * Promise.prototype.then(). The handler runs as a microtask with the continuation state of now.
 *
 * Returns: (transfer full): the new promise; once the loop has ended, @self
 */
LsPromise *
ls_promise_then (LsPromise      *self,
                 LsCallback      on_fulfilled,
                 LsCallback      on_rejected,
                 gpointer        user_data,
                 GDestroyNotify  destroy)
{
  g_return_val_if_fail (self != NULL, NULL);

  return promise_then (self, LS_REACTION_THEN, on_fulfilled, on_rejected, user_data, destroy, FALSE);
}

/**
 * ls_promise_catch:
 * @self: a promise
 * @on_rejected: called with the reason
 * @user_data: for @on_rejected
 * @destroy: (nullable): called with @user_data once it can't be called any more
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
  return ls_promise_then (self, NULL, on_rejected, user_data, destroy);
}

/**
 * ls_promise_finally:
 * @self: a promise
 * @on_finally: called with the value or reason once @self is settled; what it returns is waited for and dropped
 * @user_data: for @on_finally
 * @destroy: (nullable): called with @user_data once it can't be called any more
 *
 * Promise.prototype.finally(). (In ECMAScript the handler gets no argument; it is harmless here.)
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

  return promise_then (self, LS_REACTION_FINALLY, on_finally, on_finally, user_data, destroy, FALSE);
}

/**
 * ls_promise_await:
 * @self: a promise
 * @on_fulfilled: (scope forever): goes on with the value
 * @on_rejected: goes on with the reason
 * @user_data: for both
 * @destroy: (nullable): called with @user_data once neither can be called any more
 *
 * What `await` does: a reaction without a new promise. For bodies that are written as state machines.
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

  promise_then (self, LS_REACTION_THEN, on_fulfilled, on_rejected, user_data, destroy, TRUE);
}

/* Settling */

/* ECMAScript: FulfillPromise and RejectPromise. */
static void
promise_settle (LsPromise      *self,
                LsPromiseState  state,
                const LsValue  *result)
{
  LsEventLoop *loop = self->space->loop;
  LsReaction *reaction;

  if (self->is_hosted)
    {
      self->host->settle (state, result, self->host_data);
      return;
    }
  reaction = promise_stop_waiting (self);
  self->state = state;
  if (result != NULL)
    ls_value_copy (result, &self->result);
  if (loop->probe != NULL)
    {
      g_autofree char *text = self->result.type != LS_VALUE_UNDEFINED ? ls_value_to_string (&self->result) : NULL;

      ls_event_loop_emit (loop,
                          .kind = state == LS_PROMISE_REJECTED ? LS_RECORD_PROMISE_REJECTED
                                                               : LS_RECORD_PROMISE_FULFILLED,
                          .subject = self->id, .text = ls_probe_intern (loop->probe, text),
                          .clause = LS_CLAUSE_ECMA_PROMISE_RESOLVE);
    }
  /* HostPromiseRejectionTracker, "reject" */
  if (state == LS_PROMISE_REJECTED && !self->is_handled && !loop->shut_down)
    {
      g_ptr_array_add (loop->rejections, ls_promise_ref (self));
      ls_event_loop_notice_work (loop);
    }
  while (reaction != NULL)
    {
      LsReaction *next = reaction->next;

      reaction->next = NULL;
      reaction_queue_job (loop, self, reaction);
      reaction = next;
    }
}

/* A language's promise stands behind this one from now on; it must be new. */
void
ls_promise_set_host (LsPromise           *self,
                     const LsPromiseHost *host,
                     gpointer             data)
{
  self->is_hosted = TRUE;
  self->is_handled = TRUE;
  self->host = host;
  self->host_data = data;
}

/* Whether the resolving functions are still good for something. */
static gboolean
promise_use_resolving_functions (LsPromise *self)
{
  LsEventLoop *loop = self->space->loop;

  if (self->already_resolved || loop == NULL || loop->shut_down)
    return FALSE;
  LS_ASSERT_LOOP_THREAD (loop);
  self->already_resolved = TRUE;
  return TRUE;
}

/**
 * ls_promise_resolve:
 * @self: a promise
 * @value: (nullable): a value, `undefined` if %NULL; a promise is adopted
 *
 * ECMAScript's promise resolve function. The first call of this and ls_promise_reject() counts, later ones do nothing.
 */
void
ls_promise_resolve (LsPromise     *self,
                    const LsValue *value)
{
  LsEventLoop *loop;
  LsMicrotask *microtask;

  g_return_if_fail (self != NULL);

  if (!promise_use_resolving_functions (self))
    return;
  if (value == NULL || value->type != LS_VALUE_PROMISE)
    {
      promise_settle (self, LS_PROMISE_FULFILLED, value);
      return;
    }
  if (value->as.promise == self)
    {
      g_auto (LsValue) reason = LS_VALUE_INIT;

      ls_value_take_exception (&reason, ls_exception_new ("TypeError", "A promise cannot be resolved with itself"));
      promise_settle (self, LS_PROMISE_REJECTED, &reason);
      return;
    }

  loop = self->space->loop;
  microtask = ls_event_loop_push_microtask (loop, LS_MICROTASK_THENABLE, run_thenable_job, self->id, self->name);
  microtask->a = ls_promise_ref (self);
  /* HostMakeJobCallback for then. Deviation for presets that model it: Firefox loses the state here. */
  if (!loop->preset.loses_state_thenable_job)
    microtask->state = ls_continuation_state_ref (loop->continuation_state);
  microtask->shown_state = microtask->state;
  ls_value_copy (value, &microtask->argument);
  ls_event_loop_notice_work (loop);
}

/**
 * ls_promise_reject:
 * @self: a promise
 * @reason: (nullable): a reason, `undefined` if %NULL; kept by identity
 *
 * ECMAScript's promise reject function. The first call of this and ls_promise_resolve() counts.
 */
void
ls_promise_reject (LsPromise     *self,
                   const LsValue *reason)
{
  g_return_if_fail (self != NULL);

  if (promise_use_resolving_functions (self))
    promise_settle (self, LS_PROMISE_REJECTED, reason);
}

/* HTML: notify about rejected promises, for one of them. */
void
ls_promise_report_unhandled (LsPromise *self)
{
  LsEventLoop *loop = self->space->loop;

  if (self->is_handled)
    return;
  self->is_reported = TRUE;
  if (loop->probe != NULL)
    {
      g_autofree char *text = ls_value_to_string (&self->result);

      ls_event_loop_emit (loop, .kind = LS_RECORD_PROMISE_UNHANDLED, .subject = self->id,
                          .text = ls_probe_intern (loop->probe, text), .clause = LS_CLAUSE_HTML_UNHANDLED_REJECTION);
    }
  if (loop->report != NULL)
    loop->report (loop, &self->result, self, loop->report_data);
}
