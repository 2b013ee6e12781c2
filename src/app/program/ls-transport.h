/* ls-transport.h: the buttons that move the position
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

#define LS_TYPE_TRANSPORT (ls_transport_get_type ())
G_DECLARE_FINAL_TYPE (LsTransport, ls_transport, LS, TRANSPORT, AdwBin)

void ls_transport_set_player (LsTransport *self,
                              LsPlayer    *player);

void ls_transport_set_compact (LsTransport *self,
                               gboolean     compact);

G_END_DECLS
