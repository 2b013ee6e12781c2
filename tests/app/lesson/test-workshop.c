/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <string.h>

#include "test-lesson-util.h"

#include "ls-answers-dialog.h"
#include "ls-compat.h"
#include "ls-lesson-question.h"
#include "ls-lesson-recap.h"
#include "ls-lesson-results.h"
#include "ls-lessons.h"
#include "ls-vote-dialog.h"
#include "ls-vote-row.h"
#include "ls-welcome.h"

/* What a workshop does with lessons: a class votes, a lock is broken by letting one agent go before another, and the lesson knows
 * how the learner has done. */

#define GUEST \
  "{\"op\":\"lock\",\"lock\":\"l\"},{\"op\":\"add\",\"memory\":\"m\",\"index\":1,\"value\":1}," \
  "{\"op\":\"sub\",\"memory\":\"m\",\"index\":1,\"value\":1},{\"op\":\"unlock\",\"lock\":\"l\"}"
#define WORKER(name, body) "{\"op\":\"worker\",\"name\":\"" name "\",\"body\":[" body "]}"
#define STEPS \
  "{\"op\":\"memory\",\"name\":\"m\",\"length\":2},{\"op\":\"asyncLock\",\"name\":\"l\",\"memory\":\"m\"}," WORKER ("ant", GUEST) "," \
  WORKER ("bee", GUEST) "," WORKER ("cat", "{\"op\":\"unlock\",\"lock\":\"l\"}")
#define QUESTION \
  "\"question\":{\"text\":\"Who?\",\"answers\":[{\"text\":\"`ant`\",\"right\":true,\"because\":\"So.\"},{\"text\":\"`bee`\",\"because\":\"No.\"}," \
  "{\"text\":\"`cat`\",\"because\":\"No.\"}]}"
#define TASK \
  "\"at\":{\"turn\":1},\"task\":{\"text\":\"Break it\",\"hints\":[\"Look.\",\"Let go.\"],\"until\":{\"holders\":{\"memory\":\"m\",\"atLeast\":2}}," \
  "\"solution\":{\"schedule\":[1,1,2,2,2,4,3,3,3,4,4,3,3]}}"
#define PAGE(more) "{\"title\":\"T\",\"text\":[\"P\"]" more "}"
#define SESSION \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Lock\",\"program\":{\"kind\":\"steps\",\"main\":[" STEPS "],\"bodies\":{}}," \
  "\"lesson\":{\"id\":\"workshop\",\"pages\":[" PAGE ("," QUESTION) "," PAGE ("," TASK) "," PAGE ("") "]}}"

static LsWindow *
workshop_window (guint page)
{
  LsWindow *window = lesson_session_window (SESSION, 1360, 860, page);

  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  return window;
}

static void
close_window (LsWindow *window)
{
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

static GtkWidget *
get_question_part (LsWindow   *window,
                   const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_part (window, "question"), LS_TYPE_LESSON_QUESTION, name));
}

static GtkWidget *
get_vote_part (LsWindow   *window,
               const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (ls_window_get_dialog (window), LS_TYPE_VOTE_DIALOG, name));
}

static void
open_vote (LsWindow *window)
{
  act (window, "lesson.vote");
  test_ui_wait_for (ls_window_get_dialog (window) != NULL && gtk_widget_get_mapped (ls_window_get_dialog (window)));
}

static void
close_vote (LsWindow *window)
{
  ls_compat_close_dialog (ls_window_get_dialog (window));
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
}

