/* ls-cli-interrupt.c: Ctrl-C
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>

#include "ls-cli.h"

static GCancellable *interrupted;
static volatile sig_atomic_t interrupting_signal;

/* A signal that is ignored and blocked is still waited for, so it must not be in the set at all. */
static void
fill_watched (sigset_t *set)
{
  static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

  sigemptyset (set);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    {
      struct sigaction action;

      if (sigaction (signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset (set, signals[i]);
    }
}

static gpointer
wait_for_signal (gpointer data)
{
  GCancellable *cancellable = data;
  sigset_t set;
  int number;

  fill_watched (&set);
  if (sigwait (&set, &number) == 0)
    {
      interrupting_signal = number;
      g_cancellable_cancel (cancellable);
    }

  /* The next one is not waited for but ends the program at once, in case that it hangs. */
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
  while (TRUE)
    g_usleep (G_MAXULONG);

  return NULL;
}

/**
 * ls_cli_watch_interrupt:
 *
 * Has the first SIGINT, SIGTERM or SIGHUP cancel the result instead of ending the program. A signal that the parent
 * chose to ignore stays ignored. To be called before any other thread is started.
 *
 * A thread waits for the signals: neither a runner that is busy nor one that sleeps needs to look at a main context.
 *
 * Returns: (transfer none): what will be cancelled
 */
GCancellable *
ls_cli_watch_interrupt (void)
{
  sigset_t set;

  if (interrupted != NULL)
    return interrupted;

  interrupted = g_cancellable_new ();
  fill_watched (&set);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  g_thread_unref (g_thread_new ("interrupt", wait_for_signal, interrupted));

  return interrupted;
}

/**
 * ls_cli_die_interrupted:
 *
 * Ends the program by the signal that was caught, if one was, so that the shell knows of it. Write all output before.
 */
void
ls_cli_die_interrupted (void)
{
  sigset_t set;

  if (interrupting_signal == 0)
    return;

  signal (interrupting_signal, SIG_DFL);
  fill_watched (&set);
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
  raise (interrupting_signal);
}
