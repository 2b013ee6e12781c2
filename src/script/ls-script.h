/* ls-script.h: programs in JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

void ls_script_register (void);

G_END_DECLS
