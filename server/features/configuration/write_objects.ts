// Creates, changes and deletes what a folder describes, through the services that the API uses, in one transaction.
import { isDeepStrictEqual } from "node:util";
import type { AppError } from "../../contract/app_error.ts";
import { type ConfiguredKind, configuredKinds } from "../../contract/configuration.ts";
import { calendarInput, calendarPatch } from "../../contract/calendars.ts";
import { heartbeatInput, heartbeatPatch } from "../../contract/heartbeats.ts";
import type { IssueCode } from "../../contract/issue_codes.ts";
import { formatError } from "../../contract/messages/format.ts";
import { channelInput, channelPatch, notificationRule } from "../../contract/notifications.ts";
import { parse } from "../../contract/parsed.ts";
import type { Requester } from "../../contract/scopes.ts";
import type { Language } from "../../contract/settings.ts";
import { taskInput, taskPatch } from "../../contract/tasks.ts";
import { viewInput, viewPatch } from "../../contract/views.ts";
import { windowInput, windowPatch } from "../../contract/windows.ts";
import type { Base } from "../../engine/base.ts";
import { Slices } from "../../platform/slices.ts";
import type { LinkCycle } from "../tasks/flow/link_cycles.ts";
import {
  type Comparison,
  type IdOf,
  idsOf,
  inFile,
  issuesOf,
  leftOutOf,
  ofFile,
  ORDER_FIELD,
  placedBy,
  readFields,
} from "./compare.ts";
import { inPlace, orderOf } from "./order_objects.ts";
import { inOrderOfUse } from "./creation_order.ts";
import type { ConfiguredServices } from "./joined_services.ts";
import type { Fields } from "./kinds.ts";
import type { Kinds, PanelObject, PanelObjects } from "./panel_objects.ts";
import { referenceFields } from "./references.ts";
import type { FileIssue, YamlFile } from "./yaml_files.ts";

export interface WriteContext {
  language: Language;
  requester: Requester;
  /** Name of who applies it. */
  by: string | null;
}

export interface WriteOptions extends WriteContext, Pick<Base, "clock"> {
  services: ConfiguredServices;
  kinds: Kinds;
  state: PanelObjects;
  deletion: Parameters<ConfiguredServices["removal"]["remove"]>[1];
}

/** What was acceptable when it was made, on this panel or another. */
const accepts: readonly IssueCode[] = ["contains_task_command", "time_passed", "window_over"];
/** What others use is deleted after them. */
const removalOrder: readonly ConfiguredKind[] = [
  "rule",
  "task",
  "window",
  "view",
  "heartbeat",
  "channel",
  "calendar",
];

export class ObjectWriter {
  readonly issues: FileIssue[] = [];
  /** IDs of the objects of files. */
  readonly ids = new Map<YamlFile, number>();
  readonly #created = new Map<string, number>();
  /** New tasks that lack fields, because what these refer to came later. */
  readonly #incomplete = new Set<YamlFile>();
  readonly #idOf: IdOf;

  constructor(
    private readonly options: WriteOptions,
    private readonly comparisons: readonly Comparison[],
    private readonly removed: readonly PanelObject[],
  ) {
    const matched = new Map(
      comparisons.flatMap(({ file, object }) => object ? [[file, object] as const] : []),
    );
    for (const [file, object] of matched) this.ids.set(file, object.id);
    const known = idsOf(options.state, { matched, created: new Map(), removed });
    this.#idOf = (kind, name) => this.#created.get(`${kind} ${name}`) ?? known(kind, name);
  }

  async write(): Promise<void> {
    for (const kind of configuredKinds) {
      await this.#each(kind, "create", (one) => this.#create(one));
      if (kind !== "task") await this.#each(kind, "update", (one) => this.#update(one));
      if (kind === "view" || kind === "rule") await this.#order(kind);
      // By now, windows exist.
      if (kind === "window") await this.#linkTasks();
    }
    const slices = new Slices(this.options.clock);
    for (const kind of removalOrder) {
      for (const object of this.removed.filter((one) => one.kind === kind)) {
        await slices.pause();
        await this.#remove(object);
      }
    }
  }

