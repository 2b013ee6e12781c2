/* ls-source-card.c: what runs, the microtasks, and the tasks that wait for time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-source-card.h"

#include <glib/gi18n.h>

#include "ls-others-line.h"
#include "ls-task-chip.h"
#include "ls-text-block.h"
#include "ls-text.h"
#include "ls-trace-names-private.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

#define MAX_MICROTASKS 4
#define MAX_DELAYED 3
#define MAX_TIMERS 1000

/**
 * LsSourceCard:
 *
 * A card with a title, some chips and a note. The stage has one for the task that runs, one for the microtasks, and one for the
 * tasks that become due next.
 */
struct _LsSourceCard
{
  GtkBox     parent_instance;

  GtkWidget *title;
  GtkWidget *chips;
  GtkWidget *note;

  gboolean   hides_yield;  /* how yield() would go on is not told */
};

G_DEFINE_FINAL_TYPE (LsSourceCard, ls_source_card, GTK_TYPE_BOX)

static void
ls_source_card_class_init (LsSourceCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (LS_TYPE_WRAP_BOX);
  g_type_ensure (LS_TYPE_TEXT_BLOCK);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-source-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsSourceCard, title);
  gtk_widget_class_bind_template_child (widget_class, LsSourceCard, chips);
  gtk_widget_class_bind_template_child (widget_class, LsSourceCard, note);
}

static void
ls_source_card_init (LsSourceCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_widget_hide_when_empty (self->title);
  ls_widget_hide_when_empty (self->note);
}

/* Shows @title and @note below @n_chips chips. Removes the chips from @unused on. */
static void
show (LsSourceCard *self,
      const char   *title,
      const char   *note,
      guint         n_chips,
      GtkWidget    *unused)
{
  ls_widget_remove_rest (unused);
  gtk_widget_set_visible (self->chips, n_chips > 0);
  ls_text_block_set_text (LS_TEXT_BLOCK (self->note), note);
  gtk_label_set_label (GTK_LABEL (self->title), title);
}

static GtkWidget *
add_chip (LsSourceCard *self,
          GType         type)
{
  GtkWidget *chip = g_object_new (type, NULL);

  ls_wrap_box_append (LS_WRAP_BOX (self->chips), chip);
  return chip;
}

/* Returns the priority that yield() goes on with where no signal has it, or %LS_TASK_PRIORITY_NONE if that is not known. What is
 * recorded names no signal for a priority that is fixed, and does not tell whose state a reaction has. */
static LsTaskPriority
get_fixed_priority (LsState *state)
{
  const LsMicrotaskState *microtask = ls_state_get_microtask_state (state, ls_state_get_running_microtask (state));
  const LsTaskState *task = ls_state_get_task (state, ls_state_get_running_task (state));

  if (!ls_state_is_recorded (state))
    return LS_TASK_PRIORITY_USER_VISIBLE;
  if (task == NULL || !task->is_scheduler_task || (microtask != NULL && microtask->kind == LS_MICROTASK_REACTION))
    return LS_TASK_PRIORITY_NONE;
  return ls_task_priority_is_valid (task->priority) ? task->priority : LS_TASK_PRIORITY_NONE;
}

/* What the state that runs is for: how yield() would go on. Only the web's scheduler passes one on. */
static char *
describe_scheduling_state (LsSourceCard *self,
                           LsState      *state)
{
  guint32 abort_source = 0;
  guint32 priority_source = 0;
  const LsSignalState *data = NULL;
  LsTaskPriority priority;
  g_autofree char *abort_name = NULL;
  g_autofree char *priority_name = NULL;

  if (self->hides_yield || ls_state_is_of_glib (state) || ls_state_is_of_node (state))
    return g_strdup ("");
  ls_state_get_scheduling_state (state, &abort_source, &priority_source);
  if (priority_source != 0)
    data = ls_state_get_signal (state, priority_source);
  priority = data != NULL ? data->priority : get_fixed_priority (state);
  if (priority == LS_TASK_PRIORITY_NONE)
    return g_strdup ("");
  if (data != NULL && !(data->flags & LS_RECORD_FLAG_INTERNAL))
    priority_name = ls_text_format_signal (state, priority_source);
  else
    priority_name = g_strdup (ls_task_priority_to_string (priority));
  if (abort_source == 0)
    /* Translators: a priority, or the name of the signal that has it */
    return g_strdup_printf (_("yield() here goes on as %s"), priority_name);

  abort_name = ls_text_format_signal (state, abort_source);
  /* Translators: a priority, or the name of the signal that has it; the name of a signal */
  return g_strdup_printf (_("yield() here goes on as %s, unless %s aborts it"), priority_name, abort_name);
}

