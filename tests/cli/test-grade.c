/* test-grade.c: loopscope-cli grade
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <json-glib/json-glib.h>
#include <string.h>

#include "cli-util.h"
#include "ls-answer-sheet-private.h"
#include "test-schema.h"

#define ANSWER(text, more) "{\"text\":\"" text "\",\"because\":\"So.\"" more "}"
#define CHOICE(text, first, second) \
  "\"question\":{\"text\":\"" text "\",\"answers\":[" ANSWER ("a", first) "," ANSWER ("b", second) "," ANSWER ("c", "") "]}"
#define RIGHT ",\"right\":true"
#define ORDER "\"question\":{\"text\":\"Order?\",\"tasks\":[\"x\",\"y\"],\"because\":\"So.\"}"
#define TASK "\"at\":{\"turn\":1},\"task\":{\"text\":\"Do it\",\"until\":{\"ran\":\"x\"}}"
#define PAGE(title, more) "{\"title\":\"" title "\",\"text\":[\"P\"]," more "}"
#define LESSON(first, second) \
  "{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"Tea, or “not”\",\"program\":{\"kind\":\"steps\",\"main\":[]," \
  "\"bodies\":{}},\"lesson\":{\"id\":\"tea\",\"number\":7,\"pages\":[" PAGE ("Choose", CHOICE ("Which?", first, second)) "," \
  PAGE ("Put", ORDER) "," PAGE ("Do", TASK) "]}}"

typedef struct
{
  CliFixture  cli;
  char       *lesson;   /* the path of the file */
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  cli_set_up (&fixture->cli, data);
  fixture->lesson = cli_write (fixture->cli.dir, "tea.loopscope", LESSON ("", RIGHT), -1);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_free (fixture->lesson);
  cli_tear_down (&fixture->cli, data);
}

/* Returns (transfer full) the sheet of a learner who has answered nothing yet. */
static LsAnswerSheet *
begin_sheet (const char *learner)
{
  g_autoptr (LsSession) session = ls_session_new_from_data ("tea", LESSON ("", RIGHT), -1, NULL);
  LsAnswerSheet *sheet = ls_answer_sheet_new (ls_session_get_lesson (session), ls_session_get_title (session));

  g_free (sheet->learner);
  sheet->learner = g_strdup (learner);
  sheet->saved = 1772366400;
  return sheet;
}

static LsSheetExercise *
get_exercise (LsAnswerSheet *sheet,
              guint          page)
{
  return g_ptr_array_index (sheet->exercises, page - 1);
}

static void
answer (LsAnswerSheet *sheet,
        guint          page,
        const char    *text,
        guint          choice,
        gboolean       is_right)
{
  LsSheetExercise *exercise = get_exercise (sheet, page);
  LsSheetAttempt attempt = {
    .time = 1772366300 + exercise->attempts->len,
    .answer = (char *) text,
    .choice = choice,
    .is_right = is_right,
  };

  ls_sheet_exercise_add (exercise, &attempt);
}

/* Returns (transfer full) the path of the file that the learner has saved. */
static char *
save (Fixture       *fixture,
      const char    *name,
      LsAnswerSheet *sheet)
{
  g_autofree char *text = ls_answer_sheet_to_json (sheet);

  return cli_write (fixture->cli.dir, name, text, -1);
}

/* @option and files (nullable) end with NULL. */
static CliResult *
grade (Fixture    *fixture,
       const char *option,
       const char *file,
       const char *other)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();

  g_ptr_array_add (arguments, (char *) "grade");
  g_ptr_array_add (arguments, (char *) "--lesson");
  g_ptr_array_add (arguments, fixture->lesson);
  if (option != NULL)
    g_ptr_array_add (arguments, (char *) option);
  g_ptr_array_add (arguments, (char *) file);
  g_ptr_array_add (arguments, (char *) other);
  g_ptr_array_add (arguments, NULL);
  return cli_runv ((const char *const *) arguments->pdata, "", 0);
}

#define assert_shows(text, part) g_assert_nonnull (strstr ((text), (part)))

