/* ls-json-scan.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "ls-json-escapes-private.h"
#include "ls-json-scan-private.h"

/* How long the name of a noted member is at most, if all of its characters are escapes. */
#define MAX_WRITTEN 24

static const struct
{
  const char *name;
  gsize       length;
} members[LS_N_JSON_SCAN_MEMBERS] = {
  [LS_JSON_SCAN_NAME] = { "name", 4 },
  [LS_JSON_SCAN_CATEGORY] = { "cat", 3 },
  [LS_JSON_SCAN_PHASE] = { "ph", 2 },
};

/* Begins with the value that starts at @start. */
void
ls_json_scan_begin (LsJsonScan *self,
                    gsize       start)
{
  self->start = self->pos = start;
  self->string = 0;
  self->depth = 0;
  self->is_done = self->is_word = self->in_string = self->is_too_deep = self->is_broken = FALSE;
  self->before = '\0';
  self->member = LS_JSON_SCAN_OTHER;
  for (guint i = 0; i < LS_N_JSON_SCAN_MEMBERS; i++)
    self->members[i] = self->lengths[i] = 0;
}

/* Finds the next quote or bracket. */
static inline const char *
find_structure (const char *p,
                const char *end)
{
#ifdef __SSE2__
  const __m128i bit = _mm_set1_epi8 (0x20);
  const __m128i open = _mm_set1_epi8 ('{'), close = _mm_set1_epi8 ('}'), quote = _mm_set1_epi8 ('"');

  /* '[' and '{' differ in one bit, as do ']' and '}'. */
  for (; end - p >= 16; p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (gconstpointer) p);
      __m128i letters = _mm_or_si128 (bytes, bit);
      int found = _mm_movemask_epi8 (_mm_or_si128 (_mm_or_si128 (_mm_cmpeq_epi8 (letters, open), _mm_cmpeq_epi8 (letters, close)),
                                                   _mm_cmpeq_epi8 (bytes, quote)));

      if (found != 0)
        return p + __builtin_ctz ((guint) found);
    }
#endif

  for (; p < end; p++)
    if (*p == '"' || *p == '{' || *p == '}' || *p == '[' || *p == ']')
      return p;

  return NULL;
}

/* Finds the next quote or backslash. */
static inline const char *
find_quote (const char *p,
            const char *end)
{
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8 ('"'), backslash = _mm_set1_epi8 ('\\');

  for (; end - p >= 16; p += 16)
    {
      __m128i bytes = _mm_loadu_si128 ((const __m128i *) (gconstpointer) p);
      int found = _mm_movemask_epi8 (_mm_or_si128 (_mm_cmpeq_epi8 (bytes, quote), _mm_cmpeq_epi8 (bytes, backslash)));

      if (found != 0)
        return p + __builtin_ctz ((guint) found);
    }
#endif

  for (; p < end; p++)
    if (*p == '"' || *p == '\\')
      return p;

  return NULL;
}

static inline gboolean
is_space (char c)
{
  return (guchar) c <= ' ' && (c == ' ' || c == '\n' || c == '\t' || c == '\r');
}

/* Whether the text that begins at @quote is a value: it stands after a colon. */
static gboolean
is_value (LsJsonScan *self,
          const char *bytes,
          gsize       quote)
{
  gsize i = quote;

  while (i > self->start && is_space (bytes[i - 1]))
    i--;

  return (i > self->start ? bytes[i - 1] : self->before) == ':';
}

/* A text of the first level has ended: notes which member it names, or the value of one. */
static void
end_member (LsJsonScan *self,
            const char *bytes,
            gsize       end)
{
  gsize length = end - self->string;
  char unescaped[MAX_WRITTEN];
  const char *name;

  if (self->string == LS_JSON_SCAN_DROPPED)
    {
      self->member = LS_JSON_SCAN_OTHER;
      return;
    }

  if (is_value (self, bytes, self->string - 1))
    {
      if (self->member != LS_JSON_SCAN_OTHER)
        {
          self->members[self->member] = self->string;
          self->lengths[self->member] = length;
        }
      self->member = LS_JSON_SCAN_OTHER;
      return;
    }

  self->member = LS_JSON_SCAN_OTHER;
  name = bytes + self->string;
  if (length <= MAX_WRITTEN && memchr (name, '\\', length) != NULL)
    {
      length = ls_json_unescape (name, length, unescaped);
      name = unescaped;
    }
  for (guint i = 0; i < LS_N_JSON_SCAN_MEMBERS; i++)
    if (members[i].length == length && memcmp (name, members[i].name, length) == 0)
      self->member = i;
}

static void
open_level (LsJsonScan *self,
            gboolean    is_object)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (self->depth % 64);

  if (self->depth < LS_JSON_SCAN_MAX_DEPTH)
    {
      guint64 *word = &self->closes[self->depth / 64];

      *word = is_object ? *word | bit : *word & ~bit;
    }
  else
    self->is_too_deep = TRUE;

  self->depth++;
}

