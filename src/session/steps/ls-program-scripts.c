/* ls-program-scripts.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-program-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The scripts of a program in JavaScript. The text of a script in the session is in its JSON. The text of a script beside the
 * session is read with the session, and is not read again when anything else in the session changes. */

#define EXPECTED_SCRIPT NC_("expected", "an object with “source” or “file”")
#define EXPECTED_NAME NC_("expected", "a name that is not empty")

static LsScript *
find_loaded (const LsScriptLoader *loader,
             const char           *file)
{
  for (guint i = 0; loader->known != NULL && i < loader->known->len; i++)
    {
      LsScript *script = g_ptr_array_index (loader->known, i);

      if (g_strcmp0 (script->file, file) == 0)
        return script;
    }

  return NULL;
}

static void
fail_to_load (LsJsonReader *reader,
              const char   *file,
              GError       *error)
{
  g_autofree char *quoted = ls_json_quote (file);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      if (reader->error == NULL)
        reader->error = g_error_copy (error);
    }
  else if (error->domain == LS_SESSION_ERROR)
    ls_json_reader_fail (reader, error->code, "%s: %s", quoted, error->message);
  else
    ls_json_reader_fail (reader, LS_SESSION_ERROR_READ, _("Could not read %s: %s"), quoted,
                         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ? _("No such file")
                                                                                   : error->message);
}

/* Returns the script in @file, called @name. */
static LsScript *
load (LsJsonReader         *reader,
      const char           *file,
      const char           *name,
      const LsScriptLoader *loader)
{
  LsScript *loaded = find_loaded (loader, file);
  g_autoptr (GFile) path = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gboolean has_bom;

  if (loaded != NULL && g_str_equal (loaded->name, name))
    return ls_script_ref (loaded);
  if (loaded != NULL)
    return ls_script_new (name, loaded->text, file, loaded->has_bom);

  if (!ls_script_file_is_valid (file))
    {
      g_autofree char *quoted = ls_json_quote (file);

      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                           _("found %s, expected a path in the session's folder, such as “main.js”"), quoted);
      return NULL;
    }
  if (loader->folder == NULL)
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                           _("found a script beside the session, but the session is not in a folder; expected “source”"));
      return NULL;
    }

  path = g_file_resolve_relative_path (loader->folder, file);
  text = ls_script_load (path, &has_bom, loader->cancellable, &error);
  if (text == NULL)
    {
      fail_to_load (reader, file, error);
      return NULL;
    }

  return ls_script_new (name, text, file, has_bom);
}

static LsScript *
read_source (LsJsonReader *reader,
             JsonNode     *node,
             const char   *name)
{
  const char *source = ls_json_reader_string (reader, node, NC_("expected", "the text of a script"));

  if (source == NULL)
    return NULL;
  if (strlen (source) > LS_SCRIPT_MAX_SIZE)
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found a script of more than %d MB, expected a smaller one"),
                           LS_SCRIPT_MAX_SIZE / (1024 * 1024));
      return NULL;
    }

  return ls_script_new (name, source, NULL, FALSE);
}

static char *
read_name (LsJsonReader *reader,
           JsonObject   *object,
           const char   *file,
           guint         index)
{
  const char *name;
  gsize mark;

  if (!json_object_has_member (object, "name"))
    {
      if (file != NULL)
        return g_strdup (file);
      return index == 0 ? g_strdup ("main.js") : g_strdup_printf ("script-%u.js", index + 1);
    }

  mark = ls_json_reader_enter (reader, "name");
  name = ls_json_reader_string (reader, json_object_get_member (object, "name"), EXPECTED_NAME);
  if (name != NULL && *name == '\0')
    ls_json_reader_unexpected (reader, json_object_get_member (object, "name"), EXPECTED_NAME);
  if (name != NULL)
    ls_json_reader_check_name (reader, name);
  ls_json_reader_leave (reader, mark);

  return g_strdup (name);
}

static LsScript *
read_script (LsJsonReader         *reader,
             JsonObject           *object,
             guint                 index,
             const LsScriptLoader *loader)
{
  const char *file = NULL;
  g_autofree char *name = NULL;
  LsScript *script;
  gsize mark;

  if (json_object_has_member (object, "file") == json_object_has_member (object, "source"))
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                           json_object_has_member (object, "file") ? _("found both “source” and “file”, expected one of them")
                                                                   : _("found neither “source” nor “file”, expected one of them"));
      return NULL;
    }

  if (json_object_has_member (object, "file"))
    {
      mark = ls_json_reader_enter (reader, "file");
      file = ls_json_reader_string (reader, json_object_get_member (object, "file"), NC_("expected", "a script's file"));
      ls_json_reader_leave (reader, mark);
    }
  name = reader->error == NULL ? read_name (reader, object, file, index) : NULL;
  if (reader->error != NULL)
    return NULL;

  mark = ls_json_reader_enter (reader, file != NULL ? "file" : "source");
  script = file != NULL ? load (reader, file, name, loader)
                        : read_source (reader, json_object_get_member (object, "source"), name);
  ls_json_reader_leave (reader, mark);
  return script;
}

