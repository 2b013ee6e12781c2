/* ls-chrome-parser.c: a file of Chromium's trace events as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-chrome-events-private.h"
#include "ls-chrome-json-private.h"
#include "ls-chrome-metadata-private.h"
#include "ls-chrome-troubles-private.h"
#include "ls-json-escapes-private.h"
#include "ls-json-scan-private.h"
#include "ls-recording-parser-private.h"
#include "ls-recording-scripts-private.h"

/* Keys of members that mean something are shorter. */
#define MAX_KEY 256

/* How many bytes are put together with what is left of those before. */
#define PIECE (64 * 1024)

#define BYTE_ORDER_MARK "\357\273\277"

typedef enum
{
  STATE_START,        /* before the first bracket */
  STATE_KEY,          /* in the object: before a member, or its end */
  STATE_COLON,
  STATE_VALUE,        /* before the member's value */
  STATE_EVENTS,       /* in the array of events: before one, or its end */
  STATE_ITEM,         /* in a value, with @scan */
  STATE_END           /* after the last bracket */
} State;

typedef enum
{
  ITEM_KEY,
  ITEM_EVENT,
  ITEM_METADATA,      /* a member of metadata */
  ITEM_SKIPPED
} Item;

typedef struct
{
  LsRecordingParser   parent;
  LsRecordingBuilder *builder;
  LsChromeEvents     *events;
  LsChromeJson       *json;
  LsChromeMetadata   *metadata;

  State               state;
  State               after;       /* the state after the item */
  Item                item;
  gboolean            is_array;    /* the file is an array */
  gboolean            in_metadata; /* the members are those of the metadata */
  gboolean            has_events;
  guint64             n_items;     /* in the array of events, objects or not */
  guint64             n_objects;   /* in the array of events */
  guint64             n_events;    /* of these, those with a phase */
  char                key[MAX_KEY];
  gsize               key_length;

  GByteArray         *bytes;       /* what is not yet read */
  guint64             offset;      /* of the first of these in the file */
  guint64             item_offset;
  LsJsonScan          scan;
  gboolean            is_dropped;  /* parts of the item are gone: it cannot be read */
  gboolean            has_long_text;

  LsChromeTroubles    troubles;
} Parser;

static void
begin_item (Parser *self,
            gsize   start,
            Item    item,
            State   after)
{
  ls_json_scan_begin (&self->scan, start);
  self->item = item;
  self->item_offset = self->offset + start;
  self->after = after;
  self->is_dropped = self->has_long_text = FALSE;
  self->state = STATE_ITEM;
}

static void
take_event (Parser             *self,
            LsChromeJsonResult  result,
            const LsChromeSpec *spec,
            guint64             offset)
{
  switch (result)
    {
    case LS_CHROME_JSON_EVENT:
      if (self->has_long_text)
        ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_TEXT, offset);
      if (ls_chrome_json_has_no_end (self->json))
        ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_NO_DURATION, offset);
      if (ls_chrome_json_ends_early (self->json))
        ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_DURATION, offset);
      if (ls_chrome_event_has (ls_chrome_json_get_event (self->json), LS_CHROME_ARG_LOOPSCOPE))
        ls_recording_builder_set_format (self->builder, LS_RECORDING_FORMAT_LOOPSCOPE);
      ls_chrome_events_add_known (self->events, ls_chrome_json_get_event (self->json), spec);
      break;
    case LS_CHROME_JSON_BROKEN:
      ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_BROKEN, offset);
      break;
    case LS_CHROME_JSON_NO_TIME:
      ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_TIME, offset);
      break;
    default:
      g_assert_not_reached ();
    }
}

static const char *
get_text (const LsJsonSplit *split,
          LsJsonSplitMember  member,
          gsize             *length)
{
  const LsJsonPart *part = &split->parts[member];

  *length = part->type == '"' ? part->length : 0;
  return part->type == '"' ? part->text : "";
}

