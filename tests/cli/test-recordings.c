/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include <json-glib/json-glib.h>

#include "cli-util.h"

/* Recordings of browsers and Node.js as FILE of the commands. */

static JsonNode *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  JsonNode *node = json_from_string (text, &error);

  g_assert_no_error (error);
  return node;
}

/* How many lines of records of @kind there are; only those with @text if that is not %NULL. */
static guint
count_lines (const char *out,
             const char *kind,
             const char *text)
{
  g_autofree char *wanted = g_strdup_printf ("\"kind\": \"%s\"", kind);
  g_auto (GStrv) lines = g_strsplit (out, "\n", -1);
  guint n = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n += strstr (lines[i], wanted) != NULL && (text == NULL || strstr (lines[i], text) != NULL);
  return n;
}

/* The commands show a recording like any other run. */
static void
test_commands (void)
{
  g_autoptr (CliResult) run = cli_run_sample ("run --trace=json", "real-page.json.gz");
  g_autoptr (CliResult) exported = cli_run_sample ("export --format=jsonl --kind=task-selected", "real-page.json.gz");
  g_autoptr (CliResult) state = cli_run_sample ("state --step=20 --json", "real-page.json.gz");
  g_autoptr (CliResult) explained = cli_run_sample ("explain --step=20 --json", "real-page.json.gz");
  g_autoptr (CliResult) statistics = cli_run_sample ("statistics --json", "real-page.json.gz");
  g_autoptr (CliResult) lint = cli_run_sample ("lint --json", "real-page.json.gz");
  g_autoptr (JsonNode) node = NULL;

  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpuint (count_lines (run->out, "loop-started", NULL), >=, 1);
  g_assert_cmpuint (count_lines (run->out, "task-selected", NULL), >, 100);
  g_assert_cmpint (exported->status, ==, 0);
  g_assert_cmpuint (count_lines (exported->out, "task-selected", NULL), ==, count_lines (run->out, "task-selected", NULL));
  g_assert_cmpint (state->status, ==, 0);
  node = parse (state->out);
  g_clear_pointer (&node, json_node_unref);
  g_assert_cmpint (explained->status, ==, 0);
  node = parse (explained->out);
  g_clear_pointer (&node, json_node_unref);
  g_assert_cmpint (statistics->status, ==, 0);
  node = parse (statistics->out);
  g_clear_pointer (&node, json_node_unref);
  g_assert_cmpint (lint->status, <=, 1);
  node = parse (lint->out);
}

/* Standard input is a recording by what is in it. */
static void
test_standard_input (void)
{
  g_autofree char *path = cli_get_sample ("real-page.json.gz");
  const char *const arguments[] = { "run", "--trace=json", "-", NULL };
  g_autoptr (CliResult) from_file = cli_run_sample ("run --trace=json", "real-page.json.gz");
  g_autoptr (CliResult) result = NULL;
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  result = cli_runv (arguments, text, length);
  g_assert_cmpint (result->status, ==, 0);
  g_assert_cmpstr (result->out, ==, from_file->out);
}

/* Steps and times are where they are in any run. */
static void
test_limits (void)
{
  g_autoptr (CliResult) steps = cli_run_sample ("run --trace=json --until-step=5", "real-page.json.gz");
  g_autoptr (CliResult) until = cli_run_sample ("run --trace=text --until-time=1.5", "real-page.json.gz");
  g_autoptr (CliResult) budget = cli_run_sample ("run --budget=5", "real-page.json.gz");
  g_autoptr (CliResult) beyond = cli_run_sample ("state --step=999999", "real-page.json.gz");

  g_assert_cmpint (steps->status, ==, 0);
  g_assert_cmpuint (count_lines (steps->out, "task-finished", NULL) + count_lines (steps->out, "microtask-finished", NULL), ==, 5);
  g_assert_cmpint (until->status, ==, 0);
  g_assert_cmpint (budget->status, ==, 4);
  g_assert_nonnull (strstr (budget->err, "budget of 5"));
  g_assert_cmpint (beyond->status, ==, 2);
  g_assert_nonnull (strstr (beyond->err, "There is no step 999999"));
}

