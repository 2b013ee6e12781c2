/* test-chrome-hostile.c: files that are cut, broken, or made to do harm
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "chrome-fixture.h"
#include "ls-recording-parser-private.h"
#include "sanitized.h"
#include "test-gzip.h"

#define TASK(ts) "{\"name\": \"RunTask\", \"ph\": \"X\", \"pid\": 1, \"tid\": 2, \"ts\": " ts ", \"dur\": 1}"
#define MB (1024 * 1024)

static GString *
repeat (const char *text,
        gsize       n_times)
{
  GString *all = g_string_sized_new (strlen (text) * n_times + 1);

  for (gsize i = 0; i < n_times; i++)
    g_string_append (all, text);

  return all;
}

static LsRecording *
load_bytes (const void *bytes,
            gsize       n_bytes)
{
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load_data (bytes, n_bytes, &error);

  g_assert_no_error (error);
  return recording;
}

static void
test_no_recording (void)
{
  static const char *const texts[] = {
    "", " ", "x", "hello, world", "{", "{}", "{\"a\": 1}", "[1, 2, 3]", "[{\"a\": 1}, {\"b\": 2}]", "{\"traceEvents\": 5}",
    "{\"format\": \"loopscope-session\", \"version\": 1}", "\211PNG\r\n\032\n", "{\"metadata\": {\"source\": \"DevTools\"}}",
    "\"traceEvents\"", "null", "\n\n\n", "{\"traceEvents\": [{\"a\": 1}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) packed = test_gzip (texts[i], strlen (texts[i]));
      gsize n_packed;
      const guint8 *bytes = g_bytes_get_data (packed, &n_packed);
      g_autoptr (GError) error = NULL;

      g_assert_null (ls_recording_load_data ((const guint8 *) texts[i], strlen (texts[i]), &error));
      g_assert_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, "expected a recording"));
      g_clear_error (&error);
      g_assert_null (ls_recording_load_data (bytes, n_packed, &error));
      g_assert_error (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT);
    }
}

static void
test_cut (void)
{
  static const struct
  {
    const char *text;
    gboolean    is_cut;
    guint       n_events;
  } cuts[] = {
    { "[" TASK ("10") "," TASK ("20") "]", FALSE, 2 },
    { "[" TASK ("10") "," TASK ("20"), FALSE, 2 },
    { "[" TASK ("10") "," TASK ("20") ",\n", FALSE, 2 },
    { "[" TASK ("10") "," TASK ("20") ",{\"na", TRUE, 2 },
    { "[" TASK ("10") ",{\"name\": \"a\\", TRUE, 1 },
    { "{\"traceEvents\": [" TASK ("10") "]", TRUE, 1 },
    { "{\"traceEvents\": [" TASK ("10"), TRUE, 1 },
    { "{\"traceEvents\": [" TASK ("10") "], \"metadata\": {\"sou", TRUE, 1 },
    { "{\"traceEvents\": [" TASK ("10") "], \"metadata\": {\"source\": \"x\"}", TRUE, 1 },
    { "{\"traceEvents\": [" TASK ("10") "], \"metadata\": {\"source\": \"x\"}}", FALSE, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cuts); i++)
    {
      g_autoptr (LsRecording) recording = load_text (cuts[i].text);

      g_assert_cmpint (ls_recording_is_cut (recording), ==, cuts[i].is_cut);
      g_assert_cmpuint (ls_recording_get_n_events (recording), ==, cuts[i].n_events);
      if (cuts[i].is_cut)
        {
          g_autofree char *place = g_strdup_printf ("at byte %zu", strlen (cuts[i].text));

          assert_problem (recording, place);
        }
      else
        assert_no_problem (recording);
    }
}

static void
test_depth (void)
{
  g_autoptr (GString) open = repeat ("[", 200), close = repeat ("]", 200);
  g_autoptr (GString) many = repeat ("{\"a\":[", TIMES (1000000, 100000));
  g_autofree char *fine = g_strdup_printf ("{\"name\": \"FunctionCall\", \"ph\": \"I\", \"ts\": 5, \"args\": {\"x\": %s%s, \"data\":"
                                           "{\"functionName\": \"f\"}}}", open->str, close->str);
  g_autofree char *deep = g_strdup_printf ("{\"name\": \"FunctionCall\", \"ph\": \"I\", \"ts\": 5, \"args\": [%s%s%s%s]}", open->str,
                                           open->str, close->str, close->str);
  g_autofree char *both = g_strdup_printf ("%s,%s," TASK ("6"), fine, deep);
  g_autoptr (LsRecording) recording = load_events (both);
  g_autoptr (LsRecording) endless = NULL;

  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 2);
  g_assert_cmpstr (ls_recording_get_text (recording, find_event (recording, LS_RECORDING_EVENT_FUNCTION, 0)->text), ==, "f");
  assert_problem (recording, "1 event is nested more than 256 levels deep. Loopscope leaves it out. It is at byte");

  /* A detail that the recording helper might have written is JSON as well. */
  g_string_prepend (many, "[" TASK ("7") ",");
  endless = load_text (many->str);
  g_assert_true (ls_recording_is_cut (endless));
  g_assert_cmpuint (ls_recording_get_n_events (endless), ==, 1);
}

