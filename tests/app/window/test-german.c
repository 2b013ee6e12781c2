/* test-german.c: the window in German
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

#include "test-english.h"
#include "test-places.h"

#include "ls-break-dialog.h"
#include "ls-breakpoint.h"
#include "ls-clause.h"
#include "ls-comparison-view.h"
#include "ls-explain.h"
#include "ls-explore-pane.h"
#include "ls-lesson-translate-private.h"
#include "ls-lesson-view.h"
#include "ls-lesson-writer.h"
#include "ls-lint.h"
#include "ls-welcome.h"
#include "ls-why-card.h"
#include "ls-window-private.h"

static guint n_read, n_english;

static void
show_view (LsWindow   *window,
           const char *name)
{
  test_window_activate (window, "win.show-view", "s", name);
  test_ui_settle (GTK_WIDGET (window));
}

static void
read_text (GtkWidget  *widget,
           const char *where,
           const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  n_read++;
  if (!test_is_english (text))
    return;
  n_english++;
  g_test_message ("%s: %s in %s says “%s”", where, G_OBJECT_TYPE_NAME (widget),
                  G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)), text);
}

static void
read_accessible (GtkWidget             *widget,
                 const char            *where,
                 GtkAccessibleProperty  property)
{
  g_autofree char *value = NULL;

  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), property))
    return;
  /* What it says is the value instead of a wrong one. */
  value = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, "\001");
  read_text (widget, where, value);
}

/* What an example or a program says is in its own language, and a lesson names what is in its program. */
static gboolean
is_data (GtkWidget *widget)
{
  static const char *const of_lessons[] = {
    "title", "text", "question", "answers", "feedback", "hint", "goals", "hints", "pages", "problems"
  };
  const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));

  if (GTK_IS_TEXT_VIEW (widget))
    return TRUE;
  if (ADW_IS_ACTION_ROW (widget) && gtk_widget_get_ancestor (widget, LS_TYPE_WELCOME) != NULL)
    return TRUE;
  if (id != NULL && gtk_widget_get_ancestor (widget, LS_TYPE_LESSON_VIEW) != NULL)
    for (guint i = 0; i < G_N_ELEMENTS (of_lessons); i++)
      if (g_str_equal (id, of_lessons[i]))
        return TRUE;
  return FALSE;
}