static void
test_threads (void)
{
  g_autoptr (CliResult) list = cli_run_sample ("run --list-threads", "real-page.json.gz");
  g_autoptr (CliResult) json = cli_run_sample ("state --list-threads --json", "real-page.json.gz");
  g_autoptr (CliResult) busiest = cli_run_sample ("run --trace=json", "real-page.json.gz");
  g_autoptr (CliResult) unknown = cli_run_sample ("run --thread=nobody", "real-page.json.gz");
  g_autoptr (CliResult) several = cli_run_sample ("run --thread=Renderer", "real-page.json.gz");
  g_autoptr (CliResult) workers = cli_run_sample ("export --format=jsonl --kind=agent-created", "workers.json.gz");
  g_autoptr (CliResult) colon = cli_run_sample ("export --format=jsonl --kind=log --thread=5257:5368", "workers.json.gz");
  g_autoptr (JsonNode) node = NULL;
  JsonArray *threads;

  g_assert_cmpint (list->status, ==, 0);
  g_assert_cmpint (json->status, ==, 0);
  node = parse (json->out);
  threads = json_object_get_array_member (json_node_get_object (node), "threads");
  g_assert_cmpuint (json_array_get_length (threads), >, 1);
  g_assert_nonnull (strstr (busiest->err, "the busiest of"));
  for (guint i = 0; i < MIN (json_array_get_length (threads), 2); i++)
    {
      JsonObject *thread = json_array_get_object_element (threads, i);
      g_autofree char *option = g_strdup_printf ("run --trace=json --thread=%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT,
                                                 json_object_get_int_member (thread, "pid"),
                                                 json_object_get_int_member (thread, "tid"));
      g_autoptr (CliResult) one = cli_run_sample (option, "real-page.json.gz");

      g_assert_nonnull (strstr (list->out, strrchr (option, '=') + 1));
      g_assert_cmpint (one->status, ==, 0);
      g_assert_true (g_str_equal (one->out, busiest->out) == (i == 0));
      g_assert_null (strstr (one->err, "the busiest of"));
    }

  /* The busiest thread is a worker: its page is shown with all workers. */
  g_assert_cmpuint (count_lines (workers->out, "agent-created", NULL), ==, 3);
  g_assert_cmpint (colon->status, ==, 0);

  g_assert_cmpint (unknown->status, ==, 2);
  g_assert_nonnull (strstr (unknown->err, "nobody"));
  g_assert_cmpint (several->status, ==, 2);
  g_assert_nonnull (strstr (several->err, "several threads"));
}

/* What a page calls itself neither steers the terminal nor turns the line round. */
static void
test_foreign_names (void)
{
  static const char recording[] =
    "[{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"ts\":0,\"args\":{\"name\":\"CrRendererMain\"}},"
    "{\"name\":\"TracingStartedInBrowser\",\"ph\":\"I\",\"pid\":1,\"tid\":1,\"ts\":1,\"args\":{\"data\":{\"frames\":["
    "{\"frame\":\"A\",\"url\":\"http://\\u001b[1m\\u202egro.\\u2066elpmaxe/\",\"processId\":1,\"isOutermostMainFrame\":true}]}}},"
    "{\"name\":\"RunTask\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":10,\"dur\":5}]";
  g_autoptr (CliResult) list = cli_run ("run --list-threads -", recording);
  g_autoptr (CliResult) unknown = cli_run ("run --thread=nobody -", recording);

  g_assert_cmpint (list->status, ==, 0);
  g_assert_nonnull (strstr (list->out, "http://\\u001b[1m\\u202egro.\\u2066elpmaxe/"));
  g_assert_cmpint (unknown->status, ==, 2);
  g_assert_nonnull (strstr (unknown->err, "\\u202egro"));
  g_assert_null (strstr (unknown->err, "\u202e"));
}

/* Where nothing can be shown, the message says what is wrong with the file. */
static void
test_nothing_left (void)
{
  g_autoptr (CliResult) cut = cli_run ("run -", "[{\"name\":\"RunTask\",\"ph\":\"X\",\"ts\":");
  g_autoptr (CliResult) broken = cli_run ("run -", "[{\"name\":\"RunTask\",\"ph\":\"X\",\"ts\":NaN,\"pid\":1,\"tid\":1}]");

  g_assert_cmpint (cut->status, ==, 3);
  g_assert_nonnull (strstr (cut->err, "no thread"));
  g_assert_nonnull (strstr (cut->err, "The file ends"));
  g_assert_cmpint (broken->status, ==, 3);
  g_assert_nonnull (strstr (broken->err, "at byte"));
}

