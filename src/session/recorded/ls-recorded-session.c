/* ls-recorded-session.c: writes a session: what comes from outside, the bodies, the settings
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>

#include "ls-recorded-writer-private.h"

/* Something that comes from outside. */
typedef struct
{
  guint64 time;
  guint32 unit;     /* pinned, or LS_RECORDED_NONE */
  guint32 item;     /* posted by nobody known */
} Arrival;

static void
body_clear (gpointer data)
{
  LsRecordedBody *body = data;

  g_free (body->name);
}

static void
name_signals (LsRecordedWriter *self)
{
  for (guint i = 0; i < self->thread->controllers->len; i++)
    {
      LsRecordedController *controller = ls_recorded_controller (self->thread, i);
      g_autofree char *name = NULL;

      if (controller->name != NULL)
        name = ls_recorded_make_name (controller->name);
      else
        name = g_strdup (controller->is_inferred ? "inferred" : "signal");
      g_free (controller->name);
      controller->name = ls_recorded_make_unique (self->signals, name);
    }
}

static int
compare_arrivals (gconstpointer a,
                  gconstpointer b)
{
  const Arrival *one = a;
  const Arrival *two = b;

  if (one->time != two->time)
    return one->time < two->time ? -1 : 1;
  if (one->unit != two->unit)
    return one->unit < two->unit ? -1 : 1;
  return one->item < two->item ? -1 : one->item > two->item;
}

/* What is posted outside of all units comes from outside. */
static GArray *
list_arrivals (LsRecordedWriter *self)
{
  GArray *arrivals = g_array_new (FALSE, FALSE, sizeof (Arrival));

  for (guint32 i = 0; i < self->thread->units->len; i++)
    {
      const LsRecordedUnit *unit = ls_recorded_unit (self->thread, i);

      if (unit->item == LS_RECORDED_NONE && !ls_recorded_is_left_out (self, i))
        {
          Arrival arrival = { .time = unit->begin - MIN (unit->lead, unit->begin), .unit = i, .item = LS_RECORDED_NONE };

          g_array_append_val (arrivals, arrival);
          self->conversion->n_pinned++;
        }
      else if (unit->item != LS_RECORDED_NONE)
        self->conversion->n_posted++;
    }
  for (guint32 i = 0; i < self->thread->items->len; i++)
    {
      const LsRecordedItem *item = ls_recorded_item (self->thread, i);

      if (item->poster == LS_RECORDED_NONE && ls_recorded_is_wanted (self, item))
        {
          Arrival arrival = { .time = item->posted, .unit = LS_RECORDED_NONE, .item = i };

          g_array_append_val (arrivals, arrival);
          self->conversion->n_outside++;
        }
    }
  g_array_sort (arrivals, compare_arrivals);
  return arrivals;
}

static void
write_arrival (LsRecordedWriter *self,
               const Arrival    *arrival)
{
  const LsRecordedItem *item;

  if (arrival->unit != LS_RECORDED_NONE)
    {
      const LsRecordedUnit *unit = ls_recorded_unit (self->thread, arrival->unit);

      ls_recorded_write_loop_post (self, unit->kind == LS_UNIT_INPUT ? "input" : "control", arrival->unit, arrival->time);
      return;
    }
  item = ls_recorded_item (self->thread, arrival->item);
  if (item->kind == LS_UNIT_TIMER)
    ls_recorded_write_loop_post (self, "frame-throttleable", item->runner, item->ready);
  else if (item->kind == LS_UNIT_IDLE)
    ls_recorded_write_loop_post (self, item->is_timed_out ? "default" : "idle", item->runner, item->ready);
  else if (item->kind == LS_UNIT_MESSAGE)
    ls_recorded_write_loop_post (self, item->is_resource ? "default" : "frame-pausable", item->runner, item->ready);
  else
    {
      ls_recorded_begin_step (self, "post");
      ls_json_string (&self->writer, "queue", "control");
      if (arrival->time > 0)
        ls_json_time (&self->writer, "delay", arrival->time);
      ls_json_string (&self->writer, "name", "outside");
      ls_json_begin (&self->writer, "body", '[', FALSE);
      ls_recorded_write_post (self, arrival->item);
      ls_json_end (&self->writer, ']');
      ls_recorded_end_step (self);
    }
}

