/* ls-session-scripts.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-private.h"

#include <glib/gi18n-lib.h>

#include "ls-settings-private.h"

#include <string.h>

/* Sessions whose program is JavaScript. The text of a script in the session is part of its JSON. The text of a script beside the
 * session is kept in the program. */

static JsonObject *
script_object_new (const char *name,
                   const char *text)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "name", name);
  json_object_set_string_member (object, "source", text);
  return object;
}

/* Takes @scripts. Returns a session that has nothing but them. @file: (nullable): its file; @folder: (nullable): where scripts
 * import from if there is no @file */
static LsSession *
session_new_take_scripts (JsonArray  *scripts,
                          GFile      *file,
                          GFile      *folder,
                          GError    **error)
{
  g_autoptr (LsSession) self = ls_session_new ();
  JsonObject *program = json_object_new ();

  g_set_object (&self->file, file);

  json_object_set_string_member (program, "kind", ls_program_kind_to_string (LS_PROGRAM_JAVASCRIPT));
  json_object_set_array_member (program, "scripts", scripts);
  if (!ls_session_set_member (self, "program", ls_json_take_object (program), error))
    return NULL;
  if (folder != NULL)
    self->document->program->modules = ls_module_folder_new (folder);

  ls_session_set_modified (self, FALSE);
  return g_steal_pointer (&self);
}

/* Returns a session that has nothing but one script. @name: what messages call its file; the last part is the script's name;
 * @file: (nullable): the file */
LsSession *
ls_session_new_for_bytes (const char  *name,
                          const char  *data,
                          gsize        length,
                          GFile       *file,
                          GError     **error)
{
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *valid = g_utf8_make_valid (base, -1);
  g_autofree char *text = NULL;
  g_autofree char *shown = ls_json_display (name, 0);
  JsonArray *scripts;
  LsSession *self;
  gboolean has_bom;

  text = ls_script_text_of_bytes (data, length, &has_bom, error);
  if (text == NULL)
    {
      g_prefix_error (error, "%s: ", shown);
      return NULL;
    }

  scripts = json_array_new ();
  json_array_add_object_element (scripts, script_object_new (valid, text));
  self = session_new_take_scripts (scripts, file, NULL, error);
  if (self != NULL)
    self->has_bom = has_bom;
  return self;
}

/**
 * ls_session_new_for_text:
 * @name: what the script is called
 * @text: its text
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes a session of one script.
 *
 * Returns: (transfer full): a session that has nothing but this script, and no file; %NULL with @error set if @text is no
 *   UTF-8 or too long
 */
LsSession *
ls_session_new_for_text (const char  *name,
                         const char  *text,
                         GError     **error)
{
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  return ls_session_new_for_bytes (name, text, strlen (text), NULL, error);
}

/**
 * ls_session_path_is_script:
 * @path: (type filename): a file's name, path or URI
 *
 * Tells whether a file is taken for a script by its name.
 *
 * Returns: whether a file of this name is taken for a script: one that ends in `.js`, `.mjs`, `.cjs`, `.ts`, `.mts` or `.cts`
 */
gboolean
ls_session_path_is_script (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);

  return ls_script_path_is_name (path);
}

static gboolean
has_script (JsonArray  *scripts,
            const char *name)
{
  for (guint i = 0; i < json_array_get_length (scripts); i++)
    if (g_str_equal (json_object_get_string_member (json_array_get_object_element (scripts, i), "name"), name))
      return TRUE;

  return FALSE;
}

/* Of two scripts of one name in different folders, the second is called by its path. */
static char *
choose_name (JsonArray  *scripts,
             const char *path,
             LsScript   *script)
{
  g_autofree char *valid = NULL;
  g_autofree char *numbered = NULL;

  if (!has_script (scripts, ls_script_get_name (script)))
    return g_strdup (ls_script_get_name (script));

  valid = g_utf8_make_valid (path, -1);
  for (guint n = 2; has_script (scripts, numbered != NULL ? numbered : valid); n++)
    {
      g_free (numbered);
      numbered = g_strdup_printf ("%s (%u)", valid, n);
    }

  return g_strdup (numbered != NULL ? numbered : valid);
}

