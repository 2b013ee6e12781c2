/* toy-runtime.h: stands for JavaScript where the session's side of a runtime is tested
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "ls-program-runtime.h"
#include "ls-task-controller.h"

/* Each line of a script is a task of its own, and a statement, the first of its callback. What it does is its first word:
 *
 *   controller NAME      makes a task controller
 *   priorities           prints the priorities of all controllers
 *   syntax               makes the script one that cannot be run
 *   unread               is read until the run is to end, and cannot be run then
 *   spin                 goes on for ever
 *   work N               lets N ms pass
 *   statements N         so many statements, each by itself; prints at which of them it asks for actions
 *   count N              so many statements at once
 *   throw, reject        nobody catches it
 *   again                posts itself again
 *   later                posts a line in two days
 *   stop                 the runtime ends the program
 *   warn, info, …        prints a line of this level
 *
 * Anything else is printed. Probes are answered with the line and the expression. */

/* How many scripts are being read, or have been. */
static int toy_n_unread;   /* atomic */

typedef struct
{
  LsProgramHost *host;
  GPtrArray     *controllers;
  char          *stop;
} ToyRun;

typedef struct
{
  ToyRun *run;
  char   *script;
  guint   number;
  char   *text;
} ToyLine;

static ToyLine *
toy_line_new (ToyRun     *run,
              const char *script,
              guint       number,
              const char *text)
{
  ToyLine *line = g_new0 (ToyLine, 1);

  line->run = run;
  line->script = g_strdup (script);
  line->number = number;
  line->text = g_strdup (text);
  return line;
}

static void
toy_line_free (gpointer data)
{
  ToyLine *line = data;

  g_free (line->script);
  g_free (line->text);
  g_free (line);
}

static void
toy_probe (ToyLine *line,
           guint32  n)
{
  const LsProgramOptions *options = line->run->host->options;

  for (guint i = 0; options != NULL && i < options->n_probes; i++)
    {
      const LsProgramProbe *probe = &options->probes[i];

      if (probe->stamp.turn == ls_event_loop_get_turn (line->run->host->loop) && probe->stamp.statement == n &&
          probe->line == line->number && g_str_equal (probe->script, line->script))
        {
          g_autofree char *text = g_strdup_printf ("%s is %s", probe->expression, line->text);

          line->run->host->probed (line->run->host, i, g_str_equal (probe->expression, "throw"), text);
        }
    }
}

static LsCompletion toy_run_line (const LsValue *argument,
                                  LsValue       *result,
                                  gpointer       user_data);

static void
toy_post (ToyLine *line,
          guint64  delay)
{
  ls_event_loop_post (line->run->host->loop, LS_QUEUE_TYPE_DEFAULT, delay, LS_POST_NONE, line->text, toy_run_line, line,
                      toy_line_free);
}

