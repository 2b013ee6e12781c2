/* ls-firefox-parser.c: reads profiles of Firefox, as the browser writes them and as the Firefox Profiler saves them
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-firefox-parser-private.h"
#include "ls-json-memory-private.h"

/* Which place an object is, or IN_NOTHING. */
static LsFirefoxPlace
enter_object (LsFirefoxParser *self)
{
  const LsFirefoxLevel *level = ls_firefox_parser_get_level (self);
  LsFirefoxKey key = ls_firefox_parser_get_key (self);

  if (self->depth == 0)
    return ls_firefox_profile_begin_process (self->profile) ? IN_PROFILE : IN_NOTHING;

  switch ((LsFirefoxPlace) level->place)
    {
    case IN_PROFILE:
      return key == KEY_META ? IN_META : key == KEY_SHARED ? IN_SHARED : IN_NOTHING;
    case IN_PAGES:
      self->window = 0;
      self->embedder = 0;
      return IN_PAGE;
    case IN_PROFILES:
      return ls_firefox_profile_begin_process (self->profile) ? IN_PROFILE : IN_NOTHING;
    case IN_THREADS:
      self->thread = ls_firefox_profile_begin_thread (self->profile);
      ls_firefox_parser_reset_columns (self);
      return self->thread != NULL ? IN_THREAD : IN_NOTHING;
    case IN_THREAD:
      return key == KEY_MARKERS ? IN_MARKERS : IN_NOTHING;
    case IN_MARKERS:
      return key == KEY_SCHEMA ? IN_SCHEMA : IN_NOTHING;
    case IN_DATA:
      return IN_PAYLOAD;
    case IN_ROW:
      return key == KEY_DATA ? IN_PAYLOAD : IN_NOTHING;
    default:
      return IN_NOTHING;
    }
}

static LsFirefoxPlace
enter_array (LsFirefoxParser *self)
{
  const LsFirefoxLevel *level = ls_firefox_parser_get_level (self);
  LsFirefoxKey key = ls_firefox_parser_get_key (self);

  switch ((LsFirefoxPlace) level->place)
    {
    case IN_PROFILE:
      return key == KEY_THREADS ? IN_THREADS : key == KEY_PROCESSES ? IN_PROFILES : key == KEY_PAGES ? IN_PAGES : IN_NOTHING;
    case IN_SHARED:
    case IN_THREAD:
      return key == KEY_STRINGS ? IN_STRINGS : IN_NOTHING;
    case IN_MARKERS:
      return key == KEY_DATA ? IN_DATA
             : key == KEY_NAME || key == KEY_START_TIME || key == KEY_END_TIME || key == KEY_PHASE ? IN_COLUMN
             : IN_NOTHING;
    case IN_DATA:
      ls_firefox_marker_reset (&self->row);
      return IN_ROW;
    default:
      return IN_NOTHING;
    }
}

static int
enter (LsFirefoxParser *self,
       gboolean         is_array)
{
  LsFirefoxPlace place;

  if (self->n_skipped > 0)
    {
      self->n_skipped++;
      self->is_too_deep = self->depth + self->n_skipped > LS_FIREFOX_MAX_DEPTH;
      return !self->is_too_deep;
    }

  place = is_array ? enter_array (self) : enter_object (self);
  if (place == IN_NOTHING)
    {
      self->n_skipped = 1;
      return 1;
    }

  /* The places are nested at most so deep, except for profiles in profiles. */
  if (self->depth == LS_FIREFOX_MAX_DEPTH)
    {
      self->is_too_deep = TRUE;
      return 0;
    }

  self->levels[self->depth] = (LsFirefoxLevel) { .place = (guint8) place };
  if (place == IN_COLUMN)
    self->levels[self->depth].key = (guint8) ls_firefox_parser_get_key (self);
  self->depth++;
  return 1;
}

static int
leave (LsFirefoxParser *self)
{
  LsFirefoxPlace place;

  if (self->n_skipped > 0)
    {
      if (--self->n_skipped == 0)
        ls_firefox_parser_pass_value (self);
      return 1;
    }
  if (self->depth == 0)
    return 1;

  place = ls_firefox_parser_get_level (self)->place;
  self->depth--;
  switch (place)
    {
    case IN_PROFILE:
      ls_firefox_profile_end_process (self->profile);
      self->is_done |= self->depth == 0;
      break;
    case IN_THREAD:
      ls_firefox_profile_end_thread (self->profile);
      self->thread = NULL;
      break;
    case IN_PAGE:
      ls_firefox_pages_add (ls_firefox_profile_get_pages (self->profile), self->window, self->embedder, self->url);
      g_clear_pointer (&self->url, g_free);
      break;
    case IN_ROW:
      ls_firefox_profile_add_marker (self->profile, &self->row);
      break;
    default:
      break;
    }
  ls_firefox_parser_pass_value (self);
  return 1;
}

static int
on_string (void                *data,
           const unsigned char *text,
           size_t               n_bytes)
{
  LsFirefoxParser *self = data;

  if (self->n_skipped == 0)
    ls_firefox_parser_set_text (self, (const char *) text, n_bytes);
  return 1;
}

static int
on_number (void       *data,
           const char *text,
           size_t      n_bytes)
{
  LsFirefoxParser *self = data;

  if (self->n_skipped == 0)
    ls_firefox_parser_set_number (self, text, n_bytes);
  return 1;
}

static int
on_null (void *data)
{
  LsFirefoxParser *self = data;

  if (self->n_skipped == 0)
    ls_firefox_parser_set_nothing (self);
  return 1;
}

