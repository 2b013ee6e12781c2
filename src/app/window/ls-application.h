/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <adwaita.h>

#include "ls-journals.h"

G_BEGIN_DECLS

#define LS_TYPE_APPLICATION (ls_application_get_type ())

G_DECLARE_FINAL_TYPE (LsApplication, ls_application, LS, APPLICATION, AdwApplication)

LsApplication *ls_application_new          (void);
void           ls_application_cancel_quit  (LsApplication *self);
LsJournals    *ls_application_get_journals (LsApplication *self);
void           ls_application_set_text_scale (LsApplication *self,
                                            double         scale);

G_END_DECLS
