/* ls-linter-sources.c: what the sources of GLib programs tell about the lints
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-linter-private.h"


/* This many dispatches of a loop are remembered. */
#define MAX_RECENT 4096

/* A source starves another one if it was dispatched so often while that one waited. */
#define STARVES 5

/* A timeout never catches up if it is late by more than its interval this often in a row, and by this many µs. */
#define LATE_IN_A_ROW 3
#define LATE_AT_LEAST 5000

/* An idle source never ends if it is dispatched so often while the loop does not sleep. */
#define ENDLESS_DISPATCHES 100

/* A wake-up does nothing if the loop sleeps again after this many µs. */
#define DOES_NOTHING 100
#define SECOND 1000000

/* Sources are leaked if this many of a name were attached in this many seconds, and nothing became of most of them. */
#define LEAKED_SOURCES 16
#define LEAKED_SECONDS 5

void
ls_linter_init_sources (LsLinter *self)
{
  ls_id_map_init (&self->sources, sizeof (LsLintSource));
  ls_id_map_init (&self->source_names, sizeof (LsLintSourceName));
}

void
ls_linter_clear_sources (LsLinter *self)
{
  ls_id_map_clear (&self->sources);
  ls_id_map_clear (&self->source_names);
}

static LsLintSource *
get_source (LsLinter *self,
            guint32   task)
{
  const LsLintTask *known = ls_id_map_get (&self->tasks, task);

  return known != NULL && known->source != 0 ? ls_id_map_get (&self->sources, known->source) : NULL;
}

/* A lint about a source, at the record that is being read. */
static LsLint
begin_lint (LsLinter           *self,
            LsLintKind          kind,
            guint32             id,
            const LsLintSource *source,
            guint64             time)
{
  return (LsLint) {
    .kind = kind,
    .subject_kind = LS_LINT_SUBJECT_SOURCE,
    .id = id,
    .name = source->name,
    .priority = LS_TASK_PRIORITY_NONE,
    .other_priority = LS_TASK_PRIORITY_NONE,
    .queue = source->queue,
    .position = self->position,
    .since = self->position,
    .time = time,
  };
}

/* Sources */

static void
count_attached (LsLinter       *self,
                LsLintSource   *source,
                const LsRecord *record)
{
  LsLintSourceName *name;

  if (record->text == 0)
    return;
  name = ls_id_map_add (&self->source_names, record->text);
  if (name->n_attached == 0)
    {
      name->position = self->position;
      name->time = record->time;
      name->source = record->subject;
    }
  name->n_attached++;
  name->n_idle++;
  if (name->n_seconds == 0 || record->time >= name->second + SECOND)
    {
      name->second = record->time;
      name->n_seconds++;
    }
  source->counts = TRUE;
}

/* Something became of the source: it is none that is leaked. */
static void
count_used (LsLinter     *self,
            LsLintSource *source)
{
  LsLintSourceName *name = source->counts ? ls_id_map_get (&self->source_names, source->name) : NULL;

  source->counts = FALSE;
  if (name != NULL && name->n_idle > 0)
    name->n_idle--;
}

void
ls_linter_on_source (LsLinter       *self,
                     const LsRecord *record)
{
  LsLintSource *source = record->subject != 0 ? ls_id_map_get (&self->sources, record->subject) : NULL;

  if (record->kind == LS_RECORD_SOURCE_DESTROYED)
    {
      if (source == NULL)
        return;
      count_used (self, source);
      ls_id_map_remove (&self->sources, record->subject);
      return;
    }
  if (record->subject == 0)
    return;
  if (source != NULL)
    {
      source->priority = (gint32) record->value;
      source->queue = record->queue;
      return;
    }
  source = ls_id_map_add (&self->sources, record->subject);
  *source = (LsLintSource) {
    .name = record->text,
    .priority = (gint32) record->value,
    .interval = (guint64) record->object * 1000,
    .sort = record->level,
    .queue = record->queue,
    .is_exact = record->object > 0 && (record->object < 1000 || record->object % 1000 != 0),
  };
  count_attached (self, source, record);
}

/* Waits */

