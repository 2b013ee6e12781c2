/* ls-speed.c: the speeds of a run that the user can choose
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-speed.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Behind the number of a speed that counts steps. */
#define STEPS_SUFFIX "/s"

/* The steps in a second or the loop time in each unit of time that a speed has at least and at most. */
#define LEAST 0.001
#define MOST 1000.0

/**
 * ls_speed_list:
 *
 * Lists speeds as settings and actions write them: “2/s” is two steps in a second, “0.5” is half as fast as the loop's time, and
 * “0” is as fast as possible.
 *
 * Returns: (transfer none) (array zero-terminated=1): the speeds that menus offer
 */
const char *const *
ls_speed_list (void)
{
  static const char *const speeds[] = { "1/s", "2/s", "5/s", "10/s", "30/s", "0.01", "0.05", "0.1", "0.5", "1", "10", "100", "0",
                                        NULL };

  return speeds;
}

/* Returns the number of @speed, and whether it counts steps. What is not a speed is the one that is the default. */
static double
parse (const char *speed,
       gboolean   *is_steps)
{
  char *end = NULL;
  double number = g_ascii_strtod (speed, &end);

  *is_steps = g_str_equal (end, STEPS_SUFFIX);
  if (end != speed && (*is_steps || *end == '\0') && isfinite (number) && (number > 0 || (number == 0 && !*is_steps)))
    return number == 0 ? LS_SPEED_MAXIMUM : CLAMP (number, LEAST, MOST);
  *is_steps = TRUE;
  return 2;
}

/**
 * ls_speed_describe:
 * @speed: a speed: see ls_speed_list()
 *
 * Returns: (transfer full): what the user calls it
 */
char *
ls_speed_describe (const char *speed)
{
  gboolean is_steps;
  double number = parse (speed, &is_steps);

  if (is_steps)
    /* Translators: a speed, such as 2 steps/s: steps in a second */
    return g_strdup_printf (ngettext ("%g step/s", "%g steps/s", number == 1 ? 1 : 2), number);
  if (number == LS_SPEED_MAXIMUM)
    return g_strdup (C_("speed", "Maximum"));
  /* Translators: a speed, such as 0.5×: loop time in each unit of time */
  return g_strdup_printf (_("%g×"), number);
}

/**
 * ls_speed_apply:
 * @speed: a speed: see ls_speed_list()
 * @player: a player
 *
 * Lets runs of @player have @speed.
 */
void
ls_speed_apply (const char *speed,
                LsPlayer   *player)
{
  gboolean is_steps;
  double number = parse (speed, &is_steps);

  if (is_steps)
    ls_player_set_step_rate (player, number);
  else
    ls_player_set_speed (player, number);
}

/**
 * ls_speed_get:
 * @player: a player
 *
 * Returns: (transfer full): the speed of runs of @player: see ls_speed_list()
 */
char *
ls_speed_get (LsPlayer *player)
{
  double rate = ls_player_get_step_rate (player);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%g", rate > 0 ? rate : ls_player_get_speed (player));
  return rate > 0 ? g_strconcat (text, STEPS_SUFFIX, NULL) : g_strdup (text);
}
