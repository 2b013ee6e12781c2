/* ls-session-view-file.c: the file of a session, as the user sees it read and written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-files.h"
#include "ls-opening-page.h"
#include "ls-welcome.h"

/* The view says that it reads a session if that takes longer. */
#define PATIENCE_MS 200

/* Reading */

static LsOpeningPage *
get_page (LsSessionView *self)
{
  return LS_OPENING_PAGE (self->opening_page);
}

/* Shows the session that is there, whether it is a new one or the one before. */
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

static void
end_opening (LsSessionView *self)
{
  g_clear_handle_id (&self->opening_source, g_source_remove);
  ls_opening_page_set_opening (get_page (self), NULL);
}

/* What was to be read is there, or its beginning. */
void
ls_session_view_leave_opening_page (LsSessionView *self)
{
  end_opening (self);
  show_content (self);
}

/* A tab that was made for a session that did not come is closed, unless it is the only one. */
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
    ls_welcome_show_error (LS_WELCOME (self->welcome), _("Could Not Open the File"), message);
}

/* Shows the session that came of @opening. */
void
ls_session_view_take_opened (LsSessionView *self,
                             LsOpening     *opening,
                             LsSession     *session)
{
  GFile *file = ls_opening_get_file (opening);
  g_autoptr (GError) error = NULL;
  guint lesson;
  LsCourse *course = ls_opening_get_course (opening, &lesson);
  const char *journal;
  guint32 step;
  int action;

  if (!ls_session_file_take (self->file, session, file, ls_opening_get_etag (opening), &error))
    {
      give_up (self, error->message);
      return;
    }
  self->is_for_opening = FALSE;
  journal = ls_opening_get_journal (opening, &step, &action);
  if (journal != NULL)
    {
      ls_session_view_set_course (self, course, lesson);
      if (action >= 0 && (guint) action < ls_session_get_n_actions (ls_debugger_get_session (self->debugger)))
        ls_player_seek_when_reached (self->player, LS_RECORD_ACTION_FINISHED, action);
      else
        ls_player_step_to (self->player, step);
      ls_journal_keeper_take (self->keeper, journal);
      return;
    }
  if (ls_opening_get_recent (opening) != NULL)
    ls_files_add_recent (ls_opening_get_recent (opening));
  if (ls_session_view_has_lesson (self))
    ls_session_view_show_lesson (self, course, lesson);
  else
    ls_session_view_show_beginning (self);
}

static void
on_opened (LsSessionView *self,
           LsOpening     *opening)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_opening_finish (opening, &error);

  end_opening (self);
  ls_session_view_end_part (self);
  ls_session_view_update_actions (self);
  if (session == NULL)
    {
      give_up (self, error->message);
      return;
    }
  show_content (self);
  ls_session_view_update_status (self);
  if (ls_session_view_take_whole (self, opening, session))
    return;
  if (self->opening_discards)
    ls_session_view_take_opened (self, opening, session);
  else
    ls_session_view_ask_for_opened (self, opening, session);
}

/* Reads @opening (transfer full), and shows the session when it is there. Until then, and if it cannot be read, the view keeps what
 * it has. The caller has asked the user about changes that are not saved; the view asks about those that come meanwhile. */
