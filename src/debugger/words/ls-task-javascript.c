/* ls-task-javascript.c: the call that made a task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-task-javascript.h"

#include "ls-place.h"

#include <string.h>

#define MAX_LOOK_BACK 1000000   /* in records; one step can post many tasks */

/* Words that cannot name a function or a variable in a module. A module is the strictest place where the user may put the call. */
static const char *const reserved_words[] = {
  "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do",
  "else", "enum", "eval", "export", "extends", "false", "finally", "for", "function", "if", "implements", "import", "in",
  "instanceof", "interface", "let", "new", "null", "package", "private", "protected", "public", "return", "static",
  "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield", NULL
};

static gboolean
is_identifier (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_' && *name != '$')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '$')
      return FALSE;
  return !g_strv_contains (reserved_words, name);
}

static void
append_string (GString    *text,
               const char *string)
{
  g_autofree char *valid = g_utf8_make_valid (string, -1);

  g_string_append_c (text, '"');
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (c == '"' || c == '\\')
        g_string_append_printf (text, "\\%c", (char) c);
      else if (c == '\n')
        g_string_append (text, "\\n");
      else if (c < 0x20 || c == 0x7f || c == 0x2028 || c == 0x2029)
        g_string_append_printf (text, "\\u%04x", c);
      else
        g_string_append_unichar (text, c);
    }
  g_string_append_c (text, '"');
}

/* Appends a text so that it neither ends the comment around it nor looks like several lines. */
static void
append_comment (GString    *text,
                const char *comment)
{
  g_autofree char *valid = g_utf8_make_valid (comment, -1);

  g_string_append (text, "/* ");
  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_iscntrl (c) || c == 0x2028 || c == 0x2029)
        g_string_append_c (text, ' ');
      else if (c == '/' && p > valid && p[-1] == '*')
        g_string_append (text, " /");
      else
        g_string_append_unichar (text, c);
    }
  g_string_append (text, " */");
}

/* Appends a function with that name, because the engine names a task after its function. The body is what the user wrote; where the
 * trace does not record that, @javascript is %NULL. */
static void
append_callback (GString    *text,
                 const char *name,
                 const char *javascript)
{
  const char *async = javascript != NULL ? "async " : "";
  g_autofree char *body = javascript != NULL ? g_strdup_printf ("{\n%s\n}", javascript) : g_strdup ("{ /* … */ }");

  if (*name == '\0')
    g_string_append_printf (text, "%s() => %s", async, body);
  else if (is_identifier (name))
    g_string_append_printf (text, "%sfunction %s() %s", async, name, body);
  else
    {
      g_string_append_printf (text, "({ %s", async);
      append_string (text, name);
      g_string_append_printf (text, "() %s })[", body);
      append_string (text, name);
      g_string_append_c (text, ']');
    }
}

/* Appends a variable for @signal. It gets the name that the trace has, although the program may call its variable otherwise. */
static void
append_signal (GString *text,
               LsState *state,
               guint32  signal)
{
  const LsSignalState *data = ls_state_get_signal (state, signal);
  const char *name = data != NULL && data->name != 0 ? ls_trace_get_text (ls_state_get_trace (state), data->name) : "";
  gboolean has_controller = data != NULL && data->flags & LS_RECORD_FLAG_CONTROLLER;

  if (is_identifier (name))
    g_string_append (text, name);
  else
    g_string_append_printf (text, has_controller ? "controller%u" : "signal%u", signal);
  if (has_controller)
    g_string_append (text, ".signal");
  if (!is_identifier (name) && *name != '\0')
    {
      g_string_append_c (text, ' ');
      append_comment (text, name);
    }
}

static void
append_option (GString    *options,
               const char *name)
{
  g_string_append_printf (options, "%s%s: ", options->len > 0 ? ", " : "", name);
}

static LsStep *find_in_step (LsStep     *step,
                             const char *pointer);

