/* ls-why-card.c: explains why a task is next, what it waits for, and why it ran when it ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-why-card.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-choices.h"
#include "ls-compat.h"
#include "ls-explain.h"
#include "ls-text-block.h"
#include "ls-text.h"
#include "ls-thing-chooser.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/* The most queues that the card lists. It counts the others. */
#define N_ROWS 6

/* The titles above numbers are about so many characters wide, in two lines where they have two words. */
#define TITLE_WIDTH 8

enum
{
  COLUMN_MARK,
  COLUMN_QUEUE,
  COLUMN_RANK,
  COLUMN_PRIORITY,
  COLUMN_ORDER,
  N_COLUMNS
};

/**
 * LsWhyCard:
 *
 * Explains the selected task, or the next one if no task is selected. The card has the answer in a sentence, and details that can
 * be unfolded: the queues that the loop chose among, and the clause. It can also explain a task that has run at the moment when the
 * loop selected it, and compare it with another task. Such an explanation stays until the user selects something else.
 */
struct _LsWhyCard
{
  GtkBox         parent_instance;

  GtkWidget     *title;
  GtkWidget     *departure;      /* where the preset would have chosen another task */
  GtkWidget     *text;
  GtkWidget     *passing_text;   /* stands in for the text while it changes every frame */
  GtkWidget     *details;
  GtkWidget     *table;
  GtkWidget     *more;
  GtkWidget     *reference;
  GtkWidget     *clause;
  GtkWidget     *then;
  GtkWidget     *before;
  GtkWidget     *chooser;
  GtkWidget     *go;
  GtkWidget     *back;

  GtkWidget     *rank_title;
  GtkWidget     *priority_title;
  GtkWidget     *cells[N_ROWS][N_COLUMNS];
  GtkWidget     *reasons[N_ROWS];

  LsPlayer      *player;
  guint32        task;           /* explained at the moment when it was selected; 0 to explain the position */
  guint32        other;          /* the task that @task is compared with, 0 for none */
  LsExplanation *explanation;
  LsState       *past;           /* at the position of the explanation; NULL if that is the player's */
};

G_DEFINE_FINAL_TYPE (LsWhyCard, ls_why_card, GTK_TYPE_BOX)

static char *
format_queue (LsState           *state,
              const LsCandidate *candidate)
{
  const LsQueueState *queue = candidate->queue != 0 ? ls_state_get_queue (state, candidate->queue) : NULL;
  g_autofree char *signal = NULL;

  if (queue == NULL)
    return g_strdup (ls_queue_type_to_string (candidate->queue_type));
  signal = queue->signal != 0 ? ls_text_format_signal (state, queue->signal)
                              : g_strdup (ls_task_priority_to_string (queue->priority));
  return g_strdup_printf ("%s%s", signal, queue->is_continuation ? " ↻" : "");
}

static LsState *
get_state (LsWhyCard *self)
{
  return self->past != NULL ? self->past : ls_player_get_state (self->player);
}

static void
show_row (LsWhyCard         *self,
          guint              row,
          LsState           *state,
          const LsCandidate *candidates,
          guint              n_candidates)
{
  GtkWidget **cells = self->cells[row];
  const gboolean has_sources = ls_state_is_of_glib (state);
  gboolean is_shown = row < n_candidates;
  const LsCandidate *candidate = &candidates[row];
  g_autofree char *queue = NULL, *rank = NULL, *priority = NULL, *order = NULL, *reason = NULL, *text = NULL;
  g_autofree char *description = NULL;

  for (guint i = 0; i < N_COLUMNS; i++)
    gtk_widget_set_visible (cells[i], is_shown && (i != COLUMN_MARK || row == 0) && (i != COLUMN_PRIORITY || !has_sources));
  gtk_widget_set_visible (self->reasons[row], is_shown);
  if (!is_shown)
    return;

  queue = format_queue (state, candidate);
  rank = has_sources ? g_strdup (ls_queue_type_get_source_priority (candidate->queue_type)) : g_strdup_printf ("%u", candidate->rank);
  priority = candidate->queue != 0 ? g_strdup_printf ("%d", candidate->effective_priority) : g_strdup ("–");
  order = g_strdup_printf ("%u", candidate->oldest_order);
  reason = ls_explain_candidate (state, candidates, n_candidates, row);
  /* Translators: how many tasks a queue has, and why it was chosen or not, such as “rank 7, after rank 1” */
  text = g_strdup_printf (ngettext ("%u task · %s", "%u tasks · %s", candidate->n_tasks), candidate->n_tasks, reason);
  gtk_label_set_label (GTK_LABEL (cells[COLUMN_MARK]), "✓");
  gtk_label_set_label (GTK_LABEL (cells[COLUMN_QUEUE]), queue);
  gtk_label_set_label (GTK_LABEL (cells[COLUMN_RANK]), rank);
  gtk_label_set_label (GTK_LABEL (cells[COLUMN_PRIORITY]), priority);
  gtk_label_set_label (GTK_LABEL (cells[COLUMN_ORDER]), order);
  gtk_label_set_label (GTK_LABEL (self->reasons[row]), text);
  if (has_sources)
    /* Translators: a priority, the enqueue order of its oldest source, “3 tasks · priority 200, after priority 0” */
    description = g_strdup_printf (_("Priority %s: enqueue order %s, %s"), rank, order, text);
  else if (candidate->queue != 0)
    /* Translators: a queue, its rank, its effective priority, the enqueue order of its oldest task, “3 tasks · chosen” */
    description = g_strdup_printf (_("%s: rank %s, effective priority %s, enqueue order %s, %s"), queue, rank, priority, order, text);
  else
    /* Translators: a queue, its rank, the enqueue order of its oldest task, “3 tasks · rank 7, after rank 1” */
    description = g_strdup_printf (_("%s: rank %s, enqueue order %s, %s"), queue, rank, order, text);
  ls_widget_set_tooltip (cells[COLUMN_QUEUE], description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cells[COLUMN_QUEUE]), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
}

