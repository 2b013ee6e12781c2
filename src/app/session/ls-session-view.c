/* ls-session-view.c: a session with all that explains it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-breakpoints-pane.h"
#include "ls-controllers-pane.h"
#include "ls-events-table.h"
#include "ls-explore-pane.h"
#include "ls-inspector.h"
#include "ls-lints-pane.h"
#include "ls-log-view.h"
#include "ls-opening-page.h"
#include "ls-program-pane.h"
#include "ls-signal-tree.h"
#include "ls-snippets.h"
#include "ls-stage.h"
#include "ls-statistics-pane.h"
#include "ls-text.h"
#include "ls-timeline.h"
#include "ls-welcome.h"
#include "ls-what-if-pane.h"
#include "ls-why-card.h"

/* How often a run goes on that nobody sees. */
#define HIDDEN_MS 16

/**
 * LsSessionView:
 *
 * Shows a session: its program, the stage, and what explains it, all at one position; before there is one, the welcome page.
 * It is what a tab of a window has. It never reads the engine.
 *
 * Its actions are called win.NAME, as the window's are: what is within the view reaches those of the view, and the window's
 * reach those of the view that it shows. While it is hidden a run goes on, but nothing is shown of it, see
 * ls_player_set_watched(). What it needs of its window it asks for with signals.
 *
 * Its other parts are in ls-session-view-actions.c (what the user can do), ls-session-view-program.c (to programs),
 * ls-session-view-document.c and ls-session-view-file.c (opening and saving), ls-session-view-journal.c, and in files named after
 * what asks for them.
 */
enum
{
  PROP_0,
  PROP_JOURNALS,
  N_PROPS
};

enum
{
  STATUS_CHANGED,
  TITLE_CHANGED,
  SETTINGS_CHANGED,
  ACTION_ENABLED,
  ATTENTION,
  WANTS_VIEW,
  WANTS_DIALOG,
  WANTS_PANE,
  GIVES_WAY,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsSessionView, ls_session_view, GTK_TYPE_WIDGET)

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  if (ls_player_tick (self->player, gdk_frame_clock_get_frame_time (clock)))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
hidden_cb (gpointer user_data)
{
  LsSessionView *self = user_data;

  if (ls_player_tick (self->player, g_get_monotonic_time ()))
    return G_SOURCE_CONTINUE;
  self->hidden_source = 0;
  return G_SOURCE_REMOVE;
}

/* Frames cost something, so the view asks for them only while something moves, and not at all while it is hidden. */
static void
on_wake (LsSessionView *self)
{
  if (self->is_shown && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  else if (!self->is_shown && self->hidden_source == 0)
    self->hidden_source = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, HIDDEN_MS, hidden_cb, self, NULL);
}

static void
stop_ticking (LsSessionView *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_handle_id (&self->hidden_source, g_source_remove);
}

static void
announce_position (LsSessionView *self)
{
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *time = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  guint32 next;

  if (!self->is_shown || ls_player_get_running (self->player))
    return;
  next = ls_state_get_next_task (state);
  time = ls_text_format_time (ls_state_get_time (state));
  name = next != 0 ? ls_text_format_task (state, next) : NULL;
  if (name != NULL)
    text = g_strdup_printf (_("Step %u, %s, next: %s"), ls_player_get_step (self->player), time, name);
  else
    text = g_strdup_printf (_("Step %u, %s"), ls_player_get_step (self->player), time);
  ls_compat_announce (self->stage, text);
}

static void
on_player_changed (LsSessionView *self)
{
  ls_session_view_update_title (self);
  ls_session_view_update_actions (self);
  announce_position (self);
}

/* What the start is may be another answer. */
static void
on_forgot (LsSessionView *self)
{
  ls_session_view_update_title (self);
  if (ls_player_get_position (self->player) <= ls_player_get_start (self->player))
    ls_session_view_update_actions (self);
}

static void
on_grew (LsSessionView *self)
{
  ls_session_view_update_title (self);
}

