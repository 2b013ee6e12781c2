/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "test-writing-util.h"

/* A teacher writes a lesson in the window. */

/* What the first answer says is a claim, and no JSON. */
static void
assert_claim (LsWindow *window)
{
  const LsLessonAnswer *answer = g_ptr_array_index (get_page (window, 0)->answers, 0);
  GtkWidget *field = test_ui_find (get_answer_list (window), LS_TYPE_LESSON_ANSWER_FIELD, NULL);
  g_autofree char *claim = g_strdup_printf ("next: %s", answer->text);

  assert_typed (LS_LESSON_FIELD (gtk_widget_get_template_child (field, LS_TYPE_LESSON_ANSWER_FIELD, "holds")), claim);
}

/* A session becomes a lesson, whose first page the engine has written: it asks what is next, and everything it says holds. */
static void
test_begin (void)
{
  LsWindow *window = open_session (SESSION (""));
  LsPlayer *player = test_window_get_player (window);
  const LsLessonPage *page;

  ls_player_step_to (player, 2);
  test_ui_wait_for (!ls_player_is_pending (player));
  g_assert_cmpuint (count_pages (window), ==, 0);
  write_lesson (window);
  g_assert_true (ls_lesson_view_is_writing (get_lesson (window)));
  g_assert_cmpuint (count_pages (window), ==, 1);
  page = get_page (window, 0);
  g_assert_nonnull (page->question);
  g_assert_cmpuint (page->answers->len, >=, 2);
  g_assert_true (gtk_widget_get_mapped (get_writer_part (window, "answers")));
  assert_claim (window);
  g_assert_false (gtk_widget_get_mapped (get_part (window, "scroller")));
  g_assert_cmpstr (wait_for_check (window), ==, "Everything the lesson claims is true");

  /* As learners see it: with the curtain. */
  write_lesson (window);
  g_assert_false (ls_lesson_view_is_writing (get_lesson (window)));
  g_assert_true (gtk_widget_get_mapped (get_part (window, "question")));
  g_assert_cmpuint (ls_player_get_curtain (player), !=, 0);
  write_lesson (window);
  g_assert_cmpuint (ls_player_get_curtain (player), ==, 0);

  /* Undo takes the lesson away again. */
  for (guint i = 0; i < 5 && count_pages (window) > 0; i++)
    test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (count_pages (window), ==, 0);
  test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) == NULL);
  close_window (window);
}

/* What is typed is part of the session at once, and undone at once. What a reader of the file would refuse stays where it is typed. */
static void
test_fields (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));
  LsLessonField *field;

  write_lesson (window);
  field = get_field (window, "title");
  assert_typed (field, "One");
  type (field, "On");
  type (field, "One more");
  g_assert_cmpstr (get_page (window, 0)->title, ==, "One more");
  type (get_field (window, "text"), "First *one*,\nstill the first.\n\n\nAnd another.\n");
  g_assert_cmpstr (get_page (window, 0)->text[0], ==, "First *one*, still the first.");
  g_assert_cmpstr (get_page (window, 0)->text[1], ==, "And another.");
  g_assert_null (get_page (window, 0)->text[2]);

  type (field, "  ");
  g_assert_true (ls_lesson_field_has_problem (field));
  g_assert_cmpstr (get_page (window, 0)->title, ==, "One more");
  g_assert_false (ls_lesson_writer_turn_to (get_writer (window), 1));
  g_assert_cmpuint (ls_lesson_writer_get_page (get_writer (window)), ==, 0);
  /* Another change does not touch it. */
  type (get_field (window, "text"), "Text");
  assert_typed (field, "  ");
  type (field, "Once");
  g_assert_false (ls_lesson_field_has_problem (field));

  g_assert_true (ls_lesson_writer_turn_to (get_writer (window), 1));
  field = get_field (window, "exercise/expectations");
  assert_typed (field, "log-contains: done");
  type (field, "log-contain: done");
  g_assert_true (ls_lesson_field_has_problem (field));
  type (field, "log-contains: done\nfinished: true");
  g_assert_false (ls_lesson_field_has_problem (field));
  g_assert_cmpuint (get_page (window, 1)->goals->len, ==, 2);

  test_window_activate (window, "win.undo", NULL);
  g_assert_cmpuint (get_page (window, 1)->goals->len, ==, 1);
  assert_typed (field, "log-contains: done");
  close_window (window);
}

