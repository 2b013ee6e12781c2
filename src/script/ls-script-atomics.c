/* ls-script-atomics.c: the natives of shared memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-agent-cluster-private.h"
#include "ls-agent-private.h"
#include "ls-agent-threads-private.h"
#include "ls-atomics-private.h"
#include "ls-event-loop-private.h"
#include "ls-shared-memory-private.h"

#include <glib/gi18n-lib.h>

/* The largest length of a block. limits.js has the same number. */
#define MAX_BYTES (G_GUINT64_CONSTANT (1) << 29)

#define CANNOT_BLOCK 3

/* The most virtual time, in µs, that passes at an operation of an agent that repeats itself while nothing changes. */
#define MAX_SPIN_TIME 1000

/* Returns the result of an operation, or stops the program if its agent was terminated or its run has ended. */
static JSValueRef
finish (LsScriptRealm *self,
        GError        *error,
        double         result,
        JSValueRef    *exception)
{
  if (error != NULL && g_error_matches (error, LS_ATOMICS_ERROR, LS_ATOMICS_ERROR_TERMINATED))
    ls_script_realm_stop (self, NULL);
  g_clear_error (&error);
  if (self->is_stopped)
    return ls_script_realm_throw_stop (self, exception);
  return JSValueMakeNumber (self->context, result);
}

/* Lets time pass for an agent that spins, since it may wait for that. A longer spin makes more time pass. */
static void
let_time_pass (LsScriptRealm *self)
{
  if (self->agent->cluster != NULL && self->agent->n_stutters > 0 && !self->is_stopped)
    {
      ls_event_loop_pass_time (self->loop, MIN (self->agent->n_stutters, MAX_SPIN_TIME));
      /* The program may look at the clock. */
      ls_agent_take_baton (self->agent);
    }
}

/* operate (block, kind, type, byteIndex, value, replacement) → the old value */
LS_SCRIPT_LOCKED_NATIVE (native_operate, 6)
{
  GError *error = NULL;
  gint64 value, replacement, old;
  gboolean is_big;
  guint kind;
  LsScriptPlace place;

  if (!ls_script_place_begin (&place, self, arguments[0], arguments[2], arguments[3]))
    return JSValueMakeNumber (context, 0);
  kind = ls_jsc_to_uint (self->context, arguments[1]);
  is_big = ls_element_type_is_big (place.array.type);
  value = is_big ? self->cells[0] : (gint64) JSValueToNumber (context, arguments[4], NULL);
  replacement = is_big ? self->cells[1] : (gint64) JSValueToNumber (context, arguments[5], NULL);
  /* The element stores the wrapped values, so the trace shows and compares those. */
  value = ls_element_type_wrap (place.array.type, value);
  replacement = ls_element_type_wrap (place.array.type, replacement);
  old = ls_atomics_operate (&place.array, 0, kind <= LS_OPERATION_COMPARE_EXCHANGE ? kind : LS_OPERATION_LOAD, value, replacement,
                            &error);
  if (kind == LS_OPERATION_STORE)
    old = 0;
  self->cells[2] = old;
  if (kind != LS_OPERATION_LOAD)
    __atomic_add_fetch (&place.block->memory->version, 1, __ATOMIC_RELEASE);
  ls_script_place_end (&place);
  let_time_pass (self);
  return finish (self, error, is_big ? 0 : (double) old, exception);
}

LS_SCRIPT_NATIVE (native_pause, 0)
{
  GError *error = NULL;

  if (self->is_stopped)
    return ls_script_realm_throw_stop (self, exception);
  ls_script_realm_give_memory (self);
  ls_atomics_pause (&error);
  ls_script_realm_take_memory (self);
  let_time_pass (self);
  return finish (self, error, 0, exception);
}

/* The promise of a waitAsync(). */
typedef struct
{
  LsScriptRealm *realm;
  double         id;
} Wait;