static void
test_lengths (void)
{
  g_autoptr (GString) text = repeat ("0123456789abcdef", 2 * MB / 16), list = repeat ("[0123456789], ", TIMES (20, 17) * MB / 14);
  g_autofree char *with_text = g_strdup_printf (
    "{\"args\": {\"data\": {\"code\": \"%s\\\\\", \"functionName\": \"f\"}}, \"name\": \"FunctionCall\", \"ph\": \"I\", \"ts\": 5},"
    "{\"args\": {\"code\": \"%s\"}, \"name\": \"Screenshot\", \"ph\": \"I\", \"ts\": 5}", text->str, text->str);
  g_autofree char *with_list = g_strdup_printf (
    "{\"x\": [%s0], \"name\": \"FunctionCall\", \"ph\": \"I\", \"ts\": 5}," TASK ("6")
    ",{\"name\": \"Screenshot\", \"ph\": \"I\", \"ts\": 5, \"x\": [%s0]}", list->str, list->str);
  g_autofree char *with_key = g_strdup_printf ("{\"%s\": 1, \"%s\": \"%s\", \"name\": \"FunctionCall\", \"ph\": \"I\", \"ts\": 5}",
                                               text->str, text->str, text->str);
  g_autoptr (LsRecording) first = load_events (with_text), second = load_events (with_list), third = load_events (with_key);
  g_autofree char *elsewhere = g_strdup_printf ("{\"%s\": \"%s\", \"other\": {\"%s\": [%s\"\"]}, \"metadata\": {\"%s\": {\"%s\": 1}, "
                                                "\"source\": \"%s\"}, \"traceEvents\": [" TASK ("6") "]}", text->str, text->str,
                                                text->str, list->str, text->str, text->str, text->str);
  g_autoptr (LsRecording) fourth = load_text (elsewhere);

  g_assert_cmpuint (ls_recording_get_n_events (first), ==, 1);
  g_assert_cmpstr (ls_recording_get_text (first, find_event (first, LS_RECORDING_EVENT_FUNCTION, 0)->text), ==, "f");
  assert_problem (first, "1 event has a text longer than 1 MB. Loopscope leaves the text out. It is at byte 17.");
  g_assert_cmpuint (ls_recording_get_n_events (second), ==, 1);
  assert_problem (second, "1 event is longer than 16 MB. Loopscope leaves it out. It is at byte 17.");
  g_assert_cmpuint (ls_recording_get_n_events (third), ==, 1);
  g_assert_cmpuint (ls_recording_get_n_events (fourth), ==, 1);
  assert_no_problem (fourth);
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *ts;
    gboolean    is_time;
    guint64     ns;      /* after an event at 10 µs */
  } numbers[] = {
    { "20", TRUE, 10000 }, { "\"20\"", TRUE, 10000 }, { "20.0625", TRUE, 10062 }, { "\"20.5\"", TRUE, 10500 },
    { "2.05e1", TRUE, 10500 }, { "1e400", FALSE }, { "9e18", FALSE }, { "99999999999999999999999", FALSE }, { "\"abc\"", FALSE },
    { "\"0x14\"", TRUE, 10000 }, { "\"\"", FALSE }, { "\"nan\"", FALSE }, { "\"Infinity\"", FALSE }, { "null", FALSE },
    { "[20]", FALSE }, { "{}", FALSE }, { "true", FALSE }, { "5567679475.123", TRUE, G_GUINT64_CONSTANT (5567679465123) },
    { "9000000000000000", TRUE, G_GUINT64_CONSTANT (8999999999999990000) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *json = g_strdup_printf (TASK ("10") ",{\"name\": \"EventDispatch\", \"ph\": \"I\", \"ts\": %s}", numbers[i].ts);
      g_autoptr (LsRecording) recording = load_events (json);
      const LsRecordingEvent *event = find_event (recording, LS_RECORDING_EVENT_DISPATCH, 0);

      if (numbers[i].is_time)
        {
          assert_no_problem (recording);
          g_assert_cmpuint (event->time, ==, numbers[i].ns);
        }
      else
        {
          g_assert_null (event);
          assert_problem (recording, "1 event has no time, or one that is not a number. Loopscope leaves it out.");
        }
    }
}