/* Everything that is shown, pointed at or read out. */
static void
read_widget (GtkWidget  *widget,
             const char *where)
{
  if (!gtk_widget_get_mapped (widget) || is_data (widget))
    return;
  if (GTK_IS_LABEL (widget))
    read_text (widget, where, gtk_label_get_text (GTK_LABEL (widget)));
  else
    read_accessible (widget, where, GTK_ACCESSIBLE_PROPERTY_LABEL);
  read_accessible (widget, where, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  read_text (widget, where, gtk_widget_get_tooltip_text (widget));
  if (GTK_IS_TEXT (widget))
    read_text (widget, where, gtk_text_get_placeholder_text (GTK_TEXT (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    read_widget (child, where);
}

static void
read_place (LsWindow   *window,
            GtkWidget  *place,
            const char *name)
{
  read_widget (place, name);
}

static void
read_window (LsWindow   *window,
             const char *where)
{
  test_ui_settle (GTK_WIDGET (window));
  read_widget (GTK_WIDGET (window), where);
}

static void
assert_german (guint at_least)
{
  g_assert_cmpuint (n_read, >=, at_least);
  g_assert_cmpuint (n_english, ==, 0);
  n_read = n_english = 0;
}

static void
test_german_places (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1600, 1000);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GtkWidget *popover;
  const char *name;

  read_window (window, "start");
  test_window_go_to (window, 12);
  read_window (window, "step 12");
  test_places_foreach_pane (window, read_place);
  test_places_foreach_dialog (window, read_place);
  while ((popover = test_places_open_popover (window, seen, &name)) != NULL)
    {
      read_widget (popover, name);
      gtk_popover_popdown (GTK_POPOVER (popover));
      test_ui_settle (GTK_WIDGET (window));
    }
  test_window_activate (window, "win.to-end", NULL);
  test_window_wait (window);
  read_window (window, "end");
  assert_german (500);
  test_window_close (window);
}

static GtkWidget *
find_in (GtkWidget  *root,
         GType       type,
         const char *id)
{
  GtkWidget *found = test_ui_find (root, type, id);

  if (found == NULL)
    g_error ("no %s", id);
  return found;
}

/* Each thing that can be selected is inspected and explained, at moments from the beginning to the end. */
static void
test_german_things (void)
{
  static const guint32 steps[] = { 1, 3, 5, 7, 14, 22, 40 };
  static const LsSelectionKind kinds[] = {
    LS_SELECTION_TASK, LS_SELECTION_QUEUE, LS_SELECTION_SIGNAL, LS_SELECTION_TIMER, LS_SELECTION_MICROTASK
  };
  static const char *const examples[] = { TEST_EXAMPLE, "delayed-tasks.loopscope", "dependent-signals.loopscope" };

  for (guint e = 0; e < G_N_ELEMENTS (examples); e++)
    {
      LsWindow *window = test_window_new (examples[e], 1600, 1000);
      LsPlayer *player = test_window_get_player (window);

      for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
        {
          ls_player_step_to (player, steps[i]);
          test_window_wait (window);
          for (guint j = 0; j < G_N_ELEMENTS (kinds); j++)
            for (guint id = 1; id < 12; id++)
              {
                g_autofree char *where = g_strdup_printf ("step %u, kind %u, thing %u", steps[i], kinds[j], id);

                ls_player_select (player, kinds[j], id);
                while (g_main_context_iteration (NULL, FALSE));
                read_widget (test_window_get_child (window, "inspector"), where);
                read_widget (test_window_get_child (window, "why"), where);
              }
          ls_player_select (player, LS_SELECTION_NONE, 0);
        }
      test_window_close (window);
    }
  assert_german (5000);
}

/* Why a task ran when it did, and before another one. */
static void
test_german_why (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1600, 1000);

  test_window_activate (window, "win.to-end", NULL);
  test_window_wait (window);
  for (guint32 task = 1; task < 12; task++)
    {
      g_autofree char *text = NULL;

      test_window_activate (window, "win.why-then", "u", task);
      read_window (window, "why then");
      text = ls_why_card_dup_text (LS_WHY_CARD (test_window_get_child (window, "why")));
      /* With the clause, which has a paragraph of its own. */
      n_read += *text != '\0';
    }
  assert_german (100);
  test_window_close (window);
}

static void
test_german_what_if (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1600, 1000);
  GtkWidget *pane = test_window_get_child (window, "what_if");

  test_window_activate (window, "win.to-start", NULL);
  test_window_activate (window, "win.what-if", NULL);
  for (guint i = 0; i < 2; i++)
    {
      for (guint kind = 0; kind < 4; kind++)
        {
          gtk_drop_down_set_selected (GTK_DROP_DOWN (find_in (pane, GTK_TYPE_DROP_DOWN, "kind")), kind);
          if (kind == 1)
            gtk_drop_down_set_selected (GTK_DROP_DOWN (find_in (pane, GTK_TYPE_DROP_DOWN, "preset")), 4);
          g_signal_emit_by_name (find_in (pane, GTK_TYPE_BUTTON, "run"), "clicked");
          test_ui_wait_for (ls_comparison_view_get_comparison (
                              LS_COMPARISON_VIEW (find_in (pane, LS_TYPE_COMPARISON_VIEW, "comparison"))) != NULL ||
                            gtk_widget_get_visible (find_in (pane, GTK_TYPE_LABEL, "error")));
          read_window (window, "what if");
        }
      test_window_go_to (window, 12);
    }
  assert_german (500);
  test_window_close (window);
}

/* One who comes second waits for one who has gone. */
static const char loses_wake_up[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"x\", \"program\": { \"kind\": \"steps\", \"main\": ["
  "{ \"op\": \"memory\", \"name\": \"m\", \"length\": 2 }, { \"op\": \"worker\", \"name\": \"a\", \"body\": \"w\" },"
  "{ \"op\": \"worker\", \"name\": \"b\", \"body\": \"w\" }], \"bodies\": { \"w\": ["
  "{ \"op\": \"load\", \"memory\": \"m\", \"as\": \"x\" }, { \"op\": \"if\", \"value\": \"${x}\", \"equals\": 0, \"then\": ["
  "{ \"op\": \"store\", \"memory\": \"m\", \"value\": 1 }, { \"op\": \"notify\", \"memory\": \"m\", \"index\": 1 }],"
  "\"else\": [{ \"op\": \"wait\", \"memory\": \"m\", \"index\": 1, \"value\": 0 }] }] } } }";

/* What is found and what is not, and each way to ask for it. */
static void
test_german_explore (void)
{
  LsWindow *window = test_window_new (NULL, 1600, 1000);
  g_autoptr (LsSession) session = ls_session_new_from_data ("x", loses_wake_up, -1, NULL);
  LsExplorePane *pane = LS_EXPLORE_PANE (test_window_get_child (window, "explore"));
  GtkWidget *widget = test_window_get_child (window, "explore");

  g_assert_true (ls_debugger_open_session (ls_window_get_debugger (window), session, NULL, NULL));
  test_window_wait (window);
  test_window_activate (window, "win.explore", NULL);
  read_window (window, "nothing explored");
  gtk_expander_set_expanded (GTK_EXPANDER (find_in (widget, GTK_TYPE_EXPANDER, "limits")), TRUE);
  for (guint first = 0; first < 2; first++)
    for (guint mode = 0; mode < 3; mode++)
      {
        gtk_drop_down_set_selected (GTK_DROP_DOWN (find_in (widget, GTK_TYPE_DROP_DOWN, "mode")), mode);
        gtk_check_button_set_active (GTK_CHECK_BUTTON (find_in (widget, GTK_TYPE_CHECK_BUTTON, "first")), first == 1);
        ls_explore_pane_start (pane);
        read_window (window, "exploring");
        test_ui_wait_for (!ls_exploration_get_running (ls_explore_pane_get_exploration (pane)));
        read_window (window, "explored");
      }
  test_ui_save_picture (GTK_WIDGET (window), "german-explore-found");
  assert_german (500);
  test_window_close (window);
}

/* The list has breakpoints of each kind, and the dialog says what each would do. */
static void
test_german_breakpoints (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1600, 1000);
  GtkWidget *kind;
  guint n_kinds;

  for (guint i = LS_BREAK_TASK_START; i < LS_N_BREAK_KINDS; i++)
    {
      g_autoptr (LsBreakRule) rule = ls_break_rule_new (i);

      rule->priority = i == LS_BREAK_PRIORITY ? LS_TASK_PRIORITY_BACKGROUND : LS_TASK_PRIORITY_NONE;
      rule->text = i == LS_BREAK_LOG ? g_strdup ("x") : NULL;
      rule->signal = i == LS_BREAK_SIGNAL ? g_strdup ("c*") : NULL;
      ls_session_insert_breakpoint (test_window_get_session (window), 0, rule, NULL);
    }
  show_view (window, "breakpoints");
  read_window (window, "breakpoints");
  test_window_activate (window, "win.to-start", NULL);
  test_window_activate (window, "win.to-breakpoint", NULL);
  test_window_wait (window);
  read_window (window, "stopped");

  test_window_activate (window, "win.new-breakpoint", NULL);
  test_ui_wait_for (ls_window_get_dialog (window) != NULL);
  kind = find_in (ls_window_get_dialog (window), ADW_TYPE_COMBO_ROW, "kind");
  n_kinds = g_list_model_get_n_items (adw_combo_row_get_model (ADW_COMBO_ROW (kind)));
  for (guint i = 0; i < n_kinds; i++)
    {
      adw_combo_row_set_selected (ADW_COMBO_ROW (kind), i);
      test_ui_settle (GTK_WIDGET (window));
      read_widget (ls_window_get_dialog (window), "dialog");
    }
  test_window_close_dialog (window);
  assert_german (500);
  test_window_close (window);
}

#ifdef LS_HAVE_SCRIPT
/* Returns (transfer full) what a label says, without the marks of code and emphasis that texts have. */
static char *
make_plain (const char *text)
{
  g_auto (GStrv) parts = g_regex_split_simple ("[`*]", text, 0, 0);

  return g_strjoinv ("", parts);
}

static gboolean
is_said (GtkWidget  *widget,
         const char *plain)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), plain) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (is_said (child, plain))
      return TRUE;
  return FALSE;
}

