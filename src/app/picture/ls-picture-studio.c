/* ls-picture-studio.c: parts of the window, to be drawn whole
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-picture-studio.h"

#include <math.h>

#include "ls-compat.h"
#include "ls-picture.h"
#include "ls-signal-tree.h"
#include "ls-stage.h"
#include "ls-timeline-chart.h"
#include "ls-timeline-layers.h"
#include "ls-timeline-ruler.h"

#define PREVIEW_WIDTH 420
#define PREVIEW_HEIGHT 220
/* Some widgets fill themselves a frame after GTK has given them a size. */
#define SETTLED_FRAMES 3
/* The studio stops waiting after this many frames: while a program runs, the content never settles. */
#define MAX_FRAMES 40
/* A list makes widgets for at most LIST_ROWS rows around its scroll position. The studio draws a longer list in slices. */
#define LIST_ROWS 200
#define SLICE_ROWS 150
#define SLICE_FRAMES 2

/**
 * LsPictureStudio:
 *
 * The studio has another instance of a part of the window, at the size of its whole content. It shows everything, including what
 * the user would have to scroll to in the window. The studio is in the window to have the window's style, but it draws only a small
 * preview, or nothing. Once it is ready, callers can take a picture of it. For assistive technology it is one picture.
 */
struct _LsPictureStudio
{
  GtkWidget        parent_instance;

  GtkWidget       *content;
  GtkWidget       *chart;                /* chart of a timeline, in content */
  GtkWidget       *list;                 /* list of signals, in content */
  GPtrArray       *slices;               /* (element-type GskRenderNode): slices of a long list */
  guint            slice_frames;
  GskRenderNode   *whole;                /* all slices together, once they are complete */
  GPtrArray       *unrolled;             /* scrolled windows in content that are as high as their children */
  LsTimelineScene *scene;                /* the studio's own scene */
  double           from, to;             /* the time to show; all if to is 0 */
  char            *page;                 /* page of the stage, NULL for the default one */
  int              width, height;
  gboolean         preview;
  gboolean         transparent;
  guint            n_frames, n_settled;
  guint            tick;
};

static guint ready_signal;

G_DEFINE_FINAL_TYPE (LsPictureStudio, ls_picture_studio, GTK_TYPE_WIDGET)

static gboolean
is_read (LsPictureStudio *self)
{
  LsPlayer *player = self->scene != NULL ? ls_timeline_scene_get_player (self->scene) : NULL;

  return player == NULL ||
         ls_timeline_model_get_n_read (ls_timeline_scene_get_model (self->scene)) >= ls_player_get_length (player);
}

/* Makes the chart high enough for all its rows. */
static void
update_chart (LsPictureStudio *self)
{
  guint n_rows;

  if (self->chart == NULL)
    return;
  ls_timeline_scene_get_rows (self->scene, &n_rows);
  gtk_widget_set_size_request (self->chart, -1,
                               MIN (ceil (ls_timeline_get_row_height (self->chart) * MAX (n_rows, 1)), G_MAXINT32 / 4));
  if (self->to > 0)
    ls_time_axis_show (ls_timeline_scene_get_axis (self->scene), self->from, self->to);
}

/* Sets the height of the scrolled windows. A scrolled window does not measure its child's height for the available width. */
static void
update_unrolled (LsPictureStudio *self)
{
  for (guint i = 0; i < self->unrolled->len; i++)
    {
      GtkScrolledWindow *window = g_ptr_array_index (self->unrolled, i);
      GtkWidget *child = gtk_scrolled_window_get_child (window);
      int width = gtk_widget_get_width (GTK_WIDGET (window));
      int height;

      if (child == NULL || width < 1)
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
      if (height != gtk_scrolled_window_get_min_content_height (window))
        gtk_scrolled_window_set_min_content_height (window, height);
    }
}

/* Long lists */

static guint
count_rows (LsPictureStudio *self)
{
  GtkSelectionModel *model = self->list != NULL ? gtk_list_view_get_model (GTK_LIST_VIEW (self->list)) : NULL;

  return model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (model)) : 0;
}

/* Returns whether the list has more rows than it draws at once, and still fits into a picture. */
static gboolean
needs_slices (LsPictureStudio *self)
{
  return count_rows (self) > LIST_ROWS && self->height <= LS_PICTURE_MAX_EXTENT;
}

