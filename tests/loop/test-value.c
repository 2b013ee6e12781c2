/* test-value.c: values, what they hold, and when they are the same
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <math.h>

#include "ls-event-loop.h"
#include "ls-promise.h"

static void
assert_says (const LsValue *value,
             const char    *expected)
{
  g_autofree char *text = ls_value_to_string (value);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_numbers (void)
{
  static const struct
  {
    double      number;
    const char *text;
  } numbers[] = {
    { 0, "0" },
    { -7, "-7" },
    { 1.5, "1.5" },
    { -0.25, "-0.25" },
    { 999999999999999., "999999999999999" },
    { 1e15, "1e+15" },
    { -1e15, "-1e+15" },
    { 1e300, "1e+300" },
    { NAN, "NaN" },
    { INFINITY, "Infinity" },
    { -INFINITY, "-Infinity" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      LsValue value = LS_VALUE_INIT;

      ls_value_set_number (&value, numbers[i].number);
      g_assert_cmpint (value.type, ==, LS_VALUE_NUMBER);
      assert_says (&value, numbers[i].text);
    }
}

static void
count_freed (gpointer data)
{
  ++*(guint *) data;
}

static char *
box_to_string (gpointer data)
{
  return g_strdup_printf ("box of %u", *(guint *) data);
}

/* A value has a reference of its own to what it is set to, and so has each copy. Clearing gives it back, and so does setting. */
static void
test_references (void)
{
  g_auto (LsValue) value = LS_VALUE_INIT, copy = LS_VALUE_INIT;
  LsEventLoop *loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  gpointer object = g_object_new (G_TYPE_BINDING_GROUP, NULL);
  LsPromise *promise = ls_promise_new (loop);
  LsException *exception = ls_exception_new ("Error", "boom");
  guint n_freed = 0;
  LsBoxed *boxed = ls_boxed_new (&n_freed, count_freed, box_to_string), *plain = ls_boxed_new (NULL, NULL, NULL);

  g_object_add_weak_pointer (object, &object);
  ls_value_set_object (&value, object);
  g_object_unref (object);
  g_assert_nonnull (object);
  assert_says (&value, "GBindingGroup");
  ls_value_copy (&value, &copy);
  ls_value_set_object (&value, value.as.object);
  ls_value_clear (&value);
  g_assert_cmpint (value.type, ==, LS_VALUE_UNDEFINED);
  g_assert_nonnull (object);
  g_assert_true (copy.as.object == object);

  ls_value_set_boxed (&copy, boxed);
  g_assert_null (object);
  ls_boxed_unref (boxed);
  ls_value_copy (&copy, &value);
  ls_value_set_boxed (&copy, copy.as.boxed);
  assert_says (&copy, "box of 0");
  ls_value_clear (&copy);
  g_assert_cmpuint (n_freed, ==, 0);
  assert_says (&value, "box of 0");

  ls_value_set_exception (&value, exception);
  g_assert_cmpuint (n_freed, ==, 1);
  ls_exception_unref (exception);
  ls_value_copy (&value, &copy);
  ls_value_set_exception (&value, value.as.exception);
  ls_value_set_boxed (&value, plain);
  ls_boxed_unref (plain);
  assert_says (&value, "object");
  assert_says (&copy, "Error: boom");

  ls_value_set_promise (&value, promise);
  ls_promise_unref (promise);
  ls_value_clear (&copy);
  ls_value_copy (&value, &copy);
  ls_value_set_promise (&copy, copy.as.promise);
  ls_value_set_undefined (&value);
  g_assert_cmpint (value.type, ==, LS_VALUE_UNDEFINED);
  assert_says (&copy, "promise 1");
  g_assert_cmpint (ls_promise_get_state (copy.as.promise), ==, LS_PROMISE_PENDING);

  ls_value_set_string (&value, "text");
  ls_value_clear (&copy);
  ls_value_copy (&value, &copy);
  ls_value_set_string (&value, value.as.string);
  ls_value_set_boolean (&value, 2);
  assert_says (&value, "true");
  assert_says (&copy, "text");
  g_assert_finalize_object (loop);
}

/* Numbers, truth values and strings are the same where they are equal; everything else where it is one thing. */
static void
test_identical (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsPromise) promise = ls_promise_new (loop), other_promise = ls_promise_new (loop);
  g_autoptr (LsException) exception = ls_exception_new ("Error", "boom"), other_exception = ls_exception_new ("Error", "boom");
  LsBoxed *box = ls_boxed_new (loop, NULL, NULL), *other_box = ls_boxed_new (loop, NULL, NULL), *third_box = ls_boxed_new (NULL, NULL, NULL);
  LsValue values[15] = { LS_VALUE_INIT };
  /* For each of them the first that is the same. */
  static const guint same[G_N_ELEMENTS (values)] = { 0, 1, 2, 2, 4, 5, 6, 6, 8, 9, 10, 11, 12, 12, 14 };

  ls_value_set_number (&values[1], 1);
  ls_value_set_number (&values[2], NAN);
  ls_value_set_number (&values[3], -NAN);
  ls_value_set_boolean (&values[4], FALSE);
  ls_value_set_boolean (&values[5], TRUE);
  ls_value_set_string (&values[6], "1");
  ls_value_set_string (&values[7], "1");
  ls_value_set_exception (&values[8], exception);
  ls_value_set_exception (&values[9], other_exception);
  ls_value_set_promise (&values[10], promise);
  ls_value_set_promise (&values[11], other_promise);
  ls_value_set_boxed (&values[12], box);
  ls_value_set_boxed (&values[13], other_box);
  ls_value_set_boxed (&values[14], third_box);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    for (guint j = 0; j < G_N_ELEMENTS (values); j++)
      g_assert_cmpint (ls_value_identical (&values[i], &values[j]), ==, same[i] == same[j]);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    ls_value_clear (&values[i]);
  ls_boxed_unref (box);
  ls_boxed_unref (other_box);
  ls_boxed_unref (third_box);
}

