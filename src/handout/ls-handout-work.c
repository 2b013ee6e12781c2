/* ls-handout-work.c: what is to be done on a page, and how
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-page.h"

#include <glib/gi18n.h>

#include "ls-action.h"
#include "ls-expectation-private.h"
#include "ls-handout-moment.h"
#include "ls-trace-names-private.h"

#define WORK_LINES 3
#define MAX_STEPS 200     /* of a body */

/* Adds what is to be true of the run, to be ticked. */
void
ls_handout_page_add_goals (LsHandoutPage *self)
{
  for (guint i = 0; i < self->page->goals->len; i++)
    {
      g_autofree char *text = ls_expectation_describe (g_ptr_array_index (self->page->goals, i));

      ls_handout_add (self->blocks, LS_HANDOUT_CHOICE, text)->keeps_next = TRUE;
    }
}

/* Adds the task or the exercise, with room for notes. */
void
ls_handout_page_add_work (LsHandoutPage *self)
{
  const LsLessonPage *page = self->page;

  ls_handout_add (self->blocks, LS_HANDOUT_QUESTION, page->task != NULL ? page->task : page->exercise);
  if (page->par > 0)
    {
      g_autofree char *par = g_strdup_printf (ngettext ("One action is enough.", "%u actions are enough.", page->par), page->par);

      ls_handout_add (self->blocks, LS_HANDOUT_SMALL, par)->keeps_next = TRUE;
    }
  if (page->exercise != NULL)
    ls_handout_page_add_goals (self);
  ls_handout_add_lines (self->blocks, _("Notes:"), WORK_LINES);
}

/* Adds what helps, which would give too much away beside the task. */
void
ls_handout_page_add_hints (LsHandoutPage *self)
{
  const LsLessonPage *page = self->page;
  const char *const one[] = { page->hint, NULL };
  const char *const *hints = page->hints != NULL && page->hints[0] != NULL ? (const char *const *) page->hints : one;
  const gboolean is_numbered = hints[0] != NULL && hints[1] != NULL;

  for (guint i = 0; hints[i] != NULL; i++)
    {
      g_autofree char *text = is_numbered ? g_strdup_printf (_("Hint %u: %s"), i + 1, hints[i]) : g_strdup_printf (_("Hint: %s"), hints[i]);

      ls_handout_add (self->answers, LS_HANDOUT_TEXT, text);
    }
}

static void
add_actions (LsHandoutPage *self,
             LsSession     *solved)
{
  for (guint i = ls_session_get_n_actions (self->session); i < ls_session_get_n_actions (solved); i++)
    {
      LsAction *action = ls_session_get_action (solved, i);
      g_autofree char *words = ls_step_to_words (ls_action_get_step (action)), *text = NULL;
      LsStamp stamp;

      ls_action_get_stamp (action, &stamp);
      /* Translators: the number of a turn, what the user does after it */
      text = stamp.turn > 0 ? g_strdup_printf (_("After turn %u: %s"), stamp.turn, words)
                            /* Translators: what the user does */
                            : g_strdup_printf (_("At the beginning: %s"), words);
      ls_handout_add (self->answers, LS_HANDOUT_TEXT, text);
    }
}

static void
add_schedule (LsHandoutPage *self,
              const GArray  *schedule)
{
  g_autoptr (GString) text = g_string_new (_("Let them go like this:"));
  guint n = 0;

  for (guint i = 0; i < MIN (schedule->len, MAX_STEPS); i += n)
    {
      const guint32 agent = g_array_index (schedule, guint32, i);
      g_autofree char *name = ls_names_agent (self->state, agent);

      for (n = 1; i + n < schedule->len && g_array_index (schedule, guint32, i + n) == agent;)
        n++;
      g_string_append_printf (text, "%s %s", i > 0 ? "," : "", name);
      if (n > 1)
        g_string_append_printf (text, " × %u", n);
    }
  ls_handout_add (self->answers, LS_HANDOUT_TEXT, text->str);
}

