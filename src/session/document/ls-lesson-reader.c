/* ls-lesson-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-reader-private.h"

#include "ls-action-private.h"
#include "ls-expectation-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Reads the member "lesson" of a session. */

#define MAX_PARAGRAPHS 20
#define MAX_ANSWERS 10
#define MAX_ACTIONS 100
#define MAX_LINES 1000       /* of an expectation */
#define MAX_ID 64
#define MAX_VALUES 50000      /* of the whole session: each page is a session of its own */

static const LsJsonMember step_member = { .name = "step", .type = LS_JSON_COUNT };
static const LsJsonMember turn_member = { .name = "turn", .type = LS_JSON_COUNT, .maximum = G_MAXUINT32 - 1 };
static const LsJsonMember time_member = { .name = "timeMs", .type = LS_JSON_COUNT };

void
ls_lesson_read_moment (LsJsonReader *reader,
                       JsonNode     *node,
                       gpointer      data)
{
  static const struct { const LsJsonMember *member; LsLessonMomentKind kind; } members[] = {
    { &step_member, LS_LESSON_MOMENT_STEP },
    { &turn_member, LS_LESSON_MOMENT_TURN },
    { &time_member, LS_LESSON_MOMENT_TIME },
  };
  const char *expected = NC_("expected", "an object with one of “step”, “turn” and “timeMs”");
  LsLessonMoment *moment = data;
  JsonObject *object = ls_json_reader_object (reader, node, expected);

  for (guint i = 0; object != NULL && i < G_N_ELEMENTS (members); i++)
    if (json_object_has_member (object, members[i].member->name))
      {
        guint32 value = 0;

        if (moment->kind != LS_LESSON_MOMENT_NONE)
          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found several, expected %s"), ls_json_expected (expected));
        ls_json_read_member (reader, object, members[i].member, &value);
        moment->kind = members[i].kind;
        moment->value = value;
      }
  if (object != NULL && moment->kind == LS_LESSON_MOMENT_NONE)
    ls_json_reader_unexpected (reader, node, expected);
  if (moment->kind == LS_LESSON_MOMENT_TIME)
    moment->value *= 1000;
}

gpointer
ls_lesson_read_expectation (LsJsonReader *reader,
                            JsonNode     *node)
{
  LsExpectation *expectation = ls_expectation_read_in_lesson (reader, node);

  if (expectation != NULL && expectation->lines != NULL && g_strv_length (expectation->lines) > MAX_LINES)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %u lines, expected at most %d"),
                         g_strv_length (expectation->lines), MAX_LINES);
  return expectation;
}

/* Checks the form of an action. Its names are looked up with the program of the page, when a session is made for it. */
static gpointer
read_action (LsJsonReader *reader,
             JsonNode     *node)
{
  LsAction *action = ls_action_read (reader, node);

  g_clear_pointer (&action, ls_action_unref);
  return NULL;
}

static const LsJsonMember actions_member = {
  .name = "actions", .type = LS_JSON_LIST, .words = NC_("list", "actions"), .maximum = MAX_ACTIONS,
  .read_element = read_action
};

JsonNode *
ls_lesson_read_actions (LsJsonReader *reader,
                        JsonObject   *object)
{
  JsonNode *node = json_object_get_member (object, "actions");
  GPtrArray *none = NULL;

  ls_json_read_member (reader, object, &actions_member, &none);
  return reader->error == NULL && node != NULL ? json_node_ref (node) : NULL;
}

static void
read_holds (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  *(LsExpectation **) data = ls_lesson_read_expectation (reader, node);
}

static const LsJsonMember answer_members[] = {
  { .name = "text", .type = LS_JSON_PROSE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLessonAnswer, text),
    .maximum = LS_LESSON_MAX_TEXT },
  { .name = "because", .type = LS_JSON_PROSE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLessonAnswer, because),
    .maximum = LS_LESSON_MAX_TEXT },
  { .name = "right", .type = LS_JSON_FLAG, .offset = G_STRUCT_OFFSET (LsLessonAnswer, is_right) },
  { .name = "holds", .type = LS_JSON_VALUE, .read = read_holds, .offset = G_STRUCT_OFFSET (LsLessonAnswer, holds) },
  { NULL }
};

static gpointer
read_answer (LsJsonReader *reader,
             JsonNode     *node)
{
  LsLessonAnswer *answer = g_atomic_rc_box_new0 (LsLessonAnswer);

  ls_json_read_object (reader, node, NC_("expected", "an answer: an object with “text” and “because”"), answer_members, answer);
  return answer;
}

