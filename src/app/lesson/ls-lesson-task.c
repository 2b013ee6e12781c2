/* ls-lesson-task.c: the task of a page of a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-task.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-expectation-private.h"
#include "ls-expectation-watch-private.h"
#include "ls-lesson-help.h"
#include "ls-trace-reader.h"
#include "ls-widget.h"

/**
 * LsLessonTask:
 *
 * Says what the learner is to do, helps with it, and has a tick as soon as the moment that the player shows has what comes of it.
 * “done” is emitted then, and “hinted”, with how many hints are shown, for each hint. Where it cannot come any more, says what has
 * gone wrong, and suggests to start over.
 */
struct _LsLessonTask
{
  GtkBox              parent_instance;

  GtkWidget          *icon;
  GtkWidget          *text;
  GtkWidget          *outcome;
  GtkWidget          *help;

  LsDebugger         *debugger;
  LsPlayer           *player;
  LsTraceReader      *reader;
  const LsLessonPage *page;        /* NULL for none */
  LsExpectationWatch *watch;       /* NULL without a task, or after it is done */
  gboolean            was_undone;  /* whether @watch did not hold at a moment of this page */
  gboolean            is_done;
};

G_DEFINE_FINAL_TYPE (LsLessonTask, ls_lesson_task, GTK_TYPE_BOX)

/* Says what has come of it so far. @mistake: (nullable): why it cannot come any more */
static void
show_mistake (LsLessonTask *self,
              const char   *mistake)
{
  g_autofree char *reached = self->is_done && self->page != NULL ? ls_expectation_describe (self->page->until) : NULL;
  g_autofree char *text = NULL;

  if (reached != NULL)
    /* Translators: what was to come about, as a sentence without a full stop */
    text = g_strdup_printf (_("Done. %s."), reached);
  else if (mistake != NULL)
    /* Translators: %s is a sentence that says what has gone wrong */
    text = g_strdup_printf (_("%s Start over, and try again."), mistake);
  if (text != NULL && mistake != NULL && g_strcmp0 (gtk_label_get_label (GTK_LABEL (self->outcome)), text) != 0)
    ls_compat_announce (self->outcome, text);
  ls_widget_show_text (self->outcome, text);
  ls_lesson_help_set_outcome (LS_LESSON_HELP (self->help), self->is_done, mistake != NULL);
}

static void
update_done (LsLessonTask *self)
{
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), self->is_done ? "object-select-symbolic" : "go-next-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->is_done ? _("Done") : _("To do"), -1);
  ls_widget_set_class (GTK_WIDGET (self), "done", self->is_done);
  show_mistake (self, NULL);
}

/* Whether the task is done in the displayed run, but not where the page begins. The learner may have stepped there faster than
 * the run is read. */
static gboolean
was_done_since (LsLessonTask *self)
{
  LsTrace *trace = ls_expectation_watch_get_trace (self->watch);
  g_autoptr (LsState) state = NULL;
  gsize scanned = 0, position;

  if (!self->page->is_solved_by_schedule || !ls_lesson_moment_find (&self->page->at, trace, &scanned, &position))
    return FALSE;
  state = ls_state_new (trace);
  ls_state_seek (state, position);
  return !ls_expectation_watch_holds (self->watch, state);
}

/* Whether nothing comes after the displayed moment. More of a run may be on its way, and a curtain hides what comes. */
static gboolean
is_over (LsLessonTask *self)
{
  return ls_debugger_is_over (self->debugger) && ls_player_is_at_end (self->player) &&
         (ls_player_get_curtain (self->player) & LS_CURTAIN_FUTURE) == 0;
}

/* Ticks the task as soon as the displayed moment fulfils it. */
static void
look_for_done (LsLessonTask *self)
{
  if (self->watch == NULL || self->is_done || ls_trace_reader_get_behind (self->reader) ||
      ls_player_is_pending (self->player) ||
      ls_expectation_watch_get_trace (self->watch) != ls_state_get_trace (ls_player_get_state (self->player)))
    return;

  if (!ls_expectation_watch_holds (self->watch, ls_player_get_state (self->player)))
    self->was_undone = TRUE;
  else if (self->was_undone || was_done_since (self))
    {
      self->is_done = TRUE;
      update_done (self);
      ls_compat_announce (self->text, gtk_label_get_label (GTK_LABEL (self->outcome)));
      g_signal_emit_by_name (self, "done");
    }
  if (!self->is_done)
    {
      g_autofree char *mistake = ls_expectation_watch_find_mistake (self->watch, ls_player_get_state (self->player),
                                                                    is_over (self));

      show_mistake (self, mistake);
    }
}

