/* ls-cli-interrupt.c: Ctrl-C
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "ls-cli.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

static GCancellable *interrupted;
static int wake_fds[2] = { -1, -1 };
static volatile sig_atomic_t interrupting_signal;
static struct timespec interrupted_at;

/* Signals within this time count as one: users press a key twice, and a terminal that closes sends several kinds. */
#define GRACE_SECONDS 1

/* Whether the first signal was so long ago that another one means that the program hangs. */
static gboolean
is_over_grace (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec - interrupted_at.tv_sec > GRACE_SECONDS ||
         (now.tv_sec - interrupted_at.tv_sec == GRACE_SECONDS && now.tv_nsec >= interrupted_at.tv_nsec);
}

/* Runs on any thread: libraries start threads before main(), and these block no signal. */
static void
on_signal (int number)
{
  static volatile sig_atomic_t n_signals;
  const int saved = errno;

  if (__atomic_fetch_add (&n_signals, 1, __ATOMIC_ACQ_REL) == 0)
    {
      clock_gettime (CLOCK_MONOTONIC, &interrupted_at);
      interrupting_signal = number;
      while (write (wake_fds[1], "", 1) < 0 && errno == EINTR)
        ;
    }
  /* Another thread may be between the two lines above: then this signal belongs to the first one. */
  else if (interrupting_signal != 0 && is_over_grace ())
    {
      signal (number, SIG_DFL);
      raise (number);
    }
  errno = saved;
}

static gpointer
wait_for_signal (gpointer data)
{
  GCancellable *cancellable = data;
  char byte;
  gssize n;

  do
    n = read (wake_fds[0], &byte, 1);
  while (n < 0 && errno == EINTR);
  if (n == 1)
    g_cancellable_cancel (cancellable);
  return NULL;
}

/**
 * ls_cli_watch_interrupt:
 *
 * Has the first SIGINT, SIGTERM or SIGHUP cancel the result instead of ending the program, so that it can write what it has
 * come to. One that comes a second later or more ends it at once, in case that it hangs; until then they are taken for the
 * same. A signal that the parent chose to ignore stays ignored.
 *
 * A thread waits for the signals: neither a runner that is busy nor one that sleeps needs to look at a main context.
 *
 * Returns: (transfer none): what will be cancelled
 */
GCancellable *
ls_cli_watch_interrupt (void)
{
  if (interrupted != NULL)
    return interrupted;

  interrupted = g_cancellable_new ();
  if (!g_unix_open_pipe (wake_fds, FD_CLOEXEC, NULL))
    return interrupted;
  g_thread_unref (g_thread_new ("interrupt", wait_for_signal, interrupted));
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      struct sigaction action;

      if (sigaction (signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN)
        continue;
      action = (struct sigaction) { .sa_handler = on_signal, .sa_flags = SA_RESTART };
      sigfillset (&action.sa_mask);
      sigaction (signals[i], &action, NULL);
    }

  return interrupted;
}

/* Ends the program by the signal that was caught, if one was, so that the shell knows of it. Callers print all output before. */
void
ls_cli_die_interrupted (void)
{
  if (interrupting_signal == 0)
    return;

  fflush (stdout);
  signal (interrupting_signal, SIG_DFL);
  raise (interrupting_signal);
}
