/* bench-util.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-util.h"

#include <errno.h>
#include <json-glib/json-glib.h>
#include <locale.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct _Bench
{
  gboolean     json;
  JsonBuilder *builder;
};

Bench *
bench_new (int          *argc,
           char       ***argv,
           const char   *title)
{
  Bench *self = g_new0 (Bench, 1);
  const GOptionEntry entries[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->json, "Print JSON instead of a table", NULL },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "C.UTF-8");
  g_option_context_set_summary (context, title);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, &error))
    {
      g_printerr ("%s\n", error->message);
      exit (2);
    }
  self->builder = json_builder_new ();
  json_builder_begin_array (self->builder);
  if (!self->json)
    g_print ("| %s | measured | baseline in the same run | ratio | goal | met |\n| --- | --: | --- | --: | --- | --- |\n",
             title);
  return self;
}

gint64
bench_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * G_GINT64_CONSTANT (1000000000) + now.tv_nsec;
}

/* Bytes of memory that the process uses now. */
gsize
bench_memory (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) numbers = NULL;

  if (!g_file_get_contents ("/proc/self/statm", &text, NULL, NULL))
    return 0;
  numbers = g_strsplit (text, " ", 3);
  return g_ascii_strtoull (numbers[1], NULL, 10) * sysconf (_SC_PAGESIZE);
}

static int
compare_doubles (const void *a,
                 const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

/* In a process of its own, so that no run finds the memory that an earlier one has warmed up. */
static double
measure_once (BenchFunc     func,
              gconstpointer data)
{
  double value = 0;
  int pipe_fds[2];
  pid_t child;

  if (pipe (pipe_fds) != 0 || (child = fork ()) < 0)
    g_error ("Cannot start a process: %s", g_strerror (errno));
  if (child == 0)
    {
      value = func (data);
      if (write (pipe_fds[1], &value, sizeof value) != sizeof value)
        _exit (1);
      _exit (0);
    }
  close (pipe_fds[1]);
  if (read (pipe_fds[0], &value, sizeof value) != sizeof value)
    g_error ("A measurement has failed");
  close (pipe_fds[0]);
  waitpid (child, NULL, 0);
  return value;
}

/* The median of so many runs, after one that does not count: a virtual machine may have to get the memory first. */
double
bench_measure (BenchFunc     func,
               gconstpointer data,
               guint         runs)
{
  g_autofree double *values = g_new (double, runs);

  measure_once (func, data);
  for (guint i = 0; i < runs; i++)
    values[i] = measure_once (func, data);
  qsort (values, runs, sizeof *values, compare_doubles);
  return values[runs / 2];
}

static char *
format_value (BenchUnit unit,
              double    value)
{
  if (unit == BENCH_BYTES && value >= 1e6)
    return g_strdup_printf ("%.1f MB", value / 1e6);
  if (unit == BENCH_BYTES)
    return g_strdup_printf ("%.0f B", value);
  if (unit == BENCH_BYTES_PER_SECOND)
    return g_strdup_printf ("%.0f MB/s", value / 1e6);
  if (unit == BENCH_HERTZ)
    return g_strdup_printf ("%.1f Hz", value);
  if (value < 1000)
    return g_strdup_printf ("%.1f ns", value);
  if (value < 1000000)
    return g_strdup_printf ("%.2f µs", value / 1000);
  return g_strdup_printf ("%.2f ms", value / 1000000);
}

void
bench_report (Bench      *self,
              const char *name,
              BenchUnit   unit,
              double      value,
              const char *baseline_name,
              double      baseline,
              const char *goal,
              gboolean    met)
{
  static const char *const units[] = { "ns", "bytes", "Hz", "B/s" };
  g_autofree char *text = format_value (unit, value);
  g_autofree char *baseline_text = format_value (unit, baseline);

  if (!self->json)
    {
      g_print ("| %s | %s | %s: %s | %.2f | %s | %s |\n", name, text, baseline_name, baseline_text, value / baseline, goal,
               met ? "yes" : "**no**");
      return;
    }
  json_builder_begin_object (self->builder);
  json_builder_set_member_name (self->builder, "name");
  json_builder_add_string_value (self->builder, name);
  json_builder_set_member_name (self->builder, "unit");
  json_builder_add_string_value (self->builder, units[unit]);
  json_builder_set_member_name (self->builder, "value");
  json_builder_add_double_value (self->builder, value);
  json_builder_set_member_name (self->builder, "baselineName");
  json_builder_add_string_value (self->builder, baseline_name);
  json_builder_set_member_name (self->builder, "baseline");
  json_builder_add_double_value (self->builder, baseline);
  json_builder_set_member_name (self->builder, "ratio");
  json_builder_add_double_value (self->builder, value / baseline);
  json_builder_set_member_name (self->builder, "goal");
  json_builder_add_string_value (self->builder, goal);
  json_builder_set_member_name (self->builder, "met");
  json_builder_add_boolean_value (self->builder, met);
  json_builder_end_object (self->builder);
}

int
bench_finish (Bench *self)
{
  json_builder_end_array (self->builder);
  if (self->json)
    {
      g_autoptr (JsonNode) root = json_builder_get_root (self->builder);
      g_autofree char *text = json_to_string (root, TRUE);

      g_print ("%s\n", text);
    }
  g_object_unref (self->builder);
  g_free (self);
  return 0;
}
