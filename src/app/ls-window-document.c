/* ls-window-document.c: opening, saving and closing sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-compat.h"
#include "ls-files.h"
#include "ls-program-pane.h"
#include "ls-text.h"
#include "ls-welcome.h"

/* What waits for the answer to "save changes?". */
typedef struct
{
  LsWindow *window;
  GFile    *file;       /* to open then, or NULL */
  gboolean  example;
  char     *name;       /* of a program to open then, or NULL; without either the window is to be closed */
  char     *text;
  GStrv     scripts;    /* of a program to open then, or NULL */
} Pending;

static void
pending_free (Pending *pending)
{
  g_object_unref (pending->window);
  g_clear_object (&pending->file);
  g_free (pending->name);
  g_free (pending->text);
  g_strfreev (pending->scripts);
  g_free (pending);
}

/**
 * ls_window_report:
 * @self: a window
 * @text: what went wrong
 *
 * Says what went wrong, where the user is looking.
 */
void
ls_window_report (LsWindow   *self,
                  const char *text)
{
  AdwToast *toast = adw_toast_new ("");
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_toast_set_title (toast, escaped);
  adw_toast_set_timeout (toast, 0);
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), toast);
  ls_compat_announce (self->toasts, text);
}

/**
 * ls_window_get_modified:
 * @self: a window
 *
 * Returns: whether there is something to save: actions, or edits of the program
 */
gboolean
ls_window_get_modified (LsWindow *self)
{
  return ls_debugger_get_modified (self->debugger) || ls_program_pane_get_unsaved (LS_PROGRAM_PANE (self->program));
}

/**
 * ls_window_update_title:
 * @self: a window
 *
 * Shows the session's title, and below it its file, the time and the step.
 */
void
ls_window_update_title (LsWindow *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *time = NULL;

  if (session == NULL)
    {
      adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), _("Loopscope"));
      adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), "");
      gtk_window_set_title (GTK_WINDOW (self), _("Loopscope"));
      return;
    }

  title = g_strdup_printf ("%s%s", ls_window_get_modified (self) ? "• " : "", ls_window_get_session_title (self));
  time = ls_text_format_time (ls_state_get_time (ls_player_get_state (self->player)));
  /* Translators: file, time, and where the position is among the steps that are known */
  subtitle = g_strdup_printf (_("%s · %s · step %u of %u"), name != NULL ? name : _("not saved"), time,
                              ls_player_get_step (self->player),
                              ls_trace_get_n_steps (ls_player_get_trace (self->player)));
  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), title);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), subtitle);
  gtk_window_set_title (GTK_WINDOW (self), title);
}

/**
 * ls_window_show_session:
 * @self: a window
 *
 * Shows the session in place of the welcome page.
 */
void
ls_window_show_session (LsWindow *self)
{
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "session");
  gtk_widget_set_visible (self->session_controls, TRUE);
  gtk_widget_set_visible (self->post_task, TRUE);
  gtk_widget_set_visible (self->add_signal, !self->narrow);
  gtk_widget_set_visible (self->search, TRUE);
  if (gtk_widget_get_focus_child (self->stack) == NULL)
    gtk_widget_grab_focus (self->stage);
}

/**
 * ls_window_update_recent:
 * @self: a window
 *
 * Lists the recent sessions in the menu beside Open.
 */
void
ls_window_update_recent (LsWindow *self)
{
  g_autoptr (GPtrArray) recent = ls_files_list_recent (g_settings_get_int (self->settings, "recent-max"));
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < recent->len; i++)
    {
      LsFilesEntry *entry = g_ptr_array_index (recent, i);
      g_autofree char *uri = g_file_get_uri (entry->file);
      g_autoptr (GMenuItem) item = NULL;
      g_auto (GStrv) parts = g_strsplit (entry->title, "_", -1);
      g_autofree char *label = g_strjoinv ("__", parts);

      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.open-uri", "s", uri);
      g_menu_append_item (menu, item);
    }
  if (recent->len == 0)
    g_menu_append (menu, _("No recent sessions"), "win.no-recent");
  adw_split_button_set_menu_model (ADW_SPLIT_BUTTON (self->open), G_MENU_MODEL (menu));
}