/* Presses a key in the dialog. Its code is any number that no other has. */
static gboolean
press (LsWindow        *window,
       guint            keyval,
       GdkModifierType  state)
{
  gboolean was_handled = FALSE;

  g_signal_emit_by_name (test_ui_find_controller (ls_window_get_dialog (window), GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", keyval,
                         keyval, state, &was_handled);
  return was_handled;
}

static void
release (LsWindow *window,
         guint     keyval)
{
  g_signal_emit_by_name (test_ui_find_controller (ls_window_get_dialog (window), GTK_TYPE_EVENT_CONTROLLER_KEY), "key-released", keyval,
                         keyval, 0);
}

/* Returns the row of the answer that the file has at @index. */
static GtkWidget *
get_row (LsWindow *window,
         guint     index)
{
  GtkWidget *row = gtk_widget_get_first_child (get_vote_part (window, "rows"));

  while (ls_vote_row_get_index (LS_VOTE_ROW (row)) != index)
    row = gtk_widget_get_next_sibling (row);
  return row;
}

static const char *
get_count (LsWindow   *window,
           guint       index,
           const char *name)
{
  return gtk_label_get_label (GTK_LABEL (gtk_widget_get_template_child (get_row (window, index), LS_TYPE_VOTE_ROW, name)));
}

/* The key of an answer counts a hand for it. */
static void
raise_hands (LsWindow *window,
             guint     index,
             guint     n)
{
  guint number = 0;

  for (GtkWidget *row = get_row (window, index); row != NULL; row = gtk_widget_get_prev_sibling (row))
    number++;
  while (n-- > 0)
    {
      press (window, GDK_KEY_0 + number, 0);
      /* A key that is held down repeats, and is one hand. */
      press (window, GDK_KEY_0 + number, 0);
      release (window, GDK_KEY_0 + number);
    }
}

/* Counts hands, again after the class has talked, and gives its answer: then the curtain is drawn. */
static void
test_vote (void)
{
  LsWindow *window = workshop_window (0);
  GtkWidget *choice;

  open_vote (window);
  g_assert_false (gtk_widget_get_sensitive (get_vote_part (window, "commit")));
  g_assert_false (gtk_widget_get_sensitive (get_vote_part (window, "again")));
  g_assert_false (press (window, GDK_KEY_4, 0));
  raise_hands (window, 1, 3);
  raise_hands (window, 0, 2);
  g_assert_cmpstr (get_count (window, 1, "first_count"), ==, "3");
  g_assert_cmpstr (get_count (window, 0, "first_count"), ==, "2");
  g_assert_true (ls_vote_row_is_chosen (LS_VOTE_ROW (get_row (window, 1))));
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_vote_part (window, "total"))), ==, "First vote: 5 hands");
  choice = GTK_WIDGET (gtk_widget_get_template_child (get_row (window, 1), LS_TYPE_VOTE_ROW, "choice"));
  gtk_test_accessible_assert_property (choice, GTK_ACCESSIBLE_PROPERTY_LABEL, "bee: 3 hands");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (gtk_widget_get_template_child (get_row (window, 1), LS_TYPE_VOTE_ROW, "second_box"))));

  /* Nothing is told. The counts stay with the page. */
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, LS_LESSON_HIDES_ALL);
  g_assert_false (gtk_widget_has_css_class (get_row (window, 0), "right"));
  close_vote (window);
  act (window, "lesson.next");
  act (window, "lesson.back");
  open_vote (window);
  g_assert_cmpstr (get_count (window, 1, "first_count"), ==, "3");

  /* A draw has no answer until one is chosen. */
  raise_hands (window, 0, 1);
  g_assert_false (gtk_widget_get_sensitive (get_vote_part (window, "commit")));
  ls_vote_row_choose (LS_VOTE_ROW (get_row (window, 0)), TRUE);
  g_assert_true (gtk_widget_get_sensitive (get_vote_part (window, "commit")));

  g_signal_emit_by_name (get_vote_part (window, "again"), "clicked");
  g_assert_false (gtk_widget_get_sensitive (get_vote_part (window, "again")));
  raise_hands (window, 0, 5);
  g_assert_cmpstr (get_count (window, 0, "first_count"), ==, "3");
  g_assert_cmpstr (get_count (window, 0, "second_count"), ==, "5");
  choice = GTK_WIDGET (gtk_widget_get_template_child (get_row (window, 0), LS_TYPE_VOTE_ROW, "choice"));
  gtk_test_accessible_assert_property (choice, GTK_ACCESSIBLE_PROPERTY_LABEL, "ant: 5 hands, 3 in the first vote");
  gtk_widget_activate_action (ls_window_get_dialog (window), "dialog.accept", NULL);
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  g_assert_true (gtk_widget_has_css_class (get_question_part (window, "feedback_box"), "right"));
  g_assert_cmpuint (ls_player_get_curtain (test_window_get_player (window)), ==, 0);

  /* The hands can still be seen, and the right answer, but nothing is counted any more. */
  open_vote (window);
  g_assert_true (gtk_widget_has_css_class (get_row (window, 0), "right"));
  raise_hands (window, 0, 1);
  g_assert_cmpstr (get_count (window, 0, "second_count"), ==, "5");
  g_assert_false (gtk_widget_get_sensitive (get_vote_part (window, "undo")));
  close_vote (window);

  act (window, "lesson.restart");
  open_vote (window);
  g_assert_cmpstr (get_count (window, 0, "first_count"), ==, "0");
  close_vote (window);
  close_window (window);
}

