/* test-unseen.c: programs that call functions of GLib by other ways than the loader's
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-record.h"
#include "ls-state.h"
#include "watch-util.h"

static LsWatch *
watch_mode (const char *mode)
{
  const char *const arguments[] = { g_getenv ("LS_TEST_WATCHED_UNSEEN"), mode, NULL };
  LsWatch *watch = watch_to_end (arguments, 0);

  g_assert_cmpuint (ls_live_run_get_n_lost (LS_LIVE_RUN (watch)), ==, 0);
  return watch;
}

/* Lists how sources come, run for the first time, and go: "+never -never". */
static char *
list_sources (LsTrace *trace)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL), ran = g_hash_table_new (NULL, NULL);
  GString *list = g_string_new (NULL);

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      const LsTaskState *task;
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      switch ((int) record.kind)
        {
        case LS_RECORD_TASK_INCOMING:
        case LS_RECORD_TASK_DELAYED:
          /* A source may be named after it was attached. */
          g_hash_table_insert (names, GUINT_TO_POINTER (record.object), (gpointer) ls_trace_get_text (trace, record.text));
          break;
        case LS_RECORD_TASK_SELECTED:
          ls_state_seek (state, i + 1);
          task = ls_state_get_task (state, record.subject);
          if (g_hash_table_add (ran, (gpointer) ls_trace_get_text (trace, task->name)))
            g_string_append_printf (list, " %s", ls_trace_get_text (trace, task->name));
          break;
        case LS_RECORD_SOURCE_DESTROYED:
          g_string_append_printf (list, " -%s",
                                  (const char *) g_hash_table_lookup (names, GUINT_TO_POINTER (record.subject)));
          break;
        default:
          break;
        }
    }
  return g_string_free (list, FALSE);
}

static guint
count_of_inferred (LsTrace *trace)
{
  guint n = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n += record.kind == LS_RECORD_SOURCE_ATTACHED && record.clause != LS_CLAUSE_RECORDED;
    }
  return n;
}

/* That a source is freed tells that it has gone, once: neither what has run to its end nor what is removed twice is told again. */
static void
test_addresses (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("addresses");
  g_autofree char *sources = list_sources (ls_live_run_get_trace (LS_LIVE_RUN (watch)));

  g_assert_cmpstr (sources, ==, " -never -own kind stays remove_later -stays -remove_later once -once");
}

/* What was looked up is heard at once: a timeout has its interval, and has gone before it is freed. */
static void
test_lookups (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("lookups");
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (watch));
  g_autofree char *sources = list_sources (trace);

  g_assert_cmpstr (sources, ==, " -stay quit -quit");
  g_assert_cmpuint (count_of_inferred (trace), ==, 0);
}

static void
test_errors (void)
{
  g_autoptr (LsWatch) watch = watch_mode ("errors");
  g_autofree char *sources = list_sources (ls_live_run_get_trace (LS_LIVE_RUN (watch)));

  g_assert_cmpstr (sources, ==, " once -once");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/unseen/addresses", test_addresses);
  g_test_add_func ("/unseen/lookups", test_lookups);
  g_test_add_func ("/unseen/errors", test_errors);
  return g_test_run ();
}
