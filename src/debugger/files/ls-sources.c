/* ls-sources.c: the scripts that a recording is about, where they are at hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-sources.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-page-watch.h"
#include "ls-place.h"
#include "ls-recording-scripts-private.h"
#include "ls-task-thread-private.h"

/* The longest script that is shown, how many folders of an address are looked for, and how many addresses are remembered. */
#define MAX_TEXT (32 * 1024 * 1024)
#define MAX_FOLDERS 8
#define MAX_KNOWN 1000

/**
 * LsSources:
 *
 * Finds the text of a script that a place in a recording names: in the recording itself or the page that is watched, in a file
 * beside it that is called as the end of the address, or in the file that the address names. Nothing is fetched from anywhere
 * else. A thread looks, since a recording may be large, a disk slow and a page busy. It emits "changed" when it knows of more scripts
 * that they are not at hand.
 */
struct _LsSources
{
  GObject       parent_instance;

  LsDebugger   *debugger;
  GHashTable   *known;        /* (element-type utf8 Known) */
  GCancellable *cancellable;  /* of all that looks for files of this session */
};

typedef enum
{
  KNOWN_LOOKING = 1,
  KNOWN_MAYBE,
  KNOWN_MISSING
} Known;

/* What a thread looks for. */
typedef struct
{
  char    *url;
  guint    line;
  GFile   *recording;
  LsPageWatch *watch;    /* NULL: no page is watched */
  gboolean has_scripts;
  gboolean is_missing;   /* it has been looked for everywhere */
} Search;

G_DEFINE_FINAL_TYPE (LsSources, ls_sources, G_TYPE_OBJECT)

/**
 * ls_source_free:
 * @self: (nullable) (transfer full): a script's text
 *
 * Frees it.
 */
void
ls_source_free (LsSource *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self->path);
  g_free (self);
}

static void
search_free (gpointer data)
{
  Search *self = data;

  g_free (self->url);
  g_clear_object (&self->recording);
  g_clear_object (&self->watch);
  g_free (self);
}

static Search *
search_new (LsSources     *self,
            const LsPlace *place)
{
  LsRecording *recording = ls_debugger_get_recording (self->debugger);
  LsLiveRun *run = ls_debugger_get_live_run (self->debugger);
  Search *search = g_new0 (Search, 1);

  if (run != NULL && LS_IS_PAGE_WATCH (run))
    search->watch = g_object_ref (LS_PAGE_WATCH (run));
  search->url = ls_place_dup_script (place);
  search->line = place->line;
  g_set_object (&search->recording, ls_debugger_get_file (self->debugger));
  search->has_scripts = recording != NULL && ls_recording_get_info (recording, "scripts") != NULL;
  return search;
}

static gboolean
is_regular (GFile *file)
{
  return g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR;
}

/* Returns the parts of the path in an address, the name of the file last. */
static char **
split_path (const char *url)
{
  const char *begin = strstr (url, "://");
  g_autofree char *path = NULL;
  g_autofree char *plain = NULL;

  begin = begin != NULL ? strchr (begin + 3, '/') : url;
  if (begin == NULL)
    return NULL;
  path = g_strndup (begin, strcspn (begin, "?#"));
  plain = g_uri_unescape_string (path, NULL);
  return plain != NULL ? g_strsplit (plain, "/", -1) : NULL;
}

/* Returns (nullable) the file beside the recording whose path ends as the address does: the longest such end. */
static GFile *
find_beside (const Search *search)
{
  g_autoptr (GFile) folder = search->recording != NULL ? g_file_get_parent (search->recording) : NULL;
  g_auto (GStrv) parts = split_path (search->url);
  const guint n_parts = parts != NULL ? g_strv_length (parts) : 0;

  for (guint i = 0; i < n_parts; i++)
    if (g_str_equal (parts[i], ".."))
      return NULL;
  if (folder == NULL || n_parts == 0 || *parts[n_parts - 1] == '\0')
    return NULL;
  for (guint i = n_parts - MIN (n_parts, MAX_FOLDERS); i < n_parts; i++)
    {
      g_autofree char *path = g_strjoinv (G_DIR_SEPARATOR_S, parts + i);
      g_autoptr (GFile) file = *parts[i] != '\0' ? g_file_resolve_relative_path (folder, path) : NULL;

      if (file != NULL && is_regular (file))
        return g_steal_pointer (&file);
    }
  return NULL;
}

