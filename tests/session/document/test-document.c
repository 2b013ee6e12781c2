/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "bad-files.h"
#include "ls-undo.h"

static void
test_round_trip (void)
{
  /* In the form that we write: unknown members everywhere, in odd places. */
  static const char text[] =
    "{\n"
    "  \"format\": \"loopscope-session\",\n"
    "  \"x-first\": { \"deep\": [1, 2.5, -0, 0.1, 1e+300, true, null, \"é\\\"\\\\\\n\\u0001\"] },\n"
    "  \"version\": 1,\n"
    "  \"settings\": { \"x\": [], \"budget\": { \"x\": {}, \"steps\": 5 }, \"preset\": \"spec\" },\n"
    "  \"program\": {\n"
    "    \"x\": 1,\n"
    "    \"kind\": \"steps\",\n"
    "    \"main\": [{ \"x\": 0, \"op\": \"work\", \"ms\": 0.001 }, { \"op\": \"log\", \"text\": \"a line\" }],\n"
    "    \"y\": {}\n"
    "  },\n"
    "  \"actions\": [{ \"x\": 0, \"at\": { \"turn\": 1, \"x\": 2 }, \"do\": { \"op\": \"yield\", \"x\": 3 } }],\n"
    "  \"expectations\": [{ \"ran\": \"main\", \"x\": 4 }],\n"
    "  \"bookmarks\": [{ \"step\": 1, \"x\": 5, \"title\": \"t\" }],\n"
    "  \"notes\": [{ \"step\": 1, \"x\": 6, \"text\": \"t\" }],\n"
    "  \"title\": \"Last\"\n"
    "}\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);
  g_autofree char *written = NULL;
  gsize length;

  g_assert_no_error (error);
  written = ls_session_to_data (session, &length);
  g_assert_cmpstr (written, ==, text);
  g_assert_cmpuint (length, ==, strlen (text));
  g_assert_false (ls_session_get_modified (session));
}

/* What is as it was has nothing to save, however it got there. */
static void
test_modified (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"title\":\"a\"");
  g_autoptr (LsUndo) undo = ls_undo_new (session);
  g_autoptr (LsSession) copy = NULL;

  ls_session_set_bookmark (session, 3, "b");
  g_assert_true (ls_session_get_modified (session));
  ls_session_set_bookmark (session, 3, NULL);
  g_assert_false (ls_session_get_modified (session));

  ls_undo_push (undo, "add", LS_SESSION_PART_MARKS);
  ls_session_set_bookmark (session, 3, "b");
  ls_session_set_note (session, 3, "n");
  g_assert_true (ls_session_get_modified (session));
  g_assert_true (ls_undo_undo (undo));
  g_assert_false (ls_session_get_modified (session));
  g_assert_true (ls_undo_redo (undo));
  g_assert_true (ls_session_get_modified (session));
  ls_session_set_title (session, "other");
  g_assert_true (ls_undo_undo (undo));
  g_assert_true (ls_session_get_modified (session));
  ls_session_set_title (session, "a");
  g_assert_false (ls_session_get_modified (session));

  /* What was there when it was saved is what it is compared with, also that of a copy. */
  ls_session_set_note (session, 3, "n");
  ls_session_set_modified (session, FALSE);
  copy = ls_session_copy (session);
  ls_session_set_note (session, 3, NULL);
  g_assert_true (ls_session_get_modified (session));
  g_assert_false (ls_session_get_modified (copy));
  ls_session_set_note (copy, 3, "m");
  g_assert_true (ls_session_get_modified (copy));
  ls_session_set_note (copy, 3, "n");
  g_assert_false (ls_session_get_modified (copy));

  /* Nobody knows what it was. */
  ls_session_set_modified (copy, TRUE);
  ls_session_set_note (copy, 4, "m");
  ls_session_set_note (copy, 4, NULL);
  g_assert_true (ls_session_get_modified (copy));
}

