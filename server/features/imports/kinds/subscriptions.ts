import { freeName } from "../../../contract/free_name.ts";
import { subscriptionLimits } from "../../../contract/limits/subscriptions.ts";
import { parse } from "../../../contract/parsed.ts";
import { subscriptionInput } from "../../../contract/subscriptions.ts";
import type { Subscriptions } from "../../subscriptions/service.ts";
import type { ImportedSubscription } from "../import_content.ts";
import { stillHeld } from "../import_marks.ts";
import {
  type ImportContext,
  type KindImporter,
  type Outcome,
  rejectedBy,
  rejectedFor,
  schemaIssues,
} from "./kind_importer.ts";

interface Known {
  id: number;
  url: string;
}

export class SubscriptionImporter implements KindImporter<"subscriptions"> {
  readonly #byAlias = new Map<string, Known>();
  readonly #names = new Set<string>();
  readonly #confirmed = new Map<number, string>();
  #nextId = -1;

  private constructor(
    private readonly context: ImportContext,
    private readonly subscriptions: Subscriptions,
  ) {}

  static async open(context: ImportContext, subscriptions: Subscriptions): Promise<SubscriptionImporter> {
    const importer = new SubscriptionImporter(context, subscriptions);
    const rows = await context.db.selectFrom("subscription").select(["id", "alias", "url", "name"]).execute();
    for (const { id, alias, url, name } of rows) {
      importer.#byAlias.set(alias, { id, url });
      importer.#names.add(name.toLowerCase());
    }
    return importer;
  }

  async take(items: readonly ImportedSubscription[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const item of items) outcomes.push(await this.#takeOne(item));
    return outcomes;
  }

  async end(): Promise<void> {
    const { db, marks } = this.context;
    const held = await stillHeld(db, "subscription", [...this.#confirmed.keys()]);
    if (held.length > 0) {
      await this.subscriptions.action("enable", held, {
        ...{ requester: "person", isAdministrator: true },
      });
    }
    for (const [targetId, key] of this.#confirmed) {
      await marks.put("subscriptions", key, { targetId, held: false });
    }
  }

  async #takeOne(item: ImportedSubscription): Promise<Outcome> {
    const { marks, write, enable, subscriptionIds } = this.context;
    const { key, input: { url, alias = "" } } = item;
    const target = alias;
    const mark = marks.find("subscriptions", key);
    const other = this.#byAlias.get(alias);
    if (mark || other?.url === url) {
      const id = mark?.targetId ?? other?.id ?? 0;
      subscriptionIds.set(key, id);
      if (!mark && write) await marks.put("subscriptions", key, { targetId: id, held: false });
      if (mark?.held && write && enable) this.#confirmed.set(id, key);
      // Waits for the confirmation of this import from now on.
      else if (mark?.held && write) await marks.put("subscriptions", key, mark);
      return { state: "unchanged", target, notes: [] };
    }
    if (other) return { state: "refused", reason: "alias_taken", params: { alias } };
    const notes = [...item.notes ?? []];
    const name = freeName(item.input.name, this.#names, subscriptionLimits.name);
    if (name !== item.input.name) notes.push({ note: "renamed", params: { name } });
    const held = !enable && item.input.enabled !== false;
    const input = { ...item.input, name, ...(held && { enabled: false }) };
    if (input.timeZone === this.context.zone) delete input.timeZone;
    const issues = schemaIssues(subscriptionInput, input);
    if (issues.length > 0) return rejectedFor(issues);
    let id = this.#nextId--;
    try {
      const parsed = parse(subscriptionInput, input);
      if (!write) await this.subscriptions.check(parsed, "person");
      else ({ id } = await this.subscriptions.create(parsed, "person"));
    } catch (error) {
      return rejectedBy(error);
    }
    if (write) await marks.put("subscriptions", key, { targetId: id, held });
    if (write && held) notes.push({ note: "disabled_until_confirmed" });
    subscriptionIds.set(key, id);
    this.#byAlias.set(alias, { id, url });
    this.#names.add(name.toLowerCase());
    return { state: "created", target, notes };
  }
}