static void
read_clause (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  const char *expected = NC_("expected", "the name of a clause such as “select-next-queue”");
  const char *nick = ls_json_reader_string (reader, node, expected);
  LsLessonPage *page = data;

  for (LsClause clause = LS_CLAUSE_NONE + 1; nick != NULL && clause < LS_N_CLAUSES; clause++)
    if (g_str_equal (ls_clause_get_nick (clause), nick))
      page->clause = clause;
  if (nick != NULL && page->clause == LS_CLAUSE_NONE)
    ls_json_reader_unexpected (reader, node, expected);
}

static const LsJsonMember question_members[] = {
  { .name = "text", .type = LS_JSON_PROSE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLessonPage, question),
    .maximum = LS_LESSON_MAX_TEXT },
  { .name = "clause", .type = LS_JSON_VALUE, .read = read_clause },
  { NULL }
};

static const LsJsonMember clause_step_member = {
  .name = "step", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsLessonPage, clause_step), .minimum = 1, .maximum = 255
};

static const LsJsonMember answers_member = {
  .name = "answers", .type = LS_JSON_LIST, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLessonPage, answers),
  .minimum = 2, .maximum = MAX_ANSWERS, .words = NC_("list", "answers"), .read_element = read_answer
};

static const LsJsonMember reveal_member = {
  .name = "reveal", .type = LS_JSON_VALUE, .read = ls_lesson_read_moment, .offset = G_STRUCT_OFFSET (LsLessonPage, reveal)
};

/* Returns (transfer full) the texts of a list. Frees @list. */
char **
ls_lesson_take_texts (GPtrArray *list)
{
  char **texts;

  g_ptr_array_add (list, NULL);
  texts = g_strdupv ((char **) list->pdata);
  g_ptr_array_unref (list);
  return texts;
}

char *
ls_lesson_read_prose (LsJsonReader *reader,
                      JsonNode     *node,
                      guint         maximum)
{
  const LsJsonMember prose = { .type = LS_JSON_PROSE, .maximum = maximum };
  char *text = NULL;

  ls_json_read_value (reader, node, &prose, &text);
  return text;
}

gpointer
ls_lesson_read_paragraph (LsJsonReader *reader,
                          JsonNode     *node)
{
  return ls_lesson_read_prose (reader, node, LS_LESSON_MAX_TEXT);
}

static void
read_answers (LsJsonReader *reader,
              JsonObject   *object,
              LsLessonPage *page)
{
  guint n_right = 0;

  ls_json_read_member (reader, object, &answers_member, page);
  ls_json_read_member (reader, object, &reveal_member, page);
  for (guint i = 0; i < page->answers->len; i++)
    n_right += ((LsLessonAnswer *) g_ptr_array_index (page->answers, i))->is_right;
  if (reader->error == NULL && n_right != 1)
    {
      gsize mark = ls_json_reader_enter (reader, "answers");

      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found %u with “right”: true, expected one"), n_right);
      ls_json_reader_leave (reader, mark);
    }
}

static void
read_question (LsJsonReader *reader,
               JsonNode     *node,
               gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “text” and “answers”"));
  LsLessonPage *page = data;

  if (object == NULL)
    return;
  ls_json_read_members (reader, object, question_members, page);
  if (json_object_has_member (object, "clause"))
    ls_json_read_member (reader, object, &clause_step_member, page);
  if (!ls_lesson_read_keyed (reader, object, page))
    read_answers (reader, object, page);
}

static const LsJsonMember text_member = {
  .name = "text", .type = LS_JSON_LIST, .is_required = TRUE, .minimum = 1, .maximum = MAX_PARAGRAPHS,
  .words = NC_("list", "paragraphs"), .read_element = ls_lesson_read_paragraph
};

static gpointer
read_place (LsJsonReader *reader,
            JsonNode     *node)
{
  const char *expected = NC_("expected", "“stage”, “main-thread”, “signals”, “why”, “inspector”, “timeline”, “events”, “log” or "
                                         "“program”");
  const char *text = ls_json_reader_string (reader, node, expected);
  LsLessonPlaces place = 0;

  if (text != NULL && !ls_lesson_place_from_string (text, &place))
    ls_json_reader_unexpected (reader, node, expected);
  return GUINT_TO_POINTER (place);
}

static const LsJsonMember look_member = {
  .name = "look", .type = LS_JSON_LIST, .maximum = 9, .words = NC_("list", "places"), .read_element = read_place
};

static gpointer
read_hidden (LsJsonReader *reader,
             JsonNode     *node)
{
  static const struct { const char *name; LsLessonHides hides; } names[] = {
    { "next", LS_LESSON_HIDES_NEXT },
    { "why", LS_LESSON_HIDES_WHY },
    { "future", LS_LESSON_HIDES_FUTURE },
  };
  const char *expected = NC_("expected", "“next”, “why” or “future”");
  const char *text = ls_json_reader_string (reader, node, expected);

  for (guint i = 0; text != NULL && i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].name, text))
      return GUINT_TO_POINTER (names[i].hides);
  if (text != NULL)
    ls_json_reader_unexpected (reader, node, expected);
  return NULL;
}