static void
take_slice (LsPictureStudio *self)
{
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  guint n_rows = count_rows (self);
  guint first = self->slices->len * SLICE_ROWS;
  GskRenderNode *node;
  graphene_rect_t bounds;
  double top, bottom;

  if (!gtk_widget_compute_bounds (self->list, self->content, &bounds))
    bounds = GRAPHENE_RECT_INIT (0, 0, self->width, self->height);
  top = first == 0 ? 0 : floor (bounds.origin.y + bounds.size.height * first / n_rows);
  bottom = first + SLICE_ROWS >= n_rows ? self->height
           : floor (bounds.origin.y + bounds.size.height * (first + SLICE_ROWS) / n_rows);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, top, self->width, bottom - top));
  gtk_widget_snapshot_child (GTK_WIDGET (self), self->content, snapshot);
  gtk_snapshot_pop (snapshot);
  node = gtk_snapshot_to_node (snapshot);
  g_ptr_array_add (self->slices, node != NULL ? node : gsk_container_node_new (NULL, 0));
}

/* Makes the list draw one slice of its rows after the other. Returns whether there is more to do. */
static gboolean
draw_slices (LsPictureStudio *self)
{
  guint n_rows = count_rows (self);
  double middle, row;

  if (self->whole != NULL || !needs_slices (self))
    return FALSE;
  if (self->slice_frames > 0 && --self->slice_frames == 0)
    take_slice (self);
  if (self->slice_frames > 0)
    return TRUE;
  if (self->slices->len * SLICE_ROWS >= n_rows)
    {
      self->whole = gsk_container_node_new ((GskRenderNode **) self->slices->pdata, self->slices->len);
      return FALSE;
    }
  /* The list keeps widgets around the row that it scrolls to. This is the row that puts the slice in their middle. */
  middle = self->slices->len * SLICE_ROWS + SLICE_ROWS / 2.0;
  row = (middle - LIST_ROWS / 2.0) / (1 - (double) LIST_ROWS / n_rows);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", (guint) CLAMP (row, 0, n_rows - 1.0));
  self->slice_frames = SLICE_FRAMES;
  return TRUE;
}

static void
forget_slices (LsPictureStudio *self)
{
  g_ptr_array_set_size (self->slices, 0);
  g_clear_pointer (&self->whole, gsk_render_node_unref);
  self->slice_frames = 0;
}

static void
append_content (LsPictureStudio *self,
                GtkSnapshot     *snapshot)
{
  if (self->whole != NULL)
    gtk_snapshot_append_node (snapshot, self->whole);
  else
    gtk_widget_snapshot_child (GTK_WIDGET (self), self->content, snapshot);
}

static gboolean
is_settled (LsPictureStudio *self)
{
  return self->content != NULL && is_read (self) &&
         (self->n_settled >= SETTLED_FRAMES || self->n_frames >= MAX_FRAMES);
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsPictureStudio *self = LS_PICTURE_STUDIO (widget);

  if (self->scene != NULL && !is_read (self))
    {
      ls_timeline_scene_read (self->scene);
      self->n_settled = 0;
      return G_SOURCE_CONTINUE;
    }
  update_chart (self);
  update_unrolled (self);
  self->n_frames++;
  self->n_settled++;
  if (self->slice_frames == 0 && !is_settled (self))
    return G_SOURCE_CONTINUE;
  if (draw_slices (self))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  gtk_widget_queue_draw (widget);
  g_signal_emit (self, ready_signal, 0);
  return G_SOURCE_REMOVE;
}

static void
start (LsPictureStudio *self)
{
  self->n_frames = self->n_settled = 0;
  forget_slices (self);
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
allocate_content (LsPictureStudio *self)
{
  int minimum, height;

  if (self->content == NULL)
    return;
  gtk_widget_measure (self->content, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  self->width = MAX (self->width, minimum);
  gtk_widget_measure (self->content, GTK_ORIENTATION_VERTICAL, self->width, NULL, &self->height, NULL, NULL);
  /* Content that is higher cannot become a picture. */
  height = MIN (self->height, (int) LS_PICTURE_MAX_EXTENT);
  gtk_widget_measure (self->content, GTK_ORIENTATION_VERTICAL, self->width, &minimum, NULL, NULL, NULL);
  gtk_widget_allocate (self->content, self->width, MAX (height, minimum), -1, NULL);
}

static void
ls_picture_studio_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  LsPictureStudio *self = LS_PICTURE_STUDIO (widget);

  /* GTK requires that a child is measured before it is allocated. */
  if (self->content != NULL)
    gtk_widget_measure (self->content, orientation, -1, NULL, NULL, NULL, NULL);
  *minimum = 0;
  *natural = 0;
  if (!self->preview)
    return;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? PREVIEW_WIDTH : PREVIEW_HEIGHT;
  *minimum = *natural / 2;
}

static void
ls_picture_studio_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  LsPictureStudio *self = LS_PICTURE_STUDIO (widget);

  allocate_content (self);
  self->n_settled = 0;
}

