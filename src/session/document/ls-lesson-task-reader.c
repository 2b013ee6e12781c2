/* ls-lesson-task-reader.c: reads what is to be done in a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-reader-private.h"

#include "ls-expectation-private.h"

#include <glib/gi18n-lib.h>

/* Reads the member "task" of a page, the schedule of a page, and hints. */

#define MAX_SCHEDULE 1000
#define MAX_HINTS 10

static void
read_until (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  LsLessonPage *page = data;

  page->until = ls_lesson_read_expectation (reader, node);
  if (page->until == NULL)
    return;
  if (!ls_expectation_kind_can_be_watched (page->until->kind))
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                         _("found an expectation that has no moment, expected one of “logContains”, “order”, “ran”, “result”, “next”, “signal”, “posted”, “memory”, “holders” and “agent”"));
  else if (page->until->has_step)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found “at”, expected an expectation without a moment"));
  else if (page->until->kind == LS_EXPECTATION_HOLDERS && (page->until->least == 0 || page->until->most != G_MAXUINT64))
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found “holders” that are about the whole run, expected “atLeast”, of 1 or more, alone"));
}

static gpointer
read_agent (LsJsonReader *reader,
            JsonNode     *node)
{
  return GUINT_TO_POINTER (ls_json_reader_integer (reader, node, 1, LS_SESSION_MAX_AGENT_NUMBER,
                                                   NC_("expected", "the number of an agent, from 1 to 4095")));
}

static const LsJsonMember schedule_member = {
  .name = "schedule", .type = LS_JSON_LIST, .maximum = MAX_SCHEDULE, .words = NC_("list", "numbers of agents"),
  .read_element = read_agent
};

/* Returns (transfer full) (nullable): guint32: who goes first, each time that two agents or more could */
GArray *
ls_lesson_read_schedule (LsJsonReader *reader,
                         JsonObject   *object)
{
  g_autoptr (GPtrArray) agents = g_ptr_array_new ();
  GArray *schedule;

  ls_json_read_member (reader, object, &schedule_member, &agents);
  if (!json_object_has_member (object, "schedule"))
    return NULL;
  schedule = g_array_sized_new (FALSE, FALSE, sizeof (guint32), agents->len);
  for (guint i = 0; i < agents->len; i++)
    {
      const guint32 agent = GPOINTER_TO_UINT (g_ptr_array_index (agents, i));

      g_array_append_val (schedule, agent);
    }
  return schedule;
}

static const LsJsonMember solution_members[] = {
  { .name = "at", .type = LS_JSON_VALUE, .read = ls_lesson_read_moment, .offset = G_STRUCT_OFFSET (LsLessonPage, solved_at) },
  { .name = "expectations", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (LsLessonPage, solved_expectations),
    .maximum = LS_LESSON_MAX_EXPECTATIONS, .words = NC_("list", "expectations"), .read_element = ls_lesson_read_expectation },
  { NULL }
};

static void
read_solution (LsJsonReader *reader,
               JsonNode     *node,
               gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object"));
  LsLessonPage *page = data;

  if (object == NULL)
    return;
  page->solution = ls_lesson_read_actions (reader, object);
  page->solved_schedule = ls_lesson_read_schedule (reader, object);
  page->is_solved_by_schedule = page->solved_schedule != NULL;
  ls_json_read_members (reader, object, solution_members, page);
}

static const LsJsonMember hints_member = {
  .name = "hints", .type = LS_JSON_LIST, .maximum = MAX_HINTS, .words = NC_("list", "hints"),
  .read_element = ls_lesson_read_paragraph
};

/* Reads how the learner is helped, step by step. */
void
ls_lesson_read_hints (LsJsonReader *reader,
                      JsonObject   *object,
                      LsLessonPage *page)
{
  GPtrArray *hints = g_ptr_array_new_with_free_func (g_free);

  ls_json_read_member (reader, object, &hints_member, &hints);
  if (page->hint != NULL && json_object_has_member (object, "hints"))
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found both “hint” and “hints”, expected one of them"));
  /* One hint is a list of one. */
  if (page->hint != NULL)
    g_ptr_array_insert (hints, 0, g_strdup (page->hint));
  g_strfreev (page->hints);
  page->hints = ls_lesson_take_texts (hints);
}

static const LsJsonMember task_members[] = {
  { .name = "text", .type = LS_JSON_PROSE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLessonPage, task),
    .maximum = LS_LESSON_MAX_TEXT },
  { .name = "hint", .type = LS_JSON_PROSE, .offset = G_STRUCT_OFFSET (LsLessonPage, hint), .maximum = LS_LESSON_MAX_TEXT },
  { .name = "source", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsLessonPage, source) },
  { .name = "until", .type = LS_JSON_VALUE, .is_required = TRUE, .read = read_until },
  { .name = "solution", .type = LS_JSON_VALUE, .read = read_solution },
  { NULL }
};

/* Reads what is to be done in the run. */
void
ls_lesson_read_task (LsJsonReader *reader,
                     JsonNode     *node,
                     gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “text” and “until”"));

  LsLessonPage *page = data;

  if (object == NULL)
    return;
  /* A page has one list of hints. */
  if (page->hints[0] != NULL)
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found it beside a “question” that has “hints”, expected one of both"));
      return;
    }
  ls_json_read_members (reader, object, task_members, page);
  ls_lesson_read_hints (reader, object, page);
}
