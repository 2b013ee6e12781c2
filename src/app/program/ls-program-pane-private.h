/* ls-program-pane-private.h: what the files of LsProgramPane share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-program-pane.h"
#include "ls-program-view.h"
#include "ls-watch-list.h"

G_BEGIN_DECLS

struct _LsProgramPane
{
  GtkWidget   parent_instance;

  GtkWidget  *stack;
  LsProgramView *steps;
  GtkDropDown *scripts;
  GtkWidget  *single;
  GtkWidget  *edited;
  LsScriptView *script;
  GtkWidget  *imported;
  GtkWidget  *cut;
  GtkWidget  *differs;
  GtkWidget  *error;
  GtkWidget  *error_label;
  GtkWidget  *syntax;
  GtkWidget  *syntax_label;
  GtkWidget  *refused;
  GtkWidget  *refused_label;
  LsWatchList *watches;

  LsDebugger *debugger;
  LsPlayer   *player;
  GPtrArray  *buffers;        /* (element-type LsScriptBuffer) of the session's scripts, then of the files that they import */
  guint       n_scripts;      /* the session's scripts */
  GtkStringList *names;       /* of the buffers */
  gboolean    loading;
  gboolean    untouched;      /* nobody has stepped yet: the shown place stays */
  gsize       position;       /* the position until then */
  guint       first_line;     /* of the first script that a page of a lesson is about, 0 for none */
  guint       last_line;
  gboolean    is_shown_first; /* those lines are shown, until the position changes */
  gsize       lines_position; /* the position until then, G_MAXSIZE while it is not known yet */
  char       *refused_script; /* script of the breakpoint with an invalid condition */
  guint       refused_line;   /* in the displayed text */
  char       *error_script;   /* where the error is, NULL if there is none or no place */
  guint       error_line;     /* in the text that runs */
  guint       error_column;
  gsize       error_record;   /* the record of an exception, G_MAXSIZE for none */
  gsize       scanned;        /* the records before this one were searched for exceptions */
};

/* ls-program-pane.c */
LsScriptBuffer *ls_program_pane_get_buffer  (LsProgramPane  *self,
                                             guint           i);
LsScriptBuffer *ls_program_pane_find_buffer (LsProgramPane  *self,
                                             const LsPlace  *place);
void            ls_program_pane_show_buffer (LsProgramPane  *self,
                                             LsScriptBuffer *buffer);

/* ls-program-pane-lines.c */
void            ls_program_pane_mark_lines  (LsProgramPane  *self);
gboolean        ls_program_pane_show_lines  (LsProgramPane  *self);

/* ls-program-pane-actions.c */
void            ls_program_pane_add_actions (LsProgramPane  *self);
void            ls_program_pane_show_place  (LsProgramPane  *self,
                                             const LsPlace  *place);

/* ls-program-pane-errors.c */
void ls_program_pane_forget_error        (LsProgramPane *self);
void ls_program_pane_look_for_exceptions (LsProgramPane *self);
void ls_program_pane_update_failure      (LsProgramPane *self);
void ls_program_pane_go_to_error         (LsProgramPane *self);
void ls_program_pane_update_refused      (LsProgramPane *self);
void            ls_program_pane_update_syntax (LsProgramPane *self);
void            ls_program_pane_go_to_syntax (LsProgramPane *self);
void ls_program_pane_edit_refused        (LsProgramPane *self);

G_END_DECLS