static void
append_background (LsPictureStudio *self,
                   GtkSnapshot     *snapshot)
{
  GdkRGBA color;

  if (!self->transparent && ls_compat_lookup_color (GTK_WIDGET (self), "window_bg_color", &color))
    gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (0, 0, self->width, self->height));
}

static void
ls_picture_studio_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  LsPictureStudio *self = LS_PICTURE_STUDIO (widget);
  double width = gtk_widget_get_width (widget);
  double height = gtk_widget_get_height (widget);
  double scale;

  if (!self->preview || self->content == NULL || self->width < 1 || self->height < 1)
    return;
  scale = MIN (1, MIN (width / self->width, height / self->height));
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((width - self->width * scale) / 2,
                                                          (height - self->height * scale) / 2));
  gtk_snapshot_scale (snapshot, scale, scale);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, self->width, self->height));
  append_background (self, snapshot);
  append_content (self, snapshot);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_restore (snapshot);
}

static void
remove_content (LsPictureStudio *self)
{
  g_ptr_array_set_size (self->unrolled, 0);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->scene);
  forget_slices (self);
  self->chart = self->list = NULL;
  self->from = self->to = 0;
}

static void
ls_picture_studio_dispose (GObject *object)
{
  LsPictureStudio *self = LS_PICTURE_STUDIO (object);

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  remove_content (self);

  G_OBJECT_CLASS (ls_picture_studio_parent_class)->dispose (object);
}

static void
ls_picture_studio_finalize (GObject *object)
{
  g_ptr_array_unref (LS_PICTURE_STUDIO (object)->unrolled);
  g_ptr_array_unref (LS_PICTURE_STUDIO (object)->slices);
  g_free (LS_PICTURE_STUDIO (object)->page);

  G_OBJECT_CLASS (ls_picture_studio_parent_class)->finalize (object);
}

