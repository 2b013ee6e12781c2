/* ls-json-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-json-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#define OBJECTS_AT_ONCE 1024

/* Begins at the top of a tree. @watch: (nullable): is told how far the reader is */
void
ls_json_reader_init (LsJsonReader *self,
                     const char   *name,
                     LsLoadWatch  *watch)
{
  *self = (LsJsonReader) { .name = name, .pointer = g_string_new (NULL), .watch = watch };
}

/* Frees what @self holds. Returns whether all was well. */
gboolean
ls_json_reader_finish (LsJsonReader  *self,
                       GError       **error)
{
  gboolean ok = self->error == NULL;

  g_string_free (self->pointer, TRUE);
  self->pointer = NULL;
  if (!ok)
    g_propagate_error (error, g_steal_pointer (&self->error));

  return ok;
}

/* Counts an object. Now and then tells the watch how far the reader is; the reader fails when nobody waits for it any more. */
static void
count_object (LsJsonReader *self)
{
  LsLoadWatch *watch = self->watch;

  if (++self->n_objects % OBJECTS_AT_ONCE == 0 && watch != NULL && self->error == NULL)
    ls_load_watch_tell (watch, (double) self->n_objects / MAX (watch->n_objects, 1), &self->error);
}

/* Goes down to a member. Returns what ls_json_reader_leave() takes to go up again. */
gsize
ls_json_reader_enter (LsJsonReader *self,
                      const char   *member)
{
  gsize mark = self->pointer->len;

  ls_json_append_pointer (self->pointer, member);
  return mark;
}

/* Goes down to an element. Returns what ls_json_reader_leave() takes to go up again. */
gsize
ls_json_reader_enter_index (LsJsonReader *self,
                            guint         index)
{
  gsize mark = self->pointer->len;

  g_string_append_printf (self->pointer, "/%u", index);
  return mark;
}

void
ls_json_reader_leave (LsJsonReader *self,
                      gsize         mark)
{
  g_string_truncate (self->pointer, mark);
}

/* Fails where @name is too long: names are written down each time that they are used. */
void
ls_json_reader_check_name (LsJsonReader *self,
                           const char   *name)
{
  glong length = g_utf8_strlen (name, -1);

  if (length > LS_JSON_MAX_NAME)
    ls_json_reader_fail (self, LS_SESSION_ERROR_LIMIT, _("found a name of %ld characters, expected at most %d"), length,
                         LS_JSON_MAX_NAME);
}

/* Returns the pointer to where the reader is. Each step keeps one, and long names or deep nesting make them long: the reader
 * fails where they take too much. */
char *
ls_json_reader_dup_pointer (LsJsonReader *self)
{
  self->n_kept += self->pointer->len + 1;
  if (self->n_kept > LS_JSON_MAX_POINTERS)
    ls_json_reader_fail (self, LS_SESSION_ERROR_LIMIT,
                         _("found steps whose JSON pointers take more than %d MB, expected fewer steps or less nesting"),
                         (int) (LS_JSON_MAX_POINTERS / (1024 * 1024)));

  return g_strndup (self->pointer->str, self->error == NULL ? self->pointer->len : 0);
}

/* Reports what is wrong, with the place. Only the first call counts. */
void
ls_json_reader_fail (LsJsonReader   *self,
                     LsSessionError  code,
                     const char     *format,
                     ...)
{
  g_autofree char *message = NULL;
  g_autofree char *name = NULL;
  g_autofree char *pointer = NULL;
  va_list args;

  if (self->error != NULL)
    return;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  name = ls_json_display (self->name, 0);
  pointer = ls_json_display_pointer (self->pointer->str);
  g_set_error (&self->error, LS_SESSION_ERROR, code, "%s: %s: %s", name, pointer, message);
}

/* Returns @expected, which is marked with `NC_("expected", …)` or translated already, in the user's language, for what follows
 * "expected". Readers pass such a text for each value, of which a session may have hundreds of thousands: so a text is marked, and
 * translated only when a message shows it. */
const char *
ls_json_expected (const char *expected)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "expected", expected);
}

/* Fails where the reader is. @found: (nullable): what is there; @expected: as for ls_json_expected() */
void
ls_json_reader_unexpected (LsJsonReader *self,
                           JsonNode     *found,
                           const char   *expected)
{
  g_autofree char *text = NULL;

  if (self->error != NULL)
    return;

  text = ls_json_describe (found);
  /* Translators: what is there, such as “an object”, and what should be there, such as “a whole number, 0 or more” */
  ls_json_reader_fail (self, LS_SESSION_ERROR_INVALID, _("found %s, expected %s"), text, ls_json_expected (expected));
}

/* The functions below return the value of @node. Where it is of another type they fail, and return NULL or 0. @expected goes into
 * the message, as for ls_json_expected(). */

JsonObject *
ls_json_reader_object (LsJsonReader *self,
                       JsonNode     *node,
                       const char   *expected)
{
  count_object (self);
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    return json_node_get_object (node);

  ls_json_reader_unexpected (self, node, expected);
  return NULL;
}

JsonArray *
ls_json_reader_array (LsJsonReader *self,
                      JsonNode     *node,
                      const char   *expected)
{
  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    return json_node_get_array (node);

  ls_json_reader_unexpected (self, node, expected);
  return NULL;
}

