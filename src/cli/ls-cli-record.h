/* ls-cli-record.h: what the files of loopscope-cli record share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "ls-page-watch.h"

G_BEGIN_DECLS

typedef struct
{
  const char *output;              /* NULL: named by the command */
  const char *address;             /* of the page; NULL: those that a joined browser has */
  const char *browser;             /* where a browser or Node.js listens that is to be joined; NULL: one is started */
  const char *const *script;       /* of Node.js, with its arguments; NULL: a page */
  guint       seconds;             /* 0: no end */
  gboolean    is_headless, is_firefox;
  gboolean    has_full_addresses;
  gboolean    has_stacks;
  gboolean    photographs;         /* prints the browser's queues, when the recording ends or after a time */
  guint       photograph_at;       /* seconds, 0: at the end */
  gboolean    is_json;             /* only these, as JSON */
} LsCliRecordPage;

gboolean ls_cli_record_check_output (GFile                  *file,
                                     GError                **error);
int      ls_cli_record_page         (const LsCliRecordPage  *options);

/* ls-cli-photograph.c */
typedef struct _LsCliPhotograph LsCliPhotograph;

LsCliPhotograph *ls_cli_photograph_new        (LsPageWatch           *watch,
                                               const LsCliRecordPage *options);
void             ls_cli_photograph_begin_time (LsCliPhotograph       *self);
gboolean         ls_cli_photograph_take       (LsCliPhotograph       *self);
gboolean         ls_cli_photograph_free       (LsCliPhotograph       *self);

G_END_DECLS
