/* ls-lesson-moment.c: writes a page of a lesson about a moment of a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-moment-private.h"

#include <glib/gi18n-lib.h>

#include "ls-explain.h"
#include "ls-lesson.h"
#include "ls-pick-key-private.h"
#include "ls-session-private.h"
#include "ls-trace-names-private.h"

#define MAX_WRONG 4         /* answers */
#define MAX_NAME 100        /* characters of an answer */
#define MAX_LISTED 8        /* tasks that the text names */
#define MAX_ACTIONS 100     /* of a page */

typedef struct
{
  LsTrace        *trace;
  LsLessonMoment  at;
  LsState        *state;     /* at the moment */
  LsState        *choice;    /* where the next task is chosen, the moment itself where that is not recorded */
  LsPickKey      *key;
  GArray         *waiting;   /* guint32: tasks, in the order in which they were posted */
  JsonArray      *actions;   /* (nullable) */
  gboolean        has_run;   /* whether the run of the page is this run */
} Moment;

/* Returns (transfer full) the actions of a session, as far as a page can have them. They are all of them, or none. */
static JsonArray *
copy_actions (LsSession *session)
{
  JsonObject *root = json_node_get_object (ls_session_get_document (session)->root);
  JsonNode *node = json_object_get_member (root, "actions");
  JsonArray *all = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  JsonArray *copy = json_array_new ();
  const guint n_actions = all != NULL ? json_array_get_length (all) : 0;

  for (guint i = 0; i < n_actions; i++)
    {
      JsonObject *action = json_array_get_object_element (all, i);

      /* What is switched off goes first where there is no room for all. */
      if (n_actions <= MAX_ACTIONS || json_object_get_boolean_member_with_default (action, "enabled", TRUE))
        json_array_add_element (copy, json_node_copy (json_array_get_element (all, i)));
    }
  return copy;
}

/* Finds the moment of a lesson at a position or, where there is none, the last one before it. Moves @position there. */
static gboolean
find_moment (LsTrace        *trace,
             LsLessonMoment *at,
             gsize          *position)
{
  g_autoptr (LsState) state = ls_state_new (trace);
  gsize scanned = 0, found = 0;

  ls_state_seek (state, *position);
  *at = (LsLessonMoment) { LS_LESSON_MOMENT_TURN, ls_state_get_turn (state) };
  if (ls_lesson_moment_find (at, trace, &scanned, &found) && found == MIN (*position, ls_trace_get_length (trace)))
    {
      *position = found;
      return TRUE;
    }
  scanned = 0;
  *at = (LsLessonMoment) { LS_LESSON_MOMENT_STEP, ls_trace_get_step_at (trace, *position) };
  if (at->value == 0)
    at->kind = LS_LESSON_MOMENT_TURN;
  return ls_lesson_moment_find (at, trace, &scanned, position);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  const guint32 one = *(const guint32 *) a, other = *(const guint32 *) b;

  return (one > other) - (one < other);
}

static void
moment_init (Moment    *self,
             LsSession *session,
             LsTrace   *trace,
             gsize      position)
{
  gsize selection;

  *self = (Moment) { .trace = trace, .actions = copy_actions (session) };
  self->has_run = find_moment (trace, &self->at, &position) && json_array_get_length (self->actions) <= MAX_ACTIONS;
  self->state = ls_state_new (trace);
  ls_state_seek (self->state, position);
  self->key = ls_pick_key_new (trace, position);
  selection = ls_explain_find_selection (trace, ls_pick_key_get_next (self->key));
  self->choice = ls_state_new (trace);
  ls_state_seek (self->choice, selection != G_MAXSIZE && selection > position ? selection : position);
  self->waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < ls_pick_key_get_n_waiting (self->key); i++)
    g_array_append_val (self->waiting, ls_pick_key_get_waiting (self->key, i)->task);
  g_array_sort (self->waiting, compare_numbers);
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