/* This program's trace files have an event of their own, in whatever order another program has written them anew. */
static void
look_for_trace (Parser     *self,
                const char *name,
                gsize       length,
                char        phase)
{
  static const char trace[] = "loopscope.trace";

  if (phase == 'M' && length == strlen (trace) && memcmp (name, trace, length) == 0)
    ls_recording_builder_set_format (self->builder, LS_RECORDING_FORMAT_LOOPSCOPE);
}

/* The texts of scripts are not kept: whoever wants one reads the file again. */
static void
look_for_script (Parser     *self,
                 const char *name,
                 gsize       length,
                 const char *category,
                 gsize       category_length)
{
  if (ls_recording_scripts_is_text (name, length) && category_length == strlen (LS_RECORDING_SCRIPTS) &&
      memcmp (category, LS_RECORDING_SCRIPTS, category_length) == 0)
    ls_recording_builder_set_info (self->builder, "scripts", "yes");
}

/* Reads an event that is split into its members. */
static void
read_split (Parser            *self,
            const LsJsonSplit *split,
            guint64            offset)
{
  gsize name_length, category_length, phase_length;
  const char *name = get_text (split, LS_JSON_SPLIT_NAME, &name_length);
  const char *category = get_text (split, LS_JSON_SPLIT_CATEGORY, &category_length);
  const char *phase = get_text (split, LS_JSON_SPLIT_PHASE, &phase_length);
  const LsChromeSpec *spec;

  self->n_objects++;
  if (phase_length != 1)
    return;

  self->n_events++;
  look_for_trace (self, name, name_length, *phase);
  look_for_script (self, name, name_length, category, category_length);
  spec = ls_chrome_find_spec (name, name_length, category, category_length, *phase);
  if (ls_chrome_spec_is_wanted (spec, *phase))
    take_event (self, ls_chrome_json_read_split (self->json, split, ls_chrome_spec_wants_args (spec, *phase)), spec, offset);
}

/* Returns the text of a member that the scan has found, without its escapes. One that is too long for @texts is the name of a mark,
 * and stays as it is written. */
static const char *
get_member (Parser           *self,
            const char       *bytes,
            LsJsonScanMember  member,
            char              texts[][LS_JSON_SCAN_KEPT],
            gsize            *length)
{
  const char *text = ls_json_scan_get_member (&self->scan, bytes, member, length);

  if (text == NULL)
    return "";
  if (*length > LS_JSON_SCAN_KEPT || memchr (text, '\\', *length) == NULL)
    return text;

  *length = ls_json_unescape (text, *length, texts[member]);
  return texts[member];
}

/* Reads an event that is not as usual. */
static void
read_unusual (Parser     *self,
              const char *bytes)
{
  char texts[LS_N_JSON_SCAN_MEMBERS][LS_JSON_SCAN_KEPT];
  gsize name_length, category_length, phase_length;
  const char *name = get_member (self, bytes, LS_JSON_SCAN_NAME, texts, &name_length);
  const char *category = get_member (self, bytes, LS_JSON_SCAN_CATEGORY, texts, &category_length);
  const char *phase = get_member (self, bytes, LS_JSON_SCAN_PHASE, texts, &phase_length);
  const LsChromeSpec *spec;

  self->n_objects++;
  self->n_events += phase_length == 1;
  if (self->scan.is_broken)
    {
      ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_BROKEN, self->item_offset);
      return;
    }
  if (phase_length != 1)
    return;

  look_for_trace (self, name, name_length, *phase);
  look_for_script (self, name, name_length, category, category_length);
  /* An event that cannot be read is missed if its name is a wanted one. */
  spec = ls_chrome_find_spec (name, name_length, category, category_length, *phase);
  if (!ls_chrome_spec_is_wanted (spec, *phase))
    return;

  if (self->scan.is_too_deep)
    ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_DEPTH, self->item_offset);
  else if (self->is_dropped)
    ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_LENGTH, self->item_offset);
  else
    take_event (self, ls_chrome_json_read (self->json, bytes + self->scan.start, self->scan.pos - self->scan.start), spec,
                self->item_offset);
}

