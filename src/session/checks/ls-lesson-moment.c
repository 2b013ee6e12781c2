/* ls-lesson-moment.c: writes a page of a lesson about a moment of a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-moment-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-character-private.h"
#include "ls-explain.h"
#include "ls-lesson.h"
#include "ls-pick-key-private.h"
#include "ls-session-private.h"

#define MAX_WRONG 4         /* answers */
#define MAX_NAME 100        /* characters of an answer */
#define MAX_ACTIONS 100     /* of a page */

typedef struct
{
  LsSession      *session;
  LsTrace        *trace;
  LsLessonMoment  at;
  LsState        *state;       /* at the moment */
  LsState        *choice;      /* where the next task is chosen, the moment itself where that is not recorded */
  LsPickKey      *key;
  GArray         *waiting;     /* guint32: tasks, the oldest first */
  JsonArray      *actions;
  gboolean        has_times;   /* whether times are the same in each run */
  gboolean        has_moment;  /* whether @at is where @state is */
  gboolean        has_run;     /* whether the page can have the actions of the run */
} Moment;

/* Returns (transfer full) the actions of a session. Where a page has no room for all, what is switched off stays away. */
static JsonArray *
copy_actions (LsSession *session)
{
  JsonObject *root = json_node_get_object (ls_session_get_document (session)->root);
  JsonNode *node = json_object_get_member (root, "actions");
  JsonArray *all = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  JsonArray *copy = json_array_new ();
  const guint n_actions = all != NULL ? json_array_get_length (all) : 0;

  for (guint i = 0; i < n_actions; i++)
    if (n_actions <= MAX_ACTIONS ||
        json_object_get_boolean_member_with_default (json_array_get_object_element (all, i), "enabled", TRUE))
      json_array_add_element (copy, json_node_copy (json_array_get_element (all, i)));
  return copy;
}

/* Whether the end of a turn is at @position: @at becomes that. */
static gboolean
is_turn (LsTrace        *trace,
         gsize           position,
         LsLessonMoment *at)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  gsize scanned = 0, found = 0;

  ls_state_seek (state, position);
  *at = (LsLessonMoment) { LS_LESSON_MOMENT_TURN, ls_state_get_turn (state) };
  return ls_lesson_moment_find (at, trace, &scanned, &found) && found == position;
}

/* Finds the moment of a lesson at a position or, where there is none, the last one before it. Moves @position there. */
static gboolean
find_moment (LsTrace        *trace,
             LsLessonMoment *at,
             gsize          *position)
{
  LsLessonMoment step = { LS_LESSON_MOMENT_STEP };
  gsize scanned = 0, found = 0;

  *position = CLAMP (*position, ls_trace_get_start (trace), ls_trace_get_length (trace));
  if (is_turn (trace, *position, at))
    return TRUE;
  step.value = ls_trace_get_step_at (trace, *position);
  /* What was forgotten is at the start of what is left. */
  if (!ls_lesson_moment_find (&step, trace, &scanned, &found) || (found <= ls_trace_get_start (trace) && found > 0))
    return FALSE;
  *position = found;
  if (!is_turn (trace, found, at))
    *at = step;
  return TRUE;
}

/* Compares two tasks that wait: the oldest first, then what will be queued, in the order in which that happens. */
static int
compare_age (gconstpointer a,
             gconstpointer b,
             gpointer      state)
{
  const LsTaskState *one = ls_state_get_task (state, *(const guint32 *) a);
  const LsTaskState *other = ls_state_get_task (state, *(const guint32 *) b);
  const gboolean is_late = one->status == LS_TASK_STATUS_DELAYED, is_other_late = other->status == LS_TASK_STATUS_DELAYED;

  if (is_late != is_other_late)
    return is_late - is_other_late;
  if (is_late && one->due_at != other->due_at)
    return one->due_at < other->due_at ? -1 : 1;
  if (!is_late && one->enqueue_order != other->enqueue_order)
    return one->enqueue_order < other->enqueue_order ? -1 : 1;
  return one->id < other->id ? -1 : one->id > other->id;
}

static void
moment_init (Moment    *self,
             LsSession *session,
             LsTrace   *trace,
             gsize      position)
{
  gsize selection;

  *self = (Moment) { .session = session, .trace = trace, .actions = copy_actions (session) };
  self->has_times = ls_session_get_document (session)->settings->clock == LS_CLOCK_VIRTUAL;
  self->has_run = json_array_get_length (self->actions) <= MAX_ACTIONS;
  self->has_moment = find_moment (trace, &self->at, &position);
  self->state = ls_state_new (trace);
  ls_state_seek (self->state, position);
  self->key = ls_pick_key_new (trace, position);
  selection = ls_explain_find_selection (trace, ls_pick_key_get_next (self->key));
  self->choice = ls_state_new (trace);
  ls_state_seek (self->choice, selection != G_MAXSIZE && selection > position ? selection : position);
  self->waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < ls_pick_key_get_n_waiting (self->key); i++)
    g_array_append_val (self->waiting, ls_pick_key_get_waiting (self->key, i)->task);
  g_array_sort_with_data (self->waiting, compare_age, self->state);
}

