/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "record-writer.h"

#include "ls-trace-private.h"

#define N_MANY 100000

static void
test_empty (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  gsize n_records = 1;

  publish (trace);
  g_assert_cmpuint (ls_trace_get_length (trace), ==, 0);
  g_assert_null (ls_trace_peek_records (trace, 0, &n_records));
  g_assert_cmpuint (n_records, ==, 0);
  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, 0);
  g_assert_cmpuint (ls_trace_find_step (trace, 0), ==, 0);
  g_assert_cmpuint (ls_trace_find_step (trace, 7), ==, 0);
  g_assert_cmpuint (ls_trace_get_step_at (trace, 0), ==, 0);
  g_assert_null (ls_trace_get_text (trace, 0));
  g_assert_null (ls_trace_get_text (trace, 1));
}

static void
test_published_only (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  const LsRecord *first;
  LsRecord record;
  gsize n_records;

  write_record (trace, WORK, .value = 5);
  g_assert_cmpuint (ls_trace_get_length (trace), ==, 0);
  publish (trace);
  g_assert_cmpuint (ls_trace_get_length (trace), ==, 1);
  first = ls_trace_peek_records (trace, 0, &n_records);
  g_assert_cmpuint (n_records, ==, 1);

  for (guint i = 1; i < N_MANY; i++)
    write_record (trace, WORK, .value = i);
  g_assert_cmpuint (ls_trace_get_length (trace), ==, 1);
  publish (trace);
  g_assert_cmpuint (ls_trace_get_length (trace), ==, N_MANY);

  /* Records stay where they are. */
  g_assert_true (ls_trace_peek_records (trace, 0, &n_records) == first);
  g_assert_cmpuint (first->value, ==, 5);
  for (guint i = 1; i < N_MANY; i += 997)
    {
      ls_trace_get_record (trace, i, &record);
      g_assert_cmpuint (record.value, ==, i);
    }
}

static void
test_chunks_cover_everything (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  gsize position = 0, n_records;
  const LsRecord *records;

  for (guint i = 0; i < N_MANY; i++)
    write_record (trace, WORK, .value = i);
  publish (trace);

  while ((records = ls_trace_peek_records (trace, position, &n_records)) != NULL)
    {
      for (gsize i = 0; i < n_records; i++)
        g_assert_cmpuint (records[i].value, ==, position + i);
      position += n_records;
    }
  g_assert_cmpuint (position, ==, N_MANY);
}

static void
test_past_the_end (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  LsRecord record = { .value = 1 };

  g_test_expect_message ("Loopscope", G_LOG_LEVEL_CRITICAL, "*found != NULL*");
  ls_trace_get_record (trace, 0, &record);
  g_test_assert_expected_messages ();
  g_assert_cmpuint (record.value, ==, 0);
}

static void
test_texts (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  const char *first;

  g_assert_cmpuint (text_of (trace, "one"), ==, 1);
  g_assert_cmpuint (text_of (trace, "two"), ==, 2);
  g_assert_cmpuint (text_of (trace, "one"), ==, 1);
  g_assert_cmpuint (text_of (trace, ""), ==, 3);
  g_assert_cmpuint (text_of (trace, NULL), ==, 0);
  g_assert_cmpuint (ls_trace_get_n_texts (trace), ==, 3);
  first = ls_trace_get_text (trace, 1);

  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *string = g_strdup_printf ("text %u", i);

      g_assert_cmpuint (text_of (trace, string), ==, i + 4);
    }
  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *string = g_strdup_printf ("text %u", i);

      g_assert_cmpuint (text_of (trace, string), ==, i + 4);
      g_assert_cmpstr (ls_trace_get_text (trace, i + 4), ==, string);
    }
  g_assert_true (ls_trace_get_text (trace, 1) == first);
  g_assert_cmpstr (first, ==, "one");
  g_assert_null (ls_trace_get_text (trace, N_MANY + 4));
  g_assert_null (ls_trace_get_text (trace, G_MAXUINT32));
}

static void
test_text_is_utf8 (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  guint32 text = text_of (trace, "a\xff" "b");

  g_assert_cmpstr (ls_trace_get_text (trace, text), ==, "a\xef\xbf\xbd" "b");
  g_assert_cmpuint (text_of (trace, "a\xff" "b"), ==, text);
}

