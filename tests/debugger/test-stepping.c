/* test-stepping.c: the lines of a program that a trace comes to, and stepping through them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-player.h"
#include "ls-runner.h"

static void
test_stepping_place (void)
{
  LsPlace place;
  g_autofree char *short_name = NULL;

  g_assert_true (ls_place_parse (&place, "dir/a:b.js:12:7"));
  g_assert_true (ls_place_is_in (&place, "dir/a:b.js"));
  g_assert_false (ls_place_is_in (&place, "dir/a:b.jsx"));
  g_assert_cmpuint (place.line, ==, 12);
  g_assert_cmpuint (place.column, ==, 7);
  short_name = ls_place_format (&place);
  g_assert_cmpstr (short_name, ==, "a:b.js:12");
  g_assert_true (ls_place_parse (&place, "main.js:3"));
  g_assert_cmpuint (place.line, ==, 3);
  g_assert_cmpuint (place.column, ==, 0);
  g_assert_false (ls_place_parse (&place, "/program/main/0"));
  g_assert_false (ls_place_parse (&place, "main.js"));
  g_assert_false (ls_place_parse (&place, ":3:4"));
  g_assert_false (ls_place_parse (&place, "main.js:99999999999"));
  g_assert_false (ls_place_parse (&place, ""));
  g_assert_false (ls_place_parse (&place, NULL));
}

/* What a program leaves in a trace. */
typedef struct
{
  LsTrace *trace;
  guint32  value;
  guint32  task;
} Program;

static void
emit (Program     *program,
      LsRecordKind kind,
      guint32      subject,
      guint32      value,
      guint8       level,
      const char  *text)
{
  LsProbe *probe = ls_trace_get_probe (program->trace);
  LsRecord record = { .kind = kind, .subject = subject, .value = value, .level = level,
                      .priority = LS_TASK_PRIORITY_NONE };

  record.text = text != NULL ? ls_probe_intern (probe, text) : 0;
  ls_probe_emit (probe, &record);
  ls_probe_publish (probe);
}

static void
begin (Program *program)
{
  program->value = 0;
  program->task++;
  emit (program, LS_RECORD_TASK_SELECTED, program->task, program->task, 0, NULL);
  emit (program, LS_RECORD_TASK_STARTED, program->task, 0, 0, NULL);
}

static void
finish (Program *program)
{
  emit (program, LS_RECORD_TASK_FINISHED, program->task, 0, 0, NULL);
}

static void
at (Program *program,
    guint    line,
    guint    column,
    guint    function,
    guint    level)
{
  g_autofree char *text = g_strdup_printf ("main.js:%u:%u", line, column);

  emit (program, LS_RECORD_STATEMENT, function, ++program->value, level, text);
}

/* Line 1 calls a function (lines 11 and 12, which calls another one, line 21), line 2 loops over line 3 twice; then a
 * callback in line 5 with two statements. */
static LsTrace *
new_trace (void)
{
  Program program = { .trace = ls_trace_new () };

  begin (&program);
  at (&program, 1, 1, 0, 0);
  at (&program, 11, 3, 1, 1);
  at (&program, 21, 3, 2, 2);
  emit (&program, LS_RECORD_LOG, 0, 0, 0, "inner");
  at (&program, 12, 3, 1, 1);
  at (&program, 2, 1, 0, 0);
  at (&program, 3, 3, 0, 0);
  emit (&program, LS_RECORD_BREAKPOINT, 0, 0, 0, "main.js:3");
  at (&program, 3, 3, 0, 0);
  finish (&program);
  begin (&program);
  at (&program, 5, 10, 3, 0);
  at (&program, 5, 20, 3, 0);
  at (&program, 6, 1, 3, 0);
  finish (&program);
  return program.trace;
}

static guint
get_line_of (Program *program)
{
  LsPlace place;

  return ls_place_of_record (&place, program->trace, ls_trace_get_length (program->trace)) ? place.line : 0;
}