/* Finds the folder that all scripts are in, as far as they are in one. */
static void
note_folder (LsSession  *script,
             GFile     **folder,
             gboolean   *is_one_folder)
{
  g_autoptr (GFile) own = script->file != NULL ? g_file_get_parent (script->file) : NULL;

  if (own == NULL)
    return;
  if (*is_one_folder && *folder != NULL)
    *is_one_folder = g_file_equal (*folder, own);
  g_set_object (folder, (*is_one_folder ? own : NULL));
}

/**
 * ls_session_new_for_scripts:
 * @paths: (array zero-terminated=1): scripts' paths or URIs, one at least; "-" for standard input
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Reads scripts that run in one realm, in this order; blocks. Several make a session without a file. A single one is as
 * [ctor@Session.new_from_path] reads it.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line
 */
LsSession *
ls_session_new_for_scripts (const char *const  *paths,
                            GError            **error)
{
  g_autoptr (JsonArray) scripts = json_array_new ();
  g_autoptr (GFile) folder = NULL;
  gboolean is_one_folder = TRUE;

  g_return_val_if_fail (paths != NULL && paths[0] != NULL, NULL);

  if (paths[1] == NULL)
    return ls_session_new_from_path (paths[0], error);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (LsSession) single = NULL;
      g_autofree char *name = NULL;
      const gboolean is_input = g_str_equal (paths[i], "-");
      LsScript *script;

      if (!is_input && !ls_script_path_is_name (paths[i]))
        {
          g_autofree char *shown = ls_json_display (paths[i], 0);

          g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_FORMAT,
                       _("%s: the name is not that of a script, expected one that ends in “.js”"), shown);
          return NULL;
        }
      single = ls_session_new_from_path (paths[i], error);
      if (single == NULL)
        return NULL;
      if (is_input && !ls_session_is_plain_script (single))
        {
          g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_FORMAT,
                       _("standard input: found a session, expected a script to run with the others"));
          return NULL;
        }
      script = ls_program_get_script (single->document->program, 0);
      note_folder (single, &folder, &is_one_folder);
      name = choose_name (scripts, paths[i], script);
      json_array_add_object_element (scripts, script_object_new (name, ls_script_get_text (script)));
    }

  return session_new_take_scripts (g_steal_pointer (&scripts), NULL, folder, error);
}

/* Remembers the texts that scripts beside the session have on the disk: of all of them where @are_saved, else of those not seen
 * before, which have just been read. */
void
ls_session_note_scripts (LsSession *self,
                         gboolean   are_saved)
{
  GPtrArray *scripts = self->document->program->scripts;

  for (guint i = 0; i < scripts->len; i++)
    {
      LsScript *script = g_ptr_array_index (scripts, i);

      if (script->file != NULL && (are_saved || !g_hash_table_contains (self->saved, script->file)))
        g_hash_table_replace (self->saved, g_strdup (script->file), ls_script_ref (script));
    }
}

/**
 * ls_session_is_plain_script:
 * @self: a session
 *
 * Breakpoints do not count: a script's file has no place for them, and a user who sets one need not make a session of the script.
 *
 * Returns: whether it is nothing but one script with default settings, so that a script's file holds all of it
 */
gboolean
ls_session_is_plain_script (LsSession *self)
{
  g_autoptr (JsonNode) settings = NULL;
  LsDocument *document;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  document = self->document;
  if (document->program->kind != LS_PROGRAM_JAVASCRIPT || document->program->scripts->len != 1 ||
      ((LsScript *) g_ptr_array_index (document->program->scripts, 0))->file != NULL)
    return FALSE;
  if (document->lesson != NULL || document->actions->len > 0 || document->expectations->len > 0 || document->bookmarks->len > 0 ||
      document->notes->len > 0 || document->suppressions->len > 0 || *document->title != '\0' ||
      *document->description != '\0')
    return FALSE;

  settings = ls_settings_write (document->settings, NULL, ls_document_get_default_step_budget (document));
  return json_object_get_size (json_node_get_object (settings)) == 0;
}

static gboolean
check_text (const char  *text,
            GError     **error)
{
  gboolean has_bom;
  g_autofree char *copy = ls_script_text_of_bytes (text, strlen (text), &has_bom, error);

  if (copy == NULL)
    g_prefix_error (error, "session: /program: ");
  return copy != NULL;
}

static gboolean
check_is_javascript (LsSession  *self,
                     GError    **error)
{
  if (self->document->program->kind == LS_PROGRAM_JAVASCRIPT)
    return TRUE;

  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
               _("session: /program/kind: found “steps”, expected “javascript”"));
  return FALSE;
}

