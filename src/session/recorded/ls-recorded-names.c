/* ls-recorded-names.c: what units, bodies and signals are called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

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
