/* ls-script-program.c: the scripts of a session as tasks of the loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script.h"
#include "ls-program-script.h"

#include "ls-event-loop-private.h"
#include "ls-json-writer-private.h"
#include "ls-script-realm-private.h"

#include <string.h>

/* The caller sets this once, before the first realm. */
static const LsScriptExtension *extension;

/* A script that waits for its task. */
typedef struct
{
  LsScriptRealm *realm;
  guint          index;
} Waiting;

/* A name says what a script is, or else its content does. */
LsScriptGoal
ls_script_get_goal (const char *name)
{
  if (g_str_has_suffix (name, ".mjs") || g_str_has_suffix (name, ".mts"))
    return LS_SCRIPT_GOAL_MODULE;
  return g_str_has_suffix (name, ".cjs") || g_str_has_suffix (name, ".cts") ? LS_SCRIPT_GOAL_SCRIPT : LS_SCRIPT_GOAL_ANY;
}

/* Returns whether a script of this name is written in TypeScript. */
static gboolean
is_typed (const char *name)
{
  return g_str_has_suffix (name, ".ts") || g_str_has_suffix (name, ".mts") || g_str_has_suffix (name, ".cts");
}

/* Writes what a text is, for the transformation. @json: an LsJsonWriter; @script: (nullable): the name of a script, NULL for the
 * body of a task */
void
ls_script_add_kind (gpointer      json,
                    const char   *script,
                    LsScriptGoal  goal)
{
  if (script == NULL)
    ls_json_string (json, "kind", "function");
  if (goal != LS_SCRIPT_GOAL_ANY)
    ls_json_string (json, "goal", goal == LS_SCRIPT_GOAL_MODULE ? "module" : "script");
  if (script != NULL && is_typed (script))
    ls_json_bool (json, "types", TRUE);
}

/* Writes the options for the transformation of the script or body @name. @breakpoints: this adds the indices of the breakpoints
 * among the options, and after them those of the probes */
char *
ls_script_make_options (LsScriptRealm *self,
                        const char    *name,
                        gboolean       is_body,
                        LsScriptGoal   goal,
                        GArray        *breakpoints)
{
  const LsProgramOptions *options = self->host->options;
  LsJsonWriter json;

  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', FALSE);
  ls_script_add_kind (&json, is_body ? NULL : name, goal);
  if (is_body)
    ls_json_int (&json, "prefix", LS_SCRIPT_BODY_PREFIX_LENGTH);
  ls_json_string (&json, "url", name);
  ls_json_bool (&json, "statements", self->probe != NULL || self->host->counts_statements);
  ls_json_int (&json, "firstStatement", self->statements->len);
  ls_json_int (&json, "firstFunction", self->n_functions);
  ls_json_begin (&json, "breakpoints", '[', FALSE);
  for (guint i = 0; options != NULL && i < options->n_breakpoints; i++)
    if (options->breakpoints[i].condition != NULL && g_str_equal (options->breakpoints[i].script, name))
      {
        g_array_append_val (breakpoints, i);
        ls_json_begin (&json, NULL, '{', FALSE);
        ls_json_int (&json, "index", i);
        ls_json_int (&json, "line", options->breakpoints[i].line);
        ls_json_string (&json, "condition", options->breakpoints[i].condition);
        ls_json_end (&json, '}');
      }
  ls_json_end (&json, ']');
  ls_json_begin (&json, "probes", '[', FALSE);
  for (guint i = 0; options != NULL && i < options->n_probes; i++)
    if (g_str_equal (options->probes[i].script, name))
      {
        const guint place = options->n_breakpoints + i;

        g_array_append_val (breakpoints, place);
        ls_json_begin (&json, NULL, '{', FALSE);
        ls_json_int (&json, "index", i);
        ls_json_int (&json, "line", options->probes[i].line);
        ls_json_int (&json, "column",
                     options->probes[i].column + (is_body && options->probes[i].line == 1 ? LS_SCRIPT_BODY_PREFIX_LENGTH : 0));
        ls_json_int (&json, "statement", options->probes[i].stamp.statement);
        ls_json_string (&json, "expression", options->probes[i].expression);
        ls_json_end (&json, '}');
      }
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');
  return ls_json_writer_finish (&json);
}