/* Counts a value in the array of events. Somebody may have written something at the event, be it one that means nothing here. */
static void
count_item (Parser     *self,
            const char *text,
            gsize       length,
            gboolean    is_whole)
{
  if (ls_chrome_metadata_wants_event (self->metadata, self->n_items++) && is_whole && *text == '{' &&
      ls_chrome_json_read (self->json, text, length) == LS_CHROME_JSON_EVENT)
    ls_chrome_metadata_take_event (self->metadata, ls_chrome_json_get_event (self->json)->time);
}

/* Reads an event that has been scanned to its end. */
static void
read_event (Parser     *self,
            const char *bytes)
{
  gsize length = self->scan.pos - self->scan.start;
  LsJsonSplit split;

  if (!self->is_dropped && !self->scan.is_too_deep && ls_json_split (&split, bytes + self->scan.start, length) == length)
    read_split (self, &split, self->item_offset);
  else
    read_unusual (self, bytes);
}

static gboolean
is_key (Parser     *self,
        const char *key)
{
  return self->key_length == strlen (key) && memcmp (self->key, key, self->key_length) == 0;
}

/* The item is whole, from scan.start to scan.pos. */
static void
end_item (Parser     *self,
          const char *bytes)
{
  gsize length = self->scan.pos - self->scan.start;
  const char *text = bytes + self->scan.start;

  self->state = self->after;
  switch (self->item)
    {
    case ITEM_KEY:
      self->key_length = length >= 2 && !self->is_dropped ? MIN (length - 2, sizeof self->key) : 0;
      self->key_length = ls_json_unescape (text + 1, self->key_length, self->key);
      break;
    case ITEM_EVENT:
      count_item (self, text, length, !self->is_dropped && !self->scan.is_too_deep && !self->scan.is_broken);
      if (*text == '{' || self->is_dropped)
        read_event (self, bytes);
      else
        ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_NO_EVENT, self->item_offset);
      break;
    case ITEM_METADATA:
      if (!self->is_dropped && !self->scan.is_too_deep && !self->scan.is_broken)
        ls_chrome_metadata_read (self->metadata, self->key, self->key_length, text, length);
      break;
    case ITEM_SKIPPED:
    default:
      break;
    }
}

/* A member of the object begins with its value. Returns whether the character belongs to the value as an item. */
static void
begin_value (Parser *self,
             char    c,
             gsize   pos)
{
  if (!self->in_metadata && c == '[' && is_key (self, "traceEvents"))
    {
      if (self->has_events)
        ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_LIST, self->offset + pos);
      self->has_events = TRUE;
      self->state = STATE_EVENTS;
    }
  else if (!self->in_metadata && c == '{' && is_key (self, "metadata"))
    {
      self->in_metadata = TRUE;
      self->state = STATE_KEY;
    }
  else
    {
      gboolean is_wanted = self->in_metadata && ls_chrome_metadata_wants (self->key, self->key_length);

      if (is_key (self, "loopscope"))
        ls_recording_builder_set_format (self->builder, LS_RECORDING_FORMAT_LOOPSCOPE);
      begin_item (self, pos, is_wanted ? ITEM_METADATA : ITEM_SKIPPED, STATE_KEY);

    }
}

