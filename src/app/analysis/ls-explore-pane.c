/* ls-explore-pane.c: explores the schedules of the session and shows what goes wrong
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-explore-pane-private.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-compat.h"
#include "ls-explore-report.h"
#include "ls-finding-row.h"
#include "ls-widget.h"

/* The memory that the states may take before the exploration stops, in bytes. Going on adds as much again. */
#define MEMORY_LIMIT (G_GUINT64_CONSTANT (1) << 30)

enum
{
  MODE_ALL,
  MODE_BOUNDED,
  MODE_RANDOM
};

/**
 * LsExplorePane:
 *
 * Lets the user choose which schedules to try, explores a copy of the session on a thread, and shows what goes wrong under which
 * schedule. The pane does not change the session or its run, unless the user takes over a schedule. That can be undone. The
 * findings are about the program as it was when the exploration began. When the program changes, the pane says so.
 */
G_DEFINE_FINAL_TYPE (LsExplorePane, ls_explore_pane, GTK_TYPE_BOX)

static const struct
{
  const char *name;
  const char *label;
  const char *tooltip;
  double      lower, upper, value, step, page;
} numbers[LS_EXPLORE_PANE_N_NUMBERS] = {
  [LS_EXPLORE_PANE_PREEMPTIONS] = { "preemptions", N_("Most preemptions"),
                                    N_("How many times an agent that could continue is interrupted"), 0, 1000, 2, 1, 10 },
  [LS_EXPLORE_PANE_RUNS] = { "runs", N_("Runs"), N_("How many random schedules to try"), 1, 1000000000, 1000, 100, 1000 },
  [LS_EXPLORE_PANE_SEED] = { "seed", N_("Seed"), N_("The same seed gives the same schedules"), 0, G_MAXUINT32, 1, 1, 100 },
  [LS_EXPLORE_PANE_SECONDS] = { "seconds", N_("Time limit in seconds"), N_("0 for no limit"), 0, 1000000, 60, 10, 60 },
  [LS_EXPLORE_PANE_STATES] = { "states", N_("Most states"), N_("0 for no limit"), 0, 1000000000, 5000000, 100000, 1000000 },
  [LS_EXPLORE_PANE_OVERTAKING] = { "overtaking", N_("Most overtakings"),
                                   N_("How many times in a row a woken agent may go back to waiting; 0 for no limit"),
                                   0, 1000, 0, 1, 10 },
};

static void
add_number (LsExplorePane       *self,
            LsExplorePaneNumber  number)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (_(numbers[number].label));
  GtkAdjustment *adjustment = gtk_adjustment_new (numbers[number].value, numbers[number].lower, numbers[number].upper,
                                                  numbers[number].step, numbers[number].page, 0);
  GtkWidget *spin = gtk_spin_button_new (adjustment, 0, 0);

  gtk_label_set_mnemonic_widget (GTK_LABEL (label), spin);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_name (spin, numbers[number].name);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 5);
  gtk_widget_set_tooltip_text (spin, _(numbers[number].tooltip));
  gtk_accessible_update_relation (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), spin);
  gtk_box_append (GTK_BOX (number < LS_EXPLORE_PANE_SECONDS ? self->numbers : self->limit_numbers), row);
  self->spins[number] = spin;
}

static guint64
get_number (LsExplorePane       *self,
            LsExplorePaneNumber  number)
{
  return (guint64) gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->spins[number]));
}

static void
show_number (LsExplorePane       *self,
             LsExplorePaneNumber  number,
             gboolean             is_shown)
{
  gtk_widget_set_visible (gtk_widget_get_parent (self->spins[number]), is_shown);
}

static void
on_mode_selected (LsExplorePane *self)
{
  guint mode = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->mode));

  show_number (self, LS_EXPLORE_PANE_PREEMPTIONS, mode == MODE_BOUNDED);
  show_number (self, LS_EXPLORE_PANE_RUNS, mode == MODE_RANDOM);
  show_number (self, LS_EXPLORE_PANE_SEED, mode == MODE_RANDOM);
  gtk_widget_set_visible (self->numbers, mode != MODE_ALL);
}

