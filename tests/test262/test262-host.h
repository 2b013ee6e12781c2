/* test262-host.h: the host objects of ECMAScript's test suite
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

void test262_register (void);

G_END_DECLS
