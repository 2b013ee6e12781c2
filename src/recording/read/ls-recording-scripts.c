/* ls-recording-scripts.c: the texts of scripts that a recording has
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-recording-scripts-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#include "ls-json-memory-private.h"
#include "ls-recording-input-private.h"
#include "ls-recording.h"

#define RUNDOWN "disabled-by-default-devtools.v8-source-rundown"

/* How long a script may be, how many parts it may have, and how many scripts of one address are looked at. */
#define MAX_TEXT (32 * 1024 * 1024)
#define MAX_PARTS 1000
#define MAX_SCRIPTS 1000

/* A text that goes on for so many blocks is longer than that, though it is longer in a file: line ends and quotes take two
 * bytes. */
#define MAX_BLOCKS (2 * MAX_TEXT / LS_RECORDING_BLOCK)

/* What a member of an event is. The path to it is "args.data.NAME". */
typedef enum
{
  FIELD_OTHER = 0,
  FIELD_NAME,
  FIELD_CATEGORY,
  FIELD_PID,
  FIELD_ISOLATE,
  FIELD_SCRIPT,
  FIELD_URL,
  FIELD_SOURCE_URL,
  FIELD_FIRST_LINE,
  FIELD_LAST_LINE,
  FIELD_PART,
  FIELD_N_PARTS,
  FIELD_TEXT,
  N_FIELDS
} Field;

/* A script of the wanted address. */
typedef struct
{
  char    *key;         /* process, isolate and number: scripts of two pages may have the same number */
  guint    first_line;  /* of its text in the file, from 1; 0 if the recording does not say it */
  guint    last_line;   /* 0 if that is not known */
  GString *text;
  guint    n_parts;     /* of the text, so far */
} Script;

typedef struct
{
  const char *url;
  GPtrArray  *scripts;      /* Script */
  GHashTable *by_key;       /* (element-type utf8 Script) */
  gboolean    wants_text;   /* the second time through the file */

  yajl_handle yajl;
  guint       depth;
  guint       event_depth;  /* the level of an event's members, 0 before the first bracket */
  guint       data_depth;   /* how many of the levels "args" and "data" the path is in */
  Field       field;
  gboolean    in_list;      /* of events */
  gboolean    leads_on;     /* the value that comes next is the list of events, or on the way to "data" */
  gboolean    was_called;   /* since the last block */
  GString    *values[N_FIELDS];
  guint       present;
} Reader;

static void
script_free (gpointer data)
{
  Script *self = data;

  g_free (self->key);
  g_string_free (self->text, TRUE);
  g_free (self);
}

/*< private >
 * ls_recording_scripts_is_text:
 * @name: the name of an event of [const@RECORDING_SCRIPTS]
 * @length: its length
 *
 * Returns: whether the event has a text or a part of one. Others of the category stand for texts that somebody left out
 */
gboolean
ls_recording_scripts_is_text (const char *name,
                              gsize       length)
{
  return (length == strlen ("ScriptCatchup") && memcmp (name, "ScriptCatchup", length) == 0) ||
         (length == strlen ("LargeScriptCatchup") && memcmp (name, "LargeScriptCatchup", length) == 0);
}

static const char *
get (Reader *self,
     Field   field)
{
  return (self->present & 1u << field) != 0 ? self->values[field]->str : "";
}

/* Returns a number from 0 to @max, or @missing. */
static guint
get_number (Reader *self,
            Field   field,
            guint   max,
            guint   missing)
{
  guint64 number;

  return g_ascii_string_to_unsigned (get (self, field), 10, 0, max, &number, NULL) ? (guint) number : missing;
}

static char *
make_key (Reader *self)
{
  return g_strdup_printf ("%s %s %s", get (self, FIELD_PID), get (self, FIELD_ISOLATE), get (self, FIELD_SCRIPT));
}

static void
note_script (Reader *self)
{
  g_autofree char *key = make_key (self);
  Script *script;

  if ((!g_str_equal (get (self, FIELD_URL), self->url) && !g_str_equal (get (self, FIELD_SOURCE_URL), self->url)) ||
      g_hash_table_contains (self->by_key, key) || self->scripts->len >= MAX_SCRIPTS)
    return;
  script = g_new0 (Script, 1);
  script->key = g_steal_pointer (&key);
  script->first_line = get_number (self, FIELD_FIRST_LINE, G_MAXINT, G_MAXUINT) + 1;
  script->last_line = get_number (self, FIELD_LAST_LINE, G_MAXINT, G_MAXUINT) + 1;
  script->text = g_string_new (NULL);
  g_ptr_array_add (self->scripts, script);
  g_hash_table_insert (self->by_key, script->key, script);
}

