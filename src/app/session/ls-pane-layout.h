/* ls-pane-layout.h: which panes of a view are shown, and how large they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * LsPanes:
 * @overlay: what the inspector lies in where there is no room beside the stage
 * @left: divides the program from the rest
 * @right: divides the stage from the inspector
 * @vertical: divides all of that from what is at the bottom
 * @center: divides the stage from the program of a lesson
 * @program_pane: what @left has at its start
 * @program_box: what has the program there, or the lesson alone
 * @stage: what @center has at its start
 * @inspector_pane: what @right has at its end
 * @bottom_pane: what @vertical has at its end
 * @bottom: the stack in @bottom_pane
 * @lesson: visible if there is a lesson
 * @program: the program itself
 *
 * The widgets of a view that have sizes.
 */
typedef struct
{
  GtkOverlay *overlay;
  GtkPaned   *left;
  GtkPaned   *right;
  GtkPaned   *vertical;
  GtkPaned   *center;
  GtkWidget  *program_pane;
  GtkBox     *program_box;
  GtkWidget  *stage;
  GtkWidget  *inspector_pane;
  GtkWidget  *bottom_pane;
  GtkStack   *bottom;
  GtkWidget  *lesson;
  GtkWidget  *program;
} LsPanes;

#define LS_TYPE_PANE_LAYOUT (ls_pane_layout_get_type ())
G_DECLARE_FINAL_TYPE (LsPaneLayout, ls_pane_layout, LS, PANE_LAYOUT, GObject)

LsPaneLayout *ls_pane_layout_new             (GSettings     *settings,
                                              const LsPanes *panes);
void          ls_pane_layout_copy            (LsPaneLayout  *self,
                                              LsPaneLayout  *from);
void          ls_pane_layout_save            (LsPaneLayout  *self);
void          ls_pane_layout_set_bottom_empty (LsPaneLayout *self,
                                              gboolean       is_empty);
gboolean      ls_pane_layout_settle          (LsPaneLayout  *self,
                                              int            height);
void          ls_pane_layout_allocate        (LsPaneLayout  *self,
                                              int            height);
void          ls_pane_layout_set_lesson      (LsPaneLayout  *self,
                                              gboolean       has_lesson,
                                              gboolean       is_exercise);
void          ls_pane_layout_set_page        (LsPaneLayout  *self,
                                              gboolean       looks_at_stage,
                                              guint          n_lines);
void          ls_pane_layout_begin_page      (LsPaneLayout  *self);
void          ls_pane_layout_set_shown       (LsPaneLayout  *self,
                                              const char    *action,
                                              gboolean       shown);
void          ls_pane_layout_set_narrow      (LsPaneLayout  *self,
                                              gboolean       narrow);
void          ls_pane_layout_set_tiny        (LsPaneLayout  *self,
                                              gboolean       tiny);
gboolean      ls_pane_layout_is_narrow       (LsPaneLayout  *self);
void          ls_pane_layout_reveal_program  (LsPaneLayout  *self);
void          ls_pane_layout_hold            (LsPaneLayout  *self);
void          ls_pane_layout_restore         (LsPaneLayout  *self);

G_END_DECLS
