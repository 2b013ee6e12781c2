/* ls-task-card.c: what is known of a task, beside its chip
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-task-card.h"

#include <glib/gi18n.h>

#include "ls-choices.h"
#include "ls-inferred.h"
#include "ls-place.h"
#include "ls-text.h"
#include "ls-trace-names-private.h"

/**
 * LsTaskCard:
 *
 * The card describes a task in a few lines while the pointer or the focus rests on the task's chip. The inspector, in contrast,
 * stays on screen and describes the selection.
 */
struct _LsTaskCard
{
  GtkBox     parent_instance;

  GtkWidget *title;
  GtkWidget *kind;
  GtkWidget *rows;

  guint      n_rows;
  GString   *text;        /* the whole text, while the card gets a task; else NULL */
};

G_DEFINE_FINAL_TYPE (LsTaskCard, ls_task_card, GTK_TYPE_BOX)

static void
ls_task_card_class_init (LsTaskCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-task-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LsTaskCard, title);
  gtk_widget_class_bind_template_child (widget_class, LsTaskCard, kind);
  gtk_widget_class_bind_template_child (widget_class, LsTaskCard, rows);
}

static void
ls_task_card_init (LsTaskCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static GtkWidget *
new_label (const char *text,
           gboolean    is_key)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  if (is_key)
    {
      gtk_widget_add_css_class (label, "dim-label");
    }
  else
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 34);
    }
  return label;
}

/* Adds a row. Takes ownership of @value. */
static void
add_row (LsTaskCard *self,
         const char *key,
         char       *value)
{
  gtk_grid_attach (GTK_GRID (self->rows), new_label (key, TRUE), 0, self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->rows), new_label (value, FALSE), 1, self->n_rows, 1, 1);
  g_string_append_printf (self->text, ", %s: %s", key, value);
  self->n_rows++;
  g_free (value);
}

static void
clear_rows (LsTaskCard *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->rows)) != NULL)
    gtk_grid_remove (GTK_GRID (self->rows), child);
  self->n_rows = 0;
}

static void
add_priority (LsTaskCard        *self,
              LsState           *state,
              const LsTaskState *task)
{
  LsTaskPriority priority = ls_text_get_task_priority (state, task->id);
  const LsQueueState *queue = task->queue != 0 ? ls_state_get_queue (state, task->queue) : NULL;
  const char *name = ls_task_priority_to_string (priority);

  if (!task->is_scheduler_task)
    return;
  if (priority == LS_TASK_PRIORITY_NONE)
    add_row (self, _("Priority"), g_strdup (_("decided when its delay ends")));
  else if (queue != NULL)
    /* Translators: a priority, and the number of its effective priority */
    add_row (self, _("Priority"), g_strdup_printf (_("%s, effective %u"), name, queue->effective_priority));
  else
    add_row (self, _("Priority"), g_strdup (name));
}

static void
add_queue (LsTaskCard        *self,
           LsState           *state,
           const LsTaskState *task)
{
  const LsQueueState *queue = task->queue != 0 ? ls_state_get_queue (state, task->queue) : NULL;

  if (queue != NULL && queue->signal != 0)
    add_row (self, _("Queue"), ls_text_format_signal (state, queue->signal));
  else if (queue != NULL)
    add_row (self, _("Queue"), g_strdup (ls_text_no_signal (state)));
  else if (!task->is_scheduler_task)
    add_row (self, _("Queue"), g_strdup (ls_names_say_queue_type (task->queue_type)));
}

/* Adds which task posted the task, and from which place in the program. */
static void
add_poster (LsTaskCard        *self,
            LsState           *state,
            const LsTaskState *task)
{
  LsPlace place;
  g_autofree char *poster = task->posted_by != 0 ? ls_text_format_task (state, task->posted_by) : NULL;
  g_autofree char *where = NULL;

  if (task->posted_record != G_MAXUINT64 &&
      ls_place_of_record (&place, ls_state_get_trace (state), task->posted_record))
    where = ls_place_format (&place);
  if (poster != NULL && where != NULL)
    add_row (self, _("Posted by"), g_strdup_printf ("%s, %s", poster, where));
  else if (poster != NULL)
    add_row (self, _("Posted by"), g_steal_pointer (&poster));
  else if (where != NULL)
    add_row (self, _("Posted in"), g_steal_pointer (&where));
}

