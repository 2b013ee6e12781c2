/* test-debugger-actions.c: the user's actions one by one, and how later ones follow into another run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger.h"
#include "test-program.h"

/* a, b and c run one after the other; each posts one of its own; b makes a controller that its task has. */
static const char program[] =
  "{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\", \"main\": ["
  "{\"op\": \"controller\", \"name\": \"k\"},"
  "{\"op\": \"postTask\", \"name\": \"a\", \"body\": [{\"op\": \"log\", \"text\": \"a1\"}, {\"op\": \"log\", \"text\": \"a2\"},"
  " {\"op\": \"postTask\", \"name\": \"a child\", \"body\": [{\"op\": \"log\", \"text\": \"a child\"}]}]},"
  "{\"op\": \"postTask\", \"name\": \"b\", \"signal\": \"k\", \"body\": [{\"op\": \"log\", \"text\": \"b\"},"
  " {\"op\": \"controller\", \"name\": \"late\"},"
  " {\"op\": \"postTask\", \"name\": \"b child\", \"body\": [{\"op\": \"log\", \"text\": \"b child\"}]}]},"
  "{\"op\": \"postTask\", \"name\": \"c\", \"body\": [{\"op\": \"log\", \"text\": \"c1\"}, {\"op\": \"log\", \"text\": \"c2\"},"
  " {\"op\": \"log\", \"text\": \"c3\"}]}"
  "]}}";

typedef struct
{
  LsDebugger *debugger;
  LsPlayer   *player;
  LsSession  *session;
  guint       n_lost;
} Fixture;

static void
on_lost (Fixture *fixture,
         guint    n_lost)
{
  fixture->n_lost += n_lost;
}

static void
settle (Fixture *fixture)
{
  test_wait_for (ls_debugger_is_over (fixture->debugger));
  test_wait_for (!ls_player_is_pending (fixture->player));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", program, -1, &error);

  g_assert_no_error (error);
  fixture->debugger = ls_debugger_new ();
  fixture->player = ls_debugger_get_player (fixture->debugger);
  fixture->session = session;
  test_program_follow (fixture->debugger);
  g_signal_connect_swapped (fixture->debugger, "actions-lost", G_CALLBACK (on_lost), fixture);
  ls_debugger_open_session (fixture->debugger, session, NULL, &error);
  g_assert_no_error (error);
  settle (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->debugger);
}

/* Goes to after the callback of the first task of this name, or to a statement of it. */
static void
go_to_task (Fixture    *fixture,
            const char *name,
            guint       statement)
{
  LsTrace *trace = ls_player_get_trace (fixture->player);
  guint32 task = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (task == 0 && record.kind == LS_RECORD_TASK_POSTED && g_strcmp0 (ls_trace_get_text (trace, record.text), name) == 0)
        task = record.subject;
      ls_player_seek (fixture->player, i + 1);
      if (task == 0 || ls_state_get_running_task (ls_player_get_state (fixture->player)) != task)
        continue;
      if (statement == 0 ? record.kind == LS_RECORD_TASK_FINISHED
                         : record.kind == LS_RECORD_STATEMENT && record.value == statement)
        return;
    }
  g_error ("%s does not run", name);
}

static void
act (Fixture *fixture,
     LsStep  *step)
{
  g_autoptr (LsStep) owned = step;
  g_autoptr (GError) error = NULL;

  ls_debugger_act (fixture->debugger, step, "act", &error);
  g_assert_no_error (error);
  settle (fixture);
}

/* Makes an action: a line in the log. */
static void
act_at (Fixture    *fixture,
        const char *task,
        guint       statement,
        const char *text)
{
  g_autofree char *json = g_strdup_printf ("{\"op\": \"log\", \"text\": \"%s\"}", text);
  g_autoptr (GError) error = NULL;
  LsStep *step = ls_step_new_from_json (json, &error);

  g_assert_no_error (error);
  go_to_task (fixture, task, statement);
  act (fixture, step);
}

static void
assert_log (Fixture    *fixture,
            const char *expected)
{
  LsTrace *trace = ls_player_get_trace (fixture->player);
  g_autoptr (GString) log = g_string_new (NULL);

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_LOG)
        g_string_append_printf (log, "%s%s", log->len > 0 ? "|" : "", ls_trace_get_text (trace, record.text));
    }
  g_assert_cmpstr (log->str, ==, expected);
}

