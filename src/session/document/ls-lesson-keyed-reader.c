/* ls-lesson-keyed-reader.c: questions of lessons that the run itself can answer
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-lesson-reader-private.h"

#include <glib/gi18n-lib.h>

#include "ls-settings.h"

/* The author of such a question writes no answers: there are the order of lines or tasks, when tasks run, the task that is next,
 * and which preset printed which log. */

#define MAX_ROW 200          /* characters */
#define MAX_PRESETS 4

static const LsJsonMember because_member = {
  .name = "because", .type = LS_JSON_PROSE, .offset = G_STRUCT_OFFSET (LsLessonPage, because), .maximum = LS_LESSON_MAX_TEXT
};

static gpointer
read_row (LsJsonReader *reader,
          JsonNode     *node)
{
  return ls_lesson_read_prose (reader, node, MAX_ROW);
}

static gpointer
read_preset (LsJsonReader *reader,
             JsonNode     *node)
{
  const char *expected = NC_("expected", "the name of a preset such as “blink”");
  const char *name = ls_json_reader_string (reader, node, expected);

  if (name != NULL && !g_strv_contains (ls_settings_list_presets (), name))
    ls_json_reader_unexpected (reader, node, expected);
  return g_strdup (name);
}

/* Reads a list of different texts into @texts. */
static void
read_different (LsJsonReader         *reader,
                JsonObject           *object,
                const LsJsonMember   *member,
                char               ***texts)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  gsize mark;

  ls_json_read_member (reader, object, member, &list);
  g_strfreev (*texts);
  *texts = ls_lesson_take_texts (list);
  mark = ls_json_reader_enter (reader, member->name);
  for (guint i = 0; (*texts)[i] != NULL && reader->error == NULL; i++)
    for (guint j = 0; j < i && reader->error == NULL; j++)
      if (g_str_equal ((*texts)[i], (*texts)[j]))
        ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found “%s” twice, expected it once"), (*texts)[i]);
  ls_json_reader_leave (reader, mark);
}

static void
read_pick (LsJsonReader *reader,
           JsonNode     *node,
           gpointer      data)
{
  const char *expected = NC_("expected", "“next”");
  const char *what = ls_json_reader_string (reader, node, expected);
  LsLessonPage *page = data;

  page->picks_next = g_strcmp0 (what, "next") == 0;
  if (what != NULL && !page->picks_next)
    ls_json_reader_unexpected (reader, node, expected);
}

/* Reads what is to be put into its place: a list of lines of the log, or of names of tasks. The run knows the places. */
void
ls_lesson_read_rows (LsJsonReader *reader,
                     JsonObject   *object,
                     const char   *name,
                     const char   *words,
                     LsLessonPage *page)
{
  const LsJsonMember member = {
    .name = name, .type = LS_JSON_LIST, .minimum = 2, .maximum = LS_LESSON_MAX_ROWS, .words = words, .read_element = read_row
  };

  read_different (reader, object, &member, &page->rows);
}

/* Hints that the window would not show are no hints. */
static void
refuse_hints (LsJsonReader *reader,
              JsonObject   *object)
{
  gsize mark;

  if (reader->error != NULL || !json_object_has_member (object, "hints"))
    return;
  mark = ls_json_reader_enter (reader, "hints");
  ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                       _("found it on a question that shows no hints, expected one with “bars”, “pick” or “presets”"));
  ls_json_reader_leave (reader, mark);
}

/* Reads what a question asks for in the place of answers. Returns FALSE if it has answers. */
gboolean
ls_lesson_read_keyed (LsJsonReader *reader,
                      JsonObject   *object,
                      LsLessonPage *page)
{
  static const char *const kinds[] = { "lines", "tasks", "bars", "pick", "presets" };
  static const LsJsonMember pick_member = { .name = "pick", .type = LS_JSON_VALUE, .read = read_pick };
  static const LsJsonMember presets_member = {
    .name = "presets", .type = LS_JSON_LIST, .minimum = 2, .maximum = MAX_PRESETS, .words = NC_("list", "presets"),
    .read_element = read_preset
  };
  const char *kind = NULL;
  guint n_kinds = json_object_has_member (object, "answers");

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (json_object_has_member (object, kinds[i]))
      {
        kind = kinds[i];
        n_kinds++;
      }
  if (n_kinds > 1)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                         _("found several, expected one of “answers”, “lines”, “tasks”, “bars”, “pick” and “presets”"));
  if (kind == NULL || g_str_equal (kind, "lines") || g_str_equal (kind, "tasks"))
    refuse_hints (reader, object);
  else
    ls_lesson_read_hints (reader, object, page);
  if (kind == NULL)
    return FALSE;

  page->rows_are_tasks = g_str_equal (kind, "tasks");
  if (g_str_equal (kind, "bars"))
    ls_lesson_read_bars (reader, object, page);
  else if (g_str_equal (kind, "pick"))
    ls_json_read_member (reader, object, &pick_member, page);
  else if (g_str_equal (kind, "presets"))
    read_different (reader, object, &presets_member, &page->presets);
  else
    ls_lesson_read_rows (reader, object, kind, page->rows_are_tasks ? NC_("list", "tasks") : NC_("list", "lines"), page);
  ls_json_read_member (reader, object, &because_member, page);
  return TRUE;
}
