/* ls-session-view-private.h: what the files of the session's view share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-actions.h"
#include "ls-compat.h"
#include "ls-course-private.h"
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
  GtkWidget            *reading_bar;
  GtkWidget            *banner;
  GtkWidget            *banner_label;
  GtkWidget            *banner_place;
  GtkWidget            *lesson;
  GtkWidget            *program;
  GtkWidget            *recorded;        /* in the program's place: either of the next two */
  GtkWidget            *recording;
  GtkWidget            *watch;
  GtkWidget            *source;          /* below it, for scripts of the recorded page */
  GtkWidget            *stage;
  GtkWidget            *waiting;         /* over it: says that the run of a page is on its way */
  GtkWidget            *waiting_label;
  GtkWidget            *signals;
  GtkWidget            *why;
  GtkWidget            *waits;
  GtkWidget            *inspector;
  GtkWidget            *bottom_stack;
  GtkWidget            *bottom_switcher;
  GtkWidget            *timeline;
  GtkWidget            *timeline_hints;
  guint                 log_title_source;
  GtkWidget            *events;
  GtkWidget            *log;
  GtkWidget            *what_if_page;
  GtkWidget            *what_if;
  GtkWidget            *rerun;           /* in its place for recordings */
  GtkWidget            *explore;
  GtkWidget            *breakpoints;
  GtkWidget            *actions;
  GtkWidget            *break_banner;
  GtkWidget            *break_reason;
  GtkWidget            *lints;
  GtkWidget            *statistics;

  LsPanes               panes;
  gboolean              is_shown;        /* its tab is the selected one of its window */
  gboolean              page_is_coming;  /* of a lesson: the player is not at its moment yet */
  guint                 waiting_source;  /* until the view says so */
  LsDebugger           *debugger;
  LsSession            *shown_session;   /* (unowned, weak): the page of the stage has been chosen for it */
  LsPlayer             *player;
  GSignalGroup         *debugger_signals;
  GSignalGroup         *player_signals;
  GSignalGroup         *live_signals;
  GSignalGroup         *page_signals; /* of a browser that is watched */
  GHashTable           *page_acts;    /* (element-type guint64 PageAct): that the browser has not done yet */
  GPtrArray            *live_changes; /* (element-type LsLiveChange): that undo takes back, the last one first */
  GPtrArray            *undone_live_changes; /* likewise, for redo */
  gboolean              undoes_live;  /* while one is taken back or done again */
  guint32               main_agent;   /* of what is live, as last seen; 0 for none yet */
  GSettings            *settings;
  guint                 tick;            /* while it is shown */
  guint                 hidden_source;   /* instead of the tick while it is not */
  LsPaneLayout         *layout;
  LsSessionFile        *file;
  AdwToast             *undo_toast;      /* weak: what offers to undo the last thing */
  AdwToast             *act_toast;       /* weak: what says why something live did not do what it was told */
  char                 *undo_label;      /* what it would undo */
  LsJournalKeeper      *keeper;
  gboolean              discard;         /* the user lets changes be lost */
  guint                 opening_source;  /* until the view says that it reads a session */
  gboolean              opening_discards; /* the user lets changes be lost for what is read */
  gboolean              is_for_opening;  /* the view was made for what is read */
  GCancellable         *writing;         /* a file that other tools open, NULL for none */
  guint                 writing_source;  /* until the view says so */
  AdwToast             *writing_toast;   /* weak: what says so */
  LsSessionView        *opener;          /* weak: the view that was shown before it */
};

extern const LsActionEntry ls_session_view_basic_actions[];
extern const LsActionEntry ls_session_view_document_actions[];
extern const LsActionEntry ls_session_view_file_actions[];
extern const LsActionEntry ls_session_view_program_actions[];
extern const LsActionEntry ls_session_view_stage_actions[];
extern const LsActionEntry ls_session_view_mark_actions[];
extern const LsActionEntry ls_session_view_analysis_actions[];
extern const LsActionEntry ls_session_view_picture_actions[];
extern const LsActionEntry ls_session_view_lesson_actions[];
extern const LsActionEntry ls_session_view_recording_actions[];
extern const LsActionEntry ls_session_view_trace_actions[];
extern const LsActionEntry ls_session_view_part_actions[];
extern const LsActionEntry ls_session_view_live_actions[];
extern const LsActionEntry ls_session_view_page_actions[];

/* ls-session-view.c */
void ls_session_view_show_program    (LsSessionView  *self);

/* ls-session-view-waiting.c */
void ls_session_view_begin_waiting   (LsSessionView  *self);
void ls_session_view_follow_waiting  (LsSessionView  *self);
void ls_session_view_end_waiting     (LsSessionView  *self);

/* ls-session-view-signals.c */
void ls_session_view_class_add_signals (void);
void ls_session_view_update_status   (LsSessionView  *self);
void ls_session_view_update_title    (LsSessionView  *self);
LsSessionView *ls_session_view_ask_for_view (LsSessionView *self);
void ls_session_view_present_dialog  (LsSessionView  *self,
                                      GtkWidget      *content,
                                      const char     *title,
                                      int             width,
                                      int             height);
