/* ls-session-view-focus.c: where the focus is in a view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include "ls-program-pane.h"

/**
 * ls_session_view_list_panes:
 * @self: a view
 *
 * Returns: (transfer container) (element-type GtkWidget): the panes that the focus goes to, also hidden ones: the stage, the
 *   signals, what is at the bottom, a lesson, and the program; before there is a session the only page
 */
GPtrArray *
ls_session_view_list_panes (LsSessionView *self)
{
  GPtrArray *panes = g_ptr_array_new ();
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (self->stack));

  if (page != GTK_WIDGET (self->panes.vertical))
    {
      g_ptr_array_add (panes, page);
      return panes;
    }
  g_ptr_array_add (panes, self->stage);
  g_ptr_array_add (panes, self->panes.inspector_pane);
  g_ptr_array_add (panes, self->panes.bottom_pane);
  /* The program of a lesson is a pane of its own. */
  g_ptr_array_add (panes, gtk_widget_get_visible (self->lesson) ? self->lesson : self->panes.program_pane);
  if (gtk_widget_get_visible (self->lesson) || !gtk_widget_is_ancestor (self->program, self->panes.program_pane))
    g_ptr_array_add (panes, self->program);
  return panes;
}

/* Gives the focus to the text of a program that the user is to write. */
void
ls_session_view_focus_program (LsSessionView *self)
{
  LsScriptView *view = ls_program_pane_get_view (LS_PROGRAM_PANE (self->program));

  if (self->is_shown && view != NULL && gtk_widget_is_visible (GTK_WIDGET (view)))
    gtk_widget_grab_focus (ls_script_view_get_text_view (view));
}
