// Converts between subscriptions and the shape that clients of the compatible API know. An update changes only what
// differs from how the subscription was sent to them, so that it destroys nothing the shape cannot express.
import type { Sub, SubInput } from "../../contract/compatible/subscriptions.ts";
import type { Run } from "../../contract/runs.ts";
import type {
  PullMethod,
  Subscription,
  SubscriptionInput,
  SubscriptionPatch,
  SubscriptionSchedule,
  SubscriptionType,
} from "../../contract/subscriptions.ts";
import { MASK } from "../../contract/variables.ts";

const types: Record<Sub["type"], SubscriptionType> = {
  "public-repo": "public_repository",
  "private-repo": "private_repository",
  file: "file",
};
const methods: Record<NonNullable<Sub["pull_type"]>, PullMethod> = {
  "ssh-key": "ssh_key",
  "user-pwd": "password",
};

/** Converts a subscription; `run` is its newest pull, if there is one. */
export function toSub(one: Subscription, run: Run | null): Sub {
  const { schedule, activeRun } = one;
  const isActive = activeRun !== null && run?.id === activeRun.id;
  return {
    id: one.id,
    name: one.name,
    type: keyOf(types, one.type),
    url: one.url,
    branch: one.branch,
    alias: one.alias,
    schedule_type: schedule.kind === "interval" ? "interval" : "crontab",
    schedule: schedule.kind === "cron" ? schedule.rules[0] ?? "" : schedule.kind === "manual" ? "" : null,
    interval_schedule: schedule.kind === "interval" ? { type: schedule.unit, value: schedule.every } : null,
    whitelist: one.whitelist,
    blacklist: one.blacklist,
    dependences: one.dependencyWords,
    extensions: one.extensions,
    sub_before: one.before ?? "",
    sub_after: one.after ?? "",
    proxy: one.proxy,
    pull_type: one.pullMethod === null ? null : keyOf(methods, one.pullMethod),
    pull_option: pullOption(one),
    autoAddCron: one.autoAdd ? 1 : 0,
    autoDelCron: one.autoDelete ? 1 : 0,
    status: { running: 0, idle: 1, disabled: 1, queued: 3 }[one.status],
    is_disabled: one.enabled ? 0 : 1,
    pid: isActive ? run?.pid ?? null : null,
    log_path: run?.logPath ?? "",
    createdAt: one.createdAt,
    updatedAt: one.updatedAt,
  };
}

/** Returns the newest pull of a subscription by its ID, or null. */
export function newestPullOf({ activeRun, lastRun }: Subscription): number | null {
  return activeRun?.id ?? lastRun?.id ?? null;
}

function pullOption({ pullMethod, username, passwordSet, privateKeySet }: Subscription): Sub["pull_option"] {
  if (pullMethod === null) return null;
  return pullMethod === "ssh_key"
    ? { private_key: privateKeySet ? MASK : "" }
    : { username, password: passwordSet ? MASK : "" };
}

// Every value of these records is one of the type.
function keyOf<K extends string, V>(record: Record<K, V>, value: V): K {
  return (Object.keys(record) as K[]).find((key) => record[key] === value)!;
}

export function toSubscriptionInput(input: SubInput): SubscriptionInput {
  return {
    ...secretsOf(input),
    name: input.name?.trim() || input.alias,
    type: types[input.type],
    url: input.url,
    branch: input.branch ?? "",
    alias: input.alias,
    schedule: toSchedule(input),
    whitelist: input.whitelist ?? "",
    blacklist: input.blacklist ?? "",
    dependencyWords: input.dependences ?? "",
    extensions: input.extensions ?? "",
    before: input.sub_before || null,
    after: input.sub_after || null,
    proxy: input.proxy ?? "",
    pullMethod: input.type === "private-repo" ? methods[input.pull_type ?? "ssh-key"] : null,
    username: input.pull_option?.username ?? "",
    autoAdd: isOn(input.autoAddCron),
    autoDelete: isOn(input.autoDelCron),
  };
}

export function toSubscriptionPatch(update: SubInput, before: Subscription): SubscriptionPatch {
  const current = toSub(before, null);
  const wanted = toSubscriptionInput(update);
  const patch: Record<string, unknown> = secretsOf(update);
  for (const [field, oldName] of fields) {
    const sent = update[oldName];
    if (sent === undefined) continue;
    const isSame = oldName === "autoAddCron" || oldName === "autoDelCron"
      ? isOn(sent as SubInput["autoAddCron"]) === (current[oldName] === 1) // its type in the input
      : (sent ?? "") === (current[oldName] ?? "");
    if (!isSame) patch[field] = wanted[field];
  }
  if (hasOtherSchedule(update, current)) patch.schedule = wanted.schedule;
  if (wanted.pullMethod !== before.pullMethod && update.pull_type !== undefined) {
    patch.pullMethod = wanted.pullMethod;
  }
  const { username } = update.pull_option ?? {};
  if (username != null && username !== before.username) patch.username = username;
  return patch as SubscriptionPatch; // values of the input under its own names
}

/** Fields that are converted one by one: the name here, and in the old shape. */
const fields = [
  ["name", "name"],
  ["type", "type"],
  ["url", "url"],
  ["branch", "branch"],
  ["alias", "alias"],
  ["whitelist", "whitelist"],
  ["blacklist", "blacklist"],
  ["dependencyWords", "dependences"],
  ["extensions", "extensions"],
  ["before", "sub_before"],
  ["after", "sub_after"],
  ["proxy", "proxy"],
  ["autoAdd", "autoAddCron"],
  ["autoDelete", "autoDelCron"],
] as const satisfies [keyof SubscriptionInput, keyof SubInput & keyof Sub][];

function hasOtherSchedule(update: SubInput, current: Sub): boolean {
  const { schedule_type: type, schedule, interval_schedule: interval } = update;
  if (type != null && type !== current.schedule_type) return true;
  if (current.schedule_type === "crontab") {
    return schedule !== undefined && (schedule ?? "") !== current.schedule;
  }
  const { type: unit, value } = current.interval_schedule ?? {};
  return interval != null && (interval.type !== unit || interval.value !== value);
}

function toSchedule(
  { schedule_type: type, schedule, interval_schedule: interval }: SubInput,
): SubscriptionSchedule {
  if (type === "interval" && interval) {
    return { kind: "interval", every: interval.value, unit: interval.type };
  }
  return schedule?.trim() ? { kind: "cron", rules: [schedule.trim()] } : { kind: "manual" };
}

// A masked secret that is sent back keeps its value.
function secretsOf({ pull_option: option }: SubInput): Pick<SubscriptionPatch, "privateKey" | "password"> {
  const isNew = (text: string | null | undefined): text is string => Boolean(text) && text !== MASK;
  return {
    ...(isNew(option?.private_key) && { privateKey: option.private_key }),
    ...(isNew(option?.password) && { password: option.password }),
  };
}

// Null means the default, which is on.
function isOn(flag: SubInput["autoAddCron"]): boolean {
  return flag == null || Boolean(flag);
}

const oldNames: Record<string, string> = {
  ...Object.fromEntries(fields),
  pullMethod: "pull_type",
  username: "pull_option.username",
  password: "pull_option.password",
  privateKey: "pull_option.private_key",
};

/** Returns the name of a subscription's field in a request of such a client. */
export function oldSubNameOf(path: string): string {
  if (!path.startsWith("schedule")) return oldNames[path] ?? path;
  return /every|unit/.test(path) ? "interval_schedule" : "schedule";
}
