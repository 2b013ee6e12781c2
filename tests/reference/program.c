/* program.c: programs as data: making, printing, shrinking
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "program.h"

static const char * const kind_names[N_OP_KINDS] = {
  [OP_WORK] = "work",
  [OP_LOG] = "log",
  [OP_LOG_SIGNAL] = "log-signal",
  [OP_CONTROLLER] = "controller",
  [OP_ANY] = "any",
  [OP_TASK_ANY] = "task-any",
  [OP_ABORTED] = "aborted",
  [OP_SIGNAL_TIMEOUT] = "signal-timeout",
  [OP_POST] = "post",
  [OP_YIELD] = "yield",
  [OP_SET_PRIORITY] = "set-priority",
  [OP_ABORT] = "abort",
  [OP_LISTEN] = "listen",
  [OP_UNLISTEN] = "unlisten",
  [OP_HANDLER] = "handler",
  [OP_MICROTASK] = "microtask",
  [OP_TIMEOUT] = "timeout",
  [OP_INTERVAL] = "interval",
  [OP_CLEAR] = "clear",
  [OP_IDLE] = "idle",
  [OP_CANCEL] = "cancel",
  [OP_PROMISE] = "promise",
  [OP_SETTLE] = "settle",
  [OP_THEN] = "then",
  [OP_FINALLY] = "finally",
  [OP_AWAIT] = "await",
  [OP_ASYNC] = "async",
  [OP_THROW] = "throw",
  [OP_RETURN] = "return",
};

Op *
op_new (OpKind kind,
        int    a,
        int    b,
        int    c,
        int    d,
        int    e)
{
  Op *op = g_new0 (Op, 1);

  op->kind = kind;
  op->a = a;
  op->b = b;
  op->c = c;
  op->d = d;
  op->e = e;
  return op;
}

void
op_free (gpointer data)
{
  Op *op = data;

  g_clear_pointer (&op->body, g_ptr_array_unref);
  g_clear_pointer (&op->body2, g_ptr_array_unref);
  g_free (op);
}

GPtrArray *
body_new (void)
{
  return g_ptr_array_new_with_free_func (op_free);
}

/* A body that awaits is that of an async function. */
gboolean
body_is_async (GPtrArray *body)
{
  for (guint i = 0; i < body->len; i++)
    {
      Op *op = g_ptr_array_index (body, i);

      if (op->kind == OP_AWAIT || (op->kind == OP_YIELD && op->a == 1))
        return TRUE;
    }
  return FALSE;
}

Program *
program_new (const char *preset,
             LsEdition   edition)
{
  Program *program = g_new0 (Program, 1);

  program->preset = preset;
  program->edition = edition;
  program->body = body_new ();
  return program;
}

void
program_free (Program *program)
{
  g_ptr_array_unref (program->body);
  g_free (program);
}

static guint
body_number (GPtrArray *body,
             guint      next,
             gboolean   write)
{
  if (body == NULL)
    return next;
  for (guint i = 0; i < body->len; i++)
    {
      Op *op = g_ptr_array_index (body, i);

      if (write)
        op->id = next;
      next = body_number (op->body, next + 1, write);
      next = body_number (op->body2, next, write);
    }
  return next;
}

/* Numbers the statements. The log names each by its number. */
void
program_number (Program *program)
{
  body_number (program->body, 1, TRUE);
}

guint
program_count (const Program *program)
{
  return body_number (program->body, 0, FALSE);
}

static void
body_print (GPtrArray *body,
            GString   *string,
            int        indent)
{
  for (guint i = 0; i < body->len; i++)
    {
      Op *op = g_ptr_array_index (body, i);

      g_string_append_printf (string, "%*s#%u %s a=%d b=%d c=%d d=%d e=%d\n", indent, "", op->id,
                              kind_names[op->kind], op->a, op->b, op->c, op->d, op->e);
      if (op->body != NULL)
        body_print (op->body, string, indent + 4);
      if (op->body2 != NULL)
        {
          g_string_append_printf (string, "%*sor else\n", indent, "");
          body_print (op->body2, string, indent + 4);
        }
    }
}

