/* ls-listener.h: lets a watcher join a program that runs
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <stdatomic.h>

extern _Atomic int ls_listener_fd;      /* -1 while nobody can join */
extern _Atomic int ls_listener_is_on;   /* there is one whenever nobody watches */

extern int ls_listener_has_joined;   /* a watcher has come while the program ran */
extern const char *ls_listener_suffix;   /* ends each path: a process may listen at two */

void ls_listener_set_path (const char *path);
int  ls_listener_open     (void);
int  ls_listener_accept   (void);
void ls_listener_close    (int         unlinks);
