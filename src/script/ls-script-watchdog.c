/* ls-script-watchdog.c: stops programs that do not end by themselves
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* JavaScriptCore calls the watchdog after some processor time, wherever the program is: in a loop without statements, in a
 * built-in function that calls back, or in the callback. The watchdog then asks the host, which knows the budgets and the Stop
 * button, and checks the limits below. These count processor time of the thread, so a busy machine does not end a program that
 * an idle one would not.
 *
 * After a stop, each further call ends the program again, in case that it catches the exception or runs a finally block. */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"
#include "ls-script-memory-private.h"
#include "ls-script.h"

#include <glib/gi18n-lib.h>
#include <sys/resource.h>
#include <time.h>

/* The time between two questions to the host whether a program may go on, in s of processor time. */
#define INTERVAL 0.01

/* How long a program that was stopped may catch the exception, in s of processor time. Not 0: then two timers of JavaScriptCore go
 * off while it handles the first one, and JavaScriptCore 2.50 ends the process (https://github.com/WebKit/WebKit/pull/54019). */
#define STOPPED_INTERVAL 0.002

/* The longest time without a counted statement, a new microtask or a new turn, in µs of processor time. Sorting a million
 * numbers takes a third of a second. */
#define MAX_PAUSE (3 * G_USEC_PER_SEC)

/* The longest turn of the loop with all its microtasks, in µs of processor time, for programs whose statements nobody counts.
 * Ten million awaits take half a second. */
#define MAX_TURN_TIME (5 * G_USEC_PER_SEC)

/* The longest match of a regular expression, in µs of processor time. JavaScriptCore may give up sooner, which
 * ls-script-regexps.c finds out. */
#define MAX_MATCH_TIME G_USEC_PER_SEC

#define MEGABYTE (1024 * 1024)

/* What the three limits above are divided by. */
static guint limit_divisor = 1;

/* Where the system's folders are. */
static const char *system_root = "/";

static gint64
get_cpu_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/**
 * ls_script_shorten_limits:
 * @divisor: by what to divide; 1 for the limits that users have
 *
 * Shortens how long a match, a callback and a turn of the event loop may take, for tests of programs without end. Messages keep the
 * usual numbers. Call this while no program runs.
 */
void
ls_script_shorten_limits (guint divisor)
{
  g_return_if_fail (divisor > 0);

  limit_divisor = divisor;
}

/* Returns: the longest match of a regular expression, in µs of processor time. May be called in a signal handler */
gint64
ls_script_watchdog_get_max_match_time (void)
{
  return MAX_MATCH_TIME / limit_divisor;
}

/* The thread enters JavaScript. */
void
ls_script_watchdog_enter (LsScriptRealm *self)
{
  self->asked_cpu = get_cpu_time ();
}

/* The program has let time pass on request, which does not count as computing. */
void
ls_script_watchdog_forgive (LsScriptRealm *self,
                            gint64         time)
{
  self->turn_cpu += time;
  self->progress_cpu += time;
}

/* Begins something that is no part of the program, during which it is not stopped. */
void
ls_script_watchdog_suspend (LsScriptRealm *self)
{
  self->suspended_cpu = get_cpu_time ();
}

/* Returns: the processor time since it began, in µs */
gint64
ls_script_watchdog_resume (LsScriptRealm *self)
{
  const gint64 now = get_cpu_time ();
  const gint64 taken = now - self->suspended_cpu;

  self->suspended_cpu = 0;
  self->asked_cpu = now;
  ls_script_watchdog_forgive (self, taken);
  return taken;
}

/* Returns: the processor time since the program was last asked about, in µs. May be called in a signal handler */
gint64
ls_script_watchdog_get_pause (LsScriptRealm *self)
{
  return get_cpu_time () - self->asked_cpu;
}

/* Ends the program in a match, which has taken @time, in µs of processor time. */
void
ls_script_watchdog_stop_match (LsScriptRealm *self,
                               gint64         time)
{
  g_autofree char *message = g_strdup_printf (_("The program was stopped: a regular expression ran for %d ms"), (int) (time / 1000));

  ls_script_realm_stop (self, message);
}

