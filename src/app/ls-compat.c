/* ls-compat.c: the one place that knows which GTK and libadwaita it is built against
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-compat.h"

#include <math.h>

#include <glib/gi18n.h>

typedef struct
{
  LsCompatFileFunc done;
  gpointer         user_data;
} FileRequest;

typedef struct
{
  LsCompatAnswerFunc done;
  gpointer           user_data;
  char              *response;    /* NULL for none yet */
  gpointer           dialog;      /* (unowned): there until there is a response */
  GtkWidget         *window;      /* (nullable): weak, the one that it is about */
} Question;

static void
file_request_finish (FileRequest *request,
                     GFile       *file)
{
  request->done (file, request->user_data);
  g_free (request);
}

static FileRequest *
file_request_new (LsCompatFileFunc done,
                  gpointer         user_data)
{
  FileRequest *request = g_new0 (FileRequest, 1);

  request->done = done;
  request->user_data = user_data;
  return request;
}

#if GTK_CHECK_VERSION (4, 10, 0)

static void
open_file_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GFile) file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (object), result, NULL);

  file_request_finish (user_data, file);
}

static void
save_file_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GFile) file = gtk_file_dialog_save_finish (GTK_FILE_DIALOG (object), result, NULL);

  file_request_finish (user_data, file);
}

#else

static void
file_chooser_response_cb (GtkNativeDialog *dialog,
                          int              response,
                          gpointer         user_data)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  file_request_finish (user_data, file);
  g_object_unref (dialog);
}

#endif

/**
 * ls_compat_open_file:
 * @parent: the window that asks
 * @title: title of the dialog
 * @filter: (nullable): which files are offered
 * @done: gets the answer
 * @user_data: for @done
 *
 * Lets the user choose a file to open.
 */
void
ls_compat_open_file (GtkWindow        *parent,
                     const char       *title,
                     GtkFileFilter    *filter,
                     LsCompatFileFunc  done,
                     gpointer          user_data)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

  gtk_file_dialog_set_title (dialog, title);
  gtk_file_dialog_set_default_filter (dialog, filter);
  gtk_file_dialog_open (dialog, parent, NULL, open_file_cb, file_request_new (done, user_data));
#else
  GtkFileChooserNative *dialog;

  dialog = gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_OPEN, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  if (filter != NULL)
    gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  g_signal_connect (dialog, "response", G_CALLBACK (file_chooser_response_cb), file_request_new (done, user_data));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
#endif
}

/**
 * ls_compat_save_file:
 * @parent: the window that asks
 * @title: title of the dialog
 * @name: the name that is proposed
 * @folder: (nullable): the folder that is proposed
 * @done: gets the answer
 * @user_data: for @done
 *
 * Lets the user choose a file to save to. The dialog asks before an existing file is taken.
 */
void
ls_compat_save_file (GtkWindow        *parent,
                     const char       *title,
                     const char       *name,
                     GFile            *folder,
                     LsCompatFileFunc  done,
                     gpointer          user_data)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

  gtk_file_dialog_set_title (dialog, title);
  gtk_file_dialog_set_initial_name (dialog, name);
  if (folder != NULL)
    gtk_file_dialog_set_initial_folder (dialog, folder);
  gtk_file_dialog_save (dialog, parent, NULL, save_file_cb, file_request_new (done, user_data));
#else
  GtkFileChooserNative *dialog;

  dialog = gtk_file_chooser_native_new (title, parent, GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (dialog), folder, NULL);
  g_signal_connect (dialog, "response", G_CALLBACK (file_chooser_response_cb), file_request_new (done, user_data));
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
#endif
}

static void
question_clear (gpointer data)
{
  Question *question = data;

  g_free (question->response);
}

static void
question_unref (Question *question)
{
  g_rc_box_release_full (question, question_clear);
}

static gboolean
question_answer_cb (gpointer user_data)
{
  Question *question = user_data;

  question->done (question->response, question->user_data);
  question_unref (question);
  return G_SOURCE_REMOVE;
}

/* The dialog is still busy with itself here, and an answer may well destroy the window that it belongs to. */
static void
question_end (Question   *question,
              const char *response)
{
  if (question->response != NULL)
    return;
  question->response = g_strdup (response);
  if (question->window != NULL)
    g_signal_handlers_disconnect_by_data (question->window, question);
  g_clear_weak_pointer (&question->window);
  g_idle_add (question_answer_cb, question);
}

