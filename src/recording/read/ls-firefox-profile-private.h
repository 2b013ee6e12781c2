/* ls-firefox-profile-private.h: the processes, threads and documents of a profile of Firefox
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-firefox-private.h"

G_BEGIN_DECLS

/*< private >
 * LsFirefoxProfile:
 *
 * Keeps threads until all has come that their markers need, whatever order the file has: the names of the markers, and when the
 * process began. */
typedef struct _LsFirefoxProfile LsFirefoxProfile;

LsFirefoxProfile *ls_firefox_profile_new            (LsRecordingBuilder *builder);
void              ls_firefox_profile_free           (LsFirefoxProfile   *self);
gboolean          ls_firefox_profile_begin_process  (LsFirefoxProfile   *self);
void              ls_firefox_profile_end_process    (LsFirefoxProfile   *self);
gboolean          ls_firefox_profile_is_outermost   (LsFirefoxProfile   *self);
void              ls_firefox_profile_set_start_time (LsFirefoxProfile   *self,
                                                     double              start_time);
LsFirefoxThread  *ls_firefox_profile_begin_thread   (LsFirefoxProfile   *self);
void              ls_firefox_profile_end_thread     (LsFirefoxProfile   *self);
LsFirefoxMarker  *ls_firefox_profile_get_marker     (LsFirefoxProfile   *self,
                                                     guint32             index);
void              ls_firefox_profile_add_marker     (LsFirefoxProfile   *self,
                                                     LsFirefoxMarker    *marker);
LsFirefoxStrings *ls_firefox_profile_get_shared     (LsFirefoxProfile   *self);
LsFirefoxPages   *ls_firefox_profile_get_pages      (LsFirefoxProfile   *self);
gboolean          ls_firefox_profile_has_something  (LsFirefoxProfile   *self);
void              ls_firefox_profile_end            (LsFirefoxProfile   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFirefoxProfile, ls_firefox_profile_free)

G_END_DECLS