/* That a text of a lesson is shown in German, and not as its file has it. */
static void
assert_said (GtkWidget  *widget,
             const char *original)
{
  const char *translation = g_dgettext (LS_LESSONS_DOMAIN, original);
  g_autofree char *english = make_plain (original), *german = make_plain (translation);

  if (!is_said (widget, german))
    g_error ("nothing says “%s”, which is “%s”", german, original);
  if (strstr (german, english) == NULL && is_said (widget, english))
    g_error ("English: %s", original);
}

/* What a page of a lesson says: title, text, question and answers. */
static void
assert_page_said (GtkWidget          *lesson,
                  const LsLessonPage *original)
{
  assert_said (lesson, original->title);
  for (guint i = 0; original->text[i] != NULL; i++)
    assert_said (lesson, original->text[i]);
  if (original->question != NULL)
    assert_said (lesson, original->question);
  for (guint i = 0; i < original->answers->len; i++)
    assert_said (lesson, ((LsLessonAnswer *) g_ptr_array_index (original->answers, i))->text);
}

/* The view of a lesson. The session stays as its file is. */
static void
test_german_lesson (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_SOURCE_ROOT"), "data", "lessons", "02-priorities.loopscope", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  LsWindow *window = test_window_new (NULL, 1600, 1000);
  g_autofree char *saved = NULL, *title = NULL;
  LsSession *session;
  GtkWidget *lesson;

  read_widget (GTK_WIDGET (window), "welcome");
  test_window_activate (window, "win.open-example", "s", uri);
  lesson = test_window_get_child (window, "lesson");
  test_ui_wait_for (ls_lesson_view_get_lesson (LS_LESSON_VIEW (lesson)) != NULL);
  test_window_wait (window);
  session = test_window_get_session (window);
  assert_said (find_in (lesson, GTK_TYPE_LABEL, "lesson_title"), ls_session_get_title (session));
  for (guint i = 0; i < 3; i++)
    {
      ls_lesson_view_turn_to (LS_LESSON_VIEW (lesson), i);
      test_window_wait (window);
      read_window (window, "lesson");
      assert_page_said (lesson, ls_lesson_get_page (ls_session_get_lesson (session), i));
    }
  test_window_activate (window, "win.write-lesson", NULL);
  g_assert_true (ls_lesson_view_is_writing (LS_LESSON_VIEW (lesson)));
  read_window (window, "writer");
  test_window_activate (window, "win.write-lesson", NULL);
  g_assert_false (ls_lesson_view_is_writing (LS_LESSON_VIEW (lesson)));
  saved = ls_session_to_data (session, NULL);
  title = g_strdup_printf ("\"%s\"", ls_lesson_get_page (ls_session_get_lesson (session), 0)->title);
  g_assert_nonnull (strstr (saved, title));
  g_assert_null (strstr (saved, ls_lesson_get_page (ls_lesson_view_get_lesson (LS_LESSON_VIEW (lesson)), 0)->title));
  test_window_close (window);
  assert_german (100);
}
#endif

