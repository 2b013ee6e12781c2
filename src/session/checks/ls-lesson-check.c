/* ls-lesson-check.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-check-private.h"

#include "ls-bars-key-private.h"
#include "ls-expectation-private.h"
#include "ls-expectation-watch.h"
#include "ls-lesson-private.h"
#include "ls-order-key-private.h"
#include "ls-pick-key-private.h"
#include "ls-preset-key-private.h"
#include "ls-session-check-private.h"

#include <glib/gi18n-lib.h>

/* Each page runs by itself: once as it stands, and once more with its solution if something is to be done there. */

typedef struct
{
  const LsLessonPage *page;
  guint               number;     /* of the page, from 1 */
  LsSession          *session;    /* for the page, NULL if there is none */
  LsRunner           *runner;     /* NULL if the page cannot be run */
  gsize               position;   /* where the page begins */
  char               *problem;    /* (nullable): why it cannot be checked */
  GPtrArray          *results;    /* LsCheckResult */
} Check;

static void
add_result (Check      *check,
            const char *what,
            const char *message)
{
  LsCheckResult *result = g_new0 (LsCheckResult, 1);

  /* Translators: the number of a page of a lesson, its title, what is said there */
  result->title = g_strdup_printf (_("Page %u, %s: %s"), check->number, check->page->title, what);
  result->passed = message == NULL;
  result->message = g_strdup (message);
  g_ptr_array_add (check->results, result);
}

/* Runs @session, to find where @moment is: by default at the start or at the end. */
LsRunner *
ls_lesson_check_run (LsSession              *session,
                     const LsRunnerOptions  *options,
                     const LsLessonMoment   *moment,
                     gboolean                at_end,
                     GCancellable           *cancellable,
                     gsize                  *position,
                     char                  **problem)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsRunner) runner = ls_runner_new (session, options, &error);
  gsize scanned = 0;

  if (runner == NULL)
    {
      *problem = g_strdup (error->message);
      return NULL;
    }

  ls_runner_run_to_end (runner, cancellable);
  *position = ls_trace_get_length (ls_runner_get_trace (runner));
  if (ls_runner_get_unapplied_actions (runner)->len > 0)
    *problem = g_strdup (_("the moment of an action of this page never comes"));
  else if (ls_runner_get_script_error (runner) != NULL)
    *problem = g_strdup (ls_runner_get_script_error (runner));
  else if (!(at_end && moment->kind == LS_LESSON_MOMENT_NONE) &&
           !ls_lesson_moment_find (moment, ls_runner_get_trace (runner), &scanned, position) &&
           moment->kind != LS_LESSON_MOMENT_TIME)
    *problem = g_strdup (_("the moment of this page never comes"));
  return g_steal_pointer (&runner);
}

gboolean
ls_lesson_check_holds_at (LsExpectation *expectation,
                          LsRunner      *runner,
                          gsize          position)
{
  g_autoptr (LsExpectationWatch) watch = ls_expectation_watch_new (expectation, ls_runner_get_trace (runner));
  g_autoptr (LsState) state = ls_state_new (ls_runner_get_trace (runner));

  ls_expectation_watch_advance (watch, G_MAXSIZE);
  ls_state_seek (state, position);
  return ls_expectation_watch_holds (watch, state);
}

static void
check_expectations (Check     *check,
                    LsRunner  *runner,
                    GPtrArray *expectations,
                    gsize      position)
{
  g_autoptr (GPtrArray) results = NULL;

  if (check->problem != NULL || runner == NULL)
    {
      for (guint i = 0; i < expectations->len; i++)
        {
          g_autofree char *title = ls_expectation_describe (g_ptr_array_index (expectations, i));

          add_result (check, title, check->problem);
        }
      return;
    }

  results = ls_runner_check_all (runner, expectations, position);
  for (guint i = 0; i < results->len; i++)
    {
      const LsCheckResult *result = g_ptr_array_index (results, i);

      add_result (check, result->title, result->passed ? NULL : result->message);
    }
}

/* Returns: (transfer full) (nullable): what is wrong with an answer. @result: how what it says came out */
static char *
find_mistake (const LsLessonAnswer *answer,
              const LsCheckResult  *result)
{
  g_autofree char *text = ls_json_quote (answer->text);

  if (answer->is_right && !result->passed)
    /* Translators: an answer, what it says, why that is not so */
    return g_strdup_printf (_("the answer %s is marked as right, but: %s: %s"), text, result->title, result->message);
  if (!answer->is_right && result->passed)
    /* Translators: an answer, and what it says, which is so */
    return g_strdup_printf (_("the answer %s is marked as wrong, but: %s"), text, result->title);
  return NULL;
}

