/* ls-step-describe.c: steps in a few words
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-step-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "ls-typed-array.h"

#define LARGEST_WHOLE 9007199254740992.0   /* that a double is exact up to */

#define DESCRIPTION_WIDTH 200   /* characters */

/* Returns a text that xgettext finds: as it is, or in the language of the locale. */
static const char *say (gboolean    translated,
                        const char *text) G_GNUC_FORMAT (2);

static const char *
say (gboolean    translated,
     const char *text)
{
  return translated ? _(text) : text;
}

static void
append_option (GString    *out,
               const char *text,
               gboolean   *any)
{
  if (text == NULL)
    return;
  g_string_append_printf (out, "%s%s", *any ? ", " : " (", text);
  *any = TRUE;
}

/* Appends a number as it is written, with all its digits, however large it is. */
static char *
format_ms (double   ms,
           gboolean translated)
{
  gboolean is_whole = fabs (ms) < LARGEST_WHOLE && ms == floor (ms);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (translated)
    return is_whole ? g_strdup_printf ("%.0f ms", ms) : g_strdup_printf ("%.15g ms", ms);
  return g_strdup_printf ("%s ms", g_ascii_formatd (buffer, sizeof buffer, is_whole ? "%.0f" : "%.15g", ms));
}

static void
append_options (GString  *out,
                LsStep   *self,
                gboolean  translated)
{
  const LsStepValue *delay = ls_step_find_value (self, LS_MEMBER_DELAY);
  gboolean any = FALSE;

  append_option (out, ls_step_get_text (self, LS_MEMBER_PRIORITY), &any);
  append_option (out, ls_step_get_text (self, LS_MEMBER_PRIORITY_SOURCE), &any);
  append_option (out, ls_step_get_text (self, LS_MEMBER_SIGNAL), &any);
  append_option (out, ls_step_get_text (self, LS_MEMBER_SCHEDULER), &any);
  if (delay != NULL && delay->number > 0)
    {
      g_autofree char *ms = format_ms (delay->number, translated);
      g_autofree char *after = NULL;

      /* Translators: when a step happens: a time */
      after = g_strdup_printf (say (translated, N_("after %s")), ms);
      append_option (out, after, &any);
    }
  if (any)
    g_string_append_c (out, ')');
}

/* Puts what @out says into a sentence that says more. */
static void
replace_text (GString *out,
              char    *text)
{
  g_string_assign (out, text);
  g_free (text);
}

/* “post task “x”” becomes “post task “x” 50 times, every 10 ms”. */
static void
append_count (GString  *out,
              LsStep   *self,
              gboolean  translated)
{
  double every = ls_step_get_number (self, LS_MEMBER_EVERY, 0);
  guint64 count = ls_step_get_count (self, LS_MEMBER_COUNT, 1);
  g_autofree char *ms = format_ms (every, translated);

  if (ls_step_find_value (self, LS_MEMBER_COUNT) == NULL)
    return;
  /* Translators: a step, such as “post task “x””, and a number */
  replace_text (out, g_strdup_printf (translated ? g_dngettext (GETTEXT_PACKAGE, "%s %" PRIu64 " time", "%s %" PRIu64 " times",
                                                                count)
                                                 : "%s %" PRIu64 " times", out->str, count));
  if (every > 0)
    /* Translators: a step that is done several times, and a time */
    replace_text (out, g_strdup_printf (say (translated, N_("%s, every %s")), out->str, ms));
}

/* Appends the name of the task, timer or callback that the step makes. */
static const char *
get_label (LsStep     *self,
           const char *fallback)
{
  const char *name = ls_step_get_text (self, LS_MEMBER_NAME);

  if (name == NULL)
    name = ls_step_get_text (self, LS_MEMBER_BODY);
  return name != NULL ? name : fallback;
}

static const char *
get_index (LsStep *self)
{
  const char *index = ls_step_get_text (self, LS_MEMBER_INDEX);

  return index != NULL ? index : "0";
}

