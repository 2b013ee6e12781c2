/* ls-script-atomics.c: the natives of shared memory, and the copying of its bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* A SharedArrayBuffer belongs to a virtual machine, and JavaScriptCore cannot make one over existing bytes. So each realm has
 * its own copy of a block, and the bytes of the engine are the true ones. Only one agent runs at a time, so the copies need a
 * comparison only when an agent gets the baton or gives it away. Blocks that other agents know are then copied as a whole if
 * they differ. For a block that no other agent knows, an operation copies only its element.
 *
 * When agents run on threads, there is no baton. An operation begins with a release: it writes the bytes that this realm has
 * changed since the last copy to the engine's block, and no others. It ends with an acquire: it reads what other agents have
 * changed. A program without data races cannot see a difference to one common memory, because it reads the writes of others only
 * after an operation that follows them. */

#include "ls-script-realm-private.h"

#include "ls-agent-cluster-private.h"
#include "ls-agent-private.h"
#include "ls-agent-threads-private.h"
#include "ls-event-loop-private.h"
#include "ls-shared-memory-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The largest length of a block. limits.js has the same number. */
#define MAX_BYTES (G_GUINT64_CONSTANT (1) << 29)

#define CANNOT_BLOCK 3

/* The most virtual time, in µs, that passes at an operation of an agent that repeats itself while nothing changes. */
#define MAX_SPIN_TIME 1000

/* LsScriptBlock: the copy of a shared memory that a realm has. */
struct _LsScriptBlock
{
  LsScriptRealm  *realm;
  LsSharedMemory *memory;       /* (owned) */
  JSObjectRef     buffer;       /* protected once other agents know the block */
  guint8         *bytes;        /* JavaScriptCore owns these bytes; they do not move */
  gsize           length;       /* length of @bytes */
  gboolean        is_posted;    /* other agents know the block */
  guint8         *seen;         /* (owned) (nullable): the bytes at the last copy, when the agent has a thread of its own */
  guint64         version;      /* the version of @memory at the last copy */
};

/* Called while JavaScriptCore collects garbage. */
static void
block_finalize (JSObjectRef object)
{
  LsScriptBlock *block = JSObjectGetPrivate (object);

  if (block == NULL)
    return;
  g_hash_table_remove (block->realm->blocks, block);
}

void
ls_script_block_free (gpointer data)
{
  LsScriptBlock *block = data;

  ls_shared_memory_unref (block->memory);
  g_free (block->seen);
  g_free (block);
}

/* Returns: (nullable): the block that @value stands for */
LsScriptBlock *
ls_script_block_get (LsScriptRealm *self,
                     JSValueRef     value)
{
  if (value == NULL || !JSValueIsObjectOfClass (self->context, value, self->block_class))
    return NULL;
  return JSObjectGetPrivate ((JSObjectRef) value);
}

LsSharedMemory *
ls_script_block_get_memory (LsScriptBlock *block)
{
  return block->memory;
}

/* Makes a block and takes over @memory, whose bytes are the true ones. */
static JSValueRef
block_new (LsScriptRealm  *self,
           LsSharedMemory *memory,
           JSObjectRef     buffer,
           gsize           length)
{
  LsScriptBlock *block = g_new0 (LsScriptBlock, 1);

  block->realm = self;
  block->memory = memory;
  block->buffer = buffer;
  block->bytes = JSObjectGetArrayBufferBytesPtr (self->context, buffer, NULL);
  block->length = block->bytes != NULL ? length : 0;
  g_hash_table_add (self->blocks, block);
  return (JSValueRef) JSObjectMake (self->context, self->block_class, block);
}

/* Tells the explorer what an agent has learned. Plain reads of shared memory are no operations, so an agent that may make them
 * counts as knowing all of it. */

