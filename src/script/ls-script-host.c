/* ls-script-host.c: the natives for output, time, scripts and the event buffer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"
#include "ls-program-script.h"

#include <math.h>
#include <string.h>

/* The time that one look at the virtual clock takes, in µs. */
#define LOOK_AT_CLOCK 5

/* The most stack frames of the prelude above the program's call when it prints. */
#define MAX_FRAMES 12

/* The longest wait for the monotonic clock before the host is asked whether the program may go on, in µs. */
#define WORK_SLICE 5000

/* Throws the exception that ends the program. A program that catches it ends at the next native or statement. */
JSValueRef
ls_script_realm_throw_stop (LsScriptRealm *self,
                            JSValueRef    *exception)
{
  *exception = ls_script_realm_string (self, "The program was stopped");
  ls_script_watchdog_arm (self);
  return JSValueMakeUndefined (self->context);
}

LS_SCRIPT_NATIVE (native_flush, 0)
{
  ls_script_events_check_statement (self);
  if (self->is_stopped)
    return ls_script_realm_throw_stop (self, exception);
  return NULL;
}

/* reserveMemory (bytes): the program is about to take so much at once */
LS_SCRIPT_NATIVE (native_reserve_memory, 1)
{
  ls_script_watchdog_check_memory (self, (guint64) CLAMP (JSValueToNumber (context, arguments[0], NULL), 0, 0x1p53));
  return self->is_stopped ? ls_script_realm_throw_stop (self, exception) : NULL;
}

/* Finds the program's own code that called the prelude: "file:line". The last statement of the hook may be wrong, because the
 * arguments of the call may have called functions.
 *
 * Returns: (transfer full) (nullable): the place */
static char *
find_caller (LsScriptRealm *self,
             JSContextRef   context)
{
  JSStringRef frames = JSContextCreateBacktrace (context, MAX_FRAMES);
  gsize length;
  g_autofree char *text = ls_jsc_string_to_utf8 (frames, &length);
  g_auto (GStrv) lines = NULL;

  JSStringRelease (frames);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *at = strstr (lines[i], " at ");

      if (at != NULL && at[4] != ':' && strchr (at + 4, ':') != NULL && !g_str_has_prefix (at + 4, "loopscope:"))
        return g_strdup (at + 4);
    }
  return NULL;
}

LS_SCRIPT_LOCKED_NATIVE (native_log, 2)
{
  g_autofree char *level = ls_jsc_to_utf8 (self->context, arguments[0]);
  g_autofree char *text = ls_jsc_to_utf8 (self->context, arguments[1]);

  /* A stopped program may run for a moment until it ends. Its output in that time is not shown. */
  if (text != NULL && level != NULL && !self->is_stopped)
    {
      g_autofree char *place = self->probe != NULL ? find_caller (self, context) : NULL;
      self->host->place = place;
      self->host->log (self->host, level, text);
      self->host->place = NULL;
    }
  if (self->is_stopped)
    return ls_script_realm_throw_stop (self, exception);
  return NULL;
}

/* noteOption (owner, name, meant): options with a member that their owner does not have */
LS_SCRIPT_LOCKED_NATIVE (native_note_option, 3)
{
  g_autofree char *name = ls_jsc_to_utf8 (self->context, arguments[1]);
  g_autofree char *meant = JSValueIsString (context, arguments[2]) ? ls_jsc_to_utf8 (self->context, arguments[2]) : NULL;
  g_autofree char *place = NULL;

  if (self->probe == NULL || self->is_stopped)
    return NULL;
  place = find_caller (self, context);
  ls_event_loop_emit (self->loop, .kind = LS_RECORD_OPTION_UNKNOWN, .level = (guint8) ls_jsc_to_uint (context, arguments[0]),
                      .text = ls_probe_intern (self->probe, name), .object = ls_probe_intern (self->probe, place),
                      .value = ls_probe_intern (self->probe, meant));
  return NULL;
}

/* Describes an exception or a rejection without a handler, with its place in the source. The last argument tells that the place is
 * one in the source already. */