/* A learner who is right at once, and one who is not. */
static void
test_learners (Fixture       *fixture,
               gconstpointer  data)
{
  g_autoptr (LsAnswerSheet) ann = begin_sheet ("Ann"), bob = begin_sheet ("Bob, \"B\" 金");
  g_autofree char *ann_file = NULL, *bob_file = NULL, *csv = NULL;
  g_autoptr (CliResult) text = NULL, table = NULL;

  answer (ann, 1, "b", 2, TRUE);
  answer (ann, 2, "x → y", LS_SHEET_NONE, TRUE);
  answer (ann, 3, "", LS_SHEET_NONE, TRUE);
  answer (bob, 1, "a", 1, FALSE);
  answer (bob, 1, "b", 2, TRUE);
  answer (bob, 2, "y → x", LS_SHEET_NONE, FALSE);
  get_exercise (bob, 2)->n_hints = 2;
  get_exercise (bob, 2)->solution_after = 1;
  bob->n_begun_again = 3;
  ann_file = save (fixture, "a.json", ann);
  bob_file = save (fixture, "b.json", bob);

  text = grade (fixture, NULL, bob_file, ann_file);
  g_assert_cmpstr (text->err, ==, "");
  g_assert_cmpint (text->status, ==, 0);
  assert_shows (text->out, "Ann · 7. Tea, or “not” · 3 of 3 (");
  assert_shows (text->out, "  1     choice  right at try 2  2      0      yes          a\n"
                           "  2     order   solution shown  1      2      as recorded  y → x\n"
                           "  3     task    open            0      0\n");
  assert_shows (text->out, "  Bob, \"B\" 金  7. Tea, or “not”  0 of 3  3\n");
  assert_shows (text->out, "  7. Tea, or “not”  1     Choose  1 of 2                  2         1 × a\n");
  assert_shows (text->out, "  7. Tea, or “not”  3     Do      1 of 2                  1\n");
  g_assert_true (strstr (text->out, "Ann") < strstr (text->out, "Bob"));

  table = grade (fixture, "--csv", bob_file, ann_file);
  g_assert_cmpint (table->status, ==, 0);
  csv = g_strdup_printf (
    "learner,file,lesson,lessonTitle,page,pageTitle,kind,result,firstTry,attempts,hints,solution,firstAnswer,lastAnswer,checked,savedAt,"
    "startedAgain,score,outOf\r\n"
    "Ann,%1$s,tea,\"Tea, or “not”\",1,Choose,choice,first-try,1,1,0,0,b,b,lesson,2026-03-01T12:00:00Z,0,3,3\r\n"
    "Ann,%1$s,tea,\"Tea, or “not”\",2,Put,order,first-try,1,1,0,0,x → y,x → y,recorded,2026-03-01T12:00:00Z,0,3,3\r\n"
    "Ann,%1$s,tea,\"Tea, or “not”\",3,Do,task,first-try,1,1,0,0,,,recorded,2026-03-01T12:00:00Z,0,3,3\r\n"
    "\"Bob, \"\"B\"\" 金\",%2$s,tea,\"Tea, or “not”\",1,Choose,choice,later,0,2,0,0,a,b,lesson,2026-03-01T12:00:00Z,3,0,3\r\n"
    "\"Bob, \"\"B\"\" 金\",%2$s,tea,\"Tea, or “not”\",2,Put,order,solution,0,1,2,1,y → x,y → x,recorded,2026-03-01T12:00:00Z,3,0,3\r\n"
    "\"Bob, \"\"B\"\" 金\",%2$s,tea,\"Tea, or “not”\",3,Do,task,open,0,0,0,0,,,lesson,2026-03-01T12:00:00Z,3,0,3\r\n",
    ann_file, bob_file);
  g_assert_cmpstr (table->out, ==, csv);
}

/* What is saved and what is printed are what the schemas say. */
static void
test_schemas (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (LsAnswerSheet) sheet = begin_sheet ("Bob");
  g_autofree char *text = NULL, *file = NULL;
  g_autoptr (CliResult) result = NULL;

  answer (sheet, 1, "a", 1, FALSE);
  answer (sheet, 1, "b", 2, TRUE);
  get_exercise (sheet, 2)->solution_after = 0;
  text = ls_answer_sheet_to_json (sheet);
  test_schema_check ("answers", text);
  file = save (fixture, "b.json", sheet);
  result = grade (fixture, "--json", file, fixture->lesson);
  g_assert_cmpint (result->status, ==, 3);
  test_schema_check ("grades", result->out);
}

