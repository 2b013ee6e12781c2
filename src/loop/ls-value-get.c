/* ls-value-get.c: what a value holds
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-value.h"

#include <math.h>

/**
 * ls_value_get_value_type:
 * @self: a value
 *
 * Tells what the value is: nothing, a number, a truth value, a string, an exception, a promise, an object.
 *
 * Returns: the type of the value
 */
LsValueType
ls_value_get_value_type (const LsValue *self)
{
  g_return_val_if_fail (self != NULL, LS_VALUE_UNDEFINED);

  return self->type;
}

/**
 * ls_value_get_number:
 * @self: a value
 *
 * Gets the number that the value is.
 *
 * Returns: the number; NaN where the value is none. Nothing is converted
 */
double
ls_value_get_number (const LsValue *self)
{
  g_return_val_if_fail (self != NULL, NAN);

  return self->type == LS_VALUE_NUMBER ? self->as.number : NAN;
}

/**
 * ls_value_get_boolean:
 * @self: a value
 *
 * Gets the truth value that the value is.
 *
 * Returns: the truth value; %FALSE where the value is none. Nothing is converted
 */
gboolean
ls_value_get_boolean (const LsValue *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->type == LS_VALUE_BOOLEAN && self->as.boolean;
}

/**
 * ls_value_get_string:
 * @self: a value
 *
 * Gets the string that the value is.
 *
 * Returns: (transfer none) (nullable): the string; %NULL where the value is none. [method@Value.to_string] describes any value
 */
const char *
ls_value_get_string (const LsValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->type == LS_VALUE_STRING ? self->as.string : NULL;
}

/**
 * ls_value_get_exception:
 * @self: a value
 *
 * Gets the exception that the value is.
 *
 * Returns: (transfer none) (nullable): the exception; %NULL where the value is none
 */
LsException *
ls_value_get_exception (const LsValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->type == LS_VALUE_EXCEPTION ? self->as.exception : NULL;
}

/**
 * ls_value_get_promise:
 * @self: a value
 *
 * Gets the promise that the value is.
 *
 * Returns: (transfer none) (nullable): the promise; %NULL where the value is none
 */
LsPromise *
ls_value_get_promise (const LsValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->type == LS_VALUE_PROMISE ? self->as.promise : NULL;
}

/**
 * ls_value_get_object:
 * @self: a value
 *
 * Gets the object that the value is.
 *
 * Returns: (transfer none) (nullable): the object; %NULL where the value is none
 */
GObject *
ls_value_get_object (const LsValue *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->type == LS_VALUE_OBJECT ? self->as.object : NULL;
}
