/* ls-lesson-pick.c: the task that a page of a lesson asks to pick
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-pick.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-lesson-answers.h"
#include "ls-lesson-help.h"
#include "ls-lesson-key.h"
#include "ls-lesson-verdict.h"
#include "ls-text.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/* How many of the others are explained: without the next one and the one that was picked. */
#define MAX_OTHERS (LS_PICK_MAX_REASONS - 2)

/**
 * LsLessonPick:
 *
 * Asks the learner to pick the task that is next: that is the one which is selected, on the stage or elsewhere. Nothing is told
 * before the learner has answered. Then the run says why that task is next, and what the others wait for. The learner can try
 * again, or see the solution. “answered”, with the task that was picked, the one that is next, and what the answer is
 * (LsLessonOutcome), is emitted for each answer; “hinted”, with how many hints are shown, for each hint.
 */
struct _LsLessonPick
{
  GtkBox              parent_instance;

  GtkWidget          *question;
  GtkWidget          *manual;
  GtkWidget          *picked;
  GtkWidget          *answer_box;
  GtkWidget          *commit;
  GtkWidget          *help;
  GtkWidget          *verdict;

  LsPlayer           *player;
  const LsLessonPage *page;         /* NULL for none */
  LsSession          *run;          /* of the page */
  LsPickKey          *key;          /* NULL until it is known */
  GCancellable       *cancellable;  /* NULL while it is not looked for */
  guint32             task;         /* that was picked, 0 for none */
  gboolean            is_answered;
  gboolean            is_changed;   /* what can be selected is of another run */
  gboolean            wants_solution;
  gboolean            is_restored;  /* the answer was given before */
};

G_DEFINE_FINAL_TYPE (LsLessonPick, ls_lesson_pick, GTK_TYPE_BOX)

static void
show_picked (LsLessonPick *self)
{
  /* What was answered is of the run of the page, whatever the player shows. */
  LsState *state = self->is_answered ? ls_pick_key_get_end (self->key) : ls_player_get_state (self->player);
  g_autofree char *name = self->task != 0 ? ls_text_format_task (state, self->task) : NULL;
  /* Translators: the task that the learner says is next */
  g_autofree char *text = name != NULL ? g_strdup_printf (_("Picked: %s"), name) : g_strdup (_("Nothing is picked yet."));

  gtk_label_set_label (GTK_LABEL (self->picked), text);
  ls_widget_set_class (self->picked, "lesson-picked", self->task != 0);
  ls_widget_set_obstacle (self->commit, self->task != 0 ? NULL : _("Pick a task on the stage first"));
}

/* What is selected is what the learner says is next. */
static void
on_selection_changed (LsLessonPick *self)
{
  guint32 id = 0;
  const LsSelectionKind kind = ls_player_get_selection (self->player, &id);

  if (self->page == NULL || self->is_answered || self->is_changed || self->cancellable != NULL ||
      (kind != LS_SELECTION_TASK && kind != LS_SELECTION_NONE))
    return;
  self->task = kind == LS_SELECTION_TASK ? id : 0;
  show_picked (self);
  if (self->task != 0)
    ls_compat_announce (self->picked, gtk_label_get_label (GTK_LABEL (self->picked)));
}

/* Returns (transfer full) what is said of a task, without its name: the same for all that wait for the same reason. */
static char *
dup_reason_alone (const LsPickCandidate *candidate)
{
  g_auto (GStrv) parts = g_strsplit (candidate->reason, candidate->name, -1);

  return g_strjoinv ("\001", parts);
}

/* Returns (transfer full) the sentence about the first of some tasks, and which others wait for the same reason. */
static char *
describe_group (GPtrArray *group)
{
  const LsPickCandidate *first = g_ptr_array_index (group, 0);
  g_autoptr (GString) names = g_string_new (NULL);

  if (group->len == 1)
    return g_strdup (first->reason);
  for (guint i = 1; i < group->len; i++)
    {
      const LsPickCandidate *candidate = g_ptr_array_index (group, i);

      if (i > 1)
        /* Translators: between names in a list, before the last of them and before the others */
        g_string_append (names, i + 1 == group->len ? C_("names", " and ") : C_("names", ", "));
      g_string_append (names, candidate->name);
    }
  /* Translators: a sentence about a task, and the names of others: “chat” waits for “toast”: … The same is true of “hint” and … */
  return g_strdup_printf (_("%s The same is true of %s."), first->reason, names->str);
}