/* Fills the table where it is to be seen. */
static void
show_table (LsWhyCard *self)
{
  g_autofree LsCandidate *candidates = NULL;
  g_autofree char *more = NULL;
  guint n_candidates = 0;
  LsState *state;

  if (self->explanation == NULL || !gtk_expander_get_expanded (GTK_EXPANDER (self->details)))
    return;

  state = get_state (self);
  if (ls_explanation_has_candidates (self->explanation))
    candidates = ls_explain_candidates (state, &n_candidates);
  gtk_widget_set_visible (self->table, n_candidates > 1);
  gtk_label_set_label (GTK_LABEL (self->rank_title), ls_state_is_of_glib (state) ? _("Priority")
                                                                                                          : C_("why", "Rank"));
  gtk_widget_set_visible (self->priority_title, !ls_state_is_of_glib (state));
  for (guint i = 0; i < N_ROWS && n_candidates > 1; i++)
    show_row (self, i, state, candidates, n_candidates);
  if (n_candidates > N_ROWS)
    more = g_strdup_printf (ngettext ("and %u more queue", "and %u more queues", n_candidates - N_ROWS),
                            n_candidates - N_ROWS);
  ls_widget_show_text (self->more, more);
}

/* Returns the selected task, 0 if there is none. */
static guint32
get_task (LsWhyCard *self)
{
  guint32 task = 0;

  return ls_player_get_selection (self->player, &task) == LS_SELECTION_TASK ? task : 0;
}

static void
show_buttons (LsWhyCard *self)
{
  guint32 task = get_task (self);
  const LsTaskState *data = task != 0 ? ls_state_get_task (ls_player_get_state (self->player), task) : NULL;
  gboolean is_now = self->task == 0;

  gtk_widget_set_visible (self->then, data != NULL && data->turn != 0 && (is_now || self->other != 0));
  gtk_widget_set_visible (self->before, task != 0);
  gtk_widget_set_visible (self->back, !is_now);
  gtk_widget_set_visible (self->go, !is_now && self->explanation->kind != LS_EXPLANATION_UNKNOWN_TASK &&
                                    self->explanation->position != ls_player_get_position (self->player));
}

/* Shows a text. No user can select a text that changes every frame, so a plain text block shows it then. */
static void
show_text (LsWhyCard  *self,
           const char *text)
{
  gboolean is_passing = ls_player_is_fast (self->player);

  if (is_passing)
    ls_text_block_set_text (LS_TEXT_BLOCK (self->passing_text), text);
  else
    gtk_label_set_label (GTK_LABEL (self->text), text != NULL ? text : "");
  gtk_widget_set_visible (self->text, !is_passing && text != NULL && *text != '\0');
  gtk_widget_set_visible (self->passing_text, is_passing && text != NULL && *text != '\0');
}

/* Says both choices and the likely reason where the explained task was chosen, and the preset would have chosen another one. A task
 * that only waits is not said to be chosen later. */
static void
show_departure (LsWhyCard *self)
{
  LsState *state = get_state (self);
  const guint32 task = self->task != 0 ? self->task : get_task (self) != 0 ? get_task (self) : ls_state_get_next_task (state);
  const LsDeparture *departure = ls_state_is_recorded (state) ? ls_choices_find_task (ls_choices_of (self->player), task) : NULL;
  g_autofree char *text = NULL, *marked = NULL;

  if (departure != NULL && (self->task != 0 || departure->position < ls_state_get_position (state) ||
                            ls_state_get_next_task (state) == task))
    text = ls_choices_describe (ls_choices_of (self->player), task);
  marked = text != NULL ? g_strdup_printf ("◆ %s", text) : NULL;
  ls_widget_show_text (self->departure, marked);
}

