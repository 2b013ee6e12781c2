/* ls-inspector.c: what is known of the selected thing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-inspector.h"

#include <glib/gi18n.h>

#include "ls-place.h"
#include "ls-text.h"

/**
 * LsInspector:
 *
 * The selected task, queue, signal or timer in a few lines; the next task if nothing is selected.
 */
struct _LsInspector
{
  GtkWidget  parent_instance;

  GtkWidget *title;
  GtkWidget *kind;
  GtkWidget *text;
  GtkWidget *place;

  LsPlayer  *player;
};

G_DEFINE_FINAL_TYPE (LsInspector, ls_inspector, GTK_TYPE_WIDGET)

G_GNUC_PRINTF (2, 3) static void
add_line (GString    *text,
          const char *format,
          ...)
{
  va_list args;

  if (text->len > 0)
    g_string_append_c (text, '\n');
  va_start (args, format);
  g_string_append_vprintf (text, format, args);
  va_end (args);
}

static char *
format_span (guint64 from,
             guint64 to)
{
  return ls_text_format_time (from != LS_TIME_NEVER && to >= from ? to - from : 0);
}

static void
add_times (GString           *text,
           LsState           *state,
           const LsTaskState *task)
{
  guint64 now = ls_state_get_time (state);
  gboolean started = task->started_at != LS_TIME_NEVER;
  gboolean finished = task->finished_at != LS_TIME_NEVER;

  if (task->status == LS_TASK_STATUS_DELAYED)
    {
      g_autofree char *due = ls_text_format_time (task->due_at);

      add_line (text, _("Due at %s"), due);
    }
  if (task->queued_at != LS_TIME_NEVER)
    {
      g_autofree char *at = ls_text_format_time (task->queued_at);
      g_autofree char *waited = format_span (task->queued_at,
                                             started ? task->started_at : finished ? task->finished_at : now);

      add_line (text, _("Queued at %s, waited %s"), at, waited);
    }
  if (started)
    {
      g_autofree char *at = ls_text_format_time (task->started_at);
      g_autofree char *ran = format_span (task->started_at, finished ? task->finished_at : now);

      add_line (text, _("Started at %s, ran %s"), at, ran);
    }
  if (task->threw)
    add_line (text, "%s", _("It threw"));
}

static void
add_queue (GString            *text,
           LsState            *state,
           const LsQueueState *queue)
{
  g_autofree char *owner = queue->signal != 0 ? ls_text_format_signal (state, queue->signal) : NULL;

  if (owner != NULL)
    /* Translators: a signal, then a number */
    add_line (text, _("Queue of %s · effective priority %u"), owner, queue->effective_priority);
  else
    add_line (text, _("Static queue · effective priority %u"), queue->effective_priority);
}

/* Where in the program it was posted, to be shown there. */
static void
link_to (LsInspector *self,
         LsState     *state,
         guint64      record)
{
  g_autofree char *script = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *label = NULL;
  g_autofree char *target = NULL;
  LsPlace place;

  if (record == G_MAXUINT64 || !ls_place_of_record (&place, ls_state_get_trace (state), record))
    return;
  script = ls_place_dup_script (&place);
  shown = ls_place_format (&place);
  /* Translators: a file and a line */
  label = g_strdup_printf (_("Posted in %s"), shown);
  target = g_strdup_printf ("%s:%u:%u", script, place.line, MAX (place.column, 1));
  gtk_button_set_label (GTK_BUTTON (self->place), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->place), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->place), "s", target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->place), "win.show-place");
  gtk_widget_set_visible (self->place, TRUE);
}

static void
inspect_task (LsInspector *self,
              LsState     *state,
              guint32      id,
              GString     *text)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  g_autofree char *title = g_strdup_printf (_("Task %u"), id);
  g_autofree char *name = NULL;

  gtk_label_set_label (GTK_LABEL (self->title), title);
  if (task == NULL || task->status == LS_TASK_STATUS_NONE)
    {
      gtk_label_set_label (GTK_LABEL (self->kind), ls_text_task_status (LS_TASK_STATUS_NONE));
      return;
    }

  name = ls_text_format_task (state, id);
  gtk_label_set_label (GTK_LABEL (self->kind),
                       task->is_continuation ? C_("task", "continuation")
                       : task->is_timer      ? C_("task", "timer")
                       : task->is_scheduler_task ? C_("task", "task")
                                             : ls_queue_type_to_string (task->queue_type));
  add_line (text, "%s, %s", name, ls_text_task_status (task->status));

  link_to (self, state, task->posted_record);
  if (task->posted_by != 0)
    {
      g_autofree char *poster = ls_text_format_task (state, task->posted_by);
      g_autofree char *at = ls_text_format_time (task->posted_at);

      add_line (text, _("Posted by %s at %s"), poster, at);
    }
  else if (task->posted_at != LS_TIME_NEVER)
    {
      g_autofree char *at = ls_text_format_time (task->posted_at);

      add_line (text, _("Posted at %s"), at);
    }
  if (task->queue != 0)
    {
      add_queue (text, state, ls_state_get_queue (state, task->queue));
    }
  if (task->enqueue_order != 0)
    add_line (text, _("Enqueue order %u"), task->enqueue_order);
  if (task->signal != 0)
    {
      g_autofree char *signal = ls_text_format_signal (state, task->signal);

      add_line (text, _("Can be aborted by %s"), signal);
    }
  add_times (text, state, task);
}

