/* ls-journals-read.c: what a journal says
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-journals-private.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "ls-journal.h"
#include "ls-json-private.h"
#include "ls-json-writer-private.h"

#define MAX_SIZE (512 * 1024 * 1024)

void
ls_journal_entry_free (gpointer data)
{
  LsJournalEntry *entry = data;

  g_free (entry->id);
  g_free (entry->title);
  g_clear_object (&entry->file);
  g_free (entry->place);
  g_free (entry->window);
  g_free (entry);
}

LsJournalEntry *
ls_journal_entry_copy (const LsJournalEntry *entry)
{
  LsJournalEntry *copy = g_memdup2 (entry, sizeof *entry);

  copy->id = g_strdup (entry->id);
  copy->title = g_strdup (entry->title);
  copy->file = entry->file != NULL ? g_object_ref (entry->file) : NULL;
  copy->place = g_strdup (entry->place);
  copy->window = g_strdup (entry->window);
  return copy;
}

void
ls_journal_content_free (LsJournalContent *content)
{
  g_clear_object (&content->session);
  g_clear_object (&content->file);
  g_clear_object (&content->course);
  g_free (content->etag);
  g_free (content);
}

/* A member of another type counts as missing. */
static JsonNode *
get_value (JsonObject *object,
           const char *member,
           GType       type)
{
  JsonNode *node = json_object_get_member (object, member);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type ? node : NULL;
}

static const char *
peek_string (JsonObject *object,
             const char *member)
{
  JsonNode *node = get_value (object, member, G_TYPE_STRING);

  return node != NULL ? json_node_get_string (node) : NULL;
}

static gint64
get_int (JsonObject *object,
         const char *member)
{
  JsonNode *node = get_value (object, member, G_TYPE_INT64);

  return node != NULL ? json_node_get_int (node) : 0;
}

/* Returns the action at whose end the session was shown, -1 for none. It may be one of the run of a page. */
static int
get_action (JsonObject *object)
{
  JsonNode *node = get_value (object, "action", G_TYPE_INT64);
  const gint64 action = node != NULL ? json_node_get_int (node) : -1;

  return action >= 0 && action <= G_MAXINT ? (int) action : -1;
}

static gboolean
is_journal (JsonNode *root)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;

  return object != NULL && peek_string (object, "title") != NULL && peek_string (object, "session") != NULL &&
         g_strcmp0 (peek_string (object, "format"), LS_JOURNAL_FORMAT) == 0;
}

/* Returns (transfer full) an object, or NULL with @error set if the file is no journal. */
static JsonNode *
read_root (const char  *path,
           GError     **error)
{
  g_autofree char *data = NULL;
  g_autoptr (JsonNode) root = NULL;
  GStatBuf info;
  gsize length;

  if (g_stat (path, &info) == 0 && info.st_size > MAX_SIZE)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The journal is too large"));
      return NULL;
    }
  if (!g_file_get_contents (path, &data, &length, error))
    return NULL;
  root = ls_json_parse_large (path, data, length, MAX_SIZE, NULL, NULL);
  if (root == NULL || !is_journal (root))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("The journal is damaged"));
      return NULL;
    }
  return g_steal_pointer (&root);
}

static GFile *
get_file (JsonObject *object,
          const char *member)
{
  const char *uri = peek_string (object, member);

  return uri != NULL ? g_file_new_for_uri (uri) : NULL;
}

/* Gives the session the texts that its scripts had. */
static gboolean
set_texts (LsSession   *session,
           JsonObject  *object,
           GError     **error)
{
  JsonNode *node = json_object_get_member (object, "scripts");
  JsonArray *scripts = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; scripts != NULL && i < json_array_get_length (scripts); i++)
    {
      JsonNode *element = json_array_get_element (scripts, i);
      const char *text = NULL;

      if (JSON_NODE_HOLDS_VALUE (element))
        text = json_node_get_string (element);
      if (text != NULL && i < ls_program_get_n_scripts (ls_session_get_program (session)) &&
          !ls_session_set_script_text (session, i, text, error))
        return FALSE;
    }
  return TRUE;
}

/* Reads a session that had a file. Its scripts may lie beside that. */
static LsSession *
read_with_file (GFile       *file,
                const char  *data,
                GError     **error)
{
  g_autoptr (LsSession) session = ls_session_new_from_file (file, NULL, error);

  if (session == NULL || !ls_session_replace (session, "", data, error))
    return NULL;
  return g_steal_pointer (&session);
}

