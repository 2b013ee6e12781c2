/* test-explain-held.c: what is next at the end of a trace whose program or page is held
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "explain-fixture.h"
#include "source-writer.h"

#include "ls-state-format.h"
#include "ls-trace-growth-private.h"

static void
hold (LsTrace *trace,
      guint32  task)
{
  ls_trace_set_held (trace, &task, 1);
}

static void
check_next (LsState     *state,
            guint32      task,
            LsNextBasis  basis,
            guint32      expected)
{
  ls_state_seek (state, ls_trace_get_length (ls_state_get_trace (state)));
  g_assert_cmpuint (ls_state_get_next_task (state), ==, task);
  g_assert_cmpint (ls_state_get_next_basis (state), ==, basis);
  g_assert_cmpuint (ls_state_get_expected_task (state), ==, expected);
}

static void
check_text (LsExplanation *explanation,
            const char    *text)
{
  g_assert_cmpstr (explanation->text, ==, text);
  ls_explanation_free (explanation);
}

/* A program with a source of priority 0, and idle sources, of which two are ready. */
static LsTrace *
write_program (void)
{
  LsTrace *trace = begin_sources ();

  attach (trace, 1, 200, LS_SOURCE_IDLE, "first");
  be_ready (trace, 1, 1, 200, "first");
  attach (trace, 2, 200, LS_SOURCE_IDLE, "second");
  be_ready (trace, 2, 2, 200, "second");
  attach (trace, 3, 0, LS_SOURCE_OTHER, "socket");
  wait_for_event (trace, 3, 3, 0, "socket");
  publish (trace);
  ls_trace_set_growing (trace, TRUE);
  return trace;
}

/* Nobody knows what comes next in a program, unless it is held before that. */
static void
test_program (void)
{
  g_autoptr (LsTrace) trace = write_program ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autofree char *text = NULL, *json = NULL;

  check_next (state, 0, LS_NEXT_SO_FAR, 0);
  hold (trace, 1);
  check_next (state, 1, LS_NEXT_HELD, 1);
  text = ls_state_to_text (state);
  g_assert_nonnull (strstr (text, "\nNext         1 first, of (glib:200), held before it\n"));
  json = ls_state_to_json (state);
  g_assert_nonnull (strstr (json, "\"held\": true, \"expected\": 1"));
  check_text (ls_explain_next (state), "“first” is dispatched next: it was attached before “second”, which has the same priority. The "
              "program is held before it.");
  check_text (ls_explain_task (state, 1), "“first” is dispatched next: it was attached before “second”, which has the same priority. The "
              "program is held before it.");
  check_text (ls_explain_task (state, 2), "“second” waits for “first”: both have the same priority, and “first” was attached first.");
}

/* GLib's rule has the other one first. */
static void
test_rule (void)
{
  g_autoptr (LsTrace) trace = write_program ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (LsExplanation) explanation = NULL;
  g_autofree char *text = NULL, *json = NULL;

  writer_time += 1000;
  write_record (trace, LOG);
  publish (trace);
  hold (trace, 2);
  check_next (state, 2, LS_NEXT_HELD, 1);
  text = ls_state_to_text (state);
  g_assert_nonnull (strstr (text, "\nNext         2 second, of (glib:200), held before it\nExpected     1 first, of (glib:200)\n"));
  json = ls_state_to_json (state);
  g_assert_nonnull (strstr (json, "\"held\": true, \"expected\": 1"));
  explanation = ls_explain_next (state);
  check (explanation, LS_EXPLANATION_NEXT, 2, 0);
  g_assert_cmpstr (explanation->title, ==, "Next: “second”");
  check_text (g_steal_pointer (&explanation), "“second” is next: the program is held before it. By GLib's rule, “first” would be dispatched "
              "next.");
  check_text (ls_explain_task (state, 1), "“first” waits for “second”, before which the program is held. By GLib's rule, it would be "
              "dispatched first.");
}

/* What was held and has gone on is next no more, whether its watcher has said so or not. */
static void
test_stale (void)
{
  g_autoptr (LsTrace) trace = write_program ();
  g_autoptr (LsState) state = ls_state_new (trace);
  gsize held_at;

  hold (trace, 1);
  check_next (state, 1, LS_NEXT_HELD, 1);
  held_at = ls_state_get_position (state);
  begin_dispatch (trace, 1, 200);
  publish (trace);
  check_next (state, 0, LS_NEXT_SO_FAR, 0);
  end_dispatch (trace, 1);
  publish (trace);
  check_next (state, 0, LS_NEXT_SO_FAR, 0);
  /* Where it was held, the trace says by now that it was next. */
  ls_state_seek (state, held_at);
  g_assert_cmpuint (ls_state_get_next_task (state), ==, 1);
  g_assert_cmpint (ls_state_get_next_basis (state), ==, LS_NEXT_RECORDED);
  hold (trace, 2);
  check_next (state, 2, LS_NEXT_HELD, 2);
  write_record (trace, TASK_REMOVED, .subject = 2, .clause = LS_CLAUSE_RECORDED);
  publish (trace);
  check_next (state, 0, LS_NEXT_SO_FAR, 0);
}

