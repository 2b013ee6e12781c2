/* ls-script-transform.c: rewrites programs before they run, and finds places in them again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-script-realm-private.h"

#include "ls-event-loop-private.h"
#include "ls-program-script.h"

#include <string.h>

static void
find_lines (GArray     *lines,
            const char *text)
{
  guint32 offset = 0;

  g_array_append_val (lines, offset);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      offset += c > 0xffff ? 2 : 1;
      if (c == '\n' || c == 0x2028 || c == 0x2029 || (c == '\r' && p[1] != '\n'))
        g_array_append_val (lines, offset);
    }
}

static void
add_statements (LsScriptRealm *self,
                GArray        *numbers,
                guint32        script)
{
  for (guint i = 0; i + 2 < numbers->len; i += 3)
    {
      LsScriptStatement statement = {
        .script = script,
        .line = g_array_index (numbers, gint32, i),
        .column = g_array_index (numbers, gint32, i + 1),
        .function = g_array_index (numbers, gint32, i + 2),
      };

      g_array_append_val (self->statements, statement);
    }
}

/* Takes over @map. */
static void
add_source (LsScriptRealm *self,
            const char    *url,
            const char    *source,
            JSStringRef    code,
            GArray        *map)
{
  LsScriptSource *added = g_new0 (LsScriptSource, 1);
  gsize length;
  g_autofree char *text = ls_jsc_string_to_utf8 (code, &length);

  added->url = g_strdup (url);
  added->map = map;
  added->code_lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  added->source_lines = g_array_new (FALSE, FALSE, sizeof (guint32));
  find_lines (added->code_lines, text);
  find_lines (added->source_lines, source);
  g_ptr_array_add (self->sources, added);
}

static void
free_numbers (void *bytes,
              void *data)
{
  g_array_unref (data);
}

/* Tells the prelude the text of each function in the program, so that it can show that text. Takes over @texts. */
static void
add_texts (LsScriptRealm *self,
           JSStringRef    source,
           JSStringRef    code,
           GArray        *texts)
{
  JSValueRef arguments[3];

  arguments[0] = JSValueMakeString (self->context, source);
  arguments[1] = source != code ? JSValueMakeString (self->context, code) : arguments[0];
  if (texts != NULL && texts->len > 0)
    arguments[2] = (JSValueRef) JSObjectMakeTypedArrayWithBytesNoCopy (self->context, JS_TYPED_ARRAY_INT32, texts->data,
                                                                       texts->len * sizeof (gint32), free_numbers, texts,
                                                                       NULL);
  else
    {
      g_clear_pointer (&texts, g_array_unref);
      arguments[2] = (JSValueRef) JSObjectMakeTypedArray (self->context, JS_TYPED_ARRAY_INT32, 0, NULL);
    }
  ls_script_realm_call (self, LS_SCRIPT_HOOK_ADD_SCRIPT, G_N_ELEMENTS (arguments), arguments);
}

/* Finds the place in the source for a place in the transformed code. Lines and columns count from 1. */
gboolean
ls_script_locate (LsScriptRealm *self,
                  const char    *url,
                  guint         *line,
                  guint         *column)
{
  for (guint i = self->sources->len; i > 0; i--)
    {
      const LsScriptSource *source = g_ptr_array_index (self->sources, i - 1);
      guint32 offset;
      guint low = 0, high;

      if (!g_str_equal (source->url, url) || *line == 0 || *line > source->code_lines->len || source->map->len < 2)
        continue;
      offset = g_array_index (source->code_lines, guint32, *line - 1) + (*column > 0 ? *column - 1 : 0);
      high = source->map->len / 2;
      while (high - low > 1)
        {
          const guint middle = (low + high) / 2;

          if (g_array_index (source->map, guint32, middle * 2) <= offset)
            low = middle;
          else
            high = middle;
        }
      {
        const guint32 code = g_array_index (source->map, guint32, low * 2);
        guint32 place = g_array_index (source->map, guint32, low * 2 + 1);

        if (offset > code)
          place += offset - code;
        /* The result must not be beyond the next mapped place, because inserted text has no place of its own. */
        if (low + 1 < source->map->len / 2)
          place = MIN (place,
                       MAX (g_array_index (source->map, guint32, low * 2 + 3), g_array_index (source->map, guint32, low * 2 + 1)));
        low = 0;
        high = source->source_lines->len;
        while (high - low > 1)
          {
            const guint middle = (low + high) / 2;

            if (g_array_index (source->source_lines, guint32, middle) <= place)
              low = middle;
            else
              high = middle;
          }
        *line = low + 1;
        *column = place - g_array_index (source->source_lines, guint32, low) + 1;
      }
      return TRUE;
    }
  return FALSE;
}