static void
on_running_changed (LsSessionView *self)
{
  ls_session_view_update_status (self);
  ls_session_view_update_actions (self);
  announce_position (self);
}

static void
on_working_changed (LsSessionView *self)
{
  ls_session_view_update_status (self);
  ls_session_view_update_program_actions (self);
}

static void
on_stopped_at_breakpoint (LsSessionView *self)
{
  g_signal_emit (self, signals[ATTENTION], 0);
}

static void
on_stopped (LsSessionView *self)
{
  g_autofree char *place = NULL;
  g_autofree char *message = ls_debugger_get_message (self->debugger, &place);

  gtk_widget_set_visible (self->banner_place, place != NULL);
  if (place != NULL)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (self->banner_place), "s", place);
  if (message != NULL && self->is_shown)
    ls_compat_announce (self->banner_label, message);
  gtk_label_set_label (GTK_LABEL (self->banner_label), message != NULL ? message : "");
  gtk_widget_set_visible (self->banner_label, message != NULL);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), message != NULL);
  ls_session_view_update_status (self);
  ls_session_view_update_actions (self);
  if (message != NULL)
    g_signal_emit (self, signals[ATTENTION], 0);
}

/* What is said of the end of a run holds until the next one. */
static void
hide_banner (LsSessionView *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), FALSE);
}

static void
on_session_changed (LsSessionView *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  /* A session with agents begins where most of it happens. */
  if (g_set_weak_pointer (&self->shown_session, session) && session != NULL && ls_session_has_agents (session))
    ls_stage_show_page (LS_STAGE (self->stage), "atomics");
  ls_session_view_show_session (self);
  ls_session_view_update_status (self);
}

static void
on_changed (LsSessionView *self)
{
  ls_session_view_update_status (self);
  ls_session_view_update_actions (self);
}

static void
ls_session_view_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  gtk_widget_allocate (self->content, width, height, baseline, NULL);
  ls_pane_layout_allocate (self->layout, height, ls_session_view_has_lesson (self));
}

static void
ls_session_view_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  gtk_widget_measure (LS_SESSION_VIEW (widget)->content, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
}

static void
ls_session_view_dispose (GObject *object)
{
  LsSessionView *self = LS_SESSION_VIEW (object);
  GtkWidget *child;

  if (self->file != NULL)
    {
      ls_session_view_cancel_opening (self);
      ls_session_file_finish (self->file);
    }
  if (self->keeper != NULL)
    ls_journal_keeper_close (self->keeper);
  g_clear_object (&self->keeper);
  g_clear_object (&self->layout);
  g_clear_weak_pointer (&self->opener);
  g_clear_weak_pointer (&self->shown_session);
  stop_ticking (self);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->debugger != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->debugger, self);
      g_object_run_dispose (G_OBJECT (self->debugger));
    }
  g_clear_object (&self->journals);
  g_clear_weak_pointer (&self->undo_toast);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->file);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_session_view_parent_class)->dispose (object);
}

static void
ensure_types (void)
{
  g_type_ensure (LS_TYPE_BREAKPOINTS_PANE);
  g_type_ensure (LS_TYPE_CONTROLLERS_PANE);
  g_type_ensure (LS_TYPE_EVENTS_TABLE);
  g_type_ensure (LS_TYPE_EXPLORE_PANE);
  g_type_ensure (LS_TYPE_INSPECTOR);
  g_type_ensure (LS_TYPE_LINTS_PANE);
  g_type_ensure (LS_TYPE_LOG_VIEW);
  g_type_ensure (LS_TYPE_OPENING_PAGE);
  g_type_ensure (LS_TYPE_PROGRAM_PANE);
  g_type_ensure (LS_TYPE_SIGNAL_TREE);
  g_type_ensure (LS_TYPE_STAGE);
  g_type_ensure (LS_TYPE_STATISTICS_PANE);
  g_type_ensure (LS_TYPE_TIMELINE);
  g_type_ensure (LS_TYPE_WELCOME);
  g_type_ensure (LS_TYPE_WHAT_IF_PANE);
  g_type_ensure (LS_TYPE_WHY_CARD);
}

