/* ls-window.c: a window with a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-breakpoints-pane.h"
#include "ls-compat.h"
#include "ls-controllers-pane.h"
#include "ls-events-table.h"
#include "ls-inspector.h"
#include "ls-lints-pane.h"
#include "ls-log-view.h"
#include "ls-program-pane.h"
#include "ls-signal-tree.h"
#include "ls-snippets.h"
#include "ls-stage.h"
#include "ls-statistics-pane.h"
#include "ls-text.h"
#include "ls-timeline.h"
#include "ls-transport.h"
#include "ls-welcome.h"
#include "ls-what-if-pane.h"
#include "ls-why-card.h"

#define NARROW_WIDTH 1000
#define NARROW_MINIMUM 680

/**
 * LsWindow:
 *
 * Shows a session: its program, the stage, and what explains it, all at one position. The window never reads the engine.
 * Its other parts are in ls-window-actions.c (what the user can do), ls-window-program.c (to programs), ls-window-document.c
 * (files), ls-window-panes.c (sizes) and ls-window-dnd.c.
 */
G_DEFINE_FINAL_TYPE (LsWindow, ls_window, ADW_TYPE_APPLICATION_WINDOW)

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsWindow *self = LS_WINDOW (widget);

  if (ls_player_tick (self->player, gdk_frame_clock_get_frame_time (clock)))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* Frames cost something, so the window asks for them only while something moves. */
static void
on_wake (LsWindow *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static void
announce_position (LsWindow *self)
{
  LsState *state = ls_player_get_state (self->player);
  guint32 next = ls_state_get_next_task (state);
  g_autofree char *time = ls_text_format_time (ls_state_get_time (state));
  g_autofree char *name = next != 0 ? ls_text_format_task (state, next) : NULL;
  g_autofree char *text = NULL;

  if (ls_player_get_running (self->player))
    return;
  if (name != NULL)
    text = g_strdup_printf (_("Step %u, %s, next: %s"), ls_player_get_step (self->player), time, name);
  else
    text = g_strdup_printf (_("Step %u, %s"), ls_player_get_step (self->player), time);
  ls_compat_announce (self->stage, text);
}

static void
on_player_changed (LsWindow *self)
{
  ls_window_update_title (self);
  ls_window_update_actions (self);
  announce_position (self);
}

static void
on_running_changed (LsWindow *self)
{
  ls_window_update_actions (self);
  announce_position (self);
}

static void
on_stopped (LsWindow *self)
{
  g_autofree char *place = NULL;
  g_autofree char *message = ls_debugger_get_message (self->debugger, &place);

  gtk_widget_set_visible (self->banner_place, place != NULL);
  if (place != NULL)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (self->banner_place), "s", place);
  if (message != NULL)
    ls_compat_announce (self->banner_label, message);
  gtk_label_set_label (GTK_LABEL (self->banner_label), message != NULL ? message : "");
  gtk_widget_set_visible (self->banner_label, message != NULL);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), message != NULL);
  ls_window_update_title (self);
  ls_window_update_actions (self);
}

/* What is said of the end of a run holds until the next one. */
static void
hide_banner (LsWindow *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->banner), FALSE);
}

static void
on_session_changed (LsWindow *self)
{
  ls_window_show_session (self);
}

/* Narrow windows show one thing: the stage. The panes are one key or button away. */
static void
update_folding (LsWindow *self)
{
  gboolean narrow = gtk_widget_get_width (GTK_WIDGET (self)) < NARROW_WIDTH;

  if (gtk_widget_get_width (GTK_WIDGET (self)) == 0 || narrow == self->narrow)
    return;
  if (narrow)
    {
      self->had_program = gtk_widget_get_visible (self->left_pane);
      self->had_inspector = gtk_widget_get_visible (self->right_pane);
    }
  self->narrow = narrow;
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-program",
                                      g_variant_new_boolean (!narrow && self->had_program));
  g_action_group_change_action_state (G_ACTION_GROUP (self), "show-inspector",
                                      g_variant_new_boolean (!narrow && self->had_inspector));
  gtk_widget_set_visible (self->clock, !narrow);
  gtk_widget_set_visible (self->speed, !narrow);
  gtk_widget_set_visible (self->add_signal, !narrow);
}

static gboolean
fold_cb (gpointer user_data)
{
  update_folding (LS_WINDOW (user_data));
  return G_SOURCE_REMOVE;
}