/* Adds what the lesson's own solution does. */
void
ls_handout_page_add_solution (LsHandoutPage *self,
                              LsSession     *solved)
{
  g_autofree char *given = ls_handout_write_program (self->session, 0), *program = ls_handout_write_program (solved, 0);

  ls_handout_page_add_hints (self);
  if (g_strcmp0 (given, program) != 0 && program != NULL)
    ls_handout_add_changes (self->answers, given != NULL ? given : "", program);
  add_actions (self, solved);
  if (self->page->is_solved_by_schedule && self->page->solved_schedule != NULL)
    add_schedule (self, self->page->solved_schedule);
}

static void
append_body (GString *text,
             LsBody  *body)
{
  g_string_append_printf (text, "%s%s:\n", text->len > 0 ? "\n" : "", ls_body_get_name (body) != NULL ? ls_body_get_name (body) : "main");
  for (guint i = 0; i < MIN (ls_body_get_n_steps (body), MAX_STEPS); i++)
    {
      g_autofree char *step = ls_step_to_words (ls_body_get_step (body, i));

      g_string_append_printf (text, "  %s\n", step);
    }
  if (ls_body_get_n_steps (body) > MAX_STEPS)
    g_string_append (text, "  …\n");
}

/* Returns (transfer full) (nullable) the text of a script, or the steps of a program without scripts. */
char *
ls_handout_write_program (LsSession *session,
                          guint      script)
{
  LsProgram *program = ls_session_get_program (session);
  GString *text;

  if (program == NULL)
    return NULL;
  if (ls_program_get_kind (program) == LS_PROGRAM_JAVASCRIPT)
    return script < ls_program_get_n_scripts (program)
             ? g_strdup (ls_script_get_text (ls_program_get_script (program, script))) : NULL;
  if (script > 0)
    return NULL;
  text = g_string_new (NULL);
  append_body (text, ls_program_get_main (program));
  for (guint i = 0; i < MIN (ls_program_get_n_bodies (program), MAX_STEPS); i++)
    append_body (text, ls_program_get_body (program, i));
  return g_string_free (text, FALSE);
}

/* Adds the lines of a program in which it differs from another one. */
void
ls_handout_add_changes (GPtrArray  *blocks,
                        const char *from,
                        const char *to)
{
  g_auto (GStrv) old = g_strsplit (from, "\n", -1), lines = g_strsplit (to, "\n", -1);
  const guint n_old = g_strv_length (old), n_lines = g_strv_length (lines);
  g_autofree char *text = NULL, *caption = NULL;
  guint first = 0, n_same = 0;

  while (first < MIN (n_old, n_lines) && g_str_equal (old[first], lines[first]))
    first++;
  while (n_same < MIN (n_old, n_lines) - first && g_str_equal (old[n_old - n_same - 1], lines[n_lines - n_same - 1]))
    n_same++;
  if (first + n_same == n_lines && n_old - n_same == first + 1)
    caption = g_strdup_printf (_("Remove line %u."), first + 1);
  else if (first + n_same == n_lines)
    caption = g_strdup_printf (_("Remove lines %u to %u."), first + 1, n_old - n_same);
  else if (first + n_same == n_old)
    caption = g_strdup_printf (_("Put this before line %u:"), first + 1);
  else if (n_old - n_same == first + 1)
    caption = g_strdup_printf (_("Line %u becomes:"), first + 1);
  else
    caption = g_strdup_printf (_("Lines %u to %u become:"), first + 1, n_old - n_same);
  if (first + n_same == n_lines)
    {
      ls_handout_add (blocks, LS_HANDOUT_TEXT, caption);
      return;
    }
  ls_handout_add (blocks, LS_HANDOUT_CAPTION, caption);
  for (guint i = n_lines - n_same; i < n_lines; i++)
    g_clear_pointer (&lines[i], g_free);
  text = g_strjoinv ("\n", lines + first);
  ls_handout_add_listing (blocks, text, first + 1);
}
