/* ls-experiment-list.c: a check button for each experiment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-experiment-list.h"

#include "ls-preset-table.h"

/**
 * LsExperimentList:
 *
 * Lets the user choose a set of experiments.
 */
struct _LsExperimentList
{
  GtkBox     parent_instance;

  GtkWidget *checks[LS_N_EXPERIMENTS];
};

G_DEFINE_FINAL_TYPE (LsExperimentList, ls_experiment_list, GTK_TYPE_BOX)

static void
ls_experiment_list_class_init (LsExperimentListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-experiment-list.ui");
}

static void
ls_experiment_list_init (LsExperimentList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    {
      self->checks[i] = gtk_check_button_new_with_label (ls_experiment_get_title (1u << i));
      gtk_box_append (GTK_BOX (self), self->checks[i]);
    }
}

/**
 * ls_experiment_list_set_experiments:
 * @self: a list
 * @experiments: which experiments are to be checked
 */
void
ls_experiment_list_set_experiments (LsExperimentList *self,
                                    LsExperiments     experiments)
{
  g_return_if_fail (LS_IS_EXPERIMENT_LIST (self));

  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    gtk_check_button_set_active (GTK_CHECK_BUTTON (self->checks[i]), (experiments & 1u << i) != 0);
}

/**
 * ls_experiment_list_get_experiments:
 * @self: a list
 *
 * Returns: the experiments that are checked
 */
LsExperiments
ls_experiment_list_get_experiments (LsExperimentList *self)
{
  LsExperiments experiments = LS_EXPERIMENT_NONE;

  g_return_val_if_fail (LS_IS_EXPERIMENT_LIST (self), LS_EXPERIMENT_NONE);

  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (self->checks[i])))
      experiments |= 1u << i;
  return experiments;
}