static void
close_level (LsJsonScan *self,
             gboolean    is_object)
{
  if (self->depth == 0)
    return;

  self->depth--;
  if (self->depth < LS_JSON_SCAN_MAX_DEPTH &&
      (self->closes[self->depth / 64] >> (self->depth % 64) & 1) != (is_object ? 1 : 0))
    self->is_broken = TRUE;
}

/* A number or a word ends before what cannot be in it. */
static gboolean
run_word (LsJsonScan *self,
          const char *bytes,
          gsize       n_bytes)
{
  for (; self->pos < n_bytes; self->pos++)
    if (is_space (bytes[self->pos]) || strchr (",]}{[\":", bytes[self->pos]) != NULL)
      {
        self->is_done = TRUE;
        self->is_broken |= self->pos == self->start && self->before == '\0';
        return TRUE;
      }

  return FALSE;
}

/* Goes on from where the scan is. Returns whether the value has ended; if not, more bytes are needed. */
gboolean
ls_json_scan_run (LsJsonScan *self,
                  const char *bytes,
                  gsize       n_bytes)
{
  const char *end = bytes + n_bytes;

  if (self->pos == self->start && self->depth == 0 && self->before == '\0' && self->pos < n_bytes)
    self->is_word = bytes[self->start] != '{' && bytes[self->start] != '[' && bytes[self->start] != '"';

  if (self->is_word)
    return run_word (self, bytes, n_bytes);

  while (self->pos < n_bytes)
    {
      const char *found = self->in_string ? find_quote (bytes + self->pos, end) : find_structure (bytes + self->pos, end);

      if (found == NULL)
        {
          self->pos = n_bytes;
          return FALSE;
        }
      self->pos = found - bytes;

      if (self->in_string)
        {
          if (*found == '\\')
            {
              if (self->pos + 1 >= n_bytes)
                return FALSE;
              self->pos += 2;
              continue;
            }
          self->in_string = FALSE;
          if (self->depth == 1)
            end_member (self, bytes, self->pos);
          self->pos++;
          if (self->depth == 0)
            return self->is_done = TRUE;
          continue;
        }

      self->pos++;
      switch (*found)
        {
        case '"':
          self->in_string = TRUE;
          self->string = self->pos;
          break;
        case '{':
        case '[':
          if (self->depth == 1)
            self->member = LS_JSON_SCAN_OTHER;
          open_level (self, *found == '{');
          break;
        default:
          close_level (self, *found == '}');
          if (self->depth == 0)
            return self->is_done = TRUE;
          break;
        }
    }

  return FALSE;
}

/* The first @by bytes are gone, none of which belongs to the value. */
void
ls_json_scan_move (LsJsonScan *self,
                   gsize       by)
{
  self->start -= by;
  self->pos -= by;
  if (self->in_string && self->string != LS_JSON_SCAN_DROPPED)
    self->string -= by;
  for (guint i = 0; i < LS_N_JSON_SCAN_MEMBERS; i++)
    if (self->members[i] != 0)
      self->members[i] -= by;
}

/* The caller is about to drop the bytes from self->start to @start, which is not after @pos, and puts what follows to self->start.
 * Keeps what is worth it. */
void
ls_json_scan_drop (LsJsonScan *self,
                   const char *bytes,
                   gsize       start)
{
  gsize n_dropped = start - self->start;

  for (gsize i = start; i > self->start; i--)
    if (!is_space (bytes[i - 1]))
      {
        self->before = bytes[i - 1];
        break;
      }

  for (guint i = 0; i < LS_N_JSON_SCAN_MEMBERS; i++)
    if (self->members[i] != 0)
      {
        self->lengths[i] = MIN (self->lengths[i], sizeof self->kept[i]);
        memcpy (self->kept[i], bytes + self->members[i], self->lengths[i]);
        self->members[i] = 0;
      }

  self->pos -= n_dropped;
  if (self->in_string && self->string <= start)
    self->string = LS_JSON_SCAN_DROPPED;
  else if (self->in_string && self->string != LS_JSON_SCAN_DROPPED)
    self->string -= n_dropped;
}

/* Goes over an object or an array. Returns what follows, or NULL if it does not end, is too deep, or is nonsense. */
static const char *
skip_container (const char *p,
                const char *end)
{
  guint64 closes[LS_JSON_SCAN_MAX_DEPTH / 64];
  guint depth = 0;

  while ((p = find_structure (p, end)) != NULL)
    {
      char c = *p++;

      if (c == '"')
        {
          while ((p = find_quote (p, end)) != NULL && *p == '\\')
            {
              p += 2;
              if (p > end)
                return NULL;
            }
          if (p == NULL)
            return NULL;
          p++;
        }
      else if (c == '{' || c == '[')
        {
          guint64 bit = G_GUINT64_CONSTANT (1) << (depth % 64);

          if (depth == LS_JSON_SCAN_MAX_DEPTH - 1)
            return NULL;
          closes[depth / 64] = c == '{' ? closes[depth / 64] | bit : closes[depth / 64] & ~bit;
          depth++;
        }
      else
        {
          depth--;
          if ((closes[depth / 64] >> (depth % 64) & 1) != (c == '}' ? 1 : 0))
            return NULL;
          if (depth == 0)
            return p;
        }
    }

  return NULL;
}

