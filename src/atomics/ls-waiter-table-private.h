/* ls-waiter-table-private.h: the waiters of each place
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

/** LsPromiseCapability: the function that resolves the promise of a waitAsync(), on the thread of its agent. */
typedef struct
{
  LsWaitResolveFunc resolve;
  gpointer          data;
  GDestroyNotify    destroy;    /* (nullable) */
} LsPromiseCapability;

/**
 * LsWaiter:
 *
 * ECMAScript 25.4.1, a Waiter Record. A synchronous waiter lies on the stack of its agent. An asynchronous waiter has references:
 * one of its agent, and one of the list that it is in or of the job that resolves it.
 */
struct _LsWaiter
{
  LsWaiter            *previous, *next;     /* in its list; next also links waiters that were removed together */
  LsWaiterNode        *node;                /* NULL once it is removed; guarded by the critical section */
  LsAgent             *agent;               /* its agent signifier; NULL for a thread without an agent */
  LsWaitResult         result;
  gboolean             is_async;
  guint32              id;                  /* the number in the trace; 0 where it is not reported, or has left its list */
  gint64               timeout_time;        /* µs of the time of the cluster or of the monotonic clock; -1 for never */
  gint64               expected;
  LsHash               serial;              /* in a model: what its agent had learned then */
  LsParker             parker;              /* of a synchronous waiter on a thread */
  /* Of an asynchronous waiter. Only the thread of its agent uses these, except ref_count. */
  gatomicrefcount      ref_count;
  LsPromiseCapability  capability;
  gboolean             is_settled;
  LsTask              *timeout_job;
  LsSharedMemory      *memory;              /* (owned) */
  gsize                byte_index;
  LsWaiter            *previous_of_agent, *next_of_agent;
};

/** LsWaiterNode: a list of waiters that is not empty, a node in the tree of its bucket. */
struct _LsWaiterNode
{
  LsWaiterNode   *left, *right;
  guint64         weight;
  LsSharedMemory *memory;
  gsize           byte_index;
  LsWaiter       *first, *last;
  guint64         length;
};

/** LsWaiterBucket: some lists of a table, and their mutex. */
typedef struct
{
  pthread_mutex_t  mutex;       /* no GMutex: the thread sanitizer knows this one */
  guint            n_waiters;   /* atomic: written under the mutex, read without */
  LsWaiterNode    *root;
  LsWaiterNode    *spare;       /* (owned) (nullable): the last node that became empty */
} LsWaiterBucket;

/** LsWaiterList: ECMAScript 25.4.2, a WaiterList Record: a place, whether an agent waits there or not. */
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
