/* ls-lesson-exercise.c: the exercise of a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-exercise.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-expectation-private.h"
#include "ls-lesson-golf.h"
#include "ls-lesson-help.h"
#include "ls-lesson-scroll.h"
#include "ls-session-check.h"
#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsLessonExercise:
 *
 * Says what the learner is to make of the program, and lists what has to hold of its run: each with a tick or a cross, what was
 * measured, and where it does not hold what was found instead. Hints come one by one. “hinted”, with how many are shown, is
 * emitted for each; “checked”, with whether all holds, when a run was looked at. Where few actions are to do it, it counts them,
 * and says the par. Its buttons activate “lesson.run”, “lesson.solution” and “lesson.reset”.
 */
struct _LsLessonExercise
{
  GtkBox              parent_instance;

  GtkWidget          *text;
  GtkWidget          *score;
  GtkWidget          *goals;
  GtkWidget          *outcome_box;
  GtkWidget          *outcome_icon;
  GtkWidget          *outcome;
  GtkWidget          *run;
  GtkWidget          *help;

  const LsLessonPage *page;         /* NULL for none */
  guint               n_actions;    /* with which the goals are to be reached */
  gboolean            is_fair;      /* the program is the one that was given */
  GCancellable       *cancellable;  /* NULL while nothing is being checked */
  gboolean            was_checked;  /* since the page is shown */
};

G_DEFINE_FINAL_TYPE (LsLessonExercise, ls_lesson_exercise, GTK_TYPE_BOX)

/* The widgets of one of the goals. */
typedef struct
{
  GtkWidget *icon;
  GtkWidget *title;
  GtkWidget *measured;
  GtkWidget *found;      /* what was found instead */
} Goal;

static Goal *
get_goal (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "goal");
}

static GtkWidget *
add_label (GtkWidget  *box,
           const char *class)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, NULL);

  ls_widget_wrap (label);
  if (class != NULL)
    gtk_widget_add_css_class (label, class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
name_goal (GtkWidget  *row,
           const char *text)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
add_goal (LsLessonExercise *self,
          LsExpectation    *expectation)
{
  GtkWidget *row = g_object_new (GTK_TYPE_BOX, "spacing", 8, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);
  GtkWidget *texts = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
  g_autofree char *whole = ls_expectation_describe (expectation), *title = ls_text_shorten (whole);
  Goal *goal = g_new0 (Goal, 1);

  goal->icon = g_object_new (GTK_TYPE_IMAGE, "valign", GTK_ALIGN_START, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_box_append (GTK_BOX (row), goal->icon);
  gtk_box_append (GTK_BOX (row), texts);
  goal->title = add_label (texts, NULL);
  goal->measured = g_object_new (GTK_TYPE_LABEL, "valign", GTK_ALIGN_START, "css-name", "label", NULL);
  gtk_widget_add_css_class (goal->measured, "numeric");
  gtk_box_append (GTK_BOX (row), goal->measured);
  goal->found = add_label (texts, "caption");
  gtk_widget_set_visible (goal->found, FALSE);
  gtk_label_set_label (GTK_LABEL (goal->title), title);
  name_goal (row, title);
  g_object_set_data_full (G_OBJECT (row), "goal", goal, g_free);
  gtk_box_append (GTK_BOX (self->goals), row);
}

/* Messages of checks are parts of a line elsewhere. */
static char *
make_sentence (const char *message)
{
  const gunichar first = g_utf8_get_char (message);
  GString *sentence = g_string_new (NULL);

  g_string_append_unichar (sentence, g_unichar_toupper (first));
  g_string_append (sentence, g_utf8_next_char (message));
  return g_string_free (sentence, FALSE);
}

/* Of a program that could not be run nothing is known. */
static void
clear_result (GtkWidget *row)
{
  const Goal *goal = get_goal (row);

  gtk_image_clear (GTK_IMAGE (goal->icon));
  ls_widget_show_text (goal->measured, NULL);
  ls_widget_show_text (goal->found, NULL);
  name_goal (row, gtk_label_get_label (GTK_LABEL (goal->title)));
}

static void
show_result (GtkWidget           *row,
             const LsCheckResult *result)
{
  const Goal *goal = get_goal (row);
  g_autofree char *whole = !result->passed && *result->message != '\0' ? make_sentence (result->message) : NULL;
  g_autofree char *found = ls_text_shorten (whole);
  /* Translators: what assistive technology says of what an exercise asks for */
  const char *state = result->passed ? C_("exercise", "Fulfilled") : C_("exercise", "Not fulfilled");
  g_autoptr (GString) name = g_string_new (NULL);

  gtk_image_set_from_icon_name (GTK_IMAGE (goal->icon), result->passed ? "object-select-symbolic" : "window-close-symbolic");
  ls_widget_set_class (row, "right", result->passed);
  ls_widget_set_class (row, "wrong", !result->passed);
  ls_widget_show_text (goal->measured, result->measured);
  ls_widget_show_text (goal->found, found);

  /* Translators: “Fulfilled” or “Not fulfilled”, and what is to be */
  g_string_append_printf (name, _("%s: %s"), state, result->title);
  if (result->measured != NULL)
    g_string_append_printf (name, " · %s", result->measured);
  if (found != NULL)
    g_string_append_printf (name, " · %s", found);
  name_goal (row, name->str);
}

/* Says in one sentence what came of the run, if there is anything to say that the list does not. */
static void
show_outcome (LsLessonExercise *self,
              gboolean          is_done,
              const char       *problem)
{
  g_autofree char *text = NULL;

  if (problem != NULL)
    text = make_sentence (problem);
  else if (is_done && self->page->par > 0)
    text = ls_lesson_golf_judge (self->page->par, self->n_actions);
  else if (is_done)
    text = g_strdup (_("Done. The program does all of this."));
  ls_widget_show_text (self->outcome, text);
  gtk_widget_set_visible (self->outcome_box, text != NULL);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->outcome_icon), is_done ? "object-select-symbolic" : "window-close-symbolic");
  ls_widget_set_class (self->outcome_box, "right", is_done);
  ls_widget_set_class (self->outcome_box, "wrong", !is_done);
  ls_widget_set_class (self->outcome, "heading", is_done);
  ls_widget_set_class (self->run, "suggested-action", !is_done);
  /* Whoever has used more actions than are needed may want to know how. */
  ls_lesson_help_set_outcome (LS_LESSON_HELP (self->help),
                              is_done && (self->page->par == 0 || self->n_actions <= self->page->par), FALSE);
}

