/* test-recording-sniff.c: recordings are known by their members, wherever these are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "ls-json-escapes-private.h"
#include "ls-recording-reader.h"
#include "ls-recording-sniff-private.h"
#include "ls-recording-sniffer-private.h"
#include "recording-facts.h"
#include "test-gzip.h"

#define KB 1024
#define MB (1024 * KB)

#define EVENT "{\"name\":\"RunTask\",\"ph\":\"X\",\"ts\":10,\"dur\":5,\"pid\":1,\"tid\":1,\"cat\":\"devtools.timeline\"}"
#define MARKERS "{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5},\"data\":[[0,1,2,1,0,null]]}"
#define PROFILE "\"meta\":{\"startTime\":0,\"product\":\"Firefox\"},\"threads\":[{\"name\":\"GeckoMain\",\"pid\":1,\"tid\":1,\"stringTable\":" \
                "[\"Runnable\"],\"markers\":" MARKERS "}]"

/* A member of about @size bytes that means nothing to anybody, with all that JSON has. */
static char *
make_member (const char *name,
             gsize       size)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "\"%s\":{", name);
  for (guint i = 0; text->len < size; i++)
    g_string_append_printf (text, "\"%u\":{\"traceEvents\":[%u,\"]}\\\"threads\\\\\",null]},", i, i);
  g_string_append (text, "\"end\":0},");
  return g_string_free (text, FALSE);
}

static const struct
{
  const char        *before;
  const char        *after;
  LsRecordingFormat  format;
} files[] = {
  { "{", "\"traceEvents\":[" EVENT "]}", LS_RECORDING_FORMAT_CHROME },
  { "{", "\"trace\\u0045vents\":[" EVENT "]}", LS_RECORDING_FORMAT_CHROME },
  { "{", "\"meta\":{},\"traceEvents\":[" EVENT "]}", LS_RECORDING_FORMAT_CHROME },
  { "{\"libs\":[],", "\"traceEvents\":[" EVENT "]}", LS_RECORDING_FORMAT_CHROME },
  { "{", PROFILE "}", LS_RECORDING_FORMAT_FIREFOX },
  { "{\"metadata\":{},", PROFILE "}", LS_RECORDING_FORMAT_FIREFOX },
  { "[{", "\"end\":0}," EVENT "]", LS_RECORDING_FORMAT_CHROME },
  { "[{},{", "\"ph\":\"M\",\"name\":\"x\"}," EVENT "]", LS_RECORDING_FORMAT_CHROME },
};

/* Feeds a sniff with pieces of @piece bytes. */
static LsRecordingFormat
sniff_in_pieces (const char *text,
                 gsize       piece)
{
  LsRecordingSniff sniff = { LS_RECORDING_FORMAT_NONE };
  gsize length = strlen (text);

  for (gsize i = 0; i < length; i += piece)
    ls_recording_sniff_feed (&sniff, (const guint8 *) text + i, MIN (piece, length - i));
  ls_recording_sniff_end (&sniff);
  return sniff.format;
}

static void
assert_loads (const char        *text,
              LsRecordingFormat  format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRecording) recording = ls_recording_load_data ((const guint8 *) text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_recording_get_format (recording), ==, format);
  g_assert_false (ls_recording_is_cut (recording));
  g_assert_cmpuint (ls_recording_get_n_threads (recording), ==, 1);
}

/* The member that tells may come after more than is looked at together, and after more than is read at once. */
static void
test_late_members (void)
{
  static const gsize sizes[] = { 100, 70 * KB, 3 * MB };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        g_autofree char *member = make_member ("stackFrames", sizes[j]);
        g_autofree char *text = g_strconcat (files[i].before, member, files[i].after, NULL);

        g_assert_cmpint (ls_recording_sniff ((const guint8 *) text, strlen (text)), ==, files[i].format);
        for (gsize piece = 1; piece < 20; piece += 6)
          g_assert_cmpint (sniff_in_pieces (text, piece), ==, files[i].format);
        assert_loads (text, files[i].format);
      }
}

