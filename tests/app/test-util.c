/* test-util.c: what the tests of the application share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "test-util.h"

#ifdef __SANITIZE_ADDRESS__

#include <link.h>

/* Not every compiler comes with the headers of its sanitizer. */
int    __sanitizer_get_ownership      (const volatile void *pointer);
size_t __sanitizer_get_allocated_size (const volatile void *pointer);
void   __lsan_ignore_object           (const void          *pointer);

#define FIRST_QUARKS (2048 * sizeof (char *))

/* GLib leaks its first table of quarks when there are too many for it, as JavaScriptCore and GtkSourceView make them. */
static int
ignore_quarks_cb (struct dl_phdr_info *info,
                  size_t               size,
                  void                *user_data)
{
  if (strstr (info->dlpi_name, "/libglib-2.0.so") == NULL)
    return 0;
  for (guint i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *header = &info->dlpi_phdr[i];
      const void *const *words = (const void *const *) (info->dlpi_addr + header->p_vaddr);

      if (header->p_type != PT_LOAD || !(header->p_flags & PF_W))
        continue;
      for (gsize j = 0; j < header->p_memsz / sizeof (void *); j++)
        if (__sanitizer_get_ownership (words[j]) && __sanitizer_get_allocated_size (words[j]) == FIRST_QUARKS)
          __lsan_ignore_object (words[j]);
    }
  return 1;
}

#endif

static void
load_style (const char *name,
            gboolean    needed)
{
  GtkCssProvider *provider = gtk_css_provider_new ();
  g_autofree char *path = g_strdup_printf ("/io/github/loopscope/Loopscope/%s", name);

  if (needed)
    gtk_css_provider_load_from_resource (provider, path);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref (provider);
}

/* The toolkit lays out five times at most for a frame. Where lists and scroll bars have not come to rest by then, when a window
 * becomes much smaller, it draws the frame without them and warns; the next one has them. That may happen now and then, not in each
 * frame: a layout that never comes to rest fails. */
#define MAX_LATE_LAYOUTS 2

static GLogWriterOutput
write_log (GLogLevelFlags   level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         user_data)
{
  static int n_late = 0;

  for (gsize i = 0; i < n_fields && level & G_LOG_LEVEL_WARNING; i++)
    if (g_str_equal (fields[i].key, "MESSAGE") && fields[i].length < 0 &&
        g_str_has_suffix (fields[i].value, "without a current allocation") &&
        g_atomic_int_add (&n_late, 1) < MAX_LATE_LAYOUTS)
      return g_log_writer_standard_streams (level, fields, n_fields, user_data);
  return g_log_writer_default (level, fields, n_fields, user_data);
}

static gboolean
wake_up (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Prepares for a test that makes widgets. A source that does nothing keeps conditions from being waited for in vain. */
/* To be called before there are many quarks. */
void
test_ignore_first_quarks (void)
{
#ifdef __SANITIZE_ADDRESS__
  dl_iterate_phdr (ignore_quarks_cb, NULL);
#endif
}

void
test_ui_init (int    *argc,
              char ***argv)
{
  test_ignore_first_quarks ();
  g_setenv ("GSETTINGS_BACKEND", "memory", TRUE);
  g_test_init (argc, argv, NULL);
  g_log_set_writer_func (write_log, NULL, NULL);
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  load_style ("style.css", TRUE);
  load_style ("style-dark.css", adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_timeout_add (20, wake_up, NULL);
}

void
test_ui_settle (GtkWidget *widget)
{
  gtk_test_widget_wait_for_draw (widget);
  for (guint i = 0; i < 100 && g_main_context_pending (NULL); i++)
    g_main_context_iteration (NULL, FALSE);
}

static gboolean
has_accessible_label (GtkWidget  *widget,
                      const char *text)
{
  g_autofree char *problem = NULL;

  if (!gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL))
    return FALSE;
  problem = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text);
  return problem == NULL;
}

/* The first widget below @root of type @type, and if @text is given, with that label, tooltip or name. */
GtkWidget *
test_ui_find (GtkWidget  *root,
              GType       type,
              const char *text)
{
  if (g_type_is_a (G_OBJECT_TYPE (root), type) &&
      (text == NULL || g_strcmp0 (gtk_widget_get_tooltip_text (root), text) == 0 ||
       g_strcmp0 (gtk_widget_get_name (root), text) == 0 ||
       g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), text) == 0 ||
       (GTK_IS_LABEL (root) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (root)), text) == 0) ||
       (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), text) == 0) ||
       has_accessible_label (root, text)))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = test_ui_find (child, type, text);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* The first widget below @root with style class @name. */