static void
observe_bytes (const LsScriptBlock *block,
               const guint8        *bytes,
               gsize                from,
               gsize                n)
{
  LsHash hash = { 0, 0 };

  ls_hash_mix (&hash, ls_shared_memory_get_id (block->memory));
  ls_hash_mix (&hash, from);
  ls_hash_mix (&hash, n);
  for (gsize i = 0; i < n; i += sizeof (guint64))
    {
      guint64 word = 0;

      memcpy (&word, bytes + i, MIN (sizeof word, n - i));
      ls_hash_mix (&hash, word);
    }
  ls_agent_observe (block->realm->agent, hash.a);
  ls_agent_observe (block->realm->agent, hash.b);
}

/* Returns whether the result of an operation makes a difference to the explorer. Inside a function of a lock it does not: see
 * native_leave_scope(). */
static gboolean
is_observing (const LsScriptRealm *self)
{
  return self->reads_plainly && !self->is_in_scope;
}

/* Tells the explorer all that the agent may find in memory. */
static void
observe_memory (const LsScriptRealm *self)
{
  for (guint i = 0; i < self->posted->len; i++)
    {
      const LsScriptBlock *block = g_ptr_array_index (self->posted, i);

      if (self->reads_plainly)
        observe_bytes (block, block->bytes, 0, block->length);
      else if (ls_shared_memory_is_growable (block->memory))
        ls_agent_observe (self->agent, block->length);
    }
}

/* Copying */

static void
block_publish (LsScriptBlock *block)
{
  guint8 *bytes = ls_shared_memory_get_bytes (block->memory);
  LsAgentCluster *cluster = ls_agent_get_cluster (block->realm->agent);

  if (block->length == 0 || memcmp (bytes, block->bytes, block->length) == 0)
    return;
  memcpy (bytes, block->bytes, block->length);
  /* A waiting agent that spins may find what it waits for. */
  if (cluster != NULL)
    ls_agent_cluster_note_change (cluster);
}

static void
block_refresh (LsScriptBlock *block)
{
  LsScriptRealm *self = block->realm;
  const gsize length = ls_shared_memory_get_length (block->memory);
  const gboolean has_grown = length > block->length;
  const guint8 *bytes = ls_shared_memory_get_bytes (block->memory);

  if (has_grown)
    {
      const JSValueRef arguments[2] = { (JSValueRef) block->buffer, JSValueMakeNumber (self->context, length) };

      ls_script_realm_call (self, LS_SCRIPT_HOOK_GROW_BLOCK, G_N_ELEMENTS (arguments), arguments);
      block->length = length;
    }
  if (block->length == 0 || (!has_grown && memcmp (block->bytes, bytes, block->length) == 0))
    return;
  if (is_observing (self))
    observe_bytes (block, bytes, 0, block->length);
  else if (has_grown && self->host->is_explored)
    ls_agent_observe (self->agent, block->length);
  memcpy (block->bytes, bytes, block->length);
}

static gboolean
is_threaded (const LsScriptRealm *self)
{
  return self->agent->thread != NULL;
}

/* Writes what the realm has changed, when the agent has a thread of its own. */
static void
block_release (LsScriptBlock *block)
{
  guint8 *bytes = ls_shared_memory_get_bytes (block->memory);
  gboolean has_changed = FALSE;

  if (block->length == 0 || memcmp (block->bytes, block->seen, block->length) == 0)
    return;
  for (gsize i = 0; i < block->length; i++)
    {
      /* Most of the block has not changed. */
      if (i % 64 == 0 && block->length - i >= 64 && memcmp (block->bytes + i, block->seen + i, 64) == 0)
        {
          i += 63;
          continue;
        }
      if (block->bytes[i] == block->seen[i])
        continue;
      block->seen[i] = block->bytes[i];
      __atomic_store_n (bytes + i, block->bytes[i], __ATOMIC_RELAXED);
      has_changed = TRUE;
    }
  if (has_changed)
    __atomic_add_fetch (&block->memory->version, 1, __ATOMIC_RELEASE);
}

