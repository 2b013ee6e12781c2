/* ls-breakpoints.h: where a program is to be stopped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-break-matcher.h"
#include "ls-place.h"

G_BEGIN_DECLS

typedef struct _LsBreakpointState LsBreakpointState;

/**
 * LsBreakpointState:
 * @script: name of the script
 * @line: the line in the text that is shown, from 1
 * @run_line: the same line in the text that runs, 0 if it has none there
 * @condition: (nullable): an expression, %NULL to stop always
 * @enabled: whether it stops at all
 * @index: in the run, the number of its condition; -1 if the run does not know the condition
 * @from: the first time that it stops, from 1
 * @every: it stops each so many times from @from on, from 1
 * @error: (nullable): what is wrong with the condition, which never holds then, or what it has thrown
 *
 * A line at which to stop: plain data, owned by its [class@Breakpoints].
 */
struct _LsBreakpointState
{
  char     *script;
  guint     line;
  guint     run_line;
  char     *condition;
  gboolean  enabled;
  int       index;
  guint32   from;
  guint32   every;
  char     *error;
};

#define LS_TYPE_BREAKPOINTS (ls_breakpoints_get_type ())
G_DECLARE_FINAL_TYPE (LsBreakpoints, ls_breakpoints, LS, BREAKPOINTS, GObject)

LsBreakpoints      *ls_breakpoints_new           (void);
guint               ls_breakpoints_get_n         (LsBreakpoints *self);
const LsBreakpointState *ls_breakpoints_get           (LsBreakpoints *self,
                                                  guint          i);
const LsBreakpointState *ls_breakpoints_find          (LsBreakpoints *self,
                                                  const char    *script,
                                                  guint          line);
void                ls_breakpoints_add           (LsBreakpoints *self,
                                                  const char    *script,
                                                  guint          line,
                                                  guint          run_line);
void                ls_breakpoints_remove        (LsBreakpoints *self,
                                                  const char    *script,
                                                  guint          line);
void                ls_breakpoints_set_condition (LsBreakpoints *self,
                                                  const char    *script,
                                                  guint          line,
                                                  const char    *condition);
void                ls_breakpoints_set_error     (LsBreakpoints *self,
                                                  guint          i,
                                                  const char    *error);
void                ls_breakpoints_set_enabled   (LsBreakpoints *self,
                                                  const char    *script,
                                                  guint          line,
                                                  gboolean       enabled);
void                ls_breakpoints_move          (LsBreakpoints *self,
                                                  guint          i,
                                                  guint          line,
                                                  guint          run_line);
void                ls_breakpoints_tell_edit     (LsBreakpoints *self,
                                                  const char    *script,
                                                  guint          first,
                                                  guint          n_removed,
                                                  guint          n_added);
void                ls_breakpoints_set_index     (LsBreakpoints *self,
                                                  guint          i,
                                                  int            index);
void                ls_breakpoints_set_rules     (LsBreakpoints *self,
                                                  GPtrArray     *rules);
LsBreakRule        *ls_breakpoints_make_rule     (LsBreakpoints *self,
                                                  guint          i);
LsBreakMatcher     *ls_breakpoints_make_matcher  (LsBreakpoints *self,
                                                  LsTrace       *trace);
void                ls_breakpoints_clear         (LsBreakpoints *self);
guint               ls_breakpoints_get_serial    (LsBreakpoints *self);
gboolean            ls_breakpoints_is_active     (LsBreakpoints *self);
gboolean            ls_breakpoints_stop_at_place (LsBreakpoints *self,
                                                  const LsPlace *place);
gboolean            ls_breakpoints_stop_at_index (LsBreakpoints *self,
                                                  guint          index);

G_END_DECLS
