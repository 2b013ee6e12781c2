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

/* What somebody wrote at an event. */
typedef struct
{
  guint64 index;   /* of the event in the file, from 0 */
  guint32 text;
} Label;

struct _LsChromeMetadata
{
  LsRecordingBuilder *builder;
  GArray             *labels;   /* Label, in the order of their events */
  guint               next;     /* the first label whose event is still to come */
  guint64             n_events; /* that have been asked for */
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
  self->labels = g_array_new (FALSE, FALSE, sizeof (Label));

  return self;
}

void
ls_chrome_metadata_free (LsChromeMetadata *self)
{
  g_array_unref (self->labels);
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

static void
annotate (LsChromeMetadata *self,
          guint32           text,
          gint64            begin,
          gint64            end)
{
  ls_recording_builder_add (self->builder, &(LsRecordingEvent) {
    .time = (guint64) begin,
    .duration = (guint64) (end - begin),
    .text = text,
    .thread = ls_recording_builder_get_thread (self->builder, 0, 0),
    .kind = LS_RECORDING_EVENT_ANNOTATION,
    .priority = LS_TASK_PRIORITY_NONE,
    .queue = LS_RECORDING_UNKNOWN,
  });
}

static void
read_ranges (LsChromeMetadata *self,
             yajl_val          ranges)
{
  for (gsize i = 0; YAJL_IS_ARRAY (ranges) && i < MIN (YAJL_GET_ARRAY (ranges)->len, MAX_ANNOTATIONS); i++)
    {
      yajl_val range = YAJL_GET_ARRAY (ranges)->values[i];
      yajl_val label = get (range, "label");
      gint64 begin = get_time (get (get (range, "bounds"), "min"));
      gint64 end = get_time (get (get (range, "bounds"), "max"));

      if (YAJL_IS_STRING (label) && begin > 0 && end >= begin)
        annotate (self, ls_recording_builder_intern (self->builder, YAJL_GET_STRING (label), -1), begin, end);
    }
}

static int
compare_labels (gconstpointer a,
                gconstpointer b)
{
  const Label *first = a;
  const Label *second = b;

  return (first->index > second->index) - (first->index < second->index);
}

/* DevTools calls an event "r-12", and what it makes of one "s-12": that is the place of the event in the file. What it made of
 * samples has other names. */
static void
read_labels (LsChromeMetadata *self,
             yajl_val          entries)
{
  gboolean has_late = FALSE, has_others = FALSE;

  for (gsize i = 0; YAJL_IS_ARRAY (entries) && i < MIN (YAJL_GET_ARRAY (entries)->len, MAX_ANNOTATIONS); i++)
    {
      yajl_val entry = get (YAJL_GET_ARRAY (entries)->values[i], "entry");
      yajl_val text = get (YAJL_GET_ARRAY (entries)->values[i], "label");
      const char *key = YAJL_IS_STRING (entry) ? YAJL_GET_STRING (entry) : "";
      Label label;

      if (!YAJL_IS_STRING (text))
        continue;
      if ((*key != 'r' && *key != 's') || key[1] != '-' ||
          !g_ascii_string_to_unsigned (key + 2, 10, 0, G_MAXINT64, &label.index, NULL))
        has_others = TRUE;
      else if (label.index < self->n_events)
        has_late = TRUE;
      else
        {
          label.text = ls_recording_builder_intern (self->builder, YAJL_GET_STRING (text), -1);
          g_array_append_val (self->labels, label);
        }
    }
  g_array_sort (self->labels, compare_labels);
  if (has_others)
    ls_recording_builder_add_lack (self->builder, _("Loopscope does not show labels that were added in DevTools to functions of the "
                                                    "CPU profile: it reads no samples."));
  if (has_late)
    ls_recording_builder_add_lack (self->builder, _("Loopscope does not show labels that were added in DevTools to events: in this "
                                                    "file they come after the events."));
}

/* What people wrote in DevTools. */
static void
read_annotations (LsChromeMetadata *self,
                  yajl_val          modifications)
{
  yajl_val annotations = get (modifications, "annotations");

  read_ranges (self, get (annotations, "labelledTimeRanges"));
  read_labels (self, get (annotations, "entryLabels"));
}

/* Says whether somebody gave the next event a label: @index says which one of the file it is, from 0. */
gboolean
ls_chrome_metadata_wants_event (LsChromeMetadata *self,
                                guint64           index)
{
  self->n_events = index + 1;
  while (self->next < self->labels->len && g_array_index (self->labels, Label, self->next).index < index)
    self->next++;
  return self->next < self->labels->len && g_array_index (self->labels, Label, self->next).index == index;
}

/* Takes the time of the event that was asked for last, in ns, for its labels. */
void
ls_chrome_metadata_take_event (LsChromeMetadata *self,
                               gint64            time)
{
  for (; self->next < self->labels->len; self->next++)
    {
      const Label *label = &g_array_index (self->labels, Label, self->next);

      if (label->index + 1 != self->n_events)
        break;
      if (time > 0)
        annotate (self, label->text, time, time);
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