/* No name becomes a formula, nor steers a terminal. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct
  {
    const char *name, *field;
  } cases[] = {
    { "=1+1", "\"'=1+1\"," }, { "+1", "\"'+1\"," },          { "-1", "\"'-1\"," },
    { "@a", "\"'@a\"," },     { "  =a", "\"'  =a\"," },      { "＝a", "\"'＝a\"," },
    { "a=1", "a=1," },        { "a\n\x1b[1m", "a\\n\\u001b[1m," }, { "", "x.json," },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsAnswerSheet) sheet = begin_sheet (cases[i].name);
      g_autofree char *file = save (fixture, "x.json", sheet);
      g_autoptr (CliResult) result = grade (fixture, "--csv", file, NULL);
      const char *line = strstr (result->out, "\r\n") + 2;

      g_assert_true (g_str_has_prefix (line, cases[i].field));
    }
}

/* Returns the member of what is printed as JSON of the first learner: of the exercise of a page. */
static const char *
get_word (JsonNode   *root,
          guint       page,
          const char *name)
{
  JsonArray *learners = json_object_get_array_member (json_node_get_object (root), "learners");
  JsonArray *exercises = json_object_get_array_member (json_array_get_object_element (learners, 0), "exercises");

  return json_object_get_string_member (json_array_get_object_element (exercises, page - 1), name);
}

/* What a file says of choices counts for nothing, and what it leaves out is open. */
static void
test_checked (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    guint       choice;
    gboolean    is_right;
    const char *result, *checked;
  } cases[] = {
    { 2, TRUE, "first-try", "lesson" }, { 2, FALSE, "first-try", "corrected" },          { 1, TRUE, "wrong", "corrected" },
    { 9, TRUE, "wrong", "corrected" },  { LS_SHEET_NONE, TRUE, "wrong", "corrected" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsAnswerSheet) sheet = begin_sheet ("Eve");
      g_autofree char *file = NULL;
      g_autoptr (CliResult) result = NULL;
      g_autoptr (JsonNode) root = NULL;

      answer (sheet, 1, "b", cases[i].choice, cases[i].is_right);
      get_exercise (sheet, 1)->kind = i % 2 == 0 ? LS_SHEET_CHOICE : LS_SHEET_ORDER;
      g_ptr_array_set_size (sheet->exercises, 1);
      file = save (fixture, "x.json", sheet);
      result = grade (fixture, "--json", file, NULL);
      g_assert_cmpint (result->status, ==, 0);
      root = json_from_string (result->out, NULL);
      g_assert_cmpstr (get_word (root, 1, "result"), ==, cases[i].result);
      g_assert_cmpstr (get_word (root, 1, "checked"), ==, cases[i].checked);
      g_assert_cmpstr (get_word (root, 2, "result"), ==, "open");
    }
}

/* A lesson that asks for something else now decides nothing about old answers; one with another key does. */
static void
test_changed (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (LsAnswerSheet) sheet = begin_sheet ("Ann");
  g_autofree char *file = NULL, *changed = NULL, *corrected = NULL;
  g_autoptr (CliResult) first = NULL, second = NULL;
  g_autoptr (JsonNode) root = NULL, other = NULL;
  LsSheetExercise *exercise;

  answer (sheet, 1, "b", 2, TRUE);
  exercise = get_exercise (sheet, 2);
  exercise->page = 9;
  file = save (fixture, "x.json", sheet);

  changed = g_strdup (LESSON ("", RIGHT));
  memcpy (strstr (changed, "Which?"), "Whose?", 6);
  g_free (fixture->lesson);
  fixture->lesson = cli_write (fixture->cli.dir, "changed.loopscope", changed, -1);
  first = grade (fixture, "--json", file, NULL);
  root = json_from_string (first->out, NULL);
  g_assert_cmpstr (get_word (root, 1, "result"), ==, "first-try");
  g_assert_cmpstr (get_word (root, 1, "checked"), ==, "changed");
  /* The page has moved, and asks the same. */
  g_assert_cmpstr (first->err, ==, "");

  g_free (exercise->asked);
  exercise->asked = g_strdup ("0000");
  g_free (file);
  file = save (fixture, "x.json", sheet);
  g_free (fixture->lesson);
  fixture->lesson = cli_write (fixture->cli.dir, "corrected.loopscope", LESSON (RIGHT, ""), -1);
  second = grade (fixture, "--json", file, NULL);
  other = json_from_string (second->out, NULL);
  g_assert_cmpstr (get_word (other, 1, "result"), ==, "wrong");
  g_assert_cmpstr (get_word (other, 1, "checked"), ==, "corrected");
  assert_shows (second->err, "x.json: left out what it has of page 9: “Tea, or “not”” asks nothing there");
}

