/* ls-program-scope.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-agent-program-private.h"

#include <math.h>
#include <string.h>

/* The names of a run: one space for controllers, signals, promises and the rest. */

void
ls_named_free (LsNamed *self)
{
  g_clear_object (&self->controller);
  g_clear_object (&self->signal);
  g_clear_pointer (&self->promise, ls_promise_unref);
  g_clear_object (&self->scheduler);
  ls_value_clear (&self->value);
  g_clear_pointer (&self->memory, ls_shared_memory_unref);
  if (self->lock != NULL && self->is_fair)
    ls_fair_lock_unref (self->lock);
  else if (self->lock != NULL)
    ls_async_lock_unref (self->lock);
  g_free (self);
}

/* Returns: (transfer none): an empty entry, in the place of what @name stood for */
LsNamed *
ls_program_scope_set (LsInterpreter *self,
                      const char    *name,
                      LsNamedKind    kind)
{
  LsNamed *named = g_new0 (LsNamed, 1);

  named->kind = kind;
  g_hash_table_insert (self->names, g_strdup (name), named);
  return named;
}

static void
throw_unknown (LsValue    *exception,
               const char *name)
{
  ls_value_take_exception (exception,
                           ls_exception_new_printf ("ReferenceError", "“%s” has not been made yet", name));
}

/* Returns: what @name stands for, NULL with *@exception set if it is none of @kinds */
LsNamed *
ls_program_scope_find (LsInterpreter *self,
                       const char    *name,
                       LsNamedKind    kinds,
                       LsValue       *exception)
{
  LsNamed *named = g_hash_table_lookup (self->names, name);

  if (named == NULL && kinds & LS_NAMED_SIGNAL && g_str_has_suffix (name, ".signal"))
    {
      g_autofree char *controller = g_strndup (name, strlen (name) - strlen (".signal"));

      named = g_hash_table_lookup (self->names, controller);
    }

  if (named == NULL)
    throw_unknown (exception, name);
  else if (!(named->kind & kinds))
    {
      ls_value_take_exception (exception,
                               ls_exception_new_printf ("TypeError", "“%s” is %s, not %s", name,
                                                        ls_named_kind_words (named->kind),
                                                        ls_named_kind_words (kinds)));
      named = NULL;
    }

  return named;
}

/* Returns: the signal called @name, or the one of the controller called so; NULL with *@exception set if there is none */
LsAbortSignal *
ls_program_scope_find_signal (LsInterpreter *self,
                              const char    *name,
                              LsValue       *exception)
{
  LsNamed *named = ls_program_scope_find (self, name, LS_NAMED_ANY_SIGNAL, exception);

  if (named == NULL)
    return NULL;
  return named->controller != NULL ? ls_abort_controller_get_signal (named->controller) : named->signal;
}

/* Copies the names that a new agent is to know: those of shared memory, locks and workers. */
GHashTable *
ls_program_scope_copy_shared (LsInterpreter *self)
{
  GHashTable *copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ls_named_free);
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, self->names);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const LsNamed *named = value;
      LsNamed *other;

      if (!(named->kind & (LS_NAMED_MEMORY | LS_NAMED_LOCK | LS_NAMED_WORKER)))
        continue;
      other = g_new0 (LsNamed, 1);
      other->kind = named->kind;
      other->memory = named->memory != NULL ? ls_shared_memory_ref (named->memory) : NULL;
      other->array = named->array;
      other->is_fair = named->is_fair;
      if (named->lock != NULL)
        other->lock = named->is_fair ? (gpointer) ls_fair_lock_ref (named->lock) : (gpointer) ls_async_lock_ref (named->lock);
      other->agent = named->agent;
      g_hash_table_insert (copy, g_strdup (name), other);
    }
  return copy;
}

static void
append_time (LsActivation *activation,
             GString      *out)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  guint64 time = ls_event_loop_get_time (activation->interpreter->loop);

  g_string_append (out, g_ascii_formatd (buffer, sizeof buffer, "%.15g", time / 1000.0));
}

