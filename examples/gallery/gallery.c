/* gallery.c: a window of pictures, without the way in which they are decoded
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures that can be seen come first, then the others; one that was clicked is urgent. gallery-loopscope.c, gallery-gtask.c and
 * gallery-idle.c see to that, each in its own way.
 *
 * gallery-…             opens the window
 * gallery-… --check     loads the pictures, clicks on the last one at once, and says when that came
 * gallery-… --count     loads the pictures, and says how many there are
 * gallery-… --measure   clicks on the last one 50 ms later, and prints the longest time between two frames, how long the click
 *                       waited and how long all of it took, in milliseconds
 */

#include "gallery.h"

#include <string.h>

#define N_PICTURES 60
#define N_COLUMNS 6
#define WIDTH 160
#define HEIGHT 120
#define SCALE 6
#define PIECE 2000

static Picture pictures[N_PICTURES];
static GtkWidget *preview;
static gboolean is_check, is_count, is_measure;
static guint n_shown, n_shown_out_of_sight;
static gint64 began_at, clicked_at, last_frame, longest_frame;
static GMainLoop *main_loop;

/* A picture that nobody has to ship: a pattern, as PNG. */
static GBytes *
make_file (guint number)
{
  const int width = WIDTH * SCALE, height = HEIGHT * SCALE;
  guint8 *pixels = g_malloc ((gsize) width * height * 3);
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, (gsize) width * height * 3);
  g_autoptr (GdkTexture) texture = NULL;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        *pixels++ = (guint8) (x * (number + 1) / 7);
        *pixels++ = (guint8) (y * (number + 2) / 5);
        *pixels++ = (guint8) ((x ^ y) >> (number % 3));
      }
  texture = gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8, bytes, (gsize) width * 3);
  return gdk_texture_save_to_png_bytes (texture);
}

static void
finish_decoding (Picture *picture)
{
  g_autoptr (GdkPixbuf) small = NULL;
  g_autoptr (GBytes) bytes = NULL;

  gdk_pixbuf_loader_close (picture->loader, NULL);
  small = gdk_pixbuf_scale_simple (gdk_pixbuf_loader_get_pixbuf (picture->loader), WIDTH, HEIGHT, GDK_INTERP_BILINEAR);
  bytes = gdk_pixbuf_read_pixel_bytes (small);
  picture->thumbnail = gdk_memory_texture_new (WIDTH, HEIGHT,
                                               gdk_pixbuf_get_has_alpha (small) ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8,
                                               bytes, (gsize) gdk_pixbuf_get_rowstride (small));
  g_clear_object (&picture->loader);
}

gboolean
picture_decode_some (Picture *picture)
{
  const gint64 start = g_get_monotonic_time ();
  gsize size;
  const guint8 *data = g_bytes_get_data (picture->file, &size);

  if (picture->loader == NULL)
    picture->loader = gdk_pixbuf_loader_new ();
  while (picture->offset < size && g_get_monotonic_time () - start < PIECE)
    {
      const gsize length = MIN (1024, size - picture->offset);

      gdk_pixbuf_loader_write (picture->loader, data + picture->offset, length, NULL);
      picture->offset += length;
    }
  if (picture->offset < size)
    return TRUE;
  finish_decoding (picture);
  return FALSE;
}

static void
say_results (void)
{
  const gint64 now = g_get_monotonic_time ();

  if (is_check || is_count)
    g_print ("%u pictures\n", n_shown);
  if (is_measure)
    g_print ("%.1f %.1f %.0f\n", longest_frame / 1000., clicked_at / 1000., (now - began_at) / 1000.);
  if (is_check || is_count || is_measure)
    g_main_loop_quit (main_loop);
}

static void
show_preview (Picture *picture)
{
  gtk_picture_set_paintable (GTK_PICTURE (preview), GDK_PAINTABLE (picture->thumbnail));
}

void
picture_show (Picture *picture)
{
  gtk_picture_set_paintable (GTK_PICTURE (picture->widget), GDK_PAINTABLE (picture->thumbnail));
  picture->is_shown = TRUE;
  n_shown++;
  if (picture->urgency == OUT_OF_SIGHT)
    n_shown_out_of_sight++;
  if (picture->urgency == CLICKED)
    {
      show_preview (picture);
      clicked_at = g_get_monotonic_time () - clicked_at;
      if (is_check && n_shown_out_of_sight == 0)
        g_print ("the clicked one came before those out of sight\n");
    }
  if (n_shown == N_PICTURES)
    say_results ();
}

