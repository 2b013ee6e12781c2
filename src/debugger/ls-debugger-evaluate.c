/* ls-debugger-evaluate.c: what expressions are at the position
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>

#include "ls-place.h"
#include "ls-session-evaluate.h"

/**
 * ls_debugger_can_evaluate:
 * @self: a debugger
 *
 * Returns: whether the position is at a statement, where expressions have a meaning, of a run that can be repeated
 */
gboolean
ls_debugger_can_evaluate (LsDebugger *self)
{
  LsState *state = ls_player_get_state (self->player);
  guint32 text = ls_state_get_statement_text (state);
  LsPlace place;

  return self->running != NULL && !self->is_real && !ls_debugger_is_recorded (self) && ls_debugger_is_javascript (self) &&
         text != 0 && ls_place_parse (&place, ls_trace_get_text (ls_state_get_trace (state), text));
}

static void
evaluated_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  gboolean threw = FALSE;
  char *text = ls_session_evaluate_finish (LS_SESSION (object), result, &threw, &error);

  if (text == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_task_set_task_data (task, GINT_TO_POINTER (threw), NULL);
  g_task_return_pointer (task, text, g_free);
}

/**
 * ls_debugger_evaluate_async:
 * @self: a debugger
 * @expression: an expression
 * @cancellable: (nullable): cancels it
 * @callback: called when it is done
 * @user_data: goes to @callback
 *
 * Evaluates @expression at the statement at the position.
 */
void
ls_debugger_evaluate_async (LsDebugger          *self,
                            const char          *expression,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *script = NULL;
  LsStamp stamp;
  LsPlace place;

  if (ls_debugger_is_recorded (self))
    {
      g_task_return_new_error (task, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, "%s",
                               _("A recording cannot run again, so it cannot evaluate expressions."));
      return;
    }
  if (!ls_debugger_can_evaluate (self))
    {
      g_task_return_new_error (task, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, "%s",
                               _("No statement runs at this position. Step to a statement first."));
      return;
    }
  ls_place_parse (&place, ls_trace_get_text (ls_state_get_trace (state), ls_state_get_statement_text (state)));
  script = ls_place_dup_script (&place);
  ls_stamp_init_from_state (&stamp, state);
  ls_session_evaluate_async (self->running, NULL, &stamp, script, place.line, place.column, expression, cancellable,
                             evaluated_cb, g_steal_pointer (&task));
}

/**
 * ls_debugger_evaluate_finish:
 * @self: a debugger
 * @result: the result
 * @threw: (out): whether the expression threw: then the text is what it threw
 * @error: return location for an error
 *
 * Returns: (transfer full): the value of the expression as text, %NULL with @error set if it could not be evaluated
 */
char *
ls_debugger_evaluate_finish (LsDebugger    *self,
                             GAsyncResult  *result,
                             gboolean      *threw,
                             GError       **error)
{
  *threw = GPOINTER_TO_INT (g_task_get_task_data (G_TASK (result)));
  return g_task_propagate_pointer (G_TASK (result), error);
}
