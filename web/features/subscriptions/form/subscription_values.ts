// The values of the form, their conversion to and from the API, and checks that need no server.

import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";
import {
  isAlias,
  readSubscriptionAddress,
  subscriptionAlias,
} from "../../../../server/contract/subscription_address.ts";
import type {
  IntervalUnit,
  OnChangeRule,
  PullMethod,
  ReviewRule,
  Subscription,
  SubscriptionInput,
  SubscriptionPatch,
  SubscriptionSchedule,
  SubscriptionType,
} from "../../../../server/contract/subscriptions.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import { numberMessage } from "../../../ui/form/field_message.ts";
import { type SecretAction, sentSecret, storedSecret } from "../../../ui/inputs/secret_action.ts";

export interface SubscriptionValues {
  url: string;
  type: SubscriptionType;
  /** Empty for the name of the folder. */
  name: string;
  branch: string;
  pullMethod: PullMethod;
  privateKey: SecretAction;
  /** Passphrase of the private key, if it has one. */
  passphrase: string;
  username: string;
  password: SecretAction;
  kind: SubscriptionSchedule["kind"];
  rules: readonly string[];
  every: number | null;
  unit: IntervalUnit;
  /** Empty for the server's. */
  timeZone: string;
  whitelist: string;
  blacklist: string;
  dependencyWords: string;
  extensions: string;
  before: string;
  after: string;
  proxy: string;
  autoAdd: boolean;
  requireHeader: boolean;
  autoDelete: boolean;
  onChange: OnChangeRule;
  ownPython: boolean;
  /** Empty for none. */
  applyFolder: string;
  review: ReviewRule;
  pinnedCommit: string;
  /** Empty to derive it from the address. */
  alias: string;
  enabled: boolean;
}

export const emptyValues: SubscriptionValues = {
  url: "",
  type: "public_repository",
  name: "",
  branch: "",
  pullMethod: "ssh_key",
  privateKey: storedSecret,
  passphrase: "",
  username: "",
  password: storedSecret,
  kind: "cron",
  rules: ["0 4 * * *"],
  every: 6,
  unit: "hours",
  timeZone: "",
  whitelist: "",
  blacklist: "",
  dependencyWords: "",
  extensions: "",
  before: "",
  after: "",
  proxy: "",
  autoAdd: true,
  requireHeader: false,
  autoDelete: true,
  onChange: "keep",
  ownPython: false,
  applyFolder: "",
  review: "automatic",
  pinnedCommit: "",
  alias: "",
  enabled: true,
};

export function valuesOf(subscription: Subscription): SubscriptionValues {
  const { schedule } = subscription;
  return {
    ...pickText(subscription),
    type: subscription.type,
    pullMethod: subscription.pullMethod ?? emptyValues.pullMethod,
    privateKey: storedSecret,
    passphrase: "",
    password: storedSecret,
    kind: schedule.kind,
    rules: schedule.kind === "cron" ? schedule.rules : emptyValues.rules,
    every: schedule.kind === "interval" ? schedule.every : emptyValues.every,
    unit: schedule.kind === "interval" ? schedule.unit : emptyValues.unit,
    timeZone: subscription.timeZone ?? "",
    before: subscription.before ?? "",
    after: subscription.after ?? "",
    pinnedCommit: subscription.pinnedCommit ?? "",
    autoAdd: subscription.autoAdd,
    requireHeader: subscription.requireHeader,
    autoDelete: subscription.autoDelete,
    onChange: subscription.onChange,
    ownPython: subscription.ownPython,
    applyFolder: subscription.applyFolder ?? "",
    review: subscription.review,
    enabled: subscription.enabled,
  };
}

function pickText(one: Subscription) {
  const { url, name, branch, username, whitelist, blacklist, dependencyWords, extensions, proxy, alias } =
    one;
  return { url, name, branch, username, whitelist, blacklist, dependencyWords, extensions, proxy, alias };
}

/** Returns the folder name derived from the address; empty without a valid address. */
export function proposedAlias(
  { url, branch, type }: Pick<SubscriptionValues, "url" | "branch" | "type">,
): string {
  return readSubscriptionAddress(url) === null
    ? ""
    : subscriptionAlias(url, { branch, isFile: type === "file" });
}

