/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include <string.h>

#include "test-window-util.h"

#include "ls-files.h"
#include "ls-lesson-bar.h"
#include "ls-lesson-question.h"
#include "ls-lesson-verdict.h"
#include "ls-lesson-view.h"
#include "ls-runner.h"
#include "ls-stage.h"

/* Each page of each lesson that asks something, in a window: before an answer is given, nothing that is shown, pointed at or read out
 * tells it. What answers a question:
 *
 * - the name of the next task in a text that says “next”,
 * - what the author says of an answer; and the right one outside the choices, unless it is a name that the program has, or a wrong one
 *   can be read there as well,
 * - a line that the program prints later. */

typedef struct
{
  LsWindow           *window;
  LsLessonView       *lesson;
  const LsLessonPage *page;
  char               *where;
  char               *next;     /* (nullable): the name of the task that is next */
  GPtrArray          *lines;    /* (element-type utf8): that are printed later, and not before */
  GPtrArray          *texts;    /* (element-type utf8): that are shown outside the choices */
  guint               n_leaks;
} Reader;

static GtkWidget *
get_part (LsLessonView *lesson,
          const char   *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (lesson), LS_TYPE_LESSON_VIEW, name));
}

static GtkWidget *
get_question_part (LsLessonView *lesson,
                   const char   *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (get_part (lesson, "question"), LS_TYPE_LESSON_QUESTION, name));
}

/* Texts are compared as they are shown: without the marks of code and emphasis. */
static char *
make_plain (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (; *text != '\0'; text++)
    if (*text != '`' && *text != '*')
      g_string_append_c (plain, *text);
  return g_string_free (plain, FALSE);
}

static void
leak (Reader     *self,
      GtkWidget  *widget,
      const char *text,
      const char *what)
{
  self->n_leaks++;
  g_test_message ("%s: %s says “%s”: %s", self->where, G_OBJECT_TYPE_NAME (widget), text, what);
}

static gboolean
has_word (const char *text,
          const char *word)
{
  g_autofree char *escaped = g_regex_escape_string (word, -1);
  g_autofree char *pattern = g_strdup_printf ("(?<!\\w)%s(?!\\w)", escaped);

  return g_regex_match_simple (pattern, text, G_REGEX_CASELESS, 0);
}

static void
read_text (Reader     *self,
           GtkWidget  *widget,
           const char *text)
{
  const gboolean is_of_lesson = gtk_widget_is_ancestor (widget, GTK_WIDGET (self->lesson));

  if (text == NULL || *text == '\0')
    return;
  g_ptr_array_add (self->texts, g_strdup (text));
  if (self->next != NULL && !is_of_lesson && has_word (text, "next") && has_word (text, self->next))
    leak (self, widget, text, "it tells what is next");
  for (guint i = 0; i < self->page->answers->len; i++)
    {
      const LsLessonAnswer *answer = g_ptr_array_index (self->page->answers, i);
      g_autofree char *because = make_plain (answer->because);

      if (strstr (text, because) != NULL)
        leak (self, widget, text, "it explains an answer");
    }
  if (self->page->because != NULL && strstr (text, self->page->because) != NULL)
    leak (self, widget, text, "it explains the order");
  for (guint i = 0; i < self->lines->len; i++)
    if (gtk_widget_is_ancestor (widget, test_window_get_child (self->window, "log")) &&
        g_str_equal (text, g_ptr_array_index (self->lines, i)))
      leak (self, widget, text, "it is printed later");
}

static void
read_accessible (Reader                *self,
                 GtkWidget             *widget,
                 GtkAccessibleProperty  property)
{
  g_autofree char *value = NULL;

  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), property))
    return;
  /* What it says is the value instead of a wrong one. */
  value = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, "\001");
  read_text (self, widget, value);
}

static void
read_widget (Reader    *self,
             GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || widget == get_question_part (self->lesson, "answers") || GTK_IS_TEXT_VIEW (widget))
    return;
  if (GTK_IS_LABEL (widget))
    read_text (self, widget, gtk_label_get_text (GTK_LABEL (widget)));
  read_accessible (self, widget, GTK_ACCESSIBLE_PROPERTY_LABEL);
  read_accessible (self, widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  read_text (self, widget, gtk_widget_get_tooltip_text (widget));
  if (gtk_widget_has_css_class (widget, "next") || gtk_widget_has_css_class (widget, "next-so-far"))
    leak (self, widget, gtk_widget_get_name (widget), "it is marked as next");
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    read_widget (self, child);
}

