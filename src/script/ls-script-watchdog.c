/* ls-script-watchdog.c: ends programs that do not come to an end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* How often the host is asked whether a program may go on, in s of processor time. */
#define INTERVAL 0.01

/* How long one turn of the loop may take, in µs of processor time. */
#define MAX_TURN_TIME (10 * G_USEC_PER_SEC)

/* How long a regular expression may try, in µs of processor time. Nothing interrupts one; JavaScriptCore gives up after
 * about half a second, and then says that nothing matched. */
#define MAX_OPERATION_TIME 300000

/* How much memory the process may take while the program runs, in bytes beyond what it had at the start. */
#define MAX_MEMORY (G_GUINT64_CONSTANT (2) * 1024 * 1024 * 1024)

static gint64
get_cpu_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static gsize
get_memory (void)
{
  FILE *file = fopen ("/proc/self/statm", "re");
  unsigned long size, resident = 0;

  if (file == NULL)
    return 0;
  if (fscanf (file, "%lu %lu", &size, &resident) != 2)
    resident = 0;
  fclose (file);
  return (gsize) resident * sysconf (_SC_PAGESIZE);
}

/* JavaScript is entered. */
void
ls_script_watchdog_enter (LsScriptRealm *self)
{
  self->asked_cpu = get_cpu_time ();
}

static bool should_terminate (JSContextRef  context,
                              void         *data);

void
ls_script_watchdog_arm (LsScriptRealm *self)
{
  if (self->memory_at_start == 0)
    self->memory_at_start = get_memory ();
  JSContextGroupSetExecutionTimeLimit (self->group, self->is_stopped ? 0 : INTERVAL, should_terminate, self);
}

/* Asks everybody who may want the program to end. */
void
ls_script_watchdog_check (LsScriptRealm *self)
{
  const gint64 now = get_cpu_time ();
  const gint64 pause = now - self->asked_cpu;

  self->asked_cpu = now;

  if (self->is_stopped)
    return;
  if (self->turn != self->loop->turn || self->turn_cpu == 0)
    {
      self->turn = self->loop->turn;
      self->turn_cpu = now;
    }
  if (!self->host->may_go_on (self->host))
    ls_script_realm_stop (self, NULL);
  else if (pause > MAX_OPERATION_TIME && self->words[LS_SCRIPT_WORD_MATCHING] != 0)
    {
      g_autofree char *message = g_strdup_printf ("The program was stopped: matching a regular expression took %d ms, "
                                                  "which is too many ways to try", (int) (pause / 1000));

      ls_script_realm_stop (self, message);
    }
  else if (now - self->turn_cpu > MAX_TURN_TIME)
    ls_script_realm_stop (self, "The program was stopped after 10 s of computing in one turn of the event loop");
  else if (get_memory () > self->memory_at_start + MAX_MEMORY)
    ls_script_realm_stop (self, "The program was stopped: it took more than 2 GB of memory");
}

/* Called by JavaScriptCore on the program's thread while JavaScript runs. */
static bool
should_terminate (JSContextRef  context,
                  void         *data)
{
  LsScriptRealm *self = data;

  ls_script_watchdog_check (self);
  if (self->is_stopped)
    return true;
  /* It fires once. */
  ls_script_watchdog_arm (self);
  return false;
}