static const char *
explain_microtask (LsMicrotaskKind kind)
{
  switch (kind)
    {
    case LS_MICROTASK_AWAIT:
      return _("The rest of an async function, after an await");
    case LS_MICROTASK_REACTION:
      return _("What was given to then(), catch() or finally() of a promise");
    case LS_MICROTASK_THENABLE:
      return _("A promise was resolved with another one, and follows it from now on: this calls then() of the other one");
    case LS_MICROTASK_CALLBACK:
    default:
      return _("What was given to queueMicrotask()");
    }
}

static char *
describe_microtask (LsState *state,
                    guint32  microtask)
{
  const char *skipped = ls_names_get_skipped (state, microtask);

  if (skipped != NULL)
    /* Translators: “catch()” or “then()” */
    return g_strdup_printf (_("It has nothing to call: the promise that %s returned gets the value or the error as it is"), skipped);
  return g_strdup (explain_microtask (ls_state_get_microtask_state (state, microtask)->kind));
}

/**
 * ls_source_card_set_hides_yield:
 * @self: a card
 * @hides_yield: whether to keep back how `yield()` would go on where the task runs
 *
 * Says whether that is of use: who has never heard of `yield()` cannot read it.
 */
void
ls_source_card_set_hides_yield (LsSourceCard *self,
                                gboolean      hides_yield)
{
  g_return_if_fail (LS_IS_SOURCE_CARD (self));

  self->hides_yield = hides_yield;
}

/**
 * ls_source_card_show_running:
 * @self: a card
 * @player: the player to show
 *
 * Shows the task that runs at the player's position, how long it has run, and the scheduling state that it would pass on.
 */
void
ls_source_card_show_running (LsSourceCard *self,
                             LsPlayer     *player)
{
  LsState *state = ls_player_get_state (player);
  guint32 task = ls_state_get_busy_task (state);
  guint32 microtask = ls_state_get_running_microtask (state);
  g_autofree char *note = NULL;

  if (task != 0)
    {
      const LsTaskState *data = ls_state_get_task (state, task);
      GtkWidget *chip = gtk_widget_get_first_child (self->chips);
      g_autofree char *elapsed = NULL;

      if (chip == NULL)
        chip = add_chip (self, LS_TYPE_TASK_CHIP);
      ls_task_chip_set_task (LS_TASK_CHIP (chip), player, task);
      if (data->started_at != LS_TIME_NEVER)
        elapsed = ls_text_format_time (ls_state_get_time (state) - data->started_at);
      ls_task_chip_set_note (LS_TASK_CHIP (chip), elapsed);
      ls_widget_set_signal (chip, state, data->priority_source != 0 ? data->priority_source : data->signal);
    }

  if (microtask != 0)
    {
      g_autofree char *name = ls_text_format_microtask (state, microtask);
      g_autofree char *scheduling_state = describe_scheduling_state (self, state);

      note = *scheduling_state != '\0' ? g_strdup_printf (_("Microtask %s\n%s"), name, scheduling_state)
                                       : g_strdup_printf (_("Microtask %s"), name);
    }
  else
    {
      note = task != 0 ? describe_scheduling_state (self, state) : g_strdup (C_("running", "between tasks"));
    }
  show (self, _("Running"), note, task != 0, NULL);
}

