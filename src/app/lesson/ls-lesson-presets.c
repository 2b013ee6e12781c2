/* ls-lesson-presets.c: the logs of a page of a lesson, whose presets the learner is to tell
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-presets.h"

#include <glib/gi18n.h>

#include "ls-lesson-answers.h"
#include "ls-lesson-help.h"
#include "ls-lesson-key.h"
#include "ls-lesson-presets-log.h"
#include "ls-lesson-verdict.h"
#include "ls-preset.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsLessonPresets:
 *
 * Shows what the program of a page prints with each of several presets, and asks the learner which preset printed which. Each
 * preset goes to one log: choosing it for another one swaps them. Once there is an answer, the run says why the logs part. The
 * learner can try again, or see the solution. “answered”, with where the run of the page parts from that of another preset, the
 * task that runs there (0 and 0 if the page has another preset), and what the answer is (LsLessonOutcome), is emitted
 * for each answer; “hinted”, with how many hints are shown, for each hint.
 */
struct _LsLessonPresets
{
  GtkBox              parent_instance;

  GtkWidget          *question;
  GtkWidget          *same;
  GtkWidget          *logs;
  GtkWidget          *answer_box;
  GtkWidget          *commit;
  GtkWidget          *help;
  GtkWidget          *verdict;

  const LsLessonPage *page;         /* NULL for none */
  LsSession          *run;          /* of the page */
  GArray             *order;        /* guint: the preset whose log is shown at each place */
  GArray             *given;        /* guint: the preset that the learner says printed the log there, G_MAXUINT for none */
  LsPresetKey        *key;          /* NULL until it is known */
  GCancellable       *cancellable;  /* NULL while it is not looked for */
  gboolean            is_answered;
  gboolean            was_answered; /* before the page is shown */
};

G_DEFINE_FINAL_TYPE (LsLessonPresets, ls_lesson_presets, GTK_TYPE_BOX)

static guint
get (GArray *array,
     guint   place)
{
  return g_array_index (array, guint, place);
}

static void
set_given (LsLessonPresets *self,
           guint            place,
           guint            preset)
{
  g_array_index (self->given, guint, place) = preset;
}

/* Returns where @preset is said to be, or how many places there are. */
static guint
find_place (LsLessonPresets *self,
            guint            preset)
{
  guint place = 0;

  while (place < self->given->len && get (self->given, place) != preset)
    place++;
  return place;
}

static gboolean
is_right (LsLessonPresets *self,
          guint            place)
{
  return get (self->order, place) == get (self->given, place);
}

static gboolean
is_complete (LsLessonPresets *self)
{
  return find_place (self, G_MAXUINT) == self->given->len;
}

/* Shows which log is said to be of which preset. */
static void
update_logs (LsLessonPresets *self)
{
  guint place = 0;

  for (GtkWidget *log = gtk_widget_get_first_child (self->logs); log != NULL; log = gtk_widget_get_next_sibling (log))
    {
      const LsLogMark mark = !self->is_answered ? LS_LOG_MARK_NONE : is_right (self, place) ? LS_LOG_MARK_RIGHT : LS_LOG_MARK_WRONG;

      ls_lesson_presets_log_set_choice (LS_LESSON_PRESETS_LOG (log), get (self->given, place));
      ls_lesson_presets_log_set_mark (LS_LESSON_PRESETS_LOG (log), mark, self->is_answered || self->key == NULL);
      place++;
    }
  ls_widget_set_obstacle (self->commit, is_complete (self) ? NULL : _("Choose a preset for each log first"));
  gtk_widget_set_sensitive (self->commit, self->key != NULL && is_complete (self));
}

/* If one log and one preset are left, they belong together. */
static void
fill_last (LsLessonPresets *self)
{
  const guint place = find_place (self, G_MAXUINT);
  guint preset = 0;

  if (place == self->given->len)
    return;
  for (guint i = place + 1; i < self->given->len; i++)
    if (get (self->given, i) == G_MAXUINT)
      return;
  while (find_place (self, preset) < self->given->len)
    preset++;
  set_given (self, place, preset);
}

static void
on_chosen (LsLessonPresets *self,
           guint            preset,
           GtkWidget       *log)
{
  const guint before = find_place (self, preset);
  guint place = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (self->logs); child != log; child = gtk_widget_get_next_sibling (child))
    place++;
  if (self->is_answered || before == place)
    return;
  if (before < self->given->len)
    set_given (self, before, get (self->given, place));
  set_given (self, place, preset);
  fill_last (self);
  update_logs (self);
}

static void
show_feedback (LsLessonPresets *self,
               gboolean         is_right,
               const char      *text,
               const char      *reason)
{
  const gboolean is_known = text != NULL && self->key != NULL;

  ls_lesson_verdict_show (LS_LESSON_VERDICT (self->verdict), self->page, is_right, text, is_known && !is_right);
  if (is_known)
    ls_lesson_verdict_explain (LS_LESSON_VERDICT (self->verdict), self->page, reason, NULL);
}

