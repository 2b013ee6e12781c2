/* ls-value.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-value.h"

#include <math.h>

#include "ls-promise.h"

G_DEFINE_BOXED_TYPE (LsValue, ls_value, ls_value_dup, ls_value_free)
G_DEFINE_BOXED_TYPE (LsBoxed, ls_boxed, ls_boxed_ref, ls_boxed_unref)

/**
 * ls_value_new:
 *
 * Makes a value on the heap. C programs rather keep values on the stack, with %LS_VALUE_INIT and g_auto().
 *
 * Returns: (transfer full): `undefined`
 */
LsValue *
ls_value_new (void)
{
  return g_new0 (LsValue, 1);
}

/**
 * ls_value_dup:
 * @self: a value
 *
 * Copies a value to the heap.
 *
 * Returns: (transfer full): the same value once more, on the heap
 */
LsValue *
ls_value_dup (const LsValue *self)
{
  LsValue *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new (LsValue, 1);
  ls_value_copy (self, copy);
  return copy;
}

/**
 * ls_value_free:
 * @self: (transfer full): a value on the heap
 *
 * Frees a value on the heap, and what it holds.
 */
void
ls_value_free (LsValue *self)
{
  g_return_if_fail (self != NULL);

  ls_value_clear (self);
  g_free (self);
}

/**
 * ls_value_set_undefined:
 * @self: a value
 *
 * Makes @self `undefined`.
 */
void
ls_value_set_undefined (LsValue *self)
{
  ls_value_clear (self);
}

/**
 * ls_value_set_number:
 * @self: a value
 * @number: a number
 *
 * Sets the value to a number, and frees what it held.
 */
void
ls_value_set_number (LsValue *self,
                     double   number)
{
  ls_value_clear (self);
  *self = (LsValue) { LS_VALUE_NUMBER, { .number = number } };
}

/**
 * ls_value_set_boolean:
 * @self: a value
 * @boolean: a truth value
 *
 * Sets the value to a truth value, and frees what it held.
 */
void
ls_value_set_boolean (LsValue  *self,
                      gboolean  boolean)
{
  ls_value_clear (self);
  *self = (LsValue) { LS_VALUE_BOOLEAN, { .boolean = !!boolean } };
}

/**
 * ls_value_set_string:
 * @self: a value
 * @string: a string; copied
 *
 * Sets the value to a string, and frees what it held.
 */
void
ls_value_set_string (LsValue    *self,
                     const char *string)
{
  char *copy;

  g_return_if_fail (string != NULL);

  copy = g_ref_string_new (string);
  ls_value_clear (self);
  *self = (LsValue) { LS_VALUE_STRING, { .string = copy } };
}

/**
 * ls_value_set_exception:
 * @self: a value
 * @exception: an exception; @self takes a reference of its own
 *
 * Sets the value to an exception, and frees what it held.
 */
void
ls_value_set_exception (LsValue     *self,
                        LsException *exception)
{
  ls_value_take_exception (self, ls_exception_ref (exception));
}

/**
 * ls_value_take_exception:
 * @self: a value
 * @exception: (transfer full): an exception
 *
 * Sets the value to an exception, whose reference it takes over.
 */
void
ls_value_take_exception (LsValue     *self,
                         LsException *exception)
{
  g_return_if_fail (exception != NULL);

  ls_value_clear (self);
  *self = (LsValue) { LS_VALUE_EXCEPTION, { .exception = exception } };
}

/**
 * ls_value_set_promise:
 * @self: a value
 * @promise: a promise; @self takes a reference of its own
 *
 * Sets the value to a promise, and frees what it held.
 */
void
ls_value_set_promise (LsValue   *self,
                      LsPromise *promise)
{
  ls_promise_ref (promise);
  ls_value_clear (self);
  *self = (LsValue) { LS_VALUE_PROMISE, { .promise = promise } };
}

/**
 * ls_value_set_object:
 * @self: a value
 * @object: (type GObject): an object; @self takes a reference of its own
 *
 * Sets the value to an object, and frees what it held.
 */
void
ls_value_set_object (LsValue  *self,
                     gpointer  object)
{
  g_object_ref (object);
  ls_value_clear (self);
  *self = (LsValue) { LS_VALUE_OBJECT, { .object = object } };
}

/**
 * ls_value_set_boxed:
 * @self: a value
 * @boxed: a value of a language host; @self takes a reference of its own
 *
 * Sets the value to one of a language host, and frees what it held.
 */
void
ls_value_set_boxed (LsValue *self,
                    LsBoxed *boxed)
{
  ls_boxed_ref (boxed);
  ls_value_clear (self);
  *self = (LsValue) { LS_VALUE_BOXED, { .boxed = boxed } };
}

/**
 * ls_boxed_new: (skip)
 * @data: data of the host
 * @destroy: (nullable): called with @data when the last reference goes
 * @to_string: (nullable): describes @data
 *
 * Puts data of a language, such as a JavaScript object, into a box that values can hold.
 *
 * Returns: (transfer full): a new box; use it on one thread only
 */
