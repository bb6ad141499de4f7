import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import { templateFields } from "../../contract/notification_events.ts";
import { notificationLimits } from "../../contract/limits/notifications.ts";
import type { NotificationRule, RulesBody, StoredRule } from "../../contract/notifications.ts";
import type { Base } from "../../engine/base.ts";
import { noteChanges } from "../../engine/change_scope.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { carriesLog } from "./log_access.ts";
import { ruleChanges } from "./rule_changes.ts";
import { countRulesChange, ruleJson, rulesVersion, toRule } from "./rule_rows.ts";
import * as store from "./store.ts";
import { unknownFields } from "./template.ts";

/** Manages the rules that decide which events notify which channels. */
export class Rules {
  constructor(private readonly options: Pick<Base, "db" | "clock" | "bus">) {}

  /** Returns the same service over another database, such as one that joins a transaction. */
  with(parts: Partial<Pick<Base, "db" | "bus">>): Rules {
    return new Rules({ ...this.options, ...parts });
  }

  async list(): Promise<StoredRule[]> {
    return await readRules(this.options.db);
  }

  async read(): Promise<{ rules: StoredRule[]; version: number }> {
    return await this.options.db.transaction().execute(async (tx) => ({
      rules: await readRules(tx),
      version: await rulesVersion(tx),
    }));
  }

  /**
   * Replaces all rules. Throws `validation_failed`, `stale_version` if `ifMatch` is another version, and `scope_missing`
   * for a changed rule whose messages contain what the caller may not read.
   */
  async replace(
    { rules }: Parsed<RulesBody>,
    { ifMatch = null, readsLogs }: { ifMatch?: number | null; readsLogs: boolean },
  ) {
    const { db, clock } = this.options;
    const before = await db.transaction().execute(async (tx) => {
      if (ifMatch !== null && ifMatch !== await rulesVersion(tx)) throw new AppError("stale_version");
      const stored = await store.listRules(tx);
      const known = new Set(stored.map(({ id }) => id));
      const channels = new Set((await store.listChannels(tx, null)).map(({ id }) => id));
      const issues = rules.flatMap((rule, index) => issuesOf(rule, { known, channels }, `rules.${index}`));
      const ids = rules.flatMap(({ id }) => id ?? []);
      const isTwice = new Set(ids).size < ids.length;
      refuseIf([...issues, ...(isTwice ? [{ path: "rules", code: "order_incomplete" as const }] : [])]);
      if (!readsLogs) refuseLogRules(rules, stored);
      await store.removeRules(tx, [...known].filter((id) => !ids.includes(id)));
      for (const [position, rule] of rules.entries()) {
        const rule_json = ruleJson({ ...rule, name: rule.name.trim() });
        if (rule.id === undefined) await store.insertRule(tx, position, rule_json);
        else await store.updateRule(tx, rule.id, { position, rule_json });
      }
      await countRulesChange(tx, clock.now());
      return stored.map(toRule).filter((rule) => rule !== null);
    });
    const after = await this.read();
    noteChanges(ruleChanges(before, after.rules));
    this.#publish(after.version);
    return after;
  }

