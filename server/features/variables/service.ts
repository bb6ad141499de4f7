import { AppError, attempt, type FieldIssue, type ItemResult, refuseIf } from "../../contract/app_error.ts";
import { parse, type Parsed } from "../../contract/parsed.ts";
import { readSort } from "../../contract/read_sort.ts";
import type { List } from "../../contract/shapes.ts";
import {
  type JoinRuleBody,
  MAX_VARIABLES,
  type Variable,
  type VariableInput,
  type VariableLabels,
  type VariableListQuery,
  type VariableOrder,
  type VariablePatch,
  variablePatch,
  type VariableRelabelling,
  type VariableRename,
  variableSortFields,
  type VariableTask,
} from "../../contract/variables.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Tx } from "../../engine/store.ts";
import type { VariablesOfRun } from "../../engine/run_type.ts";
import type { TaskVariables } from "../tasks/run_type.ts";
import type { Sealer } from "../../platform/seal.ts";
import { composeVariables } from "./compose.ts";
import type { VariableStore } from "./variable_store.ts";
import * as store from "./store.ts";
import { readVariables, writePositions } from "./store.ts";
import { VariableUsers } from "./used_by.ts";
import { labelsOf, readValue, revealValue, tidyLabels, toVariable } from "./variable_rows.ts";
import { VariableWriter } from "./variable_writer.ts";

export interface VariablesOptions extends Pick<Base, "db" | "clock" | "bus"> {
  sealer: Sealer;
}

/** Manages the variables for tasks, in their order. */
export class Variables implements TaskVariables {
  readonly #publisher: EventPublisher;
  readonly #writer: VariableWriter;

