/* test-modules.c: import and export between the scripts of a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"

#include <unistd.h>

#include <glib/gstdio.h>

/* Modules in folders are programs in tests/script/modules. */

typedef struct
{
  const char *name;
  const char *scripts[4];
  const char *expected;
} ModuleTest;

static const ModuleTest module_tests[] = {
  /* A script that another one imports does not run by itself; the first one and those that nobody imports do. */
  { "imported", { "import { a } from './script-2.js'; log ('main', a);", "export const a = 1; log ('two');", "log ('three');" },
    "two\nmain 1\nthree\n" },
  { "imported-later", { "import ('./script-2.js').then (m => log (m.a));", "export const a = 1; log ('two');", "log ('three');" },
    "three\ntwo\n1\n" },
  { "own-scope", { "export let mine = 1; var alsoMine;", "log (typeof mine, typeof alsoMine, typeof this);" }, "undefined undefined object\n" },
  { "same-module", { "import { a } from './script-2.js'; log (a.n++);", "export const a = { n: 1 };",
                     "import { a } from './script-2.js'; log (a.n);" }, "1\n2\n" },
  { "hashbang", { "#!/usr/bin/env loopscope-cli\nimport { a } from './script-2.js'\nlog (a)", "#!\nexport const a = 1" }, "1\n" },
  { "directive-alone", { "'use strict'", "'a'\n'b'" }, "" },
  { "directive", { "'use strict'\nimport { a } from './script-2.js'\nlog (a)", "'use strict'\nexport const a = 1", "'a'\nexport function f () {}" },
    "1\n" },
  { "from-a-script", { "import ('./script-2.js').then (m => log (m.default));", "export default 5;" }, "5\n" },
  { "from-eval", { "eval (\"import ('./script-2.js').then (m => log (m.default))\");", "export default 6;" }, "6\n" },
  { "signal-names", { "import { c } from './script-2.js'; log (c.signal.priority);",
                      "export const c = new TaskController ({ priority: 'background' });" }, "background\n" },
  { "tasks", { "import { late } from './script-2.js'; scheduler.postTask (late, { priority: 'background' });"
               "scheduler.postTask (() => log ('first'));", "export async function late () { await scheduler.yield (); log ('late'); }" },
    "first\nlate\n" },

  { "using", { "import { a } from './script-2.js'; log ('main', a);",
               "using r = { [Symbol.dispose] () { log ('disposed'); } }; export const a = await 1; log ('two');" },
    "two\ndisposed\nmain 1\n" },
  { "using-throws", { "using r = { [Symbol.dispose] () { throw new Error ('d'); } };\nlog (1);" },
    "1\nuncaught main.js:1:41: Uncaught Error: d\n" },

  { "no-export", { "import { b } from './script-2.js';", "export const a = 1;" },
    "uncaught main.js:1:10: Uncaught SyntaxError: The requested module './script-2.js' does not provide an export named 'b'\n" },
  { "missing", { "log (1);\n  import './none.js';" },
    "uncaught main.js:2:10: Uncaught TypeError: Failed to load module \"none.js\": it is no script of the session, and the session is "
    "in no folder.\n" },
  { "bare", { "import x from 'x';" },
    "uncaught main.js:1:15: Uncaught TypeError: Failed to resolve module specifier \"x\". Relative references must start with either "
    "\"/\", \"./\", or \"../\".\n" },
  { "outside", { "import '../x.js';" },
    "uncaught main.js:1:8: Uncaught TypeError: Failed to resolve module specifier \"../x.js\". It leads out of the session's folder.\n" },
  { "throws", { "import './script-2.js'; log ('never');", "log ('two');\n throw new Error ('x');" },
    "two\nuncaught script-2.js:2:8: Uncaught Error: x\n" },
  { "throws-later", { "import './script-2.js'; log ('never');", "await 0;\n  null.x;" },
    "uncaught script-2.js:2:8: Uncaught TypeError: null is not an object (evaluating 'null.x')\n" },
  { "rejects", { "import ('./script-2.js');", "throw new Error ('y');" },
    "uncaught script-2.js:1:7: Uncaught (in promise) Error: y\n" },
  { "called", { "import { f } from './script-2.js';\n\nf ();", "export function f () {\n  throw new Error ('z'); }" },
    "uncaught script-2.js:2:9: Uncaught Error: z\n" },
  { "constant", { "import { a } from './script-2.js';\na = 2;", "export let a = 1;" },
    "uncaught main.js:2:4: Uncaught TypeError: Assignment to constant variable.\n" },
};

