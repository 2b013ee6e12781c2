/* session-util.h: what the tests of sessions share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-breakpoint.h"
#include "ls-session-check.h"

/* A session with this main script and these further members, such as "\"actions\": […]". */
static inline char *
session_text (const char *main_steps,
              const char *bodies,
              const char *members)
{
  return g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,%s%s\"program\":{\"kind\":\"steps\","
                          "\"main\":[%s],\"bodies\":{%s}}}", members, *members != '\0' ? "," : "", main_steps, bodies);
}

static inline LsSession *
session_new (const char *main_steps,
             const char *bodies,
             const char *members)
{
  g_autofree char *text = session_text (main_steps, bodies, members);
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_no_error (error);
  return session;
}

/* A session with these further members cannot be read, and the message begins like this. */
static inline void
session_assert_refused (const char *main_steps,
                        const char *members,
                        const char *expected)
{
  g_autofree char *text = session_text (main_steps, "", members);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_null (session);
  if (!g_str_has_prefix (error->message, expected))
    g_error ("found “%s”, expected “%s”", error->message, expected);
}

/* One of the cases of a table: "/SUITE/NAME/CASE". */
static inline void
session_add_case (const char    *suite,
                  const char    *name,
                  const char    *part,
                  guint          i,
                  GTestDataFunc  test)
{
  g_autofree char *path = g_strconcat ("/", suite, "/", name, "/", part, NULL);

  g_test_add_data_func (path, GUINT_TO_POINTER (i), test);
}

/* Whether the session in a file has a program of steps, which needs no runtime. */
static inline gboolean
session_is_of_steps (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = ls_session_new_from_path (path, &error);

  g_assert_no_error (error);
  return ls_program_get_kind (ls_session_get_program (session)) == LS_PROGRAM_STEPS;
}

static inline LsRunner *
runner_new (LsSession *session)
{
  g_autoptr (GError) error = NULL;
  LsRunner *runner = ls_runner_new (session, NULL, &error);

  g_assert_no_error (error);
  return runner;
}

static inline char *
joined_log (LsRunner *runner)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < ls_runner_get_n_log_lines (runner); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", ls_runner_get_log_line (runner, i));
  return g_string_free (text, FALSE);
}

/* How many records of @kind there are; *@text: the last one's text. */
static inline guint
count_records (LsTrace      *trace,
               LsRecordKind  kind,
               const char  **text)
{
  guint n = 0;

  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind != kind)
        continue;
      n++;
      if (text != NULL)
        *text = record.text != 0 ? ls_trace_get_text (trace, record.text) : NULL;
    }

  return n;
}

static inline LsBreakRule *
break_rule_new (const char *json)
{
  g_autoptr (GError) error = NULL;
  LsBreakRule *rule = ls_break_rule_new_from_json (json, &error);

  g_assert_no_error (error);
  return rule;
}