static gboolean
has_index (LsSession  *self,
           guint       index,
           GError    **error)
{
  if (!check_is_javascript (self, error))
    return FALSE;
  if (index < self->document->program->scripts->len)
    return TRUE;

  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
               _("session: /program/scripts/%u: found nothing, expected a script"), index);
  return FALSE;
}

static JsonObject *
get_program_object (LsSession *self)
{
  return json_object_get_object_member (json_node_get_object (self->document->root), "program");
}

/* Lists the scripts of the program, with @script in the place of the one of the same file. */
static GPtrArray *
list_with (LsSession *self,
           LsScript  *script)
{
  GPtrArray *scripts = self->document->program->scripts;
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_script_unref);

  for (guint i = 0; i < scripts->len; i++)
    {
      LsScript *old = g_ptr_array_index (scripts, i);

      g_ptr_array_add (list, ls_script_ref (g_strcmp0 (old->file, script->file) == 0 ? script : old));
    }

  return list;
}

/**
 * ls_session_set_script_text:
 * @self: a session
 * @index: less than [method@Program.get_n_scripts]
 * @text: the script's new text
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Changes a script. One that lies beside the session is written with the session.
 *
 * Returns: %FALSE with @error set if there is no such script, or @text is no UTF-8 or too long
 */
gboolean
ls_session_set_script_text (LsSession   *self,
                            guint        index,
                            const char  *text,
                            GError     **error)
{
  g_autofree char *pointer = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) root = NULL;
  LsScript *script;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  if (!has_index (self, index, error) || !check_text (text, error))
    return FALSE;
  script = ls_program_get_script (self->document->program, index);
  if (g_str_equal (script->text, text))
    return TRUE;

  if (script->file != NULL)
    {
      g_autoptr (LsScript) changed = ls_script_new (script->name, text, script->file, script->has_bom);
      g_autoptr (GPtrArray) scripts = list_with (self, changed);

      return ls_session_set_root (self, self->document->root, scripts, error);
    }

  if (json_object_has_member (get_program_object (self), "source"))
    pointer = g_strdup ("/program/source");
  else
    pointer = g_strdup_printf ("/program/scripts/%u/source", index);
  node = json_node_init_string (json_node_alloc (), text);
  root = ls_json_replace (self->document->root, pointer, node, error);
  return root != NULL && ls_session_set_root (self, root, NULL, error);
}

/* Returns the elements of "scripts"; of a program with "source", that as the only element. */
static JsonArray *
copy_scripts (LsSession *self)
{
  JsonObject *program = get_program_object (self);
  JsonArray *copy = json_array_new ();

  if (json_object_has_member (program, "source"))
    {
      LsScript *script = ls_program_get_script (self->document->program, 0);

      json_array_add_object_element (copy, script_object_new (script->name, script->text));
      return copy;
    }

  ls_json_add_elements (copy, json_object_get_array_member (program, "scripts"), 0, G_MAXUINT);
  return copy;
}

/* Takes @scripts. */
static gboolean
set_scripts (LsSession  *self,
             JsonArray  *scripts,
             GError    **error)
{
  JsonObject *program = ls_json_copy_object (get_program_object (self));

  ls_json_remove_member (program, "source");
  ls_json_remove_member (program, "scripts");
  json_object_set_array_member (program, "scripts", scripts);
  return ls_session_set_member (self, "program", ls_json_take_object (program), error);
}

/**
 * ls_session_add_script:
 * @self: a session
 * @name: what the script is called; no other of the program may be called so
 * @text: its text
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Adds a script, which runs after the others. Its text is in the session.
 *
 * Returns: %FALSE with @error set if the session would not be valid; it is then as it was
 */
