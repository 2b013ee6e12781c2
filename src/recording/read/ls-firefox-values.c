/* ls-firefox-values.c: the values in a profile of Firefox
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-chrome-number-private.h"
#include "ls-firefox-parser-private.h"
#include "ls-name-map-private.h"

static const struct
{
  const char *name;
  LsFirefoxKey key;
} keys[] = {
  { "URI", KEY_URI },
  { "data", KEY_DATA },
  { "embedderInnerWindowID", KEY_EMBEDDER },
  { "endTime", KEY_END_TIME },
  { "entryType", KEY_ENTRY_TYPE },
  { "eventType", KEY_EVENT_TYPE },
  { "flow", KEY_FLOW },
  { "innerWindowID", KEY_WINDOW },
  { "latency", KEY_LATENCY },
  { "markers", KEY_MARKERS },
  { "meta", KEY_META },
  { "misc", KEY_MISC },
  { "name", KEY_NAME },
  { "pages", KEY_PAGES },
  { "phase", KEY_PHASE },
  { "pid", KEY_PID },
  { "processName", KEY_PROCESS_NAME },
  { "processType", KEY_PROCESS_TYPE },
  { "processes", KEY_PROCESSES },
  { "product", KEY_PRODUCT },
  { "schema", KEY_SCHEMA },
  { "shared", KEY_SHARED },
  { "startTime", KEY_START_TIME },
  { "status", KEY_STATUS },
  { "stringArray", KEY_STRINGS },
  { "stringTable", KEY_STRINGS },
  { "threads", KEY_THREADS },
  { "tid", KEY_TID },
  { "type", KEY_TYPE },
  { "url", KEY_URL },
};

static const LsNameMap *
get_keys (void)
{
  static LsNameMap map;
  static gsize is_filled;

  if (g_once_init_enter (&is_filled))
    {
      for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
        ls_name_map_add (&map, keys[i].name, keys[i].key);
      g_once_init_leave (&is_filled, 1);
    }

  return &map;
}

/* Where the next value is. */
LsFirefoxLevel *
ls_firefox_parser_get_level (LsFirefoxParser *self)
{
  static LsFirefoxLevel nothing;

  return self->depth > 0 ? &self->levels[self->depth - 1] : &nothing;
}

/* Until the schema says another order, the columns have the one that they have had since there is a schema. */
void
ls_firefox_parser_reset_columns (LsFirefoxParser *self)
{
  static const guint8 usual[] = { KEY_NAME, KEY_START_TIME, KEY_END_TIME, KEY_PHASE, KEY_NONE, KEY_DATA };

  memset (self->columns, KEY_NONE, sizeof self->columns);
  memcpy (self->columns, usual, sizeof usual);
}

/* The marker that a value belongs to. */
static LsFirefoxMarker *
get_marker (LsFirefoxParser *self,
            guint            depth)
{
  const LsFirefoxLevel *level = depth > 0 ? &self->levels[depth - 1] : ls_firefox_parser_get_level (self);

  if (level->place == IN_ROW)
    return &self->row;
  if (level->place == IN_DATA || level->place == IN_COLUMN)
    return ls_firefox_profile_get_marker (self->profile, level->index);
  if (level->place == IN_PAYLOAD && depth > 1)
    return get_marker (self, depth - 1);
  return NULL;
}

/* Which key a value has: that of its member, or of its column. */
LsFirefoxKey
ls_firefox_parser_get_key (LsFirefoxParser *self)
{
  const LsFirefoxLevel *level = ls_firefox_parser_get_level (self);

  if (level->place == IN_ROW)
    return level->index < LS_FIREFOX_MAX_COLUMNS ? self->columns[level->index] : KEY_NONE;
  return level->key;
}

/* In an array, the next value has the next number. */
void
ls_firefox_parser_pass_value (LsFirefoxParser *self)
{
  LsFirefoxLevel *level = ls_firefox_parser_get_level (self);

  if (level->place == IN_DATA || level->place == IN_COLUMN || level->place == IN_ROW)
    level->index++;
}

/* Numbers of processes and threads are numbers or texts; other texts get a number that nobody else is likely to have. */
static guint64
to_id (const char *text,
       gsize       n_bytes)
{
  guint64 number = 0;

  if (n_bytes == 0 || n_bytes > 20)
    return ls_chrome_hash (G_MAXUINT64, text, n_bytes);
  for (gsize i = 0; i < n_bytes; i++)
    {
      if (!g_ascii_isdigit (text[i]))
        return ls_chrome_hash (G_MAXUINT64, text, n_bytes);
      number = number * 10 + (guint64) (text[i] - '0');
    }
  return number;
}

