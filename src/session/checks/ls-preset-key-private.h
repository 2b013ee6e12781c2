/* ls-preset-key-private.h: what a program prints with each of several presets, and where they part
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-runner.h"

G_BEGIN_DECLS

typedef struct _LsPresetKey LsPresetKey;

LsPresetKey       *ls_preset_key_new        (LsSession              *session,
                                             const char *const      *presets,
                                             const LsRunnerOptions  *options,
                                             GCancellable           *cancellable,
                                             GError                **error);
void               ls_preset_key_free       (LsPresetKey            *self);
const char *const *ls_preset_key_get_lines  (LsPresetKey            *self,
                                             guint                   preset);
guint              ls_preset_key_count_common (LsPresetKey          *self);
char              *ls_preset_key_find_fault (LsPresetKey            *self);
char              *ls_preset_key_explain    (LsPresetKey            *self,
                                             guint                   preset,
                                             guint                   other);
gsize              ls_preset_key_find_parting (LsPresetKey          *self,
                                             guint                   preset,
                                             guint                   other,
                                             guint32                *task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPresetKey, ls_preset_key_free)

G_END_DECLS
