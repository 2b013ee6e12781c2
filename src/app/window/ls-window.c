/* ls-window.c: a window with sessions in tabs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-menu.h"
#include "ls-preset-button.h"
#include "ls-relayout.h"
#include "ls-snippets.h"
#include "ls-transport.h"

#define NARROW_MINIMUM 680

/**
 * LsWindow:
 *
 * Shows sessions, each in the [class@SessionView] of a tab. The header bar, and the actions that it takes from the view, are for
 * the selected tab. With a single tab there is no tab bar.
 *
 * Its other parts are in ls-window-actions.c (what the user can do), ls-window-header.c, ls-window-tabs.c, ls-window-document.c
 * (files), ls-window-lesson.c (the panes of lessons), ls-window-present.c, and ls-window-close.c.
 */
G_DEFINE_FINAL_TYPE (LsWindow, ls_window, ADW_TYPE_APPLICATION_WINDOW)

/* A narrow window shows the stage alone, or a lesson beside it. Keys and buttons bring the program beside the stage, and the
 * inspector over it. */
static void
update_folding (LsWindow *self)
{
  gboolean narrow = self->room >= LS_ROOM_NARROW;

  if (self->view != NULL)
    ls_pane_layout_set_tiny (ls_session_view_get_layout (self->view), self->room == LS_ROOM_TINY);
  if (narrow == self->narrow)
    return;
  if (narrow)
    {
      self->had_program = ls_window_get_shown (self, "show-program");
      self->had_inspector = ls_window_get_shown (self, "show-inspector");
    }
  self->narrow = narrow;
  if (self->view != NULL)
    ls_pane_layout_set_narrow (ls_session_view_get_layout (self->view), narrow);
  ls_window_set_shown (self, "show-program",
                       narrow ? self->view != NULL && ls_session_view_has_lesson (self->view) : self->had_program);
  ls_window_set_shown (self, "show-inspector", !narrow && self->had_inspector);
}

static gboolean
fold_cb (gpointer user_data)
{
  LsWindow *self = LS_WINDOW (user_data);
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  if (width == 0 || ls_window_find_room (self, width) == self->room)
    return G_SOURCE_REMOVE;
  self->room = ls_window_find_room (self, width);
  update_folding (self);
  ls_window_update_header (self);
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

  /* No widget may change its size while sizes are allocated. */
  if (ls_window_find_room (self, width) != self->room)
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, fold_cb, g_object_ref (self), g_object_unref);
}

/* The window asks for the width that it needs when it is folded: it folds when it gets less than it needs now. */
static void
ls_window_measure (GtkWidget      *widget,
                   GtkOrientation  orientation,
                   int             for_size,
                   int            *minimum,
                   int            *natural,
                   int            *minimum_baseline,
                   int            *natural_baseline)
{
  /* The children cannot say their height for a width that is too small for them before the window is folded. */
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

/* Remembers the sizes of the window and of the panes that it shows, for the next one. */
static void
save_size (LsWindow *self,
           gboolean  has_presented)
{
  int width, height;

  /* What a narrow window shows is not what the user has chosen. */
  if (!self->narrow)
    {
      g_settings_set_boolean (self->settings, "show-program", ls_window_get_shown (self, "show-program"));
      g_settings_set_boolean (self->settings, "show-inspector", ls_window_get_shown_without_lesson (self, "show-inspector"));
    }
  g_settings_set_boolean (self->settings, "show-events", ls_window_get_shown_without_lesson (self, "show-events"));
  /* Sizes of a presentation are on the screen for a moment longer. */
  if (self->view != NULL && !has_presented)
    ls_pane_layout_save (ls_session_view_get_layout (self->view));

  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (GTK_WINDOW (self)));
  if (gtk_window_is_maximized (GTK_WINDOW (self)))
    return;
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (width > 0 && height > 0)
    {
      g_settings_set_int (self->settings, "window-width", width);
      g_settings_set_int (self->settings, "window-height", height);
    }
}

static void
find_popovers (GtkWidget *widget,
               GPtrArray *found)
{
  if (GTK_IS_POPOVER (widget) && gtk_widget_get_visible (widget))
    g_ptr_array_add (found, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    find_popovers (child, found);
}

/* In GTK 4.8 a popover that is open when its window closes stays behind, or GTK warns of it. Inner ones are closed first. */
static void
close_popovers (LsWindow *self)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref);

  find_popovers (GTK_WIDGET (self), found);
  for (guint i = found->len; i > 0; i--)
    gtk_popover_popdown (g_ptr_array_index (found, i - 1));
}

static gboolean
close_cb (gpointer user_data)
{
  LsWindow *self = user_data;

  self->menu_page = NULL;
  gtk_window_close (GTK_WINDOW (self));
  return G_SOURCE_REMOVE;
}

/* The toolkit lets go of a menu in the frame after the one in which it closes. */
static gboolean
close_after_frame_cb (GtkWidget     *widget,
                      GdkFrameClock *clock,
                      gpointer       user_data)
{
  guint *n_frames = user_data;

  if (++*n_frames < 3)
    return G_SOURCE_CONTINUE;
  g_idle_add_full (G_PRIORITY_LOW, close_cb, g_object_ref (widget), g_object_unref);
  return G_SOURCE_REMOVE;
}

