/* fuzz-mutate.h: changes bytes at random, in ways that formats mind
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <string.h>

#define FUZZ_MAX_INPUT 65536

typedef struct
{
  guint64 state;
} FuzzRandom;

/* xorshift64*: the same numbers everywhere. */
static guint64
fuzz_random (FuzzRandom *self)
{
  self->state ^= self->state >> 12;
  self->state ^= self->state << 25;
  self->state ^= self->state >> 27;
  return self->state * G_GUINT64_CONSTANT (0x2545f4914f6cdd1d);
}

static gsize
fuzz_below (FuzzRandom *self,
            gsize       n)
{
  return n > 0 ? (gsize) (fuzz_random (self) % n) : 0;
}

static void
fuzz_insert (GByteArray   *input,
             gsize         at,
             const guint8 *bytes,
             gsize         n_bytes)
{
  gsize n_after = input->len - at;

  if (n_bytes == 0 || input->len + n_bytes > FUZZ_MAX_INPUT)
    return;

  g_byte_array_set_size (input, (guint) (input->len + n_bytes));
  memmove (input->data + at + n_bytes, input->data + at, n_after);
  memcpy (input->data + at, bytes, n_bytes);
}

static void
fuzz_copy_chunk (FuzzRandom       *self,
                 GByteArray       *input,
                 const GByteArray *from)
{
  g_autofree guint8 *copy = NULL;
  gsize start = fuzz_below (self, from->len);
  gsize n = 1 + fuzz_below (self, MIN (from->len - start, 400));

  if (from->len == 0)
    return;
  copy = g_memdup2 (from->data + start, n);
  fuzz_insert (input, fuzz_below (self, input->len + 1), copy, n);
}

/* A number in decimal in the place of another one. */
static void
fuzz_change_number (FuzzRandom *self,
                    GByteArray *input)
{
  static const char * const numbers[] = {
    "0", "-1", "1", "255", "256", "65535", "4294967295", "4294967296", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "1e308", "1e400", "-1e400", "0.0000001", "-0", "1795352564159.8474",
    "9007199254740993", "null", "true", "\"7\"", "\"0x2\"", "[]", "{}",
  };
  const char *number = numbers[fuzz_below (self, G_N_ELEMENTS (numbers))];
  gsize at = fuzz_below (self, input->len);
  gsize end;

  while (at < input->len && !g_ascii_isdigit (input->data[at]))
    at++;
  for (end = at; end < input->len && g_ascii_isdigit (input->data[end]); end++)
    ;
  if (at >= input->len)
    return;
  g_byte_array_remove_range (input, (guint) at, (guint) (end - at));
  fuzz_insert (input, at, (const guint8 *) number, strlen (number));
}

/* Bytes that mean something to a format. */
static void
fuzz_insert_word (FuzzRandom         *self,
                  GByteArray         *input,
                  const char * const *words)
{
  guint n = g_strv_length ((char **) words);
  const char *word = words[fuzz_below (self, n)];
  gsize at = fuzz_below (self, input->len + 1);

  if (fuzz_below (self, 2) == 0 && at + strlen (word) <= input->len)
    memcpy (input->data + at, word, strlen (word));
  else
    fuzz_insert (input, at, (const guint8 *) word, strlen (word));
}

static void
fuzz_insert_varint (FuzzRandom *self,
                    GByteArray *input)
{
  guint8 bytes[12];
  gsize n = 1 + fuzz_below (self, sizeof bytes);

  for (gsize i = 0; i < n; i++)
    bytes[i] = (guint8) (fuzz_below (self, 3) == 0 ? fuzz_random (self) : 0xff) | (i + 1 < n ? 0x80 : 0);
  fuzz_insert (input, fuzz_below (self, input->len + 1), bytes, n);
}

/* Changes the input once. @other: another input of the same format */
static void
fuzz_mutate (FuzzRandom         *self,
             GByteArray         *input,
             const GByteArray   *other,
             const char * const *words)
{
  gsize at = fuzz_below (self, input->len);

  if (input->len == 0)
    {
      fuzz_copy_chunk (self, input, other);
      return;
    }

  switch (fuzz_below (self, 12))
    {
    case 0:
      input->data[at] ^= (guint8) (1u << fuzz_below (self, 8));
      break;
    case 1:
      input->data[at] = (guint8) fuzz_random (self);
      break;
    case 2:
      input->data[at] = (guint8) (input->data[at] + fuzz_below (self, 7) - 3);
      break;
    case 3:
      {
        gsize n_max = fuzz_below (self, 4) == 0 ? 2000 : 40;
        gsize n = 1 + fuzz_below (self, n_max);

        g_byte_array_remove_range (input, (guint) at, (guint) MIN (n, input->len - at));
        break;
      }
    case 4:
      fuzz_copy_chunk (self, input, input);
      break;
    case 5:
      fuzz_copy_chunk (self, input, other);
      break;
    case 6:
    case 7:
      fuzz_change_number (self, input);
      break;
    case 8:
    case 9:
      fuzz_insert_word (self, input, words);
      break;
    case 10:
      fuzz_insert_varint (self, input);
      break;
    default:
      if (fuzz_below (self, 8) == 0)
        g_byte_array_set_size (input, (guint) at);
      else
        {
          gsize n = 1 + fuzz_below (self, 8);

          memset (input->data + at, (int) (fuzz_random (self) & 0xff), MIN (n, input->len - at));
        }
      break;
    }
}
