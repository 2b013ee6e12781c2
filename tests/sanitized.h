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

/* How often a test repeats something with other numbers. A sanitizer takes longer for each, and finds what it finds in a part of them;
 * only tests that also run without a sanitizer, those of the suites “long” and “twice”, may use this. */
#define TIMES(all, sanitized) (IS_SANITIZED ? (sanitized) : (all))
