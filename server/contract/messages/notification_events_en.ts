// The English texts of the events that users can be notified about. The page imports only the names, so the build
// leaves the messages out of it.
import type { EventMessage, NotificationEvent } from "../notification_events.ts";

export const eventNames: Record<NotificationEvent, string> = {
  run_failed: "Run failed",
  run_recovered: "Run recovered",
  run_ended: "Run ended",
  run_too_long: "Run takes too long",
  run_not_started: "Run did not start in time",
  approval_needed: "Approval needed",
  retries_used_up: "Retries exhausted",
  heartbeat_down: "Heartbeat down",
  heartbeat_up: "Heartbeat up again",
  subscription_added: "Subscription added tasks",
  subscription_changed: "Subscription changed tasks",
  subscription_removed: "Subscription removed tasks",
  subscription_failed: "Subscription failed",
  subscription_waiting: "Subscription changes pending approval",
  dependency_failed: "Dependency failed",
  login: "Login",
  login_failed: "Failed login",
  second_factor_changed: "Two-factor authentication changed",
  backup_done: "Backup created",
  backup_failed: "Backup failed",
  update_available: "Update available",
  disk_nearly_full: "Low disk space",
  calendar_ends: "Calendar data ends soon",
  panel_crashed: "Panel restarted after a crash",
};

export const eventMessages: Record<NotificationEvent, EventMessage> = {
  run_failed: {
    title: "{task}: {outcome}",
    text: "Run #{run} of {task}: {outcome}.",
  },
  run_recovered: {
    title: "{task}: succeeded again",
    text: "{task} succeeded again after a failure.",
  },
  run_ended: {
    title: "{task}: {outcome}",
    text: "Run #{run} of {task}: {outcome}.",
  },
  run_too_long: {
    title: "{task}: running for {duration}",
    text: "A run of {task} has been running for {duration} and has not ended yet.",
  },
  run_not_started: {
    title: "{task}: did not run in time",
    text: "{task} did not run in time: {reason}.",
  },
  approval_needed: {
    title: "{task}: waiting for approval",
    text: "Run #{run} of {task} starts once it is approved. It lapses at {lapsesAt}.",
  },
  retries_used_up: {
    title: "{task}: failed after all retries",
    text: "{task} failed on its last attempt, attempt {attempt}.",
  },
  heartbeat_down: {
    title: "{heartbeat}: down",
    text: "The heartbeat {heartbeat} is down: {reason}.",
  },
  heartbeat_up: {
    title: "{heartbeat}: up again",
    text: "The heartbeat {heartbeat} is up again.",
  },
  subscription_added: {
    title: "{subscription}: new tasks ({added})",
    text: "The subscription {subscription} added tasks: {added}.",
  },
  subscription_changed: {
    title: "{subscription}: changed tasks ({changed})",
    text: "The subscription {subscription} changed tasks: {changed}.",
  },
  subscription_removed: {
    title: "{subscription}: removed tasks ({removed})",
    text: "The subscription {subscription} removed tasks: {removed}.",
  },
  subscription_failed: {
    title: "{subscription}: pull failed",
    text: "The subscription {subscription} could not be pulled: {outcome}.",
  },
  subscription_waiting: {
    title: "{subscription}: changes pending approval",
    text: "Changes to the subscription {subscription} are waiting for approval.",
  },
  dependency_failed: {
    title: "{dependency}: dependency failed",
    text: "The dependency {dependency} could not be installed or deleted: {reason}.",
  },
  login: {
    title: "New login to {panel}",
    text: "There was a new login to the panel.",
  },
  login_failed: {
    title: "Failed login to {panel}",
    text: "A login attempt failed: {reason}.",
  },
  second_factor_changed: {
    title: "Two-factor authentication was {reason}",
    text: "Two-factor authentication for the account was {reason}.",
  },
  backup_done: {
    title: "Backup created",
    text: "A backup was created ({size}).",
  },
  backup_failed: {
    title: "Backup failed",
    text: "A backup could not be created: {reason}",
  },
  update_available: {
    title: "Version {version} is available",
    text: "A new version of the panel is available: {version}.",
  },
  disk_nearly_full: {
    title: "Low disk space on {panel}",
    text: "The disk with the panel's data is almost full: {free} of {size} free.",
  },
  calendar_ends: {
    title: "The calendar {calendar} ends on {until}",
    text:
      "After {until}, only the days of the week are known. Update the panel or the calendar, or tasks will ignore holidays.",
  },
  panel_crashed: {
    title: "{panel} restarted after a crash",
    text: "The panel or its machine stopped unexpectedly and has started again. {reason}",
  },
};
