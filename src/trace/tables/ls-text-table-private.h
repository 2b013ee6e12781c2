/* ls-text-table-private.h: the strings of a trace, each once
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LS_TEXT_TABLE_FIRST_SEGMENT 64
#define LS_TEXT_TABLE_N_SEGMENTS 26

/* Strings are numbered from 1 in the order of their first use. One thread interns, any thread looks up: neither the
 * strings nor the segments that point to them ever move, and n_texts is stored after what it covers. */
typedef struct
{
  const char   **segments[LS_TEXT_TABLE_N_SEGMENTS];   /* of 64, 128, 256 … strings */
  guint          n_texts;                              /* atomic */
  GStringChunk  *storage;
  struct { guint32 hash, text; } *slots;               /* open addressing, the writer's */
  guint          n_slots;
} LsTextTable;

void        ls_text_table_init   (LsTextTable *self);
void        ls_text_table_clear  (LsTextTable *self);
guint32     ls_text_table_intern (LsTextTable *self,
                                  const char  *string);
const char *ls_text_table_lookup (LsTextTable *self,
                                  guint32      text);

G_END_DECLS
