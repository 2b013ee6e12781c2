/* ref-promise.c: ECMAScript's promises, abstract operation by abstract operation
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ref-engine.h"

typedef struct
{
  RefReaction *reaction;
  RefValue     argument;
} ReactionJob;

typedef struct
{
  RefPromise     *promise_to_resolve;
  RefPromise     *thenable;
  RefJobCallback *then;
} ThenableJob;

typedef struct
{
  RefPromise *promise;
  RefCallback on_finally;
  gpointer    user_data;
  gboolean    rejected;
} FinallyClosure;

typedef struct
{
  RefValue value;
  gboolean throws;
} ValueThunk;

static void resolve_function (RefResolvers   *resolvers,
                              const RefValue *resolution);

/* HTML: HostMakeJobCallback (callable), as §4.1.5 changes it */
static RefJobCallback *
make_job_callback (RefLoop     *loop,
                   RefCallback  callback,
                   gpointer     user_data)
{
  RefJobCallback *job_callback = ref_alloc (loop, sizeof *job_callback);

  job_callback->callback = callback;
  job_callback->user_data = user_data;
  job_callback->continuation_state = ref_clone_state (loop);
  return job_callback;
}

/* HTML: HostCallJobCallback (callback, V, argumentsList), as §4.1.6 changes it */
static gboolean
call_job_callback (RefLoop        *loop,
                   RefJobCallback *job_callback,
                   const RefValue *argument,
                   RefValue       *result)
{
  gboolean threw;

  loop->current_continuation_state = job_callback->continuation_state;
  threw = ref_invoke (loop, job_callback->callback, job_callback->user_data, argument, result);
  loop->current_continuation_state = NULL;
  return threw;
}

/* HTML: HostEnqueuePromiseJob (job, realm), as §4.1.7 changes it */
static void
enqueue_promise_job (RefLoop  *loop,
                     RefSteps  job)
{
  ref_queue_a_microtask (loop, TRUE, job);
}

/* CreateResolvingFunctions (promise) */
static RefResolvers *
create_resolving_functions (RefPromise *promise)
{
  RefResolvers *resolvers = ref_alloc (promise->loop, sizeof *resolvers);

  resolvers->promise = promise;
  return resolvers;
}

RefPromise *
ref_promise_new (RefLoop *loop)
{
  RefPromise *promise = ref_alloc (loop, sizeof *promise);

  promise->loop = loop;
  promise->fulfill_reactions = ref_list (loop);
  promise->reject_reactions = ref_list (loop);
  promise->resolvers = create_resolving_functions (promise);
  return promise;
}

static void reject_promise (RefPromise     *promise,
                            const RefValue *reason);

static void
reject_function (RefResolvers   *resolvers,
                 const RefValue *reason)
{
  if (resolvers->already_resolved)
    return;
  resolvers->already_resolved = TRUE;
  reject_promise (resolvers->promise, reason);
}

/* NewPromiseReactionJob (reaction, argument), the job's steps */
static void
reaction_job (RefLoop  *loop,
              gpointer  data)
{
  ReactionJob *job = data;
  RefReaction *reaction = job->reaction;
  RefValue result = job->argument;
  gboolean threw;

  if (reaction->handler == NULL)
    threw = !reaction->is_fulfill;
  else
    threw = call_job_callback (loop, reaction->handler, &job->argument, &result);
  if (reaction->capability == NULL)
    return;
  if (threw)
    reject_function (reaction->capability, &result);
  else
    resolve_function (reaction->capability, &result);
}

static void
enqueue_reaction_job (RefLoop        *loop,
                      RefReaction    *reaction,
                      const RefValue *argument)
{
  ReactionJob *job = ref_alloc (loop, sizeof *job);

  job->reaction = reaction;
  job->argument = *argument;
  enqueue_promise_job (loop, (RefSteps) { reaction_job, job });
}

/* TriggerPromiseReactions (reactions, argument) */
static void
trigger_promise_reactions (RefLoop        *loop,
                           GPtrArray      *reactions,
                           const RefValue *argument)
{
  for (guint i = 0; i < reactions->len; i++)
    enqueue_reaction_job (loop, g_ptr_array_index (reactions, i), argument);
}

/* FulfillPromise (promise, value) */
static void
fulfill_promise (RefPromise     *promise,
                 const RefValue *value)
{
  promise->result = *value;
  promise->state = REF_FULFILLED;
  trigger_promise_reactions (promise->loop, promise->fulfill_reactions, value);
}

/* RejectPromise (promise, reason) */
static void
reject_promise (RefPromise     *promise,
                const RefValue *reason)
{
  promise->result = *reason;
  promise->state = REF_REJECTED;
  if (!promise->is_handled)
    ref_rejection_tracker (promise->loop, promise, FALSE);
  trigger_promise_reactions (promise->loop, promise->reject_reactions, reason);
}

/* PerformPromiseThen (promise, onFulfilled, onRejected, resultCapability) */
static void
perform_promise_then (RefPromise   *promise,
                      RefCallback   on_fulfilled,
                      gpointer      fulfilled_data,
                      RefCallback   on_rejected,
                      gpointer      rejected_data,
                      RefResolvers *capability)
{
  RefLoop *loop = promise->loop;
  RefReaction *fulfill = ref_alloc (loop, sizeof *fulfill);
  RefReaction *reject = ref_alloc (loop, sizeof *reject);

  if (on_fulfilled != NULL)
    fulfill->handler = make_job_callback (loop, on_fulfilled, fulfilled_data);
  if (on_rejected != NULL)
    reject->handler = make_job_callback (loop, on_rejected, rejected_data);
  fulfill->capability = capability;
  fulfill->is_fulfill = TRUE;
  reject->capability = capability;

  if (promise->state == REF_PENDING)
    {
      g_ptr_array_add (promise->fulfill_reactions, fulfill);
      g_ptr_array_add (promise->reject_reactions, reject);
    }
  else if (promise->state == REF_FULFILLED)
    {
      enqueue_reaction_job (loop, fulfill, &promise->result);
    }
  else
    {
      if (!promise->is_handled)
        ref_rejection_tracker (loop, promise, TRUE);
      enqueue_reaction_job (loop, reject, &promise->result);
    }
  promise->is_handled = TRUE;
}

