/* ls-scheduler-error.h: the errors of src/scheduling
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
 * Error domain of `src/scheduling`.
 */
#define LS_SCHEDULER_ERROR (ls_scheduler_error_quark ())

/**
 * LsSchedulerError:
 * @LS_SCHEDULER_ERROR_NOT_ALLOWED: the NotAllowedError of the specification
 * @LS_SCHEDULER_ERROR_TYPE: the TypeError of the specification: a value that is not among the allowed ones
 *
 * Errors of `src/scheduling`.
 */
typedef enum
{
  LS_SCHEDULER_ERROR_NOT_ALLOWED,
  LS_SCHEDULER_ERROR_TYPE
} LsSchedulerError;

LS_AVAILABLE_IN_1_0
GQuark ls_scheduler_error_quark (void);

G_END_DECLS
