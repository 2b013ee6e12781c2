/* ls-lesson-writer-asks.c: what a page asks for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-writer-private.h"

#include <glib/gi18n.h>

#include "ls-json-private.h"
#include "ls-lesson-answers-field.h"
#include "ls-lesson-field.h"
#include "ls-record-walk-private.h"
#include "ls-state.h"

/* Of a run, so many lines or tasks are proposed. */
#define MAX_PROPOSED 6

typedef enum
{
  ASKS_NOTHING,
  ASKS_CHOICE,
  ASKS_LINES,
  ASKS_TASKS,
  ASKS_BARS,
  ASKS_PICK,
  ASKS_PRESETS,
  ASKS_TASK,
  ASKS_EXERCISE,
  ASKS_GOLF,
  N_ASKS
} Asks;

/* What a page can ask for, and the member that only such pages have. */
static const struct
{
  const char *name;
  const char *title;
  const char *member;
} kinds[N_ASKS] = {
  [ASKS_NOTHING] = { "nothing", N_("Nothing: a page to read"), NULL },
  [ASKS_CHOICE] = { "choice", N_("A choice of answers"), "question/answers" },
  [ASKS_LINES] = { "lines", N_("The order of lines in the log"), "question/lines" },
  [ASKS_TASKS] = { "tasks", N_("The order of tasks"), "question/tasks" },
  [ASKS_BARS] = { "bars", N_("When tasks run"), "question/bars" },
  [ASKS_PICK] = { "pick", N_("Which task is next"), "question/pick" },
  [ASKS_PRESETS] = { "presets", N_("Which browser printed what"), "question/presets" },
  [ASKS_TASK] = { "task", N_("Something to do in the run"), "task" },
  [ASKS_EXERCISE] = { "exercise", N_("A change to the program"), "exercise" },
  [ASKS_GOLF] = { "golf", N_("A goal in few actions"), "golf" },
};

static Asks
find_asks (JsonNode *page)
{
  for (guint i = ASKS_CHOICE; i < N_ASKS; i++)
    if (ls_lesson_page_peek (page, kinds[i].member) != NULL)
      return i;
  return ASKS_NOTHING;
}

/* Shows the fields that such a page has. */
void
ls_lesson_writer_show_asks (LsLessonWriter *self,
                            JsonNode       *page)
{
  const Asks asks = find_asks (page);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->asks), asks);
  for (GtkWidget *child = gtk_widget_get_first_child (self->fields); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (LS_IS_LESSON_FIELD (child))
      gtk_widget_set_visible (child, ls_lesson_field_is_asked (LS_LESSON_FIELD (child), kinds[asks].name));
  ls_lesson_answers_field_show (LS_LESSON_ANSWERS_FIELD (self->answers), ls_lesson_page_peek (page, "question/answers"));
  gtk_widget_set_visible (self->program_box, asks == ASKS_EXERCISE);
  gtk_widget_set_visible (self->solution_box, asks == ASKS_TASK || asks == ASKS_GOLF);
}

/* Names what a page can ask for. */
void
ls_lesson_writer_init_asks (LsLessonWriter *self)
{
  GtkStringList *titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < N_ASKS; i++)
    gtk_string_list_append (titles, _(kinds[i].title));
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->asks), G_LIST_MODEL (titles));
  g_object_unref (titles);
}

