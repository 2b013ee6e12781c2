/* ls-source-check.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-source-check.h"

#include <glib/gi18n-lib.h>

#include "ls-plain-type-private.h"
#include "ls-program-runtime.h"
#include "ls-session-error.h"

LS_DEFINE_PLAIN_TYPE (LsSourceComment, ls_source_comment)

G_DEFINE_BOXED_TYPE (LsSourceCheck, ls_source_check, ls_source_check_copy, ls_source_check_free)

/**
 * ls_source_check_copy:
 * @self: a check
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsSourceCheck *
ls_source_check_copy (const LsSourceCheck *self)
{
  LsSourceCheck *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new (LsSourceCheck, 1);
  *copy = *self;
  copy->message = g_strdup (self->message);
  copy->lines = g_memdup2 (self->lines, self->n_lines * sizeof (guint));
  copy->comments = g_memdup2 (self->comments, self->n_comments * sizeof (LsSourceComment));
  return copy;
}

/**
 * ls_source_check_free:
 * @self: (transfer full): a check
 *
 * Frees it.
 */
void
ls_source_check_free (LsSourceCheck *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->message);
  g_free (self->lines);
  g_free (self->comments);
  g_free (self);
}

/**
 * ls_source_check_find_line:
 * @self: a check
 * @line: a line, from 1
 *
 * Finds where a breakpoint in a line stops: there, or at the first line below it in which a statement begins, or else at the last
 * one above it.
 *
 * Returns: a line, 0 if there is no statement at all
 */
guint
ls_source_check_find_line (const LsSourceCheck *self,
                           guint                line)
{
  guint low = 0, high;

  g_return_val_if_fail (self != NULL, 0);

  high = self->n_lines;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->lines[middle] < line)
        low = middle + 1;
      else
        high = middle;
    }
  if (low < self->n_lines)
    return self->lines[low];
  return self->n_lines > 0 ? self->lines[self->n_lines - 1] : 0;
}

static const LsProgramRuntime *
find_runtime (void)
{
  const LsProgramRuntime *runtime = ls_program_runtime_lookup (ls_program_kind_to_string (LS_PROGRAM_JAVASCRIPT));

  return runtime != NULL && runtime->check != NULL ? runtime : NULL;
}

/**
 * ls_source_check_is_possible:
 *
 * Tells whether a runtime that can read JavaScript is registered.
 *
 * Returns: whether a runtime that can read JavaScript is registered
 */
gboolean
ls_source_check_is_possible (void)
{
  return find_runtime () != NULL;
}

/**
 * ls_source_check_async:
 * @source: a text in JavaScript or TypeScript
 * @script: (nullable): the name of the script that it is; %NULL for the body of an async function, as tasks of steps have it
 * @cancellable: (nullable): ends the check if it has not begun
 * @callback: called when it is done, in the thread's default context
 * @user_data: goes to @callback
 *
 * Reads @source on a thread of its own.
 */
void
ls_source_check_async (const char          *source,
                       const char          *script,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  const LsProgramRuntime *runtime = find_runtime ();
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_return_if_fail (source != NULL);

  g_task_set_source_tag (task, ls_source_check_async);
  if (runtime != NULL)
    runtime->check (source, script, g_steal_pointer (&task));
  else
    g_task_return_new_error (task, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                             _("this build has no JavaScript (it was made without JavaScriptCore)"));
}

/**
 * ls_source_check_finish:
 * @result: what the callback was given
 * @error: return location for an error of %LS_SESSION_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Finishes what ls_source_check_async() has begun.
 *
 * Returns: (transfer full): what was found out, or %NULL with @error set if nothing could be
 */
LsSourceCheck *
ls_source_check_finish (GAsyncResult  *result,
                        GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
take_result (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  GAsyncResult **found = user_data;

  *found = g_object_ref (result);
}

/**
 * ls_source_check_wait:
 * @source: a text in JavaScript or TypeScript
 * @script: (nullable): the name of the script that it is; %NULL for the body of an async function
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Reads @source as ls_source_check_async() does, and waits for it.
 *
 * Returns: (transfer full): what was found out, or %NULL with @error set if nothing could be
 */
LsSourceCheck *
ls_source_check_wait (const char  *source,
                      const char  *script,
                      GError     **error)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GAsyncResult) result = NULL;

  g_return_val_if_fail (source != NULL, NULL);

  g_main_context_push_thread_default (context);
  ls_source_check_async (source, script, NULL, take_result, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  return ls_source_check_finish (result, error);
}
