/* ls-handout-figure.c: what a picture of a moment consists of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-figure.h"

/* Chips of one queue, lines of a timeline */
#define MAX_CHIPS 12
#define MAX_LINES 8

static void
chip_free (gpointer data)
{
  LsHandoutChip *self = data;

  g_free (self->name);
  g_free (self->note);
  g_free (self);
}

static void
group_free (gpointer data)
{
  LsHandoutGroup *self = data;

  g_free (self->title);
  g_ptr_array_unref (self->chips);
  g_free (self);
}

static void
row_free (gpointer data)
{
  LsHandoutRow *self = data;

  g_free (self->title);
  g_free (self->empty);
  g_ptr_array_unref (self->groups);
  g_free (self);
}

static void
track_free (gpointer data)
{
  LsHandoutTrack *self = data;

  g_free (self->title);
  g_free (self->note);
  g_array_unref (self->spans);
  g_free (self);
}

/* Returns (transfer full) a picture with nothing in it. */
LsHandoutFigure *
ls_handout_figure_new (void)
{
  LsHandoutFigure *self = g_new0 (LsHandoutFigure, 1);

  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->tracks = g_ptr_array_new_with_free_func (track_free);
  self->now = LS_TIME_NEVER;
  return self;
}

void
ls_handout_figure_free (LsHandoutFigure *self)
{
  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->tracks);
  g_free (self);
}

/* Returns (transfer none) a new row at the bottom, which says @empty as long as it has nothing. */
LsHandoutRow *
ls_handout_figure_add_row (LsHandoutFigure *self,
                           const char      *title,
                           const char      *empty)
{
  LsHandoutRow *row = g_new0 (LsHandoutRow, 1);

  row->title = g_strdup (title);
  row->empty = g_strdup (empty);
  row->groups = g_ptr_array_new_with_free_func (group_free);
  g_ptr_array_add (self->rows, row);
  return row;
}

/* Returns (transfer none) a new group, in a frame with a @title (nullable) or without one. */
LsHandoutGroup *
ls_handout_row_add_group (LsHandoutRow *self,
                          const char   *title)
{
  LsHandoutGroup *group = g_new0 (LsHandoutGroup, 1);

  group->title = g_strdup (title);
  group->chips = g_ptr_array_new_with_free_func (chip_free);
  g_ptr_array_add (self->groups, group);
  return group;
}

/* Adds what waits; those that there is no room for are counted. */
void
ls_handout_group_add (LsHandoutGroup *self,
                      const char     *name,
                      const char     *note)
{
  LsHandoutChip *chip;

  if (self->chips->len == MAX_CHIPS)
    {
      self->n_more++;
      return;
    }
  chip = g_new0 (LsHandoutChip, 1);
  chip->name = g_strdup (name);
  chip->note = g_strdup (note);
  g_ptr_array_add (self->chips, chip);
}

/* Returns (transfer none) a new track at the bottom. */
LsHandoutTrack *
ls_handout_figure_add_track (LsHandoutFigure *self,
                             const char      *title,
                             const char      *note)
{
  LsHandoutTrack *track = g_new0 (LsHandoutTrack, 1);

  track->title = g_strdup (title);
  track->note = g_strdup (note);
  track->spans = g_array_new (FALSE, FALSE, sizeof (LsHandoutSpan));
  g_ptr_array_add (self->tracks, track);
  return track;
}

/* Sets which part of the time the tracks show, with lines at round times. */
void
ls_handout_figure_set_span (LsHandoutFigure *self,
                            guint64          begin,
                            guint64          end)
{
  static const guint factors[] = { 1, 2, 5 };
  const guint64 least = (MAX (end, begin + 1) - begin - 1) / MAX_LINES + 1;

  self->unit = 0;
  for (guint64 power = 1; self->unit == 0 && power < G_MAXUINT64 / 100; power *= 10)
    for (guint i = 0; i < G_N_ELEMENTS (factors) && self->unit == 0; i++)
      if (factors[i] * power >= least)
        self->unit = factors[i] * power;
  if (self->unit == 0)
    self->unit = least;
  self->begin = begin - begin % self->unit;
  self->end = MAX (end, begin + 1);
  if (self->end % self->unit != 0 && self->end < G_MAXUINT64 - self->unit)
    self->end += self->unit - self->end % self->unit;
}

/* Returns whether there is a group with a frame: the queue of a scheduler. */
gboolean
ls_handout_figure_has_frames (LsHandoutFigure *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LsHandoutRow *row = g_ptr_array_index (self->rows, i);

      for (guint j = 0; j < row->groups->len; j++)
        if (((LsHandoutGroup *) g_ptr_array_index (row->groups, j))->title != NULL)
          return TRUE;
    }
  return FALSE;
}

static void
append_row (GString            *text,
            const LsHandoutRow *row)
{
  g_string_append_printf (text, "%s:", row->title);
  for (guint i = 0; i < row->groups->len; i++)
    {
      const LsHandoutGroup *group = g_ptr_array_index (row->groups, i);

      if (group->title != NULL)
        g_string_append_printf (text, " %s:", group->title);
      for (guint j = 0; j < group->chips->len; j++)
        {
          const LsHandoutChip *chip = g_ptr_array_index (group->chips, j);

          g_string_append_printf (text, chip->note != NULL ? " [%s %s]" : " [%s]", chip->name, chip->note);
        }
      if (group->n_more > 0)
        g_string_append_printf (text, " +%u", group->n_more);
    }
  g_string_append_c (text, '\n');
}

/* Returns (transfer full) what the picture shows, in words. */
char *
ls_handout_figure_to_text (LsHandoutFigure *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->rows->len; i++)
    append_row (text, g_ptr_array_index (self->rows, i));
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const LsHandoutTrack *track = g_ptr_array_index (self->tracks, i);

      g_string_append_printf (text, "%s:", track->title);
      for (guint j = 0; j < track->spans->len; j++)
        {
          const LsHandoutSpan *span = &g_array_index (track->spans, LsHandoutSpan, j);

          g_string_append_printf (text, " %" G_GUINT64_FORMAT "–%" G_GUINT64_FORMAT, span->start, span->end);
        }
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}