static LsActionResult
get_result (Fixture *fixture,
            guint    index)
{
  LsActionOutcome outcome;

  ls_debugger_get_action_outcome (fixture->debugger, index, &outcome);
  return outcome.result;
}

/* Returns the actions, as a file has them. */
static char *
dup_actions (Fixture *fixture)
{
  g_autofree char *data = ls_session_to_data (fixture->session, NULL);
  const char *begin = strstr (data, "\"actions\": [");
  const char *end = begin != NULL ? strstr (begin, "\n  ]") : NULL;

  g_assert_nonnull (end);
  return g_strndup (begin, end - begin);
}

/* What the session has runs as what is shown, for whoever runs it next. */
static void
assert_repeats (Fixture *fixture)
{
  LsTrace *trace = ls_player_get_trace (fixture->player);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRunner) runner = ls_runner_new (fixture->session, NULL, &error);
  g_autofree char *shown = ls_trace_hash (trace);
  g_autofree char *other = NULL;

  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  other = ls_trace_hash (ls_runner_get_trace (runner));
  g_assert_cmpstr (other, ==, shown);
}

/* Two later actions, at a statement and after a callback, follow their tasks over a change that makes other turns before them. */
static void
test_follow (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (LsStep) post = ls_step_new_post_work (1, "mine", LS_TASK_PRIORITY_USER_BLOCKING, NULL, 0);

  assert_log (fixture, "a1|a2|b|c1|c2|c3|a child|b child");
  act_at (fixture, "c", 2, "in c");
  act_at (fixture, "b child", 0, "after b child");
  assert_log (fixture, "a1|a2|b|c1|in c|c2|c3|a child|b child|after b child");

  go_to_task (fixture, "a", 0);
  act (fixture, g_steal_pointer (&post));
  g_assert_cmpuint (ls_session_get_n_actions (fixture->session), ==, 3);
  assert_log (fixture, "a1|a2|b|c1|in c|c2|c3|a child|b child|after b child");
  g_assert_cmpuint (fixture->n_lost, ==, 0);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (get_result (fixture, i), ==, LS_ACTION_DONE);
  assert_repeats (fixture);
}

/* An abort in the past takes away the task of one later action, and the name that another one uses. The others stay. */
static void
test_lost (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *before = NULL;
  g_autofree char *again = NULL;
  LsActionResult because;

  act_at (fixture, "b child", 0, "after b child");
  go_to_task (fixture, "c", 2);
  act (fixture, ls_step_new_set_priority ("late", LS_TASK_PRIORITY_BACKGROUND));
  act_at (fixture, "a child", 0, "after a child");
  assert_log (fixture, "a1|a2|b|c1|c2|c3|a child|after a child|b child|after b child");
  before = dup_actions (fixture);

  go_to_task (fixture, "a", 0);
  act (fixture, ls_step_new_abort ("k", NULL));
  assert_log (fixture, "a1|a2|c1|c2|c3|a child|after a child");
  g_assert_cmpuint (fixture->n_lost, ==, 2);
  g_assert_cmpuint (ls_session_get_n_actions (fixture->session), ==, 4);
  g_assert_cmpint (get_result (fixture, 0), ==, LS_ACTION_DONE);
  g_assert_cmpint (get_result (fixture, 1), ==, LS_ACTION_NO_NAME);
  g_assert_cmpint (get_result (fixture, 2), ==, LS_ACTION_DONE);
  g_assert_cmpint (get_result (fixture, 3), ==, LS_ACTION_NO_TASK);
  g_assert_false (ls_action_get_enabled (ls_session_get_action (fixture->session, 3), &because));
  g_assert_cmpint (because, ==, LS_ACTION_NO_TASK);
  assert_repeats (fixture);

  /* One undo brings all back, and redo takes them away again. */
  g_assert_true (ls_debugger_undo (fixture->debugger));
  settle (fixture);
  again = dup_actions (fixture);
  g_assert_cmpstr (again, ==, before);
  assert_log (fixture, "a1|a2|b|c1|c2|c3|a child|after a child|b child|after b child");
  g_assert_true (ls_debugger_redo (fixture->debugger));
  settle (fixture);
  assert_log (fixture, "a1|a2|c1|c2|c3|a child|after a child");
  g_assert_cmpint (get_result (fixture, 3), ==, LS_ACTION_NO_TASK);
}

