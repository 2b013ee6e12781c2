/* ls-typed-array.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-typed-array.h"

#include <math.h>

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsTypedArray, ls_typed_array)

static const guint8 element_sizes[LS_N_ELEMENT_TYPES] = {
  [LS_ELEMENT_INT8] = 1,
  [LS_ELEMENT_UINT8] = 1,
  [LS_ELEMENT_INT16] = 2,
  [LS_ELEMENT_UINT16] = 2,
  [LS_ELEMENT_INT32] = 4,
  [LS_ELEMENT_UINT32] = 4,
  [LS_ELEMENT_BIGINT64] = 8,
  [LS_ELEMENT_BIGUINT64] = 8,
};

/**
 * ls_typed_array_init:
 * @self: (out caller-allocates): an array
 * @memory: the memory of the array, which takes no reference
 * @type: the type of its elements
 * @byte_offset: the offset of its first element, in bytes
 * @length: the number of elements, or %LS_LENGTH_TRACKING for as many as the memory has
 * @error: return location for an error
 *
 * Makes a view of shared memory. With %LS_LENGTH_TRACKING the length of a block that cannot grow has to be a multiple of the size
 * of an element.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_RANGE where @byte_offset is no multiple of the size of an element, or the array exceeds
 *   the memory
 */
gboolean
ls_typed_array_init (LsTypedArray    *self,
                     LsSharedMemory  *memory,
                     LsElementType    type,
                     guint64          byte_offset,
                     guint64          length,
                     GError         **error)
{
  gsize size, bytes;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (memory != NULL, FALSE);
  g_return_val_if_fail ((guint) type < LS_N_ELEMENT_TYPES, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  size = element_sizes[type];
  bytes = ls_shared_memory_get_length (memory);
  if (byte_offset % size != 0)
    {
      g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE,
                   "%s cannot begin at byte %" G_GUINT64_FORMAT ": it has to be a multiple of %zu",
                   ls_element_type_to_string (type), byte_offset, size);
      return FALSE;
    }
  if (byte_offset > bytes || (length != LS_LENGTH_TRACKING && length > (bytes - byte_offset) / size))
    {
      g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE, "%s does not lie within %zu bytes of shared memory",
                   ls_element_type_to_string (type), bytes);
      return FALSE;
    }
  if (length == LS_LENGTH_TRACKING && !ls_shared_memory_is_growable (memory))
    {
      if (bytes % size != 0)
        {
          g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE, "%zu bytes of shared memory are no multiple of %zu", bytes,
                       size);
          return FALSE;
        }
      length = (bytes - byte_offset) / size;
    }
  *self = (LsTypedArray) { memory, type, byte_offset, length };
  return TRUE;
}

/**
 * ls_typed_array_get_length:
 * @self: an array
 *
 * Counts the elements of the array: TypedArrayLength in ECMAScript.
 *
 * Returns: the current number of elements (TypedArrayLength in ECMAScript)
 */
guint64
ls_typed_array_get_length (const LsTypedArray *self)
{
  g_return_val_if_fail (self != NULL, 0);

  /* Memory never gets shorter, so an array never exceeds it later. */
  if (self->length != LS_LENGTH_TRACKING)
    return self->length;
  return (ls_shared_memory_get_length (self->memory) - self->byte_offset) / element_sizes[self->type];
}


/**
 * ls_element_type_get_size:
 * @type: an element type
 *
 * Gets the size of an element, in bytes.
 *
 * Returns: the size of an element in bytes
 */
gsize
ls_element_type_get_size (LsElementType type)
{
  g_return_val_if_fail ((guint) type < LS_N_ELEMENT_TYPES, 1);

  return element_sizes[type];
}

/**
 * ls_element_type_is_big:
 * @type: an element type
 *
 * Tells whether the elements are BigInts.
 *
 * Returns: whether the elements are BigInts
 */
gboolean
ls_element_type_is_big (LsElementType type)
{
  return type == LS_ELEMENT_BIGINT64 || type == LS_ELEMENT_BIGUINT64;
}

/**
 * ls_element_type_is_waitable:
 * @type: an element type
 *
 * Tells whether `Atomics.wait()` accepts arrays of @type.
 *
 * Returns: whether `Atomics.wait()` accepts arrays of @type
 */
