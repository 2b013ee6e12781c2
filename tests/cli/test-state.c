/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <string.h>

#include <json-glib/json-glib.h>

#include "cli-util.h"

/* state and explain: two commands that look at a step. */

#define POST(priority, name) \
  "{ \"op\": \"postTask\", \"priority\": \"" priority "\", \"name\": \"" name "\", \"body\": [] }"
#define STEPS POST ("background", "later") "," POST ("user-blocking", "sooner")

static CliResult *
look (const char *arguments,
      const char *steps)
{
  g_autofree char *session = cli_session (steps, "");

  return cli_run (arguments, session);
}

/* How many steps a session has, as a message about one that it has not says. */
static guint
count_steps (const char *command)
{
  g_autofree char *arguments = g_strconcat (command, " --step=1000 -", NULL);
  g_autofree char *help = g_strdup_printf ("\nTry “loopscope-cli %s --help”.\n", command);
  g_autoptr (CliResult) result = look (arguments, STEPS);
  guint n_steps;

  g_assert_cmpint (result->status, ==, 2);
  g_assert_cmpstr (result->out, ==, "");
  g_assert_true (g_str_has_suffix (result->err, help));
  g_assert_cmpint (sscanf (result->err, "loopscope-cli: There is no step 1000: standard input has %u steps", &n_steps),
                   ==, 1);

  return n_steps;
}

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  g_assert_no_error (error);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  return node;
}

static void
test_every_step (gconstpointer data)
{
  const char *command = data;
  guint n_steps = count_steps (command);

  g_assert_cmpuint (n_steps, >=, 3);
  for (guint step = 0; step <= n_steps; step++)
    {
      g_autofree char *arguments = g_strdup_printf ("%s - --step %u", command, step);
      g_autofree char *json_arguments = g_strconcat (arguments, " --json", NULL);
      g_autoptr (CliResult) text = look (arguments, STEPS);
      g_autoptr (CliResult) again = look (arguments, STEPS);
      g_autoptr (CliResult) json = look (json_arguments, STEPS);
      g_autoptr (JsonNode) node = NULL;

      g_assert_cmpint (text->status, ==, 0);
      g_assert_cmpstr (text->err, ==, "");
      g_assert_cmpuint (text->out_length, >, 0);
      g_assert_true (g_str_has_suffix (text->out, "\n"));
      g_assert_cmpstr (text->out, ==, again->out);
      g_assert_cmpint (json->status, ==, 0);
      g_assert_cmpstr (json->err, ==, "");
      node = parse (json->out);
    }
}

static void
test_beyond_the_end (gconstpointer data)
{
  const char *command = data;
  guint n_steps = count_steps (command);
  g_autofree char *arguments = g_strdup_printf ("%s --step=%u -", command, n_steps + 1);
  g_autofree char *expected = NULL;
  g_autoptr (CliResult) result = look (arguments, STEPS);
  g_autofree char *one_arguments = g_strdup_printf ("%s --step=2 -", command);
  g_autoptr (CliResult) one = look (one_arguments, "");

  expected = g_strdup_printf ("loopscope-cli: There is no step %u: standard input has %u steps\n"
                              "Try “loopscope-cli %s --help”.\n", n_steps + 1, n_steps, command);
  cli_assert_ended (result, 2, "", expected);
  g_assert_nonnull (strstr (one->err, "standard input has 1 step\n"));
}

static void
test_budget (gconstpointer data)
{
  g_autofree char *arguments = g_strdup_printf ("%s --step=1000 --budget=20 -", (const char *) data);
  g_autofree char *reached_arguments = g_strdup_printf ("%s --step=2 --budget=20 -", (const char *) data);
  static const char endless[] = "{ \"op\": \"timer\", \"ms\": 1, \"repeat\": true, \"body\": [] }";
  g_autoptr (CliResult) result = look (arguments, endless);
  g_autoptr (CliResult) reached = look (reached_arguments, endless);

  g_assert_cmpint (result->status, ==, 4);
  g_assert_cmpstr (result->out, ==, "");
  g_assert_true (g_str_has_prefix (result->err, "loopscope-cli: standard input: "));
  g_assert_cmpint (reached->status, ==, 0);
}

