/* ls-breakpoints.c: where a program is to be stopped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-breakpoints.h"

/**
 * LsBreakpoints:
 *
 * The breakpoints of a session: those of its scripts, at most one a line, and all others, which it only keeps. "changed" tells of
 * any change, "conditions-changed" of one that the run does not know of, since conditions are part of the program that runs.
 */
struct _LsBreakpoints
{
  GObject    parent_instance;

  GPtrArray *breakpoints;     /* (element-type LsBreakpointState) by script and line */
  GPtrArray *others;          /* (element-type LsBreakRule) all that are not at lines */
  guint      serial;
};

enum
{
  CHANGED,
  CONDITIONS_CHANGED,
  LINES_EDITED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsBreakpoints, ls_breakpoints, G_TYPE_OBJECT)

static void
breakpoint_free (gpointer data)
{
  LsBreakpointState *breakpoint = data;

  g_free (breakpoint->script);
  g_free (breakpoint->condition);
  g_free (breakpoint->error);
  g_free (breakpoint);
}

static LsBreakpointState *
add_breakpoint (LsBreakpoints *self,
                const char    *script,
                guint          line,
                guint          run_line)
{
  LsBreakpointState *breakpoint = g_new0 (LsBreakpointState, 1);

  breakpoint->script = g_strdup (script);
  breakpoint->line = line;
  breakpoint->run_line = run_line;
  breakpoint->enabled = TRUE;
  breakpoint->index = -1;
  breakpoint->from = breakpoint->every = 1;
  g_ptr_array_add (self->breakpoints, breakpoint);
  return breakpoint;
}

static int
compare_breakpoints (gconstpointer a,
                     gconstpointer b)
{
  const LsBreakpointState *breakpoint_a = *(LsBreakpointState *const *) a;
  const LsBreakpointState *breakpoint_b = *(LsBreakpointState *const *) b;
  int order = strcmp (breakpoint_a->script, breakpoint_b->script);

  return order != 0 ? order : (breakpoint_a->line > breakpoint_b->line) - (breakpoint_a->line < breakpoint_b->line);
}

static void
emit_changed (LsBreakpoints *self)
{
  self->serial++;
  g_signal_emit (self, signals[CHANGED], 0);
}

static LsBreakpointState *
find (LsBreakpoints *self,
      const char    *script,
      guint          line)
{
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      LsBreakpointState *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (breakpoint->line == line && g_str_equal (breakpoint->script, script))
        return breakpoint;
    }

  return NULL;
}

static void
ls_breakpoints_finalize (GObject *object)
{
  g_clear_pointer (&LS_BREAKPOINTS (object)->breakpoints, g_ptr_array_unref);
  g_clear_pointer (&LS_BREAKPOINTS (object)->others, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_breakpoints_parent_class)->finalize (object);
}