/* Returns (transfer full) the name of a task as lessons have it: as code, where it is no sign of that itself. */
static char *
say_task (Moment  *self,
          guint32  id)
{
  const LsTaskState *task = ls_state_get_task (self->state, id);
  const char *text = task != NULL && task->name != 0 ? ls_trace_get_text (self->trace, task->name) : NULL;
  g_autofree char *name = NULL;

  if (text == NULL || *text == '\0' || strchr (text, '`') != NULL || task->is_continuation)
    return ls_names_say_task (self->state, id);
  name = ls_names_shorten (g_strdup (text));
  return g_strdup_printf ("`%s`", name);
}

static LsTaskPriority
get_priority (LsState           *state,
              const LsTaskState *task)
{
  const LsQueueState *queue = task->queue != 0 ? ls_state_get_queue (state, task->queue) : NULL;
  const LsSignalState *signal = task->signal != 0 ? ls_state_get_signal (state, task->signal) : NULL;

  if (queue != NULL && queue->priority != LS_TASK_PRIORITY_NONE)
    return queue->priority;
  if (task->priority != LS_TASK_PRIORITY_NONE)
    return task->priority;
  return signal != NULL ? signal->priority : LS_TASK_PRIORITY_NONE;
}

/* Returns (transfer full) what decides when a task that waits can run: its priority, its queue, its delay. */
static char *
say_standing (Moment            *self,
              const LsTaskState *task)
{
  const LsTaskPriority priority = get_priority (self->state, task);
  const char *word = priority != LS_TASK_PRIORITY_NONE ? ls_task_priority_to_string (priority) : NULL;
  g_autofree char *place = NULL, *due = NULL;

  if (!task->is_scheduler_task || word == NULL)
    place = g_strdup (ls_names_say_queue_type (task->queue_type));
  else
    place = g_strdup_printf (task->is_continuation ? _("`%s`, a continuation") : "`%s`", word);
  if (task->status != LS_TASK_STATUS_DELAYED || task->due_at == LS_TIME_NEVER)
    return g_steal_pointer (&place);
  due = ls_names_say_duration (task->due_at);
  /* Translators: the priority or the queue of a task, and a time such as “50 ms” */
  return g_strdup_printf (_("%s, not before %s"), place, due);
}

static char *
say_waiting_task (Moment  *self,
                  guint32  id)
{
  g_autofree char *name = say_task (self, id);
  g_autofree char *standing = say_standing (self, ls_state_get_task (self->state, id));

  /* Translators: a task, and what it is, such as its priority */
  return g_strdup_printf (_("%s (%s)"), name, standing);
}

/* Returns (transfer full) what waits, and nothing of what comes next. */
static char *
say_waiting (Moment *self)
{
  g_autoptr (GString) list = g_string_new (NULL);
  const guint n_waiting = self->waiting->len, n_listed = MIN (n_waiting, MAX_LISTED);

  if (n_waiting == 0)
    return g_strdup (_("Nothing waits."));
  for (guint i = 0; i < n_listed; i++)
    {
      g_autofree char *task = say_waiting_task (self, g_array_index (self->waiting, guint32, i));

      g_string_append_printf (list, "%s%s", i > 0 ? C_("list", ", ") : "", task);
    }
  if (n_waiting == 1)
    /* Translators: a task with its priority */
    return g_strdup_printf (_("One task waits: %s."), list->str);
  if (n_waiting > n_listed)
    /* Translators: a number, tasks with their priorities */
    return g_strdup_printf (_("%u tasks wait. The oldest are %s."), n_waiting, list->str);
  /* Translators: a number, tasks with their priorities */
  return g_strdup_printf (_("%u tasks wait, the oldest first: %s."), n_waiting, list->str);
}

/* Returns the task that runs at the moment or, between turns, that has run last; 0 for none. */
static guint32
find_last (Moment *self)
{
  const guint32 busy = ls_state_get_busy_task (self->state);
  const guint32 turn = ls_state_get_turn (self->state);

  if (busy != 0)
    return busy;
  for (guint32 id = 0; turn > 0 && (id = ls_state_find_next_task (self->state, id)) != 0;)
    if (ls_state_get_task (self->state, id)->turn == turn)
      return id;
  return 0;
}

