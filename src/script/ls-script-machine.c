/* ls-script-machine.c: the virtual machines of JavaScriptCore, kept from one realm to the next
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A machine remembers the prelude that it has compiled. A realm takes some 40 ms in a new machine and 10 ms in a used one. */

#include "ls-script-machine-private.h"

/* The most machines that wait for a realm. One takes some 10 MB. */
#define MAX_KEPT 4

static GMutex mutex;
static JSContextGroupRef kept[MAX_KEPT];
static guint n_kept;

/* JavaScriptCore attaches the timers of a machine to the main context of the thread that makes the machine. Here this is a context
 * that nobody iterates. So the machine can move to another thread, and nothing of a realm runs when the realm has gone. */

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
JSContextGroupRef
ls_script_machine_take (void)
{
  JSContextGroupRef machine = NULL;

  g_mutex_lock (&mutex);
  if (n_kept > 0)
    machine = kept[--n_kept];
  g_mutex_unlock (&mutex);
  if (machine == NULL)
    {
      G_GNUC_UNUSED g_autoptr (GMainContextPusher) pusher = push_idle_context ();

      machine = JSContextGroupCreate ();
    }
  return machine;
}

/* Takes a machine back, whose contexts have been released. @is_clean: %FALSE if its last program was stopped, or has used so much
 * memory that the machine must not be kept */
void
ls_script_machine_give (JSContextGroupRef machine,
                        gboolean          is_clean)
{
  JSContextGroupClearExecutionTimeLimit (machine);
  g_mutex_lock (&mutex);
  if (is_clean && n_kept < MAX_KEPT)
    kept[n_kept++] = g_steal_pointer (&machine);
  g_mutex_unlock (&mutex);
  if (machine != NULL)
    JSContextGroupRelease (machine);
}