static void
moment_clear (Moment *self)
{
  json_array_unref (self->actions);
  g_array_unref (self->waiting);
  ls_pick_key_free (self->key);
  ls_state_unref (self->choice);
  ls_state_unref (self->state);
}

static guint32
get_waiting (const Moment *self,
             guint         index)
{
  return g_array_index (self->waiting, guint32, index);
}

static const char *
get_name (const Moment *self,
          guint32       id)
{
  const LsTaskState *task = ls_state_get_task (self->state, id);

  return task->name != 0 ? ls_trace_get_text (self->trace, task->name) : NULL;
}

/* Whether a name can be the text of an answer: one that is no prose. */
static gboolean
can_be_answer (const char *name)
{
  if (name == NULL || *name == '\0' || strpbrk (name, "`*") != NULL || !g_utf8_validate (name, -1, NULL) ||
      g_utf8_strlen (name, -1) > MAX_NAME)
    return FALSE;
  for (; *name != '\0'; name = g_utf8_next_char (name))
    if (ls_character_is_unsafe (g_utf8_get_char (name)))
      return FALSE;
  return TRUE;
}

/* Whether the names of the tasks that wait tell them apart. */
static gboolean
have_own_names (const Moment *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->waiting->len; i++)
    {
      const char *name = get_name (self, get_waiting (self, i));

      if (!can_be_answer (name) || !g_hash_table_add (names, (gpointer) name))
        return FALSE;
    }
  return TRUE;
}

/* Returns how urgent a task that waits looks: less is more urgent. */
static guint
get_urgency (const Moment *self,
             guint32       id)
{
  const LsTaskState *task = ls_state_get_task (self->state, id);
  const LsQueueState *queue = task->queue != 0 ? ls_state_get_queue (self->state, task->queue) : NULL;
  const guint rank = queue != NULL ? ls_state_get_effective_priority_rank (self->state, queue->effective_priority)
                                   : ls_state_get_rank (self->state, task->queue_type);

  return (task->status == LS_TASK_STATUS_DELAYED ? 1u << 16 : 0) + (rank << 8) +
         (queue != NULL ? LS_N_EFFECTIVE_PRIORITIES - queue->effective_priority : 0);
}

/* Returns the most urgent of the tasks that wait but for the next one and the oldest of the others; 0 for none. */
static guint32
find_urgent (const Moment *self,
             guint32       next,
             guint32       oldest)
{
  guint32 urgent = 0;

  for (guint i = 0; i < self->waiting->len; i++)
    {
      const guint32 id = get_waiting (self, i);

      if (id != next && id != oldest && (urgent == 0 || get_urgency (self, id) < get_urgency (self, urgent)))
        urgent = id;
    }
  return urgent;
}

/* Returns (transfer full) (element-type guint32) the tasks to choose from, the oldest first: the next one, the oldest and the most
 * urgent of the others, which tempt most, and then more of them. */
static GArray *
choose_answers (const Moment *self)
{
  const guint32 next = ls_pick_key_get_next (self->key);
  const guint32 oldest = get_waiting (self, get_waiting (self, 0) == next);
  const guint32 urgent = find_urgent (self, next, oldest);
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n_more = MAX_WRONG - (urgent != 0 ? 2 : 1);

  for (guint i = 0; i < self->waiting->len; i++)
    {
      const guint32 id = get_waiting (self, i);
      const gboolean is_fixed = id == next || id == oldest || id == urgent;

      if (is_fixed || n_more > 0)
        g_array_append_val (chosen, id);
      n_more -= !is_fixed && n_more > 0;
    }
  return chosen;
}

static void
add_because (const Moment        *self,
             const LsExplanation *explanation,
             JsonObject          *object)
{
  g_autofree char *sentence = g_utf8_make_valid (explanation->sentence, -1);
  g_autofree char *prose = ls_lesson_moment_to_prose (self->state, sentence, self->waiting);

  json_object_set_string_member (object, "because", prose);
}

static void
add_answer (const Moment *self,
            guint32       id,
            JsonArray    *answers)
{
  g_autoptr (LsExplanation) explanation = ls_explain_task (self->choice, id);
  JsonObject *answer = json_object_new ();
  JsonObject *holds = json_object_new ();

  json_object_set_string_member (answer, "text", get_name (self, id));
  if (id == ls_pick_key_get_next (self->key))
    json_object_set_boolean_member (answer, "right", TRUE);
  add_because (self, explanation, answer);
  json_object_set_string_member (holds, "next", get_name (self, id));
  json_object_set_object_member (answer, "holds", holds);
  json_array_add_object_element (answers, answer);
}

static void
add_clause (const LsExplanation *explanation,
            JsonObject          *question)
{
  if (explanation->clause == LS_CLAUSE_NONE)
    return;
  json_object_set_string_member (question, "clause", ls_clause_get_nick (explanation->clause));
  if (explanation->first_step > 0)
    json_object_set_int_member (question, "step", explanation->first_step);
}

