import type * as z from "zod";
import { AppError, type FieldIssue, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import {
  maxConditionValues,
  maxViews,
  type View,
  type ViewCondition,
  viewCondition,
  type ViewCountBody,
  type ViewInput,
  type ViewPatch,
  viewSort,
} from "../../contract/views.ts";
import type { Base } from "../../engine/base.ts";
import { EventPublisher } from "../../engine/bus.ts";
import type { Tx } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { valueTypeOf } from "../../contract/task_fields.ts";
import * as store from "./store.ts";
import type { ViewRow } from "./store.ts";
import type { ViewsUser } from "./views_user.ts";

export interface TaskCounter {
  countMatches(wanted: ViewCountBody): Promise<number>;
}

export interface ViewsOptions extends Pick<Base, "db" | "clock" | "bus"> {
  tasks: TaskCounter;
  user: ViewsUser;
  /** Whether several views of an owner may have the same name: those of several accounts become the panel's. */
  sameNames?: boolean;
}

/** Manages the saved filters of the task list that a user sees, in the order of their tabs. */
export class Views {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: ViewsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  /** Returns the same service with other parts, such as a database that joins a transaction. */
  with(parts: Partial<ViewsOptions>): Views {
    return new Views({ ...this.options, ...parts });
  }

  async list(): Promise<View[]> {
    return (await store.readViews(this.options.db, this.options.user)).map((row, position) =>
      this.#toView(row, position)
    );
  }

  /** Returns one view. Throws `not_found`. */
  async get(id: number): Promise<View> {
    const view = (await this.list()).find((one) => one.id === id);
    if (!view) throw new AppError("not_found");
    return view;
  }

  /** Returns the view that filters a list. Throws `validation_failed` if it does not exist for the user. */
  async forList(id: number): Promise<View> {
    const row = await store.findView(this.options.db, this.options.user, id);
    if (row) return this.#toView(row, row.position);
    throw new AppError("validation_failed", { count: 1 }, [{ path: "viewId", code: "unknown_view" }]);
  }

  /** Counts the tasks that a view with these conditions would contain. Throws `validation_failed`. */
  async count(wanted: Parsed<ViewCountBody>): Promise<number> {
    refuseIf(viewIssues(wanted));
    return await this.options.tasks.countMatches(wanted);
  }

  /** Checks whether a view could be created, apart from its name being taken. Throws `validation_failed`. */
  check(input: Parsed<ViewInput>): void {
    refuseIf(viewIssues(input));
  }

  /** Appends a view. Throws `validation_failed`, or `permission_missing` if the user cannot share it. */
  async create(input: Parsed<ViewInput>): Promise<View> {
    refuseIf(viewIssues(input));
    const { db, clock, user: { accountId } } = this.options;
    const shared = input.shared ?? accountId === null;
    const id = await db.transaction().execute(async (tx) => {
      await this.#refuseTaken(tx, accountId, input.name, null);
      if (await store.countOwn(tx, accountId) >= maxViews) refuseIf([tooManyViews("name")]);
      await this.#checkShared(tx, accountId, shared, false);
      const now = clock.now();
      return await store.insertView(tx, {
        name: input.name.trim(),
        conditions_json: JSON.stringify(input.conditions),
        relation: input.relation,
        sort_json: JSON.stringify(input.sort),
        hidden: input.hidden ? 1 : 0,
        account_id: accountId,
        shared: shared ? 1 : 0,
        created_at: now,
        updated_at: now,
        version: 1,
      });
    });
    this.#publisher.publish("views", "view:created", id, 1);
    return await this.get(id);
  }

  /**
   * Updates the fields of a view that were sent. Throws `not_found`, `stale_version`, `validation_failed`, or
   * `permission_missing` for a view that another user has shared.
   */
  async update(id: number, patch: Parsed<ViewPatch>, expectedVersion: number | null): Promise<View> {
    refuseIf(viewIssues(patch));
    const { db, clock } = this.options;
    await db.transaction().execute(async (tx) => {
      const before = await this.#editable(tx, id);
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      if (patch.name !== undefined) await this.#refuseTaken(tx, before.account_id, patch.name, id);
      const wasShared = before.shared === 1;
      await this.#checkShared(tx, before.account_id, patch.shared ?? wasShared, wasShared);
      await store.updateView(tx, id, { ...toColumns(patch), updated_at: clock.now() });
    });
    const after = await this.#readChanged(id);
    this.#publisher.publish("views", "view:updated", id, after.version);
    return after;
  }

  /** Deletes a view; its tasks stay. Throws `not_found`, or `permission_missing` as `update` does. */
  async remove(id: number): Promise<void> {
    await this.options.db.transaction().execute(async (tx) => {
      await this.#editable(tx, id);
      await store.removeView(tx, id);
    });
    this.#publisher.publish("views", "view:deleted", id, 0);
  }

  /** Reorders the views for this user. Throws `validation_failed` unless each is named exactly once. */
  async order(ids: readonly number[]): Promise<View[]> {
    const { db, user } = this.options;
    await db.transaction().execute(async (tx) => {
      const known = new Set((await store.readViews(tx, user)).map(({ id }) => id));
      const exact = ids.length === known.size && new Set(ids).size === known.size &&
        ids.every((id) => known.has(id));
      if (!exact) refuseIf([{ path: "ids", code: "order_incomplete" }]);
      await store.writeOrder(tx, user, ids);
      // For all who have not set an order of their own.
      if (user.managesShared && user.accountId !== null) await store.writeSharedOrder(tx, ids);
    });
    this.#publisher.publish("views", "view:reordered", 0, 0);
    return await this.list();
  }

  async #readChanged(id: number): Promise<View> {
    const { db, user } = this.options;
    const visible = (await this.list()).find((one) => one.id === id);
    if (visible) return visible;
    // An administrator no longer sees what is no longer shared.
    const row = await store.findView(db, { ...user, sees: "all" }, id);
    if (!row) throw new AppError("not_found");
    return this.#toView(row, row.position);
  }

  async #editable(tx: Tx, id: number): Promise<ViewRow> {
    const row = await store.findView(tx, this.options.user, id);
    if (!row) throw new AppError("not_found");
    if (!this.#isEditable(row)) throw new AppError("permission_missing");
    return row;
  }

  #isEditable({ account_id }: ViewRow): boolean {
    const { accountId, managesShared } = this.options.user;
    return managesShared || account_id === accountId;
  }

  async #refuseTaken(tx: Tx, accountId: number | null, name: string, id: number | null): Promise<void> {
    if (this.options.sameNames) return;
    if (await store.isNameTaken(tx, accountId, name.trim(), id)) {
      refuseIf([{ path: "name", code: "name_taken" }]);
    }
  }

  async #checkShared(tx: Tx, accountId: number | null, shared: boolean, wasShared: boolean): Promise<void> {
    if (!shared && accountId === null) refuseIf([wrong("shared", ["true"])]);
    if (!shared || wasShared) return;
    if (!this.options.user.mayShare) throw new AppError("permission_missing");
    if (await store.countShared(tx) >= maxViews) refuseIf([tooManyViews("shared")]);
  }

  #toView(row: ViewRow, position: number): View {
    return {
      id: row.id,
      name: row.name,
      conditions: validItems(viewCondition, row.conditions_json),
      relation: row.relation,
      sort: validItems(viewSort, row.sort_json),
      hidden: row.hidden === 1,
      shared: row.shared === 1,
      owner: row.owner,
      editable: this.#isEditable(row),
      position,
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
      version: row.version,
    };
  }
}