static void
read_window (Reader *self)
{
  test_ui_settle (GTK_WIDGET (self->window));
  read_widget (self, GTK_WIDGET (self->window));
}

/* Reads each page of the stage, each view, and what is said of each task. */
static void
read_places (Reader *self)
{
  static const char *const views[] = { "timeline", "events", "log", "what-if", "lints", "statistics" };
  static const char *const pages[] = { "thread", "atomics", "scheduler" };
  LsPlayer *player = test_window_get_player (self->window);
  guint32 task = 0;

  /* The window is read as a whole: the pages of the stage beside the first views. */
  G_STATIC_ASSERT (G_N_ELEMENTS (pages) <= G_N_ELEMENTS (views));
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      if (i < G_N_ELEMENTS (pages))
        ls_stage_show_page (LS_STAGE (test_window_get_child (self->window, "stage")), pages[i]);
      test_window_activate (self->window, "win.show-view", "s", views[i]);
      read_window (self);
    }
  while ((task = ls_state_find_next_task (ls_player_get_state (player), task)) != 0)
    {
      ls_player_select (player, LS_SELECTION_TASK, task);
      read_widget (self, test_window_get_child (self->window, "inspector"));
      read_widget (self, test_window_get_child (self->window, "why"));
    }
  ls_player_select (player, LS_SELECTION_NONE, 0);
}

static gboolean
is_shown (Reader     *self,
          const char *answer)
{
  g_autofree char *plain = make_plain (answer);

  for (guint i = 0; i < self->texts->len; i++)
    if (strstr (g_ptr_array_index (self->texts, i), plain) != NULL)
      return TRUE;
  return FALSE;
}

/* Whether a choice is the name of a priority, or of something that the program has: that is there to be seen. */
static gboolean
is_name (Reader     *self,
         const char *answer)
{
  LsTrace *trace = ls_player_get_trace (test_window_get_player (self->window));
  g_autofree char *plain = make_plain (answer);

  for (LsTaskPriority priority = LS_TASK_PRIORITY_USER_BLOCKING; priority >= LS_TASK_PRIORITY_BACKGROUND; priority--)
    if (g_str_equal (ls_task_priority_to_string (priority), plain))
      return TRUE;
  for (guint i = 1; i <= ls_trace_get_n_texts (trace); i++)
    if (g_str_equal (ls_trace_get_text (trace, i), plain))
      return TRUE;
  return FALSE;
}

/* Whether the right answer can be read outside the choices, and no wrong one. */
static void
look_for_choice (Reader *self)
{
  const LsLessonAnswer *right = NULL;
  guint n_wrong = 0;

  for (guint i = 0; i < self->page->answers->len; i++)
    {
      const LsLessonAnswer *answer = g_ptr_array_index (self->page->answers, i);

      if (answer->is_right)
        right = answer;
      else
        n_wrong += is_shown (self, answer->text);
    }
  if (right != NULL && n_wrong == 0 && !is_name (self, right->text) && is_shown (self, right->text))
    leak (self, GTK_WIDGET (self->lesson), right->text, "of the choices, only the right one can be read elsewhere");
}

static gboolean
has_line (LsTrace    *trace,
          gsize       first,
          gsize       end,
          const char *line)
{
  for (gsize i = first; i < end; i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_LOG && g_str_equal (ls_trace_get_text (trace, record.text), line))
        return TRUE;
    }
  return FALSE;
}

