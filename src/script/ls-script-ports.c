/* ls-script-ports.c: message ports whose channel leads from one agent to another (HTML §9.4)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-messages-private.h"

#include "ls-agent-private.h"

/* A channel between two ports of one realm is the prelude's. When one of the ports goes to another agent, the channel becomes a
 * pipe, whose two ends may each be in any realm, or in a message that nobody has received. An end keeps the messages that come in,
 * so that they stay in order wherever the end goes. For each of them the owner gets a task, which takes one, or none where the port
 * has left or is not started.
 *
 * One lock is for all pipes of a program. It is never held during a call of JavaScript or of another agent. */

/* What the text of a message would be: the other port has closed. */
#define KIND_CLOSE 1

typedef struct _LsScriptPipe LsScriptPipe;

/* LsScriptPort: an end of a pipe. A reference to it keeps the pipe. */
struct _LsScriptPort
{
  LsScriptPipe  *pipe;
  LsScriptRealm *realm;             /* (nullable): its owner; only to compare, and on its thread */
  LsAgent       *agent;             /* (unowned) (nullable): the owner's; the cluster keeps it longer than any realm */
  guint          number;            /* in its owner's realm */
  gboolean       is_closed;         /* nobody will ever take its messages */
  GQueue         messages;          /* LsScriptMessage */
};

/* LsScriptPipe: two ports that are entangled */
struct _LsScriptPipe
{
  gatomicrefcount  ref_count;
  LsScriptPipes   *pipes;
  LsScriptPort     ports[2];
};

/* LsScriptPipes: all pipes of a program. The realms of its agents share them. */
struct _LsScriptPipes
{
  gatomicrefcount ref_count;
  GMutex          lock;
  guint           n_realms;
  GHashTable     *all;              /* LsScriptPipe (unowned) */
};

/* LsScriptPorts: the ports of a realm */
struct _LsScriptPorts
{
  LsScriptPipes   *pipes;
  GPtrArray       *ports;           /* LsScriptPort: by number from 1; NULL where the port has left */
  LsScriptMessage *taken;           /* (nullable): the message that was taken last, whose bytes may still be read */
};

/* A task that tells the owner of a port of a message. */
typedef struct
{
  LsScriptPort  *port;
  LsScriptRealm *realm;             /* the owner, when the message was sent */
} LsScriptWake;

