/* test-access.c: names, keys and sizes everywhere in a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-places.h"

#include <math.h>

#include "ls-window-private.h"

#define WIDTH 800
#define HEIGHT 600

static guint n_checked, n_wrong;

static LsWindow *
open_window (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, WIDTH, HEIGHT);

  test_window_activate (window, "win.to-end", NULL);
  test_window_go_to (window, 12);
  test_ui_settle (GTK_WIDGET (window));
  return window;
}

static gboolean
has_name (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  g_autofree char *problem = NULL;
  const char *name;

  if (gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return TRUE;
  if (!gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
    return FALSE;
  /* What it says is the name instead, NULL for an empty one. */
  problem = gtk_test_accessible_check_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "");
  if (problem == NULL)
    return FALSE;
  name = problem + strspn (problem, "\"' ");
  return *name != '\0' && !g_str_has_prefix (name, "Gtk") && !g_str_has_prefix (name, "Adw") && !g_str_has_prefix (name, "Ls");
}

/* Text is its own name; what only edits the text of another widget has that of the other one. */
static gboolean
needs_name (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  return gtk_widget_get_focusable (widget) && gtk_widget_get_mapped (widget) && gtk_widget_is_sensitive (widget) &&
         !GTK_IS_LABEL (widget) && !(GTK_IS_EDITABLE (parent) && GTK_IS_TEXT (widget));
}

/* The toolkit's own parts and rows, whose names are its matter, are not looked at. */
static gboolean
is_toolkit_part (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);

  return GTK_IS_SCROLLED_WINDOW (widget) || g_str_has_prefix (G_OBJECT_TYPE_NAME (parent), "Adw") ||
         gtk_widget_get_ancestor (widget, ADW_TYPE_COMBO_ROW) != NULL || GTK_IS_MENU_BUTTON (parent) || GTK_IS_DROP_DOWN (parent) || GTK_IS_SPIN_BUTTON (parent) || GTK_IS_ENTRY (parent) ||
         g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "GtkListItem") ||
         g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "GtkColumn") ||
         g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton");
}

static void
check_names (GtkWidget  *widget,
             const char *where)
{
  if (needs_name (widget) && !is_toolkit_part (widget))
    {
      GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget));

      n_checked++;
      if (role == GTK_ACCESSIBLE_ROLE_WIDGET || role == GTK_ACCESSIBLE_ROLE_NONE || role == GTK_ACCESSIBLE_ROLE_GENERIC ||
          role == GTK_ACCESSIBLE_ROLE_PRESENTATION)
        {
          g_test_message ("%s: no role: %s in %s", where, G_OBJECT_TYPE_NAME (widget),
                          G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
          n_wrong++;
        }
      if (!has_name (widget))
        {
          const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));

          g_test_message ("%s: no name: %s %s in %s", where, G_OBJECT_TYPE_NAME (widget), id != NULL ? id : "",
                          G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
          n_wrong++;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_names (child, where);
}

