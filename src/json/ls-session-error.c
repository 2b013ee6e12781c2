/* ls-session-error.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-session-error.h"

G_DEFINE_QUARK (ls-session-error-quark, ls_session_error)
