/* ls-script-workers.c: workers, and messages between the realms of agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-agent-private.h"
#include "ls-agent-cluster.h"
#include "ls-agent-threads-private.h"
#include "ls-event-loop-private.h"
#include "ls-program-script.h"

#include <string.h>

/* The text that worker.js puts after a function. */
#define FUNCTION_END ") ();"

/* The most workers at once. Each takes a virtual machine with some megabytes. */
#define MAX_WORKERS 64

/* A link connects a worker and its creator. Both realms have references to it, and so has each message on its way. The agent
 * with the baton may use all of the link. A realm that ends removes itself from the link, and messages to it are dropped. When
 * agents run on threads, only its own thread may use a realm, and the members that both threads use are atomic. */

/* LsScriptLink: a worker, as both its sides know it. */
struct _LsScriptLink
{
  gatomicrefcount  ref_count;
  LsAgent         *agent;           /* (unowned): the worker's; the cluster keeps it longer than any realm */
  LsAgent         *creator;         /* (unowned) */
  LsScriptRealm   *worker_realm;    /* (nullable) */
  LsScriptRealm   *creator_realm;   /* (nullable) atomic */
  guint            number;          /* number of the worker in its creator's realm */
  gboolean         is_terminated;   /* atomic: no more messages reach its creator */
  char            *name;
  char            *script;          /* name of the program's script, or a name for @source */
  char            *source;          /* (nullable): the worker's own code; NULL for a script of the program */
};

/* A message that has not arrived. */
struct _LsScriptMessage
{
  gatomicrefcount  ref_count;
  LsScriptLink    *link;
  gboolean         is_to_creator;
  guint            kind;
  JSStringRef      text;            /* belongs to no virtual machine */
  GPtrArray       *memories;        /* LsSharedMemory */
  GPtrArray       *buffers;         /* GBytes */
};

static LsScriptLink *
link_ref (LsScriptLink *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
link_unref (gpointer data)
{
  LsScriptLink *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->name);
  g_free (self->script);
  g_free (self->source);
  g_free (self);
}

static LsScriptMessage *
message_new (void)
{
  LsScriptMessage *self = g_new0 (LsScriptMessage, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->memories = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_shared_memory_unref);
  self->buffers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  return self;
}

static LsScriptMessage *
message_ref (LsScriptMessage *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
message_unref (gpointer data)
{
  LsScriptMessage *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->link != NULL)
    link_unref (self->link);
  if (self->text != NULL)
    JSStringRelease (self->text);
  g_ptr_array_unref (self->memories);
  g_ptr_array_unref (self->buffers);
  g_free (self);
}

/* The links of a realm */

LsScriptWorkers *
ls_script_workers_new (LsScriptRealm *realm)
{
  LsScriptWorkers *self = g_new0 (LsScriptWorkers, 1);

  self->links = g_ptr_array_new_with_free_func (link_unref);
  self->early = g_ptr_array_new_with_free_func (message_unref);
  if (realm->host->agent_data != NULL)
    {
      self->own = link_ref (realm->host->agent_data);
      self->own->worker_realm = realm;
    }
  return self;
}

void
ls_script_workers_free (LsScriptWorkers *self)
{
  for (guint i = 0; i < self->links->len; i++)
    {
      LsScriptLink *link = g_ptr_array_index (self->links, i);

      g_atomic_pointer_set (&link->creator_realm, NULL);
    }
  if (self->own != NULL)
    {
      self->own->worker_realm = NULL;
      link_unref (self->own);
    }
  if (self->outgoing != NULL)
    message_unref (self->outgoing);
  g_ptr_array_unref (self->early);
  g_ptr_array_unref (self->links);
  g_free (self);
}

/* Returns: (nullable): the name of a worker's script, and in @source its code, %NULL for a script of the program */
const char *
ls_script_workers_get_script (LsScriptWorkers  *self,
                              const char      **source)
{
  if (self->own == NULL)
    return NULL;
  *source = self->own->source;
  return self->own->script;
}

