/* script-util.h: what the tests of programs in JavaScript share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>
#include <stdlib.h>
#include <string.h>

#include "ls-script.h"
#include "ls-session-check.h"
#include "ls-session-evaluate.h"

/* What a run printed: each line begins with its kind if that is not “log”. */
typedef struct
{
  GString       *text;
  LsRunnerState  state;
  char          *message;
} ScriptOutput;

static inline void
script_output_clear (ScriptOutput *self)
{
  if (self->text != NULL)
    g_string_free (g_steal_pointer (&self->text), TRUE);
  g_clear_pointer (&self->message, g_free);
}

static inline void
script_take_line (LsRunner       *runner,
                  LsRunnerOutput  kind,
                  const char     *text,
                  gpointer        user_data)
{
  static const char *const prefixes[] = { "", "info ", "warn ", "error ", "debug ", "exception ", "rejection ",
                                          "uncaught " };

  if (kind != LS_RUNNER_OUTPUT_PAUSE)
    g_string_append_printf (user_data, "%s%s\n", prefixes[kind], text);
}

/* A session of scripts, an array that ends with NULL, and further members in JSON, such as "\"actions\": […]". */
static inline LsSession *
script_session_new (const char *const *scripts,
                    const char        *members)
{
  g_autoptr (GString) text = g_string_new ("{\"format\":\"loopscope-session\",\"version\":1,");
  g_autoptr (GError) error = NULL;
  LsSession *session;

  if (members != NULL)
    g_string_append_printf (text, "%s,", members);
  g_string_append (text, "\"program\":{\"kind\":\"javascript\",\"scripts\":[");
  for (guint i = 0; scripts[i] != NULL; i++)
    {
      g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), scripts[i]);
      g_autofree char *string = json_to_string (node, FALSE);

      g_string_append_printf (text, "%s{\"source\":%s}", i > 0 ? "," : "", string);
    }
  g_string_append (text, "]}}");
  session = ls_session_new_from_data ("test", text->str, -1, &error);
  g_assert_no_error (error);
  return session;
}

static inline LsSession *
script_session_new_simple (const char *script)
{
  const char *const scripts[] = { script, NULL };

  return script_session_new (scripts, NULL);
}

static inline LsRunner *
script_runner_new (LsSession             *session,
                   const LsRunnerOptions *options,
                   ScriptOutput          *output)
{
  LsRunnerOptions with_output = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  LsRunner *runner;

  if (options != NULL)
    with_output = *options;
  *output = (ScriptOutput) { .text = g_string_new (NULL) };
  with_output.output = script_take_line;
  with_output.output_data = output->text;
  runner = ls_runner_new (session, &with_output, &error);
  g_assert_no_error (error);
  return runner;
}

/* Runs a session to its end. */
static inline void
script_run (LsSession             *session,
            const LsRunnerOptions *options,
            ScriptOutput          *output)
{
  g_autoptr (LsRunner) runner = script_runner_new (session, options, output);

  ls_runner_run_to_end (runner, NULL);
  output->state = ls_runner_get_state (runner);
  output->message = g_strdup (ls_runner_get_message (runner));
}

/* A session of scripts with names: names and sources by turns, then NULL. */
static inline LsSession *
script_session_new_named (const char *const *names_and_sources)
{
  g_autoptr (GString) text = g_string_new ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\","
                                           "\"scripts\":[");
  g_autoptr (GError) error = NULL;
  LsSession *session;

  for (guint i = 0; names_and_sources[i] != NULL; i += 2)
    {
      g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), names_and_sources[i + 1]);
      g_autofree char *source = json_to_string (node, FALSE);

      g_string_append_printf (text, "%s{\"name\":\"%s\",\"source\":%s}", i > 0 ? "," : "", names_and_sources[i], source);
    }
  g_string_append (text, "]}}");
  session = ls_session_new_from_data ("test", text->str, -1, &error);
  g_assert_no_error (error);
  return session;
}

/* Runs such scripts with a trace and without: they print @expected. */
static inline void
script_assert_named_print (const char *const *names_and_sources,
                           const char        *expected)
{
  g_autoptr (LsSession) session = script_session_new_named (names_and_sources);

  for (guint traced = 0; traced < 2; traced++)
    {
      LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
      ScriptOutput output;

      options.without_trace = !traced;
      script_run (session, &options, &output);
      g_assert_cmpstr (output.text->str, ==, expected);
      script_output_clear (&output);
    }
}

/* Runs scripts with a trace and without, and in single steps: they print @expected. */
static inline void
script_assert_prints (const char *const *scripts,
                      const char        *members,
                      const char        *expected)
{
  g_autoptr (LsSession) session = script_session_new (scripts, members);

  for (guint i = 0; i < 3; i++)
    {
      LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
      ScriptOutput output;
      g_autoptr (LsRunner) runner = NULL;

      options.without_trace = i > 0;
      runner = script_runner_new (session, &options, &output);
      if (i == 2)
        while (ls_runner_step (runner, NULL))
          ;
      else
        ls_runner_run_to_end (runner, NULL);
      g_assert_cmpstr (output.text->str, ==, expected);
      g_assert_cmpstr (ls_runner_get_message (runner), ==, NULL);
      g_assert_cmpint (ls_runner_get_state (runner), ==, LS_RUNNER_FINISHED);
      script_output_clear (&output);
    }
}

/* The moment at which the statement of line @line of the first script begins for the @round-th time, as the trace tells, and its
 * column. */
static inline void
script_find_statement (LsSession *session,
                       guint      line,
                       guint      round,
                       LsStamp   *stamp,
                       guint     *column)
{
  ScriptOutput output;
  g_autoptr (LsRunner) runner = script_runner_new (session, NULL, &output);
  LsTrace *trace = ls_runner_get_trace (runner);
  g_autofree char *place = g_strdup_printf ("main.js:%u:", line);

  ls_runner_run_to_end (runner, NULL);
  *stamp = (LsStamp) { 0 };
  for (gsize i = 0; i < ls_trace_get_length (trace) && round > 0; i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED)
        *stamp = (LsStamp) { .turn = stamp->turn + 1 };
      else if (record.kind == LS_RECORD_MICROTASK_STARTED)
        stamp->microtask++;
      else if (record.kind == LS_RECORD_STATEMENT && g_str_has_prefix (ls_trace_get_text (trace, record.text), place))
        {
          stamp->statement = record.value;
          *column = atoi (ls_trace_get_text (trace, record.text) + strlen (place));
          round--;
        }
    }
  g_assert_cmpuint (round, ==, 0);
  script_output_clear (&output);
}

static inline void
script_take_result (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* What @expression is where that statement begins.
 *
 * Returns: (transfer full) (nullable): text, or NULL with @error set */
static inline char *
script_evaluate (LsSession   *session,
                 guint        line,
                 guint        round,
                 const char  *expression,
                 gboolean    *threw,
                 GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  guint column = 0;
  LsStamp stamp;

  script_find_statement (session, line, round, &stamp, &column);
  ls_session_evaluate_async (session, NULL, &stamp, "main.js", line, column, expression, NULL, script_take_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return ls_session_evaluate_finish (session, result, threw, error);
}
