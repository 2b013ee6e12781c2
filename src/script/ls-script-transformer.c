/* ls-script-transformer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-transformer-private.h"

#include <string.h>

/* acorn and the transformation have a virtual machine of their own, on a thread of their own, which stays: reading them
 * takes JavaScriptCore some 10 ms, and each of their functions again some time when it is first used. The first of these
 * times, and most of the second, passes while a realm is made: the first script is given to the thread before that.
 * Once nobody has asked for anything for some time usual code is transformed, a bit of it at a time, until the functions
 * are compiled; a process that makes no realm, or ends soon, does none of it. Programs cannot reach any of this. Only strings and
 * numbers go to and fro: JavaScriptCore's strings are made for that. */

#define RESOURCES "/io/github/loopscope/Loopscope/script/"

/* How often who waits looks up, in µs. */
#define LOOK_UP 10000

/* How long nobody must have asked for anything before usual code is read, in µs, and how often that is done. It takes some 60 ms
 * of processor time. */
#define QUIET 250000
#define ROUNDS 10

/* All files, in the order in which they need each other; each is a function of one object, which they share. */
static const char *const files[] = {
  "parser.js", "transform-tree.js", "transform-output.js", "transform-functions.js", "transform-hooks.js",
  "transform-statements.js", "transform-references.js", "transform-classes.js", "transform-visit.js", "transform.js",
};

typedef enum
{
  REQUEST_LOAD,
  REQUEST_TRANSFORM,
  REQUEST_TRANSFORM_FOR_PROGRAM,
  REQUEST_REFINE
} RequestKind;

/* Something to be done. Who waits for it may leave before it is done. */
struct _LsScriptRequest
{
  gatomicrefcount      ref_count;
  RequestKind          kind;
  JSStringRef          source;
  JSStringRef          options;     /* of REQUEST_REFINE: the URL */
  gboolean             is_reference;
  guint                line, column;
  guint                n_breakpoints;
  LsScriptTransformed *transformed;
  JSStringRef          text;
  gboolean             is_done;
};

typedef LsScriptRequest Request;

static struct
{
  GMutex     mutex;
  GCond      changed;
  GQueue     requests;   /* Request */
  GThread   *thread;
} service;

/* What the thread has. */
typedef struct
{
  JSContextGroupRef  group;
  JSGlobalContextRef context;
  JSValueRef         shared;
  JSObjectRef        for_c;
  JSObjectRef        for_programs;
  JSObjectRef        refine;        /* (nullable): once it was asked for */
  guint              n_read;        /* pieces of usual code */
} Transformer;

/* Makes numbers of what the transformation returns, in typed arrays that C can read. */
static const char adapter[] =
    "(function (shared) { 'use strict';"
    " const { transform } = shared;"
    " shared.forC = function (source, options) {"
    "   const result = transform(source, JSON.parse(options));"
    "   if (result.error) return result;"
    "   const refused = [];"
    "   for (let i = 0; i < result.breakpointErrors.length; i++) {"
    "     const e = result.breakpointErrors[i]; refused.push(e && e.message); }"
    "   for (let i = 0; i < result.probeErrors.length; i++) {"
    "     const e = result.probeErrors[i]; refused.push(e && e.message); }"
    "   return { code: result.code, n: result.functions.length, map: new Int32Array(result.map),"
    "            texts: new Int32Array(result.texts), statements: new Int32Array(result.statements), refused };"
    " };"
    " shared.forPrograms = function (source, options) {"
    "   const result = transform(source, JSON.parse(options));"
    "   return JSON.stringify(result.error ? { error: result.error } : { code: result.code, texts: result.texts }); }; })";