/* Appends “compareExchange lock[0] 0 → 1”, in the words in which records describe operations. */
static void
append_operation (GString  *out,
                  LsStep   *self,
                  gboolean  translated)
{
  const LsStepValue *timeout = ls_step_find_value (self, LS_MEMBER_TIMEOUT);
  const char *value = ls_step_get_text (self, LS_MEMBER_VALUE);

  g_string_append_printf (out, "%s %s[%s]", ls_step_op_to_string (self->op), ls_step_get_text (self, LS_MEMBER_MEMORY),
                          get_index (self));
  if (self->op == LS_STEP_OP_COMPARE_EXCHANGE)
    g_string_append_printf (out, " %s → %s", ls_step_get_text (self, LS_MEMBER_EXPECTED),
                            ls_step_get_text (self, LS_MEMBER_REPLACEMENT));
  else if (value != NULL)
    g_string_append_printf (out, " %s", value);
  if (ls_step_find_value (self, LS_MEMBER_COUNT) != NULL)
    g_string_append_printf (out, " %" PRIu64, ls_step_get_count (self, LS_MEMBER_COUNT, 0));
  if (timeout != NULL)
    {
      g_autofree char *ms = format_ms (timeout->number, translated);

      /* Translators: an operation, such as “wait lock[0] 1”, and its timeout */
      replace_text (out, g_strdup_printf (say (translated, N_("%s for %s at most")), out->str, ms));
    }
}

/* Steps whose words are members alone. */
static const struct
{
  const char *text;
  guint8      words[2];
} forms[LS_N_STEP_OPS] = {
  [LS_STEP_OP_LOG] = { N_("log “%s”"), { LS_MEMBER_TEXT } },
  [LS_STEP_OP_ABORT_CONTROLLER] = { N_("new AbortController “%s”"), { LS_MEMBER_NAME } },
  [LS_STEP_OP_ABORTED_SIGNAL] = { N_("new aborted signal “%s”"), { LS_MEMBER_NAME } },
  [LS_STEP_OP_SET_PRIORITY] = { N_("set priority of “%s” to %s"), { LS_MEMBER_CONTROLLER, LS_MEMBER_PRIORITY } },
  [LS_STEP_OP_THROW_IF_ABORTED] = { N_("throw if “%s” is aborted"), { LS_MEMBER_SIGNAL } },
  [LS_STEP_OP_ON] = { N_("on %s of “%s”"), { LS_MEMBER_EVENT, LS_MEMBER_SIGNAL } },
  [LS_STEP_OP_OFF] = { N_("remove listener “%s”"), { LS_MEMBER_LISTENER } },
  [LS_STEP_OP_CLEAR_TIMER] = { N_("clear timer “%s”"), { LS_MEMBER_TIMER } },
  [LS_STEP_OP_CANCEL_IDLE] = { N_("cancel idle callback “%s”"), { LS_MEMBER_IDLE } },
  [LS_STEP_OP_AWAIT] = { N_("await “%s”"), { LS_MEMBER_PROMISE } },
  [LS_STEP_OP_THEN] = { N_("then of “%s”"), { LS_MEMBER_PROMISE } },
  [LS_STEP_OP_THROW] = { N_("throw “%s”"), { LS_MEMBER_MESSAGE } },
  [LS_STEP_OP_TRY] = { N_("try") },
  [LS_STEP_OP_SCHEDULER] = { N_("new Scheduler “%s”"), { LS_MEMBER_NAME } },
  [LS_STEP_OP_PROMISE] = { N_("new Promise “%s”"), { LS_MEMBER_AS } },
  [LS_STEP_OP_RESOLVE] = { N_("resolve “%s”"), { LS_MEMBER_PROMISE } },
  [LS_STEP_OP_REJECT] = { N_("reject “%s”"), { LS_MEMBER_PROMISE } },
  [LS_STEP_OP_IF] = { N_("if “%s” is “%s”"), { LS_MEMBER_VALUE, LS_MEMBER_EQUALS } },
  [LS_STEP_OP_LOOP] = { N_("loop") },
  [LS_STEP_OP_BREAK] = { N_("break") },
  [LS_STEP_OP_LOCK] = { N_("lock “%s”"), { LS_MEMBER_LOCK } },
  [LS_STEP_OP_UNLOCK] = { N_("unlock “%s”"), { LS_MEMBER_LOCK } },
  [LS_STEP_OP_EXECUTE_LOCKED] = { N_("execute locked “%s”"), { LS_MEMBER_LOCK } },
  [LS_STEP_OP_WORKER] = { N_("new Worker “%s”"), { LS_MEMBER_NAME } },
  [LS_STEP_OP_TERMINATE] = { N_("terminate “%s”"), { LS_MEMBER_WORKER } },
  [LS_STEP_OP_ON_MESSAGE] = { N_("when a message comes") },
  [LS_STEP_OP_CURRENT_TASK_SIGNAL] = { N_("current task signal as “%s”"), { LS_MEMBER_NAME } },
};

