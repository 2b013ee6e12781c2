/* ls-scheduler-error.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-error.h"

/**
 * ls_scheduler_error_quark:
 *
 * Gets the domain of errors of schedulers and signals.
 *
 * Returns: the number of the domain
 */
G_DEFINE_QUARK (ls-scheduler-error-quark, ls_scheduler_error)
