/* ls-scheduler-error.h: the errors of controllers
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LS_SCHEDULER_ERROR:
 *
 * Error domain of [method@TaskController.set_priority].
 */
#define LS_SCHEDULER_ERROR (ls_scheduler_error_quark ())

/**
 * LsSchedulerError:
 * @LS_SCHEDULER_ERROR_NOT_ALLOWED: the NotAllowedError of the specification: the priority of a signal was to change while a
 *   prioritychange event of the same signal is in progress
 * @LS_SCHEDULER_ERROR_TYPE: the TypeError of the specification: a priority that is none of the three
 *
 * Errors of [method@TaskController.set_priority]. No other function sets them: what [method@Scheduler.post_task] does not like
 * rejects its promise, and an asynchronous function says so with [error@PromiseError].
 */
typedef enum
{
  LS_SCHEDULER_ERROR_NOT_ALLOWED,
  LS_SCHEDULER_ERROR_TYPE
} LsSchedulerError;

LS_AVAILABLE_IN_1_0
GQuark ls_scheduler_error_quark (void);

G_END_DECLS
