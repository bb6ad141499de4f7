import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import {
  closedProperties,
  maxConditionValues,
  maxViews,
  type View,
  type ViewCondition,
  type ViewCountBody,
  type ViewInput,
  type ViewPatch,
} from "../../contract/views.ts";
import { Announcer } from "../../engine/announce.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import * as store from "./store.ts";
import type { ViewRow } from "./store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { taskStatuses } from "../../contract/tasks.ts";
import { runActions } from "../../engine/states.ts";

/** Counts tasks. */
export interface TaskCounter {
  countMatches(wanted: ViewCountBody): Promise<number>;
}

export interface ViewsOptions {
  db: Database;
  clock: Clock;
  bus: Bus;
  tasks: TaskCounter;
}

/** Manages the saved filters of the task list, in the order of their tabs. */
export class Views {
  readonly #options: ViewsOptions;
  readonly #announcer: Announcer;

  constructor(options: ViewsOptions) {
    this.#options = options;
    this.#announcer = new Announcer(options.bus, options.clock);
  }

  /** Returns all views in order. */
  async list(): Promise<View[]> {
    return (await store.readViews(this.#options.db)).map(toView);
  }

  /** Returns one view. Throws `not_found`. */
  async get(id: number): Promise<View> {
    const row = await store.findView(this.#options.db, id);
    if (!row) throw new AppError("not_found");
    return toView(row);
  }

  /** Returns the view that filters a list. Throws `validation_failed` if it does not exist. */
  async forList(id: number): Promise<View> {
    const row = await store.findView(this.#options.db, id);
    if (row) return toView(row);
    throw new AppError("validation_failed", { count: 1 }, [{ path: "viewId", code: "unknown_view" }]);
  }

  /** Counts the tasks that a view with these conditions would contain. Throws `validation_failed`. */
  async count(wanted: ViewCountBody): Promise<number> {
    refuseIf(viewIssues(wanted));
    return await this.#options.tasks.countMatches(wanted);
  }

  /** Appends a view. Throws `validation_failed`. */
  async create(input: ViewInput): Promise<View> {
    refuseIf(viewIssues(input));
    const { db, clock } = this.#options;
    const id = await db.transaction().execute(async (tx) => {
      await refuseTaken(tx, input.name, null);
      const others = await store.readViews(tx);
      if (others.length >= maxViews) {
        refuseIf([{ path: "name", code: "too_many", params: { max: maxViews } }]);
      }
      const now = clock.now();
      return await store.insertView(tx, {
        name: input.name.trim(),
        conditions_json: JSON.stringify(input.conditions),
        relation: input.relation,
        sort_json: JSON.stringify(input.sort),
        hidden: input.hidden ? 1 : 0,
        position: (others.at(-1)?.position ?? -1) + 1,
        ...{ created_at: now, updated_at: now, version: 1 },
      });
    });
    this.#announcer.view("view:created", id, 1);
    return await this.get(id);
  }

  /** Updates the fields of a view that were sent. Throws `not_found`, `stale_version` or `validation_failed`. */
  async update(id: number, patch: ViewPatch, expectedVersion: number | null): Promise<View> {
    refuseIf(viewIssues(patch));
    const { db, clock } = this.#options;
    await db.transaction().execute(async (tx) => {
      const before = await store.findView(tx, id);
      if (!before) throw new AppError("not_found");
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      if (patch.name !== undefined) await refuseTaken(tx, patch.name, id);
      await store.updateView(tx, id, { ...toColumns(patch), updated_at: clock.now() });
    });
    const after = await this.get(id);
    this.#announcer.view("view:updated", id, after.version);
    return after;
  }

  /** Deletes a view; its tasks stay. Throws `not_found`. */
  async remove(id: number): Promise<void> {
    if (!await store.removeView(this.#options.db, id)) throw new AppError("not_found");
    this.#announcer.view("view:deleted", id, 0);
  }

  /** Reorders all views. Throws `validation_failed` unless each is named exactly once. */
  async order(ids: readonly number[]): Promise<View[]> {
    await this.#options.db.transaction().execute(async (tx) => {
      const known = new Set((await store.readViews(tx)).map(({ id }) => id));
      const exact = ids.length === known.size && new Set(ids).size === known.size &&
        ids.every((id) => known.has(id));
      if (!exact) refuseIf([{ path: "ids", code: "order_incomplete" }]);
      await store.writeOrder(tx, ids);
    });
    this.#announcer.view("view:reordered", 0, 0);
    return await this.list();
  }
}

async function refuseTaken(tx: Tx, name: string, id: number | null): Promise<void> {
  if (await store.isNameTaken(tx, name.trim(), id)) refuseIf([{ path: "name", code: "name_taken" }]);
}

// Conversion between a view of the API and its row.

/** Columns that a user sets. */
type SetColumns = Pick<ViewRow, "name" | "conditions_json" | "relation" | "sort_json" | "hidden">;

/** Converts form fields to columns; skips fields that were not sent. */
function toColumns({ name, conditions, relation, sort, hidden }: ViewPatch): Partial<SetColumns> {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(conditions !== undefined && { conditions_json: JSON.stringify(conditions) }),
    ...(relation !== undefined && { relation }),
    ...(sort !== undefined && { sort_json: JSON.stringify(sort) }),
    ...(hidden !== undefined && { hidden: hidden ? 1 as const : 0 as const }),
  };
}

/** Converts a row to a view of the API. */
function toView(row: ViewRow): View {
  return {
    id: row.id,
    name: row.name,
    conditions: storedJson<View["conditions"]>(row.conditions_json, []),
    relation: row.relation,
    sort: storedJson<View["sort"]>(row.sort_json, []),
    hidden: row.hidden === 1,
    position: row.position,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
    version: row.version,
  };
}

// Checks what a schema cannot know about a view's conditions: which operators and values are valid for a
// property.

const closedValues: Partial<Record<ViewCondition["property"], readonly string[]>> = {
  status: taskStatuses,
  lastOutcome: runActions.end.to,
};
const closedOperators = ["isOneOf", "isNoneOf"];

/** Returns the issues of a view that the schema does not catch. */
function viewIssues({ name, conditions = [] }: ViewPatch): FieldIssue[] {
  const values = conditions.reduce((sum, one) => sum + one.values.length, 0);
  return [
    ...(name?.trim() === "" ? [{ path: "name", code: "required" as const }] : []),
    ...(values > maxConditionValues
      ? [{ path: "conditions", code: "too_many" as const, params: { max: maxConditionValues } }]
      : []),
    ...conditions.flatMap((condition, index) => conditionIssues(condition, `conditions.${index}`)),
  ];
}

function conditionIssues({ property, operator, values }: ViewCondition, path: string): FieldIssue[] {
  if (!closedProperties.some((closed) => closed === property)) return [];
  if (!closedOperators.includes(operator)) return [wrong(`${path}.operator`, closedOperators)];
  const known = closedValues[property];
  return values.flatMap((value, index) => {
    const file = `${path}.values.${index}`;
    if (known) return known.includes(value) ? [] : [wrong(file, known)];
    return /^[1-9]\d{0,14}$/.test(value) ? [] : [{ path: file, code: "invalid" as const }];
  });
}

function wrong(path: string, options: readonly string[]): FieldIssue {
  return { path, code: "invalid_value", params: { options: options.join(", ") } };
}
