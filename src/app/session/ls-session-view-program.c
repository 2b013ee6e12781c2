/* ls-session-view-program.c: what the user can do to a program in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-program-pane.h"
#include "ls-snippets.h"

static LsProgramPane *
get_pane (LsSessionView *self)
{
  return LS_PROGRAM_PANE (self->program);
}

typedef struct
{
  const char     *action;
  LsSteppingKind  kind;
  gboolean        backwards;
} StepAction;

static const StepAction step_actions[] = {
  { "win.step-statement", LS_STEPPING_INTO, FALSE },
  { "win.step-statement-back", LS_STEPPING_INTO, TRUE },
  { "win.step-task", LS_STEPPING_TASK, FALSE },
  { "win.step-task-back", LS_STEPPING_TASK, TRUE },
  { "win.step-over", LS_STEPPING_OVER, FALSE },
  { "win.step-over-back", LS_STEPPING_OVER, TRUE },
  { "win.step-out", LS_STEPPING_OUT, FALSE },
  { "win.step-out-back", LS_STEPPING_OUT, TRUE },
  { "win.to-breakpoint", LS_STEPPING_BREAKPOINT, FALSE },
  { "win.to-breakpoint-back", LS_STEPPING_BREAKPOINT, TRUE },
};

static void
step_by_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  for (guint i = 0; i < G_N_ELEMENTS (step_actions); i++)
    if (g_str_equal (step_actions[i].action, name))
      ls_player_step_by (LS_SESSION_VIEW (widget)->player, step_actions[i].kind, step_actions[i].backwards);
}

static void
run_to_cursor_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  g_autoptr (LsBreakpoints) cursor = ls_program_pane_make_cursor_breakpoint (get_pane (self));

  if (cursor == NULL)
    gtk_widget_error_bell (widget);
  else
    ls_player_run_to (self->player, cursor, g_str_has_suffix (name, "-back"));
}

/* Gives the edits of the program to the session, as a change of its own. */
gboolean
ls_session_view_flush (LsSessionView  *self,
                 GError   **error)
{
  if (ls_program_pane_get_unsaved (get_pane (self)))
    ls_debugger_begin_edit (self->debugger, _("edit the program"));
  return ls_program_pane_flush (get_pane (self), error);
}

static void
stop_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  ls_debugger_stop (LS_SESSION_VIEW (widget)->debugger);
}

static void
run_again_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_flush (self, &error) || !ls_debugger_run_again (self->debugger, &error))
    ls_session_view_report (self, error->message);
}

static void
run_for_real_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_flush (self, &error) || !ls_debugger_run_for_real (self->debugger, &error))
    ls_session_view_report (self, error->message);
}

static void
breakpoint_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  LsScriptView *view = ls_program_pane_get_view (get_pane (self));

  if (view == NULL)
    return;
  ls_session_view_show_program (self);
  if (g_str_equal (name, "win.edit-breakpoint"))
    ls_script_view_edit_breakpoint (view, ls_script_view_get_cursor_line (view));
  else
    ls_script_view_toggle_breakpoint (view, ls_script_view_get_cursor_line (view));
}

static void
find_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  LsScriptView *view = ls_program_pane_get_view (get_pane (self));

  if (view == NULL)
    return;
  ls_session_view_show_program (self);
  if (g_str_equal (name, "win.find"))
    ls_script_view_find (view);
  else if (g_str_equal (name, "win.replace"))
    ls_script_view_replace (view);
  else if (g_str_equal (name, "win.go-to-line"))
    ls_script_view_go_to_line (view);
  else
    ls_script_view_find_next (view, g_str_equal (name, "win.find-previous"));
}

static void
switch_script_action (GtkWidget  *widget,
                      const char *name,
                      GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  ls_session_view_show_program (self);
  ls_program_pane_switch_script (get_pane (self), g_str_equal (name, "win.next-script"));
}

/* Searches where the user is. */
static void
find_here_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  gtk_widget_activate_action (widget, ls_program_pane_has_focus (get_pane (self)) ? "win.find" : "win.search", NULL);
}

static void
evaluate_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);

  ls_session_view_show_program (self);
  ls_program_pane_focus_expression (get_pane (self));
}

static void
show_place_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  LsSessionView *self = LS_SESSION_VIEW (widget);
  LsPlace place;

  if (!ls_place_parse (&place, g_variant_get_string (parameter, NULL)))
    return;
  ls_session_view_show_program (self);
  ls_program_pane_show_place (get_pane (self), &place);
}

