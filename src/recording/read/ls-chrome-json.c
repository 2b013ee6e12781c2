/* ls-chrome-json.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>
#include <yajl/yajl_parse.h>

#include "ls-chrome-json-private.h"
#include "ls-chrome-number-private.h"
#include "ls-json-memory-private.h"
#include "ls-json-scan-private.h"

/* Paths of arguments that mean something are shorter. */
#define MAX_PATH 200
#define MAX_LEVELS (LS_JSON_SCAN_MAX_DEPTH + 2)

typedef enum
{
  MEMBER_OTHER = 0,
  MEMBER_NAME,
  MEMBER_CATEGORY,
  MEMBER_PHASE,
  MEMBER_PID,
  MEMBER_TID,
  MEMBER_TIME,
  MEMBER_DURATION,
  MEMBER_ID,
  MEMBER_ID2,
  MEMBER_ARGS
} Member;

struct _LsChromeJson
{
  yajl_handle    yajl;
  LsChromeEvent  event;
  GString       *name;
  GString       *category;
  gboolean       has_time;
  gboolean       has_bad_time;
  gboolean       ends_early;

  guint          depth;
  Member         member;      /* of the first level */
  guint          ignored;     /* the level from which on nothing is wanted, or 0 */
  GString       *path;        /* of the value that comes next, within args */
  gsize          marks[MAX_LEVELS];     /* how long the path of each level is */
  int            elements[MAX_LEVELS];  /* of an array: the number of the next element; -1 of an object */
};

static const struct
{
  const char *name;
  Member      member;
} members[] = {
  { "args", MEMBER_ARGS }, { "cat", MEMBER_CATEGORY }, { "dur", MEMBER_DURATION }, { "id", MEMBER_ID }, { "id2", MEMBER_ID2 },
  { "name", MEMBER_NAME }, { "ph", MEMBER_PHASE }, { "pid", MEMBER_PID }, { "tid", MEMBER_TID }, { "ts", MEMBER_TIME },
};

static gboolean
is_text (const char *text,
         gsize       length,
         const char *wanted)
{
  return strlen (wanted) == length && memcmp (text, wanted, length) == 0;
}

static Member
find_member (const char *key,
             gsize       length)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (is_text (key, length, members[i].name))
      return members[i].member;

  return MEMBER_OTHER;
}

/* Goes to the next element, if the value is one of an array. Returns whether the value is wanted. */
static gboolean
begin_value (LsChromeJson *self)
{
  guint level = self->depth;

  if (self->ignored != 0 || level == 0 || level >= MAX_LEVELS)
    return FALSE;
  if (self->elements[level] < 0)
    return TRUE;

  /* Of arrays the first element is enough, but there are frames, each for itself. */
  g_string_truncate (self->path, self->marks[level]);
  if (self->elements[level] > 0 && !is_text (self->path->str, self->path->len, "data.frames"))
    return FALSE;

  g_string_append_printf (self->path, "[%d]", self->elements[level]);
  self->elements[level]++;
  return TRUE;
}

static void
read_time (LsChromeJson *self,
           const char   *text,
           gsize         length,
           gboolean      is_start)
{
  gint64 time;

  if (!ls_chrome_parse_time (text, length, &time))
    self->has_bad_time = TRUE;
  else if (is_start)
    {
      self->event.time = time;
      self->has_time = TRUE;
    }
  else
    {
      self->event.duration = MAX (time, 0);
      self->ends_early = time < 0;
    }
}

/* Processes and threads have numbers; where somebody gave them names, a hash will do. */
static guint64
read_number (const char *text,
             gsize       length)
{
  guint64 integer;
  double number;

  return ls_chrome_parse_number (text, length, &number, &integer) ? integer : ls_chrome_hash (1, text, length);
}

/* A member of the event itself, which may be a number or a text that says a number. */
static void
read_member (LsChromeJson *self,
             const char   *text,
             gsize         length)
{
  switch (self->member)
    {
    case MEMBER_NAME:
      g_string_truncate (self->name, 0);
      g_string_append_len (self->name, text, (gssize) length);
      break;
    case MEMBER_CATEGORY:
      g_string_truncate (self->category, 0);
      g_string_append_len (self->category, text, (gssize) length);
      break;
    case MEMBER_PHASE:
      self->event.phase = length == 1 ? *text : '\0';
      break;
    case MEMBER_PID:
      self->event.pid = read_number (text, length);
      break;
    case MEMBER_TID:
      self->event.tid = read_number (text, length);
      break;
    case MEMBER_TIME:
      read_time (self, text, length, TRUE);
      break;
    case MEMBER_DURATION:
      read_time (self, text, length, FALSE);
      break;
    case MEMBER_ID:
      ls_chrome_event_set_id_text (&self->event, LS_CHROME_ID_GLOBAL, text, length);
      break;
    default:
      break;
    }
}

