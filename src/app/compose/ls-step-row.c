/* ls-step-row.c: edits one step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-step-list.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-source-check.h"
#include "ls-widget.h"

/**
 * LsStepRow:
 *
 * Lets the user choose the operation of a step, and edit its members and the steps inside it. “Options” holds the optional members.
 */
struct _LsStepRow
{
  GtkBox        parent_instance;

  GtkWidget    *number;
  GtkWidget    *kind;
  GtkWidget    *fields;
  GtkWidget    *options;
  GtkWidget    *more;

  LsStepsModel *model;
  JsonArray    *steps;
  guint         index;
  LsStepOp      op;
  GPtrArray    *all_fields;     /* (element-type LsStepField) */
  GPtrArray    *bodies;         /* (element-type LsStepList): called as the members that hold them */
  gboolean      filling;
};

G_DEFINE_FINAL_TYPE (LsStepRow, ls_step_row, GTK_TYPE_BOX)

static const char *const op_titles[LS_N_STEP_OPS] = {
  [LS_STEP_OP_WORK] = N_("Work"),
  [LS_STEP_OP_LOG] = N_("Print"),
  [LS_STEP_OP_POST_TASK] = N_("Post a task"),
  [LS_STEP_OP_YIELD] = N_("Yield"),
  [LS_STEP_OP_CONTROLLER] = N_("New TaskController"),
  [LS_STEP_OP_ABORT_CONTROLLER] = N_("New AbortController"),
  [LS_STEP_OP_ANY] = N_("New signal from others (any)"),
  [LS_STEP_OP_TIMEOUT_SIGNAL] = N_("New signal with a timeout"),
  [LS_STEP_OP_ABORTED_SIGNAL] = N_("New aborted signal"),
  [LS_STEP_OP_SET_PRIORITY] = N_("Set a priority"),
  [LS_STEP_OP_ABORT] = N_("Abort"),
  [LS_STEP_OP_THROW_IF_ABORTED] = N_("Throw if aborted"),
  [LS_STEP_OP_ON] = N_("Listen to a signal"),
  [LS_STEP_OP_OFF] = N_("Remove a listener"),
  [LS_STEP_OP_MICROTASK] = N_("Queue a microtask"),
  [LS_STEP_OP_TIMER] = N_("Set a timer"),
  [LS_STEP_OP_CLEAR_TIMER] = N_("Clear a timer"),
  [LS_STEP_OP_IDLE] = N_("Request an idle callback"),
  [LS_STEP_OP_CANCEL_IDLE] = N_("Cancel an idle callback"),
  [LS_STEP_OP_POST] = N_("Post to a queue of the loop"),
  [LS_STEP_OP_FRAMES] = N_("Compositor frames"),
  [LS_STEP_OP_REPEAT] = N_("Repeat"),
  [LS_STEP_OP_AWAIT] = N_("Await a promise"),
  [LS_STEP_OP_THEN] = N_("React to a promise"),
  [LS_STEP_OP_THROW] = N_("Throw"),
  [LS_STEP_OP_RETURN] = N_("Return"),
  [LS_STEP_OP_TRY] = N_("Try"),
  [LS_STEP_OP_CALL] = N_("Call a body"),
  [LS_STEP_OP_ASYNC] = N_("Call a body without awaiting it"),
  [LS_STEP_OP_SCHEDULER] = N_("New Scheduler"),
  [LS_STEP_OP_PROMISE] = N_("New Promise"),
  [LS_STEP_OP_RESOLVE] = N_("Resolve a promise"),
  [LS_STEP_OP_REJECT] = N_("Reject a promise"),
  [LS_STEP_OP_IF] = N_("If"),
  [LS_STEP_OP_LOOP] = N_("Loop"),
  [LS_STEP_OP_BREAK] = N_("Break out of a loop"),
  [LS_STEP_OP_LET] = N_("Set a value"),
  [LS_STEP_OP_MEMORY] = N_("New shared memory"),
  [LS_STEP_OP_LOAD] = N_("Load"),
  [LS_STEP_OP_STORE] = N_("Store"),
  [LS_STEP_OP_ADD] = N_("Add"),
  [LS_STEP_OP_SUB] = N_("Subtract"),
  [LS_STEP_OP_AND] = N_("And"),
  [LS_STEP_OP_OR] = N_("Or"),
  [LS_STEP_OP_XOR] = N_("Exclusive or"),
  [LS_STEP_OP_EXCHANGE] = N_("Exchange"),
  [LS_STEP_OP_COMPARE_EXCHANGE] = N_("Compare and exchange"),
  [LS_STEP_OP_WAIT] = N_("Wait"),
  [LS_STEP_OP_WAIT_ASYNC] = N_("Wait asynchronously"),
  [LS_STEP_OP_NOTIFY] = N_("Notify"),
  [LS_STEP_OP_PAUSE] = N_("Pause"),
  [LS_STEP_OP_ASYNC_LOCK] = N_("New AsyncLock"),
  [LS_STEP_OP_FAIR_LOCK] = N_("New fair lock"),
  [LS_STEP_OP_LOCK] = N_("Lock"),
  [LS_STEP_OP_UNLOCK] = N_("Unlock"),
  [LS_STEP_OP_EXECUTE_LOCKED] = N_("Execute locked"),
  [LS_STEP_OP_WORKER] = N_("New Worker"),
  [LS_STEP_OP_TERMINATE] = N_("Terminate a worker"),
  [LS_STEP_OP_POST_MESSAGE] = N_("Post a message"),
  [LS_STEP_OP_ON_MESSAGE] = N_("On message"),
  [LS_STEP_OP_SCHEDULER_WAIT] = N_("Wait (experiment)"),
  [LS_STEP_OP_RENDER] = N_("Wait for a frame (experiment)"),
  [LS_STEP_OP_CURRENT_TASK_SIGNAL] = N_("Current task signal (experiment)"),
};