/* Finds the source that was dispatched most, by time, since @since. The ring is read backwards. */
static void
find_starving (LsLinter *self,
               guint64   since,
               gint32    priority,
               LsLint   *lint)
{
  const GArray *recent = self->loop.recent;
  guint best = 0;
  LsIdMap sums;    /* guint64[2]: µs, how often */

  ls_id_map_init (&sums, 2 * sizeof (guint64));
  for (guint i = 0; recent != NULL && i < recent->len; i++)
    {
      const guint place = (self->loop.n_recent + recent->len - 1 - i) % recent->len;
      const LsLintDispatch *dispatch = &g_array_index (recent, LsLintDispatch, place);
      guint64 *sum;

      if (dispatch->ended_at < since)
        break;
      if (dispatch->priority > priority)
        continue;
      sum = ls_id_map_add (&sums, dispatch->source);
      sum[0] += dispatch->duration;
      sum[1]++;
      if (sum[0] > lint->other_duration || best == dispatch->source)
        {
          best = dispatch->source;
          lint->other_duration = sum[0];
          lint->amount = sum[1];
          lint->other = best;
          lint->other_name = dispatch->name;
          lint->other_kind = LS_LINT_SUBJECT_SOURCE;
        }
    }
  ls_id_map_clear (&sums);
}

static void
look_for_starvation (LsLinter         *self,
                     const LsLintTask *task,
                     LsLintSource     *source,
                     guint64           now)
{
  const guint64 since = MAX (task->queued_at, self->cursor.turn.woke_at);
  const guint64 waited = ls_linter_since (now, since);
  LsLint lint;

  if (waited <= self->limits.starved_source || task->is_inferred)
    return;
  lint = begin_lint (self, LS_LINT_STARVED_SOURCE, task->source, source, now);
  lint.since = task->queued_position;
  lint.duration = waited;
  find_starving (self, since, source->priority, &lint);
  if (lint.other != task->source && lint.amount >= STARVES && lint.other_duration * 2 >= waited)
    ls_linter_add (self, &lint);
}

static void
look_for_lateness (LsLinter         *self,
                   const LsLintTask *task,
                   LsLintSource     *source,
                   guint64           now)
{
  /* GLib counts an interval from the dispatch before, which may take longer. */
  const guint64 due = source->last_at != 0 ? source->last_at + source->interval : task->queued_at;
  const guint64 late = ls_linter_since (now, MAX (due, self->cursor.turn.woke_at));
  LsLint lint;

  source->last_at = now;

  if (!source->is_exact || task->is_inferred || late <= MAX (source->interval, LATE_AT_LEAST))
    {
      source->n_late = 0;
      return;
    }
  if (++source->n_late < LATE_IN_A_ROW)
    return;
  lint = begin_lint (self, LS_LINT_LATE_TIMEOUT, task->source, source, now);
  lint.duration = late;
  lint.other_duration = source->interval;
  lint.amount = source->n_late;
  ls_linter_add (self, &lint);
}

/* An idle source keeps the loop from sleeping. */
static void
look_for_endless (LsLinter     *self,
                  guint32       id,
                  LsLintSource *source,
                  guint64       now)
{
  guint64 duration;

  if (source->n_busy == 0 || source->busy_since < self->cursor.turn.woke_at)
    {
      source->n_busy = 0;
      source->busy_since = now;
      source->endless = NULL;
    }
  source->n_busy++;
  duration = now - source->busy_since;
  if (source->n_busy < ENDLESS_DISPATCHES || duration < self->limits.busy_idle)
    return;
  if (source->endless == NULL)
    {
      LsLint lint = begin_lint (self, LS_LINT_ENDLESS_IDLE, id, source, source->busy_since);

      lint.duration = duration;
      lint.amount = source->n_busy;
      source->endless = ls_linter_add (self, &lint);
      source->counted = duration;
      return;
    }
  source->endless->total_duration += ls_linter_since (duration, source->counted);
  source->counted = duration;
  if (duration < source->endless->duration)
    return;
  source->endless->duration = duration;
  source->endless->amount = source->n_busy;
  self->serial++;
}

