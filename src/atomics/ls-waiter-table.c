/* ls-waiter-table.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-waiter-table-private.h"

/* A power of two. Threads that wait at different places rarely share a bucket. */
#define N_SHARED_BUCKETS 256

/**
 * LsWaiterTable:
 *
 * The waiter lists of an agent cluster: one for each (block, byte index) where an agent waits. Each bucket has a tree of lists,
 * so finding a list costs the logarithm of their number, whatever indices a program chooses. The mutex of a bucket is the
 * critical section of all its lists.
 *
 * Threads outside any model share one table, that of ls_waiter_table_get_shared(). Each model has its own.
 */
struct _LsWaiterTable
{
  guint64        seed;
  guint          n_buckets;     /* a power of two */
  LsWaiterBucket buckets[] __attribute__ ((aligned (64)));
};

LsWaiterTable *
ls_waiter_table_new (guint n_buckets)
{
  const gsize size = sizeof (LsWaiterTable) + n_buckets * sizeof (LsWaiterBucket);
  LsWaiterTable *self = g_aligned_alloc0 (1, size, 64);

  self->seed = (guint64) g_random_int () << 32 | g_random_int ();
  self->n_buckets = n_buckets;
  for (guint i = 0; i < n_buckets; i++)
    pthread_mutex_init (&self->buckets[i].mutex, NULL);
  return self;
}

/* Frees a table in which nobody waits any more. */
void
ls_waiter_table_free (LsWaiterTable *self)
{
  for (guint i = 0; i < self->n_buckets; i++)
    {
      g_warn_if_fail (self->buckets[i].root == NULL);
      g_free (self->buckets[i].spare);
      pthread_mutex_destroy (&self->buckets[i].mutex);
    }
  g_aligned_free (self);
}

