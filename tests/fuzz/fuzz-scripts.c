/* fuzz-scripts.c: gives the transformation of JavaScript programs, and what runs them, programs that nobody wrote
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * See fuzz-run.c and fuzz-libfuzzer.c.
 */

#include <string.h>

#include "ls-json-writer-private.h"
#include "ls-script-machine-private.h"
#include "ls-script-transformer-private.h"

#include "fuzz-run.h"
#include "script-util.h"

#define N_COUNTERS 16384

/* A text that says no more than this is not a place in the program. */
#define INTERNAL_ERROR "The program could not be read"

/* The transformation is in JavaScript, which clang does not compile. What it inserts, and what it refuses, stands for the code that an
 * input has reached. */
static guint8 reached[N_COUNTERS] __attribute__ ((used, section ("__libfuzzer_extra_counters")));

/* What a source may be to the transformation. The text of a condition is the input's first line. */
static const struct
{
  const char *options;
  gboolean is_script;      /* no function or module */
  gboolean is_part;        /* of a program that is not there: it need not be right alone */
} kinds[] = {
  { "{}", TRUE },
  { "{\"kind\":\"function\",\"statements\":true}" },
  { "{\"kind\":\"eval\"}", TRUE, TRUE },
  { "{\"goal\":\"module\",\"statements\":true}" },
  { "{\"goal\":\"script\",\"statements\":true,\"comments\":true,\"breakpoints\":[{\"index\":0,\"line\":2,\"condition\":%s}],"
    "\"probes\":[{\"index\":0,\"statement\":0,\"line\":3,\"column\":1,\"expression\":%s}]}", TRUE },
};

static void
note (guint hash)
{
  reached[hash % N_COUNTERS] = 1;
}

/* Notes each pair of names that the transformation has inserted one after the other. */
static void
note_code (const char *code,
           guint       kind)
{
  guint last = kind;

  for (const char *at = strstr (code, "__ls"); at != NULL; at = strstr (at + 4, "__ls"))
    {
      guint hash = 5381;

      for (const char *p = at; *p != '\0' && strchr ("(,;:){}", *p) == NULL && p < at + 24; p++)
        if (!g_ascii_isdigit (*p))
          hash = hash * 33 + (guchar) *p;
      note (hash * 31 + last);
      last = hash;
    }
}

/* Notes an error, without names and numbers of the program. */
static void
note_error (const char *message,
            guint       kind)
{
  guint hash = kind;
  gboolean is_quoted = FALSE;

  for (const char *p = message; *p != '\0'; p++)
    {
      if (strchr ("'`\"", *p) != NULL)
        is_quoted = !is_quoted;
      else if (!is_quoted && !g_ascii_isdigit (*p))
        hash = hash * 33 + (guchar) *p;
    }
  note (hash);
}

/* Whether JavaScriptCore can read a script. */
static gboolean
is_script (JSStringRef text)
{
  static JSGlobalContextRef context;

  if (context == NULL)
    {
      g_assert_true (ls_script_machines_prepare (NULL));
      context = JSGlobalContextCreateInGroup (NULL, NULL);
    }
  return JSCheckScriptSyntax (context, text, NULL, 1, NULL);
}

/* Whether JavaScriptCore can read a program. It cannot be asked about modules, so those that import or export are none of them. */
static gboolean
is_right (JSStringRef source,
          gboolean    is_module)
{
  gsize n_bytes;
  g_autofree char *text = NULL;
  g_autofree char *inside = NULL;
  JSStringRef function;
  gboolean is_right;

  if (!is_module)
    return is_script (source);
  text = ls_jsc_string_to_utf8 (source, &n_bytes);
  inside = g_strconcat ("(async()=>{'use strict';", text, "\n})", NULL);
  function = JSStringCreateWithUTF8CString (inside);
  is_right = is_script (function);
  JSStringRelease (function);
  return is_right;
}

/* The lengths of the lines of a text, in UTF-16 code units. */
static GArray *
measure_lines (JSStringRef text)
{
  const uint16_t *letters = JSStringGetCharactersPtr (text);
  const gsize length = JSStringGetLength (text);
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 0;

  for (gsize i = 0; i < length; i++)
    {
      const uint16_t c = letters[i];

      if (c == '\n' || c == 0x2028 || c == 0x2029 || (c == '\r' && (i + 1 == length || letters[i + 1] != '\n')))
        {
          g_array_append_val (lines, n);
          n = 0;
        }
      else
        {
          n++;
        }
    }
  g_array_append_val (lines, n);
  return lines;
}

static void
check_place (const GArray *lines,
             guint         line,
             guint         column)
{
  g_assert_cmpuint (line, >=, 1);
  g_assert_cmpuint (line, <=, lines->len);
  g_assert_cmpuint (column, >=, 1);
  g_assert_cmpuint (column, <=, g_array_index (lines, guint, line - 1) + 1);
}

