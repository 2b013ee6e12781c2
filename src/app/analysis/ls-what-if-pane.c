/* ls-what-if-pane.c: runs the session with a change and compares both runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-what-if-pane.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-comparison-view.h"
#include "ls-compat.h"
#include "ls-experiment-list.h"
#include "ls-id-list-model.h"
#include "ls-preset-table.h"
#include "ls-preset.h"
#include "ls-text.h"
#include "ls-what-if-lists.h"
#include "ls-what-if.h"
#include "ls-widget.h"

/**
 * LsWhatIfPane:
 *
 * Lets the user choose a change, runs a changed copy of the session on a thread of its own, and shows both orders side by side. The
 * pane does not change the session or its run. When the user chooses a row, the window goes to where this run ran its task. The
 * "open-session" signal hands over the changed copy, which the receiver may keep.
 */
struct _LsWhatIfPane
{
  GtkBox         parent_instance;

  GtkWidget     *kind;
  GtkWidget     *signal;
  GtkWidget     *priority;
  GtkWidget     *preset;
  GtkWidget     *edition;
  GtkWidget     *experiments;
  GtkWidget     *row_choice;
  GtkWidget     *rank;
  GtkWidget     *ranks;
  GtkWidget     *scope;
  GtkWidget     *run;
  GtkWidget     *cancel;
  GtkWidget     *progress;
  GtkWidget     *error;
  GtkWidget     *stack;
  GtkWidget     *summary;
  GtkWidget     *comparison;

  LsDebugger    *debugger;
  LsPlayer      *player;
  LsWhatIf      *what_if;
  GCancellable  *comparing;    /* NULL while no comparison runs */
  LsTrace       *compared;     /* trace of this run in the comparison */
  LsIdListModel *signals;      /* the signals that the pane offers, or 0 alone */
  LsSettings    *table;        /* settings with the changed ranks, NULL before the user changes one */
};

enum
{
  KIND_SIGNAL,
  KIND_PRESET,
  KIND_EDITION,
  KIND_RANK,
  KIND_EXPERIMENTS
};

G_DEFINE_FINAL_TYPE (LsWhatIfPane, ls_what_if_pane, GTK_TYPE_BOX)

static void
show_error (LsWhatIfPane *self,
            const char   *text)
{
  ls_widget_show_text (self->error, text);
  if (text != NULL)
    ls_compat_announce (self->error, text);
}

/* Returns the settings that the user changes the ranks of. */
static const LsSettings *
get_settings (LsWhatIfPane *self)
{
  LsSession *session = self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL;

  return session != NULL ? ls_session_get_settings (session) : NULL;
}

/* Shows the rank of the selected row, and lists all ranks that differ. */
static void
update_ranks (LsWhatIfPane *self)
{
  const LsSettings *settings = get_settings (self);
  g_autoptr (GString) text = g_string_new (NULL);
  LsPresetRow row, changed;

  for (guint i = 0; settings != NULL && self->table != NULL && i < ls_settings_get_n_preset_rows (); i++)
    if (ls_settings_get_preset_row (settings, i, &row) && ls_settings_get_preset_row (self->table, i, &changed) &&
        row.rank != changed.rank)
      {
        if (text->len > 0)
          g_string_append_c (text, '\n');
        /* Translators: a queue's name, its rank, and the rank that it is to have instead */
        g_string_append_printf (text, _("%s: %u → %u"), _(row.name), row.rank, changed.rank);
      }
  gtk_label_set_label (GTK_LABEL (self->ranks), text->str);
  gtk_widget_set_visible (self->ranks, text->len > 0 && gtk_widget_get_visible (self->row_choice));

  if (self->table != NULL)
    settings = self->table;
  if (settings != NULL &&
      ls_settings_get_preset_row (settings, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->row_choice)), &row))
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->rank), row.rank);
}