static void
ls_breakpoints_class_init (LsBreakpointsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_breakpoints_finalize;

  signals[CHANGED] = g_signal_new ("changed", LS_TYPE_BREAKPOINTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                   0);
  signals[CONDITIONS_CHANGED] = g_signal_new ("conditions-changed", LS_TYPE_BREAKPOINTS, G_SIGNAL_RUN_LAST, 0, NULL,
                                              NULL, NULL, G_TYPE_NONE, 0);
  /* (script, first line, lines removed, lines added): listeners that keep lines of the script move them */
  signals[LINES_EDITED] = g_signal_new ("lines-edited", LS_TYPE_BREAKPOINTS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 4, G_TYPE_STRING, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
}

static void
ls_breakpoints_init (LsBreakpoints *self)
{
  self->breakpoints = g_ptr_array_new_with_free_func (breakpoint_free);
  self->others = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
}

LsBreakpoints *
ls_breakpoints_new (void)
{
  return g_object_new (LS_TYPE_BREAKPOINTS, NULL);
}

guint
ls_breakpoints_get_n (LsBreakpoints *self)
{
  return self->breakpoints->len;
}

const LsBreakpointState *
ls_breakpoints_get (LsBreakpoints *self,
                    guint          i)
{
  g_return_val_if_fail (i < self->breakpoints->len, NULL);

  return g_ptr_array_index (self->breakpoints, i);
}

/**
 * ls_breakpoints_find:
 * @self: breakpoints
 * @script: name of a script
 * @line: a line of the text that is shown, from 1
 *
 * Returns: (nullable): the breakpoint in this line
 */
const LsBreakpointState *
ls_breakpoints_find (LsBreakpoints *self,
                     const char    *script,
                     guint          line)
{
  return find (self, script, line);
}

/**
 * ls_breakpoints_add:
 * @self: breakpoints
 * @script: name of a script
 * @line: a line of the text that is shown, from 1
 * @run_line: the same line in the text that runs, 0 if it has none there
 *
 * Adds a breakpoint without a condition, if there is none in this line.
 */
void
ls_breakpoints_add (LsBreakpoints *self,
                    const char    *script,
                    guint          line,
                    guint          run_line)
{
  if (find (self, script, line) != NULL)
    return;
  add_breakpoint (self, script, line, run_line);
  g_ptr_array_sort (self->breakpoints, compare_breakpoints);
  emit_changed (self);
}

void
ls_breakpoints_remove (LsBreakpoints *self,
                       const char    *script,
                       guint          line)
{
  LsBreakpointState *breakpoint = find (self, script, line);

  if (breakpoint == NULL)
    return;
  g_ptr_array_remove (self->breakpoints, breakpoint);
  emit_changed (self);
}

/**
 * ls_breakpoints_set_condition:
 * @self: breakpoints
 * @script: name of a script
 * @line: a line that has a breakpoint
 * @condition: (nullable): an expression; %NULL or nothing but spaces to stop always
 *
 * Sets when to stop in this line.
 */
void
ls_breakpoints_set_condition (LsBreakpoints *self,
                              const char    *script,
                              guint          line,
                              const char    *condition)
{
  LsBreakpointState *breakpoint = find (self, script, line);
  g_autofree char *stripped = condition != NULL ? g_strstrip (g_strdup (condition)) : NULL;

  if (breakpoint == NULL)
    return;
  if (stripped != NULL && *stripped == '\0')
    g_clear_pointer (&stripped, g_free);
  if (g_strcmp0 (stripped, breakpoint->condition) == 0)
    return;
  g_free (breakpoint->condition);
  breakpoint->condition = g_steal_pointer (&stripped);
  breakpoint->index = -1;
  g_clear_pointer (&breakpoint->error, g_free);
  emit_changed (self);
  if (breakpoint->condition != NULL && breakpoint->enabled)
    g_signal_emit (self, signals[CONDITIONS_CHANGED], 0);
}

/* Sets what is wrong with a condition, %NULL for nothing. */
void
ls_breakpoints_set_error (LsBreakpoints *self,
                          guint          i,
                          const char    *error)
{
  LsBreakpointState *breakpoint;

  g_return_if_fail (i < self->breakpoints->len);

  breakpoint = g_ptr_array_index (self->breakpoints, i);
  if (g_strcmp0 (breakpoint->error, error) == 0)
    return;
  g_free (breakpoint->error);
  breakpoint->error = g_strdup (error);
  emit_changed (self);
}

void
ls_breakpoints_set_enabled (LsBreakpoints *self,
                            const char    *script,
                            guint          line,
                            gboolean       enabled)
{
  LsBreakpointState *breakpoint = find (self, script, line);

  if (breakpoint == NULL || breakpoint->enabled == enabled)
    return;
  breakpoint->enabled = enabled;
  emit_changed (self);
  if (enabled && breakpoint->condition != NULL && breakpoint->index < 0)
    g_signal_emit (self, signals[CONDITIONS_CHANGED], 0);
}

/**
 * ls_breakpoints_move:
 * @self: breakpoints
 * @i: which one
 * @line: the line in the text that is shown, from 1; 0 to remove it
 * @run_line: the line in the text that runs
 *
 * Moves a breakpoint after the text has changed.
 */
void
ls_breakpoints_move (LsBreakpoints *self,
                     guint          i,
                     guint          line,
                     guint          run_line)
{
  LsBreakpointState *breakpoint;

  g_return_if_fail (i < self->breakpoints->len);

  breakpoint = g_ptr_array_index (self->breakpoints, i);
  if (line == 0)
    {
      g_ptr_array_remove_index (self->breakpoints, i);
    }
  else if (breakpoint->line != line || breakpoint->run_line != run_line)
    {
      breakpoint->line = line;
      breakpoint->run_line = run_line;
    }
  else
    {
      return;
    }
  emit_changed (self);
}

/**
 * ls_breakpoints_tell_edit:
 * @self: breakpoints
 * @script: name of a script
 * @first: the first line of it that was edited, from 1
 * @n_removed: how many lines are gone from there on
 * @n_added: how many lines are in their place
 *
 * Tells listeners that lines of a text have moved. The breakpoints stay where they are: see ls_breakpoints_move().
 */
void
ls_breakpoints_tell_edit (LsBreakpoints *self,
                          const char    *script,
                          guint          first,
                          guint          n_removed,
                          guint          n_added)
{
  if (n_removed != n_added)
    g_signal_emit (self, signals[LINES_EDITED], 0, script, first, n_removed, n_added);
}

/* Sets the number of the breakpoint's condition in the run, by which its records name the breakpoint; -1 for none. */
void
ls_breakpoints_set_index (LsBreakpoints *self,
                          guint          i,
                          int            index)
{
  LsBreakpointState *breakpoint;

  g_return_if_fail (i < self->breakpoints->len);

  breakpoint = g_ptr_array_index (self->breakpoints, i);
  breakpoint->index = index;
  self->serial++;
}

/* Removes breakpoints at lines that are not among @rules, and makes the others as they are there. */
static gboolean
take_lines (LsBreakpoints *self,
            GPtrArray     *rules)
{
  gboolean changed = FALSE;

  for (guint i = self->breakpoints->len; i-- > 0;)
    {
      LsBreakpointState *breakpoint = g_ptr_array_index (self->breakpoints, i);
      gboolean found = FALSE;

      for (guint j = 0; j < rules->len && !found; j++)
        {
          const LsBreakRule *rule = g_ptr_array_index (rules, j);

          found = rule->kind == LS_BREAK_LINE && rule->line == breakpoint->line &&
                  g_str_equal (rule->script, breakpoint->script);
        }
      if (!found)
        g_ptr_array_remove_index (self->breakpoints, i);
      changed = changed || !found;
    }
  for (guint j = 0; j < rules->len; j++)
    {
      const LsBreakRule *rule = g_ptr_array_index (rules, j);
      LsBreakpointState *breakpoint;

      if (rule->kind != LS_BREAK_LINE)
        continue;
      breakpoint = find (self, rule->script, rule->line);
      if (breakpoint == NULL)
        {
          breakpoint = add_breakpoint (self, rule->script, rule->line, rule->line);
          changed = TRUE;
        }
      if (g_strcmp0 (breakpoint->condition, rule->condition) != 0)
        {
          g_free (breakpoint->condition);
          breakpoint->condition = g_strdup (rule->condition);
          breakpoint->index = -1;
          g_clear_pointer (&breakpoint->error, g_free);
          changed = TRUE;
        }
      changed = changed || breakpoint->enabled != rule->enabled || breakpoint->from != rule->from ||
                breakpoint->every != rule->every;
      breakpoint->enabled = rule->enabled;
      breakpoint->from = rule->from;
      breakpoint->every = rule->every;
    }
  return changed;
}

/* Takes over breakpoints that are not at lines. */
static gboolean
take_others (LsBreakpoints *self,
             GPtrArray     *rules)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  gboolean changed;

  for (guint i = 0; i < rules->len; i++)
    {
      const LsBreakRule *rule = g_ptr_array_index (rules, i);

      if (rule->kind != LS_BREAK_LINE)
        g_ptr_array_add (others, ls_break_rule_copy (rule));
    }
  changed = others->len != self->others->len;
  for (guint i = 0; i < others->len && !changed; i++)
    changed = !ls_break_rule_equal (g_ptr_array_index (others, i), g_ptr_array_index (self->others, i));
  if (changed)
    {
      g_ptr_array_unref (self->others);
      self->others = g_steal_pointer (&others);
    }
  return changed;
}