/* It is let go, or nobody watches any more. */
static void
test_let_go (void)
{
  g_autoptr (LsTrace) trace = write_program ();
  g_autoptr (LsState) state = ls_state_new (trace);

  hold (trace, 1);
  check_next (state, 1, LS_NEXT_HELD, 1);
  g_assert_true (ls_trace_set_held (trace, NULL, 0));
  g_assert_false (ls_trace_set_held (trace, NULL, 0));
  check_next (state, 0, LS_NEXT_SO_FAR, 0);
  hold (trace, 1);
  check_next (state, 1, LS_NEXT_HELD, 1);
  ls_trace_set_growing (trace, FALSE);
  check_next (state, 0, LS_NEXT_SO_FAR, 0);
  /* A number of no task, and what is none. */
  ls_trace_set_growing (trace, TRUE);
  hold (trace, 4711);
  check_next (state, 0, LS_NEXT_SO_FAR, 0);
  hold (trace, 0);
  check_next (state, 0, LS_NEXT_SO_FAR, 0);
}

/* A source that has just become ready, as far as its watcher knows. */
static void
test_event (void)
{
  g_autoptr (LsTrace) trace = write_program ();
  g_autoptr (LsState) state = ls_state_new (trace);

  hold (trace, 3);
  check_next (state, 3, LS_NEXT_HELD, 0);
  check_text (ls_explain_task (state, 3), "“socket” is next: the program is held before it.");
}

/* A page: the model has one that is next, and the browser may take another one. */
static LsTrace *
write_page (void)
{
  LsTrace *trace = write_gallery ();

  write_record (trace, LOOP_STARTED, .text = text_of (trace, "chromium"), .flags = LS_RECORD_FLAG_RECORDED);
  publish (trace);
  ls_trace_set_growing (trace, TRUE);
  return trace;
}

static void
test_page (void)
{
  g_autoptr (LsTrace) trace = write_page ();
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autofree char *text = NULL;

  check_next (state, 17, LS_NEXT_CERTAIN, 0);
  hold (trace, 17);
  check_next (state, 17, LS_NEXT_HELD, 17);
  check_text (ls_explain_next (state), "“decode ↻” runs next: user-blocking continuations come before user-blocking tasks (“decode 1”). The "
              "page is held before it.");
  hold (trace, 11);
  check_next (state, 11, LS_NEXT_HELD, 17);
  g_assert_cmpuint (ls_state_get_next_queue (state), ==, 3);
  text = ls_state_to_text (state);
  g_assert_nonnull (strstr (text, ", held before it\nExpected     17 decode"));
  check_text (ls_explain_next (state), "“layout” is next: the page is held before it. The model of the browser expected “decode ↻”.");
  check_text (ls_explain_task (state, 11), "“layout” is next: the page is held before it. The model of the browser expected “decode ↻”.");
  check_text (ls_explain_task (state, 17), "“decode ↻” waits for “layout”, before which the page is held. The model of the browser "
              "expected it first.");
  check_text (ls_explain_task (state, 8), "“decode 1” waits for “layout”, before which the page is held.");
}

/* Each loop has what it is held before, and of all that is the first one. */
static void
test_agents (void)
{
  const guint32 held[] = { 2, 1 };
  g_autoptr (LsTrace) trace = begin_sources ();
  g_autoptr (LsState) state = ls_state_new (trace);

  for (guint i = 1; i <= 3; i++)
    write_record (trace, AGENT_CREATED, .subject = i, .text = text_of (trace, "loop"));
  for (guint i = 1; i <= 2; i++)
    {
      write_record (trace, AGENT_RUN, .subject = i);
      attach (trace, i, 200, LS_SOURCE_IDLE, "idle");
      be_ready (trace, i, i, 200, "idle");
    }
  publish (trace);
  ls_trace_set_growing (trace, TRUE);
  ls_trace_set_held (trace, held, 2);
  check_next (state, 2, LS_NEXT_HELD, 2);
  ls_state_set_agent (state, 1);
  check_next (state, 1, LS_NEXT_HELD, 1);
  ls_state_set_agent (state, 2);
  check_next (state, 2, LS_NEXT_HELD, 2);
  ls_state_set_agent (state, 3);
  check_next (state, 0, LS_NEXT_SO_FAR, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explain-held/program", test_program);
  g_test_add_func ("/explain-held/rule", test_rule);
  g_test_add_func ("/explain-held/stale", test_stale);
  g_test_add_func ("/explain-held/let-go", test_let_go);
  g_test_add_func ("/explain-held/event", test_event);
  g_test_add_func ("/explain-held/page", test_page);
  g_test_add_func ("/explain-held/agents", test_agents);
  return g_test_run ();
}