static void
ls_picture_studio_class_init (LsPictureStudioClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_picture_studio_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_picture_studio_finalize;
  widget_class->measure = ls_picture_studio_measure;
  widget_class->size_allocate = ls_picture_studio_size_allocate;
  widget_class->snapshot = ls_picture_studio_snapshot;

  ready_signal = g_signal_new ("ready", LS_TYPE_PICTURE_STUDIO, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
ls_picture_studio_init (LsPictureStudio *self)
{
  self->width = 1;
  self->unrolled = g_ptr_array_new ();
  self->slices = g_ptr_array_new_with_free_func ((GDestroyNotify) gsk_render_node_unref);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self), FALSE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * ls_picture_studio_new:
 *
 * Returns: a studio without a subject, which shows nothing and takes no room
 */
GtkWidget *
ls_picture_studio_new (void)
{
  return g_object_new (LS_TYPE_PICTURE_STUDIO, NULL);
}

/**
 * ls_picture_studio_set_preview:
 * @self: a studio
 * @preview: whether to show a preview of the picture
 */
void
ls_picture_studio_set_preview (LsPictureStudio *self,
                               gboolean         preview)
{
  self->preview = preview;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Gives scrolled windows their full height, so that nothing needs to scroll down. */
static void
unroll (LsPictureStudio *self,
        GtkWidget       *widget)
{
  GtkPolicyType horizontal, vertical;

  if (GTK_IS_SCROLLED_WINDOW (widget))
    {
      gtk_scrolled_window_get_policy (GTK_SCROLLED_WINDOW (widget), &horizontal, &vertical);
      if (vertical == GTK_POLICY_AUTOMATIC)
        {
          gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (widget), horizontal, GTK_POLICY_EXTERNAL);
          gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (widget), -1);
          g_ptr_array_add (self->unrolled, widget);
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    unroll (self, child);
}

static GtkWidget *
find_list (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_LIST_VIEW (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

static GtkWidget *
make_timeline (LsPictureStudio  *self,
               LsPictureSubject  subject,
               LsDebugger       *debugger,
               LsTimelineScene  *scene)
{
  /* The box has the CSS name of a timeline to get a timeline's style. */
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "css-name", "timeline", NULL);
  GtkWidget *ruler = g_object_new (LS_TYPE_TIMELINE_RULER, NULL);
  LsTimeAxis *axis;
  guint64 from, to;

  self->scene = ls_timeline_scene_new ();
  self->chart = g_object_new (LS_TYPE_TIMELINE_CHART, "vexpand", TRUE, NULL);
  ls_timeline_ruler_set_scene (LS_TIMELINE_RULER (ruler), self->scene);
  ls_timeline_ruler_set_debugger (LS_TIMELINE_RULER (ruler), debugger);
  ls_timeline_chart_set_scene (LS_TIMELINE_CHART (self->chart), self->scene);
  ls_timeline_scene_set_player (self->scene, ls_debugger_get_player (debugger));
  if (scene != NULL)
    {
      axis = ls_timeline_scene_get_axis (scene);
      if (subject == LS_PICTURE_TIMELINE_PART)
        {
          self->from = ls_time_axis_get_from (axis);
          self->to = self->from + ls_time_axis_get_span (axis);
        }
      if (ls_timeline_scene_get_range (scene, &from, &to))
        ls_timeline_scene_set_range (self->scene, from, to);
    }
  gtk_box_append (GTK_BOX (box), ruler);
  gtk_box_append (GTK_BOX (box), self->chart);
  return box;
}

/**
 * ls_picture_studio_set_page:
 * @self: a studio
 * @page: the name of the stage, see ls_stage_show_page()
 *
 * Sets the stage that a picture of the stage shows.
 */
void
ls_picture_studio_set_page (LsPictureStudio *self,
                            const char      *page)
{
  g_free (self->page);
  self->page = g_strdup (page);
  if (self->page == NULL || self->content == NULL || !LS_IS_STAGE (self->content))
    return;
  ls_stage_show_page (LS_STAGE (self->content), self->page);
  start (self);
}

/**
 * ls_picture_studio_set_subject:
 * @self: a studio
 * @subject: the subject of the pictures
 * @debugger: the debugger that has the subject
 * @scene: (nullable): the scene of the timeline
 *
 * Creates the content of the pictures. The studio emits "ready" once callers can take a picture.
 */
void
ls_picture_studio_set_subject (LsPictureStudio  *self,
                               LsPictureSubject  subject,
                               LsDebugger       *debugger,
                               LsTimelineScene  *scene)
{
  LsPlayer *player = ls_debugger_get_player (debugger);

  remove_content (self);
  self->content = subject == LS_PICTURE_STAGE     ? g_object_new (LS_TYPE_STAGE, NULL)
                  : subject == LS_PICTURE_SIGNALS ? g_object_new (LS_TYPE_SIGNAL_TREE, NULL)
                                                  : make_timeline (self, subject, debugger, scene);
  if (self->chart == NULL)
    unroll (self, self->content);
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  update_chart (self);
  if (subject == LS_PICTURE_STAGE)
    {
      ls_stage_set_player (LS_STAGE (self->content), player);
      if (self->page != NULL)
        ls_stage_show_page (LS_STAGE (self->content), self->page);
    }
  else if (subject == LS_PICTURE_SIGNALS)
    {
      ls_signal_tree_set_player (LS_SIGNAL_TREE (self->content), player);
      self->list = find_list (self->content);
    }
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->content), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  start (self);
}

/**
 * ls_picture_studio_set_width:
 * @self: a studio
 * @width: the width in GTK's pixels
 *
 * Sets the least width of the picture. Its height follows from the content.
 */
void
ls_picture_studio_set_width (LsPictureStudio *self,
                             int              width)
{
  self->width = CLAMP (width, 1, (int) LS_PICTURE_MAX_EXTENT);
  start (self);
}

void
ls_picture_studio_set_transparent (LsPictureStudio *self,
                                   gboolean         transparent)
{
  self->transparent = transparent;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
ls_picture_studio_is_ready (LsPictureStudio *self)
{
  return self->content != NULL && self->tick == 0;
}

/**
 * ls_picture_studio_get_size:
 * @self: a studio
 * @width: (out): the width in GTK's pixels
 * @height: (out): the height in GTK's pixels
 *
 * Gets the size of the whole content.
 */
void
ls_picture_studio_get_size (LsPictureStudio *self,
                            int             *width,
                            int             *height)
{
  *width = self->width;
  *height = self->height;
}

/**
 * ls_picture_studio_take:
 * @self: a studio that is shown
 *
 * Returns: (transfer full) (nullable): the drawing of the whole content, with its background; %NULL if it is empty
 */
GskRenderNode *
ls_picture_studio_take (LsPictureStudio *self)
{
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();

  if (self->content == NULL)
    return NULL;
  update_chart (self);
  update_unrolled (self);
  allocate_content (self);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, self->width, self->height));
  append_background (self, snapshot);
  append_content (self, snapshot);
  gtk_snapshot_pop (snapshot);
  return gtk_snapshot_to_node (snapshot);
}
