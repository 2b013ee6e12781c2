/* ls-loop-group.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-loop-group.h"

#include "ls-event-loop-private.h"

typedef struct
{
  LsEventLoop *loop;            /* (owned) */
  guint64      served;          /* the number of the group's turn that was the loop's last */
  guint8       rank;            /* the rank of its next task, or LS_NO_RANK */
} LsLoopGroupMember;

/**
 * LsLoopGroup:
 *
 * Event loops that share a thread, as frames of different origins in one process do. A policy chooses the loop that has the next
 * turn. Loops with virtual clocks share the time as well: while one loop works, time passes for all. The group moves the time to
 * the next wake-up where no loop has anything to run.
 *
 * Use a group to show what one loop can learn of another (§5.2). Use [method@EventLoop.run] or [method@EventLoop.attach] for a
 * single loop.
 */
struct _LsLoopGroup
{
  GObject            parent_instance;

  LsLoopGroupPolicy  policy;
  GArray            *members;       /* of LsLoopGroupMember, in the order in which they were added */
  guint64            now;           /* µs, of the virtual clocks */
  guint64            turn;
  guint              better_turns;  /* in a row, while a worse rank waited */
  gboolean           is_running;
};

G_DEFINE_FINAL_TYPE (LsLoopGroup, ls_loop_group, G_TYPE_OBJECT)

static void
loop_group_member_clear (gpointer data)
{
  LsLoopGroupMember *member = data;

  member->loop->shared_clock = NULL;
  g_object_unref (member->loop);
}

static void
ls_loop_group_finalize (GObject *object)
{
  LsLoopGroup *self = LS_LOOP_GROUP (object);

  g_array_unref (self->members);

  G_OBJECT_CLASS (ls_loop_group_parent_class)->finalize (object);
}

static void
ls_loop_group_class_init (LsLoopGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_loop_group_finalize;
}

static void
ls_loop_group_init (LsLoopGroup *self)
{
  self->members = g_array_new (FALSE, FALSE, sizeof (LsLoopGroupMember));
  g_array_set_clear_func (self->members, loop_group_member_clear);
}

/**
 * ls_loop_group_new:
 * @policy: the policy that chooses the loop that runs next
 *
 * Makes a group of event loops that take turns on one thread.
 *
 * Returns: (transfer full): a group without loops
 */
LsLoopGroup *
ls_loop_group_new (LsLoopGroupPolicy policy)
{
  LsLoopGroup *self;

  g_return_val_if_fail ((guint) policy <= LS_LOOP_GROUP_CYCLE, NULL);

  self = g_object_new (LS_TYPE_LOOP_GROUP, NULL);
  self->policy = policy;
  return self;
}

/**
 * ls_loop_group_get_policy:
 * @self: a group
 *
 * Gets the policy that chooses the loop that runs next.
 *
 * Returns: the policy that chooses the loop that runs next
 */
LsLoopGroupPolicy
ls_loop_group_get_policy (LsLoopGroup *self)
{
  g_return_val_if_fail (LS_IS_LOOP_GROUP (self), LS_LOOP_GROUP_STRICT);

  return self->policy;
}

/**
 * ls_loop_group_get_n_loops:
 * @self: a group
 *
 * Counts the loops.
 *
 * Returns: how many loops it has
 */
guint
ls_loop_group_get_n_loops (LsLoopGroup *self)
{
  g_return_val_if_fail (LS_IS_LOOP_GROUP (self), 0);

  return self->members->len;
}

static inline LsLoopGroupMember *
loop_group_get_member (LsLoopGroup *self,
                       guint        index)
{
  return &g_array_index (self->members, LsLoopGroupMember, index);
}

/**
 * ls_loop_group_add:
 * @self: a group
 * @loop: a loop that is in no group and not attached to a main context; the group holds a reference to it
 *
 * Adds a loop. All loops of a group have the same kind of clock and belong to one thread. They should have the same preset, since
 * the group compares their ranks. The group sets a virtual clock to the latest of its loops; from then on only the group moves it
 * to the next wake-up.
 */
void
ls_loop_group_add (LsLoopGroup *self,
                   LsEventLoop *loop)
{
  LsLoopGroupMember member = { .loop = loop };

  g_return_if_fail (LS_IS_LOOP_GROUP (self));
  g_return_if_fail (LS_IS_EVENT_LOOP (loop));
  g_return_if_fail (loop->shared_clock == NULL);
  g_return_if_fail (loop->source == NULL);
  g_return_if_fail (self->members->len == 0 || loop_group_get_member (self, 0)->loop->clock == loop->clock);
  LS_ASSERT_LOOP_THREAD (loop);

  g_object_ref (loop);
  self->now = MAX (self->now, loop->now);
  loop->shared_clock = &self->now;
  loop->is_run_by_hand = TRUE;
  g_array_append_val (self->members, member);
}

/**
 * ls_loop_group_remove:
 * @self: a group
 * @loop: a loop of the group; the function ignores other loops
 *
 * Removes a loop. It goes on by itself, from the current time on.
 */