static gboolean
call_resolve (const RefValue *argument,
              RefValue       *result,
              gpointer        data)
{
  resolve_function (data, argument);
  return FALSE;
}

static gboolean
call_reject (const RefValue *argument,
             RefValue       *result,
             gpointer        data)
{
  reject_function (data, argument);
  return FALSE;
}

/* Promise.prototype.then of the thenable, called with a promise's resolving functions */
static gboolean
call_then (const RefValue *argument,
           RefValue       *result,
           gpointer        data)
{
  ThenableJob *job = data;
  RefResolvers *resolvers = create_resolving_functions (job->promise_to_resolve);
  RefPromise *derived = ref_promise_new (job->thenable->loop);

  perform_promise_then (job->thenable, call_resolve, resolvers, call_reject, resolvers, derived->resolvers);
  return FALSE;
}

/* NewPromiseResolveThenableJob (promiseToResolve, thenable, then), the job's steps */
static void
thenable_job (RefLoop  *loop,
              gpointer  data)
{
  ThenableJob *job = data;
  RefValue result;

  call_job_callback (loop, job->then, NULL, &result);
}

/* Promise Resolve Functions */
static void
resolve_function (RefResolvers   *resolvers,
                  const RefValue *resolution)
{
  RefPromise *promise = resolvers->promise;
  ThenableJob *job;

  if (resolvers->already_resolved)
    return;
  resolvers->already_resolved = TRUE;
  if (resolution->type != REF_PROMISE)
    {
      fulfill_promise (promise, resolution);
      return;
    }
  if (resolution->object == promise)
    {
      RefValue error = ref_error (promise->loop, "TypeError", "A promise cannot be resolved with itself");

      reject_promise (promise, &error);
      return;
    }
  job = ref_alloc (promise->loop, sizeof *job);
  job->promise_to_resolve = promise;
  job->thenable = resolution->object;
  job->then = make_job_callback (promise->loop, call_then, job);
  enqueue_promise_job (promise->loop, (RefSteps) { thenable_job, job });
}

void
ref_promise_resolve (RefPromise     *promise,
                     const RefValue *value)
{
  resolve_function (promise->resolvers, value);
}

void
ref_promise_reject (RefPromise     *promise,
                    const RefValue *reason)
{
  reject_function (promise->resolvers, reason);
}

/* Promise.prototype.then (onFulfilled, onRejected) */
RefPromise *
ref_promise_then (RefPromise  *promise,
                  RefCallback  on_fulfilled,
                  RefCallback  on_rejected,
                  gpointer     user_data)
{
  RefPromise *derived = ref_promise_new (promise->loop);

  perform_promise_then (promise, on_fulfilled, user_data, on_rejected, user_data, derived->resolvers);
  return derived;
}

/* Await (value), value being a native promise: PromiseResolve gives itself */
void
ref_promise_await (RefPromise  *promise,
                   RefCallback  on_fulfilled,
                   RefCallback  on_rejected,
                   gpointer     user_data)
{
  perform_promise_then (promise, on_fulfilled, user_data, on_rejected, user_data, NULL);
}

/* valueThunk, thrower */
static gboolean
value_thunk (const RefValue *argument,
             RefValue       *result,
             gpointer        data)
{
  ValueThunk *thunk = data;

  *result = thunk->value;
  return thunk->throws;
}

/* PromiseResolve (%Promise%, x) */
static RefPromise *
promise_resolve (RefLoop        *loop,
                 const RefValue *x)
{
  RefPromise *promise;

  if (x->type == REF_PROMISE)
    return x->object;
  promise = ref_promise_new (loop);
  ref_promise_resolve (promise, x);
  return promise;
}

/* thenFinally and catchFinally closures */
static gboolean
finally_closure (const RefValue *argument,
                 RefValue       *result,
                 gpointer        data)
{
  FinallyClosure *closure = data;
  RefLoop *loop = closure->promise->loop;
  RefValue undefined = { REF_UNDEFINED };
  ValueThunk *thunk;
  RefPromise *promise;

  if (closure->on_finally (&undefined, result, closure->user_data))
    return TRUE;
  promise = promise_resolve (loop, result);
  thunk = ref_alloc (loop, sizeof *thunk);
  thunk->value = *argument;
  thunk->throws = closure->rejected;
  *result = (RefValue) { .type = REF_PROMISE, .object = ref_promise_then (promise, value_thunk, NULL, thunk) };
  return FALSE;
}

/* Promise.prototype.finally (onFinally) */
RefPromise *
ref_promise_finally (RefPromise  *promise,
                     RefCallback  on_finally,
                     gpointer     user_data)
{
  RefPromise *derived = ref_promise_new (promise->loop);
  FinallyClosure *closures[2];

  for (int rejected = 0; rejected < 2; rejected++)
    {
      closures[rejected] = ref_alloc (promise->loop, sizeof *closures[rejected]);
      closures[rejected]->promise = promise;
      closures[rejected]->on_finally = on_finally;
      closures[rejected]->user_data = user_data;
      closures[rejected]->rejected = rejected;
    }
  perform_promise_then (promise, finally_closure, closures[0], finally_closure, closures[1], derived->resolvers);
  return derived;
}