/* A recording has no program that could run in another way. */
static void
test_refused (void)
{
  static const char *const commands[] = {
    "run --preset=spec", "state --step=1 --edition=2025", "explain --step=1 --experiment=none", "statistics --clock=virtual",
    "export --format=csv --real", "lint --preset=gecko", "run --can-block", "compare --with-preset=spec",
    "compare --set-priority=a=background@1", "explore",
  };
  g_autofree char *session = cli_session ("", "");
  g_autoptr (CliResult) program = cli_run ("run --thread=Shop -", session);
  g_autoptr (CliResult) listed = cli_run ("run --list-threads -", session);
  g_autoptr (CliResult) valid = cli_run_sample ("validate", "before-task-ids.json");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (CliResult) result = cli_run_sample (commands[i], "before-task-ids.json");

      g_test_message ("%s: %s", commands[i], result->err);
      g_assert_cmpint (result->status, ==, 2);
      g_assert_cmpstr (result->out, ==, "");
      g_assert_nonnull (strstr (result->err, "is a recording, which has no program"));
      g_assert_nonnull (strstr (result->err, "loopscope-cli convert"));
    }
  g_assert_cmpint (program->status, ==, 2);
  g_assert_nonnull (strstr (program->err, "standard input is not a recording"));
  g_assert_cmpint (listed->status, ==, 2);
  g_assert_cmpint (valid->status, ==, 3);
  g_assert_nonnull (strstr (valid->out, "This is a recording or a trace; expected a session"));
}

/* What is wrong with a file goes to standard error; what is there is shown. */
static void
test_cut (void)
{
  g_autoptr (CliResult) cut = cli_run_sample ("run --trace=json", "shop-cut.json.gz");
  g_autoptr (CliResult) old = cli_run_sample ("run --trace=json", "before-task-ids.json");
  g_autoptr (CliResult) broken = cli_run ("run -", "{\"traceEvents\": [ {]");

  g_assert_cmpint (cut->status, ==, 0);
  g_assert_nonnull (strstr (cut->err, "warning: "));
  g_assert_cmpuint (count_lines (cut->out, "task-selected", NULL), >, 100);
  g_assert_cmpint (old->status, ==, 0);
  g_assert_nonnull (strstr (old->err, "warning: "));
  g_assert_cmpint (broken->status, ==, 3);
  g_assert_true (g_str_has_prefix (broken->err, "loopscope-cli: standard input: "));
}

/* What is written for other tools, and as a trace, can be opened again: the trace is the same, with all that was to be said of the
 * recording, and the other the same recording. */
static void
test_written (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *path = g_build_filename (dir, "written", NULL);
  g_autofree char *as_trace = g_strconcat ("export --format=trace --output=", path, NULL);
  g_autofree char *as_chrome = g_strconcat ("export --format=chrome --output=", path, NULL);
  g_autofree char *reading = g_strconcat ("run --trace=json ", path, NULL);
  g_autoptr (CliResult) run = cli_run_sample ("run --trace=json", "before-task-ids.json");
  g_autoptr (CliResult) trace = cli_run_sample (as_trace, "before-task-ids.json");
  g_autoptr (CliResult) from_trace = cli_run (reading, NULL);
  g_autoptr (CliResult) chrome = cli_run_sample (as_chrome, "before-task-ids.json");
  g_autoptr (CliResult) from_chrome = cli_run (reading, NULL);
  g_auto (GStrv) warnings = g_strsplit (run->err, "warning: ", -1);
  g_auto (GStrv) same_warnings = g_strsplit (from_trace->err, "warning: ", -1);

  g_assert_cmpint (trace->status, ==, 0);
  g_assert_cmpint (from_trace->status, ==, 0);
  g_assert_cmpstr (from_trace->out, ==, run->out);
  g_assert_cmpuint (g_strv_length (warnings), >, 1);
  g_assert_cmpuint (g_strv_length (same_warnings), ==, g_strv_length (warnings));
  g_assert_cmpint (chrome->status, ==, 0);
  g_assert_cmpint (from_chrome->status, ==, 0);
  g_assert_cmpuint (count_lines (from_chrome->out, "task-selected", NULL), ==, count_lines (run->out, "task-selected", NULL));
  cli_remove_dir (dir);
}

