/* ls-script-messages.c: how messages between realms are written and read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-messages-private.h"

#include "ls-shared-memory.h"

LsScriptMessage *
ls_script_message_new (void)
{
  LsScriptMessage *self = g_new0 (LsScriptMessage, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->memories = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_shared_memory_unref);
  self->buffers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  self->ports = g_ptr_array_new_with_free_func (ls_script_port_unref);
  return self;
}

LsScriptMessage *
ls_script_message_ref (LsScriptMessage *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/* Ports that nobody has taken out of the message close, and their own messages go as well. Programs can nest these at will: the
 * function keeps a list instead of calling itself. */
void
ls_script_message_unref (gpointer data)
{
  GQueue dropped = G_QUEUE_INIT;
  LsScriptMessage *self;

  g_queue_push_tail (&dropped, data);
  while ((self = g_queue_pop_head (&dropped)) != NULL)
    {
      if (!g_atomic_ref_count_dec (&self->ref_count))
        continue;
      for (guint i = 0; i < self->ports->len; i++)
        if (self->ports->pdata[i] != NULL)
          ls_script_port_drop (self->ports->pdata[i], &dropped);
      if (self->link != NULL)
        ls_script_link_unref (self->link);
      if (self->text != NULL)
        JSStringRelease (self->text);
      g_ptr_array_unref (self->memories);
      g_ptr_array_unref (self->buffers);
      g_ptr_array_unref (self->ports);
      g_free (self);
    }
}

/* beginMessage() */
LS_SCRIPT_NATIVE (native_begin_message, 0)
{
  g_clear_pointer (&self->workers->outgoing, ls_script_message_unref);
  self->workers->outgoing = ls_script_message_new ();
  return NULL;
}

/* messageMemory (block) → its index in the message */
LS_SCRIPT_LOCKED_NATIVE (native_message_memory, 1)
{
  LsScriptBlock *block = ls_script_block_get (self, arguments[0]);
  LsScriptMessage *message = self->workers->outgoing;

  if (block == NULL || message == NULL)
    return NULL;
  ls_script_block_post (block);
  g_ptr_array_add (message->memories, ls_shared_memory_ref (block->memory));
  return JSValueMakeNumber (context, message->memories->len - 1);
}

/* messageBuffer (buffer, length) → its index in the message */
LS_SCRIPT_LOCKED_NATIVE (native_message_buffer, 2)
{
  LsScriptMessage *message = self->workers->outgoing;
  const guint8 *bytes;
  double length;

  if (message == NULL)
    return NULL;
  length = JSValueToNumber (context, arguments[1], NULL);
  bytes = JSObjectGetArrayBufferBytesPtr (context, (JSObjectRef) arguments[0], NULL);
  g_ptr_array_add (message->buffers, g_bytes_new (bytes, bytes != NULL ? (gsize) length : 0));
  return JSValueMakeNumber (context, message->buffers->len - 1);
}

/* incomingBuffer (place) → its bytes, valid while the message is read */
LS_SCRIPT_LOCKED_NATIVE (native_incoming_buffer, 1)
{
  LsScriptMessage *message = self->workers->incoming;
  const guint place = ls_jsc_to_uint (self->context, arguments[0]);
  gconstpointer bytes;
  gsize size;

  if (message == NULL || place >= message->buffers->len)
    return NULL;
  bytes = g_bytes_get_data (g_ptr_array_index (message->buffers, place), &size);
  return (JSValueRef) JSObjectMakeTypedArrayWithBytesNoCopy (context, JS_TYPED_ARRAY_UINT8, (void *) bytes, size, NULL, NULL, NULL);
}

static LsSharedMemory *
get_incoming_memory (LsScriptRealm *self,
                     JSValueRef     number)
{
  LsScriptMessage *message = self->workers->incoming;
  const guint place = ls_jsc_to_uint (self->context, number);

  return message != NULL && place < message->memories->len ? g_ptr_array_index (message->memories, place) : NULL;
}

/* knownMemory (place) → the buffer of the realm for it, or undefined */
LS_SCRIPT_LOCKED_NATIVE (native_known_memory, 1)
{
  LsSharedMemory *memory = get_incoming_memory (self, arguments[0]);
  JSObjectRef buffer = memory != NULL ? ls_script_realm_find_buffer (self, memory) : NULL;

  return (JSValueRef) buffer;
}

/* memoryLength (place, most) → its length, or with @most the largest length that it can grow to; −1 if it cannot grow */
LS_SCRIPT_LOCKED_NATIVE (native_memory_length, 2)
{
  LsSharedMemory *memory = get_incoming_memory (self, arguments[0]);

  if (memory == NULL)
    return JSValueMakeNumber (context, 0);
  if (!JSValueToBoolean (context, arguments[1]))
    return JSValueMakeNumber (context, ls_shared_memory_get_length (memory));
  return JSValueMakeNumber (context,
                            ls_shared_memory_is_growable (memory) ? (double) ls_shared_memory_get_max_length (memory) : -1);
}

/* adoptMemory (place, buffer) → block */
LS_SCRIPT_LOCKED_NATIVE (native_adopt_memory, 2)
{
  LsSharedMemory *memory = get_incoming_memory (self, arguments[0]);

  if (memory == NULL)
    return JSValueMakeNull (context);
  return ls_script_block_adopt (self, memory, (JSObjectRef) arguments[1]);
}

const LsScriptNative ls_script_messages_natives[] = {
  { "beginMessage", native_begin_message },
  { "messageMemory", native_message_memory },
  { "messageBuffer", native_message_buffer },
  { "incomingBuffer", native_incoming_buffer },
  { "knownMemory", native_known_memory },
  { "memoryLength", native_memory_length },
  { "adoptMemory", native_adopt_memory },
  { NULL },
};
