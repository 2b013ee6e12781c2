/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <stdio.h>
#include <string.h>

#include "cli-limits.h"
#include "cli-util.h"
#include "sanitized.h"

/* A sanitizer makes all of it slower. */
#define MEGABYTE TIMES (1000 * 1000, 20 * 1000)

#define LOG "{ \"op\": \"log\", \"text\": \"main\" }"
#define HEAD "{ \"format\": \"loopscope-session\", \"version\": 1, "
#define MAIN(steps) HEAD "\"program\": { \"kind\": \"steps\", \"main\": [ " steps " ] } }"
#define BODIES(steps, bodies) HEAD "\"program\": { \"kind\": \"steps\", \"main\": [ " steps " ], \"bodies\": { " bodies " } } }"

/* A line with the file, a JSON pointer and what was expected. */
static void
assert_bad_file (const char *path,
                 const char *pointer)
{
  g_autofree char *found = cli_run_within_limits ("validate", path, 3);
  g_autofree char *prefix = g_strdup_printf ("%s: %s", path, pointer != NULL ? pointer : "");
  g_autofree char *message = NULL;
  g_autofree char *same = NULL;

  if (!g_str_has_prefix (found, prefix) || strchr (found, '\n') != found + strlen (found) - 1 ||
      !g_utf8_validate (found, -1, NULL) || strlen (found) > 1000)
    g_error ("expected one line that begins with “%s”, found “%s”", prefix, found);

  message = cli_run_within_limits ("run", path, 3);
  same = g_strconcat ("loopscope-cli: ", found, NULL);
  g_assert_cmpstr (message, ==, same);
}

typedef struct
{
  const char *name;
  const char *text;
  gssize      length;    /* -1: to the zero */
  const char *pointer;
} BadText;

static const BadText bad_texts[] = {
  { "empty", "", -1, "/: " },
  { "no-json", "hello", -1, "/: " },
  { "two-values", MAIN (LOG) " {}", -1, "/: " },
  { "zero-byte", "{ \"format\": \"loopscope-session\"\0, \"version\": 1 }", 48, NULL },
  { "array", "[]", -1, "/: " },
  { "null", "null", -1, "/: " },
  { "other-format", "{ \"format\": \"other\", \"version\": 1 }", -1, "/format: " },
  { "no-format", "{ \"version\": 1 }", -1, "/format: " },
  { "newer-version", "{ \"format\": \"loopscope-session\", \"version\": 2 }", -1, "/version: " },
  { "no-program", HEAD "\"title\": \"x\" }", -1, "/program" },
  { "title-number", HEAD "\"title\": 3, \"program\": { \"kind\": \"steps\", \"main\": [] } }", -1, "/title: " },
  { "program-array", HEAD "\"program\": [] }", -1, "/program: " },
  { "main-object", HEAD "\"program\": { \"kind\": \"steps\", \"main\": {} } }", -1, "/program/main: " },
  { "step-number", MAIN ("3"), -1, "/program/main/0: " },
  { "step-without-op", MAIN ("{}"), -1, "/program/main/0/op: " },
  { "kind-number", MAIN ("{ \"op\": \"any\", \"name\": \"s\", \"signals\": [], \"kind\": 3 }"), -1,
    "/program/main/0/kind: " },
  { "unknown-op", MAIN ("{ \"op\": \"dance\" }"), -1, "/program/main/0/op: " },
  { "text-number", MAIN ("{ \"op\": \"log\", \"text\": 3 }"), -1, "/program/main/0/text: " },
  { "work-text", MAIN ("{ \"op\": \"work\", \"ms\": \"3\" }"), -1, "/program/main/0/ms: " },
  { "work-negative", MAIN ("{ \"op\": \"work\", \"ms\": -1 }"), -1, "/program/main/0/ms: " },
  { "nan", MAIN ("{ \"op\": \"work\", \"ms\": NaN }"), -1, "/program/main/0/ms: " },
  { "infinity", MAIN ("{ \"op\": \"work\", \"ms\": Infinity }"), -1, "/program/main/0/ms: " },
  { "huge-number", MAIN ("{ \"op\": \"work\", \"ms\": 1e999 }"), -1, "/program/main/0/ms: " },
  { "unknown-priority", MAIN ("{ \"op\": \"postTask\", \"priority\": \"urgent\", \"body\": [] }"), -1,
    "/program/main/0/priority: " },
  { "unknown-preset", HEAD "\"settings\": { \"preset\": \"turbo\" }, \"program\": { \"kind\": \"steps\", \"main\": [] } }", -1,
    "/settings/preset: " },
  { "unknown-body", MAIN ("{ \"op\": \"call\", \"body\": \"gone\" }"), -1, "/program/main/0/body: " },
  { "unknown-signal", MAIN ("{ \"op\": \"postTask\", \"signal\": \"gone\", \"body\": [] }"), -1,
    "/program/main/0/signal: " },
  { "cycle", BODIES ("{ \"op\": \"call\", \"body\": \"a\" }",
                     "\"a\": [ { \"op\": \"call\", \"body\": \"b\" } ], \"b\": [ { \"op\": \"call\", \"body\": \"a\" } ]"),
    -1, "/program/bodies/" },
  { "invalid-utf8", MAIN ("{ \"op\": \"log\", \"text\": \"a\xff\" }"), -1, "/: " },
  { "half-utf8", MAIN ("{ \"op\": \"log\", \"text\": \"\xe2\x82\" }"), -1, "/: " },
  { "lone-surrogate", MAIN ("{ \"op\": \"log\", \"text\": \"\\ud800\" }"), -1, "/program/main/0/text: " },
  { "same-member-twice", MAIN ("{ \"op\": \"log\", \"op\": \"work\", \"ms\": 1 }"), -1, "/program/main/0" },
  { "lesson-array", HEAD "\"program\": { \"kind\": \"steps\", \"main\": [] }, \"lesson\": [] }", -1, "/lesson: " },
  { "lesson-without-pages", HEAD "\"program\": { \"kind\": \"steps\", \"main\": [] }, \"lesson\": { \"id\": \"x\" } }", -1,
    "/lesson/pages: " },
  { "expectation-of-nothing", HEAD "\"program\": { \"kind\": \"steps\", \"main\": [] }, \"expectations\": [ {} ] }", -1,
    "/expectations/0: " },
};

