/* ls-bars-key.c: when tasks run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-bars-key-private.h"

#include <glib/gi18n-lib.h>

#include "ls-explain.h"
#include "ls-record-walk-private.h"
#include "ls-state.h"
#include "ls-trace-cursor-private.h"
#include "ls-trace-names-private.h"

/* What a lesson asks to place in time, and where a run has it. The author of the lesson writes no key: this is it. */
struct _LsBarsKey
{
  LsTrace *trace;
  LsState *end;     /* of the run */
  GArray  *bars;    /* LsBar, as they were given */
  GArray  *turns;   /* Turn: all of the run, in the order in which they end */
  gsize    from;    /* where the page begins */
};

/* A turn of the run. */
typedef struct
{
  guint32 task;
  guint32 agent;
  guint64 start, end;
} Turn;

static void
clear_bar (gpointer data)
{
  g_free (((LsBar *) data)->name);
}

static LsBar *
get_bar (LsBarsKey *self,
         guint      bar)
{
  return &g_array_index (self->bars, LsBar, bar);
}

/* Rounds a time to 0.1 ms: with the virtual clock each look at it takes 5 µs, which nobody can place. */
static guint64
round_time (guint64 time)
{
  return (time + 50) / 100 * 100;
}

/* @position: of the record that begins the turn */
static void
note_turn (LsBarsKey *self,
           Turn       turn,
           gsize      position)
{
  const LsTaskState *task = ls_state_get_task (self->end, turn.task);
  const char *name = task != NULL ? ls_trace_get_text (self->trace, task->name) : NULL;

  g_array_append_val (self->turns, turn);
  for (guint i = 0; i < self->bars->len; i++)
    {
      LsBar *bar = get_bar (self, i);

      if (g_strcmp0 (name, bar->name) != 0 || bar->n_turns++ > 0)
        continue;
      bar->task = turn.task;
      bar->agent = turn.agent;
      bar->start = round_time (turn.start);
      bar->length = round_time (turn.end - turn.start);
      bar->position = position + 1;
    }
}

/* Reads the run once. A turn in which it was stopped has no end, and so no length. */
static void
read_run (LsBarsKey *self)
{
  LsRecordWalk walk = { .trace = self->trace, .position = ls_trace_get_start (self->trace), .end = G_MAXSIZE };
  const LsRecord *record;
  LsTraceCursor cursor;

  ls_trace_cursor_init (&cursor, NULL, 0);
  while ((record = ls_record_walk_next (&walk)) != NULL)
    if (ls_trace_cursor_advance (&cursor, record, walk.position - 1))
      note_turn (self, (Turn) { cursor.over.task, cursor.agent, cursor.over.began_at, cursor.over.ended_at }, cursor.over.position);
  ls_trace_cursor_clear (&cursor);
}

/* Returns (transfer full) the key for names of tasks in a run that is over. @position: where in it the page begins */
LsBarsKey *
ls_bars_key_new (const char *const *names,
                 LsTrace           *trace,
                 gsize              position)
{
  LsBarsKey *self = g_new0 (LsBarsKey, 1);

  self->trace = g_object_ref (trace);
  self->from = position;
  self->end = ls_state_new (trace);
  ls_state_seek (self->end, G_MAXSIZE);
  self->turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  self->bars = g_array_new (FALSE, TRUE, sizeof (LsBar));
  g_array_set_clear_func (self->bars, clear_bar);
  for (guint i = 0; names[i] != NULL; i++)
    {
      LsBar bar = { .name = g_strdup (names[i]) };

      g_array_append_val (self->bars, bar);
    }
  read_run (self);
  return self;
}

void
ls_bars_key_free (LsBarsKey *self)
{
  g_array_unref (self->bars);
  g_array_unref (self->turns);
  ls_state_unref (self->end);
  g_object_unref (self->trace);
  g_free (self);
}

guint
ls_bars_key_get_n_bars (LsBarsKey *self)
{
  return self->bars->len;
}

const LsBar *
ls_bars_key_get_bar (LsBarsKey *self,
                     guint      bar)
{
  return get_bar (self, bar);
}