/* Removing what has taken their tasks away, the user can have the lost ones looked for again. */
static void
test_retry (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  act_at (fixture, "b child", 0, "after b child");
  go_to_task (fixture, "a", 0);
  act (fixture, ls_step_new_abort ("k", NULL));
  g_assert_cmpint (get_result (fixture, 1), ==, LS_ACTION_NO_TASK);

  /* It is still not there. */
  g_assert_true (ls_debugger_switch_action (fixture->debugger, 1, TRUE, "retry", &error));
  settle (fixture);
  g_assert_cmpint (get_result (fixture, 1), ==, LS_ACTION_NO_TASK);
  g_assert_cmpuint (fixture->n_lost, ==, 2);

  g_assert_true (ls_debugger_remove_action (fixture->debugger, 0, "remove", &error));
  settle (fixture);
  g_assert_cmpuint (ls_session_get_n_actions (fixture->session), ==, 1);
  g_assert_cmpint (get_result (fixture, 0), ==, LS_ACTION_NO_TASK);
  g_assert_true (ls_debugger_switch_action (fixture->debugger, 0, TRUE, "retry", &error));
  g_assert_no_error (error);
  settle (fixture);
  g_assert_cmpint (get_result (fixture, 0), ==, LS_ACTION_DONE);
  assert_log (fixture, "a1|a2|b|c1|c2|c3|a child|b child|after b child");
  assert_repeats (fixture);
}

/* A later action whose callback is shorter now is done at its end; a yield there has nothing to yield. */
static void
test_shorter (Fixture       *fixture,
              gconstpointer  data)
{
  act_at (fixture, "c", 3, "before c3");
  go_to_task (fixture, "c", 3);
  act (fixture, ls_step_new_yield ());
  g_assert_cmpint (get_result (fixture, 1), ==, LS_ACTION_DONE);

  go_to_task (fixture, "c", 2);
  act (fixture, ls_step_new_yield ());
  assert_log (fixture, "a1|a2|b|c1|before c3|c2|c3|a child|b child");
  g_assert_cmpint (get_result (fixture, 0), ==, LS_ACTION_DONE);
  g_assert_cmpint (get_result (fixture, 1), ==, LS_ACTION_DONE);
  g_assert_cmpint (get_result (fixture, 2), ==, LS_ACTION_NOTHING_YIELDS);
  g_assert_cmpuint (fixture->n_lost, ==, 1);
  assert_repeats (fixture);
}

