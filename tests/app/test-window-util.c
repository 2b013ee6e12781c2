/* test-window-util.c: windows with sessions, for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-window-util.h"

#include <glib/gstdio.h>

#include "ls-compat.h"
#include "ls-program-pane.h"

#ifdef LS_HAVE_SCRIPT
#include "ls-script.h"
#endif

static LsApplication *application;

void
test_window_init (int    *argc,
                  char ***argv)
{
  test_ui_init (argc, argv);
#ifdef LS_HAVE_SCRIPT
  ls_script_register ();
#endif
  application = ls_application_new ();
  g_application_set_flags (G_APPLICATION (application), G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
}

LsApplication *
test_window_get_app (void)
{
  return application;
}

GFile *
test_window_get_example (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "sessions", name, NULL);

  return g_file_new_for_path (path);
}

static LsWindow *
make_window (int width,
             int height)
{
  LsWindow *window = ls_window_new (GTK_APPLICATION (application));

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  return window;
}

/* A window comes to the screen when it has what it is to show: nothing is laid out and drawn before that nobody looks at. Moves that
 * are not over go on with its frames. */
static void
show_window (LsWindow *window)
{
  gtk_window_present (GTK_WINDOW (window));
  test_ui_settle (GTK_WIDGET (window));
}

/* A window that is on the screen, with an example if one is named, at its first step. */
LsWindow *
test_window_new (const char *example,
                 int         width,
                 int         height)
{
  LsWindow *window = make_window (width, height);

  if (example != NULL)
    {
      g_autoptr (GFile) file = test_window_get_example (example);

      /* Other windows may have it as well. */
      ls_session_view_open (ls_window_get_view (window), file, FALSE);
      test_window_wait_for_opening (window);
      g_assert_true (ls_window_has_session (window));
    }
  show_window (window);
  if (example != NULL)
    test_ui_wait_for (ls_player_get_step (test_window_get_player (window)) >= 1 &&
                      !ls_player_is_pending (test_window_get_player (window)));
  return window;
}

/* A window with a program that has no file, at its first step. */
LsWindow *
test_window_new_program (const char *text,
                         int         width,
                         int         height)
{
  LsWindow *window = make_window (width, height);

  g_assert_true (ls_debugger_open_text (ls_window_get_debugger (window), "main.js", text, NULL));
  ls_player_step (test_window_get_player (window));
  show_window (window);
  test_window_wait (window);
  return window;
}

/* A window with the session that is in @text, read from a file that is gone afterwards. */
LsWindow *
test_window_new_session (const char *text,
                         int         width,
                         int         height)
{
  LsWindow *window = make_window (width, height);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "loopscope-session-XXXXXX.loopscope", NULL);
  g_autoptr (GFile) file = NULL;
  int fd = g_mkstemp (path);

  g_assert_cmpint (fd, >=, 0);
  g_assert_true (g_close (fd, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  file = g_file_new_for_path (path);
  test_window_open (window, file);
  g_unlink (path);
  show_window (window);
  test_window_wait (window);
  return window;
}

/* Until nothing is read any more for a tab of the window. */
void
test_window_wait_for_opening (LsWindow *window)
{
  for (int i = 0; i < ls_window_get_n_views (window); i++)
    {
      LsSessionView *view = ls_window_get_nth_view (window, i);

      g_object_ref (view);
      test_ui_wait_for (ls_session_file_get_opening (ls_session_view_get_file (view)) == NULL);
      /* Its tab may be gone. */
      if (i >= ls_window_get_n_views (window) || ls_window_get_nth_view (window, i) != view)
        i--;
      g_object_unref (view);
    }
}

/* Opens a file and waits until it is there, or refused. */
void
test_window_open (LsWindow *window,
                  GFile    *file)
{
  ls_window_open (window, file);
  test_window_wait_for_opening (window);
}

/* Opens a program as the user does, and waits until it is shown. */
void
test_window_open_text (LsWindow   *window,
                       const char *text)
{
  ls_session_view_open_text (ls_window_get_view (window), "main.js", text);
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
}

GtkTextView *
test_window_get_text_view (LsWindow *window)
{
  LsScriptView *view = ls_program_pane_get_view (LS_PROGRAM_PANE (test_window_get_child (window, "program")));

  return view != NULL ? GTK_TEXT_VIEW (ls_script_view_get_text_view (view)) : NULL;
}

GtkTextBuffer *
test_window_get_text (LsWindow *window)
{
  return gtk_text_view_get_buffer (test_window_get_text_view (window));
}

LsPlayer *
test_window_get_player (LsWindow *window)
{
  return ls_debugger_get_player (ls_window_get_debugger (window));
}

LsSession *
test_window_get_session (LsWindow *window)
{
  return ls_debugger_get_session (ls_window_get_debugger (window));
}

/* Until what is to be opened is there, and the position where it was sent. */
void
test_window_wait (LsWindow *window)
{
  test_window_wait_for_opening (window);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

/* Until the run is over, and bookmarks and notes have followed it: until then they change the session. */
void
test_window_wait_for_marks (LsWindow *window)
{
  LsDebugger *debugger = ls_window_get_debugger (window);

  test_ui_wait_for (ls_debugger_is_over (debugger) && !ls_mark_follower_is_busy (ls_debugger_get_marks (debugger)));
}

void
test_window_go_to (LsWindow *window,
                   guint32   step)
{
  ls_player_step_to (test_window_get_player (window), step);
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_step (test_window_get_player (window)), ==, step);
}

void
test_window_activate (LsWindow   *window,
                      const char *action,
                      const char *format,
                      ...)
{
  g_autoptr (GVariant) parameter = NULL;
  va_list args;

  va_start (args, format);
  if (format != NULL)
    parameter = g_variant_ref_sink (g_variant_new_va (format, NULL, &args));
  va_end (args);
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (window), action, parameter));
  test_window_wait (window);
}

