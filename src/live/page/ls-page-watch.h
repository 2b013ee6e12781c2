/* ls-page-watch.h: watches the schedulers of pages in a running browser, and Node.js
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-live-run.h"
#include "ls-page-photograph.h"
#include "ls-page-target.h"

G_BEGIN_DECLS

/**
 * LsPageWatchFlags:
 * @LS_PAGE_WATCH_NONE: none
 * @LS_PAGE_WATCH_HEADLESS: the browser that is started shows no window, even if there is a screen
 * @LS_PAGE_WATCH_FULL_URLS: addresses go into the trace whole. They may have secrets in them
 * @LS_PAGE_WATCH_STACKS: each post tells its callers. The page takes about twice as long to post
 * @LS_PAGE_WATCH_FIREFOX: the browser that is started is Firefox instead of Chromium
 *
 * How pages are watched.
 */
typedef enum
{
  LS_PAGE_WATCH_NONE = 0,
  LS_PAGE_WATCH_HEADLESS = 1 << 0,
  LS_PAGE_WATCH_FULL_URLS = 1 << 1,
  LS_PAGE_WATCH_STACKS = 1 << 2,
  LS_PAGE_WATCH_FIREFOX = 1 << 3
} LsPageWatchFlags;

/**
 * LsPagePrediction:
 * @n_same: how often the browser took the scheduler task that the specification's model expected
 * @n_different: how often it took another one
 * @n_unsure: how often nobody can know: a delay was involved, or a task that was posted before the watch began
 *
 * The specification's model beside the browser.
 */
typedef struct
{
  guint64 n_same;
  guint64 n_different;
  guint64 n_unsure;
} LsPagePrediction;

#define LS_TYPE_PAGE_PREDICTION (ls_page_prediction_get_type ())
LS_AVAILABLE_IN_1_0
GType ls_page_prediction_get_type (void);

#define LS_TYPE_PAGE_WATCH (ls_page_watch_get_type ())
LS_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (LsPageWatch, ls_page_watch, LS, PAGE_WATCH, GObject)

/* Signal: acted (guint64 act, const char *why). */

LS_AVAILABLE_IN_1_0
LsPageWatch *ls_page_watch_new            (void);
LS_AVAILABLE_IN_1_0
gboolean     ls_page_watch_can_launch     (LsPageWatchFlags   flags);
LS_AVAILABLE_IN_1_0
gboolean     ls_page_watch_launch         (LsPageWatch       *self,
                                           const char        *address,
                                           LsPageWatchFlags   flags,
                                           GError           **error);
LS_AVAILABLE_IN_1_0
gboolean     ls_page_watch_join           (LsPageWatch       *self,
                                           const char        *browser,
                                           const char        *address,
                                           LsPageWatchFlags   flags,
                                           GError           **error);
LS_AVAILABLE_IN_1_0
void         ls_page_watch_set_surroundings (LsPageWatch     *self,
                                           const char        *folder,
                                           const char *const *environment);
LS_AVAILABLE_IN_1_0
gboolean     ls_page_watch_launch_node    (LsPageWatch       *self,
                                           const char *const *arguments,
                                           GError           **error);
LS_AVAILABLE_IN_1_0
gboolean     ls_page_watch_is_node        (LsPageWatch       *self);
LS_AVAILABLE_IN_1_0
gboolean     ls_page_watch_can_photograph (LsPageWatch       *self);
LS_AVAILABLE_IN_1_0
gboolean     ls_page_watch_is_stopped     (LsPageWatch       *self);
LS_AVAILABLE_IN_1_0
int          ls_page_watch_get_wait_status (LsPageWatch      *self);
LS_AVAILABLE_IN_1_0
gboolean     ls_page_watch_check_browser  (const char        *browser,
                                           GError           **error);
LS_AVAILABLE_IN_1_0
char        *ls_page_watch_complete_address (const char      *text);
LS_AVAILABLE_IN_1_0
char        *ls_page_watch_clean_address  (const char        *address,
                                           LsPageWatchFlags   flags);
LS_AVAILABLE_IN_1_0
char        *ls_page_watch_load_script    (LsPageWatch       *self,
                                           const char        *address,
                                           guint              line,
                                           guint             *first_line,
                                           GCancellable      *cancellable,
                                           GError           **error);
LS_AVAILABLE_IN_1_0
GPtrArray   *ls_page_watch_list_targets   (LsPageWatch       *self);
LS_AVAILABLE_IN_1_0
guint        ls_page_watch_get_n_agents   (LsPageWatch       *self);
LS_AVAILABLE_IN_1_0
guint        ls_page_watch_get_n_closed   (LsPageWatch       *self);
LS_AVAILABLE_IN_1_0
void         ls_page_watch_get_prediction (LsPageWatch       *self,
                                           LsPagePrediction  *prediction);

LS_AVAILABLE_IN_1_0
char        *ls_page_watch_describe_held  (LsPageWatch       *self);
LS_AVAILABLE_IN_1_0
void         ls_page_watch_set_breakpoints (LsPageWatch       *self,
                                           const char *const *names);
LS_AVAILABLE_IN_1_0
guint64      ls_page_watch_set_priority   (LsPageWatch       *self,
                                           guint32            task,
                                           LsTaskPriority     priority);
LS_AVAILABLE_IN_1_0
guint64      ls_page_watch_set_signal_priority (LsPageWatch  *self,
                                           guint32            signal,
                                           LsTaskPriority     priority);
LS_AVAILABLE_IN_1_0
guint64      ls_page_watch_abort          (LsPageWatch       *self,
                                           guint32            task,
                                           const char        *reason);
LS_AVAILABLE_IN_1_0
guint64      ls_page_watch_abort_signal   (LsPageWatch       *self,
                                           guint32            signal,
                                           const char        *reason);
LS_AVAILABLE_IN_1_0
guint64      ls_page_watch_post           (LsPageWatch       *self,
                                           guint32            agent,
                                           const char        *source,
                                           LsTaskPriority     priority);
LS_AVAILABLE_IN_1_0
void         ls_page_watch_photograph_async (LsPageWatch     *self,
                                           GCancellable      *cancellable,
                                           GAsyncReadyCallback callback,
                                           gpointer           user_data);
LS_AVAILABLE_IN_1_0
LsPagePhotograph *ls_page_watch_photograph_finish (LsPageWatch *self,
                                           GAsyncResult      *result,
                                           GError           **error);

G_END_DECLS