/* What an agent does is not caused by what another one has done between its statement and that. */
static void
test_stepping_agents (void)
{
  Program program = { .trace = ls_trace_new () };

  begin (&program);
  at (&program, 3, 1, 0, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 2, 0, 2, NULL);
  g_assert_cmpuint (get_line_of (&program), ==, 0);
  begin (&program);
  g_assert_cmpuint (get_line_of (&program), ==, 0);
  at (&program, 11, 1, 1, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 1, 0, 0, NULL);
  g_assert_cmpuint (get_line_of (&program), ==, 3);
  emit (&program, LS_RECORD_AGENT_RUN, 2, 0, 0, NULL);
  g_assert_cmpuint (get_line_of (&program), ==, 11);
  finish (&program);
  emit (&program, LS_RECORD_AGENT_RUN, 3, 0, 0, NULL);
  begin (&program);
  at (&program, 21, 1, 2, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 1, 0, 0, NULL);
  g_assert_cmpuint (get_line_of (&program), ==, 3);
  at (&program, 4, 1, 0, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 1, 0, 2, NULL);
  g_assert_cmpuint (get_line_of (&program), ==, 4);
  emit (&program, LS_RECORD_AGENT_RUN, 2, 0, 0, NULL);
  g_assert_cmpuint (get_line_of (&program), ==, 0);
  g_object_unref (program.trace);
}

static guint
get_line (LsPlayer *player)
{
  gsize position = ls_player_get_position (player);
  LsPlace place;

  return position > 0 && ls_place_of_record (&place, ls_player_get_trace (player), position) ? place.line : 0;
}

static void
assert_steps (LsPlayer       *player,
              LsSteppingKind  kind,
              gboolean        backwards,
              const guint    *lines)
{
  for (guint i = 0; lines[i] != G_MAXUINT; i++)
    {
      ls_player_step_by (player, kind, backwards);
      g_assert_cmpuint (get_line (player), ==, lines[i]);
    }
}

