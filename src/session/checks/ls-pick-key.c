/* ls-pick-key.c: which task is next at a moment of a run, and why the others are not
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-pick-key-private.h"

#include <glib/gi18n-lib.h>

#include "ls-explain.h"
#include "ls-state.h"
#include "ls-trace-names-private.h"

/* What a lesson asks to pick, and what the run has next. The author of the lesson writes no key: this is it. */
struct _LsPickKey
{
  LsTrace *trace;
  LsState *state;      /* at the moment */
  LsState *end;        /* of the run */
  guint32  next;       /* 0 for none */
  GArray  *waiting;    /* LsPickCandidate: the next one first */
};

static void
clear_candidate (gpointer data)
{
  LsPickCandidate *candidate = data;

  g_free (candidate->name);
  g_free (candidate->reason);
}

static gboolean
is_waiting (const LsTaskState *task)
{
  return task != NULL && task->status > LS_TASK_STATUS_NONE && task->status < LS_TASK_STATUS_RUNNING;
}

/* Thousands may wait: nobody reads why each of them does. */
static char *
explain (LsPickKey *self,
         guint32    task)
{
  g_autoptr (LsExplanation) explanation = NULL;

  if (self->waiting->len >= LS_PICK_MAX_REASONS)
    return NULL;
  explanation = ls_explain_task (self->state, task);
  return g_strdup (explanation->sentence);
}

static void
add (LsPickKey *self,
     guint32    task)
{
  LsPickCandidate candidate = {
    .task = task, .name = ls_names_say_task (self->state, task), .reason = explain (self, task)
  };

  g_array_append_val (self->waiting, candidate);
}

/* Returns (transfer full) the key for a position of a run that is over. */
LsPickKey *
ls_pick_key_new (LsTrace *trace,
                 gsize    position)
{
  LsPickKey *self = g_new0 (LsPickKey, 1);

  self->trace = g_object_ref (trace);
  self->state = ls_state_new (trace);
  ls_state_seek (self->state, position);
  self->end = ls_state_new (trace);
  ls_state_seek (self->end, G_MAXSIZE);
  self->next = ls_state_get_next_task (self->state);
  self->waiting = g_array_new (FALSE, FALSE, sizeof (LsPickCandidate));
  g_array_set_clear_func (self->waiting, clear_candidate);
  if (is_waiting (ls_state_get_task (self->state, self->next)))
    add (self, self->next);
  for (guint32 task = 0; (task = ls_state_find_next_task (self->state, task)) != 0;)
    if (task != self->next && is_waiting (ls_state_get_task (self->state, task)))
      add (self, task);
  return self;
}

void
ls_pick_key_free (LsPickKey *self)
{
  g_array_unref (self->waiting);
  ls_state_unref (self->state);
  ls_state_unref (self->end);
  g_object_unref (self->trace);
  g_free (self);
}

/* Returns the task that is next, 0 for none. */
guint32
ls_pick_key_get_next (LsPickKey *self)
{
  return self->next;
}

/* Returns (transfer full) the name of the task that is next, as the program has it. */
char *
ls_pick_key_dup_next_name (LsPickKey *self)
{
  const LsTaskState *task = self->next != 0 ? ls_state_get_task (ls_state_get_ahead (self->state), self->next) : NULL;

  return g_strdup (task != NULL && task->name != 0 ? ls_trace_get_text (self->trace, task->name) : "");
}

/* Returns (transfer none) the state at the end of the run, which knows all of its tasks. */
LsState *
ls_pick_key_get_end (LsPickKey *self)
{
  return self->end;
}

/* Returns how many tasks wait at the moment. */
guint
ls_pick_key_get_n_waiting (LsPickKey *self)
{
  return self->waiting->len;
}

/* Returns a task that waits at the moment: the next one first, the others in the order in which they were posted. */
const LsPickCandidate *
ls_pick_key_get_waiting (LsPickKey *self,
                         guint      index)
{
  return &g_array_index (self->waiting, LsPickCandidate, index);
}

/* Returns (transfer full) (nullable) why nobody can be asked to pick the next task at the moment. */
char *
ls_pick_key_find_fault (LsPickKey *self)
{
  g_autofree char *name = NULL;

  if (self->next == 0)
    return g_strdup (_("no task is next where the page begins"));
  name = ls_names_say_task (ls_state_get_ahead (self->state), self->next);
  if (!is_waiting (ls_state_get_task (self->state, self->next)))
    /* Translators: a task */
    return g_strdup_printf (_("%s is next, but has not been posted where the page begins"), name);
  if (self->waiting->len < 2)
    /* Translators: a task */
    return g_strdup_printf (_("only %s waits where the page begins, expected two tasks at least to choose from"), name);
  return NULL;
}

/* Returns (transfer full) (nullable) why a task is not the next one; NULL if it is. */
char *
ls_pick_key_find_mistake (LsPickKey *self,
                          guint32    task)
{
  g_autoptr (LsExplanation) explanation = NULL;

  if (task == self->next)
    return NULL;
  if (!is_waiting (ls_state_get_task (self->state, task)))
    explanation = ls_explain_task (self->state, task);
  else
    explanation = ls_explain_before (self->trace, self->next, task);
  return g_strdup (explanation->sentence);
}
