/* ls-inspector.c: describes the selected item
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-inspector.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-inferred.h"
#include "ls-place.h"
#include "ls-poster.h"
#include "ls-recorded-place.h"
#include "ls-task-waits.h"
#include "ls-text-block.h"
#include "ls-text.h"
#include "ls-trace-names-private.h"
#include "ls-widget.h"

/**
 * LsInspector:
 *
 * Describes the selected task, queue, signal or timer in a few lines, or the next task if nothing is selected. For a scheduler task
 * it can also tell how long the task would have waited with other priorities.
 */
struct _LsInspector
{
  GtkBox     parent_instance;

  GtkWidget *title;
  GtkWidget *kind;
  GtkWidget *text;
  GtkWidget *place;
  GtkWidget *code;
  GtkWidget *compare;
  GtkWidget *inferred;
  GtkWidget *waits;

  LsPlayer    *player;
  LsDebugger  *debugger;      /* NULL if it cannot run a session again */
  LsTaskWaits *task_waits;    /* NULL if @debugger is NULL */
  guint32      task;          /* the displayed scheduler task, 0 for none */
  LsTaskPriority task_priority;
  LsSources   *sources;       /* (nullable): of the recording */
};

G_DEFINE_FINAL_TYPE (LsInspector, ls_inspector, GTK_TYPE_BOX)

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

  if (task->status == LS_TASK_STATUS_DELAYED && task->awaits_event)
    add_line (text, _("Waits for an event"));
  else if (task->due_at != LS_TIME_NEVER &&
           (task->status == LS_TASK_STATUS_DELAYED || (task->queued_at != LS_TIME_NEVER && task->queued_at > task->due_at)))
    {
      g_autofree char *due = ls_text_format_time (task->due_at);

      add_line (text, _("Due at %s"), due);
    }
  if (task->queued_at != LS_TIME_NEVER)
    {
      g_autofree char *at = ls_text_format_time (task->queued_at);
      g_autofree char *waited = format_span (task->queued_at, started ? task->started_at : finished ? task->finished_at : now);

      add_line (text, _("Queued at %s, waited %s"), at, waited);
    }
  if (started)
    {
      g_autofree char *at = ls_text_format_time (task->started_at);
      g_autofree char *ran = format_span (task->started_at, finished ? task->finished_at : now);

      add_line (text, _("Started at %s, ran %s"), at, ran);
    }
  if (task->threw)
    add_line (text, "%s", _("Threw an exception"));
}

static void
add_queue (GString            *text,
           LsState            *state,
           const LsQueueState *queue)
{
  g_autofree char *owner = queue->signal != 0 ? ls_text_format_signal (state, queue->signal) : NULL;

  if (owner != NULL)
    /* Translators: a signal, then a number */
    add_line (text, _("Queue of signal %s · effective priority %u"), owner, queue->effective_priority);
  else
    add_line (text, ls_state_is_recorded (state) ? _("No recorded signal · effective priority %u")
                                                 : _("Static queue · effective priority %u"), queue->effective_priority);
}

/* Makes a button a link to a place. @format: what the place is, with room for a file and a line */
static void
link_button (GtkWidget     *button,
             const char    *format,
             const LsPlace *place,
             const char    *action)
{
  g_autofree char *script = ls_place_dup_script (place);
  g_autofree char *shown = ls_place_format (place);
  g_auto (GStrv) halves = g_strsplit (format, "%s", 2);
  g_autofree char *label = g_strjoinv (shown, halves);
  g_autofree char *target = g_strdup_printf ("%s:%u:%u", script, place->line, MAX (place->column, 1));

  gtk_button_set_label (GTK_BUTTON (button), label);
  ls_widget_name (button, "%s", label);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_visible (button, TRUE);
}

