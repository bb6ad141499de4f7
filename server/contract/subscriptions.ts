import * as z from "zod";
import { missingPackage } from "./dependencies.ts";
import { runStates } from "./runs.ts";
import { passphrase } from "./settings.ts";
import { id, idsBody, instant, line, listQuery, text } from "./shapes.ts";
import { subscriptionLimits } from "./limits/subscriptions.ts";

export const subscriptionTypes = ["public_repository", "private_repository", "file"] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

export const pullMethods = ["ssh_key", "password"] as const;
export type PullMethod = (typeof pullMethods)[number];

export const intervalUnits = ["seconds", "minutes", "hours", "days"] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

export const reviewRules = ["automatic", "ask", "pinned"] as const;
export type ReviewRule = (typeof reviewRules)[number];

export const onChangeRules = ["keep", "follow"] as const;
export type OnChangeRule = (typeof onChangeRules)[number];

export const subscriptionStatuses = ["idle", "running", "queued", "disabled"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const subscriptionSchedule = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("cron"), rules: z.array(z.string().min(1).max(200)).min(1).max(20) }),
  z.strictObject({
    kind: z.literal("interval"),
    every: z.int().min(1).max(subscriptionLimits.every),
    unit: z.enum(intervalUnits),
  }),
  z.strictObject({ kind: z.literal("manual") }),
]).meta({ id: "SubscriptionSchedule" });
export type SubscriptionSchedule = z.infer<typeof subscriptionSchedule>;

const settable = {
  name: line(subscriptionLimits.name).min(1),
  type: z.enum(subscriptionTypes),
  url: text(subscriptionLimits.url).min(1).meta({
    description: "`https://`, `http://` or `ssh://` URL, or `git@host:path`; without user name and password",
  }),
  branch: text(subscriptionLimits.branch).meta({
    description: "Branch to pull; if empty, the default branch of the repository",
  }),
  pullMethod: z.enum(pullMethods).nullable().meta({
    description: "Authentication method of a private repository; null for other types",
  }),
  username: text(subscriptionLimits.username),
  schedule: subscriptionSchedule,
  timeZone: z.string().max(100).nullable().meta({
    description: "Time zone of the schedule; null for the panel's time zone",
  }),
  whitelist: text(subscriptionLimits.filter).meta({
    description:
      "Regular expression for the paths of files to include, relative to the repository; if empty, all files",
  }),
  blacklist: text(subscriptionLimits.filter),
  dependencyWords: text(subscriptionLimits.filter).meta({
    description: "Regular expression for the paths of additional files to pull, which never become tasks",
  }),
  extensions: text(subscriptionLimits.extensions).meta({
    description: "File extensions, separated by spaces or `|`; if empty, the default ones",
  }),
  before: text(subscriptionLimits.command).nullable(),
  after: text(subscriptionLimits.command).nullable(),
  proxy: text(subscriptionLimits.proxy).meta({
    description:
      "Proxy, an `http://`, `https://` or `socks5://` URL. A password in it is returned as `***`; sending `***` back keeps the stored password.",
  }),
  autoAdd: z.boolean(),
  requireHeader: z.boolean().meta({
    description:
      "Whether `autoAdd` adds tasks only for files with a header, a comment with a name or a schedule. Files without one, mostly modules of other scripts, are pulled all the same.",
  }),
  autoDelete: z.boolean(),
  onChange: z.enum(onChangeRules).meta({
    description:
      "What to do when the name or schedule of a script changes: `keep` leaves its task unchanged, `follow` updates it",
  }),
  ownPython: z.boolean().meta({
    description:
      "Whether its tasks use a Python environment of their own instead of the shared Python packages; for packages whose versions clash",
  }),
  applyFolder: text(subscriptionLimits.applyFolder).min(1).nullable().meta({
    description:
      "Folder of the repository whose files describe objects of the panel, `.` for all of it: applied after each pull, and with " +
      "`autoDelete`, what is no longer there is deleted. Null for none. Only administrators may set it, and change a subscription " +
      "that has one.",
  }),
  review: z.enum(reviewRules),
  pinnedCommit: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/).nullable(),
  alias: text(subscriptionLimits.alias).min(1).meta({
    description: "Name of the subscription's folder in the scripts folder",
  }),
  enabled: z.boolean(),
};
const secrets = {
  password: text(subscriptionLimits.password).nullable().meta({
    description: "Write-only; null removes the password",
  }),
  privateKey: text(subscriptionLimits.privateKey).nullable().meta({
    description: "Write-only; null removes the key. Without a key, the panel's SSH key is used, if any.",
  }),
  passphrase: passphrase.nullable().meta({
    description:
      "Passphrase of `privateKey`. It is used once: the key is stored encrypted by the panel, without the passphrase.",
  }),
};

