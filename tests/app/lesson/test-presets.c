/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <string.h>

#include "test-lesson-util.h"

#include "ls-lesson-presets-log.h"
#include "ls-lesson-presets.h"

/* Pages of lessons that show logs: the learner says which preset printed which, and the runs say why. */

/* The task is older; in 2021 timers had a rank of their own, above that of the task. */
#define PROGRAM \
  "console.log('begin');\\n" \
  "scheduler.postTask(function task() { console.log('task'); });\\n" \
  "setTimeout(function timer() { console.log('timer'); }, 5);\\n" \
  "work(20);"
#define QUESTION \
  "\"question\":{\"text\":\"Which is which?\",\"presets\":[\"blink\",\"blink-2021\"],\"because\":\"Timers were faster.\",\"hints\":[\"Look.\"]}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Presets\",\"program\":{\"kind\":\"javascript\",\"source\":\"" PROGRAM "\"}," \
  "\"lesson\":{\"id\":\"presets\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"]," QUESTION "},{\"title\":\"U\",\"text\":[\"Q\"]}]}}"

static const char *
get_text (LsWindow   *window,
          const char *name)
{
  return gtk_label_get_text (GTK_LABEL (get_asked (window, "presets", name)));
}

static GtkWidget *
get_said (LsWindow   *window,
          const char *name)
{
  return get_verdict_part (get_part (window, "presets"), name);
}

static const char *
get_said_text (LsWindow   *window,
               const char *name)
{
  return gtk_label_get_text (GTK_LABEL (get_said (window, name)));
}

static GtkWidget *
get_log_part (GtkWidget  *log,
              const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (log, LS_TYPE_LESSON_PRESETS_LOG, name));
}

/* Returns the log that begins with @line, where the logs part. */
static GtkWidget *
get_log (LsWindow   *window,
         const char *line)
{
  GtkWidget *log = gtk_widget_get_first_child (get_asked (window, "presets", "logs"));

  test_ui_wait_for (*gtk_label_get_label (GTK_LABEL (get_log_part (log, "lines"))) != '\0');
  while (!g_str_has_prefix (gtk_label_get_label (GTK_LABEL (get_log_part (log, "lines"))), line))
    log = gtk_widget_get_next_sibling (log);
  return log;
}

static GtkWidget *
get_choice (GtkWidget *log,
            guint      preset)
{
  GtkWidget *choice = gtk_widget_get_first_child (get_log_part (log, "choices"));

  while (preset-- > 0)
    choice = gtk_widget_get_next_sibling (choice);
  return choice;
}

static gboolean
is_chosen (GtkWidget *log,
           guint      preset)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (get_choice (log, preset)));
}

static void
choose (GtkWidget *log,
        guint      preset)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (get_choice (log, preset)), TRUE);
}

/* Each preset is of one log; nothing is known before there is an answer. */
static void
test_wrong (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);
  LsPlayer *player = test_window_get_player (window);
  GtkWidget *today = get_log (window, "task"), *then = get_log (window, "timer");

  g_assert_true (gtk_widget_get_mapped (get_part (window, "presets")));
  g_assert_false (gtk_widget_get_visible (get_part (window, "question")));
  g_assert_cmpuint (ls_player_get_curtain (player), ==, LS_LESSON_HIDES_ALL);
  g_assert_cmpstr (get_text (window, "same"), ==, "The first line is the same in all logs.");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_log_part (today, "lines"))), ==, "task\ntimer");
  g_assert_false (gtk_widget_get_sensitive (get_asked (window, "presets", "commit")));
  gtk_test_accessible_assert_role (get_log_part (today, "choices"), GTK_ACCESSIBLE_ROLE_RADIO_GROUP);

  choose (today, 0);
  g_assert_true (is_chosen (then, 1));
  choose (then, 0);
  g_assert_true (is_chosen (today, 1));
  g_assert_false (is_chosen (today, 0));
  g_assert_true (gtk_widget_get_sensitive (get_asked (window, "presets", "commit")));
  g_assert_false (gtk_widget_get_visible (get_said (window, "feedback_box")));

  press_asked (window, "presets", "commit");
  wait_for_judgement (window, "presets");
  g_assert_true (gtk_widget_get_visible (get_said (window, "again_box")));
  g_assert_false (gtk_widget_get_visible (get_said (window, "solution")));
  g_assert_true (g_str_has_prefix (get_said_text (window, "feedback"), "Not quite. Log A is that of Chromium"));
  g_assert_true (g_str_has_prefix (get_said_text (window, "reason"), "Chromium: Task 2 “task” runs first: "));
  g_assert_nonnull (strstr (get_said_text (window, "reason"), "\nChromium in 2021: Task 3 “timer” runs first: "));
  g_assert_cmpstr (get_said_text (window, "because"), ==, "Timers were faster.");
  g_assert_true (gtk_widget_has_css_class (today, "wrong"));
  gtk_test_accessible_assert_property (today, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Your answer, not correct");
  g_assert_false (gtk_widget_is_sensitive (get_choice (today, 0)));
  g_assert_cmpuint (ls_player_get_curtain (player), ==, 0);
  /* The page runs in Chromium, where “task” runs first. */
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (player)), ==, 2);
  test_window_close (window);
}

