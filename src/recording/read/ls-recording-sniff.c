/* ls-recording-sniff.c: which format a recording has
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-json-scan-private.h"
#include "ls-recording-reader.h"

/* Members of the outermost object, and the format that has them. */
static const struct
{
  const char        *name;
  LsRecordingFormat  format;
} members[] = {
  { "traceEvents", LS_RECORDING_FORMAT_CHROME },
  { "displayTimeUnit", LS_RECORDING_FORMAT_CHROME },
  { "systemTraceEvents", LS_RECORDING_FORMAT_CHROME },
  { "metadata", LS_RECORDING_FORMAT_CHROME },
  { "loopscope", LS_RECORDING_FORMAT_LOOPSCOPE },
  { "meta", LS_RECORDING_FORMAT_FIREFOX },
  { "threads", LS_RECORDING_FORMAT_FIREFOX },
  { "libs", LS_RECORDING_FORMAT_FIREFOX },
  { "profilingLog", LS_RECORDING_FORMAT_FIREFOX },
  { "pausedRanges", LS_RECORDING_FORMAT_FIREFOX },
};

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static gsize
skip_space (const char *text,
            gsize       length,
            gsize       i)
{
  while (i < length && is_space (text[i]))
    i++;

  return i;
}

/* Looks at the members of an object until one tells. */
static LsRecordingFormat
sniff_members (const char *text,
               gsize       length,
               gsize       i)
{
  LsJsonScan scan;

  for (i = skip_space (text, length, i); i < length && text[i] == '"'; i = skip_space (text, length, i + 1))
    {
      ls_json_scan_begin (&scan, i);
      if (!ls_json_scan_run (&scan, text, length))
        break;

      for (guint j = 0; j < G_N_ELEMENTS (members); j++)
        if (strlen (members[j].name) == scan.pos - i - 2 && memcmp (members[j].name, text + i + 1, scan.pos - i - 2) == 0)
          return members[j].format;

      i = skip_space (text, length, scan.pos);
      if (i >= length || text[i] != ':')
        break;
      i = skip_space (text, length, i + 1);
      if (i >= length)
        break;

      ls_json_scan_begin (&scan, i);
      if (!ls_json_scan_run (&scan, text, length))
        break;
      i = skip_space (text, length, scan.pos);
      if (i >= length || text[i] != ',')
        break;
    }

  return LS_RECORDING_FORMAT_NONE;
}

/* The first value of a list must be an event: an object with a phase. */
static LsRecordingFormat
sniff_event (const char *text,
             gsize       length,
             gsize       i)
{
  LsJsonScan scan;
  gsize phase_length;

  i = skip_space (text, length, i);
  if (i >= length || text[i] == ']')
    return LS_RECORDING_FORMAT_CHROME;
  if (text[i] != '{')
    return LS_RECORDING_FORMAT_NONE;

  ls_json_scan_begin (&scan, i);
  if (!ls_json_scan_run (&scan, text, length))
    return LS_RECORDING_FORMAT_CHROME;

  return ls_json_scan_get_member (&scan, text, LS_JSON_SCAN_PHASE, &phase_length) != NULL ? LS_RECORDING_FORMAT_CHROME
                                                                                          : LS_RECORDING_FORMAT_NONE;
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

/**
 * ls_recording_sniff:
 * @bytes: (array length=n_bytes): the beginning of a file, already unpacked; 64 kB tell nearly always
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
  const char *text = (const char *) bytes;
  gsize i = 0;

  g_return_val_if_fail (bytes != NULL || n_bytes == 0, LS_RECORDING_FORMAT_NONE);

  if (n_bytes >= 3 && memcmp (text, "\357\273\277", 3) == 0)
    i = 3;
  i = skip_space (text, n_bytes, i);

  if (i == n_bytes)
    return LS_RECORDING_FORMAT_NONE;

  if (text[i] == '{' || text[i] == '[')
    {
      LsRecordingFormat format = text[i] == '{' ? sniff_members (text, n_bytes, i + 1) : sniff_event (text, n_bytes, i + 1);

      if (format == LS_RECORDING_FORMAT_CHROME && has_trace_event (text, n_bytes))
        return LS_RECORDING_FORMAT_LOOPSCOPE;
      if (format != LS_RECORDING_FORMAT_NONE)
        return format;
    }

  return is_perfetto (bytes, n_bytes) ? LS_RECORDING_FORMAT_PERFETTO : LS_RECORDING_FORMAT_NONE;
}
