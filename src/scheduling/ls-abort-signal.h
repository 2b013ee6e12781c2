/* ls-abort-signal.h: DOM's AbortSignal
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-event-loop.h"
#include "ls-event.h"

G_BEGIN_DECLS

#define LS_TYPE_ABORT_SIGNAL (ls_abort_signal_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (LsAbortSignal, ls_abort_signal, LS, ABORT_SIGNAL, GObject)

struct _LsAbortSignalClass
{
  GObjectClass parent_class;

  /*< private >*/
  gboolean   (*is_needed) (LsAbortSignal *self);
  gpointer     padding[3];
};

/**
 * LsAbortAlgorithm:
 * @signal: the signal that is aborted
 * @user_data: the data that was given with it
 *
 * An abort algorithm. It runs when the signal is aborted, before the event.
 */
typedef void (*LsAbortAlgorithm) (LsAbortSignal *signal,
                                  gpointer       user_data);

LS_AVAILABLE_IN_1_0
LsAbortSignal *ls_abort_signal_new_aborted      (LsEventLoop       *loop,
                                                 const LsValue     *reason);
LS_AVAILABLE_IN_1_0
LsAbortSignal *ls_abort_signal_new_timeout      (LsEventLoop       *loop,
                                                 guint64            milliseconds);
LS_AVAILABLE_IN_1_0
LsAbortSignal *ls_abort_signal_any              (LsEventLoop       *loop,
                                                 LsAbortSignal    **signals,
                                                 gsize              n_signals);
LS_AVAILABLE_IN_1_0
LsEventLoop   *ls_abort_signal_get_loop         (LsAbortSignal     *self);
LS_AVAILABLE_IN_1_0
guint32        ls_abort_signal_get_id           (LsAbortSignal     *self);
LS_AVAILABLE_IN_1_0
void           ls_abort_signal_set_name         (LsAbortSignal     *self,
                                                 const char        *name);
LS_AVAILABLE_IN_1_0
const char    *ls_abort_signal_get_name         (LsAbortSignal     *self);
LS_AVAILABLE_IN_1_0
gboolean       ls_abort_signal_get_aborted      (LsAbortSignal     *self);
LS_AVAILABLE_IN_1_0
const LsValue *ls_abort_signal_get_reason       (LsAbortSignal     *self);
LS_AVAILABLE_IN_1_0
LsCompletion   ls_abort_signal_throw_if_aborted (LsAbortSignal     *self,
                                                 LsValue           *result);
LS_AVAILABLE_IN_1_0
guint          ls_abort_signal_add_algorithm    (LsAbortSignal     *self,
                                                 LsAbortAlgorithm   algorithm,
                                                 gpointer           user_data,
                                                 GDestroyNotify     destroy);
LS_AVAILABLE_IN_1_0
void           ls_abort_signal_remove_algorithm (LsAbortSignal     *self,
                                                 guint              id);
LS_AVAILABLE_IN_1_0
guint          ls_abort_signal_add_listener     (LsAbortSignal     *self,
                                                 const char        *type,
                                                 LsEventListener    listener,
                                                 LsListenerFlags    flags,
                                                 gpointer           user_data,
                                                 GDestroyNotify     destroy);
LS_AVAILABLE_IN_1_0
void           ls_abort_signal_remove_listener  (LsAbortSignal     *self,
                                                 guint              id);
LS_AVAILABLE_IN_1_0
void           ls_abort_signal_set_handler      (LsAbortSignal     *self,
                                                 const char        *type,
                                                 LsEventListener    handler,
                                                 gpointer           user_data,
                                                 GDestroyNotify     destroy);

G_END_DECLS
