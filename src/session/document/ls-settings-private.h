/* ls-settings-private.h
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-json-private.h"
#include "ls-preset.h"
#include "ls-settings.h"

G_BEGIN_DECLS

#define LS_SETTINGS_MAX_RANK 10

LsSettings *ls_settings_read  (LsJsonReader     *reader,
                               JsonNode         *node,
                               guint64           default_step_budget);
void        ls_settings_get_preset (const LsSettings *self,
                               LsPreset         *preset);
JsonNode   *ls_settings_write (const LsSettings *self,
                               JsonObject       *previous,
                               guint64           default_step_budget);

G_END_DECLS