/* Whatever was counted is taken back: a hand, the second vote, and the reset. */
static void
test_vote_undo (void)
{
  LsWindow *window = workshop_window (0);

  open_vote (window);
  g_signal_emit_by_name (gtk_widget_get_template_child (get_row (window, 2), LS_TYPE_VOTE_ROW, "count"), "clicked");
  raise_hands (window, 2, 1);
  g_assert_true (press (window, GDK_KEY_BackSpace, 0));
  g_assert_cmpstr (get_count (window, 2, "first_count"), ==, "1");
  g_signal_emit_by_name (get_vote_part (window, "again"), "clicked");
  raise_hands (window, 0, 1);
  g_signal_emit_by_name (get_vote_part (window, "reset"), "clicked");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_vote_part (window, "total"))), ==, "First vote: 0 hands");
  g_assert_true (press (window, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_cmpstr (get_count (window, 0, "second_count"), ==, "1");
  g_assert_cmpstr (get_count (window, 2, "first_count"), ==, "1");
  for (guint i = 0; i < 3; i++)
    g_signal_emit_by_name (get_vote_part (window, "undo"), "clicked");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (get_vote_part (window, "total"))), ==, "First vote: 0 hands");
  g_assert_false (gtk_widget_get_sensitive (get_vote_part (window, "undo")));
  close_vote (window);

  /* A page without choices has no vote. */
  act (window, "lesson.next");
  act (window, "lesson.vote");
  g_assert_null (ls_window_get_dialog (window));
  close_window (window);
}

static gboolean
is_done (LsWindow *window)
{
  return gtk_widget_has_css_class (get_part (window, "task"), "done");
}

static gsize
get_schedule_length (LsWindow *window)
{
  gsize length;

  ls_session_get_schedule (test_window_get_session (window), &length);
  return length;
}

