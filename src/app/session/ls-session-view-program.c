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

static void
step_by_action (LsSessionView *self,
                const char    *name,
                GVariant      *parameter)
{
  static const struct
  {
    const char     *prefix;
    LsSteppingKind  kind;
  } kinds[] = {
    { "step-statement", LS_STEPPING_INTO }, { "step-task", LS_STEPPING_TASK },          { "step-over", LS_STEPPING_OVER },
    { "step-out", LS_STEPPING_OUT },        { "to-breakpoint", LS_STEPPING_BREAKPOINT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (name, kinds[i].prefix))
      ls_player_step_by (self->player, kinds[i].kind, g_str_has_suffix (name, "-back"));
}

static void
run_to_cursor_action (LsSessionView *self,
                      const char    *name,
                      GVariant      *parameter)
{
  g_autoptr (LsBreakpoints) cursor = ls_program_pane_make_cursor_breakpoint (get_pane (self));

  if (cursor == NULL)
    gtk_widget_error_bell (GTK_WIDGET (self));
  else
    ls_player_run_to (self->player, cursor, g_str_has_suffix (name, "-back"));
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
stop_action (LsSessionView *self,
             const char    *name,
             GVariant      *parameter)
{
  ls_debugger_stop (self->debugger);
}

static void
run_again_action (LsSessionView *self,
                  const char    *name,
                  GVariant      *parameter)
{
  g_autoptr (GError) error = NULL;

  if (!ls_session_view_flush (self, &error) ||
      !(g_str_equal (name, "run-again") ? ls_debugger_run_again (self->debugger, &error)
                                        : ls_debugger_run_for_real (self->debugger, &error)))
    ls_session_view_report (self, error->message);
}

static void
breakpoint_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  LsScriptView *view = ls_program_pane_get_view (get_pane (self));

  if (view == NULL)
    return;
  ls_session_view_show_program (self);
  if (g_str_equal (name, "edit-breakpoint"))
    ls_script_view_edit_breakpoint (view, ls_script_view_get_cursor_line (view));
  else
    ls_script_view_toggle_breakpoint (view, ls_script_view_get_cursor_line (view));
}

static void
find_action (LsSessionView *self,
             const char    *name,
             GVariant      *parameter)
{
  LsScriptView *view = ls_program_pane_get_view (get_pane (self));

  if (view == NULL)
    return;
  ls_session_view_show_program (self);
  if (g_str_equal (name, "find"))
    ls_find_bar_find (ls_script_view_get_find_bar (view));
  else if (g_str_equal (name, "replace"))
    ls_find_bar_replace (ls_script_view_get_find_bar (view));
  else if (g_str_equal (name, "go-to-line"))
    ls_find_bar_go_to_line (ls_script_view_get_find_bar (view));
  else
    ls_find_bar_find_next (ls_script_view_get_find_bar (view), g_str_equal (name, "find-previous"));
}

static void
switch_script_action (LsSessionView *self,
                      const char    *name,
                      GVariant      *parameter)
{
  ls_session_view_show_program (self);
  ls_program_pane_switch_script (get_pane (self), g_str_equal (name, "next-script"));
}

/* Searches the program if it has the focus, or else the events. */
static void
find_here_action (LsSessionView *self,
                  const char    *name,
                  GVariant      *parameter)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->actions),
                                  ls_program_pane_has_focus (get_pane (self)) ? "find" : "search", NULL);
}

static void
evaluate_action (LsSessionView *self,
                 const char    *name,
                 GVariant      *parameter)
{
  ls_session_view_show_program (self);
  ls_program_pane_focus_expression (get_pane (self));
}

static void
show_place_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  LsPlace place;

  if (!ls_place_parse (&place, g_variant_get_string (parameter, NULL)))
    return;
  ls_session_view_show_program (self);
  ls_program_pane_show_place (get_pane (self), &place);
}

static void
new_program_action (LsSessionView *self,
                    const char    *name,
                    GVariant      *parameter)
{
  const char *id = g_variant_get_string (parameter, NULL);
  g_autofree char *text = ls_snippets_load (id);
  g_autofree char *file = g_str_equal (id, "empty") ? g_strdup ("main.js") : g_strconcat (id, ".js", NULL);

  if (text != NULL)
    ls_session_view_open_text (ls_session_view_get_free (self), file, text);
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
paste_action (LsSessionView *self,
              const char    *name,
              GVariant      *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self)), NULL, pasted_cb, g_object_ref (self));
}

const LsViewAction ls_session_view_program_actions[] = {
  { "step-statement", NULL, LS_NEEDS_SESSION, step_by_action },
  { "step-statement-back", NULL, LS_NEEDS_SESSION | LS_NEEDS_PAST, step_by_action },
  { "step-task", NULL, LS_NEEDS_SESSION, step_by_action },
  { "step-task-back", NULL, LS_NEEDS_SESSION | LS_NEEDS_PAST, step_by_action },
  { "step-over", NULL, LS_NEEDS_SESSION, step_by_action },
  { "step-over-back", NULL, LS_NEEDS_SESSION | LS_NEEDS_PAST, step_by_action },
  { "step-out", NULL, LS_NEEDS_SESSION, step_by_action },
  { "step-out-back", NULL, LS_NEEDS_SESSION | LS_NEEDS_PAST, step_by_action },
  { "to-breakpoint", NULL, LS_NEEDS_SESSION | LS_NEEDS_BREAKPOINTS, step_by_action },
  { "to-breakpoint-back", NULL, LS_NEEDS_SESSION | LS_NEEDS_BREAKPOINTS | LS_NEEDS_PAST, step_by_action },
  { "run-to-cursor", NULL, LS_NEEDS_SCRIPT, run_to_cursor_action },
  { "run-to-cursor-back", NULL, LS_NEEDS_SCRIPT | LS_NEEDS_PAST, run_to_cursor_action },
  { "run-again", NULL, LS_NEEDS_SCRIPT, run_again_action },
  { "run-for-real", NULL, LS_NEEDS_SESSION, run_again_action },
  { "stop", NULL, LS_NEEDS_WORK, stop_action },
  { "toggle-breakpoint", NULL, LS_NEEDS_SCRIPT, breakpoint_action },
  { "edit-breakpoint", NULL, LS_NEEDS_SCRIPT, breakpoint_action },
  { "find", NULL, LS_NEEDS_SCRIPT, find_action },
  { "find-here", NULL, LS_NEEDS_SESSION, find_here_action },
  { "find-next", NULL, LS_NEEDS_SCRIPT, find_action },
  { "find-previous", NULL, LS_NEEDS_SCRIPT, find_action },
  { "go-to-line", NULL, LS_NEEDS_SCRIPT, find_action },
  { "replace", NULL, LS_NEEDS_SCRIPT, find_action },
  { "next-script", NULL, 0, switch_script_action },
  { "previous-script", NULL, 0, switch_script_action },
  { "evaluate", NULL, LS_NEEDS_SCRIPT, evaluate_action },
  { "show-place", "s", 0, show_place_action },
  { "new-program", "s", 0, new_program_action },
  { "paste", NULL, LS_NEEDS_NOTHING_THERE, paste_action },
  { NULL },
};