static GtkWidget *
get_text (gpointer field)
{
  return GTK_WIDGET (gtk_widget_get_template_child (field, LS_TYPE_LESSON_FIELD, "text"));
}

/* A field that appears is as high as its text, though it had no width before. */
static void
test_height (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));
  GtkWidget *expander, *page_title, *title;

  write_lesson (window);
  /* Meanwhile, texts that have no width are laid out all the same. */
  wait_for_check (window);
  expander = gtk_widget_get_prev_sibling (get_writer_part (window, "fields"));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  title = get_text (get_writer_part (window, "lesson_title"));
  page_title = get_text (get_field (window, "title"));
  test_ui_wait_for (gtk_widget_get_height (title) > 0 && gtk_widget_get_height (title) == gtk_widget_get_height (page_title));
  close_window (window);
}

/* Pages are added, copied, moved and removed. Members that are not known stay. */
static void
test_pages (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));
  g_autofree char *data = NULL;

  write_lesson (window);
  do_writer (window, "writer.add");
  g_assert_cmpuint (count_pages (window), ==, 3);
  g_assert_cmpuint (ls_lesson_writer_get_page (get_writer (window)), ==, 1);
  do_writer (window, "writer.up");
  g_assert_cmpuint (ls_lesson_writer_get_page (get_writer (window)), ==, 0);
  g_assert_cmpstr (get_page (window, 1)->title, ==, "One");
  do_writer (window, "writer.remove");
  g_assert_cmpuint (count_pages (window), ==, 2);
  assert_typed (get_field (window, "title"), "One");
  do_writer (window, "writer.copy");
  g_assert_cmpuint (count_pages (window), ==, 3);
  g_assert_cmpstr (get_page (window, 1)->title, ==, "One");
  data = ls_session_to_data (test_window_get_session (window), NULL);
  g_assert_nonnull (strstr (data, "\"own\": 1"));
  act (window, "lesson.next");
  g_assert_cmpuint (ls_lesson_writer_get_page (get_writer (window)), ==, 2);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (get_writer_part (window, "pages")), 0);
  g_assert_cmpuint (ls_lesson_writer_get_page (get_writer (window)), ==, 0);
  close_window (window);
}

/* What a page asks for is chosen, with what the run has for it. */
static void
test_asks (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));
  GtkDropDown *asks;
  GtkWidget *answers, *list;

  write_lesson (window);
  asks = GTK_DROP_DOWN (get_writer_part (window, "asks"));
  answers = get_writer_part (window, "answers");
  list = get_answer_list (window);
  test_window_activate (window, "win.to-end", NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  ls_player_step_to (test_window_get_player (window), 1);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));

  gtk_drop_down_set_selected (asks, 2);
  g_assert_cmpstr (get_page (window, 0)->rows[0], ==, "high");
  assert_typed (get_field (window, "question/lines"), "high\nmid\nlow");
  g_assert_null (get_field (window, "question/tasks"));
  gtk_drop_down_set_selected (asks, 5);
  g_assert_true (get_page (window, 0)->picks_next);
  gtk_drop_down_set_selected (asks, 1);
  g_assert_cmpuint (get_page (window, 0)->answers->len, >=, 2);
  g_signal_emit_by_name (gtk_widget_get_template_child (answers, LS_TYPE_LESSON_ANSWERS_FIELD, "add"), "clicked");
  g_assert_cmpuint (get_page (window, 0)->answers->len, >=, 3);
  g_signal_emit_by_name (gtk_widget_get_template_child (gtk_widget_get_first_child (list), LS_TYPE_LESSON_ANSWER_FIELD, "remove"), "clicked");
  g_assert_cmpuint (get_page (window, 0)->answers->len, >=, 2);
  gtk_drop_down_set_selected (asks, 0);
  g_assert_null (get_page (window, 0)->question);
  /* Nobody has done anything that could be the solution. */
  gtk_drop_down_set_selected (asks, 9);
  g_assert_cmpuint (gtk_drop_down_get_selected (asks), ==, 0);
  for (guint i = 3; i < 9; i++)
    {
      gtk_drop_down_set_selected (asks, i);
      g_assert_cmpuint (gtk_drop_down_get_selected (asks), ==, i);
    }
  g_assert_nonnull (get_page (window, 0)->exercise);
  close_window (window);
}