static void
ls_session_view_constructed (GObject *object)
{
  G_OBJECT_CLASS (ls_session_view_parent_class)->constructed (object);

  ls_session_view_init_journal (LS_SESSION_VIEW (object));
}

static void
ls_session_view_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  LsSessionView *self = LS_SESSION_VIEW (object);

  switch (prop_id)
    {
    case PROP_JOURNALS:
      self->journals = g_value_dup_object (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static guint
add_signal (const char        *name,
            GSignalAccumulator accumulator,
            GType              returned,
            guint              n_params,
            ...)
{
  va_list types;
  guint signal;

  va_start (types, n_params);
  signal = g_signal_new_valist (name, LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, NULL, accumulator, NULL, NULL, returned, n_params,
                                types);
  va_end (types);
  return signal;
}

static void
add_signals (void)
{
  /**
   * LsSessionView::status-changed:
   * @self: a view
   *
   * The title, the file or what goes on is another.
   */
  signals[STATUS_CHANGED] = add_signal ("status-changed", NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::title-changed:
   * @self: a view
   *
   * What ls_session_view_make_subtitle() makes is another, as in each step.
   */
  signals[TITLE_CHANGED] = add_signal ("title-changed", NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::settings-changed:
   * @self: a view
   *
   * The session's settings may be others, or the speed.
   */
  signals[SETTINGS_CHANGED] = add_signal ("settings-changed", NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::action-enabled:
   * @self: a view
   * @action: one of its actions
   * @enabled: whether it is possible now
   *
   * Whether an action is possible has been found out again.
   */
  signals[ACTION_ENABLED] = add_signal ("action-enabled", NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  /**
   * LsSessionView::attention:
   * @self: a view
   *
   * Something happened that the user waits for.
   */
  signals[ATTENTION] = add_signal ("attention", NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::wants-view:
   * @self: a view
   *
   * Asks for a new tab.
   *
   * Returns: (transfer full) (nullable): what the tab has
   */
  signals[WANTS_VIEW] = add_signal ("wants-view", g_signal_accumulator_first_wins, LS_TYPE_SESSION_VIEW, 0);
  /**
   * LsSessionView::wants-dialog:
   * @self: a view
   * @content: what the dialog is to show
   * @title: its title
   * @width: its width in pixels
   * @height: its height in pixels where there is room for that, -1: what its content asks for
   *
   * Asks for a dialog above the window.
   *
   * Returns: %FALSE if there is one already
   */
  signals[WANTS_DIALOG] = add_signal ("wants-dialog", g_signal_accumulator_true_handled, G_TYPE_BOOLEAN, 4, GTK_TYPE_WIDGET,
                                      G_TYPE_STRING, G_TYPE_INT, G_TYPE_INT);
  /**
   * LsSessionView::wants-pane:
   * @self: a view
   * @action: the window's action for a pane: "show-program", "show-inspector" or "show-events"
   *
   * Asks for a pane to be shown, which may hide another one in a narrow window.
   */
  signals[WANTS_PANE] = add_signal ("wants-pane", NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /**
   * LsSessionView::gives-way:
   * @self: a view that was made for a session that did not come
   * @message: (nullable): why
   *
   * Asks for its tab to be closed.
   *
   * Returns: %FALSE if the tab stays, since it is the only one
   */
  signals[GIVES_WAY] = add_signal ("gives-way", g_signal_accumulator_true_handled, G_TYPE_BOOLEAN, 1, G_TYPE_STRING);
}

static void
ls_session_view_class_init (LsSessionViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_session_view_dispose;
  G_OBJECT_CLASS (klass)->constructed = ls_session_view_constructed;
  G_OBJECT_CLASS (klass)->set_property = ls_session_view_set_property;
  widget_class->measure = ls_session_view_measure;
  widget_class->size_allocate = ls_session_view_size_allocate;

  /**
   * LsSessionView:journals:
   *
   * Where what is not saved is kept, if it is.
   */
  properties[PROP_JOURNALS] = g_param_spec_object ("journals", NULL, NULL, LS_TYPE_JOURNALS,
                                                   G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  add_signals ();

  ensure_types ();
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TAB_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-session-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, content);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, toasts);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, stack);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, welcome);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, opening_page);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, banner);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, banner_label);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, banner_place);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, bottom_pane);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, vertical);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, left);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, right);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, left_pane);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, right_pane);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, lesson_paned);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, lesson);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, program);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, controllers);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, stage);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, signals);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, why);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, inspector);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, bottom_stack);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, bottom_switcher);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, timeline);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, events);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, log);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, what_if);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, explore);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, lints);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, breakpoints);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, break_banner);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, break_reason);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, statistics);

  ls_session_view_install_actions (widget_class);
  ls_session_view_install_document_actions (widget_class);
  ls_session_view_install_file_actions (widget_class);
  ls_session_view_install_program_actions (widget_class);
  ls_session_view_install_stage_actions (widget_class);
  ls_session_view_install_why_actions (widget_class);
  ls_session_view_install_explore_actions (widget_class);
  ls_session_view_install_mark_actions (widget_class);
  ls_session_view_install_analysis_actions (widget_class);
  ls_session_view_install_picture_actions (widget_class);
  ls_session_view_install_lesson_actions (widget_class);
}