/* Returns (nullable) the file that an address of this machine names. */
static GFile *
find_file (const Search *search)
{
  g_autofree char *host = NULL;
  g_autofree char *path = NULL;
  g_autofree char *url = g_strndup (search->url, strcspn (search->url, "?#"));
  g_autoptr (GFile) file = NULL;

  if (!g_str_has_prefix (url, "file:"))
    return NULL;
  path = g_filename_from_uri (url, &host, NULL);
  file = path != NULL && host == NULL ? g_file_new_for_path (path) : NULL;
  return file != NULL && is_regular (file) ? g_steal_pointer (&file) : NULL;
}

/* Whether there may be a text, by what is quick to find out. */
static void
look_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Search *search = task_data;
  g_autoptr (GFile) beside = find_beside (search);
  g_autoptr (GFile) file = find_file (search);

  g_task_return_boolean (task, search->has_scripts || search->watch != NULL || beside != NULL || file != NULL);
}

static void
know (LsSources  *self,
      const char *url,
      Known       known)
{
  if (g_hash_table_size (self->known) >= MAX_KNOWN)
    g_hash_table_remove_all (self->known);
  g_hash_table_replace (self->known, g_strdup (url), GINT_TO_POINTER (known));
}

static void
on_looked (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  LsSources *self = LS_SOURCES (object);
  const Search *search = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  const gboolean is_there = g_task_propagate_boolean (G_TASK (result), &error);

  if (error != NULL)
    return;
  know (self, search->url, is_there ? KNOWN_MAYBE : KNOWN_MISSING);
  if (!is_there)
    g_signal_emit_by_name (self, "changed");
}

static LsSource *
read_file (GFile          *file,
           LsSourceOrigin  origin,
           GCancellable   *cancellable,
           GError        **error)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autofree char *text = NULL;
  g_autofree char *name = g_file_get_parse_name (file);
  LsSource *source;
  gsize length;

  if (info == NULL)
    return NULL;
  if (g_file_info_get_size (info) > MAX_TEXT)
    {
      g_autofree char *size = g_format_size (MAX_TEXT);

      /* Translators: a file, then a size such as 33.6 MB */
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _("“%s” is larger than %s"), name, size);
      return NULL;
    }
  if (!g_file_load_contents (file, cancellable, &text, &length, NULL, error))
    return NULL;
  source = g_new0 (LsSource, 1);
  source->text = g_utf8_make_valid (text, (gssize) length);
  source->first_line = 1;
  source->origin = origin;
  source->path = g_steal_pointer (&name);
  return source;
}

static void
load_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Search *search = task_data;
  g_autoptr (GError) trouble = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;
  LsSource *source = NULL;
  guint first_line = 0;
  char *text = NULL;

  if (search->watch != NULL)
    text = ls_page_watch_load_script (search->watch, search->url, search->line, &first_line, cancellable, NULL);
  else if (search->has_scripts && search->recording != NULL)
    text = ls_recording_scripts_load (search->recording, search->url, search->line, &first_line, cancellable, &trouble);
  if (text != NULL)
    {
      source = g_new0 (LsSource, 1);
      source->text = text;
      source->first_line = first_line;
      source->origin = search->watch != NULL ? LS_SOURCE_FROM_PAGE : LS_SOURCE_FROM_RECORDING;
    }
  else if ((file = find_beside (search)) != NULL)
    source = read_file (file, LS_SOURCE_BESIDE, cancellable, &error);
  else if ((file = find_file (search)) != NULL)
    source = read_file (file, LS_SOURCE_FILE, cancellable, &error);
  else if (trouble != NULL && !g_error_matches (trouble, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT))
    error = g_steal_pointer (&trouble);
  else
    {
      search->is_missing = search->watch == NULL;
      g_set_error (&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   search->watch != NULL ? _("“%s” is not at hand: no page that is watched has it any more.")
                                         : _("“%s” is not at hand: it is neither in the recording nor in a file beside it."),
                   search->url);
    }
  if (source != NULL)
    g_task_return_pointer (task, source, (GDestroyNotify) ls_source_free);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
