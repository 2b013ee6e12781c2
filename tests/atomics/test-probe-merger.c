/* test-probe-merger.c: the records of several probes in one trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-probe-merger-private.h"
#include "test-probe.h"

typedef struct
{
  TestProbe     *target;
  LsProbeMerger *merger;
  LsProbe       *first;      /* of agent 1 */
  LsProbe       *second;     /* of agent 2 */
} Fixture;

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->target = test_probe_new ();
  f->merger = ls_probe_merger_new (&f->target->base);
  f->first = ls_probe_merger_add (f->merger, 1);
  f->second = ls_probe_merger_add (f->merger, 2);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  ls_probe_merger_free (f->merger);
  test_probe_free (f->target);
}

static void
emit_at (LsProbe      *probe,
         guint64       time,
         LsRecordKind  kind,
         guint32       subject,
         guint32       object,
         guint32       value)
{
  ls_probe_emit (probe, &(LsRecord) { .kind = kind, .time = time, .subject = subject, .object = object, .value = value });
}

/* Compares and forgets the records in the target: "TIME kind subject object value", one after another. */
static void
expect (Fixture    *f,
        const char *expected)
{
  const GArray *records = test_probe_get (f->target);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < records->len; i++)
    {
      const LsRecord *record = &g_array_index (records, LsRecord, i);

      g_string_append_printf (text, "%s%u %s %u %u %u", i > 0 ? ", " : "", (guint) record->time,
                              ls_record_kind_to_string (record->kind), record->subject, record->object, record->value);
    }
  g_assert_cmpstr (text->str, ==, expected);
  test_probe_clear (f->target);
}

/* The trace gets a record when its probe begins the next one or publishes. Time never goes back, since a thread reads the clock
 * before it has the trace. Where the agent is another one than before, a record says so. */
static void
test_times (Fixture       *f,
            gconstpointer  data)
{
  emit_at (f->first, 5, LS_RECORD_WORK, 0, 0, 1);
  expect (f, "");
  emit_at (f->first, 9, LS_RECORD_WORK, 0, 0, 2);
  expect (f, "5 work 0 0 1");
  ls_probe_publish (f->first);
  expect (f, "9 work 0 0 2");
  ls_probe_publish (f->first);
  expect (f, "");
  emit_at (f->second, 7, LS_RECORD_WORK, 0, 0, 3);
  emit_at (f->second, 11, LS_RECORD_WORK, 0, 0, 4);
  ls_probe_publish (f->second);
  expect (f, "9 agent-run 2 0 0, 9 work 0 0 3, 11 work 0 0 4");
  emit_at (f->first, 10, LS_RECORD_WORK, 0, 0, 5);
  ls_probe_publish (f->first);
  expect (f, "11 agent-run 1 0 0, 11 work 0 0 5");
  g_assert_cmpuint (ls_probe_merger_count (f->merger), ==, 5);
}

/* Things get numbers in the order in which they come up in the trace, each kind by itself. The same number of another agent is
 * another thing. */
static void
test_numbers (Fixture       *f,
              gconstpointer  data)
{
  emit_at (f->first, 0, LS_RECORD_TASK_POSTED, 3, 0, 7);
  emit_at (f->first, 0, LS_RECORD_TASK_QUEUED, 1, 3, 0);
  ls_probe_publish (f->first);
  expect (f, "0 task-posted 1 0 7, 0 task-queued 2 1 0");
  emit_at (f->second, 0, LS_RECORD_TASK_POSTED, 3, 2, 0);
  emit_at (f->second, 0, LS_RECORD_TASK_STARTED, 3, 9, 2);
  ls_probe_publish (f->second);
  expect (f, "0 agent-run 2 0 0, 0 task-posted 3 1 0, 0 task-started 3 2 1");
  emit_at (f->first, 0, LS_RECORD_TASK_STARTED, 3, 0, 2);
  emit_at (f->first, 0, LS_RECORD_TASK_FINISHED, 1, 0, 0);
  /* Agents and memory have the same numbers everywhere. */
  emit_at (f->first, 0, LS_RECORD_AGENT_STATE, 2, 5, 6);
  ls_probe_publish (f->first);
  expect (f, "0 agent-run 1 0 0, 0 task-started 1 0 3, 0 task-finished 2 0 0, 0 agent-state 2 5 6");
}

/* An agent that enters has its earlier records written first, and its own ones together. Texts are those of the target. */
static void
test_enter (Fixture       *f,
            gconstpointer  data)
{
  guint32 text;

  emit_at (f->second, 1, LS_RECORD_WORK, 0, 0, 1);
  ls_merged_probe_enter (f->second);
  expect (f, "1 agent-run 2 0 0, 1 work 0 0 1");
  text = ls_probe_intern (f->second, "text");
  g_assert_cmpstr (test_probe_text (f->target, text), ==, "text");
  emit_at (f->second, 2, LS_RECORD_WORK, 0, 0, 2);
  emit_at (f->second, 3, LS_RECORD_WORK, 0, 0, 3);
  expect (f, "2 work 0 0 2");
  ls_probe_publish (f->second);
  expect (f, "3 work 0 0 3");
  emit_at (f->second, 4, LS_RECORD_WORK, 0, 0, 4);
  ls_merged_probe_leave (f->second);
  expect (f, "4 work 0 0 4");
  /* The others may write again. */
  g_assert_cmpuint (ls_probe_intern (f->first, "text"), ==, text);
  emit_at (f->first, 5, LS_RECORD_WORK, 0, 0, 5);
  ls_probe_publish (f->first);
  expect (f, "5 agent-run 1 0 0, 5 work 0 0 5");
}

/* A closed trace gets nothing any more, and agents may go on to report. */
static void
test_close (Fixture       *f,
            gconstpointer  data)
{
  emit_at (f->first, 1, LS_RECORD_WORK, 0, 0, 1);
  emit_at (f->first, 2, LS_RECORD_WORK, 0, 0, 2);
  ls_probe_merger_close (f->merger);
  for (guint i = 0; i < 100; i++)
    emit_at (i % 2 == 0 ? f->first : f->second, 3, LS_RECORD_TASK_POSTED, i, 0, 0);
  ls_probe_publish (f->first);
  ls_probe_publish (f->second);
  expect (f, "1 work 0 0 1");
  g_assert_cmpuint (ls_probe_merger_count (f->merger), ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/probe-merger/times", test_times);
  ADD ("/probe-merger/numbers", test_numbers);
  ADD ("/probe-merger/enter", test_enter);
  ADD ("/probe-merger/close", test_close);
  return g_test_run ();
}
