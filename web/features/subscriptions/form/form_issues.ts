import { isAlias, readSubscriptionAddress } from "../../../../server/contract/subscription_address.ts";
import type { Translate } from "../../../messages/create_messages.ts";
import type { Draft } from "./draft.ts";
import { subscriptionLimits } from "../../../../server/contract/limits/subscriptions.ts";

/** Fields of the API that the form shows faults at. */
const basicFields = [
  ...["url", "type", "name", "branch", "pullMethod", "username", "password"],
  ...["privateKey", "passphrase"],
];
export const advancedFields: readonly string[] = [
  "whitelist",
  "blacklist",
  "dependencyWords",
  "extensions",
  "alias",
  "autoAdd",
  "autoDelete",
  "onChange",
  "review",
  "pinnedCommit",
  "before",
  "after",
  "proxy",
  "timeZone",
];
export const formFields: readonly string[] = [...basicFields, ...advancedFields, "schedule", "enabled"];

/** Says what must be put right before it is worth asking the panel, by field. */
export function issuesOf(draft: Draft, t: Translate): Record<string, string> {
  return { ...sourceIssues(draft, t), ...scheduleIssues(draft, t) };
}

/** Says what must be put right before it is worth previewing: whatever has to do with when does not matter then. */
export function sourceIssues(draft: Draft, t: Translate): Record<string, string> {
  const { url, type, alias, review, pinnedCommit } = draft;
  const address = readSubscriptionAddress(url);
  const file = type === "file";
  const wrong = !address || (file && address.protocol === "ssh");
  const commit = /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(pinnedCommit.trim());
  return {
    ...(wrong && { url: t(file ? "subscriptions.addressWrongFile" : "subscriptions.addressWrong") }),
    ...(url.trim() === "" && { url: t("form.required", { label: t("subscriptions.address") }) }),
    ...(alias.trim() !== "" && !isAlias(alias.trim()) && { alias: t("subscriptions.aliasWrong") }),
    ...(alias.trim().length > subscriptionLimits.alias &&
      { alias: t("fields.tooLong", { label: t("subscriptions.alias"), max: subscriptionLimits.alias }) }),
    ...(review === "pinned" && !file && !commit && { pinnedCommit: t("subscriptions.pinnedCommitWrong") }),
  };
}

function scheduleIssues({ kind, rules, every }: Draft, t: Translate): Record<string, string> {
  if (kind === "cron" && rules.every((rule) => rule.trim() === "")) {
    return { schedule: t("form.required", { label: t("task.cronRule") }) };
  }
  if (kind === "interval" && (every === null || every < 1 || every > subscriptionLimits.every)) {
    return {
      schedule: t("form.range", {
        label: t("subscriptions.scheduleInterval"),
        min: 1,
        max: subscriptionLimits.every,
      }),
    };
  }
  return {};
}
