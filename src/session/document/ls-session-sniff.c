/* ls-session-sniff.c: tells recordings from sessions, and from what is neither
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-recording-sniffer-private.h"

/* How files of other kinds begin. */
static const struct
{
  const char *bytes;
  gsize       length;
  const char *name;
} beginnings[] = {
  { "\x89PNG", 4, N_("a PNG image") },
  { "\xff\xd8\xff", 3, N_("a JPEG image") },
  { "%PDF-", 5, N_("a PDF document") },
  { "PK\x03\x04", 4, N_("a ZIP archive") },
  { "\x1f\x8b", 2, N_("a file packed with gzip") },
  { "\x28\xb5\x2f\xfd", 4, N_("a file packed with Zstandard (unpack it first)") },
  { "\xfd" "7zXZ", 5, N_("a file packed with xz (unpack it first)") },
  { "BZh", 3, N_("a file packed with bzip2 (unpack it first)") },
  { "\x5e\x97\xca\xfd", 4, N_("a capture of Sysprof (Loopscope writes these, but does not read them)") },
  { "\x7f" "ELF", 4, N_("a program") },
  { "\xff\xfe", 2, N_("text in UTF-16 (save it as UTF-8)") },
  { "\xfe\xff", 2, N_("text in UTF-16 (save it as UTF-8)") },
};

/* The first members of JSON objects of other kinds. */
static const struct
{
  const char *member;
  const char *second;   /* nearby */
  const char *name;
} objects[] = {
  { "\"log\"", "\"entries\"", N_("a HAR file (network requests)") },
  { "\"log\"", "\"creator\"", N_("a HAR file (network requests)") },
  { "\"snapshot\"", "\"node_fields\"", N_("a heap snapshot") },
  { "\"nodes\"", "\"callFrame\"", N_("a CPU profile (samples of functions, no tasks)") },
  { "\"head\"", "\"callFrame\"", N_("a heap profile") },
};

static gboolean
begins_with (const char *text,
             gsize       length,
             const char *beginning)
{
  return length >= strlen (beginning) && g_ascii_strncasecmp (text, beginning, strlen (beginning)) == 0;
}

static const char *
find_text (const char *text,
           gsize       length)
{
  while (length > 0 && g_ascii_isspace (*text))
    text++, length--;
  if (begins_with (text, length, "<!doctype") || begins_with (text, length, "<html"))
    return _("an HTML page");
  if (length == 0 || *text != '{')
    return NULL;
  for (text++, length--; length > 0 && g_ascii_isspace (*text);)
    text++, length--;
  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    if (begins_with (text, length, objects[i].member) && g_strstr_len (text, (gssize) length, objects[i].second) != NULL)
      return _(objects[i].name);
  return NULL;
}

/* Says what a file is that begins so, if it is of a kind that people take for a recording, or that is no text at all. Returns
 * (nullable) a noun for “found …”. */
static const char *
find (const guint8 *bytes,
      gsize         n_bytes)
{
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (n_bytes >= beginnings[i].length && memcmp (bytes, beginnings[i].bytes, beginnings[i].length) == 0)
      return _(beginnings[i].name);
  if (n_bytes > 262 && memcmp (bytes + 257, "ustar", 5) == 0)
    return _("a tar archive");
  return find_text ((const char *) bytes, n_bytes);
}

/* Says what a file packed with gzip is that is no recording. @bytes: what it begins with, unpacked */
static const char *
find_packed (const guint8 *bytes,
             gsize         n_bytes)
{
  const char *name = n_bytes > 0 ? find (bytes, n_bytes) : NULL;

  if (name != NULL)
    return name;
  if (n_bytes == 0)
    return _("nothing to unpack (the file is empty, cut or damaged)");
  if (g_strstr_len ((const char *) bytes, (gssize) n_bytes, "\"loopscope-session\"") != NULL)
    return _("a session (unpack it first)");
  return bytes[0] == '{' || bytes[0] == '[' ? _("JSON of something else") : _("something else");
}

/* An empty list is nobody's recording. */
static gboolean
is_empty_list (const guint8 *bytes,
               gsize         n_bytes)
{
  guint n = 0;

  for (gsize i = 0; i < n_bytes && n < 2; i++)
    if (!g_ascii_isspace (bytes[i]) && bytes[i] != "[]"[n++])
      return FALSE;
  return n == 2;
}

/* Whether a file names its format in its beginning, as traces and sessions of this program do. Sessions may have members that this
 * program does not know, and that recordings have as well. */
