/* ls-recorded-names.c: what units, bodies and signals are called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-recorded-units-private.h"
#include "ls-recording-names-private.h"

#define MAX_NAME 120     /* characters */

/* Returns (nullable) the name of a function: what the recording calls it, or where it is. */
static const char *
find_function_name (LsRecordedThread *self,
                    guint32           text,
                    guint32           place)
{
  const char *string = text != 0 ? ls_recording_get_text (self->recording, text) : NULL;

  if (string != NULL && *string != '\0')
    return string;
  if (place == 0)
    return NULL;
  if (!g_hash_table_contains (self->names, GUINT_TO_POINTER (place)))
    g_hash_table_insert (self->names, GUINT_TO_POINTER (place), ls_recording_dup_place_name (self->recording, place));
  return g_hash_table_lookup (self->names, GUINT_TO_POINTER (place));
}

/* Returns what people call a unit. */
const char *
ls_recorded_get_name (LsRecordedThread *self,
                      guint32           index)
{
  static const char *const words[] = { "other", "task", "continuation", "timer", "idle callback", "message", "frame", "input" };
  const LsRecordedUnit *unit = ls_recorded_unit (self, index);
  const LsRecordedItem *item = unit->item != LS_RECORDED_NONE ? ls_recorded_item (self, unit->item) : NULL;
  const char *name = NULL;

  /* What a microtask calls is rarely the function that yielded. */
  if (unit->kind == LS_UNIT_CONTINUATION && item != NULL)
    {
      name = find_function_name (self, item->name, item->place);
      if (name == NULL && item->root != LS_RECORDED_NONE && ls_recorded_item (self, item->root)->runner != LS_RECORDED_NONE)
        {
          unit = ls_recorded_unit (self, ls_recorded_item (self, item->root)->runner);
          name = find_function_name (self, unit->name, unit->place);
        }
    }
  else
    name = find_function_name (self, unit->name, unit->place);
  return name != NULL ? name : words[ls_recorded_unit (self, index)->kind];
}

/* Returns a name that is valid and not endless. */
char *
ls_recorded_make_name (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  if (g_utf8_strlen (valid, -1) > MAX_NAME)
    {
      g_autofree char *head = g_utf8_substring (valid, 0, MAX_NAME - 1);

      return g_strconcat (head, "…", NULL);
    }
  return *valid != '\0' ? g_steal_pointer (&valid) : g_strdup ("task");
}

/* Returns @name, or with a number after it if it has been given. */
char *
ls_recorded_make_unique (GHashTable *names,
                         const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));
  char *unique = NULL;

  if (n == 0)
    {
      g_hash_table_insert (names, g_strdup (name), GUINT_TO_POINTER (1));
      return g_strdup (name);
    }
  do
    {
      g_free (unique);
      unique = g_strdup_printf ("%s %u", name, ++n);
    }
  while (g_hash_table_contains (names, unique));
  g_hash_table_insert (names, g_strdup (unique), GUINT_TO_POINTER (1));
  g_hash_table_insert (names, g_strdup (name), GUINT_TO_POINTER (n));
  return unique;
}

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
