/* program-private.h: the inside of a program's run
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "program.h"

G_BEGIN_DECLS

typedef struct
{
  const Program *program;
  const Driver  *driver;
  gpointer       engine;
  GString       *log;
  guint          n_statements;
  gpointer       schedulers[2];
  GPtrArray     *controllers;    /* the engine's */
  GArray        *is_task_controller;
  GPtrArray     *signals;
  GPtrArray     *promises;
  GPtrArray     *deferreds;      /* of the promises, those of OP_PROMISE */
  GArray        *timers;
  GArray        *idles;
  GArray        *listeners;      /* Listening */
  GPtrArray     *callbacks;      /* Callback, owned */
  GPtrArray     *frames;         /* Frame, owned */
} Run;

typedef struct
{
  gpointer signal;
  guint    id;
} Listening;

/* A call of a body, suspended or not */
typedef struct
{
  Run       *run;
  const Op  *op;
  GPtrArray *body;
  guint      pc;
  gpointer   promise; /* of an async function, else NULL */
} Frame;

typedef struct
{
  Run       *run;
  const Op  *op;
  GPtrArray *body;
  GPtrArray *body2;
  Frame     *frame; /* an await's */
  gboolean   catches;
  guint      timer;
  int        times;
} Callback;

typedef enum
{
  ENDED,
  THREW,
  SUSPENDED
} Outcome;

/* program-run.c */
void        program_log_value      (Run               *run,
                                    const DriverValue *value);
void        program_log_signal     (Run               *run,
                                    gpointer           signal);
void        program_log_time       (Run               *run);
gboolean    program_run_frame      (Frame             *frame,
                                    DriverValue       *result);

/* program-callbacks.c */
Callback   *program_callback_new   (Run               *run,
                                    const Op          *op,
                                    GPtrArray         *body);
gboolean    program_call_body      (Run               *run,
                                    const Op          *op,
                                    GPtrArray         *body,
                                    DriverValue       *result);
gboolean    program_on_called      (const DriverValue *argument,
                                    DriverValue       *result,
                                    gpointer           data);
gboolean    program_on_called_plainly (const DriverValue *argument,
                                    DriverValue       *result,
                                    gpointer           data);
gboolean    program_on_rejected    (const DriverValue *argument,
                                    DriverValue       *result,
                                    gpointer           data);
gboolean    program_on_event       (gpointer           signal,
                                    const char        *type,
                                    LsTaskPriority     previous_priority,
                                    gboolean          *stop_immediate_propagation,
                                    DriverValue       *result,
                                    gpointer           data);
gboolean    program_on_result      (const DriverValue *argument,
                                    DriverValue       *result,
                                    gpointer           data);
gboolean    program_on_no_result   (const DriverValue *argument,
                                    DriverValue       *result,
                                    gpointer           data);
void        program_suspend        (Frame             *frame,
                                    const Op          *op,
                                    gpointer           promise,
                                    gboolean           catches);

/* program-statements.c */
Outcome     program_run_op         (Frame             *frame,
                                    const Op          *op,
                                    DriverValue       *result);

G_END_DECLS
