/* test-actions.c: what the user does to a program in JavaScript, and asks of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"

static const char script[] = "const c = new TaskController ({ priority: 'background' });\n"
                             "function low () { log ('low') }\n"
                             "function middle () {\n"
                             "  log ('middle 1');\n"
                             "  log ('middle 2');\n"
                             "}\n"
                             "scheduler.postTask (low, { signal: c.signal }).catch (e => log (e.name ?? e));\n"
                             "scheduler.postTask (middle).then (() => log ('then 1')).then (() => log ('then 2'));\n";

typedef struct
{
  const char *name;
  const char *actions;
  const char *expected;
} Done;

#define AT(turn, microtask, statement) "{\"at\":{\"turn\":" #turn ",\"microtask\":" #microtask ",\"statement\":" #statement "},"
#define LOG(text) "[{\"op\":\"log\",\"text\":\"" text "\"}]"

static const Done actions[] = {
  { "none", NULL, "middle 1\nmiddle 2\nthen 1\nthen 2\nlow\n" },
  { "post", AT (1, 0, 0) "\"do\":{\"op\":\"postTask\",\"body\":" LOG ("mine") "}}",
    "middle 1\nmiddle 2\nthen 1\nthen 2\nmine\nlow\n" },
  { "post-priority", AT (1, 0, 0) "\"do\":{\"op\":\"postTask\",\"priority\":\"user-blocking\",\"body\":" LOG ("mine") "}}",
    "mine\nmiddle 1\nmiddle 2\nthen 1\nthen 2\nlow\n" },
  { "post-signal", AT (1, 0, 0) "\"do\":{\"op\":\"postTask\",\"signal\":\"c\",\"body\":" LOG ("mine") "}}",
    "middle 1\nmiddle 2\nthen 1\nthen 2\nlow\nmine\n" },
  { "post-then-raise", AT (1, 0, 0) "\"do\":{\"op\":\"postTask\",\"signal\":\"c\",\"body\":" LOG ("mine") "}},"
    AT (1, 0, 0) "\"do\":{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}}",
    "low\nmine\nmiddle 1\nmiddle 2\nthen 1\nthen 2\n" },
  { "abort", AT (1, 0, 0) "\"do\":{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"enough\"}}",
    "enough\nmiddle 1\nmiddle 2\nthen 1\nthen 2\n" },
  { "abort-at-statement", AT (2, 0, 2) "\"do\":{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"enough\"}}",
    "middle 1\nmiddle 2\nenough\nthen 1\nthen 2\n" },
  { "at-statement", AT (2, 0, 2) "\"do\":{\"op\":\"log\",\"text\":\"between\"}}",
    "middle 1\nbetween\nmiddle 2\nthen 1\nthen 2\nlow\n" },
  { "at-microtask", AT (2, 1, 0) "\"do\":{\"op\":\"log\",\"text\":\"between\"}}",
    "middle 1\nmiddle 2\nthen 1\nbetween\nthen 2\nlow\n" },
  { "at-turn", AT (2, 0, 0) "\"do\":{\"op\":\"log\",\"text\":\"between\"}}",
    "middle 1\nmiddle 2\nbetween\nthen 1\nthen 2\nlow\n" },
  { "yield", AT (2, 0, 2) "\"do\":{\"op\":\"yield\"}}", "middle 1\nmiddle 2\nthen 1\nthen 2\nlow\n" },
};

static void
test_action (gconstpointer data)
{
  const Done *test = data;
  const char *const scripts[] = { script, NULL };
  g_autofree char *members = test->actions != NULL ? g_strdup_printf ("\"actions\":[%s]", test->actions) : NULL;

  script_assert_prints (scripts, members, test->expected);
}

static LsSession *
session_with_actions (const char *text)
{
  const char *const scripts[] = { script, NULL };
  g_autofree char *members = g_strdup_printf ("\"actions\":[%s]", text);

  return script_session_new (scripts, members);
}

/* One that needs what does not exist throws in its place; the others are done, and so is the program. */
static void
test_unknown_name (void)
{
  g_autoptr (LsSession) session = session_with_actions (
       AT (1, 0, 0) "\"do\":{\"op\":\"abort\",\"controller\":\"nothing\"}},"
       AT (1, 0, 0) "\"do\":{\"op\":\"postTask\",\"signal\":\"nobody\",\"body\":" LOG ("never") "}},"
       AT (1, 0, 0) "\"do\":{\"op\":\"log\",\"text\":\"third\"}}");
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autoptr (GString) seen = g_string_new (NULL);

  ls_runner_run_to_end (runner, NULL);
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
  g_assert_nonnull (strstr (output.text->str, "third\nmiddle 1\nmiddle 2\nthen 1\nthen 2\nlow\n"));
  g_assert_null (strstr (output.text->str, "never"));
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_ACTION)
        g_string_append_c (seen, 'a');
      else if (record.kind == LS_RECORD_ACTION_FINISHED)
        g_string_append_c (seen, 'f');
      else if (record.kind == LS_RECORD_EXCEPTION)
        {
          const char *text = ls_trace_get_text (trace, record.text);

          g_assert_nonnull (strstr (text, "ReferenceError"));
          g_assert_nonnull (strstr (text, strchr (seen->str, 'x') == NULL ? "nothing" : "nobody"));
          g_string_append_c (seen, 'x');
        }
    }
  g_assert_cmpstr (seen->str, ==, "axfaxfaf");
  script_output_clear (&output);
}

