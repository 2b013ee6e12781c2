/* ls-program-checker.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-private.h"
#include "ls-program-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Finds mistakes that show only once all steps are known: names that no step makes, names of two different things, bodies that call
 * themselves. Finds out as well which bodies are asynchronous. */

typedef struct
{
  LsNamedKind  kind;
  LsStep      *step;
} Definition;

typedef struct
{
  LsProgram    *program;
  LsJsonReader *reader;
  GHashTable   *names;      /* text → Definition */
  GHashTable   *visited;    /* LsBody → 1 while it is being looked at, 2 afterwards */
  guint32       n_bodies;
  guint         depth;      /* of calls */
} Checker;

static const char *
describe_kind (LsNamedKind kinds)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "kind", ls_named_kind_words (kinds));
}

static const char *
describe_expected (LsNamedKind kinds)
{
  return ls_json_expected (ls_named_kind_expected (kinds));
}

typedef void (*BodyFunc) (Checker *checker,
                          LsStep  *step);

static void
fail_at (Checker           *checker,
         LsStep            *step,
         const LsStepValue *value,
         LsSessionError     code,
         const char        *message)
{
  g_string_assign (checker->reader->pointer, step->pointer);
  ls_json_append_pointer (checker->reader->pointer, ls_step_member_name (value->member));
  ls_json_reader_fail (checker->reader, code, "%s", message);
}

static void
walk (Checker  *checker,
      LsBody   *body,
      BodyFunc  func)
{
  for (guint i = 0; i < body->steps->len && checker->reader->error == NULL; i++)
    {
      LsStep *step = g_ptr_array_index (body->steps, i);

      func (checker, step);
      for (guint j = 0; j < step->n_values; j++)
        if (step->values[j].body != NULL)
          walk (checker, step->values[j].body, func);
    }
}

static void
walk_step (Checker  *checker,
           LsStep   *step,
           BodyFunc  func)
{
  func (checker, step);
  for (guint j = 0; j < step->n_values; j++)
    if (step->values[j].body != NULL)
      walk (checker, step->values[j].body, func);
}

static void
walk_all (Checker   *checker,
          GPtrArray *actions,
          BodyFunc   func)
{
  walk (checker, checker->program->main, func);
  for (guint i = 0; i < checker->program->bodies->len; i++)
    walk (checker, g_ptr_array_index (checker->program->bodies, i), func);
  for (guint i = 0; actions != NULL && i < actions->len; i++)
    walk_step (checker, ls_action_get_step (g_ptr_array_index (actions, i)), func);
}

/* Two things that views list by their names must not share one. Variables may be set again. */
static gboolean
is_variable (LsNamedKind kind)
{
  return kind & (LS_NAMED_PROMISE | LS_NAMED_LISTENER | LS_NAMED_TIMER | LS_NAMED_IDLE | LS_NAMED_VALUE);
}

static LsNamedKind
defined_kind (LsStep            *step,
              const LsStepValue *value)
{
  for (const LsMemberSpec *spec = ls_step_op_get_spec (step->op)->members; spec->member != LS_MEMBER_NONE; spec++)
    if (spec->member == value->member)
      return spec->kinds;

  return 0;
}

static void
collect_names (Checker *checker,
               LsStep  *step)
{
  for (guint i = 0; i < step->n_values; i++)
    {
      const LsStepValue *value = &step->values[i];
      LsNamedKind kind;
      Definition *other;

      if (value->type != LS_MEMBER_TYPE_DEFINE)
        continue;

      kind = defined_kind (step, value);
      other = g_hash_table_lookup (checker->names, value->text);
      if (other == NULL)
        {
          Definition *definition = g_new0 (Definition, 1);

          definition->kind = kind;
          definition->step = step;
          g_hash_table_insert (checker->names, value->text, definition);
        }
      else if (other->kind != kind || !is_variable (kind))
        {
          g_autofree char *name = ls_json_quote (value->text);
          g_autofree char *place = ls_json_display_pointer (other->step->pointer);
          g_autofree char *message =
            /* Translators: a name, what has that name, such as “a controller”, and where */
            g_strdup_printf (_("found %s, which is already %s (%s), expected a unique name"), name,
                             describe_kind (other->kind), place);

          fail_at (checker, step, value, LS_SESSION_ERROR_INVALID, message);
        }
    }
}

