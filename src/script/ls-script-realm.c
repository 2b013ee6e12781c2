/* ls-script-realm.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"

#include <string.h>

/* The realm whose JavaScript runs on this thread. Natives have no other way to find it. Each entry into JavaScript sets it. */
static _Thread_local LsScriptRealm *current;

/* Begins a native. It makes records of what JavaScript has written to the event buffer before the native reports anything. */
LsScriptRealm *
ls_script_realm_enter_native (void)
{
  LsScriptRealm *self = current;

  if (self->words[LS_SCRIPT_WORD_EVENTS] > 0)
    ls_script_events_flush (self);
  return self;
}

/* Returns: (nullable): the realm whose JavaScript runs on this thread, or has called C. May be called in a signal handler */
LsScriptRealm *
ls_script_realm_get_current (void)
{
  return current;
}

/* Makes the realm current while the prelude loads, because the prelude may call natives. */
void
ls_script_realm_begin_loading (LsScriptRealm *self)
{
  self->outer = current;
  current = self;
  self->depth++;
}

void
ls_script_realm_end_loading (LsScriptRealm *self)
{
  self->depth--;
  self->words[LS_SCRIPT_WORD_EVENTS] = 0;
  current = g_steal_pointer (&self->outer);
}

JSValueRef
ls_script_realm_string (LsScriptRealm *self,
                        const char    *string)
{
  JSStringRef js = JSStringCreateWithUTF8CString (string);
  JSValueRef value = JSValueMakeString (self->context, js);

  JSStringRelease (js);
  return value;
}

/* Values */

/* Keeps a value until the realm ends. */
void
ls_script_realm_protect (LsScriptRealm *self,
                         JSValueRef     value)
{
  JSValueProtect (self->context, value);
  g_ptr_array_add (self->protected, (gpointer) value);
}

typedef struct
{
  LsScriptRealm *realm;
  JSValueRef     value;
} KeptValue;

static void
kept_value_free (gpointer data)
{
  KeptValue *kept = data;

  if (kept->realm != NULL)
    {
      g_hash_table_remove (kept->realm->kept, kept);
      JSValueUnprotect (kept->realm->context, kept->value);
    }
  g_free (kept);
}

static char *
kept_value_to_string (gpointer data)
{
  KeptValue *kept = data;
  JSValueRef arguments[1] = { kept->value };
  JSValueRef text;

  if (kept->realm == NULL || kept->realm->is_stopped)
    return g_strdup ("?");
  text = ls_script_realm_call (kept->realm, LS_SCRIPT_HOOK_INSPECT, 1, arguments);
  return text != NULL ? ls_jsc_to_utf8 (kept->realm->context, text) : g_strdup ("?");
}

void
ls_script_realm_to_ls_value (LsScriptRealm *self,
                             JSValueRef     value,
                             LsValue       *result)
{
  KeptValue *kept = g_new (KeptValue, 1);
  LsBoxed *boxed = ls_boxed_new (kept, kept_value_free, kept_value_to_string);

  kept->realm = self;
  kept->value = value;
  JSValueProtect (self->context, value);
  g_hash_table_add (self->kept, kept);
  ls_value_set_boxed (result, boxed);
  ls_boxed_unref (boxed);
}

/* Returns the DOMException for an exception of the engine. The same exception always has the same object. */
static JSValueRef
get_exception (LsScriptRealm *self,
               LsException   *exception)
{
  JSValueRef made = g_hash_table_lookup (self->exceptions, exception);
  JSValueRef arguments[2];

  if (made != NULL)
    return made;
  arguments[0] = ls_script_realm_string (self, ls_exception_get_name (exception));
  arguments[1] = ls_script_realm_string (self, ls_exception_get_message (exception));
  made = ls_script_realm_call (self, LS_SCRIPT_HOOK_MAKE_EXCEPTION, 2, arguments);
  if (made == NULL)
    return arguments[1];
  ls_script_realm_protect (self, made);
  g_hash_table_insert (self->exceptions, ls_exception_ref (exception), (gpointer) made);
  return made;
}

JSValueRef
ls_script_realm_from_ls_value (LsScriptRealm *self,
                               const LsValue *value)
{
  g_autofree char *text = NULL;

  switch (value->type)
    {
    case LS_VALUE_UNDEFINED:
      return JSValueMakeUndefined (self->context);

    case LS_VALUE_NUMBER:
      return JSValueMakeNumber (self->context, value->as.number);

    case LS_VALUE_BOOLEAN:
      return JSValueMakeBoolean (self->context, value->as.boolean);

    case LS_VALUE_STRING:
      return ls_script_realm_string (self, value->as.string);

    case LS_VALUE_EXCEPTION:
      return get_exception (self, value->as.exception);

    case LS_VALUE_BOXED:
      if (value->as.boxed->destroy == kept_value_free && ((KeptValue *) value->as.boxed->data)->realm == self)
        return ((KeptValue *) value->as.boxed->data)->value;
      break;

    case LS_VALUE_PROMISE:
    case LS_VALUE_OBJECT:
    default:
      break;
    }

  text = ls_value_to_string (value);
  return ls_script_realm_string (self, text);
}