/** Body of `POST /api/subscriptions`. */
export const subscriptionInput = z.strictObject({ ...settable, ...secrets }).partial().required({
  name: true,
  type: true,
  url: true,
  schedule: true,
}).meta({ id: "SubscriptionInput" });
export type SubscriptionInput = z.infer<typeof subscriptionInput>;

/** Body of `PATCH /api/subscriptions/{id}`. */
export const subscriptionPatch = z.strictObject({ ...settable, ...secrets }).partial().meta({
  id: "SubscriptionPatch",
});
export type SubscriptionPatch = z.infer<typeof subscriptionPatch>;

const counts = z.object({ added: z.int(), changed: z.int(), removed: z.int() });

export const pullCounts = z.object({
  tasks: counts.extend({ failed: z.int() }),
  files: counts,
}).meta({ id: "PullCounts" });
export type PullCounts = z.infer<typeof pullCounts>;

export const subscription = z.object({
  id,
  ...settable,
  passwordSet: z.boolean(),
  privateKeySet: z.boolean(),
  status: z.enum(subscriptionStatuses),
  activeRun: z.object({ id, state: z.enum(runStates), startedAt: instant.nullable() }).nullable(),
  nextRunAt: instant.nullable(),
  lastRun: z.object({
    id,
    startedAt: instant.nullable(),
    durationMs: z.int().nullable(),
    outcome: z.enum(runStates),
    exitCode: z.int().nullable(),
  }).nullable(),
  lastPull: z.object({ runId: id, at: instant, commit: z.string().nullable(), counts: pullCounts }).nullable()
    .meta({ description: "Last pull that was applied" }),
  commit: z.string().nullable().meta({
    description: "Commit that is currently applied; for type `file`, the SHA-256 hash of the file",
  }),
  waiting: z.object({ runId: id, at: instant, commit: z.string(), counts: pullCounts }).nullable().meta({
    description: "Pulled changes that wait for approval, see `review`; null if there are none",
  }),
  taskCount: z.int(),
  packages: z.array(missingPackage.extend({
    listed: z.boolean().meta({ description: "Whether it is among the dependencies, in whatever version" }),
  })).meta({
    description:
      "Packages that the package.json and requirements.txt of the repository ask for; none are installed unasked",
  }),
  createdAt: instant,
  updatedAt: instant,
  version: z.int(),
}).meta({ id: "Subscription" });
export type Subscription = z.infer<typeof subscription>;

export const subscriptionSortFields = [
  "name",
  "url",
  "type",
  "enabled",
  "nextRunAt",
  "createdAt",
  "updatedAt",
] as const;
export type SubscriptionSortField = (typeof subscriptionSortFields)[number];

export const subscriptionListQuery = z.strictObject({
  ...listQuery,
  q: listQuery.q.meta({ description: "Text contained in the name or URL" }),
  status: z.string().max(100).optional().meta({
    description: "Comma-separated statuses. Defaults to all statuses.",
  }),
});
export type SubscriptionListQuery = z.infer<typeof subscriptionListQuery>;

export const subscriptionActions = ["run", "stop", "enable", "disable"] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

export const withTasksQuery = z.strictObject({
  withTasks: z.enum(["true", "false"]).default("false").transform((value) => value === "true").meta({
    description: "Whether to delete its tasks and its folder as well",
  }),
});
export const subscriptionsDeleteBody = z.strictObject({
  ...idsBody.shape,
  withTasks: z.boolean().default(false),
});

/**
 * What happens to a task. `failed`: the script asks for an invalid task; `skipped`: a new file without a header
 * gets none, because of `requireHeader`. `reason` says why.
 */
export const taskChangeKinds = ["added", "changed", "removed", "failed", "skipped"] as const;
export const taskChangeReasons = ["incorrect_cron", "cron_never_fires", "bad_name", "no_header"] as const;