/* Both columns are within the texts, and that of the code ascends. */
static void
check_map (const GArray *map,
           gsize         code_length,
           gsize         source_length)
{
  gint32 last = 0;

  g_assert_cmpuint (map->len % 2, ==, 0);
  for (guint i = 0; i < map->len; i += 2)
    {
      const gint32 code = g_array_index (map, gint32, i), source = g_array_index (map, gint32, i + 1);

      g_assert_cmpint (code, >=, last);
      g_assert_cmpint (code, <=, (gint32) code_length);
      g_assert_cmpint (source, >=, 0);
      g_assert_cmpint (source, <=, (gint32) source_length);
      last = code;
    }
}

static void
check_spans (const GArray *spans,
             guint         stride,
             guint         at,
             gsize         length)
{
  g_assert_cmpuint (spans->len % stride, ==, 0);
  for (guint i = at; i < spans->len; i += stride)
    {
      g_assert_cmpint (g_array_index (spans, gint32, i), >=, 0);
      g_assert_cmpint (g_array_index (spans, gint32, i), <=, g_array_index (spans, gint32, i + 1));
      g_assert_cmpint (g_array_index (spans, gint32, i + 1), <=, (gint32) length);
    }
}

static void
check_code (const LsScriptTransformed *made,
            JSStringRef                source,
            const char                *text,
            const GArray              *lines,
            guint                      kind)
{
  const gsize code_length = JSStringGetLength (made->code), source_length = JSStringGetLength (source);
  gsize n_bytes;
  g_autofree char *code = ls_jsc_string_to_utf8 (made->code, &n_bytes);

  check_map (made->map, code_length, source_length);
  check_spans (made->texts, 4, 0, code_length);
  check_spans (made->texts, 4, 2, source_length);
  check_spans (made->comments, 2, 0, source_length);
  for (guint i = 0; i + 2 < made->statements->len; i += 3)
    {
      check_place (lines, g_array_index (made->statements, gint32, i), g_array_index (made->statements, gint32, i + 1));
      g_assert_cmpint (g_array_index (made->statements, gint32, i + 2), >=, 0);
      g_assert_cmpint (g_array_index (made->statements, gint32, i + 2), <, (gint32) made->n_functions);
    }
  note_code (code, kind);
  if (kinds[kind].is_part)
    return;
  if (!is_script (made->code))
    g_assert_false (is_right (source, made->is_module));
  /* JavaScriptCore does not know “using”. */
  else if (kinds[kind].is_script && !made->is_module && strstr (text, "using") == NULL)
    g_assert_true (is_script (source));
}

/* Whether JavaScriptCore reads what is refused with this message: too much of the stack would be used, or it is laxer than the
 * specification, about calls where only variables and properties can stand and about “new await()”. */
static gboolean
is_known (const char *message)
{
  return strstr (message, "nested too deeply") != NULL || g_str_has_prefix (message, "Assigning to rvalue") ||
         g_str_has_prefix (message, "Cannot use 'await' as identifier");
}

/* A program may have any letters, but for zeros. */
static char *
make_text (const guint8 *bytes,
           size_t        n_bytes)
{
  g_autofree char *cut = n_bytes > 0 ? g_strndup ((const char *) bytes, n_bytes) : g_strdup ("");

  return g_utf8_make_valid (cut, -1);
}

static int
run_transformation (const guint8 *bytes,
           size_t        n_bytes)
{
  g_autofree char *text = make_text (bytes, n_bytes);
  g_autofree char *first_line = g_strndup (text, strcspn (text, "\n"));
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), first_line);
  g_autofree char *condition = ls_json_format_compact (node);
  JSStringRef source = JSStringCreateWithUTF8CString (text);
  g_autoptr (GArray) lines = measure_lines (source);

  memset (reached, 0, sizeof reached);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_auto (GStrv) parts = g_strsplit (kinds[i].options, "%s", -1);
      g_autofree char *options = g_strjoinv (condition, parts);
      g_autoptr (LsScriptTransformed) made = ls_script_transformer_run (source, options, g_strv_length (parts) - 1, NULL, NULL);

      g_assert_nonnull (made);
      if (made->code != NULL)
        {
          check_code (made, source, text, lines, i);
          continue;
        }
      g_assert_nonnull (made->message);
      g_assert_false (g_str_has_prefix (made->message, INTERNAL_ERROR));
      check_place (lines, made->line, made->column);
      note_error (made->message, i);
      /* JavaScriptCore knows import() with more than one argument. */
      if (kinds[i].is_script && !is_known (made->message) && strstr (text, "import") == NULL)
        g_assert_false (is_script (source));
    }
  JSStringRelease (source);
  return 0;
}

static LsSession *
make_session (const char *program)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), program);
  g_autofree char *source = ls_json_format_compact (node);
  g_autofree char *text = g_strconcat ("{\"format\":\"loopscope-session\",\"version\":1,\"program\":{\"kind\":\"javascript\","
                                       "\"scripts\":[{\"source\":", source, "}]}}", NULL);
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_session_new_from_data ("fuzz", text, -1, &error);

  g_assert_no_error (error);
  return session;
}

