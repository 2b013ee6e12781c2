/* ls-atomics.c: the operations that do not wait
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-atomics-private.h"

#include <math.h>

#include "ls-agent-records-private.h"
#include "ls-agent-threads-private.h"

/* ECMAScript 25.4.3.1 ValidateIntegerTypedArray, the part about the element type. Returns %FALSE with %LS_ATOMICS_ERROR_TYPE where
 * the caller wants to wait on @array and agents cannot. */
gboolean
ls_validate_integer_typed_array (const LsTypedArray  *array,
                                 gboolean             waitable,
                                 GError             **error)
{
  if (!waitable || ls_element_type_is_waitable (array->type))
    return TRUE;
  g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE, "%s cannot be waited on: expected Int32Array or BigInt64Array",
               ls_element_type_to_string (array->type));
  return FALSE;
}

/* ECMAScript 25.4.3.2 ValidateAtomicAccess, after ToIndex: finds the place of the element in the block. Returns %FALSE with
 * %LS_ATOMICS_ERROR_RANGE where @array has no such element. */
gboolean
ls_validate_atomic_access (const LsTypedArray  *array,
                           guint64              index,
                           gsize               *byte_index,
                           GError             **error)
{
  const guint64 length = ls_typed_array_get_length (array);

  if (G_LIKELY (index < length))
    {
      *byte_index = array->byte_offset + (gsize) index * ls_element_type_get_size (array->type);
      return TRUE;
    }
  g_set_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE,
               "Index %" G_GUINT64_FORMAT " is out of range: the %s has %" G_GUINT64_FORMAT " elements", index,
               ls_element_type_to_string (array->type), length);
  return FALSE;
}

/* Defines the operations on elements of one size, which return the bits of the element before. The builtins take their size from
 * the type of the pointer: a function cannot take the place of this macro. */