static gboolean
append_signal (LsActivation *activation,
               const char   *what,
               const char   *name,
               GString      *out,
               LsValue      *exception)
{
  LsAbortSignal *signal = ls_program_scope_find_signal (activation->interpreter, name, exception);

  if (signal == NULL)
    return FALSE;

  if (g_str_equal (what, "priority"))
    g_string_append (out, LS_IS_TASK_SIGNAL (signal)
                            ? ls_task_priority_to_string (ls_task_signal_get_priority (LS_TASK_SIGNAL (signal)))
                            : "none");
  else if (g_str_equal (what, "aborted"))
    g_string_append (out, ls_abort_signal_get_aborted (signal) ? "true" : "false");
  else
    {
      g_autofree char *reason = ls_value_to_string (ls_abort_signal_get_reason (signal));

      g_string_append (out, reason);
    }

  return TRUE;
}

static void
append_value (GString       *out,
              const LsValue *value)
{
  g_autofree char *text = value->type == LS_VALUE_STRING ? NULL : ls_value_to_string (value);

  g_string_append (out, text != NULL ? text : value->as.string);
}

static gboolean
append_named (LsActivation *activation,
              const char   *name,
              GString      *out,
              LsValue      *exception)
{
  LsNamed *named = g_hash_table_lookup (activation->interpreter->names, name);

  if (named == NULL)
    {
      throw_unknown (exception, name);
      return FALSE;
    }

  if (named->kind == LS_NAMED_VALUE)
    append_value (out, &named->value);
  else
    g_string_append_printf (out, "[%s]", ls_named_kind_words (named->kind));
  return TRUE;
}

static gboolean
append_variable (LsActivation *activation,
                 const char   *variable,
                 GString      *out,
                 LsValue      *exception)
{
  const char *colon = strchr (variable, ':');

  if (colon != NULL)
    {
      g_autofree char *what = g_strndup (variable, colon - variable);

      if (g_str_equal (what, "priority") || g_str_equal (what, "aborted") || g_str_equal (what, "reason"))
        return append_signal (activation, what, colon + 1, out, exception);
    }

  if (g_str_equal (variable, "time"))
    append_time (activation, out);
  else if (g_str_equal (variable, "value"))
    append_value (out, &activation->value);
  else if (g_str_equal (variable, "error"))
    append_value (out, &activation->error);
  else
    return append_named (activation, variable, out, exception);
  return TRUE;
}

/* Counts text that was made. Returns FALSE with *@exception set if it is too much, and asks the host at the next statement. */
static gboolean
count_text (LsActivation *activation,
            gsize         length,
            LsValue      *exception)
{
  LsInterpreter *interpreter = activation->interpreter;

  if (interpreter->n_text_bytes + length <= LS_INTERPRETER_MAX_TEXT)
    return TRUE;

  interpreter->n_text_bytes = LS_INTERPRETER_MAX_TEXT + 1;
  interpreter->check_at = 0;
  ls_value_take_exception (exception, ls_exception_new ("RangeError", "The run has made too much text"));
  return FALSE;
}

/* Puts values in the place of ${…}. Returns NULL with *@exception set if a name is unknown or the text becomes too long. */
char *
ls_program_scope_expand (LsActivation *activation,
                         const char   *text,
                         LsValue      *exception)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (;;)
    {
      const char *start = strstr (text, "${");
      const char *end = start != NULL ? strchr (start, '}') : NULL;
      g_autofree char *variable = NULL;

      if (end == NULL)
        break;
      g_string_append_len (out, text, start - text);
      variable = g_strndup (start + 2, end - start - 2);
      if (!append_variable (activation, variable, out, exception) || !count_text (activation, out->len, exception))
        {
          activation->interpreter->n_text_bytes += strlen (text);
          return NULL;
        }
      text = end + 1;
    }

  g_string_append (out, text);
  if (!count_text (activation, out->len, exception))
    return NULL;
  activation->interpreter->n_text_bytes += out->len;
  return g_string_free (g_steal_pointer (&out), FALSE);
}
