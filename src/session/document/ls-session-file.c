/* ls-session-file.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-private.h"

#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "ls-session-recorded-file-private.h"

/* Reads sessions from files and saves them. */

/* Which share of the time has passed once the bytes are read, and once the text is parsed: about so much on a fast disk. */
#define SHARE_OF_BYTES 0.1
#define SHARE_OF_TEXT 0.5

static LsSession *
session_new_from_data (const char    *name,
                       const char    *data,
                       gsize          length,
                       GFile         *file,
                       LsLoadWatch   *watch,
                       GError       **error)
{
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  LsScriptLoader loader = { .folder = folder, .cancellable = watch != NULL ? watch->cancellable : NULL, .watch = watch };
  g_autoptr (JsonNode) root = NULL;
  LsDocument *document;

  ls_load_watch_enter (watch, SHARE_OF_BYTES, SHARE_OF_TEXT);
  root = ls_json_parse (name, data, length, watch, error);
  if (root == NULL)
    return NULL;
  ls_load_watch_enter (watch, SHARE_OF_TEXT, 1);
  document = ls_document_read (name, root, &loader, error);
  if (document == NULL)
    return NULL;

  return ls_session_new_take (document, file);
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

/* Returns how large the file is, 0 if that is not known. */
static guint64
get_size (GInputStream *stream,
          GCancellable *cancellable)
{
  g_autoptr (GFileInfo) info = NULL;

  if (G_IS_FILTER_INPUT_STREAM (stream))
    stream = g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (stream));
  if (!G_IS_FILE_INPUT_STREAM (stream))
    return 0;
  info = g_file_input_stream_query_info (G_FILE_INPUT_STREAM (stream), G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, NULL);
  return info != NULL ? (guint64) MAX (g_file_info_get_size (info), 0) : 0;
}

/* Reads to the end, or until there is more than a session may have. */
static GByteArray *
read_stream (GInputStream  *stream,
             LsLoadWatch   *watch,
             GError       **error)
{
  guint64 size = get_size (stream, watch->cancellable);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize chunk = 64 * 1024;
  gsize n;

  do
    {
      guint length = bytes->len;

      g_byte_array_set_size (bytes, length + chunk);
      if (!g_input_stream_read_all (stream, bytes->data + length, chunk, &n, watch->cancellable, error))
        return NULL;
      g_byte_array_set_size (bytes, length + n);
      if (size > 0 && !ls_load_watch_tell (watch, (double) bytes->len / size, error))
        return NULL;
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
    return _("No such file");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    return _("It is a folder; expected a file");
  return error->message;
}

/* Takes @local, and passes it on with the name of the file. */
void
ls_session_propagate_read_error (const char  *name,
                                 GError      *local,
                                 GError     **error)
{
  g_autofree char *shown = ls_json_display (name, 0);

  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, local);
      return;
    }

  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ, _("%s: Could not read the file: %s"), shown,
               describe_read_error (local));
  g_error_free (local);
}

static gboolean
is_script (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && ls_script_path_is_name (name);
}

/* Tells what has no file name to say what it is. A session is a JSON object, so it begins with a brace and a quotation mark. Few
 * scripts begin so, and such a script can have a comment before it. Where there is nothing at all a session is missing. */
static gboolean
looks_like_script (const char *data,
                   gsize       length)
{
  const char *const end = data + length;
  gboolean begins_object = FALSE;

  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    data += 3;
  for (; data < end; data++)
    {
      if (g_ascii_isspace (*data))
        continue;
      if (begins_object)
        return *data != '"' && *data != '}';
      if (*data != '{')
        return TRUE;
      begins_object = TRUE;
    }
  return FALSE;
}