static const LsJsonMember hide_member = {
  .name = "hide", .type = LS_JSON_LIST, .maximum = 3, .words = NC_("list", "names"), .read_element = read_hidden
};

/* Reads what the page hides until its question is answered: all of it, unless the page says what. */
static void
read_hide (LsJsonReader *reader,
           JsonObject   *object,
           LsLessonPage *page)
{
  g_autoptr (GPtrArray) hidden = g_ptr_array_new ();
  gsize mark;

  page->hides = page->question != NULL ? LS_LESSON_HIDES_ALL : 0;
  ls_json_read_member (reader, object, &hide_member, &hidden);
  if (reader->error != NULL || !json_object_has_member (object, "hide"))
    return;

  page->hides = 0;
  for (guint i = 0; i < hidden->len; i++)
    page->hides |= GPOINTER_TO_UINT (g_ptr_array_index (hidden, i));
  mark = ls_json_reader_enter (reader, "hide");
  if (reader->error == NULL && page->question == NULL)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found it on a page that asks nothing, expected a “question” as well"));
  else if (reader->error == NULL && (page->hides & (LS_LESSON_HIDES_NEXT | LS_LESSON_HIDES_FUTURE)) == LS_LESSON_HIDES_NEXT)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                         _("found “next” without “future”, which tells what is next; expected both or neither"));
  ls_json_reader_leave (reader, mark);
}

static gpointer
read_line (LsJsonReader *reader,
           JsonNode     *node)
{
  const LsJsonMember line = { .type = LS_JSON_COUNT, .minimum = 1, .maximum = 1000000 };
  guint32 value = 0;

  ls_json_read_value (reader, node, &line, &value);
  return GUINT_TO_POINTER (value);
}

static const LsJsonMember lines_member = {
  .name = "lines", .type = LS_JSON_LIST, .minimum = 2, .maximum = 2, .words = NC_("list", "lines"), .read_element = read_line
};

/* Reads which lines of the program the page is about. */
static void
read_lines (LsJsonReader *reader,
            JsonObject   *object,
            LsLessonPage *page)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();

  ls_json_read_member (reader, object, &lines_member, &lines);
  if (reader->error != NULL || lines->len < 2)
    return;
  page->first_line = GPOINTER_TO_UINT (g_ptr_array_index (lines, 0));
  page->last_line = GPOINTER_TO_UINT (g_ptr_array_index (lines, 1));
  if (page->first_line > page->last_line)
    {
      const gsize mark = ls_json_reader_enter (reader, "lines");

      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found line %u before line %u, expected the first line first"),
                           page->first_line, page->last_line);
      ls_json_reader_leave (reader, mark);
    }
}

static const LsJsonMember page_members[] = {
  { .name = "expectations", .type = LS_JSON_LIST, .offset = G_STRUCT_OFFSET (LsLessonPage, expectations),
    .maximum = LS_LESSON_MAX_EXPECTATIONS, .words = NC_("list", "expectations"), .read_element = ls_lesson_read_expectation },
  { .name = "question", .type = LS_JSON_VALUE, .read = read_question },
  { .name = "task", .type = LS_JSON_VALUE, .read = ls_lesson_read_task },
  { .name = "exercise", .type = LS_JSON_VALUE, .read = ls_lesson_read_exercise },
  { .name = "golf", .type = LS_JSON_VALUE, .read = ls_lesson_read_golf },
  { NULL }
};

static const LsJsonMember page_title = {
  .name = "title", .type = LS_JSON_PROSE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLessonPage, title),
  .maximum = LS_LESSON_MAX_TEXT
};
static const LsJsonMember page_at = {
  .name = "at", .type = LS_JSON_VALUE, .read = ls_lesson_read_moment, .offset = G_STRUCT_OFFSET (LsLessonPage, at)
};

