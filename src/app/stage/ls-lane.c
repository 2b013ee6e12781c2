/* ls-lane.c: the scheduler task queues of one effective priority
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lane.h"

#include <glib/gi18n.h>

#include "ls-queue-box.h"
#include "ls-task-popover.h"
#include "ls-widget.h"

#define MAX_BOXES 12
#define MAX_CHIPS 48
#define SPACING 7

/**
 * LsLane:
 *
 * The lane shows the queues of one effective priority in a single line. The queue with the oldest task comes first. A button at the
 * end counts the queues that do not fit and lists all queues. However many queues and tasks there are, a lane has at most
 * %MAX_BOXES boxes and shows at most %MAX_CHIPS chips. Boxes without a queue are hidden.
 */
struct _LsLane
{
  GtkBox     parent_instance;

  GtkWidget *badge;
  GtkWidget *scroller;
  GtkWidget *boxes;
  GtkWidget *more_button;
  GtkWidget *more;

  LsPlayer  *player;      /* weak: the window owns the player */
  guint      effective_priority;
  guint32    queues[MAX_BOXES];   /* the queues that boxes may show */
  guint      n_first;
  guint      n_queues;
  guint      n_more;      /* number of queues without a box */
  int        width;       /* width that the lane was filled for */
  guint      tick;
};

G_DEFINE_FINAL_TYPE (LsLane, ls_lane, GTK_TYPE_BOX)

static int
measure (GtkWidget *widget)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

/* Returns the room for boxes and for the button that counts further queues. The button's visibility does not change it. */
static int
get_width (LsLane *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));

  return MAX (width - measure (self->badge) - SPACING, 0);
}

/* Clears @box and those after it. The lane keeps its boxes, since queues come and go with each position. */
static void
put_away (GtkWidget *box)
{
  for (; box != NULL; box = gtk_widget_get_next_sibling (box))
    ls_queue_box_clear (LS_QUEUE_BOX (box));
}

static guint
count_fitting (const int *widths,
               guint      n_boxes,
               int        room,
               int       *total)
{
  guint n_fit = 0;

  *total = 0;
  while (n_fit < n_boxes && (n_fit == 0 || *total + widths[n_fit] <= room))
    *total += widths[n_fit++];
  return n_fit;
}

static char *
format_more (guint n_more)
{
  return g_strdup_printf (ngettext ("%u more queue, show all", "%u more queues, show all", n_more), n_more);
}

/* Makes the tooltip on demand: if it were set early, GTK would ask the display for the pointer each time. */
static gboolean
on_query_more (LsLane     *self,
               int         x,
               int         y,
               gboolean    keyboard,
               GtkTooltip *tooltip)
{
  g_autofree char *text = format_more (self->n_more);

  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* Shows how many queues have no box. */
static void
show_more (LsLane *self,
           guint   n_boxes)
{
  guint n_more = self->n_queues - n_boxes;
  g_autofree char *description = format_more (n_more);

  self->n_more = n_more;
  ls_widget_print (self->more, ngettext ("+%u queue", "+%u queues", n_more), n_more);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->more_button), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
  gtk_widget_set_visible (self->more_button, TRUE);
}

static void
create_popover (GtkMenuButton *button,
                gpointer       user_data)
{
  LsLane *self = user_data;
  LsTaskPopover *popover = ls_task_popover_get_for_button (button);

  if (self->player != NULL)
    ls_task_popover_set_lane (popover, self->player, self->effective_priority);
}

/* Shows the first queues that fit, with one task each, but at least one queue. Returns the number of queues shown. */
static guint
fill_boxes (LsLane     *self,
            GtkWidget **boxes,
            int        *widths,
            int        *total,
            int        *room)
{
  GtkWidget *box = gtk_widget_get_first_child (self->boxes);
  guint n_boxes = 0;
  guint n_fit;
  int sum = 0;

  *room = self->width;
  while (n_boxes < self->n_first && sum <= *room)
    {
      if (box == NULL)
        {
          box = g_object_new (LS_TYPE_QUEUE_BOX, NULL);
          gtk_box_append (GTK_BOX (self->boxes), box);
        }
      ls_queue_box_set_queue (LS_QUEUE_BOX (box), self->player, self->queues[n_boxes]);
      boxes[n_boxes] = box;
      widths[n_boxes] = ls_queue_box_measure (LS_QUEUE_BOX (box), 1) + (n_boxes > 0 ? SPACING : 0);
      sum += widths[n_boxes];
      n_boxes++;
      box = gtk_widget_get_next_sibling (box);
    }
  put_away (box);

  n_fit = count_fitting (widths, n_boxes, *room, total);
  if (n_fit < self->n_queues)
    {
      show_more (self, n_fit);
      *room = MAX (self->width - SPACING - measure (self->more_button), 0);
      n_fit = count_fitting (widths, n_boxes, *room, total);
      put_away (n_fit < n_boxes ? boxes[n_fit] : NULL);
      if (n_fit < self->n_queues)
        show_more (self, n_fit);
    }
  else
    {
      gtk_widget_set_visible (self->more_button, FALSE);
    }

  return n_fit;
}