static void
test_steps (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GArray) lasts = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  gboolean follows = FALSE;
  guint32 n_steps = 0;

  for (gsize i = 0; i < N_MANY; i++)
    {
      static const LsRecordKind kinds[] = {
        LS_RECORD_TASK_FINISHED, LS_RECORD_MICROTASK_FINISHED, LS_RECORD_ACTION_FINISHED,
        LS_RECORD_WORK, LS_RECORD_TURN_ENDED, LS_RECORD_LOG, LS_RECORD_TASK_STARTED, LS_RECORD_ACTION
      };
      guint kind = g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds));
      gsize end = i + 1;

      write_full (trace, (LsRecord) { .kind = kinds[kind] });
      if (kind < 3)
        g_array_append_val (ends, end);
      /* What begins nothing belongs to the step before. */
      if (kind < 3 || kind >= 6)
        follows = FALSE;
      else if (follows)
        g_array_index (lasts, gsize, lasts->len - 1) = end;
      if (kind < 3)
        {
          g_array_append_val (lasts, end);
          follows = TRUE;
        }
      if (i % 1000 == 0)
        {
          publish (trace);
          g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, ends->len);
        }
    }
  publish (trace);

  g_assert_cmpuint (ls_trace_get_n_steps (trace), ==, ends->len);
  g_assert_cmpuint (ls_trace_find_step (trace, 0), ==, 0);
  for (guint i = 0; i < ends->len; i++)
    g_assert_cmpuint (ls_trace_find_step (trace, i + 1), ==, g_array_index (lasts, gsize, i));
  g_assert_cmpuint (ls_trace_find_step (trace, ends->len + 1), ==, N_MANY);

  for (gsize position = 0; position <= N_MANY; position += 13)
    {
      while (n_steps < ends->len && g_array_index (ends, gsize, n_steps) <= position)
        n_steps++;
      g_assert_cmpuint (ls_trace_get_step_at (trace, position), ==, n_steps);
    }
  g_assert_cmpuint (ls_trace_get_step_at (trace, G_MAXSIZE), ==, ends->len);
}

static char *
hash_two (const char *first_text,
          const char *second_text,
          const char *interned_before,
          guint32     value)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();

  text_of (trace, interned_before);
  write_record (trace, LOG, .text = text_of (trace, first_text), .value = value);
  write_record (trace, LOG, .text = text_of (trace, second_text));
  write_record (trace, LOG, .text = text_of (trace, first_text));
  publish (trace);

  return ls_trace_hash (trace);
}

static void
test_hash (void)
{
  g_autofree char *hash = hash_two ("one", "two", NULL, 0);
  g_autofree char *same = hash_two ("one", "two", NULL, 0);
  g_autofree char *other_order = hash_two ("one", "two", "two", 0);
  g_autofree char *other_text = hash_two ("one", "tow", NULL, 0);
  g_autofree char *other_value = hash_two ("one", "two", NULL, 1);
  g_autofree char *same_text = hash_two ("one", "one", NULL, 0);

  g_assert_cmpuint (strlen (hash), ==, 64);
  g_assert_cmpstr (hash, ==, same);
  g_assert_cmpstr (hash, ==, other_order);
  g_assert_cmpstr (hash, !=, other_text);
  g_assert_cmpstr (hash, !=, other_value);
  g_assert_cmpstr (hash, !=, same_text);
}

static void
test_hash_is_of_published_records (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autofree char *before = ls_trace_hash (trace);
  g_autofree char *written = NULL;
  g_autofree char *after = NULL;

  for (guint i = 0; i < 10000; i++)
    write_record (trace, LOG, .value = i, .text = i % 3 == 0 ? text_of (trace, "x") : i % 7 == 0 ? G_MAXUINT32 : 0);
  written = ls_trace_hash (trace);
  publish (trace);
  after = ls_trace_hash (trace);

  g_assert_cmpstr (before, ==, written);
  g_assert_cmpstr (before, !=, after);
  /* SHA-256 of nothing. */
  g_assert_cmpstr (before, ==, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void
test_lifetime (void)
{
  LsTrace *trace = ls_trace_new ();
  LsState *state = ls_state_new (trace);
  gpointer weak = trace;

  g_object_add_weak_pointer (G_OBJECT (trace), &weak);
  for (guint i = 0; i < N_MANY; i++)
    write_record (trace, TASK_POSTED, .subject = i + 1);
  publish (trace);
  ls_state_seek (state, N_MANY);
  g_assert_cmpuint (ls_keyframes_get_n_frames (ls_trace_get_keyframes (trace)), >, 0);

  g_object_unref (trace);
  g_assert_nonnull (weak);
  g_assert_true (ls_state_get_trace (state) == trace);
  ls_state_seek (state, 10);
  g_assert_nonnull (ls_state_get_task (state, 10));

  ls_state_ref (state);
  ls_state_unref (state);
  g_assert_nonnull (weak);
  ls_state_unref (state);
  g_assert_null (weak);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace/empty", test_empty);
  g_test_add_func ("/trace/published-only", test_published_only);
  g_test_add_func ("/trace/chunks-cover-everything", test_chunks_cover_everything);
  g_test_add_func ("/trace/past-the-end", test_past_the_end);
  g_test_add_func ("/trace/texts", test_texts);
  g_test_add_func ("/trace/text-is-utf8", test_text_is_utf8);
  g_test_add_func ("/trace/steps", test_steps);
  g_test_add_func ("/trace/hash", test_hash);
  g_test_add_func ("/trace/hash-is-of-published-records", test_hash_is_of_published_records);
  g_test_add_func ("/trace/lifetime", test_lifetime);

  return g_test_run ();
}
