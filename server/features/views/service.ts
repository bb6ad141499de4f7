import { AppError, refuseIf } from "../../contract/app_error.ts";
import {
  maxViews,
  type View,
  type ViewCountBody,
  type ViewInput,
  type ViewPatch,
} from "../../contract/views.ts";
import { Announcer } from "../../engine/announce.ts";
import type { Bus } from "../../engine/bus.ts";
import type { Database, Tx } from "../../engine/store.ts";
import type { Clock } from "../../platform/clock.ts";
import * as store from "./store.ts";
import { toColumns, toView } from "./view_rows.ts";
import { viewIssues } from "./view_rules.ts";

/** Knows which tasks there are. */
export interface TaskCounter {
  countMatches(wanted: ViewCountBody): Promise<number>;
}

export interface ViewsOptions {
  db: Database;
  clock: Clock;
  bus: Bus;
  tasks: TaskCounter;
}

/** The saved filters of the task list, in the order of their tabs. */
export class Views {
  readonly #options: ViewsOptions;
  readonly #announcer: Announcer;

  constructor(options: ViewsOptions) {
    this.#options = options;
    this.#announcer = new Announcer(options.bus, options.clock);
  }

  /** Reads all views in their order. */
  async list(): Promise<View[]> {
    return (await store.readViews(this.#options.db)).map(toView);
  }

  /** Reads one view. Throws `not_found`. */
  async get(id: number): Promise<View> {
    const row = await store.findView(this.#options.db, id);
    if (!row) throw new AppError("not_found");
    return toView(row);
  }

  /** Reads the view a list is to be narrowed to. Throws `validation_failed` when there is none. */
  async forList(id: number): Promise<View> {
    const row = await store.findView(this.#options.db, id);
    if (row) return toView(row);
    throw new AppError("validation_failed", { count: 1 }, [{ path: "viewId", code: "unknown_view" }]);
  }

  /** Counts the tasks that a view with these conditions would show. Throws `validation_failed`. */
  async count(wanted: ViewCountBody): Promise<number> {
    refuseIf(viewIssues(wanted));
    return await this.#options.tasks.countMatches(wanted);
  }

  /** Creates a view behind the others. Throws `validation_failed`. */
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

  /** Changes some fields of a view; what was not sent stays. Throws `not_found`, `stale_version` or `validation_failed`. */
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

  /** Removes a view; its tasks stay. Throws `not_found`. */
  async remove(id: number): Promise<void> {
    if (!await store.removeView(this.#options.db, id)) throw new AppError("not_found");
    this.#announcer.view("view:deleted", id, 0);
  }

  /** Puts all views into an order. Throws `validation_failed` unless each is named exactly once. */
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
