/* ls-session-check.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-check.h"

#include "ls-expectation-private.h"
#include "ls-state.h"

/* Expectations look at the trace of a run only. */

typedef struct
{
  LsTrace *trace;
  GArray  *names;       /* guint32 text by task */
  GArray  *results;     /* guint32 promise by task */
  GArray  *states;      /* Outcome by promise */
  GArray  *started;     /* guint32 text, each once, in the order of the first starts */
  guint    n_unhandled;
} Facts;

typedef struct
{
  guint16 kind;   /* LsRecordKind, 0 while pending */
  guint32 text;
} Outcome;

G_DEFINE_BOXED_TYPE (LsCheckResult, ls_check_result, ls_check_result_copy, ls_check_result_free)

/**
 * ls_check_result_copy:
 * @self: a result
 *
 * Returns: (transfer full): a copy
 */
LsCheckResult *
ls_check_result_copy (const LsCheckResult *self)
{
  LsCheckResult *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (LsCheckResult, 1);
  copy->title = g_strdup (self->title);
  copy->passed = self->passed;
  copy->message = g_strdup (self->message);
  return copy;
}

/**
 * ls_check_result_free:
 * @self: (transfer full): a result
 */
void
ls_check_result_free (LsCheckResult *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->title);
  g_free (self->message);
  g_free (self);
}

static void
set_at (GArray  *array,
        guint32  index,
        guint32  value)
{
  if (index >= array->len)
    g_array_set_size (array, index + 1);
  g_array_index (array, guint32, index) = value;
}

static guint32
get_at (GArray  *array,
        guint32  index)
{
  return index < array->len ? g_array_index (array, guint32, index) : 0;
}

static void
note_started (Facts   *facts,
              guint32  text)
{
  for (guint i = 0; i < facts->started->len; i++)
    if (g_array_index (facts->started, guint32, i) == text)
      return;

  g_array_append_val (facts->started, text);
}

static void
note_record (Facts          *facts,
             const LsRecord *record)
{
  Outcome outcome = { record->kind, record->text };

  switch (record->kind)
    {
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
      if (record->text != 0)
        set_at (facts->names, record->subject, record->text);
      break;
    case LS_RECORD_TASK_STARTED:
      if (get_at (facts->names, record->subject) != 0)
        note_started (facts, get_at (facts->names, record->subject));
      break;
    case LS_RECORD_PROMISE_CREATED:
      if (record->object != 0 && get_at (facts->results, record->object) == 0)
        set_at (facts->results, record->object, record->subject);
      break;
    case LS_RECORD_PROMISE_FULFILLED:
    case LS_RECORD_PROMISE_REJECTED:
      if (record->subject >= facts->states->len)
        g_array_set_size (facts->states, record->subject + 1);
      g_array_index (facts->states, Outcome, record->subject) = outcome;
      break;
    case LS_RECORD_PROMISE_UNHANDLED:
      facts->n_unhandled++;
      break;
    default:
      break;
    }
}

static void
facts_init (Facts   *facts,
            LsTrace *trace)
{
  gsize position = 0;
  gsize n_records;
  const LsRecord *records;

  *facts = (Facts) {
    .trace = trace,
    .names = g_array_new (FALSE, TRUE, sizeof (guint32)),
    .results = g_array_new (FALSE, TRUE, sizeof (guint32)),
    .states = g_array_new (FALSE, TRUE, sizeof (Outcome)),
    .started = g_array_new (FALSE, TRUE, sizeof (guint32)),
  };

  while (position < ls_trace_get_length (trace))
    {
      records = ls_trace_peek_records (trace, position, &n_records);
      for (gsize i = 0; i < n_records; i++)
        note_record (facts, &records[i]);
      position += n_records;
    }
}

static void
facts_clear (Facts *facts)
{
  g_array_unref (facts->names);
  g_array_unref (facts->results);
  g_array_unref (facts->states);
  g_array_unref (facts->started);
}

static char *
quote_all (const char *const *lines)
{
  g_autofree char *joined = g_strjoinv ("”, “", (char **) lines);

  return *lines != NULL ? g_strdup_printf ("“%s”", joined) : g_strdup ("nothing");
}

