/* ls-lesson-reader.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-action-private.h"
#include "ls-expectation-private.h"
#include "ls-lesson-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The member "lesson" of a session to what it says. */

#define MAX_TEXT 2000        /* characters of a paragraph, a question, an answer, a hint */
#define MAX_PARAGRAPHS 20
#define MAX_ANSWERS 10
#define MAX_ACTIONS 100
#define MAX_EXPECTATIONS 100
#define MAX_LINES 1000       /* of an expectation */
#define MAX_ID 64
#define MAX_VALUES 50000      /* of the whole session: each page is a session of its own */

typedef void (*ReadElement) (LsJsonReader *reader,
                             JsonNode     *node,
                             gpointer      data);

static char *
read_text (LsJsonReader *reader,
           JsonNode     *node)
{
  const char *text = ls_json_reader_string (reader, node, NC_("expected", "text"));

  if (text != NULL && *text == '\0')
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found no text, expected some"));
  else if (text != NULL && g_utf8_strlen (text, -1) > MAX_TEXT)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %ld characters, expected %d at most"),
                         g_utf8_strlen (text, -1), MAX_TEXT);
  return g_strdup (text);
}

static char *
read_text_member (LsJsonReader *reader,
                  JsonObject   *object,
                  const char   *member,
                  gboolean      is_required)
{
  gsize mark;
  char *text;

  if (!is_required && !json_object_has_member (object, member))
    return NULL;
  mark = ls_json_reader_enter (reader, member);
  text = read_text (reader, json_object_get_member (object, member));
  ls_json_reader_leave (reader, mark);
  return text;
}

static guint64
read_count_member (LsJsonReader *reader,
                   JsonObject   *object,
                   const char   *member,
                   guint64       minimum,
                   guint64       maximum,
                   guint64       otherwise)
{
  gsize mark;
  guint64 count;

  if (!json_object_has_member (object, member))
    return otherwise;
  mark = ls_json_reader_enter (reader, member);
  count = ls_json_reader_integer (reader, json_object_get_member (object, member), minimum, maximum, NULL);
  ls_json_reader_leave (reader, mark);
  return count;
}

/* Has @read look at the elements of an array of @minimum to @maximum of what is called @words, marked with the context "list". */
static void
read_list (LsJsonReader *reader,
           JsonObject   *object,
           const char   *member,
           guint         minimum,
           guint         maximum,
           const char   *words,
           ReadElement   read,
           gpointer      data)
{
  JsonArray *array;
  gsize mark;
  guint length;

  if (minimum == 0 && !json_object_has_member (object, member))
    return;
  mark = ls_json_reader_enter (reader, member);
  array = ls_json_reader_array (reader, json_object_get_member (object, member), NC_("expected", "an array"));
  length = array != NULL ? json_array_get_length (array) : 0;
  if (array != NULL && (length < minimum || length > maximum))
    ls_json_reader_fail (reader, length > maximum ? LS_SESSION_ERROR_LIMIT : LS_SESSION_ERROR_INVALID,
                         /* Translators: how many of them there are, one of the words whose context is “list”, at least, at most */
                         _("found %u %s, expected %u to %u"), length, g_dpgettext2 (GETTEXT_PACKAGE, "list", words), minimum,
                         maximum);
  for (guint i = 0; i < length && reader->error == NULL; i++)
    {
      gsize inner = ls_json_reader_enter_index (reader, i);

      read (reader, json_array_get_element (array, i), data);
      ls_json_reader_leave (reader, inner);
    }
  ls_json_reader_leave (reader, mark);
}

static void
read_paragraph (LsJsonReader *reader,
                JsonNode     *node,
                gpointer      data)
{
  char *text = read_text (reader, node);

  if (text != NULL)
    g_ptr_array_add (data, text);
}

static void
read_place (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  const char *expected = NC_("expected", "“stage”, “main-thread”, “signals”, “why”, “inspector”, “timeline”, “events”, “log” or "
                                         "“program”");
  const char *text = ls_json_reader_string (reader, node, expected);
  LsLessonPage *page = data;
  LsLessonPlaces place;

  if (text == NULL)
    return;
  if (ls_lesson_place_from_string (text, &place))
    page->look |= place;
  else
    ls_json_reader_unexpected (reader, node, expected);
}