static int
on_boolean (void *data,
            int   value)
{
  return on_null (data);
}

static int
on_key (void                *data,
        const unsigned char *text,
        size_t               n_bytes)
{
  LsFirefoxParser *self = data;

  if (self->n_skipped == 0)
    ls_firefox_parser_set_key (self, (const char *) text, n_bytes);
  return 1;
}

static int
on_begin_object (void *data)
{
  return enter (data, FALSE);
}

static int
on_begin_array (void *data)
{
  return enter (data, TRUE);
}

static int
on_end (void *data)
{
  return leave (data);
}

static const yajl_callbacks callbacks = {
  .yajl_null = on_null,
  .yajl_boolean = on_boolean,
  .yajl_number = on_number,
  .yajl_string = on_string,
  .yajl_map_key = on_key,
  .yajl_start_map = on_begin_object,
  .yajl_end_map = on_end,
  .yajl_start_array = on_begin_array,
  .yajl_end_array = on_end,
};

static gboolean
feed (LsRecordingParser  *parser,
      const guint8       *bytes,
      gsize               n_bytes,
      GError            **error)
{
  LsFirefoxParser *self = (LsFirefoxParser *) parser;

  while (n_bytes > 0 && !self->is_broken && !self->is_done)
    {
      gsize n_passed;
      gsize n_taken = ls_json_shortener_next (&self->shortener, bytes, n_bytes, &n_passed);

      if (n_passed > 0 && yajl_parse (self->yajl, bytes, n_passed) != yajl_status_ok)
        {
          self->n_read += yajl_get_bytes_consumed (self->yajl);
          self->is_broken = TRUE;
          break;
        }
      self->is_broken = self->shortener.is_broken;
      self->n_read += n_taken;
      bytes += n_taken;
      n_bytes -= n_taken;
    }
  return TRUE;
}

static void
complain (LsFirefoxParser *self)
{
  if (self->is_too_deep)
    ls_recording_builder_complain (self->builder, _("At byte %" PRIu64 ", the file is nested deeper than %d levels. Loopscope "
                                                    "shows what comes before."), self->n_read, LS_FIREFOX_MAX_DEPTH);
  else if (self->is_broken)
    ls_recording_builder_complain (self->builder, _("At byte %" PRIu64 ", the file is not JSON. Loopscope shows what comes before."),
                                   self->n_read);
  else if (!self->is_done)
    ls_recording_builder_complain (self->builder, _("The file is cut: it ends at byte %" PRIu64 ", within the profile."), self->n_read);
}

static void
set_browser (LsFirefoxParser *self)
{
  const char *version = self->version;
  g_autofree char *browser = NULL;

  if (self->product == NULL)
    return;

  if (version != NULL && g_str_has_prefix (version, "rv:"))
    version += strlen ("rv:");
  browser = version != NULL ? g_strdup_printf ("%s %s", self->product, version) : g_strdup (self->product);
  ls_recording_builder_set_info (self->builder, "browser", browser);
}

static gboolean
end (LsRecordingParser  *parser,
     gboolean            is_cut,
     GError            **error)
{
  LsFirefoxParser *self = (LsFirefoxParser *) parser;

  /* A file that is cut may end before the first markers. */
  if (!ls_firefox_profile_has_something (self->profile) && (self->is_done || self->is_broken))
    {
      g_set_error_literal (error, LS_RECORDING_ERROR, LS_RECORDING_ERROR_FORMAT,
                           _("This is not a Firefox profile: expected a JSON object with “threads”, and in it an object with "
                             "“markers”"));
      return FALSE;
    }

  complain (self);
  set_browser (self);
  if (is_cut || self->is_broken || !self->is_done)
    ls_recording_builder_set_cut (self->builder);
  ls_firefox_profile_end (self->profile);
  ls_recording_builder_add_lack (self->builder, _("Firefox records no tasks of scheduler.postTask() and no priorities."));
  ls_recording_builder_add_lack (self->builder, _("Firefox does not record when pages requested timers and frames, only when "
                                                  "these ran."));
  ls_recording_builder_add_lack (self->builder, _("Firefox records tasks only if they take over 50 ms; of shorter ones, it "
                                                  "records what ran in them."));
  return TRUE;
}

static void
parser_free (LsRecordingParser *parser)
{
  LsFirefoxParser *self = (LsFirefoxParser *) parser;

  yajl_free (self->yajl);
  ls_firefox_profile_free (self->profile);
  g_free (self->url);
  g_free (self->product);
  g_free (self->version);
  g_free (self);
}

/*< private >
 * ls_firefox_parser_new:
 * @builder: what is filled; must live as long as the parser
 *
 * Returns: (transfer full): a parser of profiles of Firefox
 */
LsRecordingParser *
ls_firefox_parser_new (LsRecordingBuilder *builder)
{
  LsFirefoxParser *self = g_new0 (LsFirefoxParser, 1);

  self->parser.feed = feed;
  self->parser.end = end;
  self->parser.free = parser_free;
  self->builder = builder;
  self->profile = ls_firefox_profile_new (builder);
  self->yajl = yajl_alloc (&callbacks, &ls_json_memory, self);

  /* Texts are made valid where they are kept. After the profile there may be anything. */
  yajl_config (self->yajl, yajl_dont_validate_strings, 1);
  yajl_config (self->yajl, yajl_allow_trailing_garbage, 1);

  return &self->parser;
}