static void
test_changes_keep_members (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"x\":1,\"title\":\"a\",\"y\":2,\"settings\":{\"z\":3,\"preset\":\"spec\"},"
                                               "\"bookmarks\":[{\"step\":4,\"title\":\"b\",\"w\":5}]");
  LsSettings *settings = ls_settings_copy (ls_session_get_settings (session));
  g_autofree char *written = NULL;

  g_assert_cmpstr (settings->preset, ==, "spec");
  settings->edition = LS_EDITION_2023_YIELD_OPTIONS;
  settings->queue_ranks[LS_QUEUE_TYPE_INPUT] = 3;
  settings->time_budget = 1500;
  settings->memory_budget = 4096;
  ls_session_set_settings (session, settings);
  ls_settings_free (settings);
  ls_session_set_title (session, "b");
  ls_session_set_bookmark (session, 4, "c");
  ls_session_set_bookmark (session, 2, "before");
  ls_session_set_note (session, 7, "n");
  g_assert_true (ls_session_get_modified (session));

  written = ls_session_to_data (session, NULL);
  g_assert_cmpstr (written, ==,
                   "{\n"
                   "  \"format\": \"loopscope-session\",\n"
                   "  \"version\": 1,\n"
                   "  \"x\": 1,\n"
                   "  \"title\": \"b\",\n"
                   "  \"y\": 2,\n"
                   "  \"settings\": {\n"
                   "    \"z\": 3,\n"
                   "    \"preset\": \"spec\",\n"
                   "    \"edition\": \"2023-yield-options\",\n"
                   "    \"presetOverride\": { \"queues\": { \"input\": 3 } },\n"
                   "    \"budget\": { \"timeMs\": 1.5, \"memoryMB\": 4096 }\n"
                   "  },\n"
                   "  \"bookmarks\": [{ \"step\": 2, \"title\": \"before\" }, { \"step\": 4, \"title\": \"c\", "
                   "\"w\": 5 }],\n"
                   "  \"program\": { \"kind\": \"steps\", \"main\": [], \"bodies\": {} },\n"
                   "  \"notes\": [{ \"step\": 7, \"text\": \"n\" }]\n"
                   "}\n");
  ls_session_set_bookmark (session, 4, NULL);
  g_assert_cmpuint (ls_session_get_n_bookmarks (session), ==, 1);
}

/* Two at one step: the first is meant. */
static void
test_marks_together (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"notes\":[{\"step\":4,\"text\":\"a\"},{\"step\":4,\"text\":\"b\"}]");

  ls_session_set_note (session, 4, "c");
  g_assert_cmpuint (ls_session_get_n_notes (session), ==, 2);
  g_assert_cmpstr (ls_session_get_note (session, 0)->text, ==, "c");
  g_assert_cmpstr (ls_session_get_note (session, 1)->text, ==, "b");
  ls_session_set_note (session, 4, NULL);
  g_assert_cmpuint (ls_session_get_n_notes (session), ==, 1);
  g_assert_cmpstr (ls_session_get_note (session, 0)->text, ==, "b");
}

static guint32
move_cb (const LsMark *mark,
         gboolean      is_note,
         gpointer      user_data)
{
  const guint32 *steps = user_data;

  return is_note ? mark->step : steps[mark->step];
}

static void
test_move_marks (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"bookmarks\":[{\"step\":1,\"title\":\"a\",\"x\":5},"
                                               "{\"step\":2,\"title\":\"b\"},"
                                               "{\"step\":3,\"title\":\"c\"}],\"notes\":[{\"step\":2,\"text\":\"n\"}]");
  guint32 same[] = { 0, 1, 2, 3 }, other[] = { 0, 3, 2, 2 };
  g_autofree char *written = NULL;

  g_assert_false (ls_session_move_marks (session, move_cb, same));
  g_assert_false (ls_session_get_modified (session));
  g_assert_true (ls_session_move_marks (session, move_cb, other));
  g_assert_true (ls_session_get_modified (session));
  g_assert_cmpstr (ls_session_get_bookmark (session, 0)->text, ==, "b");
  g_assert_cmpuint (ls_session_get_bookmark (session, 1)->step, ==, 2);
  g_assert_cmpstr (ls_session_get_bookmark (session, 1)->text, ==, "c");
  g_assert_cmpuint (ls_session_get_bookmark (session, 2)->step, ==, 3);
  written = ls_session_to_data (session, NULL);
  g_assert_nonnull (strstr (written, "{ \"step\": 3, \"title\": \"a\", \"x\": 5 }"));
  g_assert_cmpuint (ls_session_get_note (session, 0)->step, ==, 2);
}

static void
test_bad_file (gconstpointer data)
{
  const BadFile *bad = data;
  g_autofree char *text = bad_file_text (bad);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_null (session);
  g_assert_nonnull (error);
  g_assert_true (error->domain == LS_SESSION_ERROR);
  g_assert_cmpstr (error->message, ==, bad->message);
}