static LsSession *
get_session (LsExplorePane *self)
{
  return self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL;
}

static gboolean
has_results (LsExplorePane *self)
{
  return !ls_exploration_get_running (self->exploration) &&
         ls_exploration_get_status (self->exploration) != LS_EXPLORE_READY;
}

/* Returns whether the exploration can continue from where it ended. */
static gboolean
can_go_on (LsExplorePane *self)
{
  return has_results (self) && (ls_exploration_get_status (self->exploration) != LS_EXPLORE_COMPLETE ||
                                ls_exploration_get_options (self->exploration)->mode == LS_EXPLORE_RANDOM);
}

static void
update (LsExplorePane *self)
{
  gboolean is_running = ls_exploration_get_running (self->exploration);
  gboolean goes_on = can_go_on (self);

  gtk_widget_set_sensitive (self->form, self->can_explore && !is_running);
  gtk_widget_set_sensitive (self->start, self->can_explore);
  gtk_button_set_label (GTK_BUTTON (self->start), has_results (self) ? _("_Start Again") : _("_Start"));
  gtk_widget_set_visible (self->go_on, goes_on);
  ls_widget_set_class (self->start, "suggested-action", !goes_on);
  gtk_widget_set_visible (self->cancel, is_running);
  gtk_widget_set_sensitive (self->cancel, !ls_exploration_get_stopping (self->exploration));
  gtk_button_set_label (GTK_BUTTON (self->cancel),
                        ls_exploration_get_stopping (self->exploration) ? _("Stopping…") : _("_Cancel"));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), is_running            ? "running"
                                                             : has_results (self) ? "results"
                                                                                  : "empty");
}

/* Updates the page that is shown before anything is explored. It says what to do, or why exploring is not possible. */
static void
update_empty (LsExplorePane *self)
{
  LsSession *session = get_session (self);
  g_autoptr (GError) error = NULL;

  self->can_explore = session != NULL && ls_session_can_explore (session, &error);
  if (self->can_explore)
    {
      ls_widget_show_text (self->heading, NULL);
      ls_widget_show_text (self->reason,
                           _("Choose which schedules to try. A copy of the session runs its agents in each order, and problems appear here."));
    }
  else
    {
      ls_widget_show_text (self->heading, _("Nothing to Explore"));
      ls_widget_show_text (self->reason, error != NULL ? error->message : _("Open a session with several agents"));
    }
}

static void
set_outdated (LsExplorePane *self,
              gboolean       is_outdated)
{
  GtkWidget *row;

  if (gtk_widget_get_visible (self->outdated) == is_outdated)
    return;
  gtk_widget_set_visible (self->outdated, is_outdated);
  for (int i = 0; (row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i))) != NULL; i++)
    ls_finding_row_set_outdated (LS_FINDING_ROW (row), is_outdated);
}

static gboolean
check_cb (gpointer user_data)
{
  LsExplorePane *self = user_data;
  LsSession *session = get_session (self);

  self->check = 0;
  update_empty (self);
  update (self);
  set_outdated (self, has_results (self) && session != NULL && !ls_exploration_is_about (self->exploration, session));
  return G_SOURCE_REMOVE;
}

/* Checks once for all changes of a frame. */
static void
check_soon (LsExplorePane *self)
{
  if (self->check == 0)
    self->check = g_idle_add (check_cb, self);
}