static void
test_bad_file (gconstpointer data)
{
  g_autofree char *arguments = g_strdup_printf ("%s --step=1 -", (const char *) data);
  g_autoptr (CliResult) result = cli_run (arguments, "{\"");

  g_assert_cmpint (result->status, ==, 3);
  g_assert_cmpstr (result->out, ==, "");
  g_assert_true (g_str_has_prefix (result->err, "loopscope-cli: standard input: /"));
}

/* What a terminal would obey is escaped. */
static void
test_escaped (gconstpointer data)
{
  g_autofree char *arguments = g_strdup_printf ("%s --step=1 -", (const char *) data);
  g_autoptr (CliResult) result = look (arguments, POST ("background", "a\\u001b[31mb\\u009bc"));

  g_assert_cmpint (result->status, ==, 0);
  g_assert_null (strchr (result->out, '\x1b'));
  g_assert_null (strstr (result->out, "\302\233"));
}

static void
test_state_tasks (void)
{
  g_autoptr (CliResult) result = look ("state --step=1 -", STEPS);
  g_autoptr (CliResult) end = look ("state --step=3 -", STEPS);

  g_assert_nonnull (strstr (result->out, "sooner"));
  g_assert_nonnull (strstr (result->out, "later"));
  g_assert_nonnull (strstr (result->out, "background"));
  g_assert_null (strstr (end->out, "sooner"));
}

/* Before the first step the main script is there to be run. */
static void
test_beginning (void)
{
  g_autoptr (CliResult) state = look ("state --step=0 -", STEPS);
  g_autoptr (CliResult) explanation = look ("explain --step=0 -", STEPS);

  g_assert_cmpint (state->status, ==, 0);
  g_assert_nonnull (strstr (state->out, "step 0"));
  g_assert_nonnull (strstr (state->out, "preset blink"));
  g_assert_nonnull (strstr (state->out, "1 main"));
  g_assert_cmpint (explanation->status, ==, 0);
  g_assert_true (g_str_has_prefix (explanation->out, "“main” runs next: it is the only task that can run.\n"));
}

static JsonNode *
explain_json (const char *arguments)
{
  g_autoptr (CliResult) result = look (arguments, STEPS);

  g_assert_cmpint (result->status, ==, 0);
  return parse (result->out);
}

static gint64
member (JsonNode   *node,
        const char *name)
{
  return json_object_get_int_member (json_node_get_object (node), name);
}

static void
test_explain_task (void)
{
  g_autoptr (JsonNode) next = explain_json ("explain --json --step=1 -");
  g_autoptr (JsonNode) waits = NULL;
  g_autoptr (CliResult) text = look ("explain --step=1 -", STEPS);
  g_autofree char *arguments = NULL;

  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (next), "kind"), ==, "next");
  g_assert_cmpint (member (next, "task"), >, 1);
  g_assert_nonnull (strstr (text->out, "sooner"));
  g_assert_nonnull (strstr (text->out, "§2.4.3"));

  /* The task that was posted before it, but with a lower priority. */
  arguments = g_strdup_printf ("explain --json --step=1 --task=%d -", (int) member (next, "task") - 1);
  waits = explain_json (arguments);
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (waits), "kind"), ==, "waits-priority");
  g_assert_cmpint (member (waits, "blocker"), ==, member (next, "task"));
}

static void
test_explain_unknown_task (void)
{
  g_autoptr (CliResult) result = look ("explain --step=1 --task=99 -", STEPS);

  cli_assert_ended (result, 2, "",
                    "loopscope-cli: There is no task 99 at step 1\nTry “loopscope-cli explain --help”.\n");
}