/* Times may go back, be 0 or less, and ids may come twice: nothing is lost, and events are in order. */
static void
test_times (void)
{
  g_autoptr (LsRecording) small = load_events (TASK ("30") "," TASK ("0") "," TASK ("10") "," TASK ("40"));
  g_autoptr (LsRecording) large = load_events (TASK ("5567679475") "," TASK ("0") "," TASK ("-7") "," TASK ("5567679480"));
  g_autoptr (LsRecording) negative = load_events (
    "{\"name\": \"RunTask\", \"ph\": \"X\", \"ts\": 10, \"dur\": -3}, {\"name\": \"RunTask\", \"ph\": \"X\", \"ts\": 20}");
  gsize n_events;
  const LsRecordingEvent *events = ls_recording_peek_events (small, 0, &n_events);

  g_assert_cmpuint (n_events, ==, 4);
  g_assert_cmpuint (events[0].time, ==, 0);
  g_assert_cmpuint (events[1].time, ==, 10000);
  g_assert_cmpuint (events[3].time, ==, 40000);
  g_assert_cmpuint (ls_recording_get_duration (small), ==, 41000);

  events = ls_recording_peek_events (large, 0, &n_events);
  g_assert_cmpuint (ls_recording_get_duration (large), ==, 6000);
  assert_problem (large, "1 event has a time before 0.");

  events = ls_recording_peek_events (negative, 0, &n_events);
  g_assert_cmpuint (events[0].duration, ==, 0);
  g_assert_cmpuint (events[1].duration, ==, LS_RECORDING_NO_END);
}

static void
test_threads (void)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (LsRecording) recording = NULL;

  for (guint i = 0; i < 10100; i++)
    g_string_append_printf (json, "%s{\"name\": \"RunTask\", \"ph\": \"X\", \"pid\": %u, \"tid\": %u, \"ts\": %u, \"dur\": 1}",
                            i > 0 ? "," : "", i % 7, i, i + 1);
  recording = load_events (json->str);
  g_assert_cmpuint (ls_recording_get_n_threads (recording), ==, 10000);
  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 10000);
  assert_problem (recording, "There are more than 10000 threads.");
}

/* Many begins without ends, and ends that fit none of them. */
static void
test_open (void)
{
  guint n = TIMES (50000, 5000);
  g_autoptr (GString) json = g_string_new (NULL);
  g_autoptr (LsRecording) recording = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (json, "%s{\"name\": \"a\", \"ph\": \"B\", \"ts\": %u},{\"name\": \"b\", \"ph\": \"E\", \"ts\": %u}",
                            i > 0 ? "," : "", i + 1, 2 * n + i);
  recording = load_events (json->str);
  assert_problem (recording, "events have ends, but no beginnings.");
}

/* What is no JSON is left out; what follows is read. */
static void
test_garbage (void)
{
  static const struct
  {
    const char *json;
    const char *problem;
    guint       n_events;
  } cases[] = {
    { TASK ("10") ", {\"name\": \"RunTask\", \"ph\": \"X\", \"ts\": 20, garbage}," TASK ("30"), "1 event is not JSON", 2 },
    { TASK ("10") ", {\"name\": \"RunTask\", \"ph\": \"X\", \"ts\": 20, \"args\": {]}," TASK ("30"), "1 event is not JSON", 2 },
    { TASK ("10") ", {\"name\": \"FunctionCall\", \"ph\": \"X\", \"ts\": 20, \"args\": {nonsense}}," TASK ("30"),
      "1 event is not JSON", 2 },
    { TASK ("10") ", x, 5, \"text\", [1, {}], null, " TASK ("30"), "5 values in the list of events are not events. The first is at byte", 2 },
    { TASK ("10") " ??? " TASK ("30"), "3 characters do not belong to JSON. The first is at byte", 2 },
    { TASK ("10") ", {\"name\": \"RunTask\", \"ph\": \"X\"}", "1 event has no time", 1 },
    { TASK ("10") "]} more [{", "8 characters come after the end", 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsRecording) recording = load_events (cases[i].json);

      g_assert_cmpuint (ls_recording_get_n_events (recording), ==, cases[i].n_events);
      assert_problem (recording, cases[i].problem);
    }
}

