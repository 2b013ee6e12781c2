/* ls-lesson.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-private.h"

#include "ls-action-private.h"
#include "ls-session-private.h"
#include "ls-settings-private.h"

#include <string.h>

G_DEFINE_BOXED_TYPE (LsLesson, ls_lesson, ls_lesson_ref, ls_lesson_unref)

static const struct
{
  LsLessonPlaces  place;
  const char     *name;
} place_names[] = {
  { LS_LESSON_PLACE_STAGE, "stage" },
  { LS_LESSON_PLACE_MAIN_THREAD, "main-thread" },
  { LS_LESSON_PLACE_SIGNALS, "signals" },
  { LS_LESSON_PLACE_WHY, "why" },
  { LS_LESSON_PLACE_INSPECTOR, "inspector" },
  { LS_LESSON_PLACE_TIMELINE, "timeline" },
  { LS_LESSON_PLACE_EVENTS, "events" },
  { LS_LESSON_PLACE_LOG, "log" },
  { LS_LESSON_PLACE_PROGRAM, "program" },
};

/**
 * ls_lesson_ref:
 * @self: a lesson
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self with one reference more
 */
LsLesson *
ls_lesson_ref (LsLesson *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * ls_lesson_unref:
 * @self: (transfer full): a lesson
 *
 * Gives a reference back.
 */
void
ls_lesson_unref (LsLesson *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->pages, g_ptr_array_unref);
  g_free (self->id);
  g_free (self);
}

/**
 * ls_lesson_get_id:
 * @self: a lesson
 *
 * Gets the name by which a reader's progress is remembered.
 *
 * Returns: (transfer none): the name by which a reader's progress is remembered
 */
const char *
ls_lesson_get_id (LsLesson *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->id;
}

/**
 * ls_lesson_get_number:
 * @self: a lesson
 *
 * Gets the place of the lesson among others.
 *
 * Returns: its place among lessons, from 1; 0 for none
 */
guint
ls_lesson_get_number (LsLesson *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->number;
}

/**
 * ls_lesson_get_minutes:
 * @self: a lesson
 *
 * Tells how long the lesson takes.
 *
 * Returns: how long it takes, in minutes; 0 if it does not say
 */
guint
ls_lesson_get_minutes (LsLesson *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->minutes;
}

/**
 * ls_lesson_get_n_pages:
 * @self: a lesson
 *
 * Counts the pages.
 *
 * Returns: how many pages it has, at least 1
 */
guint
ls_lesson_get_n_pages (LsLesson *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->pages->len;
}

/**
 * ls_lesson_get_page:
 * @self: a lesson
 * @index: less than [method@Lesson.get_n_pages]
 *
 * Gets one of the pages.
 *
 * Returns: (transfer none) (nullable): a page
 */
const LsLessonPage *
ls_lesson_get_page (LsLesson *self,
                    guint     index)
{
  g_return_val_if_fail (self != NULL, NULL);

  return index < self->pages->len ? g_ptr_array_index (self->pages, index) : NULL;
}

/**
 * ls_lesson_place_to_string:
 * @place: one place
 *
 * Gets the name of a place of the window that a lesson points to.
 *
 * Returns: (nullable): what it is called in files
 */
const char *
ls_lesson_place_to_string (LsLessonPlaces place)
{
  for (guint i = 0; i < G_N_ELEMENTS (place_names); i++)
    if (place_names[i].place == place)
      return place_names[i].name;
  return NULL;
}

gboolean
ls_lesson_place_from_string (const char     *string,
                             LsLessonPlaces *place)
{
  for (guint i = 0; i < G_N_ELEMENTS (place_names); i++)
    if (g_str_equal (place_names[i].name, string))
      {
        *place = place_names[i].place;
        return TRUE;
      }
  return FALSE;
}

/* Returns whether the moment after @turn turns is at this record: after it where *@is_after, else before it. The moment after no
 * turns is before the first one. */
