/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "test-lesson-util.h"

#include "ls-files.h"
#include "ls-lesson-question.h"
#include "ls-lesson-results.h"
#include "ls-lesson-task.h"
#include "ls-lessons.h"
#include "ls-welcome.h"
#include "ls-widget.h"

/* That come with the program. */
#define N_LESSONS 22

/* Lessons in a window: reading, answering, doing, and what becomes of the user's own changes. */

static GtkWidget *
get_question_part (LsWindow   *window,
                   const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_part (window, "question"), LS_TYPE_LESSON_QUESTION, name));
}

static const char *
get_question_text (LsWindow   *window,
                   const char *name)
{
  return gtk_label_get_text (GTK_LABEL (get_question_part (window, name)));
}

static const char *
get_text (LsWindow   *window,
          const char *name)
{
  return gtk_label_get_text (GTK_LABEL (get_part (window, name)));
}

static GtkWidget *
get_task_icon (LsWindow *window)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_part (window, "task"), LS_TYPE_LESSON_TASK, "icon"));
}

static GFile *
get_file (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", name, NULL);

  return g_file_new_for_path (path);
}

static void
open_lesson (LsWindow   *window,
             const char *name)
{
  g_autoptr (GFile) file = get_file (name);
  g_autofree char *uri = g_file_get_uri (file);

  test_window_activate (window, "win.open-example", "s", uri);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static LsWindow *
lesson_window (const char *name,
               int         width,
               int         height)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window;

  g_settings_reset (settings, "lessons");
  window = test_window_new (NULL, width, height);
  open_lesson (window, name);
  return window;
}

static void
turn_to (LsWindow *window,
         guint     page)
{
  ls_lesson_view_turn_to (get_lesson (window), page);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static const char *
get_next_name (LsWindow *window)
{
  LsState *state = ls_player_get_state (test_window_get_player (window));
  guint32 task = ls_state_get_next_task (state);

  return task != 0 ? ls_trace_get_text (ls_state_get_trace (state), ls_state_get_task (state, task)->name) : NULL;
}

/* Returns the choice that says @text. */
static GtkWidget *
get_answer (LsWindow   *window,
            const char *text)
{
  GtkWidget *answer = gtk_widget_get_first_child (get_question_part (window, "answers"));

  while (answer != NULL && g_strcmp0 (gtk_label_get_text (GTK_LABEL (gtk_check_button_get_child (GTK_CHECK_BUTTON (answer)))), text) != 0)
    answer = gtk_widget_get_next_sibling (answer);
  return answer;
}

static void
choose (LsWindow   *window,
        const char *text)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (get_answer (window, text)), TRUE);
}