static void
settle_wait (LsWaitResult result,
             gpointer     user_data)
{
  Wait *wait = user_data;
  LsScriptRealm *self = wait->realm;
  const JSValueRef arguments[2] = { JSValueMakeNumber (self->context, wait->id), JSValueMakeNumber (self->context, result) };

  ls_script_realm_call (self, LS_SCRIPT_HOOK_SETTLE_WAIT, G_N_ELEMENTS (arguments), arguments);
}

/* wait (block, type, byteIndex, value, timeout, id) → LsWaitResult, or a value that says that the agent cannot block. id: 0 for
 * wait() */
LS_SCRIPT_LOCKED_NATIVE (native_wait, 6)
{
  GError *error = NULL;
  LsWaitResult result;
  gint64 value;
  double timeout, id;
  LsScriptPlace place;

  if (!ls_script_place_begin (&place, self, arguments[0], arguments[1], arguments[2]))
    return JSValueMakeNumber (context, LS_WAIT_NOT_EQUAL);
  value = place.array.type == LS_ELEMENT_BIGINT64 ? self->cells[0] : (gint64) JSValueToNumber (context, arguments[3], NULL);
  timeout = JSValueToNumber (context, arguments[4], NULL);
  id = JSValueToNumber (context, arguments[5], NULL);
  if (id == 0)
    result = ls_atomics_wait (&place.array, 0, value, timeout, NULL, &error);
  else
    {
      Wait *wait = g_new (Wait, 1);
      gboolean is_async;

      *wait = (Wait) { self, id };
      result = ls_atomics_wait_async_full (&place.array, 0, value, timeout, settle_wait, wait, g_free, &is_async, &error);
    }
  ls_script_place_end (&place);
  return finish (self, error, result == LS_WAIT_FAILED ? CANNOT_BLOCK : result, exception);
}

/* notify (block, type, byteIndex, count) → the number of agents that it woke */
LS_SCRIPT_LOCKED_NATIVE (native_notify, 4)
{
  GError *error = NULL;
  double count;
  guint64 n;
  LsScriptPlace place;

  if (!ls_script_place_begin (&place, self, arguments[0], arguments[1], arguments[2]))
    return JSValueMakeNumber (context, 0);
  count = JSValueToNumber (context, arguments[3], NULL);
  n = ls_atomics_notify (&place.array, 0, ls_to_notify_count (count), &error);
  ls_script_place_end (&place);
  return finish (self, error, n, exception);
}

/* announceLock (isLocked): what the next operation does to a lock, if it succeeds */
LS_SCRIPT_NATIVE (native_announce_lock, 1)
{
  LsAgent *previous = ls_agent_enter (self->agent);

  ls_agent_announce_lock (JSValueToBoolean (context, arguments[0]) ? LS_RECORD_FLAG_LOCKED
                                                                                      : LS_RECORD_FLAG_UNLOCKED);
  ls_agent_leave (previous);
  return NULL;
}

/* Reports new memory. The agent that makes it calls this. */
static void
add_memory_on_thread (LsScriptRealm  *self,
                      LsSharedMemory *memory)
{
  LsAgent *previous = ls_agent_enter (self->agent);

  ls_agent_threads_add_memory (ls_agent_get_threads (self->agent), memory);
  ls_agent_leave (previous);
}

/* The explorer forgets what an agent learns inside a function of a lock, because the caller learns only that it returns. These
 * natives mark that such a function begins, that it is back at its beginning, and that it returns. When it returns, the caller
 * may see all changes of memory that others have made until then. */

LS_SCRIPT_NATIVE (native_enter_scope, 0)
{
  ls_agent_remember (self->agent, &self->mark);
  self->is_in_scope = TRUE;
  return NULL;
}

LS_SCRIPT_NATIVE (native_repeat_scope, 0)
{
  ls_agent_forget (self->agent, &self->mark, 0);
  return NULL;
}

LS_SCRIPT_NATIVE (native_leave_scope, 1)
{
  self->is_in_scope = FALSE;
  ls_agent_forget (self->agent, &self->mark, JSValueToBoolean (context, arguments[0]) ? 1 : 2);
  ls_script_realm_observe_memory (self);
  return NULL;
}

