/* test262-output.h: what the runner writes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

void test262_print   (LsRunnerOutput  kind,
                      const char     *text);
void test262_message (const char     *text);

G_END_DECLS