/* Lets the page's run happen elsewhere, to know what is to come. */
static void
look_ahead (Reader *self,
            guint   page)
{
  g_autoptr (LsSession) run = ls_session_new_for_page (test_window_get_session (self->window), page, FALSE, NULL);
  g_autoptr (LsRunner) runner = ls_runner_new (run, NULL, NULL);
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autoptr (LsState) state = NULL;
  gsize position = 0, scanned = 0;
  guint32 next;

  ls_runner_run_to_end (runner, NULL);
  g_assert_true (ls_lesson_moment_find (&self->page->at, trace, &scanned, &position));
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (self->window)), ==, position);
  state = ls_state_new (trace);
  ls_state_seek (state, position);
  next = ls_state_get_next_task (state);
  if (next != 0)
    self->next = g_strdup (ls_trace_get_text (trace, ls_state_get_task (ls_state_get_ahead (state), next)->name));
  if (self->next != NULL && *self->next == '\0')
    g_clear_pointer (&self->next, g_free);
  for (gsize i = position; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_LOG && !has_line (trace, 0, position, ls_trace_get_text (trace, record.text)))
        g_ptr_array_add (self->lines, g_strdup (ls_trace_get_text (trace, record.text)));
    }
}

/* No view has what comes later, and nothing that moves on leads there. */
static void
assert_curtain (Reader *self)
{
  LsPlayer *player = test_window_get_player (self->window);
  const gsize position = ls_player_get_position (player);
  static const char *const moves[] = { "step", "to-end", "run", "step-statement", "step-over", "step-out", "run-for-real" };

  g_assert_cmpuint (ls_player_get_curtain (player), ==, LS_LESSON_HIDES_ALL);
  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), moves[i]));
  ls_player_step (player);
  ls_player_to_end (player);
  ls_player_step_by (player, LS_STEPPING_TURN, FALSE);
  ls_player_step_to (player, ls_player_get_step (player) + 1);
  ls_player_seek_when_long (player, position + 1);
  test_ui_wait_for (!ls_player_is_pending (player));
  g_assert_cmpuint (ls_trace_get_length (ls_player_get_trace (player)), ==, position);
  g_assert_cmpuint (ls_player_get_position (player), ==, position);
  g_assert_cmpuint (ls_state_get_next_task (ls_player_get_state (player)), ==, 0);
}

/* Returns (nullable) what asks the question of a page that the run can answer; NULL if it has choices. */
static GtkWidget *
get_keyed (Reader *self)
{
  const LsLessonPage *page = self->page;
  const char *kind = page->rows_are_bars ? "bars"
                     : page->rows[0] != NULL ? "order"
                     : page->picks_next ? "pick"
                     : page->presets[0] != NULL ? "presets" : NULL;

  return kind != NULL ? get_part (self->lesson, kind) : NULL;
}

static GtkWidget *
get_keyed_part (Reader     *self,
                const char *name)
{
  GtkWidget *asks = get_keyed (self);

  return GTK_WIDGET (gtk_widget_get_template_child (asks, G_OBJECT_TYPE (asks), name));
}

static GtkWidget *
get_feedback (Reader *self)
{
  if (get_keyed (self) == NULL)
    return get_question_part (self->lesson, "feedback_box");
  return GTK_WIDGET (gtk_widget_get_template_child (get_keyed_part (self, "verdict"), LS_TYPE_LESSON_VERDICT, "feedback_box"));
}

/* What is said of the answer begins where it can be seen. */
static gboolean
shows_feedback (Reader *self)
{
  GtkWidget *scroller = get_part (self->lesson, "scroller");
  GtkWidget *feedback = get_feedback (self);
  graphene_rect_t bounds;

  return gtk_widget_get_mapped (feedback) && gtk_widget_compute_bounds (feedback, scroller, &bounds) && bounds.origin.y >= -1 &&
         bounds.origin.y + MIN (bounds.size.height, 20) <= gtk_widget_get_height (scroller) + 1;
}

/* Places each bar at the beginning: answers can only be given of all of them. */
static void
place_bars (Reader *self)
{
  GtkWidget *board = get_keyed_part (self, "board");

  test_ui_wait_for (gtk_widget_get_first_child (board) != NULL);
  for (GtkWidget *bar = gtk_widget_get_first_child (board); bar != NULL; bar = gtk_widget_get_next_sibling (bar))
    if (LS_IS_LESSON_BAR (bar))
      g_signal_emit_by_name (bar, "moved", (guint64) 0, FALSE);
}

/* Commits the answer to a question without choices: of an order, the one that the rows have; of bars, the beginning; else the
 * solution. */
