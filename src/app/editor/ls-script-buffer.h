/* ls-script-buffer.h: the text of a script, and how it differs from the text that runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

#include "ls-breakpoints.h"
#include "ls-program-script.h"

G_BEGIN_DECLS

/* The category of the marks at lines that somebody talks about. */
#define LS_SCRIPT_BUFFER_LINES "ls-lines"

#define LS_TYPE_SCRIPT_BUFFER (ls_script_buffer_get_type ())
G_DECLARE_FINAL_TYPE (LsScriptBuffer, ls_script_buffer, LS, SCRIPT_BUFFER, GtkSourceBuffer)

LsScriptBuffer *ls_script_buffer_new              (const char     *name,
                                                   LsBreakpoints  *breakpoints);
const char     *ls_script_buffer_get_name         (LsScriptBuffer *self);
void            ls_script_buffer_load             (LsScriptBuffer *self,
                                                   const char     *text);
char           *ls_script_buffer_get_all          (LsScriptBuffer *self);
void            ls_script_buffer_set_script       (LsScriptBuffer *self,
                                                   LsScript       *script);
gboolean        ls_script_buffer_has_script       (LsScriptBuffer *self,
                                                   LsScript       *script);
void            ls_script_buffer_set_ran          (LsScriptBuffer *self);
gboolean        ls_script_buffer_get_cut          (LsScriptBuffer *self);
void            ls_script_buffer_set_read_only    (LsScriptBuffer *self);
gboolean        ls_script_buffer_get_read_only    (LsScriptBuffer *self);
gboolean        ls_script_buffer_get_differs      (LsScriptBuffer *self);
gboolean        ls_script_buffer_get_unsaved      (LsScriptBuffer *self);
void            ls_script_buffer_set_unsaved      (LsScriptBuffer *self,
                                                   gboolean        unsaved);
guint           ls_script_buffer_get_n_lines      (LsScriptBuffer *self);
guint           ls_script_buffer_from_run_line    (LsScriptBuffer *self,
                                                   guint           line);
guint           ls_script_buffer_to_run_line      (LsScriptBuffer *self,
                                                   guint           line);
guint           ls_script_buffer_find_run_line    (LsScriptBuffer *self,
                                                   guint           line);
void            ls_script_buffer_settle_breakpoint (LsScriptBuffer *self,
                                                   guint           line);
const char     *ls_script_buffer_get_syntax_error (LsScriptBuffer *self,
                                                   guint          *line,
                                                   guint          *column);
guint           ls_script_buffer_find_code        (LsScriptBuffer *self,
                                                   guint           line);
void            ls_script_buffer_get_iter         (LsScriptBuffer *self,
                                                   GtkTextIter    *iter,
                                                   guint           line,
                                                   guint           column);
void            ls_script_buffer_set_current_line (LsScriptBuffer *self,
                                                   guint           line,
                                                   gboolean        done);
guint           ls_script_buffer_get_current_line (LsScriptBuffer *self,
                                                   gboolean       *done);
void            ls_script_buffer_set_lines        (LsScriptBuffer *self,
                                                   guint           first,
                                                   guint           last);
guint           ls_script_buffer_get_lines        (LsScriptBuffer *self,
                                                   guint          *last);
void            ls_script_buffer_set_error        (LsScriptBuffer *self,
                                                   guint           line,
                                                   guint           column);
guint           ls_script_buffer_get_error_line   (LsScriptBuffer *self);

G_END_DECLS
