/* ls-session.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session.h"

#include "ls-action-private.h"
#include "ls-session-private.h"
#include "ls-settings-private.h"
#include "ls-step-private.h"

#include <gio/gunixinputstream.h>
#include <string.h>
#include <unistd.h>

/**
 * LsSession:
 *
 * The document of Loopscope: a program, the settings to run it with, what the user did while it ran, and what the run
 * is expected to show. A session belongs to one thread at a time; ls_session_copy() makes one for another thread.
 */

enum
{
  PROP_0,
  PROP_FILE,
  PROP_TITLE,
  PROP_DESCRIPTION,
  PROP_MODIFIED,
  N_PROPS
};

enum
{
  CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsSession, ls_session, G_TYPE_OBJECT)

static const char empty_session[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"\", \"settings\": {},"
  "  \"program\": { \"kind\": \"steps\", \"main\": [], \"bodies\": {} } }";

static void
ls_session_finalize (GObject *object)
{
  LsSession *self = LS_SESSION (object);

  g_clear_pointer (&self->document, ls_document_unref);
  g_clear_object (&self->file);
  g_clear_pointer (&self->saved, g_hash_table_unref);

  G_OBJECT_CLASS (ls_session_parent_class)->finalize (object);
}

static void
ls_session_get_property (GObject    *object,
                         guint       prop_id,
                         GValue     *value,
                         GParamSpec *pspec)
{
  LsSession *self = LS_SESSION (object);

  switch (prop_id)
    {
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_TITLE:
      g_value_set_string (value, self->document->title);
      break;
    case PROP_DESCRIPTION:
      g_value_set_string (value, self->document->description);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, self->modified);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_session_set_property (GObject      *object,
                         guint         prop_id,
                         const GValue *value,
                         GParamSpec   *pspec)
{
  LsSession *self = LS_SESSION (object);

  switch (prop_id)
    {
    case PROP_TITLE:
      ls_session_set_title (self, g_value_get_string (value));
      break;
    case PROP_DESCRIPTION:
      ls_session_set_description (self, g_value_get_string (value));
      break;
    case PROP_MODIFIED:
      ls_session_set_modified (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ls_session_class_init (LsSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = ls_session_finalize;
  object_class->get_property = ls_session_get_property;
  object_class->set_property = ls_session_set_property;

  /**
   * LsSession:file:
   *
   * Where the session was read from or last saved to.
   */
  properties[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * LsSession:title:
   *
   * What the session is called.
   */
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "",
                                                G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  /**
   * LsSession:description:
   *
   * What the session shows, in sentences.
   */
  properties[PROP_DESCRIPTION] = g_param_spec_string ("description", NULL, NULL, "",
                                                      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                      G_PARAM_STATIC_STRINGS);
  /**
   * LsSession:modified:
   *
   * Whether the session has changed since it was read or saved.
   */
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE,
                                                    G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                    G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * LsSession::changed:
   * @self: the session
   *
   * Something in the session has changed.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
ls_session_init (LsSession *self)
{
  self->saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ls_script_unref);
}

static LsSession *
session_new_take (LsDocument *document,
                  GFile      *file)
{
  LsSession *self = g_object_new (LS_TYPE_SESSION, NULL);

  self->document = document;
  g_set_object (&self->file, file);
  ls_session_note_scripts (self, TRUE);
  return self;
}

LsDocument *
ls_session_get_document (LsSession *self)
{
  return self->document;
}

/* Takes @document. */
static void
set_document (LsSession  *self,
              LsDocument *document)
{
  g_autoptr(LsDocument) old = self->document;

  self->document = document;
  ls_session_note_scripts (self, FALSE);

  g_object_freeze_notify (G_OBJECT (self));
  if (!g_str_equal (old->title, document->title))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  if (!g_str_equal (old->description, document->description))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DESCRIPTION]);
  ls_session_set_modified (self, TRUE);
  g_object_thaw_notify (G_OBJECT (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* Makes @root what the session says; @scripts: (nullable): LsScript in the place of those beside the session. */
gboolean
ls_session_set_root (LsSession  *self,
                     JsonNode   *root,
                     GPtrArray  *scripts,
                     GError    **error)
{
  g_autoptr(GFile) folder = self->file != NULL ? g_file_get_parent (self->file) : NULL;
  LsScriptLoader loader = { .folder = folder, .known = scripts };
  LsDocument *document;

  if (loader.known == NULL)
    loader.known = self->document->program->scripts;
  if (!ls_json_check_limits ("session", root, error))
    return FALSE;
  document = ls_document_read ("session", root, &loader, error);
  if (document == NULL)
    return FALSE;

  set_document (self, document);
  return TRUE;
}

static gboolean
replace_node (LsSession   *self,
              const char  *pointer,
              JsonNode    *value,
              GError     **error)
{
  g_autoptr(JsonNode) root = ls_json_replace (self->document->root, pointer, value, error);

  return root != NULL && ls_session_set_root (self, root, NULL, error);
}

/* Takes @value: sets a member at the top. */
gboolean
ls_session_set_member (LsSession   *self,
                       const char  *member,
                       JsonNode    *value,
                       GError     **error)
{
  g_autofree char *pointer = g_strconcat ("/", member, NULL);
  g_autoptr(JsonNode) owned = value;

  return replace_node (self, pointer, owned, error);
}

/**
 * ls_session_new:
 *
 * Returns: (transfer full): a session with an empty program
 */
LsSession *
ls_session_new (void)
{
  return ls_session_new_from_data ("session", empty_session, -1, NULL);
}

static LsSession *
session_new_from_data (const char    *name,
                       const char    *data,
                       gsize          length,
                       GFile         *file,
                       GCancellable  *cancellable,
                       GError       **error)
{
  g_autoptr(GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  LsScriptLoader loader = { .folder = folder, .cancellable = cancellable };
  g_autoptr(JsonNode) root = NULL;
  LsDocument *document;

  root = ls_json_parse (name, data, length, error);
  if (root == NULL)
    return NULL;
  document = ls_document_read (name, root, &loader, error);
  if (document == NULL)
    return NULL;

  return session_new_take (document, file);
}

/**
 * ls_session_new_from_data:
 * @name: what the text is called in messages
 * @data: (array length=length) (element-type guint8): JSON text
 * @length: its length in bytes, or -1 if it ends in a NUL
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Reads a session from memory. Time and memory are bounded whatever the text is; nothing in it runs.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line: name, JSON pointer, what was found there
 *   and what was expected
 */
LsSession *
ls_session_new_from_data (const char  *name,
                          const char  *data,
                          gssize       length,
                          GError     **error)
{
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (data != NULL || length == 0, NULL);

  return session_new_from_data (name, data, length < 0 ? strlen (data) : (gsize) length, NULL, NULL, error);
}

/* Reads to the end, or to where it is clear that there is too much. */
static GByteArray *
read_stream (GInputStream  *stream,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new ();
  gsize chunk = 64 * 1024;
  gsize n;

  do
    {
      guint length = bytes->len;

      g_byte_array_set_size (bytes, length + chunk);
      if (!g_input_stream_read_all (stream, bytes->data + length, chunk, &n, cancellable, error))
        return NULL;
      g_byte_array_set_size (bytes, length + n);
      if (n < chunk)
        break;
      chunk = MIN (chunk * 2, 8 * 1024 * 1024);
    }
  while (bytes->len <= LS_JSON_MAX_SIZE);

  return g_steal_pointer (&bytes);
}

static const char *
describe_read_error (GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    return "There is no such file";
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    return "It is a folder, expected a file";
  return error->message;
}

/* Takes @local: passes it on, with the name of the file. */
static void
propagate_read_error (const char  *name,
                      GError      *local,
                      GError     **error)
{
  g_autofree char *shown = ls_json_display (name, 0);

  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, local);
      return;
    }

  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ, "%s: The file could not be read: %s", shown,
               describe_read_error (local));
  g_error_free (local);
}

static gboolean
is_script (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && ls_script_path_is_name (name);
}

/* @file: (nullable): what @stream is of */
static LsSession *
new_from_stream (const char    *name,
                 GInputStream  *stream,
                 GFile         *file,
                 GCancellable  *cancellable,
                 GError       **error)
{
  GError *local = NULL;
  g_autoptr(GByteArray) bytes = read_stream (stream, cancellable, &local);
  LsSession *self;

  if (bytes == NULL)
    {
      propagate_read_error (name, local, error);
      return NULL;
    }
  if (file == NULL || !is_script (file))
    return session_new_from_data (name, (const char *) bytes->data, bytes->len, file, cancellable, error);

  self = ls_session_new_for_bytes (name, (const char *) bytes->data, bytes->len, error);
  if (self != NULL)
    g_set_object (&self->file, file);
  return self;
}

static LsSession *
new_from_file (const char    *name,
               GFile         *file,
               GCancellable  *cancellable,
               GError       **error)
{
  GError *local = NULL;
  g_autoptr(GFileInputStream) stream = g_file_read (file, cancellable, &local);

  if (stream == NULL)
    {
      propagate_read_error (name, local, error);
      return NULL;
    }

  return new_from_stream (name, G_INPUT_STREAM (stream), file, cancellable, error);
}

/**
 * ls_session_new_from_file:
 * @file: a file
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Reads a session from a file, with the scripts beside it; blocks. A file whose name ends in `.js`, `.mjs` or `.cjs` is a
 * script, and the session one that has nothing but it.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line
 */
LsSession *
ls_session_new_from_file (GFile         *file,
                          GCancellable  *cancellable,
                          GError       **error)
{
  g_autofree char *name = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  name = g_file_get_parse_name (file);
  return new_from_file (name, file, cancellable, error);
}

/* A file may well be called "a:b". What looks like a URI is one where there is no such file. */
GFile *
ls_session_file_for_argument (const char *argument)
{
  g_autofree char *scheme = g_uri_parse_scheme (argument);
  const char *rest = scheme != NULL ? argument + strlen (scheme) : "";

  if ((g_str_has_prefix (rest, "://") || g_ascii_strncasecmp (argument, "file:/", strlen ("file:/")) == 0) &&
      !g_file_test (argument, G_FILE_TEST_EXISTS))
    return g_file_new_for_uri (argument);

  return g_file_new_for_path (argument);
}

/**
 * ls_session_new_from_path:
 * @path: (type filename): a file's path or URI, or "-" for standard input
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Reads a session or a script as a command line names it; blocks. Messages name the file as @path does.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line
 */
LsSession *
ls_session_new_from_path (const char  *path,
                          GError     **error)
{
  g_autoptr(GFile) file = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (g_str_equal (path, "-"))
    {
      g_autoptr(GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);

      return new_from_stream ("standard input", input, NULL, NULL, error);
    }

  file = ls_session_file_for_argument (path);
  return new_from_file (path, file, NULL, error);
}

/**
 * ls_session_copy:
 * @self: a session
 *
 * Returns: (transfer full): a session with the same contents, for changing it apart or for another thread
 */
LsSession *
ls_session_copy (LsSession *self)
{
  LsSession *copy;
  GHashTableIter iter;
  gpointer file, script;

  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  copy = session_new_take (ls_document_ref (self->document), self->file);
  g_hash_table_iter_init (&iter, self->saved);
  while (g_hash_table_iter_next (&iter, &file, &script))
    g_hash_table_replace (copy->saved, g_strdup (file), ls_script_ref (script));
  copy->modified = self->modified;
  copy->has_bom = self->has_bom;
  return copy;
}

static void
saved (LsSession *self,
       GFile     *file)
{
  if (self->file == NULL || !g_file_equal (self->file, file))
    {
      g_set_object (&self->file, file);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILE]);
    }
  ls_session_set_modified (self, FALSE);
}

/**
 * ls_session_save:
 * @self: a session
 * @file: where to; need not be where it came from
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Saves a session; blocks. The file is replaced whole or not at all; after that it is the session's file, and the
 * session is not modified.
 *
 * Scripts beside the session that have changed are saved before it, each likewise; where it is saved in another folder, all
 * of them are, unless there is another script of that name. A file whose name ends in `.js`, `.mjs` or `.cjs` gets the
 * script's text, if ls_session_is_plain_script().
 *
 * Returns: %FALSE with @error set if the file was not saved, and is as it was
 */
gboolean
ls_session_save (LsSession  *self,
                 GFile      *file,
                 GError    **error)
{
  g_autofree char *path = NULL;
  g_autofree char *data = NULL;
  gsize length;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  path = g_file_get_path (file);
  if (path == NULL)
    {
      g_autofree char *name = g_file_get_parse_name (file);

      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE,
                   "%s: The file could not be saved: it has no path on this computer", name);
      return FALSE;
    }

  if (ls_script_path_is_name (path))
    {
      if (!ls_session_save_as_script (self, path, error))
        return FALSE;
      saved (self, file);
      return TRUE;
    }

  data = ls_session_to_data (self, &length);
  if (length > LS_JSON_MAX_SIZE)
    {
      g_autofree char *name = ls_json_display (path, 0);

      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE,
                   "%s: The file could not be saved: it would have more than %" G_GUINT64_FORMAT
                   " MB, and could not be opened again", name, LS_JSON_MAX_SIZE / (1024 * 1024));
      return FALSE;
    }
  if (!ls_session_save_scripts (self, file, error) || !ls_session_write_file (path, data, length, error))
    return FALSE;

  saved (self, file);
  return TRUE;
}

/**
 * ls_session_get_file:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): where it was read from or last saved to
 */
GFile *
ls_session_get_file (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->file;
}

/**
 * ls_session_get_title:
 * @self: a session
 *
 * Returns: (transfer none): its title, perhaps empty
 */
const char *
ls_session_get_title (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->document->title;
}

static void
set_text (LsSession  *self,
          const char *member,
          const char *old,
          const char *text)
{
  if (text == NULL)
    text = "";
  if (!g_str_equal (old, text) && g_utf8_validate (text, -1, NULL))
    ls_session_set_member (self, member, json_node_init_string (json_node_alloc (), text), NULL);
}

/**
 * ls_session_set_title:
 * @self: a session
 * @title: (nullable): a title
 */
void
ls_session_set_title (LsSession  *self,
                      const char *title)
{
  g_return_if_fail (LS_IS_SESSION (self));

  set_text (self, "title", self->document->title, title);
}

/**
 * ls_session_get_description:
 * @self: a session
 *
 * Returns: (transfer none): what it shows, perhaps empty
 */
const char *
ls_session_get_description (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->document->description;
}

/**
 * ls_session_set_description:
 * @self: a session
 * @description: (nullable): what it shows
 */
void
ls_session_set_description (LsSession  *self,
                            const char *description)
{
  g_return_if_fail (LS_IS_SESSION (self));

  set_text (self, "description", self->document->description, description);
}

/**
 * ls_session_get_modified:
 * @self: a session
 *
 * Returns: whether it has changed since it was read or saved
 */
gboolean
ls_session_get_modified (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);

  return self->modified;
}