/* Without a step, a task is explained at the end of the run. */
static void
test_explain_end (void)
{
  g_autoptr (JsonNode) next = explain_json ("explain --json --step=1 -");
  g_autofree char *arguments = g_strdup_printf ("explain --task=%d -", (int) member (next, "task"));
  g_autoptr (CliResult) text = look (arguments, STEPS);
  g_autoptr (CliResult) unknown = look ("explain --task=99 -", STEPS);

  g_assert_cmpint (text->status, ==, 0);
  g_assert_true (g_str_has_prefix (text->out, "“sooner” ran in turn "));
  cli_assert_ended (unknown, 2, "", "loopscope-cli: The run has no task 99\nTry “loopscope-cli explain --help”.\n");
}

static void
test_explain_before (void)
{
  g_autoptr (JsonNode) next = explain_json ("explain --json --step=1 -");
  int first = member (next, "task");
  g_autofree char *arguments = g_strdup_printf ("explain --json --task=%d --before=%d -", first, first - 1);
  g_autofree char *turned = g_strdup_printf ("explain --task=%d --before=%d -", first - 1, first);
  g_autoptr (JsonNode) before = explain_json (arguments);
  g_autoptr (CliResult) text = look (turned, STEPS);
  g_autoptr (CliResult) unknown = look ("explain --task=1 --before=99 -", STEPS);
  g_autoptr (CliResult) usage = look ("explain --step=1 --task=1 --before=2 -", STEPS);

  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (before), "kind"), ==, "before-priority");
  g_assert_cmpint (member (before, "other"), ==, first - 1);
  g_assert_nonnull (strstr (text->out, "So it is the other way round. "));
  g_assert_nonnull (strstr (text->out, "§2.4.3"));
  cli_assert_ended (unknown, 2, "",
                    "loopscope-cli: The run has no task 99\nTry “loopscope-cli explain --help”.\n");
  g_assert_cmpint (usage->status, ==, 2);
  g_assert_true (g_str_has_prefix (usage->err, "loopscope-cli: --before needs --task and excludes --step"));
}

static void
test_explain_wait (void)
{
  g_autoptr (JsonNode) next = explain_json ("explain --json --step=1 -");
  g_autofree char *arguments = g_strdup_printf ("explain --json --wait=%d -", (int) member (next, "task") - 1);
  g_autoptr (JsonNode) wait = explain_json (arguments);
  g_autoptr (CliResult) unknown = look ("explain --wait=99 -", STEPS);
  g_autoptr (CliResult) usage = look ("explain --wait=1 --departures -", STEPS);
  g_autoptr (CliResult) departures = look ("explain --departures -", STEPS);

  g_assert_cmpint (member (wait, "task"), ==, member (next, "task") - 1);
  cli_assert_ended (unknown, 2, "",
                    "loopscope-cli: The run has no task “99”\nTry “loopscope-cli explain --help”.\n");
  g_assert_cmpint (usage->status, ==, 2);
  g_assert_cmpint (departures->status, ==, 0);
  g_assert_nonnull (strstr (departures->out, "0 times, the preset would have chosen another task.\n"));
}

/* What waits may get another priority meanwhile. */
static void
test_explain_change (void)
{
  static const char steps[] =
    "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"background\"},"
    "{\"op\":\"postTask\",\"name\":\"tile\",\"signal\":\"c\",\"body\":[]},"
    "{\"op\":\"postTask\",\"name\":\"load\",\"body\":[{\"op\":\"work\",\"ms\":10},"
    "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"},{\"op\":\"work\",\"ms\":5}]}";
  g_autoptr (CliResult) text = look ("explain --wait=tile -", steps);
  g_autoptr (CliResult) unchanged = look ("explain --wait=load --json -", steps);
  g_autoptr (CliResult) json = look ("explain --wait=tile --json -", steps);
  g_autoptr (JsonNode) wait = parse (json->out);
  JsonObject *change = json_object_get_object_member (json_node_get_object (wait), "change");

  g_assert_nonnull (strstr (text->out, "“tile” waited 15 ms, from 0 ms to 15 ms. It became user-blocking at 10 ms, and waited 5 ms from then "
                                       "on.\n"));
  g_assert_null (strstr (unchanged->out, "\"change\""));
  g_assert_cmpfloat (json_object_get_double_member (change, "at"), ==, 10);
  g_assert_cmpstr (json_object_get_string_member (change, "priority"), ==, "user-blocking");
}