/* Shows a place in a script of a recorded page: as a link, unless it is known that the script is not at hand. */
static void
link_recorded (LsInspector *self,
               GtkWidget   *button,
               const char  *text,
               const char  *format,
               const char  *missing)
{
  LsPlace place;
  const gboolean is_missing = text != NULL && self->sources != NULL && ls_sources_is_missing (self->sources, text);

  if (text == NULL || !ls_place_parse (&place, text))
    return;
  link_button (button, is_missing ? missing : format, &place, is_missing ? NULL : "win.show-source");
  if (is_missing)
    gtk_widget_set_sensitive (button, FALSE);
  ls_widget_set_tooltip (button, is_missing ? _("Neither in the recording nor in a file beside it") : _("Show the Line of the Script"));
}

/* Shows where in the program the task was posted, with a link to that place; of a recorded task also where its code is. */
static void
link_to (LsInspector       *self,
         LsState           *state,
         const LsTaskState *task)
{
  LsPlace place;

  if (ls_state_is_recorded (state))
    {
      link_recorded (self, self->place, ls_recorded_place_of_post (state, task->id),
                     /* Translators: a file and a line */
                     _("Posted in %s"), _("Posted in %s · not at hand"));
      if (task->is_continuation)
        link_recorded (self, self->code, ls_recorded_place_of_code (state, task->id),
                       /* Translators: a file and a line */
                       _("Yields in %s"), _("Yields in %s · not at hand"));
      else
        link_recorded (self, self->code, ls_recorded_place_of_code (state, task->id),
                       /* Translators: a file and a line */
                       _("Code in %s"), _("Code in %s · not at hand"));
      return;
    }
  if (task->posted_record == G_MAXUINT64 || !ls_place_of_record (&place, ls_state_get_trace (state), task->posted_record))
    return;
  link_button (self->place, _("Posted in %s"), &place, "win.show-place");
  ls_widget_set_tooltip (self->place, _("Show the Line of the Program"));
}

/* Says whose priority the task has instead of its own. */
static void
add_raise (GString           *text,
           LsState           *state,
           const LsTaskState *task)
{
  const char *from = ls_task_priority_to_string (task->raised_from);
  const char *to = ls_task_priority_to_string (task->raised_to);
  g_autofree char *awaiter = task->raised_by != 0 ? ls_text_format_task (state, task->raised_by) : NULL;

  if (awaiter != NULL)
    /* Translators: two priorities, such as background and user-visible, and a task */
    add_line (text, _("Raised from %s to %s by %s, which awaits it"), from, to, awaiter);
  else
    /* Translators: two priorities, such as background and user-visible */
    add_line (text, _("Raised from %s to %s by code that awaits it"), from, to);
}

/* Offers to compute waits for a scheduler task that was queued. A task that its signal aborted before that never waits. */
static void
offer_waits (LsInspector       *self,
             LsState           *state,
             guint32            id,
             const LsTaskState *task)
{
  const LsQueueState *queue = task->queue != 0 ? ls_state_get_queue (state, task->queue) : NULL;

  /* What was recorded cannot run again with another priority: What If makes a program of it. */
  if (self->debugger == NULL || queue == NULL || task->queued_at == LS_TIME_NEVER || !task->is_scheduler_task ||
      ls_state_is_recorded (state))
    return;
  self->task = id;
  self->task_priority = queue->priority;
}

static void
inspect_task (LsInspector *self,
              LsState     *state,
              guint32      id,
              GString     *text)
{
  const LsTaskState *task = ls_state_get_task (state, id);
  g_autofree char *name = NULL, *poster = NULL;

  ls_widget_print (self->title, _("Task %u"), id);
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
                                             : ls_names_say_queue_type (task->queue_type));
  add_line (text, "%s, %s", name, ls_text_task_status_now (state, id));

  link_to (self, state, task);
  if ((poster = ls_poster_describe (state, id)) != NULL)
    add_line (text, "%s", poster);
  if (task->queue != 0)
    add_queue (text, state, ls_state_get_queue (state, task->queue));
  if (task->is_raised)
    add_raise (text, state, task);
  if (task->enqueue_order != 0)
    add_line (text, _("Enqueue order %u"), task->enqueue_order);
  if (task->signal != 0)
    {
      g_autofree char *signal = ls_text_format_signal (state, task->signal);

      add_line (text, _("%s can abort it"), signal);
    }
  add_times (text, state, task);
  offer_waits (self, state, id, task);
}