/**
 * ls_script_read_system_at:
 * @root: (not nullable) (transfer none): the folder in which "proc" and "sys" are; "/" for those of the system. It must stay
 *
 * Says from where the runtime learns how much memory is free, for tests. Call this while no program runs.
 */
void
ls_script_read_system_at (const char *root)
{
  g_return_if_fail (root != NULL);

  system_root = root;
}

/* Notes what the process takes before the program runs, for all realms of the run: a worker's host is a copy. Where the process may
 * not have as many addresses as the program may take memory, JavaScriptCore would abort first; where less memory is free, the
 * kernel would end the process, or another one. So the limit is lower there. */
static void
begin_memory (LsProgramHost *host)
{
  struct rlimit limit;
  guint64 used, most;

  if (host->memory_before != 0)
    return;
  host->memory_before = ls_script_get_memory ();
  used = ls_script_get_addresses ();
  most = ls_script_get_free_memory (system_root);
  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    most = MIN (most, limit.rlim_cur - MIN (used, limit.rlim_cur));
  if (host->max_memory > most / 4 * 3)
    {
      host->max_memory = most / 4 * 3;
      host->memory_is_scarce = TRUE;
    }
}

/* Stops the program for its memory. */
void
ls_script_watchdog_stop_for_memory (LsScriptRealm *self)
{
  const LsProgramHost *host = self->host;
  const int megabytes = (int) (host->max_memory / MEGABYTE);
  g_autofree char *message = NULL;

  if (host->memory_is_scarce)
    /* Translators: the machine, or whatever limits the process, had no more than that. */
    message = g_strdup_printf (_("The program was stopped: it used more than %d MB of memory, three quarters of what was free"),
                               megabytes);
  else
    message = g_strdup_printf (_("The program was stopped: it used more than %d MB of memory"), megabytes);
  ls_script_realm_stop (self, message);
}

/* Stops the program if it takes too much memory, or would do so with @more bytes. */
void
ls_script_watchdog_check_memory (LsScriptRealm *self,
                                 guint64        more)
{
  if (!self->is_stopped && ls_script_get_memory () + more > self->host->memory_before + self->host->max_memory)
    ls_script_watchdog_stop_for_memory (self);
}

static bool should_terminate (JSContextRef  context,
                              void         *data);

/* A program that was stopped has its time once, whatever it does. */
void
ls_script_watchdog_arm (LsScriptRealm *self)
{
  if (self->is_ending)
    return;
  self->is_ending = self->is_stopped;
  begin_memory (self->host);
  JSContextGroupSetExecutionTimeLimit (self->group, self->is_stopped ? STOPPED_INTERVAL : INTERVAL, should_terminate, self);
}

/* Returns a number that changes while the program makes progress. */
static guint32
get_progress (LsScriptRealm *self)
{
  return (guint32) self->words[LS_SCRIPT_WORD_BEGUN] + (guint32) self->words[LS_SCRIPT_WORD_STATEMENT];
}

/* Asks the host and checks the limits, and stops the program if it may not go on. */
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
      self->progress_cpu = now;
    }
  else if (self->progress != get_progress (self))
    self->progress_cpu = now;
  self->progress = get_progress (self);
  if (!self->host->may_go_on (self->host))
    ls_script_realm_stop (self, NULL);
  else if (pause > ls_script_watchdog_get_max_match_time () && self->words[LS_SCRIPT_WORD_MATCHING] != 0)
    ls_script_watchdog_stop_match (self, pause);
  else if (now - self->progress_cpu > MAX_PAUSE / limit_divisor)
    ls_script_realm_stop (self, _("The program was stopped: a callback ran for more than 3 s"));
  else if (now - self->turn_cpu > MAX_TURN_TIME / limit_divisor && !self->host->counts_statements)
    ls_script_realm_stop (self, _("The program was stopped: a turn of the event loop ran for more than 5 s"));
  else
    ls_script_watchdog_check_memory (self, 0);
}

/* JavaScriptCore calls this on the program's thread while JavaScript runs. */
static bool
should_terminate (JSContextRef  context,
                  void         *data)
{
  LsScriptRealm *self = data;

  if (self->suspended_cpu == 0)
    ls_script_watchdog_check (self);
  if (self->is_stopped)
    return true;
  /* The limit fires only once. */
  ls_script_watchdog_arm (self);
  return false;
}
