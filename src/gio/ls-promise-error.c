/* ls-promise-error.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-promise-error.h"

#include <gio/gio.h>

#include "ls-exception-private.h"

/**
 * ls_promise_error_quark:
 *
 * Gets the domain of errors of rejected promises.
 *
 * Returns: the number of the domain
 */
G_DEFINE_QUARK (ls-promise-error-quark, ls_promise_error)

/* The names of exceptions that have an error of GIO */
static const struct
{
  const char  *name;
  GIOErrorEnum code;
} names[] = {
  { "AbortError", G_IO_ERROR_CANCELLED },
  { "TimeoutError", G_IO_ERROR_TIMED_OUT },
  { "NotSupportedError", G_IO_ERROR_NOT_SUPPORTED },
};

/**
 * ls_value_to_error:
 * @self: the reason of a rejection, or an exception
 *
 * Makes an error of the reason. An exception of [ctor@Exception.new_for_error] becomes the error that it was made for, with its
 * domain, code and message. Of the others an AbortError becomes %G_IO_ERROR_CANCELLED, a TimeoutError %G_IO_ERROR_TIMED_OUT and a
 * NotSupportedError %G_IO_ERROR_NOT_SUPPORTED, with the message of the exception. Everything else becomes
 * %LS_PROMISE_ERROR_REJECTED with the text of [method@Value.to_string].
 *
 * Returns: (transfer full): an error
 */
GError *
ls_value_to_error (const LsValue *self)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->type == LS_VALUE_EXCEPTION && ls_exception_get_error (self->as.exception) != NULL)
    return g_error_copy (ls_exception_get_error (self->as.exception));
  for (guint i = 0; self->type == LS_VALUE_EXCEPTION && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (ls_exception_get_name (self->as.exception), names[i].name))
      return g_error_new_literal (G_IO_ERROR, names[i].code, ls_exception_get_message (self->as.exception));

  text = ls_value_to_string (self);
  return g_error_new_literal (LS_PROMISE_ERROR, LS_PROMISE_ERROR_REJECTED, text);
}

/**
 * ls_exception_new_for_error: (constructor)
 * @error: an error of GLib
 *
 * Makes an exception of an error and keeps the error in it: [method@Value.to_error] gives it back as it was, with its domain, code
 * and message. A callback that has got an error throws this exception.
 *
 * Returns: (transfer full): an exception with the message of @error; its name is "Error" where no other one fits
 */
LsException *
ls_exception_new_for_error (const GError *error)
{
  g_return_val_if_fail (error != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_error_matches (error, G_IO_ERROR, names[i].code))
      return ls_exception_new_with_error (names[i].name, error);
  return ls_exception_new_with_error ("Error", error);
}