on_session_changed (LsSources *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  g_hash_table_remove_all (self->known);
}

static void
ls_sources_dispose (GObject *object)
{
  LsSources *self = LS_SOURCES (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_sources_parent_class)->dispose (object);
}

static void
ls_sources_finalize (GObject *object)
{
  LsSources *self = LS_SOURCES (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->known, g_hash_table_unref);

  G_OBJECT_CLASS (ls_sources_parent_class)->finalize (object);
}

static void
ls_sources_class_init (LsSourcesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_sources_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_sources_finalize;

  /**
   * LsSources::changed:
   * @self: the scripts of a session
   *
   * Of a script that somebody has asked for it is known now that it is not at hand.
   */
  g_signal_new ("changed", LS_TYPE_SOURCES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_sources_init (LsSources *self)
{
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->cancellable = g_cancellable_new ();
}

/**
 * ls_sources_new:
 * @debugger: a debugger
 *
 * Returns: (transfer full): the scripts that the recording of @debugger's session is about
 */
LsSources *
ls_sources_new (LsDebugger *debugger)
{
  LsSources *self = g_object_new (LS_TYPE_SOURCES, NULL);

  self->debugger = g_object_ref (debugger);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * ls_sources_is_missing:
 * @self: the scripts of a session
 * @place: "url:line" or "url:line:column"
 *
 * Says whether the script is known not to be at hand. The first call for a script makes a thread look for files; whether the
 * recording has its text is known only when somebody loads it.
 *
 * Returns: %FALSE as long as nobody knows
 */
gboolean
ls_sources_is_missing (LsSources  *self,
                       const char *place)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *url = NULL;
  Known known;
  LsPlace parsed;

  if (!ls_place_parse (&parsed, place))
    return TRUE;
  url = ls_place_dup_script (&parsed);
  known = GPOINTER_TO_INT (g_hash_table_lookup (self->known, url));
  if (known == 0)
    {
      know (self, url, KNOWN_LOOKING);
      task = g_task_new (self, self->cancellable, on_looked, NULL);
      g_task_set_task_data (task, search_new (self, &parsed), search_free);
      ls_task_run_in_thread (task, look_thread);
    }
  return known == KNOWN_MISSING;
}

/**
 * ls_sources_load_async:
 * @self: the scripts of a session
 * @place: "url:line" or "url:line:column"
 * @cancellable: (nullable): ends the search
 * @callback: is called when it is done
 * @user_data: data for @callback
 *
 * Looks for the text of the script on a thread.
 */
void
ls_sources_load_async (LsSources           *self,
                       const char          *place,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  LsPlace parsed;

  g_task_set_source_tag (task, ls_sources_load_async);
  if (!ls_place_parse (&parsed, place))
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("“%s” is not a place in a script"), place);
      return;
    }
  g_task_set_task_data (task, search_new (self, &parsed), search_free);
  ls_task_run_in_thread (task, load_thread);
}

/**
 * ls_sources_load_finish:
 * @self: the scripts of a session
 * @result: what the callback got
 * @error: return location for an error, or %NULL
 *
 * Returns: (transfer full) (nullable): the text; %NULL with @error set if it is not at hand or cannot be read
 */
LsSource *
ls_sources_load_finish (LsSources     *self,
                        GAsyncResult  *result,
                        GError       **error)
{
  g_autoptr (GError) trouble = NULL;
  LsSource *source = g_task_propagate_pointer (G_TASK (result), &trouble);
  const Search *search = g_task_get_task_data (G_TASK (result));

  /* A recording that cannot be read may have the text: the file may come back. */
  if (trouble != NULL && search != NULL && search->is_missing)
    {
      know (self, search->url, KNOWN_MISSING);
      g_signal_emit_by_name (self, "changed");
    }
  if (trouble != NULL)
    g_propagate_error (error, g_steal_pointer (&trouble));
  return source;
}