/* Removed one by one: the others stay, undo brings it back, and what another one needs cannot go. */
static void
test_remove (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsStep) controller = ls_step_new_from_json ("{\"op\": \"controller\", \"name\": \"mine\"}", NULL);
  g_autofree char *before = NULL;
  g_autofree char *again = NULL;

  act_at (fixture, "a", 2, "in a");
  act_at (fixture, "b", 0, "after b");
  act_at (fixture, "c", 2, "in c");
  before = dup_actions (fixture);
  g_assert_true (ls_debugger_remove_action (fixture->debugger, 1, "remove", &error));
  settle (fixture);
  assert_log (fixture, "a1|in a|a2|b|c1|in c|c2|c3|a child|b child");
  g_assert_cmpuint (ls_session_get_n_actions (fixture->session), ==, 2);
  g_assert_cmpstr (ls_debugger_get_undo_label (fixture->debugger), ==, "remove");
  g_assert_true (ls_debugger_undo (fixture->debugger));
  settle (fixture);
  again = dup_actions (fixture);
  g_assert_cmpstr (again, ==, before);
  assert_log (fixture, "a1|in a|a2|b|after b|c1|in c|c2|c3|a child|b child");

  go_to_task (fixture, "a", 0);
  act (fixture, g_steal_pointer (&controller));
  go_to_task (fixture, "b", 0);
  act (fixture, ls_step_new_abort ("mine", NULL));
  g_assert_false (ls_debugger_remove_action (fixture->debugger, 1, "remove", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_assert_cmpuint (ls_session_get_n_actions (fixture->session), ==, 5);
  g_assert_cmpstr (ls_debugger_get_undo_label (fixture->debugger), ==, "act");
}

/* Whatever is done wherever: nothing is lost silently, and the session that comes of it runs as what is shown. */
static void
test_random (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (14);
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", "photo-gallery.loopscope", NULL);

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, &error);
      guint n_off = 0;

      g_assert_no_error (error);
      fixture->session = session;
      fixture->n_lost = 0;
      ls_debugger_open_session (fixture->debugger, session, NULL, &error);
      g_assert_no_error (error);
      settle (fixture);
      for (guint i = 0; i < 6; i++)
        {
          gsize length = ls_trace_get_length (ls_player_get_trace (fixture->player));
          guint kind = g_rand_int_range (rand, 0, 4);

          ls_player_seek (fixture->player, g_rand_int_range (rand, 0, length + 1));
          if (kind == 0 && ls_action_can_yield (ls_player_get_state (fixture->player), NULL))
            act (fixture, ls_step_new_yield ());
          else if (kind == 1)
            act (fixture, ls_step_new_abort ("c1 gallery", NULL));
          else if (kind == 2)
            act (fixture, ls_step_new_set_priority ("c2 prefetch", g_rand_int_range (rand, 1, LS_N_TASK_PRIORITIES + 1)));
          else
            act (fixture, ls_step_new_post_work (3, "mine", LS_TASK_PRIORITY_USER_BLOCKING, NULL, 0));
          g_assert_cmpuint (ls_session_get_n_actions (session), ==, i + 1);
        }
      for (guint i = 0; i < 6; i++)
        {
          n_off += !ls_action_get_enabled (ls_session_get_action (session, i), NULL);
          g_assert_true (get_result (fixture, i) == LS_ACTION_DONE ||
                         ls_action_result_is_problem (get_result (fixture, i)));
        }
      g_assert_cmpuint (n_off, ==, fixture->n_lost);
      assert_repeats (fixture);
      for (guint i = 0; i < 6; i++)
        {
          g_assert_true (ls_debugger_undo (fixture->debugger));
          settle (fixture);
        }
      g_assert_cmpuint (ls_session_get_n_actions (session), ==, 0);
    }
}

/* With several agents the main one does the actions; workers have turns of their own. */
static void
test_agents (Fixture       *fixture,
             gconstpointer  data)
{
  static const char agents[] =
    "{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"steps\", \"main\": ["
    "{\"op\": \"memory\", \"name\": \"m\", \"length\": 1},"
    "{\"op\": \"worker\", \"name\": \"w\", \"body\": [{\"op\": \"repeat\", \"times\": 3, \"body\": ["
    " {\"op\": \"add\", \"memory\": \"m\", \"value\": 1}, {\"op\": \"yield\"}]}]},"
    "{\"op\": \"postTask\", \"name\": \"a\", \"body\": [{\"op\": \"log\", \"text\": \"a\"}]},"
    "{\"op\": \"postTask\", \"name\": \"b\", \"body\": [{\"op\": \"log\", \"text\": \"b1\"}, {\"op\": \"log\", \"text\": \"b2\"}]}]}}";
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", agents, -1, &error);

  g_assert_no_error (error);
  fixture->session = session;
  ls_debugger_open_session (fixture->debugger, session, NULL, &error);
  g_assert_no_error (error);
  settle (fixture);
  act_at (fixture, "b", 2, "in b");
  act_at (fixture, "b", 0, "after b");
  go_to_task (fixture, "a", 0);
  act (fixture, ls_step_new_post_work (1, "mine", LS_TASK_PRIORITY_USER_BLOCKING, NULL, 0));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpint (get_result (fixture, i), ==, LS_ACTION_DONE);
  assert_log (fixture, "a|b1|in b|b2|after b");
  assert_repeats (fixture);
}