/* Entering JavaScript */

/* Ends the program, whatever it does. None of its code runs any more. */
void
ls_script_realm_stop (LsScriptRealm *self,
                      const char    *message)
{
  if (self->is_stopped)
    return;
  self->is_stopped = TRUE;
  self->stop_message = g_strdup (message);
}

/* The loop is about to call program code. */
static void
begin_callback (LsScriptRealm *self)
{
  ls_script_realm_take_memory (self);
  ls_script_events_begin_callback (self);
  if (self->entered == NULL)
    ls_script_watchdog_enter (self);
}

static void
end_callback (LsScriptRealm *self)
{
  if (self->garbage->len > 0 && self->probe == NULL)
    g_ptr_array_set_size (self->garbage, 0);
  ls_script_realm_give_memory (self);
}

/* Calls a function of the prelude.
 *
 * Returns: (nullable): its result; NULL if the program was stopped, or the prelude threw, which it never does by design */
JSValueRef
ls_script_realm_call (LsScriptRealm    *self,
                      LsScriptHook      hook,
                      gsize             n_arguments,
                      const JSValueRef  arguments[])
{
  LsScriptRealm *outer = current;
  JSValueRef exception = NULL;
  JSValueRef result;

  if (self->is_stopped || self->hooks[hook] == NULL || (self->depth == 0 && ls_script_workers_is_over (self)))
    return NULL;

  if (self->depth == 0)
    ls_script_workers_open_busy (self);
  current = self;
  if (self->depth++ == 0)
    begin_callback (self);
  result = ls_script_interrupt_call (self, self->hooks[hook], n_arguments, arguments, &exception);
  self->depth--;
  if (self->words[LS_SCRIPT_WORD_EVENTS] > 0)
    ls_script_events_flush (self);
  if (exception != NULL && !self->is_stopped && hook != LS_SCRIPT_HOOK_INSPECT)
    {
      /* This is a stack overflow in the prelude itself, or a bug there. */
      g_autofree char *text = ls_jsc_to_utf8 (self->context, exception);

      self->host->report (self->host, FALSE, 0, text != NULL ? text : "?");
    }
  if (self->depth == 0)
    end_callback (self);
  current = outer;
  return exception != NULL ? NULL : result;
}

/* Runs a script at the top level, and reports its exception. */
void
ls_script_realm_evaluate (LsScriptRealm *self,
                          JSStringRef    code,
                          const char    *url)
{
  LsScriptRealm *outer = current;
  JSValueRef exception = NULL;

  if (self->is_stopped)
    return;
  ls_script_realm_call (self, LS_SCRIPT_HOOK_BEGIN_SCRIPT, 0, NULL);
  current = self;
  if (self->depth++ == 0)
    begin_callback (self);
  ls_script_interrupt_evaluate (self, code, url, &exception);
  self->depth--;
  if (self->words[LS_SCRIPT_WORD_EVENTS] > 0)
    ls_script_events_flush (self);
  if (exception != NULL)
    ls_script_realm_call (self, LS_SCRIPT_HOOK_REPORT_EXCEPTION, 1, &exception);
  else if (self->depth == 0)
    end_callback (self);
  current = outer;
}

LS_SCRIPT_NATIVE (native_enter, 0)
{
  /* JavaScriptCore calls a native without the lock. */
  JSLock (context);
  self->entered (self->entered_data);
  JSUnlock (context);
  return NULL;
}

/* Calls @func inside of JavaScriptCore. Further entries from there cost less, because the thread holds the lock and the
 * watchdog's clock runs already. */
void
ls_script_realm_enter (gpointer   realm,
                       void     (*func) (gpointer data),
                       gpointer   data)
{
  LsScriptRealm *self = realm;
  LsScriptRealm *outer = current;
  JSValueRef exception = NULL;

  if (self->is_stopped)
    {
      func (data);
      return;
    }
  current = self;
  self->entered = func;
  self->entered_data = data;
  ls_script_watchdog_enter (self);
  ls_script_interrupt_call (self, self->enter, 0, NULL, &exception);
  self->entered = NULL;
  current = outer;
}