static void
write_controller (LsRecordedWriter           *self,
                  const LsRecordedController *controller)
{
  ls_recorded_begin_step (self, controller->sources != NULL ? "any" : "controller");
  ls_json_string (&self->writer, "name", controller->name);
  if (controller->sources != NULL)
    {
      ls_json_begin (&self->writer, "signals", '[', FALSE);
      for (guint i = 0; i < controller->sources->len; i++)
        ls_json_string (&self->writer, NULL,
                        ls_recorded_controller (self->thread, g_array_index (controller->sources, guint32, i))->name);
      ls_json_end (&self->writer, ']');
    }
  if (controller->follows != LS_RECORDED_NONE)
    ls_json_string (&self->writer, "prioritySource", ls_recorded_controller (self->thread, controller->follows)->name);
  else if (ls_task_priority_is_valid (controller->priority))
    ls_json_string (&self->writer, "priority", ls_task_priority_to_string (controller->priority));
  ls_recorded_end_step (self);
}

static void
write_program (LsRecordedWriter *self)
{
  g_autoptr (GArray) arrivals = list_arrivals (self);

  ls_json_begin (&self->writer, "program", '{', TRUE);
  ls_json_string (&self->writer, "kind", "steps");
  ls_json_begin (&self->writer, "main", '[', TRUE);
  for (guint i = 0; i < self->thread->controllers->len; i++)
    write_controller (self, ls_recorded_controller (self->thread, i));
  for (guint i = 0; i < arrivals->len; i++)
    write_arrival (self, &g_array_index (arrivals, Arrival, i));
  ls_json_end (&self->writer, ']');
  ls_json_begin (&self->writer, "bodies", '{', TRUE);
  for (guint i = 0; i < self->bodies->len; i++)
    ls_recorded_write_body (self, i);
  ls_json_end (&self->writer, '}');
  ls_json_end (&self->writer, '}');
}

static void
write_settings (LsRecordedWriter *self)
{
  const guint64 a_day = G_GUINT64_CONSTANT (24) * 60 * 60 * 1000;

  ls_json_begin (&self->writer, "settings", '{', TRUE);
  ls_json_string (&self->writer, "preset", self->options->preset != NULL ? self->options->preset : LS_SETTINGS_DEFAULT_PRESET);
  ls_json_string (&self->writer, "clock", "virtual");
  if (self->has_yield_options)
    ls_json_string (&self->writer, "edition", "2023-yield-options");
  ls_json_begin (&self->writer, "budget", '{', FALSE);
  ls_json_int (&self->writer, "steps", MAX (LS_SETTINGS_DEFAULT_STEP_BUDGET, self->n_steps * 8));
  ls_json_int (&self->writer, "timeMs", MAX (a_day, self->thread->duration / 1000 * 4));
  ls_json_end (&self->writer, '}');
  ls_json_end (&self->writer, '}');
}

/* Says what the session is, and what is not sure in it. */
static void
write_description (LsRecordedWriter *self)
{
  g_autofree char *text = NULL;

  /* Translators: numbers of tasks, of tasks, of tasks, of changes of priority */
  text = g_strdup_printf (_("Made from a recording. Tasks of the loop: %u; at their recorded times: %u; without a known poster: "
                            "%u; inferred changes of priority: %u."),
                          self->thread->units->len, self->conversion->n_pinned, self->conversion->n_outside,
                          self->thread->n_changes);
  ls_json_string (&self->writer, "description", text);
}

/* Returns (nullable) the text of a session, or NULL if it has too many steps. */
char *
ls_conversion_write (LsConversion              *conversion,
                     const LsConversionOptions *options,
                     gsize                     *length)
{
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (LsRecordedBody));
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) signals = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) pointer = g_string_new (NULL);
  g_autofree char *title = ls_recording_dup_thread_title (conversion->thread->recording, conversion->thread->thread);
  g_autofree char *valid = g_utf8_make_valid (title != NULL ? title : "", -1);
  LsRecordedWriter self = { .conversion = conversion, .thread = conversion->thread, .options = options, .bodies = bodies,
                            .names = names, .signals = signals, .pointer = pointer };
  g_autofree char *text = NULL;

  g_array_set_clear_func (bodies, body_clear);
  g_hash_table_insert (signals, g_strdup (LS_RECORDED_ABORTED), GUINT_TO_POINTER (1));
  name_signals (&self);

  ls_json_writer_init (&self.writer);
  self.writer.is_file = TRUE;
  ls_json_begin (&self.writer, NULL, '{', TRUE);
  ls_json_string (&self.writer, "format", "loopscope-session");
  ls_json_int (&self.writer, "version", 1);
  if (*valid != '\0')
    ls_json_string (&self.writer, "title", valid);
  write_program (&self);
  write_description (&self);
  write_settings (&self);
  ls_json_begin (&self.writer, "lints", '{', FALSE);
  ls_json_bool (&self.writer, "asRecorded", TRUE);
  ls_json_end (&self.writer, '}');
  ls_json_end (&self.writer, '}');
  *length = self.writer.string->len;
  text = ls_json_writer_finish (&self.writer);
  return self.n_steps <= LS_RECORDED_MAX_STEPS ? g_steal_pointer (&text) : NULL;
}
