/* ls-lesson-bars.c: tasks that the learner places in time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-bars.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-lesson-answers.h"
#include "ls-lesson-bar.h"
#include "ls-lesson-help.h"
#include "ls-lesson-key.h"
#include "ls-lesson-verdict.h"
#include "ls-text.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/* Longer names are cut, in characters. */
#define MAX_NAME 14
#define SNAP 8   /* pixels within which a dragged bar comes to the end of another one */

/**
 * LsLessonBars:
 *
 * Asks the learner when tasks run. Each has a bar as long as its turn, which is dragged to its place on an empty timeline, or moved
 * there with the arrow keys. Once all have a place, they can be given as the answer. Then the bars of the run come below those of
 * the learner, and the run says why the first wrong one is wrong. Until the run is known, there are names alone.
 */
struct _LsLessonBars
{
  GtkBox              parent_instance;

  GtkWidget          *question;
  GtkWidget          *manual;
  GtkWidget          *board;
  GtkWidget          *legend;
  GtkWidget          *buttons;
  GtkWidget          *commit;
  GtkWidget          *undo;
  GtkWidget          *help;
  GtkWidget          *verdict;

  const LsLessonPage *page;         /* NULL for none */
  GArray             *lines;        /* guint: the bar on each line */
  GArray             *starts;       /* guint64: where each bar is, in µs, or LS_BARS_NOWHERE */
  GArray             *moves;        /* Move: what can be undone */
  LsBarsKey          *key;          /* NULL until it is known */
  GCancellable       *cancellable;  /* NULL while it is not looked for */
  gpointer            awaited;      /* what has the focus until there are bars; only to be compared. NULL for nothing */
  gboolean            is_answered;
  gboolean            is_restored;  /* the answer was given before */
};

G_DEFINE_FINAL_TYPE (LsLessonBars, ls_lesson_bars, GTK_TYPE_BOX)

/* A bar, and where it was. */
typedef struct
{
  guint   bar;
  guint64 start;
} Move;

static LsLessonBar *
get_bar (LsLessonBars *self,
         guint         bar)
{
  guint line = 0;

  while (g_array_index (self->lines, guint, line) != bar)
    line++;
  /* Times are above. */
  return LS_LESSON_BAR (gtk_grid_get_child_at (GTK_GRID (self->board), 2, line + 1));
}

/* Returns the bar on the uppermost line. */
static GtkWidget *
get_uppermost (LsLessonBars *self)
{
  return GTK_WIDGET (get_bar (self, g_array_index (self->lines, guint, 0)));
}

static guint64
get_start (LsLessonBars *self,
           guint         bar)
{
  return g_array_index (self->starts, guint64, bar);
}

/* Returns (transfer full) (nullable) what is to be done before the bars can be given as the answer. */
static char *
describe_missing (LsLessonBars *self)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; self->page != NULL && i < self->starts->len; i++)
    if (get_start (self, i) == LS_BARS_NOWHERE)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", self->page->rows[i]);
  /* Translators: names of tasks that the learner has not put on a timeline yet */
  return names->len > 0 ? g_strdup_printf (_("Still to be placed: %s"), names->str) : NULL;
}

static void
update_buttons (LsLessonBars *self)
{
  g_autofree char *missing = describe_missing (self);

  if (gtk_widget_is_focus (self->undo) && self->moves->len == 0)
    gtk_widget_child_focus (self->board, GTK_DIR_TAB_FORWARD);
  ls_widget_set_obstacle (self->commit, missing);
  gtk_widget_set_sensitive (self->commit, self->key != NULL && missing == NULL);
  gtk_widget_set_sensitive (self->undo, self->moves->len > 0);
}

/* Puts a bar into its place, and has assistive technology say which one it is. */
static void
place (LsLessonBars *self,
       guint         bar,
       guint64       start)
{
  g_autofree char *words = ls_lesson_bar_set_start (get_bar (self, bar), start);

  g_array_index (self->starts, guint64, bar) = start;
  ls_compat_announce (GTK_WIDGET (get_bar (self, bar)), words);
  update_buttons (self);
}