static gboolean
names_format (LsRecordingSniffer *sniffer,
              LsRecordingFormat  *format)
{
  gsize n_bytes;
  const char *text = (const char *) ls_recording_sniffer_peek_beginning (sniffer, &n_bytes);

  *format = LS_RECORDING_FORMAT_NONE;
  if (g_strstr_len (text, (gssize) n_bytes, "\"loopscope-trace\"") != NULL)
    *format = LS_RECORDING_FORMAT_LOOPSCOPE;
  else if (g_strstr_len (text, (gssize) n_bytes, "\"loopscope-session\"") == NULL &&
           !is_empty_list ((const guint8 *) text, n_bytes))
    return FALSE;
  return TRUE;
}

/* Gives the sniffer so many bytes of @input, which keeps them. Returns whether there were more. */
static gboolean
look_ahead (GBufferedInputStream *input,
            LsRecordingSniffer   *sniffer,
            gsize                 n_wanted,
            gboolean             *is_open,
            GCancellable         *cancellable)
{
  const guint8 *bytes;
  gsize n_before = g_buffered_input_stream_get_available (input), n_bytes;

  if (g_buffered_input_stream_get_buffer_size (input) < n_wanted)
    g_buffered_input_stream_set_buffer_size (input, n_wanted);
  while (g_buffered_input_stream_get_available (input) < n_wanted &&
         g_buffered_input_stream_fill (input, -1, cancellable, NULL) > 0)
    ;
  bytes = g_buffered_input_stream_peek_buffer (input, &n_bytes);
  *is_open = ls_recording_sniffer_feed (sniffer, bytes + n_before, n_bytes - n_before);
  return n_bytes >= n_wanted;
}

/* Gives the sniffer the bytes of a file that come after its beginning, until these tell. */
static void
look_on (GFile              *file,
         LsRecordingSniffer *sniffer,
         GCancellable       *cancellable)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, NULL);
  g_autofree guint8 *bytes = g_malloc (LS_SESSION_SNIFFED_BYTES);
  gsize n_bytes;

  if (stream == NULL || !g_seekable_seek (G_SEEKABLE (stream), LS_SESSION_SNIFFED_BYTES, G_SEEK_SET, cancellable, NULL))
    return;
  while (g_input_stream_read_all (G_INPUT_STREAM (stream), bytes, LS_SESSION_SNIFFED_BYTES, &n_bytes, cancellable, NULL) &&
         n_bytes > 0 && ls_recording_sniffer_feed (sniffer, bytes, n_bytes))
    ;
}

/* Looks at the bytes of a file until they tell what it is. What is no file has to be kept meanwhile, up to the size of the largest
 * session. */
static LsRecordingFormat
look (GBufferedInputStream *input,
      GFile                *file,
      LsRecordingSniffer   *sniffer,
      GCancellable         *cancellable)
{
  gboolean is_open;
  gboolean has_more = look_ahead (input, sniffer, LS_SESSION_SNIFFED_BYTES, &is_open, cancellable);
  LsRecordingFormat format;

  if (names_format (sniffer, &format))
    return format;

  if (is_open && has_more && file != NULL &&
      g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_REGULAR)
    {
      look_on (file, sniffer, cancellable);
      has_more = FALSE;
    }
  for (gsize size = 2 * LS_SESSION_SNIFFED_BYTES; is_open && has_more && size <= LS_JSON_MAX_SIZE; size *= 2)
    has_more = look_ahead (input, sniffer, size, &is_open, cancellable);
  return ls_recording_sniffer_end (sniffer, !has_more);
}

/* Recordings are known by their content, whatever the file is called. @input still has all bytes then.
 *
 * @file: (nullable): the file that @input reads
 * @other: (out) (transfer full) (nullable): what the file is if it is of a kind that Loopscope does not read: “found …” */
LsRecordingFormat
ls_session_sniff (GBufferedInputStream  *input,
                  GFile                 *file,
                  char                 **other,
                  LsLoadWatch           *watch)
{
  g_autoptr (LsRecordingSniffer) sniffer = ls_recording_sniffer_new ();
  LsRecordingFormat format = look (input, file, sniffer, watch->cancellable);
  gsize n_bytes;
  const guint8 *bytes = ls_recording_sniffer_peek_beginning (sniffer, &n_bytes);

  if (format == LS_RECORDING_FORMAT_NONE && ls_recording_sniffer_is_packed (sniffer))
    /* Translators: what was found in a file, in a message “found …, expected …” */
    *other = g_strdup_printf (_("a file packed with gzip that has %s"), find_packed (bytes, n_bytes));
  else if (format == LS_RECORDING_FORMAT_NONE)
    *other = g_strdup (find (bytes, n_bytes));
  return format;
}
