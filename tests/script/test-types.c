/* test-types.c: programs in TypeScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "script-util.h"
#include "ls-source-check.h"

/* What programs do without their types. */
static const struct
{
  const char *name;
  const char *source;
  const char *expected;
} programs[] = {
  { "names", "const a: number = 1; let b!: string; var { c, d }: { c: number, d?: string } = { c: 2 }; log (a, b, c, d);",
    "1 undefined 2 undefined\n" },
  { "functions", "function f<T extends object> (this: any, a?: T, ...rest: Array<T>): a is T { return rest.length as unknown as boolean }\n"
    "log (f ({}, {}, {}), f.length);\nfunction g (x: string): void;\nfunction g (x: number): void;\nfunction g (x: any) { log (x) }\n"
    "g (1); try {} catch (e: unknown) {}", "2 1\n1\n" },
  { "arrows", "const f = <T,> (x: T): T => x, g = (a: number):\n  number => a + 1, h = <\n T> (x: T) => x;\n"
    "const k = async <T> (x: T): Promise<T> => x; log (f (1), g (1), h (2)); k (3).then ((x: number) => log (x));", "1 2 2\n3\n" },
  { "assertions", "const a = { b: [1] } as any, n = a!.b![0]! + <number> a.b[0]; log (n, (a as any).b?.length as number, `${(n as number)}`);\n"
    "for (const m of a.b as number[]) log (m);\nswitch (n as number) { case 2 as number: log ('two') }", "2 1 2\n1\ntwo\n" },
  /* Where a type has been, the next line must not go on. */
  { "line-ends", "let a = 1 as number\n;[1].forEach (x => log (x))\nlet b = a as number\n(function () { log ('called') }) ()\n"
    "type T = number\n(() => log ('again')) ()\nlet c = a as any as number\n[1].forEach (x => log (x))", "1\ncalled\nagain\n1\n" },
  { "classes", "interface I { a: number }\nabstract class A<T> implements I {\n  declare z: number\n  [key: string]: any\n  private readonly a: number = 1\n"
    "  static s?: string\n  public ['w']: number = 2\n  q: T\n  ['r'] = 3\n  protected *gen (): Generator<number> { yield this.a }\n"
    "  constructor (x: string);\n  constructor (x: any) { log (x) }\n  abstract m (): void\n  get v (): number { return this.a }\n"
    "  async n?<U> (a: U): Promise<U> { return a }\n}\nclass B extends A<string> { override m (): void {} }\n"
    "const b = new B ('x'); log (Object.keys (b).join (), b.v, [...b.gen ()].join (), 'z' in b);", "x\na,w,q,r 1 1 false\n" },
  { "erased", "declare const x: number; declare function f (): void; declare global { interface W {} } namespace N { export type X = 1 }\n"
    "declare enum E { A } type U = typeof log; interface V extends U {} log (typeof x, typeof f, typeof N, typeof E);",
    "undefined undefined undefined undefined\n" },
  { "calls", "const m = new Map<string, Array<number>> (), f = <T,> (x?: T) => x; log (m.size, f<number> (1), f<Map<string, Set<number>>> () === undefined,"
    " ((s: TemplateStringsArray) => s[0])<string>`t`, 1 < 2 && 3 > 2);", "0 1 true t true\n" },
  { "text", "function f (a: number): number { return a as number }\nlog (f.toString ());", "function f (a        )         { return a           }\n" },
  { "comments", "let a /* : */ : number = 1, b // :\n: number = 2;\nfunction f (c /* ? : */ ?: string /* > */) /* : */ : void {}\n"
    "log (a, b, f.length, f /* < */ <any> /* > */ ());", "1 2 1 undefined\n" },
  { "await", "const wait = (): Promise<void> => scheduler.yield () as Promise<void>;\nawait wait ();\nlog ('later' as string);", "later\n" },
  { "letters", "const é: string = '😀' as string; log (é.length);\n  throw new Error (é as any)", "2\nuncaught main.ts:2:9: Uncaught Error: 😀\n" },
  { "place", "function f (x: number): void {\n   (null as any).x; }\n\nf (1 as number);",
    "uncaught main.ts:2:18: Uncaught TypeError: null is not an object (evaluating '(null       ).x')\n" },
};

static void
test_program (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);

  script_assert_named_print ((const char *[]) { "main.ts", programs[i].source, NULL }, programs[i].expected);
}

