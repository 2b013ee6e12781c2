/* ls-exception.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-exception-private.h"

/**
 * LsException:
 *
 * An exception: a name ("AbortError", "TypeError") and a message, as DOMException and Error have them; one of
 * [ctor@Exception.new_for_error] keeps that error as well. An exception never changes. Programs compare it by identity. Its
 * references are atomic.
 */
struct _LsException
{
  gatomicrefcount ref_count;
  char           *name;
  char           *message;
  GError         *error;      /* (owned) (nullable): what it was made for */
};

G_DEFINE_BOXED_TYPE (LsException, ls_exception, ls_exception_ref, ls_exception_unref)

/**
 * ls_exception_new:
 * @name: such as "AbortError"
 * @message: the message for people
 *
 * Makes an exception.
 *
 * Returns: (transfer full): a new exception
 */
LsException *
ls_exception_new (const char *name,
                  const char *message)
{
  LsException *self;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (message != NULL, NULL);

  self = g_new0 (LsException, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->message = g_strdup (message);
  return self;
}

/* Makes an exception with the message of @error, which it keeps. */
LsException *
ls_exception_new_with_error (const char   *name,
                             const GError *error)
{
  LsException *self = ls_exception_new (name, error->message);

  self->error = g_error_copy (error);
  return self;
}

/* Returns: (transfer none) (nullable): the error that @self was made for */
const GError *
ls_exception_get_error (const LsException *self)
{
  return self->error;
}

/**
 * ls_exception_new_printf:
 * @name: such as "AbortError"
 * @format: a printf() format for the message
 * @...: the arguments of @format
 *
 * Makes an exception with a formatted message.
 *
 * Returns: (transfer full): a new exception
 */
LsException *
ls_exception_new_printf (const char *name,
                         const char *format,
                         ...)
{
  g_autofree char *message = NULL;
  va_list args;

  g_return_val_if_fail (format != NULL, NULL);

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  return ls_exception_new (name, message);
}

/**
 * ls_exception_ref:
 * @self: an exception
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 */
LsException *
ls_exception_ref (LsException *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_exception_unref:
 * @self: (transfer full): an exception
 *
 * Drops a reference. The last one frees the exception.
 */
void
ls_exception_unref (LsException *self)
{
  g_return_if_fail (self != NULL);

  if (g_atomic_ref_count_dec (&self->ref_count))
    {
      g_free (self->name);
      g_free (self->message);
      g_clear_error (&self->error);
      g_free (self);
    }
}

/**
 * ls_exception_get_name:
 * @self: an exception
 *
 * Gets the name, such as "AbortError".
 *
 * Returns: (transfer none): the name
 */
const char *
ls_exception_get_name (const LsException *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->name;
}

/**
 * ls_exception_get_message:
 * @self: an exception
 *
 * Gets the message for people.
 *
 * Returns: (transfer none): its message
 */
const char *
ls_exception_get_message (const LsException *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->message;
}
