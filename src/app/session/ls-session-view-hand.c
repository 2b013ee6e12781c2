/* ls-session-view-hand.c: the list of what the user has done by hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-action-dialog.h"
#include "ls-action.h"
#include "ls-actions-pane.h"
#include "ls-post-task-dialog.h"
#include "ls-text.h"

/* The action that a dialog changes. The list stays as it is while the dialog is open. */
typedef struct
{
  LsSessionView *view;
  LsSession     *session;
  guint          index;
} Change;

static void
change_free (gpointer  data,
             GClosure *closure)
{
  Change *change = data;

  g_object_unref (change->session);
  g_free (change);
}

static void
on_changed (GtkWidget *dialog,
            LsStep    *step,
            gpointer   user_data)
{
  Change *change = user_data;
  LsSessionView *self = change->view;
  g_autofree char *words = ls_step_to_words (step);
  g_autofree char *shown = ls_text_shorten (words);
  g_autofree char *label = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GError) error = NULL;
  LsStamp stamp;

  if (ls_debugger_get_session (self->debugger) != change->session ||
      change->index >= ls_session_get_n_actions (change->session))
    return;
  if (LS_IS_POST_TASK_DIALOG (dialog))
    ls_post_task_dialog_get_moment (LS_POST_TASK_DIALOG (dialog), &stamp);
  else
    ls_action_dialog_get_moment (LS_ACTION_DIALOG (dialog), &stamp);
  /* Translators: what undo would undo; then what an action does */
  label = g_strdup_printf (_("change: %s"), shown);
  if (!ls_debugger_change_action (self->debugger, change->index, &stamp, step, label, &error))
    {
      ls_session_view_report (self, error->message);
      return;
    }
  /* Translators: what an action does that was changed */
  title = g_strdup_printf (_("Changed: %s"), shown);
  ls_session_view_offer_undo (self, title);
}

/* Opens the dialog in which an action like this is written, with what it does and when. */
static void
edit_hand_action (LsSessionView *self,
                  guint          index)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  Change *change;
  GtkWidget *dialog;
  gboolean posts;

  ls_player_set_running (self->player, FALSE);
  posts = ls_step_get_op (ls_action_get_step (ls_session_get_action (session, index))) == LS_STEP_OP_POST_TASK;
  dialog = posts ? ls_post_task_dialog_new_for_action (self->debugger, index) : ls_action_dialog_new (self->debugger, index);
  change = g_new0 (Change, 1);
  change->view = self;
  change->session = g_object_ref (session);
  change->index = index;
  g_signal_connect_data (dialog, posts ? "post" : "change", G_CALLBACK (on_changed), change, change_free, 0);
  ls_session_view_present_dialog (self, dialog, posts ? _("Edit Task") : _("Edit Action"), 460, -1);
}

/* The title of the tab says how many actions there are. */
static void
on_n_actions (LsSessionView *self)
{
  GtkStackPage *page = gtk_stack_get_page (GTK_STACK (self->bottom_stack), self->actions);
  guint n_actions = ls_actions_pane_get_n_actions (LS_ACTIONS_PANE (self->actions));
  /* Translators: the title of a tab, with how many actions there are */
  g_autofree char *title = n_actions > 0 ? g_strdup_printf (_("Actions (%u)"), n_actions) : g_strdup (_("Actions"));

  gtk_stack_page_set_title (page, title);
}

/* Tells of later actions that a change in the past has left without a place. They are in the list, with the reasons; undo brings
 * them back. */
static void
on_actions_lost (LsSessionView *self,
                 guint          n_lost)
{
  g_autofree char *title = g_strdup_printf (ngettext ("%u later action could not be kept; see Actions",
                                                      "%u later actions could not be kept; see Actions", n_lost), n_lost);

  ls_session_view_offer_undo (self, title);
}

/* Connects the list of actions. */
void
ls_session_view_connect_hand (LsSessionView *self)
{
  ls_actions_pane_set_debugger (LS_ACTIONS_PANE (self->actions), self->debugger);
  g_signal_connect_object (self->actions, "notify::n-actions", G_CALLBACK (on_n_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->actions, "edit", G_CALLBACK (edit_hand_action), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->actions, "changed-run", G_CALLBACK (ls_session_view_offer_undo), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->actions, "report", G_CALLBACK (ls_session_view_report), self, G_CONNECT_SWAPPED);
  g_signal_group_connect_swapped (self->debugger_signals, "actions-lost", G_CALLBACK (on_actions_lost), self);
}