static void
new_program_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  const char *id = g_variant_get_string (parameter, NULL);
  g_autofree char *text = ls_snippets_load (id);
  g_autofree char *file = g_str_equal (id, "empty") ? g_strdup ("main.js") : g_strconcat (id, ".js", NULL);

  if (text != NULL)
    ls_session_view_open_text (ls_session_view_get_free (LS_SESSION_VIEW (widget)), file, text);
}

/**
 * ls_session_view_is_empty:
 * @self: a view
 *
 * Returns: whether there is nothing in it, so that what is pasted is a program
 */
gboolean
ls_session_view_is_empty (LsSessionView *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  return session == NULL ||
         (!ls_debugger_is_javascript (self->debugger) && ls_session_get_n_actions (session) == 0 &&
          ls_program_get_n_bodies (ls_session_get_program (session)) == 0 &&
          ls_body_get_n_steps (ls_program_get_main (ls_session_get_program (session))) == 0);
}

static void
pasted_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (LsSessionView) self = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (object), result, NULL);

  if (text != NULL && *text != '\0' && ls_session_view_is_empty (self))
    ls_session_view_open_text (self, "main.js", text);
}

static void
paste_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, pasted_cb, g_object_ref (widget));
}

/**
 * ls_session_view_install_program_actions:
 * @widget_class: the view's class
 *
 * Installs the actions that edit, run and step through programs.
 */
void
ls_session_view_install_program_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (step_actions); i++)
    gtk_widget_class_install_action (widget_class, step_actions[i].action, NULL, step_by_action);
  gtk_widget_class_install_action (widget_class, "win.run-to-cursor", NULL, run_to_cursor_action);
  gtk_widget_class_install_action (widget_class, "win.run-to-cursor-back", NULL, run_to_cursor_action);
  gtk_widget_class_install_action (widget_class, "win.run-again", NULL, run_again_action);
  gtk_widget_class_install_action (widget_class, "win.run-for-real", NULL, run_for_real_action);
  gtk_widget_class_install_action (widget_class, "win.stop", NULL, stop_action);
  gtk_widget_class_install_action (widget_class, "win.toggle-breakpoint", NULL, breakpoint_action);
  gtk_widget_class_install_action (widget_class, "win.edit-breakpoint", NULL, breakpoint_action);
  gtk_widget_class_install_action (widget_class, "win.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "win.find-here", NULL, find_here_action);
  gtk_widget_class_install_action (widget_class, "win.find-next", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "win.find-previous", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "win.go-to-line", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "win.replace", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "win.next-script", NULL, switch_script_action);
  gtk_widget_class_install_action (widget_class, "win.previous-script", NULL, switch_script_action);
  gtk_widget_class_install_action (widget_class, "win.evaluate", NULL, evaluate_action);
  gtk_widget_class_install_action (widget_class, "win.show-place", "s", show_place_action);
  gtk_widget_class_install_action (widget_class, "win.new-program", "s", new_program_action);
  gtk_widget_class_install_action (widget_class, "win.paste", NULL, paste_action);
}

/**
 * ls_session_view_update_program_actions:
 * @self: a view
 *
 * Enables what makes sense for the program at the position.
 */
void
ls_session_view_update_program_actions (LsSessionView *self)
{
  static const char *const needs_script[] = { "win.run-to-cursor", "win.run-again", "win.toggle-breakpoint",
                                              "win.edit-breakpoint", "win.find", "win.find-next", "win.find-previous",
                                              "win.go-to-line", "win.replace", "win.evaluate" };
  gboolean has_session = ls_session_view_has_session (self);
  gboolean has_script = ls_debugger_is_javascript (self->debugger);
  gboolean at_start = ls_player_get_position (self->player) <= ls_player_get_start (self->player);
  gboolean has_breakpoints = ls_breakpoints_is_active (ls_debugger_get_breakpoints (self->debugger));

  for (guint i = 0; i < G_N_ELEMENTS (step_actions); i++)
    {
      gboolean possible = has_session;

      if (step_actions[i].kind == LS_STEPPING_BREAKPOINT)
        possible = possible && has_breakpoints;
      ls_session_view_set_enabled (self, step_actions[i].action, possible && !(step_actions[i].backwards && at_start));
    }
  for (guint i = 0; i < G_N_ELEMENTS (needs_script); i++)
    ls_session_view_set_enabled (self, needs_script[i], has_script);
  ls_session_view_set_enabled (self, "win.run-to-cursor-back", has_script && !at_start);
  ls_session_view_set_enabled (self, "win.find-here", has_session);
  ls_session_view_set_enabled (self, "win.run-for-real", has_session);
  ls_session_view_set_enabled (self, "win.stop", ls_debugger_get_working (self->debugger));
  ls_session_view_set_enabled (self, "win.paste", ls_session_view_is_empty (self));
}