char *
program_to_string (const Program *program)
{
  GString *string = g_string_new (NULL);

  g_string_append_printf (string, "preset %s, edition %s, %s\n", program->preset,
                          ls_edition_to_string (program->edition),
                          program->second_scheduler ? "two schedulers" : "one scheduler");
  body_print (program->body, string, 2);
  return g_string_free (string, FALSE);
}

typedef struct
{
  Program   *program;
  gboolean (*still_fails) (const Program *program,
                           gpointer       user_data);
  gpointer   user_data;
} Shrink;

static gboolean
shrink_fails (Shrink *shrink)
{
  return shrink->still_fails (shrink->program, shrink->user_data);
}

/* Tries a smaller number in one member. */
static gboolean
shrink_number (Shrink *shrink,
               int    *member,
               int     smaller)
{
  int before = *member;

  if (before == smaller)
    return FALSE;
  *member = smaller;
  if (shrink_fails (shrink))
    return TRUE;
  *member = before;
  return FALSE;
}

/* Tries the statements of an inner body in place of the statement that has them. */
static gboolean
shrink_level (Shrink     *shrink,
              GPtrArray  *body,
              guint       position,
              GPtrArray **inner)
{
  Op *op = g_ptr_array_index (body, position);
  GPtrArray *statements = *inner;
  guint n = statements != NULL ? statements->len : 0;

  if (n == 0)
    return FALSE;
  *inner = NULL;
  g_ptr_array_steal_index (body, position);
  for (guint i = 0; i < n; i++)
    g_ptr_array_insert (body, position + i, g_ptr_array_index (statements, i));
  if (shrink_fails (shrink))
    {
      g_ptr_array_set_free_func (statements, NULL);
      g_ptr_array_unref (statements);
      op_free (op);
      return TRUE;
    }
  for (guint i = 0; i < n; i++)
    g_ptr_array_steal_index (body, position);
  g_ptr_array_insert (body, position, op);
  *inner = statements;
  return FALSE;
}

static gboolean
shrink_body (Shrink    *shrink,
             GPtrArray *body)
{
  gboolean shrunk = FALSE;

  for (guint i = body->len; i-- > 0;)
    {
      Op *op = g_ptr_array_steal_index (body, i);

      if (shrink_fails (shrink))
        {
          op_free (op);
          shrunk = TRUE;
          continue;
        }
      g_ptr_array_insert (body, i, op);

      if (shrink_level (shrink, body, i, &op->body) || shrink_level (shrink, body, i, &op->body2))
        {
          shrunk = TRUE;
          continue;
        }
      if (op->body != NULL)
        shrunk |= shrink_body (shrink, op->body);
      if (op->body2 != NULL)
        shrunk |= shrink_body (shrink, op->body2);
      if (op->kind == OP_WORK || op->kind == OP_TIMEOUT)
        shrunk |= shrink_number (shrink, &op->a, op->kind == OP_WORK);
      if (op->kind == OP_POST)
        shrunk |= shrink_number (shrink, &op->a, -1) | shrink_number (shrink, &op->c, 0) |
                  shrink_number (shrink, &op->d, 0) | shrink_number (shrink, &op->e, 0);
    }
  return shrunk;
}

/* Deletes statements as long as the program still fails. Statements keep their numbers. */
gboolean
program_shrink (Program   *program,
                gboolean (*still_fails) (const Program *program,
                                         gpointer       user_data),
                gpointer   user_data)
{
  Shrink shrink = { program, still_fails, user_data };
  gboolean shrunk = FALSE;

  if (program->second_scheduler)
    {
      program->second_scheduler = FALSE;
      if (!shrink_fails (&shrink))
        program->second_scheduler = TRUE;
    }
  while (shrink_body (&shrink, program->body))
    shrunk = TRUE;
  return shrunk;
}
