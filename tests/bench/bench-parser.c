/* bench-parser.c: what programs cost to transform, beside the same with acorn's own search for names in the place of parser.js's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-util.h"

#include <gio/gio.h>
#include <string.h>
#include <time.h>

#include "ls-program-script.h"
#include "ls-script.h"
#include "ls-script-jsc-private.h"
#include "ls-session.h"

#define RESOURCES "/io/github/loopscope/Loopscope/script/"

#define RUNS 5

/* A user notices more than this, in ns. */
#define NOTICED 100e6

/* The order is that of ls-script-reader.c. */
static const char *const files[] = {
  "parser.js", "transform-tree.js", "transform-output.js", "transform-functions.js", "transform-hooks.js",
  "transform-statements.js", "transform-references.js", "transform-classes.js", "transform-visit.js", "transform.js",
};

static const char without_names[] =
  "(function (shared) { delete shared.Parser.prototype.declareName; })";

static const char driver[] =
  "(function (shared, source) {"
  " const result = shared.transform(source, { statements: true });"
  " return result.error ? result.error.message : result.code.length; })";

typedef struct
{
  const char *source;
  gboolean    is_second;    /* the program has been transformed before */
  gboolean    is_plain;
} Measure;

static JSValueRef
evaluate (JSGlobalContextRef  context,
          const char         *text)
{
  JSStringRef source = JSStringCreateWithUTF8CString (text);
  JSValueRef value = JSEvaluateScript (context, source, NULL, NULL, 1, NULL);

  JSStringRelease (source);
  g_assert_nonnull (value);
  return value;
}

static JSValueRef
evaluate_resource (JSGlobalContextRef  context,
                   const char         *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_assert_nonnull (bytes);
  return evaluate (context, g_bytes_get_data (bytes, NULL));
}

static JSValueRef
call (JSGlobalContextRef  context,
      JSValueRef          function,
      gsize               n_arguments,
      const JSValueRef    arguments[])
{
  JSValueRef result = JSObjectCallAsFunction (context, (JSObjectRef) function, NULL, n_arguments, arguments, NULL);

  g_assert_nonnull (result);
  return result;
}

static gint64
get_work (void)
{
  struct timespec used;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * G_GINT64_CONSTANT (1000000000) + used.tv_nsec;
}

/* Loads acorn and the transformation into a new virtual machine, and transforms a program once or twice.
 *
 * Returns the smaller of the time that has passed and the processor time of the process: of all, or of the second time */
static double
run (gconstpointer data)
{
  const Measure *measure = data;
  gint64 begun = bench_now (), work = get_work ();
  JSGlobalContextRef context = JSGlobalContextCreateInGroup (NULL, NULL);
  JSStringRef source = JSStringCreateWithUTF8CString (measure->source);
  JSValueRef shared, function;

  evaluate_resource (context, "acorn.js");
  shared = evaluate (context, "({ acorn })");
  JSValueProtect (context, shared);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      call (context, evaluate_resource (context, files[i]), 1, &shared);
      if (i == 0 && measure->is_plain)
        call (context, evaluate (context, without_names), 1, &shared);
    }
  function = evaluate (context, driver);
  JSValueProtect (context, function);

  for (guint i = 0; i <= measure->is_second; i++)
    {
      const JSValueRef arguments[2] = { shared, JSValueMakeString (context, source) };

      if (i > 0)
        {
          begun = bench_now ();
          work = get_work ();
        }
      g_assert_true (JSValueIsNumber (context, call (context, function, G_N_ELEMENTS (arguments), arguments)));
    }
  return MIN (bench_now () - begun, get_work () - work);
}

static void
bench_program (Bench      *bench,
               const char *name,
               const char *source)
{
  for (guint is_second = FALSE; is_second <= TRUE; is_second++)
    {
      const Measure ours = { source, is_second, FALSE }, plain = { source, is_second, TRUE };
      g_autofree char *title = g_strdup_printf ("%s, %.1f kB, %s", name, strlen (source) / 1000.,
                                                is_second ? "the second time" : "in a new process");
      const double time = bench_measure (run, &ours, RUNS);
      const double plain_time = bench_measure (run, &plain, RUNS);

      bench_report (bench, title, BENCH_NANOSECONDS, time, "acorn's own search", plain_time, "not noticed: 100 ms more",
                    time <= plain_time + NOTICED);
    }
}

static void
bench_session (Bench      *bench,
               const char *name)
{
  g_autofree char *path = g_build_filename (LS_BENCH_SESSIONS, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, &error);

  if (session == NULL)
    g_error ("%s", error->message);
  bench_program (bench, name, ls_script_get_text (ls_program_get_script (ls_session_get_program (session), 0)));
}

/* The program so many times, each time in a function. */
static char *
make_long (const char *program,
           guint       n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "async function part%u () {\n%s}\n", i, program);
  return g_string_free (text, FALSE);
}

/* So many functions and constants in one scope, five lines for both. */
static char *
make_flat (guint n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "async function f%u (a, b) {\n  const c = await a.b;\n  return c > b ? c : b;\n}\n"
                            "const value%u = %u;\n", i, i, i);
  return g_string_free (text, FALSE);
}

int
main (int   argc,
      char *argv[])
{
  Bench *bench = bench_new (&argc, &argv, "Transforming");
  g_autofree char *program = NULL, *large = NULL, *flat = NULL, *flatter = NULL;
  g_autoptr (GError) error = NULL;

  ls_script_register ();
  if (!g_file_get_contents (LS_BENCH_PROGRAM, &program, NULL, &error))
    g_error ("%s", error->message);
  large = make_long (program, 43);
  flat = make_flat (2000);
  flatter = make_flat (20000);
  bench_session (bench, "js-gallery.loopscope");
  bench_session (bench, "js-abort-tree.loopscope");
  bench_program (bench, "231 lines", program);
  bench_program (bench, "10,000 lines", large);
  bench_program (bench, "10,000 lines with 4,000 names in a scope", flat);
  bench_program (bench, "100,000 lines with 40,000 names in a scope", flatter);
  return bench_finish (bench);
}
