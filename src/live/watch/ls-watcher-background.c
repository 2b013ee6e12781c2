/* ls-watcher-background.c: programs that close their connections, or go on in the background
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-watcher-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-source-private.h"

/* A program that has closed all its descriptors is there as long as its rings are in its memory: they are read on, and it connects
 * again when its loop goes round. A daemon goes on in a child that executes no other program, while the process that was started
 * has ended. Who that is, the environment says, which a child has from its parent. */

/* A process is looked at after this many drains. */
#define DRAINS_BETWEEN_LOOKS 15

static char *
read_file (guint       pid,
           const char *name,
           gsize      *length)
{
  g_autofree char *path = g_strdup_printf ("/proc/%u/%s", pid, name);
  char *text = NULL;

  return g_file_get_contents (path, &text, length, NULL) ? text : NULL;
}

/* Whether a process is there that has not executed another program since it made rings, or since its parent did. */
static gboolean
has_rings (guint pid)
{
  g_autofree char *maps = read_file (pid, "maps", NULL);

  return maps != NULL && strstr (maps, ":loopscope") != NULL;
}

/* Whether a process was started with @variable, and is not over. */
static gboolean
was_started_with (guint       pid,
                  const char *variable)
{
  gsize length = 0;
  g_autofree char *environment = read_file (pid, "environ", &length);
  g_autofree char *status = read_file (pid, "stat", NULL);
  const char *state = status != NULL ? strrchr (status, ')') : NULL;

  if (environment == NULL || state == NULL || strncmp (state, ") Z", 3) == 0)
    return FALSE;
  for (const char *text = environment; text < environment + length; text += strlen (text) + 1)
    if (strcmp (text, variable) == 0)
      return TRUE;
  return FALSE;
}

static LsWatchedProgram *
find_program (LsWatcher *self,
              guint      pid)
{
  for (guint i = 0; i < self->programs->len; i++)
    {
      LsWatchedProgram *program = g_ptr_array_index (self->programs, i);

      if (program->pid == pid && program->process != NULL)
        return program;
    }
  return NULL;
}

/* Finds a process that goes on in place of the one that was started and has ended. Returns 0 if there is none. */
static guint
find_background (LsWatcher *self)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  g_autofree char *variable = g_strdup_printf ("LOOPSCOPE_TRACE=unix:%s", self->path);
  const char *name;

  while (processes != NULL && (name = g_dir_read_name (processes)) != NULL)
    {
      const guint pid = strtoul (name, NULL, 10);
      const LsWatchedProgram *known = pid != 0 ? find_program (self, pid) : NULL;

      if (pid != 0 && (known == NULL || known->origin != LS_WIRE_ORIGIN_START) && was_started_with (pid, variable) &&
          has_rings (pid))
        return pid;
    }
  return 0;
}

/* A program has said who it is. */
void
ls_watcher_note_origin (LsWatcher         *self,
                        LsWatchedProgram  *program,
                        const LsWireHello *hello)
{
  program->origin = hello->origin;
  if (program->origin == LS_WIRE_ORIGIN_CUT)
    ls_watcher_set_problem (self, _("The program had closed its connection, perhaps with all its descriptors, and has made another "
                                    "one: it appears twice"));
}

/* Returns whether a program that has closed its connection is kept, as its rings can still be read. */
gboolean
ls_watcher_keep (LsWatcher        *self,
                 LsWatchedProgram *program)
{
  if (self->listener == NULL || self->is_over || program->process == NULL || !has_rings (program->pid))
    return FALSE;
  program->is_cut = TRUE;
  ls_clear_source (&program->source);
  return TRUE;
}

static gboolean
has_open_rings (LsWatcher        *self,
                LsWatchedProgram *program)
{
  for (guint i = 0; i < self->rings->len; i++)
    if (((LsWatchedRing *) g_ptr_array_index (self->rings, i))->program == program)
      return TRUE;
  return FALSE;
}

/* The program that was started has ended. Returns whether it goes on in the background. */
gboolean
ls_watcher_goes_on (LsWatcher *self)
{
  const guint pid = find_background (self);
  g_autofree char *text = NULL;

  self->has_ended = TRUE;
  if (pid == 0)
    return FALSE;
  text = g_strdup_printf (_("The program goes on in the background, as process %u, and is watched until it ends"), pid);
  ls_watcher_set_problem (self, text);
  ls_watcher_tell (self, LS_WATCHER_CHANGED);
  return TRUE;
}

/* Looks now and then what has become of programs whose connections do not tell. */
void
ls_watcher_look_at_background (LsWatcher *self)
{
  if (self->listener == NULL || self->n_looks++ % DRAINS_BETWEEN_LOOKS != 0)
    return;
  for (guint i = self->programs->len; i-- > 0;)
    {
      LsWatchedProgram *program = g_ptr_array_index (self->programs, i);

      if (!program->is_cut)
        continue;
      if (!has_open_rings (self, program) || !has_rings (program->pid))
        ls_watcher_finish_program (self, program);
      else if (++program->n_looks > 1)
        ls_watcher_set_problem (self, _("The program has closed its connection, perhaps with all its descriptors: it cannot be held any "
                                        "more"));
    }
  if (self->has_ended && find_background (self) == 0)
    self->is_over = TRUE;
}