static void
give_keyed (Reader *self)
{
  LsPlayer *player = test_window_get_player (self->window);
  GtkWidget *button = get_keyed_part (self, self->page->rows[0] != NULL ? "commit" : "solution");

  if (self->page->rows_are_bars)
    place_bars (self);
  /* The logs have to be there first. */
  do
    {
      g_signal_emit_by_name (button, "clicked");
      test_ui_settle (GTK_WIDGET (self->window));
    }
  while (!gtk_widget_get_mapped (get_feedback (self)));
  test_ui_wait_for (!ls_player_is_pending (player));
}

/* Gives the answer that is marked as right, or another one. */
static void
give_answer (Reader   *self,
             gboolean  is_right)
{
  GtkWidget *row = gtk_widget_get_first_child (get_question_part (self->lesson, "answers"));
  LsPlayer *player = test_window_get_player (self->window);

  if (self->page->answers->len == 0)
    {
      give_keyed (self);
      return;
    }
  for (; row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      const guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "answer"));

      if (((LsLessonAnswer *) g_ptr_array_index (self->page->answers, index))->is_right == is_right)
        break;
    }
  gtk_check_button_set_active (GTK_CHECK_BUTTON (row), TRUE);
  g_signal_emit_by_name (get_question_part (self->lesson, "commit"), "clicked");
  test_ui_wait_for (!ls_player_is_pending (player));
  test_ui_settle (GTK_WIDGET (self->window));
}

static guint
read_page (LsWindow   *window,
           const char *name,
           guint       page)
{
  LsLessonView *lesson = LS_LESSON_VIEW (test_window_get_child (window, "lesson"));
  LsPlayer *player = test_window_get_player (window);
  Reader self = { window, lesson, ls_lesson_get_page (ls_lesson_view_get_lesson (lesson), page) };

  if (self.page->question == NULL)
    return 0;
  self.where = g_strdup_printf ("%s, page %u", name, page + 1);
  self.lines = g_ptr_array_new_with_free_func (g_free);
  self.texts = g_ptr_array_new_with_free_func (g_free);
  ls_lesson_view_turn_to (lesson, page);
  test_ui_wait_for (!ls_player_is_pending (player));
  look_ahead (&self, page);
  if (self.page->hides == LS_LESSON_HIDES_ALL)
    assert_curtain (&self);
  read_places (&self);
  look_for_choice (&self);

  give_answer (&self, page % 2 == 0);
  g_assert_cmpuint (ls_player_get_curtain (player), ==, 0);
  test_ui_wait_for (shows_feedback (&self));
  g_free (self.where);
  g_free (self.next);
  g_ptr_array_unref (self.lines);
  g_ptr_array_unref (self.texts);
  return self.n_leaks;
}

static void
test_curtain_lesson (gconstpointer data)
{
  GFile *file = G_FILE (data);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);
  LsWindow *window;
  LsLessonView *lesson;
  guint n_leaks = 0;

  g_settings_reset (settings, "lessons");
  window = test_window_new (NULL, 1360, 860);
  lesson = LS_LESSON_VIEW (test_window_get_child (window, "lesson"));
  test_window_activate (window, "win.open-example", "s", uri);
  test_ui_wait_for (ls_lesson_view_get_lesson (lesson) != NULL);
  test_ui_wait_for (!ls_player_is_pending (test_window_get_player (window)));
  for (guint i = 0; i < ls_lesson_get_n_pages (ls_lesson_view_get_lesson (lesson)); i++)
    n_leaks += read_page (window, name, i);
  g_assert_cmpuint (n_leaks, ==, 0);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GPtrArray) lessons = NULL;
  int result;

  test_window_init (&argc, &argv);
  lessons = ls_files_list_lessons ();
  g_assert_cmpuint (lessons->len, >, 0);
  for (guint i = 0; i < lessons->len; i++)
    {
      LsFilesEntry *entry = g_ptr_array_index (lessons, i);
      g_autofree char *name = g_file_get_basename (entry->file);
      g_autofree char *path = g_strconcat ("/curtain/", name, NULL);

      g_test_add_data_func (path, entry->file, test_curtain_lesson);
    }
  result = g_test_run ();
  return result;
}