#define STEPS(player, kind, backwards, ...) \
  assert_steps (player, LS_STEPPING_ ## kind, backwards, (const guint[]) { __VA_ARGS__, G_MAXUINT })

static void
test_stepping_into (void)
{
  g_autoptr (LsTrace) trace = new_trace ();
  g_autoptr (LsPlayer) player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  STEPS (player, INTO, FALSE, 1, 11, 21, 12, 2, 3, 3, 5, 5, 6, 0);
  g_assert_true (ls_player_is_at_end (player));
  STEPS (player, INTO, TRUE, 6, 5, 5, 3, 3, 2, 12, 21, 11, 1, 0);
  g_assert_cmpuint (ls_player_get_position (player), ==, 0);
}

static void
test_stepping_over (void)
{
  g_autoptr (LsTrace) trace = new_trace ();
  g_autoptr (LsPlayer) player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  STEPS (player, OVER, FALSE, 1, 2, 3, 3, 5, 5, 6, 0);
  STEPS (player, OVER, TRUE, 6, 5, 5, 3, 3, 2, 1, 0);
  STEPS (player, INTO, FALSE, 1, 11);
  STEPS (player, OVER, FALSE, 12, 2);
  STEPS (player, INTO, TRUE, 12);
  STEPS (player, OVER, TRUE, 11, 1);
}

static void
test_stepping_out (void)
{
  g_autoptr (LsTrace) trace = new_trace ();
  g_autoptr (LsPlayer) player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  STEPS (player, INTO, FALSE, 1, 11, 21);
  STEPS (player, OUT, FALSE, 12, 2, 5, 0);
  STEPS (player, INTO, TRUE, 6);
  STEPS (player, OUT, TRUE, 3, 0);
  STEPS (player, INTO, FALSE, 1, 11, 21);
  STEPS (player, OUT, TRUE, 11, 1, 0);
}

/* From the middle of a statement, backwards is its beginning. */
static void
test_stepping_middle (void)
{
  g_autoptr (LsTrace) trace = new_trace ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  gsize position;

  ls_player_set_trace (player, trace, NULL, NULL);
  STEPS (player, INTO, FALSE, 1, 11, 21);
  position = ls_player_get_position (player);
  ls_player_seek (player, position + 1);
  STEPS (player, OVER, TRUE, 21);
  g_assert_cmpuint (ls_player_get_position (player), ==, position);
}

/* The main agent runs lines 1 to 3, another one lines 11 to 13 and calls 21 and 22 from line 11, and they take turns. */
static LsTrace *
new_trace_of_agents (void)
{
  Program program = { .trace = ls_trace_new () }, other = program;

  other.task = 100;
  begin (&program);
  at (&program, 1, 1, 0, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 2, 0, 2, NULL);
  begin (&other);
  at (&other, 11, 1, 0, 0);
  at (&other, 21, 1, 1, 1);
  emit (&program, LS_RECORD_AGENT_RUN, 1, 0, 2, NULL);
  at (&program, 2, 1, 0, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 2, 0, 2, NULL);
  at (&other, 22, 1, 1, 1);
  at (&other, 12, 1, 0, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 1, 0, 2, NULL);
  at (&program, 3, 1, 0, 0);
  finish (&program);
  emit (&program, LS_RECORD_AGENT_RUN, 2, 0, 1, NULL);
  at (&other, 13, 1, 0, 0);
  finish (&other);
  return program.trace;
}

/* Over, out and into are about the agent that they begin with, whoever has the baton meanwhile. */
static void
test_stepping_step_agent (void)
{
  g_autoptr (LsTrace) trace = new_trace_of_agents ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  STEPS (player, OVER, FALSE, 1, 2, 3, 0);
  g_assert_true (ls_player_is_at_end (player));
  STEPS (player, OVER, TRUE, 13, 12, 11, 0);
  /* Once its callback is over, into goes to whoever runs. */
  STEPS (player, INTO, FALSE, 1, 2, 3, 13, 0);
  STEPS (player, INTO, TRUE, 13, 12, 22, 21, 11, 1, 0);
  STEPS (player, OUT, FALSE, 1, 0);
  g_assert_true (ls_player_is_at_end (player));

  ls_breakpoints_add (breakpoints, "main.js", 21, 21);
  ls_player_run_to (player, breakpoints, TRUE);
  STEPS (player, OUT, FALSE, 12, 0);
  g_assert_true (ls_player_is_at_end (player));
  ls_player_run_to (player, breakpoints, TRUE);
  STEPS (player, OVER, FALSE, 22, 12);
  STEPS (player, INTO, TRUE, 22);
  STEPS (player, OUT, TRUE, 11, 0);

  /* An agent that is shown while another one has the baton is the one to step. */
  ls_player_run_to (player, breakpoints, FALSE);
  ls_player_show_agent (player, 1);
  STEPS (player, OVER, FALSE, 2);
  ls_player_run_to (player, breakpoints, TRUE);
  STEPS (player, OVER, TRUE, 1);
}

/* A line stops each agent once, whatever the other one does in it. */
static void
test_stepping_agents_in_line (void)
{
  Program program = { .trace = ls_trace_new () }, other = program;
  g_autoptr (LsTrace) trace = program.trace;
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();

  begin (&program);
  at (&program, 5, 1, 0, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 2, 0, 2, NULL);
  begin (&other);
  at (&other, 4, 1, 0, 0);
  at (&other, 5, 1, 0, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 1, 0, 2, NULL);
  at (&program, 5, 9, 0, 0);
  emit (&program, LS_RECORD_AGENT_RUN, 2, 0, 2, NULL);
  at (&other, 5, 9, 0, 0);
  finish (&other);
  ls_breakpoints_add (breakpoints, "main.js", 5, 5);
  ls_player_set_trace (player, trace, NULL, NULL);
  for (guint backwards = 0; backwards < 2; backwards++)
    {
      for (guint i = 0; i < 2; i++)
        {
          ls_player_run_to (player, breakpoints, backwards);
          g_assert_cmpuint (get_line (player), ==, 5);
        }
      ls_player_run_to (player, breakpoints, backwards);
      g_assert_true (backwards ? ls_player_get_position (player) == 0 : ls_player_is_at_end (player));
    }
}

/* Steps to an end of a run of @session, from the first statement at @from if there is one. */
static void
assert_places (LsSession      *session,
               const char     *from,
               LsSteppingKind  kind,
               gboolean        backwards,
               const char     *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, &error);
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (GString) places = g_string_new (NULL);
  LsTrace *trace;

  g_assert_no_error (error);
  while (ls_runner_step (runner, NULL))
    ;
  trace = ls_runner_get_trace (runner);
  ls_player_set_trace (player, trace, NULL, NULL);
  if (backwards)
    ls_player_to_end (player);
  for (gsize i = 0; from != NULL; i++)
    {
      LsRecord record;

      g_assert_cmpuint (i, <, ls_trace_get_length (trace));
      ls_trace_get_record (trace, i, &record);
      if (record.kind != LS_RECORD_STATEMENT || !g_str_equal (ls_trace_get_text (trace, record.text), from))
        continue;
      ls_player_seek (player, i + 1);
      break;
    }
  for (;;)
    {
      guint32 text;

      ls_player_step_by (player, kind, backwards);
      if (backwards ? ls_player_get_position (player) == 0 : ls_player_is_at_end (player))
        break;
      text = ls_state_get_statement_text (ls_player_get_state (player));
      g_string_append_printf (places, "%s ", text != 0 ? ls_trace_get_text (trace, text) + strlen ("/program") : "?");
    }
  g_assert_cmpstr (places->str, ==, expected);
}