/* Returns the table of all threads outside any model. */
LsWaiterTable *
ls_waiter_table_get_shared (void)
{
  static LsWaiterTable *shared;
  LsWaiterTable *table = __atomic_load_n (&shared, __ATOMIC_ACQUIRE), *made;

  if (G_LIKELY (table != NULL))
    return table;
  made = ls_waiter_table_new (N_SHARED_BUCKETS);
  if (__atomic_compare_exchange_n (&shared, &table, made, FALSE, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return made;
  ls_waiter_table_free (made);
  return table;
}

guint64
ls_waiter_table_count (LsWaiterTable *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->n_buckets; i++)
    n += __atomic_load_n (&self->buckets[i].n_waiters, __ATOMIC_SEQ_CST);
  return n;
}

static void
waiter_node_foreach (LsWaiterNode *node,
                     void        (*func) (LsWaiterNode *node, gpointer data),
                     gpointer      data)
{
  for (; node != NULL; node = node->right)
    {
      waiter_node_foreach (node->left, func, data);
      func (node, data);
    }
}

/* Calls @func for each list, in no order. @func must not change the lists. */
void
ls_waiter_table_foreach (LsWaiterTable *self,
                         void         (*func) (LsWaiterNode *node, gpointer data),
                         gpointer       data)
{
  for (guint i = 0; i < self->n_buckets; i++)
    {
      pthread_mutex_lock (&self->buckets[i].mutex);
      waiter_node_foreach (self->buckets[i].root, func, data);
      pthread_mutex_unlock (&self->buckets[i].mutex);
    }
}

/* Each tree is a treap: places order its nodes, and no node is heavier than its parent. */

static inline int
compare_places (LsSharedMemory     *memory,
                gsize               byte_index,
                const LsWaiterNode *node)
{
  if (memory != node->memory)
    return (guintptr) memory < (guintptr) node->memory ? -1 : 1;
  return byte_index < node->byte_index ? -1 : byte_index > node->byte_index;
}

static LsWaiterNode *
waiter_list_find (const LsWaiterList *wl)
{
  LsWaiterNode *node = wl->bucket->root;
  int order;

  while (node != NULL && (order = compare_places (wl->memory, wl->byte_index, node)) != 0)
    node = order < 0 ? node->left : node->right;
  return node;
}

static void
waiter_node_split (LsWaiterNode       *node,
                   const LsWaiterNode *at,
                   LsWaiterNode      **before,
                   LsWaiterNode      **after)
{
  while (node != NULL)
    if (compare_places (at->memory, at->byte_index, node) < 0)
      {
        *after = node;
        after = &node->left;
        node = node->left;
      }
    else
      {
        *before = node;
        before = &node->right;
        node = node->right;
      }
  *before = *after = NULL;
}

static LsWaiterNode *
waiter_node_merge (LsWaiterNode *before,
                   LsWaiterNode *after)
{
  LsWaiterNode *root = NULL, **place = &root;

  while (before != NULL && after != NULL)
    if (before->weight >= after->weight)
      {
        *place = before;
        place = &before->right;
        before = before->right;
      }
    else
      {
        *place = after;
        place = &after->left;
        after = after->left;
      }
  *place = before != NULL ? before : after;
  return root;
}

static LsWaiterNode *
waiter_list_insert (const LsWaiterList *wl)
{
  LsWaiterNode *node = g_steal_pointer (&wl->bucket->spare);
  LsWaiterNode **place = &wl->bucket->root;

  if (node == NULL)
    node = g_new (LsWaiterNode, 1);
  *node = (LsWaiterNode) { .weight = wl->weight, .memory = wl->memory, .byte_index = wl->byte_index };
  while (*place != NULL && (*place)->weight >= node->weight)
    place = compare_places (wl->memory, wl->byte_index, *place) < 0 ? &(*place)->left : &(*place)->right;
  waiter_node_split (*place, node, &node->left, &node->right);
  *place = node;
  return node;
}

static void
waiter_list_erase (const LsWaiterList *wl,
                   LsWaiterNode       *node)
{
  LsWaiterNode **place = &wl->bucket->root;

  while (*place != node)
    place = compare_places (node->memory, node->byte_index, *place) < 0 ? &(*place)->left : &(*place)->right;
  *place = waiter_node_merge (node->left, node->right);
  g_free (wl->bucket->spare);
  wl->bucket->spare = node;
}

static inline guint64
hash_word (guint64 x)
{
  x = (x ^ (x >> 32)) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  x = (x ^ (x >> 32)) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  return x ^ (x >> 32);
}

/* ECMAScript 25.4.3.5 GetWaiterList: the list of a byte index in a block. */
LsWaiterList
ls_get_waiter_list (LsWaiterTable  *table,
                    LsSharedMemory *block,
                    gsize           i)
{
  const guint64 weight = hash_word (hash_word ((guintptr) block ^ table->seed) + i);

  return (LsWaiterList) { &table->buckets[weight & (table->n_buckets - 1)], block, i, weight };
}

/* ECMAScript 25.4.3.6 EnterCriticalSection. Up to ls_leave_critical_section() no other agent sees or changes the list. */
void
ls_enter_critical_section (const LsWaiterList *wl)
{
  pthread_mutex_lock (&wl->bucket->mutex);
}

/* ECMAScript 25.4.3.7 LeaveCriticalSection. */
void
ls_leave_critical_section (const LsWaiterList *wl)
{
  pthread_mutex_unlock (&wl->bucket->mutex);
}

/* ECMAScript 25.4.3.8 AddWaiter: appends a waiter that is in no list, in the critical section of @wl. */
void
ls_add_waiter (const LsWaiterList *wl,
               LsWaiter           *waiter)
{
  LsWaiterNode *node = waiter_list_find (wl);

  if (node == NULL)
    node = waiter_list_insert (wl);
  waiter->node = node;
  waiter->next = NULL;
  waiter->previous = node->last;
  if (node->last != NULL)
    node->last->next = waiter;
  else
    node->first = waiter;
  node->last = waiter;
  node->length++;
  __atomic_add_fetch (&wl->bucket->n_waiters, 1, __ATOMIC_SEQ_CST);
}

/* ECMAScript 25.4.3.9 RemoveWaiter, in the critical section of @wl. */
void
ls_remove_waiter (const LsWaiterList *wl,
                  LsWaiter           *waiter)
{
  LsWaiterNode *node = waiter->node;

  if (waiter->previous != NULL)
    waiter->previous->next = waiter->next;
  else
    node->first = waiter->next;
  if (waiter->next != NULL)
    waiter->next->previous = waiter->previous;
  else
    node->last = waiter->previous;
  waiter->node = NULL;
  waiter->previous = waiter->next = NULL;
  if (--node->length == 0)
    waiter_list_erase (wl, node);
  __atomic_sub_fetch (&wl->bucket->n_waiters, 1, __ATOMIC_SEQ_CST);
}

/* ECMAScript 25.4.3.10 RemoveWaiters, in the critical section of @wl: removes the @c waiters that have waited longest, and tells in
 * @n how many those were. Returns the first or NULL; next leads to the others, in order. */
LsWaiter *
ls_remove_waiters (const LsWaiterList *wl,
                   guint64             c,
                   guint64            *n)
{
  LsWaiterNode *node = c > 0 ? waiter_list_find (wl) : NULL;
  LsWaiter *first, *last = NULL;

  *n = 0;
  if (node == NULL)
    return NULL;
  first = node->first;
  for (LsWaiter *waiter = first; waiter != NULL && *n < c; waiter = waiter->next)
    {
      waiter->node = NULL;
      last = waiter;
      ++*n;
    }
  node->first = last->next;
  node->length -= *n;
  if (node->first != NULL)
    node->first->previous = NULL;
  else
    waiter_list_erase (wl, node);
  last->next = NULL;
  __atomic_sub_fetch (&wl->bucket->n_waiters, (guint) *n, __ATOMIC_SEQ_CST);
  return first;
}
