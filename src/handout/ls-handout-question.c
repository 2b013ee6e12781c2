/* ls-handout-question.c: what a page asks, and what is right
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-handout-page.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-bars-key-private.h"
#include "ls-handout-moment.h"
#include "ls-lesson-shuffle-private.h"
#include "ls-order-key-private.h"
#include "ls-pick-key-private.h"
#include "ls-preset-key-private.h"
#include "ls-preset.h"

#define MAX_LOG 30    /* lines of each log */

static GArray *
shuffle (LsHandoutPage *self,
         guint          n,
         gboolean       always)
{
  GArray *order;

  if (self->shuffles || always)
    return ls_lesson_shuffle (self->seed, ls_lesson_get_id (self->lesson), self->number - 1, n);
  order = g_array_sized_new (FALSE, FALSE, sizeof (guint), n);
  for (guint i = 0; i < n; i++)
    g_array_append_val (order, i);
  return order;
}

/* Shuffled, things may still stand in the order in which they come, which is the answer. */
static void
move_first (GArray *order)
{
  const guint first = g_array_index (order, guint, 0);

  g_array_remove_index (order, 0);
  g_array_append_val (order, first);
}

/* Returns (transfer full): A, B, C …, or a number where letters do not suffice */
static char *
make_letter (guint index)
{
  return index < 26 ? g_strdup_printf ("%c", 'A' + index) : g_strdup_printf ("%u", index + 1);
}

static void
add_because (LsHandoutPage *self)
{
  if (self->page->because != NULL)
    ls_handout_add (self->answers, LS_HANDOUT_TEXT, self->page->because);
}

/* Names that are not written as prose may have its signs in them. Returns (transfer full) @text as code. */
static char *
quote_code (const char *text)
{
  return strchr (text, '`') == NULL && *text != '\0' ? g_strdup_printf ("`%s`", text) : g_strdup (text);
}

/* Adds why answers are right, or why they are wrong. */
static void
add_reasons (LsHandoutPage *self,
             const GArray  *order,
             gboolean       are_right)
{
  for (guint i = 0; i < order->len; i++)
    {
      const LsLessonAnswer *answer = g_ptr_array_index (self->page->answers, g_array_index (order, guint, i));
      LsHandoutBlock *block;

      if (!answer->is_right != !are_right)
        continue;
      block = are_right ? ls_handout_add (self->answers, LS_HANDOUT_QUESTION, answer->text)
                        : ls_handout_add (self->answers, LS_HANDOUT_SMALL, answer->because);
      block->label = make_letter (i);
      if (are_right)
        ls_handout_add (self->answers, LS_HANDOUT_TEXT, answer->because);
    }
}

static void
add_choices (LsHandoutPage *self)
{
  g_autoptr (GArray) order = shuffle (self, self->page->answers->len, FALSE);

  for (guint i = 0; i < order->len; i++)
    {
      const LsLessonAnswer *answer = g_ptr_array_index (self->page->answers, g_array_index (order, guint, i));
      LsHandoutBlock *block = ls_handout_add (self->blocks, LS_HANDOUT_CHOICE, answer->text);

      block->label = make_letter (i);
      block->keeps_next = i + 1 < order->len;
    }
  add_reasons (self, order, TRUE);
  add_reasons (self, order, FALSE);
}

static gboolean
is_in_order (LsOrderKey *key,
             GArray     *order)
{
  guint place = 0;

  for (guint i = 0; i < order->len; i++)
    if (place < ls_order_key_get_n_coming (key) && ls_order_key_get_coming (key, place) == g_array_index (order, guint, i))
      place++;
    else if (ls_order_key_get_row (key, g_array_index (order, guint, i))->n_times > 0)
      return FALSE;
  return TRUE;
}

static void
add_order (LsHandoutPage *self)
{
  g_autoptr (LsOrderKey) key = ls_order_key_new ((const char *const *) self->page->rows, self->page->rows_are_tasks,
                                                 ls_runner_get_trace (self->runner));
  const guint n_rows = g_strv_length (self->page->rows), n_coming = ls_order_key_get_n_coming (key);
  g_autoptr (GArray) order = shuffle (self, n_rows, TRUE);
  g_autoptr (GString) never = g_string_new (NULL);

  if (is_in_order (key, order) && n_rows > 1)
    move_first (order);
  ls_handout_add (self->blocks, LS_HANDOUT_CAPTION, _("Write 1, 2, 3 … into the boxes, and – for what never comes."));
  for (guint i = 0; i < n_rows; i++)
    {
      const LsOrderRow *row = ls_order_key_get_row (key, g_array_index (order, guint, i));
      g_autofree char *text = quote_code (row->text);

      ls_handout_add (self->blocks, LS_HANDOUT_PLACE, text)->keeps_next = i + 1 < n_rows;
      if (row->n_times == 0)
        g_string_append_printf (never, "%s%s", never->len > 0 ? ", " : "", text);
    }
  for (guint i = 0; i < n_coming; i++)
    {
      const LsOrderRow *row = ls_order_key_get_row (key, ls_order_key_get_coming (key, i));
      g_autofree char *text = quote_code (row->text);
      LsHandoutBlock *block = ls_handout_add (self->answers, LS_HANDOUT_PLACE, text);

      block->label = g_strdup_printf ("%u", i + 1);
      block->keeps_next = TRUE;
    }
  if (never->len > 0)
    {
      /* Translators: names of tasks or lines of a log, with commas between them */
      g_autofree char *text = g_strdup_printf (_("Never comes: %s"), never->str);

      ls_handout_add (self->answers, LS_HANDOUT_TEXT, text);
    }
  add_because (self);
}

