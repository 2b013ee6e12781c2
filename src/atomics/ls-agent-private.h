/* ls-agent-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-agent.h"
#include "ls-hash-private.h"
#include "ls-coroutine-private.h"
#include "ls-waiter-table-private.h"

G_BEGIN_DECLS

/* How many operations since the last change are remembered, to see whether they come again. */
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
  LsEventLoop    *loop;             /* (owned) (nullable); of a model: made when it is first asked for */
  LsWaiter       *async_waiters;    /* (owned) */
  guint           n_async_waiters;
  LsProbe        *probe;            /* (nullable): on a thread, where its loop reports */
  gboolean        is_watched;       /* it is one of a model, or reports */
  guint8          lock_flags;       /* for the report of its next operation that writes, or that wakes somebody */

  LsAgentThread  *thread;           /* (owned) (nullable): of one that runs on a thread of its own; see ls-agent-threads.c */

  /* In a model */
  LsAgentCluster *cluster;          /* (unowned): NULL on threads, and once the cluster is gone */
  LsCoroutine      *coroutine;

  /* In a model, or on a thread of its own */
  LsAgentMain     func;
  gpointer        func_data;
  GDestroyNotify  func_destroy;
  GPtrArray      *early_posts;      /* (nullable): tasks that were posted before it has begun */
  gboolean        takes_posts;
  gboolean      (*has_work) (LsAgent  *agent,         /* (nullable): whether it has something to do though its loop has not */
                             gpointer  hook_data);
  LsAgentMain     run_turn;         /* (nullable): runs a turn of its loop, in the place of ls_event_loop_run_turn() */
  LsAgentMain     ended;            /* (nullable): called on its stack when nothing of it will run any more */
  gpointer        hook_data;
  LsAgentState    state;
  LsOperation     pending;          /* on a thread: where it waits */
  LsWaiter       *waiter;           /* while it is suspended: on its stack */
  gboolean        is_terminated;    /* atomic on a thread of its own */
  guint           n_refused;        /* operations since then */

  /* For the explorer */
  LsHash          history;          /* of what it has observed: with its program, all that it knows */
  guint64         n_operations;
  LsHash          messages;         /* of what was posted to it, in that order, and what those knew who posted it */
  guint64         observed_messages, observed_time; /* what of that the history has */
  guint64         seen[LS_AGENT_N_SEEN];  /* operations with their outcome, since the last change */
  guint           n_seen;
  guint64         seen_change;      /* the cluster's count of changes then */
  guint           n_stutters;       /* operations that it had done already since that change */
  LsSharedMemory *woken_memory;     /* (unowned): where its last wait ended "ok" … */
  gsize           woken_index;
  guint           n_overtaken;      /* … and how often in a row it has gone back to waiting there */
};

LsWaiterTable *ls_agent_get_table        (LsAgent            *self);
gboolean       ls_agent_begin_operation  (LsAgent            *self,
                                          const LsOperation  *operation,
                                          GError            **error);
void           ls_agent_end_operation    (LsAgent            *self,
                                          const LsOperation  *operation,
                                          gint64              outcome,
                                          gint64              now_there,
                                          gboolean            has_changed);
void           ls_agent_suspend          (LsAgent            *self,
                                          LsWaiter           *waiter);
void           ls_agent_wake             (LsAgent            *self);
gint64         ls_agent_get_now          (LsAgent            *self);
void           ls_agent_forget_waiters   (LsAgent            *self);
void           ls_agent_take_baton       (LsAgent            *self);
void           ls_agent_flush_early_posts (LsAgent            *self);

/* The agent that runs, if it is one of a model. */
static inline LsAgent *
ls_agent_get_modelled (void)
{
  LsAgent *agent = ls_agent_get_current ();

  return agent != NULL && agent->cluster != NULL ? agent : NULL;
}

/* The agent that runs, if it is one of a model or what it does is reported. */
static inline LsAgent *
ls_agent_get_watched (void)
{
  LsAgent *agent = ls_agent_get_current ();

  return agent != NULL && agent->is_watched ? agent : NULL;
}

/* Whether it is one of a model, at an operation that is reported only by itself if it is not. */
static inline gboolean
ls_agent_is_modelled (const LsAgent *self)
{
  return self != NULL && self->cluster != NULL;
}

/* What the operation that follows does to a lock, if it does what it is to do. */
static inline void
ls_agent_announce_lock (guint8 flags)
{
  LsAgent *agent = ls_agent_get_watched ();

  if (G_UNLIKELY (agent != NULL))
    agent->lock_flags = flags;
}

/* A function of the library begins, of whose operations its caller learns no more than it returns. Returns the agent of a model
 * that runs, if one does. */
static inline LsAgent *
ls_agent_begin_scope (LsAgentMark *mark)
{
  LsAgent *agent = ls_agent_get_modelled ();

  if (G_UNLIKELY (agent != NULL))
    ls_agent_remember (agent, mark);
  return agent;
}

/* It is where it began. */
static inline void
ls_agent_repeat_scope (LsAgent           *agent,
                       const LsAgentMark *mark)
{
  if (G_UNLIKELY (agent != NULL))
    ls_agent_forget (agent, mark, 0);
}

/* It returns. */
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