/* Has assistive technology say what came of a run, but not of the one that the page begins with. */
static void
announce (LsLessonExercise *self,
          guint             n_fulfilled)
{
  /* Translators: of what an exercise asks for, how much is so, and how much there is */
  g_autofree char *count = g_strdup_printf (_("%u of %u fulfilled"), n_fulfilled, self->page->goals->len);
  const char *outcome = gtk_label_get_label (GTK_LABEL (self->outcome));
  g_autofree char *text = *outcome != '\0' ? g_strdup_printf ("%s. %s", count, outcome) : g_strdup (count);

  if (self->was_checked)
    ls_compat_announce (self->goals, text);
  self->was_checked = TRUE;
}

/* @results: NULL where the program could not be run; @problem: why, or why it did not come to its end, or NULL */
static void
show_results (LsLessonExercise *self,
              GPtrArray        *results,
              const char       *problem)
{
  GtkWidget *row = gtk_widget_get_first_child (self->goals);
  guint n_fulfilled = 0;
  gboolean is_done;

  for (guint i = 0; row != NULL; i++, row = gtk_widget_get_next_sibling (row))
    if (results != NULL)
      {
        show_result (row, g_ptr_array_index (results, i));
        n_fulfilled += ((LsCheckResult *) g_ptr_array_index (results, i))->passed;
      }
    else
      clear_result (row);
  is_done = n_fulfilled == self->page->goals->len && problem == NULL && (self->page->par == 0 || self->is_fair);
  show_outcome (self, is_done, problem);
  /* The learner may be anywhere, and have run the program with a key. */
  if (self->was_checked)
    ls_lesson_scroll_to (self->text, GTK_WIDGET (self));
  announce (self, n_fulfilled);
  g_signal_emit_by_name (self, "checked", is_done);
}

static void
checked_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  LsLessonExercise *self = user_data;
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;

  results = ls_debugger_check_finish (LS_DEBUGGER (object), result, &problem, &error);
  /* Another run is being looked at, another page is shown, or the exercise is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  show_results (self, results, results != NULL ? problem : error->message);
}

static void
stop_checking (LsLessonExercise *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/**
 * ls_lesson_exercise_check:
 * @self: an exercise
 * @debugger: the debugger with the learner's program
 * @given: (nullable): the run of the page, as the lesson has it
 *
 * Looks whether the program does now what it is to do. Does nothing if the page has no exercise.
 */