/* Returns (nullable) why the window cannot go where the page says that its answer shows. */
static const char *
find_mistake_in_reveal (Check *check)
{
  gsize position = 0, scanned = 0;

  if (check->page->reveal.kind == LS_LESSON_MOMENT_NONE)
    return NULL;
  if (!ls_lesson_moment_find (&check->page->reveal, ls_runner_get_trace (check->runner), &scanned, &position) &&
      check->page->reveal.kind != LS_LESSON_MOMENT_TIME)
    return _("the moment of “reveal” never comes");
  return position < check->position ? _("the moment of “reveal” is before that of the page") : NULL;
}

/* Returns: (transfer full) (nullable): what is wrong with the answers of a question */
static char *
find_mistake_in_answers (Check *check)
{
  g_autoptr (GPtrArray) expectations = g_ptr_array_new ();
  g_autoptr (GPtrArray) answers = g_ptr_array_new ();
  g_autoptr (GPtrArray) results = NULL;
  char *mistake = NULL;

  for (guint i = 0; i < check->page->answers->len; i++)
    {
      LsLessonAnswer *answer = g_ptr_array_index (check->page->answers, i);

      if (answer->holds == NULL)
        continue;
      g_ptr_array_add (answers, answer);
      g_ptr_array_add (expectations, answer->holds);
    }

  results = ls_runner_check_all (check->runner, expectations, check->position);
  for (guint i = 0; i < results->len && mistake == NULL; i++)
    mistake = find_mistake (g_ptr_array_index (answers, i), g_ptr_array_index (results, i));
  return mistake != NULL ? mistake : g_strdup (find_mistake_in_reveal (check));
}

/* Returns: (transfer full) (nullable): why the run has no order of what is to be put into order */
static char *
find_mistake_in_rows (Check *check)
{
  g_autoptr (LsOrderKey) key = ls_order_key_new ((const char *const *) check->page->rows, check->page->rows_are_tasks,
                                                 ls_runner_get_trace (check->runner));

  return ls_order_key_find_fault (key, check->position, ls_runner_get_state (check->runner) == LS_RUNNER_FINISHED);
}

/* Returns: (transfer full) (nullable): why what is to be placed in time has no place in the run */
static char *
find_mistake_in_bars (Check *check)
{
  g_autoptr (LsBarsKey) key = ls_bars_key_new ((const char *const *) check->page->rows, ls_runner_get_trace (check->runner),
                                               check->position);

  return ls_bars_key_find_fault (key, check->page->tolerance);
}

/* Returns: (transfer full) (nullable): why no preset can be told by what the page's program prints */
static char *
find_mistake_in_presets (Check                 *check,
                         const LsRunnerOptions *options,
                         GCancellable          *cancellable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsPresetKey) key = ls_preset_key_new (check->session, (const char *const *) check->page->presets, options, cancellable,
                                                   &error);

  return key != NULL ? ls_preset_key_find_fault (key) : g_strdup (error->message);
}

/* Returns: (transfer full) (nullable): why nobody can pick the task that is next */
static char *
find_mistake_in_pick (Check *check)
{
  g_autoptr (LsPickKey) key = ls_pick_key_new (ls_runner_get_trace (check->runner), check->position);

  return ls_pick_key_find_fault (key);
}

static void
check_question (Check                 *check,
                const LsRunnerOptions *options,
                GCancellable          *cancellable)
{
  g_autofree char *mistake = NULL;

  if (check->problem == NULL)
    mistake = check->page->rows_are_bars         ? find_mistake_in_bars (check)
              : check->page->rows[0] != NULL     ? find_mistake_in_rows (check)
              : check->page->picks_next          ? find_mistake_in_pick (check)
              : check->page->presets[0] != NULL  ? find_mistake_in_presets (check, options, cancellable)
                                                 : find_mistake_in_answers (check);
  add_result (check, check->page->question, check->problem != NULL ? check->problem : mistake);
}

/* Runs the page with its solution, to where that is to hold. Returns (transfer full) (nullable) the runner; @message becomes
 * (transfer full) (nullable) why nothing can be said of it. */
