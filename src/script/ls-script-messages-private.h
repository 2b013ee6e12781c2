/* ls-script-messages-private.h: what goes from one realm to another
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-script-realm-private.h"

G_BEGIN_DECLS

/* A message that has not arrived. */
struct _LsScriptMessage
{
  gatomicrefcount  ref_count;
  LsScriptLink    *link;            /* (nullable): the link that the message goes through; else it is in the queue of a port */
  gboolean         is_to_creator;
  guint            kind;
  JSStringRef      text;            /* (nullable): belongs to no virtual machine */
  GPtrArray       *memories;        /* LsSharedMemory */
  GPtrArray       *buffers;         /* GBytes */
  GPtrArray       *ports;           /* LsScriptPort: transferred with the message, each with a reference; NULL once received */
};

LsScriptMessage *ls_script_message_new   (void);
LsScriptMessage *ls_script_message_ref   (LsScriptMessage *self);
void             ls_script_message_unref (gpointer         self);

/* ls-script-workers.c */
void             ls_script_link_unref    (gpointer         link);

/* ls-script-ports.c */
void             ls_script_port_unref    (gpointer         port);
void             ls_script_port_drop     (LsScriptPort    *port,
                                          GQueue          *messages);

G_END_DECLS
