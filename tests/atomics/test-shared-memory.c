/* test-shared-memory.c: blocks, arrays over them, conversions, and the operations that do not wait
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "ls-atomics.h"

static LsSharedMemory *
make_memory (guint64 length)
{
  g_autoptr (GError) error = NULL;
  LsSharedMemory *memory = ls_shared_memory_new (length, "test", &error);

  g_assert_no_error (error);
  return memory;
}

static LsTypedArray
make_array (LsSharedMemory *memory,
            LsElementType   type,
            guint64         byte_offset,
            guint64         length)
{
  g_autoptr (GError) error = NULL;
  LsTypedArray array;

  ls_typed_array_init (&array, memory, type, byte_offset, length, &error);
  g_assert_no_error (error);
  return array;
}

static void
test_block (void)
{
  g_autoptr (LsSharedMemory) memory = make_memory (10);
  g_autoptr (LsSharedMemory) growable = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (ls_shared_memory_get_name (memory), ==, "test");
  g_assert_cmpuint (ls_shared_memory_get_id (memory), ==, 0);
  g_assert_cmpuint (ls_shared_memory_get_length (memory), ==, 10);
  g_assert_cmpuint (ls_shared_memory_get_max_length (memory), ==, 10);
  g_assert_false (ls_shared_memory_grow (memory, 10, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE);
  g_clear_error (&error);

  growable = ls_shared_memory_new_growable (8, 16, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ls_shared_memory_grow (growable, 8, &error));
  g_assert_true (ls_shared_memory_grow (growable, 16, &error));
  g_assert_no_error (error);
  g_assert_false (ls_shared_memory_grow (growable, 15, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_false (ls_shared_memory_grow (growable, 17, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_cmpuint (ls_shared_memory_get_length (growable), ==, 16);

  g_assert_null (ls_shared_memory_new (G_MAXUINT64, NULL, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_null (ls_shared_memory_new_growable (2, 1, NULL, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
}

static void
test_array (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSharedMemory) memory = make_memory (17);
  g_autoptr (LsSharedMemory) growable = ls_shared_memory_new_growable (9, 16, NULL, &error);
  LsTypedArray array;

  g_assert_false (ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 2, 1, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_false (ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 4, 4, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_false (ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 20, 0, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  /* 17 bytes are no whole number of elements. */
  g_assert_false (ls_typed_array_init (&array, memory, LS_ELEMENT_INT32, 0, LS_LENGTH_TRACKING, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);

  array = make_array (memory, LS_ELEMENT_BIGINT64, 8, 1);
  g_assert_cmpuint (ls_typed_array_get_length (&array), ==, 1);
  array = make_array (memory, LS_ELEMENT_INT8, 3, LS_LENGTH_TRACKING);
  g_assert_cmpuint (ls_typed_array_get_length (&array), ==, 14);

  array = make_array (growable, LS_ELEMENT_INT32, 4, LS_LENGTH_TRACKING);
  g_assert_cmpuint (ls_typed_array_get_length (&array), ==, 1);
  g_assert_true (ls_shared_memory_grow (growable, 16, NULL));
  g_assert_cmpuint (ls_typed_array_get_length (&array), ==, 3);
}

static void
test_conversions (void)
{
  static const struct
  {
    LsElementType type;
    double number;
    gint64 element;
  } numbers[] = {
    { LS_ELEMENT_INT8, 127, 127 }, { LS_ELEMENT_INT8, 128, -128 }, { LS_ELEMENT_INT8, -129, 127 },
    { LS_ELEMENT_UINT8, -1, 255 }, { LS_ELEMENT_UINT8, 256, 0 }, { LS_ELEMENT_UINT8, 3.99, 3 },
    { LS_ELEMENT_INT16, 32768, -32768 }, { LS_ELEMENT_UINT16, -0.9, 0 }, { LS_ELEMENT_INT32, 4294967295.0, -1 },
    { LS_ELEMENT_INT32, 2147483648.0, G_MININT32 }, { LS_ELEMENT_UINT32, -1, 4294967295 },
    { LS_ELEMENT_INT32, 1e300, 0 }, { LS_ELEMENT_INT32, 36893488147419111424.0, 8192 }, { LS_ELEMENT_INT32, -1e300, 0 },
  };
  guint64 index;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_assert_cmpint (ls_element_type_from_number (numbers[i].type, numbers[i].number), ==, numbers[i].element);
  g_assert_cmpint (ls_element_type_from_number (LS_ELEMENT_INT32, NAN), ==, 0);
  g_assert_cmpint (ls_element_type_from_number (LS_ELEMENT_INT32, -INFINITY), ==, 0);

  g_assert_true (ls_to_index (-0.5, &index, &error) && index == 0);
  g_assert_true (ls_to_index (NAN, &index, &error) && index == 0);
  g_assert_true (ls_to_index (9007199254740991.0, &index, &error) && index == 9007199254740991);
  g_assert_false (ls_to_index (9007199254740992.0, &index, &error));
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_false (ls_to_index (-1, &index, NULL));
  g_assert_false (ls_to_index (INFINITY, &index, NULL));

  g_assert_true (isinf (ls_to_wait_timeout (NAN)) && ls_to_wait_timeout (NAN) > 0);
  g_assert_cmpfloat (ls_to_wait_timeout (-INFINITY), ==, 0);
  g_assert_cmpfloat (ls_to_wait_timeout (-3), ==, 0);
  g_assert_cmpfloat (ls_to_wait_timeout (0.25), ==, 0.25);
  g_assert_cmpuint (ls_to_notify_count (NAN), ==, 0);
  g_assert_cmpuint (ls_to_notify_count (-3), ==, 0);
  g_assert_cmpuint (ls_to_notify_count (2.9), ==, 2);
  g_assert_cmpuint (ls_to_notify_count (INFINITY), ==, LS_NOTIFY_ALL);
  /* The result is never -0. */
  g_assert_false (signbit (ls_to_integer_or_infinity (-0.5)));
  g_assert_false (signbit (ls_to_integer_or_infinity (-0.0)));

  g_assert_true (ls_atomics_is_lock_free (4));
  g_assert_true (ls_atomics_is_lock_free (4.5));
  g_assert_false (ls_atomics_is_lock_free (3));
  g_assert_false (ls_atomics_is_lock_free (NAN));
}

