/* ls-script-prelude.c: the part of a realm that is written in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-agent-private.h"
#include "ls-event-loop-private.h"

#define FOLDER "/io/github/loopscope/Loopscope/script/"

/* The files in the order of their dependencies. */
static const char *const prelude_files[] = {
  "lists.js", "properties.js", "jobs.js", "promise.js", "iteration.js", "promise-static.js", "async.js",
  "async-generators.js", "async-functions.js", "job-steps.js", "disposal.js", "idl.js", "idl-conversions.js", "dom-exception.js",
  "inspect-values.js", "inspect-text.js", "inspect-errors.js", "inspect.js", "loop-tasks.js", "option-names.js", "event.js",
  "events.js", "errors.js", "signals.js", "inheritance.js", "scheduler.js", "timers.js", "structured-clone-kinds.js",
  "structured-clone-buffers.js", "structured-clone.js", "target-origins.js", "messaging.js", "atomics.js", "locks.js",
  "messages-between.js", "worker.js",
  "clock.js", "dates.js", "performance.js", "console-table.js", "console.js", "limits.js", "regexps.js", "reads.js",
  "code.js", "callback-names.js", "module-records.js", "modules.js",
  "runtime.js", NULL,
};

static const char *const hook_names[LS_SCRIPT_N_HOOKS] = {
  [LS_SCRIPT_HOOK_RUN_JOBS] = "runJobs",
  [LS_SCRIPT_HOOK_RUN_TASK] = "runTask",
  [LS_SCRIPT_HOOK_SETTLE_TASK] = "settleTask",
  [LS_SCRIPT_HOOK_FIRE_SIGNAL] = "fireSignal",
  [LS_SCRIPT_HOOK_TIMER] = "timer",
  [LS_SCRIPT_HOOK_IDLE] = "idle",
  [LS_SCRIPT_HOOK_LOOP_TASK] = "loopTask",
  [LS_SCRIPT_HOOK_NOTIFY_REJECTIONS] = "notifyRejections",
  [LS_SCRIPT_HOOK_REPORT_EXCEPTION] = "reportException",
  [LS_SCRIPT_HOOK_REPORT_SYNTAX_ERROR] = "reportSyntaxError",
  [LS_SCRIPT_HOOK_MAKE_EXCEPTION] = "makeException",
  [LS_SCRIPT_HOOK_INSPECT] = "inspect",
  [LS_SCRIPT_HOOK_BEGIN_SCRIPT] = "beginScript",
  [LS_SCRIPT_HOOK_ADD_SCRIPT] = "addScript",
  [LS_SCRIPT_HOOK_POST_CODE] = "postCode",
  [LS_SCRIPT_HOOK_YIELD] = "yieldByHand",
  [LS_SCRIPT_HOOK_SETTLE_WAIT] = "settleWait",
  [LS_SCRIPT_HOOK_GROW_BLOCK] = "growBlock",
  [LS_SCRIPT_HOOK_RECEIVE] = "receive",
  [LS_SCRIPT_HOOK_RECEIVE_AT_PORT] = "receiveAtPort",
};

/* Evaluates a file, which is a function expression.
 *
 * Returns: (nullable): the function */
JSObjectRef
ls_script_prelude_evaluate (LsScriptRealm *self,
                            JSContextRef   context,
                            const char    *file,
                            GError       **error)
{
  g_autofree char *path = file[0] == '/' ? g_strdup (file) : g_strconcat (FOLDER, file, NULL);
  g_autofree char *name = g_path_get_basename (file);
  g_autofree char *url = g_strconcat ("loopscope:", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, error);
  JSStringRef source;
  JSValueRef exception = NULL;
  JSValueRef value;

  if (bytes == NULL)
    return NULL;
  /* A resource ends with a NUL beyond its length. */
  source = JSStringCreateWithUTF8CString (g_bytes_get_data (bytes, NULL));
  value = ls_jsc_evaluate (context, source, url, &exception);
  JSStringRelease (source);
  if (exception != NULL)
    {
      g_autofree char *text = ls_jsc_to_utf8 (self->context, exception);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", name, text);
      return NULL;
    }
  return (JSObjectRef) value;
}

static JSObjectRef
make_object (LsScriptRealm *self,
             JSObjectRef    realm,
             const char    *name)
{
  JSObjectRef object = JSObjectMake (self->context, NULL, NULL);

  ls_jsc_set (self->context, realm, name, (JSValueRef) object, 0);
  return object;
}

static void
add_memory (LsScriptRealm *self,
            JSObjectRef    host,
            const char    *name,
            gpointer       bytes,
            gsize          n_bytes)
{
  ls_jsc_set (self->context, host, name,
              JSObjectMakeTypedArrayWithBytesNoCopy (self->context, JS_TYPED_ARRAY_INT32, bytes, n_bytes, NULL, NULL, NULL), 0);
}

