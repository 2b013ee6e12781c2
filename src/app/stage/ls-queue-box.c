/* ls-queue-box.c: a scheduler task queue with its first tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-queue-box.h"

#include <glib/gi18n.h>

#include "ls-task-chip.h"
#include "ls-task-popover.h"
#include "ls-text.h"
#include "ls-widget.h"

/* A box keeps this many hidden chips for later. */
#define MAX_SPARE 2

/**
 * LsQueueBox:
 *
 * The box of a scheduler task queue. It names the queue's signal, if it has one, and shows as many of the oldest tasks as the
 * caller allows. If there are more tasks, it also shows the newest one, behind a button that counts the tasks between and lists all
 * tasks. The box uses its chips again for other tasks and other queues. It hides and clears a few chips that it does not need now.
 */
struct _LsQueueBox
{
  GtkBox     parent_instance;

  GtkWidget *header;
  GtkWidget *dot;
  GtkWidget *name;
  GtkWidget *chips;
  GtkWidget *more;
  GtkWidget *more_label;
  GtkWidget *newest;

  LsPlayer  *player;      /* weak: the window owns the player */
  guint32    queue;
  guint      n_set;       /* number of chips that are up to date */
  guint32    next_task;   /* task for the chip after those */
  guint      n_more;      /* number of tasks without a chip */
  int        inset;       /* width of the box without its content, -1 if not yet measured */
};

G_DEFINE_FINAL_TYPE (LsQueueBox, ls_queue_box, GTK_TYPE_BOX)

static void
on_header_clicked (LsQueueBox *self)
{
  if (self->player != NULL)
    ls_player_select (self->player, LS_SELECTION_QUEUE, self->queue);
}

static void
create_popover (GtkMenuButton *button,
                gpointer       user_data)
{
  LsQueueBox *self = user_data;
  LsTaskPopover *popover = ls_task_popover_get_for_button (button);

  if (self->player != NULL)
    ls_task_popover_set_queue (popover, self->player, self->queue);
}

static const LsQueueState *
get_queue (LsQueueBox *self)
{
  return self->player != NULL ? ls_state_get_queue (ls_player_get_state (self->player), self->queue) : NULL;
}

static char *
format_queue (LsQueueBox *self,
              const char *name)
{
  guint n_tasks = ls_queue_box_get_n_tasks (self);

  return g_strdup_printf (ngettext ("Queue %s, %u task", "Queue %s, %u tasks", n_tasks), name, n_tasks);
}

static char *
format_more (guint n_more)
{
  return g_strdup_printf (ngettext ("%u more task, show all", "%u more tasks, show all", n_more), n_more);
}

/* The tooltips are made on demand: if they were set early, GTK would ask the display for the pointer each time. */

static gboolean
on_query_header (LsQueueBox *self,
                 int         x,
                 int         y,
                 gboolean    keyboard,
                 GtkTooltip *tooltip)
{
  const LsQueueState *data = get_queue (self);
  g_autofree char *label = format_queue (self, gtk_label_get_label (GTK_LABEL (self->name)));
  g_autofree char *text = NULL;

  if (data == NULL)
    return FALSE;
  text = g_strdup_printf (_("%s: effective priority %u"), label, data->effective_priority);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static gboolean
on_query_more (LsQueueBox *self,
               int         x,
               int         y,
               gboolean    keyboard,
               GtkTooltip *tooltip)
{
  g_autofree char *text = format_more (self->n_more);

  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
ls_queue_box_dispose (GObject *object)
{
  LsQueueBox *self = LS_QUEUE_BOX (object);

  g_clear_weak_pointer (&self->player);

  G_OBJECT_CLASS (ls_queue_box_parent_class)->dispose (object);
}

static void
ls_queue_box_class_init (LsQueueBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_queue_box_dispose;

  g_type_ensure (LS_TYPE_TASK_CHIP);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-queue-box.ui");
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, header);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, dot);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, name);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, chips);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, more);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, more_label);
  gtk_widget_class_bind_template_child (widget_class, LsQueueBox, newest);
  gtk_widget_class_bind_template_callback (widget_class, on_header_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_query_header);
  gtk_widget_class_bind_template_callback (widget_class, on_query_more);
}