static void
connect_views (LsSessionView *self)
{
  ls_program_pane_set_debugger (LS_PROGRAM_PANE (self->program), self->debugger);
  ls_controllers_pane_set_player (LS_CONTROLLERS_PANE (self->controllers), self->player);
  ls_stage_set_player (LS_STAGE (self->stage), self->player);
  ls_stage_set_debugger (LS_STAGE (self->stage), self->debugger);
  ls_signal_tree_set_player (LS_SIGNAL_TREE (self->signals), self->player);
  ls_why_card_set_player (LS_WHY_CARD (self->why), self->player);
  ls_inspector_set_player (LS_INSPECTOR (self->inspector), self->player);
  ls_inspector_set_debugger (LS_INSPECTOR (self->inspector), self->debugger);
  ls_timeline_set_player (LS_TIMELINE (self->timeline), self->player);
  ls_timeline_set_debugger (LS_TIMELINE (self->timeline), self->debugger);
  ls_events_table_set_player (LS_EVENTS_TABLE (self->events), self->player);
  ls_log_view_set_player (LS_LOG_VIEW (self->log), self->player);
  ls_session_view_connect_what_if (self);
  ls_session_view_connect_explore (self);
  ls_session_view_connect_analysis (self);
  ls_session_view_connect_lesson (self);
}

static void
update_budgets (LsSessionView *self)
{
  ls_debugger_set_budgets (self->debugger, g_settings_get_int64 (self->settings, "step-budget"),
                           g_settings_get_int64 (self->settings, "time-budget") * G_USEC_PER_SEC,
                           g_settings_get_int64 (self->settings, "record-budget"),
                           g_settings_get_int64 (self->settings, "keep-records"));
}

static void
follow_settings (LsSessionView *self)
{
  g_autofree char *page = g_settings_get_string (self->settings, "bottom-page");

  g_signal_connect_swapped (self->settings, "changed::step-budget", G_CALLBACK (update_budgets), self);
  g_signal_connect_swapped (self->settings, "changed::time-budget", G_CALLBACK (update_budgets), self);
  g_signal_connect_swapped (self->settings, "changed::record-budget", G_CALLBACK (update_budgets), self);
  g_signal_connect_swapped (self->settings, "changed::keep-records", G_CALLBACK (update_budgets), self);
  update_budgets (self);
  ls_player_set_speed (self->player, g_settings_get_double (self->settings, "speed"));
  if (gtk_stack_get_child_by_name (GTK_STACK (self->bottom_stack), page) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), page);
}

