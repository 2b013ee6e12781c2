/* ls-answer-sheet-reader.c: reads what a learner has answered
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-answer-sheet-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-json-members-private.h"
#include "ls-lesson-reader-private.h"
#include "ls-session-private.h"

#define MAX_BYTES (4 * 1024 * 1024)
#define MAX_MARK 64
#define MAX_EXERCISES (2 * LS_LESSON_MAX_PAGES)

/* Texts of people may be empty. */
static void
read_short (LsJsonReader *reader,
            JsonNode     *node,
            char        **text,
            glong         maximum)
{
  const char *found = ls_json_reader_string (reader, node, NC_("expected", "text"));

  if (found != NULL && g_utf8_strlen (found, -1) > maximum)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %ld characters, expected at most %d"),
                         g_utf8_strlen (found, -1), (int) maximum);
  g_free (*text);
  *text = g_strdup (found != NULL ? found : "");
}

static void
read_name (LsJsonReader *reader,
           JsonNode     *node,
           gpointer      data)
{
  read_short (reader, node, data, LS_SHEET_MAX_NAME);
}

static void
read_answer (LsJsonReader *reader,
             JsonNode     *node,
             gpointer      data)
{
  read_short (reader, node, data, LS_SHEET_MAX_ANSWER);
}

static void
read_title (LsJsonReader *reader,
            JsonNode     *node,
            gpointer      data)
{
  read_short (reader, node, data, LS_LESSON_MAX_TEXT);
}

static void
read_mark (LsJsonReader *reader,
           JsonNode     *node,
           gpointer      data)
{
  read_short (reader, node, data, MAX_MARK);
}

static void
read_time (LsJsonReader *reader,
           JsonNode     *node,
           gpointer      data)
{
  const char *expected = NC_("expected", "a time such as “2026-03-01T12:00:00Z”");
  const char *text = ls_json_reader_string (reader, node, expected);
  g_autoptr (GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;

  if (text != NULL && (time == NULL || g_date_time_to_unix (time) < 0))
    ls_json_reader_unexpected (reader, node, expected);
  else if (time != NULL)
    *(gint64 *) data = g_date_time_to_unix (time);
}

static const LsJsonMember attempt_members[] = {
  { .name = "at", .type = LS_JSON_VALUE, .offset = G_STRUCT_OFFSET (LsSheetAttempt, time), .read = read_time },
  { .name = "answer", .type = LS_JSON_VALUE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsSheetAttempt, answer),
    .read = read_answer },
  { .name = "choice", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsSheetAttempt, choice), .minimum = 1, .maximum = 100 },
  { .name = "right", .type = LS_JSON_FLAG, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsSheetAttempt, is_right) },
  { .name = "hints", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsSheetAttempt, n_hints), .maximum = 100 },
  { NULL }
};

static gpointer
read_attempt (LsJsonReader *reader,
              JsonNode     *node)
{
  g_autofree LsSheetAttempt *attempt = g_new0 (LsSheetAttempt, 1);

  attempt->choice = LS_SHEET_NONE;
  if (ls_json_read_object (reader, node, NC_("expected", "an object with “answer” and “right”"), attempt_members, attempt))
    return g_steal_pointer (&attempt);
  g_free (attempt->answer);
  return NULL;
}

static gboolean
kind_from_string (const char *string,
                  guint      *kind)
{
  for (*kind = LS_SHEET_CHOICE; *kind <= LS_SHEET_GOLF; (*kind)++)
    if (g_str_equal (string, ls_sheet_kind_to_string (*kind)))
      return TRUE;
  return FALSE;
}

static const LsJsonMember exercise_members[] = {
  { .name = "page", .type = LS_JSON_COUNT, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsSheetExercise, page), .minimum = 1,
    .maximum = LS_LESSON_MAX_PAGES },
  { .name = "title", .type = LS_JSON_VALUE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsSheetExercise, title), .read = read_title },
  { .name = "kind", .type = LS_JSON_WORD, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsSheetExercise, kind),
    .expected = NC_("expected", "“choice”, “order”, “bars”, “pick”, “presets”, “task”, “exercise” or “golf”"),
    .from_string = kind_from_string },
  { .name = "asked", .type = LS_JSON_VALUE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsSheetExercise, asked), .read = read_mark },
  { .name = "hints", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsSheetExercise, n_hints), .maximum = 100 },
  { .name = "solutionAfter", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsSheetExercise, solution_after),
    .maximum = LS_SHEET_MAX_ATTEMPTS },
  { .name = "attempts", .type = LS_JSON_LIST, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsSheetExercise, attempts),
    .maximum = LS_SHEET_MAX_ATTEMPTS, .words = NC_("list", "attempts"), .read_element = read_attempt },
  { NULL }
};

static void
read_exercise (LsJsonReader *reader,
               JsonNode     *node,
               gpointer      data)
{
  LsAnswerSheet *self = data;
  LsSheetExercise *exercise = ls_sheet_exercise_new ();

  if (ls_json_read_object (reader, node, NC_("expected", "an object with “page”, “kind” and “attempts”"), exercise_members, exercise) &&
      ls_answer_sheet_find (self, exercise->page, ls_sheet_kind_is_to_do (exercise->kind)) != NULL)
    /* Translators: the number of a page */
    ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found what page %u asks a second time, expected it once"),
                         exercise->page);
  g_ptr_array_add (self->exercises, exercise);
}