static char *
make_title (LsExpectation *self)
{
  g_autofree char *lines = self->lines != NULL ? quote_all ((const char *const *) self->lines) : NULL;

  if (self->title != NULL && *self->title != '\0')
    return g_strdup (self->title);

  switch (self->kind)
    {
    case LS_EXPECTATION_LOG:
      return g_strdup_printf ("The log is %s", lines);
    case LS_EXPECTATION_LOG_CONTAINS:
      return g_strdup_printf ("The log contains %s", lines);
    case LS_EXPECTATION_ORDER:
      return g_strdup_printf ("Tasks start in the order %s", lines);
    case LS_EXPECTATION_RAN:
      return g_strdup_printf ("The task “%s” runs", self->name);
    case LS_EXPECTATION_NOT_RAN:
      return g_strdup_printf ("The task “%s” does not run", self->name);
    case LS_EXPECTATION_RESULT:
      return g_strdup_printf ("The result of “%s” is %s", self->name, self->state);
    case LS_EXPECTATION_NEXT:
      return g_strdup_printf ("At step %u the next task is “%s”", self->number, self->name);
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
      return g_strdup_printf ("%u rejections are not handled", self->number);
    case LS_EXPECTATION_FINISHED:
      return g_strdup (self->flag ? "The run comes to its end" : "The run does not come to its end");
    default:
      g_return_val_if_reached (NULL);
    }
}

static char *
check_log (LsExpectation *self,
           LsRunner      *runner)
{
  guint n = g_strv_length (self->lines);
  guint n_lines = ls_runner_get_n_log_lines (runner);

  for (guint i = 0; i < MAX (n, n_lines); i++)
    {
      const char *found = ls_runner_get_log_line (runner, i);

      if (i >= n)
        return g_strdup_printf ("line %u: found “%s”, expected the end of the log", i + 1, found);
      if (found == NULL)
        return g_strdup_printf ("line %u: found the end of the log, expected “%s”", i + 1, self->lines[i]);
      if (!g_str_equal (found, self->lines[i]))
        return g_strdup_printf ("line %u: found “%s”, expected “%s”", i + 1, found, self->lines[i]);
    }

  return NULL;
}

static char *
check_log_contains (LsExpectation *self,
                    LsRunner      *runner)
{
  guint n = 0;

  for (guint i = 0; self->lines[n] != NULL && i < ls_runner_get_n_log_lines (runner); i++)
    if (g_str_equal (ls_runner_get_log_line (runner, i), self->lines[n]))
      n++;

  if (self->lines[n] == NULL)
    return NULL;
  if (n == 0)
    return g_strdup_printf ("found no line “%s”", self->lines[n]);
  return g_strdup_printf ("found no line “%s” after “%s”", self->lines[n], self->lines[n - 1]);
}

static gboolean
has_started (Facts      *facts,
             const char *name)
{
  for (guint i = 0; i < facts->started->len; i++)
    if (g_strcmp0 (ls_trace_get_text (facts->trace, g_array_index (facts->started, guint32, i)), name) == 0)
      return TRUE;

  return FALSE;
}

static char *
check_order (LsExpectation *self,
             Facts         *facts)
{
  g_autoptr(GPtrArray) found = g_ptr_array_new ();
  g_autofree char *text = NULL;

  for (guint i = 0; i < facts->started->len; i++)
    {
      const char *name = ls_trace_get_text (facts->trace, g_array_index (facts->started, guint32, i));

      if (g_strv_contains ((const char *const *) self->lines, name))
        g_ptr_array_add (found, (gpointer) name);
    }
  g_ptr_array_add (found, NULL);

  if (g_strv_equal ((const char *const *) found->pdata, (const char *const *) self->lines))
    return NULL;
  text = quote_all ((const char *const *) found->pdata);
  return g_strdup_printf ("found the order %s", text);
}

static char *
check_result (LsExpectation *self,
              Facts         *facts)
{
  for (guint task = 1; task < facts->names->len; task++)
    {
      const char *name = ls_trace_get_text (facts->trace, get_at (facts->names, task));
      guint32 promise = get_at (facts->results, task);
      const Outcome none = { 0 };
      const Outcome *outcome;
      const char *state;
      const char *value;

      if (promise == 0 || g_strcmp0 (name, self->name) != 0)
        continue;

      outcome = promise < facts->states->len ? &g_array_index (facts->states, Outcome, promise) : &none;
      state = outcome->kind == LS_RECORD_PROMISE_FULFILLED ? "fulfilled"
              : outcome->kind == LS_RECORD_PROMISE_REJECTED ? "rejected" : "pending";
      value = outcome->text != 0 ? ls_trace_get_text (facts->trace, outcome->text) : "";
      if (!g_str_equal (state, self->state))
        return g_strdup_printf ("found it %s%s%s%s", state, *value != '\0' ? " with “" : "", value,
                                *value != '\0' ? "”" : "");
      if (self->value != NULL && g_strcmp0 (value, self->value) != 0)
        return g_strdup_printf ("found “%s”, expected “%s”", value, self->value);
      return NULL;
    }

  return g_strdup_printf ("no task of the name “%s” was posted", self->name);
}