/* Whether each bar begins after the one above it. */
static gboolean
is_in_time (LsBarsKey *key,
            GArray    *order)
{
  for (guint i = 1; i < order->len; i++)
    if (ls_bars_key_get_bar (key, g_array_index (order, guint, i))->start <
        ls_bars_key_get_bar (key, g_array_index (order, guint, i - 1))->start)
      return FALSE;
  return TRUE;
}

static void
add_bars (LsHandoutPage *self)
{
  g_autoptr (LsBarsKey) key = ls_bars_key_new ((const char *const *) self->page->rows, ls_runner_get_trace (self->runner),
                                               self->position);
  g_autoptr (GArray) order = shuffle (self, ls_bars_key_get_n_bars (key), TRUE);

  if (is_in_time (key, order) && order->len > 1)
    move_first (order);
  ls_handout_add_figure (self->blocks, _("Draw a bar for each. How long it takes is beside its name."),
                         ls_handout_draw_bars (key, order, FALSE));
  ls_handout_add_figure (self->answers, NULL, ls_handout_draw_bars (key, order, TRUE));
  add_because (self);
}

static void
add_pick (LsHandoutPage *self)
{
  g_autoptr (LsPickKey) key = ls_pick_key_new (ls_runner_get_trace (self->runner), self->position);
  g_autofree char *name = ls_pick_key_dup_next_name (key), *text = quote_code (name);

  ls_handout_add_lines (self->blocks, _("Task:"), 1);
  ls_handout_add (self->answers, LS_HANDOUT_QUESTION, text);
  for (guint i = 0; i < MIN (ls_pick_key_get_n_waiting (key), 12); i++)
    {
      const LsPickCandidate *candidate = ls_pick_key_get_waiting (key, i);

      ls_handout_add (self->answers, i == 0 ? LS_HANDOUT_TEXT : LS_HANDOUT_SMALL, candidate->reason);
    }
  add_because (self);
}

static void
add_log (LsHandoutPage *self,
         LsPresetKey   *key,
         guint          preset,
         guint          number)
{
  const char *const *lines = ls_preset_key_get_lines (key, preset);
  const guint n_lines = g_strv_length ((char **) lines), n_common = MIN (ls_preset_key_count_common (key), n_lines);
  g_autofree char *caption = g_strdup_printf (_("Log %u"), number);
  g_autoptr (GString) text = g_string_new (NULL);
  char **presets = self->page->presets;

  for (guint i = n_common; i < MIN (n_lines, n_common + MAX_LOG); i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", lines[i]);
  if (n_lines > n_common + MAX_LOG)
    g_string_append (text, "\n…");
  ls_handout_add (self->blocks, LS_HANDOUT_CAPTION, caption);
  if (text->len > 0)
    ls_handout_add_listing (self->blocks, text->str, 0);
  else
    ls_handout_add (self->blocks, LS_HANDOUT_SMALL, _("Nothing more is printed."));
  ((LsHandoutBlock *) g_ptr_array_index (self->blocks, self->blocks->len - 1))->keeps_next = TRUE;
  for (guint i = 0; presets[i] != NULL; i++)
    ls_handout_add (self->blocks, LS_HANDOUT_CHOICE, _(ls_preset_lookup (presets[i])->title))->keeps_next = presets[i + 1] != NULL;
}

static gboolean
add_presets (LsHandoutPage  *self,
             GError        **error)
{
  char **presets = self->page->presets;
  g_autoptr (LsPresetKey) key = ls_preset_key_new (self->session, (const char *const *) presets, NULL, self->cancellable, error);
  g_autoptr (GArray) order = shuffle (self, g_strv_length (presets), TRUE);
  guint n_common;

  if (key == NULL)
    return FALSE;
  n_common = ls_preset_key_count_common (key);
  if (n_common > 0)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("The first line is the same in all logs.", "The first %u lines are the same in all logs.", n_common), n_common);

      ls_handout_add (self->blocks, LS_HANDOUT_SMALL, text)->keeps_next = TRUE;
    }
  for (guint i = 0; i < order->len; i++)
    {
      const guint preset = g_array_index (order, guint, i);
      /* Translators: the number of a log, the browser that printed it */
      g_autofree char *text = g_strdup_printf (_("Log %u: %s"), i + 1, _(ls_preset_lookup (presets[preset])->title));

      add_log (self, key, preset, i + 1);
      ls_handout_add (self->answers, LS_HANDOUT_QUESTION, text);
    }
  for (guint i = 1; i < order->len; i++)
    {
      g_autofree char *reason = ls_preset_key_explain (key, 0, i);

      if (reason != NULL)
        ls_handout_add (self->answers, LS_HANDOUT_TEXT, reason);
    }
  add_because (self);
  return TRUE;
}

/* Adds what the page asks, and what the run says to it. */
gboolean
ls_handout_page_add_question (LsHandoutPage  *self,
                              GError        **error)
{
  const LsLessonPage *page = self->page;

  ls_handout_add (self->blocks, LS_HANDOUT_QUESTION, page->question);
  /* Those of a task are told with its solution. */
  if (page->task == NULL && page->exercise == NULL)
    ls_handout_page_add_hints (self);
  if (page->rows_are_bars)
    add_bars (self);
  else if (page->rows[0] != NULL)
    add_order (self);
  else if (page->picks_next)
    add_pick (self);
  else if (page->presets[0] != NULL)
    return add_presets (self, error);
  else
    add_choices (self);
  return TRUE;
}
