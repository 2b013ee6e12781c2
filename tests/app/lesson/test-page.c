/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "test-lesson-util.h"
#include "test-stage-util.h"

#include "ls-lesson-order.h"
#include "ls-lesson-question.h"
#include "ls-log-view.h"
#include "ls-priority-card.h"
#include "ls-program-pane.h"
#include "ls-source-card.h"
#include "ls-stage.h"
#include "ls-task-chip.h"
#include "ls-text-block.h"
#include "ls-text-view.h"
#include "ls-timeline.h"

/* What the window shows for a page of a lesson, on the screen of a laptop: lines of the program, the log, the timeline, and where the
 * answer shows. */

static LsWindow *
page_window (const char *name,
             guint       page)
{
  return lesson_file_window (name, 1366, 768, page);
}

static GtkWidget *
get_question_part (LsWindow   *window,
                   const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_part (window, "question"), LS_TYPE_LESSON_QUESTION, name));
}

static void
give_answer (LsWindow   *window,
             const char *text)
{
  GtkWidget *answer = gtk_widget_get_first_child (get_question_part (window, "answers"));

  while (!g_str_equal (gtk_label_get_text (GTK_LABEL (gtk_check_button_get_child (GTK_CHECK_BUTTON (answer)))), text))
    answer = gtk_widget_get_next_sibling (answer);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (answer), TRUE);
  g_signal_emit_by_name (get_question_part (window, "commit"), "clicked");
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
}

static guint
count_log (LsWindow *window)
{
  return ls_log_view_get_n_lines (LS_LOG_VIEW (test_window_get_child (window, "log")));
}

/* After the answer one sees what the question is about, and not how the run ends. */
static void
test_reveal (void)
{
  LsWindow *window = page_window ("03-queues.loopscope", 2);
  LsPlayer *player = test_window_get_player (window);
  LsState *state;
  guint32 signal;

  give_answer (window, "feed1 and feed2");
  g_assert_cmpuint (ls_player_get_step (player), ==, 2);
  state = ls_player_get_state (player);
  signal = test_window_find_signal (window, "feed");
  g_assert_cmpint (ls_state_get_signal (state, signal)->priority, ==, LS_TASK_PRIORITY_BACKGROUND);
  g_assert_cmpuint (ls_state_get_time (state), ==, 0);
  test_window_close (window);
}

/* Returns whether the middle of a line is on screen. */
static gboolean
shows_line (LsWindow *window,
            guint     line)
{
  LsScriptView *script = ls_program_pane_get_view (LS_PROGRAM_PANE (test_window_get_child (window, "program")));
  GtkTextView *view = GTK_TEXT_VIEW (ls_script_view_get_text_view (script));
  GtkTextIter iter;
  GdkRectangle place, visible;

  gtk_text_buffer_get_iter_at_line (gtk_text_view_get_buffer (view), &iter, line - 1);
  gtk_text_view_get_iter_location (view, &iter, &place);
  gtk_text_view_get_visible_rect (view, &visible);
  return place.y + place.height / 2 >= visible.y && place.y + place.height / 2 < visible.y + visible.height;
}

static gboolean
has_mark (LsWindow *window,
          guint     line)
{
  LsScriptView *script = ls_program_pane_get_view (LS_PROGRAM_PANE (test_window_get_child (window, "program")));
  GSList *marks = gtk_source_buffer_get_source_marks_at_line (GTK_SOURCE_BUFFER (ls_script_view_get_buffer (script)), line - 1,
                                                              LS_SCRIPT_BUFFER_LINES);
  const gboolean has = marks != NULL;

  g_slist_free (marks);
  return has;
}

/* The lines that the text talks about are seen, all of them, until the learner goes on; so they are again where he goes back. */
static void
test_lines (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 7);

  test_ui_wait_for (shows_line (window, 46) && shows_line (window, 61));
  g_assert_true (has_mark (window, 46) && has_mark (window, 61));
  g_assert_false (has_mark (window, 45) || has_mark (window, 62));
  ls_lesson_view_turn_to (get_lesson (window), 1);
  test_ui_wait_for (shows_line (window, 1) && shows_line (window, 10));
  g_assert_false (has_mark (window, 46));
  give_answer (window, "show, load, timer");
  ls_lesson_view_turn_to (get_lesson (window), 3);
  test_ui_wait_for (shows_line (window, 15) && shows_line (window, 20));
  ls_lesson_view_turn_to (get_lesson (window), 4);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (has_mark (window, 15));
  test_window_close (window);
}