static void
assert_bad (const char     *text,
            gssize          length,
            LsSessionError  code,
            const char     *ending)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, length, &error);

  g_assert_null (session);
  g_assert_error (error, LS_SESSION_ERROR, (int) code);
  g_assert_null (strchr (error->message, '\n'));
  if (!g_str_has_suffix (error->message, ending))
    g_error ("“%s” does not end in “%s”", error->message, ending);
}

/* The first and the last character of each range that escapes can write. */
static void
test_escapes (void)
{
  static const struct
  {
    const char *escaped, *text;
  } texts[] = {
    { "\\u0001", "\x01" }, { "\\u007f", "\x7f" }, { "\\ud7ff", "\xed\x9f\xbf" }, { "\\ue000", "\xee\x80\x80" }, { "\\uFfFf", "\xef\xbf\xbf" },
    { "\\ud800\\udc00", "\xf0\x90\x80\x80" }, { "\\ud800\\udfff", "\xf0\x90\x8f\xbf" },
    { "\\udbff\\udc00", "\xf4\x8f\xb0\x80" }, { "\\uDBFF\\uDFFF", "\xf4\x8f\xbf\xbf" },
    { "\\ud83d\\ude00\\u00e9", "😀é" }, { "\\b\\f\\n\\r\\t\\/\\\\\\\"", "\b\f\n\r\t/\\\"" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *members = g_strdup_printf ("\"title\":\"%s\"", texts[i].escaped);
      g_autoptr (LsSession) session = session_new ("", "", members);

      g_assert_cmpstr (ls_session_get_title (session), ==, texts[i].text);
    }
}

/* Text need not end in a NUL: what lies behind its end changes nothing. */
static void
test_prefixes (void)
{
  static const char whole[] = "\xef\xbb\xbf{\"a\": [true, false, null, -1.5e+3, \"\\ud800\\udc00\\n\"], \"b\": {\"c\": 20}}";

  for (gsize length = 0; length < strlen (whole); length++)
    {
      g_autofree char *alone = g_strndup (whole, length);
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) expected = NULL;

      /* No byte order mark, and no character, is cut in two. */
      if (length == 1 || length == 2)
        continue;
      g_assert_null (ls_session_new_from_data ("test", whole, length, &error));
      g_assert_null (ls_session_new_from_data ("test", alone, -1, &expected));
      g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_SYNTAX);
      g_assert_cmpstr (error->message, ==, expected->message);
    }
}

static void
test_unknown_op (void)
{
  g_autofree char *text = session_text ("{\"op\":\"sleep\"}", "", "");

  assert_bad (text, -1, LS_SESSION_ERROR_INVALID, "executeLocked, worker, terminate, postMessage, onMessage, schedulerWait, render, "
              "currentTaskSignal");
}

static void
test_nesting (void)
{
  g_autofree char *deep = g_strnfill (50 * 1024 * 1024, '[');
  g_autoptr (GString) steps = g_string_new ("{\"op\":\"work\",\"ms\":1}");
  g_autofree char *text = NULL;

  assert_bad (deep, -1, LS_SESSION_ERROR_LIMIT, "found more than 256 levels of nesting, expected fewer");

  for (guint i = 0; i < 200; i++)
    {
      g_string_prepend (steps, "{\"op\":\"repeat\",\"times\":1,\"body\":[");
      g_string_append (steps, "]}");
    }
  text = session_text (steps->str, "", "");
  assert_bad (text, -1, LS_SESSION_ERROR_LIMIT, "found more than 256 levels of nesting, expected fewer");
}

static void
test_size (void)
{
  gsize length = 64 * 1024 * 1024 + 1;
  g_autofree char *big = g_strnfill (length, ' ');
  g_autofree char *many = g_strnfill (5000001, '0');

  assert_bad (big, length, LS_SESSION_ERROR_LIMIT, "found more than 64 MB, expected a smaller file");

  many[0] = '[';
  for (guint i = 2; i < 5000000; i += 2)
    many[i] = ',';
  assert_bad (many, -1, LS_SESSION_ERROR_LIMIT, "found more than 2000000 values, expected fewer");
}

static void
test_zero_byte (void)
{
  assert_bad ("{\"a\":1}\0x", 9, LS_SESSION_ERROR_SYNTAX, "found a zero byte at byte 7, expected UTF-8 text");
}