static void
test_bad_text (CliFixture    *fixture,
               gconstpointer  data)
{
  const BadText *bad = data;
  g_autofree char *path = cli_write (fixture->dir, "bad.loopscope", bad->text, bad->length);

  assert_bad_file (path, bad->pointer);
}

/* A name goes into the pointer of each step below it, and into records. */
static void
test_long_names (CliFixture    *fixture,
                gconstpointer  data)
{
  g_autofree char *name = g_strnfill (MEGABYTE, 'n');
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) nested = g_string_new (NULL);
  g_autofree char *named = g_strdup_printf (MAIN ("{ \"op\": \"promise\", \"as\": \"%s\" }"), name);
  g_autofree char *many = NULL;
  g_autofree char *body = NULL, *label = NULL, *deep = NULL;
  g_autofree char *deep_text = NULL;

  for (guint i = 0; i < 5000; i++)
    g_string_append (bodies, i > 0 ? "," LOG : LOG);
  many = g_strdup_printf (BODIES ("", "\"%s\": [ %s ]"), name, bodies->str);
  body = cli_write (fixture->dir, "body.loopscope", many, -1);
  label = cli_write (fixture->dir, "label.loopscope", named, -1);
  assert_bad_file (body, "/program/bodies/nnnn");
  assert_bad_file (label, "/program/main/0/as: found a name of ");

  for (guint i = 0; i < 100; i++)
    g_string_append (nested, "{ \"op\": \"call\", \"body\": [ ");
  for (guint i = 0; i < 300000; i++)
    g_string_append (nested, i > 0 ? ",{\"op\":\"yield\"}" : "{\"op\":\"yield\"}");
  for (guint i = 0; i < 100; i++)
    g_string_append (nested, " ] }");
  deep_text = g_strdup_printf (MAIN ("%s"), nested->str);
  deep = cli_write (fixture->dir, "deep.loopscope", deep_text, -1);
  assert_bad_file (deep, "/program/main/0/body/0");
}

