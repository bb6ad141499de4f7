import * as z from "zod";
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
    description: "`https://`, `http://`, `ssh://` or `git@host:path`; without user name and password",
  }),
  branch: text(subscriptionLimits.branch).meta({ description: "Empty: the one the repository names" }),
  pullMethod: z.enum(pullMethods).nullable().meta({ description: "Only for private repositories" }),
  username: text(subscriptionLimits.username),
  schedule: subscriptionSchedule,
  timeZone: z.string().max(100).nullable().meta({ description: "null: the panel's" }),
  whitelist: text(subscriptionLimits.filter).meta({
    description: "Expression on paths relative to the repository; empty: all files",
  }),
  blacklist: text(subscriptionLimits.filter),
  dependencyWords: text(subscriptionLimits.filter).meta({
    description: "Files that match are pulled too and never become tasks",
  }),
  extensions: text(subscriptionLimits.extensions).meta({
    description: "Separated by blanks or `|`; empty: the usual ones",
  }),
  before: text(subscriptionLimits.command).nullable(),
  after: text(subscriptionLimits.command).nullable(),
  proxy: text(subscriptionLimits.proxy).meta({
    description:
      "`http://`, `https://` or `socks5://`; a password in it is shown as `***`, and sending that keeps it",
  }),
  autoAdd: z.boolean(),
  autoDelete: z.boolean(),
  onChange: z.enum(onChangeRules).meta({
    description: "When name or cron of a script changes there: keep the task as it is, or follow",
  }),
  review: z.enum(reviewRules),
  pinnedCommit: z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/).nullable(),
  alias: text(subscriptionLimits.alias).min(1).meta({ description: "Name of its folder below the scripts" }),
  enabled: z.boolean(),
};
const secrets = {
  password: text(subscriptionLimits.password).nullable().meta({
    description: "Written only; null removes it",
  }),
  privateKey: text(subscriptionLimits.privateKey).nullable().meta({
    description: "Written only; null removes it. Without one, the panel's own is used where there is one",
  }),
  passphrase: passphrase.nullable().meta({
    description: "Of the `privateKey` beside it: opens it now; only the opened key is kept, sealed",
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
    .meta({ description: "The last one that was put in place" }),
  commit: z.string().nullable().meta({ description: "What lies in the folder now; of a file its SHA-256" }),
  waiting: z.object({ runId: id, at: instant, commit: z.string(), counts: pullCounts }).nullable().meta({
    description: "What was pulled and waits for approval, see `review`",
  }),
  taskCount: z.int(),
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
  q: listQuery.q.meta({ description: "A part of the name or the address" }),
  status: z.string().max(100).optional().meta({ description: "One or more statuses, separated by commas" }),
});
export type SubscriptionListQuery = z.infer<typeof subscriptionListQuery>;

export const subscriptionActions = ["run", "stop", "enable", "disable"] as const;
export type SubscriptionAction = (typeof subscriptionActions)[number];

export const withTasksQuery = z.strictObject({
  withTasks: z.enum(["true", "false"]).default("false").transform((value) => value === "true").meta({
    type: "boolean",
    description: "Deletes its tasks and its folder too",
  }),
});
export const subscriptionsDeleteBody = z.strictObject({
  ...idsBody.shape,
  withTasks: z.boolean().default(false),
});

/** What happens to a task. `failed`: the script asks for an invalid task; `reason` says why. */
export const taskChangeKinds = ["added", "changed", "removed", "failed"] as const;
export const taskChangeReasons = ["incorrect_cron", "cron_never_fires", "bad_name"] as const;

export const taskChange = z.object({
  kind: z.enum(taskChangeKinds),
  path: z.string().meta({ description: "Of the script, relative to the folder" }),
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
}).meta({ id: "FileChange" });
export type FileChange = z.infer<typeof fileChange>;

/** Why something in a repository is left out. */
export const leftOutReasons = ["link", "submodule", "bad_name", "own_name", "too_large"] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export const pullChanges = z.object({
  commit: z.string(),
  counts: pullCounts,
  tasks: z.array(taskChange).meta({ description: "At most 1000" }),
  files: z.array(fileChange).meta({ description: "At most 1000" }),
  leftOut: z.array(z.object({ path: z.string(), reason: z.enum(leftOutReasons) })).meta({
    description: "At most 200",
  }),
}).meta({ id: "PullChanges" });
export type PullChanges = z.infer<typeof pullChanges>;

/**
 * Body of `POST /api/subscriptions/preview`: one of the two; with both, the saved subscription as changed by
 * `input`.
 */
export const previewBody = z.strictObject({ id: id.optional(), input: subscriptionPatch.optional() });
export type PreviewBody = z.infer<typeof previewBody>;

/** Body of `approve` and `reject`; when given, the decision applies only to what that run pulled. */
export const decisionBody = z.strictObject({ runId: id }).optional();

/** Response of `POST preview`. */
export const previewStarted = z.object({ runId: id }).meta({ id: "PreviewStarted" });

/**
 * Response of `GET /api/subscriptions/{id}/preview` and `GET /api/subscriptions/previews/{id}`, which takes the run's id.
 */
export const preview = z.object({
  runId: id,
  state: z.enum(runStates).meta({ description: "Of its run; `changes` is there once it succeeded" }),
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

const laidOutSide = z.object({
  size: z.int().nullable().meta({ description: "Bytes; null for what cannot be read" }),
  format: z.enum(["text", "binary", "too_large", "no_file"]).meta({
    description: "`no_file`: there is something else, such as a folder or a link",
  }),
  content: z.string().nullable().meta({ description: "Only of a text of at most 1 MiB" }),
}).nullable();
export type LaidOutSide = NonNullable<z.infer<typeof laidOutSide>>;

/** Response of `GET /api/subscriptions/{id}/waiting/file` and `GET /api/subscriptions/previews/{id}/file`. */
export const laidOutFile = z.object({
  runId: id.meta({ description: "The pull that fetched it" }),
  path: z.string(),
  before: laidOutSide.meta({ description: "What is in place now; null for a file that comes" }),
  after: laidOutSide.meta({ description: "What would be; null for a file that goes" }),
}).meta({ id: "LaidOutFile" });
export type LaidOutFile = z.infer<typeof laidOutFile>;

/** Response of `GET /api/subscriptions/{id}/host-key`. */
export const hostKeys = z.object({
  host: z.string(),
  keys: z.array(z.object({ type: z.string(), fingerprint: z.string() })),
}).meta({ id: "HostKeys" });
export type HostKeys = z.infer<typeof hostKeys>;
