/* ls-window-focus.c: the panes of a window that the focus goes to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

/* The stage comes first: it gets a focus whose pane is hidden. The header bar comes between the last pane and the first one. */
static GPtrArray *
list_panes (gpointer user_data)
{
  LsWindow *self = user_data;
  GPtrArray *panes = self->view != NULL ? ls_session_view_list_panes (self->view) : g_ptr_array_new ();

  if (panes->len > 0)
    g_ptr_array_insert (panes, MIN (panes->len, 3), gtk_widget_get_ancestor (self->title, ADW_TYPE_HEADER_BAR));
  return panes;
}

static void
pane_action (LsWindow   *self,
             const char *name,
             GVariant   *parameter)
{
  ls_focus_keeper_next (self->focus_keeper, g_str_equal (name, "win.previous-pane"));
}

const LsWindowAction ls_window_focus_actions[] = {
  { "win.next-pane", NULL, pane_action },
  { "win.previous-pane", NULL, pane_action },
  { NULL },
};

/* Lets Tab leave lists. */
void
ls_window_move_focus (GtkWidget        *widget,
                      GtkDirectionType  direction)
{
  LsWindow *self = LS_WINDOW (widget);

  if (!ls_focus_keeper_move_tab (self->focus_keeper, direction))
    GTK_WIDGET_CLASS (g_type_class_peek (ADW_TYPE_APPLICATION_WINDOW))->move_focus (widget, direction);
}

void
ls_window_init_focus (LsWindow *self)
{
  self->focus_keeper = ls_focus_keeper_new (GTK_WINDOW (self), list_panes, self);
}

void
ls_window_dispose_focus (LsWindow *self)
{
  if (self->focus_keeper != NULL)
    ls_focus_keeper_leave (self->focus_keeper);
}