static JsonObject *
get_step (LsStepRow *self)
{
  return json_array_get_object_element (self->steps, self->index);
}

static void
on_kind_selected (LsStepRow *self)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kind));

  if (!self->filling && selected < LS_N_STEP_OPS && selected != self->op)
    ls_steps_model_set_op (self->model, self->steps, self->index, selected);
}

static void
move_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsStepRow *self = LS_STEP_ROW (widget);
  gboolean up = g_str_equal (name, "step.move-up");
  guint length = json_array_get_length (self->steps);
  guint place = up ? self->index - 1 : self->index + 1;

  if (place >= length)
    {
      gtk_widget_error_bell (widget);
      return;
    }
  ls_steps_model_move (self->model, self->steps, self->index, place);
}

static void
remove_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  LsStepRow *self = LS_STEP_ROW (widget);

  ls_steps_model_remove (self->model, self->steps, self->index);
}

static void
add_below_action (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  LsStepRow *self = LS_STEP_ROW (widget);

  ls_steps_model_insert (self->model, self->steps, self->index + 1, LS_STEP_OP_WORK);
}

/* Bodies: a list of the kinds of body, and the chosen body below it. */

typedef enum
{
  BODY_NONE,
  BODY_STEPS,
  BODY_JAVASCRIPT,
  BODY_NAME
} BodyKind;

typedef struct
{
  BodyKind    kind;
  const char *name;
} BodyChoice;

static JsonNode *
array_node (void)
{
  JsonNode *node = json_node_alloc ();

  json_node_take_array (json_node_init (node, JSON_NODE_ARRAY), json_array_new ());
  return node;
}

static void
on_body_chosen (GtkDropDown *drop_down,
                GParamSpec  *pspec,
                LsStepRow   *self)
{
  GArray *choices = g_object_get_data (G_OBJECT (drop_down), "choices");
  const char *member = g_object_get_data (G_OBJECT (drop_down), "member");
  guint selected = gtk_drop_down_get_selected (drop_down);
  const BodyChoice *choice;

  if (self->filling || selected >= choices->len)
    return;
  choice = &g_array_index (choices, BodyChoice, selected);
  if (choice->kind == BODY_NONE)
    ls_steps_model_set_body (self->model, get_step (self), member, NULL);
  else if (choice->kind == BODY_STEPS)
    ls_steps_model_set_body (self->model, get_step (self), member, array_node ());
  else if (choice->kind == BODY_JAVASCRIPT)
    ls_steps_model_set_body (self->model, get_step (self), "javascript", json_node_init_string (json_node_alloc (), ""));
  else
    ls_steps_model_set_body (self->model, get_step (self), member, json_node_init_string (json_node_alloc (), choice->name));
}

static void
add_choice (GtkStringList *names,
            GArray        *choices,
            BodyKind       kind,
            const char    *title,
            const char    *name)
{
  BodyChoice choice = { kind, name };

  gtk_string_list_append (names, title);
  g_array_append_val (choices, choice);
}

