/* test-reference.c: the reference engine on its own
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "program.h"
#include "ref-engine.h"

#include <string.h>

typedef struct
{
  RefLoop      *loop;
  RefScheduler *scheduler;
  RefSignal    *signal;
  GString      *log;
} Fixture;

/* Ranks of its own: this test needs the reference alone. */
static LsPreset
preset (void)
{
  LsPreset result = { .name = "test", .timer_nesting_limit = 5, .timer_clamp_ms = 4, .interval_floor_ms = 1 };

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    result.effective_priority_ranks[i] = LS_N_EFFECTIVE_PRIORITIES - i;
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    result.queue_ranks[i] = 4;
  return result;
}

static gboolean
log_letter (const RefValue *argument,
            RefValue       *result,
            gpointer        data)
{
  Fixture *fixture = data;

  g_string_append_c (fixture->log, 'x');
  return FALSE;
}

static gboolean
abort_own_signal_and_post (const RefValue *argument,
                           RefValue       *result,
                           gpointer        data)
{
  Fixture *fixture = data;
  RefPostOptions options = { NULL, LS_TASK_PRIORITY_BACKGROUND, 0 };

  g_string_append_c (fixture->log, 'a');
  ref_signal_abort (fixture->signal, NULL);
  ref_scheduler_post_task (fixture->scheduler, log_letter, fixture, &options);
  return FALSE;
}

/* Erratum 5.1: the complete steps of the old handle do not remove the queue that is made after the abort. */
static void
test_lost_queue (void)
{
  LsPreset table = preset ();
  Fixture fixture = { .loop = ref_loop_new (&table, LS_EDITION_2025), .log = g_string_new (NULL) };
  RefPostOptions options = { NULL, LS_TASK_PRIORITY_BACKGROUND, 0 };

  fixture.scheduler = ref_scheduler_new (fixture.loop);
  options.signal = fixture.signal = ref_signal_new (fixture.loop, LS_TASK_PRIORITY_USER_VISIBLE);
  ref_scheduler_post_task (fixture.scheduler, abort_own_signal_and_post, &fixture, &options);
  ref_loop_run (fixture.loop, 100);
  g_assert_cmpstr (fixture.log->str, ==, "ax");
  g_assert_cmpuint (fixture.scheduler->static_map->len, ==, 0);
  ref_loop_free (fixture.loop);
  g_string_free (fixture.log, TRUE);
}

/* The log of a program depends on its seed alone. */
static void
test_deterministic (void)
{
  LsPreset table = preset ();

  for (guint32 seed = 1; seed <= 200; seed++)
    {
      g_autoptr (Program) first = program_generate (seed);
      g_autoptr (Program) second = program_generate (seed);
      g_autofree char *first_text = program_to_string (first);
      g_autofree char *second_text = program_to_string (second);
      g_autofree char *first_log = program_run (first, &ref_driver, &table);
      g_autofree char *second_log = program_run (second, &ref_driver, &table);

      g_assert_cmpstr (first_text, ==, second_text);
      g_assert_cmpstr (first_log, ==, second_log);
    }
}

static gboolean
has_a_throw (const Program *program,
             gpointer       user_data)
{
  g_autofree char *text = program_to_string (program);

  return strstr (text, " throw ") != NULL;
}

/* Shrinking deletes everything that a failure does not need. */
static void
test_shrink (void)
{
  for (guint32 seed = 1; seed <= 50; seed++)
    {
      g_autoptr (Program) program = program_generate (seed);

      if (!has_a_throw (program, NULL))
        continue;
      program_shrink (program, has_a_throw, NULL);
      g_assert_cmpuint (program_count (program), ==, 1);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scheduling/reference/lost-queue", test_lost_queue);
  g_test_add_func ("/scheduling/reference/deterministic", test_deterministic);
  g_test_add_func ("/scheduling/reference/shrink", test_shrink);
  return g_test_run ();
}