/* Takes over the breakpoints of a session (LsBreakRule). A new one has the same line in the text that runs, which does not know its
 * condition. */
void
ls_breakpoints_set_rules (LsBreakpoints *self,
                          GPtrArray     *rules)
{
  gboolean changed = take_lines (self, rules);

  changed = take_others (self, rules) || changed;
  if (!changed)
    return;
  g_ptr_array_sort (self->breakpoints, compare_breakpoints);
  emit_changed (self);
}

/* Returns (transfer full) the breakpoint as sessions have it. */
LsBreakRule *
ls_breakpoints_make_rule (LsBreakpoints *self,
                          guint          i)
{
  const LsBreakpointState *breakpoint = ls_breakpoints_get (self, i);
  LsBreakRule *rule = ls_break_rule_new_for_line (breakpoint->script, breakpoint->line, breakpoint->condition);

  rule->enabled = breakpoint->enabled;
  rule->from = breakpoint->from;
  rule->every = breakpoint->every;
  return rule;
}

/* Returns (transfer full) a matcher that finds where the breakpoints stop in @trace, as they are now: those at lines are its first
 * rules, in their order. */
LsBreakMatcher *
ls_breakpoints_make_matcher (LsBreakpoints *self,
                             LsTrace       *trace)
{
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_break_rule_free);
  LsBreakMatcher *matcher;

  for (guint i = 0; i < self->breakpoints->len; i++)
    g_ptr_array_add (rules, ls_breakpoints_make_rule (self, i));
  for (guint i = 0; i < self->others->len; i++)
    g_ptr_array_add (rules, ls_break_rule_copy (g_ptr_array_index (self->others, i)));
  matcher = ls_break_matcher_new (trace, rules);
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      const LsBreakpointState *breakpoint = g_ptr_array_index (self->breakpoints, i);

      ls_break_matcher_set_place (matcher, i, breakpoint->run_line, breakpoint->index);
    }
  return matcher;
}