static gboolean
advance_cb (gsize    max_records,
            gpointer user_data)
{
  LsLessonTask *self = user_data;

  return self->watch != NULL && ls_expectation_watch_advance (self->watch, max_records);
}

static void
update_watch (LsLessonTask *self)
{
  LsTrace *trace = ls_player_get_trace (self->player);

  g_clear_object (&self->watch);
  if (self->page != NULL && trace != NULL && !self->is_done)
    self->watch = ls_expectation_watch_new (self->page->until, trace);
}

static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsLessonTask *self = user_data;

  if (is_new)
    update_watch (self);
  else
    look_for_done (self);
}

static void
on_hinted (LsLessonTask *self,
           guint         n_hints)
{
  g_signal_emit_by_name (self, "hinted", n_hints);
}

/**
 * ls_lesson_task_set_debugger:
 * @self: a task
 * @debugger: what has the learner's run, and a player that shows moments of it
 *
 * Looks at these moments from now on.
 */
void
ls_lesson_task_set_debugger (LsLessonTask *self,
                             LsDebugger   *debugger)
{
  LsPlayer *player = ls_debugger_get_player (debugger);

  g_return_if_fail (LS_IS_LESSON_TASK (self));
  g_return_if_fail (self->player == NULL);

  self->debugger = g_object_ref (debugger);
  self->player = g_object_ref (player);
  self->reader = ls_trace_reader_new (player, advance_cb, changed_cb, self);
  g_signal_connect_object (player, "changed", G_CALLBACK (look_for_done), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "stopped", G_CALLBACK (look_for_done), self, G_CONNECT_SWAPPED);
}

/**
 * ls_lesson_task_show:
 * @self: a task with a debugger
 * @page: (nullable): the page whose task to show; it must stay there until another one is shown
 * @is_done: whether the learner has done it before
 * @n_hints: how many of its hints the learner has asked for before
 *
 * Shows the task of a page, and nothing if it has none.
 */
void
ls_lesson_task_show (LsLessonTask       *self,
                     const LsLessonPage *page,
                     gboolean            is_done,
                     guint               n_hints)
{
  g_return_if_fail (LS_IS_LESSON_TASK (self));

  self->page = page != NULL && page->task != NULL ? page : NULL;
  self->is_done = is_done;
  self->was_undone = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self), self->page != NULL);
  update_watch (self);
  ls_lesson_help_show (LS_LESSON_HELP (self->help), self->page, n_hints);
  update_done (self);
  if (self->page == NULL)
    return;
  ls_widget_show_prose (self->text, page->task);
  ls_trace_reader_wake (self->reader);
}

/**
 * ls_lesson_task_set_done:
 * @self: a task with a debugger
 * @is_done: whether the learner has done it
 *
 * Has the task be done, or be to do once more, after its solution was taken back.
 */
void
ls_lesson_task_set_done (LsLessonTask *self,
                         gboolean      is_done)
{
  g_return_if_fail (LS_IS_LESSON_TASK (self));

  self->is_done = is_done;
  self->was_undone = FALSE;
  update_watch (self);
  update_done (self);
  ls_trace_reader_wake (self->reader);
}

/**
 * ls_lesson_task_begin:
 * @self: a task with a debugger
 *
 * The player goes to where the page begins: from there on the task is to be done.
 */
void
ls_lesson_task_begin (LsLessonTask *self)
{
  g_return_if_fail (LS_IS_LESSON_TASK (self));

  self->was_undone = FALSE;
  ls_trace_reader_wake (self->reader);
}

static void
ls_lesson_task_dispose (GObject *object)
{
  LsLessonTask *self = LS_LESSON_TASK (object);

  g_clear_pointer (&self->reader, ls_trace_reader_free);
  g_clear_object (&self->watch);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_TASK);

  G_OBJECT_CLASS (ls_lesson_task_parent_class)->dispose (object);
}

static void
ls_lesson_task_class_init (LsLessonTaskClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_task_dispose;

  /**
   * LsLessonTask::done:
   * @self: a task
   *
   * The task is done now.
   */
  g_signal_new ("done", LS_TYPE_LESSON_TASK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * LsLessonTask::hinted:
   * @self: a task
   * @n_hints: how many hints are shown now
   *
   * The learner has asked for a hint.
   */
  g_signal_new ("hinted", LS_TYPE_LESSON_TASK, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_LESSON_HELP);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-task.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonTask, icon);
  gtk_widget_class_bind_template_child (widget_class, LsLessonTask, text);
  gtk_widget_class_bind_template_child (widget_class, LsLessonTask, outcome);
  gtk_widget_class_bind_template_child (widget_class, LsLessonTask, help);
  gtk_widget_class_bind_template_callback (widget_class, on_hinted);
}

static void
ls_lesson_task_init (LsLessonTask *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
