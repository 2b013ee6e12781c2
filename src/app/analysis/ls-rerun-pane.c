/* ls-rerun-pane.c: runs what was recorded again with a change
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-rerun-pane.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-break-rule.h"
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
  GtkWidget    *trust;
  GtkWidget    *conclusions;
  GtkWidget    *agreement;
  GtkWidget    *report;
  GtkWidget    *error;
  GtkWidget    *stack;
  GtkWidget    *comparison;

  LsDebugger   *debugger;
  GCancellable *running;      /* NULL while nothing runs */
  GCancellable *checking;     /* NULL while the unchanged run is not compared with the recording */
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

  gtk_widget_set_visible (self->name, kind == KIND_PRIORITY || kind == KIND_WITHOUT || kind == KIND_YIELD);
  /* Translators: whose names: all tasks */
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->name), kind == KIND_YIELD ? _("All tasks") : _("Name of the tasks"));
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
stop_checking (LsRerunPane *self)
{
  if (self->checking != NULL)
    g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
}

static void
clear_answer (LsRerunPane *self)
{
  stop (self);
  g_clear_object (&self->session);
  ls_comparison_view_set_comparison (LS_COMPARISON_VIEW (self->comparison), NULL, NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  ls_widget_show_text (self->summary, NULL);
  ls_widget_show_text (self->report, NULL);
  show_error (self, NULL);
  update_running (self);
}

/* How well the unchanged run agrees with the recording: known before anybody asks what if. */

static void
show_agreement (LsRerunPane *self)
{
  g_autofree char *conclusions = ls_rerun_describe_conclusions (self->rerun);
  g_autofree char *agreement = g_strchomp (ls_rerun_describe_agreement (self->rerun));

  gtk_label_set_label (GTK_LABEL (self->conclusions), conclusions);
  gtk_label_set_label (GTK_LABEL (self->agreement), agreement);
  gtk_widget_set_visible (self->trust, TRUE);
}

static void
checked_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  LsRerunPane *self = LS_RERUN_PANE (object);
  LsRerunTask *task = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (self->debugger == NULL || self->checking == NULL || g_task_get_cancellable (G_TASK (result)) != self->checking)
    return;
  g_clear_object (&self->checking);
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      gtk_widget_set_visible (self->trust, FALSE);
      show_error (self, error->message);
      return;
    }
  self->rerun = g_steal_pointer (&task->rerun);
  g_set_object (&self->before, task->before);
  show_agreement (self);
}

/* Runs what was recorded as it was, unless it is known how well that agrees or a question is going to tell. */
static void
check (LsRerunPane *self)
{
  LsRecording *recording = self->debugger != NULL ? ls_debugger_get_recording (self->debugger) : NULL;
  g_autoptr (LsRerunTask) task = NULL;
  const guint *threads;
  guint n_threads;

  if (recording == NULL || self->rerun != NULL || self->checking != NULL || self->running != NULL)
    return;
  ls_player_get_recording (ls_debugger_get_player (self->debugger), &threads, &n_threads);
  task = ls_rerun_task_new (recording, threads, n_threads);
  task->is_check = TRUE;
  self->checking = g_cancellable_new ();
  gtk_label_set_label (GTK_LABEL (self->conclusions), _("Running the recorded tasks without a change…"));
  gtk_label_set_label (GTK_LABEL (self->agreement), "");
  gtk_expander_set_expanded (GTK_EXPANDER (self->trust), TRUE);
  gtk_widget_set_visible (self->trust, TRUE);
  ls_rerun_task_start (g_steal_pointer (&task), G_OBJECT (self), self->checking, checked_cb);
}

static void
on_cancel (LsRerunPane *self)
{
  stop (self);
  update_running (self);
  check (self);
}

static void
on_session_changed (LsRerunPane *self)
{
  clear_answer (self);
  stop_checking (self);
  g_clear_pointer (&self->rerun, ls_rerun_free);
  g_clear_object (&self->before);
  gtk_widget_set_visible (self->trust, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self), ls_debugger_get_recording (self->debugger) != NULL);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    check (self);
}

