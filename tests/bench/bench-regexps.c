/* bench-regexps.c: what the guard of regular expressions takes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-program.h"
#include "bench-util.h"

#include "ls-script.h"

#define N 1000000

/* What is matched: K has a key and a value, N does not match, W are words, L is long. */
#define BEGIN                                                                           \
  "log ('begin');\n"                                                                    \
  "(() => {\n"                                                                          \
  "const K = [], N = [], W = 'the quick brown fox, the lazy dog';\n"                    \
  "const L = 'a line of text, and one more; '.repeat (1000);\n"                         \
  "for (let i = 0; i < 8; i++) { K.push (`key${i}=value${i * 7}`); N.push (`no match here ${i}`); }\n" \
  "let x = 0;\n"

#define END "\nreturn x;\n}) ();\nlog ('end');\n"

#define EACH(init, expression) BEGIN init "\nfor (let i = 0; i < n; i++) x += (" expression ") ? 1 : 0;" END

static const struct
{
  const char *name, *code;
  guint       n;
} cases[] = {
  { "exec(), two groups", EACH ("const r = /(\\w+)=(\\w+)/;", "r.exec (K[i & 7])"), N },
  { "exec() that finds nothing", EACH ("const r = /zz(\\d)/;", "r.exec (N[i & 7])"), N },
  { "the same of a literal", EACH ("", "/zz(\\d)/.exec (N[i & 7])"), N },
  { "the same with a group that is repeated", EACH ("const r = /^(?:\\w+;)+$/;", "r.exec (N[i & 7])"), N },
  { "the same of two in turn", EACH ("const r = /^(?:\\w+;)+$/, s = /zz(\\d)/;", "(i & 1 ? r : s).exec (N[i & 7])"), N },
  { "exec() in a loop over eight words", EACH ("const r = /\\w+/g;", "(() => { while (r.exec (W)); }) ()"), N / 10 },
  { "test()", EACH ("const r = /=(\\w+)/;", "r.test (K[i & 7])"), N },
  { "test() that finds nothing", EACH ("const r = /zz(\\d)/;", "r.test (N[i & 7])"), N },
  { "test() of a literal that finds nothing", EACH ("", "/zz(\\d)/.test (N[i & 7])"), N },
  { "match()", EACH ("const r = /(\\w+)=(\\w+)/;", "K[i & 7].match (r)"), N },
  { "match(), global", EACH ("const r = /\\w+/g;", "W.match (r)"), N / 2 },
  { "match() of a text", EACH ("", "W.match ('f.x')"), N / 2 },
  { "replace() with a string", EACH ("const r = /e/;", "W.replace (r, 'E')"), N },
  { "replace() with a string, global", EACH ("const r = /e/g;", "W.replace (r, 'E')"), N },
  { "replace() with a function, global", EACH ("const r = /e/g, f = () => 'E';", "W.replace (r, f)"), N },
  { "replaceAll() with a string, global", EACH ("const r = /e/g;", "W.replaceAll (r, 'E')"), N },
  { "search() of a text", EACH ("", "W.search ('f.x')"), N / 2 },
  { "search()", EACH ("const r = /fox/;", "W.search (r)"), N },
  { "split()", EACH ("const r = /,\\s*/;", "W.split (r)"), N },
  { "split(), at most 2", EACH ("const r = /\\s+/;", "W.split (r, 2)"), N },
  { "matchAll(), eight words", EACH ("const r = /\\w+/g;", "[...W.matchAll (r)].length"), N / 10 },
  { "exec() in a text of 30,000 characters, nothing", EACH ("const r = /(?:\\w+!)+/;", "r.exec (L)"), 5000 },
  { "replace() in it", EACH ("const r = /(?:\\w+,)+/g;", "L.replace (r, ';')"), 5000 },
};

int
main (int   argc,
      char *argv[])
{
  Bench *bench = bench_new (&argc, &argv, "Regular expressions");

  ls_script_register ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const double own = bench_measure_natively (cases[i].code, cases[i].n);
      const double ours = bench_measure_program (cases[i].code, cases[i].n, FALSE);

      bench_report (bench, cases[i].name, BENCH_NANOSECONDS, ours, "JavaScriptCore's own", own, "–", TRUE);
    }
  return bench_finish (bench);
}