/* An exercise has programs of its own, and the file keeps that of the lesson. */
static void
test_programs (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "written.loopscope", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LsSession) saved = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_saved = FALSE;

  g_mkdir_with_parents (g_get_user_cache_dir (), 0700);
  write_lesson (window);
  g_assert_true (ls_lesson_writer_turn_to (get_writer (window), 1));
  test_ui_wait_for (strcmp (get_program (window), "console.log('start')") == 0);
  do_writer (window, "writer.show-solution");
  g_assert_cmpstr (get_program (window), ==, "console.log('done')");
  gtk_text_buffer_set_text (test_window_get_text (window), "console.log('done twice')", -1);
  do_writer (window, "writer.take-end");
  g_assert_cmpstr (get_page (window, 1)->solved_source, ==, "console.log('done twice')");
  ls_session_view_save (ls_window_get_view (window), file, saved_cb, &is_saved);
  test_ui_wait_for (is_saved);
  saved = ls_session_new_from_file (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (ls_script_get_text (ls_program_get_script (ls_session_get_program (saved), 0)), "function high"));
  g_assert_cmpstr (ls_lesson_get_page (ls_session_get_lesson (saved), 1)->solved_source, ==, "console.log('done twice')");
  close_window (window);
}

#define CHOICE \
  ",\"lesson\":{\"id\":\"ranks\",\"pages\":[{\"title\":\"One\",\"text\":[\"First.\"],\"question\":{\"text\":\"Which?\",\"answers\":[" \
  "{\"text\":\"a\",\"because\":\"as\"},{\"text\":\"b\",\"right\":true,\"because\":\"bs\"},{\"text\":\"c\",\"because\":\"cs\"}]}}]}"

static GtkWidget *
get_answer (LsWindow *window,
            guint     index)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (gtk_widget_get_template_child (get_writer_part (window, "answers"),
                                                                                            LS_TYPE_LESSON_ANSWERS_FIELD, "list")));

  while (index-- > 0)
    child = gtk_widget_get_next_sibling (child);
  return child;
}

static GtkWidget *
get_answer_part (LsWindow   *window,
                 guint       index,
                 const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_answer (window, index), LS_TYPE_LESSON_ANSWER_FIELD, name));
}

static void
assert_answer (LsWindow   *window,
               guint       index,
               const char *text,
               const char *because)
{
  const LsLessonAnswer *answer = g_ptr_array_index (get_page (window, 0)->answers, index);

  g_assert_cmpstr (answer->text, ==, text);
  g_assert_cmpstr (answer->because, ==, because);
}

/* A text of an answer that cannot be kept says why, whatever is wrong with it, and takes no other with it. */
static void
test_answers (void)
{
  LsWindow *window = open_session (SESSION (CHOICE));
  g_autofree char *longer = g_strnfill (2001, 'x');
  LsLessonField *field;

  write_lesson (window);
  field = LS_LESSON_FIELD (get_answer_part (window, 0, "because"));
  type (field, longer);
  assert_answer (window, 0, "a", "as");
  g_assert_true (ls_lesson_field_has_problem (field));
  g_assert_false (ls_lesson_writer_turn_to (get_writer (window), 0));
  type (field, "a2");
  assert_answer (window, 0, "a", "a2");
  g_assert_false (ls_lesson_field_has_problem (field));

  /* The text of the second one is missing, and the first goes. */
  field = LS_LESSON_FIELD (get_answer_part (window, 1, "text"));
  type (field, "");
  g_assert_true (ls_lesson_field_has_problem (field));
  g_signal_emit_by_name (get_answer_part (window, 0, "remove"), "clicked");
  assert_typed (LS_LESSON_FIELD (get_answer_part (window, 1, "text")), "c");
  type (LS_LESSON_FIELD (get_answer_part (window, 0, "text")), "b");
  g_assert_cmpuint (get_page (window, 0)->answers->len, ==, 2);
  assert_answer (window, 0, "b", "bs");
  assert_answer (window, 1, "c", "cs");
  close_window (window);
}

/* What a page asks for now has its own texts, without the problems of what it asked for. */
static void
test_kinds (void)
{
  LsWindow *window = open_session (SESSION (CHOICE));
  GtkDropDown *asks;
  LsLessonField *field;

  write_lesson (window);
  asks = GTK_DROP_DOWN (get_writer_part (window, "asks"));
  field = get_field (window, "question/text");
  type (field, "");
  g_assert_true (ls_lesson_field_has_problem (field));
  gtk_drop_down_set_selected (asks, 5);
  g_assert_true (get_page (window, 0)->picks_next);
  g_assert_false (ls_lesson_field_has_problem (field));
  assert_typed (field, get_page (window, 0)->question);
  g_assert_true (ls_lesson_writer_turn_to (get_writer (window), 0));
  /* A title that cannot be kept is none of them. */
  type (get_field (window, "title"), "");
  gtk_drop_down_set_selected (asks, 0);
  g_assert_true (ls_lesson_field_has_problem (get_field (window, "title")));
  close_window (window);
}