/* What is usual in programs, in pieces that take no long time. */
static const char *const usual[] = {
  "'use strict'; class A extends B { #p = 1; static s; constructor(a, { b, ...c } = {}, [d, e = 1] = []) { super(a); }"
  " get g() { return this.#p; } async m(x) { for await (const y of x) { if (y) continue; else break; } } }",
  "const f = async (a, ...r) => { try { await a.b?.c(`t${r}`); } catch (e) { throw new Error('x' + e); } finally {} };"
  " function* g() { yield* [1, 2.5, ...g()]; } async function* h() { yield await 1; }",
  "let i = 0, o = { p: 1, ['q']: i, f, async n() {}, get r() { return /a+[b-c]/gi.test('d'); } };"
  " for (let k = 0; k < 3; k++) while (i-- > 0 && !o.p || i === 2) do { i += k ? 1 : -1; } while (false);",
  "switch (i) { case 1: break; default: delete o.p; } var { v, w: [z] } = o, u = typeof v; label: for (const k in o) break label;",
  "scheduler.postTask(async () => { await scheduler.yield(); console.log('a', i); }, { priority: 'background' });"
  " const t = new TaskController({ priority: 'user-visible' }); t.signal.addEventListener('abort', (e) => log(e.type));",
  "// what runs first\n"
  "function make(name, n) {\n  const list = [];\n  for (let i = 0; i < n; i++)\n    list.push({ name, index: i, done: false });\n"
  "  return list.filter(item => item.index % 2 === 0).map((item, index) => ({ ...item, index }));\n}\n"
  "const work = { async run(jobs) {\n  for (const job of jobs) {\n    if (job.done || !job.name)\n      continue;\n"
  "    const result = await scheduler.postTask(() => this.one(job), { signal: this.signal, priority: 'user-blocking' });\n"
  "    log(`${job.name}: ${result}`);\n    await scheduler.yield();\n  }\n}, one(job) { job.done = true; return job.index * 2 + 1; } };\n"
  "Promise.all([work.run(make('a', 3)), work.run(make('b', 3))]).then(([a, b]) => { console.log(a, b); }, error => {\n"
  "  if (error.name !== 'AbortError') throw error;\n}).finally(() => setTimeout(() => { log('end'); }, 10));\n"
  "new Promise(resolve => setTimeout(resolve, 5)).then(() => queueMicrotask(() => log(performance.now() > 5 ? 'late' : 'soon')));",
};

static Request *
request_new (RequestKind kind)
{
  Request *self = g_new0 (Request, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  return self;
}

static void
request_unref (Request *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->source, JSStringRelease);
  g_clear_pointer (&self->options, JSStringRelease);
  g_clear_pointer (&self->text, JSStringRelease);
  g_clear_pointer (&self->transformed, ls_script_transformed_free);
  g_free (self);
}

/* On the thread */

static JSValueRef
evaluate (Transformer *self,
          const char  *text,
          const char  *url)
{
  JSStringRef source = JSStringCreateWithUTF8CString (text);
  JSStringRef js_url = JSStringCreateWithUTF8CString (url);
  JSValueRef value = JSEvaluateScript (self->context, source, NULL, js_url, 1, NULL);

  JSStringRelease (source);
  JSStringRelease (js_url);
  return value;
}

static JSValueRef
evaluate_resource (Transformer *self,
                   const char  *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);
  g_autofree char *url = g_strconcat ("loopscope:", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  /* Resources end with a NUL that is not counted. */
  return bytes != NULL ? evaluate (self, g_bytes_get_data (bytes, NULL), url) : NULL;
}

static JSValueRef
get (Transformer *self,
     JSValueRef   object,
     const char  *name)
{
  JSStringRef string = JSStringCreateWithUTF8CString (name);
  JSValueRef value = JSObjectGetProperty (self->context, (JSObjectRef) object, string, NULL);

  JSStringRelease (string);
  return value;
}

static JSValueRef
call (Transformer      *self,
      JSValueRef        function,
      gsize             n_arguments,
      const JSValueRef  arguments[])
{
  if (function == NULL || !JSValueIsObject (self->context, function))
    return NULL;
  return JSObjectCallAsFunction (self->context, (JSObjectRef) function, NULL, n_arguments, arguments, NULL);
}

static guint
to_uint (Transformer *self,
         JSValueRef   value)
{
  const double number = JSValueToNumber (self->context, value, NULL);

  return number >= 0 && number <= G_MAXUINT32 ? (guint) number : 0;
}

static GArray *
get_numbers (Transformer *self,
             JSValueRef   object,
             const char  *name)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (gint32));
  JSObjectRef array = (JSObjectRef) get (self, object, name);
  const gsize length = JSObjectGetTypedArrayLength (self->context, array, NULL);

  if (length > 0)
    g_array_append_vals (numbers, JSObjectGetTypedArrayBytesPtr (self->context, array, NULL), length);
  return numbers;
}

static char *
to_utf8 (Transformer *self,
         JSValueRef   value)
{
  JSStringRef string = JSValueToStringCopy (self->context, value, NULL);
  gsize size;
  char *text;

  if (string == NULL)
    return g_strdup ("?");
  size = JSStringGetMaximumUTF8CStringSize (string);
  text = g_malloc (size);
  JSStringGetUTF8CString (string, text, size);
  JSStringRelease (string);
  return text;
}