static void
test_modules (gconstpointer data)
{
  const ModuleTest *test = data;

  script_assert_prints (test->scripts, NULL, test->expected);
}

/* The end of a name says what a script is. */
static void
test_names (void)
{
  script_assert_named_print ((const char *[]) { "a.mjs", "log (this, typeof undeclared); var a; try { undeclared = 1 } catch (e) { log (e.name) }",
                                   "b.js", "log (typeof a);", NULL },
                "undefined undefined\nReferenceError\nundefined\n");
  script_assert_named_print ((const char *[]) { "a.js", "log ('a');", "b.cjs", "export {};", NULL },
                "a\nuncaught b.cjs:1:1: Uncaught SyntaxError: Unexpected token 'export'\n");
  script_assert_named_print ((const char *[]) { "lib/a.js", "import { b } from '../b.js'; import { c } from './c.js'; log (b, c, import.meta.url);",
                                   "b.js", "export const b = 'b';", "lib/c.js", "export { b as c } from '/b.js';", NULL },
                "b b session:///lib/a.js\n");
}

/* Workers of the type “module” import; others cannot. */
static void
test_workers (void)
{
  script_assert_named_print ((const char *[]) { "main.js", "const w = new Worker ('./w.js', { type: 'module' }); w.onmessage = e => log (e.data);",
                                   "w.js", "import { a } from './lib.js'; postMessage (a);"
                                   "try { importScripts ('lib.js') } catch (e) { postMessage (e.name) }; close ();",
                                   "lib.js", "export const a = await 'imported';", NULL },
                "imported\nTypeError\n");
  script_assert_named_print ((const char *[]) { "main.js", "const w = new Worker ('w.js'); w.onerror = e => { log (e.message, e.filename, e.lineno, e.colno);"
                                   "e.preventDefault () };", "w.js", "import './lib.js';", "lib.js", "export {};", NULL },
                "Uncaught SyntaxError: Cannot use import statement outside a module w.js 1 1\n");
}

/* Conditions of breakpoints see imports as the code does. */
static void
test_condition (void)
{
  static const char *const scripts[] = { "import { n, up } from './script-2.js';\nfor (let i = 0; i < 4; i++)\n  up ();",
                                         "export let n = 0;\nexport function up () { n++; }", NULL };
  g_autoptr (LsSession) session = script_session_new (scripts, NULL);
  LsBreakpoint breakpoint = { .script = "main.js", .line = 3, .condition = "n > 1" };
  LsProgramOptions program_options = { .breakpoints = &breakpoint, .n_breakpoints = 1 };
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRunner) runner = NULL;
  LsTrace *trace;
  guint n = 0;

  options.program_options = &program_options;
  runner = ls_runner_new (session, &options, &error);
  g_assert_no_error (error);
  ls_runner_run_to_end (runner, NULL);
  trace = ls_runner_get_trace (runner);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      n += record.kind == LS_RECORD_BREAKPOINT;
    }
  g_assert_cmpuint (n, ==, 2);
}

/* Files beside a session are read once: all runs see the same text. */
static void
test_folder (void)
{
  g_autofree char *folder = g_dir_make_tmp ("loopscope-XXXXXX", NULL);
  g_autofree char *main_path = g_build_filename (folder, "main.mjs", NULL);
  g_autofree char *lib_path = g_build_filename (folder, "lib.mjs", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = NULL;

  g_assert_true (g_file_set_contents (main_path, "import { a } from './lib.mjs'; log (a);", -1, NULL));
  g_assert_true (g_file_set_contents (lib_path, "export const a = 1;", -1, NULL));
  session = ls_session_new_from_path (main_path, &error);
  g_assert_no_error (error);
  g_assert_true (ls_session_is_plain_script (session));
  g_assert_cmpuint (ls_program_get_n_modules (ls_session_get_program (session)), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LsScript) module = NULL;
      ScriptOutput output;

      script_run (session, NULL, &output);
      g_assert_cmpstr (output.text->str, ==, i < 2 ? "1\n" : "1 changed\n");
      script_output_clear (&output);
      g_assert_cmpuint (ls_program_get_n_modules (ls_session_get_program (session)), ==, 1);
      module = ls_program_get_module (ls_session_get_program (session), 0);
      g_assert_cmpstr (ls_script_get_name (module), ==, "lib.mjs");
      g_assert_cmpstr (ls_script_get_text (module), ==, "export const a = 1;");
      g_assert_true (g_file_set_contents (lib_path, "export const a = 2;", -1, NULL));
      if (i == 1)
        {
          g_assert_true (ls_session_set_script_text (session, 0, "import { a } from './lib.mjs'; log (a, 'changed');", &error));
          g_assert_no_error (error);
        }
    }
  g_unlink (lib_path);
  g_unlink (main_path);
  g_rmdir (folder);
}