/* Begins to rewrite the first script. The transformer reads acorn for that while the realm is made. */
void
ls_script_begin_first_script (LsScriptRealm *self)
{
  if (self->workers->own != NULL || ls_script_is_plain_program (self->host))
    return;
  if (ls_program_get_n_scripts (self->host->program) == 0)
    ls_script_transformer_start ();
  else
    {
      LsScript *script = ls_program_get_script (self->host->program, 0);
      g_autoptr (GArray) breakpoints = g_array_new (FALSE, FALSE, sizeof (guint));
      const char *name = ls_script_get_name (script);
      g_autofree char *options = ls_script_make_options (self, name, FALSE, ls_script_get_goal (name), breakpoints);

      ls_script_begin_transform (self, ls_script_get_text (script), ls_script_get_goal (name), options, breakpoints);
    }
}

/* Rewrites a script.
 *
 * Returns: (transfer full) (nullable): its code, or NULL with @error set if it has a syntax error */
JSStringRef
ls_script_prepare_script (LsScriptRealm  *self,
                          const char     *name,
                          const char     *text,
                          LsScriptGoal    goal,
                          GError        **error)
{
  g_autoptr (GArray) breakpoints = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *options = ls_script_make_options (self, name, FALSE, goal, breakpoints);

  return ls_script_transform (self, name, text, FALSE, goal, options, breakpoints, error);
}