void
test_window_wait_for_save (LsWindow *window)
{
  test_ui_wait_for (!ls_session_file_is_saving (ls_session_view_get_file (ls_window_get_view (window))));
}

static void
saved_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  GAsyncResult **place = user_data;

  *place = g_object_ref (result);
}

gboolean
test_window_save (LsWindow  *window,
                  GFile     *file,
                  GError   **error)
{
  LsSessionView *view = ls_window_get_view (window);
  LsSessionFile *session = ls_session_view_get_file (view);
  g_autoptr (GAsyncResult) result = NULL;

  if (!ls_session_view_flush (view, error))
    return FALSE;
  ls_session_file_save_async (session, file, saved_cb, &result);
  test_ui_wait_for (result != NULL);
  return ls_session_file_save_finish (session, result, error);
}

/* What the user is asked, NULL for nothing. */
GtkWidget *
test_window_find_question (LsWindow *window)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  return test_ui_find (GTK_WIDGET (window), ADW_TYPE_ALERT_DIALOG, NULL);
#else
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (ADW_IS_MESSAGE_DIALOG (link->data) && gtk_window_get_transient_for (link->data) == GTK_WINDOW (window))
      return link->data;
  return NULL;
#endif
}

void
test_window_answer (LsWindow   *window,
                    const char *label)
{
  GtkWidget *button;

  test_ui_wait_for (test_window_find_question (window) != NULL);
  button = test_ui_find (test_window_find_question (window), GTK_TYPE_BUTTON, label);
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

/* Closes the dialog that is above the window, or in it, as newer versions of the toolkit have it. */
void
test_window_close_dialog (LsWindow *window)
{
  g_assert_nonnull (ls_window_get_dialog (window));
  ls_compat_close_dialog (ls_window_get_dialog (window));
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
}

/* Closes without a question. */
void
test_window_close (LsWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

guint32
test_window_find_signal (LsWindow   *window,
                         const char *name)
{
  LsState *state = ls_player_get_state (test_window_get_player (window));

  for (guint32 signal = 1; signal <= ls_state_get_n_signals (state); signal++)
    {
      const LsSignalState *data = ls_state_get_signal (state, signal);

      if (data->name != 0 && g_str_equal (ls_trace_get_text (ls_state_get_trace (state), data->name), name))
        return signal;
    }
  g_assert_not_reached ();
}

/* What the view that is shown has under the name. */
GtkWidget *
test_window_get_child (LsWindow   *window,
                       const char *id)
{
  return test_view_get_child (ls_window_get_view (window), id);
}

/* What the window itself has under the name. */
GtkWidget *
test_window_get_part (LsWindow   *window,
                      const char *id)
{
  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (window), LS_TYPE_WINDOW, id));
}

GtkWidget *
test_view_get_child (LsSessionView *view,
                     const char    *id)
{
  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (view), LS_TYPE_SESSION_VIEW, id));
}

void
test_window_reset_setting (const char *key)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);

  g_settings_reset (settings, key);
}
