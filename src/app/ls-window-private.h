/* ls-window-private.h: what the files of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-compat.h"
#include "ls-journal.h"
#include "ls-window.h"

G_BEGIN_DECLS

struct _LsWindow
{
  AdwApplicationWindow  parent_instance;

  GtkWidget            *toasts;
  GtkWidget            *stack;
  GtkWidget            *welcome;
  GtkWidget            *open;
  GtkWidget            *title;
  GtkWidget            *transport;
  GtkWidget            *speed;
  GtkWidget            *clock;
  GtkWidget            *session_controls;
  GtkWidget            *add_signal;
  GtkWidget            *post_task;
  GtkWidget            *search;
  GtkWidget            *menu;
  GtkWidget            *banner;
  GtkWidget            *banner_label;
  GtkWidget            *banner_place;
  GtkWidget            *bottom_pane;
  GtkWidget            *vertical;
  GtkWidget            *left;
  GtkWidget            *right;
  GtkWidget            *left_pane;
  GtkWidget            *right_pane;
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
  GtkWidget            *breakpoints;
  GtkWidget            *break_banner;
  GtkWidget            *break_reason;
  GtkWidget            *lints;
  GtkWidget            *statistics;

  LsDebugger           *debugger;
  LsPlayer             *player;
  GSettings            *settings;
  guint                 tick;
  gboolean              narrow;
  gboolean              had_program;     /* before it became narrow */
  gboolean              had_inspector;
  gboolean              has_panes;       /* they have got their sizes */
  gboolean              discard;         /* closes without asking */
  char                 *etag;            /* of the session's file when it was read or written, NULL if it is not known */
  AdwToast             *undo_toast;      /* weak: what offers to undo the last thing */
  LsJournal            *journal;         /* NULL until there is something to save */
  LsSession            *journaled;       /* whose changes are written there */
  guint                 journal_source;
  gboolean              journal_is_soon; /* the source does not wait */
  gboolean              keeps_journal;   /* for the next start */
  GtkWidget            *dialog;          /* content of the dialog that is shown, weak */
};

/* ls-window-actions.c */
void ls_window_install_actions   (GtkWidgetClass *widget_class);
void ls_window_add_actions       (LsWindow       *self);
void ls_window_update_actions    (LsWindow       *self);
void ls_window_offer_undo        (LsWindow       *self,
                                  const char     *title);
void ls_window_present_dialog    (LsWindow       *self,
                                  GtkWidget      *content,
                                  const char     *title,
                                  int             width);

/* ls-window-program.c */
void ls_window_install_program_actions (GtkWidgetClass *widget_class);
void ls_window_update_program_actions  (LsWindow       *self);
gboolean ls_window_flush         (LsWindow       *self,
                                  GError        **error);

/* ls-window-document.c */
void ls_window_install_document_actions (GtkWidgetClass *widget_class);
void ls_window_update_title      (LsWindow       *self);
void ls_window_update_recent     (LsWindow       *self);
void ls_window_show_session      (LsWindow       *self);
void ls_window_report            (LsWindow       *self,
                                  const char     *text);
void ls_window_open_scripts      (LsWindow       *self,
                                  const char *const *paths);
gboolean ls_window_confirm_close (LsWindow       *self);
gboolean ls_window_get_modified  (LsWindow       *self);
void ls_window_open_text         (LsWindow       *self,
                                  const char     *name,
                                  const char     *text);

/* ls-window-panes.c */
void ls_window_restore_shown     (LsWindow       *self);
void ls_window_restore_panes     (LsWindow       *self);
void ls_window_save_size         (LsWindow       *self);

/* ls-window-preferences.c */
void ls_window_install_preferences_actions (GtkWidgetClass *widget_class);
void ls_window_init_preferences  (LsWindow       *self);

/* ls-window-journal.c */
void ls_window_init_journal      (LsWindow       *self);
void ls_window_dispose_journal   (LsWindow       *self);
gboolean ls_window_keep_journal  (LsWindow       *self);
gboolean ls_window_restore       (LsWindow       *self,
                                  LsJournals     *journals,
                                  const char     *id,
                                  GError        **error);
void ls_window_update_unsaved    (LsWindow       *self);
void ls_window_offer_restore     (LsWindow       *self,
                                  guint           n_sessions);
void ls_window_offer_undo_discard (LsWindow      *self,
                                  const char     *id);

/* ls-window-stage.c */
void ls_window_install_stage_actions (GtkWidgetClass *widget_class);

/* ls-window-marks.c */
void ls_window_install_mark_actions (GtkWidgetClass *widget_class);
/* ls-window-analysis.c */
void ls_window_install_analysis_actions (GtkWidgetClass *widget_class);
void ls_window_connect_analysis (LsWindow       *self);

/* ls-window-why.c */
void ls_window_install_why_actions (GtkWidgetClass *widget_class);
void ls_window_connect_what_if   (LsWindow       *self);

/* ls-window-picture.c */
void ls_window_install_picture_actions (GtkWidgetClass *widget_class);

/* ls-window-dnd.c */
void ls_window_add_drop_target   (LsWindow       *self);
gboolean ls_window_drop_files    (LsWindow       *self,
                                  GSList         *files);

/* ls-window-save.c */
void ls_window_install_save_actions (GtkWidgetClass *widget_class);
const char *ls_window_get_session_title (LsWindow *self);
void ls_window_remember_file     (LsWindow       *self);
gboolean ls_window_file_fits     (LsWindow       *self);
gboolean ls_window_save_now      (LsWindow       *self,
                                  GFile          *file,
                                  GError        **error);
void ls_window_save_to           (LsWindow       *self,
                                  GFile          *file);
void ls_window_ask_where         (LsWindow       *self,
                                  LsCompatFileFunc done,
                                  gpointer        user_data);

G_END_DECLS
