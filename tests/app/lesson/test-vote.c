/* test-vote.c: the keys with which hands are counted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-lesson-util.h"

#include "ls-compat.h"
#include "ls-vote-dialog.h"
#include "ls-vote-row.h"

#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Vote\",\"program\":{\"kind\":\"steps\",\"main\":[]},\"lesson\":{" \
  "\"id\":\"vote\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"question\":{\"text\":\"Who?\",\"answers\":[" \
  "{\"text\":\"A\",\"right\":true,\"because\":\"So.\"},{\"text\":\"B\",\"because\":\"No.\"}]}}]}}"

/* The codes of two keys. */
#define CODE_1 10
#define CODE_2 11

static LsWindow *
vote_window (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, 0);

  act (window, "lesson.vote");
  test_ui_wait_for (ls_window_get_dialog (window) != NULL && gtk_widget_get_mapped (ls_window_get_dialog (window)));
  return window;
}

static void
close_window (LsWindow *window)
{
  ls_compat_close_dialog (ls_window_get_dialog (window));
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_window_close (window);
}

static GtkEventController *
find_keys (LsWindow *window)
{
  return test_ui_find_controller (ls_window_get_dialog (window), GTK_TYPE_EVENT_CONTROLLER_KEY);
}

static void
press (LsWindow        *window,
       guint            keyval,
       guint            code,
       GdkModifierType  state)
{
  gboolean was_handled = FALSE;

  g_signal_emit_by_name (find_keys (window), "key-pressed", keyval, code, state, &was_handled);
}

static void
release (LsWindow        *window,
         guint            keyval,
         guint            code,
         GdkModifierType  state)
{
  g_signal_emit_by_name (find_keys (window), "key-released", keyval, code, state);
}

/* How many hands there are for all answers. */
static void
assert_hands (LsWindow   *window,
              const char *expected)
{
  GtkWidget *total = GTK_WIDGET (gtk_widget_get_template_child (ls_window_get_dialog (window), LS_TYPE_VOTE_DIALOG, "total"));

  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (total)), ==, expected);
}

/* Shift makes another character of a key that is down. */
static void
test_shift (void)
{
  LsWindow *window = vote_window ();

  press (window, GDK_KEY_1, CODE_1, 0);
  press (window, GDK_KEY_1, CODE_1, 0);
  press (window, GDK_KEY_Shift_L, 50, 0);
  release (window, GDK_KEY_exclam, CODE_1, GDK_SHIFT_MASK);
  release (window, GDK_KEY_Shift_L, 50, GDK_SHIFT_MASK);
  assert_hands (window, "First vote: 1 hand");
  press (window, GDK_KEY_1, CODE_1, 0);
  release (window, GDK_KEY_1, CODE_1, 0);
  assert_hands (window, "First vote: 2 hands");

  /* On some keyboards numbers need it, and it may be let go first. */
  for (guint i = 0; i < 2; i++)
    {
      press (window, GDK_KEY_1, CODE_1, GDK_SHIFT_MASK);
      release (window, GDK_KEY_ampersand, CODE_1, 0);
    }
  assert_hands (window, "First vote: 4 hands");

  /* Another key that is let go meanwhile is another one. */
  press (window, GDK_KEY_2, CODE_2, 0);
  press (window, GDK_KEY_1, CODE_1, 0);
  release (window, GDK_KEY_2, CODE_2, 0);
  press (window, GDK_KEY_1, CODE_1, 0);
  assert_hands (window, "First vote: 6 hands");
  close_window (window);
}

/* A key that is let go where the dialog does not see it is up. */
static void
test_focus (void)
{
  LsWindow *window = vote_window ();
  GtkWidget *dialog = ls_window_get_dialog (window);

  test_ui_wait_for (gtk_widget_get_focus_child (dialog) != NULL);
  press (window, GDK_KEY_1, CODE_1, 0);
  gtk_window_set_focus (GTK_WINDOW (gtk_widget_get_root (dialog)), NULL);
  test_ui_settle (dialog);
  press (window, GDK_KEY_1, CODE_1, 0);
  assert_hands (window, "First vote: 2 hands");
  close_window (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/vote/shift", test_shift);
  g_test_add_func ("/vote/focus", test_focus);

  return g_test_run ();
}
