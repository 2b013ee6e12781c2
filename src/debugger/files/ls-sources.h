/* ls-sources.h: the scripts that a recording is about, where they are at hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-debugger.h"

G_BEGIN_DECLS

/**
 * LsSourceOrigin:
 * @LS_SOURCE_FROM_RECORDING: the recording has it
 * @LS_SOURCE_FROM_PAGE: the page that is watched has it
 * @LS_SOURCE_BESIDE: a file beside the recording, which somebody may have changed since
 * @LS_SOURCE_FILE: the very file, which somebody may have changed since
 *
 * Where the text of a script is from.
 */
typedef enum
{
  LS_SOURCE_FROM_RECORDING,
  LS_SOURCE_FROM_PAGE,
  LS_SOURCE_BESIDE,
  LS_SOURCE_FILE
} LsSourceOrigin;

/**
 * LsSource:
 * @text: the text, UTF-8
 * @first_line: the line at which it begins in the script's file, from 1; 0 if nobody knows
 * @origin: where it is from
 * @path: (nullable): the file that it was read from
 *
 * The text of a script.
 */
typedef struct
{
  char          *text;
  guint          first_line;
  LsSourceOrigin origin;
  char          *path;
} LsSource;

void      ls_source_free          (LsSource             *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSource, ls_source_free)

#define LS_TYPE_SOURCES (ls_sources_get_type ())
G_DECLARE_FINAL_TYPE (LsSources, ls_sources, LS, SOURCES, GObject)

LsSources *ls_sources_new         (LsDebugger           *debugger);
gboolean   ls_sources_is_missing  (LsSources            *self,
                                   const char           *place);
void       ls_sources_load_async  (LsSources            *self,
                                   const char           *place,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data);
LsSource  *ls_sources_load_finish (LsSources            *self,
                                   GAsyncResult         *result,
                                   GError              **error);

G_END_DECLS