/* What comes in the run that is displayed, after what is displayed: lines of the log, or names of tasks that start. */
static JsonNode *
propose_rows (LsLessonWriter *self,
              gboolean        are_lines)
{
  LsPlayer *player = ls_debugger_get_player (self->debugger);
  LsTrace *trace = ls_player_get_trace (player);
  g_autoptr (LsState) end = ls_state_new (trace);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (JsonArray) rows = json_array_new ();
  LsRecordWalk walk = { trace, ls_player_get_position (player), G_MAXSIZE };
  const LsRecord *record;

  ls_state_seek (end, G_MAXSIZE);
  while (json_array_get_length (rows) < MAX_PROPOSED && (record = ls_record_walk_next (&walk)) != NULL)
    {
      const LsTaskState *task = are_lines ? NULL : ls_state_get_task (end, record->subject);
      const char *text;

      if (record->kind != (are_lines ? LS_RECORD_LOG : LS_RECORD_TASK_STARTED))
        continue;
      text = ls_trace_get_text (trace, task != NULL ? task->name : record->text);
      if (text != NULL && *text != '\0' && g_hash_table_add (seen, g_strdup (text)))
        json_array_add_string_element (rows, text);
    }
  return json_array_get_length (rows) >= 2 ? ls_json_take_array (g_steal_pointer (&rows)) : NULL;
}

static JsonNode *
text_node (const char *text)
{
  return json_node_init_string (json_node_alloc (), text);
}

/* Returns (transfer full) the answers that the engine proposes, or two to begin with. */
static JsonNode *
propose_answers (LsLessonWriter *self)
{
  g_autoptr (JsonNode) made = ls_lesson_writer_make_moment (self);
  JsonNode *answers = ls_lesson_page_peek (made, "question/answers");
  JsonArray *array;
  JsonObject *right, *wrong;

  if (answers != NULL)
    return json_node_ref (answers);
  array = json_array_new ();
  right = json_object_new ();
  json_object_set_string_member (right, "text", _("Yes"));
  json_object_set_boolean_member (right, "right", TRUE);
  json_object_set_string_member (right, "because", _("Say why it is right."));
  wrong = json_object_new ();
  json_object_set_string_member (wrong, "text", _("No"));
  json_object_set_string_member (wrong, "because", _("Say why it is wrong."));
  json_array_add_object_element (array, right);
  json_array_add_object_element (array, wrong);
  return ls_json_take_array (array);
}

static JsonNode *
propose_presets (void)
{
  JsonArray *presets = json_array_new ();

  json_array_add_string_element (presets, "blink");
  json_array_add_string_element (presets, "gecko");
  return ls_json_take_array (presets);
}

/* Returns (transfer full) a list with one expectation. */
static JsonNode *
propose_goals (void)
{
  JsonArray *goals = json_array_new ();
  JsonObject *goal = json_object_new ();

  json_object_set_boolean_member (goal, "finished", TRUE);
  json_array_add_object_element (goals, goal);
  return ls_json_take_array (goals);
}

/* Has the page ask a question which the run answers. Returns FALSE, and says why, where it has nothing to ask for. */
static gboolean
ask_for_rows (LsLessonWriter  *self,
              JsonNode       **page,
              Asks             asks)
{
  JsonNode *rows = propose_rows (self, asks == ASKS_LINES);

  if (rows == NULL)
    {
      ls_lesson_writer_tell (self, asks == ASKS_LINES ? _("Fewer than two lines are printed after this moment: choose an earlier one")
                                                      : _("Fewer than two tasks run after this moment: choose an earlier one"));
      return FALSE;
    }
  ls_lesson_page_set (page, "question/text", text_node (asks == ASKS_BARS ? _("When does each of them run?") : _("In which order do they come?")));
  ls_lesson_page_set (page, kinds[asks].member, rows);
  return TRUE;
}

/* Has the page ask for something to be done with actions. */
static gboolean
ask_for_actions (LsLessonWriter  *self,
                 JsonNode       **page,
                 Asks             asks)
{
  JsonNode *actions = ls_lesson_writer_dup_actions (self, *page);
  JsonObject *until = json_object_new ();

  if (asks == ASKS_GOLF && actions == NULL)
    {
      json_object_unref (until);
      ls_lesson_writer_tell (self, _("Reach the goal in this run first: your actions become the solution"));
      return FALSE;
    }
  if (asks == ASKS_GOLF)
    {
      json_object_unref (until);
      ls_lesson_page_set (page, "golf/text", text_node (_("Say what the goal is.")));
      ls_lesson_page_set (page, "golf/expectations", propose_goals ());
      ls_lesson_page_set (page, "golf/solution/actions", actions);
      return TRUE;
    }
  json_object_set_object_member (until, "posted", json_object_new ());
  ls_lesson_page_set (page, "task/text", text_node (_("Say what to do.")));
  ls_lesson_page_set (page, "task/until", ls_json_take_object (until));
  if (actions != NULL)
    ls_lesson_page_set (page, "task/solution/actions", actions);
  return TRUE;
}