/* Returns where a dragged bar comes to be: at the end of another one, if that is near. */
static guint64
snap (LsLessonBars *self,
      LsLessonBar  *bar,
      guint64       start)
{
  guint64 nearest = ls_lesson_bar_get_time (bar, SNAP), snapped = start;

  for (guint i = 0; i < self->starts->len; i++)
    {
      const gboolean is_other = i != ls_lesson_bar_get_index (bar) && get_start (self, i) != LS_BARS_NOWHERE;
      const guint64 end = is_other ? get_start (self, i) + ls_bars_key_get_bar (self->key, i)->length : 0;
      const guint64 distance = MAX (end, start) - MIN (end, start);

      if (is_other && distance < nearest)
        {
          nearest = distance;
          snapped = end;
        }
    }
  return snapped;
}

/* Consecutive moves of one bar count as one move. */
static void
on_moved (LsLessonBars *self,
          guint64       start,
          gboolean      is_dragged,
          LsLessonBar  *bar)
{
  const Move move = { ls_lesson_bar_get_index (bar), get_start (self, ls_lesson_bar_get_index (bar)) };

  if (self->is_answered)
    return;
  if (is_dragged)
    start = snap (self, bar, start);
  if (start == move.start)
    return;
  if (self->moves->len == 0 || g_array_index (self->moves, Move, self->moves->len - 1).bar != move.bar)
    g_array_append_val (self->moves, move);
  place (self, move.bar, start);
}

static void
on_undo (LsLessonBars *self)
{
  ls_lesson_bars_undo (self);
}

/* Where the session has nothing to undo, its key comes here. */
static gboolean
on_key (LsLessonBars    *self,
        guint            keyval,
        guint            keycode,
        GdkModifierType  state)
{
  if ((state & gtk_accelerator_get_default_mod_mask ()) != GDK_CONTROL_MASK || (keyval != GDK_KEY_z && keyval != GDK_KEY_Z))
    return GDK_EVENT_PROPAGATE;
  return ls_lesson_bars_undo (self);
}

static void
on_hinted (LsLessonBars *self,
           guint         n_hints)
{
  g_signal_emit_by_name (self, "hinted", n_hints);
}

static void
show_feedback (LsLessonBars *self,
               gboolean      is_right,
               const char   *text)
{
  ls_lesson_verdict_show (LS_LESSON_VERDICT (self->verdict), self->page, is_right, text, self->is_answered && !is_right);
}

static void
set_answered (LsLessonBars *self,
              gboolean      is_answered)
{
  self->is_answered = is_answered;
  gtk_widget_set_visible (self->buttons, !is_answered);
  gtk_widget_set_visible (self->manual, !is_answered);
  ls_lesson_help_set_over (LS_LESSON_HELP (self->help), is_answered);
  gtk_widget_set_visible (self->legend, is_answered);
  for (guint i = 0; i < self->starts->len; i++)
    ls_lesson_bar_set_answer (get_bar (self, i), is_answered ? ls_bars_key_get_bar (self->key, i)->start : LS_BARS_NOWHERE,
                              ls_bars_key_is_right (self->key, i, get_start (self, i), self->page->tolerance));
}

/* Returns the bar that the run has first. */
static guint
find_first (LsLessonBars *self)
{
  guint first = 0;

  for (guint i = 1; i < self->starts->len; i++)
    if (ls_bars_key_get_bar (self->key, i)->start < ls_bars_key_get_bar (self->key, first)->start)
      first = i;
  return first;
}

