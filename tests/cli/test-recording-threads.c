/* test-recording-threads.c: which thread of a recording the command line means
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <json-glib/json-glib.h>
#include <string.h>

#include "cli-util.h"

static CliResult *
run_sample (const char *command,
            const char *option,
            const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples", name, NULL);
  const char *const argv[] = { command, option, path, NULL };

  return cli_runv (argv, NULL, -1);
}

/* Whatever fits several of the listed threads is refused, whether or not one of them runs a page. Nothing fits none. */
static void
test_unclear (void)
{
  static const char *const unclear[] = { "Renderer", "GPU", "gpu process", "ioTHREAD", "(5482)" };
  static const char *const clear[] = { "5482", "5663/5720", "shop.html", "ADB", "CrBrowserMain of process Browser (5482)" };
  g_autoptr (CliResult) nothing = run_sample ("run", "--thread=", "shop-devtools.json.gz");

  for (guint i = 0; i < G_N_ELEMENTS (unclear); i++)
    {
      g_autofree char *option = g_strconcat ("--thread=", unclear[i], NULL);
      g_autoptr (CliResult) result = run_sample ("run", option, "shop-devtools.json.gz");

      g_assert_cmpint (result->status, ==, 2);
      g_assert_nonnull (strstr (result->err, "several threads"));
    }
  for (guint i = 0; i < G_N_ELEMENTS (clear); i++)
    {
      g_autofree char *option = g_strconcat ("--thread=", clear[i], NULL);
      g_autoptr (CliResult) result = run_sample ("run", option, "shop-devtools.json.gz");

      g_assert_cmpint (result->status, ==, 0);
    }
  g_assert_cmpint (nothing->status, ==, 2);
  g_assert_nonnull (strstr (nothing->err, "expected one of"));
}

/* Lists count tasks, and times are in milliseconds in both forms. */
static void
test_counts (void)
{
  g_autoptr (CliResult) list = run_sample ("run", "--list-threads", "shop-devtools.json.gz");
  g_autoptr (CliResult) json = run_sample ("state", "--list-threads", "shop-devtools.json.gz");
  g_autoptr (CliResult) old = run_sample ("run", "--list-threads", "before-task-ids.json");

  g_assert_true (g_regex_match_simple ("5663/5663 +main +61 +917\\.345 ", list->out, 0, 0));
  g_assert_cmpstr (json->out, ==, list->out);
  g_assert_cmpint (old->status, ==, 0);
}

static void
test_json (void)
{
  static const char *const argv[] = { "state", "--list-threads", "--json", NULL, NULL };
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "tests", "recording", "samples",
                                            "shop-devtools.json.gz", NULL);
  const char *full[G_N_ELEMENTS (argv)];
  g_autoptr (CliResult) result = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonObject *first;

  memcpy (full, argv, sizeof full);
  full[3] = path;
  result = cli_runv (full, NULL, -1);
  node = json_from_string (result->out, NULL);
  g_assert_nonnull (node);
  first = json_array_get_object_element (json_object_get_array_member (json_node_get_object (node), "threads"), 0);
  g_assert_cmpint (json_object_get_int_member (first, "schedulerTasks"), ==, 28 + 33);
  g_assert_cmpfloat (json_object_get_double_member (first, "busy"), ==, 917.345);
}

/* The page that is shown need not be the busiest thread itself. */
static void
test_message (void)
{
  g_autoptr (CliResult) workers = run_sample ("run", "--until-time=1", "workers.json.gz");
  g_autoptr (CliResult) shop = run_sample ("run", "--until-time=1", "shop-devtools.json.gz");

  g_assert_nonnull (strstr (workers->err, "workers.html” (5257/5257), the page of the busiest worker of 6 threads"));
  g_assert_nonnull (strstr (shop->err, "shop.html” (5663/5663), the busiest of 16 threads"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recording-threads/unclear", test_unclear);
  g_test_add_func ("/recording-threads/counts", test_counts);
  g_test_add_func ("/recording-threads/json", test_json);
  g_test_add_func ("/recording-threads/message", test_message);
  return g_test_run ();
}
