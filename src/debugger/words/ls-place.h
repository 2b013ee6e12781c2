/* ls-place.h: a place in a script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-state.h"

G_BEGIN_DECLS

typedef struct _LsPlace LsPlace;

/**
 * LsPlace:
 * @script: the name of the script, not terminated
 * @script_length: the length of the name, in bytes
 * @line: line, from 1
 * @column: column, from 1; 0 if it is not known
 *
 * A place in a script, as the record of a statement has it. It is plain data and points into the text that it was read from.
 */
struct _LsPlace
{
  const char *script;
  gsize       script_length;
  guint       line;
  guint       column;
};

gboolean  ls_place_parse          (LsPlace        *self,
                                   const char     *text);
gboolean  ls_place_is_in          (const LsPlace  *self,
                                   const char     *script);
char     *ls_place_dup_script     (const LsPlace  *self);
char     *ls_place_format         (const LsPlace  *self);
gsize     ls_place_find_statement (LsTrace        *trace,
                                   gsize           position);
guint32   ls_place_find_current   (LsState        *state,
                                   gboolean       *done);
gsize     ls_place_find_agent     (LsTrace        *trace,
                                   gsize           position,
                                   gsize           first,
                                   guint32         agent);
gsize     ls_place_find_before    (LsTrace        *trace,
                                   gsize           position,
                                   gsize           first,
                                   LsRecord       *record);
gsize     ls_place_find_statement_before (LsTrace *trace,
                                   gsize           position,
                                   gsize           first,
                                   LsRecord       *record);
gboolean  ls_place_of_record      (LsPlace        *self,
                                   LsTrace        *trace,
                                   gsize           position);

G_END_DECLS
