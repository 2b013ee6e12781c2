/* ls-waiter-table-private.h: who waits where
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <pthread.h>

#include "ls-hash-private.h"
#include "ls-parker-private.h"
#include "ls-shared-memory-private.h"
#include "ls-wait-result.h"

G_BEGIN_DECLS

typedef struct _LsAgent LsAgent;
typedef struct _LsTask LsTask;
typedef struct _LsWaiter LsWaiter;
typedef struct _LsWaiterNode LsWaiterNode;
typedef struct _LsWaiterTable LsWaiterTable;

/** LsPromiseCapability: how the promise of a waitAsync() is resolved, on its agent's thread. */
typedef struct
{
  LsWaitResolveFunc resolve;
  gpointer          data;
  GDestroyNotify    destroy;    /* (nullable) */
} LsPromiseCapability;

/**
 * LsWaiter:
 *
 * ECMAScript 25.4.1, a Waiter Record. A synchronous one lives on the stack of its agent, an asynchronous one has references:
 * its agent's, and one of the list that it is in or of the job that resolves it.
 */
struct _LsWaiter
{
  LsWaiter            *previous, *next;     /* in its list; next: also among those that were removed together */
  LsWaiterNode        *node;                /* NULL once it was removed; guarded by the critical section */
  LsAgent             *agent;               /* its agent signifier; NULL is a thread without one */
  LsWaitResult         result;
  gboolean             is_async;
  guint32              id;                  /* in the trace; 0: it is not reported, or is not in its list any more */
  gint64               timeout_time;        /* µs: of the cluster's time, or of the monotonic clock; -1 is never */
  gint64               expected;
  LsHash               serial;              /* what its agent had learned then, in a model */
  LsParker             parker;              /* of a synchronous one on a thread */
  /* Of an asynchronous one: for its agent's thread, but for the count */
  gatomicrefcount      ref_count;
  LsPromiseCapability  capability;
  gboolean             is_settled;
  LsTask              *timeout_job;
  LsSharedMemory      *memory;              /* (owned) */
  gsize                byte_index;
  LsWaiter            *previous_of_agent, *next_of_agent;
};

/** LsWaiterNode: a list of waiters that is not empty, in the tree of its bucket. */
struct _LsWaiterNode
{
  LsWaiterNode   *left, *right;
  guint64         weight;
  LsSharedMemory *memory;
  gsize           byte_index;
  LsWaiter       *first, *last;
  guint64         length;
};

/** LsWaiterBucket: some of a table's lists, and what guards them. */
typedef struct
{
  pthread_mutex_t  mutex;       /* no GMutex: the thread sanitizer knows this one */
  guint            n_waiters;   /* atomic: written under the mutex, looked at without */
  LsWaiterNode    *root;
  LsWaiterNode    *spare;       /* (owned): the last node that became empty */
} LsWaiterBucket;

/** LsWaiterList: ECMAScript 25.4.2, a WaiterList Record: a place, whether anybody waits there or not. */
typedef struct
{
  LsWaiterBucket *bucket;
  LsSharedMemory *memory;
  gsize           byte_index;
  guint64         weight;
} LsWaiterList;

LsWaiterTable *ls_waiter_table_new         (guint                 n_buckets);
void           ls_waiter_table_free        (LsWaiterTable        *self);
LsWaiterTable *ls_waiter_table_get_shared  (void);
guint64        ls_waiter_table_count       (LsWaiterTable        *self);
guint64        ls_waiter_table_count_lists (LsWaiterTable        *self);
void           ls_waiter_table_foreach     (LsWaiterTable        *self,
                                            void                (*func) (LsWaiterNode *node,
                                                                         gpointer      data),
                                            gpointer              data);

/* ECMAScript 25.4.3 */
LsWaiterList   ls_get_waiter_list          (LsWaiterTable        *table,
                                            LsSharedMemory       *block,
                                            gsize                 i);
void           ls_enter_critical_section   (const LsWaiterList   *wl);
void           ls_leave_critical_section   (const LsWaiterList   *wl);
void           ls_add_waiter               (const LsWaiterList   *wl,
                                            LsWaiter             *waiter);
void           ls_remove_waiter            (const LsWaiterList   *wl,
                                            LsWaiter             *waiter);
LsWaiter      *ls_remove_waiters           (const LsWaiterList   *wl,
                                            guint64               c,
                                            guint64              *n);
void           ls_enqueue_resolve_in_agent_job (LsWaiter         *waiter);
void           ls_enqueue_atomics_wait_async_timeout_job (const LsWaiterList *wl,
                                            LsWaiter             *waiter);

/* ls-waiter.c */
LsWaiter      *ls_waiter_new_async         (LsAgent              *agent,
                                            LsSharedMemory       *memory,
                                            gsize                 byte_index,
                                            LsPromiseCapability   capability);
void           ls_waiter_unref             (LsWaiter             *self);
void           ls_waiter_settle            (LsWaiter             *self);
void           ls_waiter_forget            (LsWaiter             *self,
                                            LsWaiterTable        *table);

G_END_DECLS