/* Calls in programs of steps, of which one is suspended while two workers take turns. */
static void
test_stepping_steps (void)
{
  static const char text[] =
      "{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\", \"main\": ["
      "{\"op\": \"memory\", \"name\": \"m\", \"length\": 1},"
      "{\"op\": \"worker\", \"name\": \"a\", \"body\": \"twice\"},"
      "{\"op\": \"worker\", \"name\": \"b\", \"body\": \"twice\"},"
      "{\"op\": \"call\", \"body\": \"pause\"}, {\"op\": \"log\", \"text\": \"end\"}],"
      "\"bodies\": {\"twice\": [{\"op\": \"call\", \"body\": \"add\"}, {\"op\": \"add\", \"memory\": \"m\", \"value\": 1}],"
      "\"add\": [{\"op\": \"add\", \"memory\": \"m\", \"value\": 1}, {\"op\": \"log\", \"text\": \"added\"}],"
      "\"pause\": [{\"op\": \"yield\"}, {\"op\": \"add\", \"memory\": \"m\", \"value\": 1}]}},"
      "\"schedule\": [1, 1, 2, 3, 2, 3, 1, 2]}";
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_no_error (error);
  assert_places (session, NULL, LS_STEPPING_OVER, FALSE, "/main/0 /main/1 /main/2 /main/3 /main/4 ");
  assert_places (session, NULL, LS_STEPPING_OVER, TRUE, "/main/4 /main/3 /main/2 /main/1 /main/0 ");
  assert_places (session, NULL, LS_STEPPING_INTO, FALSE,
                 "/main/0 /main/1 /main/2 /main/3 /bodies/pause/0 /bodies/pause/1 /main/4 ");
  assert_places (session, "/program/bodies/pause/0", LS_STEPPING_OVER, FALSE, "/bodies/pause/1 /main/4 ");
  assert_places (session, "/program/bodies/pause/0", LS_STEPPING_OUT, FALSE, "/main/4 ");
  assert_places (session, "/program/bodies/pause/1", LS_STEPPING_OUT, TRUE, "/main/3 ");
  assert_places (session, "/program/bodies/pause/1", LS_STEPPING_OVER, TRUE,
                 "/bodies/pause/0 /main/3 /main/2 /main/1 /main/0 ");
  assert_places (session, "/program/bodies/twice/0", LS_STEPPING_OVER, FALSE, "/bodies/twice/1 ");
  assert_places (session, "/program/bodies/twice/0", LS_STEPPING_INTO, FALSE,
                 "/bodies/add/0 /bodies/add/1 /bodies/twice/1 ");
  assert_places (session, "/program/bodies/add/0", LS_STEPPING_OVER, FALSE, "/bodies/add/1 /bodies/twice/1 ");
  assert_places (session, "/program/bodies/add/0", LS_STEPPING_OUT, FALSE, "/bodies/twice/1 ");
  assert_places (session, "/program/bodies/twice/1", LS_STEPPING_OVER, TRUE, "/bodies/twice/0 ");
}

