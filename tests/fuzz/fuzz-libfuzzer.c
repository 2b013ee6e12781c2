/* fuzz-libfuzzer.c: runs a target of a fuzzer with clang's engine, which looks for inputs that reach new code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * LS_FUZZ_TARGET says which one. Its seeds are written into the folder LS_FUZZ_SEEDS, where that is set. tests/fuzz/fuzz sets both.
 */

#include "fuzz-run.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "fuzz-change.h"

/* One input must not take longer, in s of the process's own time: what the clock says is a matter of what else the machine does. */
#define MAX_SECONDS 20

int LLVMFuzzerInitialize (int    *argc,
                          char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *bytes,
                            size_t        n_bytes);
size_t LLVMFuzzerCustomMutator (guint8      *bytes,
                                size_t       n_bytes,
                                size_t       max_bytes,
                                unsigned int seed);
size_t LLVMFuzzerMutate (guint8 *bytes,
                         size_t  n_bytes,
                         size_t  max_bytes);

static const FuzzTarget *target;

/* What was changed before, of which parts go into what is changed now. */
static GByteArray *other;

/* How many inputs were begun, and how many were when the time was looked at last; 0 between two inputs */
static volatile guint64 n_begun, n_seen, current;

static void
on_time (int number)
{
  if (current != 0 && current == n_seen)
    abort ();
  n_seen = current;
}

static void
watch_time (void)
{
  struct sigaction action = { .sa_handler = on_time, .sa_flags = SA_RESTART };
  struct itimerval timer = { { MAX_SECONDS, 0 }, { MAX_SECONDS, 0 } };

  sigaction (SIGPROF, &action, NULL);
  setitimer (ITIMER_PROF, &timer, NULL);
}

static void
write_seeds (const char *folder)
{
  for (guint i = 0; target->seeds[i] != NULL; i++)
    {
      g_autoptr (GByteArray) seed = fuzz_load_seed (target, target->seeds[i]);
      g_autofree char *path = g_strdup_printf ("%s/seed-%u", folder, i);
      g_autoptr (GError) error = NULL;

      if (!g_file_set_contents (path, (const char *) seed->data, seed->len, &error))
        g_error ("%s", error->message);
    }
}

int
LLVMFuzzerInitialize (int    *argc,
                      char ***argv)
{
  const char *name = g_getenv ("LS_FUZZ_TARGET"), *folder = g_getenv ("LS_FUZZ_SEEDS");

  for (gsize i = 0; i < fuzz_n_targets; i++)
    if (g_strcmp0 (fuzz_targets[i].name, name) == 0)
      target = &fuzz_targets[i];
  if (target == NULL)
    {
      for (gsize i = 0; i < fuzz_n_targets; i++)
        g_print ("%s\n", fuzz_targets[i].name);
      exit (2);
    }
  if (folder != NULL)
    write_seeds (folder);
  other = g_byte_array_new ();
  /* A complaint of a library's is a failure. */
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  watch_time ();
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes,
                        size_t        n_bytes)
{
  int result;

  current = ++n_begun;
  result = target->run (bytes, n_bytes);
  current = 0;
  return result;
}

/* Every other time the engine changes the input in its way, which knows what the code compares it with. */
size_t
LLVMFuzzerCustomMutator (guint8      *bytes,
                         size_t       n_bytes,
                         size_t       max_bytes,
                         unsigned int seed)
{
  FuzzRandom random = { seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + 1 };
  GByteArray *input;

  if (fuzz_below (&random, 2) == 0)
    return LLVMFuzzerMutate (bytes, n_bytes, max_bytes);
  input = g_byte_array_new ();
  g_byte_array_append (input, bytes, (guint) n_bytes);
  for (gsize i = 1 + fuzz_below (&random, 4); i > 0; i--)
    fuzz_change (&random, target, input, other);
  n_bytes = MIN (input->len, max_bytes);
  memcpy (bytes, input->data, n_bytes);
  g_byte_array_unref (other);
  other = input;
  return n_bytes;
}