static void
test_preset (void)
{
  g_autoptr (CliResult) spec = look ("state --step=1 --preset=spec -", STEPS);
  g_autoptr (CliResult) gecko = look ("state --step=1 --preset=gecko -", STEPS);

  g_assert_nonnull (strstr (spec->out, "spec"));
  g_assert_nonnull (strstr (gecko->out, "gecko"));
}

/* Each agent has a loop of its own. */
static void
test_agents (void)
{
  const char *steps = "{\"op\":\"memory\",\"name\":\"m\",\"length\":2},"
                      "{\"op\":\"worker\",\"name\":\"helper\",\"body\":[{\"op\":\"wait\",\"memory\":\"m\",\"value\":0}]},"
                      POST ("background", "later");
  g_autoptr (CliResult) last = look ("state --step=1000 -", steps);
  g_autoptr (CliResult) main = NULL;
  g_autoptr (CliResult) helper = NULL;
  g_autoptr (CliResult) json = NULL;
  g_autoptr (CliResult) unknown = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *arguments = NULL;
  guint n_steps;

  g_assert_cmpint (sscanf (last->err, "loopscope-cli: There is no step 1000: standard input has %u steps", &n_steps), ==, 1);
  arguments = g_strdup_printf ("state --step=%u --agent=1 -", n_steps);
  main = look (arguments, steps);
  g_assert_nonnull (strstr (main->out, "\n> 1 main"));
  g_assert_nonnull (strstr (main->out, "\n  2 helper  waiting at m[0]"));
  g_assert_nonnull (strstr (main->out, "waiting: helper"));
  g_free (arguments);
  arguments = g_strdup_printf ("state --step=%u --agent=2 -", n_steps);
  helper = look (arguments, steps);
  g_assert_nonnull (strstr (helper->out, "\n> 2 helper  waiting at m[0]"));
  g_free (arguments);
  arguments = g_strdup_printf ("state --step=%u --agent=2 --json -", n_steps);
  json = look (arguments, steps);
  node = parse (json->out);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (node), "agent"), ==, 2);
  g_free (arguments);
  arguments = g_strdup_printf ("state --step=%u --agent=3 -", n_steps);
  unknown = look (arguments, steps);
  g_assert_cmpint (unknown->status, ==, 2);
  g_assert_nonnull (strstr (unknown->err, "there is no agent 3"));
}

int
main (int   argc,
      char *argv[])
{
  static const char *const commands[] = { "state", "explain" };
  static const struct
  {
    const char   *name;
    GTestDataFunc function;
  } tests[] = {
    { "every-step", test_every_step },
    { "beyond-the-end", test_beyond_the_end },
    { "budget", test_budget },
    { "bad-file", test_bad_file },
    { "escaped", test_escaped },
  };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    for (guint j = 0; j < G_N_ELEMENTS (tests); j++)
      {
        g_autofree char *path = g_strdup_printf ("/%s/%s", commands[i], tests[j].name);

        g_test_add_data_func (path, commands[i], tests[j].function);
      }
  g_test_add_func ("/state/beginning", test_beginning);
  g_test_add_func ("/state/tasks", test_state_tasks);
  g_test_add_func ("/state/preset", test_preset);
  g_test_add_func ("/state/agents", test_agents);
  g_test_add_func ("/explain/task", test_explain_task);
  g_test_add_func ("/explain/end", test_explain_end);
  g_test_add_func ("/explain/before", test_explain_before);
  g_test_add_func ("/explain/wait", test_explain_wait);
  g_test_add_func ("/explain/change", test_explain_change);
  g_test_add_func ("/explain/unknown-task", test_explain_unknown_task);

  return g_test_run ();
}