static LsRunner *
run_solution (Check                  *check,
              LsSession              *session,
              const LsRunnerOptions  *options,
              GCancellable           *cancellable,
              gsize                  *position,
              char                  **message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) solved = NULL;
  LsRunner *runner = NULL;

  *message = g_steal_pointer (&check->problem);
  if (*message != NULL)
    return NULL;
  solved = ls_session_new_for_page (session, check->number - 1, TRUE, &error);
  if (solved != NULL)
    runner = ls_lesson_check_run (solved, options, &check->page->solved_at, TRUE, cancellable, position, &check->problem);
  if (runner != NULL && check->page->is_solved_by_schedule && check->problem == NULL)
    check->problem = ls_runner_dup_schedule_problem (runner);
  *message = g_strdup (error != NULL ? error->message : check->problem);
  return runner;
}

/* Returns (nullable) why a task is none, or is not done by its solution, which @runner has run. */
static const char *
find_fault_of_task (const Check *check,
                    LsRunner    *runner,
                    gsize        position)
{
  const LsLessonPage *page = check->page;

  if (ls_lesson_check_holds_at (page->until, check->runner, check->position))
    return _("the task is already done when the page begins");
  if ((page->is_solved_by_schedule ||
       (page->solution != NULL && json_array_get_length (json_node_get_array (page->solution)) > 0)) &&
      ls_lesson_check_holds_at (page->until, check->runner, ls_trace_get_length (ls_runner_get_trace (check->runner))))
    return _("it comes true without any action");
  return ls_lesson_check_holds_at (page->until, runner, position) ? NULL : _("the task is not done after the solution");
}

/* Whether a run shows all that an exercise asks for. */
static gboolean
is_fulfilled (LsRunner  *runner,
              GPtrArray *goals)
{
  g_autoptr (GPtrArray) results = ls_runner_check_expectations (runner, goals);

  for (guint i = 0; i < results->len; i++)
    if (!((LsCheckResult *) g_ptr_array_index (results, i))->passed)
      return FALSE;
  return ls_runner_get_state (runner) == LS_RUNNER_FINISHED;
}

/* Likewise for an exercise: what its solution does not do is told for each expectation. */
static const char *
find_fault_of_exercise (const Check *check,
                        LsRunner    *runner)
{
  if (is_fulfilled (check->runner, check->page->goals))
    return check->page->par > 0 ? _("all of it comes about without any action")
                                : _("the program does all of it before it is changed");
  return ls_runner_get_state (runner) == LS_RUNNER_FINISHED ? NULL : _("the program of the solution does not come to its end");
}

/* Returns (transfer full) (nullable) why the par is not that of the solution of @solved: one of its actions is not needed. */
static char *
find_needless_action (const Check           *check,
                      LsSession             *solved,
                      const LsRunnerOptions *options,
                      GCancellable          *cancellable)
{
  const guint n_actions = ls_session_get_n_actions (solved);

  for (guint i = 0; i < check->page->par; i++)
    {
      const LsLessonMoment end = { LS_LESSON_MOMENT_NONE };
      g_autoptr (LsSession) fewer = ls_session_copy (solved);
      g_autoptr (LsRunner) runner = NULL;
      g_autofree char *problem = NULL;
      gsize position;

      /* Another one may build upon it. */
      if (!ls_session_remove_action (fewer, n_actions - check->page->par + i, NULL))
        continue;
      runner = ls_lesson_check_run (fewer, options, &end, TRUE, cancellable, &position, &problem);
      if (runner != NULL && problem == NULL && is_fulfilled (runner, check->page->goals))
        return g_strdup_printf (_("all of it comes about without action %u of the solution as well"), i + 1);
    }
  return NULL;
}

/* Checks the task or the exercise of a page. */
static void
check_solution (Check                 *check,
                LsSession             *session,
                const LsRunnerOptions *options,
                GCancellable          *cancellable)
{
  const LsLessonPage *page = check->page;
  g_autofree char *problem = NULL, *needless = NULL, *title = NULL;
  gsize position = 0;
  g_autoptr (LsRunner) runner = run_solution (check, session, options, cancellable, &position, &problem);
  const char *message = problem;

  if (message == NULL)
    message = page->task != NULL ? find_fault_of_task (check, runner, position) : find_fault_of_exercise (check, runner);
  if (message == NULL && page->par > 0)
    message = needless = find_needless_action (check, ls_runner_get_session (runner), options, cancellable);
  /* Translators: what is to be done, and in how many actions it can be done */
  title = page->par > 0 ? g_strdup_printf (_("%s (par %u)"), page->exercise, page->par) : NULL;
  add_result (check, title != NULL ? title : page->task != NULL ? page->task : page->exercise, message);
  if (check->problem == NULL && message != NULL && runner == NULL)
    check->problem = g_strdup (message);
  check_expectations (check, runner, page->task != NULL ? page->solved_expectations : page->goals, position);
}

