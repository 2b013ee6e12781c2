/* cli-limits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "cli-limits.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli-util.h"
#include "test-time.h"

/* What bad files cost at most. */
#define MAX_SECONDS 10
#define MAX_MEGABYTES 700

/* Sanitizers keep freed memory; the figures are not the program's own then. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MEASURED 0
#else
#define MEASURED 1
#endif

/* Returns (transfer full) all that comes from @fd, which it closes. */
char *
cli_read_all (int fd)
{
  GString *string = g_string_new (NULL);
  char buffer[4096];
  gssize n;

  while ((n = read (fd, buffer, sizeof buffer)) > 0)
    g_string_append_len (string, buffer, n);
  close (fd);

  return g_string_free (string, FALSE);
}

/* Runs a command on a file within the limits. Returns what it says on standard error, or for validate what it prints. */
char *
cli_run_within_limits (const char *command,
                       const char *path,
                       int         expected_status)
{
  gboolean validate = g_str_equal (command, "validate");
  /* A tenth of the budget is enough where each step takes ten times as long. */
  const char *budget = expected_status == 4 && !MEASURED ? "--budget=100000" : NULL;
  const char *argv[] = { cli_path (), command, path, budget, NULL };
  struct rusage usage;
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  char *text;
  int fd, status;
  GPid pid;

  g_spawn_async_with_pipes (NULL, (char **) argv, NULL,
                            G_SPAWN_DO_NOT_REAP_CHILD | (validate ? 0 : G_SPAWN_STDOUT_TO_DEV_NULL), NULL, NULL, &pid,
                            NULL, validate ? &fd : NULL, validate ? NULL : &fd, &error);
  g_assert_no_error (error);
  text = cli_read_all (fd);
  g_assert_cmpint (wait4 (pid, &status, 0, &usage), ==, pid);

  if (!WIFEXITED (status) || WEXITSTATUS (status) != expected_status)
    g_error ("%s %s ended with 0x%x, expected exit status %d: %s", command, path, status, expected_status, text);
  test_assert_in_time (g_get_monotonic_time () - start, MAX_SECONDS * G_USEC_PER_SEC);
  if (MEASURED)
    g_assert_cmpint (usage.ru_maxrss / 1024, <, MAX_MEGABYTES);
  if (usage.ru_maxrss / 1024 > 50)
    g_test_message ("%s %s: %.2f s, %ld MB", command, path, (g_get_monotonic_time () - start) / 1e6,
                    usage.ru_maxrss / 1024);

  return text;
}