static void
on_rank_changed (LsWhatIfPane *self)
{
  const LsSettings *settings = self->table != NULL ? self->table : get_settings (self);
  guint index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->row_choice));
  guint rank = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->rank));
  LsPresetRow row;

  if (settings == NULL || !ls_settings_get_preset_row (settings, index, &row) || row.rank == rank)
    return;
  if (self->table == NULL)
    self->table = ls_settings_copy (settings);
  ls_settings_set_preset_rank (self->table, index, rank);
  update_ranks (self);
}

static void
on_reset (LsWhatIfPane *self)
{
  g_clear_pointer (&self->table, ls_settings_free);
  update_ranks (self);
}

/* Offers another preset or edition than the session's own, which would make no difference. */
static void
choose_other_preset (LsWhatIfPane *self)
{
  const LsSettings *settings = get_settings (self);
  const char *const *presets = ls_settings_list_presets ();
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->preset));

  if (settings != NULL && selected < g_strv_length ((char **) presets) && g_strcmp0 (presets[selected], settings->preset) == 0)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->preset), presets[selected + 1] != NULL ? selected + 1 : 0);
}

static void
choose_other_edition (LsWhatIfPane *self)
{
  const LsSettings *settings = get_settings (self);

  if (settings != NULL)
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->edition), settings->edition == LS_EDITION_2025 ? 1 : 0);
}

static void
on_kind_selected (LsWhatIfPane *self)
{
  guint kind = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind));
  const LsSettings *settings = get_settings (self);

  if (kind == KIND_PRESET)
    choose_other_preset (self);
  else if (kind == KIND_EDITION)
    choose_other_edition (self);
  else if (kind == KIND_EXPERIMENTS && settings != NULL)
    ls_experiment_list_set_experiments (LS_EXPERIMENT_LIST (self->experiments), settings->experiments);
  /* Hides the error of an earlier choice. The message of a run that is shown stays. */
  if (ls_comparison_view_get_comparison (LS_COMPARISON_VIEW (self->comparison)) == NULL)
    show_error (self, NULL);
  gtk_widget_set_visible (self->signal, kind == KIND_SIGNAL);
  gtk_widget_set_visible (self->preset, kind == KIND_PRESET);
  gtk_widget_set_visible (self->edition, kind == KIND_EDITION);
  gtk_widget_set_visible (self->row_choice, kind == KIND_RANK);
  gtk_widget_set_visible (self->experiments, kind == KIND_EXPERIMENTS);
  /* A loop takes its preset, ranks, edition and experiments when it is made, so such a change applies to the whole run. */
  gtk_label_set_label (GTK_LABEL (self->scope), kind == KIND_SIGNAL ? _("From this position")
                                                                    : _("For the whole run"));
  update_ranks (self);
}

static char *
name_signal (LsIdItem     *item,
             LsWhatIfPane *self)
{
  guint32 id = ls_id_item_get_id (item);

  return id != 0 ? ls_text_format_signal (ls_player_get_state (self->player), id) : g_strdup (C_("what if", "No signal"));
}

static guint32
get_signal (LsWhatIfPane *self)
{
  return ls_id_list_model_get_id (self->signals, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->signal)));
}

static void
select_signal (LsWhatIfPane *self,
               guint32       signal)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->signals)); i++)
    if (ls_id_list_model_get_id (self->signals, i) == signal)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->signal), i);
}

/* Lists the signals whose priority can change at the position. The selected signal stays selected. */
static void
update_signals (LsWhatIfPane *self)
{
  LsState *state = ls_player_get_state (self->player);
  g_autoptr (GArray) found = g_array_new (TRUE, FALSE, sizeof (guint32));
  guint32 selected = get_signal (self);

  for (guint32 id = 0; (id = ls_state_find_next_signal (state, id)) != 0;)
    {
      const LsSignalState *signal = ls_state_get_signal (state, id);

      /* Checks only what takes little time. The run checks the rest. */
      if (signal != NULL && signal->exists && !signal->aborted && signal->agent == 1 && signal->flags & LS_RECORD_FLAG_CONTROLLER &&
          signal->flags & LS_RECORD_FLAG_TASK_SIGNAL)
        g_array_append_val (found, id);
    }
  gtk_widget_set_sensitive (self->signal, found->len > 0);
  /* The array ends with a 0. */
  ls_id_list_model_set_ids (self->signals, (const guint32 *) (gpointer) found->data, MAX (found->len, 1));
  select_signal (self, selected);
}