/* A program in a file of text, which is not to be replaced by what is saved. */
static gboolean
open_as_text (LsWindow  *self,
              GFile     *file,
              GError   **error)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_utf8_make_valid (base, -1);
  g_autofree char *text = NULL;
  gsize length;

  strcpy (name + strlen (name) - strlen (".txt"), ".js");
  if (!g_file_load_contents (file, NULL, &text, &length, NULL, error))
    return FALSE;
  if (!g_utf8_validate (text, length, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("%s: found bytes that are no text in UTF-8"), base);
      return FALSE;
    }
  return ls_debugger_open_text (self->debugger, name, g_str_has_prefix (text, "\357\273\277") ? text + 3 : text, error);
}

static gboolean
is_text (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return base != NULL && g_str_has_suffix (base, ".txt");
}

static void
open_now (LsWindow *self,
          GFile    *file,
          gboolean  example)
{
  g_autoptr (GError) error = NULL;
  gboolean opened = example          ? ls_debugger_open_example (self->debugger, file, &error)
                    : is_text (file) ? open_as_text (self, file, &error)
                                     : ls_debugger_open (self->debugger, file, &error);

  if (opened)
    {
      ls_window_remember_file (self);
      if (!example && !is_text (file))
        ls_files_add_recent (file);
      ls_player_step (self->player);
    }
  else if (ls_window_has_session (self))
    {
      ls_window_report (self, error->message);
    }
  else
    {
      ls_welcome_show_error (LS_WELCOME (self->welcome), _("The Session Could Not Be Opened"), error->message);
    }
}

static void
open_text_now (LsWindow   *self,
               const char *name,
               const char *text)
{
  g_autoptr (GError) error = NULL;

  if (ls_debugger_open_text (self->debugger, name, text, &error))
    ls_player_step (self->player);
  else
    ls_window_report (self, error->message);
}

static void
open_scripts_now (LsWindow          *self,
                  const char *const *paths)
{
  g_autoptr (GError) error = NULL;

  if (ls_debugger_open_scripts (self->debugger, paths, &error))
    ls_player_step (self->player);
  else
    ls_window_report (self, error->message);
}

static void proceed (Pending *pending);

static void
on_saved_before (GFile    *file,
                 gpointer  user_data)
{
  Pending *pending = user_data;
  LsWindow *self = pending->window;
  g_autoptr (GError) error = NULL;

  if (file == NULL)
    {
      pending_free (pending);
    }
  else if (!ls_window_save_now (self, file, &error))
    {
      ls_window_report (self, error->message);
      pending_free (pending);
    }
  else
    {
      ls_files_add_recent (file);
      proceed (pending);
    }
}

static void
on_answer (const char *response,
           gpointer    user_data)
{
  Pending *pending = user_data;
  LsWindow *self = pending->window;

  if (g_str_equal (response, "discard"))
    {
      proceed (pending);
    }
  else if (g_str_equal (response, "save"))
    {
      if (ls_debugger_get_file (self->debugger) != NULL && ls_window_file_fits (self))
        on_saved_before (ls_debugger_get_file (self->debugger), pending);
      else
        ls_window_ask_where (self, on_saved_before, pending);
    }
  else
    {
      pending_free (pending);
    }
}

static void
ask_to_save (Pending *pending)
{
  const LsCompatResponse responses[] = {
    { "cancel", _("_Cancel"), ADW_RESPONSE_DEFAULT },
    { "discard", _("_Discard"), ADW_RESPONSE_DESTRUCTIVE },
    { "save", _("_Save"), ADW_RESPONSE_SUGGESTED },
  };
  LsWindow *self = pending->window;
  const char *title = ls_window_get_session_title (self);
  g_autofree char *body = NULL;

  body = g_strdup_printf (_("“%s” has changes that are not saved. What is not saved will be lost."), title);
  ls_compat_ask (GTK_WIDGET (self), _("Save Changes?"), body, responses, G_N_ELEMENTS (responses), "save", on_answer,
                 pending);
}