static void
say_past (Moment  *self,
          char   **title,
          char   **text)
{
  const guint32 last = find_last (self);
  g_autofree char *name = last != 0 ? say_task (self, last) : NULL;

  if (last == 0)
    {
      *title = g_strdup (_("The start"));
      *text = g_strdup (_("Nothing has run yet."));
    }
  else if (ls_state_get_busy_task (self->state) != 0)
    {
      /* Translators: a task */
      *title = g_strdup_printf (_("While %s runs"), name);
      /* Translators: a task */
      *text = g_strdup_printf (_("%s is running."), name);
    }
  else
    {
      /* Translators: a task */
      *title = g_strdup_printf (_("After %s"), name);
      /* Translators: a task */
      *text = g_strdup_printf (_("%s has run."), name);
    }
}

static JsonArray *
list_texts (const char *first,
            const char *second)
{
  JsonArray *array = json_array_new ();

  json_array_add_string_element (array, first);
  if (second != NULL)
    json_array_add_string_element (array, second);
  return array;
}

/* Returns (transfer full) where to look. */
static JsonArray *
list_places (Moment *self)
{
  JsonArray *places = json_array_new ();
  gboolean has_scheduler = FALSE, has_loop = FALSE;

  for (guint i = 0; i < self->waiting->len; i++)
    {
      const LsTaskState *task = ls_state_get_task (self->state, g_array_index (self->waiting, guint32, i));

      has_scheduler |= task->is_scheduler_task;
      has_loop |= !task->is_scheduler_task;
    }
  if (has_scheduler || !has_loop)
    json_array_add_string_element (places, "stage");
  if (has_loop)
    json_array_add_string_element (places, "main-thread");
  if (self->waiting->len > 0)
    json_array_add_string_element (places, "why");
  return places;
}

static char *
dup_name (Moment  *self,
          guint32  id)
{
  const LsTaskState *task = ls_state_get_task (self->state, id);

  return g_strdup (task != NULL && task->name != 0 ? ls_trace_get_text (self->trace, task->name) : NULL);
}

/* Whether a name can be the text of an answer. */
static gboolean
can_be_answer (const char *name)
{
  if (name == NULL || *name == '\0' || !g_utf8_validate (name, -1, NULL) || g_utf8_strlen (name, -1) > MAX_NAME)
    return FALSE;
  for (; *name != '\0'; name = g_utf8_next_char (name))
    if (g_unichar_iscntrl (g_utf8_get_char (name)))
      return FALSE;
  return TRUE;
}

/* Whether the names of the tasks that wait tell them apart. */
static gboolean
have_own_names (Moment *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->waiting->len; i++)
    {
      char *name = dup_name (self, g_array_index (self->waiting, guint32, i));

      if (!can_be_answer (name))
        {
          g_free (name);
          return FALSE;
        }
      if (!g_hash_table_add (names, name))
        return FALSE;
    }
  return TRUE;
}

/* Returns how urgent a task that waits looks: lower is more urgent. */
static guint
get_urgency (Moment  *self,
             guint32  id)
{
  const LsTaskState *task = ls_state_get_task (self->state, id);
  const LsQueueState *queue = task->queue != 0 ? ls_state_get_queue (self->state, task->queue) : NULL;
  guint rank = queue != NULL ? ls_state_get_effective_priority_rank (self->state, queue->effective_priority)
                             : ls_state_get_rank (self->state, task->queue_type);

  return (task->status == LS_TASK_STATUS_DELAYED ? 1u << 16 : 0) + (rank << 8) + (queue != NULL ? 8u - queue->effective_priority : 0);
}

/* Returns (transfer full) (element-type guint32) the tasks to choose from, in the order in which they were posted: the next one, the
 * oldest and the most urgent of the others, which tempt most, and then others. */
