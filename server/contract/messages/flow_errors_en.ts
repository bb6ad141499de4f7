/** Errors of flow runs and webhooks. */
export const flowErrors = {
  flow_run_active: {
    title: "Flow run still active",
    detail: "Tasks of this flow run are queued or running; stop it first",
  },
  nothing_to_continue: {
    title: "Nothing to continue",
    detail: "Every task of this flow run that should have run has succeeded, or cannot start now",
  },
  delivery_unsigned: {
    title: "Signature refused",
    detail: "There is no such webhook, or the signature is missing, wrong or too old",
  },
  delivery_repeated: {
    title: "Delivery repeated",
    detail: "This delivery was accepted before and started run {run}",
  },
  delivery_not_stored: {
    title: "Body not stored",
    detail: "The body of this delivery is no longer stored, so it cannot be sent again",
  },
  delivery_not_json: {
    title: "Not JSON",
    detail: "The webhook takes parameters from the body, which is not JSON",
  },
  task_disabled: { title: "Task disabled", detail: "The task is disabled, so that webhooks do not start it" },
  task_expired: {
    title: "Task not valid now",
    detail: "The task is not valid now, so that webhooks do not start it",
  },
  task_in_window: {
    title: "Maintenance window",
    detail: "A maintenance window is open in which webhooks do not start the task",
  },
};
