/* ls-script-check.c: finds the errors in a source on the thread of the transformer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-json-writer-private.h"
#include "ls-source-check.h"

#include <string.h>

static void
add_lines (LsSourceCheck *self,
           const GArray  *statements)
{
  guint last = 0;

  self->lines = g_new (guint, statements->len / 3 + 1);
  for (guint i = 0; i + 2 < statements->len; i += 3)
    {
      const guint line = g_array_index (statements, gint32, i);
      guint place = self->n_lines;

      if (line == last)
        continue;
      last = line;
      /* Statements are almost always in the order of the text. */
      while (place > 0 && self->lines[place - 1] > line)
        place--;
      if (place > 0 && self->lines[place - 1] == line)
        continue;
      memmove (self->lines + place + 1, self->lines + place, (self->n_lines - place) * sizeof (guint));
      self->lines[place] = line;
      self->n_lines++;
    }
}

/* Turns the places of comments from UTF-16 units into bytes of UTF-8. */
static void
add_comments (LsSourceCheck *self,
              const GArray  *places,
              JSStringRef    source)
{
  const size_t size = JSStringGetMaximumUTF8CStringSize (source);
  g_autofree char *text = g_malloc (size);
  const char *at = text;
  gint32 offset = 0;
  guint line = 1, n = 0;

  JSStringGetUTF8CString (source, text, size);
  self->comments = g_new (LsSourceComment, places->len / 2 + 1);
  for (;;)
    {
      const gunichar letter = g_utf8_get_char (at);

      for (; n < places->len && g_array_index (places, gint32, n) == offset; n++)
        if (n % 2 == 0)
          self->comments[n / 2] = (LsSourceComment) { .start = at - text, .line = line };
        else
          self->comments[n / 2].end = at - text;
      if (letter == '\0')
        break;

      if (letter == '\n' || letter == 0x2028 || letter == 0x2029 || (letter == '\r' && at[1] != '\n'))
        line++;
      offset += letter > 0xffff ? 2 : 1;
      at = g_utf8_next_char (at);
    }
  self->n_comments = n / 2;
}

/* Checks a source. This runs on the thread of the transformer. */
void
ls_script_check_run (LsScriptReader  *reader,
                     LsScriptRequest *request)
{
  LsSourceCheck *check;
  LsScriptTransformed *transformed;

  if (g_task_return_error_if_cancelled (request->task))
    return;
  ls_script_reader_transform (reader, request);
  transformed = request->transformed;
  if (request->body != NULL)
    ls_script_transformed_move_to_body (transformed, request->body);
  check = g_new0 (LsSourceCheck, 1);
  if (transformed->code == NULL)
    {
      check->message = g_steal_pointer (&transformed->message);
      check->line = MAX (transformed->line, 1);
      check->column = MAX (transformed->column, 1);
    }
  else
    {
      add_lines (check, transformed->statements);
      if (request->body == NULL)
        add_comments (check, transformed->comments, request->source);
    }
  g_task_return_pointer (request->task, check, (GDestroyNotify) ls_source_check_free);
}

/* Checks a source on the thread of the transformer, and takes over @task. @script: (nullable): its name, NULL for a task's code */
void
ls_script_check (const char *source,
                 const char *script,
                 GTask      *task)
{
  const gboolean is_body = script == NULL;
  const LsScriptGoal goal = is_body ? LS_SCRIPT_GOAL_ANY : ls_script_get_goal (script);
  LsJsonWriter options;
  LsScriptRequest *request;
  GError *error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *whole = is_body ? ls_script_code_wrap (source) : NULL;

  if (!ls_script_machines_prepare (&error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  request = ls_script_request_new (LS_SCRIPT_REQUEST_CHECK);
  request->source = JSStringCreateWithUTF8CString (is_body ? whole : source);
  ls_json_writer_init (&options);
  ls_json_begin (&options, NULL, '{', FALSE);
  ls_json_bool (&options, "statements", TRUE);
  ls_json_bool (&options, "comments", !is_body);
  ls_script_add_kind (&options, script, goal);
  ls_json_end (&options, '}');
  text = ls_json_writer_finish (&options);
  request->options = JSStringCreateWithUTF8CString (text);
  request->body = is_body ? g_strdup (source) : NULL;
  request->task = task;
  ls_script_transformer_submit (request);
  ls_script_request_unref (request);
}
