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
  LsScript        *script;          /* the script with this text, NULL if not known */
  LsScript        *ran_script;      /* the script that runs, NULL if not known */
  GtkTextTag      *error_tag;
  GtkTextTag      *align_tag;       /* for lines that begin from the right */
  LsLineMap        map;             /* maps lines to the text that runs */
  gboolean         loading;
  gboolean         unsaved;
  guint            current_line;    /* 0 for none */
  gboolean         current_done;    /* whether the callback of that line has ended */
  guint            first_line;      /* of those that are marked, 0 for none */
  guint            last_line;
  GtkTextMark     *error_mark;      /* place of the error, NULL for none */
  LsBreakpoints   *breakpoints;     /* NULL for none */
  GPtrArray       *places;          /* (element-type GtkTextMark) of this script's breakpoints, in their order */
  gboolean         moving;          /* while breakpoints follow an edit */
  gboolean         cut;             /* lines that are too long lack their ends */
  gboolean         read_only;       /* the session does not have this text */
  gboolean         crlf;            /* whether its lines end with CR and LF */
  gboolean         has_other_direction; /* whether some lines may begin from the right */
  guint            cursor_line;     /* from 0 */
  gboolean         marks_error;
  LsSyntaxCheck   *check;
  LsSourceCheck   *ran;             /* of the text that runs, NULL if not known yet */
  guint            unsettled_line;  /* of a breakpoint that waits for the check of the text; 0 for none */
};

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
