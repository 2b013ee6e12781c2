/* ls-window-present.c: presents what a window shows to a class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>

#include "ls-application.h"
#include "ls-compat.h"

/* The text becomes so large that this many pixels of a screen with text of the usual size would be filled, in both directions. */
#define WIDTH 1160.0
#define HEIGHT 620.0

#define LARGEST 4.0
#define ZOOM_STEP 1.1

static void
set_scale (LsWindow *self,
           double    scale)
{
  self->present_scale = scale;
  ls_application_set_text_scale (LS_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), scale);
}

/* Returns how much larger the text becomes. If it is large already, it stays. */
static double
find_scale (LsWindow *self)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self));
  GdkMonitor *monitor = surface != NULL ? gdk_display_get_monitor_at_surface (display, surface) : NULL;
  GdkRectangle screen = { 0 };
  int dpi;

  if (monitor == NULL)
    return 1;
  gdk_monitor_get_geometry (monitor, &screen);
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-xft-dpi", &dpi, NULL);
  return CLAMP (MIN (screen.width / WIDTH, screen.height / HEIGHT) * 96 * PANGO_SCALE / MAX (dpi, 1), 1, LARGEST);
}

static GtkWidget *
get_header (LsWindow *self)
{
  return gtk_widget_get_ancestor (self->title, ADW_TYPE_HEADER_BAR);
}

static void
announce (LsWindow   *self,
          const char *text)
{
  if (self->view != NULL)
    ls_compat_announce (GTK_WIDGET (self->view), text);
}

static void
set_black (LsWindow *self,
           gboolean  is_black)
{
  gtk_widget_set_visible (self->black, is_black);
  announce (self, is_black ? _("The screen is black. Any key brings it back.") : _("The screen is back."));
}

static gboolean
has_action (LsWindow   *self,
            const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self), name);
}

/* Goes to the next or previous page of the lesson, or a step on or back where there is none. */
static void
turn (LsWindow *self,
      gboolean  back)
{
  const char *page = back ? "lesson-back" : "lesson-next";
  const char *step = back ? "step-back" : "step";

  g_action_group_activate_action (G_ACTION_GROUP (self), has_action (self, page) ? page : step, NULL);
}

/* Whether @focus scrolls or goes through what it has with the keys for pages. */
static gboolean
has_pages (GtkWidget *focus)
{
  const GType lists[] = { GTK_TYPE_LIST_VIEW, GTK_TYPE_COLUMN_VIEW, GTK_TYPE_LIST_BOX };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (gtk_widget_get_ancestor (focus, lists[i]) != NULL)
      return TRUE;
  return GTK_IS_TEXT_VIEW (focus) || GTK_IS_EDITABLE (focus) || GTK_IS_RANGE (focus);
}

/* Whether @focus does nothing with the arrows. Choices, bars and lists do. */
static gboolean
has_no_arrows (GtkWidget *focus)
{
  return GTK_IS_WINDOW (focus) || GTK_IS_LABEL (focus) || (GTK_IS_BUTTON (focus) && !GTK_IS_TOGGLE_BUTTON (focus));
}

