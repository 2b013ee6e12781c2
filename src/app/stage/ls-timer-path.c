/* ls-timer-path.c: how far a timer has come
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-timer-path.h"

#include <glib/gi18n.h>

#include "ls-text.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/* The path looks this many records back for a timer to show. */
#define MAX_RECORDS 256

/**
 * LsTimerPath:
 *
 * The path of a timer of setTimeout(): installed, delayed incoming, due, delayed work, selected, fired. It shows how far the
 * selected timer has come. If no timer is selected, it shows the timer of the latest record about a timer.
 */
struct _LsTimerPath
{
  GtkBox        parent_instance;

  GtkWidget    *title;
  GtkWidget    *steps;
  GtkWidget    *note;

  GtkWidget    *labels[LS_N_TIMER_STAGES];
  guint32       timer;
  LsTimerStage  stage;
};

static const char *const stage_names[LS_N_TIMER_STAGES] = {
  NC_("timer", "installed"), NC_("timer", "delayed incoming"), NC_("timer", "due"), NC_("timer", "delayed work"),
  NC_("timer", "selected"), NC_("timer", "fired")
};

G_DEFINE_FINAL_TYPE (LsTimerPath, ls_timer_path, GTK_TYPE_BOX)

static void
ls_timer_path_class_init (LsTimerPathClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-timer-path.ui");
  gtk_widget_class_bind_template_child (widget_class, LsTimerPath, title);
  gtk_widget_class_bind_template_child (widget_class, LsTimerPath, steps);
  gtk_widget_class_bind_template_child (widget_class, LsTimerPath, note);
}

static void
ls_timer_path_init (LsTimerPath *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_widget_hide_when_empty (self->title);
  ls_widget_hide_when_empty (self->note);
  for (guint i = 0; i < LS_N_TIMER_STAGES; i++)
    {
      self->labels[i] = gtk_label_new (g_dpgettext2 (NULL, "timer", stage_names[i]));
      gtk_widget_add_css_class (self->labels[i], "path-step");
      ls_wrap_box_append (LS_WRAP_BOX (self->steps), self->labels[i]);
    }
}

/* Returns the timer that a record is about, or 0. */
static guint32
get_timer_of_record (LsState        *state,
                     const LsRecord *record)
{
  const LsTaskState *task;

  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_TIMER_INSTALLED:
    case LS_RECORD_TIMER_FIRED:
    case LS_RECORD_TIMER_CLEARED:
      return record->subject;
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
    case LS_RECORD_TASK_SELECTED:
      task = ls_state_get_task (state, record->subject);
      return task != NULL && task->is_timer ? task->timer : 0;
    default:
      return 0;
    }
}

/* Returns whether a timer does not belong to another agent than the one on screen. */
static gboolean
is_shown (LsState *state,
          guint32  id)
{
  const LsTimerState *timer = ls_state_get_timer (state, id);
  const LsTaskState *task = timer != NULL ? ls_state_get_task (state, timer->task) : NULL;

  return task == NULL || task->id == 0 || task->agent == ls_state_get_shown_agent (state);
}

static guint32
find_timer (LsPlayer *player)
{
  LsState *state = ls_player_get_state (player);
  LsTrace *trace = ls_player_get_trace (player);
  const LsTaskState *task;
  gsize position = ls_state_get_position (state);
  guint32 id = 0;

  switch (ls_player_get_selection (player, &id))
    {
    case LS_SELECTION_TIMER:
      return id;
    case LS_SELECTION_TASK:
      task = ls_state_get_task (state, id);
      if (task != NULL && task->timer != 0)
        return task->timer;
      break;
    default:
      break;
    }
  for (guint i = 0; i < MAX_RECORDS && position > 0; i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, --position, &record);
      id = get_timer_of_record (state, &record);
      if (id != 0 && is_shown (state, id))
        return id;
    }

  /* Otherwise, the path shows the timer that is due next. */
  task = ls_state_get_task (state, ls_state_get_delayed_tasks (state)->first);
  for (guint i = 0; i < MAX_RECORDS && task != NULL; i++)
    {
      if (task->timer != 0)
        return task->timer;
      task = ls_state_get_task (state, task->next_delayed);
    }
  return 0;
}

/* Returns the timer's task. An interval may already have its next task while the last one runs. */
static const LsTaskState *
find_task (LsState            *state,
           guint32             id,
           const LsTimerState *timer)
{
  const LsTaskState *running = ls_state_get_task (state, ls_state_get_running_task (state));

  return running != NULL && running->timer == id ? running : ls_state_get_task (state, timer->task);
}