/* Says what came of the answer, and goes to where it shows. @is_solution: the learner has asked for it */
static void
judge (LsLessonBars *self,
       gboolean      is_solution)
{
  g_autofree char *mistake = NULL, *text = NULL;
  guint wrong;

  mistake = ls_bars_key_find_mistake (self->key, self->starts, self->page->tolerance, &wrong);
  if (mistake != NULL)
    text = g_strdup_printf (_("Not quite. %s"), mistake);
  else
    text = g_strdup (is_solution ? _("This is when they run.") : _("Correct."));
  set_answered (self, TRUE);
  show_feedback (self, mistake == NULL, text);
  if (self->is_restored)
    return;
  if (wrong == G_MAXUINT)
    wrong = find_first (self);
  g_signal_emit_by_name (self, "answered", (guint64) ls_bars_key_get_bar (self->key, wrong)->position,
                         ls_bars_key_get_bar (self->key, wrong)->task, ls_lesson_outcome (mistake == NULL, is_solution));
  ls_lesson_verdict_announce (LS_LESSON_VERDICT (self->verdict), GTK_WIDGET (self));
}

static void
commit (LsLessonBars *self)
{
  if (self->key == NULL || self->is_answered)
    return;
  self->is_restored = FALSE;
  judge (self, FALSE);
}

static void
on_again (LsLessonBars *self)
{
  set_answered (self, FALSE);
  show_feedback (self, FALSE, NULL);
  g_signal_emit_by_name (self, "again");
  gtk_widget_grab_focus (get_uppermost (self));
}

static void
on_solution (LsLessonBars *self)
{
  gtk_widget_grab_focus (get_uppermost (self));
  for (guint i = 0; i < self->starts->len; i++)
    {
      g_array_index (self->starts, guint64, i) = ls_bars_key_get_bar (self->key, i)->start;
      g_free (ls_lesson_bar_set_start (get_bar (self, i), get_start (self, i)));
    }
  g_array_set_size (self->moves, 0);
  self->is_restored = FALSE;
  judge (self, TRUE);
}

static GtkWidget *
add_label (LsLessonBars *self,
           const char   *text,
           int           column,
           int           row)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "valign", GTK_ALIGN_CENTER, "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_grid_attach (GTK_GRID (self->board), label, column, row, 1, 1);
  return label;
}

/* A name is not cut for wider bars. */
static GtkWidget *
add_name (LsLessonBars *self,
          const char   *text,
          guint         line)
{
  GtkWidget *name = add_label (self, text, 0, line + 1);

  g_object_set (name, "ellipsize", PANGO_ELLIPSIZE_END, "max-width-chars", MAX_NAME,
                "width-chars", (int) MIN (g_utf8_strlen (text, -1) + 1, MAX_NAME), NULL);
  ls_widget_set_tooltip (name, text);
  return name;
}

/* Times above the lines of the bars. */
static void
add_times (LsLessonBars *self,
           guint64       begin,
           guint64       end,
           guint64       unit)
{
  GtkWidget *times = g_object_new (GTK_TYPE_BOX, "homogeneous", TRUE, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_widget_set_direction (times, GTK_TEXT_DIR_LTR);
  for (guint64 time = begin; time < end; time += unit)
    {
      g_autofree char *text = ls_text_format_time (time);
      GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, NULL);

      gtk_widget_add_css_class (label, "lesson-tick");
      gtk_box_append (GTK_BOX (times), label);
    }
  gtk_grid_attach (GTK_GRID (self->board), times, 2, 0, 1, 1);
}

static void
fill_board (LsLessonBars *self)
{
  guint64 begin, end;
  const guint64 unit = ls_bars_key_get_span (self->key, &begin, &end);

  add_times (self, begin, end, unit);
  for (guint line = 0; line < ls_bars_key_get_n_bars (self->key); line++)
    {
      const guint i = g_array_index (self->lines, guint, line);
      const LsBar *data = ls_bars_key_get_bar (self->key, i);
      g_autofree char *length = ls_text_format_time (data->length);
      GtkWidget *time = add_label (self, length, 1, line + 1);
      GtkWidget *bar = ls_lesson_bar_new (i, data->name, data->length, begin, end, unit);

      add_name (self, data->name, line);
      gtk_widget_add_css_class (time, "dim-label");
      gtk_widget_add_css_class (time, "numeric");
      g_signal_connect_swapped (bar, "moved", G_CALLBACK (on_moved), self);
      gtk_grid_attach (GTK_GRID (self->board), bar, 2, line + 1, 1, 1);
      g_free (ls_lesson_bar_set_start (LS_LESSON_BAR (bar), get_start (self, i)));
    }
}