/* Takes a text or a part of one. A script that is told of again, as in another frame, has the same text. */
static void
note_text (Reader *self)
{
  g_autofree char *key = make_key (self);
  Script *script = g_hash_table_lookup (self->by_key, key);
  const gboolean is_part = g_str_equal (get (self, FIELD_NAME), "LargeScriptCatchup");
  const guint part = is_part ? get_number (self, FIELD_PART, MAX_PARTS, 0) : 0;
  const GString *text = self->values[FIELD_TEXT];

  if (script == NULL || (self->present & 1u << FIELD_TEXT) == 0 || part != script->n_parts ||
      script->text->len + text->len > MAX_TEXT)
    return;
  g_string_append_len (script->text, text->str, (gssize) text->len);
  script->n_parts = is_part ? part + 1 : G_MAXUINT;
}

static void
end_event (Reader *self)
{
  const char *name = get (self, FIELD_NAME);
  const char *category = get (self, FIELD_CATEGORY);

  if (!self->wants_text && g_str_equal (category, RUNDOWN) && g_str_equal (name, "ScriptCatchup"))
    note_script (self);
  else if (self->wants_text && g_str_equal (category, LS_RECORDING_SCRIPTS) &&
           ls_recording_scripts_is_text (name, strlen (name)))
    note_text (self);
}

static int
on_text (void                *data,
         const unsigned char *text,
         size_t               length)
{
  Reader *self = data;

  self->was_called = TRUE;
  if (self->field == FIELD_OTHER || length > MAX_TEXT || (self->field == FIELD_TEXT && !self->wants_text))
    return 1;
  self->present |= 1u << self->field;
  g_string_truncate (self->values[self->field], 0);
  g_string_append_len (self->values[self->field], (const char *) text, (gssize) length);
  self->field = FIELD_OTHER;
  return 1;
}

static int
on_number (void       *data,
           const char *text,
           size_t      length)
{
  return on_text (data, (const unsigned char *) text, length);
}

static int
on_boolean (void *data,
            int   value)
{
  ((Reader *) data)->was_called = TRUE;
  return 1;
}

static int
on_null (void *data)
{
  return on_boolean (data, 0);
}

static gboolean
is_key (const unsigned char *key,
        size_t               length,
        const char          *wanted)
{
  return strlen (wanted) == length && memcmp (key, wanted, length) == 0;
}

static int
on_key (void                *data,
        const unsigned char *key,
        size_t               length)
{
  static const struct
  {
    const char *name;
    guint       data_depth;
    Field       field;
  } fields[] = {
    { "name", 0, FIELD_NAME }, { "cat", 0, FIELD_CATEGORY }, { "pid", 0, FIELD_PID }, { "isolate", 2, FIELD_ISOLATE },
    { "scriptId", 2, FIELD_SCRIPT }, { "url", 2, FIELD_URL }, { "sourceUrl", 2, FIELD_SOURCE_URL },
    { "startLine", 2, FIELD_FIRST_LINE }, { "endLine", 2, FIELD_LAST_LINE }, { "splitIndex", 2, FIELD_PART },
    { "splitCount", 2, FIELD_N_PARTS }, { "sourceText", 2, FIELD_TEXT },
  };
  Reader *self = data;

  self->was_called = TRUE;
  self->field = FIELD_OTHER;
  if (!self->in_list)
    {
      self->leads_on = self->depth == 1 && is_key (key, length, "traceEvents");
      return 1;
    }
  if (self->depth != self->event_depth + self->data_depth)
    return 1;
  if (self->data_depth < 2 && is_key (key, length, self->data_depth == 0 ? "args" : "data"))
    {
      self->leads_on = TRUE;
      return 1;
    }
  self->leads_on = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].data_depth == self->data_depth && is_key (key, length, fields[i].name))
      self->field = fields[i].field;
  return 1;
}

static int
on_open (Reader   *self,
         gboolean  is_array)
{
  self->was_called = TRUE;
  self->depth++;
  self->field = FIELD_OTHER;
  if (!self->in_list)
    {
      /* The file is the list, or has it. */
      if (is_array && (self->depth == 1 || self->leads_on))
        {
          self->in_list = TRUE;
          self->event_depth = self->depth + 1;
        }
      self->leads_on = FALSE;
      return 1;
    }
  if (self->depth == self->event_depth)
    {
      self->present = 0;
      self->data_depth = 0;
    }
  else if (self->leads_on && !is_array && self->depth == self->event_depth + self->data_depth + 1)
    self->data_depth++;
  self->leads_on = FALSE;
  return 1;
}

static int
on_object (void *data)
{
  return on_open (data, FALSE);
}

static int
on_array (void *data)
{
  return on_open (data, TRUE);
}

static int
on_close (void *data)
{
  Reader *self = data;

  self->was_called = TRUE;
  if (self->in_list && self->depth == self->event_depth)
    end_event (self);
  else if (self->in_list && self->data_depth > 0 && self->depth == self->event_depth + self->data_depth)
    self->data_depth--;
  else if (self->in_list && self->depth < self->event_depth)
    self->in_list = FALSE;
  self->depth--;
  return 1;
}