static void
update_running (LsWhatIfPane *self)
{
  gboolean running = ls_what_if_get_status (self->what_if) == LS_WHAT_IF_RUNNING || self->comparing != NULL;

  gtk_widget_set_visible (self->cancel, running);
  /* What would be otherwise says too much of what will be. */
  gtk_widget_set_sensitive (self->run, self->player != NULL && ls_debugger_get_session (self->debugger) != NULL &&
                                       ls_player_get_curtain (self->player) == 0);
}

static void
stop (LsWhatIfPane *self)
{
  g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  if (self->what_if != NULL)
    ls_what_if_cancel (self->what_if);
}

static void
clear (LsWhatIfPane *self)
{
  stop (self);
  ls_comparison_view_set_comparison (LS_COMPARISON_VIEW (self->comparison), NULL, NULL);
  g_clear_object (&self->compared);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  ls_widget_show_text (self->summary, NULL);
  show_error (self, NULL);
  update_running (self);
}

static void
on_cancel (LsWhatIfPane *self)
{
  stop (self);
  update_running (self);
}

/* Rows are positions in one run. They mean nothing in another one. */
static void
on_changed (LsWhatIfPane *self)
{
  if (self->compared != NULL && self->compared != ls_player_get_trace (self->player))
    clear (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update_signals (self);
  update_running (self);
}

static void
on_map (LsWhatIfPane *self)
{
  if (self->player == NULL)
    return;
  update_signals (self);
  update_ranks (self);
  update_running (self);
}

static void
on_compared (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (LsWhatIfPane) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsComparison) comparison = ls_comparison_compare_finish (result, &error);
  g_autofree char *first = NULL;
  g_autofree char *title = NULL;

  /* The user has started another comparison or closed this one. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->player == NULL)
    return;
  g_clear_object (&self->comparing);
  update_running (self);
  if (comparison == NULL)
    {
      show_error (self, error->message);
      return;
    }
  first = ls_comparison_describe_first (comparison);
  title = ls_what_if_dup_title (self->what_if);
  ls_widget_show_text (self->summary, first);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "comparison");
  ls_comparison_view_set_comparison (LS_COMPARISON_VIEW (self->comparison), comparison, title);
  ls_compat_announce (self->summary, first);
}

static void
compare (LsWhatIfPane *self)
{
  self->comparing = g_cancellable_new ();
  ls_comparison_compare_async (self->compared, 0, G_MAXSIZE, ls_what_if_get_trace (self->what_if), 0, G_MAXSIZE,
                               self->comparing, on_compared, g_object_ref (self));
}

static void
on_done (LsWhatIfPane *self)
{
  if (self->compared == NULL)
    return;
  show_error (self, ls_what_if_get_message (self->what_if));
  /* A run that reached a budget can still be compared as far as it went. */
  if (ls_what_if_get_status (self->what_if) != LS_WHAT_IF_FAILED)
    compare (self);
  update_running (self);
}

static void
on_progressed (LsWhatIfPane *self)
{
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), ls_what_if_get_progress (self->what_if));
}

static void
on_row_selected (LsWhatIfPane *self,
                 guint         row)
{
  LsComparison *comparison = ls_comparison_view_get_comparison (LS_COMPARISON_VIEW (self->comparison));
  LsComparisonRow data;

  if (comparison == NULL || ls_player_get_trace (self->player) != self->compared)
    return;
  ls_comparison_get_row (comparison, row, &data);
  /* A task that is only on the right here may be in another row on the left. */
  if (data.left.task == 0 && data.other_row != LS_COMPARISON_NONE)
    ls_comparison_get_row (comparison, data.other_row, &data);
  if (data.left.task == 0)
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, data.left.position);
  ls_player_select (self->player, LS_SELECTION_TASK, data.left.task);
}

