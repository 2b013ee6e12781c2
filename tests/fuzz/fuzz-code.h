/* fuzz-code.h: changes programs so that they stay programs in many cases
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "fuzz-mutate.h"

#define FUZZ_MAX_DEPTH 64

typedef struct
{
  guint start, end;
} FuzzPiece;

static void
fuzz_add_piece (GArray *pieces,
                gsize   start,
                gsize   end)
{
  const FuzzPiece piece = { (guint) start, (guint) end };

  if (end > start)
    g_array_append_val (pieces, piece);
}

/* Returns what is between two brackets, with them and without, and what semicolons and commas part there. Strings and comments are not
 * told from code. */
static GArray *
fuzz_list_pieces (const GByteArray *input)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (FuzzPiece));
  gsize opened[FUZZ_MAX_DEPTH] = { 0 }, begun[FUZZ_MAX_DEPTH] = { 0 };
  guint depth = 0;

  for (gsize i = 0; i < input->len; i++)
    switch (input->data[i])
      {
      case '(':
      case '[':
      case '{':
        if (depth + 1 < FUZZ_MAX_DEPTH)
          {
            opened[++depth] = i;
            begun[depth] = i + 1;
          }
        break;
      case ')':
      case ']':
      case '}':
        fuzz_add_piece (pieces, begun[depth], i);
        if (depth == 0)
          break;
        fuzz_add_piece (pieces, opened[depth] + 1, i);
        fuzz_add_piece (pieces, opened[depth], i + 1);
        depth--;
        if (input->data[i] == '}')
          {
            fuzz_add_piece (pieces, begun[depth], i + 1);
            begun[depth] = i + 1;
          }
        break;
      case ';':
      case ',':
      case '\n':
        fuzz_add_piece (pieces, begun[depth], i + (input->data[i] == ';'));
        begun[depth] = i + 1;
        break;
      default:
        break;
      }
  fuzz_add_piece (pieces, begun[depth], input->len);
  return pieces;
}

static gboolean
fuzz_is_letter (guint8 c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '$' || c == '#' || c >= 0x80;
}

/* A word in the place of another one. */
static void
fuzz_change_word (FuzzRandom         *self,
                  GByteArray         *input,
                  const char * const *words)
{
  const char *word = words[fuzz_below (self, g_strv_length ((char **) words))];
  gsize at = fuzz_below (self, input->len);
  gsize end;

  while (at > 0 && fuzz_is_letter (input->data[at]) && fuzz_is_letter (input->data[at - 1]))
    at--;
  for (end = at; end < input->len && fuzz_is_letter (input->data[end]); end++)
    ;
  if (end > at)
    g_byte_array_remove_range (input, (guint) at, (guint) (end - at));
  fuzz_insert (input, at, (const guint8 *) word, strlen (word));
}

/* Puts a piece into what gives it another meaning. */
static void
fuzz_wrap (FuzzRandom      *self,
           GByteArray      *input,
           const FuzzPiece *piece)
{
  static const char * const wraps[][2] = {
    { "async () => {", "}" }, { "async x => (", ")" }, { "(async () => {", "})();" }, { "(async function* () {", "})().next();" },
    { "function* f() {", "}" }, { "async function f() {", "}" }, { "() => {", "}" }, { "try {", "} finally { log(0); }" },
    { "try {", "} catch { log(1); }" }, { "try {", "} catch ({ message }) { log(message); }" }, { "(", ")" }, { "[...", "]" },
    { "{", "}" }, { "`${", "}`" }, { "await ", "" }, { "yield ", "" }, { "yield* ", "" }, { "class A { static {", "} }" },
    { "class A { static async m() {", "} }" }, { "class A { #a = ", "; get a() { return this.#a; } }" },
    { "class A extends Object { constructor() {", " super(); } }" }, { "for await (const x of ", ") log(x);" },
    { "for (const x of ", ") log(x);" }, { "for (const x in ", ") log(x);" }, { "for (let i = 0; i < 2; i++) {", "}" },
    { "if (", ") log(1); else log(2);" }, { "if (1) ", "" }, { "a: {", "break a; }" }, { "switch (1) { case 1: ", "}" },
    { "switch (", ") { case 1: case 'a': default: }" }, { "eval('", "');" }, { "(0, eval)('", "');" }, { "({ get a() { return ", "; } }).a" },
    { "({ async *a() {", "} }).a" }, { "({ [", "]: 1 })" }, { "({ a: ", " })" }, { "function f(a = ", ") {}" }, { "const { a, ...b } = ", ";" },
    { "[a, b = 1] = ", ";" }, { "export default ", ";" }, { "import ", ";" }, { "import(", ")" }, { "{ using x = ", "; }" },
    { "{ await using x = ", "; }" }, { "with (", ") log(1);" }, { "delete ", "" }, { "new ", "" }, { "super.", "" }, { "typeof ", "" },
    { "void ", ";" }, { "throw ", ";" }, { "return ", ";" }, { "x = ", "" }, { "", "?.x" }, { "", "?.()" }, { "", " ?? 1" }, { "", ".then(log)" },
    { "", ", log(3)" }, { "/*", "*/" }, { "do ", " while (0)" }, { "1 ? ", " : 2" }, { "let ", ";" }, { "var ", ";" }, { "'use strict';", "" },
    { "queueMicrotask(() => ", ");" }, { "setTimeout(() => ", ");" }, { "scheduler.postTask(() => ", ");" }, { "log(", ");" },
  };
  const char * const *wrap = wraps[fuzz_below (self, G_N_ELEMENTS (wraps))];

  fuzz_insert (input, piece->end, (const guint8 *) wrap[1], strlen (wrap[1]));
  fuzz_insert (input, piece->start, (const guint8 *) wrap[0], strlen (wrap[0]));
}

/* Changes a word or a piece. Returns FALSE if there is none */
static gboolean
fuzz_mutate_code (FuzzRandom         *self,
                  GByteArray         *input,
                  const GByteArray   *other,
                  const char * const *words)
{
  g_autoptr (GArray) pieces = fuzz_list_pieces (input);
  g_autoptr (GArray) others = fuzz_list_pieces (other);
  g_autoptr (GByteArray) copy = g_byte_array_new ();
  FuzzPiece piece;

  if (pieces->len == 0)
    return FALSE;
  piece = g_array_index (pieces, FuzzPiece, fuzz_below (self, pieces->len));
  if (others->len > 0)
    {
      const FuzzPiece *from = &g_array_index (others, FuzzPiece, fuzz_below (self, others->len));

      g_byte_array_append (copy, other->data + from->start, from->end - from->start);
    }
  switch (fuzz_below (self, 8))
    {
    case 0:
      g_byte_array_remove_range (input, piece.start, piece.end - piece.start);
      break;
    case 1:
      g_byte_array_set_size (copy, 0);
      g_byte_array_append (copy, input->data + piece.start, piece.end - piece.start);
      fuzz_insert (input, piece.end, copy->data, copy->len);
      break;
    case 2:
      fuzz_insert (input, piece.start, copy->data, copy->len);
      break;
    case 3:
      g_byte_array_remove_range (input, piece.start, piece.end - piece.start);
      fuzz_insert (input, piece.start, copy->data, copy->len);
      break;
    case 4:
    case 5:
      fuzz_wrap (self, input, &piece);
      break;
    default:
      fuzz_change_word (self, input, words);
      break;
    }
  return TRUE;
}