static void
add_script (LsJsonReader *reader,
            GPtrArray    *scripts,
            LsScript     *script)
{
  gsize size = strlen (script->text);

  g_ptr_array_add (scripts, script);
  for (guint i = 0; i + 1 < scripts->len; i++)
    {
      LsScript *other = g_ptr_array_index (scripts, i);

      size += strlen (other->text);
      if (g_str_equal (other->name, script->name))
        {
          g_autofree char *quoted = ls_json_quote (script->name);

          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                               _("found %s, which is already the name of script %u, expected a unique name"), quoted,
                               i);
        }
      else if (script->file != NULL && g_strcmp0 (other->file, script->file) == 0)
        {
          g_autofree char *quoted = ls_json_quote (script->file);

          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                               _("found %s, which is already the file of script %u, expected a different file"), quoted,
                               i);
        }
    }

  if (size > LS_JSON_MAX_SIZE)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found more than %d MB of scripts, expected less"),
                         (int) (LS_JSON_MAX_SIZE / (1024 * 1024)));
}

/* Reads "scripts" or "source" of a program's @object. Never returns NULL; look at @reader. */
GPtrArray *
ls_program_read_scripts (LsJsonReader         *reader,
                         JsonObject           *object,
                         const LsScriptLoader *loader)
{
  GPtrArray *scripts = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_script_unref);
  JsonArray *array;
  LsScript *script;
  gsize mark;

  if (json_object_has_member (object, "source") == json_object_has_member (object, "scripts"))
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                           json_object_has_member (object, "source")
                             ? _("found both “source” and “scripts”, expected one of them")
                             : _("found neither “source” nor “scripts”, expected one of them"));
      return scripts;
    }

  if (json_object_has_member (object, "source"))
    {
      mark = ls_json_reader_enter (reader, "source");
      script = read_source (reader, json_object_get_member (object, "source"), "main.js");
      if (script != NULL)
        g_ptr_array_add (scripts, script);
      ls_json_reader_leave (reader, mark);
      return scripts;
    }

  mark = ls_json_reader_enter (reader, "scripts");
  array = ls_json_reader_array (reader, json_object_get_member (object, "scripts"), NC_("expected", "an array of scripts"));
  if (array != NULL && (json_array_get_length (array) == 0 || json_array_get_length (array) > LS_SCRIPT_MAX_NUMBER))
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found %u scripts, expected 1 to %d"),
                         json_array_get_length (array), LS_SCRIPT_MAX_NUMBER);
  for (guint i = 0; reader->error == NULL && i < json_array_get_length (array); i++)
    {
      gsize inner = ls_json_reader_enter_index (reader, i);
      JsonObject *element = ls_json_reader_object (reader, json_array_get_element (array, i), EXPECTED_SCRIPT);

      script = element != NULL ? read_script (reader, element, i, loader) : NULL;
      if (script != NULL)
        add_script (reader, scripts, script);
      ls_json_reader_leave (reader, inner);
    }
  ls_json_reader_leave (reader, mark);

  return scripts;
}

static gboolean
parse_number (const char **cursor,
              guint       *number)
{
  guint64 value = 0;
  const char *p = *cursor;

  while (g_ascii_isdigit (*p) && value <= G_MAXUINT)
    value = value * 10 + (*p++ - '0');
  if (p == *cursor || value > G_MAXUINT)
    return FALSE;

  *cursor = p;
  *number = value;
  return TRUE;
}

/**
 * ls_program_parse_place:
 * @self: a program
 * @text: text such as "main.js:3:7: Uncaught Error: boom" or, of a statement's record, "main.js:3"
 * @script: (out) (transfer none) (optional): the script whose name it begins with
 * @line: (out) (optional): the line, from 1
 * @column: (out) (optional): the column, from 1; 0 if it is not there
 * @rest: (out) (transfer none) (optional): what follows the place
 *
 * Finds out which place in a script a text begins with.
 *
 * Returns: whether it begins with one
 */
gboolean
ls_program_parse_place (LsProgram   *self,
                        const char  *text,
                        LsScript   **script,
                        guint       *line,
                        guint       *column,
                        const char **rest)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  for (guint i = 0; i < self->scripts->len; i++)
    {
      LsScript *candidate = g_ptr_array_index (self->scripts, i);
      gsize length = strlen (candidate->name);
      const char *cursor = text + length + 1;
      guint line_found, column_found = 0;

      if (strncmp (text, candidate->name, length) != 0 || text[length] != ':' || !parse_number (&cursor, &line_found))
        continue;
      if (*cursor == ':' && g_ascii_isdigit (cursor[1]))
        {
          cursor++;
          if (!parse_number (&cursor, &column_found))
            continue;
        }
      if (*cursor == ':')
        cursor++;
      while (*cursor == ' ')
        cursor++;

      if (script != NULL)
        *script = candidate;
      if (line != NULL)
        *line = line_found;
      if (column != NULL)
        *column = column_found;
      if (rest != NULL)
        *rest = cursor;
      return TRUE;
    }

  return FALSE;
}
