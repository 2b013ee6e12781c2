/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include <glib/gstdio.h>
#include <sys/stat.h>

#include "ls-undo.h"
#include "session-util.h"

/* Sessions whose program is JavaScript, and the files that they come from. */

typedef struct
{
  char *dir;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->dir = g_dir_make_tmp ("loopscope-scripts-XXXXXX", NULL);
  g_assert_nonnull (fixture->dir);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) entries = g_dir_open (path, 0, NULL);
  const char *name;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        remove_all (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  remove_all (fixture->dir);
  g_free (fixture->dir);
}

static char *
put (Fixture    *fixture,
     const char *name,
     const char *text)
{
  char *path = g_build_filename (fixture->dir, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_mkdir_with_parents (folder, 0755);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

static void
assert_file (Fixture    *fixture,
             const char *name,
             const char *expected)
{
  g_autofree char *path = g_build_filename (fixture->dir, name, NULL);
  g_autofree char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  g_assert_cmpstr (text, ==, expected);
}

static LsSession *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_path (path, &error);

  g_assert_no_error (error);
  return session;
}

static gboolean
save (Fixture     *fixture,
      LsSession   *session,
      const char  *name,
      GError     **error)
{
  g_autofree char *path = g_build_filename (fixture->dir, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return ls_session_save (session, file, error);
}

static void
assert_script (LsSession  *session,
               guint       index,
               const char *name,
               const char *text,
               const char *file)
{
  LsScript *script = ls_program_get_script (ls_session_get_program (session), index);

  g_assert_nonnull (script);
  g_assert_cmpstr (ls_script_get_name (script), ==, name);
  g_assert_cmpstr (ls_script_get_text (script), ==, text);
  g_assert_cmpstr (ls_script_get_file (script), ==, file);
}

#define SESSION(program) \
  "{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\"," program "}}"
#define BESIDE SESSION ("\"scripts\":[{\"source\":\"one\"},{\"file\":\"sub/two.js\"},{\"name\":\"3\",\"file\":\"three.js\"}]")

static void
test_forms (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = put (fixture, "a.loopscope", BESIDE);
  g_autofree char *two = put (fixture, "sub/two.js", "\xef\xbb\xbftwo\n");
  g_autofree char *three = put (fixture, "three.js", "thrée");
  g_autoptr (LsSession) session = load (path);
  LsProgram *program = ls_session_get_program (session);

  g_assert_cmpint (ls_program_get_kind (program), ==, LS_PROGRAM_JAVASCRIPT);
  g_assert_cmpuint (ls_program_get_n_scripts (program), ==, 3);
  assert_script (session, 0, "main.js", "one", NULL);
  assert_script (session, 1, "sub/two.js", "two\n", "sub/two.js");
  assert_script (session, 2, "3", "thrée", "three.js");
  g_assert_true (ls_program_find_script (program, "3") == ls_program_get_script (program, 2));
  g_assert_null (ls_program_find_script (program, "three.js"));
  g_assert_null (ls_program_get_script (program, 3));
  g_assert_cmpuint (ls_body_get_n_steps (ls_program_get_main (program)), ==, 0);
  g_assert_false (ls_session_get_modified (session));
  g_assert_false (ls_session_is_plain_script (session));
}

static void
test_steps_have_no_scripts (void)
{
  g_autoptr (LsSession) session = ls_session_new ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (ls_program_get_kind (ls_session_get_program (session)), ==, LS_PROGRAM_STEPS);
  g_assert_cmpuint (ls_program_get_n_scripts (ls_session_get_program (session)), ==, 0);
  g_assert_false (ls_session_add_script (session, "a.js", "", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (ls_session_set_script_text (session, 0, "", &error));
  g_clear_error (&error);
  g_assert_false (ls_session_remove_script (session, 0, &error));
}

typedef struct
{
  const char *program;
  const char *message;
} BadProgram;

static const BadProgram bad_programs[] = {
  { "\"main\":[]", "test: /program: found neither “source” nor “scripts”, expected one of them" },
  { "\"source\":\"\",\"scripts\":[]", "test: /program: found both “source” and “scripts”, expected one of them" },
  { "\"source\":1", "test: /program/source: found 1, expected the text of a script" },
  { "\"scripts\":{}", "test: /program/scripts: found an object, expected an array of scripts" },
  { "\"scripts\":[]", "test: /program/scripts: found 0 scripts, expected 1 to 1000" },
  { "\"scripts\":[1]", "test: /program/scripts/0: found 1, expected an object with “source” or “file”" },
  { "\"scripts\":[{}]", "test: /program/scripts/0: found neither “source” nor “file”, expected one of them" },
  { "\"scripts\":[{\"source\":\"\",\"file\":\"a\"}]",
    "test: /program/scripts/0: found both “source” and “file”, expected one of them" },
  { "\"scripts\":[{\"source\":\"\",\"name\":\"\"}]",
    "test: /program/scripts/0/name: found “”, expected a name that is not empty" },
  { "\"scripts\":[{\"source\":\"\"},{\"source\":\"\",\"name\":\"main.js\"}]",
    "test: /program/scripts/1: found “main.js”, which is already the name of script 0, expected a unique name" },
  { "\"scripts\":[{\"file\":\"a.js\"}]",
    "test: /program/scripts/0/file: found a script beside the session, but the session is not in a folder; expected "
    "“source”" },
};

static void
test_bad_program (gconstpointer data)
{
  const BadProgram *bad = data;
  g_autofree char *text =
    g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\",%s}}",
                     bad->program);
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_session_new_from_data ("test", text, -1, &error));
  g_assert_cmpstr (error->message, ==, bad->message);
}

static void
assert_refused (Fixture        *fixture,
                const char     *file,
                LsSessionError  code,
                const char     *message)
{
  g_autofree char *text = g_strdup_printf (SESSION ("\"scripts\":[{\"file\":\"%s\"}]"), file);
  g_autofree char *path = put (fixture, "bad.loopscope", text);
  g_autofree char *expected = g_strdup_printf ("%s: /program/scripts/0/file: %s", path, message);
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_session_new_from_path (path, &error));
  g_assert_error (error, LS_SESSION_ERROR, (int) code);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
test_bad_files (Fixture       *fixture,
                gconstpointer  data)
{
  static const char *const outside[] = { "../a.js", "/etc/passwd", "a/../../b.js", "", "a//b.js", "./a.js", "a\\\\b.js" };
  g_autofree char *binary = put (fixture, "binary.js", "a\nb\xff");
  g_autofree char *nul = g_build_filename (fixture->dir, "nul.js", NULL);
  g_autofree char *pipe = g_build_filename (fixture->dir, "pipe.js", NULL);
  g_autofree char *big = g_build_filename (fixture->dir, "big.js", NULL);
  g_autofree char *spaces = g_strnfill (16 * 1024 * 1024 + 1, ' ');

  for (guint i = 0; i < G_N_ELEMENTS (outside); i++)
    {
      g_autofree char *shown = g_strcompress (outside[i]);
      g_autofree char *message =
        g_strdup_printf ("found “%s”, expected a path in the session's folder, such as “main.js”", shown);

      assert_refused (fixture, outside[i], LS_SESSION_ERROR_INVALID, message);
    }

  assert_refused (fixture, "none.js", LS_SESSION_ERROR_READ, "Could not read “none.js”: No such file");
  assert_refused (fixture, "binary.js", LS_SESSION_ERROR_SYNTAX,
                  "“binary.js”: found invalid UTF-8 in line 2, expected a script in UTF-8");
  g_assert_true (g_file_set_contents (nul, "a\0b", 3, NULL));
  assert_refused (fixture, "nul.js", LS_SESSION_ERROR_SYNTAX,
                  "“nul.js”: found a NUL byte in line 1, expected a script in UTF-8");
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_refused (fixture, "pipe.js", LS_SESSION_ERROR_READ, "Could not read “pipe.js”: It is not a regular file");
  g_assert_true (g_file_set_contents (big, spaces, -1, NULL));
  assert_refused (fixture, "big.js", LS_SESSION_ERROR_LIMIT,
                  "“big.js”: found a script of more than 16 MB, expected a smaller one");
}

/* A script is a session that has nothing else. */
static void
test_plain_script (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *path = put (fixture, "prog.js", "\xef\xbb\xbflog (1)\r\n");
  g_autoptr (LsSession) session = load (path);
  g_autoptr (GError) error = NULL;

  assert_script (session, 0, "prog.js", "log (1)\r\n", NULL);
  g_assert_true (ls_session_is_plain_script (session));
  g_assert_false (ls_session_get_modified (session));
  g_assert_nonnull (ls_session_get_file (session));

  g_assert_true (ls_session_set_script_text (session, 0, "log (2)\r\n", &error));
  g_assert_true (ls_session_get_modified (session));
  g_assert_true (ls_session_set_script_text (session, 0, "log (1)\r\n", &error));
  g_assert_false (ls_session_get_modified (session));
  g_assert_true (ls_session_set_script_text (session, 0, "log (2)\r\n", &error));
  g_assert_true (save (fixture, session, "prog.js", &error));
  assert_file (fixture, "prog.js", "\xef\xbb\xbflog (2)\r\n");
  g_assert_false (ls_session_get_modified (session));

  /* Under another name it is called so. */
  g_assert_true (save (fixture, session, "other.mjs", &error));
  assert_file (fixture, "other.mjs", "\xef\xbb\xbflog (2)\r\n");
  assert_script (session, 0, "other.mjs", "log (2)\r\n", NULL);
  g_assert_false (ls_session_get_modified (session));

  /* A bookmark makes it more than a script, which is not made anew for that. */
  {
    LsScript *script = ls_program_get_script (ls_session_get_program (session), 0);

    ls_session_set_bookmark (session, 3, "here");
    g_assert_true (ls_program_get_script (ls_session_get_program (session), 0) == script);
  }
  g_assert_false (ls_session_is_plain_script (session));
  g_assert_false (save (fixture, session, "other.mjs", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, "expected a name that ends in “.loopscope”"));
  assert_file (fixture, "other.mjs", "\xef\xbb\xbflog (2)\r\n");
  g_clear_error (&error);

  g_assert_true (save (fixture, session, "whole.loopscope", &error));
  {
    g_autofree char *whole = g_build_filename (fixture->dir, "whole.loopscope", NULL);
    g_autoptr (LsSession) again = load (whole);

    assert_script (again, 0, "other.mjs", "log (2)\r\n", NULL);
    g_assert_cmpuint (ls_session_get_n_bookmarks (again), ==, 1);
  }
}

static void
test_settings_are_more (void)
{
  g_autoptr (LsSession) session = ls_session_new_for_text ("a.js", "x", NULL);
  g_autoptr (LsSettings) settings = ls_settings_copy (ls_session_get_settings (session));

  g_assert_true (ls_session_is_plain_script (session));
  g_free (settings->preset);
  settings->preset = g_strdup ("gecko");
  ls_session_set_settings (session, settings);
  g_assert_false (ls_session_is_plain_script (session));
}

static void
test_several_scripts (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autofree char *a = put (fixture, "a.js", "1");
  g_autofree char *b = put (fixture, "sub/a.js", "2");
  g_autofree char *c = put (fixture, "c.txt", "3");
  const char *good[] = { a, b, b, NULL };
  const char *bad[] = { a, c, NULL };
  g_autofree char *third = g_strconcat (b, " (2)", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_for_scripts (good, &error);

  g_assert_no_error (error);
  assert_script (session, 0, "a.js", "1", NULL);
  assert_script (session, 1, b, "2", NULL);
  assert_script (session, 2, third, "2", NULL);
  g_assert_null (ls_session_get_file (session));
  g_assert_false (ls_session_get_modified (session));
  g_assert_false (ls_session_is_plain_script (session));

  g_assert_null (ls_session_new_for_scripts (bad, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_FORMAT);
}

static void
test_bad_text (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_for_text ("a.js", "x", &error);

  g_assert_null (ls_session_new_for_text ("a.js", "\xff", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_false (ls_session_set_script_text (session, 0, "\xff", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_false (ls_session_set_script_text (session, 1, "x", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_assert_false (ls_session_get_modified (session));
}

/* What lies beside the session is written there, if it has changed, and only then. */
static void
test_save_beside (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *path = put (fixture, "a.loopscope", BESIDE);
  g_autofree char *two = put (fixture, "sub/two.js", "\xef\xbb\xbftwo");
  g_autofree char *three = put (fixture, "three.js", "three");
  g_autoptr (LsSession) session = load (path);
  g_autoptr (LsSession) again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_session_set_script_text (session, 0, "ONE", &error));
  g_assert_true (ls_session_set_script_text (session, 1, "TWO", &error));
  assert_script (session, 1, "sub/two.js", "TWO", "sub/two.js");
  g_assert_true (ls_session_get_modified (session));
  /* Another program changes what we did not. */
  g_free (put (fixture, "three.js", "THREE"));
  assert_file (fixture, "sub/two.js", "\xef\xbb\xbftwo");
  g_assert_true (save (fixture, session, "a.loopscope", &error));
  g_assert_no_error (error);
  assert_file (fixture, "sub/two.js", "\xef\xbb\xbfTWO");
  assert_file (fixture, "three.js", "THREE");

  again = load (path);
  assert_script (again, 0, "main.js", "ONE", NULL);
  assert_script (again, 1, "sub/two.js", "TWO", "sub/two.js");
  assert_script (again, 2, "3", "THREE", "three.js");
}

static void
test_save_elsewhere (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *path = put (fixture, "a.loopscope", BESIDE);
  g_autofree char *two = put (fixture, "sub/two.js", "two");
  g_autofree char *three = put (fixture, "three.js", "three");
  g_autofree char *other = put (fixture, "there/three.js", "mine");
  g_autoptr (LsSession) session = load (path);
  g_autoptr (GError) error = NULL;

  g_assert_false (save (fixture, session, "there/b.loopscope", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_WRITE);
  assert_file (fixture, "there/three.js", "mine");
  assert_file (fixture, "there/sub/two.js", NULL);
  g_clear_error (&error);

  g_unlink (other);
  g_assert_true (save (fixture, session, "there/b.loopscope", &error));
  assert_file (fixture, "there/three.js", "three");
  assert_file (fixture, "there/sub/two.js", "two");
  assert_file (fixture, "sub/two.js", "two");

  /* From now on that is where they are. */
  g_assert_true (ls_session_set_script_text (session, 2, "THREE", &error));
  g_assert_true (save (fixture, session, "there/b.loopscope", &error));
  assert_file (fixture, "there/three.js", "THREE");
  assert_file (fixture, "three.js", "three");
}

static void
test_add_and_remove (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", SESSION ("\"x\":1,\"source\":\"a\""), -1, &error);
  g_autofree char *data = NULL;

  g_assert_no_error (error);
  g_assert_false (ls_session_remove_script (session, 0, &error));
  g_clear_error (&error);
  g_assert_true (ls_session_set_script_text (session, 0, "b", &error));
  data = ls_session_to_data (session, NULL);
  g_assert_nonnull (strstr (data, "\"source\": \"b\""));
  g_assert_null (strstr (data, "scripts"));

  g_assert_true (ls_session_add_script (session, "second.js", "c", &error));
  assert_script (session, 0, "main.js", "b", NULL);
  assert_script (session, 1, "second.js", "c", NULL);
  g_assert_false (ls_session_add_script (session, "second.js", "d", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_true (ls_session_remove_script (session, 0, &error));
  assert_script (session, 0, "second.js", "c", NULL);
  g_assert_cmpuint (ls_program_get_n_scripts (ls_session_get_program (session)), ==, 1);
  g_free (data);
  data = ls_session_to_data (session, NULL);
  g_assert_nonnull (strstr (data, "\"x\": 1"));
}

/* ls_session_replace() reads what is new to it, and only that. */
static void
test_replace (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = put (fixture, "a.loopscope", BESIDE);
  g_autofree char *two = put (fixture, "sub/two.js", "two");
  g_autofree char *three = put (fixture, "three.js", "three");
  g_autofree char *four = put (fixture, "four.js", "four");
  g_autoptr (LsSession) session = load (path);
  g_autoptr (GError) error = NULL;

  g_unlink (two);
  g_assert_true (ls_session_set_script_text (session, 2, "THREE", &error));
  g_assert_true (ls_session_replace (session, "/program/scripts/-", "{\"file\":\"four.js\"}", &error));
  assert_script (session, 1, "sub/two.js", "two", "sub/two.js");
  assert_script (session, 2, "3", "THREE", "three.js");
  assert_script (session, 3, "four.js", "four", "four.js");
  g_assert_false (ls_session_replace (session, "/program/scripts/-", "{\"file\":\"five.js\"}", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ);
  g_assert_cmpuint (ls_program_get_n_scripts (ls_session_get_program (session)), ==, 4);
}

static void
test_history (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *path = put (fixture, "a.loopscope", BESIDE);
  g_autofree char *two = put (fixture, "sub/two.js", "two");
  g_autofree char *three = put (fixture, "three.js", "three");
  g_autoptr (LsSession) session = load (path);
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (GError) error = NULL;

  ls_undo_push (undo, "Edit main.js", LS_SESSION_PART_ACTIONS);
  g_assert_true (ls_session_set_script_text (session, 0, "ONE", &error));
  ls_undo_push (undo, "Edit two.js", LS_SESSION_PART_ACTIONS);
  g_assert_true (ls_session_set_script_text (session, 1, "TWO", &error));

  g_assert_true (ls_undo_undo (undo));
  assert_script (session, 0, "main.js", "ONE", NULL);
  assert_script (session, 1, "sub/two.js", "two", "sub/two.js");
  g_assert_true (ls_undo_undo (undo));
  assert_script (session, 0, "main.js", "one", NULL);
  g_assert_false (ls_undo_undo (undo));
  g_assert_true (ls_undo_redo (undo));
  g_assert_true (ls_undo_redo (undo));
  assert_script (session, 0, "main.js", "ONE", NULL);
  assert_script (session, 1, "sub/two.js", "TWO", "sub/two.js");

  /* What was saved and undone is saved again. */
  g_assert_true (save (fixture, session, "a.loopscope", &error));
  g_assert_true (ls_undo_undo (undo));
  g_assert_true (save (fixture, session, "a.loopscope", &error));
  assert_file (fixture, "sub/two.js", "two");
}

static void
test_copy (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *path = put (fixture, "a.loopscope", BESIDE);
  g_autofree char *two = put (fixture, "sub/two.js", "two");
  g_autofree char *three = put (fixture, "three.js", "three");
  g_autoptr (LsSession) session = load (path);
  g_autoptr (LsSession) copy = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_session_set_script_text (session, 1, "TWO", &error));
  copy = ls_session_copy (session);
  g_assert_true (save (fixture, copy, "a.loopscope", &error));
  assert_file (fixture, "sub/two.js", "TWO");
}

/* A byte order mark is no part of the text, and is there again when a copy is saved. */
static void
test_copy_keeps_bom (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *marked_path = put (fixture, "marked.js", "\xef\xbb\xbfone");
  g_autofree char *plain_path = put (fixture, "plain.js", "one");
  g_autofree char *session_path = put (fixture, "a.loopscope", SESSION ("\"scripts\":[{\"file\":\"marked.js\"}]"));
  g_autoptr (LsSession) marked = load (marked_path);
  g_autoptr (LsSession) plain = load (plain_path);
  g_autoptr (LsSession) session = load (session_path);
  g_autoptr (LsSession) marked_copy = ls_session_copy (marked);
  g_autoptr (LsSession) plain_copy = ls_session_copy (plain);
  g_autoptr (LsSession) session_copy = ls_session_copy (session);
  g_autoptr (GError) error = NULL;

  assert_script (marked_copy, 0, "marked.js", "one", NULL);
  g_assert_true (ls_session_set_script_text (marked_copy, 0, "two", &error));
  g_assert_true (save (fixture, marked_copy, "marked.js", &error));
  assert_file (fixture, "marked.js", "\xef\xbb\xbftwo");
  g_assert_true (save (fixture, plain_copy, "plain.js", &error));
  assert_file (fixture, "plain.js", "one");

  g_assert_true (save (fixture, session, "a.loopscope", &error));
  g_assert_true (ls_session_set_script_text (session_copy, 0, "three", &error));
  g_assert_true (save (fixture, session_copy, "b.loopscope", &error));
  assert_file (fixture, "marked.js", "\xef\xbb\xbfthree");
  g_assert_no_error (error);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/scripts/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("forms", test_forms);
  ADD ("bad-files", test_bad_files);
  ADD ("plain-script", test_plain_script);
  ADD ("several-scripts", test_several_scripts);
  ADD ("save-beside", test_save_beside);
  ADD ("save-elsewhere", test_save_elsewhere);
  ADD ("replace", test_replace);
  ADD ("history", test_history);
  ADD ("copy", test_copy);
  ADD ("copy-keeps-bom", test_copy_keeps_bom);
#undef ADD
  g_test_add_func ("/scripts/steps-have-none", test_steps_have_no_scripts);
  g_test_add_func ("/scripts/settings-are-more", test_settings_are_more);
  g_test_add_func ("/scripts/bad-text", test_bad_text);
  g_test_add_func ("/scripts/add-and-remove", test_add_and_remove);
  for (guint i = 0; i < G_N_ELEMENTS (bad_programs); i++)
    {
      g_autofree char *name = g_strdup_printf ("/scripts/bad-program/%u", i);

      g_test_add_data_func (name, &bad_programs[i], test_bad_program);
    }

  return g_test_run ();
}
