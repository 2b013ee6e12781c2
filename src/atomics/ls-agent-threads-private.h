/* ls-agent-threads-private.h: agents that run at the same time
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <pthread.h>

#include "ls-agent-cluster.h"
#include "ls-agent-private.h"
#include "ls-probe-merger-private.h"

G_BEGIN_DECLS

typedef struct _LsAgentThreads LsAgentThreads;

/**
 * LsThreadsStatus:
 * @LS_THREADS_RUNNING: an agent runs, or will run at a known time
 * @LS_THREADS_FINISHED: nothing is left to do, and no agent is suspended
 * @LS_THREADS_DEADLOCK: nothing is left to do, and an agent is suspended for ever
 */
typedef enum
{
  LS_THREADS_RUNNING,
  LS_THREADS_FINISHED,
  LS_THREADS_DEADLOCK
} LsThreadsStatus;

/* Makes the loop of an agent, on the thread that makes the agent. @probe: (nullable): the probe that the loop reports to. */
typedef LsEventLoop *(*LsThreadsLoopFunc) (LsAgent  *agent,
                                           LsProbe  *probe,
                                           gpointer  user_data);

struct _LsAgentThreads
{
  LsProbeMerger     *merger;    /* (nullable) */
  LsWaiterTable     *table;
  LsThreadsLoopFunc  loop_func;
  gpointer           loop_data;
  LsAgentMain        change_func;   /* (nullable): with a trace, an agent that has changed memory calls this before others report */
  gpointer           change_data;
  gint64             start;     /* of the monotonic clock, µs */
  guint              max_alive;
  guint              max_agents;
  guint32            last_waiter;   /* atomic */

  pthread_mutex_t    mutex;     /* guards all members below; no GMutex: the thread sanitizer knows this one */
  pthread_cond_t     changed;   /* signalled for ls_agent_threads_wait() */
  GPtrArray         *agents;    /* LsAgent */
  GPtrArray         *ended;     /* LsAgent (unowned): their threads are to be joined */
  GPtrArray         *memories;  /* LsSharedMemory */
  guint              n_alive;   /* agents that have not ended and are not about to */
  guint              n_active;  /* agents that run or are about to */
  guint              n_timed;   /* other agents that go on at a known time */
  gboolean           is_interrupted;
  gboolean           is_stopping;
  gboolean           has_several;   /* atomic */
};

/* LsAgentThread: the data of one agent. The mutex guards state, takes_posts and early_posts of the agent as well. */
struct _LsAgentThread
{
  LsAgentThreads *threads;
  GThread        *thread;       /* (nullable): NULL before the start */
  LsWaiter       *waiter;       /* while it is suspended; lies on its stack */
  pthread_cond_t  woken;        /* signalled while it is idle */
  gboolean        is_alive;     /* it counts in n_alive */
  gboolean        is_timed;
  guint64         deadline;     /* µs, if is_timed */
};

LsAgentThreads *ls_agent_threads_new           (LsProbe           *probe,
                                                guint              max_alive,
                                                guint              max_agents,
                                                LsThreadsLoopFunc  loop_func,
                                                gpointer           loop_data);
void            ls_agent_threads_free          (LsAgentThreads    *self);
LsAgent        *ls_agent_threads_add_agent     (LsAgentThreads    *self,
                                                const char        *name,
                                                LsAgentFlags       flags,
                                                LsAgentFunc        func,
                                                gpointer           user_data,
                                                GDestroyNotify     destroy);
LsSharedMemory *ls_agent_threads_create_memory (LsAgentThreads    *self,
                                                guint64            length,
                                                const char        *name,
                                                GError           **error);
void            ls_agent_threads_add_memory    (LsAgentThreads    *self,
                                                LsSharedMemory    *memory);
LsAgent        *ls_agent_threads_get_agent     (LsAgentThreads    *self,
                                                guint              index);
gboolean        ls_agent_threads_is_full       (LsAgentThreads    *self);
guint           ls_agent_threads_count_alive   (LsAgentThreads    *self);
LsSharedMemory *ls_agent_threads_get_memory    (LsAgentThreads    *self,
                                                guint              index);
guint64         ls_agent_threads_get_time      (LsAgentThreads    *self);
guint64         ls_agent_threads_get_next_time (LsAgentThreads    *self);
LsThreadsStatus ls_agent_threads_wait          (LsAgentThreads    *self,
                                                gint64             until);
void            ls_agent_threads_interrupt     (LsAgentThreads    *self);
void            ls_agent_threads_kill          (LsAgentThreads    *self);

gboolean        ls_cond_wait_until             (pthread_cond_t    *cond,
                                                pthread_mutex_t   *mutex,
                                                gint64             until);

/* ls-agent-thread.c: for an agent of these, on its thread */
gboolean        ls_agent_thread_start         (LsAgent           *agent);
LsAgentThreads *ls_agent_get_threads           (LsAgent           *agent);
LsAgentState    ls_agent_thread_get_state      (LsAgent           *agent);
gboolean        ls_agent_thread_may_operate    (LsAgent           *agent,
                                                GError           **error);
void            ls_agent_thread_begin_wait     (LsAgent           *agent,
                                                LsWaiter          *waiter);
void            ls_agent_thread_end_wait       (LsAgent           *agent);
void            ls_agent_thread_note_change    (LsAgent           *agent);

/* On any thread */
void            ls_agent_thread_wake           (gpointer           agent);
gboolean        ls_agent_thread_keep_post      (LsAgent           *agent,
                                                gpointer           message,
                                                GDestroyNotify     destroy);
GPtrArray      *ls_agent_thread_take_posts     (LsAgent           *agent);
void            ls_agent_thread_terminate      (LsAgent           *agent);

/* Returns the current agent, if it is one of these. */
static inline LsAgent *
ls_agent_get_threaded (void)
{
  LsAgent *agent = ls_agent_get_current ();

  return agent != NULL && agent->thread != NULL ? agent : NULL;
}

/* Between these two no other agent writes to the trace; see ls_merged_probe_enter(). */
void ls_agent_enter_trace (LsAgent *agent);
void ls_agent_leave_trace (LsAgent *agent);

G_END_DECLS