  /** Appends a rule and returns its id. Throws `validation_failed`. */
  async create(rule: NotificationRule): Promise<number> {
    return await this.#change(async (tx) => {
      const stored = await store.listRules(tx);
      if (stored.length >= notificationLimits.rules) {
        refuseIf([{ path: "name", code: "too_many", params: { max: notificationLimits.rules } }]);
      }
      await refuseRule(tx, rule);
      const position = (stored.at(-1)?.position ?? -1) + 1;
      const id = await store.insertRule(tx, position, ruleJson({ ...rule, name: rule.name.trim() }));
      noteChanges(ruleChanges([], [{ ...rule, id }]));
      return id;
    });
  }

  /** Updates the fields of a rule that were sent. Throws `not_found` and `validation_failed`. */
  async update(id: number, patch: Partial<NotificationRule>): Promise<void> {
    await this.#change(async (tx) => {
      const before = (await readRules(tx)).find((one) => one.id === id);
      if (!before) throw new AppError("not_found");
      const rule = { ...before, ...patch, id };
      await refuseRule(tx, { ...rule, id: undefined });
      await store.updateRule(tx, id, { rule_json: ruleJson({ ...rule, name: rule.name.trim() }) });
      noteChanges(ruleChanges([before], [rule]));
    });
  }

  /** Deletes a rule. Throws `not_found`. */
  async remove(id: number): Promise<void> {
    await this.#change(async (tx) => {
      const rule = (await readRules(tx)).find((one) => one.id === id);
      if (!rule) throw new AppError("not_found");
      await store.removeRules(tx, [id]);
      noteChanges(ruleChanges([rule], []));
    });
  }

  /** Sets the order of the rules; those that are not named come last. */
  async order(ids: readonly number[]): Promise<void> {
    await this.#change(async (tx) => {
      const stored = (await store.listRules(tx)).map(({ id }) => id);
      for (const [position, id] of [...new Set([...ids, ...stored])].entries()) {
        await store.updateRule(tx, id, { position });
      }
    });
  }

  async #change<T>(action: (tx: Tx) => Promise<T>): Promise<T> {
    const { db, clock } = this.options;
    const [result, version] = await db.transaction().execute(async (tx) => {
      const result = await action(tx);
      await countRulesChange(tx, clock.now());
      return [result, await rulesVersion(tx)] as const;
    });
    this.#publish(version);
    return result;
  }

  #publish(version: number): void {
    const { bus, clock } = this.options;
    const at = isoTime(clock.now());
    bus.publish({ topic: "notifications", type: "rules:changed", id: 0, version, at });
  }
}

async function refuseRule(tx: Tx, rule: NotificationRule): Promise<void> {
  const channels = new Set((await store.listChannels(tx, null)).map(({ id }) => id));
  const issues = issuesOf(rule, { known: new Set(), channels }, "");
  refuseIf(issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })));
}

/** Throws `scope_missing` if a rule that carries log text is new or was changed. */
function refuseLogRules(
  rules: readonly NotificationRule[],
  stored: readonly { id: number; rule_json: string }[],
): void {
  const before = new Map(stored.map((row) => [row.id, toRule(row)]));
  const isAsBefore = (rule: NotificationRule) => {
    const known = before.get(rule.id ?? 0);
    return known != null && ruleJson({ ...rule, name: rule.name.trim() }) === ruleJson(known);
  };
  if (rules.some((rule) => carriesLog(rule) && !isAsBefore(rule))) {
    throw new AppError("scope_missing", { scope: "logs:read" });
  }
}

async function readRules(db: Database | Tx): Promise<StoredRule[]> {
  return (await store.listRules(db)).map(toRule).filter((rule) => rule !== null);
}

interface Known {
  known: ReadonlySet<number>;
  channels: ReadonlySet<number>;
}

function issuesOf(rule: NotificationRule, { known, channels }: Known, path: string): FieldIssue[] {
  const { id, name, channelIds, quietHours, title, content } = rule;
  return [
    ...(id !== undefined && !known.has(id) ? [{ path: `${path}.id`, code: "unknown_rule" as const }] : []),
    ...(name.trim() === "" ? [{ path: `${path}.name`, code: "required" as const }] : []),
    ...channelIds.flatMap((channelId, index) =>
      channels.has(channelId)
        ? []
        : [{ path: `${path}.channelIds.${index}`, code: "unknown_channel" as const }]
    ),
    ...(quietHours !== null && quietHours.from === quietHours.to
      ? [{ path: `${path}.quietHours.to`, code: "quiet_all_day" as const }]
      : []),
    ...templateIssues(title, `${path}.title`),
    ...templateIssues(content, `${path}.content`),
  ];
}

function templateIssues(template: string | null, path: string): FieldIssue[] {
  const fields = templateFields.map((name) => `{${name}}`).join(" ");
  return unknownFields(template ?? "").map((name) => ({
    path,
    code: "unknown_placeholder" as const,
    params: { name, fields },
  }));
}
