/* ls-script-reader.c: acorn and the code on top of it, in a virtual machine of their own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-reader-private.h"

/* Only strings and numbers cross between the virtual machines, since a JavaScriptCore string belongs to no machine. */

#define RESOURCES "/io/github/loopscope/Loopscope/script/"

/* The number of times that the reader reads usual code. This takes some 60 ms of processor time. */
#define ROUNDS 10

/* All files in the order of their dependencies. Each is a function of one object, which they share. */
static const char *const files[] = {
  "parser.js", "transform-tree.js", "transform-output.js", "transform-functions.js", "transform-hooks.js",
  "transform-statements.js", "transform-references.js", "transform-classes.js", "transform-modules.js", "transform-using.js",
  "transform-visit.js", "transform.js", "code-names.js",
};

/* Puts the numbers of a transformation into typed arrays that C can read. */
static const char adapter[] =
    "(function (shared) { 'use strict';"
    " const { transform } = shared;"
    " shared.forC = function (source, options) {"
    "   const parsed = JSON.parse(options);"
    "   const plain = parsed.types ? shared.plain(source) : source;"
    "   if (plain.error) return plain;"
    "   const result = transform(plain, parsed);"
    "   if (result.error) return result;"
    "   const refused = [];"
    "   for (let i = 0; i < result.breakpointErrors.length; i++) {"
    "     const e = result.breakpointErrors[i]; refused.push(e && e.message); }"
    "   for (let i = 0; i < result.probeErrors.length; i++) {"
    "     const e = result.probeErrors[i]; refused.push(e && e.message); }"
    "   return { code: result.code, n: result.functions.length, map: new Int32Array(result.map),"
    "            texts: new Int32Array(result.texts), statements: new Int32Array(result.statements), refused,"
    "            comments: new Int32Array(result.comments),"
    "            requests: result.requests, isModule: result.isModule,"
    "            plain: parsed.types ? plain : null };"
    " };"
    " shared.forPrograms = function (source, options) {"
    "   const parsed = JSON.parse(options);"
    "   if (parsed.kind === 'name') return JSON.stringify(shared.nameCode(source, parsed.isScript));"
    "   const result = transform(source, parsed);"
    "   return JSON.stringify(result.error ? { error: result.error } : { code: result.code, texts: result.texts }); }; })";

/* Code as most programs have it, in pieces that take little time. */
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
  "    log(`${job.name}: ${result}`);\n    await scheduler.yield();\n  }\n}, "
  "one(job) { job.done = true; return job.index * 2 + 1; } };\n"
  "Promise.all([work.run(make('a', 3)), work.run(make('b', 3))]).then(([a, b]) => { console.log(a, b); }, error => {\n"
  "  if (error.name !== 'AbortError') throw error;\n}).finally(() => setTimeout(() => { log('end'); }, 10));\n"
  "new Promise(resolve => setTimeout(resolve, 5)).then(() => queueMicrotask(() => log(performance.now() > 5 ? 'late' : 'soon')));",
};

void
ls_script_transformed_free (LsScriptTransformed *self)
{
  g_clear_pointer (&self->code, JSStringRelease);
  g_clear_pointer (&self->map, g_array_unref);
  g_clear_pointer (&self->statements, g_array_unref);
  g_clear_pointer (&self->comments, g_array_unref);
  g_clear_pointer (&self->texts, g_array_unref);
  g_clear_pointer (&self->refused, g_ptr_array_unref);
  g_clear_pointer (&self->requests, g_strfreev);
  g_clear_pointer (&self->plain, JSStringRelease);
  g_free (self->message);
  g_free (self);
}

LsScriptRequest *
ls_script_request_new (LsScriptRequestKind kind)
{
  LsScriptRequest *self = g_new0 (LsScriptRequest, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  return self;
}

void
ls_script_request_unref (LsScriptRequest *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->source, JSStringRelease);
  g_clear_pointer (&self->options, JSStringRelease);
  g_clear_pointer (&self->text, JSStringRelease);
  g_clear_pointer (&self->transformed, ls_script_transformed_free);
  g_clear_object (&self->task);
  g_free (self->body);
  g_free (self);
}

