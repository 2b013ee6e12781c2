/* ls-session-check-turns.c: what expectations say of waits, turns and frames
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-check-private.h"

#include "ls-expectation-private.h"
#include "ls-record-walk-private.h"
#include "ls-trace-cursor-private.h"
#include "ls-trace-names-private.h"
#include "ls-wait-causes.h"

#include <glib/gi18n-lib.h>

#define MAIN_AGENT 1

/* µs between two refreshes of the display, as requestAnimationFrame() has it */
#define REFRESH 16667

/* Goes over the turns of a run. */
typedef struct
{
  LsCheckTurns  *turns;
  LsTraceCursor  cursor;
  LsIdMap        due;        /* guint64: µs: since when a task of the compositor can run */
  guint64        done_at;    /* µs: when the frame before was done */
  guint64        time;       /* µs: of the last record */
} Reading;

/* Returns: how many refreshes come after @start until before @end, of those at @due and every REFRESH from there on */
static guint64
count_refreshes (guint64 due,
                 guint64 start,
                 guint64 end)
{
  const guint64 first = start > due ? (start - due) / REFRESH : 0;
  const guint64 last = end > due ? (end - due - 1) / REFRESH : 0;

  return last > first ? last - first : 0;
}

static void
end_frame (Reading            *self,
           const LsCursorTurn *turn)
{
  LsCheckTurns *turns = self->turns;
  const guint64 *due = ls_id_map_get (&self->due, turn->task);
  const guint64 due_at = due != NULL ? MIN (*due, turn->began_at) : turn->began_at;
  const guint64 n_missed = count_refreshes (due_at, MAX (due_at, self->done_at), turn->ended_at);

  turns->n_frames++;
  turns->n_missed += n_missed;
  if (n_missed > turns->n_worst)
    {
      turns->n_worst = n_missed;
      turns->worst_due_at = due_at;
      turns->worst_done_at = turn->ended_at;
    }
  self->done_at = turn->ended_at;
}

static void
end_turn (Reading            *self,
          const LsCursorTurn *turn)
{
  LsCheckTurns *turns = self->turns;
  const guint64 whole = turn->ended_at - turn->began_at;
  const guint64 duration = whole > turn->elsewhere ? whole - turn->elsewhere : 0;

  if (duration > turns->longest || turns->longest_task == 0)
    {
      turns->longest = duration;
      turns->longest_task = turn->task;
      turns->position = turn->position;
      turns->began_at = turn->began_at;
      turns->ended_at = turn->ended_at;
    }
  if (turn->queue == LS_QUEUE_TYPE_COMPOSITOR)
    end_frame (self, turn);
}

static void
note_record (Reading        *self,
             const LsRecord *record,
             gsize           position)
{
  guint64 *due;

  self->time = record->time;
  if (ls_trace_cursor_advance (&self->cursor, record, position) && self->cursor.agent == MAIN_AGENT)
    end_turn (self, &self->cursor.over);

  switch (record->kind)
    {
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_DELAYED:
      if (record->queue != LS_QUEUE_TYPE_COMPOSITOR || ls_id_map_get (&self->due, record->subject) != NULL)
        break;
      due = ls_id_map_add (&self->due, record->subject);
      *due = record->time + (record->kind == LS_RECORD_TASK_DELAYED ? record->value : 0);
      break;
    case LS_RECORD_TASK_REMOVED:
      ls_id_map_remove (&self->due, record->subject);
      break;
    default:
      break;
    }
}

/* Returns (transfer none) what is known of the turns of the main agent. */
static const LsCheckTurns *
read_turns (LsCheckFacts *facts)
{
  LsRecordWalk walk = { .trace = facts->trace, .position = ls_trace_get_start (facts->trace), .end = G_MAXSIZE };
  const LsRecord *record;
  Reading reading = { 0 };

  if (facts->turns != NULL)
    return facts->turns;

  facts->turns = reading.turns = g_new0 (LsCheckTurns, 1);
  ls_trace_cursor_init (&reading.cursor, NULL, 0);
  ls_id_map_init (&reading.due, sizeof (guint64));
  while ((record = ls_record_walk_next (&walk)) != NULL)
    note_record (&reading, record, walk.position - 1);
  /* A run that was stopped may end within a turn. */
  ls_trace_cursor_show_agent (&reading.cursor, MAIN_AGENT);
  if (reading.cursor.turn.task != 0)
    {
      reading.cursor.turn.ended_at = MAX (reading.cursor.turn.ended_at, reading.time);
      end_turn (&reading, &reading.cursor.turn);
    }
  ls_trace_cursor_clear (&reading.cursor);
  ls_id_map_clear (&reading.due);
  return facts->turns;
}

