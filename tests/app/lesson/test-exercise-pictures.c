/* test-exercise-pictures.c: what pages of lessons ask for, before and after, in pictures
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <locale.h>

#include <glib/gi18n.h>

#include "test-lesson-util.h"

#include "ls-files.h"
#include "ls-lesson-bar.h"
#include "ls-lesson-question.h"
#include "ls-lesson-translate-private.h"
#include "ls-program-pane.h"
#include "ls-script-view.h"

/* The first page of each kind that the lessons have, on the screen of a laptop and on a large one, in the language in which the test
 * runs. The pictures are beside those of other tests, as “exercise-KIND-LANGUAGE-WIDTH-before.png”. */

typedef struct
{
  const char *name;
  gboolean    is_seen;
} Kind;

static Kind kinds[] = {
  { "choice" }, { "order" }, { "bars" }, { "pick" }, { "presets" }, { "task" }, { "lock" }, { "exercise" }, { "golf" },
};

static const struct
{
  int width, height;
} sizes[] = { { 1366, 768 }, { 1920, 1080 } };

static const char *
find_kind (const LsLessonPage *page)
{
  if (page->exercise != NULL)
    return page->par > 0 ? "golf" : "exercise";
  if (page->task != NULL)
    return page->is_solved_by_schedule ? "lock" : "task";
  if (page->question == NULL)
    return NULL;
  return page->rows_are_bars ? "bars"
         : page->rows[0] != NULL ? "order"
         : page->picks_next ? "pick"
         : page->presets[0] != NULL ? "presets" : "choice";
}

/* Returns the part of the lesson that asks for something of a kind. */
static GtkWidget *
get_asks (LsWindow   *window,
          const char *kind)
{
  return get_part (window, g_str_equal (kind, "choice") ? "question"
                           : g_str_equal (kind, "lock") ? "task"
                           : g_str_equal (kind, "golf") ? "exercise" : kind);
}

static GtkWidget *
get_piece (GtkWidget  *asks,
           const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (asks, G_OBJECT_TYPE (asks), name));
}

static void
choose_right (GtkWidget          *asks,
              const LsLessonPage *page)
{
  for (GtkWidget *row = gtk_widget_get_first_child (get_piece (asks, "answers")); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      const guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "answer"));

      if (((LsLessonAnswer *) g_ptr_array_index (page->answers, index))->is_right)
        gtk_check_button_set_active (GTK_CHECK_BUTTON (row), TRUE);
    }
}

static void
place_bars (GtkWidget *board)
{
  test_ui_wait_for (gtk_widget_get_first_child (board) != NULL);
  for (GtkWidget *bar = gtk_widget_get_first_child (board); bar != NULL; bar = gtk_widget_get_next_sibling (bar))
    if (LS_IS_LESSON_BAR (bar))
      g_signal_emit_by_name (bar, "moved", (guint64) 0, FALSE);
}

/* What is said of the answer begins where it can be seen. */
static gboolean
is_in_view (LsWindow  *window,
            GtkWidget *said)
{
  GtkWidget *scroller = get_part (window, "scroller");
  graphene_rect_t bounds;

  return gtk_widget_get_mapped (said) && gtk_widget_compute_bounds (said, scroller, &bounds) && bounds.origin.y >= -1 &&
         bounds.origin.y + MIN (bounds.size.height, 20) <= gtk_widget_get_height (scroller) + 1;
}

/* Answers rightly, or with what is there; or has the solution shown. */
static void
answer (LsWindow           *window,
        const LsLessonPage *page,
        const char         *kind)
{
  GtkWidget *asks = get_asks (window, kind), *said;

  if (page->question == NULL)
    {
      act (window, "lesson.solution");
      test_window_wait (window);
      test_ui_wait_for (get_page_result (window) & LS_LESSON_RESULT_SHOWN);
      test_ui_wait_for (page->exercise == NULL || gtk_widget_get_mapped (get_piece (asks, "outcome_box")));
      return;
    }
  said = g_str_equal (kind, "choice") ? get_piece (asks, "feedback_box") : get_verdict_part (asks, "feedback_box");
  if (g_str_equal (kind, "choice"))
    choose_right (asks, page);
  else if (g_str_equal (kind, "bars"))
    place_bars (get_piece (asks, "board"));
  do
    {
      g_signal_emit_by_name (get_piece (asks, g_str_equal (kind, "pick") || g_str_equal (kind, "presets") ? "solution" : "commit"),
                             "clicked");
      test_ui_settle (GTK_WIDGET (window));
    }
  while (!gtk_widget_get_mapped (said));
  test_ui_wait_for (is_in_view (window, said));
}