static void
test_space (void)
{
  for (gsize size = 1; size < 3 * MB; size *= 50)
    {
      g_autofree char *space = g_strnfill (size, '\n');
      g_autofree char *text = g_strconcat (space, "[null, " EVENT "]", NULL);
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (ls_recording_sniff ((const guint8 *) text, strlen (text)), ==, LS_RECORDING_FORMAT_CHROME);
      assert_loads (text, LS_RECORDING_FORMAT_CHROME);

      g_assert_null (ls_recording_load_data ((const guint8 *) space, size, &error));
      g_assert_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, "unknown format"));
    }
}

static void
test_others (void)
{
  static const struct
  {
    const char        *text;
    LsRecordingFormat  format;
  } others[] = {
    { "", LS_RECORDING_FORMAT_NONE },
    { " \n ", LS_RECORDING_FORMAT_NONE },
    { "{}", LS_RECORDING_FORMAT_NONE },
    { "{\"a\":{\"traceEvents\":[]}}", LS_RECORDING_FORMAT_NONE },
    { "{\"a\":\"traceEvents\"}", LS_RECORDING_FORMAT_NONE },
    { "{\"traceEvents", LS_RECORDING_FORMAT_NONE },
    { "[]", LS_RECORDING_FORMAT_CHROME },
    { "[", LS_RECORDING_FORMAT_CHROME },
    { "[{\"name\":\"RunT", LS_RECORDING_FORMAT_CHROME },
    { "[{\"a\":\"ph\"}]", LS_RECORDING_FORMAT_NONE },
    { "[{\"a\":{\"ph\":1}}]", LS_RECORDING_FORMAT_NONE },
    { "[[\"a\",\"ph\"]]", LS_RECORDING_FORMAT_NONE },
    { "[1,2,3", LS_RECORDING_FORMAT_NONE },
    { "}", LS_RECORDING_FORMAT_NONE },
    { "hello", LS_RECORDING_FORMAT_NONE },
    { "\xef\xbb\xbf{\"traceEvents\":[", LS_RECORDING_FORMAT_CHROME },
    { "{\"loopscope\":{}}", LS_RECORDING_FORMAT_LOOPSCOPE },
    { "\n\x08\x40\x01\x50\x01", LS_RECORDING_FORMAT_PERFETTO },
  };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    for (gsize piece = 1; piece < 8; piece++)
      {
        g_test_message ("%s", others[i].text);
        g_assert_cmpint (sniff_in_pieces (others[i].text, piece), ==, others[i].format);
      }
}

static LsRecordingFormat
sniff_packed (const guint8 *bytes,
              gsize         n_bytes,
              gsize         piece)
{
  g_autoptr (LsRecordingSniffer) sniffer = ls_recording_sniffer_new ();
  gboolean more = TRUE;

  for (gsize i = 0; i < n_bytes && more; i += piece)
    more = ls_recording_sniffer_feed (sniffer, bytes + i, MIN (piece, n_bytes - i));
  return ls_recording_sniffer_end (sniffer, TRUE);
}

/* What is packed tells as well, in several streams and up to where it is damaged. */
static void
test_packed (void)
{
  g_autofree char *member = make_member ("samples", 2 * MB);
  g_autofree char *text = g_strconcat ("{", member, "\"traceEvents\":[" EVENT "]}", NULL);
  g_autoptr (GBytes) bytes = test_gzip (text, strlen (text));
  g_autoptr (GBytes) first = test_gzip (text, MB);
  g_autoptr (GBytes) second = test_gzip (text + MB, strlen (text + MB));
  g_autoptr (GBytes) small = test_gzip ("{\"traceEvents\":[" EVENT "]}", strlen ("{\"traceEvents\":[" EVENT "]}"));
  g_autoptr (GByteArray) both = g_byte_array_new ();
  gsize size = g_bytes_get_size (small);
  g_autofree guint8 *damaged = g_memdup2 (g_bytes_get_data (small, NULL), size);

  g_byte_array_append (both, g_bytes_get_data (first, NULL), (guint) g_bytes_get_size (first));
  g_byte_array_append (both, g_bytes_get_data (second, NULL), (guint) g_bytes_get_size (second));
  for (gsize piece = 1; piece < 3 * MB; piece = piece * 10 + 1)
    {
      g_assert_cmpint (sniff_packed (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), piece), ==,
                       LS_RECORDING_FORMAT_CHROME);
      g_assert_cmpint (sniff_packed (both->data, both->len, piece), ==, LS_RECORDING_FORMAT_CHROME);
      g_assert_cmpint (sniff_packed ((const guint8 *) text, strlen (text), piece), ==, LS_RECORDING_FORMAT_CHROME);
    }

  /* The check sum is wrong, or lacks. */
  damaged[size - 5] ^= 0xff;
  g_assert_cmpint (sniff_packed (damaged, size, size), ==, LS_RECORDING_FORMAT_CHROME);
  g_assert_cmpint (sniff_packed (damaged, size - 6, size), ==, LS_RECORDING_FORMAT_CHROME);
  /* The bytes of the data themselves. */
  memset (damaged + 10, 0xff, size - 10);
  g_assert_cmpint (sniff_packed (damaged, size, size), ==, LS_RECORDING_FORMAT_NONE);
  g_assert_cmpint (sniff_packed (damaged, 1, 1), ==, LS_RECORDING_FORMAT_NONE);
}