/* What needs code, and what is wrong, with its place. */
static void
test_errors (void)
{
  static const struct
  {
    const char *source, *error;
  } cases[] = {
    { "let a: number = 1;\n  enum E { A }", "main.ts:2:3: SyntaxError: An enum needs code: write “const NAME = { A: 0, B: 1 } as const” instead" },
    { "const enum E { A }", "main.ts:1:1: SyntaxError: An enum needs code" },
    { "class C {\n  constructor (private x: number) {} }", "main.ts:2:16: SyntaxError: A parameter property needs code: declare a field, and "
      "assign the parameter to it" },
    { "namespace N { export const a = 1 }", "main.ts:1:1: SyntaxError: A namespace with values needs code: write a module, or an object, instead" },
    { "import x = require ('x');", "main.ts:1:1: SyntaxError: “import =” needs code" },
    { "export = 5;", "main.ts:1:1: SyntaxError: “export =” needs code: write “export default” instead" },
    { "@d class C {}", "main.ts:1:1: SyntaxError: Decorators need code that browsers do not have" },
    { "class C { @d m () {} }", "main.ts:1:11: SyntaxError: Decorators need code" },
    { "return <\nany> 1;", "main.ts:1:8: SyntaxError: Write this assertion with “as”, behind the expression" },
    { "let x: = 1;", "main.ts:1:8: SyntaxError: Type expected" },
    { "let x: number = 1;\nlet x: string;", "main.ts:2:5: SyntaxError: Identifier 'x' has already been declared" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsSession) session = script_session_new_named ((const char *[]) { "main.ts", cases[i].source, NULL });
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_runner_new (session, NULL, &error));
      if (!g_str_has_prefix (error->message, cases[i].error))
        g_error ("%s, expected %s", error->message, cases[i].error);
    }
}

/* TypeScript knows “using” since 5.2. An older one does not say what it misses. */
static void
test_using (void)
{
  static const char *const cases[][2] = {
    { "let a: number = 1;\n  using s = f ();", "main.mts:2:3: SyntaxError: “using” needs TypeScript 5.2" },
    { "await using s = f ();", "main.mts:1:13: SyntaxError: “using” needs TypeScript 5.2" },
    { "for (using s of f ()) {}", "main.mts:1:12: SyntaxError: “using” needs TypeScript 5.2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsSession) session = script_session_new_named ((const char *[]) { "main.mts", cases[i][0], NULL });
      g_autoptr (GError) error = NULL;
      g_autoptr (LsRunner) runner = ls_runner_new (session, NULL, &error);

      if (runner != NULL)
        {
          g_test_skip ("This TypeScript knows “using”");
          return;
        }
      if (!g_str_has_prefix (error->message, cases[i][1]))
        g_error ("%s, expected %s", error->message, cases[i][1]);
    }
}

static void
test_modules (void)
{
  script_assert_named_print ((const char *[]) { "main.ts", "import { a, type T } from './lib.mts'; import type { U } from './none.js'; export type { U };\n"
                                                "const t: T = a; log (t, import.meta.url as string);",
                                                "lib.mts", "export type T = number; export const a: T = 1; log (this as any);", NULL },
                             "undefined\n1 session:///main.ts\n");
  script_assert_named_print ((const char *[]) { "a.js", "log (1);", "b.cts", "var inScript: number = 2; log (this === globalThis);",
                                                "c.ts", "log (inScript as number);", NULL },
                             "1\ntrue\n2\n");
  script_assert_named_print ((const char *[]) { "main.ts", "const w = new Worker ((() => { const f = (n: number): number => n; postMessage (f (1)) }) as any);\n"
                                                "w.onmessage = (e: any) => { log (e.data as number) };", NULL },
                             "1\n");
}

static void
take_result (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* The editor checks a script as what its name says. */
static void
test_check (void)
{
  static const struct
  {
    const char *name, *source;
    guint       line, column;
  } cases[] = {
    { "main.ts", "let a: number = 1;", 0, 0 },
    { "main.js", "let a: number = 1;", 1, 6 },
    { "main.ts", "\n enum E {}", 2, 2 },
    { "main.mjs", "with (a) b;", 1, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;
      LsSourceCheck *check;

      ls_source_check_async (cases[i].source, cases[i].name, NULL, take_result, &result);
      while (result == NULL)
        g_main_context_iteration (NULL, TRUE);
      check = ls_source_check_finish (result, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (check->line, ==, cases[i].line);
      g_assert_cmpuint (check->column, ==, cases[i].column);
      ls_source_check_free (check);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ls_script_register ();

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/types/", programs[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_program);
    }
  g_test_add_func ("/types/errors", test_errors);
  g_test_add_func ("/types/using", test_using);
  g_test_add_func ("/types/modules", test_modules);
  g_test_add_func ("/types/check", test_check);

  return g_test_run ();
}