static void
on_hinted (LsLessonPresets *self,
           guint            n_hints)
{
  g_signal_emit_by_name (self, "hinted", n_hints);
}

static void
set_answered (LsLessonPresets *self,
              gboolean         is_answered)
{
  self->is_answered = is_answered;
  gtk_widget_set_visible (self->answer_box, !is_answered);
  ls_lesson_help_set_over (LS_LESSON_HELP (self->help), is_answered);
  update_logs (self);
}

/* Tells where the run of the page parts from that of @other, or of @preset. */
static void
emit_answered (LsLessonPresets *self,
               guint            preset,
               guint            other,
               LsLessonOutcome  outcome)
{
  const char *own = ls_session_get_settings (self->run)->preset;
  guint64 position = 0;
  guint32 task = 0;

  if (g_str_equal (self->page->presets[preset], own))
    position = ls_preset_key_find_parting (self->key, preset, other, &task);
  else if (g_str_equal (self->page->presets[other], own))
    position = ls_preset_key_find_parting (self->key, other, preset, &task);
  g_signal_emit_by_name (self, "answered", position, task, outcome);
}

/* Says what came of the answer, and why the logs part. */
static void
judge (LsLessonPresets *self,
       gboolean         is_solution)
{
  g_autofree char *text = NULL, *reason = NULL;
  guint wrong = 0, preset, other;

  while (wrong < self->given->len && is_right (self, wrong))
    wrong++;
  preset = get (self->order, wrong < self->given->len ? wrong : 0);
  other = get (self->given, wrong < self->given->len ? wrong : 1);
  if (wrong < self->given->len)
    /* Translators: one of several logs, which are called A, B and so on, and the name of a preset such as “Chromium” */
    text = g_strdup_printf (_("Not quite. Log %c is that of %s."), 'A' + wrong, _(ls_preset_lookup (self->page->presets[preset])->title));
  else
    text = g_strdup (is_solution ? _("These are the presets.") : _("Correct."));
  reason = ls_preset_key_explain (self->key, MIN (preset, other), MAX (preset, other));
  set_answered (self, TRUE);
  show_feedback (self, wrong == self->given->len, text, reason);
  if (self->was_answered)
    return;
  emit_answered (self, preset, other, ls_lesson_outcome (wrong == self->given->len, is_solution));
  ls_lesson_verdict_announce (LS_LESSON_VERDICT (self->verdict), GTK_WIDGET (self));
}

static void
show_lines (LsLessonPresets *self)
{
  const guint n_common = ls_preset_key_count_common (self->key);
  g_autofree char *same = NULL;
  guint place = 0;

  for (GtkWidget *log = gtk_widget_get_first_child (self->logs); log != NULL; log = gtk_widget_get_next_sibling (log))
    {
      const char *const *lines = ls_preset_key_get_lines (self->key, get (self->order, place++));

      ls_lesson_presets_log_show (LS_LESSON_PRESETS_LOG (log), lines, n_common);
    }
  if (n_common > 0)
    same = g_strdup_printf (ngettext ("The first line is the same in all logs.", "The first %u lines are the same in all logs.", n_common),
                            n_common);
  ls_widget_show_text (self->same, same);
}

static void
found_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  LsLessonPresets *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *fault = NULL;
  LsPresetKey *key = ls_lesson_key_find_finish (result, &error);

  /* Another page is shown, or the widget is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  fault = key != NULL ? ls_preset_key_find_fault (key) : g_strdup (error->message);
  if (fault != NULL)
    {
      g_clear_pointer (&key, ls_preset_key_free);
      ls_widget_show_text (self->same, NULL);
      show_feedback (self, FALSE, fault, NULL);
      return;
    }
  self->key = key;
  show_lines (self);
  if (self->was_answered)
    judge (self, FALSE);
  else
    update_logs (self);
}

static void
commit (LsLessonPresets *self)
{
  if (self->key == NULL || self->is_answered || !is_complete (self))
    return;
  self->was_answered = FALSE;
  judge (self, FALSE);
}

static void
on_solution (LsLessonPresets *self)
{
  if (self->key == NULL || self->is_answered)
    return;
  self->was_answered = FALSE;
  for (guint i = 0; i < self->given->len; i++)
    set_given (self, i, get (self->order, i));
  judge (self, TRUE);
}

static void
forget_given (LsLessonPresets *self)
{
  for (guint i = 0; i < self->given->len; i++)
    set_given (self, i, G_MAXUINT);
}

static void
on_again (LsLessonPresets *self)
{
  forget_given (self);
  set_answered (self, FALSE);
  show_feedback (self, FALSE, NULL, NULL);
  g_signal_emit_by_name (self, "again");
  gtk_widget_child_focus (self->logs, GTK_DIR_TAB_FORWARD);
}

static void
clear (LsLessonPresets *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->run);
  g_clear_pointer (&self->key, ls_preset_key_free);
  self->page = NULL;
}

/**
 * ls_lesson_presets_show:
 * @self: the logs
 * @page: (nullable): the page that has them; it must stay there until another one is shown
 * @run: (nullable): the run of the page, as the lesson has it
 * @order: (nullable) (element-type guint): in which order to show the logs: indices of presets of the page
 * @given: (nullable) (element-type guint): the answer that the learner has given before: the preset of each log, in that order
 * @n_hints: how many hints the learner has asked for before
 *
 * Asks which preset printed which log, and shows nothing if the page does not.
 */
