/* fuzz-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As a test it runs a few hundred inputs for each target. LS_FUZZ_RUNS says how many, LS_FUZZ_SEED which ones (default: always the
 * same ones), -p /fuzz/recordings/perfetto which target. An input that fails is kept as fuzz-NAME.input in LS_FUZZ_DIR, or the
 * temporary directory; “fuzz-recordings FILE…” runs it again.
 */

#include "fuzz-run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-change.h"

#define DEFAULT_RUNS 150

/* One input must not take longer, in seconds. */
#define MAX_SECONDS 20

/* How many changed inputs are kept to be changed again. */
#define POOL 48

/* What is run just now, for when it fails. */
static const guint8 *current;
static gsize n_current;
static char dump_path[512];

static void
dump (void)
{
  int fd;

  if (current == NULL)
    return;

  /* Only what a signal handler may call. */
  fd = creat (dump_path, 0644);
  if (fd >= 0)
    {
      G_GNUC_UNUSED gssize n_written = write (fd, current, n_current);

      close (fd);
    }
}

static void
on_signal (int number)
{
  dump ();
  signal (number, SIG_DFL);
  raise (number);
}

/* Called by sanitizers, which end the process without a signal. */
void __sanitizer_set_death_callback (void (*callback) (void)) __attribute__ ((weak));

static void
watch (const char *name)
{
  const char *dir = g_getenv ("LS_FUZZ_DIR");

  g_snprintf (dump_path, sizeof dump_path, "%s/fuzz-%s.input", dir != NULL ? dir : g_get_tmp_dir (), name);
  signal (SIGABRT, on_signal);
  signal (SIGALRM, on_signal);
  signal (SIGTRAP, on_signal);
  if (__sanitizer_set_death_callback != NULL)
    __sanitizer_set_death_callback (dump);
  else
    signal (SIGSEGV, on_signal);
}

static guint64
get_number (const char *variable,
            guint64     otherwise)
{
  const char *text = g_getenv (variable);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : otherwise;
}

static void
run (const GByteArray *input,
     FuzzRun           read)
{
  /* A copy of its own, so that a sanitizer sees what is read beyond its end. */
  g_autofree guint8 *bytes = g_malloc (MAX (input->len, 1));

  memcpy (bytes, input->data, input->len);
  current = bytes;
  n_current = input->len;
  alarm (MAX_SECONDS);
  read (bytes, input->len);
  alarm (0);
  current = NULL;
}

static void
fuzz (gconstpointer data)
{
  const FuzzTarget *target = data;
  guint64 n_runs = get_number ("LS_FUZZ_RUNS", DEFAULT_RUNS / MAX (target->slowness, 1));
  FuzzRandom random = { get_number ("LS_FUZZ_SEED", 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + (guint64) (target - fuzz_targets) + 1 };
  g_autoptr (GPtrArray) pool = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  gint64 start = g_get_monotonic_time ();
  guint n_seeds;

  watch (target->name);
  for (guint i = 0; target->seeds[i] != NULL; i++)
    g_ptr_array_add (pool, fuzz_load_seed (target, target->seeds[i]));
  n_seeds = pool->len;
  for (guint i = 0; i < n_seeds; i++)
    run (g_ptr_array_index (pool, i), target->run);

  for (guint64 i = 0; i < n_runs; i++)
    {
      const GByteArray *from = g_ptr_array_index (pool, fuzz_below (&random, fuzz_below (&random, 3) == 0 ? n_seeds : pool->len));
      const GByteArray *other = g_ptr_array_index (pool, fuzz_below (&random, pool->len));
      g_autoptr (GByteArray) input = g_byte_array_new ();

      g_byte_array_append (input, from->data, from->len);
      for (gsize j = 1 + fuzz_below (&random, 6); j > 0; j--)
        fuzz_change (&random, target, input, other);
      run (input, target->run);

      /* Some are changed again and again. */
      if (fuzz_below (&random, 20) == 0 && input->len > 0 && input->len < FUZZ_MAX_INPUT / 3)
        {
          if (pool->len < n_seeds + POOL)
            g_ptr_array_add (pool, g_steal_pointer (&input));
          else
            {
              gsize at = n_seeds + fuzz_below (&random, POOL);

              g_byte_array_unref (g_ptr_array_index (pool, at));
              g_ptr_array_index (pool, at) = g_steal_pointer (&input);
            }
        }
      if ((i + 1) % 50000 == 0)
        g_test_message ("%s: %" G_GUINT64_FORMAT " runs, %.0f a second", target->name, i + 1,
                        (i + 1) * 1e6 / (g_get_monotonic_time () - start));
    }
}

static void
run_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *contents;
  gsize length;
  g_autoptr (GByteArray) input = NULL;

  if (!g_file_get_contents (path, &contents, &length, &error))
    g_error ("%s", error->message);
  input = g_byte_array_new_take ((guint8 *) contents, length);
  for (gsize i = 0; i < fuzz_n_targets; i++)
    run (input, fuzz_targets[i].run);
  g_print ("%s: fine\n", path);
}

int
main (int   argc,
      char *argv[])
{
  /* A complaint of a library's is a failure. */
  g_setenv ("G_DEBUG", "fatal-criticals", FALSE);

  if (argc > 1 && argv[1][0] != '-')
    {
      for (int i = 1; i < argc; i++)
        run_file (argv[i]);
      return 0;
    }

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < fuzz_n_targets; i++)
    {
      g_autofree char *path = g_strdup_printf ("/fuzz/%s/%s", fuzz_name, fuzz_targets[i].name);

      g_test_add_data_func (path, &fuzz_targets[i], fuzz);
    }

  return g_test_run ();
}
