// Dependencies, channels, applications and views: few, and each known by its name.
import { isDeepStrictEqual } from "node:util";
import { applicationInput, maxApplications } from "../../../contract/applications.ts";
import { dependencyInput } from "../../../contract/dependencies.ts";
import { readPackageName } from "../../../contract/dependency_names.ts";
import { freeName } from "../../../contract/free_name.ts";
import { notificationLimits } from "../../../contract/limits/notifications.ts";
import { channelInput } from "../../../contract/notifications.ts";
import { parse } from "../../../contract/parsed.ts";
import { maxViews, type ViewInput, viewInput } from "../../../contract/views.ts";
import type { Applications } from "../../applications/service.ts";
import type { Dependencies } from "../../dependencies/service.ts";
import { nameOf } from "../../dependencies/name_of.ts";
import type { Channels } from "../../notifications/channel_service.ts";
import type { Views } from "../../views/service.ts";
import { sha256 } from "../../../platform/tokens.ts";
import type {
  ImportedApplication,
  ImportedChannel,
  ImportedDependency,
  ImportedView,
  ItemNote,
} from "../import_content.ts";
import { type MarkedKind, stillHeld } from "../import_marks.ts";
import {
  type ImportContext,
  type KindImporter,
  type Outcome,
  rejectedBy,
  rejectedFor,
  schemaIssues,
  subscriptionMissing,
} from "./kind_importer.ts";

type Item = ImportedDependency | ImportedChannel | ImportedApplication | ImportedView;

/** Takes items one by one: finds what exists, checks the others and creates them. */
abstract class OneByOne<One extends Item> {
  protected readonly context: ImportContext;

  constructor(context: ImportContext, private readonly kind: MarkedKind) {
    this.context = context;
  }

  /** Returns the id of what exists under the same name, negative if only this import has accepted it; null for nothing. */
  protected abstract find(item: One): number | null;
  /** Returns the outcome, and how to create what is new. */
  protected abstract check(item: One): { outcome: Outcome; create?(): Promise<number> };
  /** What is created disabled or unfinished. */
  protected readonly held: boolean = false;
  protected confirm(_id: number): Promise<void> {
    return Promise.resolve();
  }

  async take(items: readonly One[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const item of items) outcomes.push(await this.#takeOne(item));
    return outcomes;
  }

  async #takeOne(item: One): Promise<Outcome> {
    const { marks, write, enable } = this.context;
    const mark = marks.find(this.kind, item.key);
    const existing = mark?.targetId ?? this.find(item);
    if (existing !== null) {
      if (write && mark?.held && enable) await this.confirm(existing);
      // What is still held waits for the confirmation of this import from now on.
      const held = mark?.held === true && !enable;
      if (write && existing > 0) await marks.put(this.kind, item.key, { targetId: existing, held });
      return { state: "unchanged", target: item.name, notes: [] };
    }
    try {
      const { outcome, create } = this.check(item);
      if (!create || !write) return outcome;
      await marks.put(this.kind, item.key, { targetId: await create(), held: this.held });
      return outcome;
    } catch (error) {
      return rejectedBy(error);
    }
  }
}

export class DependencyImporter extends OneByOne<ImportedDependency> implements KindImporter<"dependencies"> {
  protected override readonly held: boolean;

  private constructor(
    context: ImportContext,
    private readonly dependencies: Dependencies,
    private readonly known: Map<string, number>,
  ) {
    super(context, "dependencies");
    this.held = !context.enable;
  }

  static async open(context: ImportContext, dependencies: Dependencies): Promise<DependencyImporter> {
    const rows = await context.db.selectFrom("dependency").select(["id", "type", "name"])
      .where("state", "!=", "deleted").execute();
    const known = rows.map((row): [string, number] => [`${row.type} ${nameOf(row).key}`, row.id]);
    return new DependencyImporter(context, dependencies, new Map(known));
  }

  protected find({ input }: ImportedDependency): number | null {
    return this.known.get(`${input.type} ${nameOf(input).key}`) ?? null;
  }

