/* ls-picture-studio.h: parts of the window, to be drawn whole
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "ls-debugger.h"
#include "ls-timeline-scene.h"

G_BEGIN_DECLS

/**
 * LsPictureSubject:
 * @LS_PICTURE_STAGE: the whole stage
 * @LS_PICTURE_SIGNALS: the tree of signals
 * @LS_PICTURE_TIMELINE: the timeline of the whole run
 * @LS_PICTURE_TIMELINE_PART: the visible part of the timeline
 */
typedef enum
{
  LS_PICTURE_STAGE,
  LS_PICTURE_SIGNALS,
  LS_PICTURE_TIMELINE,
  LS_PICTURE_TIMELINE_PART
} LsPictureSubject;

#define LS_TYPE_PICTURE_STUDIO (ls_picture_studio_get_type ())
G_DECLARE_FINAL_TYPE (LsPictureStudio, ls_picture_studio, LS, PICTURE_STUDIO, GtkWidget)

GtkWidget     *ls_picture_studio_new             (void);
void           ls_picture_studio_set_preview     (LsPictureStudio  *self,
                                                  gboolean          preview);
void           ls_picture_studio_set_page        (LsPictureStudio  *self,
                                                  const char       *page);
void           ls_picture_studio_set_subject     (LsPictureStudio  *self,
                                                  LsPictureSubject  subject,
                                                  LsDebugger       *debugger,
                                                  LsTimelineScene  *scene);
void           ls_picture_studio_set_width       (LsPictureStudio  *self,
                                                  int               width);
void           ls_picture_studio_set_transparent (LsPictureStudio  *self,
                                                  gboolean          transparent);
gboolean       ls_picture_studio_is_ready        (LsPictureStudio  *self);
void           ls_picture_studio_get_size        (LsPictureStudio  *self,
                                                  int              *width,
                                                  int              *height);
GskRenderNode *ls_picture_studio_take            (LsPictureStudio  *self);

G_END_DECLS
