/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "cli-limits.h"
#include "cli-util.h"

/* Programs without end. */

#define LOG "{ \"op\": \"log\", \"text\": \"main\" }"
#define HEAD "{ \"format\": \"loopscope-session\", \"version\": 1, "
#define MAIN(steps) HEAD "\"program\": { \"kind\": \"steps\", \"main\": [ " steps " ] } }"
#define BODIES(steps, bodies) HEAD "\"program\": { \"kind\": \"steps\", \"main\": [ " steps " ], \"bodies\": { " bodies " } } }"

typedef struct
{
  const char *name;
  const char *text;
} Endless;

#define TIMES "{ \"op\": \"repeat\", \"times\": 4000000000, \"body\": [ "

#define TWICE(text) "{ \"op\": \"call\", \"body\": [ { \"op\": \"return\", \"value\": \"" text "\" } ] }"
#define TEN(text) text text text text text text text text text text
#define KILOBYTE TEN (TEN ("0123456789"))
#define TRY(steps) "{ \"op\": \"try\", \"body\": [ " steps " ], \"catch\": [] }"
#define MANY "{ \"op\": \"repeat\", \"times\": 100000, \"body\": [ "

static const Endless endless_programs[] = {
  { "interval", MAIN ("{ \"op\": \"timer\", \"ms\": 1, \"repeat\": true, \"body\": [] }") },
  { "tasks", BODIES ("{ \"op\": \"call\", \"body\": \"a\" }",
                     "\"a\": [ { \"op\": \"postTask\", \"body\": \"a\" } ]") },
  { "more-and-more-tasks", BODIES ("{ \"op\": \"call\", \"body\": \"a\" }",
                                   "\"a\": [ { \"op\": \"postTask\", \"body\": \"a\" },"
                                   "  { \"op\": \"postTask\", \"body\": \"a\" } ]") },
  { "microtasks", BODIES ("{ \"op\": \"call\", \"body\": \"a\" }",
                          "\"a\": [ { \"op\": \"microtask\", \"body\": \"a\" } ]") },
  { "nested-timers", BODIES ("{ \"op\": \"call\", \"body\": \"a\" }",
                             "\"a\": [ { \"op\": \"timer\", \"ms\": 0, \"body\": \"a\" } ]") },
  { "idle-callbacks", BODIES ("{ \"op\": \"call\", \"body\": \"a\" }",
                              "\"a\": [ { \"op\": \"idle\", \"body\": \"a\" } ]") },
  { "statements", MAIN (TIMES TIMES LOG " ] } ] }") },
  { "empty-statements", MAIN (TIMES TIMES " ] } ] }") },
  { "yields", MAIN ("{ \"op\": \"postTask\", \"body\": [ " TIMES "{ \"op\": \"yield\" } ] } ] }") },
  { "controllers", MAIN (TIMES "{ \"op\": \"controller\", \"name\": \"c\" } ] }") },
  { "frames", MAIN ("{ \"op\": \"frames\", \"count\": 4000000000 }") },
  { "work", MAIN (TIMES "{ \"op\": \"work\", \"ms\": 1000000 } ] }") },
  { "text", MAIN (TIMES "{ \"op\": \"log\", \"text\": \"" "0123456789012345678901234567890123456789" "\" } ] }") },
  { "growing-value", MAIN (TRY (TIMES TWICE ("${value}${value}") " ] }")) },
  { "growing-exception", MAIN ("{ \"op\": \"try\", \"body\": [ { \"op\": \"throw\", \"message\": \"x\" } ],"
                               "  \"catch\": [], \"as\": \"e\" },"
                               TIMES "{ \"op\": \"try\", \"body\": [ { \"op\": \"throw\", \"message\": \"${e}${e}\" } ],"
                               "  \"catch\": [], \"as\": \"e\" } ] }") },
  { "growing-log", MAIN (TRY (TIMES TWICE ("${value}0123456789012345678901234567890123456789") ","
                              "  { \"op\": \"log\", \"text\": \"${value}\" } ] }")) },
  { "kept-values", MAIN ("{ \"op\": \"promise\", \"as\": \"p\" },"
                         TIMES "{ \"op\": \"async\", \"body\": [ "
                         TRY ("{ \"op\": \"throw\", \"message\": \"" KILOBYTE "\" }") ","
                         "  { \"op\": \"await\", \"promise\": \"p\" } ] } ] }") },
  { "empty-listeners", MAIN ("{ \"op\": \"controller\", \"name\": \"c\" },"
                             MANY "{ \"op\": \"on\", \"signal\": \"c\", \"event\": \"prioritychange\", \"body\": [] } ] },"
                             TIMES "{ \"op\": \"setPriority\", \"controller\": \"c\", \"priority\": \"background\" },"
                             "  { \"op\": \"setPriority\", \"controller\": \"c\", \"priority\": \"user-blocking\" } ] }") },
  { "listeners", MAIN ("{ \"op\": \"controller\", \"name\": \"c\" },"
                       TIMES "{ \"op\": \"on\", \"signal\": \"c\", \"event\": \"abort\", \"body\": [] } ] }") },
  { "schedulers", MAIN (TIMES "{ \"op\": \"scheduler\", \"name\": \"s\" },"
                        "  { \"op\": \"postTask\", \"scheduler\": \"s\", \"body\": [] } ] }") },
  { "listeners-once", MAIN ("{ \"op\": \"controller\", \"name\": \"c\" },"
                            MANY "{ \"op\": \"on\", \"signal\": \"c\", \"event\": \"abort\", \"body\": [], \"once\": true } ] },"
                            "{ \"op\": \"abort\", \"controller\": \"c\" }," TIMES LOG " ] }") },
};

