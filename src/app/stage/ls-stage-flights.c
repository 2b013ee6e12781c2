/* ls-stage-flights.c: chips that fly from where they were to where they are
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-stage-flights.h"

#include "ls-lane.h"
#include "ls-others-line.h"
#include "ls-source-card.h"
#include "ls-task-chip.h"
#include "ls-thread-cell.h"

/**
 * LsStageFlights:
 *
 * This layer lies over the stage and shows chips that fly from one lane or card to another. The real chips are at their new places
 * at once. A chip stays invisible until its double arrives. Pointer events pass through to the stage.
 */
struct _LsStageFlights
{
  GtkWidget     parent_instance;

  GHashTable   *places;        /* task → Place: where the last allocation put the chips */
  gboolean      is_laid_out;   /* whether GTK has allocated the stage since places was filled */
  GPtrArray    *flights;
  AdwAnimation *animation;
  double        progress;
};

typedef struct
{
  graphene_rect_t bounds;
  GtkWidget      *home;        /* not a reference: only compared */
} Place;

typedef struct
{
  GtkWidget      *ghost;       /* child */
  GtkWidget      *target;      /* weak */
  guint32         task;
  graphene_rect_t from;
  graphene_rect_t now;
} Flight;

G_DEFINE_FINAL_TYPE (LsStageFlights, ls_stage_flights, GTK_TYPE_WIDGET)

static void
flight_free (gpointer data)
{
  Flight *flight = data;

  if (flight->target != NULL)
    gtk_widget_set_opacity (flight->target, 1);
  g_clear_weak_pointer (&flight->target);
  gtk_widget_unparent (flight->ghost);
  g_free (flight);
}

/* Returns the lane, card or cell that holds the chip. A chip that stays in its home does not fly. */
static GtkWidget *
find_home (GtkWidget *chip)
{
  GtkWidget *widget = gtk_widget_get_parent (chip);

  while (widget != NULL && !LS_IS_LANE (widget) && !LS_IS_SOURCE_CARD (widget) && !LS_IS_THREAD_CELL (widget) &&
         !LS_IS_OTHERS_LINE (widget))
    widget = gtk_widget_get_parent (widget);
  return widget;
}

typedef void (*ChipFunc) (LsStageFlights *self,
                          GtkWidget      *chip);

static void
for_each_chip (LsStageFlights *self,
               GtkWidget      *widget,
               ChipFunc        func)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      if (!gtk_widget_get_mapped (child) || GTK_IS_POPOVER (child))
        continue;
      if (LS_IS_TASK_CHIP (child))
        func (self, child);
      else
        for_each_chip (self, child, func);
    }
}

static void
remember_place (LsStageFlights *self,
                GtkWidget      *chip)
{
  guint32 task = ls_task_chip_get_task (LS_TASK_CHIP (chip));
  graphene_rect_t bounds;
  Place *place;

  if (gtk_widget_get_width (chip) == 0 || !gtk_widget_compute_bounds (chip, GTK_WIDGET (self), &bounds))
    return;
  place = g_new (Place, 1);
  place->bounds = bounds;
  place->home = find_home (chip);
  g_hash_table_replace (self->places, GUINT_TO_POINTER (task), place);
}

/**
 * ls_stage_flights_remember:
 * @self: the flights
 * @page: what is below
 *
 * Remembers where the chips are. The caller calls it before it moves chips. All flights end. A chip in flight that moves again
 * starts from the place where the user saw it.
 */