gboolean
ls_element_type_is_waitable (LsElementType type)
{
  return type == LS_ELEMENT_INT32 || type == LS_ELEMENT_BIGINT64;
}

/**
 * ls_element_type_wrap:
 * @type: an element type
 * @value: any integer
 *
 * Converts an integer as storing it in an element does.
 *
 * Returns: the element after @value was stored in it: @value modulo two to the power of its bits; for %LS_ELEMENT_BIGUINT64 the
 *   bits of that number
 */
gint64
ls_element_type_wrap (LsElementType type,
                      gint64        value)
{
  switch (type)
    {
    case LS_ELEMENT_INT8:
      return (gint8) value;
    case LS_ELEMENT_UINT8:
      return (guint8) value;
    case LS_ELEMENT_INT16:
      return (gint16) value;
    case LS_ELEMENT_UINT16:
      return (guint16) value;
    case LS_ELEMENT_INT32:
      return (gint32) value;
    case LS_ELEMENT_UINT32:
      return (guint32) value;
    case LS_ELEMENT_BIGINT64:
    case LS_ELEMENT_BIGUINT64:
    default:
      return value;
    }
}

/**
 * ls_element_type_from_number:
 * @type: an element type
 * @number: any Number
 *
 * Converts a Number as storing it in an element does.
 *
 * Returns: the element after @number was stored in it (ToInt8 … ToUint32, and the same for 64 bits): without the fraction, 0 for
 *   NaN and infinities, modulo two to the power of its bits
 */
gint64
ls_element_type_from_number (LsElementType type,
                             double        number)
{
  const double two_64 = 18446744073709551616.0;
  guint64 magnitude;

  if (!isfinite (number))
    return 0;
  magnitude = (guint64) fmod (trunc (fabs (number)), two_64);
  return ls_element_type_wrap (type, (gint64) (number < 0 ? -magnitude : magnitude));
}

/**
 * ls_element_type_format:
 * @type: an element type
 * @value: an element
 *
 * Formats an element of shared memory.
 *
 * Returns: (transfer full): the element in digits; a BigInt without its "n"
 */
char *
ls_element_type_format (LsElementType type,
                        gint64        value)
{
  if (type == LS_ELEMENT_BIGUINT64)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) value);
  return g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

/**
 * ls_to_integer_or_infinity:
 * @number: any Number
 *
 * ECMAScript 7.1.5 ToIntegerOrInfinity, after ToNumber.
 *
 * Returns: @number without its fraction; 0 for NaN and -0
 */
double
ls_to_integer_or_infinity (double number)
{
  if (isnan (number))
    return 0;
  /* Adding +0 turns -0 into +0. */
  return trunc (number) + 0.0;
}

/**
 * ls_to_index:
 * @number: any Number
 * @index: (out): the integer
 * @error: return location for an error
 *
 * ECMAScript 7.1.22 ToIndex, after ToNumber.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_RANGE where the integer is negative or above 2^53 - 1
 */
gboolean
ls_to_index (double    number,
             guint64  *index,
             GError  **error)
{
  const double integer = ls_to_integer_or_infinity (number);

  g_return_val_if_fail (index != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!(integer >= 0 && integer <= 9007199254740991.0))
    {
      g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE,
                   "%.17g is no index: expected an integer from 0 to 9007199254740991", number);
      return FALSE;
    }
  *index = (guint64) integer;
  return TRUE;
}

/**
 * ls_to_wait_timeout:
 * @number: any Number, in ms
 *
 * ECMAScript 25.4.3.14 DoWait, step 9, after ToNumber.
 *
 * Returns: the time to wait, in ms: infinity for NaN, 0 for a negative number
 */
double
ls_to_wait_timeout (double number)
{
  if (isnan (number))
    return INFINITY;
  return number > 0 ? number : 0;
}

/**
 * ls_to_notify_count:
 * @number: any Number
 *
 * ECMAScript 25.4.16 Atomics.notify, step 4, after ToNumber. `undefined` is no Number; it stands for all waiters.
 *
 * Returns: the number of waiters to wake; %G_MAXUINT64 for more than there can be
 */
guint64
ls_to_notify_count (double number)
{
  const double integer = ls_to_integer_or_infinity (number);

  if (integer <= 0)
    return 0;
  return integer >= 18446744073709551615.0 ? G_MAXUINT64 : (guint64) integer;
}