static void
open_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  LsWhatIfPane *self = LS_WHAT_IF_PANE (widget);
  LsSession *session = ls_what_if_get_session (self->what_if);
  g_autoptr (LsSession) copy = session != NULL ? ls_session_copy (session) : NULL;

  if (copy != NULL)
    g_signal_emit_by_name (self, "open-session", copy);
}

static void
what_if_action (LsWhatIfPane *self)
{
  ls_player_set_running (self->player, FALSE);
  ls_actions_reveal (GTK_WIDGET (self));
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/* Asks at once: what if this signal had that priority from here on? */
static void
what_if_priority_action (LsWhatIfPane *self,
                         const char   *name,
                         GVariant     *parameter)
{
  guint32 signal, priority;

  g_variant_get (parameter, "(uu)", &signal, &priority);
  if (!ls_task_priority_is_valid (priority))
    return;
  what_if_action (self);
  update_signals (self);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->kind), KIND_SIGNAL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->priority), LS_TASK_PRIORITY_USER_BLOCKING - priority);
  select_signal (self, signal);
  ls_what_if_pane_run (self);
}

static void
ls_what_if_pane_dispose (GObject *object)
{
  LsWhatIfPane *self = LS_WHAT_IF_PANE (object);

  g_clear_object (&self->compared);
  stop (self);
  g_clear_object (&self->what_if);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);
  g_clear_object (&self->signals);
  g_clear_pointer (&self->table, ls_settings_free);

  G_OBJECT_CLASS (ls_what_if_pane_parent_class)->dispose (object);
}

static void
ls_what_if_pane_class_init (LsWhatIfPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_what_if_pane_dispose;

  ls_actions_add_reveal (LS_TYPE_WHAT_IF_PANE);
  g_signal_new ("open-session", LS_TYPE_WHAT_IF_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, LS_TYPE_SESSION);

  g_type_ensure (LS_TYPE_COMPARISON_VIEW);
  g_type_ensure (LS_TYPE_EXPERIMENT_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-what-if-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, kind);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, signal);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, priority);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, preset);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, edition);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, experiments);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, row_choice);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, rank);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, ranks);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, scope);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, run);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, cancel);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, progress);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, error);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, summary);
  gtk_widget_class_bind_template_child (widget_class, LsWhatIfPane, comparison);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_selected);
  gtk_widget_class_bind_template_callback (widget_class, update_ranks);
  gtk_widget_class_bind_template_callback (widget_class, on_rank_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_row_selected);
  gtk_widget_class_bind_template_callback (widget_class, ls_what_if_pane_run);
  gtk_widget_class_install_action (widget_class, "what-if.open", NULL, open_action);
}

static void
ls_what_if_pane_init (LsWhatIfPane *self)
{
  static const LsActionEntry entries[] = {
    { "what-if", NULL, LS_NEEDS_SETTINGS, G_CALLBACK (what_if_action) },
    { "what-if-priority", "(uu)", LS_NEEDS_PROGRAM, G_CALLBACK (what_if_priority_action) },
    { NULL },
  };
  g_autoptr (GtkExpression) name = gtk_cclosure_expression_new (G_TYPE_STRING, NULL, 0, NULL, G_CALLBACK (name_signal), self, NULL);

  ls_actions_add (GTK_WIDGET (self), entries);
  self->signals = ls_id_list_model_new ();
  self->what_if = ls_what_if_new ();
  g_signal_connect_object (self->what_if, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->what_if, "done", G_CALLBACK (on_done), self, G_CONNECT_SWAPPED);
  gtk_widget_init_template (GTK_WIDGET (self));

  ls_what_if_lists_offer_presets (GTK_DROP_DOWN (self->preset));
  ls_what_if_lists_offer_queues (GTK_DROP_DOWN (self->row_choice));
  gtk_drop_down_set_expression (GTK_DROP_DOWN (self->signal), name);
  ls_id_list_model_set_ids (self->signals, (const guint32[]) { 0 }, 1);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->signal), G_LIST_MODEL (self->signals));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->kind), _("Change"));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->signal), _("Signal"));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->priority), _("Priority"));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->preset), _("Preset"));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->edition), _("Edition"));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->row_choice), _("Queue"));
  on_kind_selected (self);
}