static void
test_cycles (void)
{
  g_autofree char *cycle = session_text ("{\"op\":\"call\",\"body\":\"a\"}",
                                         "\"a\":[{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"call\",\"body\":\"b\"}]}],"
                                         "\"b\":[{\"op\":\"work\",\"ms\":1},{\"op\":\"call\",\"body\":\"a\"}]", "");
  g_autofree char *post = session_text ("", "\"a\":[{\"op\":\"postTask\",\"body\":\"a\"}]", "");
  g_autoptr (GString) bodies = g_string_new ("\"b0\":[]");
  g_autofree char *chain = NULL;
  g_autoptr (LsSession) fine = NULL;

  assert_bad (cycle, -1, LS_SESSION_ERROR_CYCLE,
              "test: /program/bodies/b/1/body: found “a”, which ends up calling itself, expected calls that end");

  /* A task that posts itself is no cycle of calls. */
  fine = ls_session_new_from_data ("test", post, -1, NULL);
  g_assert_nonnull (fine);

  for (guint i = 100000; i > 0; i--)
    g_string_append_printf (bodies, ",\"b%u\":[{\"op\":\"call\",\"body\":\"b%u\"}]", i, i - 1);
  chain = session_text ("", bodies->str, "");
  assert_bad (chain, -1, LS_SESSION_ERROR_LIMIT, "found more than 1000 nested calls, expected fewer");
}

static void
test_missing_file (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path ("/nowhere/a.loopscope", &error);

  g_assert_null (session);
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_READ);
  g_assert_cmpstr (error->message, ==, "/nowhere/a.loopscope: Could not read the file: No such file");
}