static guint32
run_jobs (LsEventLoop *loop,
          guint32      max,
          gpointer     data)
{
  LsScriptRealm *self = data;
  JSValueRef arguments[1] = { JSValueMakeNumber (self->context, max) };
  const gint32 begun = self->words[LS_SCRIPT_WORD_BEGUN];
  guint32 n;

  ls_script_realm_call (self, LS_SCRIPT_HOOK_RUN_JOBS, 1, arguments);
  n = self->words[LS_SCRIPT_WORD_BEGUN] - begun;
  /* The jobs of a stopped program never run. A job that cannot begin must not be tried for ever. */
  if (self->is_stopped || n == 0)
    {
      self->words[LS_SCRIPT_WORD_BEGUN] = self->words[LS_SCRIPT_WORD_ENQUEUED];
      n = MAX (n, 1);
    }
  return n;
}

static void
notify_rejections (LsEventLoop *loop,
                   gpointer     data)
{
  LsScriptRealm *self = data;

  self->words[LS_SCRIPT_WORD_REJECTIONS] = 0;
  ls_script_realm_call (self, LS_SCRIPT_HOOK_NOTIFY_REJECTIONS, 0, NULL);
}

/* Construction and destruction */

void
ls_script_realm_add_natives (LsScriptRealm        *self,
                             JSObjectRef           object,
                             const LsScriptNative *natives)
{
  for (; natives->name != NULL; natives++)
    ls_jsc_set (self->context, object, natives->name,
                ls_jsc_make_function (self->context, natives->name, natives->callback), 0);
}

static void
source_free (gpointer data)
{
  LsScriptSource *source = data;

  g_free (source->url);
  g_array_unref (source->map);
  g_array_unref (source->code_lines);
  g_array_unref (source->source_lines);
  g_free (source);
}

/* Makes a realm for the host's program. This runs no code of the program. @extension: (nullable): the extension to add
 *
 * Returns: (transfer full) (nullable): the realm, or NULL with @error set if a script cannot be parsed */
LsScriptRealm *
ls_script_realm_new (LsProgramHost            *host,
                     const LsScriptExtension  *extension,
                     GError                  **error)
{
  LsScriptRealm *self = g_new0 (LsScriptRealm, 1);

  self->host = host;
  self->extension = extension;
  self->loop = host->loop;
  self->scheduler = host->scheduler;
  self->probe = ls_event_loop_get_probe (host->loop);
  self->words = g_new0 (gint32, LS_SCRIPT_N_WORDS);
  self->events = g_new0 (gint32, LS_SCRIPT_N_EVENTS);
  self->slots = g_ptr_array_new_with_free_func (g_free);
  self->job_ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->statements = g_array_new (FALSE, TRUE, sizeof (LsScriptStatement));
  self->sources = g_ptr_array_new_with_free_func (source_free);
  self->garbage = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_script_handle_free);
  self->handles = g_hash_table_new (NULL, NULL);
  self->handles_by_id = g_hash_table_new (NULL, NULL);
  self->kept = g_hash_table_new (NULL, NULL);
  self->protected = g_ptr_array_new ();
  self->agent = host->agent != NULL ? g_object_ref (host->agent) : ls_agent_new (NULL, FALSE, host->loop);
  self->workers = ls_script_workers_new (self);
  self->cells = g_new0 (gint64, LS_SCRIPT_N_CELLS);
  self->blocks = g_hash_table_new_full (NULL, NULL, ls_script_block_free, NULL);
  self->posted = g_ptr_array_new ();
  self->exceptions = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) ls_exception_unref, NULL);
  self->codes = g_ptr_array_new_with_free_func ((GDestroyNotify) JSStringRelease);
  self->syntax_errors = g_ptr_array_new_with_free_func (g_free);
  self->are_modules = g_array_new (FALSE, FALSE, sizeof (gboolean));
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  self->results = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ls_promise_unref);
  /* This leaves room for what one function of the prelude writes between two checks of the limit. */
  self->words[LS_SCRIPT_WORD_EVENTS_LIMIT] = LS_SCRIPT_N_EVENTS - 64;
  self->words[LS_SCRIPT_WORD_STATEMENT_LIMIT] = G_MAXINT32;

  ls_script_begin_first_script (self);
  self->machine = ls_script_machine_take ();
  self->group = self->machine->group;
  self->context = JSGlobalContextCreateInGroup (self->group, NULL);
  self->handle_class = JSClassCreate (&ls_script_handle_class);
  self->block_class = JSClassCreate (&ls_script_block_class);
  if (!ls_script_prelude_load (self, error) || !ls_script_prepare_scripts (self, error) ||
      !ls_script_prepare_codes (self, error))
    {
      ls_script_realm_free (self);
      return NULL;
    }

  self->enter = ls_jsc_make_function (self->context, "enter", native_enter);
  ls_script_realm_protect (self, (JSValueRef) self->enter);

  self->words[LS_SCRIPT_WORD_LAST_PROMISE] = self->loop->numbers->last_promise;
  self->loop->foreign_jobs = (LsForeignJobs) {
    .enqueued = (const volatile guint32 *) &self->words[LS_SCRIPT_WORD_ENQUEUED],
    .begun = (const volatile guint32 *) &self->words[LS_SCRIPT_WORD_BEGUN],
    .last_promise = (volatile guint32 *) &self->words[LS_SCRIPT_WORD_LAST_PROMISE],
    .n_rejections = (const volatile guint32 *) &self->words[LS_SCRIPT_WORD_REJECTIONS],
    .run = run_jobs,
    .notify_rejections = notify_rejections,
    .data = self,
  };
  ls_script_watchdog_arm (self);
  ls_script_interrupt_watch (self);
  return self;
}