static void
add_times (LsTaskCard        *self,
           LsState           *state,
           const LsTaskState *task)
{
  guint64 now = ls_state_get_time (state);
  g_autofree char *at = NULL;
  g_autofree char *span = NULL;

  if (task->status == LS_TASK_STATUS_DELAYED && task->awaits_event)
    /* Translators: a source of GLib waits for an event, such as data at a descriptor, and not for a time */
    add_row (self, _("Waits for"), g_strdup (C_("source", "an event")));
  else if (task->status == LS_TASK_STATUS_DELAYED && ls_state_infers_due (state, task->id))
    /* Translators: when a task can run, which a recording does not say */
    add_row (self, _("Due at"), g_strdup (C_("due", "not recorded")));
  else if (task->status == LS_TASK_STATUS_DELAYED)
    {
      at = ls_text_format_time (task->due_at);
      span = ls_text_format_time (task->due_at != LS_TIME_NEVER && task->due_at > now ? task->due_at - now : 0);
      /* Translators: a time, and how long it is until then */
      add_row (self, _("Due at"), g_strdup_printf (_("%s, in %s"), at, span));
    }
  else if (task->status == LS_TASK_STATUS_RUNNING && task->started_at != LS_TIME_NEVER)
    {
      at = ls_text_format_time (task->started_at);
      span = ls_text_format_time (now - MIN (now, task->started_at));
      /* Translators: a time, and how long it was since then */
      add_row (self, _("Running since"), g_strdup_printf (_("%s, for %s"), at, span));
    }
  else if (task->queued_at != LS_TIME_NEVER)
    {
      at = ls_text_format_time (task->queued_at);
      span = ls_text_format_time (now - MIN (now, task->queued_at));
      add_row (self, _("Waiting since"), g_strdup_printf (_("%s, for %s"), at, span));
    }
}

static void
add_timer (LsTaskCard        *self,
           LsState           *state,
           const LsTaskState *task)
{
  const LsTimerState *timer = task->timer != 0 ? ls_state_get_timer (state, task->timer) : NULL;
  g_autofree char *timeout = NULL;

  if (timer == NULL)
    return;
  timeout = ls_text_format_time ((guint64) timer->timeout * 1000);
  add_row (self, _("Timeout"), g_strdup_printf (timer->clamped ? _("%s, clamped") : "%s", timeout));
  add_row (self, _("Nesting level"), g_strdup_printf ("%u", timer->nesting_level));
}

/**
 * ls_task_card_set_task:
 * @self: a card
 * @player: the player that the task belongs to
 * @task: a task
 *
 * Shows @task at the player's position.
 *
 * Returns: (transfer full): the card's whole text in one line, for assistive technology
 */
char *
ls_task_card_set_task (LsTaskCard *self,
                       LsPlayer   *player,
                       guint32     task)
{
  LsState *state = ls_player_get_state (player);
  const LsTaskState *data = ls_state_get_task (state, task);
  g_autofree char *name = ls_text_format_task (state, task);
  g_autofree char *kind = NULL;
  g_autofree char *departure = NULL;
  g_autofree char *inferred = NULL;

  clear_rows (self);
  gtk_label_set_label (GTK_LABEL (self->title), name);
  /* Translators: a task's number, and its status, such as queued */
  kind = g_strdup_printf (_("Task %u, %s"), task, ls_text_task_status_now (state, task));
  gtk_label_set_label (GTK_LABEL (self->kind), kind);
  self->text = g_string_new (NULL);
  g_string_printf (self->text, "%s, %s", name, kind);
  if (data == NULL)
    return g_string_free (g_steal_pointer (&self->text), FALSE);

  add_priority (self, state, data);
  add_queue (self, state, data);
  add_poster (self, state, data);
  add_times (self, state, data);
  if (data->enqueue_order != 0)
    add_row (self, _("Enqueue order"), g_strdup_printf ("%u", data->enqueue_order));
  add_timer (self, state, data);
  if (data->signal != 0)
    add_row (self, _("Aborted by"), ls_text_format_signal (state, data->signal));
  else if (data->is_scheduler_task)
    add_row (self, _("Aborted by"), g_strdup (ls_state_is_recorded (state) ? C_("signal", "not recorded") : C_("signal", "none")));
  departure = ls_state_is_recorded (state) ? ls_choices_describe (ls_choices_of (player), task) : NULL;
  if (departure != NULL)
    add_row (self, C_("task", "Choice"), g_steal_pointer (&departure));
  inferred = ls_inferred_of_task (state, task, NULL);
  if (inferred != NULL)
    add_row (self, _("Recording"), g_steal_pointer (&inferred));
  return g_string_free (g_steal_pointer (&self->text), FALSE);
}
