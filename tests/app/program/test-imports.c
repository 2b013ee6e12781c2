/* test-imports.c: files that a program imports, in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-script-util.h"

#define SESSION "{\"format\": \"loopscope-session\", \"version\": 1, \"title\": \"Imports\", \"program\":" \
                " {\"kind\": \"javascript\", \"scripts\": [{\"file\": \"main.js\"}]}}"
#define MAIN "import { decode } from './lib/decode.js';\nscheduler.postTask(() => decode());\n"
#define DECODE "export function decode() {\n  return 1;\n}\n"

typedef struct
{
  char     *folder;
  LsWindow *window;
} Fixture;

static void
write_file (Fixture    *fixture,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
open_session (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (fixture->folder, "imports.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  ls_session_view_open (ls_window_get_view (fixture->window), file, FALSE);
  test_window_wait_for_opening (fixture->window);
  test_window_wait (fixture->window);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autofree char *lib = NULL;

  fixture->folder = g_dir_make_tmp ("loopscope-test-XXXXXX", NULL);
  lib = g_build_filename (fixture->folder, "lib", NULL);
  g_assert_cmpint (g_mkdir (lib, 0700), ==, 0);
  write_file (fixture, "imports.loopscope", SESSION);
  write_file (fixture, "main.js", MAIN);
  write_file (fixture, "lib/decode.js", DECODE);
  fixture->window = test_window_new (NULL, 1360, 860);
  open_session (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  static const char *const names[] = { "imports.loopscope", "main.js", "lib/decode.js", "lib", "" };

  test_window_close (fixture->window);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_free (fixture->folder);
}

static const char *
get_shown (Fixture *fixture)
{
  return ls_script_buffer_get_name (test_script_get_buffer (fixture->window));
}

/* Which file the pane shows at the end depends on what ran last. */
static void
choose_import (Fixture *fixture)
{
  test_window_activate (fixture->window, "win.to-end", NULL);
  if (g_str_equal (get_shown (fixture), "main.js"))
    test_window_activate (fixture->window, "win.next-script", NULL);
  g_assert_cmpstr (get_shown (fixture), ==, "lib/decode.js");
}

static gboolean
is_editable (Fixture *fixture)
{
  LsScriptView *view = ls_program_pane_get_view (test_script_get_pane (fixture->window));

  return gtk_text_view_get_editable (GTK_TEXT_VIEW (ls_script_view_get_text_view (view)));
}

static gboolean
has_note (Fixture *fixture)
{
  return gtk_widget_get_mapped (test_ui_find (GTK_WIDGET (test_script_get_pane (fixture->window)), GTK_TYPE_LABEL, "imported"));
}

/* Where a task runs code of an imported file, the pane shows that file, and goes back with the position. */
static void
test_imports_step (Fixture       *fixture,
                   gconstpointer  data)
{
  test_window_activate (fixture->window, "win.to-end", NULL);
  test_window_activate (fixture->window, "win.to-start", NULL);
  test_window_activate (fixture->window, "win.step-statement", NULL);
  test_window_activate (fixture->window, "win.step-statement", NULL);
  g_assert_cmpstr (get_shown (fixture), ==, "main.js");
  g_assert_true (is_editable (fixture));
  g_assert_false (has_note (fixture));

  while (g_str_equal (get_shown (fixture), "main.js") && !ls_player_is_at_end (test_window_get_player (fixture->window)))
    test_window_activate (fixture->window, "win.step-statement", NULL);
  g_assert_cmpstr (get_shown (fixture), ==, "lib/decode.js");
  g_assert_cmpuint (test_script_get_line (fixture->window), ==, 2);
  g_assert_false (is_editable (fixture));
  test_ui_wait_for (has_note (fixture));
  g_assert_false (ls_program_pane_get_unsaved (test_script_get_pane (fixture->window)));
  g_assert_false (ls_program_pane_get_differs (test_script_get_pane (fixture->window)));

  test_window_activate (fixture->window, "win.step-statement-back", NULL);
  g_assert_cmpstr (get_shown (fixture), ==, "main.js");
  g_assert_true (is_editable (fixture));
}

/* Imported files can be chosen, and have breakpoints. */
static void
test_imports_breakpoint (Fixture       *fixture,
                         gconstpointer  data)
{
  LsBreakpoints *breakpoints = ls_debugger_get_breakpoints (ls_window_get_debugger (fixture->window));

  choose_import (fixture);
  test_script_set_cursor (fixture->window, 2);
  test_window_activate (fixture->window, "win.toggle-breakpoint", NULL);
  g_assert_nonnull (ls_breakpoints_find (breakpoints, "lib/decode.js", 2));
  test_window_activate (fixture->window, "win.next-script", NULL);
  g_assert_cmpstr (get_shown (fixture), ==, "main.js");
  test_window_activate (fixture->window, "win.to-start", NULL);
  test_window_activate (fixture->window, "win.to-breakpoint", NULL);
  g_assert_cmpstr (get_shown (fixture), ==, "lib/decode.js");
  g_assert_cmpuint (test_script_get_line (fixture->window), ==, 2);
}

/* The file may be another one when the session is opened again, or none may be imported. */
static void
test_imports_reopen (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *text = NULL;

  choose_import (fixture);

  write_file (fixture, "lib/decode.js", "// new\n" DECODE);
  open_session (fixture);
  choose_import (fixture);
  text = ls_script_buffer_get_all (test_script_get_buffer (fixture->window));
  g_assert_cmpstr (text, ==, "// new\n" DECODE);

  write_file (fixture, "main.js", "scheduler.postTask(() => {});\n");
  open_session (fixture);
  test_window_activate (fixture->window, "win.to-end", NULL);
  g_assert_cmpstr (get_shown (fixture), ==, "main.js");
  test_window_activate (fixture->window, "win.next-script", NULL);
  g_assert_cmpstr (get_shown (fixture), ==, "main.js");
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

#define ADD(name, func) g_test_add ("/imports/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("step", test_imports_step);
  ADD ("breakpoint", test_imports_breakpoint);
  ADD ("reopen", test_imports_reopen);
  return g_test_run ();
}