static void
make_layout (LsSessionView *self)
{
  LsPanes panes = {
    .left = GTK_PANED (self->left),
    .right = GTK_PANED (self->right),
    .vertical = GTK_PANED (self->vertical),
    .lessons = GTK_PANED (self->lesson_paned),
    .program_pane = self->left_pane,
    .inspector_pane = self->right_pane,
    .bottom_pane = self->bottom_pane,
    .bottom = GTK_STACK (self->bottom_stack),
    .lesson = self->lesson,
    .program = self->program,
  };

  self->layout = ls_pane_layout_new (self->settings, &panes);
}

static void
ls_session_view_init (LsSessionView *self)
{
  g_autoptr (GMenuModel) snippets = ls_snippets_make_menu ();

  self->settings = g_settings_new (LS_APP_ID);
  self->debugger = ls_debugger_new ();
  self->player = g_object_ref (ls_debugger_get_player (self->debugger));
  ls_session_view_init_file (self);

  gtk_widget_init_template (GTK_WIDGET (self));
  make_layout (self);
  ls_session_view_add_keys (self);
  connect_views (self);

  g_signal_connect_swapped (self->player, "wake", G_CALLBACK (on_wake), self);
  g_signal_connect_swapped (self->player, "changed", G_CALLBACK (on_player_changed), self);
  g_signal_connect_swapped (self->player, "forgot", G_CALLBACK (on_forgot), self);
  g_signal_connect_swapped (self->player, "grew", G_CALLBACK (on_grew), self);
  g_signal_connect_swapped (self->player, "running-changed", G_CALLBACK (on_running_changed), self);
  g_signal_connect_swapped (self->player, "stopped-at-breakpoint", G_CALLBACK (on_stopped_at_breakpoint), self);
  g_signal_connect_swapped (self->debugger, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->debugger, "session-changed", G_CALLBACK (on_session_changed), self);
  g_signal_connect_swapped (self->debugger, "restarting", G_CALLBACK (hide_banner), self);
  g_signal_connect_swapped (self->debugger, "stopped", G_CALLBACK (on_stopped), self);
  g_signal_connect_swapped (self->debugger, "working-changed", G_CALLBACK (on_working_changed), self);
  g_signal_connect_object (self->program, "edited", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_debugger_get_breakpoints (self->debugger), "changed",
                           G_CALLBACK (ls_session_view_update_actions), self, G_CONNECT_SWAPPED);

  ls_player_set_watched (self->player, FALSE);
  follow_settings (self);
  ls_welcome_set_programs (LS_WELCOME (self->welcome), snippets);
  ls_session_view_update_actions (self);
}

/**
 * ls_session_view_new:
 * @journals: (nullable): where what is not saved is kept
 *
 * Returns: (transfer floating): a view that welcomes
 */
LsSessionView *
ls_session_view_new (LsJournals *journals)
{
  return g_object_new (LS_TYPE_SESSION_VIEW, "journals", journals, NULL);
}

/**
 * ls_session_view_get_debugger:
 * @self: a view
 *
 * Returns: (transfer none): what it shows
 */
LsDebugger *
ls_session_view_get_debugger (LsSessionView *self)
{
  return self->debugger;
}

/**
 * ls_session_view_get_player:
 * @self: a view
 *
 * Returns: (transfer none): what moves through the session
 */
LsPlayer *
ls_session_view_get_player (LsSessionView *self)
{
  return self->player;
}

/**
 * ls_session_view_has_session:
 * @self: a view
 *
 * Returns: whether a session is open in it
 */
gboolean
ls_session_view_has_session (LsSessionView *self)
{
  return ls_debugger_get_session (self->debugger) != NULL;
}

/**
 * ls_session_view_set_shown:
 * @self: a view
 * @shown: whether its tab is the selected one
 *
 * Says whether the view is shown. What is hidden does nothing in a frame; what came meanwhile is shown when it is seen again.
 */
