/* ls-debugger-breakpoints.c: the session's breakpoints, and where they are in the text that is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-debugger-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-kept-breakpoints.h"

/* The session has the list that is saved and undone. LsBreakpoints has what the window and the run need beside: where lines are in
 * a text that is edited while an older one runs, and which conditions the run knows. Each follows the other. */

/* Whether @rules are the session's breakpoints. @but_lines: lines may have changed, because the text above them was edited */
static gboolean
is_same (LsSession *session,
         GPtrArray *rules,
         gboolean   but_lines)
{
  if (rules->len != ls_session_get_n_breakpoints (session))
    return FALSE;
  for (guint i = 0; i < rules->len; i++)
    {
      const LsBreakRule *old = ls_session_get_breakpoint (session, i);
      g_autoptr (LsBreakRule) rule = ls_break_rule_copy (g_ptr_array_index (rules, i));

      if (but_lines)
        rule->line = old->line;
      if (!ls_break_rule_equal (rule, old))
        return FALSE;
    }
  return TRUE;
}

/* Puts what the user did to lines into the session. */
static void
store (LsDebugger *self)
{
  g_autoptr (GPtrArray) rules = NULL;
  guint n_before;

  if (self->session == NULL || self->syncing)
    return;
  rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  for (guint i = 0; i < ls_breakpoints_get_n (self->breakpoints); i++)
    g_ptr_array_add (rules, ls_breakpoints_make_rule (self->breakpoints, i));
  n_before = ls_session_get_n_breakpoints (self->session);
  for (guint i = 0; i < n_before; i++)
    if (ls_session_get_breakpoint (self->session, i)->kind != LS_BREAK_LINE)
      g_ptr_array_add (rules, ls_break_rule_copy (ls_session_get_breakpoint (self->session, i)));
  if (rules->len > LS_SESSION_MAX_BREAKPOINTS || is_same (self->session, rules, FALSE))
    return;

  self->syncing = TRUE;
  if (!is_same (self->session, rules, TRUE))
    ls_debugger_begin_change (self, LS_SESSION_PART_BREAKPOINTS,
                              rules->len > n_before   ? _("add a breakpoint")
                              : rules->len < n_before ? _("remove a breakpoint")
                                                      : _("change a breakpoint"));
  ls_session_set_breakpoints (self->session, rules, NULL);
  /* If a script's file has another text than the session, breakpoints are kept when the session is saved. */
  if (!ls_session_get_modified (self->session) && ls_kept_breakpoints_fit (self->session, self->file))
    ls_kept_breakpoints_save (self->session, self->file);
  self->syncing = FALSE;
}

static gboolean
lacks_condition (LsDebugger *self)
{
  for (guint i = 0; i < ls_breakpoints_get_n (self->breakpoints); i++)
    {
      const LsBreakpointState *breakpoint = ls_breakpoints_get (self->breakpoints, i);

      if (breakpoint->enabled && breakpoint->condition != NULL && breakpoint->index < 0 && breakpoint->error == NULL)
        return TRUE;
    }
  return FALSE;
}

/* Takes over the breakpoints that the session has now. Returns whether the run does not know a condition. */
gboolean
ls_debugger_load_breakpoints (LsDebugger *self)
{
  g_autoptr (GPtrArray) rules = NULL;

  if (self->session == NULL || self->syncing)
    return FALSE;
  self->syncing = TRUE;
  rules = ls_session_dup_breakpoints (self->session);
  ls_breakpoints_set_rules (self->breakpoints, rules);
  self->syncing = FALSE;
  return lacks_condition (self);
}

static void
on_session_changed (LsDebugger *self)
{
  if (ls_debugger_load_breakpoints (self))
    ls_debugger_apply_conditions (self);
  if (!self->syncing && !ls_session_get_modified (self->session) && ls_kept_breakpoints_fit (self->session, self->file))
    ls_kept_breakpoints_save (self->session, self->file);
}

static void
on_lines_edited (LsDebugger *self,
                 const char *script,
                 guint       first,
                 guint       n_removed,
                 guint       n_added)
{
  if (self->undo != NULL)
    ls_undo_move_lines (self->undo, script, first, n_removed, n_added);
}

