/* ls-application-private.h: what the files of the application share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-application.h"
#include "ls-appearance.h"
#include "ls-search-provider.h"
#include "ls-window.h"

G_BEGIN_DECLS

/* By which the system asks a program to end. */
#define LS_N_END_SIGNALS 3

struct _LsApplication
{
  AdwApplication    parent_instance;

  LsJournals       *journals;
  LsAppearance     *appearance;
  GSettings        *settings;
  LsSearchProvider *search_provider;
  gboolean          has_begun;     /* it has offered what the last run left */
  gboolean          is_quitting;   /* closes window after window, until the user cancels */
  gboolean          is_leaving;    /* the last window has closed, and no other comes */
  GPtrArray        *requests;      /* what is asked for meanwhile */
  guint             end_signals[LS_N_END_SIGNALS];
};

/* ls-application.c */
LsWindow *ls_application_present_window (LsApplication *self);

/* ls-application-requests.c */
gboolean  ls_application_put_off      (LsApplication *self,
                                       const char    *path,
                                       const char    *interface,
                                       const char    *method,
                                       GVariant      *parameters);
gboolean  ls_application_put_off_action (LsApplication *self,
                                       GSimpleAction *action,
                                       GVariant      *parameter);
gboolean  ls_application_put_off_open (LsApplication *self,
                                       GFile        **files,
                                       int            n_files);
void      ls_application_hand_over    (LsApplication *self);
void      ls_application_init_requests (LsApplication *self);

/* ls-application-quit.c */
void ls_application_quit_action        (GSimpleAction  *action,
                                        GVariant       *parameter,
                                        gpointer        user_data);
void ls_application_go_on_quitting     (LsApplication  *self);
void ls_application_watch_end_signals  (LsApplication  *self);
void ls_application_ignore_end_signals (LsApplication  *self);

G_END_DECLS