LsBoxed *
ls_boxed_new (gpointer        data,
              GDestroyNotify  destroy,
              char         *(*to_string) (gpointer data))
{
  LsBoxed *self = g_new (LsBoxed, 1);

  *self = (LsBoxed) { 1, data, destroy, to_string };
  return self;
}

/**
 * ls_boxed_ref: (skip)
 * @self: a box
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
LsBoxed *
ls_boxed_ref (LsBoxed *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  self->ref_count++;
  return self;
}

/**
 * ls_boxed_unref: (skip)
 * @self: (transfer full): a box
 *
 * Drops a reference. The last one frees the box, and its data with it.
 */
void
ls_boxed_unref (LsBoxed *self)
{
  g_return_if_fail (self != NULL && self->ref_count > 0);

  if (--self->ref_count > 0)
    return;
  if (self->destroy != NULL)
    self->destroy (self->data);
  g_free (self);
}

/**
 * ls_value_copy:
 * @self: a value
 * @copy: (out caller-allocates): becomes the same value; the function does not clear its old value
 *
 * Copies a value into one that holds nothing.
 */
void
ls_value_copy (const LsValue *self,
               LsValue       *copy)
{
  *copy = *self;
  switch ((guint) self->type)
    {
    case LS_VALUE_STRING:
      g_ref_string_acquire (copy->as.string);
      break;
    case LS_VALUE_EXCEPTION:
      ls_exception_ref (copy->as.exception);
      break;
    case LS_VALUE_PROMISE:
      ls_promise_ref (copy->as.promise);
      break;
    case LS_VALUE_OBJECT:
      g_object_ref (copy->as.object);
      break;
    case LS_VALUE_BOXED:
      ls_boxed_ref (copy->as.boxed);
      break;
    default:
      break;
    }
}

/**
 * ls_value_clear:
 * @self: a value; becomes `undefined`
 *
 * Makes the value `undefined`, and frees what it held.
 */
void
ls_value_clear (LsValue *self)
{
  LsValue old = *self;

  *self = (LsValue) LS_VALUE_INIT;
  switch ((guint) old.type)
    {
    case LS_VALUE_STRING:
      g_ref_string_release (old.as.string);
      break;
    case LS_VALUE_EXCEPTION:
      ls_exception_unref (old.as.exception);
      break;
    case LS_VALUE_PROMISE:
      ls_promise_unref (old.as.promise);
      break;
    case LS_VALUE_OBJECT:
      g_object_unref (old.as.object);
      break;
    case LS_VALUE_BOXED:
      ls_boxed_unref (old.as.boxed);
      break;
    default:
      break;
    }
}

/**
 * ls_value_identical:
 * @a: a value
 * @b: a value
 *
 * Compares two values as `===` does, but NaN is the same as NaN.
 *
 * Returns: whether both values are the same: equal numbers, truth values and strings, and otherwise one and the same object
 */
gboolean
ls_value_identical (const LsValue *a,
                    const LsValue *b)
{
  if (a->type != b->type)
    return FALSE;
  switch ((guint) a->type)
    {
    case LS_VALUE_UNDEFINED:
      return TRUE;
    case LS_VALUE_NUMBER:
      return a->as.number == b->as.number || (isnan (a->as.number) && isnan (b->as.number));
    case LS_VALUE_BOOLEAN:
      return a->as.boolean == b->as.boolean;
    case LS_VALUE_STRING:
      return g_str_equal (a->as.string, b->as.string);
    case LS_VALUE_BOXED:
      return a->as.boxed->data == b->as.boxed->data;
    default:
      return a->as.exception == b->as.exception;
    }
}

static char *
number_to_string (double number)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (number))
    return g_strdup ("NaN");
  if (isinf (number))
    return g_strdup (number < 0 ? "-Infinity" : "Infinity");
  if (number == floor (number) && fabs (number) < 1e15)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) number);
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.15g", number));
}

/**
 * ls_value_to_string:
 * @self: a value
 *
 * Describes the value.
 *
 * Returns: (transfer full): a description for people; a string as it is, an exception as "Name: message"
 */
char *
ls_value_to_string (const LsValue *self)
{
  switch (self->type)
    {
    case LS_VALUE_NUMBER:
      return number_to_string (self->as.number);
    case LS_VALUE_BOOLEAN:
      return g_strdup (self->as.boolean ? "true" : "false");
    case LS_VALUE_STRING:
      return g_strdup (self->as.string);
    case LS_VALUE_EXCEPTION:
      return g_strdup_printf ("%s: %s", ls_exception_get_name (self->as.exception),
                              ls_exception_get_message (self->as.exception));
    case LS_VALUE_PROMISE:
      return g_strdup_printf ("promise %u", ls_promise_get_id (self->as.promise));
    case LS_VALUE_OBJECT:
      return g_strdup (G_OBJECT_TYPE_NAME (self->as.object));
    case LS_VALUE_BOXED:
      return self->as.boxed->to_string != NULL ? self->as.boxed->to_string (self->as.boxed->data)
                                               : g_strdup ("object");
    case LS_VALUE_UNDEFINED:
    default:
      return g_strdup ("undefined");
    }
}