/* An action whose moment does not come is kept and told of. */
static void
test_unapplied (void)
{
  g_autoptr (LsSession) session = session_with_actions (AT (2, 0, 9) "\"do\":{\"op\":\"log\",\"text\":\"never\"}},"
                                                        AT (3, 0, 0) "\"do\":{\"op\":\"log\",\"text\":\"third\"}}");
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  GPtrArray *unapplied;

  ls_runner_run_to_end (runner, NULL);
  unapplied = ls_runner_get_unapplied_actions (runner);
  g_assert_cmpuint (unapplied->len, ==, 1);
  g_assert_cmpstr (output.text->str, ==, "middle 1\nmiddle 2\nthen 1\nthen 2\nlow\nthird\n");
  script_output_clear (&output);
}

/* Where the first continuation was queued that an action made. Returns its priority, and the signal that aborts it. */
static void
find_continuation (const char     *text,
                   const char     *action,
                   LsTaskPriority *priority,
                   guint32        *signal)
{
  const char *const scripts[] = { text, NULL };
  g_autofree char *members = g_strdup_printf ("\"actions\":[%s\"do\":{\"op\":\"yield\"}}]", action);
  g_autoptr (LsSession) session = script_session_new (scripts, members);
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);
  gboolean in_action = FALSE;

  *priority = LS_TASK_PRIORITY_NONE;
  *signal = 0;
  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      in_action = record.kind == LS_RECORD_ACTION || (in_action && record.kind != LS_RECORD_ACTION_FINISHED);
      if (in_action && record.kind == LS_RECORD_TASK_POSTED)
        *signal = record.object;
      if (in_action && record.kind == LS_RECORD_TASK_QUEUED)
        *priority = record.priority;
    }
  script_output_clear (&output);
}

/* A yield by hand inherits what scheduler.yield() would: also after an await, where the program's state is that of a microtask. */
static void
test_yield_inherits (void)
{
  static const char waiting[] = "const c = new TaskController ({ priority: 'background' });\n"
                                "scheduler.postTask (async () => {\n"
                                "  log ('before');\n"
                                "  await null;\n"
                                "  log ('after');\n"
                                "}, { signal: c.signal });\n"
                                "scheduler.postTask (() => log ('plain'), { priority: 'user-blocking' });\n"
                                "setTimeout (() => log ('timer'), 100);\n";
  static const struct
  {
    const char     *at;
    LsTaskPriority  priority;
    gboolean        has_signal;
  } tests[] = {
    { AT (3, 0, 1), LS_TASK_PRIORITY_BACKGROUND, TRUE },
    { AT (3, 1, 1), LS_TASK_PRIORITY_BACKGROUND, TRUE },
    { AT (2, 0, 1), LS_TASK_PRIORITY_USER_BLOCKING, FALSE },
    { AT (4, 0, 1), LS_TASK_PRIORITY_USER_VISIBLE, FALSE },
    { AT (3, 0, 0), LS_TASK_PRIORITY_NONE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      LsTaskPriority priority;
      guint32 signal;

      find_continuation (waiting, tests[i].at, &priority, &signal);
      g_assert_cmpint (priority, ==, tests[i].priority);
      g_assert_cmpint (signal != 0, ==, tests[i].has_signal);
    }
}

static char *
trace_to_text (LsSession *session)
{
  GString *text = g_string_new (NULL);
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);

  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      g_string_append_printf (text, "%d %u %u %" G_GUINT64_FORMAT " %s\n", record.kind, record.subject, record.object,
                              (guint64) record.time, record.text != 0 ? ls_trace_get_text (trace, record.text) : "");
    }
  script_output_clear (&output);
  return g_string_free (text, FALSE);
}

