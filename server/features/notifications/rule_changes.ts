import type { AuditedChange } from "../../contract/changes.ts";
import { type NotificationRule, notificationRule, type StoredRule } from "../../contract/notifications.ts";
import { diffFields, type FieldReaders } from "../../platform/diff_fields.ts";

const fields = Object.keys(notificationRule.shape).filter((name) =>
  name !== "id"
) as (keyof NotificationRule)[];
const readers: FieldReaders<NotificationRule> = Object.fromEntries(
  fields.map((field) => [field, (rule) => rule[field]]),
);

/** Returns what replacing the rules changes: the fields of each, and which rules are new or gone. */
export function ruleChanges(before: readonly StoredRule[], after: readonly StoredRule[]): AuditedChange[] {
  const known = new Map(before.map((rule) => [rule.id, rule]));
  const remaining = new Set(after.map(({ id }) => id));
  const exists = (name: string, from: boolean) =>
    ({ kind: "notificationRule", name, field: "exists", from, to: !from }) as const;
  return [
    ...after.flatMap((rule): AuditedChange[] => {
      const old = known.get(rule.id);
      const of = { kind: "notificationRule", name: rule.name } as const;
      return old ? diffFields(readers, old, rule).map((change) => ({ ...of, ...change })) : [
        exists(rule.name, false),
      ];
    }),
    ...before.filter(({ id }) => !remaining.has(id)).map(({ name }) => exists(name, true)),
  ];
}
