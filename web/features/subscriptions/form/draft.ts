// What is being typed into the form, and the way between it and a subscription of the API.

import {
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
import { type SecretAction, sentSecret, storedSecret } from "../../../ui/inputs/secret_action.ts";

export interface Draft {
  url: string;
  type: SubscriptionType;
  /** Empty: as the folder. */
  name: string;
  branch: string;
  pullMethod: PullMethod;
  privateKey: SecretAction;
  /** Of the key beside it, where that is locked. */
  passphrase: string;
  username: string;
  password: SecretAction;
  kind: SubscriptionSchedule["kind"];
  rules: readonly string[];
  every: number | null;
  unit: IntervalUnit;
  /** Empty: the panel's. */
  timeZone: string;
  whitelist: string;
  blacklist: string;
  dependencyWords: string;
  extensions: string;
  before: string;
  after: string;
  proxy: string;
  autoAdd: boolean;
  autoDelete: boolean;
  onChange: OnChangeRule;
  review: ReviewRule;
  pinnedCommit: string;
  /** Empty: as it follows from the address. */
  alias: string;
  enabled: boolean;
}

export const emptyDraft: Draft = {
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
  autoDelete: true,
  onChange: "keep",
  review: "automatic",
  pinnedCommit: "",
  alias: "",
  enabled: true,
};

/** Makes the draft of a subscription that is there. */
export function draftOf(subscription: Subscription): Draft {
  const { schedule } = subscription;
  return {
    ...pickText(subscription),
    type: subscription.type,
    pullMethod: subscription.pullMethod ?? emptyDraft.pullMethod,
    privateKey: storedSecret,
    passphrase: "",
    password: storedSecret,
    kind: schedule.kind,
    rules: schedule.kind === "cron" ? schedule.rules : emptyDraft.rules,
    every: schedule.kind === "interval" ? schedule.every : emptyDraft.every,
    unit: schedule.kind === "interval" ? schedule.unit : emptyDraft.unit,
    timeZone: subscription.timeZone ?? "",
    before: subscription.before ?? "",
    after: subscription.after ?? "",
    pinnedCommit: subscription.pinnedCommit ?? "",
    autoAdd: subscription.autoAdd,
    autoDelete: subscription.autoDelete,
    onChange: subscription.onChange,
    review: subscription.review,
    enabled: subscription.enabled,
  };
}

function pickText(one: Subscription) {
  const { url, name, branch, username, whitelist, blacklist, dependencyWords, extensions, proxy, alias } =
    one;
  return { url, name, branch, username, whitelist, blacklist, dependencyWords, extensions, proxy, alias };
}

/** Gives the name of the folder that follows from the address; empty while there is none. */
export function proposedAlias({ url, branch, type }: Pick<Draft, "url" | "branch" | "type">): string {
  return readSubscriptionAddress(url) === null
    ? ""
    : subscriptionAlias(url, { branch, isFile: type === "file" });
}

/** Makes what is sent from a draft; what does not go with its type is left empty. */
export function inputOf(draft: Draft): SubscriptionInput {
  const repository = draft.type !== "file";
  const alias = draft.alias.trim() || proposedAlias(draft);
  return {
    name: draft.name.trim() || alias,
    type: draft.type,
    url: draft.url.trim(),
    branch: repository ? draft.branch.trim() : "",
    ...loginOf(draft),
    schedule: scheduleOf(draft),
    timeZone: draft.timeZone || null,
    whitelist: repository ? draft.whitelist.trim() : "",
    blacklist: repository ? draft.blacklist.trim() : "",
    dependencyWords: repository ? draft.dependencyWords.trim() : "",
    extensions: repository ? draft.extensions.trim() : "",
    before: draft.before.trim() || null,
    after: draft.after.trim() || null,
    proxy: draft.proxy.trim(),
    autoAdd: draft.autoAdd,
    autoDelete: draft.autoDelete,
    onChange: draft.onChange,
    review: draft.review === "pinned" && !repository ? "ask" : draft.review,
    pinnedCommit: draft.review === "pinned" && repository ? draft.pinnedCommit.trim() || null : null,
    alias,
    enabled: draft.enabled,
  };
}

/** Gives what differs: what somebody else has changed in the other fields meanwhile is then left alone. */
export function changesBetween(before: Draft, after: Draft): SubscriptionPatch {
  const [old, now] = [inputOf(before), inputOf(after)];
  return Object.fromEntries(
    Object.entries(now).filter(([field, value]) =>
      JSON.stringify(value) !== JSON.stringify(old[field as keyof SubscriptionInput]) // the same function made both
    ),
  );
}

/** Tells whether something was typed that is not saved. */
export function isChanged(before: Draft, after: Draft): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

function loginOf(
  draft: Draft,
): Pick<SubscriptionInput, "pullMethod" | "username" | "password" | "privateKey" | "passphrase"> {
  const pullMethod = draft.type === "private_repository" ? draft.pullMethod : null;
  const password = sentSecret(draft.password);
  const privateKey = sentSecret(draft.privateKey);
  // A file may need a password as well, though it has no choice of how to log in.
  const withKey = privateKey !== undefined && pullMethod === "ssh_key";
  const withPassword = pullMethod === "password" || draft.type === "file";
  return {
    pullMethod,
    username: withPassword ? draft.username.trim() : "",
    ...(password !== undefined && withPassword && { password }),
    ...(withKey && { privateKey }),
    ...(withKey && privateKey !== null && draft.passphrase !== "" && { passphrase: draft.passphrase }),
  };
}

function scheduleOf({ kind, rules, every, unit }: Draft): SubscriptionSchedule {
  if (kind === "manual") return { kind };
  if (kind === "interval") return { kind, every: every ?? 0, unit };
  return { kind, rules: rules.map((rule) => rule.trim()).filter((rule) => rule !== "") };
}