static gboolean
ls_window_close_request (GtkWindow *window)
{
  LsWindow *self = LS_WINDOW (window);
  gboolean has_presented;

  /* A popover that closes gives what was typed in it to the session. */
  close_popovers (self);
  /* The toolkit's tab bar does something more after its menu has closed, and crashes if it is gone by then. */
  if (self->menu_page != NULL)
    {
      gtk_widget_add_tick_callback (GTK_WIDGET (self), close_after_frame_cb, g_new0 (guint, 1), g_free);
      return TRUE;
    }
  if (!ls_window_confirm_close (self))
    return TRUE;
  has_presented = self->is_presenting;
  ls_window_set_presenting (self, FALSE);
  save_size (self, has_presented);
  return GTK_WINDOW_CLASS (ls_window_parent_class)->close_request (window);
}

static void
ls_window_unmap (GtkWidget *widget)
{
  close_popovers (LS_WINDOW (widget));
  GTK_WIDGET_CLASS (ls_window_parent_class)->unmap (widget);
}

static void
ls_window_dispose (GObject *object)
{
  LsWindow *self = LS_WINDOW (object);

  ls_window_dispose_start (self);
  ls_window_dispose_focus (self);
  ls_window_dispose_tabs (self);
  ls_window_dispose_close (self);
  g_clear_weak_pointer (&self->present_toast);
  g_clear_weak_pointer (&self->dialog);
  g_clear_object (&self->settings);
  g_clear_object (&self->focus_keeper);

  G_OBJECT_CLASS (ls_window_parent_class)->dispose (object);
}

static void
ls_window_class_init (LsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = ls_window_close_request;
  widget_class->unmap = ls_window_unmap;
  widget_class->move_focus = ls_window_move_focus;
  widget_class->measure = ls_window_measure;
  widget_class->size_allocate = ls_window_size_allocate;

  ls_compat_init_accessible_places ();
  g_type_ensure (LS_TYPE_PRESET_BUTTON);
  g_type_ensure (LS_TYPE_TRANSPORT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-window.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWindow, open);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, title);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, transport);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, speed);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, clock);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, session_controls);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, preset);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, speed_menu);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, preset_menu);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, zoom);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, post_task);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, menu);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, tab_bar);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, tabs);
  gtk_widget_class_bind_template_child (widget_class, LsWindow, black);

  ls_window_install_actions (widget_class);
}

/* Adds the programs to begin with to the menu. */
static void
add_snippets (LsWindow *self)
{
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (self->menu));
  g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, 1, G_MENU_LINK_SECTION);
  g_autoptr (GMenuModel) snippets = ls_snippets_make_menu ();

  g_menu_insert_submenu (G_MENU (section), 1, _("New _Program"), snippets);
}

/* The split button does not name the button inside it that opens the menu. */
static void
name_recent_button (LsWindow *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->open); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_MENU_BUTTON (child))
        ls_menu_name_button (child, _("Recent Sessions"));
    }
}

static void
ls_window_init (LsWindow *self)
{
  static const char *const keys[] = { "show-program", "show-inspector", "show-events" };

  self->settings = g_settings_new (LS_APP_ID);

  ls_compat_init_window (GTK_WINDOW (self));
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_relayout_watch (GTK_WINDOW (self));
  ls_window_init_focus (self);
  ls_window_init_present (self);
  ls_window_add_actions (self);
  ls_window_add_drop_target (self);

  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (ls_window_update_recent), self,
                           G_CONNECT_SWAPPED);

  gtk_window_set_default_size (GTK_WINDOW (self), g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    ls_window_set_shown (self, keys[i], g_settings_get_boolean (self->settings, keys[i]));
  name_recent_button (self);
  add_snippets (self);
  ls_window_init_header (self);
  ls_window_update_recent (self);
  ls_window_init_tabs (self);
  ls_window_init_close (self);
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
  LsWindow *self = ls_window_new_without_tabs (application);

  gtk_window_set_default_icon_name (LS_APP_ID);
  ls_window_add_view (self);
  return self;
}

/* Returns a window that is to get a tab at once. */
LsWindow *
ls_window_new_without_tabs (GtkApplication *application)
{
  return g_object_new (LS_TYPE_WINDOW, "application", application, NULL);
}

/**
 * ls_window_get_view:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): the view that is shown; %NULL while the window is made or taken down
 */
LsSessionView *
ls_window_get_view (LsWindow *self)
{
  return self->view;
}

/**
 * ls_window_get_debugger:
 * @self: a window
 *
 * Returns: (transfer none) (nullable): what the view that is shown works on
 */
LsDebugger *
ls_window_get_debugger (LsWindow *self)
{
  return self->view != NULL ? ls_session_view_get_debugger (self->view) : NULL;
}

/**
 * ls_window_has_session:
 * @self: a window
 *
 * Returns: whether a session is open in the view that is shown
 */
gboolean
ls_window_has_session (LsWindow *self)
{
  return self->view != NULL && ls_session_view_has_session (self->view);
}