void
ls_breakpoints_clear (LsBreakpoints *self)
{
  if (self->breakpoints->len == 0 && self->others->len == 0)
    return;
  g_ptr_array_set_size (self->breakpoints, 0);
  g_ptr_array_set_size (self->others, 0);
  emit_changed (self);
}

/* Returns a number that changes with each change. */
guint
ls_breakpoints_get_serial (LsBreakpoints *self)
{
  return self->serial;
}

/**
 * ls_breakpoints_is_active:
 * @self: breakpoints
 *
 * Returns: whether one is enabled
 */
gboolean
ls_breakpoints_is_active (LsBreakpoints *self)
{
  for (guint i = 0; i < self->breakpoints->len; i++)
    if (((LsBreakpointState *) g_ptr_array_index (self->breakpoints, i))->enabled)
      return TRUE;
  for (guint i = 0; i < self->others->len; i++)
    if (((LsBreakRule *) g_ptr_array_index (self->others, i))->enabled)
      return TRUE;
  return FALSE;
}

/* Returns whether a breakpoint without a condition stops at the place of a statement of the run. */
gboolean
ls_breakpoints_stop_at_place (LsBreakpoints *self,
                              const LsPlace *place)
{
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      const LsBreakpointState *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (breakpoint->enabled && breakpoint->condition == NULL && breakpoint->run_line == place->line &&
          ls_place_is_in (place, breakpoint->script))
        return TRUE;
    }

  return FALSE;
}

/* Returns whether a breakpoint stops where the run's condition with the number @index holds. */
gboolean
ls_breakpoints_stop_at_index (LsBreakpoints *self,
                              guint          index)
{
  for (guint i = 0; i < self->breakpoints->len; i++)
    {
      const LsBreakpointState *breakpoint = g_ptr_array_index (self->breakpoints, i);

      if (breakpoint->enabled && breakpoint->condition != NULL && breakpoint->index >= 0 &&
          (guint) breakpoint->index == index)
        return TRUE;
    }

  return FALSE;
}
