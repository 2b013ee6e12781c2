/* ls-source-check.h: what is wrong with source text, and where it can be stopped
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-version.h"

G_BEGIN_DECLS

/**
 * LsSourceComment:
 * @start: the byte at which it begins, with its slashes
 * @end: the byte behind it, which is the end of the line or of the text
 * @line: its line, from 1
 *
 * A comment that ends with its line: plain data.
 */
typedef struct
{
  gsize start;
  gsize end;
  guint line;
} LsSourceComment;

#define LS_TYPE_SOURCE_COMMENT (ls_source_comment_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_source_comment_get_type (void);

typedef struct _LsSourceCheck LsSourceCheck;

/**
 * LsSourceCheck:
 * @message: (nullable): what is wrong with the text, %NULL if it can be read
 * @line: the line at which it is wrong, from 1
 * @column: the column in UTF-16 units, from 1
 * @lines: (array length=n_lines): the lines in which statements begin, in ascending order
 * @n_lines: how many; none in a text that is wrong
 * @comments: (array length=n_comments): the comments of a script that begin with two slashes, in the order of the text
 * @n_comments: how many; none in a text that is wrong, and in the body of a function
 *
 * The result of reading a text in JavaScript: plain data.
 */
struct _LsSourceCheck
{
  char  *message;
  guint  line;
  guint  column;
  guint *lines;
  guint  n_lines;
  LsSourceComment *comments;
  guint  n_comments;
};

#define LS_TYPE_SOURCE_CHECK (ls_source_check_get_type ())

LS_AVAILABLE_IN_1_0
GType          ls_source_check_get_type  (void);
LS_AVAILABLE_IN_1_0
LsSourceCheck *ls_source_check_copy      (const LsSourceCheck  *self);
LS_AVAILABLE_IN_1_0
void           ls_source_check_free      (LsSourceCheck        *self);
LS_AVAILABLE_IN_1_0
guint          ls_source_check_find_line (const LsSourceCheck  *self,
                                          guint                 line);
LS_AVAILABLE_IN_1_0
gboolean       ls_source_check_is_possible (void);
LS_AVAILABLE_IN_1_0
void           ls_source_check_async     (const char           *source,
                                          const char           *script,
                                          GCancellable         *cancellable,
                                          GAsyncReadyCallback   callback,
                                          gpointer              user_data);
LS_AVAILABLE_IN_1_0
LsSourceCheck *ls_source_check_wait      (const char           *source,
                                          const char           *script,
                                          GError              **error);
LS_AVAILABLE_IN_1_0
LsSourceCheck *ls_source_check_finish    (GAsyncResult         *result,
                                          GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSourceCheck, ls_source_check_free)

G_END_DECLS
