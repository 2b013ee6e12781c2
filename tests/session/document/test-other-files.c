/* test-other-files.c: files that are no sessions and no recordings say what they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "ls-session.h"
#include "ls-session-error.h"
#include "ls-session-recording.h"
#include "test-gzip.h"

#define HAR "{\"log\": {\"version\": \"1.2\", \"creator\": {\"name\": \"x\"}, \"entries\": []}}"

static void
assert_refused (const void *data,
                gsize       length,
                const char *found)
{
  g_autofree char *path = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("loopscope-test-XXXXXX", &path, &error);

  g_assert_no_error (error);
  close (fd);
  g_assert_true (g_file_set_contents (path, data, (gssize) length, NULL));
  g_assert_null (ls_session_new_from_path (path, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_FORMAT);
  expected = g_strdup_printf ("%s: found %s, expected a session, a script or a recording", path, found);
  g_assert_cmpstr (error->message, ==, expected);
  g_unlink (path);
}

static const struct
{
  const char *data;
  gsize       length;
  const char *found;
} files[] = {
#define FILE(text, found) { text, sizeof text - 1, found }
  FILE ("\x89PNG\r\n\x1a\n\0\0", "a PNG image"),
  FILE ("%PDF-1.4\n%\xe2\xe3", "a PDF document"),
  FILE ("PK\x03\x04\x14\0\0\0", "a ZIP archive"),
  FILE ("\x28\xb5\x2f\xfd\0\0", "a file packed with Zstandard (unpack it first)"),
  FILE ("\xfd" "7zXZ\0\0", "a file packed with xz (unpack it first)"),
  FILE ("BZh91AY&SY", "a file packed with bzip2 (unpack it first)"),
  FILE ("\x5e\x97\xca\xfd\x01\0", "a capture of Sysprof (Loopscope writes these, but does not read them)"),
  FILE ("\xff\xfe{\0\"\0", "text in UTF-16 (save it as UTF-8)"),
  FILE (" <!DOCTYPE html><html>", "an HTML page"),
  FILE (HAR, "a HAR file (network requests)"),
  FILE ("{\"snapshot\": {\"meta\": {\"node_fields\": []}}}", "a heap snapshot"),
  FILE ("{\n\"nodes\": [{\"id\": 1, \"callFrame\": {}}], \"samples\": []}",
        "a CPU profile (samples of functions, no tasks)"),
#undef FILE
};

static void
test_kinds (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    assert_refused (files[i].data, files[i].length, files[i].found);
}

/* What is in a packed file counts. */
static void
test_packed (void)
{
  static const struct
  {
    const char *data;
    const char *found;
  } others[] = {
    { "hello", "something else" },
    { "", "nothing to unpack (the file is empty, cut or damaged)" },
    { "{\"a\": 1}", "JSON of something else" },
    { "{\"format\": \"loopscope-session\"}", "a session (unpack it first)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GBytes) bytes = test_gzip (files[i].data, files[i].length);
      g_autofree char *found = g_strdup_printf ("a file packed with gzip that has %s", files[i].found);

      assert_refused (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), found);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (GBytes) bytes = test_gzip (others[i].data, strlen (others[i].data));
      g_autofree char *found = g_strdup_printf ("a file packed with gzip that has %s", others[i].found);

      assert_refused (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), found);
    }
}

/* A recording is one wherever its members are: after more than is looked at together, unpacked or packed. What is long and none is
 * still refused. */
static void
test_late_members (void)
{
  static const struct
  {
    const char *after;
    gboolean    is_recording;
  } files_with[] = {
    { "\"traceEvents\":[{\"name\":\"RunTask\",\"ph\":\"X\",\"ts\":10,\"dur\":5,\"pid\":1,\"tid\":1,"
      "\"cat\":\"disabled-by-default-devtools.timeline\"},{\"name\":\"thread_name\",\"ph\":\"M\",\"ts\":0,\"pid\":1,\"tid\":1,"
      "\"args\":{\"name\":\"CrRendererMain\"}},{\"name\":\"FunctionCall\",\"ph\":\"X\",\"ts\":11,\"dur\":3,\"pid\":1,\"tid\":1,"
      "\"cat\":\"devtools.timeline\"}]}", TRUE },
    { "\"other\":0}", FALSE },
  };
  g_autofree char *long_text = g_strnfill (3 * 1024 * 1024, 'x');

  for (guint i = 0; i < G_N_ELEMENTS (files_with); i++)
    for (guint is_packed = 0; is_packed < 2; is_packed++)
      {
        g_autofree char *text = g_strconcat ("{\"stackFrames\":[\"", long_text, "\"],", files_with[i].after, NULL);
        g_autoptr (GBytes) bytes = is_packed ? test_gzip (text, strlen (text)) : g_bytes_new (text, strlen (text));
        g_autofree char *path = NULL;
        g_autoptr (GError) error = NULL;
        g_autoptr (LsSession) session = NULL;
        int fd = g_file_open_tmp ("loopscope-test-XXXXXX", &path, &error);

        g_assert_no_error (error);
        close (fd);
        g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL));
        session = ls_session_new_from_path (path, &error);
        if (files_with[i].is_recording)
          {
            g_assert_no_error (error);
            g_assert_true (ls_session_is_recorded (session));
          }
        else
          g_assert_nonnull (error);
        g_unlink (path);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/other-files/kinds", test_kinds);
  g_test_add_func ("/other-files/packed", test_packed);
  g_test_add_func ("/other-files/late-members", test_late_members);

  return g_test_run ();
}