static JSValueRef
evaluate (LsScriptReader *self,
          const char     *text,
          const char     *url)
{
  JSStringRef source = JSStringCreateWithUTF8CString (text);
  JSValueRef value = ls_jsc_evaluate (self->context, source, url, NULL);

  JSStringRelease (source);
  return value;
}

static JSValueRef
evaluate_resource (LsScriptReader *self,
                   const char     *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);
  g_autofree char *url = g_strconcat ("loopscope:", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  /* A resource ends with a NUL beyond its length. */
  return bytes != NULL ? evaluate (self, g_bytes_get_data (bytes, NULL), url) : NULL;
}

static JSValueRef
call (LsScriptReader   *self,
      JSValueRef        function,
      gsize             n_arguments,
      const JSValueRef  arguments[])
{
  if (function == NULL || !JSValueIsObject (self->context, function))
    return NULL;
  return JSObjectCallAsFunction (self->context, (JSObjectRef) function, NULL, n_arguments, arguments, NULL);
}

static GArray *
get_numbers (LsScriptReader *self,
             JSValueRef      object,
             const char     *name)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (gint32));
  JSObjectRef array = (JSObjectRef) ls_jsc_get (self->context, object, name);
  const gsize length = JSObjectGetTypedArrayLength (self->context, array, NULL);

  if (length > 0)
    g_array_append_vals (numbers, JSObjectGetTypedArrayBytesPtr (self->context, array, NULL), length);
  return numbers;
}

/* readTypes () → the function that takes the types out of TypeScript, or undefined in a build without TypeScript */
static JSValueRef
read_types (JSContextRef      context,
            JSObjectRef       function,
            JSObjectRef       self,
            size_t            n_arguments,
            const JSValueRef  arguments[],
            JSValueRef       *exception)
{
  LsScriptReader reader = { .context = (JSGlobalContextRef) context };
  JSValueRef make, ts;

  if (evaluate_resource (&reader, "typescript.js") == NULL)
    return JSValueMakeUndefined (context);
  make = evaluate_resource (&reader, "types.js");
  ts = ls_jsc_get (context, (JSValueRef) JSContextGetGlobalObject (context), "ts");
  return call (&reader, make, 1, &ts) ?: JSValueMakeUndefined (context);
}

gboolean
ls_script_reader_load (LsScriptReader *self)
{
  JSObjectRef global;

  self->group = JSContextGroupCreate ();
  self->context = JSGlobalContextCreateInGroup (self->group, NULL);
  if (evaluate_resource (self, "acorn.js") == NULL)
    return FALSE;
  global = JSContextGetGlobalObject (self->context);
  self->shared = (JSValueRef) JSObjectMake (self->context, NULL, NULL);
  JSValueProtect (self->context, self->shared);
  ls_jsc_set (self->context, (JSObjectRef) self->shared, "acorn", ls_jsc_get (self->context, global, "acorn"), 0);
  ls_jsc_set (self->context, (JSObjectRef) self->shared, "readTypes",
              (JSValueRef) ls_jsc_make_function (self->context, "readTypes", read_types), 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (call (self, evaluate_resource (self, files[i]), 1, &self->shared) == NULL)
      return FALSE;
  if (call (self, evaluate (self, adapter, "loopscope:adapter.js"), 1, &self->shared) == NULL)
    return FALSE;
  self->for_c = (JSObjectRef) ls_jsc_get (self->context, self->shared, "forC");
  self->for_programs = (JSObjectRef) ls_jsc_get (self->context, self->shared, "forPrograms");
  return TRUE;
}

/* Returns the errors in the conditions of breakpoints; NULL if there are none. */
static GPtrArray *
get_refused (LsScriptReader *self,
             JSValueRef      result,
             guint           n)
{
  JSValueRef list = ls_jsc_get (self->context, result, "refused");
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
      refused->pdata[i] = ls_jsc_to_utf8 (self->context, message);
    }
  return refused;
}

