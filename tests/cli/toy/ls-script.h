/* ls-script.h: nothing in the place of JavaScript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#define ls_script_register(...) ((void) 0)