void
ls_stage_flights_remember (LsStageFlights *self,
                           GtkWidget      *page)
{
  if (self->is_laid_out)
    {
      g_hash_table_remove_all (self->places);
      for_each_chip (self, page, remember_place);
      for (guint i = 0; i < self->flights->len; i++)
        {
          Flight *flight = g_ptr_array_index (self->flights, i);
          Place *place = g_hash_table_lookup (self->places, GUINT_TO_POINTER (flight->task));

          if (place != NULL)
            place->bounds = flight->now;
        }
      self->is_laid_out = FALSE;
    }
  ls_stage_flights_finish (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
take_off (LsStageFlights *self,
          GtkWidget      *chip)
{
  guint32 task = ls_task_chip_get_task (LS_TASK_CHIP (chip));
  Place *place = g_hash_table_lookup (self->places, GUINT_TO_POINTER (task));
  Flight *flight;

  if (place == NULL || place->home == find_home (chip))
    return;
  flight = g_new0 (Flight, 1);
  flight->ghost = ls_task_chip_new_like (LS_TASK_CHIP (chip));
  flight->task = task;
  flight->from = flight->now = place->bounds;
  g_set_weak_pointer (&flight->target, chip);
  gtk_widget_set_parent (flight->ghost, GTK_WIDGET (self));
  gtk_widget_set_opacity (chip, 0);
  g_ptr_array_add (self->flights, flight);
}

static void
on_progress (double   value,
             gpointer user_data)
{
  LsStageFlights *self = user_data;

  self->progress = value;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/**
 * ls_stage_flights_take_off:
 * @self: the flights
 * @page: what is below
 * @duration: how long flights take, in ms; 0 for no flights
 *
 * Lets the chips fly whose lane, card or cell has changed. The caller calls it after it has moved chips.
 */
void
ls_stage_flights_take_off (LsStageFlights *self,
                           GtkWidget      *page,
                           guint           duration)
{
  if (duration == 0 || !adw_get_enable_animations (GTK_WIDGET (self)) || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  for_each_chip (self, page, take_off);
  if (self->flights->len == 0)
    return;

  self->progress = 0;
  self->animation = adw_timed_animation_new (GTK_WIDGET (self), 0, 1, duration,
                                             adw_callback_animation_target_new (on_progress, self, NULL));
  adw_timed_animation_set_easing (ADW_TIMED_ANIMATION (self->animation), ADW_EASE_IN_OUT_CUBIC);
  g_signal_connect_swapped (self->animation, "done", G_CALLBACK (ls_stage_flights_finish), self);
  adw_animation_play (self->animation);
}

/**
 * ls_stage_flights_finish:
 * @self: the flights
 *
 * Ends all flights: each chip appears at its place.
 */
void
ls_stage_flights_finish (LsStageFlights *self)
{
  g_autoptr (AdwAnimation) animation = g_steal_pointer (&self->animation);

  if (animation != NULL)
    {
      g_signal_handlers_disconnect_by_func (animation, ls_stage_flights_finish, self);
      adw_animation_pause (animation);
    }
  g_ptr_array_set_size (self->flights, 0);
}

guint
ls_stage_flights_get_count (LsStageFlights *self)
{
  return self->flights->len;
}

static float
mix (float  from,
     float  to,
     double progress)
{
  return from + (to - from) * progress;
}

static void
place_flight (LsStageFlights *self,
              Flight         *flight)
{
  graphene_rect_t to;
  int minimum, width, height;
  float x, y;

  /* A flight ends early if its target is gone or shows another task. */
  if (flight->target == NULL || !gtk_widget_get_mapped (flight->target) ||
      ls_task_chip_get_task (LS_TASK_CHIP (flight->target)) != flight->task ||
      !gtk_widget_compute_bounds (flight->target, GTK_WIDGET (self), &to))
    {
      gtk_widget_set_child_visible (flight->ghost, FALSE);
      if (flight->target != NULL)
        gtk_widget_set_opacity (flight->target, 1);
      return;
    }

  gtk_widget_measure (flight->ghost, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &width, NULL, NULL);
  width = MAX (minimum, MIN (width, MAX (to.size.width, flight->from.size.width)));
  gtk_widget_measure (flight->ghost, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  x = mix (flight->from.origin.x, to.origin.x, self->progress);
  y = mix (flight->from.origin.y, to.origin.y, self->progress);
  graphene_rect_init (&flight->now, x, y, width, height);
  gtk_widget_allocate (flight->ghost, width, height, -1, gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (x, y)));
}

static void
ls_stage_flights_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  LsStageFlights *self = LS_STAGE_FLIGHTS (widget);

  self->is_laid_out = TRUE;
  for (guint i = 0; i < self->flights->len; i++)
    place_flight (self, g_ptr_array_index (self->flights, i));
}

static void
ls_stage_flights_unmap (GtkWidget *widget)
{
  ls_stage_flights_finish (LS_STAGE_FLIGHTS (widget));

  GTK_WIDGET_CLASS (ls_stage_flights_parent_class)->unmap (widget);
}

static void
ls_stage_flights_dispose (GObject *object)
{
  ls_stage_flights_finish (LS_STAGE_FLIGHTS (object));

  G_OBJECT_CLASS (ls_stage_flights_parent_class)->dispose (object);
}

static void
ls_stage_flights_finalize (GObject *object)
{
  LsStageFlights *self = LS_STAGE_FLIGHTS (object);

  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->flights, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_stage_flights_parent_class)->finalize (object);
}

static void
ls_stage_flights_class_init (LsStageFlightsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_stage_flights_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_stage_flights_finalize;
  widget_class->size_allocate = ls_stage_flights_size_allocate;
  widget_class->unmap = ls_stage_flights_unmap;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ls_stage_flights_init (LsStageFlights *self)
{
  self->places = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->flights = g_ptr_array_new_with_free_func (flight_free);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