static void
question_response_cb (gpointer    dialog,
                      const char *response,
                      gpointer    user_data)
{
  question_end (user_data, response);
}

static void
question_gone_cb (gpointer  user_data,
                  GClosure *closure)
{
  question_end (user_data, "cancel");
  question_unref (user_data);
}

/* Whoever asks may well hold the window, which would keep the question in turn. */
static void
question_window_gone_cb (GtkWidget *window,
                         gpointer   user_data)
{
  Question *question = user_data;

  question_end (question, "cancel");
#if !ADW_CHECK_VERSION (1, 5, 0)
  gtk_window_destroy (GTK_WINDOW (question->dialog));
#endif
}

/* The first answer counts, and the end of the dialog is one. The question is there until the dialog is gone and the answer told. */
static void
question_follow (Question  *question,
                 gpointer   dialog,
                 GtkWidget *parent)
{
  question->dialog = dialog;
  g_set_weak_pointer (&question->window, GTK_WIDGET (gtk_widget_get_root (parent)));
  g_signal_connect (question->window, "unrealize", G_CALLBACK (question_window_gone_cb), question);
  g_signal_connect_data (dialog, "response", G_CALLBACK (question_response_cb), g_rc_box_acquire (question), question_gone_cb, 0);
}

/**
 * ls_compat_ask:
 * @parent: a widget of the window that asks
 * @heading: the question
 * @body: what the answers mean
 * @responses: (array length=n_responses): what can be answered
 * @n_responses: how many
 * @default_response: the response that Return gives
 * @done: gets the answer, "cancel" if the question is closed, or goes with its window
 * @user_data: for @done
 *
 * Asks a question.
 */
void
ls_compat_ask (GtkWidget              *parent,
               const char             *heading,
               const char             *body,
               const LsCompatResponse *responses,
               guint                   n_responses,
               const char             *default_response,
               LsCompatAnswerFunc      done,
               gpointer                user_data)
{
  ls_compat_ask_with (parent, heading, body, NULL, responses, n_responses, default_response, done, user_data);
}

/**
 * ls_compat_ask_with:
 * @parent: a widget of the window to which it belongs
 * @heading: what is asked
 * @body: what depends on it
 * @content: (nullable) (transfer floating): what is to be seen below that
 * @responses: (array length=n_responses): the answers
 * @n_responses: how many
 * @default_response: the one that Return gives
 * @done: gets the answer, "cancel" if the question is closed, or goes with its window
 * @user_data: for @done
 *
 * Asks a question that has more to show than text.
 */
void
ls_compat_ask_with (GtkWidget              *parent,
                    const char             *heading,
                    const char             *body,
                    GtkWidget              *content,
                    const LsCompatResponse *responses,
                    guint                   n_responses,
                    const char             *default_response,
                    LsCompatAnswerFunc      done,
                    gpointer                user_data)
{
  Question *question = g_rc_box_new0 (Question);

  question->done = done;
  question->user_data = user_data;

#if ADW_CHECK_VERSION (1, 5, 0)
  AdwAlertDialog *dialog = ADW_ALERT_DIALOG (adw_alert_dialog_new (heading, body));

  for (guint i = 0; i < n_responses; i++)
    {
      adw_alert_dialog_add_response (dialog, responses[i].id, responses[i].label);
      adw_alert_dialog_set_response_appearance (dialog, responses[i].id, responses[i].appearance);
    }
  adw_alert_dialog_set_extra_child (dialog, content);
  adw_alert_dialog_set_default_response (dialog, default_response);
  adw_alert_dialog_set_close_response (dialog, "cancel");
  question_follow (question, dialog, parent);
  adw_dialog_present (ADW_DIALOG (dialog), parent);
#else
  AdwMessageDialog *dialog;

  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (parent)), heading, body));
  for (guint i = 0; i < n_responses; i++)
    {
      adw_message_dialog_add_response (dialog, responses[i].id, responses[i].label);
      adw_message_dialog_set_response_appearance (dialog, responses[i].id, responses[i].appearance);
    }
  adw_message_dialog_set_extra_child (dialog, content);
  adw_message_dialog_set_default_response (dialog, default_response);
  adw_message_dialog_set_close_response (dialog, "cancel");
  question_follow (question, dialog, parent);
  gtk_window_present (GTK_WINDOW (dialog));
#endif
}

/**
 * ls_compat_present_about:
 * @parent: a widget of the window to which it belongs
 * @version: the program's version
 *
 * Shows what the program is.
 */
