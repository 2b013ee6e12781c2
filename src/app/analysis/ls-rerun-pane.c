/* ls-rerun-pane.c: runs what was recorded again with a change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-rerun-pane.h"

#include <glib/gi18n.h>

#include "ls-comparison-view.h"
#include "ls-compat.h"
#include "ls-preset.h"
#include "ls-rerun-task-private.h"
#include "ls-settings.h"
#include "ls-text.h"
#include "ls-what-if-lists.h"
#include "ls-widget.h"

/**
 * LsRerunPane:
 *
 * Asks of a recording what it would be like if something were different. A program with the recorded tasks as bodies of work runs
 * on the model, once as they were and once with the change, and both runs are laid side by side. First the pane says how well the
 * unchanged run agrees with the recording, and what that allows to conclude.
 */
struct _LsRerunPane
{
  GtkBox        parent_instance;

  GtkWidget    *kind;
  GtkWidget    *name;
  GtkWidget    *priority;
  GtkWidget    *preset;
  GtkWidget    *every_row;
  GtkWidget    *every;
  GtkWidget    *longer_row;
  GtkWidget    *longer;
  GtkWidget    *scale_row;
  GtkWidget    *scale;
  GtkWidget    *run;
  GtkWidget    *cancel;
  GtkWidget    *summary;
  GtkWidget    *agreement;
  GtkWidget    *error;
  GtkWidget    *stack;
  GtkWidget    *comparison;

  LsDebugger   *debugger;
  GCancellable *running;      /* NULL while nothing runs */
  char         *title;        /* of the change that runs or is shown */
  LsRerun      *rerun;        /* of the recording, NULL before the first question */
  LsTrace      *before;       /* likewise */
  LsSession    *session;      /* the changed program, NULL for none */
};

enum
{
  KIND_PRIORITY,
  KIND_PRESET,
  KIND_YIELD,
  KIND_WITHOUT,
  KIND_SCALE
};

G_DEFINE_FINAL_TYPE (LsRerunPane, ls_rerun_pane, GTK_TYPE_BOX)

static guint
get_kind (LsRerunPane *self)
{
  return gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind));
}

static void
show_error (LsRerunPane *self,
            const char  *text)
{
  ls_widget_show_text (self->error, text);
  if (text != NULL)
    ls_compat_announce (self->error, text);
}

static void
on_kind_selected (LsRerunPane *self)
{
  const guint kind = get_kind (self);

  gtk_widget_set_visible (self->name, kind == KIND_PRIORITY || kind == KIND_WITHOUT);
  gtk_widget_set_visible (self->priority, kind == KIND_PRIORITY);
  gtk_widget_set_visible (self->preset, kind == KIND_PRESET);
  gtk_widget_set_visible (self->every_row, kind == KIND_YIELD);
  gtk_widget_set_visible (self->longer_row, kind == KIND_YIELD);
  gtk_widget_set_visible (self->scale_row, kind == KIND_SCALE);
}

static void
update_running (LsRerunPane *self)
{
  gtk_widget_set_visible (self->cancel, self->running != NULL);
  gtk_widget_set_visible (self->run, self->running == NULL);
}

static void
stop (LsRerunPane *self)
{
  if (self->running != NULL)
    g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
}

static void
on_cancel (LsRerunPane *self)
{
  stop (self);
  update_running (self);
}

static void
clear_answer (LsRerunPane *self)
{
  stop (self);
  g_clear_object (&self->session);
  ls_comparison_view_set_comparison (LS_COMPARISON_VIEW (self->comparison), NULL, NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  ls_widget_show_text (self->summary, NULL);
  show_error (self, NULL);
  update_running (self);
}

static void
on_session_changed (LsRerunPane *self)
{
  clear_answer (self);
  g_clear_pointer (&self->rerun, ls_rerun_free);
  g_clear_object (&self->before);
  ls_widget_show_text (self->agreement, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self), ls_debugger_get_recording (self->debugger) != NULL);
}