/* Links may lead from place to place in the folder, but not out of it. */
static void
test_links (void)
{
  static const char *const links[][2] = { { "inside.mjs", "lib.mjs" }, { "outside.mjs", "../lib.mjs" }, { "up", ".." },
                                          { "beside.mjs", "../session-2/lib.mjs" }, { "itself.mjs", "itself.mjs" } };
  static const char *const names[] = { "inside.mjs", "outside.mjs", "up/lib.mjs", "up/session/lib.mjs", "beside.mjs", "itself.mjs" };
  g_autofree char *top = g_dir_make_tmp ("loopscope-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (top, "session", NULL);
  g_autofree char *beside = g_build_filename (top, "session-2", NULL);
  g_autofree char *main_path = g_build_filename (folder, "main.mjs", NULL);
  g_autofree char *lib_path = g_build_filename (folder, "lib.mjs", NULL);
  g_autofree char *top_path = g_build_filename (top, "lib.mjs", NULL);
  g_autofree char *beside_path = g_build_filename (beside, "lib.mjs", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) session = NULL;
  ScriptOutput output;

  g_mkdir (folder, 0700);
  g_mkdir (beside, 0700);
  g_assert_true (g_file_set_contents (lib_path, "export const a = 'in';", -1, NULL));
  g_assert_true (g_file_set_contents (top_path, "export const a = 'out';", -1, NULL));
  g_assert_true (g_file_set_contents (beside_path, "export const a = 'beside';", -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = g_build_filename (folder, links[i][0], NULL);

      g_assert_cmpint (symlink (links[i][1], path), ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_string_append_printf (text, "try { log ((await import ('./%s')).a) } catch (e) { log (e.message) }\n", names[i]);
  g_assert_true (g_file_set_contents (main_path, text->str, -1, NULL));

  session = ls_session_new_from_path (main_path, &error);
  g_assert_no_error (error);
  script_run (session, NULL, &output);
  g_assert_cmpstr (output.text->str, ==,
                   "in\n"
                   "Failed to load module \"outside.mjs\": it is a link that leads out of the session's folder.\n"
                   "Failed to load module \"up/lib.mjs\": it is a link that leads out of the session's folder.\n"
                   "in\n"
                   "Failed to load module \"beside.mjs\": it is a link that leads out of the session's folder.\n"
                   "Failed to load module \"itself.mjs\": it is no file with a script in UTF-8 in the session's folder.\n");
  script_output_clear (&output);

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *path = g_build_filename (folder, links[i][0], NULL);

      g_unlink (path);
    }
  g_unlink (lib_path);
  g_unlink (main_path);
  g_unlink (top_path);
  g_unlink (beside_path);
  g_rmdir (folder);
  g_rmdir (beside);
  g_rmdir (top);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  for (guint i = 0; i < G_N_ELEMENTS (module_tests); i++)
    {
      g_autofree char *path = g_strconcat ("/modules/scripts/", module_tests[i].name, NULL);

      g_test_add_data_func (path, &module_tests[i], test_modules);
    }
  g_test_add_func ("/modules/names", test_names);
  g_test_add_func ("/modules/workers", test_workers);
  g_test_add_func ("/modules/condition", test_condition);
  g_test_add_func ("/modules/folder", test_folder);
  g_test_add_func ("/modules/links", test_links);

  return g_test_run ();
}
