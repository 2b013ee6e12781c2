/* ls-session.h: the document: a program, how to run it, and what the user did to it
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-action.h"
#include "ls-expectation.h"
#include "ls-mark.h"
#include "ls-program.h"
#include "ls-session-error.h"
#include "ls-session-progress.h"
#include "ls-settings.h"
#include "ls-trace.h"

G_BEGIN_DECLS

/**
 * LS_SESSION_MAX_AGENTS:
 *
 * How many agents a run may have at once: those that have ended do not count.
 */
#define LS_SESSION_MAX_AGENTS 256

/**
 * LS_SESSION_MAX_AGENT_NUMBER:
 *
 * The greatest number of an agent. Numbers are not given again.
 */
#define LS_SESSION_MAX_AGENT_NUMBER 4095

/**
 * LS_SESSION_MIME_TYPE:
 *
 * The MIME type of session files.
 */
#define LS_SESSION_MIME_TYPE "application/vnd.loopscope.session+json"

/**
 * LS_SESSION_SUFFIX:
 *
 * How the names of session files end.
 */
#define LS_SESSION_SUFFIX ".loopscope"

#define LS_TYPE_SESSION (ls_session_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsSession, ls_session, LS, SESSION, GObject)

/**
 * LsSessionPartFunc:
 * @part: (transfer full): shows the beginning of a recording
 * @user_data: what was passed with the function
 *
 * Called on the thread that reads, while the rest is still to be read.
 */
typedef void (*LsSessionPartFunc) (LsSession *part,
                                   gpointer   user_data);

/**
 * LsSessionWatch:
 * @progress: (nullable): is told how far the reading is
 * @part: (nullable): gets the beginning of a large recording as soon as that is read
 * @user_data: for both
 * @part_bytes: how long that beginning is; see [struct@RecordingWatch]
 * @stop: (nullable): ends the reading of a recording early, with what there is by then
 *
 * How somebody follows the reading of a session.
 */
typedef struct
{
  LsSessionProgressFunc  progress;
  LsSessionPartFunc      part;
  gpointer               user_data;
  gsize                  part_bytes;
  GCancellable          *stop;
} LsSessionWatch;

#define LS_TYPE_SESSION_WATCH (ls_session_watch_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_session_watch_get_type (void);

LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new               (void);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new_from_path     (const char        *path,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new_from_path_with_progress (const char *path,
                                                GCancellable      *cancellable,
                                                LsSessionProgressFunc progress,
                                                gpointer           user_data,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new_from_file     (GFile             *file,
                                                GCancellable      *cancellable,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new_from_file_with_progress (GFile    *file,
                                                GCancellable      *cancellable,
                                                LsSessionProgressFunc progress,
                                                gpointer           user_data,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new_from_file_watched (GFile         *file,
                                                const LsSessionWatch *watch,
                                                GCancellable      *cancellable,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new_from_data     (const char        *name,
                                                const char        *data,
                                                gssize             length,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_path_is_script    (const char        *path);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new_for_scripts   (const char *const *paths,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_new_for_text      (const char        *name,
                                                const char        *text,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
LsSession        *ls_session_copy              (LsSession         *self);
LS_AVAILABLE_IN_1_0
char             *ls_session_to_data           (LsSession         *self,
                                                gsize             *length);
LS_AVAILABLE_IN_1_0
void              ls_session_take_saved        (LsSession         *self,
                                                LsSession         *copy);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_save              (LsSession         *self,
                                                GFile             *file,
                                                GError           **error);

LS_AVAILABLE_IN_1_0
GFile            *ls_session_get_file          (LsSession         *self);
LS_AVAILABLE_IN_1_0
const char       *ls_session_get_title         (LsSession         *self);
LS_AVAILABLE_IN_1_0
void              ls_session_set_title         (LsSession         *self,
                                                const char        *title);
LS_AVAILABLE_IN_1_0
const char       *ls_session_get_description   (LsSession         *self);
LS_AVAILABLE_IN_1_0
void              ls_session_set_description   (LsSession         *self,
                                                const char        *description);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_get_modified      (LsSession         *self);
LS_AVAILABLE_IN_1_0
void              ls_session_set_modified      (LsSession         *self,
                                                gboolean           modified);

LS_AVAILABLE_IN_1_0
const LsSettings *ls_session_get_settings      (LsSession         *self);
LS_AVAILABLE_IN_1_0
void              ls_session_set_settings      (LsSession         *self,
                                                const LsSettings  *settings);
LS_AVAILABLE_IN_1_0
LsProgram        *ls_session_get_program       (LsSession         *self);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_has_agents        (LsSession         *self);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_replace           (LsSession         *self,
                                                const char        *pointer,
                                                const char        *json,
                                                GError           **error);

LS_AVAILABLE_IN_1_0
gboolean          ls_session_is_plain_script   (LsSession         *self);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_set_script_text   (LsSession         *self,
                                                guint              index,
                                                const char        *text,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_add_script        (LsSession         *self,
                                                const char        *name,
                                                const char        *text,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_remove_script     (LsSession         *self,
                                                guint              index,
                                                GError           **error);

LS_AVAILABLE_IN_1_0
guint             ls_session_get_n_actions     (LsSession         *self);
LS_AVAILABLE_IN_1_0
LsAction         *ls_session_get_action        (LsSession         *self,
                                                guint              index);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_add_action        (LsSession         *self,
                                                const LsStamp     *stamp,
                                                LsStep            *step,
                                                guint             *index,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_replace_action    (LsSession         *self,
                                                guint              index,
                                                const LsStamp     *stamp,
                                                LsStep            *step,
                                                guint             *place,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_remove_action     (LsSession         *self,
                                                guint              index,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_insert_action_at  (LsSession         *self,
                                                const LsStamp     *stamp,
                                                LsStep            *step,
                                                GPtrArray        **dropped,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_remove_actions    (LsSession         *self,
                                                guint              first,
                                                GPtrArray        **dropped,
                                                GError           **error);

LS_AVAILABLE_IN_1_0
guint             ls_session_get_n_expectations (LsSession        *self);
LS_AVAILABLE_IN_1_0
LsExpectation    *ls_session_get_expectation   (LsSession         *self,
                                                guint              index);

LS_AVAILABLE_IN_1_0
guint             ls_session_get_n_bookmarks   (LsSession         *self);
LS_AVAILABLE_IN_1_0
const LsMark     *ls_session_get_bookmark      (LsSession         *self,
                                                guint              index);
LS_AVAILABLE_IN_1_0
void              ls_session_set_bookmark      (LsSession         *self,
                                                guint32            step,
                                                const char        *title);
LS_AVAILABLE_IN_1_0
guint             ls_session_get_n_notes       (LsSession         *self);
LS_AVAILABLE_IN_1_0
const LsMark     *ls_session_get_note          (LsSession         *self,
                                                guint              index);
LS_AVAILABLE_IN_1_0
void              ls_session_set_note          (LsSession         *self,
                                                guint32            step,
                                                const char        *text);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_move_marks        (LsSession         *self,
                                                LsMarkMoveFunc     func,
                                                gpointer           user_data);
LS_AVAILABLE_IN_1_0
const guint32    *ls_session_get_schedule      (LsSession         *self,
                                                gsize             *length);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_set_schedule      (LsSession         *self,
                                                const guint32     *agents,
                                                gsize              length,
                                                GError           **error);
LS_AVAILABLE_IN_1_0
gboolean          ls_session_let_go_next       (LsSession         *self,
                                                LsTrace           *trace,
                                                gsize              position,
                                                guint32            agent,
                                                GError           **error);

G_END_DECLS