/* Reads @n bytes from @from on. The realm must not have changed them since the last copy. */
static void
block_read (LsScriptBlock *block,
            gsize          from,
            gsize          n)
{
  const guint8 *bytes = ls_shared_memory_get_bytes (block->memory);
  gsize i = from;

  while (i < from + n)
    {
      /* If others write an element in one access, this reads it in one access. */
      if (i % sizeof (guint64) == 0 && from + n - i >= sizeof (guint64))
        {
          const guint64 word = __atomic_load_n ((const guint64 *) (gconstpointer) (bytes + i), __ATOMIC_RELAXED);

          if (memcmp (&word, block->seen + i, sizeof word) != 0)
            {
              memcpy (block->seen + i, &word, sizeof word);
              memcpy (block->bytes + i, &word, sizeof word);
            }
          i += sizeof word;
          continue;
        }
      block->bytes[i] = block->seen[i] = __atomic_load_n (bytes + i, __ATOMIC_RELAXED);
      i++;
    }
}

/* Reads what others have changed. The caller has written the realm's own changes before. */
static void
block_acquire (LsScriptBlock *block)
{
  const guint64 version = __atomic_load_n (&block->memory->version, __ATOMIC_ACQUIRE);
  const gsize length = ls_shared_memory_get_length (block->memory);

  if (length > block->length)
    {
      LsScriptRealm *self = block->realm;
      const JSValueRef arguments[2] = { (JSValueRef) block->buffer, JSValueMakeNumber (self->context, length) };
      const gsize old = block->length;

      ls_script_realm_call (self, LS_SCRIPT_HOOK_GROW_BLOCK, G_N_ELEMENTS (arguments), arguments);
      block->length = length;
      block_read (block, old, length - old);
    }
  if (version == block->version)
    return;
  block->version = version;
  block_read (block, 0, block->length);
}

/* Begins to copy a block that other agents know from now on. */
static void
block_begin_copying (LsScriptBlock *block)
{
  const gsize most = ls_shared_memory_get_max_length (block->memory);

  block->seen = g_malloc0 (MAX (most, 1));
  /* The engine's bytes are the true ones, so this reads all of them. */
  block->version = __atomic_load_n (&block->memory->version, __ATOMIC_ACQUIRE);
  block_read (block, 0, block->length);
}

/* Writes this agent's changes before another agent may run. */
void
ls_script_realm_give_memory (LsScriptRealm *self)
{
  if (self->posted->len == 0)
    return;
  if (is_threaded (self))
    {
      for (guint i = 0; i < self->posted->len; i++)
        block_release (g_ptr_array_index (self->posted, i));
      return;
    }
  for (guint i = 0; i < self->posted->len; i++)
    block_publish (g_ptr_array_index (self->posted, i));
  self->given_at = ls_agent_cluster_get_n_steps (ls_agent_get_cluster (self->agent));
}

/* Reads the changes of other agents after they may have run. */
void
ls_script_realm_take_memory (LsScriptRealm *self)
{
  guint64 n_steps;

  if (self->posted->len == 0 || self->is_taking)
    return;
  if (is_threaded (self))
    {
      self->is_taking = TRUE;
      ls_script_realm_give_memory (self);
      for (guint i = 0; i < self->posted->len; i++)
        block_acquire (g_ptr_array_index (self->posted, i));
      self->is_taking = FALSE;
      return;
    }
  /* The first further step is this agent's own. */
  n_steps = ls_agent_cluster_get_n_steps (ls_agent_get_cluster (self->agent));
  if (n_steps <= self->given_at + 1)
    return;
  self->is_taking = TRUE;
  for (guint i = 0; i < self->posted->len; i++)
    block_refresh (g_ptr_array_index (self->posted, i));
  self->is_taking = FALSE;
  self->given_at = n_steps;
}

/* Makes a block known to other agents. */
void
ls_script_block_post (LsScriptBlock *block)
{
  LsScriptRealm *self = block->realm;

  if (block->is_posted)
    return;
  block->is_posted = TRUE;
  JSValueProtect (self->context, (JSValueRef) block->buffer);
  g_ptr_array_add (self->posted, block);
  block_publish (block);
  if (is_threaded (self))
    block_begin_copying (block);
}

/* Makes a block for memory that has come with a message.
 *
 * Returns: its handle */
