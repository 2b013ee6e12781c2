/* ls-value-gvalue.c: values of the engine and those of GObject
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-value.h"

#include "ls-promise.h"

static void
free_gvalue (gpointer data)
{
  g_value_unset (data);
  g_free (data);
}

static char *
describe_gvalue (gpointer data)
{
  return g_strdup_value_contents (data);
}

/* Returns: (nullable): what ls_value_set_gvalue() has wrapped */
static const GValue *
get_wrapped (const LsValue *self)
{
  return self->type == LS_VALUE_BOXED && self->as.boxed->to_string == describe_gvalue ? self->as.boxed->data : NULL;
}

/**
 * ls_value_get_gvalue:
 * @self: a value
 * @gvalue: (out caller-allocates): zeroed memory; becomes a gdouble, a gboolean, a string, an [struct@Exception], a
 *   [struct@Promise], an object, or what [method@Value.set_gvalue] was given; for `undefined` and values of a language host
 *   a [struct@Value]
 *
 * Converts a value into one of GObject.
 */
void
ls_value_get_gvalue (const LsValue *self,
                     GValue        *gvalue)
{
  const GValue *wrapped;

  g_return_if_fail (self != NULL);
  g_return_if_fail (gvalue != NULL && G_VALUE_TYPE (gvalue) == 0);

  switch ((guint) self->type)
    {
    case LS_VALUE_NUMBER:
      g_value_init (gvalue, G_TYPE_DOUBLE);
      g_value_set_double (gvalue, self->as.number);
      break;
    case LS_VALUE_BOOLEAN:
      g_value_init (gvalue, G_TYPE_BOOLEAN);
      g_value_set_boolean (gvalue, self->as.boolean);
      break;
    case LS_VALUE_STRING:
      g_value_init (gvalue, G_TYPE_STRING);
      g_value_set_string (gvalue, self->as.string);
      break;
    case LS_VALUE_EXCEPTION:
      g_value_init (gvalue, LS_TYPE_EXCEPTION);
      g_value_set_boxed (gvalue, self->as.exception);
      break;
    case LS_VALUE_PROMISE:
      g_value_init (gvalue, LS_TYPE_PROMISE);
      g_value_set_boxed (gvalue, self->as.promise);
      break;
    case LS_VALUE_OBJECT:
      g_value_init (gvalue, G_OBJECT_TYPE (self->as.object));
      g_value_set_object (gvalue, self->as.object);
      break;
    default:
      wrapped = get_wrapped (self);
      g_value_init (gvalue, wrapped != NULL ? G_VALUE_TYPE (wrapped) : LS_TYPE_VALUE);
      if (wrapped != NULL)
        g_value_copy (wrapped, gvalue);
      else
        g_value_set_boxed (gvalue, self);
      break;
    }
}

/* Keeps what the engine has no type for, as hosts keep their values. */
static void
wrap (LsValue      *self,
      const GValue *gvalue)
{
  GValue *copy = g_new0 (GValue, 1);
  LsBoxed *boxed = ls_boxed_new (copy, free_gvalue, describe_gvalue);

  g_value_init (copy, G_VALUE_TYPE (gvalue));
  g_value_copy (gvalue, copy);
  ls_value_set_boxed (self, boxed);
  ls_boxed_unref (boxed);
}

static void
set_boxed (LsValue      *self,
           const GValue *gvalue)
{
  gpointer boxed = g_value_get_boxed (gvalue);
  const GType type = G_VALUE_TYPE (gvalue);

  if (boxed == NULL)
    ls_value_set_undefined (self);
  else if (type == LS_TYPE_VALUE)
    {
      LsValue copy;

      ls_value_copy (boxed, &copy);
      ls_value_clear (self);
      *self = copy;
    }
  else if (type == LS_TYPE_EXCEPTION)
    ls_value_set_exception (self, boxed);
  else if (type == LS_TYPE_PROMISE)
    ls_value_set_promise (self, boxed);
  else if (type == G_TYPE_VALUE)
    ls_value_set_gvalue (self, boxed);
  else if (type == G_TYPE_ERROR)
    ls_value_take_exception (self, ls_exception_new ("Error", ((GError *) boxed)->message));
  else
    wrap (self, gvalue);
}

/**
 * ls_value_set_gvalue:
 * @self: a value
 * @gvalue: a value of GObject: a number of any type becomes a number, as a double has it; a string, a truth value, an
 *   object, a [struct@Value], [struct@Exception] or [struct@Promise] becomes what it is; a [type@GLib.Error] becomes an exception;
 *   no value becomes `undefined`; anything else is kept as it is, for [method@Value.get_gvalue]
 *
 * Takes a value of GObject.
 */
void
ls_value_set_gvalue (LsValue      *self,
                     const GValue *gvalue)
{
  GValue number = G_VALUE_INIT;
  const GType type = gvalue != NULL ? G_VALUE_TYPE (gvalue) : 0;

  g_return_if_fail (self != NULL);

  switch (G_TYPE_FUNDAMENTAL (type))
    {
    case 0:
      ls_value_set_undefined (self);
      break;
    case G_TYPE_BOOLEAN:
      ls_value_set_boolean (self, g_value_get_boolean (gvalue));
      break;
    case G_TYPE_STRING:
      if (g_value_get_string (gvalue) != NULL)
        ls_value_set_string (self, g_value_get_string (gvalue));
      else
        ls_value_set_undefined (self);
      break;
    case G_TYPE_OBJECT:
      if (g_value_get_object (gvalue) != NULL)
        ls_value_set_object (self, g_value_get_object (gvalue));
      else
        ls_value_set_undefined (self);
      break;
    case G_TYPE_BOXED:
      set_boxed (self, gvalue);
      break;
    default:
      g_value_init (&number, G_TYPE_DOUBLE);
      if (g_value_type_transformable (type, G_TYPE_DOUBLE) && g_value_transform (gvalue, &number))
        ls_value_set_number (self, g_value_get_double (&number));
      else
        wrap (self, gvalue);
      break;
    }
}