static LsTimerStage
find_stage (LsPlayer           *player,
            const LsTimerState *timer,
            const LsTaskState  *task)
{
  LsState *state = ls_player_get_state (player);
  gsize position = ls_state_get_position (state);
  LsRecord record = { 0 };

  if (position > 0)
    ls_trace_get_record (ls_player_get_trace (player), position - 1, &record);
  switch (task != NULL ? (LsTaskStatus) task->status : LS_TASK_STATUS_NONE)
    {
    case LS_TASK_STATUS_DELAYED:
      return LS_TIMER_STAGE_DELAYED_INCOMING;
    case LS_TASK_STATUS_QUEUED:
    case LS_TASK_STATUS_INCOMING:
      /* One record makes a task due and queues it. Right after the record the timer counts as due, and from the next record on as
         waiting. */
      return record.kind == LS_RECORD_TASK_DUE && record.subject == task->id ? LS_TIMER_STAGE_DUE
                                                                             : LS_TIMER_STAGE_DELAYED_WORK;
    case LS_TASK_STATUS_RUNNING:
      return task->started_at == LS_TIME_NEVER || record.kind == LS_RECORD_TASK_STARTED ? LS_TIMER_STAGE_SELECTED
                                                                                       : LS_TIMER_STAGE_FIRED;
    case LS_TASK_STATUS_FINISHED:
      return LS_TIMER_STAGE_FIRED;
    case LS_TASK_STATUS_NONE:
    case LS_TASK_STATUS_POSTED:
    case LS_TASK_STATUS_REMOVED:
    default:
      return LS_TIMER_STAGE_INSTALLED;
    }
}

static char *
describe (LsState            *state,
          const LsTimerState *timer,
          const LsTaskState  *task,
          LsTimerStage        stage)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *timeout = ls_text_format_time ((guint64) timer->timeout * 1000);
  guint64 now = ls_state_get_time (state);

  g_string_append_printf (text, _("Nesting level %u"), timer->nesting_level);
  g_string_append (text, " · ");
  if (timer->clamped)
    g_string_append_printf (text, _("timeout raised to %s because the timer is deeply nested"), timeout);
  else
    g_string_append_printf (text, _("timeout %s"), timeout);
  if (task != NULL && task->status == LS_TASK_STATUS_REMOVED)
    {
      g_string_append (text, " · ");
      g_string_append (text, _("cleared"));
    }
  if (task == NULL || task->due_at == LS_TIME_NEVER)
    return g_string_free (g_steal_pointer (&text), FALSE);

  g_string_append (text, " · ");
  if (stage < LS_TIMER_STAGE_DUE)
    {
      g_autofree char *span = ls_text_format_time (task->due_at > now ? task->due_at - now : 0);

      g_string_append_printf (text, _("due in %s"), span);
    }
  else
    {
      guint64 end = task->started_at != LS_TIME_NEVER ? task->started_at : now;
      g_autofree char *span = ls_text_format_time (end > task->due_at ? end - task->due_at : 0);

      /* Translators: how long a timer waited after it was due */
      g_string_append_printf (text, _("%s late"), span);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_timer_path_update:
 * @self: a path
 * @player: the player to show
 *
 * Shows how far a timer has come at the player's position.
 */
void
ls_timer_path_update (LsTimerPath *self,
                      LsPlayer    *player)
{
  LsState *state = ls_player_get_state (player);
  guint32 id = find_timer (player);
  const LsTimerState *timer = id != 0 ? ls_state_get_timer (state, id) : NULL;
  const LsTaskState *task = timer != NULL ? find_task (state, id, timer) : NULL;
  g_autofree char *name = NULL;
  g_autofree char *note = NULL;
  g_autofree char *title = NULL;

  self->timer = timer != NULL ? id : 0;
  gtk_widget_set_visible (self->steps, timer != NULL);
  if (timer == NULL)
    {
      gtk_label_set_label (GTK_LABEL (self->title), _("Timer"));
      gtk_label_set_label (GTK_LABEL (self->note), _("No recent timers"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Timer"), -1);
      return;
    }

  self->stage = find_stage (player, timer, task);
  for (guint i = 0; i < LS_N_TIMER_STAGES; i++)
    {
      ls_widget_set_class (self->labels[i], "current", i == self->stage);
      ls_widget_set_class (self->labels[i], "past", i < self->stage);
      gtk_accessible_update_state (GTK_ACCESSIBLE (self->labels[i]), GTK_ACCESSIBLE_STATE_SELECTED,
                                   i == self->stage, -1);
    }
  name = ls_text_format_timer (state, id);
  title = g_strdup_printf (timer->repeating ? _("Interval “%s”") : _("Timer “%s”"), name);
  note = describe (state, timer, task, self->stage);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->note), note);
  ls_widget_name (GTK_WIDGET (self), "%s: %s, %s", title, gtk_label_get_label (GTK_LABEL (self->labels[self->stage])), note);
}

/**
 * ls_timer_path_get_timer:
 * @self: a path
 *
 * Returns: the timer on screen, or 0
 */
guint32
ls_timer_path_get_timer (LsTimerPath *self)
{
  return self->timer;
}

LsTimerStage
ls_timer_path_get_stage (LsTimerPath *self)
{
  return self->stage;
}