/* Gives one more task to each box in turn until the line is full. Returns the width of the boxes. */
static int
fill_chips (LsLane     *self,
            GtkWidget **boxes,
            int        *widths,
            guint       n_boxes,
            int         total,
            int         room)
{
  guint n_chips[MAX_BOXES];
  gboolean full[MAX_BOXES] = { FALSE, };
  guint n_total = n_boxes;
  gboolean more = total <= room;

  for (guint i = 0; i < n_boxes; i++)
    n_chips[i] = 1;

  while (more && n_total < MAX_CHIPS)
    {
      more = FALSE;
      for (guint i = 0; i < n_boxes && n_total < MAX_CHIPS; i++)
        {
          LsQueueBox *box = LS_QUEUE_BOX (boxes[i]);
          int width;

          if (full[i] || n_chips[i] >= ls_queue_box_get_n_tasks (box))
            continue;
          width = ls_queue_box_measure (box, n_chips[i] + 1) + (i > 0 ? SPACING : 0);
          if (total - widths[i] + width > room)
            {
              full[i] = TRUE;
              continue;
            }
          total += width - widths[i];
          widths[i] = width;
          n_chips[i]++;
          n_total++;
          more = TRUE;
        }
    }

  for (guint i = 0; i < n_boxes; i++)
    ls_queue_box_set_n_chips (LS_QUEUE_BOX (boxes[i]), n_chips[i]);
  return total;
}

static void
fill (LsLane *self)
{
  GtkWidget *boxes[MAX_BOXES];
  int widths[MAX_BOXES];
  int total, room;
  guint n_boxes;

  self->width = get_width (self);
  n_boxes = fill_boxes (self, boxes, widths, &total, &room);
  total = fill_chips (self, boxes, widths, n_boxes, total, room);
  /* A single box that is too wide becomes narrower. Its names are then cut off, and its end stays visible. */
  gtk_scrollable_set_hscroll_policy (GTK_SCROLLABLE (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (self->scroller))),
                                     total > room ? GTK_SCROLL_MINIMUM : GTK_SCROLL_NATURAL);

  gtk_widget_set_visible (self->scroller, self->n_queues > 0);
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsLane *self = LS_LANE (widget);

  self->tick = 0;
  /* A trace has no queues at its start. The stage still shows the queues of the previous run then. */
  if (self->player != NULL && self->n_queues > 0 && ls_player_get_position (self->player) > 0)
    fill (self);
  return G_SOURCE_REMOVE;
}

static void
on_page_size_changed (LsLane *self)
{
  /* GTK calls this during an allocation, when no widget may change its size. The lane is filled again in the next frame. */
  if (self->tick == 0 && get_width (self) != self->width)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static void
ls_lane_dispose (GObject *object)
{
  LsLane *self = LS_LANE (object);

  g_clear_weak_pointer (&self->player);

  G_OBJECT_CLASS (ls_lane_parent_class)->dispose (object);
}

static void
ls_lane_class_init (LsLaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lane_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLane, badge);
  gtk_widget_class_bind_template_child (widget_class, LsLane, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsLane, boxes);
  gtk_widget_class_bind_template_child (widget_class, LsLane, more_button);
  gtk_widget_class_bind_template_child (widget_class, LsLane, more);
  gtk_widget_class_bind_template_callback (widget_class, on_query_more);
}

static void
ls_lane_init (LsLane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->more_button), create_popover, self, NULL);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scroller)), "notify::page-size",
                           G_CALLBACK (on_page_size_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ls_lane_update:
 * @self: a lane
 * @player: the player that the queues belong to
 * @effective_priority: the effective priority of the queues to show
 * @n_queues: (out): return location for the number of queues
 *
 * Shows the queues with @effective_priority that have tasks at the player's position.
 *
 * Returns: the number of tasks in these queues
 */
guint
ls_lane_update (LsLane   *self,
                LsPlayer *player,
                guint     effective_priority,
                guint    *n_queues)
{
  const char *kind = effective_priority % 2 == 1 ? _("continuations") : _("tasks");
  g_autofree char *tooltip = NULL;
  guint n_tasks;

  g_set_weak_pointer (&self->player, player);
  self->effective_priority = effective_priority;
  self->n_first = ls_state_find_oldest_queues (ls_player_get_state (player), effective_priority, self->queues, MAX_BOXES,
                                               &self->n_queues, &n_tasks);

  ls_widget_print (self->badge, "%u", effective_priority);
  /* Translators: an effective priority, and “continuations” or “tasks” */
  tooltip = g_strdup_printf (_("Effective priority %u: %s"), effective_priority, kind);
  ls_widget_set_tooltip (self->badge, tooltip);
  ls_widget_name (GTK_WIDGET (self), ngettext ("Effective priority %u, %s, %u queue", "Effective priority %u, %s, %u queues",
                                               self->n_queues),
                  effective_priority, kind, self->n_queues);

  fill (self);
  *n_queues = self->n_queues;
  return n_tasks;
}
