/* made-program.h: the programs that recordings become, as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "ls-conversion.h"
#include "made-recording.h"

G_BEGIN_DECLS

static inline LsSession *
convert (LsRecording               *recording,
         const LsConversionOptions *options)
{
  const guint thread = 0;
  g_autoptr (GError) error = NULL;
  LsSession *session = ls_recording_to_session (recording, &thread, 1, options, NULL, &error);

  g_assert_no_error (error);
  return session;
}

/* Returns the text of the program, without spaces. */
static inline char *
dup_program (LsRecording               *recording,
             const LsConversionOptions *options)
{
  g_autoptr (LsSession) session = convert (recording, options);
  g_autofree char *text = ls_session_to_data (session, NULL);
  char *begin = strstr (text, "\"main\""), *end = strstr (text, "\"description\""), *to = begin;

  g_assert_nonnull (begin);
  g_assert_nonnull (end);
  *end = '\0';
  for (const char *from = begin; *from != '\0'; from++)
    if (*from != ' ' && *from != '\n')
      *to++ = *from;
  *to = '\0';
  return g_strdup (begin);
}

static inline void
assert_program (LsRecording               *recording,
                const LsConversionOptions *options,
                const char                *expected)
{
  g_autofree char *program = dup_program (recording, options);

  g_assert_cmpstr (program, ==, expected);
}

G_END_DECLS