/* Goes on with what waited for the answer. */
static void
proceed (Pending *pending)
{
  LsWindow *self = pending->window;

  if (pending->file != NULL)
    {
      open_now (self, pending->file, pending->example);
    }
  else if (pending->text != NULL)
    {
      open_text_now (self, pending->name, pending->text);
    }
  else if (pending->scripts != NULL)
    {
      open_scripts_now (self, (const char *const *) pending->scripts);
    }
  else
    {
      self->discard = TRUE;
      gtk_window_close (GTK_WINDOW (self));
    }
  pending_free (pending);
}

static void
open_checked (LsWindow *self,
              GFile    *file,
              gboolean  example)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->window = g_object_ref (self);
  pending->file = g_object_ref (file);
  pending->example = example;
  if (ls_window_get_modified (self))
    ask_to_save (pending);
  else
    proceed (pending);
}

/**
 * ls_window_open_text:
 * @self: a window
 * @name: name of the script
 * @text: a program in JavaScript
 *
 * Opens a program that has no file, after asking what is to become of changes that are not saved.
 */
void
ls_window_open_text (LsWindow   *self,
                     const char *name,
                     const char *text)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->window = g_object_ref (self);
  pending->name = g_strdup (name);
  pending->text = g_strdup (text);
  if (ls_window_get_modified (self))
    ask_to_save (pending);
  else
    proceed (pending);
}

/**
 * ls_window_open_scripts:
 * @self: a window
 * @paths: (array zero-terminated=1): scripts' paths or URIs
 *
 * Opens a program of several scripts, which run in this order, after asking what is to become of changes that are not
 * saved.
 */
void
ls_window_open_scripts (LsWindow          *self,
                        const char *const *paths)
{
  Pending *pending = g_new0 (Pending, 1);

  pending->window = g_object_ref (self);
  pending->scripts = g_strdupv ((GStrv) paths);
  if (ls_window_get_modified (self))
    ask_to_save (pending);
  else
    proceed (pending);
}

/**
 * ls_window_open:
 * @self: a window
 * @file: a session file
 *
 * Opens @file, after asking what is to become of changes that are not saved.
 */
void
ls_window_open (LsWindow *self,
                GFile    *file)
{
  g_return_if_fail (LS_IS_WINDOW (self));

  open_checked (self, file, FALSE);
}

/**
 * ls_window_confirm_close:
 * @self: a window
 *
 * Returns: whether the window may close now; if not, the user has been asked
 */
gboolean
ls_window_confirm_close (LsWindow *self)
{
  Pending *pending;

  if (!ls_window_get_modified (self))
    return TRUE;
  pending = g_new0 (Pending, 1);
  pending->window = g_object_ref (self);
  ask_to_save (pending);
  return FALSE;
}

static void
on_file_chosen (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (LsWindow) self = user_data;

  if (file != NULL)
    ls_window_open (self, file);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _("Sessions and programs"));
  gtk_file_filter_add_pattern (filter, "*" LS_SESSION_SUFFIX);
  gtk_file_filter_add_pattern (filter, "*.js");
  gtk_file_filter_add_pattern (filter, "*.mjs");
  gtk_file_filter_add_pattern (filter, "*.cjs");
  ls_compat_open_file (GTK_WINDOW (widget), _("Open Session"), filter, on_file_chosen, g_object_ref (widget));
}

static void
open_uri_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  open_checked (LS_WINDOW (widget), file, g_str_equal (name, "win.open-example"));
}

static void
open_empty_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsWindow *self = LS_WINDOW (widget);
  g_autoptr (GError) error = NULL;

  if (!ls_debugger_open_empty (self->debugger, &error))
    ls_window_report (self, error->message);
}

/**
 * ls_window_install_document_actions:
 * @widget_class: the window's class
 *
 * Installs the actions that open and save.
 */
void
ls_window_install_document_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "win.open-uri", "s", open_uri_action);
  gtk_widget_class_install_action (widget_class, "win.open-example", "s", open_uri_action);
  gtk_widget_class_install_action (widget_class, "win.open-empty", NULL, open_empty_action);
  ls_window_install_save_actions (widget_class);
}
