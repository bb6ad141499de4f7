import type { AuditedChange } from "../../contract/changes.ts";
import type { SubscriptionPatch } from "../../contract/subscriptions.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import { diffFields, diffMasked } from "../../platform/diff_fields.ts";
import { readSchedule } from "./plan_source.ts";

type Row = Omit<SubscriptionRow, "id">;

const secrets = ["password", "privateKey", "proxy"] as const;
type Secret = (typeof secrets)[number];

const secretColumns = {
  password: (row) => row.password_sealed,
  privateKey: (row) => row.private_key_sealed,
  proxy: (row) => row.proxy_sealed,
} satisfies Record<Secret, (row: Row) => string | null>;

const readers = {
  name: (row) => row.name,
  type: (row) => row.type,
  url: (row) => row.url,
  branch: (row) => row.branch,
  pullMethod: (row) => row.pull_method,
  username: (row) => row.username,
  schedule: (row) => readSchedule(row),
  timeZone: (row) => row.time_zone,
  whitelist: (row) => row.whitelist,
  blacklist: (row) => row.blacklist,
  dependencyWords: (row) => row.dependency_words,
  extensions: (row) => row.extensions,
  before: (row) => row.before_command,
  after: (row) => row.after_command,
  autoAdd: (row) => row.auto_add === 1,
  requireHeader: (row) => row.require_header === 1,
  autoDelete: (row) => row.auto_delete === 1,
  onChange: (row) => row.on_change,
  ownPython: (row) => row.own_python === 1,
  applyFolder: (row) => row.apply_folder,
  review: (row) => row.review,
  pinnedCommit: (row) => row.pinned_commit,
  alias: (row) => row.alias,
  enabled: (row) => row.enabled === 1,
} satisfies {
  [Field in Exclude<keyof SubscriptionPatch, Secret | "passphrase">]-?: (row: Row) => unknown;
};

/** Returns the fields that differ between two states of a subscription, without the values of secrets. */
export function subscriptionChanges(before: Row, after: Row): AuditedChange[] {
  const of = { kind: "subscription", name: after.name } as const;
  return [...diffFields(readers, before, after), ...diffMasked(secretColumns, before, after)]
    .map((change) => ({ ...of, ...change }));
}