static GtkWidget *
body_chooser_new (LsStepRow          *self,
                  const LsMemberSpec *spec)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  GArray *choices = g_array_new (FALSE, FALSE, sizeof (BodyChoice));
  const char *member = ls_step_member_name (spec->member);
  JsonObject *step = get_step (self);
  JsonNode *value = json_object_get_member (step, member);
  gboolean is_javascript = spec->member == LS_MEMBER_BODY && json_object_has_member (step, "javascript");
  const char *const *bodies = ls_steps_model_get_bodies (self->model);
  const char *name = value != NULL && JSON_NODE_HOLDS_VALUE (value) ? json_node_get_string (value) : NULL;
  BodyKind kind = is_javascript ? BODY_JAVASCRIPT : name != NULL ? BODY_NAME : value != NULL ? BODY_STEPS : BODY_NONE;
  gboolean is_task = self->op == LS_STEP_OP_POST_TASK;
  GtkWidget *drop_down;
  gboolean is_known = name == NULL;

  if ((!(spec->flags & LS_MEMBER_REQUIRED) && !is_task) || kind == BODY_NONE)
    add_choice (names, choices, BODY_NONE, _("Not given"), NULL);
  add_choice (names, choices, BODY_STEPS, _("Steps"), NULL);
  if (is_task && (is_javascript || ls_source_check_is_possible ()))
    add_choice (names, choices, BODY_JAVASCRIPT, _("JavaScript"), NULL);
  for (guint i = 0; bodies != NULL && bodies[i] != NULL; i++)
    {
      add_choice (names, choices, BODY_NAME, bodies[i], bodies[i]);
      is_known = is_known || g_str_equal (bodies[i], name);
    }
  if (!is_known)
    add_choice (names, choices, BODY_NAME, name, name);

  drop_down = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (names)), NULL);
  g_object_set_data_full (G_OBJECT (drop_down), "choices", choices, (GDestroyNotify) g_array_unref);
  g_object_set_data (G_OBJECT (drop_down), "member", (gpointer) member);
  for (guint i = 0; i < choices->len; i++)
    {
      const BodyChoice *choice = &g_array_index (choices, BodyChoice, i);

      if (choice->kind == kind && (kind != BODY_NAME || g_str_equal (choice->name, name)))
        {
          gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), i);
          break;
        }
    }
  ls_compat_label_drop_down (GTK_DROP_DOWN (drop_down), ls_step_field_get_title (spec->member));
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_body_chosen), self, 0);
  return drop_down;
}

static const LsMemberSpec *
find_spec (LsStepOp     op,
           LsStepMember member)
{
  const LsMemberSpec *spec = ls_step_op_get_spec (op)->members;

  while (spec->member != LS_MEMBER_NONE && spec->member != member)
    spec++;
  return spec;
}

static void
add_field (LsStepRow          *self,
           const LsMemberSpec *spec,
           GtkWidget          *box)
{
  GtkWidget *field = ls_step_field_new (self->model, get_step (self), spec);

  gtk_box_append (GTK_BOX (box), field);
  g_ptr_array_add (self->all_fields, field);
}

static void
add_body (LsStepRow          *self,
          const LsMemberSpec *spec,
          GtkWidget          *box)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *title = gtk_label_new (ls_step_field_get_title (spec->member));
  GtkWidget *chooser = body_chooser_new (self, spec);
  JsonNode *value = json_object_get_member (get_step (self), ls_step_member_name (spec->member));

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_width_chars (GTK_LABEL (title), 9);
  gtk_widget_add_css_class (title, "dim-label");
  gtk_widget_set_hexpand (chooser, TRUE);
  gtk_box_append (GTK_BOX (line), title);
  gtk_box_append (GTK_BOX (line), chooser);
  gtk_box_append (GTK_BOX (box), line);
  if (spec->member == LS_MEMBER_BODY && json_object_has_member (get_step (self), "javascript"))
    add_field (self, find_spec (self->op, LS_MEMBER_JAVASCRIPT), box);
  else if (value != NULL && JSON_NODE_HOLDS_ARRAY (value))
    {
      GtkWidget *list = g_object_new (LS_TYPE_STEP_LIST, NULL);

      gtk_widget_add_css_class (list, "step-body");
      ls_step_list_set_steps (LS_STEP_LIST (list), self->model, json_node_get_array (value),
                              ls_step_field_get_title (spec->member));
      gtk_box_append (GTK_BOX (box), list);
      g_ptr_array_add (self->bodies, list);
      gtk_widget_set_name (list, ls_step_member_name (spec->member));
    }
}

static void
add_members (LsStepRow *self)
{
  JsonObject *step = get_step (self);
  gboolean any_option = FALSE;
  gboolean is_given = FALSE;

  for (const LsMemberSpec *spec = ls_step_op_get_spec (self->op)->members; spec->member != LS_MEMBER_NONE; spec++)
    {
      gboolean is_body = spec->type == LS_MEMBER_TYPE_FUNCTION || spec->type == LS_MEMBER_TYPE_BLOCK;
      gboolean is_option = !(spec->flags & LS_MEMBER_REQUIRED) && !is_body && self->op != LS_STEP_OP_RETURN;

      if (spec->member == LS_MEMBER_JAVASCRIPT)
        continue;
      if (is_body)
        add_body (self, spec, self->fields);
      else
        add_field (self, spec, is_option ? self->more : self->fields);
      any_option = any_option || is_option;
      is_given = is_given || (is_option && json_object_has_member (step, ls_step_member_name (spec->member)));
    }
  gtk_widget_set_visible (self->options, any_option);
  gtk_expander_set_expanded (GTK_EXPANDER (self->options), is_given);
  gtk_widget_set_visible (self->fields, gtk_widget_get_first_child (self->fields) != NULL);
}