/* Whether actions are still to be done at the moment, which is at the end of the trace and between two turns. Each is a step. */
static gboolean
has_pending_actions (const Moment *self)
{
  const LsLessonMoment end = { LS_LESSON_MOMENT_TURN, ls_state_get_turn (self->state) };
  gsize scanned = 0, position = 0;
  guint n_actions = 0;
  LsStamp now;

  ls_stamp_init_from_state (&now, self->state);
  for (guint i = 0; i < ls_session_get_n_actions (self->session); i++)
    {
      LsAction *action = ls_session_get_action (self->session, i);
      LsStamp stamp;

      ls_action_get_stamp (action, &stamp);
      n_actions += ls_action_get_enabled (action, NULL) && ls_stamp_compare (&stamp, &now) == 0;
    }
  if (n_actions == 0)
    return FALSE;
  return !ls_lesson_moment_find (&end, self->trace, &scanned, &position) ||
         ls_trace_get_step_at (self->trace, ls_state_get_position (self->state)) <
           ls_trace_get_step_at (self->trace, position) + n_actions;
}

/* Whether it is sure which task is next. Where the trace ends, callbacks and actions that come first may change it. */
static gboolean
is_sure (const Moment *self)
{
  const LsNextBasis basis = ls_state_get_next_basis (self->state);

  return basis == LS_NEXT_RECORDED || (basis == LS_NEXT_CERTAIN && !has_pending_actions (self));
}

/* Returns (transfer full) (nullable) the question which task is next. There is none where fewer than two tasks wait, or where the
 * run has not come far enough to know. */
static JsonObject *
ask (const Moment *self)
{
  g_autofree char *fault = ls_pick_key_find_fault (self->key);
  g_autoptr (LsExplanation) explanation = NULL;
  JsonObject *question;

  if (!self->has_run || !self->has_moment || fault != NULL || !is_sure (self))
    return NULL;
  question = json_object_new ();
  explanation = ls_explain_task (self->choice, ls_pick_key_get_next (self->key));
  if (have_own_names (self))
    {
      g_autoptr (GArray) chosen = choose_answers (self);
      JsonArray *answers = json_array_new ();

      for (guint i = 0; i < chosen->len; i++)
        add_answer (self, g_array_index (chosen, guint32, i), answers);
      json_object_set_string_member (question, "text", _("Which task runs next?"));
      add_clause (explanation, question);
      json_object_set_array_member (question, "answers", answers);
      return question;
    }
  json_object_set_string_member (question, "text", _("Pick the task that runs next."));
  add_clause (explanation, question);
  json_object_set_string_member (question, "pick", "next");
  add_because (self, explanation, question);
  return question;
}

static void
add_text (const Moment *self,
          JsonObject   *page)
{
  JsonArray *paragraphs = json_array_new ();
  g_autofree char *title = NULL;
  g_autofree char *past = ls_lesson_moment_say_past (self->state, &title);
  g_autofree char *waiting = ls_lesson_moment_say_waiting (self->state, self->waiting, self->has_times);

  json_array_add_string_element (paragraphs, past);
  json_array_add_string_element (paragraphs, waiting);
  json_object_set_string_member (page, "title", title);
  json_object_set_array_member (page, "text", paragraphs);
}

static void
add_places (const Moment *self,
            JsonObject   *page)
{
  JsonArray *places = json_array_new ();
  gboolean has_scheduler = FALSE, has_loop = FALSE;

  for (guint i = 0; i < self->waiting->len; i++)
    if (ls_state_get_task (self->state, get_waiting (self, i))->is_scheduler_task)
      has_scheduler = TRUE;
    else
      has_loop = TRUE;
  if (has_scheduler || !has_loop)
    json_array_add_string_element (places, "stage");
  if (has_loop)
    json_array_add_string_element (places, "main-thread");
  if (self->waiting->len > 0)
    json_array_add_string_element (places, "why");
  json_object_set_array_member (page, "look", places);
}

/* Returns (transfer full) the JSON of a page of a lesson, about a moment of a run: what has happened, what waits and,
 * where two tasks or more wait, the question which of them is next. The engine has the answers. Lessons have moments between steps:
 * within a step the page is about the moment before it.
 *
 * The page asks nothing where @trace ends before it is sure what comes next, as it may within a turn. A session with more actions
 * than a page can have gets a page without any, and without a moment. */
JsonNode *
ls_lesson_page_new_for_moment (LsSession *session,
                               LsTrace   *trace,
                               gsize      position)
{
  JsonObject *page = json_object_new ();
  JsonObject *question;
  Moment moment;

  moment_init (&moment, session, trace, position);
  add_text (&moment, page);
  add_places (&moment, page);
  if (moment.has_moment && moment.has_run)
    {
      JsonObject *at = json_object_new ();

      json_object_set_int_member (at, moment.at.kind == LS_LESSON_MOMENT_TURN ? "turn" : "step", moment.at.value);
      json_object_set_object_member (page, "at", at);
    }
  if (moment.has_run && json_array_get_length (moment.actions) > 0)
    json_object_set_array_member (page, "actions", json_array_ref (moment.actions));
  question = ask (&moment);
  if (question != NULL)
    json_object_set_object_member (page, "question", question);
  moment_clear (&moment);
  return ls_json_take_object (page);
}