static void
show (LsWhyCard *self)
{
  const LsExplanation *explanation = self->explanation;

  ls_widget_show_text (self->title, explanation->title);
  show_departure (self);
  show_text (self, explanation->text);
  ls_widget_show_text (self->reference, explanation->reference);
  ls_widget_show_text (self->clause, ls_clause_get_text (explanation->clause));
  gtk_widget_set_visible (self->details, explanation->clause != LS_CLAUSE_NONE || ls_explanation_has_candidates (explanation));
  show_table (self);
  show_buttons (self);
}

/* Returns (transfer full) what stands in the place of an explanation that would answer the question of a page. */
static LsExplanation *
explain_nothing (void)
{
  LsExplanation *self = g_new0 (LsExplanation, 1);

  self->kind = LS_EXPLANATION_UNKNOWN_TASK;
  self->title = g_strdup (_("Answer the question first"));
  self->text = g_strdup (_("Then you see here why."));
  self->sentence = g_strdup (self->text);
  return self;
}

static void
explain_now (LsWhyCard *self)
{
  LsState *state = ls_player_get_state (self->player);
  guint32 task = get_task (self);
  const gboolean is_hidden = (ls_player_get_curtain (self->player) & LS_CURTAIN_WHY) != 0;

  self->task = 0;
  g_clear_pointer (&self->past, ls_state_unref);
  g_clear_pointer (&self->explanation, ls_explanation_free);
  self->explanation = is_hidden ? explain_nothing () : task != 0 ? ls_explain_task (state, task) : ls_explain_next (state);
  show (self);
}

static void
explain_past (LsWhyCard *self,
              guint32    task,
              guint32    other)
{
  LsTrace *trace = ls_player_get_trace (self->player);

  self->task = task;
  self->other = other;
  g_clear_pointer (&self->past, ls_state_unref);
  g_clear_pointer (&self->explanation, ls_explanation_free);
  self->past = ls_state_new (trace);
  self->explanation = other != 0 ? ls_explain_before (trace, task, other) : ls_explain_then (trace, task);
  ls_state_seek (self->past, self->explanation->position);
  show (self);
  ls_compat_announce (GTK_WIDGET (self), self->explanation->sentence);
}

/* An explanation of the past stays when the position moves. */
static void
on_changed (LsWhyCard *self)
{
  if (self->task != 0 && ls_state_get_trace (self->past) == ls_player_get_trace (self->player))
    show_buttons (self);
  else
    explain_now (self);
}

static void
on_running_changed (LsWhyCard *self)
{
  show_text (self, self->explanation->text);
}

static void
on_then (LsWhyCard *self)
{
  if (get_task (self) != 0)
    explain_past (self, get_task (self), 0);
}

static void
on_before (LsWhyCard       *self,
           LsSelectionKind  kind,
           guint            other)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->before));
  if (get_task (self) != 0)
    explain_past (self, get_task (self), other);
}

static void
on_go (LsWhyCard *self)
{
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, self->explanation->position);
}