/* Takes a character between items. Returns whether it is done with; else an item begins with it. */
static gboolean
take_character (Parser *self,
                char    c,
                gsize   pos)
{
  if (c == ' ' || c == '\n' || c == '\r' || c == '\t')
    return TRUE;

  switch (self->state)
    {
    case STATE_START:
      if (c == '[')
        {
          self->is_array = self->has_events = TRUE;
          self->state = STATE_EVENTS;
        }
      else if (c == '{')
        self->state = STATE_KEY;
      else if (self->offset + pos >= strlen (BYTE_ORDER_MARK) || c != BYTE_ORDER_MARK[self->offset + pos])
        ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_GARBAGE, self->offset + pos);
      return TRUE;

    case STATE_KEY:
      if (c == '"')
        {
          begin_item (self, pos, ITEM_KEY, STATE_COLON);
          return FALSE;
        }
      if (c == '}' && self->in_metadata)
        self->in_metadata = FALSE;
      else if (c == '}')
        self->state = STATE_END;
      else if (c != ',')
        ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_GARBAGE, self->offset + pos);
      return TRUE;

    case STATE_COLON:
      if (c == ':')
        self->state = STATE_VALUE;
      else
        {
          ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_GARBAGE, self->offset + pos);
          self->state = STATE_KEY;
        }
      return TRUE;

    case STATE_VALUE:
      begin_value (self, c, pos);
      return self->state != STATE_ITEM;

    case STATE_EVENTS:
      if (c == ',')
        return TRUE;
      if (c == ']')
        {
          self->state = self->is_array ? STATE_END : STATE_KEY;
          return TRUE;
        }
      if (c == '{' || c == '[' || c == '"' || c == '-' || g_ascii_isalnum (c))
        {
          begin_item (self, pos, ITEM_EVENT, STATE_EVENTS);
          return FALSE;
        }
      ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_GARBAGE, self->offset + pos);
      return TRUE;

    case STATE_END:
      if (c != '\0')
        ls_chrome_troubles_note (&self->troubles, LS_CHROME_TROUBLE_AFTER_END, self->offset + pos);
      return TRUE;

    case STATE_ITEM:
    default:
      g_assert_not_reached ();
    }
}

/* Drops what of an unfinished item nobody needs, so that it takes no more memory however long it is. */
static void
shorten_item (Parser *self)
{
  LsJsonScan *scan = &self->scan;
  GByteArray *bytes = self->bytes;
  gsize from = 0, to = 0;

  if (self->item != ITEM_SKIPPED && !self->is_dropped && scan->in_string && scan->pos - scan->string > LS_CHROME_MAX_TEXT)
    {
      from = scan->string;
      to = scan->pos;
      scan->pos = from;
      self->has_long_text = TRUE;
    }
  else if (self->item == ITEM_SKIPPED || self->is_dropped || bytes->len - scan->start > LS_CHROME_MAX_ITEM)
    {
      /* A key of the first level may go on: it is short, or none that matters. */
      from = scan->start;
      to = scan->pos;
      if (scan->in_string && scan->string != LS_JSON_SCAN_DROPPED && scan->pos - scan->string < MAX_KEY)
        to = scan->string - 1;
      if (to <= from)
        return;
      self->is_dropped = TRUE;
      ls_json_scan_drop (scan, (const char *) bytes->data, to);
    }
  else
    return;

  g_byte_array_remove_range (bytes, from, to - from);
  self->offset += to - from;
}

/* Reads what there is, from @pos on. Returns where it stopped: what is left is the beginning of an item. */
static gsize
read_bytes (Parser     *self,
            const char *bytes,
            gsize       n_bytes,
            gsize       pos)
{
  LsJsonSplit split;
  gsize length;

  while (pos < n_bytes || self->state == STATE_ITEM)
    {
      if (self->state == STATE_ITEM)
        {
          if (!ls_json_scan_run (&self->scan, bytes, n_bytes))
            return self->scan.start;
          end_item (self, bytes);
          pos = MAX (self->scan.pos, pos);
        }
      else if (self->state == STATE_EVENTS && bytes[pos] == '{' &&
               (length = ls_json_split (&split, bytes + pos, n_bytes - pos)) > 0)
        {
          self->has_long_text = FALSE;
          count_item (self, bytes + pos, length, TRUE);
          read_split (self, &split, self->offset + pos);
          pos += length;
        }
      else if (take_character (self, bytes[pos], pos))
        pos++;
    }

  return pos;
}

