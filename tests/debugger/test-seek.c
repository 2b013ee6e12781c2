/* test-seek.c: each kind of move, without a player
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-debugger-util.h"

#include "ls-seek.h"

/* A trace that grows, and what a move asks of its writer. */
typedef struct
{
  LsSeekContext  context;
  LsBreakpoints *breakpoints;
  gsize          found;         /* where the last move has come to */
  guint32        wanted;        /* the step that was asked for last */
  gboolean       is_over;
  gboolean       ends_late;     /* the last step is recorded when there is no more to ask for */
  guint32        task;
} Fixture;

static void
emit (Fixture      *self,
      LsRecordKind  kind,
      guint32       subject,
      guint32       value,
      const char   *text)
{
  LsProbe *probe = ls_trace_get_probe (self->context.trace);

  ls_probe_emit (probe, &(LsRecord) { .kind = kind, .subject = subject, .value = value, .priority = LS_TASK_PRIORITY_NONE,
                                      .text = text != NULL ? ls_probe_intern (probe, text) : 0 });
  ls_probe_publish (probe);
}

/* A task with a statement in each of @n_lines lines from @line on: three records and one for each statement. */
static void
add_step (Fixture *self,
          guint    line,
          guint    n_lines)
{
  self->task++;
  emit (self, LS_RECORD_TASK_SELECTED, self->task, self->task, NULL);
  emit (self, LS_RECORD_TASK_STARTED, self->task, 0, NULL);
  for (guint i = 0; i < n_lines; i++)
    {
      g_autofree char *place = g_strdup_printf ("main.js:%u:1", line + i);

      emit (self, LS_RECORD_STATEMENT, 0, i + 1, place);
    }
  emit (self, LS_RECORD_TASK_FINISHED, self->task, 0, NULL);
}

static gboolean
more_cb (guint32  step,
         gpointer user_data)
{
  Fixture *self = user_data;

  self->wanted = step;
  if (self->ends_late)
    add_step (self, 1, 1);
  return !self->is_over && !self->ends_late;
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->context = (LsSeekContext) { .trace = ls_trace_new (), .more = more_cb, .more_data = self };
  self->breakpoints = ls_breakpoints_new ();
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_clear_pointer (&self->context.matcher, ls_break_matcher_unref);
  g_clear_object (&self->context.trace);
  g_clear_object (&self->breakpoints);
}

static void
stop_at_line (Fixture *self,
              guint    line)
{
  ls_breakpoints_add (self->breakpoints, "main.js", line, line);
  g_clear_pointer (&self->context.matcher, ls_break_matcher_unref);
  self->context.matcher = ls_breakpoints_make_matcher (self->breakpoints, self->context.trace);
}

static LsSeekResult
advance (Fixture *self,
         LsSeek  *seek)
{
  return ls_seek_advance (seek, &self->context, &self->found);
}

static void
test_seek_position (Fixture       *self,
                    gconstpointer  data)
{
  g_autoptr (LsSeek) seek = ls_seek_new_for_position (6);
  LsMoment moment;

  add_step (self, 1, 1);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_PENDING);
  g_assert_cmpuint (self->wanted, ==, 2);
  g_assert_false (ls_seek_get_moment (seek, &moment));
  add_step (self, 2, 1);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 6);
}

static void
test_seek_position_end (Fixture       *self,
                        gconstpointer  data)
{
  g_autoptr (LsSeek) seek = ls_seek_new_for_position (6);

  add_step (self, 1, 1);
  self->is_over = TRUE;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 4);
}

static void
test_seek_step (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (LsSeek) seek = ls_seek_new_for_step (2);
  LsMoment moment;

  add_step (self, 1, 1);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_PENDING);
  g_assert_cmpuint (self->wanted, ==, 2);
  g_assert_true (ls_seek_get_moment (seek, &moment));
  g_assert_cmpuint (moment.step, ==, 2);
  g_assert_cmpuint (moment.n_records, ==, 0);
  add_step (self, 2, 1);
  add_step (self, 3, 1);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 8);
  g_assert_cmpuint (self->wanted, ==, 3);
}

static void
test_seek_step_end (Fixture       *self,
                    gconstpointer  data)
{
  g_autoptr (LsSeek) seek = ls_seek_new_for_step (2);

  add_step (self, 1, 1);
  self->is_over = TRUE;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 4);
}

