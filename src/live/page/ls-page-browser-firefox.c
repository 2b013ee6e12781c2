/* ls-page-browser-firefox.c: how a Firefox is started to be watched
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-browser-firefox-private.h"

#include <string.h>

#include "ls-page-transport-private.h"

#define READ_SIZE 4096
/* The line that has the address is shorter. */
#define MAX_LINE 1000

/* The profile is for this page alone: nothing asks, updates itself or tells anybody. Firefox's own set for automation is not used,
 * since that lets pages of files read other files. The clock of pages is as exact as in Chromium. */
static const char preferences[] =
  "user_pref(\"remote.prefs.recommended\", false);\n"
  "user_pref(\"dom.enable_web_task_scheduling\", true);\n"
  "user_pref(\"privacy.resistFingerprinting.reduceTimerPrecision.microseconds\", 100);\n"
  "user_pref(\"dom.ipc.reportProcessHangs\", false);\n"
  "user_pref(\"dom.max_script_run_time\", 0);\n"
  /* First use, and the end. */
  "user_pref(\"browser.aboutwelcome.enabled\", false);\n"
  "user_pref(\"browser.startup.page\", 0);\n"
  "user_pref(\"browser.startup.homepage_override.mstone\", \"ignore\");\n"
  "user_pref(\"browser.shell.checkDefaultBrowser\", false);\n"
  "user_pref(\"browser.sessionstore.resume_from_crash\", false);\n"
  "user_pref(\"browser.tabs.warnOnClose\", false);\n"
  "user_pref(\"browser.warnOnQuit\", false);\n"
  "user_pref(\"browser.uitour.enabled\", false);\n"
  "user_pref(\"datareporting.policy.dataSubmissionPolicyBypassNotification\", true);\n"
  "user_pref(\"startup.homepage_welcome_url\", \"about:blank\");\n"
  "user_pref(\"startup.homepage_welcome_url.additional\", \"\");\n"
  "user_pref(\"termsofuse.bypassNotification\", true);\n"
  "user_pref(\"toolkit.startup.max_resumed_crashes\", -1);\n"
  /* What would reach out to a network. */
  "user_pref(\"app.normandy.enabled\", false);\n"
  "user_pref(\"app.normandy.api_url\", \"\");\n"
  "user_pref(\"app.update.auto\", false);\n"
  "user_pref(\"app.update.disabledForTesting\", true);\n"
  "user_pref(\"browser.discovery.enabled\", false);\n"
  "user_pref(\"browser.ml.enable\", false);\n"
  "user_pref(\"browser.newtabpage.enabled\", false);\n"
  "user_pref(\"browser.newtabpage.activity-stream.feeds.topsites\", false);\n"
  "user_pref(\"browser.newtabpage.activity-stream.showSponsored\", false);\n"
  "user_pref(\"browser.newtabpage.activity-stream.showSponsoredTopSites\", false);\n"
  "user_pref(\"browser.topsites.contile.enabled\", false);\n"
  "user_pref(\"browser.region.network.url\", \"\");\n"
  "user_pref(\"browser.safebrowsing.blockedURIs.enabled\", false);\n"
  "user_pref(\"browser.safebrowsing.downloads.enabled\", false);\n"
  "user_pref(\"browser.safebrowsing.downloads.remote.enabled\", false);\n"
  "user_pref(\"browser.safebrowsing.malware.enabled\", false);\n"
  "user_pref(\"browser.safebrowsing.phishing.enabled\", false);\n"
  "user_pref(\"browser.safebrowsing.provider.mozilla.updateURL\", \"\");\n"
  "user_pref(\"browser.safebrowsing.provider.google4.updateURL\", \"\");\n"
  "user_pref(\"browser.search.update\", false);\n"
  "user_pref(\"browser.search.serpEventTelemetryCategorization.enabled\", false);\n"
  "user_pref(\"browser.translations.enable\", false);\n"
  "user_pref(\"browser.urlbar.merino.endpointURL\", \"\");\n"
  "user_pref(\"browser.urlbar.suggest.searches\", false);\n"
  "user_pref(\"datareporting.healthreport.uploadEnabled\", false);\n"
  "user_pref(\"datareporting.policy.dataSubmissionEnabled\", false);\n"
  "user_pref(\"datareporting.usage.uploadEnabled\", false);\n"
  "user_pref(\"dom.push.connection.enabled\", false);\n"
  "user_pref(\"dom.push.serverURL\", \"\");\n"
  "user_pref(\"extensions.blocklist.enabled\", false);\n"
  "user_pref(\"extensions.getAddons.cache.enabled\", false);\n"
  "user_pref(\"extensions.getAddons.discovery.api_url\", \"\");\n"
  "user_pref(\"extensions.systemAddon.update.enabled\", false);\n"
  "user_pref(\"extensions.update.enabled\", false);\n"
  "user_pref(\"geo.provider.network.url\", \"\");\n"
  "user_pref(\"identity.fxaccounts.enabled\", false);\n"
  "user_pref(\"media.gmp-manager.updateEnabled\", false);\n"
  "user_pref(\"media.gmp-manager.url\", \"\");\n"
  "user_pref(\"messaging-system.rsexperimentloader.enabled\", false);\n"
  "user_pref(\"network.captive-portal-service.enabled\", false);\n"
  "user_pref(\"network.connectivity-service.enabled\", false);\n"
  "user_pref(\"network.dns.disablePrefetch\", true);\n"
  "user_pref(\"network.prefetch-next\", false);\n"
  "user_pref(\"network.trr.mode\", 5);\n"
  "user_pref(\"nimbus.rollouts.enabled\", false);\n"
  "user_pref(\"places.semanticHistory.featureGate\", false);\n"
  "user_pref(\"security.certerrors.mitm.priming.enabled\", false);\n"
  "user_pref(\"security.remote_settings.intermediates.enabled\", false);\n"
  "user_pref(\"security.remote_settings.crlite_filters.enabled\", false);\n"
  "user_pref(\"services.settings.server\", \"data:,#remote-settings-dummy/v1\");\n"
  "user_pref(\"toolkit.telemetry.enabled\", false);\n"
  "user_pref(\"toolkit.telemetry.server\", \"\");\n"
  "user_pref(\"toolkit.telemetry.unified\", false);\n";

