/* ls-focus-keeper.c: moves the focus between the panes of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-focus-keeper.h"

/* Object data of a pane: the widget in it that had the focus last, a GWeakRef. */
#define LAST "ls-last-focus"

/**
 * LsFocusKeeper:
 *
 * Follows the focus of a window. It moves the focus from pane to pane, each time to where it was in that pane. When the widget that
 * has the focus goes away, as with a popover or a row, GTK gives the focus to a divider between panes, to the header bar or to
 * nothing, and the next key would do what the user does not mean there. The keeper gives it back to the pane. Where the focus is
 * stays visible for who works by keys.
 */
struct _LsFocusKeeper
{
  GObject             parent_instance;

  GtkWindow          *window;      /* (unowned): it owns the keeper */
  LsFocusKeeperPanes  list_panes;
  gpointer            user_data;
  GtkWidget          *focus;       /* weak: what had the focus last */
  GtkWidget          *pane;        /* weak: the pane of that one, or the last one that had the focus */
  gboolean            by_keys;     /* the user has moved the focus by keys, and pressed no button of the pointer since then */
  gboolean            had_focus;   /* something had the focus, even if it is gone */
  guint               source;
};

G_DEFINE_FINAL_TYPE (LsFocusKeeper, ls_focus_keeper, G_TYPE_OBJECT)

static void
weak_ref_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

static void
remember (GtkWidget *pane,
          GtkWidget *focus)
{
  GWeakRef *last = g_object_get_data (G_OBJECT (pane), LAST);

  if (last == NULL)
    {
      last = g_new0 (GWeakRef, 1);
      g_weak_ref_init (last, NULL);
      g_object_set_data_full (G_OBJECT (pane), LAST, last, weak_ref_free);
    }
  g_weak_ref_set (last, focus);
}

static gboolean
is_in (GtkWidget *widget,
       GtkWidget *pane)
{
  return widget == pane || gtk_widget_is_ancestor (widget, pane);
}

/* Returns the place in @panes of the one that has @widget, or -1. A divider has panes in it, but belongs to none. */
static int
find_pane (GPtrArray *panes,
           GtkWidget *widget)
{
  for (guint i = 0; widget != NULL && i < panes->len; i++)
    if (is_in (widget, g_ptr_array_index (panes, i)))
      return i;
  return -1;
}

/* Gives the focus to where @pane wants it, to where it was in it, or else to the first place in it. */
static gboolean
enter (GtkWidget *pane)
{
  GWeakRef *ref = g_object_get_data (G_OBJECT (pane), LAST);
  g_autoptr (GtkWidget) last = ref != NULL ? g_weak_ref_get (ref) : NULL;

  if (!gtk_widget_get_mapped (pane) || !gtk_widget_is_sensitive (pane))
    return FALSE;
  if (!gtk_widget_get_focusable (pane) && gtk_widget_grab_focus (pane))
    return TRUE;
  if (last != NULL && is_in (last, pane) && gtk_widget_get_mapped (last) && gtk_widget_grab_focus (last))
    return TRUE;
  /* What scrolls takes the focus only where there is nothing else. */
  if (!GTK_IS_SCROLLED_WINDOW (pane) && gtk_widget_get_focusable (pane) && gtk_widget_grab_focus (pane))
    return TRUE;
  return gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

static gboolean
restore_cb (gpointer user_data)
{
  LsFocusKeeper *self = user_data;
  g_autoptr (GPtrArray) panes = self->list_panes (self->user_data);
  gboolean was_visible = gtk_window_get_focus_visible (self->window);

  self->source = 0;
  if (find_pane (panes, gtk_window_get_focus (self->window)) >= 0)
    return G_SOURCE_REMOVE;
  if (self->pane == NULL || find_pane (panes, self->pane) < 0 || !enter (self->pane))
    for (guint i = 0; i < panes->len; i++)
      if (enter (g_ptr_array_index (panes, i)))
        break;
  self->by_keys = was_visible;
  gtk_window_set_focus_visible (self->window, was_visible);
  return G_SOURCE_REMOVE;
}

/* Returns whether what had the focus cannot have it any more, so that the user did not move it. */
static gboolean
was_lost (LsFocusKeeper *self)
{
  return self->had_focus && (self->focus == NULL || !gtk_widget_get_mapped (self->focus) || !gtk_widget_is_sensitive (self->focus));
}

static void
on_focus_changed (LsFocusKeeper *self)
{
  GtkWidget *focus = gtk_window_get_focus (self->window);
  g_autoptr (GPtrArray) panes = self->list_panes (self->user_data);
  int place = find_pane (panes, focus);

  if (place < 0 && (focus == NULL || was_lost (self)) && panes->len > 0 && self->source == 0)
    self->source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, restore_cb, self, NULL);
  if (place >= 0)
    {
      g_set_weak_pointer (&self->pane, g_ptr_array_index (panes, place));
      remember (self->pane, focus);
    }
  self->had_focus = focus != NULL;
  g_set_weak_pointer (&self->focus, focus);
}

