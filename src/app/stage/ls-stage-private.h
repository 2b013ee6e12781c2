/* ls-stage-private.h: what the files of the stage share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-stage.h"

G_BEGIN_DECLS

struct _LsStage
{
  GtkBox              parent_instance;

  GtkWidget          *bar;
  GtkWidget          *first_task;
  GtkWidget          *records;
  GtkWidget          *record;
  GtkWidget          *preset;
  GtkWidget          *preset_pane;
  GtkWidget          *overlay;
  GtkWidget          *pages;
  GtkWidget          *scroller;
  GtkWidget          *user_blocking;
  GtkWidget          *user_visible;
  GtkWidget          *background;
  GtkWidget          *running;
  GtkWidget          *microtasks;
  GtkWidget          *delayed;
  GtkWidget          *others;
  GtkWidget          *thread;
  GtkWidget          *atomics;
  GtkWidget          *nothing;     /* stands in for them before anything is seen of a watched program */
  GtkWidget          *agent;
  GtkStringList      *agent_names;
  GtkWidget          *flights;
  GtkWidget          *card;
  GtkWidget          *hint;

  LsPlayer           *player;
  LsDebugger         *debugger;        /* weak: the window owns the debugger */

  /* ls-stage.c: the step on screen, and when it appeared. */
  guint32             step;
  gint64              shown_at;
  gboolean            restarted;       /* there is a new trace, and the stage has not shown it yet */
  guint               late;            /* tick callback that shows the new trace */

  /* ls-stage-agents.c */
  GArray             *agents;          /* what the chooser has, NULL for nothing */
  gboolean            showing_agents;  /* the stage is filling the list of agents */

  /* ls-stage-card.c */
  GtkWidget          *card_chip;       /* weak: the chip that the card is about, now or after the delay */
  guint32             card_task;
  guint               card_delay;
  GtkWidget          *root;            /* weak */

  /* ls-stage-menu.c */
  GtkWidget          *menu;
  GSimpleActionGroup *menu_actions;
  guint32             menu_task;
  guint32             menu_queue;      /* set if the menu is not about a task */
};

/* ls-stage.c */
GtkWidget *ls_stage_find_target      (LsStage        *self,
                                      GtkWidget      *widget,
                                      guint32        *task,
                                      guint32        *queue);

/* ls-stage-records.c */
void       ls_stage_show_record      (LsStage        *self);
void       ls_stage_install_record_actions (GtkWidgetClass *widget_class);

/* ls-stage-agents.c */
void       ls_stage_show_agents      (LsStage        *self);
void       ls_stage_forget_agents    (LsStage        *self);
void       ls_stage_choose_agent     (LsStage        *self);

/* ls-stage-card.c */
void       ls_stage_init_card        (LsStage        *self);
void       ls_stage_update_card      (LsStage        *self);
void       ls_stage_hide_card        (LsStage        *self);
void       ls_stage_follow_focus     (LsStage        *self,
                                      GtkWidget      *root);

/* ls-stage-menu-live.c */
void       ls_stage_add_live_actions (LsStage        *self);
gboolean   ls_stage_has_live_task    (LsStage        *self);
void       ls_stage_append_live      (LsStage        *self,
                                      GMenu          *menu);
gboolean   ls_stage_has_page_task    (LsStage        *self);
void       ls_stage_append_page      (LsStage        *self,
                                      GMenu          *menu);

/* ls-stage-menu.c */
void       ls_stage_init_menu        (LsStage        *self);
void       ls_stage_dispose_menu     (LsStage        *self);

/* ls-stage-drag.c */
void       ls_stage_init_drag        (LsStage        *self);

G_END_DECLS