static char **
get_requests (LsScriptReader *self,
              JSValueRef      result)
{
  JSValueRef list = ls_jsc_get (self->context, result, "requests");
  const guint n = ls_jsc_to_uint (self->context, ls_jsc_get (self->context, list, "length"));
  char **requests = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    requests[i] = ls_jsc_to_utf8 (self->context, JSObjectGetPropertyAtIndex (self->context, (JSObjectRef) list, i, NULL));
  return requests;
}

void
ls_script_reader_transform (LsScriptReader  *self,
                            LsScriptRequest *request)
{
  LsScriptTransformed *transformed = g_new0 (LsScriptTransformed, 1);
  const JSValueRef arguments[2] = { JSValueMakeString (self->context, request->source),
                                    JSValueMakeString (self->context, request->options) };
  JSValueRef result = call (self, (JSValueRef) self->for_c, 2, arguments);
  JSValueRef error = result != NULL ? ls_jsc_get (self->context, result, "error") : NULL;

  request->transformed = transformed;
  if (result == NULL)
    {
      transformed->message = g_strdup ("The program is nested too deeply");
      transformed->line = transformed->column = 1;
    }
  else if (JSValueIsObject (self->context, error))
    {
      transformed->message = ls_jsc_to_utf8 (self->context, ls_jsc_get (self->context, error, "message"));
      transformed->line = ls_jsc_to_uint (self->context, ls_jsc_get (self->context, error, "line"));
      transformed->column = ls_jsc_to_uint (self->context, ls_jsc_get (self->context, error, "column"));
    }
  else
    {
      transformed->code = JSValueToStringCopy (self->context, ls_jsc_get (self->context, result, "code"), NULL);
      transformed->n_functions = ls_jsc_to_uint (self->context, ls_jsc_get (self->context, result, "n"));
      transformed->map = get_numbers (self, result, "map");
      transformed->statements = get_numbers (self, result, "statements");
      transformed->comments = get_numbers (self, result, "comments");
      transformed->texts = get_numbers (self, result, "texts");
      transformed->is_module = JSValueToBoolean (self->context, ls_jsc_get (self->context, result, "isModule"));
      if (JSValueIsString (self->context, ls_jsc_get (self->context, result, "plain")))
        transformed->plain = JSValueToStringCopy (self->context, ls_jsc_get (self->context, result, "plain"), NULL);
      transformed->requests = get_requests (self, result);
      transformed->refused = get_refused (self, result, request->n_breakpoints);
    }
}

void
ls_script_reader_transform_for_program (LsScriptReader  *self,
                                        LsScriptRequest *request)
{
  const JSValueRef arguments[2] = { JSValueMakeString (self->context, request->source),
                                    JSValueMakeString (self->context, request->options) };
  JSValueRef result = call (self, (JSValueRef) self->for_programs, 2, arguments);

  if (result != NULL)
    request->text = JSValueToStringCopy (self->context, result, NULL);
}

void
ls_script_reader_refine (LsScriptReader  *self,
                         LsScriptRequest *request)
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
  request->line = ls_jsc_to_uint (self->context, JSObjectGetPropertyAtIndex (self->context, (JSObjectRef) place, 0, NULL));
  request->column = ls_jsc_to_uint (self->context, JSObjectGetPropertyAtIndex (self->context, (JSObjectRef) place, 1, NULL));
}

/* Reads a piece of usual code. FALSE if all pieces have been read often enough. */
gboolean
ls_script_reader_read_usual (LsScriptReader *self)
{
  const guint n = G_N_ELEMENTS (usual);
  LsScriptRequest *request;

  if (self->n_read == n * ROUNDS)
    return FALSE;
  request = ls_script_request_new (LS_SCRIPT_REQUEST_TRANSFORM);
  request->source = JSStringCreateWithUTF8CString (usual[self->n_read % n]);
  request->options = JSStringCreateWithUTF8CString (self->n_read / n % 2 == 0 ? "{\"statements\":true}" : "{}");
  ls_script_reader_transform (self, request);
  ls_script_request_unref (request);
  self->n_read++;
  return TRUE;
}
