/* ls-settings.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-settings-private.h"
#include "ls-step-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const presets[] = { "blink", "spec", "blink-2021", "gecko", "fair", NULL };

#define EXPECTED_RANK NC_("expected", "a rank from 0 (served first) to 10")

G_DEFINE_BOXED_TYPE (LsSettings, ls_settings, ls_settings_copy, ls_settings_free)

/**
 * ls_settings_new:
 *
 * Returns: (transfer full): the settings of a session that names none
 */
LsSettings *
ls_settings_new (void)
{
  LsSettings *self = g_new0 (LsSettings, 1);

  self->edition = LS_EDITION_2025;
  self->clock = LS_CLOCK_VIRTUAL;
  self->preset = g_strdup (LS_SETTINGS_DEFAULT_PRESET);
  memset (self->queue_ranks, LS_SETTINGS_RANK_OF_PRESET, sizeof self->queue_ranks);
  memset (self->effective_ranks, LS_SETTINGS_RANK_OF_PRESET, sizeof self->effective_ranks);
  self->step_budget = LS_SETTINGS_DEFAULT_STEP_BUDGET;
  self->record_budget = LS_SETTINGS_DEFAULT_RECORD_BUDGET;
  self->time_budget = LS_SETTINGS_DEFAULT_TIME_BUDGET;

  return self;
}

/**
 * ls_settings_copy:
 * @self: settings
 *
 * Returns: (transfer full): a copy
 */
LsSettings *
ls_settings_copy (const LsSettings *self)
{
  LsSettings *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new (LsSettings, 1);
  *copy = *self;
  copy->preset = g_strdup (self->preset);
  return copy;
}

/**
 * ls_settings_free:
 * @self: (transfer full): settings
 */
void
ls_settings_free (LsSettings *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->preset);
  g_free (self);
}

/**
 * ls_settings_list_presets:
 *
 * Returns: (transfer none) (array zero-terminated=1): the names that a session's preset can have, the default first
 */
const char *const *
ls_settings_list_presets (void)
{
  return presets;
}

static void
read_edition (LsJsonReader *reader,
              JsonNode     *node,
              LsSettings   *self)
{
  const char *expected = NC_("expected", "“2025” or “2023-yield-options”");
  const char *text = ls_json_reader_string (reader, node, expected);

  if (text != NULL && !ls_edition_from_string (text, &self->edition))
    ls_json_reader_unexpected (reader, node, expected);
}

static void
read_clock (LsJsonReader *reader,
            JsonNode     *node,
            LsSettings   *self)
{
  const char *expected = NC_("expected", "“virtual” or “monotonic”");
  const char *text = ls_json_reader_string (reader, node, expected);

  if (text != NULL && !ls_clock_kind_from_string (text, &self->clock))
    ls_json_reader_unexpected (reader, node, expected);
}

static void
read_preset (LsJsonReader *reader,
             JsonNode     *node,
             LsSettings   *self)
{
  const char *expected = NC_("expected", "“blink”, “spec”, “blink-2021”, “gecko” or “fair”");
  const char *text = ls_json_reader_string (reader, node, expected);

  if (text == NULL)
    return;
  if (!g_strv_contains (presets, text))
    ls_json_reader_unexpected (reader, node, expected);
  g_free (self->preset);
  self->preset = g_strdup (text);
}

static void
read_queue_ranks (LsJsonReader *reader,
                  JsonNode     *node,
                  LsSettings   *self)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with a rank for each queue named"));
  JsonObjectIter iter;
  const char *name;
  JsonNode *rank;

  if (object == NULL)
    return;

  json_object_iter_init_ordered (&iter, object);
  while (reader->error == NULL && json_object_iter_next_ordered (&iter, &name, &rank))
    {
      gsize mark = ls_json_reader_enter (reader, name);
      LsQueueType type;

      if (!ls_queue_type_from_string (name, &type))
        {
          g_autofree char *quoted = ls_json_quote (name);

          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                               _("found %s, expected the name of a queue such as “input” or “compositor”"), quoted);
        }
      else
        self->queue_ranks[type] = ls_json_reader_integer (reader, rank, 0, LS_SETTINGS_MAX_RANK, EXPECTED_RANK);
      ls_json_reader_leave (reader, mark);
    }
}