/* Frees the realm. Call this when the loop has shut down or will not run any more. */
void
ls_script_realm_free (gpointer data)
{
  LsScriptRealm *self = data;
  const gboolean is_clean = !self->is_stopped;
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func (ls_script_block_free);
  GHashTableIter iter;
  gpointer key;

  self->is_stopped = TRUE;
  ls_script_interrupt_unwatch (self);
  g_clear_pointer (&self->first_script, ls_script_request_unref);
  if (self->loop->foreign_jobs.data == self)
    {
      ls_event_loop_write_numbers (self->loop);
      self->loop->foreign_jobs = (LsForeignJobs) { NULL };
    }

  /* Signals and promises that outlive the realm may hold values. */
  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      KeptValue *kept = key;

      if (!self->is_abandoned)
        JSValueUnprotect (self->context, kept->value);
      kept->realm = NULL;
    }
  g_hash_table_remove_all (self->kept);

  g_clear_pointer (&self->workers, ls_script_workers_free);
  g_clear_object (&self->agent);
  ls_script_free_codes (self);
  if (self->extension_data != NULL && self->extension->free != NULL)
    self->extension->free (self->extension_data);
  if (!self->is_abandoned)
    ls_script_regexps_free (self);
  for (guint i = 0; i < self->protected->len && !self->is_abandoned; i++)
    JSValueUnprotect (self->context, g_ptr_array_index (self->protected, i));
  /* JavaScriptCore may finalize the objects after the realm has gone, so what they point to stays with the machine until then. The
   * objects themselves may be dead already, and JSObjectSetPrivate() has no effect on a dead object whose structure has been swept.
   * The lock keeps JavaScriptCore from collecting garbage meanwhile. */
  if (!self->is_abandoned)
    JSLock (self->context);
  g_hash_table_iter_init (&iter, self->handles);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      LsScriptHandle *handle = key;

      g_ptr_array_add (self->garbage, g_memdup2 (handle, sizeof *handle));
      *handle = (LsScriptHandle) { .orphans = handle->orphans };
      g_hash_table_add (handle->orphans, handle);
      g_hash_table_iter_remove (&iter);
    }
  g_hash_table_iter_init (&iter, self->blocks);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      LsScriptBlock *block = key;

      g_ptr_array_add (blocks, g_memdup2 (block, sizeof *block));
      *block = (LsScriptBlock) { .orphans = block->orphans };
      g_hash_table_add (block->orphans, block);
      g_hash_table_iter_steal (&iter);
    }
  if (!self->is_abandoned)
    {
      JSUnlock (self->context);
      JSGlobalContextRelease (self->context);
      ls_script_machine_give (self->machine, is_clean);
    }
  else
    ls_script_machine_lose (self->machine);
  g_clear_pointer (&self->handle_class, JSClassRelease);
  g_clear_pointer (&self->block_class, JSClassRelease);
  g_ptr_array_unref (self->garbage);
  g_hash_table_unref (self->handles);
  g_hash_table_unref (self->handles_by_id);
  g_hash_table_unref (self->kept);
  g_ptr_array_unref (self->protected);
  g_hash_table_unref (self->blocks);
  g_ptr_array_unref (self->posted);
  g_free (self->cells);
  g_hash_table_unref (self->exceptions);
  g_hash_table_unref (self->results);
  g_ptr_array_unref (self->codes);
  g_ptr_array_unref (self->syntax_errors);
  g_ptr_array_unref (self->requests);
  g_array_unref (self->are_modules);
  g_strfreev (self->last_requests);
  g_ptr_array_unref (self->sources);
  g_array_unref (self->statements);
  g_array_unref (self->job_ids);
  g_ptr_array_unref (self->slots);
  g_free (self->events);
  g_free (self->words);
  g_free (self->stop_message);
  g_free (self);
}
