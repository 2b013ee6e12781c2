/* ls-json-shortener-private.h: lets no token of a JSON text be longer than it may
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*< private >
 * LsJsonShortener:
 * @n_token: how long the text, number or word is that the bytes are in
 * @n_hex: how many digits of an escape are still to come
 * @in_text: whether the bytes are in a text
 * @is_escaped: whether the byte before was a backslash
 * @is_cut: whether the rest of the text is left out
 * @is_broken: whether there was a number or a word that cannot be one
 *
 * yajl keeps a token that is not whole, however long it is. This takes the rest out of texts that are too long before yajl sees it.
 * One that is all zero is ready. */
typedef struct
{
  gsize n_token;
  guint n_hex;
  gboolean in_text;
  gboolean is_escaped;
  gboolean is_cut;
  gboolean is_broken;
} LsJsonShortener;

gsize ls_json_shortener_next (LsJsonShortener *self,
                              const guint8    *bytes,
                              gsize            n_bytes,
                              gsize           *n_passed);

G_END_DECLS