void
ls_session_view_begin_opening (LsSessionView *self,
                               LsOpening     *opening)
{
  ls_session_view_cancel_opening (self);
  self->opening_discards = ls_session_view_get_modified (self);
  ls_opening_page_set_opening (get_page (self), opening);
  /* Nobody has seen what is there. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_stack_set_visible_child (GTK_STACK (self->stack), self->opening_page);
  self->opening_source = g_timeout_add (PATIENCE_MS, reveal_cb, self);
  ls_session_file_open (self->file, opening);
  ls_session_view_update_actions (self);
  ls_session_view_update_status (self);
}

/* Stops waiting for a session that is being read, if there is one. */
void
ls_session_view_cancel_opening (LsSessionView *self)
{
  if (ls_session_file_get_opening (self->file) == NULL)
    return;
  end_opening (self);
  ls_session_view_end_part (self);
  ls_session_file_cancel (self->file);
  ls_session_view_update_actions (self);
}

/**
 * ls_session_view_set_opener:
 * @self: a view that is made for a session that it is about to read
 * @opener: the view that was shown when the session was asked for
 *
 * Lets the view go again if the session cannot be read: then @opener is shown.
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
 * @etag: (nullable): of the file, see ls_session_file_get_etag()
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
  if (!ls_session_file_take (self->file, session, file, etag, error))
    return FALSE;
  ls_player_step_to (self->player, step);
  return TRUE;
}

static void
cancel_opening_action (LsSessionView *self,
                       const char    *name,
                       GVariant      *parameter)
{
  if (ls_session_file_get_opening (self->file) == NULL)
    return;
  /* What the user looks at stays, and the recording pane says that it is not all. */
  if (ls_session_view_has_part (self))
    {
      ls_opening_stop (ls_session_file_get_opening (self->file));
      return;
    }
  ls_session_view_cancel_opening (self);
  give_up (self, NULL);
}

/* Writing */

/* What is to be done when the session is saved. */
typedef struct
{
  LsSessionView     *view;    /* owned */
  GFile             *file;    /* NULL where nothing new is saved */
  LsSessionViewFunc  done;
  gpointer           user_data;
} Saving;

static void
saved_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  Saving *saving = user_data;
  g_autoptr (GError) error = NULL;
  gboolean is_saved = ls_session_file_save_finish (LS_SESSION_FILE (object), result, &error);

  /* A view that has been closed by force shows nothing any more. */
  if (saving->view->file == NULL)
    is_saved = FALSE;
  else if (!is_saved)
    ls_session_view_report (saving->view, error->message);
  else if (saving->file != NULL)
    ls_files_add_recent (saving->file);
  saving->done (saving->view, is_saved, saving->user_data);
  g_object_unref (saving->view);
  g_clear_object (&saving->file);
  g_free (saving);
}

static Saving *
saving_new (LsSessionView     *view,
            GFile             *file,
            LsSessionViewFunc  done,
            gpointer           user_data)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->view = g_object_ref (view);
  g_set_object (&saving->file, file);
  saving->done = done;
  saving->user_data = user_data;
  return saving;
}

/**
 * ls_session_view_save:
 * @self: a view
 * @file: where to
 * @done: is told whether the session is saved
 * @user_data: for @done
 *
 * Saves the session without a question, and reports where that does not work. The user may go on meanwhile: what he changes is
 * not saved.
 */
void
ls_session_view_save (LsSessionView     *self,
                      GFile             *file,
                      LsSessionViewFunc  done,
                      gpointer           user_data)
{
  g_autoptr (GError) error = NULL;

  if (ls_session_view_flush (self, &error))
    {
      ls_session_file_save_async (self->file, file, saved_cb, saving_new (self, file, done, user_data));
      return;
    }
  ls_session_view_report (self, error->message);
  done (self, FALSE, user_data);
}

/**
 * ls_session_view_wait_for_saves:
 * @self: a view
 * @done: is called when nothing is being saved any more
 * @user_data: for @done
 *
 * Waits for what is being saved.
 */
void
ls_session_view_wait_for_saves (LsSessionView     *self,
                                LsSessionViewFunc  done,
                                gpointer           user_data)
{
  ls_session_file_wait_async (self->file, saved_cb, saving_new (self, NULL, done, user_data));
}

/* A script that is called as its file is gets a new name with it, and the program is read again then: it is not to lose what has
 * been typed meanwhile. */
static void
on_flush (LsSessionView *self)
{
  ls_session_view_flush (self, NULL);
}

/**
 * ls_session_view_ask_where:
 * @self: a view with a session
 * @done: is told the file, or %NULL
 * @user_data: for @done
 *
 * Asks where to save the session.
 */
void
ls_session_view_ask_where (LsSessionView    *self,
                           LsCompatFileFunc  done,
                           gpointer          user_data)
{
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autofree char *name = ls_session_file_suggest_name (self->file);

  ls_compat_save_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Save Session"), name, folder, done, user_data);
}