static LsScriptPipes *
pipes_new (void)
{
  LsScriptPipes *self = g_new0 (LsScriptPipes, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->all = g_hash_table_new (NULL, NULL);
  return self;
}

void
ls_script_pipes_unref (LsScriptPipes *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->all);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static LsScriptPipes *
pipes_ref (LsScriptPipes *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static LsScriptPipe *
pipe_new (LsScriptPipes *pipes)
{
  LsScriptPipe *self = g_new0 (LsScriptPipe, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->pipes = pipes_ref (pipes);
  for (guint i = 0; i < G_N_ELEMENTS (self->ports); i++)
    {
      self->ports[i].pipe = self;
      g_queue_init (&self->ports[i].messages);
    }
  g_mutex_lock (&pipes->lock);
  g_hash_table_add (pipes->all, self);
  g_mutex_unlock (&pipes->lock);
  return self;
}

static LsScriptPort *
port_ref (LsScriptPort *self)
{
  g_atomic_ref_count_inc (&self->pipe->ref_count);
  return self;
}

/* A message refers to ports and a port to messages; whoever drops a port empties its queue first. So the queues are empty here. */
void
ls_script_port_unref (gpointer data)
{
  LsScriptPipe *pipe;
  LsScriptPipes *pipes;

  if (data == NULL)
    return;
  pipe = ((LsScriptPort *) data)->pipe;
  pipes = pipe->pipes;
  g_mutex_lock (&pipes->lock);
  if (!g_atomic_ref_count_dec (&pipe->ref_count))
    {
      g_mutex_unlock (&pipes->lock);
      return;
    }
  g_hash_table_remove (pipes->all, pipe);
  g_mutex_unlock (&pipes->lock);
  ls_script_pipes_unref (pipes);
  g_free (pipe);
}

/* The other port of the pipe */
static LsScriptPort *
port_get_entangled (LsScriptPort *self)
{
  return &self->pipe->ports[self == &self->pipe->ports[0] ? 1 : 0];
}

static void
move_messages (GQueue *from,
               GQueue *to)
{
  gpointer message;

  while ((message = g_queue_pop_head (from)) != NULL)
    g_queue_push_tail (to, message);
}

static void
unref_messages (GQueue *messages)
{
  gpointer message;

  while ((message = g_queue_pop_head (messages)) != NULL)
    ls_script_message_unref (message);
}

/* Closes a port that no realm owns any more. Moves its messages to @messages, for the caller to free. */
void
ls_script_port_drop (LsScriptPort *self,
                     GQueue       *messages)
{
  LsScriptPipes *pipes = self->pipe->pipes;

  g_mutex_lock (&pipes->lock);
  self->is_closed = TRUE;
  move_messages (&self->messages, messages);
  g_mutex_unlock (&pipes->lock);
}

/* The ports of a realm */

/* @pipes: (nullable): those of the realm's creator */
LsScriptPorts *
ls_script_ports_new (LsScriptRealm *realm,
                     LsScriptPipes *pipes)
{
  LsScriptPorts *self = g_new0 (LsScriptPorts, 1);

  self->pipes = pipes != NULL ? pipes_ref (pipes) : pipes_new ();
  self->ports = g_ptr_array_new ();
  g_mutex_lock (&self->pipes->lock);
  self->pipes->n_realms++;
  g_mutex_unlock (&self->pipes->lock);
  return self;
}

LsScriptPipes *
ls_script_ports_share (LsScriptPorts *self)
{
  return pipes_ref (self->pipes);
}

/* Adds a port. Takes over a reference to it. Returns its number. */
static guint
ports_add (LsScriptPorts *self,
           LsScriptRealm *realm,
           LsScriptPort  *port)
{
  g_ptr_array_add (self->ports, port);
  g_mutex_lock (&self->pipes->lock);
  port->realm = realm;
  port->agent = realm->agent;
  port->number = self->ports->len;
  g_mutex_unlock (&self->pipes->lock);
  return self->ports->len;
}

static LsScriptPort *
ports_find (LsScriptPorts *self,
            guint          number)
{
  return number > 0 && number <= self->ports->len ? g_ptr_array_index (self->ports, number - 1) : NULL;
}

/* Takes a port away from the realm. Returns: (transfer full): the port, which has no owner */
static LsScriptPort *
ports_steal (LsScriptPorts *self,
             guint          number)
{
  LsScriptPort *port = ports_find (self, number);

  if (port == NULL)
    return NULL;
  self->ports->pdata[number - 1] = NULL;
  g_mutex_lock (&self->pipes->lock);
  port->realm = NULL;
  port->agent = NULL;
  g_mutex_unlock (&self->pipes->lock);
  return port;
}

static void
ports_close (LsScriptPorts *self,
             guint          number)
{
  LsScriptPort *port = ports_steal (self, number);
  GQueue messages = G_QUEUE_INIT;

  if (port == NULL)
    return;
  ls_script_port_drop (port, &messages);
  unref_messages (&messages);
  ls_script_port_unref (port);
}

/* Ports in messages to each other may form circles, which nobody can receive any more. */
static void
pipes_empty (LsScriptPipes *self)
{
  GQueue messages = G_QUEUE_INIT;
  GHashTableIter iter;
  gpointer key;

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->all);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    for (guint i = 0; i < 2; i++)
      {
        ((LsScriptPipe *) key)->ports[i].is_closed = TRUE;
        move_messages (&((LsScriptPipe *) key)->ports[i].messages, &messages);
      }
  g_mutex_unlock (&self->lock);
  unref_messages (&messages);
}

void
ls_script_ports_free (LsScriptPorts *self)
{
  gboolean is_last;

  for (guint i = 1; i <= self->ports->len; i++)
    ports_close (self, i);
  if (self->taken != NULL)
    ls_script_message_unref (self->taken);
  g_mutex_lock (&self->pipes->lock);
  is_last = --self->pipes->n_realms == 0;
  g_mutex_unlock (&self->pipes->lock);
  if (is_last)
    pipes_empty (self->pipes);
  g_ptr_array_unref (self->ports);
  ls_script_pipes_unref (self->pipes);
  g_free (self);
}

/* Messages */

static void
wake_free (gpointer data)
{
  LsScriptWake *wake = data;

  ls_script_port_unref (wake->port);
  g_free (wake);
}

/* Tells the prelude of a message, on the thread of the agent that owned the port when it was sent. */
static void
wake_arrive (gpointer data)
{
  LsScriptWake *wake = data;
  LsScriptPort *port = wake->port;
  LsScriptRealm *realm;
  JSValueRef number;

  g_mutex_lock (&port->pipe->pipes->lock);
  realm = port->realm == wake->realm ? port->realm : NULL;
  g_mutex_unlock (&port->pipe->pipes->lock);
  if (realm == NULL || realm->is_stopped)
    return;
  number = JSValueMakeNumber (realm->context, port->number);
  ls_script_realm_call (realm, LS_SCRIPT_HOOK_RECEIVE_AT_PORT, 1, &number);
}

static gboolean
contains_pipe (const LsScriptMessage *message,
               const LsScriptPipe    *pipe)
{
  for (guint i = 0; i < message->ports->len; i++)
    {
      const LsScriptPort *port = g_ptr_array_index (message->ports, i);

      if (port != NULL && port->pipe == pipe)
        return TRUE;
    }
  return FALSE;
}

/* Puts a message into the queue of a port. Takes over @message.
 *
 * Returns: the number of the port, if it is this realm's and needs to be told, or 0 */
static guint
port_send (LsScriptPort     *port,
           LsScriptRealm    *self,
           LsScriptMessage  *message,
           GError          **error)
{
  LsScriptPipes *pipes = port->pipe->pipes;
  LsScriptRealm *owner;
  LsScriptWake *wake;
  LsAgent *agent;
  guint number;

  g_mutex_lock (&pipes->lock);
  /* A port that is sent through its own channel is lost, and the message with it. */
  if (port->is_closed || contains_pipe (message, port->pipe))
    {
      g_mutex_unlock (&pipes->lock);
      ls_script_message_unref (message);
      return 0;
    }
  g_queue_push_tail (&port->messages, message);
  owner = port->realm;
  agent = port->agent;
  number = port->number;
  g_mutex_unlock (&pipes->lock);
  if (owner == self)
    return number;
  if (owner == NULL)
    return 0;

  wake = g_new (LsScriptWake, 1);
  *wake = (LsScriptWake) { port_ref (port), owner };
  ls_agent_post (agent, LS_QUEUE_TYPE_FRAME_PAUSABLE, wake_arrive, wake, wake_free, error);
  return 0;
}

/* makePipe () → the number of one of two ports that are entangled; that of the other follows */
LS_SCRIPT_NATIVE (native_make_pipe, 0)
{
  LsScriptPorts *ports = self->workers->ports;
  LsScriptPipe *pipe = pipe_new (ports->pipes);
  const guint number = ports_add (ports, self, &pipe->ports[0]);

  ports_add (ports, self, port_ref (&pipe->ports[1]));
  return JSValueMakeNumber (context, number);
}

/* messagePort (port) → its place in the message that is being written. The port leaves the realm. */
LS_SCRIPT_NATIVE (native_message_port, 1)
{
  LsScriptMessage *message = self->workers->outgoing;
  LsScriptPort *port = message != NULL ? ports_steal (self->workers->ports, ls_jsc_to_uint (context, arguments[0])) : NULL;

  if (port == NULL)
    return NULL;
  g_ptr_array_add (message->ports, port);
  return JSValueMakeNumber (context, message->ports->len - 1);
}

/* incomingPort (place) → the number of a port of the message that is being read. The port enters the realm. */
LS_SCRIPT_NATIVE (native_incoming_port, 1)
{
  LsScriptMessage *message = self->workers->incoming;
  const guint place = ls_jsc_to_uint (context, arguments[0]);
  LsScriptPort *port = NULL;

  if (message != NULL && place < message->ports->len)
    port = g_steal_pointer (&message->ports->pdata[place]);
  return JSValueMakeNumber (context, port != NULL ? ports_add (self->workers->ports, self, port) : 0);
}

/* sendToPort (port, text, isOwn): sends the message that was written through a port, or with isOwn puts it into the port's own
 * queue → the number of the port that got it, if this realm has to be told, or 0 */
LS_SCRIPT_LOCKED_NATIVE (native_send_to_port, 3)
{
  LsScriptMessage *message = g_steal_pointer (&self->workers->outgoing);
  LsScriptPort *port = ports_find (self->workers->ports, ls_jsc_to_uint (context, arguments[0]));
  GError *error = NULL;
  guint number;

  if (message == NULL)
    return JSValueMakeNumber (context, 0);
  message->text = JSValueToStringCopy (context, arguments[1], NULL);
  if (port == NULL || message->text == NULL)
    {
      ls_script_message_unref (message);
      return JSValueMakeNumber (context, 0);
    }
  ls_script_realm_give_memory (self);
  number = port_send (JSValueToBoolean (context, arguments[2]) ? port : port_get_entangled (port), self, message, &error);
  return ls_script_workers_finish (self, error, JSValueMakeNumber (context, number), exception);
}

/* pendingAtPort (port) → how many messages wait there */
LS_SCRIPT_NATIVE (native_pending_at_port, 1)
{
  LsScriptPort *port = ports_find (self->workers->ports, ls_jsc_to_uint (context, arguments[0]));
  guint n = 0;

  if (port != NULL)
    {
      g_mutex_lock (&port->pipe->pipes->lock);
      n = g_queue_get_length (&port->messages);
      g_mutex_unlock (&port->pipe->pipes->lock);
    }
  /* How far the other agents have come decides. */
  if (self->host->is_explored)
    ls_agent_observe (self->agent, n);
  return JSValueMakeNumber (context, n);
}

/* takeAtPort (port) → the text of the oldest message, undefined if there is none, or null where the other port has closed. The
 * bytes, memory and ports of the message can be read until the next one is taken. */
LS_SCRIPT_LOCKED_NATIVE (native_take_at_port, 1)
{
  LsScriptPorts *ports = self->workers->ports;
  LsScriptPort *port = ports_find (ports, ls_jsc_to_uint (context, arguments[0]));
  LsScriptMessage *message = NULL;

  if (port != NULL)
    {
      g_mutex_lock (&ports->pipes->lock);
      message = g_queue_pop_head (&port->messages);
      g_mutex_unlock (&ports->pipes->lock);
    }
  if (message == NULL)
    return NULL;
  g_clear_pointer (&ports->taken, ls_script_message_unref);
  ports->taken = message;
  self->workers->incoming = message;
  return message->kind == KIND_CLOSE ? JSValueMakeNull (context) : JSValueMakeString (context, message->text);
}

/* closePort (port, isTold): closes a port. isTold: the entangled one learns of it, behind all messages. */
LS_SCRIPT_LOCKED_NATIVE (native_close_port, 2)
{
  LsScriptPorts *ports = self->workers->ports;
  const guint number = ls_jsc_to_uint (context, arguments[0]);
  LsScriptPort *port = ports_find (ports, number);
  GError *error = NULL;
  guint told = 0;

  if (port == NULL)
    return JSValueMakeNumber (context, 0);
  ls_script_realm_give_memory (self);
  if (JSValueToBoolean (context, arguments[1]))
    {
      LsScriptMessage *message = ls_script_message_new ();

      message->kind = KIND_CLOSE;
      told = port_send (port_get_entangled (port), self, message, &error);
    }
  ports_close (ports, number);
  return ls_script_workers_finish (self, error, JSValueMakeNumber (context, told), exception);
}

const LsScriptNative ls_script_ports_natives[] = {
  { "makePipe", native_make_pipe },
  { "messagePort", native_message_port },
  { "incomingPort", native_incoming_port },
  { "sendToPort", native_send_to_port },
  { "pendingAtPort", native_pending_at_port },
  { "takeAtPort", native_take_at_port },
  { "closePort", native_close_port },
  { NULL },
};