/* Reads a session, a script or a recording. @file: (nullable): the file that @stream reads */
static LsSession *
new_from_stream (const char    *name,
                 GInputStream  *stream,
                 GFile         *file,
                 LsLoadWatch   *watch,
                 GError       **error)
{
  g_autoptr (GInputStream) input = g_buffered_input_stream_new_sized (stream, LS_SESSION_SNIFFED_BYTES);
  LsRecordingFormat format = LS_RECORDING_FORMAT_NONE;
  g_autofree char *other = NULL;
  GError *local = NULL;
  g_autoptr (GByteArray) bytes = NULL;

  if (file == NULL || !is_script (file))
    format = ls_session_sniff (G_BUFFERED_INPUT_STREAM (input), file, &other, watch);
  if (other != NULL)
    {
      g_autofree char *shown = ls_json_display (name, 0);

      /* Translators: a file, and what it is */
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_FORMAT, _("%s: found %s, expected a session, a script or a recording"),
                   shown, other);
      return NULL;
    }
  if (format != LS_RECORDING_FORMAT_NONE)
    return ls_session_read_recorded (name, format, input, file, watch, error);

  ls_load_watch_enter (watch, 0, SHARE_OF_BYTES);
  bytes = read_stream (input, watch, &local);

  if (bytes == NULL)
    {
      ls_session_propagate_read_error (name, local, error);
      return NULL;
    }
  if (file != NULL ? !is_script (file) : !looks_like_script ((const char *) bytes->data, bytes->len))
    return session_new_from_data (name, (const char *) bytes->data, bytes->len, file, watch, error);

  return ls_session_new_for_bytes (name, (const char *) bytes->data, bytes->len, file, error);
}

static LsSession *
new_from_file (const char    *name,
               GFile         *file,
               LsLoadWatch   *watch,
               GError       **error)
{
  GError *local = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, watch->cancellable, &local);

  if (stream == NULL)
    {
      ls_session_propagate_read_error (name, local, error);
      return NULL;
    }

  return new_from_stream (name, G_INPUT_STREAM (stream), file, watch, error);
}

/**
 * ls_session_new_from_file:
 * @file: a file
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Reads a session from a file, with the scripts beside it; blocks. A file whose name ends in `.js`, `.mjs`, `.cjs`, `.ts`, `.mts` or `.cts` is a
 * script, and the session one that has nothing but it. A recording of a browser or of Node.js, known by its content, makes a
 * session as [ctor@Session.new_for_recording] does of its busiest loop.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line
 */
LsSession *
ls_session_new_from_file (GFile         *file,
                          GCancellable  *cancellable,
                          GError       **error)
{
  return ls_session_new_from_file_with_progress (file, cancellable, NULL, NULL, error);
}

/**
 * ls_session_new_from_file_with_progress:
 * @file: a file
 * @cancellable: (nullable): a cancellable
 * @progress: (nullable) (scope call): is told how far it is, on this thread
 * @user_data: for @progress
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Reads a session as [ctor@Session.new_from_file] does. A large one takes seconds: a window does that on a thread of its own, and
 * gives the session to the thread that goes on with it.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line
 */
LsSession *
ls_session_new_from_file_with_progress (GFile                  *file,
                                        GCancellable           *cancellable,
                                        LsSessionProgressFunc   progress,
                                        gpointer                user_data,
                                        GError                **error)
{
  LsLoadWatch watch = { .cancellable = cancellable, .progress = progress, .user_data = user_data };
  g_autofree char *name = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  name = g_file_get_parse_name (file);
  return new_from_file (name, file, &watch, error);
}

/**
 * ls_session_new_from_file_watched: (skip)
 * @file: a file
 * @watch: who follows the reading, on this thread
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Reads a session as [ctor@Session.new_from_file_with_progress] does. If it is a large recording, a session with the beginning
 * comes first.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line
 */
LsSession *
ls_session_new_from_file_watched (GFile                 *file,
                                  const LsSessionWatch  *watch,
                                  GCancellable          *cancellable,
                                  GError               **error)
{
  LsLoadWatch load_watch = { .cancellable = cancellable };
  g_autofree char *name = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);
  g_return_val_if_fail (watch != NULL, NULL);

  load_watch.progress = watch->progress;
  load_watch.user_data = watch->user_data;
  load_watch.parts = watch;
  name = g_file_get_parse_name (file);
  return new_from_file (name, file, &load_watch, error);
}

/* A file may well be called "a:b". So an argument is a URI only where there is no file of that name. */
static GFile *
file_for_argument (const char *argument)
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
 * Reads a session, a script or a recording as a command line names it; blocks. Messages name the file as @path does. What standard
 * input has is a recording if its content says so, a session if it begins with `{` and then `"` or `}`, or has nothing but white
 * space; else it is a script.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line
 */