static void
read_effective_ranks (LsJsonReader *reader,
                      JsonNode     *node,
                      LsSettings   *self)
{
  const char *expected = NC_("expected", "an array of 6 ranks, one for each effective priority from 0 to 5");
  JsonArray *array = ls_json_reader_array (reader, node, expected);

  if (array == NULL)
    return;
  if (json_array_get_length (array) != LS_N_EFFECTIVE_PRIORITIES)
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found an array of %u, expected %s"),
                           json_array_get_length (array), ls_json_expected (expected));
      return;
    }

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      gsize mark = ls_json_reader_enter_index (reader, i);

      self->effective_ranks[i] = ls_json_reader_integer (reader, json_array_get_element (array, i), 0,
                                                         LS_SETTINGS_MAX_RANK, EXPECTED_RANK);
      ls_json_reader_leave (reader, mark);
    }
}

static void
read_steps_budget (LsJsonReader *reader,
                   JsonNode     *node,
                   LsSettings   *self)
{
  self->step_budget = ls_json_reader_integer (reader, node, 1, G_MAXUINT32, NULL);
}

static void
read_records_budget (LsJsonReader *reader,
                     JsonNode     *node,
                     LsSettings   *self)
{
  self->record_budget = ls_json_reader_integer (reader, node, 1, G_MAXUINT32, NULL);
}

static void
read_kept_records (LsJsonReader *reader,
                   JsonNode     *node,
                   LsSettings   *self)
{
  self->kept_records = ls_json_reader_integer (reader, node, LS_SETTINGS_LEAST_KEPT_RECORDS, G_MAXUINT32, NULL);
}

static void
read_time_budget (LsJsonReader *reader,
                  JsonNode     *node,
                  LsSettings   *self)
{
  const char *expected = NC_("expected", "a number greater than 0");
  double ms = ls_json_reader_number (reader, node, expected);

  if (!(ms > 0))
    ls_json_reader_unexpected (reader, node, expected);
  self->time_budget = MAX (ls_microseconds_of_ms (ms), 1);
}

typedef struct
{
  const char *name;
  void      (*read) (LsJsonReader *reader,
                     JsonNode     *node,
                     LsSettings   *self);
} Member;

static void
read_members (LsJsonReader *reader,
              JsonNode     *node,
              const char   *expected,
              const Member *members,
              LsSettings   *self)
{
  JsonObject *object = ls_json_reader_object (reader, node, expected);

  for (; object != NULL && members->name != NULL; members++)
    if (json_object_has_member (object, members->name))
      {
        gsize mark = ls_json_reader_enter (reader, members->name);

        members->read (reader, json_object_get_member (object, members->name), self);
        ls_json_reader_leave (reader, mark);
      }
}

static void
read_override (LsJsonReader *reader,
               JsonNode     *node,
               LsSettings   *self)
{
  static const Member members[] = {
    { "queues", read_queue_ranks },
    { "effectivePriorities", read_effective_ranks },
    { NULL }
  };

  read_members (reader, node, NC_("expected", "an object with “queues” or “effectivePriorities”"), members, self);
}

static void
read_budget (LsJsonReader *reader,
             JsonNode     *node,
             LsSettings   *self)
{
  static const Member members[] = {
    { "steps", read_steps_budget },
    { "timeMs", read_time_budget },
    { "records", read_records_budget },
    { "keepRecords", read_kept_records },
    { NULL }
  };

  read_members (reader, node, NC_("expected", "an object with “steps”, “timeMs” or “records”"), members, self);
}

/* Reads "settings" (nullable). Never returns NULL; look at @reader. */
LsSettings *
ls_settings_read (LsJsonReader *reader,
                  JsonNode     *node,
                  guint64       default_step_budget)
{
  static const Member members[] = {
    { "edition", read_edition },
    { "preset", read_preset },
    { "clock", read_clock },
    { "presetOverride", read_override },
    { "budget", read_budget },
    { NULL }
  };
  LsSettings *self = ls_settings_new ();

  self->step_budget = default_step_budget;
  if (node != NULL)
    read_members (reader, node, NC_("expected", "an object with settings"), members, self);

  return self;
}

/* A copy of the object that is @member of @previous (both nullable), whose members can be changed. */
static JsonObject *
copy_object (JsonObject *previous,
             const char *member)
{
  JsonObject *copy = json_object_new ();
  JsonNode *node = previous != NULL ? json_object_get_member (previous, member) : NULL;
  JsonObjectIter iter;
  const char *name;

  if (node == NULL)
    return copy;

  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &name, &node))
    json_object_set_member (copy, name, json_node_ref (node));
  return copy;
}