static Definition *
find_definition (Checker    *checker,
                 const char *name,
                 LsNamedKind kinds)
{
  Definition *definition = g_hash_table_lookup (checker->names, name);

  if (definition == NULL && kinds & LS_NAMED_SIGNAL && g_str_has_suffix (name, ".signal"))
    {
      g_autofree char *controller = g_strndup (name, strlen (name) - strlen (".signal"));

      definition = g_hash_table_lookup (checker->names, controller);
    }

  return definition;
}

static void
check_name (Checker            *checker,
            LsStep             *step,
            const LsStepValue  *value,
            const LsMemberSpec *spec,
            const char         *name)
{
  Definition *definition;
  g_autofree char *message = NULL;

  if (spec->flags & LS_MEMBER_OR_INHERIT && g_str_equal (name, "inherit"))
    return;
  if (spec->flags & LS_MEMBER_OR_MAIN && g_str_equal (name, "main"))
    return;

  definition = find_definition (checker, name, spec->kinds);
  /* Which names a script gives shows only when it runs. */
  if (definition == NULL && checker->program->kind == LS_PROGRAM_JAVASCRIPT)
    return;
  if (definition == NULL)
    {
      g_autofree char *quoted = ls_json_quote (name);

      /* Translators: a name, and “the name of a controller” or the like */
      message = g_strdup_printf (_("found %s, which no step makes, expected %s"), quoted, describe_expected (spec->kinds));
      fail_at (checker, step, value, LS_SESSION_ERROR_UNKNOWN_NAME, message);
    }
  else if (!(definition->kind & spec->kinds))
    {
      g_autofree char *quoted = ls_json_quote (name);
      g_autofree char *place = ls_json_display_pointer (definition->step->pointer);

      /* Translators: a name, what has that name, such as “a controller”, where, and “the name of a promise” or the like */
      message = g_strdup_printf (_("found %s, which is %s (%s), expected %s"), quoted, describe_kind (definition->kind), place,
                                 describe_expected (spec->kinds));
      fail_at (checker, step, value, LS_SESSION_ERROR_UNKNOWN_NAME, message);
    }
}

static void
check_names (Checker *checker,
             LsStep  *step)
{
  for (guint i = 0; i < step->n_values && checker->reader->error == NULL; i++)
    {
      const LsStepValue *value = &step->values[i];
      const LsMemberSpec *spec = ls_step_op_get_spec (step->op)->members;

      while (spec->member != value->member)
        spec++;

      if (value->type == LS_MEMBER_TYPE_REFER)
        check_name (checker, step, value, spec, value->text);
      else if (value->type == LS_MEMBER_TYPE_REFER_ALL)
        for (guint j = 0; value->names[j] != NULL; j++)
          check_name (checker, step, value, spec, value->names[j]);
      else if ((value->type == LS_MEMBER_TYPE_FUNCTION || value->type == LS_MEMBER_TYPE_BLOCK) &&
               value->text != NULL && !g_hash_table_contains (checker->program->by_name, value->text))
        {
          g_autofree char *name = ls_json_quote (value->text);
          g_autofree char *message =
            g_strdup_printf (_("found %s, expected the name of one of the program's bodies"), name);

          fail_at (checker, step, value, LS_SESSION_ERROR_UNKNOWN_NAME, message);
        }
    }
}

/* Finds out whether the body is asynchronous. Returns FALSE where it calls itself, directly or through others. Functions, which are
 * called later, are not part of it. */
#define MAX_CALL_DEPTH 1000