/**
 * ls_session_set_modified:
 * @self: a session
 * @modified: whether it has changed since it was read or saved
 */
void
ls_session_set_modified (LsSession *self,
                         gboolean   modified)
{
  g_return_if_fail (LS_IS_SESSION (self));

  modified = !!modified;
  if (self->modified == modified)
    return;
  self->modified = modified;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
}

/**
 * ls_session_get_settings:
 * @self: a session
 *
 * Returns: (transfer none): how it is run; valid until the session changes
 */
const LsSettings *
ls_session_get_settings (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->document->settings;
}

/**
 * ls_session_set_settings:
 * @self: a session
 * @settings: how to run it
 */
void
ls_session_set_settings (LsSession        *self,
                         const LsSettings *settings)
{
  g_autoptr(GError) error = NULL;
  JsonNode *previous;
  JsonNode *node;

  g_return_if_fail (LS_IS_SESSION (self));
  g_return_if_fail (settings != NULL && settings->preset != NULL);

  previous = json_object_get_member (json_node_get_object (self->document->root), "settings");
  node = ls_settings_write (settings, previous != NULL ? json_node_get_object (previous) : NULL,
                            ls_document_get_default_step_budget (self->document));
  if (previous != NULL && json_node_equal (previous, node))
    json_node_unref (node);
  else if (!ls_session_set_member (self, "settings", node, &error))
    g_warning ("The settings could not be set: %s", error->message);
}

/**
 * ls_session_get_program:
 * @self: a session
 *
 * Returns: (transfer none): its program; take a reference to keep it longer than until the session changes
 */
LsProgram *
ls_session_get_program (LsSession *self)
{
  g_return_val_if_fail (LS_IS_SESSION (self), NULL);

  return self->document->program;
}

/**
 * ls_session_replace:
 * @self: a session
 * @pointer: a JSON pointer, such as "/program/main/3"; the name of a new member adds it, "-" adds to an array
 * @json: the JSON that is to be there
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Changes any part of a session.
 *
 * Returns: %FALSE with @error set if @json is not well formed or the session would not be valid; it is then as it was
 */
gboolean
ls_session_replace (LsSession   *self,
                    const char  *pointer,
                    const char  *json,
                    GError     **error)
{
  g_autoptr(JsonNode) node = NULL;

  g_return_val_if_fail (LS_IS_SESSION (self), FALSE);
  g_return_val_if_fail (pointer != NULL, FALSE);
  g_return_val_if_fail (json != NULL, FALSE);

  node = ls_json_parse ("session", json, strlen (json), error);
  return node != NULL && replace_node (self, pointer, node, error);
}