LsSession *
ls_session_new_from_path (const char  *path,
                          GError     **error)
{
  return ls_session_new_from_path_with_progress (path, NULL, NULL, NULL, error);
}

/**
 * ls_session_new_from_path_with_progress:
 * @path: (type filename): a file's path or URI, or "-" for standard input
 * @cancellable: (nullable): a cancellable
 * @progress: (nullable) (scope call): is told how far it is, on this thread
 * @user_data: for @progress
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Reads a session, a script or a recording as [ctor@Session.new_from_path] does.
 *
 * Returns: (transfer full): the session, or %NULL with @error set to one line
 */
LsSession *
ls_session_new_from_path_with_progress (const char             *path,
                                        GCancellable           *cancellable,
                                        LsSessionProgressFunc   progress,
                                        gpointer                user_data,
                                        GError                **error)
{
  LsLoadWatch watch = { .cancellable = cancellable, .progress = progress, .user_data = user_data };
  g_autoptr (GFile) file = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (g_str_equal (path, "-"))
    {
      g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);

      return new_from_stream ("standard input", input, NULL, &watch, error);
    }

  file = file_for_argument (path);
  return new_from_file (path, file, &watch, error);
}

static void
take_file (LsSession *self,
           GFile     *file)
{
  g_autofree char *path = g_file_get_path (file);

  if (ls_script_path_is_name (path) && ls_session_is_plain_script (self))
    ls_session_name_script (self, path);
  if (self->file == NULL || !g_file_equal (self->file, file))
    {
      g_set_object (&self->file, file);
      g_object_notify (G_OBJECT (self), "file");
    }
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
 * of them are, unless there is another script of that name. A file whose name ends in `.js`, `.mjs`, `.cjs`, `.ts`, `.mts` or `.cts` gets the
 * script's text, if [method@Session.is_plain_script].
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

  if (ls_session_is_recorded (self))
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE,
                           _("Loopscope cannot save a recording as a session: save its trace, or convert it to a session first"));
      return FALSE;
    }
  path = g_file_get_path (file);
  if (path == NULL)
    {
      g_autofree char *name = g_file_get_parse_name (file);

      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE,
                   _("%s: Could not save the file: it is not on this computer"), name);
      return FALSE;
    }

  if (ls_script_path_is_name (path))
    {
      if (!ls_session_save_as_script (self, path, error))
        return FALSE;
      take_file (self, file);
      ls_session_set_modified (self, FALSE);
      return TRUE;
    }

  data = ls_session_to_data (self, &length);
  if (length > LS_JSON_MAX_SIZE)
    {
      g_autofree char *name = ls_json_display (path, 0);

      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE,
                   /* Translators: a file, and how large it may be */
                   _("%s: Could not save the file: with more than %" PRIu64 " MB it could not be opened again"), name, LS_JSON_MAX_SIZE / (1024 * 1024));
      return FALSE;
    }
  if (!ls_session_save_scripts (self, file, error) || !ls_session_write_file (path, data, length, error))
    return FALSE;

  take_file (self, file);
  ls_session_set_modified (self, FALSE);
  return TRUE;
}

/**
 * ls_session_take_saved:
 * @self: a session
 * @copy: a copy of it, see ls_session_copy(), that ls_session_save() has saved since
 *
 * Makes the file of @copy that of @self. What has been changed in @self since it was copied is not saved.
 *
 * So a thread can save a session while it is worked on.
 */
void
ls_session_take_saved (LsSession *self,
                       LsSession *copy)
{
  GHashTableIter iter;
  gpointer file, script;

  g_return_if_fail (LS_IS_SESSION (self));
  g_return_if_fail (LS_IS_SESSION (copy) && copy->file != NULL);

  g_hash_table_iter_init (&iter, copy->saved);
  while (g_hash_table_iter_next (&iter, &file, &script))
    g_hash_table_replace (self->saved, g_strdup (file), ls_script_ref (script));
  take_file (self, copy->file);
  ls_session_set_saved (self, copy);
}
