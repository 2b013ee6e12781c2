/* test-merge.c: explorations in pieces, and “merge”
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <json-glib/json-glib.h>
#include <string.h>

#include "cli-util.h"

#define N_PIECES 3
/* Two that both add to memory in two steps, twice. */
#define ADD "{ \"op\": \"load\", \"memory\": \"m\", \"as\": \"x\" }, { \"op\": \"let\", \"as\": \"x\", \"value\": \"${x}\", \"plus\": 1 }, " \
            "{ \"op\": \"store\", \"memory\": \"m\", \"value\": \"${x}\" }"
#define WORKER(name) "{ \"op\": \"worker\", \"name\": \"" name "\", \"body\": [" ADD ", " ADD "] }"
#define PROGRAM "{ \"op\": \"memory\", \"name\": \"m\", \"length\": 1 }, " WORKER ("a") ", " WORKER ("b")
#define FOUR ", \"expectations\": [{ \"memory\": { \"name\": \"m\", \"equals\": 4 } }]"

typedef struct
{
  char *folder;
  char *session;        /* its path */
  char *all;            /* the paths of its pieces */
} Fixture;

static char *
get_piece (Fixture *self,
           guint    piece)
{
  return g_strdup_printf ("%s/piece-%u", self->folder, piece);
}

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  g_autofree char *text = cli_session (PROGRAM, FOUR);
  g_autoptr (GString) all = g_string_new (NULL);

  self->folder = cli_temp_dir ();
  self->session = cli_write (self->folder, "add.loopscope", text, -1);
  for (guint i = 1; i <= N_PIECES; i++)
    g_string_append_printf (all, " %s/piece-%u", self->folder, i);
  self->all = g_string_free (g_steal_pointer (&all), FALSE);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  cli_remove_dir (self->folder);
  g_free (self->session);
  g_free (self->all);
}

static CliResult *
explore (Fixture    *self,
         guint       piece,
         guint       n_pieces,
         const char *options)
{
  g_autofree char *path = get_piece (self, piece);
  g_autofree char *arguments = g_strdup_printf ("explore --piece=%u/%u --checkpoint=%s%s %s", piece, n_pieces, path, options, self->session);

  return cli_run (arguments, NULL);
}

static void
explore_all (Fixture    *self,
             const char *options)
{
  for (guint i = 1; i <= N_PIECES; i++)
    {
      g_autoptr (CliResult) result = explore (self, i, N_PIECES, options);

      g_assert_cmpstr (result->err, ==, "");
    }
}

static CliResult *
merge (Fixture    *self,
       const char *options)
{
  g_autofree char *arguments = g_strconcat ("merge", options, " ", self->session, self->all, NULL);

  return cli_run (arguments, NULL);
}

/* Returns (transfer full) JSON without how often the agents were run, which differs. */
static char *
strip (const char *json)
{
  g_autoptr (JsonNode) root = json_from_string (json, NULL);
  JsonObject *object = json_node_get_object (root);

  json_object_remove_member (object, "runs");
  json_object_remove_member (object, "steps");
  return json_to_string (root, TRUE);
}

/* All kinds of explorations: what the pieces come to is what the whole comes to. */
static void
test_whole (Fixture       *self,
            gconstpointer  data)
{
  static const char *const kinds[] = { " --json", " --json --bound=1 --overtaking=2", " --json --random=3 --runs=40" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *arguments = g_strconcat ("explore", kinds[i], " ", self->session, NULL);
      g_autoptr (CliResult) whole = cli_run (arguments, NULL), merged = NULL;
      g_autofree char *expected = strip (whole->out), *found = NULL;

      explore_all (self, kinds[i]);
      merged = merge (self, " --json");
      g_assert_cmpint (whole->status, ==, 1);
      g_assert_cmpint (merged->status, ==, 1);
      found = strip (merged->out);
      g_assert_cmpstr (found, ==, expected);
    }
}