static void
read_exercises (LsJsonReader *reader,
                JsonNode     *node,
                gpointer      data)
{
  const guint length = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_array_get_length (json_node_get_array (node)) : 0;

  if (length > MAX_EXERCISES)
    ls_json_reader_fail (reader, LS_SESSION_ERROR_LIMIT, _("found %u exercises, expected at most %d"), length, MAX_EXERCISES);
  else
    ls_json_reader_each (reader, node, NC_("expected", "an array"), read_exercise, data);
}

static const LsJsonMember learner_members[] = {
  { .name = "name", .type = LS_JSON_VALUE, .offset = G_STRUCT_OFFSET (LsAnswerSheet, learner), .read = read_name },
  { .name = "id", .type = LS_JSON_VALUE, .offset = G_STRUCT_OFFSET (LsAnswerSheet, learner_id), .read = read_mark },
  { NULL }
};

static const LsJsonMember lesson_members[] = {
  { .name = "id", .type = LS_JSON_VALUE, .is_required = TRUE, .offset = G_STRUCT_OFFSET (LsAnswerSheet, id), .read = read_mark },
  { .name = "number", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsAnswerSheet, number), .maximum = 9999 },
  { .name = "title", .type = LS_JSON_VALUE, .offset = G_STRUCT_OFFSET (LsAnswerSheet, title), .read = read_title },
  { NULL }
};

static const LsJsonMember members[] = {
  { .name = "learner", .type = LS_JSON_OBJECT, .expected = NC_("expected", "an object with “name”"), .members = learner_members },
  { .name = "lesson", .type = LS_JSON_OBJECT, .is_required = TRUE, .expected = NC_("expected", "an object with “id”"),
    .members = lesson_members },
  { .name = "savedAt", .type = LS_JSON_VALUE, .offset = G_STRUCT_OFFSET (LsAnswerSheet, saved), .read = read_time },
  { .name = "begunAgain", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsAnswerSheet, n_begun_again) },
  { NULL }
};

/* The exercises are looked up among each other, so they are read into the sheet itself. */
static const LsJsonMember exercises_member = {
  .name = "exercises", .type = LS_JSON_VALUE, .is_required = TRUE, .read = read_exercises
};

static LsAnswerSheet *
read_tree (const char  *name,
           JsonNode    *root,
           GError     **error)
{
  g_autoptr (LsAnswerSheet) self = ls_answer_sheet_new_empty ();
  LsJsonReader reader;
  JsonObject *object;

  self->learner = g_strdup ("");
  self->learner_id = g_strdup ("");
  self->title = g_strdup ("");
  ls_json_reader_init (&reader, name, NULL);
  object = ls_json_reader_object (&reader, root, NC_("expected", "the answers of a learner"));
  if (object != NULL)
    ls_json_reader_check_format (&reader, object, LS_SHEET_FORMAT, LS_SHEET_VERSION);
  if (reader.error == NULL)
    ls_json_read_members (&reader, object, members, self);
  if (reader.error == NULL)
    ls_json_read_member (&reader, object, &exercises_member, self);
  return ls_json_reader_finish (&reader, error) ? g_steal_pointer (&self) : NULL;
}

/* Reads to the end, or until there is more than anybody's answers take. */
static GByteArray *
read_all (const char    *name,
          GInputStream  *stream,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *shown = ls_json_display (name, 0);
  GError *local = NULL;
  gsize n;

  g_byte_array_set_size (bytes, MAX_BYTES + 1);
  if (!g_input_stream_read_all (stream, bytes->data, MAX_BYTES + 1, &n, cancellable, &local))
    {
      ls_session_propagate_read_error (name, local, error);
      return NULL;
    }
  if (n > MAX_BYTES)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT, _("%s: /: found more than %" PRIu64 " MB, expected a smaller file"),
                   shown, (guint64) MAX_BYTES / (1024 * 1024));
      return NULL;
    }
  g_byte_array_set_size (bytes, n);
  return g_steal_pointer (&bytes);
}

/* Reads the file of a learner. @name: what messages call it. Returns (transfer full) (nullable) what is on it. */
LsAnswerSheet *
ls_answer_sheet_read (const char    *name,
                      GInputStream  *stream,
                      GCancellable  *cancellable,
                      GError       **error)
{
  g_autoptr (GByteArray) bytes = read_all (name, stream, cancellable, error);
  g_autoptr (JsonNode) root = NULL;

  if (bytes == NULL)
    return NULL;
  root = ls_json_parse (name, (const char *) bytes->data, bytes->len, NULL, error);
  return root != NULL ? read_tree (name, root, error) : NULL;
}

/* Reads a file, as ls_answer_sheet_read() does. */
LsAnswerSheet *
ls_answer_sheet_load (const char    *name,
                      GFile         *file,
                      GCancellable  *cancellable,
                      GError       **error)
{
  GError *local = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, &local);

  if (stream != NULL)
    return ls_answer_sheet_read (name, G_INPUT_STREAM (stream), cancellable, error);
  ls_session_propagate_read_error (name, local, error);
  return NULL;
}
