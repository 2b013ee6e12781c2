/* ls-session-check.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-check-private.h"

#include "ls-expectation-private.h"
#include "ls-expectation-watch.h"
#include "ls-numbers-private.h"
#include "ls-runner-private.h"
#include "ls-session-private.h"
#include "ls-state.h"
#include "ls-what-if.h"

#include <glib/gi18n-lib.h>

/* Expectations read only the trace of a run. There may be as many of them as tasks, so one pass gathers what all of them look
 * up. */

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
  gsize       position;    /* of expectations that name no moment */
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
        ls_numbers_set (facts->names, record->subject, record->text);
      break;
    case LS_RECORD_TASK_STARTED:
      if (ls_numbers_get (facts->names, record->subject) != 0)
        note_started (facts, ls_numbers_get (facts->names, record->subject));
      break;
    case LS_RECORD_PROMISE_CREATED:
      if (record->object != 0 && ls_numbers_get (facts->results, record->object) == 0)
        ls_numbers_set (facts->results, record->object, record->subject);
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
            LsRunner *runner,
            gsize     position)
{
  LsTrace *trace = ls_runner_get_trace (runner);
  gsize n_records;
  const LsRecord *records;

  *facts = (Facts) {
    .runner = runner,
    .trace = trace,
    .names = ls_numbers_new (),
    .results = ls_numbers_new (),
    .states = g_array_new (FALSE, TRUE, sizeof (Outcome)),
    .started = g_hash_table_new (g_str_hash, g_str_equal),
    .tasks = g_hash_table_new (g_str_hash, g_str_equal),
    .position = MIN (position, ls_trace_get_length (trace)),
  };

  for (gsize at = 0; at < ls_trace_get_length (trace); at += n_records)
    {
      records = ls_trace_peek_records (trace, at, &n_records);
      for (gsize i = 0; i < n_records; i++)
        note_record (facts, &records[i]);
    }

  for (guint task = 1; task < facts->names->len; task++)
    {
      const char *name = ls_trace_get_text (trace, ls_numbers_get (facts->names, task));

      if (name != NULL && ls_numbers_get (facts->results, task) != 0 && !g_hash_table_contains (facts->tasks, name))
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
check_log (LsExpectation *self,
           LsRunner      *runner)
{
  guint n = g_strv_length (self->lines);
  guint n_lines = ls_runner_get_n_log_lines (runner);

  for (guint i = 0; i < MAX (n, n_lines); i++)
    {
      const char *found = ls_runner_get_log_line (runner, i);

      if (i >= n)
        return g_strdup_printf (_("line %u: found “%s”, expected the end of the log"), i + 1, found);
      if (found == NULL)
        return g_strdup_printf (_("line %u: found the end of the log, expected “%s”"), i + 1, self->lines[i]);
      if (!g_str_equal (found, self->lines[i]))
        return g_strdup_printf (_("line %u: found “%s”, expected “%s”"), i + 1, found, self->lines[i]);
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

/* Returns: the number of the first line @line at @from or after it */
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
        return i == 0 ? g_strdup_printf (_("found no line “%s”"), self->lines[i])
                      : g_strdup_printf (_("found no line “%s” after “%s”"), self->lines[i], self->lines[i - 1]);
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
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autofree char *text = NULL;

  for (guint i = 0; self->lines[i] != NULL; i++)
    if (g_hash_table_contains (facts->started, self->lines[i]) && g_hash_table_add (names, self->lines[i]))
      g_ptr_array_add (found, self->lines[i]);
  g_ptr_array_sort_with_data (found, compare_ranks, facts->started);
  g_ptr_array_add (found, NULL);

  if (g_strv_equal ((const char *const *) found->pdata, (const char *const *) self->lines))
    return NULL;
  text = ls_expectation_quote_all ((const char *const *) found->pdata);
  return g_strdup_printf (_("found the order %s"), text);
}

static char *
check_result (LsExpectation *self,
              Facts         *facts)
{
  guint task = GPOINTER_TO_UINT (g_hash_table_lookup (facts->tasks, self->name));
  guint32 promise = ls_numbers_get (facts->results, task);
  const Outcome none = { 0 };
  const Outcome *outcome;
  const char *state;
  const char *value;

  if (task == 0 && g_hash_table_contains (facts->started, self->name))
    return g_strdup_printf (_("“%s” has no result, expected a task of postTask"), self->name);
  if (task == 0)
    return g_strdup_printf (_("no task named “%s” was posted"), self->name);

  outcome = promise < facts->states->len ? &g_array_index (facts->states, Outcome, promise) : &none;
  state = outcome->kind == LS_RECORD_PROMISE_FULFILLED ? "fulfilled"
          : outcome->kind == LS_RECORD_PROMISE_REJECTED ? "rejected" : "pending";
  value = outcome->text != 0 ? ls_trace_get_text (facts->trace, outcome->text) : "";
  if (!g_str_equal (state, self->state))
    /* Translators: “fulfilled”, “rejected” or “pending”, and a value */
    return *value != '\0' ? g_strdup_printf (_("it is %s with “%s”"), state, value) : g_strdup_printf (_("it is %s"), state);
  if (self->value != NULL && g_strcmp0 (value, self->value) != 0)
    return g_strdup_printf (_("found “%s”, expected “%s”"), value, self->value);
  return NULL;
}

/* Moves to the moment that an expectation is about. Returns FALSE with @message set if there is none. */
static gboolean
seek (LsExpectation  *self,
      Facts          *facts,
      char          **message)
{
  guint32 n_steps = ls_trace_get_n_steps (facts->trace);

  if (self->has_step && self->number > n_steps)
    {
      *message = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "the run has only %u step", "the run has only %u steps", n_steps),
                                  n_steps);
      return FALSE;
    }

  if (facts->state == NULL)
    facts->state = ls_state_new (facts->trace);
  ls_state_seek (facts->state, self->has_step ? ls_runner_find_step (facts->runner, self->number) : facts->position);
  return TRUE;
}

static char *
check_next (LsExpectation *self,
            Facts         *facts)
{
  char *message = NULL;
  guint32 task;
  const char *name = NULL;

  if (!seek (self, facts, &message))
    return message;

  task = ls_state_get_next_task (facts->state);
  if (task != 0)
    name = ls_trace_get_text (facts->trace, ls_state_get_task (ls_state_get_ahead (facts->state), task)->name);
  if (g_strcmp0 (name, self->name) == 0)
    return NULL;
  return name != NULL ? g_strdup_printf (_("found “%s”"), name) : g_strdup (_("found no next task"));
}

static char *
check_signal (LsExpectation *self,
              Facts         *facts)
{
  const LsSignalState *signal;
  char *message = NULL;
  guint32 id;

  if (!seek (self, facts, &message))
    return message;

  id = ls_what_if_find_signal (facts->state, self->name, NULL);
  if (id == 0)
    return g_strdup (_("there is no such signal at that step"));
  signal = ls_state_get_signal (facts->state, id);
  if (self->priority != LS_TASK_PRIORITY_NONE && signal->priority != self->priority)
    return signal->priority == LS_TASK_PRIORITY_NONE
             ? g_strdup (_("it has no priority"))
             : g_strdup_printf (_("found priority %s"), ls_task_priority_to_string (signal->priority));
  if (self->aborted != -1 && !!signal->aborted != self->aborted)
    return g_strdup (signal->aborted ? _("it is aborted") : _("it is not aborted"));
  return NULL;
}

static char *
check_posted (LsExpectation *self,
              Facts         *facts)
{
  g_autoptr (LsExpectationWatch) watch = ls_expectation_watch_new (self, facts->trace);

  if (facts->state == NULL)
    facts->state = ls_state_new (facts->trace);
  ls_state_seek (facts->state, ls_trace_get_length (facts->trace));
  ls_expectation_watch_advance (watch, G_MAXSIZE);
  return ls_expectation_watch_holds (watch, facts->state) ? NULL : g_strdup (_("found no such task"));
}

/* Returns: (transfer full) (nullable): what was found instead of what is expected */
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
      return g_hash_table_contains (facts->started, self->name) ? NULL : g_strdup (_("it did not run"));
    case LS_EXPECTATION_NOT_RAN:
      return g_hash_table_contains (facts->started, self->name) ? g_strdup (_("it ran")) : NULL;
    case LS_EXPECTATION_RESULT:
      return check_result (self, facts);
    case LS_EXPECTATION_NEXT:
      return check_next (self, facts);
    case LS_EXPECTATION_UNHANDLED_REJECTIONS:
      return facts->n_unhandled == self->number ? NULL : g_strdup_printf (_("found %u"), facts->n_unhandled);
    case LS_EXPECTATION_FINISHED:
      if ((ls_runner_get_state (runner) == LS_RUNNER_FINISHED) == self->flag)
        return NULL;
      return g_strdup (ls_runner_get_message (runner) != NULL ? ls_runner_get_message (runner) : _("it finished"));
    case LS_EXPECTATION_SIGNAL:
      return check_signal (self, facts);
    case LS_EXPECTATION_POSTED:
      return check_posted (self, facts);
    case LS_EXPECTATION_MEMORY:
    case LS_EXPECTATION_UNLOCKED:
    case LS_EXPECTATION_NOBODY_WAITS:
      return ls_runner_check_agents (runner, self);
    default:
      g_return_val_if_reached (NULL);
    }
}

