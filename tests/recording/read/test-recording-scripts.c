/* test-recording-scripts.c: the texts of scripts that a recording has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>

#include "ls-recording-places-private.h"
#include "ls-recording-reader.h"
#include "ls-recording-scripts-private.h"

#define SOURCES "\"cat\":\"disabled-by-default-devtools.v8-source-rundown-sources\""
#define RUNDOWN "\"cat\":\"disabled-by-default-devtools.v8-source-rundown\""

/* Two processes use the same numbers; the text comes before the address, and the category after the arguments. */
#define EVENTS \
  "{\"name\":\"RunTask\",\"cat\":\"disabled-by-default-devtools.timeline\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1000,\"dur\":900," \
  "\"args\":{}},\n" \
  "{\"name\":\"FunctionCall\",\"cat\":\"devtools.timeline\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1100,\"dur\":100," \
  "\"args\":{\"data\":{\"functionName\":\"go\",\"url\":\"http://a/x/app.js\",\"lineNumber\":2,\"columnNumber\":5}}},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":3,\"sourceText\":\"// one\\nfunction go () {}\\n\"}},\"pid\":1,\"tid\":1," \
  SOURCES ",\"name\":\"ScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":3,\"sourceText\":\"another process\"}},\"pid\":2,\"tid\":1," \
  SOURCES ",\"name\":\"ScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":3,\"url\":\"http://a/x/app.js\"}},\"pid\":1,\"tid\":1," \
  RUNDOWN ",\"name\":\"ScriptCatchup\",\"ph\":\"I\",\"ts\":1000},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":4,\"url\":\"http://a/big.js\"}},\"pid\":1,\"tid\":1," \
  RUNDOWN ",\"name\":\"ScriptCatchup\",\"ph\":\"I\",\"ts\":1000},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":4,\"splitIndex\":0,\"splitCount\":2,\"sourceText\":\"first \"}}," \
  "\"pid\":1,\"tid\":1," SOURCES ",\"name\":\"LargeScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":4,\"splitIndex\":1,\"splitCount\":2,\"sourceText\":\"second\"}}," \
  "\"pid\":1,\"tid\":1," SOURCES ",\"name\":\"LargeScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":5,\"url\":\"http://a/page\"}},\"pid\":1,\"tid\":1," \
  RUNDOWN ",\"name\":\"ScriptCatchup\",\"ph\":\"I\",\"ts\":1000},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":5,\"sourceText\":\"somewhere ()\"}},\"pid\":1,\"tid\":1," \
  SOURCES ",\"name\":\"ScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":6,\"url\":\"http://a/other\",\"startLine\":9,\"endLine\":12}},\"pid\":1," \
  "\"tid\":1," RUNDOWN ",\"name\":\"ScriptCatchup\",\"ph\":\"I\",\"ts\":1000},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":7,\"url\":\"http://a/other\",\"startLine\":19}},\"pid\":1,\"tid\":1," \
  RUNDOWN ",\"name\":\"ScriptCatchup\",\"ph\":\"I\",\"ts\":1000},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":6,\"sourceText\":\"upper\"}},\"pid\":1,\"tid\":1," \
  SOURCES ",\"name\":\"ScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":7,\"sourceText\":\"lower\"}},\"pid\":1,\"tid\":1," \
  SOURCES ",\"name\":\"ScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":8,\"url\":\"http://a/left-out.js\"}},\"pid\":1,\"tid\":1," \
  RUNDOWN ",\"name\":\"ScriptCatchup\",\"ph\":\"I\",\"ts\":1000},\n" \
  "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":8}},\"pid\":1,\"tid\":1," \
  SOURCES ",\"name\":\"StubScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1}"