/* The log has what was printed up to the moment, and grows with each step. */
static void
test_log (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 2);
  LsPlayer *player = test_window_get_player (window);

  g_assert_cmpuint (count_log (window), ==, 3);
  ls_player_step_by (player, LS_STEPPING_TURN, FALSE);
  test_ui_wait_for (!ls_player_is_pending (player));
  g_assert_cmpuint (count_log (window), ==, 5);
  ls_player_step_by (player, LS_STEPPING_TURN, FALSE);
  test_ui_wait_for (!ls_player_is_pending (player));
  g_assert_cmpuint (count_log (window), ==, 6);
  ls_player_seek (player, 0);
  g_assert_cmpuint (count_log (window), ==, 0);
  test_window_activate (window, "win.lesson-leave", NULL);
  test_ui_wait_for (count_log (window) == 6);
  test_window_close (window);
}

/* Who tries again is asked again: nothing of the window tells the answer any more. */
static void
test_again (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 7);
  LsPlayer *player = test_window_get_player (window);
  const gsize position = ls_player_get_position (player);
  const guint n_lines = count_log (window);

  press_asked (window, "order", "commit");
  wait_for_judgement (window, "order");
  g_assert_cmpuint (ls_player_get_curtain (player), ==, 0);
  g_signal_emit_by_name (get_verdict_part (get_part (window, "order"), "again"), "clicked");
  test_ui_wait_for (!ls_player_is_pending (player) && ls_player_get_position (player) == position);
  g_assert_cmpuint (ls_player_get_curtain (player), !=, 0);
  g_assert_cmpuint (ls_player_get_length (player), ==, position);
  g_assert_cmpuint (count_log (window), ==, n_lines);
  test_window_close (window);
}

/* While the program of a page runs, the run of the page before does not look like it, and nothing can be answered. */
static void
test_waiting (void)
{
  static const char session[] =
    "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\",\"source\":\"console.log('a');\"},"
    "\"lesson\":{\"id\":\"slow\",\"pages\":[{\"title\":\"One\",\"text\":[\"Quick.\"],\"at\":{\"turn\":1}},"
    "{\"title\":\"Two\",\"text\":[\"Slow.\"],\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"postTask\",\"name\":\"slow\","
    "\"javascript\":\"while (true);\"}}],\"at\":{\"turn\":2},"
    "\"question\":{\"text\":\"What?\",\"answers\":[{\"text\":\"This\",\"right\":true,\"because\":\"a\"},{\"text\":\"That\",\"because\":\"b\"}]}}]}}";
  LsWindow *window = lesson_session_window (session, 1366, 768, 0);
  GtkWidget *sign = test_window_get_child (window, "waiting");
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *answer;

  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_visible (sign));
  ls_lesson_view_turn_to (get_lesson (window), 1);
  /* A run that is there at once has no sign. */
  g_assert_false (gtk_widget_get_visible (sign));
  answer = gtk_widget_get_first_child (get_question_part (window, "answers"));
  g_assert_true (gtk_widget_grab_focus (answer) && gtk_widget_is_focus (answer));
  test_ui_wait_for (gtk_widget_get_mapped (sign));
  g_assert_true (ls_player_is_pending (test_window_get_player (window)));
  g_assert_true (gtk_widget_has_css_class (stage, "outdated"));
  g_assert_false (gtk_widget_is_sensitive (get_question_part (window, "answers")));
  /* The keyboard is where it was as soon as there is something to answer. */
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_is_focus (answer));
  test_ui_wait_for (!gtk_widget_get_visible (sign));
  test_ui_wait_for (gtk_widget_is_focus (answer));
  ls_lesson_view_turn_to (get_lesson (window), 0);
  test_ui_settle (GTK_WIDGET (window));
  ls_lesson_view_turn_to (get_lesson (window), 1);
  test_ui_wait_for (gtk_widget_get_mapped (sign));
  ls_lesson_view_turn_to (get_lesson (window), 0);
  test_ui_wait_for (!gtk_widget_get_visible (sign));
  g_assert_false (gtk_widget_has_css_class (stage, "outdated"));
  g_assert_true (gtk_widget_get_sensitive (get_part (window, "question")));
  test_window_close (window);
}

