/* ls-abort-controller.h: DOM's AbortController
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-abort-signal.h"

G_BEGIN_DECLS

#define LS_TYPE_ABORT_CONTROLLER (ls_abort_controller_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (LsAbortController, ls_abort_controller, LS, ABORT_CONTROLLER, GObject)

struct _LsAbortControllerClass
{
  GObjectClass parent_class;

  /*< private >*/
  LsAbortSignal *(*make_signal) (LsAbortController *self,
                                 LsEventLoop       *loop,
                                 const char        *name);
  gpointer     padding[3];
};

LS_AVAILABLE_IN_1_0
LsAbortController *ls_abort_controller_new        (LsEventLoop       *loop,
                                                   const char        *name);
LS_AVAILABLE_IN_1_0
LsAbortSignal     *ls_abort_controller_get_signal (LsAbortController *self);
LS_AVAILABLE_IN_1_0
void               ls_abort_controller_abort      (LsAbortController *self,
                                                   const LsValue     *reason);

G_END_DECLS
