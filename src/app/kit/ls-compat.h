/* ls-compat.h: the only header that depends on the version of GTK and libadwaita
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

/**
 * LsCompatFileFunc:
 * @file: (nullable): the chosen file, %NULL if the user cancelled
 * @user_data: the data of the caller
 *
 * Gets the answer of a file dialog.
 */
typedef void (*LsCompatFileFunc)   (GFile      *file,
                                    gpointer    user_data);

/**
 * LsCompatAnswerFunc:
 * @response: id of the response, "cancel" if the user closed the question
 * @user_data: the data of the caller
 *
 * Gets the answer to a question.
 */
typedef void (*LsCompatAnswerFunc) (const char *response,
                                    gpointer    user_data);

/**
 * LsCompatFontFunc:
 * @font: (nullable): a font such as “Monospace 12”, %NULL if the user cancelled
 * @user_data: the data of the caller
 *
 * Gets the answer of a font dialog.
 */
typedef void (*LsCompatFontFunc)   (const char *font,
                                    gpointer    user_data);

/**
 * LsCompatUriFunc:
 * @window: the window for which something was opened
 * @error: (nullable): why it could not be
 *
 * Is told whether another application has opened something.
 */
typedef void (*LsCompatUriFunc)    (GtkWindow    *window,
                                    const GError *error);

/** LsCompatResponse: one answer that a question offers. */
typedef struct
{
  const char                *id;
  const char                *label;
  AdwResponseAppearance      appearance;
} LsCompatResponse;

void ls_compat_open_file      (GtkWindow              *parent,
                               const char             *title,
                               GtkFileFilter         **filters,
                               LsCompatFileFunc        done,
                               gpointer                user_data);
void ls_compat_save_file      (GtkWindow              *parent,
                               const char             *title,
                               const char             *name,
                               GFile                  *folder,
                               LsCompatFileFunc        done,
                               gpointer                user_data);
void ls_compat_choose_font    (GtkWindow              *parent,
                               const char             *title,
                               const char             *font,
                               LsCompatFontFunc        done,
                               gpointer                user_data);
void ls_compat_show_uri       (GtkWindow              *window,
                               const char             *uri,
                               LsCompatUriFunc         done);
void ls_compat_load_css       (GtkCssProvider         *provider,
                               const char             *css);
void ls_compat_ask            (GtkWidget              *parent,
                               const char             *heading,
                               const char             *body,
                               GtkWidget              *content,
                               const LsCompatResponse *responses,
                               guint                   n_responses,
                               const char             *default_response,
                               LsCompatAnswerFunc      done,
                               gpointer                user_data);
void ls_compat_present_about  (GtkWidget              *parent,
                               const char             *version);
void ls_compat_present_dialog (GtkWidget              *parent,
                               GtkWidget              *content,
                               const char             *title,
                               int                     width,
                               int                     height);
void ls_compat_close_dialog   (GtkWidget              *content);
void ls_compat_init_window    (GtkWindow              *window);
void ls_compat_add_suffix     (AdwExpanderRow         *row,
                               GtkWidget              *widget);
void ls_compat_announce       (GtkWidget              *widget,
                               const char             *text);
/**
 * LsCompatSetValueFunc:
 * @accessible: a widget that has a value
 * @value: the value that assistive technology asks for
 *
 * Sets a value.
 *
 * Returns: %FALSE if the widget cannot take @value
 */
typedef gboolean (*LsCompatSetValueFunc) (GtkAccessible *accessible,
                                          double         value);

void ls_compat_add_accessible_range (GType              type,
                               LsCompatSetValueFunc     set_value);
void ls_compat_init_accessible_places (void);
void ls_compat_label_drop_down (GtkDropDown          *drop_down,
                               const char             *label);
void ls_compat_label_list_item (GtkWidget             *child,
                               const char             *label);
void ls_compat_name_parts     (GtkWidget              *widget,
                               const char             *title);
void ls_compat_get_color      (GtkWidget              *widget,
                               GdkRGBA                *color);
gboolean ls_compat_lookup_color (GtkWidget            *widget,
                               const char             *name,
                               GdkRGBA                *color);
void ls_compat_get_line_extent (GtkSourceGutterLines  *lines,
                               guint                   line,
                               double                 *y,
                               double                 *height);

G_END_DECLS
