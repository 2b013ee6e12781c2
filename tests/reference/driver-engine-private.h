/* driver-engine-private.h: the inside of the driver of the engine
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "driver.h"

#include "ls-event-loop.h"
#include "ls-promise.h"
#include "ls-scheduler.h"
#include "ls-task-controller.h"

G_BEGIN_DECLS

#define N_RECORDS 64

typedef struct
{
  LsProbe            probe; /* first, so that a probe is its engine */
  LsRecord           records[N_RECORDS];
  LsEventLoop       *loop;
  const DriverHooks *hooks;
  gpointer           user_data;
  GHashTable        *enqueue_orders; /* task → enqueue order */
  GPtrArray         *closures;
  GPtrArray         *objects;
  GPtrArray         *promises;
  GPtrArray         *exceptions;
} Engine;

typedef struct
{
  Engine        *engine;
  DriverCallback callback;
  DriverCallback on_rejected;
  DriverListener listener;
  gpointer       user_data;
} Closure;

gpointer     engine_keep_object              (Engine *engine,
                                              gpointer object);
gpointer     engine_keep_promise             (Engine *engine,
                                              LsPromise *promise);
LsException  *engine_keep_exception          (Engine *engine,
                                              LsException *exception);
void         engine_to_ls                    (Engine *engine,
                                              const DriverValue *value,
                                              LsValue *ls_value);
DriverValue  engine_from_ls                  (Engine *engine,
                                              const LsValue *ls_value);
LsCompletion engine_call_callback            (const LsValue *argument,
                                              LsValue *result,
                                              gpointer data);
LsCompletion engine_call_on_rejected         (const LsValue *argument,
                                              LsValue *result,
                                              gpointer data);
LsCompletion engine_call_listener            (LsEvent *event,
                                              LsValue *result,
                                              gpointer data);
Closure      *engine_closure_new             (Engine *engine,
                                              DriverCallback callback,
                                              DriverCallback on_rejected,
                                              gpointer user_data);
Closure      *engine_listener_closure_new    (Engine *engine,
                                              DriverListener listener,
                                              gpointer user_data);

G_END_DECLS
