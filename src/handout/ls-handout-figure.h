/* ls-handout-figure.h: a picture of a moment of a run, on paper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <pango/pango.h>

#include "ls-trace.h"

G_BEGIN_DECLS

/** LsHandoutFigure: rows of things that wait, or tracks of what ran. Plain data, once it is made. */
typedef struct _LsHandoutFigure LsHandoutFigure;

/* Something that waits: a name, and what is to be said of it */
typedef struct
{
  char *name;
  char *note;        /* (nullable) */
} LsHandoutChip;

/* What is in one queue */
typedef struct
{
  char      *title;  /* (nullable): without one there is no frame either */
  GPtrArray *chips;  /* LsHandoutChip */
  guint      n_more; /* so many others are not named */
} LsHandoutGroup;

/* A place where something waits or runs */
typedef struct
{
  char      *title;
  char      *empty;  /* what to say where it has nothing */
  GPtrArray *groups; /* LsHandoutGroup */
} LsHandoutRow;

/* When something ran, in µs */
typedef struct
{
  guint64 start, end;
} LsHandoutSpan;

/* All that is of one name */
typedef struct
{
  char   *title;
  char   *note;      /* (nullable) */
  GArray *spans;     /* LsHandoutSpan */
} LsHandoutTrack;

struct _LsHandoutFigure
{
  GPtrArray *rows;          /* LsHandoutRow; none in a timeline */
  GPtrArray *tracks;        /* LsHandoutTrack; none in a table of rows */
  guint64    begin, end;    /* of the timeline, in µs */
  guint64    unit;          /* between its lines */
  guint64    now;           /* LS_TIME_NEVER for no mark */
  gboolean   is_empty_grid; /* to be drawn upon: tracks have more room */
};

LsHandoutFigure *ls_handout_figure_new          (void);
void             ls_handout_figure_free         (LsHandoutFigure *self);
LsHandoutRow    *ls_handout_figure_add_row      (LsHandoutFigure *self,
                                                 const char      *title,
                                                 const char      *empty);
LsHandoutGroup  *ls_handout_row_add_group       (LsHandoutRow    *self,
                                                 const char      *title);
void             ls_handout_group_add           (LsHandoutGroup  *self,
                                                 const char      *name,
                                                 const char      *note);
LsHandoutTrack  *ls_handout_figure_add_track    (LsHandoutFigure *self,
                                                 const char      *title,
                                                 const char      *note);
void             ls_handout_figure_set_span     (LsHandoutFigure *self,
                                                 guint64          begin,
                                                 guint64          end);
gboolean         ls_handout_figure_has_frames   (LsHandoutFigure *self);
char            *ls_handout_figure_to_text      (LsHandoutFigure *self);
double           ls_handout_figure_draw         (LsHandoutFigure *self,
                                                 PangoContext    *context,
                                                 cairo_t         *cr,
                                                 double           width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsHandoutFigure, ls_handout_figure_free)

G_END_DECLS
