/* ls-forgotten.c: tells which records of a run the player has dropped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-forgotten.h"

#include <glib/gi18n.h>

#include "ls-text-block.h"
#include "ls-text.h"

/**
 * ls_forgotten_describe:
 * @player: a player
 *
 * Returns: (transfer full) (nullable): a sentence about the dropped records, %NULL if the player has kept all
 */
char *
ls_forgotten_describe (LsPlayer *player)
{
  gsize start = ls_player_get_start (player);
  g_autofree char *time = NULL;

  if (start == 0)
    return NULL;
  time = ls_text_format_time (ls_player_get_start_time (player));
  /* Translators: a number, then a time */
  return g_strdup_printf (_("The first %'zu records, up to %s, are no longer kept"), start, time);
}

/**
 * ls_forgotten_get_record:
 *
 * Returns: the text to show in place of a dropped record
 */
const char *
ls_forgotten_get_record (void)
{
  return _("This record is no longer kept");
}

/**
 * ls_forgotten_show:
 * @player: a player
 * @label: an LsTextBlock
 *
 * Shows in @label which records the player has dropped. Hides @label if the player has kept all.
 */
void
ls_forgotten_show (LsPlayer  *player,
                   GtkWidget *label)
{
  g_autofree char *text = ls_forgotten_describe (player);

  if (text != NULL)
    ls_text_block_set_text (LS_TEXT_BLOCK (label), text);
  gtk_widget_set_visible (label, text != NULL);
}
