/* ls-picture.c: what widgets draw, as files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>
#include <math.h>

#include "ls-task-thread-private.h"

/* The number of pixels to draw between two frames. */
#define STRIP_PIXELS 500000

/* PDF has points, 72 an inch. A page is 14,400 of them wide or high at most. */
#define POINTS_PER_PIXEL 0.75
#define MAX_POINTS 14400.0

typedef struct
{
  GskRenderNode         *node;
  double                 width, height, scale;
  LsPictureFormat        format;
  LsPictureProgressFunc  progress;
  gpointer               progress_data;
  cairo_surface_t       *surface;        /* PNG */
  int                    y;              /* rows of pixels drawn so far */
} Picture;

typedef struct
{
  GByteArray   *bytes;
  GCancellable *cancellable;
} Sink;

static void
picture_free (Picture *picture)
{
  gsk_render_node_unref (picture->node);
  g_clear_pointer (&picture->surface, cairo_surface_destroy);
  g_free (picture);
}

static cairo_status_t
write_cb (void                *closure,
          const unsigned char *data,
          unsigned int         length)
{
  Sink *sink = closure;

  if (g_cancellable_is_cancelled (sink->cancellable) || length > G_MAXINT32 - sink->bytes->len)
    return CAIRO_STATUS_WRITE_ERROR;
  g_byte_array_append (sink->bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static int
count_pixels (double extent,
              double scale)
{
  return ceil (extent * scale - 1e-6);
}

/**
 * ls_picture_check_size:
 * @width: the width of the content, in GTK's pixels
 * @height: the height, in GTK's pixels
 * @scale: pixels of the picture for each of GTK's pixels
 * @error: return location for an error
 *
 * Returns: whether a picture of that size is possible
 */
gboolean
ls_picture_check_size (double    width,
                       double    height,
                       double    scale,
                       GError  **error)
{
  double x = width * scale;
  double y = height * scale;

  if (!(x >= 1) || !(y >= 1))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("There is nothing to draw"));
      return FALSE;
    }
  if (x > LS_PICTURE_MAX_EXTENT || y > LS_PICTURE_MAX_EXTENT)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("A picture of %.0f × %.0f pixels is too large: the limit for each side is %.0f"), x, y,
                   LS_PICTURE_MAX_EXTENT);
      return FALSE;
    }
  if (x * y > LS_PICTURE_MAX_PIXELS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("A picture of %.0f × %.0f pixels is too large: the limit is %.0f million pixels"), x, y,
                   LS_PICTURE_MAX_PIXELS / 1e6);
      return FALSE;
    }
  return TRUE;
}

static void
return_bytes (GTask          *task,
              GByteArray     *bytes,
              cairo_status_t  status)
{
  g_autoptr (GBytes) content = g_byte_array_free_to_bytes (bytes);

  if (g_task_return_error_if_cancelled (task))
    return;
  if (status == CAIRO_STATUS_SUCCESS)
    g_task_return_pointer (task, g_steal_pointer (&content), (GDestroyNotify) g_bytes_unref);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", cairo_status_to_string (status));
}

/* Vectors */

/* Draws a node as pixels. Some nodes need pixels: cairo cannot read the pixels of a part of a vector picture. */
static GskRenderNode *
draw_pixels (GskRenderNode *node,
             double         scale)
{
  graphene_rect_t bounds;
  cairo_surface_t *surface;
  cairo_t *cr;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  int width, height, stride;

  gsk_render_node_get_bounds (node, &bounds);
  graphene_rect_round_extents (&bounds, &bounds);
  width = count_pixels (bounds.size.width, scale);
  height = count_pixels (bounds.size.height, scale);
  if (width < 1 || height < 1 || (double) width * height > LS_PICTURE_MAX_PIXELS / 4)
    return gsk_render_node_ref (node);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (surface);
  cairo_scale (cr, scale, scale);
  cairo_translate (cr, -bounds.origin.x, -bounds.origin.y);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  stride = cairo_image_surface_get_stride (surface);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), (gsize) stride * height,
                                      (GDestroyNotify) cairo_surface_destroy, surface);
  texture = gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
  return gsk_texture_node_new (texture, &bounds);
}

