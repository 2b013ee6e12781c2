/* test-oracle.c: programs print what browsers print
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-runner.h"
#include "ls-script.h"

#include <string.h>

/* Where programs are: a folder, what their golden files are called, and the preset under which they print so. */
typedef struct
{
  const char *folder;
  const char *suffix;
  const char *preset;
} Collection;

static const Collection collections[] = {
  { "hand", ".expected", NULL },
  { "gen", ".expected", NULL },
  { "divergent", ".chromium", NULL },
  { "divergent", ".firefox", "gecko" },
};

static const Collection tick_order = { "tick-order", ".expected", NULL };

typedef struct
{
  char       *program;
  char       *golden;
  const char *preset;
  gboolean    without_trace;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->program);
  g_free (self->golden);
  g_free (self);
}

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
take_line (LsRunner           *runner,
           LsRunnerOutputKind  kind,
           const char         *text,
           gpointer            user_data)
{
  g_string_append_printf (user_data, "%s\n", text);
}

static void
test_program (gconstpointer data)
{
  const Case *self = data;
  g_autofree char *golden = read_file (self->golden);
  g_autoptr (GString) printed = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsRunner) runner = NULL;
  const char *const paths[] = { self->program, NULL };
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;

  options.preset = self->preset;
  options.without_trace = self->without_trace;
  options.output = take_line;
  options.output_data = printed;
  session = ls_session_new_for_scripts (paths, &error);
  g_assert_no_error (error);
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
  g_assert_cmpstr (printed->str, ==, golden);
}

static void
add_folder (const char       *root,
            const char       *prefix,
            const Collection *collection)
{
  g_autofree char *folder = g_build_filename (root, collection->folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    for (guint traced = 0; g_str_has_suffix (name, ".js") && traced < 2; traced++)
      {
        Case *test = g_new0 (Case, 1);
        g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".js"));
        g_autofree char *golden = g_strconcat (stem, collection->suffix, NULL);
        g_autofree char *path = g_strdup_printf ("/%s/%s%s/%s%s", prefix, collection->folder, collection->suffix, stem,
                                                 traced ? "/traced" : "");

        test->program = g_build_filename (folder, name, NULL);
        test->golden = g_build_filename (folder, golden, NULL);
        test->preset = collection->preset;
        test->without_trace = !traced;
        g_test_add_data_func_full (path, test, test_program, case_free);
      }
}

int
main (int   argc,
      char *argv[])
{
  const char *source_root = g_getenv ("LS_TEST_SOURCE_ROOT");
  g_autofree char *shared = NULL, *here = NULL, *copy = NULL;

  g_test_init (&argc, &argv, NULL);
  g_assert_nonnull (source_root);
  ls_script_register ();

  /* The copy in this project is for where the shared folder is not. */
  shared = g_build_filename (source_root, "..", "shared", "oracle", NULL);
  here = g_build_filename (source_root, "tests", "conformance", NULL);
  copy = g_build_filename (here, "oracle", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (collections); i++)
    if (g_file_test (shared, G_FILE_TEST_IS_DIR))
      add_folder (shared, "shared", &collections[i]);
    else
      add_folder (copy, "oracle", &collections[i]);
  add_folder (here, "conformance", &tick_order);

  return g_test_run ();
}