void
ls_session_view_set_shown (LsSessionView *self,
                           gboolean       shown)
{
  if (self->is_shown == shown)
    return;
  if (shown)
    ls_journal_keeper_set_seen (self->keeper);
  stop_ticking (self);
  self->is_shown = shown;
  ls_player_set_watched (self->player, shown);
  on_wake (self);
  ls_session_view_update_status (self);
}

/**
 * ls_session_view_is_busy:
 * @self: a view
 *
 * Returns: whether something goes on in it
 */
gboolean
ls_session_view_is_busy (LsSessionView *self)
{
  return ls_session_file_get_opening (self->file) != NULL || ls_player_get_running (self->player) || ls_debugger_get_working (self->debugger);
}

/**
 * ls_session_view_update_status:
 * @self: a view
 *
 * Tells the window what it says of the view.
 */
void
ls_session_view_update_status (LsSessionView *self)
{
  g_signal_emit (self, signals[STATUS_CHANGED], 0);
}

void
ls_session_view_update_title (LsSessionView *self)
{
  g_signal_emit (self, signals[TITLE_CHANGED], 0);
}

/**
 * ls_session_view_ask_for_view:
 * @self: a view
 *
 * Returns: (transfer none): that of a new tab, or @self where there are no tabs
 */
LsSessionView *
ls_session_view_ask_for_view (LsSessionView *self)
{
  g_autoptr (LsSessionView) view = NULL;

  g_signal_emit (self, signals[WANTS_VIEW], 0, &view);
  /* Its tab owns it. */
  return view != NULL ? view : self;
}

/**
 * ls_session_view_present_dialog:
 * @self: a view
 * @content: (transfer floating): what the dialog shows
 * @title: its title
 * @width: its width in pixels
 * @height: its height in pixels where there is room for that, -1: what its content asks for
 *
 * Shows a dialog above the window, unless there is one already.
 */
void
ls_session_view_present_dialog (LsSessionView *self,
                                GtkWidget     *content,
                                const char    *title,
                                int            width,
                                int            height)
{
  g_autoptr (GtkWidget) owned = g_object_ref_sink (content);
  gboolean is_shown;

  g_signal_emit (self, signals[WANTS_DIALOG], 0, content, title, width, height, &is_shown);
}

/**
 * ls_session_view_show_pane:
 * @self: a view
 * @action: the window's action for the pane
 *
 * Shows a pane, as the window's action does, which may hide another in a narrow window.
 */
void
ls_session_view_show_pane (LsSessionView *self,
                           const char    *action)
{
  g_signal_emit (self, signals[WANTS_PANE], 0, action);
}

/**
 * ls_session_view_show_program:
 * @self: a view
 *
 * Shows the program, also where a lesson has taken all of its height: then each has half of it.
 */
void
ls_session_view_show_program (LsSessionView *self)
{
  ls_session_view_show_pane (self, "show-program");
  ls_pane_layout_reveal_program (self->layout);
}

/**
 * ls_session_view_get_layout:
 * @self: a view
 *
 * Returns: (transfer none): what gives its panes their sizes
 */
LsPaneLayout *
ls_session_view_get_layout (LsSessionView *self)
{
  return self->layout;
}

/**
 * ls_session_view_give_way:
 * @self: a view that was made for a session that did not come
 * @message: (nullable): why
 *
 * Returns: whether its tab has been closed
 */
gboolean
ls_session_view_give_way (LsSessionView *self,
                          const char    *message)
{
  gboolean has_gone = FALSE;

  g_signal_emit (self, signals[GIVES_WAY], 0, message, &has_gone);
  return has_gone;
}

/**
 * ls_session_view_add_toast:
 * @self: a view
 * @toast: (transfer full): a message
 *
 * Shows a message above the session.
 */
void
ls_session_view_add_toast (LsSessionView *self,
                           AdwToast      *toast)
{
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), toast);
}