function tooManyViews(path: string): FieldIssue {
  return { path, code: "too_many", params: { max: maxViews } };
}

// Conversion between a view of the API and its row.

type SetColumns = Pick<ViewRow, "name" | "conditions_json" | "relation" | "sort_json" | "hidden" | "shared">;

/** Converts form fields to columns; skips fields that were not sent. */
function toColumns({ name, conditions, relation, sort, hidden, shared }: ViewPatch): Partial<SetColumns> {
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(conditions !== undefined && { conditions_json: JSON.stringify(conditions) }),
    ...(relation !== undefined && { relation }),
    ...(sort !== undefined && { sort_json: JSON.stringify(sort) }),
    ...(hidden !== undefined && { hidden: hidden ? 1 as const : 0 as const }),
    ...(shared !== undefined && { shared: shared ? 1 as const : 0 as const }),
  };
}

// A view with a part that is not valid shows more tasks than it should; a list that fails shows none.
function validItems<S extends z.ZodType>(schema: S, json: string): z.output<S>[] {
  return storedJson<unknown[]>(json, []).flatMap((item) => {
    const read = schema.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

// Checks what a schema cannot know about a view's conditions: which operators and values are valid for a
// property.

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
  const { operators, options: known, isValid } = valueTypeOf(property);
  if (!operators.includes(operator)) return [wrong(`${path}.operator`, operators)];
  return values.flatMap((value, index) => {
    if (isValid(value)) return [];
    const valuePath = `${path}.values.${index}`;
    return [known ? wrong(valuePath, known) : { path: valuePath, code: "invalid" as const }];
  });
}

function wrong(path: string, options: readonly string[]): FieldIssue {
  return { path, code: "invalid_value", params: { options: options.join(", ") } };
}
