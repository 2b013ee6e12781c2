/* test-property.c: random programs do the same on the engine, in turns and in steps, and on the reference
 *
 * LS_TEST_PROPERTY_SEED and LS_TEST_PROPERTY_COUNT override the first seed and how many programs are run;
 * LS_TEST_PROPERTY_PRINT=1 prints the program of the first seed and both its logs.
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "program.h"
#include "sanitized.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SEED 20250101
#define N_PROGRAMS TIMES (10000, 2000)
#define COLUMN 64

static guint32
environment_number (const char *name,
                    guint32     otherwise)
{
  const char *text = g_getenv (name);

  return text != NULL && text[0] != '\0' ? (guint32) g_ascii_strtoull (text, NULL, 10) : otherwise;
}

static char *
run_on (const Program *program,
        const Driver  *driver)
{
  return program_run (program, driver, ls_preset_lookup (program->preset));
}

/* @user_data: (out) (nullable): the driver whose log differs from the reference's */
static gboolean
differs (const Program *program,
         gpointer       user_data)
{
  static const Driver * const drivers[] = { &engine_driver, &engine_step_driver };
  g_autofree char *reference = run_on (program, &ref_driver);

  for (guint i = 0; i < G_N_ELEMENTS (drivers); i++)
    {
      g_autofree char *engine = run_on (program, drivers[i]);

      if (strcmp (reference, engine) == 0)
        continue;
      if (user_data != NULL)
        *(const Driver **) user_data = drivers[i];
      return TRUE;
    }
  return FALSE;
}

/* Both logs side by side */
static void
print_logs (const Program *program,
            const Driver  *driver)
{
  g_autofree char *reference = run_on (program, &ref_driver);
  g_autofree char *engine = run_on (program, driver);
  g_auto (GStrv) left = g_strsplit (reference, "\n", -1);
  g_auto (GStrv) right = g_strsplit (engine, "\n", -1);
  guint n_left = g_strv_length (left), n_right = g_strv_length (right);

  g_printerr ("  %-*s | %s\n", COLUMN, ref_driver.name, driver->name);
  for (guint i = 0; i < MAX (n_left, n_right); i++)
    {
      const char *l = i < n_left ? left[i] : "";
      const char *r = i < n_right ? right[i] : "";

      g_printerr ("%c %-*s | %s\n", strcmp (l, r) == 0 ? ' ' : '!', COLUMN, l, r);
    }
}

static void
print_program (const Program *program)
{
  g_autofree char *text = program_to_string (program);

  g_printerr ("%s\n", text);
}

static void
test_property (void)
{
  guint32 first = environment_number ("LS_TEST_PROPERTY_SEED", FIRST_SEED);
  guint32 count = environment_number ("LS_TEST_PROPERTY_COUNT", N_PROGRAMS);

  for (guint32 i = 0; i < count; i++)
    {
      g_autoptr (Program) program = program_generate (first + i);
      const Driver *driver = &engine_driver;

      if (i == 0 && environment_number ("LS_TEST_PROPERTY_PRINT", 0) != 0)
        {
          print_program (program);
          print_logs (program, driver);
        }
      if (!differs (program, NULL))
        continue;
      g_printerr ("Seed %u differs; the smallest program that does:\n", first + i);
      program_shrink (program, differs, NULL);
      differs (program, &driver);
      print_program (program);
      print_logs (program, driver);
      g_error ("Run it alone: LS_TEST_PROPERTY_SEED=%u LS_TEST_PROPERTY_COUNT=1", first + i);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scheduling/property", test_property);
  return g_test_run ();
}
