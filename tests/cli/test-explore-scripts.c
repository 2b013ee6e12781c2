/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <json-glib/json-glib.h>
#include <string.h>

#include "cli-util.h"

/* Each run makes virtual machines: what is explored here is small. */

#define SESSION(source, rest) "{ \"format\": \"loopscope-session\", \"version\": 1, \"program\": { \"kind\": \"javascript\", \"source\": \"" \
                              source "\" }" rest " }"

/* Two agents that add in one operation to each of two elements. */
#define ADD_BOTH "Atomics.add(cells, 0, 1); Atomics.add(cells, 1, 1);"
#define COUNTED SESSION ("const sab = new SharedArrayBuffer(8), cells = new Int32Array(sab);" \
                         "const worker = new Worker(() => { onmessage = ({ data }) => {" \
                         "  const cells = new Int32Array(data); " ADD_BOTH " }; }, { name: 'w' });" \
                         "worker.postMessage(sab); " ADD_BOTH, "")

/* The same in steps: what a script does is a task as well. */
#define STEPS_ADD "{ \"op\": \"add\", \"memory\": \"m\", \"value\": 1 }, { \"op\": \"add\", \"memory\": \"m\", \"index\": 1, \"value\": 1 }"
#define STEPS "{ \"op\": \"postTask\", \"body\": [{ \"op\": \"memory\", \"name\": \"m\", \"length\": 2 }, " \
              "{ \"op\": \"worker\", \"name\": \"w\", \"body\": [{ \"op\": \"postTask\", \"priority\": \"user-blocking\", \"body\": [" \
              "{ \"op\": \"onMessage\", \"body\": [" STEPS_ADD "] }] }] }, { \"op\": \"postMessage\", \"to\": \"w\" }, " STEPS_ADD "] }"

/* Additions that are made of two operations each. */
#define ADD "Atomics.store(cells, 0, Atomics.load(cells, 0) + 1);"
#define LOST SESSION ("const sab = new SharedArrayBuffer(4), cells = new Int32Array(sab);" \
                      "new Worker(() => { onmessage = ({ data }) => { const cells = new Int32Array(data); " ADD " }; }).postMessage(sab);" ADD, \
                      ", \"expectations\": [{ \"memory\": { \"name\": \"sab\", \"equals\": 2 } }]")

/* What was read decides what is done later, when memory is the same again whatever it was. */
#define READ(how) SESSION ("const sab = new SharedArrayBuffer(16), cells = new Int32Array(sab);" \
                           "new Worker(() => { onmessage = ({ data }) => { Atomics.store(new Int32Array(data), 1, 1); }; }).postMessage(sab);" \
                           "Atomics.pause(); const seen = " how "; Atomics.pause(); if (seen === 1) Atomics.store(cells, 2, 1);", \
                           ", \"expectations\": [{ \"memory\": { \"name\": \"sab\", \"index\": 2, \"equals\": 0 } }]")

static JsonObject *
explore (const char *options,
         const char *session,
         int         status,
         JsonNode  **root)
{
  g_autofree char *command = g_strconcat ("explore --json", options, " -", NULL);
  g_autoptr (CliResult) result = cli_run (command, session);

  g_assert_cmpstr (result->err, ==, "");
  g_assert_cmpint (result->status, ==, status);
  *root = json_from_string (result->out, NULL);
  g_assert_nonnull (*root);
  return json_node_get_object (*root);
}

static gboolean
has_finding (JsonObject *report,
             const char *finding,
             const char *message)
{
  JsonArray *findings = json_object_get_array_member (report, "findings");

  for (guint i = 0; i < json_array_get_length (findings); i++)
    {
      JsonObject *found = json_array_get_object_element (findings, i);

      if (g_str_equal (json_object_get_string_member (found, "finding"), finding))
        return message == NULL || g_str_equal (json_object_get_string_member (found, "message"), message);
    }
  return FALSE;
}