/* The pane of the program has no room below its last line while there are lines above those that it shows. */
static void
check_program (LsWindow *window)
{
  LsScriptView *script = ls_program_pane_get_view (LS_PROGRAM_PANE (test_window_get_child (window, "program")));
  GtkTextView *view = GTK_TEXT_VIEW (ls_script_view_get_text_view (script));
  GdkRectangle visible;
  GtkTextIter end;
  int y, height;

  if (!gtk_widget_get_mapped (GTK_WIDGET (view)))
    return;
  gtk_text_view_get_visible_rect (view, &visible);
  gtk_text_buffer_get_end_iter (gtk_text_view_get_buffer (view), &end);
  gtk_text_view_get_line_yrange (view, &end, &y, &height);
  if (visible.y > 0)
    g_assert_cmpint (visible.y + visible.height, <=, y + height + gtk_text_view_get_bottom_margin (view));
}

/* There is a font for each sign. */
static void
assert_has_glyphs (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget) && pango_layout_get_unknown_glyphs_count (gtk_label_get_layout (GTK_LABEL (widget))) > 0)
    g_error ("no font for: %s", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    assert_has_glyphs (child);
}

static void
save (LsWindow   *window,
      const char *kind,
      int         width,
      const char *when)
{
  const char *language = g_getenv ("LANGUAGE");
  g_autofree char *name = g_strdup_printf ("exercise-%s-%s-%d-%s", kind, language != NULL && *language != '\0' ? language : "en", width,
                                           when);

  test_window_wait (window);
  check_program (window);
  assert_has_glyphs (GTK_WIDGET (window));
  test_ui_save_picture (GTK_WIDGET (window), name);
}

static void
take_page (GFile              *file,
           guint               index,
           const char         *kind)
{
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  g_autofree char *uri = g_file_get_uri (file);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      LsWindow *window;
      const LsLessonPage *page;

      g_settings_reset (settings, "lessons");
      g_settings_reset (settings, "lesson-results");
      g_settings_reset (settings, "lesson-notes");
      window = test_window_new (NULL, sizes[i].width, sizes[i].height);
      test_window_activate (window, "win.open-example", "s", uri);
      test_ui_wait_for (ls_lesson_view_get_lesson (get_lesson (window)) != NULL);
      page = ls_lesson_get_page (ls_lesson_view_get_lesson (get_lesson (window)), index);
      ls_lesson_view_turn_to (get_lesson (window), index);
      test_ui_wait_for (gtk_widget_get_mapped (get_asks (window, kind)));
      save (window, kind, sizes[i].width, "before");
      answer (window, page, kind);
      save (window, kind, sizes[i].width, "after");
      ls_session_set_modified (test_window_get_session (window), FALSE);
      test_window_close (window);
    }
}

/* Returns whether the page is the first of its kind. */
static gboolean
see (const char *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].name, kind) == 0 && !kinds[i].is_seen)
      return kinds[i].is_seen = TRUE;
  return FALSE;
}

static void
test_all (void)
{
  g_autoptr (GPtrArray) lessons = ls_files_list_lessons ();

  for (guint i = 0; i < lessons->len; i++)
    {
      GFile *file = ((LsFilesEntry *) g_ptr_array_index (lessons, i))->file;
      g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, NULL);
      LsLesson *lesson = ls_session_get_lesson (session);

      for (guint page = 0; page < ls_lesson_get_n_pages (lesson); page++)
        {
          const char *kind = find_kind (ls_lesson_get_page (lesson, page));

          if (!see (kind))
            continue;
          g_test_message ("%s: %s, page %u", kind, ls_session_get_title (session), page + 1);
          take_page (file, page, kind);
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (!kinds[i].is_seen)
      g_error ("No lesson has a page of the kind “%s”", kinds[i].name);
}

/* Takes the catalogues of with-catalogue. */
static void
bind_catalogues (const char *folder)
{
  /* Without a locale all would be in English: better to fail than to say that all is well. */
  if (setlocale (LC_ALL, "") == NULL || !g_str_has_prefix (setlocale (LC_MESSAGES, NULL), g_getenv ("LANGUAGE")))
    g_error ("the locale of “%s” is not there: see with-locale", g_getenv ("LANGUAGE"));
  bindtextdomain (GETTEXT_PACKAGE, folder);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  bindtextdomain (LS_LESSONS_DOMAIN, folder);
  bind_textdomain_codeset (LS_LESSONS_DOMAIN, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

int
main (int    argc,
      char **argv)
{
  if (g_getenv ("LS_TEST_LOCALEDIR") != NULL)
    bind_catalogues (g_getenv ("LS_TEST_LOCALEDIR"));
  test_window_init (&argc, &argv);

  g_test_add_func ("/exercise-pictures/all", test_all);

  return g_test_run ();
}
