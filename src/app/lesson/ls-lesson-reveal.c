/* ls-lesson-reveal.c: goes to the moment of a page, and to where the answer to its question shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-reveal.h"

#include "ls-expectation-watch.h"
#include "ls-explain-past-private.h"

/* The player knows nothing of lessons. */
G_STATIC_ASSERT ((guint) LS_CURTAIN_NEXT == (guint) LS_LESSON_HIDES_NEXT);
G_STATIC_ASSERT ((guint) LS_CURTAIN_WHY == (guint) LS_LESSON_HIDES_WHY);
G_STATIC_ASSERT ((guint) LS_CURTAIN_FUTURE == (guint) LS_LESSON_HIDES_FUTURE);

typedef struct
{
  LsLessonMoment moment;
  gsize          scanned;
} MomentSearch;

static gboolean
find_moment (LsTrace  *trace,
             gsize    *position,
             gpointer  user_data)
{
  MomentSearch *search = user_data;

  return ls_lesson_moment_find (&search->moment, trace, &search->scanned, position);
}

/**
 * ls_lesson_go_to:
 * @player: the player
 * @moment: a moment of its run
 *
 * Goes to a moment, as soon as it has been recorded.
 */
void
ls_lesson_go_to (LsPlayer             *player,
                 const LsLessonMoment *moment)
{
  MomentSearch *search = g_new0 (MomentSearch, 1);

  search->moment = *moment;
  ls_player_seek_when_found (player, find_moment, search, g_free);
}

/* What the right answer says, as it comes true in a run. */
typedef struct
{
  LsExpectation      *holds;
  LsExpectationWatch *watch;   /* NULL before the first look */
  LsState            *state;
  guint32             step;    /* that is looked at next */
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_clear_object (&self->watch);
  g_clear_pointer (&self->state, ls_state_unref);
  ls_expectation_unref (self->holds);
  g_free (self);
}

/* Finds the first step from the question on at whose end the answer is true. */
static gboolean
find_answer (LsTrace  *trace,
             gsize    *position,
             gpointer  user_data)
{
  Search *self = user_data;
  const guint32 n_steps = ls_trace_get_n_steps (trace);

  if (self->watch == NULL)
    {
      self->watch = ls_expectation_watch_new (self->holds, trace);
      self->state = ls_state_new (trace);
    }
  ls_expectation_watch_advance (self->watch, G_MAXSIZE);
  for (; self->step <= n_steps; self->step++)
    {
      *position = ls_trace_find_step (trace, self->step);
      ls_state_seek (self->state, *position);
      if (ls_expectation_watch_holds (self->watch, self->state))
        return TRUE;
    }
  return FALSE;
}

/* Goes to the first step, from @step on, at whose end an expectation is true. */
static void
seek_first (LsPlayer      *player,
            LsExpectation *holds,
            guint32        step)
{
  Search *search = g_new0 (Search, 1);

  search->holds = ls_expectation_ref (holds);
  search->step = step;
  ls_player_seek_when_found (player, find_answer, search, search_free);
}

static LsExpectation *
find_right (const LsLessonPage *page)
{
  for (guint i = 0; i < page->answers->len; i++)
    {
      const LsLessonAnswer *answer = g_ptr_array_index (page->answers, i);

      if (answer->is_right)
        return answer->holds;
    }
  return NULL;
}

/**
 * ls_lesson_reveal:
 * @player: the player, at the moment of @page
 * @page: a page whose question was answered
 * @task: (out): the task to explain there, 0 for none
 *
 * Goes to where the right answer shows: where the page says that is; if the answer says which task is next, to the end of its
 * turn; else to the first step at whose end it is true. Stays at the moment if the answer says nothing that could be looked at.
 *
 * Returns: (transfer full) (nullable): why it is so, if the run can tell
 */
char *
ls_lesson_reveal (LsPlayer           *player,
                  const LsLessonPage *page,
                  guint32            *task)
{
  LsExpectation *holds = find_right (page);
  char *reason;

  *task = 0;
  if (page->reveal.kind != LS_LESSON_MOMENT_NONE && (holds == NULL || ls_expectation_get_kind (holds) != LS_EXPECTATION_NEXT))
    {
      ls_lesson_go_to (player, &page->reveal);
      return NULL;
    }
  /* What an answer says of memory is so at the end. */
  if (holds == NULL || !ls_expectation_kind_can_be_watched (ls_expectation_get_kind (holds)) ||
      ls_expectation_get_kind (holds) == LS_EXPECTATION_MEMORY)
    return NULL;
  if (ls_expectation_get_kind (holds) == LS_EXPECTATION_NEXT)
    {
      LsState *state = ls_player_get_state (player);

      *task = ls_state_get_next_task (state);
      /* The window goes to where it has run. */
      reason = *task != 0 ? ls_explain_say_ran (state) : NULL;
      if (page->reveal.kind != LS_LESSON_MOMENT_NONE)
        ls_lesson_go_to (player, &page->reveal);
      else
        ls_player_step_by (player, LS_STEPPING_TURN, FALSE);
      return reason;
    }

  seek_first (player, holds, ls_player_get_step (player));
  return NULL;
}

/**
 * ls_lesson_reveal_task:
 * @player: the player, with the run of the solution of @page
 * @page: a page with a task
 *
 * Goes to where the solution does the task: where the page says that is, else to the first step at whose end it is done.
 */
void
ls_lesson_reveal_task (LsPlayer           *player,
                       const LsLessonPage *page)
{
  if (page->solved_at.kind != LS_LESSON_MOMENT_NONE)
    ls_lesson_go_to (player, &page->solved_at);
  else
    seek_first (player, page->until, 1);
}

/* A position of the run that may not have been recorded yet. */
static gboolean
find_step_of (LsTrace  *trace,
              gsize    *position,
              gpointer  user_data)
{
  const guint32 step = ls_trace_get_step_at (trace, *(gsize *) user_data - 1) + 1;

  if (step > ls_trace_get_n_steps (trace))
    return FALSE;
  *position = ls_trace_find_step (trace, step);
  return TRUE;
}

/**
 * ls_lesson_reveal_position:
 * @player: the player
 * @position: a position of the run, after at least one record
 *
 * Goes to the end of the step that the record before @position is of.
 */
void
ls_lesson_reveal_position (LsPlayer *player,
                           gsize     position)
{
  ls_player_seek_when_found (player, find_step_of, g_memdup2 (&position, sizeof position), g_free);
}