/* Texts become UTF-8, without NULs, and are not too long. */
static void
test_texts (void)
{
  static const char before[] = "[{\"name\": \"EventDispatch\", \"ph\": \"I\", \"ts\": 5, \"args\": {\"data\": {\"type\": \"";
  g_autoptr (GString) json = g_string_new (before);
  g_autoptr (GString) text = repeat ("ä\357", 3000);
  g_autoptr (LsRecording) recording = NULL, with_zero = NULL, packed_zero = NULL;
  const char *kept;

  g_string_append_printf (json, "%s\"}}}]", text->str);
  recording = load_bytes (json->str, json->len);
  kept = ls_recording_get_text (recording, find_event (recording, LS_RECORDING_EVENT_DISPATCH, 0)->text);
  g_assert_true (g_utf8_validate (kept, -1, NULL));
  g_assert_cmpuint (strlen (kept), <=, 4096);
  g_assert_true (g_str_has_suffix (kept, "…"));

  g_string_assign (json, before);
  g_string_append (json, "a\\u0000b\\ud800c\"}}}]");
  with_zero = load_bytes (json->str, json->len);
  kept = ls_recording_get_text (with_zero, find_event (with_zero, LS_RECORDING_EVENT_DISPATCH, 0)->text);
  g_assert_true (g_utf8_validate (kept, -1, NULL));
  g_assert_true (g_str_has_prefix (kept, "a"));

  g_string_assign (json, "[" TASK ("5"));
  g_string_append_len (json, ",\0\0," TASK ("6") "]\0\0\n", strlen (TASK ("6")) + 8);
  packed_zero = load_bytes (json->str, json->len);
  g_assert_cmpuint (ls_recording_get_n_events (packed_zero), ==, 2);
}

static void
test_packed (void)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autoptr (LsRecording) whole = NULL, cut = NULL, damaged = NULL, twice = NULL;
  g_autoptr (GBytes) packed = NULL;
  g_autoptr (GByteArray) copy = g_byte_array_new ();
  const guint8 *bytes;
  gsize n_bytes;

  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (json, "{\"name\": \"RunTask\", \"ph\": \"X\", \"ts\": %u, \"dur\": %u},\n", 100 * i, i * 7919 % 100);
  packed = test_gzip (json->str, json->len);
  bytes = g_bytes_get_data (packed, &n_bytes);

  whole = load_bytes (bytes, n_bytes);
  g_assert_false (ls_recording_is_cut (whole));
  g_assert_cmpuint (ls_recording_get_n_events (whole), >, 4000);

  cut = load_bytes (bytes, n_bytes / 2);
  g_assert_true (ls_recording_is_cut (cut));
  g_assert_cmpuint (ls_recording_get_n_events (cut), >, 1000);
  g_assert_cmpuint (ls_recording_get_n_events (cut), <, ls_recording_get_n_events (whole));

  g_byte_array_append (copy, bytes, n_bytes);
  copy->data[n_bytes - 6] ^= 0xff;
  damaged = load_bytes (copy->data, copy->len);
  g_assert_true (ls_recording_is_cut (damaged));
  assert_problem (damaged, "The compressed data is damaged near byte");
  g_assert_cmpuint (ls_recording_get_n_events (damaged), ==, ls_recording_get_n_events (whole));

  /* Two files one after the other are one, and zeros after it are none. */
  copy->data[n_bytes - 6] ^= 0xff;
  g_byte_array_append (copy, (const guint8 *) "\0\0\0", 3);
  twice = load_bytes (copy->data, copy->len);
  g_assert_false (ls_recording_is_cut (twice));
}