/* Returns the least of 1, 2 and 5 times a power of ten ms that is not less than @time, in µs. */
static guint64
round_up (guint64 time)
{
  static const guint factors[] = { 1, 2, 5 };

  for (guint64 power = 1000; power < G_MAXUINT64 / 10; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors); i++)
      if (factors[i] * power >= time)
        return factors[i] * power;
  return time;
}

/* Finds a span of time with room for all bars, in which they can also be misplaced: from where the page begins. @begin and @end:
 * (out): µs. Returns how far apart its lines are: both are multiples of that */
guint64
ls_bars_key_get_span (LsBarsKey *self,
                      guint64   *begin,
                      guint64   *end)
{
  g_autoptr (LsState) state = ls_state_new (self->trace);
  guint64 last = 0, unit;

  ls_state_seek (state, self->from);
  *begin = ls_state_get_time (state);
  for (guint i = 0; i < self->bars->len; i++)
    {
      *begin = MIN (*begin, get_bar (self, i)->start);
      last = MAX (last, get_bar (self, i)->start + get_bar (self, i)->length);
    }
  unit = last > *begin ? round_up ((last - *begin) / 5) : 1000;
  *begin -= *begin % unit;
  /* Where the last one ends is not to be seen. */
  *end = last + 2 * unit - last % unit;
  return unit;
}

/* Returns (transfer full) (nullable) why @tolerance makes no sense for a bar: bars are moved by whole milliseconds. */
static char *
find_fault_of_tolerance (LsBarsKey   *self,
                         const LsBar *bar,
                         guint64      tolerance)
{
  const guint64 beside = bar->start % 1000;
  g_autofree char *time = NULL;
  guint64 begin, end;

  ls_bars_key_get_span (self, &begin, &end);
  if (MAX (bar->start - begin, end - bar->length - bar->start) <= tolerance)
    return g_strdup_printf (_("“%s” is right wherever it is placed, expected a smaller “toleranceMs”"), bar->name);
  if (MIN (beside, 1000 - beside) <= tolerance)
    return NULL;
  time = ls_names_say_duration (bar->start);
  /* Translators: a task, a time */
  return g_strdup_printf (_("“%s” starts at %s, and is placed at whole milliseconds, expected a “toleranceMs” of 1 at least"),
                          bar->name, time);
}

/* Returns (transfer full) (nullable) why nobody can be asked to place these bars where the page begins. @tolerance: how far off is
 * still right, in µs */
char *
ls_bars_key_find_fault (LsBarsKey *self,
                        guint64    tolerance)
{
  for (guint i = 0; i < self->bars->len; i++)
    {
      const LsBar *bar = get_bar (self, i);

      if (bar->n_turns > 1)
        return g_strdup_printf (_("“%s” runs %u times, so its bar has no place of its own"), bar->name, bar->n_turns);
      if (bar->n_turns == 0)
        return g_strdup_printf (_("“%s” never runs to its end, so it has no bar"), bar->name);
      if (bar->length == 0)
        return g_strdup_printf (_("“%s” takes no time, so its bar has no length"), bar->name);
      if (bar->position <= self->from)
        return g_strdup_printf (_("“%s” has begun already where the page begins"), bar->name);
    }
  for (guint i = 0; i < self->bars->len; i++)
    {
      char *fault = find_fault_of_tolerance (self, get_bar (self, i), tolerance);

      if (fault != NULL)
        return fault;
    }
  return NULL;
}

gboolean
ls_bars_key_is_right (LsBarsKey *self,
                      guint      bar,
                      guint64    start,
                      guint64    tolerance)
{
  const guint64 right = get_bar (self, bar)->start;

  return start != LS_BARS_NOWHERE && MAX (start, right) - MIN (start, right) <= tolerance;
}

/* Returns the turn that the thread of @bar has before that of @bar, with task 0 for none. */
static Turn
find_turn_before (LsBarsKey   *self,
                  const LsBar *bar)
{
  Turn before = { 0 };

  for (guint i = 0; i < self->turns->len; i++)
    {
      const Turn *turn = &g_array_index (self->turns, Turn, i);

      if (turn->task == bar->task)
        break;
      if (turn->agent == bar->agent)
        before = *turn;
    }
  return before;
}