static const LsProgramCode *
find_code (LsScriptRealm *self,
           const char    *url)
{
  for (guint i = 0; i < self->host->n_codes; i++)
    if (g_str_equal (self->host->codes[i].name, url))
      return &self->host->codes[i];
  return NULL;
}

/* Refines a place in a task's code. It moves the place into the text around the code and back. */
static void
refine_in_code (const LsProgramCode *code,
                gboolean             is_reference,
                guint               *line,
                guint               *column)
{
  g_autofree char *whole = ls_script_code_wrap (code->source);

  if (*line == 1)
    *column += LS_SCRIPT_BODY_PREFIX_LENGTH;
  ls_script_transformer_refine (code->name, whole, is_reference, line, column);
  if (*line == 1)
    *column -= MIN (*column - 1, LS_SCRIPT_BODY_PREFIX_LENGTH);
}

/* Turns an error's place in the source, which ls_script_locate() found, into the place that browsers show. */
void
ls_script_refine (LsScriptRealm *self,
                  const char    *url,
                  gboolean       is_reference,
                  guint         *line,
                  guint         *column)
{
  g_autoptr (LsScript) script = ls_program_load_module (self->host->program, url, NULL);
  const LsProgramCode *code = script == NULL ? find_code (self, url) : NULL;
  const char *source;
  const char *worker = ls_script_workers_get_script (self->workers, &source);

  if (script == NULL && worker != NULL && source != NULL && g_str_equal (worker, url))
    ls_script_transformer_refine (url, source, is_reference, line, column);
  else if (script != NULL)
    ls_script_transformer_refine (url, ls_script_get_text (script), is_reference, line, column);
  else if (code != NULL)
    refine_in_code (code, is_reference, line, column);
}

gboolean
ls_script_may_go_on (gpointer data)
{
  LsScriptRealm *self = data;

  return self->host->may_go_on (self->host);
}

/* Returns whether a source has none of the words that need rewriting. A run that needs records of statements
 * rewrites the source anyway. */
static gboolean
is_plain (const char *source)
{
  static const char *const words[] = { "async", "await", "eval", "import", "export", "throw", "using" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (source, words[i]) != NULL)
      return FALSE;
  return TRUE;
}