GtkWidget *
test_ui_find_class (GtkWidget  *root,
                    const char *name)
{
  if (gtk_widget_has_css_class (root, name))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = test_ui_find_class (child, name);

      if (found != NULL)
        return found;
    }

  return NULL;
}

/* Returns what a widget that is a text says, NULL for other widgets. */
const char *
test_ui_get_text (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return gtk_label_get_text (GTK_LABEL (widget));
  return GTK_IS_INSCRIPTION (widget) ? gtk_inscription_get_text (GTK_INSCRIPTION (widget)) : NULL;
}

/* Whether a visible label in @root has @part in its text. */
gboolean
test_ui_shows (GtkWidget  *root,
               const char *part)
{
  const char *text = test_ui_get_text (root);

  if (!gtk_widget_get_visible (root))
    return FALSE;
  if (text != NULL && strstr (text, part) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (test_ui_shows (child, part))
      return TRUE;
  return FALSE;
}

/* Whether @widget shows a tooltip to whom the pointer rests on it. */
gboolean
test_ui_has_tooltip (GtkWidget *widget)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean has_tooltip = FALSE;

  g_signal_emit_by_name (widget, "query-tooltip", 1, 1, FALSE, tooltip, &has_tooltip);
  return has_tooltip;
}

guint
test_ui_count (GtkWidget *root,
               GType      type)
{
  guint n = g_type_is_a (G_OBJECT_TYPE (root), type) ? 1 : 0;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += test_ui_count (child, type);

  return n;
}

static gboolean
press_on (GtkWidget           *widget,
          guint                keyval,
          GdkModifierType      modifiers,
          GtkPropagationPhase  phase)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean capture = gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE;

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller) || capture != (phase == GTK_PHASE_CAPTURE))
        continue;
      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (controller)); j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (GTK_IS_KEYVAL_TRIGGER (trigger) &&
              gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == keyval &&
              gtk_keyval_trigger_get_modifiers (GTK_KEYVAL_TRIGGER (trigger)) == modifiers &&
              gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                            gtk_shortcut_get_arguments (shortcut)))
            return TRUE;
        }
    }

  return FALSE;
}

/* The controller of @type that @widget has. */
GtkEventController *
test_ui_find_controller (GtkWidget *widget,
                         GType      type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == type)
        return controller;
    }
  g_assert_not_reached ();
}

/* Presses a key as the shortcut controllers of @widget and its ancestors see it. */
gboolean
test_ui_press (GtkWidget       *widget,
               guint            keyval,
               GdkModifierType  modifiers)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();

  for (GtkWidget *parent = widget; parent != NULL; parent = gtk_widget_get_parent (parent))
    g_ptr_array_add (path, parent);
  for (guint i = path->len; i-- > 0;)
    if (press_on (g_ptr_array_index (path, i), keyval, modifiers, GTK_PHASE_CAPTURE))
      return TRUE;
  for (guint i = 0; i < path->len; i++)
    if (press_on (g_ptr_array_index (path, i), keyval, modifiers, GTK_PHASE_BUBBLE))
      return TRUE;

  return FALSE;
}

/* What @window shows, also without the screen; writes it to NAME.png in the build folder. */
GdkTexture *
test_ui_take_picture (GtkWidget  *window,
                      const char *name)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  GdkTexture *texture;
  g_autofree char *file = g_strdup_printf ("%s.png", name);
  g_autofree char *path = g_test_build_filename (G_TEST_BUILT, file, NULL);
  int width, height;

  test_ui_settle (window);
  width = gdk_paintable_get_intrinsic_width (paintable);
  height = gdk_paintable_get_intrinsic_height (paintable);
  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_to_node (snapshot);
  g_assert_nonnull (node);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  g_assert_true (gdk_texture_save_to_png (texture, path));
  g_test_message ("%s: %d × %d", path, width, height);
  return texture;
}

void
test_ui_save_picture (GtkWidget  *window,
                      const char *name)
{
  g_object_unref (test_ui_take_picture (window, name));
}

/* A window with @content, drawn. */
GtkWindow *
test_ui_new_window (GtkWidget *content,
                    int        width,
                    int        height)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());

  gtk_window_set_default_size (window, width, height);
  gtk_window_set_child (window, content);
  gtk_window_present (window);
  test_ui_settle (GTK_WIDGET (window));
  return window;
}