/* Templates, code and the library each have their texts from the catalogue. */
static void
test_german_window (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1600, 1000);
  static const char *const labels[] = { N_("Signals"), N_("Program"), N_("Timeline"), N_("Events"), N_("Running") };
  static const char *const views[] = { "timeline", "events", "log", "what-if", "explore", "lints", "statistics",
                                       "breakpoints" };
  g_autofree char *count = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, _(labels[i])) == NULL)
      g_error ("nothing says “%s”", _(labels[i]));
  g_assert_null (test_ui_find (GTK_WIDGET (window), GTK_TYPE_LABEL, "Signals"));

  count = g_strdup_printf (ngettext ("%u task", "%u tasks", 1), 1);
  test_assert_german (count, "1 Aufgabe");
  test_assert_german (ls_lint_kind_get_title (LS_LINT_LONG_TASK), "Lange Aufgabe");
  g_assert_false (test_is_english (ls_clause_get_text (LS_CLAUSE_EVENT_LOOP)));
  /* Names in files and records are the same everywhere. */
  g_assert_cmpstr (ls_lint_kind_to_string (LS_LINT_LONG_TASK), ==, "long-task");

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *picture = g_strconcat ("german-", views[i], NULL);

      show_view (window, views[i]);
      test_ui_save_picture (GTK_WIDGET (window), picture);
    }
  test_window_close (window);
}

