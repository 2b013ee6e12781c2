/* test-recording-parts.c: the beginning of a file, while the rest is read, and reading that is stopped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>
#include <string.h>

#include "ls-recording-reader.h"
#include "recording-facts.h"
#include "test-gzip.h"

#define BLOCK (128 * 1024)

/* A reading, and what its thread tells. */
typedef struct
{
  GFile        *file;
  GBytes       *plain;       /* the file, unpacked */
  LsRecording  *part;
  guint         n_parts;
  guint64       n_read;      /* when the part came */
  GCancellable *stop;        /* to be cancelled when the part is there, or NULL */
  guint64       told;
} Fixture;

static void
on_progress (guint64  n_read,
             guint64  n_bytes,
             gpointer user_data)
{
  Fixture *fixture = user_data;

  g_assert_cmpuint (n_read, >=, fixture->told);
  fixture->told = n_read;
}

static void
on_part (LsRecording *part,
         gpointer     user_data)
{
  Fixture *fixture = user_data;

  g_clear_object (&fixture->part);
  fixture->part = part;
  fixture->n_parts++;
  fixture->n_read = fixture->told;
  g_cancellable_cancel (fixture->stop);
}

static void
fixture_init (Fixture    *fixture,
              const char *sample,
              gboolean    is_packed)
{
  g_autoptr (GBytes) packed = load_sample (sample);
  GBytes *bytes;
  g_autoptr (GError) error = NULL;
  int fd;
  g_autofree char *path = NULL;

  memset (fixture, 0, sizeof *fixture);
  fixture->plain = test_gunzip (packed);
  bytes = is_packed ? packed : fixture->plain;
  fd = g_file_open_tmp ("loopscope-parts-XXXXXX", &path, &error);
  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  fixture->file = g_file_new_for_path (path);
}

static void
fixture_clear (Fixture *fixture)
{
  g_file_delete (fixture->file, NULL, NULL);
  g_clear_object (&fixture->file);
  g_clear_pointer (&fixture->plain, g_bytes_unref);
  g_clear_object (&fixture->part);
  g_clear_object (&fixture->stop);
}

static LsRecording *
fixture_load (Fixture       *fixture,
              gsize          part_bytes,
              GCancellable  *cancellable,
              GError       **error)
{
  const LsRecordingWatch watch = { on_progress, on_part, fixture, part_bytes, fixture->stop };

  fixture->told = 0;
  return ls_recording_load_watched (fixture->file, &watch, cancellable, error);
}

/* Reads the first bytes of the unpacked file as a file of their own. */
static LsRecording *
load_beginning (Fixture *fixture,
                gsize    n_bytes)
{
  g_autoptr (GError) error = NULL;
  LsRecording *recording = ls_recording_load_data (g_bytes_get_data (fixture->plain, NULL),
                                                   MIN (n_bytes, g_bytes_get_size (fixture->plain)), &error);

  g_assert_no_error (error);
  return recording;
}

static void
assert_same (LsRecording *recording,
             LsRecording *other)
{
  guint n_loops, n_other_loops;
  const guint *loops = ls_recording_list_loops (recording, &n_loops);
  const guint *other_loops = ls_recording_list_loops (other, &n_other_loops);

  g_assert_cmpint (ls_recording_get_format (recording), ==, ls_recording_get_format (other));
  g_assert_cmpint (ls_recording_get_beginning (recording), ==, ls_recording_get_beginning (other));
  g_assert_cmpuint (ls_recording_get_n_threads (recording), ==, ls_recording_get_n_threads (other));
  g_assert_cmpmem (loops, n_loops * sizeof *loops, other_loops, n_other_loops * sizeof *other_loops);
  for (guint i = 0; i < ls_recording_get_n_threads (recording); i++)
    {
      gsize n_events, n_other_events;
      const LsRecordingEvent *events = ls_recording_peek_events (recording, i, &n_events);
      const LsRecordingEvent *other_events = ls_recording_peek_events (other, i, &n_other_events);

      g_assert_cmpmem (events, n_events * sizeof *events, other_events, n_other_events * sizeof *other_events);
    }
}