/* Runs a program. Returns: (transfer full): what it printed, and how it ended */
static char *
run_session (LsSession *session,
     gboolean   is_traced,
     gboolean  *is_finished)
{
  LsRunnerOptions options = LS_RUNNER_OPTIONS_INIT;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRunner) runner = NULL;

  *is_finished = TRUE;
  options.step_budget = is_traced ? 2000 : 0;
  options.record_budget = 20000;
  options.time_budget = 60 * G_USEC_PER_SEC;
  options.memory_budget = 256 * 1024 * 1024;
  options.sets_clock = TRUE;
  options.clock = LS_CLOCK_VIRTUAL;
  options.without_trace = !is_traced;
  options.output = script_take_line;
  options.output_data = text;
  runner = ls_runner_new (session, &options, &error);
  if (runner == NULL)
    return g_strdup (error->message);
  ls_runner_run_to_end (runner, NULL);
  *is_finished = ls_runner_get_state (runner) == LS_RUNNER_FINISHED;
  if (!*is_finished)
    g_string_append (text, ls_runner_get_message (runner));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Where in a text JavaScriptCore quotes code that failed. What is not what the program wrote is left out there. */
static gsize
find_quote (const char *text)
{
  static const char * const quotes[] = { " (In '", " (evaluating '", " (near '", "(intermediate value)" };
  gsize first = strlen (text);

  for (guint i = 0; i < G_N_ELEMENTS (quotes); i++)
    {
      const char *at = strstr (text, quotes[i]);

      if (at != NULL)
        first = MIN (first, (gsize) (at - text));
    }
  /* With the end of the sentence before it */
  return first > 0 && text[first] != '\0' && text[first - 1] == '.' ? first - 1 : first;
}

/* What a program prints does not depend on whether anybody looks. Without a trace, code without words such as “async” runs as it is. */
static int
run_program (const guint8 *bytes,
             size_t        n_bytes)
{
  g_autofree char *text = make_text (bytes, n_bytes);
  g_autoptr (LsSession) session = make_session (text);
  gboolean is_finished;
  g_autofree char *traced = run_session (session, TRUE, &is_finished);

  if (is_finished)
    {
      g_autofree char *untraced = run_session (session, FALSE, &is_finished);
      const gsize quote = MIN (find_quote (traced), find_quote (untraced));

      if (quote < strlen (traced) || quote < strlen (untraced))
        traced[quote] = untraced[quote] = '\0';
      g_assert_cmpstr (traced, ==, untraced);
    }
  return 0;
}

static const char * const words[] = {
  "async", "await", "yield", "function", "function*", "=>", "class", "extends", "super", "this", "arguments", "new.target", "eval", "static", "#p",
  "get", "set", "import", "export", "default", "from", "import.meta", "using", "await using", "throw", "try", "catch", "finally", "for", "of", "in",
  "while", "do", "if", "else", "switch", "case", "break", "continue", "return", "with", "debugger", "delete", "typeof", "void", "new", "let", "const",
  "var", "{", "}", "(", ")", "[", "]", "...", "?.", "??", "|=", "**", "=", ",", ";", ":", "?", "`", "${", "'", "\"", "/", "/a/v", "//", "/*", "*/",
  "\n", "\\u0061", "\\u{61}", "__ls", "__d", "x", "a", "log", "1", "0n", "1e400", "null", "'use strict'", "<!--", "-->", "#!", "\xe2\x80\xa8",
  "\xf0\x9f\x98\x80", "\xc2\xa0", "constructor", "__proto__", "prototype", "accessor", "enum", "scheduler.yield()", "scheduler.postTask", "setTimeout",
  "queueMicrotask", "Promise.resolve()", "Promise.reject(1)", "then", "AbortSignal.any", "new TaskController()", "Error", NULL
};

const char *const fuzz_name = "scripts";

const FuzzTarget fuzz_targets[] = {
  { "transform", { "script.js", "module.mjs", "tests/script/transform/callee.js", "tests/script/transform/computed.js",
                   "tests/script/transform/eval-more.js", "tests/script/transform/for-await-head.js", "tests/script/transform/mixed.js",
                   "tests/script/transform/names.js", "tests/script/transform/parameters.js", "tests/script/transform/text.js",
                   "tests/script/transform/this.js", "tests/script/transform/top-level-await.js" },
    words, FALSE, run_transformation, FUZZ_CODE, 2 },
  { "program", { "script.js", "tests/script/transform/callee.js", "tests/script/transform/names.js",
                 "tests/script/transform/top-level-arguments.js", "tests/conformance/oracle/hand/089-async-generator-yield.js",
                 "tests/conformance/oracle/hand/056-effective-priorities.js", "tests/conformance/oracle/hand/031-event-fields.js",
                 "tests/conformance/oracle/hand/104-yield-three-levels-with-timer-task.js" },
    words, FALSE, run_program, FUZZ_CODE, 3 },
};

const gsize fuzz_n_targets = G_N_ELEMENTS (fuzz_targets);

/* Before the first input. */
static void __attribute__ ((constructor))
set_up (void)
{
  ls_script_register ();
}