static gboolean
ends_turn (const LsRecord *record,
           guint64         turn,
           gboolean       *is_after)
{
  *is_after = record->kind == LS_RECORD_TURN_ENDED;
  if (*is_after)
    return record->value == turn;
  return record->kind == LS_RECORD_TASK_SELECTED && record->value == turn + 1;
}

static gboolean
find_turn (guint64  turn,
           LsTrace *trace,
           gsize   *scanned,
           gsize   *position)
{
  gsize length = ls_trace_get_length (trace);
  gboolean is_after;

  while (*scanned < length)
    {
      gsize n_records = 0;
      const LsRecord *records = ls_trace_peek_records (trace, *scanned, &n_records);

      if (n_records == 0)
        break;
      for (gsize i = 0; i < n_records; i++)
        if (ends_turn (&records[i], turn, &is_after))
          {
            *position = *scanned + i + is_after;
            return TRUE;
          }
      *scanned += n_records;
    }

  return FALSE;
}

/**
 * ls_lesson_moment_find:
 * @self: a moment
 * @trace: a trace, which may grow
 * @scanned: (inout): 0 for the first call; later how many records the calls before have looked at
 * @position: (out): where the moment is
 *
 * Looks for a moment of a run. A moment of no kind, step 0 and turn 0 are where the first task is about to be selected.
 *
 * Returns: whether it has been recorded
 */
gboolean
ls_lesson_moment_find (const LsLessonMoment *self,
                       LsTrace              *trace,
                       gsize                *scanned,
                       gsize                *position)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (LS_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (scanned != NULL, FALSE);
  g_return_val_if_fail (position != NULL, FALSE);

  switch (self->kind)
    {
    case LS_LESSON_MOMENT_STEP:
      if (self->value == 0)
        return find_turn (0, trace, scanned, position);
      if (self->value > ls_trace_get_n_steps (trace))
        return FALSE;
      *position = ls_trace_find_step (trace, self->value);
      return TRUE;
    case LS_LESSON_MOMENT_TIME:
      *position = ls_trace_find_time (trace, self->value + 1);
      return *position < ls_trace_get_length (trace);
    case LS_LESSON_MOMENT_TURN:
      return find_turn (self->value, trace, scanned, position);
    case LS_LESSON_MOMENT_NONE:
    default:
      return find_turn (0, trace, scanned, position);
    }
}

/**
 * ls_session_get_lesson:
 * @session: a session
 *
 * Gets the lesson of the session.
 *
 * Returns: (transfer none) (nullable): what it teaches; valid until the session changes
 */
LsLesson *
ls_session_get_lesson (LsSession *session)
{
  g_return_val_if_fail (LS_IS_SESSION (session), NULL);

  return ls_session_get_document (session)->lesson;
}

static void
append_actions (JsonArray *array,
                JsonNode  *actions)
{
  if (actions != NULL)
    ls_json_add_elements (array, json_node_get_array (actions), 0, G_MAXUINT);
}

/* Gives the copy of a session for a page the schedule of the page. */
static gboolean
take_schedule (LsSession           *copy,
               const LsLessonPage  *page,
               gboolean             is_solved,
               GError             **error)
{
  const GArray *schedule = is_solved && page->solved_schedule != NULL ? page->solved_schedule : page->schedule;

  /* What the session says is about its own program. */
  if (schedule == NULL && (page->task == NULL || page->source == NULL))
    return TRUE;
  return ls_session_set_schedule (copy, schedule != NULL ? (const guint32 *) (gpointer) schedule->data : NULL,
                                  schedule != NULL ? schedule->len : 0, error);
}

/* Gives the copy of a session for a page the program of the page's exercise or task. */
static gboolean
take_source (LsSession           *copy,
             const LsLessonPage  *page,
             gboolean             is_solved,
             GError             **error)
{
  const char *source = is_solved && page->solved_source != NULL ? page->solved_source : page->source;

  return source == NULL || ls_session_set_script_text (copy, 0, source, error);
}