/**
 * ls_what_if_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose session to run with a change
 *
 * Connects the pane to a window's session.
 */
void
ls_what_if_pane_set_debugger (LsWhatIfPane *self,
                              LsDebugger   *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  self->player = g_object_ref (ls_debugger_get_player (debugger));
  g_signal_connect_object (self->player, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (clear), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_reset), self, G_CONNECT_SWAPPED);
  clear (self);
}

static void
fill_change (LsWhatIfPane   *self,
             LsWhatIfChange *change)
{
  switch (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind)))
    {
    case KIND_PRESET:
      change->preset = ls_settings_list_presets ()[gtk_drop_down_get_selected (GTK_DROP_DOWN (self->preset))];
      break;
    case KIND_EDITION:
      change->sets_edition = TRUE;
      change->edition = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->edition)) == 0 ? LS_EDITION_2025
                                                                                       : LS_EDITION_2023_YIELD_OPTIONS;
      break;
    case KIND_RANK:
      change->ranks = self->table;
      break;
    case KIND_EXPERIMENTS:
      change->sets_experiments = TRUE;
      change->experiments = ls_experiment_list_get_experiments (LS_EXPERIMENT_LIST (self->experiments));
      break;
    case KIND_SIGNAL:
    default:
      change->signal = get_signal (self);
      change->priority = LS_TASK_PRIORITY_USER_BLOCKING - gtk_drop_down_get_selected (GTK_DROP_DOWN (self->priority));
      break;
    }
}

/**
 * ls_what_if_pane_run:
 * @self: a pane
 *
 * Runs the session with the selected change from the position on, and compares both runs when it has ended. The pane shows an error
 * if the change cannot run.
 */
void
ls_what_if_pane_run (LsWhatIfPane *self)
{
  LsSession *session = self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL;
  LsWhatIfChange change = LS_WHAT_IF_CHANGE_INIT;
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;

  if (session == NULL)
    return;
  update_signals (self);
  clear (self);
  /* The comparison matches tasks by who posted them, so it needs the trace from the first record on. */
  if (ls_player_get_start (self->player) > 0)
    {
      show_error (self, _("The start of this run is no longer kept, so it cannot be compared. Keep more records (in the preferences or the session) and run it again."));
      return;
    }
  fill_change (self, &change);
  if (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind)) == KIND_RANK && change.ranks == NULL)
    {
      show_error (self, _("All queues have the same ranks as in this run. Change at least one."));
      return;
    }
  if (change.sets_experiments && change.experiments == ls_session_get_settings (session)->experiments)
    {
      show_error (self, _("The experiments are the same as in this run. Turn one on or off."));
      return;
    }
  if (change.signal == 0 && change.preset == NULL && !change.sets_edition && !change.sets_experiments && change.ranks == NULL)
    {
      show_error (self, _("No controller exists at this position. Go to another position, or choose another change."));
      return;
    }
  ls_debugger_get_budgets (self->debugger, &options.step_budget, &options.time_budget, &options.record_budget,
                           &options.kept_records);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  g_set_object (&self->compared, ls_player_get_trace (self->player));
  if (!ls_what_if_start (self->what_if, session, ls_player_get_state (self->player), &change, &options,
                         ls_debugger_is_over (self->debugger), &error))
    {
      g_clear_object (&self->compared);
      show_error (self, error->message);
    }
  update_running (self);
}