/* Assistive technology sees nothing of what is only presentation, nor of anything in it. */
static void
check_presented (GtkWidget  *widget,
                 gboolean    is_hidden,
                 const char *where)
{
  GtkAccessibleRole role = gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget));

  /* The toolkit hides parts of its own, such as the buttons in a spin button, and says what they do elsewhere. */
  is_hidden = is_hidden || ((role == GTK_ACCESSIBLE_ROLE_NONE || role == GTK_ACCESSIBLE_ROLE_PRESENTATION) &&
                            g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Ls"));
  if (is_hidden && (gtk_widget_get_focusable (widget) || GTK_IS_LABEL (widget)))
    {
      g_test_message ("%s: only presentation: %s in %s", where, G_OBJECT_TYPE_NAME (widget),
                      G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
      n_wrong++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_presented (child, is_hidden, where);
}

static void
check_place_names (LsWindow   *window,
                   GtkWidget  *place,
                   const char *name)
{
  check_names (place, name);
  check_presented (place, FALSE, name);
}

static void
test_access_names (void)
{
  LsWindow *window = open_window ();

  n_checked = n_wrong = 0;
  test_places_foreach_pane (window, check_place_names);
  test_places_foreach_dialog (window, check_place_names);
  check_place_names (window, GTK_WIDGET (window), "window");
  g_assert_cmpuint (n_checked, >, 50);
  g_assert_cmpuint (n_wrong, ==, 0);
  test_window_close (window);
}

static void
check_size (LsWindow   *window,
            GtkWidget  *place,
            const char *name)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (place));
  int width, height;

  gtk_widget_measure (root, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (root, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (root), &height, NULL, NULL, NULL);
  g_test_message ("%s: %d × %d", name, width, height);
  g_assert_cmpint (width, <=, WIDTH);
  g_assert_cmpint (height, <=, HEIGHT);
}

/* With text twice as large nothing asks for more than the window has, from left to right and from right to left. */
static void
test_access_sizes (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  for (guint i = 0; i < 2; i++)
    {
      LsWindow *window;

      gtk_widget_set_default_direction (i == 1 ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
      window = open_window ();
      test_places_foreach_pane (window, check_size);
      test_places_foreach_dialog (window, check_size);
      test_window_close (window);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

/* With text twice as large a window that is else wide enough for three panes is a narrow one, and what is shown is whole. */
static void
test_access_large_text (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  LsWindow *window;
  GtkWidget *program;
  int dpi, minimum;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  window = test_window_new (TEST_EXAMPLE, 1300, 900);
  g_assert_false (window->narrow);
  program = test_window_get_child (window, "left_pane");
  g_assert_true (gtk_widget_get_mapped (program));

  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  test_ui_wait_for (window->narrow);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_false (gtk_widget_get_mapped (program));
  test_window_activate (window, "win.show-program", NULL);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_get_mapped (program));
  gtk_widget_measure (program, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  test_ui_wait_for (gtk_paned_get_position (GTK_PANED (test_window_get_child (window, "left"))) >= minimum);

  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  test_ui_wait_for (!window->narrow);
  test_window_close (window);
}

/* Names have hyphens of their own: where a line breaks within a word, it gets none. The toolkit's own texts are prose. */
static void
check_hyphens (GtkWidget  *widget,
               const char *where)
{
  if (GTK_IS_LABEL (widget) && gtk_label_get_wrap (GTK_LABEL (widget)) &&
      gtk_label_get_wrap_mode (GTK_LABEL (widget)) != PANGO_WRAP_WORD &&
      gtk_widget_get_ancestor (widget, ADW_TYPE_STATUS_PAGE) == NULL &&
      gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_ROW) == NULL &&
      gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_GROUP) == NULL)
    {
      PangoAttrList *attributes = gtk_label_get_attributes (GTK_LABEL (widget));
      g_autoptr (GSList) list = attributes != NULL ? pango_attr_list_get_attributes (attributes) : NULL;
      gboolean is_off = FALSE;

      for (GSList *link = list; link != NULL; link = link->next)
        {
          PangoAttribute *attribute = link->data;

          is_off = is_off || (attribute->klass->type == PANGO_ATTR_INSERT_HYPHENS && !((PangoAttrInt *) attribute)->value);
        }
      g_slist_free_full (g_steal_pointer (&list), (GDestroyNotify) pango_attribute_destroy);
      n_checked++;
      if (!is_off)
        {
          g_test_message ("%s: hyphens: %s", where, gtk_label_get_text (GTK_LABEL (widget)));
          n_wrong++;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_hyphens (child, where);
}

static void
check_place_hyphens (LsWindow   *window,
                     GtkWidget  *place,
                     const char *name)
{
  check_hyphens (place, name);
}

static void
test_access_hyphens (void)
{
  LsWindow *window = open_window ();

  n_checked = n_wrong = 0;
  test_places_foreach_pane (window, check_place_hyphens);
  test_places_foreach_dialog (window, check_place_hyphens);
  g_assert_cmpuint (n_checked, >, 4);
  g_assert_cmpuint (n_wrong, ==, 0);
  test_window_close (window);
}

static gboolean
has_focusable (GtkWidget *widget)
{
  if (needs_name (widget) && !GTK_IS_SCROLLED_WINDOW (widget))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_focusable (child))
      return TRUE;
  return FALSE;
}

/* From the beginning of the window, Tab comes into the place before it comes back to where it began. */
static void
check_reached (LsWindow   *window,
               GtkWidget  *place,
               const char *name)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (place));
  gboolean reached = !has_focusable (place);

  gtk_window_set_focus (GTK_WINDOW (root), NULL);
  for (guint i = 0; i < 500 && !reached; i++)
    {
      GtkWidget *focus;

      gtk_widget_child_focus (root, GTK_DIR_TAB_FORWARD);
      focus = gtk_window_get_focus (GTK_WINDOW (root));
      reached = focus != NULL && (focus == place || gtk_widget_is_ancestor (focus, place));
    }
  if (!reached)
    g_error ("%s is not reached", name);
}

static void
test_access_keys (void)
{
  LsWindow *window = open_window ();

  test_places_foreach_pane (window, check_reached);
  test_places_foreach_dialog (window, check_reached);
  test_window_close (window);
}

#if GTK_CHECK_VERSION (4, 10, 0)

/* As assistive technology adds them up. */
static gboolean
get_accessible_origin (GtkWidget *widget,
                       int       *x,
                       int       *y)
{
  g_autoptr (GtkAccessible) accessible = g_object_ref (GTK_ACCESSIBLE (widget));

  *x = *y = 0;
  while (accessible != NULL)
    {
      GtkAccessible *parent = gtk_accessible_get_accessible_parent (accessible);
      int left, top, width, height;

      if (!gtk_accessible_get_bounds (accessible, &left, &top, &width, &height))
        {
          g_clear_object (&parent);
          return FALSE;
        }
      *x += left;
      *y += top;
      g_set_object (&accessible, parent);
      g_clear_object (&parent);
    }
  return TRUE;
}

static void
check_origin (GtkWidget *widget,
              GtkWidget *window)
{
  graphene_rect_t bounds;
  int x, y;

  if (!gtk_widget_get_mapped (widget) || GTK_IS_NATIVE (widget))
    return;
  g_assert_true (gtk_widget_compute_bounds (widget, window, &bounds));
  if (get_accessible_origin (widget, &x, &y))
    {
      n_checked++;
      if (x != (int) floor (bounds.origin.x) || y != (int) floor (bounds.origin.y))
        {
          g_test_message ("%s in %s is at %g %g, not at %d %d", G_OBJECT_TYPE_NAME (widget),
                          G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)), bounds.origin.x, bounds.origin.y, x, y);
          n_wrong++;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    check_origin (child, window);
}

/* Whoever is told where a widget is finds it there. */
static void
test_access_places (void)
{
  LsWindow *window = open_window ();

  n_checked = n_wrong = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (window)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_origin (child, GTK_WIDGET (window));
  g_assert_cmpuint (n_checked, >, 200);
  g_assert_cmpuint (n_wrong, ==, 0);
  test_window_close (window);
}

#endif

int
main (int   argc,
      char *argv[])
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/access/sizes", test_access_sizes);
  g_test_add_func ("/access/hyphens", test_access_hyphens);
  g_test_add_func ("/access/large-text", test_access_large_text);
  g_test_add_func ("/access/keys", test_access_keys);
  g_test_add_func ("/access/names", test_access_names);
#if GTK_CHECK_VERSION (4, 10, 0)
  g_test_add_func ("/access/places", test_access_places);
#endif

  return g_test_run ();
}