/* Lines and moments are typed in words, and what is none says so. */
static void
test_places (void)
{
  LsWindow *window = open_session (SESSION (CHOICE));
  LsLessonField *lines, *reveal;

  write_lesson (window);
  lines = get_field (window, "lines");
  assert_typed (lines, "");
  type (lines, "1-2");
  g_assert_cmpuint (get_page (window, 0)->first_line, ==, 1);
  g_assert_cmpuint (get_page (window, 0)->last_line, ==, 2);
  type (lines, "2 to 3");
  g_assert_true (ls_lesson_field_has_problem (lines));
  type (lines, "3–2");
  g_assert_true (ls_lesson_field_has_problem (lines));
  type (lines, "2");
  g_assert_false (ls_lesson_field_has_problem (lines));
  g_assert_cmpuint (get_page (window, 0)->last_line, ==, 2);
  type (lines, "");
  g_assert_cmpuint (get_page (window, 0)->first_line, ==, 0);

  reveal = get_field (window, "question/reveal");
  type (reveal, "75 ms");
  g_assert_cmpuint (get_page (window, 0)->reveal.value, ==, 75000);
  type (reveal, "soon");
  g_assert_true (ls_lesson_field_has_problem (reveal));
  type (reveal, "step 4");
  g_assert_false (ls_lesson_field_has_problem (reveal));
  g_assert_cmpint (get_page (window, 0)->reveal.kind, ==, LS_LESSON_MOMENT_STEP);
  type (reveal, "turn 2");
  test_window_activate (window, "win.undo", NULL);
  assert_typed (reveal, "");
  close_window (window);
}

/* Undo takes a page away, with the texts of it that could not be kept. */
static void
test_undone_page (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));

  write_lesson (window);
  do_writer (window, "writer.add");
  type (get_field (window, "title"), "");
  g_assert_true (ls_lesson_field_has_problem (get_field (window, "title")));
  test_window_activate (window, "win.undo", NULL);
  test_ui_wait_for (count_pages (window) == 2);
  g_assert_false (ls_lesson_field_has_problem (get_field (window, "title")));
  assert_typed (get_field (window, "title"), get_page (window, ls_lesson_writer_get_page (get_writer (window)))->title);
  close_window (window);
}

/* The check says what does not hold, and a problem leads to its page. */
static void
test_check (void)
{
  LsWindow *window = open_session (SESSION (EXERCISE));

  write_lesson (window);
  g_assert_true (ls_lesson_writer_turn_to (get_writer (window), 1));
  type (get_field (window, "exercise/expectations"), "log-contains: never");
  g_assert_cmpstr (wait_for_check (window), !=, "Everything the lesson claims is true");
  g_assert_true (ls_lesson_writer_turn_to (get_writer (window), 0));
  g_signal_emit_by_name (gtk_widget_get_first_child (get_writer_part (window, "problems")), "clicked");
  g_assert_cmpuint (ls_lesson_writer_get_page (get_writer (window)), ==, 1);
  /* A member that nobody knows is named by its place in the file. */
  g_signal_emit_by_name (gtk_widget_get_last_child (get_writer_part (window, "problems")), "clicked");
  g_assert_cmpuint (ls_lesson_writer_get_page (get_writer (window)), ==, 0);
  close_window (window);
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/writing/begin", test_begin);
  g_test_add_func ("/writing/fields", test_fields);
  g_test_add_func ("/writing/height", test_height);
  g_test_add_func ("/writing/pages", test_pages);
  g_test_add_func ("/writing/asks", test_asks);
  g_test_add_func ("/writing/programs", test_programs);
  g_test_add_func ("/writing/answers", test_answers);
  g_test_add_func ("/writing/kinds", test_kinds);
  g_test_add_func ("/writing/places", test_places);
  g_test_add_func ("/writing/undone-page", test_undone_page);
  g_test_add_func ("/writing/check", test_check);

  return g_test_run ();
}