static gboolean
is_text (const char *text,
         gsize       n_bytes,
         const char *other)
{
  return n_bytes == strlen (other) && memcmp (text, other, n_bytes) == 0;
}

static void
replace (char       **text,
         const char  *other,
         gsize        n_bytes)
{
  g_free (*text);
  *text = g_strndup (other, MIN (n_bytes, LS_RECORDING_MAX_TEXT));
}

static gboolean
contains (const char *text,
          gsize       n_bytes,
          const char *part)
{
  return g_strstr_len (text, (gssize) n_bytes, part) != NULL;
}

static void
set_payload_text (LsFirefoxParser *self,
                  LsFirefoxKey     key,
                  const char      *text,
                  gsize            n_bytes)
{
  LsFirefoxMarker *marker = get_marker (self, self->depth);

  if (marker == NULL)
    return;

  switch (key)
    {
    case KEY_TYPE:
      marker->flow_ends = g_str_has_prefix (text, "Terminating");
      marker->is_between_processes = contains (text, n_bytes, "IPC");
      break;
    case KEY_NAME:
    case KEY_EVENT_TYPE:
    case KEY_URI:
      marker->text = ls_firefox_thread_keep (self->thread, text, n_bytes);
      break;
    case KEY_ENTRY_TYPE:
      marker->is_measure = is_text (text, n_bytes, "measure");
      break;
    case KEY_STATUS:
      marker->is_stop = is_text (text, n_bytes, "STATUS_STOP");
      break;
    case KEY_FLOW:
      marker->flow = ls_chrome_hash (G_MAXUINT64, text, n_bytes);
      marker->flow_kind = LS_FIREFOX_FLOW_HASH;
      break;
    default:
      break;
    }
}

static void
set_thread_text (LsFirefoxThread *thread,
                 LsFirefoxKey     key,
                 const char      *text,
                 gsize            n_bytes)
{
  switch (key)
    {
    case KEY_NAME:
      replace (&thread->name, text, n_bytes);
      break;
    case KEY_PROCESS_NAME:
      replace (&thread->process_name, text, n_bytes);
      break;
    case KEY_PROCESS_TYPE:
      if (thread->process_name == NULL)
        replace (&thread->process_name, text, n_bytes);
      break;
    case KEY_PID:
      thread->pid = to_id (text, n_bytes);
      break;
    case KEY_TID:
      thread->tid = to_id (text, n_bytes);
      break;
    default:
      break;
    }
}

static LsFirefoxStrings *
get_strings (LsFirefoxParser *self)
{
  gboolean is_shared = self->depth >= 2 && self->levels[self->depth - 2].place == IN_SHARED;

  return is_shared ? ls_firefox_profile_get_shared (self->profile) : &self->thread->strings;
}

/* "Firefox", and the version as it is in "rv:153.0". */
static void
set_info (LsFirefoxParser *self,
          LsFirefoxKey     key,
          const char      *text,
          gsize            n_bytes)
{
  g_autofree char *copy = NULL;

  if ((key != KEY_PRODUCT && key != KEY_MISC) || !ls_firefox_profile_is_outermost (self->profile))
    return;

  copy = g_strndup (text, MIN (n_bytes, LS_RECORDING_MAX_TEXT));
  if (key == KEY_PRODUCT)
    replace (&self->product, copy, strlen (copy));
  else
    replace (&self->version, copy, strlen (copy));
}

/*< private >
 * ls_firefox_parser_set_text:
 * @self: a parser
 * @text: a value
 * @n_bytes: how long it is
 *
 * Takes in a value that is a text.
 */
void
ls_firefox_parser_set_text (LsFirefoxParser *self,
                            const char      *text,
                            gsize            n_bytes)
{
  LsFirefoxKey key = ls_firefox_parser_get_key (self);

  switch ((LsFirefoxPlace) ls_firefox_parser_get_level (self)->place)
    {
    case IN_STRINGS:
      ls_firefox_strings_add (get_strings (self), text, n_bytes);
      break;
    case IN_META:
      set_info (self, key, text, n_bytes);
      break;
    case IN_PAGE:
      if (key == KEY_URL)
        replace (&self->url, text, n_bytes);
      break;
    case IN_THREAD:
      set_thread_text (self->thread, key, text, n_bytes);
      break;
    case IN_PAYLOAD:
      set_payload_text (self, key, text, n_bytes);
      break;
    default:
      break;
    }
  ls_firefox_parser_pass_value (self);
}