  protected check({ input, notes = [] }: ImportedDependency) {
    const name = readPackageName(input.type, input.name);
    const issues = [
      ...("error" in name ? [{ path: "name", code: name.error, params: { example: "axios" } }] : []),
      ...schemaIssues(dependencyInput, input),
    ];
    if (issues.length > 0 || "error" in name) return { outcome: rejectedFor(issues) };
    this.known.set(`${input.type} ${name.key}`, -1);
    const later: ItemNote[] = this.context.enable ? [] : [{ note: "install_later" }];
    const outcome: Outcome = { state: "created", target: input.type, notes: [...notes, ...later] };
    const create = async () => {
      const [id = 0] = await this.dependencies.add([parse(dependencyInput, input)]);
      if (this.context.enable) await this.confirm(id);
      return id;
    };
    return { outcome, create };
  }

  protected override async confirm(id: number): Promise<void> {
    const { state } = await this.dependencies.get(id);
    if (state === "cancelled") await this.dependencies.reinstall([id], "person");
  }
}

export class ChannelImporter extends OneByOne<ImportedChannel> implements KindImporter<"channels"> {
  protected override readonly held: boolean;

  private constructor(
    context: ImportContext,
    private readonly channels: Channels,
    private readonly known: Map<string, { id: number; type: string }>,
  ) {
    super(context, "channels");
    this.held = !context.enable;
  }

  protected override async confirm(id: number): Promise<void> {
    const [held] = await stillHeld(this.context.db, "channel", [id]);
    if (held !== undefined) await this.channels.enable(held);
  }

  static async open(context: ImportContext, channels: Channels): Promise<ChannelImporter> {
    const rows = await context.db.selectFrom("channel").select(["id", "type", "name"])
      .where("account_id", "is", null).execute();
    return new ChannelImporter(
      context,
      channels,
      new Map(rows.map(({ id, type, name }) => [name.toLowerCase(), { id, type }])),
    );
  }

  protected find({ input }: ImportedChannel): number | null {
    const known = this.known.get(input.name.toLowerCase());
    return known?.type === input.type ? known.id : null;
  }

  protected check({ input, notes = [] }: ImportedChannel) {
    const { language, enable } = this.context;
    const issues = schemaIssues(channelInput, input);
    if (issues.length > 0) return { outcome: rejectedFor(issues) };
    this.channels.check(parse(channelInput, input), language);
    const name = freeName(input.name, new Set(this.known.keys()), notificationLimits.channelName);
    this.known.set(name.toLowerCase(), { id: -1, type: input.type });
    const renamed: ItemNote[] = name === input.name ? [] : [{ note: "renamed", params: { name } }];
    const outcome: Outcome = {
      state: "created",
      target: input.type,
      notes: [...notes, ...renamed, ...untilConfirmed(enable)],
    };
    const create = async () =>
      (await this.channels.create(
        parse(channelInput, { ...input, name, ...!enable && { enabled: false } }),
        {
          language,
          requester: "person",
          readsLogs: true,
        },
      ))
        .id;
    return { outcome, create };
  }
}

