/* test262-trail.h: where a test fails
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

char *test262_find_place (LsSession       *session,
                          const char      *name,
                          LsRunnerOptions  options,
                          GCancellable    *cancellable);

G_END_DECLS