/* The same page with all “decode” tasks at background: the first difference is told. */
static void
test_compare (void)
{
  g_autofree char *plain = cli_get_sample ("whatif-plain.json.gz");
  g_autofree char *background = cli_get_sample ("whatif-background.json.gz");
  const char *const arguments[] = { "compare", plain, background, NULL };
  const char *const alike[] = { "compare", plain, plain, NULL };
  g_autoptr (CliResult) differ = cli_runv (arguments, NULL, -1);
  g_autoptr (CliResult) same = cli_runv (alike, NULL, -1);

  g_assert_cmpint (differ->status, ==, 1);
  g_assert_cmpint (same->status, ==, 0);
  g_assert_null (strstr (same->out, "preset"));
}

/* Why a task waited, and where the browser chose otherwise than the preset. */
static void
test_explain (void)
{
  g_autoptr (CliResult) wait = cli_run_sample ("explain --json --wait=delayed", "shop-cut.json.gz");
  g_autoptr (CliResult) text = cli_run_sample ("explain --wait=decode", "shop-cut.json.gz");
  g_autoptr (CliResult) unknown = cli_run_sample ("explain --wait=nobody", "shop-cut.json.gz");
  g_autoptr (CliResult) misspelt = cli_run_sample ("explain --wait=decoed", "shop-cut.json.gz");
  g_autoptr (CliResult) usage = cli_run_sample ("explain --wait=1 --step=2", "shop-cut.json.gz");
  g_autoptr (CliResult) departures = cli_run_sample ("explain --json --departures", "whatif-plain.json.gz");
  g_autoptr (JsonNode) node = parse (wait->out), departures_node = parse (departures->out);
  JsonObject *object = json_node_get_object (node), *cause;

  g_assert_cmpint (wait->status, ==, 0);
  g_assert_cmpstr (json_object_get_string_member (object, "status"), ==, "ran");
  g_assert_cmpfloat (json_object_get_double_member (object, "wait"), >, 100);
  cause = json_array_get_object_element (json_object_get_array_member (object, "causes"), 0);
  g_assert_cmpstr (json_object_get_string_member (cause, "kind"), ==, "higher-priority");
  g_assert_nonnull (strstr (text->out, "tasks: “frame”, compositor (inferred)\n"));
  g_assert_true (g_str_has_prefix (text->out, "Of 14 tasks of this name, this one waited longest.\nTask "));
  g_assert_cmpint (unknown->status, ==, 2);
  g_assert_nonnull (strstr (unknown->err, "The run has no task “nobody”\n"));
  g_assert_cmpint (misspelt->status, ==, 2);
  g_assert_nonnull (strstr (misspelt->err, "The run has no task “decoed”; did you mean “decode”?\n"));
  g_assert_cmpint (usage->status, ==, 2);
  object = json_node_get_object (departures_node);
  g_assert_cmpint (json_object_get_int_member (object, "choices"), >, 50);
  g_assert_cmpint (json_object_get_int_member (object, "departures"), ==, 0);
}