/* Returns whether the realm is that of a worker that has called close() in an earlier turn. */
gboolean
ls_script_workers_is_over (LsScriptRealm *realm)
{
  return realm->workers->is_closing && realm->workers->closing_turn != realm->loop->turn;
}

/* Returns: (nullable): the agent of a worker that the realm has made, by the worker's number in the prelude */
LsAgent *
ls_script_workers_get_agent (LsScriptWorkers *self,
                             guint            number)
{
  LsScriptLink *link = number > 0 && number <= self->links->len ? g_ptr_array_index (self->links, number - 1) : NULL;

  return link != NULL ? link->agent : NULL;
}

/* Returns: (nullable): the agent that has made the realm, if the realm is a worker's */
LsAgent *
ls_script_workers_get_creator (LsScriptWorkers *self)
{
  return self->own != NULL ? self->own->creator : NULL;
}

/* Messages */

static void
message_deliver (LsScriptMessage *message,
                 LsScriptRealm   *realm)
{
  LsScriptMessage *outer = realm->workers->incoming;
  const JSValueRef arguments[3] = {
    JSValueMakeNumber (realm->context, message->is_to_creator ? message->link->number : 0),
    JSValueMakeNumber (realm->context, message->kind),
    JSValueMakeString (realm->context, message->text),
  };

  realm->workers->incoming = message;
  ls_script_realm_call (realm, LS_SCRIPT_HOOK_RECEIVE, G_N_ELEMENTS (arguments), arguments);
  realm->workers->incoming = outer;
}

/* Receives a message on the receiver's thread, as a task. */
static void
message_arrive (gpointer data)
{
  LsScriptMessage *message = data;
  LsScriptLink *link = message->link;
  LsScriptRealm *realm = message->is_to_creator ? g_atomic_pointer_get (&link->creator_realm) : link->worker_realm;

  if (realm == NULL || realm->is_stopped || g_atomic_int_get (&link->is_terminated))
    return;
  /* A worker gets messages only after its script has run. */
  if (!message->is_to_creator && !realm->workers->is_started)
    g_ptr_array_add (realm->workers->early, message_ref (message));
  else
    message_deliver (message, realm);
}

static LsCompletion
deliver_early (const LsValue *argument,
               LsValue       *result,
               gpointer       data)
{
  message_arrive (data);
  return LS_COMPLETION_NORMAL;
}

/* Delivers the early messages: the worker's script has run. */
void
ls_script_workers_start (LsScriptRealm *realm)
{
  LsScriptWorkers *self = realm->workers;
  g_autoptr (GPtrArray) early = NULL;

  if (self->own == NULL || self->is_started)
    return;
  self->is_started = TRUE;
  early = g_steal_pointer (&self->early);
  self->early = g_ptr_array_new_with_free_func (message_unref);
  for (guint i = 0; i < early->len; i++)
    ls_event_loop_post (realm->loop, LS_QUEUE_TYPE_FRAME_PAUSABLE, 0, LS_POST_NONE, "message", deliver_early,
                        message_ref (g_ptr_array_index (early, i)), message_unref);
}

static LsScriptLink *
find_link (LsScriptRealm *self,
           JSValueRef     number)
{
  const guint index = ls_jsc_to_uint (self->context, number);

  return index > 0 && index <= self->workers->links->len ? g_ptr_array_index (self->workers->links, index - 1) : NULL;
}