/* Every operation on every type: its result, and the element afterwards. */
static void
test_operations (gconstpointer data)
{
  const LsElementType type = GPOINTER_TO_UINT (data);
  const gsize size = ls_element_type_get_size (type);
  g_autoptr (LsSharedMemory) memory = make_memory (4 * size);
  LsTypedArray array = make_array (memory, type, size, 2);
  const gint64 all = ls_element_type_wrap (type, -1);
  const guint8 *bytes = ls_shared_memory_get_bytes (memory);
  g_autoptr (GError) error = NULL;
  LsElementType found;

  g_assert_true (ls_element_type_from_string (ls_element_type_to_string (type), &found) && found == type);
  g_assert_cmpint (ls_atomics_store (&array, 1, -1, &error), ==, -1);
  g_assert_cmpint (ls_atomics_load (&array, 1, &error), ==, all);
  g_assert_cmpint (ls_atomics_add (&array, 1, 6, &error), ==, all);
  g_assert_cmpint (ls_atomics_load (&array, 1, &error), ==, 5);
  g_assert_cmpint (ls_atomics_sub (&array, 1, 2, &error), ==, 5);
  g_assert_cmpint (ls_atomics_and (&array, 1, 6, &error), ==, 3);
  g_assert_cmpint (ls_atomics_or (&array, 1, 8, &error), ==, 2);
  g_assert_cmpint (ls_atomics_xor (&array, 1, 3, &error), ==, 10);
  g_assert_cmpint (ls_atomics_exchange (&array, 1, 100, &error), ==, 9);
  g_assert_cmpint (ls_atomics_compare_exchange (&array, 1, 99, 1, &error), ==, 100);
  g_assert_cmpint (ls_atomics_compare_exchange (&array, 1, 100, -1, &error), ==, 100);
  /* The expected value counts as an element would keep it. */
  g_assert_cmpint (ls_atomics_compare_exchange (&array, 1, -1, 7, &error), ==, all);
  g_assert_cmpint (ls_atomics_load (&array, 1, &error), ==, 7);
  g_assert_no_error (error);
  /* The neighbours of the element have not changed. */
  for (gsize i = 0; i < 4 * size; i++)
    if (i / size != 2)
      g_assert_cmpuint (bytes[i], ==, 0);

  g_assert_cmpint (ls_atomics_load (&array, 2, &error), ==, 0);
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  g_assert_cmpint (ls_atomics_store (&array, G_MAXUINT64, 3, &error), ==, 0);
  g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_RANGE);
  g_clear_error (&error);
  ls_atomics_notify (&array, 0, 1, &error);
  if (ls_element_type_is_waitable (type))
    g_assert_no_error (error);
  else
    g_assert_error (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TYPE);
  g_clear_error (&error);
  /* The check of the type comes before that of the index. */
  g_assert_cmpint (ls_atomics_wait (&array, 2, 0, 0, NULL, &error), ==, LS_WAIT_FAILED);
  g_assert_error (error, LS_ATOMICS_ERROR,
                  ls_element_type_is_waitable (type) ? LS_ATOMICS_ERROR_RANGE : LS_ATOMICS_ERROR_TYPE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shared-memory/block", test_block);
  g_test_add_func ("/shared-memory/array", test_array);
  g_test_add_func ("/shared-memory/conversions", test_conversions);
  for (guint i = 0; i < LS_N_ELEMENT_TYPES; i++)
    {
      g_autofree char *path = g_strdup_printf ("/shared-memory/operations/%s", ls_element_type_to_string (i));

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_operations);
    }
  return g_test_run ();
}