static GArray *
choose_answers (Moment *self)
{
  const guint32 next = ls_pick_key_get_next (self->key);
  GArray *chosen = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 oldest = 0, urgent = 0;

  for (guint i = 0; i < self->waiting->len; i++)
    {
      const guint32 id = g_array_index (self->waiting, guint32, i);

      if (id == next)
        continue;
      if (oldest == 0)
        oldest = id;
      else if (urgent == 0 || get_urgency (self, id) < get_urgency (self, urgent))
        urgent = id;
    }
  g_array_append_val (chosen, next);
  if (oldest != 0)
    g_array_append_val (chosen, oldest);
  if (urgent != 0)
    g_array_append_val (chosen, urgent);
  for (guint i = 0; i < self->waiting->len && chosen->len < MAX_WRONG + 1; i++)
    {
      const guint32 id = g_array_index (self->waiting, guint32, i);

      if (id != next && id != oldest && id != urgent)
        g_array_append_val (chosen, id);
    }
  g_array_sort (chosen, compare_numbers);
  return chosen;
}

static char *
explain (Moment  *self,
         guint32  id)
{
  g_autoptr (LsExplanation) explanation = ls_explain_task (self->choice, id);

  return g_utf8_make_valid (explanation->sentence, -1);
}

static JsonArray *
list_answers (Moment *self)
{
  g_autoptr (GArray) chosen = choose_answers (self);
  JsonArray *answers = json_array_new ();

  for (guint i = 0; i < chosen->len; i++)
    {
      const guint32 id = g_array_index (chosen, guint32, i);
      g_autofree char *name = dup_name (self, id);
      g_autofree char *reason = explain (self, id);
      JsonObject *answer = json_object_new ();
      JsonObject *holds = json_object_new ();

      json_object_set_string_member (answer, "text", name);
      if (id == ls_pick_key_get_next (self->key))
        json_object_set_boolean_member (answer, "right", TRUE);
      json_object_set_string_member (answer, "because", reason);
      json_object_set_string_member (holds, "next", name);
      json_object_set_object_member (answer, "holds", holds);
      json_array_add_object_element (answers, answer);
    }
  return answers;
}

/* Returns (transfer full) (nullable) the question which task is next. There is none where less than two tasks wait, or where the run
 * has not come far enough to know. */
static JsonObject *
ask (Moment *self)
{
  g_autofree char *fault = ls_pick_key_find_fault (self->key);
  JsonObject *question;

  if (!self->has_run || fault != NULL || ls_state_get_next_basis (self->state) == LS_NEXT_SO_FAR)
    return NULL;
  question = json_object_new ();
  if (have_own_names (self))
    {
      json_object_set_string_member (question, "text", _("Which task runs next?"));
      json_object_set_array_member (question, "answers", list_answers (self));
    }
  else
    {
      g_autofree char *reason = explain (self, ls_pick_key_get_next (self->key));

      json_object_set_string_member (question, "text", _("Pick the task that runs next."));
      json_object_set_string_member (question, "pick", "next");
      json_object_set_string_member (question, "because", reason);
    }
  return question;
}

/* Returns (transfer full) the JSON of a page of a lesson, about a moment of a run of the session: what has happened, what waits and,
 * where two tasks or more wait, which of them is next. The engine has the answers. A position within a step is that before the step.
 * What has no place in a lesson, such as a run with more actions than a page has, has a page without a question. */
JsonNode *
ls_lesson_page_new_for_moment (LsSession *session,
                               LsTrace   *trace,
                               gsize      position)
{
  JsonObject *page = json_object_new ();
  g_autofree char *title = NULL, *past = NULL, *waiting = NULL;
  JsonObject *question;
  Moment moment;

  moment_init (&moment, session, trace, position);
  say_past (&moment, &title, &past);
  waiting = say_waiting (&moment);
  question = ask (&moment);
  json_object_set_string_member (page, "title", title);
  json_object_set_array_member (page, "text", list_texts (past, waiting));
  json_object_set_array_member (page, "look", list_places (&moment));
  if (moment.has_run)
    {
      JsonObject *at = json_object_new ();

      json_object_set_int_member (at, moment.at.kind == LS_LESSON_MOMENT_TURN ? "turn" : "step", moment.at.value);
      json_object_set_object_member (page, "at", at);
      if (json_array_get_length (moment.actions) > 0)
        json_object_set_array_member (page, "actions", json_array_ref (moment.actions));
    }
  if (question != NULL)
    json_object_set_object_member (page, "question", question);
  moment_clear (&moment);
  return ls_json_take_object (page);
}
