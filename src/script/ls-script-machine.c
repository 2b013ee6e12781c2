/* ls-script-machine.c: the virtual machines of JavaScriptCore, kept from one realm to the next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A machine remembers the prelude that it has compiled. A realm takes some 40 ms in a new machine and 10 ms in a used one. */

#include "ls-script-machine-private.h"

#include <glib/gi18n-lib.h>
#include <sys/mman.h>

#include "ls-script-memory-private.h"
#include "ls-session-error.h"

/* What JavaScriptCore reserves of addresses before it runs anything: 4 GB, at an address that is divisible by that, for what
 * describes objects, 1 GB for compiled code, and some more for its heaps. */
#define NEEDED_ADDRESSES ((gsize) 6 * 1024 * 1024 * 1024)

/* The most machines that wait for a realm. */
#define MAX_KEPT 4

/* A machine remembers the code of programs as well, and keeps their garbage. So it serves this many realms at most, and none after
 * the process has grown by this many bytes since the machine was made. */
#define MAX_REALMS 20
#define MAX_MEMORY (64 * 1024 * 1024)

static GMutex mutex;
static LsScriptMachine *kept[MAX_KEPT];
static guint n_kept;
static GSList *lost;

/* JavaScriptCore attaches the timers of a machine to the main context of the thread that makes it. Nobody iterates this context. So
 * the machine can move to another thread, and nothing of a realm runs once the realm has gone. */
static GMainContextPusher *
push_idle_context (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();

  return g_main_context_pusher_new (context);
}

/* Returns whether the process may use as many addresses as JavaScriptCore reserves. Without them it aborts. */
static gboolean
has_addresses (void)
{
  void *place = mmap (NULL, NEEDED_ADDRESSES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  if (place == MAP_FAILED)
    return FALSE;
  munmap (place, NEEDED_ADDRESSES);
  return TRUE;
}

static gboolean
prepare (void)
{
  G_GNUC_UNUSED g_autoptr (GMainContextPusher) pusher = push_idle_context ();

  if (!has_addresses ())
    return FALSE;
  /* Without this option, a program that overflows the stack, catches that and goes on cannot be interrupted for seconds. The
   * option has no measurable cost. */
  jsc_options_set_boolean ("usePollingTraps", TRUE);
  jsc_options_set_boolean ("useSharedArrayBuffer", TRUE);
  return TRUE;
}

/* Prepares JavaScriptCore, the first time. Call this before anything else of it, on any thread.
 *
 * Returns: FALSE with @error set if it cannot run in this process */
gboolean
ls_script_machines_prepare (GError **error)
{
  static gsize once;

  /* 0 stands for “not yet”. */
  if (g_once_init_enter (&once))
    g_once_init_leave (&once, prepare () ? 1 : 2);
  if (once == 1)
    return TRUE;
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
               _("JavaScript needs %d GB of address space, more than the limit of this process leaves (ulimit -v)"),
               (int) (NEEDED_ADDRESSES / (1024 * 1024 * 1024)));
  return FALSE;
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

      ls_script_machines_prepare (NULL);
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

/* Takes a machine that was left in the middle of what it did. Nobody can use it any more, nor free it. */
void
ls_script_machine_lose (LsScriptMachine *machine)
{
  g_mutex_lock (&mutex);
  lost = g_slist_prepend (lost, machine);
  g_mutex_unlock (&mutex);
}
