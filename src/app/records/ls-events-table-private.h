/* ls-events-table-private.h: what the files of the table of events share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-events-table.h"
#include "ls-record-list-model.h"
#include "ls-trace-reader.h"

G_BEGIN_DECLS

/**
 * LsEventsTable:
 *
 * Everything that was recorded, a row each, with filters that count: kinds, priority, text, times, and a task or signal, be it
 * the one that is selected. A click goes to the position after the record; the row of the current position is marked. Rows can
 * be followed while the trace grows, several of them copied, and all exported as CSV or JSON.
 */
struct _LsEventsTable
{
  GtkWidget          parent_instance;

  GtkWidget         *search;
  GtkWidget         *count;
  GtkWidget         *none;         /* says so where nothing matches */
  GtkWidget         *kinds;
  GtkWidget         *kinds_list;
  GtkWidget         *priority;
  GtkWidget         *about;
  GtkWidget         *about_label;
  GtkWidget         *chooser;
  GtkWidget         *selected;
  GtkWidget         *from;
  GtkWidget         *to;
  GtkWidget         *follow;
  GtkWidget         *export_bar;
  GtkWidget         *export_progress;
  GtkWidget         *forgotten;
  GtkWidget         *scroller;
  GtkWidget         *view;

  LsPlayer          *player;
  LsRecordListModel *model;
  GtkSelectionModel *selection;
  GHashTable        *cells;            /* (element-type GtkListItem GtkListItemFactory): those that show something */
  gboolean           updating;
  guint              attaching;        /* the tick that gives the view its rows … */
  guint              n_attached;       /* … and how many it has given */
  guint              showing;          /* counts down until the position is shown again … */
  gboolean           is_late;          /* … for it has changed */
  gboolean           is_resting;       /* whether nobody sees it, and its rows stay what they are */
  gboolean           has_old_cells;    /* whether rows are there for other records than their widgets say */
  guint64            shown_kinds;      /* a bit for each */
  LsSelectionKind    about_kind;       /* what alone is listed, NONE for everything */
  guint32            about_id;
  LsRecordFilter    *counts;           /* counts kinds where nothing is filtered, NULL until somebody asks */
  LsTraceReader     *counter;          /* lets @counts read */
  GCancellable      *export;           /* NULL while nothing is exported */
};

typedef char *(*LsEventsFormatFunc) (LsEventsTable *self,
                                     LsRecordItem  *item);

/* A column of the table. */
typedef struct
{
  const char         *title;
  int                 width;
  gboolean            numeric;
  LsEventsFormatFunc  format;
} LsEventsColumn;

const LsEventsColumn *ls_events_table_get_columns (guint *n_columns);

void ls_events_table_update_count      (LsEventsTable  *self);
void ls_events_table_renew             (LsEventsTable  *self);

/* ls-events-rows.c */
void ls_events_table_show_position     (LsEventsTable  *self);
void ls_events_table_follow            (LsEventsTable  *self);
void ls_events_table_give_up           (LsEventsTable  *self);
void ls_events_table_detach            (LsEventsTable  *self);
void ls_events_table_forgetting        (LsEventsTable  *self);
void ls_events_table_map               (LsEventsTable  *self);
void ls_events_table_unmap             (LsEventsTable  *self);

/* ls-events-export.c */
void ls_events_table_class_init_export (GtkWidgetClass *widget_class);
void ls_events_table_init_export       (LsEventsTable  *self);

/* ls-events-kinds.c */
void ls_events_table_kinds_action      (GtkWidget      *widget,
                                        const char     *action,
                                        GVariant       *parameter);
void ls_events_table_init_kinds        (LsEventsTable  *self);
void ls_events_table_dispose_kinds     (LsEventsTable  *self);
void ls_events_table_show_counts       (LsEventsTable  *self);
void ls_events_table_filter            (LsEventsTable  *self);

G_END_DECLS
