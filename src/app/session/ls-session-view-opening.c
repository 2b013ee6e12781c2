/* ls-session-view-opening.c: a session that is being read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-files.h"
#include "ls-opening-page.h"
#include "ls-welcome.h"

/* What takes longer is said. */
#define PATIENCE_MS 200

static LsOpeningPage *
get_page (LsSessionView *self)
{
  return LS_OPENING_PAGE (self->opening_page);
}

/* What was there before, or is now. */
static void
show_content (LsSessionView *self)
{
  gboolean had_focus = gtk_widget_get_focus_child (self->stack) == self->opening_page;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), ls_session_view_has_session (self) ? "session" : "welcome");
  if (had_focus)
    gtk_widget_child_focus (gtk_stack_get_visible_child (GTK_STACK (self->stack)), GTK_DIR_TAB_FORWARD);
}

static gboolean
reveal_cb (gpointer user_data)
{
  LsSessionView *self = user_data;

  self->opening_source = 0;
  gtk_stack_set_visible_child (GTK_STACK (self->stack), self->opening_page);
  ls_opening_page_reveal (get_page (self));
  return G_SOURCE_REMOVE;
}

/* Returns what was being read, which tells nothing more. */
static LsOpening *
steal_opening (LsSessionView *self)
{
  LsOpening *opening = g_steal_pointer (&self->opening);

  g_signal_handlers_disconnect_by_data (opening, self);
  g_clear_handle_id (&self->opening_source, g_source_remove);
  ls_opening_page_set_opening (get_page (self), NULL);
  ls_session_view_set_enabled (self, "win.cancel-opening", FALSE);
  return opening;
}

/* A tab that was made for what did not come goes, unless it is all that there is. */
static void
give_up (LsSessionView *self,
         const char    *message)
{
  show_content (self);
  ls_session_view_update_status (self);
  if (self->is_for_opening && !ls_session_view_has_session (self) && ls_session_view_give_way (self, message))
    return;
  if (message == NULL)
    return;
  if (ls_session_view_has_session (self))
    ls_session_view_report (self, message);
  else
    ls_welcome_show_error (LS_WELCOME (self->welcome), _("The Session Could Not Be Opened"), message);
}

/**
 * ls_session_view_take_opened:
 * @self: a view without changes that are not saved
 * @opening: what was read
 * @session: what came of it
 *
 * Shows @session.
 */
void
ls_session_view_take_opened (LsSessionView *self,
                             LsOpening     *opening,
                             LsSession     *session)
{
  GFile *file = ls_opening_get_file (opening);
  g_autoptr (GError) error = NULL;
  const char *journal;
  guint32 step;

  if (!ls_debugger_open_session (self->debugger, session, file, &error))
    {
      give_up (self, error->message);
      return;
    }
  self->is_for_opening = FALSE;
  g_free (self->etag);
  self->etag = g_strdup (ls_opening_get_etag (opening));
  journal = ls_opening_get_journal (opening, &step);
  if (journal != NULL)
    {
      ls_player_step_to (self->player, step);
      ls_session_view_take_journal (self, journal);
      return;
    }
  if (file != NULL)
    ls_files_add_recent (file);
  if (ls_session_view_has_lesson (self))
    ls_session_view_show_lesson (self);
  else
    ls_player_step (self->player);
}

static void
on_done (LsSessionView *self)
{
  g_autoptr (LsOpening) opening = steal_opening (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_opening_finish (opening, &error);

  if (session == NULL)
    {
      give_up (self, error->message);
      return;
    }
  show_content (self);
  ls_session_view_update_status (self);
  if (self->opening_discards)
    ls_session_view_take_opened (self, opening, session);
  else
    ls_session_view_ask_for_opened (self, opening, session);
}

/**
 * ls_session_view_begin_opening:
 * @self: a view
 * @opening: (transfer full): what is to be read
 *
 * Reads a session, which is shown when it is there. What the view has stays until then, and if that does not work. If it has
 * changes that are not saved, the user has been asked; about others that come meanwhile he is asked then.
 */
void
ls_session_view_begin_opening (LsSessionView *self,
                               LsOpening     *opening)
{
  ls_session_view_cancel_opening (self);
  self->opening = opening;
  self->opening_discards = ls_session_view_get_modified (self);
  g_signal_connect_swapped (opening, "done", G_CALLBACK (on_done), self);
  ls_opening_page_set_opening (get_page (self), opening);
  /* Nobody has seen what is there. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_stack_set_visible_child (GTK_STACK (self->stack), self->opening_page);
  self->opening_source = g_timeout_add (PATIENCE_MS, reveal_cb, self);
  ls_session_view_set_enabled (self, "win.cancel-opening", TRUE);
  ls_opening_start (opening);
  ls_session_view_update_status (self);
}

/**
 * ls_session_view_cancel_opening:
 * @self: a view
 *
 * Does not wait any more for a session that is read, if there is one.
 */
void
ls_session_view_cancel_opening (LsSessionView *self)
{
  g_autoptr (LsOpening) opening = self->opening != NULL ? steal_opening (self) : NULL;

  if (opening != NULL)
    ls_opening_cancel (opening);
}

/**
 * ls_session_view_set_opener:
 * @self: a view that is made for a session that it is about to read
 * @opener: the view that was shown when the session was asked for
 *
 * Lets the view go again if there is no such session: then @opener is shown.
 */
void
ls_session_view_set_opener (LsSessionView *self,
                            LsSessionView *opener)
{
  self->is_for_opening = TRUE;
  g_set_weak_pointer (&self->opener, opener);
}

/**
 * ls_session_view_get_opener:
 * @self: a view
 *
 * Returns: (transfer none) (nullable): see ls_session_view_set_opener()
 */
LsSessionView *
ls_session_view_get_opener (LsSessionView *self)
{
  return self->opener;
}

/**
 * ls_session_view_reopen:
 * @self: a view without changes that are not saved
 * @session: a session that was closed
 * @file: (nullable): its file
 * @etag: (nullable): of the file, see ls_session_view_get_etag()
 * @step: where it was shown
 * @error: return location for an error
 *
 * Shows @session as it was.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_session_view_reopen (LsSessionView  *self,
                        LsSession      *session,
                        GFile          *file,
                        const char     *etag,
                        guint32         step,
                        GError        **error)
{
  if (!ls_debugger_open_session (self->debugger, session, file, error))
    return FALSE;
  g_free (self->etag);
  self->etag = g_strdup (etag);
  ls_player_step_to (self->player, step);
  return TRUE;
}

/**
 * ls_session_view_is_opening:
 * @self: a view
 * @file: a session file
 *
 * Returns: whether @file is being read
 */
gboolean
ls_session_view_is_opening (LsSessionView *self,
                            GFile         *file)
{
  GFile *own = self->opening != NULL ? ls_opening_get_file (self->opening) : NULL;

  return own != NULL && g_file_equal (own, file);
}

static void
cancel_opening_action (GtkWidget  *widget,
                       const char *name,
                       GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  if (self->opening == NULL)
    return;
  ls_session_view_cancel_opening (self);
  give_up (self, NULL);
}

/**
 * ls_session_view_install_opening_actions:
 * @widget_class: the view's class
 *
 * Installs the action that cancels.
 */
void
ls_session_view_install_opening_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.cancel-opening", NULL, cancel_opening_action);
}
