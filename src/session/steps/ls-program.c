/* ls-program.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-program-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-names-private.h"

#define EXPECTED_KIND NC_("expected", "“steps” or “javascript”")

G_DEFINE_BOXED_TYPE (LsProgram, ls_program, ls_program_ref, ls_program_unref)

static const char *const kind_names[] = {
  [LS_PROGRAM_STEPS] = "steps",
  [LS_PROGRAM_JAVASCRIPT] = "javascript",
};

/**
 * ls_program_kind_to_string:
 * @kind: a kind
 *
 * Gets the name of a kind.
 *
 * Returns: (transfer none): its name in a session's file, such as "javascript"
 */
const char *
ls_program_kind_to_string (LsProgramKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (kind_names), NULL);

  return kind_names[kind];
}

/**
 * ls_program_kind_from_string:
 * @string: a name
 * @kind: (out): the kind of that name
 *
 * Looks up a name, as ls_program_kind_to_string() has it.
 *
 * Returns: whether there is such a kind
 */
gboolean
ls_program_kind_from_string (const char    *string,
                             LsProgramKind *kind)
{
  g_return_val_if_fail (string != NULL, FALSE);

  return ls_find_name (kind_names, G_N_ELEMENTS (kind_names), string, (guint *) kind);
}

static void
read_bodies (LsProgram    *self,
             LsJsonReader *reader,
             JsonNode     *node)
{
  JsonObject *bodies = ls_json_reader_object (reader, node, NC_("expected", "an object with an array of steps for each body"));
  JsonObjectIter iter;
  const char *name;
  JsonNode *body;

  if (bodies == NULL)
    return;

  json_object_iter_init_ordered (&iter, bodies);
  while (json_object_iter_next_ordered (&iter, &name, &body))
    {
      gsize inner = ls_json_reader_enter (reader, name);
      LsBody *read;

      ls_json_reader_check_name (reader, name);
      read = reader->error == NULL ? ls_body_read (reader, body, name) : NULL;
      if (read == NULL)
        return;
      g_ptr_array_add (self->bodies, read);
      g_hash_table_insert (self->by_name, read->name, read);
      ls_json_reader_leave (reader, inner);
    }
}

static void
read_steps (LsProgram    *self,
            LsJsonReader *reader,
            JsonObject   *object)
{
  gsize mark = ls_json_reader_enter (reader, "main");

  self->main = ls_body_read (reader, json_object_get_member (object, "main"), "main");
  ls_json_reader_leave (reader, mark);

  if (self->main != NULL && json_object_has_member (object, "bodies"))
    {
      mark = ls_json_reader_enter (reader, "bodies");
      read_bodies (self, reader, json_object_get_member (object, "bodies"));
      ls_json_reader_leave (reader, mark);
    }
}

/* Returns an empty main script, for a program that has no steps. */
static LsBody *
empty_body_new (LsJsonReader *reader)
{
  LsBody *body = g_new0 (LsBody, 1);

  g_atomic_ref_count_init (&body->ref_count);
  body->name = g_strdup ("main");
  body->pointer = g_strdup (reader->pointer->str);
  body->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_step_unref);

  return body;
}

/* Reads "program". Returns NULL after an error. */
LsProgram *
ls_program_read (LsJsonReader         *reader,
                 JsonNode             *node,
                 const LsScriptLoader *loader)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “kind” and “main” or “scripts”"));
  g_autoptr (LsProgram) self = NULL;
  LsProgramKind kind = LS_PROGRAM_STEPS;
  const char *text;
  gsize mark;

  if (object == NULL)
    return NULL;

  mark = ls_json_reader_enter (reader, "kind");
  text = ls_json_reader_string (reader, json_object_get_member (object, "kind"), EXPECTED_KIND);
  if (text != NULL && !ls_program_kind_from_string (text, &kind))
    ls_json_reader_unexpected (reader, json_object_get_member (object, "kind"), EXPECTED_KIND);
  ls_json_reader_leave (reader, mark);
  if (reader->error != NULL)
    return NULL;

  self = g_new0 (LsProgram, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->bodies = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_body_unref);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->modules = ls_module_folder_reuse (loader->modules, loader->folder);

  if (kind == LS_PROGRAM_JAVASCRIPT)
    {
      self->main = empty_body_new (reader);
      self->scripts = loader->all != NULL ? g_ptr_array_ref (loader->all) : ls_program_read_scripts (reader, object, loader);
    }
  else
    {
      self->scripts = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_script_unref);
      read_steps (self, reader, object);
    }

  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}

/**
 * ls_program_ref:
 * @self: a program
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self with one reference more
 */
LsProgram *
ls_program_ref (LsProgram *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_program_unref:
 * @self: (transfer full): a program
 *
 * Gives a reference back.
 */
void
ls_program_unref (LsProgram *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->scripts, g_ptr_array_unref);
  g_clear_pointer (&self->modules, ls_module_folder_unref);
  g_clear_pointer (&self->main, ls_body_unref);
  g_hash_table_unref (self->by_name);
  g_ptr_array_unref (self->bodies);
  g_free (self);
}

/**
 * ls_program_get_kind:
 * @self: a program
 *
 * Tells what the program is written in.
 *
 * Returns: what it is written in
 */
