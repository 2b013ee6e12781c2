/* ls-chrome-metadata.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

#include "ls-chrome-metadata-private.h"

#define MAX_JSON (1024 * 1024)
#define MAX_ANNOTATIONS 10000

struct _LsChromeMetadata
{
  LsRecordingBuilder *builder;
};

/* Members whose values are texts or numbers, and what they are called here. */
static const struct
{
  const char *key;
  const char *info;
} infos[] = {
  { "source", "source" },
  { "startTime", "time" },
  { "trace-capture-datetime", "time" },
  { "product-version", "browser" },
  { "user-agent", "user-agent" },
  { "revision", "revision" },
  { "clock-domain", "clock" },
  { "os-name", "os" },
  { "cpuThrottling", "cpu-throttling" },
  { "networkThrottling", "network-throttling" },
};

LsChromeMetadata *
ls_chrome_metadata_new (LsRecordingBuilder *builder)
{
  LsChromeMetadata *self = g_new0 (LsChromeMetadata, 1);

  self->builder = builder;

  return self;
}

void
ls_chrome_metadata_free (LsChromeMetadata *self)
{
  g_free (self);
}

static gboolean
is_key (const char *key,
        gsize       length,
        const char *wanted)
{
  return strlen (wanted) == length && memcmp (key, wanted, length) == 0;
}

/* Says whether a member of "metadata" means something. The others may be as long as they like. */
gboolean
ls_chrome_metadata_wants (const char *key,
                          gsize       length)
{
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    if (is_key (key, length, infos[i].key))
      return TRUE;

  return is_key (key, length, "modifications");
}

static yajl_val
get (yajl_val    object,
     const char *member)
{
  const char *path[] = { member, NULL };

  return object != NULL ? yajl_tree_get (object, path, yajl_t_any) : NULL;
}

/* A browser's name and version out of its user agent: the product that is called Chrome, Edge …, with its version. */
static void
find_browser (LsChromeMetadata *self,
              const char       *user_agent)
{
  static const char *const products[] = { "Edg/", "OPR/", "HeadlessChrome/", "Chrome/" };

  for (guint i = 0; i < G_N_ELEMENTS (products); i++)
    {
      const char *found = strstr (user_agent, products[i]);

      if (found != NULL)
        {
          g_autofree char *browser = g_strndup (found, strcspn (found, " "));

          g_strdelimit (browser, "/", ' ');
          ls_recording_builder_set_info (self->builder, "browser", browser);
          return;
        }
    }
}

static void
set_info (LsChromeMetadata *self,
          const char       *info,
          yajl_val          value)
{
  if (YAJL_IS_STRING (value) && g_str_equal (info, "user-agent"))
    find_browser (self, YAJL_GET_STRING (value));

  if (YAJL_IS_STRING (value))
    ls_recording_builder_set_info (self->builder, info, YAJL_GET_STRING (value));
  else if (YAJL_IS_NUMBER (value))
    ls_recording_builder_set_info (self->builder, info, YAJL_GET_NUMBER (value));
}

static gint64
get_time (yajl_val value)
{
  double time = YAJL_IS_DOUBLE (value) ? YAJL_GET_DOUBLE (value) : YAJL_IS_INTEGER (value) ? (double) YAJL_GET_INTEGER (value) : -1;

  return time > 0 && time < 9e15 ? (gint64) (time * 1000) : 0;
}

/* Labels of ranges, which people wrote in DevTools. Where labels of single events belong is known to DevTools alone. */
static void
read_annotations (LsChromeMetadata *self,
                  yajl_val          modifications)
{
  yajl_val ranges = get (get (modifications, "annotations"), "labelledTimeRanges");
  yajl_val entries = get (get (modifications, "annotations"), "entryLabels");
  guint32 thread;

  if (YAJL_IS_ARRAY (entries) && YAJL_GET_ARRAY (entries)->len > 0)
    ls_recording_builder_add_lack (self->builder, _("Loopscope does not show labels that somebody gave single events in DevTools: "
                                                    "only DevTools knows which events they mean."));
  if (!YAJL_IS_ARRAY (ranges) || YAJL_GET_ARRAY (ranges)->len == 0)
    return;

  thread = ls_recording_builder_get_thread (self->builder, 0, 0);
  for (gsize i = 0; i < MIN (YAJL_GET_ARRAY (ranges)->len, MAX_ANNOTATIONS); i++)
    {
      yajl_val range = YAJL_GET_ARRAY (ranges)->values[i];
      yajl_val label = get (range, "label");
      gint64 begin = get_time (get (get (range, "bounds"), "min"));
      gint64 end = get_time (get (get (range, "bounds"), "max"));

      if (!YAJL_IS_STRING (label) || begin <= 0 || end < begin)
        continue;

      ls_recording_builder_add (self->builder, &(LsRecordingEvent) {
        .time = (guint64) begin,
        .duration = (guint64) (end - begin),
        .text = ls_recording_builder_intern (self->builder, YAJL_GET_STRING (label), -1),
        .thread = thread,
        .kind = LS_RECORDING_EVENT_ANNOTATION,
        .priority = LS_TASK_PRIORITY_NONE,
        .queue = LS_RECORDING_UNKNOWN,
      });
    }
}

/* Takes a member of "metadata": its key and its value as JSON. */
void
ls_chrome_metadata_read (LsChromeMetadata *self,
                         const char       *key,
                         gsize             key_length,
                         const char       *json,
                         gsize             length)
{
  g_autofree char *copy = NULL;
  char message[128];
  yajl_val tree;

  if (length > MAX_JSON)
    return;

  copy = g_strndup (json, length);
  tree = yajl_tree_parse (copy, message, sizeof message);
  if (is_key (key, key_length, "modifications"))
    read_annotations (self, tree);
  for (guint i = 0; i < G_N_ELEMENTS (infos); i++)
    if (is_key (key, key_length, infos[i].key))
      set_info (self, infos[i].info, tree);

  yajl_tree_free (tree);
}