static void
ls_queue_box_init (LsQueueBox *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->more), create_popover, self, NULL);
}

/**
 * ls_queue_box_set_queue:
 * @self: a queue box
 * @player: the player that the queue belongs to
 * @queue: a scheduler task queue
 *
 * Shows @queue at the player's position. The caller must call ls_queue_box_set_n_chips() afterwards.
 */
void
ls_queue_box_set_queue (LsQueueBox *self,
                        LsPlayer   *player,
                        guint32     queue)
{
  LsState *state = ls_player_get_state (player);
  const LsQueueState *data = ls_state_get_queue (state, queue);
  guint32 signal = data != NULL ? data->signal : 0;
  guint32 selected = 0;
  LsSelectionKind kind;
  g_autofree char *name = NULL;
  g_autofree char *label = NULL;

  g_set_weak_pointer (&self->player, player);
  self->queue = queue;
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  self->n_set = 0;
  self->next_task = data != NULL ? data->tasks.first : 0;
  self->inset = -1;
  if (data != NULL && data->tasks.last != 0)
    ls_task_chip_set_task (LS_TASK_CHIP (self->newest), player, data->tasks.last);

  name = signal != 0 ? ls_text_format_signal (state, signal) : g_strdup (ls_text_no_signal (state));
  /* Translators: a queue whose priority is fixed; there is little room */
  gtk_label_set_label (GTK_LABEL (self->name), signal != 0 || ls_state_is_recorded (state) ? name : C_("queue", "fixed"));
  ls_widget_set_signal (GTK_WIDGET (self), state, signal);

  label = format_queue (self, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->header), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);

  kind = ls_player_get_selection (player, &selected);
  ls_widget_set_class (GTK_WIDGET (self), "selected",
                       (kind == LS_SELECTION_QUEUE && selected == queue) ||
                       (kind == LS_SELECTION_SIGNAL && signal != 0 && selected == signal));
}

static int
get_natural_width (GtkWidget *widget)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

static int
get_spacing (LsQueueBox *self)
{
  return gtk_box_layout_get_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))));
}

/* Clears @chip and those after it. A few of them stay for other positions; the box removes the rest. */
static void
put_away (LsQueueBox *self,
          GtkWidget  *chip)
{
  for (guint n_spare = 0; chip != NULL; n_spare++)
    {
      GtkWidget *next = gtk_widget_get_next_sibling (chip);

      if (n_spare < MAX_SPARE)
        ls_task_chip_clear (LS_TASK_CHIP (chip));
      else
        gtk_box_remove (GTK_BOX (self->chips), chip);
      chip = next;
    }
}

/* Makes chips for the first tasks. Chips after these stay, since the next position may need them. Returns the first chip that stays
 * unused. */
static GtkWidget *
make_oldest (LsQueueBox *self,
             guint       n_chips)
{
  GtkWidget *chip = gtk_widget_get_first_child (self->chips);

  for (guint i = 0; i < n_chips && (i < self->n_set || self->next_task != 0); i++)
    {
      if (chip == NULL)
        {
          chip = g_object_new (LS_TYPE_TASK_CHIP, NULL);
          gtk_box_append (GTK_BOX (self->chips), chip);
        }
      if (i >= self->n_set)
        {
          ls_task_chip_set_task (LS_TASK_CHIP (chip), self->player, self->next_task);
          gtk_widget_set_visible (chip, TRUE);
          self->next_task = ls_state_get_task (ls_player_get_state (self->player), self->next_task)->next;
          self->n_set++;
        }
      chip = gtk_widget_get_next_sibling (chip);
    }
  return chip;
}

/* Returns the width that the box needs besides its children and the space between them. */
static int
find_inset (LsQueueBox *self)
{
  int inset = get_natural_width (GTK_WIDGET (self)) + get_spacing (self);

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_should_layout (child))
      inset -= get_natural_width (child) + get_spacing (self);
  return inset;
}

