/* ls-stage-drag.c: dragging a task to another priority
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-priority-card.h"
#include "ls-task-control.h"
#include "ls-text.h"
#include "ls-thread-row.h"
#include "ls-widget.h"

typedef struct _LsDraggedTask LsDraggedTask;

/* The task or queue that the user drags. It has a meaning only within its window. */
struct _LsDraggedTask
{
  gpointer stage;         /* not a reference: only compared */
  guint32  task;
  guint32  queue;
};

#define LS_TYPE_DRAGGED_TASK (ls_dragged_task_get_type ())
GType ls_dragged_task_get_type (void);

static LsDraggedTask *
ls_dragged_task_copy (LsDraggedTask *self)
{
  return g_memdup2 (self, sizeof *self);
}

G_DEFINE_BOXED_TYPE (LsDraggedTask, ls_dragged_task, ls_dragged_task_copy, g_free)

static GdkContentProvider *
on_prepare (GtkDragSource *source,
            double         x,
            double         y,
            LsStage       *self)
{
  LsDraggedTask dragged = { .stage = self };
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  GtkWidget *target = ls_stage_find_target (self, widget, &dragged.task, &dragged.queue);
  g_autoptr (GdkPaintable) paintable = NULL;
  g_autoptr (GdkPaintable) image = NULL;
  graphene_point_t point = { x, y };

  if (target == NULL)
    return NULL;
  ls_stage_hide_card (self);
  paintable = gtk_widget_paintable_new (target);
  image = gdk_paintable_get_current_image (paintable);
  if (!gtk_widget_compute_point (GTK_WIDGET (self), target, &point, &point))
    point = GRAPHENE_POINT_INIT (0, 0);
  gtk_drag_source_set_icon (source, image, point.x, point.y);
  return gdk_content_provider_new_typed (LS_TYPE_DRAGGED_TASK, &dragged);
}

static void
show_hint (LsStage    *self,
           const char *text,
           gboolean    is_refusal)
{
  gtk_widget_set_visible (self->hint, text != NULL);
  if (text == NULL || g_strcmp0 (gtk_label_get_label (GTK_LABEL (self->hint)), text) == 0)
    return;
  gtk_label_set_label (GTK_LABEL (self->hint), text);
  ls_widget_set_class (self->hint, "refusal", is_refusal);
  ls_compat_announce (self->hint, text);
}

/* Returns the priority of the scheduler's card or the main thread's row at this place. Returns NONE if it holds no scheduler
 * tasks. */
static LsTaskPriority
get_priority_at (GtkWidget *widget,
                 double     x,
                 double     y)
{
  GtkWidget *row;

  if (LS_IS_PRIORITY_CARD (widget))
    return ls_priority_card_get_priority (LS_PRIORITY_CARD (widget));
  row = gtk_widget_pick (widget, x, y, GTK_PICK_DEFAULT);
  if (row != NULL && !LS_IS_THREAD_ROW (row))
    row = gtk_widget_get_ancestor (row, LS_TYPE_THREAD_ROW);
  return row != NULL ? ls_thread_row_get_priority (LS_THREAD_ROW (row)) : LS_TASK_PRIORITY_NONE;
}

/* Tells the user what a drop would do, or why a drop does nothing. Returns the signal of the controller to change, or 0. */
static guint32
judge (LsStage        *self,
       LsDraggedTask  *dragged,
       LsTaskPriority  priority)
{
  LsState *state = ls_player_get_state (self->player);
  g_autofree char *reason = NULL;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  guint32 signal;

  if (dragged->stage != self)
    {
      show_hint (self, _("That task is in another window"), TRUE);
      return 0;
    }
  if (priority == LS_TASK_PRIORITY_NONE)
    {
      show_hint (self, _("Tasks can only be dropped on a priority"), TRUE);
      return 0;
    }
  signal = ls_task_control_can_change (state, dragged->task, dragged->queue, priority, &reason);
  if (signal == 0)
    {
      show_hint (self, reason, TRUE);
      return 0;
    }
  name = ls_text_format_signal (state, signal);
  /* Translators: a controller, then a priority */
  text = g_strdup_printf (_("Set “%s” to %s"), name, ls_task_priority_to_string (priority));
  show_hint (self, text, FALSE);
  return signal;
}

static GdkDragAction
on_enter (GtkDropTarget *target,
          double         x,
          double         y,
          LsStage       *self)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  const GValue *value = gtk_drop_target_get_value (target);

  /* GTK delivers the value a moment later. */
  if (value == NULL)
    return GDK_ACTION_MOVE;
  return judge (self, g_value_get_boxed (value), get_priority_at (widget, x, y)) != 0 ? GDK_ACTION_MOVE : 0;
}

static void
on_leave (LsStage *self)
{
  show_hint (self, NULL, FALSE);
}

static gboolean
on_drop (GtkDropTarget *target,
         const GValue  *value,
         double         x,
         double         y,
         LsStage       *self)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  LsTaskPriority priority = get_priority_at (widget, x, y);
  guint32 signal = judge (self, g_value_get_boxed (value), priority);

  show_hint (self, NULL, FALSE);
  if (signal == 0)
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.set-priority", "(uu)", signal,
                              (guint32) priority);
  return TRUE;
}

static void
add_target (LsStage   *self,
            GtkWidget *widget)
{
  GtkDropTarget *target = gtk_drop_target_new (LS_TYPE_DRAGGED_TASK, GDK_ACTION_MOVE);

  gtk_drop_target_set_preload (target, TRUE);
  g_signal_connect_object (target, "enter", G_CALLBACK (on_enter), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (target, "motion", G_CALLBACK (on_enter), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (target, "leave", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "drop", G_CALLBACK (on_drop), self, G_CONNECT_DEFAULT);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
}

void
ls_stage_init_drag (LsStage *self)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect_object (source, "prepare", G_CALLBACK (on_prepare), self, G_CONNECT_DEFAULT);
  g_signal_connect_object (source, "drag-end", G_CALLBACK (on_leave), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
  add_target (self, self->user_blocking);
  add_target (self, self->user_visible);
  add_target (self, self->background);
  add_target (self, self->thread);
}