static void
on_copy (LsWhyCard *self)
{
  g_autofree char *text = ls_why_card_dup_text (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static GtkWidget *
attach (LsWhyCard  *self,
        const char *text,
        int         column,
        int         row,
        int         width,
        const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column >= COLUMN_RANK ? 1 : 0);
  gtk_widget_add_css_class (label, "caption");
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  gtk_grid_attach (GTK_GRID (self->table), label, column, row, width, 1);
  return label;
}

/* Adds the title of a column. */
static GtkWidget *
attach_title (LsWhyCard  *self,
              const char *text,
              int         column)
{
  GtkLabel *title = GTK_LABEL (attach (self, text, column, 0, 1, "dim-label"));

  gtk_label_set_wrap (title, TRUE);
  gtk_label_set_max_width_chars (title, TITLE_WIDTH);
  gtk_label_set_justify (title, column >= COLUMN_RANK ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT);
  gtk_widget_set_valign (GTK_WIDGET (title), GTK_ALIGN_END);
  return GTK_WIDGET (title);
}

static void
make_table (LsWhyCard *self)
{
  attach_title (self, _("Queue"), COLUMN_QUEUE);
  self->rank_title = attach_title (self, C_("why", "Rank"), COLUMN_RANK);
  self->priority_title = attach_title (self, C_("why", "Effective priority"), COLUMN_PRIORITY);
  /* Translators: of the oldest task, a title above numbers */
  attach_title (self, C_("why", "Enqueue order"), COLUMN_ORDER);

  for (guint i = 0; i < N_ROWS; i++)
    {
      for (guint j = 0; j < N_COLUMNS; j++)
        self->cells[i][j] = attach (self, "", j, 2 * i + 1, 1, j >= COLUMN_RANK ? "numeric" : NULL);
      gtk_widget_set_hexpand (self->cells[i][COLUMN_QUEUE], TRUE);
      gtk_label_set_ellipsize (GTK_LABEL (self->cells[i][COLUMN_QUEUE]), PANGO_ELLIPSIZE_MIDDLE);
      self->reasons[i] = attach (self, "", COLUMN_QUEUE, 2 * i + 2, N_COLUMNS - 1, "dim-label");
      gtk_label_set_wrap (GTK_LABEL (self->reasons[i]), TRUE);
      gtk_widget_set_visible (self->reasons[i], FALSE);
    }
  for (guint j = 0; j < N_COLUMNS; j++)
    gtk_widget_add_css_class (self->cells[0][j], "chosen");
}

static void
explain_action (LsWhyCard  *self,
                const char *name,
                GVariant   *parameter)
{
  guint32 task, other = 0;

  if (g_variant_is_of_type (parameter, G_VARIANT_TYPE_UINT32))
    task = g_variant_get_uint32 (parameter);
  else
    g_variant_get (parameter, "(uu)", &task, &other);
  ls_actions_reveal (GTK_WIDGET (self));
  ls_player_select (self->player, LS_SELECTION_TASK, task);
  if (!g_str_equal (name, "show-why"))
    explain_past (self, task, other);
}

static void
ls_why_card_dispose (GObject *object)
{
  LsWhyCard *self = LS_WHY_CARD (object);

  g_clear_object (&self->player);
  g_clear_pointer (&self->past, ls_state_unref);
  g_clear_pointer (&self->explanation, ls_explanation_free);

  G_OBJECT_CLASS (ls_why_card_parent_class)->dispose (object);
}

static void
ls_why_card_class_init (LsWhyCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_why_card_dispose;

  ls_actions_add_reveal (LS_TYPE_WHY_CARD);

  g_type_ensure (LS_TYPE_TEXT_BLOCK);
  g_type_ensure (LS_TYPE_THING_CHOOSER);
  g_type_ensure (LS_TYPE_WRAP_BOX);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-why-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, title);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, departure);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, text);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, passing_text);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, details);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, table);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, more);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, reference);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, clause);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, then);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, before);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, chooser);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, go);
  gtk_widget_class_bind_template_child (widget_class, LsWhyCard, back);
  gtk_widget_class_bind_template_callback (widget_class, show_table);
  gtk_widget_class_bind_template_callback (widget_class, on_then);
  gtk_widget_class_bind_template_callback (widget_class, on_before);
  gtk_widget_class_bind_template_callback (widget_class, on_go);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_bind_template_callback (widget_class, explain_now);
}

static void
ls_why_card_init (LsWhyCard *self)
{
  static const LsActionEntry entries[] = {
    { "show-why", "u", 0, G_CALLBACK (explain_action) },
    { "why-then", "u", 0, G_CALLBACK (explain_action) },
    { "why-before", "(uu)", 0, G_CALLBACK (explain_action) },
    { NULL },
  };

  g_autoptr (GSettings) settings = g_settings_new (LS_APP_ID);

  ls_actions_add (GTK_WIDGET (self), entries);
  gtk_widget_init_template (GTK_WIDGET (self));
  make_table (self);
  g_settings_bind (settings, "why-details", self->details, "expanded", G_SETTINGS_BIND_DEFAULT);
}

/**
 * ls_why_card_set_player:
 * @self: a card
 * @player: the player whose position to explain
 *
 * Explains the state at @player's position, now and after each move.
 */
void
ls_why_card_set_player (LsWhyCard *self,
                        LsPlayer  *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  ls_thing_chooser_set_player (LS_THING_CHOOSER (self->chooser), player, TRUE);
  g_signal_connect_object (player, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "selection-changed", G_CALLBACK (explain_now), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "running-changed", G_CALLBACK (on_running_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_choices_of (player), "found", G_CALLBACK (show_departure), self, G_CONNECT_SWAPPED);
  explain_now (self);
}

/**
 * ls_why_card_dup_text:
 * @self: a card
 *
 * Returns: (transfer full): the whole explanation, with all queues, as plain text
 */
char *
ls_why_card_dup_text (LsWhyCard *self)
{
  g_autofree char *text = NULL;

  if (self->explanation == NULL)
    return g_strdup ("");
  text = ls_explanation_to_text (self->explanation, get_state (self));
  if (gtk_widget_get_visible (self->departure))
    return g_strdup_printf ("%s\n%s\n%s", self->explanation->title, gtk_label_get_label (GTK_LABEL (self->departure)), text);
  return g_strdup_printf ("%s\n%s", self->explanation->title, text);
}