/* What is inferred is never shown as recorded. */
static void
test_inferred (void)
{
  g_autoptr (CliResult) json = cli_run_sample ("run --trace=json", "real-page.json.gz");
  g_autoptr (CliResult) text = cli_run_sample ("run --trace=text", "real-page.json.gz");
  g_autoptr (CliResult) csv = cli_run_sample ("export --format=csv", "real-page.json.gz");
  g_autoptr (CliResult) state = cli_run_sample ("state --step=230", "shop-devtools.json.gz");
  g_autoptr (CliResult) next = cli_run_sample ("explain --step=230", "shop-devtools.json.gz");
  g_autoptr (CliResult) statistics = cli_run_sample ("statistics", "shop-devtools.json.gz");
  g_autoptr (CliResult) departures = cli_run_sample ("explain --departures", "shop-devtools.json.gz");
  g_autoptr (CliResult) node = cli_run_sample ("state --step=3", "node.json.gz");
  g_autoptr (CliResult) node_json = cli_run_sample ("state --step=3 --json", "node.json.gz");
  g_autoptr (CliResult) node_next = cli_run_sample ("explain --step=3", "node.json.gz");
  g_auto (GStrv) in_json = g_strsplit (json->out, "\"clause\": \"inferred-", -1);
  g_auto (GStrv) in_text = g_strsplit (text->out, " · inferred: ", -1);
  g_auto (GStrv) in_csv = g_strsplit (csv->out, ",inferred: ", -1);

  g_assert_cmpuint (g_strv_length (in_json), >, 100);
  g_assert_cmpuint (g_strv_length (in_text), ==, g_strv_length (in_json));
  g_assert_cmpuint (g_strv_length (in_csv), ==, g_strv_length (in_json));
  g_assert_nonnull (strstr (text->out, "background → user-blocking · inferred: when the priority changed"));
  g_assert_nonnull (strstr (text->out, " · recorded\n"));
  g_assert_null (strstr (text->out, "· Recording"));
  g_assert_nonnull (strstr (state->out, " (inferred: the queue)"));
  g_assert_nonnull (strstr (next->out, "inferred"));
  g_assert_nonnull (strstr (statistics->out, "  signal 1 (inferred)\n"));
  g_assert_nonnull (strstr (statistics->out, "  frame-loading (inferred)\n"));
  g_assert_null (strstr (statistics->out, "  user-visible (inferred)\n"));
  g_assert_nonnull (strstr (departures->out, "is inferred from what it did."));
  g_assert_nonnull (strstr (node->out, " FSREQCALLBACK  inferred: the recording does not say when it can run\n"));
  g_assert_nonnull (strstr (node_json->out, "\"inferred\": [\"due\"]"));
  g_assert_null (strstr (node_next->out, "delay ends"));
  g_assert_nonnull (strstr (node_next->out, "The recording does not say"));
}

static GHashTable *
count_lints (const char *out)
{
  g_autoptr (JsonNode) node = parse (out);
  JsonArray *lints = json_object_get_array_member (json_node_get_object (node), "lints");
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < json_array_get_length (lints); i++)
    {
      const char *kind = json_object_get_string_member (json_array_get_object_element (lints, i), "kind");

      g_hash_table_insert (counts, g_strdup (kind), GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, kind)) + 1));
    }
  return counts;
}

/* A session that is made from a recording, and not changed, has the problems of the recording. */
static void
test_converted_lints (void)
{
  static const char *const samples[] = { "whatif-plain.json.gz", "shop-cut.json.gz", "workers.json.gz" };
  char *dir = cli_temp_dir ();
  g_autofree char *path = g_build_filename (dir, "converted.loopscope", NULL);
  g_autofree char *converting = g_strconcat ("convert --output=", path, NULL);
  g_autofree char *linting = g_strconcat ("lint --json ", path, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (CliResult) recorded = cli_run_sample ("lint --json --suppress=clamped-timer", samples[i]);
      g_autoptr (CliResult) converted = cli_run_sample (converting, samples[i]);
      g_autoptr (CliResult) session = cli_run (linting, NULL);
      g_autoptr (GHashTable) before = count_lints (recorded->out), after = count_lints (session->out);
      GHashTableIter iter;
      gpointer kind, number;

      g_assert_cmpint (converted->status, ==, 0);
      g_assert_cmpuint (g_hash_table_size (after), ==, g_hash_table_size (before));
      g_hash_table_iter_init (&iter, before);
      while (g_hash_table_iter_next (&iter, &kind, &number))
        g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (after, kind)), ==, GPOINTER_TO_UINT (number));
    }
  cli_remove_dir (dir);
}

