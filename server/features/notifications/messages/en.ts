import type { NotificationMessages } from "./messages_shape.ts";
import { durationWith } from "./duration_with.ts";

export const en: NotificationMessages = {
  events: {
    run_failed: {
      name: "Run failed",
      title: "{task}: {outcome}",
      text: "A run of {task} has ended: {outcome}.",
    },
    run_recovered: {
      name: "Run recovered",
      title: "{task}: fine again",
      text: "{task} has succeeded again after a failure.",
    },
    run_ended: {
      name: "Run ended",
      title: "{task}: {outcome}",
      text: "A run of {task} has ended: {outcome}.",
    },
    run_too_long: {
      name: "Run takes too long",
      title: "{task}: running for {duration}",
      text: "A run of {task} has been running for {duration} and has not ended yet.",
    },
    run_not_started: {
      name: "Run did not start in time",
      title: "{task}: did not run in time",
      text: "{task} did not run in time: {reason}.",
    },
    retries_used_up: {
      name: "Retries used up",
      title: "{task}: failed for good",
      text: "{task} has failed, and try {attempt} was the last one.",
    },
    subscription_added: {
      name: "Subscription added tasks",
      title: "{subscription}: new tasks ({added})",
      text: "The subscription {subscription} has added tasks: {added}.",
    },
    subscription_changed: {
      name: "Subscription changed tasks",
      title: "{subscription}: changed tasks ({changed})",
      text: "The subscription {subscription} has changed tasks: {changed}.",
    },
    subscription_removed: {
      name: "Subscription removed tasks",
      title: "{subscription}: removed tasks ({removed})",
      text: "The subscription {subscription} has removed tasks: {removed}.",
    },
    subscription_failed: {
      name: "Subscription failed",
      title: "{subscription}: the pull failed",
      text: "The subscription {subscription} could not be pulled: {outcome}.",
    },
    dependency_failed: {
      name: "Package failed",
      title: "{dependency}: the package failed",
      text: "The package {dependency} could not be installed or deleted: {reason}.",
    },
    login: { name: "Login", title: "Somebody logged in to {panel}", text: "Somebody logged in." },
    login_failed: {
      name: "Failed login",
      title: "A login to {panel} failed",
      text: "Somebody tried to log in and was refused: {reason}.",
    },
    second_factor_changed: {
      name: "Second factor changed",
      title: "The second factor was {reason}",
      text: "The second factor of the account was {reason}.",
    },
    backup_done: { name: "Backup made", title: "A backup was made", text: "A backup was made: {size}." },
    backup_failed: {
      name: "Backup failed",
      title: "A backup could not be made",
      text: "A backup could not be made: {reason}.",
    },
    update_available: {
      name: "Update available",
      title: "Version {version} is available",
      text: "A newer version of the panel is available: {version}.",
    },
    disk_nearly_full: {
      name: "Disk nearly full",
      title: "The disk of {panel} is nearly full",
      text: "The disk with the panel's data is nearly full: {free} of {size} are free.",
    },
    panel_crashed: {
      name: "Panel started after a crash",
      title: "{panel} started after a crash",
      text: "The panel, or its machine, ended without having been stopped, and has started again. {reason}",
    },
  },
  outcomes: {
    queued: "queued",
    starting: "starting",
    running: "running",
    succeeded: "succeeded",
    failed: "failed",
    timed_out: "timed out",
    stopped: "stopped",
    interrupted: "interrupted",
    skipped: "skipped",
  },
  details: [
    "Exit code: {exitCode}",
    "Started: {startedAt}",
    "Took: {duration}",
    "Time: {time}",
    "Address: {ip}",
    "Place: {place}",
    "Device: {device}",
    "{tasks}",
  ],
  logHeading: "The log ends with:",
  defaultRule: "When something goes wrong",
  group: (count, title) => `${count} notifications, the last one: ${title}`,
  more: (count) => `and ${count} more`,
  duration: (ms) => durationWith(ms, [" d", " h", " min", " s"]),
  pulled: (kind, count, names) => {
    if (names.length === 0) return "";
    const more = count > names.length ? ` and ${count - names.length} more` : "";
    return `${{ added: "Added", changed: "Changed", removed: "Removed" }[kind]}: ${names.join(", ")}${more}`;
  },
  missed: (count, from) => count === 1 ? `it was due at ${from}` : `it was due ${count} times since ${from}`,
  notRunBy: (time) => `it had to run by ${time}`,
  interruptedRuns: (count) => count === 0 ? "No run was interrupted." : `Interrupted runs: ${count}.`,
  loginReasons: {
    wrong_credentials: "wrong user name or password",
    wrong_code: "wrong verification code",
    wrong_passkey: "passkey refused",
    too_many: "too many attempts",
  },
  factor: { on: "turned on", off: "turned off" },
  test: {
    title: "Test from Sundial",
    content: "This is a test. Whoever reads it will be told by this channel.",
  },
  proxyField: "Proxy",
  errors: {
    unreachable: (detail) => `Could not be reached: ${detail}`,
    too_slow: () => "Did not answer in time",
    inner_network: (host) => `${host} lies in a network that is not listed in SUNDIAL_ALLOW_NETWORKS`,
    application_network: (host) =>
      `${host} is in an internal network. What applications send, and channels they change, reach only networks that the operator lists in SUNDIAL_ALLOW_NETWORKS`,
    unknown_host: (host) => `There is no host with the name ${host}`,
    proxy: (detail) => `The proxy refused: ${detail}`,
    locked: () => "The secrets of this channel cannot be opened: the key file is missing or another one",
    unknown_type: () => "This version has no such kind of channel",
    incomplete: (field) => `The channel lacks a value: ${field}`,
    gone: () => "The channel was deleted",
    off: () => "The channel is turned off",
    interrupted: () => "The panel ended while it was being sent",
    too_old: () => "Too old to be of use",
    too_many: () => "Too much was waiting for this channel",
    unexpected: () => "Something unexpected happened; the system log says more",
  },
};