static guint32
to_index (double number)
{
  return number >= 0 && number < LS_FIREFOX_NO_TEXT ? (guint32) number : LS_FIREFOX_NO_TEXT;
}

static void
set_marker_number (LsFirefoxMarker *marker,
                   LsFirefoxKey     key,
                   double           number)
{
  if (marker == NULL)
    return;

  switch (key)
    {
    case KEY_NAME:
      marker->name = to_index (number);
      break;
    case KEY_START_TIME:
      marker->start = number;
      break;
    case KEY_END_TIME:
      marker->end = number;
      break;
    case KEY_PHASE:
      marker->phase = number >= 0 && number <= 3 ? (guint) number : LS_FIREFOX_INSTANT;
      break;
    default:
      break;
    }
}

static void
set_payload_number (LsFirefoxMarker *marker,
                    LsFirefoxKey     key,
                    double           number,
                    guint64          integer)
{
  if (marker == NULL)
    return;

  switch (key)
    {
    case KEY_NAME:
    case KEY_EVENT_TYPE:
      marker->text_index = to_index (number);
      break;
    case KEY_LATENCY:
      marker->latency = number;
      break;
    case KEY_FLOW:
      marker->flow = integer;
      marker->flow_kind = LS_FIREFOX_FLOW_TEXT;
      break;
    case KEY_WINDOW:
      marker->window = integer;
      break;
    default:
      break;
    }
}

static void
set_column (LsFirefoxParser *self,
            guint64          column)
{
  LsFirefoxKey key = ls_firefox_parser_get_level (self)->key;

  if (column >= LS_FIREFOX_MAX_COLUMNS)
    return;

  /* A column that the schema puts elsewhere is not where it usually is. */
  for (guint i = 0; i < LS_FIREFOX_MAX_COLUMNS; i++)
    if (self->columns[i] == key)
      self->columns[i] = KEY_NONE;
  self->columns[column] = (guint8) key;
}

/*< private >
 * ls_firefox_parser_set_number:
 * @self: a parser
 * @text: a value
 * @n_bytes: how long it is
 *
 * Takes in a value that is a number.
 */
void
ls_firefox_parser_set_number (LsFirefoxParser *self,
                              const char      *text,
                              gsize            n_bytes)
{
  LsFirefoxKey key = ls_firefox_parser_get_key (self);
  double number = 0;
  guint64 integer = 0;

  ls_chrome_parse_number (text, n_bytes, &number, &integer);
  switch ((LsFirefoxPlace) ls_firefox_parser_get_level (self)->place)
    {
    case IN_META:
      if (key == KEY_START_TIME)
        ls_firefox_profile_set_start_time (self->profile, number);
      break;
    case IN_PAGE:
      if (key == KEY_WINDOW)
        self->window = integer;
      else if (key == KEY_EMBEDDER)
        self->embedder = integer;
      break;
    case IN_THREAD:
      if (key == KEY_PID)
        self->thread->pid = integer;
      else if (key == KEY_TID)
        self->thread->tid = integer;
      break;
    case IN_SCHEMA:
      set_column (self, integer);
      break;
    case IN_ROW:
    case IN_COLUMN:
      set_marker_number (get_marker (self, self->depth), key, number);
      break;
    case IN_PAYLOAD:
      set_payload_number (get_marker (self, self->depth), key, number, integer);
      break;
    case IN_STRINGS:
      ls_firefox_strings_add (get_strings (self), NULL, 0);
      break;
    default:
      break;
    }
  ls_firefox_parser_pass_value (self);
}

/*< private >
 * ls_firefox_parser_set_nothing:
 * @self: a parser
 *
 * Takes in a value that is nothing of use.
 */
void
ls_firefox_parser_set_nothing (LsFirefoxParser *self)
{
  if (ls_firefox_parser_get_level (self)->place == IN_STRINGS)
    ls_firefox_strings_add (get_strings (self), NULL, 0);
  ls_firefox_parser_pass_value (self);
}

/*< private >
 * ls_firefox_parser_set_key:
 * @self: a parser
 * @text: a member's name
 * @n_bytes: how long it is
 *
 * Says which member the next value is.
 */
void
ls_firefox_parser_set_key (LsFirefoxParser *self,
                           const char      *text,
                           gsize            n_bytes)
{
  guint key;

  ls_firefox_parser_get_level (self)->key = ls_name_map_find (get_keys (), text, n_bytes, &key) ? (guint8) key : KEY_NONE;
}
