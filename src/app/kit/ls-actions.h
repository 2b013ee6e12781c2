/* ls-actions.h: the action group of a widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What an action needs to make sense, as bits. */
typedef enum
{
  LS_NEEDS_SESSION = 1 << 0,
  LS_NEEDS_SCRIPT = 1 << 1,
  LS_NEEDS_LESSON = 1 << 2,
  LS_NEEDS_PAST = 1 << 3,          /* a position after the start */
  LS_NEEDS_WAY_BACK = 1 << 4,      /* the same, or a position that the player returns to */
  LS_NEEDS_CALLBACK = 1 << 5,      /* a callback that runs, so that it can yield */
  LS_NEEDS_BREAKPOINTS = 1 << 6,
  LS_NEEDS_UNDO = 1 << 7,
  LS_NEEDS_REDO = 1 << 8,
  LS_NEEDS_WORK = 1 << 9,          /* an engine that works */
  LS_NEEDS_OPENING = 1 << 10,      /* a session that is being read */
  LS_NEEDS_NOTHING_THERE = 1 << 11,
  LS_NEEDS_PROGRAM = 1 << 12,      /* a session that runs, and does not show what was recorded */
  LS_NEEDS_RECORDING = 1 << 13,    /* a session that shows a recording */
  LS_NEEDS_WHOLE = 1 << 14,        /* no recording of which the rest is still being read */
  LS_NEEDS_LIVE = 1 << 15,         /* a program or page that is watched */
  LS_NEEDS_HELD = 1 << 16,         /* one that is held, or is to be */
  LS_NEEDS_CONTROLLERS = 1 << 17,  /* a session that runs, or a page or Node.js that is watched: their controllers can be used */
  LS_NEEDS_SCHEDULER = 1 << 18,    /* a session that runs, or a page that is watched, but no Node.js: tasks have priorities */
  LS_NEEDS_PAGE = 1 << 19,         /* a page of Chromium that is watched */
  LS_NEEDS_HOLD = 1 << 20,         /* a program or page that is watched and can be held */
  LS_NEEDS_SETTINGS = 1 << 21,     /* a session that runs, or a recording that can be compared with other settings */
  LS_NEEDS_FUTURE = 1 << 22        /* no curtain at the position that hides what comes next */
} LsActionNeeds;

/* An action of a widget. Tables of them end with one that has no name. */
typedef struct
{
  const char *name;
  const char *parameter;  /* its type, or NULL */
  guint       needs;
  GCallback   activate;   /* takes the widget, the name and the parameter */
} LsActionEntry;

void                ls_actions_add        (GtkWidget           *widget,
                                           const LsActionEntry *entries);
GSimpleActionGroup *ls_actions_get        (GtkWidget           *widget);
void                ls_actions_activate   (GtkWidget           *widget,
                                           const char          *name,
                                           GVariant            *parameter);
guint               ls_actions_get_needs  (GSimpleActionGroup  *actions,
                                           const char          *name);
void                ls_actions_enable     (GSimpleActionGroup  *actions,
                                           guint                met);
void                ls_actions_add_reveal (GType                type);
void                ls_actions_reveal     (GtkWidget           *widget);

G_END_DECLS