static void
on_saved (LsSessionView *self,
          gboolean       is_saved,
          gpointer       user_data)
{
  if (is_saved)
    ls_session_view_tell (self, _("Saved"), NULL, NULL, 0);
}

static void
on_replace_answer (const char *response,
                   gpointer    user_data)
{
  g_autoptr (LsSessionView) self = user_data;

  if (g_str_equal (response, "save") && ls_debugger_get_file (self->debugger) != NULL)
    ls_session_view_save (self, ls_debugger_get_file (self->debugger), on_saved, NULL);
}

/**
 * ls_session_view_save_to:
 * @self: a view
 * @file: where to
 *
 * Saves the session. If another program has changed its file since it was read, asks before that is lost.
 */
void
ls_session_view_save_to (LsSessionView *self,
                         GFile         *file)
{
  const LsCompatResponse responses[] = {
    { "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "save", _("_Replace"), ADW_RESPONSE_DESTRUCTIVE },
  };
  g_autofree char *name = NULL;
  g_autofree char *body = NULL;

  if (!ls_session_file_was_replaced (self->file, file))
    {
      ls_session_view_save (self, file, on_saved, NULL);
      return;
    }
  name = g_file_get_basename (file);
  body = g_strdup_printf (_("Another program has changed “%s” since it was opened. Saving would overwrite those changes."), name);
  ls_compat_ask (GTK_WIDGET (self), _("Replace the Changed File?"), body, NULL, responses, G_N_ELEMENTS (responses), "cancel",
                 on_replace_answer, g_object_ref (self));
}

static void
on_place_chosen (GFile    *file,
                 gpointer  user_data)
{
  g_autoptr (LsSessionView) self = user_data;

  if (file != NULL)
    ls_session_view_save_to (self, file);
}

static void
save_as_action (LsSessionView *self,
                const char    *name,
                GVariant      *parameter)
{
  /* What was recorded has no program that a session's file could keep. */
  if (ls_debugger_is_recorded (self->debugger))
    g_action_group_activate_action (G_ACTION_GROUP (ls_actions_get (GTK_WIDGET (self))), "save-trace", NULL);
  else
    ls_session_view_ask_where (self, on_place_chosen, g_object_ref (self));
}

static void
save_action (LsSessionView *self,
             const char    *name,
             GVariant      *parameter)
{
  if (ls_session_file_fits (self->file))
    ls_session_view_save_to (self, ls_debugger_get_file (self->debugger));
  else
    save_as_action (self, name, NULL);
}

/* Follows the session's file. */
void
ls_session_view_init_file (LsSessionView *self)
{
  self->file = ls_session_file_new (self->debugger);
  g_signal_connect_object (self->file, "opened", G_CALLBACK (on_opened), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->file, "part", G_CALLBACK (ls_session_view_show_part), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->file, "flush", G_CALLBACK (on_flush), self, G_CONNECT_SWAPPED);
}

/**
 * ls_session_view_get_file:
 * @self: a view
 *
 * Returns: (transfer none): what reads and writes its session
 */
LsSessionFile *
ls_session_view_get_file (LsSessionView *self)
{
  return self->file;
}

const LsActionEntry ls_session_view_file_actions[] = {
  { "cancel-opening", NULL, LS_NEEDS_OPENING, G_CALLBACK (cancel_opening_action) },
  { "save", NULL, LS_NEEDS_SESSION, G_CALLBACK (save_action) },
  { "save-as", NULL, LS_NEEDS_SESSION, G_CALLBACK (save_as_action) },
  { NULL },
};

/**
 * ls_session_view_search_sessions:
 * @self: a view without a session
 * @text: what to look for
 *
 * Looks for lessons, examples and recent sessions on the welcome page.
 */
void
ls_session_view_search_sessions (LsSessionView *self,
                                 const char    *text)
{
  ls_welcome_search (LS_WELCOME (self->welcome), text);
}
