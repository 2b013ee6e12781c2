/* ls-agent-private.h: the inside of agents
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent.h"
#include "ls-hash-private.h"
#include "ls-coroutine-private.h"
#include "ls-waiter-table-private.h"

G_BEGIN_DECLS

/* How many operations since the last change an agent remembers, to notice repetitions. */
#define LS_AGENT_N_SEEN 16

typedef void (*LsAgentMain) (LsAgent  *agent,
                             gpointer  user_data);

typedef struct _LsAgentThread LsAgentThread;

struct _LsAgent
{
  GObject         parent_instance;

  char           *name;
  guint32         id;               /* within its cluster, from 1 */
  gboolean        can_block;
  LsEventLoop    *loop;             /* (owned) (nullable); an agent of a model makes it at the first use */
  LsWaiter       *async_waiters;    /* (owned) */
  guint           n_async_waiters;
  LsProbe        *probe;            /* (nullable): on a thread, the probe of its loop */
  gboolean        is_watched;       /* it belongs to a model, or reports */
  guint8          lock_flags;       /* flags for the record of its next operation that writes or wakes */

  LsAgentThread  *thread;           /* (owned) (nullable): of an agent on a thread of its own; see ls-agent-thread.c */

  /* In a model */
  LsAgentCluster *cluster;          /* (unowned): NULL on threads, and once the cluster is gone */
  LsCoroutine    *coroutine;

  /* In a model, or on a thread of its own */
  LsAgentMain     func;
  gpointer        func_data;
  GDestroyNotify  func_destroy;
  GPtrArray      *early_posts;      /* (nullable): tasks that others posted before it has begun */
  gboolean        takes_posts;
  gboolean      (*has_work) (LsAgent  *agent,         /* (nullable): whether it has work though its loop has none */
                             gpointer  hook_data);
  LsAgentMain     run_turn;         /* (nullable): runs a turn of its loop instead of ls_event_loop_run_turn() */
  LsAgentMain     ended;            /* (nullable): called on its stack at its end */
  gpointer        hook_data;
  LsAgentState    state;
  LsOperation     pending;          /* its next operation; on a thread: its wait */
  LsWaiter       *waiter;           /* while it is suspended; lies on its stack */
  gboolean        is_terminated;    /* atomic on a thread of its own */
  guint           n_refused;        /* the number of operations that failed since then */

  /* For the explorer */
  LsHash          history;          /* a hash of its observations: with its program, all that it knows */
  LsHash          messages;         /* a hash of the posts to it in order, with what the posters knew */
  guint64         observed_messages, observed_time; /* the part that the history has */
  guint64         seen[LS_AGENT_N_SEEN];  /* operations with their outcome, since the last change */
  guint           n_seen;
  guint64         seen_change;      /* the cluster's count of changes at the last one */
  guint           n_stutters;       /* the number of repeated operations since that change */
  LsSharedMemory *woken_memory;     /* (unowned): the place where its last wait ended "ok" … */
  gsize           woken_index;
  guint           n_overtaken;      /* … and how often in a row it has waited there again */
};

LsWaiterTable *ls_agent_get_table        (LsAgent            *self);
gboolean       ls_agent_begin_operation  (LsAgent            *self,
                                          const LsOperation  *operation,
                                          GError            **error);
void           ls_agent_end_operation    (LsAgent            *self,
                                          const LsOperation  *operation,
                                          gint64              outcome,
                                          gboolean            has_changed);
void           ls_agent_suspend          (LsAgent            *self,
                                          LsWaiter           *waiter);
void           ls_agent_wake             (LsAgent            *self);
gint64         ls_agent_get_now          (LsAgent            *self);
void           ls_agent_forget_waiters   (LsAgent            *self);
void           ls_agent_take_baton       (LsAgent            *self);
void           ls_agent_flush_early_posts (LsAgent            *self);

/* Returns the current agent, if it belongs to a model. */
static inline LsAgent *
ls_agent_get_modelled (void)
{
  LsAgent *agent = ls_agent_get_current ();

  return agent != NULL && agent->cluster != NULL ? agent : NULL;
}

/* Returns the current agent, if it belongs to a model or reports its operations. */
static inline LsAgent *
ls_agent_get_watched (void)
{
  LsAgent *agent = ls_agent_get_current ();

  return agent != NULL && agent->is_watched ? agent : NULL;
}

/* Whether @self belongs to a model. At some operations agents outside a model only report. */
static inline gboolean
ls_agent_is_modelled (const LsAgent *self)
{
  return self != NULL && self->cluster != NULL;
}

/* Says what the next operation does to a lock, if it succeeds. */
static inline void
ls_agent_announce_lock (guint8 flags)
{
  LsAgent *agent = ls_agent_get_watched ();

  if (G_UNLIKELY (agent != NULL))
    agent->lock_flags = flags;
}

/* Begins a function of the library whose caller learns only its result, and nothing of the operations inside. Returns the current
 * agent, if it belongs to a model. */
static inline LsAgent *
ls_agent_begin_scope (LsAgentMark *mark)
{
  LsAgent *agent = ls_agent_get_modelled ();

  if (G_UNLIKELY (agent != NULL))
    ls_agent_remember (agent, mark);
  return agent;
}

/* Says that the function is back at its beginning. */
static inline void
ls_agent_repeat_scope (LsAgent           *agent,
                       const LsAgentMark *mark)
{
  if (G_UNLIKELY (agent != NULL))
    ls_agent_forget (agent, mark, 0);
}

/* Ends the function. Returns @result. */
static inline gboolean
ls_agent_end_scope (LsAgent           *agent,
                    const LsAgentMark *mark,
                    gboolean           result)
{
  if (G_UNLIKELY (agent != NULL))
    ls_agent_forget (agent, mark, result ? 1 : 2);
  return result;
}

G_END_DECLS