static gboolean
restore_cb (gpointer user_data)
{
  ls_window_restore_panes (LS_WINDOW (user_data));
  return G_SOURCE_REMOVE;
}

static void
ls_window_size_allocate (GtkWidget *widget,
                         int        width,
                         int        height,
                         int        baseline)
{
  LsWindow *self = LS_WINDOW (widget);

  GTK_WIDGET_CLASS (ls_window_parent_class)->size_allocate (widget, width, height, baseline);

  /* Nothing may change its size from within an allocation. */
  if ((width < NARROW_WIDTH) != self->narrow)
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, fold_cb, g_object_ref (self), g_object_unref);
  if (!self->has_panes && gtk_widget_get_width (self->left) > 0)
    {
      self->has_panes = TRUE;
      g_idle_add_full (G_PRIORITY_HIGH_IDLE, restore_cb, g_object_ref (self), g_object_unref);
    }
}

/* What it needs when it is folded: the size that it has is what decides whether it is. */
static void
ls_window_measure (GtkWidget      *widget,
                   GtkOrientation  orientation,
                   int             for_size,
                   int            *minimum,
                   int            *natural,
                   int            *minimum_baseline,
                   int            *natural_baseline)
{
  /* Nobody may ask the children for their height at a width that is too small for them before they are folded. */
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
    {
      int least;

      GTK_WIDGET_CLASS (ls_window_parent_class)->measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, natural,
                                                          minimum_baseline, natural_baseline);
      for_size = MAX (for_size, least);
    }
  GTK_WIDGET_CLASS (ls_window_parent_class)->measure (widget, orientation, for_size, minimum, natural,
                                                      minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = MIN (*minimum, NARROW_MINIMUM);
}

static gboolean
ls_window_close_request (GtkWindow *window)
{
  LsWindow *self = LS_WINDOW (window);

  if (!self->discard && !ls_window_confirm_close (self))
    return TRUE;
  ls_window_save_size (self);
  return GTK_WINDOW_CLASS (ls_window_parent_class)->close_request (window);
}

static void
ls_window_dispose (GObject *object)
{
  LsWindow *self = LS_WINDOW (object);

  ls_window_dispose_journal (self);
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  if (self->debugger != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->debugger, self);
      g_object_run_dispose (G_OBJECT (self->debugger));
    }
  g_clear_weak_pointer (&self->dialog);
  g_clear_weak_pointer (&self->undo_toast);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);
  if (self->settings != NULL)
    g_signal_handlers_disconnect_by_data (self->settings, self);
  g_clear_object (&self->settings);

  g_clear_pointer (&self->etag, g_free);

  G_OBJECT_CLASS (ls_window_parent_class)->dispose (object);
}

static void
ensure_types (void)
{
  g_type_ensure (LS_TYPE_BREAKPOINTS_PANE);
  g_type_ensure (LS_TYPE_CONTROLLERS_PANE);
  g_type_ensure (LS_TYPE_EVENTS_TABLE);
  g_type_ensure (LS_TYPE_INSPECTOR);
  g_type_ensure (LS_TYPE_LINTS_PANE);
  g_type_ensure (LS_TYPE_LOG_VIEW);
  g_type_ensure (LS_TYPE_PROGRAM_PANE);
  g_type_ensure (LS_TYPE_SIGNAL_TREE);
  g_type_ensure (LS_TYPE_STAGE);
  g_type_ensure (LS_TYPE_STATISTICS_PANE);
  g_type_ensure (LS_TYPE_TIMELINE);
  g_type_ensure (LS_TYPE_TRANSPORT);
  g_type_ensure (LS_TYPE_WELCOME);
  g_type_ensure (LS_TYPE_WHAT_IF_PANE);
  g_type_ensure (LS_TYPE_WHY_CARD);
}

static void
ls_window_class_init (LsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = ls_window_close_request;
  widget_class->measure = ls_window_measure;
  widget_class->size_allocate = ls_window_size_allocate;

  ensure_types ();
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, welcome);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, open);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, transport);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, speed);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, clock);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, session_controls);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, add_signal);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, post_task);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, search);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, menu);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, banner);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, banner_label);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, banner_place);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, bottom_pane);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, vertical);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, left);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, right);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, left_pane);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, right_pane);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, program);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, controllers);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, stage);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, signals);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, why);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, inspector);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, bottom_stack);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, bottom_switcher);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, timeline);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, events);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, log);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, what_if);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, lints);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, breakpoints);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, break_banner);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, break_reason);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, statistics);

  ls_window_install_actions (widget_class);
  ls_window_install_document_actions (widget_class);
  ls_window_install_program_actions (widget_class);
  ls_window_install_stage_actions (widget_class);
  ls_window_install_why_actions (widget_class);
  ls_window_install_mark_actions (widget_class);
  ls_window_install_analysis_actions (widget_class);
  ls_window_install_picture_actions (widget_class);
  ls_window_install_preferences_actions (widget_class);
}

