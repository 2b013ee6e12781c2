/* ls-agent-card.h: an agent, what it does and what it waits for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-player.h"
#include "ls-session.h"

G_BEGIN_DECLS

#define LS_TYPE_AGENT_CARD (ls_agent_card_get_type ())
G_DECLARE_FINAL_TYPE (LsAgentCard, ls_agent_card, LS, AGENT_CARD, GtkBox)

void       ls_agent_card_set_agent (LsAgentCard *self,
                                    LsPlayer    *player,
                                    LsSession   *session,
                                    guint32      agent);

G_END_DECLS
