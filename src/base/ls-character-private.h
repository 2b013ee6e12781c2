/* ls-character-private.h: characters that do more than to be seen
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a character ends lines or steers terminals. */
static inline gboolean
ls_character_is_control (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
}

/* Whether a character turns the direction of the text after it, up to the end of the paragraph: embeddings, overrides, isolates. */
static inline gboolean
ls_character_is_bidi_control (gunichar c)
{
  return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* Whether a character must not stand in a text of somebody else's that is shown in a line of one's own. */
static inline gboolean
ls_character_is_unsafe (gunichar c)
{
  return ls_character_is_control (c) || ls_character_is_bidi_control (c);
}

G_END_DECLS