/* Records of breakpoints do not count: another run has others. */
static void
test_seek_moment (Fixture       *self,
                  gconstpointer  data)
{
  const LsMoment moment = { .step = 1, .n_records = 2 };
  g_autoptr (LsSeek) seek = ls_seek_new_for_moment (&moment);
  LsMoment known;

  add_step (self, 1, 1);
  emit (self, LS_RECORD_TASK_SELECTED, 9, 9, NULL);
  emit (self, LS_RECORD_BREAKPOINT, 0, 0, "main.js:1");
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_PENDING);
  g_assert_true (ls_seek_get_moment (seek, &known));
  g_assert_cmpuint (known.step, ==, 1);
  g_assert_cmpuint (known.n_records, ==, 2);
  emit (self, LS_RECORD_TASK_STARTED, 9, 0, NULL);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 7);
}

static void
test_seek_moment_end (Fixture       *self,
                      gconstpointer  data)
{
  const LsMoment moment = { .step = 5 };
  g_autoptr (LsSeek) seek = ls_seek_new_for_moment (&moment);

  add_step (self, 1, 1);
  self->is_over = TRUE;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 4);
}

static void
test_seek_moment_forgotten (Fixture       *self,
                            gconstpointer  data)
{
  const LsMoment moment = { .step = 1, .n_records = 2 };
  g_autoptr (LsSeek) seek = ls_seek_new_for_moment (&moment);

  for (guint i = 0; i < 20000; i++)
    add_step (self, 1, 1);
  ls_trace_forget (self->context.trace, 100);
  g_assert_cmpuint (ls_trace_get_start (self->context.trace), >, 8);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, ls_trace_get_start (self->context.trace));
}

/* Views get no more of the trace at once than they look at in a frame. */
static void
test_seek_end (Fixture       *self,
               gconstpointer  data)
{
  g_autoptr (LsSeek) seek = ls_seek_new_for_end ();

  for (guint i = 0; i < LS_RECORDS_EACH_FRAME / 2; i++)
    add_step (self, 1, 1);
  self->is_over = TRUE;
  self->context.length = 10;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_MOVING);
  g_assert_cmpuint (self->wanted, ==, G_MAXUINT32);
  g_assert_cmpuint (self->found, ==, LS_RECORDS_EACH_FRAME + 10);
  self->context.position = self->found;
  self->is_over = FALSE;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_MOVING);
  g_assert_cmpuint (self->found, ==, LS_RECORDS_EACH_FRAME * 2);
  self->is_over = TRUE;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, LS_RECORDS_EACH_FRAME * 2);
}

static void
test_seek_record (Fixture       *self,
                  gconstpointer  data)
{
  g_autoptr (LsSeek) seek = ls_seek_new_for_record (LS_RECORD_ACTION_FINISHED, 7);

  emit (self, LS_RECORD_ACTION_FINISHED, 6, 0, NULL);
  emit (self, LS_RECORD_ACTION, 7, 0, NULL);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_PENDING);
  /* Nothing is looked at twice, and nothing is left out. */
  emit (self, LS_RECORD_ACTION_FINISHED, 7, 0, NULL);
  emit (self, LS_RECORD_ACTION_FINISHED, 7, 0, NULL);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 3);
}

/* The record may come with the end of the run: the move looks once more before it gives up. */
static void
test_seek_record_lost (Fixture       *self,
                       gconstpointer  data)
{
  g_autoptr (LsSeek) seek = ls_seek_new_for_record (LS_RECORD_ACTION_FINISHED, 7);

  self->is_over = TRUE;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_PENDING);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_LOST);
}

typedef struct
{
  gsize    from;
  gboolean is_freed;
} Search;

static gboolean
find_cb (LsTrace  *trace,
         gsize    *position,
         gpointer  user_data)
{
  Search *search = user_data;

  if (ls_trace_get_length (trace) < search->from)
    return FALSE;
  *position = search->from;
  return TRUE;
}

static void
search_free (gpointer data)
{
  Search *search = data;

  g_assert_false (search->is_freed);
  search->is_freed = TRUE;
}