/* beginMessage() */
LS_SCRIPT_NATIVE (native_begin_message, 0)
{
  g_clear_pointer (&self->workers->outgoing, message_unref);
  self->workers->outgoing = message_new ();
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

/* Returns the result of an operation of the agent. */
static JSValueRef
finish (LsScriptRealm *self,
        GError        *error,
        JSValueRef     result,
        JSValueRef    *exception)
{
  if (error != NULL)
    ls_script_realm_stop (self, NULL);
  g_clear_error (&error);
  ls_script_realm_take_memory (self);
  return self->is_stopped ? ls_script_realm_throw_stop (self, exception) : result;
}

/* sendMessage (worker, kind, text) → whether the receiver can get it. worker: 0 is the creator of this realm */
LS_SCRIPT_LOCKED_NATIVE (native_send_message, 3)
{
  LsScriptMessage *message = g_steal_pointer (&self->workers->outgoing);
  GError *error = NULL;
  LsScriptLink *link;
  LsAgent *to;

  if (message == NULL)
    return JSValueMakeBoolean (context, FALSE);
  message->is_to_creator = ls_jsc_to_uint (self->context, arguments[0]) == 0;
  link = message->is_to_creator ? self->workers->own : find_link (self, arguments[0]);
  message->text = JSValueToStringCopy (context, arguments[2], NULL);
  if (link == NULL || message->text == NULL || (message->is_to_creator && g_atomic_pointer_get (&link->creator_realm) == NULL))
    {
      /* The agent learns that the other one has ended. */
      if (self->host->is_explored)
        ls_agent_observe (self->agent, 1);
      message_unref (message);
      return JSValueMakeBoolean (context, FALSE);
    }
  message->link = link_ref (link);
  message->kind = ls_jsc_to_uint (self->context, arguments[1]);
  to = message->is_to_creator ? link->creator : link->agent;
  ls_script_realm_give_memory (self);
  ls_agent_post (to, LS_QUEUE_TYPE_FRAME_PAUSABLE, message_arrive, message, message_unref, &error);
  return finish (self, error, JSValueMakeBoolean (context, TRUE), exception);
}

/* Workers */

/* Returns a name for the source of a worker. If a script of the program contains the function's text, the worker's source gets
 * empty lines and spaces before it, so that both have the same places.
 *
 * Returns: (transfer full): a name */
static char *
name_source (LsScriptRealm  *self,
             char          **source,
             guint           number)
{
  const gsize length = strlen (*source);
  const guint n = ls_program_get_n_scripts (self->host->program);
  LsScript *found = NULL;
  const char *place = NULL;
  g_autofree char *function = NULL;
  GString *padded;

  if (!g_str_has_prefix (*source, "(") || !g_str_has_suffix (*source, FUNCTION_END))
    return g_strdup_printf ("worker %u", number);
  function = g_strndup (*source + 1, length - 1 - strlen (FUNCTION_END));
  for (guint i = 0; i < n; i++)
    {
      LsScript *script = ls_program_get_script (self->host->program, i);
      const char *at = strstr (ls_script_get_text (script), function);

      if (at == NULL)
        continue;
      if (found != NULL || strstr (at + 1, function) != NULL)
        return g_strdup_printf ("worker %u", number);
      found = script;
      place = at;
    }
  if (found == NULL)
    return g_strdup_printf ("worker %u", number);
  padded = g_string_sized_new (length + 64);
  for (const char *p = ls_script_get_text (found); p < place; p = g_utf8_next_char (p))
    if (*p == '\n')
      {
        g_string_append_c (padded, '\n');
      }
  for (const char *p = place; p > ls_script_get_text (found) + 1 && p[-1] != '\n' && p[-2] != '\n'; p--)
    if (((guchar) p[-1] & 0xc0) != 0x80)
      g_string_append_c (padded, ' ');
  g_string_append (padded, *source);
  g_free (*source);
  *source = g_string_free (padded, FALSE);
  return g_strdup (ls_script_get_name (found));
}

/* Returns the number of agents that have not ended; 0 if there can be no others. */
static guint
count_agents (LsAgent *agent)
{
  LsAgentCluster *cluster = ls_agent_get_cluster (agent);
  guint n = 0;

  if (agent->thread != NULL)
    return ls_agent_threads_count_alive (ls_agent_get_threads (agent));
  if (cluster == NULL)
    return 0;
  for (guint i = 0; i < ls_agent_cluster_get_n_agents (cluster); i++)
    n += ls_agent_get_state (ls_agent_cluster_get_agent (cluster, i)) != LS_AGENT_STATE_ENDED;
  return n;
}

/* spawnWorker (name, script, source) → its number, 0 if there are too many. source: the code, or undefined to run the program's
 * script named @script */
LS_SCRIPT_LOCKED_NATIVE (native_spawn_worker, 3)
{
  const guint n_agents = count_agents (self->agent);
  LsScriptLink *link;

  if (self->host->spawn == NULL || n_agents == 0 || n_agents > MAX_WORKERS)
    return JSValueMakeNumber (context, 0);
  link = g_new0 (LsScriptLink, 1);
  g_atomic_ref_count_init (&link->ref_count);
  link->creator = self->agent;
  link->creator_realm = self;
  link->name = ls_jsc_to_utf8 (self->context, arguments[0]);
  link->script = ls_jsc_to_utf8 (self->context, arguments[1]);
  link->source = JSValueIsUndefined (context, arguments[2]) ? NULL : ls_jsc_to_utf8 (self->context, arguments[2]);
  link->number = self->workers->links->len + 1;
  if (link->source != NULL)
    {
      g_free (link->script);
      link->script = name_source (self, &link->source, link->number);
    }
  g_ptr_array_add (self->workers->links, link_ref (link));
  ls_script_realm_give_memory (self);
  link->agent = self->host->spawn (self->host, link->name != NULL && *link->name != '\0' ? link->name : link->script, link,
                                   link_unref);
  ls_script_realm_take_memory (self);
  if (link->agent == NULL)
    {
      g_atomic_int_set (&link->is_terminated, TRUE);
      if (ls_agent_is_terminated (self->agent))
        ls_script_realm_stop (self, NULL);
    }
  if (self->is_stopped)
    return ls_script_realm_throw_stop (self, exception);
  return JSValueMakeNumber (context, link->agent != NULL ? link->number : 0);
}

/* terminateWorker (worker) */
LS_SCRIPT_LOCKED_NATIVE (native_terminate_worker, 1)
{
  LsScriptLink *link = find_link (self, arguments[0]);
  GError *error = NULL;

  if (link == NULL || link->agent == NULL || g_atomic_int_get (&link->is_terminated))
    return NULL;
  ls_script_realm_give_memory (self);
  if (ls_agent_terminate (link->agent, &error))
    g_atomic_int_set (&link->is_terminated, TRUE);
  return finish (self, error, JSValueMakeUndefined (context), exception);
}

static LsCompletion
end_agent (const LsValue *argument,
           LsValue       *result,
           gpointer       data)
{
  ls_agent_terminate (data, NULL);
  return LS_COMPLETION_NORMAL;
}

/* closeWorker(): ends the worker after the running task */
LS_SCRIPT_NATIVE (native_close_worker, 0)
{
  if (self->workers->own != NULL && !self->workers->is_closing)
    {
      self->workers->is_closing = TRUE;
      self->workers->closing_turn = self->loop->turn;
      ls_event_loop_post (self->loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE, "close", end_agent, self->agent, NULL);
    }
  return NULL;
}

LS_SCRIPT_LOCKED_NATIVE (native_worker_name, 0)
{
  LsScriptLink *link = self->workers->own;

  return ls_script_realm_string (self, link != NULL && link->name != NULL ? link->name : "");
}

const LsScriptNative ls_script_workers_natives[] = {
  { "beginMessage", native_begin_message },
  { "messageMemory", native_message_memory },
  { "messageBuffer", native_message_buffer },
  { "incomingBuffer", native_incoming_buffer },
  { "knownMemory", native_known_memory },
  { "memoryLength", native_memory_length },
  { "adoptMemory", native_adopt_memory },
  { "sendMessage", native_send_message },
  { "spawnWorker", native_spawn_worker },
  { "terminateWorker", native_terminate_worker },
  { "closeWorker", native_close_worker },
  { "workerName", native_worker_name },
  { NULL },
};
