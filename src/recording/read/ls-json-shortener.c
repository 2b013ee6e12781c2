/* ls-json-shortener.c: lets no token of a JSON text be longer than it may
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-json-shortener-private.h"

#define MAX_TEXT (1024 * 1024)
#define MAX_WORD 4096

/* After a backslash and "u". */
#define N_HEX 4

static gboolean
ends_word (guint8 byte)
{
  return byte <= ' ' || byte == ',' || byte == ':' || byte == '{' || byte == '}' || byte == '[' || byte == ']';
}

/* Takes a byte of a text. Returns whether it is to be passed on. */
static gboolean
take_text (LsJsonShortener *self,
           guint8           byte)
{
  self->n_token++;
  if (self->is_escaped)
    {
      self->is_escaped = FALSE;
      self->n_hex = byte == 'u' ? N_HEX : 0;
      return !self->is_cut;
    }
  if (self->n_hex > 0 && byte != '"')
    {
      self->n_hex--;
      return !self->is_cut;
    }

  self->n_hex = 0;
  if (byte == '"')
    {
      self->in_text = FALSE;
      self->is_cut = FALSE;
      self->n_token = 0;
      return TRUE;
    }

  /* Here an escape is whole, so the text can end here. */
  self->is_cut |= self->n_token > MAX_TEXT;
  self->is_escaped = byte == '\\';
  return !self->is_cut;
}

static void
take_other (LsJsonShortener *self,
            guint8           byte)
{
  if (byte == '"')
    {
      self->in_text = TRUE;
      self->n_token = 0;
    }
  else if (ends_word (byte))
    self->n_token = 0;
  else if (++self->n_token > MAX_WORD)
    self->is_broken = TRUE;
}

/* Whether nothing is special about the next byte of a text but quotes and backslashes. */
static gboolean
is_plain (const LsJsonShortener *self)
{
  return !self->is_escaped && !self->is_cut && self->n_hex == 0 && self->n_token < MAX_TEXT / 2;
}

/* How many bytes come before a quote or a backslash; no more than half of what a text may have. */
static gsize
count_plain (const guint8 *bytes,
             gsize         n_bytes)
{
  gsize n = MIN (n_bytes, MAX_TEXT / 2);
  const guint8 *quote = memchr (bytes, '"', n);
  const guint8 *backslash;

  if (quote != NULL)
    n = (gsize) (quote - bytes);
  backslash = memchr (bytes, '\\', n);
  return backslash != NULL ? (gsize) (backslash - bytes) : n;
}

/*< private >
 * ls_json_shortener_next:
 * @self: a shortener
 * @bytes: the next bytes
 * @n_bytes: how many there are
 * @n_passed: (out): how many of the first ones are to be passed on
 *
 * Returns: how many bytes are done with; those of them that are not to be passed on are left out. If the shortener is broken then,
 *   no JSON follows
 */
gsize
ls_json_shortener_next (LsJsonShortener *self,
                        const guint8    *bytes,
                        gsize            n_bytes,
                        gsize           *n_passed)
{
  gsize i = 0;

  for (; i < n_bytes && !self->is_broken; i++)
    if (self->in_text && is_plain (self))
      {
        gsize n = count_plain (bytes + i, n_bytes - i);

        self->n_token += n;
        i += n;
        if (i == n_bytes || !take_text (self, bytes[i]))
          break;
      }
    else if (!self->in_text)
      take_other (self, bytes[i]);
    else if (!take_text (self, bytes[i]))
      break;
  *n_passed = i;

  /* The byte at which the text was cut has been taken, so the others are. */
  if (i < n_bytes && !self->is_broken)
    {
      i++;
      while (i < n_bytes && bytes[i] != '"' && bytes[i] != '\\' && !self->is_escaped && self->n_hex == 0)
        i++;
    }
  return i;
}