static gboolean
load (Transformer *self)
{
  JSObjectRef global;
  JSStringRef acorn;

  self->group = JSContextGroupCreate ();
  self->context = JSGlobalContextCreateInGroup (self->group, NULL);
  if (evaluate_resource (self, "acorn.js") == NULL)
    return FALSE;
  global = JSContextGetGlobalObject (self->context);
  self->shared = (JSValueRef) JSObjectMake (self->context, NULL, NULL);
  JSValueProtect (self->context, self->shared);
  acorn = JSStringCreateWithUTF8CString ("acorn");
  JSObjectSetProperty (self->context, (JSObjectRef) self->shared, acorn, get (self, (JSValueRef) global, "acorn"), 0, NULL);
  JSStringRelease (acorn);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (call (self, evaluate_resource (self, files[i]), 1, &self->shared) == NULL)
      return FALSE;
  if (call (self, evaluate (self, adapter, "loopscope:adapter.js"), 1, &self->shared) == NULL)
    return FALSE;
  self->for_c = (JSObjectRef) get (self, self->shared, "forC");
  self->for_programs = (JSObjectRef) get (self, self->shared, "forPrograms");
  return TRUE;
}

/* What is wrong with the conditions of breakpoints; NULL where nothing is with any. */
static GPtrArray *
get_refused (Transformer *self,
             JSValueRef   result,
             guint        n)
{
  JSValueRef list = get (self, result, "refused");
  GPtrArray *refused = NULL;

  for (guint i = 0; i < n && list != NULL && JSValueIsObject (self->context, list); i++)
    {
      JSValueRef message = JSObjectGetPropertyAtIndex (self->context, (JSObjectRef) list, i, NULL);

      if (message == NULL || !JSValueIsString (self->context, message))
        continue;
      if (refused == NULL)
        {
          refused = g_ptr_array_new_with_free_func (g_free);
          g_ptr_array_set_size (refused, n);
        }
      refused->pdata[i] = to_utf8 (self, message);
    }
  return refused;
}

static void
do_transform (Transformer *self,
              Request     *request)
{
  LsScriptTransformed *transformed = g_new0 (LsScriptTransformed, 1);
  const JSValueRef arguments[2] = { JSValueMakeString (self->context, request->source),
                                    JSValueMakeString (self->context, request->options) };
  JSValueRef result = call (self, (JSValueRef) self->for_c, 2, arguments);
  JSValueRef error = result != NULL ? get (self, result, "error") : NULL;

  request->transformed = transformed;
  if (result == NULL)
    {
      transformed->message = g_strdup ("The program is nested too deeply");
      transformed->line = transformed->column = 1;
    }
  else if (JSValueIsObject (self->context, error))
    {
      transformed->message = to_utf8 (self, get (self, error, "message"));
      transformed->line = to_uint (self, get (self, error, "line"));
      transformed->column = to_uint (self, get (self, error, "column"));
    }
  else
    {
      transformed->code = JSValueToStringCopy (self->context, get (self, result, "code"), NULL);
      transformed->n_functions = to_uint (self, get (self, result, "n"));
      transformed->map = get_numbers (self, result, "map");
      transformed->statements = get_numbers (self, result, "statements");
      transformed->texts = get_numbers (self, result, "texts");
      transformed->refused = get_refused (self, result, request->n_breakpoints);
    }
}

static void
do_transform_for_program (Transformer *self,
                          Request     *request)
{
  const JSValueRef arguments[2] = { JSValueMakeString (self->context, request->source),
                                    JSValueMakeString (self->context, request->options) };
  JSValueRef result = call (self, (JSValueRef) self->for_programs, 2, arguments);

  if (result != NULL)
    request->text = JSValueToStringCopy (self->context, result, NULL);
}

static void
do_refine (Transformer *self,
           Request     *request)
{
  JSValueRef arguments[5], place;

  if (self->refine == NULL)
    {
      JSValueRef refine = call (self, evaluate_resource (self, "positions.js"), 1, &self->shared);

      if (refine == NULL)
        return;
      JSValueProtect (self->context, refine);
      self->refine = (JSObjectRef) refine;
    }
  arguments[0] = JSValueMakeString (self->context, request->options);
  arguments[1] = JSValueMakeString (self->context, request->source);
  arguments[2] = JSValueMakeNumber (self->context, request->line);
  arguments[3] = JSValueMakeNumber (self->context, request->column);
  arguments[4] = JSValueMakeBoolean (self->context, request->is_reference);
  place = call (self, (JSValueRef) self->refine, G_N_ELEMENTS (arguments), arguments);
  if (place == NULL || !JSValueIsObject (self->context, place))
    return;
  request->line = to_uint (self, JSObjectGetPropertyAtIndex (self->context, (JSObjectRef) place, 0, NULL));
  request->column = to_uint (self, JSObjectGetPropertyAtIndex (self->context, (JSObjectRef) place, 1, NULL));
}