/* Each getter tells its own type apart from all others. */
static void
assert_holds (const LsValue *value,
              LsValueType    type)
{
  g_assert_cmpint (ls_value_get_value_type (value), ==, type);
  g_assert_cmpint (isnan (ls_value_get_number (value)), ==, type != LS_VALUE_NUMBER);
  g_assert_cmpint (ls_value_get_boolean (value), ==, type == LS_VALUE_BOOLEAN);
  g_assert_cmpint (ls_value_get_string (value) != NULL, ==, type == LS_VALUE_STRING);
  g_assert_cmpint (ls_value_get_exception (value) != NULL, ==, type == LS_VALUE_EXCEPTION);
  g_assert_cmpint (ls_value_get_promise (value) != NULL, ==, type == LS_VALUE_PROMISE);
  g_assert_cmpint (ls_value_get_object (value) != NULL, ==, type == LS_VALUE_OBJECT);
}

/* @gvalue becomes a value of the engine, and that becomes an equal @gvalue again, or one of @back where that is given. */
static void
assert_converts (const GValue *gvalue,
                 LsValueType   type,
                 GType         back)
{
  g_auto (LsValue) value = LS_VALUE_INIT;
  g_auto (LsValue) again = LS_VALUE_INIT;
  g_auto (GValue) copy = G_VALUE_INIT;
  g_autoptr (LsValue) dup = NULL;

  ls_value_set_gvalue (&value, gvalue);
  assert_holds (&value, type);
  ls_value_get_gvalue (&value, &copy);
  g_assert_cmpstr (G_VALUE_TYPE_NAME (&copy), ==, g_type_name (back != 0 ? back : G_VALUE_TYPE (gvalue)));
  ls_value_set_gvalue (&again, &copy);
  dup = ls_value_dup (&again);
  if (type != LS_VALUE_BOXED)
    g_assert_true (ls_value_identical (&value, dup));
}

#define CONVERT(type_of_gvalue, name, what, type, back) \
  do { \
    g_auto (GValue) gvalue = G_VALUE_INIT; \
    g_value_init (&gvalue, type_of_gvalue); \
    g_value_set_##name (&gvalue, what); \
    assert_converts (&gvalue, type, back); \
  } while (0)

static void
test_gvalue (void)
{
  g_autoptr (LsEventLoop) loop = ls_event_loop_new (LS_CLOCK_VIRTUAL);
  g_autoptr (LsPromise) promise = ls_promise_new (loop);
  g_autoptr (LsException) exception = ls_exception_new ("RangeError", "too far");
  g_autoptr (GError) error = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_NOENT, "gone");
  g_autoptr (GDateTime) date = g_date_time_new_now_utc ();

  CONVERT (G_TYPE_INT, int, 42, LS_VALUE_NUMBER, G_TYPE_DOUBLE);
  CONVERT (G_TYPE_UINT64, uint64, 42, LS_VALUE_NUMBER, G_TYPE_DOUBLE);
  CONVERT (G_TYPE_DOUBLE, double, 1.5, LS_VALUE_NUMBER, 0);
  CONVERT (G_TYPE_BOOLEAN, boolean, TRUE, LS_VALUE_BOOLEAN, 0);
  CONVERT (G_TYPE_STRING, string, "text", LS_VALUE_STRING, 0);
  CONVERT (G_TYPE_STRING, string, NULL, LS_VALUE_UNDEFINED, LS_TYPE_VALUE);
  CONVERT (LS_TYPE_EVENT_LOOP, object, loop, LS_VALUE_OBJECT, 0);
  CONVERT (G_TYPE_OBJECT, object, NULL, LS_VALUE_UNDEFINED, LS_TYPE_VALUE);
  CONVERT (LS_TYPE_PROMISE, boxed, promise, LS_VALUE_PROMISE, 0);
  CONVERT (LS_TYPE_EXCEPTION, boxed, exception, LS_VALUE_EXCEPTION, 0);
  CONVERT (G_TYPE_ERROR, boxed, error, LS_VALUE_EXCEPTION, LS_TYPE_EXCEPTION);
  CONVERT (G_TYPE_DATE_TIME, boxed, date, LS_VALUE_BOXED, 0);
  CONVERT (G_TYPE_VARIANT, variant, g_variant_new_uint32 (7), LS_VALUE_BOXED, 0);
  CONVERT (G_TYPE_POINTER, pointer, date, LS_VALUE_BOXED, 0);
}

/* What the engine has no type for comes back as it was. */
static void
test_wrapped (void)
{
  g_autoptr (GDateTime) date = g_date_time_new_now_utc ();
  g_auto (LsValue) value = LS_VALUE_INIT;
  g_auto (GValue) gvalue = G_VALUE_INIT;

  g_value_init (&gvalue, G_TYPE_DATE_TIME);
  g_value_set_boxed (&gvalue, date);
  ls_value_set_gvalue (&value, &gvalue);
  g_value_unset (&gvalue);
  ls_value_get_gvalue (&value, &gvalue);
  g_assert_true (g_value_get_boxed (&gvalue) == date);
  ls_value_set_gvalue (&value, NULL);
  assert_holds (&value, LS_VALUE_UNDEFINED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/value/numbers", test_numbers);
  g_test_add_func ("/value/references", test_references);
  g_test_add_func ("/value/identical", test_identical);
  g_test_add_func ("/value/gvalue", test_gvalue);
  g_test_add_func ("/value/wrapped", test_wrapped);
  return g_test_run ();
}