static char *
dup_posted (LsWindow *window)
{
  GtkWidget *posted = get_part (window, "posted");

  g_assert_true (gtk_widget_get_visible (posted));
  return ls_text_view_dup_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (gtk_widget_get_last_child (posted))));
}

/* What is left of a long line stands further in than where the line begins. Returns how many lines are too long. */
static guint
count_hanging (LsWindow *window)
{
  GtkTextView *view = GTK_TEXT_VIEW (gtk_widget_get_last_child (get_part (window, "posted")));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter iter;
  guint n_long = 0;

  gtk_text_buffer_get_start_iter (buffer, &iter);
  for (guint i = 0; i < (guint) gtk_text_buffer_get_line_count (buffer); i++)
    {
      GtkTextIter begin;
      GdkRectangle first, next;

      gtk_text_buffer_get_iter_at_line (buffer, &begin, i);
      while (gtk_text_iter_get_char (&begin) == ' ')
        gtk_text_iter_forward_char (&begin);
      gtk_text_view_get_iter_location (view, &begin, &first);
      iter = begin;
      if (!gtk_text_view_forward_display_line (view, &iter) || gtk_text_iter_get_line (&iter) != (int) i)
        continue;
      gtk_text_view_get_iter_location (view, &iter, &next);
      g_assert_cmpint (next.x, >, first.x + 8);
      g_assert_cmpint (next.x, <, first.x + 24);
      n_long++;
    }
  return n_long;
}

/* The text has the code of a task that the program does not have, unless it quotes that. */
static void
test_posted (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 4);
  GtkWidget *posted = get_part (window, "posted");
  g_autofree char *code = dup_posted (window);
  g_autofree char *other = NULL;
  GtkWidget *view = gtk_widget_get_last_child (posted);
  GtkTextIter end;
  GdkRectangle last;

  g_assert_true (g_str_has_prefix (code, "// two\nsetTimeout(function first() {\n"));
  g_assert_cmpuint (count_hanging (window), ==, 2);
  /* All of it is seen, and no empty line below it. */
  gtk_text_buffer_get_end_iter (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), &end);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (view), &end, &last);
  g_assert_cmpint (gtk_widget_get_height (view), >=, last.y + last.height);
  g_assert_cmpint (gtk_widget_get_height (view), <, last.y + 2 * last.height);
  ls_lesson_view_turn_to (get_lesson (window), 7);
  g_assert_false (gtk_widget_get_visible (posted));
  ls_lesson_view_turn_to (get_lesson (window), 5);
  other = dup_posted (window);
  g_assert_cmpstr (other, ==,
                   "// click: { priority: 'user-blocking', delay: 12 }\nwork(2);\n"
                   "console.log(`click answered at ${Math.round(performance.now())} ms`);");
  test_window_close (window);
}

/* The timeline has time where time passes, as far as to what is due, and rows for what has happened. */
static void
test_timeline (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 5);
  LsTimelineScene *scene = ls_timeline_get_scene (LS_TIMELINE (test_window_get_child (window, "timeline")));
  guint n_rows;
  const LsTimelineRow *rows;

  g_assert_false (ls_timeline_model_get_by_step (ls_timeline_scene_get_model (scene)));
  test_window_close (window);

  /* In the middle of the first step that takes time. */
  window = page_window ("11-splitting.loopscope", 0);
  scene = ls_timeline_get_scene (LS_TIMELINE (test_window_get_child (window, "timeline")));
  g_assert_false (ls_timeline_model_get_by_step (ls_timeline_scene_get_model (scene)));
  test_window_close (window);

  window = page_window ("01-event-loop.loopscope", 4);
  scene = ls_timeline_get_scene (LS_TIMELINE (test_window_get_child (window, "timeline")));
  rows = ls_timeline_scene_get_rows (scene, &n_rows);
  g_assert_cmpuint (n_rows, >=, 3);
  g_assert_cmpuint (rows[0].track, ==, LS_TRACK_USER_VISIBLE);
  g_assert_cmpuint (rows[n_rows - 1].track, ==, LS_TRACK_QUEUED);
  /* There is a margin. */
  g_assert_cmpfloat (ls_time_axis_get_total (ls_timeline_scene_get_axis (scene)), >, 10000);
  g_assert_cmpfloat (ls_time_axis_get_total (ls_timeline_scene_get_axis (scene)), <, 11000);
  test_window_close (window);
}