/* A piece says which one it is, and the session with the schedule is that of the whole. */
static void
test_report (Fixture       *self,
             gconstpointer  data)
{
  g_autofree char *of_whole = g_build_filename (self->folder, "whole.loopscope", NULL);
  g_autofree char *of_pieces = g_build_filename (self->folder, "pieces.loopscope", NULL);
  g_autofree char *arguments = g_strdup_printf ("explore --save=%s %s", of_whole, self->session);
  g_autofree char *save = g_strconcat (" --save=", of_pieces, NULL), *expected = NULL, *found = NULL;
  g_autoptr (CliResult) whole = cli_run (arguments, NULL), piece = NULL, json = NULL, merged = NULL;
  g_autoptr (JsonNode) root = NULL;

  explore_all (self, "");
  piece = explore (self, 2, N_PIECES, "");
  g_assert_true (g_pattern_match_simple ("Piece 2 of 3: * states, * runs\ninvariant *", piece->out));
  json = explore (self, 3, N_PIECES, " --json");
  root = json_from_string (json->out, NULL);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (root), "piece"), ==, 3);
  g_assert_cmpint (json_object_get_int_member (json_node_get_object (root), "pieces"), ==, 3);
  g_assert_false (json_object_has_member (json_node_get_object (root), "schedules"));
  merged = merge (self, save);
  g_assert_cmpint (merged->status, ==, 1);
  g_assert_cmpstr (strchr (merged->out, '\n'), ==, strchr (whole->out, '\n'));
  g_assert_true (g_str_has_prefix (merged->out, "All "));
  g_assert_true (g_file_get_contents (of_whole, &expected, NULL, NULL));
  g_assert_true (g_file_get_contents (of_pieces, &found, NULL, NULL));
  g_assert_cmpstr (found, ==, expected);
}

/* A piece goes on from its checkpoint, and one that is not complete is told. */
static void
test_resume (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (CliResult) whole = NULL, cut = NULL, some = NULL, rest = NULL, all = NULL;

  explore_all (self, "");
  whole = merge (self, "");
  cut = explore (self, 2, N_PIECES, " --states=20");
  g_assert_true (g_str_has_prefix (cut->out, "Piece 2 of 3: Some of the schedules: "));
  some = merge (self, "");
  g_assert_true (g_str_has_prefix (some->out, "Some of the schedules: "));
  rest = explore (self, 2, N_PIECES, " --resume");
  g_assert_true (g_pattern_match_simple ("Piece 2 of 3: * states*", rest->out));
  all = merge (self, "");
  g_assert_cmpstr (all->out, ==, whole->out);
}

static void
assert_refused (Fixture    *self,
                const char *pieces,
                const char *file,
                const char *why)
{
  g_autofree char *arguments = g_strdup_printf ("merge %s %s", self->session, pieces);
  g_autofree char *message = file != NULL ? g_strdup_printf ("loopscope-cli: %s: %s\n", file, why) : g_strdup_printf ("loopscope-cli: %s\n", why);
  g_autoptr (CliResult) result = cli_run (arguments, NULL);

  cli_assert_ended (result, 3, "", message);
}

/* What does not belong together is refused, with the file. */
static void
test_refused (Fixture       *self,
              gconstpointer  data)
{
  g_autofree char *one = get_piece (self, 1), *two = get_piece (self, 2), *three = get_piece (self, 3), *four = get_piece (self, 4);
  g_autofree char *twice = g_strconcat (one, " ", one, NULL), *mixed = g_strconcat (one, " ", four, NULL);
  g_autofree char *both = g_strconcat (one, " ", two, NULL), *text = NULL, *other = NULL;
  g_autofree char *of_other = NULL, *no_piece = NULL;
  g_autoptr (CliResult) of_four = NULL, bounded = NULL, result = NULL;

  explore_all (self, "");
  assert_refused (self, both, NULL, "Piece 3 of 3 is missing");
  assert_refused (self, twice, one, "Piece 1 is there already");
  of_four = explore (self, 4, 4, "");
  assert_refused (self, mixed, four, "It is one of 4 pieces, those before it are of 3");
  bounded = explore (self, 2, N_PIECES, " --bound=1");
  assert_refused (self, both, two, "The piece was explored with other options");
  assert_refused (self, self->session, self->session, "expected a checkpoint written by “loopscope-cli explore”");
  no_piece = g_strdup_printf ("explore --checkpoint=%s %s", three, self->session);
  result = cli_run (no_piece, NULL);
  assert_refused (self, three, three, "The checkpoint is that of a whole exploration, not of a piece");
  text = cli_session (PROGRAM, "");
  other = cli_write (self->folder, "other.loopscope", text, -1);
  of_other = g_strdup_printf ("merge %s %s", other, one);
  g_clear_pointer (&result, cli_result_free);
  result = cli_run (of_other, NULL);
  g_assert_cmpint (result->status, ==, 3);
  g_assert_nonnull (strstr (result->err, "piece-1: the checkpoint belongs to another session, or to an earlier version of this one\n"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/cli/merge/whole", Fixture, NULL, set_up, test_whole, tear_down);
  g_test_add ("/cli/merge/report", Fixture, NULL, set_up, test_report, tear_down);
  g_test_add ("/cli/merge/resume", Fixture, NULL, set_up, test_resume, tear_down);
  g_test_add ("/cli/merge/refused", Fixture, NULL, set_up, test_refused, tear_down);

  return g_test_run ();
}
