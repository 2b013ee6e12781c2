/* ls-stage-records.c: from record to record on the stage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include "ls-text.h"
#include "ls-widget.h"

/* Shows the record before the player's position. */
void
ls_stage_show_record (LsStage *self)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize position = ls_player_get_position (self->player);
  g_autofree char *description = NULL;
  g_autofree char *text = NULL;
  LsRecord record;

  if (position == 0)
    {
      gtk_label_set_label (GTK_LABEL (self->record), "");
      return;
    }
  ls_trace_get_record (trace, position - 1, &record);
  description = ls_text_describe_record (ls_player_get_state (self->player), trace, &record);
  text = g_strdup_printf ("%s  %s", ls_text_record_kind (record.kind), description);
  gtk_label_set_label (GTK_LABEL (self->record), text);
  ls_widget_set_tooltip (self->record, text);
}

/* Returns whether a record changes what the stage shows of tasks and agents. */
static gboolean
is_seen (const LsRecord *record)
{
  switch ((LsRecordKind) record->kind)
    {
    case LS_RECORD_TASK_POSTED:
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
    case LS_RECORD_QUEUE_RELOADED:
    case LS_RECORD_TASK_SELECTED:
    case LS_RECORD_TASK_STARTED:
    case LS_RECORD_TASK_FINISHED:
    case LS_RECORD_TASK_REMOVED:
    case LS_RECORD_TURN_ENDED:
    case LS_RECORD_QUEUE_PRIORITY:
    case LS_RECORD_QUEUE_STARVED:
    case LS_RECORD_TIMER_INSTALLED:
    case LS_RECORD_TIMER_FIRED:
    case LS_RECORD_TIMER_CLEARED:
    case LS_RECORD_STATEMENT:
    case LS_RECORD_WORK:
    case LS_RECORD_CLOCK_ADVANCED:
    case LS_RECORD_AGENT_CREATED:
    case LS_RECORD_AGENT_RUN:
    case LS_RECORD_AGENT_STATE:
    case LS_RECORD_ATOMIC_OPERATION:
    case LS_RECORD_WAITER_ADDED:
    case LS_RECORD_WAITER_REMOVED:
    case LS_RECORD_NOTIFY:
      return TRUE;
    default:
      return FALSE;
    }
}

static void
next_record_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  LsStage *self = LS_STAGE (widget);
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize position = ls_player_get_position (self->player);
  gsize length = ls_trace_get_length (trace);
  LsRecord record;

  ls_player_set_running (self->player, FALSE);
  while (position < length)
    {
      ls_trace_get_record (trace, position++, &record);
      if (is_seen (&record))
        {
          ls_player_seek (self->player, position);
          return;
        }
    }
  /* The next visible record is not recorded yet, or there is none. */
  ls_player_seek_when_long (self->player, length + 1);
}

static void
previous_record_action (GtkWidget  *widget,
                        const char *name,
                        GVariant   *parameter)
{
  LsStage *self = LS_STAGE (widget);
  LsTrace *trace = ls_player_get_trace (self->player);
  gsize position = ls_player_get_position (self->player);
  LsRecord record;

  ls_player_set_running (self->player, FALSE);
  if (position > 0)
    position--;
  while (position > 0)
    {
      ls_trace_get_record (trace, position - 1, &record);
      if (is_seen (&record))
        break;
      position--;
    }
  ls_player_seek (self->player, position);
}

void
ls_stage_install_record_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "stage.next-record", NULL, next_record_action);
  gtk_widget_class_install_action (widget_class, "stage.previous-record", NULL, previous_record_action);
}