static void
let_go (LsWindow *window,
        guint32   agent)
{
  test_window_activate (window, "win.let-agent-go", "u", agent);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static void
step (LsWindow *window)
{
  test_window_activate (window, "win.step", NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static guint32
get_owner (LsWindow *window)
{
  const LsCellState *cell = ls_state_get_cell (ls_player_get_state (test_window_get_player (window)), 1, 0);

  return cell != NULL ? cell->lock_owner : 0;
}

static guint
get_state (LsWindow *window,
           guint32   agent)
{
  const LsAgentTraceState *data = ls_state_get_agent (ls_player_get_state (test_window_get_player (window)), agent);

  return data != NULL ? data->state : LS_AGENT_STATE_RUNNABLE;
}

/* “ant” gets the lock, “bee” waits for it, “cat” unlocks it, and “bee” has it as well. */
static void
break_lock (LsWindow *window)
{
  let_go (window, 2);
  for (guint i = 0; i < 20 && get_owner (window) != 2; i++)
    step (window);
  let_go (window, 3);
  for (guint i = 0; i < 20 && get_state (window, 3) != LS_AGENT_STATE_WAITING; i++)
    step (window);
  let_go (window, 4);
  for (guint i = 0; i < 20 && get_state (window, 4) != LS_AGENT_STATE_IDLE; i++)
    step (window);
  g_assert_false (is_done (window));
  let_go (window, 3);
  for (guint i = 0; i < 20 && get_owner (window) != 3; i++)
    step (window);
}

/* The learner breaks the lock. That stays with the page, and is nobody's to save. */
static void
test_break (void)
{
  LsWindow *window = workshop_window (1);
  gsize length;

  g_assert_true (gtk_widget_get_mapped (get_part (window, "task")));
  g_assert_false (is_done (window));
  g_assert_false (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  break_lock (window);
  test_ui_wait_for (is_done (window));
  g_assert_true (gtk_widget_has_css_class (get_part (window, "next"), "suggested-action"));
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  length = get_schedule_length (window);
  g_assert_cmpuint (length, >, 0);

  act (window, "lesson.next");
  g_assert_cmpuint (get_schedule_length (window), ==, 0);
  g_assert_false (ls_debugger_get_modified (ls_window_get_debugger (window)));
  act (window, "lesson.back");
  g_assert_cmpuint (get_schedule_length (window), ==, length);
  g_assert_true (is_done (window));
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));

  act (window, "lesson.restart");
  act (window, "lesson.next");
  g_assert_cmpuint (get_schedule_length (window), ==, 0);
  g_assert_false (is_done (window));
  close_window (window);
}

/* Hints come one by one; the solution shows when it is asked for, and goes with undo. */
static void
test_help (void)
{
  LsWindow *window = workshop_window (1);

  g_signal_emit_by_name (get_help_part (get_part (window, "task"), "hint"), "clicked");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "task"), "hints"), "Hint 1: Look."));
  act (window, "lesson.back");
  act (window, "lesson.next");
  g_assert_true (test_ui_shows (get_help_part (get_part (window, "task"), "hints"), "Hint 1: Look."));
  g_signal_emit_by_name (get_help_part (get_part (window, "task"), "hint"), "clicked");
  g_assert_false (gtk_widget_get_sensitive (get_help_part (get_part (window, "task"), "hint")));

  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_settle (GTK_WIDGET (window));
  act (window, "lesson.solution");
  g_assert_cmpuint (get_schedule_length (window), ==, 13);
  test_ui_wait_for (is_done (window));
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  g_assert_cmpuint (get_owner (window), ==, 3);
  g_assert_false (gtk_widget_get_visible (get_part (window, "notice")));
  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_schedule_length (window), ==, 0);
  test_window_activate (window, "win.redo", NULL);
  g_assert_cmpuint (get_schedule_length (window), ==, 13);
  act (window, "lesson.reset");
  g_assert_cmpuint (get_schedule_length (window), ==, 0);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  g_assert_cmpuint (get_owner (window), ==, 0);
  close_window (window);
}

static void
answer (LsWindow *window,
        guint     index)
{
  ls_lesson_question_give (LS_LESSON_QUESTION (get_part (window, "question")), index);
}

static const char *
get_score (LsWindow *window)
{
  return gtk_label_get_label (GTK_LABEL (gtk_widget_get_template_child (get_part (window, "recap"), LS_TYPE_LESSON_RECAP, "score")));
}

static GtkWidget *
get_result (LsWindow *window,
            guint     index)
{
  GtkWidget *pages = GTK_WIDGET (gtk_widget_get_template_child (get_part (window, "recap"), LS_TYPE_LESSON_RECAP, "pages"));

  return index == 0 ? gtk_widget_get_first_child (pages) : gtk_widget_get_last_child (pages);
}

