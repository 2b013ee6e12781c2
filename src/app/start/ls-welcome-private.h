/* ls-welcome-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-files.h"
#include "ls-welcome.h"

G_BEGIN_DECLS

/* By what a row is found beside what it shows. */
#define LS_WELCOME_FOUND_BY "ls-found-by"

struct _LsWelcome
{
  AdwBin     parent_instance;

  GtkWidget *page;
  GtkWidget *courses;
  GtkWidget *lessons;
  GtkSizeGroup *notes;    /* what stands at the end of the rows of lessons and courses, one below the other */
  GtkWidget *all_lessons;
  GtkWidget *own;
  GtkWidget *examples;
  GtkWidget *example_groups;
  GtkWidget *recent;
  GtkWidget *open;
  GtkWidget *programs;
  GtkWidget *unsaved;
  GtkWidget *search;
  GtkWidget *nothing;

  GSettings *settings;
  GPtrArray *rows;        /* (element-type GtkWidget): in @recent, @courses, @lessons, @own and @examples */
  GPtrArray *left;        /* likewise in @unsaved */
  GtkWidget *groups[LS_N_EXAMPLE_GROUPS]; /* in @example_groups, NULL for one without examples */
  GtkWidget *next_lesson; /* one of @rows, the first unfinished one */
  guint      n_before;    /* how many of @rows come before those in @own */
  GtkWidget *no_own;      /* in @own, while there is nothing else in it; or NULL */
  GFileMonitor *monitor;  /* of the folder with the user's own lessons, or NULL */
  guint      refresh;     /* a source */
  gboolean   is_filled;   /* the page has been shown or searched */
  gboolean   is_stale;    /* something has changed there while nobody saw the page */
};

/* ls-welcome.c */
GtkWidget *ls_welcome_append_file     (LsWelcome  *self,
                                       GtkWidget  *group,
                                       const char *title,
                                       const char *subtitle,
                                       GFile      *file,
                                       const char *action,
                                       GtkWidget  *suffix);
void       ls_welcome_update          (LsWelcome  *self);

/* ls-welcome-lessons.c: what there is to learn */
void       ls_welcome_begin_lessons   (LsWelcome  *self);
void       ls_welcome_end_lessons     (LsWelcome  *self);
void       ls_welcome_open_own_folder (LsWelcome  *self);

G_END_DECLS
