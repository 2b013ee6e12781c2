/* ls-promise-private.h: the inside of promises
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-continuation-state-private.h"
#include "ls-loop-space-private.h"
#include "ls-promise.h"

G_BEGIN_DECLS

/**
 * LsReactionKind:
 * @LS_REACTION_THEN: then(), catch() and await: calls the handlers
 * @LS_REACTION_FINALLY: finally(): calls one handler, waits for its value and drops it
 * @LS_REACTION_ADOPT: settles @derived in the same way (the resolving functions of a thenable job)
 * @LS_REACTION_PASS_VALUE: the second step of finally(): settles @derived with the value kept in @argument
 * @LS_REACTION_PASS_REASON: the same with a reason
 */
typedef enum
{
  LS_REACTION_THEN,
  LS_REACTION_FINALLY,
  LS_REACTION_ADOPT,
  LS_REACTION_PASS_VALUE,
  LS_REACTION_PASS_REASON
} LsReactionKind;

/** LsReaction: the two PromiseReaction records of ECMAScript, one for each outcome, in one struct. */
struct _LsReaction
{
  LsReaction          *next;
  LsPromise           *derived;       /* (owned) (nullable): the capability's promise */
  LsContinuationState *state;         /* (owned) (nullable): [[HostDefined]] of HostMakeJobCallback */
  LsCallback           on_fulfilled, on_rejected;
  gpointer             user_data;
  GDestroyNotify       destroy;
  LsValue              argument;
  LsReactionKind       kind;
  gboolean             is_await;
};

/**
 * LsPromiseHost:
 * @settle: settles the promise of the language; @value is the reason, or the value that resolves it
 *
 * The functions of a language that has promises of its own. Programs see those; the LsPromise only leads to one of them.
 */
typedef struct
{
  void (*settle) (LsPromiseState  state,
                  const LsValue  *value,
                  gpointer        data);
} LsPromiseHost;

/** LsPromise: lies in the space of its loop. */
struct _LsPromise
{
  LsLoopSpace *space;
  union
  {
    struct
    {
      LsReaction *first_reaction, *last_reaction;
    };
    struct
    {
      const LsPromiseHost *host;        /* of a hosted promise, which has no reactions */
      gpointer             host_data;
    };
  };
  union
  {
    LsValue result;                     /* once it is settled */
    struct
    {
      LsPromise *next, *previous;
    } waiting;                          /* links of the space's list, while the promise is pending and has reactions */
  };
  guint        ref_count;
  guint32      id;
  guint32      name;                  /* text */
  char        *label;                 /* (owned) (nullable): the name of its task as a GRefString: texts need a probe */
  guint        state : 2;             /* LsPromiseState */
  guint        is_handled : 1;
  guint        is_reported : 1;       /* as unhandled */
  guint        already_resolved : 1;  /* a resolving function has been called */
  guint        is_hosted : 1;
};

/* ls-promise.c */
void       ls_reaction_free            (LsLoopSpace         *space,
                                        LsReaction          *reaction);
void       ls_promise_start_waiting    (LsPromise           *self);
LsReaction *ls_promise_stop_waiting    (LsPromise           *self);
void       ls_promises_shut_down       (LsLoopSpace         *space);

/* ls-promise-resolve.c */
LsPromise *ls_promise_new_for_task     (LsEventLoop         *loop,
                                        guint32              task,
                                        guint32              name);
void       ls_promise_set_host         (LsPromise           *self,
                                        const LsPromiseHost *host,
                                        gpointer             data);
void       ls_promise_settle           (LsPromise           *self,
                                        LsPromiseState       state,
                                        const LsValue       *result);
void       ls_promise_report_unhandled (LsPromise           *self);

/* ls-promise-reaction.c */
void       ls_reaction_queue_job       (LsEventLoop         *loop,
                                        LsPromise           *promise,
                                        LsReaction          *reaction);
LsPromise *ls_promise_then_both        (LsPromise           *self,
                                        LsCallback           on_fulfilled,
                                        LsCallback           on_rejected,
                                        gpointer             user_data,
                                        GDestroyNotify       destroy);
void       ls_promise_await_for        (LsPromise           *self,
                                        LsPromise           *waiter,
                                        LsCallback           on_fulfilled,
                                        LsCallback           on_rejected,
                                        gpointer             user_data,
                                        GDestroyNotify       destroy);
void       ls_promise_queue_thenable_job (LsPromise         *self,
                                        LsEventLoop         *loop,
                                        const LsValue       *value);

G_END_DECLS
