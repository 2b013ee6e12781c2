/* ls-handout.c: makes a handout of lessons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-private.h"

#include <glib/gi18n.h>

#include "ls-handout-moment.h"
#include "ls-handout-page.h"
#include "ls-lesson-check-private.h"
#include "ls-lesson-translate-private.h"
#include "ls-session-error.h"
#include "ls-trace-names-private.h"

/* What a page talks about is drawn: the queues, or what has run. */
#define QUEUE_PLACES (LS_LESSON_PLACE_STAGE | LS_LESSON_PLACE_MAIN_THREAD | LS_LESSON_PLACE_SIGNALS | LS_LESSON_PLACE_INSPECTOR)

/* In which order the reader sees what is to be put into order, without another seed */
#define DEFAULT_SEED 1

/* Returns (transfer full) a handout without lessons. */
LsHandout *
ls_handout_new (LsHandoutPaper paper)
{
  LsHandout *self = g_new0 (LsHandout, 1);

  self->paper = paper;
  self->seed = DEFAULT_SEED;
  self->titles = g_ptr_array_new_with_free_func (g_free);
  self->blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_handout_block_free);
  self->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_handout_block_free);
  return self;
}

void
ls_handout_free (LsHandout *self)
{
  g_free (self->author);
  g_free (self->subject);
  g_ptr_array_unref (self->titles);
  g_ptr_array_unref (self->blocks);
  g_ptr_array_unref (self->answers);
  g_free (self);
}

/* Sets who has written the handout, as readers of PDF show it; %NULL for nobody. */
void
ls_handout_set_author (LsHandout  *self,
                       const char *author)
{
  g_free (self->author);
  self->author = g_strdup (author);
}

/* Has the answers of lessons that are added from now on shuffled, always in the same way for one seed. */
void
ls_handout_set_seed (LsHandout *self,
                     guint32    seed)
{
  self->shuffles = TRUE;
  self->seed = seed;
}

/* Has each page of lessons that are added from now on begin on a sheet of its own, to be handed out one by one. */
void
ls_handout_set_apart (LsHandout *self)
{
  self->is_apart = TRUE;
}

/* Returns whether @string is the name of a paper. */
gboolean
ls_handout_paper_from_string (const char     *string,
                              LsHandoutPaper *paper)
{
  *paper = g_str_equal (string, "letter") ? LS_HANDOUT_LETTER : LS_HANDOUT_A4;
  return g_str_equal (string, "letter") || g_str_equal (string, "a4");
}

/* @printed: the number of the page that has each program */
static void
add_program (LsHandoutPage *page,
             GHashTable    *printed,
             guint          script,
             const char    *text)
{
  const guint number = GPOINTER_TO_UINT (g_hash_table_lookup (printed, text));
  LsProgram *program = ls_session_get_program (page->session);
  g_autofree char *caption = NULL;

  if (number > 0)
    {
      const LsLessonPage *other = ls_lesson_get_page (page->lesson, number - 1);

      /* Translators: the number and the title of a page */
      caption = g_strdup_printf (_("The program is the same as in %u, “%s”."), number, other->title);
      ls_handout_add (page->blocks, LS_HANDOUT_SMALL, caption);
      return;
    }
  g_hash_table_insert (printed, g_strdup (text), GUINT_TO_POINTER (page->number));
  caption = ls_program_get_n_scripts (program) > 1 ? g_strdup (ls_script_get_name (ls_program_get_script (program, script)))
                                                   : g_strdup (_("Program"));
  ls_handout_add (page->blocks, LS_HANDOUT_CAPTION, caption);
  ls_handout_add_listing (page->blocks, text, ls_program_get_kind (program) == LS_PROGRAM_JAVASCRIPT ? 1 : 0);
}

static void
add_programs (LsHandoutPage *page,
              GHashTable    *printed)
{
  g_autofree char *text = NULL;

  if ((page->page->look & LS_LESSON_PLACE_PROGRAM) == 0 && page->page->exercise == NULL && page->page->source == NULL)
    return;
  for (guint script = 0; (text = ls_handout_write_program (page->session, script)) != NULL; script++)
    {
      add_program (page, printed, script, text);
      g_clear_pointer (&text, g_free);
    }
}

