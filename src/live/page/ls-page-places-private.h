/* ls-page-places-private.h: where in the scripts of pages something was called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint32 function, place, callers;     /* texts of the trace, 0 for none */
  char   *address;                      /* of the script, whole: it is for the browser, and goes into no trace */
  guint   line, column;                 /* from 1 */
} LsPagePlace;

/* Returns the number of a text in the trace. */
typedef guint32 (*LsPageInternFunc) (gpointer    user_data,
                                     const char *text);

/* Places, by numbers from 1. */
typedef struct
{
  GHashTable *numbers;                  /* stack → its number, 0 where nothing in it is a place */
  GArray     *places;                   /* (element-type LsPagePlace) */
} LsPagePlaces;

void               ls_page_places_init  (LsPagePlaces     *self);
void               ls_page_places_clear (LsPagePlaces     *self);
guint32            ls_page_places_take  (LsPagePlaces     *self,
                                         const char       *stack,
                                         gsize             length,
                                         gboolean          is_full,
                                         LsPageInternFunc  intern,
                                         gpointer          user_data);
const LsPagePlace *ls_page_places_get   (LsPagePlaces     *self,
                                         gint64            number);

/* ls-page-variable.c */
char              *ls_page_find_variable (const char      *text,
                                          guint            line,
                                          guint            column);

G_END_DECLS