static void
give_answer (LsWindow   *window,
             const char *text)
{
  choose (window, text);
  g_signal_emit_by_name (get_question_part (window, "commit"), "clicked");
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

/* A lesson begins at its first page, at the moment of that page, and asks what comes next. */
static void
test_lesson_question (void)
{
  LsWindow *window = lesson_window ("02-priorities.loopscope", 1360, 860);
  GtkWidget *answers = get_question_part (window, "answers");
  GtkWidget *commit = get_question_part (window, "commit");

  g_assert_true (gtk_widget_get_mapped (test_window_get_child (window, "lesson")));
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 0);
  g_assert_cmpstr (get_text (window, "lesson_title"), ==, "2. Priorities");
  g_assert_cmpstr (get_text (window, "progress"), ==, "1 of 6");
  g_assert_cmpstr (get_text (window, "title"), ==, "Three priorities");
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (test_window_get_player (window))), ==, 1);
  g_assert_cmpstr (get_next_name (window), ==, NULL);
  g_assert_false (gtk_widget_get_visible (get_question_part (window, "feedback_box")));
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));

  gtk_test_accessible_assert_role (test_window_get_child (window, "lesson"), GTK_ACCESSIBLE_ROLE_REGION);
  gtk_test_accessible_assert_property (test_window_get_child (window, "lesson"), GTK_ACCESSIBLE_PROPERTY_LABEL, "Lesson");
  gtk_test_accessible_assert_role (answers, GTK_ACCESSIBLE_ROLE_RADIO_GROUP);
  gtk_test_accessible_assert_property (get_answer (window, "metrics"), GTK_ACCESSIBLE_PROPERTY_LABEL, "metrics");

  /* To choose is not to answer. */
  g_assert_false (gtk_widget_get_sensitive (commit));
  choose (window, "click");
  choose (window, "metrics");
  g_assert_true (gtk_widget_get_sensitive (commit));
  g_assert_false (gtk_widget_get_visible (get_question_part (window, "feedback_box")));
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (test_window_get_player (window))), ==, 1);

  /* The answer draws the curtain: the window goes on to what is asked, and says why. */
  give_answer (window, "metrics");
  g_assert_true (gtk_widget_get_visible (get_question_part (window, "feedback_box")));
  g_assert_true (g_str_has_prefix (get_question_text (window, "feedback"), "Not quite. It is the oldest, but it is background."));
  g_assert_true (g_str_has_prefix (get_question_text (window, "right"), "Correct is “click”. It is the only user-blocking task"));
  /* It has run by now. */
  g_assert_true (g_str_has_prefix (get_question_text (window, "reason"), "“click” ran first: "));
  g_assert_true (g_str_has_prefix (get_question_text (window, "clause"), "Specified in Prioritized Task Scheduling §2.4.3: “select the next "));
  g_assert_false (gtk_widget_has_css_class (get_question_part (window, "feedback_box"), "right"));
  g_assert_true (gtk_widget_has_css_class (get_answer (window, "metrics"), "wrong"));
  g_assert_true (gtk_widget_has_css_class (get_answer (window, "click"), "right"));
  gtk_test_accessible_assert_property (get_answer (window, "metrics"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Your answer, not correct");
  gtk_test_accessible_assert_property (get_answer (window, "click"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "The correct answer");
  g_assert_false (gtk_widget_get_visible (commit));
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (test_window_get_player (window))), ==, 2);

  /* What is said of each choice stays with it. */
  choose (window, "click");
  g_assert_true (g_str_has_prefix (get_question_text (window, "feedback"), "Correct. It is the only user-blocking task"));
  g_assert_true (gtk_widget_has_css_class (get_question_part (window, "feedback_box"), "right"));
  g_assert_false (gtk_widget_get_visible (get_question_part (window, "right")));
  g_assert_true (gtk_widget_has_css_class (get_answer (window, "metrics"), "wrong"));

  /* Another page asks anew. */
  test_window_activate (window, "win.lesson-next", NULL);
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 1);
  g_assert_false (gtk_widget_get_visible (get_question_part (window, "feedback_box")));
  /* An answer that was given stays, until the lesson starts again. */
  test_window_activate (window, "win.lesson-back", NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (get_answer (window, "metrics"))));
  g_assert_true (gtk_widget_get_visible (get_question_part (window, "feedback_box")));
  g_assert_cmpstr (get_next_name (window), ==, "click");
  test_window_activate (window, "win.lesson-restart", NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  g_assert_false (gtk_widget_get_visible (get_question_part (window, "feedback_box")));
  g_assert_cmpstr (get_next_name (window), ==, NULL);
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  test_window_close (window);
}