/* Called where a source is selected, and its task is still known. */
void
ls_linter_on_source_selected (LsLinter         *self,
                              const LsLintTask *task,
                              const LsRecord   *record)
{
  LsLintSource *source = task->source != 0 ? ls_id_map_get (&self->sources, task->source) : NULL;

  if (source == NULL)
    return;
  self->loop.draws |= record->queue == ls_queue_type_for_source_priority (120);
  if (self->loop.wake_source == 0)
    self->loop.wake_source = task->source;
  count_used (self, source);
  if (task->sequence != 0)
    {
      look_for_starvation (self, task, source, record->time);
      if (source->sort == LS_SOURCE_TIMEOUT)
        look_for_lateness (self, task, source, record->time);
    }
  if (source->sort == LS_SOURCE_IDLE)
    look_for_endless (self, task->source, source, record->time);
}

/* The recording ends while a source still waits. */
void
ls_linter_report_waiting (LsLinter         *self,
                          const LsLintTask *task)
{
  LsLintSource *source = task->source != 0 ? ls_id_map_get (&self->sources, task->source) : NULL;

  if (source != NULL && task->sequence != 0)
    look_for_starvation (self, task, source, self->now);
}

/* Dispatches */

/* Whether it matters to people how long a dispatch takes. A thread that has a context of its own works for the default one. */
static gboolean
is_seen (LsLinter *self)
{
  const LsLintAgent *agent = ls_id_map_get (&self->agents, self->cursor.agent);
  const char *name = agent != NULL ? ls_trace_get_text (self->trace, agent->name) : NULL;

  return self->loop.draws || ls_agent_name_get_thread (name) == NULL;
}

/* Called where a dispatch of @duration has ended, while the task is still known. */
void
ls_linter_end_dispatch (LsLinter           *self,
                        const LsCursorTurn *turn,
                        guint64             duration)
{
  const LsLintTask *task = ls_id_map_get (&self->tasks, turn->task);
  const LsLintSource *source = get_source (self, turn->task);
  const guint32 id = task != NULL ? task->source : 0;
  LsLintDispatch dispatch = { .source = id, .name = self->loop.turn.name, .ended_at = turn->ended_at, .duration = duration };

  self->loop.second_busy += duration;
  if (duration > self->limits.long_dispatch && is_seen (self))
    {
      LsLint lint = ls_linter_begin_turn_lint (self, LS_LINT_LONG_DISPATCH, turn, turn->began_at);

      lint.subject_kind = id != 0 ? LS_LINT_SUBJECT_SOURCE : LS_LINT_SUBJECT_TASK;
      lint.id = id != 0 ? id : turn->task;
      lint.duration = duration;
      lint.other_duration = duration - self->limits.long_dispatch;
      ls_linter_add (self, &lint);
    }
  if (id == 0)
    return;
  dispatch.priority = source != NULL ? source->priority : G_MININT32;
  if (self->loop.recent == NULL)
    self->loop.recent = g_array_new (FALSE, FALSE, sizeof (LsLintDispatch));
  if (self->loop.recent->len < MAX_RECENT)
    g_array_append_val (self->loop.recent, dispatch);
  else
    g_array_index (self->loop.recent, LsLintDispatch, self->loop.n_recent % MAX_RECENT) = dispatch;
  self->loop.n_recent++;
}

/* Frames */

/* Finds the source whose dispatch took most of the time since @since: one that has ended by then, or the one that draws. */
static void
find_longest (LsLinter *self,
              guint64   since,
              guint64   now,
              LsLint   *lint)
{
  const GArray *recent = self->loop.recent;

  lint->other = lint->id;
  lint->other_name = lint->name;
  lint->other_duration = ls_linter_since (now, MAX (self->cursor.turn.began_at, since));
  for (guint i = 0; recent != NULL && i < recent->len; i++)
    {
      const guint place = (self->loop.n_recent + recent->len - 1 - i) % recent->len;
      const LsLintDispatch *dispatch = &g_array_index (recent, LsLintDispatch, place);
      const guint64 duration = MIN (dispatch->duration, ls_linter_since (dispatch->ended_at, since));

      if (dispatch->ended_at < since)
        break;
      if (duration <= lint->other_duration)
        continue;
      lint->other = dispatch->source;
      lint->other_name = dispatch->name;
      lint->other_duration = duration;
    }
}