/**
 * ls_queue_box_measure:
 * @self: a queue box
 * @n_chips: number of chips, at least one, and not less than in the last call
 *
 * Measures the box for a number of chips. This is much cheaper than measuring the widget after each further chip. The caller calls
 * it between ls_queue_box_set_queue() and ls_queue_box_set_n_chips().
 *
 * Returns: the width of the box with @n_chips chips
 */
int
ls_queue_box_measure (LsQueueBox *self,
                      guint       n_chips)
{
  guint n_tasks = ls_queue_box_get_n_tasks (self);
  gboolean has_gap = n_tasks > n_chips;
  guint n_oldest = has_gap && n_chips > 1 ? n_chips - 1 : MIN (n_chips, n_tasks);
  GtkWidget *end = make_oldest (self, n_oldest);
  int width;

  if (self->inset < 0)
    self->inset = find_inset (self);
  width = self->inset + get_natural_width (self->header) + get_spacing (self);
  for (GtkWidget *chip = gtk_widget_get_first_child (self->chips); chip != end; chip = gtk_widget_get_next_sibling (chip))
    width += get_natural_width (chip);
  width += MAX ((int) n_oldest - 1, 0) * gtk_box_get_spacing (GTK_BOX (self->chips));
  if (has_gap)
    {
      /* The width depends on the number of digits, not on the digits. */
      if (!gtk_widget_get_visible (self->more) || n_chips == 1)
        ls_widget_print (self->more_label, "+%u", n_tasks - n_chips);
      gtk_widget_set_visible (self->more, TRUE);
      width += get_spacing (self) + get_natural_width (self->more);
    }
  if (has_gap && n_chips > 1)
    {
      gtk_widget_set_visible (self->newest, TRUE);
      width += get_spacing (self) + get_natural_width (self->newest);
    }
  return width;
}

/**
 * ls_queue_box_set_n_chips:
 * @self: a queue box
 * @n_chips: the most chips to show, at least one
 *
 * Shows the first @n_chips tasks. If the queue has more tasks, the last chip shows the newest task instead.
 */
void
ls_queue_box_set_n_chips (LsQueueBox *self,
                          guint       n_chips)
{
  guint n_tasks = ls_queue_box_get_n_tasks (self);
  gboolean has_gap = n_tasks > n_chips;
  gboolean with_newest = has_gap && n_chips > 1;
  GtkWidget *chip;

  n_chips = MIN (n_chips, n_tasks);
  chip = make_oldest (self, with_newest ? n_chips - 1 : n_chips);
  put_away (self, chip);
  self->n_set = MIN (self->n_set, with_newest ? n_chips - 1 : n_chips);
  gtk_widget_set_visible (self->newest, with_newest);
  gtk_widget_set_visible (self->more, has_gap);
  if (has_gap)
    {
      guint n_more = n_tasks - n_chips;
      g_autofree char *description = format_more (n_more);

      ls_widget_print (self->more_label, "+%u", n_more);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->more), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
    }
  self->n_more = has_gap ? n_tasks - n_chips : 0;
}

/**
 * ls_queue_box_clear:
 * @self: a queue box
 *
 * Hides the box and forgets its queue. The caller can use the box for another queue later.
 */
void
ls_queue_box_clear (LsQueueBox *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  put_away (self, gtk_widget_get_first_child (self->chips));
  ls_task_chip_clear (LS_TASK_CHIP (self->newest));
  g_clear_weak_pointer (&self->player);
  self->queue = 0;
  self->n_set = 0;
  self->next_task = 0;
  gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL);
  gtk_accessible_reset_property (GTK_ACCESSIBLE (self->header), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

/**
 * ls_queue_box_get_n_tasks:
 * @self: a queue box
 *
 * Returns: the number of tasks in the queue
 */
guint
ls_queue_box_get_n_tasks (LsQueueBox *self)
{
  const LsQueueState *data = get_queue (self);

  return data != NULL ? data->tasks.length : 0;
}

guint32
ls_queue_box_get_queue (LsQueueBox *self)
{
  return self->queue;
}