static void
show_progress (LsExplorePane *self)
{
  const LsExploreOptions *options = ls_exploration_get_options (self->exploration);
  g_autofree char *text = NULL;
  LsExplorationProgress progress;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  /* The number of runs is known only where schedules are chosen by chance. Otherwise the bar pulses. */
  if (options->mode == LS_EXPLORE_RANDOM)
    {
      ls_exploration_get_progress (self->exploration, &progress);
      gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                     CLAMP ((double) progress.n_runs / MAX (options->n_runs, 1), 0, 1));
    }
  else
    {
      gtk_progress_bar_pulse (GTK_PROGRESS_BAR (self->progress));
    }
  text = ls_explore_report_format_progress (self->exploration);
  gtk_label_set_label (GTK_LABEL (self->counts), text);
}

static void
show_results (LsExplorePane *self)
{
  g_autofree char *verdict = ls_explore_report_format_verdict (self->exploration);
  g_autofree char *extent = ls_explore_report_format_extent (self->exploration);
  guint n_findings = ls_exploration_get_n_findings (self->exploration);
  gboolean is_good = n_findings == 0 && ls_exploration_get_status (self->exploration) == LS_EXPLORE_COMPLETE &&
                     ls_exploration_get_options (self->exploration)->mode != LS_EXPLORE_RANDOM;

  ls_widget_remove_children (self->list);
  for (guint i = 0; i < n_findings; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), ls_finding_row_new (self->exploration, i));
  gtk_widget_set_visible (self->list, n_findings > 0);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), n_findings > 0 ? "dialog-warning-symbolic"
                                                        : is_good      ? "object-select-symbolic"
                                                                       : "dialog-information-symbolic");
  ls_widget_set_class (self->icon, "warning", n_findings > 0);
  ls_widget_set_class (self->icon, "success", is_good);
  gtk_label_set_label (GTK_LABEL (self->verdict), verdict);
  gtk_label_set_label (GTK_LABEL (self->extent), extent);
}

/* Moves the focus on when the Cancel button had it and is hidden now, unless the user has moved it out of the pane. */
static void
keep_focus (LsExplorePane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  gtk_widget_set_focusable (self->progress, FALSE);
  if (self->keeps_focus && root != NULL && (focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self))))
    gtk_widget_grab_focus (gtk_widget_get_visible (self->go_on) ? self->go_on : self->start);
  self->keeps_focus = FALSE;
}

static void
on_done (LsExplorePane *self)
{
  g_autofree char *text = NULL;

  self->keeps_focus |= gtk_widget_is_focus (self->cancel);
  show_results (self);
  set_outdated (self, FALSE);
  check_soon (self);
  update (self);
  keep_focus (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      /* Translators: two sentences without full stops: whether something goes wrong, and how much was explored */
      text = g_strdup_printf (_("%s. %s"), gtk_label_get_label (GTK_LABEL (self->verdict)),
                              gtk_label_get_label (GTK_LABEL (self->extent)));
      ls_compat_announce (self->verdict, text);
    }
  g_object_notify (G_OBJECT (self), "n-findings");
}

static void
begin (LsExplorePane *self)
{
  gboolean had_focus = gtk_widget_is_focus (self->start) || gtk_widget_is_focus (self->go_on);

  ls_widget_remove_children (self->list);
  set_outdated (self, FALSE);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), 0);
  show_progress (self);
  update (self);
  /* The button that had the focus is hidden now. */
  if (had_focus)
    gtk_widget_grab_focus (self->cancel);
  g_object_notify (G_OBJECT (self), "n-findings");
}

/* Sets how much further the exploration may go, from where it is. */
static void
fill_budgets (LsExplorePane    *self,
              LsExploreOptions *options,
              guint64           n_states)
{
  guint64 states = get_number (self, LS_EXPLORE_PANE_STATES);

  options->max_states = states > 0 ? n_states + states : 0;
  options->max_time = get_number (self, LS_EXPLORE_PANE_SECONDS) * G_USEC_PER_SEC;
  options->stop_at_first = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->first));
}

