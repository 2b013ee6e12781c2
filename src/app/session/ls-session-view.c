/* ls-session-view.c: a session with all that explains it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-actions-pane.h"
#include "ls-breakpoints-pane.h"
#include "ls-events-table.h"
#include "ls-explore-pane.h"
#include "ls-inspector.h"
#include "ls-lesson-view.h"
#include "ls-lints-pane.h"
#include "ls-log-view.h"
#include "ls-opening-page.h"
#include "ls-program-pane.h"
#include "ls-reading-bar.h"
#include "ls-recording-pane.h"
#include "ls-rerun-pane.h"
#include "ls-signal-tree.h"
#include "ls-source-pane.h"
#include "ls-snippets.h"
#include "ls-speed.h"
#include "ls-stage.h"
#include "ls-statistics-pane.h"
#include "ls-text.h"
#include "ls-timeline-hints.h"
#include "ls-timeline.h"
#include "ls-wait-list.h"
#include "ls-watch-pane.h"
#include "ls-welcome.h"
#include "ls-what-if-pane.h"
#include "ls-why-card.h"

/* A hidden run goes on once in this many milliseconds. */
#define HIDDEN_MS 16

/* What gives the panes of a view their sizes at first may take so many times. */
#define MOST_ALLOCATIONS 3

/**
 * LsSessionView:
 *
 * Shows a session: its program, the stage, and what explains it, all at one position; before there is one, the welcome page.
 * Each tab of a window has one. It never reads the engine.
 *
 * The window has the actions of the view that it shows among its own, so they are called win.NAME. While the view is hidden a run
 * goes on, but nothing is shown of it, see ls_player_set_watched(). The view asks its window with signals for what it needs.
 *
 * Its other parts are in ls-session-view-actions.c (what the user can do), ls-session-view-program.c (to programs),
 * ls-session-view-document.c and ls-session-view-file.c (opening and saving), ls-session-view-journal.c, and in files named after
 * what asks for them.
 */
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
  name = next != 0 ? ls_text_format_task (ls_state_get_ahead (state), next) : NULL;
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
  ls_session_view_begin_page (self);
  ls_session_view_follow_waiting (self);
  announce_position (self);
}

/* The oldest step that is kept is another one, which may be the position. */
static void
on_forgot (LsSessionView *self)
{
  ls_session_view_update_title (self);
  if (ls_player_get_position (self->player) <= ls_player_get_start (self->player))
    ls_session_view_update_actions (self);
}

static void
on_running_changed (LsSessionView *self)
{
  ls_session_view_update_status (self);
  ls_session_view_update_actions (self);
  announce_position (self);
}

static void
on_session_changed (LsSessionView *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  /* A session with agents begins where most of it happens. */
  if (g_set_weak_pointer (&self->shown_session, session) && session != NULL && ls_session_has_agents (session))
    ls_stage_show_page (LS_STAGE (self->stage), "atomics");
  gtk_widget_set_visible (self->recorded, ls_debugger_is_recorded (self->debugger));
  gtk_widget_set_visible (self->recording,
                          ls_debugger_is_recorded (self->debugger) && ls_debugger_get_live_run (self->debugger) == NULL);
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
  /* The height of what is in a pane may depend on the width that it has got. */
  for (guint i = 0; i < MOST_ALLOCATIONS && ls_pane_layout_settle (self->layout, height); i++)
    gtk_widget_allocate (self->content, width, height, baseline, NULL);
  ls_pane_layout_allocate (self->layout, height);
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

  if (self->file != NULL)
    {
      ls_session_view_stop_writing (self);
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
  g_clear_handle_id (&self->waiting_source, g_source_remove);
  g_clear_object (&self->live_signals);
  g_clear_object (&self->page_signals);
  g_clear_pointer (&self->page_acts, g_hash_table_unref);
  g_clear_pointer (&self->live_changes, g_ptr_array_unref);
  g_clear_pointer (&self->undone_live_changes, g_ptr_array_unref);
  g_clear_object (&self->player_signals);
  g_clear_object (&self->debugger_signals);
  if (self->debugger != NULL)
    g_object_run_dispose (G_OBJECT (self->debugger));
  g_clear_weak_pointer (&self->undo_toast);
  g_clear_weak_pointer (&self->act_toast);
  g_clear_pointer (&self->undo_label, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), LS_TYPE_SESSION_VIEW);
  /* A log whose lines are gone has just asked for a title. */
  g_clear_handle_id (&self->log_title_source, g_source_remove);
  g_clear_object (&self->file);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ls_session_view_parent_class)->dispose (object);
}

/* What is selected and why is explained beside the stage. */
static void
on_reveal_why (LsSessionView *self)
{
  ls_session_view_show_pane (self, "show-inspector");
}