/* Offers the name of the task that the user looks at. */
static void
offer_name (LsRerunPane *self)
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
    {
      g_autofree char *pattern = ls_break_pattern_escape (ls_trace_get_text (ls_state_get_trace (state), data->name));

      gtk_editable_set_text (GTK_EDITABLE (self->name), pattern);
    }
}

static void
on_map (LsRerunPane *self)
{
  offer_name (self);
  check (self);
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

/* Says what had nothing to change, how many tasks yield and what cannot. */
static void
show_report (LsRerunPane              *self,
             const LsConversionReport *report)
{
  g_auto (GStrv) warnings = ls_conversion_report_list_warnings (report);
  g_autofree char *warning = g_strjoinv ("\n", warnings);
  g_autofree char *text = g_strchomp (ls_conversion_report_describe (report));
  g_autofree char *both = *warning != '\0' && *text != '\0' ? g_strdup_printf ("%s\n%s", warning, text) : NULL;

  ls_widget_show_text (self->report, both != NULL ? both : *warning != '\0' ? warning : text);
  if (*warning != '\0')
    {
      gtk_widget_add_css_class (self->report, "warning");
      ls_compat_announce (self->report, warning);
    }
  else
    gtk_widget_remove_css_class (self->report, "warning");
}

static void
ran_cb (GObject      *object,
        GAsyncResult *result,
        gpointer      user_data)
{
  LsRerunPane *self = LS_RERUN_PANE (object);
  LsRerunTask *task = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->debugger == NULL)
        return;
      g_clear_object (&self->running);
      update_running (self);
      show_error (self, error->message);
      /* The change may be what failed. */
      check (self);
      return;
    }
  if (self->debugger == NULL || g_task_get_cancellable (G_TASK (result)) != self->running)
    return;
  if (self->rerun == NULL)
    self->rerun = g_steal_pointer (&task->rerun);
  g_set_object (&self->before, task->before);
  g_set_object (&self->session, task->session);
  show_agreement (self);
  gtk_expander_set_expanded (GTK_EXPANDER (self->trust), FALSE);
  show_report (self, task->report);
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
      task->longer_than = longer * G_GUINT64_CONSTANT (1000);
      if (*name != '\0')
        {
          task->yields = g_new0 (char *, 2);
          task->yields[0] = g_strdup_printf ("%s=%u", name, every);
          /* Translators: a change: ms, names of tasks, ms */
          self->title = g_strdup_printf (_("A yield every %u ms in “%s” over %u ms"), every, name, longer);
          break;
        }
      task->yield_every = every * G_GUINT64_CONSTANT (1000);
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
      check (self);
      gtk_widget_grab_focus (self->name);
      return;
    }
  stop_checking (self);
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

/* Fills the form: what if tasks of a name yielded? How often is for the user to say. */
static void
yield_action (LsRerunPane *self,
              const char  *name,
              GVariant    *parameter)
{
  gtk_editable_set_text (GTK_EDITABLE (self->name), g_variant_get_string (parameter, NULL));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->kind), KIND_YIELD);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->longer), 0);
  ls_actions_reveal (GTK_WIDGET (self));
  gtk_widget_grab_focus (self->every);
}

static void
ls_rerun_pane_dispose (GObject *object)
{
  LsRerunPane *self = LS_RERUN_PANE (object);

  stop (self);
  stop_checking (self);
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

  ls_actions_add_reveal (LS_TYPE_RERUN_PANE);
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
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, trust);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, conclusions);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, agreement);
  gtk_widget_class_bind_template_child (widget_class, LsRerunPane, report);
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
  static const LsActionEntry entries[] = {
    { "what-if-yield", "s", LS_NEEDS_RECORDING, G_CALLBACK (yield_action) },
    { NULL },
  };

  ls_actions_add (GTK_WIDGET (self), entries);
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
