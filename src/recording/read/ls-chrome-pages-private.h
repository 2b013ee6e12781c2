/* ls-chrome-pages-private.h: which page a process is for, and what threads are called
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-chrome-events-private.h"
#include "ls-chrome-specs-private.h"

G_BEGIN_DECLS

/*< private >
 * LsChromePages:
 *
 * Knows the last page of each process. */
typedef struct _LsChromePages LsChromePages;

LsChromePages *ls_chrome_pages_new  (LsRecordingBuilder *builder);
void           ls_chrome_pages_free (LsChromePages      *self);
void           ls_chrome_pages_add  (LsChromePages      *self,
                                     LsChromeEvent      *event,
                                     LsChromeSubject     subject,
                                     guint32             thread);
void           ls_chrome_pages_end  (LsChromePages      *self);

G_END_DECLS
