/* ls-pane-layout-private.h: what the files of the layout share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-pane-layout.h"

G_BEGIN_DECLS

/* The part of the width of a narrow view that the program takes at most, so that the stage keeps most of it. */
#define LS_PANE_LAYOUT_NARROW_PROGRAM 0.45

/* The least height of what is at the bottom, if there is something to be seen. */
#define LS_PANE_LAYOUT_LEAST_BOTTOM 150

/* A view on the screen of a laptop is lower, for text of the usual size. */
#define LS_PANE_LAYOUT_SMALL_HEIGHT 800

/* What a presentation takes from the panes, and gives back. Widths before a view is narrow are those that it has when it is not. */
typedef struct
{
  int      program;
  int      inspector;
  int      width;        /* of the view in which they are so, 0 for none */
  int      top;
  int      stage;        /* as the members of the layout */
  gboolean stage_moved;
  gboolean has_lesson;
  int      left;
  int      left_set;
  int      left_extent;
} LsPaneSizes;

struct _LsPaneLayout
{
  GObject    parent_instance;

  GSettings *settings;
  LsPanes    panes;         /* (unowned): of the view that owns the layout */
  gboolean   has_sizes;     /* the panes have got their sizes */
  gboolean   is_settled;    /* they have been seen with these */
  gboolean   is_low;        /* there is a lesson, and not enough height for it and for what is at the bottom */
  gboolean   is_narrow;
  int        height;        /* of the view */
  int        top;           /* the height of the stage that the user has chosen, or 0 */
  int        natural;       /* the height that the stage on screen has needed at most */
  int        snap_of;       /* a height of the stage beside a lesson, */
  int        snapped;       /* and the one near to it at which no row is cut */
  int        set_position;  /* of the vertical divider: as the layout has set it */
  int        set_extent;    /* the height for which it did so */
  int        program;       /* widths before the view became narrow, or 0 */
  int        inspector;
  int        width;
  gboolean   has_lesson;
  gboolean   is_exercise;   /* its page has an exercise */
  gboolean   looks_at_stage; /* its page does */
  guint      n_lines;       /* of the program that its page is about, 0 if it does not say */
  gboolean   bottom_empty;  /* there is nothing to be seen at the bottom, nor has there been on this page */
  gboolean   bottom_used;   /* there has been something */
  gboolean   had_exercise;  /* when the program below the stage got its height */
  double     text_scale;    /* for which the lesson has got its width, 0 for none */
  int        left;          /* where the divider was before, or 0 */
  int        left_set;      /* where it is since then, if not moved, and the width for which it is */
  int        left_extent;
  int        inspector_before; /* its width without the lesson, or 0 */
  int        inspector_set; /* the width that it has in the lesson */
  gboolean   inspector_is_set; /* it has got it since it has been there */
  int        stage;         /* the height of the stage above the program that was wanted last */
  int        stage_set;     /* the position that it got, and the height of both for which it did */
  int        center_extent;
  gboolean   stage_moved;   /* the user has moved that divider */
  LsPaneSizes held;         /* before a presentation */
  gint64     restoring_until; /* µs: until then it may have to be given back once more */
  guint      source;
};

/* ls-pane-layout.c */
int      ls_pane_layout_get_extent         (GtkPaned     *paned);
int      ls_pane_layout_get_handle_extent  (GtkPaned     *paned);
int      ls_pane_layout_get_natural_height (LsPaneLayout *self);
void     ls_pane_layout_update_sizes       (LsPaneLayout *self);
void     ls_pane_layout_set_end_extent     (GtkPaned     *paned,
                                            int           extent,
                                            int           of);

/* ls-pane-layout-lesson.c */
gboolean ls_pane_layout_needs_lesson       (LsPaneLayout *self);
void     ls_pane_layout_update_lesson      (LsPaneLayout *self);
int      ls_pane_layout_get_least_bottom   (LsPaneLayout *self,
                                            int           height);
int      ls_pane_layout_get_left_before    (LsPaneLayout *self);
int      ls_pane_layout_get_text_height    (LsPaneLayout *self);
int      ls_pane_layout_get_inspector_before (LsPaneLayout *self);
void     ls_pane_layout_note_stage         (LsPaneLayout *self);
void     ls_pane_layout_restore_lesson     (LsPaneLayout *self);

G_END_DECLS
