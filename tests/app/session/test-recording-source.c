/* test-recording-source.c: the scripts of recorded pages in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <string.h>

#include "test-window-util.h"

#include "ls-inspector.h"
#include "ls-recorded-place.h"
#include "ls-source-pane.h"

#define EVENT(name, begin, duration, more) \
  "{\"name\":\"" name "\",\"cat\":\"devtools.timeline,disabled-by-default-devtools.timeline\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":" \
  begin ",\"dur\":" duration ",\"args\":{\"data\":{" more "}}},\n"
#define TASK(id, begin, inner, name, line) \
  EVENT ("RunTask", begin, "900", "\"x\":0") EVENT ("RunPostTaskCallback", begin, "800", "\"taskId\":" id ",\"priority\":\"background\"") \
  EVENT ("FunctionCall", inner, "500", \
         "\"functionName\":\"" name "\",\"url\":\"http://shop.test/js/app.js\",\"lineNumber\":" line ",\"columnNumber\":3")

/* A task that posts two others, in line 4 of a script. */
static const char before[] =
  "{\"traceEvents\":[\n"
  "{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"ts\":0,\"args\":{\"name\":\"CrRendererMain\"}},\n"
  EVENT ("RunTask", "1000", "900", "\"x\":0")
  EVENT ("SchedulePostTaskCallback", "1100", "0", "\"taskId\":1,\"priority\":\"background\",\"stackTrace\":[{\"functionName\":\"start\","
         "\"url\":\"http://shop.test/js/app.js\",\"lineNumber\":4,\"columnNumber\":1}]")
  EVENT ("SchedulePostTaskCallback", "1200", "0", "\"taskId\":2,\"priority\":\"background\"")
  TASK ("1", "2000", "2010", "decode", "7")
  TASK ("2", "3000", "3010", "paint", "9");
static const char text[] =
  "{\"name\":\"ScriptCatchup\",\"cat\":\"disabled-by-default-devtools.v8-source-rundown\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1000,"
  "\"dur\":1,\"args\":{\"data\":{\"isolate\":\"9\",\"scriptId\":3,\"url\":\"http://shop.test/js/app.js\"}}},\n"
  "{\"name\":\"ScriptCatchup\",\"cat\":\"disabled-by-default-devtools.v8-source-rundown-sources\",\"ph\":\"X\",\"pid\":1,\"tid\":1,"
  "\"ts\":1000,\"dur\":1,\"args\":{\"data\":{\"isolate\":\"9\",\"scriptId\":3,"
  "\"sourceText\":\"1\\n2\\n3\\n4\\n5\\n6\\nfunction decode () {}\\n8\\n9\\n\"}}},\n";
static const char after[] = "{\"name\":\"RunTask\",\"cat\":\"x\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":5000,\"dur\":9}]}";

static LsWindow *
open_recording (const char *folder,
                gboolean    has_text)
{
  g_autofree char *path = g_build_filename (folder, "recording.json", NULL);
  g_autofree char *content = g_strconcat (before, has_text ? text : "", after, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  LsWindow *window = test_window_new (NULL, 1300, 850);

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  test_window_open (window, file);
  g_assert_true (ls_window_has_session (window));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_wait_for (!ls_debugger_get_working (ls_window_get_debugger (window)));
  return window;
}

static guint32
find_task (LsWindow   *window,
           const char *name)
{
  LsState *state = ls_player_get_state (test_window_get_player (window));
  LsTrace *trace = ls_state_get_trace (state);

  for (guint32 id = 1; id < 20; id++)
    {
      const LsTaskState *task = ls_state_get_task (state, id);

      if (task != NULL && task->name != 0 && g_str_equal (ls_trace_get_text (trace, task->name), name))
        return id;
    }
  g_error ("There is no task “%s”", name);
}

static GtkWidget *
get_button (LsWindow   *window,
            const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (test_window_get_child (window, "inspector"), LS_TYPE_INSPECTOR, name));
}

