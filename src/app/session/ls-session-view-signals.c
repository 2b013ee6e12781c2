/* ls-session-view-signals.c: what a view tells its window, and asks it for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

void
ls_session_view_class_add_signals (void)
{
  /**
   * LsSessionView::status-changed:
   * @self: a view
   *
   * The title, the file or what goes on is another.
   */
  g_signal_new ("status-changed", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::title-changed:
   * @self: a view
   *
   * What ls_session_view_make_subtitle() makes is another, as in each step.
   */
  g_signal_new ("title-changed", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::settings-changed:
   * @self: a view
   *
   * The session's settings may be others, or the speed.
   */
  g_signal_new ("settings-changed", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::attention:
   * @self: a view
   *
   * Something happened that the user waits for.
   */
  g_signal_new ("attention", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::wants-view:
   * @self: a view
   *
   * Asks for a new tab.
   *
   * Returns: (transfer full) (nullable): what the tab has
   */
  g_signal_new ("wants-view", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_first_wins, NULL,
                NULL, LS_TYPE_SESSION_VIEW, 0);
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
  g_signal_new ("wants-dialog", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL,
                G_TYPE_BOOLEAN, 4, GTK_TYPE_WIDGET, G_TYPE_STRING, G_TYPE_INT, G_TYPE_INT);
  /**
   * LsSessionView::wants-pane:
   * @self: a view
   * @action: the window's action for a pane: "show-program", "show-inspector" or "show-events"
   *
   * Asks for a pane to be shown, which may hide another one in a narrow window.
   */
  g_signal_new ("wants-pane", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /**
   * LsSessionView::lesson-changed:
   * @self: a view
   *
   * Emitted when another page of a lesson is displayed, and when a lesson is left: see ls_session_view_get_places().
   */
  g_signal_new ("lesson-changed", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * LsSessionView::gives-way:
   * @self: a view that was made for a session that did not come
   * @message: (nullable): why
   *
   * Asks for its tab to be closed.
   *
   * Returns: %FALSE if the tab stays, since it is the only one
   */
  g_signal_new ("gives-way", LS_TYPE_SESSION_VIEW, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL,
                G_TYPE_BOOLEAN, 1, G_TYPE_STRING);
}

void
ls_session_view_update_status (LsSessionView *self)
{
  g_signal_emit_by_name (self, "status-changed");
}

void
ls_session_view_update_title (LsSessionView *self)
{
  g_signal_emit_by_name (self, "title-changed");
}

/* Returns the view (transfer none) of a new tab, or @self where there are no tabs. */
LsSessionView *
ls_session_view_ask_for_view (LsSessionView *self)
{
  g_autoptr (LsSessionView) view = NULL;

  g_signal_emit_by_name (self, "wants-view", &view);
  /* Its tab owns it. */
  return view != NULL ? view : self;
}

/* Shows @content (transfer floating) in a dialog above the window, unless there is one already. Sizes are in pixels; a @height of
 * -1 is what @content asks for. */
void
ls_session_view_present_dialog (LsSessionView *self,
                                GtkWidget     *content,
                                const char    *title,
                                int            width,
                                int            height)
{
  g_autoptr (GtkWidget) owned = g_object_ref_sink (content);
  gboolean is_shown = FALSE;

  g_signal_emit_by_name (self, "wants-dialog", content, title, width, height, &is_shown);
}

void
ls_session_view_show_pane (LsSessionView *self,
                           const char    *action)
{
  g_signal_emit_by_name (self, "wants-pane", action);
}

gboolean
ls_session_view_give_way (LsSessionView *self,
                          const char    *message)
{
  gboolean has_gone = FALSE;

  g_signal_emit_by_name (self, "gives-way", message, &has_gone);
  return has_gone;
}