static GFile *
write_file (const char *before,
            const char *after)
{
  g_autofree char *folder = g_dir_make_tmp ("scripts-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "recording.json", NULL);
  g_autofree char *text = g_strconcat (before, EVENTS, after, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static void
delete_file (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);

  g_assert_true (g_file_delete (file, NULL, NULL));
  g_assert_true (g_file_delete (folder, NULL, NULL));
}

static void
expect (GFile      *file,
        const char *url,
        guint       line,
        const char *text,
        guint       first_line)
{
  g_autoptr (GError) error = NULL;
  guint found = G_MAXUINT;
  g_autofree char *loaded = ls_recording_scripts_load (file, url, line, &found, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (loaded, ==, text);
  g_assert_cmpuint (found, ==, first_line);
}

static void
expect_all (GFile *file)
{
  g_autoptr (GError) error = NULL;
  guint first_line;

  expect (file, "http://a/x/app.js", 2, "// one\nfunction go () {}\n", 1);
  expect (file, "http://a/big.js", 1, "first second", 1);
  expect (file, "http://a/page", 30, "somewhere ()", 0);
  expect (file, "http://a/other", 11, "upper", 10);
  expect (file, "http://a/other", 21, "lower", 20);
  g_assert_null (ls_recording_scripts_load (file, "http://a/left-out.js", 1, &first_line, NULL, &error));
  g_assert_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT);
  g_clear_error (&error);
  g_assert_null (ls_recording_scripts_load (file, "http://a/none.js", 1, &first_line, NULL, &error));
  g_assert_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT);
}

static void
test_texts (void)
{
  static const char *const forms[][2] = {
    { "{\"metadata\":{\"source\":\"DevTools\",\"x\":[1,{\"args\":2}]},\"traceEvents\":[", "],\"more\":[{\"name\":\"x\"}]}" },
    { "[", "]" },
    { "[", "" },
    { "[", ",{\"name\":\"cut" },
    { "[[[]],7,null,\"x\",{\"args\":[{\"data\":{}}]},", "]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GFile) file = write_file (forms[i][0], forms[i][1]);

      expect_all (file);
      delete_file (file);
    }
}

/* A text goes on for many blocks, and what comes after it is found. */
static void
test_long (void)
{
  const gsize length = 9 * 1024 * 1024;
  g_autofree char *line = g_strnfill (1022, '/');
  GString *text = g_string_new (NULL), *before = g_string_new ("[");
  g_autoptr (GFile) file = NULL;

  while (text->len < length)
    g_string_append_printf (text, "%s\n", line);
  g_string_append (before, "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":9,\"url\":\"http://a/long.js\"}},\"pid\":1,\"tid\":1,"
                           RUNDOWN ",\"name\":\"ScriptCatchup\",\"ph\":\"I\",\"ts\":1000},\n"
                           "{\"args\":{\"data\":{\"isolate\":\"7\",\"scriptId\":9,\"sourceText\":\"");
  for (gsize i = 0; i < length; i += strlen (line) + 1)
    g_string_append_printf (before, "%s\\n", line);
  g_string_append (before, "\"}},\"pid\":1,\"tid\":1," SOURCES ",\"name\":\"ScriptCatchup\",\"ph\":\"X\",\"ts\":1000,\"dur\":1},\n");
  file = write_file (before->str, "]");
  expect (file, "http://a/long.js", 1, text->str, 1);
  expect (file, "http://a/page", 30, "somewhere ()", 0);
  delete_file (file);
  g_string_free (before, TRUE);
  g_string_free (text, TRUE);
}

/* The recording keeps no text, and says whether the file has some. */
static void
test_places (void)
{
  g_autoptr (GFile) file = write_file ("[", "]");
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRecording) recording = ls_recording_load (file, NULL, NULL, NULL, &error);
  guint n_loops;
  const guint *loops;

  g_assert_no_error (error);
  g_assert_cmpstr (ls_recording_get_info (recording, "scripts"), ==, "yes");
  loops = ls_recording_list_loops (recording, &n_loops);
  g_assert_cmpuint (n_loops, >, 0);
  g_assert_cmpstr (ls_recording_find_function (recording, loops[0], 0, "go"), ==, "http://a/x/app.js:2:5");
  g_assert_null (ls_recording_find_function (recording, loops[0], 0, "stop"));
  g_assert_null (ls_recording_find_post (recording, loops[0], 0));
  delete_file (file);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recording/scripts/texts", test_texts);
  g_test_add_func ("/recording/scripts/long", test_long);
  g_test_add_func ("/recording/scripts/places", test_places);
  return g_test_run ();
}