/* Returns whether a quick look shows that nothing of the host's program needs rewriting. */
gboolean
ls_script_is_plain_program (LsProgramHost *host)
{
  const guint n = ls_program_get_n_scripts (host->program);

  if (ls_event_loop_get_probe (host->loop) != NULL || host->counts_statements || host->options != NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      LsScript *script = ls_program_get_script (host->program, i);

      /* The name may say that the script is a module, or in TypeScript. */
      if (!g_str_has_suffix (ls_script_get_name (script), ".js") || !is_plain (ls_script_get_text (script)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
may_stay (LsScriptRealm *self,
          const char    *source)
{
  return self->probe == NULL && !self->host->counts_statements && self->host->options == NULL && is_plain (source);
}

/* Returns whether a text must be rewritten, whatever it contains. @options: those of the transformation */
static gboolean
needs_rewriting (LsScriptGoal  goal,
                 const char   *options)
{
  return goal == LS_SCRIPT_GOAL_MODULE || strstr (options, "\"types\"") != NULL;
}

/* Uses a script without changes.
 *
 * Returns: (transfer full) (nullable): its code, or NULL if the script needs rewriting or has an error */
static JSStringRef
take_as_it_is (LsScriptRealm *self,
               const char    *url,
               const char    *source)
{
  const gint32 map[2] = { 0, 0 };
  JSStringRef code;
  GArray *whole;

  if (!may_stay (self, source))
    return NULL;
  code = JSStringCreateWithUTF8CString (source);
  if (!JSCheckScriptSyntax (self->context, code, NULL, 1, NULL))
    {
      JSStringRelease (code);
      return NULL;
    }
  whole = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_array_append_vals (whole, map, G_N_ELEMENTS (map));
  add_source (self, url, source, code, whole);
  add_texts (self, code, code, NULL);
  return code;
}

/* Begins the work of ls_script_transform() for the first script, if that script needs rewriting. */
void
ls_script_begin_transform (LsScriptRealm *self,
                           const char    *source,
                           LsScriptGoal   goal,
                           const char    *options,
                           const GArray  *breakpoints)
{
  JSStringRef string;

  if (!needs_rewriting (goal, options) && may_stay (self, source))
    return;
  string = JSStringCreateWithUTF8CString (source);
  self->first_script = ls_script_transformer_begin (string, options, breakpoints->len);
  JSStringRelease (string);
}

/* Tells the host about conditions and probes that are not expressions. */
static void
refuse (LsScriptRealm *self,
        GPtrArray     *refused,
        const GArray  *places)
{
  for (guint i = 0; refused != NULL && i < refused->len; i++)
    {
      const guint place = g_array_index (places, guint, i);

      if (refused->pdata[i] == NULL)
        continue;
      if (place < self->host->options->n_breakpoints)
        {
          self->host->refuse_breakpoint (self->host, place, refused->pdata[i]);
        }
      else
        {
          g_autofree char *text = g_strconcat ("SyntaxError: ", refused->pdata[i], NULL);

          self->host->probed (self->host, place - self->host->options->n_breakpoints, TRUE, text);
        }
    }
}

static guint32
count_units (const char *text)
{
  guint32 n = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    n += g_utf8_get_char (p) > 0xffff ? 2 : 1;
  return n;
}

/* Converts offsets, lines and columns in the text around a task's code into those in the code itself. Places behind the code
 * become its end. */
void
ls_script_transformed_move_to_body (LsScriptTransformed *self,
                                    const char          *source)
{
  const guint prefix = LS_SCRIPT_BODY_PREFIX_LENGTH;
  const gint32 length = count_units (source);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint32));

  find_lines (lines, source);
  if (self->code == NULL)
    {
      const guint end = length - g_array_index (lines, guint32, lines->len - 1) + 1;

      if (self->line == 1)
        self->column -= MIN (self->column - 1, prefix);
      if (self->line > lines->len)
        self->column = end;
      self->line = MIN (self->line, lines->len);
      if (self->line == lines->len)
        self->column = MIN (self->column, end);
      return;
    }
  for (guint i = 1; i < self->map->len; i += 2)
    g_array_index (self->map, gint32, i) = CLAMP (g_array_index (self->map, gint32, i) - (gint32) prefix, 0, length);
  for (guint i = 0; i + 2 < self->statements->len; i += 3)
    if (g_array_index (self->statements, gint32, i) == 1)
      g_array_index (self->statements, gint32, i + 1) =
          MAX (g_array_index (self->statements, gint32, i + 1) - (gint32) prefix, 1);
}

/* Rewrites @source: a script, or with @is_body a task's code, which becomes a function. @breakpoints: (nullable): the host's
 * indices of the breakpoints in @options, and after them the indices of the probes
 *
 * Returns: (transfer full) (nullable): the code, or NULL with @error set if it cannot be parsed */
JSStringRef
ls_script_transform (LsScriptRealm *self,
                     const char    *url,
                     const char    *source,
                     gboolean       is_body,
                     LsScriptGoal   goal,
                     const char    *options,
                     const GArray  *breakpoints,
                     GError       **error)
{
  g_autoptr (LsScriptTransformed) transformed = NULL;
  g_autofree char *whole = is_body ? ls_script_code_wrap (source) : NULL;
  LsScriptRequest *request = g_steal_pointer (&self->first_script);
  const gboolean may_be_plain = request == NULL && !is_body && !needs_rewriting (goal, options);
  JSStringRef code = may_be_plain ? take_as_it_is (self, url, source) : NULL;
  JSStringRef string;

  g_clear_pointer (&self->last_requests, g_strfreev);
  self->last_is_module = FALSE;
  if (code != NULL)
    return code;
  string = JSStringCreateWithUTF8CString (is_body ? whole : source);
  if (request == NULL)
    request = ls_script_transformer_begin (string, options, breakpoints != NULL ? breakpoints->len : 0);
  transformed = ls_script_transformer_finish (request, ls_script_may_go_on, self);
  if (transformed != NULL && is_body)
    ls_script_transformed_move_to_body (transformed, source);
  if (transformed == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s was not read to its end", url);
  else if (transformed->code == NULL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s:%u:%u: SyntaxError: %s", url, transformed->line,
                 transformed->column, transformed->message);
  else
    {
      code = g_steal_pointer (&transformed->code);
      add_source (self, url, source, code, g_steal_pointer (&transformed->map));
      add_statements (self, transformed->statements, self->sources->len - 1);
      self->n_functions += transformed->n_functions;
      self->last_requests = g_steal_pointer (&transformed->requests);
      self->last_is_module = transformed->is_module;
      refuse (self, transformed->refused, breakpoints);
      add_texts (self, transformed->plain != NULL ? transformed->plain : string, code, g_steal_pointer (&transformed->texts));
    }
  JSStringRelease (string);
  return code;
}
