/* test262-host.c: the host objects of ECMAScript's test suite, `$262` and `print()` (INTERPRETING.md of test262)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test262-host.h"

#include <math.h>

#include "ls-agent-cluster.h"
#include "ls-agent-private.h"
#include "ls-agent-threads-private.h"
#include "ls-event-loop-private.h"
#include "ls-script-realm-private.h"

#define FOLDER "/io/github/loopscope/Loopscope/test262/"
#define MAILBOX "test262-mailbox"

/* How many realms a program may make: each takes a megabyte or two. */
#define MAX_REALMS 64

/* How long an agent sleeps at most, in ms. */
#define MAX_SLEEP 1e9

/* What a look for a report takes that finds none, in µs. */
#define EMPTY_LOOK 10

/* Files that run for the realm of an agent, behind the prelude. */
static const char *const files[] = { FOLDER "agents.js", FOLDER "realm.js", NULL };

/* Files that run for a realm that a program makes: that is of the language alone. */
static const char *const inner_files[] = {
  "lists.js", "properties.js", "jobs.js", "promise.js", "iteration.js", "promise-static.js", "async.js", "async-generators.js",
  "async-functions.js", "job-steps.js", "disposal.js", "inspect-values.js", "atomics.js", "dates.js", "limits.js", "regexps.js", "code.js", FOLDER "realm.js", NULL,
};

/* What other agents leave for an agent, or look at. The agent keeps it. */
typedef struct
{
  pthread_mutex_t mutex;        /* no GMutex: the thread sanitizer knows this one */
  GQueue          reports;      /* char * */
  guint           n_received;   /* atomic: broadcasts */
} Mailbox;

/* What belongs to the realm of an agent. */
typedef struct
{
  GPtrArray      *inner;   /* JSGlobalContextRef: realms that the program has made */
  LsSharedMemory *bed;     /* (nullable): the agent waits at it when it sleeps */
} Host;

static void
mailbox_free (gpointer data)
{
  Mailbox *self = data;

  g_queue_clear_full (&self->reports, g_free);
  pthread_mutex_destroy (&self->mutex);
  g_free (self);
}

static Mailbox *
get_mailbox (LsAgent *agent)
{
  return g_object_get_data (G_OBJECT (agent), MAILBOX);
}

/* Ends a native that has done an operation of the agent's: @error says whether that was terminated. Takes @error. */
static JSValueRef
finish (LsScriptRealm *realm,
        GError        *error,
        JSValueRef     result,
        JSValueRef    *exception)
{
  if (error != NULL)
    ls_script_realm_stop (realm, NULL);
  g_clear_error (&error);
  ls_script_realm_take_memory (realm);
  return realm->is_stopped ? ls_script_realm_throw_stop (realm, exception) : result;
}

/* report (text): for the agent that has started this one */
LS_SCRIPT_LOCKED_NATIVE (native_report, 1)
{
  LsAgent *creator = ls_script_workers_get_creator (self->workers);
  g_autofree char *text = ls_jsc_to_utf8 (self->context, arguments[0]);
  GError *error = NULL;

  ls_script_realm_give_memory (self);
  if (ls_atomics_pause (&error) && creator != NULL && text != NULL)
    {
      Mailbox *mailbox = get_mailbox (creator);

      pthread_mutex_lock (&mailbox->mutex);
      g_queue_push_tail (&mailbox->reports, g_steal_pointer (&text));
      pthread_mutex_unlock (&mailbox->mutex);
    }
  return finish (self, error, JSValueMakeUndefined (context), exception);
}

/* nextReport() → text, or undefined */
LS_SCRIPT_LOCKED_NATIVE (native_next_report, 0)
{
  Mailbox *mailbox = get_mailbox (self->agent);
  JSValueRef report = JSValueMakeUndefined (context);
  g_autofree char *text = NULL;
  GError *error = NULL;

  ls_script_realm_give_memory (self);
  ls_atomics_pause (&error);
  pthread_mutex_lock (&mailbox->mutex);
  text = g_queue_pop_head (&mailbox->reports);
  pthread_mutex_unlock (&mailbox->mutex);
  if (text != NULL)
    report = ls_script_realm_string (self, text);
  else
    ls_event_loop_pass_time (self->loop, EMPTY_LOOK);
  return finish (self, error, report, exception);
}

/* countReceived (worker) → how many broadcasts it has received; Infinity once it has ended */
LS_SCRIPT_LOCKED_NATIVE (native_count_received, 1)
{
  LsAgent *agent = ls_script_workers_get_agent (self->workers, ls_jsc_to_uint (self->context, arguments[0]));
  Mailbox *mailbox;

  if (agent == NULL || ls_agent_get_state (agent) == LS_AGENT_STATE_ENDED)
    return JSValueMakeNumber (context, INFINITY);
  /* The agent has none before its thread has made its realm. */
  mailbox = get_mailbox (agent);
  return JSValueMakeNumber (context, mailbox != NULL ? g_atomic_int_get (&mailbox->n_received) : 0);
}