/* What follows the packed data does not belong to it: a byte, the first byte of gzip, a text. */
static void
test_after_packed (void)
{
  static const char *const tails[] = { "x", "\x1f", "junk at the end" };
  const char *text = "{\"traceEvents\":[" EVENT "]}";
  g_autoptr (GBytes) bytes = test_gzip (text, strlen (text));

  for (guint i = 0; i < G_N_ELEMENTS (tails); i++)
    {
      g_autoptr (GByteArray) file = g_byte_array_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (LsRecording) recording = NULL;

      g_byte_array_append (file, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
      g_byte_array_append (file, (const guint8 *) tails[i], (guint) strlen (tails[i]));
      recording = ls_recording_load_data (file->data, file->len, &error);
      g_assert_no_error (error);
      g_assert_false (ls_recording_is_cut (recording));
      g_assert_null (ls_recording_list_problems (recording)[0]);
    }
}

/* A wrong check sum is said, but the file is whole. */
static void
test_check_sum (void)
{
  const char *text = "{\"traceEvents\":[" EVENT "]}";
  g_autoptr (GBytes) bytes = test_gzip (text, strlen (text));
  gsize size = g_bytes_get_size (bytes);
  g_autofree guint8 *damaged = g_memdup2 (g_bytes_get_data (bytes, NULL), size);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRecording) recording = NULL;

  damaged[size - 5] ^= 0xff;
  recording = ls_recording_load_data (damaged, size, &error);
  g_assert_no_error (error);
  g_assert_false (ls_recording_is_cut (recording));
  g_assert_cmpuint (g_strv_length ((char **) ls_recording_list_problems (recording)), ==, 1);
  g_assert_nonnull (strstr (ls_recording_list_problems (recording)[0], "damaged"));
}

static void
test_escapes (void)
{
  static const struct
  {
    const char *written;
    const char *text;
  } texts[] = {
    { "plain", "plain" },
    { "\\u0070h", "ph" },
    { "a\\\"\\\\\\/\\b\\f\\n\\r\\t", "a\"\\/\b\f\n\r\t" },
    { "\\u00e9\\u20AC", "é€" },
    { "\\ud83d\\ude00!", "😀!" },
    { "\\ud83d!\\ude00", "\357\277\275!\357\277\275" },
    { "\\ud83d\\u0041", "\357\277\275A" },
    { "\\x\\", "\\x\\" },
    { "\\u12", "\\u12" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = g_strdup (texts[i].written);
      gsize length = ls_json_unescape (text, strlen (text), text);

      g_assert_cmpmem (text, length, texts[i].text, strlen (texts[i].text));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording-sniff/late-members", test_late_members);
  g_test_add_func ("/recording-sniff/space", test_space);
  g_test_add_func ("/recording-sniff/others", test_others);
  g_test_add_func ("/recording-sniff/packed", test_packed);
  g_test_add_func ("/recording-sniff/after-packed", test_after_packed);
  g_test_add_func ("/recording-sniff/check-sum", test_check_sum);
  g_test_add_func ("/recording-sniff/escapes", test_escapes);

  return g_test_run ();
}