/* A good session that ends anywhere too early. */
static void
test_truncated (CliFixture    *fixture,
                gconstpointer  data)
{
  static const char text[] = BODIES ("{ \"op\": \"postTask\", \"delay\": 1.5, \"body\": \"a\" }",
                                     "\"a\": [ { \"op\": \"log\", \"text\": \"\\u00e9\xc3\xa9\" } ]");
  gsize length = strlen (text);

  for (gsize n = 1; n < length; n += n < length - 5 ? 5 : 1)
    {
      g_autofree char *path = cli_write (fixture->dir, "bad.loopscope", text, n);
      g_autofree char *line = cli_run_within_limits ("validate", path, 3);

      g_assert_true (strchr (line, '\n') == line + strlen (line) - 1);
    }
}

static void
test_no_file (CliFixture    *fixture,
              gconstpointer  data)
{
  g_autofree char *missing = g_build_filename (fixture->dir, "missing.loopscope", NULL);

  assert_bad_file (missing, NULL);
  assert_bad_file (fixture->dir, NULL);
}

typedef struct
{
  const char *name;
  const char *head;
  const char *unit;
  gsize       n_bytes;
} BigFile;

static const BigFile big_files[] = {
  { "arrays-100-mb", "", "[", 100 * MEGABYTE },
  { "objects-100-mb", "", "{\"a\":", 100 * MEGABYTE },
  { "arrays", HEAD "\"program\": { \"kind\": \"steps\", \"main\": ", "[", 60 * MEGABYTE },
  { "objects", HEAD "\"program\": ", "{\"a\":", 60 * MEGABYTE },
  { "elements", HEAD "\"more\": [ 0", ",0", 60 * MEGABYTE },
  { "steps", HEAD "\"program\": { \"kind\": \"steps\", \"main\": [ " LOG, "," LOG, 60 * MEGABYTE },
  { "text", HEAD "\"title\": \"", "x", 60 * MEGABYTE },
  { "spaces", "", " ", 60 * MEGABYTE },
};

static void
test_big_file (CliFixture    *fixture,
               gconstpointer  data)
{
  const BigFile *big = data;
  g_autofree char *path = g_build_filename (fixture->dir, "big.loopscope", NULL);
  g_autoptr (GString) block = g_string_new (NULL);
  FILE *file = fopen (path, "w");

  g_assert_nonnull (file);
  fputs (big->head, file);
  while (block->len < 100000)
    g_string_append (block, big->unit);
  for (gsize n = 0; n < big->n_bytes; n += block->len)
    fwrite (block->str, 1, block->len, file);
  g_assert_cmpint (fclose (file), ==, 0);

  assert_bad_file (path, "/");
}

/* It never ends, so nobody may try to read it whole. */
static void
test_endless_file (CliFixture    *fixture,
                   gconstpointer  data)
{
  assert_bad_file ("/dev/zero", NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad_texts); i++)
    {
      g_autofree char *path = g_strconcat ("/bad-files/text/", bad_texts[i].name, NULL);

      g_test_add (path, CliFixture, &bad_texts[i], cli_set_up, test_bad_text, cli_tear_down);
    }
  for (guint i = 0; i < G_N_ELEMENTS (big_files); i++)
    {
      g_autofree char *path = g_strconcat ("/bad-files/big/", big_files[i].name, NULL);

      g_test_add (path, CliFixture, &big_files[i], cli_set_up, test_big_file, cli_tear_down);
    }
  g_test_add ("/bad-files/long-names", CliFixture, NULL, cli_set_up, test_long_names, cli_tear_down);
  g_test_add ("/bad-files/truncated", CliFixture, NULL, cli_set_up, test_truncated, cli_tear_down);
  g_test_add ("/bad-files/no-file", CliFixture, NULL, cli_set_up, test_no_file, cli_tear_down);
  g_test_add ("/bad-files/endless-file", CliFixture, NULL, cli_set_up, test_endless_file, cli_tear_down);

  return g_test_run ();
}
