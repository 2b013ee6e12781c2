/* ls-lesson-exercise-reader.c: reads what the learner is to make of a run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-reader-private.h"

#include <glib/gi18n-lib.h>

/* Reads the members "exercise", in which the program is changed, and "golf", in which actions are added. */

#define MAX_GOALS 20
#define MAX_PAR 10

static const LsJsonMember source_member = {
  .name = "source", .type = LS_JSON_TEXT, .is_required = TRUE, .is_filled = TRUE, .offset = G_STRUCT_OFFSET (LsLessonPage, solved_source)
};

static void
read_solved_source (LsJsonReader *reader,
                    JsonNode     *node,
                    gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “source”"));

  if (object != NULL)
    ls_json_read_member (reader, object, &source_member, data);
}

static void
read_solving_actions (LsJsonReader *reader,
                      JsonNode     *node,
                      gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “actions”"));
  LsLessonPage *page = data;
  gsize mark;

  if (object == NULL)
    return;
  page->solution = ls_lesson_read_actions (reader, object);
  page->par = page->solution != NULL ? json_array_get_length (json_node_get_array (page->solution)) : 0;
  mark = ls_json_reader_enter (reader, "actions");
  if (reader->error == NULL && (page->par == 0 || page->par > MAX_PAR))
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found %u actions, expected 1 to %d"), page->par, MAX_PAR);
  ls_json_reader_leave (reader, mark);
}

#define TEXT_MEMBER \
  { .name = "text", .type = LS_JSON_PROSE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLessonPage, exercise), \
    .maximum = LS_LESSON_MAX_TEXT }
#define GOALS_MEMBER \
  { .name = "expectations", .type = LS_JSON_LIST, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLessonPage, goals), \
    .minimum = 1, .maximum = MAX_GOALS, .words = NC_("list", "expectations"), .read_element = ls_lesson_read_expectation }

static const LsJsonMember exercise_members[] = {
  TEXT_MEMBER,
  { .name = "source", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsLessonPage, source) },
  GOALS_MEMBER,
  { .name = "solution", .type = LS_JSON_VALUE, .is_required = TRUE, .read = read_solved_source },
  { NULL }
};

static const LsJsonMember golf_members[] = {
  TEXT_MEMBER,
  GOALS_MEMBER,
  { .name = "solution", .type = LS_JSON_VALUE, .is_required = TRUE, .read = read_solving_actions },
  { NULL }
};

/* Such a page asks for nothing else: its answer is the run. */
static void
read_goals (LsJsonReader       *reader,
            JsonNode           *node,
            const LsJsonMember *members,
            LsLessonPage       *page)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “text”, “expectations” and “solution”"));
  const char *other = page->question != NULL ? "question" : page->task != NULL ? "task" : page->exercise != NULL ? "exercise" : NULL;

  if (object == NULL)
    return;
  if (other != NULL)
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found it beside a “%s”, expected one of both"), other);
      return;
    }
  ls_json_read_members (reader, object, members, page);
  ls_lesson_read_hints (reader, object, page);
}

/* Reads what the learner is to make of the program. */
void
ls_lesson_read_exercise (LsJsonReader *reader,
                         JsonNode     *node,
                         gpointer      data)
{
  read_goals (reader, node, exercise_members, data);
}

/* Reads what the learner is to reach with few actions. Those of the solution are the par. */
void
ls_lesson_read_golf (LsJsonReader *reader,
                     JsonNode     *node,
                     gpointer      data)
{
  read_goals (reader, node, golf_members, data);
}