static void
test_statistics (void)
{
  g_autoptr (CliResult) result = cli_run_sample ("statistics --json", "shop-devtools.json.gz");
  g_autoptr (CliResult) text = cli_run_sample ("statistics --interactions", "shop-devtools.json.gz");
  g_autoptr (JsonNode) node = parse (result->out);
  JsonObject *root = json_node_get_object (node), *summary = json_object_get_object_member (root, "tasks");
  JsonObject *tasks = json_object_get_object_member (summary, "tasks"), *inp = json_object_get_object_member (root, "inp");

  g_assert_cmpint (json_object_get_int_member (tasks, "changedPriority"), ==, 14);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (summary, "chains"), "count"), ==, 11);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (root, "totals"), "unknownWaits"), >, 100);
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (root, "interactions")), ==, 5);
  g_assert_cmpfloat (json_object_get_double_member (inp, "duration"), ==, 105.194);
  g_assert_cmpfloat (json_object_get_double_member (inp, "processing"), ==, 71.878);
  g_assert_true (g_str_has_prefix (text->out, "interaction to next paint: 105.194 ms\n"));
}

/* A recording becomes a session that the other commands take, and says how far it can be trusted. */
static void
test_convert (void)
{
  char *folder = cli_temp_dir ();
  g_autofree char *output = g_build_filename (folder, "out.loopscope", NULL);
  g_autofree char *other = cli_get_sample ("whatif-background.json.gz");
  g_autofree char *arguments = g_strdup_printf ("convert --priority=decode*=background --output=%s --against=%s", output, other);
  g_autofree char *validate = g_strdup_printf ("validate %s", output);
  g_autofree char *run = g_strdup_printf ("run %s", output);
  g_autofree char *again = g_strdup_printf ("convert %s", output);
  g_autoptr (CliResult) converted = cli_run_sample (arguments, "whatif-plain.json.gz");
  g_autoptr (CliResult) valid = cli_run (validate, NULL);
  g_autoptr (CliResult) ran = cli_run (run, NULL);
  g_autoptr (CliResult) refused = cli_run (again, NULL);
  g_autofree char *text = NULL;

  g_assert_cmpint (converted->status, ==, 0);
  g_assert_true (g_str_has_prefix (converted->out, "Scheduler tasks: 83; 100.0 % of neighbours and 100.0 % of all pairs run in the "
                                                   "recorded order.\n"));
  g_assert_nonnull (strstr (converted->out, "Scheduler tasks in the predicted order: 83; 96.3 % of neighbours and 99.6 % of all pairs "
                                            "agree.\n"
                                            "  (without the changes: 90.2 % and 75.1 %)\n"));
  cli_assert_ended (valid, 0, "", "");
  cli_assert_ended (ran, 0, "", "");
  g_assert_cmpint (refused->status, ==, 2);
  g_assert_nonnull (strstr (refused->err, "is not a recording"));
  g_assert_true (g_file_get_contents (output, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"name\": \"decode0\", \"priority\": \"background\""));
  cli_remove_dir (folder);
}

/* What a tool does not record is not said to be missing: Firefox records no yields. */
static void
test_no_false_blame (void)
{
  g_autoptr (CliResult) firefox = cli_run_sample ("lint", "shop-firefox.json.gz");
  g_autoptr (CliResult) chromium = cli_run_sample ("lint", "shop-devtools.json.gz");

  g_assert_nonnull (strstr (firefox->out, "Task 2 held the thread for 56.568 ms, including microtasks. Nothing else could run"));
  g_assert_null (strstr (firefox->out, "did not yield"));
  g_assert_nonnull (strstr (chromium->out, "and did not yield"));
}

/* Yields in tasks of some name; what matches nothing is said, and so is what cannot yield. */
static void
test_convert_yields (void)
{
  g_autoptr (CliResult) result = cli_run_sample ("convert --yield-every=onFilter*=5 --yield-every=nosuch*=5 --yield-every=20 "
                                             "--priority=nobody*=background", "shop-cut.json.gz");

  g_assert_cmpint (result->status, ==, 0);
  g_assert_nonnull (strstr (result->out, "Tasks that yield now: "));
  g_assert_nonnull (strstr (result->out, "Cannot yield, because it is the frame’s own rendering work: “frame” ("));
  g_assert_nonnull (strstr (result->err, "warning: No task in the recording has a name that matches “nosuch*”"));
  g_assert_nonnull (strstr (result->err, "warning: No task in the recording has a name that matches “nobody*”"));
  g_assert_null (strstr (result->err, "fits “onFilter*”"));
}

