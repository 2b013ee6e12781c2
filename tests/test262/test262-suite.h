/* test262-suite.h: runs of tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

int test262_run_tests (const char             *harness,
                       char                  **paths,
                       const LsRunnerOptions  *options);

G_END_DECLS