static void
ensure_types (void)
{
  g_type_ensure (LS_TYPE_ACTIONS_PANE);
  g_type_ensure (LS_TYPE_BREAKPOINTS_PANE);
  g_type_ensure (LS_TYPE_EVENTS_TABLE);
  g_type_ensure (LS_TYPE_EXPLORE_PANE);
  g_type_ensure (LS_TYPE_INSPECTOR);
  g_type_ensure (LS_TYPE_LESSON_VIEW);
  g_type_ensure (LS_TYPE_LINTS_PANE);
  g_type_ensure (LS_TYPE_LOG_VIEW);
  g_type_ensure (LS_TYPE_OPENING_PAGE);
  g_type_ensure (LS_TYPE_PROGRAM_PANE);
  g_type_ensure (LS_TYPE_READING_BAR);
  g_type_ensure (LS_TYPE_RECORDING_PANE);
  g_type_ensure (LS_TYPE_SOURCE_PANE);
  g_type_ensure (LS_TYPE_RERUN_PANE);
  g_type_ensure (LS_TYPE_SIGNAL_TREE);
  g_type_ensure (LS_TYPE_STAGE);
  g_type_ensure (LS_TYPE_STATISTICS_PANE);
  g_type_ensure (LS_TYPE_TIMELINE);
  g_type_ensure (LS_TYPE_TIMELINE_HINTS);
  g_type_ensure (LS_TYPE_WAIT_LIST);
  g_type_ensure (LS_TYPE_WATCH_PANE);
  g_type_ensure (LS_TYPE_WELCOME);
  g_type_ensure (LS_TYPE_WHAT_IF_PANE);
  g_type_ensure (LS_TYPE_WHY_CARD);
}

static void
ls_session_view_class_init (LsSessionViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_session_view_dispose;
  widget_class->measure = ls_session_view_measure;
  widget_class->size_allocate = ls_session_view_size_allocate;

  ls_session_view_class_add_signals ();

  ensure_types ();
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TAB_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-session-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, content);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, toasts);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, stack);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, welcome);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, opening_page);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, reading_bar);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, banner);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, banner_label);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, banner_place);
  gtk_widget_class_bind_template_child_full (widget_class, "bottom_pane", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.bottom_pane));
  gtk_widget_class_bind_template_child_full (widget_class, "vertical", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.vertical));
  gtk_widget_class_bind_template_child_full (widget_class, "flap_overlay", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.overlay));
  gtk_widget_class_bind_template_child_full (widget_class, "left", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.left));
  gtk_widget_class_bind_template_child_full (widget_class, "right", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.right));
  gtk_widget_class_bind_template_child_full (widget_class, "center", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.center));
  gtk_widget_class_bind_template_child_full (widget_class, "left_pane", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.program_pane));
  gtk_widget_class_bind_template_child_full (widget_class, "right_pane", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.inspector_pane));
  gtk_widget_class_bind_template_child_full (widget_class, "program_box", FALSE, G_STRUCT_OFFSET (LsSessionView, panes.program_box));
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, lesson);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, program);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, recorded);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, recording);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, watch);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, source);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, stage);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, waiting);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, waiting_label);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, signals);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, why);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, waits);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, inspector);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, bottom_stack);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, bottom_switcher);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, timeline);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, timeline_hints);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, events);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, log);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, what_if_page);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, what_if);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, rerun);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, explore);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, lints);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, breakpoints);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, actions);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, break_banner);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, break_reason);
  gtk_widget_class_bind_template_child (widget_class, LsSessionView, statistics);
  gtk_widget_class_bind_template_callback (widget_class, on_reveal_why);
  gtk_widget_class_bind_template_callback (widget_class, ls_session_view_show_page);
  gtk_widget_class_bind_template_callback (widget_class, ls_session_view_show_what_if);
  gtk_widget_class_bind_template_callback (widget_class, ls_session_view_show_program);
  gtk_widget_class_bind_template_callback (widget_class, ls_session_view_show_thread);
}

