/* ls-session-view-signals.c: what a view tells its window, and asks it for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

enum
{
  STATUS_CHANGED,
  TITLE_CHANGED,
  SETTINGS_CHANGED,
  ATTENTION,
  WANTS_VIEW,
  WANTS_DIALOG,
  WANTS_PANE,
  GIVES_WAY,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

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

void
ls_session_view_class_add_signals (void)
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
  gboolean is_shown = FALSE;

  g_signal_emit (self, signals[WANTS_DIALOG], 0, content, title, width, height, &is_shown);
}

void
ls_session_view_show_pane (LsSessionView *self,
                           const char    *action)
{
  g_signal_emit (self, signals[WANTS_PANE], 0, action);
}

gboolean
ls_session_view_give_way (LsSessionView *self,
                          const char    *message)
{
  gboolean has_gone = FALSE;

  g_signal_emit (self, signals[GIVES_WAY], 0, message, &has_gone);
  return has_gone;
}