void ls_session_view_show_pane       (LsSessionView  *self,
                                      const char     *action);
gboolean ls_session_view_give_way    (LsSessionView  *self,
                                      const char     *message);

/* ls-session-view-actions.c */
void ls_session_view_add_actions     (LsSessionView  *self);
void ls_session_view_add_keys        (LsSessionView  *self);
void ls_session_view_update_actions  (LsSessionView  *self);
void ls_session_view_offer_undo      (LsSessionView  *self,
                                      const char     *title);

/* ls-session-view-focus.c */
void ls_session_view_focus_program   (LsSessionView  *self);

/* ls-session-view-hand.c */
void ls_session_view_connect_hand    (LsSessionView  *self);

/* ls-session-view-lesson.c */
void ls_session_view_connect_lesson  (LsSessionView  *self);
void ls_session_view_begin_page      (LsSessionView  *self);
void ls_session_view_show_lesson     (LsSessionView  *self,
                                      LsCourse       *course,
                                      guint           index);

/* ls-session-view-program.c */
gboolean ls_session_view_is_empty    (LsSessionView  *self);

/* ls-session-view-recording.c */
void ls_session_view_connect_sources (LsSessionView  *self);
void ls_session_view_show_beginning  (LsSessionView  *self);
void ls_session_view_tell_problems   (LsSessionView  *self);
void ls_session_view_show_thread     (LsSessionView  *self,
                                      guint           thread);

/* ls-session-view-live.c */
typedef struct _LsLiveChange LsLiveChange;

gboolean ls_session_view_has_settings (LsSessionView *self);
LsLiveChange *ls_live_change_new     (LsSessionView  *self,
                                      const char     *action,
                                      GVariant       *back,
                                      GVariant       *again);
void     ls_live_change_free         (LsLiveChange   *self);
void     ls_session_view_tell_live_change (LsSessionView *self,
                                      const char     *title,
                                      LsLiveChange   *change);
gboolean ls_session_view_can_undo_live (LsSessionView *self,
                                      gboolean        is_undo);
void     ls_session_view_undo_live   (LsSessionView  *self,
                                      gboolean        is_undo);
void ls_session_view_connect_live    (LsSessionView  *self);
gboolean ls_session_view_show_live_run (LsSessionView *self,
                                      LsLiveRun      *live_run,
                                      const char     *title,
                                      const char     *page,
                                      GError        **error);

/* ls-session-view-page.c */
void ls_session_view_connect_page    (LsSessionView  *self);
LsPageWatch *ls_session_view_get_page (LsSessionView *self);
gboolean     ls_session_view_has_scheduler (LsSessionView *self);
gboolean     ls_session_view_can_photograph (LsSessionView *self);
gboolean ls_session_view_set_priority_in_page (LsSessionView *self,
                                      guint32         signal,
                                      guint32         priority);
gboolean ls_session_view_abort_in_page (LsSessionView *self,
                                      guint32         signal,
                                      const char     *reason);
gboolean ls_session_view_is_held     (LsSessionView  *self);
gboolean ls_session_view_is_to_hold  (LsSessionView  *self);
gboolean ls_session_view_can_hold    (LsSessionView  *self);

/* ls-session-view-trace.c */
void ls_session_view_write_trace     (LsSessionView  *self,
                                      const char     *format,
                                      GFile          *file);
void ls_session_view_stop_writing    (LsSessionView  *self);

/* ls-session-view-document.c */
void ls_session_view_withdraw_act    (LsSessionView  *self);
void ls_session_view_report_act      (LsSessionView  *self,
                                      const char     *text);
void ls_session_view_show_session    (LsSessionView  *self);
void ls_session_view_open_course     (LsSessionView  *self,
                                      LsCourse       *course,
                                      guint           lesson);
void ls_session_view_ask_for_opened  (LsSessionView  *self,
                                      LsOpening      *opening,
                                      LsSession      *session);

/* ls-session-view-file.c */
void ls_session_view_init_file       (LsSessionView  *self);
void ls_session_view_begin_opening   (LsSessionView  *self,
                                      LsOpening      *opening);
void ls_session_view_cancel_opening  (LsSessionView  *self);
void ls_session_view_take_opened     (LsSessionView  *self,
                                      LsOpening      *opening,
                                      LsSession      *session);

void ls_session_view_leave_opening_page (LsSessionView *self);

/* ls-session-view-part.c */
void ls_session_view_show_part       (LsSessionView  *self,
                                      LsOpening      *opening);
void ls_session_view_end_part        (LsSessionView  *self);
gboolean ls_session_view_has_part    (LsSessionView  *self);
gboolean ls_session_view_take_whole  (LsSessionView  *self,
                                      LsOpening      *opening,
                                      LsSession      *session);

/* ls-session-view-journal.c */
void ls_session_view_init_journal    (LsSessionView  *self,
                                      LsJournals     *journals);

/* ls-session-view-analysis.c */
void ls_session_view_connect_analysis (LsSessionView *self);
void ls_session_view_show_page       (LsSessionView  *self,
                                      GtkWidget      *page);
void ls_session_view_show_what_if    (LsSessionView  *self);

G_END_DECLS
