/* ls-page-firefox-private.h: what the files that speak to Firefox share
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-page-watch-private.h"

G_BEGIN_DECLS

/* A document. Firefox's name of it changes where the user leaves it and comes back, and that of its script does not. */
typedef struct
{
  char    *realm;            /* Firefox's name, NULL while it sleeps */
  char    *script;           /* its script's, NULL: it has told nothing */
  char    *session;          /* its page */
  gint64   number;           /* what others know it by */
  gboolean sleeps, is_asked;
} LsFirefoxPlace;

struct _LsPageFirefox
{
  GPtrArray  *places;        /* (element-type LsFirefoxPlace) */
  GHashTable *pages;         /* context → page that it is in, itself or above it */
  gint64      n_places;
};

/* ls-page-firefox-places.c */
LsPageFirefox  *ls_page_firefox_new          (void);
LsFirefoxPlace *ls_page_firefox_find         (LsPageFirefox  *self,
                                              gint64          number);
LsPageSession  *ls_firefox_place_get_session (LsFirefoxPlace *self,
                                              LsPageClient   *client);
LsFirefoxPlace *ls_page_firefox_identify     (LsPageFirefox  *self,
                                              const char     *realm,
                                              const char     *script);
void            ls_page_firefox_on_notice    (LsPageClient   *client,
                                              const char     *method,
                                              JsonObject     *parameters);

G_END_DECLS
