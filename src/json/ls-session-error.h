/* ls-session-error.h: what can go wrong with a session
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LS_SESSION_ERROR:
 *
 * Errors of reading, changing, saving and running sessions. Messages are one line: the file, a JSON pointer to the
 * place, what was found there and what was expected.
 */
#define LS_SESSION_ERROR (ls_session_error_quark ())

/**
 * LsSessionError:
 * @LS_SESSION_ERROR_SYNTAX: the text is no JSON
 * @LS_SESSION_ERROR_LIMIT: too big or too deep to be read
 * @LS_SESSION_ERROR_FORMAT: JSON, but of another format or of an unknown version
 * @LS_SESSION_ERROR_INVALID: a member is missing, or its value is of another type or out of range
 * @LS_SESSION_ERROR_UNKNOWN_NAME: something is referred to that no step makes
 * @LS_SESSION_ERROR_CYCLE: a body calls itself
 * @LS_SESSION_ERROR_READ: the file could not be read
 * @LS_SESSION_ERROR_WRITE: the file could not be written
 * @LS_SESSION_ERROR_RUN: the session could not be run
 * @LS_SESSION_ERROR_PROGRAM: a script cannot be run: the message begins with "file:line:column: "
 *
 * What was wrong with a session.
 */
typedef enum
{
  LS_SESSION_ERROR_SYNTAX,
  LS_SESSION_ERROR_LIMIT,
  LS_SESSION_ERROR_FORMAT,
  LS_SESSION_ERROR_INVALID,
  LS_SESSION_ERROR_UNKNOWN_NAME,
  LS_SESSION_ERROR_CYCLE,
  LS_SESSION_ERROR_READ,
  LS_SESSION_ERROR_WRITE,
  LS_SESSION_ERROR_RUN,
  LS_SESSION_ERROR_PROGRAM
} LsSessionError;

LS_AVAILABLE_IN_1_0
GQuark ls_session_error_quark (void);

G_END_DECLS
