/* ls-program-runtime.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-program-runtime.h"

#include "ls-plain-type-private.h"

LS_DEFINE_PLAIN_TYPE (LsBreakpoint, ls_breakpoint)
LS_DEFINE_PLAIN_TYPE (LsProgramCode, ls_program_code)
LS_DEFINE_PLAIN_TYPE (LsProgramProbe, ls_program_probe)
LS_DEFINE_PLAIN_TYPE (LsProgramHost, ls_program_host)
LS_DEFINE_PLAIN_TYPE (LsProgramRuntime, ls_program_runtime)

#define MAX_RUNTIMES 8

G_DEFINE_BOXED_TYPE (LsProgramOptions, ls_program_options, ls_program_options_copy, ls_program_options_free)

static GMutex mutex;
static const LsProgramRuntime *runtimes[MAX_RUNTIMES];
static guint n_runtimes;

/**
 * ls_program_options_copy:
 * @self: options
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsProgramOptions *
ls_program_options_copy (const LsProgramOptions *self)
{
  LsProgramOptions *copy;
  LsBreakpoint *breakpoints;
  LsProgramProbe *probes;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (LsProgramOptions, 1);
  copy->n_breakpoints = self->n_breakpoints;
  copy->n_probes = self->n_probes;
  copy->breakpoints = breakpoints = g_new0 (LsBreakpoint, self->n_breakpoints);
  copy->probes = probes = g_new0 (LsProgramProbe, self->n_probes);

  for (guint i = 0; i < self->n_breakpoints; i++)
    {
      breakpoints[i] = self->breakpoints[i];
      breakpoints[i].script = g_strdup (self->breakpoints[i].script);
      breakpoints[i].condition = g_strdup (self->breakpoints[i].condition);
    }
  for (guint i = 0; i < self->n_probes; i++)
    {
      probes[i] = self->probes[i];
      probes[i].script = g_strdup (self->probes[i].script);
      probes[i].expression = g_strdup (self->probes[i].expression);
    }

  return copy;
}

/**
 * ls_program_options_free:
 * @self: (transfer full): options that [method@ProgramOptions.copy] made
 *
 * Frees it.
 */
void
ls_program_options_free (LsProgramOptions *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->n_breakpoints; i++)
    {
      g_free ((char *) self->breakpoints[i].script);
      g_free ((char *) self->breakpoints[i].condition);
    }
  for (guint i = 0; i < self->n_probes; i++)
    {
      g_free ((char *) self->probes[i].script);
      g_free ((char *) self->probes[i].expression);
    }
  g_free ((gpointer) self->breakpoints);
  g_free ((gpointer) self->probes);
  g_free (self);
}

/**
 * ls_program_runtime_register: (skip)
 * @runtime: a runtime; stays valid for ever
 *
 * Lets runners run programs of the runtime's kind. Another runtime of that kind takes the place of the one before. May be
 * called on any thread.
 */
void
ls_program_runtime_register (const LsProgramRuntime *runtime)
{
  guint i = 0;

  g_return_if_fail (runtime != NULL && runtime->kind != NULL);
  g_return_if_fail (runtime->create != NULL && runtime->start != NULL && runtime->free != NULL);

  g_mutex_lock (&mutex);
  while (i < n_runtimes && !g_str_equal (runtimes[i]->kind, runtime->kind))
    i++;
  if (i < MAX_RUNTIMES)
    runtimes[i] = runtime;
  if (i == n_runtimes && i < MAX_RUNTIMES)
    n_runtimes++;
  g_mutex_unlock (&mutex);
}

/**
 * ls_program_runtime_lookup: (skip)
 * @kind: a kind of programs, such as "javascript"
 *
 * Finds what runs programs of a kind.
 *
 * Returns: (transfer none) (nullable): the runtime of that kind
 */
const LsProgramRuntime *
ls_program_runtime_lookup (const char *kind)
{
  const LsProgramRuntime *runtime = NULL;

  g_return_val_if_fail (kind != NULL, NULL);

  g_mutex_lock (&mutex);
  for (guint i = 0; i < n_runtimes && runtime == NULL; i++)
    if (g_str_equal (runtimes[i]->kind, kind))
      runtime = runtimes[i];
  g_mutex_unlock (&mutex);

  return runtime;
}