static void
connect_views (LsWindow *self)
{
  ls_transport_set_player (LS_TRANSPORT (self->transport), self->player);
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
  ls_window_connect_what_if (self);
  ls_window_connect_analysis (self);
}

/* The programs to begin with, in the main menu and on the welcome page. */
static void
add_snippets (LsWindow *self)
{
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (self->menu));
  g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
  g_autoptr (GMenuModel) snippets = ls_snippets_make_menu ();

  g_menu_insert_submenu (G_MENU (section), 1, _("New _Program"), snippets);
  ls_welcome_set_programs (LS_WELCOME (self->welcome), snippets);
}

/* The split button does not name the button inside it that opens the menu. */
static void
name_recent_button (LsWindow *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->open); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (!GTK_IS_MENU_BUTTON (child))
        continue;
      gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Recent Sessions"), -1);
      gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (child)),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, _("Recent Sessions"), -1);
    }
}

static void
ls_window_init (LsWindow *self)
{
  self->settings = g_settings_new (LS_APP_ID);
  self->debugger = ls_debugger_new ();
  self->player = g_object_ref (ls_debugger_get_player (self->debugger));

  gtk_widget_init_template (GTK_WIDGET (self));
  ls_window_add_actions (self);
  ls_window_add_drop_target (self);
  connect_views (self);
  ls_window_init_journal (self);
  ls_window_init_preferences (self);

  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (ls_window_update_recent), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->player, "wake", G_CALLBACK (on_wake), self);
  g_signal_connect_swapped (self->player, "changed", G_CALLBACK (on_player_changed), self);
  g_signal_connect_swapped (self->player, "grew", G_CALLBACK (ls_window_update_title), self);
  g_signal_connect_swapped (self->player, "running-changed", G_CALLBACK (on_running_changed), self);
  g_signal_connect_swapped (self->debugger, "changed", G_CALLBACK (ls_window_update_title), self);
  g_signal_connect_swapped (self->debugger, "changed", G_CALLBACK (ls_window_update_actions), self);
  g_signal_connect_swapped (self->debugger, "session-changed", G_CALLBACK (on_session_changed), self);
  g_signal_connect_swapped (self->debugger, "restarting", G_CALLBACK (hide_banner), self);
  g_signal_connect_swapped (self->debugger, "stopped", G_CALLBACK (on_stopped), self);
  g_signal_connect_swapped (self->debugger, "working-changed", G_CALLBACK (ls_window_update_program_actions), self);
  g_signal_connect_object (self->program, "edited", G_CALLBACK (ls_window_update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->program, "edited", G_CALLBACK (ls_window_update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_debugger_get_breakpoints (self->debugger), "changed",
                           G_CALLBACK (ls_window_update_actions), self, G_CONNECT_SWAPPED);

  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  ls_window_restore_shown (self);
  ls_window_restore_panes (self);
  name_recent_button (self);
  add_snippets (self);
  ls_window_update_recent (self);
  ls_window_update_title (self);
  ls_window_update_actions (self);
}

/**
 * ls_window_new:
 * @application: the application
 *
 * Returns: a window that welcomes
 */
LsWindow *
ls_window_new (GtkApplication *application)
{
  LsWindow *self = g_object_new (LS_TYPE_WINDOW, "application", application, NULL);

  ls_window_update_unsaved (self);
  return self;
}

/**
 * ls_window_get_debugger:
 * @self: a window
 *
 * Returns: (transfer none): what it shows
 */
LsDebugger *
ls_window_get_debugger (LsWindow *self)
{
  return self->debugger;
}

/**
 * ls_window_has_session:
 * @self: a window
 *
 * Returns: whether a session is open in it
 */
gboolean
ls_window_has_session (LsWindow *self)
{
  return ls_debugger_get_session (self->debugger) != NULL;
}