static void
inspect_queue (LsInspector *self,
               LsState     *state,
               guint32      id,
               GString     *text)
{
  const LsQueueState *queue = ls_state_get_queue (state, id);
  g_autofree char *title = g_strdup_printf (_("Queue %u"), id);

  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->kind), "");
  if (queue == NULL)
    return;

  gtk_label_set_label (GTK_LABEL (self->kind),
                       queue->is_continuation ? C_("queue", "continuations") : C_("queue", "tasks"));
  add_queue (text, state, queue);
  add_line (text, "%s", ls_task_priority_to_string (queue->priority));
  add_line (text, ngettext ("%u task", "%u tasks", queue->tasks.length), queue->tasks.length);
  if (!queue->exists)
    add_line (text, "%s", _("Removed: it became empty"));
}

static void
inspect_signal (LsInspector *self,
                LsState     *state,
                guint32      id,
                GString     *text)
{
  const LsSignalState *signal = ls_state_get_signal (state, id);
  g_autofree char *title = ls_text_format_signal (state, id);

  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->kind), "");
  if (signal == NULL)
    return;

  gtk_label_set_label (GTK_LABEL (self->kind),
                       signal->flags & LS_RECORD_FLAG_TASK_SIGNAL ? "TaskSignal" : "AbortSignal");
  if (signal->priority != LS_TASK_PRIORITY_NONE)
    {
      if (signal->previous_priority != LS_TASK_PRIORITY_NONE && signal->previous_priority != signal->priority)
        add_line (text, _("Priority %s, before that %s"), ls_task_priority_to_string (signal->priority),
                  ls_task_priority_to_string (signal->previous_priority));
      else
        add_line (text, _("Priority %s"), ls_task_priority_to_string (signal->priority));
    }
  if (signal->source != 0)
    {
      g_autofree char *source = ls_text_format_signal (state, signal->source);

      add_line (text, _("Follows the priority of %s"), source);
    }
  else if (signal->flags & LS_RECORD_FLAG_FIXED)
    {
      add_line (text, "%s", _("Its priority is fixed"));
    }
  if (signal->aborted)
    {
      const char *full = signal->reason != 0 ? ls_trace_get_text (ls_state_get_trace (state), signal->reason) : "";
      g_autofree char *reason = ls_text_shorten (full);

      add_line (text, _("Aborted: %s"), reason);
    }
  add_line (text, ngettext ("%u listener", "%u listeners", signal->n_listeners), signal->n_listeners);
}

static void
inspect_timer (LsInspector *self,
               LsState     *state,
               guint32      id,
               GString     *text)
{
  const LsTimerState *timer = ls_state_get_timer (state, id);
  g_autofree char *title = ls_text_format_timer (state, id);
  g_autofree char *timeout = NULL;

  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->kind), C_("task", "timer"));
  if (timer == NULL)
    return;
  timeout = ls_text_format_time ((guint64) timer->timeout * 1000);
  add_line (text, timer->clamped ? _("Timeout %s, clamped") : _("Timeout %s"), timeout);
  add_line (text, _("Nesting level %u"), timer->nesting_level);
  if (timer->repeating)
    add_line (text, "%s", _("It repeats"));
  if (!timer->active)
    add_line (text, "%s", _("It is not active"));
}

static void
update (LsInspector *self)
{
  LsState *state = ls_player_get_state (self->player);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 id = 0;

  gtk_widget_set_visible (self->place, FALSE);

  switch (ls_player_get_selection (self->player, &id))
    {
    case LS_SELECTION_TASK:
      inspect_task (self, state, id, text);
      break;
    case LS_SELECTION_QUEUE:
      inspect_queue (self, state, id, text);
      break;
    case LS_SELECTION_SIGNAL:
      inspect_signal (self, state, id, text);
      break;
    case LS_SELECTION_TIMER:
      inspect_timer (self, state, id, text);
      break;
    case LS_SELECTION_MICROTASK:
    case LS_SELECTION_NONE:
    default:
      id = ls_state_get_next_task (state);
      if (id != 0)
        inspect_task (self, state, id, text);
      break;
    }

  gtk_widget_set_visible (GTK_WIDGET (self), id != 0);
  gtk_label_set_label (GTK_LABEL (self->text), text->str);
}

static void
ls_inspector_dispose (GObject *object)
{
  LsInspector *self = LS_INSPECTOR (object);
  GtkWidget *child;

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ls_inspector_parent_class)->dispose (object);
}

static void
ls_inspector_class_init (LsInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_inspector_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, LsInspector, title);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, kind);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, text);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, place);
}

static void
ls_inspector_init (LsInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_inspector_set_player:
 * @self: an inspector
 * @player: what to inspect
 *
 * Shows what is selected as it is at @player's position, now and after each move.
 */
void
ls_inspector_set_player (LsInspector *self,
                         LsPlayer    *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_swapped (player, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (player, "selection-changed", G_CALLBACK (update), self);
  update (self);
}