#define DEFINE_ATOMIC_OPERATE(type, name)                                                                          \
  static inline type name (type *place, LsOperationKind kind, type value, type replacement)                        \
  {                                                                                                                \
    switch ((int) kind)                                                                                            \
      {                                                                                                            \
      case LS_OPERATION_STORE:                                                                                     \
      case LS_OPERATION_EXCHANGE:                                                                                  \
        return __atomic_exchange_n (place, value, __ATOMIC_SEQ_CST);                                               \
      case LS_OPERATION_ADD:                                                                                       \
        return __atomic_fetch_add (place, value, __ATOMIC_SEQ_CST);                                                \
      case LS_OPERATION_SUB:                                                                                       \
        return __atomic_fetch_sub (place, value, __ATOMIC_SEQ_CST);                                                \
      case LS_OPERATION_AND:                                                                                       \
        return __atomic_fetch_and (place, value, __ATOMIC_SEQ_CST);                                                \
      case LS_OPERATION_OR:                                                                                        \
        return __atomic_fetch_or (place, value, __ATOMIC_SEQ_CST);                                                 \
      case LS_OPERATION_XOR:                                                                                       \
        return __atomic_fetch_xor (place, value, __ATOMIC_SEQ_CST);                                                \
      case LS_OPERATION_COMPARE_EXCHANGE:                                                                          \
        __atomic_compare_exchange_n (place, &value, replacement, FALSE, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
        return value;                                                                                              \
      default:                                                                                                     \
        return __atomic_load_n (place, __ATOMIC_SEQ_CST);                                                          \
      }                                                                                                            \
  }

DEFINE_ATOMIC_OPERATE (guint8, operate_8)
DEFINE_ATOMIC_OPERATE (guint16, operate_16)
DEFINE_ATOMIC_OPERATE (guint32, operate_32)
DEFINE_ATOMIC_OPERATE (guint64, operate_64)

static inline gint64
operate (const LsTypedArray *array,
         gsize               byte_index,
         LsOperationKind     kind,
         gint64              value,
         gint64              replacement)
{
  gpointer place = array->memory->bytes + byte_index;

  switch (array->type)
    {
    case LS_ELEMENT_INT8:
      return (gint8) operate_8 (place, kind, value, replacement);
    case LS_ELEMENT_UINT8:
      return operate_8 (place, kind, value, replacement);
    case LS_ELEMENT_INT16:
      return (gint16) operate_16 (place, kind, value, replacement);
    case LS_ELEMENT_UINT16:
      return operate_16 (place, kind, value, replacement);
    case LS_ELEMENT_INT32:
      return (gint32) operate_32 (place, kind, value, replacement);
    case LS_ELEMENT_UINT32:
      return operate_32 (place, kind, value, replacement);
    case LS_ELEMENT_BIGINT64:
    case LS_ELEMENT_BIGUINT64:
    default:
      return operate_64 (place, kind, value, replacement);
    }
}

/* Reads an element (GetValueFromBuffer, sequentially consistent). */
gint64
ls_typed_array_get (const LsTypedArray *array,
                    gsize               byte_index)
{
  return operate (array, byte_index, LS_OPERATION_LOAD, 0, 0);
}

/* Does an operation in a model: others may go first, and the explorer learns of it. */
static gint64
operate_in_model (LsAgent             *agent,
                  const LsTypedArray  *array,
                  gsize                byte_index,
                  LsOperationKind      kind,
                  gint64               value,
                  gint64               replacement,
                  GError             **error)
{
  const LsOperation operation = { kind, array->memory, byte_index, array->type, value, replacement };
  gint64 old, now_there;

  if (!ls_agent_begin_operation (agent, &operation, error))
    return 0;
  old = operate (array, byte_index, kind, value, replacement);
  now_there = ls_typed_array_get (array, byte_index);
  ls_agent_report_operation (agent, &operation, old, now_there);
  ls_agent_end_operation (agent, &operation, kind == LS_OPERATION_STORE ? 0 : old, old != now_there);
  return old;
}

/* Does an operation of an agent that belongs to a model, or reports what it does. */
static gint64
operate_watched (LsAgent             *agent,
                 const LsTypedArray  *array,
                 gsize                byte_index,
                 LsOperationKind      kind,
                 gint64               value,
                 gint64               replacement,
                 GError             **error)
{
  gint64 old;

  if (agent->cluster != NULL)
    return operate_in_model (agent, array, byte_index, kind, value, replacement, error);
  if (agent->thread != NULL && !ls_agent_thread_may_operate (agent, error))
    return 0;
  /* Other threads report their operations as well: the trace has the order in which they are done. */
  ls_agent_enter_trace (agent);
  old = operate (array, byte_index, kind, value, replacement);
  ls_agent_report_operation (agent, &(LsOperation) { kind, array->memory, byte_index, array->type, value, replacement }, old,
                             ls_typed_array_get (array, byte_index));
  if (agent->thread != NULL && kind != LS_OPERATION_LOAD)
    ls_agent_thread_note_change (agent);
  ls_agent_leave_trace (agent);
  return old;
}

/* ECMAScript 25.4.3.17 AtomicReadModifyWrite, after the conversion of @value. Also does the operations that have steps of their own
 * in ECMAScript: exchange, store, load, and compareExchange (25.4.3.16 AtomicCompareExchangeInSharedBlock), which stores
 * @replacement. Returns the element before, or 0 with @error. */
static inline gint64
ls_atomic_read_modify_write (const LsTypedArray  *array,
                             guint64              index,
                             LsOperationKind      kind,
                             gint64               value,
                             gint64               replacement,
                             GError             **error)
{
  LsAgent *agent;
  gsize byte_index;

  g_return_val_if_fail (array != NULL, 0);
  g_return_val_if_fail (error == NULL || *error == NULL, 0);

  if (!ls_validate_atomic_access (array, index, &byte_index, error))
    return 0;
  agent = ls_agent_get_watched ();
  if (G_UNLIKELY (agent != NULL))
    return operate_watched (agent, array, byte_index, kind, value, replacement, error);
  return operate (array, byte_index, kind, value, replacement);
}

/* Does an operation of any kind. Returns the element before, also for a store. */
gint64
ls_atomics_operate (const LsTypedArray  *array,
                    guint64              index,
                    LsOperationKind      kind,
                    gint64               value,
                    gint64               replacement,
                    GError             **error)
{
  return ls_atomic_read_modify_write (array, index, kind, value, replacement, error);
}

/**
 * ls_atomics_load:
 * @array: an array
 * @index: the index of an element
 * @error: return location for an error
 *
 * ECMAScript 25.4.9 Atomics.load.
 *
 * Returns: the element; 0 with %LS_ATOMICS_ERROR_RANGE where there is none
 */
gint64
ls_atomics_load (const LsTypedArray  *array,
                 guint64              index,
                 GError             **error)
{
  return ls_atomic_read_modify_write (array, index, LS_OPERATION_LOAD, 0, 0, error);
}

/**
 * ls_atomics_store:
 * @array: an array
 * @index: the index of an element
 * @value: the value to store
 * @error: return location for an error
 *
 * ECMAScript 25.4.12 Atomics.store.
 *
 * Returns: @value as it is, not as the element keeps it; 0 with %LS_ATOMICS_ERROR_RANGE where there is no such element
 */
gint64
ls_atomics_store (const LsTypedArray  *array,
                  guint64              index,
                  gint64               value,
                  GError             **error)
{
  g_autoptr (GError) local_error = NULL;

  ls_atomic_read_modify_write (array, index, LS_OPERATION_STORE, value, 0, &local_error);
  if (local_error == NULL)
    return value;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return 0;
}

/**
 * ls_atomics_add:
 * @array: an array
 * @index: the index of an element
 * @value: the value to add
 * @error: return location for an error
 *
 * ECMAScript 25.4.4 Atomics.add. It wraps round.
 *
 * Returns: the element before; 0 with %LS_ATOMICS_ERROR_RANGE where there is none
 */
gint64
ls_atomics_add (const LsTypedArray  *array,
                guint64              index,
                gint64               value,
                GError             **error)
{
  return ls_atomic_read_modify_write (array, index, LS_OPERATION_ADD, value, 0, error);
}

/**
 * ls_atomics_sub:
 * @array: an array
 * @index: the index of an element
 * @value: the value to subtract
 * @error: return location for an error
 *
 * ECMAScript 25.4.13 Atomics.sub. It wraps round.
 *
 * Returns: the element before; 0 with %LS_ATOMICS_ERROR_RANGE where there is none
 */
gint64
ls_atomics_sub (const LsTypedArray  *array,
                guint64              index,
                gint64               value,
                GError             **error)
{
  return ls_atomic_read_modify_write (array, index, LS_OPERATION_SUB, value, 0, error);
}

/**
 * ls_atomics_and:
 * @array: an array
 * @index: the index of an element
 * @value: the bits that stay
 * @error: return location for an error
 *
 * ECMAScript 25.4.5 Atomics.and.
 *
 * Returns: the element before; 0 with %LS_ATOMICS_ERROR_RANGE where there is none
 */
gint64
ls_atomics_and (const LsTypedArray  *array,
                guint64              index,
                gint64               value,
                GError             **error)
{
  return ls_atomic_read_modify_write (array, index, LS_OPERATION_AND, value, 0, error);
}

/**
 * ls_atomics_or:
 * @array: an array
 * @index: the index of an element
 * @value: the bits to set
 * @error: return location for an error
 *
 * ECMAScript 25.4.10 Atomics.or.
 *
 * Returns: the element before; 0 with %LS_ATOMICS_ERROR_RANGE where there is none
 */
gint64
ls_atomics_or (const LsTypedArray  *array,
               guint64              index,
               gint64               value,
               GError             **error)
{
  return ls_atomic_read_modify_write (array, index, LS_OPERATION_OR, value, 0, error);
}

/**
 * ls_atomics_xor:
 * @array: an array
 * @index: the index of an element
 * @value: the bits to invert
 * @error: return location for an error
 *
 * ECMAScript 25.4.17 Atomics.xor.
 *
 * Returns: the element before; 0 with %LS_ATOMICS_ERROR_RANGE where there is none
 */
gint64
ls_atomics_xor (const LsTypedArray  *array,
                guint64              index,
                gint64               value,
                GError             **error)
{
  return ls_atomic_read_modify_write (array, index, LS_OPERATION_XOR, value, 0, error);
}

/**
 * ls_atomics_exchange:
 * @array: an array
 * @index: the index of an element
 * @value: the value to store
 * @error: return location for an error
 *
 * ECMAScript 25.4.7 Atomics.exchange.
 *
 * Returns: the element before; 0 with %LS_ATOMICS_ERROR_RANGE where there is none
 */
gint64
ls_atomics_exchange (const LsTypedArray  *array,
                     guint64              index,
                     gint64               value,
                     GError             **error)
{
  return ls_atomic_read_modify_write (array, index, LS_OPERATION_EXCHANGE, value, 0, error);
}

/**
 * ls_atomics_compare_exchange:
 * @array: an array
 * @index: the index of an element
 * @expected: the value that the element should have
 * @replacement: the value to store if it has
 * @error: return location for an error
 *
 * ECMAScript 25.4.6 Atomics.compareExchange. The comparison takes @expected as an element would keep it.
 *
 * Returns: the element before; 0 with %LS_ATOMICS_ERROR_RANGE where there is none
 */
gint64
ls_atomics_compare_exchange (const LsTypedArray  *array,
                             guint64              index,
                             gint64               expected,
                             gint64               replacement,
                             GError             **error)
{
  return ls_atomic_read_modify_write (array, index, LS_OPERATION_COMPARE_EXCHANGE, expected, replacement, error);
}

/**
 * ls_atomics_is_lock_free:
 * @size: any Number
 *
 * ECMAScript 25.4.8 Atomics.isLockFree.
 *
 * Returns: whether atomic operations on elements of @size bytes take no lock
 */
gboolean
ls_atomics_is_lock_free (double size)
{
  const double n = ls_to_integer_or_infinity (size);

  if (n == 1)
    return __atomic_always_lock_free (1, 0);
  if (n == 2)
    return __atomic_always_lock_free (2, 0);
  if (n == 8)
    return __atomic_always_lock_free (8, 0);
  return n == 4;
}

/**
 * ls_atomics_pause:
 * @error: return location for an error
 *
 * ECMAScript 25.4.11 Atomics.pause: the agent pauses for a moment. In a model others may go first.
 *
 * Returns: %FALSE with %LS_ATOMICS_ERROR_TERMINATED where the agent has been terminated
 */
gboolean
ls_atomics_pause (GError **error)
{
  LsAgent *agent = ls_agent_get_watched ();
  const LsOperation operation = { .kind = LS_OPERATION_PAUSE };

  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (agent != NULL && agent->thread != NULL && !ls_agent_thread_may_operate (agent, error))
    return FALSE;
  if (!ls_agent_is_modelled (agent))
    {
#if defined(__x86_64__) || defined(__i386__)
      __builtin_ia32_pause ();
#endif
      if (agent != NULL)
        ls_agent_report_other (agent, &operation);
      return TRUE;
    }
  if (!ls_agent_begin_operation (agent, &operation, error))
    return FALSE;
  ls_agent_report_other (agent, &operation);
  ls_agent_end_operation (agent, &operation, 0, FALSE);
  return TRUE;
}
