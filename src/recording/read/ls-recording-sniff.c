/* ls-recording-sniff.c: which format a recording has
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-json-escapes-private.h"
#include "ls-recording-reader.h"
#include "ls-recording-sniff-private.h"

#define BYTE_ORDER_MARK "\357\273\277"

/* Members of the outermost object, and the format that has them. Other programs may use the same words for members of their own: a
 * recording must have the sure ones. */
static const struct
{
  const char        *name;
  LsRecordingFormat  format;
  gboolean           is_sure;
} members[] = {
  { "traceEvents", LS_RECORDING_FORMAT_CHROME, TRUE },
  { "displayTimeUnit", LS_RECORDING_FORMAT_CHROME },
  { "systemTraceEvents", LS_RECORDING_FORMAT_CHROME },
  { "metadata", LS_RECORDING_FORMAT_CHROME },
  { "loopscope", LS_RECORDING_FORMAT_LOOPSCOPE, TRUE },
  { "meta", LS_RECORDING_FORMAT_FIREFOX },
  { "threads", LS_RECORDING_FORMAT_FIREFOX, TRUE },
  { "libs", LS_RECORDING_FORMAT_FIREFOX },
  { "profilingLog", LS_RECORDING_FORMAT_FIREFOX },
  { "pausedRanges", LS_RECORDING_FORMAT_FIREFOX },
};

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* The name of a member has ended. */
static void
end_key (LsRecordingSniff *self)
{
  gsize length;

  self->is_key = FALSE;
  if (self->key_length > sizeof self->key)
    return;

  length = ls_json_unescape (self->key, self->key_length, self->key);
  if (self->level == 2)
    {
      if (length == 2 && memcmp (self->key, "ph", 2) == 0)
        {
          self->format = LS_RECORDING_FORMAT_CHROME;
          self->is_sure = TRUE;
        }
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (strlen (members[i].name) == length && memcmp (members[i].name, self->key, length) == 0 &&
        (members[i].is_sure || self->format == LS_RECORDING_FORMAT_NONE))
      {
        self->format = members[i].format;
        self->is_sure = members[i].is_sure;
      }
}

/* Takes bytes within a text. Returns how many. */
static gsize
take_text (LsRecordingSniff *self,
           const char       *text,
           gsize             length)
{
  for (gsize i = 0; i < length; i++)
    {
      if (!self->is_escaped && text[i] == '"')
        {
          self->in_string = FALSE;
          if (self->is_key)
            end_key (self);
          return i + 1;
        }
      self->is_escaped = !self->is_escaped && text[i] == '\\';
      if (self->is_key && self->key_length < sizeof self->key)
        self->key[self->key_length] = text[i];
      if (self->is_key && self->key_length <= sizeof self->key)
        self->key_length++;
    }
  return length;
}

/* Takes a character outside of texts. */
static void
take_character (LsRecordingSniff *self,
                char              c)
{
  self->has_other |= self->depth == 1 && strchr ("{,]", c) == NULL;
  switch (c)
    {
    case '"':
      self->in_string = TRUE;
      self->is_key = self->depth == self->level && self->is_object && (self->last == '{' || self->last == ',');
      self->key_length = 0;
      break;
    case '{':
    case '[':
      self->depth++;
      if (self->depth == self->level)
        {
          self->is_object = c == '{';
          self->has_objects |= self->is_object;
        }
      break;
    case '}':
    case ']':
      self->depth--;
      self->is_sure = self->depth == 0;
      break;
    default:
      break;
    }
  self->last = c;
}

static void
take_json (LsRecordingSniff *self,
           const char       *text,
           gsize             length)
{
  for (gsize i = 0; i < length && !self->is_sure;)
    if (self->in_string)
      i += take_text (self, text + i, length - i);
    else
      {
        if (!is_space (text[i]))
          take_character (self, text[i]);
        i++;
      }
}

/* Whether there is the event with which trace files of this program begin, however another program has written them anew. */
static gboolean
has_trace_event (const char *text,
                 gsize       length)
{
  static const char event[] = "\"loopscope.trace\"";
  static const char member[] = "\"name\"";
  const char *found = text;

  while ((found = g_strstr_len (found, (gssize) (text + length - found), event)) != NULL)
    {
      const char *end = found;

      while (end > text && is_space (end[-1]))
        end--;
      if (end > text && end[-1] == ':')
        {
          for (end--; end > text && is_space (end[-1]);)
            end--;
          if ((gsize) (end - text) >= strlen (member) && memcmp (end - strlen (member), member, strlen (member)) == 0)
            return TRUE;
        }
      found += strlen (event);
    }
  return FALSE;
}

/* A message Trace: a field 1 with a packet, whose first tag is a field of TracePacket. */
static gboolean
is_perfetto (const guint8 *bytes,
             gsize         n_bytes)
{
  gsize i = 1;

  if (n_bytes < 3 || bytes[0] != 0x0a)
    return FALSE;

  while (i < n_bytes && i < 6 && (bytes[i] & 0x80) != 0)
    i++;
  i++;

  /* Wire types are 0, 1, 2 and 5; a field has a number. */
  return i < n_bytes && (bytes[i] & 7) != 3 && (bytes[i] & 7) != 4 && (bytes[i] & 7) < 6 && bytes[i] >= 8;
}

/* Finds the first character that is no space. Returns where it is in the bytes. */
static gsize
find_json (LsRecordingSniff *self,
           const guint8     *bytes,
           gsize             n_bytes)
{
  gsize i = 0;

  while (i < n_bytes && (is_space ((char) bytes[i]) ||
                         (self->n_bytes + i < strlen (BYTE_ORDER_MARK) &&
                          bytes[i] == (guchar) BYTE_ORDER_MARK[self->n_bytes + i])))
    i++;

  self->has_begun = i < n_bytes;
  self->is_json = self->has_begun && (bytes[i] == '{' || bytes[i] == '[');
  if (self->is_json)
    self->level = bytes[i] == '{' ? 1 : 2;
  return i;
}

/* Takes the next bytes. Returns whether more of them could tell more. */
gboolean
ls_recording_sniff_feed (LsRecordingSniff *self,
                         const guint8     *bytes,
                         gsize             n_bytes)
{
  gsize start = 0;

  if (self->is_sure || n_bytes == 0)
    return !self->is_sure;

  if (self->n_first < sizeof self->first)
    {
      const guint n = (guint) MIN (n_bytes, sizeof self->first - self->n_first);

      memcpy (self->first + self->n_first, bytes, n);
      self->n_first += n;
    }
  if (!self->has_begun)
    start = find_json (self, bytes, n_bytes);
  self->n_bytes += n_bytes;

  if (self->is_json)
    take_json (self, (const char *) bytes + start, n_bytes - start);
  else if (self->has_begun && self->n_first == sizeof self->first)
    ls_recording_sniff_end (self);
  return !self->is_sure;
}

/* There are no more bytes, or nobody wants to read them. A list that does not end may have its first event where nobody has looked,
 * but a list of something else than objects is none of events. */
void
ls_recording_sniff_end (LsRecordingSniff *self)
{
  if (self->has_begun && !self->is_json && is_perfetto (self->first, self->n_first))
    self->format = LS_RECORDING_FORMAT_PERFETTO;
  if (self->is_json && self->level == 2 && self->format == LS_RECORDING_FORMAT_NONE && !self->has_other &&
      (!self->is_sure || !self->has_objects))
    self->format = LS_RECORDING_FORMAT_CHROME;
  self->is_sure = TRUE;
}

/* Returns the format of a file that begins with @bytes, as far as it is known. */
LsRecordingFormat
ls_recording_sniff_tell (LsRecordingSniff *self,
                         const guint8     *bytes,
                         gsize             n_bytes)
{
  if (self->format == LS_RECORDING_FORMAT_CHROME && has_trace_event ((const char *) bytes, n_bytes))
    return LS_RECORDING_FORMAT_LOOPSCOPE;
  return self->format;
}

/**
 * ls_recording_sniff:
 * @bytes: (array length=n_bytes): the beginning of a file, already unpacked; usually 64 kB of them tell
 * @n_bytes: how many there are
 *
 * Says which format a recording has, by its contents.
 *
 * Returns: the format, %LS_RECORDING_FORMAT_NONE if the beginning is that of no recording, or does not tell. Recordings of Node.js
 *   begin like Chromium's, and so may trace files of this program that another one has written anew: they are told when they are
 *   read.
 */
LsRecordingFormat
ls_recording_sniff (const guint8 *bytes,
                    gsize         n_bytes)
{
  LsRecordingSniff sniff = { LS_RECORDING_FORMAT_NONE };

  g_return_val_if_fail (bytes != NULL || n_bytes == 0, LS_RECORDING_FORMAT_NONE);

  ls_recording_sniff_feed (&sniff, bytes, n_bytes);
  ls_recording_sniff_end (&sniff);
  return ls_recording_sniff_tell (&sniff, bytes, n_bytes);
}
