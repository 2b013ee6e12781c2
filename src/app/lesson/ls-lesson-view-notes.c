/* ls-lesson-view-notes.c: what is saved of the learner's answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-view-private.h"

#include <glib/gi18n.h>

#include "ls-answers-dialog.h"
#include "ls-bars-key-private.h"
#include "ls-lesson-bars.h"
#include "ls-lesson-order.h"
#include "ls-lesson-presets.h"
#include "ls-lessons.h"
#include "ls-preset.h"
#include "ls-text.h"

static void
append (GString    *text,
        const char *separator,
        const char *part)
{
  if (text->len > 0)
    g_string_append (text, separator);
  g_string_append (text, part);
}

/* Returns (transfer full) the order into which the learner has put the rows, in one line. */
char *
ls_lesson_view_describe_order (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  const guint never = g_strv_length (page->rows);
  g_autoptr (GArray) order = ls_lesson_order_get (LS_LESSON_ORDER (self->order));
  g_autoptr (GString) coming = g_string_new (NULL);
  g_autoptr (GString) rest = g_string_new (NULL);
  gboolean comes = TRUE;

  for (guint i = 0; i < order->len; i++)
    {
      const guint row = g_array_index (order, guint, i);

      if (row == never)
        comes = FALSE;
      else
        append (comes ? coming : rest, comes ? " → " : ", ", page->rows[row]);
    }
  if (rest->len == 0)
    return g_strdup (coming->str);
  /* Translators: lines or names in an order, and those that never come */
  return g_strdup_printf (_("%s; never: %s"), coming->str, rest->str);
}

/* Returns (transfer full) when the learner says that each task runs, in one line. */
char *
ls_lesson_view_describe_bars (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  g_autoptr (GArray) starts = ls_lesson_bars_get (LS_LESSON_BARS (self->bars));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < starts->len && page->rows[i] != NULL; i++)
    {
      const guint64 start = g_array_index (starts, guint64, i);
      g_autofree char *time = start != LS_BARS_NOWHERE ? ls_text_format_time (start) : g_strdup ("–");
      g_autofree char *part = g_strdup_printf ("%s %s", page->rows[i], time);

      append (text, ", ", part);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Returns (transfer full) for which preset's log the learner takes that of each preset, in one line. Learners see the logs in
 * different orders, so these do not count. */
char *
ls_lesson_view_describe_presets (LsLessonView *self)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  const guint n_presets = g_strv_length (page->presets);
  g_autoptr (GArray) order = ls_lessons_shuffle (self->settings, ls_lesson_get_id (self->lesson), self->page, n_presets);
  g_autoptr (GArray) given = ls_lesson_presets_get (LS_LESSON_PRESETS (self->presets));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint preset = 0; preset < n_presets; preset++)
    for (guint i = 0; i < order->len && i < given->len; i++)
      if (g_array_index (order, guint, i) == preset && g_array_index (given, guint, i) < n_presets)
        {
          const char *title = _(ls_preset_lookup (page->presets[preset])->title);
          const char *taken = _(ls_preset_lookup (page->presets[g_array_index (given, guint, i)])->title);
          g_autofree char *part = g_strdup_printf ("%s → %s", title, taken);

          append (text, ", ", part);
        }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Notes what the learner has done. What is asked is that of the session's own lesson: whoever reads the answers may have another
 * language than the learner. */
void
ls_lesson_view_note (LsLessonView       *self,
                     const LsLessonNote *note)
{
  ls_lesson_notes_add (self->settings, ls_session_get_lesson (self->session), note);
}

/* The learner has seen a hint, or a solution of what is to be done. */
void
ls_lesson_view_note_help (LsLessonView *self,
                          gboolean      is_solution)
{
  const LsLessonPage *page = ls_lesson_view_peek_page (self);
  const LsLessonNote note = {
    .kind = is_solution ? LS_LESSON_NOTE_SOLUTION : LS_LESSON_NOTE_HINT,
    .page = self->page,
    .is_to_do = page->task != NULL || page->exercise != NULL,
    .choice = LS_LESSON_NO_ANSWER,
  };

  ls_lesson_view_note (self, &note);
}

static void
on_saved (LsLessonView *self,
          const char   *text)
{
  g_signal_emit_by_name (self, "told", text);
}

/* Asks where to save what the learner has answered. */
void
ls_lesson_view_save_answers (LsLessonView *self)
{
  GtkWidget *dialog = ls_answers_dialog_new (self->settings, ls_session_get_lesson (self->session),
                                             ls_session_get_title (self->session));

  g_signal_connect_object (dialog, "done", G_CALLBACK (on_saved), self, G_CONNECT_SWAPPED);
  g_signal_emit_by_name (self, "dialog", dialog);
}