/* GTK hides where the focus is when no key has been pressed for three seconds, but who reads for so long wants to find it again. */
static void
on_focus_visible (LsFocusKeeper *self)
{
  if (gtk_window_get_focus_visible (self->window))
    self->by_keys = TRUE;
  else if (self->by_keys)
    gtk_window_set_focus_visible (self->window, TRUE);
}

static void
on_pressed (LsFocusKeeper *self)
{
  self->by_keys = FALSE;
  gtk_window_set_focus_visible (self->window, FALSE);
}

static void
ls_focus_keeper_dispose (GObject *object)
{
  LsFocusKeeper *self = LS_FOCUS_KEEPER (object);

  ls_focus_keeper_leave (self);

  G_OBJECT_CLASS (ls_focus_keeper_parent_class)->dispose (object);
}

static void
ls_focus_keeper_class_init (LsFocusKeeperClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_focus_keeper_dispose;
}

static void
ls_focus_keeper_init (LsFocusKeeper *self)
{
}

/**
 * ls_focus_keeper_new:
 * @window: the window, which owns the keeper
 * @list_panes: lists the panes of the window as it is
 * @user_data: for @list_panes
 *
 * Returns: (transfer full): a keeper, which follows the focus from now on
 */
LsFocusKeeper *
ls_focus_keeper_new (GtkWindow          *window,
                     LsFocusKeeperPanes  list_panes,
                     gpointer            user_data)
{
  LsFocusKeeper *self = g_object_new (LS_TYPE_FOCUS_KEEPER, NULL);
  GtkGesture *press = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (press), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  gtk_event_controller_set_name (GTK_EVENT_CONTROLLER (press), "focus-keeper");
  g_signal_connect_object (press, "pressed", G_CALLBACK (on_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (window), GTK_EVENT_CONTROLLER (press));
  self->window = window;
  self->list_panes = list_panes;
  self->user_data = user_data;
  g_signal_connect_object (window, "notify::focus-widget", G_CALLBACK (on_focus_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (window, "notify::focus-visible", G_CALLBACK (on_focus_visible), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * ls_focus_keeper_leave:
 * @self: a keeper
 *
 * Follows the focus no longer: the window is going away.
 */
void
ls_focus_keeper_leave (LsFocusKeeper *self)
{
  if (self->window != NULL)
    g_signal_handlers_disconnect_by_data (self->window, self);
  self->window = NULL;
  g_clear_handle_id (&self->source, g_source_remove);
  g_clear_weak_pointer (&self->focus);
  g_clear_weak_pointer (&self->pane);
}

/**
 * ls_focus_keeper_next:
 * @self: a keeper
 * @back: whether to go to the pane before
 *
 * Moves the focus to the next pane that is shown, and shows where it is. The first pane comes after the last one.
 */
void
ls_focus_keeper_next (LsFocusKeeper *self,
                      gboolean       back)
{
  g_autoptr (GPtrArray) panes = self->list_panes (self->user_data);
  int n = panes->len;
  int place = find_pane (panes, gtk_window_get_focus (self->window));

  if (place < 0)
    place = back ? n : -1;
  for (int i = 1; i <= n; i++)
    if (enter (g_ptr_array_index (panes, (place + (back ? n - i : i) + n) % n)))
      break;
  gtk_window_set_focus_visible (self->window, TRUE);
}

/* Returns the innermost list around @widget whose rows Tab would walk, or NULL. */
static GtkWidget *
find_list (GtkWidget *widget)
{
  while (widget != NULL && !GTK_IS_LIST_BOX (widget) && !GTK_IS_LIST_BASE (widget) && !GTK_IS_FLOW_BOX (widget))
    widget = gtk_widget_get_parent (widget);
  return widget;
}

/**
 * ls_focus_keeper_move_tab:
 * @self: a keeper
 * @direction: where the focus is to go
 *
 * Takes the focus out of the list that it is in: a list is one stop of Tab, and the arrow keys move in it. Before it leaves the
 * list Tab goes to what else the row has. Newer versions of GTK have a property for this.
 *
 * Returns: whether the focus has moved; if not, the toolkit is to move it
 */
gboolean
ls_focus_keeper_move_tab (LsFocusKeeper    *self,
                          GtkDirectionType  direction)
{
  GtkWidget *list = find_list (gtk_window_get_focus (self->window));
  GtkWidget *row = list != NULL ? gtk_widget_get_focus_child (list) : NULL;
  gboolean has_moved;

  if (row == NULL || (direction != GTK_DIR_TAB_FORWARD && direction != GTK_DIR_TAB_BACKWARD))
    return FALSE;
  if (gtk_widget_child_focus (row, direction))
    return TRUE;
  gtk_widget_set_can_focus (list, FALSE);
  has_moved = gtk_widget_child_focus (GTK_WIDGET (self->window), direction);
  gtk_widget_set_can_focus (list, TRUE);
  return has_moved;
}