/* A small file that fills the memory. */
static void
test_bomb (void)
{
  g_autoptr (GString) spaces = repeat ("                ", 4 * MB / 16);
  g_autoptr (GBytes) begin = test_gzip ("[" TASK ("10") ",", strlen ("[" TASK ("10") ",")), middle = test_gzip (spaces->str, spaces->len);
  g_autoptr (GByteArray) bomb = g_byte_array_new ();
  g_autoptr (LsRecording) recording = NULL;

  g_byte_array_append (bomb, g_bytes_get_data (begin, NULL), g_bytes_get_size (begin));
  for (guint i = 0; i < 80; i++)
    g_byte_array_append (bomb, g_bytes_get_data (middle, NULL), g_bytes_get_size (middle));
  recording = load_bytes (bomb->data, bomb->len);
  g_assert_true (ls_recording_is_cut (recording));
  g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 1);
  assert_problem (recording, "The file unpacks to more than 250 times its size.");
}

static LsRecording *
load_in_pieces (const char *text,
                gsize       length,
                gsize       piece)
{
  LsRecordingBuilder *builder = ls_recording_builder_new (LS_RECORDING_FORMAT_CHROME);
  LsRecordingParser *parser = ls_chrome_parser_new (builder);
  LsRecording *recording;

  for (gsize i = 0; i < length; i += piece)
    g_assert_true (parser->feed (parser, (const guint8 *) text + i, MIN (piece, length - i), NULL));
  g_assert_true (parser->end (parser, FALSE, NULL));
  recording = ls_recording_builder_end (builder);
  parser->free (parser);
  ls_recording_builder_free (builder);

  return recording;
}

/* It does not matter in which pieces a file comes. */
static void
test_pieces (void)
{
  static const char *const text =
    "\357\273\277 {\"other\": [\"]\\\"\", {}], \"metadata\": {\"a\": \"b\\\\\", \"source\": \"here\\u0020\"}, \"traceEvents\": ["
    TASK ("10") ", {\"args\": {\"data\": {\"stackTrace\": [{\"functionName\": \"f}{\\\"\", \"url\": \"u\"}, {}], \"taskId\": 7}}, "
    "\"cat\" : \"a,b\", \"name\": \"SchedulePostTaskCallback\", \"ph\": \"I\", \"ts\": 10.5}, {\"n\\u0061me\": \"x\", \"ph\": \"X\"}, "
    "{ }, nonsense " TASK ("30") "], \"last\": null}\n";

  for (gsize piece = 1; piece < 120; piece++)
    {
      g_autoptr (LsRecording) recording = load_in_pieces (text, strlen (text), piece);
      const LsRecordingEvent *event = find_event (recording, LS_RECORDING_EVENT_POST, 0);

      g_assert_cmpuint (ls_recording_get_n_events (recording), ==, 3);
      g_assert_cmpstr (ls_recording_get_text (recording, event->text), ==, "f}{\"");
      g_assert_cmpuint (event->id, ==, 8);
      g_assert_cmpstr (ls_recording_get_info (recording, "source"), ==, "here ");
      g_assert_false (ls_recording_is_cut (recording));
      g_assert_cmpuint (g_strv_length ((GStrv) ls_recording_list_problems (recording)), ==, 1);
      assert_problem (recording, "1 value in the list of events is not an event.");
    }
}

/* Bytes changed, dropped and doubled at random: whatever comes out, nothing breaks. */
static void
test_random (void)
{
  static const char characters[] = "{}[]\",:\\ 0e-\n\0\377";
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < TIMES (3000, 500); i++)
    {
      g_autoptr (GString) json = g_string_new (
        "{\"metadata\": {\"source\": \"x\", \"modifications\": {\"annotations\": {\"labelledTimeRanges\": [{\"label\": \"l\","
        "\"bounds\": {\"min\": 5, \"max\": 9}}]}}}, \"traceEvents\": [" TASK ("10") ", {\"args\": {\"data\": {\"stackTrace\": "
        "[{\"functionName\": \"f\"}], \"taskId\": 7, \"frames\": [{\"url\": \"u\", \"processId\": 4}], \"detail\": "
        "\"{\\\"signal\\\":1,\\\"from\\\":[2]}\", \"startTime\": 1}}, \"cat\": \"blink.user_timing\", \"name\": \"loopscope.any\", "
        "\"ph\": \"I\", \"ts\": 10.5}, {\"name\": \"EventTiming\", \"ph\": \"b\", \"id2\": {\"local\": \"0x1\"}, \"ts\": \"11\"},"
        "{\"ph\": \"B\", \"name\": \"RunTask\", \"ts\": 1}, {\"ph\": \"E\", \"ts\": 9}]}");
      g_autoptr (LsRecording) recording = NULL;
      guint n_changes = g_rand_int_range (rand, 1, 6);

      for (guint j = 0; j < n_changes; j++)
        {
          gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) json->len);
          gssize length;

          switch (g_rand_int_range (rand, 0, 3))
            {
            case 0:
              json->str[at] = characters[g_rand_int_range (rand, 0, sizeof characters)];
              break;
            case 1:
              length = g_rand_int_range (rand, 1, 20);
              g_string_erase (json, (gssize) at, MIN ((gssize) (json->len - at), length));
              break;
            default:
              g_string_insert_len (json, (gssize) at, json->str + at / 2, (gssize) MIN (20, json->len - at / 2));
              break;
            }
        }
      recording = ls_recording_load_data ((const guint8 *) json->str, json->len, NULL);
      if (recording != NULL)
        g_assert_cmpuint (ls_recording_get_n_events (recording), <, 100);
    }
}

