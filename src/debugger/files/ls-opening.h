/* ls-opening.h: a session that is being read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-course-private.h"
#include "ls-journals.h"

G_BEGIN_DECLS

#define LS_TYPE_OPENING (ls_opening_get_type ())
G_DECLARE_FINAL_TYPE (LsOpening, ls_opening, LS, OPENING, GObject)

LsOpening  *ls_opening_new_for_file    (GFile              *file,
                                        gboolean            example);
LsOpening  *ls_opening_new_for_scripts (const char *const  *paths);
LsOpening  *ls_opening_new_for_course  (LsCourse           *course,
                                        guint               lesson);
LsOpening  *ls_opening_new_for_journal (LsJournals         *journals,
                                        const char         *id,
                                        GError            **error);
void        ls_opening_start           (LsOpening          *self);
void        ls_opening_cancel          (LsOpening          *self);
void        ls_opening_stop            (LsOpening         *self);
void        ls_opening_set_part_bytes  (LsOpening         *self,
                                        gsize              part_bytes);
LsSession  *ls_opening_take_part       (LsOpening         *self);
LsSession  *ls_opening_finish          (LsOpening          *self,
                                        GError            **error);
double      ls_opening_get_fraction    (LsOpening          *self);
GFile      *ls_opening_get_file        (LsOpening          *self);
GFile      *ls_opening_get_recent      (LsOpening          *self);
LsCourse   *ls_opening_get_course      (LsOpening          *self,
                                        guint              *lesson);
const char *ls_opening_get_name        (LsOpening          *self);
const char *ls_opening_get_etag        (LsOpening          *self);
const char *ls_opening_get_journal     (LsOpening          *self,
                                        guint32            *step,
                                        int                *action);
char       *ls_opening_read_etag       (GFile              *file,
                                        GCancellable       *cancellable);

G_END_DECLS