static void
read_id2 (LsChromeJson *self,
          const char   *text,
          gsize         length)
{
  gboolean is_local = is_text (self->path->str, self->path->len, "local");

  if (self->depth == 2 && (is_local || is_text (self->path->str, self->path->len, "global")))
    ls_chrome_event_set_id_text (&self->event, is_local ? LS_CHROME_ID_LOCAL : LS_CHROME_ID_GLOBAL, text, length);
}

static int
on_string (void                *data,
           const unsigned char *string,
           size_t               length)
{
  LsChromeJson *self = data;
  const char *text = (const char *) string;

  if (!begin_value (self))
    return 1;

  if (self->depth == 1)
    read_member (self, text, length);
  else if (self->member == MEMBER_ARGS)
    ls_chrome_event_set_text (&self->event, self->path->str, self->path->len, text, length);
  else if (self->member == MEMBER_ID2)
    read_id2 (self, text, length);
  return 1;
}

static int
on_number (void       *data,
           const char *text,
           size_t      length)
{
  LsChromeJson *self = data;
  guint64 integer;
  double number;

  if (!begin_value (self))
    return 1;

  if (self->depth == 1)
    read_member (self, text, length);
  else if (self->member == MEMBER_ID2)
    read_id2 (self, text, length);
  else if (self->member == MEMBER_ARGS && ls_chrome_parse_number (text, length, &number, &integer))
    ls_chrome_event_set_number (&self->event, self->path->str, self->path->len, number, integer);
  return 1;
}

static int
on_boolean (void *data,
            int   value)
{
  LsChromeJson *self = data;

  if (begin_value (self) && self->depth > 1 && self->member == MEMBER_ARGS)
    ls_chrome_event_set_number (&self->event, self->path->str, self->path->len, value, value);
  return 1;
}

static int
on_null (void *data)
{
  begin_value (data);
  return 1;
}

static int
on_key (void                *data,
        const unsigned char *key,
        size_t               length)
{
  LsChromeJson *self = data;

  if (self->depth == 1)
    {
      self->member = find_member ((const char *) key, length);
      g_string_truncate (self->path, 0);
      return 1;
    }
  if (self->ignored != 0 || self->depth >= MAX_LEVELS)
    return 1;

  g_string_truncate (self->path, self->marks[self->depth]);
  if (self->path->len + length > MAX_PATH)
    length = 0;
  if (self->path->len > 0)
    g_string_append_c (self->path, '.');
  g_string_append_len (self->path, (const char *) key, (gssize) length);
  if (self->depth == 2 && self->member == MEMBER_ARGS && is_text (self->path->str, self->path->len, "loopscope"))
    self->event.present |= G_GUINT64_CONSTANT (1) << LS_CHROME_ARG_LOOPSCOPE;
  return 1;
}

static void
open_level (LsChromeJson *self,
            gboolean      is_array)
{
  gboolean is_wanted = self->depth == 0 || (begin_value (self) && (self->member == MEMBER_ARGS || self->member == MEMBER_ID2));

  self->depth++;
  if (!is_wanted && self->ignored == 0)
    self->ignored = self->depth;
  if (self->depth < MAX_LEVELS)
    {
      self->marks[self->depth] = self->path->len;
      self->elements[self->depth] = is_array ? 0 : -1;
    }
}

static int
close_level (void *data)
{
  LsChromeJson *self = data;

  if (self->ignored == self->depth)
    self->ignored = 0;
  self->depth--;
  return 1;
}

static int
on_object (void *data)
{
  open_level (data, FALSE);
  return 1;
}

static int
on_array (void *data)
{
  open_level (data, TRUE);
  return 1;
}

static const yajl_callbacks callbacks = {
  .yajl_null = on_null,
  .yajl_boolean = on_boolean,
  .yajl_number = on_number,
  .yajl_string = on_string,
  .yajl_start_map = on_object,
  .yajl_map_key = on_key,
  .yajl_end_map = close_level,
  .yajl_start_array = on_array,
  .yajl_end_array = close_level,
};

static void
make_yajl (LsChromeJson *self)
{
  g_clear_pointer (&self->yajl, yajl_free);
  self->yajl = yajl_alloc (&callbacks, &ls_json_memory, self);
  yajl_config (self->yajl, yajl_allow_multiple_values, 1);
  yajl_config (self->yajl, yajl_dont_validate_strings, 1);
}

LsChromeJson *
ls_chrome_json_new (void)
{
  LsChromeJson *self = g_new0 (LsChromeJson, 1);

  ls_chrome_event_init (&self->event);
  self->name = g_string_new (NULL);
  self->category = g_string_new (NULL);
  self->path = g_string_new (NULL);
  make_yajl (self);

  return self;
}