/* Returns an LsCheckResult for each of @expectations, held against what @runner has run, with a trace. @position: that of
 * expectations that name no moment; G_MAXSIZE for the end of the trace */
GPtrArray *
ls_runner_check_all (LsRunner  *runner,
                     GPtrArray *expectations,
                     gsize      position)
{
  GPtrArray *results = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_check_result_free);
  Facts facts;

  facts_init (&facts, runner, position);
  for (guint i = 0; i < expectations->len; i++)
    {
      LsExpectation *expectation = g_ptr_array_index (expectations, i);
      LsCheckResult *result = g_new0 (LsCheckResult, 1);

      result->title = ls_expectation_describe (expectation);
      result->message = check (expectation, runner, &facts);
      result->passed = result->message == NULL;
      g_ptr_array_add (results, result);
    }
  facts_clear (&facts);

  return results;
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
  g_return_val_if_fail (LS_IS_RUNNER (runner), NULL);

  return ls_runner_check_all (runner, ls_session_get_document (ls_runner_get_session (runner))->expectations,
                              G_MAXSIZE);
}

/**
 * ls_session_check:
 * @session: a session
 * @options: (nullable): how to run it
 * @results: (out) (optional) (transfer full) (element-type LsCheckResult): a result for each expectation, in their order
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Runs a session to its end and holds the run against its expectations. It is no error if a budget stops the run: a session may
 * expect that.
 *
 * Returns: whether all expectations came true; %FALSE with @error set if the session could not be run
 */
gboolean
ls_session_check (LsSession              *session,
                  const LsRunnerOptions  *options,
                  GPtrArray             **results,
                  GError                **error)
{
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (GPtrArray) all = NULL;
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
