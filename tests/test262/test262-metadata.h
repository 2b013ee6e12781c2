/* test262-metadata.h: the front matter of a test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Test262Metadata: what a test says of itself. */
typedef struct
{
  char **includes;
  char **flags;
  char  *negative_type;     /* (nullable): of the exception that is expected */
} Test262Metadata;

void     test262_metadata_read     (Test262Metadata       *self,
                                    const char            *text);
void     test262_metadata_clear    (Test262Metadata       *self);
gboolean test262_metadata_has_flag (const Test262Metadata *self,
                                    const char            *flag);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Test262Metadata, test262_metadata_clear)

G_END_DECLS