static gpointer
get_focus (LsLessonBars *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return root != NULL ? gtk_root_get_focus (root) : NULL;
}

/* The first bar gets the focus, if need be as soon as there are any. */
static gboolean
ls_lesson_bars_grab_focus (GtkWidget *widget)
{
  LsLessonBars *self = LS_LESSON_BARS (widget);

  if (self->key != NULL)
    return gtk_widget_child_focus (self->board, GTK_DIR_TAB_FORWARD);
  self->awaited = get_focus (self);
  return FALSE;
}

static void
found_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  LsLessonBars *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *fault = NULL;
  LsBarsKey *key = ls_lesson_key_find_finish (result, &error);

  /* Another page is shown, or the widget is gone. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  ls_widget_remove_children (self->board);
  fault = key != NULL ? ls_bars_key_find_fault (key, self->page->tolerance) : g_strdup (error->message);
  if (fault != NULL)
    {
      g_clear_pointer (&key, ls_bars_key_free);
      show_feedback (self, FALSE, fault);
      return;
    }
  self->key = key;
  fill_board (self);
  update_buttons (self);
  if (self->is_restored)
    judge (self, FALSE);
  else if (self->awaited != NULL && self->awaited == get_focus (self))
    gtk_widget_child_focus (self->board, GTK_DIR_TAB_FORWARD);
  self->awaited = NULL;
}

static void
clear (LsLessonBars *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->key, ls_bars_key_free);
  g_array_set_size (self->lines, 0);
  g_array_set_size (self->starts, 0);
  g_array_set_size (self->moves, 0);
  self->page = NULL;
  self->awaited = NULL;
  self->is_answered = FALSE;
}

/**
 * ls_lesson_bars_show:
 * @self: bars
 * @page: (nullable): the page that asks for them; it must stay there until another one is shown
 * @run: (nullable): the run of the page, as the lesson has it
 * @lines: (nullable) (element-type guint): the bar on each line; %NULL only without a page
 * @starts: (nullable) (element-type guint64): where the learner has placed them before, in µs
 * @n_hints: how many hints the learner has asked for before
 *
 * Shows what a page asks to place in time, and nothing if it asks for nothing of that kind.
 */
void
ls_lesson_bars_show (LsLessonBars       *self,
                     const LsLessonPage *page,
                     LsSession          *run,
                     GArray             *lines,
                     GArray             *starts,
                     guint               n_hints)
{
  const guint64 nowhere = LS_BARS_NOWHERE;

  g_return_if_fail (LS_IS_LESSON_BARS (self));
  clear (self);
  ls_widget_remove_children (self->board);
  gtk_widget_set_visible (GTK_WIDGET (self), page != NULL && page->rows_are_bars && run != NULL);
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  self->page = page;
  g_array_append_vals (self->lines, lines->data, lines->len);
  if (starts != NULL)
    g_array_append_vals (self->starts, starts->data, starts->len);
  while (self->starts->len < g_strv_length (page->rows))
    g_array_append_val (self->starts, nowhere);
  self->is_restored = starts != NULL;
  ls_widget_show_prose (self->question, page->question);
  /* Else the hints are those of the task, which has them. */
  ls_lesson_help_show (LS_LESSON_HELP (self->help), page->task == NULL ? page : NULL, n_hints);
  ls_lesson_help_set_over (LS_LESSON_HELP (self->help), self->is_restored);
  gtk_widget_set_visible (self->buttons, !self->is_restored);
  gtk_widget_set_visible (self->manual, !self->is_restored);
  gtk_widget_set_visible (self->legend, FALSE);
  show_feedback (self, FALSE, NULL);
  update_buttons (self);
  /* How long they are is known only from the run. Nothing is to move when they come. */
  gtk_widget_add_css_class (add_label (self, "", 0, 0), "lesson-tick");
  for (guint i = 0; i < lines->len; i++)
    gtk_widget_set_size_request (add_name (self, page->rows[g_array_index (lines, guint, i)], i), -1, LS_LESSON_BAR_HEIGHT);
  self->cancellable = g_cancellable_new ();
  ls_lesson_key_find_async (page, run, self->cancellable, found_cb, self);
}

