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
import type { Database, Tx } from "../../engine/store.ts";
import { storedJson } from "../../platform/stored_json.ts";
import { isoTime } from "../../platform/iso_time.ts";
import { valueTypeOf } from "../../contract/task_fields.ts";
import type { Insertable, Selectable } from "kysely";
import type { ViewTable } from "../../migrations/task_tables.ts";

export interface TaskCounter {
  countMatches(wanted: ViewCountBody): Promise<number>;
}

export interface ViewsOptions extends Pick<Base, "db" | "clock" | "bus"> {
  tasks: TaskCounter;
}

/** Manages the saved filters of the task list, in the order of their tabs. */
export class Views {
  readonly #publisher: EventPublisher;

  constructor(private readonly options: ViewsOptions) {
    this.#publisher = new EventPublisher(options.bus, options.clock);
  }

  async list(): Promise<View[]> {
    return (await readViews(this.options.db)).map(toView);
  }

  /** Returns one view. Throws `not_found`. */
  async get(id: number): Promise<View> {
    const row = await findView(this.options.db, id);
    if (!row) throw new AppError("not_found");
    return toView(row);
  }

  /** Returns the view that filters a list. Throws `validation_failed` if it does not exist. */
  async forList(id: number): Promise<View> {
    const row = await findView(this.options.db, id);
    if (row) return toView(row);
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

  /** Appends a view. Throws `validation_failed`. */
  async create(input: Parsed<ViewInput>): Promise<View> {
    refuseIf(viewIssues(input));
    const { db, clock } = this.options;
    const id = await db.transaction().execute(async (tx) => {
      await refuseTaken(tx, input.name, null);
      const others = await readViews(tx);
      if (others.length >= maxViews) {
        refuseIf([{ path: "name", code: "too_many", params: { max: maxViews } }]);
      }
      const now = clock.now();
      return await insertView(tx, {
        name: input.name.trim(),
        conditions_json: JSON.stringify(input.conditions),
        relation: input.relation,
        sort_json: JSON.stringify(input.sort),
        hidden: input.hidden ? 1 : 0,
        position: (others.at(-1)?.position ?? -1) + 1,
        created_at: now,
        updated_at: now,
        version: 1,
      });
    });
    this.#publisher.publish("views", "view:created", id, 1);
    return await this.get(id);
  }

  /** Updates the fields of a view that were sent. Throws `not_found`, `stale_version` or `validation_failed`. */
  async update(id: number, patch: Parsed<ViewPatch>, expectedVersion: number | null): Promise<View> {
    refuseIf(viewIssues(patch));
    const { db, clock } = this.options;
    await db.transaction().execute(async (tx) => {
      const before = await findView(tx, id);
      if (!before) throw new AppError("not_found");
      if (expectedVersion !== null && expectedVersion !== before.version) throw new AppError("stale_version");
      if (patch.name !== undefined) await refuseTaken(tx, patch.name, id);
      await updateView(tx, id, { ...toColumns(patch), updated_at: clock.now() });
    });
    const after = await this.get(id);
    this.#publisher.publish("views", "view:updated", id, after.version);
    return after;
  }

  /** Deletes a view; its tasks stay. Throws `not_found`. */
  async remove(id: number): Promise<void> {
    if (!await removeView(this.options.db, id)) throw new AppError("not_found");
    this.#publisher.publish("views", "view:deleted", id, 0);
  }

  /** Reorders all views. Throws `validation_failed` unless each is named exactly once. */
  async order(ids: readonly number[]): Promise<View[]> {
    await this.options.db.transaction().execute(async (tx) => {
      const known = new Set((await readViews(tx)).map(({ id }) => id));
      const exact = ids.length === known.size && new Set(ids).size === known.size &&
        ids.every((id) => known.has(id));
      if (!exact) refuseIf([{ path: "ids", code: "order_incomplete" }]);
      await writeOrder(tx, ids);
    });
    this.#publisher.publish("views", "view:reordered", 0, 0);
    return await this.list();
  }
}

async function refuseTaken(tx: Tx, name: string, id: number | null): Promise<void> {
  if (await isNameTaken(tx, name.trim(), id)) refuseIf([{ path: "name", code: "name_taken" }]);
}

// Conversion between a view of the API and its row.

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

// A view with a part that is not valid shows more tasks than it should; a list that fails shows none.
function validItems<S extends z.ZodType>(schema: S, json: string): z.output<S>[] {
  return storedJson<unknown[]>(json, []).flatMap((item) => {
    const read = schema.safeParse(item);
    return read.success ? [read.data] : [];
  });
}

function toView(row: ViewRow): View {
  return {
    id: row.id,
    name: row.name,
    conditions: validItems(viewCondition, row.conditions_json),
    relation: row.relation,
    sort: validItems(viewSort, row.sort_json),
    hidden: row.hidden === 1,
    position: row.position,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    version: row.version,
  };
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

type ViewRow = Selectable<ViewTable>;

async function readViews(db: Database | Tx): Promise<ViewRow[]> {
  return await db.selectFrom("view").selectAll().orderBy("position").orderBy("id").execute();
}

async function findView(db: Database | Tx, id: number): Promise<ViewRow | undefined> {
  return await db.selectFrom("view").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Returns whether another view than `id` has a name. */
async function isNameTaken(tx: Tx, name: string, id: number | null): Promise<boolean> {
  const other = await tx.selectFrom("view").select("id").where("name", "=", name).executeTakeFirst();
  return other !== undefined && other.id !== id;
}

async function insertView(tx: Tx, row: Insertable<ViewTable>): Promise<number> {
  const { id } = await tx.insertInto("view").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

async function updateView(tx: Tx, id: number, columns: Partial<ViewRow>): Promise<void> {
  await tx.updateTable("view").set(columns).set((where) => ({ version: where("version", "+", 1) }))
    .where("id", "=", id).execute();
}

/** Sets the order of views, from 0. Their content does not change, so neither does their version. */
async function writeOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const [position, id] of ids.entries()) {
    await tx.updateTable("view").set({ position }).where("id", "=", id).execute();
  }
}

/** Deletes a view. Returns false if it does not exist. */
async function removeView(db: Database, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("view").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}