static void
add_outline (cairo_t              *cr,
             const GskRoundedRect *rect)
{
  const graphene_rect_t *bounds = &rect->bounds;
  double left = bounds->origin.x;
  double top = bounds->origin.y;
  double right = left + bounds->size.width;
  double bottom = top + bounds->size.height;
  const double centers[4][2] = {
    { left + rect->corner[0].width, top + rect->corner[0].height },
    { right - rect->corner[1].width, top + rect->corner[1].height },
    { right - rect->corner[2].width, bottom - rect->corner[2].height },
    { left + rect->corner[3].width, bottom - rect->corner[3].height },
  };

  cairo_new_sub_path (cr);
  for (guint i = 0; i < 4; i++)
    {
      double x = rect->corner[i].width;
      double y = rect->corner[i].height;

      if (!(x > 0 && y > 0))
        {
          cairo_line_to (cr, centers[i][0] + (i == 1 || i == 2 ? x : -x), centers[i][1] + (i >= 2 ? y : -y));
          continue;
        }
      cairo_save (cr);
      cairo_translate (cr, centers[i][0], centers[i][1]);
      cairo_scale (cr, x, y);
      cairo_arc (cr, 0, 0, 1, G_PI + i * G_PI_2, G_PI + (i + 1) * G_PI_2);
      cairo_restore (cr);
    }
  cairo_close_path (cr);
}