/* A page that looks at the stage shows all of it, also after one for which the user has made it low. */
static void
test_stage (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 2);
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkPaned *center = GTK_PANED (gtk_widget_get_ancestor (stage, GTK_TYPE_PANED));

  test_ui_wait_for (gtk_widget_get_height (stage) >= ls_stage_get_natural_height (LS_STAGE (stage)));
  gtk_paned_set_position (center, 200);
  test_ui_wait_for (gtk_widget_get_height (stage) < 220);
  ls_lesson_view_turn_to (get_lesson (window), 3);
  test_ui_wait_for (gtk_widget_get_height (stage) >= ls_stage_get_natural_height (LS_STAGE (stage)));
  test_window_close (window);
}

/* No row of the stage is cut on pages whose exercise needs the height, or that show what is at the bottom. */
static void
test_rows (void)
{
  static const struct
  {
    const char *lesson;
    guint       page;
  } pages[] = {
    { "11-splitting.loopscope", 7 }, { "12-promises.loopscope", 8 },
  };
  static const struct
  {
    int width, height;
  } sizes[] = { { 1366, 768 }, { 1440, 900 }, { 1600, 1000 } };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        LsWindow *window = lesson_file_window (pages[i].lesson, sizes[j].width, sizes[j].height, pages[i].page);

        g_test_message ("%s, page %u, %d × %d", pages[i].lesson, pages[i].page + 1, sizes[j].width, sizes[j].height);
        assert_no_row_cut (window);
        test_window_close (window);
      }
}

/* An empty log has little room until it has a line, and so have priorities where nothing is about the scheduler. */
static void
test_empty (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 0);
  GtkWidget *bottom = test_window_get_child (window, "bottom_pane");
  GtkWidget *card = test_ui_find (test_window_get_child (window, "stage"), LS_TYPE_PRIORITY_CARD, "user_visible");
  LsPlayer *player = test_window_get_player (window);

  test_ui_wait_for (gtk_widget_get_height (bottom) < 110);
  test_ui_wait_for (shows_line (window, 1) && shows_line (window, 20));
  g_assert_cmpint (gtk_widget_get_height (card), <, 40);
  give_answer (window, "“load begins”");
  test_ui_wait_for (gtk_widget_get_height (bottom) >= 150);
  ls_player_seek (player, 0);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpuint (count_log (window), ==, 0);
  g_assert_cmpint (gtk_widget_get_height (bottom), >=, 150);
  /* A task of the scheduler is posted there. */
  ls_lesson_view_turn_to (get_lesson (window), 3);
  test_ui_wait_for (gtk_widget_get_height (card) > 60);
  ls_lesson_view_turn_to (get_lesson (window), 0);
  test_ui_wait_for (gtk_widget_get_height (card) < 40 && gtk_widget_get_height (bottom) < 110);
  test_window_activate (window, "win.lesson-leave", NULL);
  test_ui_wait_for (gtk_widget_get_height (card) > 60 && gtk_widget_get_height (bottom) >= 150);
  test_window_close (window);
}

static gboolean
says (GtkWidget  *block,
      const char *begin)
{
  g_autofree char *text = NULL;

  g_object_get (block, "label", &text, NULL);
  return g_str_has_prefix (text, begin);
}

/* Inspector and stage say the same of a task whose turn is over. */
static void
test_inspector (void)
{
  LsWindow *window = page_window ("01-event-loop.loopscope", 0);
  GtkWidget *inspector = test_window_get_child (window, "inspector");
  GtkWidget *text = GTK_WIDGET (gtk_widget_get_template_child (inspector, G_OBJECT_TYPE (inspector), "text"));
  g_autofree char *shown = NULL;

  give_answer (window, "main.js, the script");
  test_ui_wait_for (says (text, "main.js, "));
  g_assert_true (says (text, "main.js, finished\n"));
  test_window_close (window);

  /* A timer that joined its queue after it was due: the stage says how late it is. */
  window = page_window ("01-event-loop.loopscope", 4);
  inspector = test_window_get_child (window, "inspector");
  text = GTK_WIDGET (gtk_widget_get_template_child (inspector, G_OBJECT_TYPE (inspector), "text"));
  ls_lesson_view_turn_to (get_lesson (window), 5);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  ls_player_step_back (test_window_get_player (window));
  test_ui_wait_for (says (text, "tick, "));
  g_object_get (text, "label", &shown, NULL);
  g_assert_nonnull (strstr (shown, "\nDue at 10 ms\nQueued at 25 ms"));
  test_window_close (window);
}