static void
fill_options (LsExplorePane    *self,
              LsExploreOptions *options)
{
  switch (gtk_drop_down_get_selected (GTK_DROP_DOWN (self->mode)))
    {
    case MODE_BOUNDED:
      options->bounds_preemptions = TRUE;
      options->max_preemptions = get_number (self, LS_EXPLORE_PANE_PREEMPTIONS);
      break;
    case MODE_RANDOM:
      options->mode = LS_EXPLORE_RANDOM;
      options->seed = get_number (self, LS_EXPLORE_PANE_SEED);
      options->n_runs = get_number (self, LS_EXPLORE_PANE_RUNS);
      break;
    case MODE_ALL:
    default:
      break;
    }
  options->max_overtaking = (guint) get_number (self, LS_EXPLORE_PANE_OVERTAKING);
  options->max_memory = MEMORY_LIMIT;
  fill_budgets (self, options, 0);
}

static void
on_go_on (LsExplorePane *self)
{
  LsExplorationProgress progress;
  LsExploreOptions options;

  if (!can_go_on (self))
    return;
  options = *ls_exploration_get_options (self->exploration);
  ls_exploration_get_progress (self->exploration, &progress);
  fill_budgets (self, &options, progress.n_states);
  /* With this option set, the exploration would stop again at once. */
  if (ls_exploration_get_n_findings (self->exploration) > 0)
    options.stop_at_first = FALSE;
  if (ls_exploration_get_limit (self->exploration) == LS_EXPLORATION_LIMIT_MEMORY)
    options.max_memory += MEMORY_LIMIT;
  if (ls_exploration_get_status (self->exploration) == LS_EXPLORE_COMPLETE)
    options.n_runs += get_number (self, LS_EXPLORE_PANE_RUNS);
  ls_exploration_go_on (self->exploration, &options);
  begin (self);
}

static void
on_cancel (LsExplorePane *self)
{
  self->keeps_focus = gtk_widget_is_focus (self->cancel);
  /* The button is insensitive until the exploration has stopped. Left alone, GTK would move the focus to another pane. */
  if (self->keeps_focus)
    {
      gtk_widget_set_focusable (self->progress, TRUE);
      gtk_widget_grab_focus (self->progress);
    }
  ls_exploration_cancel (self->exploration);
  update (self);
}

static void
on_copy (LsExplorePane *self)
{
  g_autofree char *text = has_results (self) ? ls_explore_report_to_text (self->exploration) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
on_map (LsExplorePane *self)
{
  if (ls_exploration_get_running (self->exploration))
    show_progress (self);
  check_soon (self);
}

/* The session */

static void
forget (LsExplorePane *self)
{
  ls_exploration_clear (self->exploration);
  ls_widget_remove_children (self->list);
  set_outdated (self, FALSE);
  update_empty (self);
  update (self);
  g_object_notify (G_OBJECT (self), "n-findings");
}

static void
on_debugger_changed (LsExplorePane *self)
{
  g_signal_group_set_target (self->session, get_session (self));
  check_soon (self);
}

static void
ls_explore_pane_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  g_value_set_uint (value, ls_explore_pane_get_n_findings (LS_EXPLORE_PANE (object)));
}

static void
ls_explore_pane_dispose (GObject *object)
{
  LsExplorePane *self = LS_EXPLORE_PANE (object);

  g_clear_handle_id (&self->check, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->exploration, self);
  ls_exploration_clear (self->exploration);
  g_clear_object (&self->session);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_explore_pane_parent_class)->dispose (object);
}

static void
ls_explore_pane_finalize (GObject *object)
{
  g_object_unref (LS_EXPLORE_PANE (object)->exploration);

  G_OBJECT_CLASS (ls_explore_pane_parent_class)->finalize (object);
}