static char *
check_next (LsExpectation *self,
            Facts         *facts)
{
  g_autoptr(LsState) state = ls_state_new (facts->trace);
  guint32 task;
  const char *name = NULL;

  if (self->number > ls_trace_get_n_steps (facts->trace))
    return g_strdup_printf ("the run has only %u steps", ls_trace_get_n_steps (facts->trace));

  ls_state_seek (state, ls_trace_find_step (facts->trace, self->number));
  task = ls_state_get_next_task (state);
  if (task != 0)
    name = ls_trace_get_text (facts->trace, ls_state_get_task (state, task)->name);
  if (g_strcmp0 (name, self->name) == 0)
    return NULL;
  return name != NULL ? g_strdup_printf ("found “%s”", name) : g_strdup ("found no next task");
}

/* What was found instead, or NULL. */
static char *
check (LsExpectation *self,
       LsRunner      *runner,
       Facts         *facts)
{
  switch (self->kind)
    {
    case LS_EXPECTATION_LOG:
      return check_log (self, runner);
    case LS_EXPECTATION_LOG_CONTAINS:
      return check_log_contains (self, runner);
    case LS_EXPECTATION_ORDER:
      return check_order (self, facts);
    case LS_EXPECTATION_RAN:
      return has_started (facts, self->name) ? NULL : g_strdup ("it did not run");
    case LS_EXPECTATION_NOT_RAN:
      return has_started (facts, self->name) ? g_strdup ("it ran") : NULL;
    case LS_EXPECTATION_RESULT:
      return check_result (self, facts);
    case LS_EXPECTATION_NEXT:
      return check_next (self, facts);
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
      return facts->n_unhandled == self->number ? NULL : g_strdup_printf ("found %u", facts->n_unhandled);
    case LS_EXPECTATION_FINISHED:
      if ((ls_runner_get_state (runner) == LS_RUNNER_FINISHED) == self->flag)
        return NULL;
      return g_strdup (ls_runner_get_message (runner) != NULL ? ls_runner_get_message (runner) : "it did");
    default:
      g_return_val_if_reached (NULL);
    }
}

/**
 * ls_runner_check:
 * @runner: a runner with a trace, that has been run
 *
 * Holds what has happened so far against the session's expectations.
 *
 * Returns: (transfer full) (element-type LsCheckResult): a result for each expectation, in the order of the session
 */
GPtrArray *
ls_runner_check (LsRunner *runner)
{
  g_autoptr(GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_check_result_free);
  LsSession *session;
  Facts facts;

  g_return_val_if_fail (LS_IS_RUNNER (runner), NULL);

  session = ls_runner_get_session (runner);
  facts_init (&facts, ls_runner_get_trace (runner));
  for (guint i = 0; i < ls_session_get_n_expectations (session); i++)
    {
      LsExpectation *expectation = ls_session_get_expectation (session, i);
      LsCheckResult *result = g_new0 (LsCheckResult, 1);

      result->title = make_title (expectation);
      result->message = check (expectation, runner, &facts);
      result->passed = result->message == NULL;
      g_ptr_array_add (results, result);
    }
  facts_clear (&facts);

  return g_steal_pointer (&results);
}

/**
 * ls_session_check:
 * @session: a session
 * @options: (nullable): how to run it
 * @results: (out) (optional) (transfer full) (element-type LsCheckResult): a result for each expectation, in their order
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Runs a session to its end and holds the run against its expectations. That a budget stops the run is no error:
 * a session may expect it.
 *
 * Returns: whether all expectations came true; %FALSE with @error set if the session could not be run
 */
gboolean
ls_session_check (LsSession              *session,
                  const LsRunnerOptions  *options,
                  GPtrArray             **results,
                  GError                **error)
{
  g_autoptr(LsRunner) runner = NULL;
  g_autoptr(GPtrArray) all = NULL;
  gboolean passed = TRUE;

  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);
  g_return_val_if_fail (options == NULL || !options->without_trace, FALSE);

  runner = ls_runner_new (session, options, error);
  if (runner == NULL)
    return FALSE;

  ls_runner_run_to_end (runner, NULL);
  all = ls_runner_check (runner);
  for (guint i = 0; i < all->len; i++)
    passed = passed && ((LsCheckResult *) g_ptr_array_index (all, i))->passed;

  if (results != NULL)
    *results = g_steal_pointer (&all);
  return passed;
}