/* A task in the queue of a fixed priority shows that it has a signal, if it has one. */
static void
test_dot (void)
{
  LsWindow *window = page_window ("03-queues.loopscope", 3);
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *toast = test_stage_find_chip (stage, 4);
  GtkWidget *hint = test_stage_find_chip (stage, 7);
  GtkWidget *dot = GTK_WIDGET (gtk_widget_get_template_child (hint, LS_TYPE_TASK_CHIP, "dot"));

  g_assert_nonnull (test_ui_find (stage, GTK_TYPE_LABEL, "fixed"));
  g_assert_true (gtk_widget_get_visible (dot));
  g_assert_true (gtk_widget_has_css_class (dot, "signal-3"));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (gtk_widget_get_template_child (toast, LS_TYPE_TASK_CHIP, "dot"))));
  test_window_close (window);
}

/* On the screen of a laptop, with the signals beside it, the stage has room for all that waits. The inspector is narrower for that, as
 * long as there is a lesson. */
static void
test_room (void)
{
  LsWindow *window = page_window ("03-queues.loopscope", 2);
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *signals = test_window_get_child (window, "signals");

  g_assert_true (gtk_widget_get_mapped (signals));
  for (guint32 task = 3; task <= 8; task++)
    g_assert_true (gtk_widget_get_mapped (test_stage_find_chip (stage, task)));
  g_assert_false (test_ui_shows (stage, "+1"));
  test_window_activate (window, "win.lesson-leave", NULL);
  test_ui_wait_for (gtk_widget_get_width (signals) >= 318);
  test_window_close (window);
}

/* Text of another size gives the inspector another width, unless the user has moved its divider: then it keeps the width that it has,
 * also for the next window. */
static void
test_inspector_width (void)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window = page_window ("03-queues.loopscope", 2);
  GtkWidget *pane = test_window_get_child (window, "right_pane");
  GtkPaned *right = GTK_PANED (test_window_get_child (window, "right"));

  test_ui_wait_for (ABS (gtk_widget_get_width (pane) - 280) <= 2);
  g_settings_set_double (settings, "text-zoom", 1.1);
  test_ui_wait_for (ABS (gtk_widget_get_width (pane) - 308) <= 2);
  test_ui_settle (GTK_WIDGET (window));
  gtk_paned_set_position (right, gtk_paned_get_position (right) - 40);
  test_ui_wait_for (ABS (gtk_widget_get_width (pane) - 348) <= 2);
  g_settings_set_double (settings, "text-zoom", 1);
  test_ui_settle (GTK_WIDGET (window));
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpint (ABS (gtk_widget_get_width (pane) - 348), <=, 2);
  test_window_activate (window, "win.lesson-leave", NULL);
  test_ui_settle (GTK_WIDGET (window));
  gtk_window_close (GTK_WINDOW (window));
  g_assert_cmpint (g_settings_get_int (settings, "inspector-width"), >, 340);
  test_window_reset_setting ("inspector-width");
  test_window_reset_setting ("program-width");
  test_window_reset_setting ("panes-width");
}

/* What is a long name is read whole. */
static void
test_title (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 3);
  GtkLabel *title = GTK_LABEL (get_part (window, "lesson_title"));

  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (title)));
  test_window_close (window);
}

/* So are the names of tasks beside their bars. */
static void
test_bar_names (void)
{
  LsWindow *window = page_window ("11-splitting.loopscope", 1);
  GtkWidget *name;

  test_ui_wait_for ((name = test_ui_find (get_part (window, "bars"), GTK_TYPE_LABEL, "secondHalf")) != NULL &&
                    gtk_widget_get_width (name) > 0);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (name))));
  test_window_close (window);
}