/* Takes @part: puts it into @object, or leaves it out where there is nothing in it. */
static void
set_part (JsonObject *object,
          const char *member,
          JsonObject *part)
{
  if (json_object_get_size (part) > 0)
    json_object_set_object_member (object, member, part);
  else
    {
      json_object_unref (part);
      if (json_object_has_member (object, member))
        json_object_remove_member (object, member);
    }
}

static void
write_budget (const LsSettings *self,
              JsonObject       *object,
              JsonObject       *previous,
              guint64           default_step_budget)
{
  JsonObject *budget = copy_object (previous, "budget");

  if (json_object_has_member (budget, "steps") || self->step_budget != default_step_budget)
    json_object_set_int_member (budget, "steps", self->step_budget);
  if (json_object_has_member (budget, "timeMs") || self->time_budget != LS_SETTINGS_DEFAULT_TIME_BUDGET)
    {
      if (self->time_budget % 1000 == 0)
        json_object_set_int_member (budget, "timeMs", self->time_budget / 1000);
      else
        json_object_set_double_member (budget, "timeMs", self->time_budget / 1000.0);
    }
  if (json_object_has_member (budget, "records") || self->record_budget != LS_SETTINGS_DEFAULT_RECORD_BUDGET)
    json_object_set_int_member (budget, "records", self->record_budget);
  if (self->kept_records > 0)
    json_object_set_int_member (budget, "keepRecords", self->kept_records);
  else
    json_object_remove_member (budget, "keepRecords");

  set_part (object, "budget", budget);
}

static void
write_override (const LsSettings *self,
                JsonObject       *object,
                JsonObject       *previous)
{
  JsonObject *override = copy_object (previous, "presetOverride");
  JsonObject *queues = copy_object (override, "queues");
  gboolean all = TRUE;

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      if (!ls_queue_type_is_valid (i))
        continue;
      if (self->queue_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
        json_object_set_int_member (queues, ls_queue_type_to_string (i), self->queue_ranks[i]);
      else if (json_object_has_member (queues, ls_queue_type_to_string (i)))
        json_object_remove_member (queues, ls_queue_type_to_string (i));
    }
  set_part (override, "queues", queues);

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    all = all && self->effective_ranks[i] != LS_SETTINGS_RANK_OF_PRESET;
  if (all)
    {
      JsonArray *ranks = json_array_new ();

      for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
        json_array_add_int_element (ranks, self->effective_ranks[i]);
      json_object_set_array_member (override, "effectivePriorities", ranks);
    }
  else if (json_object_has_member (override, "effectivePriorities"))
    json_object_remove_member (override, "effectivePriorities");

  set_part (object, "presetOverride", override);
}

/* The JSON of settings: @previous (nullable) with what is different. */
JsonNode *
ls_settings_write (const LsSettings *self,
                   JsonObject       *previous,
                   guint64           default_step_budget)
{
  JsonNode *node = json_node_alloc ();
  JsonObject *object = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (previous != NULL)
    {
      json_object_iter_init_ordered (&iter, previous);
      while (json_object_iter_next_ordered (&iter, &name, &member))
        json_object_set_member (object, name, json_node_ref (member));
    }

  if (json_object_has_member (object, "edition") || self->edition != LS_EDITION_2025)
    json_object_set_string_member (object, "edition", ls_edition_to_string (self->edition));
  if (json_object_has_member (object, "preset") || !g_str_equal (self->preset, LS_SETTINGS_DEFAULT_PRESET))
    json_object_set_string_member (object, "preset", self->preset);
  if (json_object_has_member (object, "clock") || self->clock != LS_CLOCK_VIRTUAL)
    json_object_set_string_member (object, "clock", ls_clock_kind_to_string (self->clock));
  write_override (self, object, previous);
  write_budget (self, object, previous, default_step_budget);

  json_node_init (node, JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  return node;
}

/* The preset with the ranks that were changed. */
void
ls_settings_get_preset (const LsSettings *self,
                        LsPreset         *preset)
{
  *preset = *ls_preset_lookup (self->preset);
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (self->queue_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
      preset->queue_ranks[i] = self->queue_ranks[i];
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    if (self->effective_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
      preset->effective_priority_ranks[i] = self->effective_ranks[i];
}
