/* ls-stage-card.c: the card beside the chip under the pointer, or with the focus
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-private.h"

#include "ls-task-card.h"
#include "ls-task-chip.h"

/* The card appears after the pointer or the focus has rested on a chip for this long, in ms. */
#define DELAY 450
#define DISTANCE 6

void
ls_stage_hide_card (LsStage *self)
{
  g_clear_handle_id (&self->card_delay, g_source_remove);
  g_clear_weak_pointer (&self->card_chip);
  gtk_widget_set_visible (self->card, FALSE);
}

static void
show_card (LsStage *self)
{
  g_autofree char *text = NULL;

  self->card_task = ls_task_chip_get_task (LS_TASK_CHIP (self->card_chip));
  text = ls_task_card_set_task (LS_TASK_CARD (self->card), self->player, self->card_task);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->card_chip), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_visible (self->card, TRUE);
  /* The card may need another place although its size is the same, so GTK would not allocate it by itself. */
  gtk_widget_queue_allocate (self->overlay);
}

static gboolean
delay_cb (gpointer user_data)
{
  LsStage *self = LS_STAGE (user_data);

  self->card_delay = 0;
  if (self->card_chip != NULL && gtk_widget_get_mapped (self->card_chip))
    show_card (self);
  return G_SOURCE_REMOVE;
}

/* Makes the card about @chip. If the card is already visible, it shows @chip without a delay. */
static void
point_to (LsStage   *self,
          GtkWidget *chip)
{
  gboolean is_shown = gtk_widget_get_visible (self->card);

  if (chip == self->card_chip)
    return;
  ls_stage_hide_card (self);
  /* The menu takes precedence over the card. */
  if (chip == NULL || gtk_widget_get_visible (self->menu))
    return;
  g_set_weak_pointer (&self->card_chip, chip);
  if (is_shown)
    show_card (self);
  else
    self->card_delay = g_timeout_add (DELAY, delay_cb, self);
}

/* Chips are used again for other tasks. The card hides when its chip shows another task. */
void
ls_stage_update_card (LsStage *self)
{
  if (!gtk_widget_get_visible (self->card))
    return;
  if (self->card_chip == NULL || !gtk_widget_get_mapped (self->card_chip) ||
      ls_task_chip_get_task (LS_TASK_CHIP (self->card_chip)) != self->card_task)
    ls_stage_hide_card (self);
  else
    show_card (self);
}

static GtkWidget *
find_chip (LsStage   *self,
           GtkWidget *widget)
{
  if (widget == NULL || !gtk_widget_is_ancestor (widget, GTK_WIDGET (self)))
    return NULL;
  return LS_IS_TASK_CHIP (widget) ? widget : gtk_widget_get_ancestor (widget, LS_TYPE_TASK_CHIP);
}

static void
on_motion (LsStage *self,
           double   x,
           double   y)
{
  point_to (self, find_chip (self, gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT)));
}

static void
on_focus_changed (LsStage *self)
{
  GtkWindow *window = GTK_WINDOW (self->root);
  GtkWidget *chip = find_chip (self, gtk_window_get_focus (window));

  /* A click moves the focus as well. Only a visible focus shows that the user navigates with keys. */
  if (chip != NULL && gtk_window_get_focus_visible (window))
    point_to (self, chip);
  else if (chip == NULL)
    ls_stage_hide_card (self);
}

void
ls_stage_follow_focus (LsStage   *self,
                       GtkWidget *root)
{
  if (self->root != NULL)
    g_signal_handlers_disconnect_by_func (self->root, on_focus_changed, self);
  g_set_weak_pointer (&self->root, GTK_IS_WINDOW (root) ? root : NULL);
  if (self->root != NULL)
    g_signal_connect_object (self->root, "notify::focus-widget", G_CALLBACK (on_focus_changed), self,
                             G_CONNECT_SWAPPED);
}

static gboolean
on_escape (GtkWidget *widget,
           GVariant  *arguments,
           gpointer   user_data)
{
  LsStage *self = user_data;

  if (!gtk_widget_get_visible (self->card))
    return FALSE;
  gtk_widget_set_visible (self->card, FALSE);
  return TRUE;
}

/* Places the card below the chip, or above it if there is no room below. The card never covers the chip, to stay out of the
 * pointer's way. */
static gboolean
place_card (LsStage      *self,
            GtkWidget    *child,
            GdkRectangle *allocation)
{
  int stage_width = gtk_widget_get_width (self->overlay);
  int stage_height = gtk_widget_get_height (self->overlay);
  graphene_rect_t chip;
  int width, height, x, y;

  if (child != self->card)
    return FALSE;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  width = MIN (width, stage_width);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  *allocation = (GdkRectangle) { 0, 0, width, height };
  if (self->card_chip == NULL || !gtk_widget_compute_bounds (self->card_chip, self->overlay, &chip))
    return TRUE;

  x = gtk_widget_get_direction (child) == GTK_TEXT_DIR_RTL ? chip.origin.x + chip.size.width - width : chip.origin.x;
  y = chip.origin.y + chip.size.height + DISTANCE;
  if (y + height > stage_height && chip.origin.y - DISTANCE - height >= 0)
    y = chip.origin.y - DISTANCE - height;
  allocation->x = CLAMP (x, 0, MAX (stage_width - width, 0));
  allocation->y = y;
  return TRUE;
}

void
ls_stage_init_card (LsStage *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  g_signal_connect_object (motion, "enter", G_CALLBACK (on_motion), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (motion, "motion", G_CALLBACK (on_motion), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (motion, "leave", G_CALLBACK (ls_stage_hide_card), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);

  /* The shortcut is global: the pointer can show the card while the focus is anywhere. */
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (keys), GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new (on_escape, self, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);

  g_signal_connect_object (self->overlay, "get-child-position", G_CALLBACK (place_card), self, G_CONNECT_SWAPPED);
}