static LsStep *
find_in_body (LsBody     *body,
              const char *pointer)
{
  for (guint i = 0; i < ls_body_get_n_steps (body); i++)
    {
      LsStep *found = find_in_step (ls_body_get_step (body, i), pointer);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static LsStep *
find_in_step (LsStep     *step,
              const char *pointer)
{
  LsStep *found = NULL;

  if (g_str_equal (ls_step_get_pointer (step), pointer))
    return step;
  for (guint i = 0; i < ls_step_get_n_bodies (step) && found == NULL; i++)
    found = find_in_body (ls_step_get_body (step, i, NULL), pointer);
  return found;
}

/* Returns the step at a JSON pointer, in the program or an action. */
static LsStep *
find_step (LsSession  *session,
           const char *pointer)
{
  LsProgram *program = ls_session_get_program (session);
  LsStep *found = find_in_body (ls_program_get_main (program), pointer);

  for (guint i = 0; i < ls_program_get_n_bodies (program) && found == NULL; i++)
    found = find_in_body (ls_program_get_body (program, i), pointer);
  for (guint i = 0; i < ls_session_get_n_actions (session) && found == NULL; i++)
    found = find_in_step (ls_action_get_step (ls_session_get_action (session, i)), pointer);
  return found;
}

/* Returns the JavaScript of the step that posted a task. That step is the last statement or action that began before the task. */
static const char *
find_javascript (LsSession *session,
                 LsTrace   *trace,
                 guint64    posted)
{
  const guint64 end = posted > MAX_LOOK_BACK ? posted - MAX_LOOK_BACK : 0;
  LsStep *step = NULL;
  LsRecord record;
  gsize i = posted;

  while ((i = ls_place_find_before (trace, i, end, &record)) != G_MAXSIZE)
    {
      if (record.kind == LS_RECORD_ACTION)
        {
          if (record.subject < ls_session_get_n_actions (session))
            step = ls_action_get_step (ls_session_get_action (session, record.subject));
          break;
        }
      if (record.kind == LS_RECORD_STATEMENT)
        {
          step = find_step (session, ls_trace_get_text (trace, record.text));
          break;
        }
      if (record.kind == LS_RECORD_TASK_STARTED || record.kind == LS_RECORD_ACTION_FINISHED)
        break;
    }
  return step != NULL ? ls_step_get_javascript (step) : NULL;
}

static char *
format_post_task (LsState           *state,
                  LsSession         *session,
                  const LsTaskState *task,
                  const char        *name)
{
  const char *javascript = NULL;
  g_autoptr (GString) text = g_string_new ("scheduler.postTask(");
  g_autoptr (GString) options = g_string_new (NULL);
  LsRecord record = { .priority = LS_TASK_PRIORITY_NONE };
  const LsSignalState *signal;

  if (task->posted_record != G_MAXUINT64)
    ls_trace_get_record (ls_state_get_trace (state), task->posted_record, &record);
  signal = record.object != 0 ? ls_state_get_signal (state, record.object) : NULL;
  if (session != NULL && task->posted_record != G_MAXUINT64)
    javascript = find_javascript (session, ls_state_get_trace (state), task->posted_record);
  append_callback (text, name, javascript);
  if (signal != NULL && !(signal->flags & LS_RECORD_FLAG_INTERNAL))
    {
      append_option (options, "signal");
      append_signal (options, state, record.object);
    }
  if (ls_task_priority_is_valid (record.priority))
    {
      append_option (options, "priority");
      append_string (options, ls_task_priority_to_string (record.priority));
    }
  if (record.value > 0)
    {
      append_option (options, "delay");
      g_string_append_printf (options, "%u", record.value);
    }
  if (options->len > 0)
    g_string_append_printf (text, ", { %s }", options->str);
  g_string_append (text, ");");
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_task_to_javascript:
 * @state: a state
 * @session: (nullable): the session that ran
 * @task: a task
 *
 * Writes the call that made @task, as far as the trace knows it: name, signal or priority, and delay. For a timer it writes the
 * timeout after clamping. The call includes the task's code where a step of @session has it in JavaScript.
 *
 * Returns: (transfer full) (nullable): a statement in JavaScript, %NULL if no call of a program made @task
 */
char *
ls_task_to_javascript (LsState   *state,
                       LsSession *session,
                       guint32    task)
{
  const LsTaskState *data = ls_state_get_task (state, task);
  const char *name;
  g_autoptr (GString) text = NULL;

  if (data == NULL || data->status == LS_TASK_STATUS_NONE)
    return NULL;
  name = data->name != 0 ? ls_trace_get_text (ls_state_get_trace (state), data->name) : "";
  if (data->is_continuation)
    return g_strdup ("await scheduler.yield();");
  if (data->is_scheduler_task)
    return format_post_task (state, session, data, name);

  if (data->is_timer)
    {
      const LsTimerState *timer = ls_state_get_timer (state, data->timer);

      text = g_string_new (timer != NULL && timer->repeating ? "setInterval(" : "setTimeout(");
      append_callback (text, name, NULL);
      if (timer != NULL)
        g_string_append_printf (text, ", %u", timer->timeout);
    }
  else if (data->queue_type == LS_QUEUE_TYPE_IDLE)
    {
      text = g_string_new ("requestIdleCallback(");
      append_callback (text, name, NULL);
    }
  else
    {
      return NULL;
    }
  g_string_append (text, ");");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