static void
toy_do (ToyLine *line,
        guint32  next)
{
  ToyRun *run = line->run;
  LsProgramHost *host = run->host;
  g_auto (GStrv) words = g_strsplit (line->text, " ", 2);
  guint64 number = words[1] != NULL ? g_ascii_strtoull (words[1], NULL, 10) : 0;

  if (g_str_equal (words[0], "controller"))
    {
      g_autoptr (LsTaskController) controller = ls_task_controller_new (host->loop, LS_TASK_PRIORITY_USER_VISIBLE, NULL);

      g_ptr_array_add (run->controllers, g_object_ref (controller));
      host->name_controller (host, words[1], LS_ABORT_CONTROLLER (controller));
    }
  else if (g_str_equal (words[0], "priorities"))
    for (guint i = 0; i < run->controllers->len; i++)
      {
        LsAbortSignal *signal = ls_abort_controller_get_signal (g_ptr_array_index (run->controllers, i));

        host->log (host, "log", ls_task_priority_to_string (ls_task_signal_get_priority (LS_TASK_SIGNAL (signal))));
      }
  else if (g_str_equal (words[0], "spin"))
    while (host->may_go_on (host))
      ;
  else if (g_str_equal (words[0], "work"))
    ls_event_loop_work (host->loop, number * 1000);
  else if (g_str_equal (words[0], "count"))
    host->count (host, number);
  else if (g_str_equal (words[0], "statements"))
    for (guint32 n = 2; n <= number; n++)
      {
        if (n == next)
          {
            g_autofree char *text = g_strdup_printf ("asks at %u", n);

            host->log (host, "log", text);
            next = host->statement (host, n);
          }
      }
  else if (g_str_equal (words[0], "throw") || g_str_equal (words[0], "reject"))
    {
      gboolean is_rejection = g_str_equal (words[0], "reject");
      g_autofree char *text = g_strdup_printf ("%s:%u:1: Uncaught %sError: %s", line->script, line->number,
                                               is_rejection ? "(in promise) " : "", words[1]);

      host->report (host, is_rejection, is_rejection ? 7 : 0, text);
    }
  else if (g_str_equal (words[0], "again"))
    toy_post (toy_line_new (run, line->script, line->number, line->text), 0);
  else if (g_str_equal (words[0], "later"))
    toy_post (toy_line_new (run, line->script, line->number, words[1]), G_GUINT64_CONSTANT (48) * 3600 * 1000 * 1000);
  else if (g_str_equal (words[0], "stop"))
    run->stop = g_strdup (words[1]);
  else if (words[1] != NULL && strstr (" log info warn error debug ", words[0]) != NULL)
    host->log (host, words[0], words[1]);
  else
    host->log (host, "log", line->text);
}

static LsCompletion
toy_run_line (const LsValue *argument,
              LsValue       *result,
              gpointer       user_data)
{
  ToyLine *line = user_data;
  LsProgramHost *host = line->run->host;
  guint32 next;

  if (!host->may_go_on (host))
    return LS_COMPLETION_NORMAL;

  next = host->statement (host, 1);
  toy_probe (line, 1);
  if (!host->may_go_on (host))
    return LS_COMPLETION_NORMAL;
  toy_do (line, next);
  return LS_COMPLETION_NORMAL;
}

static gpointer
toy_create (LsProgramHost  *host,
            GError        **error)
{
  ToyRun *run;

  for (guint i = 0; i < ls_program_get_n_scripts (host->program); i++)
    {
      LsScript *script = ls_program_get_script (host->program, i);
      g_auto (GStrv) lines = g_strsplit (ls_script_get_text (script), "\n", -1);

      for (guint j = 0; lines[j] != NULL; j++)
        if (g_str_has_prefix (lines[j], "syntax") || g_str_has_prefix (lines[j], "unread"))
          {
            if (*lines[j] == 'u')
              {
                g_atomic_int_inc (&toy_n_unread);
                while (host->may_go_on (host))
                  g_thread_yield ();
              }
            g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s:%u:3: SyntaxError: Unexpected token",
                         ls_script_get_name (script), j + 1);
            return NULL;
          }
    }

  run = g_new0 (ToyRun, 1);
  run->host = host;
  run->controllers = g_ptr_array_new_with_free_func (g_object_unref);
  return run;
}

static void
toy_start (gpointer data)
{
  ToyRun *run = data;

  for (guint i = 0; i < ls_program_get_n_scripts (run->host->program); i++)
    {
      LsScript *script = ls_program_get_script (run->host->program, i);
      g_auto (GStrv) lines = g_strsplit (ls_script_get_text (script), "\n", -1);

      for (guint j = 0; lines[j] != NULL; j++)
        if (*lines[j] != '\0')
          toy_post (toy_line_new (run, ls_script_get_name (script), j + 1, lines[j]), 0);
    }
}

static void
toy_free (gpointer data)
{
  ToyRun *run = data;

  g_ptr_array_unref (run->controllers);
  g_free (run->stop);
  g_free (run);
}

static char *
toy_get_stop_message (gpointer data)
{
  ToyRun *run = data;

  return g_strdup (run->stop);
}

static const LsProgramRuntime toy_runtime = {
  .kind = "javascript",
  .create = toy_create,
  .start = toy_start,
  .free = toy_free,
  .get_stop_message = toy_get_stop_message,
};