static const yajl_callbacks callbacks = {
  .yajl_null = on_null,
  .yajl_boolean = on_boolean,
  .yajl_number = on_number,
  .yajl_string = on_text,
  .yajl_start_map = on_object,
  .yajl_map_key = on_key,
  .yajl_end_map = on_close,
  .yajl_start_array = on_array,
  .yajl_end_array = on_close,
};

/* Goes through the file, as far as it is JSON. */
static gboolean
read_file (Reader        *self,
           GFile         *file,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  LsRecordingInput *input;
  GError *trouble = NULL;
  const guint8 *bytes;
  gsize n_bytes;
  guint n_quiet = 0;

  if (stream == NULL)
    return FALSE;
  self->yajl = yajl_alloc (&callbacks, &ls_json_memory, self);
  yajl_config (self->yajl, yajl_dont_validate_strings, 1);
  self->depth = self->event_depth = self->data_depth = self->present = 0;
  self->in_list = self->leads_on = FALSE;
  self->field = FIELD_OTHER;
  input = ls_recording_input_new (G_INPUT_STREAM (stream), cancellable);
  while ((bytes = ls_recording_input_read (input, &n_bytes, &trouble)) != NULL && n_quiet < MAX_BLOCKS)
    {
      self->was_called = FALSE;
      if (yajl_parse (self->yajl, bytes, n_bytes) != yajl_status_ok)
        break;
      n_quiet = self->was_called ? 0 : n_quiet + 1;
    }
  ls_recording_input_free (input);
  yajl_free (self->yajl);
  if (trouble != NULL)
    g_propagate_error (error, trouble);
  return trouble == NULL;
}

/* Scripts of pages begin somewhere in them; files of scripts begin at their first line. */
static gboolean
is_script_file (const char *url)
{
  static const char *const ends[] = { ".js", ".mjs", ".cjs", ".ts" };
  const gsize length = strcspn (url, "?#");

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (length > strlen (ends[i]) && memcmp (url + length - strlen (ends[i]), ends[i], strlen (ends[i])) == 0)
      return TRUE;
  return FALSE;
}

/* Chooses the script that has @line, the first one if that is not known. */
static const Script *
choose (Reader *self,
        guint   line)
{
  const Script *best = NULL;

  for (guint i = 0; i < self->scripts->len; i++)
    {
      const Script *script = g_ptr_array_index (self->scripts, i);

      if (script->text->len == 0)
        continue;
      if (script->first_line > 0 && script->first_line <= line && (script->last_line == 0 || line <= script->last_line) &&
          (best == NULL || best->first_line == 0 || script->first_line > best->first_line))
        best = script;
      else if (best == NULL)
        best = script;
    }
  return best;
}

/*< private >
 * ls_recording_scripts_load:
 * @file: a recording that Chromium's DevTools wrote, as JSON
 * @url: the address of a script
 * @line: a line in the file of that address, from 1
 * @first_line: (out): the line in that file at which the text begins, from 1; 0 if the recording does not say it
 * @cancellable: (nullable): ends the reading
 * @error: return location for an error, or %NULL
 *
 * Looks for the text of a script. This reads the file, twice if it has such a script, so it is for a thread; nothing of it stays
 * in memory but that text, at most 32 MiB.
 *
 * Returns: (transfer full): the text, which is UTF-8; %NULL with @error set if the file cannot be read, or has no such text
 *   (%LS_RECORDING_ERROR_FORMAT)
 */
char *
ls_recording_scripts_load (GFile         *file,
                           const char    *url,
                           guint          line,
                           guint         *first_line,
                           GCancellable  *cancellable,
                           GError       **error)
{
  Reader self = { .url = url };
  const Script *script;
  char *text = NULL;

  g_return_val_if_fail (G_IS_FILE (file), NULL);
  g_return_val_if_fail (url != NULL && first_line != NULL, NULL);

  self.scripts = g_ptr_array_new_with_free_func (script_free);
  self.by_key = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < N_FIELDS; i++)
    self.values[i] = g_string_new (NULL);
  if (read_file (&self, file, cancellable, error))
    {
      self.wants_text = TRUE;
      if (self.scripts->len == 0 || read_file (&self, file, cancellable, error))
        {
          script = choose (&self, line);
          if (script != NULL)
            {
              text = g_utf8_make_valid (script->text->str, (gssize) script->text->len);
              *first_line = script->first_line > 0 ? script->first_line : is_script_file (url) ? 1 : 0;
            }
          else
            g_set_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT, _("The recording has no text of “%s”"), url);
        }
    }
  for (guint i = 0; i < N_FIELDS; i++)
    g_string_free (self.values[i], TRUE);
  g_hash_table_unref (self.by_key);
  g_ptr_array_unref (self.scripts);
  return text;
}
