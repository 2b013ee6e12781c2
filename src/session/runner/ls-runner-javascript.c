/* ls-runner-javascript.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-runner-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Tasks in JavaScript that steps post, of a program or of the user's actions. The runner collects all of them before the run
 * begins: a task that cannot be read is an error of the session, as a script is. */

#define MAX_CODES 10000
#define MAX_SIZE (64 * 1024 * 1024)   /* bytes of all of them */

typedef struct
{
  LsRunner *runner;
  gsize     size;
  GError   *error;
} Collection;

static void
code_clear (gpointer data)
{
  LsProgramCode *code = data;

  g_free ((char *) code->name);
}

static void add_body (Collection *self,
                      LsBody     *body);

static void
add_step (Collection *self,
          LsStep     *step)
{
  const char *source = ls_step_get_javascript (step);

  for (guint i = 0; i < step->n_values && self->error == NULL; i++)
    if (step->values[i].body != NULL)
      add_body (self, step->values[i].body);
  if (source == NULL || self->error != NULL)
    return;

  self->size += strlen (source);
  if (self->runner->codes->len == MAX_CODES || self->size > MAX_SIZE)
    {
      g_set_error (&self->error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT,
                   _("found more than %d tasks in JavaScript, or more than %d MB of them, expected less"), MAX_CODES,
                   MAX_SIZE / (1024 * 1024));
      return;
    }
  {
    LsProgramCode code = { .name = g_strconcat (ls_step_get_pointer (step), "/javascript", NULL), .source = source };

    g_array_append_val (self->runner->codes, code);
    g_hash_table_insert (self->runner->code_places, step, GUINT_TO_POINTER (self->runner->codes->len));
  }
}

static void
add_body (Collection *self,
          LsBody     *body)
{
  for (guint i = 0; i < body->steps->len && self->error == NULL; i++)
    add_step (self, g_ptr_array_index (body->steps, i));
}

/* Collects the JavaScript of all steps of the session. */
gboolean
ls_runner_add_codes (LsRunner  *self,
                     GError   **error)
{
  LsProgram *program = ls_session_get_program (self->session);
  Collection collection = { .runner = self };

  self->codes = g_array_new (FALSE, FALSE, sizeof (LsProgramCode));
  g_array_set_clear_func (self->codes, code_clear);
  self->code_places = g_hash_table_new (NULL, NULL);

  add_body (&collection, program->main);
  for (guint i = 0; i < program->bodies->len; i++)
    add_body (&collection, g_ptr_array_index (program->bodies, i));
  for (guint i = 0; i < ls_session_get_n_actions (self->session); i++)
    add_step (&collection, ls_action_get_step (ls_session_get_action (self->session, i)));

  if (collection.error != NULL)
    {
      g_propagate_error (error, collection.error);
      return FALSE;
    }
  return TRUE;
}

/* Posts the task of @step. */
void
ls_runner_post_javascript (LsStep                  *step,
                           const LsPostTaskOptions *options,
                           LsPromise               *result,
                           gpointer                 runner)
{
  LsRunner *self = runner;
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->code_places, step));

  g_return_if_fail (place > 0 && self->runtime != NULL);

  self->runtime->post (self->program_run, place - 1, options, result);
}