/* There are as many schedules as of the same program in steps. */
static void
test_count (void)
{
  g_autofree char *steps = cli_session (STEPS, "");
  g_autoptr (JsonNode) of_javascript = NULL;
  g_autoptr (JsonNode) of_steps = NULL;
  JsonObject *javascript = explore ("", COUNTED, 0, &of_javascript);
  JsonObject *other = explore ("", steps, 0, &of_steps);

  g_assert_cmpstr (json_object_get_string_member (javascript, "status"), ==, "complete");
  g_assert_cmpstr (json_object_get_string_member (javascript, "schedules"), ==, "25");
  g_assert_cmpstr (json_object_get_string_member (other, "schedules"), ==, "25");
  g_assert_cmpint (json_object_get_int_member (javascript, "runs"), <, 25);
}

/* What is written shows in a run what was found. */
static void
test_found (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *path = g_build_filename (dir, "found.loopscope", NULL);
  g_autofree char *save = g_strconcat (" --first --save=", path, NULL);
  g_autofree char *check = g_strconcat ("check ", path, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *report = explore (save, LOST, 1, &root);
  g_autoptr (CliResult) checked = cli_run (check, NULL);
  g_autoptr (CliResult) unscheduled = cli_run ("check -", LOST);

  g_assert_true (has_finding (report, "invariant", "sab[0] is 2: found 1"));
  g_assert_cmpint (checked->status, ==, 1);
  g_assert_nonnull (strstr (checked->out, "found 1"));
  g_assert_cmpint (unscheduled->status, ==, 0);
  cli_remove_dir (dir);
}

/* States in which an agent has read something else are others. */
static void
test_plain (void)
{
  g_autoptr (JsonNode) by_index = NULL;
  g_autoptr (JsonNode) by_method = NULL;

  g_assert_true (has_finding (explore (" --first", READ ("cells[1]"), 1, &by_index), "invariant", "sab[2] is 0: found 1"));
  g_assert_true (has_finding (explore (" --first", READ ("cells.at(1)"), 1, &by_method), "invariant", "sab[2] is 0: found 1"));
}

static void
test_locks (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonObject *report = explore ("", SESSION ("/* No Worker. */"
                                             "const first = new AsyncLock(new SharedArrayBuffer(4)), second = new AsyncLock(new SharedArrayBuffer(4));"
                                             "first.executeLocked(() => { throw new Error('boom'); }).catch(() => {});"
                                             "second.executeLocked(async () => { await 1; });", ""), 1, &root);

  g_assert_true (has_finding (report, "lock-left-held", NULL));
  g_assert_true (has_finding (report, "early-unlock", NULL));
}

static void
test_missed (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonObject *report = explore ("", SESSION ("const sab = new SharedArrayBuffer(4);"
                                             "new Worker(() => { onmessage = ({ data }) => { Atomics.wait(new Int32Array(data), 0, 0); }; }).postMessage(sab);"
                                             "Atomics.notify(new Int32Array(sab), 0);", ""), 1, &root);

  g_assert_true (has_finding (report, "deadlock", NULL));
  g_assert_true (has_finding (report, "lost-wake-up", NULL));
}

/* In pieces, and by chance. */
static void
test_pieces (void)
{
  char *dir = cli_temp_dir ();
  g_autofree char *path = g_build_filename (dir, "checkpoint", NULL);
  g_autofree char *piece = g_strconcat (" --states=9 --resume --checkpoint=", path, NULL);
  g_autofree char *rest = g_strconcat (" --resume --checkpoint=", path, NULL);
  g_autoptr (JsonNode) first = NULL;
  g_autoptr (JsonNode) last = NULL;
  g_autoptr (JsonNode) random = NULL;

  explore (piece, LOST, 4, &first);
  g_assert_true (has_finding (explore (rest, LOST, 1, &last), "invariant", "sab[0] is 2: found 1"));
  g_assert_cmpstr (json_object_get_string_member (json_node_get_object (last), "schedules"), ==, "25");
  explore (" --random=1 --runs=3", COUNTED, 0, &random);
  cli_remove_dir (dir);
}

/* Realms on several threads come to what those on one come to. */
static void
test_jobs (void)
{
  g_autoptr (JsonNode) all = NULL;
  g_autoptr (JsonNode) random = NULL;
  JsonObject *object = explore (" --jobs=2", LOST, 1, &all);

  g_assert_true (has_finding (object, "invariant", "sab[0] is 2: found 1"));
  g_assert_cmpstr (json_object_get_string_member (object, "status"), ==, "complete");
  g_assert_cmpstr (json_object_get_string_member (object, "schedules"), ==, "25");
  object = explore (" --random=1 --runs=5 --jobs=2", COUNTED, 0, &random);
  g_assert_cmpint (json_object_get_int_member (object, "runs"), ==, 5);
}

static void
test_refused (void)
{
  g_autoptr (CliResult) alone = cli_run ("explore -", SESSION ("console.log(1)", ""));
  g_autofree char *mixed_session = cli_session ("{ \"op\": \"memory\", \"name\": \"m\", \"length\": 1 }, "
                                                "{ \"op\": \"postTask\", \"javascript\": \"1\" }", "");
  g_autoptr (CliResult) mixed = cli_run ("explore -", mixed_session);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *wrong = explore ("", SESSION ("const = 1; new Worker(() => {});", ""), 1, &root);

  g_assert_cmpint (alone->status, ==, 3);
  g_assert_nonnull (strstr (alone->err, "there is only one way to run it"));
  g_assert_cmpint (mixed->status, ==, 3);
  g_assert_nonnull (strstr (mixed->err, "A program of steps with tasks in JavaScript cannot be explored"));
  g_assert_true (has_finding (wrong, "too-long", NULL));
}

/* What is expected of memory may name an array of it, whose elements count from where it begins. */
static void
test_arrays (void)
{
  static const char session[] = SESSION (
    "const sab = new SharedArrayBuffer(32), whole = new Int32Array(sab), part = new Int32Array(sab, 8, 4);"
    "const big = new BigInt64Array(sab, 16), end = part.subarray(1);"
    "new Worker(() => { onmessage = ({ data }) => {"
    "  const other = new Int32Array(data, 4); Atomics.store(other, 1, 7); Atomics.store(new BigInt64Array(data, 8), 2, 9n);"
    "}; }).postMessage(sab);",
    ", \"expectations\": [{ \"memory\": { \"name\": \"whole\", \"index\": 2, \"equals\": 7 } },"
    "{ \"memory\": { \"name\": \"part\", \"index\": 0, \"equals\": 7 } },"
    "{ \"memory\": { \"name\": \"other\", \"index\": 1, \"equals\": 7 } },"
    "{ \"memory\": { \"name\": \"big\", \"index\": 1, \"equals\": 9 } },"
    "{ \"memory\": { \"name\": \"end\", \"index\": 0, \"equals\": 0 } },"
    "{ \"memory\": { \"name\": \"sab\", \"index\": 2, \"equals\": 7 } }]");
  g_autoptr (CliResult) checked = cli_run ("check -", session);
  g_autoptr (JsonNode) root = NULL;

  g_assert_cmpstr (checked->err, ==, "");
  g_assert_null (strstr (checked->out, "not ok"));
  g_assert_cmpint (checked->status, ==, 0);
  explore ("", session, 0, &root);
}

/* The time ends a run that does not end by itself, and what it was about to find is none. */
static void
test_time (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonObject *report = explore (" --time 1", SESSION ("new Worker(() => { for (;;); });", ""), 4, &root);

  g_assert_cmpstr (json_object_get_string_member (report, "status"), ==, "budget");
  g_assert_cmpint (json_object_get_int_member (report, "runs"), ==, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (report, "findings")), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/explore-scripts/count", test_count);
  g_test_add_func ("/cli/explore-scripts/found", test_found);
  g_test_add_func ("/cli/explore-scripts/plain", test_plain);
  g_test_add_func ("/cli/explore-scripts/locks", test_locks);
  g_test_add_func ("/cli/explore-scripts/missed", test_missed);
  g_test_add_func ("/cli/explore-scripts/pieces", test_pieces);
  g_test_add_func ("/cli/explore-scripts/jobs", test_jobs);
  g_test_add_func ("/cli/explore-scripts/refused", test_refused);
  g_test_add_func ("/cli/explore-scripts/arrays", test_arrays);
  g_test_add_func ("/cli/explore-scripts/time", test_time);
  return g_test_run ();
}