static char *
describe_uncaught (LsScriptRealm    *self,
                   gboolean          is_rejection,
                   const JSValueRef  arguments[])
{
  g_autofree char *text = ls_jsc_to_utf8 (self->context, arguments[0]);
  g_autofree char *url = JSValueIsString (self->context, arguments[1]) ? ls_jsc_to_utf8 (self->context, arguments[1]) : NULL;
  guint line = ls_jsc_to_uint (self->context, arguments[2]);
  guint column = ls_jsc_to_uint (self->context, arguments[3]);

  if (url == NULL || *url == '\0' || line == 0)
    return g_strdup_printf ("Uncaught %s%s", is_rejection ? "(in promise) " : "", text != NULL ? text : "");
  if (!JSValueToBoolean (self->context, arguments[4]) && ls_script_locate (self, url, &line, &column))
    ls_script_refine (self, url, text != NULL && g_str_has_prefix (text, "ReferenceError"), &line, &column);
  return g_strdup_printf ("%s:%u:%u: Uncaught %s%s", url, line, column, is_rejection ? "(in promise) " : "",
                          text != NULL ? text : "");
}

/* reportUncaught (isRejection, text, url, line, column, isInSource) */
LS_SCRIPT_LOCKED_NATIVE (native_report_uncaught, 6)
{
  const gboolean is_rejection = JSValueToBoolean (context, arguments[0]);
  g_autofree char *report = NULL;

  /* The exception that ends a stopped program is not the program's own. */
  if (self->is_stopped)
    return NULL;
  report = describe_uncaught (self, is_rejection, arguments + 1);
  self->host->report (self->host, is_rejection, 0, report);
  return NULL;
}

/* describeUncaught (text, url, line, column, isInSource) → what reportUncaught() would report */
LS_SCRIPT_LOCKED_NATIVE (native_describe_uncaught, 5)
{
  g_autofree char *report = describe_uncaught (self, FALSE, arguments);

  return report != NULL ? ls_script_realm_string (self, report) : NULL;
}

/* reportDescribed (text): an exception that another agent has described */
LS_SCRIPT_LOCKED_NATIVE (native_report_described, 1)
{
  g_autofree char *report = ls_jsc_to_utf8 (self->context, arguments[0]);

  if (report != NULL && !self->is_stopped)
    self->host->report (self->host, FALSE, 0, report);
  return NULL;
}

/* sourceColumn (url, line, column) → the column in the source, 0 if no script has that URL */
LS_SCRIPT_NATIVE (native_source_column, 3)
{
  g_autofree char *url = ls_jsc_to_utf8 (self->context, arguments[0]);
  guint line = ls_jsc_to_uint (self->context, arguments[1]);
  guint column = ls_jsc_to_uint (self->context, arguments[2]);

  if (url == NULL || !ls_script_locate (self, url, &line, &column))
    return JSValueMakeNumber (context, 0);
  ls_script_refine (self, url, FALSE, &line, &column);
  return JSValueMakeNumber (context, column);
}

/* refineColumn (url, source, isReference, line, column) → the column at which browsers place an error in the source */
LS_SCRIPT_NATIVE (native_refine_column, 5)
{
  g_autofree char *url = ls_jsc_to_utf8 (self->context, arguments[0]);
  g_autofree char *source = ls_jsc_to_utf8 (self->context, arguments[1]);
  guint line = ls_jsc_to_uint (self->context, arguments[3]);
  guint column = ls_jsc_to_uint (self->context, arguments[4]);

  if (url != NULL && source != NULL)
    ls_script_transformer_refine (url, source, JSValueToBoolean (context, arguments[2]), &line, &column);
  return JSValueMakeNumber (context, column);
}

/* transform (source, options) → the transformation's result, in JSON */
LS_SCRIPT_NATIVE (native_transform, 2)
{
  JSStringRef source = JSValueToStringCopy (context, arguments[0], NULL);
  JSStringRef options = JSValueToStringCopy (context, arguments[1], NULL);
  JSStringRef result = ls_script_transformer_run_for_program (source, options, ls_script_may_go_on, self);
  JSValueRef value;

  JSStringRelease (source);
  JSStringRelease (options);
  if (result == NULL)
    result = JSStringCreateWithUTF8CString ("{\"error\":{\"message\":\"The code is too deeply nested\",\"line\":1,\"column\":1}}");
  value = JSValueMakeString (context, result);
  JSStringRelease (result);
  return value;
}

