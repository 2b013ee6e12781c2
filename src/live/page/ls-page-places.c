/* ls-page-places.c: where in the scripts of pages something was called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-places-private.h"

#include <string.h>

#include "ls-page-watch-private.h"

/* What a page can make us keep. */
#define MAX_PLACES 20000
#define MAX_FUNCTION 128

static void
clear_place (gpointer data)
{
  g_free (((LsPagePlace *) data)->address);
}

void
ls_page_places_init (LsPagePlaces *self)
{
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->places = g_array_new (FALSE, TRUE, sizeof (LsPagePlace));
  g_array_set_clear_func (self->places, clear_place);
  g_array_set_size (self->places, 1);
}

void
ls_page_places_clear (LsPagePlaces *self)
{
  g_hash_table_unref (self->numbers);
  g_array_unref (self->places);
}

/* Takes the number after the last colon of a text away from it. Returns 0 where there is none. */
static guint
take_number (char *text)
{
  char *colon = strrchr (text, ':');
  guint64 number;

  if (colon == NULL || !g_ascii_string_to_unsigned (colon + 1, 10, 1, G_MAXINT, &number, NULL))
    return 0;
  *colon = '\0';
  return number;
}

static char *
cut_function (const char *name)
{
  return g_utf8_strlen (name, -1) > MAX_FUNCTION ? g_utf8_substring (name, 0, MAX_FUNCTION) : g_strdup (name);
}

/* Reads a line of a stack, such as "    at load (https://example.org/a.js:3:7)". @function: (out) (transfer full) (nullable).
 * Returns FALSE where that is no place in a script: a native function, or code from a string. */
static gboolean
read_caller (const char   *line,
             LsPagePlace  *place,
             char        **function)
{
  static const char *const prefixes[] = { "at ", "async " };
  g_autofree char *address = NULL;
  const char *bracket;
  guint line_number, column;

  line += strspn (line, " ");
  if (!g_str_has_prefix (line, "at "))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (line, prefixes[i]))
      line += strlen (prefixes[i]);
  bracket = g_str_has_suffix (line, ")") ? strstr (line, " (") : NULL;
  address = bracket != NULL ? g_strndup (bracket + 2, strlen (bracket) - 3) : g_strdup (line);
  column = take_number (address);
  line_number = column != 0 ? take_number (address) : 0;
  if (line_number == 0 || *address == '\0' || *address == '<' || g_str_has_prefix (address, "eval at "))
    return FALSE;
  place->line = line_number;
  place->column = column;
  place->address = g_steal_pointer (&address);
  *function = NULL;
  if (bracket != NULL)
    {
      g_autofree char *name = g_strndup (line, bracket - line);

      *function = cut_function (name);
    }
  return TRUE;
}

/* Reads all callers. @first: (out): the first of them. @function: (out) (nullable): its name. Returns (transfer full) (nullable)
 * those from the first one on, each with its cleaned address in a line of its own. */
static char *
read_callers (const char   *stack,
              gboolean      is_full,
              LsPagePlace  *first,
              char        **function)
{
  g_auto (GStrv) lines = g_strsplit (stack, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      LsPagePlace caller = { 0 };
      g_autofree char *name = NULL, *address = NULL;

      if (!read_caller (lines[i], &caller, &name))
        continue;
      address = ls_page_clean_address (caller.address, is_full);
      g_string_append_printf (text, name != NULL ? "%s%s (%s:%u:%u)" : "%s%s%s:%u:%u", text->len > 0 ? "\n" : "",
                              name != NULL ? name : "", address, caller.line, caller.column);
      if (first->address == NULL)
        {
          *first = caller;
          *function = g_steal_pointer (&name);
        }
      else
        {
          g_free (caller.address);
        }
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Takes a stack as V8 writes it. @length: of @stack, which has no end, in bytes. @is_full: whether addresses are kept whole.
 * @intern: knows the texts of the trace. Returns its number, 0 where it has no place. */
guint32
ls_page_places_take (LsPagePlaces     *self,
                     const char       *stack,
                     gsize             length,
                     gboolean          is_full,
                     LsPageInternFunc  intern,
                     gpointer          user_data)
{
  g_autofree char *text = g_utf8_make_valid (stack, length);
  g_autofree char *callers = NULL, *function = NULL, *address = NULL, *place_text = NULL;
  LsPagePlace place = { 0 };
  gpointer known;

  if (g_hash_table_lookup_extended (self->numbers, text, NULL, &known))
    return GPOINTER_TO_UINT (known);
  if (self->places->len >= MAX_PLACES || g_hash_table_size (self->numbers) >= MAX_PLACES)
    return 0;
  callers = read_callers (text, is_full, &place, &function);
  if (callers == NULL)
    {
      g_hash_table_insert (self->numbers, g_steal_pointer (&text), NULL);
      return 0;
    }
  address = ls_page_clean_address (place.address, is_full);
  place_text = g_strdup_printf ("%s:%u:%u", address, place.line, place.column);
  place.place = intern (user_data, place_text);
  place.function = function != NULL ? intern (user_data, function) : 0;
  place.callers = strchr (callers, '\n') != NULL ? intern (user_data, callers) : 0;
  g_array_append_val (self->places, place);
  g_hash_table_insert (self->numbers, g_steal_pointer (&text), GUINT_TO_POINTER (self->places->len - 1));
  return self->places->len - 1;
}

/* Returns (transfer none) (nullable) a place: valid until another one is taken. */
const LsPagePlace *
ls_page_places_get (LsPagePlaces *self,
                    gint64        number)
{
  return number > 0 && number < self->places->len ? &g_array_index (self->places, LsPagePlace, number) : NULL;
}