/* Of one learner's files the last one counts. Others have another name, or other things to tell them apart. */
static void
test_twice (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (LsAnswerSheet) early = begin_sheet ("Ann"), late = begin_sheet ("Ann"), other = begin_sheet ("Ann"), copy = begin_sheet ("Bob");
  g_autofree char *early_file = NULL, *late_file = NULL, *other_file = NULL, *copy_file = NULL;
  g_autoptr (CliResult) result = NULL, reverse = NULL, two = NULL, copied = NULL, same = NULL;

  answer (late, 1, "b", 2, TRUE);
  answer (late, 2, "x → y", LS_SHEET_NONE, TRUE);
  answer (copy, 1, "b", 2, TRUE);
  answer (copy, 2, "x → y", LS_SHEET_NONE, TRUE);
  late->saved++;
  g_free (other->learner_id);
  other->learner_id = g_strdup ("else");
  early_file = save (fixture, "early.json", early);
  late_file = save (fixture, "late.json", late);
  other_file = save (fixture, "other.json", other);
  copy_file = save (fixture, "copy.json", copy);

  result = grade (fixture, NULL, early_file, late_file);
  assert_shows (result->err, "early.json: left out; ");
  assert_shows (result->out, "2 of 3");
  g_assert_null (strstr (result->out, "0 of 3"));
  g_assert_cmpint (result->status, ==, 0);
  reverse = grade (fixture, NULL, late_file, early_file);
  assert_shows (reverse->err, "early.json: left out; ");
  g_assert_cmpstr (reverse->out, ==, result->out);
  two = grade (fixture, NULL, early_file, other_file);
  g_assert_cmpstr (two->err, ==, "");
  assert_shows (two->out, "0 of 2");
  copied = grade (fixture, NULL, late_file, copy_file);
  assert_shows (copied->err, "copy.json: has the same answers at the same times as ");
  same = grade (fixture, NULL, late_file, late_file);
  assert_shows (same->err, "late.json: left out; ");
}

/* What makes no sense is named with its place, and the others are graded. */
static void
test_bad_files (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (LsAnswerSheet) sheet = begin_sheet ("Ann");
  g_autofree char *good = save (fixture, "good.json", sheet), *text = NULL, *big = g_strnfill (5 << 20, ' ');
  g_autofree char *name = g_strnfill (201, 'n'), *long_name = g_strconcat ("\"name\": \"", name, "\"", NULL);
  const struct
  {
    const char *old, *new, *message;
  } cases[] = {
    { NULL, "", "/: line 1, column 1: found the end of the file, expected a value" },
    { NULL, "[]", "/: found an array, expected the answers of a learner" },
    { NULL, big, "/: found more than 4 MB, expected a smaller file" },
    { "loopscope-answers", "loopscope-session", "/format: found “loopscope-session”, expected “loopscope-answers”" },
    { "\"version\": 1", "\"version\": 2", "/version: found version 2 of the format, expected version 1; a newer Loopscope made this file" },
    { "\"name\": \"Ann\"", "\"name\": 1", "/learner/name: found 1, expected text" },
    { "\"name\": \"Ann\"", long_name, "/learner/name: found 201 characters, expected at most 200" },
    { "\"id\": \"tea\", ", "", "/lesson/id: found nothing, expected text" },
    { "\"page\": 2", "\"page\": 0", "/exercises/1/page: found 0, expected a whole number from 1 to 100" },
    { "\"page\": 2", "\"page\": 1e99", "/exercises/1/page: found 1e+99, expected a whole number from 1 to 100" },
    { "\"page\": 2", "\"page\": 1", "/exercises/1: found what page 1 asks a second time, expected it once" },
    { "\"kind\": \"order\"", "\"kind\": \"sing\"", "/exercises/1/kind: found “sing”, expected “choice”, “order”, “bars”, " },
    { "\"attempts\": []", "\"attempts\": 5", "/exercises/0/attempts: found 5, expected an array" },
    { "\"attempts\": []", "\"attempts\": [{\"answer\": 1, \"right\": true}]", "/exercises/0/attempts/0/answer: found 1, expected text" },
    { "\"attempts\": []", "\"attempts\": [{\"answer\": \"\", \"right\": 1}]",
      "/exercises/0/attempts/0/right: found 1, expected true or false" },
    { "2026-03-01T12:00:00Z", "soon", "/savedAt: found “soon”, expected a time such as “2026-03-01T12:00:00Z”" },
    { "2026-03-01T12:00:00Z", "1066-10-14T12:00:00Z", "/savedAt: found “1066-10-14T12:00:00Z”, expected a time such as " },
    { "\"begunAgain\": 0", "\"begunAgain\": -1", "/begunAgain: found -1, expected a whole number from 0 to 4294967295" },
  };

  g_file_get_contents (good, &text, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *at = cases[i].old != NULL ? strstr (text, cases[i].old) : text;
      g_autofree char *before = at != NULL ? g_strndup (text, at - text) : NULL, *bad = NULL, *path = NULL;
      g_autoptr (CliResult) result = NULL;

      if (at == NULL)
        g_error ("There is no %s in %s", cases[i].old, text);
      bad = cases[i].old != NULL ? g_strconcat (before, cases[i].new, at + strlen (cases[i].old), NULL) : g_strdup (cases[i].new);
      path = cli_write (fixture->cli.dir, "bad.json", bad, -1);
      result = grade (fixture, NULL, path, good);
      assert_shows (result->err, "bad.json: ");
      if (strstr (result->err, cases[i].message) == NULL)
        g_error ("%s does not say: %s", result->err, cases[i].message);
      assert_shows (result->out, "Ann · 7. Tea, or “not” · 0 of 3");
      g_assert_cmpint (result->status, ==, 3);
    }
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    const char *arguments, *message;
    int         status;
  } cases[] = {
    { "grade", "No file given; expected files with the answers of learners", 2 },
    { "grade --csv --json a.json", "--csv and --json are given; expected one of them", 2 },
    { "grade - -", "“-” is given more than once", 2 },
    { "grade /nowhere/at/all.json", "/nowhere/at/all.json: Could not read the file: No such file", 3 },
    { "grade /", "/: Could not read the file: It is a folder", 3 },
    { "grade --lesson /nowhere/at/all.loopscope a.json", "/nowhere/at/all.loopscope: ", 3 },
    { "grade /nowhere/at/all.json --json", "all.json: Could not read", 3 },
  };
  g_autofree char *plain = cli_session ("", ""), *session = cli_write (fixture->cli.dir, "plain.loopscope", plain, -1);
  g_autoptr (CliResult) result = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliResult) refused = cli_run (cases[i].arguments, "");

      assert_shows (refused->err, cases[i].message);
      g_assert_cmpint (refused->status, ==, cases[i].status);
    }
  g_free (fixture->lesson);
  fixture->lesson = g_strdup (session);
  result = grade (fixture, NULL, session, NULL);
  assert_shows (result->err, "plain.loopscope: found a session without a lesson, expected a lesson");
  g_assert_cmpint (result->status, ==, 3);
}