/* Returns (transfer full) what the tasks wait for that are neither next nor picked, each reason once. */
static char **
describe_others (LsLessonPick *self)
{
  g_autoptr (GHashTable) groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) in_order = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GStrvBuilder) others = g_strv_builder_new ();
  guint n_others = 0;

  for (guint i = 0; i < ls_pick_key_get_n_waiting (self->key) && n_others < MAX_OTHERS; i++)
    {
      const LsPickCandidate *candidate = ls_pick_key_get_waiting (self->key, i);
      g_autofree char *reason = NULL;
      GPtrArray *group;

      if (candidate->task == ls_pick_key_get_next (self->key) || candidate->task == self->task)
        continue;
      reason = dup_reason_alone (candidate);
      group = g_hash_table_lookup (groups, reason);
      if (group == NULL)
        {
          group = g_ptr_array_new ();
          g_ptr_array_add (in_order, group);
          g_hash_table_insert (groups, g_steal_pointer (&reason), group);
        }
      g_ptr_array_add (group, (gpointer) candidate);
      n_others++;
    }
  for (guint i = 0; i < in_order->len; i++)
    {
      g_autofree char *text = describe_group (g_ptr_array_index (in_order, i));

      g_strv_builder_add (others, text);
    }
  return g_strv_builder_end (others);
}

/* Whether the reason against the answer names the next task, as it does for tasks that wait. */
static gboolean
names_next (LsLessonPick *self)
{
  for (guint i = 1; i < ls_pick_key_get_n_waiting (self->key); i++)
    if (ls_pick_key_get_waiting (self->key, i)->task == self->task)
      return TRUE;
  return FALSE;
}

static void
show_feedback (LsLessonPick *self,
               gboolean      is_right,
               const char   *text)
{
  const gboolean is_known = text != NULL && self->key != NULL;
  g_auto (GStrv) others = NULL;

  ls_lesson_verdict_show (LS_LESSON_VERDICT (self->verdict), self->page, is_right, text, is_known && !is_right);
  if (!is_known)
    return;
  others = describe_others (self);
  ls_lesson_verdict_explain (LS_LESSON_VERDICT (self->verdict), self->page,
                             names_next (self) ? NULL : ls_pick_key_get_waiting (self->key, 0)->reason, others);
}

static void
on_hinted (LsLessonPick *self,
           guint         n_hints)
{
  g_signal_emit_by_name (self, "hinted", n_hints);
}

static void
set_answered (LsLessonPick *self,
              gboolean      is_answered)
{
  self->is_answered = is_answered;
  gtk_widget_set_visible (self->answer_box, !is_answered);
  gtk_widget_set_visible (self->manual, !is_answered);
  ls_lesson_help_set_over (LS_LESSON_HELP (self->help), is_answered);
}

/* Says what came of the answer. */
static void
judge (LsLessonPick *self)
{
  const gboolean is_solution = self->wants_solution;
  g_autofree char *mistake = NULL, *text = NULL;

  self->wants_solution = FALSE;
  if (is_solution)
    self->task = ls_pick_key_get_next (self->key);
  mistake = ls_pick_key_find_mistake (self->key, self->task);
  if (mistake != NULL)
    text = g_strdup_printf (_("Not quite. %s"), mistake);
  else
    text = g_strdup (is_solution ? _("This is the next task.") : _("Correct."));
  set_answered (self, TRUE);
  show_picked (self);
  show_feedback (self, mistake == NULL, text);
  if (self->is_restored)
    return;
  g_signal_emit_by_name (self, "answered", self->task, ls_pick_key_get_next (self->key), ls_lesson_outcome (mistake == NULL, is_solution));
  ls_lesson_verdict_announce (LS_LESSON_VERDICT (self->verdict), GTK_WIDGET (self));
}

static void
found_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  LsLessonPick *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *fault = NULL;
  LsPickKey *key = ls_lesson_key_find_finish (result, &error);

  /* Another page is shown, or the widget is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  fault = key != NULL ? ls_pick_key_find_fault (key) : g_strdup (error->message);
  if (fault == NULL)
    {
      self->key = key;
      judge (self);
      return;
    }
  /* There is no answer to be right or wrong. */
  g_clear_pointer (&key, ls_pick_key_free);
  self->wants_solution = FALSE;
  show_picked (self);
  show_feedback (self, FALSE, fault);
}

/* Looks for what is next once, since a run takes some time. */
static void
find_and_judge (LsLessonPick *self)
{
  if (self->cancellable != NULL)
    return;
  if (self->key != NULL)
    {
      judge (self);
      return;
    }
  /* The button stays as it is meanwhile: it may have the focus. */
  self->cancellable = g_cancellable_new ();
  ls_lesson_key_find_async (self->page, self->run, self->cancellable, found_cb, self);
}

static void
commit (LsLessonPick *self)
{
  if (self->page == NULL || self->is_answered || self->task == 0)
    return;
  self->is_restored = FALSE;
  find_and_judge (self);
}

static void
on_solution (LsLessonPick *self)
{
  if (self->page == NULL || self->is_answered)
    return;
  self->wants_solution = TRUE;
  self->is_restored = FALSE;
  find_and_judge (self);
}

