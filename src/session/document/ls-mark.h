/* ls-mark.h: a bookmark or a note at a step of a session
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib-object.h>

#include "ls-version.h"

G_BEGIN_DECLS

typedef struct _LsMark LsMark;

/**
 * LsMark:
 * @step: the step of the run that it belongs to
 * @text: a bookmark's title or a note's text
 *
 * A bookmark or a note: plain data.
 */
struct _LsMark
{
  guint32 step;
  char   *text;
};

/**
 * LsMarkMoveFunc:
 * @mark: a bookmark or a note
 * @is_note: whether it is a note
 * @user_data: what was given
 *
 * Chooses the step that a mark moves to.
 *
 * Returns: the step
 */
typedef guint32 (*LsMarkMoveFunc) (const LsMark *mark,
                                   gboolean      is_note,
                                   gpointer      user_data);

#define LS_TYPE_MARK (ls_mark_get_type ())

LS_AVAILABLE_IN_1_0
GType   ls_mark_get_type (void);
LS_AVAILABLE_IN_1_0
LsMark *ls_mark_new      (guint32       step,
                          const char   *text);
LS_AVAILABLE_IN_1_0
LsMark *ls_mark_copy     (const LsMark *self);
LS_AVAILABLE_IN_1_0
void    ls_mark_free     (LsMark       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMark, ls_mark_free)

G_END_DECLS
