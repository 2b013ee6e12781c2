/* ls-page-scripts.c: the scripts of a page, in whose text are the names of its signals
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <string.h>

#include "ls-json-private.h"

/* What a page can make us keep. */
#define MAX_SCRIPTS 5000
#define MAX_TOLD 20000
#define MAX_ADDRESS 8000
#define MAX_NAMED 5000
#define MAX_WAITING 1000
/* Bytes of all texts that are kept at a time, and of all that the scripts of a document have. */
#define MAX_KEPT (32 * 1024 * 1024)
#define MAX_FETCHED (128 * 1024 * 1024)
/* A longer script is not fetched: in characters, and its message in bytes. */
#define MAX_LENGTH (4 * 1024 * 1024)
#define MAX_MESSAGE (6 * MAX_LENGTH)

/* A script that the browser has told of. */
typedef struct
{
  gint64   id;
  guint    line, column, last_line;     /* where in its file it begins, and ends: from 0 */
  gboolean is_too_long, is_asked;
  char    *text;                        /* NULL: not fetched */
} Script;

/* A signal whose name is in a script that has not come yet. */
typedef struct
{
  gint64 script, context;
  gint64 place;
  guint32 signal;
} Waiting;

struct _LsPageScripts
{
  GHashTable *by_address;               /* address → (element-type Script) */
  GHashTable *by_id;                    /* id → Script (unowned) */
  GHashTable *names;                    /* place → name, "" for none */
  GArray     *waiting;                  /* (element-type Waiting) */
  guint       n_told;                   /* scripts that the browser has told of */
  gsize       n_fetched, n_kept;        /* bytes of texts */
  gsize      *n_kept_by_all;            /* (unowned) */
};

static void
script_free (gpointer data)
{
  g_free (((Script *) data)->text);
  g_free (data);
}

/* @n_kept: bytes that all scripts keep */
LsPageScripts *
ls_page_scripts_new (gsize *n_kept)
{
  LsPageScripts *self = g_new0 (LsPageScripts, 1);

  self->n_kept_by_all = n_kept;
  self->by_address = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->by_id = g_hash_table_new (g_int64_hash, g_int64_equal);
  self->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  return self;
}

void
ls_page_scripts_free (LsPageScripts *self)
{
  *self->n_kept_by_all -= self->n_kept;
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->by_address);
  g_hash_table_unref (self->names);
  g_array_unref (self->waiting);
  g_free (self);
}

/* Forgets all of a document that is gone. */
void
ls_page_scripts_forget (LsPageScripts *self)
{
  g_hash_table_remove_all (self->by_id);
  g_hash_table_remove_all (self->by_address);
  g_hash_table_remove_all (self->names);
  g_array_set_size (self->waiting, 0);
  *self->n_kept_by_all -= self->n_kept;
  self->n_told = self->n_kept = self->n_fetched = 0;
}

/* The browser tells of a script. Returns whether that is of interest. */
gboolean
ls_page_scripts_take_more (LsPageScripts *self)
{
  return ++self->n_told <= MAX_TOLD && g_hash_table_size (self->by_id) < MAX_SCRIPTS;
}

static guint
get_number (JsonObject *object,
            const char *member)
{
  return CLAMP (json_object_get_int_member_with_default (object, member, 0), 0, G_MAXINT);
}

/* The browser has read a script. Code from a string has no address. */
void
ls_page_scripts_add (LsPageScripts *self,
                     JsonObject    *parameters)
{
  g_autofree char *address = ls_page_dup_member (parameters, "url", MAX_ADDRESS);
  g_autofree char *number = ls_page_dup_member (parameters, "scriptId", 30);
  GPtrArray *scripts;
  guint64 id = 0;
  Script *script;

  if (*address == '\0' || !g_ascii_string_to_unsigned (number, 10, 1, G_MAXINT64, &id, NULL) ||
      g_hash_table_contains (self->by_id, &id))
    return;
  scripts = g_hash_table_lookup (self->by_address, address);
  if (scripts == NULL)
    {
      scripts = g_ptr_array_new_with_free_func (script_free);
      g_hash_table_insert (self->by_address, g_steal_pointer (&address), scripts);
    }
  script = g_new0 (Script, 1);
  script->id = id;
  script->line = get_number (parameters, "startLine");
  script->column = get_number (parameters, "startColumn");
  script->last_line = get_number (parameters, "endLine");
  script->is_too_long = get_number (parameters, "length") > MAX_LENGTH;
  g_ptr_array_add (scripts, script);
  g_hash_table_insert (self->by_id, &script->id, script);
}

/* A file of HTML has several scripts. Returns (nullable) the last one that has a place. */
static Script *
find_script (LsPageScripts     *self,
             const LsPagePlace *place)
{
  GPtrArray *scripts = g_hash_table_lookup (self->by_address, place->address);

  for (guint i = scripts != NULL ? scripts->len : 0; i-- > 0;)
    {
      Script *script = g_ptr_array_index (scripts, i);
      const guint line = place->line - 1;

      if (line >= script->line && line <= script->last_line && (line > script->line || place->column > script->column))
        return script;
    }
  return NULL;
}