/* Standard input is a file as well. Of a lesson that nobody has, one is told once. */
static void
test_unknown (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (LsAnswerSheet) sheet = begin_sheet ("Ann");
  g_autofree char *text = NULL, *file = NULL;
  const char *arguments[] = { "grade", "-", NULL, NULL };
  g_autoptr (CliResult) result = NULL;

  g_free (sheet->id);
  sheet->id = g_strdup ("unheard-of");
  answer (sheet, 1, "b", 1, TRUE);
  text = ls_answer_sheet_to_json (sheet);
  g_free (sheet->learner);
  sheet->learner = g_strdup ("Bob");
  file = save (fixture, "b.json", sheet);
  arguments[2] = file;
  result = cli_runv (arguments, text, -1);
  assert_shows (result->err, "The lesson “unheard-of” is not installed: its answers count as the files say.");
  g_assert_null (strstr (strstr (result->err, "unheard-of") + 1, "unheard-of"));
  assert_shows (result->out, "Ann · 7. Tea, or “not” · 1 of 3 (standard input)");
  assert_shows (result->out, "right at the first try  1      0      as recorded  b\n");
  g_assert_cmpint (result->status, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/grade/learners", Fixture, NULL, set_up, test_learners, tear_down);
  g_test_add ("/grade/schemas", Fixture, NULL, set_up, test_schemas, tear_down);
  g_test_add ("/grade/names", Fixture, NULL, set_up, test_names, tear_down);
  g_test_add ("/grade/checked", Fixture, NULL, set_up, test_checked, tear_down);
  g_test_add ("/grade/changed", Fixture, NULL, set_up, test_changed, tear_down);
  g_test_add ("/grade/twice", Fixture, NULL, set_up, test_twice, tear_down);
  g_test_add ("/grade/bad-files", Fixture, NULL, set_up, test_bad_files, tear_down);
  g_test_add ("/grade/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/grade/unknown", Fixture, NULL, set_up, test_unknown, tear_down);
  return g_test_run ();
}