JSValueRef
ls_script_block_adopt (LsScriptRealm  *self,
                       LsSharedMemory *memory,
                       JSObjectRef     buffer)
{
  JSValueRef handle = block_new (self, ls_shared_memory_ref (memory), buffer, ls_shared_memory_get_length (memory));
  LsScriptBlock *block = JSObjectGetPrivate ((JSObjectRef) handle);

  block->is_posted = TRUE;
  JSValueProtect (self->context, (JSValueRef) buffer);
  g_ptr_array_add (self->posted, block);
  if (is_threaded (self))
    block_begin_copying (block);
  else
    block_refresh (block);
  return handle;
}

/* Returns: (nullable): the buffer of the realm for @memory, if other agents know it */
JSObjectRef
ls_script_realm_find_buffer (LsScriptRealm  *self,
                             LsSharedMemory *memory)
{
  for (guint i = 0; i < self->posted->len; i++)
    {
      LsScriptBlock *block = g_ptr_array_index (self->posted, i);

      if (block->memory == memory)
        return block->buffer;
    }
  return NULL;
}

/* Operations */

/* The arguments of an operation's native: the block, the element's type and its byte index. */
typedef struct
{
  LsScriptRealm *realm;
  LsScriptBlock *block;
  LsTypedArray   array;
  gsize          size;
  LsAgent       *previous;
} Place;

static gboolean
place_begin (Place            *self,
             LsScriptRealm    *realm,
             JSValueRef        block,
             JSValueRef        type,
             JSValueRef        byte_index)
{
  const guint number = ls_script_realm_to_uint (realm, type);

  self->realm = realm;
  self->block = ls_script_block_get (realm, block);
  if (self->block == NULL || number >= LS_N_ELEMENT_TYPES)
    return FALSE;
  self->array = (LsTypedArray) { self->block->memory, number, ls_script_realm_to_uint (realm, byte_index), 1 };
  self->size = ls_element_type_get_size (number);
  if (self->array.byte_offset > self->block->length || self->size > self->block->length - self->array.byte_offset)
    return FALSE;
  if (!self->block->is_posted)
    memcpy (ls_shared_memory_get_bytes (self->block->memory) + self->array.byte_offset,
            self->block->bytes + self->array.byte_offset, self->size);
  ls_script_realm_give_memory (realm);
  self->previous = ls_agent_enter (realm->agent);
  return TRUE;
}

static void
place_end (Place *self)
{
  guint8 *there = self->block->bytes + self->array.byte_offset;
  const guint8 *bytes = ls_shared_memory_get_bytes (self->block->memory) + self->array.byte_offset;

  ls_agent_leave (self->previous);
  if (is_threaded (self->realm) && self->block->is_posted)
    {
      const gsize word = self->array.byte_offset & ~(sizeof (guint64) - 1);

      block_read (self->block, word, MIN (sizeof (guint64), self->block->length - word));
      ls_script_realm_take_memory (self->realm);
      return;
    }
  if (is_observing (self->realm) && memcmp (there, bytes, self->size) != 0)
    observe_bytes (self->block, bytes, self->array.byte_offset, self->size);
  memcpy (there, bytes, self->size);
  ls_script_realm_take_memory (self->realm);
}

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
LS_SCRIPT_LOCKED_NATIVE (native_operate)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();
  GError *error = NULL;
  gint64 value, replacement, old = 0;
  gboolean is_big;
  guint kind;
  Place place;

  if (n_arguments < 6 || !place_begin (&place, self, arguments[0], arguments[2], arguments[3]))
    return JSValueMakeNumber (context, 0);
  kind = ls_script_realm_to_uint (self, arguments[1]);
  is_big = ls_element_type_is_big (place.array.type);
  value = is_big ? self->cells[0] : (gint64) JSValueToNumber (context, arguments[4], NULL);
  replacement = is_big ? self->cells[1] : (gint64) JSValueToNumber (context, arguments[5], NULL);
  /* The element stores the wrapped values, so the trace shows and compares those. */
  value = ls_element_type_wrap (place.array.type, value);
  replacement = ls_element_type_wrap (place.array.type, replacement);
  switch (kind)
    {
    case LS_OPERATION_STORE:
      ls_atomics_store (&place.array, 0, value, &error);
      break;

    case LS_OPERATION_ADD:
      old = ls_atomics_add (&place.array, 0, value, &error);
      break;

    case LS_OPERATION_SUB:
      old = ls_atomics_sub (&place.array, 0, value, &error);
      break;

    case LS_OPERATION_AND:
      old = ls_atomics_and (&place.array, 0, value, &error);
      break;

    case LS_OPERATION_OR:
      old = ls_atomics_or (&place.array, 0, value, &error);
      break;

    case LS_OPERATION_XOR:
      old = ls_atomics_xor (&place.array, 0, value, &error);
      break;

    case LS_OPERATION_EXCHANGE:
      old = ls_atomics_exchange (&place.array, 0, value, &error);
      break;

    case LS_OPERATION_COMPARE_EXCHANGE:
      old = ls_atomics_compare_exchange (&place.array, 0, value, replacement, &error);
      break;

    default:
      old = ls_atomics_load (&place.array, 0, &error);
      break;
    }
  self->cells[2] = old;
  if (kind != LS_OPERATION_LOAD)
    __atomic_add_fetch (&place.block->memory->version, 1, __ATOMIC_RELEASE);
  place_end (&place);
  let_time_pass (self);
  return finish (self, error, is_big ? 0 : (double) old, exception);
}