/* Writes the preferences of a profile. */
gboolean
ls_page_firefox_write_profile (const char  *profile,
                               GError     **error)
{
  g_autofree char *path = g_build_filename (profile, "user.js", NULL);

  return g_file_set_contents (path, preferences, -1, error);
}

struct _LsPageFirefoxOutput
{
  LsPageBrowserEvents  events;
  GInputStream        *stream;
  GCancellable        *cancellable;
  GString             *line;
  gboolean             is_found;
};

static void read_more (LsPageFirefoxOutput *self);

/* Firefox says where it listens. */
static void
take_line (LsPageFirefoxOutput *self)
{
  static const char notice[] = "WebDriver BiDi listening on ";
  g_autofree char *whole = NULL, *address = NULL;

  if (self->is_found || !g_str_has_prefix (self->line->str, notice))
    return;
  whole = g_strconcat (self->line->str + strlen (notice), "/session", NULL);
  address = ls_page_address_parse (whole, NULL);
  if (address == NULL)
    return;
  self->is_found = TRUE;
  self->events.found (self->events.user_data, address);
}

static void
take (LsPageFirefoxOutput *self,
      const char          *text,
      gsize                length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] == '\n')
      {
        take_line (self);
        g_string_truncate (self->line, 0);
      }
    else if (self->line->len < MAX_LINE)
      {
        g_string_append_c (self->line, text[i]);
      }
}

static void
read_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) part = g_input_stream_read_bytes_finish (G_INPUT_STREAM (object), result, &error);
  LsPageFirefoxOutput *self = user_data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (part == NULL || g_bytes_get_size (part) == 0)
    {
      self->events.ended (self->events.user_data);
      return;
    }
  take (self, g_bytes_get_data (part, NULL), g_bytes_get_size (part));
  read_more (self);
}

static void
read_more (LsPageFirefoxOutput *self)
{
  g_input_stream_read_bytes_async (self->stream, READ_SIZE, G_PRIORITY_DEFAULT, self->cancellable, read_cb, self);
}

/* Reads what a Firefox writes to its standard error, to its end: it would wait otherwise. */
LsPageFirefoxOutput *
ls_page_firefox_output_new (GInputStream              *stream,
                            const LsPageBrowserEvents *events)
{
  LsPageFirefoxOutput *self = g_new0 (LsPageFirefoxOutput, 1);

  self->events = *events;
  self->stream = g_object_ref (stream);
  self->cancellable = g_cancellable_new ();
  self->line = g_string_new (NULL);
  read_more (self);
  return self;
}

void
ls_page_firefox_output_free (LsPageFirefoxOutput *self)
{
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  g_object_unref (self->stream);
  g_string_free (self->line, TRUE);
  g_free (self);
}