/** Converts the values to the input of the API; fields that do not apply to the type are empty. */
export function inputOf(values: SubscriptionValues): SubscriptionInput {
  const repository = values.type !== "file";
  const alias = values.alias.trim() || proposedAlias(values);
  return {
    name: values.name.trim() || alias,
    type: values.type,
    url: values.url.trim(),
    branch: repository ? values.branch.trim() : "",
    ...loginOf(values),
    schedule: scheduleOf(values),
    timeZone: values.timeZone || null,
    whitelist: repository ? values.whitelist.trim() : "",
    blacklist: repository ? values.blacklist.trim() : "",
    dependencyWords: repository ? values.dependencyWords.trim() : "",
    extensions: repository ? values.extensions.trim() : "",
    before: values.before.trim() || null,
    after: values.after.trim() || null,
    proxy: values.proxy.trim(),
    autoAdd: values.autoAdd,
    requireHeader: values.requireHeader,
    autoDelete: values.autoDelete,
    onChange: values.onChange,
    ownPython: values.ownPython,
    applyFolder: repository ? values.applyFolder.trim() || null : null,
    review: values.review === "pinned" && !repository ? "ask" : values.review,
    pinnedCommit: values.review === "pinned" && repository ? values.pinnedCommit.trim() || null : null,
    alias,
    enabled: values.enabled,
  };
}

/** Returns the fields that differ, so that concurrent changes to other fields are preserved. */
export function changesBetween(before: SubscriptionValues, after: SubscriptionValues): SubscriptionPatch {
  const [old, now] = [inputOf(before), inputOf(after)];
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) =>
      JSON.stringify(value) !== JSON.stringify(old[field as keyof SubscriptionInput]) // both are results of the same function
    ),
  );
}

function loginOf(
  values: SubscriptionValues,
): Pick<SubscriptionInput, "pullMethod" | "username" | "password" | "privateKey" | "passphrase"> {
  const pullMethod = values.type === "private_repository" ? values.pullMethod : null;
  const password = sentSecret(values.password);
  const privateKey = sentSecret(values.privateKey);
  // A file may need a password too, although its login method cannot be selected.
  const withKey = privateKey !== undefined && pullMethod === "ssh_key";
  const withPassword = pullMethod === "password" || values.type === "file";
  return {
    pullMethod,
    username: withPassword ? values.username.trim() : "",
    ...(password !== undefined && withPassword && { password }),
    ...(withKey && { privateKey }),
    ...(withKey && privateKey !== null && values.passphrase !== "" && { passphrase: values.passphrase }),
  };
}

function scheduleOf({ kind, rules, every, unit }: SubscriptionValues): SubscriptionSchedule {
  if (kind === "manual") return { kind };
  if (kind === "interval") return { kind, every: every ?? 0, unit };
  return { kind, rules: rules.map((rule) => rule.trim()).filter((rule) => rule !== "") };
}

/** Returns the messages of invalid fields. */
export function checkValues(values: SubscriptionValues, t: Translate): Record<string, string> {
  return { ...checkSource(values, t), ...checkSchedule(values, t) };
}

/** Returns the messages of fields that a preview needs; the schedule does not matter to it. */
export function checkSource(values: SubscriptionValues, t: Translate): Record<string, string> {
  const { url, type, alias, review, pinnedCommit } = values;
  const address = readSubscriptionAddress(url);
  const file = type === "file";
  const wrong = !address || (file && address.protocol === "ssh");
  const commit = /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(pinnedCommit.trim());
  return {
    ...(wrong && { url: t(file ? "subscriptions.addressWrongFile" : "subscriptions.addressWrong") }),
    ...(url.trim() === "" && { url: t("ui.required", { label: t("subscriptions.address") }) }),
    ...(alias.trim() !== "" && !isAlias(alias.trim()) && { alias: t("subscriptions.aliasWrong") }),
    ...(alias.trim().length > subscriptionLimits.alias &&
      { alias: t("controls.tooLong", { label: t("subscriptions.alias"), max: subscriptionLimits.alias }) }),
    ...(review === "pinned" && !file && !commit && { pinnedCommit: t("subscriptions.pinnedCommitWrong") }),
  };
}

function checkSchedule({ kind, rules, every }: SubscriptionValues, t: Translate): Record<string, string> {
  if (kind === "cron" && rules.every((rule) => rule.trim() === "")) {
    return { rules: t("ui.required", { label: t("task.cronRule") }) };
  }
  const field = { label: t("subscriptions.scheduleInterval"), min: 1, max: subscriptionLimits.every };
  const wrong = kind === "interval" ? numberMessage(every, field, t) : undefined;
  return wrong === undefined ? {} : { every: wrong };
}