static void
begin (LsLessonPick *self)
{
  self->task = 0;
  set_answered (self, FALSE);
  show_feedback (self, FALSE, NULL);
  ls_player_select (self->player, LS_SELECTION_NONE, 0);
  show_picked (self);
}

static void
on_again (LsLessonPick *self)
{
  begin (self);
  g_signal_emit_by_name (self, "again");
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
clear (LsLessonPick *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->run);
  g_clear_pointer (&self->key, ls_pick_key_free);
  self->page = NULL;
  self->wants_solution = FALSE;
}

/**
 * ls_lesson_pick_set_player:
 * @self: what is picked
 * @player: the player in which a task is selected
 *
 * Follows what is selected.
 */
void
ls_lesson_pick_set_player (LsLessonPick *self,
                           LsPlayer     *player)
{
  g_return_if_fail (LS_IS_LESSON_PICK (self));
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ls_lesson_pick_show:
 * @self: what is picked
 * @page: (nullable): the page that asks for it; it must stay there until another one is shown
 * @run: (nullable): the run of the page, as the lesson has it
 * @answer: the task that the learner has picked before, or %LS_LESSON_NO_ANSWER
 * @n_hints: how many hints the learner has asked for before
 *
 * Asks to pick the task that is next, and shows nothing if the page does not.
 */
void
ls_lesson_pick_show (LsLessonPick       *self,
                     const LsLessonPage *page,
                     LsSession          *run,
                     guint32             answer,
                     guint               n_hints)
{
  g_return_if_fail (LS_IS_LESSON_PICK (self));

  clear (self);
  gtk_widget_set_visible (GTK_WIDGET (self), page != NULL && page->picks_next && run != NULL);
  if (page == NULL || !page->picks_next || run == NULL)
    return;

  self->page = page;
  self->run = g_object_ref (run);
  ls_widget_show_prose (self->question, page->question);
  /* Else the hints are those of the task, which has them. */
  ls_lesson_help_show (LS_LESSON_HELP (self->help), page->task == NULL ? page : NULL, n_hints);
  begin (self);
  self->is_restored = answer != LS_LESSON_NO_ANSWER;
  if (!self->is_restored)
    return;
  self->task = answer;
  find_and_judge (self);
}

/**
 * ls_lesson_pick_set_changed:
 * @self: what is picked
 * @is_changed: whether the window has another run than the page
 *
 * Tells whether what is selected is of another run: then nothing can be picked.
 */
void
ls_lesson_pick_set_changed (LsLessonPick *self,
                            gboolean      is_changed)
{
  g_return_if_fail (LS_IS_LESSON_PICK (self));

  if (self->is_changed == is_changed)
    return;
  self->is_changed = is_changed;
  if (self->page != NULL && !self->is_answered && self->cancellable == NULL)
    begin (self);
}

/**
 * ls_lesson_pick_answer:
 * @self: what is picked
 *
 * Gives the answer that is picked, if there is one.
 */
void
ls_lesson_pick_answer (LsLessonPick *self)
{
  g_return_if_fail (LS_IS_LESSON_PICK (self));

  commit (self);
}

static void
ls_lesson_pick_dispose (GObject *object)
{
  clear (LS_LESSON_PICK (object));
  g_clear_object (&LS_LESSON_PICK (object)->player);
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_PICK);

  G_OBJECT_CLASS (ls_lesson_pick_parent_class)->dispose (object);
}

static void
ls_lesson_pick_class_init (LsLessonPickClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_pick_dispose;

  /**
   * LsLessonPick::again:
   * @self: what is picked
   *
   * The learner tries again.
   */
  g_signal_new ("again", LS_TYPE_LESSON_PICK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * LsLessonPick::answered:
   * @self: what is picked
   * @task: the task that was picked
   * @next: the task that is next
   * @outcome: LsLessonOutcome
   *
   * The learner has given an answer, or asked for the solution.
   */
  g_signal_new ("answered", LS_TYPE_LESSON_PICK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);

  /**
   * LsLessonPick::hinted:
   * @self: what is picked
   * @n_hints: how many hints are shown now
   *
   * The learner has asked for a hint.
   */
  g_signal_new ("hinted", LS_TYPE_LESSON_PICK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_LESSON_HELP);
  g_type_ensure (LS_TYPE_LESSON_VERDICT);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-pick.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonPick, question);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPick, manual);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPick, picked);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPick, answer_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPick, commit);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPick, help);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPick, verdict);
  gtk_widget_class_bind_template_child_full (widget_class, "solution", FALSE, 0);
  gtk_widget_class_bind_template_callback (widget_class, commit);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_hinted);
  gtk_widget_class_bind_template_callback (widget_class, on_solution);
}

static void
ls_lesson_pick_init (LsLessonPick *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
