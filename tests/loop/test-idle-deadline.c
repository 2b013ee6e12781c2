/* test-idle-deadline.c: how much time an idle callback has, §4.2 and IdleDeadline.timeRemaining()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loop-fixture.h"

#define MS 1000

typedef struct
{
  guint32 early;       /* a timer that the callback clears at last */
  GString *seen;
} Looks;

static void
look (LoopFixture *f,
      Looks       *looks)
{
  g_string_append_printf (looks->seen, "%g ", ls_event_loop_get_idle_time_remaining (f->loop));
}

static LsCompletion
look_around (LoopFixture *f,
             gpointer     data)
{
  Looks *looks = data;
  guint32 timer;

  look (f, looks);
  timer = loop_fixture_timeout (f, 10, "never");
  look (f, looks);
  ls_event_loop_clear_timer (f->loop, timer);
  look (f, looks);
  ls_event_loop_clear_timer (f->loop, looks->early);
  look (f, looks);
  ls_event_loop_work (f->loop, 5 * MS);
  look (f, looks);
  return LS_COMPLETION_NORMAL;
}

/* HTML computes the deadline at each look; in browsers it stays what it was when the callback began. */
static void
test_timers_inside (gconstpointer preset)
{
  const gboolean is_live = ls_preset_lookup (preset)->idle_deadline_is_live;
  g_autoptr (GString) seen = g_string_new (NULL);
  Looks looks = { 0, seen };
  LoopFixture f;

  loop_fixture_set_up (&f, preset);
  looks.early = loop_fixture_timeout (&f, 20, "never");
  ls_event_loop_request_idle_callback (f.loop, 0, NULL, ACTION (&f, "a", look_around, &looks));
  ls_event_loop_run (f.loop, 10);
  g_assert_cmpstr (seen->str, ==, is_live ? "20 10 20 50 45 " : "20 20 20 20 15 ");
  g_assert_cmpfloat (ls_event_loop_get_idle_time_remaining (f.loop), ==, 0);
  loop_fixture_end (&f);
}

static LsCompletion
look_and_work (LoopFixture *f,
               gpointer     data)
{
  look (f, data);
  ls_event_loop_work (f->loop, 20 * MS);
  look (f, data);
  return LS_COMPLETION_NORMAL;
}

static const struct { const char *preset, *seen; } shares[] = {
  /* A period has 50 ms, which its callbacks share, and another begins when the time is over … */
  { "spec", "50 30 30 10 10 0 50 30 30 10 " },
  { "blink", "50 30 30 10 10 0 50 30 30 10 " },
  /* … but each has 50 ms of its own in Firefox. */
  { "gecko", "50 30 50 30 50 30 50 30 50 30 " },
};

static void
test_share (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GString) seen = g_string_new (NULL);
  Looks looks = { 0, seen };
  LoopFixture f;

  loop_fixture_set_up (&f, shares[i].preset);
  for (guint n = 0; n < 5; n++)
    ls_event_loop_request_idle_callback (f.loop, 0, NULL, ACTION (&f, "a", look_and_work, &looks));
  ls_event_loop_run (f.loop, 100);
  g_assert_cmpstr (seen->str, ==, shares[i].seen);
  loop_fixture_end (&f);
}

static LsCompletion
request_and_look (LoopFixture *f,
                  gpointer     data)
{
  look_and_work (f, data);
  ls_event_loop_request_idle_callback (f->loop, 0, NULL, ACTION (f, "b", look_and_work, data));
  return LS_COMPLETION_NORMAL;
}

/* HTML: a callback that is requested in a period belongs to the next one, which begins when all others have run. */
static void
test_requested_in_live_period (void)
{
  g_autoptr (GString) seen = g_string_new (NULL);
  Looks looks = { 0, seen };
  LoopFixture f;

  loop_fixture_set_up (&f, "spec");
  ls_event_loop_request_idle_callback (f.loop, 0, NULL, ACTION (&f, "a", request_and_look, &looks));
  ls_event_loop_request_idle_callback (f.loop, 0, NULL, ACTION (&f, "c", look_and_work, &looks));
  ls_event_loop_run (f.loop, 100);
  g_assert_cmpstr (f.log->str, ==, "a c b ");
  g_assert_cmpstr (seen->str, ==, "50 30 30 10 50 30 ");
  loop_fixture_end (&f);
}

static const struct { LsQueueType queue; gboolean is_foreseen; } sources[] = {
  { LS_QUEUE_TYPE_INPUT, FALSE },
  { LS_QUEUE_TYPE_FRAME_LOADING, FALSE },
  { LS_QUEUE_TYPE_FRAME_LOADING_CONTROL, FALSE },
  { LS_QUEUE_TYPE_COMPOSITOR, TRUE },
  { LS_QUEUE_TYPE_FRAME_THROTTLEABLE, TRUE },
};

/* Nobody knows when a user will click or a server will answer: only what the page waits for itself shortens the time. */
static void
test_unforeseen (gconstpointer preset)
{
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_autoptr (GString) seen = g_string_new (NULL);
      Looks looks = { 0, seen };
      LoopFixture f;

      loop_fixture_set_up (&f, preset);
      /* Three are in front of the one that counts, in the heap of delayed tasks too. */
      loop_fixture_post (&f, sources[i].queue, 20 * MS, "one");
      loop_fixture_post (&f, LS_QUEUE_TYPE_INPUT, 500, "two");
      loop_fixture_post (&f, LS_QUEUE_TYPE_INPUT, 15 * MS, "three");
      loop_fixture_timeout (&f, 40, "timer");
      ls_event_loop_request_idle_callback (f.loop, 0, NULL, ACTION (&f, "idle", look_and_work, &looks));
      ls_event_loop_run (f.loop, 1);
      g_assert_cmpstr (f.log->str, ==, "idle ");
      g_assert_cmpstr (seen->str, ==, sources[i].is_foreseen ? "20 0 " : "40 20 ");
      loop_fixture_end (&f);
    }
}

int
main (int   argc,
      char *argv[])
{
  const char *const *presets = ls_preset_get_names ();

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; presets[i] != NULL; i++)
    {
      g_autofree char *path = g_strdup_printf ("/idle-deadline/timers-inside/%s", presets[i]);
      g_autofree char *unforeseen = g_strdup_printf ("/idle-deadline/unforeseen/%s", presets[i]);

      g_test_add_data_func (path, presets[i], test_timers_inside);
      g_test_add_data_func (unforeseen, presets[i], test_unforeseen);
    }
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *path = g_strdup_printf ("/idle-deadline/share/%s", shares[i].preset);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_share);
    }
  g_test_add_func ("/idle-deadline/requested-in-live-period", test_requested_in_live_period);
  return g_test_run ();
}