static void
ls_explore_pane_class_init (LsExplorePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ls_explore_pane_dispose;
  object_class->finalize = ls_explore_pane_finalize;
  object_class->get_property = ls_explore_pane_get_property;

  /**
   * LsExplorePane:n-findings:
   *
   * The number of kinds of findings.
   */
  g_object_class_install_property (object_class, 1, g_param_spec_uint ("n-findings", NULL, NULL, 0, G_MAXUINT, 0,
                                                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  ls_actions_add_reveal (LS_TYPE_EXPLORE_PANE);
  g_signal_new ("open-session", LS_TYPE_EXPLORE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, LS_TYPE_SESSION);
  g_signal_new ("used", LS_TYPE_EXPLORE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_STRING);
  g_signal_new ("saved", LS_TYPE_EXPLORE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("report", LS_TYPE_EXPLORE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                  G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-explore-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, form);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, mode);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, numbers);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, limit_numbers);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, first);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, start);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, go_on);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, cancel);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, progress);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, heading);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, reason);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, counts);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, icon);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, verdict);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, extent);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, outdated);
  gtk_widget_class_bind_template_child (widget_class, LsExplorePane, list);
  gtk_widget_class_bind_template_callback (widget_class, on_mode_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_go_on);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, on_map);
  gtk_widget_class_bind_template_callback (widget_class, ls_explore_pane_start);
  ls_explore_pane_install_actions (widget_class);
}

static void
explore_action (LsExplorePane *self)
{
  ls_actions_reveal (GTK_WIDGET (self));
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

static void
ls_explore_pane_init (LsExplorePane *self)
{
  static const LsActionEntry entries[] = {
    { "explore", NULL, LS_NEEDS_PROGRAM, G_CALLBACK (explore_action) },
    { NULL },
  };

  ls_actions_add (GTK_WIDGET (self), entries);
  self->exploration = ls_exploration_new ();
  ls_exploration_set_n_threads (self->exploration, 0);
  g_signal_connect_swapped (self->exploration, "progressed", G_CALLBACK (show_progress), self);
  g_signal_connect_swapped (self->exploration, "done", G_CALLBACK (on_done), self);
  self->session = g_signal_group_new (LS_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session, "changed", G_CALLBACK (check_soon), self);
  g_signal_connect_swapped (self->session, "notify::target", G_CALLBACK (forget), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < LS_EXPLORE_PANE_N_NUMBERS; i++)
    add_number (self, i);
  ls_widget_hide_when_empty (self->counts);
  ls_widget_hide_when_empty (self->verdict);
  ls_widget_hide_when_empty (self->extent);
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->mode), _("Which schedules to try"));
  on_mode_selected (self);
  update_empty (self);
  update (self);
}

/**
 * ls_explore_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose session to explore
 *
 * Connects the pane to a window's session.
 */
void
ls_explore_pane_set_debugger (LsExplorePane *self,
                              LsDebugger    *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_debugger_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (on_debugger_changed), self, G_CONNECT_SWAPPED);
  on_debugger_changed (self);
}

/**
 * ls_explore_pane_start:
 * @self: a pane
 *
 * Begins to explore what the user chose. This discards the results of the exploration before.
 */
void
ls_explore_pane_start (LsExplorePane *self)
{
  LsSession *session = get_session (self);
  LsExploreOptions options = LS_EXPLORE_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;

  if (session == NULL || ls_exploration_get_running (self->exploration))
    return;
  if (ls_player_get_curtain (ls_debugger_get_player (self->debugger)) != 0)
    {
      g_signal_emit_by_name (self, "report", _("Answer the question first"));
      return;
    }
  fill_options (self, &options);
  if (ls_exploration_start (self->exploration, session, &options, &error))
    begin (self);
  else
    g_signal_emit_by_name (self, "report", error->message);
}

/**
 * ls_explore_pane_get_n_findings:
 * @self: a pane
 *
 * Returns: the number of kinds of findings
 */
guint
ls_explore_pane_get_n_findings (LsExplorePane *self)
{
  return ls_exploration_get_n_findings (self->exploration);
}

/**
 * ls_explore_pane_get_exploration:
 * @self: a pane
 *
 * Returns: (transfer none): the exploration of the pane
 */
LsExploration *
ls_explore_pane_get_exploration (LsExplorePane *self)
{
  return self->exploration;
}