/**
 * ls_lesson_bars_undo:
 * @self: bars
 *
 * Puts the bar that was moved last back to where it was. Undo is of the bars first, while one of them has the focus.
 *
 * Returns: whether there was something to undo
 */
gboolean
ls_lesson_bars_undo (LsLessonBars *self)
{
  Move move;

  g_return_val_if_fail (LS_IS_LESSON_BARS (self), FALSE);

  if (self->moves->len == 0 || self->is_answered)
    return FALSE;
  move = g_array_index (self->moves, Move, self->moves->len - 1);
  g_array_set_size (self->moves, self->moves->len - 1);
  place (self, move.bar, move.start);
  return TRUE;
}

/**
 * ls_lesson_bars_get:
 * @self: bars
 *
 * Returns: (transfer full) (element-type guint64): where they are, as for ls_lesson_bars_show()
 */
GArray *
ls_lesson_bars_get (LsLessonBars *self)
{
  g_return_val_if_fail (LS_IS_LESSON_BARS (self), NULL);

  return g_array_copy (self->starts);
}

static void
ls_lesson_bars_dispose (GObject *object)
{
  clear (LS_LESSON_BARS (object));
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_BARS);

  G_OBJECT_CLASS (ls_lesson_bars_parent_class)->dispose (object);
}

static void
ls_lesson_bars_finalize (GObject *object)
{
  g_array_unref (LS_LESSON_BARS (object)->lines);
  g_array_unref (LS_LESSON_BARS (object)->starts);
  g_array_unref (LS_LESSON_BARS (object)->moves);

  G_OBJECT_CLASS (ls_lesson_bars_parent_class)->finalize (object);
}

static void
ls_lesson_bars_class_init (LsLessonBarsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  GTK_WIDGET_CLASS (klass)->grab_focus = ls_lesson_bars_grab_focus;
  G_OBJECT_CLASS (klass)->dispose = ls_lesson_bars_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_lesson_bars_finalize;

  /**
   * LsLessonBars::again:
   * @self: bars
   *
   * The learner tries again.
   */
  g_signal_new ("again", LS_TYPE_LESSON_BARS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * LsLessonBars::answered:
   * @self: bars
   * @position: where in the run the first wrong bar begins, or the first one of all
   * @task: its task
   * @outcome: LsLessonOutcome
   *
   * The learner has given an answer, or asked for the solution.
   */
  g_signal_new ("answered", LS_TYPE_LESSON_BARS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_UINT64, G_TYPE_UINT, G_TYPE_UINT);

  /**
   * LsLessonBars::hinted:
   * @self: bars
   * @n_hints: how many hints are shown now
   *
   * The learner has asked for a hint.
   */
  g_signal_new ("hinted", LS_TYPE_LESSON_BARS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_LESSON_HELP);
  g_type_ensure (LS_TYPE_LESSON_VERDICT);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-bars.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, question);
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, manual);
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, board);
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, legend);
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, buttons);
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, commit);
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, undo);
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, help);
  gtk_widget_class_bind_template_child (widget_class, LsLessonBars, verdict);
  gtk_widget_class_bind_template_callback (widget_class, commit);
  gtk_widget_class_bind_template_callback (widget_class, on_undo);
  gtk_widget_class_bind_template_callback (widget_class, on_hinted);
  gtk_widget_class_bind_template_callback (widget_class, on_again);
  gtk_widget_class_bind_template_callback (widget_class, on_solution);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
}

static void
ls_lesson_bars_init (LsLessonBars *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->moves = g_array_new (FALSE, FALSE, sizeof (Move));
  gtk_widget_init_template (GTK_WIDGET (self));
}