typedef struct
{
  GCancellable *cancellable;
  GMainLoop    *loop;
  LsRecording  *recording;
  GError       *error;
  GThread      *main_thread;
  guint         n_calls;
  guint64       last;
  gboolean      cancels;
} Loading;

static void
on_progress (guint64  n_read,
             guint64  n_bytes,
             gpointer user_data)
{
  Loading *loading = user_data;

  g_assert_true (g_thread_self () != loading->main_thread);
  g_assert_cmpuint (n_read, >=, loading->last);
  g_assert_cmpuint (n_read, <=, n_bytes);
  loading->last = n_read;
  loading->n_calls++;
  if (loading->cancels)
    g_cancellable_cancel (loading->cancellable);
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Loading *loading = user_data;

  g_assert_true (g_thread_self () == loading->main_thread);
  loading->recording = ls_recording_load_finish (result, &loading->error);
  g_main_loop_quit (loading->loop);
}

static void
load_async (GFile   *file,
            Loading *loading)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  loading->loop = loop;
  loading->cancellable = cancellable;
  loading->main_thread = g_thread_self ();
  ls_recording_load_async (file, on_progress, loading, cancellable, on_loaded, loading);
  g_main_loop_run (loop);
}

static void
test_async (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("recording-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "some.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GString) json = repeat (TASK ("10") ",", 5 * MB / strlen (TASK ("10")));
  Loading well = { 0 }, cancelled = { .cancels = TRUE }, missing = { 0 };

  g_assert_no_error (error);
  g_string_prepend_c (json, '[');
  g_assert_true (g_file_set_contents (path, json->str, (gssize) json->len, NULL));
  g_assert_true (ls_recording_is_file (file, NULL));

  load_async (file, &well);
  g_assert_no_error (well.error);
  g_assert_cmpuint (well.n_calls, >, 3);
  g_assert_cmpuint (well.last, ==, json->len);
  g_object_unref (well.recording);

  load_async (file, &cancelled);
  g_assert_error (cancelled.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (cancelled.recording);
  g_assert_cmpuint (cancelled.n_calls, ==, 1);
  g_clear_error (&cancelled.error);

  g_unlink (path);
  load_async (file, &missing);
  g_assert_error (missing.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (missing.error->message, "some.txt"));
  g_clear_error (&missing.error);
  g_assert_false (ls_recording_is_file (file, NULL));
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording/chrome/no-recording", test_no_recording);
  g_test_add_func ("/recording/chrome/cut", test_cut);
  g_test_add_func ("/recording/chrome/depth", test_depth);
  g_test_add_func ("/recording/chrome/lengths", test_lengths);
  g_test_add_func ("/recording/chrome/numbers", test_numbers);
  g_test_add_func ("/recording/chrome/times", test_times);
  g_test_add_func ("/recording/chrome/threads", test_threads);
  g_test_add_func ("/recording/chrome/open", test_open);
  g_test_add_func ("/recording/chrome/garbage", test_garbage);
  g_test_add_func ("/recording/chrome/texts", test_texts);
  g_test_add_func ("/recording/chrome/packed", test_packed);
  g_test_add_func ("/recording/chrome/bomb", test_bomb);
  g_test_add_func ("/recording/chrome/pieces", test_pieces);
  g_test_add_func ("/recording/chrome/random", test_random);
  g_test_add_func ("/recording/chrome/async", test_async);

  return g_test_run ();
}