/* Makes the scripts part of the session, because their files are gone. */
static LsSession *
read_alone (JsonObject  *object,
            const char  *data,
            GError     **error)
{
  g_autoptr (JsonNode) root = ls_json_parse (_("journal"), data, strlen (data), NULL, error);
  g_autofree char *whole = NULL;
  JsonNode *program, *list;
  JsonNode *texts = json_object_get_member (object, "scripts");

  if (root == NULL)
    return NULL;
  program = JSON_NODE_HOLDS_OBJECT (root) ? json_object_get_member (json_node_get_object (root), "program") : NULL;
  list = program != NULL && JSON_NODE_HOLDS_OBJECT (program)
             ? json_object_get_member (json_node_get_object (program), "scripts") : NULL;
  if (list != NULL && JSON_NODE_HOLDS_ARRAY (list) && texts != NULL && JSON_NODE_HOLDS_ARRAY (texts))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (list)); i++)
      {
        JsonNode *node = json_array_get_element (json_node_get_array (list), i);
        JsonObject *script = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
        JsonArray *array = json_node_get_array (texts);
        JsonNode *text = i < json_array_get_length (array) ? json_array_get_element (array, i) : NULL;

        if (script == NULL || text == NULL || !JSON_NODE_HOLDS_VALUE (text) || peek_string (script, "file") == NULL)
          continue;
        if (!json_object_has_member (script, "name"))
          json_object_set_string_member (script, "name", peek_string (script, "file"));
        json_object_remove_member (script, "file");
        json_object_set_string_member (script, "source", json_node_get_string (text));
      }
  whole = ls_json_format_compact (root);
  return ls_session_new_from_data (_("journal"), whole, -1, error);
}

/* Returns NULL and puts the file aside if it cannot be read. Any thread may call it. */
LsJournalEntry *
ls_journals_read_entry (LsJournals *self,
                        const char *folder,
                        const char *id)
{
  g_autofree char *path = g_build_filename (folder, id, NULL);
  g_autoptr (JsonNode) root = read_root (path, NULL);
  JsonObject *object;
  LsJournalEntry *entry;

  if (root == NULL)
    {
      ls_journals_put_aside (self, path);
      return NULL;
    }
  object = json_node_get_object (root);
  entry = g_new0 (LsJournalEntry, 1);
  entry->id = g_strdup (id);
  entry->title = g_strdup (json_object_get_string_member (object, "title"));
  entry->file = get_file (object, "uri");
  entry->place = entry->file != NULL ? g_file_get_parse_name (entry->file) : NULL;
  entry->window = g_strdup (peek_string (object, "window"));
  entry->tab = get_int (object, "place");
  entry->seen = get_int (object, "seen");
  entry->time = get_int (object, "time");
  return entry;
}

/* Reads what was left in the file @path. The journal stays until ls_journals_take(); one that is damaged is put aside. Any thread
 * may call it. Returns (transfer full) what it says, or %NULL with @error set. */
LsJournalContent *
ls_journals_read_path (LsJournals  *self,
                       const char  *path,
                       GError     **error)
{
  g_autoptr (LsJournalContent) content = g_new0 (LsJournalContent, 1);
  g_autoptr (JsonNode) root = read_root (path, error);
  JsonObject *object;
  const char *data;

  if (root == NULL)
    {
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        ls_journals_put_aside (self, path);
      return NULL;
    }

  object = json_node_get_object (root);
  data = json_object_get_string_member (object, "session");
  content->file = get_file (object, "uri");
  if (content->file != NULL)
    content->session = read_with_file (content->file, data, NULL);
  if (content->session == NULL)
    {
      g_clear_object (&content->file);
      content->session = read_alone (object, data, error);
    }
  if (content->session == NULL || !set_texts (content->session, object, error))
    {
      ls_journals_put_aside (self, path);
      return NULL;
    }
  content->etag = g_strdup (peek_string (object, "etag"));
  content->step = CLAMP (get_int (object, "step"), 0, G_MAXUINT32);
  content->action = get_action (object);
  content->course = get_file (object, "course");
  content->lesson = CLAMP (get_int (object, "lesson"), 0, G_MAXUINT32);
  ls_session_set_modified (content->session, TRUE);
  return g_steal_pointer (&content);
}