static void
connect_views (LsSessionView *self)
{
  ls_program_pane_set_debugger (LS_PROGRAM_PANE (self->program), self->debugger);
  ls_stage_set_player (LS_STAGE (self->stage), self->player);
  ls_stage_set_debugger (LS_STAGE (self->stage), self->debugger);
  ls_signal_tree_set_player (LS_SIGNAL_TREE (self->signals), self->player);
  ls_why_card_set_player (LS_WHY_CARD (self->why), self->player);
  ls_wait_list_set_player (LS_WAIT_LIST (self->waits), self->player);
  ls_inspector_set_player (LS_INSPECTOR (self->inspector), self->player);
  ls_inspector_set_debugger (LS_INSPECTOR (self->inspector), self->debugger);
  ls_timeline_set_player (LS_TIMELINE (self->timeline), self->player);
  ls_timeline_set_debugger (LS_TIMELINE (self->timeline), self->debugger);
  ls_timeline_hints_set_timeline (LS_TIMELINE_HINTS (self->timeline_hints), LS_TIMELINE (self->timeline), self->debugger);
  ls_events_table_set_player (LS_EVENTS_TABLE (self->events), self->player);
  ls_log_view_set_player (LS_LOG_VIEW (self->log), self->player);
  ls_session_view_connect_analysis (self);
  ls_session_view_connect_lesson (self);
  ls_recording_pane_set_debugger (LS_RECORDING_PANE (self->recording), self->debugger);
  ls_watch_pane_set_debugger (LS_WATCH_PANE (self->watch), self->debugger);
  ls_session_view_connect_sources (self);
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
  static const char *const budgets[] = { "changed::step-budget", "changed::time-budget", "changed::record-budget",
                                         "changed::keep-records" };
  g_autofree char *page = g_settings_get_string (self->settings, "bottom-page");
  g_autofree char *speed = g_settings_get_string (self->settings, "run-speed");

  for (guint i = 0; i < G_N_ELEMENTS (budgets); i++)
    g_signal_connect_object (self->settings, budgets[i], G_CALLBACK (update_budgets), self, G_CONNECT_SWAPPED);
  update_budgets (self);
  ls_speed_apply (speed, self->player);
  if (gtk_stack_get_child_by_name (GTK_STACK (self->bottom_stack), page) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (self->bottom_stack), page);
}

static void
ls_session_view_init (LsSessionView *self)
{
  g_autoptr (GMenuModel) snippets = ls_snippets_make_menu ();

  self->settings = g_settings_new (LS_APP_ID);
  self->debugger = ls_debugger_new ();
  self->player = g_object_ref (ls_debugger_get_player (self->debugger));
  self->debugger_signals = g_signal_group_new (LS_TYPE_DEBUGGER);
  self->player_signals = g_signal_group_new (LS_TYPE_PLAYER);
  ls_session_view_add_actions (self);
  ls_session_view_init_file (self);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->panes.bottom = GTK_STACK (self->bottom_stack);
  self->panes.lesson = self->lesson;
  self->panes.program = self->program;
  self->panes.stage = self->stage;
  self->layout = ls_pane_layout_new (self->settings, &self->panes);
  ls_session_view_add_keys (self);
  connect_views (self);

  g_signal_group_connect_swapped (self->player_signals, "wake", G_CALLBACK (on_wake), self);
  g_signal_group_connect_swapped (self->player_signals, "changed", G_CALLBACK (on_player_changed), self);
  g_signal_group_connect_swapped (self->player_signals, "forgot", G_CALLBACK (on_forgot), self);
  g_signal_group_connect_swapped (self->player_signals, "grew", G_CALLBACK (ls_session_view_update_title), self);
  g_signal_group_connect_swapped (self->player_signals, "running-changed", G_CALLBACK (on_running_changed), self);
  g_signal_group_connect_swapped (self->debugger_signals, "changed", G_CALLBACK (on_changed), self);
  g_signal_group_connect_swapped (self->debugger_signals, "session-changed", G_CALLBACK (on_session_changed), self);
  g_signal_group_connect_swapped (self->debugger_signals, "working-changed", G_CALLBACK (on_changed), self);
  ls_session_view_connect_live (self);
  ls_session_view_connect_page (self);
  g_signal_group_set_target (self->player_signals, self->player);
  g_signal_group_set_target (self->debugger_signals, self->debugger);
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
  LsSessionView *self = g_object_new (LS_TYPE_SESSION_VIEW, NULL);

  ls_session_view_init_journal (self, journals);
  return self;
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
 * Says whether the view is shown. A hidden view does nothing in a frame, and catches up when it is shown again.
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
  return ls_session_file_get_opening (self->file) != NULL || ls_player_get_running (self->player) ||
         ls_debugger_get_working (self->debugger);
}

/* Shows the program, also where a lesson has taken all of its height: then each has half of it. */
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
 * ls_session_view_tell:
 * @self: a view
 * @text: a message
 * @button: (nullable): what a button beside it says
 * @action: (nullable): the action of the button, with its target: see g_action_parse_detailed_name()
 * @seconds: how long it stays, unless the user closes it: 0 for the usual time, %G_MAXUINT for ever
 *
 * Shows a message above the session.
 *
 * Returns: (transfer none): the toast that has the message
 */
AdwToast *
ls_session_view_tell (LsSessionView *self,
                      const char    *text,
                      const char    *button,
                      const char    *action,
                      guint          seconds)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (escaped);

  adw_toast_set_button_label (toast, button);
  if (action != NULL)
    adw_toast_set_detailed_action_name (toast, action);
  if (seconds > 0)
    adw_toast_set_timeout (toast, seconds != G_MAXUINT ? seconds : 0);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), toast);
  return toast;
}