static void
inspect_queue (LsInspector *self,
               LsState     *state,
               guint32      id,
               GString     *text)
{
  const LsQueueState *queue = ls_state_get_queue (state, id);

  ls_widget_print (self->title, _("Queue %u"), id);
  if (queue == NULL)
    return;

  gtk_label_set_label (GTK_LABEL (self->kind),
                       queue->is_continuation ? C_("queue", "continuations") : C_("queue", "tasks"));
  add_queue (text, state, queue);
  add_line (text, "%s", ls_task_priority_to_string (queue->priority));
  add_line (text, ngettext ("%u task", "%u tasks", queue->tasks.length), queue->tasks.length);
  if (!queue->exists)
    add_line (text, "%s", _("Removed when it became empty"));
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
  if (signal == NULL)
    return;

  gtk_label_set_label (GTK_LABEL (self->kind),
                       signal->flags & LS_RECORD_FLAG_TASK_SIGNAL ? "TaskSignal" : "AbortSignal");
  if (signal->priority != LS_TASK_PRIORITY_NONE)
    {
      if (signal->previous_priority != LS_TASK_PRIORITY_NONE && signal->previous_priority != signal->priority)
        add_line (text, _("Priority %s, previously %s"), ls_task_priority_to_string (signal->priority),
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
    add_line (text, "%s", _("Repeats"));
  if (!timer->active)
    add_line (text, "%s", _("Not active"));
}

/* Lists the waits of the task with other priorities, as far as they are known. */
static void
update_waits (LsInspector *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_pending = FALSE;
  gboolean is_asked;

  if (self->task_waits == NULL)
    return;
  if (ls_task_waits_get_task (self->task_waits) != self->task)
    ls_task_waits_cancel (self->task_waits);
  is_asked = self->task != 0 && ls_task_waits_get_task (self->task_waits) == self->task;
  for (guint i = LS_TASK_PRIORITY_USER_BLOCKING; is_asked && i >= LS_TASK_PRIORITY_BACKGROUND; i--)
    {
      g_autofree char *time = NULL;
      guint64 waited;

      switch (ls_task_waits_get (self->task_waits, i, &waited))
        {
        case LS_TASK_WAIT_PENDING:
          is_pending = TRUE;
          break;
        case LS_TASK_WAIT_KNOWN:
          time = ls_text_format_time (waited);
          /* Translators: a time, then a priority */
          add_line (text, _("Would have waited %s with priority %s"), time, ls_task_priority_to_string (i));
          break;
        case LS_TASK_WAIT_REMOVED:
          add_line (text, _("Would have been removed before it ran with priority %s"), ls_task_priority_to_string (i));
          break;
        case LS_TASK_WAIT_ENDLESS:
          add_line (text, _("Would not have run at all with priority %s"), ls_task_priority_to_string (i));
          break;
        default:
          break;
        }
    }
  if (is_pending)
    add_line (text, "%s", _("Trying other priorities…"));
  gtk_label_set_label (GTK_LABEL (self->waits), text->str);
  gtk_widget_set_visible (self->waits, text->len > 0);
  gtk_widget_set_visible (self->compare, self->task != 0 && !is_asked && ls_player_get_curtain (self->player) == 0);
}

static void
on_waits_changed (LsInspector *self)
{
  update_waits (self);
  ls_compat_announce (self->waits, gtk_label_get_label (GTK_LABEL (self->waits)));
}

static void
on_compare (LsInspector *self)
{
  if (self->task_waits == NULL || self->task == 0)
    return;
  ls_task_waits_start (self->task_waits, self->task, self->task_priority);
  update_waits (self);
}

/* Drops the results, which belong to another run. */
static void
on_trace_changed (LsInspector *self)
{
  ls_task_waits_cancel (self->task_waits);
  update_waits (self);
}

/* Marks what a recording does not say. */
static void
show_inferred (LsInspector *self,
               LsState     *state)
{
  guint32 id = 0;
  LsSelectionKind kind = ls_player_get_selection (self->player, &id);
  g_autofree char *explanation = NULL;
  g_autofree char *text = NULL;

  if (kind == LS_SELECTION_SIGNAL)
    text = ls_inferred_of_signal (state, id, &explanation);
  else if (kind == LS_SELECTION_TASK || kind == LS_SELECTION_NONE)
    text = ls_inferred_of_task (state, kind == LS_SELECTION_TASK ? id : ls_state_get_next_task (state), &explanation);
  ls_widget_show_text (self->inferred, text);
  ls_widget_set_tooltip (self->inferred, explanation);
}

static void
update (LsInspector *self)
{
  LsState *state = ls_player_get_state (self->player);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 id = 0;

  gtk_widget_set_visible (self->place, FALSE);
  gtk_widget_set_visible (self->code, FALSE);
  gtk_label_set_label (GTK_LABEL (self->kind), "");
  self->task = 0;

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
    default:
      id = ls_state_get_next_task (state);
      /* The turn that runs may post it yet. */
      if (ls_state_get_task (state, id) == NULL)
        id = 0;
      if (id != 0)
        inspect_task (self, state, id, text);
      break;
    }

  gtk_widget_set_visible (GTK_WIDGET (self), id != 0);
  ls_text_block_set_text (LS_TEXT_BLOCK (self->text), text->str);
  show_inferred (self, state);
  update_waits (self);
}

static void
ls_inspector_dispose (GObject *object)
{
  LsInspector *self = LS_INSPECTOR (object);

  g_clear_object (&self->player);
  g_clear_object (&self->task_waits);
  g_clear_object (&self->debugger);
  g_clear_object (&self->sources);

  G_OBJECT_CLASS (ls_inspector_parent_class)->dispose (object);
}

static void
ls_inspector_class_init (LsInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_inspector_dispose;

  g_type_ensure (LS_TYPE_TEXT_BLOCK);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, LsInspector, title);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, kind);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, text);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, place);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, code);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, compare);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, inferred);
  gtk_widget_class_bind_template_child (widget_class, LsInspector, waits);
  gtk_widget_class_bind_template_callback (widget_class, on_compare);
}