static gboolean
ask_for_program (LsLessonWriter  *self,
                 JsonNode       **page)
{
  g_autofree char *program = ls_lesson_writer_dup_program (self);

  if (program == NULL)
    {
      ls_lesson_writer_tell (self, _("An exercise needs a program in JavaScript"));
      return FALSE;
    }
  ls_lesson_page_set (page, "exercise/text", text_node (_("Say what the program should do.")));
  ls_lesson_page_set (page, "exercise/source", text_node (program));
  ls_lesson_page_set (page, "exercise/expectations", propose_goals ());
  ls_lesson_page_set (page, "exercise/solution/source", text_node (program));
  return TRUE;
}

/* Forgets what is typed of what the page asked for, and is not part of the lesson. */
static void
clear_asked (LsLessonWriter *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->fields); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (LS_IS_LESSON_FIELD (child) && !ls_lesson_field_is_asked (LS_LESSON_FIELD (child), kinds[ASKS_NOTHING].name))
      ls_lesson_field_set_problem (LS_LESSON_FIELD (child), NULL);
  ls_lesson_answers_field_show (LS_LESSON_ANSWERS_FIELD (self->answers), NULL);
}

/* Has the page ask for something else. What it asked for before comes back with undo. */
void
ls_lesson_writer_set_asks (LsLessonWriter *self,
                           guint           index)
{
  static const char *const members[] = { "question", "task", "exercise", "golf", "hide" };
  JsonNode *old = ls_session_peek_lesson_page (ls_lesson_writer_get_session (self), self->page);
  g_autoptr (JsonNode) page = json_node_ref (old);
  const gboolean had_program = ls_lesson_page_peek (old, "exercise/source") != NULL;
  gboolean is_possible = TRUE;

  if (index >= N_ASKS || index == (guint) find_asks (old))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    ls_lesson_page_set (&page, members[i], NULL);
  switch ((Asks) index)
    {
    case ASKS_CHOICE:
      ls_lesson_page_set (&page, "question/text", text_node (_("Which task runs next?")));
      ls_lesson_page_set (&page, "question/answers", propose_answers (self));
      break;
    case ASKS_LINES:
    case ASKS_TASKS:
    case ASKS_BARS:
      is_possible = ask_for_rows (self, &page, index);
      break;
    case ASKS_PICK:
      ls_lesson_page_set (&page, "question/text", text_node (_("Pick the task that runs next.")));
      ls_lesson_page_set (&page, "question/pick", text_node ("next"));
      break;
    case ASKS_PRESETS:
      ls_lesson_page_set (&page, "question/text", text_node (_("Which browser printed which log?")));
      ls_lesson_page_set (&page, "question/presets", propose_presets ());
      break;
    case ASKS_TASK:
    case ASKS_GOLF:
      is_possible = ask_for_actions (self, &page, index);
      break;
    case ASKS_EXERCISE:
      is_possible = ask_for_program (self, &page);
      break;
    case ASKS_NOTHING:
    case N_ASKS:
    default:
      break;
    }
  if (is_possible)
    {
      clear_asked (self);
      ls_lesson_writer_set_page (self, page, _("ask for something else"));
      /* A page that has no program any more has that of the lesson. */
      if (had_program)
        ls_lesson_writer_show_run (self, FALSE);
    }
  else
    ls_lesson_writer_show_asks (self, old);
}