void
ls_compat_present_about (GtkWidget  *parent,
                         const char *version)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  adw_show_about_dialog (parent,
#else
  adw_show_about_window (GTK_WINDOW (gtk_widget_get_root (parent)),
#endif
                         "application-name", _("Loopscope"),
                         "application-icon", LS_APP_ID,
                         "version", version,
                         "comments", _("See, step and explain prioritised task scheduling"),
                         "developer-name", _("The Loopscope authors"),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         NULL);
}

/* The first thing below the header bar that takes the focus, NULL if there is none: what a dialog is about, and not its Cancel
 * button. */
static GtkWidget *
find_first_field (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found;

      if (GTK_IS_HEADER_BAR (child) || !gtk_widget_get_visible (child) || !gtk_widget_is_sensitive (child))
        continue;
      if (GTK_IS_EDITABLE (child) && gtk_editable_get_delegate (GTK_EDITABLE (child)) != NULL)
        return GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (child)));
      found = find_first_field (child);
      if (found != NULL)
        return found;
      if (gtk_widget_get_focusable (child) && !GTK_IS_SCROLLED_WINDOW (child))
        return child;
    }
  return NULL;
}

/**
 * ls_compat_present_dialog:
 * @parent: a widget of the window to which it belongs
 * @content: what the dialog shows, with a header bar of its own
 * @title: its title
 * @width: its width in pixels
 * @height: its height in pixels where there is room for that, -1: what its content asks for
 *
 * Shows a dialog above a window, with the focus in its first field below the header bar. Escape closes it.
 */
void
ls_compat_present_dialog (GtkWidget  *parent,
                          GtkWidget  *content,
                          const char *title,
                          int         width,
                          int         height)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  AdwDialog *dialog = adw_dialog_new ();

  adw_dialog_set_title (dialog, title);
  adw_dialog_set_content_width (dialog, width);
  adw_dialog_set_content_height (dialog, height);
  adw_dialog_set_child (dialog, content);
  adw_dialog_set_focus (dialog, find_first_field (content));
  adw_dialog_present (dialog, parent);
#else
  GtkWidget *dialog = adw_window_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_window_set_title (GTK_WINDOW (dialog), title);
  gtk_window_set_default_size (GTK_WINDOW (dialog), width, height);
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (gtk_widget_get_root (parent)));
  adw_window_set_content (ADW_WINDOW (dialog), content);
  gtk_window_set_focus (GTK_WINDOW (dialog), find_first_field (content));
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (dialog, keys);
  gtk_window_present (GTK_WINDOW (dialog));
#endif
}

/**
 * ls_compat_close_dialog:
 * @content: what ls_compat_present_dialog() was given
 *
 * Closes the dialog that shows @content.
 */
void
ls_compat_close_dialog (GtkWidget *content)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  GtkWidget *dialog = gtk_widget_get_ancestor (content, ADW_TYPE_DIALOG);

  if (dialog != NULL)
    adw_dialog_close (ADW_DIALOG (dialog));
#else
  GtkRoot *root = gtk_widget_get_root (content);

  if (ADW_IS_WINDOW (root))
    gtk_window_close (GTK_WINDOW (root));
#endif
}

/**
 * ls_compat_init_window:
 * @window: a window of the application, while it is made
 *
 * Leaves what it means to close @window to its class. Newer versions of the toolkit close a dialog in the place of the window that it
 * belongs to.
 */
void
ls_compat_init_window (GtkWindow *window)
{
#if ADW_CHECK_VERSION (1, 5, 0)
  guint id = g_signal_lookup ("close-request", GTK_TYPE_WINDOW);
  gulong handler;

  /* Nobody else has had the opportunity to connect yet. */
  while ((handler = g_signal_handler_find (window, G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_UNBLOCKED, id, 0, NULL, NULL, NULL)) != 0)
    g_signal_handler_block (window, handler);
#endif
}

/**
 * ls_compat_announce:
 * @widget: where it happens
 * @text: what assistive technology is to say
 *
 * Tells assistive technology of something that happened. Before GTK 4.14 the description of @widget carries it.
 */
