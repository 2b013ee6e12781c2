/* ls-script-machine.c: the virtual machines of JavaScriptCore, kept from one realm to the next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A machine remembers the prelude that it has compiled. A realm takes some 40 ms in a new machine and 10 ms in a used one. */

#include "ls-script-machine-private.h"

#include <stdio.h>
#include <unistd.h>

/* The most machines that wait for a realm. */
#define MAX_KEPT 4

/* A machine remembers the code of programs as well, and keeps their garbage. So it serves this many realms at most, and none after
 * the process has grown by this many bytes since the machine was made. */
#define MAX_REALMS 20
#define MAX_MEMORY (64 * 1024 * 1024)

static GMutex mutex;
static LsScriptMachine *kept[MAX_KEPT];
static guint n_kept;

/* Returns the memory that the process takes now, in bytes; 0 where the system does not tell. */
gsize
ls_script_get_memory (void)
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

/* JavaScriptCore attaches the timers of a machine to the main context of the thread that makes it. Nobody iterates this context. So
 * the machine can move to another thread, and nothing of a realm runs once the realm has gone. */
static GMainContextPusher *
push_idle_context (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  return g_main_context_pusher_new (context);
}

/* Sets options of JavaScriptCore before there is a machine. */
void
ls_script_machines_init (void)
{
  G_GNUC_UNUSED g_autoptr (GMainContextPusher) pusher = push_idle_context ();

  /* Without this option, a program that overflows the stack, catches that and goes on cannot be interrupted for seconds. The
   * option has no measurable cost. */
  jsc_options_set_boolean ("usePollingTraps", TRUE);
  jsc_options_set_boolean ("useSharedArrayBuffer", TRUE);
}

/* Returns a machine for the caller alone. Call this on any thread. */
LsScriptMachine *
ls_script_machine_take (void)
{
  LsScriptMachine *machine = NULL;

  g_mutex_lock (&mutex);
  if (n_kept > 0)
    machine = kept[--n_kept];
  g_mutex_unlock (&mutex);
  if (machine == NULL)
    {
      G_GNUC_UNUSED g_autoptr (GMainContextPusher) pusher = push_idle_context ();

      machine = g_new0 (LsScriptMachine, 1);
      machine->memory = ls_script_get_memory ();
      machine->group = JSContextGroupCreate ();
      machine->orphans = g_hash_table_new_full (NULL, NULL, g_free, NULL);
    }
  return machine;
}

/* Takes a machine back, whose contexts have been released. @is_clean: %FALSE if its last program was stopped */
void
ls_script_machine_give (LsScriptMachine *machine,
                        gboolean         is_clean)
{
  const gboolean may_stay = is_clean && ++machine->n_realms < MAX_REALMS && ls_script_get_memory () < machine->memory + MAX_MEMORY;

  JSContextGroupClearExecutionTimeLimit (machine->group);
  g_mutex_lock (&mutex);
  if (may_stay && n_kept < MAX_KEPT)
    kept[n_kept++] = g_steal_pointer (&machine);
  g_mutex_unlock (&mutex);
  if (machine == NULL)
    return;
  JSContextGroupRelease (machine->group);
  g_hash_table_unref (machine->orphans);
  g_free (machine);
}