/* Returns (nullable) the wait of the task that waited longest, of those of the name of @self; @has_run: whether it is over */
static LsWaitCauses *
find_wait (LsExpectation *self,
           LsCheckFacts  *facts,
           gboolean      *has_run)
{
  guint32 n_tasks;
  const guint32 task = ls_wait_causes_find_task (facts->trace, self->name, &n_tasks);

  *has_run = n_tasks > 0;
  return task != 0 ? ls_wait_causes_new (facts->trace, task) : NULL;
}

/* Measures what an expectation is a bound of: µs, or a number. Returns: whether the run has such a thing */
gboolean
ls_check_measure (LsExpectation *self,
                  LsCheckFacts  *facts,
                  guint64       *value)
{
  g_autoptr (LsWaitCauses) causes = NULL;
  gboolean has_run;

  *value = 0;
  switch ((guint) self->kind)
    {
    case LS_EXPECTATION_WAITED:
      causes = find_wait (self, facts, &has_run);
      *value = causes != NULL ? ls_wait_causes_get_wait (causes) : 0;
      /* A wait that still goes on has been that long, whatever it comes to. */
      return causes != NULL && (has_run || self->most == G_MAXUINT64);
    case LS_EXPECTATION_LONGEST_TURN:
      *value = read_turns (facts)->longest;
      return read_turns (facts)->longest_task != 0;
    case LS_EXPECTATION_MISSED_FRAMES:
      *value = read_turns (facts)->n_missed;
      return read_turns (facts)->n_frames > 0;
    default:
      g_return_val_if_reached (FALSE);
    }
}

static LsWaitCauseKind
find_main_cause (const LsWaitCauses *causes)
{
  LsWaitCauseKind best = 0;

  for (LsWaitCauseKind kind = 1; kind < LS_N_WAIT_CAUSE_KINDS; kind++)
    if (ls_wait_causes_get_total (causes, kind, NULL) > ls_wait_causes_get_total (causes, best, NULL))
      best = kind;

  return best;
}

static char *
say_wait (LsExpectation *self,
          LsCheckFacts  *facts)
{
  gboolean has_run;
  g_autoptr (LsWaitCauses) causes = find_wait (self, facts, &has_run);
  g_autofree char *title = NULL;
  g_autofree char *cause = NULL;

  if (causes == NULL)
    return g_strdup_printf (_("no task named “%s” was posted"), self->name);
  title = ls_wait_causes_get_title (causes);
  cause = ls_wait_causes_get_sentence (causes, find_main_cause (causes));
  return cause != NULL ? g_strjoin (" ", title, cause, NULL) : g_steal_pointer (&title);
}

static char *
say_longest_turn (LsCheckFacts *facts)
{
  const LsCheckTurns *turns = read_turns (facts);
  g_autofree char *duration = ls_names_say_duration (turns->longest);
  g_autofree char *began = ls_names_say_duration (turns->began_at);
  g_autofree char *ended = ls_names_say_duration (turns->ended_at);
  g_autofree char *task = NULL;

  if (turns->longest_task == 0)
    return g_strdup (_("no task ran"));
  if (facts->state == NULL)
    facts->state = ls_state_new (facts->trace);
  ls_state_seek (facts->state, turns->position);
  task = ls_names_say_task (facts->state, turns->longest_task);
  /* Translators: a task, and three times: how long its turn took, when it began, when it ended */
  return g_strdup_printf (_("the turn of %s took %s, from %s to %s"), task, duration, began, ended);
}

static char *
say_missed_frames (LsCheckFacts *facts)
{
  const LsCheckTurns *turns = read_turns (facts);
  g_autofree char *due = ls_names_say_duration (turns->worst_due_at);
  g_autofree char *done = ls_names_say_duration (turns->worst_done_at);

  if (turns->n_frames == 0)
    return g_strdup (_("there was no frame"));
  if (turns->n_missed == 0)
    return g_strdup (_("no frame was missed"));
  /* Translators: a number, then two times, of the latest frame */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u frame was missed: the one due at %s was done at %s",
                                       "%u frames were missed: the one due at %s was done at %s", turns->n_missed),
                          (guint) turns->n_missed, due, done);
}

/* Returns (transfer full) (nullable) what was found instead of what is expected. */
char *
ls_check_bounds (LsExpectation *self,
                 LsCheckFacts  *facts)
{
  guint64 value;
  const gboolean is_there = ls_check_measure (self, facts, &value);

  if (is_there)
    facts->measured = self->kind == LS_EXPECTATION_MISSED_FRAMES ? g_strdup_printf ("%" G_GUINT64_FORMAT, value)
                                                                 : ls_names_say_duration (value);
  if (is_there && value >= self->least && value <= self->most)
    return NULL;

  switch ((guint) self->kind)
    {
    case LS_EXPECTATION_WAITED:
      return say_wait (self, facts);
    case LS_EXPECTATION_LONGEST_TURN:
      return say_longest_turn (facts);
    case LS_EXPECTATION_MISSED_FRAMES:
      return say_missed_frames (facts);
    default:
      g_return_val_if_reached (NULL);
    }
}
