/* gallery.h: a window of pictures, without the way in which they are decoded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

typedef enum
{
  OUT_OF_SIGHT,
  VISIBLE,
  CLICKED
} Urgency;

typedef struct
{
  GtkWidget       *widget;
  GBytes          *file;      /* what would be read from a disk: a PNG */
  gsize            offset;    /* how much of it has been decoded */
  GdkPixbufLoader *loader;
  GdkTexture      *thumbnail;
  Urgency          urgency;
  gboolean         is_shown;
  gboolean         is_taken;  /* for programs with threads */
  gpointer         job;       /* the program's own */
} Picture;

/* What each program does in its own way. */
void picture_begin (Picture *picture);
void picture_hurry (Picture *picture);

/* Decodes for two milliseconds. Returns whether there is more to decode. */
gboolean picture_decode_some (Picture *picture);
/* Shows what was decoded. On the main thread. */
void picture_show (Picture *picture);
