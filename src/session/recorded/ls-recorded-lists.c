/* ls-recorded-lists.c: lists of names, for sentences
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-recorded-units-private.h"

/* Returns (transfer full) an empty table of how often names occur. */
GHashTable *
ls_recorded_count_names_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
ls_recorded_count_name (GHashTable *counts,
                        const char *name)
{
  char *valid = ls_recorded_make_name (name);

  g_hash_table_insert (counts, valid, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, valid)) + 1));
}

static int
compare_counts (gconstpointer a,
                gconstpointer b,
                gpointer      counts)
{
  const char *one = *(const char *const *) a;
  const char *two = *(const char *const *) b;
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, one));
  const guint m = GPOINTER_TO_UINT (g_hash_table_lookup (counts, two));

  if (n != m)
    return n > m ? -1 : 1;
  return strcmp (one, two);
}

/* Returns (transfer full) the names, each with its number, the most frequent first. */
char **
ls_recorded_count_names_end (GHashTable *counts)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, name);
  g_ptr_array_sort_with_data (names, compare_counts, counts);
  for (guint i = 0; i < names->len; i++)
    {
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, g_ptr_array_index (names, i)));

      /* Translators: a name of tasks, and how many there are */
      g_ptr_array_index (names, i) = n > 1 ? g_strdup_printf (_("%s (%u)"), (char *) g_ptr_array_index (names, i), n)
                                           : g_strdup (g_ptr_array_index (names, i));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

/* Returns (transfer full) the first @n_shown of some texts, and how many more there are. */
char *
ls_recorded_list_names (GPtrArray *names,
                        guint      n_shown)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < MIN (names->len, n_shown); i++)
    {
      if (i > 0)
        /* Translators: between the names of a list */
        g_string_append (out, C_("list", ", "));
      g_string_append (out, g_ptr_array_index (names, i));
    }
  if (names->len > n_shown)
    /* Translators: after the first names of a list; how many names are not shown */
    g_string_append_printf (out, _(" and %u more"), names->len - n_shown);
  return g_string_free (out, FALSE);
}