/* Steps through the photo gallery and back. Each step ends between turns, with nothing of the turn left to record. */
static void
test_stepping_turns (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data/sessions/photo-gallery.loopscope", NULL);
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GArray) stops = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GError) error = NULL;
  guint n_microtasks = 0, n_turns = 0;
  LsTrace *trace;

  session = ls_session_new_from_path (path, &error);
  g_assert_no_error (error);
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  trace = ls_runner_get_trace (runner);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n_microtasks += record.kind == LS_RECORD_MICROTASK_FINISHED;
      n_turns += record.kind == LS_RECORD_TASK_SELECTED;
    }

  ls_player_set_trace (player, trace, NULL, NULL);
  while (!ls_player_is_at_end (player))
    {
      const gsize position = ls_player_get_position (player);

      ls_player_step_by (player, LS_STEPPING_TURN, FALSE);
      g_assert_cmpuint (ls_player_get_position (player), >, position);
      g_assert_true (ls_state_is_between_turns (ls_player_get_state (player)));
      g_array_append_val (stops, position);
    }
  g_assert_cmpuint (n_microtasks, >, 10);
  g_assert_cmpuint (ls_trace_get_n_turns (trace), ==, n_turns);
  g_assert_cmpuint (stops->len, >=, n_turns);
  g_assert_cmpuint (stops->len, <, ls_runner_get_n_steps (runner));
  for (guint i = stops->len; i-- > 0;)
    {
      ls_player_step_by (player, LS_STEPPING_TURN, TRUE);
      g_assert_cmpuint (ls_player_get_position (player), ==, g_array_index (stops, gsize, i));
    }
}

static void
test_stepping_task (void)
{
  g_autoptr (LsTrace) trace = new_trace ();
  g_autoptr (LsPlayer) player = ls_player_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  ls_player_step_by (player, LS_STEPPING_TURN, FALSE);
  g_assert_cmpuint (ls_player_get_step (player), ==, 1);
  ls_player_step_by (player, LS_STEPPING_TURN, FALSE);
  g_assert_true (ls_player_is_at_end (player));
  ls_player_step_by (player, LS_STEPPING_TURN, TRUE);
  g_assert_cmpuint (ls_player_get_step (player), ==, 1);
  ls_player_step_by (player, LS_STEPPING_TURN, TRUE);
  g_assert_cmpuint (ls_player_get_position (player), ==, 0);
}

static void
test_stepping_breakpoints (void)
{
  g_autoptr (LsTrace) trace = new_trace ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  ls_player_set_breakpoints (player, breakpoints);
  ls_breakpoints_add (breakpoints, "main.js", 21, 21);
  ls_breakpoints_add (breakpoints, "main.js", 5, 5);
  ls_breakpoints_add (breakpoints, "other.js", 1, 1);
  /* A line with two statements stops once, a line that a loop comes back to stops each time. */
  STEPS (player, BREAKPOINT, FALSE, 21, 5, 0);
  STEPS (player, BREAKPOINT, TRUE, 5, 21, 0);
  ls_breakpoints_add (breakpoints, "main.js", 3, 3);
  STEPS (player, BREAKPOINT, FALSE, 21, 3, 3, 5, 0);
  STEPS (player, BREAKPOINT, TRUE, 5, 3, 3, 21, 0);

  ls_breakpoints_set_enabled (breakpoints, "main.js", 21, FALSE);
  ls_breakpoints_set_condition (breakpoints, "main.js", 3, " i == 0 ");
  g_assert_cmpstr (ls_breakpoints_find (breakpoints, "main.js", 3)->condition, ==, "i == 0");
  /* Until the run knows the condition, nothing says that it held. */
  STEPS (player, BREAKPOINT, FALSE, 5);
  ls_player_to_start (player);
  for (guint i = 0; i < ls_breakpoints_get_n (breakpoints); i++)
    if (ls_breakpoints_get (breakpoints, i)->condition != NULL)
      ls_breakpoints_set_index (breakpoints, i, 0);
  STEPS (player, BREAKPOINT, FALSE, 3, 5, 0);
  STEPS (player, BREAKPOINT, TRUE, 5, 3, 0);
}