/**
 * ls_session_new_for_page:
 * @session: a session with a lesson
 * @page: the index of a page
 * @is_solved: whether what is to be done there has been done
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes the session that a page is about: the same program, with the page's own actions in the place of the session's. A page with
 * an exercise may have a program of its own, and has another one that solves it. A page may have a schedule of its own, and a task
 * another one that does it.
 *
 * Returns: (transfer full): a copy of @session, or %NULL with @error set if the actions do not go with the program
 */
LsSession *
ls_session_new_for_page (LsSession  *session,
                         guint       page,
                         gboolean    is_solved,
                         GError    **error)
{
  g_autoptr (LsSession) copy = NULL;
  const LsLessonPage *data;
  JsonArray *array;
  JsonNode *node;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);
  g_return_val_if_fail (ls_session_get_lesson (session) != NULL, NULL);
  g_return_val_if_fail (page < ls_lesson_get_n_pages (ls_session_get_lesson (session)), NULL);

  copy = ls_session_copy (session);
  data = ls_lesson_get_page (ls_session_get_lesson (copy), page);
  array = json_array_new ();
  append_actions (array, data->actions);
  if (is_solved)
    append_actions (array, data->solution);
  node = ls_json_take_array (array);
  /* A session without actions does not get an empty list of them. */
  if (json_array_get_length (array) == 0 && ls_session_get_n_actions (copy) == 0)
    json_node_unref (node);
  else if (!ls_session_set_member (copy, "actions", node, error))
    return NULL;
  if (!take_source (copy, data, is_solved, error) || !take_schedule (copy, data, is_solved, error))
    return NULL;
  return g_steal_pointer (&copy);
}

/**
 * ls_session_take_run:
 * @session: a session
 * @from: another
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Gives @session the actions and the settings of @from, and its program.
 *
 * Returns: %FALSE with @error set if they do not go together; @session is then as it was
 */
gboolean
ls_session_take_run (LsSession  *session,
                     LsSession  *from,
                     GError    **error)
{
  static const char *const members[] = { "actions", "settings", "schedule", "program" };
  g_autoptr (JsonNode) root = NULL;
  LsDocument *document, *others;

  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (from), FALSE);

  document = ls_session_get_document (session);
  others = ls_session_get_document (from);
  root = json_node_ref (document->root);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *next = ls_json_with_member (root, members[i],
                                            json_object_get_member (json_node_get_object (others->root), members[i]));

      json_node_unref (root);
      root = next;
    }
  return ls_session_set_root (session, root,
                              others->program->kind == LS_PROGRAM_JAVASCRIPT ? others->program->scripts : NULL, error);
}

/* Gives @session back what a page of its lesson has in its place: the actions and the schedule of @base, and its program too if
 * @has_program. Its settings stay. Fails, and changes nothing, where they do not go together. */
gboolean
ls_session_take_base (LsSession *session,
                      LsSession *base,
                      gboolean   has_program)
{
  static const char *const members[] = { "actions", "schedule", "program" };
  const guint n_members = has_program ? G_N_ELEMENTS (members) : G_N_ELEMENTS (members) - 1;
  LsDocument *others = ls_session_get_document (base);
  g_autoptr (JsonNode) root = json_node_ref (ls_session_get_document (session)->root);
  GPtrArray *scripts;

  for (guint i = 0; i < n_members; i++)
    {
      JsonNode *next = ls_json_with_member (root, members[i],
                                            json_object_get_member (json_node_get_object (others->root), members[i]));

      json_node_unref (root);
      root = next;
    }
  scripts = has_program && others->program->kind == LS_PROGRAM_JAVASCRIPT ? others->program->scripts : NULL;
  return ls_session_set_root (session, root, scripts, NULL);
}

