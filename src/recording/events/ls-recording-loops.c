/* ls-recording-loops.c: which threads have loops, and which belong together
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-event-id-private.h"
#include "ls-recording-builder-private.h"
#include "ls-recording-private.h"

/* Whether events of @kind tell of a program's code, not of the browser's own. */
static gboolean
is_of_program (guint kind)
{
  return (kind >= LS_RECORDING_EVENT_POST && kind <= LS_RECORDING_EVENT_FUNCTION) || kind == LS_RECORDING_EVENT_RESOURCE ||
         kind == LS_RECORDING_EVENT_RESOURCE_CALLBACK;
}

/* Whether a task or a continuation of the scheduler is one that no event before has told of. @known: (inout) (nullable): the
 * numbers of those before */
static gboolean
is_new_task (const LsRecordingEvent  *event,
             GHashTable             **known)
{
  gboolean is_post;

  if (event->kind < LS_RECORDING_EVENT_POST || event->kind > LS_RECORDING_EVENT_ABORT_YIELD)
    return FALSE;
  is_post = event->kind == LS_RECORDING_EVENT_POST || event->kind == LS_RECORDING_EVENT_YIELD;
  /* Versions without numbers tell of runs alone. */
  if (event->id == 0)
    return is_post || event->kind == LS_RECORDING_EVENT_RUN || event->kind == LS_RECORDING_EVENT_CONTINUE;
  if (*known == NULL)
    *known = g_hash_table_new (ls_event_id_hash, ls_event_id_equal);
  return g_hash_table_add (*known, (gpointer) &event->id) || is_post;
}

/* Whether the thread is busy while an event of @kind lasts. */
static gboolean
is_busy (guint kind)
{
  switch (kind)
    {
    case LS_RECORDING_EVENT_TASK:
    case LS_RECORDING_EVENT_RUN:
    case LS_RECORDING_EVENT_CONTINUE:
    case LS_RECORDING_EVENT_TIMER_FIRE:
    case LS_RECORDING_EVENT_FRAME_FIRE:
    case LS_RECORDING_EVENT_IDLE_FIRE:
    case LS_RECORDING_EVENT_MESSAGE:
    case LS_RECORDING_EVENT_MICROTASKS:
    case LS_RECORDING_EVENT_FUNCTION:
    case LS_RECORDING_EVENT_RESOURCE_CALLBACK:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
count (LsRecording *self,
       guint        index)
{
  LsRecordingThread *thread = &g_array_index (self->threads, LsRecordingThread, index);
  guint64 busy_until = 0, busy = 0;
  gboolean runs_program = FALSE;
  g_autoptr (GHashTable) known = NULL;   /* (element-type guint64) */

  thread->n_events = self->first[index + 1] - self->first[index];
  for (gsize i = self->first[index]; i < self->first[index + 1]; i++)
    {
      const LsRecordingEvent *event = &self->events[i];
      guint64 end = event->duration == LS_RECORDING_NO_END ? self->duration : event->time + event->duration;

      runs_program |= is_of_program (event->kind);
      if (event->kind == LS_RECORDING_EVENT_TASK)
        thread->is_loop = TRUE;
      if (is_new_task (event, &known))
        thread->n_scheduler_tasks++;
      if (is_busy (event->kind) && end > busy_until)
        {
          busy += end - MAX (busy_until, event->time);
          busy_until = end;
        }
    }

  thread->is_loop |= runs_program;
  thread->busy = busy / 1000;
  if (thread->kind == LS_RECORDING_THREAD_OTHER && runs_program)
    thread->kind = LS_RECORDING_THREAD_MAIN;
}

/* Counts what there is on each thread. Threads that run a program and are not known to be workers are main threads. */
void
ls_recording_find_kinds (LsRecording *self)
{
  for (guint i = 0; i < self->threads->len; i++)
    count (self, i);
}

static int
compare_loops (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  LsRecording *self = data;
  guint first = *(const guint *) a, second = *(const guint *) b;
  const LsRecordingThread *x = &g_array_index (self->threads, LsRecordingThread, first);
  const LsRecordingThread *y = &g_array_index (self->threads, LsRecordingThread, second);
  gboolean is_other = x->kind == LS_RECORDING_THREAD_OTHER;

  if (x->n_scheduler_tasks != y->n_scheduler_tasks)
    return x->n_scheduler_tasks > y->n_scheduler_tasks ? -1 : 1;
  if (is_other != (y->kind == LS_RECORDING_THREAD_OTHER))
    return is_other ? 1 : -1;
  if (x->busy != y->busy)
    return x->busy > y->busy ? -1 : 1;

  return first < second ? -1 : first > second;
}

/* The agents that go with each main thread: itself and the workers of its process. */
static void
find_agents (LsRecording *self)
{
  g_autoptr (GHashTable) mains = g_hash_table_new (g_int64_hash, g_int64_equal);   /* guint64 *: pid → GArray of guint */

  self->agents = g_ptr_array_new ();
  g_ptr_array_set_size (self->agents, self->threads->len);
  self->indices = g_new (guint, MAX (self->threads->len, 1));

  for (guint i = 0; i < self->loops->len; i++)
    {
      guint index = g_array_index (self->loops, guint, i);
      LsRecordingThread *thread = &g_array_index (self->threads, LsRecordingThread, index);
      GArray *agents;

      /* A process may have several main threads, if it is a browser in one process: the first has the workers. */
      if (thread->kind != LS_RECORDING_THREAD_MAIN || g_hash_table_contains (mains, &thread->pid))
        continue;

      agents = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (agents, index);
      g_hash_table_insert (mains, &thread->pid, agents);
      g_ptr_array_index (self->agents, index) = agents;
    }

  for (guint i = 0; i < self->threads->len; i++)
    {
      LsRecordingThread *thread = &g_array_index (self->threads, LsRecordingThread, i);
      GArray *agents = g_hash_table_lookup (mains, &thread->pid);

      self->indices[i] = i;
      if (agents != NULL && thread->kind == LS_RECORDING_THREAD_WORKER && thread->is_loop)
        g_array_append_val (agents, i);
    }
}

/* Finds the loops, the most interesting first, and what belongs together. */
void
ls_recording_find_loops (LsRecording *self)
{
  self->loops = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < self->threads->len; i++)
    if (g_array_index (self->threads, LsRecordingThread, i).is_loop)
      g_array_append_val (self->loops, i);

  g_array_sort_with_data (self->loops, compare_loops, self);
  find_agents (self);
}

/* The page that is looked at first is what the recording is about. */
void
ls_recording_builder_name (LsRecordingBuilder *self,
                           LsRecording        *recording)
{
  const LsRecordingThread *first;

  if (recording->loops->len == 0)
    return;

  first = &g_array_index (recording->threads, LsRecordingThread, g_array_index (recording->loops, guint, 0));
  if (first->title != NULL && ls_recording_builder_get_info (self, "title") == NULL)
    ls_recording_builder_set_info (self, "title", first->title);
  if (first->url != NULL && ls_recording_builder_get_info (self, "url") == NULL)
    ls_recording_builder_set_info (self, "url", first->url);
}