/* The first try counts, until the lesson is begun again, and what is open keeps the lesson open. */
static void
test_progress (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window = workshop_window (2);
  LsLessonScore score;

  g_assert_true (gtk_widget_get_mapped (get_part (window, "recap")));
  g_assert_true (test_ui_shows (get_part (window, "recap"), "All Lessons"));
  g_assert_cmpstr (get_score (window), ==, "0 of 1 question right at the first try · 0 of 1 exercise done · 2 open");
  gtk_test_accessible_assert_property (get_result (window, 0), GTK_ACCESSIBLE_PROPERTY_LABEL, "1. T: Not answered");
  gtk_test_accessible_assert_property (get_result (window, 1), GTK_ACCESSIBLE_PROPERTY_LABEL, "2. T: To do");
  g_signal_emit_by_name (get_result (window, 0), "clicked");
  test_ui_wait_for (ls_lesson_view_get_page (get_lesson (window)) == 0);
  g_assert_false (gtk_widget_get_visible (get_part (window, "recap")));

  answer (window, 1);
  ls_lesson_view_turn_to (get_lesson (window), 2);
  g_assert_cmpstr (get_score (window), ==, "0 of 1 question right at the first try · 0 of 1 exercise done · 1 open");
  gtk_test_accessible_assert_property (get_result (window, 0), GTK_ACCESSIBLE_PROPERTY_LABEL, "1. T: Answered, not right at the first try");
  act (window, "lesson.next");
  g_assert_null (ls_lesson_view_get_lesson (get_lesson (window)));
  g_assert_false (ls_lessons_get_finished (settings, "workshop"));
  /* Who opens it again begins where something is open. */
  g_assert_cmpuint (ls_lessons_get_page (settings, "workshop"), ==, 1);
  close_window (window);

  window = test_window_new_session (SESSION, 1360, 860);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  ls_lesson_view_turn_to (get_lesson (window), 0);
  answer (window, 0);
  ls_lesson_results_get_score (settings, "workshop", &score);
  g_assert_cmpuint (score.n_answered, ==, 1);
  g_assert_cmpuint (score.n_right, ==, 0);
  act (window, "lesson.restart");
  answer (window, 0);
  act (window, "lesson.next");
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_settle (GTK_WIDGET (window));
  act (window, "lesson.solution");
  test_ui_wait_for (is_done (window));
  act (window, "lesson.next");
  /* What the solution has done is not done by the learner. */
  g_assert_cmpstr (get_score (window), ==, "1 of 1 question right at the first try · 0 of 1 exercise done · 1 open");
  gtk_test_accessible_assert_property (get_result (window, 1), GTK_ACCESSIBLE_PROPERTY_LABEL, "2. T: Solution shown");
  g_assert_false (gtk_widget_has_css_class (get_result (window, 1), "right"));
  act (window, "lesson.next");
  g_assert_false (ls_lessons_get_finished (settings, "workshop"));
  close_window (window);
  g_settings_reset (settings, "lessons");
  g_settings_reset (settings, "lesson-results");
}

/* Of a page that asks something and has something to do, both count. */
static void
test_both (void)
{
  LsWindow *window = lesson_session_window (
    "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"steps\",\"main\":[{\"op\":\"postTask\",\"name\":\"a\",\"body\":[]}]},"
    "\"lesson\":{\"id\":\"both\",\"pages\":[" PAGE ("," QUESTION ",\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\"}}") "," PAGE ("") "]}}",
    1360, 860, 0);

  answer (window, 0);
  act (window, "lesson.next");
  gtk_test_accessible_assert_property (get_result (window, 0), GTK_ACCESSIBLE_PROPERTY_LABEL, "1. T: To do");
  g_assert_false (gtk_widget_has_css_class (get_result (window, 0), "right"));
  act (window, "lesson.back");
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  test_ui_settle (GTK_WIDGET (window));
  test_window_activate (window, "win.to-end", NULL);
  test_ui_wait_for (is_done (window));
  act (window, "lesson.next");
  gtk_test_accessible_assert_property (get_result (window, 0), GTK_ACCESSIBLE_PROPERTY_LABEL, "1. T: Right at the first try");
  g_assert_true (gtk_widget_has_css_class (get_result (window, 0), "right"));
  close_window (window);
}

static GtkWidget *
get_answers_part (LsWindow   *window,
                  const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (ls_window_get_dialog (window), LS_TYPE_ANSWERS_DIALOG, name));
}

static void
open_answers (LsWindow *window)
{
  test_window_activate (window, "win.lesson-save", NULL);
  test_ui_wait_for (ls_window_get_dialog (window) != NULL && gtk_widget_get_mapped (ls_window_get_dialog (window)));
}

static void
assert_attempt (LsAnswerSheet *sheet,
                guint          index,
                const char    *answer,
                guint          choice,
                gboolean       is_right)
{
  LsSheetExercise *exercise = ls_answer_sheet_find (sheet, 1, FALSE);
  const LsSheetAttempt *attempt = g_ptr_array_index (exercise->attempts, index);

  g_assert_cmpstr (attempt->answer, ==, answer);
  g_assert_cmpuint (attempt->choice, ==, choice);
  g_assert_true (attempt->is_right == is_right);
  g_assert_cmpint (attempt->time, >, 0);
}

