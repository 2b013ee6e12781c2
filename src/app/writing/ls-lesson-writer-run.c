/* ls-lesson-writer-run.c: the runs of the pages that are written, and their moments
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-writer-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-json-private.h"
#include "ls-lesson-moment-private.h"
#include "ls-program.h"
#include "ls-text.h"

/* Whether the page that is written has a program of its own. */
static gboolean
has_program (LsLessonWriter *self)
{
  LsLesson *lesson = ls_session_get_lesson (ls_lesson_writer_get_session (self));

  return ls_lesson_page_has_program (ls_lesson_get_page (lesson, self->page));
}

/* Has the session run as the page needs it, or as its solution does, and goes to the moment. What the lesson has in its place is
 * kept meanwhile. */
void
ls_lesson_writer_show_run (LsLessonWriter *self,
                           gboolean        is_solved)
{
  g_autoptr (LsSession) kept = NULL;
  g_autoptr (LsSession) run = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_applied = TRUE;

  g_signal_emit_by_name (self, "flush");
  kept = ls_debugger_dup_kept (self->debugger);
  run = ls_session_new_for_page (kept, self->page, is_solved, &error);
  if (run == NULL)
    {
      ls_lesson_writer_tell (self, error->message);
      return;
    }
  if (ls_session_runs_like (ls_lesson_writer_get_session (self), run))
    ls_debugger_keep_run (self->debugger, kept, has_program (self));
  else
    g_signal_emit_by_name (self, "apply", run, _("go to the run of a page"), &is_applied);
  if (is_applied)
    g_signal_emit_by_name (self, "turned");
}

/* The page has got a program of its own, or lost it. Where the session has it already, it is the page's from now on, or the
 * lesson's. */
void
ls_lesson_writer_follow_run (LsLessonWriter *self)
{
  const gboolean has = has_program (self);
  g_autoptr (LsSession) kept = NULL;
  g_autoptr (LsSession) run = NULL;
  gboolean had;

  if (!ls_debugger_keeps_run (self->debugger, &had) || had == has)
    return;
  kept = ls_debugger_dup_kept (self->debugger);
  run = ls_session_new_for_page (kept, self->page, FALSE, NULL);
  if (run != NULL && ls_session_runs_like (ls_lesson_writer_get_session (self), run))
    ls_debugger_keep_run (self->debugger, kept, has);
}

static char *
dup_time_text (guint64 time)
{
  g_autofree char *text = ls_text_format_time (time);

  /* Translators: a moment of a run, such as “Begins at 9 ms” */
  return g_strdup_printf (_("Begins at %s"), text);
}

/* Says where the page begins, and what has been done until then. */
void
ls_lesson_writer_show_moment (LsLessonWriter *self,
                              JsonNode       *page)
{
  const LsLessonPage *data = ls_lesson_get_page (ls_session_get_lesson (ls_lesson_writer_get_session (self)), self->page);
  JsonArray *actions = ls_json_peek_array (json_node_get_object (page), "actions");
  const guint n_actions = actions != NULL ? json_array_get_length (actions) : 0;
  g_autofree char *moment = NULL, *text = NULL;

  switch (data->at.kind)
    {
    case LS_LESSON_MOMENT_STEP:
      moment = g_strdup_printf (_("Begins after step %" PRIu64), data->at.value);
      break;
    case LS_LESSON_MOMENT_TURN:
      moment = g_strdup_printf (_("Begins after turn %" PRIu64), data->at.value);
      break;
    case LS_LESSON_MOMENT_TIME:
      moment = dup_time_text (data->at.value);
      break;
    case LS_LESSON_MOMENT_NONE:
    default:
      moment = g_strdup (_("Begins with the run"));
    }
  text = n_actions == 0 ? g_steal_pointer (&moment)
                        /* Translators: where a page begins, and how many actions its run has */
                        : g_strdup_printf (ngettext ("%s, with %u action", "%s, with %u actions", n_actions), moment, n_actions);
  gtk_label_set_label (GTK_LABEL (self->moment), text);
}

/* Returns (transfer full) the page that the engine makes of what is displayed. */
JsonNode *
ls_lesson_writer_make_moment (LsLessonWriter *self)
{
  LsPlayer *player = ls_debugger_get_player (self->debugger);

  return ls_lesson_page_new_for_moment (ls_lesson_writer_get_session (self), ls_player_get_trace (player),
                                        ls_player_get_position (player));
}

/* Returns (transfer full) the page, which begins at what is displayed. */
JsonNode *
ls_lesson_writer_take_moment (LsLessonWriter *self,
                              JsonNode       *page)
{
  g_autoptr (JsonNode) made = ls_lesson_writer_make_moment (self);
  g_autoptr (JsonNode) with_at = ls_lesson_page_with (page, "at", ls_lesson_page_peek (made, "at"));

  return ls_lesson_page_with (with_at, "actions", ls_lesson_page_peek (made, "actions"));
}

static gboolean
has_element (JsonArray *array,
             JsonNode  *node)
{
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    if (json_node_equal (json_array_get_element (array, i), node))
      return TRUE;
  return FALSE;
}

/* Returns (transfer full) (nullable) the actions of the session that the page does not begin with; NULL without any. */
JsonNode *
ls_lesson_writer_dup_actions (LsLessonWriter *self,
                              JsonNode       *page)
{
  g_autoptr (JsonNode) made = ls_lesson_writer_make_moment (self);
  JsonNode *all = ls_lesson_page_peek (made, "actions");
  JsonArray *given = ls_json_peek_array (json_node_get_object (page), "actions");
  g_autoptr (JsonArray) own = json_array_new ();

  for (guint i = 0; all != NULL && i < json_array_get_length (json_node_get_array (all)); i++)
    {
      JsonNode *action = json_array_get_element (json_node_get_array (all), i);

      if (!has_element (given, action))
        json_array_add_element (own, json_node_ref (action));
    }
  return json_array_get_length (own) > 0 ? ls_json_take_array (g_steal_pointer (&own)) : NULL;
}

/* Returns (transfer full) (nullable) the first script as the editor has it; NULL for a program of steps. */
char *
ls_lesson_writer_dup_program (LsLessonWriter *self)
{
  LsProgram *program;

  g_signal_emit_by_name (self, "flush");
  program = ls_session_get_program (ls_lesson_writer_get_session (self));
  if (ls_program_get_kind (program) != LS_PROGRAM_JAVASCRIPT || ls_program_get_n_scripts (program) == 0)
    return NULL;
  return g_strdup (ls_script_get_text (ls_program_get_script (program, 0)));
}
