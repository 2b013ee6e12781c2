/* ls-vehicle-private.h: what an agent of a model runs on
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _LsVehicle LsVehicle;

typedef void (*LsVehicleFunc) (gpointer data);

/**
 * LsVehicleClass:
 * @resume: runs the function until it yields or returns; called by who has the baton
 * @yield: gives the baton back; called by the function
 * @free: frees the vehicle, whose function has returned, was never resumed, or will not go on
 *
 * A way to run functions in turns.
 */
typedef struct
{
  void (*resume) (LsVehicle *self);
  void (*yield)  (LsVehicle *self);
  void (*free)   (LsVehicle *self);
} LsVehicleClass;

/** LsVehicle: embedded by the kinds. */
struct _LsVehicle
{
  const LsVehicleClass *klass;
  LsVehicleFunc         func;
  gpointer              data;
  gboolean              is_started;
  gboolean              has_returned;
  gboolean              can_be_abandoned;
};

LsVehicle *ls_vehicle_new_fiber  (LsVehicleFunc func,
                                  gpointer      data);
LsVehicle *ls_vehicle_new_thread (const char   *name,
                                  LsVehicleFunc func,
                                  gpointer      data);

static inline void
ls_vehicle_resume (LsVehicle *self)
{
  self->klass->resume (self);
}

static inline void
ls_vehicle_yield (LsVehicle *self)
{
  self->klass->yield (self);
}

static inline void
ls_vehicle_free (LsVehicle *self)
{
  self->klass->free (self);
}

G_END_DECLS