static void
append_form (GString  *out,
             LsStep   *self,
             gboolean  translated)
{
  const guint8 *words = forms[self->op].words;

  g_return_if_fail (forms[self->op].text != NULL);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_string_append_printf (out, say (translated, forms[self->op].text), ls_step_get_text (self, words[0]),
                          ls_step_get_text (self, words[1]));
#pragma GCC diagnostic pop
}

static char *
describe (LsStep   *self,
          gboolean  translated)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *ms = format_ms (ls_step_get_number (self, LS_MEMBER_MS, 0), translated);
  g_autofree char *names = NULL;
  const char *label;
  guint64 n;

#define WORD(member) ls_step_get_text (self, LS_MEMBER_ ## member)

  switch ((guint) self->op)
    {
    case LS_STEP_OP_WORK:
      g_string_append_printf (out, say (translated, N_("work %s")), ms);
      break;
    case LS_STEP_OP_POST_TASK:
      g_string_append_printf (out, say (translated, N_("post task “%s”")), get_label (self, say (translated, N_("task"))));
      append_count (out, self, translated);
      append_options (out, self, translated);
      break;
    case LS_STEP_OP_YIELD:
      g_string_append (out, say (translated, N_("yield")));
      append_options (out, self, translated);
      break;
    case LS_STEP_OP_SCHEDULER_WAIT:
      g_string_append_printf (out, say (translated, N_("wait %s")), ms);
      append_options (out, self, translated);
      break;
    case LS_STEP_OP_RENDER:
      g_string_append (out, say (translated, N_("render")));
      append_options (out, self, translated);
      break;
    case LS_STEP_OP_CONTROLLER:
      g_string_append_printf (out, say (translated, N_("new TaskController “%s”")), WORD (NAME));
      append_options (out, self, translated);
      break;
    case LS_STEP_OP_ANY:
      names = g_strjoinv (", ", ls_step_find_value (self, LS_MEMBER_SIGNALS)->names);
      g_string_append_printf (out, say (translated, N_("new signal “%s” of any of [%s]")), WORD (NAME), names);
      append_options (out, self, translated);
      break;
    case LS_STEP_OP_TIMEOUT_SIGNAL:
      g_string_append_printf (out, say (translated, N_("new signal “%s” that aborts after %s")), WORD (NAME), ms);
      break;
    case LS_STEP_OP_ABORT:
      if (WORD (REASON) != NULL)
        g_string_append_printf (out, say (translated, N_("abort “%s” because of “%s”")), WORD (CONTROLLER), WORD (REASON));
      else
        g_string_append_printf (out, say (translated, N_("abort “%s”")), WORD (CONTROLLER));
      break;
    case LS_STEP_OP_MICROTASK:
      label = get_label (self, say (translated, N_("microtask")));
      g_string_append_printf (out, say (translated, N_("queue microtask “%s”")), label);
      break;
    case LS_STEP_OP_TIMER:
      label = get_label (self, say (translated, N_("timer")));
      g_string_append_printf (out, ls_step_get_count (self, LS_MEMBER_REPEAT, FALSE)
                                     ? say (translated, N_("interval “%s” %s")) : say (translated, N_("timer “%s” %s")),
                              label, ms);
      break;
    case LS_STEP_OP_IDLE:
      label = get_label (self, say (translated, N_("idle")));
      g_string_append_printf (out, say (translated, N_("request idle callback “%s”")), label);
      break;
    case LS_STEP_OP_POST:
      label = get_label (self, WORD (QUEUE));
      g_string_append_printf (out, say (translated, N_("post “%s” to the queue %s")), label, WORD (QUEUE));
      append_options (out, self, translated);
      break;
    case LS_STEP_OP_FRAMES:
      n = ls_step_get_count (self, LS_MEMBER_COUNT, 0);
      g_string_append_printf (out, translated ? g_dngettext (GETTEXT_PACKAGE, "post %" PRIu64 " frame at %g Hz",
                                                             "post %" PRIu64 " frames at %g Hz", n)
                                              : "post %" PRIu64 " frames at %g Hz",
                              n, ls_step_get_number (self, LS_MEMBER_HZ, 60));
      break;
    case LS_STEP_OP_REPEAT:
      n = ls_step_get_count (self, LS_MEMBER_TIMES, 0);
      g_string_append_printf (out, translated ? g_dngettext (GETTEXT_PACKAGE, "repeat %" PRIu64 " time",
                                                             "repeat %" PRIu64 " times", n)
                                              : "repeat %" PRIu64 " times", n);
      break;
    case LS_STEP_OP_RETURN:
      if (WORD (VALUE) != NULL)
        g_string_append_printf (out, say (translated, N_("return “%s”")), WORD (VALUE));
      else
        g_string_append (out, say (translated, N_("return")));
      break;
    case LS_STEP_OP_CALL:
      g_string_append_printf (out, say (translated, N_("call “%s”")), get_label (self, say (translated, N_("steps"))));
      break;
    case LS_STEP_OP_ASYNC:
      g_string_append_printf (out, say (translated, N_("async “%s”")), get_label (self, say (translated, N_("steps"))));
      break;
    case LS_STEP_OP_LET:
      g_string_append_printf (out, say (translated, N_("let “%s” be “%s”")), WORD (AS), WORD (VALUE));
      if (WORD (PLUS) != NULL)
        g_string_append_printf (out, " + %s", WORD (PLUS));
      break;
    case LS_STEP_OP_MEMORY:
      g_string_append_printf (out, say (translated, N_("new shared memory “%s”, %s of %" PRIu64)), WORD (NAME),
                              WORD (TYPE) != NULL ? WORD (TYPE) : ls_element_type_to_string (LS_ELEMENT_INT32),
                              ls_step_get_count (self, LS_MEMBER_LENGTH, 0));
      break;
    case LS_STEP_OP_LOAD:
    case LS_STEP_OP_STORE:
    case LS_STEP_OP_ADD:
    case LS_STEP_OP_SUB:
    case LS_STEP_OP_AND:
    case LS_STEP_OP_OR:
    case LS_STEP_OP_XOR:
    case LS_STEP_OP_EXCHANGE:
    case LS_STEP_OP_COMPARE_EXCHANGE:
    case LS_STEP_OP_WAIT:
    case LS_STEP_OP_WAIT_ASYNC:
    case LS_STEP_OP_NOTIFY:
      append_operation (out, self, translated);
      break;
    case LS_STEP_OP_PAUSE:
      g_string_append (out, ls_step_op_to_string (self->op));
      break;
    case LS_STEP_OP_ASYNC_LOCK:
      g_string_append_printf (out, say (translated, N_("new AsyncLock “%s” at %s[%s]")), WORD (NAME), WORD (MEMORY),
                              get_index (self));
      break;
    case LS_STEP_OP_FAIR_LOCK:
      g_string_append_printf (out, say (translated, N_("new fair lock “%s” at %s[%s]")), WORD (NAME), WORD (MEMORY),
                              get_index (self));
      break;
    case LS_STEP_OP_POST_MESSAGE:
      if (WORD (VALUE) != NULL)
        g_string_append_printf (out, say (translated, N_("post a message to “%s”: “%s”")), WORD (TO), WORD (VALUE));
      else
        g_string_append_printf (out, say (translated, N_("post a message to “%s”")), WORD (TO));
      break;
    default:
      append_form (out, self, translated);
    }

#undef WORD

  return ls_json_display (out->str, DESCRIPTION_WIDTH);
}

/**
 * ls_step_describe:
 * @self: a step
 *
 * Describes in a few words what the step does, as records of actions do: the same in each language.
 *
 * Returns: (transfer full): one line in English
 */
char *
ls_step_describe (LsStep *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return describe (self, FALSE);
}

/**
 * ls_step_to_words:
 * @self: a step
 *
 * Describes what the step does in the user's language, as rows of a program do.
 *
 * Returns: (transfer full): one line in the language of the locale
 */
char *
ls_step_to_words (LsStep *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return describe (self, TRUE);
}