LS_SCRIPT_NATIVE (native_pause)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();
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
LS_SCRIPT_LOCKED_NATIVE (native_wait)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();
  GError *error = NULL;
  LsWaitResult result;
  gint64 value;
  double timeout, id;
  Place place;

  if (n_arguments < 6 || !place_begin (&place, self, arguments[0], arguments[1], arguments[2]))
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
  place_end (&place);
  return finish (self, error, result == LS_WAIT_FAILED ? CANNOT_BLOCK : result, exception);
}

/* notify (block, type, byteIndex, count) → the number of agents that it woke */
LS_SCRIPT_LOCKED_NATIVE (native_notify)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();
  GError *error = NULL;
  double count;
  guint64 n;
  Place place;

  if (n_arguments < 4 || !place_begin (&place, self, arguments[0], arguments[1], arguments[2]))
    return JSValueMakeNumber (context, 0);
  count = JSValueToNumber (context, arguments[3], NULL);
  n = ls_atomics_notify (&place.array, 0, ls_to_notify_count (count), &error);
  place_end (&place);
  return finish (self, error, n, exception);
}

/* announceLock (isLocked): what the next operation does to a lock, if it succeeds */
LS_SCRIPT_NATIVE (native_announce_lock)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();
  LsAgent *previous = ls_agent_enter (self->agent);

  ls_agent_announce_lock (n_arguments > 0 && JSValueToBoolean (context, arguments[0]) ? LS_RECORD_FLAG_LOCKED
                                                                                      : LS_RECORD_FLAG_UNLOCKED);
  ls_agent_leave (previous);
  return JSValueMakeUndefined (context);
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

LS_SCRIPT_NATIVE (native_enter_scope)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();

  ls_agent_remember (self->agent, &self->mark);
  self->is_in_scope = TRUE;
  return JSValueMakeUndefined (context);
}

LS_SCRIPT_NATIVE (native_repeat_scope)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();

  ls_agent_forget (self->agent, &self->mark, 0);
  return JSValueMakeUndefined (context);
}

LS_SCRIPT_NATIVE (native_leave_scope)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();

  self->is_in_scope = FALSE;
  ls_agent_forget (self->agent, &self->mark, n_arguments > 0 && JSValueToBoolean (context, arguments[0]) ? 1 : 2);
  observe_memory (self);
  return JSValueMakeUndefined (context);
}

/* readMemory(): the program reads memory without an operation */
LS_SCRIPT_NATIVE (native_read_memory)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();

  if (!self->reads_plainly && self->host->is_explored)
    {
      self->reads_plainly = TRUE;
      observe_memory (self);
    }
  return JSValueMakeUndefined (context);
}

