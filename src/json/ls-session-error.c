/* ls-session-error.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-error.h"

/**
 * ls_session_error_quark:
 *
 * Gets the domain of errors of sessions.
 *
 * Returns: the number of the domain
 */
G_DEFINE_QUARK (ls-session-error-quark, ls_session_error)
