/* ls-json-append.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-json-append-private.h"

#include "ls-character-private.h"

#define NEVER G_MAXUINT64

void
ls_json_init (LsJson *self)
{
  *self = (LsJson) { .string = g_string_new (NULL) };
}

/* Returns what was written. */
char *
ls_json_finish (LsJson *self)
{
  g_assert (self->depth == 0);

  return g_string_free (g_steal_pointer (&self->string), FALSE);
}

static void
new_line (LsJson *self)
{
  g_string_append_c (self->string, '\n');
  for (guint i = 0; i < self->depth; i++)
    g_string_append (self->string, "  ");
}

static void
append_quoted (GString    *string,
               const char *value)
{
  g_string_append_c (string, '"');
  for (const char *p = value; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '"' || c == '\\')
        {
          g_string_append_c (string, '\\');
          g_string_append_c (string, *p);
        }
      else if (ls_character_is_unsafe (c))
        g_string_append_printf (string, "\\u%04x", c);
      else
        g_string_append_len (string, p, g_utf8_next_char (p) - p);
    }
  g_string_append_c (string, '"');
}

/* What comes before an element of the container. */
static void
begin_element (LsJson     *self,
               const char *name)
{
  if (self->depth == 0)
    return;

  if (self->has_elements[self->depth])
    g_string_append (self->string, self->multiline[self->depth] ? "," : ", ");
  if (self->multiline[self->depth])
    new_line (self);
  self->has_elements[self->depth] = TRUE;

  if (name != NULL)
    {
      append_quoted (self->string, name);
      g_string_append (self->string, ": ");
    }
}

/* Begins an object ('{') or an array ('['). */
void
ls_json_begin (LsJson     *self,
               const char *name,
               char        bracket,
               gboolean    multiline)
{
  g_assert (self->depth + 1 < LS_JSON_MAX_DEPTH);

  begin_element (self, name);
  g_string_append_c (self->string, bracket);
  self->depth++;
  self->has_elements[self->depth] = FALSE;
  self->multiline[self->depth] = multiline;
}

/* Ends the object ('}') or array (']') begun last. */
void
ls_json_end (LsJson *self,
             char    bracket)
{
  gboolean multiline = self->multiline[self->depth] && self->has_elements[self->depth];

  self->depth--;
  if (multiline)
    new_line (self);
  g_string_append_c (self->string, bracket);
}

void
ls_json_int (LsJson     *self,
             const char *name,
             gint64      value)
{
  begin_element (self, name);
  g_string_append_printf (self->string, "%" G_GINT64_FORMAT, value);
}

/* A number that says which one; null for 0. */
void
ls_json_id (LsJson     *self,
            const char *name,
            guint32     id)
{
  begin_element (self, name);
  if (id == 0)
    g_string_append (self->string, "null");
  else
    g_string_append_printf (self->string, "%u", id);
}

void
ls_json_bool (LsJson     *self,
              const char *name,
              gboolean    value)
{
  begin_element (self, name);
  g_string_append (self->string, value ? "true" : "false");
}

/* Milliseconds; null for a time that is never. */
void
ls_json_time (LsJson     *self,
              const char *name,
              guint64     microseconds)
{
  guint rest = microseconds % 1000;

  begin_element (self, name);
  if (microseconds == NEVER)
    {
      g_string_append (self->string, "null");
      return;
    }

  g_string_append_printf (self->string, "%" G_GUINT64_FORMAT, microseconds / 1000);
  if (rest == 0)
    return;
  g_string_append_printf (self->string, ".%03u", rest);
  while (self->string->str[self->string->len - 1] == '0')
    g_string_truncate (self->string, self->string->len - 1);
}

/* A string; null for NULL. */
void
ls_json_string (LsJson     *self,
                const char *name,
                const char *value)
{
  begin_element (self, name);
  if (value == NULL)
    g_string_append (self->string, "null");
  else
    append_quoted (self->string, value);
}
