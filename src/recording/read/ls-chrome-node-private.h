/* ls-chrome-node-private.h: what Node.js writes among trace events
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-chrome-events-private.h"
#include "ls-chrome-specs-private.h"

G_BEGIN_DECLS

/*< private >
 * LsChromeNode:
 *
 * Asynchronous resources of Node.js, their callbacks, and the phases of its loop in which they run. */
typedef struct _LsChromeNode LsChromeNode;

LsChromeNode       *ls_chrome_node_new       (LsRecordingBuilder     *builder);
void                ls_chrome_node_free      (LsChromeNode           *self);
const LsChromeSpec *ls_chrome_node_find_spec (const char             *name,
                                              gsize                   name_length,
                                              const char             *category,
                                              gsize                   category_length,
                                              LsChromePhases          phases);
void                ls_chrome_node_map       (LsChromeNode           *self,
                                              LsChromeEvent          *event,
                                              LsRecordingEvent       *made);
void                ls_chrome_node_note      (LsChromeNode           *self,
                                              const LsRecordingEvent *made,
                                              gsize                   index);
gboolean            ls_chrome_node_end       (LsChromeNode           *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChromeNode, ls_chrome_node_free)

G_END_DECLS