/* Returns the time of the page, rounded to 0.1 ms: with the virtual clock each look at it takes 5 µs. */
static guint64
get_time (LsHandoutPage *page)
{
  const LsLessonMoment *at = &page->page->at;
  const guint64 time = ls_state_get_time (page->state);

  return (MAX (time, at->kind == LS_LESSON_MOMENT_TIME ? at->value : 0) + 50) / 100 * 100;
}

static void
add_pictures (LsHandoutPage *page,
              gboolean       asks)
{
  const LsLessonPage *data = page->page;
  const guint64 now = get_time (page);
  g_autoptr (LsHandoutFigure) timeline = data->look & LS_LESSON_PLACE_TIMELINE ? ls_handout_draw_timeline (page->state, now) : NULL;
  g_autoptr (LsHandoutFigure) figure = NULL;
  g_autofree char *time = ls_names_say_duration (now), *log = NULL, *caption = NULL;
  const guint n_blocks = page->blocks->len;

  if (asks && ((data->look & QUEUE_PLACES) != 0 || data->picks_next || timeline == NULL))
    {
      figure = ls_handout_draw_queues (page->state);
      caption = g_strdup_printf (ls_handout_figure_has_frames (figure) ? _("What waits and runs at %s. The numbers are enqueue orders.")
                                                                       : _("What waits and runs at %s"), time);
      ls_handout_add_figure (page->blocks, caption, g_steal_pointer (&figure));
      g_clear_pointer (&caption, g_free);
    }
  if (timeline != NULL)
    {
      caption = g_strdup_printf (_("What has run up to %s"), time);
      ls_handout_add_figure (page->blocks, caption, g_steal_pointer (&timeline));
    }
  if (asks && (data->look & LS_LESSON_PLACE_LOG) != 0 && (log = ls_handout_list_log (page->state)) != NULL)
    {
      ls_handout_add (page->blocks, LS_HANDOUT_CAPTION, _("Log so far"));
      ls_handout_add_listing (page->blocks, log, 0);
    }
  /* The question is beside what it is about. */
  if (asks && page->blocks->len > n_blocks)
    ((LsHandoutBlock *) g_ptr_array_index (page->blocks, page->blocks->len - 1))->keeps_next = TRUE;
}

static gboolean
fail (LsHandoutPage  *page,
      const char     *problem,
      GError        **error)
{
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
               /* Translators: the number of a page of a lesson, its title, why it cannot be run */
               _("Page %u, %s: %s"), page->number, page->page->title, problem);
  return FALSE;
}

static LsHandoutBlock *
add_heading (LsHandoutPage *page,
             GPtrArray     *blocks,
             LsHandoutKind  kind)
{
  LsHandoutBlock *heading = ls_handout_add (blocks, kind, page->page->title);

  heading->label = g_strdup_printf ("%u", page->number);
  return heading;
}

/* Adds a page that has run to its moment. */
static gboolean
add_page (LsHandoutPage  *page,
          GHashTable     *printed,
          GError        **error)
{
  const LsLessonPage *data = page->page;
  const gboolean asks = data->question != NULL || data->task != NULL || data->exercise != NULL;

  add_heading (page, page->blocks, LS_HANDOUT_HEADING)->begins_sheet = page->is_apart;
  for (guint i = 0; data->text[i] != NULL; i++)
    ls_handout_add (page->blocks, LS_HANDOUT_TEXT, data->text[i]);
  add_programs (page, printed);
  add_pictures (page, asks);

  if (asks)
    add_heading (page, page->answers, LS_HANDOUT_ANSWER_HEADING);
  if (data->question != NULL && !ls_handout_page_add_question (page, error))
    return FALSE;
  if (data->task != NULL || data->exercise != NULL)
    {
      g_autoptr (LsSession) solved = ls_session_new_for_page (page->whole, page->number - 1, TRUE, error);

      if (solved == NULL)
        return FALSE;
      ls_handout_page_add_work (page);
      ls_handout_page_add_solution (page, solved);
    }
  return TRUE;
}

