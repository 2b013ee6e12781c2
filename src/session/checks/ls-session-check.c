/* ls-session-check.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-check-private.h"

#include "ls-expectation-moment-private.h"
#include "ls-expectation-private.h"
#include "ls-expectation-watch.h"
#include "ls-numbers-private.h"
#include "ls-runner-private.h"
#include "ls-session-private.h"
#include "ls-state.h"
#include "ls-what-if.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
note_started (LsCheckFacts *facts,
              guint32       text)
{
  const char *name = ls_trace_get_text (facts->trace, text);
  GArray *ranks = g_hash_table_lookup (facts->started, name);

  if (ranks == NULL)
    {
      ranks = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (facts->started, (gpointer) name, ranks);
    }
  facts->n_started++;
  g_array_append_val (ranks, facts->n_started);
}

static void
note_record (LsCheckFacts   *facts,
             const LsRecord *record)
{
  LsCheckOutcome outcome = { record->kind, record->text };

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
      g_array_index (facts->states, LsCheckOutcome, record->subject) = outcome;
      break;
    case LS_RECORD_PROMISE_UNHANDLED:
      facts->n_unhandled++;
      G_GNUC_FALLTHROUGH;
    case LS_RECORD_EXCEPTION:
      g_ptr_array_add (facts->uncaught, (gpointer) (ls_trace_get_text (facts->trace, record->text) ?: ""));
      break;
    default:
      break;
    }
}

/* Gathers what expectations look up. @position: that of expectations that name no moment */
void
ls_check_facts_init (LsCheckFacts *facts,
                     LsRunner     *runner,
                     gsize         position)
{
  LsTrace *trace = ls_runner_get_trace (runner);
  gsize n_records;
  const LsRecord *records;

  *facts = (LsCheckFacts) {
    .runner = runner,
    .trace = trace,
    .names = ls_numbers_new (),
    .results = ls_numbers_new (),
    .states = g_array_new (FALSE, TRUE, sizeof (LsCheckOutcome)),
    .started = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref),
    .tasks = g_hash_table_new (g_str_hash, g_str_equal),
    .uncaught = g_ptr_array_new (),
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

void
ls_check_facts_clear (LsCheckFacts *facts)
{
  g_array_unref (facts->names);
  g_array_unref (facts->results);
  g_array_unref (facts->states);
  g_hash_table_unref (facts->started);
  g_hash_table_unref (facts->tasks);
  g_ptr_array_unref (facts->uncaught);
  g_clear_pointer (&facts->lines, g_hash_table_unref);
  g_clear_pointer (&facts->turns, g_free);
  g_clear_pointer (&facts->measured, g_free);
  g_clear_pointer (&facts->state, ls_state_unref);
}

/* A start of a task. */
typedef struct
{
  guint       rank;
  const char *name;
} Start;

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const Start *first = a, *second = b;

  return (first->rank > second->rank) - (first->rank < second->rank);
}

/* Returns (transfer full) those of the names of @self that have started, in the order in which they did. A name that stands there
 * several times is about as many tasks of this name. */
char **
ls_check_find_order (LsExpectation *self,
                     LsCheckFacts  *facts)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) starts = g_array_new (FALSE, FALSE, sizeof (Start));
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; self->lines[i] != NULL; i++)
    {
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, self->lines[i]));
      const GArray *ranks = g_hash_table_lookup (facts->started, self->lines[i]);

      g_hash_table_insert (counts, self->lines[i], GUINT_TO_POINTER (n + 1));
      if (ranks != NULL && n < ranks->len)
        {
          const Start start = { g_array_index (ranks, guint, n), self->lines[i] };

          g_array_append_val (starts, start);
        }
    }
  g_array_sort (starts, compare_starts);
  for (guint i = 0; i < starts->len; i++)
    g_strv_builder_add (names, g_array_index (starts, Start, i).name);

  return g_strv_builder_end (names);
}

static char *
check_order (LsExpectation *self,
             LsCheckFacts  *facts)
{
  g_auto (GStrv) found = ls_check_find_order (self, facts);
  g_autofree char *text = NULL;

  if (g_strv_equal ((const char *const *) found, (const char *const *) self->lines))
    return NULL;
  text = ls_expectation_quote_all ((const char *const *) found);
  return g_strdup_printf (_("found the order %s"), text);
}