static gboolean
look_at_body (Checker *checker,
              LsBody  *body)
{
  int mark = GPOINTER_TO_INT (g_hash_table_lookup (checker->visited, body));

  if (mark != 0)
    return mark == 2;
  g_hash_table_insert (checker->visited, body, GINT_TO_POINTER (1));

  for (guint i = 0; i < body->steps->len; i++)
    {
      LsStep *step = g_ptr_array_index (body->steps, i);

      if (ls_step_op_awaits (step->op))
        body->is_async = TRUE;

      for (guint j = 0; j < step->n_values; j++)
        {
          const LsStepValue *value = &step->values[j];
          LsBody *other = value->body;

          if (value->type != LS_MEMBER_TYPE_BLOCK)
            continue;
          if (other == NULL)
            other = g_hash_table_lookup (checker->program->by_name, value->text);

          if (++checker->depth > MAX_CALL_DEPTH)
            {
              fail_at (checker, step, value, LS_SESSION_ERROR_LIMIT,
                       _("found more than 1000 nested calls, expected fewer"));
              return FALSE;
            }
          if (!look_at_body (checker, other))
            {
              if (checker->reader->error == NULL)
                {
                  g_autofree char *name = ls_json_quote (value->text);
                  g_autofree char *message =
                    g_strdup_printf (_("found %s, which ends up calling itself, expected calls that end"), name);

                  fail_at (checker, step, value, LS_SESSION_ERROR_CYCLE, message);
                }
              return FALSE;
            }
          checker->depth--;
          if (other->is_async)
            body->is_async = TRUE;
        }
    }

  g_hash_table_insert (checker->visited, body, GINT_TO_POINTER (2));
  return TRUE;
}

/* Calls alone do not lead to all bodies that are written in steps. */
static void
look_at_step (Checker *checker,
              LsStep  *step)
{
  for (guint i = 0; i < step->n_values && checker->reader->error == NULL; i++)
    if (step->values[i].body != NULL)
      look_at_body (checker, step->values[i].body);
}

static void
number_body (Checker *checker,
             LsStep  *step)
{
  for (guint i = 0; i < step->n_values; i++)
    if (step->values[i].body != NULL)
      step->values[i].body->id = ++checker->n_bodies;
}

static void
number_bodies (Checker *checker)
{
  checker->program->main->id = ++checker->n_bodies;
  for (guint i = 0; i < checker->program->bodies->len; i++)
    ((LsBody *) g_ptr_array_index (checker->program->bodies, i))->id = ++checker->n_bodies;

  walk (checker, checker->program->main, number_body);
  for (guint i = 0; i < checker->program->bodies->len; i++)
    walk (checker, g_ptr_array_index (checker->program->bodies, i), number_body);
}

static void
look_for_agents (Checker *checker,
                 LsStep  *step)
{
  if (step->op >= LS_STEP_OP_MEMORY && step->op <= LS_STEP_OP_ON_MESSAGE)
    checker->program->has_agents = TRUE;
}

/* Checks a program with the actions that go with it (nullable), both freshly read; fails @reader. */
void
ls_program_check (LsProgram    *self,
                  LsJsonReader *reader,
                  GPtrArray    *actions)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GHashTable) visited = g_hash_table_new (NULL, NULL);
  g_autofree char *pointer = g_strdup (reader->pointer->str);
  Checker checker = { .program = self, .reader = reader, .names = names, .visited = visited };

  walk_all (&checker, actions, look_for_agents);
  walk_all (&checker, actions, collect_names);
  if (reader->error == NULL)
    walk_all (&checker, actions, check_names);

  if (reader->error == NULL)
    look_at_body (&checker, self->main);
  for (guint i = 0; i < self->bodies->len && reader->error == NULL; i++)
    look_at_body (&checker, g_ptr_array_index (self->bodies, i));
  if (reader->error == NULL)
    walk_all (&checker, actions, look_at_step);
  number_bodies (&checker);

  g_string_assign (reader->pointer, pointer);
}