/* Checks whether the program of the page has the lines that the page is about. */
static void
check_lines (Check *check)
{
  const LsLessonPage *page = check->page;
  LsProgram *program = check->session != NULL ? ls_session_get_program (check->session) : NULL;
  const gboolean has_script = program != NULL && ls_program_get_n_scripts (program) > 0;
  const char *source = has_script ? ls_script_get_text (ls_program_get_script (program, 0)) : "";
  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);
  guint n_lines = g_strv_length (lines);
  g_autofree char *message = NULL;

  /* A line break ends the last line, and begins none. */
  if (n_lines > 0 && *lines[n_lines - 1] == '\0')
    n_lines--;
  if (check->problem != NULL)
    message = g_strdup (check->problem);
  else if (page->last_line > n_lines)
    message = g_strdup_printf (ngettext ("the first script has %u line, expected line %u",
                                         "the first script has %u lines, expected line %u", n_lines), n_lines, page->last_line);
  add_result (check, _("its lines are in the program"), message);
}

static void
check_page (LsSession             *session,
            guint                  index,
            const LsRunnerOptions *options,
            GCancellable          *cancellable,
            GPtrArray             *results)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsSession) copy = ls_session_new_for_page (session, index, FALSE, &error);
  Check check = { ls_lesson_get_page (ls_session_get_lesson (session), index), index + 1, copy, .results = results };

  if (copy != NULL)
    check.runner = ls_lesson_check_run (copy, options, &check.page->at, FALSE, cancellable, &check.position, &check.problem);
  else
    check.problem = g_strdup (error->message);

  add_result (&check, _("its moment comes"), check.problem);
  if (check.page->first_line > 0)
    check_lines (&check);
  check_expectations (&check, check.runner, check.page->expectations, check.position);
  if (check.page->question != NULL)
    check_question (&check, options, cancellable);
  if (check.page->task != NULL || check.page->exercise != NULL)
    check_solution (&check, session, options, cancellable);
  g_clear_object (&check.runner);
  g_free (check.problem);
}

/**
 * ls_lesson_count_checks:
 * @lesson: a lesson
 *
 * Counts the results that [method@Session.check_lesson] has for the lesson.
 *
 * Returns: how many results [method@Session.check_lesson] has for it
 */
guint
ls_lesson_count_checks (LsLesson *lesson)
{
  guint n_checks = 0;

  g_return_val_if_fail (lesson != NULL, 0);

  for (guint i = 0; i < lesson->pages->len; i++)
    {
      const LsLessonPage *page = g_ptr_array_index (lesson->pages, i);

      n_checks += 1 + (page->first_line > 0) + page->expectations->len + (page->question != NULL) +
                  (page->task != NULL ? 1 + page->solved_expectations->len : 0) +
                  (page->exercise != NULL ? 1 + page->goals->len : 0);
    }
  return n_checks;
}

/**
 * ls_session_check_lesson:
 * @session: a session with a lesson
 * @options: (nullable): how to run it
 * @cancellable: (nullable): to give up
 *
 * Runs each page of a lesson and holds what it says against what happens. Its moment has to come, and its claims have to hold. The
 * lines of the program that it names have to be there, and where its answer shows has to come, after its moment. The answer that
 * the lesson calls right has to be right, and no other one. What is to be put into order must have an order that is not known yet,
 * tasks that are to be placed in time must have one turn each, a task that is to be picked must wait among others, and
 * presets that are to be told apart must not print the same. What is to be done must be open when the page begins, must not come
 * about by itself, and must be done once the lesson's solution was carried out. The program of an exercise must not yet do what it
 * is to do, and the program of its solution must. What is to be done in few actions must need each of those of the solution.
 *
 * Returns: (transfer full) (element-type LsCheckResult): [method@Lesson.count_checks] results, fewer if it was cancelled
 */
GPtrArray *
ls_session_check_lesson (LsSession             *session,
                         const LsRunnerOptions *options,
                         GCancellable          *cancellable)
{
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_check_result_free);
  guint n_pages;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);
  g_return_val_if_fail (ls_session_get_lesson (session) != NULL, NULL);
  g_return_val_if_fail (options == NULL || !options->without_trace, NULL);

  n_pages = ls_lesson_get_n_pages (ls_session_get_lesson (session));
  for (guint i = 0; i < n_pages && !g_cancellable_is_cancelled (cancellable); i++)
    check_page (session, i, options, cancellable, results);

  return g_steal_pointer (&results);
}