/* reportLock (isEarly): reports an error with a lock: the program unlocks it too early, or leaves it locked */
LS_SCRIPT_NATIVE (native_report_lock)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();

  if (n_arguments > 0 && JSValueToBoolean (context, arguments[0]))
    ls_agent_report (self->agent, LS_FINDING_EARLY_UNLOCK, N_("The lock is unlocked before the asynchronous callback is done"));
  else
    ls_agent_report (self->agent, LS_FINDING_LOCK_LEFT_HELD, N_("An exception of the callback has left the lock held"));
  return JSValueMakeUndefined (context);
}

/* nameMemory (block, name, type, byteOffset): the name of the memory in the program, or of an array of it */
LS_SCRIPT_LOCKED_NATIVE (native_name_memory)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();
  LsScriptBlock *block = n_arguments > 0 ? ls_script_block_get (self, arguments[0]) : NULL;
  g_autofree char *name = NULL;
  LsTypedArray array;

  if (block == NULL || n_arguments < 4 || self->host->name_memory == NULL)
    return JSValueMakeUndefined (context);
  name = ls_script_realm_to_utf8 (self, arguments[1]);
  array = (LsTypedArray) { block->memory, ls_script_realm_to_uint (self, arguments[2]),
                           ls_script_realm_to_uint (self, arguments[3]), 1 };
  if (name != NULL && array.type < LS_N_ELEMENT_TYPES)
    self->host->name_memory (self->host, name, &array);
  return JSValueMakeUndefined (context);
}

/* shareMemory (buffer, length, maxLength or -1, name or undefined) → block */
LS_SCRIPT_LOCKED_NATIVE (native_share_memory)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();
  LsAgentCluster *cluster = ls_agent_get_cluster (self->agent);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  LsSharedMemory *memory;
  double length, most;

  if (n_arguments < 3)
    return JSValueMakeUndefined (context);
  if (n_arguments > 3 && JSValueIsString (context, arguments[3]))
    name = ls_script_realm_to_utf8 (self, arguments[3]);
  length = JSValueToNumber (context, arguments[1], NULL);
  most = JSValueToNumber (context, arguments[2], NULL);
  if (most >= 0)
    memory = ls_shared_memory_new_growable (length, CLAMP (most, length, MAX (length, MAX_BYTES)), name, &error);
  else
    memory = ls_shared_memory_new (length, name, &error);
  if (memory == NULL)
    {
      *exception = ls_script_realm_string (self, error->message);
      return JSValueMakeUndefined (context);
    }
  if (cluster != NULL)
    ls_agent_cluster_add_memory (cluster, memory);
  else if (is_threaded (self))
    add_memory_on_thread (self, memory);
  return block_new (self, memory, (JSObjectRef) arguments[0], length);
}

/* growMemory (block, length) */
LS_SCRIPT_LOCKED_NATIVE (native_grow_memory)
{
  LsScriptRealm *self = ls_script_realm_enter_native ();
  LsScriptBlock *block = n_arguments > 1 ? ls_script_block_get (self, arguments[0]) : NULL;
  double length;

  if (block == NULL)
    return JSValueMakeUndefined (context);
  length = JSValueToNumber (context, arguments[1], NULL);
  if (length > block->length && ls_shared_memory_grow (block->memory, length, NULL))
    block->length = length;
  return JSValueMakeUndefined (context);
}

/* Construction and destruction */

void
ls_script_atomics_add_natives (LsScriptRealm *self,
                               JSObjectRef    host)
{
  static const JSClassDefinition definition = { .class_name = "SharedMemory", .finalize = block_finalize };
  static const LsScriptNative natives[] = {
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
  };
  JSObjectRef cells = JSObjectMakeTypedArrayWithBytesNoCopy (self->context, JS_TYPED_ARRAY_INT32, self->cells,
                                                             LS_SCRIPT_N_CELLS * sizeof (gint64), NULL, NULL, NULL);

  self->block_class = JSClassCreate (&definition);
  ls_script_prelude_set (self, host, "cells", (JSValueRef) cells, 0);
  ls_script_realm_add_natives (self, host, natives, G_N_ELEMENTS (natives));
}
