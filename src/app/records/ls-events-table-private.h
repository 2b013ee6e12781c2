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
 * The table has a row for each record of the trace. Filters choose by kind, priority, text, time, and task or signal. The filter by
 * task or signal can follow the selection. The list of kinds counts the records of each kind. A click on a row goes to the position
 * after its record. The row of the current position is selected. The table can follow the newest row while the trace grows. The
 * user can copy several rows, and export all as CSV or JSON.
 */
struct _LsEventsTable
{
  GtkBox             parent_instance;

  GtkWidget         *search;
  GtkWidget         *count;
  GtkWidget         *none;         /* note that nothing matches */
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
  GHashTable        *cells;            /* (element-type GtkListItem GtkListItemFactory): cells that show something */
  gboolean           updating;
  guint              attaching;        /* tick callback that gives the view its rows */
  guint              n_attached;       /* number of rows that the tick callback has given to the view */
  guint              showing;          /* timeout after which the table shows the position again */
  gboolean           is_late;          /* whether the position has changed in the meantime */
  gboolean           is_resting;       /* whether the table is not visible and keeps its rows as they are */
  gboolean           has_old_cells;    /* whether rows have other records than their widgets show */
  guint64            shown_kinds;      /* a bit for each kind */
  LsSelectionKind    about_kind;       /* the kind of thing to list alone, NONE for everything */
  guint32            about_id;
  LsRecordFilter    *counts;           /* counts kinds if there is no filter, NULL until the list of kinds opens */
  LsTraceReader     *counter;          /* lets counts read the trace */
  GCancellable      *export;           /* NULL if no export is in progress */
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
