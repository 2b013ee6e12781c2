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
  { "step-statement", LS_STEPPING_INTO, FALSE },
  { "step-statement-back", LS_STEPPING_INTO, TRUE },
  { "step-task", LS_STEPPING_TASK, FALSE },
  { "step-task-back", LS_STEPPING_TASK, TRUE },
  { "step-over", LS_STEPPING_OVER, FALSE },
  { "step-over-back", LS_STEPPING_OVER, TRUE },
  { "step-out", LS_STEPPING_OUT, FALSE },
  { "step-out-back", LS_STEPPING_OUT, TRUE },
  { "to-breakpoint", LS_STEPPING_BREAKPOINT, FALSE },
  { "to-breakpoint-back", LS_STEPPING_BREAKPOINT, TRUE },
};

static void
step_by_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  for (guint i = 0; i < G_N_ELEMENTS (step_actions); i++)
    if (g_str_equal (step_actions[i].action, g_action_get_name (G_ACTION (action))))
      ls_player_step_by (LS_SESSION_VIEW (user_data)->player, step_actions[i].kind, step_actions[i].backwards);
}

static void
run_to_cursor_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  LsSessionView *self = user_data;
  g_autoptr (LsBreakpoints) cursor = ls_program_pane_make_cursor_breakpoint (get_pane (self));

  if (cursor == NULL)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    ls_player_run_to (self->player, cursor, g_str_has_suffix (g_action_get_name (G_ACTION (action)), "-back"));
}

/**
 * ls_session_view_flush:
 * @self: a view
 * @error: return location for an error
 *
 * Gives the edits of the program to the session. Undo takes them back as one change.
 *
 * Returns: %FALSE with @error set if the session does not take them
 */
gboolean
ls_session_view_flush (LsSessionView  *self,
                 GError   **error)
{
  if (ls_program_pane_get_unsaved (get_pane (self)))
    ls_debugger_begin_edit (self->debugger, _("edit the program"));
  return ls_program_pane_flush (get_pane (self), error);
}

static void
stop_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  ls_debugger_stop (LS_SESSION_VIEW (user_data)->debugger);
}

static void
run_again_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  LsSessionView *self = user_data;
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_flush (self, &error) || !ls_debugger_run_again (self->debugger, &error))
    ls_session_view_report (self, error->message);
}

static void
run_for_real_action (GSimpleAction *action,
                     GVariant      *parameter,
                     gpointer       user_data)
{
  LsSessionView *self = user_data;
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_flush (self, &error) || !ls_debugger_run_for_real (self->debugger, &error))
    ls_session_view_report (self, error->message);
}

static void
breakpoint_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  LsSessionView *self = user_data;
  LsScriptView *view = ls_program_pane_get_view (get_pane (self));

  if (view == NULL)
    return;
  ls_session_view_show_program (self);
  if (g_str_equal (g_action_get_name (G_ACTION (action)), "edit-breakpoint"))
    ls_script_view_edit_breakpoint (view, ls_script_view_get_cursor_line (view));
  else
    ls_script_view_toggle_breakpoint (view, ls_script_view_get_cursor_line (view));
}

static void
find_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  LsSessionView *self = user_data;
  LsScriptView *view = ls_program_pane_get_view (get_pane (self));
  const char *name = g_action_get_name (G_ACTION (action));

  if (view == NULL)
    return;
  ls_session_view_show_program (self);
  if (g_str_equal (name, "find"))
    ls_script_view_find (view);
  else if (g_str_equal (name, "replace"))
    ls_script_view_replace (view);
  else if (g_str_equal (name, "go-to-line"))
    ls_script_view_go_to_line (view);
  else
    ls_script_view_find_next (view, g_str_equal (name, "find-previous"));
}

static void
switch_script_action (GSimpleAction *action,
                      GVariant      *parameter,
                      gpointer       user_data)
{
  LsSessionView *self = user_data;

  ls_session_view_show_program (self);
  ls_program_pane_switch_script (get_pane (self), g_str_equal (g_action_get_name (G_ACTION (action)), "next-script"));
}

/* Searches the program if it has the focus, or else the events. */
static void
find_here_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  LsSessionView *self = user_data;

  g_action_group_activate_action (G_ACTION_GROUP (self->actions),
                                  ls_program_pane_has_focus (get_pane (self)) ? "find" : "search", NULL);
}

static void
evaluate_action (GSimpleAction *action,
                 GVariant      *parameter,
                 gpointer       user_data)
{
  LsSessionView *self = user_data;

  ls_session_view_show_program (self);
  ls_program_pane_focus_expression (get_pane (self));
}

static void
show_place_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  LsSessionView *self = user_data;
  LsPlace place;

  if (!ls_place_parse (&place, g_variant_get_string (parameter, NULL)))
    return;
  ls_session_view_show_program (self);
  ls_program_pane_show_place (get_pane (self), &place);
}

static void
new_program_action (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       user_data)
{
  const char *id = g_variant_get_string (parameter, NULL);
  g_autofree char *text = ls_snippets_load (id);
  g_autofree char *file = g_str_equal (id, "empty") ? g_strdup ("main.js") : g_strconcat (id, ".js", NULL);

  if (text != NULL)
    ls_session_view_open_text (ls_session_view_get_free (LS_SESSION_VIEW (user_data)), file, text);
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
paste_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (user_data), NULL, pasted_cb, g_object_ref (user_data));
}

/**
 * ls_session_view_add_program_actions:
 * @self: a view
 *
 * Adds the actions that edit, run and step through programs.
 */
void
ls_session_view_add_program_actions (LsSessionView *self)
{
  static const GActionEntry entries[] = {
    { "run-to-cursor", run_to_cursor_action },
    { "run-to-cursor-back", run_to_cursor_action },
    { "run-again", run_again_action },
    { "run-for-real", run_for_real_action },
    { "stop", stop_action },
    { "toggle-breakpoint", breakpoint_action },
    { "edit-breakpoint", breakpoint_action },
    { "find", find_action },
    { "find-here", find_here_action },
    { "find-next", find_action },
    { "find-previous", find_action },
    { "go-to-line", find_action },
    { "replace", find_action },
    { "next-script", switch_script_action },
    { "previous-script", switch_script_action },
    { "evaluate", evaluate_action },
    { "show-place", show_place_action, "s" },
    { "new-program", new_program_action, "s" },
    { "paste", paste_action },
  };

  for (guint i = 0; i < G_N_ELEMENTS (step_actions); i++)
    g_action_map_add_action_entries (G_ACTION_MAP (self->actions),
                                     &(GActionEntry) { step_actions[i].action, step_by_action }, 1, self);
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries), self);
}

/**
 * ls_session_view_update_program_actions:
 * @self: a view
 *
 * Enables the actions that make sense for the program at the position.
 */
void
ls_session_view_update_program_actions (LsSessionView *self)
{
  static const char *const needs_script[] = { "run-to-cursor", "run-again", "toggle-breakpoint", "edit-breakpoint", "find",
                                              "find-next", "find-previous", "go-to-line", "replace", "evaluate" };
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
  ls_session_view_set_enabled (self, "run-to-cursor-back", has_script && !at_start);
  ls_session_view_set_enabled (self, "find-here", has_session);
  ls_session_view_set_enabled (self, "run-for-real", has_session);
  ls_session_view_set_enabled (self, "stop", ls_debugger_get_working (self->debugger));
  ls_session_view_set_enabled (self, "paste", ls_session_view_is_empty (self));
}
