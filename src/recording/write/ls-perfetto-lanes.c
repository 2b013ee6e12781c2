/* ls-perfetto-lanes.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-perfetto-lanes-private.h"

/* A track, and when its last wait ended. */
typedef struct
{
  guint64 end;
  guint64 track;
} Lane;

/* The tracks of a group: a heap, whose first one has been free for longest. */
typedef struct
{
  guint64  track;
  GArray  *lanes;
} Group;

struct _LsPerfettoLanes
{
  guint64     next_track;
  GHashTable *groups;       /* guint64 → Group */
};

/* What tasks wait for. */
typedef enum
{
  BY_PRIORITY = 0,
  BY_SIGNAL,
  BY_QUEUE,
  BY_MEMORY
} GroupKind;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_array_unref (group->lanes);
  g_free (group);
}

LsPerfettoLanes *
ls_perfetto_lanes_new (guint64 first_track)
{
  LsPerfettoLanes *self = g_new0 (LsPerfettoLanes, 1);

  self->next_track = first_track;
  self->groups = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, group_free);
  return self;
}

void
ls_perfetto_lanes_free (LsPerfettoLanes *self)
{
  g_hash_table_unref (self->groups);
  g_free (self);
}

static GroupKind
get_group_kind (const LsStoryEvent *wait)
{
  if (wait->task == 0)
    return BY_MEMORY;
  if (wait->signal != 0)
    return BY_SIGNAL;
  return ls_task_priority_is_valid (wait->priority) ? BY_PRIORITY : BY_QUEUE;
}

/* What the group of a wait is called. */
char *
ls_perfetto_lanes_dup_group_name (const LsStoryEvent *wait)
{
  switch (get_group_kind (wait))
    {
    case BY_MEMORY:
      return g_strdup ("shared memory");
    case BY_SIGNAL:
      return g_strdup_printf ("signal %u", wait->signal);
    case BY_PRIORITY:
      return g_strdup (ls_task_priority_to_string (wait->priority));
    default:
      return g_strdup (ls_queue_type_to_string (wait->queue));
    }
}

static guint64
get_key (const LsStoryEvent *wait)
{
  const GroupKind kind = get_group_kind (wait);
  guint32 number = 0;

  if (kind == BY_SIGNAL)
    number = wait->signal;
  else if (kind != BY_MEMORY)
    number = kind == BY_PRIORITY ? wait->priority : wait->queue;
  /* There are fewer than 4096 agents. */
  return (guint64) wait->agent << 40 | (guint64) kind << 32 | number;
}

/* Moves the first lane down to where its end belongs. */
static void
sink (GArray *lanes)
{
  Lane *heap = (Lane *) lanes->data;
  guint i = 0;

  while (2 * i + 1 < lanes->len)
    {
      guint child = 2 * i + 1;
      Lane lane = heap[i];

      if (child + 1 < lanes->len && heap[child + 1].end < heap[child].end)
        child++;
      if (lane.end <= heap[child].end)
        break;
      heap[i] = heap[child];
      heap[child] = lane;
      i = child;
    }
}

/* Moves the last lane up to where its end belongs. */
static void
rise (GArray *lanes)
{
  Lane *heap = (Lane *) lanes->data;

  for (guint i = lanes->len - 1; i > 0 && heap[i].end < heap[(i - 1) / 2].end; i = (i - 1) / 2)
    {
      Lane lane = heap[i];

      heap[i] = heap[(i - 1) / 2];
      heap[(i - 1) / 2] = lane;
    }
}

/* Finds a track for a wait that is over. Waits come in the order of their ends. */
void
ls_perfetto_lanes_find (LsPerfettoLanes    *self,
                        const LsStoryEvent *wait,
                        LsPerfettoLane     *lane)
{
  const guint64 key = get_key (wait);
  Group *group = g_hash_table_lookup (self->groups, &key);
  Lane *first;

  *lane = (LsPerfettoLane) { 0 };
  if (group == NULL)
    {
      group = g_new0 (Group, 1);
      group->track = self->next_track++;
      group->lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
      g_hash_table_insert (self->groups, g_memdup2 (&key, sizeof key), group);
      lane->is_new_group = TRUE;
    }
  lane->group = group->track;

  first = group->lanes->len > 0 ? &g_array_index (group->lanes, Lane, 0) : NULL;
  if (first != NULL && first->end <= wait->since)
    {
      lane->track = first->track;
      first->end = wait->time;
      sink (group->lanes);
      return;
    }
  lane->track = self->next_track++;
  lane->is_new = TRUE;
  g_array_append_val (group->lanes, ((Lane) { .end = wait->time, .track = lane->track }));
  rise (group->lanes);
}
