/* ls-window-private.h: what the files of the window share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-compat.h"
#include "ls-focus-keeper.h"
#include "ls-journals.h"
#include "ls-window.h"

G_BEGIN_DECLS

/* What the names of the actions begin with that turn experiments on and off. */
#define LS_WINDOW_EXPERIMENT "experiment-"

/* How much room a window has for its text. */
typedef enum
{
  LS_ROOM_WIDE,
  LS_ROOM_MEDIUM,     /* the header bar leaves out words */
  LS_ROOM_SMALL,      /* it also leaves out what the main menu has */
  LS_ROOM_NARROW,     /* there is none for panes beside the stage */
  LS_ROOM_TINY        /* the header bar has icons instead of words */
} LsRoom;

typedef struct _LsWindowStart LsWindowStart;

/* The inspector, and what is at the bottom. */
#define LS_WINDOW_N_LESSON_PANES 2

/* A pane that a lesson can do without. */
typedef struct
{
  gboolean before;       /* it was shown before the lesson */
  gboolean is_chosen;    /* the user has shown or hidden it since then */
  gboolean was_chosen;   /* likewise, before the presentation */
  gboolean was_shown;
} LsWindowPane;

struct _LsWindow
{
  AdwApplicationWindow  parent_instance;

  GtkWidget            *open;
  GtkWidget            *title;
  GtkWidget            *transport;
  GtkWidget            *speed;
  GtkWidget            *clock;
  GtkWidget            *session_controls;
  GtkWidget            *preset;
  GMenu                *speed_menu;
  GMenu                *preset_menu;
  GtkWidget            *zoom;
  GtkWidget            *zoom_label;
  GtkWidget            *post_task;
  GtkWidget            *menu;
  GtkWidget            *tab_bar;
  GtkWidget            *tabs;
  GtkWidget            *black;           /* over all of it, while it presents and nobody is to look */

  LsSessionView        *view;            /* owned: the one that is shown, NULL while there is none */
  GSignalGroup         *view_signals;    /* of that one */
  LsFocusKeeper        *focus_keeper;
  GSettings            *settings;
  LsRoom                room;
  gboolean              narrow;
  gboolean              had_program;     /* the pane was shown before the window became narrow */
  gboolean              had_inspector;
  gboolean              has_lesson;      /* the panes are those that a page of a lesson needs */
  gboolean              sets_shown;      /* a pane is shown or hidden, and not by the user */
  LsWindowPane          lesson_panes[LS_WINDOW_N_LESSON_PANES];
  gboolean              is_presenting;
  gboolean              was_fullscreen;  /* before the presentation, as the next two */
  gboolean              presented_lesson;
  gboolean              presented_program;
  double                present_scale;   /* of the text */
  AdwToast             *present_toast;   /* weak: what says how to present */
  AdwTabPage           *menu_page;       /* whose menu is shown, NULL for none */
  char                 *id;              /* differs from that of each other window, also of earlier runs */
  GQueue                closed;          /* tabs that were closed, the last one first */
  gboolean              is_asking;       /* the user is being asked what becomes of changes */
  gboolean              is_closing;      /* asks because the whole window is to close */
  GtkWidget            *dialog;          /* content of the dialog that is shown, weak */
  LsWindowStart        *start;           /* what waits for the first frame, NULL once that has come */
};

/* An action of the window. Tables of them end with one that has no name. */
typedef struct
{
  const char *name;
  const char *parameter;  /* its type, or NULL */
  void      (*activate) (LsWindow   *self,
                         const char *name,
                         GVariant   *parameter);
} LsWindowAction;

extern const LsWindowAction ls_window_basic_actions[];
extern const LsWindowAction ls_window_document_actions[];
extern const LsWindowAction ls_window_focus_actions[];
extern const LsWindowAction ls_window_tab_actions[];
extern const LsWindowAction ls_window_close_actions[];

/* ls-window.c */
LsWindow *ls_window_new_without_tabs (GtkApplication *application);

/* ls-window-start.c */
void ls_window_dispose_start (LsWindow *self);

/* ls-window-header.c */
void ls_window_init_header       (LsWindow       *self);
LsRoom ls_window_find_room       (LsWindow       *self,
                                  int             width);
void ls_window_update_title      (LsWindow       *self);
void ls_window_update_header     (LsWindow       *self);
void ls_window_update_settings   (LsWindow       *self);
void ls_window_show_speed        (LsWindow       *self,
                                  const char     *speed);

/* ls-window-actions.c */
void ls_window_install_actions   (GtkWidgetClass *widget_class);
void ls_window_add_actions       (LsWindow       *self);
void ls_window_set_view_actions  (LsWindow       *self,
                                  LsSessionView  *view,
                                  LsSessionView  *before);
gboolean ls_window_present_dialog (LsWindow      *self,
                                  GtkWidget      *content,
                                  const char     *title,
                                  int             width,
                                  int             height);
void ls_window_set_speed         (LsWindow       *self,
                                  const char     *speed);
void ls_window_apply_shown       (LsWindow       *self);
gboolean ls_window_get_shown     (LsWindow       *self,
                                  const char     *action);
void ls_window_set_shown         (LsWindow       *self,
                                  const char     *action,
                                  gboolean        shown);

/* ls-window-tabs.c */
void ls_window_init_tabs         (LsWindow       *self);
void ls_window_dispose_tabs      (LsWindow       *self);
void ls_window_insert_view       (LsWindow       *self,
                                  LsSessionView  *view,
                                  int             place);
LsSessionView *ls_window_make_view (LsWindow     *self);
LsSessionView *ls_window_add_view_at (LsWindow   *self,
                                  int             place);
AdwTabPage *ls_window_get_target_page (LsWindow  *self);

/* ls-window-document.c */
void ls_window_update_recent     (LsWindow       *self);
gboolean ls_window_drop_view     (LsWindow       *self,
                                  LsSessionView  *view,
                                  const char     *message);
LsSessionView *ls_window_find_open (GFile        *file,
                                  LsWindow      **window);
void ls_window_add_drop_target   (LsWindow       *self);

/* ls-window-focus.c */
void ls_window_init_focus        (LsWindow       *self);
void ls_window_dispose_focus     (LsWindow       *self);
void ls_window_move_focus        (GtkWidget      *widget,
                                  GtkDirectionType direction);

/* ls-window-lesson.c */
void ls_window_update_lesson     (LsWindow       *self);
void ls_window_note_choice       (LsWindow       *self,
                                  const char     *action);
gboolean ls_window_get_shown_without_lesson (LsWindow *self,
                                  const char     *action);
void ls_window_begin_presented_panes (LsWindow   *self);
void ls_window_end_presented_panes (LsWindow     *self);

/* ls-window-present.c */
void ls_window_init_present      (LsWindow       *self);
void ls_window_set_presenting    (LsWindow       *self,
                                  gboolean        presenting);
gboolean ls_window_zoom_presentation (LsWindow   *self,
                                  int             direction);

/* ls-window-close.c */
void ls_window_init_close        (LsWindow       *self);
void ls_window_dispose_close     (LsWindow       *self);
gboolean ls_window_confirm_close (LsWindow       *self);
void ls_window_let_journals_go   (LsWindow       *self);

G_END_DECLS
