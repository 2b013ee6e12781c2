/* loop-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loop-fixture.h"

typedef struct
{
  LoopFixture     *fixture;
  const char      *name;
  LoopFixtureFunc  func;    /* (nullable) */
  gpointer         data;
} Note;

void
loop_fixture_init (LoopFixture    *f,
                   LsClockKind     clock,
                   const LsPreset *preset)
{
  f->probe = test_probe_new ();
  f->log = g_string_new (NULL);
  f->loop = ls_event_loop_new_with_preset (clock, preset, LS_EDITION_2025, &f->probe->base);
  /* The records tell of what nobody catches. */
  ls_event_loop_set_report_func (f->loop, NULL, NULL, NULL);
  f->n_made = 0;
  f->n_destroyed = 0;
}

void
loop_fixture_set_up (LoopFixture   *f,
                     gconstpointer  preset)
{
  loop_fixture_init (f, LS_CLOCK_VIRTUAL, ls_preset_lookup (preset));
  test_probe_clear (f->probe);
}

/* Drops the loop. The loop and all data that it was given must be freed. */
void
loop_fixture_end (LoopFixture *f)
{
  gpointer loop = f->loop;

  if (loop != NULL)
    {
      g_object_add_weak_pointer (loop, &loop);
      g_object_unref (g_steal_pointer (&f->loop));
      g_assert_null (loop);
    }
  g_assert_cmpuint (f->n_destroyed, ==, f->n_made);
  g_clear_pointer (&f->probe, test_probe_free);
  g_string_free (g_steal_pointer (&f->log), TRUE);
}

void
loop_fixture_tear_down (LoopFixture   *f,
                        gconstpointer  preset)
{
  loop_fixture_end (f);
}

gpointer
loop_fixture_action (LoopFixture     *f,
                     const char      *name,
                     LoopFixtureFunc  func,
                     gpointer         data)
{
  Note *note = g_new (Note, 1);

  *note = (Note) { f, name, func, data };
  f->n_made++;
  return note;
}

gpointer
loop_fixture_note (LoopFixture *f,
                   const char  *name)
{
  return loop_fixture_action (f, name, NULL, NULL);
}

LsCompletion
loop_fixture_call (const LsValue *argument,
                   LsValue       *result,
                   gpointer       user_data)
{
  Note *note = user_data;

  g_string_append_printf (note->fixture->log, "%s ", note->name);
  return note->func != NULL ? note->func (note->fixture, note->data) : LS_COMPLETION_NORMAL;
}

void
loop_fixture_destroy (gpointer user_data)
{
  Note *note = user_data;

  note->fixture->n_destroyed++;
  g_free (note);
}

guint32
loop_fixture_post (LoopFixture *f,
                   LsQueueType  queue,
                   guint64      delay,
                   const char  *name)
{
  return ls_event_loop_post (f->loop, queue, delay, LS_POST_NONE, name, NOTE (f, name));
}

guint32
loop_fixture_timeout (LoopFixture *f,
                      gint32       timeout,
                      const char  *name)
{
  return ls_event_loop_set_timeout (f->loop, timeout, name, NOTE (f, name));
}

/* Runs the loop to its end and returns the notes since the last call. */
char *
loop_fixture_run (LoopFixture *f)
{
  char *log;

  ls_event_loop_run (f->loop, G_MAXUINT64);
  log = g_strdup (g_strchomp (f->log->str));
  g_string_truncate (f->log, 0);
  return log;
}