static gboolean
have_same_scripts (LsProgram *program,
                   LsProgram *other)
{
  if (program->scripts == NULL || other->scripts == NULL)
    return program->scripts == other->scripts;
  if (program->scripts->len != other->scripts->len)
    return FALSE;
  for (guint i = 0; i < program->scripts->len; i++)
    if (g_strcmp0 (ls_script_get_text (g_ptr_array_index (program->scripts, i)),
                   ls_script_get_text (g_ptr_array_index (other->scripts, i))) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
have_same_actions (LsDocument *document,
                   LsDocument *other)
{
  JsonNode *actions = json_object_get_member (json_node_get_object (document->root), "actions");
  JsonNode *others = json_object_get_member (json_node_get_object (other->root), "actions");

  if (document->actions->len != other->actions->len)
    return FALSE;
  return document->actions->len == 0 || json_node_equal (actions, others);
}

static gboolean
have_same_schedule (LsDocument *document,
                    LsDocument *other)
{
  const guint length = document->schedule != NULL ? document->schedule->len : 0;

  if (length != (other->schedule != NULL ? other->schedule->len : 0))
    return FALSE;
  return length == 0 || memcmp (document->schedule->data, other->schedule->data, length * sizeof (guint32)) == 0;
}

/* Whether two sessions have the same program, settings and schedule. */
static gboolean
are_alike (LsDocument *document,
           LsDocument *others)
{
  g_autoptr (JsonNode) settings = NULL;
  g_autoptr (JsonNode) other_settings = NULL;

  if (!have_same_schedule (document, others) || document->program->kind != others->program->kind ||
      !have_same_scripts (document->program, others->program))
    return FALSE;
  if (document->program->kind == LS_PROGRAM_STEPS &&
      !json_node_equal (json_object_get_member (json_node_get_object (document->root), "program"),
                        json_object_get_member (json_node_get_object (others->root), "program")))
    return FALSE;

  settings = ls_settings_write (document->settings, NULL, ls_document_get_default_step_budget (document));
  other_settings = ls_settings_write (others->settings, NULL, ls_document_get_default_step_budget (others));
  return json_node_equal (settings, other_settings);
}

/**
 * ls_session_runs_like:
 * @session: a session
 * @other: another
 *
 * Tells whether two sessions have the same run.
 *
 * Returns: whether both have the same program, settings, actions and schedule, and so the same run
 */
gboolean
ls_session_runs_like (LsSession *session,
                      LsSession *other)
{
  LsDocument *document, *others;

  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (other), FALSE);

  document = ls_session_get_document (session);
  others = ls_session_get_document (other);
  return document == others || (have_same_actions (document, others) && are_alike (document, others));
}

/* Returns how many actions of a session runs do that others do not have. */
static guint
count_others (LsDocument *document,
              LsDocument *others)
{
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  guint n_others = 0;

  for (guint i = 0; i < others->actions->len; i++)
    if (ls_action_get_enabled (g_ptr_array_index (others->actions, i), NULL))
      g_ptr_array_add (left, ls_action_get_json (g_ptr_array_index (others->actions, i)));
  for (guint i = 0; i < document->actions->len; i++)
    {
      LsAction *action = g_ptr_array_index (document->actions, i);
      guint place;

      if (!ls_action_get_enabled (action, NULL))
        continue;
      if (g_ptr_array_find_with_equal_func (left, ls_action_get_json (action), (GEqualFunc) json_node_equal, &place))
        g_ptr_array_remove_index (left, place);
      else
        n_others++;
    }
  return n_others;
}

/**
 * ls_session_count_own_actions:
 * @session: a session
 * @given: the session that it was made from
 * @n_actions: (out): how many actions were added, changed, or taken out
 *
 * Counts the actions by which the run of a session differs from the one that it was made from. An action that is off does not
 * count.
 *
 * Returns: whether actions are all that differs: both have the same program, settings and schedule
 */
gboolean
ls_session_count_own_actions (LsSession *session,
                              LsSession *given,
                              guint     *n_actions)
{
  LsDocument *document, *others;

  g_return_val_if_fail (LS_IS_SESSION (session), FALSE);
  g_return_val_if_fail (LS_IS_SESSION (given), FALSE);
  g_return_val_if_fail (n_actions != NULL, FALSE);

  document = ls_session_get_document (session);
  others = ls_session_get_document (given);
  *n_actions = MAX (count_others (document, others), count_others (others, document));
  return are_alike (document, others);
}