static void
test_seek_found (Fixture       *self,
                 gconstpointer  data)
{
  Search search = { .from = 5 };
  LsSeek *seek = ls_seek_new_for_found (find_cb, &search, search_free);

  add_step (self, 1, 1);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_PENDING);
  add_step (self, 2, 1);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 5);
  g_assert_false (search.is_freed);
  ls_seek_free (seek);
  g_assert_true (search.is_freed);

  search = (Search) { .from = 50 };
  seek = ls_seek_new_for_found (find_cb, &search, search_free);
  self->is_over = TRUE;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 8);
  ls_seek_free (seek);
}

/* What is looked for may come with the end of the run. */
static void
test_seek_found_late (Fixture       *self,
                      gconstpointer  data)
{
  Search search = { .from = 5 };
  g_autoptr (LsSeek) seek = ls_seek_new_for_found (find_cb, &search, search_free);

  add_step (self, 1, 1);
  self->ends_late = TRUE;
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 5);
}

static LsSeek *
new_for_stepping (Fixture        *self,
                  LsSteppingKind  kind,
                  gboolean        backwards)
{
  g_autoptr (LsState) state = ls_state_new (self->context.trace);

  ls_state_seek (state, self->context.position);
  return ls_seek_new_for_stepping (ls_stepping_new (kind, state, NULL), backwards, TRUE);
}

static void
test_seek_stepping (Fixture       *self,
                    gconstpointer  data)
{
  g_autoptr (LsSeek) seek = NULL;

  add_step (self, 1, 1);
  self->context.position = 3;
  seek = new_for_stepping (self, LS_STEPPING_OVER, FALSE);
  g_assert_true (ls_seek_stops_at_breakpoints (seek));
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_PENDING);
  add_step (self, 2, 1);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 7);
}

/* A breakpoint on the way ends the step, also before the step's own end is known. */
static void
test_seek_stepping_break (Fixture       *self,
                          gconstpointer  data)
{
  g_autoptr (LsSeek) forwards = NULL;
  g_autoptr (LsSeek) backwards = NULL;
  gsize at_line;

  emit (self, LS_RECORD_TASK_SELECTED, 1, 1, NULL);
  emit (self, LS_RECORD_TASK_STARTED, 1, 0, NULL);
  emit (self, LS_RECORD_STATEMENT, 0, 1, "main.js:1:1");
  emit (self, LS_RECORD_STATEMENT, 0, 2, "main.js:2:1");
  at_line = ls_trace_get_length (self->context.trace);
  emit (self, LS_RECORD_STATEMENT, 0, 3, "main.js:3:1");
  stop_at_line (self, 2);
  self->context.position = 3;
  forwards = new_for_stepping (self, LS_STEPPING_TURN, FALSE);
  g_assert_cmpint (advance (self, forwards), ==, LS_SEEK_AT_BREAKPOINT);
  g_assert_cmpuint (self->found, ==, at_line);
  self->context.position = ls_trace_get_length (self->context.trace);
  backwards = new_for_stepping (self, LS_STEPPING_TURN, TRUE);
  g_assert_cmpint (advance (self, backwards), ==, LS_SEEK_AT_BREAKPOINT);
  g_assert_cmpuint (self->found, ==, at_line);
}

/* A breakpoint before the end of a step backwards is not on its way. */
static void
test_seek_stepping_short (Fixture       *self,
                          gconstpointer  data)
{
  g_autoptr (LsSeek) seek = NULL;

  add_step (self, 1, 3);
  stop_at_line (self, 1);
  self->context.position = 5;
  seek = new_for_stepping (self, LS_STEPPING_OVER, TRUE);
  g_assert_cmpint (advance (self, seek), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 4);
}

static void
test_seek_breakpoint (Fixture       *self,
                      gconstpointer  data)
{
  g_autoptr (LsSeek) forwards = ls_seek_new_for_breakpoint (FALSE);
  g_autoptr (LsSeek) backwards = ls_seek_new_for_breakpoint (TRUE);
  gsize at_line;

  add_step (self, 1, 1);
  stop_at_line (self, 2);
  g_assert_true (ls_seek_stops_at_breakpoints (forwards));
  g_assert_cmpint (advance (self, forwards), ==, LS_SEEK_PENDING);
  at_line = ls_trace_get_length (self->context.trace) + 3;
  add_step (self, 2, 1);
  g_assert_cmpint (advance (self, forwards), ==, LS_SEEK_AT_BREAKPOINT);
  g_assert_cmpuint (self->found, ==, at_line);

  self->context.position = at_line;
  g_assert_cmpint (advance (self, forwards), ==, LS_SEEK_PENDING);
  self->is_over = TRUE;
  g_assert_cmpint (advance (self, forwards), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 8);

  self->context.position = 8;
  g_assert_cmpint (advance (self, backwards), ==, LS_SEEK_AT_BREAKPOINT);
  g_assert_cmpuint (self->found, ==, at_line);
  self->context.position = at_line;
  g_assert_cmpint (advance (self, backwards), ==, LS_SEEK_ARRIVED);
  g_assert_cmpuint (self->found, ==, 0);
}