LsProgramKind
ls_program_get_kind (LsProgram *self)
{
  g_return_val_if_fail (self != NULL, LS_PROGRAM_STEPS);

  return self->kind;
}

/**
 * ls_program_get_n_scripts:
 * @self: a program
 *
 * Counts the scripts.
 *
 * Returns: how many scripts it has; 0 for a step program
 */
guint
ls_program_get_n_scripts (LsProgram *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->scripts->len;
}

/**
 * ls_program_get_script:
 * @self: a program
 * @index: less than [method@Program.get_n_scripts]
 *
 * Gets one of the scripts.
 *
 * Returns: (transfer none) (nullable): a script, in the order in which they run
 */
LsScript *
ls_program_get_script (LsProgram *self,
                       guint      index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return index < self->scripts->len ? g_ptr_array_index (self->scripts, index) : NULL;
}

/**
 * ls_program_find_script:
 * @self: a program
 * @name: a name
 *
 * Finds a script by its name.
 *
 * Returns: (transfer none) (nullable): the script of that name
 */
LsScript *
ls_program_find_script (LsProgram  *self,
                        const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < self->scripts->len; i++)
    if (g_str_equal (ls_script_get_name (g_ptr_array_index (self->scripts, i)), name))
      return g_ptr_array_index (self->scripts, i);

  return NULL;
}

/**
 * ls_program_get_main:
 * @self: a program
 *
 * Gets the main script.
 *
 * Returns: (transfer none): the main script
 */
LsBody *
ls_program_get_main (LsProgram *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->main;
}

/**
 * ls_program_get_n_bodies:
 * @self: a program
 *
 * Counts the named bodies.
 *
 * Returns: how many named bodies it has
 */
guint
ls_program_get_n_bodies (LsProgram *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->bodies->len;
}

/**
 * ls_program_get_body:
 * @self: a program
 * @index: less than [method@Program.get_n_bodies]
 *
 * Gets one of the named bodies.
 *
 * Returns: (transfer none) (nullable): a named body, in the order of the file
 */
LsBody *
ls_program_get_body (LsProgram *self,
                     guint      index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return index < self->bodies->len ? g_ptr_array_index (self->bodies, index) : NULL;
}

/**
 * ls_program_find_body:
 * @self: a program
 * @name: a name
 *
 * Finds a body by its name.
 *
 * Returns: (transfer none) (nullable): the body of that name
 */
LsBody *
ls_program_find_body (LsProgram  *self,
                      const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_hash_table_lookup (self->by_name, name);
}

static gboolean
is_below (const char *pointer,
          const char *top)
{
  gsize length = strlen (top);

  return strncmp (pointer, top, length) == 0 && (pointer[length] == '/' || pointer[length] == '\0');
}

static LsStep *
find_step (LsBody     *body,
           const char *pointer)
{
  for (guint i = 0; i < body->steps->len; i++)
    {
      LsStep *step = g_ptr_array_index (body->steps, i);

      if (!is_below (pointer, step->pointer))
        continue;
      if (g_str_equal (pointer, step->pointer))
        return step;

      for (guint j = 0; j < step->n_values; j++)
        if (step->values[j].body != NULL && is_below (pointer, step->values[j].body->pointer))
          return find_step (step->values[j].body, pointer);
      return NULL;
    }

  return NULL;
}

/**
 * ls_program_find_step:
 * @self: a program
 * @pointer: a JSON pointer, such as a record of a statement has as its text
 *
 * Finds a step by its place in the session's file.
 *
 * Returns: (transfer none) (nullable): the step there
 */
LsStep *
ls_program_find_step (LsProgram  *self,
                      const char *pointer)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (pointer != NULL, NULL);

  if (is_below (pointer, self->main->pointer))
    return find_step (self->main, pointer);

  for (guint i = 0; i < self->bodies->len; i++)
    if (is_below (pointer, ((LsBody *) g_ptr_array_index (self->bodies, i))->pointer))
      return find_step (g_ptr_array_index (self->bodies, i), pointer);

  return NULL;
}

static void
list_names (LsBody    *body,
            LsStepOp   op,
            GPtrArray *names)
{
  for (guint i = 0; i < body->steps->len; i++)
    {
      LsStep *step = g_ptr_array_index (body->steps, i);

      for (guint j = 0; j < step->n_values; j++)
        {
          const LsStepValue *value = &step->values[j];

          if (value->body != NULL)
            list_names (value->body, op, names);
          else if (step->op == op && value->type == LS_MEMBER_TYPE_DEFINE &&
                   !g_ptr_array_find_with_equal_func (names, value->text, g_str_equal, NULL))
            g_ptr_array_add (names, g_strdup (value->text));
        }
    }
}

/**
 * ls_program_list_names:
 * @self: a program
 * @op: an operation that makes something with a name, such as %LS_STEP_OP_CONTROLLER
 *
 * Lists the names that steps of one operation give.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names that such steps give, in the order of the file
 */
char **
ls_program_list_names (LsProgram *self,
                       LsStepOp   op)
{
  GPtrArray *names;

  g_return_val_if_fail (self != NULL, NULL);

  names = g_ptr_array_new ();
  list_names (self->main, op, names);
  for (guint i = 0; i < self->bodies->len; i++)
    list_names (g_ptr_array_index (self->bodies, i), op, names);
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (names, FALSE);
}
