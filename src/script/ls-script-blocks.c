/* ls-script-blocks.c: the copies that a realm has of shared memory
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

#include <string.h>

/* Called while JavaScriptCore collects garbage. */
static void
block_finalize (JSObjectRef object)
{
  LsScriptBlock *block = JSObjectGetPrivate (object);

  if (block->realm == NULL)
    g_hash_table_remove (block->orphans, block);
  else
    g_hash_table_remove (block->realm->blocks, block);
}

const JSClassDefinition ls_script_block_class = { .class_name = "SharedMemory", .finalize = block_finalize };

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

/* Makes a block and takes over @memory, whose bytes are the true ones. */
JSValueRef
ls_script_block_new (LsScriptRealm  *self,
                     LsSharedMemory *memory,
                     JSObjectRef     buffer,
                     gsize           length)
{
  LsScriptBlock *block = g_new0 (LsScriptBlock, 1);

  block->realm = self;
  block->orphans = self->machine->orphans;
  block->memory = memory;
  block->buffer = buffer;
  block->bytes = JSObjectGetArrayBufferBytesPtr (self->context, buffer, NULL);
  block->length = block->bytes != NULL ? length : 0;
  g_hash_table_add (self->blocks, block);
  block->object = JSObjectMake (self->context, self->block_class, block);
  return (JSValueRef) block->object;
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
void
ls_script_realm_observe_memory (const LsScriptRealm *self)
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
    cluster->n_changes++;
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
  if (self->agent->thread != NULL)
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
  if (self->agent->thread != NULL)
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
  ls_script_realm_protect (self, (JSValueRef) block->buffer);
  g_ptr_array_add (self->posted, block);
  block_publish (block);
  if (self->agent->thread != NULL)
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
  JSValueRef handle = ls_script_block_new (self, ls_shared_memory_ref (memory), buffer, ls_shared_memory_get_length (memory));
  LsScriptBlock *block = JSObjectGetPrivate ((JSObjectRef) handle);

  block->is_posted = TRUE;
  ls_script_realm_protect (self, (JSValueRef) buffer);
  g_ptr_array_add (self->posted, block);
  if (self->agent->thread != NULL)
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

/* Begins an operation. Returns FALSE where there is no such place. */
gboolean
ls_script_place_begin (LsScriptPlace *self,
                       LsScriptRealm *realm,
                       JSValueRef     block,
                       JSValueRef     type,
                       JSValueRef     byte_index)
{
  const guint number = ls_jsc_to_uint (realm->context, type);

  self->realm = realm;
  self->block = ls_script_block_get (realm, block);
  if (self->block == NULL || number >= LS_N_ELEMENT_TYPES)
    return FALSE;
  self->array = (LsTypedArray) { self->block->memory, number, ls_jsc_to_uint (realm->context, byte_index), 1 };
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

void
ls_script_place_end (LsScriptPlace *self)
{
  guint8 *there = self->block->bytes + self->array.byte_offset;
  const guint8 *bytes = ls_shared_memory_get_bytes (self->block->memory) + self->array.byte_offset;

  ls_agent_leave (self->previous);
  if (self->realm->agent->thread != NULL && self->block->is_posted)
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