/* A player has one move at a time: another one takes its place. */
static void
test_seek_replaced (Fixture       *self,
                    gconstpointer  data)
{
  g_autoptr (LsPlayer) player = ls_player_new ();
  Search search = { .from = 50 };

  add_step (self, 1, 1);
  ls_player_set_trace (player, self->context.trace, more_cb, self);
  ls_player_seek_when_found (player, find_cb, &search, search_free);
  g_assert_true (ls_player_is_pending (player));
  g_assert_true (ls_player_is_returning (player));
  ls_player_step_to (player, 2);
  g_assert_true (search.is_freed);
  g_assert_true (ls_player_is_pending (player));
  g_assert_cmpuint (ls_player_get_wanted_step (player), ==, 2);
  add_step (self, 2, 1);
  ls_player_tick (player, 16000);
  g_assert_false (ls_player_is_pending (player));
  g_assert_cmpuint (ls_player_get_position (player), ==, 8);

  ls_player_step_to (player, 9);
  ls_player_seek (player, 1);
  g_assert_false (ls_player_is_pending (player));
  g_assert_cmpuint (ls_player_get_position (player), ==, 1);
}

/* What a move looks for may not be in the run: the player is at its end then. */
static void
test_seek_lost (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (LsPlayer) player = ls_player_new ();

  add_step (self, 1, 1);
  ls_player_set_trace (player, self->context.trace, more_cb, self);
  self->is_over = TRUE;
  ls_player_seek_when_reached (player, LS_RECORD_ACTION_FINISHED, 7);
  g_assert_true (ls_player_is_pending (player));
  ls_player_tick (player, 16000);
  g_assert_false (ls_player_is_pending (player));
  g_assert_true (ls_player_is_at_end (player));
}

static void
note_length_cb (LsPlayer *player,
                gsize    *length)
{
  g_assert_cmpuint (ls_player_get_length (player), >=, ls_player_get_position (player));
  *length = ls_player_get_length (player);
}

/* A move to what was recorded since the frame began: a view that hears of the position has heard of the records before it. */
static void
test_seek_fresh (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr (LsPlayer) player = ls_player_new ();
  gsize grown = 0, moved = 0;

  add_step (self, 1, 1);
  ls_player_set_trace (player, self->context.trace, more_cb, self);
  add_step (self, 2, 1);
  g_signal_connect (player, "grew", G_CALLBACK (note_length_cb), &grown);
  g_signal_connect (player, "changed", G_CALLBACK (note_length_cb), &moved);
  ls_player_step_to (player, 2);
  g_assert_cmpuint (ls_player_get_position (player), ==, 8);
  g_assert_cmpuint (grown, ==, 8);
  g_assert_cmpuint (moved, ==, 8);
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    void      (*test) (Fixture       *self,
                       gconstpointer  data);
  } tests[] = {
    { "/seek/position", test_seek_position },
    { "/seek/position/end", test_seek_position_end },
    { "/seek/step", test_seek_step },
    { "/seek/step/end", test_seek_step_end },
    { "/seek/moment", test_seek_moment },
    { "/seek/moment/end", test_seek_moment_end },
    { "/seek/moment/forgotten", test_seek_moment_forgotten },
    { "/seek/end", test_seek_end },
    { "/seek/record", test_seek_record },
    { "/seek/record/lost", test_seek_record_lost },
    { "/seek/found", test_seek_found },
    { "/seek/found/late", test_seek_found_late },
    { "/seek/stepping", test_seek_stepping },
    { "/seek/stepping/break", test_seek_stepping_break },
    { "/seek/stepping/short", test_seek_stepping_short },
    { "/seek/breakpoint", test_seek_breakpoint },
    { "/seek/replaced", test_seek_replaced },
    { "/seek/lost", test_seek_lost },
    { "/seek/fresh", test_seek_fresh },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