/* Draws a border of several colours as paths. GTK draws it as a mesh, which SVG does not have, and which few draw well in PDF. */
static GskRenderNode *
draw_border (GskRenderNode *node)
{
  const GskRoundedRect *outer = gsk_border_node_get_outline (node);
  const float *widths = gsk_border_node_get_widths (node);
  const GdkRGBA *colors = gsk_border_node_get_colors (node);
  const graphene_rect_t *bounds = &outer->bounds;
  double x[4] = { bounds->origin.x, bounds->origin.x + widths[3],
                  bounds->origin.x + bounds->size.width - widths[1], bounds->origin.x + bounds->size.width };
  double y[4] = { bounds->origin.y, bounds->origin.y + widths[0],
                  bounds->origin.y + bounds->size.height - widths[2], bounds->origin.y + bounds->size.height };
  /* The corners of each side, as indices into x and y. */
  static const guint8 corners[4][4][2] = {
    { { 0, 0 }, { 3, 0 }, { 2, 1 }, { 1, 1 } },
    { { 3, 0 }, { 3, 3 }, { 2, 2 }, { 2, 1 } },
    { { 3, 3 }, { 0, 3 }, { 1, 2 }, { 2, 2 } },
    { { 0, 3 }, { 0, 0 }, { 1, 1 }, { 1, 2 } },
  };
  GskRenderNode *drawing = gsk_cairo_node_new (bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (drawing);
  GskRoundedRect inner = *outer;

  gsk_rounded_rect_shrink (&inner, widths[0], widths[1], widths[2], widths[3]);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  for (guint side = 0; side < 4; side++)
    {
      if (!(widths[side] > 0) || !(colors[side].alpha > 0))
        continue;
      cairo_save (cr);
      for (guint i = 0; i < 4; i++)
        cairo_line_to (cr, x[corners[side][i][0]], y[corners[side][i][1]]);
      cairo_close_path (cr);
      cairo_clip (cr);
      add_outline (cr, outer);
      add_outline (cr, &inner);
      gdk_cairo_set_source_rgba (cr, &colors[side]);
      cairo_fill (cr);
      cairo_restore (cr);
    }
  cairo_destroy (cr);
  return drawing;
}

static gboolean
has_one_color (GskRenderNode *node)
{
  const GdkRGBA *colors = gsk_border_node_get_colors (node);

  return gdk_rgba_equal (&colors[0], &colors[1]) && gdk_rgba_equal (&colors[0], &colors[2]) &&
         gdk_rgba_equal (&colors[0], &colors[3]);
}

/* Returns the same drawing, with pixels where vectors need them. */
static GskRenderNode *
prepare (GskRenderNode *node,
         double         scale)
{
  g_autoptr (GskRenderNode) child = NULL;
  g_autoptr (GPtrArray) children = NULL;

  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      children = g_ptr_array_new_with_free_func ((GDestroyNotify) gsk_render_node_unref);
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        g_ptr_array_add (children, prepare (gsk_container_node_get_child (node, i), scale));
      return gsk_container_node_new ((GskRenderNode **) children->pdata, children->len);
    case GSK_TRANSFORM_NODE:
      child = prepare (gsk_transform_node_get_child (node), scale);
      return gsk_transform_node_new (child, gsk_transform_node_get_transform (node));
    case GSK_OPACITY_NODE:
      child = prepare (gsk_opacity_node_get_child (node), scale);
      return gsk_opacity_node_new (child, gsk_opacity_node_get_opacity (node));
    case GSK_CLIP_NODE:
      child = prepare (gsk_clip_node_get_child (node), scale);
      return gsk_clip_node_new (child, gsk_clip_node_get_clip (node));
    case GSK_ROUNDED_CLIP_NODE:
      child = prepare (gsk_rounded_clip_node_get_child (node), scale);
      return gsk_rounded_clip_node_new (child, gsk_rounded_clip_node_get_clip (node));
    case GSK_DEBUG_NODE:
      return prepare (gsk_debug_node_get_child (node), scale);
    case GSK_BORDER_NODE:
      return has_one_color (node) ? gsk_render_node_ref (node) : draw_border (node);
    case GSK_OUTSET_SHADOW_NODE:
      return gsk_outset_shadow_node_get_blur_radius (node) > 0 ? draw_pixels (node, 1) : gsk_render_node_ref (node);
    case GSK_INSET_SHADOW_NODE:
      return gsk_inset_shadow_node_get_blur_radius (node) > 0 ? draw_pixels (node, 1) : gsk_render_node_ref (node);
    case GSK_COLOR_MATRIX_NODE:
    case GSK_BLUR_NODE:
    case GSK_SHADOW_NODE:
    case GSK_GL_SHADER_NODE:
      return draw_pixels (node, scale);
    default:
      return gsk_render_node_ref (node);
    }
}

static cairo_surface_t *
create_svg (Sink   *sink,
            double  width,
            double  height)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (write_cb, sink, width, height);

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

/* The oldest version with transparency: everything reads it. */
static cairo_surface_t *
create_pdf (Sink   *sink,
            double  width,
            double  height)
{
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (write_cb, sink, width, height);

  cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Loopscope");
  return surface;
}

