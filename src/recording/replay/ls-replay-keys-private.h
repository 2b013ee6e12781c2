/* ls-replay-keys-private.h: finds the beginning of what a tool has numbered
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What the numbers of a tool belong to. Numbers of two kinds have nothing to do with each other. */
typedef enum
{
  LS_REPLAY_KEY_NONE = 0,
  LS_REPLAY_KEY_TASK,
  LS_REPLAY_KEY_TIMER,
  LS_REPLAY_KEY_FRAME,
  LS_REPLAY_KEY_IDLE,
  LS_REPLAY_KEY_MESSAGE,
  LS_REPLAY_KEY_FLOW,
  LS_REPLAY_KEY_RESOURCE,
  LS_REPLAY_KEY_SIGNAL
} LsReplayKeyKind;

typedef struct
{
  guint64 id;
  guint32 other;       /* such as the frame that a timer is of */
  guint32 kind;        /* LsReplayKeyKind, 0: a free slot */
  guint32 value, more; /* what the key stands for */
} LsReplayKey;

/* A table of what is under way. Its memory follows how much that is at the same time. Slots move: keep no pointer to a key over a
 * call that changes the table. */
typedef struct
{
  LsReplayKey *slots;
  gsize        n_slots;  /* a power of two, or 0 */
  gsize        n_keys;
} LsReplayKeys;

void         ls_replay_keys_init   (LsReplayKeys    *self);
void         ls_replay_keys_clear  (LsReplayKeys    *self);
LsReplayKey *ls_replay_keys_get    (LsReplayKeys    *self,
                                    LsReplayKeyKind  kind,
                                    guint64          id,
                                    guint32          other);
LsReplayKey *ls_replay_keys_add    (LsReplayKeys    *self,
                                    LsReplayKeyKind  kind,
                                    guint64          id,
                                    guint32          other);
void         ls_replay_keys_remove (LsReplayKeys    *self,
                                    LsReplayKey     *key);

/* A heap: the least time first, and of equal times what was added first. */
typedef struct
{
  guint64 time;
  guint32 order;
  guint32 value;
} LsReplayHeapItem;

typedef struct
{
  GArray *items;         /* LsReplayHeapItem */
  guint32 n_added;
} LsReplayHeap;

void     ls_replay_heap_init  (LsReplayHeap *self);
void     ls_replay_heap_clear (LsReplayHeap *self);
void     ls_replay_heap_push  (LsReplayHeap *self,
                               guint64       time,
                               guint32       value);
void     ls_replay_heap_pop   (LsReplayHeap *self);

/* The time of the first item, G_MAXUINT64 where there is none. */
static inline guint64
ls_replay_heap_get_time (const LsReplayHeap *self)
{
  return self->items->len > 0 ? g_array_index (self->items, LsReplayHeapItem, 0).time : G_MAXUINT64;
}

static inline guint32
ls_replay_heap_get_value (const LsReplayHeap *self)
{
  return g_array_index (self->items, LsReplayHeapItem, 0).value;
}

G_END_DECLS