static void
test_same_trace (void)
{
  for (guint i = 1; i < G_N_ELEMENTS (actions); i++)
    {
      g_autoptr (LsSession) session = session_with_actions (actions[i].actions);
      g_autofree char *first = trace_to_text (session);
      g_autofree char *second = trace_to_text (session);

      g_assert_cmpstr (first, ==, second);
    }
}

/* Probes */

static const char probed[] = "let total = 0;\n"
                             "function add (n) {\n"
                             "  const twice = 2 * n;\n"
                             "  total += twice;\n"
                             "  return total;\n"
                             "}\n"
                             "const object = { kept: 5, method () {\n"
                             "  return this.kept;\n"
                             "} };\n"
                             "for (let i = 0; i < 5; i++)\n"
                             "  add (i);\n"
                             "object.method ();\n"
                             "(async () => {\n"
                             "  const before = 'b';\n"
                             "  const after = await 'a';\n"
                             "  log (before, after, total);\n"
                             "}) ();\n";

typedef struct
{
  const char *name;
  guint       line;
  guint       round;
  const char *expression;
  const char *expected;   /* a part of it if it throws; NULL: an error */
  gboolean    threw;
} Asked;

static const Asked probes[] = {
  { "local", 4, 2, "twice", "2", FALSE },
  { "third-round", 11, 3, "i", "2", FALSE },
  { "closure", 4, 4, "total + ':' + n", "'6:3'", FALSE },
  { "this", 8, 1, "this.kept", "5", FALSE },
  { "after-await", 16, 1, "before + after", "'ba'", FALSE },
  { "throws", 4, 1, "missing", "missing", TRUE },
  { "throws-own", 4, 1, "null.x", "TypeError", TRUE },
  { "for-ever", 4, 1, "(() => { for (;;); }) ()", NULL, FALSE },
};

static void
test_probe (gconstpointer data)
{
  const Asked *test = data;
  g_autoptr (LsSession) session = script_session_new_simple (probed);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean threw = FALSE;

  text = script_evaluate (session, test->line, test->round, test->expression, &threw, &error);
  if (test->expected == NULL)
    {
      g_assert_null (text);
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, !=, "The run does not reach this statement");
      g_test_message ("%s", error->message);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpint (threw, ==, test->threw);
  if (threw)
    g_assert_nonnull (strstr (text, test->expected));
  else
    g_assert_cmpstr (text, ==, test->expected);
}

/* An expression may change what it likes: its run is not the session's. */
static void
test_probe_changes (void)
{
  g_autoptr (LsSession) session = script_session_new_simple (probed);
  g_autofree char *before = trace_to_text (session);
  g_autofree char *after = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gboolean threw = FALSE;

  text = script_evaluate (session, 4, 3, "total = 1000, log ('changed'), total", &threw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, "1000");
  after = trace_to_text (session);
  g_assert_cmpstr (after, ==, before);
  g_assert_nonnull (strstr (after, "b a 20"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *path = g_strconcat ("/actions/", actions[i].name, NULL);

      g_test_add_data_func (path, &actions[i], test_action);
    }
  g_test_add_func ("/actions/unknown-name", test_unknown_name);
  g_test_add_func ("/actions/unapplied", test_unapplied);
  g_test_add_func ("/actions/yield-inherits", test_yield_inherits);
  g_test_add_func ("/actions/same-trace", test_same_trace);
  for (guint i = 0; i < G_N_ELEMENTS (probes); i++)
    {
      g_autofree char *path = g_strconcat ("/actions/probe/", probes[i].name, NULL);

      g_test_add_data_func (path, &probes[i], test_probe);
    }
  g_test_add_func ("/actions/probe/changes", test_probe_changes);

  return g_test_run ();
}