void
ls_compat_announce (GtkWidget  *widget,
                    const char *text)
{
#if GTK_CHECK_VERSION (4, 14, 0)
  g_autoptr (GtkATContext) context = gtk_accessible_get_at_context (GTK_ACCESSIBLE (widget));

  /* GTK's own context for tests (GTK_A11Y=test) has no function for announcements, and GTK 4.18 calls it all the same. */
  if (context != NULL && !g_str_equal (G_OBJECT_TYPE_NAME (context), "GtkTestATContext"))
    gtk_accessible_announce (GTK_ACCESSIBLE (widget), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#endif
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

#if GTK_CHECK_VERSION (4, 10, 0)

/* Places within the window and not within the parent are rounded, so that what is deep inside is not off by a pixel for each level. */
static gboolean
get_origin (GtkWidget *widget,
            int       *x,
            int       *y)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  graphene_rect_t bounds;

  if (root == NULL || !gtk_widget_compute_bounds (widget, GTK_WIDGET (root), &bounds))
    return FALSE;
  *x = floor (bounds.origin.x);
  *y = floor (bounds.origin.y);
  return TRUE;
}

static gboolean
get_accessible_bounds (GtkAccessible *accessible,
                       int           *x,
                       int           *y,
                       int           *width,
                       int           *height)
{
  GtkWidget *widget = GTK_WIDGET (accessible);
  GtkWidget *parent = gtk_widget_get_parent (widget);
  graphene_rect_t bounds;
  int parent_x = 0, parent_y = 0;

  if (!gtk_widget_get_realized (widget) || !gtk_widget_compute_bounds (widget, widget, &bounds) || !get_origin (widget, x, y) ||
      (parent != NULL && !get_origin (parent, &parent_x, &parent_y)))
    return FALSE;
  *x -= parent_x;
  *y -= parent_y;
  *width = ceil (bounds.size.width);
  *height = ceil (bounds.size.height);
  return TRUE;
}

#endif

/**
 * ls_compat_init_accessible_places:
 *
 * Lets assistive technology know where widgets are, before there are any. GTK from 4.16 to 4.24 at least measures from within the
 * padding of what is around a widget, and adds up as if it were from its edge: what lies deep in the window is said to be far from
 * where it is.
 */
void
ls_compat_init_accessible_places (void)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  GTypeClass *widget_class = g_type_class_ref (GTK_TYPE_WIDGET);
  GtkAccessibleInterface *iface = g_type_interface_peek (widget_class, GTK_TYPE_ACCESSIBLE);

  iface->get_bounds = get_accessible_bounds;
  g_type_class_unref (widget_class);
#endif
}

/**
 * ls_compat_label_drop_down:
 * @drop_down: a drop-down list
 * @label: what it is for
 *
 * Names a drop-down list for assistive technology. Newer versions of GTK let what is chosen name it, which outdoes a label.
 */
void
ls_compat_label_drop_down (GtkDropDown *drop_down,
                           const char  *label)
{
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (drop_down));

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  /* The button inside is what has the focus, and has no name of its own. */
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

#if GTK_CHECK_VERSION (4, 10, 0)
static void
range_iface_init (gpointer iface,
                  gpointer set_value)
{
  /* The same but for the name of the first argument's type. */
  ((GtkAccessibleRangeInterface *) iface)->set_current_value =
    (gboolean (*) (GtkAccessibleRange *, double)) set_value;
}
#endif

/**
 * ls_compat_add_accessible_range:
 * @type: a class of widgets that is being registered
 * @set_value: sets the value
 *
 * Lets assistive technology read and set the value of widgets of @type. Older versions of the toolkit do this only for
 * their own widgets, so what matters has to be in the description as well.
 */
void
ls_compat_add_accessible_range (GType                type,
                                LsCompatSetValueFunc set_value)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  const GInterfaceInfo info = { (GInterfaceInitFunc) range_iface_init, NULL, (gpointer) set_value };

  g_type_add_interface_static (type, GTK_TYPE_ACCESSIBLE_RANGE, &info);
#endif
}

typedef struct
{
  LsCompatFontFunc done;
  gpointer         user_data;
} FontRequest;

static void
font_request_finish (FontRequest          *request,
                     PangoFontDescription *font)
{
  g_autofree char *name = font != NULL ? pango_font_description_to_string (font) : NULL;

  request->done (name, request->user_data);
  g_free (request);
}

#if GTK_CHECK_VERSION (4, 10, 0)

static void
choose_font_cb (GObject      *object,
                GAsyncResult *result,
                gpointer      user_data)
{
  PangoFontDescription *font = gtk_font_dialog_choose_font_finish (GTK_FONT_DIALOG (object), result, NULL);

  font_request_finish (user_data, font);
  g_clear_pointer (&font, pango_font_description_free);
}

#else