void
ls_chrome_json_free (LsChromeJson *self)
{
  ls_chrome_event_clear (&self->event);
  g_string_free (self->name, TRUE);
  g_string_free (self->category, TRUE);
  g_string_free (self->path, TRUE);
  yajl_free (self->yajl);
  g_free (self);
}

static void
begin_event (LsChromeJson *self)
{
  ls_chrome_event_reset (&self->event);
  g_string_truncate (self->name, 0);
  g_string_truncate (self->category, 0);
  g_string_truncate (self->path, 0);
  self->has_time = self->has_bad_time = self->ends_early = FALSE;
  self->depth = self->ignored = 0;
  self->member = MEMBER_OTHER;
}

/* Parses a value that is at level @depth. */
static gboolean
parse (LsChromeJson *self,
       const char   *text,
       gsize         length,
       guint         depth)
{
  yajl_status status;

  self->depth = depth;
  self->elements[depth] = -1;
  self->marks[depth] = 0;
  g_string_truncate (self->path, 0);
  status = yajl_parse (self->yajl, (const unsigned char *) text, length);
  if (status == yajl_status_ok && self->depth == depth)
    return TRUE;

  make_yajl (self);
  return FALSE;
}

static LsChromeJsonResult
end_event (LsChromeJson *self)
{
  return self->has_bad_time || (!self->has_time && self->event.phase != 'M') ? LS_CHROME_JSON_NO_TIME : LS_CHROME_JSON_EVENT;
}

/* Reads one event, a whole object, not too deep. Texts need not be UTF-8: what is kept is made so. */
LsChromeJsonResult
ls_chrome_json_read (LsChromeJson *self,
                     const char   *text,
                     gsize         length)
{
  begin_event (self);
  if (!parse (self, text, length, 0))
    return LS_CHROME_JSON_BROKEN;

  self->event.name = self->name->str;
  self->event.name_length = self->name->len;
  self->event.category = self->category->str;
  self->event.category_length = self->category->len;
  return end_event (self);
}

/* Reads one event whose members have been found, with its arguments or without. Its name and category are those of @split. */
LsChromeJsonResult
ls_chrome_json_read_split (LsChromeJson      *self,
                           const LsJsonSplit *split,
                           gboolean           with_args)
{
  static const struct
  {
    LsJsonSplitMember part;
    Member            member;
  } simple[] = {
    { LS_JSON_SPLIT_PID, MEMBER_PID },
    { LS_JSON_SPLIT_TID, MEMBER_TID },
    { LS_JSON_SPLIT_TIME, MEMBER_TIME },
    { LS_JSON_SPLIT_DURATION, MEMBER_DURATION },
    { LS_JSON_SPLIT_ID, MEMBER_ID },
  };
  static const struct
  {
    LsJsonSplitMember part;
    Member            member;
  } nested[] = {
    { LS_JSON_SPLIT_ID2, MEMBER_ID2 },
    { LS_JSON_SPLIT_ARGS, MEMBER_ARGS },
  };
  const LsJsonPart *parts = split->parts;

  begin_event (self);
  self->event.phase = *parts[LS_JSON_SPLIT_PHASE].text;
  self->event.name = parts[LS_JSON_SPLIT_NAME].text != NULL ? parts[LS_JSON_SPLIT_NAME].text : "";
  self->event.name_length = parts[LS_JSON_SPLIT_NAME].length;
  self->event.category = parts[LS_JSON_SPLIT_CATEGORY].text != NULL ? parts[LS_JSON_SPLIT_CATEGORY].text : "";
  self->event.category_length = parts[LS_JSON_SPLIT_CATEGORY].length;

  for (guint i = 0; i < G_N_ELEMENTS (simple); i++)
    {
      const LsJsonPart *part = &parts[simple[i].part];

      self->member = simple[i].member;
      if (part->text != NULL && part->type != '{' && part->type != '[' && !g_ascii_isalpha (part->type))
        read_member (self, part->text, part->length);
    }

  for (guint i = 0; i < G_N_ELEMENTS (nested); i++)
    {
      const LsJsonPart *part = &parts[nested[i].part];

      /* "{}" is the usual case. */
      self->member = nested[i].member;
      if (part->type == '{' && part->length > 2 && (with_args || self->member != MEMBER_ARGS) &&
          !parse (self, part->text, part->length, 1))
        return LS_CHROME_JSON_BROKEN;
    }

  return end_event (self);
}

/* Whether the event that was read last is a slice that does not say when it ends. */
gboolean
ls_chrome_json_has_no_end (LsChromeJson *self)
{
  return self->event.phase == 'X' && self->event.duration < 0;
}

/* Whether the event that was read last is a slice that ends before it begins; other events' durations mean nothing. */
gboolean
ls_chrome_json_ends_early (LsChromeJson *self)
{
  return self->ends_early && self->event.phase == 'X';
}

/* Returns the event that was read last. */
LsChromeEvent *
ls_chrome_json_get_event (LsChromeJson *self)
{
  return &self->event;
}