static gboolean
run_page (LsHandoutPage  *page,
          GHashTable     *printed,
          GError        **error)
{
  g_autoptr (LsSession) session = ls_session_new_for_page (page->whole, page->number - 1, FALSE, error);
  g_autoptr (LsRunner) runner = NULL;
  g_autoptr (LsState) state = NULL;
  g_autofree char *problem = NULL;

  if (session == NULL)
    return FALSE;
  page->session = session;
  page->runner = runner = ls_lesson_check_run (session, NULL, &page->page->at, FALSE, page->cancellable, &page->position, &problem);
  if (g_cancellable_set_error_if_cancelled (page->cancellable, error))
    return FALSE;
  if (problem != NULL)
    return fail (page, problem, error);
  page->state = state = ls_state_new (ls_runner_get_trace (runner));
  ls_state_seek (state, page->position);
  return add_page (page, printed, error);
}

static void
add_title (LsHandout *self,
           LsSession *session,
           LsLesson  *lesson)
{
  const char *title = ls_session_translate_title (session), *description = ls_session_translate_description (session);
  const guint minutes = ls_lesson_get_minutes (lesson);
  g_autoptr (GString) facts = g_string_new (NULL);

  if (title == NULL || *title == '\0')
    title = ls_lesson_get_id (lesson);
  ls_handout_add (self->blocks, LS_HANDOUT_TITLE, title);
  if (self->answers->len == 0)
    ls_handout_add (self->answers, LS_HANDOUT_TITLE, _("Answers"));
  ls_handout_add (self->answers, LS_HANDOUT_SUBTITLE, title);
  g_ptr_array_add (self->titles, g_strdup (title));
  if (self->subject == NULL)
    self->subject = g_strdup (description);
  if (*description != '\0')
    ls_handout_add (self->blocks, LS_HANDOUT_TEXT, description);
  if (ls_lesson_get_number (lesson) > 0)
    g_string_append_printf (facts, _("Lesson %u"), ls_lesson_get_number (lesson));
  if (minutes > 0)
    {
      g_string_append (facts, facts->len > 0 ? " · " : "");
      g_string_append_printf (facts, ngettext ("%u minute", "%u minutes", minutes), minutes);
    }
  if (facts->len > 0)
    ls_handout_add (self->blocks, LS_HANDOUT_SMALL, facts->str);
  ls_handout_add_lines (self->blocks, _("Name:"), 1);
}

/* Adds a lesson at the end, in the user's language: each page is run to its moment. Returns FALSE with @error set if the session
 * has none, or if a page of it cannot be run; the handout is of no use then. */
gboolean
ls_handout_add_lesson (LsHandout     *self,
                       LsSession     *session,
                       GCancellable  *cancellable,
                       GError       **error)
{
  g_autoptr (LsLesson) lesson = ls_session_translate_lesson (session);
  g_autoptr (GHashTable) printed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  if (lesson == NULL)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                           _("There is no lesson in it; expected a session with pages"));
      return FALSE;
    }
  add_title (self, session, lesson);
  for (guint i = 0; i < ls_lesson_get_n_pages (lesson); i++)
    {
      LsHandoutPage page = {
        .page = ls_lesson_get_page (lesson, i), .number = i + 1, .lesson = lesson, .whole = session,
        .shuffles = self->shuffles, .seed = self->seed, .is_apart = self->is_apart && i > 0,
        .cancellable = cancellable, .blocks = self->blocks, .answers = self->answers,
      };

      if (!run_page (&page, printed, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns (transfer container) all blocks in their order. */
GPtrArray *
ls_handout_list_blocks (LsHandout *self)
{
  GPtrArray *blocks = g_ptr_array_new ();

  for (guint i = 0; i < self->blocks->len; i++)
    g_ptr_array_add (blocks, g_ptr_array_index (self->blocks, i));
  for (guint i = 0; i < self->answers->len; i++)
    g_ptr_array_add (blocks, g_ptr_array_index (self->answers, i));
  return blocks;
}

/* Returns (transfer full) what the document is called. */
char *
ls_handout_dup_title (LsHandout *self)
{
  g_autofree char *joined = NULL;

  g_ptr_array_add (self->titles, NULL);
  joined = g_strjoinv (" · ", (char **) self->titles->pdata);
  g_ptr_array_remove_index (self->titles, self->titles->len - 1);
  return g_steal_pointer (&joined);
}