/* readMemory(): the program reads memory without an operation */
LS_SCRIPT_NATIVE (native_read_memory, 0)
{
  if (!self->reads_plainly && self->host->is_explored)
    {
      self->reads_plainly = TRUE;
      ls_script_realm_observe_memory (self);
    }
  return NULL;
}

/* reportLock (isEarly): reports an error with a lock: the program unlocks it too early, or leaves it locked */
LS_SCRIPT_NATIVE (native_report_lock, 1)
{
  if (JSValueToBoolean (context, arguments[0]))
    ls_agent_report (self->agent, LS_FINDING_EARLY_UNLOCK, N_("The lock is released before the asynchronous callback is done"));
  else
    ls_agent_report (self->agent, LS_FINDING_LOCK_LEFT_HELD, N_("An exception in the callback left the lock held"));
  return NULL;
}

/* nameMemory (block, name, type, byteOffset): the name of the memory in the program, or of an array of it */
LS_SCRIPT_LOCKED_NATIVE (native_name_memory, 4)
{
  LsScriptBlock *block = ls_script_block_get (self, arguments[0]);
  g_autofree char *name = NULL;
  LsTypedArray array;

  if (block == NULL || self->host->name_memory == NULL)
    return NULL;
  name = ls_jsc_to_utf8 (self->context, arguments[1]);
  array = (LsTypedArray) { block->memory, ls_jsc_to_uint (self->context, arguments[2]),
                           ls_jsc_to_uint (self->context, arguments[3]), 1 };
  if (name != NULL && array.type < LS_N_ELEMENT_TYPES)
    self->host->name_memory (self->host, name, &array);
  return NULL;
}

/* shareMemory (buffer, length, maxLength or -1, name or undefined) → block */
LS_SCRIPT_LOCKED_NATIVE (native_share_memory, 4)
{
  LsAgentCluster *cluster = ls_agent_get_cluster (self->agent);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  LsSharedMemory *memory;
  double length, most;

  if (JSValueIsString (context, arguments[3]))
    name = ls_jsc_to_utf8 (self->context, arguments[3]);
  length = JSValueToNumber (context, arguments[1], NULL);
  most = JSValueToNumber (context, arguments[2], NULL);
  if (most >= 0)
    memory = ls_shared_memory_new_growable (length, CLAMP (most, length, MAX (length, MAX_BYTES)), name, &error);
  else
    memory = ls_shared_memory_new (length, name, &error);
  if (memory == NULL)
    {
      *exception = ls_script_realm_string (self, error->message);
      return NULL;
    }
  if (cluster != NULL)
    ls_agent_cluster_add_memory (cluster, memory);
  else if (self->agent->thread != NULL)
    add_memory_on_thread (self, memory);
  return ls_script_block_new (self, memory, (JSObjectRef) arguments[0], length);
}

/* growMemory (block, length) */
LS_SCRIPT_LOCKED_NATIVE (native_grow_memory, 2)
{
  LsScriptBlock *block = ls_script_block_get (self, arguments[0]);
  double length;

  if (block == NULL)
    return NULL;
  length = JSValueToNumber (context, arguments[1], NULL);
  if (length > block->length && ls_shared_memory_grow (block->memory, length, NULL))
    block->length = length;
  return NULL;
}

const LsScriptNative ls_script_atomics_natives[] = {
  { "operate", native_operate },
  { "pause", native_pause },
  { "wait", native_wait },
  { "notify", native_notify },
  { "announceLock", native_announce_lock },
  { "enterScope", native_enter_scope },
  { "repeatScope", native_repeat_scope },
  { "leaveScope", native_leave_scope },
  { "readMemory", native_read_memory },
  { "reportLock", native_report_lock },
  { "nameMemory", native_name_memory },
  { "shareMemory", native_share_memory },
  { "growMemory", native_grow_memory },
  { NULL },
};