static guint
count_lines (const char *text)
{
  guint n = 1;

  for (; (text = strchr (text, '\n')) != NULL; text++)
    n++;
  return n;
}

/* Follows a text to another one: all lines were edited but those at the top and at the bottom that both have. */
static void
follow_text (LsDebugger *self,
             const char *script,
             const char *before,
             const char *text)
{
  gsize length = strlen (before), n = strlen (text), top = 0, bottom = 0, line = 0;
  guint n_before = count_lines (before), n_lines = count_lines (text), n_above = 0, n_below = 0;

  for (; top < MIN (length, n) && before[top] == text[top]; top++)
    if (before[top] == '\n')
      {
        n_above++;
        line = top + 1;
      }
  for (; bottom < MIN (length, n) - line && before[length - 1 - bottom] == text[n - 1 - bottom]; bottom++)
    n_below += before[length - 1 - bottom] == '\n';
  if ((bottom == length || before[length - 1 - bottom] == '\n') && (bottom == n || text[n - 1 - bottom] == '\n'))
    n_below++;
  ls_undo_move_lines (self->undo, script, n_above + 1, n_before - n_above - n_below, n_lines - n_above - n_below);
  ls_session_move_breakpoints (self->session, script, n_above + 1, n_before - n_above - n_below, n_lines - n_above - n_below);
}

/* Moves breakpoints with the lines of scripts after undo or redo of an edit; also those that undo and redo would bring back.
 * @before: the program that the session had */
void
ls_debugger_follow_program (LsDebugger *self,
                            LsProgram  *before)
{
  /* The session may replace its program when breakpoints move. */
  g_autoptr (LsProgram) program = ls_program_ref (ls_session_get_program (self->session));

  for (guint i = 0; i < ls_program_get_n_scripts (before); i++)
    for (guint j = 0; j < ls_program_get_n_scripts (program); j++)
      {
        LsScript *old = ls_program_get_script (before, i);
        LsScript *script = ls_program_get_script (program, j);
        const char *name = ls_script_get_name (script);

        if (g_strcmp0 (ls_script_get_name (old), name) == 0 && !g_str_equal (ls_script_get_text (old), ls_script_get_text (script)))
          follow_text (self, name, ls_script_get_text (old), ls_script_get_text (script));
      }
}

void
ls_debugger_init_breakpoints (LsDebugger *self)
{
  g_signal_connect_object (self->breakpoints, "lines-edited", G_CALLBACK (on_lines_edited), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->breakpoints, "changed", G_CALLBACK (store), self, G_CONNECT_SWAPPED);
  g_signal_group_connect_swapped (self->session_signals, "changed", G_CALLBACK (on_session_changed), self);
}

/**
 * ls_debugger_replace_breakpoint:
 * @self: a debugger with a session
 * @index: the place of a breakpoint in the session
 * @rule: (nullable): what to have there; %NULL to remove it
 * @label: what undo is to call it
 * @error: return location for an error
 *
 * Changes or removes a breakpoint of the session.
 *
 * Returns: %FALSE with @error set if @rule is not possible; nothing has changed then
 */
gboolean
ls_debugger_replace_breakpoint (LsDebugger         *self,
                                guint               index,
                                const LsBreakRule  *rule,
                                const char         *label,
                                GError            **error)
{
  g_autoptr (LsUndoEntry) before = NULL;

  g_return_val_if_fail (self->session != NULL, FALSE);
  g_return_val_if_fail (index < ls_session_get_n_breakpoints (self->session), FALSE);

  if (rule != NULL && ls_break_rule_equal (rule, ls_session_get_breakpoint (self->session, index)))
    return TRUE;
  before = ls_debugger_remember (self, label, LS_SESSION_PART_BREAKPOINTS);
  if (rule == NULL)
    ls_session_remove_breakpoint (self->session, index);
  else if (!ls_session_replace_breakpoint (self->session, index, rule, error))
    return FALSE;
  ls_undo_add (self->undo, g_steal_pointer (&before));
  ls_debugger_tell_undo (self);
  return TRUE;
}
