/* test-speed.c: speeds by name, and runs at a steady pace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-debugger-util.h"

#include "ls-speed.h"

/* Each speed that menus offer comes back from a player, and has a name of its own. */
static void
test_speed_names (void)
{
  g_autoptr (LsPlayer) player = ls_player_new ();
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *const *speeds = ls_speed_list ();

  for (guint i = 0; speeds[i] != NULL; i++)
    {
      g_autofree char *speed = NULL;

      ls_speed_apply (speeds[i], player);
      speed = ls_speed_get (player);
      g_assert_cmpstr (speed, ==, speeds[i]);
      g_assert_true (g_hash_table_add (names, ls_speed_describe (speeds[i])));
    }
  g_assert_true (g_hash_table_contains (names, "1 step/s"));
  g_assert_true (g_hash_table_contains (names, "2 steps/s"));
  g_assert_true (g_hash_table_contains (names, "0.5×"));
  g_assert_true (g_hash_table_contains (names, "Maximum"));
}

/* What a settings file has by mistake is the default, or as fast as can be. */
static void
test_speed_odd (void)
{
  static const struct
  {
    const char *text;
    const char *speed;
  } cases[] = {
    { "", "2/s" },    { "fast", "2/s" }, { "/s", "2/s" },       { "0/s", "2/s" },     { "-1", "2/s" },
    { "nan", "2/s" }, { "inf", "2/s" },  { "1e9/s", "1000/s" }, { "1e-9", "0.001" }, { "1 /s", "2/s" },
  };
  g_autoptr (LsPlayer) player = ls_player_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *speed = NULL;

      ls_speed_apply (cases[i].text, player);
      speed = ls_speed_get (player);
      g_assert_cmpstr (speed, ==, cases[i].speed);
    }
}

/* A second at two steps a second is two steps, however long these take in the loop's time; the first comes at once. */
static void
test_speed_steps (void)
{
  g_autoptr (LsPlayer) player = test_player_new (test_trace_new_gallery ());
  gint64 time = 1000000;
  guint32 n_steps = ls_trace_get_n_steps (ls_player_get_trace (player));

  g_assert_cmpuint (n_steps, >=, 4);
  ls_player_seek (player, 0);
  ls_speed_apply ("2/s", player);
  ls_player_set_running (player, TRUE);
  ls_player_tick (player, time);
  g_assert_cmpuint (ls_player_get_step (player), ==, 1);
  ls_player_tick (player, time += 400000);
  g_assert_cmpuint (ls_player_get_step (player), ==, 1);
  ls_player_tick (player, time += 100000);
  g_assert_cmpuint (ls_player_get_step (player), ==, 2);
  ls_player_tick (player, time += 499000);
  g_assert_cmpuint (ls_player_get_step (player), ==, 2);
  ls_player_tick (player, time += 1000);
  g_assert_cmpuint (ls_player_get_step (player), ==, 3);
  /* After a pause it begins anew. */
  ls_player_set_running (player, FALSE);
  ls_player_set_running (player, TRUE);
  ls_player_tick (player, time += 10000000);
  g_assert_cmpuint (ls_player_get_step (player), ==, 4);
  for (guint i = 0; ls_player_get_running (player); i++)
    {
      g_assert_cmpuint (i, <, 2 * n_steps + 4);
      ls_player_tick (player, time += 500000);
    }
  g_assert_true (ls_player_is_at_end (player));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/speed/names", test_speed_names);
  g_test_add_func ("/speed/odd", test_speed_odd);
  g_test_add_func ("/speed/steps", test_speed_steps);

  return g_test_run ();
}