/* Reads a piece of what is usual. FALSE if all has been read often enough. */
static gboolean
read_usual (Transformer *self)
{
  const guint n = G_N_ELEMENTS (usual);
  Request *request;

  if (self->n_read == n * ROUNDS)
    return FALSE;
  request = request_new (REQUEST_TRANSFORM);
  request->source = JSStringCreateWithUTF8CString (usual[self->n_read % n]);
  request->options = JSStringCreateWithUTF8CString (self->n_read / n % 2 == 0 ? "{\"statements\":true}" : "{}");
  do_transform (self, request);
  request_unref (request);
  self->n_read++;
  return TRUE;
}

/* The next one who waits. Reads what is usual while there is nobody who has asked for something else, and nobody has for some time. */
static Request *
wait_for_request (Transformer *self,
                  gboolean     is_loaded)
{
  gint64 quiet_since = g_get_monotonic_time ();
  gboolean is_quiet = FALSE;
  Request *request;

  g_mutex_lock (&service.mutex);
  for (;;)
    {
      request = g_queue_peek_head (&service.requests);
      if (request != NULL && request->kind != REQUEST_LOAD)
        break;
      if (request != NULL || is_quiet)
        {
          gboolean is_done;

          g_mutex_unlock (&service.mutex);
          is_done = !is_loaded || !read_usual (self);
          g_mutex_lock (&service.mutex);
          if (!is_done)
            continue;
          if (request != NULL)
            break;
          /* All is ready: from now on there is nothing to do but wait. */
          is_loaded = FALSE;
          is_quiet = FALSE;
        }
      else if (!is_loaded)
        g_cond_wait (&service.changed, &service.mutex);
      else if (!g_cond_wait_until (&service.changed, &service.mutex, quiet_since + QUIET))
        is_quiet = TRUE;
    }
  request = g_queue_pop_head (&service.requests);
  g_mutex_unlock (&service.mutex);
  return request;
}

static gpointer
service_run (gpointer data)
{
  Transformer self = { NULL };
  const gboolean is_loaded = load (&self);

  for (;;)
    {
      Request *request = wait_for_request (&self, is_loaded);

      if (is_loaded)
        switch (request->kind)
          {
          case REQUEST_TRANSFORM:
            do_transform (&self, request);
            break;

          case REQUEST_TRANSFORM_FOR_PROGRAM:
            do_transform_for_program (&self, request);
            break;

          case REQUEST_REFINE:
            do_refine (&self, request);
            break;

          case REQUEST_LOAD:
          default:
            request->transformed = g_new0 (LsScriptTransformed, 1);
            break;
          }

      g_mutex_lock (&service.mutex);
      request->is_done = TRUE;
      g_cond_broadcast (&service.changed);
      g_mutex_unlock (&service.mutex);
      request_unref (request);
    }
  return NULL;
}

/* On the threads of those who ask */

/* Has acorn read, if nobody has asked for it yet; does not wait for it. */
void
ls_script_transformer_start (void)
{
  g_mutex_lock (&service.mutex);
  if (service.thread == NULL)
    service.thread = g_thread_new ("ls-transformer", service_run, NULL);
  g_mutex_unlock (&service.mutex);
}

static void
submit (Request *request)
{
  ls_script_transformer_start ();
  g_atomic_ref_count_inc (&request->ref_count);
  g_mutex_lock (&service.mutex);
  g_queue_push_tail (&service.requests, request);
  g_cond_broadcast (&service.changed);
  g_mutex_unlock (&service.mutex);
}

/* FALSE if @may_go_on says that nobody waits for @request any more. */
static gboolean
wait_for (Request         *request,
          LsScriptMayGoOn  may_go_on,
          gpointer         data)
{
  gboolean is_done;

  g_mutex_lock (&service.mutex);
  while (!request->is_done)
    if (!g_cond_wait_until (&service.changed, &service.mutex, g_get_monotonic_time () + LOOK_UP) && may_go_on != NULL)
      {
        gboolean goes_on;

        g_mutex_unlock (&service.mutex);
        goes_on = may_go_on (data);
        g_mutex_lock (&service.mutex);
        if (!goes_on)
          break;
      }
  is_done = request->is_done;
  g_mutex_unlock (&service.mutex);
  return is_done;
}