void
ls_lesson_presets_show (LsLessonPresets    *self,
                        const LsLessonPage *page,
                        LsSession          *run,
                        GArray             *order,
                        GArray             *given,
                        guint               n_hints)
{
  const gboolean is_shown = page != NULL && page->presets[0] != NULL && run != NULL;

  g_return_if_fail (LS_IS_LESSON_PRESETS (self));

  clear (self);
  ls_widget_remove_children (self->logs);
  gtk_widget_set_visible (GTK_WIDGET (self), is_shown);
  if (!is_shown)
    return;

  self->page = page;
  self->run = g_object_ref (run);
  g_array_set_size (self->order, 0);
  g_array_append_vals (self->order, order->data, order->len);
  g_array_set_size (self->given, order->len);
  forget_given (self);
  self->was_answered = given != NULL && given->len == order->len;
  for (guint i = 0; self->was_answered && i < given->len; i++)
    set_given (self, i, get (given, i));
  ls_widget_show_prose (self->question, page->question);
  ls_widget_show_text (self->same, _("The program runs with each of them…"));
  for (guint i = 0; i < order->len; i++)
    {
      GtkWidget *log = ls_lesson_presets_log_new (i, (const char *const *) page->presets);

      g_signal_connect_swapped (log, "chosen", G_CALLBACK (on_chosen), self);
      gtk_box_append (GTK_BOX (self->logs), log);
    }
  /* Two are easy to compare side by side. */
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->logs),
                                  order->len > 2 ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_homogeneous (GTK_BOX (self->logs), order->len <= 2);
  /* Else the hints are those of the task, which has them. */
  ls_lesson_help_show (LS_LESSON_HELP (self->help), page->task == NULL ? page : NULL, n_hints);
  set_answered (self, FALSE);
  show_feedback (self, FALSE, NULL, NULL);
  self->cancellable = g_cancellable_new ();
  ls_lesson_key_find_async (page, run, self->cancellable, found_cb, self);
}

/**
 * ls_lesson_presets_get:
 * @self: the logs
 *
 * Returns: (transfer full) (element-type guint): the answer, as for ls_lesson_presets_show()
 */
GArray *
ls_lesson_presets_get (LsLessonPresets *self)
{
  g_return_val_if_fail (LS_IS_LESSON_PRESETS (self), NULL);

  return g_array_copy (self->given);
}

static void
ls_lesson_presets_dispose (GObject *object)
{
  clear (LS_LESSON_PRESETS (object));
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_PRESETS);

  G_OBJECT_CLASS (ls_lesson_presets_parent_class)->dispose (object);
}

static void
ls_lesson_presets_finalize (GObject *object)
{
  g_array_unref (LS_LESSON_PRESETS (object)->order);
  g_array_unref (LS_LESSON_PRESETS (object)->given);

  G_OBJECT_CLASS (ls_lesson_presets_parent_class)->finalize (object);
}

static void
ls_lesson_presets_class_init (LsLessonPresetsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_presets_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_lesson_presets_finalize;

  /**
   * LsLessonPresets::again:
   * @self: the logs
   *
   * The learner tries again.
   */
  g_signal_new ("again", LS_TYPE_LESSON_PRESETS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * LsLessonPresets::answered:
   * @self: the logs
   * @position: where the run of the page parts from that of another preset, or 0
   * @task: the task that runs there, or 0
   * @outcome: LsLessonOutcome
   *
   * The learner has given an answer, or asked for the solution.
   */
  g_signal_new ("answered", LS_TYPE_LESSON_PRESETS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_UINT64, G_TYPE_UINT, G_TYPE_UINT);

  /**
   * LsLessonPresets::hinted:
   * @self: the logs
   * @n_hints: how many hints are shown now
   *
   * The learner has asked for a hint.
   */
  g_signal_new ("hinted", LS_TYPE_LESSON_PRESETS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_LESSON_HELP);
  g_type_ensure (LS_TYPE_LESSON_VERDICT);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-presets.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresets, question);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresets, same);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresets, logs);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresets, answer_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresets, commit);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresets, help);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresets, verdict);
  gtk_widget_class_bind_template_child_full (widget_class, "solution", FALSE, 0);
  gtk_widget_class_bind_template_callback (widget_class, commit);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_hinted);
  gtk_widget_class_bind_template_callback (widget_class, on_solution);
}

static void
ls_lesson_presets_init (LsLessonPresets *self)
{
  self->order = g_array_new (FALSE, FALSE, sizeof (guint));
  self->given = g_array_new (FALSE, FALSE, sizeof (guint));
  gtk_widget_init_template (GTK_WIDGET (self));
}