/* The part is what the file would be if it ended there, and the whole is what it always is. Threads keep their numbers. */
static void
test_part (gconstpointer data)
{
  static const char *const samples[] = { "shop-devtools.json.gz", "real-page.json.gz", "page.pftrace.gz" };
  const gboolean is_packed = GPOINTER_TO_INT (data);

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      Fixture fixture;
      g_autoptr (LsRecording) whole = NULL;
      g_autoptr (LsRecording) plain = NULL;
      g_autoptr (LsRecording) beginning = NULL;
      g_autoptr (GError) error = NULL;
      gsize part_bytes;

      fixture_init (&fixture, samples[i], is_packed);
      /* How long a packed file becomes is judged by its first block, which may shrink less than the others. */
      part_bytes = g_bytes_get_size (fixture.plain) / (is_packed ? 10 : 5);
      whole = fixture_load (&fixture, part_bytes, NULL, &error);
      g_assert_no_error (error);
      plain = load_beginning (&fixture, G_MAXSIZE);
      beginning = load_beginning (&fixture, part_bytes);
      g_assert_cmpuint (fixture.n_parts, ==, 1);
      g_assert_cmpuint (fixture.n_read, <, fixture.told);
      assert_same (fixture.part, beginning);
      assert_same (whole, plain);
      g_assert_cmpuint (ls_recording_get_n_events (fixture.part), <, ls_recording_get_n_events (whole));
      g_assert_true (ls_recording_is_part (fixture.part));
      g_assert_true (ls_recording_is_cut (fixture.part));
      g_assert_false (ls_recording_is_part (whole));
      g_assert_false (ls_recording_is_cut (whole));
      /* What lacks its end is no problem yet. */
      g_assert_cmpuint (g_strv_length ((GStrv) ls_recording_list_problems (fixture.part)), ==, 1);
      for (guint thread = 0; thread < ls_recording_get_n_threads (fixture.part); thread++)
        {
          const LsRecordingThread *here = ls_recording_get_thread (fixture.part, thread);
          const LsRecordingThread *there = ls_recording_get_thread (whole, thread);

          g_assert_cmpuint (here->pid, ==, there->pid);
          g_assert_cmpuint (here->tid, ==, there->tid);
        }
      fixture_clear (&fixture);
    }
}

/* A small file is read at once. */
static void
test_no_part (void)
{
  Fixture fixture;
  g_autoptr (LsRecording) whole = NULL;
  g_autoptr (LsRecording) other = NULL;
  g_autoptr (GError) error = NULL;

  fixture_init (&fixture, "shop-devtools.json.gz", FALSE);
  whole = fixture_load (&fixture, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fixture.n_parts, ==, 0);
  other = fixture_load (&fixture, g_bytes_get_size (fixture.plain) / 3, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fixture.n_parts, ==, 0);
  assert_same (whole, other);
  fixture_clear (&fixture);
}

/* A beginning without any loop is nothing to look at. */
static void
test_nothing_there (void)
{
  Fixture fixture;
  g_autoptr (LsRecording) whole = NULL;
  g_autoptr (GError) error = NULL;

  fixture_init (&fixture, "shop-devtools.json.gz", FALSE);
  whole = fixture_load (&fixture, 100, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fixture.n_parts, ==, 0);
  g_assert_nonnull (whole);
  fixture_clear (&fixture);
}

/* Stopping keeps what has been read, and says so once. */
static void
test_stop (void)
{
  Fixture fixture;
  g_autoptr (LsRecording) whole = NULL;
  g_autoptr (LsRecording) beginning = NULL;
  g_autoptr (GError) error = NULL;
  const char *const *problems;
  guint n_told = 0;

  fixture_init (&fixture, "shop-devtools.json.gz", FALSE);
  fixture.stop = g_cancellable_new ();
  whole = fixture_load (&fixture, 400000, NULL, &error);
  g_assert_no_error (error);
  /* The block in which the part ends is read. */
  beginning = load_beginning (&fixture, 4 * BLOCK);
  assert_same (whole, beginning);
  g_assert_true (ls_recording_is_cut (whole));
  g_assert_false (ls_recording_is_part (whole));
  problems = ls_recording_list_problems (whole);
  for (guint i = 0; problems[i] != NULL; i++)
    {
      n_told += strstr (problems[i], "You stopped reading after 524.3\302\240kB") != NULL;
      g_assert_null (strstr (problems[i], "ends"));
    }
  g_assert_cmpuint (n_told, ==, 1);
  fixture_clear (&fixture);
}

/* Cancelling gives nothing, also after the part has come. */
static void
test_cancel (void)
{
  Fixture fixture;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LsRecording) whole = NULL;
  g_autoptr (GError) error = NULL;

  fixture_init (&fixture, "shop-devtools.json.gz", FALSE);
  fixture.stop = g_object_ref (cancellable);
  whole = fixture_load (&fixture, 400000, cancellable, &error);
  g_assert_null (whole);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (fixture.n_parts, ==, 1);
  fixture_clear (&fixture);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/recording-parts/plain", GINT_TO_POINTER (FALSE), test_part);
  g_test_add_data_func ("/recording-parts/packed", GINT_TO_POINTER (TRUE), test_part);
  g_test_add_func ("/recording-parts/no-part", test_no_part);
  g_test_add_func ("/recording-parts/nothing-there", test_nothing_there);
  g_test_add_func ("/recording-parts/stop", test_stop);
  g_test_add_func ("/recording-parts/cancel", test_cancel);

  return g_test_run ();
}