void
ls_loop_group_remove (LsLoopGroup *self,
                      LsEventLoop *loop)
{
  g_return_if_fail (LS_IS_LOOP_GROUP (self));
  g_return_if_fail (LS_IS_EVENT_LOOP (loop));

  for (guint i = 0; i < self->members->len; i++)
    if (loop_group_get_member (self, i)->loop == loop)
      {
        ls_event_loop_update_clock (loop);
        g_array_remove_index (self->members, i);
        return;
      }
}

/* Notes the rank of the next task of each loop. Returns the best rank of all. */
static guint8
loop_group_peek_ranks (LsLoopGroup *self)
{
  guint8 best = LS_NO_RANK;

  for (guint i = 0; i < self->members->len; i++)
    {
      LsLoopGroupMember *member = loop_group_get_member (self, i);

      member->rank = ls_event_loop_peek_rank (member->loop);
      best = MIN (best, member->rank);
    }
  return best;
}

/* Returns the loop that has waited longest among those whose rank is between @first_rank and @last_rank. */
static LsLoopGroupMember *
loop_group_find_longest_waiting (LsLoopGroup *self,
                                 guint8       first_rank,
                                 guint8       last_rank)
{
  LsLoopGroupMember *found = NULL;

  for (guint i = 0; i < self->members->len; i++)
    {
      LsLoopGroupMember *member = loop_group_get_member (self, i);

      if (member->rank >= first_rank && member->rank <= last_rank && (found == NULL || member->served < found->served))
        found = member;
    }
  return found;
}

static LsLoopGroupMember *
loop_group_choose (LsLoopGroup *self,
                   guint8       best)
{
  LsLoopGroupMember *worse;

  switch (self->policy)
    {
    case LS_LOOP_GROUP_ROUND_ROBIN:
      return loop_group_find_longest_waiting (self, 0, LS_NO_RANK - 1);
    case LS_LOOP_GROUP_CYCLE:
      worse = loop_group_find_longest_waiting (self, best + 1, LS_NO_RANK - 1);
      if (worse == NULL || ++self->better_turns > LS_LOOP_GROUP_CYCLE_AFTER)
        self->better_turns = 0;
      else
        worse = NULL;
      return worse != NULL ? worse : loop_group_find_longest_waiting (self, best, best);
    case LS_LOOP_GROUP_STRICT:
    default:
      return loop_group_find_longest_waiting (self, best, best);
    }
}

/* Moves virtual time on to the next wake-up of any loop: nothing is runnable. */
static gboolean
loop_group_advance_clock (LsLoopGroup *self)
{
  guint64 next = LS_TIME_NEVER;

  for (guint i = 0; i < self->members->len; i++)
    {
      const LsEventLoop *loop = loop_group_get_member (self, i)->loop;

      if (loop->clock == LS_CLOCK_VIRTUAL && !loop->shut_down)
        next = MIN (next, ls_wake_up_queue_get_next (&loop->wake_ups));
    }
  if (next == LS_TIME_NEVER)
    return FALSE;
  self->now = MAX (self->now, next);
  return TRUE;
}

/**
 * ls_loop_group_run_turn:
 * @self: a group
 *
 * Runs one turn of the loop that the policy chooses. Inside a callback of one of its loops the function does nothing.
 *
 * Returns: whether a loop ran anything; %FALSE where nothing is left to do, or nothing before the next wake-up by the monotonic
 *   clock
 */
gboolean
ls_loop_group_run_turn (LsLoopGroup *self)
{
  LsLoopGroupMember *member;
  guint8 best;

  g_return_val_if_fail (LS_IS_LOOP_GROUP (self), FALSE);

  if (self->is_running)
    return FALSE;
  while ((best = loop_group_peek_ranks (self)) == LS_NO_RANK)
    if (!loop_group_advance_clock (self))
      return FALSE;

  member = loop_group_choose (self, best);
  member->served = ++self->turn;
  /* The callback may change the group and drop it. */
  g_object_ref (self);
  self->is_running = TRUE;
  ls_event_loop_run_turn (member->loop);
  self->is_running = FALSE;
  g_object_unref (self);
  return TRUE;
}

/**
 * ls_loop_group_get_last:
 * @self: a group
 *
 * Gets the loop that had the last turn.
 *
 * Returns: (transfer none) (nullable): the loop that had the last turn; %NULL before the first turn, or where the loop is no
 *   longer in the group
 */
LsEventLoop *
ls_loop_group_get_last (LsLoopGroup *self)
{
  g_return_val_if_fail (LS_IS_LOOP_GROUP (self), NULL);

  for (guint i = 0; i < self->members->len; i++)
    if (self->turn > 0 && loop_group_get_member (self, i)->served == self->turn)
      return loop_group_get_member (self, i)->loop;
  return NULL;
}

/**
 * ls_loop_group_run:
 * @self: a group
 * @max_turns: the highest number of turns
 *
 * Runs turns until nothing is left to do, or nothing before the next wake-up by the monotonic clock.
 *
 * Returns: the number of turns
 */
guint64
ls_loop_group_run (LsLoopGroup *self,
                   guint64      max_turns)
{
  guint64 n = 0;

  g_return_val_if_fail (LS_IS_LOOP_GROUP (self), 0);

  g_object_ref (self);
  while (n < max_turns && ls_loop_group_run_turn (self))
    n++;
  g_object_unref (self);
  return n;
}