/* Offers the name of the task that the user looks at. */
static void
on_map (LsRerunPane *self)
{
  LsPlayer *player = self->debugger != NULL ? ls_debugger_get_player (self->debugger) : NULL;
  LsState *state = player != NULL ? ls_player_get_state (player) : NULL;
  const LsTaskState *data;
  guint32 task = 0;

  if (*gtk_editable_get_text (GTK_EDITABLE (self->name)) != '\0' || player == NULL ||
      ls_player_get_selection (player, &task) != LS_SELECTION_TASK)
    return;
  data = ls_state_get_task (state, task);
  if (data != NULL && data->name != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->name), ls_trace_get_text (ls_state_get_trace (state), data->name));
}

/* Answers */

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LsRerunPane) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsComparison) comparison = ls_comparison_compare_finish (result, &error);
  g_autofree char *first = NULL;

  /* The user has asked something else meanwhile, or closed the session. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->debugger == NULL)
    return;
  g_clear_object (&self->running);
  update_running (self);
  if (comparison == NULL)
    {
      show_error (self, error->message);
      return;
    }
  first = ls_comparison_describe_first (comparison);
  ls_widget_show_text (self->summary, first);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "comparison");
  ls_comparison_view_set_comparison (LS_COMPARISON_VIEW (self->comparison), comparison, self->title);
  ls_compat_announce (self->summary, first);
}

static void
ran_cb (GObject      *object,
        GAsyncResult *result,
        gpointer      user_data)
{
  LsRerunPane *self = LS_RERUN_PANE (object);
  LsRerunTask *task = g_task_get_task_data (G_TASK (result));
  g_autofree char *agreement = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->debugger == NULL)
        return;
      g_clear_object (&self->running);
      update_running (self);
      show_error (self, error->message);
      return;
    }
  if (self->debugger == NULL || g_task_get_cancellable (G_TASK (result)) != self->running)
    return;
  if (self->rerun == NULL)
    self->rerun = g_steal_pointer (&task->rerun);
  g_set_object (&self->before, task->before);
  g_set_object (&self->session, task->session);
  agreement = g_strchomp (ls_rerun_describe (self->rerun));
  ls_widget_show_text (self->agreement, agreement);
  show_error (self, task->problem);
  ls_comparison_compare_async (task->before, 0, G_MAXSIZE, task->after, 0, G_MAXSIZE, self->running, compared_cb,
                               g_object_ref (self));
}

/* Questions */

/* Fills the change that the user has chosen. Returns FALSE with a sentence in @problem if something is missing. */
static gboolean
fill (LsRerunPane  *self,
      LsRerunTask  *task,
      const char  **problem)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  const char *priority = ls_task_priority_to_string (LS_TASK_PRIORITY_USER_BLOCKING -
                                                     gtk_drop_down_get_selected (GTK_DROP_DOWN (self->priority)));
  const guint every = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->every));
  const guint longer = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->longer));
  const guint kind = get_kind (self);

  g_clear_pointer (&self->title, g_free);
  if ((kind == KIND_PRIORITY || kind == KIND_WITHOUT) && *name == '\0')
    {
      *problem = _("Which tasks? Enter a name. A “*” stands for any text.");
      return FALSE;
    }
  switch (kind)
    {
    case KIND_PRIORITY:
      task->priorities = g_new0 (char *, 2);
      task->priorities[0] = g_strdup_printf ("%s=%s", name, priority);
      /* Translators: a change: names of tasks, then a priority */
      self->title = g_strdup_printf (_("“%s” with priority %s"), name, priority);
      break;
    case KIND_PRESET:
      task->preset = g_strdup (ls_settings_list_presets ()[gtk_drop_down_get_selected (GTK_DROP_DOWN (self->preset))]);
      self->title = g_strdup (_(ls_preset_lookup (task->preset)->title));
      break;
    case KIND_YIELD:
      task->yield_every = every * G_GUINT64_CONSTANT (1000);
      task->longer_than = longer * G_GUINT64_CONSTANT (1000);
      self->title = g_strdup_printf (_("A yield every %u ms in tasks over %u ms"), every, longer);
      break;
    case KIND_WITHOUT:
      task->without = g_new0 (char *, 2);
      task->without[0] = g_strdup (name);
      /* Translators: a change: tasks of this name, and what they posted, are left out */
      self->title = g_strdup_printf (_("Without “%s”"), name);
      break;
    case KIND_SCALE:
    default:
      task->work_scale = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->scale));
      self->title = g_strdup_printf (_("Work takes %g times as long"), task->work_scale);
      break;
    }
  return TRUE;
}

