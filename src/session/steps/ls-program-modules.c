/* ls-program-modules.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-program-private.h"

#include <stdlib.h>
#include <string.h>

#include "ls-session-error.h"

/* The files that scripts of a program import. A module is a script of the program, or a file in the session's folder. The folder
 * remembers what it has read, so that all runs of a session, on any thread, see the same text. Programs see the messages, which are
 * in English on every machine. */

struct _LsModuleFolder
{
  gatomicrefcount  ref_count;
  GFile           *folder;
  GMutex           mutex;
  GPtrArray       *scripts;   /* LsScript, in the order in which they were read */
};

LsModuleFolder *
ls_module_folder_new (GFile *folder)
{
  LsModuleFolder *self = g_new0 (LsModuleFolder, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->folder = g_object_ref (folder);
  g_mutex_init (&self->mutex);
  self->scripts = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_script_unref);
  return self;
}

LsModuleFolder *
ls_module_folder_ref (LsModuleFolder *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_module_folder_unref (LsModuleFolder *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_object_unref (self->folder);
  g_mutex_clear (&self->mutex);
  g_ptr_array_unref (self->scripts);
  g_free (self);
}

/* Returns (nullable) (transfer full) the modules in @folder (nullable): those that are known (nullable) if they are of this folder,
 * or if the session is in none. */
LsModuleFolder *
ls_module_folder_reuse (LsModuleFolder *known,
                        GFile          *folder)
{
  if (known != NULL && (folder == NULL || g_file_equal (known->folder, folder)))
    return ls_module_folder_ref (known);
  return folder != NULL ? ls_module_folder_new (folder) : NULL;
}

/* Returns whether @file is below @folder when all symbolic links are followed. Files without a path count as below. */
static gboolean
is_below (GFile *folder,
          GFile *file)
{
  const char *folder_path = g_file_peek_path (folder);
  const char *file_path = g_file_peek_path (file);
  char *real_folder, *real_file;
  gboolean is_below;

  if (folder_path == NULL || file_path == NULL)
    return TRUE;
  real_folder = realpath (folder_path, NULL);
  real_file = realpath (file_path, NULL);
  /* What cannot be followed cannot be read either, and reading it says why. */
  is_below = real_folder == NULL || real_file == NULL ||
             (g_str_has_prefix (real_file, real_folder) &&
              (g_str_equal (real_folder, "/") || real_file[strlen (real_folder)] == '/'));
  free (real_folder);
  free (real_file);
  return is_below;
}

/* Returns (transfer full) (nullable) the module in @file if it was read; else @script (nullable), which is kept then. */
static LsScript *
module_folder_find (LsModuleFolder *self,
                    const char     *file,
                    LsScript       *script)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  for (guint i = 0; i < self->scripts->len; i++)
    {
      LsScript *known = g_ptr_array_index (self->scripts, i);

      if (g_str_equal (known->file, file))
        return ls_script_ref (known);
    }
  if (script == NULL)
    return NULL;
  g_ptr_array_add (self->scripts, ls_script_ref (script));
  return ls_script_ref (script);
}

/* Returns (transfer full) (nullable) the module in @file, a valid path in the folder. Nobody who asks what was read waits for a
 * disk: of two threads that read one file the second takes what the first has read. */
static LsScript *
module_folder_load (LsModuleFolder *self,
                    const char     *file,
                    GError        **error)
{
  g_autoptr (GFile) path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (LsScript) read = NULL;
  LsScript *script = module_folder_find (self, file, NULL);
  gboolean has_bom;

  if (script != NULL)
    return script;
  path = g_file_resolve_relative_path (self->folder, file);
  if (is_below (self->folder, path))
    text = ls_script_load (path, &has_bom, NULL, error);
  else
    g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, "it is a link that leads out of");
  if (text == NULL)
    return NULL;
  read = ls_script_new (file, text, file, has_bom);
  return module_folder_find (self, file, read);
}

static LsScript *
find_file (LsProgram  *self,
           const char *file)
{
  for (guint i = 0; i < self->scripts->len; i++)
    {
      LsScript *script = g_ptr_array_index (self->scripts, i);

      if (g_strcmp0 (script->file, file) == 0)
        return script;
    }
  return ls_program_find_script (self, file);
}

