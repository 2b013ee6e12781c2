/* ls-control-private.h: asks a program that is watched for something
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-wire.h"

G_BEGIN_DECLS

typedef struct _LsControl LsControl;

LsControl *ls_control_new      (int                  fd,
                                GError             **error);
void       ls_control_free     (LsControl           *self);
void       ls_control_set_hold (LsControl           *self,
                                gboolean             all,
                                guint64              at);
gboolean   ls_control_give     (LsControl           *self,
                                LsWireCommandKind    kind,
                                guint64              source,
                                int                  value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsControl, ls_control_free)

G_END_DECLS