static void
add_options (LsScriptRealm *self,
             JSObjectRef    realm)
{
  JSObjectRef options = make_object (self, realm, "options");
  const struct
  {
    const char *name;
    gboolean    value;
  } flags[] = {
    { "traced", self->probe != NULL },
    { "counted", self->probe == NULL && self->host->counts_statements },
    { "gecko", self->loop->preset.loses_state_settled_reaction },
    { "liveIdle", self->loop->preset.idle_deadline_is_live },
    { "blink", g_str_has_prefix (self->loop->preset.name, "blink") },
    { "yieldOptions", self->loop->edition == LS_EDITION_2023_YIELD_OPTIONS },
    { "wait", self->loop->preset.experiments & LS_EXPERIMENT_WAIT },
    { "render", self->loop->preset.experiments & LS_EXPERIMENT_RENDER },
    { "currentTaskSignal", self->loop->preset.experiments & LS_EXPERIMENT_CURRENT_TASK_SIGNAL },
    { "priorityInheritance", self->loop->preset.experiments & LS_EXPERIMENT_PRIORITY_INHERITANCE },
    { "takesCodes", self->host->n_codes > 0 },
    { "explored", self->host->is_explored },
    { "agents", ls_agent_get_cluster (self->agent) != NULL || self->agent->thread != NULL },
    { "worker", self->workers->own != NULL },
    { "moduleWorker", ls_script_workers_is_module (self->workers) },
    { "virtualClock", self->loop->clock == LS_CLOCK_VIRTUAL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    ls_jsc_set (self->context, options, flags[i].name, JSValueMakeBoolean (self->context, flags[i].value), 0);
  ls_jsc_set (self->context, options, "seed", JSValueMakeNumber (self->context, self->host->seed), 0);
  ls_jsc_set (self->context, options, "created", JSValueMakeNumber (self->context, ls_script_workers_get_created (self->workers)), 0);
}

/* Runs files for a realm. @files: (array zero-terminated=1): names of files of the prelude, or paths of resources; @realm: the
 * object that the files share
 *
 * Returns: %FALSE with @error set if a file fails. That is a bug, or the process has no memory, or the agent was terminated */
gboolean
ls_script_prelude_run (LsScriptRealm      *self,
                       JSContextRef        context,
                       const char *const   files[],
                       JSObjectRef         realm,
                       GError            **error)
{
  for (gsize i = 0; files[i] != NULL; i++)
    {
      JSObjectRef function;
      JSValueRef arguments[1] = { (JSValueRef) realm };
      JSValueRef exception = NULL;

      /* A terminated agent needs no realm. Making many realms at once takes time. */
      if (self->workers->own != NULL && ls_agent_is_terminated (self->agent))
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The agent has been terminated");
          return FALSE;
        }
      function = ls_script_prelude_evaluate (self, context, files[i], error);
      if (function == NULL)
        return FALSE;
      JSObjectCallAsFunction (context, function, NULL, 1, arguments, &exception);
      if (exception != NULL)
        {
          g_autofree char *text = ls_jsc_to_utf8 (self->context, exception);
          JSObjectRef thrown = JSValueToObject (self->context, exception, NULL);
          const guint line = ls_jsc_to_uint (self->context, ls_jsc_get (self->context, thrown, "line"));

          g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s:%u: %s", files[i], line, text);
          return FALSE;
        }
    }
  return TRUE;
}

/* Gives transformed code the functions that it calls. The files have run for @realm before. */
void
ls_script_prelude_set_runtime (LsScriptRealm *self,
                               JSContextRef   context,
                               JSObjectRef    realm)
{
  ls_jsc_set (self->context, JSContextGetGlobalObject (context), "__ls", ls_jsc_get (context, realm, "runtime"),
              JS_PROPERTY_READ_ONLY | JS_PROPERTY_DONT_ENUM | JS_PROPERTY_DONT_DELETE);
}

/* Builds the realm of a program: first the natives, then the files. */
gboolean
ls_script_prelude_load (LsScriptRealm  *self,
                        GError        **error)
{
  static const LsScriptNative *const natives[] = {
    ls_script_host_natives, ls_script_regexps_natives, ls_script_scheduler_natives, ls_script_signals_natives,
    ls_script_timers_natives, ls_script_codes_natives, ls_script_atomics_natives, ls_script_workers_natives,
    ls_script_messages_natives, ls_script_ports_natives,
  };
  JSObjectRef global = JSContextGetGlobalObject (self->context);
  JSObjectRef realm = JSObjectMake (self->context, NULL, NULL);
  JSObjectRef host, hooks;
  gboolean loaded;

  JSValueProtect (self->context, (JSValueRef) realm);
  ls_jsc_set (self->context, realm, "global", (JSValueRef) global, 0);
  host = make_object (self, realm, "host");
  hooks = make_object (self, realm, "hooks");
  make_object (self, realm, "runtime");
  add_memory (self, host, "words", self->words, LS_SCRIPT_N_WORDS * sizeof *self->words);
  add_memory (self, host, "events", self->events, LS_SCRIPT_N_EVENTS * sizeof *self->events);
  add_memory (self, host, "cells", self->cells, LS_SCRIPT_N_CELLS * sizeof *self->cells);
  add_options (self, realm);
  for (gsize i = 0; i < G_N_ELEMENTS (natives); i++)
    ls_script_realm_add_natives (self, host, natives[i]);
  if (self->extension != NULL && self->extension->create != NULL)
    self->extension_data = self->extension->create (self, host);

  ls_script_realm_begin_loading (self);
  loaded = ls_script_prelude_run (self, self->context, prelude_files, realm, error) &&
           (self->extension == NULL || ls_script_prelude_run (self, self->context, self->extension->files, realm, error));
  ls_script_realm_end_loading (self);
  if (loaded)
    {
      for (guint i = 0; i < LS_SCRIPT_N_HOOKS; i++)
        {
          JSValueRef hook = ls_jsc_get (self->context, hooks, hook_names[i]);

          if (!JSValueIsObject (self->context, hook))
            {
              g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "The prelude has no %s()", hook_names[i]);
              loaded = FALSE;
              break;
            }
          ls_script_realm_protect (self, hook);
          self->hooks[i] = (JSObjectRef) hook;
        }
      ls_script_prelude_set_runtime (self, self->context, realm);
    }
  JSValueUnprotect (self->context, (JSValueRef) realm);
  return loaded;
}
