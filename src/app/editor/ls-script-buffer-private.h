/* ls-script-buffer-private.h: what the files of LsScriptBuffer share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-script-buffer.h"

#include "ls-line-map.h"
#include "ls-syntax-check.h"

G_BEGIN_DECLS

struct _LsScriptBuffer
{
  GtkSourceBuffer  parent_instance;

  char            *name;
  LsScript        *script;          /* whose text it has, NULL where that is not known */
  LsScript        *ran_script;      /* likewise of the text that runs */
  GtkTextTag      *error_tag;
  GtkTextTag      *align_tag;       /* of lines that begin from the right */
  LsLineMap        map;             /* lines of the text that runs */
  gboolean         loading;
  gboolean         unsaved;
  guint            current_line;    /* 0 for none */
  gboolean         current_done;    /* whether the callback in which it ran has ended */
  GtkTextMark     *error_mark;      /* where the error is, NULL for none */
  LsBreakpoints   *breakpoints;     /* NULL for none */
  GPtrArray       *places;          /* (element-type GtkTextMark) where those of this script are, in their order */
  gboolean         moving;          /* breakpoints follow an edit */
  gboolean         cut;             /* lines that are too long are not there to their end */
  gboolean         crlf;            /* its lines end so */
  gboolean         has_other_direction; /* some may begin from the right */
  guint            cursor_line;     /* from 0 */
  gboolean         marks_error;
  LsSyntaxCheck   *check;
  LsSourceCheck   *ran;             /* of the text that runs, NULL while nothing is known */
  guint            unsettled_line;  /* of a breakpoint that was set before it was known where statements are; 0 for none */
};

/* ls-script-buffer.c: its signals. */
void ls_script_buffer_tell_lines       (LsScriptBuffer      *self);
void ls_script_buffer_tell_checked     (LsScriptBuffer      *self);

/* ls-script-buffer-breakpoints.c */
void ls_script_buffer_mark_breakpoints (LsScriptBuffer      *self);
void ls_script_buffer_move_breakpoints (LsScriptBuffer      *self);
void ls_script_buffer_tell_edit        (LsScriptBuffer      *self,
                                        guint                first,
                                        guint                n_lines);
void ls_script_buffer_move_unsettled   (LsScriptBuffer      *self,
                                        const LsSourceCheck *result);

/* ls-script-buffer-syntax.c */
void ls_script_buffer_init_check       (LsScriptBuffer      *self);
void ls_script_buffer_note_ran         (LsScriptBuffer      *self);

G_END_DECLS