static void
test_convert_refuses (void)
{
  static const struct
  {
    const char *option;
    const char *message;
  } refused[] = {
    { "--yield-every=0.0001", "--yield-every is “0.0001”; expected a number from 0.1 to " },
    { "--yield-every=0", "--yield-every is “0”; expected a number from 0.1 to " },
    { "--yield-every=-1", "--yield-every is “-1”; expected a number from 0.1 to " },
    { "--yield-every=nan", "--yield-every is “nan”; expected a number from 0.1 to " },
    { "--yield-every=inf", "--yield-every is “inf”; expected a number from 0.1 to " },
    { "--yield-every=", "--yield-every is “”; expected a number from 0.1 to " },
    { "--yield-every=0x5", "--yield-every is “0x5”; expected a number from 0.1 to " },
    { "--yield-every=5ms", "--yield-every is “5ms”; expected a number from 0.1 to " },
    { "--longer-than=5", "--longer-than needs --yield-every" },
    { "--work-scale=0", "--work-scale is “0”; expected a number from 0.01 to " },
    { "--work-scale=1e300", "--work-scale is “1e300”; expected a number from 0.01 to " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *arguments = g_strdup_printf ("convert %s", refused[i].option);
      g_autoptr (CliResult) result = cli_run_sample (arguments, "whatif-plain.json.gz");

      g_assert_cmpint (result->status, ==, 2);
      g_assert_cmpstr (result->out, ==, "");
      g_assert_nonnull (strstr (result->err, refused[i].message));
    }
}

/* What a page writes steers nobody's terminal; those who read JSON get it as it is. */
static void
test_marks_are_harmless (void)
{
  static const char recording[] =
    "[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":10,\"name\":\"RunTask\","
    "\"cat\":\"disabled-by-default-devtools.timeline\"},"
    "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":2,\"dur\":5,\"name\":\"TimerFire\",\"cat\":\"devtools.timeline\","
    "\"args\":{\"data\":{\"timerId\":1,\"frame\":\"A\"}}},"
    "{\"ph\":\"R\",\"pid\":1,\"tid\":1,\"ts\":5,\"name\":\"red\\u001b[31m back\\u202e\\nnext\",\"cat\":\"blink.user_timing\","
    "\"s\":\"t\",\"args\":{\"data\":{\"startTime\":5}}}]";
  g_autoptr (CliResult) run = cli_run ("run -", recording);
  g_autoptr (CliResult) json = cli_run ("run --trace=json -", recording);

  g_assert_cmpint (run->status, ==, 0);
  g_assert_cmpstr (run->out, ==, "red\\u001b[31m back\\u202e\\nnext\n");
  g_assert_cmpint (json->status, ==, 0);
  g_assert_null (strchr (json->out, '\033'));
  g_assert_nonnull (strstr (json->out, "red\\u001b[31m back"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recordings/inferred", test_inferred);
  g_test_add_func ("/recordings/converted-lints", test_converted_lints);
  g_test_add_func ("/recordings/commands", test_commands);
  g_test_add_func ("/recordings/standard-input", test_standard_input);
  g_test_add_func ("/recordings/limits", test_limits);
  g_test_add_func ("/recordings/threads", test_threads);
  g_test_add_func ("/recordings/foreign-names", test_foreign_names);
  g_test_add_func ("/recordings/nothing-left", test_nothing_left);
  g_test_add_func ("/recordings/refused", test_refused);
  g_test_add_func ("/recordings/cut", test_cut);
  g_test_add_func ("/recordings/written", test_written);
  g_test_add_func ("/recordings/compare", test_compare);
  g_test_add_func ("/recordings/explain", test_explain);
  g_test_add_func ("/recordings/statistics", test_statistics);
  g_test_add_func ("/recordings/no-false-blame", test_no_false_blame);
  g_test_add_func ("/recordings/convert", test_convert);
  g_test_add_func ("/recordings/convert-yields", test_convert_yields);
  g_test_add_func ("/recordings/convert-refuses", test_convert_refuses);
  g_test_add_func ("/recordings/marks-are-harmless", test_marks_are_harmless);

  return g_test_run ();
}
