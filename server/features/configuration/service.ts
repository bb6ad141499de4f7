import { isDeepStrictEqual } from "node:util";
import { AppError } from "../../contract/app_error.ts";
import type {
  ConfigurationChange,
  ConfigurationFiles,
  ConfigurationPlan,
  ConfiguredKind,
  ManagedObjects,
} from "../../contract/configuration.ts";
import { type ConfigurationFile, configuredKinds } from "../../contract/configuration.ts";
import { configurationLimits } from "../../contract/limits/configuration.ts";
import type { Base } from "../../engine/base.ts";
import { collectOnSuccess } from "../../engine/change_scope.ts";
import type { Database, Tx } from "../../engine/store.ts";
import { Slices } from "../../platform/slices.ts";
import type { FetchFile } from "../icalendar/fetch_icalendar.ts";
import type { ChannelType } from "../notifications/channels/channel_type.ts";
import { checkLinksTogether } from "../tasks/flow/link_cycles.ts";
import { recordTogether } from "../tasks/history/record_history.ts";
import { compare, type Compared, type Comparison, isSource, type Source } from "./compare.ts";
import { type JoinedOptions, JoinedServices, type Readers } from "./joined_services.ts";
import { kindsOf } from "./kinds.ts";
import { listManaged, removeManaged, writeManaged } from "./managed_store.ts";
import { filesOf, type PanelObject, type PanelObjects, readPanelObjects } from "./panel_objects.ts";
import { prepareReaders } from "./prepared_readers.ts";
import { ObjectWriter, type WriteContext } from "./write_objects.ts";
import { type FileIssue, pathOf, readYamlFiles, type YamlFile } from "./yaml_files.ts";

export interface ConfigurationOptions extends JoinedOptions, Pick<Base, "clock"> {
  types: readonly ChannelType[];
  fetch: FetchFile;
}

export interface ConfigurationRequest extends WriteContext {
  files: readonly ConfigurationFile[];
  source: Source;
  prune: boolean;
}

/** What is known of a folder before the transaction. */
interface Prepared {
  files: readonly YamlFile[];
  readers: Readers;
  state: PanelObjects;
  compared: Compared;
}

/** Ends a transaction whose changes are not wanted. */
class RolledBack extends Error {
  override readonly name = "RolledBack";

  constructor(readonly plan: ConfigurationPlan) {
    super("rolled back");
  }
}

/** The panel as a folder of files: writes them, says what they would change, and applies them. */
export class Configuration {
  constructor(private readonly options: ConfigurationOptions) {}

  /** Returns a file for each object, by path. */
  async files(): Promise<ConfigurationFiles> {
    const { db, kinds } = this.#over(this.options.db);
    return { files: await filesOf(await readPanelObjects(db, kinds), { kinds, clock: this.options.clock }) };
  }

  /** Returns the objects that files describe. */
  async managed(): Promise<ManagedObjects> {
    const { db, kinds } = this.#over(this.options.db);
    if ((await listManaged(db)).length === 0) return { items: [] };
    const { objects } = await readPanelObjects(db, kinds);
    const items = objects.flatMap(({ kind, id, key, managed }) => {
      const source = managed?.subscription_name ?? managed?.folder ?? null;
      return managed === null || source === null
        ? []
        : [{ kind, id, path: pathOf(kind, key), subscriptionId: managed.subscription_id, source }];
    });
    return { items: items.sort((a, b) => a.path < b.path ? -1 : 1) };
  }

  /** Returns what applying a folder would change. Throws `validation_failed`. */
  async plan(request: ConfigurationRequest): Promise<ConfigurationPlan> {
    return await this.#try(await this.#prepare(request), request);
  }

  /** Makes the panel what a folder describes, all of it or nothing. Throws `validation_failed`. */
  async apply(request: ConfigurationRequest): Promise<ConfigurationPlan> {
    return await this.#commit(await this.#prepare(request), request);
  }