static void
read_moment (LsJsonReader   *reader,
             JsonObject     *parent,
             LsLessonMoment *moment)
{
  static const struct { const char *name; LsLessonMomentKind kind; guint64 maximum; } members[] = {
    { "step", LS_LESSON_MOMENT_STEP, G_MAXUINT32 },
    { "turn", LS_LESSON_MOMENT_TURN, G_MAXUINT32 - 1 },
    { "timeMs", LS_LESSON_MOMENT_TIME, G_MAXUINT32 },
  };
  const char *expected = NC_("expected", "an object with one of “step”, “turn” and “timeMs”");
  JsonObject *object;
  gsize mark;

  if (!json_object_has_member (parent, "at"))
    return;
  mark = ls_json_reader_enter (reader, "at");
  object = ls_json_reader_object (reader, json_object_get_member (parent, "at"), expected);
  for (guint i = 0; object != NULL && i < G_N_ELEMENTS (members); i++)
    if (json_object_has_member (object, members[i].name))
      {
        if (moment->kind != LS_LESSON_MOMENT_NONE)
          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found several, expected %s"), ls_json_expected (expected));
        moment->kind = members[i].kind;
        moment->value = read_count_member (reader, object, members[i].name, 0, members[i].maximum, 0);
      }
  if (object != NULL && moment->kind == LS_LESSON_MOMENT_NONE)
    ls_json_reader_unexpected (reader, json_object_get_member (parent, "at"), expected);
  if (moment->kind == LS_LESSON_MOMENT_TIME)
    moment->value *= 1000;
  ls_json_reader_leave (reader, mark);
}

static LsExpectation *
read_expectation (LsJsonReader *reader,
                  JsonNode     *node)
{
  LsExpectation *expectation = ls_expectation_read_in_lesson (reader, node);

  if (expectation != NULL && expectation->lines != NULL && g_strv_length (expectation->lines) > MAX_LINES)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %u lines, expected %d at most"),
                         g_strv_length (expectation->lines), MAX_LINES);
  return expectation;
}

static LsExpectation *
read_expectation_member (LsJsonReader *reader,
                         JsonObject   *object,
                         const char   *member)
{
  gsize mark = ls_json_reader_enter (reader, member);
  LsExpectation *expectation = read_expectation (reader, json_object_get_member (object, member));

  ls_json_reader_leave (reader, mark);
  return expectation;
}

static void
read_listed_expectation (LsJsonReader *reader,
                         JsonNode     *node,
                         gpointer      data)
{
  LsExpectation *expectation = read_expectation (reader, node);

  if (expectation != NULL)
    g_ptr_array_add (data, expectation);
}

/* Their names are looked up when they are needed: with the program that there is then. */
static void
read_action (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  LsAction *action = ls_action_read (reader, node);

  g_clear_pointer (&action, ls_action_unref);
}

static JsonNode *
read_actions (LsJsonReader *reader,
              JsonObject   *object)
{
  JsonNode *node = json_object_get_member (object, "actions");

  read_list (reader, object, "actions", 0, MAX_ACTIONS, NC_("list", "actions"), read_action, NULL);
  return reader->error == NULL && node != NULL ? json_node_ref (node) : NULL;
}

static void
read_answer (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an answer: an object with “text” and “because”"));
  LsLessonPage *page = data;
  LsLessonAnswer *answer;

  if (object == NULL)
    return;
  answer = g_new0 (LsLessonAnswer, 1);
  g_ptr_array_add (page->answers, answer);
  answer->text = read_text_member (reader, object, "text", TRUE);
  answer->because = read_text_member (reader, object, "because", TRUE);
  if (json_object_has_member (object, "right"))
    {
      gsize mark = ls_json_reader_enter (reader, "right");

      answer->is_right = ls_json_reader_boolean (reader, json_object_get_member (object, "right"),
                                                 NC_("expected", "true or false"));
      ls_json_reader_leave (reader, mark);
    }
  if (json_object_has_member (object, "holds"))
    answer->holds = read_expectation_member (reader, object, "holds");
}

static void
read_clause (LsJsonReader *reader,
             JsonObject   *object,
             LsLessonPage *page)
{
  const char *expected = NC_("expected", "the name of a clause such as “select-next-queue”");
  gsize mark;
  const char *nick;

  if (!json_object_has_member (object, "clause"))
    return;
  mark = ls_json_reader_enter (reader, "clause");
  nick = ls_json_reader_string (reader, json_object_get_member (object, "clause"), expected);
  for (LsClause clause = LS_CLAUSE_NONE + 1; nick != NULL && clause < LS_N_CLAUSES; clause++)
    if (g_str_equal (ls_clause_get_nick (clause), nick))
      page->clause = clause;
  if (nick != NULL && page->clause == LS_CLAUSE_NONE)
    ls_json_reader_unexpected (reader, json_object_get_member (object, "clause"), expected);
  ls_json_reader_leave (reader, mark);
  page->clause_step = read_count_member (reader, object, "step", 1, 255, 0);
}

