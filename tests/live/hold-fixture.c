/* hold-fixture.c: programs that tell what they do through a pipe
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "hold-fixture.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ls-record.h"
#include "ls-state.h"

void
set_up (Fixture       *self,
        gconstpointer  mode)
{
  const char *arguments[] = { g_getenv ("LS_TEST_WATCHED"), mode, NULL, NULL };
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("hold-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "pipe", NULL);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  self->pipe = open (self->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  g_assert_cmpint (self->pipe, >=, 0);
  if (mode == NULL)
    return;
  self->watch = ls_watch_new ();
  arguments[2] = self->path;
  g_assert_true (ls_watch_launch (self->watch, arguments, &error));
  g_assert_no_error (error);
}

/* The program ends when nobody reads what it tells. */
void
tear_down (Fixture       *self,
           gconstpointer  mode)
{
  close (self->pipe);
  if (self->watch != NULL)
    ls_live_run_let_go (LS_LIVE_RUN (self->watch));
  while (self->watch != NULL && !ls_live_run_has_ended (LS_LIVE_RUN (self->watch)))
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&self->watch);
  g_unlink (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->path);
  g_free (self->folder);
}

/* Waits until the program tells something. */
char
read_letter (Fixture *self)
{
  struct pollfd poll_fd = { self->pipe, POLLIN, 0 };
  char letter;

  g_assert_cmpint (poll (&poll_fd, 1, PATIENCE_MS), ==, 1);
  g_assert_cmpint (read (self->pipe, &letter, 1), ==, 1);
  return letter;
}

/* Reads all that the program has told by now. Returns how often it told @letter; 0: any. */
guint
read_all (Fixture *self,
          char     letter)
{
  char letters[4096];
  guint n = 0;
  gssize n_read;

  while ((n_read = read (self->pipe, letters, sizeof letters)) > 0)
    for (gssize i = 0; i < n_read; i++)
      n += letter == 0 || letters[i] == letter;
  return n;
}

void
wait_for_letter (Fixture *self,
                 char     letter)
{
  while (read_letter (self) != letter)
    ;
}

guint32
get_n_turns (Fixture *self)
{
  return ls_trace_get_n_turns (ls_live_run_get_trace (LS_LIVE_RUN (self->watch)));
}

void
wait_for_turns (Fixture *self,
                guint32  n)
{
  while (get_n_turns (self) < n)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      read_all (self, 0);
      g_main_context_iteration (NULL, TRUE);
    }
}

/* Waits until the program is held before another task than @task. Returns that one. The watcher's thread may let it go between two
 * questions. */
guint32
wait_for_held (Fixture *self,
               guint32  task)
{
  guint32 held;

  while ((held = ls_live_run_get_held_task (LS_LIVE_RUN (self->watch))) == 0 || held == task)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      g_main_context_iteration (NULL, TRUE);
    }
  return held;
}

char *
get_name (Fixture *self,
          guint32  task)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));
  g_autoptr (LsState) state = ls_state_new (trace);
  const LsTaskState *found;

  ls_state_seek (state, ls_trace_get_length (trace));
  found = ls_state_get_task (state, task);
  return g_strdup (found != NULL ? ls_trace_get_text (trace, found->name) : "");
}

/* Lets a program that is to be held go on until it is held before a task with a name. Returns the task. */
guint32
hold_before (Fixture    *self,
             const char *name)
{
  for (guint32 task = 0;; ls_live_run_step (LS_LIVE_RUN (self->watch)))
    {
      g_autofree char *held = NULL;

      task = wait_for_held (self, task);
      held = get_name (self, task);
      if (strcmp (held, name) == 0)
        return task;
    }
}

/* Returns the last task with a name that was added to a queue; 0 if there is none yet. */
guint32
find_task (Fixture    *self,
           const char *name)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));

  for (gsize i = ls_trace_get_length (trace); i-- > 0;)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if ((record.kind == LS_RECORD_TASK_INCOMING || record.kind == LS_RECORD_TASK_DELAYED) &&
          g_strcmp0 (ls_trace_get_text (trace, record.text), name) == 0)
        return record.subject;
    }
  return 0;
}

guint32
wait_for_task (Fixture    *self,
               const char *name)
{
  guint32 task;

  while ((task = find_task (self, name)) == 0)
    {
      g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
      g_main_context_iteration (NULL, TRUE);
    }
  return task;
}

/* Waits until a task runs. Returns its queue. */
LsQueueType
wait_for_selection (Fixture *self,
                    guint32  task)
{
  LsTrace *trace = ls_live_run_get_trace (LS_LIVE_RUN (self->watch));

  for (gsize i = 0;; i++)
    {
      LsRecord record;

      while (i >= ls_trace_get_length (trace))
        {
          g_assert_false (ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
          g_main_context_iteration (NULL, TRUE);
        }
      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_TASK_SELECTED && record.subject == task)
        return record.queue;
    }
}