  // What takes its time, before the transaction.
  async #prepare({ files, ...request }: ConfigurationRequest): Promise<Prepared> {
    const { read, issues } = await readYamlFiles(files);
    refuseFiles(issues);
    const { db, kinds } = this.#over(this.options.db);
    const state = await readPanelObjects(db, kinds);
    const compared = await compare(read, state, { ...request, kinds, ...this.options });
    refuseFiles(compared.issues);
    const { fetch, clock } = this.options;
    const readers = await prepareReaders(compared.comparisons, {
      fetch,
      clock,
      requester: request.requester,
    });
    return { files: read, readers, state, compared };
  }

  // The services check as they write.
  async #try(
    prepared: Prepared,
    request: Omit<ConfigurationRequest, "files">,
  ): Promise<ConfigurationPlan> {
    try {
      await this.#transaction(async (tx) => {
        throw new RolledBack((await this.#write(tx, prepared, request)).plan);
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.plan;
      throw error;
    }
    throw new Error("a trial was committed");
  }

  async #commit(
    prepared: Prepared,
    request: Omit<ConfigurationRequest, "files">,
  ): Promise<ConfigurationPlan> {
    const { plan, joined } = await this.#transaction((tx) => this.#write(tx, prepared, request));
    await joined.committed();
    return plan;
  }

  // The services note changes within it.
  async #transaction<T>(action: (tx: Tx) => Promise<T>): Promise<T> {
    return await collectOnSuccess(() => this.options.db.transaction().execute(action));
  }

  async #write(
    tx: Tx,
    { files, readers, ...prepared }: Prepared,
    request: Omit<ConfigurationRequest, "files">,
  ): Promise<{ plan: ConfigurationPlan; joined: JoinedServices }> {
    const joined = new JoinedServices(tx, this.options, readers);
    const { db, kinds } = this.#over(joined.db);
    const now = await readPanelObjects(db, kinds);
    // Nearly always, nobody has changed anything meanwhile.
    const { state, compared } = await this.#isSame(now, prepared.state)
      ? prepared
      : { state: now, compared: await compare(files, now, { ...request, kinds, ...this.options }) };
    const { comparisons, removed, issues } = compared;
    refuseFiles(issues);
    const deletion = "subscriptionId" in request.source
      ? { cause: "subscription" as const, by: null }
      : { cause: "user" as const, by: request.by };
    const { clock } = this.options;
    const options = { ...request, clock, services: joined.services, kinds, state, deletion };
    const writer = new ObjectWriter(options, comparisons, removed);
    await recordTogether(
      tx,
      async () => writer.addCycles(await checkLinksTogether(tx, () => writer.write())),
    );
    refuseFiles(writer.issues);
    await this.#writeManaged(tx, { ids: writer.ids, state, removed, source: request.source });
    const after = new Map(
      (await kinds.channel.read()).map(({ id, missingSecrets }) => [id, missingSecrets] as const),
    );
    return {
      plan: toPlan(comparisons, removed, (file) => after.get(writer.ids.get(file) ?? 0) ?? []),
      joined,
    };
  }

  async #writeManaged(
    tx: Tx,
    { ids, state, removed, source }: {
      ids: ReadonlyMap<YamlFile, number>;
      state: PanelObjects;
      removed: readonly PanelObject[];
      source: Source;
    },
  ): Promise<void> {
    const now = this.options.clock.now();
    for (const { kind, key } of [...state.stale, ...removed]) await removeManaged(tx, kind, key);
    for (const kind of configuredKinds) {
      const known = new Map(state.objects.filter((one) => one.kind === kind).map((one) => [one.id, one]));
      const changed = [...ids].filter(([file, id]) => {
        const object = known.get(id);
        return file.kind === kind && !(object && object.key === file.key && isSource(object, source));
      });
      for (const [, id] of changed) {
        const before = known.get(id)?.managed;
        if (before) await removeManaged(tx, kind, before.key);
      }
      const created = await readCreated(tx, kind, changed.map(([, id]) => id));
      await writeManaged(
        tx,
        changed.map(([file, id]) => ({
          ...{ kind, key: file.key, object_id: id, object_created_at: created.get(id) ?? 0 },
          subscription_id: "subscriptionId" in source ? source.subscriptionId : null,
          folder: "folder" in source ? source.folder : null,
          applied_at: now,
        })),
      );
    }
  }

  async #isSame(state: PanelObjects, before: PanelObjects): Promise<boolean> {
    const slices = new Slices(this.options.clock);
    const { objects, ...others } = state;
    const { objects: objectsBefore, ...othersBefore } = before;
    if (objects.length !== objectsBefore.length || !isDeepStrictEqual(others, othersBefore)) return false;
    for (const [index, object] of objects.entries()) {
      await slices.pause();
      if (!isDeepStrictEqual(object, objectsBefore[index])) return false;
    }
    return true;
  }

  #over(db: Database) {
    const { types, services, clock } = this.options;
    const [views, rules] = [services.views.with({ db }), services.rules.with({ db })];
    return { db, kinds: kindsOf({ db, types, views, rules, clock }) };
  }
}

/** Where the time of creation of an object stands, where its ID can be given again. */
const tables = {
  calendar: "calendar",
  heartbeat: "heartbeat",
  channel: "channel",
  task: "task",
  window: "maintenance_window",
  view: "view",
  rule: null,
} as const satisfies Record<ConfiguredKind, string | null>;
/** Parameters of one statement are limited. */
const IDS_AT_ONCE = 500;

async function readCreated(
  tx: Tx,
  kind: ConfiguredKind,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const created = new Map<number, number>();
  const table = tables[kind];
  if (table === null) return created;
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const rows = await tx.selectFrom(table).select(["id", "created_at"])
      .where("id", "in", ids.slice(from, from + IDS_AT_ONCE)).execute();
    for (const { id, created_at } of rows) created.set(id, Number(created_at));
  }
  return created;
}

function toPlan(
  comparisons: readonly Comparison[],
  removed: readonly PanelObject[],
  missingOf: (file: YamlFile) => string[],
): ConfigurationPlan {
  const described = comparisons.map(({ file, object, action, fields }): ConfigurationChange => ({
    ...{ path: file.path, kind: file.kind, name: String(file.fields["name"]), action, fields },
    id: object?.id ?? null,
    missingSecrets: file.kind === "channel" ? missingOf(file) : [],
  }));
  const deleted = removed.map(({ kind, key, name, id }): ConfigurationChange => ({
    ...{ path: pathOf(kind, key), kind, name, action: "delete", id, fields: [], missingSecrets: [] },
  }));
  return { changes: [...described, ...deleted].sort((a, b) => a.path < b.path ? -1 : 1) };
}

/** Throws `validation_failed` when there are issues, each with its file and line in front of the field. */
function refuseFiles(issues: readonly FileIssue[]): void {
  if (issues.length === 0) return;
  const listed = issues.slice(0, configurationLimits.issues).map(({ file, line, path, ...issue }) => ({
    ...issue,
    path: [line === null ? file : `${file}:${line}`, ...(path === "" ? [] : [path])].join(" "),
  }));
  const left = issues.length - listed.length;
  const more = left > 0 ? [{ path: "…", code: "more_issues" as const, params: { count: left } }] : [];
  throw new AppError("validation_failed", { count: issues.length }, [...listed, ...more]);
}
