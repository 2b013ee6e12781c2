/* ls-session-check.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-check.h"

#include "ls-expectation-private.h"
#include "ls-state.h"

/* Expectations look at the trace of a run only. There can be as many of them as there are tasks, so what they look up is
 * gathered first. */

typedef struct
{
  LsRunner   *runner;
  LsTrace    *trace;
  GArray     *names;       /* guint32 text by task */
  GArray     *results;     /* guint32 promise by task */
  GArray     *states;      /* Outcome by promise */
  GHashTable *started;     /* name → rank among the names that started, from 1 */
  GHashTable *tasks;       /* name → the first task with a result */
  GHashTable *lines;       /* (nullable) line of the log → GArray of the numbers of such lines */
  LsState    *state;       /* (nullable) */
  guint       n_unhandled;
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
  const char *name = ls_trace_get_text (facts->trace, text);

  if (!g_hash_table_contains (facts->started, name))
    g_hash_table_insert (facts->started, (gpointer) name, GUINT_TO_POINTER (g_hash_table_size (facts->started) + 1));
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
facts_init (Facts    *facts,
            LsRunner *runner)
{
  LsTrace *trace = ls_runner_get_trace (runner);
  gsize position = 0;
  gsize n_records;
  const LsRecord *records;

  *facts = (Facts) {
    .runner = runner,
    .trace = trace,
    .names = g_array_new (FALSE, TRUE, sizeof (guint32)),
    .results = g_array_new (FALSE, TRUE, sizeof (guint32)),
    .states = g_array_new (FALSE, TRUE, sizeof (Outcome)),
    .started = g_hash_table_new (g_str_hash, g_str_equal),
    .tasks = g_hash_table_new (g_str_hash, g_str_equal),
  };

  while (position < ls_trace_get_length (trace))
    {
      records = ls_trace_peek_records (trace, position, &n_records);
      for (gsize i = 0; i < n_records; i++)
        note_record (facts, &records[i]);
      position += n_records;
    }

  for (guint task = 1; task < facts->names->len; task++)
    {
      const char *name = ls_trace_get_text (trace, get_at (facts->names, task));

      if (name != NULL && get_at (facts->results, task) != 0 && !g_hash_table_contains (facts->tasks, name))
        g_hash_table_insert (facts->tasks, (gpointer) name, GUINT_TO_POINTER (task));
    }
}

static void
facts_clear (Facts *facts)
{
  g_array_unref (facts->names);
  g_array_unref (facts->results);
  g_array_unref (facts->states);
  g_hash_table_unref (facts->started);
  g_hash_table_unref (facts->tasks);
  g_clear_pointer (&facts->lines, g_hash_table_unref);
  g_clear_pointer (&facts->state, ls_state_unref);
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
      return g_strdup_printf (self->number == 1 ? "%u rejection is not handled" : "%u rejections are not handled",
                              self->number);
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

static void
gather_lines (Facts *facts)
{
  if (facts->lines != NULL)
    return;

  facts->lines = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < ls_runner_get_n_log_lines (facts->runner); i++)
    {
      const char *line = ls_runner_get_log_line (facts->runner, i);
      GArray *numbers = g_hash_table_lookup (facts->lines, line);

      if (numbers == NULL)
        {
          numbers = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (facts->lines, (gpointer) line, numbers);
        }
      g_array_append_val (numbers, i);
    }
}

/* The number of the first line @line at @from or after it. */
static gboolean
find_line (Facts      *facts,
           const char *line,
           guint       from,
           guint      *number)
{
  GArray *numbers = g_hash_table_lookup (facts->lines, line);
  guint low = 0, high = numbers != NULL ? numbers->len : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (numbers, guint, middle) < from)
        low = middle + 1;
      else
        high = middle;
    }

  if (numbers == NULL || low == numbers->len)
    return FALSE;
  *number = g_array_index (numbers, guint, low);
  return TRUE;
}

static char *
check_log_contains (LsExpectation *self,
                    Facts         *facts)
{
  guint from = 0;

  gather_lines (facts);
  for (guint i = 0; self->lines[i] != NULL; i++)
    {
      guint number;

      if (!find_line (facts, self->lines[i], from, &number))
        return i == 0 ? g_strdup_printf ("found no line “%s”", self->lines[i])
                      : g_strdup_printf ("found no line “%s” after “%s”", self->lines[i], self->lines[i - 1]);
      from = number + 1;
    }

  return NULL;
}

static int
compare_ranks (gconstpointer a,
               gconstpointer b,
               gpointer      started)
{
  guint first = GPOINTER_TO_UINT (g_hash_table_lookup (started, *(const char *const *) a));
  guint second = GPOINTER_TO_UINT (g_hash_table_lookup (started, *(const char *const *) b));

  return (first > second) - (first < second);
}

static char *
check_order (LsExpectation *self,
             Facts         *facts)
{
  g_autoptr(GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GPtrArray) found = g_ptr_array_new ();
  g_autofree char *text = NULL;

  for (guint i = 0; self->lines[i] != NULL; i++)
    if (g_hash_table_contains (facts->started, self->lines[i]) && g_hash_table_add (names, self->lines[i]))
      g_ptr_array_add (found, self->lines[i]);
  g_ptr_array_sort_with_data (found, compare_ranks, facts->started);
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
  guint task = GPOINTER_TO_UINT (g_hash_table_lookup (facts->tasks, self->name));
  guint32 promise = get_at (facts->results, task);
  const Outcome none = { 0 };
  const Outcome *outcome;
  const char *state;
  const char *value;

  if (task == 0 && g_hash_table_contains (facts->started, self->name))
    return g_strdup_printf ("“%s” has no result, expected a task of postTask", self->name);
  if (task == 0)
    return g_strdup_printf ("no task of the name “%s” was posted", self->name);

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

static char *
check_next (LsExpectation *self,
            Facts         *facts)
{
  guint32 n_steps = ls_trace_get_n_steps (facts->trace);
  guint32 task;
  const char *name = NULL;

  if (self->number > n_steps)
    return g_strdup_printf (n_steps == 1 ? "the run has only %u step" : "the run has only %u steps", n_steps);

  if (facts->state == NULL)
    facts->state = ls_state_new (facts->trace);
  ls_state_seek (facts->state, ls_runner_find_step (facts->runner, self->number));
  task = ls_state_get_next_task (facts->state);
  if (task != 0)
    name = ls_trace_get_text (facts->trace, ls_state_get_task (facts->state, task)->name);
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
      return check_log_contains (self, facts);
    case LS_EXPECTATION_ORDER:
      return check_order (self, facts);
    case LS_EXPECTATION_RAN:
      return g_hash_table_contains (facts->started, self->name) ? NULL : g_strdup ("it did not run");
    case LS_EXPECTATION_NOT_RAN:
      return g_hash_table_contains (facts->started, self->name) ? g_strdup ("it ran") : NULL;
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
  facts_init (&facts, runner);
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
