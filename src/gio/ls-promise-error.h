/* ls-promise-error.h: rejections and exceptions as errors of GLib, and back
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-value.h"

G_BEGIN_DECLS

/**
 * LS_PROMISE_ERROR:
 *
 * Error domain of what promises are rejected with.
 */
#define LS_PROMISE_ERROR (ls_promise_error_quark ())

/**
 * LsPromiseError:
 * @LS_PROMISE_ERROR_REJECTED: the promise was rejected, with something that is no error of another domain
 * @LS_PROMISE_ERROR_LOOP_ENDED: the event loop has ended, and nothing settles the promise any more
 *
 * Errors of asynchronous functions that wait for a promise.
 */
typedef enum
{
  LS_PROMISE_ERROR_REJECTED,
  LS_PROMISE_ERROR_LOOP_ENDED
} LsPromiseError;

LS_AVAILABLE_IN_1_0
GQuark       ls_promise_error_quark      (void);
LS_AVAILABLE_IN_1_0
GError      *ls_value_to_error           (const LsValue *self);
LS_AVAILABLE_IN_1_0
LsException *ls_exception_new_for_error  (const GError  *error);

G_END_DECLS
