/* ls-replay-lost.c: tasks that wait and never run, though others of their loop do that come after them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-replay-private.h"

/* A task that never ends in the recording counts as lost if the recording goes on for this many ns after it was passed over. */
#define LEFT_AFTERWARDS (G_GUINT64_CONSTANT (100) * 1000 * 1000)

/* Chromium notices the end of a delay up to this many µs late. What is queued at once can be chosen after this many µs. */
#define LATE_DELAY 3000
#define CHOICE_TAKES 1000

/* A task that waits, and whose run or abort is not in the recording. */
typedef struct
{
  guint32 task;
  guint32 order;
  guint64 from;       /* µs: from then on the loop would choose it */
} Waiting;

/* Those of one queue, or of one priority, in the order in which they would run. */
struct _LsReplayLine
{
  GArray *tasks;      /* Waiting */
  guint   n_gone;     /* of the first ones */
};

/* What the loop looks at to choose among two tasks. */
typedef struct
{
  guint8 rank;
  gint8  effective_priority;   /* -1 outside of schedulers */
} Place;

static guint
get_line (const LsReplayTask *task,
          guint8              priority)
{
  return task->kind == LS_REPLAY_TASK_SCHEDULER ? LS_N_QUEUE_TYPES + ls_effective_priority (priority, task->is_continuation)
                                                : task->type;
}

static Place
get_place (LsReplay *self,
           guint     line)
{
  const guint effective = line - LS_N_QUEUE_TYPES;

  if (line < LS_N_QUEUE_TYPES)
    return (Place) { self->preset->queue_ranks[line], -1 };
  return (Place) { self->preset->effective_priority_ranks[effective], effective };
}

static guint8
get_priority (LsReplay           *self,
              const LsReplayTask *task)
{
  const LsReplaySignal *signal = task->follows_signal ? ls_id_map_get (&self->signals, task->signal) : NULL;
  const guint8 priority = signal != NULL ? signal->priority : task->priority;

  return ls_task_priority_is_valid (priority) ? priority : LS_TASK_PRIORITY_USER_BLOCKING;
}

/* A task enters a queue. If it never leaves that, the loop may never have had it there. */
void
ls_replay_watch_task (LsReplay           *self,
                      LsReplayThread     *thread,
                      const LsReplayTask *task)
{
  LsReplayLine *line;
  const Waiting waiting = { .task = task->id, .order = task->order,
                            .from = task->due != 0 ? MIN (task->due / 1000, self->now) + LATE_DELAY : self->now + CHOICE_TAKES };

  /* Idle callbacks may wait for ever. */
  if (task->run != LS_REPLAY_NOTHING || task->kind == LS_REPLAY_TASK_IDLE)
    return;
  if (thread->lines == NULL)
    thread->lines = g_new0 (LsReplayLine, LS_N_QUEUE_TYPES + LS_N_EFFECTIVE_PRIORITIES);
  line = &thread->lines[get_line (task, get_priority (self, task))];
  if (line->tasks == NULL)
    line->tasks = g_array_new (FALSE, FALSE, sizeof (Waiting));
  g_array_append_val (line->tasks, waiting);
}

/* Whether it is known of a task which queue it is in, and that queue is not one that browsers raise. */
static gboolean
is_sure (const LsReplayTask *task)
{
  switch (task->type)
    {
    case LS_QUEUE_TYPE_COMPOSITOR:
    case LS_QUEUE_TYPE_INPUT:
    case LS_QUEUE_TYPE_IDLE:
      return FALSE;
    case LS_QUEUE_TYPE_FRAME_THROTTLEABLE:
      return TRUE;
    default:
      return !task->guesses_queue;
    }
}

static void
remove_waiting (LsReplay       *self,
                LsReplayThread *thread,
                guint32         id)
{
  const LsReplayTask *known = ls_id_map_get (&thread->tasks, id);
  LsReplayTask task;

  if (known == NULL)
    return;
  task = *known;
  ls_id_map_remove (&thread->tasks, id);
  if (task.kind == LS_REPLAY_TASK_TIMER)
    ls_replay_emit (self, thread, .kind = LS_RECORD_TIMER_CLEARED, .subject = task.thing, .clause = LS_CLAUSE_INFERRED_GONE);
  ls_replay_leave_queue (self, thread, &task, FALSE);
  ls_replay_emit (self, thread, .kind = LS_RECORD_TASK_REMOVED, .subject = task.id, .queue = task.type,
                  .clause = LS_CLAUSE_INFERRED_GONE);
  ls_replay_leave_signal (self, thread, &task, FALSE);
}

/* Takes out of a line what would have come before @order. A task whose signal has a lower priority by now may wait. */
static void
pass_over (LsReplay       *self,
           LsReplayThread *thread,
           guint           number,
           guint32         order)
{
  LsReplayLine *line = &thread->lines[number];

  while (line->tasks != NULL && line->n_gone < line->tasks->len)
    {
      const Waiting waiting = g_array_index (line->tasks, Waiting, line->n_gone);
      const LsReplayTask *task = ls_id_map_get (&thread->tasks, waiting.task);

      if (waiting.order >= order || waiting.from >= self->now)
        break;
      line->n_gone++;
      if (task != NULL && get_line (task, get_priority (self, task)) >= number)
        remove_waiting (self, thread, waiting.task);
    }
  if (line->tasks != NULL && line->n_gone == line->tasks->len)
    {
      g_array_set_size (line->tasks, 0);
      line->n_gone = 0;
    }
}

/* A task is about to run, with this priority if it is of a scheduler. What waits, comes before it and never runs is not there any
 * more: its frame or page is gone, as after a reload. A recording does not say that. */
void
ls_replay_pass_over (LsReplay           *self,
                     LsReplayThread     *thread,
                     const LsReplayTask *task,
                     guint8              priority)
{
  const Place place = get_place (self, get_line (task, MIN (priority, LS_N_TASK_PRIORITIES - 1)));
  const guint32 order = task->guesses_due ? 0 : task->order;

  if (thread->lines == NULL || !is_sure (task) || thread->units.duration < self->now * 1000 + LEFT_AFTERWARDS)
    return;
  for (guint i = 0; i < LS_N_QUEUE_TYPES + LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      const Place other = get_place (self, i);

      if (other.rank < place.rank ||
          (other.rank == place.rank && place.effective_priority >= 0 && other.effective_priority > place.effective_priority))
        pass_over (self, thread, i, G_MAXUINT32);
      else if (other.rank == place.rank && (place.effective_priority < 0 || other.effective_priority < 0 ||
                                            other.effective_priority == place.effective_priority))
        pass_over (self, thread, i, order);
    }
}

void
ls_replay_forget_lines (LsReplayThread *thread)
{
  for (guint i = 0; thread->lines != NULL && i < LS_N_QUEUE_TYPES + LS_N_EFFECTIVE_PRIORITIES; i++)
    g_clear_pointer (&thread->lines[i].tasks, g_array_unref);
  g_clear_pointer (&thread->lines, g_free);
}