/* What is to be done is ticked when it is so, and not before; going on with one's own run loses nothing. */
static void
test_lesson_task (void)
{
  LsWindow *window = lesson_window ("05-controllers.loopscope", 1360, 860);
  LsSession *session = test_window_get_session (window);
  LsPlayer *player = test_window_get_player (window);
  guint32 signal;

  turn_to (window, 1);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_has_css_class (get_part (window, "task"), "done"));
  gtk_test_accessible_assert_property (get_task_icon (window), GTK_ACCESSIBLE_PROPERTY_LABEL, "To do");
  signal = test_window_find_signal (window, "gallery");
  test_window_activate (window, "win.set-priority", "(uu)", signal, LS_TASK_PRIORITY_USER_VISIBLE);
  test_ui_wait_for (!ls_player_is_pending (player));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_has_css_class (get_part (window, "task"), "done"));
  test_window_activate (window, "win.set-priority", "(uu)", signal, LS_TASK_PRIORITY_USER_BLOCKING);
  test_ui_wait_for (gtk_widget_has_css_class (get_part (window, "task"), "done"));
  gtk_test_accessible_assert_property (get_task_icon (window), GTK_ACCESSIBLE_PROPERTY_LABEL, "Done");
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 2);

  /* The next page is about another run. */
  turn_to (window, 2);
  test_ui_wait_for (!ls_player_is_pending (player));
  g_assert_false (ls_lesson_view_is_changed (get_lesson (window)));
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 1);
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (player)), ==, 1);

  /* The user's comes back with undo, and with its page. */
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 2);
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 1);
  turn_to (window, 1);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 2);
  g_assert_true (gtk_widget_has_css_class (get_part (window, "task"), "done"));
  ls_session_set_modified (session, FALSE);
  test_window_close (window);
}

/* From page to page the lesson brings its own runs along: no change that anybody had to save or to be asked about. */
static void
test_lesson_runs (void)
{
  LsWindow *window = lesson_window ("07-signals.loopscope", 1360, 860);
  LsSession *session = test_window_get_session (window);
  static const guint n_actions[] = { 0, 0, 1, 1, 0, 2, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (n_actions); i++)
    {
      guint32 selected = 0;

      ls_player_select (test_window_get_player (window), LS_SELECTION_TASK, 2);
      turn_to (window, i);
      /* What was selected on the page before is not what this one talks about. */
      g_assert_cmpint (ls_player_get_selection (test_window_get_player (window), &selected), ==, LS_SELECTION_NONE);
      g_assert_cmpuint (ls_session_get_n_actions (session), ==, n_actions[i]);
      g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
      g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
    }

  /* Another preset is a change of the run as well. */
  g_action_group_change_action_state (G_ACTION_GROUP (window), "preset", g_variant_new_string ("fair"));
  g_assert_true (gtk_widget_get_visible (get_part (window, "notice")));
  test_window_activate (window, "win.lesson-show", NULL);
  g_assert_cmpstr (ls_session_get_settings (session)->preset, ==, "blink");
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpstr (ls_session_get_settings (session)->preset, ==, "fair");
  ls_session_set_modified (session, FALSE);
  test_window_close (window);
}

/* Where one was is remembered, and what was finished. */
static void
test_lesson_progress (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window = lesson_window ("02-priorities.loopscope", 1360, 860);
  g_autoptr (GFile) next = NULL;
  g_autoptr (AdwToast) toast = NULL;
  g_autofree char *uri = NULL;
  GtkWidget *offer;

  turn_to (window, 3);
  test_window_close (window);
  g_assert_cmpuint (ls_lessons_get_page (settings, "priorities"), ==, 3);
  g_assert_false (ls_lessons_get_finished (settings, "priorities"));

  window = test_window_new (NULL, 1360, 860);
  open_lesson (window, "02-priorities.loopscope");
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 3);
  g_assert_cmpuint (ls_state_get_turn (ls_player_get_state (test_window_get_player (window))), ==, 5);
  turn_to (window, 5);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (get_part (window, "next"))), ==, "_Finish");
  test_window_activate (window, "win.lesson-next", NULL);
  g_assert_null (ls_lesson_view_get_lesson (get_lesson (window)));
  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "lesson")));
  g_assert_true (ls_window_has_session (window));
  /* The next lesson is offered for a while, and covers nothing for ever. */
  offer = test_ui_find (GTK_WIDGET (window), g_type_from_name ("AdwToastWidget"), NULL);
  g_object_get (offer, "toast", &toast, NULL);
  g_assert_cmpstr (adw_toast_get_button_label (toast), ==, "_Next Lesson");
  g_assert_cmpuint (adw_toast_get_timeout (toast), ==, 20);
  /* What it asks is open yet. */
  g_assert_false (ls_lessons_get_finished (settings, "priorities"));
  g_assert_cmpuint (ls_lessons_get_page (settings, "priorities"), ==, 0);

  /* The next one, in its place, and from its middle back to its start. */
  next = get_file ("03-queues.loopscope");
  uri = g_file_get_uri (next);
  test_window_activate (window, "win.open-lesson", "s", uri);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 1);
  g_assert_nonnull (ls_lesson_view_get_lesson (get_lesson (window)));
  turn_to (window, 2);
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), "lesson.restart", NULL);
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 0);
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), "lesson.back", NULL);
  g_assert_cmpuint (ls_lesson_view_get_page (get_lesson (window)), ==, 0);
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), "lesson.leave", NULL);
  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "lesson")));
  /* What was made of the run is not taken away. */
  ls_session_set_note (test_window_get_session (window), 1, "mine");
  test_window_activate (window, "win.open-lesson", "s", uri);
  g_assert_cmpint (ls_window_get_n_views (window), ==, 2);
  test_window_close (window);

  /* Reading it again does not undo that. */
  ls_lessons_set_progress (settings, "priorities", 0, TRUE);
  ls_lessons_set_progress (settings, "priorities", 1, FALSE);
  g_assert_true (ls_lessons_get_finished (settings, "priorities"));
  g_settings_reset (settings, "lessons");
}

