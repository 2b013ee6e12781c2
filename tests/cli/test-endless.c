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
  char *dir;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->dir = cli_temp_dir ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  cli_remove_dir (fixture->dir);
}

typedef struct
{
  const char *name;
  const char *text;
} Endless;

#define TIMES "{ \"op\": \"repeat\", \"times\": 4000000000, \"body\": [ "

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
};

/* A budget stops it, however much it would like to do. */
static void
test_endless_program (Fixture       *fixture,
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

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (endless_programs); i++)
    {
      g_autofree char *path = g_strconcat ("/endless/", endless_programs[i].name, NULL);

      g_test_add (path, Fixture, &endless_programs[i], set_up, test_endless_program, tear_down);
    }

  return g_test_run ();
}