static void
test_replace (void)
{
  g_autoptr (LsSession) session = session_new ("{\"op\":\"work\",\"ms\":1}", "", "");
  g_autoptr (GError) error = NULL;
  g_autofree char *before = ls_session_to_data (session, NULL);
  g_autofree char *after = NULL;

  g_assert_false (ls_session_replace (session, "/program/main/0/ms", "-1", &error));
  g_assert_cmpstr (error->message, ==, "session: /program/main/0/ms: found -1, expected a number, 0 or more");
  g_clear_error (&error);
  g_assert_false (ls_session_replace (session, "/program/none/0", "1", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_clear_error (&error);
  after = ls_session_to_data (session, NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (ls_session_get_modified (session));

  g_assert_true (ls_session_replace (session, "/program/main/-", "{\"op\":\"log\",\"text\":\"x\"}", &error));
  g_assert_true (ls_session_replace (session, "/program/bodies/b~1c", "[]", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ls_body_get_n_steps (ls_program_get_main (ls_session_get_program (session))), ==, 2);
  g_assert_nonnull (ls_program_find_body (ls_session_get_program (session), "b/c"));
  g_assert_nonnull (ls_program_find_step (ls_session_get_program (session), "/program/main/1"));
  g_assert_null (ls_program_find_step (ls_session_get_program (session), "/program/main/10"));

  g_assert_true (ls_session_replace (session, "/", "1", &error));
  g_assert_true (ls_session_replace (session, "/", "2", &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ls_session_get_n_actions (session), ==, 0);

  g_assert_false (ls_session_replace (session, "/x\xff", "1", &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

/* What can be put together can be read again. */
static void
test_replace_too_deep (void)
{
  g_autoptr (LsSession) session = session_new ("", "", "\"x\":[]");
  g_autofree char *opening = g_strnfill (254, '[');
  g_autofree char *closing = g_strnfill (254, ']');
  g_autofree char *deep = g_strconcat (opening, closing, NULL);
  g_autofree char *written = NULL;
  g_autoptr (LsSession) again = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_session_replace (session, "/x/0", deep, &error));
  g_assert_no_error (error);
  written = ls_session_to_data (session, NULL);
  again = ls_session_new_from_data ("test", written, -1, &error);
  g_assert_no_error (error);

  g_assert_false (ls_session_replace (session, "/x/0", "[0]", NULL) &&
                  ls_session_replace (session, "/x/0/0", deep, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT);
}

/* Indents alone would make it too large to be read again. */
static void
test_wide (void)
{
  g_autoptr (GString) text = g_string_new ("{\"format\":\"loopscope-session\",\"version\":1,"
                                           "\"program\":{\"kind\":\"steps\",\"main\":[]},\"x\":");
  g_autoptr (LsSession) session = NULL;
  g_autoptr (LsSession) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *written = NULL;
  gsize length;

  for (guint i = 0; i < 200; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "0,");
  g_string_append_c (text, '0');
  for (guint i = 0; i < 200; i++)
    g_string_append_c (text, ']');
  g_string_append_c (text, '}');

  session = ls_session_new_from_data ("test", text->str, text->len, &error);
  g_assert_no_error (error);
  written = ls_session_to_data (session, &length);
  g_assert_cmpuint (length, <, 2 * text->len);
  again = ls_session_new_from_data ("test", written, length, &error);
  g_assert_no_error (error);
}

/* A pointer leads to one step, whatever the names in it. */
static void
test_pointers (void)
{
  g_autoptr (LsSession) session = session_new ("", "\"a b\":[{\"op\":\"work\",\"ms\":1}],\"a\\tb\":[{\"op\":\"yield\"}]", "");
  LsProgram *program = ls_session_get_program (session);
  LsStep *step = ls_program_find_step (program, "/program/bodies/a\tb/0");

  g_assert_nonnull (step);
  g_assert_cmpint (ls_step_get_op (step), ==, LS_STEP_OP_YIELD);
  g_assert_true (ls_session_replace (session, ls_step_get_pointer (step), "{\"op\":\"log\",\"text\":\"x\"}", NULL));
  step = ls_program_find_step (ls_session_get_program (session), "/program/bodies/a b/0");
  g_assert_cmpint (ls_step_get_op (step), ==, LS_STEP_OP_WORK);
}

static void
test_copy (void)
{
  LsSession *session = session_new ("", "", "\"title\":\"a\"");
  g_autoptr (LsSession) copy = ls_session_copy (session);

  g_object_add_weak_pointer (G_OBJECT (session), (gpointer *) &session);
  ls_session_set_title (copy, "b");
  g_assert_cmpstr (ls_session_get_title (session), ==, "a");
  g_object_unref (session);
  g_assert_null (session);
  g_assert_cmpstr (ls_session_get_title (copy), ==, "b");
}

/* There is nothing behind the last one of a list, be it empty or not. */
static void
test_list_ends (void)
{
  g_autoptr (LsSession) empty = session_new ("", "", "");
  g_autoptr (LsSession) session =
    session_new ("", "", "\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"yield\"}}],\"expectations\":[{\"finished\":true}]");

  ls_session_set_bookmark (session, 1, "b");
  ls_session_set_note (session, 1, "n");
  for (guint i = 0; i < 2; i++)
    {
      g_assert_null (ls_session_get_action (empty, i));
      g_assert_null (ls_session_get_expectation (empty, i));
      g_assert_null (ls_session_get_bookmark (empty, i));
      g_assert_null (ls_session_get_note (empty, i));
      g_assert_cmpint (ls_session_get_action (session, i) != NULL, ==, i == 0);
      g_assert_cmpint (ls_session_get_expectation (session, i) != NULL, ==, i == 0);
      g_assert_cmpint (ls_session_get_bookmark (session, i) != NULL, ==, i == 0);
      g_assert_cmpint (ls_session_get_note (session, i) != NULL, ==, i == 0);
    }
}

/* Whoever holds a body keeps it, whatever becomes of its session. */
static void
test_body_stays (void)
{
  g_autoptr (LsSession) session = session_new ("", "\"b\":[{\"op\":\"work\",\"ms\":1},{\"op\":\"yield\"}]", "");
  g_autoptr (LsBody) body = ls_body_ref (ls_program_find_body (ls_session_get_program (session), "b"));

  ls_body_unref (ls_body_ref (body));
  g_clear_object (&session);
  g_assert_cmpstr (ls_body_get_name (body), ==, "b");
  g_assert_cmpuint (ls_body_get_n_steps (body), ==, 2);
  g_assert_cmpint (ls_step_get_op (ls_body_get_step (body, 1)), ==, LS_STEP_OP_YIELD);
}

static void
test_steps (void)
{
  g_autoptr (LsStep) post = ls_step_new_post_task ("decode", "d 1", LS_TASK_PRIORITY_BACKGROUND, "c1", 2.5);
  g_autoptr (LsStep) work = ls_step_new_post_work (4, NULL, LS_TASK_PRIORITY_NONE, NULL, 0);
  g_autoptr (LsStep) text = ls_step_new_from_json ("{\"op\":\"log\",\"text\":\"a\\n\\u0085b\"}", NULL);
  g_autoptr (LsStep) long_work = ls_step_new_from_json ("{\"op\":\"work\",\"ms\":86400001.25}", NULL);
  g_autoptr (LsStep) longest = ls_step_new_from_json ("{\"op\":\"timer\",\"name\":\"t\",\"ms\":2147483647,\"body\":[]}", NULL);
  g_autoptr (LsStep) notify = ls_step_new_from_json ("{\"op\":\"notify\",\"memory\":\"m\",\"count\":2}", NULL);
  g_autofree char *notify_text = ls_step_describe (notify);
  g_autofree char *text_description = ls_step_describe (text);
  g_autofree char *long_text = ls_step_describe (long_work);
  g_autofree char *longest_text = ls_step_describe (longest);
  g_autofree char *post_json = ls_step_to_json (post);
  g_autofree char *post_text = ls_step_describe (post);
  g_autofree char *work_json = ls_step_to_json (work);
  g_autoptr (LsStep) many = ls_step_new_post_many (work, 50, 10);
  g_autoptr (LsStep) at_once = ls_step_new_post_many (many, 3, 0);
  g_autofree char *many_json = ls_step_to_json (many);
  g_autofree char *many_text = ls_step_describe (many);
  g_autofree char *at_once_json = ls_step_to_json (at_once);

  g_assert_cmpstr (post_json, ==, "{ \"op\": \"postTask\", \"body\": \"decode\", \"name\": \"d 1\", "
                   "\"priority\": \"background\", \"signal\": \"c1\", \"delay\": 2.5 }");
  g_assert_cmpstr (post_text, ==, "post task “d 1” (background, c1, after 2.5 ms)");
  g_assert_cmpstr (long_text, ==, "work 86400001.25 ms");
  g_assert_cmpstr (longest_text, ==, "timer “t” 2147483647 ms");
  g_assert_cmpstr (notify_text, ==, "notify m[0] 2");
  g_assert_cmpstr (text_description, ==, "log “a\\n\\u0085b”");
  g_assert_cmpstr (work_json, ==, "{ \"op\": \"postTask\", \"body\": [{ \"op\": \"work\", \"ms\": 4 }] }");
  g_assert_cmpstr (many_json, ==,
                   "{ \"op\": \"postTask\", \"body\": [{ \"op\": \"work\", \"ms\": 4 }], \"count\": 50, \"every\": 10 }");
  g_assert_cmpstr (many_text, ==, "post task “task” 50 times, every 10 ms");
  g_assert_cmpstr (at_once_json, ==,
                   "{ \"op\": \"postTask\", \"body\": [{ \"op\": \"work\", \"ms\": 4 }], \"count\": 3 }");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/document/round-trip", test_round_trip);
  g_test_add_func ("/document/modified", test_modified);
  g_test_add_func ("/document/changes-keep-members", test_changes_keep_members);
  g_test_add_func ("/document/marks/together", test_marks_together);
  g_test_add_func ("/document/marks/move", test_move_marks);
  for (guint i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *path = g_strconcat ("/document/bad/", bad_files[i].name, NULL);

      g_test_add_data_func (path, &bad_files[i], test_bad_file);
    }
  g_test_add_func ("/document/escapes", test_escapes);
  g_test_add_func ("/document/bad/prefixes", test_prefixes);
  g_test_add_func ("/document/bad/unknown-op", test_unknown_op);
  g_test_add_func ("/document/bad/nesting", test_nesting);
  g_test_add_func ("/document/bad/size", test_size);
  g_test_add_func ("/document/bad/zero-byte", test_zero_byte);
  g_test_add_func ("/document/bad/cycles", test_cycles);
  g_test_add_func ("/document/bad/missing-file", test_missing_file);
  g_test_add_func ("/document/replace", test_replace);
  g_test_add_func ("/document/replace/too-deep", test_replace_too_deep);
  g_test_add_func ("/document/wide", test_wide);
  g_test_add_func ("/document/pointers", test_pointers);
  g_test_add_func ("/document/copy", test_copy);
  g_test_add_func ("/document/list-ends", test_list_ends);
  g_test_add_func ("/document/body-stays", test_body_stays);
  g_test_add_func ("/document/steps", test_steps);

  return g_test_run ();
}