/* Rewrites the script of a worker. */
static gboolean
prepare_worker (LsScriptRealm  *self,
                GError        **error)
{
  const char *source;
  const char *name = ls_script_workers_get_script (self->workers, &source);
  const LsScriptGoal goal = ls_script_workers_is_module (self->workers) ? LS_SCRIPT_GOAL_MODULE : LS_SCRIPT_GOAL_SCRIPT;
  g_autoptr (GError) local = NULL;
  g_autoptr (LsScript) script = NULL;
  JSStringRef code;

  if (source == NULL && (script = ls_program_load_module (self->host->program, name, NULL)) != NULL)
    source = ls_script_get_text (script);
  code = ls_script_prepare_script (self, name, source != NULL ? source : "", goal, &local);
  if (code == NULL && !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  g_ptr_array_add (self->codes, code != NULL ? code : JSStringCreateWithUTF8CString (""));
  g_ptr_array_add (self->syntax_errors, local != NULL ? g_strdup (local->message) : NULL);
  return TRUE;
}

/* Returns whether a script may read shared memory without an operation. Any agent may run any script of the program, and a
 * worker has its own as well. */
static gboolean
may_read_plainly (LsScriptRealm *self)
{
  const char *source = NULL;

  ls_script_workers_get_script (self->workers, &source);
  for (guint i = 0; i < ls_program_get_n_scripts (self->host->program); i++)
    if (ls_script_may_read_plainly (ls_script_get_text (ls_program_get_script (self->host->program, i))))
      return TRUE;
  return source != NULL && ls_script_may_read_plainly (source);
}

/* Rewrites all scripts. */
gboolean
ls_script_prepare_scripts (LsScriptRealm  *self,
                           GError        **error)
{
  const guint n = ls_program_get_n_scripts (self->host->program);

  if (self->host->is_explored && may_read_plainly (self))
    self->reads_plainly = TRUE;
  if (self->workers->own != NULL)
    return prepare_worker (self, error);
  for (guint i = 0; i < n; i++)
    {
      LsScript *script = ls_program_get_script (self->host->program, i);
      g_autoptr (GError) local = NULL;
      const char *name = ls_script_get_name (script);
      JSStringRef code = ls_script_prepare_script (self, name, ls_script_get_text (script), ls_script_get_goal (name), &local);

      if (code == NULL && (n == 1 || !g_error_matches (local, G_IO_ERROR, G_IO_ERROR_INVALID_DATA)))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      if (code == NULL)
        {
          self->host->refuse_script (self->host, local->message);
          code = JSStringCreateWithUTF8CString ("");
        }
      g_ptr_array_add (self->codes, code);
      g_ptr_array_add (self->syntax_errors, local != NULL ? g_strdup (local->message) : NULL);
      g_ptr_array_add (self->requests, g_steal_pointer (&self->last_requests));
      g_array_append_val (self->are_modules, self->last_is_module);
    }
  return TRUE;
}

/* Finds the code of a module, which an import names. A script that the realm has rewritten as a module is not rewritten again.
 *
 * Returns: (transfer full) (nullable): its code, or NULL with @error set */
JSStringRef
ls_script_prepare_module (LsScriptRealm  *self,
                          const char     *name,
                          GError        **error)
{
  g_autoptr (LsScript) script = ls_program_load_module (self->host->program, name, error);

  if (script == NULL)
    return NULL;
  for (guint i = 0; i < self->are_modules->len; i++)
    if (g_array_index (self->are_modules, gboolean, i) && ls_program_get_script (self->host->program, i) == script)
      return JSStringRetain (g_ptr_array_index (self->codes, i));
  if (self->host->is_explored && ls_script_may_read_plainly (ls_script_get_text (script)))
    self->reads_plainly = TRUE;
  return ls_script_prepare_script (self, name, ls_script_get_text (script), LS_SCRIPT_GOAL_MODULE, error);
}

/* Reports a syntax error when it is the script's turn. @text: "url:line:column: SyntaxError: message" */
static void
report_syntax_error (LsScriptRealm *self,
                     const char    *url,
                     const char    *text)
{
  const char *place = text + strlen (url) + 1;
  const char *message = strstr (place, ": SyntaxError: ");
  char *end;
  const guint64 line = g_ascii_strtoull (place, &end, 10);
  const guint64 column = *end == ':' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
  const JSValueRef arguments[] = {
    ls_script_realm_string (self, message != NULL ? message + strlen (": SyntaxError: ") : place),
    ls_script_realm_string (self, url),
    JSValueMakeNumber (self->context, line),
    JSValueMakeNumber (self->context, column),
  };

  ls_script_realm_call (self, LS_SCRIPT_HOOK_REPORT_SYNTAX_ERROR, G_N_ELEMENTS (arguments), arguments);
}

static LsCompletion
run_script (const LsValue *argument,
            LsValue       *result,
            gpointer       data)
{
  Waiting *waiting = data;
  LsScriptRealm *self = waiting->realm;
  const char *syntax_error = g_ptr_array_index (self->syntax_errors, waiting->index);
  const char *source;
  const char *name = ls_script_workers_get_script (self->workers, &source);

  if (name == NULL)
    name = ls_script_get_name (ls_program_get_script (self->host->program, waiting->index));
  if (syntax_error != NULL)
    report_syntax_error (self, name, syntax_error);
  else
    ls_script_realm_evaluate (self, g_ptr_array_index (self->codes, waiting->index), name);
  ls_script_workers_start (self);
  return LS_COMPLETION_NORMAL;
}

/* Returns whether the program may make a worker. A program that never names `Worker` makes none. */
static gboolean
names_worker (LsProgram *program)
{
  for (guint i = 0; i < ls_program_get_n_scripts (program); i++)
    if (strstr (ls_script_get_text (ls_program_get_script (program, i)), "Worker") != NULL)
      return TRUE;
  return FALSE;
}

/* Returns whether @text has @name in quotes, also with "./" before it. */
static gboolean
names_script (const char *text,
              const char *name)
{
  const gsize length = strlen (name);

  for (const char *at = strstr (text, name); at != NULL; at = strstr (at + 1, name))
    {
      const char *before = at;

      if (before >= text + 2 && before[-1] == '/' && before[-2] == '.')
        before -= 2;
      if (before > text && strchr ("'\"`", before[-1]) != NULL && at[length] == before[-1])
        return TRUE;
    }
  return FALSE;
}

/* Returns whether another script gives this one to a worker. Such a script does not run on the main agent. */
static gboolean
is_for_workers (LsProgram *program,
                guint      index)
{
  const guint n = ls_program_get_n_scripts (program);
  const char *name = ls_script_get_name (ls_program_get_script (program, index));

  if (index == 0 || !names_worker (program))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (i != index && names_script (ls_script_get_text (ls_program_get_script (program, i)), name))
      return TRUE;
  return FALSE;
}

/* Returns whether another script imports this one. Such a module runs when it is imported. The first script runs by itself. */
static gboolean
is_for_import (LsScriptRealm *self,
               guint          index)
{
  const char *name = ls_script_get_name (ls_program_get_script (self->host->program, index));

  if (index == 0)
    return FALSE;
  for (guint i = 0; i < self->requests->len; i++)
    {
      char **requests = g_ptr_array_index (self->requests, i);
      const char *referrer = ls_script_get_name (ls_program_get_script (self->host->program, i));

      for (guint j = 0; i != index && requests != NULL && requests[j] != NULL; j++)
        {
          g_autofree char *resolved = ls_program_resolve_module (self->host->program, referrer, requests[j], NULL);

          if (g_strcmp0 (resolved, name) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

/* Posts a task for each script, in their order and before everything that they post, as for script elements. */
static void
runtime_start (gpointer run)
{
  LsScriptRealm *self = run;
  const char *source;
  const char *worker = ls_script_workers_get_script (self->workers, &source);
  const guint n = worker != NULL ? 1 : ls_program_get_n_scripts (self->host->program);

  for (guint i = 0; i < n; i++)
    {
      Waiting *waiting;

      if (worker == NULL && (is_for_workers (self->host->program, i) || is_for_import (self, i)))
        continue;
      waiting = g_new (Waiting, 1);
      *waiting = (Waiting) { .realm = self, .index = i };
      ls_event_loop_post (self->loop, LS_QUEUE_TYPE_CONTROL, 0, LS_POST_NONE,
                          worker != NULL ? worker : ls_script_get_name (ls_program_get_script (self->host->program, i)),
                          run_script, waiting, g_free);
    }
}

/* The runtime for src/session */

static gpointer
runtime_create (LsProgramHost  *host,
                GError        **error)
{
  return ls_script_machines_prepare (error) ? ls_script_realm_new (host, extension, error) : NULL;
}

static char *
runtime_get_stop_message (gpointer run)
{
  LsScriptRealm *self = run;

  return g_strdup (self->stop_message);
}

static gboolean
runtime_needs_agents (LsProgram *program)
{
  return extension != NULL || names_worker (program);
}

/**
 * ls_script_register:
 *
 * Makes programs of the kind “javascript” runnable. Sessions, runners and engine threads find the runtime from now on. Call this
 * once, before any of them exists.
 *
 * Programs see the time zone of the process, which must be UTC. Set `TZ` before there is another thread.
 */
void
ls_script_register (void)
{
  static const LsProgramRuntime runtime = {
    .kind = "javascript",
    .create = runtime_create,
    .start = runtime_start,
    .free = ls_script_realm_free,
    .enter = ls_script_realm_enter,
    .get_stop_message = runtime_get_stop_message,
    .post = ls_script_post_code,
    .yield = ls_script_yield_by_hand,
    .check = ls_script_check,
    .needs_agents = runtime_needs_agents,
    .watches_itself = TRUE,
  };

  /* Threads that JavaScriptCore makes for itself have the name of this one, not that of the first one with a realm. */
  ls_script_machines_prepare (NULL);
  ls_program_runtime_register (&runtime);
}

/* Replaces ls_script_register() for hosts with an extension: programs find @other beside the features of browsers. The caller keeps
 * it alive. */
void
ls_script_register_extended (const LsScriptExtension *other)
{
  extension = other;
  ls_script_register ();
}