/* text (string) → its number in the trace */
LS_SCRIPT_NATIVE (native_text, 1)
{
  g_autofree char *text = NULL;

  if (self->probe == NULL)
    return JSValueMakeNumber (context, 0);
  text = ls_jsc_to_utf8 (self->context, arguments[0]);
  return JSValueMakeNumber (context, ls_probe_intern (self->probe, text));
}

LS_SCRIPT_NATIVE (native_time, 0)
{
  return JSValueMakeNumber (context, ls_event_loop_get_time (self->loop) / 1000.);
}

LS_SCRIPT_NATIVE (native_now, 0)
{
  const double now = ls_event_loop_get_time (self->loop) / 1000.;

  ls_event_loop_pass_time (self->loop, LOOK_AT_CLOCK);
  return JSValueMakeNumber (context, now);
}

LS_SCRIPT_NATIVE (native_work, 1)
{
  const double ms = JSValueToNumber (context, arguments[0], exception);
  guint64 left;

  if (!(ms > 0))
    return NULL;
  left = ms < 9007199254740. ? (guint64) (ms * 1000 + .5) : G_GUINT64_CONSTANT (1) << 53;
  if (ls_event_loop_get_clock_kind (self->loop) == LS_CLOCK_VIRTUAL)
    ls_event_loop_work (self->loop, left);
  else
    while (left > 0 && !self->is_stopped)
      {
        const guint64 slice = MIN (left, WORK_SLICE);

        ls_event_loop_work (self->loop, slice);
        ls_script_watchdog_forgive (self, slice);
        ls_script_watchdog_check (self);
        left -= slice;
      }
  if (self->is_stopped)
    return ls_script_realm_throw_stop (self, exception);
  return NULL;
}

/* HTML, clean up after running script: a microtask checkpoint when no program code is on the stack. The prelude calls it between
 * callbacks that the browser invokes one by one in the same task. */
LS_SCRIPT_NATIVE (native_checkpoint, 0)
{
  if (self->depth != 1 || self->is_checking || self->loop->unfinished != NULL)
    return NULL;
  self->is_checking = TRUE;
  while (!self->is_stopped && !self->loop->shut_down && ls_event_loop_has_microtasks (self->loop))
    ls_event_loop_run_microtasks_at_once (self->loop, 1);
  self->is_checking = FALSE;
  if (self->is_stopped)
    return ls_script_realm_throw_stop (self, exception);
  return NULL;
}

/* conditionThrew (breakpoint, text) */
LS_SCRIPT_NATIVE (native_condition_threw, 2)
{
  const guint breakpoint = ls_jsc_to_uint (self->context, arguments[0]);
  g_autofree char *text = ls_jsc_to_utf8 (self->context, arguments[1]);

  /* The exception has a known place: the breakpoint. */
  if (text != NULL)
    text[strcspn (text, "\n")] = '\0';
  /* The exception that ends a stopped program is not the condition's. */
  if (!self->is_stopped && text != NULL && self->host->options != NULL && breakpoint < self->host->options->n_breakpoints)
    self->host->refuse_breakpoint (self->host, breakpoint, text);
  return NULL;
}

/* probed (index, threw, text): the result of a probe */
LS_SCRIPT_NATIVE (native_probed, 3)
{
  g_autofree char *text = ls_jsc_to_utf8 (self->context, arguments[2]);

  self->host->probed (self->host, ls_jsc_to_uint (self->context, arguments[0]), JSValueToBoolean (context, arguments[1]),
                      text != NULL ? text : "");
  return NULL;
}

/* probeWanted (index) → whether the probe is to run now */
LS_SCRIPT_NATIVE (native_probe_wanted, 1)
{
  const LsProgramOptions *options = self->host->options;
  const guint index = ls_jsc_to_uint (self->context, arguments[0]);

  if (options == NULL || index >= options->n_probes)
    return JSValueMakeBoolean (context, FALSE);
  return JSValueMakeBoolean (context, options->probes[index].stamp.turn == self->loop->turn &&
                                          options->probes[index].stamp.microtask == self->loop->turn_microtasks);
}

/* Scripts */