static GtkWidget *
find_row (GtkWidget  *widget,
          const char *title)
{
  if (ADW_IS_ACTION_ROW (widget) &&
      g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *row = find_row (child, title);

      if (row != NULL)
        return row;
    }
  return NULL;
}

static gboolean
has_icon (GtkWidget *widget)
{
  if (gtk_widget_has_css_class (widget, "lesson-finished"))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_icon (child))
      return TRUE;
  return FALSE;
}

static void
copy_lesson (const char *folder,
             const char *name,
             const char *title)
{
  g_autofree char *source = g_build_filename (g_getenv ("LOOPSCOPE_LESSONS_DIR"), "01-event-loop.loopscope", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
  g_autoptr (GString) own = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (source, &text, NULL, &error);
  g_assert_no_error (error);
  own = g_string_new (text);
  g_assert_cmpuint (g_string_replace (own, "\"title\": \"The event loop\"", title, 1), ==, 1);
  g_file_set_contents (path, own->str, own->len, &error);
  g_assert_no_error (error);
}

/* The user's own come last. Other things in the folder are left alone, whatever they are. */
static void
test_lesson_own (void)
{
  static const char *const others[] = { "broken.loopscope", "large.loopscope", "endless.loopscope" };
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "loopscope", "lessons", NULL);
  g_autofree char *own = g_build_filename (folder, "own.loopscope", NULL), *large = g_strnfill (2 << 20, ' ');
  g_autoptr (GPtrArray) lessons = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  copy_lesson (folder, "own.loopscope", "\"title\": \"Our own loop\"");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_build_filename (folder, others[i], NULL);

      if (i == 2)
        g_assert_cmpint (mkfifo (path, 0600), ==, 0);
      else
        g_assert_true (g_file_set_contents (path, i == 0 ? "{ no" : large, -1, &error));
    }
  lessons = ls_files_list_lessons ();
  g_assert_cmpuint (lessons->len, ==, N_LESSONS + 1);
  g_assert_cmpstr (((LsFilesEntry *) g_ptr_array_index (lessons, N_LESSONS))->title, ==, "Our own loop");

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *path = g_build_filename (folder, others[i], NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_unlink (own), ==, 0);
}

