/* ls-what-if-lists.c: what the lists of What If offer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-what-if-lists.h"

#include <glib/gi18n.h>

#include "ls-preset-table.h"
#include "ls-preset.h"

/**
 * ls_what_if_lists_offer_presets:
 * @list: a list
 *
 * Fills a list with all presets, in the order of ls_settings_list_presets().
 */
void
ls_what_if_lists_offer_presets (GtkDropDown *list)
{
  const char *const *presets = ls_settings_list_presets ();
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; presets[i] != NULL; i++)
    gtk_string_list_append (titles, _(ls_preset_lookup (presets[i])->title));
  gtk_drop_down_set_model (list, G_LIST_MODEL (titles));
}

/**
 * ls_what_if_lists_offer_queues:
 * @list: a list
 *
 * Fills a list with all queues that have a rank, in the order of the rows of the table of presets.
 */
void
ls_what_if_lists_offer_queues (GtkDropDown *list)
{
  g_autoptr (LsSettings) settings = ls_settings_new ();
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < ls_settings_get_n_preset_rows (); i++)
    {
      LsPresetRow row;

      ls_settings_get_preset_row (settings, i, &row);
      gtk_string_list_append (names, _(row.name));
    }
  gtk_drop_down_set_model (list, G_LIST_MODEL (names));
}