/**
 * ls_program_resolve_module:
 * @self: a program
 * @referrer: the name of the script with the import; "" for code that is in no script
 * @specifier: what it imports, such as "./queue.js"
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Resolves a module specifier, as HTML's "resolve a module specifier" does, in the session's folder in the place of a web site.
 *
 * Returns: (transfer full): the name of the module; %NULL with @error set if @specifier is no relative path, or leads out of the
 *   session's folder
 */
char *
ls_program_resolve_module (LsProgram   *self,
                           const char  *referrer,
                           const char  *specifier,
                           GError     **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  g_auto (GStrv) from = NULL;
  g_auto (GStrv) to = g_strsplit (specifier, "/", -1);
  g_autofree char *path = NULL;
  LsScript *script;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (referrer != NULL, NULL);
  g_return_val_if_fail (specifier != NULL, NULL);

  if (!g_str_has_prefix (specifier, "./") && !g_str_has_prefix (specifier, "../") && *specifier != '/')
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                   "Failed to resolve module specifier \"%s\". Relative references must start with either \"/\", \"./\", or "
                   "\"../\".", specifier);
      return NULL;
    }

  script = ls_program_find_script (self, referrer);
  from = g_strsplit (script != NULL && script->file != NULL ? script->file : referrer, "/", -1);
  if (*specifier != '/')
    for (guint i = 0; from[i] != NULL && from[i + 1] != NULL; i++)
      g_ptr_array_add (parts, from[i]);
  for (guint i = 0; to[i] != NULL; i++)
    {
      if (*to[i] == '\0' || g_str_equal (to[i], "."))
        continue;
      if (!g_str_equal (to[i], ".."))
        {
          g_ptr_array_add (parts, to[i]);
          continue;
        }
      if (parts->len == 0)
        {
          g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                       "Failed to resolve module specifier \"%s\". It leads out of the session's folder.", specifier);
          return NULL;
        }
      g_ptr_array_set_size (parts, parts->len - 1);
    }
  g_ptr_array_add (parts, NULL);
  path = g_strjoinv ("/", (char **) parts->pdata);
  script = find_file (self, path);
  return script != NULL ? g_strdup (script->name) : g_steal_pointer (&path);
}

/**
 * ls_program_load_module:
 * @self: a program
 * @name: what [method@Program.resolve_module] returned
 * @error: return location for an error
 *
 * Finds a module, a script of the program or a file in the session's folder; reads the file if it has not been read yet, and blocks
 * then. May be called from any thread.
 *
 * Returns: (transfer full): the module, or %NULL with @error set to a sentence if it cannot be read
 */
LsScript *
ls_program_load_module (LsProgram   *self,
                        const char  *name,
                        GError     **error)
{
  g_autoptr (GError) local = NULL;
  LsScript *script;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  script = ls_program_find_script (self, name);
  if (script != NULL)
    return ls_script_ref (script);
  if (self->modules == NULL)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ,
                   "Failed to load module \"%s\": it is no script of the session, and the session is in no folder.", name);
      return NULL;
    }
  if (ls_script_file_is_valid (name))
    script = module_folder_load (self->modules, name, &local);
  if (script == NULL)
    g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ, "Failed to load module \"%s\": %s the session's folder.", name,
                 local == NULL || g_error_matches (local, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ? "there is no such file in"
                 : g_error_matches (local, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID) ? local->message
                 : "it is no file with a script in UTF-8 in");
  return script;
}

/**
 * ls_program_get_n_modules:
 * @self: a program
 *
 * Counts the files beside the session that runs of the program have read because a script imports them; scripts of the program are
 * not among them. There may be more at any time, but never fewer. Does not block. May be called from any thread.
 *
 * Returns: how many there are
 */
guint
ls_program_get_n_modules (LsProgram *self)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (self != NULL, 0);

  if (self->modules == NULL)
    return 0;
  locker = g_mutex_locker_new (&self->modules->mutex);
  return self->modules->scripts->len;
}

/**
 * ls_program_get_module:
 * @self: a program
 * @index: less than [method@Program.get_n_modules]
 *
 * Returns one of the imported files, in the order in which they were read. Does not block. May be called from any thread.
 *
 * Returns: (transfer full): a module
 */
LsScript *
ls_program_get_module (LsProgram *self,
                       guint      index)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (self != NULL && self->modules != NULL, NULL);

  locker = g_mutex_locker_new (&self->modules->mutex);
  g_return_val_if_fail (index < self->modules->scripts->len, NULL);
  return ls_script_ref (g_ptr_array_index (self->modules->scripts, index));
}