/**
 * ls_source_card_show_microtasks:
 * @self: a card
 * @player: the player to show
 *
 * Shows the first microtasks at the player's position, and how many more there are.
 */
void
ls_source_card_show_microtasks (LsSourceCard *self,
                                LsPlayer     *player)
{
  LsState *state = ls_player_get_state (player);
  guint32 n_queued = 0;
  guint32 microtask = ls_state_get_first_microtask (state, &n_queued);
  GtkWidget *chip = gtk_widget_get_first_child (self->chips);
  guint n_shown = MIN (n_queued, MAX_MICROTASKS);
  g_autofree char *note = NULL;

  for (guint i = 0; i < n_shown; i++)
    {
      const LsMicrotaskState *data = ls_state_get_microtask_state (state, microtask);
      g_autofree char *name = ls_text_format_microtask (state, microtask);
      g_autofree char *description = describe_microtask (state, microtask);
      g_autofree char *tooltip = g_strdup_printf ("%s\n%s", name, description);

      if (chip == NULL)
        {
          chip = add_chip (self, GTK_TYPE_LABEL);
          gtk_label_set_ellipsize (GTK_LABEL (chip), PANGO_ELLIPSIZE_END);
          gtk_label_set_max_width_chars (GTK_LABEL (chip), 18);
          gtk_widget_add_css_class (chip, "microtask-chip");
        }
      gtk_label_set_label (GTK_LABEL (chip), name);
      ls_widget_set_tooltip (chip, tooltip);
      chip = gtk_widget_get_next_sibling (chip);
      microtask = data->next;
    }
  if (n_shown == 0)
    note = g_strdup (C_("microtasks", "none"));
  else if (n_shown < n_queued)
    note = g_strdup_printf (ngettext ("%u more", "%u more", n_queued - n_shown), n_queued - n_shown);
  show (self, _("Microtasks"), note != NULL ? note : "", n_shown, chip);
}

/**
 * ls_source_card_show_delayed:
 * @self: a card
 * @player: the player to show
 *
 * Shows the tasks that become due next after the player's position. A task of the scheduler stays here until it is in its queue.
 * Other tasks that are due are in the line of the other queues.
 */
void
ls_source_card_show_delayed (LsSourceCard *self,
                             LsPlayer     *player)
{
  LsState *state = ls_player_get_state (player);
  const LsTaskList *delayed = ls_state_get_delayed_tasks (state);
  guint64 now = ls_state_get_time (state);
  GtkWidget *chip = gtk_widget_get_first_child (self->chips);
  guint n_shown = 0;
  guint n_elsewhere = 0;
  guint n_more;
  g_autofree char *note = NULL;

  for (guint32 task = delayed != NULL ? delayed->first : 0; task != 0 && n_shown < MAX_DELAYED && n_elsewhere < MAX_TIMERS;)
    {
      const LsTaskState *data = ls_state_get_task (state, task);
      g_autofree char *due = NULL;

      if (data->due_at <= now && !data->is_scheduler_task)
        {
          n_elsewhere++;
          task = data->next_delayed;
          continue;
        }
      due = ls_others_line_format_due (state, task);
      if (chip == NULL)
        chip = add_chip (self, LS_TYPE_TASK_CHIP);
      ls_task_chip_set_task (LS_TASK_CHIP (chip), player, task);
      ls_task_chip_set_note (LS_TASK_CHIP (chip), due);
      ls_widget_set_class (chip, "late", data->due_at < now);
      n_shown++;
      chip = gtk_widget_get_next_sibling (chip);
      task = data->next_delayed;
    }
  n_more = delayed != NULL ? delayed->length - n_shown - n_elsewhere : 0;
  if (n_more > 0)
    note = g_strdup_printf (ngettext ("%u more", "%u more", n_more), n_more);
  else if (n_shown == 0)
    note = g_strdup (C_("tasks", "none"));
  show (self, _("Waiting for time"), note != NULL ? note : "", n_shown, chip);
}