/* Finds the script that has a line, by the address that places have. @first_line: (out): at which it begins, from 1 */
gboolean
ls_page_scripts_find (LsPageScripts *self,
                      const char    *address,
                      guint          line,
                      gboolean       is_full,
                      gint64        *script,
                      guint         *first_line)
{
  GHashTableIter iter;
  const char *whole;

  g_hash_table_iter_init (&iter, self->by_address);
  while (g_hash_table_iter_next (&iter, (gpointer *) &whole, NULL))
    {
      g_autofree char *clean = ls_page_clean_address (whole, is_full);
      const LsPagePlace place = { .address = (char *) whole, .line = MAX (line, 1), .column = G_MAXINT };
      const Script *found = strcmp (clean, address) == 0 ? find_script (self, &place) : NULL;

      if (found == NULL)
        continue;
      *script = found->id;
      *first_line = found->line + 1;
      return TRUE;
    }
  return FALSE;
}

/* Finds the name in the text of the script, which is there. Returns "" where there is none. */
static const char *
read_name (LsPageScripts     *self,
           const Script      *script,
           gint64             number,
           const LsPagePlace *place)
{
  const guint line = place->line - 1 - script->line;
  char *name = ls_page_find_variable (script->text, line, place->column - 1 - (line == 0 ? script->column : 0));

  if (name == NULL)
    name = g_strdup ("");
  g_hash_table_replace (self->names, GSIZE_TO_POINTER (number), name);
  return name;
}

/* A signal was made at a place: names it, as soon as the text is there. */
void
ls_page_session_name_signal (LsPageSession *self,
                             LsPageRealm   *realm,
                             guint32        signal,
                             gint64         number)
{
  LsPageScripts *scripts = self->scripts;
  const LsPagePlace *place = ls_page_writer_get_place (self->client->writer, number);
  const char *name = place != NULL ? g_hash_table_lookup (scripts->names, GSIZE_TO_POINTER (number)) : NULL;
  Script *script = place != NULL && name == NULL ? find_script (scripts, place) : NULL;
  const Waiting waiting = { .script = script != NULL ? script->id : 0, .context = realm->context, .place = number,
                            .signal = signal };

  if (script != NULL && script->text != NULL && g_hash_table_size (scripts->names) < MAX_NAMED)
    name = read_name (scripts, script, number, place);
  if (name != NULL)
    {
      if (*name != '\0')
        ls_page_agent_name_signal (realm->agent, signal, name);
      return;
    }
  if (script == NULL || script->is_too_long || script->text != NULL || scripts->waiting->len >= MAX_WAITING ||
      scripts->n_fetched > MAX_FETCHED)
    return;
  g_array_append_val (scripts->waiting, waiting);
  if (script->is_asked)
    return;
  script->is_asked = TRUE;
  ls_page_client_expect (self->client,
                         ls_page_client_call (self->client, self->id, "Debugger.getScriptSource",
                                              "\"scriptId\":\"%" G_GINT64_FORMAT "\"", script->id),
                         LS_PAGE_CALL_SOURCE, script->id);
}

/* Names all signals that have waited for a script. */
static void
name_waiting (LsPageSession *self,
              Script        *script)
{
  LsPageScripts *scripts = self->scripts;
  g_autoptr (GArray) waiting = g_steal_pointer (&scripts->waiting);

  scripts->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  for (guint i = 0; i < waiting->len; i++)
    {
      const Waiting *one = &g_array_index (waiting, Waiting, i);
      LsPageRealm *realm = ls_page_session_find_realm (self, one->context);

      if (one->script != script->id)
        g_array_append_vals (scripts->waiting, one, 1);
      else if (realm != NULL && script->text != NULL)
        ls_page_session_name_signal (self, realm, one->signal, one->place);
    }
}

/* Returns (transfer full) (nullable) the text of a script that is in an answer. */
char *
ls_page_read_source (const char *text,
                     gsize       length)
{
  g_autoptr (JsonNode) root = length <= MAX_MESSAGE ? ls_json_parse ("getScriptSource", text, length, NULL, NULL) : NULL;
  JsonObject *result = NULL;

  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    result = ls_json_peek_object (json_node_get_object (root), "result");
  return result != NULL ? ls_page_dup_member (result, "scriptSource", MAX_LENGTH) : NULL;
}

/* The browser answers with the text of a script, or does not have it. */
void
ls_page_session_on_source (LsPageSession *self,
                           gint64         id,
                           const char    *text,
                           gsize          length)
{
  LsPageScripts *scripts = self->scripts;
  Script *script = g_hash_table_lookup (scripts->by_id, &id);
  gsize n_bytes;

  if (script == NULL)
    return;
  script->text = ls_page_read_source (text, length);
  script->is_too_long = script->text == NULL;
  name_waiting (self, script);
  ls_page_client_write_soon (self->client);
  script->is_asked = FALSE;
  if (script->text == NULL)
    return;
  n_bytes = strlen (script->text);
  scripts->n_fetched += n_bytes;
  if (*scripts->n_kept_by_all + n_bytes > MAX_KEPT)
    {
      g_clear_pointer (&script->text, g_free);
      return;
    }
  scripts->n_kept += n_bytes;
  *scripts->n_kept_by_all += n_bytes;
}
