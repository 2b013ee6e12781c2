/* session-agents-util.h: steps that share memory, as a session has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "session-util.h"

#define OP(name, members) "{\"op\":\"" name "\"," members "}"
#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define MEMORY(name, length) OP ("memory", "\"name\":\"" name "\",\"length\":" #length)
#define AT(name) "\"memory\":\"" name "\""
#define WORKER(name, body) OP ("worker", "\"name\":\"" name "\",\"body\":" body)
