/* ls-session-view.h: a session with all that explains it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-compat.h"
#include "ls-course-private.h"
#include "ls-debugger.h"
#include "ls-journal-keeper.h"
#include "ls-pane-layout.h"
#include "ls-page-watch.h"

G_BEGIN_DECLS

#define LS_TYPE_SESSION_VIEW (ls_session_view_get_type ())
G_DECLARE_FINAL_TYPE (LsSessionView, ls_session_view, LS, SESSION_VIEW, GtkWidget)

/**
 * LsSessionViewFunc:
 * @self: a view
 * @goes_on: whether what it was about is to be done
 * @user_data: what was given
 *
 * Gets the answer of the user.
 */
typedef void (*LsSessionViewFunc) (LsSessionView *self,
                                   gboolean       goes_on,
                                   gpointer       user_data);

LsSessionView *ls_session_view_new               (LsJournals        *journals);
LsDebugger    *ls_session_view_get_debugger      (LsSessionView     *self);
LsPlayer      *ls_session_view_get_player        (LsSessionView     *self);
gboolean       ls_session_view_has_session       (LsSessionView     *self);
gboolean       ls_session_view_has_lesson        (LsSessionView     *self);
gboolean       ls_session_view_is_busy           (LsSessionView     *self);
void           ls_session_view_set_shown         (LsSessionView     *self,
                                                  gboolean           shown);
void           ls_session_view_change_experiment (LsSessionView     *self,
                                                  const char        *name,
                                                  gboolean           is_on);
void           ls_session_view_change_setting    (LsSessionView     *self,
                                                  const char        *name,
                                                  const char        *value);
GPtrArray     *ls_session_view_list_actions      (LsSessionView     *self);
char          *ls_session_view_dup_yield_problem (LsSessionView     *self);

/* What it is called, and whether it is saved */
char          *ls_session_view_make_title        (LsSessionView     *self);
char          *ls_session_view_make_subtitle     (LsSessionView     *self);
gboolean       ls_session_view_get_modified      (LsSessionView     *self);
gboolean       ls_session_view_is_untouched      (LsSessionView     *self);
gboolean       ls_session_view_is_unsaved        (LsSessionView     *self);
void           ls_session_view_discard           (LsSessionView     *self);

/* Opening */
LsSessionView *ls_session_view_get_free          (LsSessionView     *self);
void           ls_session_view_set_opener        (LsSessionView     *self,
                                                  LsSessionView     *opener);
LsSessionView *ls_session_view_get_opener        (LsSessionView     *self);
void           ls_session_view_open              (LsSessionView     *self,
                                                  GFile             *file,
                                                  gboolean           example);
void           ls_session_view_open_scripts      (LsSessionView     *self,
                                                  const char *const *paths);
void           ls_session_view_search_sessions   (LsSessionView     *self,
                                                  const char        *text);
void           ls_session_view_watch             (LsSessionView     *self,
                                                  const char *const *arguments,
                                                  const char        *folder,
                                                  const char *const *environment);
void           ls_session_view_join              (LsSessionView     *self,
                                                  guint              pid);
void           ls_session_view_watch_page        (LsSessionView     *self,
                                                  const char        *address,
                                                  LsPageWatchFlags   flags);
void           ls_session_view_watch_node        (LsSessionView     *self,
                                                  const char *const *arguments,
                                                  const char        *folder,
                                                  const char *const *environment);
void           ls_session_view_join_browser      (LsSessionView     *self,
                                                  const char        *browser,
                                                  const char        *address,
                                                  LsPageWatchFlags   flags);
void           ls_session_view_open_text         (LsSessionView     *self,
                                                  const char        *name,
                                                  const char        *text);
gboolean       ls_session_view_reopen            (LsSessionView     *self,
                                                  LsSession         *session,
                                                  GFile             *file,
                                                  const char        *etag,
                                                  guint32            step,
                                                  GError           **error);
gboolean       ls_session_view_restore           (LsSessionView     *self,
                                                  const char        *id,
                                                  GError           **error);

void           ls_session_view_set_course        (LsSessionView     *self,
                                                  LsCourse          *course,
                                                  guint              lesson);
LsCourse      *ls_session_view_get_course        (LsSessionView     *self,
                                                  guint             *lesson);

/* Saving */
gboolean       ls_session_view_flush             (LsSessionView     *self,
                                                  GError           **error);
void           ls_session_view_confirm           (LsSessionView     *self,
                                                  LsSessionViewFunc  done,
                                                  gpointer           user_data);
LsSessionFile *ls_session_view_get_file          (LsSessionView     *self);
void           ls_session_view_save              (LsSessionView     *self,
                                                  GFile             *file,
                                                  LsSessionViewFunc  done,
                                                  gpointer           user_data);
void           ls_session_view_wait_for_saves    (LsSessionView     *self,
                                                  LsSessionViewFunc  done,
                                                  gpointer           user_data);
void           ls_session_view_save_to           (LsSessionView     *self,
                                                  GFile             *file);
void           ls_session_view_ask_where         (LsSessionView     *self,
                                                  LsCompatFileFunc   done,
                                                  gpointer           user_data);

/* What is there again after a crash */
LsJournalKeeper *ls_session_view_get_keeper      (LsSessionView     *self);
void           ls_session_view_update_unsaved    (LsSessionView     *self);

/* Messages */
void           ls_session_view_report            (LsSessionView     *self,
                                                  const char        *text);
AdwToast      *ls_session_view_tell              (LsSessionView     *self,
                                                  const char        *text,
                                                  const char        *button,
                                                  const char        *action,
                                                  guint              seconds);

/* Lessons */
guint          ls_session_view_get_places        (LsSessionView     *self);
void           ls_session_view_focus_lesson      (LsSessionView     *self);

/* Panes */
LsPaneLayout  *ls_session_view_get_layout        (LsSessionView     *self);
GPtrArray     *ls_session_view_list_panes        (LsSessionView     *self);

G_END_DECLS