/* A learner may try again, or ask for the solution; the answer comes again with the page, and is forgotten from the start on. */
static void
test_again (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);

  choose (get_log (window, "timer"), 0);
  press_asked (window, "presets", "commit");
  wait_for_judgement (window, "presets");
  g_signal_emit_by_name (get_said (window, "again"), "clicked");
  g_assert_false (is_chosen (get_log (window, "timer"), 0));
  g_assert_false (gtk_widget_get_visible (get_said (window, "feedback_box")));
  choose (get_log (window, "timer"), 1);
  gtk_widget_grab_focus (get_asked (window, "presets", "commit"));
  press_asked (window, "presets", "commit");
  wait_for_judgement (window, "presets");
  test_ui_wait_for (gtk_widget_is_focus (get_part (window, "next")));
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "Correct.");
  /* Only the first try counts. */
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_ANSWERED);
  g_assert_true (gtk_widget_has_css_class (get_log (window, "task"), "right"));
  g_assert_false (gtk_widget_get_visible (get_said (window, "again_box")));

  act (window, "lesson.next");
  g_assert_false (gtk_widget_get_visible (get_part (window, "presets")));
  act (window, "lesson.back");
  wait_for_judgement (window, "presets");
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "Correct.");
  g_assert_true (is_chosen (get_log (window, "task"), 0));
  assert_noted (window, FALSE, "Chromium → Chromium in 2021, Chromium in 2021 → Chromium:wrong Chromium → Chromium, Chromium in 2021 → Chromium in 2021:right "
                "0 - 0");

  act (window, "lesson.restart");
  g_assert_false (is_chosen (get_log (window, "task"), 0));
  g_assert_false (gtk_widget_get_visible (get_said (window, "feedback_box")));
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS);
  g_signal_emit_by_name (get_help_part (get_part (window, "presets"), "hint"), "clicked");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "presets"), "hints"), "Hint 1: Look."));
  press_asked (window, "presets", "solution");
  wait_for_judgement (window, "presets");
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "These are the presets.");
  g_assert_cmpuint (get_page_result (window), ==, LS_LESSON_RESULT_ASKS | LS_LESSON_RESULT_ANSWERED | LS_LESSON_RESULT_SHOWN);
  g_assert_true (is_chosen (get_log (window, "task"), 0));
  assert_noted (window, FALSE, "1 0 1");
  test_window_close (window);
}

/* A page that is left while its program runs shows nothing later. */
static void
test_left (void)
{
  LsWindow *window = lesson_session_window (SESSION, 1366, 768, 0);

  act (window, "lesson.next");
  act (window, "lesson.back");
  act (window, "lesson.next");
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_visible (get_part (window, "presets")));
  act (window, "lesson.back");
  g_assert_nonnull (get_log (window, "task"));
  test_window_close (window);
}

/* Logs that are the same tell nothing: no answer is right or wrong. */
static void
test_fault (void)
{
  LsWindow *window = lesson_session_window (
    "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\",\"source\":\"log ('a');\"},"
    "\"lesson\":{\"id\":\"fault\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"],\"question\":{\"text\":\"x\",\"presets\":[\"blink\",\"gecko\"]}}]}}",
    1366, 768, 0);

  wait_for_judgement (window, "presets");
  g_assert_cmpstr (get_said_text (window, "feedback"), ==, "the runs do not differ: Chromium and Firefox print the same");
  g_assert_false (gtk_widget_get_visible (get_said (window, "again_box")));
  g_assert_false (gtk_widget_get_sensitive (get_asked (window, "presets", "commit")));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/presets/wrong", test_wrong);
  g_test_add_func ("/presets/again", test_again);
  g_test_add_func ("/presets/left", test_left);
  g_test_add_func ("/presets/fault", test_fault);

  return g_test_run ();
}