/* What waits and what runs is told in words that need no specification. */
static void
test_plain_words (void)
{
  LsWindow *window = page_window ("12-promises.loopscope", 1);
  GtkWidget *stage = test_window_get_child (window, "stage");
  GtkWidget *chip = test_ui_find (stage, GTK_TYPE_LABEL, "after await #2");
  GtkWidget *running;

  g_assert_nonnull (chip);
  g_assert_true (g_str_has_suffix (gtk_widget_get_tooltip_text (chip), "\nThe rest of an async function, after an await"));
  test_window_close (window);

  window = page_window ("01-event-loop.loopscope", 2);
  running = test_ui_find (test_window_get_child (window, "stage"), LS_TYPE_SOURCE_CARD, NULL);
  g_assert_false (says (test_ui_find (running, LS_TYPE_TEXT_BLOCK, NULL), "yield"));
  test_window_close (window);

  window = page_window ("04-yield.loopscope", 0);
  running = test_ui_find (test_window_get_child (window, "stage"), LS_TYPE_SOURCE_CARD, NULL);
  g_assert_true (says (test_ui_find (running, LS_TYPE_TEXT_BLOCK, NULL), "yield() here goes on as user-visible"));
  test_window_close (window);
}

/* A microtask says what it does, also if that is to call nothing. */
static void
test_microtasks_in_words (void)
{
  static const struct
  {
    const char *chip;
    const char *tooltip;
  } cases[] = {
    { "skips catch() #1", "It has nothing to call: the promise that catch() returned gets the value or the error as it is" },
    { "follow a promise #3", "A promise was resolved with another one, and follows it from now on: this calls then() of the other one" },
  };
  LsWindow *window = test_window_new_session (
    "{\"format\": \"loopscope-session\", \"version\": 1, \"program\": {\"kind\": \"javascript\", \"source\": "
    "\"Promise.resolve().catch(() => { }); Promise.resolve().then(() => Promise.resolve());\"}}", 1360, 860);
  LsPlayer *player = test_window_get_player (window);
  guint n_found = 0;

  test_window_activate (window, "win.to-end", NULL);
  for (gsize position = 1; position < ls_trace_get_length (ls_player_get_trace (player)) && n_found < G_N_ELEMENTS (cases); position++)
    {
      GtkWidget *chip;

      ls_player_seek (player, position);
      chip = test_ui_find (test_window_get_child (window, "stage"), GTK_TYPE_LABEL, cases[n_found].chip);
      if (chip == NULL)
        continue;
      g_assert_true (g_str_has_suffix (gtk_widget_get_tooltip_text (chip), cases[n_found].tooltip));
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (cases));
  test_window_close (window);
}

/* A class votes before the answer is given. */
static void
test_vote (void)
{
  LsWindow *window = page_window ("01-event-loop.loopscope", 0);
  GtkWidget *vote = gtk_widget_get_next_sibling (get_question_part (window, "commit"));

  g_assert_true (gtk_widget_get_visible (vote));
  give_answer (window, "save");
  g_assert_false (gtk_widget_get_visible (vote));
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/page/reveal", test_reveal);
  g_test_add_func ("/page/lines", test_lines);
  g_test_add_func ("/page/log", test_log);
  g_test_add_func ("/page/again", test_again);
  g_test_add_func ("/page/waiting", test_waiting);
  g_test_add_func ("/page/empty", test_empty);
  g_test_add_func ("/page/posted", test_posted);
  g_test_add_func ("/page/timeline", test_timeline);
  g_test_add_func ("/page/stage", test_stage);
  g_test_add_func ("/page/rows", test_rows);
  g_test_add_func ("/page/inspector", test_inspector);
  g_test_add_func ("/page/dot", test_dot);
  g_test_add_func ("/page/room", test_room);
  g_test_add_func ("/page/inspector-width", test_inspector_width);
  g_test_add_func ("/page/title", test_title);
  g_test_add_func ("/page/bar-names", test_bar_names);
  g_test_add_func ("/page/plain-words", test_plain_words);
  g_test_add_func ("/page/microtasks-in-words", test_microtasks_in_words);
  g_test_add_func ("/page/vote", test_vote);

  return g_test_run ();
}