/* Has @request done. FALSE if @may_go_on says that nobody waits for it any more. */
static gboolean
ask (Request         *request,
     LsScriptMayGoOn  may_go_on,
     gpointer         data)
{
  submit (request);
  return wait_for (request, may_go_on, data);
}

/* Waits until acorn has been read, and usual code with it. FALSE with @error set if it cannot be used. */
gboolean
ls_script_transformer_load (GError **error)
{
  Request *request = request_new (REQUEST_LOAD);
  gboolean is_loaded;

  ask (request, NULL, NULL);
  is_loaded = request->transformed != NULL;
  if (!is_loaded)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "acorn.js and transform.js cannot be used");
  request_unref (request);
  return is_loaded;
}

/* Begins to rewrite @source; @options: of transform(), in JSON.
 *
 * Returns: (transfer full): for ls_script_transformer_finish() */
LsScriptRequest *
ls_script_transformer_begin (JSStringRef  source,
                             const char  *options,
                             guint        n_breakpoints)
{
  Request *request = request_new (REQUEST_TRANSFORM);

  request->source = JSStringRetain (source);
  request->options = JSStringCreateWithUTF8CString (options);
  request->n_breakpoints = n_breakpoints;
  submit (request);
  return request;
}

/* Waits for what has been begun.
 *
 * Returns: (transfer full) (nullable): what became of it; NULL if it cannot be used, or nobody waits any more */
LsScriptTransformed *
ls_script_transformer_finish (LsScriptRequest *request,
                              LsScriptMayGoOn  may_go_on,
                              gpointer         data)
{
  LsScriptTransformed *transformed = NULL;

  if (wait_for (request, may_go_on, data))
    transformed = g_steal_pointer (&request->transformed);
  request_unref (request);
  return transformed;
}

/* Nobody waits for @request. */
void
ls_script_transformer_leave (LsScriptRequest *request)
{
  request_unref (request);
}

/* Both at once. */
LsScriptTransformed *
ls_script_transformer_run (JSStringRef      source,
                           const char      *options,
                           guint            n_breakpoints,
                           LsScriptMayGoOn  may_go_on,
                           gpointer         data)
{
  return ls_script_transformer_finish (ls_script_transformer_begin (source, options, n_breakpoints), may_go_on, data);
}

void
ls_script_transformed_free (LsScriptTransformed *self)
{
  g_clear_pointer (&self->code, JSStringRelease);
  g_clear_pointer (&self->map, g_array_unref);
  g_clear_pointer (&self->statements, g_array_unref);
  g_clear_pointer (&self->texts, g_array_unref);
  g_clear_pointer (&self->refused, g_ptr_array_unref);
  g_free (self->message);
  g_free (self);
}

/* Rewrites code that a program compiles.
 *
 * Returns: (transfer full) (nullable): the result, in JSON, as the prelude wants it */
JSStringRef
ls_script_transformer_run_for_program (JSStringRef      source,
                                       JSStringRef      options,
                                       LsScriptMayGoOn  may_go_on,
                                       gpointer         data)
{
  Request *request = request_new (REQUEST_TRANSFORM_FOR_PROGRAM);
  JSStringRef text = NULL;

  request->source = JSStringRetain (source);
  request->options = JSStringRetain (options);
  if (ask (request, may_go_on, data))
    text = g_steal_pointer (&request->text);
  request_unref (request);
  return text;
}

/* An error's place in the source becomes the one that browsers show. FALSE if it cannot be found out. */
gboolean
ls_script_transformer_refine (const char *url,
                              const char *source,
                              gboolean    is_reference,
                              guint      *line,
                              guint      *column)
{
  Request *request = request_new (REQUEST_REFINE);
  gboolean is_done;

  request->options = JSStringCreateWithUTF8CString (url);
  request->source = JSStringCreateWithUTF8CString (source);
  request->is_reference = is_reference;
  request->line = *line;
  request->column = *column;
  is_done = ask (request, NULL, NULL);
  if (is_done)
    {
      *line = request->line;
      *column = request->column;
    }
  request_unref (request);
  return is_done;
}