/* Has @read look at the elements of the array @node (nullable) up to the first error. */
void
ls_json_reader_each (LsJsonReader     *self,
                     JsonNode         *node,
                     const char       *expected,
                     LsJsonReadElement read,
                     gpointer          data)
{
  JsonArray *array = ls_json_reader_array (self, node, expected);

  for (guint i = 0; array != NULL && self->error == NULL && i < json_array_get_length (array); i++)
    {
      gsize mark = ls_json_reader_enter_index (self, i);

      read (self, json_array_get_element (array, i), data);
      ls_json_reader_leave (self, mark);
    }
}

const char *
ls_json_reader_string (LsJsonReader *self,
                       JsonNode     *node,
                       const char   *expected)
{
  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return json_node_get_string (node);

  ls_json_reader_unexpected (self, node, expected);
  return NULL;
}

/* Returns the texts of an array, each of which is @each; as much as was read before the first error. */
char **
ls_json_reader_strings (LsJsonReader *self,
                        JsonNode     *node,
                        const char   *expected,
                        const char   *each)
{
  JsonArray *array = ls_json_reader_array (self, node, expected);
  GPtrArray *texts = g_ptr_array_new ();

  for (guint i = 0; array != NULL && self->error == NULL && i < json_array_get_length (array); i++)
    {
      gsize mark = ls_json_reader_enter_index (self, i);
      const char *text = ls_json_reader_string (self, json_array_get_element (array, i), each);

      if (text != NULL)
        g_ptr_array_add (texts, g_strdup (text));
      ls_json_reader_leave (self, mark);
    }
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}

gboolean
ls_json_reader_boolean (LsJsonReader *self,
                        JsonNode     *node,
                        const char   *expected)
{
  if (node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node);

  ls_json_reader_unexpected (self, node, expected);
  return FALSE;
}

static gboolean
get_number (JsonNode *node,
            double   *number)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    *number = json_node_get_int (node);
  else if (json_node_get_value_type (node) == G_TYPE_DOUBLE)
    *number = json_node_get_double (node);
  else
    return FALSE;

  return isfinite (*number);
}

/* Reads a number, 0 or more. */
double
ls_json_reader_number (LsJsonReader *self,
                       JsonNode     *node,
                       const char   *expected)
{
  double number;

  if (get_number (node, &number) && number >= 0)
    return number;

  ls_json_reader_unexpected (self, node, expected);
  return 0;
}

/* Reads a whole number from @minimum to @maximum; a greater one that is still whole counts as @maximum if that is
 * G_MAXUINT64. Doubles that are whole (1e9) are whole numbers. Where @expected is NULL, messages name the bounds. */
guint64
ls_json_reader_integer (LsJsonReader *self,
                        JsonNode     *node,
                        guint64       minimum,
                        guint64       maximum,
                        const char   *expected)
{
  g_autofree char *range = NULL;
  double number;

  if (get_number (node, &number) && number >= minimum && floor (number) == number)
    {
      if (json_node_get_value_type (node) == G_TYPE_INT64 && (guint64) json_node_get_int (node) <= maximum)
        return json_node_get_int (node);
      if (json_node_get_value_type (node) == G_TYPE_DOUBLE && number <= (double) maximum && number < 0x1p64)
        return number;
      if (maximum == G_MAXUINT64)
        return maximum;
    }

  if (expected == NULL)
    expected = range = g_strdup_printf (C_("expected", "a whole number from %" PRIu64 " to %" PRIu64), minimum, maximum);
  ls_json_reader_unexpected (self, node, expected);
  return 0;
}

/* Returns microseconds. What is out of range becomes a time that no budget allows, with room for adding to. */
guint64
ls_microseconds_of_ms (double ms)
{
  double us = round (ms * 1000);

  if (!(us > 0))
    return 0;
  return us < 0x1p60 ? (guint64) us : G_GUINT64_CONSTANT (1) << 60;
}

/* Fails unless @object is a file of the format @name, in the version that is known. */
void
ls_json_reader_check_format (LsJsonReader *self,
                             JsonObject   *object,
                             const char   *name,
                             guint         known)
{
  JsonNode *node = json_object_get_member (object, "format");
  gsize mark = ls_json_reader_enter (self, "format");
  g_autofree char *expected = ls_json_quote (name);
  const char *format = ls_json_reader_string (self, node, expected);
  guint64 version;

  if (format != NULL && !g_str_equal (format, name))
    {
      g_autofree char *found = ls_json_describe (node);

      ls_json_reader_fail (self, LS_SESSION_ERROR_FORMAT, _("found %s, expected %s"), found, expected);
    }
  ls_json_reader_leave (self, mark);

  mark = ls_json_reader_enter (self, "version");
  version = ls_json_reader_integer (self, json_object_get_member (object, "version"), 0, G_MAXINT32,
                                    NC_("expected", "version 1 of the format"));
  if (self->error == NULL && version != known)
    ls_json_reader_fail (self, LS_SESSION_ERROR_FORMAT,
                         version > known
                           ? _("found version %" PRIu64 " of the format, expected version %d; a newer Loopscope made this file")
                           : _("found version %" PRIu64 " of the format, expected version %d"), version, (int) known);
  ls_json_reader_leave (self, mark);
}
