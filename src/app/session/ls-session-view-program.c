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
    { "step-statement", LS_STEPPING_INTO }, { "step-over", LS_STEPPING_OVER },           { "step-out", LS_STEPPING_OUT },
    { "step", LS_STEPPING_TURN },           { "to-breakpoint", LS_STEPPING_BREAKPOINT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_prefix (name, kinds[i].prefix))
      {
        ls_player_step_by (self->player, kinds[i].kind, g_str_has_suffix (name, "-back"));
        return;
      }
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

/* Searches the program if it has the focus, or else the events. */
static void
find_here_action (LsSessionView *self,
                  const char    *name,
                  GVariant      *parameter)
{
  gboolean is_program = ls_program_pane_has_focus (get_pane (self));

  g_action_group_activate_action (G_ACTION_GROUP (ls_actions_get (is_program ? self->program : self->events)),
                                  is_program ? "find" : "search", NULL);
}

static void
new_program_action (LsSessionView *self,
                    const char    *name,
                    GVariant      *parameter)
{
  const char *id = g_variant_get_string (parameter, NULL);
  g_autofree char *text = ls_snippets_load (id);
  g_autofree char *file = g_str_equal (id, "empty") ? g_strdup ("main.js") : g_strconcat (id, ".js", NULL);
  LsSessionView *view;

  if (text == NULL)
    return;
  view = ls_session_view_get_free (self);
  ls_session_view_open_text (view, file, text);
  ls_session_view_focus_program (view);
}

/* Returns whether the view is empty, so that what is pasted is a program. */
gboolean
ls_session_view_is_empty (LsSessionView *self)
{
  return ls_debugger_get_session (self->debugger) == NULL || ls_debugger_is_empty (self->debugger);
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

const LsActionEntry ls_session_view_program_actions[] = {
  { "step-statement", NULL, LS_NEEDS_PROGRAM | LS_NEEDS_FUTURE, G_CALLBACK (step_by_action) },
  { "step-statement-back", NULL, LS_NEEDS_PROGRAM | LS_NEEDS_PAST, G_CALLBACK (step_by_action) },
  { "step", NULL, LS_NEEDS_SESSION | LS_NEEDS_FUTURE, G_CALLBACK (step_by_action) },
  { "step-back", NULL, LS_NEEDS_SESSION | LS_NEEDS_WAY_BACK, G_CALLBACK (step_by_action) },
  { "step-over", NULL, LS_NEEDS_PROGRAM | LS_NEEDS_FUTURE, G_CALLBACK (step_by_action) },
  { "step-over-back", NULL, LS_NEEDS_PROGRAM | LS_NEEDS_PAST, G_CALLBACK (step_by_action) },
  { "step-out", NULL, LS_NEEDS_PROGRAM | LS_NEEDS_FUTURE, G_CALLBACK (step_by_action) },
  { "step-out-back", NULL, LS_NEEDS_PROGRAM | LS_NEEDS_PAST, G_CALLBACK (step_by_action) },
  { "to-breakpoint", NULL, LS_NEEDS_SESSION | LS_NEEDS_BREAKPOINTS | LS_NEEDS_FUTURE, G_CALLBACK (step_by_action) },
  { "to-breakpoint-back", NULL, LS_NEEDS_SESSION | LS_NEEDS_BREAKPOINTS | LS_NEEDS_PAST, G_CALLBACK (step_by_action) },
  { "run-again", NULL, LS_NEEDS_SCRIPT, G_CALLBACK (run_again_action) },
  { "run-for-real", NULL, LS_NEEDS_PROGRAM | LS_NEEDS_FUTURE, G_CALLBACK (run_again_action) },
  { "stop", NULL, LS_NEEDS_WORK, G_CALLBACK (stop_action) },
  { "find-here", NULL, LS_NEEDS_SESSION, G_CALLBACK (find_here_action) },
  { "new-program", "s", 0, G_CALLBACK (new_program_action) },
  { "paste", NULL, LS_NEEDS_NOTHING_THERE, G_CALLBACK (paste_action) },
  { NULL },
};