/* The learner answers, leaves, comes again and answers once more. All of that is in the file that is saved then. */
static void
test_save (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "anna.answers.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path), nowhere = g_file_new_for_path ("/nowhere/at/all/a.json");
  g_autoptr (LsAnswerSheet) sheet = NULL;
  g_autoptr (GError) error = NULL;
  LsWindow *window = workshop_window (0);
  LsSheetExercise *task;

  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  g_settings_reset (settings, "learner-name");
  open_answers (window);
  g_assert_true (test_ui_shows (ls_window_get_dialog (window), "Nothing has been answered yet."));
  g_assert_false (gtk_widget_get_sensitive (get_answers_part (window, "accept")));
  close_vote (window);

  answer (window, 1);
  ls_lesson_view_turn_to (get_lesson (window), 1);
  g_signal_emit_by_name (get_help_part (get_part (window, "task"), "hint"), "clicked");
  close_window (window);
  window = test_window_new_session (SESSION, 1360, 860);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
  ls_lesson_view_turn_to (get_lesson (window), 0);
  answer (window, 0);

  open_answers (window);
  g_assert_true (test_ui_shows (ls_window_get_dialog (window), "0 of 1 question right at the first try · 0 of 1 exercise done · 1 open"));
  g_assert_true (gtk_widget_get_sensitive (get_answers_part (window, "accept")));
  gtk_editable_set_text (GTK_EDITABLE (get_answers_part (window, "name")), "  Anna \"A\" 金 ");
  ls_answers_dialog_save_to (LS_ANSWERS_DIALOG (ls_window_get_dialog (window)), nowhere);
  test_ui_wait_for (gtk_widget_get_visible (get_answers_part (window, "error")));
  g_assert_true (g_str_has_prefix (gtk_label_get_label (GTK_LABEL (get_answers_part (window, "error"))), "a.json: Could not save the file: "));
  g_assert_true (gtk_widget_get_sensitive (get_answers_part (window, "accept")));
  ls_answers_dialog_save_to (LS_ANSWERS_DIALOG (ls_window_get_dialog (window)), file);
  test_ui_wait_for (ls_window_get_dialog (window) == NULL);
  test_ui_wait_for (test_ui_shows (GTK_WIDGET (window), "Saved anna.answers.json"));

  sheet = ls_answer_sheet_load ("anna", file, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sheet->learner, ==, "Anna \"A\" 金");
  g_assert_cmpuint (strlen (sheet->learner_id), ==, 16);
  g_assert_cmpstr (sheet->id, ==, "workshop");
  g_assert_cmpstr (sheet->title, ==, "Lock");
  g_assert_cmpuint (sheet->n_begun_again, ==, 0);
  g_assert_cmpint (sheet->saved, >, 0);
  g_assert_cmpuint (sheet->exercises->len, ==, 2);
  assert_attempt (sheet, 0, "`bee`", 2, FALSE);
  assert_attempt (sheet, 1, "`ant`", 1, TRUE);
  task = ls_answer_sheet_find (sheet, 2, TRUE);
  g_assert_cmpuint (task->attempts->len, ==, 0);
  g_assert_cmpuint (task->n_hints, ==, 1);

  /* Who starts again has answered nothing, and that is said. */
  act (window, "lesson.restart");
  assert_noted (window, FALSE, "0 - 1");
  open_answers (window);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (get_answers_part (window, "name"))), ==, "Anna \"A\" 金");
  g_assert_false (gtk_widget_get_sensitive (get_answers_part (window, "accept")));
  close_vote (window);
  close_window (window);
  g_file_delete (file, NULL, NULL);
  g_settings_reset (settings, "learner-name");
  g_settings_reset (settings, "lesson-notes");
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/workshop/vote", test_vote);
  g_test_add_func ("/workshop/vote-undo", test_vote_undo);
  g_test_add_func ("/workshop/break", test_break);
  g_test_add_func ("/workshop/help", test_help);
  g_test_add_func ("/workshop/progress", test_progress);
  g_test_add_func ("/workshop/both", test_both);
  g_test_add_func ("/workshop/save", test_save);

  return g_test_run ();
}
