import type { Requester } from "../../contract/scopes.ts";
import { AppError, refuseIf } from "../../contract/app_error.ts";
import type { Parsed } from "../../contract/parsed.ts";
import type { ComparedFile, Preview, PreviewBody } from "../../contract/subscriptions.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Database } from "../../engine/store.ts";
import type { SubscriptionRow } from "../../migrations/subscription_tables.ts";
import type { Files } from "../files/service.ts";
import { compareFile, previewName, type StoredPulls } from "./stored_pulls.ts";
import * as store from "./store.ts";
import type { SubscriptionWriter } from "./subscription_writer.ts";
import { readPreviewed } from "./run_type.ts";

export interface PreviewsOptions {
  db: Database;
  engine: Engine;
  writer: SubscriptionWriter;
  storedPulls: StoredPulls;
  scripts: Files;
}

/** Runs pulls that change nothing, to show what they would change. */
export class Previews {
  constructor(private readonly options: PreviewsOptions) {}

  /** Starts a pull that changes nothing. Returns its run id. Throws `not_found` or `validation_failed`. */
  async start({ id, input }: Parsed<PreviewBody>, cause: Requester): Promise<number> {
    const { engine, writer } = this.options;
    const before = id === undefined ? null : await this.#find(id);
    if (before === null && input === undefined) refuseIf([{ path: "input", code: "required" }]);
    const named = before === null ? { name: "-", ...input } : input ?? {};
    const { row } = await writer.draft(named, before, cause);
    return await engine.enqueueOther({
      source: { kind: "subscription", name: row.name },
      cause,
      subjectJson: JSON.stringify({ ...row, id: before?.id ?? 0 }),
    });
  }

  /** Returns the results of a preview so far. Throws `not_found`. */
  async get(runId: number): Promise<Preview> {
    const { db } = this.options;
    const run = await db.selectFrom("run").select("state").where("id", "=", runId)
      .where("kind", "=", "subscription").where("subscription_id", "is", null).executeTakeFirst();
    if (!run) throw new AppError("not_found");
    return { runId, state: run.state, changes: await store.findPreview(db, runId) };
  }

  /** Returns the latest preview of a subscription. Throws `not_found`. */
  async last(id: number): Promise<Preview> {
    const { db } = this.options;
    await this.#find(id);
    const runs = await db.selectFrom("run").select(["id", "subject_json"]).where("kind", "=", "subscription")
      .where("kind", "!=", "task").where("subscription_id", "is", null).orderBy("id", "desc").limit(200)
      .execute();
    // Written by `start`.
    const last = runs.find((run) => readPreviewed(run)?.id === id);
    if (!last) throw new AppError("not_found");
    return await this.get(last.id);
  }

  /** Returns one file of a preview and the current file. Throws `not_found`, also if the preview has expired. */
  async file(runId: number, path: string): Promise<ComparedFile> {
    const { db, storedPulls, scripts } = this.options;
    const id = await store.findPreviewed(db, runId);
    const found = id === undefined ? null : await storedPulls.get(previewName(runId), runId);
    if (id === undefined || found === null) throw new AppError("not_found");
    const [row, tree] = id === null
      ? [undefined, null]
      : [await store.findSubscription(db, id), await store.readTree(db, id)];
    return await compareFile({
      pull: found,
      folder: storedPulls.path(previewName(runId)),
      before: tree?.files ?? [],
      path,
      scripts: scripts.area.root,
      alias: row?.alias ?? null,
    });
  }

  async #find(id: number): Promise<SubscriptionRow> {
    const row = await store.findSubscription(this.options.db, id);
    if (!row) throw new AppError("not_found");
    return row;
  }
}