/* Takes bytes where they are, but for an item that began earlier: this is put together with what follows. */
static gboolean
feed (LsRecordingParser  *parser,
      const guint8       *new_bytes,
      gsize               n_bytes,
      GError            **error)
{
  Parser *self = (Parser *) parser;
  gsize taken = 0, pos;

  while (self->bytes->len > 0 && taken < n_bytes)
    {
      gsize n_old = self->bytes->len, n_more = MIN (n_bytes - taken, PIECE);

      g_byte_array_append (self->bytes, new_bytes + taken, (guint) n_more);
      taken += n_more;
      pos = read_bytes (self, (const char *) self->bytes->data, self->bytes->len,
                        self->state == STATE_ITEM ? self->scan.start : 0);
      if (self->state == STATE_ITEM)
        ls_json_scan_move (&self->scan, pos);
      self->offset += pos;

      /* What is left came with the last piece: it can be read where it is. */
      if (pos >= n_old)
        {
          taken -= self->bytes->len - pos;
          g_byte_array_set_size (self->bytes, 0);
        }
      else
        {
          g_byte_array_remove_range (self->bytes, 0, (guint) pos);
          shorten_item (self);
        }
    }

  if (taken == n_bytes)
    return TRUE;

  pos = read_bytes (self, (const char *) new_bytes + taken, n_bytes - taken, 0);
  if (self->state == STATE_ITEM)
    ls_json_scan_move (&self->scan, pos);
  self->offset += pos;
  g_byte_array_append (self->bytes, new_bytes + taken + pos, (guint) (n_bytes - taken - pos));
  if (self->state == STATE_ITEM)
    shorten_item (self);

  return TRUE;
}

static gboolean
end (LsRecordingParser  *parser,
     gboolean            is_cut,
     GError            **error)
{
  Parser *self = (Parser *) parser;

  if (!self->has_events)
    {
      g_set_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT,
                   _("Found JSON without “traceEvents”, expected a recording of a browser or of Node.js"));
      return FALSE;
    }
  if (self->n_objects > 0 && self->n_events == 0)
    {
      g_set_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT,
                   _("Found a list of something else than trace events, expected a recording of a browser or of Node.js"));
      return FALSE;
    }

  /* A list of events needs no end: a browser that crashes writes none. And what is there to its last bracket is whole. */
  is_cut = self->state == STATE_ITEM || (self->state != STATE_END && (is_cut || !self->is_array));
  if (self->state == STATE_ITEM)
    ls_recording_builder_complain (self->builder, _("The file ends at byte %" PRIu64 ", in the middle of a value that begins at "
                                                    "byte %" PRIu64 ". Loopscope shows what comes before."),
                                   self->offset + self->bytes->len, self->item_offset);
  else if (is_cut)
    ls_recording_builder_complain (self->builder, _("The file ends too early, at byte %" PRIu64 ". Loopscope shows what comes "
                                                    "before."),
                                   self->offset + self->bytes->len);
  if (is_cut)
    ls_recording_builder_set_cut (self->builder);

  ls_chrome_troubles_complain (&self->troubles, self->builder);
  ls_chrome_events_end (self->events, TRUE);
  return TRUE;
}

static void
free_parser (LsRecordingParser *parser)
{
  Parser *self = (Parser *) parser;

  ls_chrome_events_free (self->events);
  ls_chrome_json_free (self->json);
  ls_chrome_metadata_free (self->metadata);
  g_byte_array_unref (self->bytes);
  g_free (self);
}

/* Reads the files of DevTools, Puppeteer, chrome://tracing, Node.js and this program: an object with "traceEvents", or the list
 * alone.
 *
 * Returns: (transfer full): the parser */
LsRecordingParser *
ls_chrome_parser_new (LsRecordingBuilder *builder)
{
  Parser *self = g_new0 (Parser, 1);

  self->parent = (LsRecordingParser) { .feed = feed, .end = end, .free = free_parser };
  self->builder = builder;
  self->events = ls_chrome_events_new (builder);
  self->json = ls_chrome_json_new ();
  self->metadata = ls_chrome_metadata_new (builder);
  self->bytes = g_byte_array_new ();

  return &self->parent;
}