static gpointer
read_page (LsJsonReader *reader,
           JsonNode     *node)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "a page: an object with “title” and “text”"));
  g_autoptr (GPtrArray) places = NULL;
  GPtrArray *text;
  LsLessonPage *page;

  if (object == NULL)
    return NULL;

  text = g_ptr_array_new_with_free_func (g_free);
  places = g_ptr_array_new ();
  page = g_atomic_rc_box_new0 (LsLessonPage);
  page->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_lesson_answer_unref);
  page->expectations = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_expectation_unref);
  page->solved_expectations = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_expectation_unref);
  page->goals = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_expectation_unref);
  page->hints = g_new0 (char *, 1);
  page->rows = g_new0 (char *, 1);
  page->presets = g_new0 (char *, 1);
  page->pointer = g_strdup (reader->pointer->str);

  ls_json_read_member (reader, object, &page_title, page);
  ls_json_read_member (reader, object, &text_member, &text);
  page->text = ls_lesson_take_texts (text);
  ls_json_read_member (reader, object, &look_member, &places);
  for (guint i = 0; i < places->len; i++)
    page->look |= GPOINTER_TO_UINT (g_ptr_array_index (places, i));
  read_lines (reader, object, page);
  ls_json_read_member (reader, object, &page_at, page);
  page->actions = ls_lesson_read_actions (reader, object);
  page->schedule = ls_lesson_read_schedule (reader, object);
  ls_json_read_members (reader, object, page_members, page);
  read_hide (reader, object, page);
  return page;
}

static void
read_id (LsJsonReader *reader,
         JsonNode     *node,
         gpointer      data)
{
  const char *expected = NC_("expected", "1 to 64 lower-case letters, digits and “-”");
  const char *text = ls_json_reader_string (reader, node, expected);
  LsLesson *self = data;

  if (text != NULL && (*text == '\0' || strlen (text) > MAX_ID ||
                       strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen (text)))
    ls_json_reader_unexpected (reader, node, expected);
  self->id = g_strdup (text);
}

static const LsJsonMember members[] = {
  { .name = "id", .type = LS_JSON_VALUE, .is_required = TRUE, .read = read_id },
  { .name = "number", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsLesson, number), .minimum = 1, .maximum = 9999 },
  { .name = "minutes", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsLesson, minutes), .minimum = 1, .maximum = 9999 },
  { .name = "pages", .type = LS_JSON_LIST, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsLesson, pages),
    .minimum = 1, .maximum = LS_LESSON_MAX_PAGES, .words = NC_("list", "pages"), .read_element = read_page },
  { NULL }
};

/* Counts values down from @left. Returns how many are left. */
static guint
count_values (JsonNode *node,
              guint     left)
{
  if (left > 0)
    left--;
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; left > 0 && i < json_array_get_length (array); i++)
        left = count_values (json_array_get_element (array, i), left);
    }
  else if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      JsonNode *member;

      json_object_iter_init (&iter, json_node_get_object (node));
      while (left > 0 && json_object_iter_next (&iter, NULL, &member))
        left = count_values (member, left);
    }
  return left;
}

/* Learners change scripts: the window shows steps, and does not edit them. Nor do steps have a source. */
static void
refuse_exercises (LsJsonReader *reader,
                  LsLesson     *self,
                  JsonNode     *session)
{
  JsonNode *program = json_object_get_member (json_node_get_object (session), "program");
  JsonNode *kind = program != NULL && JSON_NODE_HOLDS_OBJECT (program)
                     ? json_object_get_member (json_node_get_object (program), "kind") : NULL;

  if (reader->error != NULL || kind == NULL || !JSON_NODE_HOLDS_VALUE (kind) ||
      g_strcmp0 (json_node_get_string (kind), "steps") != 0)
    return;
  for (guint i = 0; i < self->pages->len && reader->error == NULL; i++)
    if (ls_lesson_get_page (self, i)->solved_source != NULL || ls_lesson_get_page (self, i)->source != NULL)
      {
        gsize pages = ls_json_reader_enter (reader, "pages");
        gsize page = ls_json_reader_enter_index (reader, i);
        gsize mark = ls_json_reader_enter (reader, ls_lesson_get_page (self, i)->exercise != NULL ? "exercise" : "task");

        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                             ls_lesson_get_page (self, i)->exercise != NULL
                               ? _("found it in a lesson about a program of steps, expected a program in JavaScript")
                               : _("found a “source” in a lesson about a program of steps, expected a program in JavaScript"));
        ls_json_reader_leave (reader, mark);
        ls_json_reader_leave (reader, page);
        ls_json_reader_leave (reader, pages);
      }
}

/* Reads the lesson of @session. Returns NULL after an error. */
LsLesson *
ls_lesson_read (LsJsonReader *reader,
                JsonNode     *node,
                JsonNode     *session)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “id” and “pages”"));
  g_autoptr (LsLesson) self = NULL;

  if (object == NULL)
    return NULL;
  if (count_values (session, MAX_VALUES + 1) == 0)
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found more than %d values in a session with a lesson, "
                           "expected fewer"), MAX_VALUES);
      return NULL;
    }

  self = g_new0 (LsLesson, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_lesson_page_unref);
  ls_json_read_members (reader, object, members, self);
  refuse_exercises (reader, self, session);

  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}
