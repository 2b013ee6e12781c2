/* driver.h: the functions of an engine that programs need, so that two engines run the same program
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-preset.h"
#include "ls-types.h"

G_BEGIN_DECLS

typedef enum
{
  DRIVER_UNDEFINED = 0,
  DRIVER_NUMBER,
  DRIVER_ERROR,
  DRIVER_PROMISE
} DriverValueType;

/**
 * DriverValue:
 * @type: the type of the value
 * @number: of a number
 * @name: of an error
 * @message: of an error
 * @object: the own error or promise of the engine; an error without one is made when it is passed
 *
 * A value on its way between a program and an engine. Strings and objects belong to the engine and live as long as it.
 */
typedef struct
{
  DriverValueType type;
  double          number;
  const char     *name;
  const char     *message;
  gpointer        object;
} DriverValue;

/* Returns TRUE if it threw. */
typedef gboolean (*DriverCallback) (const DriverValue *argument,
                                    DriverValue       *result,
                                    gpointer           user_data);

typedef gboolean (*DriverListener) (gpointer           signal,
                                    const char        *type,
                                    LsTaskPriority     previous_priority,
                                    gboolean          *stop_immediate_propagation,
                                    DriverValue       *result,
                                    gpointer           user_data);

/**
 * DriverHooks:
 * @reported: an exception, or (@rejection) a rejection that nobody handles
 * @selected: a scheduler task begins its turn
 *
 * The functions by which an engine reports to the runner of a program.
 */
typedef struct
{
  void (*reported) (const DriverValue *exception,
                    gboolean           rejection,
                    gpointer           user_data);
  void (*selected) (guint64            enqueue_order,
                    guint              effective_priority,
                    gpointer           user_data);
} DriverHooks;

typedef struct
{
  gpointer       signal;           /* none: NULL */
  gboolean       inherit_signal;
  LsTaskPriority priority;         /* none: LS_TASK_PRIORITY_NONE */
  gboolean       inherit_priority;
} DriverYieldOptions;

/**
 * Driver:
 *
 * An engine. It owns everything that its functions return, as long as it lives.
 */
typedef struct
{
  const char *name;

  gpointer (*engine_new)      (const LsPreset    *preset,
                               LsEdition          edition,
                               const DriverHooks *hooks,
                               gpointer           user_data);
  void     (*engine_free)     (gpointer           engine);
  guint64  (*get_time)        (gpointer           engine);
  void     (*work)            (gpointer           engine,
                               guint64            microseconds);
  void     (*run)             (gpointer           engine,
                               guint              max_turns);
  void     (*flush)           (gpointer           engine);

  void     (*post_script)     (gpointer           engine,
                               DriverCallback     callback,
                               gpointer           user_data);
  void     (*queue_microtask) (gpointer           engine,
                               DriverCallback     callback,
                               gpointer           user_data);
  guint    (*set_timer)       (gpointer           engine,
                               int                timeout,
                               gboolean           repeat,
                               DriverCallback     callback,
                               gpointer           user_data);
  void     (*clear_timer)     (gpointer           engine,
                               guint              timer);
  guint    (*request_idle)    (gpointer           engine,
                               DriverCallback     callback,
                               gpointer           user_data);
  void     (*cancel_idle)     (gpointer           engine,
                               guint              handle);

  gpointer (*promise_new)     (gpointer           engine);
  void     (*promise_settle)  (gpointer           engine,
                               gpointer           promise,
                               gboolean           reject,
                               const DriverValue *value);
  gpointer (*promise_then)    (gpointer           engine,
                               gpointer           promise,
                               DriverCallback     on_fulfilled,
                               DriverCallback     on_rejected,
                               gpointer           user_data);
  gpointer (*promise_finally) (gpointer           engine,
                               gpointer           promise,
                               DriverCallback     on_finally,
                               gpointer           user_data);
  void     (*promise_await)   (gpointer           engine,
                               gpointer           promise,
                               DriverCallback     on_fulfilled,
                               DriverCallback     on_rejected,
                               gpointer           user_data);

  /* A controller is known by its handle, its signal by the engine's. LS_TASK_PRIORITY_NONE: AbortController */
  gpointer (*controller_new)  (gpointer           engine,
                               LsTaskPriority     priority);
  gpointer (*controller_get_signal) (gpointer     engine,
                               gpointer           controller);
  gboolean (*set_priority)    (gpointer           engine,
                               gpointer           controller,
                               LsTaskPriority     priority);
  void     (*abort)           (gpointer           engine,
                               gpointer           controller,
                               const DriverValue *reason);
  gpointer (*signal_aborted)  (gpointer           engine,
                               const DriverValue *reason);
  gpointer (*signal_timeout)  (gpointer           engine,
                               guint64            milliseconds);
  gpointer (*signal_any)      (gpointer           engine,
                               gpointer          *signals,
                               guint              n_signals);
  gpointer (*task_signal_any) (gpointer           engine,
                               gpointer          *signals,
                               guint              n_signals,
                               LsTaskPriority     priority,
                               gpointer           priority_source);
  gboolean (*signal_get_aborted) (gpointer        engine,
                               gpointer           signal,
                               DriverValue       *reason);
  LsTaskPriority (*signal_get_priority) (gpointer engine,
                               gpointer           signal);
  guint    (*add_listener)    (gpointer           engine,
                               gpointer           signal,
                               const char        *type,
                               gboolean           once,
                               DriverListener     listener,
                               gpointer           user_data);
  void     (*remove_listener) (gpointer           engine,
                               gpointer           signal,
                               guint              id);
  void     (*set_handler)     (gpointer           engine,
                               gpointer           signal,
                               const char        *type,
                               DriverListener     handler,
                               gpointer           user_data);

  gpointer (*scheduler_new)   (gpointer           engine);
  gpointer (*post_task)       (gpointer           engine,
                               gpointer           scheduler,
                               DriverCallback     callback,
                               gpointer           user_data,
                               gpointer           signal,
                               LsTaskPriority     priority,
                               double             delay);
  gpointer (*yield)           (gpointer           engine,
                               gpointer           scheduler,
                               const DriverYieldOptions *options);
  void     (*get_state)       (gpointer           engine,
                               gpointer           scheduler,
                               gpointer          *abort_source,
                               gpointer          *priority_source);
} Driver;

extern const Driver ref_driver;
extern const Driver engine_driver;
extern const Driver engine_step_driver;

G_END_DECLS