static void
set_urgency (Picture *picture,
             Urgency  urgency)
{
  if (picture->is_shown || picture->urgency == urgency || picture->urgency == CLICKED)
    return;
  picture->urgency = urgency;
  picture_hurry (picture);
}

static void
click (Picture *picture)
{
  if (picture->is_shown)
    show_preview (picture);
  else
    set_urgency (picture, CLICKED);
}

static void
on_pressed (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            gpointer         picture)
{
  clicked_at = g_get_monotonic_time ();
  click (picture);
}

static Urgency
find_urgency (guint          index,
              GtkAdjustment *adjustment)
{
  const double top = index / N_COLUMNS * (HEIGHT + 6.), value = gtk_adjustment_get_value (adjustment);

  return top + HEIGHT > value && top < value + gtk_adjustment_get_page_size (adjustment) ? VISIBLE : OUT_OF_SIGHT;
}

static void
on_scrolled (GtkAdjustment *adjustment)
{
  for (guint i = 0; i < N_PICTURES; i++)
    set_urgency (&pictures[i], find_urgency (i, adjustment));
}

static gboolean
on_frame (GtkWidget     *widget,
          GdkFrameClock *clock,
          gpointer       user_data)
{
  const gint64 now = g_get_monotonic_time ();

  if (began_at != 0)
    longest_frame = MAX (longest_frame, now - last_frame);
  last_frame = now;
  return G_SOURCE_CONTINUE;
}

static gboolean
click_last (gpointer user_data)
{
  click (&pictures[N_PICTURES - 1]);
  return G_SOURCE_REMOVE;
}

static gboolean
begin (gpointer adjustment)
{
  last_frame = began_at = g_get_monotonic_time ();
  for (guint i = 0; i < N_PICTURES; i++)
    {
      pictures[i].urgency = find_urgency (i, adjustment);
      picture_begin (&pictures[i]);
    }
  g_signal_connect (adjustment, "value-changed", G_CALLBACK (on_scrolled), NULL);
  if (is_check)
    click_last (NULL);
  if (is_measure)
    {
      /* From when the user clicks on, whether or not anybody takes notice. */
      clicked_at = began_at + 50000;
      g_timeout_add (50, click_last, NULL);
    }
  return G_SOURCE_REMOVE;
}

static GtkWidget *
make_grid (void)
{
  GtkWidget *grid = gtk_grid_new ();
  GBytes *files[6];

  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    files[i] = make_file (i);
  for (guint i = 0; i < N_PICTURES; i++)
    {
      GtkGesture *gesture = gtk_gesture_click_new ();

      pictures[i].file = files[i % G_N_ELEMENTS (files)];
      pictures[i].widget = gtk_picture_new ();
      gtk_widget_set_size_request (pictures[i].widget, WIDTH, HEIGHT);
      g_signal_connect (gesture, "pressed", G_CALLBACK (on_pressed), &pictures[i]);
      gtk_widget_add_controller (pictures[i].widget, GTK_EVENT_CONTROLLER (gesture));
      gtk_grid_attach (GTK_GRID (grid), pictures[i].widget, (int) (i % N_COLUMNS), (int) (i / N_COLUMNS), 1, 1);
    }
  return grid;
}

int
main (int    argc,
      char **argv)
{
  GtkWidget *window, *box, *scrolled;

  is_check = argc > 1 && strcmp (argv[1], "--check") == 0;
  is_count = argc > 1 && strcmp (argv[1], "--count") == 0;
  is_measure = argc > 1 && strcmp (argv[1], "--measure") == 0;
  gtk_init ();
  main_loop = g_main_loop_new (NULL, FALSE);

  window = gtk_window_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  scrolled = gtk_scrolled_window_new ();
  preview = gtk_picture_new ();
  gtk_widget_set_size_request (preview, -1, HEIGHT);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), make_grid ());
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_box_append (GTK_BOX (box), preview);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_set_default_size (GTK_WINDOW (window), N_COLUMNS * (WIDTH + 6) + 20, 4 * HEIGHT);
  gtk_widget_add_tick_callback (window, on_frame, NULL, NULL);
  g_signal_connect_swapped (window, "destroy", G_CALLBACK (g_main_loop_quit), main_loop);
  gtk_window_present (GTK_WINDOW (window));

  /* Once the window is there. */
  g_timeout_add (300, begin, gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)));
  g_main_loop_run (main_loop);
  return 0;
}
