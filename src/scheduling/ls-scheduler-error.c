/* ls-scheduler-error.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-scheduler-error.h"

G_DEFINE_QUARK (ls-scheduler-error-quark, ls_scheduler_error)