/* runScript (code, url?): evaluates transformed code as a classic script in the function's own realm. Returns its value and throws
 * its exceptions. url: for the stacks of errors */
LS_SCRIPT_NATIVE (native_run_script, 1)
{
  JSStringRef code = JSValueToStringCopy (context, arguments[0], exception);
  JSStringRef url;
  JSValueRef value;

  if (code == NULL)
    return NULL;
  url = n_arguments > 1 ? JSValueToStringCopy (context, arguments[1], NULL) : NULL;
  value = JSEvaluateScript (context, code, NULL, url, 1, exception);
  JSStringRelease (code);
  if (url != NULL)
    JSStringRelease (url);
  return value;
}

/* hasScript (name): whether the session has such a script, or its folder such a file */
LS_SCRIPT_LOCKED_NATIVE (native_has_script, 1)
{
  g_autofree char *name = ls_jsc_to_utf8 (self->context, arguments[0]);
  g_autoptr (LsScript) script = name != NULL ? ls_program_load_module (self->host->program, name, NULL) : NULL;

  return JSValueMakeBoolean (context, script != NULL);
}

/* importScript (name): runs a script of the program and throws its exceptions. Returns the reason why the script cannot be read,
 * or undefined */
LS_SCRIPT_LOCKED_NATIVE (native_import_script, 1)
{
  g_autofree char *name = ls_jsc_to_utf8 (self->context, arguments[0]);
  g_autoptr (LsScript) script = name != NULL ? ls_program_load_module (self->host->program, name, NULL) : NULL;
  g_autoptr (GError) error = NULL;
  JSStringRef code;

  if (script == NULL)
    return NULL;
  code = ls_script_prepare_script (self, name, ls_script_get_text (script), LS_SCRIPT_GOAL_SCRIPT, &error);
  if (code == NULL)
    return ls_script_realm_string (self, error->message);
  ls_jsc_evaluate (context, code, name, exception);
  JSStringRelease (code);
  return NULL;
}

/* resolveModule (referrer, specifier) → the name of the module; throws a string that says what is wrong */
LS_SCRIPT_LOCKED_NATIVE (native_resolve_module, 2)
{
  g_autofree char *referrer = ls_jsc_to_utf8 (self->context, arguments[0]);
  g_autofree char *specifier = ls_jsc_to_utf8 (self->context, arguments[1]);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  if (referrer == NULL || specifier == NULL)
    return NULL;
  name = ls_program_resolve_module (self->host->program, referrer, specifier, &error);
  if (name != NULL)
    return ls_script_realm_string (self, name);
  *exception = ls_script_realm_string (self, error->message);
  return NULL;
}

/* loadModule (name): evaluates the call that tells the prelude of a module. Returns why it cannot be read, or undefined */
LS_SCRIPT_LOCKED_NATIVE (native_load_module, 1)
{
  g_autofree char *name = ls_jsc_to_utf8 (self->context, arguments[0]);
  g_autoptr (GError) error = NULL;
  JSStringRef code = name != NULL ? ls_script_prepare_module (self, name, &error) : NULL;

  if (code == NULL)
    return error != NULL ? ls_script_realm_string (self, error->message) : NULL;
  ls_jsc_evaluate (context, code, name, exception);
  JSStringRelease (code);
  return NULL;
}

const LsScriptNative ls_script_host_natives[] = {
  { "flush", native_flush },
  { "reserveMemory", native_reserve_memory },
  { "log", native_log },
  { "noteOption", native_note_option },
  { "reportUncaught", native_report_uncaught },
  { "describeUncaught", native_describe_uncaught },
  { "reportDescribed", native_report_described },
  { "sourceColumn", native_source_column },
  { "refineColumn", native_refine_column },
  { "text", native_text },
  { "time", native_time },
  { "now", native_now },
  { "transform", native_transform },
  { "work", native_work },
  { "checkpoint", native_checkpoint },
  { "conditionThrew", native_condition_threw },
  { "probed", native_probed },
  { "probeWanted", native_probe_wanted },
  { "runScript", native_run_script },
  { "hasScript", native_has_script },
  { "importScript", native_import_script },
  { "resolveModule", native_resolve_module },
  { "loadModule", native_load_module },
  { NULL },
};