static gboolean
ls_step_row_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (LS_STEP_ROW (widget)->kind);
}

static void
ls_step_row_dispose (GObject *object)
{
  LsStepRow *self = LS_STEP_ROW (object);

  self->filling = TRUE;
  g_clear_pointer (&self->all_fields, g_ptr_array_unref);
  g_clear_pointer (&self->bodies, g_ptr_array_unref);
  g_clear_object (&self->model);
  g_clear_pointer (&self->steps, json_array_unref);

  G_OBJECT_CLASS (ls_step_row_parent_class)->dispose (object);
}

static void
ls_step_row_class_init (LsStepRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_step_row_dispose;
  widget_class->grab_focus = ls_step_row_grab_focus;

  gtk_widget_class_install_action (widget_class, "step.move-up", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "step.move-down", NULL, move_action);
  gtk_widget_class_install_action (widget_class, "step.remove", NULL, remove_action);
  gtk_widget_class_install_action (widget_class, "step.add-below", NULL, add_below_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "step.move-up", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK, "step.move-down", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, GDK_ALT_MASK, "step.remove", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Insert, GDK_ALT_MASK, "step.add-below", NULL);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-step-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStepRow, number);
  gtk_widget_class_bind_template_child (widget_class, LsStepRow, kind);
  gtk_widget_class_bind_template_child (widget_class, LsStepRow, fields);
  gtk_widget_class_bind_template_child (widget_class, LsStepRow, options);
  gtk_widget_class_bind_template_child (widget_class, LsStepRow, more);
  gtk_widget_class_bind_template_callback (widget_class, on_kind_selected);
}

static void
ls_step_row_init (LsStepRow *self)
{
  g_autoptr (GtkStringList) kinds = gtk_string_list_new (NULL);

  self->all_fields = g_ptr_array_new ();
  self->bodies = g_ptr_array_new ();
  self->filling = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < LS_N_STEP_OPS; i++)
    gtk_string_list_append (kinds, _(op_titles[i]));
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->kind), G_LIST_MODEL (kinds));
  ls_compat_label_drop_down (GTK_DROP_DOWN (self->kind), _("Kind of step"));
  self->filling = FALSE;
}

/**
 * ls_step_row_new:
 * @model: steps
 * @steps: all of the model's steps, or those of one body in it
 * @index: the place of a step in @steps
 *
 * Returns: a row for that step
 */
GtkWidget *
ls_step_row_new (LsStepsModel *model,
                 JsonArray    *steps,
                 guint         index)
{
  LsStepRow *self = g_object_new (LS_TYPE_STEP_ROW, NULL);

  self->model = g_object_ref (model);
  self->steps = json_array_ref (steps);
  self->index = index;
  self->filling = TRUE;
  if (!ls_step_op_from_string (json_object_get_string_member_with_default (get_step (self), "op", ""), &self->op))
    self->op = LS_STEP_OP_WORK;
  ls_widget_print (self->number, "%u", index + 1);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->kind), self->op);
  ls_widget_name (GTK_WIDGET (self), _("Step %u: %s"), index + 1, _(op_titles[self->op]));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "step.move-up", index > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "step.move-down", index + 1 < json_array_get_length (steps));
  add_members (self);
  self->filling = FALSE;
  return GTK_WIDGET (self);
}

/**
 * ls_step_row_get_field:
 * @self: a row
 * @member: the name of a member of the step in files
 *
 * Returns: (transfer none) (nullable): the field of that member; an optional member becomes visible
 */
LsStepField *
ls_step_row_get_field (LsStepRow  *self,
                       const char *member)
{
  for (guint i = 0; i < self->all_fields->len; i++)
    {
      LsStepField *field = g_ptr_array_index (self->all_fields, i);

      if (!g_str_equal (ls_step_field_get_member (field), member))
        continue;
      if (gtk_widget_is_ancestor (GTK_WIDGET (field), self->more))
        gtk_expander_set_expanded (GTK_EXPANDER (self->options), TRUE);
      return field;
    }
  return NULL;
}

/**
 * ls_step_row_get_body:
 * @self: a row
 * @member: the name of a member of the step in files
 *
 * Returns: (transfer none) (nullable): the steps that @member holds
 */
LsStepList *
ls_step_row_get_body (LsStepRow  *self,
                      const char *member)
{
  for (guint i = 0; i < self->bodies->len; i++)
    if (g_str_equal (gtk_widget_get_name (g_ptr_array_index (self->bodies, i)), member))
      return g_ptr_array_index (self->bodies, i);
  return NULL;
}