static void
font_response_cb (GtkDialog *dialog,
                  int        response,
                  gpointer   user_data)
{
  PangoFontDescription *font = NULL;

  if (response == GTK_RESPONSE_OK)
    font = gtk_font_chooser_get_font_desc (GTK_FONT_CHOOSER (dialog));
  font_request_finish (user_data, font);
  g_clear_pointer (&font, pango_font_description_free);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

#endif

/**
 * ls_compat_choose_font:
 * @parent: the window that asks
 * @title: title of the dialog
 * @font: the font that there is, such as “Monospace 12”
 * @done: gets the answer
 * @user_data: for @done
 *
 * Lets the user choose a font.
 */
void
ls_compat_choose_font (GtkWindow        *parent,
                       const char       *title,
                       const char       *font,
                       LsCompatFontFunc  done,
                       gpointer          user_data)
{
  PangoFontDescription *description = pango_font_description_from_string (font);
  FontRequest *request = g_new0 (FontRequest, 1);

  request->done = done;
  request->user_data = user_data;
#if GTK_CHECK_VERSION (4, 10, 0)
  g_autoptr (GtkFontDialog) dialog = gtk_font_dialog_new ();

  gtk_font_dialog_set_title (dialog, title);
  gtk_font_dialog_choose_font (dialog, parent, description, NULL, choose_font_cb, request);
#else
  GtkWidget *dialog = gtk_font_chooser_dialog_new (title, parent);

  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_font_chooser_set_font_desc (GTK_FONT_CHOOSER (dialog), description);
  g_signal_connect (dialog, "response", G_CALLBACK (font_response_cb), request);
  gtk_window_present (GTK_WINDOW (dialog));
#endif
  pango_font_description_free (description);
}

/**
 * ls_compat_load_css:
 * @provider: a style sheet
 * @css: what it is to say
 *
 * Replaces what a style sheet says.
 */
void
ls_compat_load_css (GtkCssProvider *provider,
                    const char     *css)
{
#if GTK_CHECK_VERSION (4, 12, 0)
  gtk_css_provider_load_from_string (provider, css);
#else
  gtk_css_provider_load_from_data (provider, css, -1);
#endif
}

/**
 * ls_compat_label_list_item:
 * @child: what an item of a list view shows
 * @label: what to call it
 *
 * Names the item, which is what assistive technology comes to, and @child.
 */
void
ls_compat_label_list_item (GtkWidget  *child,
                           const char *label)
{
  GtkWidget *item = gtk_widget_get_parent (child);

  gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (item != NULL && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (item)) == GTK_ACCESSIBLE_ROLE_LIST_ITEM)
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/**
 * ls_compat_get_color:
 * @widget: a widget
 * @color: (out): its foreground colour
 *
 * Gets the colour in which @widget's style draws text.
 */
void
ls_compat_get_color (GtkWidget *widget,
                     GdkRGBA   *color)
{
#if GTK_CHECK_VERSION (4, 10, 0)
  gtk_widget_get_color (widget, color);
#else
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), color);
#endif
}

/**
 * ls_compat_lookup_color:
 * @widget: a widget
 * @name: a colour that the style sheets define
 * @color: (out): the colour; @widget's own if there is no such
 *
 * Looks a named colour up. There is no other way to draw with one than this, which newer versions deprecate.
 *
 * Returns: whether it is defined
 */
gboolean
ls_compat_lookup_color (GtkWidget  *widget,
                        const char *name,
                        GdkRGBA    *color)
{
  gboolean found;

G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  found = gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, color);
G_GNUC_END_IGNORE_DEPRECATIONS
  if (!found)
    ls_compat_get_color (widget, color);
  return found;
}

/**
 * ls_compat_get_line_extent:
 * @lines: the lines that are drawn
 * @line: one of them, from 0
 * @y: (out): where its first row begins, in pixels
 * @height: (out): how high that row is
 *
 * Says where a line of source is in its gutter: the first row of one that is wrapped.
 */
void
ls_compat_get_line_extent (GtkSourceGutterLines *lines,
                           guint                 line,
                           double               *y,
                           double               *height)
{
#if GTK_SOURCE_CHECK_VERSION (5, 16, 0)
  gtk_source_gutter_lines_get_line_extent (lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST, y, height);
#else
  int row_y, row_height;

  gtk_source_gutter_lines_get_line_yrange (lines, line, GTK_SOURCE_GUTTER_RENDERER_ALIGNMENT_MODE_FIRST, &row_y,
                                           &row_height);
  *y = row_y;
  *height = row_height;
#endif
}