static void
ls_inspector_init (LsInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_inspector_set_player:
 * @self: an inspector
 * @player: the player to inspect
 *
 * Describes the selection at @player's position, now and after each move.
 */
void
ls_inspector_set_player (LsInspector *self,
                         LsPlayer    *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "selection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * ls_inspector_set_debugger:
 * @self: an inspector with a player
 * @debugger: the debugger whose session it can run again
 *
 * Lets the inspector compute how long a task would have waited with another priority.
 */
void
ls_inspector_set_debugger (LsInspector *self,
                           LsDebugger  *debugger)
{
  g_return_if_fail (self->player != NULL && self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  self->task_waits = ls_task_waits_new (debugger);
  g_signal_connect_object (self->task_waits, "changed", G_CALLBACK (on_waits_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "trace-changed", G_CALLBACK (on_trace_changed), self, G_CONNECT_SWAPPED);
  update (self);
}

/**
 * ls_inspector_set_sources:
 * @self: an inspector with a player
 * @sources: the scripts that the recording is about
 *
 * Lets the inspector say which scripts are not at hand.
 */
void
ls_inspector_set_sources (LsInspector *self,
                          LsSources   *sources)
{
  g_return_if_fail (self->player != NULL && self->sources == NULL);

  self->sources = g_object_ref (sources);
  g_signal_connect_object (sources, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
}