void
ls_lesson_exercise_check (LsLessonExercise *self,
                          LsDebugger       *debugger,
                          LsSession        *given)
{
  g_return_if_fail (LS_IS_LESSON_EXERCISE (self));

  stop_checking (self);
  if (self->page == NULL)
    return;
  if (self->page->par > 0 && given != NULL)
    {
      g_autofree char *score = NULL;

      self->is_fair = ls_session_count_own_actions (ls_debugger_get_session (debugger), given, &self->n_actions);
      score = ls_lesson_golf_describe (self->page->par, self->n_actions, self->is_fair);
      gtk_label_set_label (GTK_LABEL (self->score), score);
    }
  self->cancellable = g_cancellable_new ();
  ls_debugger_check_async (debugger, self->page->goals, self->cancellable, checked_cb, self);
}

static void
on_hinted (LsLessonExercise *self,
           guint             n_hints)
{
  g_signal_emit_by_name (self, "hinted", n_hints);
}

/**
 * ls_lesson_exercise_show:
 * @self: an exercise
 * @page: (nullable): the page whose exercise to show; it must stay there until another one is shown
 * @n_hints: how many of its hints the learner has asked for before
 *
 * Shows the exercise of a page, and nothing if it has none.
 */
void
ls_lesson_exercise_show (LsLessonExercise   *self,
                         const LsLessonPage *page,
                         guint               n_hints)
{
  g_return_if_fail (LS_IS_LESSON_EXERCISE (self));

  stop_checking (self);
  self->page = page != NULL && page->exercise != NULL ? page : NULL;
  self->was_checked = FALSE;
  self->n_actions = 0;
  ls_widget_remove_children (self->goals);
  gtk_widget_set_visible (GTK_WIDGET (self), self->page != NULL);
  ls_lesson_help_show (LS_LESSON_HELP (self->help), self->page, n_hints);
  show_outcome (self, FALSE, NULL);
  if (self->page != NULL)
    {
      ls_widget_show_prose (self->text, page->exercise);
      for (guint i = 0; i < page->goals->len; i++)
        add_goal (self, g_ptr_array_index (page->goals, i));
      /* What changes the run is another thing where the program stays as it is. */
      gtk_widget_set_visible (self->run, page->par == 0);
      gtk_widget_set_visible (self->score, page->par > 0);
    }
}

/**
 * ls_lesson_exercise_dup_actions:
 * @self: an exercise
 *
 * Returns: (transfer full) (nullable): with how many actions the goals are to be reached now; %NULL where these do not count
 */
char *
ls_lesson_exercise_dup_actions (LsLessonExercise *self)
{
  g_return_val_if_fail (LS_IS_LESSON_EXERCISE (self), NULL);

  if (self->page == NULL || self->page->par == 0)
    return NULL;
  return g_strdup_printf (ngettext ("%u action", "%u actions", self->n_actions), self->n_actions);
}

static void
ls_lesson_exercise_dispose (GObject *object)
{
  stop_checking (LS_LESSON_EXERCISE (object));
  LS_LESSON_EXERCISE (object)->page = NULL;
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_EXERCISE);

  G_OBJECT_CLASS (ls_lesson_exercise_parent_class)->dispose (object);
}

static void
ls_lesson_exercise_class_init (LsLessonExerciseClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_exercise_dispose;

  /**
   * LsLessonExercise::checked:
   * @self: an exercise
   * @is_done: whether the run has all that is asked for
   *
   * A run was looked at.
   */
  g_signal_new ("checked", LS_TYPE_LESSON_EXERCISE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  /**
   * LsLessonExercise::hinted:
   * @self: an exercise
   * @n_hints: how many hints are shown now
   *
   * The learner has asked for a hint.
   */
  g_signal_new ("hinted", LS_TYPE_LESSON_EXERCISE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_LESSON_HELP);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-exercise.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonExercise, text);
  gtk_widget_class_bind_template_child (widget_class, LsLessonExercise, score);
  gtk_widget_class_bind_template_child (widget_class, LsLessonExercise, goals);
  gtk_widget_class_bind_template_child (widget_class, LsLessonExercise, outcome_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonExercise, outcome_icon);
  gtk_widget_class_bind_template_child (widget_class, LsLessonExercise, outcome);
  gtk_widget_class_bind_template_child (widget_class, LsLessonExercise, run);
  gtk_widget_class_bind_template_child (widget_class, LsLessonExercise, help);
  gtk_widget_class_bind_template_callback (widget_class, on_hinted);
}

static void
ls_lesson_exercise_init (LsLessonExercise *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
