/* ls-session-view-private.h: what the files of the session's view share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-compat.h"
#include "ls-journal-keeper.h"
#include "ls-pane-layout.h"
#include "ls-session-view.h"

G_BEGIN_DECLS

struct _LsSessionView
{
  GtkWidget             parent_instance;

  GtkWidget            *content;
  GtkWidget            *toasts;
  GtkWidget            *stack;
  GtkWidget            *welcome;
  GtkWidget            *opening_page;
  GtkWidget            *banner;
  GtkWidget            *banner_label;
  GtkWidget            *banner_place;
  GtkWidget            *bottom_pane;
  GtkWidget            *vertical;
  GtkWidget            *left;
  GtkWidget            *right;
  GtkWidget            *left_pane;
  GtkWidget            *right_pane;
  GtkWidget            *lesson_paned;
  GtkWidget            *lesson;
  GtkWidget            *program;
  GtkWidget            *controllers;
  GtkWidget            *stage;
  GtkWidget            *signals;
  GtkWidget            *why;
  GtkWidget            *inspector;
  GtkWidget            *bottom_stack;
  GtkWidget            *bottom_switcher;
  GtkWidget            *timeline;
  GtkWidget            *events;
  GtkWidget            *log;
  GtkWidget            *what_if;
  GtkWidget            *explore;
  GtkWidget            *breakpoints;
  GtkWidget            *break_banner;
  GtkWidget            *break_reason;
  GtkWidget            *lints;
  GtkWidget            *statistics;

  gboolean              is_shown;        /* its tab is the selected one of its window */
  LsDebugger           *debugger;
  LsSession            *shown_session;   /* (unowned, weak): the one that a stage has been chosen for */
  LsPlayer             *player;
  GSettings            *settings;
  guint                 tick;            /* while it is shown */
  guint                 hidden_source;   /* instead of the tick while it is not */
  LsPaneLayout         *layout;
  LsSessionFile        *file;
  AdwToast             *undo_toast;      /* weak: what offers to undo the last thing */
  LsJournals           *journals;        /* where what is not saved is kept, NULL for nowhere */
  LsJournalKeeper      *keeper;
  gboolean              discard;         /* closes without asking */
  guint                 opening_source;  /* until it is said that this takes a while */
  gboolean              opening_discards; /* the user has said that changes may be lost */
  gboolean              is_for_opening;  /* it was made for what is read */
  LsSessionView        *opener;          /* weak: what was shown when it was made for that */
};

/* ls-session-view.c */
void ls_session_view_update_status   (LsSessionView  *self);
void ls_session_view_update_title    (LsSessionView  *self);
LsSessionView *ls_session_view_ask_for_view (LsSessionView *self);
void ls_session_view_show_pane       (LsSessionView  *self,
                                      const char     *action);
gboolean ls_session_view_give_way    (LsSessionView  *self,
                                      const char     *message);
void ls_session_view_show_program    (LsSessionView  *self);
void ls_session_view_present_dialog  (LsSessionView *self,
                                      GtkWidget      *content,
                                      const char     *title,
                                      int             width,
                                      int             height);

/* ls-session-view-actions.c */
void ls_session_view_install_actions (GtkWidgetClass *widget_class);
void ls_session_view_add_keys        (LsSessionView  *self);
void ls_session_view_set_enabled     (LsSessionView  *self,
                                      const char     *action,
                                      gboolean        enabled);
void ls_session_view_offer_undo      (LsSessionView  *self,
                                      const char     *title);

/* ls-session-view-lesson.c */
void ls_session_view_install_lesson_actions (GtkWidgetClass *widget_class);
void ls_session_view_connect_lesson  (LsSessionView  *self);
void ls_session_view_update_lesson_actions (LsSessionView *self);
void ls_session_view_show_lesson     (LsSessionView  *self);

/* ls-session-view-program.c */
void ls_session_view_install_program_actions (GtkWidgetClass *widget_class);
void ls_session_view_update_program_actions  (LsSessionView  *self);
gboolean ls_session_view_is_empty    (LsSessionView  *self);

/* ls-session-view-document.c */
void ls_session_view_install_document_actions (GtkWidgetClass *widget_class);
void ls_session_view_show_session    (LsSessionView  *self);
void ls_session_view_ask_for_opened  (LsSessionView  *self,
                                      LsOpening      *opening,
                                      LsSession      *session);

/* ls-session-view-file.c */
void ls_session_view_install_file_actions (GtkWidgetClass *widget_class);
void ls_session_view_init_file       (LsSessionView  *self);
void ls_session_view_begin_opening   (LsSessionView  *self,
                                      LsOpening      *opening);
void ls_session_view_cancel_opening  (LsSessionView  *self);
void ls_session_view_take_opened     (LsSessionView  *self,
                                      LsOpening      *opening,
                                      LsSession      *session);

/* ls-session-view-journal.c */
void ls_session_view_init_journal    (LsSessionView  *self);

/* ls-session-view-stage.c */
void ls_session_view_install_stage_actions (GtkWidgetClass *widget_class);

/* ls-session-view-marks.c */
void ls_session_view_install_mark_actions (GtkWidgetClass *widget_class);

/* ls-session-view-analysis.c */
void ls_session_view_install_analysis_actions (GtkWidgetClass *widget_class);
void ls_session_view_connect_analysis (LsSessionView *self);

/* ls-session-view-why.c */
void ls_session_view_install_why_actions (GtkWidgetClass *widget_class);
void ls_session_view_connect_what_if (LsSessionView  *self);
void ls_session_view_open_beside     (LsSessionView  *self,
                                      LsSession      *session);

/* ls-session-view-explore.c */
void ls_session_view_install_explore_actions (GtkWidgetClass *widget_class);
void ls_session_view_connect_explore (LsSessionView  *self);

/* ls-session-view-picture.c */
void ls_session_view_install_picture_actions (GtkWidgetClass *widget_class);

G_END_DECLS