/* Does what a remote control asks for. Its keys are those of a keyboard, so what has the focus may need them. */
static gboolean
use_key (LsWindow *self,
         guint     keyval)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if (focus == NULL)
    focus = GTK_WIDGET (self);
  if (gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      if (has_pages (focus))
        return FALSE;
      turn (self, keyval == GDK_KEY_Page_Up || keyval == GDK_KEY_KP_Page_Up);
      return TRUE;
    case GDK_KEY_Right:
    case GDK_KEY_Left:
      if (!has_no_arrows (focus))
        return FALSE;
      turn (self, (keyval == GDK_KEY_Left) != is_rtl);
      return TRUE;
    case GDK_KEY_space:
      /* A button is pressed: at first the one that goes on. */
      if (!GTK_IS_WINDOW (focus) && !GTK_IS_LABEL (focus))
        return FALSE;
      turn (self, FALSE);
      return TRUE;
    case GDK_KEY_b:
    case GDK_KEY_B:
    case GDK_KEY_period:
      if (GTK_IS_TEXT_VIEW (focus) || GTK_IS_EDITABLE (focus))
        return FALSE;
      set_black (self, TRUE);
      return TRUE;
    case GDK_KEY_Escape:
      /* What closes with Escape, such as the bar that finds, or the inspector over the stage, does so first; messages do not. */
      if (GTK_IS_TEXT_VIEW (focus) || GTK_IS_EDITABLE (focus) || (self->narrow && ls_window_get_shown (self, "show-inspector")))
        return FALSE;
      ls_window_set_presenting (self, FALSE);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
on_key (LsWindow           *self,
        guint               keyval,
        guint               keycode,
        GdkModifierType     state,
        GtkEventController *controller)
{
  GdkEvent *event = gtk_event_controller_get_current_event (controller);

  if (!self->is_presenting || self->dialog != NULL)
    return FALSE;
  /* Shift alone is no key that anybody means. */
  if (gtk_widget_get_visible (self->black))
    {
      if (event == NULL || !gdk_key_event_is_modifier (event))
        set_black (self, FALSE);
      return TRUE;
    }
  return (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) == 0 && use_key (self, keyval);
}

/* Escape that nothing has needed. */
static gboolean
on_escape (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  LsWindow *self = user_data;

  if (!self->is_presenting || self->dialog != NULL)
    return FALSE;
  ls_window_set_presenting (self, FALSE);
  return TRUE;
}

static void
on_black_pressed (LsWindow *self)
{
  set_black (self, FALSE);
}

static void
begin (LsWindow *self)
{
  const char *text = _("Page Down and Page Up turn pages, B makes the screen black");

  self->was_fullscreen = gtk_window_is_fullscreen (GTK_WINDOW (self));
  if (self->view != NULL)
    {
      ls_pane_layout_hold (ls_session_view_get_layout (self->view));
      g_set_weak_pointer (&self->present_toast, ls_session_view_tell (self->view, text, _("_End Presentation"), "win.present", 0));
      announce (self, text);
      ls_session_view_focus_lesson (self->view);
    }
  ls_window_begin_presented_panes (self);
  set_scale (self, find_scale (self));
  gtk_window_fullscreen (GTK_WINDOW (self));
}

static void
end (LsWindow *self)
{
  set_scale (self, 1);
  gtk_widget_set_visible (self->black, FALSE);
  /* Its button would begin another one. */
  if (self->present_toast != NULL)
    adw_toast_dismiss (self->present_toast);
  g_clear_weak_pointer (&self->present_toast);
  if (!self->was_fullscreen)
    gtk_window_unfullscreen (GTK_WINDOW (self));
  ls_window_end_presented_panes (self);
  if (self->view == NULL)
    return;
  ls_pane_layout_restore (ls_session_view_get_layout (self->view));
  announce (self, _("The presentation has ended."));
}

/* Fills the screen with the session, in large text, without header bar and tabs, and lets keys of remote controls turn the pages of
 * its lesson; or puts everything back to where it was. */
void
ls_window_set_presenting (LsWindow *self,
                          gboolean  presenting)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "present");

  if (presenting == self->is_presenting)
    return;
  self->is_presenting = presenting;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (presenting));
  gtk_widget_set_visible (get_header (self), !presenting);
  gtk_widget_set_visible (self->tab_bar, !presenting);
  if (presenting)
    begin (self);
  else
    end (self);
  ls_window_update_header (self);
}

/* Makes the text of this presentation larger with a @direction of 1, smaller with -1, and as large as fits the screen with 0.
 * Returns whether there is a presentation. */
gboolean
ls_window_zoom_presentation (LsWindow *self,
                             int       direction)
{
  double scale = self->present_scale;

  if (!self->is_presenting)
    return FALSE;
  if (direction == 0)
    {
      set_scale (self, 1);
      scale = find_scale (self);
    }
  else
    {
      scale = direction > 0 ? scale * ZOOM_STEP : scale / ZOOM_STEP;
    }
  set_scale (self, CLAMP (scale, 1 / LARGEST, LARGEST));
  return TRUE;
}

/* Listens to remote controls. */
void
ls_window_init_present (LsWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *escape = gtk_shortcut_controller_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  /* The window's own Escape, which deselects, comes after it. */
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (escape),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new (on_escape, self, NULL)));
  gtk_widget_add_controller (gtk_widget_get_parent (self->black), escape);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_black_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->black, GTK_EVENT_CONTROLLER (click));
  self->present_scale = 1;
}