static void
test_lesson_welcome (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_autoptr (GPtrArray) lessons = ls_files_list_lessons ();
  LsWindow *window;
  GtkWidget *row, *search, *all;

  g_assert_cmpuint (lessons->len, ==, N_LESSONS);
  for (guint i = 0; i < lessons->len; i++)
    g_assert_cmpuint (((LsFilesEntry *) g_ptr_array_index (lessons, i))->number, ==, i + 1);

  g_settings_reset (settings, "lessons");
  g_settings_reset (settings, "lesson-results");
  ls_lessons_set_progress (settings, "queues", 0, TRUE);
  ls_lesson_results_begin (settings, "queues", (const guint8[]) { LS_LESSON_RESULT_ASKS, LS_LESSON_RESULT_WANTS, LS_LESSON_RESULT_ASKS }, 3);
  ls_lesson_results_note (settings, "queues", 0, LS_LESSON_RESULT_ANSWERED | LS_LESSON_RESULT_RIGHT);
  window = test_window_new (NULL, 1360, 860);
  row = find_row (test_window_get_child (window, "welcome"), "3. Queues and order");
  g_assert_nonnull (row);
  g_assert_true (has_icon (row));
  g_assert_false (has_icon (find_row (test_window_get_child (window, "welcome"), "2. Priorities")));

  search = GTK_WIDGET (gtk_widget_get_template_child (test_window_get_child (window, "welcome"), LS_TYPE_WELCOME, "search"));
  gtk_editable_set_text (GTK_EDITABLE (search), "starvation");
  test_ui_wait_for (gtk_widget_get_visible (find_row (test_window_get_child (window, "welcome"), "9. Starvation, and how to yield well")));
  g_assert_false (gtk_widget_get_visible (row));
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  /* One lesson is offered, the first that was not read, until all are asked for. */
  test_ui_wait_for (gtk_widget_get_visible (find_row (test_window_get_child (window, "welcome"), "1. The event loop")));
  g_assert_false (gtk_widget_get_visible (find_row (test_window_get_child (window, "welcome"), "2. Priorities")));
  g_assert_false (gtk_widget_get_visible (row));
  all = GTK_WIDGET (gtk_widget_get_template_child (test_window_get_child (window, "welcome"), LS_TYPE_WELCOME, "all_lessons"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (all), TRUE);
  test_ui_wait_for (gtk_widget_get_visible (row));
  g_assert_true (test_ui_shows (row, "9 minutes\n1 of 2 questions right at the first try · 0 of 1 exercise done · 2 open"));
  gtk_widget_activate (row);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  g_assert_cmpstr (ls_lesson_get_id (ls_lesson_view_get_lesson (get_lesson (window))), ==, "queues");
  test_window_close (window);
  g_settings_reset (settings, "lessons");
  g_settings_reset (settings, "lesson-results");
}

/* Each place can be looked at; in a narrow window the lesson stays beside the stage. */
static void
test_lesson_places (void)
{
  LsWindow *window = lesson_window ("02-priorities.loopscope", 1360, 860);

  for (guint place = LS_LESSON_PLACE_STAGE; place <= LS_LESSON_PLACE_PROGRAM; place <<= 1)
    g_signal_emit_by_name (test_window_get_child (window, "lesson"), "look", place);
  g_assert_true (gtk_widget_get_visible (test_window_get_child (window, "left_pane")));
  g_assert_true (gtk_widget_get_visible (test_window_get_child (window, "right_pane")));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (test_window_get_child (window, "bottom_stack"))), ==, "log");
  test_window_close (window);

  window = lesson_window ("02-priorities.loopscope", 800, 600);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (test_window_get_child (window, "lesson")));
  g_assert_true (gtk_widget_get_mapped (test_window_get_child (window, "stage")));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 800);
  test_window_close (window);
}

/* A low window leaves its height to the text of the lesson; what is below it has it back when the lesson is left. */
static void
test_lesson_low (void)
{
  /* The stage, whose height comes first, leaves some of this one. */
  LsWindow *window = lesson_window ("02-priorities.loopscope", 800, 650);
  GtkWidget *bottom = test_window_get_child (window, "bottom_pane");
  int low;

  test_ui_wait_for (gtk_widget_get_height (get_part (window, "scroller")) >= 180);
  test_ui_settle (GTK_WIDGET (window));
  low = gtk_widget_get_height (bottom);
  g_assert_cmpint (low, <, 200);
  g_signal_emit_by_name (test_window_get_child (window, "lesson"), "look", LS_LESSON_PLACE_PROGRAM);
  test_ui_wait_for (gtk_widget_get_height (test_window_get_child (window, "program")) > 80);
  test_window_activate (window, "win.lesson-leave", NULL);
  test_ui_wait_for (gtk_widget_get_height (bottom) > low + 20);
  test_window_close (window);
}