  constructor(private readonly options: VariablesOptions) {
    this.#writer = new VariableWriter(options);
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns one page. Throws `validation_failed` for a field that cannot be sorted by. */
  async list(query: VariableListQuery): Promise<List<Variable>> {
    const sort = query.sort === undefined ? [] : readSort(query.sort, variableSortFields);
    const { rows, total } = await store.listVariables(this.options.db, query, sort);
    return { items: await this.#show(rows), total, page: query.page, pageSize: query.pageSize };
  }

  /**
   * Returns one variable, with `reveal` including the value of a secret. Throws `not_found` or
   * `secret_key_wrong`.
   */
  async get(id: number, { reveal = false } = {}): Promise<Variable> {
    const row = await this.#find(id);
    const [variable] = await this.#show([row]);
    if (!variable) throw new AppError("not_found");
    return reveal ? { ...variable, value: revealValue(row, this.options.sealer) } : variable;
  }

  /**
   * Appends variables: all of them or, when it throws, none. `path` returns the path of one in the request.
   * Throws `validation_failed` or `secret_key_wrong`.
   */
  async create(
    inputs: readonly Parsed<VariableInput>[],
    path: (index: number) => string,
  ): Promise<Variable[]> {
    const ids = await this.#change(async (tx, store) => {
      refuseIf(roomIssues(store.size + inputs.length, path(0)));
      const ids: number[] = [];
      for (const [index, input] of inputs.entries()) {
        ids.push(await this.#writer.add(tx, store, input, path(index)));
      }
      return ids;
    });
    const only = ids.length === 1 ? ids[0] ?? 0 : 0;
    this.#publisher.publish("variables", "variable:changed", only, only === 0 ? 0 : 1);
    const rows = new Map((await store.readVariables(this.options.db)).map((row) => [row.id, row]));
    return await this.#show(ids.flatMap((id) => rows.get(id) ?? []));
  }

  /**
   * Updates some fields of a variable. Throws `not_found`, `stale_version`, `validation_failed` or
   * `secret_key_wrong`.
   */
  async update(id: number, patch: Parsed<VariablePatch>, expectedVersion: number | null): Promise<Variable> {
    await this.#change(async (tx, backupStore) => {
      const before = await store.findVariable(tx, id);
      if (!before) throw new AppError("not_found");
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      await this.#writer.amend(tx, backupStore, before, patch);
    });
    const after = await this.get(id);
    this.#publisher.publish("variables", "variable:changed", id, after.version);
    return after;
  }

  /** Deletes one variable. Throws `not_found`. */
  async remove(id: number): Promise<void> {
    if (!await this.#change((tx) => store.removeVariable(tx, id))) throw new AppError("not_found");
    this.#publisher.publish("variables", "variable:changed", id, 0);
  }

  /** Deletes several variables; a missing one does not stop the others. */
  async removeSeveral(ids: readonly number[]): Promise<ItemResult[]> {
    return await this.#each(ids, async (tx, _, row) => void await store.removeVariable(tx, row.id));
  }

  /** Enables or disables variables; a failure does not stop the others. */
  async enable(ids: readonly number[], enabled: boolean): Promise<ItemResult[]> {
    return await this.#each(ids, async (tx, store, row) => {
      if ((row.enabled === 1) !== enabled) {
        await this.#writer.amend(tx, store, row, parse(variablePatch, { enabled }));
      }
    });
  }

  /** Renames several variables to one name; a failure does not stop the others. */
  async rename(ids: readonly number[], { name }: Parsed<VariableRename>): Promise<ItemResult[]> {
    const patch = parse(variablePatch, { name });
    return await this.#each(ids, async (tx, store, row) => {
      if (row.name !== name) await this.#writer.amend(tx, store, row, patch);
    });
  }

  /** Adds and removes labels of several variables; a failure does not stop the others. */
  async relabel(
    ids: readonly number[],
    { add, remove }: Parsed<VariableRelabelling>,
  ): Promise<ItemResult[]> {
    const gone = tidyLabels(remove);
    return await this.#each(ids, async (tx, store, row) => {
      const labels = tidyLabels([...labelsOf(row), ...add]).filter((label) => !gone.includes(label));
      if (JSON.stringify(labels) === row.labels_json) return;
      await this.#writer.amend(tx, store, row, parse(variablePatch, { labels }));
    });
  }

  /** Reorders variables. Throws `validation_failed` if one is missing or named twice. */
  async order(order: Parsed<VariableOrder>): Promise<void> {
    await this.options.db.transaction().execute((tx) => moveVariables(tx, order));
    this.#publisher.publish("variables", "variable:changed", 0, 0);
  }

  /**
   * Sets how several variables with the same name are combined. Throws `validation_failed` if they would be
   * too long joined.
   */
  async setRule({ name, join }: Parsed<JoinRuleBody>): Promise<void> {
    await this.#change(async (tx, backupStore) => {
      backupStore.setRule(name, join);
      const issue = backupStore.sizeIssue("join");
      refuseIf(issue && join === "join" ? [issue] : []);
      await store.writeRule(tx, name, join);
    });
    this.#publisher.publish("variables", "variable:changed", 0, 0);
  }

  async labels(): Promise<VariableLabels> {
    return { items: await store.countLabels(this.options.db) };
  }

  /** Returns one page of the tasks that get a variable. Throws `not_found`. */
  async tasks(id: number, page: { page: number; pageSize: number }): Promise<List<VariableTask>> {
    const { db } = this.options;
    const row = await this.#find(id);
    return await (await VariableUsers.read(db, await store.readRules(db))).list(db, row, page);
  }

  async of(labels: readonly string[] | null): Promise<VariablesOfRun> {
    const { db, sealer } = this.options;
    const rows = await store.readEnabled(db);
    const wanted = rows.filter((row) =>
      labels === null || labelsOf(row).some((label) => labels.includes(label))
    );
    if (wanted.length === 0) return composeVariables([], new Map());
    const parts = wanted.map((row) => ({
      name: row.name,
      secret: row.secret === 1,
      value: readValue(row, sealer),
    }));
    return composeVariables(parts, await store.readRules(db));
  }

  /** Changes variables in one transaction, with a store to check the change first. */
  async #change<T>(action: (tx: Tx, store: VariableStore) => Promise<T>): Promise<T> {
    return await this.options.db.transaction().execute(async (tx) =>
      action(tx, await this.#writer.store(tx))
    );
  }

  // A failure does not stop the others.
  async #each(
    ids: readonly number[],
    action: (tx: Tx, backupStore: VariableStore, row: store.VariableRow) => Promise<void>,
  ): Promise<ItemResult[]> {
    const results = await this.#change(async (tx, store) => {
      const results: ItemResult[] = [];
      for (const id of new Set(ids)) {
        const before = store.find(id);
        results.push(await attempt(id, () => this.#applyTo(tx, store, id, action)));
        if (results.at(-1)?.error && before) store.put(before);
      }
      return results;
    });
    if (results.some(({ error }) => error === null)) {
      this.#publisher.publish("variables", "variable:changed", 0, 0);
    }
    return results;
  }

  async #applyTo(
    tx: Tx,
    backupStore: VariableStore,
    id: number,
    action: (tx: Tx, backupStore: VariableStore, row: store.VariableRow) => Promise<void>,
  ): Promise<void> {
    const row = await store.findVariable(tx, id);
    if (!row) throw new AppError("not_found");
    await action(tx, backupStore, row);
  }

  async #find(id: number): Promise<store.VariableRow> {
    const row = await store.findVariable(this.options.db, id);
    if (!row) throw new AppError("not_found");
    return row;
  }

  async #show(rows: readonly store.VariableRow[]): Promise<Variable[]> {
    const { db, sealer } = this.options;
    const rules = await store.readRules(db);
    const users = await VariableUsers.read(db, rules);
    return rows.map((row) =>
      toVariable(row, { sealer, join: rules.get(row.name) ?? "join", usedBy: users.count(row) })
    );
  }
}

function roomIssues(count: number, path: string): FieldIssue[] {
  const params = { max: MAX_VARIABLES };
  return count > MAX_VARIABLES ? [{ path: `${path}name`, code: "too_many", params }] : [];
}

/** Moves variables to another position. Throws `validation_failed` if one is missing or named twice. */
async function moveVariables(tx: Tx, { ids, before }: VariableOrder): Promise<void> {
  const rows = await readVariables(tx);
  const known = new Set(rows.map(({ id }) => id));
  const moved = new Set(ids);
  const exact = moved.size === ids.length && ids.every((id) => known.has(id));
  if (!exact) refuseIf([{ path: "ids", code: "order_incomplete" }]);
  if (typeof before === "number" && (!known.has(before) || moved.has(before))) {
    refuseIf([{ path: "before", code: "invalid" }]);
  }
  const others = rows.map(({ id }) => id).filter((id) => !moved.has(id));
  const order = others.toSpliced(positionOf(before, others), 0, ...ids);
  const positions = new Map(order.map((id, position) => [id, position]));
  for (const { id, position } of rows) if (positions.get(id) === position) positions.delete(id);
  await writePositions(tx, positions);
}

function positionOf(before: number | null | undefined, others: readonly number[]): number {
  if (before === undefined) return 0;
  return before === null ? others.length : others.indexOf(before);
}