export const taskChange = z.object({
  kind: z.enum(taskChangeKinds),
  path: z.string().meta({ description: "Path of the script, relative to the subscription's folder" }),
  name: z.string(),
  schedule: z.string(),
  before: z.object({ name: z.string(), schedule: z.string() }).nullable(),
  taskId: id.nullable(),
  enabled: z.boolean(),
  reason: z.enum(taskChangeReasons).nullable(),
}).meta({ id: "TaskChange" });
export type TaskChange = z.infer<typeof taskChange>;

export const fileChange = z.object({
  kind: z.enum(["added", "changed", "removed"]),
  path: z.string(),
  size: z.int(),
  edited: z.literal(true).optional().meta({
    description: "Someone changed or deleted the file since the last pull",
  }),
}).meta({ id: "FileChange" });
export type FileChange = z.infer<typeof fileChange>;

/** Why something in a repository is left out. */
export const leftOutReasons = ["link", "submodule", "bad_name", "own_name", "too_large"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const pullChanges = z.object({
  commit: z.string(),
  counts: pullCounts,
  tasks: z.array(taskChange).meta({ description: "Up to 1,000 entries" }),
  files: z.array(fileChange).meta({ description: "Up to 1,000 entries" }),
  leftOut: z.array(z.object({ path: z.string(), reason: z.enum(leftOutReasons) })).meta({
    description: "Up to 200 entries",
  }),
}).meta({ id: "PullChanges" });
export type PullChanges = z.infer<typeof pullChanges>;

/**
 * Body of `POST /api/subscriptions/preview`: one of the two; with both, the saved subscription as changed by
 * `input`.
 */
export const previewBody = z.strictObject({ id: id.optional(), input: subscriptionPatch.optional() });
export type PreviewBody = z.infer<typeof previewBody>;

const decision = z.strictObject({ runId: id });
/** Body of `reject`; when given, the decision applies only to what that run pulled. */
export const rejectBody = decision.optional();
/** Body of `approve`. */
export const approveBody = decision.extend({
  requireHeader: z.literal(true).optional().meta({
    description:
      "Sets `requireHeader` of the subscription first, so that files without a header get no tasks",
  }),
}).optional();
export type ApproveBody = z.infer<typeof approveBody>;

/** Response of `POST preview`. */
export const previewStarted = z.object({ runId: id }).meta({ id: "PreviewStarted" });

/**
 * Response of `GET /api/subscriptions/{id}/preview` and `GET /api/subscriptions/previews/{id}`, which takes the run's id.
 */
export const preview = z.object({
  runId: id,
  state: z.enum(runStates).meta({
    description: "State of the preview's run; `changes` is set once it succeeded",
  }),
  changes: pullChanges.nullable(),
}).meta({ id: "Preview" });
export type Preview = z.infer<typeof preview>;

/** Response of `GET /api/subscriptions/{id}/waiting` and of `approve`. */
export const waitingChanges = z.object({ runId: id, at: instant, changes: pullChanges }).meta({
  id: "WaitingChanges",
});
export type WaitingChanges = z.infer<typeof waitingChanges>;

/** Maximum size of a file whose text is shown before it is in place (bytes). */
export const MAX_VISIBLE_BYTES = 1024 * 1024;

const comparedSide = z.object({
  size: z.int().nullable().meta({ description: "Size in bytes; null if it cannot be read" }),
  format: z.enum(["text", "binary", "too_large", "no_file"]).meta({
    description: "`no_file`: the path is not a file but, for example, a folder or a link",
  }),
  content: z.string().nullable().meta({
    description: "Text of the file; null unless it is a text of at most 1 MiB",
  }),
}).nullable();
export type ComparedSide = NonNullable<z.infer<typeof comparedSide>>;

/** Response of `GET /api/subscriptions/{id}/waiting/file` and `GET /api/subscriptions/previews/{id}/file`. */
export const comparedFile = z.object({
  runId: id.meta({ description: "Run that pulled the file" }),
  path: z.string(),
  before: comparedSide.meta({ description: "The current file; null if it would be added" }),
  after: comparedSide.meta({ description: "The pulled file; null if it would be removed" }),
}).meta({ id: "LaidOutFile" }); // in the API document: never rename it
export type ComparedFile = z.infer<typeof comparedFile>;

/** Response of `GET /api/subscriptions/{id}/host-key`. */
export const hostKeys = z.object({
  host: z.string(),
  keys: z.array(z.object({ type: z.string(), fingerprint: z.string() })),
}).meta({ id: "HostKeys" });
export type HostKeys = z.infer<typeof hostKeys>;