static gboolean
draw_vectors_cb (gpointer user_data)
{
  GTask *task = user_data;
  Picture *picture = g_task_get_task_data (task);
  Sink sink = { g_byte_array_new (), g_task_get_cancellable (task) };
  g_autoptr (GskRenderNode) node = prepare (picture->node, MAX (2, picture->scale));
  const gboolean is_pdf = picture->format == LS_PICTURE_PDF;
  double scale = picture->scale;
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;

  /* What is too large for a page becomes smaller, for vectors lose nothing. */
  if (is_pdf)
    scale = MIN (POINTS_PER_PIXEL * scale, MAX_POINTS / MAX (picture->width, picture->height));
  surface = (is_pdf ? create_pdf : create_svg) (&sink, picture->width * scale, picture->height * scale);
  cr = cairo_create (surface);
  cairo_scale (cr, scale, scale);
  gsk_render_node_draw (node, cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return_bytes (task, sink.bytes, status);
  return G_SOURCE_REMOVE;
}

/* Pixels */

static void
write_png_thread (GTask        *task,
                  gpointer      source,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  Picture *picture = task_data;
  Sink sink = { g_byte_array_new (), cancellable };
  cairo_status_t status = cairo_surface_write_to_png_stream (picture->surface, write_cb, &sink);

  return_bytes (task, sink.bytes, status);
}

/* Draws the next strip. The window handles events between two strips. */
static gboolean
draw_png_cb (gpointer user_data)
{
  GTask *task = user_data;
  Picture *picture = g_task_get_task_data (task);
  int width = count_pixels (picture->width, picture->scale);
  int height = count_pixels (picture->height, picture->scale);
  int strip = CLAMP (STRIP_PIXELS / width, 1, height - picture->y);
  cairo_t *cr;

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  cr = cairo_create (picture->surface);
  cairo_rectangle (cr, 0, picture->y, width, strip);
  cairo_clip (cr);
  cairo_scale (cr, picture->scale, picture->scale);
  gsk_render_node_draw (picture->node, cr);
  if (cairo_status (cr) != CAIRO_STATUS_SUCCESS)
    {
      g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", cairo_status_to_string (cairo_status (cr)));
      cairo_destroy (cr);
      return G_SOURCE_REMOVE;
    }
  cairo_destroy (cr);
  picture->y += strip;
  if (picture->progress != NULL)
    picture->progress ((double) picture->y / height / 2, picture->progress_data);
  if (picture->y < height)
    return G_SOURCE_CONTINUE;
  cairo_surface_flush (picture->surface);
  ls_task_run_in_thread (task, write_png_thread);
  return G_SOURCE_REMOVE;
}

/**
 * ls_picture_render_async:
 * @node: the drawing
 * @width: the width to draw, from 0, in GTK's pixels
 * @height: the height, in GTK's pixels
 * @scale: pixels of the picture for each of GTK's pixels
 * @format: the format of the file
 * @cancellable: (nullable): cancels the operation
 * @progress: (nullable): called with the progress, in the calling thread
 * @progress_data: data for @progress
 * @callback: called when the operation is done, in the calling thread
 * @user_data: data for @callback
 *
 * Makes the content of a file from the drawing of widgets. It never blocks the window for long.
 */
void
ls_picture_render_async (GskRenderNode         *node,
                         double                 width,
                         double                 height,
                         double                 scale,
                         LsPictureFormat        format,
                         GCancellable          *cancellable,
                         LsPictureProgressFunc  progress,
                         gpointer               progress_data,
                         GAsyncReadyCallback    callback,
                         gpointer               user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Picture *picture = g_new0 (Picture, 1);
  GError *error = NULL;

  picture->node = gsk_render_node_ref (node);
  picture->width = width;
  picture->height = height;
  picture->scale = scale;
  picture->format = format;
  picture->progress = progress;
  picture->progress_data = progress_data;
  g_task_set_source_tag (task, ls_picture_render_async);
  g_task_set_task_data (task, picture, (GDestroyNotify) picture_free);
  if (!ls_picture_check_size (width, height, scale, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (format == LS_PICTURE_PNG)
    {
      picture->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, count_pixels (width, scale),
                                                     count_pixels (height, scale));
      if (cairo_surface_status (picture->surface) != CAIRO_STATUS_SUCCESS)
        {
          g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "%s",
                                   cairo_status_to_string (cairo_surface_status (picture->surface)));
          return;
        }
    }
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, format == LS_PICTURE_PNG ? draw_png_cb : draw_vectors_cb,
                   g_object_ref (task), g_object_unref);
}

/**
 * ls_picture_render_finish:
 * @result: the result that the callback got
 * @error: return location for an error
 *
 * Returns: (transfer full): the content of the file, or %NULL with @error set
 */
GBytes *
ls_picture_render_finish (GAsyncResult  *result,
                          GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