/* On a small screen text, question, stage and program are seen together, and what the page does not look at is hidden. */
static void
test_lesson_laptop (void)
{
  LsWindow *window = lesson_window ("16-continuations.loopscope", 1366, 768);
  GtkWidget *bottom = test_window_get_child (window, "bottom_pane");

  test_ui_wait_for (gtk_widget_get_height (get_part (window, "scroller")) >= 500);
  test_ui_wait_for (gtk_widget_get_height (test_window_get_child (window, "program")) >= 200);
  test_ui_wait_for (gtk_widget_get_height (test_window_get_child (window, "stage")) >= 300);
  g_assert_false (gtk_widget_get_mapped (bottom));
  test_ui_save_picture (GTK_WIDGET (window), "lesson-laptop");
  g_signal_emit_by_name (test_window_get_child (window, "lesson"), "look", LS_LESSON_PLACE_TIMELINE);
  test_ui_wait_for (gtk_widget_get_height (bottom) >= 140 && gtk_widget_get_height (bottom) < 200);
  test_window_close (window);
}

/* Whoever looks for something in a program that a lesson has left little height sees it, with less room than it needs for all of
 * its bars. */
static void
test_lesson_editing (void)
{
  LsWindow *window = lesson_window ("04-yield.loopscope", 800, 600);
  GtkWidget *program = test_window_get_child (window, "program");

  test_ui_wait_for (gtk_widget_get_height (get_part (window, "scroller")) >= 180);
  test_ui_wait_for (gtk_widget_get_mapped (program) && gtk_widget_get_height (program) > 80);
  test_window_activate (window, "win.replace", NULL);
  test_ui_settle (GTK_WIDGET (window));
  test_window_activate (window, "win.go-to-line", NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (program));
  test_ui_save_picture (GTK_WIDGET (window), "lesson-editing");
  test_window_close (window);
}

/* A session without a lesson has none to show. */
static void
test_lesson_none (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);

  g_assert_false (gtk_widget_get_visible (test_window_get_child (window, "lesson")));
  test_window_activate (window, "win.lesson-next", NULL);
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), "lesson.next", NULL);
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), "lesson.show", NULL);
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), "lesson.restart", NULL);
  gtk_widget_activate_action (test_window_get_child (window, "lesson"), "lesson.leave", NULL);
  test_window_close (window);
}

/* What is stressed looks so in each script. */
static void
test_lesson_prose (void)
{
  GtkWidget *label = g_object_ref_sink (gtk_label_new (NULL));

  ls_widget_show_prose (label, "A *turn* of `main.js` & more");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (label)), ==, "A <i>turn</i> of <tt>main.js</tt> &amp; more");
  ls_widget_show_prose (label, "この1回りが*ターン*です。*턴*");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (label)), ==, "この1回りが<b>ターン</b>です。<b>턴</b>");
  g_object_unref (label);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/lesson/question", test_lesson_question);
  g_test_add_func ("/lesson/task", test_lesson_task);
  g_test_add_func ("/lesson/runs", test_lesson_runs);
  g_test_add_func ("/lesson/progress", test_lesson_progress);
  g_test_add_func ("/lesson/welcome", test_lesson_welcome);
  g_test_add_func ("/lesson/own", test_lesson_own);
  g_test_add_func ("/lesson/places", test_lesson_places);
  g_test_add_func ("/lesson/low", test_lesson_low);
  g_test_add_func ("/lesson/laptop", test_lesson_laptop);
  g_test_add_func ("/lesson/editing", test_lesson_editing);
  g_test_add_func ("/lesson/none", test_lesson_none);
  g_test_add_func ("/lesson/prose", test_lesson_prose);

  return g_test_run ();
}