/* A run stops at a breakpoint, and goes on from it. */
static void
test_stepping_run (void)
{
  g_autoptr (LsTrace) trace = new_trace ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (LsBreakpoints) breakpoints = ls_breakpoints_new ();

  ls_player_set_trace (player, trace, NULL, NULL);
  ls_player_set_breakpoints (player, breakpoints);
  ls_player_set_speed (player, LS_SPEED_MAXIMUM);
  ls_breakpoints_add (breakpoints, "main.js", 12, 12);
  ls_breakpoints_add (breakpoints, "main.js", 6, 6);
  ls_player_set_running (player, TRUE);
  ls_player_tick (player, 16000);
  g_assert_cmpuint (get_line (player), ==, 12);
  g_assert_false (ls_player_get_running (player));
  ls_player_set_running (player, TRUE);
  ls_player_tick (player, 32000);
  g_assert_cmpuint (get_line (player), ==, 6);
  ls_player_set_running (player, TRUE);
  ls_player_tick (player, 48000);
  g_assert_true (ls_player_is_at_end (player));
}

/* What is not recorded yet is waited for. */
static gboolean
more_cb (guint32  step,
         gpointer user_data)
{
  gboolean *more = user_data;

  return *more;
}

static void
test_stepping_pending (void)
{
  Program program = { .trace = ls_trace_new () };
  g_autoptr (LsTrace) trace = program.trace;
  g_autoptr (LsPlayer) player = ls_player_new ();
  gboolean more = TRUE;

  begin (&program);
  at (&program, 1, 1, 0, 0);
  at (&program, 11, 1, 1, 1);
  ls_player_set_trace (player, trace, more_cb, &more);
  STEPS (player, INTO, FALSE, 1);
  ls_player_step_by (player, LS_STEPPING_OVER, FALSE);
  g_assert_true (ls_player_is_pending (player));
  g_assert_cmpuint (get_line (player), ==, 1);
  at (&program, 12, 1, 1, 1);
  ls_player_tick (player, 16000);
  g_assert_true (ls_player_is_pending (player));
  at (&program, 2, 1, 0, 0);
  ls_player_tick (player, 32000);
  g_assert_false (ls_player_is_pending (player));
  g_assert_cmpuint (get_line (player), ==, 2);
  ls_player_step_by (player, LS_STEPPING_OVER, FALSE);
  finish (&program);
  more = FALSE;
  ls_player_tick (player, 48000);
  g_assert_false (ls_player_is_pending (player));
  g_assert_true (ls_player_is_at_end (player));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/stepping/place", test_stepping_place);
  g_test_add_func ("/stepping/agents", test_stepping_agents);
  g_test_add_func ("/stepping/into", test_stepping_into);
  g_test_add_func ("/stepping/over", test_stepping_over);
  g_test_add_func ("/stepping/out", test_stepping_out);
  g_test_add_func ("/stepping/step-agent", test_stepping_step_agent);
  g_test_add_func ("/stepping/agents-in-line", test_stepping_agents_in_line);
  g_test_add_func ("/stepping/steps", test_stepping_steps);
  g_test_add_func ("/stepping/middle", test_stepping_middle);
  g_test_add_func ("/stepping/task", test_stepping_task);
  g_test_add_func ("/stepping/turns", test_stepping_turns);
  g_test_add_func ("/stepping/breakpoints", test_stepping_breakpoints);
  g_test_add_func ("/stepping/run", test_stepping_run);
  g_test_add_func ("/stepping/pending", test_stepping_pending);

  return g_test_run ();
}