gboolean
ls_session_add_script (LsSession   *self,
                       const char  *name,
                       const char  *text,
                       GError     **error)
{
  JsonArray *scripts;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (name != NULL && g_utf8_validate (name, -1, NULL), FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  if (!check_is_javascript (self, error) || !check_text (text, error))
    return FALSE;

  scripts = copy_scripts (self);
  json_array_add_object_element (scripts, script_object_new (name, text));
  return set_scripts (self, scripts, error);
}

/**
 * ls_session_remove_script:
 * @self: a session
 * @index: less than [method@Program.get_n_scripts]
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Removes a script from the session; its file, if it has one, stays. A program has one script at least.
 *
 * Returns: %FALSE with @error set if the session would not be valid; it is then as it was
 */
gboolean
ls_session_remove_script (LsSession  *self,
                          guint       index,
                          GError    **error)
{
  JsonArray *scripts;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  if (!has_index (self, index, error))
    return FALSE;

  scripts = copy_scripts (self);
  json_array_remove_element (scripts, index);
  return set_scripts (self, scripts, error);
}

static gboolean
write_script (const char  *path,
              const char  *text,
              gboolean     has_bom,
              GError     **error)
{
  g_autofree char *data = g_strconcat (has_bom ? "\xef\xbb\xbf" : "", text, NULL);

  return ls_session_write_file (path, data, strlen (data), error);
}

/* Returns FALSE if another file of that name is there: the user did not ask to replace it. */
static gboolean
may_write_beside (GFile       *path,
                  LsScript    *script,
                  gboolean    *is_there,
                  GError     **error)
{
  g_autoptr (GError) local = NULL;
  gboolean has_bom;
  g_autofree char *found = ls_script_load (path, &has_bom, NULL, &local);
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;

  *is_there = found != NULL && g_str_equal (found, script->text);
  if (*is_there || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return TRUE;

  name = g_file_get_parse_name (path);
  shown = ls_json_display (name, 0);
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE,
               _("%s: Could not save the script beside the session: another file has this name"), shown);
  return FALSE;
}

/* Saves the scripts beside a session that is about to be saved to @file. */
gboolean
ls_session_save_scripts (LsSession  *self,
                         GFile      *file,
                         GError    **error)
{
  GPtrArray *scripts = self->document->program->scripts;
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) old_folder = self->file != NULL ? g_file_get_parent (self->file) : NULL;
  gboolean moves = old_folder == NULL || folder == NULL || !g_file_equal (folder, old_folder);
  g_autoptr (GPtrArray) to_write = g_ptr_array_new ();

  for (guint i = 0; i < scripts->len && folder != NULL; i++)
    {
      LsScript *script = g_ptr_array_index (scripts, i);
      LsScript *saved = script->file != NULL ? g_hash_table_lookup (self->saved, script->file) : NULL;
      g_autoptr (GFile) path = NULL;
      gboolean is_there = FALSE;

      if (script->file == NULL)
        continue;
      path = g_file_resolve_relative_path (folder, script->file);
      if (moves && !may_write_beside (path, script, &is_there, error))
        return FALSE;
      if (moves ? !is_there : saved == NULL || !g_str_equal (saved->text, script->text))
        g_ptr_array_add (to_write, script);
    }

  for (guint i = 0; i < to_write->len; i++)
    {
      LsScript *script = g_ptr_array_index (to_write, i);
      g_autoptr (GFile) path = g_file_resolve_relative_path (folder, script->file);
      g_autoptr (GFile) parent = g_file_get_parent (path);
      g_autofree char *name = g_file_get_path (path);

      if (moves)
        g_file_make_directory_with_parents (parent, NULL, NULL);
      if (!write_script (name, script->text, script->has_bom, error))
        return FALSE;
      g_hash_table_replace (self->saved, g_strdup (script->file), ls_script_ref (script));
    }

  return TRUE;
}

/* Saves the text of the only script, which then has the name of its file. */
gboolean
ls_session_save_as_script (LsSession   *self,
                           const char  *path,
                           GError     **error)
{
  LsScript *script;

  if (!ls_session_is_plain_script (self))
    {
      g_autofree char *shown = ls_json_display (path, 0);

      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE,
                   /* Translators: a file, then the end of a file's name */
                   _("%s: The file could not be saved: a script's file holds a script alone, and the session has more "
                     "than that; expected a name that ends in “%s”"), shown, LS_SESSION_SUFFIX);
      return FALSE;
    }

  script = ls_program_get_script (self->document->program, 0);
  return write_script (path, script->text, self->has_bom, error);
}

/* Calls the one script as its file is called. */
void
ls_session_name_script (LsSession  *self,
                        const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *valid = g_utf8_make_valid (base, -1);
  LsScript *script = ls_program_get_script (self->document->program, 0);
  JsonArray *scripts;

  if (g_str_equal (script->name, valid))
    return;
  scripts = json_array_new ();
  json_array_add_object_element (scripts, script_object_new (valid, script->text));
  set_scripts (self, scripts, NULL);
}