static GtkWidget *
get_part (LsWindow   *window,
          const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (test_window_get_child (window, "source"), LS_TYPE_SOURCE_PANE, name));
}

static char *
dup_cursor_line (GtkWidget *view,
                 guint     *line)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter start, end;

  gtk_text_buffer_get_iter_at_mark (buffer, &start, gtk_text_buffer_get_insert (buffer));
  *line = gtk_text_iter_get_line (&start) + 1;
  gtk_text_iter_set_line_offset (&start, 0);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

/* Follows the link of the inspector, and expects that line of the text. */
static void
expect_shown (LsWindow   *window,
              const char *link,
              guint       line,
              const char *content,
              const char *note)
{
  GtkWidget *view = get_part (window, "view");
  g_autofree char *found = NULL;
  guint cursor = 0;

  g_signal_emit_by_name (get_button (window, link), "clicked");
  test_ui_wait_for (gtk_widget_get_mapped (view));
  found = dup_cursor_line (view, &cursor);
  g_assert_cmpuint (cursor, ==, line);
  g_assert_cmpstr (found, ==, content);
  g_assert_false (gtk_text_view_get_editable (GTK_TEXT_VIEW (view)));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (get_part (window, "note"))), note));
}

static const char *
get_label (LsWindow   *window,
           const char *button)
{
  GtkWidget *widget = get_button (window, button);

  return gtk_widget_get_visible (widget) ? gtk_button_get_label (GTK_BUTTON (widget)) : NULL;
}

static char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("source-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

static void
remove_file (const char *folder,
             const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
test_in_recording (void)
{
  g_autofree char *folder = make_folder ();
  LsWindow *window = open_recording (folder, TRUE);
  LsPlayer *player = test_window_get_player (window);
  const guint32 decode = find_task (window, "decode");

  /* The task has been posted and has not run yet. */
  g_assert_cmpuint (ls_state_get_task (ls_player_get_state (player), decode)->started_at, ==, LS_TIME_NEVER);
  ls_player_select (player, LS_SELECTION_TASK, decode);
  g_assert_cmpstr (get_label (window, "code"), ==, "Code in app.js:7");
  g_assert_cmpstr (get_label (window, "place"), ==, "Posted in app.js:4");
  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "source")));
  expect_shown (window, "code", 7, "function decode () {}", "The recording has this text.");
  g_signal_emit_by_name (get_part (window, "close"), "clicked");
  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "source")));
  expect_shown (window, "place", 4, "4", "The recording has this text.");

  /* The menu of the task leads there, too. */
  gtk_widget_set_visible (test_window_get_child (window, "source"), FALSE);
  test_window_activate (window, "win.show-source", "s", ls_recorded_place_of_code (ls_player_get_state (player), decode));
  g_assert_true (gtk_widget_get_visible (test_window_get_child (window, "source")));
  test_window_close (window);
  remove_file (folder, "recording.json");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_beside (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *scripts = g_build_filename (folder, "js", NULL);
  g_autofree char *script = g_build_filename (scripts, "app.js", NULL);
  g_autofree char *wrong = g_build_filename (folder, "app.js", NULL);
  LsWindow *window;
  LsPlayer *player;

  /* The longest end of the address wins. */
  g_assert_cmpint (g_mkdir (scripts, 0700), ==, 0);
  g_assert_true (g_file_set_contents (script, "a\nb\nc\nd\ne\nf\ng\nh\ni\n", -1, NULL));
  g_assert_true (g_file_set_contents (wrong, "wrong\n", -1, NULL));
  window = open_recording (folder, FALSE);
  player = test_window_get_player (window);
  ls_player_select (player, LS_SELECTION_TASK, find_task (window, "paint"));
  g_assert_cmpstr (get_label (window, "code"), ==, "Code in app.js:9");
  g_assert_null (get_label (window, "place"));
  expect_shown (window, "code", 9, "i", "It may have changed since then.");

  /* A file without the line is another one. */
  g_assert_true (g_file_set_contents (script, "short", -1, NULL));
  expect_shown (window, "code", 1, "short", "no such line");
  test_window_close (window);
  g_assert_cmpint (g_remove (script), ==, 0);
  g_assert_cmpint (g_rmdir (scripts), ==, 0);
  remove_file (folder, "app.js");
  remove_file (folder, "recording.json");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A recording that cannot be read at the moment may have the text. */
static void
test_unreadable (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "recording.json", NULL);
  g_autofree char *away = g_build_filename (folder, "away.json", NULL);
  LsWindow *window = open_recording (folder, TRUE);
  GtkLabel *note = GTK_LABEL (get_part (window, "note"));

  ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, find_task (window, "decode"));
  g_assert_cmpint (g_rename (path, away), ==, 0);
  g_signal_emit_by_name (get_button (window, "code"), "clicked");
  test_ui_wait_for (strstr (gtk_label_get_text (note), "Looking for") == NULL);
  g_assert_nonnull (strstr (gtk_label_get_text (note), "recording.json"));
  g_assert_null (strstr (gtk_label_get_text (note), "is not at hand"));
  g_assert_cmpstr (get_label (window, "code"), ==, "Code in app.js:7");
  g_assert_true (gtk_widget_get_sensitive (get_button (window, "code")));
  g_assert_cmpint (g_rename (away, path), ==, 0);
  expect_shown (window, "code", 7, "function decode () {}", "The recording has this text.");
  test_window_close (window);
  remove_file (folder, "recording.json");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A task that has not started is in the same place at each position, wherever that goes and whatever else is asked. */