/* Returns: the state of the result of the task of @self, %NULL if it has none; @value: what it came to, or "" */
const char *
ls_check_find_result (LsExpectation  *self,
                      LsCheckFacts   *facts,
                      const char    **value)
{
  guint task = GPOINTER_TO_UINT (g_hash_table_lookup (facts->tasks, self->name));
  guint32 promise = ls_numbers_get (facts->results, task);
  const LsCheckOutcome none = { 0 };
  const LsCheckOutcome *outcome;

  if (task == 0)
    return NULL;
  outcome = promise < facts->states->len ? &g_array_index (facts->states, LsCheckOutcome, promise) : &none;
  *value = outcome->text != 0 ? ls_trace_get_text (facts->trace, outcome->text) : "";
  return outcome->kind == LS_RECORD_PROMISE_FULFILLED ? "fulfilled"
         : outcome->kind == LS_RECORD_PROMISE_REJECTED ? "rejected" : "pending";
}

static char *
check_result (LsExpectation *self,
              LsCheckFacts  *facts)
{
  const char *value = "";
  const char *state = ls_check_find_result (self, facts, &value);

  if (state == NULL && g_hash_table_contains (facts->started, self->name))
    return g_strdup_printf (_("“%s” has no result, expected a task of postTask"), self->name);
  if (state == NULL)
    return g_strdup_printf (_("no task named “%s” was posted"), self->name);

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
      LsCheckFacts   *facts,
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
            LsCheckFacts  *facts)
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
              LsCheckFacts  *facts)
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
check_agent (LsExpectation *self,
             LsCheckFacts  *facts)
{
  char *message = NULL;

  return seek (self, facts, &message) ? ls_expectation_check_moment (self, facts->state) : message;
}

static char *
check_posted (LsExpectation *self,
              LsCheckFacts  *facts)
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
       LsCheckFacts  *facts)
{
  switch (self->kind)
    {
    case LS_EXPECTATION_LOG:
      return ls_check_log (self, facts);
    case LS_EXPECTATION_LOG_CONTAINS:
      return ls_check_log_contains (self, facts);
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
    case LS_EXPECTATION_WAITED:
    case LS_EXPECTATION_LONGEST_TURN:
    case LS_EXPECTATION_MISSED_FRAMES:
      return ls_check_bounds (self, facts);
    case LS_EXPECTATION_UNCAUGHT:
      return ls_check_uncaught (self, facts);
    case LS_EXPECTATION_NEVER:
      return ls_check_never (self, facts);
    case LS_EXPECTATION_HOLDERS:
      return ls_expectation_check_holders (self, facts->trace);
    case LS_EXPECTATION_AGENT:
      return check_agent (self, facts);
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
  LsCheckFacts facts;

  ls_check_facts_init (&facts, runner, position);
  for (guint i = 0; i < expectations->len; i++)
    {
      LsExpectation *expectation = g_ptr_array_index (expectations, i);
      LsCheckResult *result = g_new0 (LsCheckResult, 1);

      result->title = ls_expectation_describe (expectation);
      facts.place = 0;
      result->message = check (expectation, runner, &facts);
      result->passed = result->message == NULL;
      result->measured = g_steal_pointer (&facts.measured);
      result->script = g_strdup (expectation->script);
      if (expectation->places != NULL)
        result->line = g_array_index (expectation->places, guint,
                                      result->passed ? 0 : MIN (facts.place, expectation->places->len - 1));
      g_ptr_array_add (results, result);
    }
  ls_check_facts_clear (&facts);

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
 * ls_runner_check_expectations:
 * @runner: a runner with a trace, that has been run
 * @expectations: (element-type LsExpectation): what is expected, such as what the comments of a script say
 *
 * Holds what has happened so far against these expectations.
 *
 * Returns: (transfer full) (element-type LsCheckResult): a result for each expectation, in their order
 */
GPtrArray *
ls_runner_check_expectations (LsRunner  *runner,
                              GPtrArray *expectations)
{
  g_return_val_if_fail (LS_IS_RUNNER (runner), NULL);
  g_return_val_if_fail (expectations != NULL, NULL);

  return ls_runner_check_all (runner, expectations, G_MAXSIZE);
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
