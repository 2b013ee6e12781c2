/* ls-script-workers.c: workers, and messages between the realms of agents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-messages-private.h"

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

/* How long a worker goes on before it gets what was sent before its script had run, in µs. */
#define OPENING_DELAY 100

/* How many turns that is for a worker whose turns take no time here. */
#define OPENING_TURNS 10

/* With so many messages a worker opens: a creator that goes on sending until it is answered must not wait for ever. */
#define MAX_EARLY 100

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
  int              n_coming;        /* atomic: messages on their way to the worker */
  LsScriptPipes   *pipes;           /* the ports of the program */
  char            *name;
  char            *script;          /* name of the program's script, or a name for @source */
  gboolean         is_module;       /* of the type “module” */
  guint64          created;         /* when its creator made it, in µs of the loops' time */
  char            *source;          /* (nullable): the worker's own code; NULL for a script of the program */
};

static LsScriptLink *
link_ref (LsScriptLink *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_script_link_unref (gpointer data)
{
  LsScriptLink *self = data;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  ls_script_pipes_unref (self->pipes);
  g_free (self->name);
  g_free (self->script);
  g_free (self->source);
  g_free (self);
}

/* The links of a realm */

LsScriptWorkers *
ls_script_workers_new (LsScriptRealm *realm)
{
  LsScriptWorkers *self = g_new0 (LsScriptWorkers, 1);

  self->links = g_ptr_array_new_with_free_func (ls_script_link_unref);
  self->early = g_ptr_array_new_with_free_func (ls_script_message_unref);
  if (realm->host->agent_data != NULL)
    {
      self->own = link_ref (realm->host->agent_data);
      self->own->worker_realm = realm;
    }
  self->ports = ls_script_ports_new (realm, self->own != NULL ? self->own->pipes : NULL);
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
      ls_script_link_unref (self->own);
    }
  if (self->outgoing != NULL)
    ls_script_message_unref (self->outgoing);
  ls_script_ports_free (self->ports);
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

/* Returns whether the realm is that of a worker of the type “module”. */
gboolean
ls_script_workers_is_module (LsScriptWorkers *self)
{
  return self->own != NULL && self->own->is_module;
}

/* Returns when the worker of the realm was made, in ms of the time of its loop; 0 if the realm is no worker's. */
double
ls_script_workers_get_created (LsScriptWorkers *self)
{
  return self->own != NULL ? self->own->created / 1000. : 0;
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

static LsCompletion
deliver_early (const LsValue *argument,
               LsValue       *result,
               gpointer       data)
{
  LsScriptMessage *message = data;
  LsScriptLink *link = message->link;

  if (link->worker_realm != NULL && !link->worker_realm->is_stopped && !g_atomic_int_get (&link->is_terminated))
    message_deliver (message, link->worker_realm);
  return LS_COMPLETION_NORMAL;
}

/* Lets messages arrive from now on, first those that came too early, each as a task of its own. */
static void
open_worker (LsScriptRealm *realm)
{
  g_autoptr (GPtrArray) early = g_steal_pointer (&realm->workers->early);

  realm->workers->is_open = TRUE;
  realm->workers->is_opening = FALSE;
  realm->workers->early = g_ptr_array_new_with_free_func (ls_script_message_unref);
  for (guint i = 0; i < early->len; i++)
    ls_event_loop_post (realm->loop, LS_QUEUE_TYPE_FRAME_PAUSABLE, 0, LS_POST_NONE, "message", deliver_early,
                        ls_script_message_ref (g_ptr_array_index (early, i)), ls_script_message_unref);
}

static LsCompletion
open_cb (const LsValue *argument,
         LsValue       *result,
         gpointer       data)
{
  LsScriptLink *link = data;

  if (link->worker_realm != NULL && link->worker_realm->workers->is_opening && !link->worker_realm->is_stopped &&
      !g_atomic_int_get (&link->is_terminated))
    open_worker (link->worker_realm);
  return LS_COMPLETION_NORMAL;
}

/* Opens a worker that always has something to do, so that no time goes by. */
void
ls_script_workers_open_busy (LsScriptRealm *realm)
{
  if (realm->workers->is_opening && realm->loop->turn - realm->workers->opening_turn > OPENING_TURNS)
    open_worker (realm);
}

/* Opens the worker once it has done what it can do at once.
 *
 * Deviation: the standard opens the port of a worker when its script has run, so what was sent before comes first. In Chromium
 * such messages wait at the creator until that hears of the start (DidEvaluateTopLevelScript). This takes some 100 µs there and
 * back, in which the worker goes on: seen of tasks, yields, and timers of 0 ms in Chromium 156. */
static void
open_later (LsScriptRealm *realm)
{
  LsScriptWorkers *self = realm->workers;

  self->is_opening = TRUE;
  self->opening_turn = realm->loop->turn;
  ls_event_loop_post (realm->loop, LS_QUEUE_TYPE_FRAME_PAUSABLE, OPENING_DELAY, LS_POST_NONE, "worker opens", open_cb,
                      link_ref (self->own), ls_script_link_unref);
}

/* Tells whether a message of the creator has to wait. It need not if there is nothing that could come before it. */
static gboolean
is_early (LsScriptRealm *realm)
{
  LsScriptWorkers *self = realm->workers;

  return !self->is_open && (!self->has_run || self->early->len > 0 || ls_event_loop_has_runnable (realm->loop));
}

/* Keeps a message until the worker is open. With the last one of those that are under way it shows whether anything else is to be
 * done. */
static void
keep_early (LsScriptRealm   *realm,
            LsScriptMessage *message)
{
  LsScriptWorkers *self = realm->workers;

  g_ptr_array_add (self->early, ls_script_message_ref (message));
  if (!self->has_run)
    return;
  if (self->early->len >= MAX_EARLY)
    open_worker (realm);
  else if (!self->is_opening && g_atomic_int_get (&message->link->n_coming) == 0)
    {
      if (ls_event_loop_has_runnable (realm->loop))
        open_later (realm);
      else
        open_worker (realm);
    }
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
  if (!message->is_to_creator)
    {
      g_atomic_int_add (&link->n_coming, -1);
      if (is_early (realm))
        {
          keep_early (realm, message);
          return;
        }
      realm->workers->is_open = TRUE;
    }
  message_deliver (message, realm);
}

/* The worker's script has run. */
void
ls_script_workers_start (LsScriptRealm *realm)
{
  LsScriptWorkers *self = realm->workers;

  if (self->own == NULL || self->has_run)
    return;
  self->has_run = TRUE;
  if (self->early->len > 0)
    open_later (realm);
}

static LsScriptLink *
find_link (LsScriptRealm *self,
           JSValueRef     number)
{
  const guint index = ls_jsc_to_uint (self->context, number);

  return index > 0 && index <= self->workers->links->len ? g_ptr_array_index (self->workers->links, index - 1) : NULL;
}

/* Returns the result of an operation of the agent. */
JSValueRef
ls_script_workers_finish (LsScriptRealm *self,
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
      ls_script_message_unref (message);
      return JSValueMakeBoolean (context, FALSE);
    }
  message->link = link_ref (link);
  message->kind = ls_jsc_to_uint (self->context, arguments[1]);
  to = message->is_to_creator ? link->creator : link->agent;
  if (!message->is_to_creator)
    g_atomic_int_inc (&link->n_coming);
  ls_script_realm_give_memory (self);
  ls_agent_post (to, LS_QUEUE_TYPE_FRAME_PAUSABLE, message_arrive, message, ls_script_message_unref, &error);
  return ls_script_workers_finish (self, error, JSValueMakeBoolean (context, TRUE), exception);
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

/* spawnWorker (name, script, source, isModule) → its number, 0 if there are too many. source: the code, or undefined to run the
 * program's script named @script */
LS_SCRIPT_LOCKED_NATIVE (native_spawn_worker, 4)
{
  const guint n_agents = count_agents (self->agent);
  LsScriptLink *link;

  if (self->host->spawn == NULL || n_agents == 0 || n_agents > MAX_WORKERS)
    return JSValueMakeNumber (context, 0);
  link = g_new0 (LsScriptLink, 1);
  g_atomic_ref_count_init (&link->ref_count);
  link->creator = self->agent;
  link->creator_realm = self;
  link->pipes = ls_script_ports_share (self->workers->ports);
  link->name = ls_jsc_to_utf8 (self->context, arguments[0]);
  link->script = ls_jsc_to_utf8 (self->context, arguments[1]);
  link->source = JSValueIsUndefined (context, arguments[2]) ? NULL : ls_jsc_to_utf8 (self->context, arguments[2]);
  link->is_module = JSValueToBoolean (context, arguments[3]);
  link->created = ls_event_loop_get_time (self->loop);
  link->number = self->workers->links->len + 1;
  if (link->source != NULL)
    {
      g_free (link->script);
      link->script = name_source (self, &link->source, link->number);
    }
  g_ptr_array_add (self->workers->links, link_ref (link));
  ls_script_realm_give_memory (self);
  link->agent = self->host->spawn (self->host, link->name != NULL && *link->name != '\0' ? link->name : link->script, link,
                                   ls_script_link_unref);
  ls_script_realm_take_memory (self);
  if (link->agent == NULL)
    {
      g_atomic_int_set (&link->is_terminated, TRUE);
      if (ls_agent_is_terminated (self->agent))
        ls_script_realm_stop (self, NULL);
      else
        ls_script_watchdog_check (self);
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
  return ls_script_workers_finish (self, error, JSValueMakeUndefined (context), exception);
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
  { "sendMessage", native_send_message },
  { "spawnWorker", native_spawn_worker },
  { "terminateWorker", native_terminate_worker },
  { "closeWorker", native_close_worker },
  { "workerName", native_worker_name },
  { NULL },
};
