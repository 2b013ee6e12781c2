/* sanitized.h: whether a sanitizer watches, with which all takes several times as long
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#if defined (__SANITIZE_ADDRESS__) || defined (__SANITIZE_THREAD__)
#define IS_SANITIZED TRUE
#else
#define IS_SANITIZED FALSE
#endif

/* How often a test does the same with other numbers: what a sanitizer finds it finds in a part of them. */
#define TIMES(all, sanitized) (IS_SANITIZED ? (sanitized) : (all))