/* Another step, another moment, or both: what came later follows. */
static void
test_change (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (LsStep) step = ls_step_new_from_json ("{\"op\": \"log\", \"text\": \"other\"}", NULL);
  g_autoptr (GError) error = NULL;
  LsActionOutcome outcome;
  LsStamp stamp;

  act_at (fixture, "a", 2, "in a");
  act_at (fixture, "c", 2, "in c");
  g_assert_true (ls_debugger_change_action (fixture->debugger, 0, NULL, step, "edit", &error));
  settle (fixture);
  assert_log (fixture, "a1|other|a2|b|c1|in c|c2|c3|a child|b child");
  ls_debugger_get_action_outcome (fixture->debugger, 0, &outcome);
  g_assert_cmpuint (ls_player_get_step (fixture->player), ==, outcome.step);

  go_to_task (fixture, "c", 3);
  ls_stamp_init_for_action (&stamp, ls_player_get_state (fixture->player));
  g_assert_true (ls_debugger_change_action (fixture->debugger, 0, &stamp, NULL, "move", &error));
  settle (fixture);
  assert_log (fixture, "a1|a2|b|c1|in c|c2|other|c3|a child|b child");
  assert_repeats (fixture);
  g_assert_true (ls_debugger_undo (fixture->debugger));
  settle (fixture);
  assert_log (fixture, "a1|other|a2|b|c1|in c|c2|c3|a child|b child");

  ls_player_to_start (fixture->player);
  ls_debugger_go_to_action (fixture->debugger, 1);
  settle (fixture);
  ls_debugger_get_action_outcome (fixture->debugger, 1, &outcome);
  g_assert_cmpuint (ls_player_get_step (fixture->player), ==, outcome.step);
}

/* Off is not done, and on is done in its place. */
static void
test_switch (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  act_at (fixture, "a", 2, "in a");
  g_assert_true (ls_debugger_switch_action (fixture->debugger, 0, FALSE, "off", &error));
  settle (fixture);
  g_assert_cmpint (get_result (fixture, 0), ==, LS_ACTION_OFF);
  assert_log (fixture, "a1|a2|b|c1|c2|c3|a child|b child");
  g_assert_true (ls_debugger_switch_action (fixture->debugger, 0, TRUE, "on", &error));
  settle (fixture);
  assert_log (fixture, "a1|in a|a2|b|c1|c2|c3|a child|b child");
  assert_repeats (fixture);
}

/* A session that was saved before the run came to an action: nobody looks for it any more, until the user asks for it. */
static void
test_pending (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *begin = g_strndup (program, strlen (program) - 1);
  g_autofree char *text = g_strconcat (begin, ", \"actions\": [{\"at\": {\"turn\": 3}, \"enabled\": false, \"because\": \"pending\","
                                              " \"do\": {\"op\": \"log\", \"text\": \"mine\"}}]}", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_no_error (error);
  fixture->session = session;
  ls_debugger_open_session (fixture->debugger, session, NULL, &error);
  settle (fixture);
  g_assert_cmpint (get_result (fixture, 0), ==, LS_ACTION_NO_MOMENT);
  assert_log (fixture, "a1|a2|b|c1|c2|c3|a child|b child");
  g_assert_true (ls_debugger_switch_action (fixture->debugger, 0, TRUE, "retry", &error));
  settle (fixture);
  assert_log (fixture, "a1|a2|b|mine|c1|c2|c3|a child|b child");
}

/* A session that is only run has not changed, and neither have its actions. */
static void
test_unmodified (Fixture       *fixture,
                 gconstpointer  data)
{
  act_at (fixture, "a", 2, "in a");
  ls_session_set_modified (fixture->session, FALSE);
  g_assert_true (ls_debugger_run_again (fixture->debugger, NULL));
  settle (fixture);
  g_assert_false (ls_session_get_modified (fixture->session));
}

/* Nothing yields between callbacks: the debugger says why, and adds nothing. */
static void
test_yield_refused (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (LsStep) step = ls_step_new_yield ();
  g_autoptr (GError) error = NULL;

  go_to_task (fixture, "c", 0);
  g_assert_false (ls_debugger_act (fixture->debugger, step, "yield", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN);
  g_assert_nonnull (strstr (error->message, "“c” has returned"));
  g_assert_cmpuint (ls_session_get_n_actions (fixture->session), ==, 0);
  g_assert_null (ls_debugger_get_undo_label (fixture->debugger));
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char *path;
    void      (*func) (Fixture       *fixture,
                       gconstpointer  data);
  } tests[] = {
    { "/debugger/actions/follow", test_follow },
    { "/debugger/actions/lost", test_lost },
    { "/debugger/actions/retry", test_retry },
    { "/debugger/actions/shorter", test_shorter },
    { "/debugger/actions/remove", test_remove },
    { "/debugger/actions/random", test_random },
    { "/debugger/actions/agents", test_agents },
    { "/debugger/actions/change", test_change },
    { "/debugger/actions/switch", test_switch },
    { "/debugger/actions/pending", test_pending },
    { "/debugger/actions/unmodified", test_unmodified },
    { "/debugger/actions/yield-refused", test_yield_refused },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