  /** Adds issues of tasks that would start after themselves. */
  addCycles(cycles: readonly LinkCycle[]): void {
    const files = new Map([...this.ids].map(([file, id]) => [`${file.kind} ${id}`, file]));
    for (const { taskId, issue } of cycles) {
      const file = files.get(`task ${taskId}`);
      if (file) this.issues.push(ofFile(file, inFile(issue, file, this.options.kinds)));
    }
  }

  async #linkTasks(): Promise<void> {
    await this.#each("task", "update", (one) => this.#update(one));
    await this.#each("task", "create", async (one) => {
      if (this.#incomplete.has(one.file)) await this.#update(one);
    });
  }

  async #each(
    kind: ConfiguredKind,
    action: Comparison["action"],
    act: (one: Comparison) => Promise<void>,
  ): Promise<void> {
    const slices = new Slices(this.options.clock);
    for (const one of this.#inOrder(kind, action)) {
      await slices.pause();
      try {
        await act(one);
      } catch (error) {
        this.issues.push(
          ...issuesOf(error, (reason) => this.#describe(reason)).map((issue) =>
            ofFile(one.file, inFile(issue, one.file, this.options.kinds))
          ),
        );
      }
    }
  }

  async #order(kind: "view" | "rule"): Promise<void> {
    const placed = placedBy(this.comparisons, kind, this.#idOf);
    if (placed.length === 0) return;
    const { services, kinds, state } = this.options;
    const current = inPlace(await kinds[kind].read());
    const { order } = orderOf(current, placed, leftOutOf(state.objects, this.comparisons, kind));
    if (isDeepStrictEqual(order, current)) return;
    if (kind === "rule") return await services.rules.order(order);
    // Those of accounts stay where they are between them.
    const ordered = order.values();
    const all = await services.views.list();
    await services.views.order(all.map(({ id, shared }) => shared ? ordered.next().value ?? id : id));
  }

  #inOrder(kind: ConfiguredKind, action: Comparison["action"]): Comparison[] {
    const some = this.comparisons.filter((one) => one.file.kind === kind && one.action === action);
    return kind === "task" && action === "create" ? inOrderOfUse(some, this.options.kinds.task) : some;
  }

  #describe(error: AppError): string {
    const { title, detail } = formatError(error, this.options.language);
    return detail || title;
  }

  #read(file: YamlFile): Fields | null {
    const { kinds } = this.options;
    const { orderField } = kinds[file.kind];
    // The order follows once all exist.
    const { [ORDER_FIELD]: _, ...unordered } = file.fields;
    const own = orderField === undefined ? file : { ...file, fields: unordered };
    const read = readFields(own, { kinds, idOf: this.#idOf });
    // What it refers to was rejected, and that is what is reported.
    if ("issues" in read) return null;
    const { [orderField ?? ""]: __, ...fields } = read.fields;
    return fields;
  }

  async #create({ file }: Comparison): Promise<void> {
    const whole = this.#read(file);
    const fields = whole === null && file.kind === "task" ? this.#read(this.#withoutLater(file)) : whole;
    if (fields === null) return;
    const id = await this.#insert(file.kind, fields);
    this.ids.set(file, id);
    this.#created.set(`${file.kind} ${file.key}`, id);
  }

  #withoutLater(file: YamlFile): YamlFile {
    let { fields } = file;
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...others } = fields;
      const alone = { name: "-", command: "-", schedules: "manual", [name]: fields[name] };
      if (this.#read({ ...file, fields: alone }) !== null) continue;
      fields = others;
      this.#incomplete.add(file);
    }
    return { ...file, fields };
  }

  async #insert(kind: ConfiguredKind, fields: Fields): Promise<number> {
    const { services, language, requester, by } = this.options;
    const asking = { language, requester, readsLogs: true, secretsLater: true, hasRules: true };
    switch (kind) {
      case "calendar":
        return (await services.calendars.create(parse(calendarInput, fields as never), asking)).id;
      case "heartbeat":
        return (await services.heartbeats.create(parse(heartbeatInput, fields as never))).id;
      case "channel":
        return (await services.channels.create(parse(channelInput, fields as never), asking)).id;
      case "task": {
        const { pinned = false, ...input } = fields;
        const [id = 0] = await services.tasks.createSeveral([parse(taskInput, input as never)], { accepts });
        if (pinned === true) await services.tasks.update(id, parse(taskPatch, {}), null, { pinned });
        return id;
      }
      case "window": {
        const input = parse(windowInput, fields as never);
        return (await services.windows.create(input, { createdBy: by, requester, language, accepts })).id;
      }
      case "view":
        return (await services.views.create(parse(viewInput, { ...fields, shared: true } as never))).id;
      case "rule":
        return await services.rules.create(parse(notificationRule, fields as never));
    }
    return kind satisfies never;
  }

  async #update({ file, object, fields: changes }: Comparison): Promise<void> {
    const { services, language, requester, kinds } = this.options;
    const fields = this.#read(file);
    if (fields === null) return;
    const id = this.ids.get(file);
    if (id === undefined) return;
    const stored = kinds[file.kind].asStored(fields);
    const before = object?.fields ?? {};
    const differs = new Set(changes.map(({ field }) => field));
    // What differs only in names that are not written stays as it is.
    const isChanged = (name: string) =>
      object?.isLeftOut === true || differs.has(referenceFields[name]?.field ?? name);
    // New tasks get what they lack.
    const patch = Object.fromEntries(
      Object.entries(fields).filter(([name]) =>
        isChanged(name) && !isDeepStrictEqual(stored[name], before[name])
      ),
    ) as never; // read by the schema of the kind, which those of patches follow
    const asking = { language, requester, readsLogs: true, secretsLater: true };
    switch (file.kind) {
      case "calendar":
        return void await services.calendars.update(id, parse(calendarPatch, patch), {
          ...{ expectedVersion: null, requester, language },
        });
      case "heartbeat":
        return void await services.heartbeats.update(id, parse(heartbeatPatch, patch), null);
      case "channel": {
        const { type: _, ...others } = patch as Fields;
        const changed = parse(channelPatch, others as never);
        return void await services.channels.update(id, changed, { ...asking, ifMatch: null });
      }
      case "task": {
        const { pinned, ...changed } = patch as Fields;
        const marks = typeof pinned === "boolean" ? { pinned } : {};
        return void await services.tasks.update(id, parse(taskPatch, changed as never), null, marks);
      }
      case "window":
        return void await services.windows.update(id, parse(windowPatch, patch), {
          ...{ expectedVersion: null, requester, language },
        });
      case "view":
        return void await services.views.update(id, parse(viewPatch, patch), null);
      case "rule":
        return await services.rules.update(id, patch);
    }
    return file.kind satisfies never;
  }

  async #remove({ kind, id, key }: PanelObject): Promise<void> {
    const { services } = this.options;
    try {
      switch (kind) {
        case "calendar":
          return void await services.calendars.remove(id);
        case "heartbeat":
          return void await services.heartbeats.remove(id);
        case "channel":
          return void await services.channels.remove(id, { readsLogs: true });
        case "task":
          return await services.removal.remove(id, this.options.deletion);
        case "window":
          return void await services.windows.remove(id);
        case "view":
          return await services.views.remove(id);
        case "rule":
          return await services.rules.remove(id);
      }
      return kind satisfies never;
    } catch (error) {
      const issues = issuesOf(error, (reason) => this.#describe(reason));
      this.issues.push(
        ...issues.map((issue) => ({ ...issue, path: "", file: `${kind} ${key}`, line: null })),
      );
    }
  }
}
