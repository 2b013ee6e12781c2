/* ls-session-view-save.c: saving sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-compat.h"
#include "ls-files.h"

/* A program without a title goes by its script's name. */
const char *
ls_session_view_get_title (LsSessionView *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  const char *title = ls_session_get_title (session);
  LsProgram *program = ls_session_get_program (session);

  if ((title == NULL || *title == '\0') && ls_program_get_n_scripts (program) > 0)
    return ls_script_get_name (ls_program_get_script (program, 0));
  return title != NULL ? title : "";
}

static char *
get_etag (GFile *file)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE, G_FILE_QUERY_INFO_NONE, NULL, NULL);

  return info != NULL ? g_strdup (g_file_info_get_etag (info)) : NULL;
}

/**
 * ls_session_view_remember_file:
 * @self: a view
 *
 * Says that the session is now as its file is.
 */
void
ls_session_view_remember_file (LsSessionView *self)
{
  GFile *file = ls_debugger_get_file (self->debugger);

  g_free (self->etag);
  self->etag = file != NULL ? get_etag (file) : NULL;
}

/* Whether another program has written the session's file since. */
static gboolean
is_file_changed (LsSessionView *self,
                 GFile    *file)
{
  GFile *own = ls_debugger_get_file (self->debugger);
  g_autofree char *etag = NULL;

  if (own == NULL || self->etag == NULL || !g_file_equal (own, file))
    return FALSE;
  etag = get_etag (file);
  return etag != NULL && !g_str_equal (etag, self->etag);
}

/**
 * ls_session_view_get_etag:
 * @self: a view
 *
 * Returns: (nullable): tells the session's file as it was read or written from what others make of it
 */
const char *
ls_session_view_get_etag (LsSessionView *self)
{
  return self->etag;
}

/**
 * ls_session_view_save_now:
 * @self: a view
 * @file: where to
 * @error: return location for an error
 *
 * Saves the session without a question.
 *
 * Returns: %FALSE with @error set if that did not work
 */
gboolean
ls_session_view_save_now (LsSessionView  *self,
                    GFile     *file,
                    GError   **error)
{
  if (!ls_session_view_flush (self, error) || !ls_debugger_save (self->debugger, file, error))
    return FALSE;
  ls_session_view_remember_file (self);
  return TRUE;
}

/* A script's file holds a script, not what was done on top of it. */
gboolean
ls_session_view_file_fits (LsSessionView *self)
{
  g_autofree char *name = g_file_get_basename (ls_debugger_get_file (self->debugger));

  return g_str_has_suffix (name, LS_SESSION_SUFFIX) || !ls_debugger_is_javascript (self->debugger) ||
         ls_session_is_plain_script (ls_debugger_get_session (self->debugger));
}

static char *
replace_suffix (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  char *dot = strrchr (name, '.');

  if (dot != NULL && dot != name)
    *dot = '\0';
  return g_strconcat (name, LS_SESSION_SUFFIX, NULL);
}

void
ls_session_view_ask_where (LsSessionView         *self,
                     LsCompatFileFunc  done,
                     gpointer          user_data)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autofree char *name = NULL;

  if (file != NULL && ls_session_view_file_fits (self))
    name = g_file_get_basename (file);
  else if (file != NULL)
    name = replace_suffix (file);
  else if (ls_session_is_plain_script (session))
    name = g_strdup (ls_session_view_get_title (self));
  else
    name = g_strconcat (ls_session_view_get_title (self), LS_SESSION_SUFFIX, NULL);
  g_strdelimit (name, "/", '-');
  ls_compat_save_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Save Session"), name, folder, done, user_data);
}

static void
save_and_tell (LsSessionView *self,
               GFile    *file)
{
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_save_now (self, file, &error))
    {
      ls_session_view_report (self, error->message);
      return;
    }
  ls_files_add_recent (file);
  ls_session_view_add_toast (self, adw_toast_new (_("Saved")));
}

static void
on_replace_answer (const char *response,
                   gpointer    user_data)
{
  g_autoptr (LsSessionView) self = user_data;

  if (g_str_equal (response, "save") && ls_debugger_get_file (self->debugger) != NULL)
    save_and_tell (self, ls_debugger_get_file (self->debugger));
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
                   GFile    *file)
{
  const LsCompatResponse responses[] = {
    { "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "save", _("_Replace"), ADW_RESPONSE_DESTRUCTIVE },
  };
  g_autofree char *name = NULL;
  g_autofree char *body = NULL;

  if (!is_file_changed (self, file))
    {
      save_and_tell (self, file);
      return;
    }
  name = g_file_get_basename (file);
  body = g_strdup_printf (_("Another program has changed “%s” since it was opened. What it wrote would be lost."), name);
  ls_compat_ask (GTK_WIDGET (self), _("Replace the Changed File?"), body, responses, G_N_ELEMENTS (responses), "cancel",
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
save_as_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  ls_session_view_ask_where (LS_SESSION_VIEW (widget), on_place_chosen, g_object_ref (widget));
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  if (ls_debugger_get_file (self->debugger) != NULL && ls_session_view_file_fits (self))
    ls_session_view_save_to (self, ls_debugger_get_file (self->debugger));
  else
    save_as_action (widget, name, parameter);
}

/**
 * ls_session_view_install_save_actions:
 * @widget_class: the view's class
 *
 * Installs the actions that save.
 */
void
ls_session_view_install_save_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.save", NULL, save_action);
  gtk_widget_class_install_action (widget_class, "win.save-as", NULL, save_as_action);
}