static void
read_question (LsJsonReader *reader,
               JsonNode     *node,
               LsLessonPage *page)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “text” and “answers”"));
  guint n_right = 0;

  if (object == NULL)
    return;
  page->question = read_text_member (reader, object, "text", TRUE);
  read_clause (reader, object, page);
  read_list (reader, object, "answers", 2, MAX_ANSWERS, NC_("list", "answers"), read_answer, page);
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
read_until (LsJsonReader *reader,
            JsonObject   *object,
            LsLessonPage *page)
{
  gsize mark;

  page->until = read_expectation_member (reader, object, "until");
  if (page->until == NULL)
    return;
  mark = ls_json_reader_enter (reader, "until");
  if (!ls_expectation_kind_can_be_watched (page->until->kind))
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                         _("found what comes true in no moment, expected one of “logContains”, “order”, “ran”, “result”, "
                           "“next”, “signal” and “posted”"));
  else if (page->until->has_step)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found “at”, expected what may come true at any moment"));
  ls_json_reader_leave (reader, mark);
}

static void
read_task (LsJsonReader *reader,
           JsonNode     *node,
           LsLessonPage *page)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with “text” and “until”"));
  JsonObject *solution;
  gsize mark;

  if (object == NULL)
    return;
  page->task = read_text_member (reader, object, "text", TRUE);
  page->hint = read_text_member (reader, object, "hint", FALSE);
  read_until (reader, object, page);
  if (!json_object_has_member (object, "solution"))
    return;

  mark = ls_json_reader_enter (reader, "solution");
  solution = ls_json_reader_object (reader, json_object_get_member (object, "solution"), NC_("expected", "an object"));
  if (solution != NULL)
    {
      page->solution = read_actions (reader, solution);
      read_moment (reader, solution, &page->solved_at);
      read_list (reader, solution, "expectations", 0, MAX_EXPECTATIONS, NC_("list", "expectations"), read_listed_expectation,
                 page->solved_expectations);
    }
  ls_json_reader_leave (reader, mark);
}

static void
read_page (LsJsonReader *reader,
           JsonNode     *node,
           gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "a page: an object with “title” and “text”"));
  LsLesson *lesson = data;
  g_autoptr (GPtrArray) text = NULL;
  LsLessonPage *page;
  gsize mark;

  if (object == NULL)
    return;

  text = g_ptr_array_new_with_free_func (g_free);
  page = g_new0 (LsLessonPage, 1);
  page->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_lesson_answer_free);
  page->expectations = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_expectation_unref);
  page->solved_expectations = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_expectation_unref);
  page->pointer = g_strdup (reader->pointer->str);
  g_ptr_array_add (lesson->pages, page);

  page->title = read_text_member (reader, object, "title", TRUE);
  read_list (reader, object, "text", 1, MAX_PARAGRAPHS, NC_("list", "paragraphs"), read_paragraph, text);
  g_ptr_array_add (text, NULL);
  page->text = g_strdupv ((char **) text->pdata);
  read_list (reader, object, "look", 0, 9, NC_("list", "places"), read_place, page);
  read_moment (reader, object, &page->at);
  page->actions = read_actions (reader, object);
  read_list (reader, object, "expectations", 0, MAX_EXPECTATIONS, NC_("list", "expectations"), read_listed_expectation,
             page->expectations);
  if (json_object_has_member (object, "question"))
    {
      mark = ls_json_reader_enter (reader, "question");
      read_question (reader, json_object_get_member (object, "question"), page);
      ls_json_reader_leave (reader, mark);
    }
  if (json_object_has_member (object, "task"))
    {
      mark = ls_json_reader_enter (reader, "task");
      read_task (reader, json_object_get_member (object, "task"), page);
      ls_json_reader_leave (reader, mark);
    }
}

static void
read_id (LsJsonReader *reader,
         JsonObject   *object,
         LsLesson     *self)
{
  const char *expected = NC_("expected", "1 to 64 lower-case letters, digits and “-”");
  gsize mark = ls_json_reader_enter (reader, "id");
  JsonNode *node = json_object_get_member (object, "id");
  const char *text = ls_json_reader_string (reader, node, expected);

  if (text != NULL && (*text == '\0' || strlen (text) > MAX_ID ||
                       strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen (text)))
    ls_json_reader_unexpected (reader, node, expected);
  self->id = g_strdup (text);
  ls_json_reader_leave (reader, mark);
}

/* Counts down from @left. */
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

/*< private >
 * ls_lesson_read:
 * @reader: where in the text it is
 * @node: the lesson
 * @session: the session that it is in
 *
 * Returns: (transfer full) (nullable): what it says; %NULL after an error */
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
  self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_lesson_page_free);
  read_id (reader, object, self);
  self->number = read_count_member (reader, object, "number", 1, 9999, 0);
  self->minutes = read_count_member (reader, object, "minutes", 1, 9999, 0);
  read_list (reader, object, "pages", 1, LS_LESSON_MAX_PAGES, NC_("list", "pages"), read_page, self);

  return reader->error == NULL ? g_steal_pointer (&self) : NULL;
}