static void
assert_small (gpointer widget,
              int      width)
{
  int minimum = 0;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, width);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 600);
}

/* Long words need no more room than there is, with all that a page of a lesson can be asked to have too. */
static void
test_german_small (void)
{
  static const char *const parts[] = { "answers", "program_box", "solution_box" };
  LsWindow *window = test_window_new (TEST_EXAMPLE, 800, 600);
  GtkWidget *lesson = test_window_get_child (window, "lesson");
  GtkWidget *writer;

  assert_small (window, 800);
  show_view (window, "events");
  test_ui_save_picture (GTK_WIDGET (window), "german-small");
  test_window_activate (window, "win.write-lesson", NULL);
  writer = test_ui_find (lesson, LS_TYPE_LESSON_WRITER, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_widget_set_visible (GTK_WIDGET (gtk_widget_get_template_child (writer, LS_TYPE_LESSON_WRITER, parts[i])), TRUE);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (writer));
  assert_small (window, 800);
  assert_small (writer, 400);
  test_ui_save_picture (GTK_WIDGET (window), "german-writer");
  ls_session_set_modified (test_window_get_session (window), FALSE);
  test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  /* Without a locale there would be nothing to test: better to fail than to say that all is well. */
  if (setlocale (LC_ALL, "") == NULL || !g_str_has_prefix (setlocale (LC_MESSAGES, NULL), "de_DE"))
    g_error ("the locale de_DE.UTF-8 is not there: see with-locale");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("LS_TEST_LOCALEDIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  bindtextdomain (LS_LESSONS_DOMAIN, g_getenv ("LS_TEST_LOCALEDIR"));
  bind_textdomain_codeset (LS_LESSONS_DOMAIN, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  test_window_init (&argc, &argv);

  g_test_add_func ("/german/window", test_german_window);
  g_test_add_func ("/german/places", test_german_places);
  g_test_add_func ("/german/things", test_german_things);
  g_test_add_func ("/german/why", test_german_why);
  g_test_add_func ("/german/what-if", test_german_what_if);
  g_test_add_func ("/german/explore", test_german_explore);
  g_test_add_func ("/german/breakpoints", test_german_breakpoints);
#ifdef LS_HAVE_SCRIPT
  g_test_add_func ("/german/lesson", test_german_lesson);
#endif
  g_test_add_func ("/german/small", test_german_small);

  return g_test_run ();
}