/* A frame is painted, within the dispatch of the source that draws. */
void
ls_linter_on_frame (LsLinter       *self,
                    const LsRecord *record)
{
  const LsLintTask *task = ls_id_map_get (&self->tasks, self->cursor.turn.task);
  const LsLintSource *source = get_source (self, self->cursor.turn.task);
  LsLint lint;

  if (source == NULL || record->level == 0 || record->value <= record->object)
    return;
  lint = begin_lint (self, LS_LINT_MISSED_FRAMES, task->source, source, record->time);
  lint.since = task->queued_position;
  lint.duration = record->value - record->object;
  lint.amount = record->level;
  lint.other_kind = LS_LINT_SUBJECT_SOURCE;
  find_longest (self, ls_linter_since (record->time, record->value), record->time, &lint);
  ls_linter_add (self, &lint);
}

/* Wake-ups */

/* A second is over in which the loop has hardly worked: reports the timeouts that have woken it for nothing. */
static void
end_second (LsLinter *self,
            guint64   now)
{
  LsLintLoop *loop = &self->loop;

  for (guint i = 0; i < loop->n_wakers && loop->second_busy * 10 < SECOND; i++)
    {
      const LsLintSource *source = ls_id_map_get (&self->sources, loop->wakers[i].source);
      LsLint lint;

      if (source == NULL || loop->wakers[i].n < self->limits.wake_ups)
        continue;
      lint = begin_lint (self, LS_LINT_WAKE_UPS, loop->wakers[i].source, source, loop->second);
      lint.duration = loop->wakers[i].duration;
      lint.other_duration = source->interval;
      lint.amount = loop->wakers[i].n;
      ls_linter_add (self, &lint);
    }
  loop->n_wakers = 0;
  loop->second = now;
  loop->second_busy = 0;
}

/* The loop wakes up that had gone to sleep @slept µs before. What it was awake for until then is over. */
void
ls_linter_on_woken (LsLinter *self,
                    guint64   now,
                    guint64   slept,
                    guint64   woke_before)
{
  LsLintLoop *loop = &self->loop;
  const guint64 awake = ls_linter_since (ls_linter_since (now, slept), woke_before);
  const LsLintSource *source = ls_id_map_get (&self->sources, loop->wake_source);
  guint i = 0;

  if (loop->second + SECOND <= now)
    end_second (self, now);
  if (source != NULL && source->sort == LS_SOURCE_TIMEOUT && awake < DOES_NOTHING)
    {
      while (i < loop->n_wakers && loop->wakers[i].source != loop->wake_source)
        i++;
      if (i == loop->n_wakers && i < G_N_ELEMENTS (loop->wakers))
        loop->wakers[loop->n_wakers++] = (LsLintWaker) { .source = loop->wake_source };
      if (i < loop->n_wakers)
        {
          loop->wakers[i].n++;
          loop->wakers[i].duration += awake;
        }
    }
  loop->wake_source = 0;
}

/* The end */

static int
compare_positions (gconstpointer a,
                   gconstpointer b)
{
  const LsLint *x = a, *y = b;

  return x->position < y->position ? -1 : x->position > y->position;
}

void
ls_linter_look_at_sources (LsLinter *self)
{
  g_autoptr (GArray) lints = g_array_new (FALSE, FALSE, sizeof (LsLint));
  const LsLintSourceName *name;
  guint32 i = 0, text;

  while ((name = ls_id_map_next (&self->source_names, &i, &text)) != NULL)
    {
      LsLint lint = { .kind = LS_LINT_LEAKED_SOURCES, .subject_kind = LS_LINT_SUBJECT_SOURCE, .id = name->source, .name = text,
                      .priority = LS_TASK_PRIORITY_NONE, .other_priority = LS_TASK_PRIORITY_NONE, .position = name->position,
                      .since = name->position, .time = name->time, .amount = name->n_idle };

      if (name->n_idle >= LEAKED_SOURCES && name->n_seconds >= LEAKED_SECONDS && name->n_idle * 4 >= name->n_attached * 3)
        g_array_append_val (lints, lint);
    }
  g_array_sort (lints, compare_positions);
  for (i = 0; i < lints->len; i++)
    ls_linter_add (self, &g_array_index (lints, LsLint, i));
}
