import { eventMessages, eventNames } from "../../../contract/messages/notification_events_en.ts";
import { durationWith, type NotificationMessages } from "./messages_shape.ts";

export const en: NotificationMessages = {
  eventNames,
  eventMessages,
  details: [
    "Exit code: {exitCode}",
    "Started: {startedAt}",
    "Duration: {duration}",
    "Time: {time}",
    "IP address: {ip}",
    "Location: {place}",
    "Device: {device}",
    "{tasks}",
  ],
  logHeading: "Last lines of the log:",
  group: (count, title) => `${count} notifications, latest: ${title}`,
  more: (count) => `and ${count} more`,
  duration: (ms) => durationWith(ms, [" d", " h", " min", " s", " ms"]),
  pulled: (kind, count, names) => {
    if (names.length === 0) return "";
    const more = count > names.length ? ` and ${count - names.length} more` : "";
    return `${{ added: "Added", changed: "Changed", removed: "Removed" }[kind]}: ${names.join(", ")}${more}`;
  },
  missed: (count, from) => count === 1 ? `it was due at ${from}` : `it was due ${count} times since ${from}`,
  heartbeatDown: {
    missed: (at) => `no ping came for ${at}`,
    too_long: (at) => `the work that started at ${at} has not ended in time`,
    failed: (exitCode) => exitCode === null ? "a failure was reported" : `exit code ${exitCode} was reported`,
  },
  notRunBy: (time) => `it was expected to run by ${time}`,
  interruptedRuns: (count) => count === 0 ? "No run was interrupted." : `Interrupted runs: ${count}.`,
  loginReasons: {
    wrong_credentials: "wrong username or password",
    wrong_code: "wrong verification code",
    wrong_passkey: "passkey rejected",
    sign_on_failed: "single sign-on failed",
    too_many: "too many attempts",
  },
  secondFactor: { on: "turned on", off: "turned off" },
  test: {
    title: "Test from Sundial",
    content: "This is a test message. If you can read it, this channel works.",
  },
  invitation: (link, by, until) => ({
    title: "Invitation to Sundial",
    content: `${by} invites you to the panel. The link works once, until ${until}:\n${link}`,
  }),
  proxyField: "Proxy",
  direct: {
    sent: (channel) => `${channel}: sent`,
    failed: (channel, reason) => `${channel}: not sent: ${reason}`,
    none: "Not sent: no variable of a notification channel is set",
    skipped: (title) => `Not sent: "${title}" is listed in SKIP_PUSH_TITLE`,
    noSentence: (reason) => `HITOKOTO: no sentence was appended: ${reason}`,
  },
  errors: {
    unreachable: (detail) => `Could not connect: ${detail}`,
    untrusted: (detail) =>
      `Could not connect: ${detail}. To trust the server, copy its certificate to /usr/local/share/ca-certificates on the machine of the panel and run update-ca-certificates, or name a file with SSL_CERT_FILE`,
    too_slow: () => "Did not respond in time",
    inner_network: (host, allowedBy) =>
      `${host} is on an internal network that the panel may not reach. To allow it, set SUNDIAL_ALLOW_NETWORKS=${allowedBy} and restart the panel.`,
    application_network: (host) =>
      `${host} is on an internal network. Messages sent and channels changed by applications can only reach networks that the operator lists in SUNDIAL_ALLOW_NETWORKS.`,
    own_network: (host) =>
      `${host} is on an internal network. Channels of accounts that are not administrators can only reach networks that the operator lists in SUNDIAL_ALLOW_NETWORKS.`,
    unknown_host: (host) => `The host ${host} was not found`,
    proxy: (detail) => `The proxy rejected the connection: ${detail}`,
    locked: () => "The secrets of this channel cannot be decrypted: the key file is missing or was replaced",
    no_secret: (field) => `Enter the secret of this channel: ${field}`,
    unknown_type: () => "This version does not support this channel type",
    incomplete: (field) => `The channel is missing a value: ${field}`,
    gone: () => "The channel was deleted",
    off: () => "The channel is turned off",
    interrupted: () => "The panel stopped while sending",
    too_old: () => "Too old to send",
    too_many: () => "Too many messages were waiting for this channel",
    not_permitted: () => "The role of the account no longer permits this message",
    unexpected: () => "An unexpected error occurred. See the system log.",
  },
};