/**
 * ls_rerun_pane_run:
 * @self: a pane
 *
 * Runs the recording with the change that is chosen.
 */
void
ls_rerun_pane_run (LsRerunPane *self)
{
  LsRecording *recording = self->debugger != NULL ? ls_debugger_get_recording (self->debugger) : NULL;
  g_autoptr (LsRerunTask) task = NULL;
  const char *problem = NULL;
  const guint *threads;
  guint n_threads;

  if (recording == NULL)
    return;
  clear_answer (self);
  ls_player_get_recording (ls_debugger_get_player (self->debugger), &threads, &n_threads);
  task = ls_rerun_task_new (recording, threads, n_threads);
  if (!fill (self, task, &problem))
    {
      show_error (self, problem);
      gtk_widget_grab_focus (self->name);
      return;
    }
  task->rerun = self->rerun != NULL ? ls_rerun_copy (self->rerun) : NULL;
  g_set_object (&task->before, self->before);
  self->running = g_cancellable_new ();
  update_running (self);
  ls_rerun_task_start (g_steal_pointer (&task), G_OBJECT (self), self->running, ran_cb);
}

static void
open_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  LsRerunPane *self = LS_RERUN_PANE (widget);
  g_autoptr (LsSession) copy = self->session != NULL ? ls_session_copy (self->session) : NULL;

  if (copy != NULL)
    g_signal_emit_by_name (self, "open-session", copy);
}

static void
ls_rerun_pane_dispose (GObject *object)
{
  LsRerunPane *self = LS_RERUN_PANE (object);

  stop (self);
  g_clear_pointer (&self->rerun, ls_rerun_free);
  g_clear_object (&self->before);
  g_clear_object (&self->session);
  g_clear_object (&self->debugger);
  g_clear_pointer (&self->title, g_free);

  G_OBJECT_CLASS (ls_rerun_pane_parent_class)->dispose (object);
}

static void
ls_rerun_pane_class_init (LsRerunPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_rerun_pane_dispose;

  g_signal_new ("open-session", LS_TYPE_RERUN_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, LS_TYPE_SESSION);
  g_type_ensure (LS_TYPE_COMPARISON_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-rerun-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, kind);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, name);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, priority);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, preset);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, every_row);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, every);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, longer_row);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, longer);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, scale_row);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, scale);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, run);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, cancel);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, summary);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, agreement);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, error);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, comparison);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, ls_rerun_pane_run);
  gtk_widget_class_install_action (widget_class, "what-if.open", NULL, open_action);
}

static void
ls_rerun_pane_init (LsRerunPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_what_if_lists_offer_presets (GTK_DROP_DOWN (self->preset));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->kind), _("Change"));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->priority), _("Priority"));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->preset), _("Preset"));
  on_kind_selected (self);
  update_running (self);
}

/**
 * ls_rerun_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose recording to run again
 *
 * Connects the pane to a window's session. It is shown only while that is a recording.
 */
void
ls_rerun_pane_set_debugger (LsRerunPane *self,
                            LsDebugger  *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  on_session_changed (self);
}