/* A budget stops it, however much it would like to do. */
static void
test_endless_program (CliFixture    *fixture,
                      gconstpointer  data)
{
  const Endless *endless = data;
  g_autofree char *path = cli_write (fixture->dir, "endless.loopscope", endless->text, -1);
  g_autofree char *prefix = g_strdup_printf ("loopscope-cli: %s: ", path);
  g_autofree char *good = cli_run_within_limits ("validate", path, 0);
  g_autofree char *message = cli_run_within_limits ("run", path, 4);

  g_assert_cmpstr (good, ==, "");
  g_assert_true (g_str_has_prefix (message, prefix));
  g_assert_true (strchr (message, '\n') == message + strlen (message) - 1);
}

/* As many signals as the file likes are given to any(), as often as the program likes. */
static void
test_many_signals (CliFixture    *fixture,
                   gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new (HEAD "\"program\": { \"kind\": \"steps\", \"main\": ["
                                           "{ \"op\": \"controller\", \"name\": \"c\" },"
                                           TIMES "{ \"op\": \"any\", \"name\": \"s\", \"signals\": [ \"c\"");
  g_autofree char *path = NULL;
  g_autofree char *message = NULL;

  for (guint i = 0; i < 50000; i++)
    g_string_append (text, ", \"c\"");
  g_string_append (text, " ] } ] } ] } }");
  path = cli_write (fixture->dir, "endless.loopscope", text->str, text->len);
  message = cli_run_within_limits ("run", path, 4);
}

/* There may be as many expectations as the file likes, about as many tasks. */
static void
test_many_expectations (CliFixture    *fixture,
                        gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new (HEAD "\"program\": { \"kind\": \"steps\", \"main\": [ " LOG);
  g_autofree char *path = NULL;
  g_autofree char *message = NULL;
  guint n = 20000;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, ",\n{ \"op\": \"postTask\", \"name\": \"n%u\", \"body\": [] }", i);
  g_string_append (text, " ] }, \"expectations\": [ { \"ran\": \"main\" }");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, ",\n{ \"ran\": \"n%u\" }, { \"notRan\": \"x%u\" }, { \"order\": [ \"n%u\" ] },"
                            " { \"logContains\": [ \"main\" ] },"
                            " { \"result\": { \"task\": \"n%u\", \"state\": \"fulfilled\" } }",
                            n - 1 - i, i, n - 1 - i, n - 1 - i);
  g_string_append (text, " ] }");
  path = cli_write (fixture->dir, "many.loopscope", text->str, text->len);
  message = cli_run_within_limits ("check", path, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (endless_programs); i++)
    {
      g_autofree char *path = g_strconcat ("/endless/", endless_programs[i].name, NULL);

      g_test_add (path, CliFixture, &endless_programs[i], cli_set_up, test_endless_program, cli_tear_down);
    }

  g_test_add ("/endless/many-signals", CliFixture, NULL, cli_set_up, test_many_signals, cli_tear_down);
  g_test_add ("/endless/many-expectations", CliFixture, NULL, cli_set_up, test_many_expectations, cli_tear_down);

  return g_test_run ();
}