export class ApplicationImporter extends OneByOne<ImportedApplication>
  implements KindImporter<"applications"> {
  readonly #byClient = new Map<string, { id: number; secretHash: string }>();
  readonly #names = new Set<string>();
  protected override readonly held: boolean;

  private constructor(context: ImportContext, private readonly applications: Applications) {
    super(context, "applications");
    this.held = !context.enable;
  }

  protected override async confirm(id: number): Promise<void> {
    const [held] = await stillHeld(this.context.db, "application", [id]);
    if (held !== undefined) await this.applications.enable(held);
  }

  static async open(context: ImportContext, applications: Applications): Promise<ApplicationImporter> {
    const importer = new ApplicationImporter(context, applications);
    const rows = await context.db.selectFrom("application").select(["id", "name", "client_id", "secret_hash"])
      .execute();
    for (const { id, name, client_id, secret_hash } of rows) {
      importer.#byClient.set(client_id, { id, secretHash: secret_hash });
      importer.#names.add(name.toLowerCase());
    }
    return importer;
  }

  protected find({ clientId, clientSecret }: ImportedApplication): number | null {
    const known = this.#byClient.get(clientId);
    return known?.secretHash === sha256(clientSecret) ? known.id : null;
  }

  protected check({ input, clientId, clientSecret, notes = [] }: ImportedApplication) {
    const issues = schemaIssues(applicationInput, input);
    if (issues.length > 0) return { outcome: rejectedFor(issues) };
    if (this.#byClient.has(clientId)) {
      return { outcome: { state: "refused" as const, reason: "client_id_taken" as const, params: {} } };
    }
    if (this.#byClient.size >= maxApplications) return { outcome: tooMany(maxApplications) };
    this.applications.check(parse(applicationInput, input));
    const name = freeName(input.name, this.#names, 60);
    this.#names.add(name.toLowerCase());
    this.#byClient.set(clientId, { id: -1, secretHash: sha256(clientSecret) });
    const renamed: ItemNote[] = name === input.name ? [] : [{ note: "renamed", params: { name } }];
    const outcome: Outcome = {
      state: "created",
      target: input.scopes.join(", "),
      notes: [...notes, ...renamed, ...untilConfirmed(this.context.enable)],
    };
    const keys = { clientId, clientSecret };
    const create = async () =>
      (await this.applications.create(parse(applicationInput, { ...input, name }), keys, {
        suspended: this.held,
      })).id;
    return { outcome, create };
  }
}

export class ViewImporter extends OneByOne<ImportedView> implements KindImporter<"views"> {
  private constructor(
    context: ImportContext,
    private readonly views: Views,
    private readonly known: Map<string, { id: number; conditions: ViewInput["conditions"] }>,
  ) {
    super(context, "views");
  }

  static async open(context: ImportContext, views: Views): Promise<ViewImporter> {
    const all = await views.list();
    return new ViewImporter(context, views, new Map(all.map((view) => [view.name, view])));
  }

  protected find(item: ImportedView): number | null {
    const known = this.known.get(item.input.name);
    return known && isDeepStrictEqual(known.conditions, this.#resolved(item).conditions) ? known.id : null;
  }

  protected check(item: ImportedView) {
    const input = this.#resolved(item);
    const issues = schemaIssues(viewInput, input);
    if (issues.length > 0) return { outcome: rejectedFor(issues) };
    if (this.known.has(input.name)) {
      return { outcome: { state: "refused" as const, reason: "exists_differs" as const, params: {} } };
    }
    if (this.known.size >= maxViews) return { outcome: tooMany(maxViews) };
    this.views.check(parse(viewInput, input));
    this.known.set(input.name, { id: -1, conditions: input.conditions });
    const notes = [...item.notes ?? []];
    if (countSubscriptions(input) < countSubscriptions(item.input)) notes.push(subscriptionMissing);
    const outcome: Outcome = { state: "created", target: input.name, notes };
    return { outcome, create: async () => (await this.views.create(parse(viewInput, input))).id };
  }

  // Without `write`, subscriptions have no id yet: any valid one will do.
  #resolved({ input }: ImportedView): ViewInput {
    const { subscriptionIds } = this.context;
    const idOf = (key: string) => Math.abs(subscriptionIds.get(key) ?? 0);
    const conditions = input.conditions.flatMap((condition) => {
      if (condition.property !== "subscription") return [condition];
      const values = condition.values.map(idOf).filter((id) => id !== 0).map(String);
      return values.length === 0 ? [] : [{ ...condition, values }];
    });
    return { ...input, conditions };
  }
}

function untilConfirmed(enable: boolean): ItemNote[] {
  return enable ? [] : [{ note: "disabled_until_confirmed" }];
}

function countSubscriptions({ conditions }: ViewInput): number {
  return conditions.flatMap(({ property, values }) => property === "subscription" ? values : []).length;
}

function tooMany(max: number): Outcome {
  return { state: "refused", reason: "too_many", params: { max } };
}