/* Returns (nullable) the first bar that comes after @bar, but was put before it. */
static const LsBar *
find_put_before (LsBarsKey   *self,
                 GArray      *given,
                 guint        index)
{
  const LsBar *bar = get_bar (self, index), *first = NULL;
  const guint64 put = g_array_index (given, guint64, index);

  for (guint i = 0; i < self->bars->len; i++)
    {
      const LsBar *other = get_bar (self, i);

      if (other->start > bar->start && g_array_index (given, guint64, i) < put && (first == NULL || other->start < first->start))
        first = other;
    }
  return first;
}

/* Returns (transfer full) why a task ran before another one. */
static char *
explain_before (LsBarsKey *self,
                guint32    task,
                guint32    other)
{
  g_autoptr (LsExplanation) explanation = ls_explain_before (self->trace, task, other);

  return g_strdup (explanation->sentence);
}

/* Returns (transfer full) why the bar is not before its place. */
static char *
explain_early (LsBarsKey   *self,
               const LsBar *bar,
               guint64      put)
{
  const LsTaskState *task = ls_state_get_task (self->end, bar->task);
  const Turn before = find_turn_before (self, bar);
  const gboolean is_busy = before.task != 0 && before.end > put;
  g_autofree char *time = NULL, *name = NULL;

  /* It has lost against the task that ran where the learner has put it, if it could run when that was chosen. */
  if (is_busy && task->queued_at <= before.start)
    return explain_before (self, before.task, bar->task);
  time = ls_names_say_duration (is_busy ? round_time (before.end) : task->queued_at);
  if (is_busy)
    {
      name = ls_names_say_task (self->end, before.task);
      /* Translators: a time, a task */
      return g_strdup_printf (_("Until %s, %s runs, and nothing interrupts it."), time, name);
    }
  if (task->queued_at == LS_TIME_NEVER || task->queued_at <= put)
    return NULL;
  /* Translators: a time */
  return g_strdup_printf (_("It cannot run before %s."), time);
}

/* Returns (transfer full) why the bar is not after its place. */
static char *
explain_late (LsBarsKey *self,
              GArray    *given,
              guint      index)
{
  const LsBar *bar = get_bar (self, index);
  const LsBar *other = find_put_before (self, given, index);
  g_autoptr (LsExplanation) explanation = NULL;

  if (other != NULL && other->agent == bar->agent)
    return explain_before (self, bar->task, other->task);
  explanation = ls_explain_then (self->trace, bar->task);
  return g_strdup (explanation->sentence);
}

/* Finds the first bar, as the run has them, that is not where it was put. @given: (element-type guint64): where each was put, in
 * µs, or LS_BARS_NOWHERE; @tolerance: how far off is still right, in µs; @wrong: (out): its index, G_MAXUINT for none. Returns
 * (transfer full) (nullable) what is wrong and why; NULL if the answer is right */
char *
ls_bars_key_find_mistake (LsBarsKey *self,
                          GArray    *given,
                          guint64    tolerance,
                          guint     *wrong)
{
  g_autofree char *time = NULL, *put_time = NULL, *reason = NULL;
  const LsBar *bar;
  guint64 put;

  *wrong = G_MAXUINT;
  for (guint i = 0; i < self->bars->len; i++)
    if (!ls_bars_key_is_right (self, i, g_array_index (given, guint64, i), tolerance) &&
        (*wrong == G_MAXUINT || get_bar (self, i)->start < get_bar (self, *wrong)->start))
      *wrong = i;
  if (*wrong == G_MAXUINT)
    return NULL;

  bar = get_bar (self, *wrong);
  put = g_array_index (given, guint64, *wrong);
  time = ls_names_say_duration (bar->start);
  if (put == LS_BARS_NOWHERE)
    /* Translators: a task, a time */
    return g_strdup_printf (_("“%s” starts at %s."), bar->name, time);
  put_time = ls_names_say_duration (put);
  reason = put < bar->start ? explain_early (self, bar, put) : explain_late (self, given, *wrong);
  if (reason == NULL)
    /* Translators: a task, when it starts, and when it was said to start */
    return g_strdup_printf (_("“%s” starts at %s, not at %s."), bar->name, time, put_time);
  /* Translators: a task, when it starts, and when it was said to start; a sentence that says why */
  return g_strdup_printf (_("“%s” starts at %s, not at %s. %s"), bar->name, time, put_time, reason);
}