static void
test_positions (void)
{
  g_autofree char *folder = make_folder ();
  LsWindow *window = open_recording (folder, TRUE);
  LsTrace *trace = ls_player_get_trace (test_window_get_player (window));
  const guint32 decode = find_task (window, "decode"), paint = find_task (window, "paint");
  LsState *state = ls_state_new (trace);
  const gsize length = ls_trace_get_length (trace);

  for (gsize i = 0; i <= 3 * length; i++)
    {
      ls_state_seek (state, i < length ? i : i < 2 * length ? 2 * length - i : i * 7 % length);
      if (ls_state_get_task (state, paint) == NULL)
        continue;
      g_assert_cmpstr (ls_recorded_place_of_code (state, decode), ==, "http://shop.test/js/app.js:7:3");
      if (i % 3 == 0)
        g_assert_cmpstr (ls_recorded_place_of_code (state, paint), ==, "http://shop.test/js/app.js:9:3");
    }
  ls_state_unref (state);
  test_window_close (window);
  remove_file (folder, "recording.json");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_missing (void)
{
  g_autofree char *folder = make_folder ();
  LsWindow *window = open_recording (folder, FALSE);
  LsPlayer *player = test_window_get_player (window);

  ls_player_select (player, LS_SELECTION_TASK, find_task (window, "paint"));
  test_ui_wait_for (g_strcmp0 (get_label (window, "code"), "Code in app.js:9 · not at hand") == 0);
  g_assert_false (gtk_widget_get_sensitive (get_button (window, "code")));
  test_window_activate (window, "win.show-source", "s", "http://shop.test/js/app.js:9");
  test_ui_wait_for (strstr (gtk_label_get_text (GTK_LABEL (get_part (window, "note"))), "is not at hand") != NULL);
  g_assert_false (gtk_widget_get_visible (get_part (window, "scrolled")));
  test_window_close (window);
  remove_file (folder, "recording.json");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);
  g_test_add_func ("/app/recording-source/in-recording", test_in_recording);
  g_test_add_func ("/app/recording-source/beside", test_beside);
  g_test_add_func ("/app/recording-source/missing", test_missing);
  g_test_add_func ("/app/recording-source/unreadable", test_unreadable);
  g_test_add_func ("/app/recording-source/positions", test_positions);
  return g_test_run ();
}