/* countBroadcast(): this agent has received one */
LS_SCRIPT_NATIVE (native_count_broadcast, 0)
{
  g_atomic_int_inc (&get_mailbox (self->agent)->n_received);
  return JSValueMakeUndefined (context);
}

/* sleep (ms): also for an agent that cannot block */
LS_SCRIPT_LOCKED_NATIVE (native_sleep, 1)
{
  Host *data = self->extension_data;
  LsAgent *agent = self->agent;
  const double ms = JSValueToNumber (context, arguments[0], NULL);
  const gboolean can_block = agent->can_block;
  LsTypedArray array;
  LsAgent *previous;
  GError *error = NULL;

  if (data->bed == NULL && agent->thread != NULL)
    data->bed = ls_agent_threads_create_memory (ls_agent_get_threads (agent), sizeof (gint32), "sleep", NULL);
  else if (data->bed == NULL)
    data->bed = ls_agent_cluster_create_memory (agent->cluster, sizeof (gint32), "sleep", NULL);
  array = (LsTypedArray) { data->bed, LS_ELEMENT_INT32, 0, 1 };
  ls_script_realm_give_memory (self);
  previous = ls_agent_enter (agent);
  agent->can_block = TRUE;
  ls_atomics_wait (&array, 0, 0, ms > 0 ? MIN (ms, MAX_SLEEP) : 0, NULL, &error);
  agent->can_block = can_block;
  ls_agent_leave (previous);
  return finish (self, error, JSValueMakeUndefined (context), exception);
}

/* runScript (code): what the native of this name does, in a realm that the program has made */
LS_SCRIPT_NATIVE (native_run_inner_script, 1)
{
  JSStringRef code;
  JSValueRef value;

  code = JSValueToStringCopy (context, arguments[0], exception);
  if (code == NULL)
    return JSValueMakeUndefined (context);
  value = JSEvaluateScript (context, code, NULL, NULL, 1, exception);
  JSStringRelease (code);
  return value != NULL ? value : JSValueMakeUndefined (context);
}

/* createRealm (inner) → whether there is one more: `inner.host` gets what is each realm's own, and the files run for it */
LS_SCRIPT_LOCKED_NATIVE (native_create_realm, 1)
{
  Host *data = self->extension_data;
  g_autoptr (GError) error = NULL;
  JSGlobalContextRef inner_context;
  JSObjectRef inner, host, run_script;
  JSStringRef name;

  if (data->inner->len >= MAX_REALMS)
    return JSValueMakeBoolean (context, FALSE);
  inner = (JSObjectRef) arguments[0];
  inner_context = JSGlobalContextCreateInGroup (self->group, NULL);
  g_ptr_array_add (data->inner, inner_context);
  host = (JSObjectRef) ls_jsc_get (context, inner, "host");
  name = JSStringCreateWithUTF8CString ("runScript");
  run_script = JSObjectMakeFunctionWithCallback (inner_context, name, native_run_inner_script);
  JSStringRelease (name);
  ls_jsc_set (self->context, host, "runScript", (JSValueRef) run_script, 0);
  ls_jsc_set (self->context, inner, "global", (JSValueRef) JSContextGetGlobalObject (inner_context), 0);
  if (ls_script_prelude_run (self, inner_context, inner_files, inner, &error))
    {
      ls_script_prelude_set_runtime (self, inner_context, inner);
      return JSValueMakeBoolean (context, TRUE);
    }
  if (!self->is_stopped)
    ls_script_realm_stop (self, error->message);
  return ls_script_realm_throw_stop (self, exception);
}

/* collectGarbage() */
LS_SCRIPT_NATIVE (native_collect_garbage, 0)
{
  JSGarbageCollect (context);
  return JSValueMakeUndefined (context);
}

/* The extension */

static gpointer
host_create (LsScriptRealm *realm,
             JSObjectRef    object)
{
  static const LsScriptNative natives[] = {
    { "report", native_report },
    { "nextReport", native_next_report },
    { "countReceived", native_count_received },
    { "countBroadcast", native_count_broadcast },
    { "sleep", native_sleep },
    { "createRealm", native_create_realm },
    { "collectGarbage", native_collect_garbage },
    { NULL },
  };
  Host *self = g_new0 (Host, 1);
  Mailbox *mailbox = g_new0 (Mailbox, 1);

  self->inner = g_ptr_array_new_with_free_func ((GDestroyNotify) JSGlobalContextRelease);
  pthread_mutex_init (&mailbox->mutex, NULL);
  g_object_set_data_full (G_OBJECT (realm->agent), MAILBOX, mailbox, mailbox_free);
  ls_script_realm_add_natives (realm, object, natives);
  return self;
}

static void
host_free (gpointer data)
{
  Host *self = data;

  g_ptr_array_unref (self->inner);
  g_clear_pointer (&self->bed, ls_shared_memory_unref);
  g_free (self);
}

/**
 * test262_register:
 *
 * Makes programs in JavaScript runnable, and gives them the host objects. Call it in the place of ls_script_register().
 */
void
test262_register (void)
{
  static const LsScriptExtension extension = { files, host_create, host_free };

  ls_script_register_extended (&extension);
}
