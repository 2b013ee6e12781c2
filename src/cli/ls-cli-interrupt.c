/* ls-cli-interrupt.c: Ctrl-C
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

#include "ls-cli.h"

static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

static GCancellable *interrupted;
static int wake_fds[2] = { -1, -1 };
static volatile sig_atomic_t is_watched[G_N_ELEMENTS (signals)];
static volatile sig_atomic_t interrupting_signal;

/* On any thread: libraries have threads of their own from before main(), in which no signal is blocked. */
static void
on_signal (int number)
{
  const int saved = errno;

  interrupting_signal = number;
  /* The next one ends the program at once, in case that it hangs. */
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    if (is_watched[i])
      signal (signals[i], SIG_DFL);
  while (write (wake_fds[1], "", 1) < 0 && errno == EINTR)
    ;
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
 * Has the first SIGINT, SIGTERM or SIGHUP cancel the result instead of ending the program. A signal that the parent
 * chose to ignore stays ignored.
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
      is_watched[i] = TRUE;
      action = (struct sigaction) { .sa_handler = on_signal, .sa_flags = SA_RESTART };
      sigfillset (&action.sa_mask);
      sigaction (signals[i], &action, NULL);
    }

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
  if (interrupting_signal == 0)
    return;

  signal (interrupting_signal, SIG_DFL);
  raise (interrupting_signal);
}