static LsJsonSplitMember
find_split_member (const char *key,
                   gsize       length)
{
  switch (length)
    {
    case 2:
      if (key[0] == 't' && key[1] == 's')
        return LS_JSON_SPLIT_TIME;
      if (key[0] == 'p' && key[1] == 'h')
        return LS_JSON_SPLIT_PHASE;
      return key[0] == 'i' && key[1] == 'd' ? LS_JSON_SPLIT_ID : LS_JSON_SPLIT_OTHER;
    case 3:
      if (memcmp (key, "cat", 3) == 0)
        return LS_JSON_SPLIT_CATEGORY;
      if (memcmp (key, "dur", 3) == 0)
        return LS_JSON_SPLIT_DURATION;
      if (memcmp (key, "pid", 3) == 0)
        return LS_JSON_SPLIT_PID;
      if (memcmp (key, "tid", 3) == 0)
        return LS_JSON_SPLIT_TID;
      return memcmp (key, "id2", 3) == 0 ? LS_JSON_SPLIT_ID2 : LS_JSON_SPLIT_OTHER;
    case 4:
      if (memcmp (key, "name", 4) == 0)
        return LS_JSON_SPLIT_NAME;
      return memcmp (key, "args", 4) == 0 ? LS_JSON_SPLIT_ARGS : LS_JSON_SPLIT_OTHER;
    default:
      return LS_JSON_SPLIT_OTHER;
    }
}

static inline const char *
skip_space (const char *p,
            const char *end)
{
  while (p < end && is_space (*p))
    p++;

  return p;
}

/* Finds the end of a text without escapes, from after its quote. */
static const char *
find_end_of_text (const char *p,
                  const char *end)
{
  p = find_quote (p, end);

  return p != NULL && *p == '"' ? p : NULL;
}

static inline gboolean
is_of_number (char c)
{
  return g_ascii_isdigit (c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

/* Splits the object at the beginning of @bytes into its members, in one go: the usual case. Where it is not whole, has escapes in
 * its own texts, is too deep or nonsense, others must have a look.
 *
 * Returns: how long the object is, or 0 if it is one of these */
gsize
ls_json_split (LsJsonSplit *self,
               const char  *bytes,
               gsize        n_bytes)
{
  const char *end = bytes + n_bytes;
  const char *p = skip_space (bytes + 1, end);

  memset (self, 0, sizeof *self);
  if (n_bytes == 0 || *bytes != '{')
    return 0;
  if (p < end && *p == '}')
    return (gsize) (p + 1 - bytes);

  while (p < end && *p == '"')
    {
      LsJsonPart part;
      LsJsonSplitMember member;
      const char *key = p + 1;

      /* Keys are short. */
      for (p = key; p < end && *p != '"'; p++)
        if (*p == '\\')
          return 0;
      if (p == end)
        return 0;
      member = find_split_member (key, (gsize) (p - key));
      p = skip_space (p + 1, end);
      if (p == end || *p != ':')
        return 0;
      p = skip_space (p + 1, end);
      if (p == end)
        return 0;

      part = (LsJsonPart) { .text = p, .type = *p };
      if (*p == '"')
        {
          part.text++;
          p = find_end_of_text (part.text, end);
          if (p == NULL)
            return 0;
          part.length = (gsize) (p - part.text);
          p++;
        }
      else if (*p == '{' || *p == '[')
        {
          p = skip_container (p, end);
          if (p == NULL)
            return 0;
          part.length = (gsize) (p - part.text);
        }
      else
        {
          const gboolean is_number = g_ascii_isdigit (*p) || *p == '-';

          if (!is_number && *p != 't' && *p != 'f' && *p != 'n')
            return 0;
          while (p < end && (is_number ? is_of_number (*p) : g_ascii_isalpha (*p)))
            p++;
          part.length = (gsize) (p - part.text);
        }

      if (member != LS_JSON_SPLIT_OTHER)
        self->parts[member] = part;

      p = skip_space (p, end);
      if (p == end)
        return 0;
      if (*p == '}')
        return (gsize) (p + 1 - bytes);
      if (*p != ',')
        return 0;
      p = skip_space (p + 1, end);
    }

  return 0;
}

/* Returns the text of a member as it is written, of @length bytes; NULL if there is none. */
const char *
ls_json_scan_get_member (LsJsonScan       *self,
                         const char       *bytes,
                         LsJsonScanMember  member,
                         gsize            *length)
{
  *length = self->lengths[member];
  if (self->members[member] != 0)
    return bytes + self->members[member];

  return self->lengths[member] > 0 ? self->kept[member] : NULL;
}
