/* ls-claim-private.h: expectations as a line of text
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#pragma once

#include "ls-expectation.h"
#include "ls-json-private.h"

G_BEGIN_DECLS

char       *ls_claim_to_text  (LsExpectation      *expectation);
JsonNode   *ls_claim_parse    (const char         *text,
                               GError            **error);

/* For these two. */
const char *ls_claim_get_word (LsExpectationKind   kind);
gboolean    ls_claim_is_sign  (const char         *text,
                               const char         *at);

G_END_DECLS
